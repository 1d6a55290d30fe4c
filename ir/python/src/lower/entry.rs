//! The kernel itself: parameters, body, passes, emission.

use super::scope::{Frame, Scopes};
use super::{Lowered, Lowering, Options};
use crate::diagnostic::{Diagnostic, Diagnostics, Error, Kind, Result};
use crate::emit;
use crate::hir::{Function, Mode};
use crate::mid::types::ArrayType;
use crate::mid::{Body, Loc, LocId, Op, Type, Var};
use crate::modules::{Kernel, Package};
use crate::passes::{self, dataflow::EntryParameter};
use crate::source::Span;
use crate::specialise::{Annotation, ArrayFacts, Parameter, Signature};
use cutile_ir::ir::Location;
use std::sync::Arc;

/// See [`super::lower`].
pub(super) fn lower(
    package: &Package,
    file: &str,
    name: &str,
    signature: &Signature,
    options: &Options,
) -> Result<Lowered, Diagnostics> {
    let kernel = package.kernel(file, name)?;
    crate::eval::allowance::renew();
    let mut lowering = Lowering {
        package,
        options,
        body: Body::default(),
        block: Body::default().root,
        terminated: false,
        restriction: None,
        loc: LocId::UNKNOWN,
        scopes: Scopes::default(),
        trace: Vec::new(),
        steps: 0,
        nesting: 0,
        errors: Vec::new(),
    };
    lowering
        .run(&kernel, name, signature)
        .map_err(|e| outward(package, &lowering.body, e))
        .map(|emitted| Lowered {
            module: emitted.module,
            names: emitted.names,
            fused: fused(&lowering.body, options),
            trace: std::mem::take(&mut lowering.trace),
        })
}

/// Places of the operations that are a product and a sum in one.
fn fused(body: &Body, options: &Options) -> Vec<(u32, Span)> {
    let mut places = Vec::new();
    if options.trace {
        body.traverse(body.root, &mut |_, operation| {
            if let Op::Fma { .. } = operation.op {
                let loc = body.loc(operation.loc);
                places.push((loc.module, Span::new(loc.start, loc.end)));
            }
        });
    }
    places
}

/// An error, and those reported with it, with their places in text form.
fn outward(package: &Package, body: &Body, e: Error) -> Diagnostics {
    let all = e.apart().into_iter().map(|e| located(package, body, e));
    Diagnostics(all.collect())
}

fn located(package: &Package, body: &Body, e: Error) -> Diagnostic {
    let mut calls = Vec::new();
    let place = match (e.loc(), e.span()) {
        (Some(id), None) if id != LocId::UNKNOWN => {
            let loc = body.loc(id);
            let mut site = loc.call_site;
            while let Some(id) = site {
                let caller = body.loc(id);
                let place = package.place(caller);
                calls.push((place.file, place.line, place.col));
                site = caller.call_site;
            }
            package.place(loc)
        }
        (_, Some((module, span))) => package.place(&Loc {
            module,
            start: span.start,
            end: span.end,
            call_site: None,
        }),
        _ => crate::diagnostic::Place::default(),
    };
    e.into_diagnostic(place, calls)
}

/// A place as Tile IR keeps it, the calls that led there around it. Columns count from 0, as the
/// official compiler's do.
fn location(package: &Package, body: &Body, id: LocId) -> Location {
    if id == LocId::UNKNOWN {
        return Location::Unknown;
    }
    let loc = body.loc(id);
    let place = package.place(loc);
    let here = Location::FileLineCol {
        filename: place.file,
        line: place.line,
        column: place.col,
    };
    match loc.call_site {
        None => here,
        Some(site) => Location::CallSite {
            callee: Box::new(here),
            caller: Box::new(location(package, body, site)),
        },
    }
}

impl Lowering<'_> {
    fn run(&mut self, kernel: &Kernel, name: &str, signature: &Signature) -> Result<emit::Emitted> {
        let function = self.package.function(kernel.function, Mode::Entry)?;
        if signature.parameters.len() != function.params.len() {
            return Err(Error::new(
                Kind::Signature,
                format!("the kernel takes {} arguments", function.params.len()),
            )
            .found(signature.parameters.len()));
        }
        let scope = self.scopes.open(&function);
        self.scopes.frames.push(Frame {
            scopes: vec![scope],
            values: vec![None; function.values as usize],
            function: function.clone(),
            call_site: None,
            nth: 0,
            loops: Vec::new(),
            branches: Vec::new(),
            contexts: Vec::new(),
            loop_contexts: Vec::new(),
        });
        let loc = self.place_of(function.span)?;
        self.body.loc = loc;
        self.loc = loc;
        let entry = self.parameters(&function, kernel, signature)?;
        let done = self.dispatch_block(&function.body);
        self.all_errors(done)?;
        let root = self.body.root;
        self.body.block_mut(root).params =
            entry.iter().flat_map(|p| p.vars.iter().copied()).collect();
        let facts = passes::run(&mut self.body, &entry, self.options)?;
        let symbol = signature.symbol.as_deref().unwrap_or(name);
        let hints = signature.hints.clone().or(&kernel.hints);
        let locate = |id: LocId| location(self.package, &self.body, id);
        emit::emit(&self.body, &facts, symbol, &hints, self.options, &locate)
    }

    fn parameters(
        &mut self,
        function: &Arc<Function>,
        kernel: &Kernel,
        signature: &Signature,
    ) -> Result<Vec<EntryParameter>> {
        let mut entry = Vec::new();
        // All parameters are named before any is taken apart.
        let vars = function
            .params
            .iter()
            .map(|p| {
                let loc = self.place_of(p.span)?;
                Ok(self.body.new_var(Some(p.name.clone()), loc))
            })
            .collect::<Result<Vec<Var>>>()?;
        for (((param, facts), (_, annotation)), var) in function
            .params
            .iter()
            .zip(&signature.parameters)
            .zip(&kernel.parameters)
            .zip(vars)
        {
            let var = self
                .parameter(facts, annotation, var, &mut entry)
                .map_err(|e| e.context(&format!("parameter `{}`", param.name)))?;
            let place = self.place_of(param.span)?;
            self.store_var_at(param.local, var, place)?;
        }
        Ok(entry)
    }

    fn parameter(
        &mut self,
        facts: &Parameter,
        annotation: &Annotation,
        var: Var,
        entry: &mut Vec<EntryParameter>,
    ) -> Result<Var> {
        let leaf = match annotation {
            Annotation::Leaf(leaf) => leaf.clone(),
            Annotation::Each(_) | Annotation::Items(_) => Default::default(),
        };
        let refuse = |what: &str| Err(Error::new(Kind::Signature, what.to_string()));
        let ty = match facts {
            Parameter::Tuple(items) => {
                if let Annotation::Items(list) = annotation
                    && list.len() != items.len()
                {
                    return refuse("the tuple has another length than its annotation");
                }
                let loc = self.var_loc(var);
                let mut parts = Vec::with_capacity(items.len());
                for (i, item) in items.iter().enumerate() {
                    let part = self.body.new_var(None, loc);
                    parts.push(self.parameter(item, annotation.item(i), part, entry)?);
                }
                return self.tuple(&parts);
            }
            _ if !matches!(annotation, Annotation::Leaf(_)) => {
                return refuse("the annotation wants a tuple");
            }
            Parameter::Constant(value) => return self.const_var(value),
            _ if leaf.constant => return refuse("the annotation wants a constant"),
            Parameter::Scalar(dtype) => {
                if leaf.scalar.is_some_and(|d| d != *dtype) {
                    return refuse("the annotation wants another data type");
                }
                Type::scalar(*dtype)
            }
            Parameter::Array(a) => Type::Array(Arc::new(array_type(a, &leaf.array)?)),
            Parameter::List { element, .. } => {
                Type::List(Arc::new(array_type(element, &leaf.array)?))
            }
        };
        self.body.var_mut(var).ty = Some(ty);
        let vars = self.block_parameters(&[var])?.pop().unwrap_or_default();
        entry.push(EntryParameter {
            vars,
            facts: facts.clone(),
        });
        Ok(var)
    }
}

/// The type of an array parameter: extents that the annotation names are static.
fn array_type(
    facts: &ArrayFacts,
    annotation: &Option<crate::specialise::ArrayAnnotation>,
) -> Result<ArrayType> {
    let rank = facts.rank();
    let annotation = annotation.clone().unwrap_or_default();
    let select = |axes: &[i64], known: &[Option<i64>]| -> Result<Vec<Option<i64>>> {
        let mut out = vec![None; rank];
        for &axis in axes {
            let at = super::require::normalize_axis(axis, rank)?;
            match (out.get_mut(at), known.get(at)) {
                (Some(slot), Some(Some(value))) => *slot = Some(*value),
                _ => {
                    return Err(Error::new(
                        Kind::Signature,
                        "the annotation wants an extent that the launch does not fix",
                    )
                    .found(axis));
                }
            }
        }
        Ok(out)
    };
    Ok(ArrayType {
        dtype: facts.dtype,
        shape: select(&annotation.static_shape_dims, &facts.shape_constant)?,
        strides: select(&annotation.static_stride_dims, &facts.stride_constant)?,
        index_dtype: facts.index_dtype,
    })
}
