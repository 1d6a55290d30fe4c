//! Which names a function binds.

use crate::source::Span;
use crate::tree::{
    Alias, Arguments, ClassDef, Comprehension, Expr, ExprContext, ExprKind, FunctionDef, Pattern,
    PatternKind, Stmt, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a function runs.
#[derive(Clone, Copy)]
pub(super) enum Code<'t> {
    /// Statements.
    Body(&'t [Stmt]),
    /// A lambda's expression.
    Expr(&'t Expr),
}

/// Names bound in a function.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Its local variables.
    pub locals: BTreeSet<Arc<str>>,
    /// Names declared `global`.
    pub globals: BTreeSet<Arc<str>>,
    nonlocals: BTreeSet<Arc<str>>,
}

/// The names that a function binds: parameters and whatever its code stores, nested functions'
/// bodies and targets of comprehensions excepted.
pub(super) fn of_function(args: &Arguments, code: Code<'_>) -> Names {
    let mut walk = Walk::default();
    let all = args
        .posonlyargs
        .iter()
        .chain(&args.args)
        .chain(&args.kwonlyargs)
        .chain(args.vararg.as_deref())
        .chain(args.kwarg.as_deref());
    for arg in all {
        walk.bind(&arg.arg);
    }
    match code {
        Code::Body(body) => walk.stmts(body),
        Code::Expr(expr) => walk.expr(expr),
    }
    let mut names = walk.names;
    let (globals, nonlocals) = (&names.globals, &names.nonlocals);
    names
        .locals
        .retain(|n| !globals.contains(n) && !nonlocals.contains(n));
    names
}

/// Names stored by an expression, as by `:=`.
pub(super) fn stored_by(expr: &Expr) -> BTreeSet<Arc<str>> {
    let mut walk = Walk::default();
    walk.expr(expr);
    walk.names.locals
}

/// Names that an expression reads from outside of itself.
pub(super) fn free_names(expr: &Expr) -> BTreeSet<Arc<str>> {
    let mut walk = Walk {
        reads: Some(BTreeMap::new()),
        ..Walk::default()
    };
    walk.expr(expr);
    walk.reads.unwrap_or_default().into_keys().collect()
}

/// Where an expression first reads a name from outside of itself.
pub(super) fn first_read(expr: &Expr, name: &str) -> Option<Span> {
    let mut walk = Walk {
        reads: Some(BTreeMap::new()),
        ..Walk::default()
    };
    walk.expr(expr);
    walk.reads.and_then(|reads| reads.get(name).copied())
}

#[derive(Default)]
struct Walk {
    names: Names,
    /// Names read, and where first, if that is asked for.
    reads: Option<BTreeMap<Arc<str>, Span>>,
    /// Names bound by the lambdas and comprehensions being walked.
    inner: Vec<Arc<str>>,
}

impl Walk {
    fn bind(&mut self, name: &str) {
        self.names.locals.insert(name.into());
    }

    fn stmts(&mut self, body: &[Stmt]) {
        crate::stack::enough(|| body.iter().for_each(|s| self.stmt(s)));
    }

    fn exprs<'t>(&mut self, list: impl IntoIterator<Item = &'t Expr>) {
        list.into_iter().for_each(|e| self.expr(e));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::FunctionDef(def) => self.function(def),
            StmtKind::ClassDef(def) => self.class(def),
            StmtKind::Return { value } => self.exprs(value.as_deref()),
            StmtKind::Delete { targets } => self.exprs(targets),
            StmtKind::Assign { targets, value } => {
                self.exprs(targets);
                self.expr(value);
            }
            StmtKind::TypeAlias { name, value, .. } => self.exprs([&**name, &**value]),
            StmtKind::AugAssign { target, value, .. } => self.exprs([&**target, &**value]),
            StmtKind::AnnAssign {
                target,
                annotation,
                value,
                ..
            } => {
                self.exprs([&**target, &**annotation]);
                self.exprs(value.as_deref());
            }
            StmtKind::For {
                target,
                iter,
                body,
                orelse,
                ..
            } => {
                self.exprs([&**target, &**iter]);
                self.stmts(body);
                self.stmts(orelse);
            }
            StmtKind::While { test, body, orelse } | StmtKind::If { test, body, orelse } => {
                self.expr(test);
                self.stmts(body);
                self.stmts(orelse);
            }
            StmtKind::With { items, body, .. } => {
                for item in items {
                    self.expr(&item.context_expr);
                    self.exprs(item.optional_vars.as_deref());
                }
                self.stmts(body);
            }
            StmtKind::Match { subject, cases } => {
                self.expr(subject);
                for case in cases {
                    self.pattern(&case.pattern);
                    self.exprs(case.guard.as_deref());
                    self.stmts(&case.body);
                }
            }
            StmtKind::Raise { exc, cause } => {
                self.exprs(exc.as_deref().into_iter().chain(cause.as_deref()));
            }
            StmtKind::Try {
                body,
                handlers,
                orelse,
                finalbody,
                ..
            } => {
                self.stmts(body);
                for handler in handlers {
                    self.exprs(handler.typ.as_deref());
                    if let Some(name) = &handler.name {
                        self.bind(name);
                    }
                    self.stmts(&handler.body);
                }
                self.stmts(orelse);
                self.stmts(finalbody);
            }
            StmtKind::Assert { test, msg } => {
                self.expr(test);
                self.exprs(msg.as_deref());
            }
            StmtKind::Import { names } | StmtKind::ImportFrom { names, .. } => self.aliases(names),
            StmtKind::Global { names } => {
                self.names
                    .globals
                    .extend(names.iter().map(|n| Arc::from(n.as_str())));
            }
            StmtKind::Nonlocal { names } => {
                self.names
                    .nonlocals
                    .extend(names.iter().map(|n| Arc::from(n.as_str())));
            }
            StmtKind::Expr { value } => self.expr(value),
            StmtKind::Pass | StmtKind::Break | StmtKind::Continue => {}
        }
    }

    fn aliases(&mut self, names: &[Alias]) {
        for alias in names {
            self.bind(alias.asname.as_ref().unwrap_or(&alias.name));
        }
    }

    fn function(&mut self, def: &FunctionDef) {
        self.bind(&def.name);
        self.exprs(&def.decorator_list);
        self.arguments(&def.args);
        self.exprs(def.returns.as_deref());
    }

    fn class(&mut self, def: &ClassDef) {
        self.bind(&def.name);
        self.exprs(&def.decorator_list);
        self.exprs(&def.bases);
        self.exprs(def.keywords.iter().map(|k| &k.value));
    }

    fn arguments(&mut self, args: &Arguments) {
        self.exprs(&args.defaults);
        self.exprs(args.kw_defaults.iter().flatten());
        let all = args
            .posonlyargs
            .iter()
            .chain(&args.args)
            .chain(&args.kwonlyargs);
        for arg in all
            .chain(args.vararg.as_deref())
            .chain(args.kwarg.as_deref())
        {
            self.exprs(arg.annotation.as_deref());
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match &pattern.kind {
            PatternKind::MatchValue { value } => self.expr(value),
            PatternKind::MatchSingleton { .. } => {}
            PatternKind::MatchSequence { patterns } | PatternKind::MatchOr { patterns } => {
                patterns.iter().for_each(|p| self.pattern(p))
            }
            PatternKind::MatchMapping {
                keys,
                patterns,
                rest,
            } => {
                self.exprs(keys);
                patterns.iter().for_each(|p| self.pattern(p));
                if let Some(rest) = rest {
                    self.bind(rest);
                }
            }
            PatternKind::MatchClass {
                cls,
                patterns,
                kwd_patterns,
                ..
            } => {
                self.expr(cls);
                patterns
                    .iter()
                    .chain(kwd_patterns)
                    .for_each(|p| self.pattern(p));
            }
            PatternKind::MatchStar { name } => {
                if let Some(name) = name {
                    self.bind(name);
                }
            }
            PatternKind::MatchAs { pattern, name } => {
                if let Some(pattern) = pattern {
                    self.pattern(pattern);
                }
                if let Some(name) = name {
                    self.bind(name);
                }
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        crate::stack::enough(|| self.expr_kind(expr));
    }

    fn expr_kind(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name { id, ctx } => {
                if *ctx != ExprContext::Load {
                    self.bind(id);
                } else if let Some(reads) = &mut self.reads
                    && !self.inner.iter().any(|n| &**n == id.as_str())
                {
                    reads.entry(id.as_str().into()).or_insert(expr.span);
                }
            }
            ExprKind::BoolOp { values, .. } | ExprKind::JoinedStr { values } => self.exprs(values),
            ExprKind::NamedExpr { target, value } => self.exprs([&**target, &**value]),
            ExprKind::BinOp { left, right, .. } => self.exprs([&**left, &**right]),
            ExprKind::UnaryOp { operand: value, .. }
            | ExprKind::Await { value }
            | ExprKind::YieldFrom { value }
            | ExprKind::Attribute { value, .. }
            | ExprKind::Starred { value, .. } => self.expr(value),
            ExprKind::Lambda { args, body } => {
                self.arguments(args);
                let depth = self.inner.len();
                let all = args
                    .posonlyargs
                    .iter()
                    .chain(&args.args)
                    .chain(&args.kwonlyargs);
                for arg in all
                    .chain(args.vararg.as_deref())
                    .chain(args.kwarg.as_deref())
                {
                    self.inner.push(arg.arg.as_str().into());
                }
                self.expr(body);
                self.inner.truncate(depth);
            }
            ExprKind::IfExp { test, body, orelse } => self.exprs([&**test, &**body, &**orelse]),
            ExprKind::Dict { keys, values } => {
                self.exprs(keys.iter().flatten());
                self.exprs(values);
            }
            ExprKind::Set { elts } | ExprKind::List { elts, .. } | ExprKind::Tuple { elts, .. } => {
                self.exprs(elts)
            }
            ExprKind::ListComp { elt, generators }
            | ExprKind::SetComp { elt, generators }
            | ExprKind::GeneratorExp { elt, generators } => self.comprehension(generators, &[elt]),
            ExprKind::DictComp {
                key,
                value,
                generators,
            } => self.comprehension(generators, &[key, value]),
            ExprKind::Yield { value } => self.exprs(value.as_deref()),
            ExprKind::Compare {
                left, comparators, ..
            } => {
                self.expr(left);
                self.exprs(comparators);
            }
            ExprKind::Call {
                func,
                args,
                keywords,
            } => {
                self.expr(func);
                self.exprs(args);
                self.exprs(keywords.iter().map(|k| &k.value));
            }
            ExprKind::FormattedValue {
                value, format_spec, ..
            } => {
                self.expr(value);
                self.exprs(format_spec.as_deref());
            }
            ExprKind::Constant(_) => {}
            ExprKind::Subscript { value, slice, .. } => self.exprs([&**value, &**slice]),
            ExprKind::Slice { lower, upper, step } => self.exprs(
                [lower, upper, step]
                    .into_iter()
                    .filter_map(|e| e.as_deref()),
            ),
        }
    }

    fn comprehension(&mut self, generators: &[Comprehension], results: &[&Expr]) {
        let depth = self.inner.len();
        for generator in generators {
            self.expr(&generator.iter);
            targets(&generator.target, &mut self.inner);
            self.exprs(&generator.ifs);
        }
        self.exprs(results.iter().copied());
        self.inner.truncate(depth);
    }
}

/// Appends the names that a target binds.
pub(super) fn targets(target: &Expr, out: &mut Vec<Arc<str>>) {
    match &target.kind {
        ExprKind::Name { id, .. } => out.push(id.as_str().into()),
        ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => {
            elts.iter().for_each(|e| targets(e, out))
        }
        ExprKind::Starred { value, .. } => targets(value, out),
        _ => {}
    }
}
