//! Operands that may be swapped, in one order: constants last, the rest by what they compute.
//!
//! Sound for the operations [`commutes`] names: integer and floating point addition and
//! multiplication (also inside `fma`), minimum and maximum, bitwise logic, and comparisons for
//! (in)equality. Floating point operations are commutative but for the payload of NaNs, which Tile
//! IR leaves open.

use cutile_ir::bytecode::Opcode;

use super::colour::Ranks;
use crate::graph::effects::commutes;
use crate::graph::{Graph, NodeRef, ValueRef};

pub(super) fn sort(g: &mut Graph<'_>, entry: NodeRef, ranks: &Ranks) {
    for n in g.walk(entry) {
        let [a, b, ..] = *g.node(n).operands.as_slice() else {
            continue;
        };
        if swappable(g, n) && rank(g, ranks, a) > rank(g, ranks, b) {
            g.node_mut(n).operands.swap(0, 1);
        }
    }
}

/// Whether the first two operands of `n` may be swapped.
pub(crate) fn swappable(g: &Graph<'_>, n: NodeRef) -> bool {
    let opcode = g.node(n).opcode;
    let equality = matches!(opcode, Opcode::CmpI | Opcode::CmpF)
        && matches!(g.integer(n, "comparison_predicate"), Some(0 | 1));
    commutes(opcode) || equality
}

fn rank(g: &Graph<'_>, ranks: &Ranks, v: ValueRef) -> (bool, u64, u32) {
    let constant = g.producer(v).is_some_and(|p| p.opcode == Opcode::Constant);
    (constant, ranks.value(v), v.0)
}
