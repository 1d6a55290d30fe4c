//! Loops, branches, aggregates and the operations that end blocks.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, BlockId, OpId, ScalarType, Type, Value};

use super::ty::{Class, scalar, shape, tile, tile_view};
use super::{Rule, Verifier};
use crate::ops::{Effect, Op, effect};
use crate::print::type_text;

impl<'m> Verifier<'m> {
    pub(super) fn control(&mut self, id: OpId, op: &Op<'m>) {
        let module = self.module;
        let results = module.op(id).result_types.as_slice();
        match op {
            Op::For {
                lower_bound,
                upper_bound,
                step,
                init_values,
                region,
                ..
            } => {
                let variable = self.type_of(*lower_bound);
                self.single("lower_bound", variable, Class::Int);
                self.same(
                    ("upper_bound", self.type_of(*upper_bound)),
                    ("lower_bound", variable),
                );
                self.same(("step", self.type_of(*step)), ("lower_bound", variable));
                let mut args = vec![variable];
                args.extend(init_values.iter().map(|&v| self.type_of(v)));
                self.loop_body(*region, &args, &[Opcode::Continue]);
                self.carried(&args, results);
                let carried = args.get(1..).unwrap_or_default();
                self.same_list("results", results.iter(), "values carried", carried);
            }
            Op::Loop {
                init_values,
                region,
            } => {
                let args: Vec<_> = init_values.iter().map(|&v| self.type_of(v)).collect();
                let ends = [Opcode::Continue, Opcode::Break, Opcode::Return];
                self.loop_body(*region, &args, &ends);
                self.carried(&args, results);
            }
            Op::If {
                condition,
                then_region,
                else_region,
            } => self.branch(*condition, *then_region, *else_region, results),
            Op::Reduce {
                operands,
                dim,
                identities,
                body,
            } => {
                self.aggregate(operands, *dim, identities, *body, results);
                self.reduced(operands, *dim, results);
            }
            Op::Scan {
                operands,
                dim,
                identities,
                body,
                ..
            } => {
                self.aggregate(operands, *dim, identities, *body, results);
                let types: Vec<_> = operands.iter().map(|&v| self.type_of(v)).collect();
                self.same_list("results", results.iter(), "operands", &types);
            }
            Op::Break { operands } => self.leave(operands, Opcode::Break),
            Op::Continue { operands } => self.leave(operands, Opcode::Continue),
            Op::Return { operands } => {
                if !operands.is_empty() {
                    self.fault(Rule::Structure, "an entry returns nothing");
                }
                self.returns();
            }
            Op::Yield { .. } => self.yields(),
            _ => {}
        }
    }

    /// The opcodes around the current operation, innermost first.
    fn around(&self) -> impl Iterator<Item = (Opcode, OpId)> {
        let steps = self.path.iter().rev().skip(1);
        steps.map(|step| (step.opcode, step.op))
    }

    fn same_list<'t>(
        &mut self,
        a: &str,
        first: impl Iterator<Item = &'t Type>,
        b: &str,
        second: &[&Type],
    ) {
        let first: Vec<_> = first.collect();
        if first != second {
            let list = |types: &[&Type]| {
                let texts: Vec<_> = types.iter().map(|t| type_text(t)).collect();
                format!("({})", texts.join(", "))
            };
            self.fault(
                Rule::Type,
                format!(
                    "{a} and {b} have to be of the same types, found {} and {}",
                    list(&first),
                    list(second)
                ),
            );
        }
    }

    /// A body's arguments and how it ends.
    fn loop_body(&mut self, body: BlockId, args: &[&Type], ends: &[Opcode]) {
        let module = self.module;
        let found = module.block(body).args.iter().map(|(_, ty)| ty);
        self.same_list("arguments of the body", found, "values carried", args);
        self.ends(body, ends);
    }

    /// The opcode of a block's last operation.
    fn last(&self, block: BlockId) -> Option<OpId> {
        self.module.block(block).ops.last().copied()
    }

    fn ends(&mut self, block: BlockId, permitted: &[Opcode]) {
        let Some(last) = self.last(block) else { return };
        let opcode = self.module.op(last).opcode;
        if !permitted.contains(&opcode) {
            let names: Vec<_> = permitted.iter().map(|o| o.name()).collect();
            self.fault(
                Rule::Structure,
                format!(
                    "a body has to end in {}, found {}",
                    names.join(" or "),
                    opcode.name()
                ),
            );
        }
    }

    /// Loops and branches hand on tiles and tokens, not views.
    fn carried(&mut self, args: &[&Type], results: &[Type]) {
        for ty in args.iter().copied().chain(results) {
            let view = matches!(ty.without_pointer_attribute(), Type::TensorView(_));
            if view || tile_view(ty).is_some() {
                self.fault(
                    Rule::Type,
                    format!("a view is not carried around: {}", type_text(ty)),
                );
            }
        }
    }

    fn branch(
        &mut self,
        condition: Value,
        then: BlockId,
        otherwise: Option<BlockId>,
        results: &[Type],
    ) {
        let condition = self.type_of(condition);
        self.single("condition", condition, Class::One(ScalarType::I1));
        self.carried(&[], results);
        if otherwise.is_none() && !results.is_empty() {
            self.fault(Rule::Structure, "an `if` with results has two branches");
        }
        let module = self.module;
        for block in [Some(then), otherwise].into_iter().flatten() {
            if !module.block(block).args.is_empty() {
                self.fault(Rule::Structure, "a branch has no arguments");
            }
            let last = self.last(block).map(|op| module.op(op));
            if let Some(last) = last.filter(|op| op.opcode == Opcode::Yield) {
                let given: Vec<_> = last.operands.iter().map(|&v| self.type_of(v)).collect();
                self.same_list("results", results.iter(), "values yielded", &given);
            }
        }
    }

    fn aggregate(
        &mut self,
        operands: &[Value],
        dim: i64,
        identities: &[Attribute],
        body: BlockId,
        results: &[Type],
    ) {
        let types: Vec<_> = operands.iter().map(|&v| self.type_of(v)).collect();
        for (position, ty) in types.iter().enumerate() {
            self.class("operands", ty, Class::Number);
            if let Some(first) = types.first() {
                self.same_shape(("operands", ty), ("operands", first));
            }
            let identity = match identities.get(position) {
                Some(
                    Attribute::Integer(_, Type::Scalar(s)) | Attribute::Float(_, Type::Scalar(s)),
                ) => Some(*s),
                Some(Attribute::Bool(_)) => Some(ScalarType::I1),
                _ => None,
            };
            if identity.is_none() || identity != scalar(ty) {
                self.fault(
                    Rule::Attribute,
                    format!("identity {position} is not of the type of its operand"),
                );
            }
        }
        if identities.len() != operands.len() || results.len() != operands.len() {
            self.fault(
                Rule::Form,
                "operands, identities and results have to be as many",
            );
        }
        let rank = types
            .first()
            .and_then(|ty| shape(ty))
            .map_or(0, <[i64]>::len);
        if usize::try_from(dim).map_or(true, |dim| dim >= rank) {
            self.fault(Rule::Attribute, "`dim` is no dimension of the operands");
        }
        self.aggregate_body(&types, body);
    }

    /// Two elements of each operand in, one of each out, nothing else done.
    fn aggregate_body(&mut self, operands: &[&Type], body: BlockId) {
        let module = self.module;
        let element = |ty: &Type| {
            let mut tile = tile(ty)?.clone();
            tile.shape.clear();
            Some(Type::Tile(tile))
        };
        let elements: Vec<_> = operands.iter().filter_map(|ty| element(ty)).collect();
        let pairs: Vec<_> = elements.iter().flat_map(|ty| [ty, ty]).collect();
        let args = module.block(body).args.iter().map(|(_, ty)| ty);
        self.same_list("arguments of the body", args, "pairs of elements", &pairs);
        self.ends(body, &[Opcode::Yield]);
        let ops = module.block(body).ops.as_slice();
        if let Some(&last) = ops.last() {
            let given = module.op(last).operands.iter().map(|&v| self.type_of(v));
            let given: Vec<_> = given.collect();
            self.same_list(
                "values yielded",
                given.into_iter(),
                "elements",
                &elements.iter().collect::<Vec<_>>(),
            );
        }
        for &op in ops {
            let opcode = module.op(op).opcode;
            if !matches!(effect(opcode), Effect::Pure | Effect::Terminator) {
                self.fault(
                    Rule::Structure,
                    format!("only pure operations may be here, found {}", opcode.name()),
                );
            }
        }
    }

    /// The operands without the dimension that is reduced.
    fn reduced(&mut self, operands: &[Value], dim: i64, results: &[Type]) {
        let reduced: Vec<_> = operands
            .iter()
            .filter_map(|&v| {
                let mut tile = tile(self.type_of(v))?.clone();
                let dim = usize::try_from(dim)
                    .ok()
                    .filter(|&d| d < tile.shape.len())?;
                tile.shape.remove(dim);
                Some(Type::Tile(tile))
            })
            .collect();
        if reduced.len() == operands.len() {
            let reduced: Vec<_> = reduced.iter().collect();
            self.same_list("results", results.iter(), "reduced operands", &reduced);
        }
    }

    /// `break` and `continue`: the loop around it, with only `if`s between, and
    /// what that takes.
    fn leave(&mut self, operands: &[Value], opcode: Opcode) {
        let target = self.around().find(|(o, _)| *o != Opcode::If);
        let Some((found, id)) = target else { return };
        let permitted: &[Opcode] = match opcode {
            Opcode::Break => &[Opcode::Loop],
            _ => &[Opcode::For, Opcode::Loop],
        };
        if !permitted.contains(&found) {
            return self.fault(
                Rule::Structure,
                format!("{} is not in a loop but in {}", opcode.name(), found.name()),
            );
        }
        let module = self.module;
        let target = module.op(id);
        let given: Vec<_> = operands.iter().map(|&v| self.type_of(v)).collect();
        if opcode == Opcode::Continue && found == Opcode::Loop {
            let taken = target.operands.iter().map(|&v| self.type_of(v));
            let taken: Vec<_> = taken.collect();
            self.same_list("values of the loop", taken.into_iter(), "operands", &given);
        } else {
            self.same_list(
                "results of the loop",
                target.result_types.iter(),
                "operands",
                &given,
            );
        }
    }

    fn returns(&mut self) {
        let wrong = self
            .around()
            .find(|(o, _)| !matches!(o, Opcode::If | Opcode::Loop | Opcode::Entry));
        if let Some((opcode, _)) = wrong {
            self.fault(
                Rule::Structure,
                format!("return is not possible in {}", opcode.name()),
            );
        }
    }

    fn yields(&mut self) {
        let parent = self.around().next().map(|(o, _)| o);
        if !matches!(parent, Some(Opcode::If | Opcode::Reduce | Opcode::Scan)) {
            self.fault(
                Rule::Structure,
                "yield is for branches of `if` and bodies of `reduce` and `scan`",
            );
        }
    }
}
