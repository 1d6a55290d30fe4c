//! `cargo xtask setup`: the pinned toolchain in `.toolchain/`.
//!
//! ```text
//! .toolchain/
//!   env-<hash>/      Python environment with the packages of requirements.txt
//!   python        -> env-<hash>
//!   cuda          -> an installed CUDA toolkit, or the packages' one
//!   libclang      -> the packages' libclang
//!   clang-include -> the C compiler's own headers (stddef.h and company)
//!   complete         which requirements this folder was completed for
//! ```
//!
//! `complete` is written last, and every link is put in place by a rename, so a set-up that was interrupted never
//! looks finished. A second run only compares `complete` with the requirements and looks at the files.

mod layout;
mod python;
mod requirements;
mod toolkit;

use std::fs::{self, File};
use std::path::Path;

use crate::failure::Failure;
use layout::Layout;
use requirements::Requirements;

/// The pinned packages with their hashes; also what marks the project's root.
pub const REQUIREMENTS: &str = "xtask/requirements.txt";

/// Completes `.toolchain/` unless it is complete already.
pub fn run(root: &Path) -> Result<(), Failure> {
    let file = root.join(REQUIREMENTS);
    let text = fs::read_to_string(&file).map_err(|error| Failure::file("read", &file, &error))?;
    let requirements = Requirements::parse(&text)?;
    let layout = Layout::new(root.join(".toolchain"));
    if layout.is_complete(&requirements) {
        return Ok(());
    }
    supported_platform()?;
    let folder = layout.folder();
    fs::create_dir_all(folder).map_err(|error| Failure::file("create", folder, &error))?;
    let _lock = lock(folder)?;
    // Another process may have done the work while this one waited for the lock.
    if layout.is_complete(&requirements) {
        return Ok(());
    }
    install(&layout, &requirements, &file)
}

fn install(layout: &Layout, requirements: &Requirements, file: &Path) -> Result<(), Failure> {
    // What is cheap to find missing comes before the download.
    let headers = toolkit::compiler_headers()?;
    layout.remove_unfinished()?;
    if !layout.python_has(requirements) {
        let interpreter = python::interpreter()?;
        eprintln!(
            "xtask: installing {} packages with {} into {}",
            requirements.pins().len(),
            interpreter.display(),
            layout.folder().display()
        );
        let name = layout.environment_name(requirements);
        python::install(&interpreter, &layout.folder().join(&name), file)?;
        layout.link("python", Path::new(&name))?;
    }
    let packages = layout.site_packages().ok_or_else(|| {
        Failure::Finding("the new Python environment has no site-packages folder".to_owned())
    })?;
    layout.link("libclang", &packages.join("clang/native"))?;
    layout.link("clang-include", &headers)?;
    let cuda = toolkit::installed().unwrap_or_else(|| packages.join("nvidia/cu13"));
    layout.link("cuda", &cuda)?;
    layout.finish(requirements)?;
    eprintln!("xtask: toolchain ready (CUDA from {})", cuda.display());
    Ok(())
}

/// The pinned packages exist for Linux with glibc on two architectures.
fn supported_platform() -> Result<(), Failure> {
    let supported = cfg!(all(
        target_os = "linux",
        target_env = "gnu",
        any(target_arch = "x86_64", target_arch = "aarch64")
    ));
    if supported {
        return Ok(());
    }
    Err(Failure::missing(
        format!(
            "no pinned toolchain exists for {} on {}",
            std::env::consts::OS,
            std::env::consts::ARCH
        ),
        "use Linux with glibc on x86_64 or aarch64 (a container will do)",
    ))
}

/// Holds off other set-ups of the same folder until dropped.
fn lock(folder: &Path) -> Result<File, Failure> {
    let path = folder.join("lock");
    let file = File::create(&path).map_err(|error| Failure::file("create", &path, &error))?;
    file.lock()
        .map_err(|error| Failure::file("lock", &path, &error))?;
    Ok(file)
}
