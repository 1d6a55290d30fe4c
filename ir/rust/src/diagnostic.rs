//! Failures: where, what was found, what to do.

use std::fmt;

/// A place in a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// From 1.
    pub line: u32,
    /// From 0, in characters.
    pub column: u32,
}

impl From<proc_macro2::LineColumn> for Position {
    fn from(at: proc_macro2::LineColumn) -> Self {
        let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Position {
            line: narrow(at.line),
            column: narrow(at.column),
        }
    }
}

impl fmt::Display for Position {
    /// `line:column`, the column counted from 1 as editors do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column.saturating_add(1))
    }
}

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The file cannot be read.
    Io,
    /// The text is not Rust.
    Syntax,
    /// The text is larger or nested deeper than is safe to compile.
    Limit,
    /// There is no such kernel, or no kernel at all.
    Kernel,
    /// The facts do not fit the kernel's parameters.
    Facts,
    /// The target or the bytecode version is unknown.
    Target,
    /// The official compiler refused the kernel.
    Compile,
    /// The official compiler panicked.
    Panic,
    /// The module cannot be written as bytecode.
    Bytecode,
}

/// A failure, for people and for reports.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Diagnostic {
    /// What went wrong.
    pub kind: Kind,
    /// Path of the source, as it was given.
    pub file: String,
    /// Where in the source, when that is known.
    pub at: Option<Position>,
    /// What was found.
    pub found: String,
    /// What to do; empty when there is no advice.
    pub advice: String,
}

impl Diagnostic {
    /// A failure in `file` as a whole.
    pub fn new(kind: Kind, file: &str, found: impl Into<String>) -> Self {
        Diagnostic {
            kind,
            file: file.to_owned(),
            at: None,
            found: found.into(),
            advice: String::new(),
        }
    }

    /// The same failure, at a place.
    #[must_use]
    pub fn at(mut self, at: impl Into<Position>) -> Self {
        self.at = Some(at.into());
        self
    }

    /// The same failure, with advice.
    #[must_use]
    pub fn advice(mut self, advice: impl Into<String>) -> Self {
        self.advice = advice.into();
        self
    }
}

impl fmt::Display for Diagnostic {
    /// `file:line:column: what was found; what to do`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(at) = self.at {
            write!(f, ":{at}")?;
        }
        write!(f, ": {}", self.found)?;
        if !self.advice.is_empty() {
            write!(f, "\n  help: {}", self.advice)?;
        }
        Ok(())
    }
}

/// Turns an error of the official compiler into a diagnostic. The compiler's own places win;
/// `fallback` is the kernel's.
pub(crate) fn from_compiler(
    file: &str,
    fallback: Position,
    error: &cutile_compiler::error::JITError,
) -> Diagnostic {
    use cutile_compiler::error::JITError;
    let (message, at) = match error {
        JITError::Located(message, at) if at.is_known() => {
            let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            let at = Position {
                line: narrow(at.line),
                column: narrow(at.column),
            };
            (message.clone(), at)
        }
        JITError::Located(message, _) | JITError::Generic(message) => (message.clone(), fallback),
        JITError::Anyhow(error) => (format!("{error:#}"), fallback),
    };
    let message = tidy(&message);
    let advice = advice_for(&message);
    Diagnostic::new(Kind::Compile, file, message)
        .at(at)
        .advice(advice)
}

/// A message on one line and of bounded length: some hold dumps of the compiler's own
/// structures, a field a line.
pub(crate) fn tidy(message: &str) -> String {
    const LONGEST: usize = 400;
    let mut words = Vec::new();
    let mut rest = message.split_whitespace();
    while let Some(word) = rest.next() {
        // The compiler numbers expressions with attributes, which its messages quote.
        let is_mark = word == "#" && rest.clone().next() == Some("[__cutile_node_id");
        if is_mark {
            rest.by_ref().take(3).for_each(drop);
        } else {
            words.push(word);
        }
    }
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} ...", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

/// Advice for the refusals that kernels meet most.
fn advice_for(message: &str) -> &'static str {
    const KNOWN: &[(&str, &str)] = &[
        (
            "only supported at the top level",
            "put the rest of the kernel into the other branch of the `if`, or negate the guard",
        ),
        (
            "return type is missing a compiled tile type",
            "bind every operation with its own `let` and write its full type",
        ),
        (
            "missing attribute",
            "the official declaration of this operation lacks the attribute: \
             declare the operation in the kernel module with it",
        ),
        (
            "compound value",
            "declare the results with `let mut` before the `if` and assign them in both branches",
        ),
        (
            "associated const values are not supported",
            "bind the constant with `constant(..)` and `tile_to_scalar(..)` first",
        ),
        (
            "requires Tile IR",
            "ask for a newer bytecode version, or avoid the operation",
        ),
    ];
    KNOWN
        .iter()
        .find(|(text, _)| message.contains(text))
        .map_or("", |(_, advice)| advice)
}
