//! Matrix products.
//!
//! Factors are exact in `f32` (but `f64`'s). Sums run along the depth in the accumulator's type. For `f32` and `f64` the
//! order is that of a blocked product: a sum of the products of some hundred elements at a time, added to the
//! accumulator; the specification leaves it open. For `f16` every step is rounded. Integers wrap.

use half::f16;
use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2, LinalgScalar};

use super::convert::to_f32;
use crate::number::{Element, Float, Integer, Rounding};
use crate::program::code::Product;
use crate::tile::{Elements, Tile};

/// `lhs * rhs + acc`; scales, if any, are those of `lhs` and of `rhs`.
pub fn product(
    p: Product,
    lhs: Tile,
    rhs: Tile,
    acc: Tile,
    scales: Option<(Tile, Tile)>,
) -> Option<Tile> {
    match acc {
        Tile::F64(acc) => match (lhs, rhs) {
            (Tile::F64(a), Tile::F64(b)) => Some(Tile::F64(blocked(p, a, b, acc)?)),
            _ => None,
        },
        Tile::F32(acc) => {
            let (a, b) = factors(p, lhs, rhs, scales)?;
            Some(Tile::F32(blocked(p, a, b, acc)?))
        }
        Tile::F16(acc) => {
            let (a, b) = factors(p, lhs, rhs, scales)?;
            Some(Tile::F16(stepwise(p, &a, &b, acc)))
        }
        Tile::I32(acc) => match (lhs, rhs) {
            (Tile::I8(a), Tile::I8(b)) => Some(Tile::I32(whole(p, a, b, acc))),
            _ => None,
        },
        _ => None,
    }
}

fn factors(
    p: Product,
    lhs: Tile,
    rhs: Tile,
    scales: Option<(Tile, Tile)>,
) -> Option<(Elements<f32>, Elements<f32>)> {
    let wide = |tile: Tile| match to_f32(tile, Rounding::Nearest)? {
        Tile::F32(x) => Some(x),
        _ => None,
    };
    let (a, b) = (wide(lhs)?, wide(rhs)?);
    let Some((a_scale, b_scale)) = scales else {
        return Some((a, b));
    };
    let (a_scale, b_scale) = (wide(a_scale)?, wide(b_scale)?);
    let block = p.scaled.max(1);
    let per_row = p.depth / block;
    let mut scaled_a = a.into_vec(p.batch * p.rows * p.depth);
    for (index, v) in scaled_a.iter_mut().enumerate() {
        *v *= a_scale.at(index / p.depth * per_row + index % p.depth / block);
    }
    let mut scaled_b = b.into_vec(p.batch * p.depth * p.columns);
    for (index, v) in scaled_b.iter_mut().enumerate() {
        let (row, column) = (index / p.columns, index % p.columns);
        let (batch, k) = (row / p.depth, row % p.depth);
        *v *= b_scale.at((batch * per_row + k / block) * p.columns + column);
    }
    Some((Elements::new(scaled_a), Elements::new(scaled_b)))
}

/// A batch at a time through a blocked product.
fn blocked<T: Element + LinalgScalar>(
    p: Product,
    a: Elements<T>,
    b: Elements<T>,
    acc: Elements<T>,
) -> Option<Elements<T>> {
    let (m, k, n) = (p.rows, p.depth, p.columns);
    let (a, b) = (a.to_cow(p.batch * m * k), b.to_cow(p.batch * k * n));
    let mut out = acc.into_vec(p.batch * m * n);
    let batches = a
        .chunks(m * k)
        .zip(b.chunks(k * n))
        .zip(out.chunks_mut(m * n));
    for ((a, b), c) in batches {
        let a = ArrayView2::from_shape((m, k), a).ok()?;
        let b = ArrayView2::from_shape((k, n), b).ok()?;
        let mut c = ArrayViewMut2::from_shape((m, n), c).ok()?;
        general_mat_mul(T::one(), &a, &b, T::one(), &mut c);
    }
    Some(Elements::new(out))
}

/// Product by product, each sum rounded.
fn stepwise(p: Product, a: &Elements<f32>, b: &Elements<f32>, acc: Elements<f16>) -> Elements<f16> {
    let (m, k, n) = (p.rows, p.depth, p.columns);
    let mut out = acc.into_vec(p.batch * m * n);
    for (row, line) in out.chunks_mut(n).enumerate() {
        let batch = row / m;
        for d in 0..k {
            let factor = f64::from(a.at(row * k + d));
            for (column, sum) in line.iter_mut().enumerate() {
                let term = factor * f64::from(b.at((batch * k + d) * n + column));
                // Term and sum have few enough bits apart for 64 in all but vanishing cases.
                *sum = f16::round(
                    crate::number::exact::add(sum.wide(), term),
                    Rounding::Nearest,
                );
            }
        }
    }
    Elements::new(out)
}

fn whole(p: Product, a: Elements<i8>, b: Elements<i8>, acc: Elements<i32>) -> Elements<i32> {
    let (m, k, n) = (p.rows, p.depth, p.columns);
    let read = |v: i8, signed: bool| {
        if signed {
            v.signed() as i32
        } else {
            v.unsigned() as i32
        }
    };
    let [a_signed, b_signed] = p.signed;
    let b = b
        .map(|v| read(v, b_signed))
        .to_cow(p.batch * k * n)
        .into_owned();
    let mut out = acc.into_vec(p.batch * m * n);
    for (row, line) in out.chunks_mut(n).enumerate() {
        let batch = row / m;
        for d in 0..k {
            let factor = read(a.at(row * k + d), a_signed);
            let start = (batch * k + d) * n;
            let others = b.get(start..start + n).unwrap_or_default();
            for (sum, &other) in line.iter_mut().zip(others) {
                *sum = sum.wrapping_add(factor.wrapping_mul(other));
            }
        }
    }
    Elements::new(out)
}
