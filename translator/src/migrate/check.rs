//! `cargo check` of the emitted crate: the run-time path accepts programs that rustc refuses.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::report::CargoCheck;
use super::run::MigrateError;
use crate::toolchain::{Missing, Toolchain, run_bounded};

/// Has rustc check the crate in `out`. Its complaint goes to `cargo-check.txt` there.
///
/// # Errors
/// Cargo or the CUDA headers that `cutile` is built from are missing.
pub fn cargo_check(out: &Path, toolchain: &Toolchain) -> Result<CargoCheck, MigrateError> {
    let cargo = toolchain.need_cargo()?;
    let mut command = Command::new(cargo);
    command
        .args(["check", "--quiet", "--lib"])
        .current_dir(out)
        .env("CARGO_TERM_COLOR", "never");
    if let Some(root) = &toolchain.root {
        // Absolute, since Cargo runs in another folder; one target folder serves every crate, so
        // that `cutile` is built once.
        let root = root.canonicalize().map_err(|source| MigrateError::Io {
            path: root.clone(),
            source,
        })?;
        command.env("CARGO_TARGET_DIR", root.join("check"));
        for (variable, part) in [
            ("CUDA_TOOLKIT_PATH", "cuda"),
            ("LIBCLANG_PATH", "libclang"),
            ("C_INCLUDE_PATH", "clang-include"),
        ] {
            if std::env::var_os(variable).is_none() {
                command.env(variable, root.join(part));
            }
        }
    }
    let finished = run_bounded(&mut command, Duration::from_secs(1800))
        .map_err(|e| Missing::new("a working cargo", e.to_string()))?;
    let complaint = out.join("cargo-check.txt");
    if finished.status.success() {
        let _ = std::fs::remove_file(&complaint);
        return Ok(CargoCheck::Passed);
    }
    super::files::write_whole(&complaint, finished.complaint().as_bytes()).map_err(|source| {
        MigrateError::Io {
            path: complaint,
            source,
        }
    })?;
    Ok(CargoCheck::Failed)
}
