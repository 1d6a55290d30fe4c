//! Conversions between element types.

use std::sync::LazyLock;

use cutile_ir::ir::{IntegerOverflow, ScalarType, Signedness};
use half::slice::HalfFloatSliceExt;
use tileport_ir::float::float_from_bits;

use super::Notes;
use super::integers::integers;
use crate::end::Poison;
use crate::number::{Element, Float, Format, Integer, Rounding, Tf32, bits, exact};
use crate::program::code::Conversion;
use crate::tile::{Elements, Tile};

pub fn convert(conversion: Conversion, to: ScalarType, a: Tile, notes: &mut Notes) -> Option<Tile> {
    match conversion {
        Conversion::Bitcast => Some(Tile::from_bits(to, a.to_bits())),
        Conversion::Extend(Signedness::Signed) => integer_tile(to, integers(&a)?),
        Conversion::Extend(Signedness::Unsigned) => integer_tile(to, unsigned(&a)?),
        Conversion::Truncate(overflow) => truncate(overflow, to, &a, notes),
        Conversion::FloatToFloat(rounding) => float_to_float(rounding, to, a),
        Conversion::FloatToInteger {
            signedness,
            saturating,
        } => float_to_integer(signedness, saturating, to, &a, notes),
        Conversion::IntegerToFloat(signedness, rounding) => {
            integer_to_float(signedness, rounding, to, &a)
        }
    }
}

/// The elements of a tile of integers, read as unsigned; those of 64 bits keep their bits.
fn unsigned(tile: &Tile) -> Option<Elements<i64>> {
    Some(match tile {
        Tile::I1(x) => x.clone().map(|v| v.unsigned() as i64),
        Tile::I8(x) => x.clone().map(|v| v.unsigned() as i64),
        Tile::I16(x) => x.clone().map(|v| v.unsigned() as i64),
        Tile::I32(x) => x.clone().map(|v| v.unsigned() as i64),
        Tile::I64(x) => x.clone(),
        _ => return None,
    })
}

/// The lowest bits of each number.
fn integer_tile(to: ScalarType, x: Elements<i64>) -> Option<Tile> {
    Some(match to {
        ScalarType::I1 => Tile::I1(x.map(bool::wrap)),
        ScalarType::I8 => Tile::I8(x.map(i8::wrap)),
        ScalarType::I16 => Tile::I16(x.map(i16::wrap)),
        ScalarType::I32 => Tile::I32(x.map(i32::wrap)),
        ScalarType::I64 => Tile::I64(x),
        _ => return None,
    })
}

fn truncate(
    overflow: IntegerOverflow,
    to: ScalarType,
    a: &Tile,
    notes: &mut Notes,
) -> Option<Tile> {
    let (signed, whole) = (integers(a)?, unsigned(a)?);
    let width = bits(to);
    let keeps_sign = |v: i64| v << (64 - width) >> (64 - width) == v;
    let keeps_value = |v: i64| (v as u64) >> width == 0;
    let fits = match overflow {
        IntegerOverflow::None => true,
        IntegerOverflow::NoSignedWrap => signed.all(keeps_sign),
        IntegerOverflow::NoUnsignedWrap => whole.all(keeps_value),
        IntegerOverflow::NoWrap => signed.all(keeps_sign) && whole.all(keeps_value),
    };
    if !fits {
        notes.poison(Poison::Overflow);
    }
    integer_tile(to, signed)
}

fn float_to_float(rounding: Rounding, to: ScalarType, a: Tile) -> Option<Tile> {
    if to == ScalarType::F32 {
        return to_f32(a, rounding);
    }
    let wide = |v: f64| v;
    macro_rules! from_any {
        ($make:expr) => {
            match a {
                Tile::F32(x) => Some($make(x, Float::wide)),
                Tile::F64(x) => Some($make(x, wide)),
                Tile::F16(x) => Some($make(x, Float::wide)),
                Tile::Bf16(x) => Some($make(x, Float::wide)),
                Tile::Tf32(x) => Some($make(x, |v: Tf32| f64::from(v.0))),
                Tile::Small(from, x) => {
                    let table = table(from)?;
                    Some($make(x, |v: u8| f64::from(value(table, v))))
                }
                _ => None,
            }
        };
    }
    fn make<T: Element, U: Element>(
        x: Elements<T>,
        wide: impl Fn(T) -> f64,
        round: impl Fn(f64) -> U,
    ) -> Elements<U> {
        x.map(|v| round(wide(v)))
    }
    let format = Format::of(to);
    let pattern = |v: f64| format.map_or(0, |f| f.encode(v, rounding));
    match to {
        ScalarType::F64 => from_any!(|x, w| Tile::F64(make(x, w, |v| v))),
        ScalarType::F16 => from_any!(|x, w| Tile::F16(make(x, w, |v| Float::round(v, rounding)))),
        ScalarType::BF16 => from_any!(|x, w| Tile::Bf16(make(x, w, |v| Float::round(v, rounding)))),
        ScalarType::TF32 => {
            from_any!(|x, w| Tile::Tf32(make(x, w, |v| Tf32(f32::from_bits(pattern(v) << 13)))))
        }
        _ if format.is_some() => {
            from_any!(|x, w| Tile::Small(to, make(x, w, |v| pattern(v) as u8)))
        }
        _ => None,
    }
}

/// Any float tile as `f32`, in which all but 64-bit ones are exact.
pub fn to_f32(a: Tile, rounding: Rounding) -> Option<Tile> {
    Some(Tile::F32(match a {
        Tile::F32(x) => x,
        Tile::F64(x) => x.map(|v| <f32 as Float>::round(v, rounding)),
        Tile::F16(Elements::Each(x)) => {
            let mut out = vec![0f32; x.len()];
            x.as_slice().convert_to_f32_slice(&mut out);
            Elements::Each(out.into())
        }
        Tile::F16(Elements::Same(x)) => Elements::Same(x.to_f32()),
        Tile::Bf16(x) => x.map(|v| f32::from_bits(u32::from(v.to_bits()) << 16)),
        Tile::Tf32(x) => x.map(|v| f32::from_bits(v.0.to_bits() & !0x1FFF)),
        Tile::Small(from, x) => {
            let table = table(from)?;
            x.map(|v| value(table, v))
        }
        _ => return None,
    }))
}

fn float_to_integer(
    signedness: Signedness,
    saturating: bool,
    to: ScalarType,
    a: &Tile,
    notes: &mut Notes,
) -> Option<Tile> {
    let wide = match to_f64(a)? {
        Tile::F64(x) => x,
        _ => return None,
    };
    let width = bits(to) as i32;
    let signed = signedness == Signedness::Signed;
    let (low, high) = match signed {
        true => (-(2f64.powi(width - 1)), 2f64.powi(width - 1)),
        false => (0.0, 2f64.powi(width)),
    };
    if !saturating && !wide.all(|v| v.trunc() >= low && v.trunc() < high) {
        notes.poison(Poison::Conversion);
    }
    // Casts cut off the fraction, stop at the type's limits and make NaN 0; narrower types stop at theirs.
    let numbers = wide.map(|v| {
        if signed {
            let limit = i64::MAX >> (64 - width);
            (v as i64).clamp(-limit - 1, limit)
        } else {
            (v as u64).min(u64::MAX >> (64 - width)) as i64
        }
    });
    integer_tile(to, numbers)
}

/// Any float tile as `f64`, exactly.
fn to_f64(a: &Tile) -> Option<Tile> {
    float_to_float(Rounding::Nearest, ScalarType::F64, a.clone())
}

fn integer_to_float(
    signedness: Signedness,
    rounding: Rounding,
    to: ScalarType,
    a: &Tile,
) -> Option<Tile> {
    let signed = signedness == Signedness::Signed;
    let whole = if signed { integers(a)? } else { unsigned(a)? };
    // Up to 32 bits, 64-bit floats are exact.
    let small = !matches!(a, Tile::I64(_));
    let number = move |v: i64| match (small, signed) {
        (true, _) => v as f64,
        (false, true) => exact::integer(i128::from(v)),
        (false, false) => exact::integer(i128::from(v as u64)),
    };
    if to == ScalarType::F64 {
        return Some(Tile::F64(whole.map(|v| match signed {
            true => v as f64,
            false => v as u64 as f64,
        })));
    }
    float_to_float(rounding, to, Tile::F64(whole.map(number)))
}

type Table = [f32; 256];

fn value(table: &Table, bits: u8) -> f32 {
    table.get(usize::from(bits)).copied().unwrap_or(f32::NAN)
}

/// The numbers of a small type by their patterns. All of them are exact in `f32`.
fn table(scalar: ScalarType) -> Option<&'static Table> {
    static TABLES: LazyLock<[Table; 5]> = LazyLock::new(|| SMALL.map(make_table));
    let index = SMALL.iter().position(|&s| s == scalar)?;
    TABLES.get(index)
}

const SMALL: [ScalarType; 5] = [
    ScalarType::F8E4M3FN,
    ScalarType::F8E5M2,
    ScalarType::F8E8M0FNU,
    ScalarType::F4E2M1FN,
    ScalarType::F8E5M3FNU,
];

fn make_table(scalar: ScalarType) -> Table {
    std::array::from_fn(|bits| float_from_bits(scalar, bits as u64).map_or(f32::NAN, |v| v as f32))
}

/// Elements as a stream of bits, lowest first, cut into elements of another width.
pub fn repack(bits: &Elements<u64>, width: u32, count: usize, to: u32) -> Vec<u64> {
    let taken = |index: usize| {
        let mut out = 0u64;
        for bit in 0..to as usize {
            let position = index * to as usize + bit;
            let from = bits.at(position / width as usize);
            out |= (from >> (position % width as usize) & 1) << bit;
        }
        out
    };
    (0..count).map(taken).collect()
}
