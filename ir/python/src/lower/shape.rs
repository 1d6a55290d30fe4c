//! Reshape, broadcast, permute, transpose, expand_dims, cat, extract, insert, item.

use super::Lowering;
use super::promote::{is_broadcastable_to, shape_of};
use crate::diagnostic::{Error, Result};
use crate::mid::{Op, Shape, Type, Var};

impl Lowering<'_> {
    /// `x` in another shape of as many elements; one size may be -1.
    ///
    /// # Errors
    /// Another number of elements.
    pub fn reshape(&mut self, x: Var, dims: &[i64]) -> Result<Var> {
        let tile = self.tile(x)?;
        let refuse = || {
            Error::ty("tile cannot be reshaped: the number of elements differs")
                .found(format!("{} to {dims:?}", tile.shape))
        };
        let numel = tile.shape.numel().ok_or_else(refuse)?;
        let mut shape = shape_of(dims)?;
        let mut known = 1i64;
        let mut open = None;
        for (i, &d) in dims.iter().enumerate() {
            match d {
                -1 if open.is_none() => open = Some(i),
                d if d < 0 => {
                    return Err(
                        Error::ty("only one size may be -1, the others not negative")
                            .found(format!("{dims:?}")),
                    );
                }
                d => known = known.checked_mul(d).ok_or_else(refuse)?,
            }
        }
        match open.and_then(|i| shape.get_mut(i)) {
            Some(_) if known == 0 || numel % known != 0 => return Err(refuse()),
            Some(slot) => *slot = numel / known,
            None if numel != known => return Err(refuse()),
            None => {}
        }
        if shape == tile.shape {
            return Ok(x);
        }
        self.add(Op::Reshape { x }, Type::Tile(tile.with_shape(shape)))
    }

    /// `x` repeated along sizes of 1 and new leading dimensions.
    ///
    /// # Errors
    /// A shape that does not broadcast.
    pub fn broadcast_to(&mut self, x: Var, shape: &Shape) -> Result<Var> {
        let tile = self.tile(x)?;
        if !is_broadcastable_to(&tile.shape, shape) {
            return Err(
                Error::ty("shape does not broadcast").found(format!("{} to {shape}", tile.shape))
            );
        }
        let (mut x, mut old) = (x, tile.shape);
        if shape.len() > old.len() {
            let mut padded = Shape::splat(1, shape.len());
            let lead = shape.len() - old.len();
            padded
                .get_mut(lead..)
                .unwrap_or_default()
                .copy_from_slice(&old);
            x = self.reshape(x, &padded)?;
            old = padded;
        }
        if old == *shape {
            return Ok(x);
        }
        self.add(Op::Broadcast { x }, Type::Tile(tile.with_shape(*shape)))
    }
}
