//! The two notions of equal.
//!
//! [`identical`]: the same operations in the same order with the same attributes and types, but for
//! the names of values and symbols and for source locations. [`equivalent`]: identical after
//! [`normalise`](crate::normalise::normalise). Both say where two modules first differ;
//! [`diff`](crate::diff::diff) says what the differences mean.

mod identical;

use cutile_ir::ir::Module;
use serde::Serialize;

use crate::graph::{Graph, Malformed, NodeRef, Unit};
use crate::normalise::{self, hints};
use crate::ops;

/// Mismatches that are listed at most.
pub const LISTED: usize = 10;

/// A place in a source file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1; 0 if not known.
    pub column: u32,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// One of the two operations that do not match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Site {
    /// The name of the operation.
    pub op: &'static str,
    /// Its number among the entry's operations, outer before inner, from 0.
    pub number: usize,
    pub place: Option<Place>,
}

/// A first difference between two modules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    pub entry: String,
    /// What differs, in words.
    pub what: String,
    pub left: Option<Site>,
    pub right: Option<Site>,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.entry, self.what)?;
        for site in [&self.left, &self.right].into_iter().flatten() {
            match &site.place {
                Some(place) => write!(f, " [{} at {place}]", site.op)?,
                None => write!(f, " [{} #{}]", site.op, site.number)?,
            }
        }
        Ok(())
    }
}

/// What a comparison found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// The first differences, at most [`LISTED`]; after an operation that has no counterpart, the
    /// rest of its block is not compared.
    pub mismatches: Vec<Mismatch>,
}

impl Comparison {
    /// Whether the modules are equal.
    pub fn holds(&self) -> bool {
        self.mismatches.is_empty()
    }
}

/// Compares operation by operation.
///
/// # Errors
/// [`Malformed`] when a module is not structured as Tile IR requires.
pub fn identical(left: &Module, right: &Module) -> Result<Comparison, Malformed> {
    let mut g = Graph::default();
    let a = g.import(left)?;
    let b = g.import(right)?;
    Ok(identical::compare(&g, &a, &b))
}

/// Compares the normal forms, with hints resolved for the architectures both speak about.
///
/// # Errors
/// [`Malformed`] when a module is not structured as Tile IR requires.
pub fn equivalent(left: &Module, right: &Module) -> Result<Comparison, Malformed> {
    let mut g = Graph::default();
    let a = g.import(left)?;
    let b = g.import(right)?;
    normal(&mut g, &[&a, &b]);
    Ok(identical::compare(&g, &a, &b))
}

pub(crate) use identical::compare as side_by_side;

/// Brings units of a graph to the normal form in which they are compared.
fn normal(g: &mut Graph<'_>, units: &[&Unit]) {
    let targets = hints::targets(g, units);
    for unit in units {
        hints::resolve(g, unit, &targets);
        normalise::run(g, unit);
        normalise::order::write(g, unit);
    }
}

/// Where an operation comes from.
pub(crate) fn place(g: &Graph<'_>, n: NodeRef) -> Option<Place> {
    let (module, op) = g.node(n).origin;
    let location = &g.modules[module].op(op).location;
    ops::position(location).map(|p| Place {
        file: p.file.to_owned(),
        line: p.line,
        column: p.column,
    })
}

/// The name of an entry.
pub(crate) fn entry_name(g: &Graph<'_>, entry: NodeRef) -> String {
    match g.attribute(entry, "sym_name") {
        Some(cutile_ir::ir::Attribute::String(s)) => s.clone(),
        _ => "entry".to_owned(),
    }
}

#[cfg(test)]
mod tests;
