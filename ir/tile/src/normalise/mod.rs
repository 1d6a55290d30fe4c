//! The normal form: what two modules have in common when they mean the same.
//!
//! Compilers that agree on a kernel still disagree on details that change nothing: where a constant
//! stands and how often, in which order independent operations come, which of two equal
//! subexpressions is computed once, how tokens are threaded. [`normalise`] takes these away. Each
//! rewrite has a file of its own that says why it is sound:
//!
//! | rewrite | brings to one form |
//! | --- | --- |
//! | [`guard`] | early returns, to branches |
//! | [`order`] | tokens, to the order of memory operations they impose |
//! | [`assume`] | facts about a value, merged, and the implied ones dropped |
//! | [`constant`] | constant integer arithmetic, reshaped and broadcast constants |
//! | [`identity`] | operations that return their operand |
//! | [`splat`] | broadcasts of a single element |
//! | [`predicate`] | comparisons and their negations |
//! | [`branch`] | branches on a negated condition |
//! | [`merge`] | equal pure operations, and where pure operations stand |
//! | [`carry`] | values that loops and branches pass along |
//! | [`dead`] | operations and carried values that nothing needs |
//! | [`hints`] | hints by architecture |
//! | [`columns`] | the order of carried values and results |
//! | [`commute`] | the order of operands that may be swapped |
//! | [`schedule`] | the order of operations in a block |
//!
//! The last three go by what a thing computes and, where that leaves a tie, by its place in the whole:
//! [`colour`] has the ranks.
//!
//! The result is a module again, for reading and comparing. It is not meant for assembling: memory
//! order is in the attribute [`ORDERED_AFTER`] rather than in tokens.
//!
//! Rewrites are linear, or n log n, in the number of operations; rounds are bounded.

pub(crate) mod assume;
mod branch;
mod carry;
mod colour;
mod columns;
mod commute;
mod constant;
mod dead;
pub(crate) mod fingerprint;
mod guard;
pub(crate) mod hints;
mod identity;
mod merge;
pub(crate) mod order;
mod predicate;
mod schedule;
mod splat;

#[cfg(test)]
pub(crate) mod testing;

use cutile_ir::ir::Module;

pub use crate::graph::attributes::ORDERED_AFTER;
use crate::graph::{Graph, Unit};
pub use crate::graph::{MAX_NESTING, Malformed};
pub(crate) use commute::swappable;
pub(crate) use constant::{elements as constant_elements, splat_integer as constant_integer};

/// Rounds of the rewrites that enable each other. Real modules need two.
const ROUNDS: usize = 12;

/// Times that facts are looked at again. Real modules need none.
const FACTS: usize = 3;

/// The normal form of `module`.
///
/// Hints are kept as they are but for empty ones, because which architecture counts depends on what
/// the module is compared with; [`crate::compare::equivalent`] and [`crate::diff::diff`] resolve
/// them.
///
/// # Errors
/// [`Malformed`] when the module is not structured as Tile IR requires.
pub fn normalise(module: &Module) -> Result<Module, Malformed> {
    let mut g = Graph::default();
    let unit = g.import(module)?;
    run(&mut g, &unit);
    order::write(&mut g, &unit);
    Ok(g.export(&unit))
}

/// Rewrites `unit` in place; memory order is then in [`Graph::order`].
pub(crate) fn run(g: &mut Graph<'_>, unit: &Unit) {
    guard::sink(g, unit);
    order::reduce(g, unit);
    assume::reduce(g, unit);
    rewrite(g, unit);
    // Values that turned out to be the same bring their facts together, and what they turned out
    // to be may imply others.
    for _ in 0..FACTS {
        if assume::settled(g, unit) {
            break;
        }
        assume::reduce(g, unit);
        rewrite(g, unit);
    }
    arrange(g, unit);
}

/// Brings a unit from which something was taken back to its form.
pub(crate) fn settle(g: &mut Graph<'_>, unit: &Unit) {
    rewrite(g, unit);
    arrange(g, unit);
}

/// One pass of the local rewrites reaches everything that is defined before its uses; only values
/// that loops hand on can ask for another.
fn rewrite(g: &mut Graph<'_>, unit: &Unit) {
    for _ in 0..ROUNDS {
        merge::simplify(g, unit);
        if !carry::forward(g, unit) {
            break;
        }
    }
    dead::sweep(g, unit);
}

fn arrange(g: &mut Graph<'_>, unit: &Unit) {
    for &entry in &unit.entries {
        let prints = fingerprint::of(g, entry);
        let ranks = colour::ranks(g, entry, prints);
        columns::sort(g, entry, &ranks);
        commute::sort(g, entry, &ranks);
        schedule::arrange(g, entry, &ranks);
    }
}

#[cfg(test)]
pub(crate) mod tests;
