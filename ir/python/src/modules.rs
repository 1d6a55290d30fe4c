//! A package of Python files: what its modules define, without executing them.
//!
//! Imports are followed, module level names are evaluated when something asks for them, and
//! everything else (host code) is left alone. What only running the host code could tell is
//! [`Const::Opaque`]: an error only if a kernel uses it.

mod annotate;
mod bindings;
mod collect;
mod known;

use crate::diagnostic::{Diagnostic, Diagnostics, Error, Kind, Place, Result};
use crate::eval::{self, Scope};
use crate::hir;
use crate::mid::{Const, Loc};
use crate::source::{LineIndex, MAX_SOURCE_BYTES, Span};
use crate::specialise::{Annotation, Hints};
use crate::tree;
use std::collections::HashMap;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, RwLock};

pub(crate) use annotate::from_value as annotation_from_value;
pub(crate) use bindings::needed;
pub use bindings::{END, Order};
pub(crate) use known::tile_attribute;
pub use known::{KnownModule, TileClass, tile_method};

/// A function defined in the package: module, and its number among the module's functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FunctionRef {
    /// Module of the package.
    pub module: u32,
    /// Its number there; numbers of functions made by functions are the package's.
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
    /// None for a package of texts.
    root: Option<PathBuf>,
    table: RwLock<Table>,
}

#[derive(Debug, Default)]
struct Table {
    /// What was found where, errors included: a file is read once.
    by_path: HashMap<Arc<str>, Result<Option<u32>, Diagnostics>>,
    modules: Vec<Arc<Module>>,
    /// Functions that functions of the package made.
    made: Vec<(u32, Arc<FunctionDef>)>,
}

/// Path of this crate's own Python.
const PRELUDE: &str = "<prelude>";
/// Numbers of functions that other functions made begin here.
const FIRST_MADE: u32 = 1 << 31;
/// Functions that may be made.
const MAX_MADE: usize = 100_000;

/// Names that a function sees besides its module's globals, with their values.
pub type Captured = Arc<[(Arc<str>, Const)]>;

impl Table {
    /// The module that was found.
    fn module(
        &self,
        known: &Result<Option<u32>, Diagnostics>,
    ) -> Result<Option<Arc<Module>>, Diagnostics> {
        let id = known.clone()?;
        Ok(id.and_then(|id| self.modules.get(id as usize).cloned()))
    }
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
    pub functions: Vec<Arc<FunctionDef>>,
    /// Its classes.
    pub classes: Vec<ClassDef>,
    /// What its global names are bound to.
    bindings: HashMap<Arc<str>, Vec<bindings::Bound>>,
    stars: Vec<bindings::Star>,
    /// Values of names, by the statement that they come from.
    values: Mutex<HashMap<(Arc<str>, Order), Result<Const>>>,
    /// What conditions of statements gave, as far as that is known.
    outcomes: Mutex<HashMap<Order, Option<bool>>>,
}

/// A function of a module.
#[derive(Debug)]
pub struct FunctionDef {
    /// Its statement, decorators included.
    pub def: Arc<tree::FunctionDef>,
    /// Where the statement stands.
    pub span: Span,
    /// What its decorators and defaults see.
    pub scope: Scope,
    /// Variables of the function that made it, where one did.
    pub captured: Captured,
    decoration: OnceLock<Decoration>,
    /// Its code, as it is used by [`hir::Mode`].
    hir: [OnceLock<Result<Arc<hir::Function>>>; 3],
}

impl FunctionDef {
    fn new(def: tree::FunctionDef, span: Span, scope: Scope, captured: Captured) -> Self {
        FunctionDef {
            def: Arc::new(def),
            span,
            scope,
            captured,
            decoration: OnceLock::new(),
            hir: [OnceLock::new(), OnceLock::new(), OnceLock::new()],
        }
    }
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
    /// `kernel`: only the host launches it.
    Kernel,
    /// `function(tile=False)`: only the host calls it.
    Host,
}

/// A class of a module.
#[derive(Debug)]
pub struct ClassDef {
    /// Its statement.
    pub def: Arc<tree::ClassDef>,
    /// Where the statement stands.
    pub span: Span,
    /// What its decorators, bases and body see.
    pub scope: Scope,
    /// Methods: name and number among the module's functions.
    pub methods: Vec<(Arc<str>, u32)>,
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
            root: Some(root.into()),
            table: RwLock::default(),
        }
    }

    /// A package of one file given as text, for tests and tools; `path` names it in messages.
    ///
    /// # Errors
    /// Syntax errors.
    pub fn from_source(path: &str, source: &str) -> Result<Package, Diagnostics> {
        let package = Package {
            root: None,
            table: RwLock::default(),
        };
        let mut table = package.write();
        let module = collect::module(0, path, source.as_bytes())?;
        table.by_path.insert(path.into(), Ok(Some(0)));
        table.modules.push(Arc::new(module));
        drop(table);
        Ok(package)
    }

    /// The root folder; empty for a package of one text.
    pub fn root(&self) -> &Path {
        self.root.as_deref().unwrap_or(Path::new(""))
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
                return table.module(known);
            }
        }
        let read = self.read_file(path);
        let mut table = self.write();
        if let Some(known) = table.by_path.get(path) {
            return table.module(known);
        }
        let id = table.modules.len() as u32;
        let known = match read {
            Ok(None) => Ok(None),
            Ok(Some(bytes)) => collect::module(id, path, &bytes).map(|module| {
                table.modules.push(Arc::new(module));
                Some(id)
            }),
            Err(diagnostics) => Err(diagnostics),
        };
        table.by_path.insert(path.into(), known.clone());
        table.module(&known)
    }

    /// The bytes of a file below the root, if there is one.
    fn read_file(&self, path: &str) -> Result<Option<Vec<u8>>, Diagnostics> {
        let Some(root) = &self.root else {
            return Ok(None);
        };
        // Names of files come from launch records and import statements: they stay below the root.
        let is_below = Path::new(path)
            .components()
            .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let file = root.join(path);
        if !is_below || !file.is_file() {
            return Ok(None);
        }
        let unreadable = |e: std::io::Error| {
            Diagnostics::from(missing(path, format!("cannot read the file: {e}")))
        };
        let mut bytes = Vec::new();
        // One byte more than is allowed is enough for the parser to refuse it.
        std::fs::File::open(&file)
            .and_then(|file| {
                file.take(MAX_SOURCE_BYTES as u64 + 1)
                    .read_to_end(&mut bytes)
            })
            .map_err(unreadable)?;
        Ok(Some(bytes))
    }

    /// The function that compares the fields of two dataclass instances: generated `==` and `<`.
    ///
    /// # Errors
    /// None, but for faults of this crate.
    pub(crate) fn field_comparison(&self) -> Result<FunctionRef> {
        let mut table = self.write();
        let module = match table.by_path.get(PRELUDE) {
            Some(Ok(Some(id))) => *id,
            _ => {
                let id = table.modules.len() as u32;
                let module = collect::module(id, PRELUDE, include_bytes!("prelude.py"))
                    .map_err(|e| Error::syntax("internal: the prelude").found(e))?;
                table.by_path.insert(PRELUDE.into(), Ok(Some(id)));
                table.modules.push(Arc::new(module));
                id
            }
        };
        drop(table);
        match self.global(module, "compare_fields")? {
            Const::Function(f) => Ok(f),
            _ => Err(Error::syntax("internal: the prelude")),
        }
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
        eval::allowance::renew();
        let module = self
            .module(file)?
            .ok_or_else(|| missing(file, "there is no such file".into()))?;
        let function = match self.global(module.id, name) {
            Ok(Const::Function(function)) if self.binds(&module, name) => function,
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
        self.kernel_of(&module, name, function)
            .map_err(|(e, module, span)| {
                let place = self.module_by_id(module).map(|m| m.place(span));
                e.into_diagnostic(place.unwrap_or_default(), Vec::new())
                    .into()
            })
    }

    fn kernel_of(
        &self,
        module: &Module,
        name: &str,
        function: FunctionRef,
    ) -> Result<Kernel, (Error, u32, Span)> {
        let Some(def) = self.function_def(function) else {
            let e = Error::new(Kind::Missing, "there is no such function");
            return Err((e, module.id, Span::default()));
        };
        let hints = self
            .kernel_decorator(&def)
            .map_err(|(e, span)| (e, function.module, span))?;
        let hints = match hints {
            Some(hints) => hints,
            None => match self.kernel_call(module, name) {
                Some(hints) => hints.map_err(|(e, span)| (e, module.id, span))?,
                None => {
                    let e = Error::new(Kind::Missing, "this function is not a kernel")
                        .found(&*def.def.name)
                        .help("decorate it with @ct.kernel");
                    return Err((e, function.module, def.def.name_span));
                }
            },
        };
        Ok(Kernel {
            function,
            parameters: annotate::parameters(self, &def),
            hints,
        })
    }

    /// A function by number: of a module, or made by another function.
    pub fn function_def(&self, f: FunctionRef) -> Option<Arc<FunctionDef>> {
        match f.index.checked_sub(FIRST_MADE) {
            Some(i) => self.read().made.get(i as usize).map(|(_, def)| def.clone()),
            None => self
                .module_by_id(f.module)?
                .functions
                .get(f.index as usize)
                .cloned(),
        }
    }

    /// The number of a function that another one made: the same for the same code and variables.
    ///
    /// # Errors
    /// Too many of them.
    pub fn made_function(
        &self,
        module: u32,
        def: &tree::FunctionDef,
        span: Span,
        captured: Captured,
    ) -> Result<FunctionRef> {
        let mut table = self.write();
        let same = |(m, f): &(u32, Arc<FunctionDef>)| {
            *m == module && f.span == span && f.captured == captured
        };
        let at = match table.made.iter().position(same) {
            Some(at) => at,
            None if table.made.len() >= MAX_MADE => {
                return Err(Error::limit("functions make too many functions"));
            }
            None => {
                let scope = Scope {
                    captured: captured.clone(),
                    ..Scope::whole(module)
                };
                let def = FunctionDef::new(def.clone(), span, scope, captured);
                table.made.push((module, Arc::new(def)));
                table.made.len() - 1
            }
        };
        Ok(FunctionRef {
            module,
            index: FIRST_MADE + at as u32,
        })
    }

    /// Names of the kernels of a module, in order.
    pub fn kernel_names(&self, module: &Module) -> Vec<String> {
        eval::allowance::renew();
        let mut found: Vec<(u32, String)> = module
            .functions
            .iter()
            .filter(|f| matches!(self.kernel_decorator(f), Ok(Some(_))))
            .map(|f| (f.span.start, f.def.name.to_string()))
            .collect();
        found.sort();
        found.into_iter().map(|(_, name)| name).collect()
    }

    /// Options of the `@ct.kernel` decorator, if the function has one.
    fn kernel_decorator(&self, f: &FunctionDef) -> Result<Option<Hints>, (Error, Span)> {
        for decorator in &f.def.decorator_list {
            if let Some(keywords) = self.kernel_options(&f.scope, decorator) {
                return annotate::hints(self, &f.scope, keywords)
                    .map(Some)
                    .map_err(|e| (e, decorator.span));
            }
        }
        Ok(None)
    }

    /// Options of `name = ct.kernel(function)` or `name = ct.kernel(...)(function)`.
    fn kernel_call(&self, module: &Module, name: &str) -> Option<Result<Hints, (Error, Span)>> {
        let (expr, order) = self.defining_expression(module, name)?;
        let scope = Scope::before(module.id, order);
        let tree::ExprKind::Call { func, keywords, .. } = &expr.kind else {
            return None;
        };
        let options = match (self.kernel_options(&scope, func), &func.kind) {
            (Some(inner), tree::ExprKind::Call { .. }) => inner,
            (Some(_), _) => keywords,
            (None, _) => return None,
        };
        Some(annotate::hints(self, &scope, options).map_err(|e| (e, expr.span)))
    }

    /// Keywords of `ct.kernel` or `ct.kernel(...)`; `None` for other expressions.
    fn kernel_options<'e>(
        &self,
        scope: &Scope,
        expr: &'e tree::Expr,
    ) -> Option<&'e [tree::Keyword]> {
        let (callee, keywords) = match &expr.kind {
            tree::ExprKind::Call { func, keywords, .. } => (&**func, keywords.as_slice()),
            _ => (expr, &[][..]),
        };
        match eval::constant_in(self, scope, callee) {
            Ok(Const::TileClass(TileClass::Kernel)) => Some(keywords),
            _ => None,
        }
    }

    /// The code of a function.
    ///
    /// # Errors
    /// Syntax that kernels may not use.
    pub fn function(&self, f: FunctionRef, mode: hir::Mode) -> Result<Arc<hir::Function>> {
        let Some(def) = self.function_def(f) else {
            return Err(Error::new(Kind::Missing, "there is no such function"));
        };
        let slot = match mode {
            hir::Mode::Entry => 0,
            hir::Mode::Helper => 1,
            hir::Mode::Generator => 2,
        };
        match def.hir.get(slot) {
            Some(cell) => cell
                .get_or_init(|| hir::build::function(self, f.module, &def, mode).map(Arc::new))
                .clone(),
            None => Err(Error::new(Kind::Missing, "there is no such function")),
        }
    }

    /// What the decorators of a function make of its calls; decorators of other libraries are
    /// taken to leave it as it is.
    pub fn decoration(&self, f: FunctionRef) -> Decoration {
        let Some(def) = self.function_def(f) else {
            return Decoration::Plain;
        };
        *def.decoration.get_or_init(|| {
            for decorator in &def.def.decorator_list {
                match eval::constant_in(self, &def.scope, decorator) {
                    Ok(Const::TileClass(TileClass::ContextManager)) => {
                        return Decoration::ContextManager;
                    }
                    Ok(Const::TileClass(TileClass::StaticDef)) => return Decoration::Static,
                    Ok(Const::TileClass(TileClass::Kernel)) => return Decoration::Kernel,
                    _ if self.is_host_only(&def.scope, decorator) => return Decoration::Host,
                    _ => {}
                }
            }
            Decoration::Plain
        })
    }

    /// Whether a decorator is `function` with `tile=False`.
    fn is_host_only(&self, scope: &Scope, decorator: &tree::Expr) -> bool {
        let tree::ExprKind::Call { func, keywords, .. } = &decorator.kind else {
            return false;
        };
        let tile = keywords.iter().find(|k| k.arg.as_deref() == Some("tile"));
        tile.is_some_and(|k| {
            let value = eval::constant_in(self, scope, &k.value);
            let callee = eval::constant_in(self, scope, func);
            matches!(value, Ok(Const::Bool(false)))
                && matches!(callee, Ok(Const::TileClass(TileClass::Function)))
        })
    }

    /// The module that an absolute dotted name leads to.
    ///
    /// # Errors
    /// Errors in a file of the package.
    pub fn import(&self, dotted: &str) -> Result<ModuleRef> {
        if let Some(known) = known::library(dotted) {
            return Ok(ModuleRef::Known(known));
        }
        if dotted.split('.').any(str::is_empty) {
            return Ok(ModuleRef::Foreign(dotted.into()));
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
                if m.as_ref().is_some_and(|m| self.binds(m, name)) {
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

    /// The attribute of a module that somebody may have meant by `name`.
    pub(crate) fn nearest_attribute(&self, module: &ModuleRef, name: &str) -> Option<String> {
        let names: Vec<Arc<str>> = match module {
            ModuleRef::Package(id) => self.global_names(*id),
            ModuleRef::Known(library) => known::names(*library),
            ModuleRef::Foreign(_) => Vec::new(),
        };
        crate::suggest::nearest(name, names.iter().map(|n| &**n)).map(str::to_owned)
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
