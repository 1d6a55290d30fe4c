//! What each block does to memory, alias set by alias set.

use super::dataflow::{AliasSet, Facts};
use crate::mid::{BlockId, Body, MemoryEffect, Op};

/// Effects of a block, what is nested in it included.
#[derive(Debug, Clone, Default)]
pub(super) struct Effects {
    /// The strongest effect on each alias set, in order of first effect.
    pub by_set: Vec<(AliasSet, MemoryEffect)>,
    /// Whether something in it acquires.
    pub acquires: bool,
}

impl Effects {
    fn one(set: AliasSet, effect: MemoryEffect, acquires: bool) -> Effects {
        Effects {
            by_set: vec![(set, effect)],
            acquires,
        }
    }

    /// The effect on exactly this alias set.
    pub fn on(&self, set: AliasSet) -> MemoryEffect {
        let mut entries = self.by_set.iter();
        let found = entries.find(|(s, _)| *s == set);
        found.map_or(MemoryEffect::None, |(_, effect)| *effect)
    }

    /// Adds other effects behind these.
    pub fn merge(&mut self, other: &Effects) {
        for &(set, effect) in &other.by_set {
            match self.by_set.iter_mut().find(|(s, _)| *s == set) {
                Some((_, strongest)) => *strongest = effect.max(*strongest),
                None => self.by_set.push((set, effect)),
            }
        }
        self.acquires |= other.acquires;
    }
}

/// Effects of all blocks under the root, by block.
pub(super) fn block_effects(body: &Body, facts: &Facts) -> Vec<Effects> {
    let mut out = vec![Effects::default(); body.blocks.len()];
    collect(body, facts, body.root, &mut out);
    out
}

fn collect(body: &Body, facts: &Facts, block: BlockId, out: &mut [Effects]) {
    let mut effects = Effects::default();
    for &id in &body.block(block).ops {
        let op = &body.op(id).op;
        effects.merge(&own_effects(body, facts, op));
        for nested in op.blocks() {
            collect(body, facts, nested, out);
            if let Some(inner) = out.get(nested.index()) {
                effects.merge(inner);
            }
        }
    }
    if let Some(slot) = out.get_mut(block.index()) {
        *slot = effects;
    }
}

fn own_effects(body: &Body, facts: &Facts, op: &Op) -> Effects {
    let everything = |acquires| Effects::one(AliasSet::UNIVERSE, MemoryEffect::Store, acquires);
    let access = |acquires| Effects::one(access_set(body, facts, op), op.memory_effect(), acquires);
    match op {
        Op::Printf { .. } | Op::GridDependencyLaunch { .. } => everything(false),
        Op::GridDependencyWait { .. } => everything(true),
        Op::TileLoad { memory_order, .. }
        | Op::TileStore { memory_order, .. }
        | Op::AtomicCas { memory_order, .. }
        | Op::AtomicRmw { memory_order, .. }
        | Op::AtomicRedView { memory_order, .. } => access(memory_order.acquires()),
        Op::LoadPointer { .. } | Op::StorePointer { .. } => access(false),
        // An assertion takes no part in the order of accesses.
        _ => Effects::default(),
    }
}

/// The storage that a memory access may touch.
pub(super) fn access_set(body: &Body, facts: &Facts, op: &Op) -> AliasSet {
    base_pointer(body, op).map_or(AliasSet::UNIVERSE, |base| facts.get(base).alias_set)
}

/// The pointer of a memory access, or the base pointer of its view.
pub(super) fn base_pointer(body: &Body, op: &Op) -> Option<crate::mid::Var> {
    match op {
        Op::TileLoad { view, .. } | Op::TileStore { view, .. } | Op::AtomicRedView { view, .. } => {
            body.aggregate(*view)?.0.first().copied()
        }
        Op::LoadPointer { pointer, .. }
        | Op::StorePointer { pointer, .. }
        | Op::AtomicCas { pointer, .. }
        | Op::AtomicRmw { pointer, .. } => Some(*pointer),
        _ => None,
    }
}
