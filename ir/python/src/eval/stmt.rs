//! Statements of the functions that evaluation calls.

use super::allowance::spend;
use super::expr::{bounded, is_list};
use super::{Code, Evaluator, Lambda, Sym};
use crate::diagnostic::{Error, Kind, Result};
use crate::mid::Const;
use crate::modules::{END, FunctionRef, Order};
use crate::tree::{self, Expr, ExprKind, Stmt, StmtKind};
use std::sync::{Arc, OnceLock};

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
            .function_def(f)
            .ok_or_else(|| Error::new(Kind::Missing, "there is no such function"))?;
        let captured = def.captured.iter();
        let locals = captured
            .map(|(n, v)| (n.clone(), Sym::Const(v.clone())))
            .collect();
        // A function that a module calls while it is run sees what is bound until then.
        let before = if f.module == self.module {
            self.before
        } else {
            END
        };
        self.in_frame(f.module, before, locals, |e| {
            e.bind_arguments(&def.def.args, args, keywords)?;
            e.function_body(&def.def.body)
        })
    }

    pub(super) fn call_lambda(
        &mut self,
        lambda: &Lambda,
        args: Vec<Sym>,
        keywords: Vec<(Arc<str>, Sym)>,
    ) -> Result<Sym> {
        let mass = match lambda.mass.get() {
            Some(mass) => *mass,
            None => self.mass_of_locals()?,
        };
        spend(mass.parts() as usize)?;
        let locals = lambda.locals.get().unwrap_or(&self.locals).clone();
        self.in_frame(lambda.module, lambda.before, locals, |e| {
            match &lambda.code {
                Code::Expr(params, body) => {
                    e.bind_arguments(params, args, keywords)?;
                    e.expr(body)
                }
                Code::Def(def, _) => {
                    e.bind_arguments(&def.args, args, keywords)?;
                    e.function_body(&def.body)
                }
            }
        })
    }

    /// Runs `f` with the variables of another function.
    fn in_frame(
        &mut self,
        module: u32,
        before: Order,
        locals: Vec<(Arc<str>, Sym)>,
        f: impl FnOnce(&mut Self) -> Result<Sym>,
    ) -> Result<Sym> {
        let locals = std::mem::replace(&mut self.locals, locals);
        let module = std::mem::replace(&mut self.module, module);
        let before = std::mem::replace(&mut self.before, before);
        let class = self.class.take();
        let waiting = std::mem::take(&mut self.waiting);
        let result = f(self);
        let waiting = std::mem::replace(&mut self.waiting, waiting);
        let result = result.and_then(|value| self.give_variables(&waiting).map(|()| value));
        self.locals = locals;
        self.module = module;
        self.before = before;
        self.class = class;
        result
    }

    /// Nested functions get the variables of the function around them, which has ended.
    fn give_variables(&self, waiting: &[Arc<Lambda>]) -> Result<()> {
        for lambda in waiting {
            let _ = lambda.mass.set(self.mass_of_locals()?);
            let _ = lambda.locals.set(self.locals.clone());
        }
        Ok(())
    }

    fn function_body(&mut self, body: &[Stmt]) -> Result<Sym> {
        Ok(match self.block(body)? {
            Flow::Return(value) => value,
            _ => Sym::Const(Const::None),
        })
    }

    /// Runs a statement of a module.
    pub(super) fn run(&mut self, stmt: &Stmt) -> Result<()> {
        self.block(std::slice::from_ref(stmt)).map(drop)
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
            StmtKind::FunctionDef(def) => {
                let lambda = Arc::new(Lambda {
                    code: Code::Def(Arc::new((**def).clone()), stmt.span),
                    module: self.module,
                    before: self.before,
                    locals: OnceLock::new(),
                    mass: OnceLock::new(),
                });
                self.waiting.push(lambda.clone());
                self.bind(def.name.as_str().into(), Sym::Lambda(lambda));
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

    /// `name.append(x)` and its kin on a local list or dictionary, which they change.
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
        let ExprKind::Name { id, .. } = &object.kind else {
            return Ok(false);
        };
        let local = self.locals.iter().find(|(n, _)| &**n == id.as_str());
        let Some(container) = local.map(|(_, v)| v.clone()) else {
            return Ok(false);
        };
        let changed = match &container {
            Sym::Const(Const::Dict(items)) => self.change_dict(items.to_vec(), attr, args)?,
            list if is_list(list) => {
                let items = self.iterate(list)?;
                self.change_list(items, attr, args)?
            }
            _ => None,
        };
        let Some(changed) = changed else {
            return Ok(false);
        };
        self.bind(id.as_str().into(), changed);
        Ok(true)
    }

    /// What a method makes of a list; `None` for methods that change nothing.
    fn change_list(
        &mut self,
        mut items: Vec<Sym>,
        name: &str,
        args: &[Expr],
    ) -> Result<Option<Sym>> {
        let args = self.elements(args)?;
        match (name, args.as_slice()) {
            ("append", [value]) => items.push(value.clone()),
            ("extend", [more]) => items.extend(self.iterate(more)?),
            ("insert", [Sym::Const(Const::Int(at)), value]) => {
                let len = items.len() as i128;
                let at = if *at < 0 {
                    (*at + len).max(0)
                } else {
                    (*at).min(len)
                };
                items.insert(usize::try_from(at).unwrap_or(0), value.clone());
            }
            ("pop", []) if !items.is_empty() => drop(items.pop()),
            ("clear", []) => items.clear(),
            ("reverse", []) => items.reverse(),
            _ => return Ok(None),
        }
        bounded(items.len())?;
        self.made(Sym::List(items)).map(Some)
    }

    /// What a method makes of a dictionary; `None` for methods that change nothing.
    fn change_dict(
        &mut self,
        mut items: Vec<(Const, Const)>,
        name: &str,
        args: &[Expr],
    ) -> Result<Option<Sym>> {
        let args = self.elements(args)?;
        match (name, args.as_slice()) {
            ("update", [Sym::Const(Const::Dict(more))]) => {
                for (key, value) in more.iter() {
                    items.retain(|(k, _)| !k.py_eq(key));
                    items.push((key.clone(), value.clone()));
                }
            }
            ("setdefault", [Sym::Const(key), value]) => {
                if !items.iter().any(|(k, _)| k.py_eq(key)) {
                    items.push((key.clone(), self.into_const(value.clone())?));
                }
            }
            ("clear", []) => items.clear(),
            _ => return Ok(None),
        }
        bounded(items.len())?;
        self.made(Sym::Const(Const::Dict(items.into()))).map(Some)
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
            return self.made(Sym::Const(Const::Dict(items.into())));
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
        self.made(Sym::List(items))
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
