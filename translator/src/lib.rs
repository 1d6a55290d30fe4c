//! tileport: migrates GPU operator libraries from cuTile Python to cuTile Rust and proves what it did.

pub mod assemble;
pub mod cli;
pub mod conform;
mod files;
pub mod gates;
pub mod library;
pub mod migrate;
pub mod official;
pub mod pair;
pub mod record;
pub mod report;
pub mod review;
pub mod rules;
pub mod timing;
pub mod toolchain;
