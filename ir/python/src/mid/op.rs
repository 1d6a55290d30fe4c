//! Every operation of the mid-level IR, with its operands, attributes and nested blocks.
//!
//! The table below is the single list: the enum, the operand visitors, the block list, the
//! memory effect and the printed name come from it. One variant per operation class of the
//! official compiler, in its order, without its `Tile` and `Raw` prefixes.

use super::{BlockId, Const, Var};
use crate::dtype::Dtype;

/// What an operation does to memory; the order is the order of strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum MemoryEffect {
    /// Nothing.
    #[default]
    None,
    /// Reads.
    Load,
    /// Writes, or must not be moved or dropped.
    Store,
}

/// Something that holds operands: one variable, maybe one, or several.
pub trait Operand {
    /// Visits each variable in order.
    fn each(&self, f: &mut dyn FnMut(Var));
    /// Visits each variable in order, for replacing it.
    fn each_mut(&mut self, f: &mut dyn FnMut(&mut Var));
}

impl Operand for Var {
    fn each(&self, f: &mut dyn FnMut(Var)) {
        f(*self)
    }
    fn each_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        f(self)
    }
}

impl Operand for Option<Var> {
    fn each(&self, f: &mut dyn FnMut(Var)) {
        self.iter().for_each(|v| f(*v))
    }
    fn each_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        self.iter_mut().for_each(f)
    }
}

impl Operand for Vec<Var> {
    fn each(&self, f: &mut dyn FnMut(Var)) {
        self.iter().for_each(|v| f(*v))
    }
    fn each_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        self.iter_mut().for_each(f)
    }
}

/// Bounds of a counted loop: `start`, `stop`, `step`, of one integer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// First value of the induction variable.
    pub start: Var,
    /// Excluded end.
    pub stop: Var,
    /// Increment, positive.
    pub step: Var,
}

impl Operand for Option<Range> {
    fn each(&self, f: &mut dyn FnMut(Var)) {
        if let Some(r) = self {
            [r.start, r.stop, r.step].into_iter().for_each(f)
        }
    }
    fn each_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        if let Some(r) = self {
            [&mut r.start, &mut r.stop, &mut r.step]
                .into_iter()
                .for_each(f)
        }
    }
}

macro_rules! operations {
    ($(
        $(#[$doc:meta])*
        $name:ident $effect:ident {
            operands { $($operand:ident: $operand_ty:ty),* $(,)? }
            attributes { $($attr:ident: $attr_ty:ty),* $(,)? }
            blocks { $($block:ident),* $(,)? }
        }
    )*) => {
        /// An operation without its results and place (see [`Operation`](super::Operation)).
        #[allow(missing_docs)] // Fields are described with their variant.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Op {
            $( $(#[$doc])* $name {
                $($operand: $operand_ty,)* $($attr: $attr_ty,)* $($block: BlockId,)*
            }, )*
        }

        impl Op {
            /// Name of the variant, for dumps and messages.
            pub fn name(&self) -> &'static str {
                match self { $( Op::$name { .. } => stringify!($name), )* }
            }

            /// Visits every operand in declaration order, not entering nested blocks.
            pub fn for_each_operand(&self, mut f: impl FnMut(Var)) {
                #[allow(unused_variables)]
                let f: &mut dyn FnMut(Var) = &mut f;
                match self { $( Op::$name { $($operand,)* .. } => { $( Operand::each($operand, f); )* } )* }
            }

            /// Visits every operand for replacing it, not entering nested blocks.
            pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Var)) {
                #[allow(unused_variables)]
                let f: &mut dyn FnMut(&mut Var) = &mut f;
                match self { $( Op::$name { $($operand,)* .. } => { $( Operand::each_mut($operand, f); )* } )* }
            }

            /// Visits every attribute in declaration order.
            pub fn for_each_attribute(&self, mut f: impl FnMut(&'static str, &dyn std::fmt::Debug)) {
                #[allow(unused_variables)]
                let f: &mut dyn FnMut(&'static str, &dyn std::fmt::Debug) = &mut f;
                match self { $( Op::$name { $($attr,)* .. } => { $( f(stringify!($attr), $attr); )* } )* }
            }

            /// Nested blocks in order: `then` before `else`.
            pub fn blocks(&self) -> Blocks {
                match self { $( Op::$name { $($block,)* .. } => Blocks::from_slice(&[$(*$block),*]), )* }
            }

            /// Effect on memory of the operation itself, not of its nested blocks.
            pub fn memory_effect(&self) -> MemoryEffect {
                match self { $( Op::$name { .. } => MemoryEffect::$effect, )* }
            }
        }
    };
}

/// The nested blocks of an operation: at most two, by value.
#[derive(Debug, Clone, Copy, Default)]
pub struct Blocks {
    len: u8,
    ids: [Option<BlockId>; 2],
}

impl Blocks {
    fn from_slice(ids: &[BlockId]) -> Self {
        let mut out = Blocks::default();
        for (slot, id) in out.ids.iter_mut().zip(ids) {
            *slot = Some(*id);
            out.len += 1;
        }
        out
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl IntoIterator for Blocks {
    type Item = BlockId;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<BlockId>, 2>>;
    fn into_iter(self) -> Self::IntoIter {
        self.ids.into_iter().flatten()
    }
}

operations! {
    // ---- constants and names -------------------------------------------------------------
    /// `typed_const`. A constant of the result's type; for a tile of rank above 0 a number
    /// fills every element, a nested tuple gives them one by one.
    TypedConst None { operands {} attributes { value: Const } blocks {} }
    /// `assign`. A new name for a value; removed by the first pass.
    Assign None { operands { value: Var } attributes {} blocks {} }
    /// `make_dummy`. Stands for a value that is never read.
    MakeDummy None { operands {} attributes {} blocks {} }

    // ---- control flow --------------------------------------------------------------------
    /// `loop`. Counted when `range` is given: then the body's first parameter is the induction
    /// variable. The other parameters pair with `initial_values` and the results.
    Loop None { operands { range: Option<Range>, initial_values: Vec<Var> } attributes {} blocks { body } }
    /// `ifelse`. Results pair with the `EndBranch` outputs of the branches.
    IfElse None { operands { cond: Var } attributes {} blocks { then_block, else_block } }
    /// `continue`. Terminator.
    Continue None { operands { values: Vec<Var> } attributes {} blocks {} }
    /// `break`. Terminator.
    Break None { operands { values: Vec<Var> } attributes {} blocks {} }
    /// `end_branch`. Terminator of a branch, a reduction body or a scan body.
    EndBranch None { operands { outputs: Vec<Var> } attributes {} blocks {} }
    /// `return`. Terminator.
    Return None { operands {} attributes {} blocks {} }

    // ---- arithmetic ----------------------------------------------------------------------
    /// `tile_reshape`.
    Reshape None { operands { x: Var } attributes {} blocks {} }
    /// `tile_broadcast`. Same rank, sizes of 1 grow.
    Broadcast None { operands { x: Var } attributes {} blocks {} }
    /// `tile_astype`.
    AsType None { operands { x: Var } attributes { rounding_mode: Option<RoundingMode> } blocks {} }
    /// `raw_cmp`. Operands of one type.
    Compare None { operands { lhs: Var, rhs: Var } attributes { predicate: Predicate } blocks {} }
    /// `raw_binary_bitwise`.
    Bitwise None { operands { lhs: Var, rhs: Var } attributes { kind: BitwiseKind } blocks {} }
    /// `raw_bitwise_shift`.
    Shift None { operands { lhs: Var, rhs: Var } attributes { kind: ShiftKind } blocks {} }
    /// `raw_binary_arith`.
    Arithmetic None {
        operands { lhs: Var, rhs: Var }
        attributes {
            kind: ArithmeticKind, rounding_mode: Option<RoundingMode>, flush_to_zero: bool,
            propagate_nan: bool,
        }
        blocks {}
    }
    /// `raw_fpowi`. Float base, integer exponent.
    FPowI None { operands { base: Var, exponent: Var } attributes {} blocks {} }
    /// `raw_where`.
    Where None { operands { cond: Var, x: Var, y: Var } attributes {} blocks {} }
    /// `unaryop`.
    Unary None {
        operands { operand: Var }
        attributes { kind: UnaryKind, rounding_mode: Option<RoundingMode>, flush_to_zero: bool }
        blocks {}
    }
    /// `fma`: `lhs * rhs + acc`.
    Fma None {
        operands { lhs: Var, rhs: Var, acc: Var }
        attributes { rounding_mode: RoundingMode, flush_to_zero: bool }
        blocks {}
    }

    // ---- pointers and assumptions --------------------------------------------------------
    /// `foreign_pointer_cast`. No code.
    ForeignPointerCast None { operands { pointer: Var } attributes {} blocks {} }
    /// `pointer_offset`, counted in elements.
    PointerOffset None { operands { pointer: Var, offset: Var } attributes {} blocks {} }
    /// `assume_div_by`. Bytes for pointers.
    AssumeDivBy None { operands { x: Var } attributes { divisor: i64 } blocks {} }
    /// `assume_bounded`. Inclusive bounds.
    AssumeBounded None { operands { x: Var } attributes { lower: Option<i64>, upper: Option<i64> } blocks {} }

    // ---- grid ----------------------------------------------------------------------------
    /// `tile_bid`.
    Bid None { operands {} attributes { axis: u8 } blocks {} }
    /// `tile_num_blocks`.
    NumBlocks None { operands {} attributes { axis: u8 } blocks {} }

    // ---- views ---------------------------------------------------------------------------
    /// `make_tensor_view`. The result has the array's type and aggregate.
    MakeTensorView None { operands { base_ptr: Var, shape: Vec<Var>, strides: Vec<Var> } attributes {} blocks {} }
    /// `make_list_view`.
    MakeListView None { operands { base_ptr: Var, length: Var } attributes {} blocks {} }
    /// `get_array_list_item`. Results: base pointer, shape, strides.
    GetArrayListItem None { operands { x: Var, index: Var } attributes {} blocks {} }
    /// `make_partition_view`.
    MakePartitionView None { operands { array: Var } attributes {} blocks {} }
    /// `make_strided_view`.
    MakeStridedView None { operands { array: Var } attributes {} blocks {} }
    /// `make_gather_scatter_view`.
    MakeGatherScatterView None { operands { array: Var } attributes {} blocks {} }
    /// `num_tiles`. One result a dimension.
    NumTiles None { operands { view: Var } attributes {} blocks {} }

    // ---- memory --------------------------------------------------------------------------
    /// `tile_load`. Results: tile, token. `inbounds` empty means false everywhere.
    TileLoad Load {
        operands { view: Var, index: Vec<Var>, token: Option<Var> }
        attributes {
            latency: Option<i64>, allow_tma: Option<bool>, memory_order: MemoryOrder,
            memory_scope: MemoryScope, inbounds: Vec<bool>,
        }
        blocks {}
    }
    /// `tile_store`. Result: token.
    TileStore Store {
        operands { view: Var, index: Vec<Var>, tile: Var, token: Option<Var> }
        attributes {
            latency: Option<i64>, allow_tma: Option<bool>, memory_order: MemoryOrder,
            memory_scope: MemoryScope, inbounds: Vec<bool>,
        }
        blocks {}
    }
    /// `load_pointer`. Results: tile, token.
    LoadPointer Load {
        operands { pointer: Var, mask: Option<Var>, padding_value: Option<Var>, token: Option<Var> }
        attributes { latency: Option<i64> }
        blocks {}
    }
    /// `store_pointer`. Result: token.
    StorePointer Store {
        operands { pointer: Var, value: Var, mask: Option<Var>, token: Option<Var> }
        attributes { latency: Option<i64> }
        blocks {}
    }
    /// `tile_atomic_cas`. Results: old value, token.
    AtomicCas Store {
        operands { pointer: Var, expected: Var, desired: Var, mask: Option<Var>, token: Option<Var> }
        attributes { memory_order: MemoryOrder, memory_scope: MemoryScope }
        blocks {}
    }
    /// `tile_atomic_rmw`. Results: old value, token.
    AtomicRmw Store {
        operands { pointer: Var, update: Var, mask: Option<Var>, token: Option<Var> }
        attributes { mode: AtomicMode, memory_order: MemoryOrder, memory_scope: MemoryScope }
        blocks {}
    }
    /// `tile_atomic_red_view`. Result: token.
    AtomicRedView Store {
        operands { view: Var, index: Vec<Var>, update: Var, token: Option<Var> }
        attributes { mode: AtomicMode, memory_order: MemoryOrder, memory_scope: MemoryScope }
        blocks {}
    }
    /// `make_token`.
    MakeToken None { operands {} attributes {} blocks {} }
    /// `join_tokens`.
    JoinTokens None { operands { tokens: Vec<Var> } attributes {} blocks {} }
    /// `grid_dependency_control_wait`. Result: token.
    GridDependencyWait Store { operands { token: Option<Var> } attributes {} blocks {} }
    /// `grid_dependency_control_launch_dependents`. Result: token.
    GridDependencyLaunch Store { operands { token: Option<Var> } attributes {} blocks {} }

    // ---- tiles ---------------------------------------------------------------------------
    /// `tile_mma`.
    Mma None { operands { x: Var, y: Var, acc: Var } attributes { use_fast_acc: bool } blocks {} }
    /// `tile_mma_scaled`.
    MmaScaled None { operands { x: Var, x_scale: Var, y: Var, y_scale: Var, acc: Var } attributes {} blocks {} }
    /// `tile_reduce`. Body parameters as [`Op::body_pairs`] says.
    Reduce None { operands { xs: Vec<Var> } attributes { axis: u32, identities: Vec<Const> } blocks { body } }
    /// `tile_scan`. Body parameters as [`Op::body_pairs`] says.
    Scan None {
        operands { xs: Vec<Var> }
        attributes { axis: u32, reverse: bool, identities: Vec<Const> }
        blocks { body }
    }
    /// `tile_cat`.
    Cat None { operands { x: Var, y: Var } attributes { axis: u32 } blocks {} }
    /// `tile_bitcast`.
    Bitcast None { operands { x: Var } attributes {} blocks {} }
    /// `tile_pack`: to bytes, rank 1.
    Pack None { operands { x: Var } attributes {} blocks {} }
    /// `tile_unpack`: from bytes, rank 1.
    Unpack None { operands { x: Var } attributes {} blocks {} }
    /// `tile_arange`: 0, 1, 2, ...
    Arange None { operands {} attributes {} blocks {} }
    /// `tile_permute`.
    Permute None { operands { x: Var } attributes { axes: Vec<u32> } blocks {} }
    /// `tile_extract`. Index counted in sub-tiles.
    Extract None { operands { x: Var, index: Vec<Var> } attributes {} blocks {} }
    /// `tile_insert`. Index counted in sub-tiles.
    Insert None { operands { x: Var, value: Var, index: Vec<Var> } attributes {} blocks {} }

    // ---- effects -------------------------------------------------------------------------
    /// `tile_printf`. Result: token. C format string.
    Printf Store { operands { args: Vec<Var>, token: Option<Var> } attributes { format: std::sync::Arc<str> } blocks {} }
    /// `assert`.
    Assert Store { operands { cond: Var } attributes { message: std::sync::Arc<str> } blocks {} }
}

impl Op {
    /// Whether the operation ends its block.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Op::Continue { .. } | Op::Break { .. } | Op::EndBranch { .. } | Op::Return { .. }
        )
    }

    /// Whether dropping or moving the operation could be noticed: it writes memory, returns, or
    /// is a load that acquires.
    pub fn has_observable_effect(&self) -> bool {
        match self {
            Op::Return { .. } => true,
            Op::TileLoad { memory_order, .. } => *memory_order == MemoryOrder::Acquire,
            _ => self.memory_effect() == MemoryEffect::Store,
        }
    }

    /// Operands as a list; prefer [`Op::for_each_operand`] where speed matters.
    pub fn operands(&self) -> Vec<Var> {
        let mut out = Vec::new();
        self.for_each_operand(|v| out.push(v));
        out
    }

    /// How the official compiler splits the parameters of a reduction or scan body when it
    /// looks for each input's pair: the first half and the second half of the list.
    ///
    /// The parameters themselves are laid out as `(x0 left, x0 right, x1 left, x1 right, ...)`,
    /// so with several inputs the halves are not the lefts and the rights; dead code
    /// elimination depends on the halves.
    pub fn body_pairs(params: &[Var]) -> impl Iterator<Item = (Var, Var)> + '_ {
        let (a, b) = params.split_at(params.len() / 2);
        a.iter().copied().zip(b.iter().copied())
    }
}

/// Rounding of a float operation, named as in `cuda.tile.RoundingMode`.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RoundingMode {
    Rn,
    Rz,
    Rm,
    Rp,
    Ra,
    Full,
    Approx,
    Rzi,
}

/// What a load gives outside the array.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaddingMode {
    Undetermined,
    Zero,
    NegZero,
    Nan,
    PosInf,
    NegInf,
}

/// Memory ordering of an access.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemoryOrder {
    Weak,
    Relaxed,
    Acquire,
    Release,
    AcqRel,
}

impl MemoryOrder {
    /// Whether later accesses must stay behind this one.
    pub fn acquires(self) -> bool {
        matches!(self, MemoryOrder::Acquire | MemoryOrder::AcqRel)
    }

    /// Whether earlier accesses must stay before this one.
    pub fn releases(self) -> bool {
        matches!(self, MemoryOrder::Release | MemoryOrder::AcqRel)
    }
}

/// Who takes part in the ordering of an access.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemoryScope {
    None,
    Block,
    Cluster,
    Device,
    Sys,
}

/// Read-modify-write function.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicMode {
    And,
    Or,
    Xor,
    AddInt,
    AddFloat,
    MaxSigned,
    MinSigned,
    MaxUnsigned,
    MinUnsigned,
    Exchange,
}

/// Comparison; on floats all are ordered but `Ne`.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Predicate {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// Bitwise operation of two operands.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BitwiseKind {
    And,
    Or,
    Xor,
}

/// Shift direction; right is arithmetic on signed types.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShiftKind {
    Left,
    Right,
}

/// Arithmetic of two operands. `CMod` truncates as C does; Python's modulo is built from it.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArithmeticKind {
    Add,
    Sub,
    Mul,
    FloorDiv,
    CDiv,
    TrueDiv,
    Pow,
    Atan2,
    Min,
    Max,
    CMod,
}

/// Function of one operand. `Invert` is `~` and logical `not`, `BitwiseNot` is
/// `cuda.tile.bitwise_not`: they differ on boolean constants only.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryKind {
    Abs,
    Neg,
    Exp,
    Exp2,
    Sin,
    Cos,
    Sinh,
    Cosh,
    Tan,
    Tanh,
    Log,
    Log2,
    Sqrt,
    Rsqrt,
    Floor,
    Ceil,
    Invert,
    BitwiseNot,
}

/// Rounding used where the program gives none.
pub fn default_rounding(kind: Option<UnaryKind>, _dtype: Dtype) -> RoundingMode {
    match kind {
        Some(UnaryKind::Exp | UnaryKind::Tanh) => RoundingMode::Full,
        _ => RoundingMode::Rn,
    }
}
