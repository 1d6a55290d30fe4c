//! Tiles of tensors: where they lie, what is outside, how they are counted.

mod common;

use common::{i32s, kernel, of_i32s, run, segments};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module};
use tileport_interpret::{End, FaultKind};

/// Loads a tile at `index` of a view of buffer 0 and stores it, flat, in buffer 1. `promised` are the dimensions whose
/// index is promised to be in bounds.
fn load(
    make: Opcode,
    tensor: &str,
    view: &str,
    index: &[i64],
    tile: &str,
    count: usize,
    promised: &[bool],
) -> Module {
    kernel(&["ptr<i32>", "ptr<i32>"], |b, args| {
        let tensor = b.one(
            Opcode::MakeTensorView,
            &[args[0]],
            tensor,
            &[segments(&[1, 0, 0])],
        );
        let view = b.one(make, &[tensor], view, &[]);
        let mut operands = vec![view];
        for &at in index {
            operands.push(b.int(at, "i32"));
        }
        let attributes = [
            ("memory_ordering_semantics", Attribute::i32(0)),
            (
                "inbounds",
                Attribute::dense_bool_array(promised.iter().copied()),
            ),
            segments(&[1, index.len(), 0]),
        ];
        let loaded = b.op(
            Opcode::LoadViewTko,
            &operands,
            &[tile, "token"],
            &attributes,
        )[0];
        let flat = b.one(Opcode::Reshape, &[loaded], &format!("{count}xi32"), &[]);
        b.store_row(args[1], "i32", count, flat);
    })
}

fn numbers(count: i32) -> Vec<u8> {
    of_i32s(&(0..count).collect::<Vec<_>>())
}

fn loaded(module: &Module, elements: i32, count: usize) -> Vec<i32> {
    let (outcome, after) = run(module, [1, 1, 1], &[numbers(elements), vec![0; 4 * count]]);
    assert_eq!(outcome.end, End::Done, "{outcome:?}");
    i32s(&after[1])
}

const TENSOR: &str = "tensor_view<3x5xi32, strides=[5,1]>";

#[test]
fn partitions_lie_side_by_side_and_are_padded_outside() {
    let view = format!("partition_view<tile=(2x4), padding_value = zero, {TENSOR}>");
    let at = |index: [i64; 2]| {
        load(
            Opcode::MakePartitionView,
            TENSOR,
            &view,
            &index,
            "2x4xi32",
            8,
            &[false; 2],
        )
    };
    assert_eq!(loaded(&at([0, 0]), 15, 8), [0, 1, 2, 3, 5, 6, 7, 8]);
    assert_eq!(loaded(&at([0, 1]), 15, 8), [4, 0, 0, 0, 9, 0, 0, 0]);
    assert_eq!(loaded(&at([1, 0]), 15, 8), [10, 11, 12, 13, 0, 0, 0, 0]);
    assert_eq!(loaded(&at([1, 1]), 15, 8), [14, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(loaded(&at([5, -3]), 15, 8), [0; 8]);
}

#[test]
fn dimension_maps_say_which_dimension_of_the_tensor_a_tile_follows() {
    // Tile dimension 0 runs along the tensor's dimension 1: the tile is a transposed piece.
    let view =
        format!("partition_view<tile=(4x2), padding_value = zero, {TENSOR}, dim_map=[1, 0]>");
    let module = load(
        Opcode::MakePartitionView,
        TENSOR,
        &view,
        &[0, 0],
        "4x2xi32",
        8,
        &[false; 2],
    );
    assert_eq!(loaded(&module, 15, 8), [0, 5, 1, 6, 2, 7, 3, 8]);
    let module = load(
        Opcode::MakePartitionView,
        TENSOR,
        &view,
        &[1, 1],
        "4x2xi32",
        8,
        &[false; 2],
    );
    assert_eq!(loaded(&module, 15, 8), [14, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn strided_views_step_by_their_own_distance() {
    let tensor = "tensor_view<10xi32, strides=[1]>";
    let view =
        format!("strided_view<tile=(4), traversal_strides=[3], padding_value = zero, {tensor}>");
    let at = |index: i64| {
        load(
            Opcode::MakeStridedView,
            tensor,
            &view,
            &[index],
            "4xi32",
            4,
            &[false],
        )
    };
    assert_eq!(loaded(&at(0), 10, 4), [0, 1, 2, 3]);
    assert_eq!(loaded(&at(1), 10, 4), [3, 4, 5, 6]);
    assert_eq!(loaded(&at(3), 10, 4), [9, 0, 0, 0]);
}

#[test]
fn a_broken_promise_is_a_fault() {
    let view = format!("partition_view<tile=(2x4), {TENSOR}>");
    let at = |index: [i64; 2], promised: [bool; 2]| {
        let module = load(
            Opcode::MakePartitionView,
            TENSOR,
            &view,
            &index,
            "2x4xi32",
            8,
            &promised,
        );
        run(&module, [1, 1, 1], &[numbers(15), vec![0; 32]]).0.end
    };
    assert_eq!(at([0, 0], [true, true]), End::Done);
    assert_eq!(at([1, 1], [false, false]), End::Done);
    for (index, promised, dimension) in [([1, 0], [true, false], 0), ([0, 1], [true, true], 1)] {
        let End::Fault(fault) = at(index, promised) else {
            panic!()
        };
        assert_eq!(fault.kind, FaultKind::BrokenPromise { dimension });
    }
}

#[test]
fn a_tensor_larger_than_its_buffer_is_caught_where_it_is_read() {
    let view = format!("partition_view<tile=(2x4), {TENSOR}>");
    let module = load(
        Opcode::MakePartitionView,
        TENSOR,
        &view,
        &[1, 0],
        "2x4xi32",
        8,
        &[false; 2],
    );
    let (outcome, _) = run(&module, [1, 1, 1], &[numbers(13), vec![0; 32]]);
    let End::Fault(fault) = outcome.end else {
        panic!("{outcome:?}")
    };
    assert_eq!(
        fault.kind,
        FaultKind::OutOfBounds {
            buffer: Some(0),
            offset: 40,
            write: false
        }
    );
}

#[test]
fn gathers_take_rows_by_number() {
    let view =
        format!("gather_scatter_view<tile=(4x2), padding_value = zero, {TENSOR}, sparse_dim=0>");
    let module = kernel(&["ptr<i32>", "ptr<i32>", "ptr<i32>"], |b, args| {
        let tensor = b.one(
            Opcode::MakeTensorView,
            &[args[0]],
            TENSOR,
            &[segments(&[1, 0, 0])],
        );
        let view = b.one(Opcode::MakeGatherScatterView, &[tensor], &view, &[]);
        let rows = b.load_row(args[2], "i32", 4);
        let column = b.int(3, "i32");
        let attributes = [
            ("memory_ordering_semantics", Attribute::i32(0)),
            segments(&[1, 2, 0]),
        ];
        let loaded = b.op(
            Opcode::LoadViewTko,
            &[view, rows, column],
            &["4x2xi32", "token"],
            &attributes,
        )[0];
        let flat = b.one(Opcode::Reshape, &[loaded], "8xi32", &[]);
        b.store_row(args[1], "i32", 8, flat);
    });
    let rows = of_i32s(&[2, 0, 7, -1]);
    let (outcome, after) = run(&module, [1, 1, 1], &[numbers(15), vec![0; 32], rows]);
    assert_eq!(outcome.end, End::Done, "{outcome:?}");
    // Indices along the dense dimension count elements.
    assert_eq!(i32s(&after[1]), [13, 14, 3, 4, 0, 0, 0, 0]);
}

#[test]
fn stores_keep_to_the_tensor() {
    let view = format!("partition_view<tile=(2x4), {TENSOR}>");
    let module = kernel(&["ptr<i32>"], |b, args| {
        let tensor = b.one(
            Opcode::MakeTensorView,
            &[args[0]],
            TENSOR,
            &[segments(&[1, 0, 0])],
        );
        let view = b.one(Opcode::MakePartitionView, &[tensor], &view, &[]);
        let id = b.op(Opcode::GetTileBlockId, &[], &["i32", "i32", "i32"], &[]);
        let flat = b.one(Opcode::Iota, &[], "8xi32", &[]);
        let ten = b.int(10, "8xi32");
        let values = b.two(Opcode::AddI, flat, ten, "8xi32");
        let tile = b.one(Opcode::Reshape, &[values], "2x4xi32", &[]);
        let attributes = [
            ("memory_ordering_semantics", Attribute::i32(0)),
            segments(&[1, 1, 2, 0]),
        ];
        b.op(
            Opcode::StoreViewTko,
            &[tile, view, id[0], id[1]],
            &["token"],
            &attributes,
        );
    });
    let (outcome, after) = run(&module, [2, 2, 1], &[vec![0; 4 * 17]]);
    assert_eq!(outcome.end, End::Done, "{outcome:?}");
    let expected = [
        10, 11, 12, 13, 10, 14, 15, 16, 17, 14, 10, 11, 12, 13, 10, 0, 0,
    ];
    assert_eq!(i32s(&after[0]), expected);
}

#[test]
fn sizes_count_elements_and_tiles() {
    let module = kernel(&["ptr<i32>", "ptr<i32>", "i32", "i32"], |b, args| {
        let dynamic = "tensor_view<?x5xi32, strides=[?,1]>";
        let tensor = b.one(
            Opcode::MakeTensorView,
            &[args[0], args[2], args[3]],
            dynamic,
            &[segments(&[1, 1, 1])],
        );
        let view = b.one(
            Opcode::MakePartitionView,
            &[tensor],
            &format!("partition_view<tile=(2x4), {dynamic}, dim_map=[1, 0]>"),
            &[],
        );
        let sizes = b.op(Opcode::GetTensorShape, &[tensor], &["i32", "i32"], &[]);
        let tiles = b.op(Opcode::GetIndexSpaceShape, &[view], &["i32", "i32"], &[]);
        for (n, value) in sizes.into_iter().chain(tiles).enumerate() {
            let at = b.int(n as i64, "i32");
            let pointer = b.one(Opcode::Offset, &[args[1], at], "ptr<i32>", &[]);
            b.store(pointer, value);
        }
    });
    let mut memory = tileport_interpret::Memory::new();
    let (a, out) = (memory.add(&[0; 64], 256), memory.add(&[0; 16], 256));
    use tileport_interpret::Argument::{Bits, Buffer};
    let arguments = [Buffer(a), Buffer(out), Bits(9), Bits(5)];
    let outcome = tileport_interpret::launch(
        &common::program(&module),
        &mut memory,
        [1, 1, 1],
        &arguments,
        &Default::default(),
    );
    assert_eq!(outcome.unwrap().end, End::Done);
    // ceil(5 / 2) and ceil(9 / 4): the tile's dimensions run along the other ones of the tensor.
    assert_eq!(i32s(&memory.buffer(out).unwrap().contents()), [9, 5, 3, 3]);
}
