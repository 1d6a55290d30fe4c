//! Accesses through tiles of pointers: `gather`, `scatter`, raw memory.

use super::Lowering;
use super::dispatch::Args;
use super::promote::{broadcast_shapes, common_shape, is_broadcastable_to};
use super::require::IndexRule;
use crate::diagnostic::{Error, Result};
use crate::dtype::{Dtype, Element};
use crate::mid::op::{ArithmeticKind, BitwiseKind, Predicate};
use crate::mid::{Op, Shape, Type, Var};

/// Pointers to the elements of an access.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    /// A tile of pointers.
    pub pointer: Var,
    /// Shape of the access.
    pub shape: Shape,
    /// Which elements are accessed; all when absent.
    pub mask: Option<Var>,
    /// Type of the elements.
    pub dtype: Dtype,
}

impl Lowering<'_> {
    /// Pointers moved by offsets, counted in elements.
    ///
    /// # Errors
    /// Shapes that do not broadcast.
    pub(super) fn pointer_offset(&mut self, pointer: Var, offset: Var) -> Result<Var> {
        let (pointers, offsets) = (self.tile(pointer)?, self.tile(offset)?);
        let shape = common_shape(&pointers.shape, &offsets.shape)?;
        let pointer = self.broadcast_to(pointer, &shape)?;
        let offset = self.broadcast_to(offset, &shape)?;
        let ty = Type::Tile(pointers.with_shape(shape));
        self.add(Op::PointerOffset { pointer, offset }, ty)
    }

    /// Elements of an array by indices, masked where they are outside unless that is ruled out.
    ///
    /// # Errors
    /// Another number of indices than dimensions, shapes that do not broadcast, a mask that is
    /// not boolean.
    pub(super) fn indexed_target(
        &mut self,
        array: Var,
        indices: Var,
        check_bounds: Var,
        mask: Option<Var>,
    ) -> Result<Target> {
        let check_bounds = self.constant_bool(check_bounds)?;
        let ty = self.array(array)?;
        let rank = ty.rank();
        let rule = IndexRule {
            tiles: true,
            unsigned: true,
        };
        let items = self.index_items(indices, rule)?;
        if items.len() != rank {
            let message = format!("an array of rank {rank} is indexed by as many integers");
            return Err(Error::ty(message).found(items.len()));
        }
        let mut shape = Shape::SCALAR;
        for &item in items.iter() {
            let other = self.tile(item)?.shape;
            shape = broadcast_shapes(&shape, &other).ok_or_else(|| {
                Error::ty("indices do not broadcast to a common shape")
                    .found(format!("{shape} and {other}"))
            })?;
        }
        let parts = self.parts(array)?;
        let (Some((&base, extents)), mut offset, mut bounds) = (parts.split_first(), None, None)
        else {
            return Err(Error::ty("internal: an array without its parts"));
        };
        for (dim, &item) in items.iter().enumerate() {
            let (Some(&size), Some(&stride)) = (extents.get(dim), extents.get(rank + dim)) else {
                return Err(Error::ty("internal: an array without its parts"));
            };
            let index = self.astype(item, Dtype::UInt64)?;
            let index = self.broadcast_to(index, &shape)?;
            if check_bounds {
                let size = self.astype(size, Dtype::UInt64)?;
                let inside = self.compare(Predicate::Lt, index, size)?;
                bounds = Some(match bounds {
                    None => inside,
                    Some(others) => self.bitwise(BitwiseKind::And, others, inside)?,
                });
            }
            let stride = self.astype(stride, Dtype::UInt64)?;
            let step = self.arithmetic(ArithmeticKind::Mul, index, stride)?;
            offset = Some(match offset {
                None => step,
                Some(others) => self.arithmetic(ArithmeticKind::Add, others, step)?,
            });
        }
        let (pointer, shape) = match offset {
            None => (base, Shape::SCALAR),
            Some(offset) => (self.pointer_offset(base, offset)?, shape),
        };
        Ok(Target {
            pointer,
            shape,
            mask: self.combined_mask(mask, bounds, &shape)?,
            dtype: ty.dtype,
        })
    }

    /// Elements of raw memory by offsets.
    ///
    /// # Errors
    /// Something other than raw memory, a mask that is not boolean.
    pub(super) fn raw_target(&mut self, memory: Var, offset: Var, mask: Var) -> Result<Target> {
        let Type::RawMemory(dtype) = *self.body.ty(memory)? else {
            return Err(Error::ty("expected raw memory").found(self.body.ty(memory)?));
        };
        let base = self.parts(memory)?.first().copied();
        let base = base.ok_or_else(|| Error::ty("internal: raw memory without its parts"))?;
        let offset = self.astype(offset, Dtype::UInt64)?;
        let pointer = self.pointer_offset(base, offset)?;
        let shape = self.tile(pointer)?.shape;
        Ok(Target {
            pointer,
            shape,
            mask: self.combined_mask(Some(mask), None, &shape)?,
            dtype,
        })
    }

    /// The program's mask and the one of bounds, whichever there are.
    fn combined_mask(
        &mut self,
        mask: Option<Var>,
        bounds: Option<Var>,
        shape: &Shape,
    ) -> Result<Option<Var>> {
        let Some(mask) = mask.filter(|m| !self.is_none(*m)) else {
            return Ok(bounds);
        };
        let tile = self.tile(mask)?;
        if tile.dtype() != Some(Dtype::Bool) {
            return Err(Error::ty("a mask must be boolean").found(tile.element));
        }
        if !is_broadcastable_to(&tile.shape, shape) {
            return Err(
                Error::ty("the mask does not broadcast to the shape of the access")
                    .found(format!("{} to {shape}", tile.shape)),
            );
        }
        let mask = self.broadcast_to(mask, shape)?;
        match bounds {
            None => Ok(Some(mask)),
            Some(bounds) => self.bitwise(BitwiseKind::And, bounds, mask).map(Some),
        }
    }

    /// A value as an access takes it: of the element type and the access's shape.
    ///
    /// # Errors
    /// A shape that does not broadcast, a conversion that must be written out.
    pub(super) fn access_value(
        &mut self,
        value: Var,
        target: &Target,
        what: &str,
        cast: bool,
    ) -> Result<Var> {
        let tile = self.tile(value)?;
        if !is_broadcastable_to(&tile.shape, &target.shape) {
            return Err(Error::ty(format!(
                "{what} does not broadcast to the shape of the access"
            ))
            .found(format!("{} to {}", tile.shape, target.shape)));
        }
        let mut value = value;
        if cast {
            let context = format!("{what} does not fit the array");
            value = self.implicit_cast(value, target.dtype, &context)?;
        }
        self.broadcast_to(value, &target.shape)
    }

    fn load_target(
        &mut self,
        target: &Target,
        padding_value: Option<Var>,
        latency: Var,
    ) -> Result<Option<Var>> {
        let latency = self.access_hints(latency, None)?.latency;
        let pointers = self.tile(target.pointer)?;
        let Element::Pointer(dtype) = pointers.element else {
            return Err(Error::ty(
                "internal: a load through something else than pointers",
            ));
        };
        let op = Op::LoadPointer {
            pointer: target.pointer,
            mask: target.mask,
            padding_value,
            token: None,
            latency,
        };
        let types = vec![Type::tile(dtype, pointers.shape), Type::Token];
        Ok(self.add_many(op, types)?.first().copied())
    }

    fn store_target(&mut self, target: &Target, value: Var, latency: Var) -> Result<()> {
        let latency = self.access_hints(latency, None)?.latency;
        let op = Op::StorePointer {
            pointer: target.pointer,
            value,
            mask: target.mask,
            token: None,
            latency,
        };
        self.add(op, Type::Token)?;
        Ok(())
    }

    pub(super) fn ct_gather(&mut self, args: &Args) -> Result<Option<Var>> {
        let [array, indices, mask, padding_value, check_bounds, latency] = args.vars()?;
        let target = self.indexed_target(array, indices, check_bounds, Some(mask))?;
        let padding = self.access_value(padding_value, &target, "padding value", true)?;
        self.load_target(&target, Some(padding), latency)
    }

    pub(super) fn ct_scatter(&mut self, args: &Args) -> Result<Option<Var>> {
        let [array, indices, value, mask, check_bounds, latency] = args.vars()?;
        let target = self.indexed_target(array, indices, check_bounds, Some(mask))?;
        let value = self.access_value(value, &target, "stored value", true)?;
        self.store_target(&target, value, latency)?;
        Ok(None)
    }

    pub(super) fn raw_load(&mut self, args: &Args) -> Result<Option<Var>> {
        let [memory, offset, mask, padding_value, latency] = args.vars()?;
        let target = self.raw_target(memory, offset, mask)?;
        let padding = if self.is_none(padding_value) {
            None
        } else {
            Some(self.access_value(padding_value, &target, "padding value", true)?)
        };
        self.load_target(&target, padding, latency)
    }

    pub(super) fn raw_store(&mut self, args: &Args) -> Result<Option<Var>> {
        let [memory, offset, value, mask, latency] = args.vars()?;
        let target = self.raw_target(memory, offset, mask)?;
        let value = self.access_value(value, &target, "stored value", true)?;
        self.store_target(&target, value, latency)?;
        Ok(None)
    }
}
