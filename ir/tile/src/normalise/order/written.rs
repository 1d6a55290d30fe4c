//! Memory order as an attribute, to and fro.

use std::collections::{BTreeSet, HashMap};

use cutile_ir::ir::Attribute;

use super::{ORDERED_AFTER, both_read, dominates, memory, reduced};
use crate::graph::{After, Graph, NodeRef, Unit};

/// Writes the relation into the operations, as [`ORDERED_AFTER`].
pub(crate) fn write(g: &mut Graph<'_>, unit: &Unit) {
    for &entry in &unit.entries {
        let number: HashMap<NodeRef, usize> = memory(g, entry)
            .into_iter()
            .enumerate()
            .map(|(i, n)| (n, i))
            .collect();
        for (y, after) in reduced(g, entry) {
            let items: Vec<Attribute> = after
                .iter()
                .filter_map(|p| {
                    let n = *number.get(&p.node)?;
                    let pair = vec![n as i32, i32::from(p.earlier)];
                    Some(Attribute::DenseI32Array(pair))
                })
                .collect();
            if !items.is_empty() {
                g.set_attribute(y, ORDERED_AFTER, Some(Attribute::Array(items)));
            }
        }
    }
}

/// Takes the attributes away again; the relation stays.
pub(crate) fn erase(g: &mut Graph<'_>, unit: &Unit) {
    for &entry in &unit.entries {
        for n in memory(g, entry) {
            g.set_attribute(n, ORDERED_AFTER, None);
        }
    }
}

/// Takes the relation of a normal form out of its attributes; whether there was any.
pub(super) fn read(g: &mut Graph<'_>, entry: NodeRef) -> bool {
    let memory = memory(g, entry);
    let mut any = false;
    let mut sets: HashMap<NodeRef, BTreeSet<After>> = HashMap::new();
    for &y in &memory {
        let Some(Attribute::Array(items)) = g.attribute(y, ORDERED_AFTER).cloned() else {
            continue;
        };
        any = true;
        let set: BTreeSet<After> = items.iter().filter_map(|a| pair(a, &memory)).collect();
        sets.insert(y, set);
        g.set_attribute(y, ORDERED_AFTER, None);
    }
    for &y in &memory {
        let closed = closure(g, y, &sets);
        if !closed.is_empty() {
            sets.insert(y, closed);
        }
    }
    for (y, set) in sets {
        let kept = set.into_iter().filter(|p| !both_read(g, p.node, y));
        let list: Vec<After> = kept.collect();
        g.order.insert(y, list);
    }
    any
}

fn pair(a: &Attribute, memory: &[NodeRef]) -> Option<After> {
    let Attribute::DenseI32Array(pair) = a else {
        return None;
    };
    let &[n, earlier] = pair.as_slice() else {
        return None;
    };
    Some(After {
        node: *memory.get(usize::try_from(n).ok()?)?,
        earlier: u8::try_from(earlier).ok()?,
    })
}

/// What `y` comes after, with what those that are certain to run before it come after.
fn closure(g: &Graph<'_>, y: NodeRef, sets: &HashMap<NodeRef, BTreeSet<After>>) -> BTreeSet<After> {
    let mut out = sets.get(&y).cloned().unwrap_or_default();
    let mut work: Vec<After> = out.iter().copied().collect();
    while let Some(q) = work.pop() {
        if q.earlier != 0 || !dominates(g, q.node, y) {
            continue;
        }
        for &p in sets.get(&q.node).into_iter().flatten() {
            if out.insert(p) {
                work.push(p);
            }
        }
    }
    out
}
