//! Where the tensors of a launch lie in device memory, with zones around them that nobody may write to.

use crate::configuration::Tensor;

/// Bytes of the zone before and behind a tensor: more than a tile's row of any type.
pub const GUARD: usize = 64 << 10;
/// The byte that fills the zones.
pub const GUARD_BYTE: u8 = 0x5A;
/// What every allocation is aligned to.
const ALIGNMENT: usize = 256;

/// A tensor's place in an allocation of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// Bytes to allocate.
    pub allocation: usize,
    /// Where the tensor starts in it.
    pub start: usize,
    /// The tensor's bytes.
    pub bytes: usize,
}

impl Region {
    /// The place of `tensor`: its address is divisible by its alignment, and by nothing more below 256.
    pub fn of(tensor: &Tensor) -> Self {
        let align = usize::try_from(tensor.align).unwrap_or(ALIGNMENT);
        let start = if align < ALIGNMENT {
            GUARD + align
        } else {
            GUARD.next_multiple_of(align)
        };
        let bytes = usize::try_from(tensor.bytes()).unwrap_or(0);
        Self {
            allocation: start + bytes + GUARD,
            start,
            bytes,
        }
    }

    /// The whole allocation around the tensor's `memory`.
    pub fn surround(&self, memory: &[u8]) -> Vec<u8> {
        let mut whole = vec![GUARD_BYTE; self.allocation];
        let tensor = whole.get_mut(self.start..self.start + self.bytes);
        if let Some(tensor) = tensor.filter(|tensor| tensor.len() == memory.len()) {
            tensor.copy_from_slice(memory);
        }
        whole
    }

    /// The tensor's bytes in a whole allocation.
    pub fn tensor<'a>(&self, whole: &'a [u8]) -> &'a [u8] {
        whole
            .get(self.start..self.start + self.bytes)
            .unwrap_or(&[])
    }

    /// Where the zones were written to: bytes before the tensor's start (negative) or behind its end.
    pub fn trespass(&self, whole: &[u8]) -> Option<i64> {
        let end = self.start + self.bytes;
        let written = |zone: &[u8]| zone.iter().position(|&byte| byte != GUARD_BYTE);
        let signed = |distance: usize| i64::try_from(distance).unwrap_or(i64::MAX);
        let before = written(whole.get(..self.start).unwrap_or(&[]));
        let behind = || written(whole.get(end..).unwrap_or(&[])).map(signed);
        before
            .map(|place| -signed(self.start - place))
            .or_else(behind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileport_python::dtype::Dtype;

    fn region(align: i64) -> Region {
        Region::of(&Tensor::new(Dtype::Float32, vec![10], None, align).unwrap())
    }

    #[test]
    fn addresses_have_the_alignment_they_were_recorded_with() {
        for align in [1, 4, 16, 128] {
            assert_eq!(region(align).start % 256, align as usize);
        }
        for align in [256, 512, 1 << 20] {
            assert_eq!(region(align).start % align as usize, 0);
        }
    }

    #[test]
    fn trespassing_is_seen_on_both_sides() {
        let region = region(4);
        let mut whole = region.surround(&[1; 40]);
        assert_eq!(region.tensor(&whole), [1; 40]);
        assert_eq!(region.trespass(&whole), None);
        whole[region.start - 1] = 0;
        assert_eq!(region.trespass(&whole), Some(-1));
        let mut whole = region.surround(&[1; 40]);
        whole[region.start + 40 + 3] = 0;
        assert_eq!(region.trespass(&whole), Some(3));
    }
}
