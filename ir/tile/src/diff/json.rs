//! A diff as JSON.
//!
//! ```json
//! {
//!   "schema": "tileport/diff/1",
//!   "verdict": "identical" | "equivalent" | "different",
//!   "worst": null | "cosmetic" | "performance" | "numeric" | "semantic",
//!   "counts": {"semantic": 0, "numeric": 0, "performance": 0, "cosmetic": 0},
//!   "targets": ["sm_90"],
//!   "differences": [{
//!     "class": "...", "kind": "rounding", "refinement": false, "entry": "kernel",
//!     "change": "nearest_even -> approx",
//!     "left": null | {"op": "divf", "expression": "...", "place": null | {"file", "line", "column"}},
//!     "right": as left,
//!     "meaning": "...", "count": 1
//!   }]
//! }
//! ```
//!
//! `differences` are sorted gravest first, then by order of appearance; `kind` is one of
//! [`Kind::ALL`](super::Kind::ALL); `count` is how often the same change was met. The number in
//! `schema` grows when a field changes its meaning or goes away, not when one is added.

use serde::Serialize;

use super::{Class, Diff, Difference, Verdict};

/// The version of the document.
pub const SCHEMA: &str = "tileport/diff/1";

#[derive(Serialize)]
struct Counts {
    semantic: usize,
    numeric: usize,
    performance: usize,
    cosmetic: usize,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    verdict: Verdict,
    worst: Option<Class>,
    counts: Counts,
    targets: &'a [String],
    differences: &'a [Difference],
}

/// The document.
pub fn json(diff: &Diff) -> serde_json::Value {
    let document = Document {
        schema: SCHEMA,
        verdict: diff.verdict,
        worst: diff.worst(),
        counts: Counts {
            semantic: diff.count(Class::Semantic),
            numeric: diff.count(Class::Numeric),
            performance: diff.count(Class::Performance),
            cosmetic: diff.count(Class::Cosmetic),
        },
        targets: &diff.targets,
        differences: &diff.differences,
    };
    // Nothing in it can fail to serialise: no maps with other keys, no foreign code.
    serde_json::to_value(document).unwrap_or_default()
}
