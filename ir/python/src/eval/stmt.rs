//! Statements of the functions that evaluation calls.

use super::expr::{bounded, is_list};
use super::{Evaluator, Lambda, Sym};
use crate::diagnostic::{Error, Kind, Result};
use crate::mid::Const;
use crate::modules::FunctionRef;
use crate::tree::{self, Expr, ExprKind, Stmt, StmtKind};
use std::sync::Arc;

/// What a statement does to the flow of a function.
enum Flow {
    Next,
    Break,
    Continue,
    Return(Sym),
}

impl Evaluator<'_> {
    pub(super) fn call_function(
        &mut self,
        f: FunctionRef,
        args: Vec<Sym>,
        keywords: Vec<(Arc<str>, Sym)>,
    ) -> Result<Sym> {
        let def = self
            .package
            .module_by_id(f.module)
            .and_then(|m| m.functions.get(f.index as usize).map(|f| f.def.clone()))
            .ok_or_else(|| Error::new(Kind::Missing, "there is no such function"))?;
        let locals = std::mem::take(&mut self.locals);
        let module = std::mem::replace(&mut self.module, f.module);
        let result = self
            .bind_arguments(&def.args, args, keywords)
            .and_then(|()| {
                Ok(match self.block(&def.body)? {
                    Flow::Return(value) => value,
                    _ => Sym::Const(Const::None),
                })
            });
        self.locals = locals;
        self.module = module;
        result
    }

    pub(super) fn call_lambda(
        &mut self,
        lambda: &Lambda,
        args: Vec<Sym>,
        keywords: Vec<(Arc<str>, Sym)>,
    ) -> Result<Sym> {
        let locals = std::mem::replace(&mut self.locals, lambda.locals.clone());
        let module = std::mem::replace(&mut self.module, lambda.module);
        let result = self
            .bind_arguments(&lambda.args, args, keywords)
            .and_then(|()| self.expr(&lambda.body));
        self.locals = locals;
        self.module = module;
        result
    }

    fn bind_arguments(
        &mut self,
        params: &tree::Arguments,
        args: Vec<Sym>,
        mut keywords: Vec<(Arc<str>, Sym)>,
    ) -> Result<()> {
        let positional: Vec<&tree::Arg> = params.posonlyargs.iter().chain(&params.args).collect();
        let first_default = positional.len().saturating_sub(params.defaults.len());
        let mut args = args.into_iter();
        for (i, param) in positional.iter().enumerate() {
            let name = param.arg.as_str();
            let given = args.next().or_else(|| take_keyword(&mut keywords, name));
            let value = match given {
                Some(value) => value,
                None => match i
                    .checked_sub(first_default)
                    .and_then(|k| params.defaults.get(k))
                {
                    Some(default) => self.expr(default)?,
                    None => return Err(Error::ty("missing argument").found(name)),
                },
            };
            self.bind(name.into(), value);
        }
        let rest: Vec<Sym> = args.collect();
        match &params.vararg {
            Some(vararg) => self.bind(vararg.arg.as_str().into(), super::expr::tuple(rest)),
            None if !rest.is_empty() => return Err(Error::ty("too many arguments")),
            None => {}
        }
        for (param, default) in params.kwonlyargs.iter().zip(&params.kw_defaults) {
            let name = param.arg.as_str();
            let value = match (take_keyword(&mut keywords, name), default) {
                (Some(value), _) => value,
                (None, Some(default)) => self.expr(default)?,
                (None, None) => return Err(Error::ty("missing argument").found(name)),
            };
            self.bind(name.into(), value);
        }
        match (&params.kwarg, keywords.first()) {
            (Some(kwarg), _) => {
                let items = keywords
                    .into_iter()
                    .map(|(k, v)| Ok((Const::Str(k), self.into_const(v)?)))
                    .collect::<Result<Vec<_>>>()?;
                self.bind(
                    kwarg.arg.as_str().into(),
                    Sym::Const(Const::Dict(items.into())),
                );
            }
            (None, Some((name, _))) => return Err(Error::ty("unexpected argument").found(name)),
            (None, None) => {}
        }
        Ok(())
    }

    fn block(&mut self, body: &[Stmt]) -> Result<Flow> {
        for stmt in body {
            match crate::stack::enough(|| self.statement(stmt))? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<Flow> {
        self.step()?;
        match &stmt.kind {
            StmtKind::Expr { value } => {
                if !self.list_statement(value)? {
                    self.expr(value)?;
                }
            }
            StmtKind::Assign { targets, value } => {
                let value = self.expr(value)?;
                for target in targets {
                    self.assign(target, value.clone())?;
                }
            }
            StmtKind::AnnAssign { target, value, .. } => {
                if let Some(value) = value {
                    let value = self.expr(value)?;
                    self.assign(target, value)?;
                }
            }
            StmtKind::AugAssign { target, op, value } => {
                let old = self.expr(target)?;
                let value = self.expr(value)?;
                let new = self.binary(*op, old, value)?;
                self.assign(target, new)?;
            }
            StmtKind::Return { value } => {
                return Ok(Flow::Return(match value {
                    Some(value) => self.expr(value)?,
                    None => Sym::Const(Const::None),
                }));
            }
            StmtKind::If { test, body, orelse } => {
                let test = self.expr(test)?;
                return if self.truth(&test)? {
                    self.block(body)
                } else {
                    self.block(orelse)
                };
            }
            StmtKind::While { test, body, orelse } => loop {
                self.step()?;
                let test = self.expr(test)?;
                if !self.truth(&test)? {
                    return self.block(orelse);
                }
                match self.block(body)? {
                    Flow::Next | Flow::Continue => {}
                    Flow::Break => break,
                    flow => return Ok(flow),
                }
            },
            StmtKind::For {
                target,
                iter,
                body,
                orelse,
                ..
            } => {
                let iterable = self.expr(iter)?;
                for item in self.iterate(&iterable)? {
                    self.step()?;
                    self.assign(target, item)?;
                    match self.block(body)? {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => return Ok(Flow::Next),
                        flow => return Ok(flow),
                    }
                }
                return self.block(orelse);
            }
            StmtKind::Assert { test, msg } => {
                let test = self.expr(test)?;
                if !self.truth(&test)? {
                    let text = match msg {
                        Some(msg) => {
                            let msg = self.expr(msg)?;
                            self.text(&msg)
                        }
                        None => String::new(),
                    };
                    return Err(
                        Error::new(Kind::Static, "assertion failed while compiling").found(text)
                    );
                }
            }
            StmtKind::Raise { exc, .. } => {
                let what = exc.as_deref().map_or(String::new(), |e| raised(self, e));
                return Err(
                    Error::new(Kind::Static, "exception raised while compiling").found(what)
                );
            }
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            StmtKind::Pass | StmtKind::Global { .. } | StmtKind::Nonlocal { .. } => {}
            _ => {
                return Err(Error::unsupported(
                    "this statement is not evaluated while compiling",
                ));
            }
        }
        Ok(Flow::Next)
    }

    /// `name.append(x)` and `name.extend(x)` on a local list, which change it.
    fn list_statement(&mut self, value: &Expr) -> Result<bool> {
        let ExprKind::Call { func, args, .. } = &value.kind else {
            return Ok(false);
        };
        let ExprKind::Attribute {
            value: object,
            attr,
            ..
        } = &func.kind
        else {
            return Ok(false);
        };
        let (ExprKind::Name { id, .. }, [arg]) = (&object.kind, args.as_slice()) else {
            return Ok(false);
        };
        let extend = match attr.as_str() {
            "append" => false,
            "extend" => true,
            _ => return Ok(false),
        };
        let Some(list) = self
            .locals
            .iter()
            .find(|(n, _)| &**n == id.as_str())
            .map(|(_, v)| v.clone())
        else {
            return Ok(false);
        };
        if !is_list(&list) {
            return Ok(false);
        }
        let mut items = self.iterate(&list)?;
        let value = self.expr(arg)?;
        if extend {
            items.extend(self.iterate(&value)?);
        } else {
            items.push(value);
        }
        bounded(items.len())?;
        self.bind(id.as_str().into(), Sym::List(items));
        Ok(true)
    }

    /// Assigns to a name, or takes a sequence apart.
    ///
    /// # Errors
    /// Another number of values, targets that are not supported.
    pub(super) fn assign(&mut self, target: &Expr, value: Sym) -> Result<()> {
        match &target.kind {
            ExprKind::Name { id, .. } => {
                self.bind(id.as_str().into(), value);
                Ok(())
            }
            ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => {
                let items = self.iterate(&value)?;
                if items.len() != elts.len() {
                    return Err(
                        Error::value(format!("expected {} values", elts.len())).found(items.len())
                    );
                }
                elts.iter()
                    .zip(items)
                    .try_for_each(|(t, v)| self.assign(t, v))
            }
            ExprKind::Subscript {
                value: object,
                slice,
                ..
            } => {
                let ExprKind::Name { id, .. } = &object.kind else {
                    return Err(Error::unsupported(
                        "assignment to this target while compiling",
                    ));
                };
                let key = self.expr(slice)?;
                let key = self.into_const(key)?;
                let container = self.expr(object)?;
                let changed = self.set_item(container, key, value)?;
                self.bind(id.as_str().into(), changed);
                Ok(())
            }
            _ => Err(Error::unsupported(
                "assignment to this target while compiling",
            )),
        }
    }

    fn set_item(&self, container: Sym, key: Const, value: Sym) -> Result<Sym> {
        if let Sym::Const(Const::Dict(items)) = &container {
            let value = self.into_const(value)?;
            let mut items = items.to_vec();
            match items.iter_mut().find(|(k, _)| k.py_eq(&key)) {
                Some((_, slot)) => *slot = value,
                None => items.push((key, value)),
            }
            bounded(items.len())?;
            return Ok(Sym::Const(Const::Dict(items.into())));
        }
        if !is_list(&container) {
            return Err(Error::ty("object does not support item assignment"));
        }
        let mut items = self.iterate(&container)?;
        let i = key
            .as_int()
            .ok_or_else(|| Error::ty("list index must be an integer").found(&key))?;
        let at = if i < 0 { i + items.len() as i128 } else { i };
        match usize::try_from(at).ok().and_then(|i| items.get_mut(i)) {
            Some(slot) => *slot = value,
            None => return Err(Error::value("index is out of range").found(i)),
        }
        Ok(Sym::List(items))
    }
}

/// What is raised, as text: the exception's arguments where they can be evaluated.
fn raised(e: &mut Evaluator<'_>, exc: &Expr) -> String {
    match &exc.kind {
        ExprKind::Call { args, .. } => args
            .iter()
            .map(|a| e.expr(a).map_or_else(|_| String::new(), |v| e.text(&v)))
            .collect::<Vec<_>>()
            .join(", "),
        _ => String::new(),
    }
}

fn take_keyword(keywords: &mut Vec<(Arc<str>, Sym)>, name: &str) -> Option<Sym> {
    let at = keywords.iter().position(|(n, _)| &**n == name)?;
    Some(keywords.remove(at).1)
}
