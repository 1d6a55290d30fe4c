//! Pairs: a Python kernel and a Rust kernel under the same launch facts.
//!
//! Everything downstream (diff, interpret, assemble, time) takes two modules with one launch ABI
//! and does not care who made them.

mod facts;
mod side;

pub use facts::{
    FactsError, RunTime, run_time_parameters, rust_element, rust_facts, rust_facts_with,
};
pub use side::{Lowerer, RustError, Side};
