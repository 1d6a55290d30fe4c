//! Positions: byte spans into the source, and the lines and columns they stand for.

/// A range of UTF-8 byte offsets into the decoded source, end exclusive.
///
/// Sources are limited to [`MAX_SOURCE_BYTES`], so that offsets fit in 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// Longest source that is read: every offset has to fit in a [`Span`] with room to spare.
pub const MAX_SOURCE_BYTES: usize = 1 << 30;

impl Span {
    /// The span from `start` to `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// An empty span at `at`.
    pub const fn at(at: u32) -> Self {
        Self::new(at, at)
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// Length in bytes.
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether it holds no byte.
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// The text under the span, or the empty string where it lies outside of `source`.
    pub fn text(self, source: &str) -> &str {
        source
            .get(self.start as usize..self.end as usize)
            .unwrap_or("")
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// A line and a column as CPython's `ast` counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// From 1 (`lineno`).
    pub line: u32,
    /// From 0, in UTF-8 bytes (`col_offset`).
    pub column: u32,
}

impl std::fmt::Display for Position {
    /// `line:column`, the column counted from 1 as editors do.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column + 1)
    }
}

/// Where each line of a source starts. `\n`, `\r\n` and a lone `\r` end a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Indexes `source` in one pass.
    pub fn new(source: &str) -> Self {
        let bytes = source.as_bytes();
        let mut starts = Vec::with_capacity(bytes.len() / 32 + 1);
        starts.push(0);
        for (at, &byte) in bytes.iter().enumerate() {
            let ends_line = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends_line {
                starts.push(u32::try_from(at + 1).unwrap_or(u32::MAX));
            }
        }
        Self { starts }
    }

    /// Number of lines; text that ends in a newline has an empty last one.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// The line and column of a byte offset.
    pub fn position(&self, offset: u32) -> Position {
        let after = self.starts.partition_point(|&start| start <= offset);
        let line = after.saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        Position {
            line: u32::try_from(line + 1).unwrap_or(u32::MAX),
            column: offset.saturating_sub(start),
        }
    }

    /// Where `line` (from 1) starts, if there is such a line.
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.starts.get(line.checked_sub(1)? as usize).copied()
    }

    /// `(lineno, col_offset)` and `(end_lineno, end_col_offset)` of a span.
    pub fn range(&self, span: Span) -> (Position, Position) {
        (self.position(span.start), self.position(span.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_newline_starts_a_line() {
        let index = LineIndex::new("a\r\nbé\rc\n");
        assert_eq!(index.line_count(), 4);
        assert_eq!(index.position(0), Position { line: 1, column: 0 });
        assert_eq!(index.position(6), Position { line: 2, column: 3 });
        assert_eq!(index.position(7), Position { line: 3, column: 0 });
        assert_eq!(index.position(9), Position { line: 4, column: 0 });
        assert_eq!(index.line_start(2), Some(3));
        assert_eq!(index.line_start(0), None);
    }
}
