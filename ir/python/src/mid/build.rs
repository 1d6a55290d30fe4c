//! Small bodies for tests of passes, written like programs.

use super::op::{ArithmeticKind, MemoryOrder, MemoryScope, PaddingMode, Predicate, Range};
use super::types::{ArrayType, PartitionViewType};
use super::{Aggregate, Block, BlockId, Body, Const, LocId, Op, OpId, Shape, Type, Var};
use crate::dtype::{Dtype, Element};
use crate::passes::dataflow::EntryParameter;
use crate::specialise::{ArrayFacts, Parameter};
use std::sync::Arc;

/// A body under construction.
pub struct Sketch {
    body: Body,
    block: BlockId,
    params: Vec<EntryParameter>,
}

impl Default for Sketch {
    fn default() -> Self {
        Sketch::new()
    }
}

impl Sketch {
    pub fn new() -> Sketch {
        let body = Body::default();
        Sketch {
            block: body.root,
            body,
            params: Vec::new(),
        }
    }

    /// The body, closed with `return`.
    pub fn finish(self) -> Body {
        self.finish_with_parameters().0
    }

    pub fn finish_with_parameters(mut self) -> (Body, Vec<EntryParameter>) {
        self.ends(Op::Return {});
        (self.body, self.params)
    }

    /// Appends an operation with one result.
    pub fn op(&mut self, op: Op, ty: Type) -> Var {
        let var = self.body.new_typed(ty, LocId::UNKNOWN);
        self.push(op, vec![var]);
        var
    }

    fn push(&mut self, op: Op, results: Vec<Var>) -> OpId {
        let id = self.body.new_op(op, results, LocId::UNKNOWN);
        self.body.block_mut(self.block).ops.push(id);
        id
    }

    /// Appends an operation without results.
    pub fn ends(&mut self, op: Op) {
        self.push(op, Vec::new());
    }

    pub fn breaks(&mut self, values: &[Var]) {
        let values = values.to_vec();
        self.ends(Op::Break { values });
    }

    fn param(&mut self, ty: Type) -> Var {
        let var = self.body.new_typed(ty, LocId::UNKNOWN);
        let root = self.body.root;
        self.body.block_mut(root).params.push(var);
        var
    }

    fn scalar_param(&mut self, dtype: Dtype) -> Var {
        let var = self.param(Type::scalar(dtype));
        self.params.push(EntryParameter {
            vars: vec![var],
            facts: Parameter::Scalar(dtype),
        });
        var
    }

    pub fn param_i32(&mut self) -> Var {
        self.scalar_param(Dtype::Int32)
    }

    pub fn param_f32(&mut self) -> Var {
        self.scalar_param(Dtype::Float32)
    }

    pub fn param_bool(&mut self) -> Var {
        self.scalar_param(Dtype::Bool)
    }

    /// Base pointer, size, stride of an array with stride 1; the address is divisible by `align`.
    pub fn param_array_f32(&mut self, align: i64) -> Vec<Var> {
        let vars = vec![
            self.param(Type::scalar(Element::Pointer(Dtype::Float32))),
            self.param(Type::scalar(Dtype::Int32)),
            self.param(Type::scalar(Dtype::Int32)),
        ];
        self.params.push(EntryParameter {
            vars: vars.clone(),
            facts: Parameter::Array(ArrayFacts {
                dtype: Dtype::Float32,
                index_dtype: Dtype::Int32,
                shape_constant: vec![None],
                shape_divisible_by: vec![align],
                stride_constant: vec![Some(1)],
                stride_divisible_by: vec![1],
                base_addr_divisible_by: align,
                alias_groups: Vec::new(),
                may_alias_internally: false,
            }),
        });
        vars
    }

    pub fn i32(&mut self, op: Op) -> Var {
        self.op(op, Type::scalar(Dtype::Int32))
    }

    pub fn const_i32(&mut self, value: i64) -> Var {
        let value = Const::Int(value.into());
        let var = self.i32(Op::TypedConst {
            value: value.clone(),
        });
        self.body.var_mut(var).constant = Some(value);
        var
    }

    fn arithmetic(&mut self, kind: ArithmeticKind, lhs: Var, rhs: Var, dtype: Dtype) -> Var {
        let op = Op::Arithmetic {
            lhs,
            rhs,
            kind,
            rounding_mode: None,
            flush_to_zero: false,
            propagate_nan: false,
        };
        self.op(op, Type::scalar(dtype))
    }

    pub fn add(&mut self, lhs: Var, rhs: Var) -> Var {
        self.arithmetic(ArithmeticKind::Add, lhs, rhs, Dtype::Int32)
    }

    pub fn mul(&mut self, lhs: Var, rhs: Var) -> Var {
        self.arithmetic(ArithmeticKind::Mul, lhs, rhs, Dtype::Int32)
    }

    pub fn f32(&mut self, kind: ArithmeticKind, lhs: Var, rhs: Var) -> Var {
        self.arithmetic(kind, lhs, rhs, Dtype::Float32)
    }

    pub fn compare(&mut self, predicate: Predicate, lhs: Var, rhs: Var) -> Var {
        let op = Op::Compare {
            lhs,
            rhs,
            predicate,
        };
        self.op(op, Type::scalar(Dtype::Bool))
    }

    /// Something that must stay and uses an integer.
    pub fn assert_nonzero(&mut self, x: Var) {
        let zero = self.const_i32(0);
        let cond = self.compare(Predicate::Ne, x, zero);
        self.ends(Op::Assert {
            cond,
            message: "zero".into(),
        });
    }

    /// Something that must stay and uses a float.
    pub fn print_f32(&mut self, x: Var) {
        let op = Op::Printf {
            args: vec![x],
            token: None,
            format: "%f".into(),
        };
        self.op(op, Type::Token);
    }

    fn nested<T>(&mut self, params: &[Var], f: impl FnOnce(&mut Sketch) -> T) -> (BlockId, T) {
        let block = self.body.new_block();
        *self.body.block_mut(block) = Block {
            params: params.to_vec(),
            ops: Vec::new(),
        };
        let outer = std::mem::replace(&mut self.block, block);
        let out = f(self);
        self.block = outer;
        (block, out)
    }

    fn ended(&self) -> bool {
        let ops = &self.body.block(self.block).ops;
        ops.last()
            .is_some_and(|id| self.body.op(*id).op.is_terminator())
    }

    fn side(&mut self, f: impl FnOnce(&mut Sketch) -> Vec<Var>) -> BlockId {
        let (block, ()) = self.nested(&[], |s| {
            let outputs = f(s);
            if !s.ended() {
                s.ends(Op::EndBranch { outputs });
            }
        });
        block
    }

    /// `if cond { ... } else { ... }` without results.
    pub fn branch(&mut self, cond: Var, t: impl FnOnce(&mut Sketch), e: impl FnOnce(&mut Sketch)) {
        let then_block = self.side(|s| {
            t(s);
            Vec::new()
        });
        let else_block = self.side(|s| {
            e(s);
            Vec::new()
        });
        self.ends(Op::IfElse {
            cond,
            then_block,
            else_block,
        });
    }

    /// `if cond { x } else { y }` of integers.
    pub fn choose(
        &mut self,
        cond: Var,
        t: impl FnOnce(&mut Sketch) -> Var,
        e: impl FnOnce(&mut Sketch) -> Var,
    ) -> Var {
        let then_block = self.side(|s| vec![t(s)]);
        let else_block = self.side(|s| vec![e(s)]);
        self.i32(Op::IfElse {
            cond,
            then_block,
            else_block,
        })
    }

    fn looping(
        &mut self,
        range: Option<Range>,
        initial: &[Var],
        f: impl FnOnce(&mut Sketch, &[Var]) -> Vec<Var>,
    ) -> Vec<Var> {
        let like = |s: &mut Sketch| -> Vec<Var> {
            let copy = |v: &Var| s.body.var_like(*v);
            initial.iter().map(copy).collect()
        };
        let mut params = like(self);
        if range.is_some() {
            let induction = self
                .body
                .new_typed(Type::scalar(Dtype::Int32), LocId::UNKNOWN);
            params.insert(0, induction);
        }
        let results = like(self);
        let (body, ()) = self.nested(&params.clone(), |s| {
            let values = f(s, &params);
            if !s.ended() {
                s.ends(Op::Continue { values });
            }
        });
        let op = Op::Loop {
            range,
            initial_values: initial.to_vec(),
            body,
        };
        self.push(op, results.clone());
        results
    }

    /// `for i in 0..stop`, carrying variables.
    pub fn counted(
        &mut self,
        stop: Var,
        initial: &[Var],
        f: impl FnOnce(&mut Sketch, Var, &[Var]) -> Vec<Var>,
    ) -> Vec<Var> {
        let (start, step) = (self.const_i32(0), self.const_i32(1));
        let range = Range { start, stop, step };
        self.looping(Some(range), initial, |s, params| {
            f(s, params[0], &params[1..])
        })
    }

    /// `while True`, carrying variables.
    pub fn forever(
        &mut self,
        initial: &[Var],
        f: impl FnOnce(&mut Sketch, &[Var]) -> Vec<Var>,
    ) -> Vec<Var> {
        self.looping(None, initial, f)
    }

    fn array_type() -> Arc<ArrayType> {
        Arc::new(ArrayType {
            dtype: Dtype::Float32,
            shape: vec![None],
            strides: vec![None],
            index_dtype: Dtype::Int32,
        })
    }

    /// A tensor view of rank 1 and stride 1.
    pub fn view_f32(&mut self, base_ptr: Var, size: Var) -> Var {
        let stride = self.const_i32(1);
        let op = Op::MakeTensorView {
            base_ptr,
            shape: vec![size],
            strides: vec![stride],
        };
        let view = self.op(op, Type::Array(Self::array_type()));
        self.body.var_mut(view).aggregate = Some(Aggregate([base_ptr, size, stride].into()));
        view
    }

    /// A partition view of 16 elements over an array parameter.
    pub fn partition(&mut self, parts: &[Var]) -> Var {
        let array = self.view_f32(parts[0], parts[1]);
        let ty = Type::PartitionView(Arc::new(PartitionViewType {
            array: Self::array_type(),
            tile_shape: Shape::splat(16, 1),
            order: vec![0],
            padding_mode: PaddingMode::Undetermined,
        }));
        let view = self.op(Op::MakePartitionView { array }, ty);
        let parts = self.body.var(array).aggregate.clone();
        self.body.var_mut(view).aggregate = parts;
        view
    }

    fn load_ordered(&mut self, view: Var, index: Var, memory_order: MemoryOrder) -> Var {
        let tile = Type::tile(Dtype::Float32, Shape::splat(16, 1));
        let tile = self.body.new_typed(tile, LocId::UNKNOWN);
        let token = self.body.new_typed(Type::Token, LocId::UNKNOWN);
        let op = Op::TileLoad {
            view,
            index: vec![index],
            token: None,
            latency: None,
            allow_tma: None,
            memory_order,
            memory_scope: MemoryScope::None,
            inbounds: Vec::new(),
        };
        self.push(op, vec![tile, token]);
        tile
    }

    fn store_ordered(&mut self, view: Var, index: Var, tile: Var, memory_order: MemoryOrder) {
        let op = Op::TileStore {
            view,
            index: vec![index],
            tile,
            token: None,
            latency: None,
            allow_tma: None,
            memory_order,
            memory_scope: MemoryScope::None,
            inbounds: Vec::new(),
        };
        self.op(op, Type::Token);
    }

    pub fn load(&mut self, view: Var, index: Var) -> Var {
        self.load_ordered(view, index, MemoryOrder::Weak)
    }

    pub fn load_acquire(&mut self, view: Var, index: Var) -> Var {
        self.load_ordered(view, index, MemoryOrder::Acquire)
    }

    pub fn store(&mut self, view: Var, index: Var, tile: Var) {
        self.store_ordered(view, index, tile, MemoryOrder::Weak);
    }

    pub fn store_release(&mut self, view: Var, index: Var, tile: Var) {
        self.store_ordered(view, index, tile, MemoryOrder::Release);
    }
}
