//! Constants, conversions and arithmetic.

use super::Route;
use crate::pair::rust_element;
use tileport_python::dtype::Dtype;

pub(super) fn to_text(dtype: Dtype, route: Route) -> String {
    let name = rust_element(dtype);
    let (doc, body) = match route {
        Route::Convert => (
            format!("Every element converted to `{name}`."),
            "convert_tile(x)",
        ),
        Route::Extend => (format!("Every element extended to `{name}`."), "exti(x)"),
        Route::Truncate => (
            format!("The low bits of every element, as `{name}`."),
            "trunci_wrapping(x, overflow::None)",
        ),
        Route::Bitcast => (
            format!("The bits of every element, as `{name}`."),
            "bitcast(x)",
        ),
        Route::FloatToBool => (
            "Which elements are not zero; not a number is not.".into(),
            "cmpf(x, zero, predicate::NotEqual, cmp_ordering::Unordered)",
        ),
        Route::IntToBool => (
            "Which elements are not zero.".into(),
            "cmpi(x, zero, predicate::NotEqual)",
        ),
    };
    let zero = match route {
        Route::FloatToBool | Route::IntToBool => {
            "    let shape: Shape<S> = Shape::<S> { dims: &[] };
    let zero: Tile<E, S> = constant(E::ZERO, shape);\n"
        }
        _ => "",
    };
    format!(
        "
/// {doc}
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(x: Tile<E, S>) -> Tile<{name}, S> {{
{zero}    let x: Tile<{name}, S> = {body};
    x
}}"
    )
}

pub(super) const LIT: &str = r#"
/// A constant of any float type, rounded to it.
#[cuda_tile::op(
    name = "cuda_tile.constant",
    since = "V13_2",
    params = [],
    attribute_params = ["value:dense"]
)]
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(value: f64, shape: Shape<S>) -> Tile<E, S> {
    unreachable!()
}"#;

pub(super) const LIT_INT: &str = r#"
/// A constant of any integer type, given as a signed number of its bits.
#[cuda_tile::op(
    name = "cuda_tile.constant",
    since = "V13_2",
    params = [],
    attribute_params = ["value:dense"]
)]
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(value: i64, shape: Shape<S>) -> Tile<E, S> {
    unreachable!()
}"#;

pub(super) fn mul_add_text(ftz: bool) -> String {
    let (words, mode) = match ftz {
        true => (", denormals flushed to zero", "Enabled"),
        false => ("", "Disabled"),
    };
    format!(
        "
/// `a * b + c`, rounded once{words}.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(
    a: Tile<E, S>,
    b: Tile<E, S>,
    c: Tile<E, S>,
) -> Tile<E, S> {{
    fma(a, b, c, rounding::NearestEven, ftz::{mode})
}}"
    )
}

pub(super) const ARANGE: &str = r#"
/// `0, 1, 2, …`
fn NAME<const A: i32>(shape: Shape<{ [A] }>) -> Tile<DTYPE, { [A] }> {
    let x: Tile<DTYPE, { [A] }> = iota(shape);
    x
}"#;

pub(super) const EXP_APPROX: &str = r#"
/// Exponential, in the fast approximation.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(x: Tile<E, S>) -> Tile<E, S> {
    unsafe { exp_with_rounding(x, rounding::Approx) }
}"#;

pub(super) const FLOOR_DIV_TILE: &str = r#"
/// Quotients, rounded towards negative infinity.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(a: Tile<E, S>, b: Tile<E, S>) -> Tile<E, S> {
    divi(a, b, rounding::NegativeInf)
}"#;

pub(super) const MODULO_TILE: &str = r#"
/// Remainders that have the sign of the divisor.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(a: Tile<E, S>, b: Tile<E, S>) -> Tile<E, S> {
    let shape: Shape<S> = Shape::<S> { dims: &[] };
    let zero: Tile<E, S> = constant(E::ZERO, shape);
    let r: Tile<E, S> = remi(a, b);
    let signs_differ: Tile<bool, S> = xori(lt_tile(r, zero), lt_tile(b, zero));
    let wrong: Tile<bool, S> = andi(signs_differ, ne_tile(r, zero));
    select(wrong, r + b, r)
}"#;

pub(super) const FLOOR_DIV: &str = r#"
/// The quotient, rounded towards negative infinity.
fn NAME(a: i32, b: i32) -> i32 {
    let a: Tile<i32, { [] }> = scalar_to_tile(a);
    let b: Tile<i32, { [] }> = scalar_to_tile(b);
    let q: Tile<i32, { [] }> = divi(a, b, rounding::NegativeInf);
    tile_to_scalar(q)
}"#;

pub(super) const MODULO: &str = r#"
/// The remainder that has the sign of the divisor.
fn NAME(a: i32, b: i32) -> i32 {
    let a: Tile<i32, { [] }> = scalar_to_tile(a);
    let b: Tile<i32, { [] }> = scalar_to_tile(b);
    let zero: Tile<i32, { [] }> = constant(0i32, shape![]);
    let r: Tile<i32, { [] }> = remi(a, b);
    let signs_differ: Tile<bool, { [] }> = xori(lt_tile(r, zero), lt_tile(b, zero));
    let wrong: Tile<bool, { [] }> = andi(signs_differ, ne_tile(r, zero));
    let r: Tile<i32, { [] }> = select(wrong, r + b, r);
    tile_to_scalar(r)
}"#;

pub(super) const ITEM: &str = r#"
/// The one element.
fn NAME(x: Tile<DTYPE, { [] }>) -> DTYPE {
    tile_to_scalar(x)
}"#;

pub(super) const OPAQUE: &str = r#"
/// `n`, about whose value the compiler makes no assumption.
fn NAME(n: i32) -> i32 {
    let n: Tile<i32, { [] }> = scalar_to_tile(n);
    let n: Tile<i32, { [] }> = bitcast(n);
    tile_to_scalar(n)
}"#;

pub(super) const TRUNCI: &str = r#"
/// The low bits of every element.
#[cuda_tile::op(
    name = "cuda_tile.trunci",
    since = "V13_2",
    params = ["from"],
    static_params = ["overflow={None: overflow=#cuda_tile.overflow<none>}"]
)]
#[cuda_tile::variadic_op(N = 6)]
fn NAME<EIn: ElementType, EOut: ElementType, const S: [i32; N], O: overflow::Mode>(
    from: Tile<EIn, S>,
    overflow: O,
) -> Tile<EOut, S> {
    unreachable!()
}"#;

pub(super) const SAME: &str = r#"
/// `x`.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(x: Tile<E, S>) -> Tile<E, S> {
    x
}"#;
