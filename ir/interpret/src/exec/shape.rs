//! Moving elements about.

use crate::end::FaultKind;
use crate::number::Element;
use crate::program::code::Shape;
use crate::tile::{Elements, Tile};
use crate::{move_elements, move_two};

/// Elements from one index to the next, for each dimension of a row-major tile.
pub fn strides(sizes: &[usize]) -> Vec<usize> {
    let mut step = 1usize;
    let mut strides: Vec<usize> = sizes
        .iter()
        .rev()
        .map(|&size| {
            let this = step;
            step = step.saturating_mul(size);
            this
        })
        .collect();
    strides.reverse();
    strides
}

/// Calls `visit` with the source position of every element of a tile of `sizes`, in order, where the source has `steps`.
fn walk(
    sizes: &[usize],
    steps: &[usize],
    start: usize,
    mut visit: impl FnMut(usize, usize, usize),
) {
    let (Some((&inner, outer)), Some((&step, outer_steps))) =
        (sizes.split_last(), steps.split_last())
    else {
        visit(start, 1, 0);
        return;
    };
    let lines: usize = outer.iter().product();
    let mut index = vec![0usize; outer.len()];
    let mut position = start;
    for _ in 0..lines {
        visit(position, inner, step);
        // An odometer; the position follows.
        for ((at, &size), &step) in index.iter_mut().zip(outer).zip(outer_steps).rev() {
            *at += 1;
            position += step;
            if *at < size {
                break;
            }
            position -= *at * step;
            *at = 0;
        }
    }
}

/// The elements of a tile of `sizes`, taken from where `steps` say.
fn gather<T: Element>(
    elements: Elements<T>,
    sizes: &[usize],
    steps: &[usize],
    start: usize,
) -> Elements<T> {
    let Elements::Each(from) = &elements else {
        return elements;
    };
    let mut out: Vec<T> = Vec::with_capacity(sizes.iter().product());
    walk(sizes, steps, start, |position, count, step| match step {
        1 => out.extend_from_slice(from.get(position..position + count).unwrap_or_default()),
        0 => {
            let value = from.get(position).copied().unwrap_or_default();
            out.resize(out.len() + count, value);
        }
        _ => out.extend(
            from.get(position..)
                .unwrap_or_default()
                .iter()
                .step_by(step)
                .take(count),
        ),
    });
    Elements::new(out)
}

pub fn broadcast(tile: Tile, from: &Shape, to: &Shape) -> Tile {
    if from.count == to.count {
        return tile;
    }
    let steps: Vec<usize> = strides(&from.sizes)
        .into_iter()
        .zip(&from.sizes)
        .map(|(step, &size)| if size == 1 { 0 } else { step })
        .collect();
    move_elements!(tile, x => gather(x, &to.sizes, &steps, 0))
}

pub fn permute(tile: Tile, from: &Shape, permutation: &[usize]) -> Tile {
    let old = strides(&from.sizes);
    let pick = |from: &[usize]| -> Vec<usize> {
        let picked = permutation
            .iter()
            .map(|&d| from.get(d).copied().unwrap_or(1));
        picked.collect()
    };
    let (sizes, steps) = (pick(&from.sizes), pick(&old));
    move_elements!(tile, x => gather(x, &sizes, &steps, 0))
}

pub fn cat(a: Tile, b: Tile, left: &Shape, right: &Shape, dim: usize) -> Option<Tile> {
    // Elements of a line along `dim` and everything inside it.
    let line =
        |shape: &Shape| -> usize { shape.sizes.get(dim..).unwrap_or_default().iter().product() };
    let (m, n) = (line(left).max(1), line(right).max(1));
    fn join<T: Element>(
        a: Elements<T>,
        b: Elements<T>,
        left: &Shape,
        right: &Shape,
        m: usize,
        n: usize,
    ) -> Elements<T> {
        let (a, b) = (a.to_cow(left.count), b.to_cow(right.count));
        let lines = a.chunks(m).zip(b.chunks(n));
        Elements::new(
            lines
                .flat_map(|(a, b)| a.iter().chain(b))
                .copied()
                .collect(),
        )
    }
    move_two!(a, b, (x, y) => join(x, y, left, right, m, n))
}

/// Where a slice starts.
fn slice_start(slice: &Shape, whole: &Shape, indices: &[i64]) -> Result<usize, FaultKind> {
    let mut start = 0usize;
    let dims = slice
        .sizes
        .iter()
        .zip(&whole.sizes)
        .zip(strides(&whole.sizes));
    for (((&small, &large), step), &index) in dims.zip(indices) {
        let at = usize::try_from(index)
            .ok()
            .and_then(|index| index.checked_mul(small));
        match at {
            Some(at) if at < large => start += at * step,
            _ => return Err(FaultKind::Slice),
        }
    }
    Ok(start)
}

pub fn extract(tile: Tile, from: &Shape, to: &Shape, indices: &[i64]) -> Result<Tile, FaultKind> {
    let start = slice_start(to, from, indices)?;
    let steps = strides(&from.sizes);
    Ok(move_elements!(tile, x => gather(x, &to.sizes, &steps, start)))
}

pub fn insert(
    slice: Tile,
    into: Tile,
    small: &Shape,
    large: &Shape,
    indices: &[i64],
) -> Result<Option<Tile>, FaultKind> {
    let start = slice_start(small, large, indices)?;
    fn put<T: Element>(
        slice: Elements<T>,
        into: Elements<T>,
        small: &Shape,
        large: &Shape,
        start: usize,
    ) -> Elements<T> {
        let mut out = into.into_vec(large.count);
        let mut number = 0;
        walk(
            &small.sizes,
            &strides(&large.sizes),
            start,
            |position, count, step| {
                for n in 0..count {
                    if let Some(to) = out.get_mut(position + n * step) {
                        *to = slice.at(number);
                    }
                    number += 1;
                }
            },
        );
        Elements::new(out)
    }
    Ok(move_two!(slice, into, (x, y) => put(x, y, small, large, start)))
}

/// 0, 1, 2 and so on.
pub fn iota(count: usize) -> Elements<u64> {
    Elements::new((0..count as u64).collect())
}

/// Every other one of the slices along `dim`, the even or the odd ones.
pub fn halves(tile: &Tile, shape: &Shape, dim: usize, odd: bool) -> Tile {
    let mut sizes = shape.sizes.clone();
    let mut steps = strides(&sizes);
    let start = match (sizes.get_mut(dim), steps.get_mut(dim)) {
        (Some(size), Some(step)) => {
            let start = if odd { *step } else { 0 };
            *size /= 2;
            *step *= 2;
            start
        }
        _ => 0,
    };
    move_elements!(tile.clone(), x => gather(x, &sizes, &steps, start))
}

/// The slice at an index along `dim`.
pub fn slice(tile: &Tile, shape: &Shape, dim: usize, index: usize) -> Tile {
    let mut sizes = shape.sizes.clone();
    let steps = strides(&sizes);
    let start = steps.get(dim).map_or(0, |step| step * index);
    if let Some(size) = sizes.get_mut(dim) {
        *size = 1;
    }
    move_elements!(tile.clone(), x => gather(x, &sizes, &steps, start))
}

/// Slices along `dim` put together, `count` of them, all of `slice`'s shape but of size 1 along `dim`.
pub fn stack(slices: &[Tile], shape: &Shape, dim: usize) -> Option<Tile> {
    let inner: usize = shape
        .sizes
        .get(dim + 1..)
        .unwrap_or_default()
        .iter()
        .product();
    let outer: usize = shape.sizes.get(..dim).unwrap_or_default().iter().product();
    let first = slices.first()?.clone();
    fn gather_all<T: Element>(parts: &[Elements<T>], outer: usize, inner: usize) -> Elements<T> {
        let mut out = Vec::with_capacity(parts.len() * outer * inner);
        for o in 0..outer {
            for part in parts {
                out.extend((0..inner).map(|i| part.at(o * inner + i)));
            }
        }
        Elements::new(out)
    }
    macro_rules! by_type {
        ($($type:ident),*) => {
            match first {
                $(Tile::$type(_) => {
                    let parts = slices.iter().map(|s| match s {
                        Tile::$type(x) => Some(x.clone()),
                        _ => None,
                    });
                    Some(Tile::$type(gather_all(&parts.collect::<Option<Vec<_>>>()?, outer, inner)))
                })*
                Tile::Small(scalar, _) => {
                    let parts = slices.iter().map(|s| match s {
                        Tile::Small(_, x) => Some(x.clone()),
                        _ => None,
                    });
                    Some(Tile::Small(scalar, gather_all(&parts.collect::<Option<Vec<_>>>()?, outer, inner)))
                }
            }
        };
    }
    by_type!(I1, I8, I16, I32, I64, F16, Bf16, F32, Tf32, F64, Pointer)
}
