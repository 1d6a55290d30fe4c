//! Nested functions and lambdas: what they capture, and when it is fixed.

use super::Lowering;
use super::call::CallArgs;
use super::scope::ScopeId;
use crate::diagnostic::{Error, Result};
use crate::hir::Function;
use crate::mid::types::ClosureType;
use crate::mid::{Aggregate, Type, Var};
use std::sync::Arc;

impl Lowering<'_> {
    /// A closure of the function being inlined.
    pub(crate) fn make_closure(
        &mut self,
        function: &Arc<Function>,
        defaults: Vec<Var>,
    ) -> Result<Var> {
        let default_types = defaults
            .iter()
            .map(|v| self.body.ty(*v).cloned())
            .collect::<Result<_>>()?;
        let scopes = self.frame()?.scopes.clone();
        let mut live_scopes = Vec::new();
        let mut frozen = Vec::new();
        let mut parts = defaults;
        for ((depth, scope), captured) in (0u32..).zip(scopes).zip(&function.captures) {
            let is_frozen = self
                .scopes
                .locals
                .get(scope.0 as usize)
                .is_some_and(|locals| locals.frozen);
            if is_frozen {
                let vars: Vec<Var> = captured.iter().map(|i| self.get_var(scope, *i)).collect();
                frozen.push(Some(vars.iter().map(|v| self.body.raw_type(*v)).collect()));
                parts.extend(vars);
            } else {
                live_scopes.push((depth, scope));
                frozen.push(None);
            }
        }
        let ty = ClosureType {
            function: function.clone(),
            defaults: default_types,
            live_scopes,
            frozen,
        };
        self.aggregate(parts, Type::Closure(Arc::new(ty)))
    }

    pub(crate) fn call_closure(
        &mut self,
        callee: Var,
        closure: &ClosureType,
        args: CallArgs,
    ) -> Result<Option<Var>> {
        let parts = self
            .body
            .aggregate(callee)
            .map(|a| a.0.clone())
            .unwrap_or_default();
        let (defaults, mut captured) = parts
            .split_at_checked(closure.defaults.len())
            .ok_or_else(|| Error::unsupported("internal: closure without its parts"))?;
        let mut scopes = Vec::with_capacity(closure.frozen.len());
        for (depth, (frozen, indices)) in closure
            .frozen
            .iter()
            .zip(&closure.function.captures)
            .enumerate()
        {
            let scope = match frozen {
                Some(types) => {
                    let (vars, rest) = captured
                        .split_at_checked(types.len())
                        .ok_or_else(|| Error::unsupported("internal: closure without its parts"))?;
                    captured = rest;
                    self.scopes.open_frozen(indices, vars)
                }
                None => closure
                    .live_scopes
                    .iter()
                    .find(|(d, _)| *d as usize == depth)
                    .map(|(_, s)| *s)
                    .ok_or_else(|| Error::unsupported("internal: closure without a scope"))?,
            };
            scopes.push(scope);
        }
        self.call_closure_code(&closure.function, args, defaults, scopes)
    }

    /// Fixes what closures inside `value` captured of a scope that ends.
    pub(crate) fn freeze_closures(&mut self, value: Var, dead: ScopeId) -> Result<Var> {
        let ty = self.body.raw_type(value);
        if !ty.is_aggregate() {
            return Ok(value);
        }
        let value = match &ty {
            Type::Closure(closure) => self.freeze_closure(value, closure, dead)?,
            _ => value,
        };
        let Some(Aggregate(old)) = self.body.aggregate(value).cloned() else {
            return Ok(value);
        };
        let new: Vec<Var> = old
            .iter()
            .map(|v| self.freeze_closures(*v, dead))
            .collect::<Result<_>>()?;
        if *new == *old {
            return Ok(value);
        }
        let ty = self.body.raw_type(value);
        self.aggregate(new, ty)
    }

    fn freeze_closure(&mut self, value: Var, closure: &ClosureType, dead: ScopeId) -> Result<Var> {
        let Some((&(depth, scope), live)) = closure.live_scopes.split_last() else {
            return Ok(value);
        };
        if scope != dead {
            return Ok(value);
        }
        let depth = depth as usize;
        let indices = closure
            .function
            .captures
            .get(depth)
            .cloned()
            .unwrap_or_default();
        let vars: Vec<Var> = indices.iter().map(|i| self.get_var(dead, *i)).collect();
        let mut new = closure.clone();
        new.live_scopes = live.to_vec();
        if let Some(slot) = new.frozen.get_mut(depth) {
            *slot = Some(vars.iter().map(|v| self.body.raw_type(*v)).collect());
        }
        // Parts: defaults, then captures by depth; those of this depth are new.
        let old = self
            .body
            .aggregate(value)
            .map(|a| a.0.clone())
            .unwrap_or_default();
        let before: usize = closure.defaults.len()
            + closure
                .frozen
                .iter()
                .take(depth)
                .flatten()
                .map(Vec::len)
                .sum::<usize>();
        let mut parts = old.to_vec();
        let at = before.min(parts.len());
        parts.splice(at..at, vars);
        self.aggregate(parts, Type::Closure(Arc::new(new)))
    }
}
