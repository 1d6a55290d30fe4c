//! Operations, results and carried values that nothing needs.
//!
//! Effects are needed, and what they use; a weak load whose value nobody uses is not an effect.
//! Loops and branches are needed for what happens inside them, or for a result; each carried value
//! is judged on its own. Sound because what is dropped has no effect and no user. (A `for` always
//! ends; a `loop` might not, and is kept.)

use std::collections::{HashMap, HashSet};

use cutile_ir::bytecode::Opcode;

use crate::graph::effects::Effect;
use crate::graph::{BlockRef, Def, Graph, NodeRef, Unit, ValueRef};

/// Drops what is dead.
pub(super) fn sweep(g: &mut Graph<'_>, unit: &Unit) {
    for &entry in &unit.entries {
        let live = Live::of(g, entry);
        live.drop_dead(g, entry);
    }
}

#[derive(Default)]
struct Live {
    nodes: HashSet<NodeRef>,
    values: HashSet<ValueRef>,
    exits: HashMap<NodeRef, Vec<NodeRef>>,
    work: Vec<ValueRef>,
}

impl Live {
    fn of(g: &Graph<'_>, entry: NodeRef) -> Self {
        let mut live = Self::default();
        let all = g.walk(entry);
        for &n in &all {
            if matches!(
                g.node(n).opcode,
                Opcode::Continue | Opcode::Break | Opcode::Yield
            ) && let Some(t) = g.target(n)
            {
                live.exits.entry(t).or_default().push(n);
            }
        }
        for &n in &all {
            if root(g, n) {
                live.node(g, n);
            }
        }
        while let Some(v) = live.work.pop() {
            live.trace(g, v);
        }
        live
    }

    fn value(&mut self, v: ValueRef) {
        if self.values.insert(v) {
            self.work.push(v);
        }
    }

    fn node(&mut self, g: &Graph<'_>, n: NodeRef) {
        let mut at = n;
        while self.nodes.insert(at) {
            let node = g.node(at);
            let needed = match node.opcode {
                Opcode::For => 3,
                Opcode::Loop | Opcode::Continue | Opcode::Break | Opcode::Yield => 0,
                _ => node.operands.len(),
            };
            for &v in node.operands.iter().take(needed) {
                self.value(v);
            }
            // The ends of its blocks, and the operation around it.
            for &b in &node.blocks {
                if let Some(end) = g.terminator(b) {
                    self.nodes.insert(end);
                    if g.effect(at) == Effect::Combine || g.node(end).opcode == Opcode::Return {
                        g.node(end).operands.iter().for_each(|&v| self.value(v));
                    }
                }
            }
            match node.parent {
                Some(b) => at = g.block(b).owner,
                None => break,
            }
        }
    }

    /// What the value `v` needs.
    fn trace(&mut self, g: &Graph<'_>, v: ValueRef) {
        match g.def(v) {
            Def::Result(n, i) => {
                self.node(g, n);
                let i = i as usize;
                let node = g.node(n);
                match node.opcode {
                    Opcode::For => {
                        if let Some(&argument) = g.carried(n).get(i) {
                            self.value(argument);
                        }
                    }
                    Opcode::Loop => self.handed(g, n, Opcode::Break, i),
                    Opcode::If => self.handed(g, n, Opcode::Yield, i),
                    _ => {}
                }
            }
            Def::Argument(b, i) => {
                let n = g.block(b).owner;
                if g.node(n).parent.is_none() {
                    return;
                }
                self.node(g, n);
                let place = match g.node(n).opcode {
                    Opcode::For => (i as usize).checked_sub(1),
                    Opcode::Loop => Some(i as usize),
                    _ => None,
                };
                if let Some(place) = place {
                    if let Some(&initial) = g.initial(n).get(place) {
                        self.value(initial);
                    }
                    self.handed(g, n, Opcode::Continue, place);
                }
            }
        }
    }

    fn handed(&mut self, g: &Graph<'_>, n: NodeRef, opcode: Opcode, i: usize) {
        for e in self.exits.get(&n).cloned().unwrap_or_default() {
            if g.node(e).opcode == opcode
                && let Some(&v) = g.node(e).operands.get(i)
            {
                self.value(v);
            }
        }
    }

    fn drop_dead(&self, g: &mut Graph<'_>, entry: NodeRef) {
        let mut blocks: Vec<BlockRef> = g.body(entry).into_iter().collect();
        while let Some(b) = blocks.pop() {
            let mut nodes = std::mem::take(&mut g.block_mut(b).nodes);
            nodes.retain(|n| self.nodes.contains(n));
            for &n in &nodes {
                if g.effect(n) == Effect::Control {
                    self.columns(g, n);
                }
                blocks.extend(g.node(n).blocks.iter().copied());
            }
            g.block_mut(b).nodes = nodes;
        }
    }

    /// Drops the carried values and results of `n` that are dead.
    fn columns(&self, g: &mut Graph<'_>, n: NodeRef) {
        let opcode = g.node(n).opcode;
        let carried: Vec<bool> = (0..g.carried(n).len())
            .map(|i| {
                let result = (opcode == Opcode::For)
                    .then(|| g.node(n).results.get(i))
                    .flatten();
                self.values.contains(&g.carried(n)[i])
                    || result.is_some_and(|v| self.values.contains(v))
            })
            .collect();
        let results: Vec<bool> = match opcode {
            Opcode::For => carried.clone(),
            _ => {
                let results = &g.node(n).results;
                results.iter().map(|v| self.values.contains(v)).collect()
            }
        };
        if carried.iter().chain(&results).all(|k| *k) {
            return;
        }
        let exits = self.exits.get(&n).map_or(&[][..], Vec::as_slice);
        keep(g, n, exits, &carried, &results);
    }
}

/// Whether `n` is needed for its own sake.
fn root(g: &Graph<'_>, n: NodeRef) -> bool {
    match g.effect(n) {
        Effect::Write | Effect::Fixed => true,
        Effect::Control => g.node(n).opcode == Opcode::Loop,
        Effect::Exit => match g.node(n).opcode {
            Opcode::Yield => false,
            // The last operation of a `for` does nothing but go on.
            Opcode::Continue => g
                .node(n)
                .parent
                .is_some_and(|b| g.node(g.block(b).owner).opcode != Opcode::For),
            _ => true,
        },
        _ => false,
    }
}

/// Keeps some carried values and results of `n` and drops the rest, in the operation and its exits.
fn keep(g: &mut Graph<'_>, n: NodeRef, exits: &[NodeRef], carried: &[bool], results: &[bool]) {
    for &e in exits {
        let mask = match g.node(e).opcode {
            Opcode::Continue => carried,
            _ => results,
        };
        retain(&mut g.node_mut(e).operands, 0, mask);
    }
    let opcode = g.node(n).opcode;
    retain(&mut g.node_mut(n).results, 0, results);
    renumber_results(g, n);
    let first = match opcode {
        Opcode::For => 3,
        Opcode::Loop => 0,
        _ => return,
    };
    retain(&mut g.node_mut(n).operands, first, carried);
    if let Some(&b) = g.node(n).blocks.first() {
        let skip = usize::from(opcode == Opcode::For);
        retain(&mut g.block_mut(b).arguments, skip, carried);
        renumber_arguments(g, b);
    }
}

fn retain(list: &mut Vec<ValueRef>, skip: usize, mask: &[bool]) {
    let mut at = 0;
    list.retain(|_| {
        let keep = at < skip || mask.get(at - skip).copied().unwrap_or(true);
        at += 1;
        keep
    });
}

pub(super) fn renumber_results(g: &mut Graph<'_>, n: NodeRef) {
    for (i, v) in g.node(n).results.clone().into_iter().enumerate() {
        g.values[v.index()].def = Def::Result(n, i as u32);
    }
}

pub(super) fn renumber_arguments(g: &mut Graph<'_>, b: BlockRef) {
    for (i, v) in g.block(b).arguments.clone().into_iter().enumerate() {
        g.values[v.index()].def = Def::Argument(b, i as u32);
    }
}

#[cfg(test)]
mod tests;
