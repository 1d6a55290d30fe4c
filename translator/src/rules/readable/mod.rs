//! The readable writer: from the typed Python syntax tree to the Rust that a person would have
//! written: names, comments, docstrings, order and structure kept, element types generic,
//! compile-time parameters as const generics.
//!
//! In the order data flows:
//!
//! - [`facts`]: what the lowering found each expression to be, in every configuration;
//! - [`order`], [`liveness`]: which accesses keep their order, which variables are assigned again;
//! - [`kernel`], [`function`], [`statements`]: signatures, helpers, statements;
//! - [`expr`], [`call`], [`operators`], [`memory`], [`tiles`]: expressions, one family a file;
//! - [`value`], [`code`], [`writer`]: values, Rust expressions, conversions between values;
//! - [`ops`]: the writer's own operations, printed into the module that uses them;
//! - [`block`], [`marks`], [`print`]: statements to text, comments back in their places.
//!
//! What it cannot express is a [`Refusal`] with the construct, its place and the reason.

pub mod block;
pub mod call;
pub mod code;
pub mod expr;
pub mod facts;
pub mod function;
pub mod kernel;
pub mod liveness;
pub mod marks;
pub mod memory;
pub mod names;
pub mod operators;
pub mod ops;
pub mod order;
pub mod print;
pub mod refusal;
pub mod statements;
pub mod tiles;
pub mod value;
pub mod writer;

pub use facts::Facts;
pub use kernel::{Written, write};
pub use refusal::Refusal;
