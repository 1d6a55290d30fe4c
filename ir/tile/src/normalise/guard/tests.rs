use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::Module;

use crate::normalise::testing::{assert_different, assert_equivalent, before_and_after, kernel};

/// Stores a value unless a condition says to return.
fn early(twice: bool) -> Module {
    kernel(&["ptr<i32>", "i32", "i1", "i1"], |b, p| {
        for condition in [p[2], p[3]].into_iter().take(if twice { 2 } else { 1 }) {
            b.leave(condition);
        }
        b.store(p[0], p[1], None);
    })
}

#[test]
fn an_early_return_is_a_branch_around_the_rest() {
    let around = kernel(&["ptr<i32>", "i32", "i1", "i1"], |b, p| {
        b.branch(
            p[2],
            &[],
            |_| vec![],
            |b| {
                b.store(p[0], p[1], None);
                vec![]
            },
        );
    });
    assert_equivalent(&early(false), &around);
    insta::assert_snapshot!(before_and_after(&early(true)));
}

#[test]
fn the_condition_counts() {
    let always = kernel(&["ptr<i32>", "i32", "i1", "i1"], |b, p| {
        b.store(p[0], p[1], None);
    });
    assert_different(&early(false), &always);
    assert_different(&early(false), &early(true));
}

#[test]
fn order_is_the_same_in_both_forms() {
    let module = |early: bool| {
        kernel(&["ptr<i32>", "i32", "i1"], |b, p| {
            let root = b.token();
            let t = b.store(p[0], p[1], Some(root));
            if early {
                b.leave_after(p[2], |b| {
                    b.store(p[0], p[1], Some(t));
                });
                let (x, t) = b.load(p[0], "i32", Some(t));
                b.store(p[0], x, Some(t));
            } else {
                b.branch(
                    p[2],
                    &[],
                    |b| {
                        b.store(p[0], p[1], Some(t));
                        vec![]
                    },
                    |b| {
                        let (x, t) = b.load(p[0], "i32", Some(t));
                        b.store(p[0], x, Some(t));
                        vec![]
                    },
                );
            }
        })
    };
    assert_equivalent(&module(true), &module(false));
}

#[test]
fn the_other_side_may_yield_a_value() {
    let module = kernel(&["ptr<i32>", "i32", "i1"], |b, p| {
        let v = b.leave_or(p[2], &["i32"], |b| vec![b.two(Opcode::AddI, p[1], p[1])]);
        b.store(p[0], v[0], None);
    });
    let around = kernel(&["ptr<i32>", "i32", "i1"], |b, p| {
        b.branch(
            p[2],
            &[],
            |_| vec![],
            |b| {
                let v = b.two(Opcode::AddI, p[1], p[1]);
                b.store(p[0], v, None);
                vec![]
            },
        );
    });
    assert_equivalent(&module, &around);
}
