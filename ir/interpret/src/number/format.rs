//! Float formats of at most 32 bits: numbers to bit patterns in every rounding mode.
//!
//! Formats of 8 and fewer bits follow the OCP specifications. Going up to numbers needs no rounding and is
//! `tileport_ir::float`'s and `half`'s business.

use cutile_ir::ir::{RoundingMode, ScalarType};

/// How a number that a format does not hold is made one that it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To the nearest, ties to even.
    Nearest,
    /// To the nearest, ties away from zero.
    Away,
    Zero,
    Down,
    Up,
}

impl Rounding {
    /// The rounding of a mode. What the specification leaves approximate is rounded to nearest, which is within every
    /// bound that it gives.
    pub fn of(mode: RoundingMode) -> Self {
        match mode {
            RoundingMode::NearestEven | RoundingMode::Approx | RoundingMode::Full => Self::Nearest,
            RoundingMode::NearestAway => Self::Away,
            RoundingMode::Zero | RoundingMode::NearestIntToZero => Self::Zero,
            RoundingMode::NegativeInf => Self::Down,
            RoundingMode::PositiveInf => Self::Up,
        }
    }

    /// Whether a magnitude goes up, of which `dropped` is cut off; `half` is half of the last place kept.
    fn raises(self, negative: bool, odd: bool, dropped: u64, half: u64) -> bool {
        match self {
            Self::Nearest => dropped > half || (dropped == half && odd),
            Self::Away => dropped >= half,
            Self::Zero => false,
            Self::Down => negative && dropped > 0,
            Self::Up => !negative && dropped > 0,
        }
    }
}

/// What the patterns of the largest exponent stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Special {
    /// Infinity, and NaN.
    Ieee,
    /// Numbers, but for a NaN of all ones.
    NanAllOnes,
    /// Numbers only.
    None,
}

/// How the bits of a float format are divided up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    signed: bool,
    exponent: u32,
    mantissa: u32,
    bias: i32,
    special: Special,
    /// Numbers too large become the largest one, infinities included: how the hardware converts to small formats.
    saturates: bool,
}

const F64_MANTISSA: u32 = 52;
const F64_BIAS: i32 = 1023;

impl Format {
    pub const F16: Self = Self::new(true, 5, 10, Special::Ieee, false);
    pub const BF16: Self = Self::new(true, 8, 7, Special::Ieee, false);
    /// 19 bits, the upper ones of an `f32`.
    pub const TF32: Self = Self::new(true, 8, 10, Special::Ieee, false);
    pub const F32: Self = Self::new(true, 8, 23, Special::Ieee, false);
    pub const F8E4M3FN: Self = Self::new(true, 4, 3, Special::NanAllOnes, true);
    pub const F8E5M2: Self = Self::new(true, 5, 2, Special::Ieee, true);
    pub const F8E8M0FNU: Self = Self::new(false, 8, 0, Special::NanAllOnes, true);
    pub const F8E5M3FNU: Self = Self::new(false, 5, 3, Special::NanAllOnes, true);
    pub const F4E2M1FN: Self = Self::new(true, 2, 1, Special::None, true);

    const fn new(
        signed: bool,
        exponent: u32,
        mantissa: u32,
        special: Special,
        saturates: bool,
    ) -> Self {
        Self {
            signed,
            exponent,
            mantissa,
            bias: (1 << (exponent - 1)) - 1,
            special,
            saturates,
        }
    }

    /// The format of a float type of at most 32 bits.
    pub fn of(scalar: ScalarType) -> Option<Self> {
        Some(match scalar {
            ScalarType::F16 => Self::F16,
            ScalarType::BF16 => Self::BF16,
            ScalarType::TF32 => Self::TF32,
            ScalarType::F32 => Self::F32,
            ScalarType::F8E4M3FN => Self::F8E4M3FN,
            ScalarType::F8E5M2 => Self::F8E5M2,
            ScalarType::F8E8M0FNU => Self::F8E8M0FNU,
            ScalarType::F8E5M3FNU => Self::F8E5M3FNU,
            ScalarType::F4E2M1FN => Self::F4E2M1FN,
            ScalarType::F64
            | ScalarType::I1
            | ScalarType::I4
            | ScalarType::I8
            | ScalarType::I16
            | ScalarType::I32
            | ScalarType::I64 => return None,
        })
    }

    /// The bit pattern that `value` becomes. Exact if `value` is, and also if it was rounded to odd.
    #[inline]
    pub fn encode(self, value: f64, rounding: Rounding) -> u32 {
        let bits = value.to_bits();
        let negative = bits >> 63 == 1;
        let exponent = (bits >> F64_MANTISSA & 0x7FF) as i32 - F64_BIAS + self.bias;
        let cut = F64_MANTISSA - self.mantissa;
        // Well inside the normal range, rounding carries into the exponent as it should.
        if exponent >= 1 && exponent < self.exponent_max() - 1 && (self.signed || !negative) {
            let rest = bits & ((1 << F64_MANTISSA) - 1);
            let magnitude = ((exponent as u64) << F64_MANTISSA | rest) >> cut;
            let dropped = rest & ((1 << cut) - 1);
            let up = rounding.raises(negative, magnitude & 1 == 1, dropped, 1 << (cut - 1));
            return self.signed(negative) | (magnitude as u32 + u32::from(up));
        }
        self.encode_edge(value, rounding)
    }

    /// Zeros, infinities, NaNs, subnormals, numbers near the largest.
    #[cold]
    fn encode_edge(self, value: f64, rounding: Rounding) -> u32 {
        let negative = value.is_sign_negative();
        if value.is_nan() {
            return self.nan();
        }
        if !self.signed && value < 0.0 {
            return match self.special {
                Special::NanAllOnes if self.mantissa == 0 => self.nan(),
                _ => 0,
            };
        }
        if value.is_infinite() {
            return self.signed(negative) | self.beyond(true, negative, rounding);
        }
        let magnitude = value.abs();
        // The exponent of the last place: that of the smallest normal number below it.
        let bits = magnitude.to_bits();
        let exponent = (bits >> F64_MANTISSA) as i32 - F64_BIAS;
        let lowest = if self.mantissa == 0 { 0 } else { 1 };
        let place = exponent.max(lowest - self.bias) - self.mantissa as i32;
        let (units, dropped, half) = scale(magnitude, place);
        let up = rounding.raises(negative, units & 1 == 1, dropped, half);
        let units = units + u64::from(up);
        // Units of the last place to a pattern: a subnormal's are the pattern itself.
        let steps = (place + self.mantissa as i32 + self.bias - lowest).max(0) as u64;
        let pattern = if self.mantissa == 0 {
            // No zero: what is less than the smallest number becomes it.
            (steps + units).saturating_sub(1)
        } else {
            (steps << self.mantissa) + units
        };
        if pattern > u64::from(self.largest()) {
            return self.signed(negative) | self.beyond(false, negative, rounding);
        }
        self.signed(negative) | pattern as u32
    }

    fn exponent_max(self) -> i32 {
        (1 << self.exponent) - 1
    }

    fn signed(self, negative: bool) -> u32 {
        u32::from(negative && self.signed) << (self.exponent + self.mantissa)
    }

    fn nan(self) -> u32 {
        let ones = (1u32 << (self.exponent + self.mantissa)) - 1;
        match self.special {
            Special::Ieee | Special::NanAllOnes => ones,
            // Conversions of NaN to a format without one give the largest number.
            Special::None => ones,
        }
    }

    /// The pattern of the largest number.
    pub fn largest(self) -> u32 {
        let ones = (1u32 << (self.exponent + self.mantissa)) - 1;
        match self.special {
            Special::Ieee => ones - (1 << self.mantissa),
            Special::NanAllOnes => ones - 1,
            Special::None => ones,
        }
    }

    /// What a magnitude beyond the largest number becomes.
    fn beyond(self, infinite: bool, negative: bool, rounding: Rounding) -> u32 {
        let infinity = match self.special {
            Special::Ieee => self.largest() + 1,
            Special::NanAllOnes | Special::None => self.largest(),
        };
        let away = match rounding {
            Rounding::Nearest | Rounding::Away => true,
            Rounding::Zero => false,
            Rounding::Down => negative,
            Rounding::Up => !negative,
        };
        if self.saturates || !(infinite || away) {
            return self.largest();
        }
        infinity
    }
}

/// A positive number in units of 2^`place`: whole units, what is left over, and half a unit on the scale of that.
fn scale(magnitude: f64, place: i32) -> (u64, u64, u64) {
    let bits = magnitude.to_bits();
    let raw = (bits >> F64_MANTISSA) as i32;
    let fraction = bits & ((1 << F64_MANTISSA) - 1);
    let (significand, exponent) = if raw == 0 {
        (fraction, 1 - F64_BIAS - F64_MANTISSA as i32)
    } else {
        (
            fraction | 1 << F64_MANTISSA,
            raw - F64_BIAS - F64_MANTISSA as i32,
        )
    };
    let shift = place - exponent;
    match shift {
        i32::MIN..=0 => (significand << shift.unsigned_abs().min(10), 0, 1),
        1..=62 => {
            let dropped = significand & ((1 << shift) - 1);
            (significand >> shift, dropped, 1 << (shift - 1))
        }
        // Far below half a unit.
        _ => (0, u64::from(significand != 0), 2),
    }
}
