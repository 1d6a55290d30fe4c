//! Element-wise operations on tiles and on scalars, with attributes of every kind.

#[cutile::module]
pub mod elementwise {
    use cutile::core::*;

    #[cuda_tile::op(name = "cuda_tile.cmpi", since = "V13_2", params = ["lhs", "rhs"], named_attributes = ["comparison_predicate=less_than", "signedness=unsigned"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn below<E: ElementType, const S: [i32; N]>(
        lhs: Tile<E, S>,
        rhs: Tile<E, S>,
    ) -> Tile<bool, S> {
        unreachable!()
    }

    #[cuda_tile::op(name = "cuda_tile.trunci", since = "V13_2", params = ["from"], named_attributes = ["overflow=none"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn narrow<EIn: ElementType, EOut: ElementType, const S: [i32; N]>(
        from: Tile<EIn, S>,
    ) -> Tile<EOut, S> {
        unreachable!()
    }

    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn elementwise(x: *mut f32, y: *mut i32, n: i32, scale: f32, wide: i64) {
        let token: Token = new_token_unordered();
        let lanes: Tile<i32, { [32] }> = iota(shape![32]);
        let xs: PointerTile<*mut f32, { [1] }> = reshape_ptr(pointer_to_tile(x), shape![1]);
        let xs: PointerTile<*mut f32, { [32] }> = broadcast_ptr(xs, shape![32]);
        let xs: PointerTile<*mut f32, { [32] }> = addptr_tile(xs, lanes);
        let (a, t): (Tile<f32, { [32] }>, Token) = load_ptr_tko(
            xs,
            ordering::Weak,
            None::<scope::TileBlock>,
            None,
            None,
            Some(token),
            Latency::<3>,
        );
        let ys: PointerTile<*mut i32, { [1] }> = reshape_ptr(pointer_to_tile(y), shape![1]);
        let ys: PointerTile<*mut i32, { [32] }> = broadcast_ptr(ys, shape![32]);
        let ys: PointerTile<*mut i32, { [32] }> = addptr_tile(ys, lanes);
        let (k, t): (Tile<i32, { [32] }>, Token) = load_ptr_tko(
            ys,
            ordering::Relaxed,
            Some(scope::Device),
            None,
            None,
            Some(t),
            Latency::<0>,
        );

        // Floats.
        let b: Tile<f32, { [32] }> = broadcast_scalar(scale, shape![32]);
        let f: Tile<f32, { [32] }> = a + b;
        let f: Tile<f32, { [32] }> = f - a;
        let f: Tile<f32, { [32] }> = f * b;
        let f: Tile<f32, { [32] }> = mulf(f, b, rounding::NearestEven, ftz::Enabled);
        let f: Tile<f32, { [32] }> = addf(f, b, rounding::Zero, ftz::Disabled);
        let f: Tile<f32, { [32] }> = divf(f, b, rounding::Approx, ftz::Enabled);
        let f: Tile<f32, { [32] }> = divf(f, a, rounding::NearestEven, ftz::Disabled);
        let f: Tile<f32, { [32] }> = fma(f, a, b, rounding::NearestEven, ftz::Disabled);
        let f: Tile<f32, { [32] }> = maxf(f, a, nan::Enabled, ftz::Disabled);
        let f: Tile<f32, { [32] }> = minf(f, b, nan::Disabled, ftz::Enabled);
        let f: Tile<f32, { [32] }> = exp_with_rounding(f, rounding::Approx);
        let f: Tile<f32, { [32] }> = exp(f);
        let f: Tile<f32, { [32] }> = exp2(f, ftz::Enabled);
        let f: Tile<f32, { [32] }> = tanh_with_rounding(f, rounding::Approx);
        let f: Tile<f32, { [32] }> = rsqrt(f, ftz::Disabled);
        let f: Tile<f32, { [32] }> = sqrt(f, rounding::NearestEven, ftz::Disabled);
        let f: Tile<f32, { [32] }> = negf(f);
        let f: Tile<f32, { [32] }> = absf(f);
        let f: Tile<f32, { [32] }> = log2(f);
        let f: Tile<f32, { [32] }> = sin(f);
        let f: Tile<f32, { [32] }> = floor(f);
        let f: Tile<f32, { [32] }> = remf(f, b);
        let f: Tile<f32, { [32] }> = pow(f, b);
        let less: Tile<bool, { [32] }> =
            cmpf(f, a, predicate::LessThan, cmp_ordering::Unordered);
        let half: Tile<f16, { [32] }> = ftof(f, rounding::NearestEven);
        let back: Tile<f32, { [32] }> = ftof(half, rounding::NearestEven);
        let whole: Tile<i32, { [32] }> = ftoi(back, rounding::NearestIntToZero);

        // Integers.
        let i: Tile<i32, { [32] }> = k + whole;
        let i: Tile<i32, { [32] }> = i * lanes;
        let i: Tile<i32, { [32] }> = i - k;
        let i: Tile<i32, { [32] }> = divi(i, k, rounding::NegativeInf);
        let i: Tile<i32, { [32] }> = remi(i, k);
        let i: Tile<i32, { [32] }> = maxi(i, k);
        let i: Tile<i32, { [32] }> = mini(i, lanes);
        let i: Tile<i32, { [32] }> = i & k;
        let i: Tile<i32, { [32] }> = i | lanes;
        let i: Tile<i32, { [32] }> = i ^ k;
        let i: Tile<i32, { [32] }> = shri(i, lanes);
        let long: Tile<i64, { [32] }> = exti(i);
        let limit: Tile<i64, { [32] }> = broadcast_scalar(wide, shape![32]);
        let inside: Tile<bool, { [32] }> = below(long, limit);
        let short: Tile<i32, { [32] }> = narrow(long);
        let more: Tile<bool, { [32] }> = cmpi(short, lanes, predicate::GreaterThanOrEqual);
        let mask: Tile<bool, { [32] }> = inside & more;
        let mask: Tile<bool, { [32] }> = mask ^ less;
        let seven: Tile<i32, { [32] }> = constant(-7i32, shape![32]);
        let i: Tile<i32, { [32] }> = select(mask, short, seven);
        let bits: Tile<f32, { [32] }> = bitcast(i);
        let count: Tile<f32, { [32] }> = itof(i, rounding::NearestEven);
        let result: Tile<f32, { [32] }> = bits * count;

        // Scalars.
        let m: i32 = n * n;
        let m: i32 = m - n;
        let small: bool = m < n;
        let first: f32 = scale * scale;
        if small {
            let r: Tile<f32, { [1] }> = reshape(scalar_to_tile(first), shape![1]);
            let r: Tile<f32, { [32] }> = broadcast(r, shape![32]);
            let r: Tile<f32, { [32] }> = result + r;
            store_ptr_tko(
                xs,
                r,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask),
                Some(t),
                Latency::<0>,
            );
        }
        store_ptr_tko(
            ys,
            i,
            ordering::Release,
            Some(scope::System),
            None,
            Some(t),
            Latency::<2>,
        );
    }
}
