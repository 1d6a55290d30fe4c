//! Golden files of our own operators: for each kernel the Rust that was written, and for each
//! configuration the Tile IR of both languages and their diff, in `golden/<operator>/`.
//!
//! `cargo insta review` shows changes; `INSTA_UPDATE=always` accepts them.

use std::path::{Path, PathBuf};

use tileport::library::{Library, Origin, configurations};
use tileport::migrate::kernel::{self, How, Work};
use tileport::toolchain::Arch;
use tileport_ir::Version;
use tileport_ir::diff;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the package is in the project")
        .to_owned()
}

/// A module as text.
fn text(bytecode: &[u8]) -> String {
    let decoded = tileport_ir::bytecode::read(bytecode).expect("what we wrote can be read");
    tileport_ir::print::print(&decoded.module)
}

fn compare(python: &[u8], rust: &[u8]) -> String {
    let read = |bytes| {
        tileport_ir::bytecode::read(bytes)
            .expect("what we wrote can be read")
            .module
    };
    let diff = diff::diff(&read(python), &read(rust)).expect("both modules are well-formed");
    diff::text::text(&diff, diff::text::Style::default())
}

fn check(operator: &str) {
    let root = project().join("operators/library");
    let manifest = root.join(operator).join("operator.toml");
    let launches =
        configurations(&root, &Origin::Manifest(manifest)).expect("the manifest is right");
    let library = Library::new(&root, launches);
    let how = How {
        version: Version::V13_3,
        arch: Arch::SM_90,
    };
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(project().join("golden").join(operator));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for case in &library.kernels {
            let work = kernel::migrate(&library, case, how);
            snapshots(&case.kernel, &work);
        }
    });
}

fn snapshots(kernel: &str, work: &Work) {
    let rust = work
        .rust
        .clone()
        .unwrap_or_else(|| format!("refused: {:?}", work.report.notes));
    insta::assert_snapshot!(format!("{kernel}.rust"), rust);
    for pair in &work.pairs {
        let (Some(python), Some(rust)) = (&pair.python, &pair.rust) else {
            panic!("{} has no pair: {:?}", pair.id, work.report);
        };
        insta::assert_snapshot!(format!("{}.python-ir", pair.id), text(python));
        insta::assert_snapshot!(format!("{}.rust-ir", pair.id), text(rust));
        insta::assert_snapshot!(format!("{}.diff", pair.id), compare(python, rust));
    }
}

macro_rules! operators {
    ($($name:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*

        #[test]
        fn every_operator_has_golden_files() {
            let folders = std::fs::read_dir(project().join("operators/library")).expect("the library is there");
            let mut found: Vec<String> = folders
                .map(|f| f.expect("the folder can be listed").file_name().to_string_lossy().into_owned())
                .collect();
            found.sort();
            assert_eq!(found, [$(stringify!($name)),*]);
        }
    };
}

// In alphabetical order.
operators!(
    batched_matmul,
    gelu,
    matmul,
    rms_norm,
    rotary_embedding,
    silu_and_mul,
    softmax,
    vector_add
);
