//! Running the program.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The checkout.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the package is in the project")
        .to_owned()
}

/// Our own operators.
pub fn library() -> String {
    project()
        .join("operators/library")
        .to_string_lossy()
        .into_owned()
}

/// The program, with nothing of the caller's environment but what finds the toolchain.
pub fn tileport(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tileport"));
    command
        .args(arguments)
        .env_clear()
        .env("NO_COLOR", "1")
        .env("TILEPORT_TOOLCHAIN", project().join(".toolchain"));
    for kept in [
        "PATH",
        "HOME",
        "RUSTUP_HOME",
        "CARGO_HOME",
        "RUSTUP_TOOLCHAIN",
    ] {
        if let Some(value) = std::env::var_os(kept) {
            command.env(kept, value);
        }
    }
    command
}

/// How a run ended, as text.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

pub fn run(command: &mut Command) -> Ended {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    let ended = Ended {
        code: status.code(),
        stdout: text(stdout),
        stderr: text(stderr),
    };
    assert!(
        !ended.stderr.contains("panicked at"),
        "the program panicked: {ended:#?}"
    );
    ended
}

/// Fails unless the run ended with `code`, printing what it said.
#[track_caller]
pub fn expect(ended: &Ended, code: i32) {
    assert_eq!(ended.code, Some(code), "{ended:#?}");
}
