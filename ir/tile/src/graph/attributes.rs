//! One spelling for each attribute.
//!
//! The same operation may carry its attributes in several equal spellings: a default written out
//! or left out, a false flag, an enumeration with another integer type, names that are never
//! serialised. Here they are brought to what the bytecode format would hold, so that two equal
//! operations have equal attributes whoever built them.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, DenseElements, Operation, PreviewConstArg, ScalarType, Type, format_type,
};

/// Attributes of an operation, by name, in the order of [`table`].
pub(crate) type Attributes = Vec<(&'static str, Attribute)>;

/// How an attribute is held and what its absence means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Held {
    /// An enumeration or a number; absent stays absent.
    Integer,
    /// An enumeration whose absence means this value.
    Default(i64),
    /// Set by being there, whatever its value.
    Presence,
    /// Set by a true value.
    Truth,
    /// A vector of flags; all false is the same as absent.
    Flags,
    /// Hints by architecture; empty is the same as absent.
    Hints,
    /// Kept as it is.
    Plain,
}

/// The attribute in which a normal form keeps memory order: for each operation that this one comes
/// after, its number among the entry's memory operations in order of appearance, and which of its
/// instances: 0 for those in the current iteration of the loops around both, `d` for those in
/// earlier iterations of the `d`-th of these loops from the outside.
pub const ORDERED_AFTER: &str = "ordered_after";

const ORDERING: &str = "memory_ordering_semantics";
const SCOPE: &str = "memory_scope";
const HINTS: &str = "optimization_hints";
const ROUNDING: &str = "rounding_mode";
const FLUSH: &str = "flush_to_zero";

/// The attributes of an operation that mean something, with how each is held.
fn table(opcode: Opcode) -> &'static [(&'static str, Held)] {
    use Held::*;
    use Opcode::*;
    match opcode {
        AddF | DivF | MulF | SubF | Fma | Sqrt => &[(ROUNDING, Integer), (FLUSH, Presence)],
        Exp2 | Rsqrt => &[(FLUSH, Presence)],
        Exp | TanH => &[(ROUNDING, Default(5))],
        MaxF | MinF => &[("propagate_nan", Presence), (FLUSH, Presence)],
        MmaF => &[("fast_acc", Truth)],
        AddI | MulI | SubI | ShLI | TruncI => &[("overflow", Integer)],
        NegI => &[("overflow", Default(0))],
        ShRI | ExtI | MaxI | MinI | RemI => &[("signedness", Integer)],
        DivI => &[("signedness", Integer), ("rounding", Integer)],
        MmaI => &[("signedness_lhs", Integer), ("signedness_rhs", Integer)],
        CmpF => &[
            ("comparison_predicate", Integer),
            ("comparison_ordering", Integer),
        ],
        CmpI => &[("comparison_predicate", Integer), ("signedness", Integer)],
        FToF => &[(ROUNDING, Integer)],
        FToI => &[
            ("signedness", Integer),
            (ROUNDING, Integer),
            ("saturating", Truth),
        ],
        IToF => &[("signedness", Integer), (ROUNDING, Integer)],
        Cat => &[("dim", Integer)],
        Permute => &[("permutation", Plain)],
        Assert => &[("message", Plain)],
        Assume => &[("predicate", Plain)],
        Constant => &[("value", Plain)],
        Alloca => &[
            ("num_elem", Integer),
            ("alignment", Integer),
            ("global", Truth),
        ],
        GetGlobal => &[("name", Plain)],
        Print => &[("str", Plain)],
        For => &[("unsigned_cmp", Presence)],
        Reduce => &[("dim", Integer), ("identities", Plain)],
        Scan => &[("dim", Integer), ("reverse", Truth), ("identities", Plain)],
        AtomicCAS => &[(ORDERING, Integer), (SCOPE, Integer)],
        AtomicRMW => &[(ORDERING, Integer), (SCOPE, Integer), ("mode", Integer)],
        AtomicRedViewTko => &[
            (ORDERING, Integer),
            (SCOPE, Integer),
            ("mode", Integer),
            ("inbounds", Flags),
        ],
        LoadPtrTko | StorePtrTko => &[(ORDERING, Integer), (SCOPE, Integer), (HINTS, Hints)],
        LoadViewTko => &[
            (ORDERING, Integer),
            (SCOPE, Integer),
            ("inbounds", Flags),
            ("valid_check", Truth),
            (HINTS, Hints),
        ],
        StoreViewTko => &[
            (ORDERING, Integer),
            (SCOPE, Integer),
            ("inbounds", Flags),
            (HINTS, Hints),
        ],
        MultimemLoadReduceViewTko | MultimemReduceViewTko => &[
            (ORDERING, Integer),
            (SCOPE, Integer),
            ("reduction", Default(0)),
            ("inbounds", Flags),
        ],
        MultimemStoreViewTko => &[(ORDERING, Integer), (SCOPE, Integer), ("inbounds", Flags)],
        PreviewCall => &[("callee", Plain), ("const_args", Plain)],
        Entry => &[("sym_name", Plain), (HINTS, Hints)],
        Global | Module => &[("sym_name", Plain)],
        AbsF
        | AbsI
        | AndI
        | Atan2
        | Bitcast
        | Break
        | Broadcast
        | Ceil
        | Continue
        | Cos
        | CosH
        | Extract
        | Floor
        | FPowI
        | GdcLaunchDependentsTko
        | GdcWaitTko
        | GetIndexSpaceShape
        | GetNumTileBlocks
        | GetTensorShape
        | GetTileBlockId
        | If
        | Insert
        | IntToPtr
        | Iota
        | JoinTokens
        | Log
        | Log2
        | Loop
        | MakeGatherScatterView
        | MakePartitionView
        | MakeStridedView
        | MakeTensorView
        | MakeToken
        | MemoryFenceAliasTko
        | MmaFScaled
        | MulhiI
        | NegF
        | Offset
        | OrI
        | Pack
        | Pow
        | PtrToInt
        | PtrToPtr
        | RemF
        | Reshape
        | Return
        | Select
        | Sin
        | SinH
        | Tan
        | Unpack
        | XOrI
        | Yield => &[],
    }
}

/// The attributes of `op` in their one spelling.
pub(crate) fn canonical(op: &Operation) -> Attributes {
    let mut out = Attributes::new();
    let order = op.attributes.iter().find(|(n, _)| n == ORDERED_AFTER);
    if let Some((_, a)) = order {
        out.push((ORDERED_AFTER, a.clone()));
    }
    for &(name, held) in table(op.opcode) {
        let given = op.attributes.iter().find(|(n, _)| n == name);
        if let Some(value) = canonical_one(given.map(|(_, a)| a), held, op) {
            out.push((name, value));
        }
    }
    out
}

fn canonical_one(given: Option<&Attribute>, held: Held, op: &Operation) -> Option<Attribute> {
    match (held, given) {
        (Held::Default(d), None) => Some(Attribute::i32(d)),
        (_, None) => None,
        (Held::Integer | Held::Default(_), Some(a)) => {
            Some(integer(a).map_or_else(|| a.clone(), Attribute::i32))
        }
        (Held::Presence, Some(_)) => Some(Attribute::Bool(true)),
        (Held::Truth, Some(a)) => (integer(a) != Some(0)).then_some(Attribute::Bool(true)),
        (Held::Flags, Some(a)) => match a {
            Attribute::Array(v) if v.iter().all(|f| integer(f) == Some(0)) => None,
            _ => Some(a.clone()),
        },
        (Held::Hints, Some(a)) => hints(a),
        (Held::Plain, Some(Attribute::DenseElements(d))) => {
            Some(Attribute::DenseElements(dense(d, op)))
        }
        (Held::Plain, Some(Attribute::Array(v))) if op.opcode == Opcode::Permute => {
            let items = v.iter().map(|a| integer(a).unwrap_or(-1) as i32).collect();
            Some(Attribute::DenseI32Array(items))
        }
        (Held::Plain, Some(a)) => Some(a.clone()),
    }
}

/// Hints with empty architectures left out and keys sorted.
fn hints(a: &Attribute) -> Option<Attribute> {
    let Attribute::OptimizationHints(h) = a else {
        return Some(a.clone());
    };
    let mut h = h.clone();
    h.entries.retain(|(_, values)| !values.is_empty());
    for (_, values) in &mut h.entries {
        values.sort_by(|x, y| x.0.cmp(&y.0));
        for (_, v) in values.iter_mut() {
            if let Attribute::Integer(n, _) = v {
                *v = Attribute::int(*n, ScalarType::I32);
            }
        }
    }
    h.entries.sort_by(|x, y| x.0.cmp(&y.0));
    (!h.entries.is_empty()).then_some(Attribute::OptimizationHints(h))
}

/// The elements of a constant under the result's type, a repeated element held once.
fn dense(d: &DenseElements, op: &Operation) -> DenseElements {
    let ty = op.result_types.first().unwrap_or(&d.element_type);
    let (shape, width) = match ty.without_pointer_attribute() {
        Type::Tile(t) => match &t.element_type {
            cutile_ir::ir::TileElementType::Scalar(s) => (t.shape.clone(), s.byte_width()),
            cutile_ir::ir::TileElementType::Pointer(_) => (t.shape.clone(), 8),
        },
        _ => (d.shape.clone(), d.data.len().max(1)),
    };
    let mut data = d.data.clone();
    if data.len() > width && data.chunks(width).all(|c| c == &data[..width]) {
        data.truncate(width);
    }
    // A boolean is true by being non-zero.
    if matches!(ty, Type::Tile(t)
        if t.element_type == cutile_ir::ir::TileElementType::Scalar(ScalarType::I1))
        && data.len() == 1
    {
        data[0] = u8::from(data[0] != 0);
    }
    DenseElements {
        element_type: ty.clone(),
        shape,
        data,
    }
}

/// The whole number an attribute stands for.
pub(crate) fn integer(a: &Attribute) -> Option<i64> {
    match a {
        Attribute::Integer(v, _) => Some(*v),
        Attribute::Bool(b) => Some(i64::from(*b)),
        _ => None,
    }
}

/// Equal as they are serialised: a NaN is equal to itself, and zero is not its negative.
pub(crate) fn same(a: Option<&Attribute>, b: Option<&Attribute>) -> bool {
    let bytes = |a: Option<&Attribute>| {
        let mut out = Vec::new();
        if let Some(a) = a {
            encode_one(a, &mut out);
        }
        out
    };
    bytes(a) == bytes(b)
}

/// Writes `attributes` as bytes that are equal exactly when the attributes are.
pub(crate) fn encode(attributes: &[(&'static str, Attribute)], out: &mut Vec<u8>) {
    for (name, a) in attributes {
        text(name, out);
        encode_one(a, out);
    }
}

fn text(s: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(&(s.len() as u32).to_le_bytes());
    out.extend_from_slice(s.as_bytes());
}

fn number(v: i64, out: &mut Vec<u8>) {
    out.extend_from_slice(&v.to_le_bytes());
}

fn optional(v: Option<i64>, out: &mut Vec<u8>) {
    out.push(u8::from(v.is_some()));
    number(v.unwrap_or(0), out);
}

fn encode_one(a: &Attribute, out: &mut Vec<u8>) {
    match a {
        Attribute::Integer(v, ty) => {
            out.push(1);
            number(*v, out);
            text(&format_type(ty), out);
        }
        Attribute::Float(v, ty) => {
            out.push(2);
            number(v.to_bits() as i64, out);
            text(&format_type(ty), out);
        }
        Attribute::Bool(b) => out.extend_from_slice(&[3, u8::from(*b)]),
        Attribute::Type(ty) => {
            out.push(4);
            text(&format_type(ty), out);
        }
        Attribute::String(s) => {
            out.push(5);
            text(s, out);
        }
        Attribute::Array(items) => {
            out.push(6);
            number(items.len() as i64, out);
            items.iter().for_each(|i| encode_one(i, out));
        }
        Attribute::DenseElements(d) => {
            out.push(7);
            text(&format_type(&d.element_type), out);
            number(d.data.len() as i64, out);
            out.extend_from_slice(&d.data);
        }
        Attribute::DenseI32Array(items) => {
            out.push(8);
            number(items.len() as i64, out);
            items.iter().for_each(|i| number(i64::from(*i), out));
        }
        Attribute::DivBy(d) => {
            out.push(9);
            number(d.divisor as i64, out);
            optional(d.every, out);
            optional(d.along, out);
        }
        Attribute::SameElements(s) => {
            out.push(10);
            number(s.values.len() as i64, out);
            s.values.iter().for_each(|v| number(*v, out));
        }
        Attribute::Dictionary(entries) => {
            out.push(11);
            number(entries.len() as i64, out);
            for (key, value) in entries {
                text(key, out);
                encode_one(value, out);
            }
        }
        Attribute::OptimizationHints(h) => {
            out.push(12);
            number(h.entries.len() as i64, out);
            for (arch, values) in &h.entries {
                text(arch, out);
                number(values.len() as i64, out);
                for (key, value) in values {
                    text(key, out);
                    encode_one(value, out);
                }
            }
        }
        Attribute::Bounded(b) => {
            out.push(13);
            optional(b.lb, out);
            optional(b.ub, out);
        }
        Attribute::PreviewConstArg(p) => match p {
            PreviewConstArg::Int(v) => {
                out.push(14);
                number(*v, out);
            }
            PreviewConstArg::Str(s) => {
                out.push(15);
                text(s, out);
            }
            PreviewConstArg::Datatype(ty) => {
                out.push(16);
                text(&format_type(ty), out);
            }
        },
    }
}
