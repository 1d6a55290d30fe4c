//! Device memory: buffers that blocks share, and what they did to them.
//!
//! An address is a buffer's number in its upper bits and a place in its lower ones, so that pointer arithmetic is that
//! of integers, and an address that leaves its buffer does not get into another one.

mod buffer;
mod journal;
mod race;

pub use buffer::Buffer;
pub use journal::{Access, Journal, Record, Span};
pub use race::{Conflict, conflicts};

/// Bits of an address that are the place in a buffer.
const PLACE_BITS: u32 = 44;
/// The place of a buffer's start: as far from the next buffer on both sides.
const START: u64 = 1 << (PLACE_BITS - 1);
/// Most bytes of a buffer.
pub const MAX_BYTES: usize = 1 << 40;

/// The buffers of a launch.
#[derive(Debug, Default)]
pub struct Memory {
    buffers: Vec<Buffer>,
}

/// A place that an address stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The buffer's number, which may be that of none.
    pub buffer: usize,
    /// Bytes from its start, negative before it.
    pub offset: i64,
}

impl Memory {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a buffer of `contents`, whose address is divisible by `alignment` bytes and by no larger power of two
    /// (at most 256; a power of two). Gives its number.
    pub fn add(&mut self, contents: &[u8], alignment: u64) -> usize {
        let number = self.buffers.len();
        let skew = alignment.clamp(1, 256) % 256;
        self.buffers
            .push(Buffer::new(contents, base(number) + skew));
        number
    }

    pub fn buffer(&self, number: usize) -> Option<&Buffer> {
        self.buffers.get(number)
    }

    pub fn buffer_mut(&mut self, number: usize) -> Option<&mut Buffer> {
        self.buffers.get_mut(number)
    }

    /// Drops the buffers from a number on.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.buffers.truncate(len);
    }

    /// How many buffers there are.
    pub fn len(&self) -> usize {
        self.buffers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.buffers.is_empty()
    }

    /// The place of an address, which need not be inside the buffer.
    #[inline]
    pub fn place(&self, address: u64) -> Place {
        let number = (address >> PLACE_BITS) as usize;
        let start = match self.buffers.get(number.wrapping_sub(1)) {
            Some(buffer) => buffer.address(),
            None => base(number.wrapping_sub(1)),
        };
        Place {
            buffer: number.wrapping_sub(1),
            offset: address.wrapping_sub(start) as i64,
        }
    }
}

fn base(number: usize) -> u64 {
    ((number as u64).wrapping_add(1) << PLACE_BITS).wrapping_add(START)
}

/// The address of a buffer that a block has to itself, by its number among those.
pub fn own_base(shared: usize, number: usize) -> u64 {
    base(shared.saturating_add(number))
}
