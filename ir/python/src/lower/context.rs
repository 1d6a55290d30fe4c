//! `with` and generator context managers.

use super::Lowering;
use crate::diagnostic::{Error, Result};
use crate::mid::Var;

/// A context manager of this lowering.
#[derive(Debug)]
pub(crate) struct Context {}

impl Lowering<'_> {
    /// `with manager`: enters; the value bound by `as`.
    pub(crate) fn enter_context(&mut self, manager: Var) -> Result<Var> {
        let ty = self.body.ty(manager)?;
        Err(Error::unsupported("context managers are not supported yet").found(ty))
    }

    /// End of `with`: leaves the innermost context.
    pub(crate) fn pop_context(&mut self) -> Result<()> {
        Err(Error::unsupported("context managers are not supported yet"))
    }

    /// Runs `f` after leaving the contexts entered since there were `depth`, without forgetting
    /// them: other paths are still inside.
    pub(crate) fn leaving_contexts<T>(
        &mut self,
        depth: usize,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if self.frame()?.contexts.len() > depth {
            return Err(Error::unsupported("context managers are not supported yet"));
        }
        f(self)
    }
}
