//! Loops, branches and jumps (official `control_flow_ops.py`).

use super::Lowering;
use super::phi::{Join, Phi};
use super::scope::{ControlFlow, JumpInfo, Origin};
use crate::diagnostic::{Error, Result};
use crate::hir::{Block, Instr, InstrKind, Jump, Operand};
use crate::mid::{Aggregate, BlockId, LocId, Op, OpId, Range, Type, Var};

/// Blocks inside one another; more is an error, so that the passes may recurse over them.
const MAX_NESTING: u32 = 128;
/// Calls inside one another beyond which nesting is taken for recursion.
const MAX_CALLS: usize = 16;

impl Lowering<'_> {
    /// Builds a nested block with `f`; the place and whether the block has ended are its own.
    ///
    /// # Errors
    /// Those of `f`.
    pub(crate) fn nested_block<T>(
        &mut self,
        loc: LocId,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<(BlockId, T)> {
        if self.nesting >= MAX_NESTING {
            // Within recursion it is the call that goes too far.
            let calls = self.scopes.frames.len();
            let call = self.scopes.frames.last().and_then(|f| f.call_site);
            return Err(match call {
                Some(call) if calls > MAX_CALLS => {
                    Error::limit("functions call each other too deeply inside branches and loops")
                        .help("recursion has to end while compiling")
                        .at(call)
                }
                _ => Error::limit("blocks are nested too deeply").at(loc),
            });
        }
        self.nesting += 1;
        let block = self.body.new_block();
        let old_block = std::mem::replace(&mut self.block, block);
        let old_terminated = std::mem::replace(&mut self.terminated, false);
        let old_loc = std::mem::replace(&mut self.loc, loc);
        let result = crate::stack::enough(|| f(self))?;
        self.nesting -= 1;
        self.block = old_block;
        self.terminated = old_terminated;
        self.loc = old_loc;
        Ok((block, result))
    }

    /// Ends a block of HIR.
    pub(crate) fn dispatch_jump(&mut self, block: &Block) -> Result<()> {
        let result = match &block.result {
            Some(operand) => Some(self.operand(operand)?),
            None => None,
        };
        match block.jump {
            Some(Jump::EndBranch) => self.end_branch(result),
            Some(Jump::Continue) => self.loop_jump(true),
            Some(Jump::Break) => self.loop_jump(false),
            Some(Jump::Return) => self.return_from_kernel(result),
            None => Ok(()),
        }
    }

    fn end_branch(&mut self, output: Option<Var>) -> Result<()> {
        let mut outputs: Vec<Var> = output.into_iter().collect();
        let place = |v: &Var| Origin {
            place: self.body.var(*v).loc.0,
            name: None,
        };
        let mut origins: Vec<Origin> = outputs.iter().map(place).collect();
        let frame = self.frame()?;
        let Some(info) = frame.branches.last() else {
            return Err(Error::unsupported(
                "internal: end of a branch outside of one",
            ));
        };
        let op = if info.flatten {
            None
        } else {
            let stored = info.stored.clone();
            let op = self.append_jump(Op::EndBranch {
                outputs: Vec::new(),
            })?;
            outputs.extend(self.get_vars(&stored)?);
            origins.extend(self.origins(&stored)?);
            Some(op)
        };
        if let Some(info) = self.frame()?.branches.last_mut() {
            info.jumps.push(JumpInfo {
                op,
                outputs,
                origins,
            });
        }
        Ok(())
    }

    fn loop_jump(&mut self, is_continue: bool) -> Result<()> {
        let frame = self.frame()?;
        let Some(info) = frame.loops.last() else {
            return Err(Error::syntax("break or continue outside of a loop"));
        };
        if info.flatten {
            return if is_continue {
                Err(Error::unsupported("internal: continue in a flattened loop"))
            } else {
                Ok(())
            };
        }
        let stored = info.stored.clone();
        let depth = frame.loop_contexts.last().copied().unwrap_or(0);
        let outputs = self.leaving_contexts(depth, |lw| {
            let op = if is_continue {
                Op::Continue { values: Vec::new() }
            } else {
                Op::Break { values: Vec::new() }
            };
            let op = lw.append_jump(op)?;
            Ok((op, lw.get_vars(&stored)?, lw.origins(&stored)?))
        })?;
        if let Some(info) = self.frame()?.loops.last_mut() {
            info.jumps.push(JumpInfo {
                op: Some(outputs.0),
                outputs: outputs.1,
                origins: outputs.2,
            });
        }
        Ok(())
    }

    fn return_from_kernel(&mut self, value: Option<Var>) -> Result<()> {
        if let Some(value) = value
            && !matches!(self.body.ty(value)?, Type::None)
        {
            return Err(Error::ty("kernels cannot return values"));
        }
        self.leaving_contexts(0, |lw| lw.add_void(Op::Return {}))
    }

    /// Appends a jump whose operands are set later.
    fn append_jump(&mut self, op: Op) -> Result<OpId> {
        self.add_void(op)?;
        let ops = &self.body.block(self.block).ops;
        ops.last()
            .copied()
            .ok_or_else(|| Error::unsupported("internal: empty block"))
    }

    fn set_jump_values(&mut self, op: OpId, values: Vec<Var>) {
        match &mut self.body.op_mut(op).op {
            Op::Continue { values: slot }
            | Op::Break { values: slot }
            | Op::EndBranch { outputs: slot } => *slot = values,
            _ => {}
        }
    }

    // ---- branches ------------------------------------------------------------------------

    /// Lowers a branch; its value, if its blocks have one.
    pub(crate) fn lower_if(
        &mut self,
        cond: Var,
        then_block: &Block,
        else_block: &Block,
    ) -> Result<Option<Var>> {
        self.bool_scalar(cond)?;
        if self.body.constant(cond).is_some() {
            let taken = if self.constant_bool(cond)? {
                then_block
            } else {
                else_block
            };
            return self.flatten_branch(taken);
        }
        if let Some(restriction) = self.restriction {
            let probe = Op::IfElse {
                cond,
                then_block: self.block,
                else_block: self.block,
            };
            super::builder::check_restriction(&probe, restriction)?;
        }
        let mut stored = [then_block.stored.as_slice(), &else_block.stored].concat();
        stored.sort_unstable();
        stored.dedup();
        self.frame()?.branches.push(ControlFlow {
            stored: stored.clone(),
            ..Default::default()
        });
        let new_then = self.branch(then_block)?;
        let then_ends = self
            .frame()?
            .branches
            .last()
            .is_some_and(|i| !i.jumps.is_empty());
        if !then_ends {
            // The first branch always leaves: what follows is the second branch.
            self.frame()?.branches.pop();
            self.frame()?.branches.push(ControlFlow::default());
            let loc = self.block_loc(else_block)?;
            let (new_else, ()) =
                self.nested_block(loc, |lw| lw.in_branch(|lw| lw.end_branch(None)))?;
            self.frame()?.branches.pop();
            self.add_void(Op::IfElse {
                cond,
                then_block: new_then,
                else_block: new_else,
            })?;
            return self.flatten_branch(else_block);
        }
        let new_else = self.branch(else_block)?;
        let info = self.frame()?.branches.pop().unwrap_or_default();
        self.finish_if(cond, new_then, new_else, info, &stored)
    }

    fn branch(&mut self, block: &Block) -> Result<BlockId> {
        let loc = self.block_loc(block)?;
        let (id, ()) = self.nested_block(loc, |lw| lw.in_branch(|lw| lw.dispatch_block(block)))?;
        Ok(id)
    }

    fn finish_if(
        &mut self,
        cond: Var,
        then_block: BlockId,
        else_block: BlockId,
        info: ControlFlow,
        stored: &[u32],
    ) -> Result<Option<Var>> {
        let count = info.jumps.first().map_or(0, |j| j.outputs.len());
        let mut phis: Vec<Phi> = (0..count).map(|_| Phi::new()).collect();
        for jump in &info.jumps {
            let outputs = jump.outputs.iter().zip(&jump.origins);
            for (phi, (var, origin)) in phis.iter_mut().zip(outputs) {
                self.join(phi, *var, origin, Join::BRANCH)?;
            }
        }
        let mask: Vec<bool> = phis.iter().map(Phi::is_valid).collect();
        let types: Vec<Type> = keep(&phis, &mask).filter_map(|p| p.ty.clone()).collect();
        for jump in &info.jumps {
            let outputs: Vec<Var> = keep(&jump.outputs, &mask).copied().collect();
            let flat = self.flatten(&outputs, &types)?;
            if let Some(op) = jump.op {
                self.set_jump_values(op, flat);
            }
        }
        let flat_types: Vec<Type> = types.iter().flat_map(Type::flatten).collect();
        let flat = self.add_many(
            Op::IfElse {
                cond,
                then_block,
                else_block,
            },
            flat_types,
        )?;
        let results = self.unflatten(&flat, &types, &types)?;
        for (phi, var) in keep(&phis, &mask).zip(&results) {
            self.finish_phi(phi, *var);
        }
        let mut results = results.into_iter();
        let mut all: Vec<Option<Var>> = mask
            .iter()
            .map(|valid| if *valid { results.next() } else { None })
            .collect();
        let explicit = count.saturating_sub(stored.len());
        let value = if explicit == 0 {
            None
        } else {
            match (
                all.first().copied().flatten(),
                phis.first().and_then(|p| p.ty.clone()),
            ) {
                (Some(var), _) => Some(var),
                (None, Some(ty)) => Some(self.body.new_typed(ty, self.loc)),
                (None, None) => None,
            }
        };
        for ((var, phi), index) in all
            .drain(..)
            .skip(explicit)
            .zip(phis.iter().skip(explicit))
            .zip(stored)
        {
            match (var, &phi.ty) {
                (Some(var), _) => self.store_var_at(*index, var, phi.last)?,
                (None, Some(ty)) => self.store_invalid(*index, ty.clone(), phi.last)?,
                (None, None) => {}
            }
        }
        Ok(value)
    }

    /// Lowers a block in place of a branch whose condition is known; its value, if it has one.
    pub(crate) fn flatten_branch(&mut self, block: &Block) -> Result<Option<Var>> {
        self.frame()?.branches.push(ControlFlow {
            flatten: true,
            ..Default::default()
        });
        self.dispatch_block(block)?;
        let info = self.frame()?.branches.pop().unwrap_or_default();
        Ok(info.jumps.first().and_then(|j| j.outputs.first().copied()))
    }

    // ---- loops ---------------------------------------------------------------------------

    /// Lowers a loop.
    pub(crate) fn lower_loop(&mut self, body: &Block, iterable: Option<&Operand>) -> Result<()> {
        let iterable = match iterable {
            Some(operand) => Some(self.operand(operand)?),
            None => None,
        };
        let range = match iterable {
            Some(var) => match self.body.ty(var)? {
                Type::Range(dtype) => Some((*dtype, self.parts(var)?)),
                other => {
                    return Err(Error::ty("a for loop needs a range")
                        .found(other)
                        .help("loop over range(...), or over ct.static_iter(...)"));
                }
            },
            _ => None,
        };
        if range.is_none() && body.jump == Some(Jump::Break) && !has_nested_jump(&body.instrs) {
            // The loop around a helper's body, without an early return: no loop at all.
            let frame = self.frame()?;
            frame.loops.push(ControlFlow {
                flatten: true,
                ..Default::default()
            });
            frame.loop_contexts.push(frame.contexts.len());
            self.dispatch_block(body)?;
            let frame = self.frame()?;
            frame.loops.pop();
            frame.loop_contexts.pop();
            return Ok(());
        }
        let stored = body.stored.clone();
        let initial = self.get_vars(&stored)?;
        let origins = self.origins(&stored)?;
        let mut carried: Vec<Carried> = initial
            .iter()
            .zip(origins)
            .map(|(v, origin)| Carried::new(*v, origin))
            .collect();
        let mut params = Vec::new();
        if let Some((dtype, _)) = &range {
            for c in &mut carried {
                if !self.is_undefined_return(c.initial) {
                    let mut phi = std::mem::replace(&mut c.result_phi, Phi::new());
                    self.join(&mut phi, c.initial, &c.origin, Join::BRANCH)?;
                    c.result_phi = phi;
                }
            }
            let induction = self.body.new_typed(Type::scalar(*dtype), self.loc);
            if let Some(id) = body.params.first() {
                self.set_value(*id, induction)?;
            }
            params.push(induction);
        }
        let frame = self.frame()?;
        frame.loops.push(ControlFlow {
            stored: stored.clone(),
            ..Default::default()
        });
        frame.loop_contexts.push(frame.contexts.len());
        let loc = self.block_loc(body)?;
        let (block, mut flat_body) = self.nested_block(loc, |lw| {
            lw.in_branch(|lw| {
                for (c, index) in carried.iter_mut().zip(&stored) {
                    let mut phi = std::mem::replace(&mut c.body_phi, Phi::new());
                    lw.join(&mut phi, c.initial, &c.origin, Join::START)?;
                    let loc = phi.last;
                    let scope = lw.own_scope()?;
                    let var = lw.body.new_var(lw.scopes.name(scope, *index), loc);
                    lw.body.var_mut(var).ty = phi.ty.clone();
                    lw.store_var_at(*index, var, loc)?;
                    c.body_phi = phi;
                    c.body_var = var;
                }
                let body_vars: Vec<Var> = carried.iter().map(|c| c.body_var).collect();
                let flat = lw.block_parameters(&body_vars)?;
                lw.dispatch_block(body)?;
                Ok(flat)
            })
        })?;
        let frame = self.frame()?;
        let info = frame.loops.pop().unwrap_or_default();
        frame.loop_contexts.pop();
        self.join_jumps(&info, &mut carried, range.is_some())?;
        let mask = self.decide_carried(&mut carried, &mut flat_body)?;
        let flat_params: Vec<Var> = keep(&flat_body, &mask).flatten().copied().collect();
        params.extend(&flat_params);
        self.body.block_mut(block).params = params;
        let types: Vec<Type> = keep(&carried, &mask)
            .map(|c| self.body.raw_type(c.body_var))
            .collect();
        let flat_types: Vec<Type> = types.iter().flat_map(Type::flatten).collect();
        for jump in &info.jumps {
            let values: Vec<Var> = keep(&jump.outputs, &mask).copied().collect();
            let flat = self.flatten(&values, &types)?;
            let flat = self.fill_undefined(flat, &flat_types)?;
            if let Some(op) = jump.op {
                self.set_jump_values(op, flat);
            }
        }
        let values: Vec<Var> = keep(&carried, &mask).map(|c| c.initial).collect();
        let flat = self.flatten(&values, &types)?;
        let initial_values = self.fill_undefined(flat, &flat_types)?;
        let range = match range {
            Some((_, parts)) => match parts[..] {
                [start, stop, step] => Some(Range { start, stop, step }),
                _ => return Err(Error::unsupported("internal: range without bounds")),
            },
            None => None,
        };
        let flat = self.add_many(
            Op::Loop {
                range,
                initial_values,
                body: block,
            },
            flat_types,
        )?;
        self.finish_loop(&carried, &mask, &types, &flat, &stored)
    }

    /// What the jumps of a loop say about the variables it carries.
    fn join_jumps(
        &mut self,
        info: &ControlFlow,
        carried: &mut [Carried],
        counted: bool,
    ) -> Result<()> {
        for jump in &info.jumps {
            let is_continue = jump
                .op
                .is_some_and(|op| matches!(self.body.op(op).op, Op::Continue { .. }));
            let outputs = jump.outputs.iter().zip(&jump.origins);
            for (c, (&output, origin)) in carried.iter_mut().zip(outputs) {
                if is_continue || counted {
                    let mut phi = std::mem::replace(&mut c.body_phi, Phi::new());
                    self.join(&mut phi, output, origin, Join::LOOP)?;
                    c.body_phi = phi;
                }
                if (counted || !is_continue) && !self.is_undefined_return(output) {
                    let mut phi = std::mem::replace(&mut c.result_phi, Phi::new());
                    self.join(&mut phi, output, origin, Join::BRANCH)?;
                    c.result_phi = phi;
                }
            }
        }
        Ok(())
    }

    /// Settles the types of carried variables, and which of them stay.
    fn decide_carried(
        &mut self,
        carried: &mut [Carried],
        flat_body: &mut [Vec<Var>],
    ) -> Result<Vec<bool>> {
        let mut mask = Vec::with_capacity(carried.len());
        for (c, flat) in carried.iter().zip(flat_body) {
            let was_valid = !self.body.raw_type(c.body_var).is_invalid();
            self.settle_type(c)?;
            let ty = self.body.raw_type(c.body_var);
            mask.push(!ty.is_invalid());
            if !was_valid && !ty.is_invalid() && ty.is_aggregate() {
                // Nothing came in, but something goes out: its leaves have to be parameters.
                let leaves = self.expand(c.body_var);
                self.body.var_mut(c.body_var).aggregate = Some(Aggregate(leaves.clone().into()));
                *flat = leaves;
            }
        }
        Ok(mask)
    }

    fn settle_type(&mut self, c: &Carried) -> Result<()> {
        let Some(result) = &c.result_phi.ty else {
            return Ok(());
        };
        if result.is_invalid() {
            return Ok(());
        }
        match &c.body_phi.ty {
            Some(body) if body.is_invalid() => {
                let loose = self.phi_loose(&c.result_phi);
                let data = self.body.var_mut(c.body_var);
                data.ty = Some(result.clone());
                data.loose = loose;
                Ok(())
            }
            Some(body) if body != result => {
                let name = self.body.var(c.body_var).name.clone();
                Err(Error::ty(format!(
                    "variable `{}` changes its type inside a loop",
                    name.as_deref().unwrap_or("?")
                ))
                .found(format!("{body}, then {result}"))
                .help("convert the value before the loop, or use another name"))
            }
            _ => Ok(()),
        }
    }

    fn finish_loop(
        &mut self,
        carried: &[Carried],
        mask: &[bool],
        types: &[Type],
        flat: &[Var],
        stored: &[u32],
    ) -> Result<()> {
        // A loop without a break has no results of its own; the body's types stand in.
        let actual: Vec<Type> = keep(carried, mask)
            .zip(types)
            .map(|(c, ty)| c.result_phi.ty.clone().unwrap_or_else(|| ty.clone()))
            .collect();
        let results = self.unflatten(flat, types, &actual)?;
        for ((var, c), index) in results
            .iter()
            .zip(keep(carried, mask))
            .zip(keep(stored, mask))
        {
            self.finish_phi(&c.result_phi, *var);
            self.store_var_at(*index, *var, c.result_phi.last)?;
        }
        for ((c, valid), index) in carried.iter().zip(mask).zip(stored) {
            if !valid {
                let ty = match &c.result_phi.ty {
                    Some(ty) if ty.is_invalid() => ty.clone(),
                    _ => self.body.raw_type(c.body_var),
                };
                self.store_invalid(*index, ty, c.result_phi.last)?;
            }
        }
        Ok(())
    }

    /// Replaces unusable variables by dummies of the types they should have.
    fn fill_undefined(&mut self, vars: Vec<Var>, types: &[Type]) -> Result<Vec<Var>> {
        vars.into_iter()
            .zip(types)
            .map(|(var, ty)| {
                if self.body.raw_type(var).is_invalid() {
                    self.add(Op::MakeDummy {}, ty.clone())
                } else {
                    Ok(var)
                }
            })
            .collect()
    }

    /// A helper may set its return value first inside a loop: before, it does not count.
    fn is_undefined_return(&self, var: Var) -> bool {
        let data = self.body.var(var);
        data.name.as_deref() == Some("$retval")
            && matches!(&data.ty, Some(Type::Invalid(i)) if i.undefined)
    }
}

/// A variable that a loop carries.
struct Carried {
    initial: Var,
    origin: Origin,
    body_var: Var,
    body_phi: Phi,
    result_phi: Phi,
}

impl Carried {
    fn new(initial: Var, origin: Origin) -> Carried {
        Carried {
            initial,
            origin,
            body_var: initial,
            body_phi: Phi::not_constant(),
            result_phi: Phi::new(),
        }
    }
}

/// The items whose mask is set.
fn keep<'t, T>(items: &'t [T], mask: &'t [bool]) -> impl Iterator<Item = &'t T> {
    items
        .iter()
        .zip(mask)
        .filter(|(_, keep)| **keep)
        .map(|(item, _)| item)
}

/// Whether a branch below jumps anywhere but to its end.
fn has_nested_jump(instrs: &[Instr]) -> bool {
    instrs.iter().any(|instr| match &instr.kind {
        InstrKind::If {
            then_block,
            else_block,
            ..
        } => [then_block, else_block]
            .into_iter()
            .any(|b| b.jump != Some(Jump::EndBranch) || has_nested_jump(&b.instrs)),
        _ => false,
    })
}
