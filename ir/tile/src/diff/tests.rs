//! Seeded faults: every one is reported, in its class.

use std::collections::BTreeMap;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module};
use proptest::prelude::*;

use super::{Class, Kind, diff};
use crate::normalise::normalise;
use crate::normalise::testing::fault::FAULTS;
use crate::normalise::testing::kernel;
use crate::normalise::testing::random::{module, steps};
use crate::normalise::tests::{OFFICIAL, official};

#[test]
fn faults_in_official_kernels_are_reported_in_their_class() {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    // Not everything in the zoo of operations is used, so that faults may not matter there.
    for (name, bytes) in &OFFICIAL[..3] {
        // In normal form, so that everything that is there counts.
        let module = normalise(&official(bytes)).expect("well-formed");
        for fault in FAULTS {
            for faulty in fault.everywhere(&module) {
                let found = diff(&module, &faulty).expect("well-formed");
                let context = || format!("{} in {name}: {:#?}", fault.name, found.differences);
                assert_eq!(found.worst(), Some(fault.class), "{}", context());
                let of_kind = found
                    .differences
                    .iter()
                    .any(|d| fault.kinds.contains(&d.kind));
                assert!(of_kind, "{}", context());
                *places.entry(fault.name).or_default() += 1;
            }
        }
    }
    let never: Vec<&str> = FAULTS
        .iter()
        .map(|f| f.name)
        .filter(|name| !places.contains_key(name))
        .collect();
    assert_eq!(
        never,
        Vec::<&str>::new(),
        "faults that no kernel has a place for"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn faults_in_random_kernels_are_reported(steps in steps(), start in 0usize..1000) {
        let plain = normalise(&module(&steps)).expect("well-formed");
        for fault in FAULTS {
            let Some(faulty) = fault.somewhere(&plain, start) else { continue };
            let found = diff(&plain, &faulty).expect("well-formed");
            prop_assert!(
                found.denies(fault.class),
                "{}: {:#?}", fault.name, found.differences
            );
        }
    }
}

/// A read, a change and a write of one element in a loop, with tokens as asked for.
fn loop_with_tokens(carried: bool, within: bool) -> Module {
    kernel(&["ptr<f32>"], |b, p| {
        let (zero, one, ten) = (b.int(0, "i32"), b.int(1, "i32"), b.int(10, "i32"));
        let root = b.token();
        b.repeat([zero, ten, one], &[root], |b, _, c| {
            let before = if carried { c[0] } else { root };
            let (x, t) = b.load(p[0], "f32", Some(before));
            let y = b.two(Opcode::AddF, x, x);
            let t = b.store(p[0], y, Some(if within { t } else { before }));
            vec![t]
        });
    })
}

#[test]
fn lost_order_is_semantic_and_added_order_performance() {
    let full = loop_with_tokens(true, true);
    for (carried, within) in [(false, true), (true, false), (false, false)] {
        let less = loop_with_tokens(carried, within);
        let lost = diff(&full, &less).expect("well-formed");
        assert_eq!(lost.worst(), Some(Class::Semantic), "{lost:#?}");
        assert!(
            lost.differences.iter().all(|d| d.kind == Kind::OrderLost),
            "{lost:#?}"
        );
        let added = diff(&less, &full).expect("well-formed");
        assert_eq!(added.worst(), Some(Class::Performance), "{added:#?}");
        assert!(
            added.differences.iter().all(|d| d.kind == Kind::OrderAdded),
            "{added:#?}"
        );
    }
}

/// `x * y + z` in one operation or two.
fn product_and_sum(fused: bool, minus: bool) -> Module {
    kernel(&["ptr<f32>", "f32", "f32", "f32"], |b, p| {
        let rounding = [("rounding_mode", Attribute::i32(0))];
        let v = match (fused, minus) {
            (true, false) => b.one(Opcode::Fma, &p[1..4], "f32", &rounding),
            (false, false) => {
                let product = b.two(Opcode::MulF, p[1], p[2]);
                b.two(Opcode::AddF, product, p[3])
            }
            (true, true) => {
                let minus = b.unary(Opcode::NegF, p[3]);
                b.one(Opcode::Fma, &[p[1], p[2], minus], "f32", &rounding)
            }
            (false, true) => {
                let product = b.two(Opcode::MulF, p[1], p[2]);
                b.two(Opcode::SubF, product, p[3])
            }
        };
        b.store(p[0], v, None);
    })
}

#[test]
fn contraction_is_numeric() {
    for minus in [false, true] {
        let (one, two) = (product_and_sum(true, minus), product_and_sum(false, minus));
        for (a, b) in [(&one, &two), (&two, &one)] {
            let found = diff(a, b).expect("well-formed");
            assert_eq!(found.worst(), Some(Class::Numeric), "{found:#?}");
            assert_eq!(found.differences.len(), 1, "{found:#?}");
            assert_eq!(found.differences[0].kind, Kind::Contraction);
        }
    }
    let other = diff(&product_and_sum(true, false), &product_and_sum(false, true));
    assert_eq!(other.expect("well-formed").worst(), Some(Class::Semantic));
}

#[test]
fn a_moved_conversion_is_numeric() {
    let module = |early: bool| {
        kernel(&["ptr<f16>", "f32"], |b, p| {
            let round = [("rounding_mode", Attribute::i32(0))];
            let v = if early {
                let x = b.one(Opcode::FToF, &[p[1]], "f16", &round);
                b.two(Opcode::MulF, x, x)
            } else {
                let x = b.two(Opcode::MulF, p[1], p[1]);
                b.one(Opcode::FToF, &[x], "f16", &round)
            };
            b.store(p[0], v, None);
        })
    };
    let found = diff(&module(true), &module(false)).expect("well-formed");
    assert_eq!(found.worst(), Some(Class::Numeric), "{found:#?}");
    assert!(found.differences.iter().any(|d| d.kind == Kind::Conversion));
}

#[test]
fn padding_may_be_determined_but_not_left_open() {
    let module = |padded: bool| {
        kernel(&["ptr<i32>", "i1"], |b, p| {
            let zero = padded.then(|| b.int(0, "i32"));
            let v = b.load_masked(p[0], p[1], zero, "i32");
            b.store(p[0], v, None);
        })
    };
    let refined = diff(&module(false), &module(true)).expect("well-formed");
    assert_eq!(refined.worst(), Some(Class::Cosmetic), "{refined:#?}");
    assert!(refined.differences[0].refinement);
    let opened = diff(&module(true), &module(false)).expect("well-formed");
    assert_eq!(opened.worst(), Some(Class::Semantic), "{opened:#?}");
}

/// Something of every class, for the renderings.
fn pair() -> (Module, Module) {
    let module = |right: bool| {
        kernel(&["ptr<f32>", "f32", "i32"], |b, p| {
            let rounding = if right { 1 } else { 0 };
            let offset = b.int(if right { 4 } else { 8 }, "i32");
            let at = b.two(Opcode::AddI, p[2], offset);
            let at = b.one(Opcode::Offset, &[p[0], at], "ptr<f32>", &[]);
            let (x, t) = b.load(at, "f32", None);
            let y = b.one(
                Opcode::MulF,
                &[x, p[1]],
                "f32",
                &[("rounding_mode", Attribute::i32(rounding))],
            );
            b.store(at, y, Some(t));
        })
    };
    let mut right = module(true);
    let entry = right.functions[0];
    for (name, value) in &mut right.op_mut(entry).attributes {
        if name == "sym_name" {
            *value = Attribute::String("ported".into());
        }
    }
    let hints = cutile_ir::ir::OptimizationHints {
        entries: vec![(
            "sm_90".into(),
            vec![("occupancy".into(), Attribute::i32(2))],
        )],
    };
    let hints = (
        "optimization_hints".into(),
        Attribute::OptimizationHints(hints),
    );
    right.op_mut(entry).attributes.push(hints);
    (module(false), right)
}

#[test]
fn text_reads_well() {
    let (left, right) = pair();
    let options = super::Options {
        parameters: ["x", "scale", "n"].map(String::from).to_vec(),
        ..super::Options::default()
    };
    let found = super::diff_with(&left, &right, &options).expect("well-formed");
    insta::assert_snapshot!(super::text::text(&found, super::text::Style::default()));
    let coloured = super::text::text(&found, super::text::Style { colour: true });
    assert!(coloured.contains("\x1b[1;31msemantic\x1b[0m"));
}

#[test]
fn json_follows_its_schema() {
    let (left, right) = pair();
    let found = diff(&left, &right).expect("well-formed");
    let document = super::json::json(&found);
    insta::assert_snapshot!(serde_json::to_string_pretty(&document).unwrap());
}

#[test]
fn a_gate_denies_a_class_and_graver_ones() {
    let (left, right) = pair();
    let found = diff(&left, &right).expect("well-formed");
    assert!(Class::ALL.into_iter().all(|c| found.denies(c)));
    let same = diff(&left, &left).expect("well-formed");
    assert!(!Class::ALL.into_iter().any(|c| same.denies(c)));
    assert_eq!("numeric".parse(), Ok(Class::Numeric));
    assert!("grave".parse::<Class>().is_err());
}

#[test]
fn kinds_are_spelt_one_way() {
    for kind in Kind::ALL {
        let spelt = serde_json::to_value(kind).unwrap();
        assert_eq!(spelt, kind.name());
    }
}
