use cutile_ir::bytecode::Opcode;

use crate::normalise::testing::{assert_equivalent, before_and_after, kernel};

#[test]
fn what_nothing_needs_goes_away() {
    let module = kernel(&["ptr<f32>", "i32"], |b, p| {
        let (zero, one) = (b.int(0, "i32"), b.int(1, "i32"));
        b.int(99, "i32");
        b.two(Opcode::AddI, p[1], one);
        // A load that nobody uses, and a loop that computes nothing used.
        let (x, _) = b.load(p[0], "f32", None);
        let sums = b.repeat([zero, p[1], one], &[x, x], |b, _, c| {
            let twice = b.two(Opcode::AddF, c[0], c[0]);
            let product = b.two(Opcode::MulF, c[1], c[1]);
            vec![twice, product]
        });
        b.store(p[0], sums[0], None);
    });
    insta::assert_snapshot!(before_and_after(&module));
}

#[test]
fn an_unused_loop_is_dropped_with_all_it_holds() {
    let with = kernel(&["ptr<i32>", "i32"], |b, p| {
        let (zero, one) = (b.int(0, "i32"), b.int(1, "i32"));
        b.repeat([zero, p[1], one], &[zero], |b, i, c| {
            let next = b.two(Opcode::AddI, c[0], i);
            vec![next]
        });
        b.store(p[0], p[1], None);
    });
    let without = kernel(&["ptr<i32>", "i32"], |b, p| {
        b.store(p[0], p[1], None);
    });
    assert_equivalent(&with, &without);
}

#[test]
fn stores_stay_wherever_they_are() {
    let module = kernel(&["ptr<i32>", "i32", "i1"], |b, p| {
        b.branch(
            p[2],
            &[],
            |b| {
                b.store(p[0], p[1], None);
                vec![]
            },
            |_| vec![],
        );
    });
    let empty = kernel(&["ptr<i32>", "i32", "i1"], |_, _| {});
    crate::normalise::testing::assert_different(&module, &empty);
}
