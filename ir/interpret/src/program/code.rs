//! What is executed: operations with everything looked up that can be before a launch.

use std::sync::Arc;

use cutile_ir::ir::{
    AtomicRMWMode, ComparisonOrdering, ComparisonPredicate, IntegerOverflow, OpId, PaddingValue,
    ScalarType, Signedness,
};

use crate::number::Rounding;
use crate::tile::Tile;

/// A value's place in a block's frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    pub index: usize,
    /// Nobody uses the value later: it may be taken.
    pub last: bool,
}

/// An operation.
#[derive(Debug, Clone)]
pub struct Step {
    pub code: Code,
    pub operands: Vec<Slot>,
    pub results: Vec<usize>,
    /// Values that only operations within this one still used.
    pub clear: Vec<usize>,
    pub op: OpId,
    /// Elements that it computes.
    pub cost: u64,
}

/// A block of operations.
#[derive(Debug, Clone, Default)]
pub struct Body {
    pub arguments: Vec<usize>,
    pub steps: Vec<Step>,
}

/// The extent of a tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    pub sizes: Vec<usize>,
    pub count: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatUnary {
    Abs,
    Neg,
    Ceil,
    Floor,
    Cos,
    CosH,
    Sin,
    SinH,
    Tan,
    TanH,
    Exp,
    Exp2 { flush: bool },
    Log,
    Log2,
    Rsqrt { flush: bool },
    Sqrt { rounding: Rounding, flush: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatBinary {
    Add { rounding: Rounding, flush: bool },
    Sub { rounding: Rounding, flush: bool },
    Mul { rounding: Rounding, flush: bool },
    Div { rounding: Rounding, flush: bool },
    Max { nan: bool, flush: bool },
    Min { nan: bool, flush: bool },
    Rem,
    Pow,
    Atan2,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntegerUnary {
    Abs,
    Neg(IntegerOverflow),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntegerBinary {
    Add(IntegerOverflow),
    Sub(IntegerOverflow),
    Mul(IntegerOverflow),
    Shl(IntegerOverflow),
    Shr(Signedness),
    And,
    Or,
    Xor,
    Div(Signedness, Rounding),
    Rem(Signedness),
    Max(Signedness),
    Min(Signedness),
    MulHigh,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conversion {
    Extend(Signedness),
    Truncate(IntegerOverflow),
    FloatToFloat(Rounding),
    FloatToInteger {
        signedness: Signedness,
        saturating: bool,
    },
    IntegerToFloat(Signedness, Rounding),
    Bitcast,
}

/// What a view's tiles are and where they lie.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewKind {
    pub tile: Shape,
    pub element: ScalarType,
    /// Elements from one tile to the next, for each dimension of the tile; 1 where indices count elements.
    pub step: Vec<i64>,
    /// The tensor's dimension of each of the tile's.
    pub dimension: Vec<usize>,
    /// The dimension of the tile whose index is a tile.
    pub sparse: Option<usize>,
    /// `None`: undetermined.
    pub padding: Option<PaddingValue>,
}

/// A size or stride.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    Static(i64),
    /// The operand of this number.
    Dynamic(usize),
}

/// What is assumed of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assumption {
    DivBy {
        divisor: u64,
        every: Option<i64>,
        along: Option<i64>,
    },
    Same(Vec<i64>),
    Bounded {
        low: Option<i64>,
        high: Option<i64>,
    },
}

/// How an access is ordered with those of other blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ordering {
    /// Not weak.
    pub strong: bool,
    pub acquire: bool,
    pub release: bool,
}

/// Which operands of an access are present, behind those that always are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Optional {
    pub mask: Option<usize>,
    pub padding: Option<usize>,
}

/// A matrix product's extents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Product {
    pub batch: usize,
    pub rows: usize,
    pub columns: usize,
    pub depth: usize,
    /// Elements along the depth that share a scale; 0 without scales.
    pub scaled: usize,
    /// Integers of the left and right factor are signed.
    pub signed: [bool; 2],
}

#[derive(Debug, Clone)]
pub enum Code {
    Constant(Tile),
    Iota(ScalarType, usize),
    FloatUnary(FloatUnary),
    FloatBinary(FloatBinary),
    Fma {
        rounding: Rounding,
        flush: bool,
    },
    FloatPower,
    CompareFloat(ComparisonPredicate, ComparisonOrdering),
    IntegerUnary(IntegerUnary),
    IntegerBinary(IntegerBinary),
    CompareInteger(ComparisonPredicate, Signedness),
    Convert(Conversion, ScalarType),
    IntToPtr,
    PtrToInt,
    /// The same value under another type.
    Same,
    /// Bytes of an element that is pointed to.
    Offset(i64),
    Select,
    Product(Product),

    Broadcast {
        from: Shape,
        to: Shape,
    },
    Permute {
        from: Shape,
        permutation: Vec<usize>,
    },
    Cat {
        left: Shape,
        right: Shape,
        dim: usize,
    },
    Extract {
        from: Shape,
        to: Shape,
    },
    Insert {
        slice: Shape,
        into: Shape,
    },
    Pack {
        count: usize,
        from: ScalarType,
    },
    Unpack {
        count: usize,
        to: ScalarType,
    },
    Reduce {
        shape: Shape,
        dim: usize,
        body: Body,
        lanes: bool,
    },
    Scan {
        shape: Shape,
        dim: usize,
        reverse: bool,
        body: Body,
        lanes: bool,
    },

    Assume(Assumption, Shape),
    Token,
    Global(usize),
    BlockId,
    BlockCount,

    TensorView {
        element: ScalarType,
        sizes: Vec<Extent>,
        strides: Vec<Extent>,
    },
    View(Arc<ViewKind>),
    /// Tiles along each dimension, as integers of a type.
    IndexSpace(ScalarType),
    TensorShape(ScalarType),
    LoadView {
        kind: Arc<ViewKind>,
        promised: Vec<bool>,
        ordering: Ordering,
    },
    StoreView {
        kind: Arc<ViewKind>,
        promised: Vec<bool>,
        ordering: Ordering,
    },
    AtomicView {
        kind: Arc<ViewKind>,
        promised: Vec<bool>,
        mode: AtomicRMWMode,
    },
    LoadPtr {
        element: ScalarType,
        count: usize,
        optional: Optional,
        ordering: Ordering,
    },
    StorePtr {
        element: ScalarType,
        count: usize,
        optional: Optional,
        ordering: Ordering,
    },
    Exchange {
        element: ScalarType,
        count: usize,
        optional: Optional,
        ordering: Ordering,
    },
    Modify {
        element: ScalarType,
        count: usize,
        mode: AtomicRMWMode,
        optional: Optional,
        ordering: Ordering,
    },
    Alloca {
        bytes: usize,
        alignment: u64,
    },

    Assert(String, usize),
    Print(String, Vec<(Shape, Printed)>),

    If {
        then: Body,
        otherwise: Body,
    },
    For {
        body: Body,
        unsigned: bool,
    },
    Loop {
        body: Body,
    },
    Yield,
    Continue,
    Break,
    Return,
    /// Has no meaning here.
    Unsupported(String),
}

/// How elements are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Printed {
    Number(ScalarType),
    Pointer,
}
