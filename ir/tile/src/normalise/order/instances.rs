//! Which instances of memory operations are certainly over when a token is taken.
//!
//! For every token value this computes a set of pairs (operation, extent), by forward analysis to a
//! fixed point. In the set of a token at some point of the program,
//!
//! - `(x, 0)` says that all instances of `x` that have run in the current iteration of the loops
//!   around both `x` and the point are over;
//! - `(x, d)` says the same of all instances in earlier iterations of the `d`-th of these loops,
//!   within the current iteration of the loops outside it.
//!
//! Sets only claim what holds on every path. At the end of a branch, operations that the path
//! cannot have run are over by default: this is what makes the token of an `if` whose branches
//! touch different memory mean the same however it is threaded.

use std::collections::HashMap;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::Type;

use super::{is_loop, memory, path};
use crate::graph::{After, BlockRef, Graph, NodeRef, ValueRef};

/// Bits the analysis may use for all its sets together.
const BUDGET: usize = 1 << 27;
/// Passes over the entry before giving up.
const PASSES: usize = 64;

type Pairs = Vec<(NodeRef, Vec<After>)>;

/// The order that the tokens of `entry` impose, or nothing if the entry is too large.
pub(super) fn analyse(g: &Graph<'_>, entry: NodeRef) -> Option<Pairs> {
    let mut a = Analysis::new(g, entry)?;
    for _ in 0..PASSES {
        if !a.pass() {
            return Some(a.pairs());
        }
    }
    None
}

#[derive(Clone, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn get(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }
    fn put(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }
    fn union(&mut self, other: &Set) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }
}

enum Event {
    Enter(NodeRef),
    Leave(NodeRef),
}

struct Analysis<'g, 'm> {
    g: &'g Graph<'m>,
    memory: Vec<NodeRef>,
    number: HashMap<NodeRef, usize>,
    paths: Vec<Vec<BlockRef>>,
    position: HashMap<NodeRef, usize>,
    /// Extents: 0 and one for each level of loops.
    extents: usize,
    events: Vec<Event>,
    /// Continues, breaks and yields that end in each operation.
    exits: HashMap<NodeRef, Vec<NodeRef>>,
    /// What cannot have run when an exit is taken.
    idle: HashMap<NodeRef, Set>,
    sets: HashMap<ValueRef, Set>,
}

impl<'g, 'm> Analysis<'g, 'm> {
    fn new(g: &'g Graph<'m>, entry: NodeRef) -> Option<Self> {
        let memory = memory(g, entry);
        let all = g.walk(entry);
        let paths: Vec<Vec<BlockRef>> = memory.iter().map(|&n| path(g, n)).collect();
        let levels = paths
            .iter()
            .map(|p| p.iter().filter(|b| is_loop(g, **b)).count());
        let extents = 1 + levels.max().unwrap_or(0);
        let tokens = all.iter().map(|&n| g.node(n).operands.len()).sum::<usize>() + 1;
        if extents > 255 || memory.len().checked_mul(extents)?.checked_mul(tokens)? > BUDGET {
            return None;
        }
        let mut a = Self {
            g,
            number: memory.iter().enumerate().map(|(i, &n)| (n, i)).collect(),
            memory,
            paths,
            position: all.iter().enumerate().map(|(i, &n)| (n, i)).collect(),
            extents,
            events: events(g, entry),
            exits: HashMap::new(),
            idle: HashMap::new(),
            sets: HashMap::new(),
        };
        for &n in &all {
            let opcode = g.node(n).opcode;
            if matches!(opcode, Opcode::Continue | Opcode::Break | Opcode::Yield)
                && let Some(target) = g.target(n)
            {
                a.exits.entry(target).or_default().push(n);
                let idle = a.idle(n, target);
                a.idle.insert(n, idle);
            }
        }
        Some(a)
    }

    fn empty(&self) -> Set {
        Set(vec![0; (self.memory.len() * self.extents).div_ceil(64)])
    }

    fn set(&self, v: ValueRef) -> Set {
        self.sets.get(&v).cloned().unwrap_or_else(|| self.empty())
    }

    fn token(&self, v: ValueRef) -> bool {
        matches!(self.g.ty(v), Type::Token)
    }

    fn inside(&self, z: usize, owner: NodeRef) -> bool {
        self.paths[z]
            .iter()
            .any(|&b| self.g.block(b).owner == owner)
    }

    /// Operations inside `target` that cannot have run, in this iteration, when `exit` is taken:
    /// those after it, and those of another branch.
    fn idle(&self, exit: NodeRef, target: NodeRef) -> Set {
        let mut set = self.empty();
        let here = path(self.g, exit);
        for z in 0..self.memory.len() {
            if !self.inside(z, target) {
                continue;
            }
            let later = self.position.get(&self.memory[z]) > self.position.get(&exit);
            let split = here.iter().zip(&self.paths[z]).find(|(a, b)| a != b);
            let apart =
                split.is_some_and(|(a, b)| self.g.block(*a).owner == self.g.block(*b).owner);
            if later || apart {
                set.put(z * self.extents);
            }
        }
        set
    }

    /// One pass over the entry; whether a carried token's set changed.
    fn pass(&mut self) -> bool {
        let mut changed = false;
        for i in 0..self.events.len() {
            match self.events[i] {
                Event::Enter(n) => match self.g.node(n).opcode {
                    Opcode::For | Opcode::Loop => changed |= self.enter_loop(n),
                    Opcode::If => {}
                    _ => self.plain(n),
                },
                Event::Leave(n) => self.leave(n),
            }
        }
        changed
    }

    fn plain(&mut self, n: NodeRef) {
        let node = self.g.node(n);
        if !node.results.iter().any(|&v| self.token(v)) {
            return;
        }
        let mut set = self.empty();
        for &v in &node.operands {
            if let Some(s) = self.sets.get(&v) {
                set.union(s);
            }
        }
        if let Some(&i) = self.number.get(&n) {
            set.put(i * self.extents);
        }
        for &v in &node.results {
            if self.token(v) {
                self.sets.insert(v, set.clone());
            }
        }
    }

    fn level(&self, n: NodeRef) -> usize {
        let around = path(self.g, n)
            .iter()
            .filter(|b| is_loop(self.g, **b))
            .count();
        around + 1
    }

    /// The sets that reach carried value `i` of `n` from the exits with the given opcode. Empty in
    /// the first pass, when they are not known yet.
    fn incoming(&self, n: NodeRef, opcode: Opcode, i: usize) -> Vec<Set> {
        let mut out = Vec::new();
        for &e in self.exits.get(&n).into_iter().flatten() {
            let node = self.g.node(e);
            if node.opcode != opcode {
                continue;
            }
            if let Some(s) = node.operands.get(i).and_then(|v| self.sets.get(v)) {
                let mut s = s.clone();
                if let Some(idle) = self.idle.get(&e) {
                    s.union(idle);
                }
                out.push(s);
            }
        }
        out
    }

    fn enter_loop(&mut self, n: NodeRef) -> bool {
        let level = self.level(n);
        let mut changed = false;
        for i in 0..self.g.carried(n).len() {
            let argument = self.g.carried(n)[i];
            if !self.token(argument) {
                continue;
            }
            let initial = self.set(self.g.initial(n)[i]);
            let again = self.incoming(n, Opcode::Continue, i);
            let mut set = self.empty();
            for z in 0..self.memory.len() {
                let inside = self.inside(z, n);
                for e in 0..self.extents {
                    let bit = z * self.extents + e;
                    let holds = if !inside || (e > 0 && e < level) {
                        initial.get(bit) && again.iter().all(|s| s.get(bit))
                    } else {
                        let now = z * self.extents;
                        e == level && again.iter().all(|s| s.get(now) && s.get(bit))
                    };
                    if holds {
                        set.put(bit);
                    }
                }
            }
            if self.sets.get(&argument) != Some(&set) {
                changed = true;
                self.sets.insert(argument, set);
            }
        }
        changed
    }

    fn leave(&mut self, n: NodeRef) {
        let opcode = self.g.node(n).opcode;
        let (exit, level) = match opcode {
            Opcode::For => (Opcode::Continue, self.level(n)),
            Opcode::Loop => (Opcode::Break, self.level(n)),
            _ => (Opcode::Yield, 0),
        };
        for i in 0..self.g.node(n).results.len() {
            let result = self.g.node(n).results[i];
            if !self.token(result) {
                continue;
            }
            let last = self.incoming(n, exit, i);
            let initial = (opcode == Opcode::For)
                .then(|| self.g.initial(n).get(i).map(|&v| self.set(v)))
                .flatten();
            let mut set = self.empty();
            for z in 0..self.memory.len() {
                let looped = level > 0 && self.inside(z, n);
                for e in 0..self.extents {
                    let bit = z * self.extents + e;
                    let through = initial.as_ref().is_none_or(|s| s.get(bit))
                        && last.iter().all(|s| s.get(bit));
                    let holds = match (looped, e) {
                        (false, _) => through,
                        (true, 0) => {
                            let before = bit + level;
                            level < self.extents && last.iter().all(|s| s.get(bit) && s.get(before))
                        }
                        (true, e) => e < level && through,
                    };
                    if holds {
                        set.put(bit);
                    }
                }
            }
            self.sets.insert(result, set);
        }
    }

    fn pairs(&self) -> Pairs {
        let mut out = Vec::new();
        for &y in &self.memory {
            let mut set = self.empty();
            for &v in &self.g.node(y).operands {
                if self.token(v)
                    && let Some(s) = self.sets.get(&v)
                {
                    set.union(s);
                }
            }
            let mut list = Vec::new();
            for (z, &node) in self.memory.iter().enumerate() {
                for e in 0..self.extents {
                    if set.get(z * self.extents + e) {
                        list.push(After {
                            node,
                            earlier: e as u8,
                        });
                    }
                }
            }
            out.push((y, list));
        }
        out
    }
}

/// The operations of `entry` in order, with the end of each that has regions.
fn events(g: &Graph<'_>, entry: NodeRef) -> Vec<Event> {
    let mut out = Vec::new();
    let mut stack = Vec::new();
    let open = |stack: &mut Vec<Event>, n: NodeRef| {
        for &b in g.node(n).blocks.iter().rev() {
            stack.extend(g.block(b).nodes.iter().rev().map(|&n| Event::Enter(n)));
        }
    };
    open(&mut stack, entry);
    while let Some(event) = stack.pop() {
        if let Event::Enter(n) = event
            && matches!(g.node(n).opcode, Opcode::For | Opcode::Loop | Opcode::If)
        {
            stack.push(Event::Leave(n));
            open(&mut stack, n);
        }
        out.push(event);
    }
    out
}
