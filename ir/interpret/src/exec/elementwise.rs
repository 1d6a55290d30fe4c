//! Arithmetic on whole tiles of floats: one loop over typed elements for each operation.

use cutile_ir::ir::{ComparisonOrdering, ComparisonPredicate};

use super::integers::integers;
use crate::number::{Element, Float, Rounding, flush, maximum, minimum};
use crate::program::code::{FloatBinary, FloatUnary};
use crate::tile::{Elements, Tile};

/// Applies a generic function to a tile of floats, or to two or three of one type.
macro_rules! floats {
    ($a:expr, $x:ident => $body:expr) => {
        match $a {
            Tile::F32($x) => Some(Tile::F32($body)),
            Tile::F64($x) => Some(Tile::F64($body)),
            Tile::F16($x) => Some(Tile::F16($body)),
            Tile::Bf16($x) => Some(Tile::Bf16($body)),
            _ => None,
        }
    };
}

macro_rules! two {
    ([$($type:ident),*] $a:expr, $b:expr, ($x:ident, $y:ident) => $wrap:ident $body:expr) => {
        match ($a, $b) {
            $((Tile::$type($x), Tile::$type($y)) => Some(two!(@ $wrap $type $body)),)*
            _ => None,
        }
    };
    (@ same $type:ident $body:expr) => { Tile::$type($body) };
    (@ truth $type:ident $body:expr) => { Tile::I1($body) };
}

pub(super) use two;

pub fn float_unary(op: FloatUnary, a: Tile) -> Option<Tile> {
    use FloatUnary as U;
    match op {
        U::Abs => {
            floats!(a, x => x.change(Float::abs))
        }
        U::Neg => floats!(a, x => x.change(Float::neg)),
        U::Sqrt { rounding, flush } => square_root(a, rounding, flush),
        U::Ceil => through_wide(a, f64::ceil),
        U::Floor => through_wide(a, f64::floor),
        U::Cos => through_wide(a, f64::cos),
        U::CosH => through_wide(a, f64::cosh),
        U::Sin => through_wide(a, f64::sin),
        U::SinH => through_wide(a, f64::sinh),
        U::Tan => through_wide(a, f64::tan),
        U::TanH => through_wide(a, f64::tanh),
        U::Exp => through_wide(a, f64::exp),
        U::Exp2 { flush } => flushed(a, flush, |a| through_wide(a, f64::exp2)),
        U::Log => through_wide(a, f64::ln),
        U::Log2 => through_wide(a, f64::log2),
        U::Rsqrt { flush } => flushed(a, flush, |a| through_wide(a, |v| 1.0 / v.sqrt())),
    }
}

/// A function in 64 bits, rounded.
#[inline]
fn through_wide(a: Tile, f: impl Fn(f64) -> f64) -> Option<Tile> {
    floats!(a, x => x.change(|v| Float::round(f(v.wide()), Rounding::Nearest)))
}

/// With subnormal operands and results made zeros, if asked to.
fn flushed(a: Tile, flushes: bool, f: impl Fn(Tile) -> Option<Tile>) -> Option<Tile> {
    if !flushes {
        return f(a);
    }
    f(flush_tile(a)).map(flush_tile)
}

fn flush_tile(a: Tile) -> Tile {
    match a {
        Tile::F32(x) => Tile::F32(x.change(flush)),
        other => other,
    }
}

fn square_root(a: Tile, rounding: Rounding, flushes: bool) -> Option<Tile> {
    flushed(a, flushes, |a| match rounding {
        Rounding::Nearest => floats!(a, x => x.change(Float::sqrt)),
        other => floats!(a, x => x.change(|v| v.sqrt_in(other))),
    })
}

pub fn float_binary(op: FloatBinary, a: Tile, b: Tile) -> Option<Tile> {
    use FloatBinary as B;
    use Rounding::Nearest;
    let flushes = matches!(
        op,
        B::Add { flush: true, .. }
            | B::Sub { flush: true, .. }
            | B::Mul { flush: true, .. }
            | B::Div { flush: true, .. }
            | B::Max { flush: true, .. }
            | B::Min { flush: true, .. }
    );
    let (a, b) = match flushes {
        true => (flush_tile(a), flush_tile(b)),
        false => (a, b),
    };
    let result = match op {
        B::Add {
            rounding: Nearest, ..
        } => arithmetic(a, b, Plus),
        B::Sub {
            rounding: Nearest, ..
        } => arithmetic(a, b, Minus),
        B::Mul {
            rounding: Nearest, ..
        } => arithmetic(a, b, Times),
        B::Div {
            rounding: Nearest, ..
        } => arithmetic(a, b, Over),
        B::Add { rounding, .. } => arithmetic(a, b, In(Plus, rounding)),
        B::Sub { rounding, .. } => arithmetic(a, b, In(Minus, rounding)),
        B::Mul { rounding, .. } => arithmetic(a, b, In(Times, rounding)),
        B::Div { rounding, .. } => arithmetic(a, b, In(Over, rounding)),
        B::Max { nan, .. } => arithmetic(a, b, Largest(nan)),
        B::Min { nan, .. } => arithmetic(a, b, Smallest(nan)),
        B::Rem => arithmetic(a, b, Wide(|x, y| x % y)),
        B::Pow => arithmetic(a, b, Wide(power)),
        B::Atan2 => arithmetic(a, b, Wide(f64::atan2)),
    };
    if flushes {
        result.map(flush_tile)
    } else {
        result
    }
}

/// An operation on two floats of any type.
trait Binary {
    fn of<T: Float>(&self, a: T, b: T) -> T;
}

struct Plus;
struct Minus;
struct Times;
struct Over;
struct In<B>(B, Rounding);
struct Largest(bool);
struct Smallest(bool);
struct Wide(fn(f64, f64) -> f64);

impl Binary for Plus {
    #[inline]
    fn of<T: Float>(&self, a: T, b: T) -> T {
        a.add(b)
    }
}

impl Binary for Minus {
    #[inline]
    fn of<T: Float>(&self, a: T, b: T) -> T {
        a.add(b.neg())
    }
}

impl Binary for Times {
    #[inline]
    fn of<T: Float>(&self, a: T, b: T) -> T {
        a.mul(b)
    }
}

impl Binary for Over {
    #[inline]
    fn of<T: Float>(&self, a: T, b: T) -> T {
        a.div(b)
    }
}

impl Binary for In<Plus> {
    fn of<T: Float>(&self, a: T, b: T) -> T {
        a.add_in(b, self.1)
    }
}

impl Binary for In<Minus> {
    fn of<T: Float>(&self, a: T, b: T) -> T {
        a.add_in(b.neg(), self.1)
    }
}

impl Binary for In<Times> {
    fn of<T: Float>(&self, a: T, b: T) -> T {
        a.mul_in(b, self.1)
    }
}

impl Binary for In<Over> {
    fn of<T: Float>(&self, a: T, b: T) -> T {
        a.div_in(b, self.1)
    }
}

impl Binary for Largest {
    #[inline]
    fn of<T: Float>(&self, a: T, b: T) -> T {
        maximum(a, b, self.0)
    }
}

impl Binary for Smallest {
    #[inline]
    fn of<T: Float>(&self, a: T, b: T) -> T {
        minimum(a, b, self.0)
    }
}

impl Binary for Wide {
    fn of<T: Float>(&self, a: T, b: T) -> T {
        T::round((self.0)(a.wide(), b.wide()), Rounding::Nearest)
    }
}

#[inline]
fn arithmetic(a: Tile, b: Tile, op: impl Binary) -> Option<Tile> {
    two!([F32, F64, F16, Bf16] a, b, (x, y) => same x.combine(y, |p, q| op.of(p, q)))
}

fn power(base: f64, exponent: f64) -> f64 {
    base.powf(exponent)
}

/// `a * b + c`, rounded once.
pub fn fma(rounding: Rounding, flushes: bool, a: Tile, b: Tile, c: Tile) -> Option<Tile> {
    fn each<T: Float>(
        a: Elements<T>,
        b: Elements<T>,
        c: Elements<T>,
        rounding: Rounding,
    ) -> Elements<T> {
        let all = |a: T, b: T, c: T| match rounding {
            Rounding::Nearest => a.fma(b, c),
            other => a.fma_in(b, c, other),
        };
        match (a, b, c) {
            (Elements::Same(a), b, c) => b.combine(c, |b, c| all(a, b, c)),
            (a, Elements::Same(b), c) => a.combine(c, |a, c| all(a, b, c)),
            (a, b, Elements::Same(c)) => a.combine(b, |a, b| all(a, b, c)),
            (Elements::Each(a), Elements::Each(b), Elements::Each(c)) => {
                let zipped = a.iter().zip(b.iter()).zip(c.iter());
                let out: Vec<T> = zipped.map(|((&a, &b), &c)| all(a, b, c)).collect();
                Elements::Each(out.into())
            }
        }
    }
    let [a, b, c] = match flushes {
        true => [a, b, c].map(flush_tile),
        false => [a, b, c],
    };
    let result = match (a, b, c) {
        (Tile::F32(a), Tile::F32(b), Tile::F32(c)) => Tile::F32(each(a, b, c, rounding)),
        (Tile::F64(a), Tile::F64(b), Tile::F64(c)) => Tile::F64(each(a, b, c, rounding)),
        (Tile::F16(a), Tile::F16(b), Tile::F16(c)) => Tile::F16(each(a, b, c, rounding)),
        (Tile::Bf16(a), Tile::Bf16(b), Tile::Bf16(c)) => Tile::Bf16(each(a, b, c, rounding)),
        _ => return None,
    };
    Some(if flushes { flush_tile(result) } else { result })
}

/// A float to the power of an integer.
pub fn float_power(a: Tile, exponent: &Tile) -> Option<Tile> {
    let exponents = integers(exponent)?;
    floats!(a, x => x.zip(exponents, |v, n| Float::round(v.wide().powf(n as f64), Rounding::Nearest)))
}

pub fn compare_floats(
    predicate: ComparisonPredicate,
    ordering: ComparisonOrdering,
    a: Tile,
    b: Tile,
) -> Option<Tile> {
    use ComparisonPredicate as P;
    // What a comparison with NaN gives.
    let nan = ordering == ComparisonOrdering::Unordered;
    macro_rules! compare {
        ($holds:expr) => {
            two!([F32, F64, F16, Bf16] a, b, (x, y) => truth x.zip(y, |p, q| {
                let (p, q) = (p.wide(), q.wide());
                let holds: fn(f64, f64) -> bool = $holds;
                holds(p, q) || (nan && (p.is_nan() || q.is_nan()))
            }))
        };
    }
    match predicate {
        P::Equal => compare!(|p, q| p == q),
        // Of a NaN and anything, the ordering decides.
        P::NotEqual => compare!(|p, q| p != q && !p.is_nan() && !q.is_nan()),
        P::LessThan => compare!(|p, q| p < q),
        P::LessThanOrEqual => compare!(|p, q| p <= q),
        P::GreaterThan => compare!(|p, q| p > q),
        P::GreaterThanOrEqual => compare!(|p, q| p >= q),
    }
}

/// Element by element one of two.
pub fn select(cond: Tile, yes: Tile, no: Tile) -> Option<Tile> {
    let Tile::I1(cond) = cond else { return None };
    fn each<T: Element>(cond: &Elements<bool>, yes: Elements<T>, no: Elements<T>) -> Elements<T> {
        match cond {
            Elements::Same(true) => yes,
            Elements::Same(false) => no,
            Elements::Each(cond) => {
                let pick = |index: usize, c: bool| if c { yes.at(index) } else { no.at(index) };
                let out: Vec<T> = match (&yes, &no) {
                    (Elements::Each(y), Elements::Each(n)) => {
                        let zipped = cond.iter().zip(y.iter()).zip(n.iter());
                        zipped.map(|((&c, &y), &n)| if c { y } else { n }).collect()
                    }
                    _ => cond.iter().enumerate().map(|(i, &c)| pick(i, c)).collect(),
                };
                Elements::Each(out.into())
            }
        }
    }
    crate::move_two!(yes, no, (x, y) => each(&cond, x, y))
}
