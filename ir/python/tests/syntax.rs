//! The parser against CPython: fixtures with CPython's own trees and errors beside them, and the
//! whole standard library of the Python that is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tileport_python::parse::{SyntaxError, parse_bytes};
use tileport_python::tree::dump::to_json;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The fixtures of a folder, by name, with what CPython says of each.
fn fixtures(kind: &str) -> Vec<(String, Vec<u8>, Value)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder("tests/fixtures/syntax").join(kind)).expect("fixtures") {
        let path = entry.expect("fixture").path();
        if path.extension().is_none_or(|extension| extension != "py") {
            continue;
        }
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let expected = fs::read_to_string(path.with_extension("json"))
            .unwrap_or_else(|error| panic!("{name}: run make_fixtures.py: {error}"));
        let expected = serde_json::from_str(&expected).expect("JSON");
        found.push((name, fs::read(&path).expect("source"), expected));
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// Where two trees differ first, and how.
fn difference(ours: &Value, theirs: &Value, at: &str) -> Option<String> {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) if a.contains_key("_const") => {
            same_constant(ours, theirs)
                .then_some(())
                .map_or_else(|| Some(format!("{at}: {a:?} for {b:?}")), |()| None)
        }
        (Value::Object(a), Value::Object(b)) => {
            if !a.keys().eq(b.keys()) {
                return Some(format!("{at}: fields {:?} for {:?}", a.keys(), b.keys()));
            }
            a.iter()
                .find_map(|(key, value)| difference(value, &b[key], &format!("{at}.{key}")))
        }
        (Value::Array(a), Value::Array(b)) => {
            if a.len() != b.len() {
                return Some(format!("{at}: {} items for {}", a.len(), b.len()));
            }
            a.iter()
                .zip(b)
                .enumerate()
                .find_map(|(index, (a, b))| difference(a, b, &format!("{at}[{index}]")))
        }
        _ => (ours != theirs).then(|| format!("{at}: {ours} for {theirs}")),
    }
}

/// Floats are written differently, so they are compared as floats.
fn same_constant(ours: &Value, theirs: &Value) -> bool {
    let float = |value: &Value| -> Option<u64> {
        let text = value["value"].as_str()?;
        Some(text.parse::<f64>().ok()?.to_bits())
    };
    match ours["_const"].as_str() {
        Some("float" | "complex") => {
            ours["_const"] == theirs["_const"] && float(ours) == float(theirs)
        }
        _ => ours == theirs,
    }
}

#[test]
fn accepted_fixtures_give_the_trees_of_cpython() {
    let fixtures = fixtures("ok");
    assert!(fixtures.len() > 80, "only {} fixtures", fixtures.len());
    let mut wrong = Vec::new();
    for (name, source, expected) in fixtures {
        match parse_bytes(&source) {
            Ok(parsed) => {
                let ours: Value = serde_json::from_str(&to_json(&parsed)).expect("JSON");
                wrong.extend(difference(&ours, &expected, &name));
            }
            Err(errors) => wrong.push(format!("{name}: rejected: {}", errors[0])),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn listed(errors: &[SyntaxError]) -> String {
    errors
        .iter()
        .map(|error| format!("  {}:{} {}\n", error.line, error.column + 1, error.message))
        .collect()
}

#[test]
fn rejected_fixtures_are_rejected_at_the_line_cpython_names() {
    let fixtures = fixtures("err");
    assert!(fixtures.len() > 150, "only {} fixtures", fixtures.len());
    let mut wrong = Vec::new();
    let mut messages = String::new();
    for (name, source, expected) in fixtures {
        let Err(errors) = parse_bytes(&source) else {
            wrong.push(format!("{name}: accepted, for {expected}"));
            continue;
        };
        if let Some(line) = expected["line"].as_u64()
            && u64::from(errors[0].line) != line
        {
            wrong.push(format!("{name}: {}for {expected}", listed(&errors)));
        }
        messages.push_str(&format!("{name}\n{}", listed(&errors)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    insta::assert_snapshot!("rejected", messages);
}

/// Compares every file of the standard library of the `python3` that is found; there is nothing
/// to compare with if there is none.
#[test]
fn the_standard_library_gives_the_trees_of_cpython() {
    let Some(python) = python() else {
        eprintln!("not run: no python3 of version 3.10 to 3.13 was found");
        return;
    };
    let parser = example();
    let output = Command::new(python)
        .arg(folder("tests/tools/compare_ast.py"))
        .arg(parser)
        .output()
        .expect("python3 runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{complaints}");
    assert!(said.contains(" 0 differ"), "{said}");
}

/// A Python whose syntax this parser reads.
fn python() -> Option<&'static str> {
    [
        "python3.13",
        "python3.12",
        "python3.11",
        "python3.10",
        "python3",
    ]
    .into_iter()
    .find(|python| {
        let version = "import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))";
        Command::new(python)
            .args(["-c", version])
            .output()
            .is_ok_and(|output| output.status.success())
    })
}

/// The example binary that the comparison talks to, which cargo builds along with the tests.
fn example() -> PathBuf {
    let test = std::env::current_exe().expect("the test's own path");
    let profile = test.ancestors().nth(2).expect("target/<profile>/deps");
    let path = profile.join("examples").join("parse");
    assert!(
        path.exists(),
        "{} is missing: build the examples, as `cargo test` does by itself",
        path.display()
    );
    path
}
