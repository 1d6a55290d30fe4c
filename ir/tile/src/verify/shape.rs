//! Types of operations that move elements about.

use cutile_ir::ir::{OpId, ScalarType, Type, Value};

use super::ty::{Class, bits, scalar, shape, tile};
use super::{Rule, Verifier};
use crate::ops::Op;
use crate::print::type_text;

impl Verifier<'_> {
    pub(super) fn shapes(&mut self, id: OpId, op: &Op<'_>) {
        let module = self.module;
        let Some(result) = module.op(id).result_types.first() else {
            return;
        };
        match op {
            Op::Constant { value } => {
                self.class("result", result, Class::Number);
                self.same(("value", &value.element_type), ("result", result));
                self.elements(value, result);
            }
            Op::Iota {} => self.iota(result),
            Op::Broadcast { source } => {
                let source = self.type_of(*source);
                self.same_elements(source, result);
                let fits = match (shape(source), shape(result)) {
                    (Some(a), Some(b)) => {
                        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b || *a == 1)
                    }
                    _ => false,
                };
                self.shape_rule(
                    fits,
                    "only dimensions of size 1 are repeated",
                    source,
                    result,
                );
            }
            Op::Reshape { source } => {
                let source = self.type_of(*source);
                self.same_elements(source, result);
                let fits = count(source).is_some() && count(source) == count(result);
                self.shape_rule(fits, "elements have to be as many", source, result);
            }
            Op::Permute {
                source,
                permutation,
            } => self.permute(self.type_of(*source), permutation, result),
            Op::Cat { lhs, rhs, dim } => {
                self.cat(self.type_of(*lhs), self.type_of(*rhs), *dim, result);
            }
            Op::Extract { source, indices } => {
                self.slice(result, self.type_of(*source), indices);
            }
            Op::Insert {
                source,
                destination,
                indices,
            } => {
                self.same(
                    ("destination", self.type_of(*destination)),
                    ("result", result),
                );
                self.slice(self.type_of(*source), result, indices);
            }
            Op::Pack { source } => {
                self.class("result", result, Class::One(ScalarType::I8));
                self.packing(self.type_of(*source), result);
            }
            Op::Unpack { source } => {
                self.class("source", self.type_of(*source), Class::One(ScalarType::I8));
                self.packing(self.type_of(*source), result);
            }
            _ => {}
        }
    }

    fn shape_rule(&mut self, fits: bool, reason: &str, from: &Type, to: &Type) {
        if !fits {
            self.fault(
                Rule::Type,
                format!("{reason}: {} to {}", type_text(from), type_text(to)),
            );
        }
    }

    fn same_elements(&mut self, from: &Type, to: &Type) {
        let same = match (tile(from), tile(to)) {
            (Some(a), Some(b)) => {
                a.element_type == b.element_type
                    && from.pointer_attribute() == to.pointer_attribute()
            }
            _ => false,
        };
        self.shape_rule(same, "the element type has to stay", from, to);
    }

    fn iota(&mut self, result: &Type) {
        self.class("result", result, Class::Int);
        let (Some([size]), Some(element)) = (shape(result), scalar(result)) else {
            return self.fault(Rule::Type, "`result` has to have one dimension");
        };
        // Numbers count as unsigned.
        if bits(element) < 63 && *size > 1 << bits(element) {
            self.fault(
                Rule::Type,
                format!("{} cannot hold its numbers", type_text(result)),
            );
        }
    }

    fn permute(&mut self, source: &Type, permutation: &[i32], result: &Type) {
        self.same_elements(source, result);
        let (Some(from), Some(to)) = (shape(source), shape(result)) else {
            return;
        };
        let mut sorted = permutation.to_vec();
        sorted.sort_unstable();
        if from.len() < 2 || !sorted.iter().copied().eq(0..from.len() as i32) {
            return self.fault(
                Rule::Attribute,
                format!("{permutation:?} does not permute {}", type_text(source)),
            );
        }
        let permuted = permutation.iter().map(|&d| from.get(d as usize));
        let fits = permuted.eq(to.iter().map(Some));
        self.shape_rule(fits, "the result is not so permuted", source, result);
    }

    fn cat(&mut self, lhs: &Type, rhs: &Type, dim: i64, result: &Type) {
        self.same_elements(lhs, result);
        self.same_elements(rhs, result);
        let (Some(a), Some(b), Some(c)) = (shape(lhs), shape(rhs), shape(result)) else {
            return;
        };
        let dim = usize::try_from(dim).ok().filter(|&d| d < c.len());
        let Some(dim) = dim else {
            return self.fault(Rule::Attribute, "`dim` is no dimension of the result");
        };
        let fits = a.len() == c.len()
            && b.len() == c.len()
            && a.iter().zip(b).zip(c).enumerate().all(|(i, ((a, b), c))| {
                if i == dim {
                    a.checked_add(*b) == Some(*c)
                } else {
                    a == b && a == c
                }
            });
        if !fits {
            self.fault(
                Rule::Type,
                format!(
                    "{} and {} do not join to {}",
                    type_text(lhs),
                    type_text(rhs),
                    type_text(result)
                ),
            );
        }
    }

    /// A slice of a tile, and an index for each dimension.
    fn slice(&mut self, small: &Type, large: &Type, indices: &[Value]) {
        self.same_elements(small, large);
        let (Some(a), Some(b)) = (shape(small), shape(large)) else {
            return;
        };
        let fits = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| *a > 0 && b % a == 0);
        self.shape_rule(fits, "the slice has to divide the tile", large, small);
        if indices.len() != b.len() {
            self.fault(
                Rule::Type,
                format!("{} indices expected, {} found", b.len(), indices.len()),
            );
        }
        for &index in indices {
            self.single("indices", self.type_of(index), Class::One(ScalarType::I32));
        }
    }

    /// As many bytes in another element type.
    fn packing(&mut self, source: &Type, result: &Type) {
        let size = |ty: &Type| {
            let [count] = shape(ty)? else { return None };
            let bits = i64::from(bits(scalar(ty)?));
            count.checked_mul(bits).filter(|n| n % 8 == 0)
        };
        let widths = (scalar(source).map(bits), scalar(result).map(bits));
        let fits = size(source).is_some() && size(source) == size(result) && widths.0 != widths.1;
        self.shape_rule(
            fits,
            "one dimension, as many bytes and another width expected",
            source,
            result,
        );
    }
}

/// The number of elements of a tile.
fn count(ty: &Type) -> Option<i64> {
    let sizes = shape(ty)?.iter();
    sizes.copied().try_fold(1i64, i64::checked_mul)
}
