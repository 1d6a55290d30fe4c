use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module, Value};

use crate::normalise::testing::{
    Build, assert_different, assert_equivalent, before_and_after, kernel,
};

fn storing(value: impl FnOnce(&mut Build, Value) -> Value) -> Module {
    kernel(&["ptr<i32>", "i32"], |b, p| {
        let v = value(b, p[1]);
        b.store(p[0], v, None);
    })
}

#[test]
fn operations_that_return_their_operand_go_away() {
    let module = storing(|b, x| {
        let (zero, one) = (b.int(0, "i32"), b.int(1, "i32"));
        let x = b.two(Opcode::MulI, x, one);
        let x = b.two(Opcode::AddI, zero, x);
        b.one(Opcode::Bitcast, &[x], "i32", &[])
    });
    insta::assert_snapshot!(before_and_after(&module));
}

#[test]
fn pairs_that_undo_each_other_go_away() {
    let signed = [("signedness", Attribute::i32(1))];
    let there_and_back = storing(|b, x| {
        let wide = b.one(Opcode::ExtI, &[x], "i64", &signed);
        b.one(
            Opcode::TruncI,
            &[wide],
            "i32",
            &[("overflow", Attribute::i32(0))],
        )
    });
    assert_equivalent(&there_and_back, &storing(|_, x| x));
}

#[test]
fn what_is_not_exact_stays() {
    let floats = |value: fn(&mut Build, Value) -> Value| {
        kernel(&["ptr<f32>", "f32"], |b, p| {
            let v = value(b, p[1]);
            b.store(p[0], v, None);
        })
    };
    let times_one = floats(|b, x| {
        let one = b.float(1.0, "f32");
        b.two(Opcode::MulF, x, one)
    });
    assert_different(&times_one, &floats(|_, x| x));
    let minus = storing(|b, x| {
        let zero = b.int(0, "i32");
        b.two(Opcode::SubI, zero, x)
    });
    assert_different(&minus, &storing(|_, x| x));
}
