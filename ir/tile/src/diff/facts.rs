//! Differences in what is assumed about values.
//!
//! Assumptions do not take part in the comparison of what runs; they are compared afterwards, value
//! by corresponding value. A fact that is missing costs speed. A fact that is added about a
//! parameter narrows which launches are allowed: a launch fact. Added about anything else it has to
//! be proved, and counts as semantic unless the bounds of a loop prove it.

use std::collections::HashMap;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::Attribute;

use super::values::{Findings, Found};
use super::{Class, Kind, Side};
use crate::compare::place;
use crate::graph::{Def, Graph, NodeRef, ValueRef};
use crate::normalise::assume::Facts;
use crate::normalise::constant_integer;

pub(super) type FactsOf = HashMap<ValueRef, Facts>;

pub(super) fn compare(
    f: &mut Findings<'_, '_>,
    (a, b): (NodeRef, NodeRef),
    left: &FactsOf,
    right: &FactsOf,
) {
    let (ours, theirs) = (values(f.g, a), values(f.g, b));
    let mut by_number: HashMap<u32, (Facts, ValueRef)> = HashMap::new();
    for &w in &theirs {
        if let Some(n) = f.numbers.get(w) {
            let place = by_number.entry(n).or_insert_with(|| (Facts::default(), w));
            if let Some(facts) = right.get(&w) {
                facts.predicates().iter().for_each(|p| place.0.add(p));
            }
        }
    }
    let mut met: HashMap<u32, (Facts, ValueRef)> = HashMap::new();
    for &v in &ours {
        if let Some(n) = f.numbers.get(v) {
            let place = met.entry(n).or_insert_with(|| (Facts::default(), v));
            if let Some(facts) = left.get(&v) {
                facts.predicates().iter().for_each(|p| place.0.add(p));
            }
        }
    }
    let mut order: Vec<(ValueRef, u32)> = met.iter().map(|(&n, (_, v))| (*v, n)).collect();
    order.sort_unstable();
    for (v, n) in order {
        let (Some((l, _)), Some((r, w))) = (met.get(&n), by_number.get(&n)) else {
            continue;
        };
        if l != r {
            changed(f, (v, *w), (a, b), l, r);
        }
    }
}

/// Everything defined in an entry, in order.
fn values(g: &Graph<'_>, entry: NodeRef) -> Vec<ValueRef> {
    let mut out = Vec::new();
    for n in std::iter::once(entry).chain(g.walk(entry)) {
        for &b in &g.node(n).blocks {
            out.extend(&g.block(b).arguments);
        }
        out.extend(&g.node(n).results);
    }
    out
}

fn changed(
    f: &mut Findings<'_, '_>,
    (v, w): (ValueRef, ValueRef),
    (a, b): (NodeRef, NodeRef),
    l: &Facts,
    r: &Facts,
) {
    let (mut lost, mut gained) = (l.clone(), r.clone());
    lost.without(r);
    gained.without(l);
    let name = f.writer().value(v);
    let sides = |f: &Findings<'_, '_>| (Some(side(f, v, a)), Some(side(f, w, b)));
    for fact in lost.predicates() {
        let found = Found::new(
            Class::Performance,
            Kind::AssumptionMissing,
            format!("{name}: {} -> none", spell(&fact)),
            "The assembler knows less about the value: accesses may be narrower or checked.",
        );
        let (l, r) = sides(f);
        f.report(found, l, r);
    }
    for fact in gained.predicates() {
        let parameter =
            matches!(f.g.def(v), Def::Argument(block, _) if f.g.block(block).owner == a);
        let (class, meaning) = match (parameter, proved(f.g, w, &fact)) {
            (true, _) => (
                Class::Performance,
                "A launch fact: the right side may only be launched where it holds.",
            ),
            (false, true) => (
                Class::Performance,
                "The assembler is told what the bounds of the loop imply.",
            ),
            (false, false) => (
                Class::Semantic,
                "Undefined wherever the fact does not hold, which nothing here proves.",
            ),
        };
        let change = format!("{name}: none -> {}", spell(&fact));
        let found = Found::new(class, Kind::AssumptionAdded, change, meaning);
        let (l, r) = sides(f);
        f.report(found, l, r);
    }
}

fn side(f: &Findings<'_, '_>, v: ValueRef, entry: NodeRef) -> Side {
    let at = match f.g.def(v) {
        Def::Result(n, _) => n,
        Def::Argument(b, _) => match f.g.block(b).owner {
            owner if f.g.node(owner).parent.is_some() => owner,
            _ => entry,
        },
    };
    Side {
        op: "assume",
        expression: f.writer().value(v),
        place: place(f.g, at),
    }
}

/// Whether constant loop bounds imply a bound on the loop's index.
fn proved(g: &Graph<'_>, v: ValueRef, fact: &Attribute) -> bool {
    let (Def::Argument(b, 0), Attribute::Bounded(bound)) = (g.def(v), fact) else {
        return false;
    };
    let owner = g.block(b).owner;
    if g.node(owner).opcode != Opcode::For {
        return false;
    }
    let at = |i: usize| {
        let v = *g.node(owner).operands.get(i)?;
        constant_integer(g, v)
    };
    let low = bound
        .lb
        .is_none_or(|l| at(0).is_some_and(|first| l <= first));
    let high = bound
        .ub
        .is_none_or(|u| at(1).is_some_and(|end| end <= u || end - 1 <= u));
    low && high
}

fn spell(fact: &Attribute) -> String {
    let open = |b: Option<i64>| b.map_or("?".to_owned(), |v| v.to_string());
    match fact {
        Attribute::DivBy(d) => match (d.every, d.along) {
            (Some(e), Some(a)) => format!("div_by<{}, every {e} along {a}>", d.divisor),
            _ => format!("div_by<{}>", d.divisor),
        },
        Attribute::Bounded(b) => format!("bounded<{}, {}>", open(b.lb), open(b.ub)),
        Attribute::SameElements(s) => format!("same_elements<{:?}>", s.values),
        other => format!("{other:?}"),
    }
}
