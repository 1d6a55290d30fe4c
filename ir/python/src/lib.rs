//! cuTile Python to CUDA Tile IR, without executing a line of it.
//!
//! In the order data flows:
//!
//! - [`source`] (positions), [`parse`] (text to tree), [`tree`];
//! - [`modules`]: the files of a package, their imports and globals;
//! - [`eval`] and [`classes`]: evaluation while compiling;
//! - [`specialise`]: launch arguments to facts about parameters;
//! - [`hir`]: a function with names resolved and jumps explicit, once per function;
//! - [`lower`](mod@lower): typed lowering of one specialisation into [`mid`];
//! - [`passes`]: what the official compiler rewrites, in its order;
//! - [`emit`]: the result, a `cutile_ir::Module`.
//!
//! [`dtype`], [`float`] and [`diagnostic`] serve all of them; [`support`] says what of `cuda.tile` they take. `LOWERING.md` beside the sources says where
//! each stage of the official compiler lives here and how to add an operation family.

pub mod classes;
pub mod diagnostic;
pub mod dtype;
pub mod emit;
pub mod eval;
pub mod float;

pub mod hir;
pub mod lower;
pub mod mid;
pub mod modules;
pub mod parse;
pub mod passes;
pub mod source;
pub mod specialise;
mod stack;
mod suggest;
pub mod support;
pub mod tree;

pub use diagnostic::{Diagnostic, Diagnostics};
pub use dtype::Dtype;
pub use lower::{Lowered, Options, lower};
pub use modules::Package;
pub use specialise::Signature;
