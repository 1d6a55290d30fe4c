//! From a function's tree to HIR.

use super::{Function, Mode};
use crate::diagnostic::{Error, Result};
use crate::modules::{FunctionDef, Package};

/// The HIR of a function of a module.
///
/// # Errors
/// Syntax that kernels may not use.
pub fn function(package: &Package, module: u32, def: &FunctionDef, mode: Mode) -> Result<Function> {
    let _ = (package, module, def, mode);
    Err(Error::unsupported("HIR is not there yet"))
}
