//! Statements and blocks.

use super::block::Line;
use super::refusal::Result;
use super::value::Ty;
use super::writer::Variable;
use super::writer::Writer;
use std::collections::HashMap;
use tileport_python::lower::builtin::Builtin;
use tileport_python::mid::Const;
use tileport_python::tree::{Constant, Expr, ExprKind, Stmt, StmtKind};

/// How a block ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With its last statement.
    Falls,
    /// The function's remaining statements were taken into it.
    Done,
}

impl Writer<'_> {
    /// Statements of a block, appended to the innermost one.
    pub fn block(&mut self, body: &[Stmt]) -> Result<End> {
        if let Some(last) = body.last() {
            self.frame.ends.push(last.span);
        }
        let end = self.statements(body);
        if !body.is_empty() {
            self.frame.ends.pop();
        }
        end
    }

    pub(super) fn statements(&mut self, body: &[Stmt]) -> Result<End> {
        let mut rest = body;
        while let Some((stmt, tail)) = rest.split_first() {
            rest = tail;
            self.comments_before(stmt);
            self.frame.statement = stmt.span;
            let end = match &stmt.kind {
                StmtKind::If { test, body, orelse } => self.if_(stmt, test, body, orelse, rest)?,
                StmtKind::Return { value: None } if self.frame.is_entry => End::Done,
                StmtKind::Return { .. } => {
                    return self.refuse(stmt.span, "`return`", "in the middle of a function");
                }
                _ => {
                    self.statement(stmt)?;
                    End::Falls
                }
            };
            if end == End::Done {
                return Ok(End::Done);
            }
            self.mark_after(stmt.span);
        }
        Ok(End::Falls)
    }

    /// Statements in a block of their own; variables bound there are gone afterwards.
    pub fn nested(&mut self, body: &[Stmt]) -> Result<(Vec<Line>, HashMap<String, Variable>, End)> {
        let outer = self.frame.scope.clone();
        self.frame.blocks.push(Vec::new());
        let end = self.block(body);
        let lines = self.frame.blocks.pop().unwrap_or_default();
        let inner = std::mem::replace(&mut self.frame.scope, outer);
        Ok((lines, inner, end?))
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<()> {
        match &stmt.kind {
            StmtKind::Expr { value } => self.run(value),
            StmtKind::Assign { targets, value } => {
                let mut value = self.expr(value)?;
                for target in targets {
                    value = self.assign(target, value)?;
                }
                Ok(())
            }
            StmtKind::AnnAssign {
                target,
                value: Some(value),
                ..
            } => {
                let value = self.expr(value)?;
                self.assign(target, value).map(|_| ())
            }
            StmtKind::AnnAssign { value: None, .. } | StmtKind::Pass => Ok(()),
            StmtKind::AugAssign { target, op, value } => self.aug_assign(stmt, target, *op, value),
            StmtKind::For {
                target,
                iter,
                body,
                orelse,
                is_async: false,
            } => self.for_(stmt, target, iter, body, orelse),
            StmtKind::While { test, body, orelse } => self.while_(stmt, test, body, orelse),
            StmtKind::Continue => {
                self.push(Line::Jump("continue"));
                Ok(())
            }
            StmtKind::Import { .. } | StmtKind::ImportFrom { .. } => Ok(()),
            _ => self.refuse(
                stmt.span,
                statement_name(stmt),
                "the writer has no form for it",
            ),
        }
    }

    fn run(&mut self, expr: &Expr) -> Result<()> {
        if matches!(expr.kind, ExprKind::Constant(Constant::Str { .. })) {
            return Ok(());
        }
        if let ExprKind::Call { func, .. } = &expr.kind {
            let callee = self.fact(func).and_then(|f| f.value().cloned());
            let builtin = match callee {
                Some(Const::Builtin(builtin)) => Some(builtin),
                _ => None,
            };
            if matches!(
                builtin,
                Some(Builtin::StaticAssert | Builtin::EnsureConstant)
            ) || is_static_assert(func)
            {
                return Ok(());
            }
        }
        let value = self.expr(expr)?;
        match value.ty {
            Ty::Static => Ok(()),
            _ if value.code.as_name().is_some() => Ok(()),
            _ => {
                // Only for its effects: a helper that writes arrays.
                self.push(Line::Run(value.code));
                Ok(())
            }
        }
    }
}

pub(super) fn has_jump(body: &[Stmt], jump: &StmtKind) -> bool {
    body.iter().any(|s| match &s.kind {
        StmtKind::If { body, orelse, .. } => has_jump(body, jump) || has_jump(orelse, jump),
        kind => kind == jump,
    })
}

fn is_static_assert(func: &Expr) -> bool {
    match &func.kind {
        ExprKind::Attribute { attr, .. } => *attr == "static_assert",
        ExprKind::Name { id, .. } => *id == "static_assert",
        _ => false,
    }
}

fn statement_name(stmt: &Stmt) -> &'static str {
    match &stmt.kind {
        StmtKind::With { .. } => "`with`",
        StmtKind::Match { .. } => "`match`",
        StmtKind::Raise { .. } => "`raise`",
        StmtKind::Try { .. } => "`try`",
        StmtKind::Assert { .. } => "`assert`",
        StmtKind::FunctionDef(_) => "nested function",
        StmtKind::ClassDef(_) => "class",
        StmtKind::Global { .. } | StmtKind::Nonlocal { .. } => "`global`",
        StmtKind::Delete { .. } => "`del`",
        StmtKind::Break => "`break`",
        _ => "statement",
    }
}
