//! cuTile Rust source to CUDA Tile IR, through the official `cutile-compiler` in process.
//!
//! In the order data flows:
//! [`source`] (text to kernels, without lowering), [`facts`] (what a launch specialises on),
//! [`prepare`] (parsed and linked modules of a kernel, shared by its configurations, and their
//! lowering), [`bytecode`] (a module as bytes of a stated version).
//!
//! The compiler is kept at arm's length: it runs on threads with a large stack, its panics are
//! caught, sources that would nest too deep for it are turned away first, and every failure is
//! a [`Diagnostic`] with a place in the source where there is one.
//!
//! ```no_run
//! # fn main() -> Result<(), tileport_rust::Diagnostic> {
//! use tileport_rust::{Facts, Prepared, Source, Target};
//! let source = Source::read("kernels.rs".as_ref())?;
//! let kernel = source.kernel("vector_add")?;
//! let prepared = Prepared::new(&source, kernel)?;
//! let module = prepared.lower(&Facts::default(), &Target::new("sm_90", "13.3")?)?;
//! # Ok(()) }
//! ```

pub mod bytecode;
pub mod diagnostic;
pub mod facts;
mod nesting;
pub mod prepare;
pub mod source;
mod worker;

pub use diagnostic::{Diagnostic, Kind, Position};
pub use facts::{ArgumentFacts, Divisor, Facts, Options, Stride, Target, TensorFacts};
pub use prepare::Prepared;
pub use source::{Generic, GenericKind, Kernel, Parameter, ParameterKind, Source};
