//! Types: which are valid, and what others are made of.

use cutile_ir::ir::{
    DYNAMIC, PaddingValue, PointerType, ScalarType, TensorViewType, TileElementType, TileType,
    Type, Value,
};

use super::{Rule, Verifier};
use crate::print::{scalar_text, type_text};

/// The largest number of elements of a tile.
const MAX_ELEMENTS: i64 = 1 << 24;

/// Element types that an operand may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// `i1`, `i8`, `i16`, `i32`, `i64`.
    Int,
    /// `f16`, `bf16`, `f32`, `f64`: what arithmetic is done in.
    BaseFloat,
    /// Every float.
    Float,
    /// Every integer but `i4`, every float.
    Number,
    /// Pointers.
    Pointer,
    /// Numbers and pointers.
    Any,
    /// One type.
    One(ScalarType),
}

impl Class {
    pub fn contains(self, element: &TileElementType) -> bool {
        use ScalarType::*;
        match (self, element) {
            (Class::Any, _) | (Class::Pointer, TileElementType::Pointer(_)) => true,
            (_, TileElementType::Pointer(_)) | (Class::Pointer, _) => false,
            (Class::Int, TileElementType::Scalar(s)) => s.is_integer() && *s != I4,
            (Class::BaseFloat, TileElementType::Scalar(s)) => matches!(s, F16 | BF16 | F32 | F64),
            (Class::Float, TileElementType::Scalar(s)) => s.is_float(),
            (Class::Number, TileElementType::Scalar(s)) => *s != I4,
            (Class::One(one), TileElementType::Scalar(s)) => *s == one,
        }
    }

    pub fn text(self) -> String {
        match self {
            Class::Int => "integers".to_owned(),
            Class::BaseFloat => "f16, bf16, f32 or f64".to_owned(),
            Class::Float => "floats".to_owned(),
            Class::Number => "numbers".to_owned(),
            Class::Pointer => "pointers".to_owned(),
            Class::Any => "any elements".to_owned(),
            Class::One(scalar) => scalar_text(scalar).to_owned(),
        }
    }
}

/// The tile that a type is, whatever its pointers are.
pub(super) fn tile(ty: &Type) -> Option<&TileType> {
    match ty.without_pointer_attribute() {
        Type::Tile(tile) => Some(tile),
        _ => None,
    }
}

/// The element type of a tile of numbers.
pub(super) fn scalar(ty: &Type) -> Option<ScalarType> {
    match tile(ty)?.element_type {
        TileElementType::Scalar(scalar) => Some(scalar),
        TileElementType::Pointer(_) => None,
    }
}

/// The pointer type of a tile of pointers.
pub(super) fn pointer(ty: &Type) -> Option<&PointerType> {
    match &tile(ty)?.element_type {
        TileElementType::Pointer(pointer) => Some(pointer),
        TileElementType::Scalar(_) => None,
    }
}

pub(super) fn shape(ty: &Type) -> Option<&[i64]> {
    tile(ty).map(|t| t.shape.as_slice())
}

/// Width of an element in bits.
pub(super) fn bits(scalar: ScalarType) -> u32 {
    match scalar {
        ScalarType::I1 => 1,
        ScalarType::I4 | ScalarType::F4E2M1FN => 4,
        ScalarType::TF32 => 32,
        other => 8 * other.byte_width() as u32,
    }
}

/// A view of tiles: what loads and stores need to know of it.
pub(super) struct TileView<'t> {
    pub tile_shape: &'t [i32],
    pub tensor: &'t TensorViewType,
    /// The dimension whose index is a tile.
    pub sparse: Option<i32>,
    pub padding: Option<PaddingValue>,
}

pub(super) fn tile_view(ty: &Type) -> Option<TileView<'_>> {
    Some(match ty.without_pointer_attribute() {
        Type::PartitionView(v) => TileView {
            tile_shape: &v.tile_shape,
            tensor: &v.tensor_view,
            sparse: None,
            padding: v.padding_value,
        },
        Type::StridedView(v) => TileView {
            tile_shape: &v.tile_shape,
            tensor: &v.tensor_view,
            sparse: None,
            padding: v.padding_value,
        },
        Type::GatherScatterView(v) => TileView {
            tile_shape: &v.tile_shape,
            tensor: &v.tensor_view,
            sparse: Some(v.sparse_dim),
            padding: v.padding_value,
        },
        _ => return None,
    })
}

impl TileView<'_> {
    /// The type of the tiles that it gives access to.
    pub fn tile(&self) -> TileType {
        TileType {
            shape: self.tile_shape.iter().map(|&n| i64::from(n)).collect(),
            element_type: TileElementType::Scalar(self.tensor.element_type),
        }
    }
}

impl Verifier<'_> {
    /// Reports what is wrong with a type by itself.
    pub(super) fn valid_type(&mut self, ty: &Type) {
        if let Some(reason) = invalid(ty) {
            self.fault(
                Rule::Type,
                format!("{} is no type: {reason}", type_text(ty)),
            );
        }
    }

    /// A tile whose elements are of a class.
    pub(super) fn class(&mut self, name: &str, ty: &Type, class: Class) {
        let fits = tile(ty).is_some_and(|t| class.contains(&t.element_type));
        if !fits {
            self.fault(
                Rule::Type,
                format!(
                    "`{name}` has to be a tile of {}, found {}",
                    class.text(),
                    type_text(ty)
                ),
            );
        }
    }

    /// A tile of one element of a class.
    pub(super) fn single(&mut self, name: &str, ty: &Type, class: Class) {
        self.class(name, ty, class);
        if shape(ty).is_some_and(|s| !s.is_empty()) {
            self.fault(
                Rule::Type,
                format!(
                    "`{name}` has to be a single element, found {}",
                    type_text(ty)
                ),
            );
        }
    }

    /// Two equal types.
    pub(super) fn same(&mut self, (a, first): (&str, &Type), (b, second): (&str, &Type)) {
        if first != second {
            self.fault(
                Rule::Type,
                format!(
                    "`{a}` and `{b}` have to be of one type, found {} and {}",
                    type_text(first),
                    type_text(second)
                ),
            );
        }
    }

    /// Two tiles of equal shape.
    pub(super) fn same_shape(&mut self, (a, first): (&str, &Type), (b, second): (&str, &Type)) {
        if shape(first) != shape(second) {
            self.fault(
                Rule::Type,
                format!(
                    "`{a}` and `{b}` have to be of one shape, found {} and {}",
                    type_text(first),
                    type_text(second)
                ),
            );
        }
    }

    pub(super) fn token(&mut self, name: &str, ty: &Type) {
        if *ty != Type::Token {
            self.fault(
                Rule::Token,
                format!("`{name}` has to be a token, found {}", type_text(ty)),
            );
        }
    }

    pub(super) fn optional_token(&mut self, token: Option<Value>) {
        if let Some(token) = token {
            self.token("token", self.type_of(token));
        }
    }
}

/// Why a type cannot be.
fn invalid(ty: &Type) -> Option<String> {
    match ty.without_pointer_attribute() {
        Type::Tile(t) => {
            let scalar = match t.element_type {
                TileElementType::Scalar(scalar) => Some(scalar),
                TileElementType::Pointer(_) => None,
            };
            invalid_tile(&t.shape, scalar)
        }
        Type::TensorView(v) => invalid_tensor(v),
        Type::PartitionView(v) => invalid_view(ty, Some(&v.dim_map)),
        Type::StridedView(v) => {
            let positive = v.traversal_strides.iter().all(|&n| n > 0);
            if v.traversal_strides.len() != v.tile_shape.len() || !positive {
                return Some("it needs a positive traversal stride a dimension".to_owned());
            }
            invalid_view(ty, Some(&v.dim_map))
        }
        Type::GatherScatterView(v) => {
            let rank = v.tile_shape.len();
            if usize::try_from(v.sparse_dim).map_or(true, |dim| dim >= rank) {
                return Some("the sparse dimension is none of the tile's".to_owned());
            }
            invalid_view(ty, None)
        }
        Type::Scalar(_)
        | Type::Pointer(_)
        | Type::Func(_)
        | Type::Token
        | Type::WithPointerAttribute(..) => None,
    }
}

fn invalid_tile(shape: &[i64], scalar: Option<ScalarType>) -> Option<String> {
    let mut elements = 1i64;
    for &size in shape {
        if size <= 0 || size & (size - 1) != 0 {
            return Some("dimensions have to be powers of two".to_owned());
        }
        if elements > MAX_ELEMENTS / size {
            return Some(format!("it has more than {MAX_ELEMENTS} elements"));
        }
        elements *= size;
    }
    (scalar == Some(ScalarType::F4E2M1FN) && elements % 2 != 0)
        .then(|| "elements of four bits have to be even in number".to_owned())
}

fn invalid_tensor(view: &TensorViewType) -> Option<String> {
    if view.shape.len() != view.strides.len() {
        return Some("it needs a stride a dimension".to_owned());
    }
    let mut numbers = view.shape.iter().chain(&view.strides);
    let wrong = numbers.any(|&n| n <= 0 && n != DYNAMIC);
    wrong.then(|| "sizes and strides have to be positive".to_owned())
}

fn invalid_view(ty: &Type, dim_map: Option<&[i32]>) -> Option<String> {
    let view = tile_view(ty)?;
    let rank = view.tile_shape.len();
    if rank == 0 || rank != view.tensor.shape.len() {
        return Some("the tile has to have the tensor's dimensions, at least one".to_owned());
    }
    if let Some(dim_map) = dim_map {
        let mut sorted = dim_map.to_vec();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..rank as i32) {
            return Some("the dimension map is no permutation".to_owned());
        }
    }
    let special = !matches!(view.padding, None | Some(PaddingValue::Zero));
    if special && !view.tensor.element_type.is_float() {
        return Some("such padding is for floats only".to_owned());
    }
    invalid_tensor(view.tensor)
        .or_else(|| invalid_tile(&view.tile().shape, Some(view.tensor.element_type)))
}
