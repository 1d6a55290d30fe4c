//! CUDA Tile IR: reading, viewing, checking and printing modules.
//!
//! A module in memory is a [`cutile_ir::Module`], the form both languages'
//! compilers share. This crate adds what that crate lacks:
//!
//! - [`bytecode`]: bytecode of versions 13.1 to 13.5 to a module;
//! - [`compare`]: whether two modules are identical, or equivalent;
//! - [`float`]: the float formats, bits to numbers and back;
//! - [`diff`]: what two modules do differently, and how grave that is;
//! - [`normalise`]: the normal form behind that;
//! - [`ops`]: operations with named and typed operands and attributes, walking,
//!   users, effects, source positions;
//! - [`print`]: text, the same as the official disassembler's;
//! - [`verify`]: whether a module is valid.

pub mod bytecode;
pub mod compare;
pub mod diff;
pub mod float;
mod graph;
pub mod normalise;
pub mod ops;
pub mod print;
pub mod verify;
mod version;

pub use version::{UnknownVersion, Version};
