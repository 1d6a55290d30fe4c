//! Loops, conditions, reductions, scans, atomics.

#[cutile::module]
pub mod control {
    use cutile::core::*;

    #[cuda_tile::op(name = "cuda_tile.constant", since = "V13_2", params = [], attribute_params = ["value:dense"])]
    pub fn number<E: ElementType>(value: i64) -> E {
        unreachable!()
    }

    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn control(x: &Tensor<f32, { [-1, -1] }>, counts: *mut i32, n: i32, step: i32) {
        let token: Token = new_token_unordered();
        let zero: i32 = number(0);
        let tiles: Partition<f32, { [8, 64] }> =
            make_partition_view(x, shape![8, 64], padding::Zero, dim_map::Identity, token);
        let mut sum: Tile<f32, { [8] }> = constant(0.0f32, shape![8]);
        let mut peak: Tile<f32, { [8] }> = constant(-1.0f32, shape![8]);
        let mut seen: i32 = zero;
        let mut order: Token = token;
        for i in (zero..n).step_by(step as usize) {
            let (tile, loaded): (Tile<f32, { [8, 64] }>, Token) = load_view_raw(
                &tiles,
                [i, zero],
                Some(order),
                ordering::Weak,
                scope::TileBlock,
                tma::Enabled,
                None,
                [false, false],
                shape![8, 64],
            );
            let part: Tile<f32, { [8] }> = reduce_sum(tile, 1);
            sum = sum + part;
            let high: Tile<f32, { [8] }> = reduce_max(tile, 1);
            peak = maxf(peak, high, nan::Disabled, ftz::Disabled);
            let low: f32 = tile_to_scalar(reduce_min(high, 0));
            let rest: i32 = n - i;
            let more: bool = rest > step;
            let mut gain: i32 = zero;
            let mut after: Token = loaded;
            if more {
                let (old, stored): (i32, Token) = bump(counts, rest, loaded);
                gain = old;
                after = stored;
            } else {
                gain = rest;
                after = order;
            }
            let first: f32 = if more { low * low } else { low };
            let first: Tile<f32, { [1] }> = reshape(scalar_to_tile(first), shape![1]);
            let whole: Tile<i32, { [1] }> = ftoi(first, rounding::NearestIntToZero);
            let whole: i32 = tile_to_scalar(reshape(whole, shape![]));
            let gain: i32 = gain + whole;
            seen = seen + gain;
            order = after;
        }
        let mut left: i32 = n;
        let mut right: i32 = seen;
        loop {
            let done: bool = left < step;
            if done {
                break;
            }
            let swapped: i32 = left - step;
            left = right;
            right = swapped;
        }
        let running: Tile<f32, { [8] }> = scan_sum(sum, 0, reverse::Forward, 0.0);
        let running: Tile<f32, { [8] }> = running + peak;
        let bits: Tile<i32, { [8] }> = bitcast(running);
        let ends: Tile<i32, { [8] }> = broadcast_scalar(right, shape![8]);
        let bits: Tile<i32, { [8] }> = bits + ends;
        let lanes: Tile<i32, { [8] }> = iota(shape![8]);
        let places: PointerTile<*mut i32, { [1] }> =
            reshape_ptr(pointer_to_tile(counts), shape![1]);
        let places: PointerTile<*mut i32, { [8] }> = broadcast_ptr(places, shape![8]);
        let places: PointerTile<*mut i32, { [8] }> = addptr_tile(places, lanes);
        let ready: Token = join_tokens(&[order, token]);
        let (before, swapped): (Tile<i32, { [8] }>, Token) = atomic_cas_tko(
            places,
            lanes,
            bits,
            ordering::AcqRel,
            scope::Device,
            None,
            Some(ready),
        );
        let _: (Tile<i32, { [8] }>, Token) = atomic_rmw_tko(
            places,
            before,
            atomic::Max,
            ordering::Relaxed,
            scope::System,
            None,
            Some(swapped),
        );
    }

    unsafe fn bump(counts: *mut i32, amount: i32, order: Token) -> (i32, Token) {
        let place: PointerTile<*mut i32, { [1] }> =
            reshape_ptr(pointer_to_tile(counts), shape![1]);
        let value: Tile<i32, { [1] }> = reshape(scalar_to_tile(amount), shape![1]);
        let (old, token): (Tile<i32, { [1] }>, Token) = atomic_rmw_tko(
            place,
            value,
            atomic::Add,
            ordering::Relaxed,
            scope::Device,
            None,
            Some(order),
        );
        let old: i32 = tile_to_scalar(reshape(old, shape![]));
        (old, token)
    }
}
