//! A whole library: every kernel that a launch record or a manifest names.
//!
//! [`run`] is the whole of it. [`kernel`] migrates one kernel, [`refusal`] says why one was not;
//! [`store`] remembers what was done, as [`sealed`] files; [`shard`] cuts a library into parts.
//! [`folder`] is where everything is written: [`emit`] the crate with its [`host`] functions, [`check`] has rustc look at it,
//! [`report`] says what came of it, [`merge`] joins the reports of parts.

mod check;
mod emit;
mod folder;
mod host;
mod html;
pub mod kernel;
mod markdown;
pub mod merge;
pub mod pairs;
mod refusal;
pub mod report;
mod run;
mod sealed;
mod shard;
mod store;
mod times;

pub use check::Checks;
pub use markdown::summary;
pub use run::{Finished, MigrateError, Options, run};
pub use shard::Shard;

/// Writes the three forms of a report into a folder.
///
/// # Errors
/// The folder cannot be written, or a run holds it.
pub fn write_report(report: &report::Report, folder: &std::path::Path) -> std::io::Result<()> {
    run::write_report(report, &folder::Folder::open(folder)?)
}
