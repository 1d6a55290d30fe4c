//! The layout scanner: source text to tokens, logical lines, indentation levels and comments.
//!
//! It knows everything that decides where a logical line ends: strings, brackets, continuation
//! lines, comments and the nesting of f-strings (PEP 701). It never recurses, and bounds every
//! kind of nesting, so that what comes after it may recurse.

mod bracket;
mod number;
mod operator;
mod string;
mod word;

pub(crate) use string::Prefix;

use super::token::{Token, Tokens};
use super::{Fault, limits};
use crate::source::Span;
use crate::tree::Comment;

/// A logical line: the tokens `start..end`, the last of which is the newline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogicalLine {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// How many indentations deep it stands.
    pub(crate) level: u32,
    /// The scanner found a fault in it: not to be parsed.
    pub(crate) faulty: bool,
}

/// A line that the file ends in, as something in it was never closed. The line keeps its tokens:
/// what is wrong with them may come first.
#[derive(Clone, Debug)]
pub(crate) struct Unclosed {
    /// Index of the line.
    pub(crate) line: usize,
    /// What to say if the tokens are right as far as they go.
    pub(crate) fault: Fault,
    /// Only what is wrong up to the end of this physical line comes first.
    pub(crate) before: u32,
}

/// What the scanner found.
#[derive(Debug, Default)]
pub(crate) struct Scanned {
    pub(crate) tokens: Tokens,
    pub(crate) lines: Vec<LogicalLine>,
    pub(crate) comments: Vec<Comment>,
    pub(crate) faults: Vec<Fault>,
    pub(crate) unclosed: Vec<Unclosed>,
    /// Deepest nesting of brackets, fields and lambdas in any line.
    pub(crate) depth: usize,
}

/// Scans a whole file. `source` is at most [`crate::source::MAX_SOURCE_BYTES`] long.
pub(crate) fn scan(source: &str) -> Scanned {
    let mut scanner = Scanner {
        source,
        bytes: source.as_bytes(),
        at: 0,
        out: Scanned {
            tokens: Tokens::with_capacity(source.len()),
            ..Scanned::default()
        },
        frames: Vec::new(),
        lambdas: Lambdas::default(),
        indents: Vec::new(),
        faulty: false,
        restarts: 0,
    };
    scanner.file();
    scanner.out
}

/// Something open: what is inside ends before it does.
#[derive(Clone, Copy, Debug)]
enum Frame {
    /// `(`, `[` or `{`.
    Bracket { open: u8, at: u32, outer: Lambdas },
    /// An f-string between its quotes.
    FString {
        quote: u8,
        triple: bool,
        raw: bool,
        at: u32,
    },
    /// A replacement field; after its colon it is read as text again.
    Field {
        at: u32,
        in_spec: bool,
        outer: Lambdas,
    },
}

/// How many lambdas the current place is inside of; they nest without brackets.
#[derive(Clone, Copy, Debug, Default)]
struct Lambdas {
    /// Total, those around the innermost bracket included.
    total: u32,
    /// What `total` was where the innermost bracket opened.
    base: u32,
    /// Those in the innermost bracket that still wait for their colon.
    pending: u32,
}

/// An indentation as two readings of its tabs: to stops of 8, and of 1. Lines are consistent
/// if both readings order them alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Indent {
    column: u32,
    alternate: u32,
}

struct Scanner<'a> {
    source: &'a str,
    bytes: &'a [u8],
    at: usize,
    out: Scanned,
    frames: Vec<Frame>,
    lambdas: Lambdas,
    indents: Vec<Indent>,
    /// The current logical line has a fault.
    faulty: bool,
    restarts: u32,
}

/// Offsets are checked against the length limit before scanning.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl Scanner<'_> {
    /// The byte at `at`; 0 past the end. The source holds no NUL.
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn peek(&self) -> u8 {
        self.byte(self.at)
    }

    fn done(&self) -> bool {
        self.at >= self.bytes.len()
    }

    fn fault(&mut self, start: usize, end: usize, message: impl Into<String>) {
        self.faulty = true;
        if self.out.faults.len() < limits::ERRORS {
            let span = Span::new(offset(start), offset(end.max(start)));
            self.out.faults.push(Fault::new(span, message));
        }
    }

    fn push(&mut self, token: Token, start: usize) {
        self.out
            .tokens
            .push(token, Span::new(offset(start), offset(self.at)));
    }

    fn file(&mut self) {
        while self.indentation() {
            let start = self.out.tokens.len();
            let from = self.at;
            let level = offset(self.indents.len());
            self.logical_line(start);
            let mut faulty = std::mem::take(&mut self.faulty);
            if faulty {
                self.out.tokens.truncate(start);
            }
            if !self.frames.is_empty() {
                self.unclosed(from, faulty);
                faulty = true;
            }
            if faulty {
                self.push(Token::Newline, self.at);
            }
            self.lambdas = Lambdas::default();
            self.out.lines.push(LogicalLine {
                start: offset(start),
                end: offset(self.out.tokens.len()),
                level,
                faulty,
            });
        }
    }

    /// Skips blank lines and measures the indentation of the next logical line; false at the end
    /// of the file.
    fn indentation(&mut self) -> bool {
        let mut indent = Indent::default();
        let mut continued: Option<Indent> = None;
        let mut line_start = self.at;
        loop {
            match self.peek() {
                b' ' => {
                    indent.column += 1;
                    indent.alternate += 1;
                }
                b'\t' => {
                    indent.column = (indent.column / 8 + 1) * 8;
                    indent.alternate += 1;
                }
                b'\x0c' => indent = Indent::default(),
                b'\\' if self.newline_length(self.at + 1) > 0 => {
                    // What counts is the first line; the rest only continues it.
                    continued.get_or_insert(indent);
                    self.at += self.newline_length(self.at + 1);
                    if self.at + 1 >= self.bytes.len() {
                        self.at += 1;
                        self.backslash_at_end();
                        return false;
                    }
                }
                b'#' => {
                    self.comment();
                    continue;
                }
                b'\n' | b'\r' => {
                    self.at += self.newline_length(self.at);
                    indent = Indent::default();
                    continued = None;
                    line_start = self.at;
                    continue;
                }
                0 if self.done() => return false,
                _ => break,
            }
            self.at += 1;
        }
        self.indent_to(continued.unwrap_or(indent), line_start);
        true
    }

    /// Opens or closes blocks so that the current one is indented by `indent`.
    fn indent_to(&mut self, indent: Indent, line_start: usize) {
        let top = self.indents.last().copied().unwrap_or_default();
        if indent.column == top.column {
            if indent.alternate != top.alternate {
                self.tab_fault(line_start);
            }
            return;
        }
        if indent.column > top.column {
            if indent.alternate <= top.alternate {
                self.tab_fault(line_start);
            }
            if self.indents.len() >= limits::INDENTATION {
                self.fault(line_start, self.at, "too many levels of indentation");
                return;
            }
            self.indents.push(indent);
            return;
        }
        while self
            .indents
            .last()
            .is_some_and(|top| indent.column < top.column)
        {
            self.indents.pop();
        }
        let top = self.indents.last().copied().unwrap_or_default();
        if indent.column != top.column {
            self.fault(
                line_start,
                self.at,
                "unindent does not match any outer indentation level",
            );
        } else if indent.alternate != top.alternate {
            self.tab_fault(line_start);
        }
    }

    fn tab_fault(&mut self, line_start: usize) {
        self.fault(
            line_start,
            self.at,
            "inconsistent use of tabs and spaces in indentation",
        );
    }

    /// Length of the line end at `at`, 0 if there is none.
    fn newline_length(&self, at: usize) -> usize {
        match (self.byte(at), self.byte(at + 1)) {
            (b'\r', b'\n') => 2,
            (b'\r' | b'\n', _) => 1,
            _ => 0,
        }
    }

    fn comment(&mut self) {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        self.at += length;
        self.out.comments.push(Comment {
            span: Span::new(offset(start), offset(self.at)),
            text: self.source.get(start..self.at).unwrap_or("").into(),
        });
    }

    /// Scans up to and with the newline that ends the line, or to the end of the file.
    fn logical_line(&mut self, first: usize) {
        loop {
            if self.done() {
                if self.frames.is_empty() {
                    self.push(Token::Newline, self.at);
                }
                return;
            }
            if self.out.tokens.len() - first > limits::LINE_TOKENS {
                self.overlong(first);
                return;
            }
            if let Some(Frame::FString { .. } | Frame::Field { in_spec: true, .. }) =
                self.frames.last()
            {
                self.fstring_text();
                continue;
            }
            let start = self.at;
            match self.peek() {
                b' ' | b'\t' | b'\x0c' => self.at += 1,
                b'\n' | b'\r' => {
                    self.at += self.newline_length(self.at);
                    if self.frames.is_empty() {
                        self.push(Token::Newline, start);
                        return;
                    }
                }
                b'#' => self.comment(),
                b'\\' => self.continuation(),
                _ => self.token(),
            }
        }
    }

    fn overlong(&mut self, first: usize) {
        let start = self.out.tokens.span(first).start as usize;
        self.fault(
            start,
            start,
            format!("a logical line of more than {} tokens", limits::LINE_TOKENS),
        );
        self.frames.clear();
        self.skip_physical_line();
    }

    fn skip_physical_line(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        self.at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    }

    fn continuation(&mut self) {
        let start = self.at;
        let length = self.newline_length(start + 1);
        if length > 0 {
            self.at += 1 + length;
            return;
        }
        self.at += 1;
        if self.done() {
            self.backslash_at_end();
        } else {
            self.fault(
                start + 1,
                start + 1,
                "unexpected character after line continuation character",
            );
            self.skip_physical_line();
        }
    }

    fn backslash_at_end(&mut self) {
        let end = self.at;
        self.fault(
            end.saturating_sub(2),
            end,
            "the file ends after a backslash, which joins a line to the next one",
        );
    }

    fn token(&mut self) {
        let start = self.at;
        let byte = self.peek();
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => self.word(),
            b'0'..=b'9' => self.number(),
            b'.' if self.byte(start + 1).is_ascii_digit() => self.number(),
            b'\'' | b'"' => self.string(start, string::Prefix::default()),
            b'(' | b'[' | b'{' => self.open(byte),
            b')' | b']' | b'}' => self.close(byte),
            _ => self.operator(byte),
        }
    }
}
