//! NumPy's numbers, which have a type of their own, and what `finfo` and `iinfo` tell of types.

use super::{Evaluator, Sym};
use crate::diagnostic::Result;
use crate::dtype::{Dtype, Element};
use crate::lower::builder::canonical;
use crate::mid::{Const, Type};
use crate::tree::Operator;
use std::sync::Arc;

/// A number of a type of its own.
///
/// # Errors
/// A number that the type cannot hold.
pub(super) fn typed(value: &Const, dtype: Dtype) -> Result<Const> {
    let value = match Type::scalar(dtype) {
        Type::Tile(tile) => canonical(value, tile)?,
        _ => value.clone(),
    };
    Ok(Const::Typed(Arc::new((value, dtype))))
}

impl Evaluator<'_> {
    /// An operator where one side is a number with a type: the result has that type, unless
    /// integers are divided. `None` where neither side is, or their types differ.
    pub(super) fn typed_binary(
        &mut self,
        op: Operator,
        a: &Const,
        b: &Const,
    ) -> Result<Option<Sym>> {
        let dtype = match (a.own_type(), b.own_type()) {
            (None, None) => return Ok(None),
            (Some(p), Some(q)) if p != q => return Ok(None),
            (p, q) => p.or(q),
        };
        let (x, y) = (a.untyped().clone(), b.untyped().clone());
        let value = self.binary(op, Sym::Const(x), Sym::Const(y))?;
        let (Some(dtype), Sym::Const(value)) = (dtype, value) else {
            return Ok(None);
        };
        let dtype = match value {
            Const::Float(_) if dtype.is_integral() => Dtype::Float64,
            _ => dtype,
        };
        typed(&value, dtype).map(|c| Some(Sym::Const(c)))
    }
}

/// What `finfo(dtype)` or `iinfo(dtype)` of a library tells: fields by name.
pub(super) fn info(what: &str, args: &[Sym]) -> Option<Sym> {
    let [Sym::Const(Const::Dtype(Element::Scalar(dtype)))] = args else {
        return None;
    };
    let fields: Vec<(&str, Const)> = match what {
        "torch.finfo" | "numpy.finfo" => float_fields(*dtype)?
            .into_iter()
            .map(|(name, value)| (name, Const::Float(value)))
            .collect(),
        "torch.iinfo" | "numpy.iinfo" if dtype.is_integral() => {
            let bits = dtype.bits();
            let (min, max) = if dtype.is_signed() {
                (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
            } else {
                (0, (1i128 << bits) - 1)
            };
            vec![("min", Const::Int(min)), ("max", Const::Int(max))]
        }
        _ => return None,
    };
    let is_numpy = what == "numpy.finfo";
    let bits = ("bits", Const::Int(dtype.bits().into()));
    let fields = fields
        .into_iter()
        .map(|(name, value)| match typed(&value, *dtype) {
            Ok(value) if is_numpy => (name, value),
            _ => (name, value),
        })
        .chain([bits])
        .map(|(name, value)| (Arc::from(name), value))
        .collect();
    Some(Sym::Const(Const::Record(fields)))
}

fn float_fields(dtype: Dtype) -> Option<[(&'static str, f64); 5]> {
    // Digits of the significand behind the point, smallest exponent, largest exponent.
    let (digits, low, high) = match dtype {
        Dtype::Float16 => (10, -14, 15),
        Dtype::BFloat16 => (7, -126, 127),
        Dtype::Float32 => (23, -126, 127),
        Dtype::Float64 => (52, -1022, 1023),
        _ => return None,
    };
    let eps = 2f64.powi(-digits);
    let max = (2.0 - eps) * 2f64.powi(high);
    let tiny = 2f64.powi(low);
    Some([
        ("min", -max),
        ("max", max),
        ("eps", eps),
        ("tiny", tiny),
        ("smallest_normal", tiny),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_floats_are_those_of_the_standard() {
        let max = |d| float_fields(d).map(|f| f[1].1);
        assert_eq!(max(Dtype::Float16), Some(65504.0));
        assert_eq!(max(Dtype::Float32), Some(f64::from(f32::MAX)));
        assert_eq!(max(Dtype::Float64), Some(f64::MAX));
        assert_eq!(float_fields(Dtype::Int32), None);
    }
}
