//! Concrete nodes to the syntax tree, one logical line at a time.

mod argument;
mod display;
mod expression;
mod fstring;
mod header;
mod literal;
mod operator;
mod pattern;
mod statement;
mod target;

pub(crate) use header::{Header, HeaderKind};

use unicode_normalization::UnicodeNormalization;

use super::grammar::{Node, Nodes, Rule};
use super::token::{Token, Tokens};
use super::{Fault, limits};
use crate::source::Span;
use crate::tree::{Comment, Ident, Stmt};

/// The first fault of a line ends the building of its tree.
type Built<T> = Result<T, Box<Fault>>;

/// What a logical line is.
#[derive(Debug)]
pub(crate) enum LineTree {
    /// Simple statements.
    Statements(Vec<Stmt>),
    /// The header of a compound statement, with the statements after its colon.
    Header(Header, Vec<Stmt>),
}

/// Builds trees from the nodes of one file.
pub(crate) struct Build<'a> {
    source: &'a str,
    tokens: &'a Tokens,
    comments: &'a [Comment],
    /// Length of the path from the statement to the node being built.
    depth: usize,
}

impl<'a> Build<'a> {
    pub(crate) fn new(source: &'a str, tokens: &'a Tokens, comments: &'a [Comment]) -> Self {
        Self {
            source,
            tokens,
            comments,
            depth: 0,
        }
    }

    /// The tree of a line, given the children of its node.
    pub(crate) fn line(&mut self, mut nodes: Nodes<'_>) -> Built<LineTree> {
        self.depth = 0;
        let header = self.header(&mut nodes)?;
        let mut statements = Vec::new();
        for (node, children) in nodes {
            statements.push(self.statement(node, children)?);
        }
        Ok(match header {
            Some(header) => LineTree::Header(header, statements),
            None => LineTree::Statements(statements),
        })
    }

    /// What to say of a token that cannot stand where it does, in the line from `start`.
    pub(crate) fn unexpected(&self, start: usize, token: usize) -> Fault {
        let span = self.tokens.span(token);
        if let Some(first) = self.without_comma(start, token) {
            let span = Span::new(self.tokens.span(first).start, span.end);
            return Fault::new(span, "invalid syntax: perhaps a comma is missing");
        }
        let text = self.text(token);
        let code = self.tokens.code(start);
        let is_header = (Token::If.code()..=Token::Async.code()).contains(&code);
        if !self.tokens.is(token, Token::Newline) {
            let shown: String = text.chars().take(40).collect();
            let hint = match text {
                "=" => "; '==' compares, ':=' assigns inside an expression",
                ":=" => "; an assignment expression needs parentheses here",
                "lambda" | "yield" => "; it needs parentheses here",
                _ if token == start + 1 && matches!(self.text(start), "print" | "exec") => {
                    "; it is a function and needs parentheses"
                }
                _ => "",
            };
            return Fault::new(
                span,
                format!("invalid syntax: '{shown}' cannot stand here{hint}"),
            );
        }
        let wanted = match is_header && !self.tokens.is(token.wrapping_sub(1), Token::Colon) {
            true => "the line ends where ':' or more is expected",
            false => "the line ends too early",
        };
        Fault::new(span, format!("invalid syntax: {wanted}"))
    }

    /// Where an expression starts that ends right before `token`, if both stand in the same
    /// brackets and `token` starts another one.
    fn without_comma(&self, start: usize, token: usize) -> Option<usize> {
        let starts_operand =
            |code: u8| matches!(code, b'a'..=b'm' | b'(' | b'[' | b'{' | b'Z' | b'Y');
        let ends_operand = |code: u8| matches!(code, b'a'..=b'j' | b'z' | b')' | b']' | b'}');
        let before = token.checked_sub(1)?;
        if !starts_operand(self.tokens.code(token)) || !ends_operand(self.tokens.code(before)) {
            return None;
        }
        // A prefix that is none, and a soft keyword, are other mistakes.
        let admitted = |first: usize| {
            let code = self.tokens.code(first);
            let is_prefix =
                self.tokens.is(first, Token::Name) && self.tokens.is(first + 1, Token::Str);
            (!is_prefix && !(b'b'..=b'd').contains(&code)).then_some(first)
        };
        let mut depth = 0usize;
        for at in (start..token).rev() {
            match self.tokens.code(at) {
                b')' | b']' | b'}' | b'z' => depth += 1,
                b'(' | b'[' | b'{' | b'k' if depth > 0 => depth -= 1,
                b'(' | b'[' | b'{' => return admitted(at + 1),
                // What an expression without a conditional may hold.
                b'a'..=b'z' | b'.' | b'Y' => {}
                _ if depth > 0 => {}
                _ if self.inside_brackets(start, at) => return admitted(at + 1),
                _ => return None,
            }
        }
        None
    }

    /// Whether brackets of the line are open at `token`.
    fn inside_brackets(&self, start: usize, token: usize) -> bool {
        let mut depth = 0isize;
        for at in start..token {
            match self.tokens.code(at) {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth -= 1,
                _ => {}
            }
        }
        depth > 0
    }

    /// From the first to the last token of a node.
    fn span(&self, node: Node) -> Span {
        self.tokens.range(node.first(), node.after())
    }

    /// The text of a token.
    fn text(&self, token: usize) -> &'a str {
        self.tokens.span(token).text(self.source)
    }

    /// The identifier that a token is.
    fn ident(&self, token: usize) -> Ident {
        normal(self.text(token))
    }

    /// Goes `levels` down from the node being built; [`Self::leave`] comes back.
    fn enter(&mut self, levels: usize, node: Node) -> Built<()> {
        self.depth += levels;
        if self.depth > limits::TREE_DEPTH {
            return Err(self.fault(node, "the expression is too deeply nested"));
        }
        Ok(())
    }

    fn leave(&mut self, levels: usize) {
        self.depth = self.depth.saturating_sub(levels);
    }

    fn fault(&self, node: Node, message: impl Into<String>) -> Box<Fault> {
        Fault::boxed(self.span(node), message)
    }

    fn fault_at(&self, token: usize, message: impl Into<String>) -> Box<Fault> {
        Fault::boxed(self.tokens.span(token), message)
    }

    /// The grammar promises a child that is not there: a defect, told as a fault.
    fn missing(&self, node: Node) -> Box<Fault> {
        self.fault(node, format!("incomplete {:?}", node.rule))
    }

    /// The next child, which the grammar promises.
    fn required<'n>(&self, nodes: &mut Nodes<'n>, parent: Node) -> Built<(Node, Nodes<'n>)> {
        nodes.next().ok_or_else(|| self.missing(parent))
    }

    /// Whether the list in the tokens up to `end` has a comma: more than one item, or a comma
    /// after the only one.
    fn has_comma(&self, more: Nodes<'_>, end: usize) -> bool {
        more.peek().is_some() || self.tokens.is(end.wrapping_sub(1), Token::Comma)
    }
}

/// The NFKC form of a name, which is what Python compares.
fn normal(text: &str) -> Ident {
    if text.is_ascii() {
        Ident::new(text)
    } else {
        Ident::new(&text.nfkc().collect::<String>())
    }
}

/// Whether the next sibling has this rule.
fn next_is(nodes: &Nodes<'_>, rule: Rule) -> bool {
    nodes.peek_rule() == Some(rule)
}
