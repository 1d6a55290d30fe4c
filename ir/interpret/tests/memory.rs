//! Memory: what may be accessed, what is found where, and who may do it at once.

mod common;

use common::{
    bytes, f32s, i32s, kernel, of_f32s, of_i32s, program, run, run_with, segments, value_of,
};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{AtomicRMWMode, Attribute, MemoryOrdering, MemoryScope, Module, Value};
use tileport_interpret::{
    Argument, End, FaultKind, Memory, Options, Outcome, Undetermined, launch,
};

fn fault(outcome: &Outcome) -> &FaultKind {
    match &outcome.end {
        End::Fault(fault) => &fault.kind,
        other => panic!("no fault: {other:?}"),
    }
}

/// Reads `count` elements of buffer 0 from element `from` on and writes them to buffer 1.
fn copy(scalar: &str, count: usize, from: i64) -> Module {
    let pointer = format!("ptr<{scalar}>");
    kernel(&[&pointer, &pointer], |b, args| {
        let many = format!("{count}xi32");
        let numbers = b.one(Opcode::Iota, &[], &many, &[]);
        let shift = b.int(from, &many);
        let shifted = b.two(Opcode::AddI, numbers, shift, &many);
        let source = b.pointers_at(args[0], scalar, shifted, count);
        let loaded = b.load(source, &format!("{count}x{scalar}"));
        b.store_row(args[1], scalar, count, loaded);
    })
}

#[test]
fn one_byte_too_far_is_a_fault_with_its_place() {
    let (outcome, _) = run(&copy("f32", 4, 0), [1, 1, 1], &[vec![0; 16], vec![0; 16]]);
    assert_eq!(outcome.end, End::Done);
    for (from, len, offset) in [(0, 15, 12), (1, 16, 16), (-1, 16, -4)] {
        let (outcome, _) = run(
            &copy("f32", 4, from),
            [1, 1, 1],
            &[vec![0; len], vec![0; 16]],
        );
        let expected = FaultKind::OutOfBounds {
            buffer: Some(0),
            offset,
            write: false,
        };
        assert_eq!(*fault(&outcome), expected);
        let End::Fault(found) = outcome.end else {
            unreachable!()
        };
        assert_eq!(found.place.as_deref(), Some("kernel.py:7:4"));
    }
    let (outcome, after) = run(&copy("f32", 4, 0), [1, 1, 1], &[vec![7; 16], vec![0; 12]]);
    assert!(matches!(
        fault(&outcome),
        FaultKind::OutOfBounds {
            buffer: Some(1),
            offset: 12,
            write: true
        }
    ));
    assert_eq!(
        after[1], [0; 12],
        "nothing is written outside or before the fault is found"
    );
}

#[test]
fn far_addresses_do_not_get_into_other_buffers() {
    for from in [i64::from(i32::MAX) - 8, i64::from(i32::MIN)] {
        let (outcome, _) = run(
            &copy("f64", 4, from),
            [1, 1, 1],
            &[vec![0; 32], vec![0; 32]],
        );
        assert!(matches!(fault(&outcome), FaultKind::OutOfBounds { .. }));
    }
}

/// Runs a kernel on buffers that are prepared first.
fn run_prepared(
    module: &Module,
    buffers: &[Vec<u8>],
    prepare: impl FnOnce(&mut Memory),
) -> Outcome {
    let mut memory = Memory::new();
    let arguments: Vec<_> = buffers
        .iter()
        .map(|b| Argument::Buffer(memory.add(b, 256)))
        .collect();
    prepare(&mut memory);
    launch(
        &program(module),
        &mut memory,
        [1, 1, 1],
        &arguments,
        &Options::default(),
    )
    .unwrap()
}

#[test]
fn memory_that_nobody_wrote_is_not_read() {
    let module = copy("i16", 4, 0);
    let buffers = [vec![0; 8], vec![0; 8]];
    let outcome = run_prepared(&module, &buffers, |m| {
        m.buffer_mut(0).unwrap().poison();
        m.buffer(0).unwrap().bless(0, 5);
    });
    let expected = FaultKind::Uninitialised {
        buffer: 0,
        offset: 5,
    };
    assert_eq!(*fault(&outcome), expected);
    let outcome = run_prepared(&module, &buffers, |m| m.buffer_mut(1).unwrap().poison());
    assert_eq!(outcome.end, End::Done);
    let outcome = run_prepared(&module, &buffers, |m| m.buffer_mut(1).unwrap().protect());
    assert_eq!(
        *fault(&outcome),
        FaultKind::ReadOnly {
            buffer: 1,
            offset: 0
        }
    );
}

#[test]
fn what_is_written_is_known() {
    let mut memory = Memory::new();
    let (a, b) = (memory.add(&[0; 8], 256), memory.add(&[0; 12], 256));
    memory.buffer_mut(b).unwrap().poison();
    let arguments = [Argument::Buffer(a), Argument::Buffer(b)];
    launch(
        &program(&copy("i16", 4, 0)),
        &mut memory,
        [1, 1, 1],
        &arguments,
        &Options::default(),
    )
    .unwrap();
    let written: Vec<bool> = (0..12)
        .map(|byte| memory.buffer(b).unwrap().is_written(byte))
        .collect();
    assert_eq!(written, (0..12).map(|byte| byte < 8).collect::<Vec<_>>());
}

#[test]
fn addresses_have_to_be_aligned() {
    let mut memory = Memory::new();
    let (a, b) = (memory.add(&[0; 32], 2), memory.add(&[0; 32], 256));
    let arguments = [Argument::Buffer(a), Argument::Buffer(b)];
    let start = |memory: &mut Memory, scalar: &str| {
        launch(
            &program(&copy(scalar, 2, 0)),
            memory,
            [1, 1, 1],
            &arguments,
            &Options::default(),
        )
        .unwrap()
    };
    assert_eq!(start(&mut memory, "i16").end, End::Done);
    let outcome = start(&mut memory, "i32");
    assert_eq!(
        *fault(&outcome),
        FaultKind::Misaligned {
            buffer: 0,
            offset: 0
        }
    );
}

#[test]
fn masked_elements_are_padded_and_not_accessed() {
    let module = |padded: bool| {
        kernel(&["ptr<f32>", "ptr<f32>", "ptr<i1>"], |b, args| {
            let mask = b.load_row(args[2], "i1", 4);
            let source = b.pointers(args[0], "f32", 4);
            let padding = b.float(9.0, "4xf32");
            let operands: Vec<Value> = [source, mask]
                .into_iter()
                .chain(padded.then_some(padding))
                .collect();
            let attributes = [
                ("memory_ordering_semantics", Attribute::i32(0)),
                segments(&[1, 1, usize::from(padded), 0]),
            ];
            let loaded = b.op(
                Opcode::LoadPtrTko,
                &operands,
                &["4xf32", "token"],
                &attributes,
            )[0];
            b.store_row(args[1], "f32", 4, loaded);
        })
    };
    // Two elements: the others are masked.
    let buffers = [of_f32s(&[1.0, 2.0]), vec![0; 16], vec![1, 1, 0, 0]];
    let (outcome, after) = run(&module(true), [1, 1, 1], &buffers);
    assert_eq!(outcome.end, End::Done);
    assert_eq!(f32s(&after[1]), [1.0, 2.0, 9.0, 9.0]);
    // Undetermined elements follow the option.
    let with = |undetermined| {
        let options = Options {
            undetermined,
            ..Options::default()
        };
        f32s(
            &run_with(&module(false), [1, 1, 1], &buffers, &options)
                .unwrap()
                .1[1],
        )
    };
    assert!(with(Undetermined::Loud)[2].is_nan());
    assert_eq!(with(Undetermined::Zero), [1.0, 2.0, 0.0, 0.0]);
    assert!(with(Undetermined::Quiet)[3].is_finite());
}

/// Adds one to the element of buffer 0 that is the block's number over `per`, by an atomic or by load and store.
fn count(atomic: bool, per: i64) -> Module {
    kernel(&["ptr<i32>"], |b, args| {
        let id = b.op(Opcode::GetTileBlockId, &[], &["i32", "i32", "i32"], &[])[0];
        let per = b.int(per, "i32");
        let number = b.two(Opcode::DivI, id, per, "i32");
        let pointer = b.one(Opcode::Offset, &[args[0], number], "ptr<i32>", &[]);
        let one = b.int(1, "i32");
        if atomic {
            let attributes = [
                (
                    "memory_ordering_semantics",
                    value_of::<MemoryOrdering>("relaxed"),
                ),
                ("memory_scope", value_of::<MemoryScope>("device")),
                ("mode", value_of::<AtomicRMWMode>("add")),
                segments(&[1, 1, 0, 0]),
            ];
            b.op(
                Opcode::AtomicRMW,
                &[pointer, one],
                &["i32", "token"],
                &attributes,
            );
        } else {
            let old = b.load(pointer, "i32");
            let new = b.two(Opcode::AddI, old, one, "i32");
            b.store(pointer, new);
        }
    })
}

#[test]
fn blocks_that_share_an_element_race_unless_they_are_atomic() {
    let (outcome, after) = run(&count(true, 10), [100, 1, 1], &[vec![0; 40]]);
    assert_eq!(outcome.end, End::Done);
    assert!(outcome.races_searched);
    assert_eq!(i32s(&after[0]), [10; 10]);
    let (outcome, after) = run(&count(false, 1), [10, 1, 1], &[vec![0; 40]]);
    assert_eq!(outcome.end, End::Done, "each has its own");
    assert_eq!(i32s(&after[0]), [1; 10]);
    let (outcome, _) = run(&count(false, 10), [100, 1, 1], &[vec![0; 40]]);
    let End::Fault(found) = &outcome.end else {
        panic!("{outcome:?}")
    };
    assert_eq!(
        found.kind,
        FaultKind::Race {
            buffer: 0,
            offset: 0,
            other: [0, 0, 0]
        }
    );
    assert_eq!(found.block, [1, 0, 0]);
    let unsearched = Options {
        races: false,
        ..Options::default()
    };
    let (outcome, _) =
        run_with(&count(false, 10), [100, 1, 1], &[vec![0; 40]], &unsearched).unwrap();
    assert_eq!(outcome.end, End::Done);
    assert!(!outcome.races_searched);
}

#[test]
fn atomics_combine_as_their_mode_says() {
    // Values from two's complement arithmetic.
    let modify = |mode: &str, scalar: &str, buffer: Vec<u8>, argument: Vec<u8>| {
        let pointer = format!("ptr<{scalar}>");
        let module = kernel(&[&pointer, &pointer, &pointer], |b, args| {
            let target = b.pointers(args[0], scalar, 2);
            let argument = b.load_row(args[1], scalar, 2);
            let attributes = [
                (
                    "memory_ordering_semantics",
                    value_of::<MemoryOrdering>("acq_rel"),
                ),
                ("memory_scope", value_of::<MemoryScope>("device")),
                ("mode", value_of::<AtomicRMWMode>(mode)),
                segments(&[1, 1, 0, 0]),
            ];
            let ty = format!("2x{scalar}");
            let old = b.op(
                Opcode::AtomicRMW,
                &[target, argument],
                &[&ty, "token"],
                &attributes,
            )[0];
            b.store_row(args[2], scalar, 2, old);
        });
        let out = vec![0; buffer.len()];
        let (outcome, after) = run(&module, [1, 1, 1], &[buffer.clone(), argument, out]);
        assert_eq!(outcome.end, End::Done);
        assert_eq!(after[2], buffer, "the old value is given");
        after[0].clone()
    };
    for (mode, expected) in [
        ("and", [0b1000, 0]),
        ("or", [0b1110, -1]),
        ("xor", [0b0110, -1]),
        ("add", [0b1100 + 0b1010, -1]),
        ("max", [0b1100, 0]),
        ("min", [0b1010, -1]),
        ("umax", [0b1100, -1]),
        ("umin", [0b1010, 0]),
        ("xchg", [0b1010, 0]),
    ] {
        let (old, new) = (of_i32s(&[0b1100, -1]), of_i32s(&[0b1010, 0]));
        assert_eq!(i32s(&modify(mode, "i32", old, new)), expected, "{mode}");
        let wide = |v: [i64; 2]| bytes(&v, |v| v.to_le_bytes());
        let (old, new) = (wide([0b1100, -1]), wide([0b1010, 0]));
        assert_eq!(
            modify(mode, "i64", old, new),
            wide(expected.map(i64::from)),
            "{mode}"
        );
    }
    let sums = modify("addf", "f32", of_f32s(&[1.5, -2.0]), of_f32s(&[0.25, 2.0]));
    assert_eq!(f32s(&sums), [1.75, 0.0]);
    // 1.5 + 0.25 and 1 + 2^-11, a tie, in f16.
    let halves = |v: [u16; 2]| bytes(&v, |v| v.to_le_bytes());
    let sums = modify(
        "addf",
        "f16",
        halves([0x3E00, 0x3C00]),
        halves([0x3400, 0x1000]),
    );
    assert_eq!(sums, halves([0x3F00, 0x3C00]));
}

#[test]
fn exchanges_happen_where_the_expected_value_is() {
    let module = kernel(&["ptr<i32>", "ptr<i32>"], |b, args| {
        let target = b.pointers(args[0], "i32", 4);
        let (expected, new) = (b.int(5, "4xi32"), b.int(7, "4xi32"));
        let attributes = [
            (
                "memory_ordering_semantics",
                value_of::<MemoryOrdering>("relaxed"),
            ),
            ("memory_scope", value_of::<MemoryScope>("device")),
            segments(&[1, 1, 1, 0, 0]),
        ];
        let old = b.op(
            Opcode::AtomicCAS,
            &[target, expected, new],
            &["4xi32", "token"],
            &attributes,
        )[0];
        b.store_row(args[1], "i32", 4, old);
    });
    let (outcome, after) = run(&module, [1, 1, 1], &[of_i32s(&[5, 6, 5, 0]), vec![0; 16]]);
    assert_eq!(outcome.end, End::Done);
    assert_eq!(i32s(&after[0]), [7, 6, 7, 0]);
    assert_eq!(i32s(&after[1]), [5, 6, 5, 0]);
}

#[test]
fn memory_of_a_block_is_its_own() {
    let module = kernel(&["ptr<i32>"], |b, args| {
        let id = b.op(Opcode::GetTileBlockId, &[], &["i32", "i32", "i32"], &[])[0];
        let attributes = [
            ("num_elem", Attribute::i32(8)),
            ("alignment", Attribute::i32(16)),
        ];
        let own = b.one(Opcode::Alloca, &[], "ptr<i32>", &attributes);
        b.store(own, id);
        let back = b.load(own, "i32");
        let target = b.one(Opcode::Offset, &[args[0], id], "ptr<i32>", &[]);
        b.store(target, back);
    });
    let (outcome, after) = run(&module, [6, 1, 1], &[vec![0; 24]]);
    assert_eq!(outcome.end, End::Done, "{outcome:?}");
    assert_eq!(i32s(&after[0]), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn locks_make_plain_accesses_safe() {
    // Each block takes a lock, adds one by load and store, and gives the lock back.
    let module = kernel(&["ptr<i32>", "ptr<i32>"], |b, args| {
        let (zero, one) = (b.int(0, "i32"), b.int(1, "i32"));
        let ordered = |order: &str| {
            [
                (
                    "memory_ordering_semantics",
                    value_of::<MemoryOrdering>(order),
                ),
                ("memory_scope", value_of::<MemoryScope>("device")),
            ]
        };
        let spin = b.region(&[], |b, _| {
            let mut attributes = ordered("acquire").to_vec();
            attributes.push(segments(&[1, 1, 1, 0, 0]));
            let old = b.op(
                Opcode::AtomicCAS,
                &[args[0], zero, one],
                &["i32", "token"],
                &attributes,
            )[0];
            let taken = b.less(old, one, "i1");
            let leave = b.region(&[], |b, _| b.end(Opcode::Break, &[]));
            let stay = b.region(&[], |b, _| b.end(Opcode::Yield, &[]));
            b.nest(Opcode::If, &[taken], &[], &[], vec![leave, stay]);
            b.end(Opcode::Continue, &[]);
        });
        b.nest(Opcode::Loop, &[], &[], &[], vec![spin]);
        let old = b.load(args[1], "i32");
        let new = b.two(Opcode::AddI, old, one, "i32");
        b.store(args[1], new);
        let mut attributes = ordered("release").to_vec();
        attributes.push(("mode", value_of::<AtomicRMWMode>("xchg")));
        attributes.push(segments(&[1, 1, 0, 0]));
        b.op(
            Opcode::AtomicRMW,
            &[args[0], zero],
            &["i32", "token"],
            &attributes,
        );
    });
    let (outcome, after) = run(&module, [40, 1, 1], &[vec![0; 4], vec![0; 4]]);
    assert_eq!(outcome.end, End::Done, "{outcome:?}");
    assert_eq!(i32s(&after[1]), [40]);
}
