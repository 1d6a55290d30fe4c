#[cutile::module]
pub mod broken {
    use cutile::core::*;
    #[cutile::entry()]
    fn kernel(x: &Tensor<f32, { [-N] }>) {
        let a: Tile<f32, { [16] }> = constant(0.0f32, const_shape![16]);
    }
}
