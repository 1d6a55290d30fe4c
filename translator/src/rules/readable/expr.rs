//! Expressions: names, constants, operators' operands, subscripts. What each builds is decided by
//! what the lowering found the expression to be.

use super::code::{Code, Level};
use super::facts::{Each, Fact};
use super::function::literal_constant;
use super::names;
use super::refusal::Result;
use super::value::{Dim, DimText, Ty, Value};
use super::writer::{Writer, literal};
use quote::quote;
use tileport_python::dtype::Dtype;
use tileport_python::lower::builtin::Builtin;
use tileport_python::mid::{Const, Type};
use tileport_python::source::Span;
use tileport_python::tree::{BoolOperator, CmpOperator, Expr, ExprKind, Operator, UnaryOperator};

use super::value::Elem;

impl Writer<'_> {
    /// An expression.
    pub fn expr(&mut self, expr: &Expr) -> Result<Value> {
        let fact = self.fact(expr);
        if let Some(fact) = &fact
            && let Some(value) = self.constant(expr, fact)?
        {
            return Ok(value);
        }
        match &expr.kind {
            ExprKind::Name { id, .. } => self.name(expr, id),
            ExprKind::Constant(_) => match literal_constant(expr) {
                Some(constant) => Ok(self.constant_value(&constant)),
                None => self.refuse(expr.span, "literal", "of a kind kernels cannot use"),
            },
            ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => {
                let items = elts.iter().map(|e| self.expr(e)).collect::<Result<_>>()?;
                Ok(Value::new(Code::atom(quote!()), Ty::Tuple(items)))
            }
            ExprKind::BinOp { left, op, right } => self.bin_op(expr, left, *op, right),
            ExprKind::UnaryOp { op, operand } => self.unary_op(expr, *op, operand),
            ExprKind::Compare {
                left,
                ops,
                comparators,
            } => match (ops.as_slice(), comparators.as_slice()) {
                ([op], [right]) => {
                    let (l, r) = (self.expr(left)?, self.expr(right)?);
                    self.compare(*op, l, r, expr.span)
                }
                _ => self.refuse(
                    expr.span,
                    "chained comparison",
                    "write it with `&` or `and`",
                ),
            },
            ExprKind::BoolOp { op, values } => self.bool_op(expr, *op, values),
            ExprKind::IfExp { test, body, orelse } => self.if_exp(expr, test, body, orelse),
            ExprKind::Call {
                func,
                args,
                keywords,
            } => self.call(expr, func, args, keywords),
            ExprKind::Attribute { value, attr, .. } => self.attribute(expr, value, attr),
            ExprKind::Subscript { value, slice, .. } => self.subscript(expr, value, slice),
            _ => self.refuse(expr.span, construct(expr), "the writer has no form for it"),
        }
    }

    /// What an expression whose value is known while compiling becomes; `None` when it has to be
    /// written out.
    fn constant(&mut self, expr: &Expr, fact: &Fact) -> Result<Option<Value>> {
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
                None => self.refuse(
                    expr.span,
                    "float constant",
                    "its value differs between launches, and Rust has no generic floats",
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
            return self.refuse(
                self.frame.statement,
                "module constant",
                format!("`{id}` differs between launches"),
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
        let name = names::shout(id);
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
            let (ident, ty) = (super::code::ident(&name), Elem::Known(dtype));
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
        let dim = self.dim_of(values, &wanted, expr.span)?;
        Ok(finish(match dim.text {
            DimText::Lit(value) => Code::int(value.into()),
            DimText::Name(name) => Code::name(&name),
        }))
    }

    /// A truth value that differs between launches: a const generic of its own.
    fn derived_bool(&mut self, expr: &Expr, constant: &Each<Const>) -> Result<Value> {
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
        if !self.frame.is_entry {
            return self.refuse(
                expr.span,
                "condition",
                "a helper derives a truth value that differs between launches",
            );
        }
        let wanted = self.wanted();
        let mut taken = names::Taken::new(self.consts.iter().map(|c| c.name.clone()));
        let name = taken.take(&names::shout(&wanted), "");
        self.consts.push(super::writer::ConstGeneric {
            name: name.clone(),
            ty: "bool",
            values: constant.clone(),
        });
        Ok(finish(Code::name(&name)))
    }

    /// A name for something the statement being written makes.
    pub fn wanted(&self) -> String {
        let text = self.statement_text();
        let head: String = text
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        let rest = text[head.len()..].trim_start();
        match rest.starts_with('=') && !rest.starts_with("==") && !head.is_empty() {
            true => head,
            false => "value".to_owned(),
        }
    }

    /// The value of an expression, when it is known and the same in every configuration.
    pub fn known(&self, expr: &Expr) -> Option<Const> {
        let found = self.fact(expr).and_then(|f| f.value().cloned());
        found.or_else(|| literal_constant(expr))
    }

    /// What an expression is in each configuration, when it is known in all of them.
    fn constants_of(&self, expr: &Expr) -> Option<Each<Const>> {
        match self.fact(expr) {
            Some(fact) => fact.constant,
            None => literal_constant(expr).map(|c| self.each(c)),
        }
    }

    fn statement_text(&self) -> String {
        self.package
            .module_by_id(self.frame.module)
            .map(|m| self.frame.statement.text(&m.source).to_owned())
            .unwrap_or_default()
    }

    fn name(&mut self, expr: &Expr, id: &str) -> Result<Value> {
        if let Some(variable) = self.frame.scope.get(id) {
            let value = variable.value.clone();
            // What it was when it was bound may not hold after a loop assigned it again.
            let moved = self.frame.assigned.contains(id);
            return Ok(if moved {
                value.with_constant(None)
            } else {
                value
            });
        }
        match self.fact(expr).and_then(|f| f.constant) {
            Some(constant) => match constant.uniform() {
                Some(Const::Tuple(items)) => Ok(self.constant_tuple(items)),
                _ => Ok(Value::of_constant(constant)),
            },
            None => self.refuse(
                expr.span,
                "name",
                format!("`{id}` is nothing the writer knows"),
            ),
        }
    }

    fn constant_tuple(&self, items: &[Const]) -> Value {
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

    fn unary_op(&mut self, expr: &Expr, op: UnaryOperator, operand: &Expr) -> Result<Value> {
        if let Some(constant) = literal_constant(expr) {
            return Ok(self.constant_value(&constant));
        }
        let value = self.expr(operand)?;
        match op {
            UnaryOperator::UAdd => Ok(value),
            UnaryOperator::USub => self.negate(value, expr.span),
            UnaryOperator::Invert | UnaryOperator::Not => self.invert(value, expr.span),
        }
    }

    /// `-x`.
    pub fn negate(&mut self, value: Value, span: Span) -> Result<Value> {
        let Some(elem) = value.elem().cloned() else {
            return self.refuse(span, "negation", "no number and no tile");
        };
        if !self.is_float(&elem) {
            return self.refuse(
                span,
                "negation",
                "of integers: the official compiler has no form of it that lowers the same",
            );
        }
        let value = self.tile_of(value, span)?;
        let ty = value.ty.clone();
        Ok(Value::new(Code::call("negf", &[value.code]), ty))
    }

    /// `~x` and `not x` of truth values.
    fn invert(&mut self, value: Value, span: Span) -> Result<Value> {
        let is_bool = value.elem().is_some_and(|e| e.is(Dtype::Bool));
        let truth = Value::new(Code::name("true"), Ty::Scalar(Elem::Known(Dtype::Bool)));
        let truth = truth.with_constant(Some(self.each(Const::Bool(true))));
        match &value.ty {
            Ty::Scalar(_) if is_bool => {
                let code = Code::binary(&value.code, quote!(^), &truth.code, Level::BitXor);
                Ok(Value::new(code, value.ty))
            }
            Ty::Tile(elem, dims) if is_bool => {
                let (elem, dims) = (elem.clone(), dims.clone());
                let ones = self.splat(truth, &elem, &dims, span)?;
                let value = self.close(value, "mask");
                let code = Code::call("xori", &[value.code, ones.code]);
                Ok(Value::new(code, Ty::Tile(elem, dims)))
            }
            _ => self.refuse(span, "inversion", "of numbers"),
        }
    }

    fn bool_op(&mut self, expr: &Expr, op: BoolOperator, values: &[Expr]) -> Result<Value> {
        // The launches may agree on some operands: those need no code.
        let mut out: Option<Value> = None;
        for value in values {
            let value = self.expr(value)?;
            let value = self.scalar(value, expr.span)?;
            if !value.elem().is_some_and(|e| e.is(Dtype::Bool)) {
                return self.refuse(
                    expr.span,
                    "`and`, `or`",
                    "of something other than truth values",
                );
            }
            if let Some(Const::Bool(known)) = value.uniform_number() {
                match (op, *known) {
                    (BoolOperator::And, true) | (BoolOperator::Or, false) => continue,
                    _ => return Ok(value),
                }
            }
            out = Some(match out {
                None => value,
                Some(left) => {
                    let left = self.settle(left, "condition");
                    let (l, r) = (&left.code, &value.code);
                    // As the official compiler does: a branch that yields the operand it tested.
                    let code = match op {
                        BoolOperator::And => quote!(if #l { #r } else { #l }),
                        BoolOperator::Or => quote!(if #l { #l } else { #r }),
                    };
                    let ty = left.ty.clone();
                    let value = Value::new(Code::new(code, Level::Block), ty);
                    self.bind(value, "condition")
                }
            });
        }
        match out {
            Some(value) => Ok(value),
            None => {
                let truth = Const::Bool(op == BoolOperator::And);
                Ok(bool_literal(&truth, &self.each(truth.clone())))
            }
        }
    }

    fn if_exp(&mut self, expr: &Expr, test: &Expr, body: &Expr, orelse: &Expr) -> Result<Value> {
        let cond = self.expr(test)?;
        if let Some(truth) = cond.constant.as_ref().and_then(truth_of) {
            return self.expr(if truth { body } else { orelse });
        }
        // Operands that need statements of their own would run on both sides.
        let cond = self.scalar(cond, test.span)?;
        let lines = self.frame.blocks.last().map_or(0, Vec::len);
        let (a, b) = (self.expr(body)?, self.expr(orelse)?);
        if self.frame.blocks.last().map_or(0, Vec::len) != lines {
            return self.refuse(
                expr.span,
                "conditional expression",
                "its operands need statements",
            );
        }
        let a = self.default_number(a, &b);
        let b = self.default_number(b, &a);
        if a.ty != b.ty {
            return self.refuse(expr.span, "conditional expression", "of different types");
        }
        let (c, x, y) = (cond.code, &a.code, &b.code);
        let code = Code::new(quote!(if #c { #x } else { #y }), Level::Block);
        Ok(Value::new(code, a.ty.clone()))
    }

    fn default_number(&self, value: Value, partner: &Value) -> Value {
        match (&value.ty, &partner.ty, value.uniform_number()) {
            (Ty::Scalar(_), Ty::Scalar(Elem::Known(dtype)), Some(c)) => match literal(c, *dtype) {
                Some(code) if value.code.as_name().is_none() => {
                    Value::new(code, partner.ty.clone()).with_constant(value.constant)
                }
                _ => value,
            },
            _ => value,
        }
    }

    fn attribute(&mut self, expr: &Expr, value: &Expr, attr: &str) -> Result<Value> {
        let object = self.expr(value)?;
        match (&object.ty, attr) {
            (Ty::Array(array), "shape") => {
                let rank = self.arrays.get(*array).map_or(0, |a| a.rank);
                let items = (0..rank).map(|i| size_of(&object.code, i)).collect();
                Ok(Value::new(Code::atom(quote!()), Ty::Tuple(items)))
            }
            (Ty::Tile(_, dims), "shape") => {
                let items = dims.iter().map(|d| self.dim_value(d)).collect();
                Ok(Value::new(Code::atom(quote!()), Ty::Tuple(items)))
            }
            _ => self.refuse(
                expr.span,
                format!("`.{attr}`"),
                "the writer has no form for it",
            ),
        }
    }

    /// A size as a number.
    pub fn dim_value(&self, dim: &Dim) -> Value {
        let code = match &dim.text {
            DimText::Lit(value) => Code::int((*value).into()),
            DimText::Name(name) => Code::name(name),
        };
        let constant = dim.values.map(|v| Some(Const::Int((*v).into())));
        Value::new(code, Ty::Scalar(Elem::Known(Dtype::Int32))).with_constant(constant)
    }

    fn subscript(&mut self, expr: &Expr, value: &Expr, slice: &Expr) -> Result<Value> {
        let object = self.expr(value)?;
        match &object.ty {
            Ty::Tuple(items) => {
                let index = self.known(slice).and_then(|c| c.as_int());
                let len = items.len() as i128;
                let index = index.map(|i| if i < 0 { i + len } else { i });
                let item = index
                    .and_then(|i| usize::try_from(i).ok())
                    .and_then(|i| items.get(i));
                match item {
                    Some(item) => Ok(item.clone()),
                    None => {
                        self.refuse(expr.span, "subscript", "an index not known while compiling")
                    }
                }
            }
            Ty::Tile(..) => self.expand(object, slice, expr.span),
            _ => self.refuse(expr.span, "subscript", "the writer has no form for it"),
        }
    }

    /// `tile[:, None]`: new dimensions of size 1.
    fn expand(&mut self, tile: Value, slice: &Expr, span: Span) -> Result<Value> {
        let items: Vec<&Expr> = match &slice.kind {
            ExprKind::Tuple { elts, .. } => elts.iter().collect(),
            _ => vec![slice],
        };
        let old = tile.dims().unwrap_or(&[]).to_vec();
        let mut old = old.into_iter();
        let mut dims = Vec::new();
        for item in items {
            let is_none = self.known(item) == Some(Const::None);
            match &item.kind {
                _ if is_none => dims.push(Dim::lit(1, self.configurations())),
                ExprKind::Slice {
                    lower: None,
                    upper: None,
                    step: None,
                } => match old.next() {
                    Some(dim) => dims.push(dim),
                    None => return self.refuse(span, "subscript", "more indices than dimensions"),
                },
                _ => return self.refuse(span, "subscript", "of a tile, other than `:` and `None`"),
            }
        }
        dims.extend(old);
        self.reshape(tile, &dims, span)
    }

    /// The tile type an expression was found to have, in the terms of the emitted kernel, when
    /// the lowering found one.
    pub fn found_elem(&mut self, fact: &Fact, wanted: &str) -> Option<Elem> {
        let dtypes = fact.dtype()?;
        Some(self.elem(&dtypes, wanted))
    }

    /// The value as a tile: numbers become tiles of one element.
    pub fn tile_of(&mut self, value: Value, span: Span) -> Result<Value> {
        match &value.ty {
            Ty::Tile(..) => Ok(self.close(value, "tile")),
            Ty::Scalar(elem) => {
                let elem = elem.clone();
                let tile = self.splat(value, &elem, &[], span)?;
                Ok(self.close(tile, "value"))
            }
            _ => self.refuse(span, "operand", "no number and no tile"),
        }
    }
}

/// Size `i` of an array.
pub fn size_of(array: &Code, i: usize) -> Value {
    let index = Code::int(i as i128);
    let shape = array.method("shape", &[]);
    let code = Code::atom(quote!(#shape[#index]));
    Value::new(code, Ty::Scalar(Elem::Known(Dtype::Int32)))
}

/// The truth of a constant condition, when it is the same everywhere.
pub fn truth_of(constant: &Each<Const>) -> Option<bool> {
    let truths = constant.map(|c| match c {
        Const::Bool(b) => Some(*b),
        Const::Int(i) => Some(*i != 0),
        Const::Float(f) => Some(*f != 0.0),
        Const::None => Some(false),
        Const::Str(s) => Some(!s.is_empty()),
        Const::Tuple(t) => Some(!t.is_empty()),
        _ => Some(true),
    })?;
    truths.uniform().copied()
}

fn bool_literal(c: &Const, constant: &Each<Const>) -> Value {
    let truth = c.as_float().is_some_and(|f| f != 0.0);
    let code = Code::name(if truth { "true" } else { "false" });
    Value::new(code, Ty::Scalar(Elem::Known(Dtype::Bool))).with_constant(Some(constant.clone()))
}

fn fits_i32(c: &Const) -> bool {
    c.as_int().is_some_and(|i| i32::try_from(i).is_ok())
}

fn is_number_text(code: &Code) -> bool {
    code.is_simple() && code.as_name().is_none()
}

fn int_operator(op: Operator) -> Option<(proc_macro2::TokenStream, Level)> {
    Some(match op {
        Operator::Add => (quote!(+), Level::Sum),
        Operator::Sub => (quote!(-), Level::Sum),
        Operator::Mult => (quote!(*), Level::Product),
        _ => return None,
    })
}

/// The comparison operator of Rust.
pub fn compare_tokens(op: CmpOperator) -> Option<proc_macro2::TokenStream> {
    Some(match op {
        CmpOperator::Eq => quote!(==),
        CmpOperator::NotEq => quote!(!=),
        CmpOperator::Lt => quote!(<),
        CmpOperator::LtE => quote!(<=),
        CmpOperator::Gt => quote!(>),
        CmpOperator::GtE => quote!(>=),
        _ => return None,
    })
}

/// What an expression is called, for refusals.
pub fn construct(expr: &Expr) -> &'static str {
    match &expr.kind {
        ExprKind::NamedExpr { .. } => "`:=`",
        ExprKind::Lambda { .. } => "lambda",
        ExprKind::Dict { .. } | ExprKind::DictComp { .. } => "dict",
        ExprKind::Set { .. } | ExprKind::SetComp { .. } => "set",
        ExprKind::ListComp { .. } | ExprKind::GeneratorExp { .. } => "comprehension",
        ExprKind::JoinedStr { .. } | ExprKind::FormattedValue { .. } => "f-string",
        ExprKind::Starred { .. } => "`*`",
        ExprKind::Await { .. } | ExprKind::Yield { .. } | ExprKind::YieldFrom { .. } => "`yield`",
        ExprKind::Slice { .. } => "slice",
        _ => "expression",
    }
}

/// Whether a type is one of those a kernel computes with.
pub fn is_tile(ty: &Type) -> bool {
    matches!(ty, Type::Tile(_))
}

/// The built-in that an operator is.
pub fn builtin_of(op: Operator) -> Builtin {
    match op {
        Operator::Add => Builtin::Add,
        Operator::Sub => Builtin::Sub,
        Operator::Mult => Builtin::Mul,
        Operator::MatMult => Builtin::MatMul,
        Operator::Div => Builtin::TrueDiv,
        Operator::Mod => Builtin::Mod,
        Operator::Pow => Builtin::Pow,
        Operator::LShift => Builtin::LShift,
        Operator::RShift => Builtin::RShift,
        Operator::BitOr => Builtin::Or,
        Operator::BitXor => Builtin::Xor,
        Operator::BitAnd => Builtin::And,
        Operator::FloorDiv => Builtin::FloorDiv,
    }
}
