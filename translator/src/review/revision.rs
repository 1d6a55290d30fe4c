//! Files as they are, or as they were in a Git revision (`REV:path`).
//!
//! A Python kernel may import from the rest of its package, so a revision is written out whole,
//! below a temporary folder. The index and the working tree of the checkout are not touched, and
//! a shallow clone is enough as long as it has the revision.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;

use crate::toolchain::{ProcessError, run_bounded};

/// How long one Git command may take.
const LIMIT: Duration = Duration::from_secs(120);

#[derive(Debug, thiserror::Error)]
pub enum RevisionError {
    #[error(transparent)]
    Process(#[from] ProcessError),
    #[error("revision '{revision}' cannot be read: {complaint}")]
    Git { revision: String, complaint: String },
    #[error("{path} does not exist in revision '{revision}'")]
    Absent { revision: String, path: String },
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// One thing to compare, as it was named on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    File(PathBuf),
    Revision { revision: String, path: String },
}

impl Operand {
    /// `REV:path`, unless a file of that name exists.
    pub fn parse(text: &str) -> Self {
        match text.split_once(':') {
            Some((revision, path))
                if !revision.is_empty() && !path.is_empty() && !Path::new(text).exists() =>
            {
                Self::Revision {
                    revision: revision.to_owned(),
                    path: path.to_owned(),
                }
            }
            _ => Self::File(PathBuf::from(text)),
        }
    }
}

/// A file that can be read, and what keeps it there.
#[derive(Debug)]
pub struct Checkout {
    pub path: PathBuf,
    /// The folder that stands for the top of the repository; none for a file as it is.
    pub top: Option<PathBuf>,
    _folder: Option<TempDir>,
}

impl Checkout {
    /// Makes `operand` readable.
    ///
    /// # Errors
    /// Git does not run, does not know the revision, or the revision has no such file.
    pub fn of(operand: &Operand) -> Result<Self, RevisionError> {
        match operand {
            Operand::File(path) => Ok(Self {
                path: path.clone(),
                top: None,
                _folder: None,
            }),
            Operand::Revision { revision, path } => {
                let folder = write_out(revision)?;
                let full = folder.path().join(path);
                if !full.is_file() {
                    return Err(RevisionError::Absent {
                        revision: revision.clone(),
                        path: path.clone(),
                    });
                }
                Ok(Self {
                    path: full,
                    top: Some(folder.path().to_owned()),
                    _folder: Some(folder),
                })
            }
        }
    }
}

/// Writes the files of `revision` into a temporary folder, through an index of its own.
fn write_out(revision: &str) -> Result<TempDir, RevisionError> {
    let folder = TempDir::new()?;
    let index = folder.path().join(".index");
    let prefix = format!("{}/", folder.path().display());
    // `--end-of-options`: a revision that starts with a dash is no option.
    git(
        revision,
        &index,
        &["read-tree", "--end-of-options", revision],
    )?;
    git(
        revision,
        &index,
        &["checkout-index", "--all", "--force", "--prefix", &prefix],
    )?;
    std::fs::remove_file(&index)?;
    Ok(folder)
}

fn git(revision: &str, index: &Path, arguments: &[&str]) -> Result<(), RevisionError> {
    let mut command = Command::new("git");
    command.args(arguments).env("GIT_INDEX_FILE", index);
    // Checking out runs from the top of the working tree, wherever the caller stands.
    if let Some(top) = top_of_working_tree() {
        command.current_dir(top);
    }
    let finished = run_bounded(&mut command, LIMIT)?;
    if finished.status.success() {
        Ok(())
    } else {
        Err(RevisionError::Git {
            revision: revision.to_owned(),
            complaint: finished.complaint(),
        })
    }
}

fn top_of_working_tree() -> Option<PathBuf> {
    let finished = run_bounded(
        Command::new("git").args(["rev-parse", "--show-toplevel"]),
        LIMIT,
    )
    .ok()?;
    let text = String::from_utf8(finished.stdout).ok()?;
    finished
        .status
        .success()
        .then(|| PathBuf::from(text.trim()))
}

#[cfg(test)]
mod tests {
    use super::Operand;

    #[test]
    fn revisions_and_files_are_told_apart() {
        assert_eq!(
            Operand::parse("HEAD~1:a/b.py"),
            Operand::Revision {
                revision: "HEAD~1".to_owned(),
                path: "a/b.py".to_owned()
            }
        );
        assert_eq!(Operand::parse("a.py"), Operand::File("a.py".into()));
        assert_eq!(Operand::parse(":a.py"), Operand::File(":a.py".into()));
    }
}
