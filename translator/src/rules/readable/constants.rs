//! Expressions whose values are known while compiling.

use super::code::{Code, Level, ident};
use super::facts::{Each, Fact};
use super::functions::compare_tokens;
use super::literal::is_number_text;
use super::literal::{bool_literal, fits_i32, literal, literal_constant};
use super::writer::Writer;
use proc_macro2::TokenStream;

use super::refusal::Result;
use super::value::{DimText, Elem, Ty, Value};
use super::writer::ConstGeneric;
use crate::rules::names::{Names, shout};
use quote::quote;
use tileport_python::dtype::Dtype;
use tileport_python::mid::Const;
use tileport_python::tree::{Expr, ExprKind, Operator};

/// A condition of more words is no name.
const MAX_WORDS: usize = 6;

impl Writer<'_> {
    /// What an expression whose value is known while compiling becomes; `None` when it has to be
    /// written out.
    pub(super) fn constant(&mut self, expr: &Expr, fact: &Fact) -> Result<Option<Value>> {
        let Some(constant) = &fact.constant else {
            return Ok(None);
        };
        if !constant.0.iter().flatten().all(Const::is_number) {
            let aggregate = constant
                .0
                .iter()
                .flatten()
                .any(|c| matches!(c, Const::Tuple(_)));
            // A call that returns nothing is made for what it does.
            let is_call = matches!(expr.kind, ExprKind::Call { .. });
            if aggregate || is_call && constant.uniform() == Some(&Const::None) {
                return Ok(None);
            }
            return Ok(Some(Value::of_constant(constant.clone())));
        }
        if let ExprKind::Name { id, .. } = &expr.kind {
            return self.constant_name(id, constant).map(Some);
        }
        let first = constant.0.iter().flatten().next();
        match first {
            Some(Const::Int(_)) => self.constant_int(expr, constant).map(Some),
            Some(Const::Float(_)) => match constant.uniform() {
                Some(c) => Ok(Some(self.float_literal(c, constant))),
                None => self.refuse_apart(
                    expr.span,
                    "float constant",
                    "its value differs between launches, and Rust has no generic floats",
                    constant,
                ),
            },
            _ => match constant.uniform() {
                Some(c) => Ok(Some(bool_literal(c, constant))),
                None => self.derived_bool(expr, constant).map(Some),
            },
        }
    }

    fn float_literal(&self, c: &Const, constant: &Each<Const>) -> Value {
        let code = literal(c, Dtype::Float32).unwrap_or_else(|| Code::atom(quote!(f32::NAN)));
        Value::new(code, Ty::Scalar(Elem::Known(Dtype::Float32)))
            .with_constant(Some(constant.clone()))
    }

    /// A name that stands for a number: a local one, or a constant of the module.
    fn constant_name(&mut self, id: &str, constant: &Each<Const>) -> Result<Value> {
        if let Some(variable) = self.frame.scope.get(id) {
            let value = variable.value.clone();
            // A variable that is a constant here but was not where it was bound.
            return Ok(value.with_constant(Some(constant.clone())));
        }
        let Some(c) = constant.uniform().cloned() else {
            return self.refuse_apart(
                self.frame.statement,
                "module constant",
                format!("`{id}` differs between launches"),
                constant,
            );
        };
        Ok(self.module_constant(id, &c, constant))
    }

    /// A constant item for a global number.
    fn module_constant(&mut self, id: &str, c: &Const, constant: &Each<Const>) -> Value {
        let dtype = match c {
            Const::Float(f) if f.is_finite() => Some(Dtype::Float32),
            Const::Int(i) if i32::try_from(*i).is_ok() => Some(Dtype::Int32),
            Const::Bool(_) => Some(Dtype::Bool),
            _ => None,
        };
        let Some(dtype) = dtype else {
            return self.float_literal(c, constant);
        };
        let code = match (c, dtype) {
            (Const::Int(i), _) => Code::int(*i),
            (Const::Float(f), _) => Code::float(*f as f32, ""),
            _ => Code::name(if *c == Const::Bool(true) {
                "true"
            } else {
                "false"
            }),
        };
        let name = shout(id);
        let local = self.consts.iter().any(|g| g.name == name);
        let known = self
            .shared
            .constants
            .get(&name)
            .map(|(_, text)| text.clone());
        let text = format!("{c}");
        if local || known.as_ref().is_some_and(|k| *k != text) {
            // Another constant has the name: the number stands for itself.
            return match c {
                Const::Int(i) => Value::new(Code::int(*i), Ty::Scalar(Elem::Known(dtype)))
                    .with_constant(Some(constant.clone())),
                Const::Bool(_) => bool_literal(c, constant),
                _ => self.float_literal(c, constant),
            };
        }
        if known.is_none() {
            let (ident, ty) = (ident(&name), Elem::Known(dtype));
            self.shared
                .constants
                .insert(name.clone(), (quote!(const #ident: #ty = #code;), text));
        }
        Value::new(Code::name(&name), Ty::Scalar(Elem::Known(dtype)))
            .with_constant(Some(constant.clone()))
    }

    /// An integer: written with the names it is made of where Rust can compute it, as a number or
    /// a const generic of its own otherwise.
    fn constant_int(&mut self, expr: &Expr, constant: &Each<Const>) -> Result<Value> {
        let finish = |code: Code| {
            let dtype = match constant.0.iter().flatten().all(fits_i32) {
                true => Dtype::Int32,
                false => Dtype::Int64,
            };
            Value::new(code, Ty::Scalar(Elem::Known(dtype))).with_constant(Some(constant.clone()))
        };
        if let ExprKind::BinOp { left, op, right } = &expr.kind
            && let Some((op, level)) = int_operator(*op)
            && constant.0.iter().flatten().all(fits_i32)
        {
            let both = [left, right].iter().all(|e| {
                self.constants_of(e).is_some_and(|c| {
                    c.0.iter()
                        .flatten()
                        .all(|c| matches!(c, Const::Int(i) if *i >= 0 && i32::try_from(*i).is_ok()))
                })
            });
            if both {
                let (l, r) = (self.expr(left)?, self.expr(right)?);
                let named = |v: &Value| v.uniform_number().is_none() || !is_number_text(&v.code);
                if named(&l) || named(&r) {
                    return Ok(finish(Code::binary(&l.code, op, &r.code, level)));
                }
            }
        }
        if let Some(c) = constant.uniform() {
            return Ok(finish(Code::int(c.as_int().unwrap_or(0))));
        }
        let values = constant.map(|c| c.as_int().and_then(|i| i64::try_from(i).ok()));
        let Some(values) = values else {
            return self.refuse(expr.span, "integer constant", "it does not fit 64 bits");
        };
        let wanted = self.wanted();
        let dim = self.dim_of(values, &wanted);
        Ok(finish(match dim.text {
            DimText::Lit(value) => Code::int(value.into()),
            DimText::Name(name) => Code::name(&name),
        }))
    }

    /// A truth value that differs between launches: a const generic of its own.
    pub(super) fn derived_bool(&mut self, expr: &Expr, constant: &Each<Const>) -> Result<Value> {
        let finish = |code: Code| {
            Value::new(code, Ty::Scalar(Elem::Known(Dtype::Bool)))
                .with_constant(Some(constant.clone()))
        };
        if let ExprKind::Compare {
            left,
            ops,
            comparators,
        } = &expr.kind
            && let ([op], [right]) = (ops.as_slice(), comparators.as_slice())
            && let Some(op) = compare_tokens(*op)
        {
            let int = |constants: Option<Each<Const>>| {
                constants.is_some_and(|c| {
                    c.0.iter()
                        .flatten()
                        .all(|c| matches!(c, Const::Int(_)) && fits_i32(c))
                })
            };
            if int(self.constants_of(left)) && int(self.constants_of(right)) {
                let (l, r) = (self.expr(left)?, self.expr(right)?);
                return Ok(finish(Code::binary(&l.code, op, &r.code, Level::Compare)));
            }
        }
        let known = self
            .consts
            .iter()
            .find(|c| c.ty == "bool" && c.values.agrees(constant));
        if let Some(known) = known {
            return Ok(finish(Code::name(&known.name)));
        }
        let wanted = match self.wanted().as_str() {
            // A condition: its words are its name.
            "value" => self.words(expr),
            wanted => wanted.to_owned(),
        };
        let mut taken = Names::new(self.consts.iter().map(|c| c.name.clone()));
        let name = taken.take(&shout(&wanted), "");
        self.consts.push(ConstGeneric {
            name: name.clone(),
            ty: "bool",
            values: constant.clone(),
        });
        Ok(finish(Code::name(&name)))
    }

    /// The words of an expression.
    fn words(&self, expr: &Expr) -> String {
        let module = self.package.module_by_id(self.frame.module);
        let text = module.map(|m| expr.span.text(&m.source).to_owned());
        let mut text = text.unwrap_or_default();
        for (operator, word) in [
            ("!=", " is not "),
            ("==", " is "),
            ("&", " and "),
            (">", " above "),
            ("<", " below "),
        ] {
            text = text.replace(operator, word);
        }
        let words: Vec<String> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        match words.len() {
            1..=MAX_WORDS => words.join("_"),
            _ => "condition".to_owned(),
        }
    }

    /// The value of an expression, when it is known and the same in every configuration.
    pub fn known(&self, expr: &Expr) -> Option<Const> {
        let found = self.fact(expr).and_then(|f| f.value().cloned());
        found.or_else(|| literal_constant(expr))
    }

    /// What an expression is in each configuration, when it is known in all of them.
    pub(super) fn constants_of(&self, expr: &Expr) -> Option<Each<Const>> {
        match self.fact(expr) {
            Some(fact) => fact.constant,
            None => literal_constant(expr).map(|c| self.each(c)),
        }
    }

    pub(super) fn constant_tuple(&self, items: &[Const]) -> Value {
        let items = items
            .iter()
            .map(|c| {
                let constant = Some(self.each(c.clone()));
                match c {
                    Const::Int(i) => {
                        Value::new(Code::int(*i), Ty::Scalar(Elem::Known(Dtype::Int32)))
                            .with_constant(constant)
                    }
                    Const::Float(_) => self.float_literal(c, &self.each(c.clone())),
                    Const::Bool(_) => bool_literal(c, &self.each(c.clone())),
                    Const::Tuple(inner) => self.constant_tuple(inner),
                    _ => Value::of_constant(self.each(c.clone())),
                }
            })
            .collect();
        Value::new(Code::atom(quote!()), Ty::Tuple(items))
    }

    /// A value that is a literal.
    pub fn constant_value(&mut self, constant: &Const) -> Value {
        let each: Each<Const> = self.each(constant.clone());
        let (code, dtype) = match constant {
            Const::Int(i) => (Code::int(*i), Dtype::Int32),
            Const::Float(_) => match literal(constant, Dtype::Float32) {
                Some(code) => (code, Dtype::Float32),
                None => return Value::of_constant(each),
            },
            Const::Bool(b) => (Code::name(if *b { "true" } else { "false" }), Dtype::Bool),
            _ => return Value::of_constant(each),
        };
        Value::new(code, Ty::Scalar(Elem::Known(dtype))).with_constant(Some(each))
    }
}

fn int_operator(op: Operator) -> Option<(TokenStream, Level)> {
    Some(match op {
        Operator::Add => (quote!(+), Level::Sum),
        Operator::Sub => (quote!(-), Level::Sum),
        Operator::Mult => (quote!(*), Level::Product),
        _ => return None,
    })
}

/// The truth of a constant condition, when it is the same everywhere.
pub fn truth_of(constant: &Each<Const>) -> Option<bool> {
    constant.map(truth)?.uniform().copied()
}

/// Whether Python takes a constant for true.
pub fn truth(constant: &Const) -> Option<bool> {
    match constant {
        Const::Bool(b) => Some(*b),
        Const::Int(i) => Some(*i != 0),
        Const::Float(f) => Some(*f != 0.0),
        Const::None => Some(false),
        Const::Str(s) => Some(!s.is_empty()),
        Const::Tuple(t) => Some(!t.is_empty()),
        _ => Some(true),
    }
}
