//! The output folder: files appear in it whole or not at all, and one run at a time writes there.
//!
//! Half-written files lie in a private subfolder until they are renamed into place, so that a run
//! that is killed leaves nothing behind that a reader could take for a result.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::files;

/// Everything that is not for readers: the lock, half-written files, remembered results.
const PRIVATE: &str = ".tileport";

/// The private part of an output folder.
pub fn private(out: &Path) -> PathBuf {
    out.join(PRIVATE)
}

/// A folder held for writing; the hold ends when this is dropped or the process dies.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    staging: PathBuf,
    _lock: File,
}

impl Folder {
    /// Makes the folder where needed, takes hold of it and removes what a killed run left half
    /// written.
    ///
    /// # Errors
    /// The folder cannot be made, or another run holds it ([`io::ErrorKind::ResourceBusy`]).
    pub fn open(root: &Path) -> io::Result<Self> {
        let private = private(root);
        fs::create_dir_all(&private)?;
        let lock = File::create(private.join("lock"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(
                    io::ErrorKind::ResourceBusy,
                    "another run is writing into this folder; wait for it, or use another folder",
                ));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let staging = private.join("staging");
        if staging.exists() {
            fs::remove_dir_all(&staging)?;
        }
        fs::create_dir_all(&staging)?;
        Ok(Self {
            root: root.to_owned(),
            staging,
            _lock: lock,
        })
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Makes the file called `name` (below the folder) hold `content`. One that does already is
    /// left alone, with its time.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: impl AsRef<Path>, content: &[u8]) -> io::Result<()> {
        let path = self.root.join(name);
        if fs::read(&path).is_ok_and(|old| old == content) {
            return Ok(());
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        files::put(&self.staging, "", &path, content)
    }

    /// Removes what lies directly in the subfolder `name` and is not `wanted`.
    ///
    /// # Errors
    /// It cannot be listed or removed.
    pub fn keep_only(&self, name: &str, wanted: &dyn Fn(&str) -> bool) -> io::Result<()> {
        let Ok(listing) = fs::read_dir(self.root.join(name)) else {
            return Ok(());
        };
        for entry in listing {
            let entry = entry?;
            if wanted(&entry.file_name().to_string_lossy()) {
                continue;
            }
            if entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())?;
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Folder, private};
    use std::fs;
    use std::io::ErrorKind;

    #[test]
    fn an_unchanged_file_keeps_its_time() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = Folder::open(temporary.path()).unwrap();
        let path = temporary.path().join("a/b.txt");
        folder.write("a/b.txt", b"one").unwrap();
        let time = fs::metadata(&path).unwrap().modified().unwrap();
        folder.write("a/b.txt", b"one").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), time);
        folder.write("a/b.txt", b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(temporary.path().join("a")).unwrap().count(), 1);
    }

    #[test]
    fn half_written_files_of_a_killed_run_are_removed() {
        let temporary = tempfile::tempdir().unwrap();
        let left = private(temporary.path()).join("staging/left");
        fs::create_dir_all(left.parent().unwrap()).unwrap();
        fs::write(&left, "half").unwrap();
        let _folder = Folder::open(temporary.path()).unwrap();
        assert!(!left.exists());
    }

    #[test]
    fn one_run_at_a_time() {
        let temporary = tempfile::tempdir().unwrap();
        let first = Folder::open(temporary.path()).unwrap();
        let refused = Folder::open(temporary.path()).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::ResourceBusy);
        drop(first);
        Folder::open(temporary.path()).unwrap();
    }

    #[test]
    fn only_what_is_wanted_is_kept() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = Folder::open(temporary.path()).unwrap();
        for name in ["x/a/1", "x/b", "x/c"] {
            folder.write(name, b"").unwrap();
        }
        folder.keep_only("x", &|name| name == "c").unwrap();
        folder.keep_only("absent", &|_| false).unwrap();
        let left: Vec<_> = fs::read_dir(temporary.path().join("x")).unwrap().collect();
        assert_eq!(left.len(), 1);
    }
}
