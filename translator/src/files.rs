//! Files that appear whole or not at all.

use std::io::{self, Write as _};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// A file to be filled and renamed into place, with the permissions that a new file gets.
///
/// # Errors
/// It cannot be made in `folder`.
pub fn temporary(folder: &Path, prefix: &str) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Less what the user's mask takes away.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Makes `path` hold `content` in one step.
///
/// # Errors
/// It cannot be written.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    put(folder, ".tileport-", path, content)
}

/// As [`replace`], through a file in the folder `staging` whose name starts with `prefix`.
///
/// # Errors
/// It cannot be written, or `staging` is on another file system.
pub fn put(staging: &Path, prefix: &str, path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = temporary(staging, prefix)?;
    file.write_all(content)?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_replaced_file_has_the_permissions_of_a_new_one() {
        let folder = tempfile::tempdir().unwrap();
        let (ours, plain) = (folder.path().join("ours"), folder.path().join("plain"));
        super::replace(&ours, b"x").unwrap();
        fs::write(&plain, b"x").unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&plain));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
