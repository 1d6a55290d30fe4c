//! Operators of two operands: types promoted and shapes spread as the lowering did, then the
//! Rust form that lowers to the same operation.

use super::code::{Code, Level};
use super::facts::Each;
use super::refusal::Result;
use super::value::{Dim, DimText, Elem, Ty, Value};
use super::writer::Writer;
use quote::quote;
use tileport_python::dtype::{Category, Dtype};
use tileport_python::lower::builtin::Builtin;
use tileport_python::mid::op::RoundingMode;
use tileport_python::mid::{Const, EnumValue};
use tileport_python::source::Span;
use tileport_python::tree::{Expr, Operator};

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
        self.binary(
            expr.span,
            Builtin::of_operator(op),
            l,
            r,
            Numeric::default(),
        )
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
    pub(super) fn promoted(
        &mut self,
        a: &Value,
        b: &Value,
        span: Span,
        division: bool,
    ) -> Result<Elem> {
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
                    DimText::Name(_) => x,
                    DimText::Lit(_) => y,
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

    #[allow(clippy::too_many_arguments)]
    pub(super) fn tile_binary(
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
}

impl Numeric {
    pub(super) fn is_plain(self) -> bool {
        self == Numeric::default()
    }

    pub(super) fn ftz_code(self) -> Code {
        Code::atom(match self.ftz {
            true => quote!(ftz::Enabled),
            false => quote!(ftz::Disabled),
        })
    }

    pub(super) fn nan_code(self) -> Code {
        Code::atom(match self.nan {
            true => quote!(nan::Enabled),
            false => quote!(nan::Disabled),
        })
    }

    pub(super) fn rounding_code(self) -> Code {
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

pub(super) fn both_scalars(a: &Value, b: &Value) -> bool {
    matches!(a.ty, Ty::Scalar(_)) && matches!(b.ty, Ty::Scalar(_))
}

/// A name for a number.
pub(super) fn constant_name(value: &Value) -> Option<&'static str> {
    let number = value.uniform_number()?.as_float()?;
    Some(match number {
        0.0 => "zero",
        1.0 => "one",
        2.0 => "two",
        0.5 => "half",
        _ => return None,
    })
}
