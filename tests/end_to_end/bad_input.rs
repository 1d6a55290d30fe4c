//! Wrong input: a diagnostic with a place, an exit code, nothing that looks complete.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Ended, expect, project, run, tileport};

/// Lowers `source` with one launch of `kernel`, given as arguments of a launch record.
fn lower(folder: &Path, source: &str, kernel: &str, args: &str) -> Ended {
    fs::write(folder.join("kernels.py"), source).unwrap();
    let row = format!(
        r#"{{"file":"kernels.py","kernel":"{kernel}","grid":[1,1,1],"args":{args},"opts":""}}"#
    );
    fs::write(folder.join("launches.jsonl"), row).unwrap();
    run(tileport(&["lower", "kernels.py", "--launches", "launches.jsonl"]).current_dir(folder))
}

const TENSOR: &str = r#"{"t":"float32","shape":[64],"stride":[1],"align":256}"#;

#[test]
fn a_syntax_error_is_named_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let source = "import cuda.tile as ct\n\n@ct.kernel\ndef add(x:\n    pass\n";
    let ended = lower(folder.path(), source, "add", &format!("[{TENSOR}]"));
    expect(&ended, 2);
    assert!(
        ended.stderr.contains("kernels.py:4:") || ended.stderr.contains("kernels.py:5:"),
        "{}",
        ended.stderr
    );
    assert_eq!(ended.stdout, "");
}

#[test]
fn an_unknown_function_is_named_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let source =
        "import cuda.tile as ct\n\n@ct.kernel\ndef add(x):\n    y = ct.no_such_function(x)\n";
    let ended = lower(folder.path(), source, "add", &format!("[{TENSOR}]"));
    expect(&ended, 2);
    assert!(ended.stderr.contains("kernels.py:5:"), "{}", ended.stderr);
    assert!(
        ended.stderr.contains("no_such_function"),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_wrong_number_of_arguments_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let source = "import cuda.tile as ct\n\n@ct.kernel\ndef add(x, y):\n    pass\n";
    let ended = lower(folder.path(), source, "add", &format!("[{TENSOR}]"));
    expect(&ended, 2);
    assert!(
        ended.stderr.contains("2 arguments") && ended.stderr.contains("found 1"),
        "{}",
        ended.stderr
    );
}

#[test]
fn an_unknown_kernel_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let ended = lower(folder.path(), "import cuda.tile as ct\n", "add", "[]");
    expect(&ended, 2);
    assert!(ended.stderr.contains("add"), "{}", ended.stderr);
}

#[test]
fn a_bad_launch_record_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("kernels.py"), "").unwrap();
    fs::write(
        folder.path().join("launches.jsonl"),
        "{\"file\": \"kernels.py\"\n",
    )
    .unwrap();
    let ended = run(
        tileport(&["lower", "kernels.py", "--launches", "launches.jsonl"])
            .current_dir(folder.path()),
    );
    expect(&ended, 2);
    assert!(
        ended.stderr.contains("launches.jsonl:1"),
        "{}",
        ended.stderr
    );
}

#[test]
fn an_unknown_key_of_a_manifest_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("source.py"), "").unwrap();
    fs::write(
        folder.path().join("operator.toml"),
        "name = \"x\"\nsource = \"source.py\"\nkernals = 1\n",
    )
    .unwrap();
    let ended = run(
        tileport(&["lower", "source.py", "--manifest", "operator.toml"]).current_dir(folder.path()),
    );
    expect(&ended, 2);
    assert!(ended.stderr.contains("operator.toml:3"), "{}", ended.stderr);
    assert!(ended.stderr.contains("kernals"), "{}", ended.stderr);
}

fn sample_bytecode() -> Vec<u8> {
    let folder = project().join("ir/tile/tests/data");
    let mut files: Vec<PathBuf> = walk(&folder);
    files.sort();
    fs::read(
        files
            .first()
            .expect("bytecode samples are kept with the reader's tests"),
    )
    .unwrap()
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(walk(&path));
        } else if path.extension().is_some_and(|e| e == "tileirbc") {
            found.push(path);
        }
    }
    found
}

#[test]
fn truncated_bytecode_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let whole = sample_bytecode();
    for length in [0, 4, 12, whole.len() / 2, whole.len() - 9] {
        fs::write(folder.path().join("cut.tileirbc"), &whole[..length]).unwrap();
        let ended = run(tileport(&["lower", "cut.tileirbc"]).current_dir(folder.path()));
        expect(&ended, 2);
        assert!(ended.stderr.contains("cut.tileirbc"), "{}", ended.stderr);
        assert_eq!(ended.stdout, "", "nothing of a broken file is printed");
    }
}

#[test]
fn bit_flips_never_crash() {
    let folder = tempfile::tempdir().unwrap();
    let whole = sample_bytecode();
    for at in (0..whole.len()).step_by(whole.len() / 40 + 1) {
        let mut flipped = whole.clone();
        flipped[at] ^= 0x40;
        fs::write(folder.path().join("flip.tileirbc"), &flipped).unwrap();
        let ended = run(tileport(&["lower", "flip.tileirbc"]).current_dir(folder.path()));
        // A flip in a name or a constant makes another valid module.
        assert!(
            matches!(ended.code, Some(0 | 2)),
            "flip at {at}: {ended:#?}"
        );
    }
}

#[test]
fn a_file_of_no_known_kind_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.txt"), "").unwrap();
    let ended = run(tileport(&["lower", "x.txt"]).current_dir(folder.path()));
    expect(&ended, 2);
    assert!(
        ended.stderr.contains(".py, .rs or .tileirbc"),
        "{}",
        ended.stderr
    );
}
