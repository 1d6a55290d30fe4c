//! Options that say which launches a command works on.

use std::path::{Path, PathBuf};

use clap::Args;

use super::outcome::Failure;
use crate::library::{Library, Origin, configurations};

#[derive(Debug, Args)]
pub struct LaunchOptions {
    /// Launch record: a JSON object a line, as `tileport record` writes.
    #[arg(long, value_name = "FILE.jsonl", conflicts_with = "manifest")]
    launches: Option<PathBuf>,
    /// One manifest. Without it and --launches, every operator.toml under the root is read.
    #[arg(long, value_name = "operator.toml")]
    manifest: Option<PathBuf>,
    /// Only the specialisation with this identifier (or the start of one).
    #[arg(long, value_name = "ID")]
    pub config: Option<String>,
    /// Only kernels whose `file:kernel` contains this text; `*` stands for anything.
    #[arg(long, value_name = "GLOB")]
    only: Option<String>,
}

impl LaunchOptions {
    /// The launches under `root`, filtered as the options say.
    pub fn library(&self, root: &Path) -> Result<Library, Failure> {
        let origin = match (&self.launches, &self.manifest) {
            (Some(record), _) => Origin::Record(record.clone()),
            (None, Some(manifest)) => Origin::Manifest(manifest.clone()),
            (None, None) => Origin::Root,
        };
        let mut launches = configurations(root, &origin).map_err(Failure::input)?;
        if let Some(only) = &self.only {
            launches.retain(|l| matches_glob(only, &format!("{}:{}", l.file, l.kernel)));
        }
        let mut library = Library::new(root, launches);
        if let Some(config) = &self.config {
            for kernel in &mut library.kernels {
                kernel
                    .specialisations
                    .retain(|s| s.id.starts_with(config.as_str()));
                kernel.faults.clear();
            }
            library.kernels.retain(|k| !k.specialisations.is_empty());
            if library.kernels.is_empty() {
                return Err(Failure::input(format_args!(
                    "no specialisation is called '{config}'; leave --config out to see all"
                )));
            }
        }
        if library.kernels.is_empty() {
            return Err(Failure::input(
                "no launch is left to work on: check --only and the launch record",
            ));
        }
        Ok(library)
    }
}

/// The package root, and the path of `file` below it as launches name it.
pub fn split_root(root: Option<&Path>, file: &Path) -> Result<(PathBuf, String), Failure> {
    let absolute = |path: &Path| path.canonicalize().map_err(|e| Failure::file(path, &e));
    let full = absolute(file)?;
    let root = match root {
        Some(root) => absolute(root)?,
        None => full.parent().map(Path::to_owned).unwrap_or_default(),
    };
    let below = full.strip_prefix(&root).map_err(|_| {
        Failure::input(format_args!(
            "{} is not below the root {}",
            file.display(),
            root.display()
        ))
    })?;
    let parts: Vec<_> = below
        .components()
        .map(|c| c.as_os_str().to_string_lossy())
        .collect();
    Ok((root, parts.join("/")))
}

/// Whether `text` contains `pattern`, where each `*` stands for any run of characters.
fn matches_glob(pattern: &str, text: &str) -> bool {
    let mut rest = text;
    pattern.split('*').all(|part| match rest.find(part) {
        Some(at) => {
            rest = rest.get(at + part.len()..).unwrap_or_default();
            true
        }
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::matches_glob;

    #[test]
    fn globs_match_parts_in_order() {
        assert!(matches_glob("matmul", "ops/matmul.py:matmul"));
        assert!(matches_glob("ops/*:soft*", "ops/norm.py:softmax"));
        assert!(!matches_glob("soft*ops", "ops/norm.py:softmax"));
    }
}
