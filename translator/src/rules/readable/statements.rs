//! Statements and blocks.

use super::block::Line;
use super::code::{Code, ident};
use super::expr::truth_of;
use super::facts::Each;
use super::liveness::assigned;
use super::marks::Mark;
use super::names;
use super::operators::Numeric;
use super::refusal::Result;
use super::value::{DimText, Elem, Ty, Value, shape_macro};
use super::writer::{Variable, Writer};
use quote::quote;
use std::collections::{BTreeSet, HashMap};
use tileport_python::dtype::Dtype;
use tileport_python::lower::builtin::Builtin;
use tileport_python::mid::Const;
use tileport_python::source::Span;
use tileport_python::tree::{CmpOperator, Constant, Expr, ExprKind, Operator, Stmt, StmtKind};

/// Where a loop turns from one branch of its body to the other.
struct Split {
    /// The branch.
    branch: Span,
    /// The first count of the second half.
    point: Value,
    /// Which way the branch goes in the first half.
    first: bool,
}

/// How a block ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With its last statement.
    Falls,
    /// The function's remaining statements were taken into it.
    Done,
}

impl Writer<'_> {
    /// Statements of a block, appended to the innermost one.
    pub fn block(&mut self, body: &[Stmt]) -> Result<End> {
        if let Some(last) = body.last() {
            self.frame.ends.push(last.span);
        }
        let end = self.statements(body);
        if !body.is_empty() {
            self.frame.ends.pop();
        }
        end
    }

    fn statements(&mut self, body: &[Stmt]) -> Result<End> {
        let mut rest = body;
        while let Some((stmt, tail)) = rest.split_first() {
            rest = tail;
            self.comments_before(stmt);
            self.frame.statement = stmt.span;
            let end = match &stmt.kind {
                StmtKind::If { test, body, orelse } => self.if_(stmt, test, body, orelse, rest)?,
                StmtKind::Return { value: None } if self.frame.is_entry => End::Done,
                StmtKind::Return { .. } => {
                    return self.refuse(stmt.span, "`return`", "in the middle of a function");
                }
                _ => {
                    self.statement(stmt)?;
                    End::Falls
                }
            };
            if end == End::Done {
                return Ok(End::Done);
            }
            self.mark_after(stmt.span);
        }
        Ok(End::Falls)
    }

    /// Statements in a block of their own; variables bound there are gone afterwards.
    pub fn nested(&mut self, body: &[Stmt]) -> Result<(Vec<Line>, HashMap<String, Variable>, End)> {
        let outer = self.frame.scope.clone();
        self.frame.blocks.push(Vec::new());
        let end = self.block(body);
        let lines = self.frame.blocks.pop().unwrap_or_default();
        let inner = std::mem::replace(&mut self.frame.scope, outer);
        Ok((lines, inner, end?))
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<()> {
        match &stmt.kind {
            StmtKind::Expr { value } => self.run(value),
            StmtKind::Assign { targets, value } => {
                let mut value = self.expr(value)?;
                for target in targets {
                    value = self.assign(target, value)?;
                }
                Ok(())
            }
            StmtKind::AnnAssign {
                target,
                value: Some(value),
                ..
            } => {
                let value = self.expr(value)?;
                self.assign(target, value).map(|_| ())
            }
            StmtKind::AnnAssign { value: None, .. } | StmtKind::Pass => Ok(()),
            StmtKind::AugAssign { target, op, value } => self.aug_assign(stmt, target, *op, value),
            StmtKind::For {
                target,
                iter,
                body,
                orelse,
                is_async: false,
            } => self.for_(stmt, target, iter, body, orelse),
            StmtKind::While { test, body, orelse } => self.while_(stmt, test, body, orelse),
            StmtKind::Continue => {
                self.push(Line::Jump("continue"));
                Ok(())
            }
            StmtKind::Import { .. } | StmtKind::ImportFrom { .. } => Ok(()),
            _ => self.refuse(
                stmt.span,
                statement_name(stmt),
                "the writer has no form for it",
            ),
        }
    }

    fn run(&mut self, expr: &Expr) -> Result<()> {
        if matches!(expr.kind, ExprKind::Constant(Constant::Str { .. })) {
            return Ok(());
        }
        if let ExprKind::Call { func, .. } = &expr.kind {
            let callee = self.fact(func).and_then(|f| f.value().cloned());
            let builtin = match callee {
                Some(Const::Builtin(builtin)) => Some(builtin),
                _ => None,
            };
            if matches!(
                builtin,
                Some(Builtin::StaticAssert | Builtin::EnsureConstant)
            ) || is_static_assert(func)
            {
                return Ok(());
            }
        }
        let value = self.expr(expr)?;
        match value.ty {
            Ty::Static => Ok(()),
            _ if value.code.as_name().is_some() => Ok(()),
            _ => {
                // Only for its effects: a helper that writes arrays.
                self.push(Line::Run(value.code));
                Ok(())
            }
        }
    }

    /// Assigns a value; what stands for it afterwards.
    fn assign(&mut self, target: &Expr, value: Value) -> Result<Value> {
        match &target.kind {
            ExprKind::Name { id, .. } => self.assign_name(id, value, target.span),
            ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => {
                let Ty::Tuple(items) = value.ty.clone() else {
                    return self.refuse(target.span, "unpacking", "of something that is no tuple");
                };
                if items.len() != elts.len() {
                    return self.refuse(target.span, "unpacking", "of another number of items");
                }
                let items = match is_empty(&value.code) {
                    true => self.apart(elts, items),
                    false => self.unpack_call(elts, items, value.code.clone())?,
                };
                for (target, item) in elts.iter().zip(items) {
                    self.assign(target, item)?;
                }
                Ok(value)
            }
            _ => self.refuse(target.span, "assignment", "to something other than names"),
        }
    }

    /// Items of a tuple that do not read what assigning the ones before changes.
    fn apart(&mut self, elts: &[Expr], items: Vec<Value>) -> Vec<Value> {
        let simple = items.iter().all(|v| {
            v.code.as_name().is_none() && v.code.is_simple() || matches!(v.ty, Ty::Static)
        });
        if simple || elts.len() < 2 {
            return items;
        }
        let names: BTreeSet<String> = elts
            .iter()
            .filter_map(|e| match &e.kind {
                ExprKind::Name { id, .. } => self.frame.names.get(id.as_str()).cloned(),
                _ => None,
            })
            .collect();
        items
            .into_iter()
            .map(|item| match mentions(&item.code, &names) {
                true => self.bind(item, "next"),
                false => item,
            })
            .collect()
    }

    /// `let (a, b) = call;`
    fn unpack_call(&mut self, elts: &[Expr], items: Vec<Value>, call: Code) -> Result<Vec<Value>> {
        let mut ids = Vec::new();
        let mut taken = Vec::new();
        let mut out = Vec::new();
        for (target, item) in elts.iter().zip(items) {
            let id = self.frame.lets.fresh();
            ids.push(id);
            if matches!(item.ty, Ty::Static) {
                taken.push("_".to_owned());
                out.push(item);
                continue;
            }
            let python = match &target.kind {
                ExprKind::Name { id, .. } => id.to_string(),
                _ => "item".to_owned(),
            };
            let again = self.must_assign(&python);
            let name = match again {
                true => self.frame.taken.take("next", ""),
                false => self.rust_name(&python, &item),
            };
            taken.push(name.clone());
            let mut value = Value::new(Code::name(&name), item.ty);
            value.binding = Some(id);
            out.push(value);
        }
        self.push(Line::LetTuple {
            ids,
            names: taken,
            ty: None,
            value: call,
        });
        Ok(out)
    }

    /// The Rust name of a Python variable.
    fn rust_name(&mut self, python: &str, value: &Value) -> String {
        if let Some(name) = self.frame.names.get(python) {
            return name.clone();
        }
        let suffix = match value.ty {
            Ty::Tile(..) => "_tile",
            _ => "",
        };
        let name = self.frame.taken.take(&names::snake(python), suffix);
        self.frame.names.insert(python.to_owned(), name.clone());
        name
    }

    /// Whether assigning to a variable has to change the one declared outside of this block.
    fn must_assign(&self, python: &str) -> bool {
        let depth = self.frame.blocks.len();
        let outside = self
            .frame
            .scope
            .get(python)
            .is_some_and(|v| v.depth < depth && has_code(&v.value));
        let end = self.frame.ends.last();
        outside && end.is_some_and(|end| self.frame.live.is_live_after(*end, python))
    }

    fn assign_name(&mut self, python: &str, value: Value, span: Span) -> Result<Value> {
        if self.must_assign(python) {
            return self.assign_again(python, value, span);
        }
        if !has_code(&value) {
            let depth = self.frame.blocks.len();
            self.frame.scope.insert(
                python.to_owned(),
                Variable {
                    value: value.clone(),
                    depth,
                    declared: None,
                },
            );
            return Ok(value);
        }
        let known = self.frame.names.get(python).cloned();
        let fresh = value
            .code
            .as_name()
            .filter(|n| value.binding.is_some() && (known.as_ref() == Some(n) || known.is_none()));
        let (factors, factored_at) = (value.factors.clone(), value.factored_at);
        let bound = match fresh {
            // It was bound by a statement of its own, under the name wanted here.
            Some(name) if names::snake(python) == name || known.is_some() => {
                self.frame.names.insert(python.to_owned(), name);
                value
            }
            _ => {
                let name = self.rust_name(python, &value);
                self.bind_as(value, &name)
            }
        };
        let bound = Value {
            factors,
            factored_at,
            ..bound
        };
        self.frame.assigned.remove(python);
        let depth = self.frame.blocks.len();
        self.frame.scope.insert(
            python.to_owned(),
            Variable {
                value: bound.clone(),
                depth,
                declared: bound.binding,
            },
        );
        Ok(bound)
    }

    fn assign_again(&mut self, python: &str, value: Value, span: Span) -> Result<Value> {
        let Some(variable) = self.frame.scope.get(python).cloned() else {
            return self.refuse(
                span,
                "assignment",
                format!("to `{python}`, which is not declared"),
            );
        };
        let value = self.like(value, &variable.value, span)?;
        if value.ty != variable.value.ty && !same_shape(&value.ty, &variable.value.ty) {
            return self.refuse(
                span,
                "assignment",
                format!("`{python}` changes its type inside of a loop or branch"),
            );
        }
        let value = self.close(value, "next");
        let Some(name) = variable.value.code.as_name() else {
            return self.refuse(span, "assignment", format!("`{python}` has no variable"));
        };
        let declared = match variable.declared {
            Some(id) => id,
            None if self.frame.is_entry => {
                return self.refuse(span, "assignment", format!("to the parameter `{python}`"));
            }
            None => self.own_parameter(&name),
        };
        self.frame.lets.mutable.insert(declared);
        let id = self.frame.lets.fresh();
        self.push(Line::Assign {
            id,
            name: name.clone(),
            value: value.code,
            order: false,
        });
        self.rebound(&name);
        self.frame.assigned.insert(python.to_owned());
        let value = Value {
            constant: None,
            factors: value.factors,
            factored_at: value.factored_at,
            product_of: value.product_of,
            binding: Some(id),
            ..variable.value.clone()
        };
        self.frame.scope.insert(
            python.to_owned(),
            Variable {
                value: value.clone(),
                depth: variable.depth,
                declared: Some(declared),
            },
        );
        Ok(value)
    }

    /// A parameter of a helper that is assigned to becomes a variable of its own.
    fn own_parameter(&mut self, name: &str) -> usize {
        let id = self.frame.lets.fresh();
        let line = Line::Let {
            id,
            name: name.to_owned(),
            ty: None,
            value: Code::name(name),
        };
        if let Some(block) = self.frame.blocks.first_mut() {
            block.insert(0, line);
        }
        id
    }

    /// A value in the representation of another: a number where that is a number.
    fn like(&mut self, value: Value, model: &Value, span: Span) -> Result<Value> {
        match (&value.ty, &model.ty) {
            (Ty::Scalar(a), Ty::Scalar(b)) if a != b && value.is_constant_number() => {
                let b = b.clone();
                let code = self.number(&value, &b, span)?;
                Ok(Value::new(code, Ty::Scalar(b)))
            }
            (Ty::Tile(..), Ty::Scalar(_)) => self.scalar(value, span),
            (Ty::Scalar(_), Ty::Tile(elem, dims)) => {
                let (elem, dims) = (elem.clone(), dims.clone());
                self.splat(value, &elem, &dims, span)
            }
            _ => Ok(value),
        }
    }

    fn aug_assign(&mut self, stmt: &Stmt, target: &Expr, op: Operator, value: &Expr) -> Result<()> {
        let ExprKind::Name { id, .. } = &target.kind else {
            return self.refuse(stmt.span, "assignment", "to something other than names");
        };
        let Some(variable) = self.frame.scope.get(id.as_str()).cloned() else {
            return self.refuse(
                stmt.span,
                "name",
                format!("`{id}` is nothing the writer knows"),
            );
        };
        let moved = self.frame.assigned.contains(id.as_str());
        let left = match moved {
            true => variable.value.with_constant(None),
            false => variable.value,
        };
        let right = self.expr(value)?;
        let builtin = super::expr::builtin_of(op);
        let value = self.binary(stmt.span, builtin, left, right, Numeric::default())?;
        self.assign_name(id, value, stmt.span).map(|_| ())
    }

    fn for_(
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
        let fixed = [&start, &stop].map(|v| v.is_constant_number());
        let unit = step.uniform_number().and_then(Const::as_int) == Some(1);
        let mut bounds = [self.index(start, iter.span)?, self.index(stop, iter.span)?];
        for (bound, fixed) in bounds.iter_mut().zip(fixed) {
            if fixed {
                // The official compiler states what it knows of the bounds as a fact about the
                // loop variable, which changes the code that is made.
                *bound = self.own(super::ops::Own::Opaque, std::slice::from_ref(bound));
            }
        }
        let [start, stop] = bounds;
        let outer = self.frame.scope.clone();
        let known = self.frame.names.get(id.as_str()).cloned();
        let name = match known {
            Some(name) => name,
            None => {
                let name = self.frame.taken.take(&names::snake(id), "");
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
            let bounds = Code::binary(&range.0, quote!(..), &range.1, super::code::Level::Range);
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

    fn range_code(&mut self, start: &Code, stop: &Code, step: Value, span: Span) -> Result<Code> {
        let bounds = Code::binary(start, quote!(..), stop, super::code::Level::Range);
        let literal = step.uniform_number().and_then(Const::as_int);
        if literal == Some(1) {
            return Ok(bounds);
        }
        let step = self.index(step, span)?;
        let step = match literal {
            Some(n) => Code::int(n),
            None => {
                let step = step.at(super::code::Level::Cast);
                Code::new(quote!(#step as usize), super::code::Level::Cast)
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
        self.find_splits(counter, body, &changed, &mut found);
        let [(branch, op, other)] = found.as_slice() else {
            return Ok(None);
        };
        let bound = self.expr(other)?;
        let bound = self.index(bound, other.span)?;
        let later = matches!(op, CmpOperator::Gt | CmpOperator::LtE);
        let point = match later {
            true => Code::binary(&bound, quote!(+), &Code::int(1), super::code::Level::Sum),
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
    ) {
        for stmt in body {
            let StmtKind::If { test, body, orelse } = &stmt.kind else {
                continue;
            };
            let known = self.fact(test).and_then(|f| f.constant);
            if let Some(truth) = known.as_ref().and_then(truth_of) {
                let taken = if truth { body } else { orelse };
                self.find_splits(counter, taken, changed, found);
                continue;
            }
            if let Some((op, other)) = self.counter_test(counter, test)
                && !reads_any(&other, changed)
            {
                found.push((stmt.span, op, other));
            }
        }
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

    fn while_(&mut self, stmt: &Stmt, test: &Expr, body: &[Stmt], orelse: &[Stmt]) -> Result<()> {
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

    fn if_(
        &mut self,
        stmt: &Stmt,
        test: &Expr,
        body: &[Stmt],
        orelse: &[Stmt],
        rest: &[Stmt],
    ) -> Result<End> {
        if let Some(truth) = self.frame.forced.get(&stmt.span).copied() {
            let end = self.statements(if truth { body } else { orelse })?;
            self.frame.cursor = self.frame.cursor.max(stmt.span.end);
            return Ok(end);
        }
        let cond = self.expr(test)?;
        let truths = cond.constant.clone();
        if let Some(truth) = truths.as_ref().and_then(truth_of) {
            // Every launch takes the same branch: it stands here alone.
            let taken = if truth { body } else { orelse };
            let end = self.statements(taken)?;
            self.frame.cursor = self.frame.cursor.max(stmt.span.end);
            return Ok(end);
        }
        let returns = body
            .last()
            .is_some_and(|s| matches!(s.kind, StmtKind::Return { value: None }));
        if returns && self.frame.is_entry && self.frame.blocks.len() == 1 {
            return self.guard(test, cond, truths, body, orelse, rest);
        }
        let cond = self.condition(cond, test.span)?;
        let masks = self.masks(truths.as_ref());
        let new = self.new_names(stmt, body, orelse);
        let ([then, other], scopes) = self.branches(body, orelse, &masks)?;
        self.join(stmt, cond, [then, other], scopes, new)?;
        Ok(End::Falls)
    }

    /// `if c: …; return`: the statements that follow become the other branch.
    fn guard(
        &mut self,
        test: &Expr,
        cond: Value,
        truths: Option<Each<Const>>,
        body: &[Stmt],
        orelse: &[Stmt],
        rest: &[Stmt],
    ) -> Result<End> {
        let cond = self.condition(cond, test.span)?;
        let masks = self.masks(truths.as_ref());
        let others: Vec<Stmt> = orelse.iter().chain(rest).cloned().collect();
        let body = &body[..body.len() - 1];
        let ([then, other], _) = self.branches(body, &others, &masks)?;
        self.push(Line::If { cond, then, other });
        Ok(End::Done)
    }

    fn condition(&mut self, cond: Value, span: Span) -> Result<Code> {
        let cond = self.scalar(cond, span)?;
        match cond.elem() {
            Some(e) if e.is(Dtype::Bool) => Ok(cond.code),
            _ => self.refuse(span, "condition", "that is no truth value"),
        }
    }

    /// Which configurations reach each branch.
    fn masks(&self, truths: Option<&Each<Const>>) -> [Vec<bool>; 2] {
        let Some(truths) = truths else {
            return [self.active.clone(), self.active.clone()];
        };
        let mask = |wanted: bool| {
            self.active
                .iter()
                .zip(&truths.0)
                .map(|(active, c)| {
                    *active
                        && c.as_ref()
                            .is_some_and(|c| c.as_float().is_some_and(|f| f != 0.0) == wanted)
                })
                .collect()
        };
        [mask(true), mask(false)]
    }

    /// Variables that both branches bind and that are read afterwards, not declared yet.
    fn new_names(&self, stmt: &Stmt, body: &[Stmt], orelse: &[Stmt]) -> Vec<String> {
        let mut names = BTreeSet::new();
        assigned(body, &mut names);
        assigned(orelse, &mut names);
        names
            .into_iter()
            .filter(|n| self.frame.live.is_live_after(stmt.span, n))
            .filter(|n| {
                let declared = self.frame.scope.get(n);
                declared.is_none_or(|v| !has_code(&v.value))
            })
            .collect()
    }

    #[allow(clippy::type_complexity)]
    fn branches(
        &mut self,
        body: &[Stmt],
        orelse: &[Stmt],
        masks: &[Vec<bool>; 2],
    ) -> Result<([Vec<Line>; 2], [HashMap<String, Variable>; 2])> {
        let all = self.active.clone();
        let names = self.frame.names.clone();
        self.active.clone_from(&masks[0]);
        let then = self.nested(body);
        self.active.clone_from(&masks[1]);
        // Names bound in one branch only are free again in the other.
        for (python, name) in names {
            self.frame.names.entry(python).or_insert(name);
        }
        let other = then.and_then(|then| self.nested(orelse).map(|other| (then, other)));
        self.active = all;
        let ((then, then_scope, _), (other, other_scope, _)) = other?;
        Ok(([then, other], [then_scope, other_scope]))
    }

    /// The `if` itself, with what it binds.
    fn join(
        &mut self,
        stmt: &Stmt,
        cond: Code,
        blocks: [Vec<Line>; 2],
        scopes: [HashMap<String, Variable>; 2],
        new: Vec<String>,
    ) -> Result<()> {
        let [mut then, mut other] = blocks;
        let mut coded = Vec::new();
        for name in new {
            let values = [&scopes[0], &scopes[1]].map(|s| s.get(&name).map(|v| v.value.clone()));
            match values {
                [Some(a), Some(b)] if !has_code(&a) && !has_code(&b) => {
                    let value = merge_static(&a, &b);
                    let depth = self.frame.blocks.len();
                    self.frame.scope.insert(
                        name,
                        Variable {
                            value,
                            depth,
                            declared: None,
                        },
                    );
                }
                [Some(a), Some(b)] if a.ty == b.ty => coded.push((name, a, b)),
                [None, _] | [_, None] => {} // Unbound on one side: nothing may read it.
                _ => {
                    return self.refuse(
                        stmt.span,
                        "branch",
                        format!("`{name}` has another type in each branch"),
                    );
                }
            }
        }
        match coded.as_slice() {
            [] => self.push(Line::If { cond, then, other }),
            [(python, a, b)] => {
                shorten(&mut then, a);
                shorten(&mut other, b);
                let name = self.rust_name(python, a);
                let id = self.frame.lets.fresh();
                let python = python.clone();
                let ty = a.ty.clone();
                self.push(Line::LetIf {
                    id,
                    name: name.clone(),
                    ty: None,
                    cond,
                    then,
                    other,
                });
                self.declare(python, name, ty, id);
            }
            several => {
                for (python, a, b) in several.iter().cloned() {
                    let name = self.rust_name(&python, &a);
                    let hidden = self.frame.taken.take(&name, "_out");
                    let id = self.frame.lets.fresh();
                    self.frame.lets.mutable.insert(id);
                    let start = self.placeholder(&a.ty, stmt.span)?;
                    self.push(Line::Let {
                        id,
                        name: hidden.clone(),
                        ty: super::value::type_tokens(&a.ty),
                        value: start,
                    });
                    for (block, value) in [(&mut then, &a), (&mut other, &b)] {
                        block.push(Line::Assign {
                            id: 0,
                            name: hidden.clone(),
                            value: value.code.clone(),
                            order: false,
                        });
                    }
                    self.shared.placeholders = true;
                    self.frame.names.insert(python.clone(), hidden.clone());
                    self.declare(python, hidden, a.ty.clone(), id);
                }
                self.push(Line::If { cond, then, other });
            }
        }
        Ok(())
    }

    fn declare(&mut self, python: String, name: String, ty: Ty, id: usize) {
        let mut value = Value::new(Code::name(&name), ty);
        value.binding = Some(id);
        let depth = self.frame.blocks.len();
        self.frame.assigned.remove(&python);
        self.frame.scope.insert(
            python,
            Variable {
                value,
                depth,
                declared: Some(id),
            },
        );
    }

    /// A value that is never read.
    fn placeholder(&mut self, ty: &Ty, span: Span) -> Result<Code> {
        match ty {
            Ty::Scalar(Elem::Known(Dtype::Bool)) => Ok(Code::name("false")),
            Ty::Scalar(Elem::Known(Dtype::Int32)) => Ok(Code::int(0)),
            Ty::Scalar(Elem::Known(Dtype::Float32)) => Ok(Code::float(0.0, "f32")),
            Ty::Tile(elem, dims) => {
                let path = match elem {
                    Elem::Known(dtype) => ident(super::ops::element(*dtype)),
                    Elem::Generic(name) => ident(name),
                };
                let zero = Code::atom(quote!(#path::ZERO));
                Ok(Code::call("constant", &[zero, shape_macro(dims)]))
            }
            _ => self.refuse(span, "branch", "that binds several variables of such types"),
        }
    }

    /// Comments and empty lines before a statement.
    pub fn comments_before(&mut self, stmt: &Stmt) {
        let Some(module) = self.package.module_by_id(self.frame.module) else {
            return;
        };
        let comments = self
            .comments
            .get(&self.frame.module)
            .cloned()
            .unwrap_or_default();
        let simple = !matches!(
            stmt.kind,
            StmtKind::If { .. }
                | StmtKind::For { .. }
                | StmtKind::While { .. }
                | StmtKind::With { .. }
        );
        let until = if simple {
            stmt.span.end
        } else {
            stmt.span.start
        };
        let cursor = self.frame.cursor;
        let mine: Vec<_> = comments
            .iter()
            .filter(|c| c.span.start >= cursor && c.span.start < until)
            .collect();
        let first = mine
            .first()
            .map_or(stmt.span.start, |c| c.span.start.min(stmt.span.start));
        if has_blank_line(Span::new(cursor, first).text(&module.source)) {
            let number = self.shared.mark(Mark::Blank);
            self.push(Line::Mark(number));
        }
        for (i, comment) in mine.iter().enumerate() {
            let text = comment.text.trim_start_matches('#').trim().to_owned();
            let number = self.shared.mark(Mark::Comment(text));
            self.push(Line::Mark(number));
            let next = mine.get(i + 1).map_or(stmt.span.start, |c| c.span.start);
            if has_blank_line(Span::new(comment.span.end, next).text(&module.source)) {
                let number = self.shared.mark(Mark::Blank);
                self.push(Line::Mark(number));
            }
        }
        let end = if simple {
            stmt.span.end
        } else {
            stmt.span.start
        };
        self.frame.cursor = cursor.max(end);
    }

    /// A comment on the line that a statement ends on.
    fn mark_after(&mut self, span: Span) {
        let Some(module) = self.package.module_by_id(self.frame.module) else {
            return;
        };
        self.frame.cursor = self.frame.cursor.max(span.end);
        let comments = self
            .comments
            .get(&self.frame.module)
            .cloned()
            .unwrap_or_default();
        let cursor = self.frame.cursor;
        let next = comments.iter().find(|c| c.span.start >= cursor);
        if let Some(comment) = next
            && !Span::new(cursor, comment.span.start)
                .text(&module.source)
                .contains('\n')
        {
            let text = comment.text.trim_start_matches('#').trim().to_owned();
            let carries = self
                .frame
                .blocks
                .last()
                .and_then(|b| b.last())
                .is_some_and(|l| !matches!(l, Line::Mark(_)));
            let mark = match carries {
                true => Mark::Trailing(text),
                false => Mark::Comment(text),
            };
            let number = self.shared.mark(mark);
            self.push(Line::Mark(number));
            self.frame.cursor = comment.span.end;
        }
    }
}

/// Whether a value is represented by code at run time.
pub fn has_code(value: &Value) -> bool {
    match &value.ty {
        Ty::Scalar(_) | Ty::Tile(..) => true,
        Ty::Tuple(_) => !is_empty(&value.code),
        Ty::Array(_) | Ty::Range(_) | Ty::Static => false,
    }
}

fn is_empty(code: &Code) -> bool {
    use quote::ToTokens;
    code.to_token_stream().is_empty()
}

fn same_shape(a: &Ty, b: &Ty) -> bool {
    match (a, b) {
        (Ty::Tile(ea, da), Ty::Tile(eb, db)) => {
            ea == eb && da.len() == db.len() && da.iter().zip(db).all(|(x, y)| x.same(y))
        }
        _ => false,
    }
}

fn mentions(code: &Code, names: &BTreeSet<String>) -> bool {
    use proc_macro2::{TokenStream, TokenTree};
    use quote::ToTokens;
    fn any(tokens: TokenStream, names: &BTreeSet<String>) -> bool {
        tokens.into_iter().any(|t| match t {
            TokenTree::Ident(i) => names.contains(&i.to_string()),
            TokenTree::Group(g) => any(g.stream(), names),
            _ => false,
        })
    }
    any(code.to_token_stream(), names)
}

fn uses(lines: &[Line], name: &str) -> bool {
    let names = BTreeSet::from([name.to_owned()]);
    let tokens = super::block::tokens(lines, &Default::default());
    mentions(&Code::atom(tokens), &names)
}

/// Ends a branch with a value; a last `let` of it gives way to what it binds.
fn shorten(lines: &mut Vec<Line>, value: &Value) {
    if let (
        Some(Line::Let {
            name,
            value: code,
            ty: None,
            ..
        }),
        Some(wanted),
    ) = (lines.last().cloned(), value.code.as_name())
        && name == wanted
    {
        lines.pop();
        lines.push(Line::Tail(code));
        return;
    }
    lines.push(Line::Tail(value.code.clone()));
}

fn merge_static(a: &Value, b: &Value) -> Value {
    let (Some(x), Some(y)) = (&a.constant, &b.constant) else {
        return a.clone();
    };
    let merged =
        x.0.iter()
            .zip(&y.0)
            .map(|(x, y)| x.clone().or_else(|| y.clone()));
    Value::of_constant(Each(merged.collect()))
}

fn has_blank_line(text: &str) -> bool {
    let mut newlines = 0;
    for c in text.chars() {
        match c {
            '\n' => newlines += 1,
            c if c.is_whitespace() => {}
            _ => newlines = 0,
        }
        if newlines >= 2 {
            return true;
        }
    }
    false
}

fn has_jump(body: &[Stmt], jump: &StmtKind) -> bool {
    body.iter().any(|s| match &s.kind {
        StmtKind::If { body, orelse, .. } => has_jump(body, jump) || has_jump(orelse, jump),
        kind => kind == jump,
    })
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

fn is_static_assert(func: &Expr) -> bool {
    match &func.kind {
        ExprKind::Attribute { attr, .. } => *attr == "static_assert",
        ExprKind::Name { id, .. } => *id == "static_assert",
        _ => false,
    }
}

fn statement_name(stmt: &Stmt) -> &'static str {
    match &stmt.kind {
        StmtKind::With { .. } => "`with`",
        StmtKind::Match { .. } => "`match`",
        StmtKind::Raise { .. } => "`raise`",
        StmtKind::Try { .. } => "`try`",
        StmtKind::Assert { .. } => "`assert`",
        StmtKind::FunctionDef(_) => "nested function",
        StmtKind::ClassDef(_) => "class",
        StmtKind::Global { .. } | StmtKind::Nonlocal { .. } => "`global`",
        StmtKind::Delete { .. } => "`del`",
        StmtKind::Break => "`break`",
        _ => "statement",
    }
}

/// How a size is written.
pub fn dim_name(text: &DimText) -> Option<&str> {
    match text {
        DimText::Name(name) => Some(name),
        DimText::Lit(_) => None,
    }
}
