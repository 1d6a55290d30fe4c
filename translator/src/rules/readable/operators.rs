//! Operators and functions of one or two operands: types promoted and shapes spread as the
//! lowering did, then the Rust form that lowers to the same operation.

use super::code::{Code, Level};
use super::expr::{builtin_of, compare_tokens};
use super::facts::Each;
use super::ops::Own;
use super::refusal::{Hint, Refusal, Result};
use super::value::{Dim, Elem, Ty, Value};
use super::writer::Writer;
use quote::{ToTokens, quote};
use tileport_python::dtype::{Category, Dtype};
use tileport_python::lower::builtin::Builtin;
use tileport_python::mid::op::RoundingMode;
use tileport_python::mid::{Const, EnumValue};
use tileport_python::source::Span;
use tileport_python::tree::{CmpOperator, Expr, Operator};

/// Rounding and flushing of an operation, as the call asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numeric {
    /// Rounding, when given.
    pub rounding: Option<RoundingMode>,
    /// Whether denormals are flushed to zero.
    pub ftz: bool,
    /// Whether NaN operands give NaN.
    pub nan: bool,
}

impl Numeric {
    fn is_plain(self) -> bool {
        self == Numeric::default()
    }

    fn ftz_code(self) -> Code {
        Code::atom(match self.ftz {
            true => quote!(ftz::Enabled),
            false => quote!(ftz::Disabled),
        })
    }

    fn nan_code(self) -> Code {
        Code::atom(match self.nan {
            true => quote!(nan::Enabled),
            false => quote!(nan::Disabled),
        })
    }

    fn rounding_code(self) -> Code {
        Code::atom(match self.rounding {
            None | Some(RoundingMode::Rn) => quote!(rounding::NearestEven),
            Some(RoundingMode::Rz) => quote!(rounding::Zero),
            Some(RoundingMode::Rm) => quote!(rounding::NegativeInf),
            Some(RoundingMode::Rp) => quote!(rounding::PositiveInf),
            Some(RoundingMode::Approx) => quote!(rounding::Approx),
            Some(RoundingMode::Full) => quote!(rounding::Full),
            Some(RoundingMode::Ra) => quote!(rounding::NearestAway),
            Some(RoundingMode::Rzi) => quote!(rounding::NearestIntToZero),
        })
    }
}

impl Writer<'_> {
    /// `left op right`.
    pub fn bin_op(
        &mut self,
        expr: &Expr,
        left: &Expr,
        op: Operator,
        right: &Expr,
    ) -> Result<Value> {
        let (l, r) = (self.expr(left)?, self.expr(right)?);
        self.binary(expr.span, builtin_of(op), l, r, Numeric::default())
    }

    /// An operator or a function of two operands, whose result the lowering found at `span`.
    pub fn binary(
        &mut self,
        span: Span,
        builtin: Builtin,
        left: Value,
        right: Value,
        numeric: Numeric,
    ) -> Result<Value> {
        if builtin == Builtin::MatMul {
            return self.matmul(span, left, right);
        }
        let found = self.fact_at(span).and_then(|f| f.dtype());
        let division = matches!(builtin, Builtin::TrueDiv | Builtin::CtTruediv);
        let elem = match found {
            Some(dtypes) => {
                let wanted = self.wanted();
                self.prefer(&dtypes, &left, &right, &wanted)
            }
            None => self.promoted(&left, &right, span, division)?,
        };
        let sum = matches!(
            builtin,
            Builtin::Add | Builtin::Sub | Builtin::CtAdd | Builtin::CtSub
        );
        if sum && self.fused(span)? {
            return self.fuse(span, builtin, left, right, &elem, numeric);
        }
        if both_scalars(&left, &right) {
            return self.scalar_binary(span, builtin, left, right, &elem, numeric);
        }
        let dims = self.joint_dims(&left, &right, span)?;
        let factors = matches!(builtin, Builtin::Mul | Builtin::CtMul) && self.is_float(&elem);
        let a = self.operand(left, &elem, &dims, span, "left")?;
        let b = self.operand_open(right, &elem, &dims, span)?;
        let mut out =
            self.tile_binary(span, builtin, a.clone(), b.clone(), &elem, &dims, numeric)?;
        if factors {
            out.factors = Some(Box::new([a, b]));
            out.factored_at = self.frame.clock;
        }
        Ok(out)
    }

    /// Of the element types that are `dtypes`, one that an operand has, so that none is converted
    /// to itself under another name.
    fn prefer(&mut self, dtypes: &Each<Dtype>, a: &Value, b: &Value, wanted: &str) -> Elem {
        for value in [a, b] {
            if let Some(elem) = value.elem()
                && !value.is_constant_number()
                && self.dtypes(elem) == *dtypes
            {
                return elem.clone();
            }
        }
        self.elem(dtypes, wanted)
    }

    /// The type both operands are converted to.
    fn promoted(&mut self, a: &Value, b: &Value, span: Span, division: bool) -> Result<Elem> {
        let (Some(ea), Some(eb)) = (a.elem().cloned(), b.elem().cloned()) else {
            return self.refuse(span, "operand", "no number and no tile");
        };
        let (ca, cb) = (a.is_constant_number(), b.is_constant_number());
        let (da, db) = (self.dtypes(&ea), self.dtypes(&eb));
        let mut out = Vec::with_capacity(da.0.len());
        for pair in da.0.iter().zip(&db.0) {
            let (Some(x), Some(y)) = pair else {
                out.push(None);
                continue;
            };
            let common = match (ca, cb) {
                (true, false) => loose(*x, *y),
                (false, true) => loose(*y, *x),
                _ => x.promote(*y),
            };
            let Some(mut common) = common else {
                return self.refuse(span, "operands", format!("{x} and {y} have no common type"));
            };
            if division && !common.is_float() {
                common = Dtype::DEFAULT_FLOAT;
            }
            out.push(Some(common));
        }
        Ok(self.prefer(&Each(out), a, b, "Element"))
    }

    /// The shape that both operands are spread to.
    pub fn joint_dims(&self, a: &Value, b: &Value, span: Span) -> Result<Vec<Dim>> {
        let (Some(a), Some(b)) = (a.dims(), b.dims()) else {
            return self.refuse(span, "operand", "no number and no tile");
        };
        let rank = a.len().max(b.len());
        let mut out = Vec::with_capacity(rank);
        for i in 0..rank {
            let at = |d: &[Dim]| {
                (i + d.len())
                    .checked_sub(rank)
                    .and_then(|j| d.get(j))
                    .cloned()
            };
            let dim = match (at(a), at(b)) {
                (Some(x), Some(y)) if x.is_one() => y,
                (Some(x), Some(y)) if y.is_one() || x.same(&y) => x,
                (Some(x), Some(y)) if x.values.agrees(&y.values) => match &x.text {
                    super::value::DimText::Name(_) => x,
                    super::value::DimText::Lit(_) => y,
                },
                (Some(x), None) | (None, Some(x)) => x,
                _ => return self.refuse(span, "operands", "of shapes that do not fit"),
            };
            out.push(dim);
        }
        Ok(out)
    }

    /// An operand converted and spread, in code that may stand anywhere.
    pub fn operand(
        &mut self,
        value: Value,
        elem: &Elem,
        dims: &[Dim],
        span: Span,
        wanted: &str,
    ) -> Result<Value> {
        let name = constant_name(&value).unwrap_or(wanted).to_owned();
        let value = self.operand_open(value, elem, dims, span)?;
        Ok(self.close(value, &name))
    }

    /// An operand converted and spread; its type may still have to come from its surroundings.
    pub fn operand_open(
        &mut self,
        value: Value,
        elem: &Elem,
        dims: &[Dim],
        span: Span,
    ) -> Result<Value> {
        let (factors, at) = (value.factors.clone(), value.factored_at);
        let product_of = value.product_of;
        let before = (value.ty.clone(), value.code.clone());
        if value.is_constant_number() && matches!(value.ty, Ty::Scalar(_)) {
            return self.splat(value, elem, dims, span);
        }
        let value = self.convert(value, elem, span)?;
        let mut value = self.spread(value, dims, span)?;
        if value.ty == before.0 {
            value.factors = factors;
            value.factored_at = at;
            value.product_of = product_of;
        }
        Ok(value)
    }

    /// Whether the sum at a span absorbed a product.
    fn fused(&self, span: Span) -> Result<bool> {
        match self.facts.is_fused(self.frame.module, span, &self.active) {
            Some(fused) => Ok(fused),
            None => self.refuse(span, "sum", "fused with a product in some launches only"),
        }
    }

    fn fuse(
        &mut self,
        span: Span,
        builtin: Builtin,
        left: Value,
        right: Value,
        elem: &Elem,
        numeric: Numeric,
    ) -> Result<Value> {
        let dims = self.joint_dims(&left, &right, span)?;
        let is_product = |v: &Value| v.factors.is_some() || v.product_of.is_some();
        let (product, other, product_is_right) = match (is_product(&left), is_product(&right)) {
            (true, _) => (left, right, false),
            (false, true) => (right, left, true),
            (false, false) => {
                return self.refuse(span, "sum", "fused with a product the writer does not see");
            }
        };
        if let (None, Some((module, call))) = (&product.factors, product.product_of) {
            let reason = "fused with a product that a helper returns";
            return Err(Refusal::new(self.frame.module, span, "sum", reason)
                .hint(Hint::Inline(module, call)));
        }
        self.still_current(&product, span)?;
        if let Some(binding) = product.binding {
            self.frame.lets.dropped.insert(binding);
        }
        let Some(factors) = product.factors else {
            return self.refuse(span, "sum", "fused with a product the writer does not see");
        };
        let [mut a, b] = *factors;
        let mut c = self.operand(other, elem, &dims, span, "sum")?;
        if matches!(builtin, Builtin::Sub | Builtin::CtSub) {
            match product_is_right {
                true => a = self.negate(a, span)?,
                false => c = self.negate(c, span)?,
            }
        }
        let a = self.close(a, "factor");
        let b = self.close(b, "factor");
        let code = self.own(Own::MulAdd(numeric.ftz), &[a.code, b.code, c.code]);
        Ok(Value::new(code, Ty::Tile(elem.clone(), dims)))
    }

    /// Whether the factors of a product still hold what they held when it was made.
    fn still_current(&self, product: &Value, span: Span) -> Result<()> {
        let mut names = std::collections::BTreeSet::new();
        for factor in product.factors.iter().flat_map(|f| f.iter()) {
            super::function::collect_names(factor.code.to_token_stream(), &mut names);
        }
        let own = product.code.as_name();
        let moved = names.iter().any(|name| {
            let bound = self.frame.bound_at.get(name).copied().unwrap_or(0);
            Some(name) != own.as_ref() && bound > product.factored_at
        });
        match moved {
            true => self.refuse(
                span,
                "sum",
                "fused with a product whose factors have changed since",
            ),
            false => Ok(()),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn tile_binary(
        &mut self,
        span: Span,
        builtin: Builtin,
        a: Value,
        b: Value,
        elem: &Elem,
        dims: &[Dim],
        numeric: Numeric,
    ) -> Result<Value> {
        use Builtin::*;
        let ty = Ty::Tile(elem.clone(), dims.to_vec());
        let float = self.is_float(elem);
        if float
            && self
                .dtypes(elem)
                .0
                .iter()
                .flatten()
                .any(|d| d.category() != Category::Float)
        {
            return self.refuse(span, "arithmetic", "of storage floats");
        }
        let (op, level, function) = match builtin {
            Add | CtAdd => (quote!(+), Level::Sum, "addf"),
            Sub | CtSub => (quote!(-), Level::Sum, "subf"),
            Mul | CtMul => (quote!(*), Level::Product, "mulf"),
            TrueDiv | CtTruediv if float => (quote!(/), Level::Product, "divf"),
            And | CtBitwiseAnd if !float => (quote!(&), Level::BitAnd, ""),
            Or | CtBitwiseOr if !float => (quote!(|), Level::BitOr, ""),
            Xor | CtBitwiseXor if !float => (quote!(^), Level::BitXor, ""),
            LShift | CtBitwiseLshift if !float => (quote!(<<), Level::Shift, ""),
            RShift | CtBitwiseRshift if !float => (quote!(>>), Level::Shift, ""),
            _ => return self.tile_function(span, builtin, a, b, elem, dims, numeric),
        };
        if numeric.is_plain() {
            return Ok(Value::new(Code::binary(&a.code, op, &b.code, level), ty));
        }
        if numeric.rounding == Some(RoundingMode::Full) {
            return self.refuse(span, "rounding mode", "`full` of a quotient");
        }
        let b = self.close(b, "right");
        let code = Code::call(
            function,
            &[a.code, b.code, numeric.rounding_code(), numeric.ftz_code()],
        );
        Ok(Value::new(code, ty))
    }

    #[allow(clippy::too_many_arguments)]
    fn tile_function(
        &mut self,
        span: Span,
        builtin: Builtin,
        a: Value,
        b: Value,
        elem: &Elem,
        dims: &[Dim],
        numeric: Numeric,
    ) -> Result<Value> {
        use Builtin::*;
        let ty = Ty::Tile(elem.clone(), dims.to_vec());
        let float = self.is_float(elem);
        let wanted = constant_name(&b).unwrap_or("right");
        let b = self.close(b, wanted);
        let pair = [a.code, b.code];
        let code = match builtin {
            PyMax | CtMaximum | PyMin | CtMinimum => {
                let max = matches!(builtin, PyMax | CtMaximum);
                match (float, max) {
                    (true, _) => {
                        let [x, y] = pair;
                        let name = if max { "maxf" } else { "minf" };
                        Code::call(name, &[x, y, numeric.nan_code(), numeric.ftz_code()])
                    }
                    (false, true) => Code::call("maxi", &pair),
                    (false, false) => Code::call("mini", &pair),
                }
            }
            FloorDiv | CtFloordiv if !float => self.own(Own::FloorDivTile, &pair),
            CtCdiv if !float => self.own(Own::CeilDivTile, &pair),
            Mod | CtMod if !float && self.all_signed(elem) => self.own(Own::ModuloTile, &pair),
            Mod | CtMod if !float => Code::call("remi", &pair),
            Pow | CtPow if float => Code::call("pow", &pair),
            CtAtan2 if float => Code::call("atan2", &pair),
            _ => {
                return self.refuse(
                    span,
                    format!("`{}`", builtin.name()),
                    "the writer has no form for it with these operands",
                );
            }
        };
        Ok(Value::new(code, ty))
    }

    fn all_signed(&self, elem: &Elem) -> bool {
        self.dtypes(elem).0.iter().flatten().all(|d| d.is_signed())
    }

    fn scalar_binary(
        &mut self,
        span: Span,
        builtin: Builtin,
        left: Value,
        right: Value,
        elem: &Elem,
        numeric: Numeric,
    ) -> Result<Value> {
        use Builtin::*;
        let ints = elem.is(Dtype::Int32);
        let floats = elem.is(Dtype::Float32);
        let bools = elem.is(Dtype::Bool);
        let is_number = |v: &Value| v.is_constant_number() || v.elem().is_some_and(|e| *e == *elem);
        if !(ints || floats || bools)
            || !is_number(&left)
            || !is_number(&right)
            || !numeric.is_plain()
        {
            return self.scalar_as_tile(span, builtin, left, right, elem, numeric);
        }
        let a = self.number_or_code(&left, elem, span)?;
        let b = self.number_or_code(&right, elem, span)?;
        let ty = Ty::Scalar(elem.clone());
        let (op, level) = match builtin {
            Add | CtAdd => (quote!(+), Level::Sum),
            Sub | CtSub => (quote!(-), Level::Sum),
            Mul | CtMul => (quote!(*), Level::Product),
            TrueDiv | CtTruediv if floats => (quote!(/), Level::Product),
            And | CtBitwiseAnd if !floats => (quote!(&), Level::BitAnd),
            Or | CtBitwiseOr if !floats => (quote!(|), Level::BitOr),
            Xor | CtBitwiseXor if !floats => (quote!(^), Level::BitXor),
            LShift | CtBitwiseLshift if ints => (quote!(<<), Level::Shift),
            RShift | CtBitwiseRshift if ints => (quote!(>>), Level::Shift),
            FloorDiv | CtFloordiv if ints => {
                return Ok(Value::new(self.own(Own::FloorDiv, &[a, b]), ty));
            }
            Mod | CtMod if ints => return Ok(Value::new(self.own(Own::Modulo, &[a, b]), ty)),
            CtCdiv if ints => return Ok(Value::new(Code::call("ceil_div", &[a, b]), ty)),
            PyMin | CtMinimum | PyMax | CtMaximum if ints => {
                let name = match builtin {
                    PyMin | CtMinimum => "min",
                    _ => "max",
                };
                // Nested calls of these lose their type in the official compiler.
                let value = Value::new(Code::call(name, &[a, b]), ty);
                return Ok(self.bind_if_nested(value, name));
            }
            _ => return self.scalar_as_tile(span, builtin, left, right, elem, numeric),
        };
        Ok(Value::new(Code::binary(&a, op, &b, level), ty))
    }

    fn bind_if_nested(&mut self, value: Value, wanted: &str) -> Value {
        match self.is_whole_statement() {
            true => value,
            false => {
                let wanted = match wanted {
                    "min" => "smaller",
                    _ => "larger",
                };
                self.bind(value, wanted)
            }
        }
    }

    /// Whether the statement being written is an assignment of nothing but a call.
    fn is_whole_statement(&self) -> bool {
        let Some(module) = self.package.module_by_id(self.frame.module) else {
            return false;
        };
        let text = self.frame.statement.text(&module.source);
        text.split_once('=').is_some_and(|(_, value)| {
            let value = value.trim_start();
            ["min(", "max(", "ct.minimum(", "ct.maximum("]
                .iter()
                .any(|f| value.starts_with(f))
        })
    }

    fn number_or_code(&mut self, value: &Value, elem: &Elem, span: Span) -> Result<Code> {
        match value.is_constant_number() && value.elem() != Some(elem) {
            true => self.number(value, elem, span),
            false => Ok(value.code.clone()),
        }
    }

    fn scalar_as_tile(
        &mut self,
        span: Span,
        builtin: Builtin,
        left: Value,
        right: Value,
        elem: &Elem,
        numeric: Numeric,
    ) -> Result<Value> {
        let a = self.operand(left, elem, &[], span, "left")?;
        let b = self.operand(right, elem, &[], span, "right")?;
        let factors = matches!(builtin, Builtin::Mul | Builtin::CtMul) && self.is_float(elem);
        let mut out = self.tile_binary(span, builtin, a.clone(), b.clone(), elem, &[], numeric)?;
        if factors {
            out.factors = Some(Box::new([a, b]));
            out.factored_at = self.frame.clock;
        }
        Ok(out)
    }

    /// A comparison.
    pub fn compare(
        &mut self,
        op: CmpOperator,
        left: Value,
        right: Value,
        span: Span,
    ) -> Result<Value> {
        let Some(tokens) = compare_tokens(op) else {
            return self.refuse(span, "comparison", "of what is only known at run time");
        };
        let elem = self.promoted(&left, &right, span, false)?;
        let truth = Elem::Known(Dtype::Bool);
        let native = matches!(
            elem,
            Elem::Known(Dtype::Int32 | Dtype::Float32 | Dtype::Bool)
        );
        let unordered = op == CmpOperator::NotEq && self.is_float(&elem);
        if both_scalars(&left, &right) && native && !unordered {
            let a = self.number_or_code(&left, &elem, span)?;
            let b = self.number_or_code(&right, &elem, span)?;
            let code = Code::binary(&a, tokens, &b, Level::Compare);
            return Ok(Value::new(code, Ty::Scalar(truth)));
        }
        let dims = self.joint_dims(&left, &right, span)?;
        let a = self.operand(left, &elem, &dims, span, "left")?;
        let b = self.operand(right, &elem, &dims, span, "right")?;
        let ty = Ty::Tile(truth, dims);
        let code = if unordered {
            Code::call(
                "cmpf",
                &[
                    a.code,
                    b.code,
                    Code::atom(quote!(predicate::NotEqual)),
                    Code::atom(quote!(cmp_ordering::Unordered)),
                ],
            )
        } else {
            let function = match op {
                CmpOperator::Eq => "eq_tile",
                CmpOperator::NotEq => "ne_tile",
                CmpOperator::Lt => "lt_tile",
                CmpOperator::LtE => "le_tile",
                CmpOperator::Gt => "gt_tile",
                _ => "ge_tile",
            };
            Code::call(function, &[a.code, b.code])
        };
        Ok(Value::new(code, ty))
    }

    /// A function of one operand.
    pub fn unary(
        &mut self,
        span: Span,
        builtin: Builtin,
        x: Value,
        numeric: Numeric,
    ) -> Result<Value> {
        use Builtin::*;
        let Some(elem) = x.elem().cloned() else {
            return self.refuse(span, "operand", "no number and no tile");
        };
        let float = self.is_float(&elem);
        if !float && !matches!(builtin, PyAbs | CtAbs | CtBitwiseNot) {
            // Integers become the default float first.
            let to = Elem::Known(Dtype::DEFAULT_FLOAT);
            let x = self.convert(x, &to, span)?;
            return self.unary(span, builtin, x, numeric);
        }
        let x = self.tile_of(x, span)?;
        let ty = x.ty.clone();
        let approx = numeric.rounding == Some(RoundingMode::Approx);
        let one = |name: &str| Code::call(name, std::slice::from_ref(&x.code));
        let code = match builtin {
            PyAbs | CtAbs if float => one("absf"),
            PyAbs | CtAbs => one("absi"),
            CtNegative => return self.negate(x, span),
            CtCeil => one("ceil"),
            CtFloor => one("floor"),
            CtSin => one("sin"),
            CtCos => one("cos"),
            CtTan => one("tan"),
            CtSinh => one("sinh"),
            CtCosh => one("cosh"),
            CtLog => one("log"),
            CtLog2 => one("log2"),
            CtTanh if numeric.is_plain() => one("tanh"),
            CtTanh if approx => Code::atom({
                let x = &x.code;
                quote!(unsafe { tanh_with_rounding(#x, rounding::Approx) })
            }),
            CtExp if numeric.is_plain() || numeric.rounding == Some(RoundingMode::Full) => {
                one("exp")
            }
            CtExp if approx => self.own(Own::ExpApprox, std::slice::from_ref(&x.code)),
            CtExp2 => Code::call("exp2", &[x.code, numeric.ftz_code()]),
            CtRsqrt => Code::call("rsqrt", &[x.code, numeric.ftz_code()]),
            CtSqrt => Code::call(
                "sqrt",
                &[x.code, numeric.rounding_code(), numeric.ftz_code()],
            ),
            _ => {
                return self.refuse(
                    span,
                    format!("`{}`", builtin.name()),
                    "the writer has no form for it",
                );
            }
        };
        Ok(Value::new(code, ty))
    }
}

/// The rounding mode that a constant is.
pub fn rounding(constant: &Const) -> Option<RoundingMode> {
    match constant {
        Const::Enum(EnumValue::Rounding(mode)) => Some(*mode),
        _ => None,
    }
}

/// The type a flexible constant takes beside a typed operand.
fn loose(constant: Dtype, typed: Dtype) -> Option<Dtype> {
    match constant.category() <= typed.category() {
        true => Some(typed),
        false => constant.promote(typed),
    }
}

fn both_scalars(a: &Value, b: &Value) -> bool {
    matches!(a.ty, Ty::Scalar(_)) && matches!(b.ty, Ty::Scalar(_))
}

/// A name for a number.
fn constant_name(value: &Value) -> Option<&'static str> {
    let number = value.uniform_number()?.as_float()?;
    Some(match number {
        0.0 => "zero",
        1.0 => "one",
        2.0 => "two",
        0.5 => "half",
        _ => "constant",
    })
}
