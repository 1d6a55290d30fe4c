//! Expressions: conditionals and lambdas around rows, operands, displays, subscripts.

use super::operator::Operand;
use super::{Build, Built, next_is};
use crate::parse::grammar::{Node, Nodes, Rule};
use crate::parse::token::Token;
use crate::source::Span;
use crate::tree::{Arguments, Comprehension, Constant, Expr, ExprContext, ExprKind};

/// What waits for the rest of an expression to its right.
enum Open {
    Lambda(Box<Arguments>, u32),
    Conditional { body: Expr, test: Expr, start: u32 },
}

impl Build<'_> {
    /// `a`, `a,`, `a, *b`.
    pub(super) fn expressions(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<Expr> {
        let (first, children) = self.required(&mut nodes, node)?;
        if !self.has_comma(nodes, node.after()) {
            return self.element(first, children);
        }
        self.tuple(self.span(node), (first, children), nodes)
    }

    /// A tuple of the elements `first` and `rest`.
    fn tuple(&mut self, span: Span, first: (Node, Nodes<'_>), rest: Nodes<'_>) -> Built<Expr> {
        let mut elts = vec![self.element(first.0, first.1)?];
        for (node, children) in rest {
            elts.push(self.element(node, children)?);
        }
        let ctx = ExprContext::Load;
        let kind = ExprKind::Tuple { elts, ctx };
        Ok(Expr { span, kind })
    }

    /// An expression, with or without `:=`, or a starred one.
    pub(super) fn element(&mut self, node: Node, nodes: Nodes<'_>) -> Built<Expr> {
        match node.rule {
            Rule::starred | Rule::star_argument => self.starred(node, nodes),
            Rule::yield_expression => self.yield_expression(node, nodes),
            _ => self.expression(node, nodes),
        }
    }

    fn starred(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<Expr> {
        let value = match nodes.next_if(Rule::expression) {
            Some((inner, children)) => self.expression(inner, children)?,
            None => self.row(&mut nodes, node)?.expr,
        };
        let kind = ExprKind::Starred {
            value: Box::new(value),
            ctx: ExprContext::Load,
        };
        Ok(Expr {
            span: self.span(node),
            kind,
        })
    }

    /// The rules `expression` and `named`.
    pub(super) fn expression(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<Expr> {
        self.enter(1, node)?;
        let expr = self.expression_inside(node, &mut nodes)?;
        self.leave(1);
        Ok(expr)
    }

    fn expression_inside(&mut self, node: Node, nodes: &mut Nodes<'_>) -> Built<Expr> {
        let mut open = Vec::new();
        let row = loop {
            while let Some((lambda, children)) = nodes.next_if(Rule::lambda) {
                let start = self.tokens.span(lambda.first()).start;
                let args = self.lambda_arguments(children)?;
                open.push(Open::Lambda(Box::new(args), start));
                self.enter(1, node)?;
            }
            let before = *nodes;
            let row = self.row(nodes, node)?;
            if let Some((condition, mut children)) = nodes.next_if(Rule::condition) {
                let test = self.row(&mut children, condition)?.expr;
                open.push(Open::Conditional {
                    body: row.expr,
                    test,
                    start: row.outer.start,
                });
                self.enter(1, node)?;
                continue;
            }
            if let Some((walrus, children)) = nodes.next_if(Rule::walrus) {
                return self.walrus(node, before, (walrus, children));
            }
            break row;
        };
        self.leave(open.len());
        Ok(close(open, row))
    }

    fn walrus(
        &mut self,
        node: Node,
        mut target: Nodes<'_>,
        (walrus, mut nodes): (Node, Nodes<'_>),
    ) -> Built<Expr> {
        let name = match target.next() {
            Some((name, _)) if name.rule == Rule::scalar && name.end == walrus.start => name,
            _ => {
                return Err(self.fault(node, "only a name can be assigned to with ':='"));
            }
        };
        let mut target = self.scalar(name)?;
        let ExprKind::Name { ctx, .. } = &mut target.kind else {
            return Err(self.fault(name, "only a name can be assigned to with ':='"));
        };
        *ctx = ExprContext::Store;
        let (inner, children) = self.required(&mut nodes, walrus)?;
        let value = Box::new(self.expression(inner, children)?);
        let target = Box::new(target);
        Ok(Expr {
            span: self.span(node),
            kind: ExprKind::NamedExpr { target, value },
        })
    }

    /// An operand: `await`, an atom and what follows it.
    pub(super) fn primary(&mut self, nodes: &mut Nodes<'_>, parent: Node) -> Built<Operand> {
        let await_start = nodes
            .next_if(Rule::await_prefix)
            .map(|(node, _)| self.tokens.span(node.first()).start);
        let (atom, children) = self.required(nodes, parent)?;
        let levels = trailers(*nodes);
        self.enter(levels, parent)?;
        let mut outer = self.span(atom);
        let mut expr = self.atom(atom, children)?;
        while let Some(Rule::attribute | Rule::call | Rule::subscript) = nodes.peek_rule() {
            let Some((trailer, children)) = nodes.next() else {
                break;
            };
            outer.end = self.tokens.span(trailer.after().wrapping_sub(1)).end;
            let value = Box::new(expr);
            let kind = match trailer.rule {
                Rule::attribute => self.attribute(value, trailer),
                Rule::call => self.call(value, trailer, children)?,
                _ => self.subscript(value, trailer, children)?,
            };
            expr = Expr { span: outer, kind };
        }
        self.leave(levels);
        if let Some(start) = await_start {
            outer.start = start;
            let value = Box::new(expr);
            expr = Expr {
                span: outer,
                kind: ExprKind::Await { value },
            };
        }
        Ok(Operand { expr, outer })
    }

    fn attribute(&self, value: Box<Expr>, trailer: Node) -> ExprKind {
        let name = trailer.first() + 1;
        ExprKind::Attribute {
            value,
            attr: self.ident(name),
            attr_span: self.tokens.span(name),
            ctx: ExprContext::Load,
        }
    }

    fn atom(&mut self, node: Node, nodes: Nodes<'_>) -> Built<Expr> {
        match node.rule {
            Rule::scalar => self.scalar(node),
            Rule::strings => self.strings(node, nodes),
            Rule::paren => self.paren(node, nodes),
            Rule::list => self.list(node, nodes),
            Rule::braces => self.braces(node, nodes),
            _ => Err(self.missing(node)),
        }
    }

    /// A name, a number or another operand of one token.
    pub(super) fn scalar(&self, node: Node) -> Built<Expr> {
        let token = node.first();
        let span = self.tokens.span(token);
        let code = self.tokens.code(token);
        let constant = match code {
            b'a'..=b'd' => {
                let kind = ExprKind::Name {
                    id: self.ident(token),
                    ctx: ExprContext::Load,
                };
                return Ok(Expr { span, kind });
            }
            _ if code == Token::Number.code() => self.number(span)?,
            _ if code == Token::None.code() => Constant::None,
            _ if code == Token::True.code() => Constant::Bool(true),
            _ if code == Token::False.code() => Constant::Bool(false),
            _ => Constant::Ellipsis,
        };
        let kind = ExprKind::Constant(constant);
        Ok(Expr { span, kind })
    }

    /// Parentheses: nothing, a group, a tuple or a generator.
    fn paren(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<Expr> {
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

    fn list(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<Expr> {
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
    fn braces(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<Expr> {
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

    fn subscript(&mut self, value: Box<Expr>, node: Node, mut nodes: Nodes<'_>) -> Built<ExprKind> {
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

    /// `yield`, `yield value`, `yield from value`.
    pub(super) fn yield_expression(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<Expr> {
        let is_from = self.tokens.is(node.first() + 1, Token::From);
        let value = match nodes.next() {
            Some((inner, children)) if inner.rule == Rule::expressions => {
                Some(self.expressions(inner, children)?)
            }
            Some((inner, children)) => Some(self.expression(inner, children)?),
            None => None,
        };
        let kind = match (is_from, value.map(Box::new)) {
            (true, Some(value)) => ExprKind::YieldFrom { value },
            (_, value) => ExprKind::Yield { value },
        };
        Ok(Expr {
            span: self.span(node),
            kind,
        })
    }
}

/// Gives each open lambda and conditional what stands to its right, innermost first.
fn close(open: Vec<Open>, row: Operand) -> Expr {
    let Operand { mut expr, outer } = row;
    for one in open.into_iter().rev() {
        let right = Box::new(expr);
        expr = match one {
            Open::Lambda(args, start) => Expr {
                span: Span::new(start, outer.end),
                kind: ExprKind::Lambda { args, body: right },
            },
            Open::Conditional { body, test, start } => Expr {
                span: Span::new(start, outer.end),
                kind: ExprKind::IfExp {
                    test: Box::new(test),
                    body: Box::new(body),
                    orelse: right,
                },
            },
        };
    }
    expr
}

/// How many trailers follow an atom.
fn trailers(nodes: Nodes<'_>) -> usize {
    nodes
        .take_while(|(node, _)| matches!(node.rule, Rule::attribute | Rule::call | Rule::subscript))
        .count()
}
