#[cutile::module]
pub mod broken {
    use cutile::core::*;
    #[cutile::entry()]
    fn kernel(n: i32) {
        if n > 4i32 {
            return;
        }
        let a: Tile<i32, { [16] }> = broadcast_scalar(n, const_shape![16]);
    }
}
