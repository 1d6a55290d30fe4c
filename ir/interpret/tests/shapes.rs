//! Moving elements about, and matrix products. Expected values are written out or come from plain loops over integers.

mod common;

use common::{bytes, f32s, i32s, kernel, of_f32s, of_i32s, run};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module, Signedness, Value};
use tileport_interpret::{End, FaultKind};

/// Runs a kernel that makes a tile of `count` integers of 0, 1, 2 and so on (as many as 16).
fn moved(count: usize, f: impl Fn(&mut common::Build, Value) -> Value) -> Vec<i32> {
    let module = kernel(&["ptr<i32>"], |b, args| {
        let row = b.one(Opcode::Iota, &[], "16xi32", &[]);
        let v = f(b, row);
        let flat = b.one(Opcode::Reshape, &[v], &format!("{count}xi32"), &[]);
        b.store_row(args[0], "i32", count, flat);
    });
    let (outcome, after) = run(&module, [1, 1, 1], &[vec![0; 4 * count]]);
    assert_eq!(outcome.end, End::Done, "{outcome:?}");
    i32s(&after[0])
}

#[test]
fn elements_move_where_they_should() {
    let reshape = |b: &mut common::Build, v, ty| b.one(Opcode::Reshape, &[v], ty, &[]);
    let permuted = moved(16, |b, row| {
        let cube = reshape(b, row, "2x4x2xi32");
        let permutation = Attribute::DenseI32Array(vec![2, 0, 1]);
        b.one(
            Opcode::Permute,
            &[cube],
            "2x2x4xi32",
            &[("permutation", permutation)],
        )
    });
    // Element (k, i, j) is element (i, j, k) of the source.
    assert_eq!(
        permuted,
        [0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15]
    );
    let broadcast = moved(32, |b, row| {
        let column = reshape(b, row, "4x1x4xi32");
        b.one(Opcode::Broadcast, &[column], "4x2x4xi32", &[])
    });
    let expected: Vec<i32> = (0..4)
        .flat_map(|i| (0..8).map(move |j| 4 * i + j % 4))
        .collect();
    assert_eq!(broadcast, expected);
    let joined = moved(32, |b, row| {
        let square = reshape(b, row, "4x4xi32");
        let ten = b.int(100, "4x4xi32");
        b.one(
            Opcode::Cat,
            &[square, ten],
            "4x8xi32",
            &[("dim", Attribute::i32(1))],
        )
    });
    let expected: Vec<i32> = (0..4)
        .flat_map(|i| (0..8).map(move |j| if j < 4 { 4 * i + j } else { 100 }))
        .collect();
    assert_eq!(joined, expected);
    let part = moved(4, |b, row| {
        let square = reshape(b, row, "4x4xi32");
        let (one, zero) = (b.int(1, "i32"), b.int(0, "i32"));
        b.one(Opcode::Extract, &[square, one, zero], "2x2xi32", &[])
    });
    assert_eq!(part, [8, 9, 12, 13]);
    let put = moved(16, |b, row| {
        let square = reshape(b, row, "4x4xi32");
        let (one, minus) = (b.int(1, "i32"), b.int(-1, "2x2xi32"));
        let zero = b.int(0, "i32");
        b.one(Opcode::Insert, &[minus, square, zero, one], "4x4xi32", &[])
    });
    assert_eq!(
        put,
        [0, 1, -1, -1, 4, 5, -1, -1, 8, 9, 10, 11, 12, 13, 14, 15]
    );
}

#[test]
fn slices_outside_of_a_tile_are_faults() {
    let module = kernel(&[], |b, _| {
        let row = b.one(Opcode::Iota, &[], "16xi32", &[]);
        let two = b.int(2, "i32");
        b.one(Opcode::Extract, &[row, two], "8xi32", &[]);
    });
    let End::Fault(fault) = run(&module, [1, 1, 1], &[]).0.end else {
        panic!()
    };
    assert_eq!(fault.kind, FaultKind::Slice);
}

#[test]
fn small_floats_are_packed_lowest_first() {
    // f4E2M1: 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives; two to a byte, the first in the low half.
    let module = kernel(&["ptr<i8>", "ptr<f32>", "ptr<i8>"], |b, args| {
        let raw = b.load_row(args[0], "i8", 8);
        let small = b.one(Opcode::Unpack, &[raw], "16xf4E2M1FN", &[]);
        let wide = b.one(
            Opcode::FToF,
            &[small],
            "16xf32",
            &[("rounding_mode", Attribute::i32(0))],
        );
        b.store_row(args[1], "f32", 16, wide);
        let back = b.one(
            Opcode::FToF,
            &[wide],
            "16xf4E2M1FN",
            &[("rounding_mode", Attribute::i32(0))],
        );
        let packed = b.one(Opcode::Pack, &[back], "8xi8", &[]);
        b.store_row(args[2], "i8", 8, packed);
    });
    let raw = vec![0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0xDC, 0xFE];
    let (outcome, after) = run(&module, [1, 1, 1], &[raw.clone(), vec![0; 64], vec![0; 8]]);
    assert_eq!(outcome.end, End::Done, "{outcome:?}");
    let expected = [
        0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, -0.0, -0.5, -1.0, -1.5, -2.0, -3.0, -4.0, -6.0,
    ];
    assert_eq!(f32s(&after[1]), expected);
    assert_eq!(after[2], raw);
}

/// A product of factors in buffers 0 and 1 with the accumulator in buffer 2, which takes the result.
fn product(
    opcode: Opcode,
    factor: &str,
    sum: &str,
    [batch, m, k, n]: [usize; 4],
    attributes: &[(&str, Attribute)],
) -> Module {
    let (f, s) = (format!("ptr<{factor}>"), format!("ptr<{sum}>"));
    kernel(&[&f, &f, &s], |b, args| {
        let mut tile = |base, scalar: &str, rows: usize, columns: usize| {
            let flat = b.load_row(base, scalar, batch * rows * columns);
            b.one(
                Opcode::Reshape,
                &[flat],
                &format!("{batch}x{rows}x{columns}x{scalar}"),
                &[],
            )
        };
        let (lhs, rhs, acc) = (
            tile(args[0], factor, m, k),
            tile(args[1], factor, k, n),
            tile(args[2], sum, m, n),
        );
        let result = b.one(
            opcode,
            &[lhs, rhs, acc],
            &format!("{batch}x{m}x{n}x{sum}"),
            attributes,
        );
        let flat = b.one(
            Opcode::Reshape,
            &[result],
            &format!("{}x{sum}", batch * m * n),
            &[],
        );
        b.store_row(args[2], sum, batch * m * n, flat);
    })
}

/// Small whole numbers, whose sums every float type here holds.
fn whole(count: usize, seed: i64) -> Vec<i64> {
    (0..count as i64)
        .map(|n| (n * 7 + seed * 13) % 9 - 4)
        .collect()
}

fn expected(a: &[i64], b: &[i64], acc: &[i64], [batch, m, k, n]: [usize; 4]) -> Vec<i64> {
    let mut out = acc.to_vec();
    for (index, sum) in out.iter_mut().enumerate() {
        let (z, i, j) = (index / (m * n), index / n % m, index % n);
        assert!(z < batch);
        *sum += (0..k)
            .map(|d| a[(z * m + i) * k + d] * b[(z * k + d) * n + j])
            .sum::<i64>();
    }
    out
}

#[test]
fn products_of_whole_numbers_are_exact() {
    let sizes = [2, 16, 32, 8];
    let [batch, m, k, n] = sizes;
    let (a, b, acc) = (
        whole(batch * m * k, 1),
        whole(batch * k * n, 2),
        whole(batch * m * n, 3),
    );
    let want = expected(&a, &b, &acc, sizes);
    let f32_bytes = |v: &[i64]| of_f32s(&v.iter().map(|&v| v as f32).collect::<Vec<_>>());
    let f64_bytes = |v: &[i64]| bytes(v, |&v| (v as f64).to_le_bytes());
    let f16_bytes = |v: &[i64]| bytes(v, |&v| half::f16::from_f64(v as f64).to_le_bytes());
    let bf16_bytes = |v: &[i64]| bytes(v, |&v| half::bf16::from_f64(v as f64).to_le_bytes());
    let check = |factor: &str,
                 sum: &str,
                 to: &dyn Fn(&[i64]) -> Vec<u8>,
                 of: &dyn Fn(&[i64]) -> Vec<u8>| {
        let module = product(Opcode::MmaF, factor, sum, sizes, &[]);
        let (outcome, after) = run(&module, [1, 1, 1], &[to(&a), to(&b), of(&acc)]);
        assert_eq!(outcome.end, End::Done, "{outcome:?}");
        assert!(after[2] == of(&want), "{factor} summed in {sum}");
    };
    check("f32", "f32", &f32_bytes, &f32_bytes);
    check("tf32", "f32", &f32_bytes, &f32_bytes);
    check("f16", "f32", &f16_bytes, &f32_bytes);
    check("bf16", "f32", &bf16_bytes, &f32_bytes);
    check("f16", "f16", &f16_bytes, &f16_bytes);
    check("f64", "f64", &f64_bytes, &f64_bytes);
}

#[test]
fn sums_in_sixteen_bits_are_rounded_at_every_step() {
    // 2048 + 1 + 1 + 1 + 1: each single addend is lost to ties, in any order of sums from the accumulator on.
    let module = product(Opcode::MmaF, "f16", "f16", [1, 1, 4, 1], &[]);
    let f16 = |v: &[f64]| bytes(v, |&v| half::f16::from_f64(v).to_le_bytes());
    let (_, after) = run(
        &module,
        [1, 1, 1],
        &[f16(&[1.0; 4]), f16(&[1.0; 4]), f16(&[2048.0])],
    );
    assert_eq!(after[2], f16(&[2048.0]));
}

#[test]
fn integer_products_know_their_signs() {
    let sizes = [1, 4, 8, 4];
    let a: Vec<i64> = (0..32).map(|n| n * 37 % 256 - 128).collect();
    let b: Vec<i64> = (0..32).map(|n| n * 91 % 256 - 128).collect();
    let acc = whole(16, 5);
    for (left, right) in [(true, true), (true, false), (false, true), (false, false)] {
        let sign = |signed: bool| {
            Attribute::i32(if signed {
                Signedness::Signed
            } else {
                Signedness::Unsigned
            } as i64)
        };
        let attributes = [
            ("signedness_lhs", sign(left)),
            ("signedness_rhs", sign(right)),
        ];
        let module = product(Opcode::MmaI, "i8", "i32", sizes, &attributes);
        let i8s = |v: &[i64]| bytes(v, |&v| [v as u8]);
        let sums = of_i32s(&acc.iter().map(|&v| v as i32).collect::<Vec<_>>());
        let (outcome, after) = run(&module, [1, 1, 1], &[i8s(&a), i8s(&b), sums]);
        assert_eq!(outcome.end, End::Done, "{outcome:?}");
        let read = |v: &[i64], signed: bool| -> Vec<i64> {
            v.iter()
                .map(|&v| if signed { v } else { v & 0xFF })
                .collect()
        };
        let want = expected(&read(&a, left), &read(&b, right), &acc, sizes);
        assert_eq!(
            i32s(&after[2]),
            want.into_iter().map(|v| v as i32).collect::<Vec<_>>()
        );
    }
}

#[test]
fn scales_multiply_blocks_of_factors() {
    // Rows of ones (0x38 in f8E4M3FN), 32 to a scale; scales are powers of two, 127 is 1.
    let module = kernel(&["ptr<i8>", "ptr<f32>"], |b, args| {
        let bits = b.load_row(args[0], "i8", 4);
        let scales = b.one(Opcode::Bitcast, &[bits], "4xf8E8M0FNU", &[]);
        let lhs_scale = b.one(Opcode::Reshape, &[scales], "2x2xf8E8M0FNU", &[]);
        let one = b.constant("2x64xf8E4M3FN", vec![0x38]);
        let other = b.constant("64x1xf8E4M3FN", vec![0x38]);
        let rhs_scale = b.constant("2x1xf8E8M0FNU", vec![128]);
        let acc = b.float(0.5, "2x1xf32");
        let v = b.one(
            Opcode::MmaFScaled,
            &[one, other, acc, lhs_scale, rhs_scale],
            "2x1xf32",
            &[],
        );
        let flat = b.one(Opcode::Reshape, &[v], "2xf32", &[]);
        b.store_row(args[1], "f32", 2, flat);
    });
    // Row 0 has scales 1 and 4, row 1 has 1/2 and 8; the right factor's are all 2.
    let (outcome, after) = run(&module, [1, 1, 1], &[vec![127, 129, 126, 130], vec![0; 8]]);
    assert_eq!(outcome.end, End::Done, "{outcome:?}");
    assert_eq!(
        f32s(&after[1]),
        [
            32.0 * (1.0 + 4.0) * 2.0 + 0.5,
            32.0 * (0.5 + 8.0) * 2.0 + 0.5
        ]
    );
}
