#[cutile::module]
pub mod control_entry {
    use cutile::core::*;
    #[cuda_tile::op(
        name = "cuda_tile.constant",
        since = "V13_2",
        params = [],
        attribute_params = ["value:dense"]
    )]
    pub fn float<E: ElementType>(value: f64) -> E {
        unreachable!()
    }
    #[cuda_tile::op(
        name = "cuda_tile.constant",
        since = "V13_2",
        params = [],
        attribute_params = ["value:dense"]
    )]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn float_tile<E: ElementType, const S: [i32; N]>(
        value: f64,
        shape: Shape<S>,
    ) -> Tile<E, S> {
        unreachable!()
    }
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
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn control_entry(
        arg_0: &Tensor<f32, { [-1, -1] }>,
        arg_1: *mut i32,
        arg_2: i32,
        arg_3: i32,
    ) {
        let token: Token = new_token_unordered();
        let token_2: Token = new_token_unordered();
        let c_0: i32 = int(0);
        let c_minus_1: i32 = int(-1);
        let c_minus_1_2: i32 = int(-1);
        let tiles: Partition<f32, { [8, 64] }> = make_partition_view(
            arg_0,
            shape![8, 64],
            padding::Zero,
            dim_map::Identity,
            token,
        );
        let zero: Tile<f32, { [8] }> = constant(0.0f32, shape![8]);
        let factor: Tile<f32, { [8] }> = constant(-1.0f32, shape![8]);
        let mut carried: Token = token_2;
        let mut carried_2: Tile<f32, { [8] }> = factor;
        let mut carried_3: i32 = c_0;
        let mut carried_4: Tile<f32, { [8] }> = zero;
        for i in (c_0..arg_2).step_by(arg_3 as usize) {
            let c_0_2: bool = int(0);
            let c_0_3: bool = int(0);
            let (loaded, token_3): (Tile<f32, { [8, 64] }>, Token) = load_view(
                &tiles,
                [i, c_0],
                Some(carried),
                ordering::Weak,
                scope::TileBlock,
                tma::Enabled,
                None,
                shape![8, 64],
            );
            let reduced: Tile<f32, { [8] }> = reduce_sum(loaded, 1);
            let sum: Tile<f32, { [8] }> = carried_4 + reduced;
            let reduced_2: Tile<f32, { [8] }> = reduce_max(loaded, 1);
            let larger: Tile<f32, { [8] }> = maxf(
                carried_2,
                reduced_2,
                nan::Disabled,
                ftz::Disabled,
            );
            let reduced_3: f32 = tile_to_scalar(reduce_min(reduced_2, 0));
            let difference: i32 = arg_2 - i;
            let condition: bool = difference > arg_3;
            let mut chosen: Token = new_token_unordered();
            let mut chosen_2: Tile<f32, { [8] }> = float_tile(0.0, shape![8]);
            let mut chosen_3: i32 = int(0);
            let mut chosen_4: Tile<f32, { [8] }> = float_tile(0.0, shape![8]);
            let mut chosen_5: Token = new_token_unordered();
            let mut chosen_6: i32 = int(0);
            if condition {
                let pointers: PointerTile<*mut i32, { [1] }> = reshape_ptr(
                    pointer_to_tile(arg_1),
                    shape![1],
                );
                let reshaped: Tile<i32, { [1] }> = reshape(
                    scalar_to_tile(difference),
                    shape![1],
                );
                let (before, token_4): (Tile<i32, { [1] }>, Token) = atomic_rmw_tko(
                    pointers,
                    reshaped,
                    atomic::Add,
                    ordering::Relaxed,
                    scope::Device,
                    None,
                    Some(token_3),
                );
                let reshaped_2: i32 = tile_to_scalar(reshape(before, shape![]));
                chosen = carried;
                chosen_2 = larger;
                chosen_3 = carried_3;
                chosen_4 = sum;
                chosen_5 = token_4;
                chosen_6 = reshaped_2;
            } else {
                chosen = carried;
                chosen_2 = larger;
                chosen_3 = carried_3;
                chosen_4 = sum;
                chosen_5 = carried;
                chosen_6 = difference;
            }
            let mut c0_chosen: Token = new_token_unordered();
            let mut c1_chosen: Tile<f32, { [8] }> = float_tile(0.0, shape![8]);
            let mut c2_chosen: i32 = int(0);
            let mut c3_chosen: Tile<f32, { [8] }> = float_tile(0.0, shape![8]);
            let mut c4_chosen: f32 = float(0.0);
            if condition {
                let product: f32 = reduced_3 * reduced_3;
                c0_chosen = chosen;
                c1_chosen = chosen_2;
                c2_chosen = chosen_3;
                c3_chosen = chosen_4;
                c4_chosen = product;
            } else {
                c0_chosen = chosen;
                c1_chosen = chosen_2;
                c2_chosen = chosen_3;
                c3_chosen = chosen_4;
                c4_chosen = reduced_3;
            }
            let reshaped_3: Tile<f32, { [1] }> = reshape(
                scalar_to_tile(c4_chosen),
                shape![1],
            );
            let converted: Tile<i32, { [1] }> = ftoi(
                reshaped_3,
                rounding::NearestIntToZero,
            );
            let reshaped_4: i32 = tile_to_scalar(reshape(converted, shape![]));
            let sum_2: i32 = chosen_6 + reshaped_4;
            let sum_3: i32 = c2_chosen + sum_2;
            carried = chosen_5;
            carried_2 = c1_chosen;
            carried_3 = sum_3;
            carried_4 = c3_chosen;
        }
        let mut carried_5: i32 = arg_2;
        let mut carried_6: i32 = carried_3;
        loop {
            let condition_2: bool = carried_5 < arg_3;
            if condition_2 {
                break;
            }
            let difference_2: i32 = carried_5 - arg_3;
            carried_5 = carried_6;
            carried_6 = difference_2;
        }
        let running: Tile<f32, { [8] }> = scan_sum(carried_4, 0, reverse::Forward, 0.0);
        let sum_4: Tile<f32, { [8] }> = running + carried_2;
        let converted_2: Tile<i32, { [8] }> = bitcast(sum_4);
        let c_8: i32 = int(8);
        let c_1: i32 = int(1);
        let c_1_2: i32 = int(1);
        let reshaped_5: Tile<i32, { [1] }> = reshape(
            scalar_to_tile(carried_6),
            shape![1],
        );
        let c_1_3: i32 = int(1);
        let c_8_2: i32 = int(8);
        let spread: Tile<i32, { [8] }> = broadcast(reshaped_5, shape![8]);
        let sum_5: Tile<i32, { [8] }> = converted_2 + spread;
        let lanes: Tile<i32, { [8] }> = iota(shape![8]);
        let pointers_2: PointerTile<*mut i32, { [1] }> = reshape_ptr(
            pointer_to_tile(arg_1),
            shape![1],
        );
        let pointers_3: PointerTile<*mut i32, { [8] }> = broadcast_ptr(
            pointers_2,
            shape![8],
        );
        let pointers_4: PointerTile<*mut i32, { [8] }> = addptr_tile(pointers_3, lanes);
        let token_5: Token = join_tokens(&[carried, token_2]);
        let (before_2, token_6): (Tile<i32, { [8] }>, Token) = atomic_cas_tko(
            pointers_4,
            lanes,
            sum_5,
            ordering::AcqRel,
            scope::Device,
            None,
            Some(token_5),
        );
        let (_, _): (Tile<i32, { [8] }>, Token) = atomic_rmw_tko(
            pointers_4,
            before_2,
            atomic::Max,
            ordering::Relaxed,
            scope::System,
            None,
            Some(token_6),
        );
    }
}
