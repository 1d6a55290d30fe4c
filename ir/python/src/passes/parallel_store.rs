//! Which stores of a counted loop need not wait for those of earlier iterations.
//!
//! The only access to an array in the body, a store through a partition view indexed by the
//! induction variable itself, touches another tile in each iteration. Normalisations over rows
//! are of this form.

use super::dataflow::{AliasSet, Facts};
use super::effects::{Effects, base_pointer};
use crate::mid::{BlockId, Body, MemoryEffect, Op, OpId, Type, Var};
use std::collections::HashSet;

/// The stores directly in the body of loop `id` that may run in parallel.
pub(super) fn find(body: &Body, id: OpId, effects: &[Effects], facts: &Facts) -> HashSet<OpId> {
    let none = HashSet::new();
    let Op::Loop {
        range: Some(_),
        body: inner,
        ..
    } = body.op(id).op
    else {
        return none;
    };
    let Some(whole) = effects.get(inner.index()) else {
        return none;
    };
    // Once storage may be shared, no array is looked at by itself.
    if whole.by_set.iter().any(|(set, _)| !set.is_single()) {
        return none;
    }
    let Some(&induction) = body.block(inner).params.first() else {
        return none;
    };
    let nested = nested_effects(body, inner, effects);
    let candidates = only_accesses(body, inner, facts);
    let kept = candidates.into_iter().filter(|(set, id)| {
        nested.on(*set) == MemoryEffect::None && is_injective(body, *id, induction, facts)
    });
    kept.map(|(_, id)| id).collect()
}

fn nested_effects(body: &Body, block: BlockId, effects: &[Effects]) -> Effects {
    let mut out = Effects::default();
    for &id in &body.block(block).ops {
        for nested in body.op(id).op.blocks() {
            if let Some(inner) = effects.get(nested.index()) {
                out.merge(inner);
            }
        }
    }
    out
}

/// Accesses directly in a block that are the only ones of their alias set.
fn only_accesses(body: &Body, block: BlockId, facts: &Facts) -> Vec<(AliasSet, OpId)> {
    let mut accesses: Vec<(AliasSet, OpId)> = Vec::new();
    for &id in &body.block(block).ops {
        if let Some(base) = base_pointer(body, &body.op(id).op) {
            accesses.push((facts.get(base).alias_set, id));
        }
    }
    accesses.sort_by_key(|(set, _)| *set);
    accesses
        .chunk_by(|a, b| a.0 == b.0)
        .filter_map(|group| match group {
            [one] => Some(*one),
            _ => None,
        })
        .collect()
}

/// Whether an operation is a store whose tile differs in each iteration.
fn is_injective(body: &Body, id: OpId, induction: Var, facts: &Facts) -> bool {
    let op = &body.op(id).op;
    let Op::TileStore { view, index, .. } = op else {
        return false;
    };
    let Some(base) = base_pointer(body, op) else {
        return false;
    };
    matches!(body.var(*view).ty, Some(Type::PartitionView(_)))
        && !facts.get(base).may_alias_internally
        && index.contains(&induction)
}
