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

mod effects;
mod jumps;
mod parallel_store;

use crate::diagnostic::{Error, Result};
use crate::lower::{BytecodeVersion, Options};
use crate::mid::{BlockId, Body};
use dataflow::{EntryParameter, Facts};

/// Deepest nesting of blocks that is handled: passes and emission recurse into them.
const MAX_DEPTH: usize = 128;

/// Runs all passes. `params` are the parameters that are passed at run time.
///
/// # Errors
/// A data type or constant that the target lacks; a bound of this crate, on nesting, on the
/// number of arrays, on the size that splitting loops leads to.
pub fn run(body: &mut Body, params: &[EntryParameter], options: &Options) -> Result<Facts> {
    check_depth(body)?;
    assign::run(body);
    for_return::run(body);
    for_break::run(body);
    dce::run(body);
    let mut facts = dataflow::analyse(body, params)?;
    constants::run(body, &mut facts);
    divby::run(body, &mut facts);
    tokens::run(body, &facts);
    fuse::run(body);
    hoist::run(body);
    if options.version < BytecodeVersion::V13_3 {
        unhoist::run(body);
    }
    split::run(body)?;
    dce::run(body);
    dtype_support::run(body, options)?;
    Ok(facts)
}

/// Refuses bodies that are nested too deeply to recurse into; no pass nests deeper than one level
/// more.
fn check_depth(body: &Body) -> Result<()> {
    let mut pending: Vec<(BlockId, usize)> = vec![(body.root, 0)];
    while let Some((block, depth)) = pending.pop() {
        for &id in &body.block(block).ops {
            let operation = body.op(id);
            for nested in operation.op.blocks() {
                if depth >= MAX_DEPTH {
                    return Err(Error::limit("loops and branches are nested too deeply")
                        .at(operation.loc)
                        .help("move inner ones into fewer levels"));
                }
                pending.push((nested, depth + 1));
            }
        }
    }
    Ok(())
}
