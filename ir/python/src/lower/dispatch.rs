//! Which family lowers a built-in, and the arguments it gets.

use super::Lowering;
use super::builtin::Builtin;
use crate::diagnostic::{Error, Result};
use crate::mid::Var;
use std::sync::Arc;

/// Arguments bound to the parameters of a built-in, in the order of its signature.
#[derive(Debug, Clone)]
pub struct Args(pub Vec<BoundArg>);

/// An argument bound to a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum BoundArg {
    /// For most parameters.
    Var(Var),
    /// For `*args`.
    Rest(Vec<Var>),
    /// For `**kwargs`.
    Keywords(Vec<(Arc<str>, Var)>),
}

impl Args {
    /// The first `N` arguments, for functions without `*args`.
    ///
    /// # Errors
    /// Fewer arguments: a fault of the table.
    pub fn vars<const N: usize>(&self) -> Result<[Var; N]> {
        let mut out = [Var(0); N];
        for (i, slot) in out.iter_mut().enumerate() {
            *slot = self.var(i)?;
        }
        Ok(out)
    }

    /// Argument `i`.
    ///
    /// # Errors
    /// No such argument: a fault of the table.
    pub fn var(&self, i: usize) -> Result<Var> {
        match self.0.get(i) {
            Some(BoundArg::Var(v)) => Ok(*v),
            _ => Err(Error::unsupported(
                "internal: signature and implementation differ",
            )),
        }
    }

    /// Argument `i` as `*args`.
    ///
    /// # Errors
    /// Not `*args`: a fault of the table.
    pub fn rest(&self, i: usize) -> Result<&[Var]> {
        match self.0.get(i) {
            Some(BoundArg::Rest(v)) => Ok(v),
            _ => Err(Error::unsupported(
                "internal: signature and implementation differ",
            )),
        }
    }
}

impl Args {
    /// Argument `i` as `**kwargs`.
    ///
    /// # Errors
    /// Not `**kwargs`: a fault of the table.
    pub fn keywords(&self, i: usize) -> Result<&[(Arc<str>, Var)]> {
        match self.0.get(i) {
            Some(BoundArg::Keywords(v)) => Ok(v),
            _ => Err(Error::unsupported(
                "internal: signature and implementation differ",
            )),
        }
    }
}

impl Lowering<'_> {
    /// Lowers a call of a built-in. `None` means the value `None`.
    ///
    /// # Errors
    /// Whatever the family objects to.
    pub fn call_builtin(&mut self, function: Builtin, args: &Args) -> Result<Option<Var>> {
        use Builtin as B;
        match function {
            B::Eq | B::Ne | B::Lt | B::Le | B::Gt | B::Ge => self.op_compare(function, args),
            B::Add
            | B::Sub
            | B::Mul
            | B::TrueDiv
            | B::FloorDiv
            | B::Mod
            | B::Pow
            | B::MatMul
            | B::And
            | B::Or
            | B::Xor
            | B::LShift
            | B::RShift
            | B::PyMin
            | B::PyMax
            | B::PyDivmod => self.op_binary(function, args),
            B::Is => self.op_is(args, false),
            B::IsNot => self.op_is(args, true),
            B::In => self.op_in(args, false),
            B::NotIn => self.op_in(args, true),
            B::GetItem => self.op_getitem(args),
            B::SetItem => self.op_setitem(args),

            B::PyGetattr => self.py_getattr(args),
            B::PyLen => self.py_len(args),
            B::PyTuple => self.py_tuple(args),
            B::PyInt => self.py_int(args),
            B::PyFloat => self.py_float(args),
            B::PyBool => self.py_bool(args),
            B::PyRange => self.py_range(args),
            B::PySlice => self.py_slice(args),
            B::DictGet => self.py_dict_get(args),
            B::DataclassesReplace => self.py_dataclasses_replace(args),
            B::EnsureConstant => self.ct_ensure_constant(args),

            B::CtEqual
            | B::CtNotEqual
            | B::CtLess
            | B::CtLessEqual
            | B::CtGreater
            | B::CtGreaterEqual
            | B::CtBitwiseAnd
            | B::CtBitwiseOr
            | B::CtBitwiseXor
            | B::CtBitwiseLshift
            | B::CtBitwiseRshift
            | B::CtCdiv
            | B::CtFloordiv
            | B::CtPow
            | B::CtAtan2
            | B::CtMod
            | B::CtDivmod => self.ct_operator(function, args),
            B::CtMaximum | B::CtMinimum | B::CtAdd | B::CtSub | B::CtMul | B::CtTruediv => {
                self.ct_arithmetic(function, args)
            }
            B::CtWhere => self.ct_where(args),
            B::CtAstype => self.ct_astype(args),
            B::CtBitcast => self.ct_bitcast(args),
            B::CtPack => self.ct_pack(args),
            B::CtUnpack => self.ct_unpack(args),
            B::CtBid => self.ct_bid(args, false),
            B::CtNumBlocks => self.ct_bid(args, true),
            B::CtAssumeDivisibleBy => self.ct_assume_divisible_by(args),

            B::CtLoad => self.ct_load(args),
            B::CtStore => self.ct_store(args),

            other => Err(
                Error::unsupported("function is not supported in kernels yet").found(other.name()),
            ),
        }
    }
}
