//! Data types of elements and the rules by which two of them combine.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A numeric element type.
#[allow(missing_docs)] // The names are the documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dtype {
    Bool,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Int8,
    Int16,
    Int32,
    Int64,
    Float16,
    BFloat16,
    Float32,
    Float64,
    TFloat32,
    #[serde(rename = "float8_e4m3fn")]
    Float8E4M3FN,
    #[serde(rename = "float8_e5m2")]
    Float8E5M2,
    #[serde(rename = "float8_e8m0fnu")]
    Float8E8M0FNU,
    #[serde(rename = "float8_e5m3fnu")]
    Float8E5M3FNU,
    #[serde(rename = "float4_e2m1fn")]
    Float4E2M1FN,
}

/// Strength of a numeric type when a loosely typed constant meets a typed value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// `bool_`.
    Boolean,
    /// Integers, signed or not.
    Integral,
    /// Floats that take part in arithmetic.
    Float,
    /// Storage floats (tf32, fp8, fp4): no arithmetic, no implicit promotion.
    RestrictedFloat,
}

impl Dtype {
    /// Every numeric type.
    pub const ALL: [Dtype; 19] = [
        Dtype::Bool,
        Dtype::UInt8,
        Dtype::UInt16,
        Dtype::UInt32,
        Dtype::UInt64,
        Dtype::Int8,
        Dtype::Int16,
        Dtype::Int32,
        Dtype::Int64,
        Dtype::Float16,
        Dtype::BFloat16,
        Dtype::Float32,
        Dtype::Float64,
        Dtype::TFloat32,
        Dtype::Float8E4M3FN,
        Dtype::Float8E5M2,
        Dtype::Float8E8M0FNU,
        Dtype::Float8E5M3FNU,
        Dtype::Float4E2M1FN,
    ];

    /// Type of Python integers that fit in 32 bits.
    pub const DEFAULT_INT: Dtype = Dtype::Int32;
    /// Type of Python floats.
    pub const DEFAULT_FLOAT: Dtype = Dtype::Float32;

    /// Name in `cuda.tile`, as in `bool_` and `float8_e4m3fn`.
    pub fn name(self) -> &'static str {
        match self {
            Dtype::Bool => "bool_",
            Dtype::UInt8 => "uint8",
            Dtype::UInt16 => "uint16",
            Dtype::UInt32 => "uint32",
            Dtype::UInt64 => "uint64",
            Dtype::Int8 => "int8",
            Dtype::Int16 => "int16",
            Dtype::Int32 => "int32",
            Dtype::Int64 => "int64",
            Dtype::Float16 => "float16",
            Dtype::BFloat16 => "bfloat16",
            Dtype::Float32 => "float32",
            Dtype::Float64 => "float64",
            Dtype::TFloat32 => "tfloat32",
            Dtype::Float8E4M3FN => "float8_e4m3fn",
            Dtype::Float8E5M2 => "float8_e5m2",
            Dtype::Float8E8M0FNU => "float8_e8m0fnu",
            Dtype::Float8E5M3FNU => "float8_e5m3fnu",
            Dtype::Float4E2M1FN => "float4_e2m1fn",
        }
    }

    /// The type called `name` in `cuda.tile`, PyTorch or NumPy (`bool` as well as `bool_`).
    pub fn from_name(name: &str) -> Option<Dtype> {
        match name {
            "bool" => Some(Dtype::Bool),
            _ => Dtype::ALL.into_iter().find(|d| d.name() == name),
        }
    }

    /// Bits of one element in memory; booleans take 8.
    pub fn bits(self) -> u32 {
        match self {
            Dtype::Float4E2M1FN => 4,
            Dtype::Bool
            | Dtype::UInt8
            | Dtype::Int8
            | Dtype::Float8E4M3FN
            | Dtype::Float8E5M2
            | Dtype::Float8E8M0FNU
            | Dtype::Float8E5M3FNU => 8,
            Dtype::UInt16 | Dtype::Int16 | Dtype::Float16 | Dtype::BFloat16 => 16,
            Dtype::UInt32 | Dtype::Int32 | Dtype::Float32 | Dtype::TFloat32 => 32,
            Dtype::UInt64 | Dtype::Int64 | Dtype::Float64 => 64,
        }
    }

    /// Strength when a constant meets a typed value.
    pub fn category(self) -> Category {
        match self {
            Dtype::Bool => Category::Boolean,
            Dtype::UInt8
            | Dtype::UInt16
            | Dtype::UInt32
            | Dtype::UInt64
            | Dtype::Int8
            | Dtype::Int16
            | Dtype::Int32
            | Dtype::Int64 => Category::Integral,
            Dtype::Float16 | Dtype::BFloat16 | Dtype::Float32 | Dtype::Float64 => Category::Float,
            Dtype::TFloat32
            | Dtype::Float8E4M3FN
            | Dtype::Float8E5M2
            | Dtype::Float8E8M0FNU
            | Dtype::Float8E5M3FNU
            | Dtype::Float4E2M1FN => Category::RestrictedFloat,
        }
    }

    /// Integers; booleans are not.
    pub fn is_integral(self) -> bool {
        self.category() == Category::Integral
    }

    /// `bool_`.
    pub fn is_boolean(self) -> bool {
        self == Dtype::Bool
    }

    /// Any float, restricted ones included.
    pub fn is_float(self) -> bool {
        self.category() >= Category::Float
    }

    /// Floats that take part in arithmetic.
    pub fn is_unrestricted_float(self) -> bool {
        self.category() == Category::Float
    }

    /// Types that take part in arithmetic: booleans, integers, unrestricted floats.
    pub fn is_arithmetic(self) -> bool {
        self.category() != Category::RestrictedFloat
    }

    /// Signed integers and the floats that have a sign; booleans are unsigned.
    pub fn is_signed(self) -> bool {
        let unsigned_integer = matches!(
            self,
            Dtype::Bool | Dtype::UInt8 | Dtype::UInt16 | Dtype::UInt32 | Dtype::UInt64
        );
        !unsigned_integer && !matches!(self, Dtype::Float8E8M0FNU | Dtype::Float8E5M3FNU)
    }

    /// Smallest and largest value of an integer type, `None` for others.
    pub fn integer_range(self) -> Option<(i128, i128)> {
        if !self.is_integral() {
            return None;
        }
        let bits = self.bits();
        Some(if self.is_signed() {
            (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
        } else {
            (0, (1i128 << bits) - 1)
        })
    }

    /// The type both operands of an arithmetic operation are converted to; `None` where the
    /// language demands an explicit cast (signed with unsigned, f16 with bf16, storage floats).
    pub fn promote(self, other: Dtype) -> Option<Dtype> {
        use Category::*;
        if self == other {
            return Some(self);
        }
        match (self.category(), other.category()) {
            (RestrictedFloat, _) | (_, RestrictedFloat) => None,
            (Boolean, _) => Some(other),
            (_, Boolean) => Some(self),
            (Integral, Integral) => (self.is_signed() == other.is_signed()).then(|| {
                if self.bits() >= other.bits() {
                    self
                } else {
                    other
                }
            }),
            (Integral, Float) => Some(other),
            (Float, Integral) => Some(self),
            (Float, Float) => match (self.bits(), other.bits()) {
                (a, b) if a == b => None,
                (a, b) if a > b => Some(self),
                _ => Some(other),
            },
        }
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Element of a tile: a number or an address of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Element {
    /// A number.
    Scalar(Dtype),
    /// Address of an array element.
    Pointer(Dtype),
    /// Address that only `Array.from_foreign` turns into an array.
    ForeignPointer(Dtype),
}

impl Element {
    /// The numeric type, `None` for pointers.
    pub fn dtype(self) -> Option<Dtype> {
        match self {
            Element::Scalar(d) => Some(d),
            Element::Pointer(_) | Element::ForeignPointer(_) => None,
        }
    }

    /// Bits of one element; addresses take 64.
    pub fn bits(self) -> u32 {
        self.dtype().map_or(64, Dtype::bits)
    }
}

impl From<Dtype> for Element {
    fn from(d: Dtype) -> Self {
        Element::Scalar(d)
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Element::Scalar(d) => d.fmt(f),
            Element::Pointer(d) => write!(f, "pointer[{d}]"),
            Element::ForeignPointer(d) => write!(f, "foreign_pointer[{d}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of the official promotion table, as its own `_promote_dtypes` gave them.
    #[test]
    fn promotion_follows_the_table() {
        use Dtype::*;
        assert_eq!(Bool.promote(UInt16), Some(UInt16));
        assert_eq!(UInt8.promote(Int8), None);
        assert_eq!(UInt8.promote(UInt64), Some(UInt64));
        assert_eq!(Int64.promote(Int8), Some(Int64));
        assert_eq!(Int64.promote(Float16), Some(Float16));
        assert_eq!(Float16.promote(BFloat16), None);
        assert_eq!(BFloat16.promote(Float32), Some(Float32));
        assert_eq!(Float64.promote(Float32), Some(Float64));
        assert_eq!(TFloat32.promote(Float32), None);
        assert_eq!(TFloat32.promote(TFloat32), Some(TFloat32));
        assert_eq!(Float8E5M2.promote(Bool), None);
    }

    #[test]
    fn names_round_trip() {
        for d in Dtype::ALL {
            assert_eq!(Dtype::from_name(d.name()), Some(d));
        }
    }
}
