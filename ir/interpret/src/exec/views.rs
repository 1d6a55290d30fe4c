//! Tiles of tensors: loads, stores, atomics and sizes.

use std::ops::Range;

use cutile_ir::ir::{AtomicRMWMode, PaddingValue, ScalarType};
use half::{bf16, f16};

use super::memory::{At, Intent};
use super::pointers::{modified, undetermined};
use super::{Block, Error, Stop, Tensor, Value, broken, integers};
use crate::end::FaultKind;
use crate::number::{Element, Format, Tf32};
use crate::program::code::{Code, Ordering, Step, ViewKind};
use crate::tile::{Elements, Tile};

/// Weak and unordered.
const WEAK: Ordering = Ordering {
    strong: false,
    acquire: false,
    release: false,
};

/// Strong and unordered.
const RELAXED: Ordering = Ordering {
    strong: true,
    ..WEAK
};

/// Where the elements along one dimension of a tile are, in bytes from the tensor's start.
#[derive(Debug)]
enum Axis {
    /// Indices `low` to `high` are inside the tensor; the first of the tile is at `start`.
    Dense {
        low: usize,
        high: usize,
        start: i64,
        step: i64,
    },
    /// Each index has a place of its own, or is outside.
    Sparse(Vec<Option<i64>>),
}

impl Axis {
    fn at(&self, index: usize) -> Option<i64> {
        match self {
            Self::Dense {
                low,
                high,
                start,
                step,
            } => (*low <= index && index < *high).then(|| start + index as i64 * step),
            Self::Sparse(places) => places.get(index).copied().flatten(),
        }
    }

    /// Whether every index of `size` is inside.
    fn whole(&self, size: usize) -> bool {
        match self {
            Self::Dense { low, high, .. } => *low == 0 && *high == size,
            Self::Sparse(places) => places.iter().all(Option::is_some),
        }
    }
}

/// A tile's place in memory.
struct Tiling<'k> {
    address: u64,
    axes: Vec<Axis>,
    kind: &'k ViewKind,
}

impl Tiling<'_> {
    /// Calls `visit` with each line of the innermost dimension: the number of its first element, and its bytes from
    /// the tensor's start, `None` where it is outside.
    fn lines(
        &self,
        mut visit: impl FnMut(usize, Option<i64>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let Some((&inner, outer)) = self.kind.tile.sizes.split_last() else {
            return visit(0, Some(0));
        };
        let lines: usize = outer.iter().product();
        let mut index = vec![0usize; outer.len()];
        for line in 0..lines {
            let places = self.axes.iter().zip(&index);
            let place = places
                .map(|(axis, &at)| axis.at(at))
                .try_fold(0i64, |sum, at| Some(sum + at?));
            visit(line * inner, place)?;
            for (at, &size) in index.iter_mut().zip(outer).rev() {
                *at += 1;
                if *at < size {
                    break;
                }
                *at = 0;
            }
        }
        Ok(())
    }

    fn inner(&self) -> Result<&Axis, Stop> {
        self.axes.last().ok_or_else(broken)
    }

    fn width(&self) -> usize {
        self.kind.tile.sizes.last().copied().unwrap_or(1)
    }
}

impl Block<'_> {
    pub(super) fn through_view(&mut self, step: &Step) -> Result<(), Error> {
        match &step.code {
            Code::LoadView {
                kind,
                promised,
                ordering,
            } => {
                let tiling = self.tiling(step, 0, kind, promised)?;
                let tile = self.load_tile(&tiling, *ordering)?;
                self.order(*ordering);
                Ok(self.give(step, vec![Value::Tile(tile), Value::Token])?)
            }
            Code::StoreView {
                kind,
                promised,
                ordering,
            } => {
                let tile = self.tile(step, 0)?;
                let tiling = self.tiling(step, 1, kind, promised)?;
                self.order(*ordering);
                crate::with_elements!(tile, x => self.store_elements(&tiling, &x, *ordering)?);
                Ok(self.give(step, vec![Value::Token])?)
            }
            Code::AtomicView {
                kind,
                promised,
                mode,
            } => {
                let tiling = self.tiling(step, 0, kind, promised)?;
                let tile = self.tile(step, 1 + kind.tile.sizes.len())?;
                self.modify_elements(&tiling, tile, *mode)?;
                Ok(self.give(step, vec![Value::Token])?)
            }
            _ => Err(broken().into()),
        }
    }

    /// The place of the tile that the operands from `view` on say.
    fn tiling<'k>(
        &mut self,
        step: &Step,
        view: usize,
        kind: &'k ViewKind,
        promised: &[bool],
    ) -> Result<Tiling<'k>, Stop> {
        let Value::View(tensor, _) = self.value(step, view)? else {
            return Err(broken());
        };
        let mut axes = Vec::with_capacity(kind.tile.sizes.len());
        for (number, &size) in kind.tile.sizes.iter().enumerate() {
            let index = self.tile(step, view + 1 + number)?;
            let axis = if kind.sparse == Some(number) {
                sparse_axis(&tensor, kind, number, &index)?
            } else {
                dense_axis(&tensor, kind, number, index.integer(0))?
            };
            if promised.get(number) == Some(&true) && !axis.whole(size) {
                return Err(FaultKind::BrokenPromise { dimension: number }.into());
            }
            axes.push(axis);
        }
        Ok(Tiling {
            address: tensor.address,
            axes,
            kind,
        })
    }

    fn load_tile(&mut self, tiling: &Tiling<'_>, ordering: Ordering) -> Result<Tile, Stop> {
        let scalar = tiling.kind.element;
        let padding = match tiling.kind.padding {
            Some(padding) => pad(scalar, padding),
            None => undetermined(scalar, self.shared.undetermined),
        };
        macro_rules! load {
            ($type:ty, $tile:path) => {
                $tile(self.load_elements::<$type>(tiling, Element::from_bits(padding), ordering)?)
            };
        }
        Ok(match scalar {
            ScalarType::I1 => load!(bool, Tile::I1),
            ScalarType::I8 => load!(i8, Tile::I8),
            ScalarType::I16 => load!(i16, Tile::I16),
            ScalarType::I32 => load!(i32, Tile::I32),
            ScalarType::I64 => load!(i64, Tile::I64),
            ScalarType::F16 => load!(f16, Tile::F16),
            ScalarType::BF16 => load!(bf16, Tile::Bf16),
            ScalarType::F32 => load!(f32, Tile::F32),
            ScalarType::TF32 => load!(Tf32, Tile::Tf32),
            ScalarType::F64 => load!(f64, Tile::F64),
            ScalarType::I4
            | ScalarType::F8E4M3FN
            | ScalarType::F8E5M2
            | ScalarType::F8E8M0FNU
            | ScalarType::F4E2M1FN
            | ScalarType::F8E5M3FNU => {
                let padding = Element::from_bits(padding);
                Tile::Small(scalar, self.load_elements::<u8>(tiling, padding, ordering)?)
            }
        })
    }

    /// The place of the elements `inside` of those that lie side by side from `start`.
    fn locate_part<T: Element>(
        &mut self,
        start: u64,
        inside: &Range<usize>,
        intent: Intent,
        ordering: Ordering,
    ) -> Result<At, Stop> {
        let address = start.wrapping_add((inside.start * T::BYTES) as u64);
        let len = inside.len() * T::BYTES;
        Ok(self.locate(address, len, T::BYTES, intent, ordering)?)
    }

    fn load_elements<T: Element>(
        &mut self,
        tiling: &Tiling<'_>,
        padding: T,
        ordering: Ordering,
    ) -> Result<Elements<T>, Stop> {
        let mut out = vec![padding; tiling.kind.tile.count];
        let inner = tiling.inner()?;
        tiling.lines(|first, place| {
            let line = out.get_mut(first..first + tiling.width());
            let (Some(line), Some(place)) = (line, place) else {
                return Ok(());
            };
            if let Some((inside, start)) = run::<T>(inner) {
                if inside.is_empty() {
                    return Ok(());
                }
                let start = address(tiling.address, place, start);
                let at = self.locate_part::<T>(start, &inside, Intent::Read, ordering)?;
                let part = line.get_mut(inside).unwrap_or_default();
                self.buffer(&at)?.load_run(at.offset, part);
                return Ok(());
            }
            for (index, element) in line.iter_mut().enumerate() {
                if let Some(offset) = inner.at(index) {
                    *element = self.load(address(tiling.address, place, offset), ordering)?;
                }
            }
            Ok(())
        })?;
        Ok(Elements::new(out))
    }

    fn store_elements<T: Element>(
        &mut self,
        tiling: &Tiling<'_>,
        elements: &Elements<T>,
        ordering: Ordering,
    ) -> Result<(), Stop> {
        let values = elements.to_cow(tiling.kind.tile.count);
        let inner = tiling.inner()?;
        tiling.lines(|first, place| {
            let line = values.get(first..first + tiling.width());
            let (Some(line), Some(place)) = (line, place) else {
                return Ok(());
            };
            if let Some((inside, start)) = run::<T>(inner) {
                if inside.is_empty() {
                    return Ok(());
                }
                let start = address(tiling.address, place, start);
                let at = self.locate_part::<T>(start, &inside, Intent::Write, ordering)?;
                let part = line.get(inside).unwrap_or_default();
                self.buffer(&at)?.store_run(at.offset, part);
                return Ok(());
            }
            for (index, &element) in line.iter().enumerate() {
                if let Some(offset) = inner.at(index) {
                    self.store(address(tiling.address, place, offset), element, ordering)?;
                }
            }
            Ok(())
        })
    }

    fn modify_elements(
        &mut self,
        tiling: &Tiling<'_>,
        tile: Tile,
        mode: AtomicRMWMode,
    ) -> Result<(), Stop> {
        let inner = tiling.inner()?;
        tiling.lines(|first, place| {
            let Some(place) = place else { return Ok(()) };
            for index in 0..tiling.width() {
                if let Some(offset) = inner.at(index) {
                    let address = address(tiling.address, place, offset);
                    modified(self, address, &tile, first + index, mode, RELAXED)?;
                }
            }
            Ok(())
        })
    }

    /// The number of tiles of a view, or the sizes of a tensor.
    pub(super) fn extent(&mut self, step: &Step, scalar: ScalarType) -> Result<(), Error> {
        let numbers: Vec<i64> = match self.value(step, 0)? {
            Value::Tensor(tensor) => tensor.sizes.clone(),
            Value::View(tensor, kind) => {
                let dims = kind.dimension.iter().zip(&kind.step);
                let tiles = dims.map(|(&d, &by)| {
                    let size = tensor.sizes.get(d).copied().unwrap_or(0).max(0);
                    let by = by.max(1);
                    size / by + i64::from(size % by != 0)
                });
                tiles.collect()
            }
            _ => return Err(broken().into()),
        };
        let tile = |n: i64| Value::Tile(Tile::from_bits(scalar, Elements::Same(n as u64)));
        let values = numbers.into_iter().map(tile).collect();
        Ok(self.give(step, values)?)
    }
}

/// An axis whose elements lie side by side: which of them are inside, and where the first of the tile would be.
fn run<T: Element>(axis: &Axis) -> Option<(Range<usize>, i64)> {
    match axis {
        Axis::Dense {
            low,
            high,
            start,
            step,
        } if *step == T::BYTES as i64 || high - low.min(high) <= 1 => {
            // One element has no step: it is where it would be with one of its size.
            let start = start + *low as i64 * (step - T::BYTES as i64);
            Some((*low..*high, start))
        }
        _ => None,
    }
}

fn address(tensor: u64, line: i64, offset: i64) -> u64 {
    tensor.wrapping_add_signed(line).wrapping_add_signed(offset)
}

/// A place in bytes; far outside of everything where it cannot be said.
const NOWHERE: i64 = 1 << 42;

fn bytes_of(index: i64, stride: i64, element: i64) -> i64 {
    let bytes = index
        .checked_mul(stride)
        .and_then(|n| n.checked_mul(element));
    bytes.filter(|n| n.abs() < NOWHERE).unwrap_or(NOWHERE)
}

fn dimension(tensor: &Tensor, kind: &ViewKind, number: usize) -> Result<(i64, i64, i64), Stop> {
    let d = kind.dimension.get(number).copied().ok_or_else(broken)?;
    let size = tensor.sizes.get(d).copied().ok_or_else(broken)?;
    let stride = tensor.strides.get(d).copied().ok_or_else(broken)?;
    let element = crate::number::stored_bytes(tensor.element).ok_or_else(broken)?;
    Ok((size, stride, element as i64))
}

fn dense_axis(tensor: &Tensor, kind: &ViewKind, number: usize, index: i64) -> Result<Axis, Stop> {
    let (size, stride, element) = dimension(tensor, kind, number)?;
    let count = kind.tile.sizes.get(number).copied().unwrap_or(1) as i64;
    let by = kind.step.get(number).copied().unwrap_or(1);
    let first = index.saturating_mul(by);
    let low = first.saturating_neg().clamp(0, count);
    let high = size.saturating_sub(first).clamp(low, count);
    // Only what is inside is ever asked for: the first of those says where all are.
    let step = bytes_of(1, stride, element);
    let start = bytes_of(first.saturating_add(low), stride, element) - low * step;
    Ok(Axis::Dense {
        low: low as usize,
        high: high as usize,
        start,
        step,
    })
}

fn sparse_axis(
    tensor: &Tensor,
    kind: &ViewKind,
    number: usize,
    index: &Tile,
) -> Result<Axis, Stop> {
    let (size, stride, element) = dimension(tensor, kind, number)?;
    let indices = integers::integers(index).ok_or_else(broken)?;
    let count = kind.tile.sizes.get(number).copied().unwrap_or(1);
    let place = |n: usize| {
        let index = indices.at(n);
        (0 <= index && index < size).then(|| bytes_of(index, stride, element))
    };
    Ok(Axis::Sparse((0..count).map(place).collect()))
}

/// The bit pattern of a padding.
fn pad(scalar: ScalarType, padding: PaddingValue) -> u64 {
    let value = match padding {
        PaddingValue::Zero => return 0,
        PaddingValue::NegZero => -0.0,
        PaddingValue::Nan => f64::NAN,
        PaddingValue::PosInf => f64::INFINITY,
        PaddingValue::NegInf => f64::NEG_INFINITY,
    };
    match Format::of(scalar) {
        Some(format) => {
            let bits = format.encode(value, crate::number::Rounding::Nearest);
            u64::from(if scalar == ScalarType::TF32 {
                bits << 13
            } else {
                bits
            })
        }
        None => value.to_bits(),
    }
}
