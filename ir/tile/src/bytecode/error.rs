//! What can be wrong with a bytecode file, and where.

use std::fmt;

/// The part of the file an error lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Section {
    /// The magic number and the version.
    Header,
    /// Between sections: identifiers, lengths, alignments, the end marker.
    Layout,
    /// The string table.
    Strings,
    /// The function table and the function bodies.
    Functions,
    /// Debug locations.
    Debug,
    /// The constant pool.
    Constants,
    /// The type table.
    Types,
    /// Global variables.
    Globals,
    /// The producer's name.
    Producer,
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Section::Header => "header",
            Section::Layout => "section layout",
            Section::Strings => "string section",
            Section::Functions => "function section",
            Section::Debug => "debug section",
            Section::Constants => "constant section",
            Section::Types => "type section",
            Section::Globals => "global section",
            Section::Producer => "producer section",
        })
    }
}

/// Why a bytecode file could not be read: what was found at which byte.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset} ({section}): {kind}")]
pub struct ReadError {
    /// Offset in bytes from the start of the file.
    pub offset: usize,
    /// The section that was being read.
    pub section: Section,
    /// What is wrong.
    pub kind: ReadErrorKind,
}

/// The kinds of faults of a bytecode file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadErrorKind {
    /// The file or a part of it ends too early.
    #[error("expected {expected}, found the end of the data")]
    UnexpectedEnd {
        /// What should have followed.
        expected: &'static str,
    },
    /// The first eight bytes are not those of Tile IR bytecode.
    #[error("this is not Tile IR bytecode: it does not start with the bytes 7F 'TileIR' 00")]
    BadMagic,
    /// A version this crate does not read.
    #[error(
        "unsupported bytecode version {major}.{minor} (tag {tag}): versions 13.1 to 13.5 are read"
    )]
    UnsupportedVersion {
        /// Major number.
        major: u8,
        /// Minor number.
        minor: u8,
        /// The header's tag field.
        tag: u16,
    },
    /// A variable-length integer of more than ten bytes.
    #[error("variable-length integer does not end within ten bytes")]
    VarintOverflow,
    /// A number with a fixed set of meanings has none of them.
    #[error("unknown {what}: {found}")]
    Unknown {
        /// What the number stands for.
        what: &'static str,
        /// The number.
        found: u64,
    },
    /// A number above the largest that makes sense here.
    #[error("{what} is {found}, at most {limit} is possible")]
    TooLarge {
        /// What the number stands for.
        what: &'static str,
        /// The number.
        found: u64,
        /// The largest value accepted.
        limit: u64,
    },
    /// An index outside its table.
    #[error("{what} index {found} is out of range: there are {len}")]
    IndexOutOfRange {
        /// Which table.
        what: &'static str,
        /// The index.
        found: u64,
        /// Number of entries of the table.
        len: u64,
    },
    /// Something is there that has to be something else.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What has to be there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// An operation, type, attribute or flag that this version does not have.
    #[error("{what} needs bytecode {since}, the file is {version}")]
    NotInVersion {
        /// What was found.
        what: String,
        /// The first version that has it.
        since: crate::Version,
        /// The file's version.
        version: crate::Version,
    },
    /// Two sections of one kind.
    #[error("second {section}: a file has at most one")]
    DuplicateSection {
        /// Which.
        section: Section,
    },
    /// A section that others refer to is missing.
    #[error("the file has no {section}")]
    MissingSection {
        /// Which.
        section: Section,
    },
    /// Bytes remain where a record should have ended.
    #[error("{count} bytes left over after {what}")]
    TrailingBytes {
        /// How many.
        count: usize,
        /// After what.
        what: &'static str,
    },
    /// Text that is not UTF-8.
    #[error("string {index} is not UTF-8")]
    InvalidUtf8 {
        /// Index in the string table.
        index: usize,
    },
    /// Regions, attributes or locations nested too deeply.
    #[error("{what} are nested more than {limit} deep")]
    TooDeep {
        /// What is nested.
        what: &'static str,
        /// The deepest nesting accepted.
        limit: usize,
    },
    /// The module would need far more memory than a file of this size is worth.
    #[error("the module would need more than {limit} bytes, too much for a file of this size")]
    TooMuchMemory {
        /// The largest size accepted.
        limit: usize,
    },
    /// A feature of the format that the in-memory module cannot hold.
    #[error("{what} cannot be represented")]
    NotRepresentable {
        /// What was found.
        what: &'static str,
    },
}
