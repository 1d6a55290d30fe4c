//! Run-time values met while compiling: operators on them become operations of the kernel.

use super::call::Keywords;
use super::{Evaluator, Sym};
use crate::diagnostic::{Error, Result};
use crate::lower::builtin::Builtin;
use crate::mid::{Body, Const, Type};
use crate::tree::{CmpOperator, Operator, UnaryOperator};

/// Work that an operation of the kernel counts as.
const UNITS_OF_AN_OPERATION: usize = 100;

/// The kernel that an evaluation is part of.
pub trait Device {
    /// Types and constants of its values.
    fn body(&self) -> &Body;

    /// Calls a function of `cuda.tile` on values of which some are only known at run time.
    ///
    /// # Errors
    /// Those of the function.
    fn apply(&mut self, function: Builtin, args: Vec<Sym>, keywords: Keywords) -> Result<Sym>;
}

/// Functions that the official compiler lets evaluation call.
pub(super) fn is_allowed(function: Builtin) -> bool {
    use Builtin::*;
    matches!(
        function,
        CtAdd
            | CtSub
            | CtMul
            | CtTruediv
            | CtFloordiv
            | CtPow
            | CtMod
            | CtDivmod
            | CtMatmul
            | CtBitwiseAnd
            | CtBitwiseOr
            | CtBitwiseXor
            | CtBitwiseLshift
            | CtBitwiseRshift
            | CtBitwiseNot
            | CtMinimum
            | CtMaximum
            | CtGreater
            | CtGreaterEqual
            | CtLess
            | CtLessEqual
            | CtEqual
            | CtNotEqual
            | CtNegative
    )
}

/// The function behind an operator of tiles.
pub(super) fn of_operator(op: Operator) -> Builtin {
    match op {
        Operator::Add => Builtin::CtAdd,
        Operator::Sub => Builtin::CtSub,
        Operator::Mult => Builtin::CtMul,
        Operator::MatMult => Builtin::CtMatmul,
        Operator::Div => Builtin::CtTruediv,
        Operator::Mod => Builtin::CtMod,
        Operator::Pow => Builtin::CtPow,
        Operator::LShift => Builtin::CtBitwiseLshift,
        Operator::RShift => Builtin::CtBitwiseRshift,
        Operator::BitOr => Builtin::CtBitwiseOr,
        Operator::BitXor => Builtin::CtBitwiseXor,
        Operator::BitAnd => Builtin::CtBitwiseAnd,
        Operator::FloorDiv => Builtin::CtFloordiv,
    }
}

/// The function behind a comparison of tiles; `is` and `in` have none.
pub(super) fn of_comparison(op: CmpOperator) -> Option<Builtin> {
    Some(match op {
        CmpOperator::Eq => Builtin::CtEqual,
        CmpOperator::NotEq => Builtin::CtNotEqual,
        CmpOperator::Lt => Builtin::CtLess,
        CmpOperator::LtE => Builtin::CtLessEqual,
        CmpOperator::Gt => Builtin::CtGreater,
        CmpOperator::GtE => Builtin::CtGreaterEqual,
        CmpOperator::Is | CmpOperator::IsNot | CmpOperator::In | CmpOperator::NotIn => return None,
    })
}

/// The function behind a prefix of tiles. `+` has none, `not` asks for a truth.
pub(super) fn of_prefix(op: UnaryOperator) -> Option<Builtin> {
    match op {
        UnaryOperator::USub => Some(Builtin::CtNegative),
        UnaryOperator::Invert => Some(Builtin::CtBitwiseNot),
        UnaryOperator::UAdd | UnaryOperator::Not => None,
    }
}

/// The comparison that holds with its operands exchanged.
fn reflected(function: Builtin) -> Builtin {
    match function {
        Builtin::CtLess => Builtin::CtGreater,
        Builtin::CtLessEqual => Builtin::CtGreaterEqual,
        Builtin::CtGreater => Builtin::CtLess,
        Builtin::CtGreaterEqual => Builtin::CtLessEqual,
        same => same,
    }
}

impl Evaluator<'_> {
    pub(super) fn body(&self) -> Option<&Body> {
        self.device.as_deref().map(Device::body)
    }

    /// Whether a tile is among operands of which all are tiles or numbers.
    pub(super) fn are_tiles(&self, operands: &[&Sym]) -> bool {
        let is_tile = |x: &Sym| match (x, self.body()) {
            (Sym::Var(v), Some(body)) => matches!(body.ty(*v), Ok(Type::Tile(_))),
            _ => false,
        };
        let is_number = |x: &Sym| matches!(x, Sym::Const(c) if c.is_number());
        operands.iter().any(|x| is_tile(x)) && operands.iter().all(|x| is_tile(x) || is_number(x))
    }

    /// Makes an operation of the kernel.
    pub(super) fn on_device(
        &mut self,
        function: Builtin,
        args: Vec<Sym>,
        keywords: Keywords,
    ) -> Result<Sym> {
        self.step()?;
        match &mut self.device {
            Some(device) => {
                super::allowance::spend(UNITS_OF_AN_OPERATION)?;
                device.apply(function, args, keywords)
            }
            None => Err(Error::value("there is no run-time value outside a kernel")),
        }
    }

    /// `cdiv`, whose host function runs here: `-((-x) // y)`.
    pub(super) fn tile_cdiv(&mut self, args: Vec<Sym>) -> Result<Sym> {
        let Ok([x, y]) = <[Sym; 2]>::try_from(args) else {
            return Err(Error::ty("wrong number of arguments").found("cdiv"));
        };
        let x = self.unary(UnaryOperator::USub, x)?;
        let quotient = self.binary(Operator::FloorDiv, x, y)?;
        self.unary(UnaryOperator::USub, quotient)
    }

    /// A comparison, which may be one of the kernel.
    pub(super) fn compared(&mut self, op: CmpOperator, a: &Sym, b: &Sym) -> Result<Sym> {
        match of_comparison(op) {
            Some(function) if self.are_tiles(&[a, b]) => {
                // A number leaves the comparison to the tile, which sees it the other way around.
                if let Sym::Const(_) = a {
                    return self.on_device(
                        reflected(function),
                        vec![b.clone(), a.clone()],
                        Vec::new(),
                    );
                }
                self.on_device(function, vec![a.clone(), b.clone()], Vec::new())
            }
            _ => self
                .comparison(op, a, b)
                .map(|x| Sym::Const(Const::Bool(x))),
        }
    }
}
