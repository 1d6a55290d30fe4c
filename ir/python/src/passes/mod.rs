//! What the official compiler rewrites between typed lowering and bytecode, in its order.
//!
//! One file a pass; each works in place on a [`Body`] and keeps the identity of operations it
//! does not replace.

pub mod assign;
pub mod constants;
pub mod dataflow;
pub mod dce;
pub mod divby;
pub mod dtype_support;
pub mod for_break;
pub mod for_return;
pub mod fuse;
pub mod hoist;
pub mod split;
pub mod tokens;
pub mod unhoist;

use crate::diagnostic::Result;
use crate::lower::{BytecodeVersion, Options};
use crate::mid::Body;
use dataflow::{EntryParameter, Facts};

/// Runs all passes. `params` are the parameters that are passed at run time.
///
/// # Errors
/// A data type or constant that the target lacks.
pub fn run(body: &mut Body, params: &[EntryParameter], options: &Options) -> Result<Facts> {
    assign::run(body);
    for_return::run(body);
    for_break::run(body);
    dce::run(body);
    let mut facts = dataflow::analyse(body, params);
    constants::run(body, &mut facts);
    divby::run(body, &mut facts);
    tokens::run(body, &facts);
    fuse::run(body);
    hoist::run(body);
    if options.version < BytecodeVersion::V13_3 {
        unhoist::run(body);
    }
    split::run(body);
    dce::run(body);
    dtype_support::run(body, options)?;
    Ok(facts)
}
