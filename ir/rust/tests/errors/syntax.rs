#[cutile::module]
pub mod broken {
    use cutile::core::*;
    #[cutile::entry()]
    fn kernel(x: &Tensor<f32, { [-1] }>) {
        let a = = 1;
    }
}
