//! No file makes lowering panic, hang, or use memory without bound: see `support/hostile.rs` for the files.

#[path = "support/grammar.rs"]
mod grammar;
#[path = "support/hostile.rs"]
mod hostile;
#[path = "support/launch.rs"]
mod launch;

use std::time::{Duration, Instant};

use proptest::prelude::*;
use tileport_python::specialise::{Hints, LaunchArg, Signature};
use tileport_python::{Diagnostics, Options, Package, lower};

/// Generous, for unoptimised builds on busy machines; `examples/hostile.rs` measures release builds.
const LIMIT: Duration = Duration::from_secs(60);

fn lowered(source: &str) -> Result<(), Diagnostics> {
    let package = Package::from_source("hostile.py", source)?;
    let kernel = package.kernel("hostile.py", "k")?;
    let tensor = LaunchArg::Tensor {
        dtype: "float32".into(),
        shape: vec![1000],
        stride: vec![1],
        align: 16,
    };
    let args = [
        tensor,
        LaunchArg::Int { value: 5 },
        LaunchArg::Int { value: 16 },
    ];
    let signature = Signature::from_launch(&args, &kernel.annotations(), Hints::default()).unwrap();
    lower(&package, "hostile.py", "k", &signature, &Options::default()).map(drop)
}

fn end_soon(group: &str) {
    let groups = hostile::groups();
    let (_, cases) = groups.iter().find(|(name, _)| *name == group).unwrap();
    for case in cases {
        let start = Instant::now();
        let result = lowered(&case.source);
        let took = start.elapsed();
        assert!(took < LIMIT, "{} took {took:?}", case.name);
        assert_eq!(result.is_ok(), case.lowers, "{}: {result:?}", case.name);
        for diagnostic in result.err().iter().flat_map(|e| &e.0) {
            assert!(diagnostic.line > 0, "{}: {diagnostic}", case.name);
            assert!(
                diagnostic.to_string().len() < 1000,
                "{}: {diagnostic}",
                case.name
            );
        }
    }
}

#[test]
fn constants_end_soon() {
    end_soon("constants");
}

#[test]
fn loops_end_soon() {
    end_soon("loops");
}

#[test]
fn calls_end_soon() {
    end_soon("calls");
}

#[test]
fn growth_ends_soon() {
    end_soon("growth");
}

#[test]
fn sizes_end_soon() {
    end_soon("sizes");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// What the fuzz target `kernel` does, for a moment.
    #[test]
    fn any_kernel_lowers_or_is_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        seed in any::<u64>(),
    ) {
        let _ = launch::lower_all(&grammar::kernel(&bytes), seed);
    }
}
