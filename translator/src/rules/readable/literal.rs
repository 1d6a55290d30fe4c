//! Literals of the Python, and literals of Rust.

use super::code::{Code, Level};
use super::facts::Each;
use super::value::{Elem, Ty, Value};
use crate::pair::rust_element;
use proc_macro2::TokenTree;
use quote::{ToTokens, quote};
use tileport_python::dtype::Dtype;
use tileport_python::mid::Const;
use tileport_python::tree::{self, Constant, Expr, ExprKind};

/// The value of a literal.
pub fn literal_constant(expr: &Expr) -> Option<Const> {
    match &expr.kind {
        ExprKind::Constant(constant) => match constant {
            Constant::None => Some(Const::None),
            Constant::Bool(b) => Some(Const::Bool(*b)),
            Constant::Int(i) => i.as_i128().map(Const::Int),
            Constant::Float(f) => Some(Const::Float(*f)),
            Constant::Str { value, .. } => value.as_str().map(Const::str),
            _ => None,
        },
        ExprKind::UnaryOp {
            op: tree::UnaryOperator::USub,
            operand,
        } => match literal_constant(operand)? {
            Const::Int(i) => Some(Const::Int(-i)),
            Const::Float(f) => Some(Const::Float(-f)),
            _ => None,
        },
        ExprKind::Tuple { elts, .. } => {
            let items = elts
                .iter()
                .map(literal_constant)
                .collect::<Option<Vec<_>>>()?;
            Some(Const::tuple(items))
        }
        _ => None,
    }
}

/// A literal of a type, with its suffix.
pub fn literal(constant: &Const, dtype: Dtype) -> Option<Code> {
    match dtype {
        Dtype::Float32 => {
            let value = constant.as_float()? as f32;
            if value.is_infinite() {
                let path = match value > 0.0 {
                    true => quote!(f32::INFINITY),
                    false => quote!(f32::NEG_INFINITY),
                };
                return Some(Code::atom(path));
            }
            (!value.is_nan()).then(|| Code::float(value, "f32"))
        }
        Dtype::Int32 | Dtype::Int64 => {
            let (low, high) = dtype.integer_range()?;
            let value = constant.as_int()?;
            (low..=high)
                .contains(&value)
                .then(|| Code::int_as(value, rust_element(dtype)))
        }
        Dtype::Bool => {
            let truth = match constant {
                Const::Bool(b) => *b,
                other => other.as_float()? != 0.0,
            };
            Some(Code::name(if truth { "true" } else { "false" }))
        }
        _ => None,
    }
}

/// A literal of type `f64`.
pub(super) fn wide_literal(value: f64) -> Option<Code> {
    // Beyond what any of the types hold: what the compiler rounds to infinity.
    let value = match value {
        v if v.is_nan() => return None,
        v if v.is_infinite() => 1e39f64.copysign(v),
        v => v,
    };
    let text = format!("{:?}", value.abs());
    let literal: proc_macro2::Literal = text.parse().ok()?;
    Some(match value.is_sign_negative() {
        true => Code::new(quote!(-#literal), Level::Unary),
        false => Code::atom(quote!(#literal)),
    })
}

/// An integer as the signed number with the same bits in every one of the types.
pub(super) fn as_signed(value: i128, dtypes: &Each<Dtype>) -> Option<i128> {
    let mut found = None;
    for dtype in dtypes.0.iter().flatten() {
        let bits = match dtype {
            Dtype::Bool => 1,
            d => d.integer_range().map(|_| d.bits())?,
        };
        let signed = match dtype {
            Dtype::Bool => value & 1,
            d if d.is_signed() => value,
            _ => {
                let modulus = 1i128 << bits;
                let low = value.rem_euclid(modulus);
                if low >= modulus / 2 {
                    low - modulus
                } else {
                    low
                }
            }
        };
        if found.is_some_and(|f| f != signed) {
            return None;
        }
        found = Some(signed);
    }
    found
}

/// Whether code is a number without a suffix.
pub(super) fn is_bare_literal(code: &Code) -> bool {
    let last = code.to_token_stream().into_iter().last();
    code.is_simple() && matches!(last, Some(TokenTree::Literal(_)))
}

pub(super) fn bool_literal(c: &Const, constant: &Each<Const>) -> Value {
    let truth = c.as_float().is_some_and(|f| f != 0.0);
    let code = Code::name(if truth { "true" } else { "false" });
    Value::new(code, Ty::Scalar(Elem::Known(Dtype::Bool))).with_constant(Some(constant.clone()))
}

pub(super) fn fits_i32(c: &Const) -> bool {
    c.as_int().is_some_and(|i| i32::try_from(i).is_ok())
}

pub(super) fn is_number_text(code: &Code) -> bool {
    code.is_simple() && code.as_name().is_none()
}
