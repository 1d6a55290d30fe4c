//! Arguments of calls, parameters of functions and lambdas, type parameters.

use super::{Build, Built, next_is};
use crate::parse::grammar::{Node, Nodes, Rule};
use crate::parse::token::Token;
use crate::tree::{Arg, Arguments, Expr, ExprKind, Keyword, TypeParam, TypeParamKind};

impl Build<'_> {
    /// `value(…)`.
    pub(super) fn call(
        &mut self,
        func: Box<Expr>,
        node: Node,
        mut nodes: Nodes<'_>,
    ) -> Built<ExprKind> {
        let first = nodes;
        if let Some((element, children)) = nodes.next()
            && next_is(&nodes, Rule::comp_for)
        {
            let args = vec![self.generator(node, (element, children), nodes)?];
            let keywords = Vec::new();
            return Ok(ExprKind::Call {
                func,
                args,
                keywords,
            });
        }
        let (args, keywords) = self.call_arguments(first)?;
        Ok(ExprKind::Call {
            func,
            args,
            keywords,
        })
    }

    /// A generator that is the only argument: the parentheses of the call are its own.
    fn generator(
        &mut self,
        call: Node,
        (element, children): (Node, Nodes<'_>),
        clauses: Nodes<'_>,
    ) -> Built<Expr> {
        let touches = clauses
            .peek()
            .is_some_and(|clause| clause.start == element.end);
        if element.rule != Rule::named || !touches {
            return Err(self.fault(element, "a generator needs parentheses here"));
        }
        let elt = Box::new(self.expression(element, children)?);
        let generators = self.clauses(clauses)?;
        Ok(Expr {
            span: self.span(call),
            kind: ExprKind::GeneratorExp { elt, generators },
        })
    }

    /// Arguments of a call or of a class header, in the order that is allowed.
    pub(super) fn call_arguments(&mut self, nodes: Nodes<'_>) -> Built<(Vec<Expr>, Vec<Keyword>)> {
        let mut args = Vec::new();
        let mut keywords = Vec::new();
        let mut unpacked = false;
        for (node, mut children) in nodes {
            match node.rule {
                Rule::keyword | Rule::keywords_argument => {
                    let (value, inner) = self.required(&mut children, node)?;
                    let arg = match node.rule {
                        Rule::keyword => Some(self.ident(node.first())),
                        _ => {
                            unpacked = true;
                            None
                        }
                    };
                    keywords.push(Keyword {
                        span: self.span(node),
                        arg,
                        value: self.expression(value, inner)?,
                    });
                }
                Rule::star_argument if unpacked => {
                    return Err(self.fault(
                        node,
                        "iterable argument unpacking follows keyword argument unpacking",
                    ));
                }
                Rule::star_argument => args.push(self.element(node, children)?),
                Rule::comp_for => {
                    return Err(self.fault(node, "a generator needs parentheses here"));
                }
                _ if !keywords.is_empty() => {
                    return Err(self.fault(node, "positional argument follows keyword argument"));
                }
                _ => args.push(self.element(node, children)?),
            }
        }
        Ok((args, keywords))
    }

    /// Parameters between `lambda` and its colon.
    pub(super) fn lambda_arguments(&mut self, mut nodes: Nodes<'_>) -> Built<Arguments> {
        match nodes.next() {
            Some((_, children)) => self.parameters(children),
            None => Ok(Arguments::default()),
        }
    }

    /// Parameters of a function or a lambda, in the order that is allowed.
    pub(super) fn parameters(&mut self, mut nodes: Nodes<'_>) -> Built<Arguments> {
        let mut made = Arguments::default();
        let (mut slash, mut star) = (false, false);
        while let Some((node, children)) = nodes.next() {
            if made.kwarg.is_some() {
                return Err(self.fault(node, "a parameter cannot follow the ** parameter"));
            }
            match node.rule {
                Rule::slash_param => {
                    if slash || star {
                        return Err(self.fault(node, "'/' must come once and before '*'"));
                    }
                    if made.args.is_empty() {
                        return Err(self.fault(node, "at least one parameter must precede '/'"));
                    }
                    slash = true;
                    made.posonlyargs = std::mem::take(&mut made.args);
                }
                Rule::star_param | Rule::lambda_star => {
                    if star {
                        return Err(self.fault(node, "'*' may come only once"));
                    }
                    star = true;
                    if node.end == node.start + 1 {
                        let named = matches!(
                            nodes.peek_rule(),
                            Some(Rule::plain_param | Rule::lambda_param)
                        );
                        if !named {
                            return Err(self.fault(node, "named parameters must follow a bare '*'"));
                        }
                    } else {
                        made.vararg = Some(Box::new(self.parameter(node, 1, children)?.0));
                    }
                }
                Rule::keyword_param | Rule::lambda_keyword => {
                    made.kwarg = Some(Box::new(self.parameter(node, 1, children)?.0));
                }
                _ => {
                    let (arg, default) = self.parameter(node, 0, children)?;
                    if star {
                        made.kwonlyargs.push(arg);
                        made.kw_defaults.push(default);
                        continue;
                    }
                    if default.is_none() && !made.defaults.is_empty() {
                        return Err(self.fault(
                            node,
                            "a parameter without a default follows one with a default",
                        ));
                    }
                    made.args.push(arg);
                    made.defaults.extend(default);
                }
            }
        }
        Ok(made)
    }

    /// One parameter whose name is the token at `skip`, with its default.
    fn parameter(
        &mut self,
        node: Node,
        skip: usize,
        nodes: Nodes<'_>,
    ) -> Built<(Arg, Option<Expr>)> {
        let name = node.first() + skip;
        let mut end = name + 1;
        let (mut annotation, mut default) = (None, None);
        for (part, mut children) in nodes {
            match part.rule {
                Rule::default => {
                    let (inner, children) = self.required(&mut children, part)?;
                    default = Some(self.expression(inner, children)?);
                }
                Rule::bound => {
                    let (inner, children) = self.required(&mut children, part)?;
                    annotation = Some(Box::new(self.expression(inner, children)?));
                    end = part.after();
                }
                _ => {
                    annotation = Some(Box::new(self.element(part, children)?));
                    end = part.after();
                }
            }
        }
        let arg = Arg {
            span: self.tokens.range(name, end),
            arg: self.ident(name),
            annotation,
        };
        Ok((arg, default))
    }

    /// `[T: bound = default, *Ts, **P]`.
    pub(super) fn type_params(&mut self, nodes: Nodes<'_>) -> Built<Vec<TypeParam>> {
        let mut made = Vec::new();
        for (node, children) in nodes {
            made.push(self.type_param(node, children)?);
        }
        Ok(made)
    }

    fn type_param(&mut self, node: Node, nodes: Nodes<'_>) -> Built<TypeParam> {
        let mut bound = None;
        let mut default_value = None;
        for (part, mut children) in nodes {
            let (inner, children) = self.required(&mut children, part)?;
            let value = Some(Box::new(self.element(inner, children)?));
            match part.rule {
                Rule::bound => bound = value,
                _ => default_value = value,
            }
            if part.rule == Rule::star_default && !self.tokens.is(node.first(), Token::Star) {
                return Err(self.fault(part, "a starred default needs a starred type parameter"));
            }
        }
        let (skip, kind) = if self.tokens.is(node.first(), Token::Star) {
            (1, TypeParamKind::TypeVarTuple)
        } else if self.tokens.is(node.first(), Token::DoubleStar) {
            (1, TypeParamKind::ParamSpec)
        } else {
            (0, TypeParamKind::TypeVar { bound })
        };
        Ok(TypeParam {
            span: self.span(node),
            name: self.ident(node.first() + skip),
            kind,
            default_value,
        })
    }
}
