//! What a global name of a module means where it is read: the last statement before that place
//! that binds it, conditional statements and star imports considered.

use super::{Module, ModuleRef, Package, collect, known};
use crate::diagnostic::{Error, Kind, Result};
use crate::eval::{self, Scope};
use crate::mid::Const;
use crate::modules::{ClassRef, FunctionRef};
use crate::tree;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// Place in the order of a module's statements: a name is looked up among those before it.
pub type Order = u32;
/// After every statement of a module: what its functions see.
pub const END: Order = Order::MAX;

/// Definitions that may need each other.
const MAX_DEPTH: u32 = 64;

/// What a statement binds a name to.
#[derive(Debug)]
pub(super) struct Bound {
    /// Place of the statement.
    pub order: Order,
    pub binding: Binding,
    /// What has to hold for the statement to be run.
    pub guards: Arc<[Guard]>,
}

#[derive(Debug, Clone)]
pub(super) enum Binding {
    /// `import a.b as c`, or `import a` (the first part).
    Import(Arc<str>),
    /// `from a import b`.
    From {
        module: Arc<str>,
        level: u32,
        name: Arc<str>,
    },
    /// An expression, or a part of it.
    Value {
        expr: Arc<tree::Expr>,
        path: Arc<[Pick]>,
    },
    /// A function.
    Function(u32),
    /// A class.
    Class(u32),
    /// A statement that changes what the name holds: a loop, an item assigned, a list extended.
    Replay(Arc<tree::Stmt>),
    /// `del`.
    Deleted,
    /// Something only running the module could tell.
    Opaque,
}

/// A part of an unpacked value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pick {
    /// Item `at` of exactly `of`, or of more where one target has a star; `from_end` after it.
    Item {
        at: usize,
        of: usize,
        from_end: bool,
    },
    /// `*rest` between so many items before and after.
    Rest { before: usize, after: usize },
}

/// A condition on a statement.
#[derive(Debug, Clone)]
pub(super) struct Guard {
    /// Place of the statement that tests it.
    pub order: Order,
    pub test: Test,
    /// The outcome under which the guarded statement runs.
    pub outcome: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Test {
    /// `if expression`.
    Expr(Arc<tree::Expr>),
    /// Whether the imports of a `try` succeed: module, level, names.
    Imports(Arc<[(Arc<str>, u32, Vec<Arc<str>>)]>),
}

/// `from module import *`.
#[derive(Debug)]
pub(super) struct Star {
    pub order: Order,
    pub module: Arc<str>,
    pub level: u32,
    pub guards: Arc<[Guard]>,
}

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// Modules that the search for a name through star imports has come to.
    static SEARCHED: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// Runs `f` as a definition that another needs, unless they are too many.
pub(crate) fn needed<T>(f: impl FnOnce() -> T) -> Option<T> {
    let depth = DEPTH.get();
    if depth >= MAX_DEPTH {
        return None;
    }
    DEPTH.set(depth + 1);
    let value = f();
    DEPTH.set(depth);
    Some(value)
}

/// Runs `f` as a search of its own, inside another.
fn apart<T>(f: impl FnOnce() -> T) -> T {
    let searched = SEARCHED.take();
    let value = f();
    SEARCHED.set(searched);
    value
}

/// Where a name leads.
enum Found<'m> {
    Bound(&'m Bound),
    Star(Const),
}

impl Package {
    /// Whether a module has a global called `name`, or Python a built-in.
    pub fn has_global(&self, module: u32, name: &str) -> bool {
        known::python_builtin(name).is_some()
            || self
                .module_by_id(module)
                .is_some_and(|m| self.find(&m, name, END).is_some())
    }

    /// The value of a global after the whole module has run; Python's built-ins where the module
    /// has none.
    ///
    /// # Errors
    /// No such name, a definition that refers to itself, an error in a file that it imports.
    pub fn global(&self, module: u32, name: &str) -> Result<Const> {
        self.global_at(module, name, END)
    }

    /// The value of a global before statement `before` of the module.
    ///
    /// # Errors
    /// As for [`Package::global`].
    pub fn global_at(&self, module: u32, name: &str, before: Order) -> Result<Const> {
        let Some(m) = self.module_by_id(module) else {
            return Err(Error::new(Kind::Missing, "there is no such module"));
        };
        let bound = match self.find(&m, name, before) {
            Some(Found::Star(value)) => return Ok(value),
            Some(Found::Bound(bound)) => bound,
            None => {
                return known::python_builtin(name)
                    .ok_or_else(|| Error::new(Kind::Missing, "name is not defined").found(name));
            }
        };
        self.value_of(&m, name, bound)
    }

    /// The value that a statement binds a name to.
    fn value_of(&self, m: &Module, name: &str, bound: &Bound) -> Result<Const> {
        let key = (Arc::from(name), bound.order);
        let lock = || m.values.lock().unwrap_or_else(|p| p.into_inner());
        if let Some(value) = lock().get(&key) {
            return value.clone();
        }
        // Not under the lock: the value may need other globals. Two threads may do it twice.
        let value = needed(|| self.bound_value(m, name, bound)).unwrap_or_else(|| {
            Err(Error::limit("global refers to itself, or to too many others").found(name))
        });
        lock().insert(key, value.clone());
        value
    }

    /// The statement that a name has its value from: the last one that is run for certain or
    /// presumably, else one that might be.
    fn find<'m>(&self, module: &'m Module, name: &str, before: Order) -> Option<Found<'m>> {
        let bounds = module.bindings.get(name).map_or(&[][..], Vec::as_slice);
        let mut chosen = None;
        let mut alternative = None;
        for bound in bounds.iter().rev().filter(|b| b.order < before) {
            match self.runs(module, &bound.guards) {
                Some(true) => {
                    chosen = Some(bound);
                    break;
                }
                Some(false) => {}
                None => alternative = alternative.or(Some(bound)),
            }
        }
        let chosen = chosen.or(alternative);
        let after = chosen.map_or(0, |b| b.order);
        for star in module.stars.iter().rev() {
            if star.order < before
                && (star.order > after || chosen.is_none())
                && self.runs(module, &star.guards) != Some(false)
                && let Some(value) = self.starred(module, star, name)
            {
                return Some(Found::Star(value));
            }
        }
        chosen.map(Found::Bound)
    }

    /// Whether guarded statements run: `None` for alternatives that probably do not.
    fn runs(&self, module: &Module, guards: &[Guard]) -> Option<bool> {
        let mut sure = true;
        for guard in guards {
            match self.outcome(module, guard) {
                Some(outcome) if outcome == guard.outcome => {}
                Some(_) => return Some(false),
                // The first branch of what only the host can tell is the usual one.
                None => sure &= guard.outcome,
            }
        }
        sure.then_some(true)
    }

    fn outcome(&self, module: &Module, guard: &Guard) -> Option<bool> {
        let lock = || module.outcomes.lock().unwrap_or_else(|p| p.into_inner());
        let key = guard.order;
        if let Some(known) = lock().get(&key) {
            return *known;
        }
        let outcome = match &guard.test {
            Test::Expr(expr) => {
                let scope = Scope::before(module.id, guard.order);
                needed(|| apart(|| eval::truth(self, &scope, expr))).flatten()
            }
            Test::Imports(imports) => apart(|| self.imports_succeed(module, imports)),
        };
        lock().insert(key, outcome);
        outcome
    }

    /// Whether imports succeed; `None` when they need what only the host can tell.
    fn imports_succeed(
        &self,
        module: &Module,
        imports: &[(Arc<str>, u32, Vec<Arc<str>>)],
    ) -> Option<bool> {
        let mut sure = true;
        for (from, level, names) in imports {
            let base = collect::absolute(&module.path, from, *level);
            match self.import(&base) {
                Ok(ModuleRef::Foreign(_)) if *level > 0 || self.is_own(&base) => {
                    let is_folder = names.iter().all(|name| {
                        matches!(
                            self.import(&format!("{base}.{name}")),
                            Ok(ModuleRef::Package(_))
                        )
                    });
                    if names.is_empty() || !is_folder {
                        return Some(false);
                    }
                }
                Ok(ModuleRef::Foreign(_)) | Err(_) => sure = false,
                Ok(found) => {
                    let lacks = |name: &Arc<str>| {
                        &**name != "*" && self.module_attribute(&found, name).is_err()
                    };
                    if names.iter().any(lacks) {
                        return Some(false);
                    }
                }
            }
        }
        sure.then_some(true)
    }

    /// Whether a dotted name begins with a folder or file of the package.
    fn is_own(&self, dotted: &str) -> bool {
        let first = dotted.split('.').next().unwrap_or(dotted);
        !first.is_empty()
            && self.root.as_ref().is_some_and(|root| {
                root.join(first).is_dir() || root.join(format!("{first}.py")).is_file()
            })
    }

    /// What `from module import *` gives `name`. Each module is searched once: modules may import
    /// each other's names in circles.
    fn starred(&self, module: &Module, star: &Star, name: &str) -> Option<Const> {
        let before = SEARCHED.with_borrow(Vec::len);
        let found = self.search_star(module, star, name);
        if before == 0 {
            SEARCHED.with_borrow_mut(Vec::clear);
        }
        found
    }

    fn search_star(&self, module: &Module, star: &Star, name: &str) -> Option<Const> {
        let base = collect::absolute(&module.path, &star.module, star.level);
        match self.import(&base).ok()? {
            ModuleRef::Package(id) => {
                let is_new = SEARCHED.with_borrow_mut(|searched| {
                    let is_new = !searched.contains(&id);
                    searched.push(id);
                    is_new
                });
                let source = self.module_by_id(id)?;
                if !is_new || !self.offers(&source, name) {
                    return None;
                }
                match crate::stack::enough(|| self.find(&source, name, END))? {
                    Found::Star(value) => Some(value),
                    Found::Bound(bound) => apart(|| self.value_of(&source, name, bound)).ok(),
                }
            }
            ModuleRef::Known(library) if !name.starts_with('_') => {
                match known::attribute(library, name).ok()? {
                    Const::Opaque(_) => None,
                    value => Some(value),
                }
            }
            _ => None,
        }
    }

    /// Whether `import *` takes a name from a module.
    fn offers(&self, source: &Module, name: &str) -> bool {
        if !source.bindings.contains_key("__all__") {
            return !name.starts_with('_');
        }
        let listed = apart(|| self.global(source.id, "__all__"));
        let Ok(Const::List(all) | Const::Tuple(all)) = listed else {
            return false;
        };
        all.iter()
            .any(|x| matches!(x, Const::Str(s) if &**s == name))
    }

    fn bound_value(&self, module: &Module, name: &str, bound: &Bound) -> Result<Const> {
        let id = module.id;
        match &bound.binding {
            Binding::Function(index) => Ok(Const::Function(FunctionRef {
                module: id,
                index: *index,
            })),
            Binding::Class(index) => Ok(Const::Class(ClassRef {
                module: id,
                index: *index,
            })),
            Binding::Opaque => Ok(Const::Opaque("a value computed by host code".into())),
            Binding::Deleted => Err(Error::new(Kind::Missing, "name has been deleted").found(name)),
            Binding::Import(path) => Ok(Const::Module(self.import(path)?)),
            Binding::From {
                module: from,
                level,
                name,
            } => self.imported(module, from, *level, name),
            Binding::Value { expr, path } => {
                let scope = Scope::before(id, bound.order);
                let value = eval::constant_in(self, &scope, expr)?;
                path.iter().try_fold(value, pick)
            }
            Binding::Replay(stmt) => {
                let scope = Scope::before(id, bound.order);
                let changed = super::collect::changed_by(stmt);
                let value = eval::replay(self, &scope, stmt, &changed, name);
                Ok(value.unwrap_or_else(|_| Const::Opaque("a value computed by host code".into())))
            }
        }
    }

    /// `from module import name`: a name of the module, or a submodule.
    fn imported(&self, module: &Module, from: &str, level: u32, name: &str) -> Result<Const> {
        let base = collect::absolute(&module.path, from, level);
        let submodule = if base.is_empty() {
            name.to_string()
        } else {
            format!("{base}.{name}")
        };
        match self.import(&base)? {
            // A package that imports a file of its own.
            ModuleRef::Package(id) if id == module.id => match self.import(&submodule)? {
                ModuleRef::Foreign(_) => self.module_attribute(&ModuleRef::Package(id), name),
                found => Ok(Const::Module(found)),
            },
            ModuleRef::Foreign(_) => match self.import(&submodule)? {
                ModuleRef::Foreign(_) => Ok(Const::Opaque(submodule.into())),
                found => Ok(Const::Module(found)),
            },
            found => self.module_attribute(&found, name),
        }
    }

    /// Names that a module binds.
    pub(crate) fn global_names(&self, module: u32) -> Vec<Arc<str>> {
        let module = self.module_by_id(module);
        let mut names: Vec<Arc<str>> = module
            .iter()
            .flat_map(|m| m.bindings.keys().cloned())
            .collect();
        names.sort();
        names
    }

    /// Whether a module binds a name by itself.
    pub(super) fn binds(&self, module: &Module, name: &str) -> bool {
        self.find(module, name, END).is_some()
    }

    /// The expression whose value a name holds, for those who look at how it is written.
    pub(super) fn defining_expression(
        &self,
        module: &Module,
        name: &str,
    ) -> Option<(Arc<tree::Expr>, Order)> {
        match self.find(module, name, END)? {
            Found::Bound(Bound {
                binding: Binding::Value { expr, path },
                order,
                ..
            }) if path.is_empty() => Some((expr.clone(), *order)),
            _ => None,
        }
    }
}

/// A part of a value.
fn pick(value: Const, pick: &Pick) -> Result<Const> {
    let (Const::Tuple(items) | Const::List(items)) = value else {
        return Ok(Const::Opaque(
            "part of a value computed by host code".into(),
        ));
    };
    let wrong = || Error::value("wrong number of values to unpack").found(items.len());
    match *pick {
        Pick::Item { at, of, from_end } => {
            let at = if from_end {
                items.len().checked_sub(of - at).ok_or_else(wrong)?
            } else {
                at
            };
            items.get(at).cloned().ok_or_else(wrong)
        }
        Pick::Rest { before, after } => {
            let end = items.len().checked_sub(after).ok_or_else(wrong)?;
            let rest = items.get(before..end).ok_or_else(wrong)?;
            Ok(Const::List(rest.into()))
        }
    }
}
