//! Rust written by rules: offline, deterministic.
//!
//! Two writers propose candidates and the IR decides which is kept. The *readable* one writes what
//! a person would have written; the *exact* one, one typed binding an operation, takes over where
//! the readable form is refused or not equivalent.

mod driver;
pub mod exact;
pub mod names;
pub mod propose;
pub mod readable;

pub use driver::{Candidate, Refusal, Translation, Variant, Writer, translate};
