//! The bytecode files of `tests/data` and what is known about them.

use std::path::{Path, PathBuf};

/// A file and the text that the official disassembler prints for it.
#[allow(dead_code, reason = "not every test looks at everything")]
pub struct Fixture {
    pub name: String,
    pub bytes: Vec<u8>,
    pub text: String,
}

/// Every fixture, by name.
pub fn fixtures() -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for folder in ["kernels", "zoo"] {
        let folder = data().join(folder);
        let entries = std::fs::read_dir(&folder).expect("the folder of fixtures");
        for entry in entries {
            let path = entry.expect("an entry of the folder").path();
            if path.extension().is_some_and(|e| e == "tileirbc") {
                fixtures.push(Fixture {
                    name: path.file_stem().unwrap().to_string_lossy().into_owned(),
                    bytes: std::fs::read(&path).expect("a fixture"),
                    text: std::fs::read_to_string(path.with_extension("txt"))
                        .expect("the text beside a fixture"),
                });
            }
        }
    }
    fixtures.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(fixtures.len() >= 11, "fixtures are missing");
    fixtures
}

/// One fixture.
#[allow(dead_code, reason = "not every test needs one")]
pub fn fixture(name: &str) -> Fixture {
    let found = fixtures().into_iter().find(|f| f.name == name);
    found.unwrap_or_else(|| panic!("no fixture named {name}"))
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}
