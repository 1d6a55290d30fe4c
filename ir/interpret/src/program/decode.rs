//! Operations to steps.
//!
//! Every operation is named here: one that is new stops the build.

use cutile_ir::ir::{BlockId, Module, OpId, RoundingMode, ScalarType, Signedness, Type, Value};
use tileport_ir::ops::{Index, Op, Predicate, ViewError, view};

use super::code::*;
use super::types::{constant, extents, pointee_bytes, scalar, shape, view_kind};
use crate::number::Rounding;

/// Decodes the operations of one entry.
pub struct Decoder<'m> {
    pub module: &'m Module,
    pub index: Index,
}

impl<'m> Decoder<'m> {
    /// A block and everything in it; slots are values' numbers, none of them the last use.
    pub fn body(&self, block: BlockId) -> Result<Body, ViewError> {
        let data = self.module.block(block);
        let slot = |value: Value| value.index() as usize;
        Ok(Body {
            arguments: data.args.iter().map(|(value, _)| slot(*value)).collect(),
            steps: data
                .ops
                .iter()
                .map(|&op| self.step(op))
                .collect::<Result<_, _>>()?,
        })
    }

    fn step(&self, id: OpId) -> Result<Step, ViewError> {
        let op = view(self.module, id)?;
        let operands = op.operands();
        let code = self.code(id, &op)?;
        let results = self.index.results(id);
        let elements = |value: Value| shape(self.module.value_type(value)).count;
        let touched = results
            .iter()
            .copied()
            .chain(operands.iter().map(|o| o.value));
        let cost = match &code {
            Code::Product(p) => p
                .batch
                .saturating_mul(p.rows)
                .saturating_mul(p.columns)
                .saturating_mul(p.depth),
            _ => touched.map(elements).max().unwrap_or(1),
        };
        let slots = operands.iter().map(|operand| Slot {
            index: operand.value.index() as usize,
            last: false,
        });
        Ok(Step {
            code,
            operands: slots.collect(),
            results: results.iter().map(|value| value.index() as usize).collect(),
            clear: Vec::new(),
            op: id,
            cost: cost as u64,
        })
    }

    pub(super) fn ty(&self, value: Value) -> &'m Type {
        self.module.value_type(value)
    }

    pub(super) fn shape(&self, value: Value) -> Shape {
        shape(self.ty(value))
    }

    pub(super) fn scalar(&self, value: Value) -> ScalarType {
        scalar(self.ty(value)).unwrap_or(ScalarType::I64)
    }

    /// The type of the first result.
    pub(super) fn result(&self, id: OpId) -> &'m Type {
        let first = self.module.op(id).result_types.first();
        first.unwrap_or(&Type::Token)
    }

    fn code(&self, id: OpId, op: &Op<'m>) -> Result<Code, ViewError> {
        use FloatBinary as B;
        use FloatUnary as U;
        use IntegerBinary as I;
        let rounding = |mode: &RoundingMode| Rounding::of(*mode);
        let result = || shape(self.result(id));
        let result_scalar = || scalar(self.result(id)).unwrap_or(ScalarType::I64);
        let unary = |u: FloatUnary| Code::FloatUnary(u);
        let binary = |b: FloatBinary| Code::FloatBinary(b);
        let integer = |i: IntegerBinary| Code::IntegerBinary(i);
        Ok(match op {
            Op::Module { .. } | Op::Entry { .. } | Op::Global { .. } => unsupported(op),

            Op::Constant { value } => match constant(value) {
                Some(tile) => Code::Constant(tile),
                None => unsupported(op),
            },
            Op::Iota {} => Code::Iota(result_scalar(), result().count),
            Op::Broadcast { source } => Code::Broadcast {
                from: self.shape(*source),
                to: result(),
            },
            Op::Reshape { .. } => Code::Same,
            Op::Permute {
                source,
                permutation,
            } => Code::Permute {
                from: self.shape(*source),
                permutation: permutation.iter().map(|&d| usize::try_from(d).unwrap_or(0)).collect(),
            },
            Op::Cat { lhs, rhs, dim } => Code::Cat {
                left: self.shape(*lhs),
                right: self.shape(*rhs),
                dim: usize::try_from(*dim).unwrap_or(0),
            },
            Op::Extract { source, .. } => Code::Extract {
                from: self.shape(*source),
                to: result(),
            },
            Op::Insert { source, .. } => Code::Insert {
                slice: self.shape(*source),
                into: result(),
            },
            Op::Pack { source } => Code::Pack {
                count: result().count,
                from: self.scalar(*source),
            },
            Op::Unpack { .. } => Code::Unpack {
                count: result().count,
                to: result_scalar(),
            },
            Op::Select { .. } => Code::Select,
            Op::Reduce { .. } | Op::Scan { .. } => self.aggregate(op)?,

            Op::AbsI { .. } => Code::IntegerUnary(IntegerUnary::Abs),
            Op::NegI { overflow, .. } => Code::IntegerUnary(IntegerUnary::Neg(*overflow)),
            Op::AddI { overflow, .. } => integer(I::Add(*overflow)),
            Op::SubI { overflow, .. } => integer(I::Sub(*overflow)),
            Op::MulI { overflow, .. } => integer(I::Mul(*overflow)),
            Op::ShLI { overflow, .. } => integer(I::Shl(*overflow)),
            Op::ShRI { signedness, .. } => integer(I::Shr(*signedness)),
            Op::AndI { .. } => integer(I::And),
            Op::OrI { .. } => integer(I::Or),
            Op::XOrI { .. } => integer(I::Xor),
            Op::DivI {
                signedness,
                rounding: mode,
                ..
            } => integer(I::Div(*signedness, rounding(mode))),
            Op::RemI { signedness, .. } => integer(I::Rem(*signedness)),
            Op::MaxI { signedness, .. } => integer(I::Max(*signedness)),
            Op::MinI { signedness, .. } => integer(I::Min(*signedness)),
            Op::MulhiI { .. } => integer(I::MulHigh),
            Op::CmpI {
                comparison_predicate,
                signedness,
                ..
            } => Code::CompareInteger(*comparison_predicate, *signedness),

            Op::AbsF { .. } => unary(U::Abs),
            Op::NegF { .. } => unary(U::Neg),
            Op::Ceil { .. } => unary(U::Ceil),
            Op::Floor { .. } => unary(U::Floor),
            Op::Cos { .. } => unary(U::Cos),
            Op::CosH { .. } => unary(U::CosH),
            Op::Sin { .. } => unary(U::Sin),
            Op::SinH { .. } => unary(U::SinH),
            Op::Tan { .. } => unary(U::Tan),
            Op::TanH { .. } => unary(U::TanH),
            Op::Exp { .. } => unary(U::Exp),
            Op::Exp2 { flush_to_zero, .. } => unary(U::Exp2 {
                flush: *flush_to_zero,
            }),
            Op::Log { .. } => unary(U::Log),
            Op::Log2 { .. } => unary(U::Log2),
            Op::Rsqrt { flush_to_zero, .. } => unary(U::Rsqrt {
                flush: *flush_to_zero,
            }),
            Op::Sqrt {
                rounding_mode,
                flush_to_zero,
                ..
            } => unary(U::Sqrt {
                rounding: rounding(rounding_mode),
                flush: *flush_to_zero,
            }),
            Op::AddF {
                rounding_mode,
                flush_to_zero,
                ..
            } => binary(B::Add {
                rounding: rounding(rounding_mode),
                flush: *flush_to_zero,
            }),
            Op::SubF {
                rounding_mode,
                flush_to_zero,
                ..
            } => binary(B::Sub {
                rounding: rounding(rounding_mode),
                flush: *flush_to_zero,
            }),
            Op::MulF {
                rounding_mode,
                flush_to_zero,
                ..
            } => binary(B::Mul {
                rounding: rounding(rounding_mode),
                flush: *flush_to_zero,
            }),
            Op::DivF {
                rounding_mode,
                flush_to_zero,
                ..
            } => binary(B::Div {
                rounding: rounding(rounding_mode),
                flush: *flush_to_zero,
            }),
            Op::MaxF {
                propagate_nan,
                flush_to_zero,
                ..
            } => binary(B::Max {
                nan: *propagate_nan,
                flush: *flush_to_zero,
            }),
            Op::MinF {
                propagate_nan,
                flush_to_zero,
                ..
            } => binary(B::Min {
                nan: *propagate_nan,
                flush: *flush_to_zero,
            }),
            Op::RemF { .. } => binary(B::Rem),
            Op::Pow { .. } => binary(B::Pow),
            Op::Atan2 { .. } => binary(B::Atan2),
            Op::FPowI { .. } => Code::FloatPower,
            Op::Fma {
                rounding_mode,
                flush_to_zero,
                ..
            } => Code::Fma {
                rounding: rounding(rounding_mode),
                flush: *flush_to_zero,
            },
            Op::CmpF {
                comparison_predicate,
                comparison_ordering,
                ..
            } => Code::CompareFloat(*comparison_predicate, *comparison_ordering),
            Op::MmaF { lhs, rhs, .. } => Code::Product(self.product(*lhs, *rhs, None)),
            Op::MmaI {
                lhs,
                rhs,
                signedness_lhs,
                signedness_rhs,
                ..
            } => Code::Product(Product {
                signed: [*signedness_lhs, *signedness_rhs].map(|s| s == Signedness::Signed),
                ..self.product(*lhs, *rhs, None)
            }),
            Op::MmaFScaled {
                lhs,
                rhs,
                lhs_scale,
                ..
            } => Code::Product(self.product(*lhs, *rhs, Some(*lhs_scale))),

            Op::Bitcast { .. } => Code::Convert(Conversion::Bitcast, result_scalar()),
            Op::ExtI { signedness, .. } => {
                Code::Convert(Conversion::Extend(*signedness), result_scalar())
            }
            Op::TruncI { overflow, .. } => {
                Code::Convert(Conversion::Truncate(*overflow), result_scalar())
            }
            Op::FToF { rounding_mode, .. } => Code::Convert(
                Conversion::FloatToFloat(rounding(rounding_mode)),
                result_scalar(),
            ),
            Op::FToI {
                signedness,
                saturating,
                ..
            } => Code::Convert(
                Conversion::FloatToInteger {
                    signedness: *signedness,
                    saturating: *saturating,
                },
                result_scalar(),
            ),
            Op::IToF {
                signedness,
                rounding_mode,
                ..
            } => Code::Convert(
                Conversion::IntegerToFloat(*signedness, rounding(rounding_mode)),
                result_scalar(),
            ),
            Op::IntToPtr { .. } => Code::IntToPtr,
            Op::PtrToInt { .. } => Code::PtrToInt,
            Op::PtrToPtr { .. } => Code::Same,

            Op::Assert { condition, message } => {
                Code::Assert((*message).to_owned(), self.shape(*condition).count)
            }
            Op::Break { .. } => Code::Break,
            Op::Continue { .. } => Code::Continue,
            Op::Return { .. } => Code::Return,
            Op::Yield { .. } => Code::Yield,
            Op::For {
                region,
                unsigned_cmp,
                ..
            } => Code::For {
                body: self.body(*region)?,
                unsigned: *unsigned_cmp,
            },
            Op::Loop { region, .. } => Code::Loop {
                body: self.body(*region)?,
            },
            Op::If {
                then_region,
                else_region,
                ..
            } => Code::If {
                then: self.body(*then_region)?,
                otherwise: match else_region {
                    Some(block) => self.body(*block)?,
                    None => Body::default(),
                },
            },

            Op::Assume { value, predicate } => {
                Code::Assume(assumption(predicate), self.shape(*value))
            }
            Op::GetNumTileBlocks {} => Code::BlockCount,
            Op::GetTileBlockId {} => Code::BlockId,
            Op::MakeToken {}
            | Op::JoinTokens { .. }
            | Op::MemoryFenceAliasTko { .. }
            // What other launches did is done before this one starts.
            | Op::GdcLaunchDependentsTko { .. }
            | Op::GdcWaitTko { .. } => Code::Token,
            Op::Print { args, str, .. } => Code::Print((*str).to_owned(), self.printed(args)),
            Op::PreviewCall { callee, .. } => {
                Code::Unsupported(format!("{} of {callee}", op.opcode().name()))
            }

            Op::Alloca {
                num_elem,
                alignment,
                ..
            } => self.alloca(id, *num_elem, *alignment),
            Op::GetGlobal { name } => {
                let found = self.module.globals.iter().position(|g| g.sym_name == *name);
                found.map_or_else(|| unsupported(op), Code::Global)
            }
            Op::Offset { ptr, .. } => match pointee_bytes(self.ty(*ptr)) {
                Some(bytes) => Code::Offset(bytes),
                None => packed(op),
            },
            Op::LoadPtrTko { .. }
            | Op::StorePtrTko { .. }
            | Op::AtomicCAS { .. }
            | Op::AtomicRMW { .. } => self.through_pointers(id, op),
            Op::MakeTensorView { dynamic_shape, .. } => match self.result(id).without_pointer_attribute() {
                Type::TensorView(v) => Code::TensorView {
                    element: v.element_type,
                    sizes: extents(&v.shape, 1),
                    strides: extents(&v.strides, 1 + dynamic_shape.len()),
                },
                _ => unsupported(op),
            },
            Op::MakePartitionView { .. }
            | Op::MakeGatherScatterView { .. }
            | Op::MakeStridedView { .. } => match view_kind(self.result(id)) {
                Some(kind) => Code::View(kind),
                None => unsupported(op),
            },
            Op::GetIndexSpaceShape { .. } => Code::IndexSpace(result_scalar()),
            Op::GetTensorShape { .. } => Code::TensorShape(result_scalar()),
            Op::LoadViewTko { .. } | Op::StoreViewTko { .. } | Op::AtomicRedViewTko { .. } => {
                self.through_views(op)
            }
            Op::MultimemLoadReduceViewTko { .. }
            | Op::MultimemReduceViewTko { .. }
            | Op::MultimemStoreViewTko { .. } => unsupported(op),
        })
    }
}

pub(super) fn unsupported(op: &Op<'_>) -> Code {
    Code::Unsupported(op.opcode().name().to_owned())
}

pub(super) fn packed(op: &Op<'_>) -> Code {
    Code::Unsupported(format!("{} of packed elements", op.opcode().name()))
}

fn assumption(predicate: &Predicate<'_>) -> Assumption {
    match predicate {
        Predicate::DivBy(p) => Assumption::DivBy {
            divisor: p.divisor,
            every: p.every,
            along: p.along,
        },
        Predicate::SameElements(p) => Assumption::Same(p.values.clone()),
        Predicate::Bounded(p) => Assumption::Bounded {
            low: p.lb,
            high: p.ub,
        },
    }
}

/// Whether a body of single elements does to each element of larger tiles what it does to one.
pub(super) fn elementwise(body: &Body) -> bool {
    body.steps.iter().all(|step| {
        matches!(
            step.code,
            Code::Constant(_)
                | Code::FloatUnary(_)
                | Code::FloatBinary(_)
                | Code::Fma { .. }
                | Code::FloatPower
                | Code::CompareFloat(..)
                | Code::IntegerUnary(_)
                | Code::IntegerBinary(_)
                | Code::CompareInteger(..)
                | Code::Convert(..)
                | Code::Select
                | Code::Yield
        ) && step.cost <= 1
    })
}
