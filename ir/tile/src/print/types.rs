//! Types and elements as text.

use cutile_ir::ir::{
    DYNAMIC, DenseElements, PaddingValue, PointerAttribute, PointerType, ScalarType,
    TensorViewType, TileElementType, TileType, Type,
};

use super::decimal::float_text;
use crate::float::float_width;

/// A type, without the dialect's prefix.
pub fn type_text(ty: &Type) -> String {
    qualified(ty.without_pointer_attribute(), ty.pointer_attribute())
}

fn qualified(ty: &Type, attribute: Option<PointerAttribute>) -> String {
    match ty {
        Type::Scalar(scalar) => scalar_text(*scalar).to_owned(),
        Type::Pointer(pointer) => pointer_text(pointer, attribute),
        Type::Tile(tile) => tile_text(tile, attribute),
        Type::TensorView(view) => view_text(view, attribute),
        Type::PartitionView(v) => format!(
            "partition_view<tile=({}), {}{}{}>",
            join(&v.tile_shape, "x"),
            padding_text(v.padding_value),
            view_text(&v.tensor_view, attribute),
            dim_map_text(&v.dim_map),
        ),
        Type::StridedView(v) => format!(
            "strided_view<tile=({}), traversal_strides=[{}], {}{}{}>",
            join(&v.tile_shape, "x"),
            join(&v.traversal_strides, ","),
            padding_text(v.padding_value),
            view_text(&v.tensor_view, attribute),
            dim_map_text(&v.dim_map),
        ),
        Type::GatherScatterView(v) => format!(
            "gather_scatter_view<tile=({}), {}{}, sparse_dim={}>",
            join(&v.tile_shape, "x"),
            padding_text(v.padding_value),
            view_text(&v.tensor_view, attribute),
            v.sparse_dim,
        ),
        Type::Func(f) => {
            let list = |types: &[Type]| {
                let texts: Vec<_> = types.iter().map(type_text).collect();
                format!("({})", texts.join(", "))
            };
            format!("{} -> {}", list(&f.inputs), list(&f.results))
        }
        Type::Token => "token".to_owned(),
        Type::WithPointerAttribute(base, inner) => qualified(base, Some(*inner)),
    }
}

/// The name of an element type.
pub fn scalar_text(scalar: ScalarType) -> &'static str {
    match scalar {
        ScalarType::I1 => "i1",
        ScalarType::I4 => "i4",
        ScalarType::I8 => "i8",
        ScalarType::I16 => "i16",
        ScalarType::I32 => "i32",
        ScalarType::I64 => "i64",
        ScalarType::F16 => "f16",
        ScalarType::BF16 => "bf16",
        ScalarType::F32 => "f32",
        ScalarType::TF32 => "tf32",
        ScalarType::F64 => "f64",
        ScalarType::F8E4M3FN => "f8E4M3FN",
        ScalarType::F8E5M2 => "f8E5M2",
        ScalarType::F8E8M0FNU => "f8E8M0FNU",
        ScalarType::F4E2M1FN => "f4E2M1FN",
        ScalarType::F8E5M3FNU => "fnv8E5M3FNU",
    }
}

fn pointer_text(pointer: &PointerType, attribute: Option<PointerAttribute>) -> String {
    let pointee = scalar_text(pointer.pointee);
    match attribute {
        Some(attribute) => format!("ptr<{pointee}, <{}>>", attribute.name()),
        None => format!("ptr<{pointee}>"),
    }
}

fn tile_text(tile: &TileType, attribute: Option<PointerAttribute>) -> String {
    let element = match &tile.element_type {
        TileElementType::Scalar(scalar) => scalar_text(*scalar).to_owned(),
        TileElementType::Pointer(pointer) => pointer_text(pointer, attribute),
    };
    format!("tile<{}{element}>", dimensions(&tile.shape))
}

/// `4x8x`: each dimension with an `x` behind it.
fn dimensions(shape: &[i64]) -> String {
    shape.iter().map(|&d| dimension(d) + "x").collect()
}

fn dimension(size: i64) -> String {
    match size {
        DYNAMIC => "?".to_owned(),
        size => size.to_string(),
    }
}

fn view_text(view: &TensorViewType, attribute: Option<PointerAttribute>) -> String {
    let mut text = format!(
        "tensor_view<{}{}",
        dimensions(&view.shape),
        scalar_text(view.element_type)
    );
    if !view.shape.is_empty() {
        let strides: Vec<_> = view.strides.iter().map(|&s| dimension(s)).collect();
        text += &format!(", strides=[{}]", strides.join(","));
    }
    if let Some(attribute) = attribute {
        text += &format!(", #cuda_tile.ptr_attr<{}>", attribute.name());
    }
    text + ">"
}

fn padding_text(padding: Option<PaddingValue>) -> String {
    let name = match padding {
        None => return String::new(),
        Some(PaddingValue::Zero) => "zero",
        Some(PaddingValue::NegZero) => "neg_zero",
        Some(PaddingValue::Nan) => "nan",
        Some(PaddingValue::PosInf) => "pos_inf",
        Some(PaddingValue::NegInf) => "neg_inf",
    };
    format!("padding_value = {name}, ")
}

fn dim_map_text(dim_map: &[i32]) -> String {
    let identity = dim_map.iter().enumerate().all(|(i, &d)| d as usize == i);
    match identity {
        true => String::new(),
        false => format!(", dim_map=[{}]", join(dim_map, ", ")),
    }
}

pub(super) fn join(numbers: &[i32], separator: &str) -> String {
    let texts: Vec<_> = numbers.iter().map(i32::to_string).collect();
    texts.join(separator)
}

/// The elements of a constant, as raw bit patterns.
#[derive(Debug, Clone)]
pub(super) struct Elements {
    pub scalar: ScalarType,
    /// One pattern if all are equal.
    pub bits: Vec<u64>,
    shape: Vec<i64>,
    data: Vec<u8>,
}

/// More elements than this are printed as one hexadecimal string.
const MOST_LISTED: usize = 100;

impl Elements {
    /// `None` if the data do not fit the type.
    pub fn of(dense: &DenseElements) -> Option<Self> {
        let Type::Tile(tile) = dense.element_type.without_pointer_attribute() else {
            return None;
        };
        let TileElementType::Scalar(scalar) = tile.element_type else {
            return None;
        };
        let mut count = 1usize;
        for &size in &tile.shape {
            count = count.checked_mul(usize::try_from(size).ok()?)?;
        }
        let mut bits = unpack(scalar, &dense.data, count)?;
        let first = bits.first().copied()?;
        if bits.iter().all(|&b| b == first) {
            bits.truncate(1);
        }
        Some(Self {
            scalar,
            bits,
            shape: tile.shape.clone(),
            data: dense.data.clone(),
        })
    }

    pub fn text(&self) -> String {
        if let [one] = self.bits.as_slice() {
            return element_text(self.scalar, *one);
        }
        if self.bits.len() > MOST_LISTED {
            let hex: String = self.data.iter().map(|b| format!("{b:02X}")).collect();
            return format!("\"0x{hex}\"");
        }
        let texts: Vec<_> = self
            .bits
            .iter()
            .map(|&b| element_text(self.scalar, b))
            .collect();
        nested(&self.shape, &texts)
    }
}

/// Brackets around the elements of each dimension.
fn nested(shape: &[i64], texts: &[String]) -> String {
    let Some((&size, inner)) = shape.split_first() else {
        return texts.concat();
    };
    let chunk = (texts.len() / usize::try_from(size).unwrap_or(1).max(1)).max(1);
    let parts: Vec<_> = texts.chunks(chunk).map(|c| nested(inner, c)).collect();
    format!("[{}]", parts.join(", "))
}

/// One pattern that stands for all, or `count` of them. Elements take whole
/// bytes, but eight `i1` to a byte.
fn unpack(scalar: ScalarType, data: &[u8], count: usize) -> Option<Vec<u64>> {
    if scalar == ScalarType::I1 {
        return match data {
            [0x00] => Some(vec![0]),
            [0xFF] => Some(vec![1]),
            [one] if count == 1 => Some(vec![u64::from(*one & 1)]),
            _ if data.len() == count.div_ceil(8) => Some(
                (0..count)
                    .map(|i| u64::from(data.get(i / 8).copied().unwrap_or(0) >> (i % 8) & 1))
                    .collect(),
            ),
            _ => None,
        };
    }
    let size = match float_width(scalar) {
        Some(width) => width.div_ceil(8) as usize,
        None => scalar.byte_width(),
    };
    if data.len() != size && Some(data.len()) != size.checked_mul(count) {
        return None;
    }
    let pattern = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |n, &b| n << 8 | u64::from(b));
    Some(data.chunks_exact(size).map(pattern).collect())
}

/// One element, without its type.
pub(super) fn element_text(scalar: ScalarType, bits: u64) -> String {
    match scalar {
        ScalarType::I1 => (bits & 1 == 1).to_string(),
        _ if scalar.is_float() => float_text(scalar, bits),
        _ => signed(scalar, bits).to_string(),
    }
}

/// The number that an integer's bit pattern is, read as signed.
pub(super) fn signed(scalar: ScalarType, bits: u64) -> i64 {
    match scalar {
        ScalarType::I1 => -((bits & 1) as i64),
        ScalarType::I4 => i64::from((bits << 4) as u8 as i8 >> 4),
        ScalarType::I8 => i64::from(bits as u8 as i8),
        ScalarType::I16 => i64::from(bits as u16 as i16),
        ScalarType::I32 => i64::from(bits as u32 as i32),
        _ => bits as i64,
    }
}
