//! Types of views, tokens, the grid, globals' addresses and facts.

use cutile_ir::ir::{DYNAMIC, OpId, ScalarType, Type, Value};

use super::attribute::implausible;
use super::ty::{Class, pointer, scalar, tile_view};
use super::{Rule, Verifier};
use crate::ops::Op;
use crate::print::type_text;

impl Verifier<'_> {
    pub(super) fn context(&mut self, id: OpId, op: &Op<'_>) {
        let results = self.module.op(id).result_types.as_slice();
        let Some(result) = results.first() else {
            return;
        };
        match op {
            Op::JoinTokens { tokens } => {
                if tokens.len() < 2 {
                    self.fault(Rule::Token, "a join has two tokens or more");
                }
                for &token in *tokens {
                    self.token("tokens", self.type_of(token));
                }
                self.token("result", result);
            }
            Op::MakeToken {} => self.token("result", result),
            Op::GetTileBlockId {} | Op::GetNumTileBlocks {} => {
                for ty in results {
                    self.single("result", ty, Class::One(ScalarType::I32));
                }
            }
            Op::GetGlobal { name } => self.global_pointer(name, result),
            Op::Assume { value, predicate } => {
                let ty = self.type_of(*value);
                self.same(("value", ty), ("result", result));
                if let Some(reason) = implausible(*predicate, ty) {
                    self.fault(
                        Rule::Attribute,
                        format!("{reason}, found {}", type_text(ty)),
                    );
                }
            }
            _ => {}
        }
    }

    fn global_pointer(&mut self, name: &str, result: &Type) {
        self.single("result", result, Class::Pointer);
        let global = self.module.globals.iter().find(|g| g.sym_name == name);
        let Some(global) = global else {
            return self.fault(Rule::Symbol, format!("there is no global @{name}"));
        };
        let pointee = pointer(result).map(|p| p.pointee);
        if pointee.is_some() && pointee != scalar(&global.value.element_type) {
            self.fault(
                Rule::Symbol,
                format!(
                    "@{name} is {}, not what {} points to",
                    type_text(&global.value.element_type),
                    type_text(result)
                ),
            );
        }
    }

    pub(super) fn views(&mut self, op: &Op<'_>, results: &[Type]) {
        let Some(result) = results.first() else {
            return self.fault(Rule::Form, "a view has dimensions");
        };
        match op {
            Op::MakeTensorView {
                base,
                dynamic_shape,
                dynamic_strides,
            } => self.tensor_view(*base, dynamic_shape, dynamic_strides, result),
            Op::MakePartitionView { tensor_view }
            | Op::MakeGatherScatterView { tensor_view }
            | Op::MakeStridedView { tensor_view } => {
                let tensor = self.type_of(*tensor_view);
                let fits = match (op, result.without_pointer_attribute()) {
                    (Op::MakePartitionView { .. }, Type::PartitionView(v)) => Some(&v.tensor_view),
                    (Op::MakeStridedView { .. }, Type::StridedView(v)) => Some(&v.tensor_view),
                    (Op::MakeGatherScatterView { .. }, Type::GatherScatterView(v)) => {
                        Some(&v.tensor_view)
                    }
                    _ => None,
                };
                let expected = fits.map(|v| {
                    let ty = Type::TensorView(v.clone());
                    match result.pointer_attribute() {
                        Some(attribute) => ty.with_pointer_attribute(attribute),
                        None => ty,
                    }
                });
                if expected.as_ref() != Some(tensor) {
                    self.fault(
                        Rule::Type,
                        format!("{} is no view of {}", type_text(result), type_text(tensor)),
                    );
                }
            }
            Op::GetIndexSpaceShape { src } => {
                let rank = tile_view(self.type_of(*src)).map(|v| v.tile_shape.len());
                self.sizes(rank, results);
            }
            Op::GetTensorShape { src } => {
                let rank = match self.type_of(*src).without_pointer_attribute() {
                    Type::TensorView(v) => Some(v.shape.len()),
                    _ => None,
                };
                self.sizes(rank, results);
            }
            _ => {}
        }
    }

    /// One integer for each dimension.
    fn sizes(&mut self, rank: Option<usize>, results: &[Type]) {
        if rank != Some(results.len()) {
            self.fault(
                Rule::Type,
                "a result for each dimension of the view expected",
            );
        }
        for ty in results {
            self.single("results", ty, Class::Int);
        }
    }

    fn tensor_view(&mut self, base: Value, sizes: &[Value], strides: &[Value], result: &Type) {
        let base = self.type_of(base);
        self.single("base", base, Class::Pointer);
        let Type::TensorView(view) = result.without_pointer_attribute() else {
            return self.fault(
                Rule::Type,
                format!(
                    "`result` has to be a tensor view, found {}",
                    type_text(result)
                ),
            );
        };
        if pointer(base).is_some_and(|p| p.pointee != view.element_type)
            || base.pointer_attribute() != result.pointer_attribute()
        {
            self.fault(
                Rule::Type,
                format!("{} does not view {}", type_text(result), type_text(base)),
            );
        }
        let dynamic = |numbers: &[i64]| numbers.iter().filter(|&&n| n == DYNAMIC).count();
        if dynamic(&view.shape) != sizes.len() || dynamic(&view.strides) != strides.len() {
            self.fault(
                Rule::Type,
                format!(
                    "values for the dynamic sizes and strides of {} expected",
                    type_text(result)
                ),
            );
        }
        let mut first: Option<&Type> = None;
        for &value in sizes.iter().chain(strides) {
            let ty = self.type_of(value);
            self.single("dynamic_shape", ty, Class::Int);
            self.same(
                ("dynamic_shape", ty),
                ("dynamic_shape", first.unwrap_or(ty)),
            );
            first = first.or(Some(ty));
        }
    }
}
