//! Files that say what they belong to and whether they are whole.
//!
//! A remembered result is trusted only when its key is the one that is asked for and its content
//! has the digest that stands before it. Anything else (another program's file, one that was cut
//! off or changed) reads as absent and is made again.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::files;

const MAGIC: &str = "tileport store 1";
/// The most that is read: far above the largest result of a kernel.
const MAX_BYTES: u64 = 1 << 30;

/// A digest as hexadecimal digits.
pub fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes `content` under `key`: to the disk first, then into place, then the folder's entry.
///
/// # Errors
/// It cannot be written.
pub fn write(path: &Path, key: &str, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // The name says that it is half written; whoever lists results passes it over.
    let mut file = files::temporary(folder, ".half-")?;
    write!(file, "{MAGIC}\n{key}\n{}\n", hex(&Sha256::digest(content)))?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    File::open(folder)?.sync_all()
}

/// The content that was written under `key`, if it is there and whole.
pub fn read(path: &Path, key: &str) -> Option<Vec<u8>> {
    if fs::metadata(path).ok()?.len() > MAX_BYTES {
        return None;
    }
    let bytes = fs::read(path).ok()?;
    let mut parts = bytes.splitn(4, |&byte| byte == b'\n');
    let (magic, known, digest) = (parts.next()?, parts.next()?, parts.next()?);
    let content = parts.next()?;
    let whole = magic == MAGIC.as_bytes()
        && known == key.as_bytes()
        && digest == hex(&Sha256::digest(content)).as_bytes();
    whole.then(|| content.to_vec())
}

/// What is younger may belong to another run that is writing right now.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Removes files that killed runs left half written.
///
/// # Errors
/// One cannot be removed.
pub fn sweep(folder: &Path) -> io::Result<()> {
    let Ok(listing) = fs::read_dir(folder) else {
        return Ok(());
    };
    for entry in listing {
        let entry = entry?;
        let half = entry.file_name().as_encoded_bytes().starts_with(b".half-");
        let age = entry.metadata()?.modified()?.elapsed().unwrap_or_default();
        if half && age > ABANDONED {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{ABANDONED, read, sweep, write};
    use std::fs::{self, File};
    use std::time::SystemTime;

    #[test]
    fn what_was_written_is_read_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/result");
        write(&path, "key", b"one\ntwo\n").unwrap();
        assert_eq!(read(&path, "key").unwrap(), b"one\ntwo\n");
        assert_eq!(read(&path, "other"), None);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("result");
        write(&path, "key", b"content").unwrap();
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            assert_eq!(read(&path, "key"), None, "cut to {length} bytes");
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            fs::write(&path, &changed).unwrap();
            assert_eq!(read(&path, "key"), None, "byte {at} changed");
        }
    }

    #[test]
    fn abandoned_half_written_files_are_swept() {
        let folder = tempfile::tempdir().unwrap();
        let old = SystemTime::now() - 2 * ABANDONED;
        for (name, time) in [
            (".half-old", old),
            (".half-new", SystemTime::now()),
            ("whole", old),
        ] {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(time).unwrap();
        }
        sweep(folder.path()).unwrap();
        assert!(!folder.path().join(".half-old").exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
