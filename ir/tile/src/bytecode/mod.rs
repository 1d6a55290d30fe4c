//! Reading Tile IR bytecode into a [`Module`].
//!
//! A file is a header (magic number, version) and sections, each an identifier,
//! a length, an optional alignment and the contents, in any order:
//!
//! | section | contents |
//! | --- | --- |
//! | string | names and texts |
//! | type | types, each made of earlier ones |
//! | constant | elements of constants, little-endian |
//! | global | variables of the module |
//! | function | entries: name, signature, hints, body |
//! | debug | locations of the operations |
//! | producer | which compiler wrote the file (13.3) |
//!
//! All else refers to strings, types and constants by index; operands are
//! indices into the values in scope. Numbers are LEB128, tables of offsets are
//! little-endian and aligned. [`layout`] says how each operation is laid out.
//!
//! Nothing is dropped: attribute names, and how values are held, are those that
//! `cutile_ir::write_bytecode` expects, so that a module that was read can be
//! written again. Defaults are not filled in: an attribute that a version does
//! not have is absent (the [typed views](crate::ops) supply its meaning). One
//! thing is added: the token that a print has since 13.2.
//!
//! The reader does not judge whether the module makes sense (the
//! verifier does), but never panics, and never allocates more
//! than a multiple of the file's size.

mod attributes;
mod body;
mod budget;
mod cursor;
mod debug;
mod error;
mod function;
mod globals;
pub(crate) mod layout;
mod opcode;
mod tables;
mod types;

use cutile_ir::ir::{Module, Type};

pub use error::{ReadError, ReadErrorKind, Section};

use crate::Version;
use budget::Budget;
use cursor::Cursor;
use debug::DebugInfo;
use function::FunctionReader;

type Result<T> = std::result::Result<T, ReadError>;

const MAGIC: &[u8] = b"\x7FTileIR\0";

/// A module that was read, and what a file says besides.
#[derive(Debug, Clone)]
pub struct Decoded {
    /// The module. Its name, which no file records, is `kernels`.
    pub module: Module,
    /// The version the file is written in.
    pub version: Version,
    /// Whether the file announces preview operations.
    pub preview: bool,
}

/// What of a file to read.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Whether operations get their locations, or `Location::Unknown`.
    /// Locations are most of a module's memory and of the reading time.
    pub locations: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { locations: true }
    }
}

/// Reads a file.
///
/// # Errors
/// [`ReadError`] says at which byte of which section what was found and what
/// was expected.
pub fn read(bytes: &[u8]) -> Result<Decoded> {
    read_with(bytes, Options::default())
}

/// Reads a file, or what `options` ask for.
///
/// # Errors
/// As [`read`]. Faults of parts that are not asked for go unnoticed.
pub fn read_with(bytes: &[u8], options: Options) -> Result<Decoded> {
    let mut cursor = Cursor::new(bytes, 0, Section::Header);
    let (version, preview) = header(&mut cursor)?;
    let sections = Sections::split(bytes, cursor.offset())?;
    let mut budget = Budget::new(bytes.len());

    let tables = Tables {
        strings: sections.read(Section::Strings, tables::strings)?,
        types: sections.read(Section::Types, |c| types::types(c, version, &mut budget))?,
        constants: sections.read(Section::Constants, tables::constants)?,
        version,
        preview,
    };
    let mut module = Module::new("kernels");
    module.producer = match sections.get(Section::Producer) {
        Some(cursor) => Some(producer(cursor, &tables)?),
        None => None,
    };
    if let Some(cursor) = sections.get(Section::Globals) {
        module.globals = globals::globals(cursor, &tables, &mut budget)?;
    }
    let mut debug = match sections.get(Section::Debug) {
        Some(cursor) if options.locations => Some(DebugInfo::read(cursor)?),
        _ => None,
    };
    if let Some(cursor) = sections.get(Section::Functions) {
        FunctionReader {
            tables: &tables,
            debug: debug.as_mut(),
            budget: &mut budget,
            module: &mut module,
        }
        .read_all(cursor)?;
    }
    Ok(Decoded {
        module,
        version,
        preview,
    })
}

fn header(cursor: &mut Cursor<'_>) -> Result<(Version, bool)> {
    let at = cursor.offset();
    if cursor.bytes(MAGIC.len(), "the magic number")? != MAGIC {
        return Err(cursor.error_at(at, ReadErrorKind::BadMagic));
    }
    let at = cursor.offset();
    let major = cursor.byte("a version")?;
    let minor = cursor.byte("a version")?;
    let tag = cursor.u16("a version tag")?;
    // Bit 0 of the tag announces preview operations.
    match Version::from_numbers(major, minor) {
        Some(version) if tag == 0 || (tag == 1 && version >= Version::V13_5) => {
            Ok((version, tag == 1))
        }
        _ => Err(cursor.error_at(at, ReadErrorKind::UnsupportedVersion { major, minor, tag })),
    }
}

fn producer(mut cursor: Cursor<'_>, tables: &Tables<'_>) -> Result<String> {
    let at = cursor.offset();
    if tables.version < Version::V13_3 {
        return Err(cursor.error_at(
            at,
            ReadErrorKind::NotInVersion {
                what: "a producer".to_owned(),
                since: Version::V13_3,
                version: tables.version,
            },
        ));
    }
    let name = tables.string(&mut cursor, "producer")?;
    cursor.finish("the producer")?;
    Ok(name.to_owned())
}

/// What the rest of a file refers to by index.
#[derive(Debug)]
struct Tables<'a> {
    strings: Vec<&'a str>,
    types: Vec<Type>,
    constants: Vec<&'a [u8]>,
    version: Version,
    preview: bool,
}

impl<'a> Tables<'a> {
    fn string(&self, cursor: &mut Cursor<'_>, what: &'static str) -> Result<&'a str> {
        entry(&self.strings, cursor, what).copied()
    }

    fn ty(&self, cursor: &mut Cursor<'_>) -> Result<&Type> {
        entry(&self.types, cursor, "type")
    }

    fn constant(&self, cursor: &mut Cursor<'_>) -> Result<&'a [u8]> {
        entry(&self.constants, cursor, "constant").copied()
    }
}

/// The entry of `table` that the next number is the index of.
fn entry<'t, T>(table: &'t [T], cursor: &mut Cursor<'_>, what: &'static str) -> Result<&'t T> {
    let at = cursor.offset();
    let found = cursor.varint(what)?;
    let entry = usize::try_from(found).ok().and_then(|i| table.get(i));
    entry.ok_or_else(|| {
        cursor.error_at(
            at,
            ReadErrorKind::IndexOutOfRange {
                what,
                found,
                len: table.len() as u64,
            },
        )
    })
}

/// The sections of a file.
#[derive(Default)]
struct Sections<'a> {
    found: Vec<(Section, Cursor<'a>)>,
}

impl<'a> Sections<'a> {
    /// Finds the sections, from `start` up to the end marker.
    fn split(bytes: &'a [u8], start: usize) -> Result<Self> {
        let mut cursor = Cursor::new(bytes, 0, Section::Layout);
        cursor.bytes(start, "a header")?;
        let mut sections = Self::default();
        loop {
            let at = cursor.offset();
            let id = cursor.byte("a section or the end marker")?;
            let Some(section) = section_of(id & 0x7F) else {
                if id == 0 {
                    cursor.finish("the end marker")?;
                    return Ok(sections);
                }
                return Err(cursor.error_at(
                    at,
                    ReadErrorKind::Unknown {
                        what: "section",
                        found: u64::from(id),
                    },
                ));
            };
            let len = cursor.count("bytes of a section", 1)?;
            if id & 0x80 != 0 {
                alignment(&mut cursor)?;
            }
            let base = cursor.offset();
            let data = cursor.bytes(len, "a section")?;
            if sections.get(section).is_some() {
                return Err(cursor.error_at(at, ReadErrorKind::DuplicateSection { section }));
            }
            sections
                .found
                .push((section, Cursor::new(data, base, section)));
        }
    }

    fn get(&self, section: Section) -> Option<Cursor<'a>> {
        let found = self.found.iter().find(|(s, _)| *s == section);
        found.map(|(_, cursor)| cursor.clone())
    }

    /// Reads a table, which is empty where its section is missing.
    fn read<T>(
        &self,
        section: Section,
        read: impl FnOnce(Cursor<'a>) -> Result<Vec<T>>,
    ) -> Result<Vec<T>> {
        self.get(section).map_or(Ok(Vec::new()), read)
    }
}

fn section_of(id: u8) -> Option<Section> {
    Some(match id {
        1 => Section::Strings,
        2 => Section::Functions,
        3 => Section::Debug,
        4 => Section::Constants,
        5 => Section::Types,
        6 => Section::Globals,
        7 => Section::Producer,
        _ => return None,
    })
}

/// Reads an alignment and the padding up to it, which counts from the start of
/// the file.
fn alignment(cursor: &mut Cursor<'_>) -> Result<()> {
    let at = cursor.offset();
    let found = cursor.varint("an alignment")?;
    if !found.is_power_of_two() || found > 4096 {
        return Err(cursor.error_at(
            at,
            ReadErrorKind::Unexpected {
                expected: "an alignment, a power of two up to 4096".to_owned(),
                found: found.to_string(),
            },
        ));
    }
    cursor.align(found as usize)
}
