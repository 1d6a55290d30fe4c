//! Branches, and the variables they bind.

use super::block::Line;
use super::code::{Code, ident};
use super::constants::{truth, truth_of};
use super::facts::Each;
use super::liveness::assigned;
use super::refusal::Result;
use super::statements::End;
use super::value::has_code;
use super::value::{Elem, Ty, Value, shape_macro, type_tokens};
use super::writer::Variable;
use super::writer::Writer;
use crate::pair::rust_element;

use quote::quote;
use std::collections::{BTreeSet, HashMap};
use tileport_python::dtype::Dtype;
use tileport_python::mid::Const;
use tileport_python::source::Span;
use tileport_python::tree::{Expr, Stmt, StmtKind};

impl Writer<'_> {
    pub(super) fn if_(
        &mut self,
        stmt: &Stmt,
        test: &Expr,
        body: &[Stmt],
        orelse: &[Stmt],
        rest: &[Stmt],
    ) -> Result<End> {
        if let Some(truth) = self.frame.forced.get(&stmt.span).copied() {
            let end = self.statements(if truth { body } else { orelse })?;
            self.frame.cursor = self.frame.cursor.max(stmt.span.end);
            return Ok(end);
        }
        let cond = self.expr(test)?;
        let truths = cond.constant.clone();
        if let Some(truth) = truths.as_ref().and_then(truth_of) {
            // Every launch takes the same branch: it stands here alone.
            let taken = if truth { body } else { orelse };
            if let (false, Some(last)) = (truth, body.last()) {
                // What is said of the other branch goes with it.
                self.frame.cursor = self.frame.cursor.max(last.span.end);
            }
            let end = self.statements(taken)?;
            self.frame.cursor = self.frame.cursor.max(stmt.span.end);
            return Ok(end);
        }
        let returns = body
            .last()
            .is_some_and(|s| matches!(s.kind, StmtKind::Return { value: None }));
        if returns && self.frame.is_entry && self.frame.blocks.len() == 1 {
            return self.guard(test, cond, truths, body, orelse, rest);
        }
        let cond = self.condition(cond, test)?;
        let masks = self.masks(truths.as_ref());
        let new = self.new_names(stmt, body, orelse);
        let ([then, other], scopes) = self.branches(body, orelse, &masks)?;
        self.join(stmt, cond, [then, other], scopes, new, truths.as_ref())?;
        Ok(End::Falls)
    }

    /// `if c: …; return`: the statements that follow become the other branch.
    fn guard(
        &mut self,
        test: &Expr,
        cond: Value,
        truths: Option<Each<Const>>,
        body: &[Stmt],
        orelse: &[Stmt],
        rest: &[Stmt],
    ) -> Result<End> {
        let cond = self.condition(cond, test)?;
        let masks = self.masks(truths.as_ref());
        let others: Vec<Stmt> = orelse.iter().chain(rest).cloned().collect();
        let body = &body[..body.len() - 1];
        let ([then, other], _) = self.branches(body, &others, &masks)?;
        self.push(Line::If { cond, then, other });
        Ok(End::Done)
    }

    fn condition(&mut self, cond: Value, test: &Expr) -> Result<Code> {
        if !cond.elem().is_some_and(|e| e.is(Dtype::Bool))
            && let Some(constant) = &cond.constant
        {
            // Numbers and the like that launches agree or differ on.
            let truths = constant.map(|c| truth(c).map(Const::Bool));
            let truths = truths.unwrap_or_else(|| constant.clone());
            return Ok(self.derived_bool(test, &truths)?.code);
        }
        let cond = self.scalar(cond, test.span)?;
        match cond.elem() {
            Some(e) if e.is(Dtype::Bool) => Ok(cond.code),
            _ => self.refuse(test.span, "condition", "that is no truth value"),
        }
    }

    /// Which configurations reach each branch.
    fn masks(&self, truths: Option<&Each<Const>>) -> [Vec<bool>; 2] {
        let Some(truths) = truths else {
            return [self.active.clone(), self.active.clone()];
        };
        let mask = |wanted: bool| {
            self.active
                .iter()
                .zip(&truths.0)
                .map(|(active, c)| *active && c.as_ref().is_some_and(|c| truth(c) == Some(wanted)))
                .collect()
        };
        [mask(true), mask(false)]
    }

    /// Variables that both branches bind and that are read afterwards, not declared yet.
    fn new_names(&self, stmt: &Stmt, body: &[Stmt], orelse: &[Stmt]) -> Vec<String> {
        let mut names = BTreeSet::new();
        assigned(body, &mut names);
        assigned(orelse, &mut names);
        names
            .into_iter()
            .filter(|n| self.frame.live.is_live_after(stmt.span, n))
            .filter(|n| {
                let declared = self.frame.scope.get(n);
                declared.is_none_or(|v| !has_code(&v.value))
            })
            .collect()
    }

    #[allow(clippy::type_complexity)]
    fn branches(
        &mut self,
        body: &[Stmt],
        orelse: &[Stmt],
        masks: &[Vec<bool>; 2],
    ) -> Result<([Vec<Line>; 2], [HashMap<String, Variable>; 2])> {
        let all = self.active.clone();
        let names = self.frame.names.clone();
        self.active.clone_from(&masks[0]);
        let then = self.nested(body);
        self.active.clone_from(&masks[1]);
        // Names bound in one branch only are free again in the other.
        for (python, name) in names {
            self.frame.names.entry(python).or_insert(name);
        }
        let other = then.and_then(|then| self.nested(orelse).map(|other| (then, other)));
        self.active = all;
        let ((then, then_scope, _), (other, other_scope, _)) = other?;
        Ok(([then, other], [then_scope, other_scope]))
    }

    /// The `if` itself, with what it binds.
    pub(super) fn join(
        &mut self,
        stmt: &Stmt,
        cond: Code,
        blocks: [Vec<Line>; 2],
        scopes: [HashMap<String, Variable>; 2],
        new: Vec<String>,
        truths: Option<&Each<Const>>,
    ) -> Result<()> {
        let [mut then, mut other] = blocks;
        let mut coded = Vec::new();
        for name in new {
            let values = [&scopes[0], &scopes[1]].map(|s| s.get(&name).map(|v| v.value.clone()));
            match values {
                [Some(a), Some(b)] if !has_code(&a) && !has_code(&b) => {
                    let value = merge_static(&a, &b);
                    let depth = self.frame.blocks.len();
                    self.frame.scope.insert(
                        name,
                        Variable {
                            value,
                            depth,
                            declared: None,
                        },
                    );
                }
                [Some(a), Some(b)] if a.ty == b.ty => coded.push((name, a, b)),
                [None, _] | [_, None] => {} // Unbound on one side: nothing may read it.
                [Some(a), Some(b)] if are_numbers(&a, &b) => {
                    let a = self.scalar_at_end(&mut then, a, stmt.span)?;
                    let b = self.scalar_at_end(&mut other, b, stmt.span)?;
                    coded.push((name, a, b));
                }
                _ => {
                    let reason = format!("`{name}` has another type in each branch");
                    return match truths {
                        Some(truths) => self.refuse_apart(stmt.span, "branch", reason, truths),
                        None => self.refuse(stmt.span, "branch", reason),
                    };
                }
            }
        }
        match coded.as_slice() {
            [] => self.push(Line::If { cond, then, other }),
            [(python, a, b)] => {
                shorten(&mut then, a);
                shorten(&mut other, b);
                let name = self.rust_name(python, a);
                let id = self.frame.lets.fresh();
                let python = python.clone();
                let ty = a.ty.clone();
                self.push(Line::LetIf {
                    id,
                    name: name.clone(),
                    ty: None,
                    cond,
                    then,
                    other,
                });
                self.declare(python, name, ty, id);
            }
            several => {
                for (python, a, b) in several.iter().cloned() {
                    let own = self.rust_name(&python, &a);
                    let of = type_tokens(&a.ty).map(|ty| ty.to_string());
                    let direct = [&then, &other].iter().all(|b| binds_plainly(b, &own, &of));
                    let name = match direct {
                        true => own,
                        false => self.frame.taken.take(&own, "_out"),
                    };
                    let id = self.frame.lets.fresh();
                    self.frame.lets.mutable.insert(id);
                    let start = self.placeholder(&a.ty, stmt.span)?;
                    self.push(Line::Let {
                        id,
                        name: name.clone(),
                        ty: type_tokens(&a.ty),
                        of,
                        value: start,
                    });
                    for (block, value) in [(&mut then, &a), (&mut other, &b)] {
                        if direct {
                            assign_instead(block, &name);
                        }
                        if value.code.as_name().as_ref() != Some(&name) {
                            block.push(Line::Assign {
                                id: 0,
                                name: name.clone(),
                                value: value.code.clone(),
                                order: false,
                            });
                        }
                    }
                    self.shared.placeholders = true;
                    self.frame.names.insert(python.clone(), name.clone());
                    self.declare(python, name, a.ty.clone(), id);
                }
                self.push(Line::If { cond, then, other });
            }
        }
        Ok(())
    }

    /// A value as a Rust number, computed at the end of a block.
    fn scalar_at_end(&mut self, block: &mut Vec<Line>, value: Value, span: Span) -> Result<Value> {
        self.frame.blocks.push(std::mem::take(block));
        let value = self.scalar(value, span);
        *block = self.frame.blocks.pop().unwrap_or_default();
        value
    }

    fn declare(&mut self, python: String, name: String, ty: Ty, id: usize) {
        let mut value = Value::new(Code::name(&name), ty);
        value.binding = Some(id);
        let depth = self.frame.blocks.len();
        self.frame.assigned.remove(&python);
        self.frame.scope.insert(
            python,
            Variable {
                value,
                depth,
                declared: Some(id),
            },
        );
    }

    /// A value that is never read.
    fn placeholder(&mut self, ty: &Ty, span: Span) -> Result<Code> {
        match ty {
            Ty::Scalar(Elem::Known(Dtype::Bool)) => Ok(Code::name("false")),
            Ty::Scalar(Elem::Known(Dtype::Int32)) => Ok(Code::int(0)),
            Ty::Scalar(Elem::Known(Dtype::Float32)) => Ok(Code::float(0.0, "f32")),
            Ty::Tile(elem, dims) => {
                let path = match elem {
                    Elem::Known(dtype) => ident(rust_element(*dtype)),
                    Elem::Generic(name) => ident(name),
                };
                let zero = Code::atom(quote!(#path::ZERO));
                Ok(Code::call("constant", &[zero, shape_macro(dims)]))
            }
            _ => self.refuse(span, "branch", "that binds several variables of such types"),
        }
    }
}

/// Whether a block binds a name in statements of their own only, each time of type `of`.
fn binds_plainly(lines: &[Line], wanted: &str, of: &Option<String>) -> bool {
    lines.iter().all(|line| match line {
        Line::Let { name, of: own, .. } => name != wanted || own == of && of.is_some(),
        Line::LetIf { name, .. } => name != wanted,
        Line::LetTuple { names, .. } => names.iter().all(|name| name != wanted),
        _ => true,
    })
}

/// Turns a block's bindings of a name into assignments to the variable around it.
fn assign_instead(lines: &mut [Line], wanted: &str) {
    for line in lines {
        if let Line::Let {
            id, name, value, ..
        } = line
            && name == wanted
        {
            *line = Line::Assign {
                id: *id,
                name: name.clone(),
                value: value.clone(),
                order: false,
            };
        }
    }
}

/// Whether both are single numbers of one type, as tiles or not.
fn are_numbers(a: &Value, b: &Value) -> bool {
    let single = |v: &Value| v.dims().is_some_and(<[_]>::is_empty);
    single(a) && single(b) && a.elem() == b.elem()
}

/// Ends a branch with a value; a last `let` of it gives way to what it binds.
fn shorten(lines: &mut Vec<Line>, value: &Value) {
    if let (
        Some(Line::Let {
            name,
            value: code,
            ty: None,
            ..
        }),
        Some(wanted),
    ) = (lines.last().cloned(), value.code.as_name())
        && name == wanted
    {
        lines.pop();
        lines.push(Line::Tail(code));
        return;
    }
    lines.push(Line::Tail(value.code.clone()));
}

fn merge_static(a: &Value, b: &Value) -> Value {
    let (Some(x), Some(y)) = (&a.constant, &b.constant) else {
        return a.clone();
    };
    let merged =
        x.0.iter()
            .zip(&y.0)
            .map(|(x, y)| x.clone().or_else(|| y.clone()));
    Value::of_constant(Each(merged.collect()))
}
