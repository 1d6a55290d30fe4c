//! What operations do besides computing their results.

use cutile_ir::bytecode::Opcode;

/// The class of an operation's effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// None: equal operands and attributes give equal results. May be dropped
    /// when unused, merged with an equal one, moved.
    Pure,
    /// As pure, but it states a fact: dropping it loses knowledge, not meaning.
    Fact,
    /// Gives something new each time. May be dropped when unused, not merged.
    Fresh,
    /// Reads memory. May be dropped when unused.
    Read,
    /// Writes memory.
    Write,
    /// Reads and writes memory: atomics, calls to unknown functions.
    ReadWrite,
    /// Orders memory accesses, of this kernel or of others.
    Order,
    /// Can be observed from outside: prints, failed assertions.
    Observable,
    /// The effects of its regions.
    Nested,
    /// Ends a block.
    Terminator,
    /// Declares something at the top of a module.
    Declaration,
}

/// The class of an operation's effects.
///
/// Tokens are values like others here: which accesses a token orders is
/// decided by the accesses that use it.
pub fn effect(opcode: Opcode) -> Effect {
    use Opcode::*;
    match opcode {
        AbsF
        | AbsI
        | AddF
        | AddI
        | AndI
        | Atan2
        | Bitcast
        | Broadcast
        | Cat
        | Ceil
        | CmpF
        | CmpI
        | Constant
        | Cos
        | CosH
        | DivF
        | DivI
        | Exp
        | Exp2
        | ExtI
        | Extract
        | FPowI
        | FToF
        | FToI
        | Floor
        | Fma
        | GetGlobal
        | GetIndexSpaceShape
        | GetNumTileBlocks
        | GetTensorShape
        | GetTileBlockId
        | IToF
        | Insert
        | IntToPtr
        | Iota
        | JoinTokens
        | Log
        | Log2
        | MakeGatherScatterView
        | MakePartitionView
        | MakeStridedView
        | MakeTensorView
        | MakeToken
        | MaxF
        | MaxI
        | MinF
        | MinI
        | MmaF
        | MmaFScaled
        | MmaI
        | MulF
        | MulI
        | MulhiI
        | NegF
        | NegI
        | Offset
        | OrI
        | Pack
        | Permute
        | Pow
        | PtrToInt
        | PtrToPtr
        | RemF
        | RemI
        | Reshape
        | Rsqrt
        | Select
        | ShLI
        | ShRI
        | Sin
        | SinH
        | Sqrt
        | SubF
        | SubI
        | Tan
        | TanH
        | TruncI
        | Unpack
        | XOrI => Effect::Pure,
        Assume => Effect::Fact,
        Alloca => Effect::Fresh,
        LoadPtrTko | LoadViewTko | MultimemLoadReduceViewTko => Effect::Read,
        StorePtrTko | StoreViewTko | MultimemStoreViewTko => Effect::Write,
        AtomicCAS | AtomicRMW | AtomicRedViewTko | MultimemReduceViewTko | PreviewCall => {
            Effect::ReadWrite
        }
        GdcLaunchDependentsTko | GdcWaitTko | MemoryFenceAliasTko => Effect::Order,
        Print | Assert => Effect::Observable,
        For | If | Loop | Reduce | Scan => Effect::Nested,
        Break | Continue | Return | Yield => Effect::Terminator,
        Entry | Global | Module => Effect::Declaration,
    }
}

/// What operations are about, for code that treats relatives alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    /// Entries, globals, modules.
    Declaration,
    /// Operations with regions and those that end blocks.
    Control,
    /// Computing with elements: sums, comparisons, conversions, matrix products.
    Arithmetic,
    /// Making tiles and moving elements about.
    Shape,
    /// The grid, tokens, globals' addresses, facts.
    Context,
    /// Making views and asking about them.
    View,
    /// Accessing memory, ordering accesses, being observed.
    Memory,
}

/// The family of an operation.
pub fn family(opcode: Opcode) -> Family {
    use Opcode::*;
    match opcode {
        Entry | Global | Module => Family::Declaration,
        Break | Continue | For | If | Loop | Reduce | Return | Scan | Yield => Family::Control,
        AbsF | AbsI | AddF | AddI | AndI | Atan2 | Bitcast | Ceil | CmpF | CmpI | Cos | CosH
        | DivF | DivI | Exp | Exp2 | ExtI | FPowI | FToF | FToI | Floor | Fma | IToF | IntToPtr
        | Log | Log2 | MaxF | MaxI | MinF | MinI | MmaF | MmaFScaled | MmaI | MulF | MulI
        | MulhiI | NegF | NegI | Offset | OrI | Pow | PtrToInt | PtrToPtr | RemF | RemI | Rsqrt
        | Select | ShLI | ShRI | Sin | SinH | Sqrt | SubF | SubI | Tan | TanH | TruncI | XOrI => {
            Family::Arithmetic
        }
        Broadcast | Cat | Constant | Extract | Insert | Iota | Pack | Permute | Reshape
        | Unpack => Family::Shape,
        Assume | GetGlobal | GetNumTileBlocks | GetTileBlockId | JoinTokens | MakeToken => {
            Family::Context
        }
        GetIndexSpaceShape
        | GetTensorShape
        | MakeGatherScatterView
        | MakePartitionView
        | MakeStridedView
        | MakeTensorView => Family::View,
        Alloca
        | Assert
        | AtomicCAS
        | AtomicRMW
        | AtomicRedViewTko
        | GdcLaunchDependentsTko
        | GdcWaitTko
        | LoadPtrTko
        | LoadViewTko
        | MemoryFenceAliasTko
        | MultimemLoadReduceViewTko
        | MultimemReduceViewTko
        | MultimemStoreViewTko
        | PreviewCall
        | Print
        | StorePtrTko
        | StoreViewTko => Family::Memory,
    }
}

/// Whether an operation ends a block.
pub fn is_terminator(opcode: Opcode) -> bool {
    effect(opcode) == Effect::Terminator
}
