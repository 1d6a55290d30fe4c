//! What is said of files that are refused, one file a case: `fixtures/diagnostics/*.py`, each kernel of a file lowered
//! with an array for `x`, a number for `n` and a constant for `N`.

use std::fmt::Write;
use std::path::Path;

use tileport_python::specialise::{Hints, LaunchArg, Signature};
use tileport_python::{Diagnostic, Diagnostics, Options, Package, lower};

fn diagnostics(package: &Package, file: &str) -> Result<(), Diagnostics> {
    let module = package.module(file)?.expect("the fixture is there");
    let mut all: Vec<Diagnostic> = Vec::new();
    for name in package.kernel_names(&module) {
        if let Err(found) = lowered(package, file, &name) {
            all.extend(found.0);
        }
    }
    if all.is_empty() {
        Ok(())
    } else {
        Err(Diagnostics(all))
    }
}

fn lowered(package: &Package, file: &str, name: &str) -> Result<(), Diagnostics> {
    let kernel = package.kernel(file, name)?;
    let args: Vec<LaunchArg> = kernel
        .parameters
        .iter()
        .map(|(name, _)| match &**name {
            "x" => LaunchArg::Tensor {
                dtype: "float32".into(),
                shape: vec![1000],
                stride: vec![1],
                align: 16,
            },
            _ => LaunchArg::Int { value: 16 },
        })
        .collect();
    let signature = Signature::from_launch(&args, &kernel.annotations(), Hints::default())
        .expect("the arguments fit");
    lower(package, file, name, &signature, &Options::default()).map(drop)
}

/// Diagnostics with the text that they are about.
fn shown(source: &str, diagnostics: &Diagnostics) -> String {
    let mut out = String::new();
    for d in &diagnostics.0 {
        let Diagnostic { line, col, end, .. } = d;
        writeln!(out, "{d}").unwrap();
        let text = source.lines().nth(*line as usize - 1).unwrap_or_default();
        let last = if end.0 == *line {
            end.1 as usize
        } else {
            text.len()
        };
        let width = last.min(text.len()).saturating_sub(*col as usize).max(1);
        writeln!(
            out,
            "    {text}\n    {}{}",
            " ".repeat(*col as usize),
            "^".repeat(width)
        )
        .unwrap();
        if end.0 != *line {
            writeln!(out, "    ... to {}:{}", end.0, end.1 + 1).unwrap();
        }
        for (file, line, col) in &d.calls {
            writeln!(out, "    called at {file}:{line}:{}", col + 1).unwrap();
        }
    }
    out
}

#[test]
fn refused_files_are_explained() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/diagnostics");
    let mut files: Vec<String> = std::fs::read_dir(&folder)
        .expect("fixtures")
        .map(|entry| {
            entry
                .expect("fixture")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.ends_with(".py"))
        .collect();
    files.sort();
    assert!(files.len() >= 10);
    let package = Package::open(&folder);
    for file in files {
        let source = std::fs::read_to_string(folder.join(&file)).expect("fixture");
        let refused = diagnostics(&package, &file).expect_err(&file);
        let name = file.trim_end_matches(".py");
        insta::assert_snapshot!(name, shown(&source, &refused));
    }
}
