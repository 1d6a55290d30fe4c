//! Threads tokens through memory accesses.
//!
//! Official `_passes/token_order.py`. For each alias set two tokens are followed: behind the last
//! operation and behind the last store; one more behind the last operation that acquires. A load
//! waits for stores, a store for everything, on all alias sets that overlap its own; loops carry
//! the tokens that their bodies move, branches give them as results.

use super::dataflow::{AliasSet, Facts};
use super::effects::{Effects, access_set, block_effects};
use super::parallel_store;
use crate::mid::op::MemoryOrder;
use crate::mid::{BlockId, Body, MemoryEffect, Op, OpId, Type, Var};
use std::collections::HashSet;

/// See the module.
pub fn run(body: &mut Body, facts: &Facts) {
    let loc = body.loc;
    let root = body.new_typed(Type::Token, loc);
    let context = Context {
        facts,
        effects: block_effects(body, facts),
    };
    let mut tokens = Tokens {
        entries: Vec::new(),
        root,
    };
    context.block(body, body.root, &mut tokens, Around::default());
    let make = body.new_op(Op::MakeToken {}, vec![root], loc);
    body.block_mut(body.root).ops.insert(0, make);
}

/// What a token stands behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// The last operation that acquires, on any storage.
    Acquire,
    /// The last operation on an alias set.
    LastOp(AliasSet),
    /// The last store on an alias set.
    LastStore(AliasSet),
}

impl Key {
    /// Whether an operation that needs `self` also waits for `other`.
    fn waits_for(self, other: Key, releases: bool) -> bool {
        match (self, other) {
            (_, Key::Acquire) => true,
            (_, Key::LastOp(_)) if releases => true,
            (Key::LastOp(a), Key::LastOp(b)) | (Key::LastStore(a), Key::LastStore(b)) => {
                a.overlaps(b)
            }
            _ => false,
        }
    }
}

/// Current tokens, in the order in which they were first asked for: joins list them so.
#[derive(Debug, Clone)]
pub(super) struct Tokens {
    entries: Vec<(Key, Var)>,
    root: Var,
}

impl Tokens {
    /// The token for `key`; the body's first token when there was none yet.
    pub fn get(&mut self, key: Key) -> Var {
        if let Some(var) = self.find(key) {
            return var;
        }
        self.entries.push((key, self.root));
        self.root
    }

    /// The token for `key`, if it was ever asked for.
    pub fn find(&self, key: Key) -> Option<Var> {
        let mut entries = self.entries.iter();
        entries.find(|(k, _)| *k == key).map(|(_, var)| *var)
    }

    pub fn set(&mut self, key: Key, var: Var) {
        match self.entries.iter_mut().find(|(k, _)| *k == key) {
            Some((_, slot)) => *slot = var,
            None => self.entries.push((key, var)),
        }
    }

    /// The tokens that an operation which needs `key` waits for, without repetition.
    fn needed(&mut self, key: Key, releases: bool) -> Vec<Var> {
        let mut out = vec![self.get(key)];
        for &(other, var) in &self.entries {
            if key.waits_for(other, releases) && !out.contains(&var) {
                out.push(var);
            }
        }
        out
    }
}

/// The keys whose tokens leave a block with these effects, in order.
fn moved_keys(effects: &Effects) -> Vec<Key> {
    let mut out = Vec::new();
    for &(set, effect) in &effects.by_set {
        match effect {
            MemoryEffect::None => {}
            MemoryEffect::Load => out.push(Key::LastOp(set)),
            MemoryEffect::Store => out.extend([Key::LastOp(set), Key::LastStore(set)]),
        }
    }
    if effects.acquires {
        out.push(Key::Acquire);
    }
    out
}

/// What the jumps inside a block have to hand over.
#[derive(Clone, Copy, Default)]
struct Around<'a> {
    in_loop: Option<&'a LoopInfo<'a>>,
    branch: Option<&'a Effects>,
}

struct LoopInfo<'a> {
    effects: &'a Effects,
    /// Stores of the body that need not wait for those of earlier iterations.
    parallel: HashSet<OpId>,
    /// Tokens before the loop.
    before: Tokens,
}

struct Context<'a> {
    facts: &'a Facts,
    effects: Vec<Effects>,
}

impl Context<'_> {
    fn effects(&self, block: BlockId) -> Effects {
        self.effects.get(block.index()).cloned().unwrap_or_default()
    }

    fn block(&self, body: &mut Body, block: BlockId, tokens: &mut Tokens, around: Around) {
        let mut out = Vec::new();
        for id in body.take_ops(block) {
            self.operation(body, id, tokens, around, &mut out);
        }
        body.block_mut(block).ops = out;
    }

    fn operation(
        &self,
        body: &mut Body,
        id: OpId,
        tokens: &mut Tokens,
        around: Around,
        out: &mut Vec<OpId>,
    ) {
        match &mut body.op_mut(id).op {
            Op::TileLoad { memory_order, .. } => {
                let order = *memory_order;
                self.load(body, id, order, tokens, out);
            }
            Op::LoadPointer { .. } => self.load(body, id, MemoryOrder::Weak, tokens, out),
            Op::TileStore { memory_order, .. } => {
                let order = *memory_order;
                match around.in_loop {
                    Some(info) if info.parallel.contains(&id) => {
                        self.parallel_store(body, id, info, tokens, out);
                    }
                    _ => self.store(body, id, self.set(body, id), order, false, tokens, out),
                }
            }
            Op::StorePointer { .. } => {
                let set = self.set(body, id);
                self.store(body, id, set, MemoryOrder::Weak, false, tokens, out);
            }
            Op::AtomicCas { memory_order, .. }
            | Op::AtomicRmw { memory_order, .. }
            | Op::AtomicRedView { memory_order, .. } => {
                let order = *memory_order;
                let set = self.set(body, id);
                self.store(body, id, set, order, order.acquires(), tokens, out);
            }
            Op::Printf { .. } | Op::GridDependencyLaunch { .. } => {
                let (set, order) = (AliasSet::UNIVERSE, MemoryOrder::Weak);
                self.store(body, id, set, order, false, tokens, out);
            }
            Op::GridDependencyWait { .. } => {
                let (set, order) = (AliasSet::UNIVERSE, MemoryOrder::Weak);
                self.store(body, id, set, order, true, tokens, out);
            }
            Op::Loop { body: inner, .. } => {
                let inner = *inner;
                self.enter_loop(body, id, inner, tokens);
                out.push(id);
            }
            Op::IfElse {
                then_block,
                else_block,
                ..
            } => {
                let branches = [*then_block, *else_block];
                self.branch(body, id, branches, tokens, around);
                out.push(id);
            }
            Op::Continue { values } | Op::Break { values } => {
                if let Some(info) = around.in_loop {
                    values.extend(moved_keys(info.effects).into_iter().map(|k| tokens.get(k)));
                }
                out.push(id);
            }
            Op::EndBranch { outputs } => {
                if let Some(effects) = around.branch {
                    outputs.extend(moved_keys(effects).into_iter().map(|k| tokens.get(k)));
                }
                out.push(id);
            }
            _ => out.push(id),
        }
    }

    fn set(&self, body: &Body, id: OpId) -> AliasSet {
        access_set(body, self.facts, &body.op(id).op)
    }

    fn load(
        &self,
        body: &mut Body,
        id: OpId,
        order: MemoryOrder,
        tokens: &mut Tokens,
        out: &mut Vec<OpId>,
    ) {
        let set = self.set(body, id);
        wait(body, id, Key::LastStore(set), order, tokens, out);
        out.push(id);
        let Some(result) = result_token(body, id) else {
            return;
        };
        join_after(body, id, Key::LastOp(set), result, tokens, out);
        if order.acquires() {
            tokens.set(Key::Acquire, result);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one place for all stores")]
    fn store(
        &self,
        body: &mut Body,
        id: OpId,
        set: AliasSet,
        order: MemoryOrder,
        acquires: bool,
        tokens: &mut Tokens,
        out: &mut Vec<OpId>,
    ) {
        wait(body, id, Key::LastOp(set), order, tokens, out);
        out.push(id);
        if let Some(result) = result_token(body, id) {
            tokens.set(Key::LastOp(set), result);
            tokens.set(Key::LastStore(set), result);
            if acquires {
                tokens.set(Key::Acquire, result);
            }
        }
    }

    /// A store that waits for what was before the loop and for what it acquired since.
    fn parallel_store(
        &self,
        body: &mut Body,
        id: OpId,
        info: &LoopInfo,
        tokens: &mut Tokens,
        out: &mut Vec<OpId>,
    ) {
        let set = self.set(body, id);
        let before = info
            .before
            .find(Key::LastOp(set))
            .unwrap_or(info.before.root);
        let input = match tokens.find(Key::Acquire) {
            Some(acquired) if acquired != before => join(body, id, vec![before, acquired], out),
            _ => before,
        };
        set_token(&mut body.op_mut(id).op, input);
        out.push(id);
        if let Some(result) = result_token(body, id) {
            let joined = join_after(body, id, Key::LastOp(set), result, tokens, out);
            tokens.set(Key::LastStore(set), joined);
        }
    }

    fn enter_loop(&self, body: &mut Body, id: OpId, inner: BlockId, tokens: &mut Tokens) {
        let effects = self.effects(inner);
        let (mut after, mut inside) = (tokens.clone(), tokens.clone());
        let loc = body.op(id).loc;
        for key in moved_keys(&effects) {
            let before = tokens.get(key);
            let param = body.new_typed(Type::Token, loc);
            let result = body.new_typed(Type::Token, loc);
            if let Op::Loop { initial_values, .. } = &mut body.op_mut(id).op {
                initial_values.push(before);
            }
            body.block_mut(inner).params.push(param);
            body.op_mut(id).results.push(result);
            inside.set(key, param);
            after.set(key, result);
        }
        let info = LoopInfo {
            parallel: parallel_store::find(body, id, &self.effects, self.facts),
            effects: &effects,
            before: std::mem::replace(tokens, after),
        };
        let around = Around {
            in_loop: Some(&info),
            branch: None,
        };
        self.block(body, inner, &mut inside, around);
    }

    fn branch(
        &self,
        body: &mut Body,
        id: OpId,
        branches: [BlockId; 2],
        tokens: &mut Tokens,
        around: Around,
    ) {
        let [then_block, else_block] = branches;
        let mut effects = self.effects(then_block);
        effects.merge(&self.effects(else_block));
        let mut after = tokens.clone();
        let loc = body.op(id).loc;
        for key in moved_keys(&effects) {
            let result = body.new_typed(Type::Token, loc);
            body.op_mut(id).results.push(result);
            after.set(key, result);
        }
        let inside = Around {
            branch: Some(&effects),
            ..around
        };
        for block in branches {
            self.block(body, block, &mut tokens.clone(), inside);
        }
        *tokens = after;
    }
}

/// Gives an operation the token it waits for, joined from several in `out` where needed.
fn wait(
    body: &mut Body,
    id: OpId,
    key: Key,
    order: MemoryOrder,
    tokens: &mut Tokens,
    out: &mut Vec<OpId>,
) {
    let needed = tokens.needed(key, order.releases());
    let input = match needed.as_slice() {
        [one] => *one,
        _ => join(body, id, needed, out),
    };
    set_token(&mut body.op_mut(id).op, input);
}

/// Joins the token for `key` with an operation's own and makes the result the token for `key`.
fn join_after(
    body: &mut Body,
    id: OpId,
    key: Key,
    result: Var,
    tokens: &mut Tokens,
    out: &mut Vec<OpId>,
) -> Var {
    let joined = join(body, id, vec![tokens.get(key), result], out);
    tokens.set(key, joined);
    joined
}

/// A join at the place of operation `id`.
fn join(body: &mut Body, id: OpId, tokens: Vec<Var>, out: &mut Vec<OpId>) -> Var {
    let loc = body.op(id).loc;
    let joined = body.new_typed(Type::Token, loc);
    out.push(body.new_op(Op::JoinTokens { tokens }, vec![joined], loc));
    joined
}

/// The last result, which is the token of every operation that has one.
fn result_token(body: &Body, id: OpId) -> Option<Var> {
    body.op(id).results.last().copied()
}

fn set_token(op: &mut Op, input: Var) {
    match op {
        Op::TileLoad { token, .. }
        | Op::TileStore { token, .. }
        | Op::LoadPointer { token, .. }
        | Op::StorePointer { token, .. }
        | Op::AtomicCas { token, .. }
        | Op::AtomicRmw { token, .. }
        | Op::AtomicRedView { token, .. }
        | Op::GridDependencyWait { token }
        | Op::GridDependencyLaunch { token }
        | Op::Printf { token, .. } => *token = Some(input),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::mid::build::Sketch;
    use crate::mid::{Body, print};
    use crate::passes::dataflow::{self, EntryParameter};

    fn run((mut body, params): (Body, Vec<EntryParameter>)) -> String {
        let facts = dataflow::analyse(&body, &params).unwrap();
        super::run(&mut body, &facts);
        print::body(&body)
    }

    #[test]
    fn loads_wait_for_stores_and_stores_for_everything() {
        let mut s = Sketch::new();
        let (a, b) = (s.param_array_f32(1), s.param_array_f32(1));
        let (a, b) = (s.partition(&a), s.partition(&b));
        let i = s.const_i32(0);
        let x = s.load(a, i);
        s.store(a, i, x);
        let y = s.load(a, i);
        s.store(b, i, y);
        insta::assert_snapshot!(run(s.finish_with_parameters()), @r"
            entry(%0: ptr<float32>, %1: int32, %2: int32, %3: ptr<float32>, %4: int32, %5: int32)
              %6: token = MakeToken()
              %7: int32 = TypedConst() value=Int(1)
              %8: Array[float32, rank 1] = MakeTensorView(%0, %1, %7)
              %9: PartitionView[(16,)] = MakePartitionView(%8)
              %10: int32 = TypedConst() value=Int(1)
              %11: Array[float32, rank 1] = MakeTensorView(%3, %4, %10)
              %12: PartitionView[(16,)] = MakePartitionView(%11)
              %13: int32 = TypedConst() value=Int(0)
              %14: float32[16], %15: token = TileLoad(%9, %13, %6) memory_order=Weak
              %16: token = JoinTokens(%6, %15)
              %17: token = TileStore(%9, %13, %14, %16) memory_order=Weak
              %18: float32[16], %19: token = TileLoad(%9, %13, %17) memory_order=Weak
              %20: token = JoinTokens(%17, %19)
              %21: token = TileStore(%12, %13, %18, %6) memory_order=Weak
              Return()
        ");
    }

    /// Each iteration stores to another tile, so the stores wait for what was before the loop.
    #[test]
    fn a_store_indexed_by_the_induction_variable_runs_in_parallel() {
        let mut s = Sketch::new();
        let (a, b) = (s.param_array_f32(1), s.param_array_f32(1));
        let n = s.param_i32();
        let (a, b) = (s.partition(&a), s.partition(&b));
        s.counted(n, &[], |s, i, _| {
            let x = s.load(a, i);
            s.store(b, i, x);
            vec![]
        });
        insta::assert_snapshot!(run(s.finish_with_parameters()), @r"
            entry(%0: ptr<float32>, %1: int32, %2: int32, %3: ptr<float32>, %4: int32, %5: int32, %6: int32)
              %7: token = MakeToken()
              %8: int32 = TypedConst() value=Int(1)
              %9: Array[float32, rank 1] = MakeTensorView(%0, %1, %8)
              %10: PartitionView[(16,)] = MakePartitionView(%9)
              %11: int32 = TypedConst() value=Int(1)
              %12: Array[float32, rank 1] = MakeTensorView(%3, %4, %11)
              %13: PartitionView[(16,)] = MakePartitionView(%12)
              %14: int32 = TypedConst() value=Int(0)
              %15: int32 = TypedConst() value=Int(1)
              %16: token, %17: token, %18: token = Loop(%14, %6, %15, %7, %7, %7)
              do(%19: int32, %20: token, %21: token, %22: token)
                %23: float32[16], %24: token = TileLoad(%10, %19, %7) memory_order=Weak
                %25: token = JoinTokens(%20, %24)
                %26: token = TileStore(%13, %19, %23, %7) memory_order=Weak
                %27: token = JoinTokens(%21, %26)
                Continue(%25, %27, %27)
              Return()
        ");
    }

    #[test]
    fn branches_give_the_tokens_they_move() {
        let mut s = Sketch::new();
        let a = s.param_array_f32(1);
        let c = s.param_bool();
        let a = s.partition(&a);
        let i = s.const_i32(0);
        let x = s.load(a, i);
        s.branch(c, |s| s.store(a, i, x), |_| {});
        let y = s.load(a, i);
        s.store(a, i, y);
        insta::assert_snapshot!(run(s.finish_with_parameters()), @r"
            entry(%0: ptr<float32>, %1: int32, %2: int32, %3: bool_)
              %4: token = MakeToken()
              %5: int32 = TypedConst() value=Int(1)
              %6: Array[float32, rank 1] = MakeTensorView(%0, %1, %5)
              %7: PartitionView[(16,)] = MakePartitionView(%6)
              %8: int32 = TypedConst() value=Int(0)
              %9: float32[16], %10: token = TileLoad(%7, %8, %4) memory_order=Weak
              %11: token = JoinTokens(%4, %10)
              %12: token, %13: token = IfElse(%3)
              then()
                %14: token = TileStore(%7, %8, %9, %11) memory_order=Weak
                EndBranch(%14, %14)
              else()
                EndBranch(%11, %4)
              %15: float32[16], %16: token = TileLoad(%7, %8, %13) memory_order=Weak
              %17: token = JoinTokens(%12, %16)
              %18: token = TileStore(%7, %8, %15, %17) memory_order=Weak
              Return()
        ");
    }

    #[test]
    fn an_acquire_orders_everything_behind_it() {
        let mut s = Sketch::new();
        let (a, b) = (s.param_array_f32(1), s.param_array_f32(1));
        let (a, b) = (s.partition(&a), s.partition(&b));
        let i = s.const_i32(0);
        s.load_acquire(a, i);
        let y = s.load(b, i);
        s.store_release(b, i, y);
        insta::assert_snapshot!(run(s.finish_with_parameters()), @r"
            entry(%0: ptr<float32>, %1: int32, %2: int32, %3: ptr<float32>, %4: int32, %5: int32)
              %6: token = MakeToken()
              %7: int32 = TypedConst() value=Int(1)
              %8: Array[float32, rank 1] = MakeTensorView(%0, %1, %7)
              %9: PartitionView[(16,)] = MakePartitionView(%8)
              %10: int32 = TypedConst() value=Int(1)
              %11: Array[float32, rank 1] = MakeTensorView(%3, %4, %10)
              %12: PartitionView[(16,)] = MakePartitionView(%11)
              %13: int32 = TypedConst() value=Int(0)
              %14: float32[16], %15: token = TileLoad(%9, %13, %6) memory_order=Acquire
              %16: token = JoinTokens(%6, %15)
              %17: token = JoinTokens(%6, %15)
              %18: float32[16], %19: token = TileLoad(%12, %13, %17) memory_order=Weak
              %20: token = JoinTokens(%6, %19)
              %21: token = JoinTokens(%20, %16, %15)
              %22: token = TileStore(%12, %13, %18, %21) memory_order=Release
              Return()
        ");
    }
}
