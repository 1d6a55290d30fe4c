use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module, OptimizationHints};

use crate::normalise::testing::{assert_different, assert_equivalent, kernel, segments};

/// A load with latency hints by architecture.
fn hinted(entries: &[(&str, i64)]) -> Module {
    kernel(&["ptr<f32>"], |b, p| {
        let entries = entries.iter().map(|&(arch, n)| {
            (
                arch.to_owned(),
                vec![("latency".to_owned(), Attribute::i32(n))],
            )
        });
        let hints = OptimizationHints {
            entries: entries.collect(),
        };
        let mut attributes = vec![
            ("memory_ordering_semantics", Attribute::i32(0)),
            segments(&[1, 0, 0, 0]),
        ];
        if !hints.entries.is_empty() {
            attributes.push(("optimization_hints", Attribute::OptimizationHints(hints)));
        }
        let out = b.op(Opcode::LoadPtrTko, &[p[0]], &["f32", "token"], &attributes);
        b.store(p[0], out[0], None);
    })
}

#[test]
fn a_default_counts_for_the_architecture_the_other_side_names() {
    assert_equivalent(&hinted(&[("default", 2)]), &hinted(&[("sm_90", 2)]));
    assert_different(&hinted(&[("default", 2)]), &hinted(&[("sm_90", 4)]));
}

#[test]
fn what_an_architecture_says_goes_over_the_default() {
    let both = hinted(&[("default", 2), ("sm_90", 4)]);
    assert_equivalent(&both, &hinted(&[("sm_90", 4)]));
    assert_different(&both, &hinted(&[("default", 2)]));
}

#[test]
fn no_hint_is_not_a_default() {
    assert_different(&hinted(&[("default", 2)]), &hinted(&[]));
}
