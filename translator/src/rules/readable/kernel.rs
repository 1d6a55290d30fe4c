//! A kernel: its parameters and generics, and the module around it.

use super::block::tokens;
use super::code::collect_names;
use super::code::{Code, ident};
use super::comments::doc_tokens;
use super::facts::{Each, Facts};
use super::function::all_args;
use super::marks::Mark;
use super::order::orders;
use super::print::print;
use super::refusal::{Hint, Refusal, Result};
use super::value::{Elem, Ty, Value};
use super::writer::{ArrayInfo, Frame, Shared, TypeGeneric, Unit, Variable, Writer};
use crate::pair::rust_element;
use crate::rules::names::Names;
use crate::rules::names::snake_case;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::{BTreeSet, HashMap, HashSet};
use tileport_python::Package;
use tileport_python::dtype::Dtype;
use tileport_python::mid::Const;
use tileport_python::modules::Kernel;
use tileport_python::source::Span;
use tileport_python::specialise::{ArrayFacts, ByTarget, Hints, Parameter, Signature};
use tileport_python::tree::FunctionDef;

/// A kernel as Rust.
#[derive(Clone, Debug)]
pub struct Written {
    /// The text of a `#[cutile::module]`.
    pub rust: String,
    /// Name of the entry.
    pub entry: String,
    /// Values of the entry's generics for each configuration, in order, as text.
    pub generics: Vec<Vec<String>>,
}

/// Architectures that hints are written for: the official attribute has no default.
const ARCHITECTURES: [&str; 4] = ["sm_80", "sm_90", "sm_100", "sm_120"];

/// Helpers that may have to be written out where they are called.
const MAX_INLINED: usize = 16;

/// Writes a kernel for configurations that share a structure, as module `module_name`.
///
/// # Errors
/// What cannot be expressed.
pub fn write(
    package: &Package,
    kernel: &Kernel,
    facts: &Facts,
    signatures: &[&Signature],
    module_name: &str,
    entry: &str,
) -> Result<Written> {
    let mut inline = HashSet::new();
    loop {
        let names = (module_name, entry);
        let refusal = match attempt(package, kernel, facts, signatures, names, &inline) {
            Ok(written) => return Ok(written),
            Err(refusal) => refusal,
        };
        match refusal.hint {
            Some(Hint::Inline(module, span))
                if inline.len() < MAX_INLINED && inline.insert((module, span)) => {}
            _ => return Err(refusal),
        }
    }
}

fn attempt(
    package: &Package,
    kernel: &Kernel,
    facts: &Facts,
    signatures: &[&Signature],
    (module_name, entry): (&str, &str),
    inline: &HashSet<(u32, Span)>,
) -> Result<Written> {
    let function = kernel.function;
    let module = package.module_by_id(function.module);
    let def = module
        .as_ref()
        .and_then(|m| m.functions.get(function.index as usize))
        .map(|f| f.def.clone());
    let Some(def) = def else {
        let span = Span::default();
        return Err(Refusal::new(
            function.module,
            span,
            "kernel",
            "cannot be found",
        ));
    };
    let mut shared = Shared {
        items: Names::new([entry]),
        ..Shared::default()
    };
    let mut writer = Writer {
        package,
        facts,
        shared: &mut shared,
        types: Vec::new(),
        consts: Vec::new(),
        arrays: Vec::new(),
        calls: HashMap::new(),
        active: vec![true; facts.len()],
        frame: Frame::default(),
        depth: 0,
        inline: inline.clone(),
        comments: HashMap::new(),
    };
    let nth = vec![0; facts.len()];
    writer.enter(function.module, &def, nth);
    writer.frame.is_entry = true;
    let parameters = writer.parameters(kernel, &def, signatures)?;
    writer.block(&def.body)?;
    let frame = std::mem::take(&mut writer.frame);
    let body = frame
        .blocks
        .first()
        .map(|lines| tokens(lines, &frame.lets))
        .unwrap_or_default();
    let bound: Vec<(String, Value)> = parameters.clone();
    let item = writer.entry_item(kernel, &def, entry, &parameters, &bound, body)?;
    let generics = writer.generic_values(facts.len());
    let blank = shared.mark(Mark::Blank);
    let items = module_items(&shared, module_name, item, blank);
    let rust = print(items, &shared.marks)
        .map_err(|e| Refusal::new(function.module, Span::default(), "kernel", e))?;
    Ok(Written {
        rust,
        entry: entry.to_owned(),
        generics,
    })
}

impl Writer<'_> {
    /// Declares what the parameters become; Python name and value of each.
    fn parameters(
        &mut self,
        kernel: &Kernel,
        def: &FunctionDef,
        signatures: &[&Signature],
    ) -> Result<Vec<(String, Value)>> {
        let mut out = Vec::new();
        let columns: Vec<Vec<&Parameter>> = (0..kernel.parameters.len())
            .map(|i| {
                signatures
                    .iter()
                    .filter_map(|s| s.parameters.get(i))
                    .collect()
            })
            .collect();
        let arrays: Vec<String> = kernel
            .parameters
            .iter()
            .zip(&columns)
            .filter(|(_, c)| matches!(c.first(), Some(Parameter::Array(_))))
            .map(|((name, _), _)| name.to_string())
            .collect();
        let orders = orders(
            self.package,
            self.facts,
            self.frame.module,
            &def.body,
            &arrays,
        );
        self.element_generics(&columns);
        // Constants first: their names are capitals and cannot clash with the others.
        for ((python, _), column) in kernel.parameters.iter().zip(&columns) {
            let value = match column.first() {
                Some(Parameter::Array(_)) => {
                    let order = match orders.get(&**python) {
                        Some(each) if each.uniform().is_none() => {
                            return self.refuse_apart(
                                span_of(def, python),
                                "memory order",
                                "that differs between launches",
                                each,
                            );
                        }
                        each => each.and_then(|e| e.uniform()).copied().unwrap_or_default(),
                    };
                    self.array_parameter(python, column, order, def)?
                }
                Some(Parameter::Scalar(dtype)) => {
                    let same = column.iter().all(|p| **p == Parameter::Scalar(*dtype));
                    if !same {
                        return self.refuse(span_of(def, python), "parameter", "of several types");
                    }
                    let name = self.frame.taken.take(&snake_case(python), "");
                    self.frame.names.insert(python.to_string(), name.clone());
                    Value::new(Code::name(&name), Ty::Scalar(Elem::Known(*dtype)))
                }
                Some(Parameter::Constant(_)) => self.constant_parameter(python, column, def)?,
                _ => {
                    return self.refuse(
                        span_of(def, python),
                        "parameter",
                        "a list or tuple has no form in Rust yet",
                    );
                }
            };
            self.frame.scope.insert(
                python.to_string(),
                Variable {
                    value: value.clone(),
                    depth: 1,
                    declared: None,
                },
            );
            out.push((python.to_string(), value));
        }
        let ordered: Vec<_> = out
            .iter()
            .filter_map(|(_, v)| match v.ty {
                Ty::Array(number) => {
                    let order = self.arrays.get(number)?.order;
                    Some((v.code.clone(), order))
                }
                _ => None,
            })
            .collect();
        for (code, order) in ordered {
            self.declare_order(&code, order);
        }
        Ok(out)
    }

    /// One type parameter for each set of arrays whose element types vary together.
    fn element_generics(&mut self, columns: &[Vec<&Parameter>]) {
        let mut found: Vec<Each<Dtype>> = Vec::new();
        for column in columns {
            let dtypes: Vec<Option<Dtype>> = column
                .iter()
                .map(|p| match p {
                    Parameter::Array(facts) => Some(facts.dtype),
                    _ => None,
                })
                .collect();
            let dtypes = Each(dtypes);
            if dtypes.is_known() && dtypes.uniform().is_none() && !found.contains(&dtypes) {
                found.push(dtypes);
            }
        }
        let names: Vec<String> = match found.len() {
            1 => vec!["E".to_owned()],
            n => (1..=n).map(|i| format!("E{i}")).collect(),
        };
        for (name, dtypes) in names.into_iter().zip(found) {
            self.types.push(TypeGeneric { name, dtypes });
        }
    }

    fn array_parameter(
        &mut self,
        python: &str,
        column: &[&Parameter],
        order: super::order::Order,
        def: &FunctionDef,
    ) -> Result<Value> {
        let span = span_of(def, python);
        let facts: Vec<&ArrayFacts> = column
            .iter()
            .filter_map(|p| match p {
                Parameter::Array(facts) => Some(facts),
                _ => None,
            })
            .collect();
        let (Some(first), true) = (facts.first(), facts.len() == column.len()) else {
            return self.refuse(span, "parameter", "an array in some launches only");
        };
        let rank = first.rank();
        if facts.iter().any(|f| f.rank() != rank) {
            return self.refuse(span, "parameter", "arrays of several ranks");
        }
        if facts.iter().any(|f| f.index_dtype != Dtype::Int32) {
            return self.refuse(span, "parameter", "an array with 64-bit sizes");
        }
        let dtypes = Each(facts.iter().map(|f| Some(f.dtype)).collect());
        let elem = self.elem(&dtypes, "E");
        let unit = |f: &&ArrayFacts| {
            let unit = f.stride_constant.iter().map(|s| *s == Some(1));
            Some(Unit(unit.collect()))
        };
        let unit = Each(facts.iter().map(unit).collect());
        let others = facts
            .iter()
            .any(|f| f.stride_constant.iter().any(|s| s.is_some_and(|s| s != 1)));
        let number = self.arrays.len();
        self.arrays.push(ArrayInfo {
            elem,
            rank,
            unit: (!others).then_some(unit),
            order,
        });
        let name = self.frame.taken.take(&snake_case(python), "");
        self.frame.names.insert(python.to_owned(), name.clone());
        Ok(Value::new(Code::name(&name), Ty::Array(number)))
    }

    fn constant_parameter(
        &mut self,
        python: &str,
        column: &[&Parameter],
        def: &FunctionDef,
    ) -> Result<Value> {
        let values: Each<Const> = Each(
            column
                .iter()
                .map(|p| match p {
                    Parameter::Constant(c) => Some(c.clone()),
                    _ => None,
                })
                .collect(),
        );
        let all = |f: fn(&Const) -> bool| values.0.iter().all(|c| c.as_ref().is_some_and(f));
        if all(|c| matches!(c, Const::Int(i) if i32::try_from(*i).is_ok())) {
            return Ok(self.const_generic(python, "i32", values));
        }
        if all(|c| matches!(c, Const::Bool(_))) {
            return Ok(self.const_generic(python, "bool", values));
        }
        match values.uniform().cloned() {
            Some(c @ Const::Float(_)) => {
                let value = self.constant_value(&c);
                Ok(value)
            }
            Some(c) if c.is_number() => self.refuse(
                span_of(def, python),
                "constant",
                format!("{c} fits no const generic"),
            ),
            _ if all(Const::is_number) => self.refuse_apart(
                span_of(def, python),
                "constant",
                "Rust has no generic floats, and its value differs between launches",
                &values,
            ),
            _ => Ok(Value::of_constant(values)),
        }
    }

    fn entry_item(
        &mut self,
        kernel: &Kernel,
        def: &FunctionDef,
        entry: &str,
        parameters: &[(String, Value)],
        bound: &[(String, Value)],
        body: TokenStream,
    ) -> Result<TokenStream> {
        let mut list = Vec::new();
        let mut used = BTreeSet::new();
        collect_names(body.clone(), &mut used);
        for (python, value) in parameters {
            let passed = match &value.ty {
                Ty::Array(_) => true,
                Ty::Scalar(_) => value.constant.is_none(),
                _ => false,
            };
            if !passed {
                continue;
            }
            let ty = self.parameter_type(&value.ty, span_of(def, python))?;
            collect_names(ty.clone(), &mut used);
            let name = value.code.as_name().unwrap_or_default();
            // A parameter that nothing reads is passed all the same.
            let name = match used.contains(&name) {
                true => name,
                false => format!("_{}", name),
            };
            let name = ident(&name);
            list.push(quote!(#name: #ty));
        }
        // Constants that nothing reads would have to be given at every launch.
        self.consts.retain(|c| used.contains(&c.name));
        self.types.retain(|t| used.contains(&t.name));
        let generics: Vec<TokenStream> = self
            .generics_used(&used)
            .into_iter()
            .map(|(_, tokens)| tokens)
            .collect();
        let generics = match generics.is_empty() {
            true => TokenStream::new(),
            false => quote!(<#(#generics),*>),
        };
        let shown: Vec<(String, Value)> = parameters
            .iter()
            .filter_map(|(_, v)| Some((v.code.as_name()?, v.clone())))
            .collect();
        let mut docs = self.docs(kernel.function.module, def, &shown, bound);
        if !docs.is_empty() {
            docs.push(String::new());
        }
        docs.push("# Safety".to_owned());
        docs.push(String::new());
        docs.push(
            "Arrays written must not overlap others, and blocks must not write the same element."
                .to_owned(),
        );
        let docs = doc_tokens(&docs);
        let attribute = entry_attribute(&kernel.hints);
        let name = ident(entry);
        let allow = self
            .shared
            .placeholders
            .then(|| quote!(#[allow(unused_assignments)]));
        Ok(quote! {
            #docs
            #attribute
            #allow
            pub unsafe fn #name #generics (#(#list),*) { #body }
        })
    }

    /// Values of the generics in each configuration.
    fn generic_values(&self, configurations: usize) -> Vec<Vec<String>> {
        (0..configurations)
            .map(|i| {
                let types = self.types.iter().map(|g| {
                    let dtype = g.dtypes.0.get(i).copied().flatten();
                    dtype.map_or("f32", rust_element).to_owned()
                });
                let consts =
                    self.consts
                        .iter()
                        .map(|g| match g.values.0.get(i).and_then(Option::as_ref) {
                            Some(Const::Bool(b)) => b.to_string(),
                            Some(c) => c.as_int().unwrap_or(0).to_string(),
                            None if g.ty == "bool" => "false".to_owned(),
                            None => "1".to_owned(),
                        });
                types.chain(consts).collect()
            })
            .collect()
    }
}

fn entry_attribute(hints: &Hints) -> TokenStream {
    let mut lists = Vec::new();
    for arch in ARCHITECTURES {
        let mut entries = Vec::new();
        let options: [(&str, &ByTarget); 3] = [
            ("occupancy", &hints.occupancy),
            ("num_cta_in_cga", &hints.num_ctas),
            ("num_worker_warps_per_cta", &hints.num_worker_warps),
        ];
        for (name, option) in options {
            let own = option.targets.iter().find(|(a, _)| a == arch);
            if let Some(value) = own.map(|(_, v)| *v).or(option.default) {
                let (name, value) = (ident(name), Code::int(value.into()));
                entries.push(quote!(#name = #value,));
            }
        }
        if !entries.is_empty() {
            let arch = ident(arch);
            lists.push(quote!(#arch = (#(#entries)*),));
        }
    }
    match lists.is_empty() {
        true => quote!(#[cutile::entry(unchecked_accesses = true)]),
        false => quote!(#[cutile::entry(
            unchecked_accesses = true,
            optimization_hints = (#(#lists)*)
        )]),
    }
}

fn module_items(
    shared: &Shared,
    module_name: &str,
    entry: TokenStream,
    blank: usize,
) -> TokenStream {
    let name = ident(module_name);
    let constants: TokenStream = shared.constants.values().map(|(t, _)| t.clone()).collect();
    let functions = shared.functions.iter().map(|(_, tokens)| tokens.clone());
    let own = shared
        .used
        .iter()
        .filter_map(|own| own.source().parse::<TokenStream>().ok());
    let groups = std::iter::once(constants)
        .chain([entry])
        .chain(functions)
        .chain(own)
        .filter(|tokens| !tokens.is_empty())
        .map(|tokens| quote!(__mark!(#blank); #tokens));
    quote! {
        #[cutile::module]
        pub mod #name {
            use cutile::core::*;
            #(#groups)*
        }
    }
}

/// Where a parameter stands.
fn span_of(def: &FunctionDef, python: &str) -> Span {
    all_args(def)
        .find(|a| a.arg.as_str() == python)
        .map(|a| a.span)
        .unwrap_or_default()
}
