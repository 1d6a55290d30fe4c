//! Expressions: names, operators' operands, subscripts. What each builds is decided by
//! what the lowering found the expression to be.

use super::code::{Code, Level};
use super::constants::truth_of;
use super::literal::{bool_literal, literal, literal_constant};
use super::writer::Writer;

use super::refusal::Result;
use super::value::{Dim, DimText, Elem, Ty, Value};
use quote::quote;
use tileport_python::dtype::Dtype;
use tileport_python::mid::Const;
use tileport_python::source::Span;
use tileport_python::tree::{BoolOperator, Expr, ExprKind, UnaryOperator};

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

    fn statement_text(&self) -> String {
        self.package
            .module_by_id(self.frame.module)
            .map(|m| self.frame.statement.text(&m.source).to_owned())
            .unwrap_or_default()
    }

    pub(super) fn name(&mut self, expr: &Expr, id: &str) -> Result<Value> {
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
}

/// Size `i` of an array.
pub fn size_of(array: &Code, i: usize) -> Value {
    let index = Code::int(i as i128);
    let shape = array.method("shape", &[]);
    let code = Code::atom(quote!(#shape[#index]));
    Value::new(code, Ty::Scalar(Elem::Known(Dtype::Int32)))
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
