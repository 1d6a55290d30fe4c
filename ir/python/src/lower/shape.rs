//! Reshape, broadcast, permute, transpose, expand_dims, cat, extract, insert, item.

use super::Lowering;
use super::dispatch::Args;
use super::promote::{is_broadcastable_to, shape_of};
use super::require::{IndexRule, ShapeRule, normalize_axis};
use crate::diagnostic::{Error, Result};
use crate::lower::BytecodeVersion;
use crate::mid::{Const, Op, Shape, TileType, Type, Var};
use std::sync::Arc;

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

    pub(super) fn ct_reshape(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x, shape] = args.vars()?;
        let dims = self.int_tuple(shape, false)?;
        self.reshape(x, &dims).map(Some)
    }

    pub(super) fn ct_broadcast_to(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x, shape] = args.vars()?;
        let shape = self.shape_arg(shape, ShapeRule::default())?;
        self.broadcast_to(x, &shape).map(Some)
    }

    pub(super) fn ct_expand_dims(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x, axis] = args.vars()?;
        let axis = self.constant_int(axis)?;
        let tile = self.tile(x)?;
        let axis = normalize_axis(axis, tile.rank() + 1)?;
        let mut dims = tile.shape.to_vec();
        dims.insert(axis, 1);
        // Always an operation, unlike a reshape to the same shape.
        let ty = Type::Tile(tile.with_shape(shape_of(&dims)?));
        self.add(Op::Reshape { x }, ty).map(Some)
    }

    /// `x` with its dimensions in another order.
    ///
    /// # Errors
    /// Something other than a tile.
    pub fn permute(&mut self, x: Var, axes: Vec<u32>) -> Result<Var> {
        let tile = self.tile(x)?;
        let size = |a: &u32| tile.shape.get(*a as usize).copied();
        let dims: Option<Vec<i64>> = axes.iter().map(size).collect();
        let dims = dims.ok_or_else(|| Error::ty("no such axis").found(format!("{axes:?}")))?;
        let ty = Type::Tile(tile.with_shape(shape_of(&dims)?));
        self.add(Op::Permute { x, axes }, ty)
    }

    pub(super) fn ct_permute(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x, axes] = args.vars()?;
        let tile = self.tile(x)?;
        let given = self.int_tuple(axes, false)?;
        if given.len() != tile.rank() {
            return Err(Error::ty(format!("expected {} axes", tile.rank())).found(given.len()));
        }
        if let Some((i, axis)) = given
            .iter()
            .enumerate()
            .find(|(i, axis)| given.iter().take(*i).any(|a| a == *axis))
        {
            return Err(Error::ty(format!("axis {i} is a repetition")).found(axis));
        }
        let axes = given
            .iter()
            .map(|a| normalize_axis(*a, tile.rank()).map(|a| a as u32))
            .collect::<Result<_>>()?;
        self.permute(x, axes).map(Some)
    }

    pub(super) fn ct_transpose(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x, axis0, axis1] = args.vars()?;
        let rank = self.tile(x)?.rank();
        if rank < 2 {
            return Err(Error::ty("transpose() takes a tile of rank 2 or more").found(rank));
        }
        let (a, b) = match (self.optional_int(axis0)?, self.optional_int(axis1)?) {
            (Some(a), Some(b)) => (normalize_axis(a, rank)?, normalize_axis(b, rank)?),
            (None, None) if rank == 2 => (1, 0),
            (None, None) => {
                return Err(
                    Error::ty("a tile of more than 2 dimensions has no default transpose")
                        .help("name both axes"),
                );
            }
            _ => return Err(Error::ty("transpose() takes both axes or none")),
        };
        let mut axes: Vec<u32> = (0..rank as u32).collect();
        axes.swap(a, b);
        self.permute(x, axes).map(Some)
    }

    /// Two tiles one behind the other along an axis; one tile is given back.
    ///
    /// # Errors
    /// Tiles that do not fit, none or more than two of them.
    pub fn cat(&mut self, tiles: &[Var], axis: i64) -> Result<Var> {
        let (x, y) = match *tiles {
            [one] => return Ok(one),
            [x, y] => (x, y),
            _ => return Err(Error::ty("cat() takes one or two tiles").found(tiles.len())),
        };
        let (a, b) = (self.tile(x)?, self.tile(y)?);
        let axis = normalize_axis(axis, a.rank())?;
        let mut shape = a.shape;
        let mut fits = a.element == b.element && a.rank() == b.rank();
        for (i, (size, other)) in shape.iter_mut().zip(b.shape.iter()).enumerate() {
            if i == axis {
                *size = size.saturating_add(*other);
            } else {
                fits &= size == other;
            }
        }
        if !fits {
            return Err(
                Error::ty("tiles of cat() must agree but for the size along the axis")
                    .found(format!("{} and {}", Type::Tile(a), Type::Tile(b))),
            );
        }
        if shape.iter().any(|&n| n <= 0 || n & (n - 1) != 0) {
            return Err(Error::ty("sizes of a tile must be powers of two")
                .found(shape)
                .help("take the next power of two, and mask what is beyond"));
        }
        let op = Op::Cat {
            x,
            y,
            axis: axis as u32,
        };
        self.add(op, Type::Tile(a.with_shape(shape)))
    }

    pub(super) fn ct_cat(&mut self, args: &Args) -> Result<Option<Var>> {
        let [tiles, axis] = args.vars()?;
        let tiles = self.tuple_items(tiles)?;
        let axis = self.constant_int(axis)?;
        self.cat(&tiles, axis).map(Some)
    }

    /// The index of a sub-tile, checked where it is constant.
    fn sub_tile_index(&self, x: &TileType, shape: &Shape, index: Var) -> Result<Arc<[Var]>> {
        let items = self.index_items(index, IndexRule::default())?;
        if items.len() != x.rank() {
            let message = format!("expected an index of {} items", x.rank());
            return Err(Error::ty(message).found(items.len()));
        }
        for ((&size, &part), &item) in x.shape.iter().zip(shape.iter()).zip(items.iter()) {
            if part == 0 || size % part != 0 {
                return Err(
                    Error::ty("the tile's shape is no multiple of the sub-tile's")
                        .found(format!("{} and {shape}", x.shape)),
                );
            }
            let tiles = i128::from(size / part);
            if let Some(i) = self.body.constant(item).and_then(Const::as_int)
                && !(0..tiles).contains(&i)
            {
                return Err(
                    Error::ty(format!("index must be at least 0 and below {tiles}")).found(i),
                );
            }
        }
        Ok(items)
    }

    pub(super) fn ct_extract(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x, index, shape] = args.vars()?;
        let tile = self.tile(x)?;
        let rule = ShapeRule {
            single_int: true,
            rank: Some(tile.rank()),
            allow_0d: true,
            any_size: false,
        };
        let wanted = self.shape_arg(shape, rule)?;
        let part = if wanted.is_empty() {
            Shape::splat(1, tile.rank())
        } else {
            wanted
        };
        let index = self.sub_tile_index(&tile, &part, index)?.to_vec();
        let ty = Type::Tile(tile.with_shape(part));
        let result = self.add(Op::Extract { x, index }, ty)?;
        self.reshape(result, &wanted).map(Some)
    }

    pub(super) fn ct_insert(&mut self, args: &Args) -> Result<Option<Var>> {
        self.need_version(BytecodeVersion::V13_4, "insert()")?;
        let [x, index, value] = args.vars()?;
        let (tile, part) = (self.tile(x)?, self.tile(value)?);
        if tile.element != part.element {
            return Err(Error::ty("insert() takes tiles of one data type")
                .found(format!("{} and {}", part.element, tile.element)));
        }
        let mut value = value;
        let mut shape = part.shape;
        if shape.is_empty() {
            shape = Shape::splat(1, tile.rank());
            value = self.reshape(value, &shape)?;
        } else if part.rank() != tile.rank() {
            return Err(Error::ty("insert() takes tiles of one rank")
                .found(format!("{} and {}", part.shape, tile.shape)));
        }
        let index = self.sub_tile_index(&tile, &shape, index)?.to_vec();
        self.add(Op::Insert { x, value, index }, Type::Tile(tile))
            .map(Some)
    }

    pub(super) fn tile_item(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x] = args.vars()?;
        self.reshape(x, &[]).map(Some)
    }
}
