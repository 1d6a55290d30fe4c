//! Taking aggregates apart for control flow, and putting them together again (official
//! `aggregate_support.py`).

use super::Lowering;
use crate::diagnostic::{Error, Result};
use crate::mid::types::ArrayType;
use crate::mid::{Aggregate, Const, Op, Type, Var};
use std::sync::Arc;

impl Lowering<'_> {
    /// Leaves of variables that have these types; unusable variables give unusable leaves.
    ///
    /// # Errors
    /// A variable whose parts do not fit its type: a fault of this crate.
    pub(crate) fn flatten(&mut self, vars: &[Var], types: &[Type]) -> Result<Vec<Var>> {
        let mut out = Vec::new();
        for (var, ty) in vars.iter().zip(types) {
            let own = self.body.raw_type(*var);
            if own.is_invalid() {
                for _ in ty.flatten() {
                    out.push(self.body.new_typed(own.clone(), self.loc));
                }
            } else {
                self.body.flatten_into(*var, &mut out);
            }
        }
        Ok(out)
    }

    /// Variables of the given types made of `leaves`. Where `actual` is unusable, so is the
    /// variable.
    ///
    /// # Errors
    /// Another number of leaves: a fault of this crate.
    pub(crate) fn unflatten(
        &mut self,
        leaves: &[Var],
        nominal: &[Type],
        actual: &[Type],
    ) -> Result<Vec<Var>> {
        let mut rest = leaves.iter().copied();
        let mut out = Vec::with_capacity(nominal.len());
        for (n, a) in nominal.iter().zip(actual) {
            out.push(self.unflatten_one(&mut rest, n, a)?);
        }
        Ok(out)
    }

    fn unflatten_one(
        &mut self,
        leaves: &mut dyn Iterator<Item = Var>,
        nominal: &Type,
        actual: &Type,
    ) -> Result<Var> {
        if nominal.is_aggregate() {
            self.unflatten_aggregate(leaves, nominal, actual, None)
        } else {
            leaves
                .next()
                .ok_or_else(|| Error::unsupported("internal: too few parts"))
        }
    }

    fn unflatten_aggregate(
        &mut self,
        leaves: &mut dyn Iterator<Item = Var>,
        nominal: &Type,
        actual: &Type,
        result: Option<Var>,
    ) -> Result<Var> {
        let nominal_items = nominal.item_types().unwrap_or_default();
        if actual.is_invalid() {
            for _ in &nominal_items {
                leaves.next();
            }
            return Ok(self.body.new_typed(actual.clone(), self.loc));
        }
        let actual_items = actual.item_types().unwrap_or_default();
        let mut parts = Vec::with_capacity(nominal_items.len());
        for (n, a) in nominal_items.iter().zip(&actual_items) {
            parts.push(self.unflatten_one(leaves, n, a)?);
        }
        match nominal {
            Type::Array(array) => self.make_array(array.clone(), parts, result),
            Type::List(_) => self.make_list(nominal.clone(), parts, result),
            _ => {
                let mass = self.body.mass_of(&parts).checked()?;
                let var = self.result_var(nominal, result);
                let data = self.body.var_mut(var);
                data.aggregate = Some(Aggregate(parts.into()));
                data.mass = mass;
                Ok(var)
            }
        }
    }

    fn result_var(&mut self, ty: &Type, result: Option<Var>) -> Var {
        match result {
            Some(var) => {
                self.body.var_mut(var).ty = Some(ty.clone());
                var
            }
            None => self.body.new_typed(ty.clone(), self.loc),
        }
    }

    /// An array of base pointer, sizes and strides: bounds are assumed, static extents become
    /// constants, and the tensor view is made.
    ///
    /// # Errors
    /// Another number of parts: a fault of this crate.
    pub(crate) fn make_array(
        &mut self,
        array: Arc<ArrayType>,
        parts: Vec<Var>,
        result: Option<Var>,
    ) -> Result<Var> {
        let rank = array.rank();
        let (Some((&base_ptr, extents)), true) = (parts.split_first(), parts.len() == 1 + 2 * rank)
        else {
            return Err(Error::unsupported(
                "internal: array with other parts than its rank has",
            ));
        };
        let mut known = Vec::with_capacity(2 * rank);
        for (var, fixed) in extents.iter().zip(array.shape.iter().chain(&array.strides)) {
            let ty = Type::scalar(array.index_dtype);
            known.push(match fixed {
                Some(value) => self.typed_const(Const::Int((*value).into()), ty)?,
                None => {
                    let ty = self.body.ty(*var)?.clone();
                    self.add(
                        Op::AssumeBounded {
                            x: *var,
                            lower: Some(0),
                            upper: None,
                        },
                        ty,
                    )?
                }
            });
        }
        let strides = known.split_off(rank);
        let ty = Type::Array(array);
        let var = self.result_var(&ty, result);
        let op = Op::MakeTensorView {
            base_ptr,
            shape: known.clone(),
            strides: strides.clone(),
        };
        self.append(op, vec![var])?;
        let mut all = vec![base_ptr];
        all.extend(known);
        all.extend(strides);
        self.body.var_mut(var).aggregate = Some(Aggregate(all.into()));
        Ok(var)
    }

    fn make_list(&mut self, ty: Type, parts: Vec<Var>, result: Option<Var>) -> Result<Var> {
        let [base_ptr, length] = parts[..] else {
            return Err(Error::unsupported(
                "internal: list with other parts than two",
            ));
        };
        let var = self.result_var(&ty, result);
        self.append(Op::MakeListView { base_ptr, length }, vec![var])?;
        self.body.var_mut(var).aggregate = Some(Aggregate(parts.into()));
        Ok(var)
    }

    /// New variables for the leaves of a variable's type.
    pub(crate) fn expand(&mut self, var: Var) -> Vec<Var> {
        let loc = self.var_loc(var);
        let types = self.body.raw_type(var).flatten();
        types
            .into_iter()
            .map(|ty| self.body.new_typed(ty, loc))
            .collect()
    }

    /// Block parameters for variables that have types already: new leaves for aggregates, which
    /// are put together inside the present block.
    ///
    /// # Errors
    /// Parts that do not fit: a fault of this crate.
    pub(crate) fn block_parameters(&mut self, vars: &[Var]) -> Result<Vec<Vec<Var>>> {
        let mut out = Vec::with_capacity(vars.len());
        for &var in vars {
            let ty = self.body.raw_type(var);
            if ty.is_aggregate() {
                let leaves = self.expand(var);
                let mut rest = leaves.iter().copied();
                self.unflatten_aggregate(&mut rest, &ty, &ty, Some(var))?;
                out.push(leaves);
            } else {
                out.push(vec![var]);
            }
        }
        Ok(out)
    }
}
