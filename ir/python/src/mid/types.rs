//! Types of variables while a kernel is lowered, and the values of aggregates.

use super::constant::{Const, EnumValue};
use super::op::PaddingMode;
use super::{LocId, Var};
use crate::diagnostic::Error;
use crate::dtype::{Dtype, Element};
use crate::hir;
use crate::lower::builtin::Builtin;
use crate::modules::{ClassRef, FunctionRef, ModuleRef, TileClass};
use std::fmt;
use std::sync::Arc;

/// Largest rank of a tile or an array that is handled.
pub const MAX_RANK: usize = 8;

/// A list of sizes, at most [`MAX_RANK`] long, by value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Shape {
    len: u8,
    dims: [i64; MAX_RANK],
}

impl Shape {
    /// The empty shape, that of a scalar.
    pub const SCALAR: Shape = Shape {
        len: 0,
        dims: [0; MAX_RANK],
    };

    /// A shape of the given sizes; `None` when there are more than [`MAX_RANK`].
    pub fn new(dims: &[i64]) -> Option<Shape> {
        let mut out = Shape::SCALAR;
        out.dims.get_mut(..dims.len())?.copy_from_slice(dims);
        out.len = dims.len() as u8;
        Some(out)
    }

    /// `rank` times `size`.
    pub fn splat(size: i64, rank: usize) -> Shape {
        let rank = rank.min(MAX_RANK);
        let mut out = Shape::SCALAR;
        out.dims[..rank].fill(size);
        out.len = rank as u8;
        out
    }

    /// Number of elements; `None` on overflow.
    pub fn numel(&self) -> Option<i64> {
        self.iter().try_fold(1i64, |a, &d| a.checked_mul(d))
    }
}

impl std::ops::Deref for Shape {
    type Target = [i64];
    fn deref(&self) -> &[i64] {
        &self.dims[..usize::from(self.len)]
    }
}

impl std::ops::DerefMut for Shape {
    fn deref_mut(&mut self) -> &mut [i64] {
        &mut self.dims[..usize::from(self.len)]
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// As Python prints a tuple: `()`, `(4,)`, `(4, 8)`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (i, d) in self.iter().enumerate() {
            write!(f, "{}{d}", if i > 0 { ", " } else { "" })?;
        }
        f.write_str(if self.len == 1 { ",)" } else { ")" })
    }
}

/// Type of a variable. Cheap to clone, compared structurally.
#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    /// Using the variable is an error, and this is the message.
    Invalid(Arc<Invalid>),
    /// A numeric constant whose type bends to its partner. Only as the *loose* type of a
    /// variable; its plain type is then a scalar tile.
    Loose(Const),
    /// A tile, scalars included (rank 0).
    Tile(TileType),
    /// Order of memory accesses.
    Token,
    /// `None`.
    None,
    /// `...`.
    Ellipsis,
    /// `NotImplemented`.
    NotImplemented,
    /// A string constant.
    Str(Arc<str>),
    /// A data type object.
    Dtype(Element),
    /// A member of a `cuda.tile` enumeration.
    Enum(EnumValue),
    /// A member of an enumeration of the package.
    UserEnum(Arc<super::constant::UserEnumValue>),
    /// A module.
    Module(ModuleRef),
    /// A class of the package.
    Class(ClassRef),
    /// A class of `cuda.tile` itself, such as an enumeration.
    TileClass(TileClass),
    /// A built-in function or built-in class.
    Builtin(Builtin),
    /// A function of the package.
    Function(FunctionRef),
    /// `Tuple`; aggregate of its items.
    Tuple(Arc<[Type]>),
    /// `**kwargs`; aggregate of its values.
    Dict(Arc<DictType>),
    /// `slice`; aggregate of start, stop, step.
    Slice(Arc<[Type; 3]>),
    /// `range`; aggregate of start, stop, step of this type.
    Range(Dtype),
    /// An array; aggregate of base pointer, shape, strides. The variable itself is the tensor
    /// view.
    Array(Arc<ArrayType>),
    /// A list of arrays; aggregate of base pointer and length.
    List(Arc<ArrayType>),
    /// A partition view; aggregate like its array.
    PartitionView(Arc<PartitionViewType>),
    /// A strided view; not an aggregate, though the variable carries its array's parts.
    StridedView(Arc<StridedViewType>),
    /// A gather/scatter view; aggregate like its array.
    GatherScatterView(Arc<GatherScatterViewType>),
    /// `Array.tiled_view()`; aggregate of the array.
    TiledView(Arc<TiledViewType>),
    /// `ct.Slice(start, length)`; aggregate of both.
    IndexSlice(Arc<[Type; 2]>),
    /// `Array.get_raw_memory()`; aggregate of the base pointer.
    RawMemory(Dtype),
    /// A bound method; aggregate of the object.
    BoundMethod(Arc<BoundMethodType>),
    /// A nested function or lambda; aggregate of defaults and frozen captures.
    Closure(Arc<ClosureType>),
    /// An instance of a frozen dataclass; aggregate of its fields.
    Dataclass(Arc<DataclassType>),
    /// A string with places for values; aggregate of the values.
    FormattedString(Arc<FormattedStringType>),
    /// `with` object made from a generator function; aggregate of its arguments.
    ContextManager(Arc<ContextManagerType>),
}

/// Element and shape of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TileType {
    /// What an element is.
    pub element: Element,
    /// Sizes, outermost first.
    pub shape: Shape,
}

impl TileType {
    /// A tile of numbers or pointers.
    pub fn new(element: impl Into<Element>, shape: Shape) -> Self {
        TileType {
            element: element.into(),
            shape,
        }
    }

    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Whether the rank is 0.
    pub fn is_scalar(&self) -> bool {
        self.shape.is_empty()
    }

    /// The numeric element type, `None` for pointers.
    pub fn dtype(&self) -> Option<Dtype> {
        self.element.dtype()
    }

    /// The same element in another shape.
    pub fn with_shape(self, shape: Shape) -> Self {
        TileType { shape, ..self }
    }

    /// Another element in the same shape.
    pub fn with_element(self, element: impl Into<Element>) -> Self {
        TileType {
            element: element.into(),
            ..self
        }
    }
}

/// Why a variable cannot be used.
#[derive(Debug, Clone, PartialEq)]
pub struct Invalid {
    /// What to tell the user.
    pub message: String,
    /// Where it became unusable.
    pub loc: LocId,
    /// Whether it merely may not have been assigned (as opposed to types that differ).
    pub undefined: bool,
    /// Whether it comes of an error that has been reported.
    pub unknown: bool,
}

impl Invalid {
    /// The error that using the variable is.
    pub fn error(&self) -> Error {
        if self.unknown {
            return Error::consequence();
        }
        let help = if self.undefined {
            "assign it on every path that leads here"
        } else {
            "make both the same type, as by astype() or reshape(), or use two names"
        };
        Error::ty(self.message.clone()).help(help).at(self.loc)
    }
}

/// `**kwargs`.
#[derive(Debug, Clone, PartialEq)]
pub struct DictType {
    /// Names, in the order given.
    pub keys: Vec<Arc<str>>,
    /// Types of the values.
    pub values: Vec<Type>,
}

/// An array parameter, or a slice of one.
#[derive(Debug, Clone, PartialEq)]
pub struct ArrayType {
    /// Element type.
    pub dtype: Dtype,
    /// Sizes that an annotation makes static.
    pub shape: Vec<Option<i64>>,
    /// Strides, in elements, that an annotation makes static.
    pub strides: Vec<Option<i64>>,
    /// `int32` or `int64`.
    pub index_dtype: Dtype,
}

impl ArrayType {
    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }
}

/// Tiles laid side by side over an array.
#[derive(Debug, Clone, PartialEq)]
pub struct PartitionViewType {
    /// The array seen.
    pub array: Arc<ArrayType>,
    /// Sizes of a tile.
    pub tile_shape: Shape,
    /// Array dimension of each tile dimension.
    pub order: Vec<u32>,
    /// What a load gives outside.
    pub padding_mode: PaddingMode,
}

/// Tiles laid over an array with their own steps.
#[derive(Debug, Clone, PartialEq)]
pub struct StridedViewType {
    /// The array seen.
    pub array: Arc<ArrayType>,
    /// Sizes of a tile.
    pub tile_shape: Shape,
    /// Distance of neighbouring tiles.
    pub traversal_steps: Shape,
    /// Array dimension of each tile dimension.
    pub order: Vec<u32>,
    /// What a load gives outside.
    pub padding_mode: PaddingMode,
}

/// Tiles gathered along one dimension.
#[derive(Debug, Clone, PartialEq)]
pub struct GatherScatterViewType {
    /// The array seen.
    pub array: Arc<ArrayType>,
    /// Sizes of a tile.
    pub tile_shape: Shape,
    /// Dimension indexed by a tile of indices.
    pub sparse_dim: u32,
    /// What a load gives outside.
    pub padding_mode: PaddingMode,
}

/// What `Array.tiled_view()` returns.
#[derive(Debug, Clone, PartialEq)]
pub struct TiledViewType {
    /// The array seen.
    pub array: Arc<ArrayType>,
    /// Sizes of a tile, empty for single elements.
    pub tile_shape: Shape,
    /// What a load gives outside.
    pub padding_mode: PaddingMode,
    /// Distance of neighbouring tiles.
    pub traversal_steps: Shape,
}

/// A bound method.
#[derive(Debug, Clone, PartialEq)]
pub struct BoundMethodType {
    /// Type of the object.
    pub receiver: Type,
    /// What is called, with the object first.
    pub function: Callee,
}

/// What a bound method calls.
#[derive(Debug, Clone, PartialEq)]
pub enum Callee {
    /// A built-in.
    Builtin(Builtin),
    /// A function of the package.
    Function(FunctionRef),
}

/// A nested function or lambda, with what it captured.
#[derive(Debug, Clone)]
pub struct ClosureType {
    /// Its code; closures of different code have different types.
    pub function: Arc<hir::Function>,
    /// Types of its default values.
    pub defaults: Vec<Type>,
    /// Enclosing scopes still running: depth and which.
    pub live_scopes: Vec<(u32, crate::lower::scope::ScopeId)>,
    /// For each enclosing depth, types of the captured variables once that scope has ended.
    pub frozen: Vec<Option<Vec<Type>>>,
}

impl PartialEq for ClosureType {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.function, &other.function)
            && self.defaults == other.defaults
            && self.live_scopes == other.live_scopes
            && self.frozen == other.frozen
    }
}

/// An instance of a frozen dataclass.
#[derive(Debug, Clone, PartialEq)]
pub struct DataclassType {
    /// The class.
    pub class: ClassRef,
    /// Types of its fields.
    pub fields: Vec<Type>,
}

/// A string with places for values.
#[derive(Debug, Clone, PartialEq)]
pub struct FormattedStringType {
    /// Text and places in order.
    pub pieces: Vec<Piece>,
    /// Types of the values.
    pub values: Vec<Type>,
}

/// Text or a place of a formatted string.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// Literal text.
    Text(Arc<str>),
    /// A value, with the format given after the colon, if any.
    Value {
        /// Which value.
        index: u32,
        /// Format specification.
        format: Option<Arc<str>>,
    },
}

/// `with` object made from a generator function.
#[derive(Debug, Clone, PartialEq)]
pub struct ContextManagerType {
    /// The generator function.
    pub function: FunctionRef,
    /// Types of its positional arguments.
    pub args: Vec<Type>,
    /// Its keyword arguments.
    pub kwargs: DictType,
    /// Which of the contexts of this lowering it is: each can be entered once.
    pub state: u32,
}

impl Type {
    /// A tile of numbers.
    pub fn tile(dtype: impl Into<Element>, shape: Shape) -> Type {
        Type::Tile(TileType::new(dtype, shape))
    }

    /// A scalar.
    pub fn scalar(dtype: impl Into<Element>) -> Type {
        Type::tile(dtype, Shape::SCALAR)
    }

    /// A tuple.
    pub fn tuple(items: impl IntoIterator<Item = Type>) -> Type {
        Type::Tuple(items.into_iter().collect())
    }

    /// The tile type, if it is one.
    pub fn as_tile(&self) -> Option<TileType> {
        match self {
            Type::Tile(t) => Some(*t),
            _ => None,
        }
    }

    /// Whether the variable may not be used.
    pub fn is_invalid(&self) -> bool {
        matches!(self, Type::Invalid(_))
    }

    /// Types of the parts of an aggregate, one level deep; `None` for others.
    pub fn item_types(&self) -> Option<Vec<Type>> {
        let array_parts = |a: &ArrayType| {
            let mut out = vec![Type::scalar(Element::Pointer(a.dtype))];
            out.resize(1 + 2 * a.rank(), Type::scalar(a.index_dtype));
            out
        };
        Some(match self {
            Type::Tuple(items) => items.to_vec(),
            Type::Dict(d) => d.values.clone(),
            Type::Slice(s) => s.to_vec(),
            Type::Range(d) => vec![Type::scalar(*d); 3],
            Type::Array(a) => array_parts(a),
            Type::List(_) => {
                vec![
                    Type::scalar(Element::Pointer(Dtype::Int64)),
                    Type::scalar(Dtype::Int32),
                ]
            }
            Type::PartitionView(v) => array_parts(&v.array),
            Type::GatherScatterView(v) => array_parts(&v.array),
            Type::TiledView(v) => vec![Type::Array(v.array.clone())],
            Type::IndexSlice(s) => s.to_vec(),
            Type::RawMemory(d) => vec![Type::scalar(Element::Pointer(*d))],
            Type::BoundMethod(m) => vec![m.receiver.clone()],
            Type::Closure(c) => c
                .defaults
                .iter()
                .chain(c.frozen.iter().flatten().flatten())
                .cloned()
                .collect(),
            Type::Dataclass(d) => d.fields.clone(),
            Type::FormattedString(s) => s.values.clone(),
            Type::ContextManager(c) => c.args.iter().chain(&c.kwargs.values).cloned().collect(),
            Type::Invalid(_)
            | Type::Loose(_)
            | Type::Tile(_)
            | Type::Token
            | Type::None
            | Type::Ellipsis
            | Type::NotImplemented
            | Type::Str(_)
            | Type::Dtype(_)
            | Type::Enum(_)
            | Type::UserEnum(_)
            | Type::Module(_)
            | Type::Class(_)
            | Type::TileClass(_)
            | Type::Builtin(_)
            | Type::Function(_)
            | Type::StridedView(_) => return None,
        })
    }

    /// Whether the type has parts.
    pub fn is_aggregate(&self) -> bool {
        matches!(
            self,
            Type::Tuple(_)
                | Type::Dict(_)
                | Type::Slice(_)
                | Type::Range(_)
                | Type::Array(_)
                | Type::List(_)
                | Type::PartitionView(_)
                | Type::GatherScatterView(_)
                | Type::TiledView(_)
                | Type::IndexSlice(_)
                | Type::RawMemory(_)
                | Type::BoundMethod(_)
                | Type::Closure(_)
                | Type::Dataclass(_)
                | Type::FormattedString(_)
                | Type::ContextManager(_)
        )
    }

    /// Appends the types of all parts, to the leaves, in order.
    pub fn flatten_into(&self, out: &mut Vec<Type>) {
        match self.item_types() {
            Some(items) => items.iter().for_each(|t| t.flatten_into(out)),
            None => out.push(self.clone()),
        }
    }

    /// Types of all parts, to the leaves, in order; the type itself when it has none.
    pub fn flatten(&self) -> Vec<Type> {
        let mut out = Vec::new();
        self.flatten_into(&mut out);
        out
    }
}

/// For messages, in the words of the language.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Invalid(i) => write!(f, "<invalid: {}>", i.message),
            Type::Loose(c) => write!(f, "constant {c}"),
            Type::Tile(t) => write!(f, "Tile[{}, {}]", t.element, t.shape),
            Type::Token => f.write_str("Token"),
            Type::None => f.write_str("None"),
            Type::Ellipsis => f.write_str("Ellipsis"),
            Type::NotImplemented => f.write_str("NotImplemented"),
            Type::Str(s) => write!(f, "string '{s}'"),
            Type::Dtype(d) => write!(f, "dtype {d}"),
            Type::Enum(e) => write!(f, "enum {e:?}"),
            Type::UserEnum(e) => write!(f, "enum member {}", e.name),
            Type::Module(_) => f.write_str("module"),
            Type::Class(_) => f.write_str("class"),
            Type::TileClass(c) => write!(f, "class {c:?}"),
            Type::Builtin(b) => write!(f, "function {}", b.name()),
            Type::Function(_) => f.write_str("function"),
            Type::Tuple(items) => {
                f.write_str("Tuple[")?;
                for (i, t) in items.iter().enumerate() {
                    write!(f, "{}{t}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            Type::Dict(_) => f.write_str("dict"),
            Type::Slice(_) => f.write_str("slice"),
            Type::Range(d) => write!(f, "Range[{d}]"),
            Type::Array(a) => write!(f, "Array[{}, rank {}]", a.dtype, a.rank()),
            Type::List(a) => write!(f, "List[Array[{}, rank {}]]", a.dtype, a.rank()),
            Type::PartitionView(v) => write!(f, "PartitionView[{}]", v.tile_shape),
            Type::StridedView(v) => write!(f, "StridedView[{}]", v.tile_shape),
            Type::GatherScatterView(v) => write!(f, "GatherScatterView[{}]", v.tile_shape),
            Type::TiledView(v) => write!(f, "TiledView[{}]", v.tile_shape),
            Type::IndexSlice(_) => f.write_str("Slice"),
            Type::RawMemory(d) => write!(f, "RawArrayMemory[{d}]"),
            Type::BoundMethod(_) => f.write_str("method"),
            Type::Closure(_) => f.write_str("closure"),
            Type::Dataclass(_) => f.write_str("dataclass instance"),
            Type::FormattedString(_) => f.write_str("formatted string"),
            Type::ContextManager(_) => f.write_str("context manager"),
        }
    }
}

/// Parts of an aggregate variable, in the order of [`Type::item_types`].
#[derive(Debug, Clone, PartialEq)]
pub struct Aggregate(pub Arc<[Var]>);

impl Aggregate {
    /// Base pointer, shape and strides of an array of `rank` dimensions.
    pub fn array_parts(&self, rank: usize) -> Option<ArrayParts<'_>> {
        let (base_ptr, rest) = self.0.split_first()?;
        (rest.len() == 2 * rank).then(|| {
            let (shape, strides) = rest.split_at(rank);
            ArrayParts {
                base_ptr: *base_ptr,
                shape,
                strides,
            }
        })
    }
}

/// Parts of an array variable.
#[derive(Debug, Clone, Copy)]
pub struct ArrayParts<'a> {
    /// Address of the first element.
    pub base_ptr: Var,
    /// Sizes.
    pub shape: &'a [Var],
    /// Strides in elements.
    pub strides: &'a [Var],
}
