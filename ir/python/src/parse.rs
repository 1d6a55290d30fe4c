//! Python source to syntax tree.
//!
//! Bytes are decoded ([`encoding`]), text is scanned into tokens and logical lines ([`scan`]),
//! the grammar makes concrete nodes of the lines ([`grammar`], `python.pest`), each line becomes
//! a piece of the tree ([`build`]), and indentation puts the pieces together ([`blocks`]).
//!
//! Nothing here panics or runs away on any input: nesting, length and the number of errors are
//! bounded ([`limits`]), and the work is linear in the size of the file.

mod blocks;
mod build;
mod encoding;
mod grammar;
mod limits;
mod scan;
mod token;

use crate::source::{LineIndex, MAX_SOURCE_BYTES, Span};
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
#[error("line {line}: {message}")]
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

/// A syntax error before its line is known.
#[derive(Clone, Debug)]
struct Fault {
    span: Span,
    message: String,
}

impl Fault {
    fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
        }
    }

    fn boxed(span: Span, message: impl Into<String>) -> Box<Self> {
        Box::new(Self::new(span, message))
    }
}

/// Parses text that is already decoded. A leading byte order mark is dropped.
///
/// # Errors
/// The syntax errors found, in source order; never empty.
pub fn parse(source: &str) -> Result<Parsed, Vec<SyntaxError>> {
    parse_text(source.strip_prefix('\u{feff}').unwrap_or(source).to_owned())
}

/// Parses a file's bytes: byte order mark and coding cookie are honoured.
///
/// # Errors
/// As [`parse`], and bytes that are not in the declared encoding.
pub fn parse_bytes(source: &[u8]) -> Result<Parsed, Vec<SyntaxError>> {
    match encoding::decode(source) {
        Ok(text) => parse_text(text.into_owned()),
        Err(encoding::Undecodable { line, message }) => Err(vec![SyntaxError {
            span: Span::at(0),
            line,
            column: 0,
            message,
        }]),
    }
}

fn parse_text(source: String) -> Result<Parsed, Vec<SyntaxError>> {
    let lines = LineIndex::new(&source);
    match tree_of(&source) {
        Ok(module) => Ok(Parsed {
            module,
            source,
            lines,
        }),
        Err(mut faults) => {
            faults.sort_by_key(|fault| fault.span.start);
            faults.truncate(limits::ERRORS);
            Err(faults
                .into_iter()
                .map(|fault| located(fault, &lines))
                .collect())
        }
    }
}

fn located(fault: Fault, lines: &LineIndex) -> SyntaxError {
    let position = lines.position(fault.span.start);
    SyntaxError {
        span: fault.span,
        line: position.line,
        column: position.column,
        message: fault.message,
    }
}

fn tree_of(source: &str) -> Result<Module, Vec<Fault>> {
    if source.len() > MAX_SOURCE_BYTES {
        let message = format!("the file is longer than {MAX_SOURCE_BYTES} bytes");
        return Err(vec![Fault::new(Span::at(0), message)]);
    }
    if let Some(at) = memchr::memchr(0, source.as_bytes()) {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        let span = Span::new(at, at + 1);
        return Err(vec![Fault::new(span, "source code cannot hold null bytes")]);
    }
    let mut scanned = scan::scan(source);
    let scan_faults = std::mem::take(&mut scanned.faults);
    let (body, mut faults) = match scanned.depth > limits::DEEP {
        true => assemble_deep(source, &scanned)?,
        false => blocks::assemble(source, &scanned),
    };
    faults.extend(scan_faults);
    if faults.is_empty() {
        let comments = scanned.comments;
        Ok(Module { body, comments })
    } else {
        Err(faults)
    }
}

/// Assembles on a thread whose stack is large enough for any nesting that the scanner lets pass.
fn assemble_deep(
    source: &str,
    scanned: &scan::Scanned,
) -> Result<(Vec<crate::tree::Stmt>, Vec<Fault>), Vec<Fault>> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(limits::STACK)
            .spawn_scoped(scope, || blocks::assemble(source, scanned));
        thread
            .map_err(|error| error.to_string())
            .and_then(|thread| thread.join().map_err(|_| "the parser failed".to_owned()))
            .map_err(|message| vec![Fault::new(Span::at(0), message)])
    })
}
