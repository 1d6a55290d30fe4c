//! Types of arithmetic, comparisons, conversions and matrix products.
//!
//! Elementwise operations take and give tiles of one type: floats `f16`,
//! `bf16`, `f32`, `f64`; integers `i1` to `i64`. Comparisons and selections
//! have `i1` tiles of the same shape. Conversions keep the shape.

use cutile_ir::ir::{OpId, ScalarType, Type, Value};

use super::ty::{Class, bits, scalar, shape};
use super::{Rule, Verifier};
use crate::ops::Op;
use crate::print::{scalar_text, type_text};

impl Verifier<'_> {
    pub(super) fn arithmetic(&mut self, id: OpId, op: &Op<'_>) {
        let module = self.module;
        let Some(result) = module.op(id).result_types.first() else {
            return;
        };
        match op {
            Op::CmpF { lhs, rhs, .. } => self.comparison(*lhs, *rhs, result, Class::BaseFloat),
            Op::CmpI { lhs, rhs, .. } => self.comparison(*lhs, *rhs, result, Class::Int),
            Op::Select {
                cond,
                val_if_true,
                val_if_false,
            } => {
                let condition = self.type_of(*cond);
                self.class("cond", condition, Class::One(ScalarType::I1));
                self.same_shape(("cond", condition), ("result", result));
                self.class("result", result, Class::Any);
                self.same(
                    ("val_if_true", self.type_of(*val_if_true)),
                    ("result", result),
                );
                self.same(
                    ("val_if_false", self.type_of(*val_if_false)),
                    ("result", result),
                );
            }
            Op::FPowI { source, exponent } => {
                self.class("source", self.type_of(*source), Class::BaseFloat);
                self.same(("source", self.type_of(*source)), ("result", result));
                let exponent = self.type_of(*exponent);
                self.class("exponent", exponent, Class::Int);
                self.same_shape(("exponent", exponent), ("result", result));
                if scalar(exponent) == Some(ScalarType::I64) {
                    self.fault(Rule::Type, "`exponent` has at most 32 bits");
                }
            }
            Op::MmaF { lhs, rhs, acc, .. } => {
                self.product(*lhs, *rhs, *acc, result);
                self.float_product(*lhs, *acc);
            }
            Op::MmaI { lhs, rhs, acc, .. } => {
                self.product(*lhs, *rhs, *acc, result);
                self.class("lhs", self.type_of(*lhs), Class::One(ScalarType::I8));
                self.class("rhs", self.type_of(*rhs), Class::One(ScalarType::I8));
                self.class("acc", self.type_of(*acc), Class::One(ScalarType::I32));
            }
            Op::MmaFScaled {
                lhs,
                rhs,
                acc,
                lhs_scale,
                rhs_scale,
            } => {
                self.product(*lhs, *rhs, *acc, result);
                self.class("acc", self.type_of(*acc), Class::One(ScalarType::F32));
                self.scales([*lhs, *rhs, *lhs_scale, *rhs_scale]);
            }
            Op::ExtI { .. }
            | Op::TruncI { .. }
            | Op::FToF { .. }
            | Op::FToI { .. }
            | Op::IToF { .. }
            | Op::Bitcast { .. }
            | Op::IntToPtr { .. }
            | Op::PtrToInt { .. }
            | Op::PtrToPtr { .. } => self.conversion(op, result),
            Op::Offset { ptr, offset } => {
                let (ptr, offset) = (self.type_of(*ptr), self.type_of(*offset));
                self.class("ptr", ptr, Class::Pointer);
                self.class("offset", offset, Class::Int);
                self.same(("ptr", ptr), ("result", result));
                self.same_shape(("offset", offset), ("result", result));
            }
            _ => self.elementwise(op, result),
        }
    }

    /// Operands and result of one type.
    fn elementwise(&mut self, op: &Op<'_>, result: &Type) {
        let class = match op {
            Op::AbsI { .. }
            | Op::AddI { .. }
            | Op::AndI { .. }
            | Op::DivI { .. }
            | Op::MaxI { .. }
            | Op::MinI { .. }
            | Op::MulI { .. }
            | Op::MulhiI { .. }
            | Op::NegI { .. }
            | Op::OrI { .. }
            | Op::RemI { .. }
            | Op::ShLI { .. }
            | Op::ShRI { .. }
            | Op::SubI { .. }
            | Op::XOrI { .. } => Class::Int,
            _ => Class::BaseFloat,
        };
        self.class("result", result, class);
        for operand in op.operands() {
            self.same(
                (operand.name, self.type_of(operand.value)),
                ("result", result),
            );
        }
    }

    fn comparison(&mut self, lhs: Value, rhs: Value, result: &Type, class: Class) {
        let (lhs, rhs) = (self.type_of(lhs), self.type_of(rhs));
        self.class("lhs", lhs, class);
        self.same(("lhs", lhs), ("rhs", rhs));
        self.class("result", result, Class::One(ScalarType::I1));
        self.same_shape(("lhs", lhs), ("result", result));
    }

    fn conversion(&mut self, op: &Op<'_>, result: &Type) {
        let Some(operand) = op.operands().first().copied() else {
            return;
        };
        let (name, from) = (operand.name, self.type_of(operand.value));
        let i64 = Class::One(ScalarType::I64);
        let (source, target) = match op {
            Op::ExtI { .. } | Op::TruncI { .. } => (Class::Int, Class::Int),
            Op::FToF { .. } => (Class::Float, Class::Float),
            Op::FToI { .. } => (Class::Float, Class::Int),
            Op::IToF { .. } => (Class::Int, Class::Float),
            Op::IntToPtr { .. } => (i64, Class::Pointer),
            Op::PtrToInt { .. } => (Class::Pointer, i64),
            Op::PtrToPtr { .. } => (Class::Pointer, Class::Pointer),
            _ => (Class::Number, Class::Number),
        };
        self.class(name, from, source);
        self.class("result", result, target);
        self.same_shape((name, from), ("result", result));
        let (Some(a), Some(b)) = (scalar(from), scalar(result)) else {
            return;
        };
        let reason = match op {
            Op::ExtI { .. } if bits(b) <= bits(a) => "the result has to be wider",
            Op::TruncI { .. } if bits(b) >= bits(a) => "the result has to be narrower",
            Op::FToF { .. } if a == b => "the element type has to change",
            Op::Bitcast { .. } if bits(a) != bits(b) => "elements have to be of one width",
            Op::IToF { .. } if b == ScalarType::F8E8M0FNU => "integers do not convert to it",
            _ => return,
        };
        self.fault(
            Rule::Type,
            format!("{reason}: {} to {}", type_text(from), type_text(result)),
        );
    }

    /// Shapes of `lhs * rhs + acc`, with a batch dimension or without.
    fn product(&mut self, lhs: Value, rhs: Value, acc: Value, result: &Type) {
        let (lhs, rhs, acc) = (self.type_of(lhs), self.type_of(rhs), self.type_of(acc));
        self.same(("acc", acc), ("result", result));
        if scalar(lhs) != scalar(rhs) {
            self.fault(Rule::Type, "`lhs` and `rhs` have to have one element type");
        }
        let fits = match (shape(lhs), shape(rhs), shape(acc)) {
            (Some([m, k]), Some([k2, n]), Some([m2, n2])) => m == m2 && k == k2 && n == n2,
            (Some([b, m, k]), Some([b2, k2, n]), Some([b3, m2, n2])) => {
                b == b2 && b == b3 && m == m2 && k == k2 && n == n2
            }
            _ => false,
        };
        if !fits {
            self.fault(
                Rule::Type,
                format!(
                    "shapes do not multiply: {}, {}, {}",
                    type_text(lhs),
                    type_text(rhs),
                    type_text(acc)
                ),
            );
        }
    }

    fn float_product(&mut self, lhs: Value, acc: Value) {
        use ScalarType::*;
        let (lhs, acc) = (self.type_of(lhs), self.type_of(acc));
        let permitted: &[ScalarType] = match scalar(lhs) {
            Some(F4E2M1FN | F8E4M3FN | F8E5M2 | F16) => &[F16, F32],
            Some(BF16 | TF32 | F32) => &[F32],
            Some(F64) => &[F64],
            _ => &[],
        };
        if !scalar(acc).is_some_and(|s| permitted.contains(&s)) {
            let names: Vec<_> = permitted.iter().map(|&s| scalar_text(s)).collect();
            self.fault(
                Rule::Type,
                format!(
                    "products of {} are summed in {}, found {}",
                    type_text(lhs),
                    match names.is_empty() {
                        true => "nothing".to_owned(),
                        false => names.join(" or "),
                    },
                    type_text(acc)
                ),
            );
        }
    }

    /// A scale for each block of elements along K.
    fn scales(&mut self, values: [Value; 4]) {
        use ScalarType::*;
        let [lhs, rhs, lhs_scale, rhs_scale] = values.map(|v| self.type_of(v));
        let shapes = (shape(lhs), shape(rhs), shape(lhs_scale), shape(rhs_scale));
        let (fits, block) = match shapes {
            (Some([m, k]), Some([_, n]), Some([m2, s]), Some([s2, n2])) => {
                (m == m2 && n == n2 && s == s2, blocks(*k, *s))
            }
            (Some([b, m, k]), Some([_, _, n]), Some([b2, m2, s]), Some([b3, s2, n2])) => (
                b == b2 && b == b3 && m == m2 && n == n2 && s == s2,
                blocks(*k, *s),
            ),
            _ => (false, None),
        };
        if !fits || block.is_none() {
            self.fault(
                Rule::Type,
                format!(
                    "scales do not fit: {} for {}, {} for {}",
                    type_text(lhs_scale),
                    type_text(lhs),
                    type_text(rhs_scale),
                    type_text(rhs)
                ),
            );
        }
        let permitted = scalar(lhs_scale) == scalar(rhs_scale)
            && match (scalar(lhs), scalar(lhs_scale)) {
                (Some(F4E2M1FN), Some(F8E4M3FN)) => block == Some(16),
                (Some(F4E2M1FN), Some(F8E8M0FNU | F8E5M3FNU)) => {
                    matches!(block, Some(16 | 32))
                }
                (Some(F8E4M3FN | F8E5M2), Some(F8E8M0FNU)) => block == Some(32),
                _ => false,
            };
        if !permitted {
            self.fault(
                Rule::Type,
                "element types, scale types and block size do not go together",
            );
        }
    }
}

/// How many elements share a scale.
fn blocks(elements: i64, scales: i64) -> Option<i64> {
    (scales > 0 && elements % scales == 0).then(|| elements / scales)
}
