//! Bits of floats narrower than 64 bits, as the official compiler rounds constants.

use crate::dtype::Dtype;

/// What a format does beyond its largest number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NonFinite {
    /// Infinities and NaNs as in IEEE 754.
    Ieee,
    /// Only NaN, all ones.
    NanOnly,
    /// Neither: numbers saturate, NaN is an error.
    Finite,
}

struct Format {
    bits: u32,
    emin: i32,
    emax: i32,
    exponent_bits: u32,
    precision: u32,
    non_finite: NonFinite,
    signed: bool,
}

impl Format {
    fn of(dtype: Dtype) -> Option<Format> {
        let f = |bits, emin, emax, exponent_bits, precision, non_finite, signed| {
            Some(Format {
                bits,
                emin,
                emax,
                exponent_bits,
                precision,
                non_finite,
                signed,
            })
        };
        use NonFinite::*;
        match dtype {
            Dtype::Float16 => f(16, -14, 15, 5, 10, Ieee, true),
            Dtype::BFloat16 => f(16, -126, 127, 8, 7, Ieee, true),
            Dtype::Float32 => f(32, -126, 127, 8, 23, Ieee, true),
            Dtype::TFloat32 => f(19, -126, 127, 8, 10, Ieee, true),
            Dtype::Float8E4M3FN => f(8, -6, 8, 4, 3, NanOnly, true),
            Dtype::Float8E5M2 => f(8, -14, 15, 5, 2, Ieee, true),
            Dtype::Float4E2M1FN => f(4, 0, 2, 2, 1, Finite, true),
            Dtype::Float8E5M3FNU => f(8, -14, 16, 5, 3, NanOnly, false),
            _ => None,
        }
    }
}

/// Bits that hold a number of the type in bytecode: 19 for tf32, 64 for f64.
pub fn bit_size(dtype: Dtype) -> u32 {
    match dtype {
        Dtype::TFloat32 => 19,
        other => other.bits(),
    }
}

/// `value` rounded to nearest even, as bits of `dtype`.
///
/// # Errors
/// A negative number in a format without sign, NaN in a format without NaN; the text says which.
pub fn to_bits(value: f64, dtype: Dtype) -> Result<u64, &'static str> {
    const UNSIGNED: &str = "a negative number cannot be represented in an unsigned float format";
    if dtype == Dtype::Float64 {
        return Ok(value.to_bits());
    }
    if dtype == Dtype::Float8E8M0FNU {
        return if value.is_sign_negative() {
            Err(UNSIGNED)
        } else {
            Ok(to_e8m0(value))
        };
    }
    let Some(f) = Format::of(dtype) else {
        return Err("not a float format");
    };
    if !f.signed && value.is_sign_negative() {
        return Err(UNSIGNED);
    }
    let sign = u64::from(value.is_sign_negative() && f.signed) << (f.bits - 1);
    if value == 0.0 {
        return Ok(sign);
    }
    if !value.is_finite() {
        return non_finite(value, &f);
    }
    let overflow = f64::INFINITY.copysign(value);
    let (mantissa, mut exponent) = split(value);
    if exponent > f.emax {
        return non_finite(overflow, &f);
    }
    let (mantissa, shift) = if exponent < f.emin {
        let shift = 52 - f.precision + (f.emin - exponent) as u32;
        exponent = 0;
        (mantissa, shift)
    } else {
        exponent += 1 - f.emin;
        (mantissa & ((1 << 52) - 1), 52 - f.precision)
    };
    let mut m = round_shift(mantissa, shift);
    if m == 1 << f.precision {
        m = 0;
        exponent += 1;
        if exponent > f.emax - f.emin + 1 {
            return non_finite(overflow, &f);
        }
    }
    Ok(sign | (exponent as u64) << f.precision | m)
}

/// The number whose bits these are.
pub fn from_bits(bits: u64, dtype: Dtype) -> f64 {
    if dtype == Dtype::Float64 {
        return f64::from_bits(bits);
    }
    if dtype == Dtype::Float8E8M0FNU {
        return if bits & 0xff == 0xff {
            f64::NAN
        } else {
            2f64.powi((bits & 0xff) as i32 - 127)
        };
    }
    let Some(f) = Format::of(dtype) else {
        return f64::NAN;
    };
    let m_mask = (1u64 << f.precision) - 1;
    let e_mask = (1u64 << f.exponent_bits) - 1;
    let (m, e) = (bits & m_mask, (bits >> f.precision) & e_mask);
    let sign = if f.signed {
        (bits >> (f.bits - 1) & 1) << 63
    } else {
        0
    };
    let special = match f.non_finite {
        NonFinite::Ieee => e == e_mask,
        NonFinite::NanOnly => e == e_mask && m == m_mask,
        NonFinite::Finite => false,
    };
    if special {
        return f64::from_bits(sign | 0x7ff << 52 | m << (52 - f.precision));
    }
    let scale = -(f.precision as i32);
    let magnitude = if e == 0 {
        m as f64 * 2f64.powi(f.emin + scale)
    } else {
        (m | 1 << f.precision) as f64 * 2f64.powi(e as i32 - 1 + f.emin + scale)
    };
    f64::from_bits(magnitude.to_bits() | sign)
}

/// `value` rounded to `dtype`.
///
/// # Errors
/// As for [`to_bits`].
pub fn round_to(value: f64, dtype: Dtype) -> Result<f64, &'static str> {
    to_bits(value, dtype).map(|bits| from_bits(bits, dtype))
}

/// 53-bit mantissa and exponent of a finite number other than 0.
fn split(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let (m, e) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7ff) as i32);
    if e == 0 {
        let shift = m.leading_zeros() - 11;
        (m << shift, -1022 - shift as i32)
    } else {
        (m | 1 << 52, e - 1023)
    }
}

/// `m / 2^shift`, rounded to nearest even.
fn round_shift(m: u64, shift: u32) -> u64 {
    if shift == 0 {
        return m;
    }
    if shift > 63 {
        return 0;
    }
    let (quotient, rest, half) = (m >> shift, m & ((1 << shift) - 1), 1u64 << (shift - 1));
    quotient + u64::from(rest > half || (rest == half && quotient & 1 == 1))
}

fn non_finite(value: f64, f: &Format) -> Result<u64, &'static str> {
    let sign = u64::from(value.is_sign_negative() && f.signed) << (f.bits - 1);
    match f.non_finite {
        NonFinite::NanOnly if !f.signed => Ok((1 << f.bits) - 1),
        NonFinite::NanOnly => Ok(sign | ((1 << (f.bits - 1)) - 1)),
        NonFinite::Finite if value.is_nan() => {
            Err("NaN cannot be represented in a finite-only float format")
        }
        NonFinite::Finite => Ok(sign | ((1 << (f.bits - 1)) - 1)),
        NonFinite::Ieee => {
            let bits = value.to_bits();
            let high = (bits >> (63 - f.exponent_bits)) << f.precision;
            let quiet = bits & (1 << 51) != 0;
            let payload = if value.is_nan() && !quiet {
                1
            } else {
                bits >> (52 - f.precision) & ((1 << f.precision) - 1)
            };
            Ok(high | payload)
        }
    }
}

/// Powers of two from 2^-127 to 2^127, NaN as all ones; ties round up.
fn to_e8m0(value: f64) -> u64 {
    if value == 0.0 {
        return 0;
    }
    if !value.is_finite() {
        return 0xff;
    }
    let (m, e) = split(value);
    if e > 127 {
        return 0xff;
    }
    if e < -127 {
        return 0;
    }
    let up = u64::from(m & ((1 << 52) - 1) >= 1 << 51);
    let field = (e + 127) as u64 + up;
    if field > 254 { 0xff } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_formats_agree_with_their_crates() {
        let values = [
            0.0, -0.0, 1.0, 0.1, 65504.0, 65520.0, 1e-8, 6e-8, 3.4e38, 1e39, -2.5, 1e-40,
        ];
        for v in values {
            assert_eq!(
                to_bits(v, Dtype::Float32).unwrap(),
                u64::from((v as f32).to_bits()),
                "{v}"
            );
            assert_eq!(
                to_bits(v, Dtype::Float16).unwrap(),
                u64::from(half::f16::from_f64(v).to_bits())
            );
            assert_eq!(
                to_bits(v, Dtype::BFloat16).unwrap(),
                u64::from(half::bf16::from_f64(v).to_bits())
            );
            assert_eq!(
                round_to(v, Dtype::Float32).unwrap().to_bits(),
                f64::from(v as f32).to_bits()
            );
        }
    }

    #[test]
    fn every_small_pattern_round_trips() {
        for d in [
            Dtype::Float8E4M3FN,
            Dtype::Float8E5M2,
            Dtype::Float8E5M3FNU,
            Dtype::Float8E8M0FNU,
            Dtype::Float4E2M1FN,
            Dtype::Float16,
            Dtype::BFloat16,
        ] {
            for bits in 0..1u64 << d.bits() {
                let v = from_bits(bits, d);
                if !v.is_nan() {
                    assert_eq!(to_bits(v, d).unwrap(), bits, "{d} {bits:#x} {v}");
                }
            }
        }
    }

    /// Values computed with the official `float_to_bits`.
    #[test]
    fn edges_of_fp8() {
        assert_eq!(to_bits(1.0, Dtype::Float8E4M3FN), Ok(0x38));
        assert_eq!(to_bits(f64::INFINITY, Dtype::Float8E4M3FN), Ok(0x7f));
        assert_eq!(to_bits(f64::INFINITY, Dtype::Float8E5M2), Ok(0x7c));
        assert_eq!(to_bits(1.5, Dtype::Float8E8M0FNU), Ok(128));
        assert!(to_bits(-1.0, Dtype::Float8E8M0FNU).is_err());
        assert!(to_bits(f64::NAN, Dtype::Float4E2M1FN).is_err());
        assert_eq!(to_bits(100.0, Dtype::Float4E2M1FN), Ok(7));
    }
}
