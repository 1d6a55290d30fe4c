//! The official compiler, run over the front end's conformance suite: what is kept of its answers is
//! what it answers. (That the front end agrees with what is kept is the suite's own test.)

use crate::support::project;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Every file below a folder, by its path there.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_string_lossy();
                found.insert(name.into_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn the_official_compiler_still_answers_what_is_kept() {
    let suite = project().join("ir/python/tests/conformance");
    let python = project().join(".toolchain/python/bin/python");
    assert!(
        python.exists(),
        "{} is missing: run `cargo xtask setup`",
        python.display()
    );
    let made = tempfile::tempdir().unwrap();
    let output = Command::new(python)
        .args(["-B", "-W", "ignore"])
        .arg(suite.join("make.py"))
        .arg("--out")
        .arg(made.path())
        .output()
        .unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    let (kept, made) = (files(&suite.join("official")), files(made.path()));
    let names = kept.keys().chain(made.keys());
    let mut different: Vec<&String> = names.filter(|n| kept.get(*n) != made.get(*n)).collect();
    different.sort();
    different.dedup();
    assert!(different.is_empty(), "not what is kept: {different:#?}");
    assert!(kept.len() > 1000 && kept.contains_key("names.jsonl"));
}
