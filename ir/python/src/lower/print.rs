//! print, printf, assert, f-strings.

use super::Lowering;
use crate::diagnostic::{Error, Result};
use crate::mid::Var;
use crate::mid::types::Piece;

impl Lowering<'_> {
    /// An f-string.
    ///
    /// # Errors
    /// Values that have no text.
    pub(crate) fn format_string(&mut self, pieces: &[Piece], values: &[Var]) -> Result<Var> {
        let _ = (pieces, values);
        Err(Error::unsupported("f-strings are not supported yet"))
    }

    /// Strings joined end to end.
    ///
    /// # Errors
    /// Something other than strings.
    pub(crate) fn concat_strings(&mut self, strings: &[Var]) -> Result<Var> {
        let _ = strings;
        Err(Error::unsupported("joining strings is not supported yet"))
    }
}
