//! Two memories of one tensor against each other.

use serde::{Deserialize, Serialize};

use super::element::get;
use super::storage::for_each_offset;
use crate::configuration::{Tensor, any_float};

/// How far a value may be from the one expected: `absolute + relative * |expected|`. All zeros: equal.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Tolerance {
    pub absolute: f64,
    pub relative: f64,
}

/// What a comparison found. Two NaNs are equal, and so are zeros of both signs, except bit by bit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Comparison {
    /// Elements compared.
    pub elements: u64,
    /// Elements whose bits differ.
    pub bits_differ: u64,
    /// Elements further apart than the tolerance allows.
    pub beyond: u64,
    /// The largest difference of two finite values.
    pub largest_absolute: f64,
    /// The largest difference divided by the size of the expected value, where that is not zero.
    pub largest_relative: f64,
    /// The first element beyond the tolerance.
    pub first: Option<Difference>,
}

/// One element that differs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// Its number in index order.
    pub element: u64,
    #[serde(with = "any_float")]
    pub expected: f64,
    #[serde(with = "any_float")]
    pub found: f64,
}

impl Comparison {
    /// Whether all elements are within the tolerance.
    pub fn within(&self) -> bool {
        self.beyond == 0
    }

    /// Takes account of the values of one element that may be apart.
    pub(crate) fn weigh(&mut self, element: u64, expected: f64, found: f64, allowed: Tolerance) {
        if expected == found || (expected.is_nan() && found.is_nan()) {
            return;
        }
        let apart = (expected - found).abs();
        if apart.is_finite() {
            self.largest_absolute = self.largest_absolute.max(apart);
            if expected != 0.0 {
                self.largest_relative = self.largest_relative.max(apart / expected.abs());
            }
        }
        let allowed = allowed.absolute + allowed.relative * expected.abs();
        // An infinite expectation allows nothing but itself; NaN on one side is always beyond.
        if !expected.is_finite() || !apart.is_finite() || apart > allowed {
            self.beyond += 1;
            self.first.get_or_insert(Difference {
                element,
                expected,
                found,
            });
        }
    }
}

/// Compares the elements of `tensor` in two memories; bytes between elements are not looked at.
pub fn compare(tensor: &Tensor, expected: &[u8], found: &[u8], tolerance: Tolerance) -> Comparison {
    let mut result = Comparison::default();
    let width = (tensor.dtype.bits() as usize / 8).max(1);
    for_each_offset(tensor, |offset| {
        let number = result.elements;
        result.elements += 1;
        let place = if tensor.dtype.bits() < 8 {
            offset / 2
        } else {
            offset
        };
        let start = place.saturating_mul(width);
        let range = start..start.saturating_add(width);
        if expected.get(range.clone()) == found.get(range) {
            return;
        }
        let (want, have) = (
            get(expected, tensor.dtype, offset),
            get(found, tensor.dtype, offset),
        );
        // Packed neighbours may differ where this element does not.
        if want.to_bits() == have.to_bits() && tensor.dtype.bits() < 8 {
            return;
        }
        result.bits_differ += 1;
        result.weigh(number, want, have, tolerance);
    });
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::element::put;
    use tileport_python::dtype::Dtype;

    fn memory(values: &[f64]) -> Vec<u8> {
        let mut memory = vec![0; values.len() * 4];
        for (index, value) in values.iter().enumerate() {
            put(&mut memory, Dtype::Float32, index, *value);
        }
        memory
    }

    fn check(expected: &[f64], found: &[f64], tolerance: Tolerance) -> Comparison {
        let tensor = Tensor::new(Dtype::Float32, vec![expected.len() as i64], None, 256).unwrap();
        compare(&tensor, &memory(expected), &memory(found), tolerance)
    }

    #[test]
    fn equal_memories_have_no_difference() {
        let result = check(&[1.0, f64::NAN], &[1.0, f64::NAN], Tolerance::default());
        assert_eq!(
            (result.elements, result.bits_differ, result.beyond),
            (2, 0, 0)
        );
    }

    #[test]
    fn tolerances_are_absolute_and_relative() {
        let relative = Tolerance {
            absolute: 0.0,
            relative: 0.25,
        };
        assert!(check(&[4.0], &[5.0], relative).within());
        assert!(!check(&[4.0], &[5.5], relative).within());
        let absolute = Tolerance {
            absolute: 0.5,
            relative: 0.0,
        };
        let result = check(&[0.0, 1.0], &[0.5, 2.0], absolute);
        let first = result.first.unwrap();
        assert_eq!((result.beyond, first.element), (1, 1));
        assert_eq!((first.expected, first.found), (1.0, 2.0));
        assert_eq!(
            (result.largest_absolute, result.largest_relative),
            (1.0, 1.0)
        );
    }

    #[test]
    fn infinities_and_nans_are_never_close() {
        let loose = Tolerance {
            absolute: 1e30,
            relative: 1e30,
        };
        for (want, have) in [
            (f64::INFINITY, 1.0),
            (1.0, f64::INFINITY),
            (f64::NAN, 1.0),
            (1.0, f64::NAN),
            (f64::INFINITY, f64::NEG_INFINITY),
        ] {
            assert_eq!(check(&[want], &[have], loose).beyond, 1, "{want} {have}");
        }
    }

    #[test]
    fn zeros_of_both_signs_differ_in_bits_only() {
        let result = check(&[0.0], &[-0.0], Tolerance::default());
        assert_eq!((result.bits_differ, result.beyond), (1, 0));
    }

    #[test]
    fn gaps_are_not_compared() {
        let tensor = Tensor::new(Dtype::Float32, vec![2], Some(vec![2]), 256).unwrap();
        let result = compare(
            &tensor,
            &memory(&[1.0, 5.0, 2.0]),
            &memory(&[1.0, 6.0, 2.0]),
            Tolerance::default(),
        );
        assert_eq!((result.elements, result.bits_differ), (2, 0));
    }

    #[test]
    fn a_short_memory_is_beyond_any_tolerance() {
        let tensor = Tensor::new(Dtype::Float32, vec![2], None, 256).unwrap();
        let loose = Tolerance {
            absolute: 1e30,
            relative: 0.0,
        };
        assert_eq!(
            compare(&tensor, &memory(&[1.0, 2.0]), &memory(&[1.0]), loose).beyond,
            1
        );
    }
}
