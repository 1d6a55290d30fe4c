//! One arm an operation on numbers, element by element.

use cutile_ir::ir::OpId;
use quote::quote;
use tileport_ir::ops::Op;

use super::arith::{self, Official, official_rounding};
use super::emit::{Emitter, Written};
use super::modes;

impl Emitter<'_> {
    /// The statement of an operation on numbers, or what [`memory`](Self::memory) makes of it.
    pub fn arithmetic(&mut self, op: OpId, view: &Op<'_>, at_top: bool) -> Written {
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
}
