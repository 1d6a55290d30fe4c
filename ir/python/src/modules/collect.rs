//! What the statements of a module bind, in order; later bindings replace earlier ones.

use super::{Binding, ClassDef, FunctionDef, Module};
use crate::diagnostic::{Diagnostics, Error, Kind};
use crate::tree::{self, ExprKind, Stmt, StmtKind};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

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
    let mut collector = Collector::default();
    for stmt in parsed.module.body {
        collector.statement(stmt, false);
    }
    Ok(Module {
        id,
        path: path.into(),
        source: parsed.source.into(),
        lines: parsed.lines,
        functions: collector.functions,
        classes: collector.classes,
        bindings: collector.bindings,
        values: Mutex::default(),
    })
}

#[derive(Default)]
struct Collector {
    functions: Vec<FunctionDef>,
    classes: Vec<ClassDef>,
    bindings: HashMap<Arc<str>, Binding>,
}

impl Collector {
    /// `weak` bindings give way to what is bound already: alternatives that are not taken.
    fn bind(&mut self, name: &str, binding: Binding, weak: bool) {
        if weak && self.bindings.contains_key(name) {
            return;
        }
        self.bindings.insert(name.into(), binding);
    }

    fn function(&mut self, def: tree::FunctionDef, span: crate::source::Span) -> u32 {
        self.functions.push(FunctionDef {
            def: Arc::new(def),
            span,
            decoration: OnceLock::new(),
            hir: [OnceLock::new(), OnceLock::new(), OnceLock::new()],
        });
        (self.functions.len() - 1) as u32
    }

    fn statements(&mut self, body: Vec<Stmt>, weak: bool) {
        for stmt in body {
            crate::stack::enough(|| self.statement(stmt, weak));
        }
    }

    fn statement(&mut self, stmt: Stmt, weak: bool) {
        let span = stmt.span;
        match stmt.kind {
            StmtKind::FunctionDef(def) => {
                let name: Arc<str> = def.name.as_str().into();
                let index = self.function(*def, span);
                self.bind(&name, Binding::Function(index), weak);
            }
            StmtKind::ClassDef(def) => {
                let name: Arc<str> = def.name.as_str().into();
                let mut methods = Vec::new();
                for stmt in &def.body {
                    if let StmtKind::FunctionDef(method) = &stmt.kind {
                        let index = self.function((**method).clone(), stmt.span);
                        methods.push((Arc::from(method.name.as_str()), index));
                    }
                }
                self.classes.push(ClassDef {
                    def: Arc::new(*def),
                    span,
                    methods,
                });
                self.bind(&name, Binding::Class((self.classes.len() - 1) as u32), weak);
            }
            StmtKind::Import { names } => {
                for alias in names {
                    let (bound, target) = match &alias.asname {
                        Some(asname) => (asname.as_str(), alias.name.as_str()),
                        None => {
                            let first = alias.name.split('.').next().unwrap_or(&alias.name);
                            (first, first)
                        }
                    };
                    self.bind(bound, Binding::Import(target.into()), weak);
                }
            }
            StmtKind::ImportFrom {
                module,
                names,
                level,
            } => {
                let module: Arc<str> = module.as_ref().map_or("", |m| m.as_str()).into();
                for alias in names {
                    let bound = alias.asname.as_ref().unwrap_or(&alias.name);
                    let binding = Binding::From {
                        module: module.clone(),
                        level,
                        name: alias.name.as_str().into(),
                    };
                    self.bind(bound, binding, weak);
                }
            }
            StmtKind::Assign { targets, value } => {
                let value = Arc::new(*value);
                for target in &targets {
                    self.target(target, &value, weak);
                }
            }
            StmtKind::AnnAssign {
                target,
                value: Some(value),
                ..
            } => {
                self.target(&target, &Arc::new(*value), weak);
            }
            StmtKind::AugAssign { target, .. } => self.opaque(&target, weak),
            StmtKind::If { test, body, orelse } => {
                if is_type_checking(&test) {
                    self.statements(body, true);
                    self.statements(orelse, weak);
                } else {
                    self.statements(body, weak);
                    self.statements(orelse, true);
                }
            }
            StmtKind::Try {
                body,
                handlers,
                orelse,
                finalbody,
                ..
            } => {
                self.statements(body, weak);
                self.statements(orelse, weak);
                for handler in handlers {
                    self.statements(handler.body, true);
                }
                self.statements(finalbody, weak);
            }
            StmtKind::With { body, items, .. } => {
                for item in items {
                    if let Some(target) = &item.optional_vars {
                        self.opaque(target, weak);
                    }
                }
                self.statements(body, weak);
            }
            StmtKind::For { target, body, .. } => {
                self.opaque(&target, weak);
                self.loop_body(&body, weak);
            }
            StmtKind::While { body, .. } => self.loop_body(&body, weak),
            _ => {}
        }
    }

    /// Names assigned in a loop have values that only running it could tell.
    fn loop_body(&mut self, body: &[Stmt], weak: bool) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Assign { targets, .. } => {
                    targets.iter().for_each(|t| self.opaque(t, weak))
                }
                StmtKind::AugAssign { target, .. } | StmtKind::AnnAssign { target, .. } => {
                    self.opaque(target, weak)
                }
                _ => {}
            }
        }
    }

    fn target(&mut self, target: &tree::Expr, value: &Arc<tree::Expr>, weak: bool) {
        match &target.kind {
            ExprKind::Name { id, .. } => {
                self.bind(
                    id,
                    Binding::Value {
                        expr: value.clone(),
                        item: None,
                    },
                    weak,
                );
            }
            ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => {
                for (i, elt) in elts.iter().enumerate() {
                    match &elt.kind {
                        ExprKind::Name { id, .. } => {
                            let binding = Binding::Value {
                                expr: value.clone(),
                                item: Some(i),
                            };
                            self.bind(id, binding, weak);
                        }
                        _ => self.opaque(elt, weak),
                    }
                }
            }
            _ => {}
        }
    }

    fn opaque(&mut self, target: &tree::Expr, weak: bool) {
        match &target.kind {
            ExprKind::Name { id, .. } => self.bind(id, Binding::Opaque, weak),
            ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => {
                elts.iter().for_each(|e| self.opaque(e, weak))
            }
            ExprKind::Starred { value, .. } => self.opaque(value, weak),
            _ => {}
        }
    }
}

fn is_type_checking(test: &tree::Expr) -> bool {
    match &test.kind {
        ExprKind::Name { id, .. } => id == "TYPE_CHECKING",
        ExprKind::Attribute { attr, .. } => attr == "TYPE_CHECKING",
        _ => false,
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
