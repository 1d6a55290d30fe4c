//! A tensor's memory, filled as its configuration says.

use super::element::put;
use super::generator::Generator;
use crate::configuration::{Fill, Tensor};

/// The byte of memory that nothing was written to: a NaN in every float that has one, -1 in integers.
pub const POISON: u8 = 0xFF;

/// Values of a hostile fill, in turn with ordinary ones: what a float type lacks is rounded by it.
const HOSTILE: [f64; 12] = [
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    0.0,
    -0.0,
    1e-40,
    -1e-40,
    6e-8,
    3.4e38,
    -3.4e38,
    65504.0,
    1.0,
];

/// Memory of [`Tensor::bytes`] bytes with nothing written to it.
pub fn poisoned(tensor: &Tensor) -> Vec<u8> {
    vec![POISON; usize::try_from(tensor.bytes()).unwrap_or(0)]
}

/// Memory of the tensor's size with the values of its fill; gaps between elements are poisoned.
///
/// Element number `n`, counted in the order of indices with the last dimension fastest, takes draw `n` of stream
/// `position` of `seed`. Where strides make indices meet, the last one stays.
pub fn fill(tensor: &Tensor, seed: u64, position: u64) -> Vec<u8> {
    let mut memory = poisoned(tensor);
    let generator = Generator::new(seed, position);
    let mut number = 0u64;
    for_each_offset(tensor, |offset| {
        put(
            &mut memory,
            tensor.dtype,
            offset,
            draw(tensor.fill, generator, number),
        );
        number += 1;
    });
    memory
}

fn draw(fill: Fill, generator: Generator, n: u64) -> f64 {
    match fill {
        Fill::Normal => generator.normal(n),
        Fill::Uniform(low, high) => low + (high - low) * generator.unit(n),
        Fill::Integers(low, high) => {
            let width = high.wrapping_sub(low).max(1) as u64;
            low.wrapping_add((generator.word(n) % width) as i64) as f64
        }
        Fill::Constant(value) => value,
        Fill::Arange => n as f64,
        Fill::Hostile => {
            let word = generator.word(n);
            let index = (word >> 32) as usize % (2 * HOSTILE.len());
            HOSTILE
                .get(index)
                .copied()
                .unwrap_or_else(|| generator.normal(n))
        }
    }
}

/// Calls `visit` with the bytes of every element, in the same order. Packed elements share theirs.
pub(crate) fn for_each_element(tensor: &Tensor, mut visit: impl FnMut(std::ops::Range<usize>)) {
    let bits = tensor.dtype.bits() as usize;
    for_each_offset(tensor, |offset| {
        let start = offset.saturating_mul(bits) / 8;
        visit(start..start.saturating_add(bits.div_ceil(8)));
    });
}

/// Calls `visit` with the element offset of every index, the last dimension fastest.
pub(super) fn for_each_offset(tensor: &Tensor, mut visit: impl FnMut(usize)) {
    if tensor.shape.contains(&0) {
        return;
    }
    let mut index = vec![0i64; tensor.shape.len()];
    let mut offset = 0i64;
    loop {
        visit(usize::try_from(offset).unwrap_or(usize::MAX));
        // Count up like an odometer; the offset follows by strides.
        let mut dimension = index.len();
        loop {
            let Some(next) = dimension.checked_sub(1) else {
                return;
            };
            dimension = next;
            let (Some(at), Some(&size), Some(&step)) = (
                index.get_mut(dimension),
                tensor.shape.get(dimension),
                tensor.stride.get(dimension),
            ) else {
                return;
            };
            *at += 1;
            offset += step;
            if *at < size {
                break;
            }
            offset -= *at * step;
            *at = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::element::get;
    use tileport_python::dtype::Dtype;

    fn tensor(dtype: Dtype, shape: &[i64], stride: Option<&[i64]>, fill: Fill) -> Tensor {
        let mut tensor =
            Tensor::new(dtype, shape.to_vec(), stride.map(<[i64]>::to_vec), 256).unwrap();
        tensor.fill = fill;
        tensor
    }

    fn values(tensor: &Tensor, count: usize) -> Vec<f64> {
        let memory = fill(tensor, 1, 0);
        (0..count).map(|n| get(&memory, tensor.dtype, n)).collect()
    }

    #[test]
    fn elements_go_where_strides_say_and_gaps_stay_poisoned() {
        let padded = tensor(Dtype::Int32, &[2, 2], Some(&[3, 1]), Fill::Arange);
        assert_eq!(values(&padded, 5), [0.0, 1.0, -1.0, 2.0, 3.0]);
        let transposed = tensor(Dtype::Int32, &[2, 2], Some(&[1, 2]), Fill::Arange);
        assert_eq!(values(&transposed, 4), [0.0, 2.0, 1.0, 3.0]);
        let broadcast = tensor(Dtype::Int32, &[3, 1], Some(&[0, 1]), Fill::Arange);
        assert_eq!(values(&broadcast, 1), [2.0]);
        let scalar = tensor(Dtype::Int32, &[], None, Fill::Constant(7.0));
        assert_eq!(values(&scalar, 1), [7.0]);
        assert!(fill(&tensor(Dtype::Int32, &[0, 5], None, Fill::Arange), 1, 0).is_empty());
    }

    #[test]
    fn draws_keep_to_their_bounds() {
        let whole = tensor(Dtype::Int64, &[1000], None, Fill::Integers(-2, 3));
        let drawn = values(&whole, 1000);
        assert!(drawn.iter().all(|v| (-2.0..3.0).contains(v)));
        assert!(
            [-2.0, -1.0, 0.0, 1.0, 2.0]
                .iter()
                .all(|v| drawn.contains(v))
        );
        let even = tensor(Dtype::Float64, &[1000], None, Fill::Uniform(1.0, 2.0));
        assert!(values(&even, 1000).iter().all(|v| (1.0..2.0).contains(v)));
    }

    #[test]
    fn a_hostile_fill_has_every_kind_of_trouble() {
        let hostile = tensor(Dtype::Float32, &[1000], None, Fill::Hostile);
        let drawn = values(&hostile, 1000);
        assert!(drawn.iter().any(|v| v.is_nan()));
        assert!(drawn.contains(&f64::INFINITY) && drawn.contains(&f64::NEG_INFINITY));
        assert!(drawn.iter().any(|v| *v == 0.0 && v.is_sign_negative()));
        assert!(drawn.iter().any(|v| *v != 0.0 && v.abs() < 1e-38));
        assert!(drawn.iter().any(|v| v.is_finite() && *v > 0.1 && *v < 0.9));
    }

    #[test]
    fn the_same_seed_gives_the_same_memory() {
        let normal = tensor(Dtype::Float16, &[64], None, Fill::Normal);
        assert_eq!(fill(&normal, 5, 2), fill(&normal, 5, 2));
        assert_ne!(fill(&normal, 5, 2), fill(&normal, 5, 3));
        assert_ne!(fill(&normal, 5, 2), fill(&normal, 6, 2));
    }
}
