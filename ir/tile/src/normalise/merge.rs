//! Local rewrites, common subexpressions and the place of pure operations.
//!
//! Every operation is visited once, in order, its operands already in their form. It is simplified
//! by the local rules until none applies; if it is pure it then moves out to the outermost block in
//! which its operands exist, and if an equal operation is already there it gives way to it.
//!
//! Sound because a pure operation is defined for all operands and gives the same result wherever it
//! runs; operations that are undefined for some operands (integer division, assumptions, `no_wrap`
//! arithmetic) are merged with an equal one that is certain to have run before, but never moved out
//! of a branch or loop. Nothing moves out of the combining region of a `reduce` or `scan`, which is
//! closed.

use std::collections::HashMap;

use super::assume::may_leave;
use super::commute::swappable;
use super::{branch, constant, identity, predicate, splat};
use crate::graph::effects::Effect;
use crate::graph::{BlockRef, Def, Graph, NodeRef, Unit, ValueRef};

/// What a local rule did.
pub(super) enum Rewrite {
    /// The operation's only result is this value.
    Forward(ValueRef),
    /// The operation was changed in place.
    Changed,
}

/// A local rule: looks at an operation whose operands are in their form. New operations it needs
/// before this one go into the last parameter.
pub(super) type Rule = fn(&mut Graph<'_>, NodeRef, &mut Vec<NodeRef>) -> Option<Rewrite>;

const RULES: &[Rule] = &[
    constant::fold,
    identity::apply,
    splat::apply,
    predicate::apply,
];

/// Rules an operation may see before it is left as it is.
const STEPS: usize = 16;

/// Rewrites all entries.
pub(super) fn simplify(g: &mut Graph<'_>, unit: &Unit) {
    for &entry in &unit.entries {
        let mut pass = Pass {
            forward: Vec::new(),
            seen: HashMap::new(),
            out: HashMap::new(),
        };
        pass.run(g, entry);
    }
}

struct Pass {
    /// For each value, the one that stands for it.
    forward: Vec<ValueRef>,
    seen: HashMap<Vec<u64>, NodeRef>,
    out: HashMap<BlockRef, Vec<NodeRef>>,
}

enum Step {
    Visit(NodeRef),
    /// All regions of the operation are done.
    Close(NodeRef),
}

impl Pass {
    fn run(&mut self, g: &mut Graph<'_>, entry: NodeRef) {
        let mut stack = vec![Step::Close(entry)];
        open(g, entry, &mut stack);
        while let Some(step) = stack.pop() {
            match step {
                Step::Visit(n) => {
                    self.resolve(g, n);
                    if g.node(n).blocks.is_empty() {
                        self.visit(g, n);
                    } else {
                        stack.push(Step::Close(n));
                        open(g, n, &mut stack);
                    }
                }
                Step::Close(n) => {
                    for i in 0..g.node(n).blocks.len() {
                        let b = g.node(n).blocks[i];
                        g.block_mut(b).nodes = self.out.remove(&b).unwrap_or_default();
                    }
                    if n == entry {
                        continue;
                    }
                    if let Some(condition) = branch::turn(g, n) {
                        self.resolve(g, condition);
                        self.place(g, condition);
                        self.resolve(g, n);
                    }
                    if g.effect(n) == Effect::Combine {
                        self.place(g, n);
                    } else {
                        self.keep(g, n);
                    }
                }
            }
        }
    }

    fn find(&mut self, v: ValueRef) -> ValueRef {
        let mut at = v;
        while let Some(&next) = self.forward.get(at.index()) {
            if next == at {
                break;
            }
            at = next;
        }
        at
    }

    fn replace(&mut self, from: ValueRef, to: ValueRef) {
        let need = from.index().max(to.index()) + 1;
        while self.forward.len() < need {
            self.forward.push(ValueRef(self.forward.len() as u32));
        }
        self.forward[from.index()] = to;
    }

    fn resolve(&mut self, g: &mut Graph<'_>, n: NodeRef) {
        for i in 0..g.node(n).operands.len() {
            let v = g.node(n).operands[i];
            let to = self.find(v);
            if to != v {
                g.node_mut(n).operands[i] = to;
            }
        }
    }

    fn keep(&mut self, g: &Graph<'_>, n: NodeRef) {
        if let Some(b) = g.node(n).parent {
            self.out.entry(b).or_default().push(n);
        }
    }

    fn visit(&mut self, g: &mut Graph<'_>, n: NodeRef) {
        match g.effect(n) {
            Effect::Pure | Effect::Guarded => {}
            _ => return self.keep(g, n),
        }
        for _ in 0..STEPS {
            let mut before = Vec::new();
            let done = RULES.iter().find_map(|rule| rule(g, n, &mut before));
            for m in before {
                self.place(g, m);
            }
            match done {
                None => break,
                Some(Rewrite::Changed) => self.resolve(g, n),
                Some(Rewrite::Forward(v)) => {
                    let v = self.find(v);
                    if let Some(&result) = g.node(n).results.first() {
                        self.replace(result, v);
                    }
                    return;
                }
            }
        }
        self.place(g, n);
    }

    /// Puts a pure operation where it belongs, or lets an equal one stand for it.
    fn place(&mut self, g: &mut Graph<'_>, n: NodeRef) {
        let Some(here) = g.node(n).parent else {
            return;
        };
        let speculative = g.effect(n) != Effect::Guarded;
        let home = if speculative {
            outermost(g, n, here)
        } else {
            here
        };
        if home != here {
            g.node_mut(n).parent = Some(home);
            g.relevel(n);
        }
        let key = key(g, n);
        if let Some(&other) = self.seen.get(&key)
            && other != n
            && g.node(other).parent.is_some_and(|b| encloses(g, b, home))
        {
            for i in 0..g.node(n).results.len() {
                let (from, to) = (g.node(n).results[i], g.node(other).results[i]);
                self.replace(from, to);
            }
            return;
        }
        self.seen.insert(key, n);
        self.keep(g, n);
    }
}

fn open(g: &Graph<'_>, n: NodeRef, stack: &mut Vec<Step>) {
    for &b in g.node(n).blocks.iter().rev() {
        stack.extend(early(g, b).into_iter().rev().map(Step::Visit));
    }
}

/// The operations of a block with those that have no place as early as their operands are there, so
/// that whether an operation inside a branch finds its equal around it does not depend on which
/// stood first. What is undefined for some operands stays behind whatever may leave the block.
fn early(g: &Graph<'_>, b: BlockRef) -> Vec<NodeRef> {
    let nodes = &g.block(b).nodes;
    let mut level: HashMap<NodeRef, usize> = HashMap::new();
    let mut left = 0;
    for (i, &n) in nodes.iter().enumerate() {
        let effect = g.effect(n);
        if effect.has_place() {
            level.insert(n, 2 * i + 2);
            if may_leave(g, n) {
                left = 2 * i + 3;
            }
            continue;
        }
        let mut at = if effect == Effect::Guarded { left } else { 0 };
        for m in std::iter::once(n).chain(g.walk(n)) {
            for &v in &g.node(m).operands {
                if let Def::Result(d, _) = g.def(v)
                    && let Some(&l) = level.get(&d)
                {
                    at = at.max(l | 1);
                }
            }
        }
        level.insert(n, at);
    }
    let mut out = nodes.clone();
    out.sort_by_key(|n| level.get(n).copied());
    out
}

/// Whether `outer` is `inner` or around it.
pub(super) fn encloses(g: &Graph<'_>, outer: BlockRef, inner: BlockRef) -> bool {
    let mut at = Some(inner);
    while let Some(b) = at {
        if b == outer {
            return true;
        }
        if g.block(b).depth <= g.block(outer).depth {
            return false;
        }
        at = g.node(g.block(b).owner).parent;
    }
    false
}

/// The outermost block around `here` in which all operands of `n` exist, and what its regions use.
fn outermost(g: &Graph<'_>, n: NodeRef, here: BlockRef) -> BlockRef {
    let mut needed = 0;
    let mut need = |v: ValueRef| {
        if let Some(b) = g.home(v) {
            needed = needed.max(g.block(b).depth);
        }
    };
    g.node(n).operands.iter().for_each(|&v| need(v));
    if !g.node(n).blocks.is_empty() {
        let limit = g.block(here).depth;
        for m in g.walk(n) {
            for &v in &g.node(m).operands {
                // Values of the region itself do not count.
                if g.home(v).is_some_and(|b| g.block(b).depth <= limit) {
                    need(v);
                }
            }
        }
    }
    let mut at = here;
    while g.block(at).depth > needed {
        let owner = g.block(at).owner;
        if g.effect(owner) == Effect::Combine {
            break;
        }
        match g.node(owner).parent {
            Some(b) => at = b,
            None => break,
        }
    }
    at
}

/// Words that are equal exactly when two operations compute the same from the same operands.
fn key(g: &Graph<'_>, n: NodeRef) -> Vec<u64> {
    let mut out = Vec::new();
    let mut local: HashMap<ValueRef, u64> = HashMap::new();
    words(g, n, &local, &mut out);
    if !g.node(n).blocks.is_empty() {
        for &b in &g.node(n).blocks {
            for &v in &g.block(b).arguments {
                local.insert(v, local.len() as u64);
                out.push(u64::from(g.type_ref(v).0));
            }
        }
        for m in g.walk(n) {
            words(g, m, &local, &mut out);
            for &v in &g.node(m).results {
                local.insert(v, local.len() as u64);
            }
        }
    }
    out
}

fn words(g: &Graph<'_>, n: NodeRef, local: &HashMap<ValueRef, u64>, out: &mut Vec<u64>) {
    let node = g.node(n);
    out.push(u64::from(node.opcode.as_u16()) << 32 | u64::from(node.attributes.0));
    out.push((node.groups.len() as u64) << 32 | node.results.len() as u64);
    out.extend(node.groups.iter().map(|&s| u64::from(s)));
    out.extend(node.results.iter().map(|&v| u64::from(g.type_ref(v).0)));
    out.push(node.operands.len() as u64);
    let mut operands: Vec<u64> = node
        .operands
        .iter()
        .map(|v| local.get(v).map_or(u64::from(v.0), |i| i | 1 << 40))
        .collect();
    if swappable(g, n) && operands.len() >= 2 && operands[0] > operands[1] {
        operands.swap(0, 1);
    }
    out.extend(operands);
}

#[cfg(test)]
mod tests;
