//! A limit on the memory a module may take.
//!
//! A file refers to types, constants and locations by index, a module holds a
//! copy at every use. A hostile file of a few kilobytes could so describe a
//! module of gigabytes; every copy is therefore paid for out of an allowance
//! proportional to the size of the file.

use cutile_ir::ir::{TileElementType, Type};

use super::cursor::Cursor;
use super::error::{ReadError, ReadErrorKind};

/// Bytes of copies allowed for each byte of the file. Compilers' files need less
/// than 200, most of it for locations.
const BYTES_PER_BYTE: usize = 512;
/// Bytes of copies allowed to any file.
const ALLOWANCE: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct Budget {
    limit: usize,
    left: usize,
}

impl Budget {
    pub fn new(file_len: usize) -> Self {
        let limit = file_len
            .saturating_mul(BYTES_PER_BYTE)
            .saturating_add(ALLOWANCE);
        Self { limit, left: limit }
    }

    /// Pays for a copy of `size` bytes that the record at `cursor` asks for.
    pub fn charge(&mut self, size: usize, cursor: &Cursor<'_>) -> Result<(), ReadError> {
        match self.left.checked_sub(size) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(cursor.error(ReadErrorKind::TooMuchMemory { limit: self.limit })),
        }
    }
}

/// Bytes that a copy of a type allocates.
pub(super) fn type_size(ty: &Type) -> usize {
    match ty {
        Type::Scalar(_) | Type::Pointer(_) | Type::Token => 0,
        Type::Tile(t) => {
            let element = match &t.element_type {
                TileElementType::Scalar(_) => 0,
                TileElementType::Pointer(_) => 8,
            };
            t.shape.len() * 8 + element
        }
        Type::TensorView(v) => v.shape.len() * 16,
        Type::PartitionView(v) => v.tile_shape.len() * 8 + v.tensor_view.shape.len() * 16,
        Type::GatherScatterView(v) => v.tile_shape.len() * 4 + v.tensor_view.shape.len() * 16,
        Type::StridedView(v) => v.tile_shape.len() * 12 + v.tensor_view.shape.len() * 16,
        Type::Func(f) => f
            .inputs
            .iter()
            .chain(&f.results)
            .map(|ty| size_of::<Type>() + type_size(ty))
            .sum(),
        Type::WithPointerAttribute(base, _) => size_of::<Type>() + type_size(base),
    }
}
