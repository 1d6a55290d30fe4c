//! Differences in memory order, pair by pair of corresponding operations.

use std::collections::HashSet;

use super::pair::Pairing;
use super::values::{Findings, Found};
use super::{Class, Kind};
use crate::graph::{After, NodeRef};
use crate::normalise::order::{order_of, reduced};

pub(super) fn compare(f: &mut Findings<'_, '_>, p: &Pairing, a: NodeRef, b: NodeRef) {
    let g = f.g;
    for (y, after) in reduced(g, a) {
        let Some(&on_right) = p.right_of.get(&y) else {
            continue;
        };
        let there: HashSet<After> = order_of(g, on_right).iter().copied().collect();
        for x in after {
            if let Some(&node) = p.right_of.get(&x.node)
                && !there.contains(&After { node, ..x })
            {
                lost(f, (x, y), (node, on_right));
            }
        }
    }
    for (y, after) in reduced(g, b) {
        let Some(&on_left) = p.left_of.get(&y) else {
            continue;
        };
        let there: HashSet<After> = order_of(g, on_left).iter().copied().collect();
        for x in after {
            if let Some(&node) = p.left_of.get(&x.node)
                && !there.contains(&After { node, ..x })
            {
                added(f, (node, on_left), (x, y));
            }
        }
    }
}

fn which(x: After) -> &'static str {
    match x.earlier {
        0 => "",
        _ => " of earlier iterations",
    }
}

fn lost(f: &mut Findings<'_, '_>, (x, y): (After, NodeRef), (_, right): (NodeRef, NodeRef)) {
    let first = f.writer().node(x.node);
    let found = Found::new(
        Class::Semantic,
        Kind::OrderLost,
        format!("after {first}{} -> unordered", which(x)),
        "Nothing keeps the two accesses in order on the right: if they touch the same memory, either may come first.",
    );
    let (l, r) = (f.side(y), f.side(right));
    f.report(found, Some(l), Some(r));
}

fn added(f: &mut Findings<'_, '_>, (_, left): (NodeRef, NodeRef), (x, y): (After, NodeRef)) {
    let first = f.writer().node(x.node);
    let found = Found::new(
        Class::Performance,
        Kind::OrderAdded,
        format!("unordered -> after {first}{}", which(x)),
        "The access waits for another on the right only.",
    );
    let (l, r) = (f.side(left), f.side(y));
    f.report(found, Some(l), Some(r));
}
