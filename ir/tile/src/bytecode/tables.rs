//! The string table and the constant pool.
//!
//! Both are a count, a table of offsets and the concatenated entries; an entry
//! ends where the next begins.

use super::cursor::Cursor;
use super::error::{ReadError, ReadErrorKind};

type Result<T> = std::result::Result<T, ReadError>;

/// The entries of a table of offsets of `width` bytes each, with the file
/// offset of every entry.
pub(super) fn entries<'a>(
    mut cursor: Cursor<'a>,
    width: usize,
    what: &'static str,
) -> Result<Vec<Cursor<'a>>> {
    let count = cursor.count(what, width)?;
    if count == 0 {
        // Some writers align the table of offsets even where it is empty.
        if cursor.remaining() > 0 {
            cursor.align(width)?;
        }
        cursor.finish(what)?;
        return Ok(Vec::new());
    }
    cursor.align(width)?;
    let mut starts = Vec::with_capacity(count);
    for _ in 0..count {
        let at = cursor.offset();
        let start = match width {
            4 => u64::from(cursor.u32(what)?),
            _ => cursor.u64(what)?,
        };
        starts.push((start, at));
    }
    let data_len = cursor.remaining() as u64;
    let mut entries = Vec::with_capacity(count);
    let mut position = 0;
    for (index, &(start, at)) in starts.iter().enumerate() {
        let end = starts.get(index + 1).map_or(data_len, |&(next, _)| next);
        if start != position || end < start || end > data_len {
            return Err(cursor.error_at(
                at,
                ReadErrorKind::Unexpected {
                    expected: format!("offsets that rise from 0 to at most {data_len}"),
                    found: format!("{start} before {end}"),
                },
            ));
        }
        entries.push(cursor.split((end - start) as usize, what)?);
        position = end;
    }
    Ok(entries)
}

/// The strings of a file, borrowed from it.
pub(super) fn strings(cursor: Cursor<'_>) -> Result<Vec<&str>> {
    entries(cursor, 4, "strings")?
        .into_iter()
        .enumerate()
        .map(|(index, mut entry)| {
            let at = entry.offset();
            let bytes = entry.bytes(entry.remaining(), "text")?;
            std::str::from_utf8(bytes)
                .map_err(|_| entry.error_at(at, ReadErrorKind::InvalidUtf8 { index }))
        })
        .collect()
}

/// The constants of a file: raw elements, little-endian.
pub(super) fn constants(cursor: Cursor<'_>) -> Result<Vec<&[u8]>> {
    entries(cursor, 8, "constants")?
        .into_iter()
        .map(|mut entry| {
            let len = entry.count("bytes of a constant", 1)?;
            let bytes = entry.bytes(len, "the bytes of a constant")?;
            entry.finish("a constant")?;
            Ok(bytes)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::Section;
    use super::*;

    #[test]
    fn an_empty_table_may_be_padded_to_its_alignment_and_no_further() {
        let read = |data| entries(Cursor::new(data, 0, Section::Constants), 8, "constants");
        assert_eq!(read(&[0]).map(|e| e.len()), Ok(0));
        let padded = [0, 0xCB, 0xCB, 0xCB, 0xCB, 0xCB, 0xCB, 0xCB];
        assert_eq!(read(&padded).map(|e| e.len()), Ok(0));
        assert!(read(&[0, 0xCB, 0xCB, 0xCB, 0xCB, 0xCB, 0xCB, 0xCB, 0]).is_err());
    }
}
