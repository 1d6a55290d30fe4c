//! Constants, arithmetic, conversions, products of matrices.

use super::builder::Emitter;
use super::types;
use crate::diagnostic::{Error, Result};
use crate::dtype::{Dtype, Element};
use crate::lower::BytecodeVersion;
use crate::mid::op::{
    ArithmeticKind, BitwiseKind, Predicate, RoundingMode, ShiftKind, UnaryKind, default_rounding,
};
use crate::mid::types::TileType;
use crate::mid::{Const, Op, Shape, Type, Var};
use cutile_ir::OpBuilder;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, ComparisonOrdering, ComparisonPredicate, IntegerOverflow, RoundingMode as Rounding,
    Signedness, Value,
};

fn signed(draft: OpBuilder, signedness: Signedness) -> OpBuilder {
    draft.attr("signedness", Attribute::i32(signedness as i64))
}

fn rounded(draft: OpBuilder, rounding: Rounding) -> OpBuilder {
    draft.attr("rounding_mode", Attribute::i32(rounding as i64))
}

fn no_overflow(draft: OpBuilder) -> OpBuilder {
    draft.attr("overflow", Attribute::i32(IntegerOverflow::None as i64))
}

fn flag(draft: OpBuilder, name: &str, set: bool) -> OpBuilder {
    if set {
        draft.attr(name, Attribute::Bool(true))
    } else {
        draft
    }
}

impl Emitter<'_> {
    pub fn typed_const(&mut self, value: &Const, results: &[Var]) -> Result<()> {
        let Some(&result) = results.first() else {
            return Ok(());
        };
        let ty = self.tile(result)?;
        let value = self.constant(value, ty)?;
        self.define(results, &[value])
    }

    /// A value that is never read: a token, an address made from 0, or 0.
    pub fn make_dummy(&mut self, results: &[Var]) -> Result<()> {
        let Some(&result) = results.first() else {
            return Ok(());
        };
        if let Type::Token = self.body.ty(result)? {
            return self.simple(Opcode::MakeToken, &[], results);
        }
        let ty = self.tile(result)?;
        let zero = Const::Int(0);
        let value = match ty.element {
            Element::Scalar(_) => self.constant(&zero, ty)?,
            Element::Pointer(_) | Element::ForeignPointer(_) => {
                let number = self.constant(&zero, ty.with_element(Dtype::Int64))?;
                self.one(Opcode::IntToPtr, &[number], types::tile(ty))?
            }
        };
        self.define(results, &[value])
    }

    /// A new name for a value.
    pub fn same(&mut self, x: Var, results: &[Var]) -> Result<()> {
        let value = self.value(x)?;
        self.define(results, &[value])
    }

    pub fn compare(
        &mut self,
        lhs: Var,
        rhs: Var,
        predicate: Predicate,
        results: &[Var],
    ) -> Result<()> {
        let dtype = self.dtype(lhs)?;
        let operands = self.values(&[lhs, rhs])?;
        let attr = match predicate {
            Predicate::Eq => ComparisonPredicate::Equal,
            Predicate::Ne => ComparisonPredicate::NotEqual,
            Predicate::Lt => ComparisonPredicate::LessThan,
            Predicate::Le => ComparisonPredicate::LessThanOrEqual,
            Predicate::Gt => ComparisonPredicate::GreaterThan,
            Predicate::Ge => ComparisonPredicate::GreaterThanOrEqual,
        };
        let draft = if dtype.is_float() {
            let ordering = match predicate {
                Predicate::Ne => ComparisonOrdering::Unordered,
                _ => ComparisonOrdering::Ordered,
            };
            self.draft(Opcode::CmpF)
                .attr("comparison_predicate", Attribute::i32(attr as i64))
                .attr("comparison_ordering", Attribute::i32(ordering as i64))
        } else {
            let draft = self.draft(Opcode::CmpI);
            let draft = draft.attr("comparison_predicate", Attribute::i32(attr as i64));
            signed(draft, types::signedness(dtype))
        };
        self.complete(draft.operands(operands), results)
    }

    pub fn bitwise(
        &mut self,
        lhs: Var,
        rhs: Var,
        kind: BitwiseKind,
        results: &[Var],
    ) -> Result<()> {
        let opcode = match kind {
            BitwiseKind::And => Opcode::AndI,
            BitwiseKind::Or => Opcode::OrI,
            BitwiseKind::Xor => Opcode::XOrI,
        };
        self.simple(opcode, &[lhs, rhs], results)
    }

    pub fn shift(&mut self, lhs: Var, rhs: Var, kind: ShiftKind, results: &[Var]) -> Result<()> {
        let dtype = self.dtype(lhs)?;
        let operands = self.values(&[lhs, rhs])?;
        let draft = match kind {
            ShiftKind::Left => no_overflow(self.draft(Opcode::ShLI)),
            ShiftKind::Right => signed(self.draft(Opcode::ShRI), types::signedness(dtype)),
        };
        self.complete(draft.operands(operands), results)
    }

    pub fn arithmetic(&mut self, op: &Op, results: &[Var]) -> Result<()> {
        let &Op::Arithmetic {
            lhs,
            rhs,
            kind,
            rounding_mode,
            flush_to_zero,
            propagate_nan,
        } = op
        else {
            return Ok(());
        };
        let Some(&result) = results.first() else {
            return Ok(());
        };
        let dtype = self.dtype(result)?;
        let operands = self.values(&[lhs, rhs])?;
        let rounding = types::rounding(rounding_mode.unwrap_or(RoundingMode::Rn));
        let draft = if dtype.is_float() {
            let opcode = float_opcode(kind, dtype)?;
            self.require_opcode(opcode)?;
            let draft = self.draft(opcode);
            match kind {
                ArithmeticKind::Add
                | ArithmeticKind::Sub
                | ArithmeticKind::Mul
                | ArithmeticKind::TrueDiv
                | ArithmeticKind::FloorDiv => {
                    rounded(flag(draft, "flush_to_zero", flush_to_zero), rounding)
                }
                ArithmeticKind::Min | ArithmeticKind::Max => {
                    let draft = flag(draft, "propagate_nan", propagate_nan);
                    flag(draft, "flush_to_zero", flush_to_zero)
                }
                _ => draft,
            }
        } else {
            let draft = self.draft(integer_opcode(kind, dtype)?);
            let signedness = types::signedness(dtype);
            match kind {
                ArithmeticKind::Add | ArithmeticKind::Sub | ArithmeticKind::Mul => {
                    no_overflow(draft)
                }
                ArithmeticKind::FloorDiv | ArithmeticKind::CDiv => {
                    let rounding = match kind {
                        ArithmeticKind::CDiv => Rounding::PositiveInf,
                        _ => Rounding::NegativeInf,
                    };
                    signed(draft, signedness).attr("rounding", Attribute::i32(rounding as i64))
                }
                _ => signed(draft, signedness),
            }
        };
        let draft = draft.operands(operands);
        if dtype.is_float() && kind == ArithmeticKind::FloorDiv {
            let ty = self.value_type(result)?;
            let quotient = self.push_one(draft.result(ty.clone()))?;
            let floor = self.one(Opcode::Floor, &[quotient], ty)?;
            return self.define(results, &[floor]);
        }
        self.complete(draft, results)
    }

    pub fn unary(&mut self, op: &Op, results: &[Var]) -> Result<()> {
        let &Op::Unary {
            operand,
            kind,
            rounding_mode,
            flush_to_zero,
        } = op
        else {
            return Ok(());
        };
        let ty = self.tile(operand)?;
        let dtype = self.dtype(operand)?;
        let x = self.value(operand)?;
        if let (UnaryKind::Invert | UnaryKind::BitwiseNot, false) = (kind, dtype.is_float()) {
            let ones = self.constant(&all_ones(dtype), ty)?;
            let draft = self.draft(Opcode::XOrI).operands([x, ones]);
            return self.complete(draft, results);
        }
        let opcode = unary_opcode(kind, dtype)?;
        let default = default_rounding(Some(kind), dtype);
        let rounding = types::rounding(rounding_mode.unwrap_or(default));
        let draft = self.draft(opcode);
        let draft = match opcode {
            Opcode::NegI if self.options.version >= BytecodeVersion::V13_2 => no_overflow(draft),
            Opcode::Exp => {
                self.rounding_since(draft, rounding, BytecodeVersion::V13_3, "rounding of exp")?
            }
            Opcode::TanH => {
                self.rounding_since(draft, rounding, BytecodeVersion::V13_2, "rounding of tanh")?
            }
            Opcode::Exp2 | Opcode::Rsqrt => flag(draft, "flush_to_zero", flush_to_zero),
            Opcode::Sqrt => rounded(flag(draft, "flush_to_zero", flush_to_zero), rounding),
            _ => draft,
        };
        self.complete(draft.operand(x), results)
    }

    /// A rounding attribute that older versions do not have; they round fully.
    fn rounding_since(
        &self,
        draft: OpBuilder,
        rounding: Rounding,
        since: BytecodeVersion,
        what: &str,
    ) -> Result<OpBuilder> {
        if self.options.version >= since {
            return Ok(rounded(draft, rounding));
        }
        if rounding != Rounding::Full {
            self.require(since, what)?;
        }
        Ok(draft)
    }

    pub fn fma(
        &mut self,
        operands: [Var; 3],
        rounding_mode: RoundingMode,
        flush_to_zero: bool,
        results: &[Var],
    ) -> Result<()> {
        let operands = self.values(&operands)?;
        let draft = flag(self.draft(Opcode::Fma), "flush_to_zero", flush_to_zero);
        let draft = rounded(draft, types::rounding(rounding_mode));
        self.complete(draft.operands(operands), results)
    }

    pub fn as_type(
        &mut self,
        x: Var,
        rounding_mode: Option<RoundingMode>,
        results: &[Var],
    ) -> Result<()> {
        let Some(&result) = results.first() else {
            return Ok(());
        };
        let value = self.value(x)?;
        let value = self.convert(value, self.tile(x)?, self.tile(result)?, rounding_mode)?;
        self.define(results, &[value])
    }

    /// Converts elements.
    ///
    /// # Errors
    /// A tile of addresses.
    pub fn convert(
        &mut self,
        x: Value,
        from: TileType,
        to: TileType,
        rounding_mode: Option<RoundingMode>,
    ) -> Result<Value> {
        let (Some(source), Some(target)) = (from.dtype(), to.dtype()) else {
            return Err(Error::ty("addresses cannot be converted").found(from.element));
        };
        let ty = types::tile(to);
        // Truncation to one bit is not what a boolean of a number is.
        if target == Dtype::Bool && source.is_integral() {
            let zero = self.constant(&Const::Int(0), from)?;
            let predicate = ComparisonPredicate::NotEqual as i64;
            let draft = self
                .draft(Opcode::CmpI)
                .attr("comparison_predicate", Attribute::i32(predicate));
            let draft = signed(draft, types::signedness(source));
            return self.push_one(draft.operands([x, zero]).result(ty));
        }
        let nearest = rounding_mode.map_or(Rounding::NearestEven, types::rounding);
        let draft = match (source.is_float(), target.is_float()) {
            (true, true) => rounded(self.draft(Opcode::FToF), nearest),
            (true, false) => {
                let draft = signed(self.draft(Opcode::FToI), types::signedness(target));
                rounded(draft, Rounding::NearestIntToZero)
            }
            (false, true) => {
                let draft = signed(self.draft(Opcode::IToF), types::signedness(source));
                rounded(draft, Rounding::NearestEven)
            }
            (false, false) if source == Dtype::Bool || source.bits() < target.bits() => {
                signed(self.draft(Opcode::ExtI), types::signedness(source))
            }
            (false, false) if source.bits() > target.bits() => {
                no_overflow(self.draft(Opcode::TruncI))
            }
            (false, false) => return Ok(x),
        };
        self.push_one(draft.operand(x).result(ty))
    }

    /// Drops the upper half of wide integers, for an index.
    pub fn truncate_to_i32(&mut self, x: Value) -> Result<Value> {
        let ty = TileType::new(Dtype::Int32, Shape::SCALAR);
        let draft = no_overflow(self.draft(Opcode::TruncI)).operand(x);
        self.push_one(draft.result(types::tile(ty)))
    }

    pub fn bitcast(&mut self, x: Var, results: &[Var]) -> Result<()> {
        let Some(&result) = results.first() else {
            return Ok(());
        };
        if self.tile(x)? == self.tile(result)? {
            return self.same(x, results);
        }
        self.simple(Opcode::Bitcast, &[x], results)
    }

    pub fn mma(&mut self, operands: [Var; 3], fast_acc: bool, results: &[Var]) -> Result<()> {
        let [x, y, _] = operands;
        let (x, y) = (self.dtype(x)?, self.dtype(y)?);
        let operands = self.values(&operands)?;
        let draft = if x.is_integral() {
            let attr = |d| Attribute::i32(types::signedness(d) as i64);
            self.draft(Opcode::MmaI)
                .attr("signedness_lhs", attr(x))
                .attr("signedness_rhs", attr(y))
        } else {
            if fast_acc {
                self.require(BytecodeVersion::V13_3, "fast accumulation")?;
            }
            flag(self.draft(Opcode::MmaF), "fast_acc", fast_acc)
        };
        self.complete(draft.operands(operands), results)
    }

    pub fn cat(&mut self, x: Var, y: Var, axis: u32, results: &[Var]) -> Result<()> {
        let operands = self.values(&[x, y])?;
        let draft = self.draft(Opcode::Cat);
        let draft = draft.attr("dim", Attribute::i32(axis.into()));
        self.complete(draft.operands(operands), results)
    }

    pub fn permute(&mut self, x: Var, axes: &[u32], results: &[Var]) -> Result<()> {
        let x = self.value(x)?;
        let axes = Attribute::DenseI32Array(types::dimensions(axes)?);
        let draft = self.draft(Opcode::Permute).attr("permutation", axes);
        self.complete(draft.operand(x), results)
    }
}

fn float_opcode(kind: ArithmeticKind, dtype: Dtype) -> Result<Opcode> {
    Ok(match kind {
        ArithmeticKind::Add => Opcode::AddF,
        ArithmeticKind::Sub => Opcode::SubF,
        ArithmeticKind::Mul => Opcode::MulF,
        ArithmeticKind::FloorDiv | ArithmeticKind::TrueDiv => Opcode::DivF,
        ArithmeticKind::Pow => Opcode::Pow,
        ArithmeticKind::Atan2 => Opcode::Atan2,
        ArithmeticKind::Min => Opcode::MinF,
        ArithmeticKind::Max => Opcode::MaxF,
        ArithmeticKind::CMod => Opcode::RemF,
        ArithmeticKind::CDiv => return Err(missing(kind, dtype)),
    })
}

fn integer_opcode(kind: ArithmeticKind, dtype: Dtype) -> Result<Opcode> {
    Ok(match kind {
        ArithmeticKind::Add => Opcode::AddI,
        ArithmeticKind::Sub => Opcode::SubI,
        ArithmeticKind::Mul => Opcode::MulI,
        ArithmeticKind::FloorDiv | ArithmeticKind::CDiv => Opcode::DivI,
        ArithmeticKind::Min => Opcode::MinI,
        ArithmeticKind::Max => Opcode::MaxI,
        ArithmeticKind::CMod => Opcode::RemI,
        ArithmeticKind::TrueDiv | ArithmeticKind::Pow | ArithmeticKind::Atan2 => {
            return Err(missing(kind, dtype));
        }
    })
}

fn unary_opcode(kind: UnaryKind, dtype: Dtype) -> Result<Opcode> {
    Ok(match (kind, dtype.is_float()) {
        (UnaryKind::Abs, true) => Opcode::AbsF,
        (UnaryKind::Abs, false) => Opcode::AbsI,
        (UnaryKind::Neg, true) => Opcode::NegF,
        (UnaryKind::Neg, false) => Opcode::NegI,
        (UnaryKind::Exp, true) => Opcode::Exp,
        (UnaryKind::Exp2, true) => Opcode::Exp2,
        (UnaryKind::Sin, true) => Opcode::Sin,
        (UnaryKind::Cos, true) => Opcode::Cos,
        (UnaryKind::Sinh, true) => Opcode::SinH,
        (UnaryKind::Cosh, true) => Opcode::CosH,
        (UnaryKind::Tan, true) => Opcode::Tan,
        (UnaryKind::Tanh, true) => Opcode::TanH,
        (UnaryKind::Log, true) => Opcode::Log,
        (UnaryKind::Log2, true) => Opcode::Log2,
        (UnaryKind::Sqrt, true) => Opcode::Sqrt,
        (UnaryKind::Rsqrt, true) => Opcode::Rsqrt,
        (UnaryKind::Floor, true) => Opcode::Floor,
        (UnaryKind::Ceil, true) => Opcode::Ceil,
        (kind, _) => return Err(missing(kind, dtype)),
    })
}

fn missing(kind: impl std::fmt::Debug, dtype: Dtype) -> Error {
    Error::ty(format!("{kind:?} is not available for {dtype}"))
}

/// The value with all bits set; as wide as its storage, one byte for booleans.
fn all_ones(dtype: Dtype) -> Const {
    if dtype.is_signed() {
        Const::Int(-1)
    } else {
        Const::Int((1 << dtype.bits()) - 1)
    }
}
