//! Libraries that the front end knows: `cuda.tile`, Python's own, and the data types of PyTorch
//! and NumPy.

use crate::diagnostic::{Error, Kind, Result};
use crate::dtype::Dtype;
use crate::lower::builtin::{Builtin, Home};
use crate::lower::require::enum_member;
use crate::mid::Const;
use crate::mid::constant::EnumValue;
use crate::specialise::{Annotation, ArrayAnnotation, LeafAnnotation};
use std::sync::Arc;

/// The Python whose libraries are assumed, where files ask.
const PYTHON: [i128; 3] = [3, 11, 0];

/// Libraries that the front end knows.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KnownModule {
    Cuda,
    CudaTile,
    Math,
    Operator,
    Torch,
    Numpy,
    Dataclasses,
    Enum,
    Functools,
    Typing,
    Contextlib,
    Sys,
}

/// Classes and decorators that only matter to the front end itself.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TileClass {
    Kernel,
    Function,
    StaticDef,
    ByTarget,
    Array,
    Tile,
    TiledView,
    RoundingMode,
    PaddingMode,
    MemoryOrder,
    MemoryScope,
    Constant,
    ConstantAnnotation,
    ArrayAnnotation,
    ScalarAnnotation,
    ListAnnotation,
    Annotated,
    Dataclass,
    Enum,
    IntEnum,
    ContextManager,
    Partial,
    /// An exception of the compiler's own.
    Exception,
    Field,
    KeywordOnly,
    ClassVar,
    NamedTuple,
    Launch,
}

impl TileClass {
    /// `Class.NAME` of the enumerations, methods of the others.
    pub fn attribute(self, name: &str) -> Option<Const> {
        let class = match self {
            TileClass::RoundingMode => "RoundingMode",
            TileClass::PaddingMode => "PaddingMode",
            TileClass::MemoryOrder => "MemoryOrder",
            TileClass::MemoryScope => "MemoryScope",
            TileClass::Array => return Builtin::find(Home::ArrayMethod, name).map(Const::Builtin),
            TileClass::TiledView => {
                return Builtin::find(Home::ViewMethod, name).map(Const::Builtin);
            }
            TileClass::Tile => return tile_method(name).map(Const::Builtin),
            _ => return None,
        };
        enum_member(class, name).map(Const::Enum)
    }

    /// The member of an enumeration with this value, as `Class(value)` gives it.
    pub fn member_by_value(self, value: &str) -> Option<EnumValue> {
        let pairs: &[(&str, &str)] = match self {
            TileClass::RoundingMode => &[
                ("nearest_even", "RN"),
                ("zero", "RZ"),
                ("negative_inf", "RM"),
                ("positive_inf", "RP"),
                ("nearest_away", "RA"),
                ("full", "FULL"),
                ("approx", "APPROX"),
                ("nearest_int_to_zero", "RZI"),
            ],
            TileClass::PaddingMode => &[
                ("undetermined", "UNDETERMINED"),
                ("zero", "ZERO"),
                ("neg_zero", "NEG_ZERO"),
                ("nan", "NAN"),
                ("pos_inf", "POS_INF"),
                ("neg_inf", "NEG_INF"),
            ],
            _ => &[],
        };
        let name = pairs.iter().find(|(v, _)| *v == value)?.1;
        match self.attribute(name) {
            Some(Const::Enum(e)) => Some(e),
            _ => None,
        }
    }
}

/// The function behind a method of a tile: most are functions of `cuda.tile`.
pub fn tile_method(name: &str) -> Option<Builtin> {
    match name {
        "extract" | "insert" | "reshape" | "permute" | "transpose" => {
            Builtin::find(Home::Tile, name)
        }
        _ => Builtin::find(Home::TileMethod, name),
    }
}

/// The library of a dotted name.
pub(super) fn library(dotted: &str) -> Option<KnownModule> {
    Some(match dotted {
        "cuda" => KnownModule::Cuda,
        "cuda.tile"
        | "cuda.tile._by_target"
        | "cuda.tile._datatype"
        | "cuda.tile._execution"
        | "cuda.tile._memory_model"
        | "cuda.tile._numeric_semantics"
        | "cuda.tile._stub" => KnownModule::CudaTile,
        "math" => KnownModule::Math,
        "operator" => KnownModule::Operator,
        "torch" => KnownModule::Torch,
        "numpy" => KnownModule::Numpy,
        "dataclasses" => KnownModule::Dataclasses,
        "enum" => KnownModule::Enum,
        "functools" => KnownModule::Functools,
        "typing" | "typing_extensions" => KnownModule::Typing,
        "contextlib" => KnownModule::Contextlib,
        "sys" => KnownModule::Sys,
        _ => return None,
    })
}

/// `library.name`.
pub(super) fn attribute(library: KnownModule, name: &str) -> Result<Const> {
    let opaque = || Const::Opaque(Arc::from(format!("{library:?}.{name}").to_lowercase()));
    let builtin = |home| Builtin::find(home, name).map(Const::Builtin);
    let found = match library {
        KnownModule::Cuda => match name {
            "tile" => Some(Const::Module(super::ModuleRef::Known(
                KnownModule::CudaTile,
            ))),
            _ => Some(opaque()),
        },
        KnownModule::CudaTile => tile_attribute(name),
        KnownModule::Math => match name {
            "pi" => Some(Const::Float(std::f64::consts::PI)),
            "e" => Some(Const::Float(std::f64::consts::E)),
            "tau" => Some(Const::Float(std::f64::consts::TAU)),
            "inf" => Some(Const::Float(f64::INFINITY)),
            "nan" => Some(Const::Float(f64::NAN)),
            _ => builtin(Home::Math).or_else(|| Some(opaque())),
        },
        KnownModule::Operator => builtin(Home::Operator).or_else(|| Some(opaque())),
        KnownModule::Torch | KnownModule::Numpy => {
            Some(foreign_array_library(library, name).unwrap_or_else(opaque))
        }
        KnownModule::Dataclasses => match name {
            "dataclass" => Some(Const::TileClass(TileClass::Dataclass)),
            "field" => Some(Const::TileClass(TileClass::Field)),
            "KW_ONLY" => Some(Const::TileClass(TileClass::KeywordOnly)),
            _ => builtin(Home::Dataclasses).or_else(|| Some(opaque())),
        },
        KnownModule::Enum => Some(match name {
            "Enum" => Const::TileClass(TileClass::Enum),
            "IntEnum" => Const::TileClass(TileClass::IntEnum),
            _ => opaque(),
        }),
        KnownModule::Functools => Some(match name {
            "partial" => Const::TileClass(TileClass::Partial),
            _ => opaque(),
        }),
        KnownModule::Typing => Some(match name {
            "Annotated" => Const::TileClass(TileClass::Annotated),
            "Tuple" => Const::Builtin(Builtin::PyTuple),
            "TYPE_CHECKING" => Const::Bool(false),
            "ClassVar" => Const::TileClass(TileClass::ClassVar),
            "NamedTuple" => Const::TileClass(TileClass::NamedTuple),
            _ => opaque(),
        }),
        KnownModule::Sys => Some(match name {
            "version_info" => Const::tuple(PYTHON.map(Const::Int)),
            "maxsize" => Const::Int(i64::MAX.into()),
            "platform" => Const::str("linux"),
            "byteorder" => Const::str("little"),
            _ => opaque(),
        }),
        KnownModule::Contextlib => Some(match name {
            "contextmanager" => Const::TileClass(TileClass::ContextManager),
            _ => opaque(),
        }),
    };
    found.ok_or_else(|| Error::new(Kind::Missing, "module has no such attribute").found(name))
}

/// Functions and data types of a library, for suggestions.
pub(super) fn names(library: KnownModule) -> Vec<Arc<str>> {
    let home = match library {
        KnownModule::CudaTile => Home::Tile,
        KnownModule::Math => Home::Math,
        KnownModule::Operator => Home::Operator,
        _ => return Vec::new(),
    };
    let functions = Builtin::ALL
        .iter()
        .filter(|b| b.home() == home)
        .map(|b| b.name());
    let dtypes = Dtype::ALL.iter().map(|d| d.name());
    let dtypes = dtypes.filter(|_| library == KnownModule::CudaTile);
    functions.chain(dtypes).map(Arc::from).collect()
}

fn foreign_array_library(library: KnownModule, name: &str) -> Option<Const> {
    if let Some(dtype) = Dtype::from_name(name) {
        return Some(Const::Dtype(dtype.into()));
    }
    let alias = match (library, name) {
        (KnownModule::Torch, "half") => Dtype::Float16,
        (KnownModule::Torch, "float") => Dtype::Float32,
        (KnownModule::Torch, "double") => Dtype::Float64,
        (KnownModule::Torch, "int") => Dtype::Int32,
        (KnownModule::Torch, "long") => Dtype::Int64,
        (KnownModule::Torch, "short") => Dtype::Int16,
        (KnownModule::Torch | KnownModule::Numpy, "inf") => {
            return Some(Const::Float(f64::INFINITY));
        }
        (KnownModule::Torch | KnownModule::Numpy, "nan") => return Some(Const::Float(f64::NAN)),
        (_, "pi") => return Some(Const::Float(std::f64::consts::PI)),
        (KnownModule::Numpy, "e") => return Some(Const::Float(std::f64::consts::E)),
        (KnownModule::Numpy, "newaxis") => return Some(Const::None),
        _ => return None,
    };
    Some(Const::Dtype(alias.into()))
}

/// `cuda.tile.name`.
pub(crate) fn tile_attribute(name: &str) -> Option<Const> {
    if let Some(dtype) = Dtype::from_name(name).filter(|_| name != "bool") {
        return Some(Const::Dtype(dtype.into()));
    }
    let leaf = |leaf: LeafAnnotation| Some(Const::Annotation(Arc::new(Annotation::Leaf(leaf))));
    let class = match name {
        "kernel" => TileClass::Kernel,
        "function" => TileClass::Function,
        "static_def" => TileClass::StaticDef,
        "ByTarget" => TileClass::ByTarget,
        "Array" => TileClass::Array,
        "Tile" => TileClass::Tile,
        "TiledView" => TileClass::TiledView,
        "RoundingMode" => TileClass::RoundingMode,
        "PaddingMode" => TileClass::PaddingMode,
        "MemoryOrder" => TileClass::MemoryOrder,
        "MemoryScope" => TileClass::MemoryScope,
        "Constant" => TileClass::Constant,
        "ConstantAnnotation" => TileClass::ConstantAnnotation,
        "ArrayAnnotation" => TileClass::ArrayAnnotation,
        "ScalarAnnotation" => TileClass::ScalarAnnotation,
        "ListAnnotation" => TileClass::ListAnnotation,
        "ScalarInt64" => {
            return leaf(LeafAnnotation {
                scalar: Some(Dtype::Int64),
                ..Default::default()
            });
        }
        "IndexedWithInt64" => {
            let array = ArrayAnnotation {
                index_dtype: Some(Dtype::Int64),
                ..Default::default()
            };
            return leaf(LeafAnnotation {
                array: Some(array),
                ..Default::default()
            });
        }
        "TileCompilerExecutionError"
        | "TileCompilerTimeoutError"
        | "TileError"
        | "TileInternalError"
        | "TileRecursionError"
        | "TileStaticAssertionError"
        | "TileStaticEvalError"
        | "TileSyntaxError"
        | "TileTypeError"
        | "TileUnsupportedFeatureError"
        | "TileValueError"
        | "StaticException" => TileClass::Exception,
        "launch" => TileClass::Launch,
        "Scalar" | "DType" | "compiler_timeout" | "tune" | "compilation" | "__version__" => {
            return Some(Const::Opaque(Arc::from(format!("cuda.tile.{name}"))));
        }
        _ => return Builtin::find(Home::Tile, name).map(Const::Builtin),
    };
    Some(Const::TileClass(class))
}

/// Python's built-in names.
pub(super) fn python_builtin(name: &str) -> Option<Const> {
    match name {
        "NotImplemented" => Some(Const::NotImplemented),
        "Ellipsis" => Some(Const::Ellipsis),
        "__name__" => Some(Const::str("module")),
        _ => Builtin::find(Home::Python, name)
            .map(Const::Builtin)
            .or_else(|| {
                let known = [
                    "object",
                    "property",
                    "staticmethod",
                    "classmethod",
                    "super",
                    "setattr",
                    "callable",
                    "complex",
                    "bytes",
                    "frozenset",
                    "filter",
                    "next",
                    "id",
                    "hash",
                    "open",
                    "vars",
                    "chr",
                    "ord",
                    "bin",
                    "hex",
                    "oct",
                    "format",
                    "input",
                    "ValueError",
                    "TypeError",
                    "RuntimeError",
                    "AssertionError",
                    "NotImplementedError",
                    "KeyError",
                    "IndexError",
                    "Exception",
                    "ImportError",
                    "AttributeError",
                    "StopIteration",
                    "ZeroDivisionError",
                    "__file__",
                ];
                known.contains(&name).then(|| Const::Opaque(name.into()))
            }),
    }
}
