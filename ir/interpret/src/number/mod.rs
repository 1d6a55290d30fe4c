//! Numbers: the element types of tiles and their arithmetic, one element at a time.

pub mod exact;
mod float;
mod format;
mod integer;

use cutile_ir::ir::ScalarType;
use half::{bf16, f16};

pub use float::{Float, flush, maximum, minimum};
pub use format::{Format, Rounding};
pub use integer::Integer;

/// A number of 19 bits, kept in the upper bits of an `f32`.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
pub struct Tf32(pub f32);

/// What tiles hold and memory stores: a bit pattern of so many bytes.
pub trait Element: Copy + PartialEq + Default + Send + Sync + 'static {
    /// Bytes in memory.
    const BYTES: usize;

    /// The bit pattern, in the low end.
    fn to_bits(self) -> u64;

    /// The element of a bit pattern; bits above are ignored.
    fn from_bits(bits: u64) -> Self;
}

macro_rules! element {
    ($($type:ty, $bytes:literal, $to:expr, $from:expr;)*) => {
        $(impl Element for $type {
            const BYTES: usize = $bytes;

            #[inline]
            fn to_bits(self) -> u64 {
                let to: fn($type) -> u64 = $to;
                to(self)
            }

            #[inline]
            fn from_bits(bits: u64) -> Self {
                let from: fn(u64) -> $type = $from;
                from(bits)
            }
        })*
    };
}

element! {
    bool, 1, u64::from, |bits| bits & 1 == 1;
    i8, 1, |v| u64::from(v as u8), |bits| bits as i8;
    i16, 2, |v| u64::from(v as u16), |bits| bits as i16;
    i32, 4, |v| u64::from(v as u32), |bits| bits as i32;
    i64, 8, |v| v as u64, |bits| bits as i64;
    u8, 1, u64::from, |bits| bits as u8;
    u64, 8, |v| v, |bits| bits;
    f16, 2, |v| u64::from(f16::to_bits(v)), |bits| f16::from_bits(bits as u16);
    bf16, 2, |v| u64::from(bf16::to_bits(v)), |bits| bf16::from_bits(bits as u16);
    f32, 4, |v| u64::from(f32::to_bits(v)), |bits| f32::from_bits(bits as u32);
    f64, 8, |v| f64::to_bits(v), f64::from_bits;
    Tf32, 4, |v| u64::from(f32::to_bits(v.0)), |bits| Tf32(f32::from_bits(bits as u32));
}

/// Bytes that an element takes in memory; `None` for types of four bits, which are packed.
pub fn stored_bytes(scalar: ScalarType) -> Option<usize> {
    match scalar {
        ScalarType::I4 | ScalarType::F4E2M1FN => None,
        ScalarType::I1
        | ScalarType::I8
        | ScalarType::F8E4M3FN
        | ScalarType::F8E5M2
        | ScalarType::F8E8M0FNU
        | ScalarType::F8E5M3FNU => Some(1),
        ScalarType::I16 | ScalarType::F16 | ScalarType::BF16 => Some(2),
        ScalarType::I32 | ScalarType::F32 | ScalarType::TF32 => Some(4),
        ScalarType::I64 | ScalarType::F64 => Some(8),
    }
}

/// Width of an element's bit pattern in tiles.
pub fn bits(scalar: ScalarType) -> u32 {
    match scalar {
        ScalarType::I1 => 1,
        ScalarType::I4 | ScalarType::F4E2M1FN => 4,
        other => stored_bytes(other).map_or(0, |bytes| 8 * bytes as u32),
    }
}
