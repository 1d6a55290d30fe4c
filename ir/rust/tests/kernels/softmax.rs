//! Row softmax: a row in one tile, padded with negative infinity.

#[cutile::module]
pub mod softmax {
    use cutile::core::*;

    #[cutile::entry(unchecked_accesses = true, optimization_hints = (sm_90 = (occupancy = 2,),))]
    pub unsafe fn softmax<const COLUMNS: i32>(
        x: &Tensor<f32, { [-1, -1] }>,
        y: &Tensor<f32, { [-1, -1] }>,
    ) {
        let row: (i32, i32, i32) = get_tile_block_id();
        let shape: Shape<{ [1, COLUMNS] }> = Shape::<{ [1, COLUMNS] }> { dims: &[] };
        let token: Token = new_token_unordered();
        let tiles: Partition<f32, { [1, COLUMNS] }> =
            make_partition_view(x, shape, padding::NegInf, dim_map::Identity, token);
        let values: Tile<f32, { [1, COLUMNS] }> = load_view_tko(
            &tiles,
            [row.0, 0i32],
            ordering::Weak,
            scope::TileBlock,
            None,
            tma::Enabled,
        );
        let peak: Tile<f32, { [1] }> = reduce_max(values, 1i32);
        let peak: Tile<f32, { [1, 1] }> = reshape(peak, const_shape![1, 1]);
        let peak: Tile<f32, { [1, COLUMNS] }> = broadcast(peak, shape);
        let shifted: Tile<f32, { [1, COLUMNS] }> = values - peak;
        let powers: Tile<f32, { [1, COLUMNS] }> = exp(shifted);
        let total: Tile<f32, { [1] }> = reduce_sum(powers, 1i32);
        let total: Tile<f32, { [1, 1] }> = reshape(total, const_shape![1, 1]);
        let total: Tile<f32, { [1, COLUMNS] }> = broadcast(total, shape);
        let result: Tile<f32, { [1, COLUMNS] }> = true_div(powers, total);
        let mut out: PartitionMut<f32, { [1, COLUMNS] }> = y.partition_full_mut(shape);
        out.store_unchecked(result, [row.0, 0i32]);
    }
}
