//! Parts of operations that take more than a line to decode.

use cutile_ir::ir::{MemoryOrdering, OpId, ScalarType, Type, Value};
use tileport_ir::ops::{Op, ViewError};

use super::code::*;
use super::decode::{Decoder, elementwise, packed, unsupported};
use super::types::{pointee_bytes, scalar, shape, view_kind};
use crate::number::stored_bytes;

impl<'m> Decoder<'m> {
    pub(super) fn product(&self, lhs: Value, rhs: Value, scale: Option<Value>) -> Product {
        let (a, b) = (self.shape(lhs).sizes, self.shape(rhs).sizes);
        let last = |sizes: &[usize], n: usize| sizes.iter().rev().nth(n).copied().unwrap_or(1);
        let depth = last(&a, 0);
        let scales = scale.map(|scale| last(&self.shape(scale).sizes, 0));
        Product {
            batch: last(&a, 2),
            rows: last(&a, 1),
            columns: last(&b, 0),
            depth,
            scaled: scales.map_or(0, |n| depth / n.max(1)),
            signed: [true; 2],
        }
    }

    pub(super) fn aggregate(&self, op: &Op<'m>) -> Result<Code, ViewError> {
        let operand = op.operands().first().map(|o| o.value);
        let shape = operand.map_or_else(|| shape(&Type::Token), |v| self.shape(v));
        let of = |dim: &i64| usize::try_from(*dim).unwrap_or(0);
        Ok(match op {
            Op::Reduce { dim, body, .. } => {
                let body = self.body(*body)?;
                Code::Reduce {
                    shape,
                    dim: of(dim),
                    lanes: elementwise(&body),
                    body,
                }
            }
            Op::Scan {
                dim, reverse, body, ..
            } => {
                let body = self.body(*body)?;
                Code::Scan {
                    shape,
                    dim: of(dim),
                    reverse: *reverse,
                    lanes: elementwise(&body),
                    body,
                }
            }
            _ => unsupported(op),
        })
    }

    pub(super) fn alloca(&self, id: OpId, elements: i64, alignment: i64) -> Code {
        let bytes = pointee_bytes(self.result(id)).and_then(|bytes| elements.checked_mul(bytes));
        match (bytes.map(usize::try_from), u64::try_from(alignment)) {
            (Some(Ok(bytes)), Ok(alignment)) => Code::Alloca { bytes, alignment },
            _ => Code::Unsupported("alloca of so many elements".to_owned()),
        }
    }

    pub(super) fn printed(&self, args: &[Value]) -> Vec<(Shape, Printed)> {
        let of = |&value: &Value| {
            let ty = self.ty(value);
            (
                shape(ty),
                scalar(ty).map_or(Printed::Pointer, Printed::Number),
            )
        };
        args.iter().map(of).collect()
    }

    pub(super) fn through_pointers(&self, id: OpId, op: &Op<'m>) -> Code {
        let first = op.operands().first().map(|o| o.value);
        let ty = first.map_or(&Type::Token, |v| self.ty(v));
        let (Some(_), count) = (pointee_bytes(ty), shape(ty).count) else {
            return packed(op);
        };
        match op {
            Op::LoadPtrTko {
                mask,
                padding_value,
                memory_ordering_semantics: order,
                ..
            } => Code::LoadPtr {
                element: scalar(self.result(id)).unwrap_or(ScalarType::I8),
                count,
                optional: optional(1, mask.is_some(), padding_value.is_some()),
                ordering: ordering(*order),
            },
            Op::StorePtrTko {
                value,
                mask,
                memory_ordering_semantics: order,
                ..
            } => Code::StorePtr {
                element: self.scalar(*value),
                count,
                optional: optional(2, mask.is_some(), false),
                ordering: ordering(*order),
            },
            Op::AtomicCAS {
                val,
                mask,
                memory_ordering_semantics: order,
                ..
            } => Code::Exchange {
                element: self.scalar(*val),
                count,
                optional: optional(3, mask.is_some(), false),
                ordering: ordering(*order),
            },
            Op::AtomicRMW {
                arg,
                mask,
                mode,
                memory_ordering_semantics: order,
                ..
            } => Code::Modify {
                element: self.scalar(*arg),
                count,
                mode: *mode,
                optional: optional(2, mask.is_some(), false),
                ordering: ordering(*order),
            },
            _ => unsupported(op),
        }
    }

    pub(super) fn through_views(&self, op: &Op<'m>) -> Code {
        let (view, inbounds) = match op {
            Op::LoadViewTko { view, inbounds, .. }
            | Op::StoreViewTko { view, inbounds, .. }
            | Op::AtomicRedViewTko { view, inbounds, .. } => (*view, inbounds.clone()),
            _ => return unsupported(op),
        };
        let Some(kind) = view_kind(self.ty(view)) else {
            return unsupported(op);
        };
        if stored_bytes(kind.element).is_none() {
            return packed(op);
        }
        match op {
            Op::LoadViewTko {
                memory_ordering_semantics: order,
                ..
            } => Code::LoadView {
                kind,
                promised: inbounds,
                ordering: ordering(*order),
            },
            Op::StoreViewTko {
                memory_ordering_semantics: order,
                ..
            } => Code::StoreView {
                kind,
                promised: inbounds,
                ordering: ordering(*order),
            },
            Op::AtomicRedViewTko { mode, .. } => Code::AtomicView {
                kind,
                promised: inbounds,
                mode: *mode,
            },
            _ => unsupported(op),
        }
    }
}

fn optional(after: usize, mask: bool, padding: bool) -> Optional {
    Optional {
        mask: mask.then_some(after),
        padding: padding.then_some(after + usize::from(mask)),
    }
}

fn ordering(order: MemoryOrdering) -> Ordering {
    use MemoryOrdering::{AcqRel, Acquire, Release, Weak};
    Ordering {
        strong: order != Weak,
        acquire: matches!(order, Acquire | AcqRel),
        release: matches!(order, Release | AcqRel),
    }
}
