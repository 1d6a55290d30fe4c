//! What a complete toolchain folder holds, and how it becomes complete.

use std::fs;
use std::path::{Path, PathBuf};

use super::requirements::Requirements;
use crate::failure::Failure;

/// Files without which the folder cannot serve, whatever `complete` says.
const NEEDED: &[&str] = &[
    "python/bin/python",
    "cuda/include/cuda.h",
    "cuda/include/curand.h",
    "cuda/bin/tileiras",
    "libclang/libclang.so",
    "clang-include/stddef.h",
];

/// The toolchain folder.
pub struct Layout {
    folder: PathBuf,
}

impl Layout {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether the folder was completed for these requirements and its files are still there.
    pub fn is_complete(&self, requirements: &Requirements) -> bool {
        let stamp = fs::read_to_string(self.folder.join("complete"));
        stamp.is_ok_and(|stamp| stamp.trim() == requirements.hash()) && self.missing().is_none()
    }

    /// The first needed file that is not there.
    fn missing(&self) -> Option<&'static str> {
        NEEDED
            .iter()
            .find(|file| !self.folder.join(file).is_file())
            .copied()
    }

    /// Whether the linked Python environment has every package at its pinned version.
    pub fn python_has(&self, requirements: &Requirements) -> bool {
        self.site_packages().is_some_and(|packages| {
            requirements
                .pins()
                .iter()
                .all(|pin| packages.join(pin.dist_info()).join("RECORD").is_file())
        })
    }

    /// `site-packages` of the linked Python environment.
    pub fn site_packages(&self) -> Option<PathBuf> {
        let environment = fs::canonicalize(self.folder.join("python")).ok()?;
        fs::read_dir(environment.join("lib"))
            .ok()?
            .flatten()
            .map(|entry| entry.path().join("site-packages"))
            .find(|path| path.is_dir())
    }

    /// The name of the environment's folder for these requirements.
    pub fn environment_name(&self, requirements: &Requirements) -> String {
        let short: String = requirements.hash().chars().take(12).collect();
        format!("env-{short}")
    }

    /// Removes what an interrupted set-up left: `complete`, and environments that nothing links to.
    pub fn remove_unfinished(&self) -> Result<(), Failure> {
        let stamp = self.folder.join("complete");
        if stamp.exists() {
            fs::remove_file(&stamp).map_err(|error| Failure::file("remove", &stamp, &error))?;
        }
        let linked = fs::read_link(self.folder.join("python")).ok();
        let entries = fs::read_dir(&self.folder)
            .map_err(|error| Failure::file("read", &self.folder, &error))?;
        for entry in entries.flatten() {
            let name = entry.file_name();
            let unfinished = name.to_string_lossy().starts_with("env-")
                && linked.as_deref() != Some(Path::new(&name));
            if unfinished {
                let path = entry.path();
                fs::remove_dir_all(&path)
                    .map_err(|error| Failure::file("remove", &path, &error))?;
            }
        }
        Ok(())
    }

    /// Puts the link `name` -> `target` in place, replacing an older one in one step.
    pub fn link(&self, name: &str, target: &Path) -> Result<(), Failure> {
        let path = self.folder.join(name);
        let beside = self.folder.join(format!(".{name}.new"));
        let _ = fs::remove_file(&beside);
        std::os::unix::fs::symlink(target, &beside)
            .and_then(|()| fs::rename(&beside, &path))
            .map_err(|error| Failure::file("link", &path, &error))
    }

    /// Checks the folder and marks it complete.
    pub fn finish(&self, requirements: &Requirements) -> Result<(), Failure> {
        if let Some(file) = self.missing() {
            return Err(Failure::missing(
                format!(
                    "{} is not there after the set-up",
                    self.folder.join(file).display()
                ),
                format!(
                    "remove {} and run `cargo xtask setup` again",
                    self.folder.display()
                ),
            ));
        }
        let stamp = self.folder.join("complete");
        let beside = self.folder.join(".complete.new");
        fs::write(&beside, format!("{}\n", requirements.hash()))
            .and_then(|()| fs::rename(&beside, &stamp))
            .map_err(|error| Failure::file("write", &stamp, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "a==1\n--hash=sha256:87d70d15eef71200e1dd251162828e10dbf4d4e18d77b0a191dd62520bd48568\n";

    fn filled(folder: &Path) -> Layout {
        for file in NEEDED {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        Layout::new(folder.to_path_buf())
    }

    #[test]
    fn complete_only_with_its_stamp_and_all_files() {
        let folder = tempfile::tempdir().unwrap();
        let requirements = Requirements::parse(TEXT).unwrap();
        let layout = filled(folder.path());
        assert!(!layout.is_complete(&requirements), "files without a stamp");
        layout.finish(&requirements).unwrap();
        assert!(layout.is_complete(&requirements));
        fs::remove_file(folder.path().join("cuda/include/curand.h")).unwrap();
        assert!(!layout.is_complete(&requirements), "a file was removed");
        assert_eq!(layout.finish(&requirements).unwrap_err().exit_code(), 3);
    }

    #[test]
    fn other_requirements_make_it_incomplete() {
        let folder = tempfile::tempdir().unwrap();
        let layout = filled(folder.path());
        layout.finish(&Requirements::parse(TEXT).unwrap()).unwrap();
        let newer = Requirements::parse(&TEXT.replace("a==1", "a==2")).unwrap();
        assert!(!layout.is_complete(&newer));
    }

    #[test]
    fn an_interrupted_environment_is_removed_and_a_linked_one_kept() {
        let folder = tempfile::tempdir().unwrap();
        let layout = Layout::new(folder.path().to_path_buf());
        for name in ["env-half", "env-linked", "other"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        layout.link("python", Path::new("env-linked")).unwrap();
        fs::write(folder.path().join("complete"), "old").unwrap();
        layout.remove_unfinished().unwrap();
        assert!(!folder.path().join("env-half").exists());
        assert!(folder.path().join("env-linked").exists());
        assert!(folder.path().join("other").exists());
        assert!(!folder.path().join("complete").exists());
    }

    #[test]
    fn packages_count_only_at_their_pinned_version() {
        let folder = tempfile::tempdir().unwrap();
        let layout = Layout::new(folder.path().to_path_buf());
        let requirements = Requirements::parse(TEXT).unwrap();
        let packages = folder.path().join("env/lib/python3.12/site-packages");
        fs::create_dir_all(packages.join("a-2.dist-info")).unwrap();
        fs::write(packages.join("a-2.dist-info/RECORD"), "").unwrap();
        layout.link("python", Path::new("env")).unwrap();
        assert!(!layout.python_has(&requirements));
        fs::rename(
            packages.join("a-2.dist-info"),
            packages.join("a-1.dist-info"),
        )
        .unwrap();
        assert!(layout.python_has(&requirements));
    }
}
