//! Names, keywords and the prefixes of strings.

use super::string::Prefix;
use super::{Scanner, offset};
use crate::parse::limits;
use crate::parse::token::Token;
use crate::source::Span;

/// Whether a byte may continue an identifier; every byte of a non-ASCII character may, until
/// the character is looked at.
const fn continues(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

static CONTINUES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = continues(byte as u8);
        byte += 1;
    }
    table
};

/// Longest keyword: `continue`, `nonlocal`.
const LONGEST_KEYWORD: usize = 8;

impl Scanner<'_> {
    /// A name, a keyword, or the prefix of a string with the string.
    pub(super) fn word(&mut self) {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        let length = rest
            .iter()
            .position(|&byte| !CONTINUES[usize::from(byte)])
            .unwrap_or(rest.len());
        let text = rest.get(..length).unwrap_or(&[]);
        self.at += length;
        if length <= 2
            && matches!(self.peek(), b'\'' | b'"')
            && let Some(prefix) = Prefix::of(text)
        {
            return self.string(start, prefix);
        }
        if length <= LONGEST_KEYWORD
            && let Some(keyword) = Token::keyword(text)
        {
            return self.keyword(keyword, start);
        }
        if !text.is_ascii() {
            self.check_identifier(start);
        }
        self.push(Token::Name, start);
    }

    /// Pushes a keyword; `not in` and `is not` become one operator.
    fn keyword(&mut self, keyword: Token, start: usize) {
        let last = self.out.tokens.len().wrapping_sub(1);
        let joined = match keyword {
            Token::In => self.out.tokens.is(last, Token::Not),
            Token::Not => self.out.tokens.is(last, Token::Compare) && self.is_word_is(last),
            _ => false,
        };
        if joined {
            let first = self.out.tokens.span(last);
            self.out.tokens.truncate(last);
            let span = Span::new(first.start, offset(self.at));
            self.out.tokens.push(Token::Compare, span);
            return;
        }
        self.push(keyword, start);
        if keyword == Token::Lambda {
            self.lambdas.total += 1;
            self.lambdas.pending += 1;
            let depth = self.frames.len() + self.lambdas.total as usize;
            self.out.depth = self.out.depth.max(depth);
            if depth > limits::NESTING && !self.faulty {
                self.fault(start, self.at, "too many nested lambdas");
            }
        }
    }

    /// Whether the comparison at `token` is a bare `is`.
    fn is_word_is(&self, token: usize) -> bool {
        self.out.tokens.span(token).text(self.source) == "is"
    }

    /// Reports the first character of the word at `start` that no identifier may have there.
    fn check_identifier(&mut self, start: usize) {
        let text = self.source.get(start..self.at).unwrap_or("");
        let wrong = text.char_indices().find(|&(at, found)| match at {
            0 => !(found == '_' || unicode_ident::is_xid_start(found)),
            _ => !unicode_ident::is_xid_continue(found),
        });
        if let Some((at, found)) = wrong {
            let at = start + at;
            self.fault(
                at,
                at + found.len_utf8(),
                format!("invalid character '{found}' (U+{:04X})", u32::from(found)),
            );
        }
    }
}
