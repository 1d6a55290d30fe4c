//! Facts about values, merged, and without those that say nothing new.
//!
//! An assumption in the block that defines its value, with nothing before it that could leave the
//! block, holds wherever the value is used (were it false, the program would be undefined): all such
//! facts of a value are merged into one chain right at its definition, and every use is a use of the
//! chain. Facts inside a branch or loop stay there. Facts that follow from the operation that makes
//! the value (a block's coordinates are not negative, a product is divisible by what its factors
//! are) are dropped.
//!
//! Sound in both directions: the program is undefined for exactly the same inputs as before.

mod divisor;

use std::collections::HashMap;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Bounded, DivBy, Type};

use crate::graph::{BlockRef, Def, Graph, NodeRef, Unit, ValueRef};

/// Merged facts about one value.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Facts {
    /// Divisors, with the extent they apply to (`every`, `along`); sorted.
    pub divisible: Vec<((Option<i64>, Option<i64>), u64)>,
    /// Groups of equal elements; sorted.
    pub same: Vec<Vec<i64>>,
    pub lower: Option<i64>,
    pub upper: Option<i64>,
    /// Predicates of other kinds, as they are.
    pub other: Vec<Attribute>,
}

impl Facts {
    pub fn add(&mut self, predicate: &Attribute) {
        match predicate {
            Attribute::DivBy(d) => self.divide((d.every, d.along), d.divisor),
            Attribute::SameElements(s) if !self.same.contains(&s.values) => {
                self.same.push(s.values.clone());
                self.same.sort();
            }
            Attribute::SameElements(_) => {}
            Attribute::Bounded(b) => {
                self.lower = self.lower.max(b.lb);
                self.upper = match (self.upper, b.ub) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
            }
            other if !self.other.contains(other) => self.other.push(other.clone()),
            _ => {}
        }
    }

    fn divide(&mut self, extent: (Option<i64>, Option<i64>), divisor: u64) {
        if divisor <= 1 {
            return;
        }
        match self.divisible.iter_mut().find(|(e, _)| *e == extent) {
            Some((_, d)) => *d = common_multiple(*d, divisor),
            None => {
                self.divisible.push((extent, divisor));
                self.divisible.sort();
            }
        }
    }

    /// Takes away what `known` already says.
    pub fn without(&mut self, known: &Facts) {
        self.divisible.retain(|(e, d)| {
            !known
                .divisible
                .iter()
                .any(|(k, divisor)| k == e && divisor % d == 0)
        });
        self.same.retain(|s| !known.same.contains(s));
        self.other.retain(|o| !known.other.contains(o));
        if known
            .lower
            .is_some_and(|k| self.lower.is_some_and(|l| l <= k))
        {
            self.lower = None;
        }
        if known
            .upper
            .is_some_and(|k| self.upper.is_some_and(|u| u >= k))
        {
            self.upper = None;
        }
    }

    /// The facts as predicates, in a fixed order.
    pub fn predicates(&self) -> Vec<Attribute> {
        let mut out: Vec<Attribute> = self
            .divisible
            .iter()
            .map(|((every, along), divisor)| {
                Attribute::DivBy(DivBy {
                    divisor: *divisor,
                    every: *every,
                    along: *along,
                })
            })
            .collect();
        out.extend(self.same.iter().map(|values| {
            Attribute::SameElements(cutile_ir::ir::SameElements {
                values: values.clone(),
            })
        }));
        if self.lower.is_some() || self.upper.is_some() {
            out.push(Attribute::Bounded(Bounded {
                lb: self.lower,
                ub: self.upper,
            }));
        }
        out.extend(self.other.iter().cloned());
        out
    }
}

fn common_multiple(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    // A multiple too large to hold is left at the larger of the two.
    (a / x).checked_mul(b).unwrap_or(a.max(b))
}

/// The value below all assumptions on `v`.
pub(crate) fn bare(g: &Graph<'_>, v: ValueRef) -> ValueRef {
    let mut at = v;
    while let Some(p) = g.producer(at) {
        if p.opcode != Opcode::Assume || p.operands.is_empty() {
            break;
        }
        at = p.operands[0];
    }
    at
}

/// Takes from `facts` about `root` what the operation that makes it already says. A constant says
/// what holds for it, and nothing else: a false fact about one stays.
fn shorten(g: &Graph<'_>, root: ValueRef, facts: &mut Facts) {
    facts.without(&known(g, root));
    if super::constant::splat_integer(g, root).is_some() {
        facts.same.clear();
    }
}

/// What the operation that makes `v` already says.
fn known(g: &Graph<'_>, v: ValueRef) -> Facts {
    let mut facts = Facts::default();
    match divisor::of(g, v) {
        1 => {}
        divisor => facts.divide((None, None), divisor),
    }
    let Some(p) = g.producer(v) else {
        return facts;
    };
    match p.opcode {
        Opcode::Constant => {
            let value = super::constant::splat_integer(g, v);
            (facts.lower, facts.upper) = (value, value);
        }
        Opcode::GetTileBlockId | Opcode::GetTensorShape | Opcode::GetIndexSpaceShape => {
            facts.lower = Some(0);
        }
        Opcode::GetNumTileBlocks => facts.lower = Some(1),
        Opcode::Iota => {
            if let Type::Tile(t) = g.ty(v)
                && let Some(last) = t.shape.first().map(|n| n - 1)
                && fits(g, v, last)
            {
                (facts.lower, facts.upper) = (Some(0), Some(last));
            }
        }
        _ => {}
    }
    facts
}

/// Whether the elements of `v`, taken as signed, can be as large as `last`.
fn fits(g: &Graph<'_>, v: ValueRef, last: i64) -> bool {
    let width = super::constant::tile(g, v).map_or(0, |(_, s)| 8 * s.byte_width() as u32);
    width >= 64 || (width > 0 && last < 1 << (width - 1))
}

pub(super) fn reduce(g: &mut Graph<'_>, unit: &Unit) {
    for &entry in &unit.entries {
        let everywhere = gather(g, entry);
        rewrite(g, entry, &everywhere);
    }
}

/// Whether every value with assumptions is used through them only, and none follows from how its
/// value is made, so that nothing is left to merge or to drop.
pub(super) fn settled(g: &Graph<'_>, unit: &Unit) -> bool {
    let mut uses: HashMap<ValueRef, (usize, bool)> = HashMap::new();
    for &entry in &unit.entries {
        for n in g.walk(entry) {
            let assumes = g.node(n).opcode == Opcode::Assume;
            if assumes && follows(g, n) {
                return false;
            }
            for &v in &g.node(n).operands {
                if super::constant::elements(g, v).is_some() {
                    continue;
                }
                let of = uses.entry(v).or_default();
                of.0 += 1;
                of.1 |= assumes;
            }
        }
    }
    uses.values()
        .all(|&(count, assumed)| !assumed || count == 1)
}

/// Whether the assumption `n` says nothing that the operation which makes its value does not.
fn follows(g: &Graph<'_>, n: NodeRef) -> bool {
    let (Some(&v), Some(predicate)) = (g.node(n).operands.first(), g.attribute(n, "predicate"))
    else {
        return false;
    };
    let mut facts = Facts::default();
    facts.add(predicate);
    shorten(g, bare(g, v), &mut facts);
    facts.predicates().is_empty()
}

/// Facts that hold wherever their value is used.
fn gather(g: &Graph<'_>, entry: NodeRef) -> HashMap<ValueRef, Facts> {
    let mut out: HashMap<ValueRef, Facts> = HashMap::new();
    let mut blocks: Vec<BlockRef> = g.body(entry).into_iter().collect();
    while let Some(b) = blocks.pop() {
        // When each value of the block was defined, and when control last could leave the block,
        // counted in operations.
        let mut defined: HashMap<NodeRef, usize> = HashMap::new();
        let mut left: Option<usize> = None;
        for (i, &n) in g.block(b).nodes.iter().enumerate() {
            defined.insert(n, i);
            if may_leave(g, n) {
                left = Some(i);
            }
            blocks.extend(&g.node(n).blocks);
            let Some(root) = about(g, n, b) else { continue };
            let since = match g.def(root) {
                Def::Result(m, _) => defined.get(&m).copied(),
                Def::Argument(..) => None,
            };
            let stays = left.is_none_or(|l| since.is_some_and(|s| l < s));
            if stays && let Some(predicate) = g.attribute(n, "predicate") {
                out.entry(root).or_default().add(predicate);
            }
        }
    }
    for (&root, facts) in &mut out {
        shorten(g, root, facts);
    }
    out
}

/// The value that `n` is an assumption about, if both are in block `b`. A constant is at home
/// everywhere, so that a fact about one stays where it is said.
fn about(g: &Graph<'_>, n: NodeRef, b: BlockRef) -> Option<ValueRef> {
    if g.node(n).opcode != Opcode::Assume {
        return None;
    }
    let root = bare(g, *g.node(n).results.first()?);
    let constant = g
        .producer(root)
        .is_some_and(|p| p.opcode == Opcode::Constant);
    (g.home(root) == Some(b) && !constant).then_some(root)
}

/// Whether control may not reach the operation after `n`.
pub(super) fn may_leave(g: &Graph<'_>, n: NodeRef) -> bool {
    let depth = |m: NodeRef| g.node(m).parent.map_or(0, |b| g.block(b).depth + 1);
    match g.node(n).opcode {
        Opcode::Assert | Opcode::Loop => true,
        Opcode::If | Opcode::For => g.walk(n).iter().any(|&m| match g.node(m).opcode {
            Opcode::Return | Opcode::Assert | Opcode::Loop => true,
            // What it ends is `n`, something in it, or something around it.
            Opcode::Break | Opcode::Continue => g.target(m).is_none_or(|t| depth(t) < depth(n)),
            _ => false,
        }),
        _ => false,
    }
}

/// Puts one chain at each value with facts, shortens the chains inside, and rewires all uses.
fn rewrite(g: &mut Graph<'_>, entry: NodeRef, everywhere: &HashMap<ValueRef, Facts>) {
    let Some(body) = g.body(entry) else { return };
    let mut end: HashMap<ValueRef, ValueRef> = HashMap::new();
    let mut blocks = vec![body];
    while let Some(b) = blocks.pop() {
        let mut out: Vec<NodeRef> = Vec::new();
        for v in g.block(b).arguments.clone() {
            chain(g, v, everywhere.get(&v), b, entry, &mut out, &mut end);
        }
        for n in g.block(b).nodes.clone() {
            if g.node(n).opcode == Opcode::Assume {
                local(g, n, b, everywhere, &mut out, &mut end);
                continue;
            }
            for i in 0..g.node(n).operands.len() {
                let v = g.node(n).operands[i];
                if let Some(&to) = end.get(&v) {
                    g.node_mut(n).operands[i] = to;
                }
            }
            out.push(n);
            for v in g.node(n).results.clone() {
                chain(g, v, everywhere.get(&v), b, n, &mut out, &mut end);
            }
        }
        g.block_mut(b).nodes = out;
        // Inner blocks after outer ones: their uses see all chains around them.
        let inner: Vec<BlockRef> = g
            .block(b)
            .nodes
            .iter()
            .flat_map(|&n| g.node(n).blocks.clone())
            .collect();
        blocks.extend(inner.into_iter().rev());
    }
}

/// Adds the assumptions `facts` on `v` to a block.
fn chain(
    g: &mut Graph<'_>,
    v: ValueRef,
    facts: Option<&Facts>,
    block: BlockRef,
    like: NodeRef,
    out: &mut Vec<NodeRef>,
    end: &mut HashMap<ValueRef, ValueRef>,
) {
    let Some(facts) = facts else { return };
    let mut at = v;
    for predicate in facts.predicates() {
        let ty = g.type_ref(v);
        let n = g.new_node(
            Opcode::Assume,
            vec![("predicate", predicate)],
            vec![at],
            ty,
            like,
        );
        g.node_mut(n).parent = Some(block);
        g.node_mut(n).origin = origin(g, v, like);
        at = g.node(n).results[0];
        out.push(n);
    }
    end.insert(v, at);
}

/// Where a fact about `v` is shown to come from.
fn origin(g: &Graph<'_>, v: ValueRef, like: NodeRef) -> (usize, cutile_ir::ir::OpId) {
    match g.def(v) {
        Def::Result(n, _) => g.node(n).origin,
        Def::Argument(..) => g.node(like).origin,
    }
}

/// An assumption met on the way: dropped if its facts hold everywhere, otherwise merged with the
/// ones it rests on in the same block.
fn local(
    g: &mut Graph<'_>,
    n: NodeRef,
    block: BlockRef,
    everywhere: &HashMap<ValueRef, Facts>,
    out: &mut Vec<NodeRef>,
    end: &mut HashMap<ValueRef, ValueRef>,
) {
    let (Some(&result), Some(&operand)) = (g.node(n).results.first(), g.node(n).operands.first())
    else {
        return;
    };
    let root = bare(g, operand);
    let base = end.get(&root).copied().unwrap_or(root);
    let mut facts = Facts::default();
    let mut outside = Vec::new();
    let mut at = Some(n);
    while let Some(m) = at {
        if g.node(m).opcode != Opcode::Assume {
            break;
        }
        if let Some(p) = g.attribute(m, "predicate") {
            match g.node(m).parent == Some(block) {
                true => facts.add(p),
                false => outside.push(p.clone()),
            }
        }
        at = match g.node(m).operands.first().map(|&v| g.def(v)) {
            Some(Def::Result(m, _)) => Some(m),
            _ => None,
        };
    }
    let mut around = everywhere.get(&root).cloned().unwrap_or_default();
    outside.iter().for_each(|p| around.add(p));
    facts.without(&around);
    shorten(g, root, &mut facts);
    if outside.is_empty() {
        chain_from(g, result, base, &facts, block, n, out, end);
    } else {
        // Rests on a fact of a block around this one: keep that one below.
        let below = outer(g, operand, block);
        let below = end.get(&below).copied().unwrap_or(below);
        chain_from(g, result, below, &facts, block, n, out, end);
    }
}

/// The first value of the chain below `v` that is made outside `block`.
fn outer(g: &Graph<'_>, v: ValueRef, block: BlockRef) -> ValueRef {
    let mut at = v;
    while let Some(p) = g.producer(at) {
        if p.opcode != Opcode::Assume || p.parent != Some(block) || p.operands.is_empty() {
            break;
        }
        at = p.operands[0];
    }
    at
}

#[allow(clippy::too_many_arguments)]
fn chain_from(
    g: &mut Graph<'_>,
    result: ValueRef,
    base: ValueRef,
    facts: &Facts,
    block: BlockRef,
    n: NodeRef,
    out: &mut Vec<NodeRef>,
    end: &mut HashMap<ValueRef, ValueRef>,
) {
    let mut at = base;
    for predicate in facts.predicates() {
        let ty = g.type_ref(result);
        let m = g.new_node(
            Opcode::Assume,
            vec![("predicate", predicate)],
            vec![at],
            ty,
            n,
        );
        g.node_mut(m).parent = Some(block);
        at = g.node(m).results[0];
        out.push(m);
    }
    end.insert(result, at);
}

/// Takes all assumptions out of an entry and returns them by the value they are about.
pub(crate) fn take(g: &mut Graph<'_>, entry: NodeRef) -> HashMap<ValueRef, Facts> {
    let mut out: HashMap<ValueRef, Facts> = HashMap::new();
    for n in g.walk(entry) {
        for i in 0..g.node(n).operands.len() {
            let v = g.node(n).operands[i];
            let root = bare(g, v);
            if root != v && g.node(n).opcode != Opcode::Assume {
                g.node_mut(n).operands[i] = root;
            }
        }
        if g.node(n).opcode == Opcode::Assume
            && let Some(&v) = g.node(n).results.first()
            && let Some(predicate) = g.attribute(n, "predicate").cloned()
        {
            out.entry(bare(g, v)).or_default().add(&predicate);
        }
    }
    let mut blocks: Vec<BlockRef> = g.body(entry).into_iter().collect();
    while let Some(b) = blocks.pop() {
        let mut nodes = std::mem::take(&mut g.block_mut(b).nodes);
        nodes.retain(|&n| g.node(n).opcode != Opcode::Assume);
        blocks.extend(nodes.iter().flat_map(|&n| g.node(n).blocks.iter().copied()));
        g.block_mut(b).nodes = nodes;
    }
    out
}

#[cfg(test)]
mod tests;
