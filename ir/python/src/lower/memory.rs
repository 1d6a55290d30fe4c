//! Loads and stores of tiles through views: `ct.load`, `ct.store`.

use super::Lowering;
use super::dispatch::Args;
use super::require::{IndexRule, ShapeRule};
use crate::diagnostic::{Error, Result};
use crate::lower::BytecodeVersion;
use crate::mid::op::{MemoryOrder, MemoryScope, PaddingMode};
use crate::mid::types::{PartitionViewType, StridedViewType};
use crate::mid::{Op, Shape, Type, Var};
use std::sync::Arc;

/// How an access is done, apart from where and what.
#[derive(Debug, Clone)]
pub(crate) struct Access {
    pub latency: Option<i64>,
    pub allow_tma: Option<bool>,
    pub memory_order: MemoryOrder,
    pub memory_scope: MemoryScope,
    pub inbounds: Vec<bool>,
}

/// How tiles lie over an array.
#[derive(Debug, Clone)]
pub(crate) struct Tiling {
    pub tile_shape: Shape,
    pub order: Vec<u32>,
    pub padding_mode: PaddingMode,
    /// Distances of neighbouring tiles; the tile's own sizes when absent.
    pub traversal_steps: Option<Shape>,
}

impl Lowering<'_> {
    /// Hints of a load or store.
    ///
    /// # Errors
    /// A latency outside of 1 to 10, anything that is not constant.
    pub(crate) fn access_hints(&self, latency: Var, allow_tma: Option<Var>) -> Result<Access> {
        let latency = self.optional_int(latency)?;
        let allow_tma = match allow_tma {
            Some(var) => self.optional_bool(var)?,
            None => None,
        };
        if let Some(latency) = latency
            && !(1..=10).contains(&latency)
        {
            return Err(Error::value("latency must be between 1 and 10").found(latency));
        }
        Ok(Access {
            latency,
            allow_tma,
            memory_order: MemoryOrder::Weak,
            memory_scope: MemoryScope::None,
            inbounds: Vec::new(),
        })
    }

    /// The in-bounds promise that `check_bounds=False` makes.
    ///
    /// # Errors
    /// Bytecode older than 13.4.
    pub(crate) fn inbounds_arg(&self, check_bounds: Var, rank: usize) -> Result<Vec<bool>> {
        let check = self.constant_bool(check_bounds)?;
        if !check {
            self.need_version(BytecodeVersion::V13_4, "check_bounds=False")?;
        }
        Ok(vec![!check; rank])
    }

    /// Refuses combinations of ordering and scope that an access does not have.
    ///
    /// # Errors
    /// As said.
    pub(crate) fn check_ordering(
        &self,
        order: MemoryOrder,
        scope: MemoryScope,
        allowed: &[MemoryOrder],
        scopes: &[MemoryScope],
    ) -> Result<()> {
        if !allowed.contains(&order) {
            return Err(Error::ty("memory order is not possible here").found(format!("{order:?}")));
        }
        if !scopes.contains(&scope) {
            return Err(Error::ty("memory scope is not possible here").found(format!("{scope:?}")));
        }
        match (order, scope) {
            (MemoryOrder::Weak, MemoryScope::None) => Ok(()),
            (MemoryOrder::Weak, _) => Err(Error::ty("a weak access has no memory scope")),
            (_, MemoryScope::None) => Err(Error::ty("this memory order needs a memory scope")),
            _ => Ok(()),
        }
    }

    /// A view of an array in tiles.
    ///
    /// # Errors
    /// Something other than an array.
    pub(crate) fn tile_view(&mut self, array: Var, tiling: &Tiling) -> Result<Var> {
        let ty = self.array(array)?;
        let parts = self.body.aggregate(array).cloned();
        let steps = tiling.traversal_steps.filter(|s| *s != tiling.tile_shape);
        let view = match steps {
            Some(traversal_steps) => {
                let ty = StridedViewType {
                    array: ty,
                    tile_shape: tiling.tile_shape,
                    traversal_steps,
                    order: tiling.order.clone(),
                    padding_mode: tiling.padding_mode,
                };
                self.add(
                    Op::MakeStridedView { array },
                    Type::StridedView(Arc::new(ty)),
                )?
            }
            None => {
                let ty = PartitionViewType {
                    array: ty,
                    tile_shape: tiling.tile_shape,
                    order: tiling.order.clone(),
                    padding_mode: tiling.padding_mode,
                };
                self.add(
                    Op::MakePartitionView { array },
                    Type::PartitionView(Arc::new(ty)),
                )?
            }
        };
        self.body.var_mut(view).aggregate = parts;
        Ok(view)
    }

    /// Indices as a big array wants them: 64 bits wide.
    fn widen_index(&mut self, index: &[Var], array: Var) -> Result<Vec<Var>> {
        let dtype = self.array(array)?.index_dtype;
        if dtype.bits() <= 32 {
            return Ok(index.to_vec());
        }
        index.iter().map(|i| self.astype(*i, dtype)).collect()
    }

    /// Loads a tile; a shape of rank 0 loads one element.
    ///
    /// # Errors
    /// Something other than an array.
    pub(crate) fn load_tile(
        &mut self,
        array: Var,
        index: &[Var],
        mut tiling: Tiling,
        access: Access,
    ) -> Result<Var> {
        let ty = self.array(array)?;
        let shape = tiling.tile_shape;
        if shape.is_empty() {
            tiling.tile_shape = Shape::splat(1, ty.rank());
        }
        let index = self.widen_index(index, array)?;
        let view = self.tile_view(array, &tiling)?;
        let types = vec![Type::tile(ty.dtype, tiling.tile_shape), Type::Token];
        let Access {
            latency,
            allow_tma,
            memory_order,
            memory_scope,
            inbounds,
        } = access;
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
        match self.add_many(op, types)?[..] {
            [tile, _] => self.reshape(tile, &shape),
            _ => Err(Error::unsupported("internal: load without results")),
        }
    }

    /// Stores a tile; one of rank 0 is one element.
    ///
    /// # Errors
    /// Something other than an array.
    pub(crate) fn store_tile(
        &mut self,
        array: Var,
        index: &[Var],
        tile: Var,
        mut tiling: Tiling,
        access: Access,
    ) -> Result<()> {
        let ty = self.array(array)?;
        let shape = self.tile(tile)?.shape;
        tiling.tile_shape = if shape.is_empty() {
            Shape::splat(1, ty.rank())
        } else {
            shape
        };
        let index = self.widen_index(index, array)?;
        let tile = self.reshape(tile, &tiling.tile_shape)?;
        let view = self.tile_view(array, &tiling)?;
        let Access {
            latency,
            allow_tma,
            memory_order,
            memory_scope,
            inbounds,
        } = access;
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
        Ok(())
    }

    /// An index into tiles of an array of `rank` dimensions.
    ///
    /// # Errors
    /// Another number of indices, something other than signed integers.
    pub(crate) fn tile_index(&self, index: Var, rank: usize) -> Result<Arc<[Var]>> {
        let items = self.index_items(index, IndexRule::default())?;
        if items.len() != rank {
            return Err(Error::ty(format!("expected an index of {rank} items")).found(items.len()));
        }
        Ok(items)
    }

    pub(super) fn ct_load(&mut self, args: &Args) -> Result<Option<Var>> {
        let [
            array,
            index,
            shape,
            order,
            padding,
            check_bounds,
            latency,
            allow_tma,
            mem_order,
            mem_scope,
        ] = args.vars()?;
        let rank = self.array(array)?.rank();
        let index = self.tile_index(index, rank)?;
        let rule = ShapeRule {
            single_int: true,
            rank: Some(rank),
            allow_0d: true,
            any_size: false,
        };
        let tile_shape = self.shape_arg(shape, rule)?;
        let order = self.axis_order(order, rank)?;
        let padding_mode = self.padding_arg(padding)?;
        let inbounds = self.inbounds_arg(check_bounds, rank)?;
        let (memory_order, memory_scope) = (self.order_arg(mem_order)?, self.scope_arg(mem_scope)?);
        use MemoryOrder::{Acquire, Relaxed, Weak};
        self.check_ordering(
            memory_order,
            memory_scope,
            &[Relaxed, Acquire, Weak],
            SCOPES,
        )?;
        let hints = self.access_hints(latency, Some(allow_tma))?;
        let access = Access {
            memory_order,
            memory_scope,
            inbounds,
            ..hints
        };
        let tiling = Tiling {
            tile_shape,
            order,
            padding_mode,
            traversal_steps: None,
        };
        self.load_tile(array, &index, tiling, access).map(Some)
    }

    pub(super) fn ct_store(&mut self, args: &Args) -> Result<Option<Var>> {
        let [
            array,
            index,
            tile,
            order,
            check_bounds,
            latency,
            allow_tma,
            mem_order,
            mem_scope,
        ] = args.vars()?;
        let ty = self.array(array)?;
        let rank = ty.rank();
        let index = self.tile_index(index, rank)?;
        let tile = self.implicit_cast(tile, ty.dtype, "stored tile does not fit the array")?;
        let order = self.axis_order(order, rank)?;
        let inbounds = self.inbounds_arg(check_bounds, rank)?;
        let (memory_order, memory_scope) = (self.order_arg(mem_order)?, self.scope_arg(mem_scope)?);
        use MemoryOrder::{Relaxed, Release, Weak};
        self.check_ordering(
            memory_order,
            memory_scope,
            &[Relaxed, Release, Weak],
            SCOPES,
        )?;
        let hints = self.access_hints(latency, Some(allow_tma))?;
        let access = Access {
            memory_order,
            memory_scope,
            inbounds,
            ..hints
        };
        let tiling = Tiling {
            tile_shape: Shape::SCALAR,
            order,
            padding_mode: PaddingMode::Undetermined,
            traversal_steps: None,
        };
        self.store_tile(array, &index, tile, tiling, access)?;
        Ok(None)
    }
}

/// Scopes that loads, stores and atomic operations may have.
pub(crate) const SCOPES: &[MemoryScope] = &[
    MemoryScope::None,
    MemoryScope::Block,
    MemoryScope::Device,
    MemoryScope::Sys,
];
