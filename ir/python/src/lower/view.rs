//! num_tiles, tiled views, array slices, advanced indexing, lists of arrays.

use super::Lowering;
use crate::diagnostic::{Error, Result};
use crate::mid::Var;

impl Lowering<'_> {
    /// `list[index]`: an array of a list of arrays.
    ///
    /// # Errors
    /// An index that is no integer scalar.
    pub(crate) fn list_item(&mut self, list: Var, index: Var) -> Result<Var> {
        let _ = (list, index);
        Err(Error::unsupported("lists of arrays are not supported yet"))
    }
}
