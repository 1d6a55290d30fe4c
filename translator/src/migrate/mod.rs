//! A whole library: every kernel that a launch record or a manifest names.
//!
//! [`run`] is the whole of it; [`kernel`] migrates one kernel, [`store`] remembers what was done,
//! [`emit`] writes the crate, [`check`] has rustc look at it, [`report`] says what came of it.

mod check;
mod emit;
mod files;
mod html;
pub mod kernel;
mod markdown;
pub mod pairs;
pub mod report;
mod run;
mod store;

pub use markdown::summary;
pub use run::{MigrateError, Options, run};
