//! How much work compile-time evaluation may do: in one evaluation, and in everything that one question to the
//! package leads to. Globals, decorators and class bodies are evaluated one by one as they are needed, and a file may
//! have any number of them, each just below the bound of one.

use crate::diagnostic::{Error, Result};
use std::cell::Cell;

/// Units that one question may take. A unit is some ten nanoseconds: a step, or a part of a value that is copied.
const UNITS: u64 = 10_000_000;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(UNITS) };
}

/// A new question: work starts to count from nothing.
pub(crate) fn renew() {
    LEFT.set(UNITS);
}

/// Takes from what is left.
///
/// # Errors
/// Nothing is left.
pub(super) fn spend(units: usize) -> Result<()> {
    let left = LEFT.get().checked_sub(units as u64);
    LEFT.set(left.unwrap_or(0));
    left.map(|_| ()).ok_or_else(exhausted)
}

/// Evaluation takes too long.
pub(super) fn exhausted() -> Error {
    Error::limit("evaluation while compiling takes too long")
        .help("compute the value on the host and pass it as a constant")
}
