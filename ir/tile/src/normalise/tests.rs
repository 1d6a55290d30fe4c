//! Properties of the normal form as a whole.

use cutile_ir::ir::Module;
use proptest::prelude::*;

use super::normalise;
use super::testing::random::{module, steps};
use super::testing::variation::vary;
use crate::compare::{equivalent, identical};
use crate::diff::{Kind, diff};
use crate::print::print;

/// Official bytecode: a row norm, a matrix product, a kernel with atomics and a `loop`, and one with
/// every operation.
pub(crate) const OFFICIAL: [(&str, &[u8]); 4] = [
    (
        "row_norm",
        include_bytes!("../../tests/data/kernels/row_norm-13.3.tileirbc"),
    ),
    (
        "product",
        include_bytes!("../../tests/data/kernels/product-13.3.tileirbc"),
    ),
    (
        "histogram",
        include_bytes!("../../tests/data/kernels/histogram-13.3.tileirbc"),
    ),
    (
        "zoo",
        include_bytes!("../../tests/data/zoo/zoo-13.5.tileirbc"),
    ),
];

pub(crate) fn official(bytes: &[u8]) -> Module {
    crate::bytecode::read(bytes).expect("a fixture").module
}

#[test]
fn official_kernels_are_equivalent_to_their_variations() {
    for (name, bytes) in OFFICIAL {
        let module = official(bytes);
        for seed in 1..20 {
            let varied = vary(&module, seed * 7919);
            let same = equivalent(&module, &varied).expect("well-formed");
            assert!(same.holds(), "{name}, seed {seed}: {:#?}", same.mismatches);
            let found = diff(&module, &varied).expect("well-formed").differences;
            assert!(
                found.iter().all(|d| d.kind == Kind::Name),
                "{name}, seed {seed}: {found:#?}"
            );
        }
    }
}

#[test]
fn normalising_official_kernels_twice_changes_nothing() {
    for (name, bytes) in OFFICIAL {
        let once = normalise(&official(bytes)).expect("well-formed");
        let twice = normalise(&once).expect("well-formed");
        let same = identical(&once, &twice).expect("well-formed");
        assert!(same.holds(), "{name}: {:#?}", same.mismatches);
    }
}

#[test]
fn the_normal_form_is_well_formed() {
    for (name, bytes) in OFFICIAL {
        let normal = normalise(&official(bytes)).expect("well-formed");
        if let Err(e) = normal.verify_dominance() {
            panic!("{name}: {e}");
        }
    }
}

/// Both modules and their normal forms, to see where these part.
fn texts(left: &Module, right: &Module) -> String {
    let normal = [left, right].map(|m| print(&normalise(m).expect("well-formed")));
    let [left, right] = [left, right].map(print);
    format!(
        "{left}\n{right}\n-- become --\n{}\n{}",
        normal[0], normal[1]
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: std::env::var("PROPTEST_CASES").ok().and_then(|v| v.parse().ok()).unwrap_or(128),
        ..ProptestConfig::default()
    })]

    #[test]
    fn normalising_twice_changes_nothing(steps in steps()) {
        let once = normalise(&module(&steps)).expect("well-formed");
        let twice = normalise(&once).expect("well-formed");
        let same = identical(&once, &twice).expect("well-formed");
        prop_assert!(same.holds(), "{}", texts(&once, &twice));
        prop_assert!(once.verify_dominance().is_ok());
    }

    #[test]
    fn variations_are_equivalent(steps in steps(), seed: u64) {
        let plain = module(&steps);
        let varied = vary(&plain, seed);
        let same = equivalent(&plain, &varied).expect("well-formed");
        prop_assert!(same.holds(), "{}", texts(&plain, &varied));
        let found = diff(&plain, &varied).expect("well-formed").differences;
        prop_assert!(found.iter().all(|d| d.kind == Kind::Name), "{found:#?}");
    }
}
