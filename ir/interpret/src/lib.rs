//! CUDA Tile IR on a CPU: what a kernel computes, and what it does that it must not.
//!
//! - [`program`]: a module's entry made ready to run;
//! - [`memory`]: the buffers it works on;
//! - [`launch`](mod@launch): running it on a grid of blocks, several at once;
//! - [`end`]: how that ends: with a result, a fault, something unsupported, or a budget used up;
//! - [`tile`], [`number`]: values, and arithmetic with the specification's rounding.
//!
//! Arithmetic is correctly rounded in every mode. What the specification leaves approximate (transcendental functions,
//! `approx` and `full` rounding) is computed in 64 bits and rounded to nearest, which is within every bound it gives.
//! Orders that it leaves open (of reductions, scans and matrix products) are fixed; the modules behind [`launch`](mod@launch)
//! say which. Undefined results go on with a value and are reported as findings; undefined behaviour is a fault.

#![forbid(unsafe_code)]

pub mod end;
mod exec;
pub mod launch;
pub mod memory;
pub mod number;
pub mod program;
pub mod tile;

pub use end::{End, Fault, FaultKind, Finding, Poison};
pub use launch::{Argument, Options, Outcome, Undetermined, launch};
pub use memory::Memory;
pub use program::Program;
