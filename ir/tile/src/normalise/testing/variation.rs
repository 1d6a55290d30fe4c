//! Changes that keep the meaning: another name, another order of independent operations, swapped
//! operands, repeated constants, other places of carried values, other threading of tokens.

use std::collections::HashSet;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module, Type};

use crate::graph::effects::Effect;
use crate::graph::{BlockRef, Def, Graph, NodeRef};
use crate::normalise::swappable;

/// A small random sequence.
pub(crate) struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides.max(1)
    }
}

/// A module with the same meaning, chosen by `seed`.
pub(crate) fn vary(module: &Module, seed: u64) -> Module {
    let mut dice = Dice::new(seed);
    let mut g = Graph::default();
    let unit = g.import(module).expect("well-formed");
    for &entry in &unit.entries {
        rename(&mut g, entry);
        commute(&mut g, entry, &mut dice);
        repeat_constants(&mut g, entry, &mut dice);
        retie_tokens(&mut g, entry, &mut dice);
        let blocks = blocks(&g, entry);
        for b in blocks {
            shuffle(&mut g, b, &mut dice);
        }
    }
    g.export(&unit)
}

fn rename(g: &mut Graph<'_>, entry: NodeRef) {
    let name = Attribute::String("renamed".into());
    g.set_attribute(entry, "sym_name", Some(name));
}

fn commute(g: &mut Graph<'_>, entry: NodeRef, dice: &mut Dice) {
    for n in g.walk(entry) {
        if swappable(g, n) && g.node(n).operands.len() >= 2 && dice.roll(2) == 0 {
            g.node_mut(n).operands.swap(0, 1);
        }
    }
}

/// Uses of constants get constants of their own.
fn repeat_constants(g: &mut Graph<'_>, entry: NodeRef, dice: &mut Dice) {
    for b in blocks(g, entry) {
        let mut out = Vec::new();
        for n in g.block(b).nodes.clone() {
            for i in 0..g.node(n).operands.len() {
                let v = g.node(n).operands[i];
                let Def::Result(c, _) = g.def(v) else {
                    continue;
                };
                if g.node(c).opcode == Opcode::Constant && dice.roll(2) == 0 {
                    let list = g.attributes(c).clone();
                    let copy = g.new_node(Opcode::Constant, list, vec![], g.type_ref(v), n);
                    g.node_mut(n).operands[i] = g.node(copy).results[0];
                    out.push(copy);
                }
            }
            out.push(n);
        }
        g.block_mut(b).nodes = out;
    }
}

/// Tokens go through a join, alone or together with the first token there is.
fn retie_tokens(g: &mut Graph<'_>, entry: NodeRef, dice: &mut Dice) {
    for b in blocks(g, entry) {
        let mut out = Vec::new();
        for n in g.block(b).nodes.clone() {
            let tokens: Vec<usize> = (0..g.node(n).operands.len())
                .filter(|&i| matches!(g.ty(g.node(n).operands[i]), Type::Token))
                .collect();
            for i in tokens {
                if g.effect(n) == Effect::Order || dice.roll(2) == 0 {
                    continue;
                }
                let v = g.node(n).operands[i];
                let ty = g.type_ref(v);
                let fresh = g.new_node(Opcode::MakeToken, vec![], vec![], ty, n);
                let with = g.node(fresh).results[0];
                let join = g.new_node(Opcode::JoinTokens, vec![], vec![with, v], ty, n);
                g.node_mut(n).operands[i] = g.node(join).results[0];
                out.extend([fresh, join]);
            }
            out.push(n);
        }
        g.block_mut(b).nodes = out;
    }
}

fn blocks(g: &Graph<'_>, entry: NodeRef) -> Vec<BlockRef> {
    let mut out: Vec<BlockRef> = g.body(entry).into_iter().collect();
    for n in g.walk(entry) {
        out.extend(&g.node(n).blocks);
    }
    out
}

/// A random order in which definitions come before uses, effects keep their order, and loads stay
/// between the effects around them.
fn shuffle(g: &mut Graph<'_>, b: BlockRef, dice: &mut Dice) {
    let nodes = g.block(b).nodes.clone();
    let mut needs: Vec<HashSet<usize>> = vec![HashSet::new(); nodes.len()];
    let place = |n: NodeRef| nodes.iter().position(|&m| m == n);
    let mut effect: Option<usize> = None;
    let mut loads: Vec<usize> = Vec::new();
    for (i, &n) in nodes.iter().enumerate() {
        let inner = std::iter::once(n).chain(g.walk(n));
        for v in inner.flat_map(|m| g.node(m).operands.clone()) {
            if let Def::Result(m, _) = g.def(v)
                && let Some(j) = place(m)
                && j != i
            {
                needs[i].insert(j);
            }
        }
        match g.effect(n) {
            Effect::Read => {
                needs[i].extend(effect);
                loads.push(i);
            }
            // Facts hold from where they stand.
            e if e.has_place() => {
                needs[i].extend(effect.replace(i));
                needs[i].extend(loads.drain(..));
            }
            _ => {}
        }
    }
    let mut out = Vec::new();
    let mut done = HashSet::new();
    while out.len() < nodes.len() {
        let last = nodes.len() - 1;
        let ready: Vec<usize> = (0..nodes.len())
            .filter(|i| !done.contains(i) && needs[*i].iter().all(|j| done.contains(j)))
            // The end of the block stays at the end.
            .filter(|&i| i != last || out.len() == last)
            .collect();
        let i = ready[dice.roll(ready.len())];
        done.insert(i);
        out.push(nodes[i]);
    }
    g.block_mut(b).nodes = out;
}
