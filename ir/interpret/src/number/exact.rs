//! Operations rounded to odd in 64 bits, from which every narrower rounding is exact.
//!
//! Rounded to odd: exact where possible, else the one of the two neighbours whose last bit is 1. A result so rounded
//! keeps what later rounding to at most 51 bits needs, whatever its mode (Boldo and Melquiond, "Emulation of FMA and
//! correctly rounded sums: proved algorithms using rounding to odd", 2008). Operands are those of narrower formats:
//! products of two of them are exact, and nothing overflows or is subnormal.

/// The neighbour of a sum or quotient that is odd, given the sign of what is missing.
fn to_odd(nearest: f64, missing: f64) -> f64 {
    if missing == 0.0 || missing.is_nan() || nearest.to_bits() & 1 == 1 {
        return nearest;
    }
    // The nearest is even and not exact: the other neighbour of the true value is odd.
    if (missing > 0.0) == (nearest > 0.0) {
        f64::from_bits(nearest.to_bits() + 1)
    } else {
        f64::from_bits(nearest.to_bits() - 1)
    }
}

/// `a + b`.
pub fn add(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if !sum.is_finite() || sum == 0.0 {
        return sum;
    }
    // What the sum is short of (Knuth's two-sum).
    let b_part = sum - a;
    let missing = (a - (sum - b_part)) + (b - b_part);
    to_odd(sum, missing)
}

/// `a / b`.
pub fn div(a: f64, b: f64) -> f64 {
    let quotient = a / b;
    if !quotient.is_finite() || quotient == 0.0 {
        return quotient;
    }
    let remainder = (-quotient).mul_add(b, a);
    to_odd(quotient, if b > 0.0 { remainder } else { -remainder })
}

/// The square root.
pub fn sqrt(a: f64) -> f64 {
    let root = a.sqrt();
    if !root.is_finite() || root == 0.0 {
        return root;
    }
    to_odd(root, (-root).mul_add(root, a))
}

/// An integer.
pub fn integer(value: i128) -> f64 {
    let nearest = value as f64;
    if value.unsigned_abs() < 1 << 53 {
        return nearest;
    }
    let missing = value - nearest as i128;
    to_odd(nearest, missing as f64)
}
