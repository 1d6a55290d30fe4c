use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Location, Module};

use super::*;
use crate::normalise::testing::{Build, kernel};
use crate::normalise::tests::{OFFICIAL, official};

fn sum(build: impl FnOnce(&mut Build, &[cutile_ir::ir::Value]) -> cutile_ir::ir::Value) -> Module {
    kernel(&["ptr<i32>", "i32", "i32"], |b, p| {
        let v = build(b, p);
        b.store(p[0], v, None);
    })
}

#[test]
fn names_and_locations_do_not_count() {
    for (name, bytes) in OFFICIAL {
        let module = official(bytes);
        let mut other = module.clone();
        let entry = other.functions[0];
        for (attribute, value) in &mut other.op_mut(entry).attributes {
            if attribute == "sym_name" {
                *value = Attribute::String("other".into());
            }
        }
        for step in crate::ops::walk(&module) {
            other.op_mut(step.op).location = Location::Unknown;
        }
        assert!(identical(&module, &other).unwrap().holds(), "{name}");
    }
}

#[test]
fn spellings_of_an_attribute_do_not_count() {
    let written = |attributes: &[(&str, Attribute)]| {
        kernel(&["ptr<f32>", "f32"], |b, p| {
            let v = b.one(Opcode::Exp, &[p[1]], "f32", attributes);
            b.store(p[0], v, None);
        })
    };
    let full = ("rounding_mode", Attribute::i32(5));
    let approx = ("rounding_mode", Attribute::i32(4));
    let unknown = ("remark", Attribute::Bool(true));
    assert!(
        identical(&written(&[]), &written(&[full, unknown]))
            .unwrap()
            .holds()
    );
    assert!(
        !identical(&written(&[]), &written(&[approx]))
            .unwrap()
            .holds()
    );
}

#[test]
fn the_first_mismatch_is_named_with_its_places() {
    let left = sum(|b, p| b.two(Opcode::AddI, p[1], p[2]));
    let right = sum(|b, p| {
        let one = b.int(1, "i32");
        b.two(Opcode::AddI, p[1], one)
    });
    let found = identical(&left, &right).unwrap();
    assert_eq!(found.mismatches.len(), 1);
    insta::assert_snapshot!(found.mismatches[0], @"kernel: addi against constant [addi at kernel.py:2:4] [constant at kernel.py:2:4]");
}

#[test]
fn another_operand_is_a_mismatch() {
    let left = sum(|b, p| b.two(Opcode::AddI, p[1], p[2]));
    let right = sum(|b, p| b.two(Opcode::AddI, p[2], p[1]));
    assert!(!identical(&left, &right).unwrap().holds());
    assert!(equivalent(&left, &right).unwrap().holds());
}

#[test]
fn mismatches_are_limited() {
    let many = |v: i64| {
        kernel(&["ptr<i32>"], |b, p| {
            for i in 0..50 {
                let x = b.int(v + i, "i32");
                b.store(p[0], x, None);
            }
        })
    };
    let found = identical(&many(0), &many(1000)).unwrap();
    assert_eq!(found.mismatches.len(), LISTED);
}

#[test]
fn a_module_that_is_not_structured_is_refused() {
    // A value from one block used in another.
    let mut inner = None;
    let module = kernel(&["ptr<i32>", "i1"], |b, p| {
        b.branch(
            p[1],
            &[],
            |b| {
                inner = Some(b.int(1, "i32"));
                vec![]
            },
            |_| vec![],
        );
        b.store(p[0], inner.unwrap(), None);
    });
    let found = identical(&module, &module);
    assert_eq!(
        found,
        Err(Malformed::Undefined {
            op: "store_ptr_tko",
            operand: 1
        })
    );
}

#[test]
fn nesting_is_bounded() {
    fn nest(b: &mut Build, c: cutile_ir::ir::Value, depth: usize) {
        if depth > 0 {
            b.branch(
                c,
                &[],
                |b| {
                    nest(b, c, depth - 1);
                    vec![]
                },
                |_| vec![],
            );
        }
    }
    let module = |depth| kernel(&["i1"], |b, p| nest(b, p[0], depth));
    assert!(identical(&module(100), &module(100)).is_ok());
    let deep = module(200);
    assert_eq!(
        identical(&deep, &deep),
        Err(Malformed::Nesting { op: "if" })
    );
}
