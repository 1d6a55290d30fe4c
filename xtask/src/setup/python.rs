//! The Python environment: an interpreter that fits, and pip with hashes.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command::{find, output};
use crate::failure::Failure;

/// Minor versions of Python 3 that the pinned packages have wheels for, the preferred first.
const MINORS: [u32; 4] = [12, 11, 13, 10];

/// Says "3.11" for an interpreter that can be used: CPython, 64 bit.
const PROBE: &str = "import sys, struct; \
    print('%d.%d' % sys.version_info[:2] if sys.implementation.name == 'cpython' and struct.calcsize('P') == 8 else '')";

/// An interpreter on `PATH` that the pinned packages exist for: `python3` if it fits, else a versioned name.
pub fn interpreter() -> Result<PathBuf, Failure> {
    let names = ["python3".to_owned(), "python".to_owned()]
        .into_iter()
        .chain(MINORS.iter().map(|minor| format!("python3.{minor}")));
    let mut unfit = Vec::new();
    for name in names {
        let Some(path) = find(&name) else { continue };
        match output(&path, &["-c", PROBE]) {
            Some(version) if is_supported(&version) => return Ok(path),
            Some(version) => unfit.push(format!("{} is {version}", path.display())),
            None => unfit.push(format!("{} does not run", path.display())),
        }
    }
    let found = if unfit.is_empty() {
        String::new()
    } else {
        format!(" ({})", unfit.join(", "))
    };
    Err(Failure::missing(
        format!("no Python from 3.10 to 3.13 on PATH{found}"),
        "install one with pip and venv (Debian and Ubuntu: apt-get install python3 python3-pip python3-venv), \
         then run `cargo xtask setup` again",
    ))
}

fn is_supported(version: &str) -> bool {
    MINORS.iter().any(|minor| version == format!("3.{minor}"))
}

/// Makes the environment `folder` and installs the requirements into it, hashes checked, wheels only.
pub fn install(interpreter: &Path, folder: &Path, requirements: &Path) -> Result<(), Failure> {
    let own_pip = output(interpreter, &["-c", "import ensurepip"]).is_some();
    let mut venv = Command::new(interpreter);
    venv.args(["-m", "venv"]);
    if !own_pip {
        venv.arg("--without-pip");
    }
    // A broken half would be found by name on the next run; it is not linked before it is whole.
    if !succeeds(venv.arg(folder)) {
        return Err(Failure::missing(
            format!(
                "{} cannot make a virtual environment",
                interpreter.display()
            ),
            "install its venv module (Debian and Ubuntu: apt-get install python3-venv)",
        ));
    }
    let python = folder.join("bin/python");
    let mut pip = if own_pip {
        Command::new(&python)
    } else {
        Command::new(interpreter)
    };
    pip.args(["-m", "pip"]);
    if !own_pip {
        pip.arg("--python").arg(&python);
    }
    pip.args([
        "install",
        "--no-deps",
        "--require-hashes",
        "--only-binary=:all:",
        "--disable-pip-version-check",
        "--no-warn-script-location",
        "--quiet",
        "--requirement",
    ]);
    if succeeds(pip.arg(requirements)) {
        return Ok(());
    }
    let _ = std::fs::remove_dir_all(folder);
    Err(Failure::missing(
        "pip did not install the pinned packages (its own message is above)",
        format!(
            "without a network: on a connected machine with the same Python run \
             `pip download --require-hashes --no-deps -r {name} -d wheels`, bring the folder here, and run \
             `PIP_NO_INDEX=1 PIP_FIND_LINKS=wheels cargo xtask setup`; \
             without pip: install it (Debian and Ubuntu: apt-get install python3-pip); \
             with another hash than pinned: do not install, the package was changed",
            name = super::REQUIREMENTS
        ),
    ))
}

fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::is_supported;

    #[test]
    fn versions_with_wheels_are_supported_and_no_others() {
        for version in ["3.10", "3.11", "3.12", "3.13"] {
            assert!(is_supported(version), "{version}");
        }
        for version in ["", "2.7", "3.1", "3.9", "3.14", "3.100"] {
            assert!(!is_supported(version), "{version}");
        }
    }
}
