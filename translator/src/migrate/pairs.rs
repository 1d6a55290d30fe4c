//! The pairs' bytecode in a migration's output folder: `pairs/<id>/python.tileirbc` and `rust.tileirbc`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Both sides of one specialisation, as bytecode.
#[derive(Debug, Clone)]
pub struct StoredPair {
    pub id: String,
    pub python: Vec<u8>,
    pub rust: Vec<u8>,
}

#[derive(Debug, thiserror::Error)]
pub enum PairsError {
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: io::Error },
    #[error("{0}: no pairs below it; `tileport migrate ROOT -o FOLDER` writes them")]
    None(PathBuf),
}

/// The folder of the pairs below a migration's output folder.
pub fn folder(out: &Path) -> PathBuf {
    out.join("pairs")
}

/// Where the machine code of the pairs is kept.
pub fn cubin_cache(out: &Path) -> PathBuf {
    super::folder::private(out).join("cubins")
}

/// Every pair of a migration, in order of identifier.
///
/// # Errors
/// A folder or file cannot be read, or there are none.
pub fn read_all(out: &Path) -> Result<Vec<StoredPair>, PairsError> {
    let root = folder(out);
    let listing = fs::read_dir(&root).map_err(|_| PairsError::None(out.to_owned()))?;
    let mut found = Vec::new();
    for entry in listing {
        let path = entry
            .map_err(|source| PairsError::Io {
                path: root.clone(),
                source,
            })?
            .path();
        let (python, rust) = (path.join("python.tileirbc"), path.join("rust.tileirbc"));
        // A kernel whose translation was refused has a Python side alone.
        if python.is_file() && rust.is_file() {
            let mut pair = StoredPair::of_files(&python, &rust)?;
            pair.id = path
                .file_name()
                .map(|n| n.to_string_lossy().into_owned())
                .unwrap_or_default();
            found.push(pair);
        }
    }
    found.sort_by(|a, b| a.id.cmp(&b.id));
    if found.is_empty() {
        Err(PairsError::None(out.to_owned()))
    } else {
        Ok(found)
    }
}

/// The name of one side's file, below the output folder.
pub fn side(id: &str, side: &str) -> PathBuf {
    folder(Path::new(""))
        .join(id)
        .join(format!("{side}.tileirbc"))
}

impl StoredPair {
    /// # Errors
    /// A file cannot be read.
    pub fn of_files(python: &Path, rust: &Path) -> Result<Self, PairsError> {
        let read = |path: &Path| {
            fs::read(path).map_err(|source| PairsError::Io {
                path: path.to_owned(),
                source,
            })
        };
        let id = python
            .file_stem()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        Ok(Self {
            id,
            python: read(python)?,
            rust: read(rust)?,
        })
    }
}
