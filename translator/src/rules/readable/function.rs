//! Functions: the kernel's signature and body, and the helpers it calls.

use super::block::{Line, tokens};
use super::code::{Code, Level, ident};
use super::expr::truth_of;
use super::facts::Each;
use super::liveness::Liveness;
use super::names::{self, Taken};
use super::refusal::Result;
use super::statements::has_code;
use super::value::{Dim, Elem, Ty, Value, type_tokens};
use super::writer::{ConstGeneric, Frame, Variable, Writer};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use tileport_python::dtype::Dtype;
use tileport_python::modules::FunctionRef;
use tileport_python::source::Span;
use tileport_python::tree::{
    self, Arg, Constant, Expr, ExprKind, FunctionDef, Keyword, Stmt, StmtKind,
};

/// Functions that emitted code calls.
const RESERVED: &[&str] = &[
    "absf",
    "absi",
    "addf",
    "arange",
    "atan2",
    "broadcast",
    "cat",
    "ceil",
    "ceil_div",
    "cmpf",
    "constant",
    "convert_scalar",
    "convert_tile",
    "cos",
    "cosh",
    "count_tiles",
    "divf",
    "eq_tile",
    "exp",
    "exp2",
    "exp_approx",
    "fma",
    "floor",
    "floor_div",
    "ge_tile",
    "gt_tile",
    "opaque",
    "join_tokens",
    "le_tile",
    "lit",
    "lit_int",
    "load",
    "log",
    "log2",
    "lt_tile",
    "max",
    "maxf",
    "maxi",
    "min",
    "minf",
    "mini",
    "mmaf",
    "mmai",
    "modulo",
    "mul_add",
    "mulf",
    "ne_tile",
    "negf",
    "permute",
    "pow",
    "remi",
    "rsqrt",
    "scalar_to_tile",
    "select",
    "shape",
    "sin",
    "sinh",
    "splat_index",
    "sqrt",
    "store",
    "subf",
    "tan",
    "tanh",
    "xori",
];

/// Helpers inside of helpers.
const MAX_DEPTH: usize = 32;

impl Writer<'_> {
    /// Notes the comments of a module, once.
    pub fn read_comments(&mut self, module: u32) {
        if self.comments.contains_key(&module) {
            return;
        }
        let comments = self
            .package
            .module_by_id(module)
            .and_then(|m| tileport_python::parse::parse(&m.source).ok())
            .map(|p| p.module.comments)
            .unwrap_or_default();
        self.comments.insert(module, Rc::new(comments));
    }

    /// A fresh frame for a function.
    pub fn enter(&mut self, module: u32, def: &FunctionDef, nth: Vec<usize>) -> Frame {
        self.read_comments(module);
        let start = def
            .body
            .first()
            .map_or(0, |s| self.line_after_signature(module, def, s));
        // What the emitted code calls must not be hidden by a variable.
        let mut items = self.shared.items.clone();
        RESERVED.iter().for_each(|name| {
            items.take(name, "");
        });
        let frame = Frame {
            module,
            nth,
            taken: items,
            blocks: vec![Vec::new()],
            live: Liveness::of(&def.body),
            cursor: start,
            ..Frame::default()
        };
        std::mem::replace(&mut self.frame, frame)
    }

    /// Comments before this belong to the signature: the first statement's line, or the line
    /// after the docstring.
    fn line_after_signature(&self, module: u32, def: &FunctionDef, first: &Stmt) -> u32 {
        let last_parameter = all_args(def).map(|a| a.span.end).max().unwrap_or(0);
        let comments = self.comments.get(&module).cloned().unwrap_or_default();
        let colon = self
            .package
            .module_by_id(module)
            .and_then(|m| {
                let text = Span::new(last_parameter, first.span.start);
                let text = text.text(&m.source).to_owned();
                // The colon that ends the signature, outside of comments.
                let mut at = 0;
                for line in text.split_inclusive('\n') {
                    let code = line.split('#').next().unwrap_or("");
                    if let Some(i) = code.rfind(':') {
                        return Some(last_parameter + (at + i) as u32);
                    }
                    at += line.len();
                }
                None
            })
            .unwrap_or(first.span.start);
        let _ = comments;
        colon
    }

    /// What the comments beside parameters say: Python name and text.
    pub fn parameter_comments(&self, module: u32, def: &FunctionDef) -> HashMap<String, String> {
        let Some(source) = self.package.module_by_id(module) else {
            return HashMap::new();
        };
        let comments = self.comments.get(&module).cloned().unwrap_or_default();
        let mut out = HashMap::new();
        for arg in all_args(def) {
            let line_end = source.source[arg.span.end as usize..]
                .find('\n')
                .map_or(source.source.len(), |i| i + arg.span.end as usize);
            let own = comments
                .iter()
                .find(|c| c.span.start >= arg.span.end && (c.span.start as usize) < line_end);
            if let Some(comment) = own {
                let text = comment.text.trim_start_matches('#').trim();
                out.insert(arg.arg.to_string(), text.to_owned());
            }
        }
        out
    }

    /// A call of a function of the package.
    pub fn helper(
        &mut self,
        call: &Expr,
        function: FunctionRef,
        args: &[Expr],
        keywords: &[Keyword],
    ) -> Result<Value> {
        if self.depth >= MAX_DEPTH {
            return self.refuse(call.span, "call", "of helpers nested too deep");
        }
        let module = self.package.module_by_id(function.module);
        let Some(def) = module
            .as_ref()
            .and_then(|m| m.functions.get(function.index as usize))
            .map(|f| f.def.clone())
        else {
            return self.refuse(call.span, "call", "of a function that cannot be found");
        };
        let here = (self.frame.module, call.span);
        let bound = self.bind_helper(call, &def, args, keywords)?;
        let count = self.configurations();
        let nth = self
            .calls
            .entry(function)
            .or_insert_with(|| vec![0; count])
            .clone();
        let result = match self.inline.contains(&here) {
            true => self.write_inline(call, function.module, &def, bound, nth),
            false => self.write_helper(call, function.module, &def, bound, nth),
        };
        let active = self.active.clone();
        if let Some(calls) = self.calls.get_mut(&function) {
            for (calls, active) in calls.iter_mut().zip(&active) {
                *calls += usize::from(*active);
            }
        }
        result
    }

    /// The values of a helper's parameters.
    fn bind_helper(
        &mut self,
        call: &Expr,
        def: &FunctionDef,
        args: &[Expr],
        keywords: &[Keyword],
    ) -> Result<Vec<(String, Value)>> {
        if def.args.vararg.is_some() || def.args.kwarg.is_some() {
            return self.refuse(call.span, "call", "of a helper with `*args` or `**kwargs`");
        }
        let mut given: HashMap<String, Value> = HashMap::new();
        let positional: Vec<&Arg> = def.args.posonlyargs.iter().chain(&def.args.args).collect();
        for (parameter, arg) in positional.iter().zip(args) {
            if matches!(arg.kind, ExprKind::Starred { .. }) {
                return self.refuse(arg.span, "call", "with `*`");
            }
            let value = self.expr(arg)?;
            given.insert(parameter.arg.to_string(), value);
        }
        for keyword in keywords {
            let Some(name) = &keyword.arg else {
                return self.refuse(keyword.span, "call", "with `**`");
            };
            let value = self.expr(&keyword.value)?;
            given.insert(name.to_string(), value);
        }
        let defaults = def.args.defaults.len();
        let mut out = Vec::new();
        for (i, parameter) in positional.iter().enumerate() {
            let name = parameter.arg.to_string();
            let value = match given.remove(&name) {
                Some(value) => value,
                None => {
                    let default = (i + defaults)
                        .checked_sub(positional.len())
                        .and_then(|j| def.args.defaults.get(j));
                    self.default_value(call, &name, default)?
                }
            };
            out.push((name, value));
        }
        for (parameter, default) in def.args.kwonlyargs.iter().zip(&def.args.kw_defaults) {
            let name = parameter.arg.to_string();
            let value = match given.remove(&name) {
                Some(value) => value,
                None => self.default_value(call, &name, default.as_ref())?,
            };
            out.push((name, value));
        }
        Ok(out)
    }

    fn default_value(&mut self, call: &Expr, name: &str, default: Option<&Expr>) -> Result<Value> {
        match default.and_then(literal_constant) {
            Some(constant) => Ok(self.constant_value(&constant)),
            None => self.refuse(call.span, "default", format!("of the parameter `{name}`")),
        }
    }

    /// Writes the statements of a helper where it is called.
    fn write_inline(
        &mut self,
        call: &Expr,
        module: u32,
        def: &FunctionDef,
        bound: Vec<(String, Value)>,
        nth: Vec<usize>,
    ) -> Result<Value> {
        let (last, before) = match def.body.split_last() {
            Some((last, before)) => (last, before),
            None => return Ok(self.nothing()),
        };
        let StmtKind::Return { value: Some(value) } = &last.kind else {
            return self.refuse(
                call.span,
                "call",
                "of a helper that returns in several places",
            );
        };
        let bound: Vec<(String, Value)> = bound
            .into_iter()
            .map(|(name, value)| {
                let wanted = names::snake(&name);
                let coded = has_code(&value) && value.constant.is_none();
                let value = if coded {
                    self.settle(value, &wanted)
                } else {
                    value
                };
                (name, value)
            })
            .collect();
        let outer = self.enter(module, def, nth);
        let mut outer = outer;
        std::mem::swap(&mut self.frame.blocks, &mut outer.blocks);
        std::mem::swap(&mut self.frame.lets, &mut outer.lets);
        std::mem::swap(&mut self.frame.bound_at, &mut outer.bound_at);
        self.frame.taken = outer.taken.clone();
        self.frame.clock = outer.clock;
        let depth = self.frame.blocks.len();
        for (python, value) in bound {
            let variable = Variable {
                value,
                depth,
                declared: None,
            };
            self.frame.scope.insert(python, variable);
        }
        self.depth += 1;
        let written = self.block(before).and_then(|_| {
            self.before(last);
            self.frame.statement = last.span;
            self.expr(value)
        });
        self.depth -= 1;
        std::mem::swap(&mut self.frame.blocks, &mut outer.blocks);
        std::mem::swap(&mut self.frame.lets, &mut outer.lets);
        std::mem::swap(&mut self.frame.bound_at, &mut outer.bound_at);
        outer.taken = self.frame.taken.clone();
        outer.clock = self.frame.clock;
        self.frame = outer;
        written
    }

    fn write_helper(
        &mut self,
        call: &Expr,
        module: u32,
        def: &FunctionDef,
        bound: Vec<(String, Value)>,
        nth: Vec<usize>,
    ) -> Result<Value> {
        // Arguments stand outside; what has to be bound is bound there.
        let bound: Vec<(String, Value)> = bound
            .into_iter()
            .map(|(name, value)| {
                let wanted = names::snake(&name);
                let value = self.close(value, &wanted);
                (name, value)
            })
            .collect();
        let outer = self.enter(module, def, nth);
        self.depth += 1;
        let written = self.helper_body(def, &bound);
        self.depth -= 1;
        let frame = std::mem::replace(&mut self.frame, outer);
        let (result, parameters) = written?;
        let body = frame
            .blocks
            .first()
            .map(|lines| tokens(lines, &frame.lets))
            .unwrap_or_default();
        self.finish_helper(call, module, def, body, parameters, result, &bound)
    }

    /// Writes the body; the result, and Rust name and value of each parameter with code.
    #[allow(clippy::type_complexity)]
    fn helper_body(
        &mut self,
        def: &FunctionDef,
        bound: &[(String, Value)],
    ) -> Result<(Value, Vec<(String, Value)>)> {
        let mut parameters = Vec::new();
        for (python, value) in bound {
            let mut inner = value.clone();
            if has_code(value) || matches!(value.ty, Ty::Array(_)) {
                let name = self.frame.taken.take(&names::snake(python), "");
                inner.code = Code::name(&name);
                inner.open = false;
                inner.factors = None;
                inner.binding = None;
                self.frame.names.insert(python.clone(), name.clone());
                parameters.push((name, inner.clone()));
            }
            self.frame.scope.insert(
                python.clone(),
                Variable {
                    value: inner,
                    depth: 1,
                    declared: None,
                },
            );
        }
        let result = self.tail(&def.body)?;
        Ok((result, parameters))
    }

    /// Statements that end in a value.
    fn tail(&mut self, body: &[Stmt]) -> Result<Value> {
        let Some((last, before)) = body.split_last() else {
            return Ok(self.nothing());
        };
        // An early return takes the rest of the function as its other branch.
        let early = before.iter().position(|s| match &s.kind {
            StmtKind::If { body, .. } => ends_in_return(body),
            _ => false,
        });
        if let Some(at) = early
            && let StmtKind::If {
                test,
                body: taken,
                orelse,
            } = &body[at].kind
        {
            self.block(&before[..at])?;
            let rest: Vec<Stmt> = orelse.iter().chain(&body[at + 1..]).cloned().collect();
            return self.tail_if(&body[at], test, taken, &rest);
        }
        match &last.kind {
            StmtKind::Return { value } => {
                self.block(before)?;
                self.before(last);
                self.frame.statement = last.span;
                let value = match value {
                    Some(value) => self.expr(value)?,
                    None => self.nothing(),
                };
                self.give(value)
            }
            StmtKind::If {
                test,
                body: taken,
                orelse,
            } if ends_in_return(taken) && ends_in_return(orelse) => {
                self.block(before)?;
                self.tail_if(last, test, taken, orelse)
            }
            _ => {
                self.block(body)?;
                Ok(self.nothing())
            }
        }
    }

    fn tail_if(
        &mut self,
        stmt: &Stmt,
        test: &Expr,
        then: &[Stmt],
        other: &[Stmt],
    ) -> Result<Value> {
        self.before(stmt);
        self.frame.statement = stmt.span;
        let cond = self.expr(test)?;
        if let Some(truth) = cond.constant.as_ref().and_then(truth_of) {
            return self.tail(if truth { then } else { other });
        }
        let truths = cond.constant.clone();
        let cond = self.scalar(cond, test.span)?;
        let all = self.active.clone();
        let masks: [Vec<bool>; 2] = [true, false].map(|wanted| match &truths {
            None => all.clone(),
            Some(truths) => all
                .iter()
                .zip(&truths.0)
                .map(|(a, c)| {
                    let truth = c.as_ref().and_then(|c| c.as_float()).map(|f| f != 0.0);
                    *a && truth == Some(wanted)
                })
                .collect(),
        });
        let mut values = Vec::new();
        let mut blocks = Vec::new();
        for (body, mask) in [then, other].into_iter().zip(masks) {
            let scope = self.frame.scope.clone();
            self.frame.blocks.push(Vec::new());
            self.active = mask;
            let value = self.tail(body);
            self.active.clone_from(&all);
            blocks.push(self.frame.blocks.pop().unwrap_or_default());
            self.frame.scope = scope;
            values.push(value?);
        }
        let [a, b] = values.as_slice() else {
            return self.refuse(stmt.span, "`return`", "in a branch");
        };
        if a.ty != b.ty {
            return self.refuse(stmt.span, "`return`", "of another type in each branch");
        }
        if matches!(a.ty, Ty::Tuple(_)) {
            return self.refuse(stmt.span, "`return`", "of several values in a branch");
        }
        let value = a.clone();
        let other = blocks.pop().unwrap_or_default();
        let then = blocks.pop().unwrap_or_default();
        self.push(Line::If {
            cond: cond.code,
            then,
            other,
        });
        Ok(value)
    }

    /// Comments before the last statement.
    fn before(&mut self, stmt: &Stmt) {
        self.frame.ends.push(stmt.span);
        self.comments_before(stmt);
        self.frame.ends.pop();
    }

    /// Ends a function with a value.
    fn give(&mut self, value: Value) -> Result<Value> {
        let span = self.frame.statement;
        let value = match value.ty {
            Ty::Static => return Ok(value),
            Ty::Tuple(items) if value.code.to_token_stream().is_empty() => {
                let items: Vec<Value> = items
                    .into_iter()
                    .map(|v| match has_code(&v) {
                        true => self.close(v, "item"),
                        false => v,
                    })
                    .collect();
                let codes = items.iter().filter(|v| has_code(v)).map(|v| &v.code);
                let code = Code::atom(quote!((#(#codes),*)));
                Value::new(code, Ty::Tuple(items))
            }
            Ty::Array(_) | Ty::Range(_) => {
                return self.refuse(
                    span,
                    "`return`",
                    "of something other than numbers and tiles",
                );
            }
            _ => {
                let factors = value.factors.clone();
                let value = self.close(value, "result");
                Value { factors, ..value }
            }
        };
        self.push(Line::Tail(value.code.clone()));
        Ok(value)
    }

    #[allow(clippy::too_many_arguments)]
    fn finish_helper(
        &mut self,
        call: &Expr,
        module: u32,
        def: &FunctionDef,
        body: TokenStream,
        parameters: Vec<(String, Value)>,
        result: Value,
        bound: &[(String, Value)],
    ) -> Result<Value> {
        let mut used = BTreeSet::new();
        collect_names(body.clone(), &mut used);
        let mut list = Vec::new();
        let mut arguments = Vec::new();
        let mut inferred = BTreeSet::new();
        let with_code = bound
            .iter()
            .filter(|(_, v)| has_code(v) || matches!(v.ty, Ty::Array(_)));
        for ((name, value), (_, outer)) in parameters.iter().zip(with_code) {
            if !used.contains(name) {
                continue;
            }
            let ty = self.parameter_type(&value.ty, call.span)?;
            collect_names(ty.clone(), &mut inferred);
            let name = ident(name);
            list.push(quote!(#name: #ty));
            arguments.push(outer.code.clone());
        }
        let output = match &result.ty {
            Ty::Static => None,
            Ty::Tuple(items) => {
                let kept: Vec<TokenStream> = items
                    .iter()
                    .filter(|v| has_code(v))
                    .filter_map(|v| type_tokens(&v.ty))
                    .collect();
                Some(quote!((#(#kept),*)))
            }
            ty => type_tokens(ty),
        };
        let mut all = used;
        all.extend(inferred.iter().cloned());
        if let Some(output) = &output {
            collect_names(output.clone(), &mut all);
        }
        let product = result.factors.is_some();
        let generics = self.generics_used(&all);
        let explicit = generics.iter().any(|(name, _)| !inferred.contains(name));
        let declared = generics.iter().map(|(_, tokens)| tokens);
        let declared = match generics.is_empty() {
            true => TokenStream::new(),
            false => quote!(<#(#declared),*>),
        };
        let docs = doc_tokens(&self.docs(module, def, &parameters, bound));
        let returns = output.as_ref().map(|ty| quote!(-> #ty));
        let make = |name: &str| {
            let name = ident(name);
            quote!(#docs fn #name #declared (#(#list),*) #returns { #body })
        };
        let name = self.add_function(&names::snake(&def.name), make);
        let function = ident(&name);
        let code = match explicit {
            true => {
                let names = generics.iter().map(|(name, _)| ident(name));
                Code::atom(quote!(#function::<#(#names),*>(#(#arguments),*)))
            }
            false => Code::call(&name, &arguments),
        };
        Ok(match result.ty {
            Ty::Static => {
                // Only its effects are wanted.
                self.push(Line::Run(code));
                result
            }
            Ty::Tuple(items) => Value::new(code, Ty::Tuple(items.into_iter().map(blank).collect())),
            ty => {
                let mut value = Value::new(code, ty);
                value.product_of = product.then_some((self.frame.module, call.span));
                value
            }
        })
    }

    /// The generics among names, in their order, with their declarations.
    pub fn generics_used(&self, names: &BTreeSet<String>) -> Vec<(String, TokenStream)> {
        let types = self.types.iter().map(|g| {
            let name = ident(&g.name);
            (g.name.clone(), quote!(#name: ElementType))
        });
        let consts = self.consts.iter().map(|g| {
            let (name, ty) = (ident(&g.name), ident(g.ty));
            (g.name.clone(), quote!(const #name: #ty))
        });
        types
            .chain(consts)
            .filter(|(name, _)| names.contains(name))
            .collect()
    }

    /// The type of a parameter.
    pub fn parameter_type(&self, ty: &Ty, span: Span) -> Result<TokenStream> {
        if let Ty::Array(number) = ty
            && let Some(array) = self.arrays.get(*number)
        {
            let elem = &array.elem;
            let dims = std::iter::repeat_n(quote!(-1), array.rank);
            return Ok(quote!(&Tensor<#elem, { [#(#dims),*] }>));
        }
        match type_tokens(ty) {
            Some(tokens) => Ok(tokens),
            None => self.refuse(span, "argument", "of a kind that helpers cannot take"),
        }
    }

    /// Adds a function under a name that no other has; a function with the same text is reused.
    fn add_function(&mut self, wanted: &str, make: impl Fn(&str) -> TokenStream) -> String {
        let mut number = 1;
        loop {
            let name = match number {
                1 => wanted.to_owned(),
                n => format!("{}_{n}", wanted.trim_start_matches("r#")),
            };
            number += 1;
            let tokens = make(&name);
            match self.shared.functions.iter().find(|(n, _)| *n == name) {
                Some((_, known)) if known.to_string() == tokens.to_string() => return name,
                Some(_) => continue,
                None if self.shared.items.has(&name) => continue,
                None => {
                    self.shared.items.take(&name, "");
                    self.shared.functions.push((name.clone(), tokens));
                    return name;
                }
            }
        }
    }

    /// The documentation of a function: its docstring, then what comments say of parameters.
    pub fn docs(
        &self,
        module: u32,
        def: &FunctionDef,
        parameters: &[(String, Value)],
        bound: &[(String, Value)],
    ) -> Vec<String> {
        let mut lines = docstring(def);
        let comments = self.parameter_comments(module, def);
        let mut list = Vec::new();
        for arg in all_args(def) {
            let Some(text) = comments.get(arg.arg.as_str()) else {
                continue;
            };
            let value = bound.iter().find(|(n, _)| *n == *arg.arg).map(|(_, v)| v);
            let shown = parameters
                .iter()
                .find(|(n, _)| *n == names::snake(&arg.arg))
                .map(|(n, _)| n.clone())
                .or_else(|| value.and_then(|v| v.code.as_name()))
                .unwrap_or_else(|| arg.arg.to_string());
            list.push(format!("- `{shown}`: {text}"));
        }
        if !list.is_empty() {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.extend(list);
        }
        lines
    }

    /// A value that is a literal.
    pub fn constant_value(&mut self, constant: &tileport_python::mid::Const) -> Value {
        use tileport_python::mid::Const;
        let each: Each<Const> = self.each(constant.clone());
        let (code, dtype) = match constant {
            Const::Int(i) => (Code::int(*i), Dtype::Int32),
            Const::Float(_) => match super::writer::literal(constant, Dtype::Float32) {
                Some(code) => (code, Dtype::Float32),
                None => return Value::of_constant(each),
            },
            Const::Bool(b) => (Code::name(if *b { "true" } else { "false" }), Dtype::Bool),
            _ => return Value::of_constant(each),
        };
        Value::new(code, Ty::Scalar(Elem::Known(dtype))).with_constant(Some(each))
    }

    /// Declares a const generic for a compile-time parameter.
    pub fn const_generic(
        &mut self,
        python: &str,
        ty: &'static str,
        values: Each<tileport_python::mid::Const>,
    ) -> Value {
        let mut taken = Taken::new(self.consts.iter().map(|c| c.name.clone()));
        let name = taken.take(&names::shout(python), "");
        self.consts.push(ConstGeneric {
            name: name.clone(),
            ty,
            values: values.clone(),
        });
        let dtype = match ty {
            "bool" => Dtype::Bool,
            _ => Dtype::Int32,
        };
        Value::new(Code::name(&name), Ty::Scalar(Elem::Known(dtype))).with_constant(Some(values))
    }
}

fn blank(value: Value) -> Value {
    match has_code(&value) {
        true => Value::new(Code::new(TokenStream::new(), Level::Atom), value.ty),
        false => value,
    }
}

fn ends_in_return(body: &[Stmt]) -> bool {
    match body.last().map(|s| &s.kind) {
        Some(StmtKind::Return { .. }) => true,
        Some(StmtKind::If { body, orelse, .. }) => ends_in_return(body) && ends_in_return(orelse),
        _ => false,
    }
}

/// All parameters in order.
pub fn all_args(def: &FunctionDef) -> impl Iterator<Item = &Arg> {
    let args = &def.args;
    args.posonlyargs
        .iter()
        .chain(&args.args)
        .chain(&args.kwonlyargs)
}

/// The lines of a docstring, its indentation taken off.
pub fn docstring(def: &FunctionDef) -> Vec<String> {
    let Some(StmtKind::Expr { value }) = def.body.first().map(|s| &s.kind) else {
        return Vec::new();
    };
    let ExprKind::Constant(Constant::Str { value, .. }) = &value.kind else {
        return Vec::new();
    };
    let Some(text) = value.as_str() else {
        return Vec::new();
    };
    let mut lines: Vec<&str> = text.trim().lines().collect();
    let indent = lines
        .iter()
        .skip(1)
        .filter(|l| !l.trim().is_empty())
        .map(|l| l.len() - l.trim_start().len())
        .min()
        .unwrap_or(0);
    for line in lines.iter_mut().skip(1) {
        *line = line.get(indent..).unwrap_or("").trim_end();
    }
    lines.into_iter().map(str::to_owned).collect()
}

/// Documentation as attributes.
pub fn doc_tokens(lines: &[String]) -> TokenStream {
    lines
        .iter()
        .map(|line| {
            let text = match line.is_empty() {
                true => String::new(),
                false => format!(" {line}"),
            };
            quote!(#[doc = #text])
        })
        .collect()
}

/// All identifiers in tokens.
pub fn collect_names(tokens: TokenStream, names: &mut BTreeSet<String>) {
    for tree in tokens {
        match tree {
            TokenTree::Ident(name) => {
                names.insert(name.to_string());
            }
            TokenTree::Group(group) => collect_names(group.stream(), names),
            _ => {}
        }
    }
}

/// The value of a literal.
pub fn literal_constant(expr: &Expr) -> Option<tileport_python::mid::Const> {
    use tileport_python::mid::Const;
    match &expr.kind {
        ExprKind::Constant(constant) => match constant {
            Constant::None => Some(Const::None),
            Constant::Bool(b) => Some(Const::Bool(*b)),
            Constant::Int(i) => i.as_i128().map(Const::Int),
            Constant::Float(f) => Some(Const::Float(*f)),
            Constant::Str { value, .. } => value.as_str().map(Const::str),
            _ => None,
        },
        ExprKind::UnaryOp {
            op: tree::UnaryOperator::USub,
            operand,
        } => match literal_constant(operand)? {
            Const::Int(i) => Some(Const::Int(-i)),
            Const::Float(f) => Some(Const::Float(-f)),
            _ => None,
        },
        ExprKind::Tuple { elts, .. } => {
            let items = elts
                .iter()
                .map(literal_constant)
                .collect::<Option<Vec<_>>>()?;
            Some(Const::tuple(items))
        }
        _ => None,
    }
}

/// Sizes as they are, for a caller that has none of its own.
pub fn no_dims() -> Vec<Dim> {
    Vec::new()
}
