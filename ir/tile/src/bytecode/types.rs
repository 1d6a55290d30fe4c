//! The type table.

use cutile_ir::ir::{
    FuncType, GatherScatterViewType, PaddingValue, PartitionViewType, PointerAttribute,
    PointerType, ScalarType, StridedViewType, TensorViewType, TileElementType, TileType, Type,
};

use super::budget::{Budget, type_size};
use super::cursor::Cursor;
use super::error::{ReadError, ReadErrorKind};
use super::tables::entries;
use crate::Version;

type Result<T> = std::result::Result<T, ReadError>;

/// More dimensions than this no tile or view has.
const MAX_RANK: u64 = 64;

/// Reads the whole table. An entry may refer to earlier ones only, so a type
/// cannot contain itself.
pub(super) fn types(
    cursor: Cursor<'_>,
    version: Version,
    budget: &mut Budget,
) -> Result<Vec<Type>> {
    let entries = entries(cursor, 4, "types")?;
    let mut types = Vec::with_capacity(entries.len());
    for mut cursor in entries {
        let ty = Reader {
            cursor: &mut cursor,
            types: &types,
            version,
        }
        .read()?;
        budget.charge(type_size(&ty), &cursor)?;
        cursor.finish("a type")?;
        types.push(ty);
    }
    Ok(types)
}

struct Reader<'c, 'a, 't> {
    cursor: &'c mut Cursor<'a>,
    types: &'t [Type],
    version: Version,
}

impl Reader<'_, '_, '_> {
    fn read(&mut self) -> Result<Type> {
        let start = self.cursor.offset();
        let tag = self.cursor.varint("a type tag")?;
        let since = match tag {
            18 => Version::V13_2,
            19..=22 => Version::V13_3,
            0x82 => Version::V13_4,
            _ => Version::V13_1,
        };
        if self.version < since {
            return Err(self.cursor.error_at(
                start,
                ReadErrorKind::NotInVersion {
                    what: format!("type tag {tag}"),
                    since,
                    version: self.version,
                },
            ));
        }
        match tag {
            12 => self.pointer(),
            13 => self.tile(),
            14 => self.tensor_view(),
            15 => self.partition_view(),
            16 => self.function(),
            17 => Ok(Type::Token),
            20 => self.gather_scatter_view(),
            21 => self.strided_view(),
            _ => scalar(tag).map(Type::Scalar).ok_or_else(|| {
                self.cursor.error_at(
                    start,
                    ReadErrorKind::Unknown {
                        what: "type tag",
                        found: tag,
                    },
                )
            }),
        }
    }

    /// A type that this one is made of.
    fn component(&mut self) -> Result<(usize, &Type)> {
        let start = self.cursor.offset();
        let index = self.cursor.index("earlier type", self.types.len())?;
        match self.types.get(index) {
            Some(ty) => Ok((start, ty)),
            None => Err(self.cursor.error(ReadErrorKind::IndexOutOfRange {
                what: "earlier type",
                found: index as u64,
                len: self.types.len() as u64,
            })),
        }
    }

    fn mismatch<T>(&self, start: usize, expected: &str, found: &Type) -> Result<T> {
        Err(self.cursor.error_at(
            start,
            ReadErrorKind::Unexpected {
                expected: expected.to_owned(),
                found: format!("type {}", cutile_ir::ir::format_type(found)),
            },
        ))
    }

    fn scalar_component(&mut self) -> Result<ScalarType> {
        let (start, ty) = self.component()?;
        match ty {
            Type::Scalar(scalar) => Ok(*scalar),
            other => {
                let other = other.clone();
                self.mismatch(start, "an element type", &other)
            }
        }
    }

    /// A tensor view, and the pointer classification it carries.
    fn tensor_view_component(&mut self) -> Result<(TensorViewType, Option<PointerAttribute>)> {
        let (start, ty) = self.component()?;
        match ty.without_pointer_attribute() {
            Type::TensorView(view) => Ok((view.clone(), ty.pointer_attribute())),
            other => {
                let other = other.clone();
                self.mismatch(start, "a tensor view", &other)
            }
        }
    }

    fn pointer(&mut self) -> Result<Type> {
        let qualified = self.optional_flag(Version::V13_4)?;
        let pointee = self.scalar_component()?;
        self.qualify(Type::Pointer(PointerType { pointee }), qualified)
    }

    fn tile(&mut self) -> Result<Type> {
        let (start, ty) = self.component()?;
        let attribute = ty.pointer_attribute();
        let element_type = match ty.without_pointer_attribute() {
            Type::Scalar(scalar) => TileElementType::Scalar(*scalar),
            Type::Pointer(pointer) => TileElementType::Pointer(Box::new(pointer.clone())),
            other => {
                let other = other.clone();
                return self.mismatch(start, "an element or pointer type", &other);
            }
        };
        let shape = self.i64_array("a tile shape")?;
        let tile = Type::Tile(TileType {
            shape,
            element_type,
        });
        Ok(with_attribute(tile, attribute))
    }

    fn tensor_view(&mut self) -> Result<Type> {
        let qualified = self.optional_flag(Version::V13_4)?;
        let element_type = self.scalar_component()?;
        let start = self.cursor.offset();
        let shape = self.i64_array("a view shape")?;
        let strides = self.i64_array("view strides")?;
        if shape.len() != strides.len() {
            return Err(self.cursor.error_at(
                start,
                ReadErrorKind::Unexpected {
                    expected: format!("{} strides, one a dimension", shape.len()),
                    found: strides.len().to_string(),
                },
            ));
        }
        let view = Type::TensorView(TensorViewType {
            element_type,
            shape,
            strides,
        });
        self.qualify(view, qualified)
    }

    fn partition_view(&mut self) -> Result<Type> {
        // Before 13.3 a byte in front of the value says whether there is one.
        let flagged = self.optional_flag(Version::V13_3)?;
        let tile_shape = self.i32_array("a tile shape")?;
        let (tensor_view, attribute) = self.tensor_view_component()?;
        let dim_map = self.i32_array("a dimension map")?;
        let padded = if self.version >= Version::V13_3 {
            flagged
        } else {
            self.flag("a padding flag")?
        };
        let view = Type::PartitionView(PartitionViewType {
            tile_shape,
            tensor_view,
            dim_map,
            padding_value: self.padding(padded)?,
        });
        Ok(with_attribute(view, attribute))
    }

    fn gather_scatter_view(&mut self) -> Result<Type> {
        let padded = self.flag("view flags")?;
        let tile_shape = self.i32_array("a tile shape")?;
        let (tensor_view, attribute) = self.tensor_view_component()?;
        let sparse_dim = self
            .cursor
            .varint_max("a sparse dimension", i32::MAX as u64)? as i32;
        let view = Type::GatherScatterView(GatherScatterViewType {
            tile_shape,
            tensor_view,
            sparse_dim,
            padding_value: self.padding(padded)?,
        });
        Ok(with_attribute(view, attribute))
    }

    fn strided_view(&mut self) -> Result<Type> {
        let padded = self.flag("view flags")?;
        let tile_shape = self.i32_array("a tile shape")?;
        let traversal_strides = self.i32_array("traversal strides")?;
        let (tensor_view, attribute) = self.tensor_view_component()?;
        let dim_map = self.i32_array("a dimension map")?;
        let view = Type::StridedView(StridedViewType {
            tile_shape,
            traversal_strides,
            tensor_view,
            dim_map,
            padding_value: self.padding(padded)?,
        });
        Ok(with_attribute(view, attribute))
    }

    fn function(&mut self) -> Result<Type> {
        let inputs = self.components("function arguments")?;
        let results = self.components("function results")?;
        Ok(Type::Func(FuncType { inputs, results }))
    }

    fn components(&mut self, what: &'static str) -> Result<Vec<Type>> {
        let count = self.cursor.count(what, 1)?;
        let mut out = Vec::with_capacity(count);
        for _ in 0..count {
            let (start, ty) = self.component()?;
            if let Type::Func(_) = ty {
                let ty = ty.clone();
                return self.mismatch(start, "a value type", &ty);
            }
            out.push(ty.clone());
        }
        Ok(out)
    }

    /// A flag that records have since some version; unset before.
    fn optional_flag(&mut self, since: Version) -> Result<bool> {
        if self.version < since {
            return Ok(false);
        }
        self.flag("type flags")
    }

    fn flag(&mut self, what: &'static str) -> Result<bool> {
        Ok(self.cursor.varint_max(what, 1)? == 1)
    }

    /// Attaches the pointer classification that follows, if one does.
    fn qualify(&mut self, ty: Type, qualified: bool) -> Result<Type> {
        if !qualified {
            return Ok(ty);
        }
        let start = self.cursor.offset();
        let attribute = match self.cursor.byte("a pointer attribute")? {
            0 => PointerAttribute::None,
            1 if self.version >= Version::V13_5 => PointerAttribute::Unicast,
            2 if self.version >= Version::V13_5 => PointerAttribute::Multicast,
            found => {
                return Err(self.cursor.error_at(
                    start,
                    ReadErrorKind::Unknown {
                        what: "pointer attribute",
                        found: u64::from(found),
                    },
                ));
            }
        };
        Ok(ty.with_pointer_attribute(attribute))
    }

    fn padding(&mut self, present: bool) -> Result<Option<PaddingValue>> {
        if !present {
            return Ok(None);
        }
        let start = self.cursor.offset();
        let padding = match self.cursor.varint("a padding value")? {
            0 => PaddingValue::Zero,
            1 => PaddingValue::NegZero,
            2 => PaddingValue::Nan,
            3 => PaddingValue::PosInf,
            4 => PaddingValue::NegInf,
            found => {
                return Err(self.cursor.error_at(
                    start,
                    ReadErrorKind::Unknown {
                        what: "padding value",
                        found,
                    },
                ));
            }
        };
        Ok(Some(padding))
    }

    fn i64_array(&mut self, what: &'static str) -> Result<Vec<i64>> {
        let rank = self.cursor.varint_max(what, MAX_RANK)?;
        (0..rank)
            .map(|_| Ok(self.cursor.u64(what)?.cast_signed()))
            .collect()
    }

    fn i32_array(&mut self, what: &'static str) -> Result<Vec<i32>> {
        let rank = self.cursor.varint_max(what, MAX_RANK)?;
        (0..rank)
            .map(|_| Ok(self.cursor.u32(what)?.cast_signed()))
            .collect()
    }
}

fn with_attribute(ty: Type, attribute: Option<PointerAttribute>) -> Type {
    match attribute {
        Some(attribute) => ty.with_pointer_attribute(attribute),
        None => ty,
    }
}

fn scalar(tag: u64) -> Option<ScalarType> {
    Some(match tag {
        0 => ScalarType::I1,
        1 => ScalarType::I8,
        2 => ScalarType::I16,
        3 => ScalarType::I32,
        4 => ScalarType::I64,
        5 => ScalarType::F16,
        6 => ScalarType::BF16,
        7 => ScalarType::F32,
        8 => ScalarType::TF32,
        9 => ScalarType::F64,
        10 => ScalarType::F8E4M3FN,
        11 => ScalarType::F8E5M2,
        18 => ScalarType::F8E8M0FNU,
        19 => ScalarType::F4E2M1FN,
        22 => ScalarType::I4,
        0x82 => ScalarType::F8E5M3FNU,
        _ => return None,
    })
}
