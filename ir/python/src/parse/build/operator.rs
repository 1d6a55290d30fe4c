//! Rows of operands and operators: precedence climbing with an explicit stack.

use super::{Build, Built};
use crate::parse::grammar::{Node, Nodes, Rule};
use crate::parse::token::Token;
use crate::source::Span;
use crate::tree::{BoolOperator, CmpOperator, Expr, ExprKind, Operator, UnaryOperator};

/// An expression with the span of its tokens, which holds its parentheses as well.
pub(super) struct Operand {
    pub(super) expr: Expr,
    pub(super) outer: Span,
}

/// An operator whose right operand is not complete.
#[derive(Clone, Copy)]
enum Pending {
    Unary(UnaryOperator, u32),
    Binary(Operator),
    Compare(CmpOperator),
    Bool(BoolOperator),
}

/// Binding strength, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Or,
    And,
    Not,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Sign,
    Power,
}

impl Pending {
    fn strength(self) -> Strength {
        match self {
            Self::Unary(UnaryOperator::Not, _) => Strength::Not,
            Self::Unary(..) => Strength::Sign,
            Self::Compare(_) => Strength::Compare,
            Self::Bool(BoolOperator::And) => Strength::And,
            Self::Bool(BoolOperator::Or) => Strength::Or,
            Self::Binary(operator) => match operator {
                Operator::BitOr => Strength::BitOr,
                Operator::BitXor => Strength::BitXor,
                Operator::BitAnd => Strength::BitAnd,
                Operator::LShift | Operator::RShift => Strength::Shift,
                Operator::Add | Operator::Sub => Strength::Sum,
                Operator::Mult
                | Operator::MatMult
                | Operator::Div
                | Operator::Mod
                | Operator::FloorDiv => Strength::Product,
                Operator::Pow => Strength::Power,
            },
        }
    }

    /// Whether `self`, on the stack, takes its operand before `next` does. A run of comparisons
    /// or of one boolean operator stays together until it ends, and powers group to the right.
    fn binds_before(self, next: Self) -> bool {
        let (mine, other) = (self.strength(), next.strength());
        match self {
            Self::Binary(Operator::Pow) | Self::Compare(_) | Self::Bool(_) => mine > other,
            Self::Binary(_) | Self::Unary(..) => mine >= other,
        }
    }
}

/// The operator of an augmented assignment or of an arithmetic token.
pub(super) fn arithmetic(text: &str) -> Option<Operator> {
    Some(match text {
        "+" => Operator::Add,
        "-" => Operator::Sub,
        "*" => Operator::Mult,
        "@" => Operator::MatMult,
        "/" => Operator::Div,
        "%" => Operator::Mod,
        "**" => Operator::Pow,
        "<<" => Operator::LShift,
        ">>" => Operator::RShift,
        "|" => Operator::BitOr,
        "^" => Operator::BitXor,
        "&" => Operator::BitAnd,
        "//" => Operator::FloorDiv,
        _ => return None,
    })
}

fn comparison(text: &str) -> CmpOperator {
    match text {
        "==" => CmpOperator::Eq,
        "!=" => CmpOperator::NotEq,
        "<" => CmpOperator::Lt,
        "<=" => CmpOperator::LtE,
        ">" => CmpOperator::Gt,
        ">=" => CmpOperator::GtE,
        "in" => CmpOperator::In,
        "is" => CmpOperator::Is,
        // Two words with anything blank between them.
        _ if text.starts_with("is") => CmpOperator::IsNot,
        _ => CmpOperator::NotIn,
    }
}

impl Build<'_> {
    /// A row: siblings up to the first that is neither operand nor operator.
    pub(super) fn row(&mut self, nodes: &mut Nodes<'_>, parent: Node) -> Built<Operand> {
        match self.levels(*nodes) {
            0 => self.primary(nodes, parent),
            levels => {
                self.enter(levels, parent)?;
                let operand = self.operators(nodes, parent)?;
                self.leave(levels);
                Ok(operand)
            }
        }
    }

    /// How many operators of a row can lie one below the other. Boolean operators and comparisons
    /// make flat nodes, so the longest run between them counts.
    fn levels(&self, nodes: Nodes<'_>) -> usize {
        let (mut longest, mut run, mut flat) = (0, 0, 0);
        for (node, _) in nodes {
            match node.rule {
                Rule::condition | Rule::walrus | Rule::lambda => break,
                Rule::prefix | Rule::sign | Rule::arithmetic_operator => run += 1,
                Rule::operator => match self.tokens.code(node.first()) {
                    b'n'..=b'u' => run += 1,
                    _ => {
                        longest = longest.max(run);
                        run = 0;
                        flat = 3;
                    }
                },
                _ => {}
            }
        }
        longest.max(run) + flat
    }

    fn operators(&mut self, nodes: &mut Nodes<'_>, parent: Node) -> Built<Operand> {
        let mut operands = Vec::with_capacity(2);
        let mut pending: Vec<Pending> = Vec::with_capacity(2);
        loop {
            self.prefixes(nodes, &mut pending)?;
            operands.push(self.primary(nodes, parent)?);
            let Some(node) = nodes.peek() else {
                break;
            };
            if !matches!(node.rule, Rule::operator | Rule::arithmetic_operator) {
                break;
            }
            nodes.next();
            let next = self.binary(node)?;
            while let Some(&top) = pending.last()
                && top.binds_before(next)
            {
                self.reduce(&mut operands, &mut pending, parent)?;
            }
            pending.push(next);
        }
        while !pending.is_empty() {
            self.reduce(&mut operands, &mut pending, parent)?;
        }
        operands.pop().ok_or_else(|| self.missing(parent))
    }

    /// Prefix operators; `not` only where nothing binds more strongly.
    fn prefixes(&self, nodes: &mut Nodes<'_>, pending: &mut Vec<Pending>) -> Built<()> {
        while let Some(node) = nodes.peek() {
            if !matches!(node.rule, Rule::prefix | Rule::sign) {
                break;
            }
            let span = self.span(node);
            let operator = match self.tokens.code(node.first()) {
                code if code == Token::Not.code() => UnaryOperator::Not,
                code if code == Token::Tilde.code() => UnaryOperator::Invert,
                code if code == Token::Plus.code() => UnaryOperator::UAdd,
                _ => UnaryOperator::USub,
            };
            let next = Pending::Unary(operator, span.start);
            if operator == UnaryOperator::Not
                && pending
                    .last()
                    .is_some_and(|top| top.strength() > Strength::Not)
            {
                return Err(self.fault(node, "'not' needs parentheses after this operator"));
            }
            pending.push(next);
            nodes.next();
        }
        Ok(())
    }

    fn binary(&self, node: Node) -> Built<Pending> {
        let token = node.first();
        let code = self.tokens.code(token);
        let text = self.text(token);
        if code == Token::Compare.code() || code == Token::In.code() {
            return Ok(Pending::Compare(comparison(text)));
        }
        if code == Token::Boolean.code() {
            return Ok(Pending::Bool(match text {
                "and" => BoolOperator::And,
                _ => BoolOperator::Or,
            }));
        }
        arithmetic(text)
            .map(Pending::Binary)
            .ok_or_else(|| self.fault(node, "not an operator"))
    }

    /// Gives the operator on top of the stack its operands; a run of comparisons or of one
    /// boolean operator as a whole.
    fn reduce(
        &self,
        operands: &mut Vec<Operand>,
        pending: &mut Vec<Pending>,
        parent: Node,
    ) -> Built<()> {
        let (Some(top), Some(right)) = (pending.pop(), operands.pop()) else {
            return Err(self.missing(parent));
        };
        let operand = match top {
            Pending::Unary(op, start) => {
                let outer = Span::new(start, right.outer.end);
                let operand = Box::new(right.expr);
                made(outer, ExprKind::UnaryOp { op, operand })
            }
            Pending::Binary(op) => {
                let Some(left) = operands.pop() else {
                    return Err(self.missing(parent));
                };
                let outer = left.outer.to(right.outer);
                let (left, right) = (Box::new(left.expr), Box::new(right.expr));
                made(outer, ExprKind::BinOp { left, op, right })
            }
            Pending::Compare(op) => {
                let mut ops = vec![op];
                while let Some(&Pending::Compare(op)) = pending.last() {
                    pending.pop();
                    ops.push(op);
                }
                ops.reverse();
                let tail = operands.split_off((operands.len() + 1).saturating_sub(ops.len()));
                let Some(left) = operands.pop() else {
                    return Err(self.missing(parent));
                };
                let outer = left.outer.to(right.outer);
                let comparators = tail
                    .into_iter()
                    .chain([right])
                    .map(|one| one.expr)
                    .collect();
                let left = Box::new(left.expr);
                made(
                    outer,
                    ExprKind::Compare {
                        left,
                        ops,
                        comparators,
                    },
                )
            }
            Pending::Bool(op) => {
                let mut count = 1;
                while let Some(&Pending::Bool(same)) = pending.last()
                    && same == op
                {
                    pending.pop();
                    count += 1;
                }
                let mut run = operands.split_off(operands.len().saturating_sub(count));
                run.push(right);
                let outer = run.first().map_or(Span::default(), |first| first.outer);
                let outer = run.last().map_or(outer, |last| outer.to(last.outer));
                let values = run.into_iter().map(|one| one.expr).collect();
                made(outer, ExprKind::BoolOp { op, values })
            }
        };
        operands.push(operand);
        Ok(())
    }
}

fn made(outer: Span, kind: ExprKind) -> Operand {
    Operand {
        expr: Expr { span: outer, kind },
        outer,
    }
}
