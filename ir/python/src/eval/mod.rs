//! Evaluation while compiling: module globals, annotations, defaults, `static_eval` and its kin.
//!
//! Expressions, and the functions of the package they call, are interpreted with a bound on
//! steps and on sizes. Values are [`Sym`]: constants, or things that only exist at run time and
//! of which a few attributes are known (a tile's shape).

mod call;
mod expr;
mod stmt;

pub use call::parse_float;
pub use expr::literal;
pub(crate) use expr::slice_indices;

use crate::diagnostic::{Error, Result};
use crate::mid::{Body, Const, Type, Var};
use crate::modules::Package;
use crate::specialise::Annotation;
use crate::tree;
use std::sync::Arc;

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

/// A lambda.
#[derive(Debug)]
pub struct Lambda {
    args: tree::Arguments,
    body: tree::Expr,
    module: u32,
    locals: Vec<(Arc<str>, Sym)>,
}

/// The state of an evaluation.
pub struct Evaluator<'a> {
    package: &'a Package,
    /// Types and constants of run-time values, inside a kernel.
    body: Option<&'a Body>,
    module: u32,
    locals: Vec<(Arc<str>, Sym)>,
    fuel: u32,
    depth: u32,
}

/// Evaluates a module level expression to a constant.
///
/// # Errors
/// Anything that Python would raise, and anything that only running host code could tell.
pub fn constant(package: &Package, module: u32, expr: &tree::Expr) -> Result<Const> {
    let mut e = Evaluator::new(package, None, module);
    let value = e.expr(expr)?;
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
    pub fn new(package: &'a Package, body: Option<&'a Body>, module: u32) -> Self {
        Evaluator {
            package,
            body,
            module,
            locals: Vec::new(),
            fuel: FUEL,
            depth: 0,
        }
    }

    /// Makes a local variable known.
    pub fn bind(&mut self, name: Arc<str>, value: Sym) {
        match self.locals.iter_mut().find(|(n, _)| *n == name) {
            Some((_, slot)) => *slot = value,
            None => self.locals.push((name, value)),
        }
    }

    fn step(&mut self) -> Result<()> {
        self.fuel = self.fuel.checked_sub(1).ok_or_else(|| {
            Error::limit("evaluation while compiling takes too long")
                .help("compute the value on the host and pass it as a constant")
        })?;
        Ok(())
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
            Sym::Lambda(_) => Ok(Const::Opaque("lambda".into())),
            Sym::Method(..) => Ok(Const::Opaque("method".into())),
            Sym::Var(_) => Err(Error::ty("the value is not known while compiling")),
        }
    }
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
