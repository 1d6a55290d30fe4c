//! What each value and operation computes, as a hash of content.
//!
//! Two values with the same expression over the entry's parameters have the same print, in
//! whichever module and wherever they stand. Prints see through assumptions and do not depend on
//! the order of operands that may be swapped, of carried values, or of loads. Carried values start
//! from their initial value and are refined by what continues them. Prints order things and propose
//! matches; they never decide equality.

use std::collections::HashMap;
use std::hash::Hasher;

use cutile_ir::bytecode::Opcode;

use super::commute::swappable;
use crate::graph::effects::Effect;
use crate::graph::hash::Mixer;
use crate::graph::{BlockRef, Graph, NodeRef, ValueRef};

/// How often carried values are refined.
const REFINE: usize = 3;

pub(crate) struct Prints {
    pub(super) values: Vec<u64>,
    pub(super) nodes: Vec<u64>,
    blocks: Vec<u64>,
}

impl Prints {
    pub fn value(&self, v: ValueRef) -> u64 {
        self.values.get(v.index()).copied().unwrap_or(0)
    }

    pub fn node(&self, n: NodeRef) -> u64 {
        self.nodes.get(n.index()).copied().unwrap_or(0)
    }

    /// What happens in a block.
    pub fn block(&self, b: BlockRef) -> u64 {
        self.blocks.get(b.index()).copied().unwrap_or(0)
    }
}

/// The prints of everything in `entry`.
pub(crate) fn of(g: &Graph<'_>, entry: NodeRef) -> Prints {
    let mut p = Printer {
        g,
        prints: Prints {
            values: vec![0; g.values.len()],
            nodes: vec![0; g.nodes.len()],
            blocks: vec![0; g.blocks.len()],
        },
        handed: HashMap::new(),
        next: HashMap::new(),
    };
    if let Some(body) = g.body(entry) {
        for (i, &v) in g.block(body).arguments.iter().enumerate() {
            let print = Mixer::new(1).word(i as u64).finish();
            p.prints.values[v.index()] = print;
        }
    }
    for _ in 0..REFINE {
        p.pass(entry);
        p.handed = std::mem::take(&mut p.next);
    }
    p.prints
}

struct Printer<'g, 'm> {
    g: &'g Graph<'m>,
    prints: Prints,
    /// What exits hand to (operation, opcode of the exit, place): from the last pass, and this one.
    handed: HashMap<(NodeRef, Opcode, usize), u64>,
    next: HashMap<(NodeRef, Opcode, usize), u64>,
}

enum Event {
    Enter(NodeRef),
    Leave(NodeRef),
}

impl Printer<'_, '_> {
    fn pass(&mut self, entry: NodeRef) {
        let mut stack = Vec::new();
        self.open(entry, &mut stack);
        while let Some(event) = stack.pop() {
            match event {
                Event::Enter(n) if self.g.node(n).blocks.is_empty() => self.plain(n),
                Event::Enter(n) => {
                    self.arguments(n);
                    stack.push(Event::Leave(n));
                    self.open(n, &mut stack);
                }
                Event::Leave(n) => self.leave(n),
            }
        }
    }

    fn open(&self, n: NodeRef, stack: &mut Vec<Event>) {
        for &b in self.g.node(n).blocks.iter().rev() {
            let nodes = self.g.block(b).nodes.iter().rev();
            stack.extend(nodes.map(|&n| Event::Enter(n)));
        }
    }

    fn set(&mut self, v: ValueRef, m: Mixer) {
        self.prints.values[v.index()] = m.finish();
    }

    fn base(&self, n: NodeRef) -> Mixer {
        let node = self.g.node(n);
        let mut m = Mixer::new(2)
            .word(u64::from(node.opcode.as_u16()))
            .word(self.g.attributes_hash(n));
        // Results of loops and branches stand in no particular order.
        if self.g.effect(n) != Effect::Control {
            node.results
                .iter()
                .for_each(|&v| m.add(self.g.type_hash(v)));
        }
        node.groups.iter().for_each(|&s| m.add(u64::from(s)));
        m
    }

    fn operands(&self, n: NodeRef, m: &mut Mixer) {
        let operands = &self.g.node(n).operands;
        let mut prints: Vec<u64> = operands.iter().map(|&v| self.prints.value(v)).collect();
        if swappable(self.g, n) && prints.len() >= 2 && prints[0] > prints[1] {
            prints.swap(0, 1);
        }
        prints.iter().for_each(|&p| m.add(p));
    }

    fn plain(&mut self, n: NodeRef) {
        let node = self.g.node(n);
        if node.opcode == Opcode::Assume
            && let (Some(&v), Some(&x)) = (node.results.first(), node.operands.first())
        {
            let print = self.prints.value(x);
            self.prints.values[v.index()] = print;
            return;
        }
        let mut m = self.base(n);
        if self.g.effect(n) == Effect::Exit {
            let target = self.g.target(n);
            let mut sum = 0u64;
            for (i, &v) in node.operands.iter().enumerate() {
                let print = self.prints.value(v);
                sum = sum.wrapping_add(Mixer::new(3).word(print).finish());
                if let Some(t) = target {
                    let place = self.next.entry((t, node.opcode, i)).or_default();
                    *place = place.wrapping_add(Mixer::new(4).word(print).finish());
                }
            }
            m.add(sum);
        } else {
            self.operands(n, &mut m);
        }
        self.prints.nodes[n.index()] = m.finish();
        for (i, &v) in node.results.iter().enumerate() {
            self.set(v, m.word(i as u64));
        }
    }

    fn arguments(&mut self, n: NodeRef) {
        let node = self.g.node(n);
        match node.opcode {
            Opcode::For | Opcode::Loop => {
                if node.opcode == Opcode::For
                    && let Some(&b) = node.blocks.first()
                    && let Some(&index) = self.g.block(b).arguments.first()
                {
                    let mut m = Mixer::new(5);
                    for &v in node.operands.iter().take(3) {
                        m.add(self.prints.value(v));
                    }
                    self.set(index, m);
                }
                let initial = self.g.initial(n);
                for (i, (&v, &x)) in self.g.carried(n).iter().zip(initial).enumerate() {
                    let again = self.handed.get(&(n, Opcode::Continue, i));
                    let m = Mixer::new(6)
                        .word(self.prints.value(x))
                        .word(self.g.type_hash(v))
                        .word(again.copied().unwrap_or(0));
                    self.set(v, m);
                }
            }
            Opcode::Reduce | Opcode::Scan => {
                for &b in &node.blocks {
                    for (i, &v) in self.g.block(b).arguments.iter().enumerate() {
                        self.set(v, Mixer::new(7).word(i as u64));
                    }
                }
            }
            _ => {}
        }
    }

    fn leave(&mut self, n: NodeRef) {
        let node = self.g.node(n);
        let mut m = self.base(n);
        let fixed = match node.opcode {
            Opcode::For => 3,
            Opcode::Loop => 0,
            _ => node.operands.len(),
        };
        for (i, &v) in node.operands.iter().enumerate() {
            if i < fixed {
                m.add(self.prints.value(v));
            }
        }
        let head = m;
        for &b in &node.blocks {
            let body = self.body(b);
            self.prints.blocks[b.index()] = body;
            m.add(body);
        }
        self.prints.nodes[n.index()] = m.finish();
        for (i, &v) in node.results.iter().enumerate() {
            let out = match node.opcode {
                Opcode::For => {
                    let carried = self.g.carried(n).get(i);
                    let carried = carried.map_or(0, |&v| self.prints.value(v));
                    Mixer::new(8).word(carried).word(head.finish())
                }
                Opcode::Loop => self.result(head, n, Opcode::Break, i),
                Opcode::If => self.branches(head, n, i),
                _ => m.word(i as u64),
            };
            self.set(v, out);
        }
    }

    fn result(&self, head: Mixer, n: NodeRef, opcode: Opcode, i: usize) -> Mixer {
        head.word(self.next.get(&(n, opcode, i)).copied().unwrap_or(0))
    }

    /// A branch's result, by what each side yields, in order.
    fn branches(&self, head: Mixer, n: NodeRef, i: usize) -> Mixer {
        let mut m = head;
        for &b in &self.g.node(n).blocks {
            let end = self.g.terminator(b).map(|e| self.g.node(e));
            let value = end.and_then(|e| e.operands.get(i));
            m.add(value.map_or(0, |&v| self.prints.value(v)));
        }
        m
    }

    /// What happens in a block: effects in order, loads in any.
    fn body(&self, b: BlockRef) -> u64 {
        let mut m = Mixer::new(9);
        let mut reads = 0u64;
        for &n in &self.g.block(b).nodes {
            match self.g.effect(n) {
                Effect::Read => reads = reads.wrapping_add(self.prints.node(n)),
                Effect::Pure | Effect::Guarded | Effect::Order | Effect::Combine => {}
                _ => m.add(self.prints.node(n)),
            }
        }
        m.word(reads).finish()
    }
}
