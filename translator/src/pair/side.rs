//! One side of a pair: which language, and its module for a specialisation.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

use cutile_ir::Module;
use tileport_ir::Version;
use tileport_python::Diagnostics;
use tileport_python::lower::Options;
use tileport_rust::{Prepared, Source, Target};

use super::facts::{FactsError, rust_facts};
use crate::library::{KernelCase, Library, Specialisation};
use crate::toolchain::Arch;

/// What a file is, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Python,
    Rust,
    Bytecode,
}

impl Side {
    /// # Errors
    /// The name ends in none of `.py`, `.rs`, `.tileirbc`.
    pub fn of(path: &Path) -> Result<Self, String> {
        match path.extension().and_then(|e| e.to_str()) {
            Some("py") => Ok(Self::Python),
            Some("rs") => Ok(Self::Rust),
            Some("tileirbc" | "bc") => Ok(Self::Bytecode),
            _ => Err(format!(
                "{}: expected a .py, .rs or .tileirbc file",
                path.display()
            )),
        }
    }
}

/// Why a Rust side could not be lowered.
#[derive(Debug, thiserror::Error)]
pub enum RustError {
    #[error(transparent)]
    Compiler(#[from] tileport_rust::Diagnostic),
    #[error("{file}: {error}")]
    Facts { file: String, error: FactsError },
}

/// Lowers the two sides of a library's kernels under the same facts. What is costly and shared by
/// the specialisations of a kernel (parsed and linked Rust modules) is kept.
pub struct Lowerer<'a> {
    library: &'a Library,
    version: Version,
    arch: Arch,
    prepared: HashMap<(PathBuf, String), Prepared>,
}

impl fmt::Debug for Lowerer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lowerer")
            .field("version", &self.version)
            .field("arch", &self.arch)
            .finish_non_exhaustive()
    }
}

impl<'a> Lowerer<'a> {
    pub fn new(library: &'a Library, version: Version, arch: Arch) -> Self {
        Self {
            library,
            version,
            arch,
            prepared: HashMap::new(),
        }
    }

    /// # Errors
    /// The kernel is not one that the language allows, or is not supported.
    pub fn python(
        &self,
        kernel: &KernelCase,
        specialisation: &Specialisation,
    ) -> Result<Module, Diagnostics> {
        let options = Options {
            version: self.version.into(),
            arch: Some(self.arch.to_string()),
            ..Options::default()
        };
        tileport_python::lower(
            &self.library.package,
            &kernel.file,
            &kernel.kernel,
            &specialisation.signature,
            &options,
        )
        .map(|lowered| lowered.module)
    }

    /// The kernel of the same name in the Rust file `path`, or its only kernel.
    ///
    /// # Errors
    /// The official compiler refuses it, or its parameters do not correspond to the Python's.
    pub fn rust(
        &mut self,
        path: &Path,
        kernel: &KernelCase,
        specialisation: &Specialisation,
    ) -> Result<Module, RustError> {
        let key = (path.to_owned(), kernel.kernel.clone());
        let prepared = match self.prepared.entry(key) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => {
                let source = Source::read(path)?;
                let found = match source.kernels() {
                    [only] => only,
                    _ => source.kernel(&kernel.kernel)?,
                };
                entry.insert(Prepared::new(&source, found)?)
            }
        };
        let names: Vec<&str> = kernel.parameters.iter().map(|name| &**name).collect();
        let facts = rust_facts(
            prepared.kernel(),
            &names,
            &specialisation.signature,
            &self.arch.to_string(),
        )
        .map_err(|error| RustError::Facts {
            file: path.display().to_string(),
            error,
        })?;
        let target = Target::new(&self.arch.to_string(), &self.version.to_string())?;
        Ok(prepared.lower(&facts, &target)?)
    }
}
