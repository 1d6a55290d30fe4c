//! Tokens reduced to the order they impose.
//!
//! A program may thread one token through all its memory operations or one for each tensor, join
//! them early or late, carry them through loops or not: what counts is which operations are thereby
//! ordered. This rewrite computes that relation ([`instances`] says exactly what), keeps the pairs
//! in which at least one side can be observed by the other (two weak reads need no order), drops
//! what the rest implies, and takes the tokens away. The relation stays in [`Graph::order`], and
//! [`write`] puts it back as an attribute of the operations.
//!
//! Sound because the relation is exactly what the tokens guaranteed, except for order between weak
//! reads, which no operation of the program and no race-free program beside it can observe.

mod instances;
mod strip;
mod written;

use std::collections::{HashMap, HashSet};

use cutile_ir::bytecode::Opcode;

use crate::graph::attributes::ORDERED_AFTER;
use crate::graph::effects::Effect;
use crate::graph::{After, BlockRef, Graph, NodeRef, Unit};

/// Reduces the tokens of every entry. An entry too large for the analysis keeps its tokens.
pub(crate) fn reduce(g: &mut Graph<'_>, unit: &Unit) {
    for &entry in &unit.entries {
        if written::read(g, entry) {
            continue;
        }
        let Some(pairs) = instances::analyse(g, entry) else {
            continue;
        };
        strip::tokens(g, entry);
        for (y, mut list) in pairs {
            list.retain(|p| !both_read(g, p.node, y));
            list.sort_unstable();
            if !list.is_empty() {
                g.order.insert(y, list);
            }
        }
    }
}

/// Whether no order between the two can be observed.
fn both_read(g: &Graph<'_>, a: NodeRef, b: NodeRef) -> bool {
    g.effect(a) == Effect::Read && g.effect(b) == Effect::Read
}

/// Operations of an entry that take part in memory order, in order of appearance.
pub(crate) fn memory(g: &Graph<'_>, entry: NodeRef) -> Vec<NodeRef> {
    let mut all = g.walk(entry);
    all.retain(|&n| matches!(g.effect(n), Effect::Read | Effect::Write));
    all
}

/// The order relation of `entry` without the pairs that others imply: for each operation, those it
/// directly comes after.
///
/// A pair (x, y) is implied by z when x comes before z, z before y, and z is certain to run before
/// y does, that is, z dominates y.
pub(crate) fn reduced(g: &Graph<'_>, entry: NodeRef) -> Vec<(NodeRef, Vec<After>)> {
    let memory = memory(g, entry);
    let position: HashMap<NodeRef, usize> =
        memory.iter().enumerate().map(|(i, &n)| (n, i)).collect();
    let sets: HashMap<NodeRef, HashSet<After>> = memory
        .iter()
        .map(|&n| (n, order_of(g, n).iter().copied().collect()))
        .collect();
    let mut out = Vec::new();
    for &y in &memory {
        let mut kept: Vec<After> = Vec::new();
        for &p in order_of(g, y) {
            if !position.contains_key(&p.node) {
                continue;
            }
            let implied = order_of(g, y).iter().any(|q| {
                q.earlier == 0
                    && q.node != p.node
                    && position.get(&q.node) < position.get(&y)
                    && sets.get(&q.node).is_some_and(|s| s.contains(&p))
                    && dominates(g, q.node, y)
            });
            if !implied {
                kept.push(p);
            }
        }
        kept.sort_by_key(|p| (position.get(&p.node).copied(), p.earlier));
        out.push((y, kept));
    }
    out
}

pub(crate) fn order_of<'a>(g: &'a Graph<'_>, n: NodeRef) -> &'a [After] {
    g.order.get(&n).map_or(&[], Vec::as_slice)
}

/// Whether the block of `z` is the block of `y` or around it; `z` is known to come first.
fn dominates(g: &Graph<'_>, z: NodeRef, y: NodeRef) -> bool {
    let home = g.node(z).parent;
    let mut at = g.node(y).parent;
    while let Some(b) = at {
        if home == Some(b) {
            return true;
        }
        at = g.node(g.block(b).owner).parent;
    }
    false
}

pub(crate) use written::{erase, write};

/// Blocks around `n`, outermost first.
fn path(g: &Graph<'_>, n: NodeRef) -> Vec<BlockRef> {
    let mut out = Vec::new();
    let mut at = g.node(n).parent;
    while let Some(b) = at {
        out.push(b);
        at = g.node(g.block(b).owner).parent;
    }
    out.reverse();
    out
}

fn is_loop(g: &Graph<'_>, b: BlockRef) -> bool {
    matches!(g.node(g.block(b).owner).opcode, Opcode::For | Opcode::Loop)
}

#[cfg(test)]
mod tests;
