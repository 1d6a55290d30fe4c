use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module, Value};

use crate::normalise::testing::{Build, assert_different, assert_equivalent, kernel};

/// Stores one of two values, by a condition; `turned` swaps the sides.
fn choose(turned: bool, condition: impl FnOnce(&mut Build, Value, Value) -> Value) -> Module {
    kernel(&["ptr<i32>", "i32", "i32"], |b, p| {
        let c = condition(b, p[1], p[2]);
        let (yes, no) = if turned { (2, 1) } else { (1, 2) };
        let side = |i: usize| {
            move |b: &mut Build| {
                b.store(p[0], p[i], None);
                vec![]
            }
        };
        b.branch(c, &[], side(yes), side(no));
    })
}

#[test]
fn a_negated_condition_turns_the_branch_round() {
    let plain = choose(false, |b, x, y| b.compare(2, x, y));
    let negated = choose(true, |b, x, y| {
        let c = b.compare(2, x, y);
        let yes = b.int(1, "i1");
        b.two(Opcode::XOrI, c, yes)
    });
    assert_equivalent(&plain, &negated);
    assert_equivalent(&plain, &choose(true, |b, x, y| b.compare(5, x, y)));
    assert_equivalent(&plain, &choose(true, |b, x, y| b.compare(3, y, x)));
    assert_different(&plain, &choose(true, |b, x, y| b.compare(2, x, y)));
    assert_different(&plain, &choose(true, |b, x, y| b.compare(3, x, y)));
}

#[test]
fn results_turn_round_too() {
    let module = |predicate: i64, turned: bool| {
        kernel(&["ptr<i32>", "i32", "i32"], |b, p| {
            let c = b.compare(predicate, p[1], p[2]);
            let (yes, no) = if turned { (2, 1) } else { (1, 2) };
            let v = b.branch(c, &["i32"], |_| vec![p[yes]], |_| vec![p[no]]);
            b.store(p[0], v[0], None);
        })
    };
    assert_equivalent(&module(0, false), &module(1, true));
    assert_different(&module(0, false), &module(1, false));
}

#[test]
fn for_floats_nan_goes_the_same_way() {
    let module = |predicate: i64, ordering: i64, turned: bool| {
        kernel(&["ptr<f32>", "f32", "f32"], |b, p| {
            let c = b.one(
                Opcode::CmpF,
                &[p[1], p[2]],
                "i1",
                &[
                    ("comparison_predicate", Attribute::i32(predicate)),
                    ("comparison_ordering", Attribute::i32(ordering)),
                ],
            );
            let (yes, no) = if turned { (2, 1) } else { (1, 2) };
            let v = b.branch(c, &["f32"], |_| vec![p[yes]], |_| vec![p[no]]);
            b.store(p[0], v[0], None);
        })
    };
    assert_equivalent(&module(2, 1, false), &module(5, 0, true));
    assert_different(&module(2, 1, false), &module(5, 1, true));
}
