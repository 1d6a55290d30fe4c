//! `operator.toml`: an operator's kernels and the configurations they are checked in.
//!
//! ```toml
//! name = "vector_add"
//! source = "source.py"               # beside this file
//!
//! [[kernel]]
//! name = "vector_add"
//! reference = "vector_add"           # optional: what its outputs are held against
//! tolerance = { float32 = { absolute = 1e-6, relative = 1e-5 } }
//!
//! [[kernel.configuration]]
//! name = "f32-ragged"
//! grid = [4, 1, 1]
//! arguments = [
//!   { name = "a", tensor = "float32", shape = [4000] },
//!   { name = "out", tensor = "float32", shape = [4000], role = "output" },
//!   { name = "TILE", int = 1024 },
//! ]
//! ```
//!
//! A tensor takes `shape`, and where they are not the usual ones `stride` (row-major), `align` (256 bytes), `fill`
//! (by data type) and `role` (input). Other arguments are `int`, `float`, `bool`, `dtype`, `tuple`, `list`, or
//! `none = true`.

mod read;

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::configuration::Configuration;
use crate::problem::Problem;
use crate::reference::Expectation;

/// The name of the file.
pub const FILE_NAME: &str = "operator.toml";
/// The largest manifest that is read, in bytes.
pub const MAX_BYTES: u64 = 4 << 20;

/// An operator: a source file and its kernels.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Manifest {
    /// Where it was read from.
    pub path: PathBuf,
    pub name: String,
    /// The source file, relative to the manifest's folder, with `/`.
    pub source: String,
    pub kernels: Vec<Kernel>,
}

/// A kernel of an operator.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Kernel {
    pub name: String,
    /// What outputs are held against, and how near they have to be.
    pub expectation: Option<Expectation>,
    /// Their `file` is relative to the manifest's folder; [`crate::library`] makes it relative to a source root.
    pub configurations: Vec<Configuration>,
}

impl Manifest {
    /// Reads a manifest and checks all of it.
    ///
    /// # Errors
    /// The first fault with its place: not TOML, an unknown key (the nearest valid one is named), a missing one, a
    /// layout that no tensor can have, two things of one name.
    pub fn read(file: &Path) -> Result<Self, Problem> {
        let unreadable = |error| Problem::of_file(file, format!("cannot be read: {error}"));
        let size = std::fs::metadata(file).map_err(unreadable)?.len();
        if size > MAX_BYTES {
            return Err(Problem::of_file(
                file,
                format!("larger than {MAX_BYTES} bytes"),
            ));
        }
        let text = std::fs::read_to_string(file).map_err(unreadable)?;
        Self::parse(&text, file)
    }

    /// Reads the text of a manifest; `file` is the name that problems mention.
    ///
    /// # Errors
    /// As [`Manifest::read`].
    pub fn parse(text: &str, file: &Path) -> Result<Self, Problem> {
        read::manifest(text, file)
    }
}
