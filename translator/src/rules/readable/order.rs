//! Which accesses to an array have to keep their order, as the official compiler decides it.
//!
//! Arrays do not alias each other. Reads of an array nobody writes, and a single write outside
//! of loops, are free. Everything else is chained by tokens, which the emitted kernel passes on
//! in variables: a write waits for all accesses before it, a read for the writes before it.

use super::constants::truth_of;
use super::facts::{Each, Facts};
use super::liveness::children;
use std::collections::HashMap;
use tileport_python::Package;
use tileport_python::lower::builtin::Builtin;
use tileport_python::mid::types::Callee;
use tileport_python::mid::{Const, Type};
use tileport_python::modules::FunctionRef;
use tileport_python::tree::{Expr, ExprKind, Stmt, StmtKind};

impl std::fmt::Display for Order {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self:?}")
    }
}

/// How the accesses to an array are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// No access waits for another.
    #[default]
    Free,
    /// Writes only, one after the other.
    Writes,
    /// Reads and writes.
    All,
    /// Accesses the writer does not order: atomics, or inside of helpers.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Read,
    /// `distinct`: in different places in each iteration of the loop directly around it.
    Write {
        distinct: bool,
    },
    Atomic,
}

#[derive(Clone, Copy, Debug)]
struct Access {
    kind: Kind,
    loops: usize,
    in_helper: bool,
}

/// How the accesses to each array of a kernel are ordered in each configuration; arrays by
/// parameter name.
pub fn orders(
    package: &Package,
    facts: &Facts,
    module: u32,
    body: &[Stmt],
    arrays: &[String],
) -> HashMap<String, Each<Order>> {
    let mut out: HashMap<String, Each<Order>> = HashMap::new();
    for configuration in 0..facts.len() {
        let active = (0..facts.len()).map(|i| i == configuration).collect();
        for (array, order) in orders_in(package, facts, active, module, body, arrays) {
            let each = out.entry(array).or_insert_with(|| Each(Vec::new()));
            each.0.push(Some(order));
        }
    }
    out
}

/// The same in the one configuration that is `active`.
fn orders_in(
    package: &Package,
    facts: &Facts,
    active: Vec<bool>,
    module: u32,
    body: &[Stmt],
    arrays: &[String],
) -> HashMap<String, Order> {
    let mut walk = Walk {
        package,
        facts,
        active,
        module,
        names: arrays.iter().map(|a| (a.clone(), a.clone())).collect(),
        found: Vec::new(),
        loops: Vec::new(),
        branches: 0,
        depth: 0,
    };
    walk.block(body);
    let mut out = HashMap::new();
    for array in arrays {
        let accesses: Vec<Access> = walk
            .found
            .iter()
            .filter(|(name, _)| name == array)
            .map(|(_, access)| *access)
            .collect();
        out.insert(array.clone(), order(&accesses));
    }
    out
}

fn order(accesses: &[Access]) -> Order {
    let writes: Vec<&Access> = accesses.iter().filter(|a| a.kind != Kind::Read).collect();
    if writes.is_empty() {
        return Order::Free;
    }
    if writes.iter().any(|w| w.kind == Kind::Atomic) {
        return Order::Unknown;
    }
    let free = match (writes.as_slice(), accesses.len()) {
        ([one], 1) => match one.kind {
            Kind::Write { distinct } => one.loops == 0 || one.loops == 1 && distinct,
            _ => false,
        },
        _ => false,
    };
    if free {
        return Order::Free;
    }
    if accesses.iter().any(|a| a.in_helper) {
        return Order::Unknown;
    }
    match writes.len() == accesses.len() {
        true => Order::Writes,
        false => Order::All,
    }
}

struct Walk<'a> {
    package: &'a Package,
    facts: &'a Facts,
    /// The configuration, among all.
    active: Vec<bool>,
    module: u32,
    names: HashMap<String, String>,
    found: Vec<(String, Access)>,
    /// Loop variables; `None` for `while`. With the branches around the loop's body.
    loops: Vec<(Option<String>, usize)>,
    branches: usize,
    depth: usize,
}

const MAX_DEPTH: usize = 64;

impl Walk<'_> {
    fn block(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { targets, value } => {
                self.expr(value);
                if let ([target], ExprKind::Name { id, .. }) = (targets.as_slice(), &value.kind)
                    && let ExprKind::Name { id: to, .. } = &target.kind
                    && let Some(array) = self.names.get(id.as_str()).cloned()
                {
                    self.names.insert(to.to_string(), array);
                }
            }
            StmtKind::AugAssign { value, .. } => self.expr(value),
            StmtKind::AnnAssign { value, .. } | StmtKind::Return { value } => {
                if let Some(value) = value {
                    self.expr(value);
                }
            }
            StmtKind::Expr { value } => self.expr(value),
            StmtKind::For {
                target, iter, body, ..
            } => {
                self.expr(iter);
                let name = match &target.kind {
                    ExprKind::Name { id, .. } => Some(id.to_string()),
                    _ => None,
                };
                self.loops.push((name, self.branches));
                self.block(body);
                self.loops.pop();
            }
            StmtKind::While { test, body, .. } => {
                self.expr(test);
                self.loops.push((None, self.branches));
                self.block(body);
                self.loops.pop();
            }
            StmtKind::If { test, body, orelse } => {
                self.expr(test);
                let fact = self.facts.at(self.module, test.span, &[], &self.active);
                let known = fact.and_then(|f| f.constant);
                match known.as_ref().and_then(truth_of) {
                    // A condition known while compiling makes no branch.
                    Some(true) => self.block(body),
                    Some(false) => self.block(orelse),
                    None => {
                        self.branches += 1;
                        self.block(body);
                        self.block(orelse);
                        self.branches -= 1;
                    }
                }
            }
            StmtKind::With { body, .. } => self.block(body),
            _ => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        children(expr, &mut |e| self.expr(e));
        let ExprKind::Call {
            func,
            args,
            keywords,
        } = &expr.kind
        else {
            return;
        };
        let Some(fact) = self.facts.at(self.module, func.span, &[], &self.active) else {
            return;
        };
        match fact.value() {
            Some(Const::Builtin(builtin)) => {
                let index = args.get(1).or_else(|| {
                    let named = |n: &&tileport_python::tree::Keyword| {
                        n.arg
                            .as_deref()
                            .is_some_and(|a| a == "index" || a == "indices")
                    };
                    keywords.iter().find(named).map(|k| &k.value)
                });
                if let Some(array) = args.first() {
                    self.access(*builtin, array, index);
                }
            }
            Some(Const::Function(function)) => self.helper(*function, args),
            _ => {
                if let Some(Type::BoundMethod(method)) = fact.ty.uniform()
                    && let Callee::Builtin(builtin) = &method.function
                    && let ExprKind::Attribute { value, .. } = &func.kind
                {
                    self.access(*builtin, value, args.first());
                }
            }
        }
    }

    fn access(&mut self, builtin: Builtin, array: &Expr, index: Option<&Expr>) {
        let ExprKind::Name { id, .. } = &array.kind else {
            return;
        };
        let Some(array) = self.names.get(id.as_str()).cloned() else {
            return;
        };
        let Some(kind) = self.kind(builtin, index) else {
            return;
        };
        let access = Access {
            kind,
            loops: self.loops.len(),
            in_helper: self.depth > 0,
        };
        self.found.push((array, access));
    }

    fn kind(&self, builtin: Builtin, index: Option<&Expr>) -> Option<Kind> {
        use Builtin::*;
        match builtin {
            CtLoad | CtGather | CtLoadAdvanced | ViewLoad | RawLoad => Some(Kind::Read),
            CtStore => {
                let distinct = match self.loops.last() {
                    Some((Some(variable), branches)) => {
                        *branches == self.branches && index.is_some_and(|i| has_item(i, variable))
                    }
                    _ => false,
                };
                Some(Kind::Write { distinct })
            }
            CtScatter | CtStoreAdvanced | ViewStore | RawStore => {
                Some(Kind::Write { distinct: false })
            }
            CtAtomicCas | CtAtomicXchg | CtAtomicAdd | CtAtomicMin | CtAtomicMax | CtAtomicAnd
            | CtAtomicOr | CtAtomicXor | ViewAtomicAdd | ViewAtomicMin | ViewAtomicMax
            | ViewAtomicAnd | ViewAtomicOr | ViewAtomicXor | RawAtomicCas | RawAtomicXchg
            | RawAtomicAdd | RawAtomicMin | RawAtomicMax | RawAtomicAnd | RawAtomicOr
            | RawAtomicXor => Some(Kind::Atomic),
            _ => None,
        }
    }

    fn helper(&mut self, function: FunctionRef, args: &[Expr]) {
        if self.depth >= MAX_DEPTH {
            return;
        }
        let Some(module) = self.package.module_by_id(function.module) else {
            return;
        };
        let Some(def) = module.functions.get(function.index as usize) else {
            return;
        };
        let def = def.def.clone();
        let mut names = HashMap::new();
        for (parameter, arg) in def.args.posonlyargs.iter().chain(&def.args.args).zip(args) {
            if let ExprKind::Name { id, .. } = &arg.kind
                && let Some(array) = self.names.get(id.as_str())
            {
                names.insert(parameter.arg.to_string(), array.clone());
            }
        }
        if names.is_empty() {
            return;
        }
        let outer = std::mem::replace(&mut self.names, names);
        let outer_module = std::mem::replace(&mut self.module, function.module);
        self.depth += 1;
        self.block(&def.body);
        self.depth -= 1;
        self.module = outer_module;
        self.names = outer;
    }
}

fn has_item(index: &Expr, variable: &str) -> bool {
    let is = |e: &Expr| matches!(&e.kind, ExprKind::Name { id, .. } if id.as_str() == variable);
    match &index.kind {
        ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => elts.iter().any(is),
        _ => is(index),
    }
}
