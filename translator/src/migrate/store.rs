//! Results of earlier runs, addressed by everything they depend on.
//!
//! A result is one [`sealed`] file, so a run may be killed at any moment; the next one takes over
//! what is there and does the rest.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::kernel::Work;
use super::run::Options;
use super::sealed::{self, hex};
use crate::library::{KernelCase, Library};

/// The official Rust compiler that is linked in (`Cargo.toml` pins it).
pub const CUTILE: &str = "0.5.0";

/// Where results are kept, and what all of them depend on.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    common: Vec<u8>,
}

/// What stands before the pairs' bytecode in a result.
#[derive(Serialize, Deserialize)]
struct Head {
    work: Work,
    /// Bytes of the Python and of the Rust side of each pair.
    lengths: Vec<(Option<usize>, Option<usize>)>,
}

impl Store {
    /// `assembler` is the version of the assembler that compares machine code, where one does.
    ///
    /// # Errors
    /// A source file below the root, or this program, cannot be read.
    pub fn open(
        folder: &Path,
        library: &Library,
        options: &Options,
        assembler: Option<&str>,
    ) -> io::Result<Self> {
        let mut hash = Sha256::new();
        hash.update(concat!("tileport ", env!("CARGO_PKG_VERSION"), " "));
        hash.update(program()?);
        hash.update(format!(" cutile {CUTILE} assembler {assembler:?}\n"));
        // Taken apart so that a new option has to be thought about here.
        let Options {
            version,
            arch,
            assemble,
            jobs: _,
            resume: _,
            store: _,
            shard: _,
            checks: _,
            conform: _,
            crate_name: _,
        } = options;
        hash.update(format!("{version} {arch} {assemble:?}\n"));
        let root = library.package.root();
        for file in python_files(root)? {
            let below = file.strip_prefix(root).unwrap_or(&file);
            hash.update(below.to_string_lossy().as_bytes());
            hash.update(Sha256::digest(fs::read(&file)?));
        }
        sealed::sweep(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
            common: hash.finalize().to_vec(),
        })
    }

    /// What the result of a kernel depends on, as a digest.
    fn key(&self, case: &KernelCase) -> String {
        let mut hash = Sha256::new();
        hash.update(&self.common);
        hash.update(format!("{}\n{}\n", case.file, case.kernel));
        for s in &case.specialisations {
            // The name, which a manifest gives, says nothing about what is launched.
            let launch = s.launch.to_launch().to_json();
            hash.update(format!(
                "{}\n{}\n{launch}\n{:?}\n",
                s.id, s.count, s.signature
            ));
        }
        for fault in &case.faults {
            hash.update(format!("{}\n", fault.diagnostics));
        }
        hex(&hash.finalize())
    }

    fn path(&self, case: &KernelCase, key: &str) -> PathBuf {
        let kernel: String = case
            .kernel
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
            .take(64)
            .collect();
        let short = key.get(..32).unwrap_or(key);
        self.folder
            .join(format!("{}-{short}", kernel.trim_start_matches('_')))
    }

    /// The stored result of a kernel, if there is one and it is whole.
    pub fn load(&self, case: &KernelCase) -> Option<Work> {
        let key = self.key(case);
        let content = sealed::read(&self.path(case, &key), &key)?;
        let end = content.iter().position(|&byte| byte == b'\n')?;
        let (head, blobs) = content.split_at_checked(end)?;
        let head: Head = serde_json::from_slice(head).ok()?;
        let mut rest = blobs.get(1..)?;
        let mut work = head.work;
        for (pair, (python, rust)) in work.pairs.iter_mut().zip(head.lengths) {
            for (side, length) in [(&mut pair.python, python), (&mut pair.rust, rust)] {
                if let Some(length) = length {
                    let (blob, after) = rest.split_at_checked(length)?;
                    *side = Some(blob.to_vec());
                    rest = after;
                }
            }
        }
        Some(work)
    }

    /// Remembers a result. What cannot be written is done again next time.
    pub fn save(&self, case: &KernelCase, work: &Work) {
        let length = |side: &Option<Vec<u8>>| side.as_ref().map(Vec::len);
        let head = Head {
            lengths: work
                .pairs
                .iter()
                .map(|pair| (length(&pair.python), length(&pair.rust)))
                .collect(),
            work: work.clone(),
        };
        let Ok(mut content) = serde_json::to_vec(&head) else {
            return;
        };
        content.push(b'\n');
        for pair in &work.pairs {
            for side in [&pair.python, &pair.rust].into_iter().flatten() {
                content.extend_from_slice(side);
            }
        }
        let key = self.key(case);
        let _ = sealed::write(&self.path(case, &key), &key, &content);
    }
}

/// A digest of this program, so that results of another build are not taken over.
fn program() -> io::Result<String> {
    let bytes = fs::read(std::env::current_exe()?)?;
    Ok(hex(&Sha256::digest(bytes)))
}

/// Python files below `root`, sorted; hidden folders and links are left out.
fn python_files(root: &Path) -> io::Result<Vec<PathBuf>> {
    let visible = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.')
    };
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(root)
        .into_iter()
        .filter_entry(visible)
    {
        let entry = entry?;
        if entry.file_type().is_file() && entry.path().extension().is_some_and(|e| e == "py") {
            files.push(entry.into_path());
        }
    }
    files.sort();
    Ok(files)
}
