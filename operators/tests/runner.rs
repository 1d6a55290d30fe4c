//! The runner as a program: exit codes and sentences, on machines with and without a GPU.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const PLAN: &str = r#"{
  "schema": "tileport-bench-plan/1",
  "toolchain": {},
  "pairs": [{
    "id": "add-1",
    "operator": "add",
    "configuration": {"id": "add/1", "file": "a.py", "kernel": "add", "grid": [1, 1, 1], "arguments": [], "options": ""},
    "parameters": [],
    "code": {}
  }]
}"#;

fn run(bundle: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tileport-bench-run"))
        .arg(bundle)
        .args(arguments)
        .output()
        .unwrap()
}

fn assert_ends(output: &Output, code: i32, says: &str) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert!(text.contains(says), "{says:?} is not in: {text}");
}

#[test]
fn without_the_device_that_is_asked_for() {
    let bundle = tempfile::tempdir().unwrap();
    fs::write(bundle.path().join("plan.json"), PLAN).unwrap();
    let output = run(bundle.path(), &["--device", "4096"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{text}");
    let sentences = [
        "no NVIDIA driver is installed here",
        "the NVIDIA driver finds no GPU",
        "there is no GPU number 4096",
    ];
    assert!(
        sentences.iter().any(|sentence| text.contains(sentence)),
        "{text}"
    );
    let results = fs::read_to_string(bundle.path().join("results.jsonl")).unwrap();
    assert_eq!(
        results, "",
        "a device that is not there is no result of the pair"
    );
}

#[test]
fn a_folder_that_is_no_bundle() {
    let folder = tempfile::tempdir().unwrap();
    assert_ends(&run(folder.path(), &[]), 2, "plan.json: cannot be read");
    fs::write(
        folder.path().join("plan.json"),
        "{\"schema\": \"x\",\n \"pears\": []}",
    )
    .unwrap();
    assert_ends(
        &run(folder.path(), &[]),
        2,
        "plan.json:2:8: unknown field `pears`",
    );
}

#[test]
fn wrong_usage() {
    let folder = tempfile::tempdir().unwrap();
    assert_ends(&run(folder.path(), &["--seed"]), 2, "--seed needs a value");
    assert_ends(
        &run(folder.path(), &["--budget", "soon"]),
        2,
        "--budget needs a number",
    );
    assert_ends(&run(folder.path(), &["--fast"]), 2, "unknown option --fast");
}
