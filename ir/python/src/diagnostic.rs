//! What went wrong and where: the crate's error type inside, [`Diagnostic`] outside.

use serde::Serialize;
use std::fmt;

/// One failure, ready to be shown: where, what was found, what to do.
///
/// Lines are 1-based, columns 0-based and counted in UTF-8 bytes, as CPython's `ast` does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Path of the file, as it was given to the package.
    pub file: String,
    /// Line of the first offending byte, 1-based; 0 when the failure has no place.
    pub line: u32,
    /// Column of the first offending byte, 0-based.
    pub col: u32,
    /// Line and column just past the offending text.
    pub end: (u32, u32),
    /// What is wrong, one sentence.
    pub message: String,
    /// The offending thing as it was seen: a type, a value, a name.
    pub found: Option<String>,
    /// What the reader can do about it.
    pub help: Option<String>,
    /// Which kind of failure this is, for grouping in reports.
    pub kind: Kind,
    /// Call sites through which the failure was reached, innermost first: `(file, line, col)`.
    pub calls: Vec<(String, u32, u32)>,
}

/// Groups of failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The text is not Python, or not the Python a kernel may use.
    Syntax,
    /// Operand types or shapes do not fit; the official compiler refuses this too.
    Type,
    /// A value is out of range; the official compiler refuses this too.
    Value,
    /// The feature needs a newer bytecode version or another architecture.
    Version,
    /// Valid for the official compiler, but not handled here yet.
    Unsupported,
    /// A name, file or kernel that does not exist.
    Missing,
    /// The launch does not fit the kernel's parameters.
    Signature,
    /// A bound of this crate was hit: depth, steps, size.
    Limit,
    /// `static_assert`, or an exception raised at compile time.
    Static,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}:{}: {}",
            self.file,
            self.line,
            self.col + 1,
            self.message
        )?;
        if let Some(found) = &self.found {
            write!(f, " (found {found})")?;
        }
        if let Some(help) = &self.help {
            write!(f, "; {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

/// One or more diagnostics; never empty when returned as an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, d) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            d.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

impl From<Diagnostic> for Diagnostics {
    fn from(d: Diagnostic) -> Self {
        Diagnostics(vec![d])
    }
}

/// A failure inside the crate: what, without a file name yet. The place is filled in by the
/// statement or call that was being lowered when it is not known at the point of failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Inner {
    kind: Kind,
    message: String,
    found: Option<String>,
    help: Option<String>,
    loc: Option<crate::mid::LocId>,
    span: Option<(u32, crate::source::Span)>,
    /// The value it is about, until the parameter that it was given for is named.
    subject: Option<crate::mid::Var>,
    /// Whether it follows from an error that has been reported.
    consequence: bool,
    /// Independent errors found with this one, later in the code.
    others: Vec<Error>,
}

/// Bytes of what was found that are shown.
const MAX_FOUND: usize = 200;

/// Result of everything inside the crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// A failure of `kind`.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Error(Box::new(Inner {
            kind,
            message: message.into(),
            found: None,
            help: None,
            loc: None,
            span: None,
            subject: None,
            consequence: false,
            others: Vec::new(),
        }))
    }

    /// Operand types or shapes do not fit.
    pub fn ty(message: impl Into<String>) -> Self {
        Error::new(Kind::Type, message)
    }

    /// A value is out of range.
    pub fn value(message: impl Into<String>) -> Self {
        Error::new(Kind::Value, message)
    }

    /// Valid Python that kernels may not use.
    pub fn syntax(message: impl Into<String>) -> Self {
        Error::new(Kind::Syntax, message)
    }

    /// Valid for the official compiler, not handled here yet.
    pub fn unsupported(message: impl Into<String>) -> Self {
        Error::new(Kind::Unsupported, message)
    }

    /// A bound of this crate was hit.
    pub fn limit(message: impl Into<String>) -> Self {
        Error::new(Kind::Limit, message)
    }

    /// The use of a value that an error left unknown: nothing to report.
    pub fn consequence() -> Self {
        let mut error = Error::new(Kind::Type, "value of code that has an error");
        error.0.consequence = true;
        error
    }

    /// Whether it only follows from an error that has been reported.
    pub fn is_consequence(&self) -> bool {
        self.0.consequence
    }

    /// Whether it says that this crate is at fault.
    pub fn is_internal(&self) -> bool {
        self.0.message.starts_with("internal")
    }

    /// Several errors as one, the first in front.
    pub fn all(errors: impl IntoIterator<Item = Error>) -> Option<Error> {
        let mut errors = errors.into_iter().flat_map(Error::apart);
        let mut first = errors.next()?;
        first.0.others = errors.collect();
        Some(first)
    }

    /// The errors that this one stands for, itself first.
    pub fn apart(mut self) -> Vec<Error> {
        let others = std::mem::take(&mut self.0.others);
        let mut all = vec![self];
        all.extend(others);
        all
    }

    /// What was seen.
    pub fn found(mut self, found: impl fmt::Display) -> Self {
        self.0.found = Some(shortened(&found));
        self
    }

    /// What to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(help.into());
        self
    }

    /// The place, unless one is known already: the innermost place wins.
    pub fn at(mut self, loc: crate::mid::LocId) -> Self {
        self.0.loc.get_or_insert(loc);
        self
    }

    /// The place as a span of a module, for failures before a body exists.
    pub fn in_module(mut self, module: u32, span: crate::source::Span) -> Self {
        self.0.span.get_or_insert((module, span));
        self
    }

    /// The place as a span of a module, if that is how it is known.
    pub fn span(&self) -> Option<(u32, crate::source::Span)> {
        self.0.span
    }

    /// Kind of the failure.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The value that is wrong.
    pub fn about(mut self, value: crate::mid::Var) -> Self {
        self.0.subject = Some(value);
        self
    }

    /// The value that is wrong, if its place among the arguments has not been told yet.
    pub fn take_subject(&mut self) -> Option<crate::mid::Var> {
        self.0.subject.take()
    }

    /// Puts a context in front of the message, as in `Stored value: cannot ...`.
    pub fn context(mut self, what: &str) -> Self {
        self.0.message = format!("{what}: {}", self.0.message);
        self
    }

    /// The place where it happened, if known.
    pub fn loc(&self) -> Option<crate::mid::LocId> {
        self.0.loc
    }

    /// The outward form, given the place in text form.
    pub fn into_diagnostic(self, place: Place, calls: Vec<(String, u32, u32)>) -> Diagnostic {
        let Inner {
            kind,
            message,
            found,
            help,
            ..
        } = *self.0;
        Diagnostic {
            file: place.file,
            line: place.line,
            col: place.col,
            end: place.end,
            message,
            found,
            help,
            kind,
            calls,
        }
    }
}

/// The text of what was found, which a value of the source may make very long.
fn shortened(found: &impl fmt::Display) -> String {
    struct Start(String);
    impl fmt::Write for Start {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            for c in text.chars() {
                if self.0.len() >= MAX_FOUND {
                    return Err(fmt::Error);
                }
                self.0.push(c);
            }
            Ok(())
        }
    }
    let mut start = Start(String::new());
    if fmt::write(&mut start, format_args!("{found}")).is_err() {
        start.0.push('…');
    }
    start.0
}

/// A place in a file, resolved to text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Path of the file.
    pub file: String,
    /// Line, 1-based.
    pub line: u32,
    /// Column, 0-based.
    pub col: u32,
    /// Line and column past the end.
    pub end: (u32, u32),
}
