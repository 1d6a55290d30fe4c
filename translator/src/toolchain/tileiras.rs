//! The Tile IR assembler: bytecode in, a cubin for one architecture out.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::find::{Missing, Toolchain};
use super::process::{ProcessError, run_bounded};

/// A GPU architecture that `tileiras` generates code for, such as `sm_90`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arch(u16);

impl Arch {
    pub const SM_80: Self = Self(80);
    pub const SM_90: Self = Self(90);
    pub const SM_100: Self = Self(100);
    pub const SM_120: Self = Self(120);
}

impl fmt::Display for Arch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}", self.0)
    }
}

impl FromStr for Arch {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.strip_prefix("sm_")
            .and_then(|digits| digits.parse().ok())
            .filter(|number| (80..=200).contains(number))
            .map(Self)
            .ok_or_else(|| format!("'{text}' is not an architecture; write it as sm_90"))
    }
}

#[derive(Debug, thiserror::Error)]
pub enum AssembleError {
    #[error(transparent)]
    Process(#[from] ProcessError),
    #[error("tileiras refused the module for {arch}: {complaint}")]
    Refused { arch: Arch, complaint: String },
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
}

/// `tileiras`, with a content-addressed cache of the cubins it made.
#[derive(Debug)]
pub struct Assembler {
    tileiras: PathBuf,
    version: String,
    cache: PathBuf,
    /// The longest one module may take. The slowest recorded one took 38 s on an idle machine.
    limit: Duration,
}

impl Assembler {
    /// `cache` is a folder that is made when needed; entries are named by the hash of everything
    /// that the result depends on, so a stale one is never read.
    pub fn new(toolchain: &Toolchain, cache: PathBuf) -> Result<Self, Missing> {
        let tileiras = toolchain.need_tileiras()?.to_owned();
        let version = version_of(&tileiras).map_err(|e| {
            Missing::new(
                "a working tileiras",
                format!("{} does not run ({e})", tileiras.display()),
            )
        })?;
        Ok(Self {
            tileiras,
            version,
            cache,
            limit: Duration::from_secs(300),
        })
    }

    /// The release that the tool names, such as `13.5.37`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Machine code of `bytecode` for `arch`: the bytes of a cubin.
    pub fn assemble(&self, bytecode: &[u8], arch: Arch) -> Result<Vec<u8>, AssembleError> {
        let key = self.key(bytecode, arch);
        let cubin = self.cache.join(format!("{key}.cubin"));
        if let Ok(bytes) = fs::read(&cubin) {
            return Ok(bytes);
        }
        let io = |path: &Path| {
            let path = path.to_owned();
            move |source| AssembleError::Io { path, source }
        };
        fs::create_dir_all(&self.cache).map_err(io(&self.cache))?;
        let work = tempfile::tempdir_in(&self.cache).map_err(io(&self.cache))?;
        let (input, output) = (
            work.path().join("kernel.tileirbc"),
            work.path().join("kernel.cubin"),
        );
        fs::write(&input, bytecode).map_err(io(&input))?;
        let mut command = Command::new(&self.tileiras);
        command
            .arg("--gpu-name")
            .arg(arch.to_string())
            .arg("-o")
            .arg(&output)
            .arg(&input);
        let finished = run_bounded(&mut command, self.limit)?;
        if !finished.status.success() {
            return Err(AssembleError::Refused {
                arch,
                complaint: without_folder(&finished.complaint(), work.path()),
            });
        }
        let bytes = fs::read(&output).map_err(io(&output))?;
        // Renamed into place so that a killed run leaves no half-written entry.
        fs::rename(&output, &cubin).map_err(io(&cubin))?;
        Ok(bytes)
    }

    fn key(&self, bytecode: &[u8], arch: Arch) -> String {
        let mut hash = Sha256::new();
        hash.update(self.version.as_bytes());
        hash.update(arch.to_string().as_bytes());
        hash.update(bytecode);
        hash.finalize()
            .iter()
            .take(16)
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

/// The tool's messages without the name of the temporary folder, which differs in every run.
fn without_folder(complaint: &str, folder: &Path) -> String {
    complaint.replace(&format!("{}/", folder.display()), "")
}

fn version_of(tileiras: &Path) -> Result<String, String> {
    let finished = run_bounded(
        Command::new(tileiras).arg("--version"),
        Duration::from_secs(20),
    )
    .map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&finished.stdout).into_owned();
    text.split_whitespace()
        .find_map(|word| word.strip_prefix('V'))
        .map(str::to_owned)
        .ok_or_else(|| "it names no version".to_owned())
}
