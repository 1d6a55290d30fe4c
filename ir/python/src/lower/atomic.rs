//! Atomic operations on arrays, raw memory and tiled views.

use super::Lowering;
use super::builtin::Builtin;
use super::dispatch::Args;
use super::memory::SCOPES;
use super::pointer::Target;
use super::promote::is_broadcastable_to;
use crate::diagnostic::{Error, Result};
use crate::dtype::Dtype;
use crate::lower::BytecodeVersion;
use crate::mid::op::{AtomicMode, MemoryOrder, MemoryScope, PaddingMode};
use crate::mid::{Op, Shape, Type, Var};

/// Read-modify-write function, before the element type decides its form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AtomicFunction {
    Exchange,
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
}

impl AtomicFunction {
    /// The function of a built-in.
    pub fn of(builtin: Builtin) -> Option<AtomicFunction> {
        use Builtin as B;
        Some(match builtin {
            B::CtAtomicXchg | B::RawAtomicXchg => AtomicFunction::Exchange,
            B::CtAtomicAdd | B::RawAtomicAdd | B::ViewAtomicAdd => AtomicFunction::Add,
            B::CtAtomicMin | B::RawAtomicMin | B::ViewAtomicMin => AtomicFunction::Min,
            B::CtAtomicMax | B::RawAtomicMax | B::ViewAtomicMax => AtomicFunction::Max,
            B::CtAtomicAnd | B::RawAtomicAnd | B::ViewAtomicAnd => AtomicFunction::And,
            B::CtAtomicOr | B::RawAtomicOr | B::ViewAtomicOr => AtomicFunction::Or,
            B::CtAtomicXor | B::RawAtomicXor | B::ViewAtomicXor => AtomicFunction::Xor,
            _ => return None,
        })
    }

    fn is_bitwise(self) -> bool {
        matches!(
            self,
            AtomicFunction::And | AtomicFunction::Or | AtomicFunction::Xor
        )
    }

    /// The form for an element type.
    ///
    /// # Errors
    /// A type that the function does not exist for.
    fn mode(self, dtype: Dtype) -> Result<AtomicMode> {
        let wide_integer = dtype.is_integral() && dtype.bits() >= 32;
        let wide_float = matches!(dtype, Dtype::Float32 | Dtype::Float64);
        let half = matches!(dtype, Dtype::Float16 | Dtype::BFloat16);
        let signed = dtype.is_signed();
        Ok(match self {
            AtomicFunction::Exchange if wide_integer || wide_float => AtomicMode::Exchange,
            AtomicFunction::Add if wide_integer => AtomicMode::AddInt,
            AtomicFunction::Add if wide_float || half => AtomicMode::AddFloat,
            AtomicFunction::Min if wide_integer && signed => AtomicMode::MinSigned,
            AtomicFunction::Min if wide_integer => AtomicMode::MinUnsigned,
            AtomicFunction::Max if wide_integer && signed => AtomicMode::MaxSigned,
            AtomicFunction::Max if wide_integer => AtomicMode::MaxUnsigned,
            AtomicFunction::And if wide_integer => AtomicMode::And,
            AtomicFunction::Or if wide_integer => AtomicMode::Or,
            AtomicFunction::Xor if wide_integer => AtomicMode::Xor,
            _ => {
                return Err(Error::ty(format!(
                    "atomic {self:?} is not available for this data type"
                ))
                .found(dtype));
            }
        })
    }
}

/// Orders of atomic operations on elements.
const ORDERS: &[MemoryOrder] = &[
    MemoryOrder::Relaxed,
    MemoryOrder::Acquire,
    MemoryOrder::Release,
    MemoryOrder::AcqRel,
];

impl Lowering<'_> {
    pub(super) fn ct_atomic_cas(&mut self, args: &Args) -> Result<Option<Var>> {
        let [
            array,
            indices,
            expected,
            desired,
            check_bounds,
            order,
            scope,
        ] = args.vars()?;
        let target = self.indexed_target(array, indices, check_bounds, None)?;
        self.atomic_cas(&target, [expected, desired], [order, scope])
    }

    pub(super) fn raw_atomic_cas(&mut self, args: &Args) -> Result<Option<Var>> {
        let [memory, offset, expected, desired, mask, order, scope] = args.vars()?;
        let target = self.raw_target(memory, offset, mask)?;
        self.atomic_cas(&target, [expected, desired], [order, scope])
    }

    fn atomic_cas(
        &mut self,
        target: &Target,
        values: [Var; 2],
        ordering: [Var; 2],
    ) -> Result<Option<Var>> {
        AtomicFunction::Exchange.mode(target.dtype)?;
        let [expected, desired] = values;
        let expected = self.access_value(expected, target, "expected value", true)?;
        let desired = self.access_value(desired, target, "desired value", true)?;
        let (memory_order, memory_scope) = self.atomic_ordering(ordering)?;
        let op = Op::AtomicCas {
            pointer: target.pointer,
            expected,
            desired,
            mask: target.mask,
            token: None,
            memory_order,
            memory_scope,
        };
        self.add_atomic(op, target)
    }

    pub(super) fn ct_atomic_rmw(
        &mut self,
        function: AtomicFunction,
        args: &Args,
    ) -> Result<Option<Var>> {
        let [array, indices, update, check_bounds, order, scope] = args.vars()?;
        let target = self.indexed_target(array, indices, check_bounds, None)?;
        self.atomic_rmw(function, &target, update, [order, scope])
    }

    pub(super) fn raw_atomic_rmw(
        &mut self,
        function: AtomicFunction,
        args: &Args,
    ) -> Result<Option<Var>> {
        let [memory, offset, update, mask, order, scope] = args.vars()?;
        let target = self.raw_target(memory, offset, mask)?;
        self.atomic_rmw(function, &target, update, [order, scope])
    }

    fn atomic_rmw(
        &mut self,
        function: AtomicFunction,
        target: &Target,
        update: Var,
        ordering: [Var; 2],
    ) -> Result<Option<Var>> {
        let mode = function.mode(target.dtype)?;
        let update = self.access_value(update, target, "update", false)?;
        let update = self.atomic_update(function, update, target.dtype)?;
        let (memory_order, memory_scope) = self.atomic_ordering(ordering)?;
        let op = Op::AtomicRmw {
            pointer: target.pointer,
            update,
            mask: target.mask,
            token: None,
            mode,
            memory_order,
            memory_scope,
        };
        self.add_atomic(op, target)
    }

    fn add_atomic(&mut self, op: Op, target: &Target) -> Result<Option<Var>> {
        let types = vec![Type::tile(target.dtype, target.shape), Type::Token];
        Ok(self.add_many(op, types)?.first().copied())
    }

    /// The update in the element type; bitwise functions do not convert it.
    fn atomic_update(&mut self, function: AtomicFunction, x: Var, dtype: Dtype) -> Result<Var> {
        if !function.is_bitwise() {
            return self.implicit_cast(x, dtype, "update does not fit the array");
        }
        let tile = self.tile(x)?;
        if tile.dtype() == Some(dtype) {
            return Ok(x);
        }
        let message = format!("the update of a bitwise atomic operation must be {dtype}");
        Err(Error::ty(message).found(tile.element))
    }

    fn atomic_ordering(&self, ordering: [Var; 2]) -> Result<(MemoryOrder, MemoryScope)> {
        let [order, scope] = ordering;
        let (order, scope) = (self.order_arg(order)?, self.scope_arg(scope)?);
        self.check_ordering(order, scope, ORDERS, SCOPES)?;
        Ok((order, scope))
    }

    pub(super) fn view_atomic(
        &mut self,
        function: AtomicFunction,
        args: &Args,
    ) -> Result<Option<Var>> {
        self.need_version(BytecodeVersion::V13_3, "atomic operations on views")?;
        let [view, index, update] = args.vars()?;
        let (array, ty, mut tiling) = self.view_tiling(view)?;
        let dtype = ty.array.dtype;
        let mode = function.mode(dtype)?;
        let index = self.tile_index(index, ty.array.rank())?.to_vec();
        let shape = self.tile(update)?.shape;
        if !is_broadcastable_to(&shape, &ty.tile_shape) {
            return Err(
                Error::ty("the update does not broadcast to the view's tile shape")
                    .found(format!("{shape} to {}", ty.tile_shape)),
            );
        }
        if tiling.tile_shape.is_empty() {
            tiling.tile_shape = Shape::splat(1, ty.array.rank());
        }
        let update = self.broadcast_to(update, &tiling.tile_shape)?;
        let update = self.atomic_update(function, update, dtype)?;
        tiling.padding_mode = PaddingMode::Undetermined;
        let view = self.tile_view(array, &tiling)?;
        let op = Op::AtomicRedView {
            view,
            index,
            update,
            token: None,
            mode,
            memory_order: MemoryOrder::Relaxed,
            memory_scope: MemoryScope::Device,
        };
        self.add(op, Type::Token)?;
        Ok(None)
    }
}
