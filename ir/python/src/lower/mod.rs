//! Typed lowering: executes the [HIR](crate::hir) of a kernel symbolically for one
//! [`Signature`] and builds [`mid`](crate::mid) operations.
//!
//! - [`builtin`]: table of everything callable; [`dispatch`]: which family lowers what.
//! - [`builder`]: operations, constants, aggregates; [`scope`]: variables and jumps in flight.
//! - [`require`], [`promote`], [`cast`]: checks of arguments, common types, conversions.
//! - Families: [`arithmetic`], [`unary`], [`shape`], [`create`], [`matmul`], [`reduce`],
//!   [`memory`], [`view`], [`pointer`], [`atomic`], [`print`], [`object`].

mod aggregate;
pub mod builder;
pub mod builtin;
mod call;
mod closure;
mod context;
mod control_flow;
pub mod dispatch;
mod entry;
mod operators;
mod phi;
mod recover;
pub mod require;
pub mod scope;
mod static_eval;

pub mod arithmetic;
pub mod atomic;
pub mod cast;
pub mod create;
pub mod matmul;
pub mod memory;
pub mod number;
pub mod object;
pub mod pointer;
pub mod print;
pub mod promote;
pub mod reduce;
pub mod shape;
pub mod text;
pub mod unary;
pub mod view;

use crate::diagnostic::Diagnostics;
use crate::mid::{BlockId, Body, LocId};
use crate::modules::Package;
use crate::specialise::Signature;
pub use cutile_ir::bytecode::BytecodeVersion;
use scope::Scopes;

/// How to lower.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Version of the bytecode the module is meant for: decides a few forms.
    pub version: BytecodeVersion,
    /// Architecture (`sm_90`), needed for versions before 13.3 and to refuse data types it lacks.
    pub arch: Option<String>,
    /// Whether to record a [`Lowered::trace`].
    pub trace: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            version: BytecodeVersion::V13_3,
            arch: None,
            trace: false,
        }
    }
}

/// A lowered kernel.
#[derive(Debug)]
pub struct Lowered {
    /// The module, with one entry.
    pub module: cutile_ir::Module,
    /// What the sources call values, by their index in the module.
    pub names: Vec<(u32, std::sync::Arc<str>)>,
    /// What each evaluated piece of syntax was, when asked for.
    pub trace: Vec<TraceEntry>,
    /// Where a sum or difference absorbed a product, as module and span, when asked for a trace.
    pub fused: Vec<(u32, crate::source::Span)>,
}

/// What a piece of syntax was found to be; one for each time it was evaluated.
#[derive(Debug, Clone)]
pub struct TraceEntry {
    /// Module of the package.
    pub module: u32,
    /// The syntax.
    pub span: crate::source::Span,
    /// Calls of the function around it before the one that evaluated it.
    pub call: u32,
    /// Its type.
    pub ty: crate::mid::Type,
    /// Its value, when known.
    pub constant: Option<crate::mid::Const>,
    /// The variable that holds it: two pieces of syntax with one variable are one value.
    pub var: crate::mid::Var,
}

/// Lowers the kernel called `kernel` in `file` (a path below the package's root) for one launch
/// signature. The result has the same operations in the same order with the same attributes as
/// the official compiler's.
///
/// # Errors
/// What makes the kernel unlowerable, with its place: independent errors are all found, the one
/// that the official compiler would name first.
pub fn lower(
    package: &Package,
    file: &str,
    kernel: &str,
    signature: &Signature,
    options: &Options,
) -> Result<Lowered, Diagnostics> {
    entry::lower(package, file, kernel, signature, options)
}

/// The state of lowering one specialisation: what every operation family works on.
pub struct Lowering<'a> {
    /// Where functions and globals come from.
    pub package: &'a Package,
    /// How to lower.
    pub options: &'a Options,
    /// What is built.
    pub body: Body,
    /// Where operations are appended.
    pub(crate) block: BlockId,
    /// Whether `block` has ended.
    pub(crate) terminated: bool,
    /// What may not be built here: inside a reduction or scan body.
    pub(crate) restriction: Option<Restriction>,
    /// Place of the instruction being lowered.
    pub loc: LocId,
    /// Variables and jumps in flight.
    pub(crate) scopes: Scopes,
    /// What was evaluated, when asked for.
    pub(crate) trace: Vec<TraceEntry>,
    /// Instructions executed.
    pub(crate) steps: u32,
    /// Blocks around the one being built.
    pub(crate) nesting: u32,
    /// What went wrong so far.
    pub(crate) errors: Vec<crate::diagnostic::Error>,
}

/// Where operations with effects, loops and branches are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restriction {
    /// In the body of `reduce`.
    Reduction,
    /// In the body of `scan`.
    Scan,
}
