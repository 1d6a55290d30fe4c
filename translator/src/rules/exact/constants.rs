//! Constants, with exactly their bits.
//!
//! The official `constant` encodes truth values, 16-bit infinities, large unsigned and 8-bit
//! float literals wrongly; the declarations of a kernel's own take a plain number instead.

use cutile_ir::ir::{DenseElements, OpId, ScalarType};
use quote::quote;

use super::emit::{Emitter, Written};
use super::types::{self, Element, integer};

/// One element of a constant.
enum Number {
    Int(i64),
    /// Written as an `f64` that rounds to the element.
    Float(f64),
}

impl Emitter<'_> {
    /// `constant`.
    pub fn constant(&mut self, op: OpId, value: &DenseElements) -> Written {
        let result = self.result(op)?;
        let tile = self.shape(result).ok_or("the constant is no tile")?;
        let Element::Number(element) = tile.element else {
            return Err("constants of pointers".into());
        };
        let width = element.byte_width();
        if value.data.len() != width {
            return Err("elements differ".into());
        }
        let number = decode(element, &value.data)?;
        let name = match number {
            Number::Int(n) if n < 0 => format!("c_minus_{}", n.unsigned_abs()),
            Number::Int(n) => format!("c_{n}"),
            Number::Float(0.0) => "zero".to_owned(),
            Number::Float(1.0) => "one".to_owned(),
            Number::Float(_) => "factor".to_owned(),
        };
        let expression = if tile.shape.is_empty() {
            self.scalar_constant(element, &number)?
        } else {
            self.tile_constant(element, &number, &tile.shape)?
        };
        self.bind(result, &name, expression)
    }

    fn scalar_constant(&mut self, element: ScalarType, number: &Number) -> Written {
        match number {
            Number::Int(n) => {
                let (function, n) = (self.declarations.fixed("int")?, integer(*n));
                Ok(quote!(#function(#n)))
            }
            Number::Float(x) if is_plain(element, *x) => suffixed(element, *x),
            Number::Float(x) => {
                let (function, x) = (self.declarations.fixed("float")?, float(*x)?);
                Ok(quote!(#function(#x)))
            }
        }
    }

    fn tile_constant(&mut self, element: ScalarType, number: &Number, shape: &[i64]) -> Written {
        let shape = types::shape_value(shape);
        match number {
            Number::Int(n) if matches!(element, ScalarType::I32 | ScalarType::I64) => {
                let suffix = if element == ScalarType::I32 {
                    "i32"
                } else {
                    "i64"
                };
                let n = suffixed_integer(*n, suffix)?;
                Ok(quote!(constant(#n, #shape)))
            }
            Number::Int(n) => {
                let (function, n) = (self.declarations.fixed("int_tile")?, integer(*n));
                Ok(quote!(#function(#n, #shape)))
            }
            Number::Float(x) if is_plain(element, *x) => {
                let x = suffixed(element, *x)?;
                Ok(quote!(constant(#x, #shape)))
            }
            Number::Float(x) => {
                let (function, x) = (self.declarations.fixed("float_tile")?, float(*x)?);
                Ok(quote!(#function(#x, #shape)))
            }
        }
    }
}

/// Whether a literal of the element type itself has the right bits.
fn is_plain(element: ScalarType, x: f64) -> bool {
    matches!(element, ScalarType::F32 | ScalarType::F64) && x.is_finite()
}

fn suffixed_integer(n: i64, suffix: &str) -> Written {
    let sign = if n < 0 { "-" } else { "" };
    format!("{sign}{}{suffix}", n.unsigned_abs())
        .parse()
        .map_err(|e| format!("{e}"))
}

fn suffixed(element: ScalarType, x: f64) -> Written {
    let suffix = if element == ScalarType::F64 {
        "f64"
    } else {
        "f32"
    };
    let sign = if x.is_sign_negative() { "-" } else { "" };
    // The official compiler reads the digits as f64 and then rounds.
    let short = format!("{:?}", x.abs() as f32);
    let exact = element == ScalarType::F32
        && short
            .parse::<f64>()
            .is_ok_and(|y| y as f32 == x.abs() as f32);
    let digits = if exact {
        short
    } else {
        format!("{:?}", x.abs())
    };
    format!("{sign}{digits}{suffix}")
        .parse()
        .map_err(|e| format!("{e}"))
}

/// Past the largest 16- and 32-bit floats, but not past the largest `f64`.
const BEYOND: f64 = 1e39;

fn float(x: f64) -> Written {
    let magnitude = if x.is_infinite() { BEYOND } else { x.abs() };
    let sign = if x.is_sign_negative() { "-" } else { "" };
    format!("{sign}{magnitude:?}")
        .parse()
        .map_err(|e| format!("{e}"))
}

fn decode(element: ScalarType, data: &[u8]) -> Result<Number, String> {
    let mut bytes = [0; 8];
    for (to, from) in bytes.iter_mut().zip(data) {
        *to = *from;
    }
    let bits = u64::from_le_bytes(bytes);
    let float = |x: f64| {
        if x.is_nan() || (x.is_infinite() && element == ScalarType::F64) {
            return Err(format!("the constant {x} has no literal"));
        }
        Ok(Number::Float(x))
    };
    match element {
        ScalarType::I1 => Ok(Number::Int(i64::from(bits & 1 != 0))),
        ScalarType::I8 => Ok(Number::Int((bits as u8 as i8).into())),
        ScalarType::I16 => Ok(Number::Int((bits as u16 as i16).into())),
        ScalarType::I32 => Ok(Number::Int((bits as u32 as i32).into())),
        ScalarType::I64 => Ok(Number::Int(bits as i64)),
        ScalarType::F32 => float(f32::from_bits(bits as u32).into()),
        ScalarType::F64 => float(f64::from_bits(bits)),
        ScalarType::F16 => float(half::f16::from_bits(bits as u16).into()),
        ScalarType::BF16 => float(half::bf16::from_bits(bits as u16).into()),
        ScalarType::F8E4M3FN
        | ScalarType::F8E5M2
        | ScalarType::F8E8M0FNU
        | ScalarType::F8E5M3FNU
        | ScalarType::F4E2M1FN => Ok(Number::Int(bits as i64)),
        ScalarType::I4 => Ok(Number::Int(((bits as u8 as i8) << 4 >> 4).into())),
        ScalarType::TF32 => match bits {
            0 => Ok(Number::Float(0.0)),
            _ => Err("constants of tf32".into()),
        },
    }
}
