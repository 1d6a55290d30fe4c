//! Taking up a migration again: after a kill, after damage, after a change, in parts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{expect, library, run, tileport};

/// Two of our operators: what is about one result and another needs several.
const ONLY: &str = "matmul";

/// Every file below `folder` but the private ones, with its content.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            let name = path
                .strip_prefix(folder)
                .unwrap()
                .to_string_lossy()
                .into_owned();
            if name.starts_with(".tileport") {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

fn command(root: &str, out: &Path, more: &[&str]) -> Command {
    let out = out.to_string_lossy().into_owned();
    let mut arguments = vec!["migrate", root, "-o", &out, "--no-cargo-check", "--json"];
    arguments.extend(more);
    tileport(&arguments)
}

fn migrate(out: &Path, more: &[&str]) -> Value {
    let ended = run(&mut command(&library(), out, more));
    expect(&ended, 0);
    serde_json::from_str(&ended.stdout).unwrap()
}

/// Files in the private part of an output folder that hold results.
fn results(out: &Path) -> Vec<PathBuf> {
    let listing = fs::read_dir(out.join(".tileport/results")).unwrap();
    let mut found: Vec<PathBuf> = listing.map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

#[track_caller]
fn expect_same(a: &Path, b: &Path) {
    let (a, b) = (files(a), files(b));
    assert!(a.len() > 5, "{:?}", a.keys());
    assert_eq!(
        a.keys().collect::<Vec<_>>(),
        b.keys().collect::<Vec<_>>(),
        "other files"
    );
    for (name, content) in &a {
        assert!(b[name] == *content, "{name} differs");
    }
}

#[test]
fn two_runs_and_one_job_give_the_same_files() {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    migrate(first.path(), &["--jobs", "2"]);
    migrate(second.path(), &["--jobs", "1"]);
    expect_same(first.path(), second.path());
}

#[test]
fn an_unchanged_run_takes_everything_over() {
    let out = tempfile::tempdir().unwrap();
    migrate(out.path(), &["--only", ONLY]);
    let (before, stored) = (files(out.path()), results(out.path()));
    let times: Vec<_> = stored
        .iter()
        .map(|path| fs::metadata(path).unwrap().modified().unwrap())
        .collect();
    let ended = run(&mut command(&library(), out.path(), &["--only", ONLY]));
    expect(&ended, 0);
    let kernels = serde_json::from_str::<Value>(&ended.stdout).unwrap()["kernels"].clone();
    let lines = ended.stderr.lines();
    let taken_over = lines.filter(|line| line.ends_with("as before")).count();
    assert_eq!(Some(taken_over as u64), kernels.as_u64(), "{ended:#?}");
    assert_eq!(files(out.path()), before);
    let after: Vec<_> = results(out.path())
        .iter()
        .map(|path| fs::metadata(path).unwrap().modified().unwrap())
        .collect();
    assert_eq!(after, times, "nothing was written again");
}

#[test]
fn a_killed_run_is_taken_up_again_and_gives_the_same_files() {
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let started = Instant::now();
    migrate(whole.path(), &[]);
    let all = started.elapsed();
    // Moments all over the run, the same in every test run; what they hit differs by machine.
    for part in [3, 17, 8, 29, 40] {
        let mut child = command(&library(), killed.path(), &[])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(
            all.mul_f64(f64::from(part) / 100.0)
                .max(Duration::from_millis(5)),
        );
        // SIGKILL: nothing can be tidied up.
        let _ = child.kill();
        child.wait().unwrap();
    }
    migrate(killed.path(), &[]);
    expect_same(whole.path(), killed.path());
}

#[test]
fn damaged_and_foreign_results_are_made_again() {
    let out = tempfile::tempdir().unwrap();
    migrate(out.path(), &["--only", ONLY]);
    let before = files(out.path());
    let stored = results(out.path());
    let whole: Vec<Vec<u8>> = stored.iter().map(|path| fs::read(path).unwrap()).collect();
    let damages: [fn(&[u8]) -> Vec<u8>; 4] = [
        |whole| whole[..whole.len() / 2].to_vec(),
        |whole| {
            let mut changed = whole.to_vec();
            let middle = changed.len() / 2;
            changed[middle] ^= 1;
            changed
        },
        |_| Vec::new(),
        // What another program, or an older one, might have left.
        |_| b"{\"report\": {}, \"rust\": \"fn evil() {}\", \"pairs\": []}".to_vec(),
    ];
    for damage in damages {
        for (path, whole) in stored.iter().zip(&whole) {
            fs::write(path, damage(whole)).unwrap();
        }
        migrate(out.path(), &["--only", ONLY]);
        assert_eq!(files(out.path()), before);
        assert_eq!(results(out.path()), stored);
    }
    // A result under the name of another one.
    let (from, to) = (stored.first().unwrap(), stored.last().unwrap());
    assert_ne!(from, to, "several kernels are needed");
    fs::copy(from, to).unwrap();
    migrate(out.path(), &["--only", ONLY]);
    assert_eq!(files(out.path()), before);
}

#[test]
fn what_a_launch_or_a_source_says_counts_and_not_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("lib");
    fs::create_dir(&root).unwrap();
    let source = Path::new(&library()).join("vector_add");
    for name in ["source.py", "operator.toml"] {
        fs::copy(source.join(name), root.join(name)).unwrap();
    }
    let out = folder.path().join("out");
    let root_text = root.to_string_lossy().into_owned();
    let migrate = || {
        let ended = run(&mut command(&root_text, &out, &[]));
        expect(&ended, 0);
        (ended.stderr, files(&out))
    };
    let (_, first) = migrate();
    let (again, same) = migrate();
    assert!(again.contains("as before"), "{again}");
    assert_eq!(same, first);

    let manifest = fs::read_to_string(root.join("operator.toml")).unwrap();
    let changed = manifest
        .replace("float16", "bfloat16")
        .replace("bbfloat16", "bfloat16");
    assert_ne!(
        changed, manifest,
        "the manifest has a float16 configuration"
    );
    fs::write(root.join("operator.toml"), changed).unwrap();
    let (said, other) = migrate();
    assert!(!said.contains("as before"), "{said}");
    assert_ne!(other, first);

    let text = fs::read_to_string(root.join("source.py")).unwrap();
    fs::write(root.join("source.py"), format!("# A comment.\n{text}")).unwrap();
    let (said, _) = migrate();
    assert!(!said.contains("as before"), "{said}");
}

#[test]
fn parts_merge_into_the_report_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // One store: what a part did, the whole takes over.
    let store = at("store").to_string_lossy().into_owned();
    let mut kernels = 0;
    for index in 1..=3 {
        let shard = format!("{index}/3");
        let more = ["--shard", &shard, "--store", &store];
        let part = migrate(&at(&format!("part{index}")), &more);
        kernels += part["kernels"].as_u64().unwrap();
    }
    let whole = migrate(&at("whole"), &["--store", &store]);
    assert_eq!(whole["kernels"].as_u64(), Some(kernels));

    let merge = |parts: &[&str]| {
        let mut arguments = vec!["report", "merge", "-o", "merged"];
        arguments.extend(parts);
        run(tileport(&arguments).current_dir(folder.path()))
    };
    expect(&merge(&["part2", "part1/report.json", "part3"]), 0);
    for name in ["report.json", "report.md", "report.html"] {
        let read = |folder: &str| fs::read_to_string(at(folder).join(name)).unwrap();
        assert_eq!(read("merged"), read("whole"), "{name}");
    }
    let incomplete = merge(&["part1", "part2"]);
    expect(&incomplete, 2);
    assert!(incomplete.stderr.contains("shard 3 of 3 is missing"));
    let twice = merge(&["whole", "whole"]);
    expect(&twice, 2);
    assert!(twice.stderr.contains("in two of the reports"));
}
