//! Element-wise sum: whole tiles through views, and element pointers with a mask.

#[cutile::module]
pub mod vector_add {
    use cutile::core::*;

    /// Tensors as views.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn add<E: ElementType, const TILE: i32>(
        x: &Tensor<E, { [-1] }>,
        y: &Tensor<E, { [-1] }>,
        z: &Tensor<E, { [-1] }>,
    ) {
        let block: (i32, i32, i32) = get_tile_block_id();
        let shape: Shape<{ [TILE] }> = Shape::<{ [TILE] }> { dims: &[] };
        let x_tiles: Partition<E, { [TILE] }> = x.partition(shape);
        let y_tiles: Partition<E, { [TILE] }> = y.partition(shape);
        let a: Tile<E, { [TILE] }> = x_tiles.load([block.0]);
        let b: Tile<E, { [TILE] }> = y_tiles.load([block.0]);
        let sum: Tile<E, { [TILE] }> = a + b;
        let mut z_tiles: PartitionMut<E, { [TILE] }> = z.partition_full_mut(shape);
        z_tiles.store_unchecked(sum, [block.0]);
    }

    /// Raw pointers; elements past `n` are left alone.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn add_pointers(x: *mut f32, y: *mut f32, z: *mut f32, n: i32) {
        let block: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [256] }> = iota(const_shape![256]);
        let width: Tile<i32, { [256] }> = constant(256i32, const_shape![256]);
        let index: Tile<i32, { [256] }> = broadcast_scalar(block.0, const_shape![256]);
        let start: Tile<i32, { [256] }> = index * width;
        let offset: Tile<i32, { [256] }> = start + lanes;
        let length: Tile<i32, { [256] }> = broadcast_scalar(n, const_shape![256]);
        let inside: Tile<bool, { [256] }> = cmpi(offset, length, predicate::LessThan);
        let a: Tile<f32, { [256] }> = load(x, offset, inside);
        let b: Tile<f32, { [256] }> = load(y, offset, inside);
        let sum: Tile<f32, { [256] }> = a + b;
        let base: PointerTile<*mut f32, { [] }> = pointer_to_tile(z);
        let row: PointerTile<*mut f32, { [1] }> = reshape_ptr(base, const_shape![1]);
        let bases: PointerTile<*mut f32, { [256] }> = broadcast_ptr(row, const_shape![256]);
        let pointers: PointerTile<*mut f32, { [256] }> = addptr_tile(bases, offset);
        store_ptr_tko(
            pointers,
            sum,
            ordering::Weak,
            None::<scope::TileBlock>,
            Some(inside),
            None,
            Latency::<0>,
        );
    }

    unsafe fn load(
        base: *mut f32,
        offset: Tile<i32, { [256] }>,
        inside: Tile<bool, { [256] }>,
    ) -> Tile<f32, { [256] }> {
        let base: PointerTile<*mut f32, { [] }> = pointer_to_tile(base);
        let row: PointerTile<*mut f32, { [1] }> = reshape_ptr(base, const_shape![1]);
        let bases: PointerTile<*mut f32, { [256] }> = broadcast_ptr(row, const_shape![256]);
        let pointers: PointerTile<*mut f32, { [256] }> = addptr_tile(bases, offset);
        let loaded: (Tile<f32, { [256] }>, Token) = load_ptr_tko(
            pointers,
            ordering::Weak,
            None::<scope::TileBlock>,
            Some(inside),
            Some(0.0f32),
            None,
            Latency::<0>,
        );
        loaded.0
    }
}
