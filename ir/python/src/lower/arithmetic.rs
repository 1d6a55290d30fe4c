//! Operations of two operands: arithmetic, comparison, bits, shifts, modulo, power, `where`
//! (official `arithmetic_ops.py`).
//!
//! Each has a `_raw` form on operands of one type and a form that promotes, broadcasts and
//! folds constants.

use super::Lowering;
use super::number;
use super::promote::{Tensor, promote_types};
use crate::diagnostic::{Error, Kind, Result};
use crate::dtype::Dtype;
use crate::lower::BytecodeVersion;
use crate::mid::op::{ArithmeticKind, BitwiseKind, Predicate, RoundingMode, ShiftKind, UnaryKind};
use crate::mid::{Const, Op, TileType, Type, Var};

/// Options of an arithmetic operation on floats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FloatOptions {
    /// Rounding, where it is not the default.
    pub rounding_mode: Option<RoundingMode>,
    /// Subnormal numbers become 0.
    pub flush_to_zero: bool,
    /// `min` and `max` give NaN when an operand is NaN.
    pub propagate_nan: bool,
}

/// What an operation is, for checking its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MathFunction {
    /// Of two operands.
    Binary(ArithmeticKind),
    /// Of one operand.
    Unary(UnaryKind),
}

impl Lowering<'_> {
    /// Refuses rounding modes and flushing where the operation or the type has none.
    ///
    /// # Errors
    /// As said.
    pub fn check_float_options(
        &self,
        function: MathFunction,
        options: FloatOptions,
        dtype: Option<Dtype>,
    ) -> Result<()> {
        use ArithmeticKind::{Add, Max, Min, Mul, Sub, TrueDiv};
        use MathFunction::{Binary, Unary};
        use UnaryKind::{Exp, Exp2, Rsqrt, Sqrt, Tanh};
        let refuse = |what: &str| {
            Err(Error::ty(format!("{what} is not supported here")).found(format!("{function:?}")))
        };
        if let Some(mode) = options.rounding_mode {
            use RoundingMode::{Approx, Full, Rm, Rn, Rp, Rz};
            let basic = matches!(mode, Rn | Rz | Rm | Rp);
            let since = match function {
                Binary(Add | Sub | Mul) if basic => None,
                Binary(TrueDiv) if basic || matches!(mode, Full | Approx) => None,
                Unary(Sqrt) if basic || mode == Approx => None,
                Unary(Tanh | Exp) if mode == Full => None,
                Unary(Tanh) if mode == Approx => Some(BytecodeVersion::V13_2),
                Unary(Exp) if mode == Approx => Some(BytecodeVersion::V13_3),
                _ => return refuse("this rounding mode"),
            };
            if let Some(since) = since {
                self.need_version(since, "this rounding mode")?;
            }
            if !dtype.is_some_and(Dtype::is_unrestricted_float) {
                return Err(Error::ty("a rounding mode needs a float type"));
            }
            if matches!(mode, Full | Approx) && dtype != Some(Dtype::Float32) {
                return Err(Error::ty("this rounding mode needs float32"));
            }
        }
        if options.flush_to_zero {
            if !matches!(
                function,
                Binary(Add | Sub | Mul | TrueDiv | Max | Min) | Unary(Exp2 | Sqrt | Rsqrt)
            ) {
                return refuse("flush_to_zero");
            }
            if dtype != Some(Dtype::Float32) {
                return Err(Error::ty("flush_to_zero needs float32"));
            }
        }
        Ok(())
    }

    fn common_tile(&self, x: Var, y: Var) -> Result<TileType> {
        let (a, b) = (self.tile(x)?, self.tile(y)?);
        if a != b {
            return Err(
                Error::new(Kind::Type, "operands must have the same type").found(format!(
                    "{} and {}",
                    Type::Tile(a),
                    Type::Tile(b)
                )),
            );
        }
        Ok(a)
    }

    /// Promotes and broadcasts both operands to `ty`; their values when both are constant.
    fn promote_both(
        &mut self,
        x: Var,
        y: Var,
        ty: TileType,
    ) -> Result<(Var, Var, Option<(Const, Const)>)> {
        let x = self.promote_to(x, ty)?;
        let y = self.promote_to(y, ty)?;
        let values = self
            .body
            .constant(x)
            .cloned()
            .zip(self.body.constant(y).cloned());
        Ok((x, y, values))
    }

    /// Arithmetic on operands of one type.
    ///
    /// # Errors
    /// Operands of different types, options that do not fit.
    pub fn arithmetic_raw(
        &mut self,
        kind: ArithmeticKind,
        lhs: Var,
        rhs: Var,
        options: FloatOptions,
    ) -> Result<Var> {
        let tile = self.common_tile(lhs, rhs)?;
        self.check_float_options(MathFunction::Binary(kind), options, tile.dtype())?;
        let FloatOptions {
            rounding_mode,
            flush_to_zero,
            propagate_nan,
        } = options;
        let op = Op::Arithmetic {
            lhs,
            rhs,
            kind,
            rounding_mode,
            flush_to_zero,
            propagate_nan,
        };
        self.add(op, Type::Tile(tile))
    }

    /// Arithmetic with promotion, broadcasting and constant folding.
    ///
    /// # Errors
    /// Types without a common one, shapes that do not broadcast, booleans, division by a
    /// constant zero.
    pub fn arithmetic(&mut self, kind: ArithmeticKind, x: Var, y: Var) -> Result<Var> {
        self.arithmetic_with(kind, x, y, FloatOptions::default())
    }

    /// [`Lowering::arithmetic`] with options.
    ///
    /// # Errors
    /// As for [`Lowering::arithmetic`], and options that do not fit.
    pub fn arithmetic_with(
        &mut self,
        kind: ArithmeticKind,
        x: Var,
        y: Var,
        options: FloatOptions,
    ) -> Result<Var> {
        let (a, b) = (self.tensor(x)?, self.tensor(y)?);
        for t in [&a, &b] {
            let element = t.element()?;
            if !element.dtype().is_some_and(Dtype::is_arithmetic) {
                return Err(Error::ty("type has no arithmetic").found(element).help(
                    "convert the operand to a type with arithmetic, such as float32, first",
                ));
            }
        }
        if let (Tensor::Loose(a), Tensor::Loose(b)) = (&a, &b) {
            return self.loose_const(number::arithmetic(kind, a, b)?);
        }
        let common = promote_types(&a, &b, kind == ArithmeticKind::TrueDiv)?;
        if common.dtype() == Some(Dtype::Bool) {
            return Err(
                Error::ty("booleans have no arithmetic").help("convert them to an integer type")
            );
        }
        let (x, y, values) = self.promote_both(x, y, common)?;
        if let Some((a, b)) = values {
            return self.typed_const(number::arithmetic(kind, &a, &b)?, Type::Tile(common));
        }
        self.arithmetic_raw(kind, x, y, options)
    }

    /// Comparison of operands of one type.
    ///
    /// # Errors
    /// Operands of different types.
    pub fn compare_raw(&mut self, predicate: Predicate, lhs: Var, rhs: Var) -> Result<Var> {
        let tile = self.common_tile(lhs, rhs)?;
        let ty = Type::Tile(tile.with_element(Dtype::Bool));
        self.add(
            Op::Compare {
                lhs,
                rhs,
                predicate,
            },
            ty,
        )
    }

    /// Comparison with promotion, broadcasting and constant folding.
    ///
    /// # Errors
    /// Types without a common one, shapes that do not broadcast.
    pub fn compare(&mut self, predicate: Predicate, x: Var, y: Var) -> Result<Var> {
        let (a, b) = (self.tensor(x)?, self.tensor(y)?);
        if let (Tensor::Loose(a), Tensor::Loose(b)) = (&a, &b) {
            return self.loose_const(Const::Bool(number::compare(predicate, a, b)?));
        }
        let common = promote_types(&a, &b, false)?;
        let (x, y, values) = self.promote_both(x, y, common)?;
        if let Some((a, b)) = values {
            let value = Const::Bool(number::compare(predicate, &a, &b)?);
            return self.typed_const(value, Type::Tile(common.with_element(Dtype::Bool)));
        }
        self.compare_raw(predicate, x, y)
    }

    /// Bitwise operation on operands of one type.
    ///
    /// # Errors
    /// Operands of different types.
    pub fn bitwise_raw(&mut self, kind: BitwiseKind, lhs: Var, rhs: Var) -> Result<Var> {
        let tile = self.common_tile(lhs, rhs)?;
        self.add(Op::Bitwise { lhs, rhs, kind }, Type::Tile(tile))
    }

    /// Bitwise operation with promotion of constants, broadcasting and folding.
    ///
    /// # Errors
    /// Floats, different types, shapes that do not broadcast.
    pub fn bitwise(&mut self, kind: BitwiseKind, x: Var, y: Var) -> Result<Var> {
        let (a, b) = (self.tensor(x)?, self.tensor(y)?);
        if let (Tensor::Loose(a), Tensor::Loose(b)) = (&a, &b) {
            return self.loose_const(number::bitwise(kind, a, b)?);
        }
        let (p, q) = (a.element()?, b.element()?);
        let has_bits = |d: Dtype| d.is_integral() || d.is_boolean();
        let (Some(p), Some(q)) = (
            p.dtype().filter(|d| has_bits(*d)),
            q.dtype().filter(|d| has_bits(*d)),
        ) else {
            return Err(Error::ty("bitwise operations need integers or booleans")
                .found(format!("{p} and {q}"))
                .help("use ct.bitcast()"));
        };
        if a.is_loose() == b.is_loose() && p != q {
            return Err(Error::ty("bitwise operands must have the same data type")
                .found(format!("{p} and {q}")));
        }
        if matches!(
            (p, q),
            (Dtype::Bool, Dtype::Int8) | (Dtype::Int8, Dtype::Bool)
        ) {
            return Err(Error::ty("bitwise operations do not mix bool and int8"));
        }
        let common = promote_types(&a, &b, false)?;
        let (x, y, values) = self.promote_both(x, y, common)?;
        if let Some((a, b)) = values {
            return self.typed_const(number::bitwise(kind, &a, &b)?, Type::Tile(common));
        }
        self.bitwise_raw(kind, x, y)
    }

    /// Shift with promotion, broadcasting and folding.
    ///
    /// # Errors
    /// Operands that are no integers, shapes that do not broadcast.
    pub fn shift(&mut self, kind: ShiftKind, x: Var, y: Var) -> Result<Var> {
        let (a, b) = (self.tensor(x)?, self.tensor(y)?);
        if let (Tensor::Loose(a), Tensor::Loose(b)) = (&a, &b) {
            return self.loose_const(number::shift(kind, a, b)?);
        }
        for t in [&a, &b] {
            let element = t.element()?;
            if !element.dtype().is_some_and(Dtype::is_integral) {
                return Err(Error::ty("shifts need integers").found(element));
            }
        }
        let common = promote_types(&a, &b, false)?;
        let (lhs, rhs, values) = self.promote_both(x, y, common)?;
        if let Some((a, b)) = values {
            return self.typed_const(number::shift(kind, &a, &b)?, Type::Tile(common));
        }
        self.add(Op::Shift { lhs, rhs, kind }, Type::Tile(common))
    }

    /// Power: a float to a small integer type has its own operation from bytecode 13.4 on.
    ///
    /// # Errors
    /// As for [`Lowering::arithmetic`].
    pub fn pow(&mut self, x: Var, y: Var) -> Result<Var> {
        let (a, b) = (self.tensor(x)?, self.tensor(y)?);
        let both_constant = a.is_loose() && b.is_loose();
        let exponent_type = b.element()?.dtype().and_then(small_integer);
        let base = a.element()?;
        if let (false, true, Some(exponent_type)) = (
            both_constant,
            base.dtype().is_some_and(Dtype::is_unrestricted_float),
            exponent_type,
        ) && self.options.version >= BytecodeVersion::V13_4
        {
            let shape = super::promote::common_shape(&a.shape(), &b.shape())?;
            let ty = TileType::new(base, shape);
            let base = self.promote_to(x, ty)?;
            let exponent = self.promote_to(y, TileType::new(exponent_type, shape))?;
            return self.add(Op::FPowI { base, exponent }, Type::Tile(ty));
        }
        self.arithmetic(ArithmeticKind::Pow, x, y)
    }

    /// Python's modulo on operands of one type: C's remainder, then a correction of the sign.
    ///
    /// # Errors
    /// Operands of different types.
    pub fn modulo_raw(&mut self, x: Var, y: Var) -> Result<Var> {
        let value = self.arithmetic_raw(ArithmeticKind::CMod, x, y, FloatOptions::default())?;
        let ty = self.body.ty(value)?.clone();
        let zero = self.typed_const(Const::Int(0), ty)?;
        let value_negative = self.compare(Predicate::Lt, value, zero)?;
        let divisor_negative = self.compare(Predicate::Lt, y, zero)?;
        let signs_differ = self.bitwise(BitwiseKind::Xor, value_negative, divisor_negative)?;
        let not_zero = self.compare(Predicate::Ne, value, zero)?;
        let fix = self.bitwise(BitwiseKind::And, signs_differ, not_zero)?;
        let fixed = self.arithmetic(ArithmeticKind::Add, value, y)?;
        self.select(fix, fixed, value)
    }

    /// `x % y`.
    ///
    /// # Errors
    /// As for [`Lowering::arithmetic`].
    pub fn modulo(&mut self, x: Var, y: Var) -> Result<Var> {
        match self.modulo_operands(x, y)? {
            Folded::Loose(a, b) => self.loose_const(number::modulo(&a, &b)?),
            Folded::Typed(a, b, ty) => self.typed_const(number::modulo(&a, &b)?, Type::Tile(ty)),
            Folded::No(x, y, _) => self.modulo_raw(x, y),
        }
    }

    /// `divmod(x, y)`.
    ///
    /// # Errors
    /// As for [`Lowering::arithmetic`]; floats.
    pub fn divmod(&mut self, x: Var, y: Var) -> Result<Var> {
        let quotient = |a: &Const, b: &Const| number::arithmetic(ArithmeticKind::FloorDiv, a, b);
        let (q, r) = match self.modulo_operands(x, y)? {
            Folded::Loose(a, b) => {
                let q = self.loose_const(quotient(&a, &b)?)?;
                (q, self.loose_const(number::modulo(&a, &b)?)?)
            }
            Folded::Typed(a, b, ty) => {
                let q = self.typed_const(quotient(&a, &b)?, Type::Tile(ty))?;
                (
                    q,
                    self.typed_const(number::modulo(&a, &b)?, Type::Tile(ty))?,
                )
            }
            Folded::No(_, _, ty) if ty.dtype().is_some_and(Dtype::is_float) => {
                return Err(Error::ty("divmod() of floats is not supported"));
            }
            Folded::No(x, y, _) => {
                let none = FloatOptions::default();
                let q = self.arithmetic_raw(ArithmeticKind::FloorDiv, x, y, none)?;
                (q, self.modulo_raw(x, y)?)
            }
        };
        self.tuple(&[q, r])
    }

    fn modulo_operands(&mut self, x: Var, y: Var) -> Result<Folded> {
        let (a, b) = (self.tensor(x)?, self.tensor(y)?);
        let (p, q) = (a.element()?.dtype(), b.element()?.dtype());
        if p.is_none() || q.is_none() {
            return Err(Error::ty("modulo needs numbers"));
        }
        if p == Some(Dtype::Bool) && q == Some(Dtype::Bool) {
            return Err(Error::ty("modulo of booleans is not supported"));
        }
        if let (Tensor::Loose(a), Tensor::Loose(b)) = (&a, &b) {
            return Ok(Folded::Loose(a.clone(), b.clone()));
        }
        let common = promote_types(&a, &b, false)?;
        let (x, y, values) = self.promote_both(x, y, common)?;
        Ok(match values {
            Some((a, b)) => Folded::Typed(a, b, common),
            None => Folded::No(x, y, common),
        })
    }

    /// `where` on a condition and operands of fitting types.
    ///
    /// # Errors
    /// Operands of different types.
    pub fn select_raw(&mut self, cond: Var, x: Var, y: Var) -> Result<Var> {
        let tile = self.common_tile(x, y)?;
        self.add(Op::Where { cond, x, y }, Type::Tile(tile))
    }

    /// `where` with promotion and broadcasting.
    ///
    /// # Errors
    /// Types without a common one, shapes that do not broadcast.
    pub fn select(&mut self, cond: Var, x: Var, y: Var) -> Result<Var> {
        let (c, a, b) = (self.tensor(cond)?, self.tensor(x)?, self.tensor(y)?);
        let values = promote_types(&a, &b, false)?;
        let shape = super::promote::common_shape(&c.shape(), &values.shape)?;
        let ty = values.with_shape(shape);
        let cond = self.promote_to(cond, ty.with_element(Dtype::Bool))?;
        let x = self.promote_to(x, ty)?;
        let y = self.promote_to(y, ty)?;
        self.select_raw(cond, x, y)
    }
}

/// Operands of a modulo, and whether they are known.
enum Folded {
    Loose(Const, Const),
    Typed(Const, Const, TileType),
    No(Var, Var, TileType),
}

/// The signed type of at most 32 bits that holds an integer type.
fn small_integer(dtype: Dtype) -> Option<Dtype> {
    let (lo, hi) = dtype.integer_range()?;
    [Dtype::Int8, Dtype::Int16, Dtype::Int32]
        .into_iter()
        .find(|d| d.integer_range().is_some_and(|(a, b)| a <= lo && hi <= b))
}
