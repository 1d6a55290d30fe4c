//! One variant an operation, with the fields of the Tile IR specification.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    AtomicRMWMode, Attribute, ComparisonOrdering, ComparisonPredicate, DenseElements, FuncType,
    IntegerOverflow, MemoryOrdering, MemoryScope, Module, OpId, OptimizationHints, RoundingMode,
    Signedness, SymbolVisibility, Value,
};

use super::names::MultimemReduction;
use super::reader::{Field, Reader};
use super::{Attr, BlockId, Operand, Predicate, ViewError};

/// Declares [`Op`] and how each variant is read. A field with `=` may be
/// absent from the module and then has that value.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident {
        $($(#[$field_doc:meta])* $field:ident: $type:ty $(= $default:expr)?),* $(,)?
    })*) => {
        /// An operation taken apart. See the [module](super) for how fields
        /// are typed.
        #[derive(Debug, Clone)]
        pub enum Op<'m> {
            $($(#[$doc])* $name { $($(#[$field_doc])* $field: $type),* },)*
        }

        impl<'m> Op<'m> {
            /// The operation's code.
            pub fn opcode(&self) -> Opcode {
                match self {
                    $(Op::$name { .. } => Opcode::$name,)*
                }
            }

            /// The operands in order, with the names of the fields they are in.
            pub fn operands(&self) -> Vec<Operand> {
                #[allow(unused_mut, reason = "operations without fields")]
                let mut out = Vec::new();
                match self {
                    $(Op::$name { $($field),* } => {
                        $(Field::operands($field, stringify!($field), &mut out);)*
                    })*
                }
                out
            }

            /// The attributes, absent ones with the value that absence means,
            /// in the order of the fields. `operandSegmentSizes` is not one.
            pub fn attributes(&self) -> Vec<(&'static str, Attr<'m>)> {
                let mut out: Vec<(&'static str, Attr<'m>)> = Vec::new();
                match self {
                    $(Op::$name { $($field),* } => {
                        $(out.extend(
                            Field::attribute($field).map(|a| (stringify!($field), a)),
                        );)*
                    })*
                }
                out
            }
        }

        /// Takes an operation apart.
        ///
        /// # Errors
        /// If operands, attributes or regions are missing, superfluous or of
        /// the wrong form. Types are not looked at.
        pub fn view(module: &Module, id: OpId) -> Result<Op<'_>, ViewError> {
            read(module, id).map_err(|kind| kind.of(module, id))
        }

        fn read(module: &Module, id: OpId) -> Result<Op<'_>, super::ViewErrorKind> {
            let mut reader = Reader::new(module, id)?;
            let op = match module.op(id).opcode {
                $(Opcode::$name => Op::$name {
                    $($field: operations!(@read reader, $field $(, $default)?)),*
                },)*
            };
            reader.finish()?;
            Ok(op)
        }
    };
    (@read $reader:ident, $field:ident) => {
        Field::read(&mut $reader, stringify!($field))?
    };
    (@read $reader:ident, $field:ident, $default:expr) => {
        Field::read_or(&mut $reader, stringify!($field), $default)?
    };
}

operations! {
    // Module level.

    /// The module itself; only in modules that hold themselves as an operation.
    Module { sym_name: &'m str, producer: Option<&'m str>, body: BlockId }
    /// A kernel.
    Entry {
        sym_name: &'m str,
        function_type: &'m FuncType,
        /// Hints by architecture.
        optimization_hints: Option<&'m OptimizationHints>,
        /// A dictionary for each argument.
        arg_attrs: Option<&'m [Attribute]>,
        res_attrs: Option<&'m [Attribute]>,
        body: BlockId,
    }
    /// A variable of the module; usually in `Module::globals`.
    Global {
        sym_name: &'m str,
        value: &'m DenseElements,
        alignment: i64,
        constant: bool,
        symbol_visibility: SymbolVisibility = SymbolVisibility::Public,
    }

    // Tiles.

    /// Tile of given elements.
    Constant { value: &'m DenseElements }
    /// 0, 1, 2 and so on.
    Iota {}
    /// Repeats dimensions of size 1.
    Broadcast { source: Value }
    /// Same elements, another shape.
    Reshape { source: Value }
    /// Reorders dimensions: dimension `i` of the result is `permutation[i]` of the source.
    Permute { source: Value, permutation: &'m [i32] }
    /// Concatenates along `dim`.
    Cat { lhs: Value, rhs: Value, dim: i64 }
    /// The slice at `indices`, counted in slices.
    Extract { source: Value, indices: &'m [Value] }
    /// Replaces the slice of `destination` at `indices`.
    Insert { source: Value, destination: Value, indices: &'m [Value] }
    /// Bytes of a tile of small elements.
    Pack { source: Value }
    /// Tile of small elements from bytes.
    Unpack { source: Value }
    /// Element by element one of two.
    Select { cond: Value, val_if_true: Value, val_if_false: Value }
    /// Reduces along `dim` with `body`.
    Reduce { operands: &'m [Value], dim: i64, identities: &'m [Attribute], body: BlockId }
    /// Inclusive scan along `dim` with `body`.
    Scan {
        operands: &'m [Value],
        dim: i64,
        /// From the end.
        reverse: bool,
        identities: &'m [Attribute],
        body: BlockId,
    }

    // Integers.

    /// Absolute value.
    AbsI { source: Value }
    /// Sum.
    AddI { lhs: Value, rhs: Value, overflow: IntegerOverflow }
    /// Bitwise and.
    AndI { lhs: Value, rhs: Value }
    /// Comparison.
    CmpI {
        lhs: Value,
        rhs: Value,
        comparison_predicate: ComparisonPredicate,
        signedness: Signedness,
    }
    /// Quotient, rounded.
    DivI { lhs: Value, rhs: Value, signedness: Signedness, rounding: RoundingMode }
    /// Maximum.
    MaxI { lhs: Value, rhs: Value, signedness: Signedness }
    /// Minimum.
    MinI { lhs: Value, rhs: Value, signedness: Signedness }
    /// Matrix product plus accumulator.
    MmaI {
        lhs: Value,
        rhs: Value,
        acc: Value,
        signedness_lhs: Signedness,
        signedness_rhs: Signedness,
    }
    /// Product.
    MulI { lhs: Value, rhs: Value, overflow: IntegerOverflow }
    /// Upper half of the unsigned product.
    MulhiI { x: Value, y: Value }
    /// Negation.
    NegI { source: Value, overflow: IntegerOverflow = IntegerOverflow::None }
    /// Bitwise or.
    OrI { lhs: Value, rhs: Value }
    /// Remainder with the sign of the dividend.
    RemI { lhs: Value, rhs: Value, signedness: Signedness }
    /// Shift left.
    ShLI { lhs: Value, rhs: Value, overflow: IntegerOverflow }
    /// Shift right.
    ShRI { lhs: Value, rhs: Value, signedness: Signedness }
    /// Difference.
    SubI { lhs: Value, rhs: Value, overflow: IntegerOverflow }
    /// Bitwise exclusive or.
    XOrI { lhs: Value, rhs: Value }

    // Floats.

    /// Absolute value.
    AbsF { source: Value }
    /// Sum.
    AddF { lhs: Value, rhs: Value, rounding_mode: RoundingMode, flush_to_zero: bool }
    /// Arc tangent of `x / y` in the quadrant of both signs: `x` is the numerator.
    Atan2 { x: Value, y: Value }
    /// Rounds up.
    Ceil { source: Value }
    /// Comparison.
    CmpF {
        lhs: Value,
        rhs: Value,
        comparison_predicate: ComparisonPredicate,
        comparison_ordering: ComparisonOrdering,
    }
    /// Cosine.
    Cos { source: Value }
    /// Hyperbolic cosine.
    CosH { source: Value }
    /// Quotient.
    DivF { lhs: Value, rhs: Value, rounding_mode: RoundingMode, flush_to_zero: bool }
    /// e to the power.
    Exp { source: Value, rounding_mode: RoundingMode = RoundingMode::Full }
    /// 2 to the power.
    Exp2 { source: Value, flush_to_zero: bool }
    /// Rounds down.
    Floor { source: Value }
    /// Product plus accumulator, rounded once.
    Fma {
        lhs: Value,
        rhs: Value,
        acc: Value,
        rounding_mode: RoundingMode,
        flush_to_zero: bool,
    }
    /// Float to the power of an integer.
    FPowI { source: Value, exponent: Value }
    /// Natural logarithm.
    Log { source: Value }
    /// Binary logarithm.
    Log2 { source: Value }
    /// Maximum.
    MaxF { lhs: Value, rhs: Value, propagate_nan: bool, flush_to_zero: bool }
    /// Minimum.
    MinF { lhs: Value, rhs: Value, propagate_nan: bool, flush_to_zero: bool }
    /// Matrix product plus accumulator.
    MmaF { lhs: Value, rhs: Value, acc: Value, fast_acc: bool }
    /// Matrix product of block-scaled factors plus accumulator.
    MmaFScaled { lhs: Value, rhs: Value, acc: Value, lhs_scale: Value, rhs_scale: Value }
    /// Product.
    MulF { lhs: Value, rhs: Value, rounding_mode: RoundingMode, flush_to_zero: bool }
    /// Negation.
    NegF { source: Value }
    /// Power.
    Pow { source: Value, exponent: Value }
    /// Remainder of the truncated quotient.
    RemF { lhs: Value, rhs: Value }
    /// Reciprocal square root.
    Rsqrt { source: Value, flush_to_zero: bool }
    /// Sine.
    Sin { source: Value }
    /// Hyperbolic sine.
    SinH { source: Value }
    /// Square root.
    Sqrt { source: Value, rounding_mode: RoundingMode, flush_to_zero: bool }
    /// Difference.
    SubF { lhs: Value, rhs: Value, rounding_mode: RoundingMode, flush_to_zero: bool }
    /// Tangent.
    Tan { source: Value }
    /// Hyperbolic tangent.
    TanH { source: Value, rounding_mode: RoundingMode = RoundingMode::Full }

    // Conversions.

    /// Same bits, another element type.
    Bitcast { source: Value }
    /// To a wider integer.
    ExtI { from: Value, signedness: Signedness }
    /// To a narrower integer.
    TruncI { from: Value, overflow: IntegerOverflow }
    /// Float to float.
    FToF { from: Value, rounding_mode: RoundingMode }
    /// Float to integer.
    FToI {
        from: Value,
        signedness: Signedness,
        rounding_mode: RoundingMode,
        saturating: bool,
    }
    /// Integer to float.
    IToF { from: Value, signedness: Signedness, rounding_mode: RoundingMode }
    /// Integer to pointer.
    IntToPtr { source: Value }
    /// Pointer to integer.
    PtrToInt { source: Value }
    /// Another pointee type.
    PtrToPtr { source: Value }

    // Control flow.

    /// Reports `message` where an element is 0.
    Assert { condition: Value, message: &'m str }
    /// Ends a `loop`.
    Break { operands: &'m [Value] }
    /// Next iteration of a `for` or `loop`.
    Continue { operands: &'m [Value] }
    /// Counted loop. The first argument of `region` is the induction variable,
    /// the others are the values carried around.
    For {
        lower_bound: Value,
        upper_bound: Value,
        step: Value,
        init_values: &'m [Value],
        unsigned_cmp: bool,
        region: BlockId,
    }
    /// One of two blocks.
    If { condition: Value, then_region: BlockId, else_region: Option<BlockId> }
    /// Loop until a `break`. The arguments of `region` are the values carried
    /// around; a `break` gives the results.
    Loop { init_values: &'m [Value], region: BlockId }
    /// Ends the kernel.
    Return { operands: &'m [Value] }
    /// Results of an `if`, `reduce` or `scan` body.
    Yield { operands: &'m [Value] }

    // The grid, facts, tokens.

    /// A value about which more is known.
    Assume { value: Value, predicate: Predicate<'m> }
    /// Size of the grid in tile blocks: x, y, z.
    GetNumTileBlocks {}
    /// This tile block's position in the grid: x, y, z.
    GetTileBlockId {}
    /// A token that orders nothing.
    MakeToken {}
    /// A token after all of `tokens`.
    JoinTokens { tokens: &'m [Value] }
    /// Lets dependent launches begin.
    GdcLaunchDependentsTko { token: Option<Value> }
    /// Waits for the launch that this one depends on.
    GdcWaitTko { token: Option<Value> }
    /// Orders accesses through pointers that may alias.
    MemoryFenceAliasTko { token: Value }
    /// Prints tiles.
    Print { args: &'m [Value], token: Option<Value>, str: &'m str }
    /// Calls a function of a tile library (preview).
    PreviewCall { operands: &'m [Value], callee: &'m str, const_args: &'m [Attribute] }

    // Memory through pointers.

    /// Memory of this tile block.
    Alloca { num_elem: i64, alignment: i64, global: bool }
    /// Address of a global.
    GetGlobal { name: &'m str }
    /// Pointer plus a number of elements.
    Offset { ptr: Value, offset: Value }
    /// Loads what each pointer points to.
    LoadPtrTko {
        source: Value,
        mask: Option<Value>,
        padding_value: Option<Value>,
        token: Option<Value>,
        memory_ordering_semantics: MemoryOrdering,
        memory_scope: Option<MemoryScope>,
        optimization_hints: Option<&'m OptimizationHints>,
    }
    /// Stores to where each pointer points.
    StorePtrTko {
        destination: Value,
        value: Value,
        mask: Option<Value>,
        token: Option<Value>,
        memory_ordering_semantics: MemoryOrdering,
        memory_scope: Option<MemoryScope>,
        optimization_hints: Option<&'m OptimizationHints>,
    }
    /// Atomic compare and swap.
    AtomicCAS {
        pointers: Value,
        cmp: Value,
        val: Value,
        mask: Option<Value>,
        token: Option<Value>,
        memory_ordering_semantics: MemoryOrdering,
        memory_scope: MemoryScope,
    }
    /// Atomic read, modify, write.
    AtomicRMW {
        pointers: Value,
        arg: Value,
        mask: Option<Value>,
        token: Option<Value>,
        memory_ordering_semantics: MemoryOrdering,
        memory_scope: MemoryScope,
        mode: AtomicRMWMode,
    }

    // Memory through views.

    /// A tensor in memory.
    MakeTensorView {
        base: Value,
        /// The dynamic dimensions only.
        dynamic_shape: &'m [Value],
        /// The dynamic strides only.
        dynamic_strides: &'m [Value],
    }
    /// A tensor as a grid of tiles.
    MakePartitionView { tensor_view: Value }
    /// A tensor with indices along one dimension.
    MakeGatherScatterView { tensor_view: Value }
    /// A tensor as overlapping or spaced tiles.
    MakeStridedView { tensor_view: Value }
    /// Number of tiles in each dimension.
    GetIndexSpaceShape { src: Value }
    /// Size of each dimension.
    GetTensorShape { src: Value }
    /// Loads a tile.
    LoadViewTko {
        view: Value,
        index: &'m [Value],
        token: Option<Value>,
        memory_ordering_semantics: MemoryOrdering,
        memory_scope: Option<MemoryScope>,
        optimization_hints: Option<&'m OptimizationHints>,
        /// For each dimension of the index, whether it is promised to be in bounds.
        inbounds: Vec<bool>,
        valid_check: bool,
    }
    /// Stores a tile.
    StoreViewTko {
        tile: Value,
        view: Value,
        index: &'m [Value],
        token: Option<Value>,
        memory_ordering_semantics: MemoryOrdering,
        memory_scope: Option<MemoryScope>,
        optimization_hints: Option<&'m OptimizationHints>,
        /// As for loads.
        inbounds: Vec<bool>,
    }
    /// Atomically combines a tile into memory.
    AtomicRedViewTko {
        view: Value,
        index: &'m [Value],
        value: Value,
        token: Option<Value>,
        memory_ordering_semantics: MemoryOrdering,
        memory_scope: MemoryScope,
        mode: AtomicRMWMode,
        /// As for loads.
        inbounds: Vec<bool>,
    }
    /// Loads a tile combined over all devices of a multicast group.
    MultimemLoadReduceViewTko {
        view: Value,
        index: &'m [Value],
        token: Option<Value>,
        memory_ordering_semantics: MemoryOrdering,
        memory_scope: Option<MemoryScope>,
        reduction: MultimemReduction = MultimemReduction::Add,
        /// As for loads.
        inbounds: Vec<bool>,
    }
    /// Combines a tile into the memory of every device of a multicast group.
    MultimemReduceViewTko {
        view: Value,
        tile: Value,
        index: &'m [Value],
        token: Option<Value>,
        memory_ordering_semantics: MemoryOrdering,
        memory_scope: MemoryScope,
        reduction: MultimemReduction = MultimemReduction::Add,
        /// As for loads.
        inbounds: Vec<bool>,
    }
    /// Stores a tile to every device of a multicast group.
    MultimemStoreViewTko {
        view: Value,
        tile: Value,
        index: &'m [Value],
        token: Option<Value>,
        memory_ordering_semantics: MemoryOrdering,
        memory_scope: Option<MemoryScope>,
        /// As for loads.
        inbounds: Vec<bool>,
    }
}
