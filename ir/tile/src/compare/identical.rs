//! Two entries side by side.

use std::collections::HashMap;

use cutile_ir::ir::{Global, format_type};

use super::{Comparison, LISTED, Mismatch, Site, entry_name, place};
use crate::graph::attributes::same;
use crate::graph::{BlockRef, Graph, NodeRef, Unit, ValueRef};

pub(crate) fn compare(g: &Graph<'_>, a: &Unit, b: &Unit) -> Comparison {
    let mut out = Vec::new();
    if a.entries.len() != b.entries.len() {
        out.push(Mismatch {
            entry: "module".to_owned(),
            what: format!("{} entries against {}", a.entries.len(), b.entries.len()),
            left: None,
            right: None,
        });
    }
    let (left, right) = (&g.modules[a.module].globals, &g.modules[b.module].globals);
    let same = left.len() == right.len() && left.iter().zip(right).all(|(x, y)| same_global(x, y));
    if !same {
        out.push(Mismatch {
            entry: "module".to_owned(),
            what: "different globals".to_owned(),
            left: None,
            right: None,
        });
    }
    for (&x, &y) in a.entries.iter().zip(&b.entries) {
        let mut pair = Pair {
            g,
            entry: entry_name(g, x),
            names: HashMap::new(),
            numbers: number(g, x).into_iter().chain(number(g, y)).collect(),
            out: &mut out,
        };
        pair.entry(x, y);
    }
    Comparison { mismatches: out }
}

/// Symbol names do not count, but the order of globals and their contents do.
fn same_global(x: &Global, y: &Global) -> bool {
    x.value == y.value && x.alignment == y.alignment && x.constant == y.constant
}

fn number(g: &Graph<'_>, entry: NodeRef) -> HashMap<NodeRef, usize> {
    let all = g.walk(entry);
    all.into_iter().enumerate().map(|(i, n)| (n, i)).collect()
}

struct Pair<'g, 'm, 'o> {
    g: &'g Graph<'m>,
    entry: String,
    /// For each value on the left, its counterpart.
    names: HashMap<ValueRef, ValueRef>,
    numbers: HashMap<NodeRef, usize>,
    out: &'o mut Vec<Mismatch>,
}

impl Pair<'_, '_, '_> {
    fn full(&self) -> bool {
        self.out.len() >= LISTED
    }

    fn report(&mut self, what: String, left: Option<NodeRef>, right: Option<NodeRef>) {
        if !self.full() {
            let (left, right) = (left.map(|n| self.site(n)), right.map(|n| self.site(n)));
            self.out.push(Mismatch {
                entry: self.entry.clone(),
                what,
                left,
                right,
            });
        }
    }

    fn site(&self, n: NodeRef) -> Site {
        Site {
            op: self.g.node(n).opcode.name(),
            number: self.numbers.get(&n).copied().unwrap_or(0),
            place: place(self.g, n),
        }
    }

    fn entry(&mut self, x: NodeRef, y: NodeRef) {
        self.attributes(x, y);
        let mut blocks: Vec<(BlockRef, BlockRef)> = self.blocks(x, y);
        // Outer blocks first, inner ones in order.
        while let Some((a, b)) = blocks.pop() {
            if self.full() {
                return;
            }
            let inner = self.block(a, b);
            blocks.extend(inner.into_iter().rev());
        }
    }

    fn blocks(&mut self, x: NodeRef, y: NodeRef) -> Vec<(BlockRef, BlockRef)> {
        let (a, b) = (&self.g.node(x).blocks, &self.g.node(y).blocks);
        if a.len() != b.len() {
            let what = format!("{} regions against {}", a.len(), b.len());
            self.report(what, Some(x), Some(y));
            return Vec::new();
        }
        a.iter().copied().zip(b.iter().copied()).collect()
    }

    fn block(&mut self, a: BlockRef, b: BlockRef) -> Vec<(BlockRef, BlockRef)> {
        let g = self.g;
        let (left, right) = (g.block(a), g.block(b));
        let owners = (Some(left.owner), Some(right.owner));
        if left.arguments.len() != right.arguments.len() {
            let (l, r) = (left.arguments.len(), right.arguments.len());
            self.report(format!("{l} arguments against {r}"), owners.0, owners.1);
            return Vec::new();
        }
        for (i, (&v, &w)) in left.arguments.iter().zip(&right.arguments).enumerate() {
            if g.type_ref(v) != g.type_ref(w) {
                let (l, r) = (format_type(g.ty(v)), format_type(g.ty(w)));
                self.report(format!("argument {i}: {l} against {r}"), owners.0, owners.1);
            }
            self.names.insert(v, w);
        }
        let mut inner = Vec::new();
        for i in 0..left.nodes.len().max(right.nodes.len()) {
            match (left.nodes.get(i), right.nodes.get(i)) {
                (Some(&x), Some(&y)) => {
                    if !self.node(x, y) {
                        return inner;
                    }
                    inner.extend(self.blocks(x, y));
                }
                (Some(&x), None) => {
                    self.report("only on the left".to_owned(), Some(x), None);
                    return inner;
                }
                (None, Some(&y)) => {
                    self.report("only on the right".to_owned(), None, Some(y));
                    return inner;
                }
                (None, None) => {}
            }
        }
        inner
    }

    /// Whether the two correspond at all; differences are reported.
    fn node(&mut self, x: NodeRef, y: NodeRef) -> bool {
        let g = self.g;
        let (a, b) = (g.node(x), g.node(y));
        if a.opcode != b.opcode {
            let what = format!("{} against {}", a.opcode.name(), b.opcode.name());
            self.report(what, Some(x), Some(y));
            return false;
        }
        if a.operands.len() != b.operands.len()
            || a.groups != b.groups
            || a.results.len() != b.results.len()
        {
            self.report(
                "other operands or results are present".to_owned(),
                Some(x),
                Some(y),
            );
            return false;
        }
        self.attributes(x, y);
        for (i, (v, w)) in a.operands.iter().zip(&b.operands).enumerate() {
            if self.names.get(v) != Some(w) {
                self.report(format!("operand {i} is another value"), Some(x), Some(y));
            }
        }
        for (&v, &w) in a.results.iter().zip(&b.results) {
            if g.type_ref(v) != g.type_ref(w) {
                let (l, r) = (format_type(g.ty(v)), format_type(g.ty(w)));
                self.report(format!("result: {l} against {r}"), Some(x), Some(y));
            }
            self.names.insert(v, w);
        }
        true
    }

    fn attributes(&mut self, x: NodeRef, y: NodeRef) {
        let g = self.g;
        if g.node(x).attributes == g.node(y).attributes {
            return;
        }
        let names = g.attributes(x).iter().chain(g.attributes(y));
        let mut names: Vec<&str> = names.map(|(name, _)| *name).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            if name != "sym_name" && !same(g.attribute(x, name), g.attribute(y, name)) {
                self.report(format!("attribute {name}"), Some(x), Some(y));
            }
        }
    }
}
