//! The set-up on machines that lack something: exit code 3, what is missing, how to go on, nothing half done.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

/// A project folder with nothing but the requirements, and a `bin` folder with exactly the given tools.
fn machine(tools: &[(&str, &Path)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir_all(root.path().join("xtask")).unwrap();
    fs::create_dir_all(root.path().join("bin")).unwrap();
    let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join("requirements.txt");
    fs::copy(requirements, root.path().join("xtask/requirements.txt")).unwrap();
    for (name, target) in tools {
        symlink(target, root.path().join("bin").join(name)).unwrap();
    }
    root
}

fn script(folder: &Path, name: &str, text: &str) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn setup(root: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("setup")
        .current_dir(root)
        .env_clear()
        .env("PATH", root.join("bin"))
        .output()
        .unwrap()
}

fn assert_missing(output: &Output, says: &[&str], root: &Path) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{text}");
    for part in says {
        assert!(text.contains(part), "{part:?} is not in: {text}");
    }
    assert!(!root.join(".toolchain/complete").exists());
    assert!(!root.join(".toolchain/python").exists());
}

/// A compiler that knows a folder with `stddef.h`.
fn compiler(folder: &Path) -> std::path::PathBuf {
    fs::write(folder.join("stddef.h"), "").unwrap();
    script(folder, "gcc", &format!("echo '{}'", folder.display()))
}

#[test]
fn without_a_c_compiler() {
    let root = machine(&[]);
    let output = setup(root.path());
    assert_missing(
        &output,
        &["no C compiler", "apt-get install gcc"],
        root.path(),
    );
}

#[test]
fn without_python() {
    let tools = tempfile::tempdir().unwrap();
    let gcc = compiler(tools.path());
    let root = machine(&[("gcc", &gcc)]);
    let output = setup(root.path());
    assert_missing(
        &output,
        &["no Python from 3.10 to 3.13", "apt-get install python3"],
        root.path(),
    );
}

#[test]
fn with_a_python_that_is_too_old() {
    let tools = tempfile::tempdir().unwrap();
    let gcc = compiler(tools.path());
    let old = script(tools.path(), "python3", "echo 3.9");
    let root = machine(&[("gcc", &gcc), ("python3", &old)]);
    let output = setup(root.path());
    assert_missing(
        &output,
        &["no Python from 3.10 to 3.13", "is 3.9"],
        root.path(),
    );
}

#[test]
fn without_a_network() {
    let tools = tempfile::tempdir().unwrap();
    let gcc = compiler(tools.path());
    // Answers the probe and makes an environment whose pip fails, as it does offline.
    let python = script(
        tools.path(),
        "python3",
        r#"case "$1 $2" in
"-m venv") /bin/mkdir -p "$3/bin"; /bin/cp "$0" "$3/bin/python";;
"-m pip") echo "no route" >&2; exit 1;;
*) echo 3.11;;
esac"#,
    );
    let root = machine(&[("gcc", &gcc), ("python3", &python)]);
    let output = setup(root.path());
    assert_missing(
        &output,
        &["no route", "without a network", "PIP_FIND_LINKS"],
        root.path(),
    );
    let left: Vec<_> = fs::read_dir(root.path().join(".toolchain"))
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert_eq!(left, ["lock"], "the half made environment is gone");
}

#[test]
fn outside_the_project() {
    let folder = tempfile::tempdir().unwrap();
    let output = setup(folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not inside the tileport project"));
}
