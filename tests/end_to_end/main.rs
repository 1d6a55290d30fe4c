//! End-to-end tests: the real program, on real files, in a scrubbed environment.
//!
//! `support` runs the program; every other module is about one kind of use.

mod bad_input;
mod conformance;
mod emitted;
mod migration;
mod record;
mod resume;
mod rust;
mod support;
mod tools;
