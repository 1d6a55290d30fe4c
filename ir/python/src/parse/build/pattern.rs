//! Patterns of `case`.

use super::{Build, Built};
use crate::parse::grammar::{Node, Nodes, Rule};
use crate::parse::token::Token;
use crate::source::Span;
use crate::tree::{
    Constant, Expr, ExprContext, ExprKind, Ident, Operator, Pattern, PatternKind, UnaryOperator,
};

impl Build<'_> {
    /// The patterns of a `case`: a sequence if there is a comma.
    pub(super) fn patterns(&mut self, node: Node, nodes: Nodes<'_>) -> Built<Pattern> {
        self.sequence(node, node.after(), nodes)
    }

    /// One pattern, or a sequence where the tokens up to `end` have a comma.
    fn sequence(&mut self, node: Node, end: usize, mut nodes: Nodes<'_>) -> Built<Pattern> {
        let all = nodes;
        let (first, children) = self.required(&mut nodes, node)?;
        if self.has_comma(nodes, end) {
            let patterns = self.pattern_list(all)?;
            return Ok(Pattern {
                span: self.span(node),
                kind: PatternKind::MatchSequence { patterns },
            });
        }
        if first.rule == Rule::star_pattern {
            return Err(self.fault(first, "a starred pattern cannot stand alone here"));
        }
        self.pattern(first, children)
    }

    fn pattern_list(&mut self, nodes: Nodes<'_>) -> Built<Vec<Pattern>> {
        let mut patterns = Vec::new();
        for (node, children) in nodes {
            patterns.push(match node.rule {
                Rule::star_pattern => Pattern {
                    span: self.span(node),
                    kind: PatternKind::MatchStar {
                        name: self.capture(node.first() + 1),
                    },
                },
                _ => self.pattern(node, children)?,
            });
        }
        Ok(patterns)
    }

    /// The name a token captures; none for the wildcard.
    fn capture(&self, token: usize) -> Option<Ident> {
        let name = self.ident(token);
        (name != *"_").then_some(name)
    }

    /// Alternatives and the name of the whole.
    fn pattern(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<Pattern> {
        self.enter(2, node)?;
        let (first, children) = self.required(&mut nodes, node)?;
        let mut pattern = self.closed_pattern(first, children)?;
        if nodes.peek().is_some() {
            let mut last = first;
            let mut patterns = vec![pattern];
            for (node, children) in nodes {
                last = node;
                patterns.push(self.closed_pattern(node, children)?);
            }
            pattern = Pattern {
                span: self.tokens.range(first.first(), last.after()),
                kind: PatternKind::MatchOr { patterns },
            };
        }
        self.leave(2);
        let name = node.after() - 1;
        if name <= node.first() || !self.tokens.is(name - 1, Token::As) {
            return Ok(pattern);
        }
        let Some(captured) = self.capture(name) else {
            return Err(self.fault_at(name, "'_' cannot be the name of a pattern"));
        };
        Ok(Pattern {
            span: self.span(node),
            kind: PatternKind::MatchAs {
                pattern: Some(Box::new(pattern)),
                name: Some(captured),
            },
        })
    }

    fn closed_pattern(&mut self, node: Node, nodes: Nodes<'_>) -> Built<Pattern> {
        let span = self.span(node);
        let kind = match node.rule {
            Rule::name_pattern => self.name_pattern(node, nodes)?,
            Rule::number_pattern | Rule::strings => PatternKind::MatchValue {
                value: Box::new(self.literal(node, nodes)?),
            },
            Rule::constant_pattern => PatternKind::MatchSingleton {
                value: self.constant(node),
            },
            Rule::list_pattern => PatternKind::MatchSequence {
                patterns: self.pattern_list(nodes)?,
            },
            Rule::mapping_pattern => self.mapping(nodes)?,
            _ => match nodes.peek() {
                Some(_) => return self.sequence(node, node.after() - 1, nodes),
                None => PatternKind::MatchSequence {
                    patterns: self.pattern_list(nodes)?,
                },
            },
        };
        Ok(Pattern { span, kind })
    }

    fn constant(&self, node: Node) -> Constant {
        let code = self.tokens.code(node.first());
        if code == Token::None.code() {
            Constant::None
        } else {
            Constant::Bool(code == Token::True.code())
        }
    }

    /// A capture, the wildcard, a dotted value, or a class with its arguments.
    fn name_pattern(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<PatternKind> {
        let Some((class, arguments)) = nodes.next() else {
            if node.end == node.start + 1 {
                return Ok(PatternKind::MatchAs {
                    pattern: None,
                    name: self.capture(node.first()),
                });
            }
            let value = Box::new(self.dotted_value(node, node.after())?);
            return Ok(PatternKind::MatchValue { value });
        };
        let cls = Box::new(self.dotted_value(node, class.first())?);
        let mut patterns = Vec::new();
        let (mut kwd_attrs, mut kwd_patterns) = (Vec::new(), Vec::new());
        for (argument, mut children) in arguments {
            if argument.rule == Rule::keyword_pattern {
                let (inner, children) = self.required(&mut children, argument)?;
                kwd_attrs.push(self.ident(argument.first()));
                kwd_patterns.push(self.pattern(inner, children)?);
            } else if kwd_attrs.is_empty() {
                patterns.push(self.pattern(argument, children)?);
            } else {
                return Err(self.fault(argument, "positional patterns follow keyword patterns"));
            }
        }
        Ok(PatternKind::MatchClass {
            cls,
            patterns,
            kwd_attrs,
            kwd_patterns,
        })
    }

    /// A name with attributes, in the tokens up to `end`.
    fn dotted_value(&mut self, node: Node, end: usize) -> Built<Expr> {
        let first = node.first();
        self.enter(end.saturating_sub(first), node)?;
        self.leave(end.saturating_sub(first));
        let ctx = ExprContext::Load;
        let mut expr = Expr {
            span: self.tokens.span(first),
            kind: ExprKind::Name {
                id: self.ident(first),
                ctx,
            },
        };
        for token in (first + 2..end).step_by(2) {
            expr = Expr {
                span: self.tokens.range(first, token + 1),
                kind: ExprKind::Attribute {
                    value: Box::new(expr),
                    attr: self.ident(token),
                    attr_span: self.tokens.span(token),
                    ctx,
                },
            };
        }
        Ok(expr)
    }

    /// A number with its sign and imaginary part, or a string.
    fn literal(&mut self, node: Node, nodes: Nodes<'_>) -> Built<Expr> {
        if node.rule == Rule::strings {
            return self.strings(node, nodes);
        }
        let first = node.first();
        let negative = self.tokens.is(first, Token::Minus);
        let real_at = first + usize::from(negative);
        let real = self.signed(first, real_at)?;
        let operator = real_at + 1;
        if operator >= node.after() {
            return Ok(real);
        }
        let op = match self.tokens.is(operator, Token::Plus) {
            true => Operator::Add,
            false => Operator::Sub,
        };
        let imaginary = self.signed(operator + 1, operator + 1)?;
        if is_imaginary(&real) || !is_imaginary(&imaginary) {
            return Err(self.fault(node, "a complex literal is a real and an imaginary number"));
        }
        Ok(Expr {
            span: self.span(node),
            kind: ExprKind::BinOp {
                left: Box::new(real),
                op,
                right: Box::new(imaginary),
            },
        })
    }

    /// The number at the token `number`, negated if it is not at `first`.
    fn signed(&self, first: usize, number: usize) -> Built<Expr> {
        let span = self.tokens.span(number);
        let value = Expr {
            span,
            kind: ExprKind::Constant(self.number(span)?),
        };
        if first == number {
            return Ok(value);
        }
        Ok(Expr {
            span: Span::new(self.tokens.span(first).start, span.end),
            kind: ExprKind::UnaryOp {
                op: UnaryOperator::USub,
                operand: Box::new(value),
            },
        })
    }

    fn mapping(&mut self, nodes: Nodes<'_>) -> Built<PatternKind> {
        let (mut keys, mut patterns, mut rest) = (Vec::new(), Vec::new(), None);
        for (node, mut children) in nodes {
            if rest.is_some() {
                return Err(self.fault(node, "nothing may follow '**' in a mapping pattern"));
            }
            if node.rule == Rule::mapping_rest {
                rest = self.capture(node.first() + 1);
                if rest.is_none() {
                    return Err(self.fault(node, "'**_' is not allowed: leave it out"));
                }
                continue;
            }
            let (key, inner) = self.required(&mut children, node)?;
            keys.push(self.mapping_key(key, inner)?);
            let (value, inner) = self.required(&mut children, node)?;
            patterns.push(self.pattern(value, inner)?);
        }
        Ok(PatternKind::MatchMapping {
            keys,
            patterns,
            rest,
        })
    }

    fn mapping_key(&mut self, node: Node, nodes: Nodes<'_>) -> Built<Expr> {
        match node.rule {
            Rule::constant_pattern => Ok(Expr {
                span: self.span(node),
                kind: ExprKind::Constant(self.constant(node)),
            }),
            Rule::name_pattern if nodes.peek().is_some() || node.end == node.start + 1 => Err(self
                .fault(
                    node,
                    "a key of a mapping pattern is a literal or a dotted name",
                )),
            Rule::name_pattern => self.dotted_value(node, node.after()),
            _ => self.literal(node, nodes),
        }
    }
}

fn is_imaginary(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(Constant::Imaginary(_)) => true,
        ExprKind::UnaryOp { operand, .. } => is_imaginary(operand),
        _ => false,
    }
}
