//! Bytecode versions of CUDA Tile IR.
//!
//! The version decides which operations, types and attributes exist and how
//! some records are laid out, so it belongs to every file that is read, and to
//! every comparison of two modules.

use std::fmt;
use std::str::FromStr;

use cutile_ir::bytecode::BytecodeVersion;

/// A version of the Tile IR bytecode that this crate reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// 13.1, the first public version.
    V13_1,
    /// 13.2: print tokens, unsigned loops, overflow of `negi`, rounding of `tanh`.
    V13_2,
    /// 13.3: gather/scatter and strided views, scaled products, `i4`, `f4E2M1FN`.
    V13_3,
    /// 13.4: `inbounds`, saturating conversions, `insert`, `fpowi`, dependent launch.
    V13_4,
    /// 13.5: multicast views, argument attributes, foreign calls (preview).
    V13_5,
}

impl Version {
    /// Every version, oldest first.
    pub const ALL: [Version; 5] = [
        Version::V13_1,
        Version::V13_2,
        Version::V13_3,
        Version::V13_4,
        Version::V13_5,
    ];

    /// The version of a header's major and minor numbers, if it is one of ours.
    pub fn from_numbers(major: u8, minor: u8) -> Option<Version> {
        Self::ALL
            .into_iter()
            .find(|v| v.numbers() == (major, minor))
    }

    /// Major and minor number, as a file's header has them.
    pub fn numbers(self) -> (u8, u8) {
        match self {
            Version::V13_1 => (13, 1),
            Version::V13_2 => (13, 2),
            Version::V13_3 => (13, 3),
            Version::V13_4 => (13, 4),
            Version::V13_5 => (13, 5),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.numbers();
        write!(f, "{major}.{minor}")
    }
}

/// A version number that this crate does not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown bytecode version `{found}`: expected one of 13.1, 13.2, 13.3, 13.4, 13.5")]
pub struct UnknownVersion {
    /// The text that was given.
    pub found: String,
}

impl FromStr for Version {
    type Err = UnknownVersion;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|v| v.to_string() == text.trim())
            .ok_or_else(|| UnknownVersion {
                found: text.to_owned(),
            })
    }
}

/// For `cutile_ir::bytecode::write_bytecode_version`, which itself refuses 13.1.
impl From<Version> for BytecodeVersion {
    fn from(version: Version) -> Self {
        let (major, minor) = version.numbers();
        BytecodeVersion {
            major,
            minor,
            tag: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_numbers_name_the_same_version() {
        for version in Version::ALL {
            let (major, minor) = version.numbers();
            assert_eq!(Version::from_numbers(major, minor), Some(version));
            assert_eq!(version.to_string().parse(), Ok(version));
        }
        assert_eq!(Version::from_numbers(13, 0), None);
        assert!("13.6".parse::<Version>().is_err());
    }
}
