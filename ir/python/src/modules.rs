//! A package of Python files: what its modules define, without executing them.
//!
//! Imports are followed, module level assignments are evaluated when a kernel asks for them,
//! and everything else (host code) is left alone.

use crate::diagnostic::{Diagnostics, Error, Result};
use crate::dtype::Dtype;
use crate::mid::Const;
use crate::specialise::{Annotation, Hints};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A function defined in the package: module, and its number among the module's definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FunctionRef {
    /// Module of the package.
    pub module: u32,
    /// Its number there.
    pub index: u32,
}

/// A class defined in the package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClassRef {
    /// Module of the package.
    pub module: u32,
    /// Its number there.
    pub index: u32,
}

/// A module, as a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ModuleRef {
    /// A file of the package.
    Package(u32),
    /// A library that the front end knows.
    Known(KnownModule),
    /// A package folder or a foreign library, by dotted name.
    Foreign(Arc<str>),
}

/// Libraries that the front end knows.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KnownModule {
    Cuda,
    CudaTile,
    Math,
    Operator,
    Torch,
    Numpy,
    Dataclasses,
    Enum,
    Functools,
    Typing,
    Builtins,
    Contextlib,
}

/// A global name of a module: evaluated when first read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Global {
    /// Module of the package.
    pub module: u32,
    /// The name.
    pub name: Arc<str>,
}

/// The files below a root folder, read as they are needed. `Sync`: one package serves many
/// threads, each lowering another specialisation.
#[derive(Debug)]
pub struct Package {
    root: PathBuf,
}

/// A kernel of a package.
#[derive(Debug, Clone)]
pub struct Kernel {
    /// Its function.
    pub function: FunctionRef,
    /// Name of each parameter and how it is annotated.
    pub parameters: Vec<(Arc<str>, Annotation)>,
    /// Compiler options of its decorator.
    pub hints: Hints,
}

impl Package {
    /// A package whose modules are the `.py` files below `root`.
    pub fn open(root: impl Into<PathBuf>) -> Package {
        Package { root: root.into() }
    }

    /// The root folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The kernel called `name` in `file` (a path below the root).
    ///
    /// # Errors
    /// No such file, a syntax error in it, no such function, a function that is not a kernel.
    pub fn kernel(&self, file: &str, name: &str) -> Result<Kernel, Diagnostics> {
        let _ = (file, name);
        let e = Error::unsupported("packages are not read yet");
        Err(e.into_diagnostic(Default::default(), Vec::new()).into())
    }

    /// The value of a global.
    ///
    /// # Errors
    /// No such name, or a value that only executing the module could give.
    pub fn global(&self, global: &Global) -> Result<Const> {
        Err(Error::unsupported("globals are not evaluated yet").found(&global.name))
    }

    /// Data type objects of PyTorch and NumPy, which kernels may use like `cuda.tile`'s own.
    pub fn foreign_dtype(module: KnownModule, name: &str) -> Option<Dtype> {
        match module {
            KnownModule::Torch | KnownModule::Numpy => Dtype::from_name(name),
            _ => None,
        }
    }
}
