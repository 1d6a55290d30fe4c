//! The debug section: where in a source file each operation comes from.
//!
//! The section lists, function after function, one number for the function and
//! one for each operation in the order of the body; 0 means unknown, others
//! count from 1 in a table of files, scopes, locations and call sites that
//! refer to each other.

use cutile_ir::ir::{
    DICompileUnit, DIFile, DILexicalBlock, DISubprogram, DebugInfoLoc, DebugScope, Location,
};

use super::Tables;
use super::budget::Budget;
use super::cursor::Cursor;
use super::error::{ReadError, ReadErrorKind};
use super::tables::entries;
use crate::Version;

type Result<T> = std::result::Result<T, ReadError>;

/// Longest chain of call sites and enclosing scopes.
const MAX_DEPTH: usize = 64;

/// An entry of the table that was read once, with the bytes a copy allocates.
#[derive(Debug, Clone)]
struct Resolved {
    location: Location,
    size: usize,
}

/// The debug section, entries still unread.
#[derive(Debug)]
pub(super) struct DebugInfo<'a> {
    /// For each function, its own number and those of its operations.
    functions: Vec<Vec<u64>>,
    table: Vec<Cursor<'a>>,
    resolved: Vec<Option<Resolved>>,
    /// For errors that concern the section as a whole.
    start: Cursor<'a>,
}

impl<'a> DebugInfo<'a> {
    pub fn read(mut cursor: Cursor<'a>) -> Result<Self> {
        let start = cursor.clone();
        let function_count = cursor.count("functions with locations", 4)?;
        cursor.align(4)?;
        let starts = (0..function_count)
            .map(|_| Ok((cursor.offset(), cursor.u32("an offset of locations")?)))
            .collect::<Result<Vec<_>>>()?;
        let number_count = cursor.count("locations", 8)?;
        cursor.align(8)?;
        let numbers = (0..number_count)
            .map(|_| cursor.u64("a location"))
            .collect::<Result<Vec<_>>>()?;
        let mut functions = Vec::with_capacity(function_count);
        for (index, &(at, from)) in starts.iter().enumerate() {
            let to = match starts.get(index + 1) {
                Some(&(_, next)) => next as usize,
                None => numbers.len(),
            };
            let slice = numbers.get(from as usize..to).ok_or_else(|| {
                start.error_at(
                    at,
                    ReadErrorKind::Unexpected {
                        expected: format!("offsets that rise to at most {}", numbers.len()),
                        found: format!("{from} before {to}"),
                    },
                )
            })?;
            functions.push(slice.to_vec());
        }
        let table = entries(cursor, 4, "debug entries")?;
        Ok(Self {
            functions,
            resolved: vec![None; table.len()],
            table,
            start,
        })
    }

    /// The numbers of the function with this 1-based index; `None` for index
    /// 0, a function without locations.
    pub fn function(&self, index: u64, cursor: &Cursor<'_>) -> Result<Option<&[u64]>> {
        let Some(zero_based) = index.checked_sub(1) else {
            return Ok(None);
        };
        let numbers = usize::try_from(zero_based)
            .ok()
            .and_then(|index| self.functions.get(index));
        match numbers {
            Some(numbers) => Ok(Some(numbers)),
            None => Err(cursor.error(ReadErrorKind::IndexOutOfRange {
                what: "debug function",
                found: index,
                len: self.functions.len() as u64 + 1,
            })),
        }
    }

    /// A copy of a location.
    pub fn location(
        &mut self,
        number: u64,
        tables: &Tables<'a>,
        budget: &mut Budget,
    ) -> Result<Location> {
        if number == 0 {
            return Ok(Location::Unknown);
        }
        let index = self.index(number, &self.start)?;
        if self.resolved.get(index).is_some_and(Option::is_none) {
            let entry = self.entry(index)?;
            let resolved = Resolver {
                debug: self,
                tables,
                budget,
            }
            .location(entry, 0)?;
            if let Some(slot) = self.resolved.get_mut(index) {
                *slot = Some(resolved);
            }
        }
        match self.resolved.get(index) {
            Some(Some(resolved)) => {
                budget.charge(resolved.size, &self.start)?;
                Ok(resolved.location.clone())
            }
            _ => Ok(Location::Unknown),
        }
    }

    fn index(&self, number: u64, at: &Cursor<'_>) -> Result<usize> {
        let len = self.table.len() as u64;
        if number == 0 || number > len {
            return Err(at.error(ReadErrorKind::IndexOutOfRange {
                what: "debug entry",
                found: number,
                len: len + 1,
            }));
        }
        Ok(number as usize - 1)
    }

    fn entry(&self, index: usize) -> Result<Cursor<'a>> {
        self.table.get(index).cloned().ok_or_else(|| {
            self.start.error(ReadErrorKind::IndexOutOfRange {
                what: "debug entry",
                found: index as u64,
                len: self.table.len() as u64,
            })
        })
    }
}

/// Reads entries of the table, following what they refer to.
struct Resolver<'d, 'a, 't> {
    debug: &'d DebugInfo<'a>,
    tables: &'t Tables<'a>,
    budget: &'d mut Budget,
}

impl<'a> Resolver<'_, 'a, '_> {
    fn tag(&self, entry: &mut Cursor<'a>, depth: usize) -> Result<u64> {
        if depth > MAX_DEPTH {
            return Err(entry.error(ReadErrorKind::TooDeep {
                what: "debug entries",
                limit: MAX_DEPTH,
            }));
        }
        entry.varint("a debug tag")
    }

    /// The entry that the next number refers to.
    fn referred(&self, entry: &mut Cursor<'a>) -> Result<Cursor<'a>> {
        let at = entry.clone();
        let number = entry.varint("a debug entry")?;
        let index = self.debug.index(number, &at)?;
        self.debug.entry(index)
    }

    fn text(&mut self, entry: &mut Cursor<'a>) -> Result<String> {
        let text = self.tables.string(entry, "debug string")?;
        self.budget.charge(text.len(), entry)?;
        Ok(text.to_owned())
    }

    fn number(&self, entry: &mut Cursor<'a>, what: &'static str) -> Result<u32> {
        Ok(entry.varint_max(what, u64::from(u32::MAX))? as u32)
    }

    fn location(&mut self, mut entry: Cursor<'a>, depth: usize) -> Result<Resolved> {
        let start = entry.offset();
        let (location, size) = match self.tag(&mut entry, depth)? {
            0 => (Location::Unknown, 0),
            4 => {
                let referred = self.referred(&mut entry)?;
                let (scope, size) = self.scope(referred, depth + 1)?;
                let filename = self.text(&mut entry)?;
                let size = size + filename.len();
                let line = self.number(&mut entry, "a line")?;
                let column = self.number(&mut entry, "a column")?;
                let location = Location::DebugInfo(DebugInfoLoc {
                    filename,
                    line,
                    column,
                    scope,
                });
                (location, size)
            }
            6 => {
                let callee = self.side(&mut entry, depth)?;
                let caller = self.side(&mut entry, depth)?;
                let size = callee.size + caller.size + 2 * size_of::<Location>();
                self.budget.charge(size, &entry)?;
                let location = Location::CallSite {
                    callee: Box::new(callee.location),
                    caller: Box::new(caller.location),
                };
                (location, size)
            }
            found => return Err(self.not_a(&entry, start, "a location or call site", found)),
        };
        entry.finish("a debug entry")?;
        Ok(Resolved { location, size })
    }

    /// The callee or caller of a call site.
    fn side(&mut self, entry: &mut Cursor<'a>, depth: usize) -> Result<Resolved> {
        let mut ahead = entry.clone();
        if ahead.varint("a debug entry")? == 0 {
            *entry = ahead;
            return Ok(Resolved {
                location: Location::Unknown,
                size: 0,
            });
        }
        let referred = self.referred(entry)?;
        self.location(referred, depth + 1)
    }

    fn scope(&mut self, mut entry: Cursor<'a>, depth: usize) -> Result<(DebugScope, usize)> {
        let start = entry.offset();
        let scope = match self.tag(&mut entry, depth)? {
            5 => self.subprogram(&mut entry, depth)?,
            3 => {
                let parent = self.referred(&mut entry)?;
                let (parent, size) = self.scope(parent, depth + 1)?;
                let file = self.referred(&mut entry)?;
                let (file, file_size) = self.file(file, depth + 1)?;
                let block = DILexicalBlock {
                    scope: Box::new(parent),
                    file,
                    line: self.number(&mut entry, "a line")?,
                    column: self.number(&mut entry, "a column")?,
                };
                let size = size + file_size + size_of::<DebugScope>();
                (DebugScope::LexicalBlock(block), size)
            }
            found => return Err(self.not_a(&entry, start, "a subprogram or block", found)),
        };
        entry.finish("a debug entry")?;
        Ok(scope)
    }

    fn subprogram(&mut self, entry: &mut Cursor<'a>, depth: usize) -> Result<(DebugScope, usize)> {
        let file = self.referred(entry)?;
        let (file, file_size) = self.file(file, depth + 1)?;
        let line = self.number(entry, "a line")?;
        let name = self.text(entry)?;
        let linkage_name = self.text(entry)?;
        let unit = self.referred(entry)?;
        let (compile_unit, unit_size) = self.compile_unit(unit, depth + 1)?;
        let scope_line = self.number(entry, "a line")?;
        let is_declaration =
            self.tables.version >= Version::V13_5 && entry.varint_max("subprogram flags", 1)? == 1;
        let size = file_size + name.len() + linkage_name.len() + unit_size;
        let subprogram = DISubprogram {
            file,
            line,
            name,
            linkage_name,
            compile_unit,
            scope_line,
            is_declaration,
        };
        Ok((DebugScope::Subprogram(subprogram), size))
    }

    fn compile_unit(
        &mut self,
        mut entry: Cursor<'a>,
        depth: usize,
    ) -> Result<(DICompileUnit, usize)> {
        let start = entry.offset();
        let found = self.tag(&mut entry, depth)?;
        if found != 1 {
            return Err(self.not_a(&entry, start, "a compile unit", found));
        }
        let file = self.referred(&mut entry)?;
        entry.finish("a debug entry")?;
        let (file, size) = self.file(file, depth + 1)?;
        Ok((DICompileUnit { file }, size))
    }

    fn file(&mut self, mut entry: Cursor<'a>, depth: usize) -> Result<(DIFile, usize)> {
        let start = entry.offset();
        let found = self.tag(&mut entry, depth)?;
        if found != 2 {
            return Err(self.not_a(&entry, start, "a file", found));
        }
        let name = self.text(&mut entry)?;
        let directory = self.text(&mut entry)?;
        entry.finish("a debug entry")?;
        let size = name.len() + directory.len();
        Ok((DIFile { name, directory }, size))
    }

    fn not_a(&self, entry: &Cursor<'a>, start: usize, expected: &str, found: u64) -> ReadError {
        entry.error_at(
            start,
            ReadErrorKind::Unexpected {
                expected: expected.to_owned(),
                found: format!("debug tag {found}"),
            },
        )
    }
}
