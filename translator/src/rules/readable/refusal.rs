//! What the readable writer cannot express: a value, never a panic.

use super::facts::Each;
use tileport_python::source::Span;

/// A construct that was not translated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{construct}: {reason}")]
pub struct Refusal {
    /// Module of the package that the span lies in.
    pub module: u32,
    /// Where it stands.
    pub span: Span,
    /// What it is, in the words of the source language.
    pub construct: String,
    /// Why it was refused, and what would have to be decided.
    pub reason: String,
    /// What could be tried instead.
    pub hint: Option<Hint>,
}

/// What could be tried where something was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Writing out the helper called at a span of a module.
    Inline(u32, Span),
    /// Telling configurations apart by what something was in each.
    Apart(Vec<Option<String>>),
}

/// Result of writing a part of a kernel.
pub type Result<T, E = Refusal> = std::result::Result<T, E>;

impl Refusal {
    /// A refusal at a span.
    pub fn new(
        module: u32,
        span: Span,
        construct: impl Into<String>,
        reason: impl Into<String>,
    ) -> Self {
        Refusal {
            module,
            span,
            construct: construct.into(),
            reason: reason.into(),
            hint: None,
        }
    }

    /// To be avoided by telling configurations apart by `each`.
    pub fn apart<T: std::fmt::Display>(self, each: &Each<T>) -> Self {
        let keys = each.0.iter().map(|v| v.as_ref().map(T::to_string));
        self.hint(Hint::Apart(keys.collect()))
    }

    /// With something to try.
    pub fn hint(self, hint: Hint) -> Self {
        Refusal {
            hint: Some(hint),
            ..self
        }
    }
}
