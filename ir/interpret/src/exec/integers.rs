//! Arithmetic on whole tiles of integers.

use cutile_ir::ir::{ComparisonPredicate, IntegerOverflow, Signedness};

use super::Notes;
use super::elementwise::two;
use crate::end::{FaultKind, Poison};
use crate::number::{Integer, Rounding};
use crate::program::code::{IntegerBinary, IntegerUnary};
use crate::tile::{Elements, Tile};

/// The elements of a tile of integers, read as signed.
pub fn integers(tile: &Tile) -> Option<Elements<i64>> {
    Some(match tile {
        Tile::I1(x) => x.clone().map(Integer::signed),
        Tile::I8(x) => x.clone().map(Integer::signed),
        Tile::I16(x) => x.clone().map(Integer::signed),
        Tile::I32(x) => x.clone().map(Integer::signed),
        Tile::I64(x) => x.clone(),
        _ => return None,
    })
}

pub fn compare_integers(
    predicate: ComparisonPredicate,
    signedness: Signedness,
    a: Tile,
    b: Tile,
) -> Option<Tile> {
    use ComparisonPredicate as P;
    macro_rules! compare {
        ($op:tt) => {
            match signedness {
                Signedness::Signed => two!([I1, I8, I16, I32, I64] a, b, (x, y) => truth
                    x.zip(y, |p, q| p.signed() $op q.signed())),
                Signedness::Unsigned => two!([I1, I8, I16, I32, I64] a, b, (x, y) => truth
                    x.zip(y, |p, q| p.unsigned() $op q.unsigned())),
            }
        };
    }
    match predicate {
        P::Equal => compare!(==),
        P::NotEqual => compare!(!=),
        P::LessThan => compare!(<),
        P::LessThanOrEqual => compare!(<=),
        P::GreaterThan => compare!(>),
        P::GreaterThanOrEqual => compare!(>=),
    }
}

pub fn integer_unary(op: IntegerUnary, a: Tile, notes: &mut Notes) -> Option<Tile> {
    fn each<T: Integer>(op: IntegerUnary, x: Elements<T>, notes: &mut Notes) -> Elements<T> {
        let overflows = match op {
            IntegerUnary::Abs | IntegerUnary::Neg(IntegerOverflow::None) => false,
            IntegerUnary::Neg(_) => !x.all(|v| v.signed() != T::smallest()),
        };
        if overflows {
            notes.poison(Poison::Overflow);
        }
        match op {
            IntegerUnary::Abs => x.change(|v| T::wrap(v.signed().wrapping_abs())),
            IntegerUnary::Neg(_) => x.change(|v| T::wrap(v.signed().wrapping_neg())),
        }
    }
    Some(match a {
        Tile::I1(x) => Tile::I1(each(op, x, notes)),
        Tile::I8(x) => Tile::I8(each(op, x, notes)),
        Tile::I16(x) => Tile::I16(each(op, x, notes)),
        Tile::I32(x) => Tile::I32(each(op, x, notes)),
        Tile::I64(x) => Tile::I64(each(op, x, notes)),
        _ => return None,
    })
}

pub fn integer_binary(
    op: IntegerBinary,
    a: Tile,
    b: Tile,
    notes: &mut Notes,
) -> Option<Result<Tile, FaultKind>> {
    macro_rules! by_type {
        ($($type:ident),*) => {
            match (a, b) {
                $((Tile::$type(x), Tile::$type(y)) => Some(integers_of(op, x, y, notes).map(Tile::$type)),)*
                _ => None,
            }
        };
    }
    by_type!(I1, I8, I16, I32, I64)
}

fn integers_of<T: Integer>(
    op: IntegerBinary,
    x: Elements<T>,
    y: Elements<T>,
    notes: &mut Notes,
) -> Result<Elements<T>, FaultKind> {
    use IntegerBinary as B;
    use Signedness::{Signed, Unsigned};
    look_for_overflow(op, &x, &y, notes);
    if matches!(op, B::Div(..) | B::Rem(_)) && !y.all(|v| v != T::default()) {
        return Err(FaultKind::DivisionByZero);
    }
    if matches!(op, B::Shl(_) | B::Shr(_)) && !y.all(|v| v.unsigned() < u64::from(T::BITS)) {
        notes.poison(Poison::Shift);
    }
    let shift = |v: T| v.unsigned().min(63) as u32;
    let unsigned = |v: u64| T::wrap(v as i64);
    Ok(match op {
        B::Add(_) => x.combine(y, |p, q| T::wrap(p.signed().wrapping_add(q.signed()))),
        B::Sub(_) => x.combine(y, |p, q| T::wrap(p.signed().wrapping_sub(q.signed()))),
        B::Mul(_) => x.combine(y, |p, q| T::wrap(p.signed().wrapping_mul(q.signed()))),
        B::Shl(_) => x.combine(y, |p, q| match q.unsigned() < u64::from(T::BITS) {
            true => T::wrap(p.signed() << shift(q)),
            false => T::default(),
        }),
        // Beyond the width, all bits are the sign's.
        B::Shr(Signed) => x.combine(y, |p, q| T::wrap(p.signed() >> shift(q))),
        B::Shr(Unsigned) => x.combine(y, |p, q| match q.unsigned() < u64::from(T::BITS) {
            true => unsigned(p.unsigned() >> shift(q)),
            false => T::default(),
        }),
        B::And => x.combine(y, |p, q| T::wrap(p.signed() & q.signed())),
        B::Or => x.combine(y, |p, q| T::wrap(p.signed() | q.signed())),
        B::Xor => x.combine(y, |p, q| T::wrap(p.signed() ^ q.signed())),
        B::Div(Signed, rounding) => x.combine(y, |p, q| {
            T::wrap(signed_quotient(p.signed(), q.signed(), rounding))
        }),
        B::Div(Unsigned, rounding) => x.combine(y, |p, q| {
            let (p, q) = (p.unsigned(), q.unsigned().max(1));
            let up = rounding == Rounding::Up && p % q != 0;
            unsigned(p / q + u64::from(up))
        }),
        B::Rem(Signed) => x.combine(y, |p, q| {
            T::wrap(p.signed().checked_rem(q.signed()).unwrap_or(0))
        }),
        B::Rem(Unsigned) => x.combine(y, |p, q| unsigned(p.unsigned() % q.unsigned().max(1))),
        B::Max(Signed) => x.combine(y, |p, q| if p.signed() >= q.signed() { p } else { q }),
        B::Max(Unsigned) => x.combine(y, |p, q| if p.unsigned() >= q.unsigned() { p } else { q }),
        B::Min(Signed) => x.combine(y, |p, q| if p.signed() <= q.signed() { p } else { q }),
        B::Min(Unsigned) => x.combine(y, |p, q| if p.unsigned() <= q.unsigned() { p } else { q }),
        B::MulHigh => x.combine(y, |p, q| {
            let product = u128::from(p.unsigned()) * u128::from(q.unsigned());
            unsigned((product >> T::BITS) as u64)
        }),
    })
}

/// The quotient of a divisor that is not zero.
fn signed_quotient(p: i64, q: i64, rounding: Rounding) -> i64 {
    let (quotient, rest) = (p.wrapping_div(q), p.wrapping_rem(q));
    let negative = (p < 0) != (q < 0);
    match rounding {
        Rounding::Down if rest != 0 && negative => quotient - 1,
        Rounding::Up if rest != 0 && !negative => quotient + 1,
        _ => quotient,
    }
}

/// Notes where an operation overflows that promised not to.
fn look_for_overflow<T: Integer>(
    op: IntegerBinary,
    x: &Elements<T>,
    y: &Elements<T>,
    notes: &mut Notes,
) {
    use IntegerBinary as B;
    let (B::Add(flags) | B::Sub(flags) | B::Mul(flags) | B::Shl(flags)) = op else {
        return;
    };
    let signed = matches!(
        flags,
        IntegerOverflow::NoSignedWrap | IntegerOverflow::NoWrap
    );
    let unsigned = matches!(
        flags,
        IntegerOverflow::NoUnsignedWrap | IntegerOverflow::NoWrap
    );
    if !signed && !unsigned {
        return;
    }
    let exact = |p: i128, q: i128| match op {
        B::Add(_) => p + q,
        B::Sub(_) => p - q,
        B::Mul(_) => p * q,
        _ => p << q.clamp(0, 63),
    };
    let wraps = x.clone().zip(y.clone(), |p, q| {
        let by = if matches!(op, B::Shl(_)) {
            i128::from(q.unsigned())
        } else {
            i128::from(q.signed())
        };
        let of_signed = exact(i128::from(p.signed()), by);
        let of_unsigned = exact(i128::from(p.unsigned()), i128::from(q.unsigned()));
        let fits_signed =
            of_signed >= i128::from(T::smallest()) && of_signed <= i128::from(T::largest());
        let fits_unsigned = of_unsigned >= 0 && of_unsigned <= i128::from(T::largest_unsigned());
        (signed && !fits_signed) || (unsigned && !fits_unsigned)
    });
    if !wraps.all(|wraps| !wraps) {
        notes.poison(Poison::Overflow);
    }
}
