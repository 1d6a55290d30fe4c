//! How large a value is. Aggregates share their parts, so that a few lines of a kernel can make one that is larger
//! than any memory as soon as somebody walks it: what is made is weighed first.

use super::Const;
use crate::diagnostic::{Error, Result};

/// Parts that a value may have, the parts of its parts included.
const MAX_PARTS: u32 = 100_000;
/// Values inside one another.
const MAX_DEPTH: u32 = 100;
/// Bytes of text that weigh as much as a part.
const BYTES_OF_A_PART: usize = 16;

/// Parts of a value, itself included, and how deep they nest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mass {
    parts: u32,
    depth: u32,
}

impl Default for Mass {
    fn default() -> Self {
        Mass::LEAF
    }
}

impl Mass {
    /// Of a value without parts.
    pub const LEAF: Mass = Mass { parts: 1, depth: 1 };

    /// Of a text.
    pub fn of_text(len: usize) -> Mass {
        let parts = u32::try_from(len / BYTES_OF_A_PART).unwrap_or(u32::MAX);
        Mass {
            parts: parts.saturating_add(1),
            depth: 1,
        }
    }

    /// Of a value with these parts. Parts are no longer weighed once there are too many.
    pub fn around(parts: impl IntoIterator<Item = Mass>) -> Mass {
        let mut mass = Mass::LEAF;
        for part in parts {
            mass.parts = mass.parts.saturating_add(part.parts);
            mass.depth = mass.depth.max(part.depth.saturating_add(1));
            if mass.is_too_much() {
                break;
            }
        }
        mass
    }

    /// Number of parts.
    pub fn parts(self) -> u32 {
        self.parts
    }

    fn is_too_much(self) -> bool {
        self.parts > MAX_PARTS || self.depth > MAX_DEPTH
    }

    /// The same, unless it is beyond the bounds of this crate.
    ///
    /// # Errors
    /// Too many parts, or too deep.
    pub fn checked(self) -> Result<Mass> {
        if self.depth > MAX_DEPTH {
            return Err(Error::limit("a value nests too deeply while compiling")
                .found(format!("more than {MAX_DEPTH} levels")));
        }
        if self.parts > MAX_PARTS {
            return Err(Error::limit("a value grows too large while compiling")
                .found(format!("more than {MAX_PARTS} parts")));
        }
        Ok(self)
    }
}

impl Const {
    /// Its mass; only roughly beyond the bounds.
    pub fn mass(&self) -> Mass {
        match self {
            Const::Str(text) | Const::Opaque(text) => Mass::of_text(text.len()),
            Const::Tuple(items) | Const::List(items) => Mass::around(items.iter().map(Const::mass)),
            Const::Dict(items) => Mass::around(
                items
                    .iter()
                    .flat_map(|(key, value)| [key.mass(), value.mass()]),
            ),
            Const::Slice(parts) => Mass::around(parts.iter().map(Const::mass)),
            Const::Instance(instance) => Mass::around(instance.fields.iter().map(Const::mass)),
            Const::UserEnum(member) => Mass::around([member.value.mass()]),
            Const::Typed(typed) => typed.0.mass(),
            Const::Record(values) | Const::ByTarget(values) => {
                Mass::around(values.iter().map(|(_, value)| value.mass()))
            }
            Const::None
            | Const::Ellipsis
            | Const::NotImplemented
            | Const::Bool(_)
            | Const::Int(_)
            | Const::Float(_)
            | Const::Dtype(_)
            | Const::Enum(_)
            | Const::Builtin(_)
            | Const::Function(_)
            | Const::Class(_)
            | Const::Module(_)
            | Const::TileClass(_)
            | Const::Annotation(_) => Mass::LEAF,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_counts_as_often_as_it_occurs() {
        let pair = Const::ints([1, 2]);
        let nested = Const::tuple([pair.clone(), pair]);
        assert_eq!(nested.mass(), Mass { parts: 7, depth: 3 });
        assert!(nested.mass().checked().is_ok());
    }

    #[test]
    fn values_beyond_the_bounds_are_refused() {
        let mut wide = Const::ints([1, 2]);
        let mut deep = Const::Int(1);
        for _ in 0..60 {
            wide = Const::tuple([wide.clone(), wide]);
        }
        for _ in 0..100 {
            deep = Const::tuple([deep]);
        }
        assert!(wide.mass().checked().is_err());
        assert!(deep.mass().checked().is_err());
        assert!(Const::str("a".repeat(2_000_000)).mass().checked().is_err());
    }
}
