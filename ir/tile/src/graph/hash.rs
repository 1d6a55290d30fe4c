//! Hashes that depend on content only: the same on every machine, in every run.
//!
//! They order things and propose matches; equality is always decided on the things themselves.

use std::hash::Hasher;

/// A small mixing hasher with a fixed seed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mixer(u64);

impl Mixer {
    pub fn new(seed: u64) -> Self {
        Self(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    pub fn word(mut self, w: u64) -> Self {
        self.add(w);
        self
    }

    pub fn add(&mut self, w: u64) {
        let mut z = self.0.rotate_left(23) ^ w;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = z ^ (z >> 31);
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
        self.add(bytes.len() as u64);
    }

    fn write_u8(&mut self, v: u8) {
        self.add(u64::from(v));
    }
    fn write_u32(&mut self, v: u32) {
        self.add(u64::from(v));
    }
    fn write_u64(&mut self, v: u64) {
        self.add(v);
    }
    fn write_usize(&mut self, v: usize) {
        self.add(v as u64);
    }
    fn write_isize(&mut self, v: isize) {
        self.add(v as i64 as u64);
    }
    fn write_i32(&mut self, v: i32) {
        self.add(v as i64 as u64);
    }
    fn write_i64(&mut self, v: i64) {
        self.add(v as u64);
    }
}
