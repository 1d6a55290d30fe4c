//! Which operations of two entries correspond.
//!
//! Effects of two corresponding blocks are aligned in three steps: by equal content, in order; by
//! equal content, wherever (these moved); by kind and by the parameter they go to, in order. Pure
//! operations need no alignment: they follow from what uses them.

use std::collections::HashMap;

use cutile_ir::bytecode::Opcode;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::graph::effects::Effect;
use crate::graph::{BlockRef, Graph, NodeRef, ValueRef};
use crate::normalise::fingerprint::Prints;

/// Corresponding operations and values of two entries.
#[derive(Default)]
pub(super) struct Pairing {
    /// Pairs in the order of the left side, outer before inner.
    pub nodes: Vec<(NodeRef, NodeRef)>,
    pub right_of: HashMap<NodeRef, NodeRef>,
    pub left_of: HashMap<NodeRef, NodeRef>,
    /// Block arguments and results of paired operations.
    pub values: HashMap<ValueRef, ValueRef>,
    /// Operations on one side only, with the block's owner.
    pub missing: Vec<NodeRef>,
    pub added: Vec<NodeRef>,
    /// Pairs that are not in order.
    pub moved: Vec<(NodeRef, NodeRef)>,
    /// Branches whose sides correspond crosswise.
    pub turned: Vec<(NodeRef, NodeRef)>,
    /// Places of carried values or results on one side only: operation and value.
    pub loose: Vec<(NodeRef, ValueRef, bool)>,
    /// For each paired loop, which carried values correspond; for each paired operation, results.
    pub carried: HashMap<NodeRef, Vec<(usize, usize)>>,
    pub results: HashMap<NodeRef, Vec<(usize, usize)>>,
}

pub(super) struct Sides<'g, 'm> {
    pub g: &'g Graph<'m>,
    pub left: &'g Prints,
    pub right: &'g Prints,
}

/// Pairs everything in two entries.
pub(super) fn entries(s: &Sides<'_, '_>, a: NodeRef, b: NodeRef) -> Pairing {
    let mut p = Pairing::default();
    let mut work: Vec<(BlockRef, BlockRef)> = Vec::new();
    if let (Some(x), Some(y)) = (s.g.body(a), s.g.body(b)) {
        let (l, r) = (&s.g.block(x).arguments, &s.g.block(y).arguments);
        p.values.extend(l.iter().copied().zip(r.iter().copied()));
        work.push((x, y));
    }
    while let Some((x, y)) = work.pop() {
        let pairs = p.blocks(s, x, y);
        for &(m, n) in pairs.iter().rev() {
            let (l, mut r) = (&s.g.node(m).blocks, s.g.node(n).blocks.clone());
            if turned(s, l, &r) {
                r.reverse();
                p.turned.push((m, n));
            }
            let inner = l.iter().copied().zip(r);
            work.extend(inner.collect::<Vec<_>>().into_iter().rev());
        }
    }
    p
}

impl Pairing {
    fn blocks(&mut self, s: &Sides<'_, '_>, x: BlockRef, y: BlockRef) -> Vec<(NodeRef, NodeRef)> {
        let (a, b) = (effects(s.g, x), effects(s.g, y));
        let mut partner: Vec<Option<usize>> = vec![None; a.len()];
        let mut taken = vec![false; b.len()];
        exact(s, &a, &b, &mut partner, &mut taken);
        let in_order = partner.clone();
        elsewhere(s, &a, &b, &mut partner, &mut taken);
        by_kind(s, &a, &b, &mut partner, &mut taken);
        let mut pairs = Vec::new();
        let mut highest = None;
        for (i, &m) in a.iter().enumerate() {
            let Some(j) = partner[i] else {
                self.missing.push(m);
                continue;
            };
            if s.g.effect(m) != Effect::Read {
                if in_order[i].is_none() && highest.is_some_and(|h| h > j) {
                    self.moved.push((m, b[j]));
                }
                highest = highest.max(Some(j));
            }
            self.pair(s, m, b[j]);
            pairs.push((m, b[j]));
        }
        let free = b.iter().zip(&taken).filter(|(_, t)| !**t);
        self.added.extend(free.map(|(n, _)| *n));
        pairs
    }

    fn pair(&mut self, s: &Sides<'_, '_>, m: NodeRef, n: NodeRef) {
        self.nodes.push((m, n));
        self.right_of.insert(m, n);
        self.left_of.insert(n, m);
        let g = s.g;
        let (l, r) = (&g.node(m).results, &g.node(n).results);
        let results = match g.effect(m) {
            Effect::Control => columns(s, l, r, &[], &[]),
            _ => (0..l.len().min(r.len())).map(|i| (i, i)).collect(),
        };
        self.values
            .extend(results.iter().map(|&(i, j)| (l[i], r[j])));
        let (l, r) = (g.carried(m), g.carried(n));
        let carried = columns(s, l, r, g.initial(m), g.initial(n));
        self.values
            .extend(carried.iter().map(|&(i, j)| (l[i], r[j])));
        if g.node(m).opcode == Opcode::For
            && g.node(n).opcode == Opcode::For
            && let (Some(&i), Some(&j)) = (
                g.node(m)
                    .blocks
                    .first()
                    .and_then(|&b| g.block(b).arguments.first()),
                g.node(n)
                    .blocks
                    .first()
                    .and_then(|&b| g.block(b).arguments.first()),
            )
        {
            self.values.insert(i, j);
        }
        self.loose(g, m, n, &carried, &results);
        self.carried.insert(m, carried);
        self.results.insert(m, results);
    }

    fn loose(
        &mut self,
        g: &Graph<'_>,
        m: NodeRef,
        n: NodeRef,
        carried: &[(usize, usize)],
        results: &[(usize, usize)],
    ) {
        // A `for` has a result for each carried value: those are counted once.
        let (left, right) = match g.node(m).opcode {
            Opcode::For => (g.carried(m), g.carried(n)),
            _ => (&g.node(m).results[..], &g.node(n).results[..]),
        };
        let pairs = match g.node(m).opcode {
            Opcode::For => carried,
            _ => results,
        };
        for (i, &v) in left.iter().enumerate() {
            if !pairs.iter().any(|p| p.0 == i) {
                self.loose.push((m, v, true));
            }
        }
        for (j, &v) in right.iter().enumerate() {
            if !pairs.iter().any(|p| p.1 == j) {
                self.loose.push((m, v, false));
            }
        }
    }
}

/// Whether two sides of a branch are more like each other crosswise.
fn turned(s: &Sides<'_, '_>, l: &[BlockRef], r: &[BlockRef]) -> bool {
    let (&[a, b], &[c, d]) = (l, r) else {
        return false;
    };
    let same = |x, y| usize::from(s.left.block(x) == s.right.block(y));
    same(a, d) + same(b, c) > same(a, c) + same(b, d)
}

/// The operations of a block that are aligned, as they stood in the module: the normal form orders
/// loads by what they load, which is no help where that changed.
pub(super) fn effects(g: &Graph<'_>, b: BlockRef) -> Vec<NodeRef> {
    let nodes = g.block(b).nodes.iter().copied();
    let mut out: Vec<NodeRef> = nodes.filter(|&n| g.effect(n).has_place()).collect();
    out.sort_unstable();
    out
}

fn exact(
    s: &Sides<'_, '_>,
    a: &[NodeRef],
    b: &[NodeRef],
    partner: &mut [Option<usize>],
    taken: &mut [bool],
) {
    let l: Vec<u64> = a.iter().map(|&n| s.left.node(n)).collect();
    let r: Vec<u64> = b.iter().map(|&n| s.right.node(n)).collect();
    align(&l, &r, |i, j| {
        partner[i] = Some(j);
        taken[j] = true;
    });
}

/// Calls `pair` for the elements of a longest common subsequence.
fn align<K: std::hash::Hash + Eq + Ord>(l: &[K], r: &[K], mut pair: impl FnMut(usize, usize)) {
    for op in capture_diff_slices(Algorithm::Myers, l, r) {
        if let DiffOp::Equal {
            old_index,
            new_index,
            len,
        } = op
        {
            (0..len).for_each(|k| pair(old_index + k, new_index + k));
        }
    }
}

fn elsewhere(
    s: &Sides<'_, '_>,
    a: &[NodeRef],
    b: &[NodeRef],
    partner: &mut [Option<usize>],
    taken: &mut [bool],
) {
    let mut free: HashMap<u64, Vec<usize>> = HashMap::new();
    for (j, &n) in b.iter().enumerate().rev() {
        if !taken[j] {
            free.entry(s.right.node(n)).or_default().push(j);
        }
    }
    for (i, &m) in a.iter().enumerate() {
        if partner[i].is_none()
            && let Some(j) = free.get_mut(&s.left.node(m)).and_then(Vec::pop)
        {
            partner[i] = Some(j);
            taken[j] = true;
        }
    }
}

/// What is left is aligned within the gaps: first same kind and same parameter, then same kind.
fn by_kind(
    s: &Sides<'_, '_>,
    a: &[NodeRef],
    b: &[NodeRef],
    partner: &mut [Option<usize>],
    taken: &mut [bool],
) {
    let kind = |n: NodeRef| match s.g.node(n).opcode {
        Opcode::Loop => Opcode::For,
        other => other,
    };
    for with_base in [true, false] {
        let l: Vec<usize> = (0..a.len()).filter(|&i| partner[i].is_none()).collect();
        let r: Vec<usize> = (0..b.len()).filter(|&j| !taken[j]).collect();
        let key = |n: NodeRef, prints: &Prints| {
            let base = with_base.then(|| base(s.g, n).map_or(0, |v| prints.value(v)));
            (kind(n).as_u16(), base)
        };
        let lk: Vec<_> = l.iter().map(|&i| key(a[i], s.left)).collect();
        let rk: Vec<_> = r.iter().map(|&j| key(b[j], s.right)).collect();
        let mut found = Vec::new();
        align(&lk, &rk, |i, j| found.push((l[i], r[j])));
        for (i, j) in found {
            // A pair must not cross one that was found to be equal.
            let crosses = partner
                .iter()
                .enumerate()
                .any(|(k, p)| p.is_some_and(|p| (k < i) != (p < j)));
            if !crosses {
                partner[i] = Some(j);
                taken[j] = true;
            }
        }
    }
}

/// The entry parameter or other origin that an access goes to.
pub(super) fn base(g: &Graph<'_>, n: NodeRef) -> Option<ValueRef> {
    let node = g.node(n);
    let mut at = match node.opcode {
        Opcode::StoreViewTko => *node.operands.get(1)?,
        Opcode::AtomicRedViewTko => *node.operands.first()?,
        _ => *node.operands.first()?,
    };
    for _ in 0..32 {
        match g.producer(at) {
            Some(p)
                if matches!(
                    p.opcode,
                    Opcode::Offset
                        | Opcode::Broadcast
                        | Opcode::Reshape
                        | Opcode::Assume
                        | Opcode::MakeTensorView
                        | Opcode::MakePartitionView
                        | Opcode::MakeStridedView
                        | Opcode::MakeGatherScatterView
                        | Opcode::PtrToPtr
                ) && !p.operands.is_empty() =>
            {
                at = p.operands[0];
            }
            _ => break,
        }
    }
    Some(at)
}

/// Which carried values or results correspond: those that compute the same, then those of the same
/// type that start the same, then those of the same type, then the rest, each in order.
fn columns(
    s: &Sides<'_, '_>,
    l: &[ValueRef],
    r: &[ValueRef],
    from_left: &[ValueRef],
    from_right: &[ValueRef],
) -> Vec<(usize, usize)> {
    let g = s.g;
    let mut out: Vec<(usize, usize)> = Vec::new();
    let mut taken = vec![false; r.len()];
    let mut done = vec![false; l.len()];
    let start =
        |side: &[ValueRef], prints: &Prints, i: usize| side.get(i).map_or(0, |&v| prints.value(v));
    for step in 0..4 {
        for i in 0..l.len() {
            if done[i] {
                continue;
            }
            let fits = |j: usize| {
                let typed = g.type_ref(l[i]) == g.type_ref(r[j]);
                match step {
                    0 => s.left.value(l[i]) == s.right.value(r[j]),
                    1 => {
                        typed
                            && start(from_left, s.left, i) == start(from_right, s.right, j)
                            && !from_left.is_empty()
                    }
                    2 => typed,
                    _ => l.len() == r.len(),
                }
            };
            if let Some(j) = (0..r.len()).find(|&j| !taken[j] && fits(j)) {
                out.push((i, j));
                taken[j] = true;
                done[i] = true;
            }
        }
    }
    out.sort_unstable();
    out
}
