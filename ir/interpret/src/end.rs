//! How a launch ends, kinds kept apart.

use std::fmt;

use cutile_ir::ir::OpId;

/// The end of a launch.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// Every block returned. Memory holds the result.
    Done,
    /// A kernel did what it must not.
    Fault(Fault),
    /// An operation that has no meaning here.
    Unsupported(Unsupported),
    /// More steps than permitted: an endless loop, or too much work.
    OutOfFuel,
    /// More memory for tiles than permitted.
    OutOfMemory,
}

/// What a kernel did wrong, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    pub kind: FaultKind,
    /// The operation; `None` for races, which have two sides.
    pub op: Option<OpId>,
    /// The block's coordinates in the grid.
    pub block: [u32; 3],
    /// The operation's place in the source, as `file:line:column`, where known.
    pub place: Option<String>,
}

/// Kinds of faults.
#[derive(Debug, Clone, PartialEq)]
pub enum FaultKind {
    /// An access outside every buffer, or of freed or unknown memory.
    OutOfBounds {
        /// The buffer's number among those of the launch, if the address is near one.
        buffer: Option<usize>,
        /// Bytes from the buffer's start.
        offset: i64,
        write: bool,
    },
    /// An address that is no multiple of the element's size.
    Misaligned {
        buffer: usize,
        offset: i64,
    },
    /// A write to memory that may only be read.
    ReadOnly {
        buffer: usize,
        offset: i64,
    },
    /// A read of memory that nothing was written to.
    Uninitialised {
        buffer: usize,
        offset: i64,
    },
    /// An index that the kernel promised to be in bounds is not.
    BrokenPromise {
        dimension: usize,
    },
    /// What the kernel assumes does not hold.
    FalseAssumption(String),
    /// A failed assertion.
    Assertion(String),
    DivisionByZero,
    /// A loop whose step is not positive.
    Step,
    /// A slice of a tile outside of it.
    Slice,
    /// Two blocks access the same bytes, unordered, and one of them writes.
    Race {
        buffer: usize,
        offset: i64,
        other: [u32; 3],
    },
}

impl fmt::Display for FaultKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfBounds {
                buffer,
                offset,
                write,
            } => {
                let access = if *write { "writes" } else { "reads" };
                match buffer {
                    Some(buffer) => write!(
                        out,
                        "{access} out of bounds: {offset} bytes from the start of buffer {buffer}"
                    ),
                    None => write!(out, "{access} at an address that belongs to no buffer"),
                }
            }
            Self::Misaligned { buffer, offset } => {
                write!(out, "misaligned access at byte {offset} of buffer {buffer}")
            }
            Self::ReadOnly { buffer, offset } => {
                write!(
                    out,
                    "writes read-only memory: byte {offset} of buffer {buffer}"
                )
            }
            Self::Uninitialised { buffer, offset } => write!(
                out,
                "reads memory that was not written: byte {offset} of buffer {buffer}"
            ),
            Self::BrokenPromise { dimension } => write!(
                out,
                "the index of dimension {dimension} is out of bounds, though promised not to be"
            ),
            Self::FalseAssumption(what) => write!(out, "a false assumption: {what}"),
            Self::Assertion(message) => write!(out, "assertion failed: {message}"),
            Self::DivisionByZero => write!(out, "division by zero"),
            Self::Step => write!(out, "a loop's step is not positive"),
            Self::Slice => write!(out, "a slice lies outside of its tile"),
            Self::Race {
                buffer,
                offset,
                other: [x, y, z],
            } => write!(
                out,
                "data race with block ({x}, {y}, {z}) at byte {offset} of buffer {buffer}"
            ),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.block;
        if let Some(place) = &self.place {
            write!(out, "{place}: ")?;
        }
        write!(out, "block ({x}, {y}, {z}): {}", self.kind)
    }
}

/// An operation that has no meaning here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// The operation's name, and what about it, if not all of it.
    pub operation: String,
    pub op: OpId,
}

/// What went on though the specification leaves its result undefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Poison {
    /// An integer operation overflowed that promised not to.
    Overflow,
    /// A float was converted to an integer type that does not hold it.
    Conversion,
    /// A shift by the width or more.
    Shift,
}

/// A poisonous operation, and how often it was met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub poison: Poison,
    pub op: OpId,
    /// The operation's place in the source, as `file:line:column`, where known.
    pub place: Option<String>,
    /// In how many executions.
    pub times: u64,
}
