//! Execution of HIR: instructions, calls, inlining (official `hir2ir.py`).

use super::Lowering;
use super::builtin::{Builtin, Home, ParameterKind};
use super::dispatch::{Args, BoundArg};
use super::scope::{Frame, ScopeId};
use crate::classes;
use crate::diagnostic::{Error, Kind, Result};
use crate::dtype::{Dtype, Element};
use crate::hir::{
    self, Block, Function, Instr, InstrKind, Mode, Operand, ParameterDefault, ResolvedName, ValueId,
};
use crate::mid::types::Callee;
use crate::mid::{Const, Loc, LocId, Type, Var};
use crate::modules::{ClassRef, Decoration, FunctionRef};
use crate::source::Span;
use std::sync::Arc;

/// Functions that may be inlined into each other.
const MAX_INLINING: usize = 1000;
/// Instructions that one lowering may execute: static loops are unrolled.
const MAX_STEPS: u32 = 300_000;
/// Parts of a value that cost as much as an instruction whenever it is handled.
const PARTS_OF_A_STEP: u32 = 64;
/// Variables that a kernel may come to.
const MAX_VARIABLES: usize = 2_000_000;

/// Positional and keyword arguments of a call.
#[derive(Debug, Default)]
pub struct CallArgs {
    /// Positional ones.
    pub positional: Vec<Var>,
    /// Keyword ones.
    pub keywords: Vec<(Arc<str>, Var)>,
}

impl CallArgs {
    /// Only positional arguments.
    pub fn positional(args: impl Into<Vec<Var>>) -> CallArgs {
        CallArgs {
            positional: args.into(),
            keywords: Vec::new(),
        }
    }
}

impl Lowering<'_> {
    // ---- places --------------------------------------------------------------------------

    /// A place in the function being inlined, with the call that led there.
    pub(crate) fn place_of(&mut self, span: Span) -> Result<LocId> {
        let frame = self.frame()?;
        let (module, call_site) = (frame.function.module, frame.call_site);
        Ok(self.body.new_loc(Loc {
            module,
            start: span.start,
            end: span.end,
            call_site,
        }))
    }

    pub(crate) fn block_loc(&mut self, block: &Block) -> Result<LocId> {
        self.place_of(block.span)
    }

    // ---- values --------------------------------------------------------------------------

    pub(crate) fn set_value(&mut self, id: ValueId, var: Var) -> Result<()> {
        let values = &mut self.frame()?.values;
        match values.get_mut(id.0 as usize) {
            Some(slot) => {
                *slot = Some(var);
                Ok(())
            }
            None => Err(Error::unsupported("internal: value out of range")),
        }
    }

    /// The variable of an operand; a constant gets a new one.
    pub(crate) fn operand(&mut self, operand: &Operand) -> Result<Var> {
        match operand {
            Operand::Value(id) => self
                .frame()?
                .values
                .get(id.0 as usize)
                .copied()
                .flatten()
                .ok_or_else(|| Error::unsupported("internal: value used before it is defined")),
            Operand::Const(c) => self.const_var(c),
        }
    }

    // ---- blocks --------------------------------------------------------------------------

    /// Executes a block of HIR into the present block.
    ///
    /// # Errors
    /// The first thing that cannot be lowered, with its place.
    pub(crate) fn dispatch_block(&mut self, block: &Block) -> Result<()> {
        self.dispatch_from(block, 0, None)
    }

    /// Executes a block from an instruction on, up to another if given.
    pub(crate) fn dispatch_from(
        &mut self,
        block: &Block,
        start: usize,
        stop: Option<usize>,
    ) -> Result<()> {
        crate::stack::enough(|| self.dispatch_part(block, start, stop))
    }

    fn dispatch_part(&mut self, block: &Block, start: usize, stop: Option<usize>) -> Result<()> {
        let outer = self.loc;
        for (i, instr) in block.instrs.iter().enumerate().skip(start) {
            if stop == Some(i) {
                self.loc = outer;
                return Ok(());
            }
            let loc = self.place_of(instr.span)?;
            self.loc = loc;
            self.steps += 1;
            if self.steps > MAX_STEPS || self.body.variables() > MAX_VARIABLES {
                return Err(Error::limit("the kernel unrolls to too many operations").at(loc));
            }
            let mark = self.mark();
            if let Err(e) = self.instruction(instr) {
                self.recover(instr, e.at(loc), mark)?;
            }
            if self.terminated {
                // A jump in a branch whose condition is known.
                self.loc = outer;
                return Ok(());
            }
        }
        let loc = match block.jump_span {
            Some(span) => self.place_of(span)?,
            None => LocId::UNKNOWN,
        };
        self.loc = loc;
        self.dispatch_jump(block).map_err(|e| e.at(loc))?;
        self.loc = outer;
        Ok(())
    }

    fn instruction(&mut self, instr: &Instr) -> Result<()> {
        let value = self.instruction_value(&instr.kind)?;
        let (Some(id), Some(var)) = (instr.result, value) else {
            return Ok(());
        };
        self.steps += self.body.var(var).mass.parts() / PARTS_OF_A_STEP;
        if self.options.trace {
            self.record(instr.span, var)?;
        }
        self.set_value(id, var)
    }

    /// Lowers an instruction; `None` when it has no value, or the block has ended.
    fn instruction_value(&mut self, kind: &InstrKind) -> Result<Option<Var>> {
        match kind {
            InstrKind::LoadVar { name, text } => self.load_var(name, text).map(Some),
            InstrKind::StoreVar { index, value } => {
                let value = self.operand(value)?;
                self.store_var(*index, value)?;
                Ok(None)
            }
            InstrKind::Literal(c) => self.const_var(c).map(Some),
            InstrKind::Call {
                callee,
                args,
                keywords,
            } => {
                let callee = self.operand(callee)?;
                let args = self.call_args(args, keywords)?;
                self.call(callee, args)
            }
            InstrKind::Builtin { function, args } => {
                let args = args
                    .iter()
                    .map(|a| self.operand(a))
                    .collect::<Result<Vec<_>>>()?;
                let args = Args(args.into_iter().map(BoundArg::Var).collect());
                self.finish_builtin(*function, &args)
            }
            InstrKind::GetAttr { object, name } => {
                let object = self.operand(object)?;
                self.getattr(object, name).map(Some)
            }
            InstrKind::Tuple(items) => {
                let items = self.call_args(items, &[])?.positional;
                self.tuple(&items).map(Some)
            }
            InstrKind::Unpack { value, count } => {
                let value = self.operand(value)?;
                self.unpack(value, *count).map(Some)
            }
            InstrKind::Truth(value) => {
                let value = self.operand(value)?;
                self.dtype_call(crate::dtype::Dtype::Bool, value).map(Some)
            }
            InstrKind::Format { pieces, values } => {
                let values = values
                    .iter()
                    .map(|v| self.operand(v))
                    .collect::<Result<Vec<_>>>()?;
                self.format_string(pieces, &values).map(Some)
            }
            InstrKind::Loop { body, iterable } => {
                self.lower_loop(body, iterable.as_ref())?;
                Ok(None)
            }
            InstrKind::StaticFor { body, items } => {
                let items = self.operand(items)?;
                self.static_for(body, items)?;
                Ok(None)
            }
            InstrKind::If {
                cond,
                then_block,
                else_block,
            } => {
                let cond = self.operand(cond)?;
                self.lower_if(cond, then_block, else_block)
            }
            InstrKind::StaticIf { cond, then_block } => {
                let cond = self.operand(cond)?;
                self.bool_scalar(cond)?;
                if self.body.constant(cond).is_none() {
                    return Err(Error::ty(
                        "the condition of a tuple comprehension must be known \
                                          while compiling",
                    )
                    .help("wrap it in ct.static_eval()"));
                }
                if self.constant_bool(cond)? {
                    self.flatten_branch(then_block)?;
                }
                Ok(None)
            }
            InstrKind::Closure { function, defaults } => {
                let defaults = defaults
                    .iter()
                    .map(|d| self.operand(d))
                    .collect::<Result<Vec<_>>>()?;
                self.make_closure(function, defaults).map(Some)
            }
            InstrKind::StaticEval { expr, locals } => {
                let locals = locals
                    .iter()
                    .map(|v| self.operand(v))
                    .collect::<Result<Vec<_>>>()?;
                self.static_eval(expr, &locals).map(Some)
            }
            InstrKind::StaticAssert { condition, message } => {
                let condition = self.operand(condition)?;
                self.static_assert(condition, message)?;
                self.const_var(&Const::None).map(Some)
            }
            InstrKind::EnterContext { manager } => {
                let manager = self.operand(manager)?;
                self.enter_context(manager).map(Some)
            }
            InstrKind::PopContext => {
                self.pop_context()?;
                Ok(None)
            }
            InstrKind::Yield(_) => Err(Error::syntax("yield outside of a context manager")),
        }
    }

    fn call_args(&mut self, args: &[hir::Arg], keywords: &[hir::KeywordArg]) -> Result<CallArgs> {
        let mut out = CallArgs::default();
        for arg in args {
            let var = self.operand(&arg.value)?;
            if arg.starred {
                out.positional.extend(self.tuple_items(var)?.iter());
            } else {
                out.positional.push(var);
            }
        }
        for keyword in keywords {
            let var = self.operand(&keyword.value)?;
            match (&keyword.name, self.body.ty(var)?.clone()) {
                (Some(name), _) => out.keywords.push((name.clone(), var)),
                (None, Type::Dict(d)) => {
                    let parts = self.parts(var)?;
                    out.keywords
                        .extend(d.keys.iter().cloned().zip(parts.iter().copied()));
                }
                (None, other) => {
                    return Err(Error::ty("expected a dictionary after **").found(other));
                }
            }
        }
        Ok(out)
    }

    fn load_var(&mut self, name: &ResolvedName, text: &Arc<str>) -> Result<Var> {
        match name {
            ResolvedName::Local { depth, index } => {
                let scope = self.frame()?.scopes.get(*depth as usize).copied();
                let var = scope.and_then(|s| self.scopes.get(s, *index));
                match var {
                    Some(var) => {
                        self.body.ty(var)?;
                        Ok(var)
                    }
                    None => {
                        Err(Error::syntax("variable is used before it is assigned").found(text))
                    }
                }
            }
            ResolvedName::Global(global) => {
                let value = self.package.global(global.module, &global.name)?;
                if let Const::Opaque(what) = &value
                    && **what == *global.name
                {
                    return Err(Error::ty("this cannot be used in a kernel").found(what));
                }
                if let Const::Opaque(what) = &value {
                    return Err(Error::unsupported(format!(
                        "global `{text}` has a value that only running the module could tell"
                    ))
                    .found(what)
                    .help("pass it as a ct.Constant argument"));
                }
                self.const_var(&value)
            }
            ResolvedName::Unknown => {
                let frame = self.frame()?;
                let (module, function) = (frame.function.module, frame.function.clone());
                let globals = self.package.global_names(module);
                let locals = function.locals.iter().map(|n| &**n);
                let near =
                    crate::suggest::nearest(text, locals.chain(globals.iter().map(|n| &**n)));
                let error = Error::new(Kind::Missing, "name is not defined").found(text);
                Err(match near {
                    Some(near) => error.help(format!("did you mean `{near}`?")),
                    None => {
                        error.help("define or import it in this file, or pass it as an argument")
                    }
                })
            }
        }
    }

    // ---- calls ---------------------------------------------------------------------------

    /// Calls whatever a variable holds. `None` when the call ended the present block.
    ///
    /// # Errors
    /// Something that cannot be called, arguments that do not fit, whatever the callee objects to.
    pub fn call(&mut self, callee: Var, args: CallArgs) -> Result<Option<Var>> {
        match self.body.ty(callee)?.clone() {
            Type::Builtin(b) => self.call_with(b, args),
            Type::Function(f) => self.call_function(f, args),
            Type::BoundMethod(method) => {
                let object = self.parts(callee)?.first().copied();
                let mut args = args;
                args.positional.splice(0..0, object);
                match method.function {
                    Callee::Builtin(b) => self.call_with(b, args),
                    Callee::Function(f) => self.call_function(f, args),
                }
            }
            // Types of less than a byte are no constructors.
            Type::Dtype(Element::Scalar(dtype)) if dtype != Dtype::Float4E2M1FN => {
                match (args.positional.as_slice(), args.keywords.as_slice()) {
                    ([], []) => {
                        let zero = self.const_var(&Const::Int(0))?;
                        self.dtype_call(dtype, zero).map(Some)
                    }
                    ([x], []) => self.dtype_call(dtype, *x).map(Some),
                    _ => Err(Error::ty("a data type takes one argument")),
                }
            }
            Type::Class(class) => self.construct(class, args).map(Some),
            Type::Closure(closure) => self.call_closure(callee, &closure, args),
            Type::Dataclass(d) => match classes::method(self.package, d.class, "__call__") {
                Some(method) => {
                    let mut args = args;
                    args.positional.insert(0, callee);
                    self.call_function(method.function, args)
                }
                None => Err(Error::ty("object cannot be called").found("dataclass instance")),
            },
            other => Err(Error::ty("object cannot be called").found(other)),
        }
    }

    /// Calls a built-in by position, as operators do; a result that is `None` becomes `None`.
    ///
    /// # Errors
    /// Whatever it objects to.
    pub(crate) fn finish_builtin(&mut self, function: Builtin, args: &Args) -> Result<Option<Var>> {
        let result = self
            .call_builtin(function, args)
            .map_err(|e| name_argument(e, function, args))?;
        if self.terminated {
            return Ok(None);
        }
        match result {
            Some(var) => Ok(Some(var)),
            None => self.const_var(&Const::None).map(Some),
        }
    }

    /// Calls a built-in with arguments still to be bound to its parameters.
    ///
    /// # Errors
    /// Arguments that do not fit, whatever it objects to.
    pub fn call_with(&mut self, function: Builtin, args: CallArgs) -> Result<Option<Var>> {
        let specs = function.parameters();
        let bound = self.bind(
            function.name(),
            specs.iter().map(|p| (&p.name, p.kind)),
            args,
            |lw, i| match specs.get(i).and_then(|p| p.default.as_ref()) {
                Some(default) => lw.const_var(default).map(Some),
                None => Ok(None),
            },
        )?;
        self.finish_builtin(function, &Args(bound))
    }

    /// Calls a built-in by position and gives its value.
    ///
    /// # Errors
    /// Whatever it objects to.
    pub fn apply(&mut self, function: Builtin, args: &[Var]) -> Result<Var> {
        let args = Args(args.iter().map(|v| BoundArg::Var(*v)).collect());
        self.finish_builtin(function, &args)?
            .ok_or_else(|| Error::unsupported("internal: a function ended its block"))
    }

    /// Binds arguments to parameters as Python does; `default` gives the default of a parameter.
    fn bind<'n>(
        &mut self,
        function: &str,
        params: impl Iterator<Item = (&'n Arc<str>, ParameterKind)>,
        args: CallArgs,
        mut default: impl FnMut(&mut Self, usize) -> Result<Option<Var>>,
    ) -> Result<Vec<BoundArg>> {
        let refuse = |what: &str, params: &[(&Arc<str>, ParameterKind)]| {
            Err(Error::ty(format!("{function}(): {what}"))
                .help(format!("its parameters are ({})", parameter_list(params))))
        };
        let CallArgs {
            positional,
            mut keywords,
        } = args;
        let mut positional = positional.into_iter();
        let mut bound = Vec::new();
        let params: Vec<_> = params.collect();
        let accepts_any = params.iter().any(|(_, k)| *k == ParameterKind::Keywords);
        for (i, &(name, kind)) in params.iter().enumerate() {
            let by_name = |keywords: &mut Vec<(Arc<str>, Var)>| {
                let at = keywords.iter().position(|(n, _)| n == name)?;
                Some(keywords.remove(at).1)
            };
            let given = match kind {
                ParameterKind::PositionalOnly => positional.next(),
                ParameterKind::Both => match positional.next() {
                    Some(var) => {
                        if keywords.iter().any(|(n, _)| n == name) {
                            return refuse(&format!("argument `{name}` is given twice"), &params);
                        }
                        Some(var)
                    }
                    None => by_name(&mut keywords),
                },
                ParameterKind::KeywordOnly => by_name(&mut keywords),
                ParameterKind::Rest => {
                    bound.push(BoundArg::Rest(positional.by_ref().collect()));
                    continue;
                }
                ParameterKind::Keywords => {
                    bound.push(BoundArg::Keywords(std::mem::take(&mut keywords)));
                    continue;
                }
            };
            match given {
                Some(var) => bound.push(BoundArg::Var(var)),
                None => match default(self, i)? {
                    Some(var) => bound.push(BoundArg::Var(var)),
                    None => return refuse(&format!("argument `{name}` is missing"), &params),
                },
            }
        }
        if positional.next().is_some() {
            return refuse("too many positional arguments", &params);
        }
        match keywords.first() {
            Some((name, _)) if !accepts_any => {
                let is_positional = |(n, k): &(&Arc<str>, ParameterKind)| {
                    *n == name && *k == ParameterKind::PositionalOnly
                };
                if params.iter().any(is_positional) {
                    refuse(
                        &format!("argument `{name}` can only be given by position"),
                        &params,
                    )
                } else {
                    refuse(&format!("there is no parameter `{name}`"), &params)
                }
            }
            _ => Ok(bound),
        }
    }

    pub(crate) fn bind_function(
        &mut self,
        function: &Function,
        args: CallArgs,
        defaults: &[Var],
    ) -> Result<Vec<BoundArg>> {
        let name = function.name.as_deref().unwrap_or("<lambda>");
        self.bind(
            name,
            function.params.iter().map(|p| (&p.name, p.kind)),
            args,
            |lw, i| match function.params.get(i).map(|p| &p.default) {
                Some(ParameterDefault::Value(c)) => lw.const_var(c).map(Some),
                Some(ParameterDefault::Closure(k)) => Ok(defaults.get(*k as usize).copied()),
                _ => Ok(None),
            },
        )
    }

    /// Inlines a function of the package.
    ///
    /// # Errors
    /// Arguments that do not fit, whatever its code gives.
    pub fn call_function(&mut self, f: FunctionRef, args: CallArgs) -> Result<Option<Var>> {
        match self.package.decoration(f) {
            Decoration::Plain => {}
            Decoration::ContextManager => return self.make_context(f, args).map(Some),
            Decoration::Static => return self.call_static(f, &args).map(Some),
            Decoration::Kernel => {
                return Err(Error::ty("a kernel cannot be called")
                    .help("move its code into a function that both kernels call"));
            }
            Decoration::Host => {
                return Err(Error::ty("this function is for the host only")
                    .help("leave `tile=False` out of its decorator"));
            }
        }
        let function = self.package.function(f, Mode::Helper)?;
        let bound = self.bind_function(&function, args, &[])?;
        self.inline(&function, bound, Vec::new())
    }

    /// Inlines a closure.
    pub(crate) fn call_closure_code(
        &mut self,
        function: &Arc<Function>,
        args: CallArgs,
        defaults: &[Var],
        scopes: Vec<ScopeId>,
    ) -> Result<Option<Var>> {
        let bound = self.bind_function(function, args, defaults)?;
        self.inline(function, bound, scopes)
    }

    /// Enters a function: its scope, its arguments.
    pub(crate) fn enter(
        &mut self,
        function: &Arc<Function>,
        args: Vec<BoundArg>,
        mut scopes: Vec<ScopeId>,
    ) -> Result<ScopeId> {
        if self.scopes.frames.len() >= MAX_INLINING {
            return Err(Error::limit("functions call each other too deeply")
                .help("recursion has to end while compiling"));
        }
        let own = self.scopes.open(function);
        scopes.push(own);
        let call_site = Some(self.loc);
        let nth = self.scopes.count_call(function);
        self.scopes.frames.push(Frame {
            scopes,
            values: vec![None; function.values as usize],
            function: function.clone(),
            call_site,
            nth,
            loops: Vec::new(),
            branches: Vec::new(),
            contexts: Vec::new(),
            loop_contexts: Vec::new(),
        });
        for (param, arg) in function.params.iter().zip(args) {
            let var = match arg {
                BoundArg::Var(var) => var,
                BoundArg::Rest(items) => self.tuple(&items)?,
                BoundArg::Keywords(items) => self.dict(&items)?,
            };
            let place = self.place_of(param.span)?;
            self.store_var_at(param.local, var, place)?;
        }
        Ok(own)
    }

    fn inline(
        &mut self,
        function: &Arc<Function>,
        args: Vec<BoundArg>,
        scopes: Vec<ScopeId>,
    ) -> Result<Option<Var>> {
        let own = self.enter(function, args, scopes)?;
        self.dispatch_block(&function.body)?;
        let result = match &function.body.result {
            Some(operand) => Some(self.operand(operand)?),
            None => None,
        };
        self.scopes.frames.pop();
        match result {
            Some(var) => self.freeze_closures(var, own).map(Some),
            None => Ok(None),
        }
    }

    fn construct(&mut self, class: ClassRef, args: CallArgs) -> Result<Var> {
        if let Some(members) = classes::enum_members(self.package, class)? {
            let ([arg], []) = (args.positional.as_slice(), args.keywords.as_slice()) else {
                return Err(Error::ty("an enumeration takes one positional argument"));
            };
            let value = self
                .body
                .constant(*arg)
                .ok_or_else(|| Error::ty("the value of an enumeration must be constant"))?;
            let member = members.iter().find(|(_, m)| m.value.py_eq(value)).cloned();
            return match member {
                Some((_, m)) => self.const_var(&Const::UserEnum(m)),
                None => Err(Error::value("not a value of the enumeration").found(value)),
            };
        }
        let info = classes::dataclass(self.package, class)?;
        if !info.init {
            return Err(Error::ty(
                "instances of a dataclass with its own __init__ cannot be made here",
            )
            .found(&info.name)
            .help("leave __init__ to @dataclass, and compute in __post_init__ or a function"));
        }
        // Keyword-only fields come last in the generated `__init__`.
        let mut order: Vec<usize> = (0..info.fields.len()).collect();
        let by_name = |i: &usize| info.fields.get(*i).is_some_and(|f| f.keyword_only);
        order.sort_by_key(by_name);
        let field = |i: usize| order.get(i).and_then(|i| info.fields.get(*i));
        let params = order.iter().filter_map(|i| info.fields.get(*i)).map(|f| {
            let kind = if f.keyword_only {
                ParameterKind::KeywordOnly
            } else {
                ParameterKind::Both
            };
            (&f.name, kind)
        });
        let bound = self.bind(&info.name, params, args, |lw, i| {
            match field(i).and_then(|f| f.default.as_ref()) {
                Some(default) => lw.const_var(default).map(Some),
                None => Ok(None),
            }
        })?;
        let mut placed: Vec<(usize, Var)> = order
            .iter()
            .zip(bound)
            .filter_map(|(i, b)| match b {
                BoundArg::Var(v) => Some((*i, v)),
                _ => None,
            })
            .collect();
        placed.sort_by_key(|(i, _)| *i);
        let fields: Vec<Var> = placed.into_iter().map(|(_, v)| v).collect();
        let instance = self.instance(class, &fields)?;
        if let Some(method) = classes::method(self.package, class, "__post_init__") {
            self.call_function(method.function, CallArgs::positional([instance]))?;
        }
        Ok(instance)
    }

    fn record(&mut self, span: Span, var: Var) -> Result<()> {
        let frame = self.frame()?;
        let (module, call) = (frame.function.module, frame.nth);
        let data = self.body.var(var);
        if let Some(ty) = &data.ty {
            let entry = super::TraceEntry {
                module,
                span,
                call,
                ty: ty.clone(),
                constant: data.constant.clone(),
                var,
            };
            self.trace.push(entry);
        }
        Ok(())
    }
}

/// Parameters as Python writes them, without defaults.
fn parameter_list(params: &[(&Arc<str>, ParameterKind)]) -> String {
    let mut out = Vec::new();
    let mut slash = false;
    let mut star = false;
    for (name, kind) in params {
        if slash && *kind != ParameterKind::PositionalOnly {
            out.push("/".to_owned());
        }
        slash = *kind == ParameterKind::PositionalOnly;
        match kind {
            ParameterKind::Rest => {
                star = true;
                out.push(format!("*{name}"));
            }
            ParameterKind::Keywords => out.push(format!("**{name}")),
            ParameterKind::KeywordOnly if !star => {
                star = true;
                out.push("*".to_owned());
                out.push(name.to_string());
            }
            _ => out.push(name.to_string()),
        }
    }
    if slash {
        out.push("/".to_owned());
    }
    out.join(", ")
}

/// Says which argument of a function an error is about.
fn name_argument(mut error: Error, function: Builtin, args: &Args) -> Error {
    let Some(subject) = error.take_subject() else {
        return error;
    };
    if function.home() == Home::Operator {
        return error;
    }
    let is_subject = |arg: &BoundArg| matches!(arg, BoundArg::Var(v) if *v == subject);
    let parameter = args
        .0
        .iter()
        .position(is_subject)
        .and_then(|i| function.parameters().get(i));
    match parameter {
        Some(p) => error.context(&format!("argument `{}` of {}()", p.name, function.name())),
        None => error,
    }
}
