//! Accesses through tiles of pointers, and atomics.

use cutile_ir::ir::{AtomicRMWMode, ScalarType};
use half::{bf16, f16};

use super::memory::Intent;
use super::{Block, Error, Stop, Value, broken};
use crate::launch::Undetermined;
use crate::number::{Element, Float, Integer, Tf32};
use crate::program::code::{Code, Ordering, Step};
use crate::tile::{Elements, Tile};

/// Pointers, and which of them are used.
struct Pointers {
    pointers: Elements<u64>,
    mask: Option<Elements<bool>>,
    count: usize,
}

impl Pointers {
    fn is_used(&self, index: usize) -> bool {
        self.mask.as_ref().is_none_or(|mask| mask.at(index))
    }
}

/// Elements of `$scalar` in the tile `$tile`: `$body` with the type and the constructor bound.
macro_rules! with_type {
    ($scalar:expr, $type:ident, $make:ident => $body:expr) => {{
        macro_rules! case {
            ($t:ty, $m:expr) => {{
                type $type = $t;
                let $make = $m;
                $body
            }};
        }
        match $scalar {
            ScalarType::I1 => case!(bool, Tile::I1),
            ScalarType::I8 => case!(i8, Tile::I8),
            ScalarType::I16 => case!(i16, Tile::I16),
            ScalarType::I32 => case!(i32, Tile::I32),
            ScalarType::I64 => case!(i64, Tile::I64),
            ScalarType::F16 => case!(f16, Tile::F16),
            ScalarType::BF16 => case!(bf16, Tile::Bf16),
            ScalarType::F32 => case!(f32, Tile::F32),
            ScalarType::TF32 => case!(Tf32, Tile::Tf32),
            ScalarType::F64 => case!(f64, Tile::F64),
            small @ (ScalarType::I4
            | ScalarType::F8E4M3FN
            | ScalarType::F8E5M2
            | ScalarType::F8E8M0FNU
            | ScalarType::F4E2M1FN
            | ScalarType::F8E5M3FNU) => case!(u8, |x| Tile::Small(small, x)),
        }
    }};
}

impl Block<'_> {
    pub(super) fn through_pointers(&mut self, step: &Step) -> Result<(), Error> {
        let (count, optional, ordering) = match &step.code {
            Code::LoadPtr {
                count,
                optional,
                ordering,
                ..
            }
            | Code::StorePtr {
                count,
                optional,
                ordering,
                ..
            }
            | Code::Exchange {
                count,
                optional,
                ordering,
                ..
            }
            | Code::Modify {
                count,
                optional,
                ordering,
                ..
            } => (*count, *optional, *ordering),
            _ => return Err(broken().into()),
        };
        let Tile::Pointer(pointers) = self.tile(step, 0)? else {
            return Err(broken().into());
        };
        let mask = match optional.mask {
            Some(operand) => match self.tile(step, operand)? {
                Tile::I1(mask) => Some(mask),
                _ => return Err(broken().into()),
            },
            None => None,
        };
        let pointers = Pointers {
            pointers,
            mask,
            count,
        };
        // Values stored become known to others with the store, others' values to this block with the load.
        if ordering.release {
            self.order(Ordering {
                acquire: false,
                ..ordering
            });
        }
        let result = match &step.code {
            Code::LoadPtr { element, .. } => {
                let padding = match optional.padding {
                    Some(operand) => Some(self.tile(step, operand)?),
                    None => None,
                };
                Some(self.gather(&pointers, *element, padding, ordering)?)
            }
            Code::StorePtr { .. } => {
                let tile = self.tile(step, 1)?;
                crate::with_elements!(tile, x => self.scatter(&pointers, &x, ordering)?);
                None
            }
            Code::Exchange { element, .. } => {
                let (expected, new) = (self.tile(step, 1)?, self.tile(step, 2)?);
                Some(self.exchange(
                    &pointers,
                    *element,
                    &expected.to_bits(),
                    &new.to_bits(),
                    ordering,
                )?)
            }
            Code::Modify { element, mode, .. } => {
                let argument = self.tile(step, 1)?;
                Some(self.modify(&pointers, *element, &argument, *mode, ordering)?)
            }
            _ => None,
        };
        self.order(Ordering {
            release: false,
            ..ordering
        });
        let values = result.map(Value::Tile).into_iter().chain([Value::Token]);
        Ok(self.give(step, values.collect())?)
    }

    fn gather(
        &mut self,
        pointers: &Pointers,
        scalar: ScalarType,
        padding: Option<Tile>,
        ordering: Ordering,
    ) -> Result<Tile, Stop> {
        let nothing = undetermined(scalar, self.shared.undetermined);
        let padding = padding.map_or(Elements::Same(nothing), |tile| tile.to_bits());
        with_type!(scalar, T, make => {
            let mut out: Vec<T> = Vec::with_capacity(pointers.count);
            let mut index = 0;
            while index < pointers.count {
                if !pointers.is_used(index) {
                    out.push(T::from_element_bits(padding.at(index)));
                    index += 1;
                    continue;
                }
                let len = run(pointers, index, T::BYTES);
                let address = pointers.pointers.at(index);
                let at = self.locate_run(address, len, T::BYTES, Intent::Read, ordering)?;
                out.resize(index + len, T::default());
                let part = out.get_mut(index..).unwrap_or_default();
                self.buffer(&at)?.load_run(at.offset, part);
                index += len;
            }
            Ok(make(Elements::new(out)))
        })
    }

    fn scatter<T: Element>(
        &mut self,
        pointers: &Pointers,
        values: &Elements<T>,
        ordering: Ordering,
    ) -> Result<(), Stop> {
        let values = values.to_cow(pointers.count);
        let mut index = 0;
        while index < pointers.count {
            if !pointers.is_used(index) {
                index += 1;
                continue;
            }
            let len = run(pointers, index, T::BYTES);
            let address = pointers.pointers.at(index);
            let at = self.locate_run(address, len, T::BYTES, Intent::Write, ordering)?;
            let part = values.get(index..index + len).unwrap_or_default();
            self.buffer(&at)?.store_run(at.offset, part);
            index += len;
        }
        Ok(())
    }

    /// As [`Self::locate`] for adjacent elements; a fault is that of the first element that has one.
    fn locate_run(
        &mut self,
        address: u64,
        len: usize,
        size: usize,
        intent: Intent,
        ordering: Ordering,
    ) -> Result<super::memory::At, Stop> {
        match self.locate(address, len * size, size, intent, ordering) {
            Ok(at) => Ok(at),
            Err(whole) => {
                for index in 0..len as u64 {
                    self.locate(
                        address.wrapping_add(index * size as u64),
                        size,
                        size,
                        intent,
                        ordering,
                    )?;
                }
                Err(whole.into())
            }
        }
    }

    fn exchange(
        &mut self,
        pointers: &Pointers,
        scalar: ScalarType,
        expected: &Elements<u64>,
        new: &Elements<u64>,
        ordering: Ordering,
    ) -> Result<Tile, Stop> {
        with_type!(scalar, T, make => {
            let mut out: Vec<T> = Vec::with_capacity(pointers.count);
            for index in 0..pointers.count {
                if !pointers.is_used(index) {
                    out.push(T::from_element_bits(undetermined(scalar, self.shared.undetermined)));
                    continue;
                }
                let (expected, new) = (expected.at(index), new.at(index));
                let at = self.locate(pointers.pointers.at(index), T::BYTES, T::BYTES, Intent::Update, ordering)?;
                // Bit patterns are compared, so that NaN can be exchanged.
                out.push(self.buffer(&at)?.update::<T>(at.offset, |old| {
                    if old.to_element_bits() == expected { T::from_element_bits(new) } else { old }
                }));
            }
            Ok(make(Elements::new(out)))
        })
    }

    fn modify(
        &mut self,
        pointers: &Pointers,
        scalar: ScalarType,
        argument: &Tile,
        mode: AtomicRMWMode,
        ordering: Ordering,
    ) -> Result<Tile, Stop> {
        let mut out = Vec::with_capacity(pointers.count);
        for index in 0..pointers.count {
            out.push(match pointers.is_used(index) {
                true => modified(
                    self,
                    pointers.pointers.at(index),
                    argument,
                    index,
                    mode,
                    ordering,
                )?,
                false => undetermined(scalar, self.shared.undetermined),
            });
        }
        Ok(Tile::from_bits(scalar, Elements::new(out)))
    }
}

/// How many used pointers from an index on are to adjacent elements.
fn run(pointers: &Pointers, index: usize, size: usize) -> usize {
    let Elements::Each(all) = &pointers.pointers else {
        return 1;
    };
    let rest = all.get(index..).unwrap_or_default();
    let mut next = rest.first().copied().unwrap_or(0);
    let mut len = 0;
    for &pointer in rest {
        if pointer != next || !pointers.is_used(index + len) {
            break;
        }
        next = next.wrapping_add(size as u64);
        len += 1;
    }
    len.max(1)
}

/// Combines an element of a tile into memory. Gives the bit pattern of what was there.
pub fn modified(
    block: &mut Block<'_>,
    address: u64,
    argument: &Tile,
    index: usize,
    mode: AtomicRMWMode,
    ordering: Ordering,
) -> Result<u64, Stop> {
    fn at<T: Element>(
        block: &mut Block<'_>,
        address: u64,
        ordering: Ordering,
        v: T,
        combine: impl Fn(T, T) -> T,
    ) -> Result<u64, Stop> {
        let at = block.locate(address, T::BYTES, T::BYTES, Intent::Update, ordering)?;
        let before = block.buffer(&at)?.update(at.offset, |old| combine(old, v));
        Ok(before.to_bits())
    }
    match argument {
        Tile::I32(x) => at(block, address, ordering, x.at(index), |old, v| {
            whole(mode, old, v)
        }),
        Tile::I64(x) => at(block, address, ordering, x.at(index), |old, v| {
            whole(mode, old, v)
        }),
        Tile::F32(x) => at(block, address, ordering, x.at(index), |old, v| {
            float(mode, old, v)
        }),
        Tile::F64(x) => at(block, address, ordering, x.at(index), |old, v| {
            float(mode, old, v)
        }),
        Tile::F16(x) => at(block, address, ordering, x.at(index), |old, v| {
            float(mode, old, v)
        }),
        Tile::Bf16(x) => at(block, address, ordering, x.at(index), |old, v| {
            float(mode, old, v)
        }),
        _ => Err(Stop::Unsupported(
            "an atomic on elements of this type".to_owned(),
        )),
    }
}

fn whole<T: Integer>(mode: AtomicRMWMode, old: T, v: T) -> T {
    let pick = |first: bool| if first { old } else { v };
    match mode {
        AtomicRMWMode::And => T::wrap(old.signed() & v.signed()),
        AtomicRMWMode::Or => T::wrap(old.signed() | v.signed()),
        AtomicRMWMode::Xor => T::wrap(old.signed() ^ v.signed()),
        AtomicRMWMode::Add | AtomicRMWMode::AddF => T::wrap(old.signed().wrapping_add(v.signed())),
        AtomicRMWMode::Max => pick(old.signed() >= v.signed()),
        AtomicRMWMode::Min => pick(old.signed() <= v.signed()),
        AtomicRMWMode::UMax => pick(old.unsigned() >= v.unsigned()),
        AtomicRMWMode::UMin => pick(old.unsigned() <= v.unsigned()),
        AtomicRMWMode::Xchg => v,
    }
}

/// A verified module adds and exchanges floats, nothing else.
fn float<T: Float>(mode: AtomicRMWMode, old: T, v: T) -> T {
    match mode {
        AtomicRMWMode::Xchg => v,
        _ => old.add(v),
    }
}

/// The bit pattern that stands for an undetermined element.
pub fn undetermined(scalar: ScalarType, kind: Undetermined) -> u64 {
    use ScalarType::*;
    let (loud, quiet) = match scalar {
        // NaN, and -7424.
        F64 => (f64::NAN.to_bits(), (-7424f64).to_bits()),
        F32 | TF32 => (
            u64::from(f32::NAN.to_bits()),
            u64::from((-7424f32).to_bits()),
        ),
        F16 => (0x7E00, 0xEF40),
        BF16 => (0x7FC0, 0xC5E8),
        F8E4M3FN | F8E5M2 | F8E5M3FNU | F8E8M0FNU => (0x7F, 0x69),
        F4E2M1FN | I4 => (0x7, 0x3),
        I1 => (1, 0),
        I8 => (0x80, 0x5B),
        I16 => (0x8000, 0x5B5B),
        I32 => (0x8000_0000, 0x5B5B_5B5B),
        I64 => (1 << 63, 0x5B5B_5B5B_5B5B_5B5B),
    };
    match kind {
        Undetermined::Loud => loud,
        Undetermined::Quiet => quiet,
        Undetermined::Zero => 0,
    }
}

/// The elements' own functions of these names hide the trait's.
trait Bits {
    fn from_element_bits(bits: u64) -> Self;
    fn to_element_bits(self) -> u64;
}

impl<T: Element> Bits for T {
    fn from_element_bits(bits: u64) -> Self {
        <T as Element>::from_bits(bits)
    }

    fn to_element_bits(self) -> u64 {
        <T as Element>::to_bits(self)
    }
}
