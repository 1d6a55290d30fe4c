//! A package of Python files: what its modules define, without executing them.
//!
//! Imports are followed, module level names are evaluated when something asks for them, and
//! everything else (host code) is left alone. What only running the host code could tell is
//! [`Const::Opaque`]: an error only if a kernel uses it.

mod annotate;
mod collect;
mod known;

use crate::diagnostic::{Diagnostic, Diagnostics, Error, Kind, Place, Result};
use crate::eval;
use crate::hir;
use crate::mid::{Const, Loc};
use crate::source::{LineIndex, Span};
use crate::specialise::{Annotation, Hints};
use crate::tree;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, RwLock};

pub(crate) use annotate::from_value as annotation_from_value;
pub use known::{KnownModule, TileClass, tile_method};

/// A function defined in the package: module, and its number among the module's functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FunctionRef {
    /// Module of the package.
    pub module: u32,
    /// Its number there.
    pub index: u32,
}

/// A class defined in the package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClassRef {
    /// Module of the package.
    pub module: u32,
    /// Its number there.
    pub index: u32,
}

/// A module, as a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ModuleRef {
    /// A file of the package.
    Package(u32),
    /// A library that the front end knows.
    Known(KnownModule),
    /// A package folder or a foreign library, by dotted name.
    Foreign(Arc<str>),
}

/// A global name of a module: evaluated when first read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Global {
    /// Module of the package.
    pub module: u32,
    /// The name.
    pub name: Arc<str>,
}

/// The files below a root folder, read as they are needed. `Sync`: one package serves many
/// threads, each lowering another specialisation.
#[derive(Debug)]
pub struct Package {
    root: PathBuf,
    table: RwLock<Table>,
}

#[derive(Debug, Default)]
struct Table {
    by_path: HashMap<Arc<str>, Option<u32>>,
    modules: Vec<Arc<Module>>,
}

/// A file of the package.
#[derive(Debug)]
pub struct Module {
    /// Its number.
    pub id: u32,
    /// Path below the root, with `/`.
    pub path: Arc<str>,
    /// Its text.
    pub source: Arc<str>,
    /// Where its lines start.
    pub lines: LineIndex,
    /// Its functions, methods of its classes among them.
    pub functions: Vec<FunctionDef>,
    /// Its classes.
    pub classes: Vec<ClassDef>,
    /// What its global names are bound to.
    bindings: HashMap<Arc<str>, Binding>,
    values: Mutex<HashMap<Arc<str>, Result<Const>>>,
}

/// A function of a module.
#[derive(Debug)]
pub struct FunctionDef {
    /// Its statement, decorators included.
    pub def: Arc<tree::FunctionDef>,
    /// Where the statement stands.
    pub span: Span,
    decoration: OnceLock<Decoration>,
    /// Its code, as it is used by [`hir::Mode`].
    hir: [OnceLock<Result<Arc<hir::Function>>>; 3],
}

/// What the decorators of a function make of its calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decoration {
    /// It is inlined.
    Plain,
    /// `contextlib.contextmanager`.
    ContextManager,
    /// `static_def`: evaluated while compiling.
    Static,
}

/// A class of a module.
#[derive(Debug)]
pub struct ClassDef {
    /// Its statement.
    pub def: Arc<tree::ClassDef>,
    /// Where the statement stands.
    pub span: Span,
    /// Methods: name and number among the module's functions.
    pub methods: Vec<(Arc<str>, u32)>,
}

/// What a global name is bound to.
#[derive(Debug, Clone)]
enum Binding {
    /// `import a.b as c`, or `import a` (the first part).
    Import(Arc<str>),
    /// `from a import b`.
    From {
        module: Arc<str>,
        level: u32,
        name: Arc<str>,
    },
    /// An expression, or an item of it.
    Value {
        expr: Arc<tree::Expr>,
        item: Option<usize>,
    },
    /// A function.
    Function(u32),
    /// A class.
    Class(u32),
    /// Something only running the module could tell.
    Opaque,
}

/// A kernel of a package.
#[derive(Debug, Clone)]
pub struct Kernel {
    /// Its function.
    pub function: FunctionRef,
    /// Name of each parameter and how it is annotated.
    pub parameters: Vec<(Arc<str>, Annotation)>,
    /// Compiler options of its decorator.
    pub hints: Hints,
}

impl Kernel {
    /// How its parameters are annotated.
    pub fn annotations(&self) -> Vec<Annotation> {
        self.parameters.iter().map(|(_, a)| a.clone()).collect()
    }
}

impl Package {
    /// A package whose modules are the `.py` files below `root`.
    pub fn open(root: impl Into<PathBuf>) -> Package {
        Package {
            root: root.into(),
            table: RwLock::default(),
        }
    }

    /// A package of one file given as text, for tests and tools; `path` names it in messages.
    ///
    /// # Errors
    /// Syntax errors.
    pub fn from_source(path: &str, source: &str) -> Result<Package, Diagnostics> {
        let package = Package::open("");
        let mut table = package.write();
        let module = collect::module(0, path, source.as_bytes())?;
        table.by_path.insert(path.into(), Some(0));
        table.modules.push(Arc::new(module));
        drop(table);
        Ok(package)
    }

    /// The root folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, Table> {
        self.table
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Table> {
        self.table
            .read()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The module at `path` (below the root); `None` when there is no such file.
    ///
    /// # Errors
    /// A file that cannot be read, syntax errors.
    pub fn module(&self, path: &str) -> Result<Option<Arc<Module>>, Diagnostics> {
        {
            let table = self.read();
            if let Some(known) = table.by_path.get(path) {
                return Ok(known.and_then(|id| table.modules.get(id as usize).cloned()));
            }
        }
        let file = self.root.join(path);
        if !file.is_file() {
            self.write().by_path.insert(path.into(), None);
            return Ok(None);
        }
        let bytes = std::fs::read(&file)
            .map_err(|e| missing(path, format!("cannot read the file: {e}")))?;
        let mut table = self.write();
        if let Some(known) = table.by_path.get(path) {
            return Ok(known.and_then(|id| table.modules.get(id as usize).cloned()));
        }
        let id = table.modules.len() as u32;
        let module = Arc::new(collect::module(id, path, &bytes)?);
        table.by_path.insert(path.into(), Some(id));
        table.modules.push(module.clone());
        Ok(Some(module))
    }

    /// A module by number.
    pub fn module_by_id(&self, id: u32) -> Option<Arc<Module>> {
        self.read().modules.get(id as usize).cloned()
    }

    /// The kernel called `name` in `file` (a path below the root).
    ///
    /// # Errors
    /// No such file, a syntax error in it, no such function, a function that is not a kernel.
    pub fn kernel(&self, file: &str, name: &str) -> Result<Kernel, Diagnostics> {
        let module = self
            .module(file)?
            .ok_or_else(|| missing(file, "there is no such file".into()))?;
        let function = match module.bindings.get(name) {
            Some(Binding::Function(index)) => FunctionRef {
                module: module.id,
                index: *index,
            },
            _ => {
                let mut d = missing(file, "there is no such kernel".into());
                d.found = Some(name.into());
                d.help = Some(match self.kernel_names(&module).as_slice() {
                    [] => "the file defines no kernel".into(),
                    names => format!("kernels of this file: {}", names.join(", ")),
                });
                return Err(d.into());
            }
        };
        self.kernel_of(&module, function).map_err(|(e, span)| {
            let place = module.place(span);
            e.into_diagnostic(place, Vec::new()).into()
        })
    }

    fn kernel_of(&self, module: &Module, function: FunctionRef) -> Result<Kernel, (Error, Span)> {
        let def = module
            .functions
            .get(function.index as usize)
            .ok_or_else(|| {
                (
                    Error::new(Kind::Missing, "there is no such function"),
                    Span::default(),
                )
            })?;
        let hints = self.kernel_decorator(module, def)?.ok_or_else(|| {
            let e = Error::new(Kind::Missing, "this function is not a kernel")
                .found(&*def.def.name)
                .help("decorate it with @ct.kernel");
            (e, def.def.name_span)
        })?;
        Ok(Kernel {
            function,
            parameters: annotate::parameters(self, module.id, &def.def),
            hints,
        })
    }

    /// Names of the kernels of a module, in order.
    pub fn kernel_names(&self, module: &Module) -> Vec<String> {
        let mut found: Vec<(u32, String)> = module
            .functions
            .iter()
            .filter(|f| matches!(self.kernel_decorator(module, f), Ok(Some(_))))
            .map(|f| (f.span.start, f.def.name.to_string()))
            .collect();
        found.sort();
        found.into_iter().map(|(_, name)| name).collect()
    }

    /// Options of the `@ct.kernel` decorator, if the function has one.
    fn kernel_decorator(
        &self,
        module: &Module,
        f: &FunctionDef,
    ) -> Result<Option<Hints>, (Error, Span)> {
        for decorator in &f.def.decorator_list {
            let (callee, call) = match &decorator.kind {
                tree::ExprKind::Call { func, keywords, .. } => (&**func, keywords.as_slice()),
                _ => (decorator, &[][..]),
            };
            let is_kernel = matches!(
                eval::constant(self, module.id, callee),
                Ok(Const::TileClass(TileClass::Kernel))
            );
            if is_kernel {
                return annotate::hints(self, module.id, call)
                    .map(Some)
                    .map_err(|e| (e, decorator.span));
            }
        }
        Ok(None)
    }

    /// The code of a function.
    ///
    /// # Errors
    /// Syntax that kernels may not use.
    pub fn function(&self, f: FunctionRef, mode: hir::Mode) -> Result<Arc<hir::Function>> {
        let module = self.module_by_id(f.module);
        let Some((module, def)) = module
            .as_ref()
            .and_then(|m| Some((m, m.functions.get(f.index as usize)?)))
        else {
            return Err(Error::new(Kind::Missing, "there is no such function"));
        };
        let slot = match mode {
            hir::Mode::Entry => 0,
            hir::Mode::Helper => 1,
            hir::Mode::Generator => 2,
        };
        match def.hir.get(slot) {
            Some(cell) => cell
                .get_or_init(|| hir::build::function(self, module.id, def, mode).map(Arc::new))
                .clone(),
            None => Err(Error::new(Kind::Missing, "there is no such function")),
        }
    }

    /// What the decorators of a function make of its calls; decorators of other libraries are
    /// taken to leave it as it is.
    pub fn decoration(&self, f: FunctionRef) -> Decoration {
        let module = self.module_by_id(f.module);
        let Some(def) = module
            .as_ref()
            .and_then(|m| m.functions.get(f.index as usize))
        else {
            return Decoration::Plain;
        };
        *def.decoration.get_or_init(|| {
            for decorator in &def.def.decorator_list {
                match eval::constant(self, f.module, decorator) {
                    Ok(Const::TileClass(TileClass::ContextManager)) => {
                        return Decoration::ContextManager;
                    }
                    Ok(Const::TileClass(TileClass::StaticDef)) => return Decoration::Static,
                    _ => {}
                }
            }
            Decoration::Plain
        })
    }

    /// Whether a module has a global called `name`, or Python a built-in.
    pub fn has_global(&self, module: u32, name: &str) -> bool {
        known::python_builtin(name).is_some()
            || self
                .module_by_id(module)
                .is_some_and(|m| m.bindings.contains_key(name))
    }

    /// The value of a global; Python's built-ins where the module has none.
    ///
    /// # Errors
    /// No such name, a definition that refers to itself, an error in a file that it imports.
    pub fn global(&self, module: u32, name: &str) -> Result<Const> {
        thread_local! {
            static DEPTH: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
        }
        const MAX_DEPTH: u32 = 64;
        let depth = DEPTH.get();
        if depth >= MAX_DEPTH {
            return Err(Error::limit("global refers to itself, or to too many others").found(name));
        }
        DEPTH.set(depth + 1);
        let value = self.global_inner(module, name);
        DEPTH.set(depth);
        value
    }

    fn global_inner(&self, module: u32, name: &str) -> Result<Const> {
        let Some(m) = self.module_by_id(module) else {
            return Err(Error::new(Kind::Missing, "there is no such module"));
        };
        let Some((name, binding)) = m.bindings.get_key_value(name) else {
            return known::python_builtin(name)
                .ok_or_else(|| Error::new(Kind::Missing, "name is not defined").found(name));
        };
        let lock = || m.values.lock().unwrap_or_else(|p| p.into_inner());
        if let Some(value) = lock().get(name) {
            return value.clone();
        }
        // Not under the lock: the value may need other globals. Two threads may do it twice.
        let value = self.bound_value(&m, binding);
        lock().insert(name.clone(), value.clone());
        value
    }

    fn bound_value(&self, module: &Module, binding: &Binding) -> Result<Const> {
        let id = module.id;
        match binding {
            Binding::Function(index) => Ok(Const::Function(FunctionRef {
                module: id,
                index: *index,
            })),
            Binding::Class(index) => Ok(Const::Class(ClassRef {
                module: id,
                index: *index,
            })),
            Binding::Opaque => Ok(Const::Opaque("a value computed by host code".into())),
            Binding::Import(path) => Ok(Const::Module(self.import(path)?)),
            Binding::From {
                module: from,
                level,
                name,
            } => {
                let base = collect::absolute(&module.path, from, *level);
                // A submodule, or a name of the module.
                let submodule = if base.is_empty() {
                    name.to_string()
                } else {
                    format!("{base}.{name}")
                };
                match self.import(&base)? {
                    ModuleRef::Foreign(_) => match self.import(&submodule)? {
                        ModuleRef::Foreign(_) => Ok(Const::Opaque(submodule.into())),
                        found => Ok(Const::Module(found)),
                    },
                    found => self.module_attribute(&found, name),
                }
            }
            Binding::Value { expr, item } => {
                let value = eval::constant(self, id, expr)?;
                match (item, value) {
                    (None, value) => Ok(value),
                    (Some(i), Const::Tuple(items) | Const::List(items)) => items
                        .get(*i)
                        .cloned()
                        .ok_or_else(|| Error::value("not enough values to unpack")),
                    (Some(_), _) => Ok(Const::Opaque(
                        "part of a value computed by host code".into(),
                    )),
                }
            }
        }
    }

    /// The module that an absolute dotted name leads to.
    ///
    /// # Errors
    /// Errors in a file of the package.
    pub fn import(&self, dotted: &str) -> Result<ModuleRef> {
        if let Some(known) = known::library(dotted) {
            return Ok(ModuleRef::Known(known));
        }
        let path = dotted.replace('.', "/");
        for candidate in [format!("{path}.py"), format!("{path}/__init__.py")] {
            match self.module(&candidate) {
                Ok(Some(module)) => return Ok(ModuleRef::Package(module.id)),
                Ok(None) => {}
                Err(Diagnostics(list)) => {
                    let first = list.first().map(|d| d.to_string()).unwrap_or_default();
                    return Err(Error::syntax("an imported file has errors").found(first));
                }
            }
        }
        Ok(ModuleRef::Foreign(dotted.into()))
    }

    /// `module.name`.
    ///
    /// # Errors
    /// No such attribute in a module of the package or a library that is known whole.
    pub fn module_attribute(&self, module: &ModuleRef, name: &str) -> Result<Const> {
        match module {
            ModuleRef::Package(id) => {
                let m = self.module_by_id(*id);
                if m.as_ref().is_some_and(|m| m.bindings.contains_key(name)) {
                    return self.global(*id, name);
                }
                // A submodule of a package folder.
                let base = m.map(|m| collect::dotted(&m.path)).unwrap_or_default();
                match self.import(&format!("{base}.{name}"))? {
                    ModuleRef::Foreign(_) => {
                        Err(Error::new(Kind::Missing, "module has no such attribute").found(name))
                    }
                    found => Ok(Const::Module(found)),
                }
            }
            ModuleRef::Known(library) => known::attribute(*library, name),
            ModuleRef::Foreign(dotted) => {
                let full = format!("{dotted}.{name}");
                match self.import(&full)? {
                    ModuleRef::Foreign(_) => Ok(Const::Opaque(full.into())),
                    found => Ok(Const::Module(found)),
                }
            }
        }
    }

    /// The place of a location in text form, and the calls that led there, innermost first.
    pub(crate) fn place(&self, loc: &Loc) -> Place {
        self.module_by_id(loc.module)
            .map(|m| m.place(Span::new(loc.start, loc.end)))
            .unwrap_or_default()
    }
}

impl Module {
    /// A span as lines and columns.
    pub fn place(&self, span: Span) -> Place {
        let (start, end) = self.lines.range(span);
        Place {
            file: self.path.to_string(),
            line: start.line,
            col: start.column,
            end: (end.line, end.column),
        }
    }
}

fn missing(file: &str, message: String) -> Diagnostic {
    let place = Place {
        file: file.into(),
        ..Place::default()
    };
    Error::new(Kind::Missing, message).into_diagnostic(place, Vec::new())
}
