//! Brackets, what is left open, and where reading goes on after that.

use super::{Frame, Lambdas, Scanner, Unclosed, offset, string};
use crate::parse::token::Token;
use crate::parse::{Fault, limits};
use crate::source::Span;

impl Scanner<'_> {
    pub(super) fn open(&mut self, byte: u8) {
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
    pub(super) fn enter(&mut self, frame: Frame) {
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

    pub(super) fn close(&mut self, byte: u8) {
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
    /// starts at `from`; `known` if the line has a fault already.
    pub(super) fn unclosed(&mut self, from: usize, known: bool) {
        let Some(frame) = self.frames.last().copied() else {
            return;
        };
        let (at, message, anywhere) = match frame {
            Frame::Bracket { open, at, .. } => (
                at,
                format!("'{}' was never closed", char::from(open)),
                false,
            ),
            Frame::Field { at, .. } => (at, "f-string: expecting '}'".to_owned(), true),
            Frame::FString { at, triple, .. } => (at, string::unterminated(triple, true), false),
        };
        let rest = self.bytes.get(at as usize..).unwrap_or(&[]);
        let line = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let fault = Fault::new(Span::new(at, at + 1), message);
        if known {
            // What is left of an f-string follows from the fault in it.
            if matches!(frame, Frame::Bracket { .. }) {
                self.fault(at as usize, at as usize + 1, fault.message);
                self.faulty = false;
            }
        } else {
            self.out.unclosed.push(Unclosed {
                line: self.out.lines.len(),
                fault,
                before: if anywhere {
                    u32::MAX
                } else {
                    at + offset(line)
                },
            });
        }
        let end = at as usize;
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
}

/// The bracket that closes `open`.
fn closer(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}
