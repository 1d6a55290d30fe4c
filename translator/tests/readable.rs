//! The readable writer over kernels of our own, one file a construct in `readable/`, each with the
//! launches it is written for. What it writes is a snapshot, and has to be equivalent to the Python
//! for every launch without the exact writer's help.

use std::path::{Path, PathBuf};

use tileport::gates::Verdict;
use tileport::library::{Library, Origin, configurations};
use tileport::rules::{self, Writer};
use tileport::toolchain::Arch;
use tileport_ir::Version;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readable")
}

fn check(name: &str) {
    let root = folder();
    let launches = root.join(format!("{name}.jsonl"));
    let launches = configurations(&root, &Origin::Record(launches)).unwrap();
    let library = Library::new(&root, launches);
    let options = tileport_python::Options {
        version: Version::V13_3.into(),
        arch: Some("sm_90".to_owned()),
        trace: true,
    };
    for case in &library.kernels {
        let lowered: Vec<_> = case
            .specialisations
            .iter()
            .map(|s| {
                let (file, kernel) = (&case.file, &case.kernel);
                tileport_python::lower(&library.package, file, kernel, &s.signature, &options)
                    .unwrap_or_else(|e| panic!("{e}"))
            })
            .collect();
        let translation =
            rules::translate(&library, case, &lowered, Arch::SM_90, Version::V13_3).unwrap();
        let notes = translation.notes.join("\n");
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(folder().join("written"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.set_description(notes.clone());
        settings.bind(|| insta::assert_snapshot!(name, translation.rust));
        for (found, s) in translation.evidence.iter().zip(&case.specialisations) {
            let (summary, details) = (&s.summary, &found.details);
            assert!(
                found.verdict <= Verdict::Equivalent,
                "{summary}: {details:?}"
            );
        }
        assert_eq!(translation.writer, Writer::Readable, "{notes}");
        assert!(!notes.contains("exact writer"), "{notes}");
    }
}

macro_rules! constructs {
    ($($name:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*
    };
}

constructs!(bounds, in_place, mask, results, stages, window);
