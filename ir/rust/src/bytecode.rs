//! A module as Tile IR bytecode of a stated version.

use crate::diagnostic::{Diagnostic, Kind};
use crate::facts::Target;

/// Writes `module` at the version of `target`, after the official crate's own checks of
/// dominance and value numbering. Never asks an installed assembler for its version.
///
/// # Errors
/// A check fails, or the version cannot express the module. `file` is named in the diagnostic.
pub fn write(
    file: &str,
    module: &cutile_ir::Module,
    target: &Target,
) -> Result<Vec<u8>, Diagnostic> {
    let refuse = |what: &str, e: cutile_ir::Error| {
        Diagnostic::new(Kind::Bytecode, file, format!("{what}: {e}"))
    };
    module
        .verify_dominance()
        .map_err(|e| refuse("a value is used before it is defined", e))?;
    module
        .verify_bytecode_indices()
        .map_err(|e| refuse("values are numbered out of order", e))?;
    cutile_ir::bytecode::write_bytecode_version(module, target.version())
        .map_err(|e| refuse("cannot be written", e).advice("ask for a newer bytecode version"))
}
