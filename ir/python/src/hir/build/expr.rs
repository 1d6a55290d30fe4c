//! Expressions.

use super::{Code, Context, names, unsupported};
use crate::diagnostic::Result;
use crate::eval;
use crate::hir::{Arg, InstrKind, Jump, KeywordArg, Mode, Operand, StaticExpr, StaticKind};
use crate::lower::builtin::Builtin;
use crate::mid::Const;
use crate::mid::types::Piece;
use crate::modules::{KnownModule, ModuleRef};
use crate::tree::{
    BoolOperator, CmpOperator, Comprehension, Expr, ExprContext, ExprKind, Keyword, UnaryOperator,
};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

impl Context<'_> {
    /// An expression.
    pub(super) fn expr(&mut self, expr: &Expr) -> Result<Operand> {
        self.at(expr.span, |cx| cx.expr_here(expr))
    }

    fn expr_here(&mut self, expr: &Expr) -> Result<Operand> {
        match &expr.kind {
            ExprKind::Call {
                func,
                args,
                keywords,
            } => self.call(expr, func, args, keywords),
            ExprKind::Name {
                id,
                ctx: ExprContext::Load,
            } => Ok(self.load(id)),
            ExprKind::UnaryOp { op, operand } => {
                let x = self.expr(operand)?;
                let function = match op {
                    UnaryOperator::Invert => Builtin::Invert,
                    UnaryOperator::Not => Builtin::Not,
                    UnaryOperator::UAdd => Builtin::Pos,
                    UnaryOperator::USub => Builtin::Neg,
                };
                Ok(self.emit(InstrKind::Builtin {
                    function,
                    args: vec![x],
                }))
            }
            ExprKind::BinOp { left, op, right } => {
                let args = vec![self.expr(left)?, self.expr(right)?];
                Ok(self.emit(InstrKind::Builtin {
                    function: Builtin::of_operator(*op),
                    args,
                }))
            }
            ExprKind::Compare {
                left,
                ops,
                comparators,
            } => self.compare(left, ops, comparators),
            ExprKind::Attribute { value, attr, .. } => {
                let object = self.expr(value)?;
                Ok(self.emit(InstrKind::GetAttr {
                    object,
                    name: attr.as_str().into(),
                }))
            }
            ExprKind::Constant(c) => {
                let value = eval::literal(c).map_err(|e| e.in_module(self.module, expr.span))?;
                Ok(self.emit(InstrKind::Literal(value)))
            }
            ExprKind::JoinedStr { values } => self.format(values),
            ExprKind::Tuple {
                elts,
                ctx: ExprContext::Load,
            } => {
                let items = elts.iter().map(|e| self.arg(e)).collect::<Result<_>>()?;
                Ok(self.emit(InstrKind::Tuple(items)))
            }
            ExprKind::Subscript { value, slice, .. } => {
                let args = vec![self.expr(value)?, self.expr(slice)?];
                Ok(self.emit(InstrKind::Builtin {
                    function: Builtin::GetItem,
                    args,
                }))
            }
            ExprKind::Slice { lower, upper, step } => {
                let mut part = |e: &Option<Box<Expr>>| match e {
                    Some(e) => self.expr(e),
                    None => Ok(Operand::Const(Const::None)),
                };
                let args = vec![part(lower)?, part(upper)?, part(step)?];
                Ok(self.emit(InstrKind::Builtin {
                    function: Builtin::PySlice,
                    args,
                }))
            }
            ExprKind::Lambda { args, body } => self.closure(Code::Lambda {
                args,
                body,
                span: expr.span,
            }),
            ExprKind::BoolOp { op, values } => self.bool_op(*op, values),
            ExprKind::IfExp { test, body, orelse } => {
                let cond = self.truth(test)?;
                let then_block = self.value_block(|cx| cx.expr(body))?;
                let else_block = self.value_block(|cx| cx.expr(orelse))?;
                Ok(self.emit(InstrKind::If {
                    cond,
                    then_block,
                    else_block,
                }))
            }
            ExprKind::Yield { value } if self.mode == Mode::Generator => {
                let value = match value {
                    Some(value) => self.expr(value)?,
                    None => Operand::Const(Const::None),
                };
                Ok(self.emit(InstrKind::Yield(value)))
            }
            other => {
                let (what, help) = unsupported::expression(other);
                let message = format!("{what} is not supported in kernels");
                Err(self.syntax(&message, expr.span).help(help))
            }
        }
    }

    fn arg(&mut self, expr: &Expr) -> Result<Arg> {
        match &expr.kind {
            ExprKind::Starred { value, .. } => Ok(Arg {
                value: self.expr(value)?,
                starred: true,
            }),
            _ => Ok(Arg {
                value: self.expr(expr)?,
                starred: false,
            }),
        }
    }

    /// Truth of a condition.
    pub(super) fn truth(&mut self, expr: &Expr) -> Result<Operand> {
        let value = self.expr(expr)?;
        self.at(expr.span, |cx| Ok(cx.emit(InstrKind::Truth(value))))
    }

    /// A branch that has a value.
    fn value_block(
        &mut self,
        f: impl FnOnce(&mut Self) -> Result<Operand>,
    ) -> Result<crate::hir::Block> {
        self.open_block(Vec::new());
        let value = f(self)?;
        self.jump(Jump::EndBranch, Some(value));
        Ok(self.close_block())
    }

    /// `a < b < c`: the middle is evaluated again in the branch, as the official compiler does.
    fn compare(
        &mut self,
        left: &Expr,
        ops: &[CmpOperator],
        comparators: &[Expr],
    ) -> Result<Operand> {
        let (Some((op, ops)), Some((right, rest))) = (ops.split_first(), comparators.split_first())
        else {
            return Err(self.syntax("comparison without operands", self.span));
        };
        let args = vec![self.expr(left)?, self.expr(right)?];
        let first = self.emit(InstrKind::Builtin {
            function: comparison(*op),
            args,
        });
        if ops.is_empty() {
            return Ok(first);
        }
        let then_block = self.value_block(|cx| {
            let span = cx.span;
            cx.at(span, |cx| cx.compare(right, ops, rest))
        })?;
        let else_block = self.value_block(|_| Ok(first.clone()))?;
        Ok(self.emit(InstrKind::If {
            cond: first,
            then_block,
            else_block,
        }))
    }

    fn bool_op(&mut self, op: BoolOperator, values: &[Expr]) -> Result<Operand> {
        let Some((first, rest)) = values.split_first() else {
            return Err(self.syntax("boolean operator without operands", self.span));
        };
        let cond = self.truth(first)?;
        let rest_block = self.value_block(|cx| match rest {
            [last] => cx.truth(last),
            _ => {
                let span = cx.span;
                let value = cx.at(span, |cx| cx.bool_op(op, rest))?;
                Ok(cx.emit(InstrKind::Truth(value)))
            }
        });
        // `or` builds its short branch first; the order of blocks is the order of evaluation.
        let short = |cx: &mut Self| cx.value_block(|_| Ok(cond.clone()));
        let (then_block, else_block) = match op {
            BoolOperator::And => (rest_block?, short(self)?),
            BoolOperator::Or => {
                let rest_block = rest_block?;
                (short(self)?, rest_block)
            }
        };
        Ok(self.emit(InstrKind::If {
            cond,
            then_block,
            else_block,
        }))
    }

    fn format(&mut self, values: &[Expr]) -> Result<Operand> {
        let mut pieces = Vec::new();
        let mut operands = Vec::new();
        for part in values {
            match &part.kind {
                ExprKind::FormattedValue {
                    value,
                    conversion,
                    format_spec,
                } => {
                    if conversion.is_some() {
                        return Err(self
                            .syntax("conversions in f-strings are not supported", part.span)
                            .help("write {repr(x)} or {str(x)}"));
                    }
                    let format = match format_spec.as_deref() {
                        None => None,
                        Some(spec) => self.format_spec(spec)?,
                    };
                    pieces.push(Piece::Value {
                        index: operands.len() as u32,
                        format,
                    });
                    operands.push(self.at(part.span, |cx| cx.expr(value))?);
                }
                ExprKind::Constant(c) => {
                    let value =
                        eval::literal(c).map_err(|e| e.in_module(self.module, part.span))?;
                    match value {
                        Const::Str(s) => pieces.push(Piece::Text(s)),
                        other => pieces.push(Piece::Text(other.to_string().into())),
                    }
                }
                _ => {
                    return Err(self.syntax("this part of an f-string is not supported", part.span));
                }
            }
        }
        Ok(self.emit(InstrKind::Format {
            pieces: pieces.into(),
            values: operands,
        }))
    }

    fn format_spec(&self, spec: &Expr) -> Result<Option<Arc<str>>> {
        let ExprKind::JoinedStr { values } = &spec.kind else {
            return Ok(None);
        };
        match values.as_slice() {
            [] => Ok(None),
            [
                Expr {
                    kind: ExprKind::Constant(c),
                    ..
                },
            ] => match eval::literal(c) {
                Ok(Const::Str(s)) => Ok(Some(s)),
                _ => Ok(None),
            },
            _ => Err(self.syntax("the format of an f-string must be literal text", spec.span)),
        }
    }

    fn call(
        &mut self,
        expr: &Expr,
        func: &Expr,
        args: &[Expr],
        keywords: &[Keyword],
    ) -> Result<Operand> {
        match self.keyword_function(func) {
            Some(Builtin::StaticEval) => {
                return match (args, keywords) {
                    ([inner], []) => self.static_eval(inner, StaticKind::Eval),
                    _ => Err(self.syntax("static_eval() takes one expression", expr.span)),
                };
            }
            Some(Builtin::StaticAssert) => return self.static_assert(expr, args, keywords),
            Some(Builtin::StaticIter) => {
                return Err(self.syntax(
                    "static_iter() is only allowed as the iterable of a for loop",
                    expr.span,
                ));
            }
            Some(Builtin::StaticException) => {
                return Err(
                    self.syntax("static_exception() is only allowed after raise", expr.span)
                );
            }
            _ => {}
        }
        if keywords.is_empty()
            && let ExprKind::Name { id, .. } = &func.kind
            && self.global_value(id) == Some(Const::Builtin(Builtin::PyTuple))
        {
            match args {
                [] => return Ok(self.emit(InstrKind::Tuple(Vec::new()))),
                [
                    Expr {
                        kind: ExprKind::GeneratorExp { elt, generators },
                        ..
                    },
                ] => {
                    return self.tuple_comprehension(elt, generators);
                }
                _ => {}
            }
        }
        let callee = self.expr(func)?;
        let args = args.iter().map(|a| self.arg(a)).collect::<Result<_>>()?;
        let keywords = keywords
            .iter()
            .map(|k| {
                Ok(KeywordArg {
                    name: k.arg.as_ref().map(|a| Arc::from(a.as_str())),
                    value: self.expr(&k.value)?,
                })
            })
            .collect::<Result<_>>()?;
        Ok(self.emit(InstrKind::Call {
            callee,
            args,
            keywords,
        }))
    }

    /// The compile-time form that a callee names, if it does.
    fn keyword_function(&self, func: &Expr) -> Option<Builtin> {
        let value = match &func.kind {
            ExprKind::Name { id, .. } => self.global_value(id)?,
            ExprKind::Attribute { value, attr, .. } if attr.starts_with("static_") => {
                let module = match &value.kind {
                    ExprKind::Name { id, .. } => self.global_value(id)?,
                    ExprKind::Attribute { .. } => {
                        eval::constant(self.package, self.module, value).ok()?
                    }
                    _ => return None,
                };
                if module != Const::Module(ModuleRef::Known(KnownModule::CudaTile)) {
                    return None;
                }
                self.package
                    .module_attribute(&ModuleRef::Known(KnownModule::CudaTile), attr)
                    .ok()?
            }
            _ => return None,
        };
        match value {
            Const::Builtin(
                b @ (Builtin::StaticEval
                | Builtin::StaticAssert
                | Builtin::StaticIter
                | Builtin::StaticException),
            ) => Some(b),
            _ => None,
        }
    }

    /// The arguments of `expr` if it is a call of the compile-time form `function`; a form with
    /// keywords gives no arguments, so that its count is refused.
    pub(super) fn keyword_call<'t>(&self, expr: &'t Expr, function: Builtin) -> Option<&'t [Expr]> {
        let ExprKind::Call {
            func,
            args,
            keywords,
        } = &expr.kind
        else {
            return None;
        };
        let matches = self.keyword_function(func) == Some(function);
        matches.then_some(if keywords.is_empty() {
            args.as_slice()
        } else {
            &[]
        })
    }

    /// An expression evaluated while compiling, with the local variables it reads.
    pub(super) fn static_eval(&mut self, expr: &Expr, kind: StaticKind) -> Result<Operand> {
        if let Some(name) = names::stored_by(expr).first() {
            return Err(self
                .syntax(
                    "a compile-time expression cannot assign a local variable",
                    expr.span,
                )
                .found(name));
        }
        let used: Vec<Arc<str>> = names::free_names(expr)
            .into_iter()
            .filter(|n| self.visible.contains(n))
            .collect();
        let locals = used.iter().map(|name| self.load(name)).collect();
        let expr = StaticExpr {
            expr: expr.clone(),
            locals: used,
            captured: self.captured.clone(),
            module: self.module,
            kind,
        };
        Ok(self.emit(InstrKind::StaticEval {
            expr: Arc::new(expr),
            locals,
        }))
    }

    fn static_assert(
        &mut self,
        expr: &Expr,
        args: &[Expr],
        keywords: &[Keyword],
    ) -> Result<Operand> {
        let (condition, message) = match (args, keywords) {
            ([condition], []) => (condition, None),
            ([condition, message], []) => (condition, Some(message)),
            _ => {
                return Err(
                    self.syntax("static_assert() takes a condition and a message", expr.span)
                );
            }
        };
        let message = self.value_block(|cx| match message {
            Some(message) => cx.static_eval(message, StaticKind::AssertMessage),
            None => Ok(Operand::Const(Const::str(""))),
        })?;
        let condition = self.static_eval(condition, StaticKind::AssertCondition)?;
        Ok(self.emit(InstrKind::StaticAssert { condition, message }))
    }

    /// Refuses targets of a comprehension other than names and tuples of them.
    fn comprehension_target(&self, target: &Expr) -> Result<()> {
        match &target.kind {
            ExprKind::Name { .. } => Ok(()),
            ExprKind::Tuple { elts, .. } => {
                elts.iter().try_for_each(|e| self.comprehension_target(e))
            }
            _ => Err(self.syntax(
                "the target of a comprehension has to be a name or a tuple of names",
                target.span,
            )),
        }
    }

    /// Refuses iterables that use a variable of a later generator: the first one sees what is
    /// around the comprehension, the others only generators before them.
    fn comprehension_names(&self, iterables: &[&Expr], targets: &[Vec<Arc<str>>]) -> Result<()> {
        for (i, iterable) in iterables.iter().enumerate() {
            let before = targets.iter().take(i).flatten();
            let before: HashSet<&Arc<str>> = before.collect();
            for name in targets.iter().flatten() {
                let known = if i == 0 {
                    self.visible.contains(name) || self.package.has_global(self.module, name)
                } else {
                    before.contains(name)
                };
                if !known && let Some(span) = names::first_read(iterable, name) {
                    return Err(self
                        .syntax(
                            "variable of the comprehension is used before it is known",
                            span,
                        )
                        .found(name));
                }
            }
        }
        Ok(())
    }

    /// `tuple(... for ... in static_iter(...))`: nested static loops that add to a tuple.
    fn tuple_comprehension(&mut self, elt: &Expr, generators: &[Comprehension]) -> Result<Operand> {
        let mut iterables = Vec::new();
        let mut targets: Vec<Vec<Arc<str>>> = Vec::new();
        if generators.iter().any(|g| g.is_async) {
            return Err(self.syntax("async comprehensions are not supported", self.span));
        }
        for generator in generators {
            self.comprehension_target(&generator.target)?;
        }
        for generator in generators {
            match self.keyword_call(&generator.iter, Builtin::StaticIter) {
                Some([inner]) => iterables.push(inner),
                _ => {
                    return Err(self.syntax(
                        "iterables of a tuple comprehension have to be wrapped in static_iter()",
                        generator.iter.span,
                    ));
                }
            }
            let mut names = Vec::new();
            names::targets(&generator.target, &mut names);
            targets.push(names);
        }
        self.comprehension_names(&iterables, &targets)?;
        let outer_visible = self.visible.clone();
        let mut shadowed: HashMap<Arc<str>, Option<u32>> = HashMap::new();
        let mut indices: HashMap<Arc<str>, u32> = HashMap::new();
        for name in targets.iter().flatten() {
            if indices.contains_key(name) {
                continue;
            }
            shadowed.insert(name.clone(), self.index_of.get(name).copied());
            let index = self.locals.len() as u32;
            self.locals.push(name.clone());
            self.comprehension_locals.insert(index);
            indices.insert(name.clone(), index);
        }
        let accumulator: Arc<str> = format!("$acc_{}", self.comprehensions).into();
        self.comprehensions += 1;
        self.declare(&accumulator);
        let empty = self.emit(InstrKind::Tuple(Vec::new()));
        self.store(&accumulator, empty)?;
        let plan = Plan {
            elt,
            generators,
            iterables,
            targets,
            indices,
            accumulator,
        };
        let result = self.comprehension_level(&plan, 0, &outer_visible);
        for (name, old) in shadowed {
            match old {
                Some(index) => self.index_of.insert(name, index),
                None => self.index_of.remove(&name),
            };
        }
        self.visible = outer_visible;
        result?;
        Ok(self.load(&plan.accumulator))
    }

    fn comprehension_level(
        &mut self,
        plan: &Plan<'_>,
        level: usize,
        outer: &std::collections::HashSet<Arc<str>>,
    ) -> Result<()> {
        let (Some(generator), Some(iterable)) =
            (plan.generators.get(level), plan.iterables.get(level))
        else {
            let value = self.expr(plan.elt)?;
            let single = self.emit(InstrKind::Tuple(vec![Arg {
                value,
                starred: false,
            }]));
            let old = self.load(&plan.accumulator);
            let args = vec![old, single];
            let new = self.emit(InstrKind::Builtin {
                function: Builtin::Add,
                args,
            });
            return self.store(&plan.accumulator, new);
        };
        // The iterable sees what is outside, and the targets of the loops around it.
        self.visible = outer.clone();
        self.visible
            .extend(plan.targets.iter().take(level).flatten().cloned());
        let items = self.at(iterable.span, |cx| {
            cx.static_eval(iterable, StaticKind::Iterable)
        })?;
        let bound = plan.targets.get(level).map_or(&[][..], Vec::as_slice);
        for name in bound {
            if let Some(&index) = plan.indices.get(name) {
                self.index_of.insert(name.clone(), index);
            }
        }
        self.visible.extend(plan.targets.iter().flatten().cloned());
        let item = self.new_value();
        self.open_block(vec![item]);
        self.assign(Operand::Value(item), &generator.target)?;
        if generator.ifs.is_empty() {
            self.comprehension_level(plan, level + 1, outer)?;
        } else {
            let cond = match generator.ifs.as_slice() {
                [one] => self.truth(one)?,
                several => {
                    let value = self.bool_op(BoolOperator::And, several)?;
                    self.emit(InstrKind::Truth(value))
                }
            };
            self.open_block(Vec::new());
            self.comprehension_level(plan, level + 1, outer)?;
            self.jump(Jump::EndBranch, None);
            let then_block = self.close_block();
            self.emit_void(InstrKind::StaticIf { cond, then_block });
        }
        let body = self.close_block();
        self.emit_void(InstrKind::StaticFor { body, items });
        Ok(())
    }
}

/// A tuple comprehension taken apart.
struct Plan<'t> {
    elt: &'t Expr,
    generators: &'t [Comprehension],
    iterables: Vec<&'t Expr>,
    targets: Vec<Vec<Arc<str>>>,
    indices: HashMap<Arc<str>, u32>,
    accumulator: Arc<str>,
}

fn comparison(op: CmpOperator) -> Builtin {
    match op {
        CmpOperator::Eq => Builtin::Eq,
        CmpOperator::NotEq => Builtin::Ne,
        CmpOperator::Lt => Builtin::Lt,
        CmpOperator::LtE => Builtin::Le,
        CmpOperator::Gt => Builtin::Gt,
        CmpOperator::GtE => Builtin::Ge,
        CmpOperator::Is => Builtin::Is,
        CmpOperator::IsNot => Builtin::IsNot,
        CmpOperator::In => Builtin::In,
        CmpOperator::NotIn => Builtin::NotIn,
    }
}
