//! What the writer cannot express, and where it came from.

use cutile_ir::ir::{Module, OpId};
use tileport_ir::ops;

/// An operation that has no exact Rust form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Refusal {
    /// Name of the operation.
    pub op: &'static str,
    /// Where in the Python source it comes from: file, line and column from 1.
    pub at: Option<(String, u32, u32)>,
    /// Why.
    pub why: String,
}

impl Refusal {
    pub(super) fn new(module: &Module, op: OpId, why: impl Into<String>) -> Self {
        let operation = module.op(op);
        let at = ops::position(&operation.location).map(|p| (p.file.to_owned(), p.line, p.column));
        Refusal {
            op: operation.opcode.name(),
            at,
            why: why.into(),
        }
    }
}

impl std::fmt::Display for Refusal {
    /// `file:line:column: op: why`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some((file, line, column)) = &self.at {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        write!(f, "{}: {}", self.op, self.why)
    }
}
