#[cutile::module]
pub mod elementwise_entry {
    use cutile::core::*;
    #[cuda_tile::op(
        name = "cuda_tile.cmpi",
        since = "V13_2",
        params = ["lhs",
        "rhs"],
        static_params = ["predicate={Equal: comparison_predicate=#cuda_tile.cmp_predicate<equal>, NotEqual: comparison_predicate=#cuda_tile.cmp_predicate<not_equal>, LessThan: comparison_predicate=#cuda_tile.cmp_predicate<less_than>, LessThanOrEqual: comparison_predicate=#cuda_tile.cmp_predicate<less_than_or_equal>, GreaterThan: comparison_predicate=#cuda_tile.cmp_predicate<greater_than>, GreaterThanOrEqual: comparison_predicate=#cuda_tile.cmp_predicate<greater_than_or_equal>}",
        "signedness={Signed: signedness=#cuda_tile.signedness<signed>, Unsigned: signedness=#cuda_tile.signedness<unsigned>}"]
    )]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn cmpi_tile<
        E: ElementType,
        const S: [i32; N],
        P: predicate::Mode,
        Sg: signedness::Mode,
    >(lhs: Tile<E, S>, rhs: Tile<E, S>, predicate: P, signedness: Sg) -> Tile<bool, S> {
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
    #[cuda_tile::op(
        name = "cuda_tile.trunci",
        since = "V13_2",
        params = ["from"],
        static_params = ["overflow={None: overflow=#cuda_tile.overflow<none>, NoSignedWrap: overflow=#cuda_tile.overflow<no_signed_wrap>, NoUnsignedWrap: overflow=#cuda_tile.overflow<no_unsigned_wrap>, NoWrap: overflow=#cuda_tile.overflow<no_wrap>}"]
    )]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn trunci_tile<
        EIn: ElementType,
        EOut: ElementType,
        const S: [i32; N],
        O: overflow::Mode,
    >(from: Tile<EIn, S>, overflow: O) -> Tile<EOut, S> {
        unreachable!()
    }
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn elementwise_entry(
        arg_0: *mut f32,
        arg_1: *mut i32,
        arg_2: i32,
        arg_3: f32,
        arg_4: i64,
    ) {
        let token: Token = new_token_unordered();
        let lanes: Tile<i32, { [32] }> = iota(shape![32]);
        let pointers: PointerTile<*mut f32, { [1] }> = reshape_ptr(
            pointer_to_tile(arg_0),
            shape![1],
        );
        let pointers_2: PointerTile<*mut f32, { [32] }> = broadcast_ptr(
            pointers,
            shape![32],
        );
        let pointers_3: PointerTile<*mut f32, { [32] }> = addptr_tile(pointers_2, lanes);
        let (loaded, token_2): (Tile<f32, { [32] }>, Token) = load_ptr_tko(
            pointers_3,
            ordering::Weak,
            None::<scope::TileBlock>,
            None,
            None,
            Some(token),
            Latency::<3>,
        );
        let pointers_4: PointerTile<*mut i32, { [1] }> = reshape_ptr(
            pointer_to_tile(arg_1),
            shape![1],
        );
        let pointers_5: PointerTile<*mut i32, { [32] }> = broadcast_ptr(
            pointers_4,
            shape![32],
        );
        let pointers_6: PointerTile<*mut i32, { [32] }> = addptr_tile(pointers_5, lanes);
        let (loaded_2, token_3): (Tile<i32, { [32] }>, Token) = load_ptr_tko(
            pointers_6,
            ordering::Relaxed,
            Some(scope::Device),
            None,
            None,
            Some(token_2),
            Latency::<0>,
        );
        let c_32: i32 = int(32);
        let c_1: i32 = int(1);
        let c_1_2: i32 = int(1);
        let reshaped: Tile<f32, { [1] }> = reshape(scalar_to_tile(arg_3), shape![1]);
        let c_1_3: i32 = int(1);
        let c_32_2: i32 = int(32);
        let spread: Tile<f32, { [32] }> = broadcast(reshaped, shape![32]);
        let sum: Tile<f32, { [32] }> = loaded + spread;
        let difference: Tile<f32, { [32] }> = sum - loaded;
        let product: Tile<f32, { [32] }> = difference * spread;
        let product_2: Tile<f32, { [32] }> = mulf(
            product,
            spread,
            rounding::NearestEven,
            ftz::Enabled,
        );
        let sum_2: Tile<f32, { [32] }> = addf(
            product_2,
            spread,
            rounding::Zero,
            ftz::Disabled,
        );
        let quotient: Tile<f32, { [32] }> = divf(
            sum_2,
            spread,
            rounding::Approx,
            ftz::Enabled,
        );
        let quotient_2: Tile<f32, { [32] }> = divf(
            quotient,
            loaded,
            rounding::NearestEven,
            ftz::Disabled,
        );
        let fused: Tile<f32, { [32] }> = fma(
            quotient_2,
            loaded,
            spread,
            rounding::NearestEven,
            ftz::Disabled,
        );
        let larger: Tile<f32, { [32] }> = maxf(
            fused,
            loaded,
            nan::Enabled,
            ftz::Disabled,
        );
        let smaller: Tile<f32, { [32] }> = minf(
            larger,
            spread,
            nan::Disabled,
            ftz::Enabled,
        );
        let power: Tile<f32, { [32] }> = exp_with_rounding(smaller, rounding::Approx);
        let power_2: Tile<f32, { [32] }> = exp_with_rounding(power, rounding::Full);
        let power_3: Tile<f32, { [32] }> = exp2(power_2, ftz::Enabled);
        let tanh: Tile<f32, { [32] }> = tanh_with_rounding(power_3, rounding::Approx);
        let root: Tile<f32, { [32] }> = rsqrt(tanh, ftz::Disabled);
        let root_2: Tile<f32, { [32] }> = sqrt(
            root,
            rounding::NearestEven,
            ftz::Disabled,
        );
        let negated: Tile<f32, { [32] }> = negf(root_2);
        let magnitude: Tile<f32, { [32] }> = absf(negated);
        let logarithm: Tile<f32, { [32] }> = log2(magnitude);
        let sin_2: Tile<f32, { [32] }> = sin(logarithm);
        let floor_2: Tile<f32, { [32] }> = floor(sin_2);
        let remainder: Tile<f32, { [32] }> = remf(floor_2, spread);
        let pow_2: Tile<f32, { [32] }> = pow(remainder, spread);
        let condition: Tile<bool, { [32] }> = cmpf(
            pow_2,
            loaded,
            predicate::LessThan,
            cmp_ordering::Unordered,
        );
        let converted: Tile<f16, { [32] }> = ftof(pow_2, rounding::NearestEven);
        let converted_2: Tile<f32, { [32] }> = ftof(converted, rounding::NearestEven);
        let converted_3: Tile<i32, { [32] }> = ftoi(
            converted_2,
            rounding::NearestIntToZero,
        );
        let sum_3: Tile<i32, { [32] }> = loaded_2 + converted_3;
        let product_3: Tile<i32, { [32] }> = sum_3 * lanes;
        let difference_2: Tile<i32, { [32] }> = product_3 - loaded_2;
        let quotient_3: Tile<i32, { [32] }> = divi(
            difference_2,
            loaded_2,
            rounding::NegativeInf,
        );
        let remainder_2: Tile<i32, { [32] }> = remi(quotient_3, loaded_2);
        let larger_2: Tile<i32, { [32] }> = maxi(remainder_2, loaded_2);
        let smaller_2: Tile<i32, { [32] }> = mini(larger_2, lanes);
        let both: Tile<i32, { [32] }> = smaller_2 & loaded_2;
        let either: Tile<i32, { [32] }> = both | lanes;
        let differs: Tile<i32, { [32] }> = either ^ loaded_2;
        let shifted: Tile<i32, { [32] }> = shri(differs, lanes);
        let converted_4: Tile<i64, { [32] }> = exti(shifted);
        let c_32_3: i32 = int(32);
        let c_1_4: i32 = int(1);
        let c_1_5: i32 = int(1);
        let reshaped_2: Tile<i64, { [1] }> = reshape(scalar_to_tile(arg_4), shape![1]);
        let c_1_6: i32 = int(1);
        let c_32_4: i32 = int(32);
        let spread_2: Tile<i64, { [32] }> = broadcast(reshaped_2, shape![32]);
        let condition_2: Tile<bool, { [32] }> = cmpi_tile(
            converted_4,
            spread_2,
            predicate::LessThan,
            signedness::Unsigned,
        );
        let converted_5: Tile<i32, { [32] }> = trunci_tile(converted_4, overflow::None);
        let condition_3: Tile<bool, { [32] }> = cmpi(
            converted_5,
            lanes,
            predicate::GreaterThanOrEqual,
        );
        let both_2: Tile<bool, { [32] }> = condition_2 & condition_3;
        let differs_2: Tile<bool, { [32] }> = both_2 ^ condition;
        let c_minus_7: Tile<i32, { [32] }> = constant(-7i32, shape![32]);
        let chosen: Tile<i32, { [32] }> = select(differs_2, converted_5, c_minus_7);
        let converted_6: Tile<f32, { [32] }> = bitcast(chosen);
        let converted_7: Tile<f32, { [32] }> = itof(chosen, rounding::NearestEven);
        let product_4: Tile<f32, { [32] }> = converted_6 * converted_7;
        let product_5: i32 = arg_2 * arg_2;
        let difference_3: i32 = product_5 - arg_2;
        let condition_4: bool = difference_3 < arg_2;
        let product_6: f32 = arg_3 * arg_3;
        if condition_4 {
            let reshaped_3: Tile<f32, { [1] }> = reshape(
                scalar_to_tile(product_6),
                shape![1],
            );
            let spread_3: Tile<f32, { [32] }> = broadcast(reshaped_3, shape![32]);
            let sum_4: Tile<f32, { [32] }> = product_4 + spread_3;
            let _: Token = store_ptr_tko(
                pointers_3,
                sum_4,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(differs_2),
                Some(token_3),
                Latency::<0>,
            );
        }
        let _: Token = store_ptr_tko(
            pointers_6,
            chosen,
            ordering::Release,
            Some(scope::System),
            None,
            Some(token_3),
            Latency::<2>,
        );
    }
}
