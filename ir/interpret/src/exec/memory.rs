//! Addresses to places, with every rule that an access has to keep.

use super::{Block, Error, Stop, Value};
use crate::end::FaultKind;
use crate::memory::{Access, Buffer, own_base};
use crate::number::Element;
use crate::program::code::Ordering;
use crate::tile::{Elements, Tile};

/// What is done at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intent {
    Read,
    Write,
    /// Read and written at once.
    Update,
}

/// A checked place.
pub struct At {
    pub buffer: usize,
    pub offset: usize,
}

impl Block<'_> {
    fn any_buffer(&self, number: usize) -> Option<&Buffer> {
        let shared = self.shared.memory.len();
        match number.checked_sub(shared) {
            None => self.shared.memory.buffer(number),
            Some(own) => self.own.get(own),
        }
    }

    /// The place of `len` bytes at an address, for elements of `size` bytes, if they may be accessed so. The access is
    /// noted for the search for races.
    pub(super) fn locate(
        &mut self,
        address: u64,
        len: usize,
        size: usize,
        intent: Intent,
        ordering: Ordering,
    ) -> Result<At, FaultKind> {
        let place = self.shared.memory.place(address);
        let write = intent != Intent::Read;
        let outside = |buffer| FaultKind::OutOfBounds {
            buffer,
            offset: place.offset,
            write,
        };
        let buffer = self.any_buffer(place.buffer).ok_or_else(|| outside(None))?;
        let number = place.buffer;
        let offset = usize::try_from(place.offset).map_err(|_| outside(Some(number)))?;
        let end = offset.checked_add(len).filter(|&end| end <= buffer.len());
        let end = end.ok_or_else(|| outside(Some(number)))?;
        if !address.is_multiple_of(size as u64) {
            return Err(FaultKind::Misaligned {
                buffer: number,
                offset: place.offset,
            });
        }
        if write && !buffer.is_writable() {
            return Err(FaultKind::ReadOnly {
                buffer: number,
                offset: place.offset,
            });
        }
        if intent != Intent::Write
            && let Some(byte) = buffer.first_unwritten(offset, len)
        {
            return Err(FaultKind::Uninitialised {
                buffer: number,
                offset: byte as i64,
            });
        }
        if write {
            buffer.bless(offset, len);
        }
        // What nobody writes and what nobody else sees has no races.
        if self.shared.races && buffer.is_writable() && number < self.shared.memory.len() {
            let access = match (intent, ordering.strong) {
                (_, true) | (Intent::Update, _) => Access::Strong,
                (Intent::Read, false) => Access::Read,
                (Intent::Write, false) => Access::Write,
            };
            self.journal.note(number, access, offset as u64, end as u64);
        }
        Ok(At {
            buffer: number,
            offset,
        })
    }

    /// The buffer of a checked place.
    pub(super) fn buffer(&self, at: &At) -> Result<&Buffer, Stop> {
        self.any_buffer(at.buffer).ok_or_else(super::broken)
    }

    /// What an operation's order means for what this block knows of others, and they of it.
    pub(super) fn order(&mut self, ordering: Ordering) {
        if ordering.acquire {
            self.journal.acquire();
        }
        if ordering.release {
            self.journal.release();
        }
    }

    pub(super) fn load<T: Element>(&mut self, address: u64, ordering: Ordering) -> Result<T, Stop> {
        let at = self.locate(address, T::BYTES, T::BYTES, Intent::Read, ordering)?;
        Ok(self.buffer(&at)?.load(at.offset))
    }

    pub(super) fn store<T: Element>(
        &mut self,
        address: u64,
        value: T,
        ordering: Ordering,
    ) -> Result<(), Stop> {
        let at = self.locate(address, T::BYTES, T::BYTES, Intent::Write, ordering)?;
        self.buffer(&at)?.store(at.offset, value);
        Ok(())
    }

    /// Memory that this block has to itself.
    pub(super) fn alloca(&mut self, bytes: usize, alignment: u64) -> Result<Value, Error> {
        let taken: usize = self.own.iter().map(Buffer::len).sum();
        if taken.saturating_add(bytes) > self.shared.limit {
            return Err(Stop::Memory.into());
        }
        let start = own_base(self.shared.memory.len(), self.own.len());
        let address = start.next_multiple_of(alignment.clamp(1, 1 << 20));
        let mut buffer = Buffer::new(&vec![0; bytes], address);
        buffer.poison();
        self.own.push(buffer);
        Ok(Value::Tile(Tile::Pointer(Elements::Same(address))))
    }
}
