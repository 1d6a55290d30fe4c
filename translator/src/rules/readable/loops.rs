//! Loops, counted and not.

use super::assign::mentions;
use super::block::Line;
use super::code::{Code, Level};
use super::constants::truth_of;
use super::writer::Writer;

use super::liveness::assigned;
use super::ops::Own;
use super::refusal::Result;
use super::statements::has_jump;
use super::value::{Elem, Ty, Value};
use super::writer::Variable;
use crate::rules::names::snake_case;
use quote::quote;
use std::collections::{BTreeSet, HashMap};
use tileport_python::dtype::Dtype;
use tileport_python::mid::Const;
use tileport_python::source::Span;
use tileport_python::tree::{CmpOperator, Expr, ExprKind, Stmt, StmtKind};

/// Where a loop turns from one branch of its body to the other.
struct Split {
    /// The branch.
    branch: Span,
    /// The first count of the second half.
    point: Value,
    /// Which way the branch goes in the first half.
    first: bool,
}

impl Writer<'_> {
    pub(super) fn for_(
        &mut self,
        stmt: &Stmt,
        target: &Expr,
        iter: &Expr,
        body: &[Stmt],
        orelse: &[Stmt],
    ) -> Result<()> {
        if !orelse.is_empty() {
            return self.refuse(stmt.span, "`for … else`", "the writer has no form for it");
        }
        if has_jump(body, &StmtKind::Break) {
            return self.refuse(stmt.span, "`break`", "out of a counted loop");
        }
        let ExprKind::Name { id, .. } = &target.kind else {
            return self.refuse(target.span, "loop variable", "that is no name");
        };
        let range = self.expr(iter)?;
        let Ty::Range(parts) = range.ty else {
            return self.refuse(iter.span, "loop", "over something other than `range`");
        };
        let [start, stop, step] = *parts;
        let given = self.range_bounds(iter);
        let fixed = [(&start, given[0]), (&stop, given[1])].map(|(value, expr)| {
            let fact = expr.and_then(|e| self.fact(e));
            value.is_constant_number() || fact.is_some_and(|f| f.partly.is_known())
        });
        let unit = step.uniform_number().and_then(Const::as_int) == Some(1);
        let mut bounds = [self.index(start, iter.span)?, self.index(stop, iter.span)?];
        for (bound, fixed) in bounds.iter_mut().zip(fixed) {
            if fixed {
                // The official compiler states what it knows of the bounds as a fact about the
                // loop variable, which changes the code that is made.
                *bound = self.own(Own::Opaque, std::slice::from_ref(bound));
            }
        }
        let [start, stop] = bounds;
        let outer = self.frame.scope.clone();
        let known = self.frame.names.get(id.as_str()).cloned();
        let name = match known {
            Some(name) => name,
            None => {
                let name = self.frame.taken.take(&snake_case(id), "");
                self.frame.names.insert(id.to_string(), name.clone());
                name
            }
        };
        let split = match unit {
            true => self.split_point(id, body)?,
            false => None,
        };
        let Some(split) = split else {
            let range = self.range_code(&start, &stop, step, iter.span)?;
            return self.counted(stmt, id, &name, range, body, outer);
        };
        // The official compiler makes two loops of one whose counter a branch tests.
        let point = self.settle(split.point, "turn");
        let before = Code::call("min", &[stop.clone(), point.code.clone()]);
        let after = Code::call("max", &[start.clone(), point.code]);
        for (range, truth) in [
            ((start, before), split.first),
            ((after, stop), !split.first),
        ] {
            self.frame.forced.insert(split.branch, truth);
            let (cursor, calls) = (self.frame.cursor, self.calls.clone());
            let bounds = Code::binary(&range.0, quote!(..), &range.1, Level::Range);
            self.counted(stmt, id, &name, bounds, body, self.frame.scope.clone())?;
            self.frame.forced.remove(&split.branch);
            self.frame.cursor = cursor;
            if truth == split.first {
                // Python evaluates the body once, whatever becomes of it.
                self.calls = calls;
            }
        }
        self.frame.scope = outer;
        Ok(())
    }

    /// Where a call of `range` gives its start and its stop.
    fn range_bounds<'e>(&self, iter: &'e Expr) -> [Option<&'e Expr>; 2] {
        let ExprKind::Call { args, .. } = &iter.kind else {
            return [None, None];
        };
        match args.as_slice() {
            [stop] => [None, Some(stop)],
            [start, stop, ..] => [Some(start), Some(stop)],
            [] => [None, None],
        }
    }

    fn range_code(&mut self, start: &Code, stop: &Code, step: Value, span: Span) -> Result<Code> {
        let bounds = Code::binary(start, quote!(..), stop, Level::Range);
        let known = step.uniform_number().and_then(Const::as_int);
        if known == Some(1) {
            return Ok(bounds);
        }
        let literal = known.filter(|_| step.code.as_name().is_none());
        let step = self.index(step, span)?;
        let step = match literal {
            Some(n) => Code::int(n),
            None => {
                let step = step.at(Level::Cast);
                Code::new(quote!(#step as usize), Level::Cast)
            }
        };
        Ok(bounds.method("step_by", &[step]))
    }

    /// A counted loop over a range; variables are `outer` again afterwards.
    fn counted(
        &mut self,
        stmt: &Stmt,
        id: &str,
        name: &str,
        range: Code,
        body: &[Stmt],
        outer: HashMap<String, Variable>,
    ) -> Result<()> {
        let counter = Value::new(Code::name(name), Ty::Scalar(Elem::Known(Dtype::Int32)));
        let depth = self.frame.blocks.len() + 1;
        self.carried(body, stmt.span);
        self.rebound(name);
        self.frame.scope.insert(
            id.to_owned(),
            Variable {
                value: counter,
                depth,
                declared: None,
            },
        );
        self.frame.assigned.remove(id);
        let (lines, _, _) = self.nested(body)?;
        self.frame.scope = outer;
        let name = match uses(&lines, name) || name.starts_with("r#") {
            true => name.to_owned(),
            false if name == snake_case("_") => "_i".to_owned(),
            false => format!("_{name}"),
        };
        self.push(Line::For {
            name,
            range,
            body: lines,
        });
        Ok(())
    }

    /// Where a loop turns from one branch to the other, when exactly one branch of its body tests
    /// its counter against something that does not change in it.
    fn split_point(&mut self, counter: &str, body: &[Stmt]) -> Result<Option<Split>> {
        let mut changed = BTreeSet::from([counter.to_owned()]);
        assigned(body, &mut changed);
        let mut found = Vec::new();
        self.find_splits(counter, body, &changed, &mut found)?;
        let [(branch, op, other)] = found.as_slice() else {
            return Ok(None);
        };
        let bound = self.expr(other)?;
        let bound = self.index(bound, other.span)?;
        let later = matches!(op, CmpOperator::Gt | CmpOperator::LtE);
        let point = match later {
            true => Code::binary(&bound, quote!(+), &Code::int(1), Level::Sum),
            false => bound,
        };
        Ok(Some(Split {
            branch: *branch,
            point: Value::new(point, Ty::Scalar(Elem::Known(Dtype::Int32))),
            first: matches!(op, CmpOperator::Lt | CmpOperator::LtE),
        }))
    }

    fn find_splits(
        &mut self,
        counter: &str,
        body: &[Stmt],
        changed: &BTreeSet<String>,
        found: &mut Vec<(Span, CmpOperator, Expr)>,
    ) -> Result<()> {
        for stmt in body {
            let StmtKind::If { test, body, orelse } = &stmt.kind else {
                continue;
            };
            let fact = self.fact(test);
            if let Some(known) = fact.as_ref().map(|f| f.known())
                && known.is_known()
                && known.uniform().is_none()
            {
                return self.refuse_apart(
                    test.span,
                    "branch",
                    "that some launches take or not, whatever the values",
                    &known,
                );
            }
            let known = fact.and_then(|f| f.constant);
            if let Some(truth) = known.as_ref().and_then(truth_of) {
                let taken = if truth { body } else { orelse };
                self.find_splits(counter, taken, changed, found)?;
                continue;
            }
            if let Some((op, other)) = self.counter_test(counter, test)
                && !reads_any(&other, changed)
            {
                found.push((stmt.span, op, other));
            }
        }
        Ok(())
    }

    /// `counter op other`, from a comparison alone or with conditions known while compiling.
    fn counter_test(&self, counter: &str, test: &Expr) -> Option<(CmpOperator, Expr)> {
        match &test.kind {
            ExprKind::Compare {
                left,
                ops,
                comparators,
            } => {
                let ([op], [right]) = (ops.as_slice(), comparators.as_slice()) else {
                    return None;
                };
                let is_counter = |e: &Expr| matches!(&e.kind, ExprKind::Name { id, .. } if id.as_str() == counter);
                let ordered = matches!(
                    op,
                    CmpOperator::Lt | CmpOperator::LtE | CmpOperator::Gt | CmpOperator::GtE
                );
                match (is_counter(left), is_counter(right)) {
                    _ if !ordered => None,
                    (true, false) => Some((*op, right.clone())),
                    (false, true) => Some((flipped(*op), (**left).clone())),
                    _ => None,
                }
            }
            ExprKind::BoolOp { values, .. } => {
                let mut open = values
                    .iter()
                    .filter(|v| self.fact(v).is_some_and(|f| f.constant.is_none()));
                match (open.next(), open.next()) {
                    (Some(one), None) => self.counter_test(counter, one),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Variables that a loop carries are not what they were when they were bound.
    fn carried(&mut self, body: &[Stmt], span: Span) {
        let mut names = BTreeSet::new();
        assigned(body, &mut names);
        for name in names {
            let lives = body
                .last()
                .is_some_and(|last| self.frame.live.is_live_after(last.span, &name))
                || self.frame.live.is_live_after(span, &name);
            if lives && let Some(variable) = self.frame.scope.get_mut(&name) {
                variable.value.factors = None;
                self.frame.assigned.insert(name);
            }
        }
    }

    pub(super) fn while_(
        &mut self,
        stmt: &Stmt,
        test: &Expr,
        body: &[Stmt],
        orelse: &[Stmt],
    ) -> Result<()> {
        if !orelse.is_empty() || has_jump(body, &StmtKind::Break) {
            return self.refuse(stmt.span, "`while`", "with `else` or `break`");
        }
        self.carried(body, stmt.span);
        let lines = self.frame.blocks.last().map_or(0, Vec::len);
        let cond = self.expr(test)?;
        let cond = self.scalar(cond, test.span)?;
        if self.frame.blocks.last().map_or(0, Vec::len) != lines {
            return self.refuse(test.span, "condition", "of a loop that needs statements");
        }
        let (lines, _, _) = self.nested(body)?;
        self.push(Line::While {
            cond: cond.code,
            body: lines,
        });
        Ok(())
    }
}

pub(super) fn uses(lines: &[Line], name: &str) -> bool {
    let names = BTreeSet::from([name.to_owned()]);
    let tokens = super::block::tokens(lines, &Default::default());
    mentions(&Code::atom(tokens), &names)
}

fn flipped(op: CmpOperator) -> CmpOperator {
    match op {
        CmpOperator::Lt => CmpOperator::Gt,
        CmpOperator::LtE => CmpOperator::GtE,
        CmpOperator::Gt => CmpOperator::Lt,
        CmpOperator::GtE => CmpOperator::LtE,
        other => other,
    }
}

fn reads_any(expr: &Expr, names: &BTreeSet<String>) -> bool {
    let mut read = BTreeSet::new();
    super::liveness::reads(expr, &mut read);
    !read.is_disjoint(names)
}
