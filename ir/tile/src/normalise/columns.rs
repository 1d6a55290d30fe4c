//! The order of carried values and of results of loops and branches.
//!
//! The places of carried values are a matter of naming; they are sorted by what they hold.

use std::collections::HashMap;

use cutile_ir::bytecode::Opcode;

use super::colour::Ranks;
use super::dead::{renumber_arguments, renumber_results};
use crate::graph::{Graph, NodeRef, ValueRef};

pub(super) fn sort(g: &mut Graph<'_>, entry: NodeRef, ranks: &Ranks) {
    let all = g.walk(entry);
    let mut exits: HashMap<NodeRef, Vec<NodeRef>> = HashMap::new();
    for &n in &all {
        if matches!(
            g.node(n).opcode,
            Opcode::Continue | Opcode::Break | Opcode::Yield
        ) && let Some(t) = g.target(n)
        {
            exits.entry(t).or_default().push(n);
        }
    }
    for &n in &all {
        let exits = exits.get(&n).map_or(&[][..], Vec::as_slice);
        let opcode = g.node(n).opcode;
        match opcode {
            Opcode::For => {
                let order = order(g.carried(n), ranks);
                carried(g, n, exits, &order, 3);
                results(g, n, &[], &order);
            }
            Opcode::Loop => {
                let order = order(g.carried(n), ranks);
                carried(g, n, exits, &order, 0);
            }
            _ => {}
        }
        if matches!(opcode, Opcode::Loop | Opcode::If) {
            let order = order(&g.node(n).results, ranks);
            let ends: Vec<NodeRef> = exits
                .iter()
                .copied()
                .filter(|&e| g.node(e).opcode != Opcode::Continue)
                .collect();
            results(g, n, &ends, &order);
        }
    }
}

/// The places of `values` in their sorted order.
fn order(values: &[ValueRef], ranks: &Ranks) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|&i| (ranks.value(values[i]), i));
    order
}

fn permute(list: &mut [ValueRef], skip: usize, order: &[usize]) {
    let Some(tail) = list.get_mut(skip..) else {
        return;
    };
    if tail.len() == order.len() {
        let old = tail.to_vec();
        for (place, &i) in tail.iter_mut().zip(order) {
            *place = old[i];
        }
    }
}

fn carried(g: &mut Graph<'_>, n: NodeRef, exits: &[NodeRef], order: &[usize], skip: usize) {
    permute(&mut g.node_mut(n).operands, skip, order);
    if let Some(&b) = g.node(n).blocks.first() {
        permute(&mut g.block_mut(b).arguments, usize::from(skip > 0), order);
        renumber_arguments(g, b);
    }
    for &e in exits {
        if g.node(e).opcode == Opcode::Continue {
            permute(&mut g.node_mut(e).operands, 0, order);
        }
    }
}

fn results(g: &mut Graph<'_>, n: NodeRef, exits: &[NodeRef], order: &[usize]) {
    permute(&mut g.node_mut(n).results, 0, order);
    renumber_results(g, n);
    for &e in exits {
        permute(&mut g.node_mut(e).operands, 0, order);
    }
}
