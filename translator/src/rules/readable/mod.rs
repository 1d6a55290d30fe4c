//! The readable writer: from the typed Python syntax tree to the Rust that a person would have
//! written: names, comments, docstrings, order and structure kept, element types generic,
//! compile-time parameters as const generics.
//!
//! In the order data flows:
//!
//! - [`facts`]: what the lowering found each expression to be, in every configuration;
//! - [`order`], [`liveness`]: which accesses keep their order, which variables are assigned again;
//! - [`kernel`], [`function`], [`results`]: signatures, helpers and what they return;
//! - [`statements`], [`assign`], [`branches`], [`loops`], [`comments`]: the body;
//! - [`expr`], [`constants`], [`call`]: expressions;
//! - [`operators`], [`fuse`], [`scalars`], [`functions`], [`memory`], [`tiles`]: one family of
//!   operations a file;
//! - [`value`], [`code`], [`literal`]: values and Rust expressions;
//! - [`writer`], [`convert`], [`generics`]: the state of writing, conversions between values,
//!   what differs between launches;
//! - [`ops`]: the writer's own operations, printed into the module that uses them;
//! - [`block`], [`marks`], [`print`]: statements to text, comments back in their places.
//!
//! What it cannot express is a [`Refusal`] with the construct, its place and the reason.

pub mod assign;
pub mod block;
pub mod branches;
pub mod call;
pub mod code;
pub mod comments;
pub mod constants;
pub mod convert;
pub mod expr;
pub mod facts;
pub mod function;
pub mod functions;
pub mod fuse;
pub mod generics;
pub mod kernel;
pub mod literal;
pub mod liveness;
pub mod loops;
pub mod marks;
pub mod memory;
pub mod operators;
pub mod ops;
pub mod order;
pub mod print;
pub mod refusal;
pub mod reserved;
pub mod results;
pub mod scalars;
pub mod statements;
pub mod tiles;
pub mod value;
pub mod writer;

pub use facts::Facts;
pub use kernel::{Written, write};
pub use refusal::Refusal;
