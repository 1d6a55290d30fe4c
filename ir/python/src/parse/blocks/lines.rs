//! Lines one after the other: parsed in batches, told apart, refused with a reason.

use super::super::Fault;
use super::super::build::LineTree;
use super::super::grammar::{self, Nodes, Stop};
use super::super::scan::LogicalLine;
use super::{BATCH, Blocks, Taken};

impl Blocks<'_> {
    /// Parses lines from the current one on, up to the end of a batch or the first fault.
    pub(super) fn batch(&mut self) {
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
    pub(super) fn take(&mut self, line: LogicalLine, in_match: bool) -> Taken {
        let newline = (line.end as usize).wrapping_sub(1);
        if line.faulty {
            self.unclosed(line);
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

    pub(super) fn checked(&mut self, built: Result<LineTree, Box<Fault>>) -> Taken {
        match built {
            Ok(tree) => Taken::Tree(tree),
            Err(fault) => {
                self.fault(fault.span, fault.message);
                Taken::Faulty
            }
        }
    }

    /// The index range of the nodes inside the root of `line`, if the batch holds it.
    pub(super) fn root(&self, line: LogicalLine) -> Option<(usize, usize)> {
        let node = self.nodes.get(self.roots)?;
        (node.start == line.start && node.end == line.end)
            .then(|| (self.roots + 1, node.next_index()))
    }

    /// Takes a line that only looks like a `case`.
    pub(super) fn plain(&mut self, line: LogicalLine) -> Taken {
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
    pub(super) fn refuse(&mut self, line: LogicalLine, plain: bool) -> Taken {
        self.next += 1;
        let fault = match self.explain(line, plain) {
            Some((_, fault)) => fault,
            None => Fault::new(self.first_token(line), "the line is too deeply nested"),
        };
        self.fault(fault.span, fault.message);
        Taken::Faulty
    }

    /// The token that cannot stand where it does, and what to say of it; none if the line is too
    /// deeply nested to tell.
    fn explain(&self, line: LogicalLine, plain: bool) -> Option<(usize, Fault)> {
        let (start, end) = (line.start as usize, line.end as usize);
        match grammar::explain(&self.scanned.tokens, start, end, plain) {
            Stop::Stack => None,
            Stop::Token(at) => {
                let at = at.min(end.saturating_sub(1));
                Some((at, self.build.unexpected(start, at)))
            }
        }
    }

    /// Notes what is wrong with the next line if something in it was never closed: its tokens, as
    /// far as they come before that, or that.
    fn unclosed(&mut self, line: LogicalLine) {
        let found = self
            .scanned
            .unclosed
            .iter()
            .find(|one| one.line == self.next);
        let Some(unclosed) = found else {
            return;
        };
        let newline = (line.end as usize).wrapping_sub(1);
        let fault = match self.explain(line, false) {
            Some((token, fault)) if token < newline && fault.span.start <= unclosed.before => fault,
            _ => unclosed.fault.clone(),
        };
        self.fault(fault.span, fault.message);
    }
}
