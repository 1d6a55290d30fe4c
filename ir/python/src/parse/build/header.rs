//! Headers of compound statements.

use super::{Build, Built};
use crate::parse::grammar::{Node, Nodes, Rule};
use crate::parse::token::Token;
use crate::tree::{ClassDef, Expr, ExprContext, ExprKind, FunctionDef, Ident, Pattern, WithItem};

/// The header of a compound statement.
#[derive(Debug)]
pub(crate) struct Header {
    /// Byte offset of its first token.
    pub(crate) start: u32,
    pub(crate) kind: HeaderKind,
}

/// Headers by their keyword. Definitions come with an empty body.
#[derive(Debug)]
pub(crate) enum HeaderKind {
    If {
        test: Box<Expr>,
    },
    Elif {
        test: Box<Expr>,
    },
    Else,
    While {
        test: Box<Expr>,
    },
    For {
        is_async: bool,
        target: Box<Expr>,
        iter: Box<Expr>,
    },
    Try,
    Except {
        is_star: bool,
        typ: Option<Box<Expr>>,
        name: Option<Ident>,
    },
    Finally,
    With {
        is_async: bool,
        items: Vec<WithItem>,
    },
    Def(Box<FunctionDef>),
    Class(Box<ClassDef>),
    Decorator(Expr),
    Match {
        subject: Box<Expr>,
    },
    Case {
        pattern: Pattern,
        guard: Option<Box<Expr>>,
    },
}

impl HeaderKind {
    /// The keyword, as messages name it.
    pub(crate) fn keyword(&self) -> &'static str {
        match self {
            Self::If { .. } => "if",
            Self::Elif { .. } => "elif",
            Self::Else => "else",
            Self::While { .. } => "while",
            Self::For { .. } => "for",
            Self::Try => "try",
            Self::Except { is_star: false, .. } => "except",
            Self::Except { is_star: true, .. } => "except*",
            Self::Finally => "finally",
            Self::With { .. } => "with",
            Self::Def(_) => "def",
            Self::Class(_) => "class",
            Self::Decorator(_) => "@",
            Self::Match { .. } => "match",
            Self::Case { .. } => "case",
        }
    }
}

impl Build<'_> {
    /// The header that a line starts with, if it does.
    pub(super) fn header(&mut self, nodes: &mut Nodes<'_>) -> Built<Option<Header>> {
        let Some(node) = nodes.peek() else {
            return Ok(None);
        };
        let is_header = matches!(
            node.rule,
            Rule::header | Rule::decorator | Rule::match_header | Rule::case_header
        );
        if !is_header {
            return Ok(None);
        }
        let (node, mut children) = self.required(nodes, node)?;
        let kind = match node.rule {
            Rule::header => self.keyword_header(node, children)?,
            Rule::decorator => HeaderKind::Decorator(*self.only(node, &mut children)?),
            Rule::match_header => self.match_header(node, children)?,
            _ => {
                let (inner, patterns) = self.required(&mut children, node)?;
                let pattern = self.patterns(inner, patterns)?;
                let guard = match children.next() {
                    Some((inner, children)) => Some(Box::new(self.expression(inner, children)?)),
                    None => None,
                };
                HeaderKind::Case { pattern, guard }
            }
        };
        let start = self.tokens.span(node.first()).start;
        Ok(Some(Header { start, kind }))
    }

    /// The expression that is the next child.
    fn only(&mut self, node: Node, nodes: &mut Nodes<'_>) -> Built<Box<Expr>> {
        let (inner, children) = self.required(nodes, node)?;
        let expr = match inner.rule {
            Rule::expressions => self.expressions(inner, children)?,
            _ => self.expression(inner, children)?,
        };
        Ok(Box::new(expr))
    }

    fn keyword_header(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<HeaderKind> {
        let is_async = self.tokens.is(node.first(), Token::Async);
        let keyword = node.first() + usize::from(is_async);
        let code = self.tokens.code(keyword);
        let is = |token: Token| code == token.code();
        if is(Token::If) {
            let test = self.only(node, &mut nodes)?;
            return Ok(HeaderKind::If { test });
        }
        if is(Token::Def) {
            return self.def_header(node, keyword, nodes);
        }
        if is(Token::For) {
            let (targets, children) = self.required(&mut nodes, node)?;
            let target = Box::new(self.targets(targets, children)?);
            let iter = self.only(node, &mut nodes)?;
            return Ok(HeaderKind::For {
                is_async,
                target,
                iter,
            });
        }
        if is(Token::With) {
            let items = self.with_items(nodes)?;
            return Ok(HeaderKind::With { is_async, items });
        }
        if is(Token::Except) {
            return self.except_header(node, nodes);
        }
        if is(Token::Elif) {
            let test = self.only(node, &mut nodes)?;
            return Ok(HeaderKind::Elif { test });
        }
        if is(Token::Class) {
            return self.class_header(node, nodes);
        }
        if is(Token::While) {
            let test = self.only(node, &mut nodes)?;
            return Ok(HeaderKind::While { test });
        }
        Ok(if is(Token::Else) {
            HeaderKind::Else
        } else if is(Token::Try) {
            HeaderKind::Try
        } else {
            HeaderKind::Finally
        })
    }

    fn def_header(
        &mut self,
        node: Node,
        keyword: usize,
        mut nodes: Nodes<'_>,
    ) -> Built<HeaderKind> {
        let type_params = match nodes.next_if(Rule::type_params) {
            Some((_, children)) => self.type_params(children)?,
            None => Vec::new(),
        };
        let args = match nodes.next_if(Rule::parameters) {
            Some((_, children)) => self.parameters(children)?,
            None => Default::default(),
        };
        let returns = match nodes.next() {
            Some((inner, children)) => Some(Box::new(self.expression(inner, children)?)),
            None => None,
        };
        Ok(HeaderKind::Def(Box::new(FunctionDef {
            is_async: keyword > node.first(),
            name: self.ident(keyword + 1),
            name_span: self.tokens.span(keyword + 1),
            args,
            body: Vec::new(),
            decorator_list: Vec::new(),
            returns,
            type_params,
        })))
    }

    fn class_header(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<HeaderKind> {
        let name = node.first() + 1;
        let type_params = match nodes.next_if(Rule::type_params) {
            Some((_, children)) => self.type_params(children)?,
            None => Vec::new(),
        };
        let (bases, keywords) = match nodes.next() {
            Some((_, arguments)) => self.call_arguments(arguments)?,
            None => Default::default(),
        };
        Ok(HeaderKind::Class(Box::new(ClassDef {
            name: self.ident(name),
            name_span: self.tokens.span(name),
            bases,
            keywords,
            body: Vec::new(),
            decorator_list: Vec::new(),
            type_params,
        })))
    }

    fn except_header(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<HeaderKind> {
        let is_star = self.tokens.is(node.first() + 1, Token::Star);
        let typ = match nodes.next() {
            Some((inner, children)) => Some(Box::new(self.expression(inner, children)?)),
            None if is_star => {
                return Err(self.fault(node, "'except*' needs one or more exception types"));
            }
            None => None,
        };
        // `as`, the name and the colon are the last three tokens.
        let end = node.after();
        let named = typ.is_some() && self.tokens.is(end.wrapping_sub(3), Token::As);
        Ok(HeaderKind::Except {
            is_star,
            typ,
            name: named.then(|| self.ident(end.wrapping_sub(2))),
        })
    }

    fn with_items(&mut self, nodes: Nodes<'_>) -> Built<Vec<WithItem>> {
        let mut items = Vec::with_capacity(1);
        for (item, mut children) in nodes {
            let (inner, expression) = self.required(&mut children, item)?;
            let context_expr = self.expression(inner, expression)?;
            let optional_vars = match children.next() {
                Some((inner, children)) => Some(Box::new(self.target(
                    inner,
                    children,
                    ExprContext::Store,
                )?)),
                None => None,
            };
            items.push(WithItem {
                context_expr,
                optional_vars,
            });
        }
        Ok(items)
    }

    fn match_header(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<HeaderKind> {
        let colon = node.after() - 1;
        let (first, children) = self.required(&mut nodes, node)?;
        if !self.has_comma(nodes, colon) {
            if first.rule == Rule::starred {
                return Err(self.fault(first, "a starred expression cannot stand alone here"));
            }
            let subject = Box::new(self.element(first, children)?);
            return Ok(HeaderKind::Match { subject });
        }
        let mut elts = vec![self.element(first, children)?];
        for (inner, children) in nodes {
            elts.push(self.element(inner, children)?);
        }
        let ctx = ExprContext::Load;
        let subject = Box::new(Expr {
            span: self.tokens.range(first.first(), colon),
            kind: ExprKind::Tuple { elts, ctx },
        });
        Ok(HeaderKind::Match { subject })
    }
}
