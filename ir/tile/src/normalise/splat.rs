//! A single element spread over a tile, in one form: one reshape to ones, one broadcast.
//!
//! Between a single element and a tile full of it, any chain of reshapes and broadcasts gives the
//! same tile, since every step keeps all elements equal.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{TileType, Type};

use super::merge::Rewrite;
use crate::graph::{Graph, NodeRef, ValueRef};

pub(super) fn apply(g: &mut Graph<'_>, n: NodeRef, before: &mut Vec<NodeRef>) -> Option<Rewrite> {
    let node = g.node(n);
    if !matches!(node.opcode, Opcode::Reshape | Opcode::Broadcast) {
        return None;
    }
    let result = *node.results.first()?;
    let operand = *node.operands.first()?;
    let root = root(g, operand)?;
    let Type::Tile(whole) = g.ty(result) else {
        return None;
    };
    if g.type_ref(root) == g.type_ref(result) {
        return Some(Rewrite::Forward(root));
    }
    if single(g, result) {
        // Only a reshape can do this.
        if node.opcode == Opcode::Reshape && operand == root {
            return None;
        }
        let node = g.node_mut(n);
        node.opcode = Opcode::Reshape;
        node.operands = vec![root];
        return Some(Rewrite::Changed);
    }
    let ones = Type::Tile(TileType {
        shape: vec![1; whole.shape.len()],
        element_type: whole.element_type.clone(),
    });
    if node.opcode == Opcode::Broadcast
        && *g.ty(operand) == ones
        && (operand == root || reshaped(g, operand, root))
    {
        return None;
    }
    let ones = g.intern_type(&ones);
    let source = if g.type_ref(root) == ones {
        root
    } else {
        let reshape = g.new_node(Opcode::Reshape, Vec::new(), vec![root], ones, n);
        before.push(reshape);
        g.node(reshape).results[0]
    };
    let node = g.node_mut(n);
    node.opcode = Opcode::Broadcast;
    node.operands = vec![source];
    Some(Rewrite::Changed)
}

fn reshaped(g: &Graph<'_>, v: ValueRef, root: ValueRef) -> bool {
    g.producer(v)
        .is_some_and(|p| p.opcode == Opcode::Reshape && p.operands.first() == Some(&root))
}

/// The single element that fills `v`.
fn root(g: &Graph<'_>, v: ValueRef) -> Option<ValueRef> {
    let mut at = v;
    // Chains are short: earlier operations are already in their form.
    for _ in 0..8 {
        match g.producer(at) {
            Some(p)
                if matches!(p.opcode, Opcode::Reshape | Opcode::Broadcast)
                    && !p.operands.is_empty() =>
            {
                at = p.operands[0];
            }
            _ => break,
        }
    }
    single(g, at).then_some(at)
}

fn single(g: &Graph<'_>, v: ValueRef) -> bool {
    matches!(g.ty(v), Type::Tile(t) if t.shape.iter().all(|&d| d == 1))
}

#[cfg(test)]
mod tests;
