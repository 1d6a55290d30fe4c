//! Values in other types and shapes.

use super::code::{Code, ident};
use super::facts::Each;
use super::literal::is_bare_literal;
use super::literal::{as_signed, literal, wide_literal};
use super::ops::{Own, Route};
use super::refusal::Result;
use super::value::{Dim, Elem, Ty, Value, shape_macro};
use super::writer::Writer;
use crate::pair::rust_element;
use crate::rules::names::snake_case;
use quote::quote;
use tileport_python::dtype::{Category, Dtype};
use tileport_python::mid::Const;
use tileport_python::source::Span;

impl Writer<'_> {
    /// The value of a name or literal known while compiling, in code of type `i32`, `f32`, `bool`…
    pub fn number(&mut self, value: &Value, elem: &Elem, span: Span) -> Result<Code> {
        let Elem::Known(dtype) = elem else {
            return self.refuse(
                span,
                "constant",
                "a number of a generic type has no literal",
            );
        };
        if value.elem() == Some(elem) && !is_bare_literal(&value.code) {
            return Ok(value.code.clone());
        }
        let infinite = value
            .uniform_number()
            .and_then(Const::as_float)
            .is_some_and(f64::is_infinite);
        if infinite && *dtype == Dtype::Float32 {
            // The official compiler takes infinities as constant tiles only.
            let tile = self.splat(value.clone(), elem, &[], span)?;
            return Ok(self.scalar(tile, span)?.code);
        }
        match (value.uniform_number(), dtype) {
            (Some(constant), _) => literal(constant, *dtype).map_or_else(
                || {
                    self.refuse(
                        span,
                        "constant",
                        format!("{constant} cannot be written as {dtype}"),
                    )
                },
                Ok,
            ),
            (None, Dtype::Float32) if value.elem() == Some(&Elem::Known(Dtype::Int32)) => {
                let code = Code::call("convert_scalar", std::slice::from_ref(&value.code));
                let wanted = value
                    .code
                    .as_name()
                    .map_or("value".into(), |n| snake_case(&n));
                let open = Value::open(code, Ty::Scalar(elem.clone()));
                Ok(self.bind(open, &wanted).code)
            }
            (None, _) => {
                let reason = format!("its value differs between launches and is wanted as {dtype}");
                match &value.constant {
                    Some(constant) => self.refuse_apart(span, "constant", reason, constant),
                    None => self.refuse(span, "constant", reason),
                }
            }
        }
    }

    /// The value as a Rust number of its own type.
    pub fn scalar(&mut self, value: Value, span: Span) -> Result<Value> {
        match &value.ty {
            Ty::Scalar(_) => Ok(value),
            Ty::Tile(Elem::Known(dtype), dims) if dims.is_empty() => {
                let dtype = *dtype;
                let value = self.close(value, "element");
                let code = self.own(Own::Item(dtype), &[value.code]);
                Ok(Value::new(code, Ty::Scalar(Elem::Known(dtype))))
            }
            Ty::Tile(_, dims) if !dims.is_empty() && dims.iter().all(Dim::is_one) => {
                let reshaped = self.reshape(value, &[], span)?;
                self.scalar(reshaped, span)
            }
            _ => self.refuse(span, "scalar", "a tile stands where one number is wanted"),
        }
    }

    /// The value as an index: an `i32`.
    pub fn index(&mut self, value: Value, span: Span) -> Result<Code> {
        let value = self.scalar(value, span)?;
        match value.elem() {
            Some(Elem::Known(Dtype::Int32)) => Ok(value.code),
            _ => self.refuse(span, "index", "an index of another type than int32"),
        }
    }

    /// The value as a tile of these sizes, its element type unchanged.
    pub fn spread(&mut self, value: Value, dims: &[Dim], span: Span) -> Result<Value> {
        let Some(elem) = value.elem().cloned() else {
            return self.refuse(span, "operand", "no number and no tile");
        };
        match &value.ty {
            Ty::Scalar(_) => self.splat(value, &elem, dims, span),
            Ty::Tile(_, old)
                if old.len() == dims.len() && old.iter().zip(dims).all(|(a, b)| a.same(b)) =>
            {
                Ok(value)
            }
            Ty::Tile(_, old) => {
                let missing = dims.len().saturating_sub(old.len());
                let ones = std::iter::repeat_n(Dim::lit(1, self.configurations()), missing);
                let ranked: Vec<Dim> = ones.chain(old.iter().cloned()).collect();
                let ranked: Vec<Dim> = ranked
                    .into_iter()
                    .zip(dims)
                    .map(|(a, b)| match a.is_one() && !b.is_one() {
                        true => a,
                        false => b.clone(),
                    })
                    .collect();
                let value = self.reshape(value, &ranked, span)?;
                if ranked.iter().zip(dims).all(|(a, b)| a.same(b)) {
                    return Ok(value);
                }
                let value = self.close(value, "tile");
                let code = value.code.method("broadcast", &[shape_macro(dims)]);
                Ok(Value::new(code, Ty::Tile(elem, dims.to_vec())))
            }
            _ => self.refuse(span, "operand", "no number and no tile"),
        }
    }

    /// A number in every element of a tile.
    pub fn splat(&mut self, value: Value, elem: &Elem, dims: &[Dim], span: Span) -> Result<Value> {
        let ty = Ty::Tile(elem.clone(), dims.to_vec());
        let shape = shape_macro(dims);
        if value.is_constant_number() {
            let zero = value.uniform_number().is_some_and(|c| {
                c.as_float()
                    .is_some_and(|f| f == 0.0 && f.is_sign_positive())
            });
            let method = |e: &Elem| {
                matches!(
                    e,
                    Elem::Known(Dtype::Float32 | Dtype::Int32 | Dtype::Int64 | Dtype::Bool)
                )
            };
            let infinite = value
                .uniform_number()
                .and_then(Const::as_float)
                .is_some_and(f64::is_infinite);
            if method(elem) && !infinite {
                let code = self.number(&value, elem, span)?;
                return Ok(self.splat_code(code, ty, dims));
            }
            if elem.is(Dtype::Float32)
                && let Some(code) = value
                    .uniform_number()
                    .and_then(|c| literal(c, Dtype::Float32))
            {
                return Ok(Value::open(Code::call("constant", &[code, shape]), ty));
            }
            if zero {
                let path = match elem {
                    Elem::Known(dtype) => ident(rust_element(*dtype)),
                    Elem::Generic(name) => ident(name),
                };
                let code = Code::call("constant", &[Code::atom(quote!(#path::ZERO)), shape]);
                return Ok(Value::open(code, ty));
            }
            let Some(constant) = value.uniform_number().cloned() else {
                let reason = "its value differs between launches";
                return match &value.constant {
                    Some(constant) => self.refuse_apart(span, "constant", reason, constant),
                    None => self.refuse(span, "constant", reason),
                };
            };
            let code = if self.is_float(elem) {
                let Some(literal) = constant.as_float().and_then(wide_literal) else {
                    return self.refuse(span, "constant", format!("{constant} has no literal"));
                };
                self.own(Own::Lit, &[literal, shape])
            } else {
                let bits = constant
                    .as_int()
                    .and_then(|i| as_signed(i, &self.dtypes(elem)));
                let Some(bits) = bits else {
                    return self.refuse(span, "constant", format!("{constant} has no literal"));
                };
                self.own(Own::LitInt, &[Code::int(bits), shape])
            };
            return Ok(Value::open(code, ty));
        }
        let value = self.close(value, "value");
        Ok(self.splat_code(value.code, ty, dims))
    }

    fn splat_code(&mut self, code: Code, ty: Ty, dims: &[Dim]) -> Value {
        if dims.is_empty() {
            return Value::open(Code::call("scalar_to_tile", &[code]), ty);
        }
        Value::new(code.method("broadcast", &[shape_macro(dims)]), ty)
    }

    /// The value in another shape of as many elements.
    pub fn reshape(&mut self, value: Value, dims: &[Dim], span: Span) -> Result<Value> {
        match &value.ty {
            Ty::Tile(elem, old) => {
                if old.len() == dims.len() && old.iter().zip(dims).all(|(a, b)| a.same(b)) {
                    return Ok(value);
                }
                let elem = elem.clone();
                let value = self.close(value, "tile");
                let code = value.code.method("reshape", &[shape_macro(dims)]);
                Ok(Value::new(code, Ty::Tile(elem, dims.to_vec())))
            }
            Ty::Scalar(elem) => {
                let elem = elem.clone();
                self.splat(value, &elem, dims, span)
            }
            _ => self.refuse(span, "reshape", "no tile"),
        }
    }

    /// The value with another element type.
    pub fn convert(&mut self, value: Value, to: &Elem, span: Span) -> Result<Value> {
        let Some(from) = value.elem().cloned() else {
            return self.refuse(span, "conversion", "no number and no tile");
        };
        if from == *to {
            return Ok(value);
        }
        let dims = match &value.ty {
            Ty::Scalar(_) if value.is_constant_number() => {
                if let Elem::Known(dtype) = to
                    && let Some(code) = value.uniform_number().and_then(|c| literal(c, *dtype))
                {
                    let constant = value.constant.clone();
                    return Ok(Value::new(code, Ty::Scalar(to.clone())).with_constant(constant));
                }
                return self.splat(value, to, &[], span);
            }
            Ty::Scalar(_) => {
                let value = self.close(value, "value");
                return self.convert_scalar(value, &from, to, span);
            }
            Ty::Tile(_, dims) => dims.clone(),
            _ => return self.refuse(span, "conversion", "no tile"),
        };
        let ty = Ty::Tile(to.clone(), dims);
        let value = self.close(value, "tile");
        let route = self.route(&from, to, span)?;
        if value.from_tuple && route == Route::Convert {
            return Ok(Value::open(Code::call("convert_tile", &[value.code]), ty));
        }
        match (to, route) {
            (Elem::Known(dtype), route) => {
                let code = self.own(Own::To(*dtype, route), &[value.code]);
                Ok(Value::new(code, ty))
            }
            (Elem::Generic(_), Route::Convert) => {
                Ok(Value::open(Code::call("convert_tile", &[value.code]), ty))
            }
            (Elem::Generic(_), _) => {
                self.refuse(span, "conversion", "between integers, to a generic type")
            }
        }
    }

    fn convert_scalar(
        &mut self,
        value: Value,
        from: &Elem,
        to: &Elem,
        span: Span,
    ) -> Result<Value> {
        match (from, to) {
            (Elem::Known(Dtype::Int32), Elem::Known(Dtype::Float32)) => {
                let code = Code::call("convert_scalar", &[value.code]);
                Ok(Value::open(code, Ty::Scalar(to.clone())))
            }
            _ => {
                let tile = self.splat(value, from, &[], span)?;
                self.convert(tile, to, span)
            }
        }
    }

    /// How elements are converted, the same way in every configuration.
    fn route(&self, from: &Elem, to: &Elem, span: Span) -> Result<Route> {
        let (from, to) = (self.dtypes(from), self.dtypes(to));
        let mut found = None;
        for pair in from.0.iter().zip(&to.0) {
            let (Some(a), Some(b)) = pair else { continue };
            let kind = route(*a, *b);
            if found.is_some_and(|f| f != kind) {
                let kinds = from.0.iter().zip(&to.0);
                let kinds = kinds.map(|(a, b)| Some(format!("{:?}", route((*a)?, (*b)?))));
                return self.refuse_apart(
                    span,
                    "conversion",
                    "of a kind that differs between launches",
                    &Each(kinds.collect()),
                );
            }
            found = Some(kind);
        }
        Ok(found.unwrap_or(Route::Convert))
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

/// How elements of one type become another's.
pub(super) fn route(from: Dtype, to: Dtype) -> Route {
    use Category::*;
    match (from.category(), to.category()) {
        _ if from == to => Route::Convert,
        (Boolean, Integral) => Route::Extend,
        (Integral, Boolean) => Route::IntToBool,
        (Float | RestrictedFloat, Boolean) => Route::FloatToBool,
        (Integral, Integral) if from.bits() < to.bits() => Route::Extend,
        (Integral, Integral) if from.bits() > to.bits() => Route::Truncate,
        (Integral, Integral) => Route::Bitcast,
        _ => Route::Convert,
    }
}
