//! Kernels of our own through the official compiler, and what it refuses.

use std::path::Path;
use tileport_rust::{
    ArgumentFacts, Diagnostic, Divisor, Facts, Kind, Options, Prepared, Source, Stride, Target,
    TensorFacts, bytecode,
};

fn source(path: &str) -> Result<Source, Diagnostic> {
    // A relative path keeps snapshots free of where the project lies.
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    Source::parse(path, &text)
}

fn prepared(path: &str, kernel: &str) -> Result<Prepared, Diagnostic> {
    let source = source(path)?;
    Prepared::new(&source, source.kernel(kernel)?)
}

fn target() -> Target {
    Target::new("sm_90", "13.3").unwrap()
}

fn generics(values: &[&str]) -> Vec<String> {
    values.iter().map(|&v| v.to_owned()).collect()
}

/// Contiguous, everything divisible by 16.
fn aligned(rank: usize) -> ArgumentFacts {
    let sixteen = Divisor::of(16);
    let mut strides = vec![Stride::Divisible(sixteen); rank];
    if let Some(last) = strides.last_mut() {
        *last = Stride::Static(1);
    }
    ArgumentFacts::Tensor(TensorFacts {
        shape: vec![sixteen; rank],
        strides,
        base: sixteen,
        may_alias_internally: false,
    })
}

fn lower(prepared: &Prepared, facts: &Facts) -> String {
    let module = prepared
        .lower(facts, &target())
        .unwrap_or_else(|e| panic!("{e}"));
    let bytes = bytecode::write("kernel.rs", &module, &target()).unwrap();
    assert!(bytes.starts_with(b"\x7fTileIR\0\x0d\x03"));
    module.to_mlir_text()
}

#[test]
fn configurations_share_what_is_prepared() {
    let prepared = prepared("tests/kernels/vector_add.rs", "add").unwrap();
    let configuration = |generic: &[&str], arguments| Facts {
        generics: generics(generic),
        arguments,
        ..Facts::default()
    };
    let aligned_f32 = configuration(&["f32", "1024"], vec![aligned(1); 3]);
    let ragged_bf16 = configuration(&["bf16", "256"], vec![]);
    let first = lower(&prepared, &aligned_f32);
    insta::assert_snapshot!("vector_add_f32_1024_aligned", first);
    insta::assert_snapshot!("vector_add_bf16_256_ragged", lower(&prepared, &ragged_bf16));
    assert_eq!(
        lower(&prepared, &aligned_f32),
        first,
        "lowering is repeatable"
    );
}

#[test]
fn pointers_and_numbers_take_divisors() {
    let prepared = prepared("tests/kernels/vector_add.rs", "add_pointers").unwrap();
    let facts = Facts {
        arguments: vec![ArgumentFacts::Divisible(Divisor::of(16)); 4],
        ..Facts::default()
    };
    insta::assert_snapshot!("vector_add_pointers", lower(&prepared, &facts));
}

#[test]
fn matmul_with_explicit_views() {
    let prepared = prepared("tests/kernels/matmul.rs", "matmul").unwrap();
    let facts = Facts {
        generics: generics(&["bf16", "128", "128", "64"]),
        arguments: vec![aligned(2); 3],
        options: Options {
            num_ctas: Some(2),
            ..Options::default()
        },
    };
    insta::assert_snapshot!("matmul_bf16", lower(&prepared, &facts));
}

#[test]
fn softmax_keeps_the_hints_of_the_entry() {
    let prepared = prepared("tests/kernels/softmax.rs", "softmax").unwrap();
    let facts = Facts {
        generics: generics(&["1024"]),
        arguments: vec![aligned(2), ArgumentFacts::Unknown],
        options: Options::default(),
    };
    insta::assert_snapshot!("softmax_1024", lower(&prepared, &facts));
}

#[test]
fn histogram_with_atomics_and_a_loop() {
    let prepared = prepared("tests/kernels/histogram.rs", "histogram").unwrap();
    insta::assert_snapshot!("histogram", lower(&prepared, &Facts::default()));
}

/// Facts about a first dimension whose stride is static reach the second one.
#[test]
fn divisors_follow_their_dimensions() {
    let prepared = prepared("tests/kernels/matmul.rs", "matmul").unwrap();
    let column_major = ArgumentFacts::Tensor(TensorFacts {
        shape: vec![Divisor::of(8), Divisor::ONE],
        strides: vec![Stride::Static(1), Stride::Divisible(Divisor::of(4))],
        base: Divisor::ONE,
        may_alias_internally: false,
    });
    let facts = Facts {
        generics: generics(&["f16", "16", "16", "16"]),
        arguments: vec![column_major, aligned(2), aligned(2)],
        ..Facts::default()
    };
    let text = lower(&prepared, &facts);
    let head: Vec<_> = text
        .lines()
        .filter(|l| l.contains("div_by"))
        .take(2)
        .collect();
    assert!(head[0].contains("div_by<8>"), "{head:?}");
    assert!(head[1].contains("div_by<4>"), "{head:?}");
}

fn refusal(path: &str) -> Diagnostic {
    match prepared(path, "kernel") {
        Err(error) => error,
        Ok(prepared) => match prepared.lower(&Facts::default(), &target()) {
            Err(error) => error,
            Ok(module) => panic!("{path} compiles:\n{}", module.to_mlir_text()),
        },
    }
}

#[test]
fn refusals_name_the_place() {
    let names = [
        "syntax",
        "unknown_function",
        "type_mismatch",
        "early_return",
        "unknown_type",
        "shape_of_letters",
    ];
    for name in names {
        let error = refusal(&format!("tests/errors/{name}.rs"));
        insta::assert_snapshot!(
            format!("error_{name}"),
            format!("{:?}\n{error}", error.kind)
        );
    }
}

#[test]
fn deep_and_long_sources_are_turned_away() {
    let nested = |n: usize| {
        let (open, close) = ("(".repeat(n), ")".repeat(n));
        format!(
            "#[cutile::module] mod m {{ #[entry()] fn k(n: i32) {{ let a: i32 = {open}n{close}; }} }}"
        )
    };
    assert!(Source::parse("deep.rs", &nested(40)).is_ok());
    assert_eq!(
        Source::parse("deep.rs", &nested(100_000)).unwrap_err().kind,
        Kind::Limit
    );
    let long = " ".repeat(tileport_rust::source::MAX_SOURCE_BYTES + 1);
    assert_eq!(
        Source::parse("long.rs", &long).unwrap_err().kind,
        Kind::Limit
    );
}

/// The deepest expressions that pass the bound on nesting do not overflow the stack.
#[test]
fn the_deepest_accepted_sources_are_lowered_or_refused() {
    let bodies = [
        format!("let a: i32 = {}n{};", "(".repeat(90), ")".repeat(90)),
        format!("let a: i32 = n{};", " + n".repeat(480)),
        format!("let a: i32 = {}n;", "-".repeat(900)),
        format!("let a: bool = {}true;", "!".repeat(900)),
        format!("{} {{}}", "if n > 1i32 { } else ".repeat(150)),
    ];
    for body in bodies {
        let text = format!(
            "#[cutile::module] mod m {{ use cutile::core::*; #[entry()] fn k(n: i32) {{ {body} }} }}"
        );
        let source = Source::parse("deep.rs", &text).unwrap();
        let prepared = Prepared::new(&source, source.kernel("k").unwrap());
        if let Ok(prepared) = prepared {
            drop(prepared.lower(&Facts::default(), &target()));
        }
    }
}

#[test]
fn facts_that_do_not_fit_are_refused() {
    let prepared = prepared("tests/kernels/vector_add.rs", "add").unwrap();
    let check = |facts: Facts, kind: Kind, found: &str| {
        let error = prepared.lower(&facts, &target()).unwrap_err();
        assert_eq!(error.kind, kind, "{error}");
        assert!(error.to_string().contains(found), "{error}");
        assert!(error.at.is_some(), "{error}");
    };
    let with = |generic: &[&str], arguments| Facts {
        generics: generics(generic),
        arguments,
        ..Facts::default()
    };
    let full = ["f32", "16"];
    check(
        with(&full, vec![aligned(1); 4]),
        Kind::Facts,
        "facts about 4 arguments",
    );
    check(
        with(&full, vec![aligned(2)]),
        Kind::Facts,
        "tensor `x` has 1 dimensions",
    );
    let divisible = ArgumentFacts::Divisible(Divisor::ONE);
    check(
        with(&full, vec![divisible]),
        Kind::Facts,
        "neither a pointer nor a number",
    );
    check(
        with(&["f32"], vec![]),
        Kind::Compile,
        "not enough generic arguments",
    );
    check(with(&["f32", "x"], vec![]), Kind::Compile, "is not an i32");
}
