//! Where a number ends, and whether it is one. Its value is read later.

use super::Scanner;
use crate::parse::token::Token;

impl Scanner<'_> {
    /// A number; the current byte is a digit, or a point before one.
    pub(super) fn number(&mut self) {
        let start = self.at;
        let problem = match (self.peek(), self.byte(start + 1) | 0x20) {
            (b'0', b'x') => self.radix_digits("hexadecimal", |byte| byte.is_ascii_hexdigit()),
            (b'0', b'o') => self.radix_digits("octal", |byte| matches!(byte, b'0'..=b'7')),
            (b'0', b'b') => self.radix_digits("binary", |byte| matches!(byte, b'0' | b'1')),
            _ => self.decimal(),
        };
        match problem {
            Some(message) => {
                let end = self.at;
                self.fault(start, end, message);
                self.skip_word();
            }
            None => self.push(Token::Number, start),
        }
    }

    /// Digits after `0x`, `0o`, `0b`.
    fn radix_digits(&mut self, name: &str, is_digit: fn(u8) -> bool) -> Option<String> {
        self.at += 2;
        loop {
            if self.peek() == b'_' {
                self.at += 1;
            }
            if !is_digit(self.peek()) {
                return Some(match self.peek() {
                    found @ b'0'..=b'9' => {
                        format!("invalid digit '{}' in {name} literal", char::from(found))
                    }
                    _ => format!("invalid {name} literal"),
                });
            }
            while is_digit(self.peek()) {
                self.at += 1;
            }
            if self.peek() != b'_' {
                break;
            }
        }
        match self.peek() {
            found @ b'0'..=b'9' => Some(format!(
                "invalid digit '{}' in {name} literal",
                char::from(found)
            )),
            _ => self.number_end(name),
        }
    }

    fn decimal(&mut self) -> Option<String> {
        let start = self.at;
        if self.peek() != b'.' && !self.decimal_digits() {
            return Some("invalid decimal literal".to_owned());
        }
        let whole_end = self.at;
        let mut is_integer = true;
        if self.peek() == b'.' {
            is_integer = false;
            self.at += 1;
            if self.peek().is_ascii_digit() && !self.decimal_digits() {
                return Some("invalid decimal literal".to_owned());
            }
        }
        if self.exponent_follows() {
            is_integer = false;
            self.at += 1;
            if matches!(self.peek(), b'+' | b'-') {
                self.at += 1;
            }
            if !self.decimal_digits() {
                return Some("invalid decimal literal".to_owned());
            }
        }
        if matches!(self.peek(), b'j' | b'J') {
            self.at += 1;
            return self.number_end("imaginary");
        }
        let digits = self.bytes.get(start..whole_end).unwrap_or(&[]);
        if is_integer
            && digits.first() == Some(&b'0')
            && digits.iter().any(|byte| matches!(byte, b'1'..=b'9'))
        {
            return Some(
                "leading zeros in decimal integer literals are not permitted; \
                 use an 0o prefix for octal integers"
                    .to_owned(),
            );
        }
        self.number_end("decimal")
    }

    /// `e` with digits after it; without them it is the start of a word.
    fn exponent_follows(&self) -> bool {
        if !matches!(self.peek(), b'e' | b'E') {
            return false;
        }
        match self.byte(self.at + 1) {
            b'+' | b'-' => self.byte(self.at + 2).is_ascii_digit(),
            next => next.is_ascii_digit(),
        }
    }

    /// Digits with single underscores between them; false if an underscore has no digit after it.
    fn decimal_digits(&mut self) -> bool {
        loop {
            while self.peek().is_ascii_digit() {
                self.at += 1;
            }
            if self.peek() != b'_' {
                return true;
            }
            self.at += 1;
            if !self.peek().is_ascii_digit() {
                return false;
            }
        }
    }

    /// A number may touch one of a few keywords (`1if x else 2`), and no other word.
    fn number_end(&self, name: &str) -> Option<String> {
        let next = self.peek();
        if !(next.is_ascii_alphanumeric() || next == b'_' || next >= 0x80) {
            return None;
        }
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        let touches_keyword = [
            &b"and"[..],
            b"else",
            b"for",
            b"if",
            b"in",
            b"is",
            b"not",
            b"or",
        ]
        .iter()
        .any(|keyword| rest.starts_with(keyword));
        match touches_keyword {
            true => None,
            false => Some(format!("invalid {name} literal")),
        }
    }

    /// Skips what is left of a word that is not a number.
    fn skip_word(&mut self) {
        while matches!(self.peek(), b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80..) {
            self.at += 1;
        }
    }
}
