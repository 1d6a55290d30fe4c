//! Compound statements: which clauses follow which header.

use super::super::build::{Header, HeaderKind, LineTree};
use super::super::limits;
use super::super::scan::LogicalLine;
use super::super::token::Token;
use super::{Blocks, Clause, Taken};
use crate::source::Span;
use crate::tree::{ExceptHandler, Expr, MatchCase, Stmt, StmtKind};

impl Blocks<'_> {
    /// The compound statement that starts with `header`; none if it cannot start here.
    pub(super) fn compound(
        &mut self,
        line: LogicalLine,
        header: Header,
        inline: Vec<Stmt>,
        after_fault: bool,
    ) -> Option<Stmt> {
        let start = header.start;
        let keyword = header.kind.keyword();
        let kind = match header.kind {
            HeaderKind::If { test } => return self.if_statement(line, start, test, inline),
            HeaderKind::Try => return self.try_statement(line, start, inline),
            HeaderKind::Decorator(first) => return self.decorated(line, first),
            HeaderKind::Match { subject } => return self.match_statement(line, start, subject),
            HeaderKind::While { test } => {
                let body = self.suite(line, keyword, inline);
                let orelse = self.else_clause(line.level);
                StmtKind::While { test, body, orelse }
            }
            HeaderKind::For {
                is_async,
                target,
                iter,
            } => {
                let body = self.suite(line, keyword, inline);
                let orelse = self.else_clause(line.level);
                StmtKind::For {
                    is_async,
                    target,
                    iter,
                    body,
                    orelse,
                }
            }
            HeaderKind::With { is_async, items } => {
                let body = self.suite(line, keyword, inline);
                StmtKind::With {
                    is_async,
                    items,
                    body,
                }
            }
            HeaderKind::Def(mut def) => {
                def.body = self.suite(line, keyword, inline);
                StmtKind::FunctionDef(def)
            }
            HeaderKind::Class(mut class) => {
                class.body = self.suite(line, keyword, inline);
                StmtKind::ClassDef(class)
            }
            HeaderKind::Elif { .. }
            | HeaderKind::Else
            | HeaderKind::Except { .. }
            | HeaderKind::Finally
            | HeaderKind::Case { .. } => {
                if !after_fault {
                    let span = self.first_token(line);
                    self.fault(span, format!("'{keyword}' belongs to no statement here"));
                }
                // Its block is read, so that what is in it is checked too.
                if self.peek().is_some_and(|next| next.level > line.level) {
                    self.block(line.level + 1, true);
                }
                return None;
            }
        };
        self.statement(start, kind)
    }

    /// The `else` of a loop, an `if` or a `try` at `level`, if it is next.
    pub(super) fn else_clause(&mut self, level: u32) -> Vec<Stmt> {
        self.bare_clause(level, Token::Else, "else")
    }

    pub(super) fn bare_clause(&mut self, level: u32, token: Token, keyword: &str) -> Vec<Stmt> {
        match self.peek() {
            Some(line) if self.next_is(level, token) => match self.take(line, false) {
                Taken::Tree(LineTree::Header(_, inline)) => self.suite(line, keyword, inline),
                Taken::Tree(LineTree::Statements(_)) => Vec::new(),
                Taken::Faulty => self.faulty_suite(line),
            },
            _ => Vec::new(),
        }
    }

    /// Reads the block below a faulty header for its own faults.
    pub(super) fn faulty_suite(&mut self, line: LogicalLine) -> Vec<Stmt> {
        if self.peek().is_some_and(|next| next.level > line.level) {
            self.block(line.level + 1, true);
        }
        Vec::new()
    }

    /// `if` with its `elif`s and `else`.
    pub(super) fn if_statement(
        &mut self,
        line: LogicalLine,
        start: u32,
        test: Box<Expr>,
        inline: Vec<Stmt>,
    ) -> Option<Stmt> {
        let level = line.level;
        let body = self.suite(line, "if", inline);
        let mut clauses = vec![Clause { test, body, start }];
        let before = self.depth;
        while let Some(line) = self.peek()
            && self.next_is(level, Token::Elif)
        {
            self.depth += 1;
            if self.depth > limits::TREE_DEPTH {
                let span = self.first_token(line);
                self.fault(span, "too many 'elif's");
                self.next += 1;
                self.faulty_suite(line);
                continue;
            }
            match self.take(line, false) {
                Taken::Tree(LineTree::Header(header, inline)) => {
                    let HeaderKind::Elif { test } = header.kind else {
                        continue;
                    };
                    let body = self.suite(line, "elif", inline);
                    let start = header.start;
                    clauses.push(Clause { test, body, start });
                }
                Taken::Tree(LineTree::Statements(_)) | Taken::Faulty => {
                    self.faulty_suite(line);
                }
            }
        }
        let mut orelse = self.else_clause(level);
        self.depth = before;
        while let Some(Clause { test, body, start }) = clauses.pop() {
            let statement = self.statement(start, StmtKind::If { test, body, orelse })?;
            if clauses.is_empty() {
                return Some(statement);
            }
            orelse = vec![statement];
        }
        None
    }

    /// `try` with its handlers.
    pub(super) fn try_statement(
        &mut self,
        line: LogicalLine,
        start: u32,
        inline: Vec<Stmt>,
    ) -> Option<Stmt> {
        let body = self.suite(line, "try", inline);
        let mut handlers = Vec::new();
        let mut is_star = None;
        let mut faulty = false;
        while let Some(next) = self.peek()
            && self.next_is(line.level, Token::Except)
        {
            let (header, inline) = match self.take(next, false) {
                Taken::Tree(LineTree::Header(header, inline)) => (header, inline),
                Taken::Tree(LineTree::Statements(_)) | Taken::Faulty => {
                    faulty = true;
                    self.faulty_suite(next);
                    continue;
                }
            };
            let keyword = header.kind.keyword();
            let HeaderKind::Except {
                is_star: star,
                typ,
                name,
            } = header.kind
            else {
                continue;
            };
            if *is_star.get_or_insert(star) != star {
                let span = self.first_token(next);
                self.fault(span, "'except' and 'except*' cannot be mixed");
            }
            let body = self.suite(next, keyword, inline);
            handlers.push(ExceptHandler {
                span: Span::new(header.start, self.end),
                typ,
                name,
                body,
            });
        }
        let orelse = match handlers.is_empty() {
            true => Vec::new(),
            false => self.else_clause(line.level),
        };
        let has_finally = self.next_is(line.level, Token::Finally);
        let finalbody = self.bare_clause(line.level, Token::Finally, "finally");
        let next_faulty = self.peek().is_some_and(|next| next.faulty);
        if handlers.is_empty() && !has_finally && !faulty && !next_faulty {
            let span = match self.peek() {
                Some(next) => self.first_token(next),
                None => Span::at(self.last),
            };
            self.fault(span, "'except' or 'finally' is expected after 'try'");
        }
        let kind = StmtKind::Try {
            is_star: is_star == Some(true),
            body,
            handlers,
            orelse,
            finalbody,
        };
        self.statement(start, kind)
    }

    /// Decorators and the definition they stand before.
    pub(super) fn decorated(&mut self, line: LogicalLine, first: Expr) -> Option<Stmt> {
        let mut decorators = vec![first];
        loop {
            let Some(next) = self.peek() else {
                let span = Span::at(self.last);
                self.fault(span, "a definition is expected after a decorator");
                return None;
            };
            if next.level != line.level {
                let span = self.first_token(next);
                if !next.faulty {
                    self.fault(span, "a definition is expected after a decorator");
                }
                return None;
            }
            let (header, inline) = match self.take(next, false) {
                Taken::Tree(LineTree::Header(header, inline)) => (header, inline),
                Taken::Tree(LineTree::Statements(_)) => {
                    let span = self.first_token(next);
                    self.fault(span, "a definition is expected after a decorator");
                    return None;
                }
                Taken::Faulty => {
                    self.faulty_suite(next);
                    return None;
                }
            };
            match header.kind {
                HeaderKind::Decorator(decorator) => decorators.push(decorator),
                HeaderKind::Def(_) | HeaderKind::Class(_) => {
                    let mut statement = self.compound(next, header, inline, false)?;
                    match &mut statement.kind {
                        StmtKind::FunctionDef(def) => def.decorator_list = decorators,
                        StmtKind::ClassDef(class) => class.decorator_list = decorators,
                        _ => {}
                    }
                    return Some(statement);
                }
                _ => {
                    let span = self.first_token(next);
                    self.fault(span, "a definition is expected after a decorator");
                    return self.compound(next, header, inline, true);
                }
            }
        }
    }

    /// `match`: the block below holds nothing but `case`s.
    pub(super) fn match_statement(
        &mut self,
        line: LogicalLine,
        start: u32,
        subject: Box<Expr>,
    ) -> Option<Stmt> {
        let mut cases = Vec::new();
        if !self.block_follows(line, "match") {
            return None;
        }
        self.depth += 1;
        while let Some(next) = self.peek()
            && next.level > line.level
        {
            if next.level > line.level + 1 {
                self.block(next.level, true);
                continue;
            }
            match self.take(next, true) {
                Taken::Tree(LineTree::Header(header, inline)) => match header.kind {
                    HeaderKind::Case { pattern, guard } => {
                        let body = self.suite(next, "case", inline);
                        cases.push(MatchCase {
                            pattern,
                            guard,
                            body,
                        });
                    }
                    _ => {
                        let span = self.first_token(next);
                        self.fault(span, "'case' is expected inside 'match'");
                        self.compound(next, header, inline, true);
                    }
                },
                Taken::Tree(LineTree::Statements(_)) => {
                    let span = self.first_token(next);
                    self.fault(span, "'case' is expected inside 'match'");
                }
                Taken::Faulty => {
                    self.faulty_suite(next);
                }
            }
        }
        self.depth -= 1;
        self.statement(start, StmtKind::Match { subject, cases })
    }
}
