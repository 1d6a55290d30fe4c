//! What is taken from the machine: a CUDA toolkit when a new enough one is installed, and the C compiler's headers.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{find, is_executable, output};
use crate::failure::Failure;

/// The oldest toolkit that is preferred to the packages, as `cuda.h` writes versions: 13.3.
const OLDEST: u32 = 13_030;

/// An installed toolkit that has all that is needed and is new enough.
pub fn installed() -> Option<PathBuf> {
    let named = ["CUDA_HOME", "CUDA_PATH"]
        .into_iter()
        .filter_map(std::env::var_os)
        .map(PathBuf::from);
    let usual = [PathBuf::from("/usr/local/cuda")];
    let beside_nvcc = find("nvcc")
        .and_then(|nvcc| fs::canonicalize(nvcc).ok())
        .and_then(|nvcc| Some(nvcc.parent()?.parent()?.to_path_buf()));
    named
        .chain(usual)
        .chain(beside_nvcc)
        .find(|root| is_usable(root))
}

/// Whether `root` is a toolkit with headers, assembler and the parts that the assembler calls.
fn is_usable(root: &Path) -> bool {
    let header = fs::read_to_string(root.join("include/cuda.h")).unwrap_or_default();
    root.join("include/curand.h").is_file()
        && is_executable(&root.join("bin/tileiras"))
        && is_executable(&root.join("bin/ptxas"))
        && root.join("nvvm").is_dir()
        && cuda_version(&header).is_some_and(|version| version >= OLDEST)
}

/// The value of `CUDA_VERSION` in the text of `cuda.h` (13030 is 13.3).
fn cuda_version(header: &str) -> Option<u32> {
    header.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        (words.next() == Some("#define") && words.next() == Some("CUDA_VERSION"))
            .then(|| words.next()?.parse().ok())
            .flatten()
    })
}

/// The C compiler's own include folder, which libclang from a package lacks.
pub fn compiler_headers() -> Result<PathBuf, Failure> {
    let from_gcc = ["gcc", "cc"].into_iter().filter_map(|name| {
        let folder = output(&find(name)?, &["-print-file-name=include"])?;
        Some(PathBuf::from(folder))
    });
    let from_clang = ["clang"].into_iter().filter_map(|name| {
        let folder = output(&find(name)?, &["-print-resource-dir"])?;
        Some(PathBuf::from(folder).join("include"))
    });
    from_gcc
        .chain(from_clang)
        .find(|folder| folder.is_absolute() && folder.join("stddef.h").is_file())
        .ok_or_else(|| {
            Failure::missing(
                "no C compiler with headers (neither gcc nor clang on PATH knows a folder with stddef.h)",
                "install one (Debian and Ubuntu: apt-get install gcc libc6-dev), then run `cargo xtask setup` again",
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_version_out_of_the_header() {
        assert_eq!(cuda_version("\n#define CUDA_VERSION 13050\n"), Some(13_050));
        assert_eq!(cuda_version("#define  CUDA_VERSION\t13030 "), Some(13_030));
        assert_eq!(cuda_version("// CUDA_VERSION 13050"), None);
        assert_eq!(cuda_version("#define CUDA_VERSION x"), None);
    }

    fn toolkit(version: u32) -> tempfile::TempDir {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().unwrap();
        for folder in ["include", "bin", "nvvm"] {
            fs::create_dir(root.path().join(folder)).unwrap();
        }
        let header = format!("#define CUDA_VERSION {version}\n");
        fs::write(root.path().join("include/cuda.h"), header).unwrap();
        fs::write(root.path().join("include/curand.h"), "").unwrap();
        for tool in ["bin/tileiras", "bin/ptxas"] {
            let path = root.path().join(tool);
            fs::write(&path, "").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        root
    }

    #[test]
    fn takes_a_whole_toolkit_of_13_3_or_newer() {
        assert!(is_usable(toolkit(13_030).path()));
        assert!(is_usable(toolkit(14_000).path()));
        assert!(!is_usable(toolkit(13_020).path()));
        for part in ["include/curand.h", "bin/tileiras", "bin/ptxas"] {
            let root = toolkit(13_050);
            fs::remove_file(root.path().join(part)).unwrap();
            assert!(!is_usable(root.path()), "without {part}");
        }
    }
}
