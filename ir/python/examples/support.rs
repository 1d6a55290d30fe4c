//! Writes `docs/python-support.md`: what of the public names of `cuda.tile` is supported, and the
//! conformance case that shows it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use tileport_python::support::{Case, Name, read, table};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = document();
    fs::write(
        &path,
        table(&names()?, &cases()?).map_err(|e| format!("{e:?}"))?,
    )?;
    println!("{}", path.display());
    Ok(())
}

fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Where the table is kept.
pub fn document() -> PathBuf {
    crate_folder().join("../../docs/python-support.md")
}

/// The public names of the official package.
pub fn names() -> Result<Vec<Name>, Box<dyn std::error::Error>> {
    let path = crate_folder().join("tests/conformance/official/names.jsonl");
    Ok(read(&fs::read_to_string(path)?).map_err(|e| format!("{e:?}"))?)
}

/// The conformance cases of one file.
pub fn cases() -> Result<Vec<Case>, Box<dyn std::error::Error>> {
    let suite = crate_folder().join("tests/conformance");
    let accepted: BTreeSet<String> = listed(&suite.join("official/13.4"))?
        .into_iter()
        .filter_map(|file| file.strip_suffix(".tileirbc").map(str::to_owned))
        .collect();
    let mut cases = Vec::new();
    for folder in ["names", "language"] {
        for file in listed(&suite.join(folder))? {
            let Some(stem) = file.strip_suffix(".py") else {
                continue;
            };
            let beginning = format!("{folder}.{stem}.");
            let text = fs::read_to_string(suite.join(folder).join(&file))?;
            let is_accepted = accepted.iter().any(|id| id.starts_with(&beginning));
            cases.push(Case::new(format!("{folder}/{file}"), &text, is_accepted));
        }
    }
    Ok(cases)
}

fn listed(folder: &Path) -> io::Result<Vec<String>> {
    let names =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names = names.collect::<io::Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}
