//! One arm an operation.

use cutile_ir::ir::OpId;
use quote::quote;
use tileport_ir::ops::Op;

use super::arith::{self, Official};
use super::emit::{Emitter, Written};
use super::memory::Order;
use super::modes;
use super::refusal::Refusal;

impl Emitter<'_> {
    /// Notes that an operation has no exact form.
    pub fn refuse(&mut self, op: OpId, why: String) {
        self.refusals.push(Refusal::new(self.module, op, why));
    }

    /// The statement of an operation without regions.
    pub fn operation(&mut self, op: OpId, view: &Op<'_>, at_top: bool) -> Written {
        match *view {
            Op::Constant { value } => self.constant(op, value),
            Op::Iota {} => self.iota(op),
            Op::Broadcast { source } => self.reshape(op, source, "broadcast"),
            Op::Reshape { source } => self.reshape(op, source, "reshape"),
            Op::Permute {
                source,
                permutation,
            } => self.permute(op, source, permutation),
            Op::Cat { lhs, rhs, dim } => {
                let dim = super::types::integer(dim);
                self.of_tiles(op, "cat", &[lhs, rhs], &[dim])
            }
            Op::Extract { source, indices } => self.slice(op, &[source], indices),
            Op::Insert {
                source,
                destination,
                indices,
            } => self.slice(op, &[source, destination], indices),
            Op::Pack { source } => self.of_tiles(op, "pack", &[source], &[]),
            Op::Unpack { source } => self.of_tiles(op, "unpack", &[source], &[]),
            Op::Select {
                cond,
                val_if_true,
                val_if_false,
            } => {
                if self.is_pointer(val_if_true) {
                    return Err("of pointers".into());
                }
                let operands = [cond, val_if_true, val_if_false];
                self.elementwise(op, &arith::SELECT, &operands, &[], Official::Yes)
            }
            Op::Reduce {
                operands,
                dim,
                identities,
                body,
            } => self.reduce(op, operands, dim, identities, body),
            Op::Scan {
                operands,
                dim,
                reverse,
                identities,
                body,
            } => self.scan(op, operands, (dim, reverse), identities, body),
            Op::MmaF {
                lhs,
                rhs,
                acc,
                fast_acc: false,
            } => self.of_tiles(op, "mmaf", &[lhs, rhs, acc], &[]),
            Op::MmaF {
                lhs,
                rhs,
                acc,
                fast_acc: true,
            } => {
                let mode = quote!(fast_acc::Enabled);
                self.of_tiles(op, "mmaf_with_fast_acc", &[lhs, rhs, acc], &[mode])
            }
            Op::MmaFScaled {
                lhs,
                rhs,
                acc,
                lhs_scale,
                rhs_scale,
            } => self.of_tiles(
                op,
                "mmaf_scaled",
                &[lhs, rhs, acc, lhs_scale, rhs_scale],
                &[],
            ),
            Op::MmaI {
                lhs,
                rhs,
                acc,
                signedness_lhs,
                signedness_rhs,
            } => {
                let signs = [signedness_lhs, signedness_rhs].map(modes::signedness);
                self.of_tiles(op, "mmai", &[lhs, rhs, acc], &signs)
            }
            _ => self.arithmetic(op, view, at_top),
        }
    }

    /// The statement of an operation on memory, tokens or the grid.
    pub fn memory(&mut self, op: OpId, view: &Op<'_>, at_top: bool) -> Written {
        match *view {
            Op::Assert { condition, message } => {
                let condition = self.value(condition);
                Ok(quote!(cuda_tile_assert!(#condition, #message);))
            }
            Op::Assume { value, predicate } => self.assume(op, value, predicate),
            Op::GetNumTileBlocks {} => {
                let names = ["blocks_x", "blocks_y", "blocks_z"];
                self.bind_all(op, &names, quote!(get_num_tile_blocks()))
            }
            Op::GetTileBlockId {} => {
                let names = ["block_x", "block_y", "block_z"];
                self.bind_all(op, &names, quote!(get_tile_block_id()))
            }
            Op::MakeToken {} => self.make_token(op, at_top),
            Op::JoinTokens { tokens } => self.join_tokens(op, tokens),
            Op::GdcLaunchDependentsTko { token } => {
                let token = self.option(token);
                self.bind_token(op, quote!(gdc_launch_dependents_tko(#token)))
            }
            Op::GdcWaitTko { token } => {
                let token = self.option(token);
                self.bind_token(op, quote!(gdc_wait_tko(#token)))
            }
            Op::MemoryFenceAliasTko { token } => {
                let token = self.value(token);
                self.bind_token(op, quote!(memory_fence_alias_tko(#token)))
            }
            Op::IntToPtr { source } => self.of_tiles(op, "int_to_ptr", &[source], &[]),
            Op::PtrToPtr { source } => self.of_tiles(op, "ptr_to_ptr", &[source], &[]),
            Op::PtrToInt { source } => {
                let function = self.declarations.fixed("ptr_to_int_tile")?;
                self.of_tiles(op, &function.to_string(), &[source], &[])
            }
            Op::Alloca {
                num_elem,
                alignment,
                global,
            } => {
                let mode = if global {
                    quote!(allocation::Global)
                } else {
                    quote!(allocation::Local)
                };
                let sizes = [num_elem, alignment].map(super::types::integer);
                let result = self.result(op)?;
                self.bind_tile(result, "buffer", quote!(alloca(#(#sizes,)* #mode)))
            }
            Op::Offset { ptr, offset } => self.offset(op, ptr, offset),
            Op::LoadPtrTko {
                source,
                mask,
                padding_value,
                token,
                memory_ordering_semantics: ordering,
                memory_scope: scope,
                optimization_hints,
            } => {
                let order = Order {
                    mask,
                    token,
                    ordering,
                    scope,
                };
                self.load_ptr(op, source, padding_value, order, optimization_hints)
            }
            Op::StorePtrTko {
                destination,
                value,
                mask,
                token,
                memory_ordering_semantics: ordering,
                memory_scope: scope,
                optimization_hints,
            } => {
                let order = Order {
                    mask,
                    token,
                    ordering,
                    scope,
                };
                self.store_ptr(op, destination, value, order, optimization_hints)
            }
            Op::AtomicRMW {
                pointers,
                arg,
                mask,
                token,
                memory_ordering_semantics: ordering,
                memory_scope,
                mode,
            } => {
                let order = Order {
                    mask,
                    token,
                    ordering,
                    scope: Some(memory_scope),
                };
                self.atomic_rmw(op, [pointers, arg], mode, order)
            }
            Op::AtomicCAS {
                pointers,
                cmp,
                val,
                mask,
                token,
                memory_ordering_semantics: ordering,
                memory_scope,
            } => {
                let order = Order {
                    mask,
                    token,
                    ordering,
                    scope: Some(memory_scope),
                };
                self.atomic_cas(op, [pointers, cmp, val], order)
            }
            _ => self.through_views(op, view),
        }
    }

    fn through_views(&mut self, op: OpId, view: &Op<'_>) -> Written {
        match view {
            Op::MakeTensorView {
                base,
                dynamic_shape,
                dynamic_strides,
            } => self.make_tensor_view(op, *base, dynamic_shape, dynamic_strides),
            Op::MakePartitionView { tensor_view } => self.make_partition_view(op, *tensor_view),
            Op::MakeGatherScatterView { tensor_view } | Op::MakeStridedView { tensor_view } => {
                self.make_sparse_view(op, *tensor_view)
            }
            Op::GetIndexSpaceShape { src } | Op::GetTensorShape { src } => self.shape_of(op, *src),
            Op::LoadViewTko {
                view,
                index,
                token,
                memory_ordering_semantics,
                memory_scope,
                optimization_hints,
                inbounds,
                valid_check: false,
            } => {
                let order = Order {
                    mask: None,
                    token: *token,
                    ordering: *memory_ordering_semantics,
                    scope: *memory_scope,
                };
                self.load_view(op, (*view, index), order, *optimization_hints, inbounds)
            }
            Op::StoreViewTko {
                tile,
                view,
                index,
                token,
                memory_ordering_semantics,
                memory_scope,
                optimization_hints,
                inbounds,
            } => {
                let order = Order {
                    mask: None,
                    token: *token,
                    ordering: *memory_ordering_semantics,
                    scope: *memory_scope,
                };
                self.store_view(
                    op,
                    (*view, index, *tile),
                    order,
                    *optimization_hints,
                    inbounds,
                )
            }
            Op::AtomicRedViewTko {
                view,
                index,
                value,
                token,
                memory_ordering_semantics,
                memory_scope,
                mode,
                inbounds,
            } => {
                let order = Order {
                    mask: None,
                    token: *token,
                    ordering: *memory_ordering_semantics,
                    scope: Some(*memory_scope),
                };
                self.atomic_red_view(op, (*view, index, *value), *mode, order, inbounds)
            }
            other => unsupported(other),
        }
    }
}

/// Operations without an exact form. Named one by one, so that a new one is not forgotten.
fn unsupported(view: &Op<'_>) -> Written {
    let why = match view {
        Op::Print { .. } => "prints are not translated",
        Op::GetGlobal { .. } => "global variables are not translated",
        Op::PreviewCall { .. } => "calls of library functions are not translated",
        Op::Bitcast { .. } => "of pointers",
        Op::FToI { .. } => "saturating conversions take another rounding",
        Op::LoadViewTko { .. } => "validity checks are not translated",
        Op::MultimemLoadReduceViewTko { .. }
        | Op::MultimemReduceViewTko { .. }
        | Op::MultimemStoreViewTko { .. } => "multicast accesses are not translated",
        _ => "not expected here",
    };
    Err(why.into())
}
