//! Values of tensors: made from a seed, and compared after a run.
//!
//! - [`generator`]: the one source of pseudo-random numbers, documented bit by bit;
//! - [`element`]: numbers to bytes and back, for every data type;
//! - [`storage`]: a tensor's memory filled as its configuration says;
//! - [`compare`]: two memories of one tensor against each other.

pub mod compare;
pub mod element;
pub mod generator;
pub mod storage;

pub use compare::{Comparison, Tolerance, compare};
pub use generator::Generator;
pub use storage::{POISON, fill, poisoned};
