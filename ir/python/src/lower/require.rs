//! Checks of arguments: constants, shapes, axes, enumerations (official `op_impl.py`).

use super::Lowering;
use super::promote::shape_of;
use crate::diagnostic::{Error, Result};
use crate::dtype::{Dtype, Element};
use crate::mid::constant::{Const, EnumValue};
use crate::mid::op::{MemoryOrder, MemoryScope, PaddingMode, RoundingMode};
use crate::mid::types::{ArrayType, TiledViewType};
use crate::mid::{Shape, TileType, Type, Var};
use std::sync::Arc;

/// What a shape argument may be.
#[derive(Debug, Clone, Copy, Default)]
pub struct ShapeRule {
    /// A single integer stands for a shape of rank 1.
    pub single_int: bool,
    /// The rank it must have.
    pub rank: Option<usize>,
    /// `()` is accepted whatever the rank.
    pub allow_0d: bool,
    /// Sizes that are no powers of two are accepted.
    pub any_size: bool,
}

/// What an index argument may be.
#[derive(Debug, Clone, Copy, Default)]
pub struct IndexRule {
    /// Tiles with rank are accepted.
    pub tiles: bool,
    /// Unsigned integers are accepted.
    pub unsigned: bool,
}

/// Axis `axis` of `rank`, counted from the end when negative.
///
/// # Errors
/// No such axis.
pub fn normalize_axis(axis: i64, rank: usize) -> Result<usize> {
    let shifted = if axis < 0 {
        axis.checked_add(rank as i64)
    } else {
        Some(axis)
    };
    shifted
        .and_then(|a| usize::try_from(a).ok())
        .filter(|a| *a < rank)
        .ok_or_else(|| Error::ty(format!("axis is out of range for rank {rank}")).found(axis))
}

impl Lowering<'_> {
    fn expect_constant(&self, var: Var, what: &str) -> Result<&Const> {
        let ty = self.body.ty(var)?;
        self.body.constant(var).ok_or_else(|| {
            Error::ty(format!("expected {what} known while compiling"))
                .found(format!("a value of type {ty} that is not constant"))
                .help("annotate the parameter it comes from as ct.Constant")
                .about(var)
        })
    }

    fn mismatch<T>(&self, var: Var, what: &str) -> Result<T> {
        Err(Error::ty(format!("expected {what}"))
            .found(self.body.ty(var)?)
            .about(var))
    }

    /// Whether a variable is the constant `None`.
    pub fn is_none(&self, var: Var) -> bool {
        matches!(self.body.var(var).ty, Some(Type::None))
    }

    /// A constant integer (not a boolean).
    ///
    /// # Errors
    /// Anything else.
    pub fn constant_int(&self, var: Var) -> Result<i64> {
        let value = self.expect_constant(var, "an integer")?;
        match (self.body.tile(var), value) {
            (Some(t), Const::Int(i))
                if t.is_scalar() && t.dtype().is_some_and(Dtype::is_integral) =>
            {
                i64::try_from(*i).map_err(|_| Error::value("integer is out of range").found(i))
            }
            _ => self.mismatch(var, "an integer"),
        }
    }

    /// A constant integer or `None`.
    ///
    /// # Errors
    /// Anything else.
    pub fn optional_int(&self, var: Var) -> Result<Option<i64>> {
        if self.is_none(var) {
            Ok(None)
        } else {
            self.constant_int(var).map(Some)
        }
    }

    /// A constant boolean.
    ///
    /// # Errors
    /// Anything else.
    pub fn constant_bool(&self, var: Var) -> Result<bool> {
        let value = self.expect_constant(var, "a boolean")?;
        match (self.body.tile(var), value) {
            (Some(t), Const::Bool(b)) if t.is_scalar() => Ok(*b),
            // A boolean constant that went through a typed conversion is kept as 0 or 1.
            (Some(t), Const::Int(i)) if t.is_scalar() && t.dtype() == Some(Dtype::Bool) => {
                Ok(*i != 0)
            }
            _ => self.mismatch(var, "a boolean"),
        }
    }

    /// A constant boolean or `None`.
    ///
    /// # Errors
    /// Anything else.
    pub fn optional_bool(&self, var: Var) -> Result<Option<bool>> {
        if self.is_none(var) {
            Ok(None)
        } else {
            self.constant_bool(var).map(Some)
        }
    }

    /// A constant number.
    ///
    /// # Errors
    /// Anything else.
    pub fn constant_number(&self, var: Var) -> Result<Const> {
        if !self.body.ty(var)?.as_tile().is_some_and(|t| t.is_scalar()) {
            return self.mismatch(var, "a scalar constant");
        }
        let value = self.expect_constant(var, "a scalar")?;
        if value.is_number() {
            Ok(value.clone())
        } else {
            self.mismatch(var, "a number")
        }
    }

    /// A tuple of constant numbers.
    ///
    /// # Errors
    /// Anything else.
    pub fn constant_numbers(&self, var: Var) -> Result<Vec<Const>> {
        self.tuple_items(var)?
            .iter()
            .map(|item| self.constant_number(*item))
            .collect()
    }

    /// A constant string.
    ///
    /// # Errors
    /// Anything else.
    pub fn constant_str(&self, var: Var) -> Result<Arc<str>> {
        match self.body.ty(var)? {
            Type::Str(s) => Ok(s.clone()),
            _ => self.mismatch(var, "a string"),
        }
    }

    /// A constant string or `None`.
    ///
    /// # Errors
    /// Anything else.
    pub fn optional_str(&self, var: Var) -> Result<Option<Arc<str>>> {
        if self.is_none(var) {
            Ok(None)
        } else {
            self.constant_str(var).map(Some)
        }
    }

    /// A data type object.
    ///
    /// # Errors
    /// Anything else.
    pub fn element_arg(&self, var: Var) -> Result<Element> {
        match self.body.ty(var)? {
            Type::Dtype(d) => Ok(*d),
            _ => self.mismatch(var, "a data type"),
        }
    }

    /// A data type object for numbers.
    ///
    /// # Errors
    /// Anything else.
    pub fn dtype_arg(&self, var: Var) -> Result<Dtype> {
        let element = self.element_arg(var)?;
        element
            .dtype()
            .ok_or_else(|| Error::ty("expected a numeric data type").found(element))
    }

    fn enum_arg(&self, var: Var, what: &str) -> Result<Option<EnumValue>> {
        match self.body.ty(var)? {
            Type::None => Ok(None),
            Type::Enum(e) => Ok(Some(*e)),
            _ => self.mismatch(var, what),
        }
    }

    /// A rounding mode or `None`; a string names a member.
    ///
    /// # Errors
    /// Anything else.
    pub fn rounding_arg(&self, var: Var) -> Result<Option<RoundingMode>> {
        const WHAT: &str = "a RoundingMode";
        if let Type::Str(s) = self.body.ty(var)?
            && let Some(EnumValue::Rounding(r)) = enum_member("RoundingMode", s)
        {
            return Ok(Some(r));
        }
        match self.enum_arg(var, WHAT)? {
            None => Ok(None),
            Some(EnumValue::Rounding(r)) => Ok(Some(r)),
            Some(_) => self.mismatch(var, WHAT),
        }
    }

    /// A padding mode; a string names a member.
    ///
    /// # Errors
    /// Anything else.
    pub fn padding_arg(&self, var: Var) -> Result<PaddingMode> {
        const WHAT: &str = "a PaddingMode";
        if let Type::Str(s) = self.body.ty(var)?
            && let Some(EnumValue::Padding(p)) = enum_member("PaddingMode", s)
        {
            return Ok(p);
        }
        match self.enum_arg(var, WHAT)? {
            Some(EnumValue::Padding(p)) => Ok(p),
            _ => self.mismatch(var, WHAT),
        }
    }

    /// A memory order; a string names a member.
    ///
    /// # Errors
    /// Anything else.
    pub fn order_arg(&self, var: Var) -> Result<MemoryOrder> {
        const WHAT: &str = "a MemoryOrder";
        if let Type::Str(s) = self.body.ty(var)?
            && let Some(EnumValue::Order(o)) = enum_member("MemoryOrder", s)
        {
            return Ok(o);
        }
        match self.enum_arg(var, WHAT)? {
            Some(EnumValue::Order(o)) => Ok(o),
            _ => self.mismatch(var, WHAT),
        }
    }

    /// A memory scope; a string names a member.
    ///
    /// # Errors
    /// Anything else.
    pub fn scope_arg(&self, var: Var) -> Result<MemoryScope> {
        const WHAT: &str = "a MemoryScope";
        if let Type::Str(s) = self.body.ty(var)?
            && let Some(EnumValue::Scope(o)) = enum_member("MemoryScope", s)
        {
            return Ok(o);
        }
        match self.enum_arg(var, WHAT)? {
            Some(EnumValue::Scope(o)) => Ok(o),
            _ => self.mismatch(var, WHAT),
        }
    }

    /// A constant tuple of integers; a single integer too where `single_int`.
    ///
    /// # Errors
    /// Anything else.
    pub fn int_tuple(&self, var: Var, single_int: bool) -> Result<Vec<i64>> {
        self.expect_constant(var, "a tuple of integers")?;
        match self.body.ty(var)? {
            Type::Tile(t) if single_int && t.is_scalar() => Ok(vec![self.constant_int(var)?]),
            Type::Tuple(_) => self
                .tuple_items(var)?
                .iter()
                .map(|item| self.constant_int(*item))
                .collect(),
            _ => self.mismatch(var, "a tuple of integers"),
        }
    }

    /// A constant shape.
    ///
    /// # Errors
    /// Another rank, sizes that are not positive powers of two, anything else.
    pub fn shape_arg(&self, var: Var, rule: ShapeRule) -> Result<Shape> {
        let dims = self.int_tuple(var, rule.single_int)?;
        let shape = shape_of(&dims)?;
        if let Some(rank) = rule.rank
            && rank != dims.len()
            && !(rule.allow_0d && dims.is_empty())
        {
            return Err(Error::ty(format!("expected a shape of {rank} dimensions")).found(shape));
        }
        for &d in &dims {
            if d <= 0 {
                return Err(Error::ty("sizes of a shape must be positive").found(shape));
            }
            if !rule.any_size && d & (d - 1) != 0 {
                return Err(Error::ty("sizes of a tile must be powers of two")
                    .found(shape)
                    .help("take the next power of two, and mask what is beyond"));
            }
        }
        Ok(shape)
    }

    /// An order of axes: `'C'`, `'F'` or a permutation.
    ///
    /// # Errors
    /// Anything else.
    pub fn axis_order(&self, var: Var, rank: usize) -> Result<Vec<u32>> {
        if let Type::Str(s) = self.body.ty(var)? {
            return match &**s {
                "C" => Ok((0..rank as u32).collect()),
                "F" => Ok((0..rank as u32).rev().collect()),
                _ => self.mismatch(var, "'C', 'F' or a tuple of axes"),
            };
        }
        let axes = self.int_tuple(var, false)?;
        if axes.len() != rank {
            return Err(Error::ty(format!("expected an order of {rank} axes")).found(axes.len()));
        }
        let mut out = Vec::with_capacity(rank);
        for a in axes {
            let a = normalize_axis(a, rank)? as u32;
            if out.contains(&a) {
                return Err(
                    Error::ty("an order of axes must be a permutation; axis is repeated").found(a),
                );
            }
            out.push(a);
        }
        Ok(out)
    }

    /// A tile, pointers included.
    ///
    /// # Errors
    /// Anything else.
    pub fn tile(&self, var: Var) -> Result<TileType> {
        match self.body.ty(var)? {
            Type::Tile(t) => Ok(*t),
            _ => self.mismatch(var, "a tile"),
        }
    }

    /// A tile of numbers, and their type.
    ///
    /// # Errors
    /// Anything else.
    pub fn numeric_tile(&self, var: Var) -> Result<(TileType, Dtype)> {
        let tile = self.tile(var)?;
        match tile.dtype() {
            Some(dtype) => Ok((tile, dtype)),
            None => self.mismatch(var, "a tile of numbers"),
        }
    }

    /// A scalar, pointers included.
    ///
    /// # Errors
    /// Anything else.
    pub fn scalar(&self, var: Var) -> Result<TileType> {
        match self.body.ty(var)? {
            Type::Tile(t) if t.is_scalar() => Ok(*t),
            _ => self.mismatch(var, "a scalar"),
        }
    }

    /// A scalar number, and its type.
    ///
    /// # Errors
    /// Anything else.
    pub fn numeric_scalar(&self, var: Var) -> Result<Dtype> {
        match self.scalar(var)?.dtype() {
            Some(dtype) => Ok(dtype),
            None => self.mismatch(var, "a number"),
        }
    }

    /// A scalar signed integer, and its type.
    ///
    /// # Errors
    /// Anything else.
    pub fn signed_scalar(&self, var: Var) -> Result<Dtype> {
        match self.scalar(var)?.dtype() {
            Some(d) if d.is_integral() && d.is_signed() => Ok(d),
            _ => self.mismatch(var, "a signed integer scalar"),
        }
    }

    /// A scalar boolean.
    ///
    /// # Errors
    /// Anything else.
    pub fn bool_scalar(&self, var: Var) -> Result<()> {
        match self.body.ty(var)? {
            Type::Tile(t) if t.is_scalar() && t.dtype() == Some(Dtype::Bool) => Ok(()),
            _ => self.mismatch(var, "a boolean"),
        }
    }

    /// An array.
    ///
    /// # Errors
    /// Anything else.
    pub fn array(&self, var: Var) -> Result<Arc<ArrayType>> {
        match self.body.ty(var)? {
            Type::Array(a) => Ok(a.clone()),
            _ => self.mismatch(var, "an array"),
        }
    }

    /// What `Array.tiled_view()` returned.
    ///
    /// # Errors
    /// Anything else.
    pub fn tiled_view(&self, var: Var) -> Result<Arc<TiledViewType>> {
        match self.body.ty(var)? {
            Type::TiledView(v) => Ok(v.clone()),
            _ => self.mismatch(var, "a tiled view"),
        }
    }

    /// Items of a tuple.
    ///
    /// # Errors
    /// Anything else.
    pub fn tuple_items(&self, var: Var) -> Result<Arc<[Var]>> {
        match (self.body.ty(var)?, self.body.aggregate(var)) {
            (Type::Tuple(_), Some(parts)) => Ok(parts.0.clone()),
            _ => self.mismatch(var, "a tuple"),
        }
    }

    /// Parts of an aggregate variable.
    ///
    /// # Errors
    /// A variable without parts.
    pub fn parts(&self, var: Var) -> Result<Arc<[Var]>> {
        match self.body.aggregate(var) {
            Some(parts) => Ok(parts.0.clone()),
            None => self.mismatch(var, "an object with parts"),
        }
    }

    /// An index: a tuple of integer scalars (or tiles), or a single one, as a list.
    ///
    /// # Errors
    /// Anything else.
    pub fn index_items(&self, var: Var, rule: IndexRule) -> Result<Arc<[Var]>> {
        let items = match self.body.ty(var)? {
            Type::Tuple(_) => self.tuple_items(var)?,
            _ => Arc::from([var]),
        };
        for &item in items.iter() {
            let ok = self.body.ty(item)?.as_tile().is_some_and(|t| {
                (rule.tiles || t.is_scalar())
                    && t.dtype()
                        .is_some_and(|d| d.is_integral() && (rule.unsigned || d.is_signed()))
            });
            if !ok {
                return self.mismatch(item, "an integer index, or a tuple of them");
            }
        }
        Ok(items)
    }

    /// Something that can be called: function, method, closure or data type.
    ///
    /// # Errors
    /// Anything else.
    pub fn callable(&self, var: Var) -> Result<()> {
        match self.body.ty(var)? {
            Type::Builtin(_)
            | Type::Function(_)
            | Type::BoundMethod(_)
            | Type::Closure(_)
            | Type::Dtype(Element::Scalar(_)) => Ok(()),
            _ => self.mismatch(var, "a function"),
        }
    }
}

/// The member `name` of a `cuda.tile` enumeration.
pub fn enum_member(class: &str, name: &str) -> Option<EnumValue> {
    use EnumValue::{Order, Padding, Rounding, Scope};
    Some(match (class, name) {
        ("RoundingMode", "RN") => Rounding(RoundingMode::Rn),
        ("RoundingMode", "RZ") => Rounding(RoundingMode::Rz),
        ("RoundingMode", "RM") => Rounding(RoundingMode::Rm),
        ("RoundingMode", "RP") => Rounding(RoundingMode::Rp),
        ("RoundingMode", "RA") => Rounding(RoundingMode::Ra),
        ("RoundingMode", "FULL") => Rounding(RoundingMode::Full),
        ("RoundingMode", "APPROX") => Rounding(RoundingMode::Approx),
        ("RoundingMode", "RZI") => Rounding(RoundingMode::Rzi),
        ("PaddingMode", "UNDETERMINED") => Padding(PaddingMode::Undetermined),
        ("PaddingMode", "ZERO") => Padding(PaddingMode::Zero),
        ("PaddingMode", "NEG_ZERO") => Padding(PaddingMode::NegZero),
        ("PaddingMode", "NAN") => Padding(PaddingMode::Nan),
        ("PaddingMode", "POS_INF") => Padding(PaddingMode::PosInf),
        ("PaddingMode", "NEG_INF") => Padding(PaddingMode::NegInf),
        ("MemoryOrder", "WEAK") => Order(MemoryOrder::Weak),
        ("MemoryOrder", "RELAXED") => Order(MemoryOrder::Relaxed),
        ("MemoryOrder", "ACQUIRE") => Order(MemoryOrder::Acquire),
        ("MemoryOrder", "RELEASE") => Order(MemoryOrder::Release),
        ("MemoryOrder", "ACQ_REL") => Order(MemoryOrder::AcqRel),
        ("MemoryScope", "NONE") => Scope(MemoryScope::None),
        ("MemoryScope", "BLOCK") => Scope(MemoryScope::Block),
        ("MemoryScope", "CLUSTER") => Scope(MemoryScope::Cluster),
        ("MemoryScope", "DEVICE") => Scope(MemoryScope::Device),
        ("MemoryScope", "SYS") => Scope(MemoryScope::Sys),
        _ => return None,
    })
}
