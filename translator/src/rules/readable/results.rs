//! What a helper returns, from whichever place.

use super::block::Line;
use super::code::{Code, Level};
use super::constants::truth_of;
use super::refusal::Result;
use super::value::{Ty, Value, has_code};
use super::writer::Writer;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use tileport_python::tree::{Expr, Stmt, StmtKind};

impl Writer<'_> {
    /// Statements that end in a value.
    pub(super) fn tail(&mut self, body: &[Stmt]) -> Result<Value> {
        let Some((last, before)) = body.split_last() else {
            return Ok(self.nothing());
        };
        // An early return takes the rest of the function as its other branch.
        let early = before.iter().position(|s| match &s.kind {
            StmtKind::If { body, .. } => ends_in_return(body),
            _ => false,
        });
        if let Some(at) = early
            && let StmtKind::If {
                test,
                body: taken,
                orelse,
            } = &body[at].kind
        {
            self.block(&before[..at])?;
            let rest: Vec<Stmt> = orelse.iter().chain(&body[at + 1..]).cloned().collect();
            return self.tail_if(&body[at], test, taken, &rest);
        }
        match &last.kind {
            StmtKind::Return { value } => {
                self.block(before)?;
                self.before(last);
                self.frame.statement = last.span;
                let value = match value {
                    Some(value) => self.expr(value)?,
                    None => self.nothing(),
                };
                self.give(value)
            }
            StmtKind::If {
                test,
                body: taken,
                orelse,
            } if ends_in_return(taken) && ends_in_return(orelse) => {
                self.block(before)?;
                self.tail_if(last, test, taken, orelse)
            }
            _ => {
                self.block(body)?;
                Ok(self.nothing())
            }
        }
    }

    fn tail_if(
        &mut self,
        stmt: &Stmt,
        test: &Expr,
        then: &[Stmt],
        other: &[Stmt],
    ) -> Result<Value> {
        self.before(stmt);
        self.frame.statement = stmt.span;
        let cond = self.expr(test)?;
        if let Some(truth) = cond.constant.as_ref().and_then(truth_of) {
            return self.tail(if truth { then } else { other });
        }
        let truths = cond.constant.clone();
        let cond = self.scalar(cond, test.span)?;
        let all = self.active.clone();
        let masks: [Vec<bool>; 2] = [true, false].map(|wanted| match &truths {
            None => all.clone(),
            Some(truths) => all
                .iter()
                .zip(&truths.0)
                .map(|(a, c)| {
                    let truth = c.as_ref().and_then(|c| c.as_float()).map(|f| f != 0.0);
                    *a && truth == Some(wanted)
                })
                .collect(),
        });
        let mut values = Vec::new();
        let mut blocks = Vec::new();
        for (body, mask) in [then, other].into_iter().zip(masks) {
            let scope = self.frame.scope.clone();
            self.frame.blocks.push(Vec::new());
            self.active = mask;
            let value = self.tail(body);
            self.active.clone_from(&all);
            blocks.push(self.frame.blocks.pop().unwrap_or_default());
            self.frame.scope = scope;
            values.push(value?);
        }
        let [a, b] = values.as_slice() else {
            return self.refuse(stmt.span, "`return`", "in a branch");
        };
        if a.ty != b.ty {
            return self.refuse(stmt.span, "`return`", "of another type in each branch");
        }
        if matches!(a.ty, Ty::Tuple(_)) {
            return self.refuse(stmt.span, "`return`", "of several values in a branch");
        }
        let value = a.clone();
        let other = blocks.pop().unwrap_or_default();
        let then = blocks.pop().unwrap_or_default();
        self.push(Line::If {
            cond: cond.code,
            then,
            other,
        });
        Ok(value)
    }

    /// Comments before the last statement.
    pub(super) fn before(&mut self, stmt: &Stmt) {
        self.frame.ends.push(stmt.span);
        self.comments_before(stmt);
        self.frame.ends.pop();
    }

    /// Ends a function with a value.
    fn give(&mut self, value: Value) -> Result<Value> {
        let span = self.frame.statement;
        let value = match value.ty {
            Ty::Static => return Ok(value),
            Ty::Tuple(items) if value.code.to_token_stream().is_empty() => {
                let items: Vec<Value> = items
                    .into_iter()
                    .map(|v| match has_code(&v) {
                        true => self.close(v, "item"),
                        false => v,
                    })
                    .collect();
                let codes = items.iter().filter(|v| has_code(v)).map(|v| &v.code);
                let code = Code::atom(quote!((#(#codes),*)));
                Value::new(code, Ty::Tuple(items))
            }
            Ty::Array(_) | Ty::Range(_) => {
                return self.refuse(
                    span,
                    "`return`",
                    "of something other than numbers and tiles",
                );
            }
            _ => {
                let factors = value.factors.clone();
                let value = self.close(value, "result");
                Value { factors, ..value }
            }
        };
        self.push(Line::Tail(value.code.clone()));
        Ok(value)
    }
}

pub(super) fn blank(value: Value) -> Value {
    match has_code(&value) {
        true => Value::new(Code::new(TokenStream::new(), Level::Atom), value.ty),
        false => value,
    }
}

fn ends_in_return(body: &[Stmt]) -> bool {
    match body.last().map(|s| &s.kind) {
        Some(StmtKind::Return { .. }) => true,
        Some(StmtKind::If { body, orelse, .. }) => ends_in_return(body) && ends_in_return(orelse),
        _ => false,
    }
}
