//! What the statements of a module bind, in order.

use super::bindings::{Binding, Bound, Guard, Order, Pick, Star, Test};
use super::{ClassDef, FunctionDef, Module};
use crate::diagnostic::{Diagnostics, Error, Kind};
use crate::eval::Scope;
use crate::modules::ClassRef;
use crate::source::Span;
use crate::tree::{self, ExprKind, Stmt, StmtKind};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// Reads a module.
///
/// # Errors
/// Syntax errors.
pub(super) fn module(id: u32, path: &str, source: &[u8]) -> Result<Module, Diagnostics> {
    let parsed = crate::parse::parse_bytes(source).map_err(|errors| {
        let all = errors.into_iter().map(|e| {
            let place = crate::diagnostic::Place {
                file: path.into(),
                line: e.line,
                col: e.column,
                end: (e.line, e.column + e.span.len()),
            };
            Error::new(Kind::Syntax, e.message).into_diagnostic(place, Vec::new())
        });
        Diagnostics(all.collect())
    })?;
    let mut collector = Collector {
        module: id,
        ..Collector::default()
    };
    collector.statements(parsed.module.body);
    Ok(Module {
        id,
        path: path.into(),
        source: parsed.source.into(),
        lines: parsed.lines,
        functions: collector.functions,
        classes: collector.classes,
        bindings: collector.bindings,
        stars: collector.stars,
        values: Mutex::default(),
        outcomes: Mutex::default(),
    })
}

#[derive(Default)]
struct Collector {
    module: u32,
    /// Place of the next statement.
    order: Order,
    functions: Vec<Arc<FunctionDef>>,
    classes: Vec<ClassDef>,
    bindings: HashMap<Arc<str>, Vec<Bound>>,
    stars: Vec<Star>,
    /// What has to hold for the present statement to be run.
    guards: Vec<Guard>,
}

impl Collector {
    fn bind(&mut self, name: &str, binding: Binding) {
        let bound = Bound {
            order: self.order,
            binding,
            guards: self.guards.as_slice().into(),
        };
        match self.bindings.get_mut(name) {
            Some(bounds) => bounds.push(bound),
            None => {
                self.bindings.insert(name.into(), vec![bound]);
            }
        }
    }

    fn function(&mut self, def: tree::FunctionDef, span: Span, scope: Scope) -> u32 {
        let none = std::iter::empty().collect();
        self.functions
            .push(Arc::new(FunctionDef::new(def, span, scope, none)));
        (self.functions.len() - 1) as u32
    }

    fn statements(&mut self, body: Vec<Stmt>) {
        for stmt in body {
            self.order += 1;
            crate::stack::enough(|| self.statement(stmt));
        }
    }

    /// Statements that only run under a condition.
    fn guarded(&mut self, test: &Test, order: Order, outcome: bool, body: Vec<Stmt>) {
        self.guards.push(Guard {
            order,
            test: test.clone(),
            outcome,
        });
        self.statements(body);
        self.guards.pop();
    }

    fn statement(&mut self, stmt: Stmt) {
        let span = stmt.span;
        match stmt.kind {
            StmtKind::FunctionDef(def) => {
                let name: Arc<str> = def.name.as_str().into();
                let scope = Scope::before(self.module, self.order);
                let index = self.function(*def, span, scope);
                self.bind(&name, Binding::Function(index));
            }
            StmtKind::ClassDef(def) => self.class(*def, span),
            StmtKind::Import { names } => {
                for alias in names {
                    let (bound, target) = match &alias.asname {
                        Some(asname) => (asname.as_str(), alias.name.as_str()),
                        None => {
                            let first = alias.name.split('.').next().unwrap_or(&alias.name);
                            (first, first)
                        }
                    };
                    self.bind(bound, Binding::Import(target.into()));
                }
            }
            StmtKind::ImportFrom {
                module,
                names,
                level,
            } => self.import_from(module.as_ref().map_or("", |m| m.as_str()), level, names),
            StmtKind::Assign { targets, value } => {
                let value = Arc::new(*value);
                let mut changes = false;
                for target in &targets {
                    changes |= self.target(target, &value, &mut Vec::new());
                }
                if changes {
                    let kind = StmtKind::Assign {
                        targets,
                        value: Box::new((*value).clone()),
                    };
                    self.replay(Stmt { kind, span });
                }
            }
            StmtKind::AnnAssign {
                target,
                value: Some(value),
                ..
            } => {
                self.target(&target, &Arc::new(*value), &mut Vec::new());
            }
            StmtKind::AugAssign { target, op, value } => {
                let kind = StmtKind::AugAssign { target, op, value };
                self.replay(Stmt { kind, span });
            }
            StmtKind::Delete { targets } => {
                for target in &targets {
                    if let ExprKind::Name { id, .. } = &target.kind {
                        self.bind(id, Binding::Deleted);
                    } else if let Some(name) = base_name(target) {
                        self.bind(name, Binding::Opaque);
                    }
                }
            }
            StmtKind::If { test, body, orelse } => {
                let (test, order) = (Test::Expr(Arc::new(*test)), self.order);
                self.guarded(&test, order, true, body);
                self.guarded(&test, order, false, orelse);
            }
            StmtKind::Try {
                body,
                handlers,
                orelse,
                finalbody,
                ..
            } => {
                let (test, order) = (Test::Imports(imports(&body)), self.order);
                self.guarded(&test, order, true, body);
                self.guarded(&test, order, true, orelse);
                for handler in handlers {
                    self.guarded(&test, order, false, handler.body);
                }
                self.statements(finalbody);
            }
            StmtKind::With { body, items, .. } => {
                for item in items {
                    if let Some(target) = &item.optional_vars {
                        self.opaque(target);
                    }
                }
                self.statements(body);
            }
            kind @ (StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Expr { .. }) => {
                self.replay(Stmt { kind, span });
            }
            _ => {}
        }
    }

    fn class(&mut self, def: tree::ClassDef, span: Span) {
        let name: Arc<str> = def.name.as_str().into();
        let class = ClassRef {
            module: self.module,
            index: self.classes.len() as u32,
        };
        let outer = Scope::before(self.module, self.order);
        let scope = Scope {
            class: Some(class),
            ..outer.clone()
        };
        let mut methods = Vec::new();
        for stmt in &def.body {
            if let StmtKind::FunctionDef(method) = &stmt.kind {
                let index = self.function((**method).clone(), stmt.span, scope.clone());
                methods.push((Arc::from(method.name.as_str()), index));
            }
        }
        self.classes.push(ClassDef {
            def: Arc::new(def),
            span,
            scope,
            methods,
        });
        self.bind(&name, Binding::Class(class.index));
    }

    fn import_from(&mut self, module: &str, level: u32, names: Vec<tree::Alias>) {
        let module: Arc<str> = module.into();
        for alias in names {
            if alias.name == "*" {
                self.stars.push(Star {
                    order: self.order,
                    module: module.clone(),
                    level,
                    guards: self.guards.as_slice().into(),
                });
                continue;
            }
            let binding = Binding::From {
                module: module.clone(),
                level,
                name: alias.name.as_str().into(),
            };
            self.bind(alias.asname.as_ref().unwrap_or(&alias.name), binding);
        }
    }

    /// A statement whose effect is found by evaluating it when a name it changes is read.
    fn replay(&mut self, stmt: Stmt) {
        let changed = changed_by(&stmt);
        if changed.is_empty() {
            return;
        }
        let stmt = Arc::new(stmt);
        for name in changed {
            self.bind(&name, Binding::Replay(stmt.clone()));
        }
    }

    /// Binds what a target names; whether it changes an object instead.
    fn target(
        &mut self,
        target: &tree::Expr,
        value: &Arc<tree::Expr>,
        path: &mut Vec<Pick>,
    ) -> bool {
        match &target.kind {
            ExprKind::Name { id, .. } => {
                let binding = Binding::Value {
                    expr: value.clone(),
                    path: path.as_slice().into(),
                };
                self.bind(id, binding);
                false
            }
            ExprKind::Starred { value: inner, .. } => self.target(inner, value, path),
            ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => {
                let star = elts
                    .iter()
                    .position(|e| matches!(e.kind, ExprKind::Starred { .. }));
                let mut changes = false;
                for (at, elt) in elts.iter().enumerate() {
                    path.push(match star {
                        Some(star) if star == at => Pick::Rest {
                            before: at,
                            after: elts.len() - at - 1,
                        },
                        _ => Pick::Item {
                            at,
                            of: elts.len(),
                            from_end: star.is_some_and(|star| star < at),
                        },
                    });
                    changes |= self.target(elt, value, path);
                    path.pop();
                }
                changes
            }
            _ => true,
        }
    }

    fn opaque(&mut self, target: &tree::Expr) {
        match &target.kind {
            ExprKind::Name { id, .. } => self.bind(id, Binding::Opaque),
            ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => {
                elts.iter().for_each(|e| self.opaque(e));
            }
            ExprKind::Starred { value, .. } => self.opaque(value),
            _ => {}
        }
    }
}

/// The imports that a `try` consists of.
fn imports(body: &[Stmt]) -> Arc<[(Arc<str>, u32, Vec<Arc<str>>)]> {
    let mut out = Vec::new();
    for stmt in body {
        match &stmt.kind {
            StmtKind::Import { names } => {
                out.extend(names.iter().map(|a| (Arc::from(&*a.name), 0, Vec::new())));
            }
            StmtKind::ImportFrom {
                module,
                names,
                level,
            } => {
                let module: Arc<str> = module.as_ref().map_or("", |m| m.as_str()).into();
                let names = names.iter().map(|a| Arc::from(&*a.name)).collect();
                out.push((module, *level, names));
            }
            _ => {}
        }
    }
    out.into()
}

/// Methods that change what they are called on.
const CHANGING: [&str; 11] = [
    "add",
    "append",
    "clear",
    "extend",
    "insert",
    "pop",
    "remove",
    "reverse",
    "setdefault",
    "sort",
    "update",
];

/// The name at the root of `name.a[b].c`.
fn base_name(expr: &tree::Expr) -> Option<&str> {
    let mut at = expr;
    loop {
        match &at.kind {
            ExprKind::Name { id, .. } => return Some(id),
            ExprKind::Attribute { value, .. } | ExprKind::Subscript { value, .. } => at = value,
            _ => return None,
        }
    }
}

/// Names that a statement of a module binds or changes, those in its blocks among them.
pub(super) fn changed_by(stmt: &Stmt) -> Vec<Arc<str>> {
    let mut out = Vec::new();
    changed_in(stmt, &mut out);
    out.sort();
    out.dedup();
    out
}

fn changed_in(stmt: &Stmt, out: &mut Vec<Arc<str>>) {
    let mut blocks: Vec<&[Stmt]> = Vec::new();
    match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().for_each(|t| changed_target(t, out)),
        StmtKind::AugAssign { target, .. } | StmtKind::AnnAssign { target, .. } => {
            changed_target(target, out);
        }
        StmtKind::For {
            target,
            body,
            orelse,
            ..
        } => {
            changed_target(target, out);
            blocks.extend([&**body, &**orelse]);
        }
        StmtKind::While { body, orelse, .. } | StmtKind::If { body, orelse, .. } => {
            blocks.extend([&**body, &**orelse]);
        }
        StmtKind::With { body, .. } => blocks.push(body),
        StmtKind::Try { body, .. } => blocks.push(body),
        StmtKind::FunctionDef(def) => out.push(def.name.as_str().into()),
        StmtKind::ClassDef(def) => out.push(def.name.as_str().into()),
        StmtKind::Expr { value } => {
            if let ExprKind::Call { func, .. } = &value.kind
                && let ExprKind::Attribute {
                    value: object,
                    attr,
                    ..
                } = &func.kind
                && CHANGING.contains(&attr.as_str())
                && let Some(name) = base_name(object)
            {
                out.push(name.into());
            }
        }
        _ => {}
    }
    for stmt in blocks.into_iter().flatten() {
        crate::stack::enough(|| changed_in(stmt, out));
    }
}

fn changed_target(target: &tree::Expr, out: &mut Vec<Arc<str>>) {
    match &target.kind {
        ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => {
            elts.iter().for_each(|e| changed_target(e, out));
        }
        ExprKind::Starred { value, .. } => changed_target(value, out),
        _ => out.extend(base_name(target).map(Arc::from)),
    }
}

/// The dotted name of the module at `path`: `a/b.py` is `a.b`, `a/__init__.py` is `a`.
pub(super) fn dotted(path: &str) -> String {
    let stem = path.strip_suffix(".py").unwrap_or(path);
    let stem = stem.strip_suffix("/__init__").unwrap_or(stem);
    stem.replace('/', ".")
}

/// The absolute dotted name that a module at `path` means by `module` with `level` dots.
pub(super) fn absolute(path: &str, module: &str, level: u32) -> String {
    if level == 0 {
        return module.into();
    }
    let is_package = path.ends_with("/__init__.py");
    let own = dotted(path);
    let mut parts: Vec<&str> = own.split('.').collect();
    let up = level - u32::from(is_package);
    parts.truncate(parts.len().saturating_sub(up as usize));
    if !module.is_empty() {
        parts.push(module);
    }
    parts.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_names_are_resolved() {
        assert_eq!(absolute("a/b/c.py", "d", 1), "a.b.d");
        assert_eq!(absolute("a/b/c.py", "", 2), "a");
        assert_eq!(absolute("a/b/__init__.py", "d", 1), "a.b.d");
        assert_eq!(absolute("a/b/c.py", "x.y", 0), "x.y");
        assert_eq!(dotted("a/__init__.py"), "a");
    }
}
