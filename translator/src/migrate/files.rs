//! Writing files whole or not at all, and only when their content changes.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Makes `path` hold `content`. A file that does already is left alone, with its time; another is
/// replaced in one step, so that a reader or a killed run never sees half of it.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(content)?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::write_whole;
    use std::fs;

    #[test]
    fn an_unchanged_file_keeps_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b.txt");
        write_whole(&path, b"one").unwrap();
        let time = fs::metadata(&path).unwrap().modified().unwrap();
        write_whole(&path, b"one").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), time);
        write_whole(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path().join("a")).unwrap().count(), 1);
    }
}
