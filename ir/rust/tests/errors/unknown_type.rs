#[cutile::module]
pub mod broken {
    use cutile::core::*;
    #[cutile::entry()]
    fn kernel(x: &Tensor<f33, { [-1] }>) {}
}
