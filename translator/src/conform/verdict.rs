//! Comparing what the two compilers made of one specialisation.

use cutile_ir::Module;
use serde::Serialize;
use tileport_ir::compare;
use tileport_python::Diagnostics;

use crate::official::Answer;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The same operations in the same order with the same attributes.
    Identical,
    /// The same in normal form.
    Equivalent,
    Different,
    /// The official compiler accepts it, we do not.
    Unsupported,
    BothReject,
    /// The official compiler refuses it, we do not.
    OfficialRejects,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::Equivalent => "equivalent",
            Self::Different => "different",
            Self::Unsupported => "unsupported",
            Self::BothReject => "refused by both",
            Self::OfficialRejects => "refused by the official compiler",
        }
    }
}

/// Compares what we made of a specialisation with what the official compiler did: the verdict,
/// and what it rests on where they are not identical.
pub fn judge(ours: Result<Module, Diagnostics>, official: &Answer) -> (Verdict, Option<String>) {
    match (ours, official) {
        (Ok(module), Answer::Compiled { bytecode, .. }) => compare(&module, bytecode),
        (Err(refusal), Answer::Compiled { .. }) => {
            (Verdict::Unsupported, Some(refusal.to_string()))
        }
        (Ok(_), Answer::Rejected(theirs)) => (
            Verdict::OfficialRejects,
            Some(format!("official: {}", theirs)),
        ),
        (Err(ours), Answer::Rejected(theirs)) => (
            Verdict::BothReject,
            Some(format!("ours: {ours}; official: {}", theirs)),
        ),
    }
}

fn compare(ours: &Module, official: &[u8]) -> (Verdict, Option<String>) {
    let official = match tileport_ir::bytecode::read(official) {
        Ok(decoded) => decoded.module,
        Err(error) => {
            return (
                Verdict::Different,
                Some(format!("the official bytecode cannot be read: {error}")),
            );
        }
    };
    let identical = match compare::identical(ours, &official) {
        Ok(comparison) => comparison,
        Err(malformed) => return (Verdict::Different, Some(malformed.to_string())),
    };
    if identical.holds() {
        return (Verdict::Identical, None);
    }
    let first = identical.mismatches.first().map(ToString::to_string);
    match compare::equivalent(ours, &official) {
        Ok(comparison) if comparison.holds() => (Verdict::Equivalent, first),
        Ok(_) => (Verdict::Different, first),
        Err(malformed) => (Verdict::Different, Some(malformed.to_string())),
    }
}
