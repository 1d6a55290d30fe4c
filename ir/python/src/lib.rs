//! cuTile Python to CUDA Tile IR, without executing a line of it.
//!
//! In the order data flows: [`source`] (positions), [`parse`] (text to tree), [`tree`].

pub mod parse;
pub mod source;
pub mod tree;
