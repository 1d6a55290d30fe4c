//! The order of operations in a block.
//!
//! Effects, loops and branches keep their order. What they need comes right before them: pure
//! operations when first needed, loads between the same two effects likewise, loads that nothing
//! before the next effect needs by what they load. Sound because only pure operations and weak
//! loads move, no load moves across an effect, and definitions stay before uses.

use std::collections::{HashMap, HashSet};

use super::colour::Ranks;
use crate::graph::effects::Effect;
use crate::graph::{BlockRef, Def, Graph, NodeRef};

enum Step {
    Need(NodeRef),
    Block(BlockRef),
    Emit(NodeRef),
}

/// The loads between two effects of a block, by the effect after them.
pub(super) fn segments(g: &Graph<'_>, entry: NodeRef) -> HashMap<NodeRef, Vec<NodeRef>> {
    let mut out: HashMap<NodeRef, Vec<NodeRef>> = HashMap::new();
    let mut blocks: Vec<BlockRef> = g.body(entry).into_iter().collect();
    while let Some(b) = blocks.pop() {
        let mut reads: Vec<NodeRef> = Vec::new();
        for &n in &g.block(b).nodes {
            let effect = g.effect(n);
            if effect == Effect::Read {
                reads.push(n);
            } else if effect.has_place() && !reads.is_empty() {
                out.insert(n, std::mem::take(&mut reads));
            }
            blocks.extend(g.node(n).blocks.iter().copied());
        }
    }
    out
}

pub(super) fn arrange(g: &mut Graph<'_>, entry: NodeRef, ranks: &Ranks) {
    let Some(body) = g.body(entry) else { return };
    let mut anchors = segments(g, entry);
    for reads in anchors.values_mut() {
        reads.sort_by_key(|&r| ranks.node(r));
    }
    let mut roots: HashMap<BlockRef, Vec<NodeRef>> = HashMap::new();
    let mut blocks = vec![body];
    while let Some(b) = blocks.pop() {
        let list = roots.entry(b).or_default();
        for &n in &g.block(b).nodes {
            let effect = g.effect(n);
            if effect.has_place() && effect != Effect::Read {
                list.push(n);
            }
            blocks.extend(g.node(n).blocks.iter().copied());
        }
    }
    let mut out: HashMap<BlockRef, Vec<NodeRef>> = HashMap::new();
    let mut seen: HashSet<NodeRef> = HashSet::new();
    let mut stack = vec![Step::Block(body)];
    while let Some(step) = stack.pop() {
        match step {
            Step::Block(b) => {
                let list = roots.get(&b).into_iter().flatten().rev();
                stack.extend(list.map(|&n| Step::Need(n)));
            }
            Step::Emit(n) => {
                if let Some(b) = g.node(n).parent {
                    out.entry(b).or_default().push(n);
                }
            }
            Step::Need(n) => {
                if !seen.insert(n) {
                    continue;
                }
                let node = g.node(n);
                stack.push(Step::Emit(n));
                stack.extend(node.blocks.iter().rev().map(|&b| Step::Block(b)));
                let reads = anchors.get(&n).into_iter().flatten().rev();
                stack.extend(reads.map(|&r| Step::Need(r)));
                for &v in node.operands.iter().rev() {
                    if let Def::Result(m, _) = g.def(v) {
                        stack.push(Step::Need(m));
                    }
                }
            }
        }
    }
    for b in roots.into_keys() {
        g.block_mut(b).nodes = out.remove(&b).unwrap_or_default();
    }
}
