//! What the two passes over jumps out of counted loops share: the flag a loop carries, and the
//! search for jumps that belong to a loop.

use crate::dtype::Dtype;
use crate::mid::{BlockId, Body, Const, LocId, Op, OpId, Shape, Type, Var};

/// A boolean that a loop carries, false at first.
pub(super) struct Flag {
    /// False, defined before the loop.
    clear: Var,
    /// True, defined before the loop.
    pub set: Var,
    /// Its value inside the loop.
    pub inside: Var,
    /// Its value behind the loop.
    after: Var,
}

impl Flag {
    /// Defines both constants at the end of `ops`.
    pub fn new(body: &mut Body, ops: &mut Vec<OpId>, loc: LocId) -> Flag {
        let mut var = || body.new_typed(Type::tile(Dtype::Bool, Shape::SCALAR), loc);
        let (clear, set, inside, after) = (var(), var(), var(), var());
        for (var, value) in [(clear, false), (set, true)] {
            let op = Op::TypedConst {
                value: Const::Bool(value),
            };
            ops.push(body.new_op(op, vec![var], loc));
        }
        Flag {
            clear,
            set,
            inside,
            after,
        }
    }

    /// Makes loop `id` carry the flag as its last variable; gives the flag behind the loop.
    pub fn carry(&self, body: &mut Body, id: OpId) -> Var {
        let operation = body.op_mut(id);
        operation.results.push(self.after);
        if let Op::Loop {
            initial_values,
            body: inner,
            ..
        } = &mut operation.op
        {
            initial_values.push(self.clear);
            let inner = *inner;
            body.block_mut(inner).params.push(self.inside);
        }
        self.after
    }
}

/// Whether a block has an operation that `wanted` accepts, branches included but not inner loops.
pub(super) fn contains_jump(body: &Body, block: BlockId, wanted: fn(&Op) -> bool) -> bool {
    let mut pending = vec![block];
    while let Some(block) = pending.pop() {
        for &id in &body.block(block).ops {
            let op = &body.op(id).op;
            if wanted(op) {
                return true;
            }
            if let Op::IfElse { .. } = op {
                pending.extend(op.blocks());
            }
        }
    }
    false
}
