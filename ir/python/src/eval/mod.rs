//! Evaluation while compiling: module globals, annotations, defaults, `static_eval` and its kin.
//!
//! Expressions, and the functions of the package they call, are interpreted with a bound on
//! steps and on sizes. Values are [`Sym`]: constants, or things that only exist at run time and
//! of which a few attributes are known (a tile's shape).

pub(crate) mod allowance;
mod call;
mod device;
mod expr;
mod format;
mod stmt;
mod strings;
mod typed;

pub use call::{parse_float, parse_int};
pub use device::Device;
pub use expr::literal;
pub(crate) use expr::slice_indices;

use crate::diagnostic::{Error, Result};
use crate::mid::{Body, Const, Mass, Type, Var};
use crate::modules::{Captured, ClassRef, END, Order, Package, needed};
use crate::source::Span;
use crate::specialise::Annotation;
use crate::tree;
use allowance::{exhausted, spend};
use std::sync::{Arc, OnceLock};

/// Steps that one evaluation may take.
const FUEL: u32 = 1_000_000;
/// Calls that may be nested.
const MAX_CALLS: u32 = 64;
/// Items that a list may have.
const MAX_ITEMS: usize = 100_000;

/// A value while evaluating.
#[derive(Debug, Clone)]
pub enum Sym {
    /// Fully known.
    Const(Const),
    /// A tile, array or closure: only its type is known.
    Var(Var),
    /// A tuple with parts that are not fully known.
    Tuple(Vec<Sym>),
    /// A list with parts that are not fully known, or one that may still change.
    List(Vec<Sym>),
    /// An instance of a dataclass with parts that are not fully known.
    Instance(crate::modules::ClassRef, Vec<Sym>),
    /// A `range`.
    Range(i128, i128, i128),
    /// A lambda: its parameters and body, and the variables it saw.
    Lambda(Arc<Lambda>),
    /// A method of a value.
    Method(Box<Sym>, Arc<str>),
}

/// A lambda, or a function defined inside another.
#[derive(Debug)]
pub struct Lambda {
    code: Code,
    module: u32,
    before: Order,
    /// Variables of the functions around it. A nested function gets those when the function
    /// around it ends: it may use what is assigned after it.
    locals: OnceLock<Vec<(Arc<str>, Sym)>>,
    /// Mass of those variables.
    mass: OnceLock<Mass>,
}

impl Sym {
    /// Its mass; only roughly beyond the bounds.
    fn mass(&self) -> Mass {
        match self {
            Sym::Const(c) => c.mass(),
            Sym::Tuple(items) | Sym::List(items) | Sym::Instance(_, items) => {
                Mass::around(items.iter().map(Sym::mass))
            }
            Sym::Lambda(lambda) => lambda.mass.get().copied().unwrap_or_default(),
            Sym::Method(object, _) => Mass::around([object.mass()]),
            Sym::Var(_) | Sym::Range(..) => Mass::LEAF,
        }
    }

    /// What a copy costs: constants are shared.
    fn cost(&self) -> usize {
        match self {
            Sym::Tuple(items) | Sym::List(items) | Sym::Instance(_, items) => {
                items.iter().map(Sym::cost).sum::<usize>() + 1
            }
            Sym::Method(object, _) => object.cost() + 1,
            Sym::Const(_) | Sym::Var(_) | Sym::Range(..) | Sym::Lambda(_) => 1,
        }
    }
}

#[derive(Debug)]
enum Code {
    Expr(tree::Arguments, tree::Expr),
    Def(Arc<tree::FunctionDef>, Span),
}

/// What an expression outside of functions sees.
#[derive(Debug, Clone)]
pub struct Scope {
    /// Its module.
    pub module: u32,
    /// The globals: those bound before this statement.
    pub before: Order,
    /// The class in whose body it stands.
    pub class: Option<ClassRef>,
    /// Variables of the functions around it.
    pub captured: Captured,
}

impl Scope {
    /// The globals of a module that has run.
    pub fn whole(module: u32) -> Scope {
        Scope::before(module, END)
    }

    /// The globals of a module before one of its statements.
    pub fn before(module: u32, before: Order) -> Scope {
        Scope {
            module,
            before,
            class: None,
            captured: std::iter::empty().collect(),
        }
    }
}

/// The state of an evaluation.
pub struct Evaluator<'a> {
    package: &'a Package,
    /// The kernel that this is part of, if any.
    device: Option<&'a mut (dyn Device + 'a)>,
    module: u32,
    before: Order,
    class: Option<ClassRef>,
    locals: Vec<(Arc<str>, Sym)>,
    /// Nested functions of the function being run that still wait for its variables.
    waiting: Vec<Arc<Lambda>>,
    fuel: u32,
    depth: u32,
}

/// Evaluates a module level expression to a constant.
///
/// # Errors
/// Anything that Python would raise, and anything that only running host code could tell.
pub fn constant(package: &Package, module: u32, expr: &tree::Expr) -> Result<Const> {
    constant_in(package, &Scope::whole(module), expr)
}

/// Evaluates an expression that stands somewhere in a module.
///
/// # Errors
/// As for [`constant`].
pub fn constant_in(package: &Package, scope: &Scope, expr: &tree::Expr) -> Result<Const> {
    let mut e = Evaluator::in_scope(package, scope);
    let value = e.expr(expr)?;
    e.into_const(value)
}

/// Evaluates an expression of a class: of its body, its bases or its decorators.
///
/// # Errors
/// As for [`constant`].
pub fn constant_in_class(package: &Package, class: ClassRef, expr: &tree::Expr) -> Result<Const> {
    let module = package.module_by_id(class.module);
    let def = module
        .as_ref()
        .and_then(|m| m.classes.get(class.index as usize));
    match def {
        Some(def) => needed(|| constant_in(package, &def.scope, expr)).unwrap_or_else(|| {
            Err(Error::limit("class refers to itself, or to too many others").found(&*def.def.name))
        }),
        None => constant(package, class.module, expr),
    }
}

/// Truth of a condition of a module; `None` when only running host code could tell.
pub fn truth(package: &Package, scope: &Scope, expr: &tree::Expr) -> Option<bool> {
    let mut e = Evaluator::in_scope(package, scope);
    let value = e.expr(expr).ok()?;
    e.truth(&value).ok()
}

/// What `name` holds after a statement of a module that changes the names `changed`.
///
/// # Errors
/// As for [`constant`].
pub fn replay(
    package: &Package,
    scope: &Scope,
    stmt: &tree::Stmt,
    changed: &[Arc<str>],
    name: &str,
) -> Result<Const> {
    let mut e = Evaluator::in_scope(package, scope);
    for name in changed {
        if let Ok(value) = package.global_at(scope.module, name, scope.before) {
            if matches!(value, Const::Opaque(_)) {
                return Ok(value);
            }
            e.bind(name.clone(), Sym::Const(value));
        }
    }
    e.run(stmt)?;
    let value = e.name(name)?;
    e.into_const(value)
}

/// A parameter annotation made constant, through tuples.
pub fn constant_annotation(inner: Annotation) -> Annotation {
    match inner {
        Annotation::Leaf(mut leaf) => {
            leaf.constant = true;
            Annotation::Leaf(leaf)
        }
        Annotation::Each(each) => Annotation::Each(Box::new(constant_annotation(*each))),
        Annotation::Items(items) => {
            Annotation::Items(items.into_iter().map(constant_annotation).collect())
        }
    }
}

impl<'a> Evaluator<'a> {
    /// An evaluation that sees the globals of `module`.
    pub fn new(
        package: &'a Package,
        device: Option<&'a mut (dyn Device + 'a)>,
        module: u32,
    ) -> Self {
        Evaluator {
            package,
            device,
            module,
            before: END,
            class: None,
            locals: Vec::new(),
            waiting: Vec::new(),
            fuel: FUEL,
            depth: 0,
        }
    }

    fn in_scope(package: &'a Package, scope: &Scope) -> Self {
        let mut e = Evaluator::new(package, None, scope.module);
        e.before = scope.before;
        e.class = scope.class;
        for (name, value) in scope.captured.iter() {
            e.bind(name.clone(), Sym::Const(value.clone()));
        }
        e
    }

    /// Makes a local variable known.
    pub fn bind(&mut self, name: Arc<str>, value: Sym) {
        match self.locals.iter_mut().find(|(n, _)| *n == name) {
            Some((_, slot)) => *slot = value,
            None => self.locals.push((name, value)),
        }
    }

    fn step(&mut self) -> Result<()> {
        self.fuel = self.fuel.checked_sub(1).ok_or_else(exhausted)?;
        spend(1)
    }

    /// A value that was just made, if it is not too large.
    fn made(&self, value: Sym) -> Result<Sym> {
        let mass = value.mass().checked()?;
        spend(mass.parts() as usize)?;
        Ok(value)
    }

    /// The constant that a value is.
    ///
    /// # Errors
    /// A value that is not fully known.
    pub fn into_const(&self, value: Sym) -> Result<Const> {
        match value {
            Sym::Const(c) => Ok(c),
            Sym::Tuple(items) => Ok(Const::Tuple(
                items
                    .into_iter()
                    .map(|x| self.into_const(x))
                    .collect::<Result<_>>()?,
            )),
            Sym::List(items) => Ok(Const::List(
                items
                    .into_iter()
                    .map(|x| self.into_const(x))
                    .collect::<Result<_>>()?,
            )),
            Sym::Instance(class, fields) => {
                let fields = fields
                    .into_iter()
                    .map(|x| self.into_const(x))
                    .collect::<Result<_>>()?;
                Ok(Const::Instance(Arc::new(crate::mid::constant::Instance {
                    class,
                    fields,
                })))
            }
            Sym::Range(..) => Ok(Const::Opaque("range".into())),
            Sym::Lambda(lambda) => self.made_function(&lambda),
            Sym::Method(..) => Ok(Const::Opaque("method".into())),
            Sym::Var(_) => Err(Error::ty("the value is not known while compiling")),
        }
    }
}

impl Evaluator<'_> {
    /// A nested function that leaves evaluation: a function of the package from then on.
    fn made_function(&self, lambda: &Lambda) -> Result<Const> {
        let Code::Def(def, span) = &lambda.code else {
            return Ok(Const::Opaque("lambda".into()));
        };
        thread_local! {
            static DEPTH: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
        }
        // Functions may see themselves and each other.
        const MAX_DEPTH: u32 = 3;
        if DEPTH.get() > MAX_DEPTH {
            return Ok(Const::Opaque("function that sees itself".into()));
        }
        DEPTH.set(DEPTH.get() + 1);
        let module = self.package.module_by_id(lambda.module);
        let first = def.decorator_list.first();
        let start = first.map_or(span.start, |d| d.span.start) as usize;
        let text = module
            .as_ref()
            .and_then(|m| m.source.get(start..span.end as usize))
            .unwrap_or_default();
        let captured = lambda
            .locals
            .get()
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .filter(|(name, _)| text.contains(&**name))
            .filter_map(|(name, value)| Some((name.clone(), self.into_const(value.clone()).ok()?)))
            .collect();
        DEPTH.set(DEPTH.get() - 1);
        self.package
            .made_function(lambda.module, def, *span, captured)
            .map(Const::Function)
    }
}

/// A value that host code made, said by `what`, of which the beginning is enough.
fn opaque(what: &str) -> Sym {
    const MAX_BYTES: usize = 200;
    let text: String = what.chars().take(MAX_BYTES).collect();
    Sym::Const(Const::Opaque(text.into()))
}

/// What evaluation sees of a variable of a kernel (the official `var2sym`).
///
/// # Errors
/// Variables of types that have no meaning while compiling.
pub fn of_var(body: &Body, var: Var) -> Result<Sym> {
    if let Some(c) = body.constant(var) {
        return Ok(Sym::Const(c.clone()));
    }
    let parts = |body: &Body| -> Result<Vec<Sym>> {
        let parts = body.aggregate(var).map(|a| a.0.clone()).unwrap_or_default();
        parts.iter().map(|p| of_var(body, *p)).collect()
    };
    match body.ty(var)? {
        Type::Tile(_) | Type::Array(_) | Type::Closure(_) => Ok(Sym::Var(var)),
        Type::Tuple(_) => Ok(Sym::Tuple(parts(body)?)),
        Type::Dataclass(d) => Ok(Sym::Instance(d.class, parts(body)?)),
        Type::None => Ok(Sym::Const(Const::None)),
        other => Err(Error::ty("value of this type cannot be used while compiling").found(other)),
    }
}
