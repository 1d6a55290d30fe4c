//! What may be assigned to, deleted or annotated.

use super::{Build, Built};
use crate::parse::Fault;
use crate::parse::grammar::{Node, Nodes, Rule};
use crate::tree::{Constant, Expr, ExprContext, ExprKind};

impl Build<'_> {
    /// The targets of a `for`: a tuple if there is a comma.
    pub(super) fn targets(&mut self, node: Node, mut nodes: Nodes<'_>) -> Built<Expr> {
        let (first, children) = self.required(&mut nodes, node)?;
        let target = self.target(first, children, ExprContext::Store)?;
        if !self.has_comma(nodes, node.after()) {
            return Ok(target);
        }
        let mut elts = vec![target];
        for (node, children) in nodes {
            elts.push(self.target(node, children, ExprContext::Store)?);
        }
        let ctx = ExprContext::Store;
        Ok(Expr {
            span: self.span(node),
            kind: ExprKind::Tuple { elts, ctx },
        })
    }

    /// The rules `target` and `target_star`.
    pub(super) fn target(
        &mut self,
        node: Node,
        mut nodes: Nodes<'_>,
        ctx: ExprContext,
    ) -> Built<Expr> {
        let mut expr = self.primary(&mut nodes, node)?.expr;
        bind(&mut expr, ctx)?;
        if node.rule != Rule::target_star {
            return Ok(expr);
        }
        let value = Box::new(expr);
        Ok(Expr {
            span: self.span(node),
            kind: ExprKind::Starred { value, ctx },
        })
    }
}

/// Makes an expression that was read a target of `=`, `for`, `as` or `del`.
pub(super) fn bind(expr: &mut Expr, to: ExprContext) -> Built<()> {
    match &mut expr.kind {
        ExprKind::Name { ctx, .. }
        | ExprKind::Attribute { ctx, .. }
        | ExprKind::Subscript { ctx, .. } => {
            *ctx = to;
            Ok(())
        }
        ExprKind::Tuple { elts, ctx } | ExprKind::List { elts, ctx } => {
            *ctx = to;
            elts.iter_mut().try_for_each(|elt| bind(elt, to))
        }
        ExprKind::Starred { value, ctx } if to == ExprContext::Store => {
            *ctx = to;
            bind(value, to)
        }
        _ => {
            let what = name_of(&expr.kind);
            let message = match to {
                ExprContext::Del => format!("cannot delete {what}"),
                ExprContext::Load | ExprContext::Store => {
                    format!("cannot assign to {what}; '==' compares")
                }
            };
            Err(Fault::boxed(expr.span, message))
        }
    }
}

/// What a kind of expression is called in messages.
pub(super) fn name_of(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::BoolOp { .. } | ExprKind::BinOp { .. } | ExprKind::UnaryOp { .. } => {
            "an operation"
        }
        ExprKind::NamedExpr { .. } => "a named expression",
        ExprKind::Lambda { .. } => "a lambda",
        ExprKind::IfExp { .. } => "a conditional expression",
        ExprKind::Dict { .. } => "a dictionary display",
        ExprKind::Set { .. } => "a set display",
        ExprKind::ListComp { .. } => "a list comprehension",
        ExprKind::SetComp { .. } => "a set comprehension",
        ExprKind::DictComp { .. } => "a dictionary comprehension",
        ExprKind::GeneratorExp { .. } => "a generator",
        ExprKind::Await { .. } => "an await expression",
        ExprKind::Yield { .. } | ExprKind::YieldFrom { .. } => "a yield expression",
        ExprKind::Compare { .. } => "a comparison",
        ExprKind::Call { .. } => "a call",
        ExprKind::FormattedValue { .. } | ExprKind::JoinedStr { .. } => "an f-string",
        ExprKind::Constant(Constant::None) => "None",
        ExprKind::Constant(Constant::Bool(true)) => "True",
        ExprKind::Constant(Constant::Bool(false)) => "False",
        ExprKind::Constant(Constant::Ellipsis) => "an ellipsis",
        ExprKind::Constant(_) => "a literal",
        ExprKind::Attribute { .. } => "an attribute",
        ExprKind::Subscript { .. } => "a subscript",
        ExprKind::Starred { .. } => "a starred expression",
        ExprKind::Name { .. } => "a name",
        ExprKind::List { .. } => "a list",
        ExprKind::Tuple { .. } => "a tuple",
        ExprKind::Slice { .. } => "a slice",
    }
}
