//! What an operation may do besides computing its results.
//!
//! Everything that moves, merges or drops operations asks here first. The classification follows
//! the side effects of the Tile IR operations; an operation that is not certain to be harmless is
//! put in the stricter class.

use cutile_ir::bytecode::Opcode;

/// How an operation behaves when it is executed once more, once less, or elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Depends on its operands only and is defined for all of them.
    Pure,
    /// Depends on its operands only, but is undefined for some of them (integer division by zero,
    /// a false assumption): it must not run where it did not run before.
    Guarded,
    /// Makes or joins tokens: nothing but order.
    Order,
    /// Reads memory, weakly.
    Read,
    /// Writes memory, synchronises, or has another effect that memory order can reach.
    Write,
    /// An effect that keeps its place: assertions, allocations.
    Fixed,
    /// `for`, `loop` and `if`.
    Control,
    /// `reduce` and `scan`: pure, with a combining region.
    Combine,
    /// Ends a block.
    Exit,
    /// `module`, `entry` and `global`: never inside a body.
    Container,
}

impl Effect {
    /// Whether an operation stands where it stands, rather than following from what uses it.
    pub fn has_place(self) -> bool {
        !matches!(
            self,
            Effect::Pure | Effect::Guarded | Effect::Order | Effect::Combine
        )
    }
}

/// The class of an operation. `weak` says that its memory ordering is the weak one, and `wraps`
/// that its result is defined for all operands (no `no_*_wrap` promise).
pub(crate) fn effect(opcode: Opcode, weak: bool, wraps: bool) -> Effect {
    use Opcode::*;
    match opcode {
        AbsF
        | AbsI
        | AddF
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
        | Exp
        | Exp2
        | ExtI
        | Extract
        | Floor
        | Fma
        | FPowI
        | FToF
        | FToI
        | GetGlobal
        | GetIndexSpaceShape
        | GetNumTileBlocks
        | GetTensorShape
        | GetTileBlockId
        | Insert
        | IntToPtr
        | Iota
        | IToF
        | Log
        | Log2
        | MakeGatherScatterView
        | MakePartitionView
        | MakeStridedView
        | MakeTensorView
        | MaxF
        | MaxI
        | MinF
        | MinI
        | MmaF
        | MmaFScaled
        | MmaI
        | MulF
        | MulhiI
        | NegF
        | Offset
        | OrI
        | Pack
        | Permute
        | Pow
        | PtrToInt
        | PtrToPtr
        | RemF
        | Reshape
        | Rsqrt
        | Select
        | ShRI
        | Sin
        | SinH
        | Sqrt
        | SubF
        | Tan
        | TanH
        | Unpack
        | XOrI => Effect::Pure,
        AddI | MulI | SubI | ShLI | NegI | TruncI => {
            if wraps {
                Effect::Pure
            } else {
                Effect::Guarded
            }
        }
        Assume | DivI | RemI => Effect::Guarded,
        MakeToken | JoinTokens => Effect::Order,
        LoadPtrTko | LoadViewTko => {
            if weak {
                Effect::Read
            } else {
                Effect::Write
            }
        }
        AtomicCAS
        | AtomicRMW
        | AtomicRedViewTko
        | GdcLaunchDependentsTko
        | GdcWaitTko
        | MemoryFenceAliasTko
        | MultimemLoadReduceViewTko
        | MultimemReduceViewTko
        | MultimemStoreViewTko
        | PreviewCall
        | Print
        | StorePtrTko
        | StoreViewTko => Effect::Write,
        Alloca | Assert => Effect::Fixed,
        For | If | Loop => Effect::Control,
        Reduce | Scan => Effect::Combine,
        Break | Continue | Return | Yield => Effect::Exit,
        Entry | Global | Module => Effect::Container,
    }
}

/// Whether the first two operands may be swapped without changing the result.
pub(crate) fn commutes(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::AddF
            | Opcode::AddI
            | Opcode::AndI
            | Opcode::Fma
            | Opcode::MaxF
            | Opcode::MaxI
            | Opcode::MinF
            | Opcode::MinI
            | Opcode::MulF
            | Opcode::MulI
            | Opcode::MulhiI
            | Opcode::OrI
            | Opcode::XOrI
    )
}
