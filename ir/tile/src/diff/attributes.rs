//! Differences between the attributes of two operations of one kind.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    AtomicRMWMode, Attribute, ComparisonOrdering, ComparisonPredicate, IntegerOverflow,
    MemoryOrdering, MemoryScope, OptimizationHints, RoundingMode, Signedness,
};

use super::{Class, Kind};
use crate::graph::attributes::{integer, same};
use crate::graph::{Graph, NodeRef};
use crate::ops::Enumeration;

/// One attribute that differs.
pub(super) struct AttributeChange {
    pub class: Class,
    pub kind: Kind,
    pub change: String,
    pub meaning: String,
}

/// What differs in the attributes of `x` and `y`, which have the same opcode.
pub(super) fn compare(g: &Graph<'_>, x: NodeRef, y: NodeRef) -> Vec<AttributeChange> {
    if g.node(x).attributes == g.node(y).attributes {
        return Vec::new();
    }
    let mut names: Vec<&'static str> = Vec::new();
    for (name, _) in g.attributes(x).iter().chain(g.attributes(y)) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    let mut out = Vec::new();
    for name in names {
        let (a, b) = (g.attribute(x, name), g.attribute(y, name));
        if !same(a, b) {
            one(g.node(x).opcode, name, a, b, &mut out);
        }
    }
    out
}

fn one(
    opcode: Opcode,
    name: &'static str,
    a: Option<&Attribute>,
    b: Option<&Attribute>,
    out: &mut Vec<AttributeChange>,
) {
    if name == "optimization_hints" {
        return hints(opcode, a, b, out);
    }
    let (class, kind, meaning) = judge(opcode, name, a, b);
    out.push(AttributeChange {
        class,
        kind,
        change: format!("{} -> {}", spell(opcode, name, a), spell(opcode, name, b)),
        meaning: meaning.to_owned(),
    });
}

fn judge(
    opcode: Opcode,
    name: &str,
    a: Option<&Attribute>,
    b: Option<&Attribute>,
) -> (Class, Kind, &'static str) {
    use Class::*;
    let (x, y) = (a.and_then(integer), b.and_then(integer));
    match name {
        "rounding_mode" if opcode == Opcode::FToI => (
            Semantic,
            Kind::Rounding,
            "Integers are taken from floats with another rounding.",
        ),
        "rounding" => (
            Semantic,
            Kind::Rounding,
            "Integer division rounds in another direction.",
        ),
        "rounding_mode" => (
            Numeric,
            Kind::Rounding,
            "The result is rounded, or approximated, in another way.",
        ),
        "flush_to_zero" => (
            Numeric,
            Kind::FlushToZero,
            "Denormal numbers are kept on one side and flushed to zero on the other.",
        ),
        "fast_acc" => (
            Numeric,
            Kind::Rounding,
            "The product accumulates in another precision.",
        ),
        "propagate_nan" => (
            Semantic,
            Kind::Attribute,
            "NaN operands give NaN on one side and the other operand on the other.",
        ),
        "overflow" => match (x.unwrap_or(0), y.unwrap_or(0)) {
            (_, 0) => (
                Performance,
                Kind::Overflow,
                "A promise that the arithmetic does not wrap is gone.",
            ),
            _ => (
                Semantic,
                Kind::Overflow,
                "The right side promises that the arithmetic does not wrap: undefined if it does.",
            ),
        },
        "signedness" | "signedness_lhs" | "signedness_rhs" | "unsigned_cmp" => (
            Semantic,
            Kind::Signedness,
            "Integers are taken as signed on one side and unsigned on the other.",
        ),
        "comparison_predicate" | "comparison_ordering" => {
            (Semantic, Kind::Predicate, "Another comparison decides.")
        }
        "memory_ordering_semantics" => ordering(x, y),
        "memory_scope" => match x.unwrap_or(-1) < y.unwrap_or(-1) {
            true => (
                Performance,
                Kind::MemoryOrdering,
                "The access is ordered for a wider scope.",
            ),
            false => (
                Semantic,
                Kind::MemoryOrdering,
                "The access is ordered for a narrower scope: others may see stale values.",
            ),
        },
        "inbounds" => {
            match promises(a).iter().zip(&promises(b)).all(|(l, r)| l >= r) && b.is_none() {
                true => (
                    Performance,
                    Kind::AccessPromise,
                    "A promise that the access stays in bounds is gone.",
                ),
                false => (
                    Semantic,
                    Kind::AccessPromise,
                    "The right side promises that the access stays in bounds: undefined if it does not.",
                ),
            }
        }
        "value" => (Semantic, Kind::Constant, "Another constant."),
        "permutation" => (
            Semantic,
            Kind::Shape,
            "Dimensions are permuted differently.",
        ),
        "message" => (Cosmetic, Kind::Attribute, "Another message."),
        _ => (
            Semantic,
            Kind::Attribute,
            "The operation works in another way.",
        ),
    }
}

fn promises(a: Option<&Attribute>) -> Vec<bool> {
    match a {
        Some(Attribute::Array(v)) => v.iter().map(|f| integer(f) == Some(1)).collect(),
        _ => Vec::new(),
    }
}

fn ordering(x: Option<i64>, y: Option<i64>) -> (Class, Kind, &'static str) {
    let strength = |v: Option<i64>| match v.and_then(MemoryOrdering::from_number) {
        None | Some(MemoryOrdering::Weak) => (0, 0),
        Some(MemoryOrdering::Relaxed) => (1, 1),
        Some(MemoryOrdering::Acquire) => (2, 1),
        Some(MemoryOrdering::Release) => (1, 2),
        Some(MemoryOrdering::AcqRel) => (2, 2),
    };
    let (l, r) = (strength(x), strength(y));
    match l.0 <= r.0 && l.1 <= r.1 {
        true => (
            Class::Performance,
            Kind::MemoryOrdering,
            "The access is ordered more strictly.",
        ),
        false => (
            Class::Semantic,
            Kind::MemoryOrdering,
            "The access is ordered less strictly: others may see stale values.",
        ),
    }
}

/// Each hint that differs, by architecture.
fn hints(
    opcode: Opcode,
    a: Option<&Attribute>,
    b: Option<&Attribute>,
    out: &mut Vec<AttributeChange>,
) {
    let list = |a: Option<&Attribute>| match a {
        Some(Attribute::OptimizationHints(OptimizationHints { entries })) => entries.clone(),
        _ => Vec::new(),
    };
    let (left, right) = (list(a), list(b));
    let mut archs: Vec<&String> = left.iter().chain(&right).map(|(arch, _)| arch).collect();
    archs.sort();
    archs.dedup();
    for arch in archs {
        let of = |side: &[(String, Vec<(String, Attribute)>)]| {
            let found = side.iter().find(|(name, _)| name == arch);
            found.map_or(Vec::new(), |(_, values)| values.clone())
        };
        let (l, r) = (of(&left), of(&right));
        let mut keys: Vec<&String> = l.iter().chain(&r).map(|(key, _)| key).collect();
        keys.sort();
        keys.dedup();
        for key in keys {
            let value = |side: &[(String, Attribute)]| {
                let found = side.iter().find(|(k, _)| k == key);
                found.map_or("none".to_owned(), |(_, v)| plain(v))
            };
            let (x, y) = (value(&l), value(&r));
            if x != y {
                out.push(AttributeChange {
                    class: Class::Performance,
                    kind: Kind::Hint,
                    change: format!("{key} on {arch}: {x} -> {y}"),
                    meaning: hint_meaning(opcode, key).to_owned(),
                });
            }
        }
    }
}

fn hint_meaning(opcode: Opcode, key: &str) -> &'static str {
    match key {
        "latency" => "The access is scheduled for another latency.",
        "allow_tma" => "The access may use the tensor memory accelerator on one side only.",
        "occupancy" | "min_ctas_per_sm" => {
            "Registers are allotted for another number of blocks on a multiprocessor."
        }
        "num_cta_in_cga" => "Blocks are launched in clusters of another size.",
        "num_worker_warps_per_cta" => "A block works with another number of warps.",
        _ if opcode == Opcode::Entry => "The kernel is compiled with another hint.",
        _ => "The operation is compiled with another hint.",
    }
}

fn plain(a: &Attribute) -> String {
    match a {
        Attribute::Integer(v, _) => v.to_string(),
        Attribute::Bool(b) => b.to_string(),
        Attribute::String(s) => s.clone(),
        Attribute::DenseElements(d) => super::expression::number(d),
        Attribute::DenseI32Array(v) => format!("{v:?}"),
        Attribute::Array(items) => {
            let items: Vec<String> = items.iter().map(plain).collect();
            format!("[{}]", items.join(", "))
        }
        Attribute::Float(v, _) => format!("{v:?}"),
        other => format!("{other:?}"),
    }
}

/// An attribute's value as the textual form spells it.
fn spell(opcode: Opcode, name: &str, a: Option<&Attribute>) -> String {
    fn named<E: Enumeration>(v: i64) -> String {
        E::from_number(v).map_or_else(|| v.to_string(), |e| e.name().to_owned())
    }
    let Some(a) = a else {
        return match name {
            "flush_to_zero" | "propagate_nan" | "fast_acc" | "saturating" | "unsigned_cmp" => {
                format!("no {name}")
            }
            _ => "none".to_owned(),
        };
    };
    let Some(v) = integer(a) else {
        return plain(a);
    };
    match name {
        "rounding_mode" | "rounding" => named::<RoundingMode>(v),
        "overflow" => named::<IntegerOverflow>(v),
        "signedness" | "signedness_lhs" | "signedness_rhs" => named::<Signedness>(v),
        "comparison_predicate" => named::<ComparisonPredicate>(v),
        "comparison_ordering" => named::<ComparisonOrdering>(v),
        "memory_ordering_semantics" => named::<MemoryOrdering>(v),
        "memory_scope" => named::<MemoryScope>(v),
        "mode" if opcode != Opcode::Scan => named::<AtomicRMWMode>(v),
        _ if matches!(a, Attribute::Bool(true)) => name.to_owned(),
        _ => plain(a),
    }
}
