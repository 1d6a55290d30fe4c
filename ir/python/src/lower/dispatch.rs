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

impl Lowering<'_> {
    /// Lowers a call of a built-in. `None` means the value `None`.
    ///
    /// # Errors
    /// Whatever the family objects to.
    pub fn call_builtin(&mut self, function: Builtin, args: &Args) -> Result<Option<Var>> {
        let _ = args;
        Err(Error::unsupported("built-in is not supported yet").found(function.name()))
    }
}
