//! Logical lines to blocks, by their indentation.

mod compound;
mod lines;

use super::build::{Build, LineTree};
use super::grammar::Node;
use super::scan::{LogicalLine, Scanned};
use super::token::Token;
use super::{Fault, limits};
use crate::source::Span;
use crate::tree::{Expr, Stmt, StmtKind};

/// Lines are given to the grammar in batches of about this many tokens.
const BATCH: u32 = 2048;

/// The statements of a file, and what is wrong with it.
pub(super) fn assemble(source: &str, scanned: &Scanned) -> (Vec<Stmt>, Vec<Fault>) {
    let mut blocks = Blocks {
        scanned,
        build: Build::new(source, &scanned.tokens, &scanned.comments),
        faults: Vec::new(),
        next: 0,
        nodes: Vec::new(),
        roots: 0,
        end: 0,
        depth: 0,
        last: last_line_end(source),
    };
    let body = blocks.block(0, false);
    (body, blocks.faults)
}

/// The end of the last line, before the line end of a file that ends in one.
fn last_line_end(source: &str) -> u32 {
    let text = source.strip_suffix('\n').unwrap_or(source);
    let text = text.strip_suffix('\r').unwrap_or(text);
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

/// Assembles blocks from lines, which it parses as it goes.
struct Blocks<'a> {
    scanned: &'a Scanned,
    build: Build<'a>,
    faults: Vec<Fault>,
    /// The next line.
    next: usize,
    /// Concrete nodes of the current batch, and the index of the next line's root.
    nodes: Vec<Node>,
    roots: usize,
    /// End of the last token before the newline of the last line taken.
    end: u32,
    /// Statements around the current one; an `elif` counts.
    depth: usize,
    /// Where the file ends, in its last line.
    last: u32,
}

/// A line taken from the file.
enum Taken {
    Tree(LineTree),
    /// Not Python: its fault has been noted.
    Faulty,
}

/// An `if` or an `elif` with its block.
struct Clause {
    test: Box<Expr>,
    body: Vec<Stmt>,
    start: u32,
}

impl Blocks<'_> {
    fn peek(&self) -> Option<LogicalLine> {
        self.scanned.lines.get(self.next).copied()
    }

    fn fault(&mut self, span: Span, message: impl Into<String>) {
        if self.faults.len() < limits::ERRORS {
            self.faults.push(Fault::new(span, message));
        }
    }

    fn first_token(&self, line: LogicalLine) -> Span {
        self.scanned.tokens.span(line.start as usize)
    }

    /// The token that the next line, if it is at `level`, starts with.
    fn next_is(&self, level: u32, token: Token) -> bool {
        self.peek().is_some_and(|line| {
            line.level == level
                && !line.faulty
                && self.scanned.tokens.is(line.start as usize, token)
        })
    }

    /// The statements of a block at `level`; the lines of a `match` apart.
    fn block(&mut self, level: u32, in_faulty: bool) -> Vec<Stmt> {
        let mut body = Vec::new();
        // What follows a faulty line may belong to it.
        let mut after_fault = in_faulty;
        while let Some(line) = self.peek() {
            if self.faults.len() >= limits::ERRORS {
                self.next = self.scanned.lines.len();
                break;
            }
            if line.level < level {
                break;
            }
            if line.level > level {
                if !after_fault && !line.faulty {
                    let span = self.first_token(line);
                    self.fault(span, "unexpected indentation");
                }
                self.block(line.level, true);
                continue;
            }
            match self.take(line, false) {
                Taken::Faulty => after_fault = true,
                Taken::Tree(LineTree::Statements(statements)) => {
                    after_fault = false;
                    body.extend(statements);
                }
                Taken::Tree(LineTree::Header(header, inline)) => {
                    let statement = self.compound(line, header, inline, after_fault);
                    after_fault &= statement.is_none();
                    body.extend(statement);
                }
            }
        }
        body
    }

    /// The body of a compound statement: what follows its colon, or the block below.
    fn suite(&mut self, line: LogicalLine, keyword: &str, inline: Vec<Stmt>) -> Vec<Stmt> {
        if !inline.is_empty() {
            return inline;
        }
        if !self.block_follows(line, keyword) {
            return Vec::new();
        }
        self.depth += 1;
        let body = self.block(line.level + 1, false);
        self.depth -= 1;
        body
    }

    /// Whether an indented block follows; if not, says so.
    fn block_follows(&mut self, line: LogicalLine, keyword: &str) -> bool {
        let next = self.peek();
        if next.is_some_and(|next| next.level > line.level) {
            return true;
        }
        if !next.is_some_and(|next| next.faulty) {
            let span = match next {
                Some(next) => self.first_token(next),
                None => Span::at(self.last),
            };
            self.fault(
                span,
                format!("an indented block is expected after '{keyword}'"),
            );
        }
        false
    }

    fn statement(&self, start: u32, kind: StmtKind) -> Option<Stmt> {
        Some(Stmt {
            span: Span::new(start, self.end.max(start)),
            kind,
        })
    }
}
