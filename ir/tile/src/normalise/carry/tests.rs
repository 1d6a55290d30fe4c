use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::Module;

use crate::normalise::testing::{assert_different, assert_equivalent, before_and_after, kernel};

/// Adds `step` ten times, carrying it along or not.
fn accumulate(carry_step: bool) -> Module {
    kernel(&["ptr<i32>", "i32"], |b, p| {
        let (zero, one, ten) = (b.int(0, "i32"), b.int(1, "i32"), b.int(10, "i32"));
        let mut initial = vec![zero];
        initial.extend(carry_step.then_some(p[1]));
        let out = b.repeat([zero, ten, one], &initial, |b, _, carried| {
            let step = carried.get(1).copied().unwrap_or(p[1]);
            let sum = b.two(Opcode::AddI, carried[0], step);
            let mut next = vec![sum];
            next.extend(carry_step.then_some(step));
            next
        });
        let last = *out.last().unwrap();
        let result = if carry_step {
            b.two(Opcode::AddI, out[0], last)
        } else {
            b.two(Opcode::AddI, out[0], p[1])
        };
        b.store(p[0], result, None);
    })
}

#[test]
fn a_value_handed_on_unchanged_is_the_initial_one() {
    assert_equivalent(&accumulate(true), &accumulate(false));
    insta::assert_snapshot!(before_and_after(&accumulate(true)));
}

#[test]
fn values_that_swap_places_are_not_unchanged() {
    let swap = |swapped: bool| {
        kernel(&["ptr<i32>", "i32", "i32"], |b, p| {
            let (zero, one, ten) = (b.int(0, "i32"), b.int(1, "i32"), b.int(10, "i32"));
            let out = b.repeat([zero, ten, one], &[p[1], p[2]], |_, _, c| match swapped {
                true => vec![c[1], c[0]],
                false => vec![c[0], c[1]],
            });
            let v = b.two(Opcode::SubI, out[0], out[1]);
            b.store(p[0], v, None);
        })
    };
    assert_different(&swap(true), &swap(false));
}

#[test]
fn twins_are_one() {
    let twins = |count: usize| {
        kernel(&["ptr<i32>", "i32"], |b, p| {
            let (zero, one, ten) = (b.int(0, "i32"), b.int(1, "i32"), b.int(10, "i32"));
            let out = b.repeat([zero, ten, one], &vec![zero; count], |b, i, c| {
                let next = b.two(Opcode::AddI, c[0], i);
                vec![next; c.len()]
            });
            let v = b.two(Opcode::AddI, out[0], out[count - 1]);
            b.store(p[0], v, None);
        })
    };
    assert_equivalent(&twins(1), &twins(2));
}

#[test]
fn a_branch_that_yields_one_value_yields_it() {
    let chosen = |yes: usize, no: usize| {
        kernel(&["ptr<i32>", "i32", "i32", "i1"], |b, p| {
            let v = b.branch(p[3], &["i32"], |_| vec![p[yes]], |_| vec![p[no]]);
            b.store(p[0], v[0], None);
        })
    };
    let plain = kernel(&["ptr<i32>", "i32", "i32", "i1"], |b, p| {
        b.store(p[0], p[1], None);
    });
    assert_equivalent(&chosen(1, 1), &plain);
    assert_different(&chosen(1, 2), &plain);
}
