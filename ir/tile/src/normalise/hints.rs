//! Hints by architecture.
//!
//! Hints say `default` or name an architecture; what counts for an architecture is its own hints
//! over the defaults. One compiler writes defaults, another only the architecture it compiles for:
//! they agree when they agree on the architectures that are being compared.

use std::collections::BTreeSet;

use cutile_ir::ir::{Attribute, OptimizationHints};

use crate::graph::{Graph, NodeRef, Unit};

const HINTS: &str = "optimization_hints";
const DEFAULT: &str = "default";

fn of<'a>(g: &'a Graph<'_>, n: NodeRef) -> Option<&'a OptimizationHints> {
    match g.attribute(n, HINTS)? {
        Attribute::OptimizationHints(h) => Some(h),
        _ => None,
    }
}

/// The architectures on which `units` can be compared: those named by a unit that has no defaults,
/// or else all that are named, and the default.
pub(crate) fn targets(g: &Graph<'_>, units: &[&Unit]) -> Vec<String> {
    let mut named: Vec<(BTreeSet<String>, bool)> = Vec::new();
    for unit in units {
        let mut set = BTreeSet::new();
        for &entry in &unit.entries {
            for n in std::iter::once(entry).chain(g.walk(entry)) {
                let hints = of(g, n).into_iter().flat_map(|h| &h.entries);
                set.extend(hints.map(|(arch, _)| arch.clone()));
            }
        }
        let default = set.remove(DEFAULT);
        if default || !set.is_empty() {
            named.push((set, default));
        }
    }
    let defaults = named.iter().any(|(_, d)| *d);
    let specific = named.iter().filter(|(_, d)| !d).map(|(s, _)| s);
    let mut out: BTreeSet<String> = specific.flatten().cloned().collect();
    if out.is_empty() {
        out = named.iter().flat_map(|(s, _)| s).cloned().collect();
        if defaults {
            out.insert(DEFAULT.to_owned());
        }
    }
    out.into_iter().collect()
}

/// Writes the hints of every operation out for each of `targets`.
pub(crate) fn resolve(g: &mut Graph<'_>, unit: &Unit, targets: &[String]) {
    for &entry in &unit.entries {
        for n in std::iter::once(entry).chain(g.walk(entry)) {
            let Some(hints) = of(g, n) else { continue };
            let entries: Vec<_> = targets
                .iter()
                .map(|t| (t.clone(), effective(hints, t)))
                .filter(|(_, values)| !values.is_empty())
                .collect();
            let value = (!entries.is_empty())
                .then_some(Attribute::OptimizationHints(OptimizationHints { entries }));
            g.set_attribute(n, HINTS, value);
        }
    }
}

/// The hints that count on `target`: its own over the defaults.
fn effective(hints: &OptimizationHints, target: &str) -> Vec<(String, Attribute)> {
    let mut out = named(hints, DEFAULT);
    if target != DEFAULT {
        for (key, value) in named(hints, target) {
            out.retain(|(k, _)| *k != key);
            out.push((key, value));
        }
    }
    out.sort_by(|a, b| a.0.cmp(&b.0));
    out
}

fn named(hints: &OptimizationHints, name: &str) -> Vec<(String, Attribute)> {
    let found = hints.entries.iter().filter(|(arch, _)| arch == name);
    found.flat_map(|(_, values)| values.clone()).collect()
}

#[cfg(test)]
mod tests;
