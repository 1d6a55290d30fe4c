//! Values that stand in the tree: identifiers and literals.

use std::fmt;
use std::ops::Deref;

/// An identifier in its NFKC form, as CPython compares them. Reads as a `str`; short ones are
/// kept in place, so a clone is cheap.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ident(smol_str::SmolStr);

impl Ident {
    /// Wraps a name that is already in normal form.
    pub fn new(name: &str) -> Self {
        Self(smol_str::SmolStr::new(name))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Ident {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl PartialEq<str> for Ident {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Ident {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl std::borrow::Borrow<str> for Ident {
    fn borrow(&self) -> &str {
        self
    }
}

impl From<&str> for Ident {
    fn from(name: &str) -> Self {
        Self::new(name)
    }
}

/// A literal (`ast.Constant`). Negative and compound numbers are operators on these.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `None`
    None,
    /// `True`, `False`
    Bool(bool),
    /// `…` written with three dots.
    Ellipsis,
    /// An integer, never negative.
    Int(Int),
    /// A float; infinite when the literal overflows, as in CPython.
    Float(f64),
    /// The imaginary part of `2j`.
    Imaginary(f64),
    /// A string, adjacent ones joined; `unicode_prefix` if the first is `u"…"` (`kind`; a capital
    /// `U` does not count).
    Str { value: PyStr, unicode_prefix: bool },
    /// A bytes literal.
    Bytes(Box<[u8]>),
}

/// A non-negative integer literal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Int {
    /// Fits in an `i64`.
    Small(i64),
    /// Larger: lower-case hexadecimal digits without prefix or leading zeros.
    Big(Box<str>),
}

impl Int {
    /// The value, if it fits.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Small(value) => Some(*value),
            Self::Big(_) => None,
        }
    }

    /// The value, if it fits.
    pub fn as_i128(&self) -> Option<i128> {
        match self {
            Self::Small(value) => Some((*value).into()),
            Self::Big(digits) => i128::from_str_radix(digits, 16).ok(),
        }
    }
}

/// A Python string: Unicode scalar values and lone surrogates, kept as WTF-8
/// (UTF-8 in which a lone surrogate has its three-byte form).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyStr(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Utf8(Box<str>),
    Wtf8(Box<[u8]>),
}

impl PyStr {
    /// Wraps WTF-8 bytes.
    pub fn from_wtf8(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self(Repr::Utf8(text.into())),
            Err(error) => Self(Repr::Wtf8(error.into_bytes().into())),
        }
    }

    /// The text, if it holds no lone surrogate.
    pub fn as_str(&self) -> Option<&str> {
        match &self.0 {
            Repr::Utf8(text) => Some(text),
            Repr::Wtf8(_) => None,
        }
    }

    /// The WTF-8 bytes.
    pub fn as_wtf8(&self) -> &[u8] {
        match &self.0 {
            Repr::Utf8(text) => text.as_bytes(),
            Repr::Wtf8(bytes) => bytes,
        }
    }
}

impl From<&str> for PyStr {
    fn from(text: &str) -> Self {
        Self(Repr::Utf8(text.into()))
    }
}

impl From<String> for PyStr {
    fn from(text: String) -> Self {
        Self(Repr::Utf8(text.into()))
    }
}

impl fmt::Debug for PyStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Utf8(text) => fmt::Debug::fmt(text, f),
            Repr::Wtf8(bytes) => write!(f, "wtf8\"{}\"", bytes.escape_ascii()),
        }
    }
}
