//! Operations of one operand: absolute value, negation, exponentials, trigonometry, bits, `not`
//! (official `arithmetic_ops.py`, part on unary operations).

use super::Lowering;
use super::arithmetic::{FloatOptions, MathFunction};
use super::dispatch::Args;
use super::number;
use super::promote::Tensor;
use crate::diagnostic::{Error, Result};
use crate::dtype::{Category, Dtype};
use crate::mid::op::{Predicate, UnaryKind};
use crate::mid::{Const, Op, Type, Var};

/// What happens to operands of a category of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Handling {
    /// They are used as they are.
    Keep,
    /// They become the default integer type.
    ToInt,
    /// They become the default float type.
    ToFloat,
    /// They are refused.
    Refuse,
}

/// What a function does with booleans, integers and floats.
#[derive(Debug, Clone, Copy)]
struct Behavior {
    booleans: Handling,
    integers: Handling,
    floats: Handling,
}

impl Behavior {
    fn of(kind: UnaryKind) -> Behavior {
        use Handling::{Keep, Refuse, ToFloat, ToInt};
        let (booleans, integers, floats) = match kind {
            UnaryKind::Abs => (Keep, Keep, Keep),
            UnaryKind::Neg => (ToInt, Keep, Keep),
            UnaryKind::Invert | UnaryKind::BitwiseNot => (Keep, Keep, Refuse),
            UnaryKind::Floor | UnaryKind::Ceil => (Refuse, Refuse, Keep),
            UnaryKind::Exp
            | UnaryKind::Exp2
            | UnaryKind::Sin
            | UnaryKind::Cos
            | UnaryKind::Sinh
            | UnaryKind::Cosh
            | UnaryKind::Tan
            | UnaryKind::Tanh
            | UnaryKind::Log
            | UnaryKind::Log2
            | UnaryKind::Sqrt
            | UnaryKind::Rsqrt => (ToFloat, ToFloat, Keep),
        };
        Behavior {
            booleans,
            integers,
            floats,
        }
    }

    fn handling(self, dtype: Dtype) -> Handling {
        match dtype.category() {
            Category::Boolean => self.booleans,
            Category::Integral => self.integers,
            Category::Float | Category::RestrictedFloat => self.floats,
        }
    }
}

impl Lowering<'_> {
    /// An operation of one operand, its type kept.
    ///
    /// # Errors
    /// Something other than a tile.
    pub fn unary_raw(
        &mut self,
        kind: UnaryKind,
        operand: Var,
        options: FloatOptions,
    ) -> Result<Var> {
        let ty = Type::Tile(self.tile(operand)?);
        let op = Op::Unary {
            operand,
            kind,
            rounding_mode: options.rounding_mode,
            flush_to_zero: options.flush_to_zero,
        };
        self.add(op, ty)
    }

    /// An operation of one operand with conversion and constant folding.
    ///
    /// # Errors
    /// A type that the function does not take, options that do not fit, a constant outside of
    /// the function's domain.
    pub fn unary(&mut self, kind: UnaryKind, x: Var, options: FloatOptions) -> Result<Var> {
        let tensor = self.tensor(x)?;
        if let Tensor::Loose(value) = &tensor {
            return self.loose_const(number::unary(kind, value)?);
        }
        let element = tensor.element()?;
        let refuse = || {
            Err(Error::ty(format!("{kind:?} does not take operands of this type")).found(element))
        };
        let Some(dtype) = element.dtype() else {
            return refuse();
        };
        let x = match Behavior::of(kind).handling(dtype) {
            Handling::Keep => x,
            Handling::ToInt => self.astype(x, Dtype::DEFAULT_INT)?,
            Handling::ToFloat => self.astype(x, Dtype::DEFAULT_FLOAT)?,
            Handling::Refuse => return refuse(),
        };
        let tile = self.tile(x)?;
        if let Some(value) = self.body.constant(x) {
            let value = number::unary(kind, value)?;
            return self.typed_const(value, Type::Tile(tile));
        }
        self.check_float_options(MathFunction::Unary(kind), options, tile.dtype())?;
        self.unary_raw(kind, x, options)
    }

    pub(super) fn ct_unary(&mut self, kind: UnaryKind, args: &Args) -> Result<Option<Var>> {
        let [x] = args.vars()?;
        self.tile(x)?;
        self.unary(kind, x, FloatOptions::default()).map(Some)
    }

    pub(super) fn ct_unary_flushing(
        &mut self,
        kind: UnaryKind,
        args: &Args,
    ) -> Result<Option<Var>> {
        let [x, flush_to_zero] = args.vars()?;
        let options = FloatOptions {
            flush_to_zero: self.constant_bool(flush_to_zero)?,
            ..FloatOptions::default()
        };
        self.tile(x)?;
        self.unary(kind, x, options).map(Some)
    }

    pub(super) fn ct_unary_rounding(
        &mut self,
        kind: UnaryKind,
        args: &Args,
    ) -> Result<Option<Var>> {
        let [x, rounding_mode] = args.vars()?;
        self.tile(x)?;
        let options = FloatOptions {
            rounding_mode: self.rounding_arg(rounding_mode)?,
            ..FloatOptions::default()
        };
        self.unary(kind, x, options).map(Some)
    }

    pub(super) fn ct_sqrt(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x, rounding_mode, flush_to_zero] = args.vars()?;
        self.tile(x)?;
        let options = FloatOptions {
            rounding_mode: self.rounding_arg(rounding_mode)?,
            flush_to_zero: self.constant_bool(flush_to_zero)?,
            propagate_nan: false,
        };
        self.unary(UnaryKind::Sqrt, x, options).map(Some)
    }

    pub(super) fn ct_isnan(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x] = args.vars()?;
        let is_nan = |value: &Const| {
            let number = value.as_float();
            let number = number.ok_or_else(|| Error::ty("expected a number").found(value))?;
            Ok(Const::Bool(number.is_nan()))
        };
        let tile = match self.tensor(x)? {
            Tensor::Loose(value) => return self.loose_const(is_nan(&value)?).map(Some),
            Tensor::Tile(tile) => tile,
        };
        if !tile.dtype().is_some_and(Dtype::is_float) {
            return Err(Error::ty("isnan() takes floats").found(Type::Tile(tile)));
        }
        if let Some(value) = self.body.constant(x) {
            let value = is_nan(value)?;
            let ty = Type::Tile(tile.with_element(Dtype::Bool));
            return self.typed_const(value, ty).map(Some);
        }
        self.compare_raw(Predicate::Ne, x, x).map(Some)
    }

    /// `not x` of a tile or number.
    ///
    /// # Errors
    /// Pointers.
    pub fn logical_not(&mut self, x: Var) -> Result<Var> {
        if let Tensor::Loose(value) = self.tensor(x)? {
            let truth = !is_true(&value)?;
            return self.loose_const(Const::Bool(truth));
        }
        self.numeric_tile(x)?;
        let x = self.astype(x, Dtype::Bool)?;
        if let Some(value) = self.body.constant(x) {
            let truth = !is_true(value)?;
            let ty = Type::Tile(self.tile(x)?);
            return self.typed_const(Const::Bool(truth), ty);
        }
        self.unary_raw(UnaryKind::Invert, x, FloatOptions::default())
    }

    /// `+x` of a tile or number.
    ///
    /// # Errors
    /// Pointers.
    pub fn positive(&mut self, x: Var) -> Result<Var> {
        match self.tensor(x)? {
            Tensor::Loose(Const::Bool(b)) => self.loose_const(Const::Int(b.into())),
            Tensor::Loose(value) => self.loose_const(value),
            Tensor::Tile(_) => match self.numeric_tile(x)?.1 {
                Dtype::Bool => self.astype(x, Dtype::DEFAULT_INT),
                _ => Ok(x),
            },
        }
    }
}

fn is_true(value: &Const) -> Result<bool> {
    match value.as_float() {
        Some(f) => Ok(f != 0.0),
        None => Err(Error::ty("expected a number").found(value)),
    }
}
