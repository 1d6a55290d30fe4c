//! Operators and how they are run: configurations, where they come from, their inputs, and timing on a GPU.
//!
//! - [`configuration`]: a launch of a kernel with everything that is needed to repeat it;
//! - [`manifest`] (`operator.toml`, written by people) and [`launch`] (records, written by `tileport record`): the
//!   two places that configurations come from; [`library`] gathers them under a source root;
//! - [`input`]: the values of the tensors, from a seed, and the comparison of what kernels make of them;
//! - [`reference`](mod@reference): what our own operators should compute;
//! - [`bench`]: pairs of kernels timed on a GPU.
//!
//! [`problem`] is the error of everything that reads files.

#![deny(unsafe_code)]

pub mod bench;
pub mod configuration;
pub mod input;
pub mod launch;
pub mod library;
pub mod manifest;
pub mod problem;
pub mod reference;

pub use configuration::{Argument, Configuration, Role, Tensor, Value};
pub use launch::Launch;
pub use manifest::Manifest;
pub use problem::Problem;
