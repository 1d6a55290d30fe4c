//! All configurations under a source root, wherever they are written down.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::configuration::Configuration;
use crate::launch;
use crate::manifest::{FILE_NAME, Manifest};
use crate::problem::Problem;

/// The deepest folder below a root that manifests are looked for in.
const MAX_DEPTH: usize = 16;
/// The most manifests under a root.
const MAX_MANIFESTS: usize = 10_000;

/// Where the configurations of a library come from.
#[derive(Debug, Clone)]
pub enum Origin {
    /// A launch record; files in it are relative to the root.
    Record(PathBuf),
    /// One manifest.
    Manifest(PathBuf),
    /// Every `operator.toml` under the root.
    Root,
}

/// Configurations of the library at `root`, in the order they are written (manifests: by path).
///
/// A launch that a record has twice is there twice, with the same `id`.
///
/// # Errors
/// The first file that cannot be read or is wrong; no manifest at all; a manifest outside the root.
pub fn configurations(root: &Path, origin: &Origin) -> Result<Vec<Configuration>, Problem> {
    match origin {
        Origin::Record(file) => recorded(file),
        Origin::Manifest(file) => declared(root, std::slice::from_ref(file)),
        Origin::Root => {
            let files = manifests(root)?;
            if files.is_empty() {
                return Err(Problem::of_file(
                    root,
                    format!("no {FILE_NAME} in this folder or below"),
                )
                .help("give a launch record with --launches, or write a manifest"));
            }
            declared(root, &files)
        }
    }
}

/// The manifests under `root`, by path. Hidden folders and links are not entered.
///
/// # Errors
/// A folder that cannot be read; more than a sane number of manifests.
pub fn manifests(root: &Path) -> Result<Vec<PathBuf>, Problem> {
    let mut found = Vec::new();
    let mut folders = vec![(root.to_path_buf(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let unreadable = |error| Problem::of_file(&folder, format!("cannot be read: {error}"));
        for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let kind = entry.file_type().map_err(unreadable)?;
            let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if kind.is_dir() && !hidden && depth < MAX_DEPTH {
                folders.push((entry.path(), depth + 1));
            } else if entry.file_name() == FILE_NAME && !kind.is_dir() {
                found.push(entry.path());
            }
        }
        if found.len() > MAX_MANIFESTS {
            return Err(Problem::of_file(
                root,
                format!("more than {MAX_MANIFESTS} manifests"),
            ));
        }
    }
    found.sort();
    Ok(found)
}

fn recorded(file: &Path) -> Result<Vec<Configuration>, Problem> {
    let launches = launch::read(file)?;
    let numbered = launches.iter().enumerate();
    numbered
        .map(|(index, launch)| {
            launch
                .to_configuration()
                .map_err(|error| Problem::of_file(file, format!("record {}: {error}", index + 1)))
        })
        .collect()
}

fn declared(root: &Path, files: &[PathBuf]) -> Result<Vec<Configuration>, Problem> {
    let mut ids = BTreeSet::new();
    let mut all = Vec::new();
    for file in files {
        let manifest = Manifest::read(file)?;
        let folder = folder_under(root, file)?;
        for kernel in manifest.kernels {
            for mut configuration in kernel.configurations {
                configuration.file = format!("{folder}{}", configuration.file);
                if !ids.insert(configuration.id.clone()) {
                    return Err(Problem::of_file(
                        file,
                        format!(
                            "a second configuration {} in this library",
                            configuration.id
                        ),
                    ));
                }
                all.push(configuration);
            }
        }
    }
    Ok(all)
}

/// The folder of `file` relative to `root`, with `/` and, unless empty, a `/` at the end.
fn folder_under(root: &Path, file: &Path) -> Result<String, Problem> {
    let absolute = |path: &Path| {
        std::fs::canonicalize(path)
            .map_err(|error| Problem::of_file(path, format!("cannot be read: {error}")))
    };
    let root = absolute(root)?;
    let whole = absolute(file)?;
    let relative = whole.strip_prefix(&root).map_err(|_| {
        Problem::of_file(
            file,
            format!("not under the source root {}", root.display()),
        )
    })?;
    let mut text = String::new();
    for part in relative.parent().into_iter().flat_map(Path::components) {
        if let Component::Normal(name) = part {
            text.push_str(&name.to_string_lossy());
            text.push('/');
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own_library() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("library")
    }

    #[test]
    fn files_are_relative_to_the_root() {
        let all = configurations(&own_library(), &Origin::Root).unwrap();
        let one = all.iter().find(|one| one.kernel == "softmax_row").unwrap();
        assert_eq!(one.file, "softmax/source.py");
        let manifest = own_library().join("softmax/operator.toml");
        let folder = own_library().join("softmax");
        let all = configurations(&folder, &Origin::Manifest(manifest)).unwrap();
        assert_eq!(all[0].file, "source.py");
    }

    #[test]
    fn a_manifest_outside_the_root_is_refused() {
        let elsewhere = tempfile::tempdir().unwrap();
        let manifest = own_library().join("softmax/operator.toml");
        let problem = configurations(elsewhere.path(), &Origin::Manifest(manifest)).unwrap_err();
        assert!(problem.message.contains("not under the source root"));
    }

    #[test]
    fn an_empty_folder_is_said_to_be_empty() {
        let folder = tempfile::tempdir().unwrap();
        let problem = configurations(folder.path(), &Origin::Root).unwrap_err();
        assert!(problem.message.contains("no operator.toml"));
        let problem = configurations(&folder.path().join("gone"), &Origin::Root).unwrap_err();
        assert!(problem.message.contains("cannot be read"));
    }

    #[test]
    fn repeated_records_share_their_identifier() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("l.jsonl");
        let line = r#"{"file":"a.py","kernel":"k","grid":[1,1,1],"args":[],"opts":""}"#;
        std::fs::write(&file, format!("{line}\n{line}\n")).unwrap();
        let all = configurations(folder.path(), &Origin::Record(file)).unwrap();
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].id, all[1].id);
    }

    #[test]
    fn a_record_that_no_launch_can_have_is_numbered() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("l.jsonl");
        let line = r#"{"file":"a.py","kernel":"k","grid":[1,1,1],"args":[{"dtype":"complex64"}]}"#;
        std::fs::write(&file, line).unwrap();
        let problem = configurations(folder.path(), &Origin::Record(file)).unwrap_err();
        assert_eq!(
            problem.message,
            "record 1: argument 1: unknown data type `complex64`"
        );
    }
}
