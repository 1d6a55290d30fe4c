//! Views of every kind, products, and what moves elements.

#[cutile::module]
pub mod views {
    use cutile::core::*;
    use cutile::tileir::*;

    #[cutile::entry(unchecked_accesses = true, optimization_hints = (sm_90 = (occupancy = 2,),))]
    pub unsafe fn views(
        x: &Tensor<bf16, { [-1, -1] }>,
        y: &Tensor<bf16, { [-1, -1, 4] }>,
        z: &Tensor<f32, { [-1, -1] }>,
        rows: *mut i32,
        length: i32,
    ) {
        let token: Token = new_token_unordered();
        let (block, _, _): (i32, i32, i32) = get_tile_block_id();
        let (blocks, _, _): (i32, i32, i32) = get_num_tile_blocks();
        let next: i32 = block + blocks;
        let plain: Partition<bf16, { [16, 32] }> =
            make_partition_view(x, shape![16, 32], padding::Zero, dim_map::Identity, token);
        let turned: Partition<bf16, { [16, 32] }> =
            make_partition_view(x, shape![16, 32], padding::NegInf, const_array![1, 0], token);
        let deep: Partition<bf16, { [8, 16, 4] }> =
            make_partition_view(y, shape![8, 16, 4], padding::None, dim_map::Identity, token);
        let space: [i32; 2] = get_index_space_shape(&plain);
        let last: i32 = space[0];
        let (a, t): (Tile<bf16, { [16, 32] }>, Token) = load_view_raw(
            &plain,
            [block, next],
            Some(token),
            ordering::Weak,
            scope::TileBlock,
            tma::Disabled,
            Some(4),
            [false, false],
            shape![16, 32],
        );
        let (b, t): (Tile<bf16, { [16, 32] }>, Token) = load_view_raw(
            &turned,
            [last, block],
            Some(t),
            ordering::Weak,
            scope::TileBlock,
            tma::Enabled,
            None,
            [false, false],
            shape![16, 32],
        );
        let (c, t): (Tile<bf16, { [8, 16, 4] }>, Token) = load_view_raw(
            &deep,
            [block, next, last],
            Some(t),
            ordering::Weak,
            scope::TileBlock,
            tma::Enabled,
            None,
            [false, false, false],
            shape![8, 16, 4],
        );
        let b: Tile<bf16, { [32, 16] }> = permute(b, const_array![1, 0]);
        let zero: Tile<f32, { [16, 16] }> = constant(0.0f32, shape![16, 16]);
        let product: Tile<f32, { [16, 16] }> = mmaf(a, b, zero);
        let c: Tile<bf16, { [32, 16] }> = reshape(c, shape![32, 16]);
        let upper: Tile<bf16, { [16, 16] }> =
            extract(c, [scalar_to_tile(block), scalar_to_tile(next)]);
        let joined: Tile<bf16, { [32, 16] }> = cat(upper, upper, 0);
        let total: Tile<f32, { [16, 16] }> = mmaf(a, joined, product);

        // A tensor made of a pointer and a length.
        let base: PointerTile<*mut i32, { [] }> = pointer_to_tile(rows);
        let length: i32 = assume_bounds_raw(length, Some(0), None);
        let sizes: Shape<{ [-1] }> = Shape::<{ [DYNAMIC] }> { dims: &[length] };
        let steps: Array<{ [1] }> = Array::<{ [1] }> { dims: &[] };
        let numbers: Tensor<i32, { [-1] }> = make_tensor_view(base, sizes, steps, token);
        let numbers: Partition<i32, { [16] }> =
            make_partition_view(&numbers, shape![16], padding::None, dim_map::Identity, token);
        let (picked, t): (Tile<i32, { [16] }>, Token) = load_view_raw(
            &numbers,
            [block],
            Some(t),
            ordering::Weak,
            scope::TileBlock,
            tma::Enabled,
            None,
            [false],
            shape![16],
        );
        let sparse: GatherScatterView<f32, { [16, 16] }, 0> =
            make_gather_scatter_view(z, shape![16, 16], padding::Zero);
        let (old, t): (Tile<f32, { [16, 16] }>, Token) = load_view_raw(
            &sparse,
            (picked, block),
            Some(t),
            ordering::Weak,
            scope::TileBlock,
            tma::Enabled,
            None,
            [false, false],
            shape![16, 16],
        );
        let total: Tile<f32, { [16, 16] }> = total + old;
        store_view_raw(
            &sparse,
            total,
            (picked, block),
            Some(t),
            ordering::Weak,
            scope::TileBlock,
            tma::Enabled,
            Some(2),
            [false, false],
        );
    }

    const DYNAMIC: i32 = -1;
}
