//! From the mid-level IR to `cutile_ir::Module`.
//!
//! Official `_ir2bytecode.py` and each operation's `generate_bytecode`. Attribute names and
//! operand groups are those that `cutile_ir`'s bytecode writer reads.

use crate::diagnostic::{Error, Result};
use crate::lower::Options;
use crate::mid::Body;
use crate::passes::dataflow::Facts;
use crate::specialise::Hints;

/// Emits a module with one entry called `symbol`.
///
/// # Errors
/// A value that the bytecode cannot express; an option that needs a newer version.
pub fn emit(
    body: &Body,
    facts: &Facts,
    symbol: &str,
    hints: &Hints,
    options: &Options,
) -> Result<cutile_ir::Module> {
    let _ = (body, facts, symbol, hints, options);
    Err(Error::unsupported("emission is not there yet"))
}
