//! Values that loops and branches only pass along.
//!
//! A carried value that every iteration hands on unchanged is its initial value; two carried values
//! that start equal and continue equal are one; a branch that yields the same value on both sides
//! yields that value. Sound by induction over the iterations.

use std::collections::HashMap;

use cutile_ir::bytecode::Opcode;

use super::merge::encloses;
use crate::graph::{Graph, NodeRef, Unit, ValueRef};

/// Rewires uses; whether there were any.
pub(super) fn forward(g: &mut Graph<'_>, unit: &Unit) -> bool {
    let mut changed = false;
    for &entry in &unit.entries {
        changed |= entry_values(g, entry);
    }
    changed
}

fn entry_values(g: &mut Graph<'_>, entry: NodeRef) -> bool {
    let all = g.walk(entry);
    let mut exits: HashMap<NodeRef, Vec<NodeRef>> = HashMap::new();
    for &n in &all {
        if matches!(
            g.node(n).opcode,
            Opcode::Continue | Opcode::Break | Opcode::Yield
        ) && let Some(t) = g.target(n)
        {
            exits.entry(t).or_default().push(n);
        }
    }
    let mut map: HashMap<ValueRef, ValueRef> = HashMap::new();
    for &n in &all {
        let exits = exits.get(&n).map_or(&[][..], Vec::as_slice);
        match g.node(n).opcode {
            Opcode::For | Opcode::Loop => {
                unchanged(g, n, exits, &mut map);
                twins(g, n, exits, &mut map);
            }
            _ => {}
        }
        if matches!(g.node(n).opcode, Opcode::If | Opcode::Loop) {
            agreed(g, n, exits, &mut map);
        }
    }
    if map.is_empty() {
        return false;
    }
    replace(g, &all, &map)
}

/// Applies `map`, following chains, to the operands of `nodes`.
fn replace(g: &mut Graph<'_>, nodes: &[NodeRef], map: &HashMap<ValueRef, ValueRef>) -> bool {
    let mut changed = false;
    for &n in nodes {
        for i in 0..g.node(n).operands.len() {
            let from = g.node(n).operands[i];
            let mut to = from;
            // A chain is no longer than the map.
            for _ in 0..=map.len() {
                match map.get(&to) {
                    Some(&next) if next != to => to = next,
                    _ => break,
                }
            }
            if to != from {
                g.node_mut(n).operands[i] = to;
                changed = true;
            }
        }
    }
    changed
}

/// What the exits with `opcode` hand to place `i`.
fn handed(g: &Graph<'_>, exits: &[NodeRef], opcode: Opcode, i: usize) -> Vec<ValueRef> {
    exits
        .iter()
        .filter(|&&e| g.node(e).opcode == opcode)
        .filter_map(|&e| g.node(e).operands.get(i).copied())
        .collect()
}

fn unchanged(g: &Graph<'_>, n: NodeRef, exits: &[NodeRef], map: &mut HashMap<ValueRef, ValueRef>) {
    for (i, (&argument, &initial)) in g.carried(n).iter().zip(g.initial(n)).enumerate() {
        let same = handed(g, exits, Opcode::Continue, i)
            .iter()
            .all(|&v| v == argument || v == initial);
        if same {
            map.insert(argument, initial);
            if g.node(n).opcode == Opcode::For
                && let Some(&result) = g.node(n).results.get(i)
            {
                map.insert(result, initial);
            }
        }
    }
}

fn twins(g: &Graph<'_>, n: NodeRef, exits: &[NodeRef], map: &mut HashMap<ValueRef, ValueRef>) {
    let mut seen: HashMap<Vec<ValueRef>, usize> = HashMap::new();
    for (i, &argument) in g.carried(n).iter().enumerate() {
        let mut key = vec![g.initial(n)[i]];
        key.extend(handed(g, exits, Opcode::Continue, i));
        let Some(&first) = seen.get(&key) else {
            seen.insert(key, i);
            continue;
        };
        if map.contains_key(&argument) {
            continue;
        }
        map.insert(argument, g.carried(n)[first]);
        if g.node(n).opcode == Opcode::For {
            let results = &g.node(n).results;
            map.insert(results[i], results[first]);
        }
    }
}

/// Results that are the same value, made outside, whichever exit is taken; and results that are
/// equal to each other.
fn agreed(g: &Graph<'_>, n: NodeRef, exits: &[NodeRef], map: &mut HashMap<ValueRef, ValueRef>) {
    let opcode = match g.node(n).opcode {
        Opcode::If => Opcode::Yield,
        _ => Opcode::Break,
    };
    let Some(around) = g.node(n).parent else {
        return;
    };
    let mut seen: HashMap<Vec<ValueRef>, ValueRef> = HashMap::new();
    for (i, &result) in g.node(n).results.iter().enumerate() {
        let values = handed(g, exits, opcode, i);
        let Some(&first) = values.first() else {
            continue;
        };
        if values.iter().all(|&v| v == first)
            && g.home(first).is_some_and(|b| encloses(g, b, around))
        {
            map.insert(result, first);
        } else if let Some(&other) = seen.get(&values) {
            map.insert(result, other);
        } else {
            seen.insert(values, result);
        }
    }
}

#[cfg(test)]
mod tests;
