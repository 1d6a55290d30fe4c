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

/// A kernel that stores what `value` makes of two integers, the first a multiple of 16 and the second
/// one of 4, with or without the fact that it is a multiple of `divisor`.
fn derived(divisor: Option<u64>, value: impl FnOnce(&mut Build, Value, Value) -> Value) -> Module {
    kernel(&["ptr<i32>", "i32", "i32"], |b, p| {
        let x = b.assume(p[1], divisible(16));
        let y = b.assume(p[2], divisible(4));
        let mut v = value(b, x, y);
        if let Some(d) = divisor {
            v = b.assume(v, divisible(d));
        }
        b.store(p[0], v, None);
    })
}

#[test]
fn only_divisors_that_arithmetic_keeps_are_followed() {
    type Value2 = fn(&mut Build, Value, Value) -> Value;
    let signed = |opcode: Opcode| move |b: &mut Build, x: Value, y: Value| b.two(opcode, x, y);
    // The largest power of two that divides the result for all multiples of 16 and 4: the sum of 16
    // and 4 is 20, their product 64. The last three keep no divisor, or none that is followed.
    for (opcode, largest) in [
        (Opcode::AddI, 4),
        (Opcode::SubI, 4),
        (Opcode::MulI, 64),
        (Opcode::DivI, 1),
        (Opcode::XOrI, 1),
        (Opcode::ShRI, 1),
    ] {
        for divisor in [2, 4, 8, 16, 32, 64, 128] {
            let with = derived(Some(divisor), signed(opcode));
            let without = derived(None, signed(opcode));
            match divisor <= largest {
                true => assert_equivalent(&with, &without),
                false => assert_different(&with, &without),
            }
        }
    }
    let select: Value2 = |b, x, y| {
        let c = b.compare(2, x, y);
        b.one(Opcode::Select, &[c, x, y], "i32", &[])
    };
    assert_different(&derived(Some(16), select), &derived(None, select));
}

#[test]
fn a_divisor_of_some_elements_says_nothing_of_the_others() {
    let module = |every: bool, implied: bool| {
        kernel(&["ptr<i32>", "8xptr<i32>"], |b, p| {
            let x = b.load(p[0], "i32", None).0;
            let x = b.one(Opcode::Reshape, &[x], "1xi32", &[]);
            let x = b.one(Opcode::Broadcast, &[x], "8xi32", &[]);
            let (e, a) = if every {
                (Some(8), Some(0))
            } else {
                (None, None)
            };
            let x = b.assume(
                x,
                Attribute::DivBy(DivBy {
                    divisor: 16,
                    every: e,
                    along: a,
                }),
            );
            let two = b.int(2, "8xi32");
            let mut v = b.two(Opcode::MulI, x, two);
            if implied {
                v = b.assume(v, divisible(32));
            }
            b.store(p[1], v, None);
        })
    };
    assert_equivalent(&module(false, true), &module(false, false));
    assert_different(&module(true, true), &module(true, false));
}

#[test]
fn an_address_counts_bytes() {
    for (element, bytes) in [("f32", 4), ("f16", 2), ("i8", 1), ("f64", 8)] {
        let pointer = format!("ptr<{element}>");
        let module = |divisor: Option<u64>| {
            kernel(&[&pointer, "i32"], |b, p| {
                let base = b.assume(p[0], divisible(64));
                let at = b.assume(p[1], divisible(4));
                let mut at = b.one(Opcode::Offset, &[base, at], &pointer, &[]);
                if let Some(d) = divisor {
                    at = b.assume(at, divisible(d));
                }
                let (v, t) = b.load(at, element, None);
                b.store(p[0], v, Some(t));
            })
        };
        assert_equivalent(&module(Some(4 * bytes)), &module(None));
        assert_different(&module(Some(8 * bytes)), &module(None));
    }
}

#[test]
fn a_divisor_known_in_a_branch_is_not_known_outside() {
    let module = |outside: bool| {
        kernel(&["ptr<i32>", "i32", "i1"], |b, p| {
            let four = b.int(4, "i32");
            b.branch(
                p[2],
                &[],
                |b| {
                    let x = b.assume(p[1], divisible(4));
                    let y = b.two(Opcode::MulI, x, four);
                    b.store(p[0], y, None);
                    vec![]
                },
                |_| vec![],
            );
            let mut z = b.two(Opcode::MulI, p[1], four);
            if outside {
                z = b.assume(z, divisible(16));
            }
            b.store(p[0], z, None);
        })
    };
    assert_different(&module(true), &module(false));
}

#[test]
fn a_false_fact_about_a_constant_stays() {
    let module = |fact: Option<Attribute>| {
        kernel(&["ptr<i32>"], |b, p| {
            let mut v = b.int(12, "i32");
            if let Some(fact) = fact {
                v = b.assume(v, fact);
            }
            b.store(p[0], v, None);
        })
    };
    for holds in [
        divisible(4),
        bounded(Some(0), None),
        bounded(None, Some(12)),
    ] {
        assert_equivalent(&module(Some(holds)), &module(None));
    }
    for fails in [
        divisible(8),
        bounded(Some(13), None),
        bounded(None, Some(11)),
    ] {
        assert_different(&module(Some(fails)), &module(None));
    }
}

#[test]
fn an_iota_that_wraps_is_not_bounded() {
    let module = |fact: bool| {
        kernel(&["256xptr<i8>"], |b, p| {
            let mut v = b.one(Opcode::Iota, &[], "256xi8", &[]);
            if fact {
                v = b.assume(v, bounded(Some(0), None));
            }
            b.store(p[0], v, None);
        })
    };
    assert_different(&module(true), &module(false));
}

#[test]
fn shared_operands_are_followed_once() {
    // Without that, each doubling would double the work: 2^60 visits.
    let module = |fact: Option<u64>| {
        assuming(|b, x| {
            let mut v = x;
            for _ in 0..60 {
                v = b.two(Opcode::AddI, v, v);
                v = b.assume(v, divisible(2));
            }
            match fact {
                Some(d) => b.assume(v, divisible(d)),
                None => v,
            }
        })
    };
    assert_different(&module(Some(4)), &module(None));
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
