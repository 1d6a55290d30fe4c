#[cutile::module]
pub mod views_entry {
    use cutile::core::*;
    use cutile::tileir::*;
    const DYNAMIC: i32 = -1;
    #[cuda_tile::op(
        name = "cuda_tile.constant",
        since = "V13_2",
        params = [],
        attribute_params = ["value:dense"]
    )]
    pub fn int<E: ElementType>(value: i64) -> E {
        unreachable!()
    }
    #[cuda_tile::op(name = "cuda_tile.load_view_tko", since = "V13_2")]
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_view<
        E: ElementType,
        const S: [i32; N],
        V,
        I,
        O: ordering::LoadMode,
        Sc: scope::Mode,
        T: tma::Mode,
    >(
        view: &V,
        index: I,
        token: Option<Token>,
        memory_ordering: O,
        memory_scope: Sc,
        tma: T,
        latency: Option<i32>,
        shape: Shape<S>,
    ) -> (Tile<E, S>, Token) {
        unreachable!()
    }
    #[cuda_tile::op(name = "cuda_tile.store_view_tko", since = "V13_2")]
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn store_view<
        E: ElementType,
        const S: [i32; N],
        V,
        I,
        O: ordering::StoreMode,
        Sc: scope::Mode,
        T: tma::Mode,
    >(
        view: &V,
        value: Tile<E, S>,
        index: I,
        token: Option<Token>,
        memory_ordering: O,
        memory_scope: Sc,
        tma: T,
        latency: Option<i32>,
    ) -> Token {
        unreachable!()
    }
    #[cutile::entry(unchecked_accesses = true, optimization_hints = (
        sm_90 = (occupancy = 2,),
    ))]
    pub unsafe fn views_entry(
        arg_0: &Tensor<bf16, { [-1, -1] }>,
        arg_1: &Tensor<bf16, { [-1, -1, 4] }>,
        arg_2: &Tensor<f32, { [-1, -1] }>,
        arg_3: *mut i32,
        arg_4: i32,
    ) {
        let c_minus_1: i32 = int(-1);
        let token: Token = new_token_unordered();
        let token_2: Token = new_token_unordered();
        let token_3: Token = new_token_unordered();
        let c_minus_1_2: i32 = int(-1);
        let token_4: Token = new_token_unordered();
        let (block_x, block_y, block_z): (i32, i32, i32) = get_tile_block_id();
        let assumed: i32 = assume_bounds_raw(block_x, Some(0), None);
        let assumed_2: i32 = assume_bounds_raw(block_y, Some(0), None);
        let assumed_3: i32 = assume_bounds_raw(block_z, Some(0), None);
        let (blocks_x, blocks_y, blocks_z): (i32, i32, i32) = get_num_tile_blocks();
        let assumed_4: i32 = assume_bounds_raw(blocks_x, Some(0), None);
        let assumed_5: i32 = assume_bounds_raw(blocks_y, Some(0), None);
        let assumed_6: i32 = assume_bounds_raw(blocks_z, Some(0), None);
        let sum: i32 = assumed + assumed_4;
        let c_minus_1_3: i32 = int(-1);
        let c_minus_1_4: i32 = int(-1);
        let c_minus_1_5: i32 = int(-1);
        let tiles: Partition<bf16, { [16, 32] }> = make_partition_view(
            arg_0,
            shape![16, 32],
            padding::Zero,
            dim_map::Identity,
            token,
        );
        let c_minus_1_6: i32 = int(-1);
        let c_minus_1_7: i32 = int(-1);
        let c_minus_1_8: i32 = int(-1);
        let tiles_2: Partition<bf16, { [16, 32] }> = make_partition_view(
            arg_0,
            shape![16, 32],
            padding::NegInf,
            const_array![1, 0],
            token,
        );
        let c_minus_1_9: i32 = int(-1);
        let c_minus_1_10: i32 = int(-1);
        let c_minus_1_11: i32 = int(-1);
        let c_4: i32 = int(4);
        let tiles_3: Partition<bf16, { [8, 16, 4] }> = make_partition_view(
            arg_1,
            shape![8, 16, 4],
            padding::None,
            dim_map::Identity,
            token,
        );
        let space: [i32; 2] = get_index_space_shape(&tiles);
        let extent: i32 = space[0];
        let extent_2: i32 = space[1];
        let c_0: i32 = int(0);
        let c_0_2: bool = int(0);
        let c_0_3: bool = int(0);
        let (loaded, token_5): (Tile<bf16, { [16, 32] }>, Token) = load_view(
            &tiles,
            [assumed, sum],
            Some(token_4),
            ordering::Weak,
            scope::TileBlock,
            tma::Disabled,
            Some(4),
            shape![16, 32],
        );
        let c_0_4: bool = int(0);
        let c_0_5: bool = int(0);
        let (loaded_2, token_6): (Tile<bf16, { [16, 32] }>, Token) = load_view(
            &tiles_2,
            [extent, assumed],
            Some(token_5),
            ordering::Weak,
            scope::TileBlock,
            tma::Enabled,
            None,
            shape![16, 32],
        );
        let c_0_6: bool = int(0);
        let c_0_7: bool = int(0);
        let c_0_8: bool = int(0);
        let (loaded_3, token_7): (Tile<bf16, { [8, 16, 4] }>, Token) = load_view(
            &tiles_3,
            [assumed, sum, extent],
            Some(token_6),
            ordering::Weak,
            scope::TileBlock,
            tma::Enabled,
            None,
            shape![8, 16, 4],
        );
        let permuted: Tile<bf16, { [32, 16] }> = permute(loaded_2, const_array![1, 0]);
        let zero: Tile<f32, { [16, 16] }> = constant(0.0f32, shape![16, 16]);
        let product: Tile<f32, { [16, 16] }> = mmaf(loaded, permuted, zero);
        let reshaped: Tile<bf16, { [32, 16] }> = reshape(loaded_3, shape![32, 16]);
        let part: Tile<bf16, { [16, 16] }> = extract(
            reshaped,
            [scalar_to_tile(assumed), scalar_to_tile(sum)],
        );
        let c_0_9: i32 = int(0);
        let cat_2: Tile<bf16, { [32, 16] }> = cat(part, part, 0);
        let product_2: Tile<f32, { [16, 16] }> = mmaf(loaded, cat_2, product);
        let assumed_7: i32 = assume_bounds_raw(arg_4, Some(0), None);
        let base: PointerTile<*mut i32, { [] }> = pointer_to_tile(arg_3);
        let shape_2: Shape<{ [-1] }> = Shape::<{ [DYNAMIC] }> {
            dims: &[assumed_7],
        };
        let strides_2: Array<{ [1] }> = Array::<{ [1] }> { dims: &[] };
        let tensor: Tensor<i32, { [-1] }> = make_tensor_view(
            base,
            shape_2,
            strides_2,
            token,
        );
        let c_minus_1_12: i32 = int(-1);
        let c_minus_1_13: i32 = int(-1);
        let tiles_4: Partition<i32, { [16] }> = make_partition_view(
            &tensor,
            shape![16],
            padding::None,
            dim_map::Identity,
            token,
        );
        let c_0_10: bool = int(0);
        let (loaded_4, token_8): (Tile<i32, { [16] }>, Token) = load_view(
            &tiles_4,
            [assumed],
            Some(token_7),
            ordering::Weak,
            scope::TileBlock,
            tma::Enabled,
            None,
            shape![16],
        );
        let tiles_5: GatherScatterView<f32, { [16, 16] }, 0> = make_gather_scatter_view(
            arg_2,
            shape![16, 16],
            padding::Zero,
        );
        let c_0_11: bool = int(0);
        let c_0_12: bool = int(0);
        let (loaded_5, token_9): (Tile<f32, { [16, 16] }>, Token) = load_view(
            &tiles_5,
            (loaded_4, assumed),
            Some(token_8),
            ordering::Weak,
            scope::TileBlock,
            tma::Enabled,
            None,
            shape![16, 16],
        );
        let sum_2: Tile<f32, { [16, 16] }> = product_2 + loaded_5;
        let c_0_13: bool = int(0);
        let c_0_14: bool = int(0);
        let _: Token = store_view(
            &tiles_5,
            sum_2,
            (loaded_4, assumed),
            Some(token_9),
            ordering::Weak,
            scope::TileBlock,
            tma::Enabled,
            Some(2),
        );
    }
}
