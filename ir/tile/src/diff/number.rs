//! Numbers for values, shared by both sides.
//!
//! Two values have the same number exactly when they are the same expression over values that
//! correspond. Effects that correspond count as the same even where they differ, because the
//! difference is reported there; so what depends on them does not differ again.

use std::collections::HashMap;

use super::pair::Pairing;
use crate::graph::effects::Effect;
use crate::graph::{BlockRef, Graph, NodeRef, ValueRef};
use crate::normalise::swappable;

#[derive(Default)]
pub(super) struct Numbers {
    of: HashMap<ValueRef, u32>,
    known: HashMap<Vec<u64>, u32>,
    next: u32,
}

impl Numbers {
    pub fn get(&self, v: ValueRef) -> Option<u32> {
        self.of.get(&v).copied()
    }

    /// Whether two values are the same.
    pub fn same(&self, a: ValueRef, b: ValueRef) -> bool {
        a == b || self.get(a).is_some_and(|n| self.get(b) == Some(n))
    }

    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next
    }
}

/// Numbers all values of two entries.
pub(super) fn number(g: &Graph<'_>, pairing: &Pairing, a: NodeRef, b: NodeRef) -> Numbers {
    let mut numbers = Numbers::default();
    for (&l, &r) in &pairing.values {
        let n = numbers.fresh();
        numbers.of.insert(l, n);
        numbers.of.insert(r, n);
    }
    for entry in [a, b] {
        if let Some(body) = g.body(entry) {
            numbers.arguments(g, body);
        }
        for n in g.walk(entry) {
            numbers.node(g, n);
        }
    }
    numbers
}

impl Numbers {
    /// Values that correspond to nothing are like no other.
    fn arguments(&mut self, g: &Graph<'_>, b: BlockRef) {
        for &v in &g.block(b).arguments {
            if !self.of.contains_key(&v) {
                let n = self.fresh();
                self.of.insert(v, n);
            }
        }
    }

    fn node(&mut self, g: &Graph<'_>, n: NodeRef) {
        for &b in &g.node(n).blocks {
            // The combining regions of one kind of reduction have the same arguments.
            if g.effect(n) == Effect::Combine {
                self.elements(g, n, b);
            } else {
                self.arguments(g, b);
            }
        }
        match g.effect(n) {
            Effect::Pure | Effect::Guarded => {
                let key = self.key(g, n);
                self.results(g, n, key);
            }
            // Numbered after its region, which the walk enters next.
            Effect::Combine => {
                for m in g.walk(n) {
                    self.node(g, m);
                }
                let mut key = self.key(g, n);
                for m in g.walk(n) {
                    if g.effect(m) == Effect::Exit {
                        key.extend(self.key(g, m));
                    }
                }
                self.results(g, n, key);
            }
            _ => {
                for &v in &g.node(n).results {
                    if !self.of.contains_key(&v) {
                        let n = self.fresh();
                        self.of.insert(v, n);
                    }
                }
            }
        }
    }

    fn elements(&mut self, g: &Graph<'_>, n: NodeRef, b: BlockRef) {
        let depth = combining(g, b);
        for (i, &v) in g.block(b).arguments.iter().enumerate() {
            let key = vec![
                u64::MAX,
                u64::from(g.node(n).opcode.as_u16()),
                depth,
                i as u64,
                u64::from(g.type_ref(v).0),
            ];
            let number = self.lookup(key);
            self.of.insert(v, number);
        }
    }

    fn lookup(&mut self, key: Vec<u64>) -> u32 {
        if let Some(&n) = self.known.get(&key) {
            return n;
        }
        let n = self.fresh();
        self.known.insert(key, n);
        n
    }

    fn results(&mut self, g: &Graph<'_>, n: NodeRef, key: Vec<u64>) {
        for (i, &v) in g.node(n).results.iter().enumerate() {
            if self.of.contains_key(&v) {
                continue;
            }
            let mut key = key.clone();
            key.push(i as u64);
            let number = self.lookup(key);
            self.of.insert(v, number);
        }
    }

    fn key(&self, g: &Graph<'_>, n: NodeRef) -> Vec<u64> {
        let node = g.node(n);
        let mut key = vec![
            u64::from(node.opcode.as_u16()),
            u64::from(node.attributes.0),
            node.groups.len() as u64,
        ];
        key.extend(node.groups.iter().map(|&s| u64::from(s)));
        key.push(node.results.len() as u64);
        key.extend(node.results.iter().map(|&v| u64::from(g.type_ref(v).0)));
        let start = key.len();
        key.extend(node.operands.iter().map(|v| {
            self.of
                .get(v)
                .map_or(u64::from(v.0) | 1 << 40, |&n| u64::from(n))
        }));
        if swappable(g, n) && key.len() >= start + 2 && key[start] > key[start + 1] {
            key.swap(start, start + 1);
        }
        key
    }
}

/// How many combining regions there are around `b`, which is one.
fn combining(g: &Graph<'_>, b: BlockRef) -> u64 {
    let mut count = 0;
    let mut at = Some(b);
    while let Some(b) = at {
        let owner = g.block(b).owner;
        count += u64::from(g.effect(owner) == Effect::Combine);
        at = g.node(owner).parent;
    }
    count
}
