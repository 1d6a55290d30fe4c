//! `static_eval`, `static_assert`, `static_iter` and `raise static_exception` inside kernels.

use super::Lowering;
use super::builtin::Builtin;
use super::call::CallArgs;
use super::scope::ControlFlow;
use crate::diagnostic::{Error, Kind, Result};
use crate::dtype::Dtype;
use crate::eval::{self, Device, Evaluator, Sym};
use crate::hir::{Block, StaticExpr, StaticKind};
use crate::mid::{Body, Const, Type, Var};
use crate::modules::FunctionRef;
use std::sync::Arc;

/// Items that `static_iter` may give.
const MAX_ITERATIONS: usize = 1000;

impl Lowering<'_> {
    /// Evaluates an expression while compiling; its value as a variable.
    pub(crate) fn static_eval(&mut self, expr: &StaticExpr, locals: &[Var]) -> Result<Var> {
        let locals = (expr.locals.iter().zip(locals))
            .map(|(name, var)| Ok((name, eval::of_var(&self.body, *var)?)))
            .collect::<Result<Vec<_>>>()?;
        let package = self.package;
        let mut evaluator = Evaluator::new(package, Some(self), expr.module);
        for (name, value) in expr.captured.iter() {
            evaluator.bind(name.clone(), Sym::Const(value.clone()));
        }
        for (name, value) in locals {
            evaluator.bind(name.clone(), value);
        }
        let value = evaluator.expr(&expr.expr)?;
        match expr.kind {
            StaticKind::Eval | StaticKind::AssertCondition => self.sym_var(value),
            StaticKind::AssertMessage => {
                let text = match &value {
                    Sym::Const(Const::None) => String::new(),
                    other => evaluator.text(other),
                };
                self.const_var(&Const::str(text))
            }
            StaticKind::Iterable => {
                let items = evaluator.iterate(&value)?;
                if items.len() > MAX_ITERATIONS {
                    return Err(Error::limit("static_iter() gives too many items")
                        .found(items.len())
                        .help(format!("at most {MAX_ITERATIONS} are allowed")));
                }
                let vars = items
                    .into_iter()
                    .map(|x| self.sym_var(x))
                    .collect::<Result<Vec<_>>>()?;
                self.tuple(&vars)
            }
            StaticKind::Exception => {
                let text = evaluator.text(&value);
                Err(Error::new(Kind::Static, "the kernel refuses this launch").found(text))
            }
        }
    }

    /// Calls a function decorated with `static_def`: it is evaluated while compiling.
    pub(crate) fn call_static(&mut self, f: FunctionRef, args: &CallArgs) -> Result<Var> {
        let positional = args
            .positional
            .iter()
            .map(|v| eval::of_var(&self.body, *v))
            .collect::<Result<Vec<_>>>()?;
        let keywords = args
            .keywords
            .iter()
            .map(|(k, v)| Ok((k.clone(), eval::of_var(&self.body, *v)?)))
            .collect::<Result<Vec<_>>>()?;
        let package = self.package;
        let mut evaluator = Evaluator::new(package, Some(self), f.module);
        let value = evaluator.call(Sym::Const(Const::Function(f)), positional, keywords)?;
        self.sym_var(value)
    }

    /// A variable for a value of compile-time evaluation (the official `sym2var`).
    pub(crate) fn sym_var(&mut self, value: Sym) -> Result<Var> {
        match value {
            Sym::Const(c) => self.const_var(&c),
            Sym::Var(v) => Ok(v),
            Sym::Tuple(items) => {
                let vars = items
                    .into_iter()
                    .map(|x| self.sym_var(x))
                    .collect::<Result<Vec<_>>>()?;
                self.tuple(&vars)
            }
            Sym::Instance(class, fields) => {
                let vars = fields
                    .into_iter()
                    .map(|x| self.sym_var(x))
                    .collect::<Result<Vec<_>>>()?;
                self.instance(class, &vars)
            }
            Sym::List(_) | Sym::Range(..) | Sym::Lambda(_) | Sym::Method(..) => Err(Error::ty(
                "a compile-time value of this kind cannot be used in a kernel",
            )
            .help("make it a tuple")),
        }
    }

    pub(crate) fn static_assert(&mut self, condition: Var, message: &Block) -> Result<()> {
        let is_bool = match self.body.ty(condition)? {
            Type::Tile(t) => t.dtype() == Some(Dtype::Bool),
            _ => false,
        };
        if self.body.constant(condition).is_none() || !is_bool {
            return Err(
                Error::ty("the condition of static_assert() must be a boolean constant")
                    .found(self.body.ty(condition)?),
            );
        }
        if self.constant_bool(condition)? {
            return Ok(());
        }
        self.frame()?.branches.push(ControlFlow {
            flatten: true,
            ..Default::default()
        });
        self.dispatch_block(message)?;
        let info = self.frame()?.branches.pop().unwrap_or_default();
        let text = info
            .jumps
            .first()
            .and_then(|j| j.outputs.first())
            .and_then(|v| self.body.constant(*v))
            .map(|c| match c {
                Const::Str(s) => s.to_string(),
                other => other.to_string(),
            })
            .unwrap_or_default();
        Err(Error::new(Kind::Static, "static assertion failed").found(text))
    }

    /// `for x in static_iter(...)`: the body once for each item.
    pub(crate) fn static_for(&mut self, body: &Block, items: Var) -> Result<()> {
        for item in self.tuple_items(items)?.iter() {
            if let Some(id) = body.params.first() {
                self.set_value(*id, *item)?;
            }
            self.dispatch_block(body)?;
        }
        Ok(())
    }
}

impl Device for Lowering<'_> {
    fn body(&self) -> &Body {
        &self.body
    }

    fn apply(
        &mut self,
        function: Builtin,
        args: Vec<Sym>,
        keywords: Vec<(Arc<str>, Sym)>,
    ) -> Result<Sym> {
        let callee = self.const_var(&Const::Builtin(function))?;
        let positional = (args.into_iter())
            .map(|x| self.sym_var(x))
            .collect::<Result<Vec<_>>>()?;
        let keywords = (keywords.into_iter())
            .map(|(name, x)| Ok((name, self.sym_var(x)?)))
            .collect::<Result<Vec<_>>>()?;
        let args = CallArgs {
            positional,
            keywords,
        };
        match self.call(callee, args)? {
            Some(result) => eval::of_var(&self.body, result),
            None => Ok(Sym::Const(Const::None)),
        }
    }
}
