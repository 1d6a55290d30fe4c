//! Numbers of tiles, tiled views, array slices, advanced indexing, lists of arrays.

use super::Lowering;
use super::dispatch::Args;
use super::memory::{Access, Tiling};
use super::promote::{is_broadcastable_to, shape_of};
use super::require::{ShapeRule, normalize_axis};
use crate::diagnostic::{Error, Result};
use crate::dtype::{Dtype, Element};
use crate::lower::BytecodeVersion;
use crate::mid::op::{ArithmeticKind, PaddingMode};
use crate::mid::types::{ArrayType, GatherScatterViewType, TiledViewType};
use crate::mid::{Const, Op, Shape, Type, Var};
use std::sync::Arc;

/// Tiles gathered along one dimension: which, how large, and where.
struct Advanced {
    sparse_dim: u32,
    tile_shape: Shape,
    index: Vec<Var>,
}

impl Lowering<'_> {
    /// `list[index]`: an array of a list of arrays.
    ///
    /// # Errors
    /// An index that is no integer scalar.
    pub(crate) fn list_item(&mut self, list: Var, index: Var) -> Result<Var> {
        let Type::List(array) = self.body.ty(list)?.clone() else {
            return Err(Error::ty("expected a list of arrays").found(self.body.ty(list)?));
        };
        if !self.scalar(index)?.dtype().is_some_and(Dtype::is_integral) {
            return Err(
                Error::ty("a list's index must be an integer scalar").found(self.body.ty(index)?)
            );
        }
        let ty = Type::Array(array.clone());
        let op = Op::GetArrayListItem { x: list, index };
        let parts = self.add_many(op, ty.flatten())?;
        self.make_array(array, parts, None)
    }

    /// Numbers of tiles of an array, one a dimension.
    fn num_tiles(&mut self, array: Var, mut tiling: Tiling) -> Result<Vec<Var>> {
        if tiling.tile_shape.is_empty() {
            tiling.tile_shape = Shape::splat(1, self.array(array)?.rank());
        }
        let view = self.tile_view(array, &tiling)?;
        let types = vec![Type::scalar(Dtype::DEFAULT_INT); tiling.tile_shape.len()];
        self.add_many(Op::NumTiles { view }, types)
    }

    pub(super) fn ct_num_tiles(&mut self, args: &Args) -> Result<Option<Var>> {
        let [array, axis, shape, order] = args.vars()?;
        let rank = self.array(array)?.rank();
        let axis = normalize_axis(self.constant_int(axis)?, rank)?;
        let tiling = Tiling {
            tile_shape: self.shape_arg(shape, tile_rule(rank))?,
            order: self.axis_order(order, rank)?,
            padding_mode: PaddingMode::Undetermined,
            traversal_steps: None,
        };
        Ok(self.num_tiles(array, tiling)?.get(axis).copied())
    }

    pub(super) fn array_tiled_view(&mut self, args: &Args) -> Result<Option<Var>> {
        let [array, tile_shape, padding_mode, steps] = args.vars()?;
        let ty = self.array(array)?;
        let rank = ty.rank();
        let tile_shape = self.shape_arg(tile_shape, tile_rule(rank))?;
        let padding_mode = self.padding_arg(padding_mode)?;
        let traversal_steps = if self.is_none(steps) {
            if tile_shape.is_empty() {
                Shape::splat(1, rank)
            } else {
                tile_shape
            }
        } else {
            self.need_version(BytecodeVersion::V13_3, "traversal_steps")?;
            let rule = ShapeRule {
                single_int: true,
                rank: Some(rank),
                allow_0d: false,
                any_size: true,
            };
            self.shape_arg(steps, rule)?
        };
        let ty = Type::TiledView(Arc::new(TiledViewType {
            array: ty,
            tile_shape,
            padding_mode,
            traversal_steps,
        }));
        self.aggregate([array], ty).map(Some)
    }

    /// The array of a tiled view and how tiles lie over it.
    pub(super) fn view_tiling(&self, view: Var) -> Result<(Var, Arc<TiledViewType>, Tiling)> {
        let ty = self.tiled_view(view)?;
        let array = self.parts(view)?.first().copied();
        let array = array.ok_or_else(|| Error::ty("internal: a view without an array"))?;
        let tiling = Tiling {
            tile_shape: ty.tile_shape,
            order: (0..ty.array.rank() as u32).collect(),
            padding_mode: ty.padding_mode,
            traversal_steps: Some(ty.traversal_steps),
        };
        Ok((array, ty, tiling))
    }

    pub(super) fn view_num_tiles(&mut self, args: &Args) -> Result<Option<Var>> {
        let [view, axis] = args.vars()?;
        let (array, ty, mut tiling) = self.view_tiling(view)?;
        tiling.padding_mode = PaddingMode::Undetermined;
        let numbers = self.num_tiles(array, tiling)?;
        let axis = normalize_axis(self.constant_int(axis)?, ty.array.rank())?;
        Ok(numbers.get(axis).copied())
    }

    pub(super) fn view_load(&mut self, args: &Args) -> Result<Option<Var>> {
        let [view, index, check_bounds, latency, allow_tma] = args.vars()?;
        let (array, ty, tiling) = self.view_tiling(view)?;
        let rank = ty.array.rank();
        let index = self.tile_index(index, rank)?;
        let inbounds = self.inbounds_arg(check_bounds, rank)?;
        let hints = self.access_hints(latency, Some(allow_tma))?;
        let access = Access { inbounds, ..hints };
        self.load_tile(array, &index, tiling, access).map(Some)
    }

    pub(super) fn view_store(&mut self, args: &Args) -> Result<Option<Var>> {
        let [view, index, tile, check_bounds, latency, allow_tma] = args.vars()?;
        let (array, ty, mut tiling) = self.view_tiling(view)?;
        let rank = ty.array.rank();
        let index = self.tile_index(index, rank)?;
        let shape = self.tile(tile)?.shape;
        if !is_broadcastable_to(&shape, &ty.tile_shape) {
            return Err(
                Error::ty("the tile does not broadcast to the view's tile shape")
                    .found(format!("{shape} to {}", ty.tile_shape)),
            );
        }
        let inbounds = self.inbounds_arg(check_bounds, rank)?;
        let tile = self.broadcast_to(tile, &ty.tile_shape)?;
        let dtype = ty.array.dtype;
        let tile = self.implicit_cast(tile, dtype, "stored tile does not fit the view")?;
        tiling.padding_mode = PaddingMode::Undetermined;
        let hints = self.access_hints(latency, Some(allow_tma))?;
        let access = Access { inbounds, ..hints };
        self.store_tile(array, &index, tile, tiling, access)?;
        Ok(None)
    }

    pub(super) fn array_slice(&mut self, args: &Args) -> Result<Option<Var>> {
        let [array, axis, start, stop] = args.vars()?;
        let ty = self.array(array)?;
        let axis = normalize_axis(self.constant_int(axis)?, ty.rank())?;
        self.signed_scalar(start)?;
        self.signed_scalar(stop)?;
        let known = |v: Var| self.body.constant(v).and_then(Const::as_int);
        let (first, last) = (known(start), known(stop));
        if first.is_some_and(|n| n < 0) || last.is_some_and(|n| n < 0) {
            return Err(Error::ty("bounds of a slice must not be negative"));
        }
        let length = first.zip(last).map(|(first, last)| last - first);
        if length.is_some_and(|n| n < 0) {
            return Err(Error::ty("a slice must not stop before it starts"));
        }
        let mut sliced = ArrayType::clone(&ty);
        if let Some(size) = sliced.shape.get_mut(axis) {
            *size = length.and_then(|n| i64::try_from(n).ok());
        }
        let parts = self.parts(array)?;
        let rank = ty.rank();
        let (Some(&base), Some(&stride)) = (parts.first(), parts.get(1 + rank + axis)) else {
            return Err(Error::ty("internal: an array without its parts"));
        };
        let offset = self.arithmetic(ArithmeticKind::Mul, start, stride)?;
        let offset = self.astype(offset, Dtype::UInt64)?;
        let base = self.pointer_offset(base, offset)?;
        let size = self.arithmetic(ArithmeticKind::Sub, stop, start)?;
        let size = self.astype(size, ty.index_dtype)?;
        let mut parts = parts.to_vec();
        if let Some(slot) = parts.first_mut() {
            *slot = base;
        }
        if let Some(slot) = parts.get_mut(1 + axis) {
            *slot = size;
        }
        self.make_array(Arc::new(sliced), parts, None).map(Some)
    }

    pub(super) fn array_raw_memory(&mut self, args: &Args) -> Result<Option<Var>> {
        let [array] = args.vars()?;
        let ty = self.array(array)?;
        let base = self.parts(array)?.first().copied();
        let base = base.ok_or_else(|| Error::ty("internal: an array without its parts"))?;
        self.aggregate([base], Type::RawMemory(ty.dtype)).map(Some)
    }

    /// `array.foreign_pointer`.
    pub(super) fn foreign_pointer(&mut self, array: Var, dtype: Dtype) -> Result<Var> {
        let base = self.parts(array)?.first().copied();
        let pointer = base.ok_or_else(|| Error::ty("internal: an array without its parts"))?;
        let ty = Type::scalar(Element::ForeignPointer(dtype));
        self.add(Op::ForeignPointerCast { pointer }, ty)
    }

    pub(super) fn array_from_foreign(&mut self, args: &Args) -> Result<Option<Var>> {
        let [pointer, shape, strides] = args.vars()?;
        let Element::ForeignPointer(dtype) = self.scalar(pointer)?.element else {
            return Err(Error::ty("expected a foreign pointer").found(self.body.ty(pointer)?));
        };
        let ty = Type::scalar(Element::Pointer(dtype));
        let base = self.add(Op::ForeignPointerCast { pointer }, ty)?;
        let (sizes, static_sizes, wide_sizes) = self.foreign_extents(shape)?;
        let (steps, static_steps, wide_steps) = self.foreign_extents(strides)?;
        if sizes.len() != steps.len() {
            return Err(
                Error::ty("shape and strides must have the same rank").found(format!(
                    "{} and {}",
                    sizes.len(),
                    steps.len()
                )),
            );
        }
        shape_of(&vec![1; sizes.len()])?;
        let index_dtype = if wide_sizes || wide_steps {
            Dtype::Int64
        } else {
            Dtype::Int32
        };
        let mut parts = vec![base];
        for extent in sizes.iter().chain(steps.iter()) {
            parts.push(self.astype(*extent, index_dtype)?);
        }
        let array = ArrayType {
            dtype,
            shape: static_sizes,
            strides: static_steps,
            index_dtype,
        };
        self.make_array(Arc::new(array), parts, None).map(Some)
    }

    /// Sizes or strides of a foreign array, the ones that are known, and whether one is wide.
    fn foreign_extents(&self, tuple: Var) -> Result<(Arc<[Var]>, Vec<Option<i64>>, bool)> {
        let items = self.tuple_items(tuple)?;
        let (mut known, mut wide) = (Vec::new(), false);
        for &item in items.iter() {
            let dtype = self.signed_scalar(item)?;
            wide |= dtype.bits() > 32;
            let value = match self.body.constant(item) {
                Some(_) => Some(self.constant_int(item)?),
                None => None,
            };
            if let Some(n) = value.filter(|n| *n < 0) {
                return Err(Error::ty("sizes and strides must not be negative").found(n));
            }
            known.push(value);
        }
        Ok((items, known, wide))
    }

    /// `ct.Slice(start, length)`, an index of load_advanced_indexing.
    pub(super) fn ct_slice(&mut self, args: &Args) -> Result<Option<Var>> {
        let items: [Var; 2] = args.vars()?;
        for item in items {
            self.signed_scalar(item)?;
        }
        let [start, length] = items;
        let types = [self.body.ty(start)?.clone(), self.body.ty(length)?.clone()];
        self.aggregate(items, Type::IndexSlice(types.into()))
            .map(Some)
    }

    pub(super) fn ct_load_advanced(&mut self, args: &Args) -> Result<Option<Var>> {
        self.need_version(BytecodeVersion::V13_3, "load_advanced_indexing()")?;
        let [array, indices, padding_mode, latency, allow_tma] = args.vars()?;
        let ty = self.array(array)?;
        let advanced = self.advanced_index(indices, &ty)?;
        let padding_mode = self.padding_arg(padding_mode)?;
        let hints = self.access_hints(latency, Some(allow_tma))?;
        let tile = Type::tile(ty.dtype, advanced.tile_shape);
        let index = advanced.index.clone();
        let view = self.gather_scatter_view(array, ty, advanced, padding_mode)?;
        let Access {
            latency,
            allow_tma,
            memory_order,
            memory_scope,
            inbounds,
        } = hints;
        let op = Op::TileLoad {
            view,
            index,
            token: None,
            latency,
            allow_tma,
            memory_order,
            memory_scope,
            inbounds,
        };
        let results = self.add_many(op, vec![tile, Type::Token])?;
        Ok(results.first().copied())
    }

    pub(super) fn ct_store_advanced(&mut self, args: &Args) -> Result<Option<Var>> {
        self.need_version(BytecodeVersion::V13_3, "store_advanced_indexing()")?;
        let [array, indices, tile, latency, allow_tma] = args.vars()?;
        let ty = self.array(array)?;
        let advanced = self.advanced_index(indices, &ty)?;
        let shape = self.tile(tile)?.shape;
        if shape != advanced.tile_shape {
            return Err(
                Error::ty("the tile's shape is not the one its indices imply")
                    .found(format!("{shape} and {}", advanced.tile_shape)),
            );
        }
        let tile = self.implicit_cast(tile, ty.dtype, "stored tile does not fit the array")?;
        let hints = self.access_hints(latency, Some(allow_tma))?;
        let index = advanced.index.clone();
        let view = self.gather_scatter_view(array, ty, advanced, PaddingMode::Undetermined)?;
        let Access {
            latency,
            allow_tma,
            memory_order,
            memory_scope,
            inbounds,
        } = hints;
        let op = Op::TileStore {
            view,
            index,
            tile,
            token: None,
            latency,
            allow_tma,
            memory_order,
            memory_scope,
            inbounds,
        };
        self.add(op, Type::Token)?;
        Ok(None)
    }

    fn gather_scatter_view(
        &mut self,
        array: Var,
        ty: Arc<ArrayType>,
        advanced: Advanced,
        padding_mode: PaddingMode,
    ) -> Result<Var> {
        let ty = Type::GatherScatterView(Arc::new(GatherScatterViewType {
            array: ty,
            tile_shape: advanced.tile_shape,
            sparse_dim: advanced.sparse_dim,
            padding_mode,
        }));
        let parts = self.body.aggregate(array).cloned();
        let view = self.add(Op::MakeGatherScatterView { array }, ty)?;
        self.body.var_mut(view).aggregate = parts;
        Ok(view)
    }

    /// An index of one tile of rank 1 and slices of constant length otherwise.
    fn advanced_index(&self, indices: Var, array: &ArrayType) -> Result<Advanced> {
        if array.rank() < 2 {
            return Err(
                Error::ty("advanced indexing needs an array of rank 2 or more")
                    .help("use ct.gather() and ct.scatter()"),
            );
        }
        let items = self.tuple_items(indices)?;
        if items.len() != array.rank() {
            let message = format!("expected an index of {} items", array.rank());
            return Err(Error::ty(message).found(items.len()));
        }
        let (mut sparse, mut sizes, mut index) = (Vec::new(), Vec::new(), Vec::new());
        for (dim, &item) in items.iter().enumerate() {
            match self.body.ty(item)? {
                Type::Tile(t) if t.dtype().is_some_and(Dtype::is_integral) => {
                    let [size] = *t.shape else {
                        return Err(Error::ty("a tile of indices must have rank 1").found(t.shape));
                    };
                    sparse.push(dim as u32);
                    sizes.push(size);
                    index.push(item);
                }
                Type::IndexSlice(_) => {
                    let [start, length] = *self.parts(item)? else {
                        return Err(Error::ty("internal: a slice without its parts"));
                    };
                    let size = self.constant_int(length)?;
                    if size <= 0 {
                        return Err(Error::ty("a slice's length must be positive").found(size));
                    }
                    sizes.push(size);
                    index.push(start);
                }
                other => {
                    return Err(Error::ty(
                        "an index must be a tile of integers of rank 1 or a ct.Slice",
                    )
                    .found(other));
                }
            }
        }
        let [sparse_dim] = sparse[..] else {
            return Err(Error::ty("exactly one index must be a tile").found(sparse.len()));
        };
        if let Some(size) = sizes.iter().find(|n| *n & (*n - 1) != 0) {
            return Err(Error::ty("sizes of a tile must be powers of two")
                .found(size)
                .help("take the next power of two, and mask what is beyond"));
        }
        Ok(Advanced {
            sparse_dim,
            tile_shape: shape_of(&sizes)?,
            index,
        })
    }
}

/// A tile's shape: one integer will do for rank 1, and `()` stands for one element.
fn tile_rule(rank: usize) -> ShapeRule {
    ShapeRule {
        single_int: true,
        rank: Some(rank),
        allow_0d: true,
        any_size: false,
    }
}
