//! An early return, as a branch around the rest.
//!
//! `if c { a; return } else { b }; rest; return` runs the same operations as
//! `if c { a } else { b; rest }; return`, and the second form is the one that is kept. It applies
//! wherever nothing but the end of the kernel follows: in the entry's body, and in a branch that is
//! the last thing of such a block.

use std::collections::HashMap;

use cutile_ir::bytecode::Opcode;

use crate::graph::{BlockRef, Def, Graph, NodeRef, Unit, ValueRef};

pub(super) fn sink(g: &mut Graph<'_>, unit: &Unit) {
    for &entry in &unit.entries {
        let mut map: HashMap<ValueRef, ValueRef> = HashMap::new();
        let mut work: Vec<BlockRef> = g.body(entry).into_iter().collect();
        while let Some(b) = work.pop() {
            work.extend(block(g, b, &mut map));
        }
        if !map.is_empty() {
            replace(g, entry, &map);
        }
    }
}

/// Sinks what follows the first early return of `b`, a block after which nothing runs; the blocks
/// that are now like that.
fn block(g: &mut Graph<'_>, b: BlockRef, map: &mut HashMap<ValueRef, ValueRef>) -> Vec<BlockRef> {
    let nodes = g.block(b).nodes.clone();
    let Some((&last, before)) = nodes.split_last() else {
        return Vec::new();
    };
    if !g.node(last).operands.is_empty() || !ends(g, last) {
        return Vec::new();
    }
    if let Some(at) = before.iter().position(|&n| returns(g, n).is_some()) {
        return early(g, (b, before, last), at, map).unwrap_or_default();
    }
    match before.last() {
        Some(&n) if g.node(n).opcode == Opcode::If => g.node(n).blocks.clone(),
        _ => Vec::new(),
    }
}

fn early(
    g: &mut Graph<'_>,
    (b, before, last): (BlockRef, &[NodeRef], NodeRef),
    at: usize,
    map: &mut HashMap<ValueRef, ValueRef>,
) -> Option<Vec<BlockRef>> {
    let branch = before[at];
    let leaving = returns(g, branch)?;
    let staying = g
        .node(branch)
        .blocks
        .iter()
        .copied()
        .find(|&s| s != leaving)?;
    let end = g.terminator(staying)?;
    let rest: Vec<NodeRef> = before[at + 1..].to_vec();
    if g.node(end).opcode == Opcode::Yield {
        let yielded = g.node(end).operands.clone();
        let results = std::mem::take(&mut g.node_mut(branch).results);
        map.extend(results.into_iter().zip(yielded));
    } else if g.node(end).opcode != Opcode::Return {
        return None;
    }
    // Both leave: what follows never runs.
    let moved = if g.node(end).opcode == Opcode::Yield {
        rest
    } else {
        g.node_mut(branch).results.clear();
        Vec::new()
    };
    for &n in &moved {
        g.node_mut(n).parent = Some(staying);
        g.relevel(n);
    }
    let mut inside = g.block(staying).nodes.clone();
    inside.pop();
    inside.extend(moved);
    inside.push(end);
    g.block_mut(staying).nodes = inside;
    for s in [staying, leaving] {
        if let Some(end) = g.terminator(s) {
            let node = g.node_mut(end);
            node.opcode = Opcode::Yield;
            node.operands.clear();
        }
    }
    let mut kept = before[..=at].to_vec();
    kept.push(last);
    g.block_mut(b).nodes = kept;
    Some(vec![staying, leaving])
}

/// Whether `last` ends a block after which nothing runs: a return, or the end of a branch that a
/// return follows, which this rewrite leaves as a yield.
fn ends(g: &Graph<'_>, last: NodeRef) -> bool {
    let Some(b) = g.node(last).parent else {
        return false;
    };
    let owner = g.block(b).owner;
    match g.node(last).opcode {
        Opcode::Return => g.node(owner).opcode == Opcode::Entry,
        Opcode::Yield => g.node(owner).opcode == Opcode::If && g.node(owner).results.is_empty(),
        _ => false,
    }
}

/// The side of a branch that returns; the first if both do.
fn returns(g: &Graph<'_>, n: NodeRef) -> Option<BlockRef> {
    let node = g.node(n);
    if node.opcode != Opcode::If || node.blocks.len() != 2 {
        return None;
    }
    let leaves = |b: &BlockRef| {
        g.terminator(*b)
            .is_some_and(|e| g.node(e).opcode == Opcode::Return)
    };
    node.blocks.iter().copied().find(|b| leaves(b))
}

fn replace(g: &mut Graph<'_>, entry: NodeRef, map: &HashMap<ValueRef, ValueRef>) {
    for n in g.walk(entry) {
        for i in 0..g.node(n).operands.len() {
            let mut v = g.node(n).operands[i];
            for _ in 0..=map.len() {
                match map.get(&v) {
                    Some(&next) => v = next,
                    None => break,
                }
            }
            g.node_mut(n).operands[i] = v;
        }
    }
    debug_assert!(
        map.keys().all(|&v| matches!(g.def(v), Def::Result(..))),
        "only results of branches are replaced"
    );
}

#[cfg(test)]
mod tests;
