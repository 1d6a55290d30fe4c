//! The float formats of Tile IR: bit patterns to numbers and back.
//!
//! Formats of 8 and fewer bits follow the OCP specifications for 8-bit and
//! microscaling floats; `f8E5M3FNU` is unsigned with a NaN of all ones.

use cutile_ir::ir::ScalarType;
use half::{bf16, f16};

/// How the bits of a small format are divided up.
#[derive(Debug, Clone, Copy)]
struct Small {
    signed: bool,
    exponent: u32,
    mantissa: u32,
    bias: i32,
    special: Special,
}

/// What the largest exponent means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Special {
    /// Infinity and NaN.
    Ieee,
    /// A number, but all ones are NaN.
    NanAllOnes,
    /// A number.
    None,
}

impl Small {
    fn of(scalar: ScalarType) -> Option<Self> {
        let (signed, exponent, mantissa, bias, special) = match scalar {
            ScalarType::F8E4M3FN => (true, 4, 3, 7, Special::NanAllOnes),
            ScalarType::F8E5M2 => (true, 5, 2, 15, Special::Ieee),
            ScalarType::F8E8M0FNU => (false, 8, 0, 127, Special::NanAllOnes),
            ScalarType::F4E2M1FN => (true, 2, 1, 1, Special::None),
            ScalarType::F8E5M3FNU => (false, 5, 3, 15, Special::NanAllOnes),
            _ => return None,
        };
        Some(Self {
            signed,
            exponent,
            mantissa,
            bias,
            special,
        })
    }

    fn width(self) -> u32 {
        u32::from(self.signed) + self.exponent + self.mantissa
    }

    fn value(self, bits: u64) -> f64 {
        let mantissa_max = (1u64 << self.mantissa) - 1;
        let exponent_max = (1u64 << self.exponent) - 1;
        let m = bits & mantissa_max;
        let e = (bits >> self.mantissa) & exponent_max;
        let negative = self.signed && bits >> (self.exponent + self.mantissa) & 1 == 1;
        let sign = if negative { -1.0 } else { 1.0 };
        if e == exponent_max {
            match self.special {
                Special::Ieee if m == 0 => return sign * f64::INFINITY,
                Special::Ieee => return f64::NAN.copysign(sign),
                Special::NanAllOnes if m == mantissa_max => return f64::NAN.copysign(sign),
                Special::NanAllOnes | Special::None => {}
            }
        }
        let fraction = m as f64 / (mantissa_max + 1) as f64;
        // A format without mantissa has no subnormals and no zero.
        if e == 0 && self.mantissa > 0 {
            return sign * fraction * f64::exp2(f64::from(1 - self.bias));
        }
        sign * (1.0 + fraction) * f64::exp2(f64::from(e as i32 - self.bias))
    }
}

/// The number that a bit pattern stands for: exact, but for the payload of a
/// NaN. Bits above the format's width have to be 0, else `None`; `None` also
/// for integer types.
pub fn float_from_bits(scalar: ScalarType, bits: u64) -> Option<f64> {
    if bits & !(u64::MAX >> (64 - float_width(scalar)?)) != 0 {
        return None;
    }
    Some(match scalar {
        ScalarType::F64 => f64::from_bits(bits),
        ScalarType::F32 => f64::from(f32::from_bits(bits as u32)),
        ScalarType::TF32 => f64::from(f32::from_bits((bits as u32) << 13)),
        ScalarType::F16 => f16::from_bits(bits as u16).to_f64(),
        ScalarType::BF16 => bf16::from_bits(bits as u16).to_f64(),
        other => Small::of(other)?.value(bits),
    })
}

/// The bit pattern of a number that the format holds exactly, or of infinity
/// or NaN where it has them. `None` for other numbers and for integer types.
pub fn float_to_bits(scalar: ScalarType, value: f64) -> Option<u64> {
    let bits = match scalar {
        ScalarType::F64 => value.to_bits(),
        ScalarType::F32 => u64::from((value as f32).to_bits()),
        ScalarType::TF32 => u64::from((value as f32).to_bits() >> 13),
        ScalarType::F16 => u64::from(f16::from_f64(value).to_bits()),
        ScalarType::BF16 => u64::from(bf16::from_f64(value).to_bits()),
        other => {
            let small = Small::of(other)?;
            (0..1u64 << small.width()).find(|&bits| same(small.value(bits), value))?
        }
    };
    same(float_from_bits(scalar, bits)?, value).then_some(bits)
}

fn same(a: f64, b: f64) -> bool {
    (a.is_nan() && b.is_nan()) || (a == b && a.is_sign_negative() == b.is_sign_negative())
}

/// Width in bits of a float format; `None` for integer types.
pub fn float_width(scalar: ScalarType) -> Option<u32> {
    Some(match scalar {
        ScalarType::F64 => 64,
        ScalarType::F32 => 32,
        ScalarType::TF32 => 19,
        ScalarType::F16 | ScalarType::BF16 => 16,
        other => Small::of(other)?.width(),
    })
}

/// Bits of the significand, the implicit one included; `None` for integer types.
pub fn float_precision(scalar: ScalarType) -> Option<u32> {
    Some(match scalar {
        ScalarType::F64 => 53,
        ScalarType::F32 => 24,
        ScalarType::TF32 | ScalarType::F16 => 11,
        ScalarType::BF16 => 8,
        other => Small::of(other)?.mantissa + 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_formats_have_the_values_of_their_specifications() {
        use ScalarType::*;
        let value = |scalar, bits| float_from_bits(scalar, bits).unwrap();
        assert_eq!(value(F8E4M3FN, 0x7E), 448.0);
        assert_eq!(value(F8E4M3FN, 0x01), f64::exp2(-9.0));
        assert_eq!(value(F8E4M3FN, 0xB8), -1.0);
        assert!(value(F8E4M3FN, 0x7F).is_nan());
        assert_eq!(value(F8E5M2, 0x7B), 57344.0);
        assert_eq!(value(F8E5M2, 0x01), f64::exp2(-16.0));
        assert_eq!(value(F8E5M2, 0xFC), f64::NEG_INFINITY);
        assert!(value(F8E5M2, 0x7D).is_nan());
        assert_eq!(value(F8E8M0FNU, 0x00), f64::exp2(-127.0));
        assert_eq!(value(F8E8M0FNU, 0xFE), f64::exp2(127.0));
        assert!(value(F8E8M0FNU, 0xFF).is_nan());
        assert_eq!(value(F4E2M1FN, 0x0F), -6.0);
        assert_eq!(value(F4E2M1FN, 0x01), 0.5);
        assert_eq!(value(TF32, u64::from(1.5f32.to_bits() >> 13)), 1.5);
    }

    #[test]
    fn every_small_pattern_survives_the_way_there_and_back() {
        use ScalarType::*;
        for scalar in [F8E4M3FN, F8E5M2, F8E8M0FNU, F4E2M1FN, F8E5M3FNU, F16, BF16] {
            for bits in 0..1u64 << float_width(scalar).unwrap() {
                let value = float_from_bits(scalar, bits).unwrap();
                let back = float_to_bits(scalar, value).unwrap();
                assert!(back == bits || value.is_nan(), "{scalar:?} {bits:#x}");
            }
        }
    }

    #[test]
    fn numbers_that_a_format_does_not_hold_have_no_bits() {
        assert_eq!(float_to_bits(ScalarType::F8E4M3FN, 0.1), None);
        assert_eq!(float_to_bits(ScalarType::F4E2M1FN, f64::INFINITY), None);
        assert_eq!(float_to_bits(ScalarType::I32, 1.0), None);
        assert_eq!(float_from_bits(ScalarType::F16, 0x1_0000), None);
    }
}
