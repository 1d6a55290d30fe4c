//! Taking an operation apart into typed fields.
//!
//! A view's fields are read one after another; the type of a field says what
//! it is: [`Value`]s are operands, everything else an attribute or a region.

use cutile_ir::ir::{
    Attribute, Bounded, DenseElements, DivBy, FuncType, Module, OpId, Operation, OptimizationHints,
    SameElements, Type, Value,
};

use super::names::Enumeration;
use super::{Attr, BlockId, Operand, Predicate, ViewError, ViewErrorKind};
use crate::bytecode::layout::{Operands, layout};

type Result<T> = std::result::Result<T, ViewErrorKind>;

/// Reads the fields of one operation.
pub(super) struct Reader<'m> {
    module: &'m Module,
    op: &'m Operation,
    /// The operands not yet taken.
    operands: &'m [Value],
    /// Sizes of the groups not yet taken, where the operation has groups.
    groups: Option<std::vec::IntoIter<usize>>,
    /// Regions not yet taken.
    regions: std::slice::Iter<'m, cutile_ir::ir::RegionId>,
    /// Number of operands of the last group of any number: how many indices a
    /// view is accessed with.
    index_count: usize,
}

impl<'m> Reader<'m> {
    pub fn new(module: &'m Module, id: OpId) -> Result<Self> {
        let op = module.op(id);
        let mut reader = Self {
            module,
            op,
            operands: &op.operands,
            groups: None,
            regions: op.regions.iter(),
            index_count: 0,
        };
        if let Some(Operands::Groups(groups)) = layout(op.opcode).map(|l| l.operands) {
            reader.groups = Some(reader.group_sizes(groups.len())?.into_iter());
        }
        Ok(reader)
    }

    /// The sizes that `operandSegmentSizes` states. Without it every operand
    /// is a group, but those of a `print`, which only a token tells apart.
    fn group_sizes(&self, count: usize) -> Result<Vec<usize>> {
        let total = self.op.operands.len();
        let sizes: Vec<usize> = match self.attribute("operandSegmentSizes") {
            Some(Attribute::Array(items)) => items
                .iter()
                .map(|item| match item {
                    Attribute::Integer(size, _) => usize::try_from(*size).ok(),
                    _ => None,
                })
                .collect::<Option<_>>()
                .ok_or(ViewErrorKind::BadSegments)?,
            Some(_) => return Err(ViewErrorKind::BadSegments),
            None if self.op.opcode == cutile_ir::bytecode::Opcode::Print => {
                let last = self.op.operands.last();
                let token = last.is_some_and(|&v| matches!(self.module.value_type(v), Type::Token));
                vec![total - usize::from(token), usize::from(token)]
            }
            None => (0..count).map(|i| usize::from(i < total)).collect(),
        };
        let sum = sizes.iter().try_fold(0usize, |sum, &n| sum.checked_add(n));
        if sizes.len() != count || sum != Some(total) {
            return Err(ViewErrorKind::BadSegments);
        }
        Ok(sizes)
    }

    fn attribute(&self, name: &str) -> Option<&'m Attribute> {
        let found = self.op.attributes.iter().find(|(n, _)| n == name);
        found.map(|(_, value)| value)
    }

    fn required(&self, name: &'static str) -> Result<&'m Attribute> {
        self.attribute(name)
            .ok_or(ViewErrorKind::MissingAttribute { name })
    }

    fn take(&mut self, name: &'static str, count: usize) -> Result<&'m [Value]> {
        match self.operands.split_at_checked(count) {
            Some((taken, rest)) => {
                self.operands = rest;
                Ok(taken)
            }
            None => Err(ViewErrorKind::MissingOperand { name }),
        }
    }

    /// The operands of the next field: all the group, or `without_groups` of
    /// what is left.
    fn next(&mut self, name: &'static str, without_groups: usize) -> Result<&'m [Value]> {
        let count = match &mut self.groups {
            Some(groups) => groups.next().ok_or(ViewErrorKind::BadSegments)?,
            None => without_groups,
        };
        self.take(name, count)
    }

    /// Fails unless every operand and region belongs to a field.
    pub fn finish(mut self) -> Result<()> {
        if let Some(count) = Some(self.operands.len()).filter(|&n| n > 0) {
            return Err(ViewErrorKind::ExtraOperands { count });
        }
        if self.regions.next().is_some() {
            return Err(ViewErrorKind::ExtraRegion);
        }
        Ok(())
    }
}

impl ViewErrorKind {
    pub(super) fn of(self, module: &Module, id: OpId) -> ViewError {
        ViewError {
            op: id,
            opcode: module.op(id).opcode,
            kind: self,
        }
    }
}

/// A field of a view.
pub(super) trait Field<'m>: Sized {
    fn read(reader: &mut Reader<'m>, name: &'static str) -> Result<Self>;

    /// As `read`, for attributes that may be absent.
    fn read_or(reader: &mut Reader<'m>, name: &'static str, default: Self) -> Result<Self> {
        if reader.attribute(name).is_none() {
            return Ok(default);
        }
        Self::read(reader, name)
    }

    /// The operands of this field.
    fn operands(&self, _name: &'static str, _out: &mut Vec<Operand>) {}

    /// The attribute that this field is.
    fn attribute(&self) -> Option<Attr<'m>> {
        None
    }
}

impl<'m> Field<'m> for Value {
    fn read(reader: &mut Reader<'m>, name: &'static str) -> Result<Self> {
        match reader.next(name, 1)? {
            [value] => Ok(*value),
            [] => Err(ViewErrorKind::MissingOperand { name }),
            _ => Err(ViewErrorKind::BadSegments),
        }
    }

    fn operands(&self, name: &'static str, out: &mut Vec<Operand>) {
        out.push(Operand {
            name,
            index: None,
            value: *self,
        });
    }
}

impl<'m> Field<'m> for Option<Value> {
    fn read(reader: &mut Reader<'m>, name: &'static str) -> Result<Self> {
        let left = reader.operands.len();
        match reader.next(name, left)? {
            [] => Ok(None),
            [value] => Ok(Some(*value)),
            _ => Err(ViewErrorKind::BadSegments),
        }
    }

    fn operands(&self, name: &'static str, out: &mut Vec<Operand>) {
        if let Some(value) = self {
            value.operands(name, out);
        }
    }
}

impl<'m> Field<'m> for &'m [Value] {
    fn read(reader: &mut Reader<'m>, name: &'static str) -> Result<Self> {
        let left = reader.operands.len();
        let values = reader.next(name, left)?;
        reader.index_count = values.len();
        Ok(values)
    }

    fn operands(&self, name: &'static str, out: &mut Vec<Operand>) {
        out.extend(self.iter().enumerate().map(|(index, &value)| Operand {
            name,
            index: Some(index),
            value,
        }));
    }
}

/// The region's one block.
impl<'m> Field<'m> for BlockId {
    fn read(reader: &mut Reader<'m>, name: &'static str) -> Result<Self> {
        <Option<BlockId>>::read(reader, name)?.ok_or(ViewErrorKind::MissingRegion { name })
    }
}

/// A region that may be missing or have no block.
impl<'m> Field<'m> for Option<BlockId> {
    fn read(reader: &mut Reader<'m>, name: &'static str) -> Result<Self> {
        let Some(&region) = reader.regions.next() else {
            return Ok(None);
        };
        match reader.module.region(region).blocks.as_slice() {
            [] => Ok(None),
            [block] => Ok(Some(*block)),
            _ => Err(ViewErrorKind::ManyBlocks { name }),
        }
    }
}

impl<'m, E: Enumeration> Field<'m> for E {
    fn read(reader: &mut Reader<'m>, name: &'static str) -> Result<Self> {
        match reader.required(name)? {
            Attribute::Integer(number, _) => {
                E::from_number(*number).ok_or(ViewErrorKind::NotAValue {
                    name,
                    found: *number,
                })
            }
            _ => Err(ViewErrorKind::WrongForm {
                name,
                expected: "an integer",
            }),
        }
    }

    fn attribute(&self) -> Option<Attr<'m>> {
        Some(Attr::Enum(self.name()))
    }
}

impl<'m, E: Enumeration> Field<'m> for Option<E> {
    fn read(reader: &mut Reader<'m>, name: &'static str) -> Result<Self> {
        match reader.attribute(name) {
            Some(_) => E::read(reader, name).map(Some),
            None => Ok(None),
        }
    }

    fn attribute(&self) -> Option<Attr<'m>> {
        self.as_ref().map(|e| Attr::Enum(e.name()))
    }
}

/// A flag; unset where the attribute is absent.
impl<'m> Field<'m> for bool {
    fn read(reader: &mut Reader<'m>, name: &'static str) -> Result<Self> {
        match reader.attribute(name) {
            None => Ok(false),
            Some(Attribute::Bool(value)) => Ok(*value),
            Some(Attribute::Integer(value, _)) => Ok(*value != 0),
            Some(_) => Err(ViewErrorKind::WrongForm {
                name,
                expected: "a boolean",
            }),
        }
    }

    fn attribute(&self) -> Option<Attr<'m>> {
        Some(Attr::Bool(*self))
    }
}

/// One flag a dimension of an index; all unset where the attribute is absent.
impl<'m> Field<'m> for Vec<bool> {
    fn read(reader: &mut Reader<'m>, name: &'static str) -> Result<Self> {
        let wrong = ViewErrorKind::WrongForm {
            name,
            expected: "an array of booleans",
        };
        match reader.attribute(name) {
            None => Ok(vec![false; reader.index_count]),
            Some(Attribute::Array(items)) => items
                .iter()
                .map(|item| match item {
                    Attribute::Bool(value) => Some(*value),
                    _ => None,
                })
                .collect::<Option<_>>()
                .ok_or(wrong),
            Some(_) => Err(wrong),
        }
    }

    fn attribute(&self) -> Option<Attr<'m>> {
        Some(Attr::Bools(self.clone()))
    }
}

/// Reads an attribute of one form.
macro_rules! attribute_field {
    ($type:ty, $expected:literal, $pattern:pat => $value:expr, $attr:expr) => {
        impl<'m> Field<'m> for $type {
            fn read(reader: &mut Reader<'m>, name: &'static str) -> Result<Self> {
                match reader.required(name)? {
                    $pattern => Ok($value),
                    _ => Err(ViewErrorKind::WrongForm {
                        name,
                        expected: $expected,
                    }),
                }
            }

            fn attribute(&self) -> Option<Attr<'m>> {
                let make: fn(&Self) -> Attr<'m> = $attr;
                Some(make(self))
            }
        }

        impl<'m> Field<'m> for Option<$type> {
            fn read(reader: &mut Reader<'m>, name: &'static str) -> Result<Self> {
                match reader.attribute(name) {
                    Some(_) => <$type>::read(reader, name).map(Some),
                    None => Ok(None),
                }
            }

            fn attribute(&self) -> Option<Attr<'m>> {
                self.as_ref().and_then(Field::attribute)
            }
        }
    };
}

attribute_field!(i64, "an integer", Attribute::Integer(n, _) => *n, |n| Attr::Int(*n));
attribute_field!(&'m str, "a string", Attribute::String(s) => s.as_str(), |s| Attr::Text(s));
attribute_field!(&'m [i32], "an array of integers", Attribute::DenseI32Array(a) => a.as_slice(),
    |a| Attr::Ints(a));
attribute_field!(&'m [Attribute], "an array", Attribute::Array(a) => a.as_slice(),
    |a| Attr::Array(a));
attribute_field!(&'m DenseElements, "elements", Attribute::DenseElements(d) => d,
    |d| Attr::Elements(d));
attribute_field!(&'m OptimizationHints, "optimization hints", Attribute::OptimizationHints(h) => h,
    |h| Attr::Hints(h));
attribute_field!(&'m FuncType, "a function type", Attribute::Type(Type::Func(f)) => f,
    |f| Attr::Signature(f));

impl<'m> Field<'m> for Predicate<'m> {
    fn read(reader: &mut Reader<'m>, name: &'static str) -> Result<Self> {
        match reader.required(name)? {
            Attribute::DivBy(p @ DivBy { .. }) => Ok(Predicate::DivBy(p)),
            Attribute::SameElements(p @ SameElements { .. }) => Ok(Predicate::SameElements(p)),
            Attribute::Bounded(p @ Bounded { .. }) => Ok(Predicate::Bounded(p)),
            _ => Err(ViewErrorKind::WrongForm {
                name,
                expected: "a predicate",
            }),
        }
    }

    fn attribute(&self) -> Option<Attr<'m>> {
        Some(Attr::Predicate(*self))
    }
}
