//! The state of writing one kernel.

use super::block::{Lets, Line};
use super::code::{Code, collect_names};
use super::facts::{Each, Fact, Facts};
use super::liveness::Liveness;
use super::marks::Mark;
use super::ops::{Own, Used};
use super::order::Order;
use super::refusal::{Refusal, Result};
use super::value::{Elem, Value, type_tokens};
use crate::rules::names::Names;
use proc_macro2::TokenStream;
use quote::ToTokens;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use tileport_python::Package;
use tileport_python::dtype::Dtype;
use tileport_python::mid::Const;
use tileport_python::modules::FunctionRef;
use tileport_python::source::Span;
use tileport_python::tree::{Comment, Expr};

/// What the kernels of one emitted module share.
#[derive(Debug, Default)]
pub struct Shared {
    /// Own operations used.
    pub used: Used,
    /// Constants of the Python module: name, and tokens of the item.
    pub constants: BTreeMap<String, (TokenStream, String)>,
    /// Functions written for helpers: name and tokens, in order of need.
    pub functions: Vec<(String, TokenStream)>,
    /// Names of items.
    pub items: Names,
    /// Comments and empty lines.
    pub marks: Vec<Mark>,
    /// Whether a variable starts with a value that is never read.
    pub placeholders: bool,
}

/// A type parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeGeneric {
    /// Its name.
    pub name: String,
    /// What it stands for.
    pub dtypes: Each<Dtype>,
}

/// A const generic.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstGeneric {
    /// Its name.
    pub name: String,
    /// `i32` or `bool`.
    pub ty: &'static str,
    /// Its values.
    pub values: Each<Const>,
}

/// Which strides of an array are 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit(pub Vec<bool>);

impl std::fmt::Display for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// An array parameter.
#[derive(Clone, Debug)]
pub struct ArrayInfo {
    /// Element type.
    pub elem: Elem,
    /// Number of dimensions.
    pub rank: usize,
    /// Which strides are 1; `None` when that says nothing about the others.
    pub unit: Option<Each<Unit>>,
    /// How its accesses are ordered.
    pub order: Order,
}

/// A variable of the Python function.
#[derive(Clone, Debug)]
pub struct Variable {
    /// What it holds; its code is its name.
    pub value: Value,
    /// Depth of the block that declares it.
    pub depth: usize,
    /// The `let` that declares it; parameters have none.
    pub declared: Option<usize>,
}

/// The state of writing one function.
#[derive(Debug, Default)]
pub struct Frame {
    /// Module of the package.
    pub module: u32,
    /// Evaluation number in each configuration.
    pub nth: Vec<usize>,
    /// Variables in sight, by Python name.
    pub scope: HashMap<String, Variable>,
    /// Rust names taken.
    pub taken: Names,
    /// Statements of the blocks being written, innermost last.
    pub blocks: Vec<Vec<Line>>,
    /// Facts about `let`s.
    pub lets: Lets,
    /// What is read after each statement.
    pub live: Liveness,
    /// Whether it is the kernel itself.
    pub is_entry: bool,
    /// Span of the statement being written.
    pub statement: Span,
    /// Where comments have been taken up to.
    pub cursor: u32,
    /// Rust name of each Python variable.
    pub names: HashMap<String, String>,
    /// Last statements of the blocks being written, innermost last.
    pub ends: Vec<Span>,
    /// Variables assigned again, by Python name.
    pub assigned: HashSet<String>,
    /// When each Rust name was last bound or assigned.
    pub bound_at: HashMap<String, usize>,
    /// Bindings and assignments so far.
    pub clock: usize,
    /// Branches that are known to go one way where they stand.
    pub forced: HashMap<Span, bool>,
}

/// Writes one kernel.
pub struct Writer<'a> {
    /// Sources.
    pub package: &'a Package,
    /// What everything is.
    pub facts: &'a Facts,
    /// What the module shares.
    pub shared: &'a mut Shared,
    /// Type parameters.
    pub types: Vec<TypeGeneric>,
    /// Const generics.
    pub consts: Vec<ConstGeneric>,
    /// Array parameters.
    pub arrays: Vec<ArrayInfo>,
    /// Calls of each helper so far, in each configuration.
    pub calls: HashMap<FunctionRef, Vec<usize>>,
    /// Configurations that reach the syntax being written.
    pub active: Vec<bool>,
    /// The function being written.
    pub frame: Frame,
    /// Depth of helpers being written.
    pub depth: usize,
    /// Calls of helpers that have to be written out where they stand.
    pub inline: HashSet<(u32, Span)>,
    /// Comments of each module of the package.
    pub comments: HashMap<u32, Rc<Vec<Comment>>>,
}

impl Writer<'_> {
    /// A refusal at `span` of the function being written.
    pub fn refuse<T>(
        &self,
        span: Span,
        construct: impl Into<String>,
        reason: impl Into<String>,
    ) -> Result<T> {
        Err(Refusal::new(self.frame.module, span, construct, reason))
    }

    /// A refusal that goes away when launches are told apart by `each`.
    pub fn refuse_apart<T, U: std::fmt::Display>(
        &self,
        span: Span,
        construct: impl Into<String>,
        reason: impl Into<String>,
        each: &Each<U>,
    ) -> Result<T> {
        Err(Refusal::new(self.frame.module, span, construct, reason).apart(each))
    }

    /// What an expression was.
    pub fn fact(&self, expr: &Expr) -> Option<Fact> {
        self.fact_at(expr.span)
    }

    /// What the syntax at a span was.
    pub fn fact_at(&self, span: Span) -> Option<Fact> {
        self.facts
            .at(self.frame.module, span, &self.frame.nth, &self.active)
    }

    /// Number of configurations.
    pub fn configurations(&self) -> usize {
        self.facts.len()
    }

    /// The same value in every active configuration.
    pub fn each<T: Clone + PartialEq>(&self, value: T) -> Each<T> {
        Each(
            self.active
                .iter()
                .map(|a| a.then(|| value.clone()))
                .collect(),
        )
    }

    /// Notes the use of an own operation and calls it.
    pub fn own(&mut self, own: Own, arguments: &[Code]) -> Code {
        let name = self.shared.used.note(own);
        Code::call(&name, arguments)
    }

    /// Notes that a Rust name holds something new.
    pub fn rebound(&mut self, name: &str) {
        self.frame.clock += 1;
        self.frame
            .bound_at
            .insert(name.to_owned(), self.frame.clock);
    }

    /// Appends a statement.
    pub fn push(&mut self, line: Line) {
        match self.frame.blocks.last_mut() {
            Some(block) => block.push(line),
            None => self.frame.blocks.push(vec![line]),
        }
    }

    /// Binds a value to a new name like `wanted`; what stands for it afterwards.
    pub fn bind(&mut self, value: Value, wanted: &str) -> Value {
        let name = self.frame.taken.take(wanted, "");
        self.bind_as(value, &name)
    }

    /// Whether code calls a helper, which may write arrays.
    fn calls_helper(&self, code: &Code) -> bool {
        let mut names = BTreeSet::new();
        collect_names(code.to_token_stream(), &mut names);
        let mut helpers = self.shared.functions.iter();
        helpers.any(|(name, _)| names.contains(name))
    }

    /// Binds a value to a name that is free or may be shadowed.
    pub fn bind_as(&mut self, value: Value, name: &str) -> Value {
        let id = self.frame.lets.fresh();
        if !self.calls_helper(&value.code) {
            self.frame.lets.idle.insert(id);
        }
        let full = type_tokens(&value.ty);
        let of = full.as_ref().map(ToString::to_string);
        let ty = full.filter(|_| value.open);
        self.rebound(name);
        self.push(Line::Let {
            id,
            name: name.to_owned(),
            ty,
            of,
            value: value.code.clone(),
        });
        Value {
            code: Code::name(name),
            open: false,
            binding: Some(id),
            ..value
        }
    }

    /// The value behind a name, so that it can stand anywhere and more than once.
    pub fn settle(&mut self, value: Value, wanted: &str) -> Value {
        if !value.open && value.code.is_simple() {
            return value;
        }
        self.bind(value, wanted)
    }

    /// The value with its type told by its code.
    pub fn close(&mut self, value: Value, wanted: &str) -> Value {
        match value.open {
            true => self.bind(value, wanted),
            false => value,
        }
    }
}

impl Shared {
    /// The number of a mark.
    pub fn mark(&mut self, mark: Mark) -> usize {
        match self.marks.iter().position(|m| *m == mark) {
            Some(number) => number,
            None => {
                self.marks.push(mark);
                self.marks.len() - 1
            }
        }
    }
}
