//! The bodies of functions: operations, blocks, regions.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, Block, BlockId, Location, Module, OpId, Operation, Region, RegionId, Type, Value,
    ValueProducer,
};

use super::Tables;
use super::attributes::AttributeReader;
use super::budget::{Budget, type_size};
use super::cursor::Cursor;
use super::debug::DebugInfo;
use super::error::{ReadError, ReadErrorKind};
use super::layout::{Group, Layout, Operands, Results, layout};
use super::opcode::opcode;

type Result<T> = std::result::Result<T, ReadError>;

/// Deepest nesting of regions.
const MAX_DEPTH: usize = 128;

/// Hands out the location numbers of a function, in the order of its body.
pub(super) struct Locations {
    /// `None` for a function without locations.
    numbers: Option<Vec<u64>>,
    next: usize,
}

impl Locations {
    /// Those of a function whose numbers these are, or that has none.
    pub fn new(numbers: Option<Vec<u64>>) -> Self {
        Self { numbers, next: 0 }
    }

    fn next(&mut self, cursor: &Cursor<'_>) -> Result<u64> {
        let Some(numbers) = &self.numbers else {
            return Ok(0);
        };
        let number = numbers.get(self.next).copied().ok_or_else(|| {
            cursor.error(ReadErrorKind::Unexpected {
                expected: format!("at most {} operations, which have locations", self.next),
                found: "more".to_owned(),
            })
        })?;
        self.next += 1;
        Ok(number)
    }

    /// Fails unless every number was used.
    pub fn finish(&self, cursor: &Cursor<'_>) -> Result<()> {
        match &self.numbers {
            Some(numbers) if numbers.len() != self.next => {
                Err(cursor.error(ReadErrorKind::Unexpected {
                    expected: format!("{} operations, which have locations", numbers.len()),
                    found: self.next.to_string(),
                }))
            }
            _ => Ok(()),
        }
    }
}

/// Reads the operations of one function.
pub(super) struct BodyReader<'r, 'a> {
    pub tables: &'r Tables<'a>,
    pub debug: Option<&'r mut DebugInfo<'a>>,
    pub budget: &'r mut Budget,
    pub module: &'r mut Module,
    pub locations: Locations,
    /// The values in scope, by the index that operands refer to them with.
    pub values: Vec<Value>,
}

impl<'a> BodyReader<'_, 'a> {
    pub fn location(&mut self, cursor: &Cursor<'a>) -> Result<Location> {
        let number = self.locations.next(cursor)?;
        match self.debug.as_deref_mut() {
            Some(debug) => debug.location(number, self.tables, self.budget),
            None => Ok(Location::Unknown),
        }
    }

    /// An empty block whose arguments are in scope from now on.
    pub fn block(&mut self, types: &[Type], cursor: &Cursor<'a>) -> Result<BlockId> {
        let block = self.module.alloc_block(Block {
            args: Vec::new(),
            ops: Vec::new(),
        });
        for (index, ty) in types.iter().enumerate() {
            self.budget.charge(2 * type_size(ty), cursor)?;
            let value = self.module.alloc_value(
                ty.clone(),
                ValueProducer::BlockArg {
                    block,
                    arg_index: index as u32,
                },
            );
            self.module.block_mut(block).args.push((value, ty.clone()));
            self.values.push(value);
        }
        Ok(block)
    }

    pub fn operation(&mut self, cursor: &mut Cursor<'a>, depth: usize) -> Result<OpId> {
        let at = cursor.offset();
        let number = cursor.varint("an opcode")?;
        let opcode = opcode(number).ok_or_else(|| {
            cursor.error_at(
                at,
                ReadErrorKind::Unknown {
                    what: "opcode",
                    found: number,
                },
            )
        })?;
        let layout = self.layout(opcode, at, cursor)?;
        let location = self.location(cursor)?;
        let result_types = self.result_types(&layout, cursor)?;
        let flags = self.flags(&layout, opcode, cursor)?;
        let mut attributes = self.attributes(&layout, flags, result_types.first(), cursor)?;
        let operands = self.operands(&layout, flags, &mut attributes, cursor)?;
        let op = self.module.alloc_op(Operation {
            opcode,
            operands,
            result_types,
            attributes,
            regions: Vec::new(),
            location,
        });
        if let Some((least, most)) = layout.regions {
            let regions = self.regions(least, most, cursor, depth + 1)?;
            self.module.op_mut(op).regions = regions;
        }
        self.results(op, cursor)?;
        Ok(op)
    }

    fn layout(&self, opcode: Opcode, at: usize, cursor: &Cursor<'a>) -> Result<Layout> {
        let Some(layout) = layout(opcode) else {
            return Err(cursor.error_at(
                at,
                ReadErrorKind::Unexpected {
                    expected: "an operation of a function body".to_owned(),
                    found: opcode.name().to_owned(),
                },
            ));
        };
        if opcode.is_preview() && !self.tables.preview {
            return Err(cursor.error_at(
                at,
                ReadErrorKind::Unexpected {
                    expected: "no preview operation, which the header would announce".to_owned(),
                    found: opcode.name().to_owned(),
                },
            ));
        }
        if self.tables.version < layout.since {
            return Err(cursor.error_at(
                at,
                ReadErrorKind::NotInVersion {
                    what: format!("operation {}", opcode.name()),
                    since: layout.since,
                    version: self.tables.version,
                },
            ));
        }
        Ok(layout)
    }

    fn result_types(&mut self, layout: &Layout, cursor: &mut Cursor<'a>) -> Result<Vec<Type>> {
        let count = match layout.results {
            Results::Fixed(count) => count,
            Results::Counted => cursor.count("results", 1)?,
        };
        let mut types = Vec::with_capacity(count);
        for _ in 0..count {
            let ty = self.tables.ty(cursor)?;
            self.budget.charge(type_size(ty), cursor)?;
            types.push(ty.clone());
        }
        Ok(types)
    }

    fn flags(&self, layout: &Layout, opcode: Opcode, cursor: &mut Cursor<'a>) -> Result<u64> {
        let version = self.tables.version;
        if layout.flags_since.is_none_or(|since| version < since) {
            return Ok(0);
        }
        let at = cursor.offset();
        let flags = cursor.varint("operation flags")?;
        let unknown = flags & !layout.known_flags(version);
        if unknown != 0 {
            return Err(cursor.error_at(
                at,
                ReadErrorKind::Unexpected {
                    expected: format!("flags of {}", opcode.name()),
                    found: format!("unknown flags {unknown:#x}"),
                },
            ));
        }
        Ok(flags)
    }

    fn attributes(
        &mut self,
        layout: &Layout,
        flags: u64,
        result: Option<&Type>,
        cursor: &mut Cursor<'a>,
    ) -> Result<Vec<(String, Attribute)>> {
        let mut attributes = Vec::new();
        for unit in layout.units {
            if flags & (1 << unit.bit) != 0 {
                attributes.push((unit.name.to_owned(), Attribute::Bool(true)));
            }
        }
        for field in layout.fields {
            if field.present(self.tables.version, flags) {
                let value = AttributeReader {
                    cursor,
                    tables: self.tables,
                    budget: self.budget,
                }
                .inline(field, result)?;
                attributes.push((field.name.to_owned(), value));
            }
        }
        Ok(attributes)
    }

    fn operands(
        &mut self,
        layout: &Layout,
        flags: u64,
        attributes: &mut Vec<(String, Attribute)>,
        cursor: &mut Cursor<'a>,
    ) -> Result<Vec<Value>> {
        let mut operands = Vec::new();
        match layout.operands {
            Operands::Exactly(count) => self.append(count, &mut operands, cursor)?,
            Operands::IfFlag(bit) => {
                let count = usize::from(flags & (1 << bit) != 0);
                self.append(count, &mut operands, cursor)?;
            }
            Operands::Counted(least) => {
                let at = cursor.offset();
                let count = cursor.count("operands", 1)?;
                if count < least {
                    return Err(cursor.error_at(
                        at,
                        ReadErrorKind::Unexpected {
                            expected: format!("at least {least} operands"),
                            found: count.to_string(),
                        },
                    ));
                }
                self.append(count, &mut operands, cursor)?;
            }
            Operands::Groups(groups) => {
                let mut sizes = Vec::with_capacity(groups.len());
                for group in groups {
                    let size = match group {
                        Group::One => 1,
                        Group::Optional(bit) => usize::from(flags & (1 << bit) != 0),
                        Group::Many => cursor.count("operands", 1)?,
                    };
                    self.append(size, &mut operands, cursor)?;
                    sizes.push(Attribute::i32(size as i64));
                }
                attributes.push(("operandSegmentSizes".to_owned(), Attribute::Array(sizes)));
            }
        }
        Ok(operands)
    }

    fn append(&self, count: usize, out: &mut Vec<Value>, cursor: &mut Cursor<'a>) -> Result<()> {
        out.reserve(count);
        for _ in 0..count {
            let at = cursor.offset();
            let index = cursor.index("value", self.values.len())?;
            match self.values.get(index) {
                Some(&value) => out.push(value),
                None => {
                    return Err(cursor.error_at(
                        at,
                        ReadErrorKind::IndexOutOfRange {
                            what: "value",
                            found: index as u64,
                            len: self.values.len() as u64,
                        },
                    ));
                }
            }
        }
        Ok(())
    }

    fn regions(
        &mut self,
        least: usize,
        most: usize,
        cursor: &mut Cursor<'a>,
        depth: usize,
    ) -> Result<Vec<RegionId>> {
        let at = cursor.offset();
        let count = cursor.varint_max("regions", most as u64)? as usize;
        if count < least {
            return Err(cursor.error_at(
                at,
                ReadErrorKind::Unexpected {
                    expected: format!("at least {least} regions"),
                    found: count.to_string(),
                },
            ));
        }
        if depth > MAX_DEPTH {
            return Err(cursor.error_at(
                at,
                ReadErrorKind::TooDeep {
                    what: "regions",
                    limit: MAX_DEPTH,
                },
            ));
        }
        (0..count).map(|_| self.region(cursor, depth)).collect()
    }

    fn region(&mut self, cursor: &mut Cursor<'a>, depth: usize) -> Result<RegionId> {
        // Each block at least states that it has no arguments and no operations.
        let count = cursor.count("blocks", 2)?;
        let mut blocks = Vec::with_capacity(count);
        for _ in 0..count {
            let outer = self.values.len();
            let argument_count = cursor.count("block arguments", 1)?;
            let mut types = Vec::with_capacity(argument_count);
            for _ in 0..argument_count {
                let ty = self.tables.ty(cursor)?;
                self.budget.charge(type_size(ty), cursor)?;
                types.push(ty.clone());
            }
            let block = self.block(&types, cursor)?;
            let op_count = cursor.count("operations of a block", 1)?;
            for _ in 0..op_count {
                let op = self.operation(cursor, depth)?;
                self.module.block_mut(block).ops.push(op);
            }
            self.values.truncate(outer);
            blocks.push(block);
        }
        Ok(self.module.alloc_region(Region { blocks }))
    }

    /// Brings an operation's results into scope.
    ///
    /// Before 13.2 a print has no token. It gets one that nothing can refer
    /// to, as in the official reader: otherwise prints of two versions would
    /// differ in form.
    fn results(&mut self, op: OpId, cursor: &Cursor<'a>) -> Result<()> {
        let operation = self.module.op_mut(op);
        if operation.opcode == Opcode::Print && operation.result_types.is_empty() {
            operation.result_types.push(Type::Token);
            self.module.alloc_value(
                Type::Token,
                ValueProducer::OpResult {
                    op,
                    result_index: 0,
                },
            );
            return Ok(());
        }
        for index in 0..self.module.op(op).result_types.len() {
            let Some(ty) = self.module.op(op).result_types.get(index).cloned() else {
                break;
            };
            self.budget.charge(type_size(&ty), cursor)?;
            let value = self.module.alloc_value(
                ty,
                ValueProducer::OpResult {
                    op,
                    result_index: index as u32,
                },
            );
            self.values.push(value);
        }
        Ok(())
    }
}
