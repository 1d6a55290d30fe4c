//! Results of earlier runs, addressed by everything they depend on.
//!
//! A result is one file that appears whole or not at all, so a run may be killed at any moment;
//! the next one takes over what is there and does the rest.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::files::write_whole;
use super::kernel::Work;
use super::run::Options;
use crate::library::{KernelCase, Library};

#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    /// What every kernel's result depends on: this program, the sources, the options.
    common: Vec<u8>,
}

impl Store {
    /// # Errors
    /// A source file below the root cannot be read.
    pub fn open(out: &Path, library: &Library, options: &Options) -> io::Result<Self> {
        let mut hash = Sha256::new();
        hash.update(concat!(env!("CARGO_PKG_VERSION"), " cutile 0.5.0 "));
        hash.update(program_digest());
        let Options {
            version,
            arch,
            assemble,
            jobs: _,
            resume: _,
            cargo_check: _,
            conform: _,
        } = options;
        hash.update(format!("{version} {arch} {assemble:?}"));
        for file in python_files(library.package.root())? {
            hash.update(file.to_string_lossy().as_bytes());
            hash.update(Sha256::digest(fs::read(&file)?));
        }
        Ok(Self {
            folder: out.join(".tileport").join("kernels"),
            common: hash.finalize().to_vec(),
        })
    }

    fn path(&self, case: &KernelCase) -> PathBuf {
        let mut hash = Sha256::new();
        hash.update(&self.common);
        hash.update(format!("{}\n{}\n", case.file, case.kernel));
        for specialisation in &case.specialisations {
            hash.update(format!("{} {}\n", specialisation.id, specialisation.count));
        }
        let name: String = hash
            .finalize()
            .iter()
            .take(16)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        self.folder.join(format!(
            "{}-{name}.json",
            case.kernel.trim_start_matches('_')
        ))
    }

    /// The stored result of a kernel, if there is one and all of it is there.
    pub fn load(&self, case: &KernelCase) -> Option<Work> {
        let path = self.path(case);
        let mut work: Work = serde_json::from_slice(&fs::read(&path).ok()?).ok()?;
        for (number, pair) in work.pairs.iter_mut().enumerate() {
            let read = |side| fs::read(side_path(&path, number, side)).ok();
            pair.python = read("python");
            pair.rust = read("rust");
        }
        Some(work)
    }

    /// Remembers a result. What cannot be written is done again next time.
    pub fn save(&self, case: &KernelCase, work: &Work) {
        let path = self.path(case);
        for (number, pair) in work.pairs.iter().enumerate() {
            for (side, bytecode) in [("python", &pair.python), ("rust", &pair.rust)] {
                let Some(bytecode) = bytecode else { continue };
                if write_whole(&side_path(&path, number, side), bytecode).is_err() {
                    return;
                }
            }
        }
        // Last: a result that can be read is complete.
        if let Ok(json) = serde_json::to_vec(work) {
            let _ = write_whole(&path, &json);
        }
    }
}

fn side_path(result: &Path, number: usize, side: &str) -> PathBuf {
    result
        .with_extension("")
        .join(format!("{number}.{side}.tileirbc"))
}

/// The program itself, so that results of another build are not taken over.
fn program_digest() -> Vec<u8> {
    let facts = std::env::current_exe().ok().and_then(|exe| {
        let data = fs::metadata(&exe).ok()?;
        Some(format!("{} {:?}", data.len(), data.modified().ok()?))
    });
    facts.unwrap_or_default().into_bytes()
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
