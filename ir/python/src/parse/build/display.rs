//! What stands in brackets: groups, tuples, lists, sets, dictionaries and comprehensions.

use super::{Build, Built, next_is};
use crate::parse::grammar::{Node, Nodes, Rule};
use crate::parse::token::Token;
use crate::tree::{Comprehension, Expr, ExprContext, ExprKind};

impl Build<'_> {
    /// Parentheses: nothing, a group, a tuple or a generator.
    pub(super) fn paren(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<Expr> {
        let span = self.span(node);
        let Some((first, children)) = nodes.next() else {
            let kind = ExprKind::Tuple {
                elts: Vec::new(),
                ctx: ExprContext::Load,
            };
            return Ok(Expr { span, kind });
        };
        if next_is(&nodes, Rule::comp_for) {
            let (elt, generators) = self.comprehension(node, (first, children), nodes)?;
            let kind = ExprKind::GeneratorExp { elt, generators };
            return Ok(Expr { span, kind });
        }
        if self.has_comma(nodes, node.after() - 1) {
            self.no_late_for(nodes)?;
            return self.tuple(span, (first, children), nodes);
        }
        if first.rule == Rule::starred {
            return Err(self.fault(first, "a starred expression cannot stand alone here"));
        }
        self.element(first, children)
    }

    pub(super) fn list(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<Expr> {
        let span = self.span(node);
        let mut elts = Vec::new();
        if let Some((first, children)) = nodes.next() {
            if next_is(&nodes, Rule::comp_for) {
                let (elt, generators) = self.comprehension(node, (first, children), nodes)?;
                let kind = ExprKind::ListComp { elt, generators };
                return Ok(Expr { span, kind });
            }
            self.no_late_for(nodes)?;
            elts.push(self.element(first, children)?);
            for (node, children) in nodes {
                elts.push(self.element(node, children)?);
            }
        }
        let ctx = ExprContext::Load;
        let kind = ExprKind::List { elts, ctx };
        Ok(Expr { span, kind })
    }

    /// A `for` belongs to the only element of a display.
    fn no_late_for(&self, nodes: Nodes<'_>) -> Built<()> {
        match nodes
            .into_iter()
            .find(|(node, _)| node.rule == Rule::comp_for)
        {
            Some((node, _)) => Err(self.fault(
                node,
                "a comprehension has one element; put it into parentheses",
            )),
            None => Ok(()),
        }
    }

    /// The element and the clauses of a comprehension.
    fn comprehension(
        &mut self,
        display: Node,
        (element, children): (Node, Nodes<'_>),
        clauses: Nodes<'_>,
    ) -> Built<(Box<Expr>, Vec<Comprehension>)> {
        if matches!(element.rule, Rule::starred | Rule::dict_unpack) {
            return Err(self.fault(element, "unpacking cannot be used in a comprehension"));
        }
        if element.rule == Rule::yield_expression {
            return Err(self.fault(display, "a comprehension cannot yield"));
        }
        if clauses
            .peek()
            .is_some_and(|clause| clause.start != element.end)
        {
            self.no_late_for(clauses)?;
        }
        let elt = Box::new(self.element(element, children)?);
        Ok((elt, self.clauses(clauses)?))
    }

    /// `for` clauses with their `if`s.
    pub(super) fn clauses(&mut self, clauses: Nodes<'_>) -> Built<Vec<Comprehension>> {
        let mut generators = Vec::new();
        for (clause, mut nodes) in clauses {
            let is_async = self.tokens.is(clause.first(), Token::Async);
            let (targets, children) = self.required(&mut nodes, clause)?;
            let target = self.targets(targets, children)?;
            let (iter, mut children) = self.required(&mut nodes, clause)?;
            let iter = self.row(&mut children, iter)?.expr;
            let mut ifs = Vec::new();
            for (condition, mut children) in nodes {
                ifs.push(self.row(&mut children, condition)?.expr);
            }
            generators.push(Comprehension {
                is_async,
                target,
                iter,
                ifs,
            });
        }
        Ok(generators)
    }

    /// Braces: a dictionary, a set, or a comprehension of one.
    pub(super) fn braces(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<Expr> {
        let span = self.span(node);
        let is_dict = match nodes.peek() {
            None => true,
            Some(first) => {
                first.rule == Rule::dict_unpack || self.tokens.is(first.after(), Token::Colon)
            }
        };
        if is_dict {
            return self.dict(node, nodes);
        }
        let (first, children) = self.required(&mut nodes, node)?;
        if next_is(&nodes, Rule::comp_for) {
            let (elt, generators) = self.comprehension(node, (first, children), nodes)?;
            let kind = ExprKind::SetComp { elt, generators };
            return Ok(Expr { span, kind });
        }
        self.no_late_for(nodes)?;
        let mut elts = vec![self.element(first, children)?];
        for (entry, children) in nodes {
            if entry.rule == Rule::dict_unpack || self.tokens.is(entry.after(), Token::Colon) {
                return Err(self.fault(entry, "a set has no keys: it was started without one"));
            }
            elts.push(self.element(entry, children)?);
        }
        let kind = ExprKind::Set { elts };
        Ok(Expr { span, kind })
    }

    fn dict(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<Expr> {
        let span = self.span(node);
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        while let Some((entry, mut children)) = nodes.next() {
            if entry.rule == Rule::comp_for {
                return Err(self.fault(entry, "a dictionary comprehension has one entry"));
            }
            if entry.rule == Rule::dict_unpack {
                if next_is(&nodes, Rule::comp_for) {
                    return Err(self.fault(entry, "unpacking cannot be used in a comprehension"));
                }
                keys.push(None);
                values.push(self.row(&mut children, entry)?.expr);
                continue;
            }
            let key = self.dict_key(entry, children)?;
            let (value, children) = self.required(&mut nodes, node)?;
            let value_node = value;
            let value = self.expression(value, children)?;
            if keys.is_empty()
                && nodes
                    .peek()
                    .is_some_and(|next| next.rule == Rule::comp_for && next.start == value_node.end)
            {
                let generators = self.clauses(nodes)?;
                let (key, value) = (Box::new(key), Box::new(value));
                let kind = ExprKind::DictComp {
                    key,
                    value,
                    generators,
                };
                return Ok(Expr { span, kind });
            }
            keys.push(Some(key));
            values.push(value);
        }
        let kind = ExprKind::Dict { keys, values };
        Ok(Expr { span, kind })
    }

    fn dict_key(&mut self, entry: Node, children: Nodes<'_>) -> Built<Expr> {
        if entry.rule != Rule::named || !self.tokens.is(entry.after(), Token::Colon) {
            return Err(self.fault_at(entry.after(), "':' expected after a dictionary key"));
        }
        let key = self.expression(entry, children)?;
        match key.kind {
            ExprKind::NamedExpr { .. } if !self.tokens.is(entry.first(), Token::LeftParen) => {
                Err(self.fault(entry, "':=' needs parentheses in a dictionary key"))
            }
            _ => Ok(key),
        }
    }

    pub(super) fn subscript(
        &mut self,
        value: Box<Expr>,
        node: Node,
        mut nodes: Nodes<'_>,
    ) -> Built<ExprKind> {
        let close = node.after() - 1;
        let first = self.index(node, &mut nodes)?;
        let is_starred = matches!(first.kind, ExprKind::Starred { .. });
        let slice = if is_starred || self.has_comma(nodes, close) {
            let span = self.tokens.range(node.first() + 1, close);
            let mut elts = vec![first];
            while nodes.peek().is_some() {
                elts.push(self.index(node, &mut nodes)?);
            }
            let ctx = ExprContext::Load;
            let kind = ExprKind::Tuple { elts, ctx };
            Expr { span, kind }
        } else {
            first
        };
        Ok(ExprKind::Subscript {
            value,
            slice: Box::new(slice),
            ctx: ExprContext::Load,
        })
    }

    /// One index: an expression, or a slice with what stands before its colon.
    fn index(&mut self, parent: Node, nodes: &mut Nodes<'_>) -> Built<Expr> {
        let (first, children) = self.required(nodes, parent)?;
        if first.rule == Rule::slice {
            return self.slice(None, first, first, children);
        }
        let expr = self.element(first, children)?;
        match nodes.peek() {
            Some(slice) if slice.rule == Rule::slice && slice.start == first.end => {
                if matches!(expr.kind, ExprKind::NamedExpr { .. })
                    && !self.tokens.is(first.first(), Token::LeftParen)
                {
                    return Err(self.fault(first, "':=' needs parentheses in a slice"));
                }
                let (slice, children) = self.required(nodes, parent)?;
                self.slice(Some(Box::new(expr)), first, slice, children)
            }
            _ => Ok(expr),
        }
    }

    fn slice(
        &mut self,
        lower: Option<Box<Expr>>,
        first: Node,
        node: Node,
        mut nodes: Nodes<'_>,
    ) -> Built<Expr> {
        let mut upper = None;
        let mut step = None;
        if let Some((inner, children)) = nodes.next_if(Rule::expression) {
            upper = Some(Box::new(self.expression(inner, children)?));
        }
        if let Some((_, mut children)) = nodes.next_if(Rule::slice_step)
            && let Some((inner, children)) = children.next()
        {
            step = Some(Box::new(self.expression(inner, children)?));
        }
        Ok(Expr {
            span: self.tokens.range(first.first(), node.after()),
            kind: ExprKind::Slice { lower, upper, step },
        })
    }
}
