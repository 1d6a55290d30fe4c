//! From a function's tree to HIR.

mod expr;
mod names;
mod stmt;
mod unsupported;

use super::{
    Block, Function, Instr, InstrKind, Jump, Mode, Operand, Parameter, ParameterDefault,
    ResolvedName, ValueId,
};
use crate::diagnostic::{Error, Result};
use crate::eval::{self, Scope};
use crate::lower::builtin::ParameterKind;
use crate::mid::Const;
use crate::modules::{Captured, FunctionDef, Global, Package};
use crate::source::Span;
use crate::tree::{self, Stmt};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// Blocks and expressions that may be nested in a function.
const MAX_NESTING: u32 = 500;

/// The HIR of a function of a module.
///
/// # Errors
/// Syntax that kernels may not use.
pub fn function(package: &Package, module: u32, def: &FunctionDef, mode: Mode) -> Result<Function> {
    if def.def.is_async {
        return Err(Error::syntax("async functions cannot be part of a kernel")
            .found(&def.def.name)
            .help("write def without async"));
    }
    let names = names::of_function(&def.def.args, names::Code::Body(&def.def.body));
    let mut context = Context::new(
        package,
        module,
        mode,
        0,
        &names.locals,
        names.locals.clone(),
        HashMap::new(),
    );
    context.captured = def.captured.clone();
    let code = Code::Def {
        name: def.def.name.as_str(),
        args: &def.def.args,
        body: &def.def.body,
        span: def.span,
    };
    context.build(code, Defaults::Module(&def.scope))
}

/// Errors reported for one function.
const MAX_ERRORS: usize = 20;

/// What a function consists of.
#[derive(Clone, Copy)]
enum Code<'t> {
    Def {
        name: &'t str,
        args: &'t tree::Arguments,
        body: &'t [Stmt],
        span: Span,
    },
    Lambda {
        args: &'t tree::Arguments,
        body: &'t tree::Expr,
        span: Span,
    },
}

impl<'t> Code<'t> {
    fn args(self) -> &'t tree::Arguments {
        match self {
            Code::Def { args, .. } | Code::Lambda { args, .. } => args,
        }
    }

    fn span(self) -> Span {
        match self {
            Code::Def { span, .. } | Code::Lambda { span, .. } => span,
        }
    }
}

/// Where defaults of parameters are evaluated.
#[derive(Clone, Copy)]
enum Defaults<'s> {
    /// In the module, once.
    Module(&'s Scope),
    /// Where the closure is made, each time.
    Closure,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LoopKind {
    Dynamic,
    Static,
}

/// What is known while a function is built.
struct Context<'p> {
    package: &'p Package,
    module: u32,
    mode: Mode,
    depth: u32,
    /// Names that are local here or in an enclosing function.
    visible: HashSet<Arc<str>>,
    locals: Vec<Arc<str>>,
    index_of: HashMap<Arc<str>, u32>,
    outer: HashMap<Arc<str>, (u32, u32)>,
    /// Variables of the function that made the outermost one.
    captured: Captured,
    /// Locals of comprehensions: not carried by loops and branches.
    comprehension_locals: HashSet<u32>,
    comprehensions: u32,
    loops: Vec<LoopKind>,
    blocks: Vec<Block>,
    stored: Vec<BTreeSet<u32>>,
    span: Span,
    values: u32,
    nesting: u32,
    /// Errors of statements so far.
    errors: Vec<Error>,
    /// Captured names of nested functions.
    nested_captures: Vec<BTreeSet<u32>>,
}

impl<'p> Context<'p> {
    fn new(
        package: &'p Package,
        module: u32,
        mode: Mode,
        depth: u32,
        own: &BTreeSet<Arc<str>>,
        visible: impl IntoIterator<Item = Arc<str>>,
        outer: HashMap<Arc<str>, (u32, u32)>,
    ) -> Self {
        let locals: Vec<Arc<str>> = own.iter().cloned().collect();
        let index_of = locals.iter().cloned().zip(0..).collect();
        Context {
            package,
            module,
            mode,
            depth,
            visible: visible.into_iter().collect(),
            locals,
            index_of,
            outer,
            captured: std::iter::empty().collect(),
            comprehension_locals: HashSet::new(),
            comprehensions: 0,
            loops: Vec::new(),
            blocks: Vec::new(),
            stored: Vec::new(),
            span: Span::default(),
            values: 0,
            nesting: 0,
            errors: Vec::new(),
            nested_captures: vec![BTreeSet::new(); depth as usize],
        }
    }

    fn build(mut self, code: Code<'_>, defaults: Defaults<'_>) -> Result<Function> {
        self.span = code.span();
        let body = self.function_body(code);
        let params = self.parameters(code.args(), defaults);
        if !self.errors.is_empty() {
            // In the order in which they were found.
            let last = body.err().into_iter().chain(params.err());
            let errors = std::mem::take(&mut self.errors).into_iter().chain(last);
            return Err(Error::all(errors).unwrap_or_else(Error::consequence));
        }
        let (body, params) = (body?, params?);
        let mut captures = self.nested_captures;
        collect_captures(&body, self.depth, &mut captures);
        Ok(Function {
            name: match code {
                Code::Def { name, .. } => Some(name.into()),
                Code::Lambda { .. } => None,
            },
            module: self.module,
            span: code.span(),
            params,
            locals: self.locals,
            body,
            values: self.values,
            depth: self.depth,
            captures: captures
                .into_iter()
                .map(|set| set.into_iter().collect())
                .collect(),
        })
    }

    fn function_body(&mut self, code: Code<'_>) -> Result<Block> {
        self.open_block(Vec::new());
        match code {
            Code::Lambda { body, .. } => {
                let result = self.expr(body)?;
                self.top().result = Some(result);
            }
            Code::Def { body, .. } if self.mode == Mode::Helper => {
                // The body is a loop, so that `return` can break out of it.
                self.declare("$returning");
                self.declare("$retval");
                self.open_block(Vec::new());
                self.store("$returning", Operand::Const(Const::Bool(false)))?;
                self.statements(body)?;
                if self.top().jump.is_none() {
                    self.store("$retval", Operand::Const(Const::None))?;
                    self.jump(Jump::Break, None);
                }
                let inner = self.close_block();
                self.emit_void(InstrKind::Loop {
                    body: inner,
                    iterable: None,
                });
                let result = self.load("$retval");
                self.top().result = Some(result);
            }
            Code::Def { body, .. } => {
                self.statements(body)?;
                if self.top().jump.is_none() && self.mode == Mode::Entry {
                    let top = self.top();
                    top.jump = Some(Jump::Return);
                }
            }
        }
        Ok(self.close_block())
    }

    fn parameters(
        &mut self,
        args: &tree::Arguments,
        defaults: Defaults<'_>,
    ) -> Result<Vec<Parameter>> {
        if self.mode == Mode::Entry
            && let Some(arg) = args.vararg.as_deref().or(args.kwarg.as_deref())
        {
            return Err(self.syntax(
                "kernels cannot take a variable number of arguments",
                arg.span,
            ));
        }
        let mut out = Vec::new();
        let mut closure_defaults = 0u32;
        let mut default = |expr: Option<&tree::Expr>| match (expr, defaults) {
            (None, _) => ParameterDefault::Required,
            (Some(_), Defaults::Closure) => {
                closure_defaults += 1;
                ParameterDefault::Closure(closure_defaults - 1)
            }
            (Some(expr), Defaults::Module(scope)) => ParameterDefault::Value(
                eval::constant_in(self.package, scope, expr)
                    .unwrap_or_else(|_| Const::Opaque("default computed by host code".into())),
            ),
        };
        let mut push = |arg: &tree::Arg, kind, default| {
            let local = self.index_of.get(arg.arg.as_str()).copied().unwrap_or(0);
            out.push(Parameter {
                name: arg.arg.as_str().into(),
                kind,
                default,
                local,
                span: arg.span,
            });
        };
        let positional = args.posonlyargs.len() + args.args.len();
        let required = positional.saturating_sub(args.defaults.len());
        let kinds = args
            .posonlyargs
            .iter()
            .map(|a| (a, ParameterKind::PositionalOnly))
            .chain(args.args.iter().map(|a| (a, ParameterKind::Both)));
        for (i, (arg, kind)) in kinds.enumerate() {
            let given = i.checked_sub(required).and_then(|k| args.defaults.get(k));
            push(arg, kind, default(given));
        }
        if let Some(arg) = &args.vararg {
            push(arg, ParameterKind::Rest, ParameterDefault::Required);
        }
        for (arg, given) in args.kwonlyargs.iter().zip(&args.kw_defaults) {
            push(arg, ParameterKind::KeywordOnly, default(given.as_ref()));
        }
        if let Some(arg) = &args.kwarg {
            push(arg, ParameterKind::Keywords, ParameterDefault::Required);
        }
        Ok(out)
    }

    // ---- blocks and instructions ---------------------------------------------------------

    fn open_block(&mut self, params: Vec<ValueId>) {
        self.blocks.push(Block {
            params,
            span: self.span,
            ..Block::default()
        });
        self.stored.push(BTreeSet::new());
    }

    /// Ends the innermost block; what it stores counts for the enclosing one too.
    fn close_block(&mut self) -> Block {
        let mut block = self.blocks.pop().unwrap_or_default();
        let stored = self.stored.pop().unwrap_or_default();
        if let Some(outer) = self.stored.last_mut() {
            outer.extend(&stored);
        }
        block.stored = stored.into_iter().collect();
        block
    }

    fn top(&mut self) -> &mut Block {
        if self.blocks.is_empty() {
            self.blocks.push(Block::default());
        }
        let last = self.blocks.len() - 1;
        &mut self.blocks[last]
    }

    fn new_value(&mut self) -> ValueId {
        self.values += 1;
        ValueId(self.values - 1)
    }

    fn emit(&mut self, kind: InstrKind) -> Operand {
        let result = self.new_value();
        let span = self.span;
        self.top().instrs.push(Instr {
            result: Some(result),
            kind,
            span,
        });
        Operand::Value(result)
    }

    fn emit_void(&mut self, kind: InstrKind) {
        let span = self.span;
        self.top().instrs.push(Instr {
            result: None,
            kind,
            span,
        });
    }

    fn jump(&mut self, jump: Jump, result: Option<Operand>) {
        let span = self.span;
        let top = self.top();
        top.jump = Some(jump);
        top.result = result;
        top.jump_span = Some(span);
    }

    // ---- names ---------------------------------------------------------------------------

    fn declare(&mut self, name: &str) {
        if !self.index_of.contains_key(name) {
            let name: Arc<str> = name.into();
            self.index_of.insert(name.clone(), self.locals.len() as u32);
            self.locals.push(name);
        }
    }

    fn store(&mut self, name: &str, value: Operand) -> Result<()> {
        let Some(&index) = self.index_of.get(name) else {
            return Err(self
                .syntax(
                    "assignment to a global or nonlocal variable is not supported",
                    self.span,
                )
                .found(name)
                .help("return the value, or pass it as an argument"));
        };
        self.emit_void(InstrKind::StoreVar { index, value });
        if !self.comprehension_locals.contains(&index)
            && let Some(stored) = self.stored.last_mut()
        {
            stored.insert(index);
        }
        Ok(())
    }

    fn load(&mut self, name: &str) -> Operand {
        let text: Arc<str> = name.into();
        let resolved = if let Some(&index) = self.index_of.get(name) {
            ResolvedName::Local {
                depth: self.depth,
                index,
            }
        } else if let Some(&(depth, index)) = self.outer.get(name) {
            ResolvedName::Local { depth, index }
        } else if let Some((_, value)) = self.captured.iter().find(|(n, _)| &**n == name) {
            return self.emit(InstrKind::Literal(value.clone()));
        } else if self.package.has_global(self.module, name) {
            ResolvedName::Global(Global {
                module: self.module,
                name: text.clone(),
            })
        } else {
            ResolvedName::Unknown
        };
        self.emit(InstrKind::LoadVar {
            name: resolved,
            text,
        })
    }

    /// The value of a name that is not local, if it can be told.
    fn global_value(&self, name: &str) -> Option<Const> {
        if self.visible.contains(name) {
            return None;
        }
        match self.captured.iter().find(|(n, _)| &**n == name) {
            Some((_, value)) => Some(value.clone()),
            None => self.package.global(self.module, name).ok(),
        }
    }

    /// Runs `f` with the place set to `span`, bounding how deep the tree goes.
    fn at<T>(&mut self, span: Span, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting >= MAX_NESTING {
            return Err(Error::limit("code is nested too deeply").in_module(self.module, span));
        }
        let old = std::mem::replace(&mut self.span, span);
        self.nesting += 1;
        let result = crate::stack::enough(|| f(self));
        self.nesting -= 1;
        self.span = old;
        result
    }

    fn syntax(&self, message: &str, span: Span) -> Error {
        Error::syntax(message).in_module(self.module, span)
    }

    fn closure(&mut self, code: Code<'_>) -> Result<Operand> {
        let args = code.args();
        let mut defaults = Vec::new();
        for default in args
            .defaults
            .iter()
            .chain(args.kw_defaults.iter().flatten())
        {
            defaults.push(self.expr(default)?);
        }
        let names = names::of_function(
            args,
            match code {
                Code::Def { body, .. } => names::Code::Body(body),
                Code::Lambda { body, .. } => names::Code::Expr(body),
            },
        );
        let visible = self
            .visible
            .iter()
            .filter(|n| !names.globals.contains(*n))
            .chain(&names.locals)
            .cloned();
        let mut outer = self.outer.clone();
        for (name, &index) in &self.index_of {
            if !name.starts_with('$') {
                outer.insert(name.clone(), (self.depth, index));
            }
        }
        let mut nested = Context::new(
            self.package,
            self.module,
            Mode::Helper,
            self.depth + 1,
            &names.locals,
            visible.collect::<Vec<_>>(),
            outer,
        );
        nested.nesting = self.nesting;
        nested.captured = self.captured.clone();
        let function = nested.build(code, Defaults::Closure)?;
        for (mine, theirs) in self.nested_captures.iter_mut().zip(&function.captures) {
            mine.extend(theirs);
        }
        Ok(self.emit(InstrKind::Closure {
            function: Arc::new(function),
            defaults,
        }))
    }
}

/// Adds the variables of enclosing functions that `block` reads.
fn collect_captures(block: &Block, depth: u32, captures: &mut [BTreeSet<u32>]) {
    for instr in &block.instrs {
        if let InstrKind::LoadVar {
            name: ResolvedName::Local { depth: d, index },
            ..
        } = &instr.kind
            && *d < depth
            && let Some(set) = captures.get_mut(*d as usize)
        {
            set.insert(*index);
        }
        for nested in instr.kind.blocks() {
            collect_captures(nested, depth, captures);
        }
    }
}
