//! Bounded reading of a part of a file.

use super::error::{ReadError, ReadErrorKind, Section};

type Result<T> = std::result::Result<T, ReadError>;

/// The byte that pads tables and sections to their alignment.
const PADDING: u8 = 0xCB;

/// Reads forward through one section, and knows where in the file it is.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'a> {
    data: &'a [u8],
    pos: usize,
    /// File offset of `data[0]`, for error messages.
    base: usize,
    section: Section,
}

impl<'a> Cursor<'a> {
    pub fn new(data: &'a [u8], base: usize, section: Section) -> Self {
        Self {
            data,
            pos: 0,
            base,
            section,
        }
    }

    /// Offset of the next byte from the start of the file.
    pub fn offset(&self) -> usize {
        self.base.saturating_add(self.pos)
    }

    pub fn remaining(&self) -> usize {
        self.data.len().saturating_sub(self.pos)
    }

    pub fn is_empty(&self) -> bool {
        self.remaining() == 0
    }

    /// An error at the next byte.
    #[cold]
    pub fn error(&self, kind: ReadErrorKind) -> ReadError {
        self.error_at(self.offset(), kind)
    }

    /// An error at an earlier byte, usually the start of the faulty record.
    #[cold]
    pub fn error_at(&self, offset: usize, kind: ReadErrorKind) -> ReadError {
        ReadError {
            offset,
            section: self.section,
            kind,
        }
    }

    pub fn bytes(&mut self, len: usize, expected: &'static str) -> Result<&'a [u8]> {
        let end = self.pos.checked_add(len);
        match end.and_then(|end| self.data.get(self.pos..end)) {
            Some(bytes) => {
                self.pos += len;
                Ok(bytes)
            }
            None => Err(self.error(ReadErrorKind::UnexpectedEnd { expected })),
        }
    }

    fn array<const N: usize>(&mut self, expected: &'static str) -> Result<[u8; N]> {
        let bytes = self.bytes(N, expected)?;
        let mut out = [0; N];
        out.copy_from_slice(bytes);
        Ok(out)
    }

    pub fn byte(&mut self, expected: &'static str) -> Result<u8> {
        match self.data.get(self.pos) {
            Some(&byte) => {
                self.pos += 1;
                Ok(byte)
            }
            None => Err(self.error(ReadErrorKind::UnexpectedEnd { expected })),
        }
    }

    pub fn u16(&mut self, expected: &'static str) -> Result<u16> {
        Ok(u16::from_le_bytes(self.array(expected)?))
    }

    pub fn u32(&mut self, expected: &'static str) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array(expected)?))
    }

    pub fn u64(&mut self, expected: &'static str) -> Result<u64> {
        Ok(u64::from_le_bytes(self.array(expected)?))
    }

    /// Unsigned LEB128 of at most ten bytes. What the tenth has beyond 64 bits
    /// is dropped, as the official reader does.
    pub fn varint(&mut self, expected: &'static str) -> Result<u64> {
        Ok(self.wide_varint(expected)? as u64)
    }

    /// LEB128 of at most ten bytes, which hold up to 70 bits.
    fn wide_varint(&mut self, expected: &'static str) -> Result<u128> {
        let start = self.offset();
        let mut value = 0u128;
        for shift in (0..64).step_by(7) {
            let byte = self.byte(expected)?;
            let bits = u128::from(byte & 0x7F);
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(self.error_at(start, ReadErrorKind::VarintOverflow))
    }

    /// A bit pattern, zigzag-coded. The official Python encoder takes that of a
    /// negative double for a positive number, whose code has 65 bits: the sign
    /// is the last of them. (The official reader drops it; machine code was the
    /// same either way.)
    pub fn bit_pattern(&mut self, expected: &'static str) -> Result<u64> {
        let value = self.wide_varint(expected)?;
        Ok((value >> 1) as u64 ^ ((value & 1) as u64).wrapping_neg())
    }

    /// Zigzag-coded LEB128.
    pub fn signed_varint(&mut self, expected: &'static str) -> Result<i64> {
        let value = self.varint(expected)?;
        Ok(((value >> 1) as i64) ^ -((value & 1) as i64))
    }

    /// A number with an upper limit.
    pub fn varint_max(&mut self, what: &'static str, limit: u64) -> Result<u64> {
        let start = self.offset();
        let found = self.varint(what)?;
        if found > limit {
            return Err(self.error_at(start, ReadErrorKind::TooLarge { what, found, limit }));
        }
        Ok(found)
    }

    /// A number of records that follow, each at least `min_size` bytes long:
    /// no count is believed that the rest of the data could not hold.
    pub fn count(&mut self, what: &'static str, min_size: usize) -> Result<usize> {
        let start = self.offset();
        let found = self.varint(what)?;
        let limit = (self.remaining() / min_size.max(1)) as u64;
        if found > limit {
            return Err(self.error_at(start, ReadErrorKind::TooLarge { what, found, limit }));
        }
        Ok(found as usize)
    }

    /// An index into a table of `len` entries.
    pub fn index(&mut self, what: &'static str, len: usize) -> Result<usize> {
        let start = self.offset();
        let found = self.varint(what)?;
        if found >= len as u64 {
            return Err(self.error_at(
                start,
                ReadErrorKind::IndexOutOfRange {
                    what,
                    found,
                    len: len as u64,
                },
            ));
        }
        Ok(found as usize)
    }

    /// Skips padding up to a multiple of `alignment`, counted from where this
    /// cursor began.
    pub fn align(&mut self, alignment: usize) -> Result<()> {
        while !self.pos.is_multiple_of(alignment) {
            self.padding_byte()?;
        }
        Ok(())
    }

    /// Reads one byte of padding.
    pub fn padding_byte(&mut self) -> Result<()> {
        let start = self.offset();
        let found = self.byte("padding")?;
        if found != PADDING {
            return Err(self.error_at(
                start,
                ReadErrorKind::Unexpected {
                    expected: format!("padding byte {PADDING:#04X}"),
                    found: format!("{found:#04X}"),
                },
            ));
        }
        Ok(())
    }

    /// A cursor over the next `len` bytes, which this one skips.
    pub fn split(&mut self, len: usize, expected: &'static str) -> Result<Cursor<'a>> {
        let base = self.offset();
        let data = self.bytes(len, expected)?;
        Ok(Cursor::new(data, base, self.section))
    }

    /// Fails unless everything was read.
    pub fn finish(&self, what: &'static str) -> Result<()> {
        match self.remaining() {
            0 => Ok(()),
            count => Err(self.error(ReadErrorKind::TrailingBytes { count, what })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cursor(data: &[u8]) -> Cursor<'_> {
        Cursor::new(data, 100, Section::Strings)
    }

    #[test]
    fn varints_are_little_endian_base_128() {
        assert_eq!(cursor(&[0xAC, 0x02]).varint("n"), Ok(300));
        let mut max = [0xFF; 10];
        max[9] = 0x01;
        assert_eq!(cursor(&max).varint("n"), Ok(u64::MAX));
        max[9] = 0x03;
        assert_eq!(cursor(&max).varint("n"), Ok(u64::MAX));
        assert_eq!(cursor(&[3]).signed_varint("n"), Ok(-2));
        assert_eq!(cursor(&[4]).signed_varint("n"), Ok(2));
    }

    #[test]
    fn a_bit_pattern_keeps_its_sign_however_it_was_coded() {
        let bits = f64::NEG_INFINITY.to_bits();
        let from_python = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xF0, 0xFF, 0x03];
        assert_eq!(cursor(&from_python).bit_pattern("n"), Ok(bits));
        let as_negative = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F];
        assert_eq!(cursor(&as_negative).bit_pattern("n"), Ok(bits));
    }

    #[test]
    fn a_varint_of_more_than_ten_bytes_is_an_error_at_its_first_byte() {
        let data = [0xFF; 11];
        let error = cursor(&data).varint("n").unwrap_err();
        assert_eq!(
            (error.offset, error.kind),
            (100, ReadErrorKind::VarintOverflow)
        );
    }

    #[test]
    fn a_count_is_bounded_by_what_can_follow() {
        let error = cursor(&[3, 0, 0, 0, 0]).count("entries", 2).unwrap_err();
        assert_eq!(
            error.kind,
            ReadErrorKind::TooLarge {
                what: "entries",
                found: 3,
                limit: 2
            }
        );
    }

    #[test]
    fn reading_past_the_end_names_what_was_expected() {
        let mut c = cursor(&[1]);
        c.byte("a").unwrap();
        let error = c.u32("an offset").unwrap_err();
        assert_eq!(
            error.to_string(),
            "byte 101 (string section): expected an offset, found the end of the data"
        );
    }
}
