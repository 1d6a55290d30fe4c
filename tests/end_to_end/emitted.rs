//! The emitted crate as a Rust programmer meets it.

use std::fs;

use serde_json::Value;

use crate::support::{expect, library, run, tileport};

/// rustc and clippy look at all of it: kernels, host functions, the example program.
#[test]
fn the_crate_of_our_operators_passes_check_and_clippy() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_string_lossy().into_owned();
    let root = library();
    let arguments = ["migrate", &root, "-o", &out, "--clippy", "--json"];
    let ended = run(&mut tileport(&arguments));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    assert_eq!(
        (
            ended.code,
            read("cargo-check.txt"),
            read("cargo-clippy.txt")
        ),
        (Some(0), String::new(), String::new())
    );
    let report: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(report["cargo_check"], "passed");
    assert_eq!(report["clippy"], "passed");
    assert!(read("Cargo.toml").contains("name = \"library\""));

    // Every entry has a host function, and the example calls it.
    let example = read("examples/launch.rs");
    for entry in fs::read_dir(folder.path().join("src")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let module = path.file_stem().unwrap().to_string_lossy().into_owned();
        let lines: Vec<&str> = text.lines().collect();
        let entries = lines.iter().filter(|l| l.starts_with("    pub unsafe fn "));
        for line in entries {
            let name = line
                .trim_start_matches("    pub unsafe fn ")
                .split(['<', '('])
                .next()
                .unwrap();
            let host = format!("pub unsafe fn {name}");
            assert!(
                lines.iter().any(|l| l.starts_with(&host)),
                "{module}: {name} has no host function"
            );
            let call = format!("kernels::{module}::{name}");
            assert!(example.contains(&call), "the example leaves out {call}");
        }
    }
}

#[test]
fn host_functions_say_what_they_take() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_string_lossy().into_owned();
    let root = library();
    let arguments = [
        "migrate",
        &root,
        "-o",
        &out,
        "--only",
        "vector_add",
        "--no-cargo-check",
    ];
    expect(&run(&mut tileport(&arguments)), 0);
    let text = fs::read_to_string(folder.path().join("src/vector_add.rs")).unwrap();
    let at = text.find("/// Launches ").unwrap();
    insta::assert_snapshot!(&text[at..]);
    let example = fs::read_to_string(folder.path().join("examples/launch.rs")).unwrap();
    insta::assert_snapshot!(example);
}
