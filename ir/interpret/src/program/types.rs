//! What types say, for decoding.

use std::sync::Arc;

use cutile_ir::ir::{
    DYNAMIC, DenseElements, PaddingValue, ScalarType, TensorViewType, TileElementType, Type,
};
use tileport_ir::float::float_width;

use super::code::{Extent, Shape, ViewKind};
use crate::number::stored_bytes;
use crate::tile::{Elements, Tile};

/// The extent of a tile type; that of a single element for others.
pub fn shape(ty: &Type) -> Shape {
    let sizes: Vec<usize> = match ty.without_pointer_attribute() {
        Type::Tile(tile) => sizes(&tile.shape),
        _ => Vec::new(),
    };
    let count = sizes.iter().fold(1usize, |n, &s| n.saturating_mul(s));
    Shape { sizes, count }
}

fn sizes(shape: &[i64]) -> Vec<usize> {
    let sizes = shape.iter().map(|&n| usize::try_from(n).unwrap_or(0));
    sizes.collect()
}

/// The element type of a tile of numbers.
pub fn scalar(ty: &Type) -> Option<ScalarType> {
    match ty.without_pointer_attribute() {
        Type::Tile(tile) => match tile.element_type {
            TileElementType::Scalar(scalar) => Some(scalar),
            TileElementType::Pointer(_) => None,
        },
        _ => None,
    }
}

/// Bytes of what a tile of pointers points to; `None` if they are not whole.
pub fn pointee_bytes(ty: &Type) -> Option<i64> {
    match ty.without_pointer_attribute() {
        Type::Tile(tile) => match &tile.element_type {
            TileElementType::Pointer(p) => stored_bytes(p.pointee).map(|n| n as i64),
            TileElementType::Scalar(_) => None,
        },
        _ => None,
    }
}

/// Sizes or strides of a tensor view, dynamic ones by the operands from `first` on.
pub fn extents(numbers: &[i64], first: usize) -> Vec<Extent> {
    let mut next = first;
    let extents = numbers.iter().map(|&n| {
        if n != DYNAMIC {
            return Extent::Static(n);
        }
        next += 1;
        Extent::Dynamic(next - 1)
    });
    extents.collect()
}

/// The kind of a view of tiles.
pub fn view_kind(ty: &Type) -> Option<Arc<ViewKind>> {
    let kind = match ty.without_pointer_attribute() {
        Type::PartitionView(v) => {
            let step = v.tile_shape.iter().map(|&n| i64::from(n)).collect();
            make(
                &v.tile_shape,
                &v.tensor_view,
                step,
                &v.dim_map,
                None,
                v.padding_value,
            )
        }
        Type::StridedView(v) => {
            let step = v.traversal_strides.iter().map(|&n| i64::from(n)).collect();
            make(
                &v.tile_shape,
                &v.tensor_view,
                step,
                &v.dim_map,
                None,
                v.padding_value,
            )
        }
        Type::GatherScatterView(v) => {
            let rank = v.tile_shape.len();
            let dimension: Vec<i32> = (0..rank as i32).collect();
            let sparse = usize::try_from(v.sparse_dim).ok();
            let step = vec![1; rank];
            make(
                &v.tile_shape,
                &v.tensor_view,
                step,
                &dimension,
                sparse,
                v.padding_value,
            )
        }
        _ => return None,
    };
    Some(Arc::new(kind))
}

fn make(
    tile: &[i32],
    tensor: &TensorViewType,
    step: Vec<i64>,
    dimension: &[i32],
    sparse: Option<usize>,
    padding: Option<PaddingValue>,
) -> ViewKind {
    let sizes: Vec<usize> = tile
        .iter()
        .map(|&n| usize::try_from(n).unwrap_or(0))
        .collect();
    let count = sizes.iter().fold(1usize, |n, &s| n.saturating_mul(s));
    ViewKind {
        tile: Shape { sizes, count },
        element: tensor.element_type,
        step,
        dimension: dimension
            .iter()
            .map(|&d| usize::try_from(d).unwrap_or(0))
            .collect(),
        sparse,
        padding,
    }
}

/// The tile that a constant is. `None` if the data do not fit the type.
pub fn constant(dense: &DenseElements) -> Option<Tile> {
    let scalar = scalar(&dense.element_type)?;
    let count = shape(&dense.element_type).count;
    let bits = elements(scalar, &dense.data, count)?;
    Some(Tile::from_bits(scalar, bits))
}

/// Elements take whole bytes, but eight `i1` to a byte; one may stand for all.
fn elements(scalar: ScalarType, data: &[u8], count: usize) -> Option<Elements<u64>> {
    if scalar == ScalarType::I1 {
        let bit = |i: usize| u64::from(data.get(i / 8).copied().unwrap_or(0) >> (i % 8) & 1);
        return match data {
            [one] if count == 1 || *one == 0 || *one == 0xFF => {
                Some(Elements::Same(u64::from(one & 1)))
            }
            _ if data.len() == count.div_ceil(8) => {
                Some(Elements::new((0..count).map(bit).collect()))
            }
            _ => None,
        };
    }
    let size = match float_width(scalar) {
        Some(width) => width.div_ceil(8) as usize,
        None => scalar.byte_width(),
    };
    let pattern = |bytes: &[u8]| {
        let bits = bytes.iter().rev().fold(0u64, |n, &b| n << 8 | u64::from(b));
        // 19 bits of a constant are the upper ones of 32.
        if scalar == ScalarType::TF32 {
            bits << 13
        } else {
            bits
        }
    };
    if data.len() == size {
        return Some(Elements::Same(pattern(data)));
    }
    if Some(data.len()) != size.checked_mul(count) {
        return None;
    }
    let all: Vec<u64> = data.chunks_exact(size).map(pattern).collect();
    match all.first() {
        Some(&first) if all.iter().all(|&bits| bits == first) => Some(Elements::Same(first)),
        _ => Some(Elements::new(all)),
    }
}
