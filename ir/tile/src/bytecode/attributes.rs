//! Attribute values.
//!
//! An attribute is written either *tagged*, as a tag and a value (elements of
//! arrays and dictionaries, predicates, entry hints), or *inline*, as the value
//! alone where the operation implies what it is (see [`layout`](super::layout)).

use cutile_ir::ir::{
    Attribute, Bounded, DenseElements, DivBy, OptimizationHints, PreviewConstArg, SameElements,
    ScalarType, TileElementType, Type,
};

use super::Tables;
use super::budget::{Budget, type_size};
use super::cursor::Cursor;
use super::error::{ReadError, ReadErrorKind};
use super::layout::{Field, Kind};
use crate::float::float_from_bits;

type Result<T> = std::result::Result<T, ReadError>;

/// Deepest nesting of arrays and dictionaries.
const MAX_DEPTH: usize = 16;

/// Reads attributes from one cursor.
pub(super) struct AttributeReader<'c, 'a, 't> {
    pub cursor: &'c mut Cursor<'a>,
    pub tables: &'t Tables<'a>,
    pub budget: &'c mut Budget,
}

impl<'a> AttributeReader<'_, 'a, '_> {
    /// The value of an operation's attribute. `result` is the type of the
    /// operation's first result, which a constant's elements have.
    pub fn inline(&mut self, field: &Field, result: Option<&Type>) -> Result<Attribute> {
        match field.kind {
            Kind::Enum(count) => {
                let start = self.cursor.offset();
                let found = self.cursor.varint(field.name)?;
                if found >= count {
                    return Err(self.unknown(start, field.name, found));
                }
                Ok(Attribute::i32(found as i64))
            }
            Kind::Int => {
                let value = self.cursor.varint_max(field.name, i64::MAX as u64)?;
                Ok(Attribute::i32(value as i64))
            }
            Kind::Bool => self.bool().map(Attribute::Bool),
            Kind::Str => self.string(field.name).map(Attribute::String),
            Kind::Elements => self.elements(result),
            Kind::I32Array => self.i32_array(field.name),
            Kind::BoolArray => self.bool_array(field.name),
            Kind::Predicate => self.predicate(),
            Kind::Array => self.array(0),
            Kind::Hints => self.hints(),
        }
    }

    /// The hints of an entry, as the function table has them.
    pub fn entry_hints(&mut self) -> Result<Attribute> {
        self.expect_tag(11, "optimization hints")?;
        self.hints()
    }

    /// The argument attributes of an entry, as the function table has them.
    pub fn entry_arguments(&mut self) -> Result<Attribute> {
        self.expect_tag(6, "an array of argument attributes")?;
        self.array(0)
    }

    fn expect_tag(&mut self, tag: u64, expected: &str) -> Result<()> {
        let start = self.cursor.offset();
        let found = self.cursor.varint("an attribute tag")?;
        if found != tag {
            return Err(self.cursor.error_at(
                start,
                ReadErrorKind::Unexpected {
                    expected: format!("{expected} (attribute tag {tag})"),
                    found: format!("attribute tag {found}"),
                },
            ));
        }
        Ok(())
    }

    fn unknown(&self, start: usize, what: &'static str, found: u64) -> ReadError {
        self.cursor
            .error_at(start, ReadErrorKind::Unknown { what, found })
    }

    fn tagged(&mut self, depth: usize) -> Result<Attribute> {
        if depth > MAX_DEPTH {
            return Err(self.cursor.error(ReadErrorKind::TooDeep {
                what: "attributes",
                limit: MAX_DEPTH,
            }));
        }
        let start = self.cursor.offset();
        match self.cursor.varint("an attribute tag")? {
            1 => self.integer(),
            2 => self.float(),
            3 => self.bool().map(Attribute::Bool),
            4 => self.ty().map(Attribute::Type),
            5 => self.string("a string attribute").map(Attribute::String),
            6 => self.array(depth),
            7 => {
                let ty = self.ty()?;
                self.elements(Some(&ty))
            }
            8 => self.div_by(),
            9 => self.same_elements(),
            10 => self.dictionary(depth).map(Attribute::Dictionary),
            11 => self.hints(),
            12 => self.bounded(),
            0xD1 => {
                let value = self.cursor.signed_varint("a constant argument")?;
                Ok(Attribute::PreviewConstArg(PreviewConstArg::Int(value)))
            }
            0xDB => {
                let ty = self.ty()?;
                Ok(Attribute::PreviewConstArg(PreviewConstArg::Datatype(ty)))
            }
            0xE4 => {
                let text = self.string("a constant argument")?;
                Ok(Attribute::PreviewConstArg(PreviewConstArg::Str(text)))
            }
            found => Err(self.unknown(start, "attribute tag", found)),
        }
    }

    fn predicate(&mut self) -> Result<Attribute> {
        let start = self.cursor.offset();
        match self.tagged(0)? {
            predicate @ (Attribute::DivBy(_)
            | Attribute::SameElements(_)
            | Attribute::Bounded(_)) => Ok(predicate),
            _ => Err(self.cursor.error_at(
                start,
                ReadErrorKind::Unexpected {
                    expected: "a predicate: div_by, same_elements or bounded".to_owned(),
                    found: "another attribute".to_owned(),
                },
            )),
        }
    }

    /// The number is the value's bit pattern, zero-extended: all ones for -1.
    fn integer(&mut self) -> Result<Attribute> {
        let start = self.cursor.offset();
        let ty = self.ty()?;
        let width = match &ty {
            Type::Scalar(ScalarType::I1) => 1,
            Type::Scalar(ScalarType::I4) => 4,
            Type::Scalar(ScalarType::I8) => 8,
            Type::Scalar(ScalarType::I16) => 16,
            Type::Scalar(ScalarType::I32) => 32,
            Type::Scalar(ScalarType::I64) => 64,
            other => return Err(self.wrong_type(start, "an integer type", other)),
        };
        let bits = self
            .cursor
            .varint_max("an integer attribute", u64::MAX >> (64 - width))?;
        Ok(Attribute::Integer(bits.cast_signed(), ty))
    }

    /// Up to 8 bits are a byte, more a zigzag-coded bit pattern.
    fn float(&mut self) -> Result<Attribute> {
        let start = self.cursor.offset();
        let ty = self.ty()?;
        let scalar = match &ty {
            Type::Scalar(scalar) if scalar.is_float() => *scalar,
            other => return Err(self.wrong_type(start, "a float type", other)),
        };
        let at = self.cursor.offset();
        let bits = match scalar.byte_width() {
            1 => u64::from(self.cursor.byte("a float attribute")?),
            _ => self.cursor.bit_pattern("a float attribute")?,
        };
        match float_from_bits(scalar, bits) {
            Some(value) => Ok(Attribute::Float(value, ty)),
            None => Err(self.cursor.error_at(
                at,
                ReadErrorKind::Unknown {
                    what: "bit pattern of a float",
                    found: bits,
                },
            )),
        }
    }

    fn wrong_type(&self, start: usize, expected: &str, found: &Type) -> ReadError {
        self.cursor.error_at(
            start,
            ReadErrorKind::Unexpected {
                expected: expected.to_owned(),
                found: format!("type {}", cutile_ir::ir::format_type(found)),
            },
        )
    }

    fn bool(&mut self) -> Result<bool> {
        let start = self.cursor.offset();
        match self.cursor.byte("a boolean")? {
            0 => Ok(false),
            1 => Ok(true),
            found => Err(self.unknown(start, "boolean", u64::from(found))),
        }
    }

    fn ty(&mut self) -> Result<Type> {
        let ty = self.tables.ty(self.cursor)?;
        self.budget.charge(type_size(ty), self.cursor)?;
        Ok(ty.clone())
    }

    fn string(&mut self, what: &'static str) -> Result<String> {
        let text = self.tables.string(self.cursor, what)?;
        self.budget.charge(text.len(), self.cursor)?;
        Ok(text.to_owned())
    }

    fn array(&mut self, depth: usize) -> Result<Attribute> {
        let count = self.cursor.count("array elements", 1)?;
        self.charge_items::<Attribute>(count)?;
        let items = (0..count)
            .map(|_| self.tagged(depth + 1))
            .collect::<Result<_>>()?;
        Ok(Attribute::Array(items))
    }

    fn dictionary(&mut self, depth: usize) -> Result<Vec<(String, Attribute)>> {
        let count = self.cursor.count("dictionary entries", 2)?;
        self.charge_items::<(String, Attribute)>(count)?;
        (0..count)
            .map(|_| Ok((self.string("a dictionary key")?, self.tagged(depth + 1)?)))
            .collect()
    }

    fn charge_items<T>(&mut self, count: usize) -> Result<()> {
        self.budget
            .charge(count.saturating_mul(size_of::<T>()), self.cursor)
    }

    /// A dictionary from an architecture's name to its hints.
    fn hints(&mut self) -> Result<Attribute> {
        let count = self.cursor.count("architectures", 3)?;
        self.charge_items::<(String, Vec<(String, Attribute)>)>(count)?;
        let mut entries = Vec::with_capacity(count);
        for _ in 0..count {
            let architecture = self.string("an architecture")?;
            self.expect_tag(10, "a dictionary of hints")?;
            entries.push((architecture, self.dictionary(0)?));
        }
        Ok(Attribute::OptimizationHints(OptimizationHints { entries }))
    }

    /// Elements of the constant pool. One element stands for all where the
    /// type has more; then `shape` is empty, as the Rust compiler has it.
    fn elements(&mut self, ty: Option<&Type>) -> Result<Attribute> {
        let start = self.cursor.offset();
        let data = self.tables.constant(self.cursor)?;
        let Some(ty) = ty else {
            return Err(self.cursor.error_at(
                start,
                ReadErrorKind::NotRepresentable {
                    what: "a constant without a result",
                },
            ));
        };
        self.budget
            .charge(data.len() + 2 * type_size(ty), self.cursor)?;
        Ok(Attribute::DenseElements(dense_elements(ty, data)))
    }

    fn i32_array(&mut self, what: &'static str) -> Result<Attribute> {
        let count = self.cursor.count(what, 4)?;
        let values = (0..count)
            .map(|_| Ok(self.cursor.u32(what)?.cast_signed()))
            .collect::<Result<_>>()?;
        Ok(Attribute::DenseI32Array(values))
    }

    fn bool_array(&mut self, what: &'static str) -> Result<Attribute> {
        let count = self.cursor.count(what, 1)?;
        self.charge_items::<Attribute>(count)?;
        let values = (0..count)
            .map(|_| self.bool().map(Attribute::Bool))
            .collect::<Result<_>>()?;
        Ok(Attribute::Array(values))
    }

    fn div_by(&mut self) -> Result<Attribute> {
        let divisor = self.cursor.varint("a divisor")?;
        let (every, along) = self.two_optional("div_by")?;
        Ok(Attribute::DivBy(DivBy {
            divisor,
            every,
            along,
        }))
    }

    fn bounded(&mut self) -> Result<Attribute> {
        let (lb, ub) = self.two_optional("bounded")?;
        Ok(Attribute::Bounded(Bounded { lb, ub }))
    }

    /// A byte of two flags, and the numbers that they announce.
    fn two_optional(&mut self, what: &'static str) -> Result<(Option<i64>, Option<i64>)> {
        let start = self.cursor.offset();
        let flags = self.cursor.byte("predicate flags")?;
        if flags > 3 {
            return Err(self.unknown(start, "predicate flags", u64::from(flags)));
        }
        let mut number = |present: bool| match present {
            true => self.cursor.signed_varint(what).map(Some),
            false => Ok(None),
        };
        Ok((number(flags & 1 != 0)?, number(flags & 2 != 0)?))
    }

    fn same_elements(&mut self) -> Result<Attribute> {
        let count = self.cursor.count("same_elements", 8)?;
        let values = (0..count)
            .map(|_| Ok(self.cursor.u64("same_elements")?.cast_signed()))
            .collect::<Result<_>>()?;
        Ok(Attribute::SameElements(SameElements { values }))
    }
}

/// Elements of a tile type as the in-memory module holds them: the full type,
/// an empty shape for one element that stands for all, the raw bytes.
pub(super) fn dense_elements(ty: &Type, data: &[u8]) -> DenseElements {
    let shape = match ty.without_pointer_attribute() {
        Type::Tile(tile) => match &tile.element_type {
            TileElementType::Scalar(s) if s.byte_width() == data.len() => Vec::new(),
            _ => tile.shape.clone(),
        },
        _ => Vec::new(),
    };
    DenseElements {
        element_type: ty.clone(),
        shape,
        data: data.to_vec(),
    }
}
