#[cutile::module]
pub mod broken {
    use cutile::core::*;
    #[cutile::entry()]
    fn kernel(n: i32) {
        let a: Tile<i32, { [16] }> = broadcast_scalar(n, const_shape![16]);
        let b: Tile<i32, { [16] }> = no_such_operation(a);
    }
}
