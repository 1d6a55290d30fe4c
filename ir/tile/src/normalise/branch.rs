//! Branches on one of a condition and its negation.
//!
//! `if not c { a } else { b }` is `if c { b } else { a }`. Of a comparison and its opposite the kept
//! condition is equality or less-than; [`predicate`](super::predicate) says why the opposite is
//! exact, for floating point too.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::Attribute;

use super::constant::splat_integer;
use super::identity::boolean;
use super::predicate::{ORDERING, PREDICATE};
use crate::graph::{Def, Graph, NodeRef, ValueRef};

/// Turns the branch `n` round if its condition is a negation. The comparison it then needs is not
/// in any block yet.
pub(super) fn turn(g: &mut Graph<'_>, n: NodeRef) -> Option<NodeRef> {
    if g.node(n).opcode != Opcode::If || g.node(n).blocks.len() != 2 {
        return None;
    }
    let condition = *g.node(n).operands.first()?;
    let Def::Result(m, _) = g.def(condition) else {
        return None;
    };
    match g.node(m).opcode {
        Opcode::XOrI => {
            let plain = negated(g, m)?;
            flip(g, n, plain);
            None
        }
        Opcode::CmpI | Opcode::CmpF => {
            let opposite = opposite(g, m)?;
            let v = g.node(opposite).results[0];
            flip(g, n, v);
            Some(opposite)
        }
        _ => None,
    }
}

fn flip(g: &mut Graph<'_>, n: NodeRef, condition: ValueRef) {
    let node = g.node_mut(n);
    node.operands[0] = condition;
    node.blocks.swap(0, 1);
}

/// What `m` is the negation of.
fn negated(g: &Graph<'_>, m: NodeRef) -> Option<ValueRef> {
    let [a, b] = *g.node(m).operands.as_slice() else {
        return None;
    };
    match (boolean(g, a), splat_integer(g, a), splat_integer(g, b)) {
        (true, _, Some(1)) => Some(a),
        (true, Some(1), _) => Some(b),
        _ => None,
    }
}

/// The opposite of a comparison that is not an equality or less-than.
fn opposite(g: &mut Graph<'_>, m: NodeRef) -> Option<NodeRef> {
    let (predicate, swapped) = match g.integer(m, PREDICATE)? {
        1 => (0, false),
        3 => (2, true),
        5 => (2, false),
        _ => return None,
    };
    let [a, b] = *g.node(m).operands.as_slice() else {
        return None;
    };
    let operands = if swapped { vec![b, a] } else { vec![a, b] };
    let list = g.attributes(m).clone();
    let ty = g.type_ref(g.node(m).results[0]);
    let opcode = g.node(m).opcode;
    let n = g.new_node(opcode, list, operands, ty, m);
    g.set_attribute(n, PREDICATE, Some(Attribute::i32(predicate)));
    if let Some(o) = g.integer(m, ORDERING) {
        g.set_attribute(n, ORDERING, Some(Attribute::i32(1 - o)));
    }
    Some(n)
}

#[cfg(test)]
mod tests;
