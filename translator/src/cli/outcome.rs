//! How a command ends, and the exit code that says so.

use std::process::ExitCode;

use crate::toolchain::Missing;

/// A command that ran to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing to object to (exit code 0).
    Clean,
    /// Something to look at: a kernel not migrated, a denied difference, a failed check (1).
    Findings,
}

impl Outcome {
    pub fn clean_if(clean: bool) -> Self {
        if clean { Self::Clean } else { Self::Findings }
    }
}

/// A command that could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The input or the usage is wrong (2). The diagnostics were already rendered to text.
    #[error("{0}")]
    Input(String),
    /// A needed tool or device is missing (3).
    #[error(transparent)]
    Missing(#[from] Missing),
}

impl Failure {
    pub fn input(message: impl std::fmt::Display) -> Self {
        Self::Input(message.to_string())
    }

    /// A file that cannot be read or written.
    pub fn file(path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::Input(format!("{}: {error}", path.display()))
    }
}

/// The exit code of a command: 0 clean, 1 findings, 2 wrong input, 3 missing tool.
pub fn exit_code(result: &Result<Outcome, Failure>) -> ExitCode {
    ExitCode::from(match result {
        Ok(Outcome::Clean) => 0,
        Ok(Outcome::Findings) => 1,
        Err(Failure::Input(_)) => 2,
        Err(Failure::Missing(_)) => 3,
    })
}
