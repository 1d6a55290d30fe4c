//! `break` inside counted loops: a flag carried along, tested first in each iteration.
//!
//! Official `_passes/for_loop_break.py`. Tile IR's `for` has no early exit, so the remaining
//! iterations run empty.

use super::jumps::{Flag, contains_jump};
use crate::mid::{Block, BlockId, Body, LocId, Op};

/// See the module.
pub fn run(body: &mut Body) {
    walk(body, body.root);
}

fn walk(body: &mut Body, block: BlockId) {
    let mut out = Vec::new();
    for id in body.take_ops(block) {
        for nested in body.op(id).op.blocks() {
            walk(body, nested);
        }
        let breaking = match body.op(id).op {
            Op::Loop {
                range: Some(_),
                body: inner,
                ..
            } => contains_jump(body, inner, |op| matches!(op, Op::Break { .. })).then_some(inner),
            _ => None,
        };
        if let Some(inner) = breaking {
            let loc = body.op(id).loc;
            let flag = Flag::new(body, &mut out, loc);
            flag.carry(body, id);
            rewrite(body, inner, &flag);
            skip_when_done(body, inner, &flag, loc);
        }
        out.push(id);
    }
    body.block_mut(block).ops = out;
}

/// Makes `break` a `continue` with the flag set; `continue` passes the flag on.
fn rewrite(body: &mut Body, block: BlockId, flag: &Flag) {
    let mut ops = body.take_ops(block);
    for id in &mut ops {
        match &mut body.op_mut(*id).op {
            Op::Break { values } => {
                let mut values = values.clone();
                let loc = body.op(*id).loc;
                values.push(flag.set);
                *id = body.new_op(Op::Continue { values }, Vec::new(), loc);
            }
            Op::Continue { values } => values.push(flag.inside),
            Op::IfElse {
                then_block,
                else_block,
                ..
            } => {
                let branches = [*then_block, *else_block];
                for branch in branches {
                    rewrite(body, branch, flag);
                }
            }
            _ => {}
        }
    }
    body.block_mut(block).ops = ops;
}

/// Puts `if done { continue }` in front of a loop body.
fn skip_when_done(body: &mut Body, inner: BlockId, flag: &Flag, loc: LocId) {
    let values = body.block(inner).params.iter().copied().skip(1).collect();
    let mut single = |op| {
        let id = body.new_op(op, Vec::new(), loc);
        let block = body.new_block();
        *body.block_mut(block) = Block {
            params: Vec::new(),
            ops: vec![id],
        };
        block
    };
    let then_block = single(Op::Continue { values });
    let else_block = single(Op::EndBranch {
        outputs: Vec::new(),
    });
    let test = Op::IfElse {
        cond: flag.inside,
        then_block,
        else_block,
    };
    let test = body.new_op(test, Vec::new(), loc);
    body.block_mut(inner).ops.insert(0, test);
}

#[cfg(test)]
mod tests {
    use crate::mid::build::Sketch;
    use crate::mid::print;

    #[test]
    fn a_break_becomes_a_flag() {
        let mut s = Sketch::new();
        let (c, n, x) = (s.param_bool(), s.param_i32(), s.param_i32());
        let sum = s.counted(n, &[x], |s, i, carried| {
            let next = s.add(carried[0], i);
            s.branch(c, |s| s.breaks(&[next]), |_| {});
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
                IfElse(%11)
                then()
                  Continue(%10, %11)
                else()
                  EndBranch()
                %12: int32 = Arithmetic(%10, %9) kind=Add
                IfElse(%0)
                then()
                  Continue(%12, %6)
                else()
                  EndBranch()
                Continue(%12, %11)
              %13: int32 = TypedConst() value=Int(0)
              %14: bool_ = Compare(%7, %13) predicate=Ne
              Assert(%14) message="zero"
              Return()
        "#);
    }
}
