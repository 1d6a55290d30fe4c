//! Differences of entries as a whole: parameters, hints, names, and the effects in them.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::format_type;

use super::expression::group;
use super::pair::Pairing;
use super::types::padding_change;
use super::values::{Findings, Found};
use super::{Class, Kind, Side, attributes};
use crate::compare::{entry_name, place};
use crate::graph::effects::Effect;
use crate::graph::{NodeRef, ValueRef};

/// Parameters, name and hints.
pub(super) fn head(f: &mut Findings<'_, '_>, a: NodeRef, b: NodeRef) {
    let g = f.g;
    let (l, r) = (entry_name(g, a), entry_name(g, b));
    let sides = |f: &Findings<'_, '_>| {
        let side = |n: NodeRef| Side {
            op: "entry",
            expression: format!("entry {}", entry_name(f.g, n)),
            place: place(f.g, n),
        };
        (Some(side(a)), Some(side(b)))
    };
    if l != r {
        let change = format!("{l} -> {r}");
        let found = Found::new(
            Class::Cosmetic,
            Kind::Name,
            change,
            "The entry has another name.",
        );
        let (l, r) = sides(f);
        f.report(found, l, r);
    }
    for change in attributes::compare(g, a, b) {
        if change.kind == Kind::Hint {
            let found = Found::new(change.class, change.kind, change.change, &change.meaning);
            let (l, r) = sides(f);
            f.report(found, l, r);
        }
    }
    let of = |n: NodeRef| g.body(n).map_or(&[][..], |b| &g.block(b).arguments);
    let (l, r) = (of(a), of(b));
    if l.len() != r.len() {
        let change = format!("{} parameters -> {}", l.len(), r.len());
        let meaning = "A launch passes other parameters.";
        let found = Found::new(Class::Semantic, Kind::Parameters, change, meaning);
        let (l, r) = sides(f);
        f.report(found, l, r);
    }
    for (i, (&v, &w)) in l.iter().zip(r).enumerate() {
        if g.type_ref(v) != g.type_ref(w) {
            let name = f
                .parameters
                .get(i)
                .cloned()
                .unwrap_or_else(|| format!("arg{i}"));
            let change = format!(
                "{name}: {} -> {}",
                format_type(g.ty(v)),
                format_type(g.ty(w))
            );
            let meaning = "A launch passes a parameter of another type.";
            let found = Found::new(Class::Semantic, Kind::Parameters, change, meaning);
            let (l, r) = sides(f);
            f.report(found, l, r);
        }
    }
}

/// Everything that happens, pair by pair.
pub(super) fn effects(f: &mut Findings<'_, '_>, p: &Pairing) {
    for &(m, n) in &p.nodes {
        pair(f, p, m, n);
    }
    for &n in &p.missing {
        alone(f, n, true);
    }
    for &n in &p.added {
        alone(f, n, false);
    }
    for &(m, n) in &p.moved {
        let found = Found::new(
            Class::Cosmetic,
            Kind::Moved,
            "moved".to_owned(),
            "Independent effects stand in another order.",
        );
        let (l, r) = (f.side(m), f.side(n));
        f.report(found, Some(l), Some(r));
    }
    for &(m, n) in &p.turned {
        let found = Found::new(
            Class::Semantic,
            Kind::Predicate,
            "sides of the branch swapped".to_owned(),
            "What ran when the condition held now runs when it does not.",
        );
        let (l, r) = (f.side(m), f.side(n));
        f.report(found, Some(l), Some(r));
    }
    for &(n, v, left) in &p.loose {
        loose(f, p, n, v, left);
    }
}

fn pair(f: &mut Findings<'_, '_>, p: &Pairing, m: NodeRef, n: NodeRef) {
    let g = f.g;
    let (a, b) = (g.node(m), g.node(n));
    if a.opcode != b.opcode {
        let change = format!("{} -> {}", a.opcode.name(), b.opcode.name());
        let (kind, meaning) = match g.effect(m) {
            Effect::Control => (
                Kind::LoopForm,
                "A counted loop on one side and a conditional one on the other: whether they run the same iterations is not decided here.",
            ),
            _ => (Kind::Operation, "Another effect."),
        };
        let found = Found::new(Class::Semantic, kind, change, meaning);
        let (l, r) = (f.side(m), f.side(n));
        f.report(found, Some(l), Some(r));
        return;
    }
    match g.effect(m) {
        Effect::Control => control(f, p, m, n),
        Effect::Exit => exit(f, p, m, n),
        _ => {
            f.operation(m, n);
            grouped(f, m, n);
        }
    }
}

fn control(f: &mut Findings<'_, '_>, p: &Pairing, m: NodeRef, n: NodeRef) {
    let g = f.g;
    if g.node(m).blocks.len() != g.node(n).blocks.len() {
        count_differs(f, m, n);
    }
    for change in attributes::compare(g, m, n) {
        let found = Found::new(change.class, change.kind, change.change, &change.meaning);
        let (l, r) = (f.side(m), f.side(n));
        f.report(found, Some(l), Some(r));
    }
    let fixed = match g.node(m).opcode {
        Opcode::For => 3,
        Opcode::Loop => 0,
        _ => g.node(m).operands.len(),
    };
    let operands = g
        .node(m)
        .operands
        .iter()
        .zip(&g.node(n).operands)
        .take(fixed);
    for (&v, &w) in operands {
        f.value(v, w, m, n);
    }
    for &(i, j) in p.carried.get(&m).into_iter().flatten() {
        if let (Some(&v), Some(&w)) = (g.initial(m).get(i), g.initial(n).get(j)) {
            f.value(v, w, m, n);
        }
    }
}

/// What an exit hands on, place by corresponding place.
fn exit(f: &mut Findings<'_, '_>, p: &Pairing, m: NodeRef, n: NodeRef) {
    let g = f.g;
    let places = g.target(m).and_then(|t| match g.node(m).opcode {
        Opcode::Continue => p.carried.get(&t),
        Opcode::Break | Opcode::Yield => p.results.get(&t),
        _ => None,
    });
    for &(i, j) in places.into_iter().flatten() {
        let (l, r) = (g.node(m).operands.get(i), g.node(n).operands.get(j));
        if let (Some(&v), Some(&w)) = (l, r) {
            f.value(v, w, m, n);
        }
    }
}

/// Operands of a memory access, group by group: one that is missing has a name.
fn grouped(f: &mut Findings<'_, '_>, m: NodeRef, n: NodeRef) {
    let g = f.g;
    if g.node(m).groups.is_empty() {
        let (a, b) = (g.node(m).operands.clone(), g.node(n).operands.clone());
        if a.len() != b.len() {
            return count_differs(f, m, n);
        }
        for (v, w) in a.into_iter().zip(b) {
            f.value(v, w, m, n);
        }
        return;
    }
    for k in 0..g.node(m).groups.len() {
        let (a, b) = (group(g, m, k), group(g, n, k));
        if a.len() == b.len() {
            for (v, w) in a.into_iter().zip(b) {
                f.value(v, w, m, n);
            }
        } else {
            missing_group(f, m, n, k, &a, &b);
        }
    }
}

fn count_differs(f: &mut Findings<'_, '_>, m: NodeRef, n: NodeRef) {
    let (a, b) = (f.g.node(m).operands.len(), f.g.node(n).operands.len());
    let found = Found::new(
        Class::Semantic,
        Kind::Operation,
        format!("{a} operands -> {b}"),
        "The operation takes other operands.",
    );
    let (l, r) = (f.side(m), f.side(n));
    f.report(found, Some(l), Some(r));
}

fn missing_group(
    f: &mut Findings<'_, '_>,
    m: NodeRef,
    n: NodeRef,
    k: usize,
    a: &[ValueRef],
    b: &[ValueRef],
) {
    let text = |f: &Findings<'_, '_>, side: &[ValueRef]| side.first().map(|&v| f.writer().value(v));
    let (l, r) = (text(f, a), text(f, b));
    let opcode = f.g.node(m).opcode;
    let mask = matches!(
        (opcode, k),
        (Opcode::LoadPtrTko, 1)
            | (Opcode::StorePtrTko, 2)
            | (Opcode::AtomicRMW, 2)
            | (Opcode::AtomicCAS, 3)
    );
    let found = if opcode == Opcode::LoadPtrTko && k == 2 {
        let open = "undetermined".to_owned();
        let (x, y) = (l.unwrap_or(open.clone()), r.unwrap_or(open));
        let change = padding_change(&x, &y, a.is_empty(), b.is_empty());
        let mut found = Found::new(change.class, change.kind, change.change, change.meaning);
        found.refinement = change.refinement;
        found
    } else if mask {
        let none = "no mask".to_owned();
        let meaning = match b.is_empty() {
            true => "The access is no longer masked: it also touches what the mask excluded.",
            false => "The access is masked on the right only: some elements are not touched.",
        };
        let change = format!("{} -> {}", l.unwrap_or(none.clone()), r.unwrap_or(none));
        Found::new(Class::Semantic, Kind::Mask, change, meaning)
    } else {
        return count_differs(f, m, n);
    };
    let (l, r) = (f.side(m), f.side(n));
    f.report(found, Some(l), Some(r));
}

/// An effect that the other side does not have.
fn alone(f: &mut Findings<'_, '_>, n: NodeRef, left: bool) {
    let side = f.side(n);
    let name = f.g.node(n).opcode.name();
    let (kind, change) = match left {
        true => (Kind::EffectMissing, format!("{name} -> none")),
        false => (Kind::EffectAdded, format!("none -> {name}")),
    };
    let meaning = match f.g.effect(n) {
        Effect::Read => "A load that the other side does not have.",
        Effect::Control => "A loop or branch that the other side does not have.",
        Effect::Exit => "Control leaves a block on one side only.",
        _ => "An effect that the other side does not have.",
    };
    let found = Found::new(Class::Semantic, kind, change, meaning);
    match left {
        true => f.report(found, Some(side), None),
        false => f.report(found, None, Some(side)),
    };
}

fn loose(f: &mut Findings<'_, '_>, p: &Pairing, n: NodeRef, v: ValueRef, left: bool) {
    let ty = format_type(f.g.ty(v));
    let value = f.writer().value(v);
    let change = match left {
        true => format!("{value}: {ty} -> none"),
        false => format!("none -> {value}: {ty}"),
    };
    let meaning = "A value passes through a loop or branch on one side only.";
    let found = Found::new(Class::Semantic, Kind::CarriedValue, change, meaning);
    let right = p.right_of.get(&n).map(|&r| f.side(r));
    let side = f.side(n);
    f.report(found, Some(side), right);
}
