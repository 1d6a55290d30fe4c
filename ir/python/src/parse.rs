//! Python source to syntax tree.

use crate::source::{LineIndex, Span};
use crate::tree::Module;

/// A parsed file: the tree and what its spans refer to.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree.
    pub module: Module,
    /// The decoded text, without byte order mark.
    pub source: String,
    /// Lines of `source`.
    pub lines: LineIndex,
}

/// A place where the source is not Python.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SyntaxError {
    /// What was found, in the decoded text.
    pub span: Span,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 0.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

/// Parses text that is already decoded.
///
/// # Errors
/// All syntax errors found, in source order; never empty.
pub fn parse(source: &str) -> Result<Parsed, Vec<SyntaxError>> {
    let _ = source;
    Err(vec![SyntaxError {
        span: Span::at(0),
        line: 1,
        column: 0,
        message: "the parser is not linked in".to_owned(),
    }])
}

/// Parses a file's bytes: byte order mark and coding cookie are honoured.
///
/// # Errors
/// As [`parse`], and bytes that are not in the declared encoding.
pub fn parse_bytes(source: &[u8]) -> Result<Parsed, Vec<SyntaxError>> {
    parse(&String::from_utf8_lossy(source))
}
