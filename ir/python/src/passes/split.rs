//! Splits a counted loop at a comparison of its induction variable.
//!
//! Official `_passes/loop_split.py`. A loop of step 1 whose body has exactly one branch on
//! `i < x` (or `<=`, `>`, `>=`), with `x` from outside, becomes two loops without the branch: up
//! to `x` and from `x` on.

use crate::diagnostic::{Error, Result};
use crate::mid::op::{ArithmeticKind, Predicate, Range};
use crate::mid::{Block, BlockId, Body, Const, Op, OpId, Operation, Type, Var, VarMap};
use std::collections::HashMap;

/// Splitting copies bodies; nested splits multiply. Bodies beyond this many operations are
/// refused.
const MAX_OPS: usize = 1 << 22;

/// See the module.
///
/// # Errors
/// Nested loops that would multiply into too many operations.
pub fn run(body: &mut Body) -> Result<()> {
    let mut search = Search {
        depth: vec![0; body.vars.len()],
        found: Vec::new(),
    };
    search.block(body, body.root, 0, None);
    let splits: HashMap<OpId, Split> = search.splits();
    if splits.is_empty() {
        return Ok(());
    }
    apply(body, body.root, &splits)
}

/// `induction variable <predicate> bound`.
#[derive(Clone, Copy)]
struct Condition {
    predicate: Predicate,
    bound: Var,
}

/// The branch of a loop that is split, and its condition.
struct Split {
    branch: OpId,
    condition: Condition,
}

struct Search {
    /// Level at which each variable is defined.
    depth: Vec<usize>,
    /// Splittable branches with their loops, in the order of the body.
    found: Vec<(OpId, Split)>,
}

/// The loop of step 1 whose body is being searched.
struct Current {
    id: OpId,
    induction: Var,
    comparisons: HashMap<Var, Condition>,
}

impl Search {
    fn block(&mut self, body: &Body, block: BlockId, here: usize, mut current: Option<Current>) {
        for &id in &body.block(block).ops {
            let Operation { op, results, .. } = body.op(id);
            match op {
                Op::Compare {
                    lhs,
                    rhs,
                    predicate,
                } => {
                    if let Some(current) = &mut current
                        && let Some(condition) =
                            self.condition(current.induction, *lhs, *rhs, *predicate, here)
                        && let Some(&result) = results.first()
                    {
                        current.comparisons.insert(result, condition);
                    }
                }
                Op::IfElse {
                    cond,
                    then_block,
                    else_block,
                } => {
                    if let Some(current) = &current
                        && let Some(&condition) = current.comparisons.get(cond)
                    {
                        let branch = id;
                        self.found.push((current.id, Split { branch, condition }));
                    }
                    self.block(body, *then_block, here + 1, None);
                    self.block(body, *else_block, here + 1, None);
                }
                Op::Loop {
                    range, body: inner, ..
                } => {
                    for &param in &body.block(*inner).params {
                        self.define(param, here + 1);
                    }
                    let current = range
                        .filter(|r| has_step_one(body, r))
                        .and(body.block(*inner).params.first())
                        .map(|&induction| Current {
                            id,
                            induction,
                            comparisons: HashMap::new(),
                        });
                    self.block(body, *inner, here + 1, current);
                }
                _ => {}
            }
            results.iter().for_each(|r| self.define(*r, here));
        }
    }

    /// The condition on the induction variable, if it is one and the other side is from outside.
    fn condition(
        &self,
        induction: Var,
        lhs: Var,
        rhs: Var,
        predicate: Predicate,
        here: usize,
    ) -> Option<Condition> {
        use Predicate::{Eq, Ge, Gt, Le, Lt, Ne};
        let mirrored = match predicate {
            Ge => Le,
            Gt => Lt,
            Le => Ge,
            Lt => Gt,
            Eq | Ne => return None,
        };
        let outside = |v: Var| self.depth.get(v.index()).is_some_and(|d| *d < here);
        if lhs == induction && outside(rhs) {
            Some(Condition {
                predicate,
                bound: rhs,
            })
        } else if rhs == induction && outside(lhs) {
            Some(Condition {
                predicate: mirrored,
                bound: lhs,
            })
        } else {
            None
        }
    }

    fn define(&mut self, var: Var, depth: usize) {
        if let Some(slot) = self.depth.get_mut(var.index()) {
            *slot = depth;
        }
    }

    /// Loops with exactly one splittable branch.
    fn splits(self) -> HashMap<OpId, Split> {
        let mut counts: HashMap<OpId, usize> = HashMap::new();
        for (id, _) in &self.found {
            *counts.entry(*id).or_default() += 1;
        }
        let single = self
            .found
            .into_iter()
            .filter(|(id, _)| counts.get(id) == Some(&1));
        single.collect()
    }
}

fn has_step_one(body: &Body, range: &Range) -> bool {
    body.constant(range.step).and_then(Const::as_int) == Some(1)
}

fn apply(body: &mut Body, block: BlockId, splits: &HashMap<OpId, Split>) -> Result<()> {
    let mut out = Vec::new();
    for id in body.take_ops(block) {
        for nested in body.op(id).op.blocks() {
            apply(body, nested, splits)?;
        }
        match splits.get(&id) {
            Some(split) => split_loop(body, id, split, &mut out)?,
            None => out.push(id),
        }
    }
    body.block_mut(block).ops = out;
    Ok(())
}

/// Which branch of a split is kept.
#[derive(Clone, Copy)]
enum Side {
    Then,
    Else,
}

fn split_loop(body: &mut Body, id: OpId, split: &Split, out: &mut Vec<OpId>) -> Result<()> {
    let Operation { op, results, loc } = body.op(id).clone();
    let Op::Loop {
        range: Some(range),
        initial_values,
        body: inner,
    } = op
    else {
        return Ok(());
    };
    let ty = body.raw_type(range.start);
    let mut add = |body: &mut Body, op: Op, ty: &Type| {
        let var = body.new_typed(ty.clone(), loc);
        out.push(body.new_op(op, vec![var], loc));
        var
    };
    let arithmetic = |kind, lhs, rhs| Op::Arithmetic {
        lhs,
        rhs,
        kind,
        rounding_mode: None,
        flush_to_zero: false,
        propagate_nan: false,
    };
    let mut at = split.condition.bound;
    let (behind, first, second) = match split.condition.predicate {
        Predicate::Ge => (false, Side::Else, Side::Then),
        Predicate::Gt => (true, Side::Else, Side::Then),
        Predicate::Le => (true, Side::Then, Side::Else),
        Predicate::Lt | Predicate::Eq | Predicate::Ne => (false, Side::Then, Side::Else),
    };
    if behind {
        let value = Const::Int(1);
        let one = add(body, Op::TypedConst { value }, &ty);
        at = add(body, arithmetic(ArithmeticKind::Add, at, one), &ty);
    }
    let stop = add(body, arithmetic(ArithmeticKind::Min, range.stop, at), &ty);
    let start = add(body, arithmetic(ArithmeticKind::Max, range.start, at), &ty);
    let between: Vec<Var> = results.iter().map(|r| body.var_like(*r)).collect();
    let lower = Range { stop, ..range };
    let upper = Range { start, ..range };
    for (range, initial_values, results, side) in [
        (lower, initial_values, between.clone(), first),
        (upper, between, results, second),
    ] {
        let inner = clone_body(body, inner, split.branch, side)?;
        let op = Op::Loop {
            range: Some(range),
            initial_values,
            body: inner,
        };
        out.push(body.new_op(op, results, loc));
    }
    Ok(())
}

/// A copy of a loop body in which `branch` is replaced by one of its sides.
fn clone_body(body: &mut Body, inner: BlockId, branch: OpId, side: Side) -> Result<BlockId> {
    let mut names = VarMap::default();
    let Block { params, ops } = body.block(inner).clone();
    let params = params
        .iter()
        .map(|v| body.clone_mapped(*v, &mut names))
        .collect();
    let mut out = Vec::new();
    for id in ops {
        if body.ops.len() > MAX_OPS {
            return Err(
                Error::limit("splitting nested loops makes the kernel too large")
                    .help("compare fewer induction variables with values from outside their loops"),
            );
        }
        if id != branch {
            out.push(body.clone_op(id, &mut names));
        } else if inline_side(body, id, side, &mut names, &mut out) {
            break;
        }
    }
    let new = body.new_block();
    *body.block_mut(new) = Block { params, ops: out };
    Ok(new)
}

/// Copies one side of a branch; true if it ends in `continue`, so that nothing can follow.
fn inline_side(
    body: &mut Body,
    id: OpId,
    side: Side,
    names: &mut VarMap,
    out: &mut Vec<OpId>,
) -> bool {
    let Operation { op, results, .. } = body.op(id).clone();
    let Op::IfElse {
        then_block,
        else_block,
        ..
    } = op
    else {
        return false;
    };
    let block = match side {
        Side::Then => then_block,
        Side::Else => else_block,
    };
    for id in body.block(block).ops.clone() {
        if let Op::EndBranch { outputs } = &body.op(id).op {
            for (result, output) in results.iter().zip(outputs.clone()) {
                names.set(*result, names.get(output));
            }
            return false;
        }
        out.push(body.clone_op(id, names));
        if let Op::Continue { .. } = body.op(id).op {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::mid::build::Sketch;
    use crate::mid::op::Predicate;
    use crate::mid::print;

    #[test]
    fn a_loop_with_a_mask_for_its_first_part_becomes_two() {
        let mut s = Sketch::new();
        let (n, m, x) = (s.param_i32(), s.param_i32(), s.param_i32());
        let after = s.counted(n, &[x], |s, i, carried| {
            let c = s.compare(Predicate::Gt, i, m);
            let chosen = s.choose(c, |s| s.add(carried[0], i), |_| carried[0]);
            vec![s.add(chosen, x)]
        });
        s.assert_nonzero(after[0]);
        let mut body = s.finish();
        super::run(&mut body).unwrap();
        insta::assert_snapshot!(print::body(&body), @r#"
            entry(%0: int32, %1: int32, %2: int32)
              %3: int32 = TypedConst() value=Int(0)
              %4: int32 = TypedConst() value=Int(1)
              %5: int32 = TypedConst() value=Int(1)
              %6: int32 = Arithmetic(%1, %5) kind=Add
              %7: int32 = Arithmetic(%0, %6) kind=Min
              %8: int32 = Arithmetic(%3, %6) kind=Max
              %9: int32 = Loop(%3, %7, %4, %2)
              do(%10: int32, %11: int32)
                %12: bool_ = Compare(%10, %1) predicate=Gt
                %13: int32 = Arithmetic(%11, %2) kind=Add
                Continue(%13)
              %14: int32 = Loop(%8, %0, %4, %9)
              do(%15: int32, %16: int32)
                %17: bool_ = Compare(%15, %1) predicate=Gt
                %18: int32 = Arithmetic(%16, %15) kind=Add
                %19: int32 = Arithmetic(%18, %2) kind=Add
                Continue(%19)
              %20: int32 = TypedConst() value=Int(0)
              %21: bool_ = Compare(%14, %20) predicate=Ne
              Assert(%21) message="zero"
              Return()
        "#);
    }

    #[test]
    fn two_such_branches_leave_the_loop_whole() {
        let mut s = Sketch::new();
        let (n, m) = (s.param_i32(), s.param_i32());
        s.counted(n, &[], |s, i, _| {
            let (a, b) = (
                s.compare(Predicate::Lt, i, m),
                s.compare(Predicate::Lt, m, i),
            );
            s.branch(a, |s| s.assert_nonzero(i), |_| {});
            s.branch(b, |s| s.assert_nonzero(m), |_| {});
            vec![]
        });
        let body = s.finish();
        let mut after = body.clone();
        super::run(&mut after).unwrap();
        assert_eq!(print::body(&after), print::body(&body));
    }
}
