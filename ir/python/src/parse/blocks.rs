//! Logical lines to blocks, by their indentation.

use super::build::{Build, Header, HeaderKind, LineTree};
use super::grammar::{self, Node, Nodes, Stop};
use super::scan::{LogicalLine, Scanned};
use super::token::Token;
use super::{Fault, limits};
use crate::source::Span;
use crate::tree::{ExceptHandler, Expr, MatchCase, Stmt, StmtKind};

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
    };
    let body = blocks.block(0, false);
    (body, blocks.faults)
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
}

/// A line taken from the file.
enum Taken {
    Tree(LineTree),
    /// Not Python: its fault has been noted.
    Faulty,
}

/// A clause with its header's line for messages.
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

    /// Parses lines from the current one on, up to the end of a batch or the first fault.
    fn batch(&mut self) {
        self.nodes.clear();
        self.roots = 0;
        let lines = &self.scanned.lines;
        let Some(first) = lines.get(self.next) else {
            return;
        };
        let batch = lines.get(self.next..).unwrap_or(&[]);
        let batch = batch
            .iter()
            .take_while(|line| !line.faulty && line.start < first.start.saturating_add(BATCH));
        let end = batch.last().map_or(first.start, |line| line.end);
        grammar::parse_lines(
            &self.scanned.tokens,
            first.start as usize,
            end as usize,
            &mut self.nodes,
        );
    }

    /// Takes the next line; inside a `match`, `case` is a keyword.
    fn take(&mut self, line: LogicalLine, in_match: bool) -> Taken {
        let newline = (line.end as usize).wrapping_sub(1);
        if line.faulty {
            self.next += 1;
            return Taken::Faulty;
        }
        self.end = self
            .scanned
            .tokens
            .range(line.start as usize, newline.max(line.start as usize))
            .end;
        let root = match self.root(line) {
            Some(root) => root,
            None => {
                self.batch();
                match self.root(line) {
                    Some(root) => root,
                    None => return self.refuse(line, false),
                }
            }
        };
        self.next += 1;
        let all = self.nodes.get(..root.1).unwrap_or(&[]);
        let nodes = Nodes::from(all, root.0);
        self.roots = root.1;
        let is_case = nodes.peek_rule() == Some(grammar::Rule::case_header);
        if is_case && !in_match {
            return self.plain(line);
        }
        let built = self.build.line(nodes);
        self.checked(built)
    }

    fn checked(&mut self, built: Result<LineTree, Box<Fault>>) -> Taken {
        match built {
            Ok(tree) => Taken::Tree(tree),
            Err(fault) => {
                self.fault(fault.span, fault.message);
                Taken::Faulty
            }
        }
    }

    /// The index range of the nodes inside the root of `line`, if the batch holds it.
    fn root(&self, line: LogicalLine) -> Option<(usize, usize)> {
        let node = self.nodes.get(self.roots)?;
        (node.start == line.start && node.end == line.end)
            .then(|| (self.roots + 1, node.next_index()))
    }

    /// Takes a line that only looks like a `case`.
    fn plain(&mut self, line: LogicalLine) -> Taken {
        let mut nodes = Vec::new();
        let (start, end) = (line.start as usize, line.end as usize);
        if !grammar::parse_plain_line(&self.scanned.tokens, start, end, &mut nodes) {
            self.next -= 1;
            return self.refuse(line, true);
        }
        let built = self.build.line(Nodes::from(&nodes, 1));
        self.checked(built)
    }

    /// Notes why the next line is not one, and passes it.
    fn refuse(&mut self, line: LogicalLine, plain: bool) -> Taken {
        self.next += 1;
        let (start, end) = (line.start as usize, line.end as usize);
        let tokens = &self.scanned.tokens;
        let (token, message) = match grammar::explain(tokens, start, end, plain) {
            Stop::Stack => (start, "the line is too deeply nested".to_owned()),
            Stop::Token(at) => {
                let at = at.min(end.saturating_sub(1));
                (at, self.build.unexpected(start, at))
            }
        };
        let span = self.scanned.tokens.span(token);
        self.fault(span, message);
        Taken::Faulty
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
                None => Span::at(self.end),
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

    /// The compound statement that starts with `header`; none if it cannot start here.
    fn compound(
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
    fn else_clause(&mut self, level: u32) -> Vec<Stmt> {
        self.bare_clause(level, Token::Else, "else")
    }

    fn bare_clause(&mut self, level: u32, token: Token, keyword: &str) -> Vec<Stmt> {
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
    fn faulty_suite(&mut self, line: LogicalLine) -> Vec<Stmt> {
        if self.peek().is_some_and(|next| next.level > line.level) {
            self.block(line.level + 1, true);
        }
        Vec::new()
    }

    /// `if` with its `elif`s and `else`.
    fn if_statement(
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
    fn try_statement(&mut self, line: LogicalLine, start: u32, inline: Vec<Stmt>) -> Option<Stmt> {
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
                None => Span::at(self.end),
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
    fn decorated(&mut self, line: LogicalLine, first: Expr) -> Option<Stmt> {
        let mut decorators = vec![first];
        loop {
            let Some(next) = self.peek() else {
                let span = Span::at(self.end);
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
    fn match_statement(
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
