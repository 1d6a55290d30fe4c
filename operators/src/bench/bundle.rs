//! A folder that can be carried to the GPU: plan, machine code, runner.
//!
//! Code files are named by their content, so that pairs with equal code share one file, and are written before the
//! plan: a bundle without `plan.json` is not complete.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::plan::{Code, FILE_NAME, Plan};

/// The runner's file name, in a bundle and as it is built.
pub const RUNNER: &str = "tileport-bench-run";
const CODE: &str = "code";

/// A bundle being written.
#[derive(Debug)]
pub struct Bundle {
    folder: PathBuf,
    written: usize,
}

impl Bundle {
    /// Starts a bundle in `folder`, which is made. An older plan in it is removed first.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn create(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder.join(CODE))?;
        match fs::remove_file(folder.join(FILE_NAME)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        Ok(Self {
            folder: folder.to_path_buf(),
            written: 0,
        })
    }

    /// Adds machine code; the same code twice is one file.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn add_code(&mut self, cubin: &[u8], entry: &str) -> io::Result<Code> {
        let digest = format!("{:x}", Sha256::digest(cubin));
        let name: String = digest.chars().take(24).collect();
        let file = format!("{CODE}/{name}.cubin");
        let path = self.folder.join(&file);
        if !path.exists() {
            let beside = path.with_extension("partial");
            fs::write(&beside, cubin)?;
            fs::rename(&beside, &path)?;
            self.written += 1;
        }
        Ok(Code {
            file,
            entry: entry.to_owned(),
        })
    }

    /// Completes the bundle: copies the runner, writes the plan, and removes code that the plan does not name.
    ///
    /// # Errors
    /// Those of the file system; a runner that is not there.
    pub fn finish(self, plan: &Plan, runner: &Path) -> io::Result<()> {
        fs::copy(runner, self.folder.join(RUNNER))?;
        let named: std::collections::BTreeSet<&str> = plan
            .pairs
            .iter()
            .flat_map(|pair| pair.code.values())
            .flat_map(|code| [code.python.file.as_str(), code.rust.file.as_str()])
            .collect();
        for entry in fs::read_dir(self.folder.join(CODE))? {
            let entry = entry?;
            let file = format!("{CODE}/{}", entry.file_name().to_string_lossy());
            if !named.contains(file.as_str()) {
                fs::remove_file(entry.path())?;
            }
        }
        let beside = self.folder.join("plan.partial");
        fs::write(&beside, plan.to_json())?;
        fs::rename(&beside, self.folder.join(FILE_NAME))
    }

    /// Code files written so far.
    pub fn written(&self) -> usize {
        self.written
    }
}

/// The runner that was built beside the running program.
///
/// # Errors
/// None is there; the text says how to build it.
pub fn runner_beside_this_program() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let runner = here.with_file_name(RUNNER);
    if runner.is_file() {
        Ok(runner)
    } else {
        Err(format!(
            "{} is not built: run `cargo build --release -p tileport-operators --bin {RUNNER}`",
            runner.display()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::example;
    use super::*;

    #[test]
    fn equal_code_is_one_file_and_old_code_goes() {
        let folder = tempfile::tempdir().unwrap();
        let runner = folder.path().join("runner");
        fs::write(&runner, "program").unwrap();
        let place = folder.path().join("bundle");
        let mut bundle = Bundle::create(&place).unwrap();
        let python = bundle.add_code(b"one", "k").unwrap();
        let rust = bundle.add_code(b"one", "k_entry").unwrap();
        bundle.add_code(b"left over", "k").unwrap();
        assert_eq!(python.file, rust.file);
        assert_eq!(bundle.written(), 2);
        let mut plan = example();
        let code = plan.pairs[0].code.get_mut("sm_90").unwrap();
        (code.python, code.rust) = (python, rust);
        bundle.finish(&plan, &runner).unwrap();
        assert_eq!(Plan::read(&place).unwrap(), plan);
        assert_eq!(fs::read_dir(place.join(CODE)).unwrap().count(), 1);
        assert!(place.join(RUNNER).is_file());
    }

    #[test]
    fn an_unfinished_bundle_has_no_plan() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE_NAME), "old").unwrap();
        Bundle::create(folder.path()).unwrap();
        assert!(
            Plan::read(folder.path())
                .unwrap_err()
                .message
                .contains("cannot be read")
        );
    }
}
