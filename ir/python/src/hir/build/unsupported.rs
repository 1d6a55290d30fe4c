//! What kernels cannot say, and what to say instead.

use crate::tree::{ExprKind, StmtKind};

/// Name of a statement that kernels do not have, and what can stand for it.
pub(super) fn statement(kind: &StmtKind) -> (&'static str, &'static str) {
    match kind {
        StmtKind::ClassDef(_) => (
            "a class",
            "define it outside of the kernel, as a frozen dataclass or an enumeration",
        ),
        StmtKind::FunctionDef(_) => ("an async function", "write def without async"),
        StmtKind::Delete { .. } => ("del", "leave it out: names need no end"),
        StmtKind::TypeAlias { .. } => ("a type alias", "write it outside of the kernel"),
        StmtKind::Match { .. } => ("match", "write if and elif"),
        StmtKind::Try { .. } => ("try", "leave it out: kernels raise nothing while they run"),
        StmtKind::Assert { .. } => (
            "assert",
            "write ct.assert_(...) for run-time values, ct.static_assert(...) for constants",
        ),
        StmtKind::Import { .. } | StmtKind::ImportFrom { .. } => {
            ("an import", "import outside of the kernel")
        }
        StmtKind::Global { .. } => (
            "global",
            "leave it out to read a global; return what is to be kept",
        ),
        StmtKind::Nonlocal { .. } => (
            "nonlocal",
            "leave it out to read the variable; return what is to be kept",
        ),
        StmtKind::For { .. } => ("async for", "write for without async"),
        StmtKind::With { .. } => ("async with", "write with without async"),
        _ => ("this statement", "write it in other words"),
    }
}

/// Name of an expression that kernels do not have, and what can stand for it.
pub(super) fn expression(kind: &ExprKind) -> (&'static str, &'static str) {
    match kind {
        ExprKind::List { .. } => ("a list", "write a tuple, (a, b)"),
        ExprKind::Set { .. } => ("a set", "write a tuple, (a, b)"),
        ExprKind::Dict { .. } => (
            "a dictionary",
            "write a frozen dataclass, or a global looked up in ct.static_eval()",
        ),
        ExprKind::ListComp { .. } | ExprKind::SetComp { .. } | ExprKind::GeneratorExp { .. } => (
            "a comprehension",
            "write tuple(... for x in ct.static_iter(...))",
        ),
        ExprKind::DictComp { .. } => (
            "a comprehension of a dictionary",
            "write it outside of the kernel and look it up in ct.static_eval()",
        ),
        ExprKind::NamedExpr { .. } => (":=", "assign in a statement of its own"),
        ExprKind::Await { .. } => ("await", "call the function without it"),
        ExprKind::Yield { .. } | ExprKind::YieldFrom { .. } => {
            ("yield", "return a tuple; only context managers yield, once")
        }
        ExprKind::Starred { .. } => ("a star", "stars can stand in tuples and calls only"),
        _ => ("this expression", "write it in other words"),
    }
}
