//! What an expression of the kernel becomes: Rust code and its type, generic where the
//! configurations differ.

use super::code::{Code, ident};
use super::facts::Each;
use crate::pair::rust_element;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use tileport_python::dtype::Dtype;
use tileport_python::mid::Const;
use tileport_python::source::Span;

/// An element type in the emitted kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elem {
    /// The same in every configuration.
    Known(Dtype),
    /// A type parameter, by its name.
    Generic(String),
}

/// A size of a tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Dim {
    /// How it is written.
    pub text: DimText,
    /// What it is in each configuration.
    pub values: Each<i64>,
}

/// How a size is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DimText {
    /// A number.
    Lit(i64),
    /// A constant or const generic.
    Name(String),
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    /// A Rust number or `bool`.
    Scalar(Elem),
    /// A tile; with no sizes, a tile of one element.
    Tile(Elem, Vec<Dim>),
    /// An array parameter, by its number.
    Array(usize),
    /// Several values, which have no common code unless a call gives them.
    Tuple(Vec<Value>),
    /// A range of integers: start, stop, step.
    Range(Box<[Value; 3]>),
    /// Something that only exists while compiling; its constant says what.
    Static,
}

/// A value.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its code; empty for what only exists while compiling.
    pub code: Code,
    /// Its type.
    pub ty: Ty,
    /// What it is in each configuration, when that is known.
    pub constant: Option<Each<Const>>,
    /// Whether the code alone does not tell the type, so that a `let` has to.
    pub open: bool,
    /// The factors, when it is a product that an addition may absorb.
    pub factors: Option<Box<[Value; 2]>>,
    /// When the factors were current.
    pub factored_at: usize,
    /// The call of a helper whose result is a product, when it is one.
    pub product_of: Option<(u32, Span)>,
    /// Whether it is of a generic type and came in a tuple: the official compiler cannot tell what
    /// functions of this module make of it.
    pub from_tuple: bool,
    /// The `let` or assignment that made it, when the code is its name.
    pub binding: Option<usize>,
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.ty == other.ty && self.constant == other.constant
    }
}

impl Value {
    /// A value whose code tells its type.
    pub fn new(code: Code, ty: Ty) -> Self {
        Value {
            code,
            ty,
            constant: None,
            open: false,
            factors: None,
            factored_at: 0,
            product_of: None,
            from_tuple: false,
            binding: None,
        }
    }

    /// A value whose type a `let` has to state.
    pub fn open(code: Code, ty: Ty) -> Self {
        Value {
            open: true,
            ..Value::new(code, ty)
        }
    }

    /// Something that only exists while compiling.
    pub fn of_constant(constant: Each<Const>) -> Self {
        Value {
            constant: Some(constant),
            ..Value::new(Code::atom(TokenStream::new()), Ty::Static)
        }
    }

    /// With what it is known to be.
    pub fn with_constant(self, constant: Option<Each<Const>>) -> Self {
        Value { constant, ..self }
    }

    /// The element type of a number or tile.
    pub fn elem(&self) -> Option<&Elem> {
        match &self.ty {
            Ty::Scalar(e) | Ty::Tile(e, _) => Some(e),
            _ => None,
        }
    }

    /// The sizes of a number or tile.
    pub fn dims(&self) -> Option<&[Dim]> {
        match &self.ty {
            Ty::Scalar(_) => Some(&[]),
            Ty::Tile(_, dims) => Some(dims),
            _ => None,
        }
    }

    /// Whether it is a number that is known in every configuration.
    pub fn is_constant_number(&self) -> bool {
        self.constant
            .as_ref()
            .is_some_and(|c| c.0.iter().flatten().all(Const::is_number))
    }

    /// The number, when it is the same in every configuration.
    pub fn uniform_number(&self) -> Option<&Const> {
        self.constant.as_ref()?.uniform().filter(|c| c.is_number())
    }
}

impl Elem {
    /// Whether it is this type in every configuration.
    pub fn is(&self, dtype: Dtype) -> bool {
        *self == Elem::Known(dtype)
    }
}

impl ToTokens for Elem {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Elem::Known(dtype) => ident(rust_element(*dtype)).to_tokens(tokens),
            Elem::Generic(name) => ident(name).to_tokens(tokens),
        }
    }
}

impl Dim {
    /// A size written as a number.
    pub fn lit(value: i64, configurations: usize) -> Self {
        Dim {
            text: DimText::Lit(value),
            values: Each::all(value, configurations),
        }
    }

    /// Whether it is 1 in every configuration.
    pub fn is_one(&self) -> bool {
        self.values.uniform() == Some(&1)
    }

    /// Whether both are the same size, written the same.
    pub fn same(&self, other: &Dim) -> bool {
        self.text == other.text
    }
}

impl ToTokens for Dim {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.text {
            DimText::Lit(value) => Code::int((*value).into()).to_tokens(tokens),
            DimText::Name(name) => ident(name).to_tokens(tokens),
        }
    }
}

/// `shape![…]` of sizes.
pub fn shape_macro(dims: &[Dim]) -> Code {
    Code::atom(quote!(shape![#(#dims),*]))
}

/// A type as it is written in the emitted kernel; `None` for what has none.
pub fn type_tokens(ty: &Ty) -> Option<TokenStream> {
    match ty {
        Ty::Scalar(elem) => Some(elem.to_token_stream()),
        Ty::Tile(elem, dims) => Some(quote!(Tile<#elem, { [#(#dims),*] }>)),
        Ty::Tuple(items) => {
            let items = items
                .iter()
                .map(|v| type_tokens(&v.ty))
                .collect::<Option<Vec<_>>>()?;
            Some(quote!((#(#items),*)))
        }
        Ty::Array(_) | Ty::Range(_) | Ty::Static => None,
    }
}

/// Whether a value is represented by code at run time.
pub fn has_code(value: &Value) -> bool {
    match &value.ty {
        Ty::Scalar(_) | Ty::Tile(..) => true,
        Ty::Tuple(_) => !is_empty(&value.code),
        Ty::Array(_) | Ty::Range(_) | Ty::Static => false,
    }
}

pub(super) fn is_empty(code: &Code) -> bool {
    code.to_token_stream().is_empty()
}
