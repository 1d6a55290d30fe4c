//! Values of attributes.

use cutile_ir::ir::{
    Attribute, DenseElements, IntegerOverflow, OptimizationHints, RoundingMode, ScalarType,
    Signedness, Type, Value,
};

use super::ty::{bits, pointer, scalar, shape};
use super::{Rule, Verifier, spelt};
use crate::float::float_width;
use crate::ops::{Op, Predicate};
use crate::print::type_text;

use RoundingMode::{
    Approx, Full, NearestAway, NearestEven, NearestIntToZero, NegativeInf, PositiveInf, Zero,
};

const IEEE: &[RoundingMode] = &[NearestEven, Zero, NegativeInf, PositiveInf];

impl Verifier<'_> {
    pub(super) fn attributes(&mut self, op: &Op<'_>) {
        match op {
            Op::AddF {
                lhs,
                rounding_mode,
                flush_to_zero,
                ..
            }
            | Op::SubF {
                lhs,
                rounding_mode,
                flush_to_zero,
                ..
            }
            | Op::MulF {
                lhs,
                rounding_mode,
                flush_to_zero,
                ..
            }
            | Op::Fma {
                lhs,
                rounding_mode,
                flush_to_zero,
                ..
            } => {
                self.rounding(*rounding_mode, IEEE);
                self.only_f32(*lhs, *flush_to_zero, "flush_to_zero");
            }
            Op::DivF {
                lhs,
                rounding_mode,
                flush_to_zero,
                ..
            } => {
                let all = [NearestEven, Zero, NegativeInf, PositiveInf, Approx, Full];
                self.rounding(*rounding_mode, &all);
                self.only_f32(*lhs, *flush_to_zero, "flush_to_zero");
                let approximate = matches!(rounding_mode, Approx | Full);
                self.only_f32(*lhs, approximate, "an approximation");
            }
            Op::Sqrt {
                source,
                rounding_mode,
                flush_to_zero,
            } => {
                let all = [NearestEven, Zero, NegativeInf, PositiveInf, Approx];
                self.rounding(*rounding_mode, &all);
                self.only_f32(*source, *flush_to_zero, "flush_to_zero");
                self.only_f32(*source, *rounding_mode == Approx, "an approximation");
            }
            Op::Exp {
                source,
                rounding_mode,
            }
            | Op::TanH {
                source,
                rounding_mode,
            } => {
                self.rounding(*rounding_mode, &[Approx, Full]);
                self.only_f32(*source, *rounding_mode == Approx, "an approximation");
            }
            Op::Exp2 {
                source,
                flush_to_zero,
            }
            | Op::Rsqrt {
                source,
                flush_to_zero,
            } => {
                self.only_f32(*source, *flush_to_zero, "flush_to_zero");
            }
            Op::MaxF {
                lhs, flush_to_zero, ..
            }
            | Op::MinF {
                lhs, flush_to_zero, ..
            } => {
                self.only_f32(*lhs, *flush_to_zero, "flush_to_zero");
            }
            Op::FToI { rounding_mode, .. } => self.rounding(*rounding_mode, &[NearestIntToZero]),
            Op::IToF { rounding_mode, .. } => self.rounding(*rounding_mode, &[NearestEven]),
            Op::FToF { rounding_mode, .. } => self.float_rounding(*rounding_mode),
            Op::DivI {
                signedness,
                rounding,
                ..
            } => {
                self.rounding(*rounding, &[Zero, NegativeInf, PositiveInf]);
                if *rounding == NegativeInf && *signedness == Signedness::Unsigned {
                    self.fault(Rule::Attribute, "unsigned quotients are not rounded down");
                }
            }
            Op::NegI { overflow, .. } => {
                let signed = [IntegerOverflow::None, IntegerOverflow::NoSignedWrap];
                if !signed.contains(overflow) {
                    self.fault(
                        Rule::Attribute,
                        format!(
                            "overflow {} is not for a signed operation",
                            spelt(*overflow)
                        ),
                    );
                }
            }
            Op::Entry {
                optimization_hints: Some(hints),
                ..
            }
            | Op::LoadPtrTko {
                optimization_hints: Some(hints),
                ..
            }
            | Op::StorePtrTko {
                optimization_hints: Some(hints),
                ..
            }
            | Op::LoadViewTko {
                optimization_hints: Some(hints),
                ..
            }
            | Op::StoreViewTko {
                optimization_hints: Some(hints),
                ..
            } => self.hints(hints),
            _ => {}
        }
    }

    fn rounding(&mut self, mode: RoundingMode, permitted: &[RoundingMode]) {
        if !permitted.contains(&mode) {
            let names: Vec<_> = permitted.iter().map(|&m| spelt(m)).collect();
            self.fault(
                Rule::Attribute,
                format!("rounding is {}: {} expected", spelt(mode), names.join(", ")),
            );
        }
    }

    /// To scales, towards zero or up; to others in any way but approximately.
    fn float_rounding(&mut self, mode: RoundingMode) {
        let to_scale = self.path.last().and_then(|step| {
            let result = self.module.op(step.op).result_types.first()?;
            scalar(result)
        });
        if to_scale == Some(ScalarType::F8E8M0FNU) {
            return self.rounding(mode, &[Zero, PositiveInf]);
        }
        self.rounding(
            mode,
            &[NearestEven, Zero, NegativeInf, PositiveInf, NearestAway],
        );
    }

    fn only_f32(&mut self, value: Value, set: bool, what: &str) {
        let ty = self.type_of(value);
        if set && scalar(ty) != Some(ScalarType::F32) {
            self.fault(
                Rule::Attribute,
                format!("{what} is for f32 only, found {}", type_text(ty)),
            );
        }
    }

    fn hints(&mut self, hints: &OptimizationHints) {
        for (architecture, values) in &hints.entries {
            for (name, value) in values {
                let number = match value {
                    Attribute::Integer(n, _) => Some(*n),
                    _ => None,
                };
                let (fits, expected) = match name.as_str() {
                    "num_cta_in_cga" => (
                        matches!(number, Some(1 | 2 | 4 | 8 | 16)),
                        "a power of two up to 16",
                    ),
                    "occupancy" => (matches!(number, Some(1..=32)), "1 to 32"),
                    "num_worker_warps_per_cta" => (
                        matches!(number, Some(1 | 2 | 4 | 8 | 16 | 32)),
                        "a power of two up to 32",
                    ),
                    "min_ctas_per_sm" => (matches!(number, Some(0..=32)), "0 to 32"),
                    "latency" => (matches!(number, Some(1..=10)), "1 to 10"),
                    "allow_tma" => (matches!(value, Attribute::Bool(_)), "a boolean"),
                    _ => continue,
                };
                if !fits {
                    self.fault(
                        Rule::Attribute,
                        format!(
                            "hint {architecture}.{name} is {}: {expected} expected",
                            crate::print::attribute_text(value)
                        ),
                    );
                }
            }
        }
    }

    /// One element for all, or every element.
    pub(super) fn elements(&mut self, value: &DenseElements, ty: &Type) {
        let (Some(element), Some(shape)) = (scalar(ty), shape(ty)) else {
            return;
        };
        let count = shape
            .iter()
            .fold(1u64, |n, &d| n.saturating_mul(d.max(0) as u64));
        let len = value.data.len() as u64;
        let fits = match element {
            ScalarType::I1 => len == 1 || len == count.div_ceil(8),
            _ => {
                let width = float_width(element).unwrap_or(bits(element));
                let size = u64::from(width.div_ceil(8));
                len == size || Some(len) == size.checked_mul(count)
            }
        };
        if !fits {
            self.fault(
                Rule::Attribute,
                format!("{len} bytes are no elements of {}", type_text(ty)),
            );
        }
    }

    /// As many arguments as the text has conversions.
    pub(super) fn format(&mut self, text: &str, arguments: usize) {
        let mut conversions = 0;
        let mut rest = text;
        while let Some(start) = rest.find('%') {
            let after = rest.get(start + 1..).unwrap_or_default();
            let Some(end) = after.find(|c| "diuoxXeEfFgGaAcsSpn%".contains(c)) else {
                return self.fault(Rule::Attribute, "a conversion of the text does not end");
            };
            conversions += usize::from(!after.starts_with('%'));
            rest = after.get(end + 1..).unwrap_or_default();
        }
        if conversions != arguments {
            self.fault(
                Rule::Attribute,
                format!("the text has {conversions} conversions for {arguments} arguments"),
            );
        }
    }
}

/// Why a predicate cannot be about a value of a type.
pub(super) fn implausible(predicate: Predicate<'_>, ty: &Type) -> Option<&'static str> {
    let integer = scalar(ty).is_some_and(ScalarType::is_integer);
    let sizes = shape(ty).unwrap_or_default();
    match predicate {
        Predicate::DivBy(p) => {
            if !p.divisor.is_power_of_two() || p.divisor > 1 << 62 {
                return Some("the divisor has to be a power of two up to 2^62");
            }
            let tensor = matches!(ty.without_pointer_attribute(), Type::TensorView(_));
            if !integer && !tensor && pointer(ty).is_none() {
                return Some("div_by is about integers, pointers and tensor views");
            }
            match (p.every, p.along) {
                (None, None) => None,
                (Some(every), Some(along)) => {
                    let size = usize::try_from(along).ok().and_then(|i| sizes.get(i));
                    let fits = size.is_some_and(|&size| (0..=size).contains(&every));
                    (!fits).then_some("`every` and `along` have to lie in the tile")
                }
                _ => Some("`every` and `along` belong together"),
            }
        }
        Predicate::SameElements(p) => {
            if !integer && pointer(ty).is_none() {
                return Some("same_elements is about integers and pointers");
            }
            let fits = p.values.len() == sizes.len()
                && p.values
                    .iter()
                    .zip(sizes)
                    .all(|(n, s)| (0..=*s).contains(n));
            (!fits).then_some("same_elements needs a group size for each dimension")
        }
        Predicate::Bounded(p) => {
            let Some(width) = scalar(ty).filter(|s| s.is_integer()).map(bits) else {
                return Some("bounded is about integers");
            };
            let max = i64::MAX >> (64 - width);
            let range = -max - 1..=max;
            if [p.lb, p.ub].iter().flatten().any(|b| !range.contains(b)) {
                return Some("bounds have to be numbers of the type");
            }
            let empty = matches!((p.lb, p.ub), (Some(low), Some(high)) if low > high);
            empty.then_some("no number lies between the bounds")
        }
    }
}
