//! The Rust side: lowering, diffing, refusing.

use std::fs;

use crate::support::{expect, library, run, tileport};

#[test]
fn a_translation_lowers_and_has_no_graver_difference_than_cosmetic() {
    let folder = tempfile::tempdir().unwrap();
    let python = format!("{}/vector_add/source.py", library());
    let manifest = format!("{}/vector_add/operator.toml", library());
    let rust = folder
        .path()
        .join("vector_add.rs")
        .to_string_lossy()
        .into_owned();
    let ended = run(&mut tileport(&[
        "translate",
        &python,
        "--manifest",
        &manifest,
        "--config",
        "vector_add-f32-aligned",
        "-o",
        &rust,
    ]));
    expect(&ended, 0);
    let both = [
        "--manifest",
        &manifest,
        "--config",
        "vector_add-f32-aligned",
    ];
    let ended = run(tileport(&["diff", &python, &rust, "--deny", "performance"]).args(both));
    expect(&ended, 0);
    let ended = run(tileport(&["lower", &rust, "--python", &python]).args(both));
    expect(&ended, 0);
    assert!(
        ended.stdout.contains("entry @vector_add"),
        "{}",
        ended.stdout
    );
}

#[test]
fn a_rust_kernel_that_does_not_compile_is_named_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let python = format!("{}/vector_add/source.py", library());
    let manifest = format!("{}/vector_add/operator.toml", library());
    let rust = folder.path().join("broken.rs");
    let text = "#[cutile::module]\nmod vector_add {\n    use cutile::core::*;\n    #[cutile::entry()]\n    \
                unsafe fn vector_add(a: &Tensor<f32, {[-1]}>, b: &Tensor<f32, {[-1]}>, c: &Tensor<f32, {[-1]}>) {\n        \
                let x: Tile<f32, {[16]}> = no_such_function(a);\n    }\n}\n";
    fs::write(&rust, text).unwrap();
    let rust = rust.to_string_lossy().into_owned();
    let ended = run(&mut tileport(&[
        "diff",
        &python,
        &rust,
        "--manifest",
        &manifest,
        "--config",
        "vector_add-f32-aligned",
    ]));
    expect(&ended, 2);
    assert!(ended.stderr.contains("broken.rs:6:"), "{}", ended.stderr);
    assert_eq!(ended.stdout, "");
}
