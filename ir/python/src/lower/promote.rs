//! Common types of operands and broadcasting of shapes (official `ops_utils.py`, promotion part).

use super::Lowering;
use crate::diagnostic::{Error, Result};
use crate::dtype::{Category, Dtype, Element};
use crate::mid::types::MAX_RANK;
use crate::mid::{Const, Shape, TileType, Type, Var};

/// A tile, or a constant whose type bends.
#[derive(Debug, Clone, PartialEq)]
pub enum Tensor {
    /// A constant number.
    Loose(Const),
    /// A tile.
    Tile(TileType),
}

impl Tensor {
    /// Element type; that of a constant is the one Python's value has by itself.
    ///
    /// # Errors
    /// An integer constant that fits no type.
    pub fn element(&self) -> Result<Element> {
        match self {
            Tensor::Loose(c) => dtype_of_number(c).map(Element::from),
            Tensor::Tile(t) => Ok(t.element),
        }
    }

    /// Shape; empty for a constant.
    pub fn shape(&self) -> Shape {
        match self {
            Tensor::Loose(_) => Shape::SCALAR,
            Tensor::Tile(t) => t.shape,
        }
    }

    /// Whether it is a constant whose type bends.
    pub fn is_loose(&self) -> bool {
        matches!(self, Tensor::Loose(_))
    }
}

/// The type Python's number has by itself.
///
/// # Errors
/// An integer that fits no type, a value that is no number.
pub fn dtype_of_number(value: &Const) -> Result<Dtype> {
    match value {
        Const::Bool(_) => Ok(Dtype::Bool),
        Const::Float(_) => Ok(Dtype::DEFAULT_FLOAT),
        Const::Int(i) => [Dtype::Int32, Dtype::Int64, Dtype::UInt64]
            .into_iter()
            .find(|d| fits(*i, *d))
            .ok_or_else(|| {
                Error::value("integer constant is out of range of every integer type").found(i)
            }),
        other => Err(Error::ty("expected a number").found(other)),
    }
}

/// Whether an integer type holds `value`.
pub fn fits(value: i128, dtype: Dtype) -> bool {
    dtype
        .integer_range()
        .is_some_and(|(lo, hi)| (lo..=hi).contains(&value))
}

/// The shape both broadcast to; `None` when there is none.
pub fn broadcast_shapes(a: &Shape, b: &Shape) -> Option<Shape> {
    let rank = a.len().max(b.len());
    let mut out = Shape::splat(1, rank);
    for (i, slot) in out.iter_mut().rev().enumerate() {
        let size = |s: &Shape| s.len().checked_sub(i + 1).map_or(1, |k| s[k]);
        let (x, y) = (size(a), size(b));
        if x != y && x != 1 && y != 1 {
            return None;
        }
        *slot = x.max(y);
    }
    Some(out)
}

/// Whether `from` broadcasts to `to`.
pub fn is_broadcastable_to(from: &Shape, to: &Shape) -> bool {
    from.len() <= to.len()
        && from
            .iter()
            .rev()
            .zip(to.iter().rev())
            .all(|(a, b)| a == b || *a == 1)
}

/// A shape from a list, refusing ranks beyond [`MAX_RANK`].
///
/// # Errors
/// Too many dimensions.
pub fn shape_of(dims: &[i64]) -> Result<Shape> {
    Shape::new(dims).ok_or_else(|| {
        Error::limit(format!("more than {MAX_RANK} dimensions are not supported")).found(dims.len())
    })
}

/// The shape of two operands.
///
/// # Errors
/// Shapes that do not broadcast to each other.
pub fn common_shape(a: &Shape, b: &Shape) -> Result<Shape> {
    broadcast_shapes(a, b).ok_or_else(|| {
        Error::ty("shapes do not broadcast to a common shape").found(format!("{a} and {b}"))
    })
}

/// The common type of two typed operands; `force_float` for true division.
///
/// # Errors
/// Types that need an explicit cast.
pub fn promote_dtypes(a: Element, b: Element, force_float: bool) -> Result<Element> {
    let is_float = |e: Element| e.dtype().is_some_and(Dtype::is_float);
    if a == b && (!force_float || is_float(a)) {
        return Ok(a);
    }
    let refuse = || {
        Error::ty("operand types have no common type")
            .found(format!("{a} and {b}"))
            .help("convert one of them with astype()")
    };
    let (Element::Scalar(x), Element::Scalar(y)) = (a, b) else {
        return Err(refuse());
    };
    if x.category() == Category::RestrictedFloat || y.category() == Category::RestrictedFloat {
        return Err(refuse());
    }
    let common = x.promote(y).ok_or_else(refuse)?;
    Ok(if force_float && !common.is_float() {
        Dtype::DEFAULT_FLOAT
    } else {
        common
    }
    .into())
}

fn promote_with_constant(typed: Element, constant: &Const, force_float: bool) -> Result<Element> {
    let Element::Scalar(dtype) = typed else {
        return Err(Error::ty("a pointer cannot be combined with a number").found(typed));
    };
    let loose = dtype_of_number(constant)?;
    let category = match dtype.category() {
        Category::RestrictedFloat => Category::Float,
        c => c,
    };
    let common = if loose.category() == category {
        if let (Category::Integral, false, Const::Int(i)) = (category, force_float, constant)
            && !fits(*i, dtype)
        {
            return Err(
                Error::value(format!("integer constant is out of range of {dtype}")).found(i),
            );
        }
        dtype
    } else if loose.category() > category {
        loose
    } else {
        dtype
    };
    Ok(if force_float && !common.is_float() {
        Dtype::DEFAULT_FLOAT
    } else {
        common
    }
    .into())
}

/// The common element type of two operands.
///
/// # Errors
/// Types that need an explicit cast, a constant out of range.
pub fn promote_elements(a: &Tensor, b: &Tensor, force_float: bool) -> Result<Element> {
    match (a, b) {
        (Tensor::Loose(_), Tensor::Loose(_)) => {
            promote_dtypes(a.element()?, b.element()?, force_float)
        }
        (Tensor::Loose(c), Tensor::Tile(t)) | (Tensor::Tile(t), Tensor::Loose(c)) => {
            promote_with_constant(t.element, c, force_float)
        }
        (Tensor::Tile(x), Tensor::Tile(y)) => promote_dtypes(x.element, y.element, force_float),
    }
}

/// The common type of two operands: element and shape.
///
/// # Errors
/// As for [`promote_elements`], and shapes that do not broadcast.
pub fn promote_types(a: &Tensor, b: &Tensor, force_float: bool) -> Result<TileType> {
    let element = promote_elements(a, b, force_float)?;
    Ok(TileType {
        element,
        shape: common_shape(&a.shape(), &b.shape())?,
    })
}

impl Lowering<'_> {
    /// What a variable takes part in promotion as.
    ///
    /// # Errors
    /// A variable that is neither a tile nor a number.
    pub fn tensor(&self, var: Var) -> Result<Tensor> {
        match self.body.loose_type(var)? {
            Type::Loose(c) => Ok(Tensor::Loose(c.clone())),
            Type::Tile(t) => Ok(Tensor::Tile(*t)),
            other => Err(Error::ty("expected a tile or a number").found(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_broadcast_from_the_right() {
        let s = |d: &[i64]| Shape::new(d).unwrap();
        assert_eq!(broadcast_shapes(&s(&[4, 1]), &s(&[8])), Some(s(&[4, 8])));
        assert_eq!(broadcast_shapes(&s(&[]), &s(&[2, 3])), Some(s(&[2, 3])));
        assert_eq!(broadcast_shapes(&s(&[4]), &s(&[8])), None);
        assert!(is_broadcastable_to(&s(&[1, 8]), &s(&[4, 8])));
        assert!(!is_broadcastable_to(&s(&[1, 4, 8]), &s(&[4, 8])));
    }

    #[test]
    fn constants_bend_within_their_category() {
        let tile = |d: Dtype| Tensor::Tile(TileType::new(d, Shape::SCALAR));
        let int = |i| Tensor::Loose(Const::Int(i));
        let half = Tensor::Loose(Const::Float(0.5));
        let p =
            |a: &Tensor, b: &Tensor| promote_elements(a, b, false).ok().and_then(Element::dtype);
        assert_eq!(p(&tile(Dtype::Int8), &int(100)), Some(Dtype::Int8));
        assert_eq!(p(&tile(Dtype::Int8), &int(200)), None);
        assert_eq!(p(&tile(Dtype::Float16), &half), Some(Dtype::Float16));
        assert_eq!(p(&tile(Dtype::Int64), &half), Some(Dtype::Float32));
        assert_eq!(p(&tile(Dtype::Bool), &int(1)), Some(Dtype::Int32));
        assert_eq!(p(&tile(Dtype::Float8E5M2), &half), Some(Dtype::Float8E5M2));
        assert_eq!(p(&int(1 << 40), &int(1)), Some(Dtype::Int64));
    }
}
