//! `with` and generator context managers.
//!
//! Calling a function decorated with `contextmanager` only keeps its arguments. `with` runs the
//! function up to its `yield`; what follows runs wherever the block is left, once on each path.

use super::Lowering;
use super::call::CallArgs;
use super::scope::Frame;
use crate::diagnostic::{Error, Result};
use crate::hir::{Block, Function, InstrKind, Mode};
use crate::mid::types::{ContextManagerType, DictType};
use crate::mid::{Type, Var};
use crate::modules::FunctionRef;
use crate::source::Span;
use std::sync::Arc;

/// A context manager of this lowering.
#[derive(Debug)]
pub(crate) struct Context {
    /// Whether it was entered: once only.
    entered: bool,
    /// The function, stopped at its `yield`.
    running: Option<Running>,
}

/// A generator function stopped at its `yield`.
#[derive(Debug, Clone)]
struct Running {
    frame: Frame,
    function: Arc<Function>,
    yield_at: usize,
}

impl Lowering<'_> {
    /// A call of a function decorated with `contextmanager`.
    pub(crate) fn make_context(&mut self, function: FunctionRef, args: CallArgs) -> Result<Var> {
        let state = self.scopes.contexts.len() as u32;
        self.scopes.contexts.push(Context {
            entered: false,
            running: None,
        });
        let types = |lw: &Self, vars: &[Var]| {
            vars.iter()
                .map(|v| lw.body.ty(*v).cloned())
                .collect::<Result<Vec<_>>>()
        };
        let named: Vec<Var> = args.keywords.iter().map(|(_, v)| *v).collect();
        let ty = ContextManagerType {
            function,
            args: types(self, &args.positional)?,
            kwargs: DictType {
                keys: args.keywords.iter().map(|(k, _)| k.clone()).collect(),
                values: types(self, &named)?,
            },
            state,
        };
        let parts = [args.positional, named].concat();
        self.aggregate(parts, Type::ContextManager(Arc::new(ty)))
    }

    /// `with manager`: enters; the value bound by `as`.
    pub(crate) fn enter_context(&mut self, manager: Var) -> Result<Var> {
        let Type::ContextManager(ty) = self.body.ty(manager)?.clone() else {
            return Err(Error::ty("object is no context manager").found(self.body.ty(manager)?));
        };
        let state = ty.state as usize;
        match self.scopes.contexts.get_mut(state) {
            Some(context) if !context.entered => context.entered = true,
            _ => return Err(Error::ty("a context manager can be entered once only")),
        }
        self.frame()?.contexts.push(ty.state);
        let function = self.package.function(ty.function, Mode::Generator)?;
        let yield_at = find_yield(&function.body, function.module)?;
        let parts = self.parts(manager)?;
        let (positional, named) = parts
            .split_at_checked(ty.args.len())
            .unwrap_or((&parts, &[]));
        let args = CallArgs {
            positional: positional.to_vec(),
            keywords: ty
                .kwargs
                .keys
                .iter()
                .cloned()
                .zip(named.iter().copied())
                .collect(),
        };
        let bound = self.bind_function(&function, args, &[])?;
        self.enter(&function, bound, Vec::new())?;
        self.dispatch_from(&function.body, 0, Some(yield_at))?;
        let value = match function.body.instrs.get(yield_at).map(|i| &i.kind) {
            Some(InstrKind::Yield(value)) => self.operand(value)?,
            _ => return Err(Error::unsupported("internal: yield is lost")),
        };
        let frame = self.scopes.frames.pop();
        if let (Some(frame), Some(context)) = (frame, self.scopes.contexts.get_mut(state)) {
            context.running = Some(Running {
                frame,
                function,
                yield_at,
            });
        }
        Ok(value)
    }

    /// End of `with`: leaves the innermost context.
    pub(crate) fn pop_context(&mut self) -> Result<()> {
        match self.frame()?.contexts.pop() {
            Some(state) => self.leave_context(state),
            None => Err(Error::unsupported("internal: no context to leave")),
        }
    }

    /// Runs `f` after leaving the contexts entered since there were `depth`, without forgetting
    /// them: other paths are still inside.
    pub(crate) fn leaving_contexts<T>(
        &mut self,
        depth: usize,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let entered = self
            .frame()?
            .contexts
            .get(depth..)
            .unwrap_or_default()
            .to_vec();
        if entered.is_empty() {
            return f(self);
        }
        let values = self.frame()?.values.clone();
        let result = self.in_branch(|lw| {
            for state in entered.into_iter().rev() {
                lw.leave_context(state)?;
            }
            f(lw)
        })?;
        self.frame()?.values = values;
        Ok(result)
    }

    fn leave_context(&mut self, state: u32) -> Result<()> {
        let running = self
            .scopes
            .contexts
            .get(state as usize)
            .and_then(|c| c.running.clone());
        let Some(Running {
            frame,
            function,
            yield_at,
        }) = running
        else {
            return Ok(());
        };
        let own = frame
            .scopes
            .last()
            .copied()
            .ok_or_else(|| Error::unsupported("internal: no scope"))?;
        self.scopes.frames.push(frame);
        self.in_branch(|lw| lw.dispatch_from(&function.body, yield_at + 1, None))?;
        self.scopes.frames.pop();
        // Closures that the context gave out lose their scope here.
        let scope = self.own_scope()?;
        let count = self
            .scopes
            .locals
            .get(scope.0 as usize)
            .map_or(0, |l| l.vars.len()) as u32;
        for index in 0..count {
            if let Some(var) = self.scopes.get(scope, index) {
                let frozen = self.freeze_closures(var, own)?;
                let place = self.scopes.origin(scope, index).place;
                self.scopes.set(scope, index, frozen, place);
            }
        }
        let values = self.frame()?.values.clone();
        let values = values
            .into_iter()
            .map(|v| v.map(|v| self.freeze_closures(v, own)).transpose())
            .collect::<Result<Vec<_>>>()?;
        self.frame()?.values = values;
        Ok(())
    }
}

/// Where a generator function yields: once, outside of loops and branches.
fn find_yield(body: &Block, module: u32) -> Result<usize> {
    fn collect(block: &Block, out: &mut Vec<Span>) {
        for instr in &block.instrs {
            if matches!(instr.kind, InstrKind::Yield(_)) {
                out.push(instr.span);
            }
            for nested in instr.kind.blocks() {
                collect(nested, out);
            }
        }
    }
    let mut yields = Vec::new();
    collect(body, &mut yields);
    match yields[..] {
        [_] => {}
        [] => return Err(Error::ty("a context manager needs a reachable yield")),
        [_, second, ..] => {
            return Err(Error::ty("a context manager may yield once only")
                .found(format!("{} yields", yields.len()))
                .in_module(module, second));
        }
    }
    body.instrs
        .iter()
        .position(|i| matches!(i.kind, InstrKind::Yield(_)))
        .ok_or_else(|| {
            Error::ty("the yield of a context manager must stand outside of loops and branches")
        })
}
