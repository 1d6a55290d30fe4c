//! How each operation is laid out in a function body.
//!
//! After the opcode, an operation is: the result types (preceded by their
//! number where that can vary), a word of flags, attributes, operands, regions.
//! Which of these exist and in which version is all that differs between
//! operations, so it is a table, and the reader is one function over it.

use cutile_ir::bytecode::Opcode;

use crate::Version;

/// The layout of one operation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    /// First version that has the operation.
    pub since: Version,
    pub results: Results,
    /// First version whose records carry a word of flags, if any does.
    pub flags_since: Option<Version>,
    /// Flags that are attributes by themselves.
    pub units: &'static [Unit],
    /// Attributes in the order in which they are written.
    pub fields: &'static [Field],
    pub operands: Operands,
    /// Smallest and largest number of regions, when regions are written.
    pub regions: Option<(usize, usize)>,
}

/// How many results, and whether their number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Results {
    Fixed(usize),
    Counted,
}

/// A flag that stands for a boolean attribute.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unit {
    pub bit: u32,
    pub name: &'static str,
}

/// An attribute with a value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field {
    pub name: &'static str,
    pub kind: Kind,
    pub when: When,
}

/// When an attribute is written.
#[derive(Debug, Clone, Copy)]
pub(crate) enum When {
    Always,
    /// From this version on.
    Since(Version),
    /// If the flag is set.
    Flag(u32),
    /// If the flag is set, which is possible from this version on.
    FlagSince(u32, Version),
}

/// How an attribute's value is written.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    /// One of the first so many numbers.
    Enum(u64),
    /// A non-negative integer.
    Int,
    /// A byte, 0 or 1.
    Bool,
    /// An index into the string table.
    Str,
    /// An index into the constant pool, for elements of the result type.
    Elements,
    /// A counted array of 32-bit integers.
    I32Array,
    /// A counted array of bytes, 0 or 1.
    BoolArray,
    /// An attribute preceded by its tag: what an `assume` assumes.
    Predicate,
    /// A counted array of attributes with tags.
    Array,
    /// A dictionary from architecture to dictionary.
    Hints,
}

/// Which operands, and how their number is written.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Operands {
    /// Exactly so many, number not written.
    Exactly(usize),
    /// At least so many, preceded by their number.
    Counted(usize),
    /// Exactly one if the flag is set.
    IfFlag(u32),
    /// Groups one after another; the module records the size of each in
    /// `operandSegmentSizes`.
    Groups(&'static [Group]),
}

/// A group of operands.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Group {
    One,
    /// One if the flag is set.
    Optional(u32),
    /// Any number, preceded by it.
    Many,
}

const fn always(name: &'static str, kind: Kind) -> Field {
    Field {
        name,
        kind,
        when: When::Always,
    }
}

const fn since(name: &'static str, kind: Kind, version: Version) -> Field {
    Field {
        name,
        kind,
        when: When::Since(version),
    }
}

const fn flagged(name: &'static str, kind: Kind, bit: u32) -> Field {
    Field {
        name,
        kind,
        when: When::Flag(bit),
    }
}

const ORDERING: Field = always("memory_ordering_semantics", Kind::Enum(5));
const SCOPE: Field = always("memory_scope", Kind::Enum(3));
const OPTIONAL_SCOPE: Field = flagged("memory_scope", Kind::Enum(3), 0);
const HINTS: Field = flagged("optimization_hints", Kind::Hints, 1);
const MODE: Field = always("mode", Kind::Enum(10));
const REDUCTION: Field = always("reduction", Kind::Enum(8));
const OVERFLOW: Field = always("overflow", Kind::Enum(4));
const OVERFLOW_SINCE_13_2: Field = since("overflow", Kind::Enum(4), Version::V13_2);
const SIGNED: Field = always("signedness", Kind::Enum(2));
const INTEGER_ROUNDING: Field = always("rounding", Kind::Enum(8));
const PREDICATE: Field = always("comparison_predicate", Kind::Enum(6));
const ORDERED: Field = always("comparison_ordering", Kind::Enum(2));
const SIGNED_LHS: Field = always("signedness_lhs", Kind::Enum(2));
const SIGNED_RHS: Field = always("signedness_rhs", Kind::Enum(2));
const ROUNDING: Field = always("rounding_mode", Kind::Enum(8));
const ROUNDING_SINCE_13_3: Field = since("rounding_mode", Kind::Enum(8), Version::V13_3);
const ROUNDING_SINCE_13_2: Field = since("rounding_mode", Kind::Enum(8), Version::V13_2);
const DIM: Field = always("dim", Kind::Int);
const PERMUTATION: Field = always("permutation", Kind::I32Array);
const VALUE: Field = always("value", Kind::Elements);
const NUM_ELEM: Field = always("num_elem", Kind::Int);
const ALIGNMENT: Field = always("alignment", Kind::Int);
const NAME: Field = always("name", Kind::Str);
const MESSAGE: Field = always("message", Kind::Str);
const ASSUMED: Field = always("predicate", Kind::Predicate);
const IDENTITIES: Field = always("identities", Kind::Array);
const REVERSE: Field = always("reverse", Kind::Bool);
const TEXT: Field = always("str", Kind::Str);
const INBOUNDS_SINCE_13_4: Field = since("inbounds", Kind::BoolArray, Version::V13_4);
const INBOUNDS_SINCE_13_5: Field = since("inbounds", Kind::BoolArray, Version::V13_5);
const CALLEE: Field = always("callee", Kind::Str);
const CONST_ARGS: Field = always("const_args", Kind::Array);
const INBOUNDS: Field = always("inbounds", Kind::BoolArray);
const FLUSH_TO_ZERO: Unit = Unit {
    bit: 0,
    name: "flush_to_zero",
};

impl Layout {
    /// Results of a fixed number and operands of a fixed number, nothing else.
    const fn plain(results: usize, operands: usize) -> Self {
        Self {
            since: Version::V13_1,
            results: Results::Fixed(results),
            flags_since: None,
            units: &[],
            fields: &[],
            operands: Operands::Exactly(operands),
            regions: None,
        }
    }

    const fn since(self, since: Version) -> Self {
        Self { since, ..self }
    }

    const fn counted_results(self) -> Self {
        Self {
            results: Results::Counted,
            ..self
        }
    }

    const fn fields(self, fields: &'static [Field]) -> Self {
        Self { fields, ..self }
    }

    const fn operands(self, operands: Operands) -> Self {
        Self { operands, ..self }
    }

    const fn flags(self, since: Version, units: &'static [Unit]) -> Self {
        Self {
            flags_since: Some(since),
            units,
            ..self
        }
    }

    const fn regions(self, least: usize, most: usize) -> Self {
        Self {
            regions: Some((least, most)),
            ..self
        }
    }
}

/// The layout of an operation of a function body; `None` for those that occur
/// only at the top of a module (`module`, `entry`, `global`).
pub(crate) fn layout(opcode: Opcode) -> Option<Layout> {
    use Group::{Many, One, Optional};
    use Opcode::*;
    use Operands::{Counted, Groups, IfFlag};
    use Version::{V13_1, V13_2, V13_3, V13_4, V13_5};

    let layout = match opcode {
        Module | Entry | Global => return None,

        AbsF | AbsI | Bitcast | Broadcast | Ceil | Cos | CosH | Floor | IntToPtr | Log | Log2
        | MakePartitionView | NegF | PtrToInt | PtrToPtr | Reshape | Sin | SinH | Tan => {
            Layout::plain(1, 1)
        }
        MakeGatherScatterView | MakeStridedView | Pack | Unpack => Layout::plain(1, 1).since(V13_3),
        MemoryFenceAliasTko => Layout::plain(1, 1).since(V13_4),
        AndI | MulhiI | Offset | OrI | Pow | RemF | XOrI => Layout::plain(1, 2),
        Atan2 => Layout::plain(1, 2).since(V13_2),
        FPowI => Layout::plain(1, 2).since(V13_4),
        Select => Layout::plain(1, 3),
        MmaFScaled => Layout::plain(1, 5).since(V13_3),
        Iota | MakeToken => Layout::plain(1, 0),
        GetNumTileBlocks | GetTileBlockId => Layout::plain(3, 0),

        AddI | MulI | SubI | ShLI => Layout::plain(1, 2).fields(&[OVERFLOW]),
        TruncI => Layout::plain(1, 1).fields(&[OVERFLOW]),
        NegI => Layout::plain(1, 1).fields(&[OVERFLOW_SINCE_13_2]),
        ShRI | MaxI | MinI | RemI => Layout::plain(1, 2).fields(&[SIGNED]),
        ExtI => Layout::plain(1, 1).fields(&[SIGNED]),
        DivI => Layout::plain(1, 2).fields(&[SIGNED, INTEGER_ROUNDING]),
        CmpI => Layout::plain(1, 2).fields(&[PREDICATE, SIGNED]),
        CmpF => Layout::plain(1, 2).fields(&[PREDICATE, ORDERED]),
        MmaI => Layout::plain(1, 3).fields(&[SIGNED_LHS, SIGNED_RHS]),

        AddF | DivF | MulF | SubF => Layout::plain(1, 2)
            .flags(V13_1, &[FLUSH_TO_ZERO])
            .fields(&[ROUNDING]),
        Fma => Layout::plain(1, 3)
            .flags(V13_1, &[FLUSH_TO_ZERO])
            .fields(&[ROUNDING]),
        Sqrt => Layout::plain(1, 1)
            .flags(V13_1, &[FLUSH_TO_ZERO])
            .fields(&[ROUNDING]),
        Exp2 | Rsqrt => Layout::plain(1, 1).flags(V13_1, &[FLUSH_TO_ZERO]),
        Exp => Layout::plain(1, 1).fields(&[ROUNDING_SINCE_13_3]),
        TanH => Layout::plain(1, 1).fields(&[ROUNDING_SINCE_13_2]),
        MaxF | MinF => Layout::plain(1, 2).flags(
            V13_1,
            &[
                Unit {
                    bit: 0,
                    name: "propagate_nan",
                },
                Unit {
                    bit: 1,
                    name: "flush_to_zero",
                },
            ],
        ),
        MmaF => Layout::plain(1, 3).flags(
            V13_3,
            &[Unit {
                bit: 0,
                name: "fast_acc",
            }],
        ),
        FToF => Layout::plain(1, 1).fields(&[ROUNDING]),
        FToI => Layout::plain(1, 1)
            .flags(
                V13_4,
                &[Unit {
                    bit: 0,
                    name: "saturating",
                }],
            )
            .fields(&[SIGNED, ROUNDING]),
        IToF => Layout::plain(1, 1).fields(&[SIGNED, ROUNDING]),

        Cat => Layout::plain(1, 2).fields(&[DIM]),
        Permute => Layout::plain(1, 1).fields(&[PERMUTATION]),
        Constant => Layout::plain(1, 0).fields(&[VALUE]),
        Extract => Layout::plain(1, 0).counted_results().operands(Counted(1)),
        Insert => Layout::plain(1, 0)
            .counted_results()
            .operands(Counted(2))
            .since(V13_4),
        Alloca => Layout::plain(1, 0)
            .since(V13_3)
            .flags(
                V13_1,
                &[Unit {
                    bit: 0,
                    name: "global",
                }],
            )
            .fields(&[NUM_ELEM, ALIGNMENT]),
        GetGlobal => Layout::plain(1, 0).fields(&[NAME]),
        GetIndexSpaceShape | GetTensorShape => Layout::plain(0, 1).counted_results(),
        Assert => Layout::plain(0, 1).fields(&[MESSAGE]),
        Assume => Layout::plain(1, 1).fields(&[ASSUMED]),

        Break | Continue | Return | Yield => {
            Layout::plain(0, 0).counted_results().operands(Counted(0))
        }
        JoinTokens => Layout::plain(1, 0).counted_results().operands(Counted(0)),
        For => Layout::plain(0, 0)
            .counted_results()
            .flags(
                V13_2,
                &[Unit {
                    bit: 0,
                    name: "unsigned_cmp",
                }],
            )
            .operands(Counted(3))
            .regions(1, 1),
        Loop => Layout::plain(0, 0)
            .counted_results()
            .operands(Counted(0))
            .regions(1, 1),
        If => Layout::plain(0, 1).counted_results().regions(1, 2),
        Reduce => Layout::plain(0, 0)
            .counted_results()
            .fields(&[DIM, IDENTITIES])
            .operands(Counted(1))
            .regions(1, 1),
        Scan => Layout::plain(0, 0)
            .counted_results()
            .fields(&[DIM, REVERSE, IDENTITIES])
            .operands(Counted(1))
            .regions(1, 1),

        MakeTensorView => Layout::plain(1, 0)
            .counted_results()
            .operands(Groups(&[One, Many, Many])),
        Print => Layout::plain(0, 0)
            .counted_results()
            .flags(V13_2, &[])
            .fields(&[TEXT])
            .operands(Groups(&[Many, Optional(0)])),
        LoadPtrTko => Layout::plain(2, 0)
            .flags(V13_1, &[])
            .fields(&[ORDERING, OPTIONAL_SCOPE, HINTS])
            .operands(Groups(&[One, Optional(2), Optional(3), Optional(4)])),
        StorePtrTko => Layout::plain(1, 0)
            .flags(V13_1, &[])
            .fields(&[ORDERING, OPTIONAL_SCOPE, HINTS])
            .operands(Groups(&[One, One, Optional(2), Optional(3)])),
        LoadViewTko => Layout::plain(2, 0)
            .counted_results()
            .flags(V13_1, &[])
            .fields(&[
                ORDERING,
                OPTIONAL_SCOPE,
                HINTS,
                INBOUNDS_SINCE_13_4,
                Field {
                    name: "valid_check",
                    kind: Kind::Bool,
                    when: When::FlagSince(3, V13_5),
                },
            ])
            .operands(Groups(&[One, Many, Optional(2)])),
        StoreViewTko => Layout::plain(1, 0)
            .counted_results()
            .flags(V13_1, &[])
            .fields(&[ORDERING, OPTIONAL_SCOPE, HINTS, INBOUNDS_SINCE_13_4])
            .operands(Groups(&[One, One, Many, Optional(2)])),
        AtomicCAS => Layout::plain(2, 0)
            .flags(V13_1, &[])
            .fields(&[ORDERING, SCOPE])
            .operands(Groups(&[One, One, One, Optional(0), Optional(1)])),
        AtomicRMW => Layout::plain(2, 0)
            .flags(V13_1, &[])
            .fields(&[ORDERING, SCOPE, MODE])
            .operands(Groups(&[One, One, Optional(0), Optional(1)])),
        AtomicRedViewTko => Layout::plain(1, 0)
            .since(V13_3)
            .counted_results()
            .flags(V13_1, &[])
            .fields(&[ORDERING, SCOPE, MODE, INBOUNDS_SINCE_13_5])
            .operands(Groups(&[One, Many, One, Optional(0)])),
        MultimemLoadReduceViewTko => Layout::plain(2, 0)
            .since(V13_5)
            .counted_results()
            .flags(V13_1, &[])
            .fields(&[ORDERING, OPTIONAL_SCOPE, REDUCTION, INBOUNDS])
            .operands(Groups(&[One, Many, Optional(1)])),
        MultimemReduceViewTko => Layout::plain(1, 0)
            .since(V13_5)
            .counted_results()
            .flags(V13_1, &[])
            .fields(&[ORDERING, SCOPE, REDUCTION, INBOUNDS])
            .operands(Groups(&[One, One, Many, Optional(0)])),
        MultimemStoreViewTko => Layout::plain(1, 0)
            .since(V13_5)
            .counted_results()
            .flags(V13_1, &[])
            .fields(&[ORDERING, OPTIONAL_SCOPE, INBOUNDS])
            .operands(Groups(&[One, One, Many, Optional(1)])),
        GdcLaunchDependentsTko | GdcWaitTko => Layout::plain(1, 0)
            .since(V13_4)
            .flags(V13_1, &[])
            .operands(IfFlag(0)),
        // Bits 0 and 1 announce argument and result attributes, which no
        // compiler writes; a file with either is refused as an unknown flag.
        PreviewCall => Layout::plain(0, 0)
            .since(V13_5)
            .counted_results()
            .flags(V13_1, &[])
            .fields(&[CALLEE, CONST_ARGS])
            .operands(Counted(0)),
    };
    Some(layout)
}

impl Layout {
    /// The flags that mean something in this version.
    pub fn known_flags(&self, version: Version) -> u64 {
        let mut known = 0;
        for unit in self.units {
            known |= 1 << unit.bit;
        }
        for field in self.fields {
            match field.when {
                When::Flag(bit) => known |= 1 << bit,
                When::FlagSince(bit, since) if version >= since => known |= 1 << bit,
                When::Always | When::Since(_) | When::FlagSince(..) => {}
            }
        }
        match self.operands {
            Operands::IfFlag(bit) => known |= 1 << bit,
            Operands::Groups(groups) => {
                for group in groups {
                    if let Group::Optional(bit) = group {
                        known |= 1 << bit;
                    }
                }
            }
            Operands::Exactly(_) | Operands::Counted(_) => {}
        }
        known
    }
}

impl Field {
    /// Whether the attribute is written, given the version and the flags.
    pub fn present(&self, version: Version, flags: u64) -> bool {
        match self.when {
            When::Always => true,
            When::Since(since) => version >= since,
            When::Flag(bit) | When::FlagSince(bit, _) => flags & (1 << bit) != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use cutile_ir::requirements::OPCODES;

    use super::*;

    #[test]
    fn flags_do_not_overlap() {
        for &op in OPCODES {
            let Some(layout) = layout(op) else { continue };
            let flags = layout.known_flags(Version::V13_5);
            let mut bits: u32 = layout.units.len() as u32;
            for field in layout.fields {
                bits += u32::from(matches!(field.when, When::Flag(_) | When::FlagSince(..)));
            }
            bits += match layout.operands {
                Operands::Groups(groups) => groups
                    .iter()
                    .filter(|g| matches!(g, Group::Optional(_)))
                    .count() as u32,
                Operands::IfFlag(_) => 1,
                Operands::Exactly(_) | Operands::Counted(_) => 0,
            };
            assert_eq!(flags.count_ones(), bits, "{op:?}");
            assert!(flags == 0 || layout.flags_since.is_some(), "{op:?}");
        }
    }

    /// The writer that these layouts have to agree with states how many
    /// results each operation has.
    #[test]
    fn result_counts_agree_with_the_official_crate() {
        for &op in OPCODES {
            let Some(layout) = layout(op) else { continue };
            // The writer puts a count there, its table says one.
            if op == Opcode::AtomicRedViewTko {
                continue;
            }
            match op.fixed_result_count() {
                Some(count) => assert_eq!(layout.results, Results::Fixed(count), "{op:?}"),
                None => assert_eq!(layout.results, Results::Counted, "{op:?}"),
            }
        }
    }
}
