//! What decides whether a translation is accepted, cheapest first, the same for every translator.
//!
//! A candidate never sees the checks that judge it. It is accepted when the official compiler
//! lowers it, under the facts of every specialisation, to a module that is equivalent to the
//! Python's; nothing else is ever called migrated.

mod judge;

pub use judge::{Evidence, Judge, Verdict};
