//! Types of Tile IR as types of cuTile Rust.
//!
//! A tile of rank 0 is a scalar (`f32`, `*mut f32`): bounds of loops, indices and conditions
//! want scalars, and operators work on them.

use cutile_ir::ir::{DYNAMIC, PaddingValue, ScalarType, TileElementType, Type};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

/// Most dimensions that cuTile Rust has.
pub(super) const MAX_RANK: usize = 6;

/// What the elements of a tile are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    Number(ScalarType),
    Pointer(ScalarType),
}

/// Elements and shape of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TileShape {
    pub element: Element,
    pub shape: Vec<i64>,
}

pub(super) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// The tile that a type is. None: it is a token or a view.
pub(super) fn tile(ty: &Type) -> Option<TileShape> {
    let Type::Tile(tile) = ty else { return None };
    let element = match &tile.element_type {
        TileElementType::Scalar(scalar) => Element::Number(*scalar),
        TileElementType::Pointer(pointer) => Element::Pointer(pointer.pointee),
    };
    Some(TileShape {
        element,
        shape: tile.shape.clone(),
    })
}

/// Name of an element type.
pub(super) fn scalar(scalar: ScalarType) -> Ident {
    ident(match scalar {
        ScalarType::I1 => "bool",
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
        ScalarType::F8E4M3FN => "f8e4m3fn",
        ScalarType::F8E5M2 => "f8e5m2",
        ScalarType::F8E8M0FNU => "f8e8m0fnu",
        ScalarType::F4E2M1FN => "f4e2m1fn",
        ScalarType::F8E5M3FNU => "f8e5m3fnu",
    })
}

/// The Rust type of a value, or why there is none.
pub(super) fn rust(ty: &Type) -> Result<TokenStream, String> {
    match ty {
        Type::Token => Ok(quote!(Token)),
        Type::Tile(_) => {
            let tile = tile(ty).ok_or("not a tile")?;
            check_rank(tile.shape.len())?;
            Ok(tile_type(&tile))
        }
        Type::TensorView(view) => {
            let (e, s) = (scalar(view.element_type), dimensions(&view.shape));
            Ok(quote!(Tensor<#e, #s>))
        }
        Type::PartitionView(view) => {
            let (e, s) = (
                scalar(view.tensor_view.element_type),
                dimensions32(&view.tile_shape),
            );
            Ok(quote!(Partition<#e, #s>))
        }
        Type::GatherScatterView(view) => {
            let (e, s) = (
                scalar(view.tensor_view.element_type),
                dimensions32(&view.tile_shape),
            );
            let sparse = integer(view.sparse_dim.into());
            Ok(quote!(GatherScatterView<#e, #s, #sparse>))
        }
        Type::StridedView(view) => {
            let (e, s) = (
                scalar(view.tensor_view.element_type),
                dimensions32(&view.tile_shape),
            );
            let (steps, map) = (
                dimensions32(&view.traversal_strides),
                dimensions32(&view.dim_map),
            );
            Ok(quote!(StridedView<#e, #s, #steps, #map>))
        }
        Type::WithPointerAttribute(..) => Err("the pointer is classified".into()),
        Type::Scalar(_) | Type::Pointer(_) | Type::Func(_) => {
            Err("values of this type do not occur in kernels".into())
        }
    }
}

pub(super) fn tile_type(tile: &TileShape) -> TokenStream {
    let shape = dimensions(&tile.shape);
    match (tile.element, tile.shape.is_empty()) {
        (Element::Number(e), true) => {
            let e = scalar(e);
            quote!(#e)
        }
        (Element::Number(e), false) => {
            let e = scalar(e);
            quote!(Tile<#e, #shape>)
        }
        (Element::Pointer(e), true) => {
            let e = scalar(e);
            quote!(*mut #e)
        }
        (Element::Pointer(e), false) => {
            let e = scalar(e);
            quote!(PointerTile<*mut #e, #shape>)
        }
    }
}

fn check_rank(rank: usize) -> Result<(), String> {
    if rank > MAX_RANK {
        return Err(format!("{rank} dimensions, more than {MAX_RANK}"));
    }
    Ok(())
}

/// A number, negative ones with their sign as a token of its own.
pub(super) fn integer(n: i64) -> TokenStream {
    let digits = Literal::u64_unsuffixed(n.unsigned_abs());
    if n < 0 {
        quote!(-#digits)
    } else {
        quote!(#digits)
    }
}

/// `{ [16, -1] }`, as a generic argument.
pub(super) fn dimensions(shape: &[i64]) -> TokenStream {
    let entries = shape
        .iter()
        .map(|&n| if n == DYNAMIC { quote!(-1) } else { integer(n) });
    quote!({ [#(#entries),*] })
}

fn dimensions32(shape: &[i32]) -> TokenStream {
    dimensions(&shape.iter().map(|&n| n.into()).collect::<Vec<i64>>())
}

/// Longest list that the macros of cuTile Rust take.
const MACRO_RANK: usize = 4;

/// A static shape as a value.
pub(super) fn shape_value(shape: &[i64]) -> TokenStream {
    let entries = shape.iter().map(|&n| integer(n));
    if shape.len() <= MACRO_RANK {
        quote!(shape![#(#entries),*])
    } else {
        quote!(Shape::<{ [#(#entries),*] }> { dims: &[] })
    }
}

/// A static list of numbers as a value.
pub(super) fn array_value(list: &[i32]) -> TokenStream {
    let entries = list.iter().map(|&n| integer(n.into()));
    if list.len() <= MACRO_RANK {
        quote!(const_array![#(#entries),*])
    } else {
        quote!(Array::<{ [#(#entries),*] }> { dims: &[] })
    }
}

/// The marker of a padding.
pub(super) fn padding(padding: Option<PaddingValue>) -> TokenStream {
    match padding {
        None => quote!(padding::None),
        Some(PaddingValue::Zero) => quote!(padding::Zero),
        Some(PaddingValue::NegZero) => quote!(padding::NegZero),
        Some(PaddingValue::Nan) => quote!(padding::Nan),
        Some(PaddingValue::PosInf) => quote!(padding::PosInf),
        Some(PaddingValue::NegInf) => quote!(padding::NegInf),
    }
}
