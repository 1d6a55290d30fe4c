//! The diff from end to end.

use cutile_ir::ir::Module;

use super::values::{Findings, Found};
use super::{
    Class, Diff, Difference, Kind, Options, Side, Verdict, entry, facts, number, order, pair,
};
use crate::compare::{self, Mismatch, entry_name};
use crate::graph::{Graph, Malformed, NodeRef, Unit};
use crate::normalise::{self, assume, fingerprint, hints};

pub(super) fn run(left: &Module, right: &Module, options: &Options) -> Result<Diff, Malformed> {
    let mut g = Graph::default();
    let a = g.import(left)?;
    let b = g.import(right)?;
    let same = compare::side_by_side(&g, &a, &b).holds();
    let targets = match &options.target {
        Some(t) => vec![t.clone()],
        None => hints::targets(&g, &[&a, &b]),
    };
    let renamed = a.entries.iter().zip(&b.entries);
    let renamed = renamed
        .clone()
        .any(|(&x, &y)| entry_name(&g, x) != entry_name(&g, y));
    if same && !renamed {
        return Ok(Diff {
            verdict: Verdict::Identical,
            targets,
            differences: Vec::new(),
        });
    }
    let mismatches = normal_forms(&mut g, &a, &b, &targets);
    let mut differences = module_level(&g, &a, &b);
    for (x, y) in entry_pairs(&g, &a, &b) {
        let facts = (assume::take(&mut g, x), assume::take(&mut g, y));
        differences.extend(entries(&mut g, (&a, x), (&b, y), &facts, options));
    }
    if let Some(first) = mismatches.first()
        && differences.iter().all(|d| d.kind == Kind::Name)
    {
        differences.push(untraced(first));
    }
    differences.sort_by_key(|d| std::cmp::Reverse(d.class));
    let verdict = match (same, mismatches.is_empty()) {
        (true, _) => Verdict::Identical,
        (false, true) => Verdict::Equivalent,
        (false, false) => Verdict::Different,
    };
    Ok(Diff {
        verdict,
        targets,
        differences,
    })
}

/// Brings both to normal form and says where these first differ.
fn normal_forms(g: &mut Graph<'_>, a: &Unit, b: &Unit, targets: &[String]) -> Vec<Mismatch> {
    for unit in [a, b] {
        hints::resolve(g, unit, targets);
        normalise::run(g, unit);
        normalise::order::write(g, unit);
    }
    let found = compare::side_by_side(g, a, b).mismatches;
    for unit in [a, b] {
        normalise::order::erase(g, unit);
    }
    found
}

/// Entries of one name, then those that are left, in order.
fn entry_pairs(g: &Graph<'_>, a: &Unit, b: &Unit) -> Vec<(NodeRef, NodeRef)> {
    let mut rest = b.entries.clone();
    let mut partner: Vec<Option<NodeRef>> = Vec::new();
    for &x in &a.entries {
        let name = entry_name(g, x);
        let found = rest.iter().position(|&y| entry_name(g, y) == name);
        partner.push(found.map(|i| rest.remove(i)));
    }
    let mut rest = rest.into_iter();
    let pairs = a.entries.iter().zip(partner);
    pairs
        .filter_map(|(&x, y)| Some((x, y.or_else(|| rest.next())?)))
        .collect()
}

/// Entries without a counterpart, and globals.
fn module_level(g: &Graph<'_>, a: &Unit, b: &Unit) -> Vec<Difference> {
    let mut out = Vec::new();
    let pairs = entry_pairs(g, a, b);
    let alone = |n: NodeRef, left: bool| {
        let name = entry_name(g, n);
        let side = Side {
            op: "entry",
            expression: format!("entry {name}"),
            place: compare::place(g, n),
        };
        let change = match left {
            true => format!("{name} -> none"),
            false => format!("none -> {name}"),
        };
        let (left, right) = if left {
            (Some(side), None)
        } else {
            (None, Some(side))
        };
        Difference {
            class: Class::Semantic,
            kind: Kind::Entry,
            refinement: false,
            entry: name,
            change,
            left,
            right,
            meaning: "The kernel exists on one side only.".to_owned(),
            count: 1,
        }
    };
    for &x in &a.entries {
        if !pairs.iter().any(|p| p.0 == x) {
            out.push(alone(x, true));
        }
    }
    for &y in &b.entries {
        if !pairs.iter().any(|p| p.1 == y) {
            out.push(alone(y, false));
        }
    }
    let (l, r) = (&g.modules[a.module].globals, &g.modules[b.module].globals);
    let same = l.len() == r.len()
        && l.iter().zip(r).all(|(x, y)| {
            x.value == y.value && x.alignment == y.alignment && x.constant == y.constant
        });
    if !same {
        out.push(Difference {
            class: Class::Semantic,
            kind: Kind::Entry,
            refinement: false,
            entry: "module".to_owned(),
            change: format!("{} globals -> {}", l.len(), r.len()),
            left: None,
            right: None,
            meaning: "The modules have other globals.".to_owned(),
            count: 1,
        });
    }
    out
}

fn entries(
    g: &mut Graph<'_>,
    (a, x): (&Unit, NodeRef),
    (b, y): (&Unit, NodeRef),
    (left, right): &(facts::FactsOf, facts::FactsOf),
    options: &Options,
) -> Vec<Difference> {
    // Without assumptions between them, more operations are equal.
    for (unit, entry) in [(a, x), (b, y)] {
        let one = Unit {
            module: unit.module,
            entries: vec![entry],
        };
        normalise::settle(g, &one);
    }
    let prints = (fingerprint::of(g, x), fingerprint::of(g, y));
    let sides = pair::Sides {
        g,
        left: &prints.0,
        right: &prints.1,
    };
    let pairing = pair::entries(&sides, x, y);
    let numbers = number::number(g, &pairing, x, y);
    let name = entry_name(g, x);
    let mut findings = Findings::new(g, &numbers, name, &options.parameters);
    entry::head(&mut findings, x, y);
    entry::effects(&mut findings, &pairing);
    facts::compare(&mut findings, (x, y), left, right);
    order::compare(&mut findings, &pairing, x, y);
    findings.out
}

/// A difference of the normal forms that no rule explained.
fn untraced(m: &Mismatch) -> Difference {
    let found = Found::new(
        Class::Semantic,
        Kind::Untraced,
        m.what.clone(),
        "The normal forms differ here, and the cause was not found.",
    );
    let side = |site: &Option<compare::Site>| {
        site.as_ref().map(|s| Side {
            op: s.op,
            expression: s.op.to_owned(),
            place: s.place.clone(),
        })
    };
    Difference {
        class: found.class,
        kind: found.kind,
        refinement: false,
        entry: m.entry.clone(),
        change: found.change,
        left: side(&m.left),
        right: side(&m.right),
        meaning: found.meaning,
        count: 1,
    }
}
