//! tileport: migrates GPU operator libraries from cuTile Python to cuTile Rust and proves what it did.

pub mod assemble;
pub mod cli;
pub mod migrate;
pub mod report;
pub mod toolchain;
