//! The exact writer over kernels of our own: Rust to Tile IR through the official compiler, to
//! Rust through the writer, and to Tile IR again. The two modules have to be equivalent. The
//! written text is kept in `exact/written`, where rustc checks it too (`exact_rustc.rs`);
//! `UPDATE_WRITTEN=1` renews it.

use std::path::{Path, PathBuf};
use tileport::rules::exact::{self, Options};
use tileport_rust::{Facts, Prepared, Source, Target, bytecode};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exact")
}

/// Lowers the only kernel of a file, as it reads from bytecode.
fn lower(path: &str, text: &str, facts: &Facts) -> cutile_ir::Module {
    let target = Target::new("sm_90", "13.3").unwrap();
    let source = Source::parse(path, text).unwrap_or_else(|e| panic!("{e}"));
    let prepared = Prepared::new(&source, source.kernels().first().unwrap());
    let prepared = prepared.unwrap_or_else(|e| panic!("{e}"));
    let module = prepared
        .lower(facts, &target)
        .unwrap_or_else(|e| panic!("{e}"));
    let bytes = bytecode::write(path, &module, &target).unwrap_or_else(|e| panic!("{e}"));
    tileport_ir::bytecode::read(&bytes).unwrap().module
}

fn round_trip(name: &str) {
    let path = folder().join(format!("kernels/{name}.rs"));
    let text = std::fs::read_to_string(&path).unwrap();
    let module = lower("kernel.rs", &text, &Facts::default());
    let written = exact::write(&module, &Options::default()).unwrap_or_else(|refusals| {
        panic!(
            "{}",
            refusals
                .iter()
                .map(|r| r.to_string() + "\n")
                .collect::<String>()
        )
    });
    let kept = folder().join(format!("written/{name}.rs"));
    if std::env::var_os("UPDATE_WRITTEN").is_some() {
        std::fs::write(&kept, &written.source).unwrap();
    }
    let expected = std::fs::read_to_string(&kept).unwrap_or_default();
    assert!(
        written.source == expected,
        "{} is out of date",
        kept.display()
    );
    let again = lower("written.rs", &written.source, &written.facts);
    let comparison = tileport_ir::compare::equivalent(&module, &again).unwrap();
    let mismatches: Vec<_> = comparison
        .mismatches
        .iter()
        .map(ToString::to_string)
        .collect();
    assert!(comparison.holds(), "{mismatches:#?}");
}

#[test]
fn elementwise() {
    round_trip("elementwise");
}

#[test]
fn views() {
    round_trip("views");
}

#[test]
fn control() {
    round_trip("control");
}

/// Names of values and parameters come from tables where there are any.
#[test]
fn names_are_taken_and_made_unique() {
    let text = "#[cutile::module] mod m { use cutile::core::*;
        #[cutile::entry(unchecked_accesses = true)] unsafe fn m(x: *mut i32, n: i32) {
            let a: i32 = n * n;
            let b: i32 = a + n;
            let t: Tile<i32, {[1]}> = reshape(scalar_to_tile(b), shape![1]);
            let p: PointerTile<*mut i32, {[1]}> = reshape_ptr(pointer_to_tile(x), shape![1]);
            store_ptr_tko(p, t, ordering::Weak, None::<scope::TileBlock>, None, None, Latency::<0>);
        } }";
    let module = lower("m.rs", text, &Facts::default());
    let value = |op: &str| {
        let step = tileport_ir::ops::walk(&module)
            .find(|s| module.op(s.op).opcode.name() == op)
            .unwrap();
        tileport_ir::ops::Index::new(&module).results(step.op)[0].index()
    };
    let names = [
        (value("muli"), "type".to_owned()),
        (value("addi"), "N".to_owned()),
    ]
    .into();
    let parameter_names = ["X".to_owned(), "n".to_owned()];
    let options = Options {
        names: Some(&names),
        parameter_names: &parameter_names,
        layout: None,
    };
    let source = exact::write(&module, &options).unwrap().source;
    for line in [
        "x: *mut i32, n: i32",
        "let type_: i32 = n * n;",
        "let n_2: i32 = type_ + n;",
    ] {
        assert!(source.contains(line), "{line}\n{source}");
    }
}

/// What has no exact form is refused by name and place, all of it at once.
#[test]
fn refusals_name_operation_and_place() {
    let text = "#[cutile::module] mod m { use cutile::core::*;
        #[cutile::entry(unchecked_accesses = true)] unsafe fn m(n: i32) {
            cuda_tile_print!(\"{}\\n\", n);
            let t: Tile<f32, {[8]}> = constant(1.0f32, shape![8]);
            let r: Tile<f32, {[8]}> = scan(t, 0i32, reverse::Forward, 0.0f32, |a, b| { a * b });
            cuda_tile_print!(\"{}\\n\", r);
        } }";
    let module = lower("refused.rs", text, &Facts::default());
    let refusals = exact::write(&module, &Options::default()).unwrap_err();
    let texts: Vec<_> = refusals.iter().map(ToString::to_string).collect();
    let found: Vec<_> = refusals
        .iter()
        .map(|r| (r.op, r.at.as_ref().map(|(_, line, _)| *line)))
        .collect();
    assert_eq!(
        found,
        [
            ("print_tko", Some(3)),
            ("scan", Some(5)),
            ("print_tko", Some(6))
        ],
        "{texts:?}"
    );
}
