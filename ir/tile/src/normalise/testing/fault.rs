//! Faults seeded into a module: each at every place where it can be, with the class it must be
//! reported in.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module, PaddingValue, Type};

use crate::diff::{Class, Kind};
use crate::graph::{Graph, NodeRef, Unit};

/// A kind of fault. It changes the graph at an operation, or says that it cannot.
pub(crate) struct Fault {
    pub name: &'static str,
    pub class: Class,
    /// What may be reported for it.
    pub kinds: &'static [Kind],
    change: fn(&mut Graph<'_>, NodeRef) -> bool,
}

impl Fault {
    /// The faulty modules, one for each place.
    pub fn everywhere(&self, module: &Module) -> Vec<Module> {
        let places = 0..places(module);
        places.filter_map(|place| self.at(module, place)).collect()
    }

    /// One faulty module, at the first place from `start` on. A change that is not possible leaves
    /// the graph as it was.
    pub fn somewhere(&self, module: &Module, start: usize) -> Option<Module> {
        let mut g = Graph::default();
        let unit = g.import(module).expect("well-formed");
        let all = all(&g, &unit);
        let found = (0..all.len()).any(|i| (self.change)(&mut g, all[(start + i) % all.len()]));
        found.then(|| g.export(&unit))
    }

    fn at(&self, module: &Module, place: usize) -> Option<Module> {
        let mut g = Graph::default();
        let unit = g.import(module).expect("well-formed");
        let n = all(&g, &unit)[place];
        (self.change)(&mut g, n).then(|| g.export(&unit))
    }
}

fn places(module: &Module) -> usize {
    let mut g = Graph::default();
    let unit = g.import(module).expect("well-formed");
    all(&g, &unit).len()
}

/// Entries and what is in them, in order.
fn all(g: &Graph<'_>, unit: &Unit) -> Vec<NodeRef> {
    let mut all = Vec::new();
    for &entry in &unit.entries {
        all.push(entry);
        all.extend(g.walk(entry));
    }
    all
}

fn set(g: &mut Graph<'_>, n: NodeRef, name: &'static str, change: impl Fn(i64) -> i64) -> bool {
    let Some(v) = g.integer(n, name) else {
        return false;
    };
    g.set_attribute(n, name, Some(Attribute::i32(change(v))));
    true
}

fn swap(g: &mut Graph<'_>, n: NodeRef) -> bool {
    let ordered = matches!(
        g.node(n).opcode,
        Opcode::SubI | Opcode::SubF | Opcode::DivI | Opcode::DivF | Opcode::RemI
    );
    let [a, b] = *g.node(n).operands.as_slice() else {
        return false;
    };
    if ordered && a != b {
        g.node_mut(n).operands.swap(0, 1);
    }
    ordered && a != b
}

fn constant(g: &mut Graph<'_>, n: NodeRef) -> bool {
    let Some(Attribute::DenseElements(mut d)) = g.attribute(n, "value").cloned() else {
        return false;
    };
    // Far enough from what it was not to turn one identity into another.
    let flip = if d.data.len() > 1 { 0x36 } else { 1 };
    if let Some(first) = d.data.first_mut() {
        *first ^= flip;
    }
    g.set_attribute(n, "value", Some(Attribute::DenseElements(d)));
    true
}

fn operation(g: &mut Graph<'_>, n: NodeRef) -> bool {
    let other = match g.node(n).opcode {
        Opcode::AddF => Opcode::SubF,
        Opcode::MulF => Opcode::AddF,
        Opcode::MaxI => Opcode::MinI,
        Opcode::Rsqrt => Opcode::Exp2,
        Opcode::AddI => Opcode::MulI,
        _ => return false,
    };
    g.node_mut(n).opcode = other;
    true
}

/// Takes group `k` of operands away.
fn drop_group(g: &mut Graph<'_>, n: NodeRef, k: usize) -> bool {
    let node = g.node_mut(n);
    let size = node.groups.get(k).copied().unwrap_or(0) as usize;
    if size == 0 {
        return false;
    }
    let skip: usize = node.groups.iter().take(k).map(|&s| s as usize).sum();
    node.operands.drain(skip..skip + size);
    node.groups[k] = 0;
    true
}

fn mask(g: &mut Graph<'_>, n: NodeRef) -> bool {
    match g.node(n).opcode {
        // Padding goes with the mask.
        Opcode::LoadPtrTko => {
            let masked = drop_group(g, n, 1);
            drop_group(g, n, 1 + usize::from(masked));
            masked
        }
        Opcode::StorePtrTko | Opcode::AtomicRMW => drop_group(g, n, 2),
        _ => false,
    }
}

fn padding(g: &mut Graph<'_>, n: NodeRef) -> bool {
    if g.node(n).opcode != Opcode::MakePartitionView {
        return false;
    }
    let v = g.node(n).results[0];
    let Type::PartitionView(mut view) = g.ty(v).clone() else {
        return false;
    };
    if view.padding_value.is_none() {
        return false;
    }
    view.padding_value = Some(PaddingValue::Nan);
    let ty = g.intern_type(&Type::PartitionView(view));
    g.values[v.index()].ty = ty;
    true
}

fn rounding(g: &mut Graph<'_>, n: NodeRef) -> bool {
    let float = matches!(
        g.node(n).opcode,
        Opcode::AddF | Opcode::SubF | Opcode::MulF | Opcode::DivF | Opcode::Fma | Opcode::FToF
    );
    float && set(g, n, "rounding_mode", |r| (r + 1) % 2)
}

fn flush(g: &mut Graph<'_>, n: NodeRef) -> bool {
    if !matches!(
        g.node(n).opcode,
        Opcode::AddF | Opcode::MulF | Opcode::DivF | Opcode::Rsqrt | Opcode::Exp2
    ) {
        return false;
    }
    let value = match g.attribute(n, "flush_to_zero") {
        Some(_) => None,
        None => Some(Attribute::Bool(true)),
    };
    g.set_attribute(n, "flush_to_zero", value);
    true
}

fn hint(g: &mut Graph<'_>, n: NodeRef) -> bool {
    if !matches!(
        g.node(n).opcode,
        Opcode::Entry | Opcode::LoadViewTko | Opcode::StoreViewTko
    ) {
        return false;
    }
    let key = match g.node(n).opcode {
        Opcode::Entry => "occupancy",
        _ => "latency",
    };
    let hints = cutile_ir::ir::OptimizationHints {
        entries: vec![("default".into(), vec![(key.into(), Attribute::i32(7))])],
    };
    let value = Attribute::OptimizationHints(hints);
    g.set_attribute(n, "optimization_hints", Some(value));
    true
}

fn predicate(g: &mut Graph<'_>, n: NodeRef) -> bool {
    set(g, n, "comparison_predicate", |p| match p {
        0 => 1,
        1 => 0,
        2 => 3,
        3 => 2,
        4 => 5,
        _ => 4,
    })
}

fn signedness(g: &mut Graph<'_>, n: NodeRef) -> bool {
    set(g, n, "signedness", |s| 1 - s)
}

/// The end of a loop becomes its beginning.
fn bound(g: &mut Graph<'_>, n: NodeRef) -> bool {
    if g.node(n).opcode != Opcode::For {
        return false;
    }
    let (first, end) = (g.node(n).operands[0], g.node(n).operands[1]);
    g.node_mut(n).operands[1] = first;
    first != end
}

fn assumption(g: &mut Graph<'_>, n: NodeRef) -> bool {
    if g.node(n).opcode != Opcode::Assume {
        return false;
    }
    let weak = Attribute::DivBy(cutile_ir::ir::DivBy {
        divisor: 1,
        every: None,
        along: None,
    });
    g.set_attribute(n, "predicate", Some(weak));
    true
}

fn store(g: &mut Graph<'_>, n: NodeRef) -> bool {
    if !matches!(g.node(n).opcode, Opcode::StorePtrTko | Opcode::StoreViewTko) {
        return false;
    }
    let token = g.node(n).results[0];
    let used = g.nodes.iter().any(|m| m.operands.contains(&token));
    let Some(b) = g.node(n).parent else {
        return false;
    };
    if !used {
        g.block_mut(b).nodes.retain(|&m| m != n);
    }
    !used
}

fn scope(g: &mut Graph<'_>, n: NodeRef) -> bool {
    g.node(n).opcode == Opcode::AtomicRMW && set(g, n, "memory_scope", |_| 0)
}

fn parameter(g: &mut Graph<'_>, n: NodeRef) -> bool {
    if g.node(n).opcode != Opcode::Entry {
        return false;
    }
    let Some(b) = g.body(n) else { return false };
    let v = crate::graph::ValueRef(g.values.len() as u32);
    let place = g.block(b).arguments.len() as u32;
    let ty = g.intern_type(&super::ty("i32"));
    g.values.push(crate::graph::Slot {
        ty,
        def: crate::graph::Def::Argument(b, place),
    });
    g.block_mut(b).arguments.push(v);
    true
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "swapped operands",
        class: Class::Semantic,
        kinds: &[Kind::OperandsSwapped],
        change: swap,
    },
    Fault {
        name: "changed constant",
        class: Class::Semantic,
        kinds: &[Kind::Constant, Kind::Operation, Kind::Shape],
        change: constant,
    },
    Fault {
        name: "another operation",
        class: Class::Semantic,
        kinds: &[Kind::Operation, Kind::OperandsSwapped],
        change: operation,
    },
    Fault {
        name: "dropped mask",
        class: Class::Semantic,
        kinds: &[Kind::Mask],
        change: mask,
    },
    Fault {
        name: "changed padding",
        class: Class::Semantic,
        kinds: &[Kind::Padding],
        change: padding,
    },
    Fault {
        name: "other rounding",
        class: Class::Numeric,
        kinds: &[Kind::Rounding],
        change: rounding,
    },
    Fault {
        name: "denormals flushed or not",
        class: Class::Numeric,
        kinds: &[Kind::FlushToZero],
        change: flush,
    },
    Fault {
        name: "changed hint",
        class: Class::Performance,
        kinds: &[Kind::Hint],
        change: hint,
    },
    Fault {
        name: "other predicate",
        class: Class::Semantic,
        kinds: &[Kind::Predicate, Kind::OperandsSwapped],
        change: predicate,
    },
    Fault {
        name: "other signedness",
        class: Class::Semantic,
        kinds: &[Kind::Signedness],
        change: signedness,
    },
    Fault {
        name: "changed loop bound",
        class: Class::Semantic,
        kinds: &[Kind::Constant, Kind::Operation],
        change: bound,
    },
    Fault {
        name: "dropped assumption",
        class: Class::Performance,
        kinds: &[Kind::AssumptionMissing],
        change: assumption,
    },
    Fault {
        name: "dropped store",
        class: Class::Semantic,
        kinds: &[Kind::EffectMissing],
        change: store,
    },
    Fault {
        name: "narrower scope",
        class: Class::Semantic,
        kinds: &[Kind::MemoryOrdering],
        change: scope,
    },
    Fault {
        name: "added parameter",
        class: Class::Semantic,
        kinds: &[Kind::Parameters],
        change: parameter,
    },
];
