//! Python's arithmetic on constants.

use super::builder::float_to_int;
use crate::diagnostic::{Error, Result};
use crate::mid::Const;
use crate::mid::op::{ArithmeticKind, BitwiseKind, Predicate, ShiftKind, UnaryKind};

/// Largest shift distance: results have to stay within 128 bits anyway.
const MAX_SHIFT: i128 = 126;

fn overflow() -> Error {
    Error::limit("integer constant grows beyond 128 bits")
}

fn division_by_zero() -> Error {
    Error::value("division by zero")
}

fn not_numbers(a: &Const, b: &Const) -> Error {
    Error::ty("unsupported operands").found(format!("{a} and {b}"))
}

/// Two numbers brought to one kind: integers (booleans among them) or floats.
enum Pair {
    Ints(i128, i128),
    Floats(f64, f64),
}

fn pair(a: &Const, b: &Const) -> Result<Pair> {
    match (a.as_int(), b.as_int()) {
        (Some(x), Some(y)) => Ok(Pair::Ints(x, y)),
        _ => match (a.as_float(), b.as_float()) {
            (Some(x), Some(y)) => Ok(Pair::Floats(x, y)),
            _ => Err(not_numbers(a, b)),
        },
    }
}

/// Quotient rounded down and remainder with the sign of the divisor.
pub fn divmod_int(a: i128, b: i128) -> Result<(i128, i128)> {
    if b == 0 {
        return Err(division_by_zero());
    }
    let (q, r) = (
        a.checked_div(b).ok_or_else(overflow)?,
        a.checked_rem(b).ok_or_else(overflow)?,
    );
    Ok(if r != 0 && (r < 0) != (b < 0) {
        (q - 1, r + b)
    } else {
        (q, r)
    })
}

/// As [`divmod_int`], for floats, with Python's signs of zero.
fn divmod_float(a: f64, b: f64) -> Result<(f64, f64)> {
    if b == 0.0 {
        return Err(division_by_zero());
    }
    let mut r = a % b;
    let mut d = (a - r) / b;
    if r != 0.0 {
        if (b < 0.0) != (r < 0.0) {
            r += b;
            d -= 1.0;
        }
    } else {
        r = 0f64.copysign(b);
    }
    let q = if d != 0.0 {
        let floor = d.floor();
        if d - floor > 0.5 { floor + 1.0 } else { floor }
    } else {
        0f64.copysign(a / b)
    };
    Ok((q, r))
}

/// `a ** b` on integers.
fn pow_int(a: i128, b: i128) -> Result<Const> {
    if b < 0 {
        if a == 0 {
            return Err(division_by_zero());
        }
        return Ok(Const::Float((a as f64).powf(b as f64)));
    }
    let power = match a {
        0 | 1 => Some(if b == 0 { 1 } else { a }),
        -1 => Some(if b % 2 == 0 { 1 } else { -1 }),
        _ => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
    };
    power.map(Const::Int).ok_or_else(overflow)
}

fn pow_float(a: f64, b: f64) -> Result<Const> {
    if a == 0.0 && b < 0.0 {
        return Err(division_by_zero());
    }
    if a < 0.0 && b.fract() != 0.0 && a.is_finite() && b.is_finite() {
        return Err(Error::value("a negative number to a fractional power is complex").found(a));
    }
    let r = a.powf(b);
    if r.is_infinite() && a.is_finite() && b.is_finite() {
        return Err(Error::value("result too large"));
    }
    Ok(Const::Float(r))
}

/// Arithmetic as Python does it.
///
/// # Errors
/// Division by zero, a result too large, operands that are no numbers.
pub fn arithmetic(kind: ArithmeticKind, a: &Const, b: &Const) -> Result<Const> {
    use ArithmeticKind::*;
    let operands = pair(a, b)?;
    Ok(match (kind, operands) {
        (Add, Pair::Ints(x, y)) => Const::Int(x.checked_add(y).ok_or_else(overflow)?),
        (Add, Pair::Floats(x, y)) => Const::Float(x + y),
        (Sub, Pair::Ints(x, y)) => Const::Int(x.checked_sub(y).ok_or_else(overflow)?),
        (Sub, Pair::Floats(x, y)) => Const::Float(x - y),
        (Mul, Pair::Ints(x, y)) => Const::Int(x.checked_mul(y).ok_or_else(overflow)?),
        (Mul, Pair::Floats(x, y)) => Const::Float(x * y),
        (FloorDiv, Pair::Ints(x, y)) => Const::Int(divmod_int(x, y)?.0),
        (FloorDiv, Pair::Floats(x, y)) => Const::Float(divmod_float(x, y)?.0),
        (CDiv, Pair::Ints(x, y)) => {
            let negated = x.checked_neg().ok_or_else(overflow)?;
            Const::Int(-divmod_int(negated, y)?.0)
        }
        (CDiv, Pair::Floats(x, y)) => Const::Float(-divmod_float(-x, y)?.0),
        (TrueDiv, Pair::Ints(_, 0)) => return Err(division_by_zero()),
        (TrueDiv, Pair::Ints(x, y)) => Const::Float(x as f64 / y as f64),
        (TrueDiv, Pair::Floats(x, y)) => {
            if y == 0.0 {
                return Err(division_by_zero());
            }
            Const::Float(x / y)
        }
        (Pow, Pair::Ints(x, y)) => pow_int(x, y)?,
        (Pow, Pair::Floats(x, y)) => pow_float(x, y)?,
        (Atan2, Pair::Ints(x, y)) => Const::Float((x as f64).atan2(y as f64)),
        (Atan2, Pair::Floats(x, y)) => Const::Float(x.atan2(y)),
        // Python keeps the first operand unless the second is strictly better.
        (Min, _) => if compare(Predicate::Lt, b, a)? { b } else { a }.clone(),
        (Max, _) => if compare(Predicate::Gt, b, a)? { b } else { a }.clone(),
        (CMod, _) => return Err(Error::unsupported("internal: C modulo of constants")),
    })
}

/// `a % b`.
///
/// # Errors
/// As for [`arithmetic`].
pub fn modulo(a: &Const, b: &Const) -> Result<Const> {
    Ok(match pair(a, b)? {
        Pair::Ints(x, y) => Const::Int(divmod_int(x, y)?.1),
        Pair::Floats(x, y) => Const::Float(divmod_float(x, y)?.1),
    })
}

/// `a < b` and the like; equality works on all values.
///
/// # Errors
/// An order of values that have none.
pub fn compare(predicate: Predicate, a: &Const, b: &Const) -> Result<bool> {
    use std::cmp::Ordering;
    let test = |o: Option<Ordering>| match predicate {
        Predicate::Lt => o == Some(Ordering::Less),
        Predicate::Le => matches!(o, Some(Ordering::Less | Ordering::Equal)),
        Predicate::Gt => o == Some(Ordering::Greater),
        Predicate::Ge => matches!(o, Some(Ordering::Greater | Ordering::Equal)),
        Predicate::Eq | Predicate::Ne => false,
    };
    match predicate {
        Predicate::Eq => return Ok(a.py_eq(b)),
        Predicate::Ne => return Ok(!a.py_eq(b)),
        _ => {}
    }
    match (a, b) {
        (Const::Str(x), Const::Str(y)) => Ok(test(Some(x.cmp(y)))),
        (Const::Tuple(x), Const::Tuple(y)) | (Const::List(x), Const::List(y)) => {
            for (p, q) in x.iter().zip(y.iter()) {
                if !p.py_eq(q) {
                    return compare(predicate, p, q);
                }
            }
            Ok(test(Some(x.len().cmp(&y.len()))))
        }
        _ => Ok(test(match pair(a, b)? {
            Pair::Ints(x, y) => Some(x.cmp(&y)),
            Pair::Floats(x, y) => x.partial_cmp(&y),
        })),
    }
}

/// `a & b` and the like; two booleans give a boolean.
///
/// # Errors
/// Operands that are no integers.
pub fn bitwise(kind: BitwiseKind, a: &Const, b: &Const) -> Result<Const> {
    let apply = |x: i128, y: i128| match kind {
        BitwiseKind::And => x & y,
        BitwiseKind::Or => x | y,
        BitwiseKind::Xor => x ^ y,
    };
    match (a, b) {
        (Const::Bool(x), Const::Bool(y)) => Ok(Const::Bool(apply((*x).into(), (*y).into()) != 0)),
        _ => match (a.as_int(), b.as_int()) {
            (Some(x), Some(y)) => Ok(Const::Int(apply(x, y))),
            _ => Err(not_numbers(a, b)),
        },
    }
}

/// `a << b`, `a >> b`.
///
/// # Errors
/// Operands that are no integers, a negative distance, a result too large.
pub fn shift(kind: ShiftKind, a: &Const, b: &Const) -> Result<Const> {
    let (Some(x), Some(y)) = (a.as_int(), b.as_int()) else {
        return Err(not_numbers(a, b));
    };
    if y < 0 {
        return Err(Error::value("negative shift count").found(y));
    }
    Ok(Const::Int(match kind {
        ShiftKind::Right => x >> y.min(127),
        ShiftKind::Left if x == 0 => 0,
        ShiftKind::Left if y > MAX_SHIFT => return Err(overflow()),
        ShiftKind::Left => x.checked_mul(1i128 << y).ok_or_else(overflow)?,
    }))
}

/// A function of one number, as `math` or the operator gives it.
///
/// # Errors
/// A number outside of the function's domain, a result too large, no number.
pub fn unary(kind: UnaryKind, x: &Const) -> Result<Const> {
    use UnaryKind::*;
    let not_a_number = || Error::ty("expected a number").found(x);
    let domain = || Error::value("math domain error").found(x);
    let real = || x.as_float().ok_or_else(not_a_number);
    let checked = |f: f64, r: f64| {
        if r.is_nan() && !f.is_nan() {
            Err(domain())
        } else if r.is_infinite() && f.is_finite() {
            Err(Error::value("math range error").found(f))
        } else {
            Ok(Const::Float(r))
        }
    };
    let apply = |g: fn(f64) -> f64| real().and_then(|f| checked(f, g(f)));
    match kind {
        Abs => match x {
            Const::Float(f) => Ok(Const::Float(f.abs())),
            _ => {
                let i = x.as_int().ok_or_else(not_a_number)?;
                Ok(Const::Int(i.checked_abs().ok_or_else(overflow)?))
            }
        },
        Neg => match x {
            Const::Float(f) => Ok(Const::Float(-f)),
            _ => {
                let i = x.as_int().ok_or_else(not_a_number)?;
                Ok(Const::Int(i.checked_neg().ok_or_else(overflow)?))
            }
        },
        Invert | BitwiseNot => {
            match x {
                Const::Bool(b) if kind == BitwiseNot => Ok(Const::Bool(!b)),
                Const::Bool(_) => Err(Error::ty("`~` of a boolean constant is not supported")
                    .help("use ct.bitwise_not")),
                Const::Int(i) => Ok(Const::Int(!i)),
                _ => Err(Error::ty("`~` needs an integer").found(x)),
            }
        }
        Floor | Ceil => match x {
            Const::Float(f) => Ok(Const::Int(float_to_int(if kind == Floor {
                f.floor()
            } else {
                f.ceil()
            })?)),
            _ => x.as_int().map(Const::Int).ok_or_else(not_a_number),
        },
        Exp => apply(f64::exp),
        Exp2 => arithmetic(ArithmeticKind::Pow, &Const::Int(2), x),
        Sin => apply(f64::sin),
        Cos => apply(f64::cos),
        Sinh => apply(f64::sinh),
        Cosh => apply(f64::cosh),
        Tan => apply(f64::tan),
        Tanh => apply(f64::tanh),
        Log | Log2 => {
            let f = real()?;
            if f <= 0.0 {
                return Err(domain());
            }
            Ok(Const::Float(if kind == Log { f.ln() } else { log2(x, f) }))
        }
        Sqrt => {
            let f = real()?;
            if f < 0.0 {
                Err(domain())
            } else {
                Ok(Const::Float(f.sqrt()))
            }
        }
        Rsqrt => arithmetic(ArithmeticKind::Pow, x, &Const::Float(-0.5)),
    }
}

/// Base-2 logarithm; exact on powers of two, as CPython's is.
fn log2(x: &Const, f: f64) -> f64 {
    match x.as_int() {
        Some(i) if i > 0 && i & (i - 1) == 0 => f64::from(i.trailing_zeros()),
        _ => f.log2(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ArithmeticKind::*;

    fn int(i: i128) -> Const {
        Const::Int(i)
    }

    /// Values printed by CPython.
    #[test]
    fn integers_divide_as_in_python() {
        assert_eq!(arithmetic(FloorDiv, &int(-7), &int(2)).unwrap(), int(-4));
        assert_eq!(modulo(&int(-7), &int(2)).unwrap(), int(1));
        assert_eq!(modulo(&int(7), &int(-2)).unwrap(), int(-1));
        assert_eq!(arithmetic(CDiv, &int(7), &int(2)).unwrap(), int(4));
        assert_eq!(
            arithmetic(TrueDiv, &int(1), &int(4)).unwrap(),
            Const::Float(0.25)
        );
        assert!(arithmetic(FloorDiv, &int(1), &int(0)).is_err());
    }

    #[test]
    fn floats_divide_as_in_python() {
        let f = Const::Float;
        assert_eq!(arithmetic(FloorDiv, &f(-7.5), &f(2.0)).unwrap(), f(-4.0));
        assert_eq!(modulo(&f(-7.5), &f(2.0)).unwrap(), f(0.5));
        assert_eq!(modulo(&f(5.0), &f(-3.0)).unwrap(), f(-1.0));
    }

    #[test]
    fn powers_shifts_and_bounds() {
        assert_eq!(arithmetic(Pow, &int(2), &int(10)).unwrap(), int(1024));
        assert_eq!(
            arithmetic(Pow, &int(2), &int(-1)).unwrap(),
            Const::Float(0.5)
        );
        assert!(arithmetic(Pow, &int(10), &int(1000)).is_err());
        assert!(shift(ShiftKind::Left, &int(1), &int(1 << 40)).is_err());
        assert_eq!(shift(ShiftKind::Right, &int(-8), &int(1)).unwrap(), int(-4));
        assert!(arithmetic(Mul, &int(i128::MAX), &int(2)).is_err());
    }

    #[test]
    fn booleans_are_numbers() {
        let t = Const::Bool(true);
        assert_eq!(arithmetic(Add, &t, &t).unwrap(), int(2));
        assert_eq!(
            bitwise(BitwiseKind::Xor, &t, &t).unwrap(),
            Const::Bool(false)
        );
        assert_eq!(unary(UnaryKind::Neg, &t).unwrap(), int(-1));
        assert!(unary(UnaryKind::Invert, &t).is_err());
        assert_eq!(
            unary(UnaryKind::BitwiseNot, &t).unwrap(),
            Const::Bool(false)
        );
    }
}
