//! Histogram of small integers: gather through pointers, atomic additions, a loop with a break.

#[cutile::module]
pub mod histogram {
    use cutile::core::*;

    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn histogram(values: *mut i32, counts: *mut i32, n: i32) {
        let block: (i32, i32, i32) = get_tile_block_id();
        let blocks: (i32, i32, i32) = get_num_tile_blocks();
        let lanes: Tile<i32, { [128] }> = iota(const_shape![128]);
        let ones: Tile<i32, { [128] }> = constant(1i32, const_shape![128]);
        let length: Tile<i32, { [128] }> = broadcast_scalar(n, const_shape![128]);
        let mut start: i32 = block.0 * 128i32;
        loop {
            if start >= n {
                break;
            }
            let first: Tile<i32, { [128] }> = broadcast_scalar(start, const_shape![128]);
            let index: Tile<i32, { [128] }> = first + lanes;
            let inside: Tile<bool, { [128] }> = cmpi(index, length, predicate::LessThan);
            let source: PointerTile<*mut i32, { [128] }> = elements(values, index);
            let loaded: (Tile<i32, { [128] }>, Token) = load_ptr_tko(
                source,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(inside),
                Some(0i32),
                None,
                Latency::<0>,
            );
            let bins: PointerTile<*mut i32, { [128] }> = elements(counts, loaded.0);
            let _added: (Tile<i32, { [128] }>, Token) = atomic_rmw_tko(
                bins,
                ones,
                atomic::Add,
                ordering::Relaxed,
                scope::Device,
                Some(inside),
                None,
            );
            start = start + blocks.0 * 128i32;
        }
    }

    fn elements(base: *mut i32, index: Tile<i32, { [128] }>) -> PointerTile<*mut i32, { [128] }> {
        let base: PointerTile<*mut i32, { [] }> = pointer_to_tile(base);
        let row: PointerTile<*mut i32, { [1] }> = reshape_ptr(base, const_shape![1]);
        let bases: PointerTile<*mut i32, { [128] }> = broadcast_ptr(row, const_shape![128]);
        let result: PointerTile<*mut i32, { [128] }> = addptr_tile(bases, index);
        result
    }
}
