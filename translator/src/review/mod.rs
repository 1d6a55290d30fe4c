//! Reviewing changes: what a diff is between, and how its result is shown.

mod revision;

pub use revision::{Checkout, Operand, RevisionError};
