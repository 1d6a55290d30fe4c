//! Comparisons in one direction, and negations drawn into them.
//!
//! `a > b` is `b < a`, and the negation of a comparison is the opposite comparison; for floating
//! point the opposite also changes what NaN gives, so that the results agree on every input.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::Attribute;

use super::constant::splat_integer;
use super::identity::boolean;
use super::merge::Rewrite;
use crate::graph::{Def, Graph, NodeRef};

pub(super) const PREDICATE: &str = "comparison_predicate";
pub(super) const ORDERING: &str = "comparison_ordering";

pub(super) fn apply(g: &mut Graph<'_>, n: NodeRef, _: &mut Vec<NodeRef>) -> Option<Rewrite> {
    match g.node(n).opcode {
        Opcode::CmpI | Opcode::CmpF => turn(g, n),
        Opcode::XOrI => negate(g, n),
        _ => None,
    }
}

/// Greater-than becomes less-than with the operands swapped.
fn turn(g: &mut Graph<'_>, n: NodeRef) -> Option<Rewrite> {
    let turned = match g.integer(n, PREDICATE)? {
        4 => 2,
        5 => 3,
        _ => return None,
    };
    if g.node(n).operands.len() != 2 {
        return None;
    }
    g.set_attribute(n, PREDICATE, Some(Attribute::i32(turned)));
    g.node_mut(n).operands.swap(0, 1);
    Some(Rewrite::Changed)
}

/// `not (a < b)` becomes `b <= a`, as a comparison of its own.
fn negate(g: &mut Graph<'_>, n: NodeRef) -> Option<Rewrite> {
    let [a, b] = *g.node(n).operands.as_slice() else {
        return None;
    };
    if !boolean(g, a) {
        return None;
    }
    let compared = match (splat_integer(g, a), splat_integer(g, b)) {
        (_, Some(1)) => a,
        (Some(1), _) => b,
        _ => return None,
    };
    let Def::Result(m, _) = g.def(compared) else {
        return None;
    };
    if g.node(m).opcode == Opcode::XOrI {
        return twice(g, m);
    }
    if !matches!(g.node(m).opcode, Opcode::CmpI | Opcode::CmpF) {
        return None;
    }
    let opposite = match g.integer(m, PREDICATE)? {
        0 => 1,
        1 => 0,
        2 => 5,
        3 => 4,
        4 => 3,
        5 => 2,
        _ => return None,
    };
    let ordering = g.integer(m, ORDERING).map(|o| 1 - o);
    let source = g.node(m).clone();
    let node = g.node_mut(n);
    node.opcode = source.opcode;
    node.operands = source.operands;
    node.attributes = source.attributes;
    g.set_attribute(n, PREDICATE, Some(Attribute::i32(opposite)));
    if let Some(o) = ordering {
        g.set_attribute(n, ORDERING, Some(Attribute::i32(o)));
    }
    Some(Rewrite::Changed)
}

/// The negation of a negation.
fn twice(g: &Graph<'_>, m: NodeRef) -> Option<Rewrite> {
    let [a, b] = *g.node(m).operands.as_slice() else {
        return None;
    };
    match (splat_integer(g, a), splat_integer(g, b)) {
        (_, Some(1)) => Some(Rewrite::Forward(a)),
        (Some(1), _) => Some(Rewrite::Forward(b)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
