//! The alphabet between scanner and grammar: one ASCII character a token.
//!
//! The grammar (`python.pest`) is written over tokens. The scanner writes one character for each,
//! chosen so that the classes the grammar tests most often (operands, prefix operators, binary
//! operators, statement keywords) are contiguous ranges. Both sides have to agree on it; the
//! test at the end of this file holds them together.

use crate::source::Span;

/// What a token is. The discriminant is the character the grammar sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum Token {
    // Operands of one token: a..i, of which names are a..d.
    Name = b'a',
    Match = b'b',
    Case = b'c',
    Type = b'd',
    Number = b'e',
    None = b'f',
    True = b'g',
    False = b'h',
    Ellipsis = b'i',
    Str = b'j',
    FStringStart = b'k',
    // Prefix operators: l..o.
    Not = b'l',
    Tilde = b'm',
    // Binary operators: n..x, of which arithmetic ones are n..u.
    Plus = b'n',
    Minus = b'o',
    Star = b'p',
    DoubleStar = b'q',
    Slash = b'r',
    At = b's',
    Bar = b't',
    /// `//`, `%`, `<<`, `>>`, `&`, `^`.
    Arithmetic = b'u',
    /// `<`, `>`, `==`, `>=`, `<=`, `!=`, `is`, `is not`, `not in`.
    Compare = b'v',
    In = b'w',
    /// `and`, `or`.
    Boolean = b'x',
    FStringMiddle = b'y',
    FStringEnd = b'z',
    // Keywords that start a simple statement: A..K.
    Return = b'A',
    Import = b'B',
    From = b'C',
    Raise = b'D',
    Pass = b'E',
    Assert = b'F',
    Del = b'G',
    Break = b'H',
    Continue = b'I',
    Global = b'J',
    Nonlocal = b'K',
    // Keywords that start a compound statement: L..W.
    If = b'L',
    Def = b'M',
    For = b'N',
    Else = b'O',
    With = b'P',
    Try = b'Q',
    Except = b'R',
    Elif = b'S',
    Class = b'T',
    While = b'U',
    Finally = b'V',
    Async = b'W',
    // Other keywords.
    As = b'X',
    Await = b'Y',
    Lambda = b'Z',
    Yield = b'$',
    // Delimiters, as themselves where they are one character.
    LeftParen = b'(',
    RightParen = b')',
    LeftBracket = b'[',
    RightBracket = b']',
    LeftBrace = b'{',
    RightBrace = b'}',
    Comma = b',',
    Colon = b':',
    Semicolon = b';',
    Dot = b'.',
    Equal = b'=',
    Exclamation = b'!',
    /// `:=`
    Walrus = b'^',
    /// `->`
    Arrow = b'>',
    /// `+=` and its like.
    AugAssign = b'&',
    Newline = b'\n',
}

impl Token {
    /// The character the grammar sees.
    pub(crate) const fn code(self) -> u8 {
        self as u8
    }

    /// The keyword that `text` is, soft ones included.
    pub(crate) fn keyword(text: &[u8]) -> Option<Self> {
        Some(match text {
            b"False" => Self::False,
            b"None" => Self::None,
            b"True" => Self::True,
            b"and" | b"or" => Self::Boolean,
            b"as" => Self::As,
            b"assert" => Self::Assert,
            b"async" => Self::Async,
            b"await" => Self::Await,
            b"break" => Self::Break,
            b"case" => Self::Case,
            b"class" => Self::Class,
            b"continue" => Self::Continue,
            b"def" => Self::Def,
            b"del" => Self::Del,
            b"elif" => Self::Elif,
            b"else" => Self::Else,
            b"except" => Self::Except,
            b"finally" => Self::Finally,
            b"for" => Self::For,
            b"from" => Self::From,
            b"global" => Self::Global,
            b"if" => Self::If,
            b"import" => Self::Import,
            b"in" => Self::In,
            b"is" => Self::Compare,
            b"lambda" => Self::Lambda,
            b"match" => Self::Match,
            b"nonlocal" => Self::Nonlocal,
            b"not" => Self::Not,
            b"pass" => Self::Pass,
            b"raise" => Self::Raise,
            b"return" => Self::Return,
            b"try" => Self::Try,
            b"type" => Self::Type,
            b"while" => Self::While,
            b"with" => Self::With,
            b"yield" => Self::Yield,
            _ => return None,
        })
    }
}

/// The tokens of a file: codes side by side, so that any run of them is input for the grammar.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    codes: String,
    spans: Vec<Span>,
}

impl Tokens {
    /// With room for the tokens of `bytes` bytes of source.
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        let count = bytes / 5 + 8;
        Self {
            codes: String::with_capacity(count),
            spans: Vec::with_capacity(count),
        }
    }

    /// Appends a token.
    pub(crate) fn push(&mut self, token: Token, span: Span) {
        self.codes.push(char::from(token.code()));
        self.spans.push(span);
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Drops all from `len` on.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.codes.truncate(len);
        self.spans.truncate(len);
    }

    /// The grammar's input for the tokens `start..end`.
    pub(crate) fn codes(&self, start: usize, end: usize) -> &str {
        self.codes.get(start..end).unwrap_or("")
    }

    /// Whether the token at `at` is `token`; false past the end.
    pub(crate) fn is(&self, at: usize, token: Token) -> bool {
        self.code(at) == token.code()
    }

    /// The code at `at`, 0 past the end.
    pub(crate) fn code(&self, at: usize) -> u8 {
        self.codes.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// Where the token at `at` stands; past the end, the end of the last one.
    pub(crate) fn span(&self, at: usize) -> Span {
        match self.spans.get(at) {
            Some(span) => *span,
            None => Span::at(self.spans.last().map_or(0, |last| last.end)),
        }
    }

    /// From the start of the token `start` to the end of the token before `end`.
    pub(crate) fn range(&self, start: usize, end: usize) -> Span {
        let first = self.span(start);
        if end <= start {
            return Span::at(first.start);
        }
        Span::new(first.start, self.span(end - 1).end)
    }
}

#[cfg(test)]
mod tests {
    use super::Token;

    /// The definition of a terminal in the grammar, without blanks.
    fn definition(terminal: &str) -> String {
        let grammar = include_str!("../python.pest");
        let line = grammar
            .lines()
            .find(|line| line.split_whitespace().next() == Some(terminal))
            .unwrap_or_else(|| panic!("{terminal} is not in the grammar"));
        let line = line.split("//").next().unwrap_or(line);
        line.split_whitespace().collect()
    }

    #[test]
    fn terminals_are_the_characters_of_their_tokens() {
        let terminals = [
            ("MATCH", Token::Match),
            ("CASE", Token::Case),
            ("TYPE", Token::Type),
            ("NUMBER", Token::Number),
            ("ELLIPSIS", Token::Ellipsis),
            ("STRING", Token::Str),
            ("F_START", Token::FStringStart),
            ("F_MIDDLE", Token::FStringMiddle),
            ("F_END", Token::FStringEnd),
            ("PLUS", Token::Plus),
            ("MINUS", Token::Minus),
            ("STAR", Token::Star),
            ("POWER", Token::DoubleStar),
            ("SLASH", Token::Slash),
            ("AT", Token::At),
            ("BAR", Token::Bar),
            ("IN", Token::In),
            ("RETURN", Token::Return),
            ("IMPORT", Token::Import),
            ("FROM", Token::From),
            ("RAISE", Token::Raise),
            ("PASS", Token::Pass),
            ("ASSERT", Token::Assert),
            ("DEL", Token::Del),
            ("BREAK", Token::Break),
            ("CONTINUE", Token::Continue),
            ("GLOBAL", Token::Global),
            ("NONLOCAL", Token::Nonlocal),
            ("IF", Token::If),
            ("DEF", Token::Def),
            ("FOR", Token::For),
            ("ELSE", Token::Else),
            ("WITH", Token::With),
            ("TRY", Token::Try),
            ("EXCEPT", Token::Except),
            ("ELIF", Token::Elif),
            ("CLASS", Token::Class),
            ("WHILE", Token::While),
            ("FINALLY", Token::Finally),
            ("ASYNC", Token::Async),
            ("AS", Token::As),
            ("AWAIT", Token::Await),
            ("LAMBDA", Token::Lambda),
            ("YIELD", Token::Yield),
            ("WALRUS", Token::Walrus),
            ("ARROW", Token::Arrow),
            ("AUG", Token::AugAssign),
        ];
        for (terminal, token) in terminals {
            let code = char::from(token.code());
            assert_eq!(definition(terminal), format!("{terminal}=_{{\"{code}\"}}"));
        }
        assert_eq!(definition("NEWLINE"), "NEWLINE=_{\"\\n\"}");
    }

    #[test]
    fn classes_are_the_ranges_of_their_tokens() {
        let classes = [
            ("NAME", Token::Name, Token::Type),
            ("SOFT", Token::Match, Token::Type),
            ("SCALAR", Token::Name, Token::Ellipsis),
            ("PREFIX", Token::Not, Token::Minus),
            ("SIGN", Token::Tilde, Token::Minus),
            ("OPERATOR", Token::Plus, Token::Boolean),
            ("ARITH", Token::Plus, Token::Arithmetic),
            ("STARTER", Token::Return, Token::Async),
            ("COMPOUND", Token::If, Token::Async),
        ];
        for (class, first, last) in classes {
            let (first, last) = (char::from(first.code()), char::from(last.code()));
            assert_eq!(
                definition(class),
                format!("{class}=_{{'{first}'..'{last}'}}")
            );
        }
    }
}
