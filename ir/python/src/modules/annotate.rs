//! Annotations of kernel parameters and options of the kernel decorator.

use super::{FunctionDef, Package, TileClass};
use crate::diagnostic::{Error, Result};
use crate::eval::{self, Scope};
use crate::mid::Const;
use crate::specialise::{Annotation, ByTarget, Hints};
use crate::tree;
use std::sync::Arc;

/// Name and annotation of each parameter.
pub(super) fn parameters(package: &Package, f: &FunctionDef) -> Vec<(Arc<str>, Annotation)> {
    let args = &f.def.args;
    args.posonlyargs
        .iter()
        .chain(&args.args)
        .chain(args.vararg.as_deref())
        .chain(&args.kwonlyargs)
        .chain(args.kwarg.as_deref())
        .map(|arg| {
            let annotation = arg
                .annotation
                .as_deref()
                .map(|a| annotation(package, &f.scope, a));
            (
                Arc::from(arg.arg.as_str()),
                annotation.unwrap_or_else(Annotation::none),
            )
        })
        .collect()
}

/// An annotation; what has no meaning for kernels says nothing.
fn annotation(package: &Package, scope: &Scope, expr: &tree::Expr) -> Annotation {
    // `from __future__ import annotations` and quotes both leave text to be read as Python.
    if let tree::ExprKind::Constant(tree::Constant::Str { value, .. }) = &expr.kind
        && let Some(text) = value.as_str()
        && let Ok(parsed) = crate::parse::parse(text)
        && let [
            tree::Stmt {
                kind: tree::StmtKind::Expr { value },
                ..
            },
        ] = &*parsed.module.body
    {
        return annotation(package, scope, value);
    }
    eval::constant_in(package, scope, expr).map_or_else(|_| Annotation::none(), |v| from_value(&v))
}

/// The annotation that a value means.
pub(crate) fn from_value(value: &Const) -> Annotation {
    match value {
        Const::Annotation(a) => (**a).clone(),
        Const::TileClass(TileClass::Constant) => eval::constant_annotation(Annotation::none()),
        _ => Annotation::none(),
    }
}

/// Options given to the kernel decorator.
///
/// # Errors
/// Values that are no integers.
pub(super) fn hints(package: &Package, scope: &Scope, keywords: &[tree::Keyword]) -> Result<Hints> {
    let mut hints = Hints::default();
    for keyword in keywords {
        let Some(name) = &keyword.arg else { continue };
        let slot = match name.as_str() {
            "num_ctas" => &mut hints.num_ctas,
            "occupancy" => &mut hints.occupancy,
            "opt_level" => &mut hints.opt_level,
            "num_worker_warps" => &mut hints.num_worker_warps,
            _ => return Err(Error::ty("unknown option of a kernel").found(name.as_str())),
        };
        *slot = by_target(package, scope, &keyword.value)
            .map_err(|e| e.context(&format!("option {name}")))?;
    }
    Ok(hints)
}

fn by_target(package: &Package, scope: &Scope, expr: &tree::Expr) -> Result<ByTarget> {
    let one = |value: &Const| {
        let default = integer(value)?;
        Ok(ByTarget {
            default,
            targets: Vec::new(),
        })
    };
    match eval::constant_in(package, scope, expr)? {
        Const::ByTarget(values) => {
            let mut out = ByTarget::default();
            for (name, value) in values.iter() {
                match (&**name, integer(value)?) {
                    ("default", value) => out.default = value,
                    (target, Some(value)) => out.targets.push((target.into(), value)),
                    (_, None) => {}
                }
            }
            Ok(out)
        }
        value => one(&value),
    }
}

fn integer(value: &Const) -> Result<Option<i64>> {
    match value {
        Const::None => Ok(None),
        Const::Int(i) => i64::try_from(*i)
            .map(Some)
            .map_err(|_| Error::value("option is out of range").found(i)),
        // Chosen by host code; a launch record says what it was.
        Const::Opaque(_) => Ok(None),
        other => Err(Error::ty("option must be an integer").found(other)),
    }
}
