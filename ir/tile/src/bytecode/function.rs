//! The function table.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module, OpId, Operation, Region, Type};

use super::Tables;
use super::attributes::AttributeReader;
use super::body::{BodyReader, Locations};
use super::budget::{Budget, type_size};
use super::cursor::Cursor;
use super::debug::DebugInfo;
use super::error::{ReadError, ReadErrorKind};
use crate::Version;

type Result<T> = std::result::Result<T, ReadError>;

const PRIVATE: u8 = 1;
const KERNEL: u8 = 2;
const HAS_HINTS: u8 = 4;

/// Reads functions into a module.
pub(super) struct FunctionReader<'r, 'a> {
    pub tables: &'r Tables<'a>,
    pub debug: Option<&'r mut DebugInfo<'a>>,
    pub budget: &'r mut Budget,
    pub module: &'r mut Module,
}

impl<'a> FunctionReader<'_, 'a> {
    pub fn read_all(&mut self, mut cursor: Cursor<'a>) -> Result<()> {
        // A name, a type, flags, a location and a body's length.
        let count = cursor.count("functions", 5)?;
        for _ in 0..count {
            let function = self.read(&mut cursor)?;
            self.module.functions.push(function);
        }
        // The Rust writer pads the section, the others do not.
        while !cursor.is_empty() {
            cursor.padding_byte()?;
        }
        Ok(())
    }

    fn read(&mut self, cursor: &mut Cursor<'a>) -> Result<OpId> {
        let name = self.tables.string(cursor, "function name")?;
        let signature = self.tables.ty(cursor)?;
        let Type::Func(types) = signature else {
            return Err(cursor.error(ReadErrorKind::Unexpected {
                expected: "a function type".to_owned(),
                found: cutile_ir::ir::format_type(signature),
            }));
        };
        let at = cursor.offset();
        let flags = cursor.byte("function flags")?;
        self.check_flags(flags, at, cursor)?;
        let locations = self.locations(cursor)?;

        let mut attributes = vec![
            ("sym_name".to_owned(), Attribute::String(name.to_owned())),
            (
                "function_type".to_owned(),
                Attribute::Type(signature.clone()),
            ),
        ];
        self.budget
            .charge(name.len() + type_size(signature), cursor)?;
        let mut reader = AttributeReader {
            cursor,
            tables: self.tables,
            budget: self.budget,
        };
        if flags & HAS_HINTS != 0 || self.tables.version >= Version::V13_5 {
            attributes.push(("optimization_hints".to_owned(), reader.entry_hints()?));
        }
        if self.tables.version >= Version::V13_5 {
            match reader.entry_arguments()? {
                Attribute::Array(items) if items.is_empty() => {}
                items => attributes.push(("arg_attrs".to_owned(), items)),
            }
        }
        let len = cursor.count("bytes of a function body", 1)?;
        let body = cursor.split(len, "a function body")?;
        self.body(body, &types.inputs, attributes, locations)
    }

    fn check_flags(&self, flags: u8, at: usize, cursor: &Cursor<'a>) -> Result<()> {
        let known = if self.tables.version >= Version::V13_5 {
            PRIVATE | KERNEL
        } else {
            PRIVATE | KERNEL | HAS_HINTS
        };
        let kind = if flags & !known != 0 {
            ReadErrorKind::Unknown {
                what: "function flags",
                found: u64::from(flags),
            }
        } else if flags & KERNEL == 0 {
            ReadErrorKind::NotRepresentable {
                what: "a function that is not an entry",
            }
        } else if flags & PRIVATE != 0 {
            ReadErrorKind::NotRepresentable {
                what: "a private entry",
            }
        } else {
            return Ok(());
        };
        Err(cursor.error_at(at, kind))
    }

    /// The location numbers of the function, its own first.
    fn locations(&self, cursor: &mut Cursor<'a>) -> Result<Locations> {
        let at = cursor.clone();
        let index = cursor.varint("a debug function")?;
        let numbers = match &self.debug {
            Some(debug) => debug.function(index, &at)?.map(<[u64]>::to_vec),
            None => None,
        };
        Ok(Locations::new(numbers))
    }

    fn body(
        &mut self,
        mut cursor: Cursor<'a>,
        inputs: &[Type],
        attributes: Vec<(String, Attribute)>,
        locations: Locations,
    ) -> Result<OpId> {
        let mut body = BodyReader {
            tables: self.tables,
            debug: self.debug.as_deref_mut(),
            budget: self.budget,
            module: self.module,
            locations,
            values: Vec::new(),
        };
        let location = body.location(&cursor)?;
        let entry = body.module.alloc_op(Operation {
            opcode: Opcode::Entry,
            operands: Vec::new(),
            result_types: Vec::new(),
            attributes,
            regions: Vec::new(),
            location,
        });
        let block = body.block(inputs, &cursor)?;
        while !cursor.is_empty() {
            let op = body.operation(&mut cursor, 0)?;
            body.module.block_mut(block).ops.push(op);
        }
        body.locations.finish(&cursor)?;
        let region = body.module.alloc_region(Region {
            blocks: vec![block],
        });
        body.module.op_mut(entry).regions.push(region);
        Ok(entry)
    }
}
