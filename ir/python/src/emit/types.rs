//! Types of Tile IR for types of the mid-level IR.

use crate::diagnostic::{Error, Result};
use crate::dtype::{Dtype, Element};
use crate::mid::op::{PaddingMode, RoundingMode};
use crate::mid::types::{GatherScatterViewType, PartitionViewType, StridedViewType, TileType};
use crate::mid::{Shape, Type};
use cutile_ir::ir;

/// The element type; integers of both signs share one.
pub(super) fn scalar(dtype: Dtype) -> ir::ScalarType {
    use ir::ScalarType as S;
    match dtype {
        Dtype::Bool => S::I1,
        Dtype::UInt8 | Dtype::Int8 => S::I8,
        Dtype::UInt16 | Dtype::Int16 => S::I16,
        Dtype::UInt32 | Dtype::Int32 => S::I32,
        Dtype::UInt64 | Dtype::Int64 => S::I64,
        Dtype::Float16 => S::F16,
        Dtype::BFloat16 => S::BF16,
        Dtype::Float32 => S::F32,
        Dtype::Float64 => S::F64,
        Dtype::TFloat32 => S::TF32,
        Dtype::Float8E4M3FN => S::F8E4M3FN,
        Dtype::Float8E5M2 => S::F8E5M2,
        Dtype::Float8E8M0FNU => S::F8E8M0FNU,
        Dtype::Float8E5M3FNU => S::F8E5M3FNU,
        Dtype::Float4E2M1FN => S::F4E2M1FN,
    }
}

/// A tile of numbers.
pub(super) fn tile_of(scalar: ir::ScalarType, shape: &[i64]) -> ir::Type {
    ir::Type::Tile(ir::TileType {
        shape: shape.to_vec(),
        element_type: ir::TileElementType::Scalar(scalar),
    })
}

/// A tile of numbers or addresses.
pub(super) fn tile(ty: TileType) -> ir::Type {
    let element_type = match ty.element {
        Element::Scalar(d) => ir::TileElementType::Scalar(scalar(d)),
        Element::Pointer(d) | Element::ForeignPointer(d) => {
            let pointee = scalar(d);
            ir::TileElementType::Pointer(Box::new(ir::PointerType { pointee }))
        }
    };
    ir::Type::Tile(ir::TileType {
        shape: ty.shape.to_vec(),
        element_type,
    })
}

/// The type of a tile or a token.
///
/// # Errors
/// A type that only views have or that no value has.
pub(super) fn value(ty: &Type) -> Result<ir::Type> {
    match ty {
        Type::Tile(t) => Ok(tile(*t)),
        Type::Token => Ok(ir::Type::Token),
        other => Err(Error::ty("a value of this type cannot be passed on").found(other)),
    }
}

/// The type of a view over `tensor_view`.
///
/// # Errors
/// A size beyond 32 bits; a type that is not a view's.
pub(super) fn view(ty: &Type, tensor_view: ir::TensorViewType) -> Result<ir::Type> {
    match ty {
        Type::PartitionView(v) => partition_view(v, tensor_view),
        Type::StridedView(v) => strided_view(v, tensor_view),
        Type::GatherScatterView(v) => gather_scatter_view(v, tensor_view),
        other => Err(Error::ty("not a view").found(other)),
    }
}

fn partition_view(v: &PartitionViewType, tensor_view: ir::TensorViewType) -> Result<ir::Type> {
    Ok(ir::Type::PartitionView(ir::PartitionViewType {
        tile_shape: sizes(&v.tile_shape)?,
        tensor_view,
        dim_map: dimensions(&v.order)?,
        padding_value: padding(v.padding_mode),
    }))
}

fn strided_view(v: &StridedViewType, tensor_view: ir::TensorViewType) -> Result<ir::Type> {
    Ok(ir::Type::StridedView(ir::StridedViewType {
        tile_shape: sizes(&v.tile_shape)?,
        traversal_strides: sizes(&v.traversal_steps)?,
        tensor_view,
        dim_map: dimensions(&v.order)?,
        padding_value: padding(v.padding_mode),
    }))
}

fn gather_scatter_view(
    v: &GatherScatterViewType,
    tensor_view: ir::TensorViewType,
) -> Result<ir::Type> {
    Ok(ir::Type::GatherScatterView(ir::GatherScatterViewType {
        tile_shape: sizes(&v.tile_shape)?,
        tensor_view,
        sparse_dim: dimensions(&[v.sparse_dim])?.first().copied().unwrap_or(0),
        padding_value: padding(v.padding_mode),
    }))
}

fn sizes(shape: &Shape) -> Result<Vec<i32>> {
    let size = |&n: &i64| {
        i32::try_from(n).map_err(|_| Error::value("a tile's size exceeds 32 bits").found(n))
    };
    shape.iter().map(size).collect()
}

pub(super) fn dimensions(order: &[u32]) -> Result<Vec<i32>> {
    let dimension = |&d: &u32| {
        i32::try_from(d).map_err(|_| Error::value("a dimension exceeds 31 bits").found(d))
    };
    order.iter().map(dimension).collect()
}

fn padding(mode: PaddingMode) -> Option<ir::PaddingValue> {
    match mode {
        PaddingMode::Undetermined => None,
        PaddingMode::Zero => Some(ir::PaddingValue::Zero),
        PaddingMode::NegZero => Some(ir::PaddingValue::NegZero),
        PaddingMode::Nan => Some(ir::PaddingValue::Nan),
        PaddingMode::PosInf => Some(ir::PaddingValue::PosInf),
        PaddingMode::NegInf => Some(ir::PaddingValue::NegInf),
    }
}

/// The rounding attribute.
pub(super) fn rounding(mode: RoundingMode) -> ir::RoundingMode {
    use ir::RoundingMode as R;
    match mode {
        RoundingMode::Rn => R::NearestEven,
        RoundingMode::Rz => R::Zero,
        RoundingMode::Rm => R::NegativeInf,
        RoundingMode::Rp => R::PositiveInf,
        RoundingMode::Ra => R::NearestAway,
        RoundingMode::Full => R::Full,
        RoundingMode::Approx => R::Approx,
        RoundingMode::Rzi => R::NearestIntToZero,
    }
}

/// The signedness attribute; booleans are unsigned.
pub(super) fn signedness(dtype: Dtype) -> ir::Signedness {
    if dtype.is_signed() {
        ir::Signedness::Signed
    } else {
        ir::Signedness::Unsigned
    }
}
