//! Bytes that several blocks read and write at once.
//!
//! They are held in words of 64 bits, so that every element of up to 64 bits is accessed whole and atomics are those of
//! the machine. Callers keep to the bounds and to aligned addresses; what does not reads 0 and writes nothing.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::number::Element;

const WORD: usize = 8;

/// A piece of memory.
#[derive(Debug)]
pub struct Buffer {
    address: u64,
    len: usize,
    words: Vec<AtomicU64>,
    /// A bit for each byte: whether it was written. `None`: all were.
    written: Option<Vec<AtomicU8>>,
    writable: bool,
}

impl Buffer {
    /// Memory at an address with everything in it written.
    pub fn new(contents: &[u8], address: u64) -> Self {
        let skew = address as usize % WORD;
        let count = (skew + contents.len()).div_ceil(WORD);
        let mut padded = vec![0u8; count * WORD];
        if let Some(to) = padded.get_mut(skew..skew + contents.len()) {
            to.copy_from_slice(contents);
        }
        let words = padded.chunks_exact(WORD).map(|chunk| {
            let word = chunk.iter().rev().fold(0u64, |n, &b| n << 8 | u64::from(b));
            AtomicU64::new(word)
        });
        Self {
            address,
            len: contents.len(),
            words: words.collect(),
            written: None,
            writable: true,
        }
    }

    /// Marks everything as not written yet.
    pub fn poison(&mut self) {
        self.written = Some((0..self.words.len()).map(|_| AtomicU8::new(0)).collect());
    }

    /// Marks bytes as written.
    pub fn bless(&self, offset: usize, len: usize) {
        let Some(written) = &self.written else { return };
        let start = self.position(offset);
        each_word(start, start + len, |word, mask| {
            let Some(flags) = written.get(word) else {
                return;
            };
            if mask == 0xFF {
                flags.store(mask, Relaxed);
            } else if flags.load(Relaxed) & mask != mask {
                flags.fetch_or(mask, Relaxed);
            }
        });
    }

    /// Whether a byte was written.
    pub fn is_written(&self, offset: usize) -> bool {
        self.first_unwritten(offset, 1).is_none()
    }

    /// The first byte that was not written, of `len` from `offset`.
    #[inline]
    pub fn first_unwritten(&self, offset: usize, len: usize) -> Option<usize> {
        let written = self.written.as_ref()?;
        let start = self.position(offset);
        let mut first = None;
        each_word(start, start + len, |word, mask| {
            let flags = written.get(word).map_or(0xFF, |flags| flags.load(Relaxed));
            let missing = mask & !flags;
            if missing != 0 && first.is_none() {
                first = Some(word * WORD + missing.trailing_zeros() as usize);
            }
        });
        first.map(|position| position - (start - offset))
    }

    /// Makes writing an error.
    pub fn protect(&mut self) {
        self.writable = false;
    }

    pub fn is_writable(&self) -> bool {
        self.writable
    }

    pub fn address(&self) -> u64 {
        self.address
    }

    /// Bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes as they are now.
    pub fn contents(&self) -> Vec<u8> {
        let start = self.position(0);
        let bytes = self
            .words
            .iter()
            .flat_map(|word| word.load(Relaxed).to_le_bytes());
        bytes.skip(start).take(self.len).collect()
    }

    fn position(&self, offset: usize) -> usize {
        offset.saturating_add(self.address as usize % WORD)
    }

    #[inline]
    fn word(&self, offset: usize) -> Option<(&AtomicU64, u32)> {
        let position = self.position(offset);
        let word = self.words.get(position / WORD)?;
        Some((word, 8 * (position % WORD) as u32))
    }

    /// The element at an offset.
    #[inline]
    pub fn load<T: Element>(&self, offset: usize) -> T {
        let (word, shift) = match self.word(offset) {
            Some(found) => found,
            None => return T::default(),
        };
        T::from_bits(word.load(Relaxed) >> shift)
    }

    /// Consecutive elements from an offset on.
    #[inline]
    pub fn load_run<T: Element>(&self, offset: usize, out: &mut [T]) {
        let per_word = WORD / T::BYTES;
        let start = self.position(offset);
        let head = (start.next_multiple_of(WORD) - start) / T::BYTES;
        let (first, rest) = out.split_at_mut(head.min(out.len()));
        for (index, element) in first.iter_mut().enumerate() {
            *element = self.load(offset + index * T::BYTES);
        }
        let words = self.words.get((start + head * T::BYTES) / WORD..);
        for (chunk, word) in rest.chunks_mut(per_word).zip(words.unwrap_or_default()) {
            let mut bits = word.load(Relaxed);
            for element in chunk {
                *element = T::from_bits(bits);
                bits = bits.checked_shr(8 * T::BYTES as u32).unwrap_or(0);
            }
        }
    }

    /// Stores an element.
    #[inline]
    pub fn store<T: Element>(&self, offset: usize, value: T) {
        let Some((word, shift)) = self.word(offset) else {
            return;
        };
        if T::BYTES == WORD {
            word.store(value.to_bits(), Relaxed);
            return;
        }
        let mask = mask::<T>() << shift;
        let bits = value.to_bits() << shift;
        // Other blocks may write the rest of the word meanwhile.
        let mut old = word.load(Relaxed);
        while let Err(now) = word.compare_exchange_weak(old, old & !mask | bits, Relaxed, Relaxed) {
            old = now;
        }
    }

    /// Stores consecutive elements.
    #[inline]
    pub fn store_run<T: Element>(&self, offset: usize, values: &[T]) {
        let per_word = WORD / T::BYTES;
        let start = self.position(offset);
        let head = ((start.next_multiple_of(WORD) - start) / T::BYTES).min(values.len());
        let (first, rest) = values.split_at(head);
        for (index, &value) in first.iter().enumerate() {
            self.store(offset + index * T::BYTES, value);
        }
        let words = self.words.get((start + head * T::BYTES) / WORD..);
        let chunks = rest.chunks_exact(per_word);
        let tail = chunks.remainder();
        for (chunk, word) in chunks.zip(words.unwrap_or_default()) {
            let mut bits = 0u64;
            for (index, value) in chunk.iter().enumerate() {
                bits |= value.to_bits() << (8 * T::BYTES * index);
            }
            word.store(bits, Relaxed);
        }
        let done = values.len() - tail.len();
        for (index, &value) in tail.iter().enumerate() {
            self.store(offset + (done + index) * T::BYTES, value);
        }
    }

    /// Replaces an element by a function of it, at once. Gives the old one.
    pub fn update<T: Element>(&self, offset: usize, f: impl Fn(T) -> T) -> T {
        let Some((word, shift)) = self.word(offset) else {
            return T::default();
        };
        let mask = mask::<T>() << shift;
        let mut old = word.load(Relaxed);
        loop {
            let element = T::from_bits(old >> shift);
            let new = old & !mask | f(element).to_bits() << shift;
            match word.compare_exchange_weak(old, new, Relaxed, Relaxed) {
                Ok(_) => return element,
                Err(now) => old = now,
            }
        }
    }
}

fn mask<T: Element>() -> u64 {
    u64::MAX >> (64 - 8 * T::BYTES as u32)
}

/// Calls `visit` with each word of bytes `start` to `end` and a bit for each byte of it that is among them.
#[inline]
fn each_word(start: usize, end: usize, mut visit: impl FnMut(usize, u8)) {
    if start >= end {
        return;
    }
    for word in start / WORD..end.div_ceil(WORD) {
        let low = start.saturating_sub(word * WORD).min(WORD);
        let high = (end - word * WORD).min(WORD);
        let mask = (0xFFu32 << low) & (0xFFu32 >> (WORD - high));
        visit(word, mask as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_little_endian_whatever_the_alignment() {
        for address in [8u64, 9, 10, 12, 15] {
            let bytes: Vec<u8> = (0..40).collect();
            let buffer = Buffer::new(&bytes, address);
            assert_eq!(buffer.contents(), bytes);
            let at = (8 - address as usize % 8) % 8;
            let expected = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
            assert_eq!(buffer.load::<i32>(at), expected as i32);
            let mut run = [0i16; 7];
            buffer.load_run(at, &mut run);
            let expected: Vec<i16> = bytes[at..at + 14]
                .chunks(2)
                .map(|c| i16::from_le_bytes([c[0], c[1]]))
                .collect();
            assert_eq!(run.as_slice(), expected);
        }
    }

    #[test]
    fn runs_and_single_stores_write_the_same_bytes() {
        for len in 0..12 {
            for start in 0..6usize {
                let (one, two) = (Buffer::new(&[7; 64], 8), Buffer::new(&[7; 64], 8));
                let values: Vec<i16> = (0..len).map(|n| n * 257 - 5).collect();
                one.store_run(2 * start, &values);
                for (index, &value) in values.iter().enumerate() {
                    two.store(2 * (start + index), value);
                }
                assert_eq!(one.contents(), two.contents());
                let mut back = vec![0i16; values.len()];
                one.load_run(2 * start, &mut back);
                assert_eq!(back, values);
            }
        }
    }

    #[test]
    fn unwritten_bytes_are_known_one_by_one() {
        let mut buffer = Buffer::new(&[0; 40], 12);
        buffer.poison();
        buffer.bless(3, 20);
        for byte in 0..40 {
            assert_eq!(buffer.is_written(byte), (3..23).contains(&byte), "{byte}");
        }
        assert_eq!(buffer.first_unwritten(3, 20), None);
        assert_eq!(buffer.first_unwritten(10, 20), Some(23));
        assert_eq!(buffer.first_unwritten(1, 20), Some(1));
    }

    #[test]
    fn updates_of_many_threads_all_count() {
        let buffer = Buffer::new(&[0; 16], 8);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..1000 {
                        buffer.update::<i32>(4, |v| v + 1);
                        buffer.update::<i8>(3, |v| v.wrapping_add(1));
                    }
                });
            }
        });
        assert_eq!(buffer.load::<i32>(4), 4000);
        assert_eq!(buffer.load::<i8>(3), (4000 % 256) as u8 as i8);
        assert_eq!(buffer.load::<i32>(8), 0);
    }
}
