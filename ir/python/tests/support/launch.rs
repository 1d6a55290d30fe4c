//! Launches for kernels that nobody launched: plausible arguments for what the parameters say.

use tileport_python::lower::{BytecodeVersion, Options};
use tileport_python::modules::Package;
use tileport_python::specialise::{Annotation, Hints, LaunchArg, Signature};
use tileport_python::{Diagnostics, lower};

/// Lowers every kernel of a source text, with arguments and a version chosen by `seed`, and holds what comes out to
/// what must always be so: a diagnostic has a place, a module can be written and read again.
/// What the last kernel was refused for, if it was.
pub fn lower_all(source: &str, seed: u64) -> Option<Diagnostics> {
    let package = match Package::from_source("fuzz.py", source) {
        Ok(package) => package,
        Err(diagnostics) => return Some(checked(diagnostics)),
    };
    let module = match package.module("fuzz.py") {
        Ok(Some(module)) => module,
        other => panic!("the module that was read is gone: {other:?}"),
    };
    // What one input asks for is bounded: a kernel each is enough.
    let mut refused = None;
    for name in package.kernel_names(&module).iter().take(3) {
        if let Err(diagnostics) = one(&package, name, seed) {
            refused = Some(checked(diagnostics));
        }
    }
    refused
}

fn one(package: &Package, name: &str, seed: u64) -> Result<(), Diagnostics> {
    let kernel = package.kernel("fuzz.py", name)?;
    let annotations = kernel.annotations();
    let mut seed = seed;
    let args: Vec<_> = annotations.iter().map(|a| argument(a, &mut seed)).collect();
    let Ok(signature) = Signature::from_launch(&args, &annotations, Hints::default()) else {
        return Ok(());
    };
    let version = BytecodeVersion {
        minor: [3, 1, 4, 2][(seed % 4) as usize],
        ..BytecodeVersion::V13_3
    };
    let options = Options {
        version,
        arch: Some("sm_100".to_owned()),
        ..Options::default()
    };
    let lowered = lower(package, "fuzz.py", name, &signature, &options)?;
    if version.minor == 1 {
        // The official Rust crate writes no file that old.
        return Ok(());
    }
    let bytes = cutile_ir::bytecode::write_bytecode_version(&lowered.module, version)
        .unwrap_or_else(|error| panic!("a lowered module cannot be written: {error}"));
    let read = tileport_ir::bytecode::read(&bytes)
        .unwrap_or_else(|error| panic!("a written module cannot be read: {error}"));
    let same = tileport_ir::compare::identical(&lowered.module, &read.module)
        .unwrap_or_else(|error| panic!("a lowered module is malformed: {error}"));
    assert!(same.holds(), "{:?}", same.mismatches.first());
    Ok(())
}

/// A diagnostic is never empty, and each has a place and says something.
fn checked(diagnostics: Diagnostics) -> Diagnostics {
    assert!(!diagnostics.0.is_empty());
    for diagnostic in &diagnostics.0 {
        assert!(diagnostic.line >= 1, "no place: {diagnostic}");
        assert!(!diagnostic.message.is_empty());
        assert!(!diagnostic.message.contains("internal"), "{diagnostic}");
    }
    diagnostics
}

fn argument(annotation: &Annotation, seed: &mut u64) -> LaunchArg {
    let mut next = |below: u64| {
        let choice = *seed % below;
        *seed = (*seed / below).rotate_left(17) ^ 0x9e37;
        choice
    };
    match annotation {
        Annotation::Leaf(leaf) if leaf.constant => match next(8) {
            0 => LaunchArg::Bool { value: true },
            1 => LaunchArg::Float { value: 1.5 },
            2 => LaunchArg::Dtype {
                name: "float32".into(),
            },
            3 => LaunchArg::None { one: 1 },
            4 => LaunchArg::Int { value: 0 },
            _ => LaunchArg::Int { value: 16 },
        },
        Annotation::Items(items) => LaunchArg::Tuple {
            items: items.iter().map(|item| argument(item, seed)).collect(),
        },
        _ => match next(8) {
            0 => LaunchArg::Int { value: 5 },
            1 => LaunchArg::Float { value: 0.5 },
            2 => tensor("int32", &[96, 64]),
            3 => tensor("float16", &[128]),
            4 => LaunchArg::List {
                items: vec![tensor("float32", &[64])],
            },
            _ => tensor("float32", &[1000]),
        },
    }
}

fn tensor(dtype: &str, shape: &[i64]) -> LaunchArg {
    let mut stride = Vec::new();
    let mut elements = 1;
    for extent in shape.iter().rev() {
        stride.insert(0, elements);
        elements *= extent;
    }
    LaunchArg::Tensor {
        dtype: dtype.into(),
        shape: shape.to_vec(),
        stride,
        align: 256,
    }
}
