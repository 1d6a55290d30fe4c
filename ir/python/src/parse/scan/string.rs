//! Where strings and the parts of f-strings end.

use super::{Frame, Scanner, offset};
use crate::parse::token::Token;

/// What stands before the quote of a string.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Prefix {
    pub(crate) raw: bool,
    pub(crate) bytes: bool,
    pub(crate) format: bool,
    pub(crate) unicode: bool,
    /// The `u` is a small one: only then does `ast` keep it.
    pub(crate) small_u: bool,
}

impl Prefix {
    /// Reads `r`, `b`, `u`, `f` and the pairs that are allowed, in either case.
    pub(crate) fn of(text: &[u8]) -> Option<Self> {
        let mut prefix = Self::default();
        for &byte in text {
            let flag = match byte | 0x20 {
                b'r' => &mut prefix.raw,
                b'b' => &mut prefix.bytes,
                b'f' => &mut prefix.format,
                b'u' => &mut prefix.unicode,
                _ => return None,
            };
            if std::mem::replace(flag, true) {
                return None;
            }
            prefix.small_u |= byte == b'u';
        }
        let kinds = [prefix.bytes, prefix.format, prefix.unicode];
        let kinds = kinds.iter().filter(|&&kind| kind).count();
        let allowed = kinds <= 1 && !(prefix.unicode && prefix.raw);
        allowed.then_some(prefix)
    }
}

/// What is wrong with a string that has no end.
pub(super) fn unterminated(triple: bool, format: bool) -> String {
    format!(
        "unterminated {}{}string literal",
        if triple { "triple-quoted " } else { "" },
        if format { "f-" } else { "" }
    )
}

/// An f-string around some place.
struct Around {
    quote: u8,
    triple: bool,
    raw: bool,
    /// Where it starts.
    at: usize,
}

impl Scanner<'_> {
    /// A string whose prefix starts at `start`; the current byte is the quote.
    pub(super) fn string(&mut self, start: usize, prefix: Prefix) {
        let quote = self.peek();
        let triple = self.byte(self.at + 1) == quote && self.byte(self.at + 2) == quote;
        if prefix.format {
            return self.fstring_start(start, quote, triple, prefix.raw);
        }
        self.at += if triple { 3 } else { 1 };
        let closed = match triple {
            true => self.triple_quoted(quote),
            false => self.single_quoted(quote),
        };
        if !closed {
            // The quote was to end the f-string around it.
            let message = match self.innermost_fstring() {
                Some(around) if (around.quote, around.triple) == (quote, triple) => {
                    "f-string: expecting '}'".to_owned()
                }
                _ => unterminated(triple, false),
            };
            self.fault(start, self.at, message);
        }
        self.push(Token::Str, start);
    }

    fn single_quoted(&mut self, quote: u8) -> bool {
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or(&[]);
            let Some(found) = rest
                .iter()
                .position(|&byte| byte == quote || matches!(byte, b'\\' | b'\n' | b'\r'))
            else {
                self.at = self.bytes.len();
                return false;
            };
            self.at += found;
            match self.peek() {
                b'\\' => self.skip_escape(),
                byte if byte == quote => {
                    self.at += 1;
                    return true;
                }
                _ => return false,
            }
        }
    }

    fn triple_quoted(&mut self, quote: u8) -> bool {
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or(&[]);
            let Some(found) = memchr::memchr2(quote, b'\\', rest) else {
                self.at = self.bytes.len();
                return false;
            };
            self.at += found;
            if self.peek() == b'\\' {
                self.skip_escape();
            } else if self.byte(self.at + 1) == quote && self.byte(self.at + 2) == quote {
                self.at += 3;
                return true;
            } else {
                self.at += 1;
            }
        }
    }

    /// Skips a backslash and what it escapes, a line end of two bytes as one.
    fn skip_escape(&mut self) {
        let length = self.newline_length(self.at + 1).max(1);
        self.at = (self.at + 1 + length).min(self.bytes.len());
    }

    fn fstring_start(&mut self, start: usize, quote: u8, triple: bool, raw: bool) {
        self.at += if triple { 3 } else { 1 };
        self.push(Token::FStringStart, start);
        self.enter(Frame::FString {
            quote,
            triple,
            raw,
            at: offset(start),
        });
    }

    /// The f-string that the current place is in.
    fn innermost_fstring(&self) -> Option<Around> {
        self.frames.iter().rev().find_map(|frame| match *frame {
            Frame::FString {
                quote,
                triple,
                raw,
                at,
            } => Some(Around {
                quote,
                triple,
                raw,
                at: at as usize,
            }),
            Frame::Bracket { .. } | Frame::Field { .. } => None,
        })
    }

    /// The text of an f-string up to a field or the closing quote, and that quote or brace.
    pub(super) fn fstring_text(&mut self) {
        let in_spec = matches!(self.frames.last(), Some(Frame::Field { .. }));
        let Some(Around {
            quote,
            triple,
            raw,
            at: opened,
        }) = self.innermost_fstring()
        else {
            return;
        };
        let start = self.at;
        loop {
            let byte = self.peek();
            match byte {
                0 if self.done() => return self.fstring_middle(start),
                b'\n' | b'\r' if !triple => {
                    self.fault(opened, self.at, unterminated(false, true));
                    // The literal is over; what it was nested in goes on.
                    while let Some(frame) = self.frames.pop() {
                        if matches!(frame, Frame::FString { .. }) {
                            break;
                        }
                    }
                    return;
                }
                b'\\' => self.fstring_escape(raw),
                b'{' if !in_spec && self.byte(self.at + 1) == b'{' => self.at += 2,
                b'{' => {
                    self.fstring_middle(start);
                    let brace = self.at;
                    self.at += 1;
                    self.push(Token::LeftBrace, brace);
                    return self.enter(Frame::Field {
                        at: offset(brace),
                        in_spec: false,
                        outer: self.lambdas,
                    });
                }
                b'}' if in_spec => {
                    self.fstring_middle(start);
                    return self.close(b'}');
                }
                b'}' if self.byte(self.at + 1) == b'}' => self.at += 2,
                b'}' => {
                    self.fault(self.at, self.at + 1, "f-string: single '}' is not allowed");
                    self.at += 1;
                }
                _ if byte == quote && self.closes(quote, triple) => {
                    return self.fstring_end(start, in_spec, triple);
                }
                _ => self.at += 1,
            }
        }
    }

    fn closes(&self, quote: u8, triple: bool) -> bool {
        !triple || (self.byte(self.at + 1) == quote && self.byte(self.at + 2) == quote)
    }

    fn fstring_middle(&mut self, start: usize) {
        if self.at > start {
            self.push(Token::FStringMiddle, start);
        }
    }

    fn fstring_end(&mut self, start: usize, in_spec: bool, triple: bool) {
        self.fstring_middle(start);
        let quote = self.at;
        self.at += if triple { 3 } else { 1 };
        if in_spec {
            self.fault(quote, self.at, "f-string: expecting '}'");
        }
        while let Some(frame) = self.frames.pop() {
            if matches!(frame, Frame::FString { .. }) {
                break;
            }
        }
        self.push(Token::FStringEnd, quote);
    }

    /// A backslash in the text of an f-string. Braces stay braces after it; only the name in
    /// `\N{…}` is skipped.
    fn fstring_escape(&mut self, raw: bool) {
        match self.byte(self.at + 1) {
            b'{' | b'}' => self.at += 1,
            b'N' if !raw && self.byte(self.at + 2) == b'{' => {
                let rest = self.bytes.get(self.at..).unwrap_or(&[]);
                let name = rest
                    .iter()
                    .position(|&byte| matches!(byte, b'}' | b'\n' | b'\r' | b'\'' | b'"'));
                match name {
                    Some(end) if rest.get(end) == Some(&b'}') => self.at += end + 1,
                    _ => self.at += 3,
                }
            }
            _ => self.skip_escape(),
        }
    }
}
