//! From the mid-level IR to `cutile_ir::Module`.
//!
//! Official `_ir2bytecode.py` and each operation's `generate_bytecode`. Attribute names and
//! operand groups are those that `cutile_ir`'s bytecode writer reads and that a reader of bytecode
//! gives back: an attribute that the version does not have, or a flag that is not set, is absent.
//!
//! - this file: the entry and which function emits which operation;
//! - [`builder`]: values, blocks, small operations;
//! - [`arithmetic`], [`control`], [`view`], [`memory`], [`print`]: the operations;
//! - [`types`], [`constant`], [`hints`]: types, constants, compiler options.

mod arithmetic;
mod builder;
mod constant;
mod control;
mod hints;
mod memory;
mod print;
mod types;
mod view;

use crate::diagnostic::{Error, Result};
use crate::lower::Options;
use crate::mid::{BlockId, Body, LocId, Op, OpId, Operation};
use crate::passes::dataflow::Facts;
use crate::specialise::Hints;
use builder::Emitter;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, FuncType, Location, Type};
use std::sync::Arc;

/// A module, and what the sources call its values.
#[derive(Debug)]
pub struct Emitted {
    /// The module, with one entry.
    pub module: cutile_ir::Module,
    /// By value index; values that no variable of the sources stands for have none.
    pub names: Vec<(u32, Arc<str>)>,
}

/// Emits a module with one entry called `symbol`. `locate` gives the place that debug information
/// and diagnostics show for a place in the sources.
///
/// # Errors
/// A value that the bytecode cannot express; an operation or option that needs a newer version.
pub fn emit(
    body: &Body,
    facts: &Facts,
    symbol: &str,
    hints: &Hints,
    options: &Options,
    locate: &dyn Fn(LocId) -> Location,
) -> Result<Emitted> {
    let hints = hints::entry(hints, options)?;
    let mut emitter = Emitter::new(body, facts, options, locate);
    let params = &body.block(body.root).params;
    let inputs: Vec<Type> = params
        .iter()
        .map(|v| emitter.value_type(*v))
        .collect::<Result<_>>()?;
    emitter.at(body.loc);
    let region = emitter.region(&inputs, params, |e| e.block(body.root))?;
    let signature = Type::Func(FuncType {
        inputs,
        results: Vec::new(),
    });
    emitter.at(body.loc);
    let entry = emitter
        .draft(Opcode::Entry)
        .attr("sym_name", Attribute::String(symbol.to_owned()))
        .attr("function_type", Attribute::Type(signature))
        .attr("optimization_hints", hints)
        .region(region);
    Ok(emitter.finish(entry))
}

impl Emitter<'_> {
    /// Emits the operations of a block.
    fn block(&mut self, block: BlockId) -> Result<()> {
        let body = self.body;
        body.block(block).ops.iter().try_for_each(|&id| {
            let loc = body.op(id).loc;
            self.at(loc);
            self.operation(id).map_err(|e| e.at(loc))
        })
    }

    fn operation(&mut self, id: OpId) -> Result<()> {
        let body = self.body;
        let Operation { op, results, .. } = body.op(id);
        match op {
            Op::TypedConst { value } => self.typed_const(value, results),
            Op::Assign { .. } => Err(Error::ty("internal: a renaming is left over")),
            Op::MakeDummy {} => self.make_dummy(results),

            Op::Loop {
                range,
                initial_values,
                body: inner,
            } => self.loop_(range.as_ref(), initial_values, *inner, results),
            Op::IfElse {
                cond,
                then_block,
                else_block,
            } => self.if_else(*cond, [*then_block, *else_block], results),
            Op::Continue { values } => self.terminator(Opcode::Continue, values),
            Op::Break { values } => self.terminator(Opcode::Break, values),
            Op::EndBranch { outputs } => self.terminator(Opcode::Yield, outputs),
            Op::Return {} => self.terminator(Opcode::Return, &[]),

            Op::Reshape { x } => self.simple(Opcode::Reshape, &[*x], results),
            Op::Broadcast { x } => self.simple(Opcode::Broadcast, &[*x], results),
            Op::AsType { x, rounding_mode } => self.as_type(*x, *rounding_mode, results),
            Op::Compare {
                lhs,
                rhs,
                predicate,
            } => self.compare(*lhs, *rhs, *predicate, results),
            Op::Bitwise { lhs, rhs, kind } => self.bitwise(*lhs, *rhs, *kind, results),
            Op::Shift { lhs, rhs, kind } => self.shift(*lhs, *rhs, *kind, results),
            Op::Arithmetic { .. } => self.arithmetic(op, results),
            Op::FPowI { base, exponent } => {
                self.simple(Opcode::FPowI, &[*base, *exponent], results)
            }
            Op::Where { cond, x, y } => self.simple(Opcode::Select, &[*cond, *x, *y], results),
            Op::Unary { .. } => self.unary(op, results),
            Op::Fma {
                lhs,
                rhs,
                acc,
                rounding_mode,
                flush_to_zero,
            } => self.fma([*lhs, *rhs, *acc], *rounding_mode, *flush_to_zero, results),

            Op::ForeignPointerCast { pointer } => self.same(*pointer, results),
            Op::PointerOffset { pointer, offset } => {
                self.simple(Opcode::Offset, &[*pointer, *offset], results)
            }
            Op::AssumeDivBy { x, divisor } => self.assume_div_by(*x, *divisor, results),
            Op::AssumeBounded { x, lower, upper } => {
                self.assume_bounded(*x, *lower, *upper, results)
            }

            Op::Bid { axis } => self.grid(Opcode::GetTileBlockId, *axis, results),
            Op::NumBlocks { axis } => self.grid(Opcode::GetNumTileBlocks, *axis, results),

            Op::MakeTensorView {
                base_ptr,
                shape,
                strides,
            } => self.make_tensor_view(*base_ptr, shape, strides, results),
            Op::MakeListView { base_ptr, length } => {
                self.make_list_view(*base_ptr, *length, results)
            }
            Op::GetArrayListItem { x, index } => self.list_item(*x, *index, results),
            Op::MakePartitionView { array } => {
                self.make_view(Opcode::MakePartitionView, *array, results)
            }
            Op::MakeStridedView { array } => {
                self.make_view(Opcode::MakeStridedView, *array, results)
            }
            Op::MakeGatherScatterView { array } => {
                self.make_view(Opcode::MakeGatherScatterView, *array, results)
            }
            Op::NumTiles { view } => self.num_tiles(*view, results),

            Op::TileLoad { .. } => self.tile_load(op, results),
            Op::TileStore { .. } => self.tile_store(op, results),
            Op::LoadPointer { .. } => self.load_pointer(op, results),
            Op::StorePointer { .. } => self.store_pointer(op, results),
            Op::AtomicCas { .. } => self.atomic_cas(op, results),
            Op::AtomicRmw { .. } => self.atomic_rmw(op, results),
            Op::AtomicRedView { .. } => self.atomic_red_view(op, results),
            Op::MakeToken {} => self.simple(Opcode::MakeToken, &[], results),
            Op::JoinTokens { tokens } => self.simple(Opcode::JoinTokens, tokens, results),
            Op::GridDependencyWait { token } => {
                self.simple(Opcode::GdcWaitTko, token.as_slice(), results)
            }
            Op::GridDependencyLaunch { token } => {
                self.simple(Opcode::GdcLaunchDependentsTko, token.as_slice(), results)
            }

            Op::Mma {
                x,
                y,
                acc,
                use_fast_acc,
            } => self.mma([*x, *y, *acc], *use_fast_acc, results),
            Op::MmaScaled {
                x,
                x_scale,
                y,
                y_scale,
                acc,
            } => {
                let operands = [*x, *y, *acc, *x_scale, *y_scale];
                self.simple(Opcode::MmaFScaled, &operands, results)
            }
            Op::Reduce { .. } => self.reduce(op, results),
            Op::Scan { .. } => self.scan(op, results),
            Op::Cat { x, y, axis } => self.cat(*x, *y, *axis, results),
            Op::Bitcast { x } => self.bitcast(*x, results),
            Op::Pack { x } => self.simple(Opcode::Pack, &[*x], results),
            Op::Unpack { x } => self.simple(Opcode::Unpack, &[*x], results),
            Op::Arange {} => self.simple(Opcode::Iota, &[], results),
            Op::Permute { x, axes } => self.permute(*x, axes, results),
            Op::Extract { x, index } => {
                let operands: Vec<_> = [*x].iter().chain(index).copied().collect();
                self.simple(Opcode::Extract, &operands, results)
            }
            Op::Insert { x, value, index } => {
                let operands: Vec<_> = [*value, *x].iter().chain(index).copied().collect();
                self.simple(Opcode::Insert, &operands, results)
            }

            Op::Printf {
                args,
                token,
                format,
            } => self.printf(args, *token, format, results),
            Op::Assert { cond, message } => self.assert(*cond, message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::BytecodeVersion;
    use crate::mid::build::Sketch;
    use crate::mid::op::ArithmeticKind;
    use crate::passes;
    use crate::passes::dataflow::EntryParameter;

    fn emitted(sketch: (Body, Vec<EntryParameter>), minor: u8) -> Result<cutile_ir::Module> {
        let (mut body, params) = sketch;
        let options = Options {
            version: BytecodeVersion {
                minor,
                ..BytecodeVersion::V13_3
            },
            arch: Some("sm_100".to_owned()),
            ..Options::default()
        };
        let facts = passes::run(&mut body, &params, &options)?;
        let hints = Hints::default();
        let unknown = |_| Location::Unknown;
        emit(&body, &facts, "kernel", &hints, &options, &unknown).map(|e| e.module)
    }

    /// Copies tiles from one array to another and stops where the sum of the first one is 0.
    fn copy_kernel() -> (Body, Vec<EntryParameter>) {
        let mut s = Sketch::new();
        let (a, b) = (s.param_array_f32(16), s.param_array_f32(16));
        let (n, c) = (s.param_i32(), s.param_bool());
        let (a, b) = (s.partition(&a), s.partition(&b));
        let sum = s.counted(n, &[n], |s, i, carried| {
            let tile = s.load(a, i);
            s.store(b, i, tile);
            let next = s.add(carried[0], i);
            s.branch(c, |s| s.breaks(&[next]), |_| {});
            vec![next]
        });
        s.assert_nonzero(sum[0]);
        s.finish_with_parameters()
    }

    #[test]
    fn a_kernel_in_text() {
        let module = emitted(copy_kernel(), 3).unwrap();
        insta::assert_snapshot!(module.to_mlir_text(), @r#"
            cuda_tile.module @kernels {
              entry @kernel(%0: tile<ptr<f32>>, %1: tile<i32>, %2: tile<i32>, %3: tile<ptr<f32>>, %4: tile<i32>, %5: tile<i32>, %6: tile<i32>, %7: tile<i1>) optimization_hints = #cuda_tile.optimization_hints<default = {}> {
                %8 = make_token : token
                %9 = assume div_by<16>, %0 : tile<ptr<f32>>
                %10 = assume div_by<16>, %1 : tile<i32>
                %11 = assume div_by<16>, %3 : tile<ptr<f32>>
                %12 = assume div_by<16>, %4 : tile<i32>
                %13 = constant <i1: 0> : tile<i1>
                %14 = constant <i1: 1> : tile<i1>
                %15 = constant <i32: 1> : tile<i32>
                %16 = make_tensor_view %9, shape = [%10], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
                %17 = make_partition_view %16 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
                %18 = constant <i32: 1> : tile<i32>
                %19 = make_tensor_view %11, shape = [%12], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
                %20 = make_partition_view %19 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
                %21 = constant <i32: 0> : tile<i32>
                %22 = constant <i32: 1> : tile<i32>
                %30, %31 = for %23 in (%21 to %6, step %22) : tile<i32> iter_values(%24 = %6, %25 = %13) -> (tile<i32>, tile<i1>) {
                  if %25 {
                    continue %24, %25 : tile<i32>, tile<i1>
                  }
                  %26, %27 = load_view_tko weak %17[%23] token = %8 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
                  %28 = store_view_tko weak %26, %20[%23] token = %8 : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
                  %29 = addi %24, %23 : tile<i32>
                  if %7 {
                    continue %29, %14 : tile<i32>, tile<i1>
                  }
                  continue %29, %25 : tile<i32>, tile<i1>
                }
                %32 = constant <i32: 0> : tile<i32>
                %33 = cmpi not_equal %30, %32, signed : tile<i32> -> tile<i1>
                assert %33, "zero" : tile<i1>
                return
              }
            }
        "#);
    }

    /// What the writer makes of the module is read back as the same module, in every version
    /// that the writer knows.
    #[test]
    fn modules_survive_bytecode() {
        for minor in [2, 3, 4] {
            let module = emitted(copy_kernel(), minor).unwrap();
            let version = BytecodeVersion {
                minor,
                ..BytecodeVersion::V13_3
            };
            let bytes = cutile_ir::bytecode::write_bytecode_version(&module, version).unwrap();
            let read = tileport_ir::bytecode::read(&bytes).unwrap();
            let compared = tileport_ir::compare::identical(&module, &read.module).unwrap();
            assert!(compared.holds(), "13.{minor}: {compared:?}");
        }
    }

    #[test]
    fn what_a_version_lacks_is_refused_by_name() {
        let kernel = || {
            let mut s = Sketch::new();
            let (x, y) = (s.param_f32(), s.param_f32());
            let z = s.f32(ArithmeticKind::Atan2, x, y);
            s.print_f32(z);
            s.finish_with_parameters()
        };
        assert!(emitted(kernel(), 2).is_ok());
        let error = emitted(kernel(), 1).unwrap_err();
        assert!(error.message().contains("atan2"), "{}", error.message());
    }

    /// Before tokens ordered what is printed, a lock did.
    #[test]
    fn printing_takes_a_lock_in_the_first_version() {
        let mut s = Sketch::new();
        let x = s.param_f32();
        s.print_f32(x);
        let module = emitted(s.finish_with_parameters(), 1).unwrap();
        insta::assert_snapshot!(module.to_mlir_text(), @r#"
            cuda_tile.module @kernels {
              cuda_tile.global @print_mutex alignment = 0 : tile<1xi32>
              entry @kernel(%0: tile<f32>) optimization_hints = #cuda_tile.optimization_hints<sm_100 = {}> {
                %1 = make_token : token
                %2 = get_global @print_mutex : tile<ptr<i32>>
                %3 = constant <i32: 0> : tile<i32>
                %4 = constant <i32: 1> : tile<i32>
                cuda_tile.loop {
                  %5, %6 = atomic_cas_tko acq_rel device %2, %4, %3 : tile<ptr<i32>>, tile<i32>, tile<i32> -> tile<i32>, token
                  %7 = cmpi equal %5, %4, unsigned : tile<i32> -> tile<i1>
                  if %7 {
                    break
                  }
                  continue
                }
                %8 = print_tko "%f", %0 : tile<f32>
                %9 = make_token : token
                %10, %11 = atomic_rmw_tko acq_rel device %2, %4 {mode = 9} : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
                return
              }
            }
        "#);
    }
}
