//! Operations that return their operand, and pairs of them that undo each other.
//!
//! Sound for integers and for changes of shape or type, which are exact. Floating point identities
//! (`x * 1.0`, `x + 0.0`) are left alone: they are not exact for all inputs.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::Attribute;

use super::constant::splat_integer;
use super::merge::Rewrite;
use crate::graph::{Def, Graph, NodeRef, ValueRef};

pub(super) fn apply(g: &mut Graph<'_>, n: NodeRef, _: &mut Vec<NodeRef>) -> Option<Rewrite> {
    if let Some(v) = same(g, n) {
        return Some(Rewrite::Forward(v));
    }
    if let Some(v) = through(g, n) {
        g.node_mut(n).operands[0] = v;
        return Some(Rewrite::Changed);
    }
    None
}

/// The operand that `n` returns.
fn same(g: &Graph<'_>, n: NodeRef) -> Option<ValueRef> {
    let node = g.node(n);
    let result = *node.results.first()?;
    let x = *node.operands.first()?;
    let typed = g.type_ref(x) == g.type_ref(result);
    let right = |k: i64| node.operands.get(1).and_then(|&y| splat_integer(g, y)) == Some(k);
    let left = |k: i64| splat_integer(g, x) == Some(k);
    let other = || node.operands.get(1).copied();
    match node.opcode {
        Opcode::Bitcast | Opcode::Reshape | Opcode::Broadcast | Opcode::PtrToPtr => {
            typed.then_some(x)
        }
        Opcode::Permute => match g.attribute(n, "permutation")? {
            Attribute::DenseI32Array(p) => {
                (typed && p.iter().enumerate().all(|(i, &d)| i as i32 == d)).then_some(x)
            }
            _ => None,
        },
        Opcode::AddI | Opcode::OrI | Opcode::XOrI if right(0) => Some(x),
        Opcode::AddI | Opcode::OrI | Opcode::XOrI if left(0) => other(),
        Opcode::SubI | Opcode::ShLI | Opcode::ShRI if right(0) => Some(x),
        Opcode::Offset if typed && right(0) => Some(x),
        Opcode::MulI if right(1) => Some(x),
        Opcode::MulI if left(1) => other(),
        Opcode::DivI if right(1) && !boolean(g, x) => Some(x),
        Opcode::AndI if right(if boolean(g, x) { 1 } else { -1 }) => Some(x),
        Opcode::AndI if left(if boolean(g, x) { 1 } else { -1 }) => other(),
        Opcode::AndI | Opcode::OrI | Opcode::MaxI | Opcode::MinI => {
            (other() == Some(x)).then_some(x)
        }
        Opcode::Select => {
            let (a, b) = (other()?, *node.operands.get(2)?);
            (a == b).then_some(a)
        }
        Opcode::TruncI => inner(g, x, Opcode::ExtI)
            .map(|m| g.node(m).operands[0])
            .filter(|&v| g.type_ref(v) == g.type_ref(result)),
        _ => None,
    }
}

/// The value that a chain of two operations of one kind starts from.
fn through(g: &Graph<'_>, n: NodeRef) -> Option<ValueRef> {
    let node = g.node(n);
    let x = *node.operands.first()?;
    match node.opcode {
        Opcode::Reshape | Opcode::Broadcast | Opcode::Bitcast | Opcode::PtrToPtr => {}
        // Extending twice the same way is extending once.
        Opcode::ExtI => {}
        _ => return None,
    }
    let m = inner(g, x, node.opcode)?;
    (g.node(m).attributes == node.attributes).then(|| g.node(m).operands[0])
}

/// The operation of kind `opcode` that makes `v`.
fn inner(g: &Graph<'_>, v: ValueRef, opcode: Opcode) -> Option<NodeRef> {
    match g.def(v) {
        Def::Result(m, 0) if g.node(m).opcode == opcode && !g.node(m).operands.is_empty() => {
            Some(m)
        }
        _ => None,
    }
}

pub(super) fn boolean(g: &Graph<'_>, v: ValueRef) -> bool {
    super::constant::tile(g, v).is_some_and(|(_, s)| s == cutile_ir::ir::ScalarType::I1)
}

#[cfg(test)]
mod tests;
