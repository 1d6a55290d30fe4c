//! rustc's word on the emitted crate: the run-time path accepts programs that rustc refuses.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::folder::{self, Folder};
use super::report::CargoCheck;
use super::run::MigrateError;
use super::sealed::{self, hex};
use crate::toolchain::{Missing, Toolchain, run_bounded};

/// Which checks of the crate are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Checks {
    pub cargo_check: bool,
    /// `cargo clippy --all-targets -- -D warnings`.
    pub clippy: bool,
}

/// One check: what it is called, what it runs, where its complaint goes.
struct Check {
    name: &'static str,
    arguments: &'static [&'static str],
    complaint: &'static str,
}

const CHECK: Check = Check {
    name: "check",
    arguments: &["check", "--quiet", "--all-targets"],
    complaint: "cargo-check.txt",
};

const CLIPPY: Check = Check {
    name: "clippy",
    arguments: &["clippy", "--quiet", "--all-targets", "--", "-D", "warnings"],
    complaint: "cargo-clippy.txt",
};

/// Runs what is asked for on the crate in `out`; an outcome for `cargo check` and one for clippy.
///
/// # Errors
/// Cargo or the CUDA headers that `cutile` is built from are missing.
pub fn run(
    out: &Folder,
    checks: Checks,
    toolchain: &Toolchain,
) -> Result<(CargoCheck, CargoCheck), MigrateError> {
    let outcome = |wanted: bool, check: &Check| match wanted {
        true => one(out, check, toolchain),
        false => forget(out, check).map(|()| CargoCheck::NotRun),
    };
    Ok((
        outcome(checks.cargo_check, &CHECK)?,
        outcome(checks.clippy, &CLIPPY)?,
    ))
}

fn forget(out: &Folder, check: &Check) -> Result<(), MigrateError> {
    let path = out.root().join(check.complaint);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(MigrateError::Io {
            path,
            source: error,
        }),
        _ => Ok(()),
    }
}

fn one(out: &Folder, check: &Check, toolchain: &Toolchain) -> Result<CargoCheck, MigrateError> {
    let cargo = toolchain.need_cargo()?;
    let root = out.root();
    let io = |source| MigrateError::Io {
        path: root.to_owned(),
        source,
    };
    let key = key(root, check, cargo).map_err(io)?;
    let remembered = folder::private(root).join("checks").join(check.name);
    let complaint = match sealed::read(&remembered, &key) {
        Some(known) => String::from_utf8_lossy(&known).into_owned(),
        None => {
            let complaint = ask(root, check, cargo, toolchain)?;
            sealed::write(&remembered, &key, complaint.as_bytes()).map_err(io)?;
            complaint
        }
    };
    if complaint.is_empty() {
        forget(out, check)?;
        return Ok(CargoCheck::Passed);
    }
    out.write(check.complaint, complaint.as_bytes())
        .map_err(io)?;
    Ok(CargoCheck::Failed)
}

/// What rustc says against the crate; empty when it passes.
fn ask(
    out: &Path,
    check: &Check,
    cargo: &Path,
    toolchain: &Toolchain,
) -> Result<String, MigrateError> {
    let mut command = Command::new(cargo);
    command
        .args(check.arguments)
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
    match finished.status.success() {
        true => Ok(String::new()),
        false => Ok(format!("{}\n", finished.complaint())),
    }
}

/// Everything that the answer depends on: the crate and the compiler.
fn key(out: &Path, check: &Check, cargo: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    hash.update(check.arguments.join(" "));
    let version = run_bounded(
        Command::new(cargo).arg("--version").current_dir(out),
        Duration::from_secs(60),
    )
    .map_err(|e| io::Error::other(e.to_string()))?;
    hash.update(&version.stdout);
    let mut files: Vec<PathBuf> = vec![out.join("Cargo.toml")];
    for part in ["src", "examples"] {
        for entry in walkdir::WalkDir::new(out.join(part)).into_iter().flatten() {
            if entry.file_type().is_file() {
                files.push(entry.into_path());
            }
        }
    }
    files.sort();
    for file in files {
        let below = file.strip_prefix(out).unwrap_or(&file);
        hash.update(below.to_string_lossy().as_bytes());
        hash.update(Sha256::digest(fs::read(&file)?));
    }
    Ok(hex(&hash.finalize()))
}
