//! Tiles as values: elements in row-major order.
//!
//! A tile does not know its shape: the operations that use it do.

use std::sync::Arc;

use cutile_ir::ir::ScalarType;
use half::{bf16, f16};

use crate::number::{Element, Tf32};

/// The elements of a tile.
#[derive(Debug, Clone, PartialEq)]
pub enum Elements<T> {
    /// All are the same. Tiles of one element are always held so.
    Same(T),
    Each(Arc<Vec<T>>),
}

impl<T: Element> Elements<T> {
    /// Elements, one of which stands for a tile of one.
    pub fn new(elements: Vec<T>) -> Self {
        match elements.as_slice() {
            [one] => Self::Same(*one),
            _ => Self::Each(Arc::new(elements)),
        }
    }

    /// The element at an index; the default beyond the last.
    #[inline]
    pub fn at(&self, index: usize) -> T {
        match self {
            Self::Same(value) => *value,
            Self::Each(values) => values.get(index).copied().unwrap_or_default(),
        }
    }

    /// The first element.
    pub fn first(&self) -> T {
        self.at(0)
    }

    /// All `count` elements, to change.
    pub fn into_vec(self, count: usize) -> Vec<T> {
        match self {
            Self::Same(value) => vec![value; count],
            Self::Each(values) => {
                Arc::try_unwrap(values).unwrap_or_else(|shared| (*shared).clone())
            }
        }
    }

    /// All `count` elements.
    pub fn to_cow(&self, count: usize) -> std::borrow::Cow<'_, [T]> {
        match self {
            Self::Same(value) => vec![*value; count].into(),
            Self::Each(values) => values.as_slice().into(),
        }
    }

    /// Whether every element satisfies a condition.
    pub fn all(&self, mut holds: impl FnMut(T) -> bool) -> bool {
        match self {
            Self::Same(value) => holds(*value),
            Self::Each(values) => values.iter().all(|&value| holds(value)),
        }
    }

    /// Bytes that the elements take here.
    pub fn size(&self) -> usize {
        match self {
            Self::Same(_) => 0,
            Self::Each(values) => std::mem::size_of_val(values.as_slice()),
        }
    }

    /// A function of each element.
    #[inline]
    pub fn map<U: Element>(self, f: impl Fn(T) -> U) -> Elements<U> {
        match self {
            Self::Same(value) => Elements::Same(f(value)),
            Self::Each(values) => Elements::Each(Arc::new(values.iter().map(|&v| f(v)).collect())),
        }
    }

    /// As [`Self::map`] to the same type, in place where nobody else holds the elements.
    #[inline]
    pub fn change(self, f: impl Fn(T) -> T) -> Self {
        match self {
            Self::Same(value) => Self::Same(f(value)),
            Self::Each(mut values) => {
                match Arc::get_mut(&mut values) {
                    Some(owned) => owned.iter_mut().for_each(|v| *v = f(*v)),
                    None => values = Arc::new(values.iter().map(|&v| f(v)).collect()),
                }
                Self::Each(values)
            }
        }
    }

    /// A function of the elements of two tiles of one shape.
    #[inline]
    pub fn zip<U: Element, V: Element>(
        self,
        other: Elements<U>,
        f: impl Fn(T, U) -> V,
    ) -> Elements<V> {
        match (self, other) {
            (Self::Same(a), Elements::Same(b)) => Elements::Same(f(a, b)),
            (Self::Same(a), b) => b.map(|b| f(a, b)),
            (a, Elements::Same(b)) => a.map(|a| f(a, b)),
            (Self::Each(a), Elements::Each(b)) => Elements::Each(Arc::new(
                a.iter().zip(b.iter()).map(|(&a, &b)| f(a, b)).collect(),
            )),
        }
    }

    /// As [`Self::zip`] of one type, in place where nobody else holds the elements of one of the two.
    #[inline]
    pub fn combine(self, other: Self, f: impl Fn(T, T) -> T) -> Self {
        match (self, other) {
            (Self::Same(a), Self::Same(b)) => Self::Same(f(a, b)),
            (Self::Same(a), b) => b.change(|b| f(a, b)),
            (a, Self::Same(b)) => a.change(|a| f(a, b)),
            (Self::Each(mut a), Self::Each(mut b)) => {
                if let Some(owned) = Arc::get_mut(&mut a) {
                    owned
                        .iter_mut()
                        .zip(b.iter())
                        .for_each(|(a, &b)| *a = f(*a, b));
                    return Self::Each(a);
                }
                if let Some(owned) = Arc::get_mut(&mut b) {
                    owned
                        .iter_mut()
                        .zip(a.iter())
                        .for_each(|(b, &a)| *b = f(a, *b));
                    return Self::Each(b);
                }
                let out = a.iter().zip(b.iter()).map(|(&a, &b)| f(a, b));
                Self::Each(Arc::new(out.collect()))
            }
        }
    }
}

/// A tile by its element type.
#[derive(Debug, Clone, PartialEq)]
pub enum Tile {
    I1(Elements<bool>),
    I8(Elements<i8>),
    I16(Elements<i16>),
    I32(Elements<i32>),
    I64(Elements<i64>),
    F16(Elements<f16>),
    Bf16(Elements<bf16>),
    F32(Elements<f32>),
    Tf32(Elements<Tf32>),
    F64(Elements<f64>),
    /// The bit patterns of a type of 8 or fewer bits that is not computed with.
    Small(ScalarType, Elements<u8>),
    /// Addresses.
    Pointer(Elements<u64>),
}

/// Does the same to the elements of a tile, whatever their type, where the result is no tile.
#[macro_export]
macro_rules! with_elements {
    ($tile:expr, $elements:ident => $body:expr) => {
        match $tile {
            $crate::tile::Tile::I1($elements) => $body,
            $crate::tile::Tile::I8($elements) => $body,
            $crate::tile::Tile::I16($elements) => $body,
            $crate::tile::Tile::I32($elements) => $body,
            $crate::tile::Tile::I64($elements) => $body,
            $crate::tile::Tile::F16($elements) => $body,
            $crate::tile::Tile::Bf16($elements) => $body,
            $crate::tile::Tile::F32($elements) => $body,
            $crate::tile::Tile::Tf32($elements) => $body,
            $crate::tile::Tile::F64($elements) => $body,
            $crate::tile::Tile::Small(_, $elements) => $body,
            $crate::tile::Tile::Pointer($elements) => $body,
        }
    };
}

/// Makes a tile of a tile by moving elements about.
#[macro_export]
macro_rules! move_elements {
    ($tile:expr, $elements:ident => $body:expr) => {
        match $tile {
            $crate::tile::Tile::I1($elements) => $crate::tile::Tile::I1($body),
            $crate::tile::Tile::I8($elements) => $crate::tile::Tile::I8($body),
            $crate::tile::Tile::I16($elements) => $crate::tile::Tile::I16($body),
            $crate::tile::Tile::I32($elements) => $crate::tile::Tile::I32($body),
            $crate::tile::Tile::I64($elements) => $crate::tile::Tile::I64($body),
            $crate::tile::Tile::F16($elements) => $crate::tile::Tile::F16($body),
            $crate::tile::Tile::Bf16($elements) => $crate::tile::Tile::Bf16($body),
            $crate::tile::Tile::F32($elements) => $crate::tile::Tile::F32($body),
            $crate::tile::Tile::Tf32($elements) => $crate::tile::Tile::Tf32($body),
            $crate::tile::Tile::F64($elements) => $crate::tile::Tile::F64($body),
            $crate::tile::Tile::Small(scalar, $elements) => {
                $crate::tile::Tile::Small(scalar, $body)
            }
            $crate::tile::Tile::Pointer($elements) => $crate::tile::Tile::Pointer($body),
        }
    };
}

/// Makes a tile of two of one type by moving elements about; `None` for different types.
#[macro_export]
macro_rules! move_two {
    ($a:expr, $b:expr, ($x:ident, $y:ident) => $body:expr) => {{
        use $crate::tile::Tile;
        match ($a, $b) {
            (Tile::I1($x), Tile::I1($y)) => Some(Tile::I1($body)),
            (Tile::I8($x), Tile::I8($y)) => Some(Tile::I8($body)),
            (Tile::I16($x), Tile::I16($y)) => Some(Tile::I16($body)),
            (Tile::I32($x), Tile::I32($y)) => Some(Tile::I32($body)),
            (Tile::I64($x), Tile::I64($y)) => Some(Tile::I64($body)),
            (Tile::F16($x), Tile::F16($y)) => Some(Tile::F16($body)),
            (Tile::Bf16($x), Tile::Bf16($y)) => Some(Tile::Bf16($body)),
            (Tile::F32($x), Tile::F32($y)) => Some(Tile::F32($body)),
            (Tile::Tf32($x), Tile::Tf32($y)) => Some(Tile::Tf32($body)),
            (Tile::F64($x), Tile::F64($y)) => Some(Tile::F64($body)),
            (Tile::Small(scalar, $x), Tile::Small(other, $y)) if scalar == other => {
                Some(Tile::Small(scalar, $body))
            }
            (Tile::Pointer($x), Tile::Pointer($y)) => Some(Tile::Pointer($body)),
            _ => None,
        }
    }};
}

impl Tile {
    /// A tile of a type from bit patterns.
    pub fn from_bits(scalar: ScalarType, bits: Elements<u64>) -> Self {
        match scalar {
            ScalarType::I1 => Self::I1(bits.map(bool::from_bits)),
            ScalarType::I8 => Self::I8(bits.map(i8::from_bits)),
            ScalarType::I16 => Self::I16(bits.map(i16::from_bits)),
            ScalarType::I32 => Self::I32(bits.map(i32::from_bits)),
            ScalarType::I64 => Self::I64(bits.map(i64::from_bits)),
            ScalarType::F16 => Self::F16(bits.map(f16::from_bits_u64)),
            ScalarType::BF16 => Self::Bf16(bits.map(bf16::from_bits_u64)),
            ScalarType::F32 => Self::F32(bits.map(<f32 as Element>::from_bits)),
            ScalarType::TF32 => Self::Tf32(bits.map(Tf32::from_bits)),
            ScalarType::F64 => Self::F64(bits.map(<f64 as Element>::from_bits)),
            ScalarType::I4
            | ScalarType::F8E4M3FN
            | ScalarType::F8E5M2
            | ScalarType::F8E8M0FNU
            | ScalarType::F4E2M1FN
            | ScalarType::F8E5M3FNU => Self::Small(scalar, bits.map(u8::from_bits)),
        }
    }

    /// The bit patterns of the elements.
    pub fn to_bits(&self) -> Elements<u64> {
        with_elements!(self.clone(), elements => elements.map(Element::to_bits))
    }

    /// Bytes that the elements take here.
    pub fn size(&self) -> usize {
        with_elements!(self, elements => elements.size())
    }

    /// The element at an index as an integer, read as signed; 0 for others.
    pub fn integer(&self, index: usize) -> i64 {
        match self {
            Self::I1(e) => i64::from(e.at(index)),
            Self::I8(e) => i64::from(e.at(index)),
            Self::I16(e) => i64::from(e.at(index)),
            Self::I32(e) => i64::from(e.at(index)),
            Self::I64(e) => e.at(index),
            Self::Pointer(e) => e.at(index) as i64,
            _ => 0,
        }
    }
}

/// The names of the two 16-bit types' own functions hide the trait's.
trait FromBits {
    fn from_bits_u64(bits: u64) -> Self;
}

impl<T: Element> FromBits for T {
    fn from_bits_u64(bits: u64) -> Self {
        <T as Element>::from_bits(bits)
    }
}
