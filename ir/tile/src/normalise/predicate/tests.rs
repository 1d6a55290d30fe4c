use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module, Value};

use crate::normalise::testing::{
    Build, assert_different, assert_equivalent, before_and_after, kernel,
};

fn storing(value: impl FnOnce(&mut Build, Value, Value) -> Value) -> Module {
    kernel(&["ptr<i1>", "i32", "i32"], |b, p| {
        let v = value(b, p[1], p[2]);
        b.store(p[0], v, None);
    })
}

fn floats(predicate: i64, ordering: i64, negated: bool) -> Module {
    kernel(&["ptr<i1>", "f32", "f32"], |b, p| {
        let mut v = b.one(
            Opcode::CmpF,
            &[p[1], p[2]],
            "i1",
            &[
                ("comparison_predicate", Attribute::i32(predicate)),
                ("comparison_ordering", Attribute::i32(ordering)),
            ],
        );
        if negated {
            let yes = b.int(1, "i1");
            v = b.two(Opcode::XOrI, v, yes);
        }
        b.store(p[0], v, None);
    })
}

#[test]
fn greater_is_less_turned_round() {
    let greater = storing(|b, x, y| b.compare(4, x, y));
    assert_equivalent(&greater, &storing(|b, x, y| b.compare(2, y, x)));
    assert_different(&greater, &storing(|b, x, y| b.compare(2, x, y)));
}

#[test]
fn a_negation_is_the_opposite_comparison() {
    let negated = storing(|b, x, y| {
        let less = b.compare(2, x, y);
        let yes = b.int(1, "i1");
        b.two(Opcode::XOrI, less, yes)
    });
    assert_equivalent(&negated, &storing(|b, x, y| b.compare(5, x, y)));
    insta::assert_snapshot!(before_and_after(&negated));
}

#[test]
fn for_floats_the_opposite_says_yes_to_nan() {
    // not (x < y, ordered) is x >= y, unordered: NaN gives true on both sides.
    assert_equivalent(&floats(2, 1, true), &floats(5, 0, false));
    assert_different(&floats(2, 1, true), &floats(5, 1, false));
}

#[test]
fn twice_negated_is_plain() {
    let twice = kernel(&["ptr<i1>", "i1"], |b, p| {
        let yes = b.int(1, "i1");
        let no = b.two(Opcode::XOrI, p[1], yes);
        let v = b.two(Opcode::XOrI, yes, no);
        b.store(p[0], v, None);
    });
    let plain = kernel(&["ptr<i1>", "i1"], |b, p| {
        b.store(p[0], p[1], None);
    });
    assert_equivalent(&twice, &plain);
}
