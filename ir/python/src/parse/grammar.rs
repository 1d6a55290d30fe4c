//! The grammar at work: tokens in, nodes in preorder out. pest's own types stay in here.

use std::sync::{Mutex, PoisonError};

use pest::Parser;
use pest::error::{Error, InputLocation};

use super::token::Tokens;

/// The parser that pest makes of `python.pest`.
mod generated {
    // The derive writes one public function a rule.
    #![allow(missing_docs)]

    #[derive(pest_derive::Parser)]
    #[grammar = "python.pest"]
    pub(super) struct Grammar;
}

pub(crate) use generated::Rule;

/// A node of the concrete tree: a rule over the tokens `start..end`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) rule: Rule,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Index of the first node that is not inside this one.
    next: u32,
}

impl Node {
    /// Index of its first token.
    pub(crate) fn first(self) -> usize {
        self.start as usize
    }

    /// Index after its last token.
    pub(crate) fn after(self) -> usize {
        self.end as usize
    }

    /// Index of the first node that is not inside this one.
    pub(crate) fn next_index(self) -> usize {
        self.next as usize
    }
}

/// Sibling nodes, one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nodes<'n> {
    all: &'n [Node],
    at: usize,
    end: usize,
}

impl<'n> Nodes<'n> {
    /// The nodes from index `at` on.
    pub(crate) fn from(all: &'n [Node], at: usize) -> Self {
        Self {
            all,
            at,
            end: all.len(),
        }
    }

    /// The next sibling.
    pub(crate) fn peek(&self) -> Option<Node> {
        if self.at < self.end {
            self.all.get(self.at).copied()
        } else {
            None
        }
    }

    /// The rule of the next sibling.
    pub(crate) fn peek_rule(&self) -> Option<Rule> {
        self.peek().map(|node| node.rule)
    }

    /// The next sibling with its children, if it is a `rule`.
    pub(crate) fn next_if(&mut self, rule: Rule) -> Option<(Node, Nodes<'n>)> {
        match self.peek_rule() {
            Some(found) if found == rule => self.next(),
            _ => None,
        }
    }
}

impl<'n> Iterator for Nodes<'n> {
    type Item = (Node, Nodes<'n>);

    fn next(&mut self) -> Option<Self::Item> {
        let node = self.peek()?;
        let children = Nodes {
            all: self.all,
            at: self.at + 1,
            end: node.next as usize,
        };
        self.at = node.next as usize;
        Some((node, children))
    }
}

/// Parses as many lines of the tokens `start..end` as are right, appends their nodes to `nodes`,
/// and returns the index of the token where it stopped.
pub(crate) fn parse_lines(
    tokens: &Tokens,
    start: usize,
    end: usize,
    nodes: &mut Vec<Node>,
) -> usize {
    let input = tokens.codes(start, end);
    let Ok(pairs) = generated::Grammar::parse(Rule::lines, input) else {
        return start;
    };
    let stopped = collect(pairs, start, nodes);
    stopped.unwrap_or(start)
}

/// Parses one line as if `case` were a name only; false if it is not one.
pub(crate) fn parse_plain_line(
    tokens: &Tokens,
    start: usize,
    end: usize,
    nodes: &mut Vec<Node>,
) -> bool {
    let input = tokens.codes(start, end);
    match generated::Grammar::parse(Rule::plain_line, input) {
        Ok(pairs) => collect(pairs, start, nodes) == Some(end),
        Err(_) => false,
    }
}

/// Flattens pest's pairs; returns the end of the last one.
fn collect(
    pairs: pest::iterators::Pairs<'_, Rule>,
    offset: usize,
    nodes: &mut Vec<Node>,
) -> Option<usize> {
    let position = |at: usize| u32::try_from(at + offset).unwrap_or(u32::MAX);
    let mut open = Vec::with_capacity(32);
    let mut last = None;
    for token in pairs.tokens() {
        match token {
            pest::Token::Start { rule, pos } => {
                open.push(nodes.len());
                nodes.push(Node {
                    rule,
                    start: position(pos.pos()),
                    end: 0,
                    next: 0,
                });
            }
            pest::Token::End { pos, .. } => {
                let next = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
                if let Some(node) = open.pop().and_then(|index| nodes.get_mut(index)) {
                    node.end = position(pos.pos());
                    node.next = next;
                }
                last = Some(pos.pos() + offset);
            }
        }
    }
    last
}

/// Lines up to this many tokens get the exact place of their error.
const EXACT_ERRORS: usize = 20_000;

/// pest's switch for exact error positions is one for the whole process.
static DETAIL: Mutex<()> = Mutex::new(());

/// What stopped the grammar in a line that it does not match.
pub(crate) enum Stop {
    /// This token cannot stand where it does: the furthest that was looked at.
    Token(usize),
    /// Too deeply nested for the stack.
    Stack,
}

/// Finds out why the tokens `start..end` are not a line.
pub(crate) fn explain(tokens: &Tokens, start: usize, end: usize, plain: bool) -> Stop {
    let input = tokens.codes(start, end);
    let rule = if plain { Rule::plain_line } else { Rule::line };
    let result = if input.len() > EXACT_ERRORS {
        generated::Grammar::parse(rule, input)
    } else {
        let guard = DETAIL.lock().unwrap_or_else(PoisonError::into_inner);
        pest::set_error_detail(true);
        let result = generated::Grammar::parse(rule, input);
        pest::set_error_detail(false);
        drop(guard);
        result
    };
    match result {
        Ok(_) => Stop::Token(start),
        Err(error) => stop_of(&error, start),
    }
}

fn stop_of(error: &Error<Rule>, start: usize) -> Stop {
    if let pest::error::ErrorVariant::CustomError { .. } = error.variant {
        return Stop::Stack;
    }
    let rule_position = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let furthest = error
        .parse_attempts()
        .map_or(0, |attempts| attempts.max_position);
    Stop::Token(start + rule_position.max(furthest))
}
