//! Helpers: functions of the Python that a kernel calls.

use super::block::{Line, tokens};
use super::code::{Code, collect_names, ident};
use super::comments::doc_tokens;
use super::literal::literal_constant;
use super::liveness::Liveness;
use super::refusal::Result;
use super::reserved::RESERVED;
use super::results::blank;
use super::value::{Ty, Value, has_code, type_tokens};
use super::writer::Writer;
use super::writer::{Frame, Variable};
use crate::rules::names::snake_case;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::{BTreeSet, HashMap};
use tileport_python::modules::FunctionRef;
use tileport_python::source::Span;
use tileport_python::tree::{Arg, Expr, ExprKind, FunctionDef, Keyword, StmtKind};

/// Helpers inside of helpers.
pub(super) const MAX_DEPTH: usize = 32;

impl Writer<'_> {
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
                let wanted = snake_case(&name);
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
                let wanted = snake_case(&name);
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

    /// Whether a helper takes the value as an argument: what is generic needs none.
    fn is_passed(&self, value: &Value) -> bool {
        let name = value.code.as_name();
        let generic = name.is_some_and(|n| self.consts.iter().any(|c| c.name == n));
        (has_code(value) || matches!(value.ty, Ty::Array(_))) && !generic
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
            if self.is_passed(value) {
                let name = self.frame.taken.take(&snake_case(python), "");
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
        let with_code = bound.iter().filter(|(_, v)| self.is_passed(v));
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
        let name = self.add_function(&snake_case(&def.name), make);
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
                n => format!("{}_{n}", wanted),
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
}

/// All parameters in order.
pub fn all_args(def: &FunctionDef) -> impl Iterator<Item = &Arg> {
    let args = &def.args;
    args.posonlyargs
        .iter()
        .chain(&args.args)
        .chain(&args.kwonlyargs)
}
