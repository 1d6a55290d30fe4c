//! Operators and delimiters other than brackets.

use super::{Frame, Lambdas, Scanner};
use crate::parse::token::Token;

impl Scanner<'_> {
    pub(super) fn operator(&mut self, byte: u8) {
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
