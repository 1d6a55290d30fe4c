//! Finding the parts of the toolchain.

use std::env;
use std::path::{Path, PathBuf};

/// A tool that is needed and absent: which, and how to get it. Commands end with exit code 3 on it.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{what} is missing: {how}")]
pub struct Missing {
    pub what: String,
    pub how: String,
}

impl Missing {
    pub fn new(what: impl Into<String>, how: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            how: how.into(),
        }
    }
}

/// What was found of the toolchain. Every part is optional: a command asks for what it needs.
#[derive(Debug, Clone, Default)]
pub struct Toolchain {
    /// The folder that `cargo xtask setup` fills.
    pub root: Option<PathBuf>,
    pub tileiras: Option<PathBuf>,
    pub tileirdisasm: Option<PathBuf>,
    /// A Python that can import the official compiler package.
    pub python: Option<PathBuf>,
    pub cargo: Option<PathBuf>,
}

const SET_UP: &str =
    "run `cargo xtask setup` in the project, or point TILEPORT_TOOLCHAIN at a folder it filled";

impl Toolchain {
    /// Looks in `TILEPORT_TOOLCHAIN`, then for `.toolchain` upwards from the working folder and
    /// from the executable, then in an installed CUDA toolkit and on `PATH`.
    pub fn find() -> Self {
        let root = env::var_os("TILEPORT_TOOLCHAIN")
            .map(PathBuf::from)
            .or_else(Self::search_upwards);
        let in_root = |part: &str| root.as_ref().map(|r| r.join(part)).filter(|p| p.is_file());
        let tool = |name: &str| {
            in_root(&format!("cuda/bin/{name}"))
                .or_else(|| in_cuda_home(name))
                .or_else(|| on_path(name))
        };
        Self {
            tileiras: tool("tileiras"),
            tileirdisasm: tool("tileirdisasm"),
            python: in_root("python/bin/python"),
            cargo: env::var_os("CARGO")
                .map(PathBuf::from)
                .or_else(|| on_path("cargo")),
            root,
        }
    }

    fn search_upwards() -> Option<PathBuf> {
        let starts = [env::current_dir().ok(), env::current_exe().ok()];
        starts.into_iter().flatten().find_map(|start| {
            start
                .ancestors()
                .map(|dir| dir.join(".toolchain"))
                .find(|p| p.is_dir())
        })
    }

    pub fn need_tileiras(&self) -> Result<&Path, Missing> {
        self.tileiras.as_deref().ok_or_else(|| {
            Missing::new(
                "tileiras, the Tile IR assembler,",
                format!("{SET_UP}, or install a CUDA toolkit 13.3 or newer"),
            )
        })
    }

    pub fn need_python(&self) -> Result<&Path, Missing> {
        self.python
            .as_deref()
            .ok_or_else(|| Missing::new("the official cuTile Python compiler", SET_UP))
    }

    pub fn need_cargo(&self) -> Result<&Path, Missing> {
        self.cargo.as_deref().ok_or_else(|| {
            Missing::new(
                "cargo",
                "install Rust, or leave the check of the emitted crate out",
            )
        })
    }
}

fn in_cuda_home(name: &str) -> Option<PathBuf> {
    ["CUDA_HOME", "CUDA_TOOLKIT_PATH"]
        .into_iter()
        .filter_map(env::var_os)
        .map(|home| Path::new(&home).join("bin").join(name))
        .chain(std::iter::once(Path::new("/usr/local/cuda/bin").join(name)))
        .find(|p| p.is_file())
}

fn on_path(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|dir| dir.join(name))
        .find(|p| p.is_file())
}
