//! Takes token operands out of an entry. Results stay, unused; carried tokens become dead.

use cutile_ir::ir::Type;

use crate::graph::effects::Effect;
use crate::graph::{Graph, NodeRef};

pub(super) fn tokens(g: &mut Graph<'_>, entry: NodeRef) {
    for n in g.walk(entry) {
        if !matches!(g.effect(n), Effect::Read | Effect::Write) {
            continue;
        }
        let tokens: Vec<bool> = g
            .node(n)
            .operands
            .iter()
            .map(|&v| matches!(g.ty(v), Type::Token))
            .collect();
        if !tokens.contains(&true) {
            continue;
        }
        let node = g.node_mut(n);
        let mut at = 0;
        for size in &mut node.groups {
            let end = (at + *size as usize).min(tokens.len());
            let dropped = tokens[at..end].iter().filter(|t| **t).count();
            *size -= dropped as u32;
            at = end;
        }
        let mut keep = tokens.iter().map(|t| !t);
        node.operands.retain(|_| keep.next().unwrap_or(true));
    }
}
