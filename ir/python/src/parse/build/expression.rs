//! Expressions: conditionals and lambdas around rows, operands, displays, subscripts.

use super::operator::Operand;
use super::{Build, Built};
use crate::parse::grammar::{Node, Nodes, Rule};
use crate::parse::token::Token;
use crate::source::Span;
use crate::tree::{Arguments, Constant, Expr, ExprContext, ExprKind};

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
    pub(super) fn tuple(
        &mut self,
        span: Span,
        first: (Node, Nodes<'_>),
        rest: Nodes<'_>,
    ) -> Built<Expr> {
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
