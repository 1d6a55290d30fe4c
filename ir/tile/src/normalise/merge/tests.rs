use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::Module;

use crate::normalise::testing::{assert_different, assert_equivalent, before_and_after, kernel};

#[test]
fn equal_expressions_are_computed_once_where_their_operands_are() {
    let module = kernel(&["ptr<i32>", "i32", "i32"], |b, p| {
        let (zero, one, ten) = (b.int(0, "i32"), b.int(1, "i32"), b.int(10, "i32"));
        let first = b.two(Opcode::MulI, p[1], p[2]);
        b.repeat([zero, ten, one], &[], |b, i, _| {
            let again = b.two(Opcode::MulI, p[2], p[1]);
            let sum = b.two(Opcode::AddI, again, i);
            let both = b.two(Opcode::AddI, sum, first);
            b.store(p[0], both, None);
            vec![]
        });
    });
    insta::assert_snapshot!(before_and_after(&module));
}

/// A division inside or outside a branch.
fn division(inside: bool) -> Module {
    kernel(&["ptr<i32>", "i32", "i32"], |b, p| {
        let zero = b.int(0, "i32");
        let safe = b.compare(1, p[2], zero);
        let before = (!inside).then(|| b.two(Opcode::DivI, p[1], p[2]));
        b.branch(
            safe,
            &[],
            |b| {
                let v = before.unwrap_or_else(|| b.two(Opcode::DivI, p[1], p[2]));
                b.store(p[0], v, None);
                vec![]
            },
            |_| vec![],
        );
    })
}

#[test]
fn a_guarded_division_does_not_leave_its_branch() {
    assert_different(&division(true), &division(false));
}

#[test]
fn an_equal_division_that_ran_before_stands_for_a_later_one() {
    let twice = kernel(&["ptr<i32>", "i32", "i32"], |b, p| {
        let x = b.two(Opcode::DivI, p[1], p[2]);
        let y = b.two(Opcode::DivI, p[1], p[2]);
        let sum = b.two(Opcode::AddI, x, y);
        b.store(p[0], sum, None);
    });
    let once = kernel(&["ptr<i32>", "i32", "i32"], |b, p| {
        let x = b.two(Opcode::DivI, p[1], p[2]);
        let sum = b.two(Opcode::AddI, x, x);
        b.store(p[0], sum, None);
    });
    assert_equivalent(&twice, &once);
}

#[test]
fn equal_reductions_are_one() {
    let sums = |count: usize| {
        kernel(&["ptr<f32>", "8xf32"], |b, p| {
            let x = b.sum(p[1], "f32");
            let y = if count == 2 { b.sum(p[1], "f32") } else { x };
            let v = b.two(Opcode::AddF, x, y);
            b.store(p[0], v, None);
        })
    };
    assert_equivalent(&sums(1), &sums(2));
}

#[test]
fn loads_are_not_merged() {
    let loads = |count: usize| {
        kernel(&["ptr<f32>", "ptr<f32>"], |b, p| {
            let (x, _) = b.load(p[1], "f32", None);
            let y = if count == 2 {
                b.load(p[1], "f32", None).0
            } else {
                x
            };
            let v = b.two(Opcode::AddF, x, y);
            b.store(p[0], v, None);
        })
    };
    assert_different(&loads(1), &loads(2));
}
