//! Types of operations on memory, and memory orders.

use cutile_ir::ir::{
    AtomicRMWMode, MemoryOrdering, MemoryScope, OpId, PointerAttribute, ScalarType, Type, Value,
};

use super::ty::{Class, bits, pointer, scalar, shape, tile_view};
use super::{Rule, Verifier, spelt};
use crate::ops::{MultimemReduction, Op};
use crate::print::type_text;

/// An access through a view.
struct Access<'o> {
    view: Value,
    index: &'o [Value],
    /// The type of what is loaded or stored.
    tile: &'o Type,
    inbounds: &'o [bool],
    multicast: bool,
}

const LOADS: &[MemoryOrdering] = &[
    MemoryOrdering::Weak,
    MemoryOrdering::Relaxed,
    MemoryOrdering::Acquire,
];
const STORES: &[MemoryOrdering] = &[
    MemoryOrdering::Weak,
    MemoryOrdering::Relaxed,
    MemoryOrdering::Release,
];
const ATOMICS: &[MemoryOrdering] = &[
    MemoryOrdering::Relaxed,
    MemoryOrdering::Acquire,
    MemoryOrdering::Release,
    MemoryOrdering::AcqRel,
];

impl<'m> Verifier<'m> {
    pub(super) fn memory(&mut self, id: OpId, op: &Op<'m>) {
        let module = self.module;
        let results = module.op(id).result_types.as_slice();
        match op {
            Op::LoadPtrTko { .. }
            | Op::StorePtrTko { .. }
            | Op::AtomicCAS { .. }
            | Op::AtomicRMW { .. } => self.through_pointers(op, results),
            Op::LoadViewTko { .. }
            | Op::StoreViewTko { .. }
            | Op::AtomicRedViewTko { .. }
            | Op::MultimemLoadReduceViewTko { .. }
            | Op::MultimemReduceViewTko { .. }
            | Op::MultimemStoreViewTko { .. } => self.through_views(op, results),
            Op::Alloca { alignment, .. } => {
                let Some(result) = results.first() else {
                    return;
                };
                self.single("result", result, Class::Pointer);
                let size = pointer(result).map_or(1, |p| i64::from(bits(p.pointee).div_ceil(8)));
                if *alignment < size || alignment & (alignment - 1) != 0 {
                    self.fault(
                        Rule::Attribute,
                        format!(
                            "`alignment` is {alignment}: a power of two, {size} or more, expected"
                        ),
                    );
                }
            }
            Op::Assert { condition, .. } => {
                let ty = self.type_of(*condition);
                self.class("condition", ty, Class::One(ScalarType::I1));
            }
            Op::Print { args, token, str } => {
                for &arg in *args {
                    self.class("args", self.type_of(arg), Class::Any);
                }
                self.optional_token(*token);
                self.last_is_token(results);
                self.format(str, args.len());
            }
            Op::GdcLaunchDependentsTko { token } | Op::GdcWaitTko { token } => {
                self.optional_token(*token);
                self.last_is_token(results);
            }
            Op::MemoryFenceAliasTko { token } => {
                self.optional_token(Some(*token));
                self.last_is_token(results);
            }
            Op::PreviewCall { operands, .. } => {
                let taken: Vec<_> = operands.iter().map(|&v| self.type_of(v)).collect();
                for ty in taken.into_iter().chain(results) {
                    if !matches!(ty.without_pointer_attribute(), Type::Tile(_) | Type::Token) {
                        self.fault(
                            Rule::Type,
                            format!(
                                "a call takes and gives tiles and tokens, not {}",
                                type_text(ty)
                            ),
                        );
                    }
                }
            }
            _ => {}
        }
    }

    fn last_is_token(&mut self, results: &[Type]) {
        if let Some(last) = results.last() {
            self.token("result_token", last);
        }
    }

    fn through_pointers(&mut self, op: &Op<'_>, results: &[Type]) {
        self.last_is_token(results);
        let first = results.first();
        match op {
            Op::LoadPtrTko {
                source,
                mask,
                padding_value,
                token,
                memory_ordering_semantics: order,
                memory_scope: scope,
                ..
            } => {
                let Some(result) = first else { return };
                self.pointees("source", *source, "result", result);
                self.mask(*mask, result);
                if let Some(padding) = padding_value {
                    self.same(
                        ("padding_value", self.type_of(*padding)),
                        ("result", result),
                    );
                }
                self.optional_token(*token);
                self.order(*order, *scope, LOADS);
            }
            Op::StorePtrTko {
                destination,
                value,
                mask,
                token,
                memory_ordering_semantics: order,
                memory_scope: scope,
                ..
            } => {
                let value = self.type_of(*value);
                self.pointees("destination", *destination, "value", value);
                self.mask(*mask, value);
                self.optional_token(*token);
                self.order(*order, *scope, STORES);
            }
            Op::AtomicCAS {
                pointers,
                cmp,
                val,
                mask,
                token,
                memory_ordering_semantics: order,
                memory_scope: scope,
            } => {
                let val = self.type_of(*val);
                self.pointees("pointers", *pointers, "val", val);
                self.same(("cmp", self.type_of(*cmp)), ("val", val));
                if let Some(result) = first {
                    self.same(("result", result), ("val", val));
                }
                if !matches!(scalar(val).map(bits), Some(32 | 64)) {
                    self.fault(Rule::Type, "`val` has to be of 32 or 64 bits");
                }
                self.mask(*mask, val);
                self.optional_token(*token);
                self.order(*order, Some(*scope), ATOMICS);
            }
            Op::AtomicRMW {
                pointers,
                arg,
                mask,
                token,
                memory_ordering_semantics: order,
                memory_scope: scope,
                mode,
            } => {
                let arg = self.type_of(*arg);
                self.pointees("pointers", *pointers, "arg", arg);
                if let Some(result) = first {
                    self.same(("result", result), ("arg", arg));
                }
                self.mode(*mode, arg);
                self.mask(*mask, arg);
                self.optional_token(*token);
                self.order(*order, Some(*scope), ATOMICS);
            }
            _ => {}
        }
    }

    /// Pointers of one shape with what they point to.
    fn pointees(&mut self, name: &str, pointers: Value, other: &str, tile: &Type) {
        let ty = self.type_of(pointers);
        self.class(name, ty, Class::Pointer);
        self.class(other, tile, Class::Number);
        self.same_shape((name, ty), (other, tile));
        if let (Some(pointer), Some(element)) = (pointer(ty), scalar(tile))
            && pointer.pointee != element
        {
            self.fault(
                Rule::Type,
                format!(
                    "`{name}` does not point to elements of `{other}`: {} and {}",
                    type_text(ty),
                    type_text(tile)
                ),
            );
        }
        if ty.pointer_attribute() == Some(PointerAttribute::Multicast) {
            self.fault(Rule::Type, format!("`{name}` must not be multicast"));
        }
    }

    fn mask(&mut self, mask: Option<Value>, tile: &Type) {
        if let Some(mask) = mask {
            let ty = self.type_of(mask);
            self.class("mask", ty, Class::One(ScalarType::I1));
            self.same_shape(("mask", ty), ("result", tile));
        }
    }

    fn mode(&mut self, mode: AtomicRMWMode, ty: &Type) {
        use ScalarType::*;
        let element = scalar(ty);
        let fits = match mode {
            AtomicRMWMode::AddF => matches!(element, Some(F16 | BF16 | F32 | F64)),
            AtomicRMWMode::Xchg => matches!(element.map(bits), Some(32 | 64)),
            _ => matches!(element, Some(I32 | I64)),
        };
        if !fits {
            self.fault(
                Rule::Attribute,
                format!("mode {} is not for {}", spelt(mode), type_text(ty)),
            );
        }
    }

    /// A permitted order; all but weak ones have a scope.
    fn order(
        &mut self,
        order: MemoryOrdering,
        scope: Option<MemoryScope>,
        permitted: &[MemoryOrdering],
    ) {
        if !permitted.contains(&order) {
            self.fault(
                Rule::Attribute,
                format!("memory order {} is not possible here", spelt(order)),
            );
        } else if (order == MemoryOrdering::Weak) != scope.is_none() {
            self.fault(
                Rule::Attribute,
                match scope {
                    Some(_) => "a weak access has no memory scope",
                    None => "an access that is not weak needs a memory scope",
                },
            );
        }
    }

    fn through_views(&mut self, op: &Op<'_>, results: &[Type]) {
        self.last_is_token(results);
        let Some(first) = results.first() else { return };
        match op {
            Op::LoadViewTko {
                view,
                index,
                token,
                memory_ordering_semantics: order,
                memory_scope: scope,
                inbounds,
                ..
            } => {
                self.access(&Access {
                    view: *view,
                    index,
                    tile: first,
                    inbounds,
                    multicast: false,
                });
                self.optional_token(*token);
                self.order(*order, *scope, LOADS);
            }
            Op::StoreViewTko {
                tile,
                view,
                index,
                token,
                memory_ordering_semantics: order,
                memory_scope: scope,
                inbounds,
                ..
            } => {
                let tile = self.type_of(*tile);
                self.access(&Access {
                    view: *view,
                    index,
                    tile,
                    inbounds,
                    multicast: false,
                });
                self.optional_token(*token);
                self.order(*order, *scope, STORES);
            }
            Op::AtomicRedViewTko {
                view,
                index,
                value,
                token,
                memory_ordering_semantics: order,
                memory_scope: scope,
                mode,
                inbounds,
            } => {
                let tile = self.type_of(*value);
                self.access(&Access {
                    view: *view,
                    index,
                    tile,
                    inbounds,
                    multicast: false,
                });
                self.optional_token(*token);
                self.order(*order, Some(*scope), &[MemoryOrdering::Relaxed]);
                self.mode(*mode, tile);
                let view = tile_view(self.type_of(*view));
                if view.is_some_and(|v| v.sparse.is_some() || v.padding.is_some()) {
                    self.fault(Rule::Type, "`view` must not be sparse or padded");
                }
                if *mode == AtomicRMWMode::Xchg || *scope == MemoryScope::System {
                    self.fault(
                        Rule::Attribute,
                        "exchange and system scope are not possible through views",
                    );
                }
            }
            Op::MultimemLoadReduceViewTko {
                view,
                index,
                token,
                memory_ordering_semantics: order,
                memory_scope: scope,
                reduction,
                inbounds,
            } => {
                self.access(&Access {
                    view: *view,
                    index,
                    tile: first,
                    inbounds,
                    multicast: true,
                });
                self.optional_token(*token);
                self.order(*order, *scope, LOADS);
                self.reduction(*reduction, first, true);
            }
            Op::MultimemReduceViewTko {
                view,
                tile,
                index,
                token,
                memory_ordering_semantics: order,
                memory_scope: scope,
                reduction,
                inbounds,
            } => {
                let tile = self.type_of(*tile);
                self.access(&Access {
                    view: *view,
                    index,
                    tile,
                    inbounds,
                    multicast: true,
                });
                self.optional_token(*token);
                self.order(
                    *order,
                    Some(*scope),
                    &[MemoryOrdering::Relaxed, MemoryOrdering::Release],
                );
                self.reduction(*reduction, tile, false);
            }
            Op::MultimemStoreViewTko {
                view,
                tile,
                index,
                token,
                memory_ordering_semantics: order,
                memory_scope: scope,
                inbounds,
            } => {
                let tile = self.type_of(*tile);
                self.access(&Access {
                    view: *view,
                    index,
                    tile,
                    inbounds,
                    multicast: true,
                });
                self.optional_token(*token);
                self.order(*order, *scope, STORES);
            }
            _ => {}
        }
    }

    fn reduction(&mut self, reduction: MultimemReduction, ty: &Type, load: bool) {
        use MultimemReduction::{Add, Max, Min};
        use ScalarType::*;
        let fits = match scalar(ty) {
            Some(I32 | I64) => true,
            Some(F16 | BF16) if load => matches!(reduction, Add | Min | Max),
            Some(F16 | BF16 | F32 | F64) => reduction == Add,
            _ => false,
        };
        if !fits {
            self.fault(
                Rule::Attribute,
                format!(
                    "reduction {} is not for {}",
                    spelt(reduction),
                    type_text(ty)
                ),
            );
        }
    }

    /// The tile fits the view, the indices fit the view, a promise for each.
    fn access(&mut self, access: &Access<'_>) {
        let ty = self.type_of(access.view);
        let Some(view) = tile_view(ty) else {
            return self.fault(
                Rule::Type,
                format!("`view` has to be a view of tiles, found {}", type_text(ty)),
            );
        };
        let multicast = ty.pointer_attribute() == Some(PointerAttribute::Multicast);
        if multicast != access.multicast {
            self.fault(
                Rule::Type,
                match multicast {
                    true => "`view` must not be multicast",
                    false => "`view` has to be multicast",
                },
            );
        }
        self.same(("tile", access.tile), ("view", &Type::Tile(view.tile())));
        let rank = view.tile_shape.len();
        if access.index.len() != rank {
            self.fault(
                Rule::Type,
                format!("{rank} indices expected, {} found", access.index.len()),
            );
        }
        if access.inbounds.len() != access.index.len() {
            self.fault(
                Rule::Attribute,
                "`inbounds` has to have a flag for each index",
            );
        }
        let mut dense: Option<&Type> = None;
        for (position, &index) in access.index.iter().enumerate() {
            let ty = self.type_of(index);
            self.class("index", ty, Class::Int);
            if view.sparse == Some(position as i32) {
                let size = view.tile_shape.get(position).map(|&n| [i64::from(n)]);
                if shape(ty) != size.as_ref().map(<[i64; 1]>::as_slice) {
                    self.fault(
                        Rule::Type,
                        format!(
                            "the sparse index has to be as long as the tile, found {}",
                            type_text(ty)
                        ),
                    );
                }
                continue;
            }
            self.single("index", ty, Class::Int);
            self.same(("index", ty), ("index", dense.unwrap_or(ty)));
            dense = dense.or(Some(ty));
        }
    }
}
