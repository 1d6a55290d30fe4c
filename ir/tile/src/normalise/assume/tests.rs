use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Bounded, DivBy, Module, Value};

use super::Facts;
use crate::normalise::testing::{
    Build, assert_different, assert_equivalent, before_and_after, kernel,
};

fn divisible(divisor: u64) -> Attribute {
    Attribute::DivBy(DivBy {
        divisor,
        every: None,
        along: None,
    })
}

fn bounded(lb: Option<i64>, ub: Option<i64>) -> Attribute {
    Attribute::Bounded(Bounded { lb, ub })
}

fn assuming(value: impl FnOnce(&mut Build, Value) -> Value) -> Module {
    kernel(&["ptr<i32>", "i32"], |b, p| {
        let v = value(b, p[1]);
        b.store(p[0], v, None);
    })
}

#[test]
fn facts_are_merged_at_the_value() {
    let module = assuming(|b, x| {
        let y = b.assume(x, bounded(Some(0), None));
        let y = b.assume(y, divisible(8));
        let y = b.assume(y, divisible(16));
        let z = b.assume(x, bounded(Some(-1), Some(100)));
        b.two(Opcode::AddI, y, z)
    });
    insta::assert_snapshot!(before_and_after(&module));
}

#[test]
fn the_order_of_facts_and_weaker_ones_do_not_count() {
    let one_way = assuming(|b, x| {
        let y = b.assume(x, divisible(16));
        b.assume(y, bounded(Some(0), None))
    });
    let other_way = assuming(|b, x| {
        let y = b.assume(x, bounded(Some(0), None));
        let y = b.assume(y, divisible(4));
        b.assume(y, divisible(16))
    });
    assert_equivalent(&one_way, &other_way);
    let less = assuming(|b, x| b.assume(x, divisible(16)));
    assert_different(&one_way, &less);
}

#[test]
fn a_block_id_is_known_to_be_no_less_than_zero() {
    let with = |fact: Option<Attribute>| {
        kernel(&["ptr<i32>"], |b, p| {
            let ids = b.op(Opcode::GetTileBlockId, &[], &["i32", "i32", "i32"], &[]);
            let mut id = ids[0];
            if let Some(fact) = fact {
                id = b.assume(id, fact);
            }
            b.store(p[0], id, None);
        })
    };
    assert_equivalent(&with(Some(bounded(Some(0), None))), &with(None));
    assert_different(&with(Some(bounded(Some(1), None))), &with(None));
}

#[test]
fn a_divisor_that_follows_from_what_a_value_is_made_of_says_nothing() {
    let module = |divisor: Option<u64>| {
        assuming(|b, x| {
            let x = b.assume(x, divisible(4));
            let four = b.int(4, "i32");
            let y = b.two(Opcode::MulI, x, four);
            match divisor {
                Some(divisor) => b.assume(y, divisible(divisor)),
                None => y,
            }
        })
    };
    assert_equivalent(&module(Some(16)), &module(None));
    assert_different(&module(Some(32)), &module(None));
}

#[test]
fn a_fact_in_a_branch_stays_in_the_branch() {
    let inside = |inside: bool| {
        kernel(&["ptr<i32>", "i32", "i1"], |b, p| {
            let outer = (!inside).then(|| b.assume(p[1], divisible(16)));
            b.branch(
                p[2],
                &[],
                |b| {
                    let v = outer.unwrap_or_else(|| b.assume(p[1], divisible(16)));
                    b.store(p[0], v, None);
                    vec![]
                },
                |_| vec![],
            );
        })
    };
    assert_different(&inside(true), &inside(false));
}

#[test]
fn a_fact_after_an_assertion_does_not_spread() {
    let module = |asserted: bool| {
        kernel(&["ptr<i32>", "i32", "i1"], |b, p| {
            if asserted {
                b.op(
                    Opcode::Assert,
                    &[p[2]],
                    &[],
                    &[("message", Attribute::String("no".into()))],
                );
            }
            let y = b.assume(p[1], divisible(16));
            b.store(p[0], y, None);
            b.store(p[0], p[1], None);
        })
    };
    let normal = crate::normalise::normalise(&module(true)).expect("well-formed");
    let text = crate::print::print(&normal);
    assert!(text.contains("store_ptr_tko weak %arg0, %arg1"), "{text}");
    let normal = crate::normalise::normalise(&module(false)).expect("well-formed");
    let text = crate::print::print(&normal);
    assert!(!text.contains("store_ptr_tko weak %arg0, %arg1"), "{text}");
}

#[test]
fn divisors_combine_to_their_least_common_multiple() {
    let mut facts = Facts::default();
    for d in [4, 6, 1] {
        facts.add(&divisible(d));
    }
    assert_eq!(facts.predicates(), vec![divisible(12)]);
    let mut weaker = Facts::default();
    weaker.add(&divisible(3));
    weaker.without(&facts);
    assert_eq!(weaker, Facts::default());
}
