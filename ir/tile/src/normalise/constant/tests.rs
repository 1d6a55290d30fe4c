use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module};

use super::*;
use crate::normalise::testing::{
    Build, assert_different, assert_equivalent, before_and_after, kernel,
};

/// A kernel that stores `value` through its parameter.
fn storing(value: impl FnOnce(&mut Build) -> cutile_ir::ir::Value) -> Module {
    kernel(&["ptr<i32>"], |b, p| {
        let v = value(b);
        b.store(p[0], v, None);
    })
}

#[test]
fn arithmetic_and_shapes_are_folded() {
    let module = kernel(&["8xptr<i32>"], |b, p| {
        let (x, y) = (b.int(7, "i32"), b.int(-2, "i32"));
        let sum = b.two(Opcode::AddI, x, y);
        let product = b.two(Opcode::MulI, sum, x);
        let ones = b.one(Opcode::Reshape, &[product], "1xi32", &[]);
        let wide = b.one(Opcode::Broadcast, &[ones], "8xi32", &[]);
        b.store(p[0], wide, None);
    });
    insta::assert_snapshot!(before_and_after(&module));
}

#[test]
fn every_integer_operation_folds_to_what_it_computes() {
    let cases: &[(Opcode, &[(&str, i64)], i64, i64, i64)] = &[
        (Opcode::SubI, &[("overflow", 0)], 5, 7, -2),
        (
            Opcode::AddI,
            &[("overflow", 0)],
            i64::from(i32::MAX),
            1,
            i64::from(i32::MIN),
        ),
        (Opcode::ShLI, &[("overflow", 0)], 3, 4, 48),
        (Opcode::ShRI, &[("signedness", 1)], -8, 1, -4),
        (Opcode::ShRI, &[("signedness", 0)], -8, 1, 0x7fff_fffc),
        (Opcode::MaxI, &[("signedness", 1)], -1, 1, 1),
        (Opcode::MaxI, &[("signedness", 0)], -1, 1, -1),
        (Opcode::RemI, &[("signedness", 1)], -7, 4, -3),
        (
            Opcode::DivI,
            &[("signedness", 1), ("rounding", 1)],
            -7,
            4,
            -1,
        ),
        (
            Opcode::DivI,
            &[("signedness", 1), ("rounding", 2)],
            -7,
            4,
            -2,
        ),
        (Opcode::DivI, &[("signedness", 1), ("rounding", 3)], 7, 4, 2),
        (
            Opcode::DivI,
            &[("signedness", 0), ("rounding", 1)],
            -1,
            2,
            0x7fff_ffff,
        ),
        (Opcode::AndI, &[], 12, 10, 8),
        (Opcode::OrI, &[], 12, 10, 14),
        (Opcode::XOrI, &[], 12, 10, 6),
    ];
    for &(opcode, attributes, x, y, expected) in cases {
        let attributes: Vec<(&str, Attribute)> = attributes
            .iter()
            .map(|&(name, v)| (name, Attribute::i32(v)))
            .collect();
        let computed = storing(|b| {
            let (x, y) = (b.int(x, "i32"), b.int(y, "i32"));
            b.one(opcode, &[x, y], "i32", &attributes)
        });
        let written = storing(|b| b.int(expected, "i32"));
        assert_equivalent(&computed, &written);
        let wrong = storing(|b| b.int(expected ^ 1, "i32"));
        assert_different(&computed, &wrong);
    }
}

#[test]
fn undefined_and_broken_promises_are_left_alone() {
    let by_zero = storing(|b| {
        let (x, y) = (b.int(1, "i32"), b.int(0, "i32"));
        b.two(Opcode::DivI, x, y)
    });
    let wraps = storing(|b| {
        let (x, y) = (b.int(i64::from(i32::MAX), "i32"), b.int(1, "i32"));
        b.one(
            Opcode::AddI,
            &[x, y],
            "i32",
            &[("overflow", Attribute::i32(1))],
        )
    });
    for module in [by_zero, wraps] {
        let mut g = Graph::default();
        let unit = g.import(&module).expect("well-formed");
        crate::normalise::run(&mut g, &unit);
        let left = g.walk(unit.entries[0]).len();
        assert_eq!(
            left, 5,
            "two constants, the operation, the store and the return"
        );
    }
}

/// An integer constant converted to a float, and the float written down.
fn converted_and_written(value: i64, ty: &str) -> [cutile_ir::Module; 2] {
    let pointer = format!("ptr<{ty}>");
    let converted = kernel(&[&pointer], |b, p| {
        let x = b.int(value, "i32");
        let attributes = [
            ("signedness", Attribute::i32(1)),
            ("rounding_mode", Attribute::i32(0)),
        ];
        let v = b.one(Opcode::IToF, &[x], ty, &attributes);
        b.store(p[0], v, None);
    });
    let written = kernel(&[&pointer], |b, p| {
        let v = match ty {
            "f16" => b.constant(ty, half::f16::from_f32(value as f32).to_le_bytes().to_vec()),
            _ => b.float(value as f32, ty),
        };
        b.store(p[0], v, None);
    });
    [converted, written]
}

#[test]
fn an_integer_that_the_float_holds_is_folded() {
    let [converted, written] = converted_and_written(1, "f32");
    assert_equivalent(&converted, &written);
}

#[test]
fn other_conversions_are_not_folded() {
    // 2^24 + 1 is rounded; the assembler does not fold conversions to f16.
    for (value, ty) in [(16_777_217, "f32"), (1, "f16")] {
        let [converted, written] = converted_and_written(value, ty);
        assert_different(&converted, &written);
    }
}

#[test]
fn the_sign_of_a_converted_integer_is_as_the_operation_says() {
    for (value, from, signed, expected) in [
        (-1, "i8", true, -1.0),
        (-1, "i8", false, 255.0),
        (1, "i1", true, -1.0),
        (1, "i1", false, 1.0),
    ] {
        let converted = kernel(&["ptr<f32>"], |b, p| {
            let x = b.int(value, from);
            let attributes = [
                ("signedness", Attribute::i32(i64::from(signed))),
                ("rounding_mode", Attribute::i32(0)),
            ];
            let v = b.one(Opcode::IToF, &[x], "f32", &attributes);
            b.store(p[0], v, None);
        });
        let written = kernel(&["ptr<f32>"], |b, p| {
            let v = b.float(expected, "f32");
            b.store(p[0], v, None);
        });
        assert_equivalent(&converted, &written);
    }
}

#[test]
fn an_integer_that_a_float_holds_exactly_is_folded_to_it() {
    let converted = |n: i64| {
        kernel(&["ptr<f32>"], |b, p| {
            let x = b.int(n, "i32");
            let signed = [("signedness", Attribute::i32(1))];
            let y = b.one(Opcode::IToF, &[x], "f32", &signed);
            b.store(p[0], y, None);
        })
    };
    let plain = |f: f32| {
        kernel(&["ptr<f32>"], |b, p| {
            let y = b.float(f, "f32");
            b.store(p[0], y, None);
        })
    };
    assert_equivalent(&converted(-1000), &plain(-1000.0));
    assert_different(&converted(-1000), &plain(1000.0));
    // One more than `f32` tells apart.
    assert_different(&converted((1 << 24) + 1), &plain(16_777_216.0));
}
