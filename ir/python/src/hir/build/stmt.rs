//! Statements.

use super::{Code, Context, LoopKind, MAX_ERRORS, unsupported};
use crate::diagnostic::{Kind, Result};
use crate::hir::{InstrKind, Jump, Mode, Operand, StaticKind};
use crate::lower::builtin::Builtin;
use crate::mid::Const;
use crate::tree::{Expr, ExprKind, Operator, Stmt, StmtKind};

impl Context<'_> {
    /// A list of statements; those behind a jump only count for the variables they store.
    pub(super) fn statements(&mut self, body: &[Stmt]) -> Result<()> {
        let mut rest = body.iter();
        for stmt in rest.by_ref() {
            self.statement(stmt)?;
            if self.top().jump.is_some() {
                break;
            }
        }
        self.open_block(Vec::new());
        for stmt in rest {
            self.statement(stmt)?;
        }
        self.close_block();
        Ok(())
    }

    /// A statement. One that kernels may not have is kept for the end, and the next one is read.
    fn statement(&mut self, stmt: &Stmt) -> Result<()> {
        let (blocks, stored, loops) = (self.blocks.len(), self.stored.len(), self.loops.len());
        let (nesting, comprehensions) = (self.nesting, self.comprehensions);
        let Err(error) = self.at(stmt.span, |cx| cx.statement_here(stmt)) else {
            return Ok(());
        };
        let error = error.in_module(self.module, stmt.span);
        if error.kind() == Kind::Limit || self.errors.len() >= MAX_ERRORS {
            return Err(error);
        }
        self.blocks.truncate(blocks);
        self.stored.truncate(stored);
        self.loops.truncate(loops);
        (self.nesting, self.comprehensions) = (nesting, comprehensions);
        self.errors.push(error);
        Ok(())
    }

    fn statement_here(&mut self, stmt: &Stmt) -> Result<()> {
        match &stmt.kind {
            StmtKind::Assign { targets, value } => {
                let value = self.expr(value)?;
                targets
                    .iter()
                    .rev()
                    .try_for_each(|t| self.assign(value.clone(), t))
            }
            StmtKind::AnnAssign { target, value, .. } => match value {
                Some(value) => {
                    let value = self.expr(value)?;
                    self.assign(value, target)
                }
                None => Ok(()),
            },
            StmtKind::AugAssign { target, op, value } => self.aug_assign(target, *op, value),
            StmtKind::Expr { value } => self.expr(value).map(drop),
            StmtKind::For {
                is_async: false,
                target,
                iter,
                body,
                orelse,
            } => {
                if let Some(first) = orelse.first() {
                    return Err(self
                        .syntax("for-else is not supported", first.span)
                        .help("keep in a variable whether the loop was left early"));
                }
                self.for_loop(target, iter, body)
            }
            StmtKind::While { test, body, orelse } => {
                if let Some(first) = orelse.first() {
                    return Err(self
                        .syntax("while-else is not supported", first.span)
                        .help("keep in a variable whether the loop was left early"));
                }
                self.while_loop(test, body)
            }
            StmtKind::If { test, body, orelse } => {
                let cond = self.truth(test)?;
                let then_block = self.branch(body)?;
                let else_block = self.branch(orelse)?;
                self.emit_void(InstrKind::If {
                    cond,
                    then_block,
                    else_block,
                });
                Ok(())
            }
            StmtKind::Raise { exc, cause } => {
                if let Some(cause) = cause {
                    return Err(self
                        .syntax("raise-from is not supported", cause.span)
                        .help("write raise ct.static_exception(...) alone"));
                }
                let inner = exc
                    .as_deref()
                    .and_then(|e| self.keyword_call(e, Builtin::StaticException));
                match inner {
                    Some(args) => {
                        let [exc] = args else {
                            return Err(
                                self.syntax("static_exception() takes one expression", stmt.span)
                            );
                        };
                        self.static_eval(exc, StaticKind::Exception).map(drop)
                    }
                    None => Err(self
                        .syntax(
                            "an exception has to be wrapped in static_exception()",
                            stmt.span,
                        )
                        .help(
                            "write raise ct.static_exception(...): it is raised while compiling",
                        )),
                }
            }
            StmtKind::Continue => self.loop_jump(Jump::Continue, "continue"),
            StmtKind::Break => self.loop_jump(Jump::Break, "break"),
            StmtKind::Return { value } => self.return_statement(value.as_deref()),
            StmtKind::With {
                is_async: false,
                items,
                body,
            } => {
                for item in items {
                    let manager = self.expr(&item.context_expr)?;
                    let value = self.emit(InstrKind::EnterContext { manager });
                    if let Some(target) = &item.optional_vars {
                        self.assign(value, target)?;
                    }
                }
                self.statements(body)?;
                for _ in items {
                    self.emit(InstrKind::PopContext);
                }
                Ok(())
            }
            StmtKind::Pass => Ok(()),
            StmtKind::FunctionDef(def) if !def.is_async => {
                if !def.decorator_list.is_empty() {
                    return Err(self
                        .syntax("nested functions cannot be decorated", stmt.span)
                        .found(&def.name)
                        .help("define it outside of the kernel, or leave the decorator out"));
                }
                let code = Code::Def {
                    name: &def.name,
                    args: &def.args,
                    body: &def.body,
                    span: stmt.span,
                };
                let closure = self.closure(code)?;
                self.store(&def.name, closure)
            }
            other => {
                let (what, help) = unsupported::statement(other);
                let message = format!("{what} is not supported in kernels");
                Err(self.syntax(&message, stmt.span).help(help))
            }
        }
    }

    fn loop_jump(&mut self, jump: Jump, what: &str) -> Result<()> {
        match self.loops.last() {
            Some(LoopKind::Dynamic) => {
                self.jump(jump, None);
                Ok(())
            }
            Some(LoopKind::Static) => Err(self
                .syntax(
                    &format!("{what} is not supported in a static_iter() loop"),
                    self.span,
                )
                .help("its iterations are written out one after the other: guard them with if")),
            None => Err(self.syntax(&format!("{what} outside of a loop"), self.span)),
        }
    }

    fn return_statement(&mut self, value: Option<&Expr>) -> Result<()> {
        if self.loops.last() == Some(&LoopKind::Static) {
            return Err(self
                .syntax("return is not supported in a static_iter() loop", self.span)
                .help("keep the value in a variable and return after the loop"));
        }
        let value = match value {
            Some(value) => self.expr(value)?,
            None => Operand::Const(Const::None),
        };
        match self.mode {
            Mode::Entry => self.jump(Jump::Return, Some(value)),
            Mode::Generator => {
                return Err(self.syntax("return is not supported in a context manager", self.span));
            }
            Mode::Helper => {
                self.store("$retval", value)?;
                self.store("$returning", Operand::Const(Const::Bool(true)))?;
                self.jump(Jump::Break, None);
            }
        }
        Ok(())
    }

    /// A branch of `if`.
    fn branch(&mut self, body: &[Stmt]) -> Result<crate::hir::Block> {
        self.open_block(Vec::new());
        self.statements(body)?;
        if self.top().jump.is_none() {
            self.jump(Jump::EndBranch, None);
        }
        Ok(self.close_block())
    }

    /// A block that only jumps.
    fn jump_block(&mut self, jump: Jump) -> crate::hir::Block {
        self.open_block(Vec::new());
        self.jump(jump, None);
        self.close_block()
    }

    fn for_loop(&mut self, target: &Expr, iter: &Expr, body: &[Stmt]) -> Result<()> {
        let static_iter = match self.keyword_call(iter, Builtin::StaticIter) {
            None => None,
            Some([inner]) => Some(inner),
            Some(_) => return Err(self.syntax("static_iter() takes one expression", self.span)),
        };
        let iterable = match static_iter {
            Some(inner) => self.at(inner.span, |cx| cx.static_eval(inner, StaticKind::Iterable))?,
            None => self.expr(iter)?,
        };
        self.loops.push(if static_iter.is_some() {
            LoopKind::Static
        } else {
            LoopKind::Dynamic
        });
        let item = self.new_value();
        self.open_block(vec![item]);
        self.assign(Operand::Value(item), target)?;
        self.statements(body)?;
        if static_iter.is_none() && self.top().jump.is_none() {
            self.jump(Jump::Continue, None);
        }
        let block = self.close_block();
        self.loops.pop();
        let may_return = self.may_return(&block);
        self.emit_void(match static_iter {
            Some(_) => InstrKind::StaticFor {
                body: block,
                items: iterable,
            },
            None => InstrKind::Loop {
                body: block,
                iterable: Some(iterable),
            },
        });
        self.propagate_return(may_return);
        Ok(())
    }

    fn while_loop(&mut self, test: &Expr, body: &[Stmt]) -> Result<()> {
        self.open_block(Vec::new());
        let cond = self.truth(test)?;
        let then_block = self.jump_block(Jump::EndBranch);
        let else_block = self.jump_block(Jump::Break);
        self.emit_void(InstrKind::If {
            cond,
            then_block,
            else_block,
        });
        self.loops.push(LoopKind::Dynamic);
        self.statements(body)?;
        if self.top().jump.is_none() {
            self.jump(Jump::Continue, None);
        }
        self.loops.pop();
        let block = self.close_block();
        let may_return = self.may_return(&block);
        self.emit_void(InstrKind::Loop {
            body: block,
            iterable: None,
        });
        self.propagate_return(may_return);
        Ok(())
    }

    /// Whether a loop body of a helper may have returned.
    fn may_return(&self, body: &crate::hir::Block) -> bool {
        self.mode == Mode::Helper
            && self
                .index_of
                .get("$returning")
                .is_some_and(|i| body.stored.contains(i))
    }

    /// Behind a loop that may have returned: `if $returning: break`.
    fn propagate_return(&mut self, may_return: bool) {
        if may_return {
            let cond = self.load("$returning");
            let then_block = self.jump_block(Jump::Break);
            let else_block = self.jump_block(Jump::EndBranch);
            self.emit_void(InstrKind::If {
                cond,
                then_block,
                else_block,
            });
        }
    }

    fn aug_assign(&mut self, target: &Expr, op: Operator, value: &Expr) -> Result<()> {
        let function = Builtin::of_operator(op);
        match &target.kind {
            ExprKind::Name { id, .. } => {
                let lhs = self.load(id);
                let rhs = self.expr(value)?;
                let result = self.emit(InstrKind::Builtin {
                    function,
                    args: vec![lhs, rhs],
                });
                self.store(id, result)
            }
            ExprKind::Subscript {
                value: object,
                slice,
                ..
            } => {
                let object = self.expr(object)?;
                let key = self.expr(slice)?;
                let rhs = self.expr(value)?;
                let args = vec![object.clone(), key.clone()];
                let old = self.emit(InstrKind::Builtin {
                    function: Builtin::GetItem,
                    args,
                });
                let new = self.emit(InstrKind::Builtin {
                    function,
                    args: vec![old, rhs],
                });
                let args = vec![object, key, new];
                self.emit(InstrKind::Builtin {
                    function: Builtin::SetItem,
                    args,
                });
                Ok(())
            }
            other => Err(self
                .syntax("assignment to this target is not supported", target.span)
                .help(target_help(other))),
        }
    }

    /// Assigns a value to a target.
    pub(super) fn assign(&mut self, value: Operand, target: &Expr) -> Result<()> {
        self.at(target.span, |cx| match &target.kind {
            ExprKind::Name { id, .. } => cx.store(id, value),
            ExprKind::Tuple { elts, .. } | ExprKind::List { elts, .. } => {
                let count = elts.len() as u32;
                let value = cx.emit(InstrKind::Unpack { value, count });
                for (i, elt) in elts.iter().enumerate() {
                    let args = vec![value.clone(), Operand::Const(Const::Int(i as i128))];
                    let item = cx.emit(InstrKind::Builtin {
                        function: Builtin::GetItem,
                        args,
                    });
                    cx.assign(item, elt)?;
                }
                Ok(())
            }
            ExprKind::Subscript {
                value: object,
                slice,
                ..
            } => {
                let object = cx.expr(object)?;
                let key = cx.expr(slice)?;
                let args = vec![object, key, value];
                cx.emit(InstrKind::Builtin {
                    function: Builtin::SetItem,
                    args,
                });
                Ok(())
            }
            other => Err(cx
                .syntax("assignment to this target is not supported", target.span)
                .help(target_help(other))),
        })
    }
}

fn target_help(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Attribute { .. } => "objects do not change: make a new one, as by replace()",
        ExprKind::Starred { .. } => "take a slice: a, rest = t[0], t[1:]",
        _ => "assign to a name, or to a tuple of names",
    }
}
