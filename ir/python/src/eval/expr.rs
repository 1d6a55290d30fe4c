//! Expressions.

use super::allowance::spend;
use super::{Code, Evaluator, Lambda, MAX_ITEMS, Sym, device, of_var, opaque};
use crate::diagnostic::{Error, Kind, Result};
use crate::lower::builtin::Builtin;
use crate::lower::{number, text};
use crate::mid::Const;
use crate::mid::op::{ArithmeticKind, BitwiseKind, Predicate, ShiftKind, UnaryKind};
use crate::mid::{Mass, Type, Var};
use crate::modules::{ClassRef, TileClass, tile_method};
use crate::specialise::Annotation;
use crate::tree::{self, CmpOperator, Conversion, Expr, ExprKind, Operator, UnaryOperator};
use std::sync::{Arc, OnceLock};

impl Evaluator<'_> {
    /// Evaluates an expression.
    ///
    /// # Errors
    /// Anything that Python would raise, and constructs that are not evaluated while compiling.
    pub fn expr(&mut self, expr: &Expr) -> Result<Sym> {
        self.step()?;
        crate::stack::enough(|| self.expr_kind(expr))
    }

    fn expr_kind(&mut self, expr: &Expr) -> Result<Sym> {
        match &expr.kind {
            ExprKind::Constant(c) => literal(c).map(Sym::Const),
            ExprKind::Name { id, .. } => self.name(id),
            ExprKind::Attribute { value, attr, .. } => {
                let object = self.expr(value)?;
                self.attribute(object, attr)
            }
            ExprKind::BinOp { left, op, right } => {
                let (a, b) = (self.expr(left)?, self.expr(right)?);
                self.binary(*op, a, b)
            }
            ExprKind::UnaryOp { op, operand } => {
                let x = self.expr(operand)?;
                self.unary(*op, x)
            }
            ExprKind::BoolOp { op, values } => {
                let mut last = Sym::Const(Const::None);
                for value in values {
                    last = self.expr(value)?;
                    if self.truth(&last)? != (*op == tree::BoolOperator::And) {
                        break;
                    }
                }
                Ok(last)
            }
            ExprKind::Compare {
                left,
                ops,
                comparators,
            } => {
                let mut a = self.expr(left)?;
                let mut result = Sym::Const(Const::Bool(true));
                for (i, (op, right)) in ops.iter().zip(comparators).enumerate() {
                    if i > 0 && !self.truth(&result)? {
                        break;
                    }
                    let b = self.expr(right)?;
                    result = self.compared(*op, &a, &b)?;
                    a = b;
                }
                Ok(result)
            }
            ExprKind::IfExp { test, body, orelse } => {
                let test = self.expr(test)?;
                if self.truth(&test)? {
                    self.expr(body)
                } else {
                    self.expr(orelse)
                }
            }
            ExprKind::Tuple { elts, .. } => {
                let items = self.elements(elts)?;
                self.made(tuple(items))
            }
            ExprKind::List { elts, .. } | ExprKind::Set { elts } => {
                let items = self.elements(elts)?;
                self.made(Sym::List(items))
            }
            ExprKind::Dict { keys, values } => self.dict(keys, values),
            ExprKind::Subscript { value, slice, .. } => {
                let object = self.expr(value)?;
                let key = self.expr(slice)?;
                self.subscript(object, key)
            }
            ExprKind::Slice { lower, upper, step } => {
                let mut part = |e: &Option<Box<Expr>>| match e {
                    Some(e) => self.expr(e).and_then(|v| self.into_const(v)),
                    None => Ok(Const::None),
                };
                let parts = [part(lower)?, part(upper)?, part(step)?];
                Ok(Sym::Const(Const::Slice(Arc::new(parts))))
            }
            ExprKind::Call {
                func,
                args,
                keywords,
            } => self.call_expr(func, args, keywords),
            ExprKind::Lambda { args, body } => {
                let mass = self.mass_of_locals()?;
                Ok(Sym::Lambda(Arc::new(Lambda {
                    code: Code::Expr((**args).clone(), (**body).clone()),
                    module: self.module,
                    before: self.before,
                    locals: OnceLock::from(self.locals.clone()),
                    mass: OnceLock::from(mass),
                })))
            }
            ExprKind::ListComp { elt, generators }
            | ExprKind::GeneratorExp { elt, generators }
            | ExprKind::SetComp { elt, generators } => {
                let mut out = Vec::new();
                self.comprehension(generators, &mut |e| {
                    let item = e.expr(elt)?;
                    out.push(item);
                    bounded(out.len())
                })?;
                self.made(Sym::List(out))
            }
            ExprKind::DictComp {
                key,
                value,
                generators,
            } => {
                let mut out: Vec<(Const, Const)> = Vec::new();
                self.comprehension(generators, &mut |e| {
                    let (k, v) = (e.expr(key)?, e.expr(value)?);
                    out.push((e.into_const(k)?, e.into_const(v)?));
                    bounded(out.len())
                })?;
                self.made(Sym::Const(Const::Dict(out.into())))
            }
            ExprKind::JoinedStr { values } => {
                let mut text = String::new();
                for value in values {
                    match &value.kind {
                        ExprKind::FormattedValue {
                            value,
                            conversion,
                            format_spec,
                        } => {
                            let v = self.expr(value)?;
                            let spec = match format_spec {
                                Some(spec) => {
                                    let spec = self.expr(spec)?;
                                    self.text(&spec)
                                }
                                None => String::new(),
                            };
                            text.push_str(&self.formatted(&v, *conversion, &spec)?);
                        }
                        _ => {
                            let v = self.expr(value)?;
                            text.push_str(&self.text(&v));
                        }
                    }
                    bounded(text.len())?;
                    spend(text.len() / 16)?;
                }
                Ok(Sym::Const(Const::str(text)))
            }
            ExprKind::NamedExpr { target, value } => {
                let v = self.expr(value)?;
                self.assign(target, v.clone())?;
                Ok(v)
            }
            ExprKind::Starred { .. }
            | ExprKind::Await { .. }
            | ExprKind::Yield { .. }
            | ExprKind::YieldFrom { .. }
            | ExprKind::FormattedValue { .. } => Err(Error::unsupported(
                "this expression is not evaluated while compiling",
            )),
        }
    }

    pub(super) fn name(&mut self, id: &str) -> Result<Sym> {
        spend(self.locals.len() / 8)?;
        if let Some((_, value)) = self.locals.iter().rev().find(|(n, _)| &**n == id) {
            spend(value.cost())?;
            return Ok(value.clone());
        }
        // Not again while the variable itself is evaluated.
        if let Some(class) = self.class.take() {
            let found = crate::classes::variable(self.package, class, id);
            self.class = Some(class);
            if let Some(Ok(value)) = found {
                return Ok(Sym::Const(value));
            }
        }
        self.package
            .global_at(self.module, id, self.before)
            .map(Sym::Const)
    }

    /// A value in an f-string.
    fn formatted(&self, value: &Sym, conversion: Option<Conversion>, spec: &str) -> Result<String> {
        let converted = match (value, conversion) {
            (Sym::Const(c), Some(Conversion::Repr | Conversion::Ascii)) => {
                Sym::Const(Const::str(text::repr_of(c)?))
            }
            (x, Some(_)) => Sym::Const(Const::str(self.text(x))),
            (x, None) => x.clone(),
        };
        match &converted {
            Sym::Const(c) if !spec.is_empty() => super::format::format(c, spec),
            other => Ok(self.text(other)),
        }
    }

    /// Items of a display, spread where starred.
    pub(super) fn elements(&mut self, elts: &[Expr]) -> Result<Vec<Sym>> {
        let mut out = Vec::with_capacity(elts.len());
        for elt in elts {
            match &elt.kind {
                ExprKind::Starred { value, .. } => {
                    let value = self.expr(value)?;
                    out.extend(self.iterate(&value)?);
                }
                _ => out.push(self.expr(elt)?),
            }
            bounded(out.len())?;
        }
        Ok(out)
    }

    fn dict(&mut self, keys: &[Option<Expr>], values: &[Expr]) -> Result<Sym> {
        let mut out: Vec<(Const, Const)> = Vec::new();
        for (key, value) in keys.iter().zip(values) {
            let value = self.expr(value)?;
            match key {
                Some(key) => {
                    let key = self.expr(key)?;
                    let (key, value) = (self.into_const(key)?, self.into_const(value)?);
                    spend(out.len())?;
                    out.retain(|(k, _)| !k.py_eq(&key));
                    out.push((key, value));
                }
                None => match value {
                    Sym::Const(Const::Dict(items)) => out.extend(items.iter().cloned()),
                    _ => return Err(Error::ty("expected a dictionary after **")),
                },
            }
            bounded(out.len())?;
        }
        self.made(Sym::Const(Const::Dict(out.into())))
    }

    fn comprehension(
        &mut self,
        generators: &[tree::Comprehension],
        emit: &mut dyn FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let Some((first, rest)) = generators.split_first() else {
            return emit(self);
        };
        let iterable = self.expr(&first.iter)?;
        self.mass_of_locals()?;
        let saved = self.locals.clone();
        for item in self.iterate(&iterable)? {
            self.step()?;
            self.assign(&first.target, item)?;
            let mut keep = true;
            for test in &first.ifs {
                let test = self.expr(test)?;
                keep = keep && self.truth(&test)?;
            }
            if keep {
                self.comprehension(rest, emit)?;
            }
        }
        self.locals = saved;
        Ok(())
    }

    /// Truth of a value.
    ///
    /// # Errors
    /// A value that is not known.
    pub fn truth(&self, value: &Sym) -> Result<bool> {
        Ok(match value {
            Sym::Const(c) => match c.untyped() {
                Const::None => false,
                Const::Bool(b) => *b,
                Const::Int(i) => *i != 0,
                Const::Float(f) => *f != 0.0,
                Const::Str(s) => !s.is_empty(),
                Const::Tuple(t) | Const::List(t) => !t.is_empty(),
                Const::Dict(d) => !d.is_empty(),
                Const::Opaque(_) => {
                    return Err(
                        Error::unsupported("truth of a value computed by host code").found(c)
                    );
                }
                _ => true,
            },
            Sym::Tuple(t) | Sym::List(t) => !t.is_empty(),
            Sym::Range(a, b, s) => range_len(*a, *b, *s) > 0,
            Sym::Var(_) => {
                return Err(
                    Error::value("a run-time value has no truth while compiling").help(
                        "use it outside of the compile-time expression, in an if or ct.where()",
                    ),
                );
            }
            Sym::Lambda(_) | Sym::Method(..) | Sym::Instance(..) => true,
        })
    }

    /// The items of an iterable.
    ///
    /// # Errors
    /// Not an iterable, too many items.
    pub fn iterate(&self, value: &Sym) -> Result<Vec<Sym>> {
        let items = self.items_of(value)?;
        spend(items.iter().map(Sym::cost).sum())?;
        Ok(items)
    }

    fn items_of(&self, value: &Sym) -> Result<Vec<Sym>> {
        Ok(match value {
            Sym::Const(Const::Tuple(items) | Const::List(items)) => {
                items.iter().cloned().map(Sym::Const).collect()
            }
            Sym::Const(Const::Dict(items)) => {
                items.iter().map(|(k, _)| Sym::Const(k.clone())).collect()
            }
            Sym::Const(Const::Str(s)) => s
                .chars()
                .map(|c| Sym::Const(Const::str(c.to_string())))
                .collect(),
            Sym::Tuple(items) | Sym::List(items) => items.clone(),
            Sym::Range(start, stop, step) => {
                let n = range_len(*start, *stop, *step);
                bounded(usize::try_from(n).unwrap_or(usize::MAX))?;
                (0..n)
                    .map(|i| Sym::Const(Const::Int(start + i * step)))
                    .collect()
            }
            other => return Err(Error::ty("value is not iterable").found(self.text(other))),
        })
    }

    /// Mass of the variables, which somebody is about to copy.
    pub(super) fn mass_of_locals(&self) -> Result<Mass> {
        let mass = Mass::around(self.locals.iter().map(|(_, value)| value.mass())).checked()?;
        spend(mass.parts() as usize)?;
        Ok(mass)
    }

    /// Text of a value, as `str()` gives it.
    pub fn text(&self, value: &Sym) -> String {
        match value {
            Sym::Const(Const::Str(s)) => s.to_string(),
            Sym::Const(c) => c.to_string(),
            Sym::Var(v) => match self.body().and_then(|b| b.var(*v).ty.as_ref()) {
                Some(Type::Tile(t)) => format!("<tile[{}, {}]>", t.element, t.shape),
                Some(ty) => format!("<{ty}>"),
                None => "<value>".into(),
            },
            Sym::Tuple(items) => {
                let items: Vec<_> = items.iter().map(|x| self.text(x)).collect();
                format!("({})", items.join(", "))
            }
            Sym::List(items) => {
                let items: Vec<_> = items.iter().map(|x| self.text(x)).collect();
                format!("[{}]", items.join(", "))
            }
            Sym::Range(a, b, s) => format!("range({a}, {b}, {s})"),
            Sym::Instance(..) => "<instance>".into(),
            Sym::Lambda(_) => "<lambda>".into(),
            Sym::Method(..) => "<method>".into(),
        }
    }

    /// An operator on two values.
    ///
    /// # Errors
    /// Operands that it does not work on.
    pub fn binary(&mut self, op: Operator, a: Sym, b: Sym) -> Result<Sym> {
        use ArithmeticKind::{Add, FloorDiv, Mul, Pow, Sub, TrueDiv};
        match (op, &a, &b) {
            (Operator::Add, Sym::Const(Const::Str(x)), Sym::Const(Const::Str(y))) => {
                bounded(x.len() + y.len())?;
                spend((x.len() + y.len()) / 16)?;
                return Ok(Sym::Const(Const::str(format!("{x}{y}"))));
            }
            (Operator::Add, ..) if is_sequence(&a) && is_sequence(&b) => {
                let mut items = self.iterate(&a)?;
                items.extend(self.iterate(&b)?);
                bounded(items.len())?;
                return self.made(if is_list(&a) {
                    Sym::List(items)
                } else {
                    tuple(items)
                });
            }
            (Operator::Mult, Sym::Const(Const::Str(x)), Sym::Const(Const::Int(n)))
            | (Operator::Mult, Sym::Const(Const::Int(n)), Sym::Const(Const::Str(x))) => {
                let n = usize::try_from((*n).max(0)).unwrap_or(usize::MAX);
                bounded(x.len().saturating_mul(n))?;
                spend(x.len().saturating_mul(n) / 16)?;
                return Ok(Sym::Const(Const::str(x.repeat(n))));
            }
            (Operator::BitOr, Sym::Const(Const::Dict(x)), Sym::Const(Const::Dict(y))) => {
                let mut items = x.to_vec();
                for (key, value) in y.iter() {
                    spend(items.len())?;
                    match items.iter_mut().find(|(k, _)| k.py_eq(key)) {
                        Some((_, slot)) => *slot = value.clone(),
                        None => items.push((key.clone(), value.clone())),
                    }
                }
                return self.made(Sym::Const(Const::Dict(items.into())));
            }
            (Operator::Mult, ..) if is_sequence(&a) => return self.repeat(&a, &b),
            (Operator::Mult, ..) if is_sequence(&b) => return self.repeat(&b, &a),
            (Operator::BitOr, Sym::Const(x), Sym::Const(_)) if !x.is_number() => {
                return Ok(Sym::Const(Const::Opaque("union type".into())));
            }
            (Operator::Mod, Sym::Const(Const::Str(_)), _) => {
                return Err(Error::unsupported(
                    "% formatting is not evaluated while compiling",
                ));
            }
            _ => {}
        }
        if self.are_tiles(&[&a, &b]) {
            return self.on_device(device::of_operator(op), vec![a, b], Vec::new());
        }
        if let (Sym::Const(x), Sym::Const(y)) = (&a, &b)
            && let Some(value) = self.typed_binary(op, x, y)?
        {
            return Ok(value);
        }
        let (Sym::Const(x), Sym::Const(y)) = (&a, &b) else {
            return Err(
                Error::ty("operator is not supported while compiling").found(format!(
                    "{} and {}",
                    self.text(&a),
                    self.text(&b)
                )),
            );
        };
        if let Const::Opaque(_) = x {
            return Ok(a);
        }
        if let Const::Opaque(_) = y {
            return Ok(b);
        }
        let value = match op {
            Operator::Add => number::arithmetic(Add, x, y)?,
            Operator::Sub => number::arithmetic(Sub, x, y)?,
            Operator::Mult => number::arithmetic(Mul, x, y)?,
            Operator::Div => number::arithmetic(TrueDiv, x, y)?,
            Operator::FloorDiv => number::arithmetic(FloorDiv, x, y)?,
            Operator::Pow => number::arithmetic(Pow, x, y)?,
            Operator::Mod => number::modulo(x, y)?,
            Operator::LShift => number::shift(ShiftKind::Left, x, y)?,
            Operator::RShift => number::shift(ShiftKind::Right, x, y)?,
            Operator::BitAnd => number::bitwise(BitwiseKind::And, x, y)?,
            Operator::BitOr => number::bitwise(BitwiseKind::Or, x, y)?,
            Operator::BitXor => number::bitwise(BitwiseKind::Xor, x, y)?,
            Operator::MatMult => return Err(Error::ty("@ is not supported while compiling")),
        };
        Ok(Sym::Const(value))
    }

    fn repeat(&self, sequence: &Sym, times: &Sym) -> Result<Sym> {
        let Sym::Const(Const::Int(n)) = times else {
            return Err(Error::ty("a sequence can only be multiplied by an integer"));
        };
        let items = self.iterate(sequence)?;
        let n = match usize::try_from((*n).max(0)) {
            // However often nothing is repeated, it stays nothing.
            _ if items.is_empty() => 0,
            Ok(n) => n,
            Err(_) => usize::MAX,
        };
        bounded(items.len().saturating_mul(n))?;
        // Weighed before it is made: parts that are not constants are copied, not shared.
        Mass::around(std::iter::repeat_n(&items, n).flatten().map(Sym::mass)).checked()?;
        spend(sequence.cost().saturating_mul(n))?;
        let repeated: Vec<Sym> = std::iter::repeat_n(items, n).flatten().collect();
        self.made(if is_list(sequence) {
            Sym::List(repeated)
        } else {
            tuple(repeated)
        })
    }

    pub(super) fn unary(&mut self, op: UnaryOperator, x: Sym) -> Result<Sym> {
        if let Some(function) = device::of_prefix(op)
            && self.are_tiles(&[&x])
        {
            return self.on_device(function, vec![x], Vec::new());
        }
        if op == UnaryOperator::Not {
            return self.truth(&x).map(|b| Sym::Const(Const::Bool(!b)));
        }
        let Sym::Const(c) = &x else {
            return Err(Error::ty("operator is not supported while compiling").found(self.text(&x)));
        };
        if let Const::Opaque(_) = c {
            return Ok(x);
        }
        let value = match op {
            UnaryOperator::USub => number::unary(UnaryKind::Neg, c)?,
            UnaryOperator::UAdd => match c {
                Const::Float(_) => c.clone(),
                _ => Const::Int(
                    c.as_int()
                        .ok_or_else(|| Error::ty("expected a number").found(c))?,
                ),
            },
            // Inside Python proper, ~True is -2.
            UnaryOperator::Invert => Const::Int(
                !c.as_int()
                    .ok_or_else(|| Error::ty("expected an integer").found(c))?,
            ),
            UnaryOperator::Not => Const::Bool(false),
        };
        Ok(Sym::Const(value))
    }

    pub(super) fn comparison(&self, op: CmpOperator, a: &Sym, b: &Sym) -> Result<bool> {
        let predicate = match op {
            CmpOperator::Eq => return self.equal(a, b),
            CmpOperator::NotEq => return self.equal(a, b).map(|e| !e),
            CmpOperator::Is => return self.identical(a, b),
            CmpOperator::IsNot => return self.identical(a, b).map(|e| !e),
            CmpOperator::In | CmpOperator::NotIn => {
                if let (Sym::Const(Const::Str(x)), Sym::Const(Const::Str(y))) = (a, b) {
                    return Ok(y.contains(&**x) == (op == CmpOperator::In));
                }
                let mut found = false;
                for item in self.iterate(b)? {
                    found = found || self.equal(a, &item)?;
                }
                return Ok(found == (op == CmpOperator::In));
            }
            CmpOperator::Lt => Predicate::Lt,
            CmpOperator::LtE => Predicate::Le,
            CmpOperator::Gt => Predicate::Gt,
            CmpOperator::GtE => Predicate::Ge,
        };
        match (a, b) {
            (Sym::Const(x), Sym::Const(y)) => number::compare(predicate, x.untyped(), y.untyped()),
            _ => Err(Error::value(
                "run-time values cannot be compared while compiling",
            )),
        }
    }

    pub(super) fn equal(&self, a: &Sym, b: &Sym) -> Result<bool> {
        match (a, b) {
            (Sym::Const(x), Sym::Const(y)) => {
                spend(x.mass().parts() as usize)?;
                Ok(x.py_eq(y))
            }
            _ if is_sequence(a) && is_sequence(b) && is_list(a) == is_list(b) => {
                let (x, y) = (self.iterate(a)?, self.iterate(b)?);
                if x.len() != y.len() {
                    return Ok(false);
                }
                for (p, q) in x.iter().zip(&y) {
                    if !self.equal(p, q)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Sym::Var(x), Sym::Var(y)) if x == y => Ok(true),
            (Sym::Var(_), _) | (_, Sym::Var(_)) => Err(Error::value(
                "run-time values cannot be compared while compiling",
            )),
            _ => Ok(false),
        }
    }

    fn identical(&self, a: &Sym, b: &Sym) -> Result<bool> {
        let none = |s: &Sym| matches!(s, Sym::Const(Const::None));
        match (a, b) {
            _ if none(a) || none(b) => Ok(none(a) && none(b)),
            (Sym::Const(x), Sym::Const(y)) => Ok(x == y),
            (Sym::Var(x), Sym::Var(y)) => Ok(x == y),
            _ => Ok(false),
        }
    }

    /// `object.name`.
    ///
    /// # Errors
    /// No such attribute.
    pub fn attribute(&mut self, object: Sym, name: &str) -> Result<Sym> {
        let missing = |what: String| {
            Err(Error::new(Kind::Missing, format!("there is no attribute {name}")).found(what))
        };
        match &object {
            Sym::Const(Const::Module(m)) => self.package.module_attribute(m, name).map(Sym::Const),
            Sym::Const(Const::Opaque(what)) => Ok(opaque(&format!("{what}.{name}"))),
            Sym::Const(Const::TileClass(class)) => match class.attribute(name) {
                Some(value) => Ok(Sym::Const(value)),
                None => missing(format!("{class:?}")),
            },
            Sym::Const(Const::Dtype(d)) => match name {
                "bitwidth" => Ok(Sym::Const(Const::Int(d.bits().into()))),
                "itemsize" => Ok(Sym::Const(Const::Int((d.bits() / 8).into()))),
                "name" => Ok(Sym::Const(Const::str(d.to_string()))),
                "is_floating_point" => {
                    let is = d.dtype().is_some_and(crate::dtype::Dtype::is_float);
                    Ok(Sym::Const(Const::Bool(is)))
                }
                _ => missing(d.to_string()),
            },
            Sym::Const(Const::UserEnum(e)) => match name {
                "name" => Ok(Sym::Const(Const::Str(e.name.clone()))),
                "value" => Ok(Sym::Const(e.value.clone())),
                _ => missing(e.name.to_string()),
            },
            Sym::Const(Const::Record(fields)) => {
                let field = fields.iter().find(|(n, _)| &**n == name);
                match field {
                    Some((_, value)) => Ok(Sym::Const(value.clone())),
                    None => missing("object".to_owned()),
                }
            }
            Sym::Const(Const::Class(class))
                if crate::classes::method(self.package, *class, name)
                    .is_some_and(|m| m.is_class) =>
            {
                Ok(Sym::Method(Box::new(object), name.into()))
            }
            Sym::Const(Const::Class(class)) => self.class_attribute(*class, name).map(Sym::Const),
            Sym::Const(Const::Instance(instance)) => {
                self.instance_attribute(&object, instance.class, name, &|i| {
                    instance.fields.get(i).cloned().map(Sym::Const)
                })
            }
            Sym::Instance(class, fields) => {
                self.instance_attribute(&object, *class, name, &|i| fields.get(i).cloned())
            }
            Sym::Var(var) => self.var_attribute(*var, name),
            Sym::Const(
                Const::Str(_)
                | Const::Tuple(_)
                | Const::List(_)
                | Const::Dict(_)
                | Const::Int(_)
                | Const::Float(_),
            )
            | Sym::Tuple(_)
            | Sym::List(_) => Ok(Sym::Method(Box::new(object), name.into())),
            other => missing(self.text(other)),
        }
    }

    fn var_attribute(&self, var: Var, name: &str) -> Result<Sym> {
        let Some(body) = self.body() else {
            return Err(Error::ty("run-time value outside a kernel"));
        };
        let ints = |dims: &[i64]| Sym::Const(Const::ints(dims.iter().copied()));
        match (body.ty(var)?, name) {
            (Type::Tile(t), "dtype") => Ok(Sym::Const(Const::Dtype(t.element))),
            (Type::Tile(t), "shape") => Ok(ints(&t.shape)),
            (Type::Tile(t), "ndim") => Ok(Sym::Const(Const::Int(t.rank() as i128))),
            (Type::Tile(_), _) if tile_method(name).is_some() => {
                Err(Error::ty("tile methods cannot be called while compiling").found(name))
            }
            (Type::Array(a), "dtype") => Ok(Sym::Const(Const::Dtype(a.dtype.into()))),
            (Type::Array(a), "ndim") => Ok(Sym::Const(Const::Int(a.rank() as i128))),
            (Type::Array(a), "shape" | "strides") => {
                let parts = body.aggregate(var).and_then(|p| p.array_parts(a.rank()));
                let Some(parts) = parts else {
                    return Err(Error::ty("internal: array without parts"));
                };
                let vars = if name == "shape" {
                    parts.shape
                } else {
                    parts.strides
                };
                vars.iter()
                    .map(|v| of_var(body, *v))
                    .collect::<Result<Vec<_>>>()
                    .map(tuple)
            }
            (ty, _) => {
                Err(Error::new(Kind::Missing, format!("there is no attribute {name}")).found(ty))
            }
        }
    }

    fn instance_attribute(
        &mut self,
        object: &Sym,
        class: ClassRef,
        name: &str,
        field: &dyn Fn(usize) -> Option<Sym>,
    ) -> Result<Sym> {
        let info = crate::classes::dataclass(self.package, class)?;
        if let Some(value) = info.field_index(name).and_then(field) {
            return Ok(value);
        }
        match crate::classes::method(self.package, class, name) {
            Some(method) if method.is_property => self.call(
                Sym::Const(Const::Function(method.function)),
                vec![object.clone()],
                Vec::new(),
            ),
            Some(_) => Ok(Sym::Method(Box::new(object.clone()), name.into())),
            None => self.class_attribute(class, name).map(Sym::Const),
        }
    }

    /// `Class.name`: a method, a member of an enumeration, or a class variable.
    ///
    /// # Errors
    /// No such attribute.
    pub(crate) fn class_attribute(&mut self, class: ClassRef, name: &str) -> Result<Const> {
        crate::classes::attribute(self.package, class, name)
    }

    /// `object[key]`.
    ///
    /// # Errors
    /// No such item, an object without items.
    pub(super) fn subscript(&mut self, object: Sym, key: Sym) -> Result<Sym> {
        match (&object, &key) {
            (Sym::Const(Const::TileClass(class)), _) => {
                Ok(Sym::Const(self.annotation_subscript(*class, key)?))
            }
            (Sym::Const(Const::Builtin(Builtin::PyTuple)), _) => {
                let items = match key {
                    Sym::Const(Const::Tuple(_)) | Sym::Tuple(_) => self.iterate(&key)?,
                    other => vec![other],
                };
                Ok(Sym::Const(tuple_annotation(&items)))
            }
            (Sym::Const(Const::Opaque(_) | Const::Builtin(_)), _) => {
                Ok(Sym::Const(Const::Opaque("subscripted type".into())))
            }
            (Sym::Const(Const::Dict(items)), Sym::Const(key)) => items
                .iter()
                .find(|(k, _)| k.py_eq(key))
                .map(|(_, v)| Sym::Const(v.clone()))
                .ok_or_else(|| Error::value("key is not in the dictionary").found(key)),
            (_, Sym::Const(Const::Slice(parts))) => {
                let items = self.iterate(&object)?;
                let picked = slice_indices(parts, items.len())?;
                let items: Vec<Sym> = picked
                    .into_iter()
                    .filter_map(|i| items.get(i).cloned())
                    .collect();
                Ok(if let Sym::Const(Const::Str(_)) = object {
                    Sym::Const(Const::str(
                        items.iter().map(|c| self.text(c)).collect::<String>(),
                    ))
                } else if is_list(&object) {
                    Sym::List(items)
                } else {
                    tuple(items)
                })
            }
            (_, Sym::Const(index)) if index.as_int().is_some() => {
                let items = self.iterate(&object)?;
                let i = index.as_int().unwrap_or(0);
                let at = if i < 0 { i + items.len() as i128 } else { i };
                usize::try_from(at)
                    .ok()
                    .and_then(|i| items.get(i).cloned())
                    .ok_or_else(|| Error::value("index is out of range").found(i))
            }
            _ => Err(Error::ty("object has no such items").found(self.text(&object))),
        }
    }

    /// `Constant[T]`, `Annotated[T, ...]`.
    fn annotation_subscript(&mut self, class: TileClass, key: Sym) -> Result<Const> {
        let annotation = match class {
            TileClass::Constant => super::constant_annotation(annotation_of(&key)),
            TileClass::Annotated => {
                let items = self.iterate(&key)?;
                let inner = items.first().map_or_else(Annotation::none, annotation_of);
                items.iter().skip(1).fold(inner, |acc, extra| match extra {
                    Sym::Const(Const::Annotation(a)) => merge(acc, a),
                    _ => acc,
                })
            }
            _ => return Ok(Const::Opaque("subscripted type".into())),
        };
        Ok(Const::Annotation(Arc::new(annotation)))
    }
}

/// What a type expression says about a parameter.
fn annotation_of(value: &Sym) -> Annotation {
    match value {
        Sym::Const(c) => crate::modules::annotation_from_value(c),
        _ => Annotation::none(),
    }
}

fn tuple_annotation(items: &[Sym]) -> Const {
    let annotation = match items {
        [each, Sym::Const(Const::Ellipsis)] => Annotation::Each(Box::new(annotation_of(each))),
        items => Annotation::Items(items.iter().map(annotation_of).collect()),
    };
    Const::Annotation(Arc::new(annotation))
}

/// `Annotated[inner, extra]`.
fn merge(inner: Annotation, extra: &Annotation) -> Annotation {
    let Annotation::Leaf(extra) = extra else {
        return inner;
    };
    match inner {
        Annotation::Leaf(leaf) => Annotation::Leaf(crate::specialise::LeafAnnotation {
            constant: leaf.constant || extra.constant,
            scalar: leaf.scalar.or(extra.scalar),
            array: leaf.array.or_else(|| extra.array.clone()),
        }),
        tuple if extra.constant => super::constant_annotation(tuple),
        tuple => tuple,
    }
}

/// A tuple: a constant when all items are.
pub(super) fn tuple(items: Vec<Sym>) -> Sym {
    let constants: Option<Arc<[Const]>> = items
        .iter()
        .map(|x| match x {
            Sym::Const(c) => Some(c.clone()),
            _ => None,
        })
        .collect();
    constants.map_or(Sym::Tuple(items), |c| Sym::Const(Const::Tuple(c)))
}

pub(super) fn is_sequence(value: &Sym) -> bool {
    matches!(
        value,
        Sym::Tuple(_) | Sym::List(_) | Sym::Const(Const::Tuple(_) | Const::List(_))
    )
}

pub(super) fn is_list(value: &Sym) -> bool {
    matches!(value, Sym::List(_) | Sym::Const(Const::List(_)))
}

/// Refuses lists and texts that grow without bound.
pub(super) fn bounded(len: usize) -> Result<()> {
    if len > MAX_ITEMS {
        return Err(Error::limit("a value grows too large while compiling").found(len));
    }
    Ok(())
}

/// Number of values of a `range`.
pub(super) fn range_len(start: i128, stop: i128, step: i128) -> i128 {
    let span = if step > 0 {
        stop.saturating_sub(start)
    } else {
        start.saturating_sub(stop)
    };
    let step = step.saturating_abs();
    if span <= 0 || step == 0 {
        0
    } else {
        (span - 1) / step + 1
    }
}

/// Positions that `[start:stop:step]` picks out of `len` items.
///
/// # Errors
/// Parts that are neither integers nor `None`, a step of 0.
pub(crate) fn slice_indices(parts: &[Const; 3], len: usize) -> Result<Vec<usize>> {
    let part = |c: &Const| match c {
        Const::None => Ok(None),
        other => other
            .as_int()
            .map(Some)
            .ok_or_else(|| Error::ty("slice parts must be integers").found(other)),
    };
    let (start, stop, step) = (
        part(&parts[0])?,
        part(&parts[1])?,
        part(&parts[2])?.unwrap_or(1),
    );
    if step == 0 {
        return Err(Error::value("slice step cannot be zero"));
    }
    let len = len as i128;
    let (lowest, highest) = if step > 0 { (0, len) } else { (-1, len - 1) };
    let place = |x: Option<i128>, default: i128| match x {
        None => default,
        Some(x) if x < 0 => x.saturating_add(len).max(lowest),
        Some(x) => x.min(highest),
    };
    let start = place(start, if step > 0 { lowest } else { highest });
    let stop = place(stop, if step > 0 { highest } else { lowest });
    Ok((0..range_len(start, stop, step))
        .filter_map(|i| usize::try_from(start + i * step).ok())
        .collect())
}

/// A literal of the source.
///
/// # Errors
/// Bytes, complex numbers, integers beyond 128 bits.
pub fn literal(c: &tree::Constant) -> Result<Const> {
    Ok(match c {
        tree::Constant::None => Const::None,
        tree::Constant::Bool(b) => Const::Bool(*b),
        tree::Constant::Ellipsis => Const::Ellipsis,
        tree::Constant::Int(i) => Const::Int(
            i.as_i128()
                .ok_or_else(|| Error::limit("integer literal is beyond 128 bits"))?,
        ),
        tree::Constant::Float(f) => Const::Float(*f),
        tree::Constant::Str { value, .. } => Const::str(
            value
                .as_str()
                .ok_or_else(|| Error::unsupported("string with lone surrogates"))?,
        ),
        tree::Constant::Imaginary(_) => {
            return Err(
                Error::ty("complex numbers are not supported").help("keep the two parts apart")
            );
        }
        tree::Constant::Bytes(_) => {
            return Err(Error::ty("bytes are not supported").help("write a string"));
        }
    })
}
