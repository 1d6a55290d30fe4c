//! Arithmetic of floats: exact results, rounded once.

use half::{bf16, f16};
use rustc_apfloat::Float as _;
use rustc_apfloat::ieee::Double;

use super::{Element, Format, Rounding, exact};

/// Floats that are computed with.
///
/// Methods without a rounding round to nearest. The provided ones compute in 64 bits, which for formats of at most 24
/// bits leaves one rounding: a nearest sum, product, quotient or root of 53 bits rounds on as the exact one would, and
/// results rounded to odd (see [`exact`]) do so in every mode.
pub trait Float: Element + PartialOrd {
    /// The number, exactly.
    fn wide(self) -> f64;

    /// The number that `value`, exact or rounded to odd, becomes.
    fn round(value: f64, rounding: Rounding) -> Self;

    fn add(self, other: Self) -> Self {
        Self::round(self.wide() + other.wide(), Rounding::Nearest)
    }

    fn mul(self, other: Self) -> Self {
        Self::round(self.wide() * other.wide(), Rounding::Nearest)
    }

    fn div(self, other: Self) -> Self {
        Self::round(self.wide() / other.wide(), Rounding::Nearest)
    }

    fn fma(self, factor: Self, addend: Self) -> Self {
        self.fma_in(factor, addend, Rounding::Nearest)
    }

    fn sqrt(self) -> Self {
        Self::round(self.wide().sqrt(), Rounding::Nearest)
    }

    fn neg(self) -> Self;

    fn abs(self) -> Self;

    fn is_nan(self) -> bool;

    fn add_in(self, other: Self, rounding: Rounding) -> Self {
        Self::round(sum(self.wide(), other.wide(), rounding), rounding)
    }

    fn mul_in(self, other: Self, rounding: Rounding) -> Self {
        Self::round(self.wide() * other.wide(), rounding)
    }

    fn div_in(self, other: Self, rounding: Rounding) -> Self {
        Self::round(exact::div(self.wide(), other.wide()), rounding)
    }

    fn fma_in(self, factor: Self, addend: Self, rounding: Rounding) -> Self {
        let product = self.wide() * factor.wide();
        Self::round(sum(product, addend.wide(), rounding), rounding)
    }

    fn sqrt_in(self, rounding: Rounding) -> Self {
        Self::round(exact::sqrt(self.wide()), rounding)
    }
}

/// A sum rounded to odd. Where it is zero, `rounding` decides its sign.
fn sum(a: f64, b: f64, rounding: Rounding) -> f64 {
    let sum = exact::add(a, b);
    let negative = a.is_sign_negative() || b.is_sign_negative();
    if sum == 0.0 && rounding == Rounding::Down && negative {
        return -0.0;
    }
    sum
}

/// Arithmetic that the processor does in the type itself, rounding to nearest.
macro_rules! native {
    ($type:ident) => {
        #[inline]
        fn add(self, other: Self) -> Self {
            self + other
        }

        #[inline]
        fn mul(self, other: Self) -> Self {
            self * other
        }

        #[inline]
        fn div(self, other: Self) -> Self {
            self / other
        }

        #[inline]
        fn fma(self, factor: Self, addend: Self) -> Self {
            self.mul_add(factor, addend)
        }

        #[inline]
        fn sqrt(self) -> Self {
            $type::sqrt(self)
        }

        #[inline]
        fn neg(self) -> Self {
            -self
        }

        #[inline]
        fn abs(self) -> Self {
            $type::abs(self)
        }

        #[inline]
        fn is_nan(self) -> bool {
            $type::is_nan(self)
        }
    };
}

impl Float for f32 {
    #[inline]
    fn wide(self) -> f64 {
        f64::from(self)
    }

    #[inline]
    fn round(value: f64, rounding: Rounding) -> Self {
        match rounding {
            Rounding::Nearest => value as f32,
            other => f32::from_bits(Format::F32.encode(value, other)),
        }
    }

    native!(f32);
}

macro_rules! sixteen_bits {
    ($type:ident, $format:expr) => {
        impl Float for $type {
            #[inline]
            fn wide(self) -> f64 {
                f64::from(self.to_f32())
            }

            #[inline]
            fn round(value: f64, rounding: Rounding) -> Self {
                $type::from_bits($format.encode(value, rounding) as u16)
            }

            #[inline]
            fn neg(self) -> Self {
                -self
            }

            #[inline]
            fn abs(self) -> Self {
                $type::from_bits(self.to_bits() & 0x7FFF)
            }

            #[inline]
            fn is_nan(self) -> bool {
                $type::is_nan(self)
            }
        }
    };
}

sixteen_bits!(f16, Format::F16);
sixteen_bits!(bf16, Format::BF16);

/// 64 bits have no wider type here: modes other than nearest are left to software floats.
impl Float for f64 {
    #[inline]
    fn wide(self) -> f64 {
        self
    }

    #[inline]
    fn round(value: f64, _rounding: Rounding) -> Self {
        value
    }

    native!(f64);

    fn add_in(self, other: Self, rounding: Rounding) -> Self {
        number(soft(self).add_r(soft(other), round(rounding)).value)
    }

    fn mul_in(self, other: Self, rounding: Rounding) -> Self {
        number(soft(self).mul_r(soft(other), round(rounding)).value)
    }

    fn div_in(self, other: Self, rounding: Rounding) -> Self {
        number(soft(self).div_r(soft(other), round(rounding)).value)
    }

    fn fma_in(self, factor: Self, addend: Self, rounding: Rounding) -> Self {
        let fused = soft(self).mul_add_r(soft(factor), soft(addend), round(rounding));
        number(fused.value)
    }

    fn sqrt_in(self, rounding: Rounding) -> Self {
        let root = f64::sqrt(self);
        if !root.is_normal() {
            return root;
        }
        // Below, residuals would be subnormal: a power of four away nothing else changes.
        if self < 1e-280 {
            let scaled = (self * 2f64.powi(600)).sqrt_in(rounding);
            return scaled * 2f64.powi(-300);
        }
        let missing = (-root).mul_add(root, self);
        match rounding {
            Rounding::Down | Rounding::Zero if missing < 0.0 => root.next_down(),
            Rounding::Up if missing > 0.0 => root.next_up(),
            _ => root,
        }
    }
}

fn soft(value: f64) -> Double {
    Double::from_bits(u128::from(value.to_bits()))
}

fn number(value: Double) -> f64 {
    f64::from_bits(value.to_bits() as u64)
}

fn round(rounding: Rounding) -> rustc_apfloat::Round {
    match rounding {
        Rounding::Nearest => rustc_apfloat::Round::NearestTiesToEven,
        Rounding::Away => rustc_apfloat::Round::NearestTiesToAway,
        Rounding::Zero => rustc_apfloat::Round::TowardZero,
        Rounding::Down => rustc_apfloat::Round::TowardNegative,
        Rounding::Up => rustc_apfloat::Round::TowardPositive,
    }
}

/// The number, or a zero of its sign where it is subnormal.
#[inline]
pub fn flush(value: f32) -> f32 {
    if value.abs() < f32::MIN_POSITIVE {
        0f32.copysign(value)
    } else {
        value
    }
}

/// The larger one; -0 is less than +0. Of a NaN and a number: the NaN if it `propagates`, else the number.
#[inline]
pub fn maximum<T: Float>(a: T, b: T, propagates: bool) -> T {
    extremum(a, b, propagates, a > b || (a == b && !negative(a)))
}

/// The smaller one, likewise.
#[inline]
pub fn minimum<T: Float>(a: T, b: T, propagates: bool) -> T {
    extremum(a, b, propagates, a < b || (a == b && negative(a)))
}

#[inline]
fn extremum<T: Float>(a: T, b: T, propagates: bool, first: bool) -> T {
    let (a_nan, b_nan) = (a.is_nan(), b.is_nan());
    if a_nan || b_nan {
        return if a_nan == propagates { a } else { b };
    }
    if first { a } else { b }
}

#[inline]
fn negative<T: Float>(value: T) -> bool {
    value.wide().is_sign_negative()
}
