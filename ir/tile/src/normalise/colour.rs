//! A rank for everything that may stand in more than one order, where content alone does not tell.
//!
//! [`fingerprint`](super::fingerprint) looks from a value back to what it is made of. Two loads of
//! one address, or two carried values that are computed alike, have the same print, yet their order
//! shows in what uses them. Where prints leave such a tie, this refines colours over the whole
//! entry, forwards and backwards (the Weisfeiler-Leman algorithm on operations, values, carried
//! places and memory order), until all that matters differs or nothing changes any more. What is
//! then still tied is told apart by giving one member a colour of its own and refining again; which
//! member does not matter where they are images of each other under a symmetry, and otherwise the
//! one whose refinement has the smallest signature is taken.
//!
//! Colours depend on structure only, so that modules that differ in order get the same ranks. The
//! work is bounded; ties beyond the bound are broken by position, which may leave equal modules
//! different but never makes different ones equal.

use std::collections::{HashMap, HashSet};
use std::hash::Hasher;

use cutile_ir::bytecode::Opcode;

use super::commute::swappable;
use super::fingerprint::Prints;
use super::schedule::segments;
use crate::graph::effects::Effect;
use crate::graph::hash::Mixer;
use crate::graph::{Graph, NodeRef, ValueRef};

/// Rounds of one refinement.
const ROUNDS: usize = 512;
/// Members of a tie that are tried.
const TRIED: usize = 8;
/// Visits of edges altogether.
const BUDGET: usize = 1 << 25;

/// What order goes by.
pub(super) struct Ranks {
    values: Vec<u64>,
    nodes: Vec<u64>,
}

impl Ranks {
    pub fn value(&self, v: ValueRef) -> u64 {
        self.values.get(v.index()).copied().unwrap_or(0)
    }

    pub fn node(&self, n: NodeRef) -> u64 {
        self.nodes.get(n.index()).copied().unwrap_or(0)
    }
}

/// Ranks for `entry`: its prints, if these tell everything apart.
pub(super) fn ranks(g: &Graph<'_>, entry: NodeRef, prints: Prints) -> Ranks {
    let ranks = Ranks {
        values: prints.values,
        nodes: prints.nodes,
    };
    let sets = sets(g, entry);
    let tied = sets.iter().any(|set| match set {
        Set::Values(list) => repeats(list, |&v| ranks.value(v)),
        Set::Nodes(list) => repeats(list, |&n| ranks.node(n)),
    });
    if !tied {
        return ranks;
    }
    let mut painter = Painter::new(g, entry, &sets);
    painter.settle();
    painter.ranks(ranks)
}

/// Things that are put in order among each other.
enum Set {
    Values(Vec<ValueRef>),
    Nodes(Vec<NodeRef>),
}

fn sets(g: &Graph<'_>, entry: NodeRef) -> Vec<Set> {
    let mut out: Vec<Set> = Vec::new();
    for n in g.walk(entry) {
        let node = g.node(n);
        if node.opcode == Opcode::For || node.opcode == Opcode::Loop {
            out.push(Set::Values(g.carried(n).to_vec()));
        }
        if matches!(node.opcode, Opcode::Loop | Opcode::If) {
            out.push(Set::Values(node.results.clone()));
        }
        if let [a, b, ..] = *node.operands.as_slice()
            && a != b
            && swappable(g, n)
        {
            out.push(Set::Values(vec![a, b]));
        }
    }
    out.extend(segments(g, entry).into_values().map(Set::Nodes));
    out
}

fn repeats<T>(list: &[T], colour: impl Fn(&T) -> u64) -> bool {
    let mut seen = HashSet::new();
    list.len() > 1 && !list.iter().all(|x| seen.insert(colour(x)))
}

struct Painter<'g, 'm> {
    g: &'g Graph<'m>,
    colours: Vec<u64>,
    edges: Vec<(u32, u32, u64)>,
    values: HashMap<ValueRef, u32>,
    nodes: HashMap<NodeRef, u32>,
    sets: Vec<Vec<u32>>,
    spent: usize,
}

impl<'g, 'm> Painter<'g, 'm> {
    fn new(g: &'g Graph<'m>, entry: NodeRef, sets: &[Set]) -> Self {
        let mut p = Self {
            g,
            colours: Vec::new(),
            edges: Vec::new(),
            values: HashMap::new(),
            nodes: HashMap::new(),
            sets: Vec::new(),
            spent: 0,
        };
        p.node(entry, 0);
        p.blocks(entry);
        let all = g.walk(entry);
        all.iter().for_each(|&n| p.blocks(n));
        let mut columns = HashMap::new();
        all.iter().for_each(|&n| p.columns(n, &mut columns));
        all.iter().for_each(|&n| p.links(n, &columns));
        let place = |p: &Self, set: &Set| match set {
            Set::Values(list) => list
                .iter()
                .filter_map(|v| p.values.get(v).copied())
                .collect(),
            Set::Nodes(list) => list
                .iter()
                .filter_map(|n| p.nodes.get(n).copied())
                .collect(),
        };
        p.sets = sets.iter().map(|set| place(&p, set)).collect();
        p
    }

    fn object(&mut self, colour: u64) -> u32 {
        self.colours.push(colour);
        (self.colours.len() - 1) as u32
    }

    fn edge(&mut self, a: u32, b: u32, label: Mixer) {
        self.edges.push((a, b, label.finish()));
    }

    fn node(&mut self, n: NodeRef, place: u64) -> u32 {
        let node = self.g.node(n);
        let mut m = Mixer::new(20)
            .word(u64::from(node.opcode.as_u16()))
            .word(place);
        // The name of an entry does not count.
        if node.opcode != Opcode::Entry {
            m.add(self.g.attributes_hash(n));
        }
        node.groups.iter().for_each(|&s| m.add(u64::from(s)));
        let id = self.object(m.finish());
        self.nodes.insert(n, id);
        for (i, v) in self.g.node(n).results.clone().into_iter().enumerate() {
            let value = self.value(v);
            if self.g.effect(n) != Effect::Control {
                self.edge(id, value, Mixer::new(21).word(i as u64));
            }
        }
        id
    }

    fn value(&mut self, v: ValueRef) -> u32 {
        let colour = Mixer::new(22).word(self.g.type_hash(v)).finish();
        let id = self.object(colour);
        self.values.insert(v, id);
        id
    }

    /// The blocks of `n`: arguments that have a place, and operations; effects by their number.
    fn blocks(&mut self, n: NodeRef) {
        let g = self.g;
        let Some(&id) = self.nodes.get(&n) else {
            return;
        };
        for (b, &block) in g.node(n).blocks.iter().enumerate() {
            let fixed = match g.node(n).opcode {
                Opcode::For => 1,
                Opcode::Loop => 0,
                _ => g.block(block).arguments.len(),
            };
            for (i, &v) in g.block(block).arguments.iter().enumerate() {
                let value = self.value(v);
                if i < fixed {
                    self.edge(id, value, Mixer::new(23).word(b as u64).word(i as u64));
                }
            }
            let mut place = 0;
            for &m in &g.block(block).nodes {
                let effect = g.effect(m);
                if effect.has_place() && effect != Effect::Read {
                    place += 1;
                }
                let at = if effect.has_place() { place } else { 0 };
                let inner = self.node(m, at);
                self.edge(id, inner, Mixer::new(24).word(b as u64));
            }
        }
    }

    /// Places of carried values and results of a loop or branch, which have no order.
    fn columns(&mut self, n: NodeRef, columns: &mut HashMap<(NodeRef, bool, usize), u32>) {
        let g = self.g;
        let opcode = g.node(n).opcode;
        let Some(&id) = self.nodes.get(&n) else {
            return;
        };
        for (i, v) in g.carried(n).iter().enumerate() {
            let column = self.object(25);
            columns.insert((n, true, i), column);
            self.edge(id, column, Mixer::new(25));
            let result = (opcode == Opcode::For).then(|| g.node(n).results.get(i));
            let ends = [Some(v), g.initial(n).get(i), result.flatten()];
            for (kind, v) in ends.into_iter().enumerate() {
                if let Some(value) = v.and_then(|v| self.values.get(v).copied()) {
                    self.edge(column, value, Mixer::new(26).word(kind as u64));
                }
            }
        }
        if matches!(opcode, Opcode::Loop | Opcode::If) {
            for (i, v) in g.node(n).results.iter().enumerate() {
                let column = self.object(27);
                columns.insert((n, false, i), column);
                self.edge(id, column, Mixer::new(27));
                if let Some(&value) = self.values.get(v) {
                    self.edge(column, value, Mixer::new(28));
                }
            }
        }
    }

    /// What `n` uses, hands on and comes after.
    fn links(&mut self, n: NodeRef, columns: &HashMap<(NodeRef, bool, usize), u32>) {
        let g = self.g;
        let node = g.node(n);
        let Some(&id) = self.nodes.get(&n) else {
            return;
        };
        let target = match node.opcode {
            Opcode::Continue | Opcode::Break | Opcode::Yield => g.target(n),
            _ => None,
        };
        let either = swappable(g, n);
        let fixed = node.operands.len() - g.initial(n).len().min(node.operands.len());
        for (i, v) in node.operands.iter().enumerate().take(fixed) {
            let Some(&value) = self.values.get(v) else {
                continue;
            };
            let column = target.and_then(|t| {
                columns
                    .get(&(t, node.opcode == Opcode::Continue, i))
                    .copied()
            });
            match column {
                Some(column) => {
                    let handed = self.object(29);
                    self.edge(handed, id, Mixer::new(29));
                    self.edge(handed, value, Mixer::new(30));
                    self.edge(handed, column, Mixer::new(31));
                }
                None => {
                    let slot = if either && i < 2 { 0 } else { i as u64 };
                    self.edge(id, value, Mixer::new(32).word(slot));
                }
            }
        }
        for after in g.order.get(&n).into_iter().flatten() {
            if let Some(&first) = self.nodes.get(&after.node) {
                self.edge(id, first, Mixer::new(33).word(u64::from(after.earlier)));
            }
        }
    }

    /// Refines and splits until no set has a tie.
    fn settle(&mut self) {
        self.refine();
        while let Some(class) = self.tie() {
            if self.spent > BUDGET {
                return;
            }
            let before = self.colours.clone();
            let mut best: Option<(u64, Vec<u64>)> = None;
            for &member in class.iter().take(TRIED) {
                self.colours.clone_from(&before);
                let own = Mixer::new(34).word(before[member as usize]).finish();
                self.colours[member as usize] = own;
                self.refine();
                let signature = self.signature();
                if best.as_ref().is_none_or(|(s, _)| signature < *s) {
                    best = Some((signature, std::mem::take(&mut self.colours)));
                }
            }
            if let Some((_, colours)) = best {
                self.colours = colours;
            }
        }
    }

    fn refine(&mut self) {
        let mut distinct = 0;
        for _ in 0..ROUNDS {
            let now = self.colours.iter().collect::<HashSet<_>>().len();
            if now <= distinct || self.spent > BUDGET {
                return;
            }
            distinct = now;
            self.spent += self.edges.len();
            let mut sums = vec![0u64; self.colours.len()];
            for &(a, b, label) in &self.edges {
                let (a, b) = (a as usize, b as usize);
                let forward = Mixer::new(35).word(label).word(self.colours[b]).finish();
                let backward = Mixer::new(36).word(label).word(self.colours[a]).finish();
                sums[a] = sums[a].wrapping_add(forward);
                sums[b] = sums[b].wrapping_add(backward);
            }
            for (colour, sum) in self.colours.iter_mut().zip(sums) {
                *colour = Mixer::new(37).word(*colour).word(sum).finish();
            }
        }
    }

    /// Depends on the colours, not on who has them.
    fn signature(&self) -> u64 {
        let mixed = self
            .colours
            .iter()
            .map(|&c| Mixer::new(38).word(c).finish());
        mixed.fold(0, u64::wrapping_add)
    }

    /// The members of the tie with the smallest colour.
    fn tie(&self) -> Option<Vec<u32>> {
        let mut found: Option<(u64, Vec<u32>)> = None;
        for set in &self.sets {
            let mut by: HashMap<u64, Vec<u32>> = HashMap::new();
            for &o in set {
                by.entry(self.colours[o as usize]).or_default().push(o);
            }
            for (colour, members) in by {
                if members.len() > 1 && found.as_ref().is_none_or(|(c, _)| colour < *c) {
                    found = Some((colour, members));
                }
            }
        }
        found.map(|(_, members)| members)
    }

    fn ranks(self, mut ranks: Ranks) -> Ranks {
        for (v, id) in &self.values {
            ranks.values[v.index()] = self.colours[*id as usize];
        }
        for (n, id) in &self.nodes {
            ranks.nodes[n.index()] = self.colours[*id as usize];
        }
        ranks
    }
}
