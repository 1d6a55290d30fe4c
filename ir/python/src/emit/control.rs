//! Loops, branches, reductions, scans, assumptions, the grid.

use super::builder::Emitter;
use super::{constant, types};
use crate::diagnostic::{Error, Result};
use crate::mid::op::Range;
use crate::mid::{BlockId, Const, Op, Var};
use cutile_ir::OpBuilder;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Bounded, DivBy, Type};

impl Emitter<'_> {
    pub fn loop_(
        &mut self,
        range: Option<&Range>,
        initial_values: &[Var],
        inner: BlockId,
        results: &[Var],
    ) -> Result<()> {
        let body = self.body;
        let params = &body.block(inner).params;
        let mut operands = Vec::new();
        if let Some(range) = range {
            operands = self.values(&[range.start, range.stop, range.step])?;
        }
        operands.extend(self.values(initial_values)?);
        let arguments = self.value_types(params)?;
        let region = self.region(&arguments, params, |e| e.block(inner))?;
        let opcode = match range {
            Some(_) => Opcode::For,
            None => Opcode::Loop,
        };
        let carried = arguments.into_iter().skip(usize::from(range.is_some()));
        let draft = self.draft(opcode).operands(operands).results(carried);
        let values = self.push(draft.region(region));
        self.define(results, &values)
    }

    pub fn if_else(&mut self, cond: Var, branches: [BlockId; 2], results: &[Var]) -> Result<()> {
        let cond = self.value(cond)?;
        let [t, e] = branches;
        let then_region = self.region(&[], &[], |emitter| emitter.block(t))?;
        let else_region = self.region(&[], &[], |emitter| emitter.block(e))?;
        let draft = self.draft(Opcode::If).operand(cond);
        self.complete(draft.region(then_region).region(else_region), results)
    }

    pub fn terminator(&mut self, opcode: Opcode, values: &[Var]) -> Result<()> {
        let operands = self.values(values)?;
        let draft = self.draft(opcode).operands(operands);
        self.push(draft);
        Ok(())
    }

    pub fn reduce(&mut self, op: &Op, results: &[Var]) -> Result<()> {
        let Op::Reduce {
            xs,
            axis,
            identities,
            body: inner,
        } = op
        else {
            return Ok(());
        };
        let draft = self.draft(Opcode::Reduce);
        let draft = draft.attr("dim", Attribute::i32((*axis).into()));
        self.combine(draft, xs, identities, *inner, results)
    }

    pub fn scan(&mut self, op: &Op, results: &[Var]) -> Result<()> {
        let Op::Scan {
            xs,
            axis,
            reverse,
            identities,
            body: inner,
        } = op
        else {
            return Ok(());
        };
        let draft = self
            .draft(Opcode::Scan)
            .attr("dim", Attribute::i32((*axis).into()))
            .attr("reverse", Attribute::Bool(*reverse));
        self.combine(draft, xs, identities, *inner, results)
    }

    fn combine(
        &mut self,
        draft: OpBuilder,
        xs: &[Var],
        identities: &[Const],
        inner: BlockId,
        results: &[Var],
    ) -> Result<()> {
        let body = self.body;
        if xs.len() != identities.len() {
            return Err(Error::ty(
                "internal: inputs and identities differ in number",
            ));
        }
        let mut attributes = Vec::new();
        let mut arguments = Vec::new();
        for (x, identity) in xs.iter().zip(identities) {
            let dtype = self.dtype(*x)?;
            attributes.push(constant::identity(identity, dtype)?);
            let element = types::tile_of(types::scalar(dtype), &[]);
            arguments.extend([element.clone(), element]);
        }
        let operands = self.values(xs)?;
        let params = &body.block(inner).params;
        let region = self.region(&arguments, params, |e| e.block(inner))?;
        let draft = draft
            .attr("identities", Attribute::Array(attributes))
            .operands(operands)
            .region(region);
        self.complete(draft, results)
    }

    fn value_types(&self, vars: &[Var]) -> Result<Vec<Type>> {
        vars.iter().map(|v| self.value_type(*v)).collect()
    }

    pub fn assume_div_by(&mut self, x: Var, divisor: i64, results: &[Var]) -> Result<()> {
        let divisor = u64::try_from(divisor)
            .map_err(|_| Error::value("a divisor must be positive").found(divisor))?;
        let predicate = Attribute::DivBy(DivBy {
            divisor,
            every: None,
            along: None,
        });
        self.assume(x, predicate, results)
    }

    pub fn assume_bounded(
        &mut self,
        x: Var,
        lower: Option<i64>,
        upper: Option<i64>,
        results: &[Var],
    ) -> Result<()> {
        let predicate = Attribute::Bounded(Bounded {
            lb: lower,
            ub: upper,
        });
        self.assume(x, predicate, results)
    }

    fn assume(&mut self, x: Var, predicate: Attribute, results: &[Var]) -> Result<()> {
        let x = self.value(x)?;
        let draft = self.draft(Opcode::Assume).attr("predicate", predicate);
        self.complete(draft.operand(x), results)
    }

    /// One of the three numbers that a block has in the grid.
    pub fn grid(&mut self, opcode: Opcode, axis: u8, results: &[Var]) -> Result<()> {
        let Some(&result) = results.first() else {
            return Ok(());
        };
        let ty = self.value_type(result)?;
        let draft = self.draft(opcode).results([ty.clone(), ty.clone(), ty]);
        let values = self.push(draft);
        let value = values
            .get(usize::from(axis))
            .copied()
            .ok_or_else(|| Error::ty("a grid has axes 0, 1 and 2").found(axis))?;
        self.define(results, &[value])
    }
}
