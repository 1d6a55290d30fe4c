//! Running other programs, and finding them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::failure::Failure;

/// The first folder of `PATH` that has an executable file `name`.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| is_executable(file))
}

/// Whether `file` exists and may be run.
pub fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata()
        .is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// What `program` prints on standard output, trimmed; `None` if it cannot run or fails.
pub fn output<A: AsRef<OsStr>>(program: &Path, arguments: &[A]) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Runs cargo in the project, its output passed through; a failure is a finding.
pub fn cargo(root: &Path, arguments: &[&str]) -> Result<(), Failure> {
    let shown = format!("cargo {}", arguments.join(" "));
    eprintln!("xtask: {shown}");
    // The cargo that runs this task, so that `cargo +toolchain xtask` stays on its toolchain.
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(&program)
        .args(arguments)
        .current_dir(root)
        .status()
        .map_err(|error| {
            Failure::missing(
                format!("cannot start {}: {error}", program.display()),
                "install Rust with rustup; rust-toolchain.toml names the version",
            )
        })?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::Finding(format!("{shown}: {status}")))
    }
}
