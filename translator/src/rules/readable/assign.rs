//! Assignments: what becomes a new binding, what changes a variable of a block around.

use super::block::Line;
use super::code::Code;
use super::writer::Writer;
use proc_macro2::TokenTree;

use super::operators::Numeric;
use super::refusal::Result;
use super::value::{Ty, Value, has_code, is_empty};
use super::writer::Variable;
use crate::rules::names::snake_case;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::BTreeSet;
use tileport_python::lower::builtin::Builtin;
use tileport_python::source::Span;
use tileport_python::tree::{Expr, ExprKind, Operator, Stmt};

impl Writer<'_> {
    /// Assigns a value; what stands for it afterwards.
    pub(super) fn assign(&mut self, target: &Expr, value: Value) -> Result<Value> {
        match &target.kind {
            ExprKind::Name { id, .. } => self.assign_name(id, value, target.span),
            ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => {
                let Ty::Tuple(items) = value.ty.clone() else {
                    return self.refuse(target.span, "unpacking", "of something that is no tuple");
                };
                if items.len() != elts.len() {
                    return self.refuse(target.span, "unpacking", "of another number of items");
                }
                let items = match is_empty(&value.code) {
                    true => self.apart(elts, items),
                    false => self.unpack_call(elts, items, value.code.clone())?,
                };
                for (target, item) in elts.iter().zip(items) {
                    self.assign(target, item)?;
                }
                Ok(value)
            }
            _ => self.refuse(target.span, "assignment", "to something other than names"),
        }
    }

    /// Items of a tuple that do not read what assigning the ones before changes.
    fn apart(&mut self, elts: &[Expr], items: Vec<Value>) -> Vec<Value> {
        let simple = items.iter().all(|v| {
            v.code.as_name().is_none() && v.code.is_simple() || matches!(v.ty, Ty::Static)
        });
        if simple || elts.len() < 2 {
            return items;
        }
        let names: BTreeSet<String> = elts
            .iter()
            .filter_map(|e| match &e.kind {
                ExprKind::Name { id, .. } => self.frame.names.get(id.as_str()).cloned(),
                _ => None,
            })
            .collect();
        items
            .into_iter()
            .map(|item| match mentions(&item.code, &names) {
                true => self.bind(item, "next"),
                false => item,
            })
            .collect()
    }

    /// `let (a, b) = call;`
    fn unpack_call(&mut self, elts: &[Expr], items: Vec<Value>, call: Code) -> Result<Vec<Value>> {
        let mut ids = Vec::new();
        let mut taken = Vec::new();
        let mut out = Vec::new();
        for (target, item) in elts.iter().zip(items) {
            let id = self.frame.lets.fresh();
            ids.push(id);
            if matches!(item.ty, Ty::Static) {
                taken.push("_".to_owned());
                out.push(item);
                continue;
            }
            let python = match &target.kind {
                ExprKind::Name { id, .. } => id.to_string(),
                _ => "item".to_owned(),
            };
            let again = self.must_assign(&python);
            let name = match again {
                true => self.frame.taken.take("next", ""),
                false => self.rust_name(&python, &item),
            };
            taken.push(name.clone());
            let mut value = Value::new(Code::name(&name), item.ty);
            value.binding = Some(id);
            out.push(value);
        }
        self.push(Line::LetTuple {
            ids,
            names: taken,
            ty: None,
            value: call,
        });
        Ok(out)
    }

    /// The Rust name of a Python variable.
    pub(super) fn rust_name(&mut self, python: &str, value: &Value) -> String {
        if let Some(name) = self.frame.names.get(python) {
            return name.clone();
        }
        let suffix = match value.ty {
            Ty::Tile(..) => "_tile",
            _ => "",
        };
        let name = self.frame.taken.take(&snake_case(python), suffix);
        self.frame.names.insert(python.to_owned(), name.clone());
        name
    }

    /// Whether assigning to a variable has to change the one declared outside of this block.
    fn must_assign(&self, python: &str) -> bool {
        let depth = self.frame.blocks.len();
        let outside = self
            .frame
            .scope
            .get(python)
            .is_some_and(|v| v.depth < depth && has_code(&v.value));
        let end = self.frame.ends.last();
        outside && end.is_some_and(|end| self.frame.live.is_live_after(*end, python))
    }

    fn assign_name(&mut self, python: &str, value: Value, span: Span) -> Result<Value> {
        if self.must_assign(python) {
            return self.assign_again(python, value, span);
        }
        if !has_code(&value) {
            let depth = self.frame.blocks.len();
            self.frame.scope.insert(
                python.to_owned(),
                Variable {
                    value: value.clone(),
                    depth,
                    declared: None,
                },
            );
            return Ok(value);
        }
        let known = self.frame.names.get(python).cloned();
        let fresh = value
            .code
            .as_name()
            .filter(|n| value.binding.is_some() && (known.as_ref() == Some(n) || known.is_none()));
        let (factors, factored_at) = (value.factors.clone(), value.factored_at);
        let bound = match fresh {
            // It was bound by a statement of its own, under the name wanted here.
            Some(name) if snake_case(python) == name || known.is_some() => {
                self.frame.names.insert(python.to_owned(), name);
                value
            }
            _ => {
                let name = self.rust_name(python, &value);
                self.bind_as(value, &name)
            }
        };
        let bound = Value {
            factors,
            factored_at,
            ..bound
        };
        self.frame.assigned.remove(python);
        let depth = self.frame.blocks.len();
        self.frame.scope.insert(
            python.to_owned(),
            Variable {
                value: bound.clone(),
                depth,
                declared: bound.binding,
            },
        );
        Ok(bound)
    }

    fn assign_again(&mut self, python: &str, value: Value, span: Span) -> Result<Value> {
        let Some(variable) = self.frame.scope.get(python).cloned() else {
            return self.refuse(
                span,
                "assignment",
                format!("to `{python}`, which is not declared"),
            );
        };
        let value = self.like(value, &variable.value, span)?;
        if value.ty != variable.value.ty && !same_shape(&value.ty, &variable.value.ty) {
            return self.refuse(
                span,
                "assignment",
                format!("`{python}` changes its type inside of a loop or branch"),
            );
        }
        let value = self.close(value, "next");
        let Some(name) = variable.value.code.as_name() else {
            return self.refuse(span, "assignment", format!("`{python}` has no variable"));
        };
        let declared = match variable.declared {
            Some(id) => id,
            None if self.frame.is_entry => {
                return self.refuse(span, "assignment", format!("to the parameter `{python}`"));
            }
            None => self.own_parameter(&name),
        };
        self.frame.lets.mutable.insert(declared);
        let id = self.frame.lets.fresh();
        self.push(Line::Assign {
            id,
            name: name.clone(),
            value: value.code,
            order: false,
        });
        self.rebound(&name);
        self.frame.assigned.insert(python.to_owned());
        let value = Value {
            constant: None,
            factors: value.factors,
            factored_at: value.factored_at,
            product_of: value.product_of,
            binding: Some(id),
            ..variable.value.clone()
        };
        self.frame.scope.insert(
            python.to_owned(),
            Variable {
                value: value.clone(),
                depth: variable.depth,
                declared: Some(declared),
            },
        );
        Ok(value)
    }

    /// A parameter of a helper that is assigned to becomes a variable of its own.
    fn own_parameter(&mut self, name: &str) -> usize {
        let id = self.frame.lets.fresh();
        let line = Line::Let {
            id,
            name: name.to_owned(),
            ty: None,
            of: None,
            value: Code::name(name),
        };
        if let Some(block) = self.frame.blocks.first_mut() {
            block.insert(0, line);
        }
        id
    }

    /// A value in the representation of another: a number where that is a number.
    fn like(&mut self, value: Value, model: &Value, span: Span) -> Result<Value> {
        match (&value.ty, &model.ty) {
            (Ty::Scalar(a), Ty::Scalar(b)) if a != b && value.is_constant_number() => {
                let b = b.clone();
                let code = self.number(&value, &b, span)?;
                Ok(Value::new(code, Ty::Scalar(b)))
            }
            (Ty::Tile(..), Ty::Scalar(_)) => self.scalar(value, span),
            (Ty::Scalar(_), Ty::Tile(elem, dims)) => {
                let (elem, dims) = (elem.clone(), dims.clone());
                self.splat(value, &elem, &dims, span)
            }
            _ => Ok(value),
        }
    }

    pub(super) fn aug_assign(
        &mut self,
        stmt: &Stmt,
        target: &Expr,
        op: Operator,
        value: &Expr,
    ) -> Result<()> {
        let ExprKind::Name { id, .. } = &target.kind else {
            return self.refuse(stmt.span, "assignment", "to something other than names");
        };
        let Some(variable) = self.frame.scope.get(id.as_str()).cloned() else {
            return self.refuse(
                stmt.span,
                "name",
                format!("`{id}` is nothing the writer knows"),
            );
        };
        let moved = self.frame.assigned.contains(id.as_str());
        let left = match moved {
            true => variable.value.with_constant(None),
            false => variable.value,
        };
        let right = self.expr(value)?;
        let builtin = Builtin::of_operator(op);
        let value = self.binary(stmt.span, builtin, left, right, Numeric::default())?;
        self.assign_name(id, value, stmt.span).map(|_| ())
    }
}

fn same_shape(a: &Ty, b: &Ty) -> bool {
    match (a, b) {
        (Ty::Tile(ea, da), Ty::Tile(eb, db)) => {
            ea == eb && da.len() == db.len() && da.iter().zip(db).all(|(x, y)| x.same(y))
        }
        _ => false,
    }
}

pub(super) fn mentions(code: &Code, names: &BTreeSet<String>) -> bool {
    fn any(tokens: TokenStream, names: &BTreeSet<String>) -> bool {
        tokens.into_iter().any(|t| match t {
            TokenTree::Ident(i) => names.contains(&i.to_string()),
            TokenTree::Group(g) => any(g.stream(), names),
            _ => false,
        })
    }
    any(code.to_token_stream(), names)
}
