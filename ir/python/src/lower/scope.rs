//! Variables and jumps in flight (official `scope.py`).

use super::Lowering;
use crate::diagnostic::{Error, Result};
use crate::hir;
use crate::mid::types::Invalid;
use crate::mid::{LocId, OpId, Type, Var};
use crate::source::Span;
use std::collections::HashMap;
use std::sync::Arc;

/// A scope of local variables: one for each function being inlined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScopeId(pub u32);

/// Local variables of a function being inlined, or what a closure captured of one that ended.
#[derive(Debug)]
pub(crate) struct Locals {
    /// Names of the variables: those of the function.
    names: Vec<Arc<str>>,
    /// Present meaning of each variable.
    pub vars: Vec<Option<Var>>,
    /// Where each variable got its present meaning.
    places: Vec<LocId>,
    /// Whether the function has ended and only captured variables are left.
    pub frozen: bool,
}

/// A jump out of a block, to be completed once all jumps to its target are known.
#[derive(Debug, Clone)]
pub(crate) struct JumpInfo {
    /// The operation; `None` in code that was flattened.
    pub op: Option<OpId>,
    /// What it passes on: an explicit result if any, then the stored variables.
    pub outputs: Vec<Var>,
    /// Where each of them was stored, and in which variable.
    pub origins: Vec<Origin>,
}

/// Where a value comes from, for messages.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    /// The place where it was stored.
    pub place: LocId,
    /// The variable that it was stored in.
    pub name: Option<Arc<str>>,
}

/// A loop or branch being lowered.
#[derive(Debug, Clone, Default)]
pub(crate) struct ControlFlow {
    /// Variables that it stores.
    pub stored: Vec<u32>,
    /// Whether it leaves no operation.
    pub flatten: bool,
    /// Jumps that belong to it.
    pub jumps: Vec<JumpInfo>,
}

/// A function being inlined.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    /// Scopes by depth: enclosing functions first, its own last.
    pub scopes: Vec<ScopeId>,
    /// Results of instructions.
    pub values: Vec<Option<Var>>,
    /// Its code.
    pub function: Arc<hir::Function>,
    /// Where it was called.
    pub call_site: Option<LocId>,
    /// Calls of the same function before this one.
    pub nth: u32,
    /// Loops around the present place, innermost last.
    pub loops: Vec<ControlFlow>,
    /// Branches around the present place, innermost last.
    pub branches: Vec<ControlFlow>,
    /// Contexts entered, innermost last, and how many there were at each loop.
    pub contexts: Vec<u32>,
    /// `contexts.len()` when each loop was entered.
    pub loop_contexts: Vec<usize>,
}

/// All scopes and frames of a lowering.
#[derive(Debug, Default)]
pub struct Scopes {
    pub(crate) locals: Vec<Locals>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) contexts: Vec<super::context::Context>,
    /// Calls so far, by module and place of the function.
    calls: HashMap<(u32, Span), u32>,
}

impl Scopes {
    /// Counts a call of a function; how many there were before.
    pub(crate) fn count_call(&mut self, function: &hir::Function) -> u32 {
        let calls = self
            .calls
            .entry((function.module, function.span))
            .or_default();
        *calls += 1;
        *calls - 1
    }

    /// A new scope of a function without values.
    pub(crate) fn open(&mut self, function: &hir::Function) -> ScopeId {
        self.locals.push(Locals {
            names: function.locals.clone(),
            vars: vec![None; function.locals.len()],
            places: vec![LocId::UNKNOWN; function.locals.len()],
            frozen: false,
        });
        ScopeId((self.locals.len() - 1) as u32)
    }

    /// What a closure captured of a scope that ended: `indices` mean `vars`.
    pub(crate) fn open_frozen(&mut self, indices: &[u32], vars: &[Var]) -> ScopeId {
        let size = indices.iter().max().map_or(0, |i| *i as usize + 1);
        let mut map = vec![None; size];
        for (i, v) in indices.iter().zip(vars) {
            if let Some(slot) = map.get_mut(*i as usize) {
                *slot = Some(*v);
            }
        }
        self.locals.push(Locals {
            names: Vec::new(),
            places: Vec::new(),
            vars: map,
            frozen: true,
        });
        ScopeId((self.locals.len() - 1) as u32)
    }

    pub(crate) fn get(&self, id: ScopeId, index: u32) -> Option<Var> {
        self.locals
            .get(id.0 as usize)?
            .vars
            .get(index as usize)
            .copied()
            .flatten()
    }

    pub(crate) fn name(&self, id: ScopeId, index: u32) -> Option<Arc<str>> {
        self.locals
            .get(id.0 as usize)?
            .names
            .get(index as usize)
            .cloned()
    }

    pub(crate) fn set(&mut self, id: ScopeId, index: u32, var: Var, place: LocId) {
        let Some(locals) = self.locals.get_mut(id.0 as usize) else {
            return;
        };
        if let Some(slot) = locals.vars.get_mut(index as usize) {
            *slot = Some(var);
        }
        if let Some(slot) = locals.places.get_mut(index as usize) {
            *slot = place;
        }
    }

    /// Where a variable got its present meaning.
    pub(crate) fn origin(&self, id: ScopeId, index: u32) -> Origin {
        let locals = self.locals.get(id.0 as usize);
        let place = locals.and_then(|l| l.places.get(index as usize).copied());
        Origin {
            place: place.unwrap_or(LocId::UNKNOWN),
            name: self.name(id, index),
        }
    }
}

impl Lowering<'_> {
    /// The function being inlined.
    ///
    /// # Errors
    /// None is: a fault of this crate.
    pub(crate) fn frame(&mut self) -> Result<&mut Frame> {
        self.scopes
            .frames
            .last_mut()
            .ok_or_else(|| Error::unsupported("internal: no function"))
    }

    /// The scope of the function being inlined.
    pub(crate) fn own_scope(&mut self) -> Result<ScopeId> {
        let frame = self.frame()?;
        frame
            .scopes
            .last()
            .copied()
            .ok_or_else(|| Error::unsupported("internal: no scope"))
    }

    /// Gives a local variable a new meaning.
    pub(crate) fn store_var(&mut self, index: u32, value: Var) -> Result<()> {
        self.store_var_at(index, value, self.loc)
    }

    /// Gives a local variable a new meaning, which it has from `place`.
    pub(crate) fn store_var_at(&mut self, index: u32, value: Var, place: LocId) -> Result<()> {
        let scope = self.own_scope()?;
        self.scopes.set(scope, index, value, place);
        self.body.var_mut(value).stored = crate::mid::LocIdOrUnknown(place);
        Ok(())
    }

    /// Makes a local variable unusable: `ty` says why.
    pub(crate) fn store_invalid(&mut self, index: u32, ty: Type, place: LocId) -> Result<()> {
        let var = self.body.new_typed(ty, self.loc);
        self.store_var_at(index, var, place)
    }

    /// The present meaning of a variable, an unusable one if it has none.
    pub(crate) fn get_var(&mut self, scope: ScopeId, index: u32) -> Var {
        if let Some(var) = self.scopes.get(scope, index) {
            return var;
        }
        let name = self.scopes.name(scope, index);
        let message = format!(
            "variable `{}` may not have been assigned here",
            name.as_deref().unwrap_or("?")
        );
        let ty = Type::Invalid(Arc::new(Invalid {
            message,
            loc: self.loc,
            undefined: true,
            unknown: false,
        }));
        let var = self.body.new_var(name, self.loc);
        self.body.var_mut(var).ty = Some(ty);
        var
    }

    /// Where variables of the function being inlined got their present meanings.
    pub(crate) fn origins(&mut self, indices: &[u32]) -> Result<Vec<Origin>> {
        let scope = self.own_scope()?;
        Ok(indices
            .iter()
            .map(|i| self.scopes.origin(scope, *i))
            .collect())
    }

    /// Present meanings of several variables of the function being inlined.
    pub(crate) fn get_vars(&mut self, indices: &[u32]) -> Result<Vec<Var>> {
        let scope = self.own_scope()?;
        Ok(indices.iter().map(|i| self.get_var(scope, *i)).collect())
    }

    /// Runs `f`, then gives the local variables back the meanings they had before.
    pub(crate) fn in_branch<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let scope = self.own_scope()?;
        let saved = self
            .scopes
            .locals
            .get(scope.0 as usize)
            .map(|l| (l.vars.clone(), l.places.clone()));
        let result = f(self)?;
        if let (Some(saved), Some(locals)) = (saved, self.scopes.locals.get_mut(scope.0 as usize)) {
            (locals.vars, locals.places) = saved;
        }
        Ok(result)
    }
}
