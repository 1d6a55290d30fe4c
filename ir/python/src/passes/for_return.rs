//! `return` inside counted loops: a flag carried out, and a branch behind the loop.
//!
//! Official `_passes/for_loop_return.py`. A loop without a range is changed too when it stands
//! inside a counted one, since its `return` has to leave that as well.

use super::jumps::{Flag, contains_jump};
use crate::mid::{Block, BlockId, Body, Op, Var};

/// See the module.
pub fn run(body: &mut Body) {
    walk(body, body.root, false);
}

fn walk(body: &mut Body, block: BlockId, in_counted: bool) {
    let mut out = Vec::new();
    for id in body.take_ops(block) {
        let op = &body.op(id).op;
        let counted = matches!(op, Op::Loop { range: Some(_), .. });
        for nested in op.blocks() {
            walk(body, nested, in_counted || counted);
        }
        let returning = match body.op(id).op {
            Op::Loop { body: inner, .. } if counted || in_counted => {
                contains_jump(body, inner, |op| matches!(op, Op::Return { .. })).then_some(inner)
            }
            _ => None,
        };
        let Some(inner) = returning else {
            out.push(id);
            continue;
        };
        let loc = body.op(id).loc;
        let carried: Vec<Var> = body
            .block(inner)
            .params
            .iter()
            .copied()
            .skip(usize::from(counted))
            .collect();
        let flag = Flag::new(body, &mut out, loc);
        let result = flag.carry(body, id);
        rewrite(body, inner, &carried, &flag);
        out.push(id);
        out.push(leave(body, result, loc));
    }
    body.block_mut(block).ops = out;
}

/// `if returned { return }`.
fn leave(body: &mut Body, returned: Var, loc: crate::mid::LocId) -> crate::mid::OpId {
    let mut single = |op| {
        let id = body.new_op(op, Vec::new(), loc);
        let block = body.new_block();
        *body.block_mut(block) = Block {
            params: Vec::new(),
            ops: vec![id],
        };
        block
    };
    let then_block = single(Op::Return {});
    let else_block = single(Op::EndBranch {
        outputs: Vec::new(),
    });
    let op = Op::IfElse {
        cond: returned,
        then_block,
        else_block,
    };
    body.new_op(op, Vec::new(), loc)
}

/// Makes `return` a `break` with the flag set; other jumps of the loop pass the flag on.
fn rewrite(body: &mut Body, block: BlockId, carried: &[Var], flag: &Flag) {
    let mut ops = body.take_ops(block);
    for id in &mut ops {
        match &mut body.op_mut(*id).op {
            Op::Return {} => {
                let loc = body.op(*id).loc;
                let mut values = carried.to_vec();
                values.push(flag.set);
                *id = body.new_op(Op::Break { values }, Vec::new(), loc);
            }
            Op::Break { values } | Op::Continue { values } => values.push(flag.inside),
            Op::IfElse {
                then_block,
                else_block,
                ..
            } => {
                let branches = [*then_block, *else_block];
                for branch in branches {
                    rewrite(body, branch, carried, flag);
                }
            }
            _ => {}
        }
    }
    body.block_mut(block).ops = ops;
}

#[cfg(test)]
mod tests {
    use crate::mid::build::Sketch;
    use crate::mid::{Op, print};

    #[test]
    fn a_return_becomes_a_break_and_a_branch_behind_the_loop() {
        let mut s = Sketch::new();
        let (c, n, x) = (s.param_bool(), s.param_i32(), s.param_i32());
        let sum = s.counted(n, &[x], |s, i, carried| {
            s.branch(c, |s| s.ends(Op::Return {}), |_| {});
            let next = s.add(carried[0], i);
            vec![next]
        });
        s.assert_nonzero(sum[0]);
        let mut body = s.finish();
        super::run(&mut body);
        insta::assert_snapshot!(print::body(&body), @r#"
            entry(%0: bool_, %1: int32, %2: int32)
              %3: int32 = TypedConst() value=Int(0)
              %4: int32 = TypedConst() value=Int(1)
              %5: bool_ = TypedConst() value=Bool(false)
              %6: bool_ = TypedConst() value=Bool(true)
              %7: int32, %8: bool_ = Loop(%3, %1, %4, %2, %5)
              do(%9: int32, %10: int32, %11: bool_)
                IfElse(%0)
                then()
                  Break(%10, %6)
                else()
                  EndBranch()
                %12: int32 = Arithmetic(%10, %9) kind=Add
                Continue(%12, %11)
              IfElse(%8)
              then()
                Return()
              else()
                EndBranch()
              %13: int32 = TypedConst() value=Int(0)
              %14: bool_ = Compare(%7, %13) predicate=Ne
              Assert(%14) message="zero"
              Return()
        "#);
    }

    #[test]
    fn a_while_loop_at_the_top_is_left_alone() {
        let mut s = Sketch::new();
        let c = s.param_bool();
        s.forever(&[], |s, _| {
            s.branch(c, |s| s.ends(Op::Return {}), |_| {});
            vec![]
        });
        let body = s.finish();
        let mut after = body.clone();
        super::run(&mut after);
        assert_eq!(print::body(&after), print::body(&body));
    }
}
