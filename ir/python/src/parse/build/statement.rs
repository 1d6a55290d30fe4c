//! Simple statements.

use super::operator::arithmetic;
use super::target::{bind, name_of};
use super::{Build, Built};
use crate::parse::grammar::{Node, Nodes, Rule};
use crate::parse::token::Token;
use crate::tree::{Alias, Expr, ExprContext, ExprKind, Ident, Stmt, StmtKind};

impl Build<'_> {
    /// The rules `assignment`, `type_alias` and `keyword_statement`.
    pub(super) fn statement(&mut self, node: Node, nodes: Nodes<'_>) -> Built<Stmt> {
        let kind = match node.rule {
            Rule::assignment => self.assignment(node, nodes)?,
            Rule::type_alias => self.type_alias(node, nodes)?,
            _ => self.keyword_statement(node, nodes)?,
        };
        let span = self.span(node);
        Ok(Stmt { span, kind })
    }

    fn value(&mut self, node: Node, nodes: Nodes<'_>) -> Built<Expr> {
        match node.rule {
            Rule::yield_expression => self.yield_expression(node, nodes),
            _ => self.expressions(node, nodes),
        }
    }

    fn assignment(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<StmtKind> {
        let (first, children) = self.required(&mut nodes, node)?;
        let mut left = self.value(first, children)?;
        let Some((second, children)) = nodes.next() else {
            let value = Box::new(left);
            return Ok(StmtKind::Expr { value });
        };
        match second.rule {
            Rule::annotation => return self.annotated(left, first, (second, children)),
            Rule::augmented => return self.augmented(left, (second, children)),
            _ => {}
        }
        let mut targets = Vec::with_capacity(1);
        let mut next = Some((second, children));
        while let Some((node, children)) = next {
            bind(&mut left, ExprContext::Store)?;
            targets.push(left);
            left = self.value(node, children)?;
            next = nodes.next();
        }
        let value = Box::new(left);
        Ok(StmtKind::Assign { targets, value })
    }

    fn annotated(
        &mut self,
        mut target: Expr,
        first: Node,
        (node, mut nodes): (Node, Nodes<'_>),
    ) -> Built<StmtKind> {
        self.single_target(&mut target, first, "annotated")?;
        let (inner, children) = self.required(&mut nodes, node)?;
        let annotation = Box::new(self.expression(inner, children)?);
        let value = match nodes.next() {
            Some((inner, children)) => Some(Box::new(self.value(inner, children)?)),
            None => None,
        };
        let is_name = matches!(target.kind, ExprKind::Name { .. });
        let simple = is_name && !self.tokens.is(first.first(), Token::LeftParen);
        Ok(StmtKind::AnnAssign {
            target: Box::new(target),
            annotation,
            value,
            simple,
        })
    }

    fn augmented(
        &mut self,
        mut target: Expr,
        (node, mut nodes): (Node, Nodes<'_>),
    ) -> Built<StmtKind> {
        self.single_target(&mut target, node, "assigned to with an operator")?;
        let text = self.text(node.first()).trim_end_matches('=');
        let op = arithmetic(text).ok_or_else(|| self.missing(node))?;
        let (inner, children) = self.required(&mut nodes, node)?;
        let value = Box::new(self.value(inner, children)?);
        Ok(StmtKind::AugAssign {
            target: Box::new(target),
            op,
            value,
        })
    }

    /// A name, an attribute or a subscript becomes a target; nothing else does.
    fn single_target(&self, target: &mut Expr, node: Node, how: &str) -> Built<()> {
        match target.kind {
            ExprKind::Name { .. } | ExprKind::Attribute { .. } | ExprKind::Subscript { .. } => {
                bind(target, ExprContext::Store)
            }
            _ => {
                let what = name_of(&target.kind);
                Err(self.fault(node, format!("{what} cannot be {how}")))
            }
        }
    }

    fn type_alias(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<StmtKind> {
        let name = node.first() + 1;
        let type_params = match nodes.next_if(Rule::type_params) {
            Some((_, children)) => self.type_params(children)?,
            None => Vec::new(),
        };
        let (inner, children) = self.required(&mut nodes, node)?;
        let value = Box::new(self.expression(inner, children)?);
        let id = self.ident(name);
        let ctx = ExprContext::Store;
        Ok(StmtKind::TypeAlias {
            name: Box::new(Expr {
                span: self.tokens.span(name),
                kind: ExprKind::Name { id, ctx },
            }),
            type_params,
            value,
        })
    }

    fn keyword_statement(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<StmtKind> {
        let code = self.tokens.code(node.first());
        let is = |token: Token| code == token.code();
        if is(Token::Return) {
            let value = match nodes.next() {
                Some((inner, children)) => Some(Box::new(self.expressions(inner, children)?)),
                None => None,
            };
            return Ok(StmtKind::Return { value });
        }
        if is(Token::Pass) {
            return Ok(StmtKind::Pass);
        }
        if is(Token::Break) {
            return Ok(StmtKind::Break);
        }
        if is(Token::Continue) {
            return Ok(StmtKind::Continue);
        }
        if is(Token::Import) {
            let names = self.aliases(nodes);
            return Ok(StmtKind::Import { names });
        }
        if is(Token::From) {
            return Ok(self.import_from(node, nodes));
        }
        if is(Token::Del) {
            let mut targets = Vec::new();
            for (inner, children) in nodes {
                targets.push(self.target(inner, children, ExprContext::Del)?);
            }
            return Ok(StmtKind::Delete { targets });
        }
        if is(Token::Global) {
            let names = self.names(node);
            return Ok(StmtKind::Global { names });
        }
        if is(Token::Nonlocal) {
            let names = self.names(node);
            return Ok(StmtKind::Nonlocal { names });
        }
        let first = self.optional_expression(&mut nodes)?;
        let second = self.optional_expression(&mut nodes)?;
        if is(Token::Raise) {
            return Ok(StmtKind::Raise {
                exc: first,
                cause: second,
            });
        }
        match first {
            Some(test) => Ok(StmtKind::Assert { test, msg: second }),
            None => Err(self.missing(node)),
        }
    }

    fn optional_expression(&mut self, nodes: &mut Nodes<'_>) -> Built<Option<Box<Expr>>> {
        Ok(match nodes.next() {
            Some((inner, children)) => Some(Box::new(self.expression(inner, children)?)),
            None => None,
        })
    }

    /// The names of `global` and `nonlocal`.
    fn names(&self, node: Node) -> Vec<Ident> {
        (node.first() + 1..node.after())
            .step_by(2)
            .map(|token| self.ident(token))
            .collect()
    }

    fn import_from(&self, node: Node, mut nodes: Nodes<'_>) -> StmtKind {
        let mut level = 0;
        for token in node.first() + 1..node.after() {
            if self.tokens.is(token, Token::Dot) {
                level += 1;
            } else if self.tokens.is(token, Token::Ellipsis) {
                level += 3;
            } else {
                break;
            }
        }
        let module = nodes
            .next_if(Rule::dotted_name)
            .map(|(name, _)| self.dotted(name));
        let names = self.aliases(nodes);
        StmtKind::ImportFrom {
            module,
            names,
            level,
        }
    }

    /// `a.b.c` as one name, without what may be blank between its parts.
    fn dotted(&self, node: Node) -> Ident {
        if node.end == node.start + 1 {
            return self.ident(node.first());
        }
        let mut whole = String::new();
        for token in (node.first()..node.after()).step_by(2) {
            if !whole.is_empty() {
                whole.push('.');
            }
            whole.push_str(self.ident(token).as_str());
        }
        Ident::new(&whole)
    }

    fn aliases(&self, nodes: Nodes<'_>) -> Vec<Alias> {
        nodes
            .map(|(node, mut children)| {
                let name = match children.next_if(Rule::dotted_name) {
                    Some((name, _)) => self.dotted(name),
                    None => self.ident(node.first()),
                };
                let last = node.after().wrapping_sub(1);
                let renamed = self.tokens.is(last.wrapping_sub(1), Token::As);
                Alias {
                    span: self.span(node),
                    name,
                    asname: (renamed && last > node.first()).then(|| self.ident(last)),
                }
            })
            .collect()
    }
}
