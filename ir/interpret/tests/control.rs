//! Loops, branches, aggregates, budgets and what ends a kernel early.

mod common;

use common::{f32s, i32s, kernel, of_f32s, of_i32s, run, run_with};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Bounded, DivBy, Module, ScalarType, Value};
use tileport_interpret::{Argument, End, FaultKind, Memory, Options, Poison, Program, launch};

fn end_of(module: &Module, buffers: &[Vec<u8>]) -> End {
    run(module, [1, 1, 1], buffers).0.end
}

#[test]
fn counted_loops_carry_values() {
    // 0 + 1 + ... + 9, and the number of rounds for a step of 3.
    let module = kernel(&["ptr<i32>"], |b, args| {
        let (zero, ten, one, three) = (
            b.int(0, "i32"),
            b.int(10, "i32"),
            b.int(1, "i32"),
            b.int(3, "i32"),
        );
        let body = b.region(&["i32", "i32"], |b, inner| {
            let sum = b.two(Opcode::AddI, inner[1], inner[0], "i32");
            b.end(Opcode::Continue, &[sum]);
        });
        let sum = b.nest(
            Opcode::For,
            &[zero, ten, one, zero],
            &["i32"],
            &[],
            vec![body],
        )[0];
        let body = b.region(&["i32", "i32"], |b, inner| {
            let next = b.two(Opcode::AddI, inner[1], one, "i32");
            b.end(Opcode::Continue, &[next]);
        });
        let rounds = b.nest(
            Opcode::For,
            &[zero, ten, three, zero],
            &["i32"],
            &[],
            vec![body],
        )[0];
        b.store(args[0], sum);
        let second = b.one(Opcode::Offset, &[args[0], one], "ptr<i32>", &[]);
        b.store(second, rounds);
    });
    let (outcome, after) = run(&module, [1, 1, 1], &[vec![0; 8]]);
    assert_eq!(outcome.end, End::Done);
    assert_eq!(i32s(&after[0]), [45, 4]);
}

#[test]
fn signedness_of_a_loop_counts() {
    let rounds = |unsigned: bool| {
        let module = kernel(&["ptr<i32>"], |b, args| {
            let (first, end, one) = (b.int(-2, "i8"), b.int(2, "i8"), b.int(1, "i8"));
            let (zero, step) = (b.int(0, "i32"), b.int(1, "i32"));
            let body = b.region(&["i8", "i32"], |b, inner| {
                let next = b.two(Opcode::AddI, inner[1], step, "i32");
                b.end(Opcode::Continue, &[next]);
            });
            let flag = [("unsigned_cmp", Attribute::Bool(unsigned))];
            let n = b.nest(
                Opcode::For,
                &[first, end, one, zero],
                &["i32"],
                &flag,
                vec![body],
            )[0];
            b.store(args[0], n);
        });
        i32s(&run(&module, [1, 1, 1], &[vec![0; 4]]).1[0])
    };
    assert_eq!(rounds(false), [4]);
    assert_eq!(rounds(true), [0]);
}

#[test]
fn early_exits_leave_the_right_loop() {
    // The first n with n * n > 50, in a loop; then a return from within a branch skips the last store.
    let module = kernel(&["ptr<i32>"], |b, args| {
        let (zero, one, limit) = (b.int(0, "i32"), b.int(1, "i32"), b.int(50, "i32"));
        let body = b.region(&["i32"], |b, inner| {
            let square = b.two(Opcode::MulI, inner[0], inner[0], "i32");
            let found = b.less(limit, square, "i1");
            let leave = b.region(&[], |b, _| b.end(Opcode::Break, &[inner[0]]));
            let stay = b.region(&[], |b, _| b.end(Opcode::Yield, &[]));
            b.nest(Opcode::If, &[found], &[], &[], vec![leave, stay]);
            let next = b.two(Opcode::AddI, inner[0], one, "i32");
            b.end(Opcode::Continue, &[next]);
        });
        let found = b.nest(Opcode::Loop, &[zero], &["i32"], &[], vec![body])[0];
        b.store(args[0], found);
        let small = b.less(found, limit, "i1");
        let leave = b.region(&[], |b, _| b.end(Opcode::Return, &[]));
        let stay = b.region(&[], |b, _| b.end(Opcode::Yield, &[]));
        b.nest(Opcode::If, &[small], &[], &[], vec![leave, stay]);
        b.store(args[0], limit);
    });
    let (outcome, after) = run(&module, [1, 1, 1], &[vec![0; 4]]);
    assert_eq!(outcome.end, End::Done);
    assert_eq!(i32s(&after[0]), [8]);
}

#[test]
fn branches_yield() {
    let module = kernel(&["ptr<i32>"], |b, args| {
        let id = b.op(Opcode::GetTileBlockId, &[], &["i32", "i32", "i32"], &[])[0];
        let two = b.int(2, "i32");
        let low = b.less(id, two, "i1");
        let yes = b.region(&[], |b, _| {
            let v = b.int(100, "i32");
            b.end(Opcode::Yield, &[v]);
        });
        let no = b.region(&[], |b, _| b.end(Opcode::Yield, &[id]));
        let v = b.nest(Opcode::If, &[low], &["i32"], &[], vec![yes, no])[0];
        let to = b.one(Opcode::Offset, &[args[0], id], "ptr<i32>", &[]);
        b.store(to, v);
    });
    let (_, after) = run(&module, [4, 1, 1], &[vec![0; 16]]);
    assert_eq!(i32s(&after[0]), [100, 100, 2, 3]);
}

/// Reduces or scans a row of 8 floats with a body of one operation.
fn aggregate(opcode: Opcode, combine: Opcode, result: &str, reverse: bool) -> Module {
    kernel(&["ptr<f32>", "ptr<f32>"], |b, args| {
        let row = b.load_row(args[0], "f32", 8);
        let body = b.region(&["f32", "f32"], |b, inner| {
            let v = b.two(combine, inner[0], inner[1], "f32");
            b.end(Opcode::Yield, &[v]);
        });
        let attributes = [
            ("dim", Attribute::i32(0)),
            ("reverse", Attribute::Bool(reverse)),
            (
                "identities",
                Attribute::Array(vec![Attribute::float(0.0, ScalarType::F32)]),
            ),
        ];
        let attributes: Vec<_> = attributes
            .into_iter()
            .filter(|(n, _)| opcode == Opcode::Scan || *n != "reverse")
            .collect();
        let v = b.nest(opcode, &[row], &[result], &attributes, vec![body])[0];
        match opcode {
            Opcode::Scan => b.store_row(args[1], "f32", 8, v),
            _ => b.store(args[1], v),
        }
    })
}

const ROW: [f32; 8] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];

#[test]
fn reductions_and_scans_give_sums() {
    let sums = |module: Module, count: usize| {
        let (outcome, after) = run(&module, [1, 1, 1], &[of_f32s(&ROW), vec![0; 4 * count]]);
        assert_eq!(outcome.end, End::Done, "{outcome:?}");
        f32s(&after[1])
    };
    assert_eq!(
        sums(aggregate(Opcode::Reduce, Opcode::AddF, "f32", false), 1),
        [36.0]
    );
    let scanned = sums(aggregate(Opcode::Scan, Opcode::AddF, "8xf32", false), 8);
    assert_eq!(scanned, [1.0, 3.0, 6.0, 10.0, 15.0, 21.0, 28.0, 36.0]);
    let scanned = sums(aggregate(Opcode::Scan, Opcode::AddF, "8xf32", true), 8);
    assert_eq!(scanned, [36.0, 35.0, 33.0, 30.0, 26.0, 21.0, 15.0, 8.0]);
    // Later minus earlier, in the documented order: ((8-7)-(6-5)) - ((4-3)-(2-1)).
    assert_eq!(
        sums(aggregate(Opcode::Reduce, Opcode::SubF, "f32", false), 1),
        [0.0]
    );
}

#[test]
fn reductions_run_along_any_dimension() {
    let sum = |dim: i64, result: &str, count: usize| {
        let module = kernel(&["ptr<i32>", "ptr<i32>"], |b, args| {
            let row = b.load_row(args[0], "i32", 16);
            let cube = b.one(Opcode::Reshape, &[row], "2x4x2xi32", &[]);
            let body = b.region(&["i32", "i32"], |b, inner| {
                let v = b.two(Opcode::AddI, inner[0], inner[1], "i32");
                b.end(Opcode::Yield, &[v]);
            });
            let attributes = [
                ("dim", Attribute::i32(dim)),
                ("identities", Attribute::Array(vec![Attribute::i32(0)])),
            ];
            let v = b.nest(Opcode::Reduce, &[cube], &[result], &attributes, vec![body])[0];
            let flat = b.one(Opcode::Reshape, &[v], &format!("{count}xi32"), &[]);
            b.store_row(args[1], "i32", count, flat);
        });
        let row: Vec<i32> = (0..16).collect();
        i32s(&run(&module, [1, 1, 1], &[of_i32s(&row), vec![0; 4 * count]]).1[1])
    };
    // Sums of i*8 + j*2 + k.
    assert_eq!(sum(0, "4x2xi32", 8), [8, 10, 12, 14, 16, 18, 20, 22]);
    assert_eq!(sum(1, "2x2xi32", 4), [12, 16, 44, 48]);
    assert_eq!(sum(2, "2x4xi32", 8), [1, 5, 9, 13, 17, 21, 25, 29]);
}

#[test]
fn the_best_and_its_index_are_found_together() {
    // A body with two results and a branch of values: not elementwise alone, so both ways of running are met.
    let module = |branch: bool| {
        kernel(&["ptr<i32>", "ptr<i32>"], |b, args| {
            let row = b.load_row(args[0], "i32", 8);
            let index = b.one(Opcode::Iota, &[], "8xi32", &[]);
            let body = b.region(&["i32", "i32", "i32", "i32"], |b, inner| {
                let better = b.less(inner[0], inner[2], "i1");
                let _ = better;
                let later = b.less(inner[1], inner[0], "i1");
                let pick = |b: &mut common::Build, x: Value, y: Value| {
                    b.one(Opcode::Select, &[later, x, y], "i32", &[])
                };
                let best = pick(b, inner[0], inner[1]);
                let at = pick(b, inner[2], inner[3]);
                let at = match branch {
                    // Changes nothing, but moves elements about.
                    true => {
                        let one = b.one(Opcode::Reshape, &[at], "1xi32", &[]);
                        b.one(Opcode::Reshape, &[one], "i32", &[])
                    }
                    false => at,
                };
                b.end(Opcode::Yield, &[best, at]);
            });
            let identities =
                Attribute::Array(vec![Attribute::i32(i64::from(i32::MIN)), Attribute::i32(0)]);
            let attributes = [("dim", Attribute::i32(0)), ("identities", identities)];
            let found = b.nest(
                Opcode::Reduce,
                &[row, index],
                &["i32", "i32"],
                &attributes,
                vec![body],
            );
            b.store(args[1], found[1]);
        })
    };
    for branch in [false, true] {
        let (outcome, after) = run(
            &module(branch),
            [1, 1, 1],
            &[of_i32s(&[3, 1, 9, 2, 9, 0, -5, 8]), vec![0; 4]],
        );
        assert_eq!(outcome.end, End::Done, "{outcome:?}");
        assert_eq!(
            i32s(&after[1]),
            [2],
            "the first of equals: later ones are not greater"
        );
    }
}

#[test]
fn what_a_kernel_must_not_do_is_a_fault() {
    let assertion = kernel(&["ptr<i32>"], |b, args| {
        let v = b.load_row(args[0], "i32", 4);
        let limit = b.int(5, "4xi32");
        let small = b.less(v, limit, "4xi1");
        b.op(
            Opcode::Assert,
            &[small],
            &[],
            &[("message", Attribute::String("too large".into()))],
        );
    });
    assert_eq!(end_of(&assertion, &[of_i32s(&[1, 2, 3, 4])]), End::Done);
    let End::Fault(fault) = end_of(&assertion, &[of_i32s(&[1, 2, 5, 4])]) else {
        panic!()
    };
    assert_eq!(fault.kind, FaultKind::Assertion("too large".into()));
    let division = kernel(&["ptr<i32>"], |b, args| {
        let v = b.load_row(args[0], "i32", 4);
        let q = b.two(Opcode::DivI, v, v, "4xi32");
        b.store_row(args[0], "i32", 4, q);
    });
    assert_eq!(end_of(&division, &[of_i32s(&[1, 2, -3, 4])]), End::Done);
    let End::Fault(fault) = end_of(&division, &[of_i32s(&[1, 0, 5, 4])]) else {
        panic!()
    };
    assert_eq!(fault.kind, FaultKind::DivisionByZero);
    assert_eq!(fault.block, [0, 0, 0]);
}

#[test]
fn false_assumptions_are_faults() {
    let assume = |predicate: Attribute, value: i64| {
        let module = kernel(&["ptr<i32>"], |b, args| {
            let v = b.int(value, "i32");
            let v = b.one(
                Opcode::Assume,
                &[v],
                "i32",
                &[("predicate", predicate.clone())],
            );
            b.store(args[0], v);
        });
        matches!(end_of(&module, &[vec![0; 4]]), End::Done)
    };
    let bounded = |lb, ub| Attribute::Bounded(Bounded { lb, ub });
    let by_8 = Attribute::DivBy(DivBy {
        divisor: 8,
        every: None,
        along: None,
    });
    assert!(assume(by_8.clone(), 24) && assume(by_8.clone(), 0) && assume(by_8.clone(), -8));
    assert!(!assume(by_8, 12));
    assert!(assume(bounded(Some(0), None), 0) && !assume(bounded(Some(0), None), -1));
    assert!(assume(bounded(None, Some(7)), 7) && !assume(bounded(None, Some(7)), 8));
}

#[test]
fn undefined_results_are_findings() {
    let add = |overflow: i64| {
        let module = kernel(&["ptr<i32>"], |b, args| {
            let v = b.load_row(args[0], "i32", 2);
            let sum = b.one(
                Opcode::AddI,
                &[v, v],
                "2xi32",
                &[("overflow", Attribute::i32(overflow))],
            );
            b.store_row(args[0], "i32", 2, sum);
        });
        run(&module, [1, 1, 1], &[of_i32s(&[i32::MAX, 1])])
    };
    let (outcome, after) = add(0);
    assert!(outcome.findings.is_empty());
    assert_eq!(i32s(&after[0]), [-2, 2]);
    let (outcome, after) = add(1);
    assert_eq!(outcome.end, End::Done);
    assert_eq!(outcome.findings.len(), 1);
    assert_eq!(outcome.findings[0].poison, Poison::Overflow);
    assert_eq!(outcome.findings[0].place.as_deref(), Some("kernel.py:6:4"));
    assert_eq!(i32s(&after[0]), [-2, 2]);
    // 2 * (2^31 - 1) fits unsigned.
    assert!(add(2).0.findings.is_empty());
}

#[test]
fn prints_are_captured_in_the_order_of_blocks() {
    let module = kernel(&["ptr<f32>"], |b, args| {
        let id = b.op(Opcode::GetTileBlockId, &[], &["i32", "i32", "i32"], &[])[0];
        let v = b.load_row(args[0], "f32", 4);
        let square = b.one(Opcode::Reshape, &[v], "2x2xf32", &[]);
        let text = Attribute::String("%d: %f (100%%)\n".into());
        b.op(
            Opcode::Print,
            &[id, square],
            &["token"],
            &[("str", text), common::segments(&[2, 0])],
        );
    });
    for order in [None, Some(7)] {
        let options = Options {
            order,
            ..Options::default()
        };
        let (outcome, _) = run_with(
            &module,
            [2, 1, 1],
            &[of_f32s(&[1.0, -0.5, 0.0, 3.0])],
            &options,
        )
        .unwrap();
        assert_eq!(outcome.end, End::Done);
        let line = "[[1.0, -0.5], [0.0, 3.0]] (100%)\n";
        assert_eq!(outcome.printed, format!("0: {line}1: {line}"));
    }
}

#[test]
fn budgets_hold() {
    let endless = kernel(&[], |b, _| {
        let body = b.region(&[], |b, _| b.end(Opcode::Continue, &[]));
        b.nest(Opcode::Loop, &[], &[], &[], vec![body]);
    });
    let options = Options {
        fuel: 1_000_000,
        ..Options::default()
    };
    assert_eq!(
        run_with(&endless, [1, 1, 1], &[], &options).unwrap().0.end,
        End::OutOfFuel
    );
    let empty = kernel(&[], |_, _| {});
    let grid = [u32::MAX, u32::MAX, u32::MAX];
    assert_eq!(
        run_with(&empty, grid, &[], &Options::default())
            .unwrap()
            .0
            .end,
        End::OutOfFuel
    );
    assert_eq!(
        run_with(&empty, [0, 1, 1], &[], &Options::default())
            .unwrap()
            .0
            .end,
        End::Done
    );
    // Tiles of 2^24 elements of eight bytes, doubled until there is no room.
    let large = kernel(&[], |b, _| {
        let row = b.one(Opcode::Iota, &[], "16777216xi64", &[]);
        let rows: Vec<_> = (0..16)
            .map(|_| b.two(Opcode::AddI, row, row, "16777216xi64"))
            .collect();
        for pair in rows.windows(2) {
            b.two(Opcode::AddI, pair[0], pair[1], "16777216xi64");
        }
    });
    let options = Options {
        memory: 256 << 20,
        threads: 1,
        ..Options::default()
    };
    assert_eq!(
        run_with(&large, [1, 1, 1], &[], &options).unwrap().0.end,
        End::OutOfMemory
    );
}

#[test]
fn arguments_have_to_fit_the_parameters() {
    let module = kernel(&["ptr<i32>", "i32"], |_, _| {});
    let program = Program::new(&module).unwrap();
    let mut memory = Memory::new();
    let buffer = Argument::Buffer(memory.add(&[0; 4], 256));
    let mut start = |arguments: &[Argument]| {
        launch(
            &program,
            &mut memory,
            [1, 1, 1],
            arguments,
            &Options::default(),
        )
        .map(|o| o.end)
    };
    assert_eq!(start(&[buffer, Argument::Bits(1)]), Ok(End::Done));
    assert!(start(&[buffer]).is_err());
    assert!(start(&[Argument::Bits(1), Argument::Bits(1)]).is_err());
    assert!(start(&[Argument::Buffer(9), Argument::Bits(1)]).is_err());
}
