//! Moves loop invariants out of loops.
//!
//! Official `_passes/code_motion.py`. One walk: each operation goes to the outermost block that
//! its operands allow, through the bodies of loops, reductions and scans but not out of branches.
//! The bounds of a counted loop are not looked at, as the official compiler does not.

use crate::mid::{BlockId, Body, Op, OpId, Var};

/// See the module.
pub fn run(body: &mut Body) {
    let mut pass = Pass {
        depth: vec![0; body.vars.len()],
        stack: Vec::new(),
    };
    pass.block(body, body.root, false);
}

/// Whether a block could move, judging by what its operations are, not by what they use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mobility {
    /// It has an effect: neither it nor anything around it moves.
    Fixed,
    /// It jumps: it moves only together with its loop.
    WithLoop,
    /// It may move.
    Free,
}

/// A block being rewritten.
struct Level {
    ops: Vec<OpId>,
    is_loop_body: bool,
    mobility: Mobility,
    /// Outermost level that the operands of the block's operations allow for it.
    min_depth: usize,
}

/// What an operation may do.
struct Placement {
    must_stay: bool,
    /// Outermost level that its operands from outside its block allow.
    outside: usize,
}

impl Placement {
    fn need(&mut self, depth: usize, here: usize) {
        if depth >= here {
            self.must_stay = true;
        } else {
            self.outside = self.outside.max(depth);
        }
    }
}

struct Pass {
    /// Level at which each variable is defined.
    depth: Vec<usize>,
    stack: Vec<Level>,
}

impl Pass {
    fn block(&mut self, body: &mut Body, block: BlockId, is_loop_body: bool) -> Option<Level> {
        let here = self.stack.len();
        self.stack.push(Level {
            ops: Vec::new(),
            is_loop_body,
            mobility: Mobility::Free,
            min_depth: 0,
        });
        for id in body.take_ops(block) {
            let placement = self.placement(body, id, here, is_loop_body);
            self.place(body, id, here, &placement);
        }
        let level = self.stack.pop()?;
        body.block_mut(block).ops.clone_from(&level.ops);
        Some(level)
    }

    fn placement(
        &mut self,
        body: &mut Body,
        id: OpId,
        here: usize,
        is_loop_body: bool,
    ) -> Placement {
        let mut placement = Placement {
            must_stay: !is_loop_body,
            outside: 0,
        };
        let op = body.op(id).op.clone();
        match &op {
            Op::Loop {
                initial_values: inputs,
                body: inner,
                ..
            }
            | Op::Reduce {
                xs: inputs,
                body: inner,
                ..
            }
            | Op::Scan {
                xs: inputs,
                body: inner,
                ..
            } => {
                for &param in &body.block(*inner).params {
                    self.define(param, here + 1);
                }
                if let Some(level) = self.block(body, *inner, true) {
                    if level.mobility == Mobility::Fixed {
                        self.restrict(Mobility::Fixed);
                        placement.must_stay = true;
                    }
                    inputs
                        .iter()
                        .for_each(|v| placement.need(self.depth(*v), here));
                    placement.need(level.min_depth, here);
                }
            }
            Op::IfElse {
                cond,
                then_block,
                else_block,
            } => {
                placement.need(self.depth(*cond), here);
                for branch in [*then_block, *else_block] {
                    if let Some(level) = self.block(body, branch, false) {
                        placement.need(level.min_depth, here);
                        if level.mobility != Mobility::Free {
                            self.restrict(level.mobility);
                            placement.must_stay = true;
                        }
                    }
                }
            }
            op if op.has_observable_effect() => {
                self.restrict(Mobility::Fixed);
                placement.must_stay = true;
            }
            Op::Continue { values } | Op::Break { values } => {
                self.restrict(Mobility::WithLoop);
                placement.must_stay = true;
                values
                    .iter()
                    .for_each(|v| placement.need(self.depth(*v), here));
            }
            Op::EndBranch { outputs } => {
                placement.must_stay = true;
                outputs
                    .iter()
                    .for_each(|v| placement.need(self.depth(*v), here));
            }
            op => op.for_each_operand(|v| placement.need(self.depth(v), here)),
        }
        placement
    }

    fn place(&mut self, body: &Body, id: OpId, here: usize, placement: &Placement) {
        let mut target = here;
        if !placement.must_stay {
            let leaves = |t: usize| self.stack.get(t).is_some_and(|level| level.is_loop_body);
            while target > placement.outside && leaves(target) {
                target -= 1;
            }
        }
        if let Some(level) = self.stack.get_mut(target) {
            level.min_depth = level.min_depth.max(placement.outside);
            level.ops.push(id);
        }
        for &result in &body.op(id).results {
            self.define(result, target);
        }
    }

    fn restrict(&mut self, mobility: Mobility) {
        if let Some(level) = self.stack.last_mut() {
            level.mobility = level.mobility.min(mobility);
        }
    }

    fn depth(&self, var: Var) -> usize {
        self.depth.get(var.index()).copied().unwrap_or(0)
    }

    fn define(&mut self, var: Var, depth: usize) {
        if let Some(slot) = self.depth.get_mut(var.index()) {
            *slot = depth;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::mid::build::Sketch;
    use crate::mid::print;

    #[test]
    fn invariants_leave_all_loops_that_they_do_not_depend_on() {
        let mut s = Sketch::new();
        let (n, x) = (s.param_i32(), s.param_i32());
        s.counted(n, &[], |s, i, _| {
            s.counted(n, &[], |s, j, _| {
                let a = s.add(x, x);
                let b = s.add(a, i);
                let c = s.add(b, j);
                s.assert_nonzero(c);
                vec![]
            });
            vec![]
        });
        let mut body = s.finish();
        super::run(&mut body);
        insta::assert_snapshot!(print::body(&body), @r#"
            entry(%0: int32, %1: int32)
              %2: int32 = TypedConst() value=Int(0)
              %3: int32 = TypedConst() value=Int(1)
              %4: int32 = TypedConst() value=Int(0)
              %5: int32 = TypedConst() value=Int(1)
              %6: int32 = Arithmetic(%1, %1) kind=Add
              %7: int32 = TypedConst() value=Int(0)
              Loop(%2, %0, %3)
              do(%8: int32)
                %9: int32 = Arithmetic(%6, %8) kind=Add
                Loop(%4, %0, %5)
                do(%10: int32)
                  %11: int32 = Arithmetic(%9, %10) kind=Add
                  %12: bool_ = Compare(%11, %7) predicate=Ne
                  Assert(%12) message="zero"
                  Continue()
                Continue()
              Return()
        "#);
    }

    #[test]
    fn a_pure_loop_moves_as_a_whole_and_branches_keep_what_they_have() {
        let mut s = Sketch::new();
        let (n, c, x) = (s.param_i32(), s.param_bool(), s.param_i32());
        s.counted(n, &[], |s, i, _| {
            let sum = s.counted(n, &[x], |s, j, carried| vec![s.add(carried[0], j)]);
            s.branch(
                c,
                |s| {
                    let y = s.add(x, x);
                    s.assert_nonzero(y);
                },
                |_| {},
            );
            let z = s.add(sum[0], i);
            s.assert_nonzero(z);
            vec![]
        });
        let mut body = s.finish();
        super::run(&mut body);
        insta::assert_snapshot!(print::body(&body), @r#"
            entry(%0: int32, %1: bool_, %2: int32)
              %3: int32 = TypedConst() value=Int(0)
              %4: int32 = TypedConst() value=Int(1)
              %5: int32 = TypedConst() value=Int(0)
              %6: int32 = TypedConst() value=Int(1)
              %7: int32 = Loop(%5, %0, %6, %2)
              do(%8: int32, %9: int32)
                %10: int32 = Arithmetic(%9, %8) kind=Add
                Continue(%10)
              %11: int32 = TypedConst() value=Int(0)
              Loop(%3, %0, %4)
              do(%12: int32)
                IfElse(%1)
                then()
                  %13: int32 = Arithmetic(%2, %2) kind=Add
                  %14: int32 = TypedConst() value=Int(0)
                  %15: bool_ = Compare(%13, %14) predicate=Ne
                  Assert(%15) message="zero"
                  EndBranch()
                else()
                  EndBranch()
                %16: int32 = Arithmetic(%7, %12) kind=Add
                %17: bool_ = Compare(%16, %11) predicate=Ne
                Assert(%17) message="zero"
                Continue()
              Return()
        "#);
    }
}
