//! What a bytecode version has.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    IntegerOverflow, OpId, PointerAttribute, RoundingMode, ScalarType, TileElementType, Type,
};

use super::ty::scalar;
use super::{Rule, Verifier};
use crate::Version;
use crate::bytecode::layout::layout;
use crate::ops::Op;
use crate::print::type_text;

impl Verifier<'_> {
    /// Reports what of an operation the version does not have.
    pub(super) fn version(&mut self, id: OpId, op: &Op<'_>) {
        let Some(version) = self.version else { return };
        let operation = self.module.op(id);
        let opcode = operation.opcode;
        if let Some(layout) = layout(opcode) {
            self.since(version, layout.since, || {
                format!("operation {}", opcode.name())
            });
        }
        for ty in &operation.result_types {
            self.since(version, type_since(ty), || {
                format!("type {}", type_text(ty))
            });
        }
        for (what, since) in newer_attributes(op) {
            self.since(version, since, || what.to_owned());
        }
        if let Op::FToF { rounding_mode, .. } = op {
            let to_scale =
                operation.result_types.first().and_then(scalar) == Some(ScalarType::F8E8M0FNU);
            let plain = to_scale || *rounding_mode == RoundingMode::NearestEven;
            let since = if plain {
                Version::V13_1
            } else {
                Version::V13_4
            };
            self.since(version, since, || "this rounding".to_owned());
        }
        let loops = self.path.iter().any(|s| s.opcode == Opcode::Loop);
        if opcode == Opcode::Return && loops {
            self.since(version, Version::V13_4, || "return in a loop".to_owned());
        }
    }

    fn since(&mut self, version: Version, since: Version, what: impl FnOnce() -> String) {
        if version < since {
            self.fault(
                Rule::Version,
                format!("{} needs {since}, the version is {version}", what()),
            );
        }
    }
}

/// Attributes that say something which older versions cannot.
fn newer_attributes(op: &Op<'_>) -> Vec<(&'static str, Version)> {
    use Version::{V13_2, V13_3, V13_4, V13_5};
    let mut found = Vec::new();
    let mut when = |set: bool, what: &'static str, since: Version| {
        if set {
            found.push((what, since));
        }
    };
    match op {
        Op::For { unsigned_cmp, .. } => when(*unsigned_cmp, "`unsigned_cmp`", V13_2),
        Op::Print { token, .. } => when(token.is_some(), "`token`", V13_2),
        Op::NegI { overflow, .. } => when(*overflow != IntegerOverflow::None, "`overflow`", V13_2),
        Op::TanH { rounding_mode, .. } => {
            when(
                *rounding_mode != RoundingMode::Full,
                "`rounding_mode`",
                V13_2,
            );
        }
        Op::Exp { rounding_mode, .. } => {
            when(
                *rounding_mode != RoundingMode::Full,
                "`rounding_mode`",
                V13_3,
            );
        }
        Op::MmaF { fast_acc, .. } => when(*fast_acc, "`fast_acc`", V13_3),
        Op::FToI { saturating, .. } => when(*saturating, "`saturating`", V13_4),
        Op::LoadViewTko {
            inbounds,
            valid_check,
            ..
        } => {
            when(inbounds.contains(&true), "`inbounds`", V13_4);
            when(*valid_check, "`valid_check`", V13_5);
        }
        Op::StoreViewTko { inbounds, .. } => when(inbounds.contains(&true), "`inbounds`", V13_4),
        Op::AtomicRedViewTko { inbounds, .. } => {
            when(inbounds.contains(&true), "`inbounds`", V13_5);
        }
        Op::Entry { arg_attrs, .. } => when(arg_attrs.is_some(), "`arg_attrs`", V13_5),
        _ => {}
    }
    found
}

fn type_since(ty: &Type) -> Version {
    let element = |s: ScalarType| match s {
        ScalarType::F8E8M0FNU => Version::V13_2,
        ScalarType::F4E2M1FN | ScalarType::I4 => Version::V13_3,
        ScalarType::F8E5M3FNU => Version::V13_4,
        _ => Version::V13_1,
    };
    match ty {
        Type::Scalar(s) => element(*s),
        Type::Pointer(p) => element(p.pointee),
        Type::Tile(t) => match &t.element_type {
            TileElementType::Scalar(s) => element(*s),
            TileElementType::Pointer(p) => element(p.pointee),
        },
        Type::TensorView(v) => element(v.element_type),
        Type::PartitionView(v) => element(v.tensor_view.element_type),
        Type::GatherScatterView(_) | Type::StridedView(_) => Version::V13_3,
        Type::Func(_) | Type::Token => Version::V13_1,
        Type::WithPointerAttribute(base, attribute) => {
            let own = match attribute {
                PointerAttribute::None => Version::V13_4,
                _ => Version::V13_5,
            };
            own.max(type_since(base))
        }
    }
}
