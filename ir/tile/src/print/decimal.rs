//! Floats in decimal, digit for digit as LLVM prints them.
//!
//! LLVM first tries six significant digits in scientific form. If those do not
//! give the same number when read, it prints as many as the format may need,
//! plainly where that is short. Its digits are not always the nearest ones:
//! superfluous digits are first cut off, and what is left is rounded half up.
//! Being equal to its output means doing the same.

use cutile_ir::ir::ScalarType;

use crate::float::{float_from_bits, float_precision, float_to_bits};

/// The text of a float of a given bit pattern, without its type.
pub(super) fn float_text(scalar: ScalarType, bits: u64) -> String {
    let value = float_from_bits(scalar, bits).filter(|v| v.is_finite());
    let (Some(value), Some(precision)) = (value, float_precision(scalar)) else {
        return format!("{bits:#X}").replace("0X", "0x");
    };
    let short = Decimal::of(value, 6).scientific_padded(6);
    if reads_as(scalar, &short, bits) {
        return short;
    }
    let digits = 2 + precision * 59 / 196;
    let long = Decimal::of(value, digits).shortest(digits as usize);
    // Without a point it would read as an integer.
    if long.contains('.') {
        return long;
    }
    format!("{bits:#X}").replace("0X", "0x")
}

/// Whether the text, rounded to the format, is the number with these bits.
fn reads_as(scalar: ScalarType, text: &str, bits: u64) -> bool {
    let parsed = match scalar {
        ScalarType::F32 => text.parse::<f32>().map(f64::from).ok(),
        _ => text.parse::<f64>().ok(),
    };
    let Some(parsed) = parsed else { return false };
    if let Some(exact) = float_to_bits(scalar, parsed) {
        return exact == bits;
    }
    nearest_is(scalar, parsed, bits)
}

/// Whether the format's number nearest to `value` is the one with these bits:
/// no neighbour is nearer, and of two equally near ones it is the even one.
fn nearest_is(scalar: ScalarType, value: f64, bits: u64) -> bool {
    let Some(own) = float_from_bits(scalar, bits) else {
        return false;
    };
    let distance = (value - own).abs();
    let nearer = |other: Option<u64>| {
        let Some(neighbour) = other.and_then(|b| float_from_bits(scalar, b)) else {
            return false;
        };
        let theirs = (value - neighbour).abs();
        theirs < distance || (theirs == distance && bits & 1 == 1)
    };
    !nearer(bits.checked_add(1)) && !nearer(bits.checked_sub(1))
}

/// A number as decimal digits times a power of ten.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Decimal {
    negative: bool,
    /// Most significant first, without zeros at either end; empty for zero.
    digits: Vec<u8>,
    /// Power of ten of the last digit.
    exponent: i32,
}

impl Decimal {
    /// At most `precision` digits of a finite number.
    fn of(value: f64, precision: u32) -> Self {
        let mut decimal = Self {
            negative: value.is_sign_negative(),
            digits: Vec::new(),
            exponent: 0,
        };
        if value == 0.0 {
            return decimal;
        }
        let bits = decimal.set_exactly(value.abs());
        decimal.cut(bits, precision);
        decimal.strip_zeros();
        decimal.round(precision as usize);
        decimal
    }

    /// Sets all digits. Returns the number of bits of the integer that the
    /// digits make.
    fn set_exactly(&mut self, value: f64) -> u32 {
        let raw = value.to_bits();
        let field = (raw >> 52) as i32;
        let fraction = raw & ((1 << 52) - 1);
        let (significand, exponent) = match field {
            0 => (fraction, -1074),
            _ => (fraction | 1 << 52, field - 1075),
        };
        let zeros = significand.trailing_zeros();
        let odd = significand >> zeros;
        let exponent = exponent + zeros as i32;
        let odd_bits = 64 - odd.leading_zeros();
        if exponent >= 0 {
            self.digits = digits_of(&format!("{value:.0}"));
            return odd_bits + exponent as u32;
        }
        // odd * 2^-n is odd * 5^n * 10^-n, whose digits end in a 5.
        let fives = f64::from(-exponent);
        let bits = ((odd as f64).log2() + fives * 5f64.log2()).floor() as u32 + 1;
        let count = (f64::from(bits) * std::f64::consts::LOG10_2) as usize + 1;
        let text = format!("{value:.count$e}");
        let mantissa = text.split('e').next().unwrap_or_default();
        self.digits = digits_of(mantissa);
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        self.exponent = exponent;
        bits
    }

    /// Cuts off the digits that surely exceed the precision.
    fn cut(&mut self, bits: u32, precision: u32) {
        let required = (precision * 196).div_ceil(59);
        let removable = (bits.saturating_sub(required) * 59 / 196) as usize;
        let kept = self.digits.len().saturating_sub(removable);
        self.digits.truncate(kept);
        self.exponent += removable as i32;
    }

    fn strip_zeros(&mut self) {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
            self.exponent += 1;
        }
    }

    /// Rounds half up to so many digits.
    fn round(&mut self, precision: usize) {
        let Some(dropped) = self.digits.len().checked_sub(precision).filter(|&n| n > 0) else {
            return;
        };
        let up = self.digits.get(precision).is_some_and(|&digit| digit >= 5);
        self.digits.truncate(precision);
        self.exponent += dropped as i32;
        if up {
            while self.digits.last() == Some(&9) {
                self.digits.pop();
                self.exponent += 1;
            }
            match self.digits.last_mut() {
                Some(last) => *last += 1,
                None => self.digits.push(1),
            }
        }
        self.strip_zeros();
    }

    fn sign(&self) -> &'static str {
        if self.negative { "-" } else { "" }
    }

    /// The digits from position `from` on.
    fn text(&self, from: usize) -> String {
        let digits = self.digits.iter().skip(from);
        digits.map(|&d| char::from(b'0' + d)).collect()
    }

    /// `1.250000e+00`: zeros up to `width` digits after the point.
    fn scientific_padded(&self, width: usize) -> String {
        if self.digits.is_empty() {
            return format!("{}0.{:0<width$}e+00", self.sign(), "");
        }
        let exponent = self.exponent + self.digits.len() as i32 - 1;
        let sign = if exponent < 0 { '-' } else { '+' };
        let first: String = self.text(0).chars().take(1).collect();
        format!(
            "{}{first}.{:0<width$}e{sign}{:02}",
            self.sign(),
            self.text(1),
            exponent.unsigned_abs(),
        )
    }

    /// Plain where at most three zeros are added, else `1.25E-7`.
    fn shortest(&self, precision: usize) -> String {
        let count = self.digits.len();
        if count == 0 {
            return format!("{}0", self.sign());
        }
        let top = self.exponent + count as i32 - 1;
        let scientific = if self.exponent >= 0 {
            self.exponent > 3 || count + self.exponent as usize > precision
        } else {
            top < -3
        };
        if scientific {
            let sign = if top < 0 { '-' } else { '+' };
            let first: String = self.text(0).chars().take(1).collect();
            let rest = self.text(1);
            let rest = if rest.is_empty() { "0" } else { &rest };
            return format!("{}{first}.{rest}E{sign}{}", self.sign(), top.unsigned_abs());
        }
        if self.exponent >= 0 {
            let zeros = "0".repeat(self.exponent as usize);
            return format!("{}{}{zeros}", self.sign(), self.text(0));
        }
        if top >= 0 {
            let whole: String = self.text(0).chars().take(top as usize + 1).collect();
            return format!("{}{whole}.{}", self.sign(), self.text(top as usize + 1));
        }
        let zeros = "0".repeat(top.unsigned_abs() as usize - 1);
        format!("{}0.{zeros}{}", self.sign(), self.text(0))
    }
}

fn digits_of(text: &str) -> Vec<u8> {
    text.bytes()
        .filter(u8::is_ascii_digit)
        .map(|b| b - b'0')
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f32_text(value: f32) -> String {
        float_text(ScalarType::F32, u64::from(value.to_bits()))
    }

    /// Expected values: what tileirdisasm 13.5 prints for these constants.
    #[test]
    fn floats_print_as_the_official_disassembler_prints_them() {
        for (value, text) in [
            (0.0, "0.000000e+00"),
            (-0.0, "-0.000000e+00"),
            (1.0, "1.000000e+00"),
            (0.1, "1.000000e-01"),
            (1e-5, "9.99999974E-6"),
            (1e10, "1.000000e+10"),
            (16777216.0, "0x4B800000"),
            (std::f32::consts::LOG2_E, "1.44269502"),
            (0.088_388_346, "0.0883883461"),
            (1e-40, "9.999940e-41"),
            (f32::MAX, "3.40282347E+38"),
            (f32::INFINITY, "0x7F800000"),
            (123_456.7, "123456.703"),
            (0.000_123_456_78, "1.23456775E-4"),
            (100_000.5, "100000.5"),
        ] {
            assert_eq!(f32_text(value), text);
        }
        assert_eq!(
            float_text(ScalarType::F64, std::f64::consts::PI.to_bits()),
            "3.1415926535897931"
        );
        assert_eq!(float_text(ScalarType::F64, 1), "4.940660e-324");
        assert_eq!(float_text(ScalarType::F16, 0x2E66), "9.997550e-02");
        assert_eq!(float_text(ScalarType::F8E4M3FN, 0x7F), "0x7F");
        assert_eq!(float_text(ScalarType::F8E8M0FNU, 0), "5.877470e-39");
    }
}
