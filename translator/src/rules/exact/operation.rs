//! One arm an operation.

use cutile_ir::ir::OpId;
use quote::quote;
use tileport_ir::ops::Op;

use super::arith::{self, Official, official_rounding};
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

    fn arithmetic(&mut self, op: OpId, view: &Op<'_>, at_top: bool) -> Written {
        match *view {
            Op::AddI { lhs, rhs, overflow } => {
                self.wrapping(op, &arith::ADDI, &quote!(+), [lhs, rhs], overflow)
            }
            Op::SubI { lhs, rhs, overflow } => {
                self.wrapping(op, &arith::SUBI, &quote!(-), [lhs, rhs], overflow)
            }
            Op::MulI { lhs, rhs, overflow } => {
                self.wrapping(op, &arith::MULI, &quote!(*), [lhs, rhs], overflow)
            }
            Op::ShLI { lhs, rhs, overflow } => {
                let mode = modes::overflow(overflow);
                self.elementwise(op, &arith::SHLI, &[lhs, rhs], &[mode], Official::No)
            }
            Op::NegI { source, overflow } => {
                let mode = modes::overflow(overflow);
                self.elementwise(op, &arith::NEGI, &[source], &[mode], Official::No)
            }
            Op::DivI {
                lhs,
                rhs,
                signedness,
                rounding,
            } => {
                let mode = modes::rounding(rounding);
                self.signed(op, &arith::DIVI, &[lhs, rhs], &[mode], signedness)
            }
            Op::RemI {
                lhs,
                rhs,
                signedness,
            } => self.signed(op, &arith::REMI, &[lhs, rhs], &[], signedness),
            Op::MaxI {
                lhs,
                rhs,
                signedness,
            } => self.signed(op, &arith::MAXI, &[lhs, rhs], &[], signedness),
            Op::MinI {
                lhs,
                rhs,
                signedness,
            } => self.signed(op, &arith::MINI, &[lhs, rhs], &[], signedness),
            Op::ShRI {
                lhs,
                rhs,
                signedness,
            } => self.signed(op, &arith::SHRI, &[lhs, rhs], &[], signedness),
            Op::ExtI { from, signedness } => {
                self.signed(op, &arith::EXTI, &[from], &[], signedness)
            }
            Op::MulhiI { x, y } => self.plain(op, &arith::MULHII, &[x, y]),
            Op::AbsI { source } => self.plain(op, &arith::ABSI, &[source]),
            Op::AndI { lhs, rhs } => self.operator(op, &quote!(&), [lhs, rhs]),
            Op::OrI { lhs, rhs } => self.operator(op, &quote!(|), [lhs, rhs]),
            Op::XOrI { lhs, rhs } => self.operator(op, &quote!(^), [lhs, rhs]),
            Op::CmpI {
                lhs,
                rhs,
                comparison_predicate,
                signedness,
            } => self.compare_integers(op, [lhs, rhs], comparison_predicate, signedness),
            Op::AddF {
                lhs,
                rhs,
                rounding_mode,
                flush_to_zero,
            } => {
                let operator = quote!(+);
                self.rounded(
                    op,
                    &arith::ADDF,
                    &operator,
                    [lhs, rhs],
                    rounding_mode,
                    flush_to_zero,
                )
            }
            Op::SubF {
                lhs,
                rhs,
                rounding_mode,
                flush_to_zero,
            } => {
                let operator = quote!(-);
                self.rounded(
                    op,
                    &arith::SUBF,
                    &operator,
                    [lhs, rhs],
                    rounding_mode,
                    flush_to_zero,
                )
            }
            Op::MulF {
                lhs,
                rhs,
                rounding_mode,
                flush_to_zero,
            } => {
                let operator = quote!(*);
                self.rounded(
                    op,
                    &arith::MULF,
                    &operator,
                    [lhs, rhs],
                    rounding_mode,
                    flush_to_zero,
                )
            }
            Op::DivF {
                lhs,
                rhs,
                rounding_mode,
                flush_to_zero,
            } => {
                let mode = [modes::rounding(rounding_mode), modes::ftz(flush_to_zero)];
                let official = official_rounding(rounding_mode);
                self.elementwise(op, &arith::DIVF, &[lhs, rhs], &mode, official)
            }
            Op::Fma {
                lhs,
                rhs,
                acc,
                rounding_mode,
                flush_to_zero,
            } => {
                let mode = [modes::rounding(rounding_mode), modes::ftz(flush_to_zero)];
                let official = official_rounding(rounding_mode);
                self.elementwise(op, &arith::FMA, &[lhs, rhs, acc], &mode, official)
            }
            Op::Sqrt {
                source,
                rounding_mode,
                flush_to_zero,
            } => {
                let mode = [modes::rounding(rounding_mode), modes::ftz(flush_to_zero)];
                let official = official_rounding(rounding_mode);
                self.elementwise(op, &arith::SQRT, &[source], &mode, official)
            }
            Op::MaxF {
                lhs,
                rhs,
                propagate_nan,
                flush_to_zero,
            } => {
                let mode = [modes::nan(propagate_nan), modes::ftz(flush_to_zero)];
                self.elementwise(op, &arith::MAXF, &[lhs, rhs], &mode, Official::Yes)
            }
            Op::MinF {
                lhs,
                rhs,
                propagate_nan,
                flush_to_zero,
            } => {
                let mode = [modes::nan(propagate_nan), modes::ftz(flush_to_zero)];
                self.elementwise(op, &arith::MINF, &[lhs, rhs], &mode, Official::Yes)
            }
            Op::Exp2 {
                source,
                flush_to_zero,
            } => {
                let mode = [modes::ftz(flush_to_zero)];
                self.elementwise(op, &arith::EXP2, &[source], &mode, Official::Yes)
            }
            Op::Rsqrt {
                source,
                flush_to_zero,
            } => {
                let mode = [modes::ftz(flush_to_zero)];
                self.elementwise(op, &arith::RSQRT, &[source], &mode, Official::Yes)
            }
            Op::Exp {
                source,
                rounding_mode,
            } => {
                let mode = [modes::rounding(rounding_mode)];
                self.elementwise(op, &arith::EXP, &[source], &mode, Official::Yes)
            }
            Op::TanH {
                source,
                rounding_mode,
            } => {
                let mode = [modes::rounding(rounding_mode)];
                self.elementwise(op, &arith::TANH, &[source], &mode, Official::Yes)
            }
            Op::CmpF {
                lhs,
                rhs,
                comparison_predicate,
                comparison_ordering,
            } => {
                let mode = [
                    modes::predicate(comparison_predicate),
                    modes::float_ordering(comparison_ordering),
                ];
                self.elementwise(op, &arith::CMPF, &[lhs, rhs], &mode, Official::Yes)
            }
            Op::RemF { lhs, rhs } => self.plain(op, &arith::REMF, &[lhs, rhs]),
            Op::Pow { source, exponent } => self.plain(op, &arith::POW, &[source, exponent]),
            Op::FPowI { source, exponent } => self.plain(op, &arith::FPOWI, &[source, exponent]),
            Op::Atan2 { x, y } => self.plain(op, &arith::ATAN2, &[x, y]),
            Op::NegF { source } => self.plain(op, &arith::NEGF, &[source]),
            Op::AbsF { source } => self.plain(op, &arith::ABSF, &[source]),
            Op::Ceil { source } => self.plain(op, &arith::CEIL, &[source]),
            Op::Floor { source } => self.plain(op, &arith::FLOOR, &[source]),
            Op::Sin { source } => self.plain(op, &arith::SIN, &[source]),
            Op::Cos { source } => self.plain(op, &arith::COS, &[source]),
            Op::Tan { source } => self.plain(op, &arith::TAN, &[source]),
            Op::SinH { source } => self.plain(op, &arith::SINH, &[source]),
            Op::CosH { source } => self.plain(op, &arith::COSH, &[source]),
            Op::Log { source } => self.plain(op, &arith::LOG, &[source]),
            Op::Log2 { source } => self.plain(op, &arith::LOG2, &[source]),
            Op::Bitcast { source } if !self.is_pointer(source) => {
                self.plain(op, &arith::BITCAST, &[source])
            }
            Op::TruncI { from, overflow } => {
                let mode = modes::overflow(overflow);
                self.elementwise(op, &arith::TRUNCI, &[from], &[mode], Official::No)
            }
            Op::FToF {
                from,
                rounding_mode,
            } => {
                let mode = modes::rounding(rounding_mode);
                self.elementwise(op, &arith::FTOF, &[from], &[mode], Official::Yes)
            }
            Op::IToF {
                from,
                signedness,
                rounding_mode,
            } => self.convert_with_sign(op, &arith::ITOF, from, rounding_mode, signedness),
            Op::FToI {
                from,
                signedness,
                rounding_mode,
                saturating: false,
            } => self.convert_with_sign(op, &arith::FTOI, from, rounding_mode, signedness),
            _ => self.memory(op, view, at_top),
        }
    }

    /// An operation that the official declaration has exactly.
    fn plain(
        &mut self,
        op: OpId,
        spec: &super::declare::Spec,
        operands: &[cutile_ir::ir::Value],
    ) -> Written {
        self.elementwise(op, spec, operands, &[], Official::Yes)
    }

    fn memory(&mut self, op: OpId, view: &Op<'_>, at_top: bool) -> Written {
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
