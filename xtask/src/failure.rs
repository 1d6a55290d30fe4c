//! Why a task stopped, and the exit code that says so.

use std::fmt;
use std::path::Path;

/// A task's failure; its text says what happened and what to do.
#[derive(Debug)]
pub enum Failure {
    /// The task ran and found something wrong (a failed test, a wrong hash).
    Finding(String),
    /// The command line is wrong.
    Usage(String),
    /// A tool, a network or a platform that the task needs is not there.
    Missing {
        /// What is not there.
        what: String,
        /// How to go on.
        remedy: String,
    },
}

impl Failure {
    /// A file operation that failed.
    pub fn file(action: &str, path: &Path, error: &std::io::Error) -> Self {
        Self::Finding(format!("cannot {action} {}: {error}", path.display()))
    }

    /// Something that has to be there and is not.
    pub fn missing(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Missing {
            what: what.into(),
            remedy: remedy.into(),
        }
    }

    /// The process's exit code.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Finding(_) => 1,
            Self::Usage(_) => 2,
            Self::Missing { .. } => 3,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finding(text) | Self::Usage(text) => out.write_str(text),
            Self::Missing { what, remedy } => write!(out, "{what}\n  to go on: {remedy}"),
        }
    }
}
