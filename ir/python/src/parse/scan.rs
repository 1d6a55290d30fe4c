//! The layout scanner: source text to tokens, logical lines, indentation levels and comments.
//!
//! It knows everything that decides where a logical line ends: strings, brackets, continuation
//! lines, comments and the nesting of f-strings (PEP 701). It never recurses, and bounds every
//! kind of nesting, so that what comes after it may recurse.

mod number;
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

/// What the scanner found.
#[derive(Debug, Default)]
pub(crate) struct Scanned {
    pub(crate) tokens: Tokens,
    pub(crate) lines: Vec<LogicalLine>,
    pub(crate) comments: Vec<Comment>,
    pub(crate) faults: Vec<Fault>,
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
            if !self.frames.is_empty() {
                self.unclosed(from);
            }
            self.lambdas = Lambdas::default();
            let faulty = std::mem::take(&mut self.faulty);
            if faulty {
                self.out.tokens.truncate(start);
                self.push(Token::Newline, self.at);
            }
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
            self.fault(start, self.at, "unexpected end of file after a backslash");
        } else {
            self.fault(
                start + 1,
                start + 1,
                "unexpected character after line continuation character",
            );
            self.skip_physical_line();
        }
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

    fn open(&mut self, byte: u8) {
        let start = self.at;
        self.at += 1;
        let token = match byte {
            b'(' => Token::LeftParen,
            b'[' => Token::LeftBracket,
            _ => Token::LeftBrace,
        };
        self.push(token, start);
        self.enter(Frame::Bracket {
            open: byte,
            at: offset(start),
            outer: self.lambdas,
        });
    }

    /// Opens a frame, unless that would nest too deeply.
    fn enter(&mut self, frame: Frame) {
        let depth = self.frames.len() + self.lambdas.total as usize;
        if depth >= limits::NESTING {
            if !self.faulty {
                self.fault(self.at - 1, self.at, "too many nested parentheses");
            }
            // The rest of the line is not read: its brackets would not be matched.
            self.frames.clear();
            self.skip_physical_line();
            return;
        }
        self.out.depth = self.out.depth.max(depth + 1);
        self.frames.push(frame);
        if !matches!(frame, Frame::FString { .. }) {
            self.lambdas = Lambdas {
                total: self.lambdas.total,
                base: self.lambdas.total,
                pending: 0,
            };
        }
    }

    fn close(&mut self, byte: u8) {
        let start = self.at;
        self.at += 1;
        let token = match byte {
            b')' => Token::RightParen,
            b']' => Token::RightBracket,
            _ => Token::RightBrace,
        };
        match self.frames.last().copied() {
            Some(Frame::Bracket { open, outer, .. }) => {
                let wanted = closer(open);
                if wanted != byte {
                    self.fault(
                        start,
                        self.at,
                        format!(
                            "closing parenthesis '{}' does not match opening parenthesis '{}'",
                            char::from(byte),
                            char::from(open)
                        ),
                    );
                }
                self.frames.pop();
                self.lambdas = outer;
            }
            Some(Frame::Field { outer, .. }) if byte == b'}' => {
                self.frames.pop();
                self.lambdas = outer;
            }
            Some(Frame::Field { .. }) => {
                self.fault(
                    start,
                    self.at,
                    format!("f-string: unmatched '{}'", char::from(byte)),
                );
            }
            Some(Frame::FString { .. }) | None => {
                self.fault(start, self.at, format!("unmatched '{}'", char::from(byte)));
            }
        }
        self.push(token, start);
    }

    /// The end of the file came inside brackets or an f-string that opened in the line that
    /// starts at `from`.
    fn unclosed(&mut self, from: usize) {
        let Some(frame) = self.frames.last().copied() else {
            return;
        };
        let end = match frame {
            Frame::Bracket { open, at, .. } => {
                let at = at as usize;
                self.fault(
                    at,
                    at + 1,
                    format!("'{}' was never closed", char::from(open)),
                );
                at
            }
            Frame::Field { at, .. } => {
                let at = at as usize;
                self.fault(at, at + 1, "f-string: expecting '}'");
                at
            }
            Frame::FString { at, triple, .. } => {
                let at = at as usize;
                self.fault(at, at + 1, string::unterminated(triple, true));
                at
            }
        };
        self.frames.clear();
        if self.restarts < limits::RESTARTS {
            self.restarts += 1;
            self.at = self
                .next_definition(end.max(from))
                .unwrap_or(self.bytes.len());
        }
    }

    /// The start of the first physical line after `at` that looks like a top-level definition:
    /// where reading goes on after brackets that were never closed.
    fn next_definition(&self, at: usize) -> Option<usize> {
        let rest = self.bytes.get(at..)?;
        memchr::memchr_iter(b'\n', rest)
            .map(|found| at + found + 1)
            .find(|&start| {
                let line = self.bytes.get(start..).unwrap_or(&[]);
                [
                    &b"def "[..],
                    b"class ",
                    b"async def ",
                    b"@",
                    b"import ",
                    b"from ",
                ]
                .iter()
                .any(|word| line.starts_with(word))
            })
    }

    fn operator(&mut self, byte: u8) {
        let start = self.at;
        let next = self.byte(start + 1);
        let equals = |at: usize| self.byte(at) == b'=';
        let in_field = matches!(self.frames.last(), Some(Frame::Field { .. }));
        let (token, length) = match byte {
            b'.' if next == b'.' && self.byte(start + 2) == b'.' => (Token::Ellipsis, 3),
            b'.' => (Token::Dot, 1),
            b',' => (Token::Comma, 1),
            b';' => (Token::Semicolon, 1),
            b'~' => (Token::Tilde, 1),
            b':' if next == b'=' && !in_field => (Token::Walrus, 2),
            b':' => (Token::Colon, 1),
            b'=' if next == b'=' => (Token::Compare, 2),
            b'=' => (Token::Equal, 1),
            b'!' if next == b'=' => (Token::Compare, 2),
            b'!' if in_field => (Token::Exclamation, 1),
            b'<' | b'>' if next == b'=' => (Token::Compare, 2),
            b'<' | b'>' if next == byte => match equals(start + 2) {
                true => (Token::AugAssign, 3),
                false => (Token::Arithmetic, 2),
            },
            b'<' | b'>' => (Token::Compare, 1),
            b'-' if next == b'>' => (Token::Arrow, 2),
            b'*' | b'/' if next == byte => match (equals(start + 2), byte) {
                (true, _) => (Token::AugAssign, 3),
                (false, b'*') => (Token::DoubleStar, 2),
                (false, _) => (Token::Arithmetic, 2),
            },
            b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'@' if next == b'=' => {
                (Token::AugAssign, 2)
            }
            b'+' => (Token::Plus, 1),
            b'-' => (Token::Minus, 1),
            b'*' => (Token::Star, 1),
            b'/' => (Token::Slash, 1),
            b'%' | b'&' | b'^' => (Token::Arithmetic, 1),
            b'|' => (Token::Bar, 1),
            b'@' => (Token::At, 1),
            _ => return self.invalid_character(),
        };
        self.at += length;
        self.push(token, start);
        match token {
            Token::Colon => self.colon(),
            Token::Comma if self.lambdas.pending == 0 => self.lambdas.total = self.lambdas.base,
            Token::Semicolon => self.lambdas = Lambdas::default(),
            _ => {}
        }
    }

    fn colon(&mut self) {
        if let Some(Frame::Field { in_spec, .. }) = self.frames.last_mut() {
            *in_spec = true;
        } else {
            self.lambdas.pending = self.lambdas.pending.saturating_sub(1);
        }
    }

    fn invalid_character(&mut self) {
        let start = self.at;
        let found = self
            .source
            .get(start..)
            .and_then(|rest| rest.chars().next())
            .unwrap_or('\u{fffd}');
        self.at += found.len_utf8();
        let code = u32::from(found);
        let message = if found.is_ascii() && !found.is_ascii_control() {
            format!("invalid character '{found}'")
        } else if found.is_ascii() {
            format!("invalid non-printable character U+{code:04X}")
        } else {
            format!("invalid character '{found}' (U+{code:04X})")
        };
        self.fault(start, self.at, message);
    }
}

/// The bracket that closes `open`.
fn closer(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}
