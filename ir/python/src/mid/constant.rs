//! Values known while compiling: Python objects as far as kernels can see them.

use super::op::{MemoryOrder, MemoryScope, PaddingMode, RoundingMode};
use crate::dtype::{Dtype, Element};
use crate::lower::builtin::Builtin;
use crate::modules::{ClassRef, FunctionRef, ModuleRef, TileClass};
use crate::specialise::Annotation;
use std::fmt;
use std::sync::Arc;

/// A compile-time value. Cheap to clone; `Send + Sync`.
#[derive(Debug, Clone, PartialEq)]
pub enum Const {
    /// `None`.
    None,
    /// `...`.
    Ellipsis,
    /// `NotImplemented`.
    NotImplemented,
    /// `True`, `False`.
    Bool(bool),
    /// An integer. Python's are unbounded; here a result beyond 128 bits is an error.
    Int(i128),
    /// A float.
    Float(f64),
    /// A string.
    Str(Arc<str>),
    /// A data type object, from `cuda.tile`, PyTorch or NumPy.
    Dtype(Element),
    /// A member of one of `cuda.tile`'s enumerations.
    Enum(EnumValue),
    /// A tuple. Lists of module level constants become tuples with [`Const::List`].
    Tuple(Arc<[Const]>),
    /// A list: only seen by compile-time evaluation.
    List(Arc<[Const]>),
    /// A dictionary with any constant keys: only seen by compile-time evaluation and `**kwargs`.
    Dict(Arc<[(Const, Const)]>),
    /// `slice(start, stop, step)`.
    Slice(Arc<[Const; 3]>),
    /// A function of `cuda.tile`, Python or another known library.
    Builtin(Builtin),
    /// A function of the package.
    Function(FunctionRef),
    /// A class of the package.
    Class(ClassRef),
    /// A member of an enumeration of the package.
    UserEnum(Arc<UserEnumValue>),
    /// An instance of a frozen dataclass of the package.
    Instance(Arc<Instance>),
    /// A module.
    Module(ModuleRef),
    /// A class or decorator that only the front end itself reads.
    TileClass(TileClass),
    /// A compiler option by architecture: what `ByTarget` was given.
    ByTarget(Arc<[(Arc<str>, Const)]>),
    /// A number with a type of its own, as NumPy's are.
    Typed(Arc<(Const, Dtype)>),
    /// An object of which only named fields are known.
    Record(Arc<[(Arc<str>, Const)]>),
    /// What a parameter annotation says.
    Annotation(Arc<Annotation>),
    /// Something host code made that no kernel can use; the text says what, for messages.
    Opaque(Arc<str>),
}

/// A member of one of `cuda.tile`'s enumerations.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EnumValue {
    Rounding(RoundingMode),
    Padding(PaddingMode),
    Order(MemoryOrder),
    Scope(MemoryScope),
}

/// A member of an enumeration of the package.
#[derive(Debug, Clone, PartialEq)]
pub struct UserEnumValue {
    /// The enumeration.
    pub class: ClassRef,
    /// Name of the enumeration.
    pub class_name: Arc<str>,
    /// Name of the member.
    pub name: Arc<str>,
    /// Its value.
    pub value: Const,
    /// Whether members equal their values (`IntEnum`).
    pub is_int: bool,
}

/// An instance of a frozen dataclass of the package.
#[derive(Debug, Clone, PartialEq)]
pub struct Instance {
    /// The dataclass.
    pub class: ClassRef,
    /// Field values in declaration order.
    pub fields: Vec<Const>,
}

impl Const {
    /// A string constant.
    pub fn str(s: impl Into<Arc<str>>) -> Const {
        Const::Str(s.into())
    }

    /// A tuple constant.
    pub fn tuple(items: impl IntoIterator<Item = Const>) -> Const {
        Const::Tuple(items.into_iter().collect())
    }

    /// A tuple of integers, such as a shape.
    pub fn ints(items: impl IntoIterator<Item = i64>) -> Const {
        Const::tuple(items.into_iter().map(|i| Const::Int(i.into())))
    }

    /// The number without a type of its own.
    pub fn untyped(&self) -> &Const {
        match self {
            Const::Typed(typed) => &typed.0,
            other => other,
        }
    }

    /// The type that a number has of its own.
    pub fn own_type(&self) -> Option<Dtype> {
        match self {
            Const::Typed(typed) => Some(typed.1),
            _ => None,
        }
    }

    /// Python's `==`: numbers compare by value across types, NaN equals nothing.
    pub fn py_eq(&self, other: &Const) -> bool {
        match (self.untyped(), other.untyped()) {
            (Const::Tuple(a), Const::Tuple(b)) | (Const::List(a), Const::List(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(x, y)| x.py_eq(y))
            }
            (Const::Slice(a), Const::Slice(b)) => a.iter().zip(b.iter()).all(|(x, y)| x.py_eq(y)),
            (Const::Float(a), b) | (b, Const::Float(a)) => {
                b.as_float_exact().is_some_and(|b| *a == b)
            }
            (Const::Bool(a), Const::Int(b)) | (Const::Int(b), Const::Bool(a)) => {
                i128::from(*a) == *b
            }
            (a, b) => a == b,
        }
    }

    /// The number as an integer: integers and booleans.
    pub fn as_int(&self) -> Option<i128> {
        match self.untyped() {
            Const::Int(i) => Some(*i),
            Const::Bool(b) => Some((*b).into()),
            _ => None,
        }
    }

    /// The number as a float, rounded where needed: floats, integers, booleans.
    pub fn as_float(&self) -> Option<f64> {
        match self.untyped() {
            Const::Float(f) => Some(*f),
            other => other.as_int().map(|i| i as f64),
        }
    }

    /// The number as a float if that loses nothing.
    fn as_float_exact(&self) -> Option<f64> {
        match self {
            Const::Float(f) => Some(*f),
            other => other.as_int().and_then(|i| {
                let f = i as f64;
                (f as i128 == i).then_some(f)
            }),
        }
    }

    /// Whether this is a boolean, an integer or a float.
    pub fn is_number(&self) -> bool {
        matches!(self, Const::Bool(_) | Const::Int(_) | Const::Float(_))
    }
}

impl fmt::Display for Const {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn list(f: &mut fmt::Formatter<'_>, items: &[Const]) -> fmt::Result {
            for (i, x) in items.iter().enumerate() {
                if i > 0 {
                    f.write_str(", ")?;
                }
                x.fmt(f)?;
            }
            Ok(())
        }
        match self {
            Const::None => f.write_str("None"),
            Const::Ellipsis => f.write_str("Ellipsis"),
            Const::NotImplemented => f.write_str("NotImplemented"),
            Const::Bool(true) => f.write_str("True"),
            Const::Bool(false) => f.write_str("False"),
            Const::Int(i) => write!(f, "{i}"),
            Const::Float(x) => write!(f, "{x:?}"),
            Const::Str(s) => write!(f, "'{s}'"),
            Const::Dtype(d) => write!(f, "{d}"),
            Const::Enum(e) => write!(f, "{e:?}"),
            Const::Tuple(items) => {
                f.write_str("(")?;
                list(f, items)?;
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
            Const::List(items) => {
                f.write_str("[")?;
                list(f, items)?;
                f.write_str("]")
            }
            Const::Dict(items) => {
                f.write_str("{")?;
                for (i, (k, v)) in items.iter().enumerate() {
                    write!(f, "{}{k}: {v}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str("}")
            }
            Const::Slice(s) => write!(f, "slice({}, {}, {})", s[0], s[1], s[2]),
            Const::Builtin(b) => write!(f, "<function {}>", b.name()),
            Const::Function(_) => f.write_str("<function>"),
            Const::Class(_) => f.write_str("<class>"),
            Const::UserEnum(e) => write!(f, "{}.{}", e.class_name, e.name),
            Const::Instance(_) => f.write_str("<dataclass instance>"),
            Const::Module(_) => f.write_str("<module>"),
            Const::TileClass(c) => write!(f, "<class {c:?}>"),
            Const::ByTarget(_) => f.write_str("<ByTarget>"),
            Const::Typed(typed) => write!(f, "{}", typed.0),
            Const::Record(_) => f.write_str("<object>"),
            Const::Annotation(_) => f.write_str("<annotation>"),
            Const::Opaque(what) => write!(f, "<{what}>"),
        }
    }
}
