//! Rust expressions under construction: tokens and how tightly they bind.

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::BTreeSet;

/// How tightly an expression binds; the order is that of Rust's precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `if`, blocks: always in parentheses inside other expressions.
    Block,
    /// `..`
    Range,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`, `<`
    Compare,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&`
    BitAnd,
    /// `<<`
    Shift,
    /// `+`, `-`
    Sum,
    /// `*`, `/`, `%`
    Product,
    /// `as`
    Cast,
    /// `-x`, `&x`
    Unary,
    /// Names, literals, calls, method calls.
    Atom,
}

/// A Rust expression.
#[derive(Clone, Debug)]
pub struct Code {
    tokens: TokenStream,
    level: Level,
}

impl Code {
    /// Tokens that bind as stated.
    pub fn new(tokens: TokenStream, level: Level) -> Self {
        Code { tokens, level }
    }

    /// Tokens that need no parentheses anywhere.
    pub fn atom(tokens: TokenStream) -> Self {
        Code::new(tokens, Level::Atom)
    }

    /// A name.
    pub fn name(name: &str) -> Self {
        Code::atom(ident(name).into_token_stream())
    }

    /// An integer literal without suffix.
    pub fn int(value: i128) -> Self {
        let literal = Literal::u128_unsuffixed(value.unsigned_abs());
        Code::signed(literal, value < 0)
    }

    /// An integer literal with a suffix.
    pub fn int_as(value: i128, suffix: &str) -> Self {
        let text = format!("{}{suffix}", value.unsigned_abs());
        match text.parse::<Literal>() {
            Ok(literal) => Code::signed(literal, value < 0),
            Err(_) => Code::int(value),
        }
    }

    /// An `f32` literal: the shortest digits that read back as the value.
    pub fn float(value: f32, suffix: &str) -> Self {
        let text = format!("{:?}{suffix}", value.abs());
        match text.parse::<Literal>() {
            Ok(literal) => Code::signed(literal, value.is_sign_negative()),
            Err(_) => Code::atom(quote!(f32::NAN)),
        }
    }

    fn signed(literal: Literal, negative: bool) -> Self {
        match negative {
            true => Code::new(quote!(-#literal), Level::Unary),
            false => Code::atom(literal.into_token_stream()),
        }
    }

    /// `left op right`.
    pub fn binary(left: &Code, op: TokenStream, right: &Code, level: Level) -> Self {
        // Comparisons do not chain; everything else associates to the left.
        let (l, r) = match level {
            Level::Compare => (left.above(level), right.above(level)),
            _ => (left.at(level), right.above(level)),
        };
        Code::new(quote!(#l #op #r), level)
    }

    /// `function(arguments)`.
    pub fn call(function: &str, arguments: &[Code]) -> Self {
        let function = ident(function);
        Code::atom(quote!(#function(#(#arguments),*)))
    }

    /// `self.method(arguments)`.
    pub fn method(&self, method: &str, arguments: &[Code]) -> Self {
        let (method, receiver) = (ident(method), self.at(Level::Atom));
        Code::atom(quote!(#receiver.#method(#(#arguments),*)))
    }

    /// The tokens, in parentheses if they bind less tightly than `level`.
    pub fn at(&self, level: Level) -> TokenStream {
        let tokens = &self.tokens;
        match self.level < level {
            true => quote!((#tokens)),
            false => tokens.clone(),
        }
    }

    fn above(&self, level: Level) -> TokenStream {
        let tokens = &self.tokens;
        match self.level <= level {
            true => quote!((#tokens)),
            false => tokens.clone(),
        }
    }

    /// Whether evaluating it again would cost or repeat nothing: a name or a literal.
    pub fn is_simple(&self) -> bool {
        let mut trees = self.tokens.clone().into_iter();
        match (trees.next(), trees.next(), trees.next()) {
            (Some(_), None, None) => self.level == Level::Atom,
            (Some(_), Some(_), None) => self.level == Level::Unary,
            _ => false,
        }
    }

    /// The name, if it is nothing but one.
    pub fn as_name(&self) -> Option<String> {
        let mut trees = self.tokens.clone().into_iter();
        match (trees.next(), trees.next()) {
            (Some(proc_macro2::TokenTree::Ident(name)), None) => Some(name.to_string()),
            _ => None,
        }
    }
}

impl ToTokens for Code {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.tokens.to_tokens(tokens);
    }
}

/// An identifier of a name that is one already.
pub fn ident(name: &str) -> Ident {
    match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, Span::call_site()),
        None => Ident::new(name, Span::call_site()),
    }
}

/// All identifiers in tokens.
pub fn collect_names(tokens: TokenStream, names: &mut BTreeSet<String>) {
    for tree in tokens {
        match tree {
            TokenTree::Ident(name) => {
                names.insert(name.to_string());
            }
            TokenTree::Group(group) => collect_names(group.stream(), names),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(code: &Code) -> String {
        code.to_token_stream().to_string()
    }

    #[test]
    fn parentheses_follow_precedence() {
        let (a, b, c) = (Code::name("a"), Code::name("b"), Code::name("c"));
        let sum = Code::binary(&a, quote!(+), &b, Level::Sum);
        let product = Code::binary(&sum, quote!(*), &c, Level::Product);
        assert_eq!(text(&product), "(a + b) * c");
        let difference = Code::binary(&c, quote!(-), &sum, Level::Sum);
        assert_eq!(text(&difference), "c - (a + b)");
        let left = Code::binary(&sum, quote!(-), &c, Level::Sum);
        assert_eq!(text(&left), "a + b - c");
        assert_eq!(
            text(&Code::float(-0.5, "f32").method("broadcast", &[])),
            "(- 0.5f32) . broadcast ()"
        );
    }

    #[test]
    fn literals_read_back() {
        assert_eq!(text(&Code::float(1.0, "f32")), "1.0f32");
        assert_eq!(text(&Code::float(1e-5, "f32")), "1e-5f32");
        assert_eq!(text(&Code::int(-3)), "- 3");
        assert_eq!(text(&Code::int_as(7, "i64")), "7i64");
        assert!(Code::int(-3).is_simple() && Code::name("x").is_simple());
        assert_eq!(Code::name("x").as_name().as_deref(), Some("x"));
    }
}
