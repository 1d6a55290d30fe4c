//! Operators: which implementation, by the types of the operands (the official overloads).

use super::Lowering;
use super::builtin::Builtin;
use super::call::CallArgs;
use super::dispatch::Args;
use super::number;
use crate::classes;
use crate::diagnostic::{Error, Result};
use crate::dtype::Dtype;
use crate::mid::op::{ArithmeticKind, BitwiseKind, Predicate, ShiftKind};
use crate::mid::{Const, Type, Var};
use crate::modules::ClassRef;

impl Lowering<'_> {
    /// A comparison operator.
    pub(super) fn op_compare(&mut self, function: Builtin, args: &Args) -> Result<Option<Var>> {
        let [x, y] = args.vars()?;
        let predicate = match function {
            Builtin::Eq => Predicate::Eq,
            Builtin::Ne => Predicate::Ne,
            Builtin::Lt => Predicate::Lt,
            Builtin::Le => Predicate::Le,
            Builtin::Gt => Predicate::Gt,
            _ => Predicate::Ge,
        };
        let (a, b) = (self.body.ty(x)?.clone(), self.body.ty(y)?.clone());
        match (&a, &b) {
            (Type::Tile(p), Type::Tile(q)) => {
                if p.dtype().is_none() || q.dtype().is_none() {
                    return Err(Error::ty("pointers cannot be compared"));
                }
                self.compare(predicate, x, y).map(Some)
            }
            (Type::Tuple(_), Type::Tuple(_)) => self.compare_tuples(predicate, x, y).map(Some),
            (Type::Dataclass(d), _) => self.compare_dataclass(predicate, d.class, x, y),
            (Type::Dtype(p), Type::Dtype(q)) if is_equality(predicate) => {
                self.equality(predicate, p == q).map(Some)
            }
            (Type::Str(p), Type::Str(q)) => {
                let (p, q) = (Const::Str(p.clone()), Const::Str(q.clone()));
                let value = number::compare(predicate, &p, &q)?;
                self.const_var(&Const::Bool(value)).map(Some)
            }
            (Type::Enum(p), Type::Enum(q)) if is_equality(predicate) => {
                self.equality(predicate, p == q).map(Some)
            }
            (Type::UserEnum(p), Type::UserEnum(q)) => {
                if is_equality(predicate) {
                    self.equality(predicate, p == q).map(Some)
                } else {
                    Err(Error::ty("members of an enumeration have no order")
                        .found(format!("{a} and {b}"))
                        .help("compare their values, or derive it from IntEnum"))
                }
            }
            (Type::Enum(_), Type::UserEnum(_)) | (Type::UserEnum(_), Type::Enum(_))
                if is_equality(predicate) =>
            {
                self.equality(predicate, false).map(Some)
            }
            (Type::Function(_) | Type::Builtin(_), Type::Function(_) | Type::Builtin(_))
                if is_equality(predicate) =>
            {
                self.equality(predicate, a == b).map(Some)
            }
            _ => Err(Error::ty("operands cannot be compared").found(format!("{a} and {b}"))),
        }
    }

    fn equality(&mut self, predicate: Predicate, equal: bool) -> Result<Var> {
        self.const_var(&Const::Bool(equal == (predicate == Predicate::Eq)))
    }

    fn compare_tuples(&mut self, predicate: Predicate, x: Var, y: Var) -> Result<Var> {
        if !is_equality(predicate) {
            return Err(Error::ty("tuples have no order"));
        }
        if let (Some(a), Some(b)) = (self.body.constant(x), self.body.constant(y)) {
            let equal = a.py_eq(b);
            return self.equality(predicate, equal);
        }
        let (a, b) = (self.tuple_items(x)?, self.tuple_items(y)?);
        if a.len() != b.len() {
            return self.equality(predicate, false);
        }
        for item in a.iter().chain(b.iter()) {
            let ok = match self.body.ty(*item)? {
                Type::Tile(t) => t.is_scalar(),
                Type::Tuple(_) | Type::Dtype(_) | Type::Str(_) => true,
                _ => false,
            };
            if !ok {
                return Err(Error::ty("tuples of these items cannot be compared")
                    .found(self.body.ty(*item)?));
            }
        }
        let mut equal = Vec::with_capacity(a.len());
        for (p, q) in a.iter().zip(b.iter()) {
            equal.push(self.apply(Builtin::Eq, &[*p, *q])?);
        }
        let mut result = self.const_var(&Const::Bool(true))?;
        for e in equal {
            result = self.bitwise(BitwiseKind::And, result, e)?;
        }
        if predicate == Predicate::Ne {
            return self.apply(Builtin::Not, &[result]);
        }
        Ok(result)
    }

    fn compare_dataclass(
        &mut self,
        predicate: Predicate,
        class: ClassRef,
        x: Var,
        y: Var,
    ) -> Result<Option<Var>> {
        let name = match predicate {
            Predicate::Eq => "__eq__",
            Predicate::Ne => "__ne__",
            Predicate::Lt => "__lt__",
            Predicate::Le => "__le__",
            Predicate::Gt => "__gt__",
            Predicate::Ge => "__ge__",
        };
        let info = classes::dataclass(self.package, class)?;
        let own = classes::method(self.package, class, name);
        let is_generated = match predicate {
            Predicate::Eq => info.eq,
            Predicate::Ne => info.eq && own.is_none(),
            _ => info.order,
        };
        if is_generated {
            return self.compare_fields(predicate, class, x, y);
        }
        let by_equality = predicate == Predicate::Ne && own.is_none();
        let method = if by_equality {
            classes::method(self.package, class, "__eq__")
        } else {
            own
        };
        let refused = |lw: &Self| {
            let (a, b) = (lw.body.ty(x)?, lw.body.ty(y)?);
            Err(Error::ty("operands cannot be compared").found(format!("{a} and {b}")))
        };
        let Some(method) = method else {
            return refused(self);
        };
        let Some(result) = self.call_function(method.function, CallArgs::positional([x, y]))?
        else {
            return Ok(None);
        };
        if matches!(self.body.ty(result)?, Type::NotImplemented) {
            return refused(self);
        }
        if by_equality {
            return self.apply(Builtin::Not, &[result]).map(Some);
        }
        Ok(Some(result))
    }

    /// The comparison that `@dataclass` generates: field by field, within one class.
    fn compare_fields(
        &mut self,
        predicate: Predicate,
        class: ClassRef,
        x: Var,
        y: Var,
    ) -> Result<Option<Var>> {
        match self.body.ty(y)? {
            Type::Dataclass(d) if d.class == class => {}
            _ => return self.const_var(&Const::Bool(false)).map(Some),
        }
        let operator = match predicate {
            Predicate::Eq => Builtin::Eq,
            Predicate::Ne => Builtin::Ne,
            Predicate::Lt => Builtin::Lt,
            Predicate::Le => Builtin::Le,
            Predicate::Gt => Builtin::Gt,
            Predicate::Ge => Builtin::Ge,
        };
        let mut args = vec![self.const_var(&Const::Builtin(operator))?];
        let (a, b) = (self.parts(x)?, self.parts(y)?);
        args.extend(a.iter().zip(b.iter()).flat_map(|(p, q)| [*p, *q]));
        let function = self.package.field_comparison()?;
        self.call_function(function, CallArgs::positional(args))
    }

    /// An operator of two operands that is not a comparison.
    pub(super) fn op_binary(&mut self, function: Builtin, args: &Args) -> Result<Option<Var>> {
        let [x, y] = args.vars()?;
        let (a, b) = (self.body.ty(x)?.clone(), self.body.ty(y)?.clone());
        match (&a, &b) {
            (Type::Tile(_), Type::Tile(_)) => self.op_tiles(function, x, y).map(Some),
            (Type::Tuple(_), Type::Tuple(_)) if function == Builtin::Add => {
                let items = [&*self.tuple_items(x)?, &*self.tuple_items(y)?].concat();
                self.tuple(&items).map(Some)
            }
            (Type::Str(_) | Type::FormattedString(_), Type::Str(_) | Type::FormattedString(_))
                if function == Builtin::Add =>
            {
                self.concat_strings(&[x, y]).map(Some)
            }
            (Type::Dataclass(_), _) | (_, Type::Dataclass(_)) => {
                self.op_dataclass(function, x, y, &a, &b)
            }
            _ => Err(
                Error::ty(format!("unsupported operands of `{}`", function.name()))
                    .found(format!("{a} and {b}")),
            ),
        }
    }

    fn op_tiles(&mut self, function: Builtin, x: Var, y: Var) -> Result<Var> {
        use ArithmeticKind as A;
        match function {
            Builtin::Add => self.arithmetic(A::Add, x, y),
            Builtin::Sub => self.arithmetic(A::Sub, x, y),
            Builtin::Mul => self.arithmetic(A::Mul, x, y),
            Builtin::TrueDiv => self.arithmetic(A::TrueDiv, x, y),
            Builtin::FloorDiv => self.arithmetic(A::FloorDiv, x, y),
            Builtin::PyMin => self.arithmetic(A::Min, x, y),
            Builtin::PyMax => self.arithmetic(A::Max, x, y),
            Builtin::Mod | Builtin::CtMod => self.modulo(x, y),
            Builtin::PyDivmod | Builtin::CtDivmod => self.divmod(x, y),
            Builtin::Pow | Builtin::CtPow => self.pow(x, y),
            Builtin::And => self.bitwise(BitwiseKind::And, x, y),
            Builtin::Or => self.bitwise(BitwiseKind::Or, x, y),
            Builtin::Xor => self.bitwise(BitwiseKind::Xor, x, y),
            Builtin::LShift => self.shift(ShiftKind::Left, x, y),
            Builtin::RShift => self.shift(ShiftKind::Right, x, y),
            Builtin::MatMul => self.apply(Builtin::CtMatmul, &[x, y]),
            other => Err(Error::unsupported("internal: not an operator").found(other.name())),
        }
    }

    fn op_dataclass(
        &mut self,
        function: Builtin,
        x: Var,
        y: Var,
        a: &Type,
        b: &Type,
    ) -> Result<Option<Var>> {
        let stem = match function {
            Builtin::And => "and",
            Builtin::Or => "or",
            Builtin::PyDivmod => "divmod",
            other => other.name(),
        };
        let tries = [
            (a, format!("__{stem}__"), [x, y]),
            (b, format!("__r{stem}__"), [y, x]),
        ];
        for (ty, name, args) in tries {
            let Type::Dataclass(d) = ty else { continue };
            let Some(method) = classes::method(self.package, d.class, &name) else {
                continue;
            };
            let result = self.call_function(method.function, CallArgs::positional(args))?;
            let refused = match result {
                Some(var) => matches!(self.body.ty(var)?, Type::NotImplemented),
                None => false,
            };
            if !refused {
                return Ok(result);
            }
        }
        Err(
            Error::ty(format!("unsupported operands of `{}`", function.name()))
                .found(format!("{a} and {b}")),
        )
    }

    /// A function of `cuda.tile` that is an operator on tiles.
    pub(super) fn ct_operator(&mut self, function: Builtin, args: &Args) -> Result<Option<Var>> {
        let [x, y] = args.vars()?;
        let numbers = |lw: &Self| {
            lw.numeric_tile(x)
                .and_then(|_| lw.numeric_tile(y))
                .map(drop)
        };
        let tiles = |lw: &Self| lw.tile(x).and_then(|_| lw.tile(y)).map(drop);
        use ArithmeticKind as A;
        use Builtin as B;
        let result = match function {
            B::CtEqual
            | B::CtNotEqual
            | B::CtLess
            | B::CtLessEqual
            | B::CtGreater
            | B::CtGreaterEqual => {
                numbers(self)?;
                let predicate = match function {
                    B::CtEqual => Predicate::Eq,
                    B::CtNotEqual => Predicate::Ne,
                    B::CtLess => Predicate::Lt,
                    B::CtLessEqual => Predicate::Le,
                    B::CtGreater => Predicate::Gt,
                    _ => Predicate::Ge,
                };
                self.compare(predicate, x, y)?
            }
            B::CtMod | B::CtDivmod => {
                numbers(self)?;
                self.op_tiles(function, x, y)?
            }
            _ => {
                tiles(self)?;
                match function {
                    B::CtBitwiseAnd => self.bitwise(BitwiseKind::And, x, y)?,
                    B::CtBitwiseOr => self.bitwise(BitwiseKind::Or, x, y)?,
                    B::CtBitwiseXor => self.bitwise(BitwiseKind::Xor, x, y)?,
                    B::CtBitwiseLshift => self.shift(ShiftKind::Left, x, y)?,
                    B::CtBitwiseRshift => self.shift(ShiftKind::Right, x, y)?,
                    B::CtFloordiv => self.arithmetic(A::FloorDiv, x, y)?,
                    B::CtCdiv => self.arithmetic(A::CDiv, x, y)?,
                    B::CtAtan2 => {
                        self.need_version(crate::lower::BytecodeVersion::V13_2, "atan2")?;
                        self.arithmetic(A::Atan2, x, y)?
                    }
                    other => self.op_tiles(other, x, y)?,
                }
            }
        };
        Ok(Some(result))
    }

    /// `ct.add` and its kin, with options.
    pub(super) fn ct_arithmetic(&mut self, function: Builtin, args: &Args) -> Result<Option<Var>> {
        let [x, y, a, b] = args.vars()?;
        let (kind, options) = match function {
            Builtin::CtMaximum | Builtin::CtMinimum => {
                let options = super::arithmetic::FloatOptions {
                    rounding_mode: None,
                    flush_to_zero: self.constant_bool(a)?,
                    propagate_nan: self.constant_bool(b)?,
                };
                self.tile(x)?;
                self.tile(y)?;
                let max = function == Builtin::CtMaximum;
                (
                    if max {
                        ArithmeticKind::Max
                    } else {
                        ArithmeticKind::Min
                    },
                    options,
                )
            }
            _ => {
                let options = super::arithmetic::FloatOptions {
                    rounding_mode: self.rounding_arg(a)?,
                    flush_to_zero: self.constant_bool(b)?,
                    propagate_nan: false,
                };
                let kind = match function {
                    Builtin::CtAdd => ArithmeticKind::Add,
                    Builtin::CtSub => ArithmeticKind::Sub,
                    Builtin::CtMul => ArithmeticKind::Mul,
                    _ => ArithmeticKind::TrueDiv,
                };
                (kind, options)
            }
        };
        self.arithmetic_with(kind, x, y, options).map(Some)
    }

    pub(super) fn ct_where(&mut self, args: &Args) -> Result<Option<Var>> {
        let [cond, x, y] = args.vars()?;
        self.numeric_tile(cond)?;
        let (a, b) = (self.tile(x)?, self.tile(y)?);
        if (a.dtype().is_none() || b.dtype().is_none()) && a.element != b.element {
            return Err(Error::ty(
                "pointers of different types cannot be chosen between",
            ));
        }
        self.select(cond, x, y).map(Some)
    }

    pub(super) fn ct_bid(&mut self, args: &Args, count: bool) -> Result<Option<Var>> {
        let [axis] = args.vars()?;
        let axis = match self.constant_int(axis)? {
            a @ 0..=2 => a as u8,
            other => return Err(Error::ty("axis must be 0, 1 or 2").found(other)),
        };
        let op = if count {
            crate::mid::Op::NumBlocks { axis }
        } else {
            crate::mid::Op::Bid { axis }
        };
        self.add(op, Type::scalar(Dtype::DEFAULT_INT)).map(Some)
    }

    pub(super) fn ct_assume_divisible_by(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x, divisor] = args.vars()?;
        if !self.numeric_scalar(x)?.is_integral() {
            return Err(Error::ty("expected an integer scalar").found(self.body.ty(x)?));
        }
        let divisor = self.constant_int(divisor)?;
        if divisor < 1 {
            return Err(Error::ty("a divisor must be positive").found(divisor));
        }
        if divisor == 1 {
            return Ok(Some(x));
        }
        if let Some(Const::Int(value)) = self.body.constant(x) {
            if value % i128::from(divisor) != 0 {
                return Err(
                    Error::ty(format!("constant is not divisible by {divisor}")).found(value)
                );
            }
            return Ok(Some(x));
        }
        let ty = self.body.ty(x)?.clone();
        self.add(crate::mid::Op::AssumeDivBy { x, divisor }, ty)
            .map(Some)
    }
}

fn is_equality(predicate: Predicate) -> bool {
    matches!(predicate, Predicate::Eq | Predicate::Ne)
}
