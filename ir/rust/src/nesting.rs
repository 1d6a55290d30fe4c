//! How deep a source nests, told from its tokens before anything recurses over it.
//!
//! A syntax tree cannot be deeper than the tokens that are open around its deepest one: the
//! groups it sits in, and in each of them the tokens since the last separator. That sum is an
//! upper bound; operator files stay far below the limit, and what passes fits the large stacks
//! of this crate's threads many times over.

use proc_macro2::{Delimiter, LineColumn, TokenStream, TokenTree};

/// Largest sum of open tokens.
pub(crate) const MAX_OPEN_TOKENS: usize = 1_000;

/// Deepest nest of brackets: each level costs more of the compiler's stack than a token does.
pub(crate) const MAX_BRACKETS: usize = 100;

/// Where a source nests too deep, and how.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooDeep {
    pub at: LineColumn,
    pub what: &'static str,
}

/// Checks the bounds above. Does not recurse.
pub(crate) fn check(tokens: TokenStream) -> Result<(), TooDeep> {
    struct Level {
        tokens: std::iter::Peekable<proc_macro2::token_stream::IntoIter>,
        since_separator: usize,
    }
    let level = |tokens: TokenStream| Level {
        tokens: tokens.into_iter().peekable(),
        since_separator: 0,
    };
    let mut stack = vec![level(tokens)];
    let mut open = 0usize;
    while let Some(top) = stack.last_mut() {
        let Some(token) = top.tokens.next() else {
            open = open.saturating_sub(top.since_separator);
            stack.pop();
            continue;
        };
        let at = token.span().start();
        let separates = match &token {
            TokenTree::Punct(p) => matches!(p.as_char(), ';' | ','),
            TokenTree::Group(g) => {
                g.delimiter() == Delimiter::Brace && !continues(top.tokens.peek())
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => false,
        };
        if separates {
            open = open.saturating_sub(top.since_separator);
            top.since_separator = 0;
        } else {
            open = open.saturating_add(1);
            top.since_separator = top.since_separator.saturating_add(1);
        }
        if open > MAX_OPEN_TOKENS {
            return Err(TooDeep {
                at,
                what: "a statement or expression is too long",
            });
        }
        if let TokenTree::Group(group) = token {
            if stack.len() > MAX_BRACKETS {
                return Err(TooDeep {
                    at,
                    what: "brackets nest too deep",
                });
            }
            stack.push(level(group.stream()));
        }
    }
    Ok(())
}

/// Whether an expression that ended in `}` goes on with this token.
fn continues(next: Option<&TokenTree>) -> bool {
    match next {
        Some(TokenTree::Punct(p)) => !matches!(p.as_char(), ';' | ',' | '#' | '\''),
        Some(TokenTree::Ident(name)) => *name == "else" || *name == "as",
        Some(TokenTree::Group(_) | TokenTree::Literal(_)) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_text(text: &str) -> Result<(), TooDeep> {
        check(text.parse().unwrap())
    }

    #[test]
    fn many_items_and_statements_are_flat() {
        let statements = "let a: i32 = b + c;".repeat(5_000);
        let functions = format!("fn f() {{ {statements} if a {{ b }} if c {{ d }} }}").repeat(3);
        assert_eq!(check_text(&format!("mod m {{ {functions} }}")), Ok(()));
    }

    #[test]
    fn deep_forms_are_found() {
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("{", "}"),
            ("!", ""),
            ("&", ""),
            ("1 + ", ""),
            ("a.b().", ""),
            ("A<", ">"),
            ("if a { b } else ", ""),
            ("|x| ", ""),
        ] {
            let n = 3_000;
            let text = format!("fn f() {{ {} x {} }}", open.repeat(n), close.repeat(n));
            assert!(check_text(&text).is_err(), "{open}");
        }
    }
}
