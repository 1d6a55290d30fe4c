//! Matrix product: K loop over explicit views, zero padding, f32 accumulator.

#[cutile::module]
pub mod matmul {
    use cutile::core::*;

    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn matmul<E: ElementType, const M: i32, const N: i32, const K: i32>(
        a: &Tensor<E, { [-1, -1] }>,
        b: &Tensor<E, { [-1, -1] }>,
        c: &Tensor<E, { [-1, -1] }>,
    ) {
        let block: (i32, i32, i32) = get_tile_block_id();
        let a_shape: Shape<{ [M, K] }> = Shape::<{ [M, K] }> { dims: &[] };
        let b_shape: Shape<{ [K, N] }> = Shape::<{ [K, N] }> { dims: &[] };
        let c_shape: Shape<{ [M, N] }> = Shape::<{ [M, N] }> { dims: &[] };
        let token: Token = new_token_unordered();
        let a_tiles: Partition<E, { [M, K] }> =
            make_partition_view(a, a_shape, padding::Zero, dim_map::Identity, token);
        let b_tiles: Partition<E, { [K, N] }> =
            make_partition_view(b, b_shape, padding::Zero, dim_map::Identity, token);
        let steps: i32 = num_tiles(&a_tiles, 1);
        let zero: Tile<f32, { [M, N] }> = constant(0.0f32, c_shape);
        let mut acc: Tile<f32, { [M, N] }> = zero;
        for k in 0i32..steps {
            let x: Tile<E, { [M, K] }> = load_view_tko(
                &a_tiles,
                [block.0, k],
                ordering::Weak,
                scope::TileBlock,
                None,
                tma::Enabled,
            );
            let y: Tile<E, { [K, N] }> = load_view_tko(
                &b_tiles,
                [k, block.1],
                ordering::Weak,
                scope::TileBlock,
                None,
                tma::Enabled,
            );
            acc = mmaf(x, y, acc);
        }
        let result: Tile<E, { [M, N] }> = convert_tile(acc);
        let mut c_tiles: PartitionMut<E, { [M, N] }> = c.partition_full_mut(c_shape);
        c_tiles.store_unchecked(result, [block.0, block.1]);
    }
}
