//! Drops operations whose results nobody needs, and carried variables.
//!
//! Official `_passes/dce.py`. A graph of what each variable and each operation with blocks needs
//! is walked from the operations that must stay:
//!
//! - an operation with blocks needs its condition or bounds and the one around it;
//! - its results, and the variables a loop carries, need it;
//! - an operation inside needs it;
//! - a loop needs whatever holds one of its jumps, so that a kept loop keeps its jumps.
//!
//! A carried variable stays when its value inside or behind the loop is needed; values that were
//! only passed on to keep the places filled are replaced by `MakeDummy`.

use crate::mid::{BlockId, Body, Op, OpId, Operation, Var};

/// See the module.
pub fn run(body: &mut Body) {
    let mut needs = Needs::new(body);
    needs.block(body, body.root, &Around::default());
    let used = Used {
        vars: body.vars.len(),
        nodes: needs.reach(),
    };
    prune(body, body.root, &used, &[], &[]);
}

/// What is around an operation.
#[derive(Clone, Copy, Default)]
struct Around {
    /// Innermost loop.
    in_loop: Option<OpId>,
    /// Branch, reduction or scan that the block's terminator gives its values to.
    target: Option<OpId>,
    /// Innermost operation with blocks.
    within: Option<OpId>,
}

/// The graph: nodes are variables, then operations; edges are kept in one list, linked by node.
struct Needs {
    vars: u32,
    first: Vec<u32>,
    edges: Vec<(u32, u32)>,
    kept: Vec<u32>,
}

const END: u32 = u32::MAX;

impl Needs {
    fn new(body: &Body) -> Needs {
        Needs {
            vars: body.vars.len() as u32,
            first: vec![END; body.vars.len() + body.ops.len()],
            edges: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn op_node(&self, id: OpId) -> u32 {
        self.vars + id.0
    }

    fn edge(&mut self, from: u32, to: u32) {
        let number = self.edges.len() as u32;
        if let Some(first) = self.first.get_mut(from as usize) {
            self.edges.push((to, *first));
            *first = number;
        }
    }

    fn pairs(&mut self, from: &[Var], to: &[Var]) {
        for (from, to) in from.iter().zip(to) {
            self.edge(from.0, to.0);
        }
    }

    fn block(&mut self, body: &Body, block: BlockId, around: &Around) {
        for &id in &body.block(block).ops {
            self.operation(body, id, around);
        }
    }

    fn operation(&mut self, body: &Body, id: OpId, around: &Around) {
        let Operation { op, results, .. } = body.op(id);
        match op {
            Op::Loop {
                range,
                initial_values,
                body: inner,
            } => {
                self.enter(id, results, around);
                let counted = range.is_some();
                let carried = carried(body, *inner, counted);
                self.pairs(carried, initial_values);
                for var in carried {
                    self.edge(var.0, self.op_node(id));
                }
                if let Some(range) = range {
                    for bound in [range.start, range.stop, range.step] {
                        self.edge(self.op_node(id), bound.0);
                    }
                    // A counted loop may run no iteration at all.
                    self.pairs(results, initial_values);
                }
                let inside = Around {
                    in_loop: Some(id),
                    target: None,
                    within: Some(id),
                };
                self.block(body, *inner, &inside);
            }
            Op::IfElse {
                cond,
                then_block,
                else_block,
            } => {
                self.enter(id, results, around);
                self.edge(self.op_node(id), cond.0);
                let inside = Around {
                    target: Some(id),
                    within: Some(id),
                    ..*around
                };
                self.block(body, *then_block, &inside);
                self.block(body, *else_block, &inside);
            }
            Op::Reduce {
                xs, body: inner, ..
            }
            | Op::Scan {
                xs, body: inner, ..
            } => {
                self.enter(id, results, around);
                let params = &body.block(*inner).params;
                for ((x, result), (a, b)) in xs.iter().zip(results).zip(Op::body_pairs(params)) {
                    for param in [a, b] {
                        self.edge(param.0, x.0);
                        self.edge(param.0, result.0);
                        self.edge(result.0, param.0);
                    }
                    self.edge(result.0, x.0);
                }
                let inside = Around {
                    in_loop: None,
                    target: Some(id),
                    within: Some(id),
                };
                self.block(body, *inner, &inside);
            }
            Op::Continue { values } | Op::Break { values } => {
                self.jump(body, op, values, around);
            }
            Op::EndBranch { outputs } => {
                if let Some(target) = around.target {
                    self.pairs(&body.op(target).results, outputs);
                }
            }
            _ => self.plain(op, results, around),
        }
    }

    /// Edges of every operation with blocks.
    fn enter(&mut self, id: OpId, results: &[Var], around: &Around) {
        let node = self.op_node(id);
        if let Some(outer) = around.within {
            self.edge(node, self.op_node(outer));
        }
        for result in results {
            self.edge(result.0, node);
        }
    }

    fn jump(&mut self, body: &Body, op: &Op, values: &[Var], around: &Around) {
        let (Some(id), Some(within)) = (around.in_loop, around.within) else {
            return;
        };
        self.edge(self.op_node(id), self.op_node(within));
        let Operation {
            op: Op::Loop {
                range, body: inner, ..
            },
            results,
            ..
        } = body.op(id)
        else {
            return;
        };
        if let Op::Break { .. } = op {
            self.pairs(results, values);
            return;
        }
        self.pairs(carried(body, *inner, range.is_some()), values);
        // Behind the last iteration of a counted loop.
        if range.is_some() {
            self.pairs(results, values);
        }
    }

    fn plain(&mut self, op: &Op, results: &[Var], around: &Around) {
        let within = around.within.map(|id| self.op_node(id));
        if op.has_observable_effect() {
            op.for_each_operand(|v| self.kept.push(v.0));
            self.kept.extend(within);
        }
        for result in results {
            op.for_each_operand(|v| self.edge(result.0, v.0));
            if let Some(within) = within {
                self.edge(result.0, within);
            }
        }
    }

    /// Which nodes can be reached from the kept ones.
    fn reach(self) -> Vec<bool> {
        let mut reached = vec![false; self.first.len()];
        let mut pending = self.kept;
        while let Some(node) = pending.pop() {
            match reached.get_mut(node as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            let mut next = self.first.get(node as usize).copied().unwrap_or(END);
            while let Some(&(to, following)) = self.edges.get(next as usize) {
                pending.push(to);
                next = following;
            }
        }
        reached
    }
}

/// The variables a loop carries, as its body sees them.
fn carried(body: &Body, inner: BlockId, counted: bool) -> &[Var] {
    let params = &body.block(inner).params;
    params.get(usize::from(counted)..).unwrap_or_default()
}

struct Used {
    vars: usize,
    nodes: Vec<bool>,
}

impl Used {
    fn var(&self, var: Var) -> bool {
        self.nodes.get(var.index()).copied().unwrap_or(false)
    }

    fn op(&self, id: OpId) -> bool {
        let node = self.vars + id.index();
        self.nodes.get(node).copied().unwrap_or(false)
    }
}

/// Rewrites a block. `carried` tells which variables of the innermost loop stay, `outputs` which
/// results of the operation that the block's terminator gives values to.
fn prune(body: &mut Body, block: BlockId, used: &Used, carried: &[bool], outputs: &[bool]) {
    let mut out = Vec::new();
    for id in body.take_ops(block) {
        match &body.op(id).op {
            Op::Loop { .. } | Op::IfElse { .. } | Op::Reduce { .. } | Op::Scan { .. } => {
                if used.op(id) {
                    prune_nested(body, id, used, carried, &mut out);
                    out.push(id);
                }
            }
            Op::Continue { values } | Op::Break { values } => {
                let values = select(values, carried);
                let values = fill(body, values, used, &mut out);
                if let Op::Continue { values: v } | Op::Break { values: v } =
                    &mut body.op_mut(id).op
                {
                    *v = values;
                }
                out.push(id);
            }
            Op::EndBranch { outputs: values } => {
                let values = select(values, outputs);
                body.op_mut(id).op = Op::EndBranch { outputs: values };
                out.push(id);
            }
            op => {
                let keep =
                    op.has_observable_effect() || body.op(id).results.iter().any(|r| used.var(*r));
                if keep {
                    out.push(id);
                }
            }
        }
    }
    body.block_mut(block).ops = out;
}

/// Rewrites a kept operation with blocks; values a loop starts with may need dummies in `out`.
fn prune_nested(body: &mut Body, id: OpId, used: &Used, around: &[bool], out: &mut Vec<OpId>) {
    let Operation { op, results, .. } = body.op(id).clone();
    let mask: Vec<bool> = match &op {
        Op::Loop {
            range, body: inner, ..
        } => carried(body, *inner, range.is_some())
            .iter()
            .zip(&results)
            .map(|(inside, after)| used.var(*inside) || used.var(*after))
            .collect(),
        _ => results.iter().map(|r| used.var(*r)).collect(),
    };
    body.op_mut(id).results = select(&results, &mask);
    match op {
        Op::Loop {
            range,
            initial_values,
            body: inner,
        } => {
            let initial_values = fill(body, select(&initial_values, &mask), used, out);
            prune(body, inner, used, &mask, &[]);
            let counted = usize::from(range.is_some());
            let params = &mut body.block_mut(inner).params;
            let inside = select(params.get(counted..).unwrap_or_default(), &mask);
            params.truncate(counted);
            params.extend(inside);
            body.op_mut(id).op = Op::Loop {
                range,
                initial_values,
                body: inner,
            };
        }
        Op::IfElse {
            then_block,
            else_block,
            ..
        } => {
            prune(body, then_block, used, around, &mask);
            prune(body, else_block, used, around, &mask);
        }
        Op::Reduce {
            xs,
            identities,
            axis,
            body: inner,
        } => {
            prune_combine(body, inner, used, &mask);
            body.op_mut(id).op = Op::Reduce {
                xs: select(&xs, &mask),
                identities: select(&identities, &mask),
                axis,
                body: inner,
            };
        }
        Op::Scan {
            xs,
            identities,
            axis,
            reverse,
            body: inner,
        } => {
            prune_combine(body, inner, used, &mask);
            body.op_mut(id).op = Op::Scan {
                xs: select(&xs, &mask),
                identities: select(&identities, &mask),
                axis,
                reverse,
                body: inner,
            };
        }
        _ => {}
    }
}

/// Rewrites the body of a reduction or scan; both halves of its parameters follow the mask.
fn prune_combine(body: &mut Body, inner: BlockId, used: &Used, mask: &[bool]) {
    prune(body, inner, used, &[], mask);
    let params = &mut body.block_mut(inner).params;
    let (a, b) = params.split_at(params.len() / 2);
    let mut kept = select(a, mask);
    kept.extend(select(b, mask));
    *params = kept;
}

fn select<T: Clone>(items: &[T], mask: &[bool]) -> Vec<T> {
    let kept = items.iter().zip(mask).filter(|(_, keep)| **keep);
    kept.map(|(item, _)| item.clone()).collect()
}

/// Puts dummies in the place of values that are not needed.
fn fill(body: &mut Body, mut values: Vec<Var>, used: &Used, out: &mut Vec<OpId>) -> Vec<Var> {
    for value in &mut values {
        if !used.var(*value) {
            *value = body.var_like(*value);
            let loc = body.var(*value).loc.0;
            out.push(body.new_op(Op::MakeDummy {}, vec![*value], loc));
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use crate::mid::build::Sketch;
    use crate::mid::{Const, Op, print};

    #[test]
    fn unused_operations_and_branches_go() {
        let mut s = Sketch::new();
        let (c, x) = (s.param_bool(), s.param_i32());
        let y = s.add(x, x);
        s.add(y, y);
        s.branch(
            c,
            |s| {
                s.add(x, y);
            },
            |_| {},
        );
        s.assert_nonzero(y);
        let mut body = s.finish();
        super::run(&mut body);
        insta::assert_snapshot!(print::body(&body), @r#"
            entry(%0: bool_, %1: int32)
              %2: int32 = Arithmetic(%1, %1) kind=Add
              %3: int32 = TypedConst() value=Int(0)
              %4: bool_ = Compare(%2, %3) predicate=Ne
              Assert(%4) message="zero"
              Return()
        "#);
    }

    #[test]
    fn a_variable_needed_only_behind_the_loop_gets_dummies() {
        let mut s = Sketch::new();
        let (c, x) = (s.param_bool(), s.param_i32());
        let start = s.i32(Op::TypedConst {
            value: Const::Int(1),
        });
        let after = s.forever(&[start], |s, carried| {
            let next = s.add(x, x);
            s.branch(c, |s| s.breaks(&[next]), |_| {});
            let other = s.add(carried[0], x);
            vec![other]
        });
        s.assert_nonzero(after[0]);
        let mut body = s.finish();
        super::run(&mut body);
        insta::assert_snapshot!(print::body(&body), @r#"
            entry(%0: bool_, %1: int32)
              %2: int32 = MakeDummy()
              %3: int32 = Loop(%2)
              do(%4: int32)
                %5: int32 = Arithmetic(%1, %1) kind=Add
                IfElse(%0)
                then()
                  Break(%5)
                else()
                  EndBranch()
                %6: int32 = MakeDummy()
                Continue(%6)
              %7: int32 = TypedConst() value=Int(0)
              %8: bool_ = Compare(%3, %7) predicate=Ne
              Assert(%8) message="zero"
              Return()
        "#);
    }

    #[test]
    fn a_counted_loop_without_use_goes_and_one_with_effect_stays() {
        let mut s = Sketch::new();
        let (n, x) = (s.param_i32(), s.param_i32());
        s.counted(n, &[x], |s, i, carried| vec![s.add(carried[0], i)]);
        s.counted(n, &[x], |s, i, carried| {
            s.assert_nonzero(i);
            vec![s.add(carried[0], i)]
        });
        let mut body = s.finish();
        super::run(&mut body);
        insta::assert_snapshot!(print::body(&body), @r#"
            entry(%0: int32, %1: int32)
              %2: int32 = TypedConst() value=Int(0)
              %3: int32 = TypedConst() value=Int(1)
              Loop(%2, %0, %3)
              do(%4: int32)
                %5: int32 = TypedConst() value=Int(0)
                %6: bool_ = Compare(%4, %5) predicate=Ne
                Assert(%6) message="zero"
                Continue()
              Return()
        "#);
    }
}
