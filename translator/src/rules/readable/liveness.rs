//! Which variables are read after each statement: decides what has to be assigned instead of
//! shadowed.

use std::collections::{BTreeSet, HashMap};
use tileport_python::source::Span;
use tileport_python::tree::{Expr, ExprContext, ExprKind, Stmt, StmtKind};

type Names = BTreeSet<String>;

/// Names that are live after each statement of a function, and at the end of each block.
#[derive(Debug, Default)]
pub struct Liveness {
    after: HashMap<Span, Names>,
}

/// Rounds over a loop body before it is taken as settled; each round can only add names.
const MAX_ROUNDS: usize = 64;

impl Liveness {
    /// Of a function's body.
    pub fn of(body: &[Stmt]) -> Self {
        let mut out = Liveness::default();
        out.block(body, Names::new());
        out
    }

    /// Whether `name` may be read after the statement at `span`, before it is assigned again.
    pub fn is_live_after(&self, span: Span, name: &str) -> bool {
        self.after.get(&span).is_some_and(|n| n.contains(name))
    }

    fn block(&mut self, body: &[Stmt], end: Names) -> Names {
        body.iter().rev().fold(end, |live, s| self.stmt(s, live))
    }

    fn stmt(&mut self, stmt: &Stmt, live: Names) -> Names {
        let seen = self.after.entry(stmt.span).or_default();
        seen.extend(live.iter().cloned());
        match &stmt.kind {
            StmtKind::Assign { targets, value } => {
                let mut live = live;
                targets.iter().for_each(|t| kill(t, &mut live));
                targets.iter().for_each(|t| reads_of_target(t, &mut live));
                reads(value, &mut live);
                live
            }
            StmtKind::AnnAssign { target, value, .. } => {
                let mut live = live;
                if let Some(value) = value {
                    kill(target, &mut live);
                    reads(value, &mut live);
                }
                live
            }
            StmtKind::AugAssign { target, value, .. } => {
                let mut live = live;
                reads(target, &mut live);
                if let ExprKind::Name { id, .. } = &target.kind {
                    live.insert(id.to_string());
                }
                reads(value, &mut live);
                live
            }
            StmtKind::For {
                target,
                iter,
                body,
                orelse,
                ..
            } => {
                let exit = self.block(orelse, live);
                let mut head = exit.clone();
                for _ in 0..MAX_ROUNDS {
                    let mut again = self.block(body, head.clone());
                    kill(target, &mut again);
                    again.extend(exit.iter().cloned());
                    if again == head {
                        break;
                    }
                    head.extend(again);
                }
                reads(iter, &mut head);
                head
            }
            StmtKind::While { test, body, orelse } => {
                let exit = self.block(orelse, live);
                let mut head = exit.clone();
                reads(test, &mut head);
                for _ in 0..MAX_ROUNDS {
                    let again = self.block(body, head.clone());
                    if again.is_subset(&head) {
                        break;
                    }
                    head.extend(again);
                }
                head
            }
            StmtKind::If { test, body, orelse } => {
                let mut out = self.block(body, live.clone());
                out.extend(self.block(orelse, live));
                reads(test, &mut out);
                out
            }
            StmtKind::With { items, body, .. } => {
                let mut out = self.block(body, live);
                for item in items {
                    if let Some(vars) = &item.optional_vars {
                        kill(vars, &mut out);
                    }
                    reads(&item.context_expr, &mut out);
                }
                out
            }
            StmtKind::Return { value } => {
                let mut out = Names::new();
                if let Some(value) = value {
                    reads(value, &mut out);
                }
                out
            }
            StmtKind::Expr { value } => {
                let mut live = live;
                reads(value, &mut live);
                live
            }
            StmtKind::Assert { test, msg } => {
                let mut live = live;
                reads(test, &mut live);
                if let Some(msg) = msg {
                    reads(msg, &mut live);
                }
                live
            }
            _ => live,
        }
    }
}

fn kill(target: &Expr, live: &mut Names) {
    match &target.kind {
        ExprKind::Name { id, .. } => {
            live.remove(id.as_str());
        }
        ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => {
            elts.iter().for_each(|e| kill(e, live));
        }
        ExprKind::Starred { value, .. } => kill(value, live),
        _ => {}
    }
}

fn reads_of_target(target: &Expr, live: &mut Names) {
    match &target.kind {
        ExprKind::Name { .. } => {}
        ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => {
            elts.iter().for_each(|e| reads_of_target(e, live));
        }
        _ => reads(target, live),
    }
}

/// Adds the names that an expression reads.
pub fn reads(expr: &Expr, names: &mut Names) {
    if let ExprKind::Name {
        id,
        ctx: ExprContext::Load,
    } = &expr.kind
    {
        names.insert(id.to_string());
    }
    children(expr, &mut |e| reads(e, names));
}

/// Visits the direct parts of an expression.
pub fn children<'e>(expr: &'e Expr, f: &mut impl FnMut(&'e Expr)) {
    match &expr.kind {
        ExprKind::BoolOp { values, .. } | ExprKind::JoinedStr { values } => {
            values.iter().for_each(f);
        }
        ExprKind::NamedExpr { target, value } => {
            f(target);
            f(value);
        }
        ExprKind::BinOp { left, right, .. } => {
            f(left);
            f(right);
        }
        ExprKind::UnaryOp { operand, .. } => f(operand),
        ExprKind::Lambda { body, .. } => f(body),
        ExprKind::IfExp { test, body, orelse } => {
            f(test);
            f(body);
            f(orelse);
        }
        ExprKind::Dict { keys, values } => {
            keys.iter().flatten().for_each(&mut *f);
            values.iter().for_each(f);
        }
        ExprKind::Set { elts } | ExprKind::List { elts, .. } | ExprKind::Tuple { elts, .. } => {
            elts.iter().for_each(f)
        }
        ExprKind::ListComp { elt, generators }
        | ExprKind::SetComp { elt, generators }
        | ExprKind::GeneratorExp { elt, generators } => {
            f(elt);
            for g in generators {
                f(&g.iter);
                g.ifs.iter().for_each(&mut *f);
            }
        }
        ExprKind::DictComp {
            key,
            value,
            generators,
        } => {
            f(key);
            f(value);
            for g in generators {
                f(&g.iter);
                g.ifs.iter().for_each(&mut *f);
            }
        }
        ExprKind::Await { value }
        | ExprKind::YieldFrom { value }
        | ExprKind::Starred { value, .. }
        | ExprKind::Attribute { value, .. } => f(value),
        ExprKind::Yield { value } => value.iter().for_each(|v| f(v)),
        ExprKind::Compare {
            left, comparators, ..
        } => {
            f(left);
            comparators.iter().for_each(f);
        }
        ExprKind::Call {
            func,
            args,
            keywords,
        } => {
            f(func);
            args.iter().for_each(&mut *f);
            keywords.iter().for_each(|k| f(&k.value));
        }
        ExprKind::FormattedValue {
            value, format_spec, ..
        } => {
            f(value);
            format_spec.iter().for_each(|s| f(s));
        }
        ExprKind::Subscript { value, slice, .. } => {
            f(value);
            f(slice);
        }
        ExprKind::Slice { lower, upper, step } => {
            [lower, upper, step]
                .into_iter()
                .flatten()
                .for_each(|e| f(e));
        }
        ExprKind::Constant(_) | ExprKind::Name { .. } => {}
    }
}

/// Names that a block assigns, nested blocks included.
pub fn assigned(body: &[Stmt], names: &mut Names) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                targets.iter().for_each(|t| target_names(t, names));
            }
            StmtKind::AugAssign { target, .. } | StmtKind::AnnAssign { target, .. } => {
                target_names(target, names);
            }
            StmtKind::For {
                target,
                body,
                orelse,
                ..
            } => {
                target_names(target, names);
                assigned(body, names);
                assigned(orelse, names);
            }
            StmtKind::While { body, orelse, .. } | StmtKind::If { body, orelse, .. } => {
                assigned(body, names);
                assigned(orelse, names);
            }
            StmtKind::With { body, .. } => assigned(body, names),
            _ => {}
        }
    }
}

fn target_names(target: &Expr, names: &mut Names) {
    match &target.kind {
        ExprKind::Name { id, .. } => {
            names.insert(id.to_string());
        }
        ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => {
            elts.iter().for_each(|e| target_names(e, names));
        }
        ExprKind::Starred { value, .. } => target_names(value, names),
        _ => {}
    }
}
