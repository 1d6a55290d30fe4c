//! Building operations: every family goes through these.

use super::{Lowering, Restriction};
use crate::diagnostic::{Error, Result};
use crate::mid::{Aggregate, Const, MemoryEffect, Op, Type, Var};
use std::sync::Arc;

impl Lowering<'_> {
    /// Appends an operation with one result of type `ty`.
    ///
    /// # Errors
    /// An operation that may not stand in a reduction or scan body.
    pub fn add(&mut self, op: Op, ty: Type) -> Result<Var> {
        let var = self.body.new_typed(ty, self.loc);
        self.append(op, vec![var])?;
        Ok(var)
    }

    /// Appends an operation with results of the given types.
    ///
    /// # Errors
    /// As for [`Lowering::add`].
    pub fn add_many(&mut self, op: Op, types: Vec<Type>) -> Result<Vec<Var>> {
        let vars: Vec<Var> = types
            .into_iter()
            .map(|ty| self.body.new_typed(ty, self.loc))
            .collect();
        self.append(op, vars.clone())?;
        Ok(vars)
    }

    /// Appends an operation without results.
    ///
    /// # Errors
    /// As for [`Lowering::add`].
    pub fn add_void(&mut self, op: Op) -> Result<()> {
        self.append(op, Vec::new())
    }

    /// Appends an operation that defines `results`.
    ///
    /// # Errors
    /// As for [`Lowering::add`].
    pub fn append(&mut self, op: Op, results: Vec<Var>) -> Result<()> {
        if let Some(restriction) = self.restriction {
            check_restriction(&op, restriction)?;
        }
        let ends = op.is_terminator();
        let id = self.body.new_op(op, results, self.loc);
        self.body.block_mut(self.block).ops.push(id);
        self.terminated |= ends;
        Ok(())
    }

    /// A constant whose type bends to its partner, as literals do: `ty` is what Python's value
    /// has by itself.
    ///
    /// # Errors
    /// An integer out of range of every type, a value that cannot be used in a kernel.
    pub fn loose_const(&mut self, value: Const) -> Result<Var> {
        let _ = value;
        Err(Error::unsupported("constants are not there yet"))
    }

    /// A constant of exactly this type, wrapped or rounded to it; `value` is a number, or a
    /// nested tuple of numbers for a tile with rank.
    ///
    /// # Errors
    /// A float that the type cannot hold.
    pub fn typed_const(&mut self, value: Const, ty: Type) -> Result<Var> {
        let _ = (value, ty);
        Err(Error::unsupported("constants are not there yet"))
    }

    /// A variable for an aggregate of the given parts.
    pub fn aggregate(&mut self, parts: impl Into<Arc<[Var]>>, ty: Type) -> Var {
        let var = self.body.new_typed(ty, self.loc);
        self.body.var_mut(var).aggregate = Some(Aggregate(parts.into()));
        var
    }

    /// A tuple; constant when all items are.
    ///
    /// # Errors
    /// An item that may not be used.
    pub fn tuple(&mut self, items: &[Var]) -> Result<Var> {
        let _ = items;
        Err(Error::unsupported("tuples are not there yet"))
    }

    /// A variable for a compile-time value of any kind, tuples and dataclasses included
    /// (the official `sym2var`).
    ///
    /// # Errors
    /// As for [`Lowering::loose_const`].
    pub fn const_var(&mut self, value: &Const) -> Result<Var> {
        let _ = value;
        Err(Error::unsupported("constants are not there yet"))
    }
}

/// Refuses what may not stand in a reduction or scan body.
pub(crate) fn check_restriction(op: &Op, restriction: Restriction) -> Result<()> {
    let place = match restriction {
        Restriction::Reduction => "reduction",
        Restriction::Scan => "scan",
    };
    if op.memory_effect() != MemoryEffect::None {
        return Err(Error::syntax(format!(
            "memory accesses are not allowed inside a {place} body"
        )));
    }
    match op {
        Op::Loop { .. } => Err(Error::syntax(format!(
            "loops are not allowed inside a {place} body"
        ))),
        Op::IfElse { .. } => Err(Error::syntax(format!(
            "branches are not allowed inside a {place} body"
        ))
        .help("use ct.where()")),
        _ => Ok(()),
    }
}
