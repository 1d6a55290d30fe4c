//! Constants: the bytes of dense elements, and attributes that hold one number.

use super::types;
use crate::diagnostic::{Error, Result};
use crate::dtype::{Dtype, Element};
use crate::float;
use crate::mid::Const;
use crate::mid::types::TileType;
use cutile_ir::ir;

/// Dense elements of a constant tile: one element for all when the value is one number, else
/// every element in row-major order.
///
/// # Errors
/// A value that the type cannot hold, a nested tuple of another shape than the tile's, a tile of
/// addresses.
pub(super) fn dense(value: &Const, ty: TileType) -> Result<ir::Attribute> {
    let Element::Scalar(dtype) = ty.element else {
        return Err(Error::ty("addresses cannot be constants").found(ty.element));
    };
    let mut leaves = Vec::new();
    flatten(value, 0, &mut leaves)?;
    let data = match leaves.as_slice() {
        [one] => bytes(one, dtype)?,
        _ if usize::try_from(ty.shape.numel().unwrap_or(-1)) != Ok(leaves.len()) => {
            return Err(Error::value("a constant has another shape than its tile").found(ty.shape));
        }
        _ if dtype == Dtype::Bool => packed_bits(&leaves),
        _ => {
            let mut data = Vec::new();
            for leaf in leaves {
                data.extend(bytes(leaf, dtype)?);
            }
            data
        }
    };
    let element_type = types::tile(ty);
    // By convention of readers of bytecode, which see only the number of bytes.
    let splat = types::scalar(dtype).byte_width() == data.len();
    Ok(ir::Attribute::DenseElements(ir::DenseElements {
        element_type,
        shape: if splat { Vec::new() } else { ty.shape.to_vec() },
        data,
    }))
}

/// Deepest nesting of a constant's tuples.
const MAX_DEPTH: usize = 64;

fn flatten<'a>(value: &'a Const, depth: usize, out: &mut Vec<&'a Const>) -> Result<()> {
    match value {
        _ if depth > MAX_DEPTH => Err(Error::limit("a constant is nested too deeply")),
        Const::Tuple(items) => items.iter().try_for_each(|x| flatten(x, depth + 1, out)),
        leaf => {
            out.push(leaf);
            Ok(())
        }
    }
}

/// Booleans side by side are packed, eight a byte; one boolean is a byte of ones or zeros.
fn packed_bits(leaves: &[&Const]) -> Vec<u8> {
    let mut data = vec![0; leaves.len().div_ceil(8)];
    for (i, leaf) in leaves.iter().enumerate() {
        if let Some(byte) = data.get_mut(i / 8)
            && is_true(leaf)
        {
            *byte |= 1 << (i % 8);
        }
    }
    data
}

fn is_true(value: &Const) -> bool {
    match value {
        Const::Float(f) => *f != 0.0,
        other => other.as_int().is_some_and(|i| i != 0),
    }
}

fn bytes(value: &Const, dtype: Dtype) -> Result<Vec<u8>> {
    if dtype == Dtype::Bool {
        return Ok(vec![if is_true(value) { 0xff } else { 0 }]);
    }
    let (bits, size) = if dtype.is_float() {
        (float_bits(value, dtype)?, float::bit_size(dtype))
    } else {
        (integer_bits(value, dtype)?, dtype.bits())
    };
    let len = size.div_ceil(8) as usize;
    Ok(bits.to_le_bytes().iter().copied().take(len).collect())
}

fn float_bits(value: &Const, dtype: Dtype) -> Result<u64> {
    let number = value
        .as_float()
        .ok_or_else(|| Error::ty("a constant is not a number").found(value))?;
    float::to_bits(number, dtype).map_err(|why| Error::value(why).found(value))
}

/// The value's bits in the type's width, two's complement.
fn integer_bits(value: &Const, dtype: Dtype) -> Result<u64> {
    let number = match value {
        Const::Float(f) if f.is_finite() => *f as i128,
        other => other
            .as_int()
            .ok_or_else(|| Error::ty("a constant is not a number").found(value))?,
    };
    let bits = dtype.bits();
    if number < -(1 << (bits - 1)) || number >= 1 << bits {
        return Err(Error::value(format!("a constant does not fit in {dtype}")).found(value));
    }
    Ok(number as u64 & (u64::MAX >> (64 - bits)))
}

/// An identity of a reduction or scan over elements of `dtype`.
///
/// # Errors
/// A value that the type cannot hold.
pub(super) fn identity(value: &Const, dtype: Dtype) -> Result<ir::Attribute> {
    if dtype == Dtype::Bool {
        return Ok(ir::Attribute::Bool(is_true(value)));
    }
    let ty = ir::Type::Scalar(types::scalar(dtype));
    if dtype.is_float() {
        let bits = float_bits(value, dtype)?;
        return Ok(ir::Attribute::Float(float::from_bits(bits, dtype), ty));
    }
    let number = match value {
        Const::Float(f) if f.is_finite() => *f as i128,
        other => other
            .as_int()
            .ok_or_else(|| Error::ty("an identity is not a number").found(value))?,
    };
    // An identity wraps where a constant is refused; the attribute holds the zero-extended bits.
    let bits = number as u64 & (u64::MAX >> (64 - dtype.bits()));
    Ok(ir::Attribute::Integer(bits.cast_signed(), ty))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mid::Shape;

    fn data(value: Const, dtype: Dtype, shape: &[i64]) -> Vec<u8> {
        let ty = TileType::new(dtype, Shape::new(shape).unwrap());
        match dense(&value, ty).unwrap() {
            ir::Attribute::DenseElements(d) => d.data,
            other => panic!("{other:?}"),
        }
    }

    /// Bytes that the official `_constant_to_bytes` gives.
    #[test]
    fn elements_are_little_endian_and_as_wide_as_their_type() {
        assert_eq!(
            data(Const::Int(-2), Dtype::Int32, &[]),
            [0xfe, 0xff, 0xff, 0xff]
        );
        assert_eq!(data(Const::Int(255), Dtype::UInt8, &[4]), [0xff]);
        assert_eq!(data(Const::Bool(true), Dtype::Bool, &[8]), [0xff]);
        assert_eq!(
            data(Const::Float(1.0), Dtype::Float32, &[]),
            [0, 0, 0x80, 0x3f]
        );
        assert_eq!(data(Const::Float(1.0), Dtype::BFloat16, &[]), [0x80, 0x3f]);
        assert_eq!(data(Const::Float(1.0), Dtype::Float16, &[]), [0x00, 0x3c]);
        assert_eq!(data(Const::Float(1.0), Dtype::Float8E4M3FN, &[]), [0x38]);
        assert_eq!(
            data(Const::Float(1.5), Dtype::TFloat32, &[]),
            [0x00, 0xfe, 0x01]
        );
        assert_eq!(data(Const::Int(3), Dtype::Float64, &[]), 3f64.to_le_bytes());
    }

    #[test]
    fn several_elements_follow_each_other_and_booleans_are_packed() {
        let ints = Const::ints([1, 2, 3, 4]);
        assert_eq!(data(ints, Dtype::Int16, &[4]), [1, 0, 2, 0, 3, 0, 4, 0]);
        let rows = Const::tuple([Const::ints([1, 0]), Const::ints([0, 1])]);
        assert_eq!(data(rows, Dtype::Bool, &[2, 2]), [0b1001]);
    }

    #[test]
    fn values_out_of_range_are_errors() {
        let ty = |d, s: &[i64]| TileType::new(d, Shape::new(s).unwrap());
        assert!(dense(&Const::Int(256), ty(Dtype::UInt8, &[])).is_err());
        assert!(dense(&Const::ints([1, 2, 3]), ty(Dtype::Int8, &[4])).is_err());
        assert!(dense(&Const::Float(f64::NAN), ty(Dtype::Int8, &[])).is_err());
        assert!(dense(&Const::None, ty(Dtype::Float32, &[])).is_err());
    }

    #[test]
    fn identities_wrap() {
        let attr = identity(&Const::Int(-1), Dtype::Int32).unwrap();
        assert_eq!(attr, ir::Attribute::i32(0xffff_ffff));
        let attr = identity(&Const::Float(f64::NEG_INFINITY), Dtype::Float16).unwrap();
        let ty = ir::ScalarType::F16;
        assert_eq!(attr, ir::Attribute::float(f64::NEG_INFINITY, ty));
    }
}
