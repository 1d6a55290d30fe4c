//! Differences along the flow of data.
//!
//! From each pair of operands that should be the same, the two expressions are walked side by side
//! until they differ: in an attribute, a constant, a type, a kind of operation. Every pair of values
//! is looked at once, so that a difference in a shared subexpression is reported once.

use std::collections::{HashMap, HashSet};

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{ScalarType, TileElementType, Type};

use super::expression::Writer;
use super::number::Numbers;
use super::{Class, Difference, Kind, Side, attributes, types};
use crate::compare::place;
use crate::graph::{Def, Graph, NodeRef, TypeRef, ValueRef};
use crate::normalise::{constant_elements, swappable};

/// Differences that are listed at most; the rest is counted by the last.
const LISTED: usize = 500;

pub(super) struct Findings<'g, 'm> {
    pub g: &'g Graph<'m>,
    pub numbers: &'g Numbers,
    pub entry: String,
    pub parameters: &'g [String],
    pub out: Vec<Difference>,
    types: HashMap<(TypeRef, TypeRef), Vec<usize>>,
    seen: HashSet<(ValueRef, ValueRef)>,
    combined: HashSet<(NodeRef, NodeRef)>,
    work: Vec<(ValueRef, ValueRef)>,
}

/// The parts of a difference that do not depend on where it is.
pub(super) struct Found {
    pub class: Class,
    pub kind: Kind,
    pub refinement: bool,
    pub change: String,
    pub meaning: String,
}

impl Found {
    pub fn new(class: Class, kind: Kind, change: String, meaning: &str) -> Self {
        Self {
            class,
            kind,
            refinement: false,
            change,
            meaning: meaning.to_owned(),
        }
    }
}

impl<'g, 'm> Findings<'g, 'm> {
    pub fn new(
        g: &'g Graph<'m>,
        numbers: &'g Numbers,
        entry: String,
        parameters: &'g [String],
    ) -> Self {
        Self {
            g,
            numbers,
            entry,
            parameters,
            out: Vec::new(),
            types: HashMap::new(),
            seen: HashSet::new(),
            combined: HashSet::new(),
            work: Vec::new(),
        }
    }

    pub fn writer(&self) -> Writer<'g, 'm> {
        Writer {
            g: self.g,
            parameters: self.parameters,
        }
    }

    pub fn side(&self, n: NodeRef) -> Side {
        Side {
            op: self.g.node(n).opcode.name(),
            expression: self.writer().node(n),
            place: place(self.g, n),
        }
    }

    fn value_side(&self, v: ValueRef, user: NodeRef) -> Side {
        match self.g.def(v) {
            Def::Result(n, _)
                if !matches!(
                    self.g.node(n).opcode,
                    Opcode::For | Opcode::Loop | Opcode::If
                ) =>
            {
                Side {
                    op: self.g.node(n).opcode.name(),
                    expression: self.writer().value(v),
                    place: place(self.g, n),
                }
            }
            _ => Side {
                op: "value",
                expression: self.writer().value(v),
                place: place(self.g, user),
            },
        }
    }

    pub fn report(&mut self, found: Found, left: Option<Side>, right: Option<Side>) -> usize {
        if self.out.len() >= LISTED {
            if let Some(last) = self.out.last_mut() {
                last.count += 1;
                last.class = last.class.max(found.class);
            }
            return self.out.len() - 1;
        }
        self.out.push(Difference {
            class: found.class,
            kind: found.kind,
            refinement: found.refinement,
            entry: self.entry.clone(),
            change: found.change,
            left,
            right,
            meaning: found.meaning,
            count: 1,
        });
        self.out.len() - 1
    }

    /// Two operations of one kind: attributes and the types of results.
    pub fn operation(&mut self, x: NodeRef, y: NodeRef) {
        for change in attributes::compare(self.g, x, y) {
            let found = Found::new(change.class, change.kind, change.change, &change.meaning);
            let (l, r) = (self.side(x), self.side(y));
            self.report(found, Some(l), Some(r));
        }
        let results = self.g.node(x).results.iter().zip(&self.g.node(y).results);
        for (&v, &w) in results {
            self.types(v, w, x, y);
        }
    }

    /// The types of two values. The same change met again is only counted.
    fn types(&mut self, v: ValueRef, w: ValueRef, x: NodeRef, y: NodeRef) {
        let key = (self.g.type_ref(v), self.g.type_ref(w));
        if key.0 == key.1 {
            return;
        }
        if let Some(known) = self.types.get(&key) {
            for &i in known {
                self.out[i].count += 1;
            }
            return;
        }
        let mut reported = Vec::new();
        for change in types::compare(self.g.ty(v), self.g.ty(w)) {
            let same = self
                .out
                .iter()
                .position(|d| d.kind == change.kind && d.change == change.change);
            // These follow from each other; a change of padding is one wherever it is.
            let known = change.kind != Kind::Padding;
            if let Some(i) = same.filter(|_| known) {
                self.out[i].count += 1;
                reported.push(i);
                continue;
            }
            let mut found = Found::new(change.class, change.kind, change.change, change.meaning);
            found.refinement = change.refinement;
            let (l, r) = (self.side(x), self.side(y));
            reported.push(self.report(found, Some(l), Some(r)));
        }
        self.types.insert(key, reported);
    }

    /// Compares two values that should be the same, used by `x` and `y`.
    pub fn value(&mut self, v: ValueRef, w: ValueRef, x: NodeRef, y: NodeRef) {
        self.work.push((v, w));
        while let Some((v, w)) = self.work.pop() {
            if !self.numbers.same(v, w) && self.seen.insert((v, w)) {
                self.differ(v, w, x, y);
            }
        }
    }

    fn differ(&mut self, v: ValueRef, w: ValueRef, x: NodeRef, y: NodeRef) {
        let g = self.g;
        let (Def::Result(m, i), Def::Result(n, j)) = (g.def(v), g.def(w)) else {
            if !self.conversion(v, w, x, y) {
                self.other(v, w, x, y);
            }
            return;
        };
        let (a, b) = (g.node(m), g.node(n));
        if a.opcode == Opcode::Constant && b.opcode == Opcode::Constant {
            return self.constants(m, n);
        }
        let alike = a.opcode == b.opcode
            && i == j
            && a.operands.len() == b.operands.len()
            && a.groups == b.groups
            && !g.effect(m).has_place();
        if alike {
            self.operation(m, n);
            if !a.blocks.is_empty() {
                self.regions(m, n);
            }
            return self.operands(m, n);
        }
        if self.contraction(m, n) || self.conversion(v, w, x, y) || self.reshaped(v, w, m, n) {
            return;
        }
        self.other(v, w, x, y);
    }

    fn other(&mut self, v: ValueRef, w: ValueRef, x: NodeRef, y: NodeRef) {
        let (l, r) = (self.value_side(v, x), self.value_side(w, y));
        let change = format!("{} -> {}", l.expression, r.expression);
        let found = Found::new(
            Class::Semantic,
            Kind::Operation,
            change,
            "Another value is used.",
        );
        self.report(found, Some(l), Some(r));
    }

    fn constants(&mut self, m: NodeRef, n: NodeRef) {
        let (v, w) = (self.g.node(m).results[0], self.g.node(n).results[0]);
        self.types(v, w, m, n);
        let (Some(a), Some(b)) = (constant_elements(self.g, v), constant_elements(self.g, w))
        else {
            return;
        };
        let (l, r) = (super::expression::number(a), super::expression::number(b));
        let typed = element_type(self.g.ty(v)) == element_type(self.g.ty(w));
        if (typed && a.data != b.data) || l != r {
            let found = Found::new(
                Class::Semantic,
                Kind::Constant,
                format!("{l} -> {r}"),
                "Another constant.",
            );
            let (l, r) = (self.side(m), self.side(n));
            self.report(found, Some(l), Some(r));
        }
    }

    /// The combining regions of two reductions or scans.
    fn regions(&mut self, m: NodeRef, n: NodeRef) {
        if !self.combined.insert((m, n)) {
            return;
        }
        let g = self.g;
        let pairs = g.node(m).blocks.iter().zip(&g.node(n).blocks);
        for (&a, &b) in pairs {
            if let (Some(s), Some(t)) = (g.terminator(a), g.terminator(b)) {
                let operands = g.node(s).operands.iter().zip(&g.node(t).operands);
                self.work.extend(operands.map(|(&v, &w)| (v, w)));
            }
        }
    }

    fn operands(&mut self, m: NodeRef, n: NodeRef) {
        let g = self.g;
        let (a, b) = (&g.node(m).operands, &g.node(n).operands);
        let mut rest = 0;
        if let ([p, q, ..], [r, s, ..]) = (a.as_slice(), b.as_slice()) {
            let same = |x, y| self.numbers.same(x, y);
            if swappable(g, m) {
                let straight = self.likeness(*p, *r) + self.likeness(*q, *s);
                let crossed = self.likeness(*p, *s) + self.likeness(*q, *r);
                let pairs = match crossed > straight {
                    true => [(*p, *s), (*q, *r)],
                    false => [(*p, *r), (*q, *s)],
                };
                self.work.extend(pairs);
                rest = 2;
            } else if a.len() == 2 && same(*p, *s) && same(*q, *r) && !same(*p, *q) {
                let found = Found::new(
                    Class::Semantic,
                    Kind::OperandsSwapped,
                    "operands swapped".to_owned(),
                    "The operands are the same but in the other order, which matters here.",
                );
                let (l, r) = (self.side(m), self.side(n));
                self.report(found, Some(l), Some(r));
                return;
            }
        }
        let pairs = a.iter().zip(b).skip(rest);
        self.work.extend(pairs.map(|(&v, &w)| (v, w)));
    }

    /// How likely two values are meant to be the same.
    fn likeness(&self, v: ValueRef, w: ValueRef) -> u32 {
        let g = self.g;
        if self.numbers.same(v, w) {
            return 64;
        }
        let (Some(a), Some(b)) = (g.producer(v), g.producer(w)) else {
            return u32::from(g.type_ref(v) == g.type_ref(w));
        };
        if a.opcode != b.opcode {
            return u32::from(g.type_ref(v) == g.type_ref(w));
        }
        let inner = a.operands.iter().zip(&b.operands).map(|(&p, &q)| {
            let alike = g.producer(p).map(|n| n.opcode) == g.producer(q).map(|n| n.opcode);
            4 * u32::from(self.numbers.same(p, q)) + u32::from(alike)
        });
        8 + inner.sum::<u32>()
    }

    /// `a * b + c` fused on one side only.
    fn contraction(&mut self, m: NodeRef, n: NodeRef) -> bool {
        let g = self.g;
        let (left, fused, apart) = match (g.node(m).opcode, g.node(n).opcode) {
            (Opcode::Fma, Opcode::AddF | Opcode::SubF) => (true, m, n),
            (Opcode::AddF | Opcode::SubF, Opcode::Fma) => (false, n, m),
            _ => return false,
        };
        let [a, b, c] = *g.node(fused).operands.as_slice() else {
            return false;
        };
        let [p, q] = *g.node(apart).operands.as_slice() else {
            return false;
        };
        let is_product = |v: ValueRef| g.producer(v).is_some_and(|x| x.opcode == Opcode::MulF);
        let (product, rest) = match (is_product(p), is_product(q)) {
            (true, true) if self.numbers.same(p, c) => (q, p),
            (true, _) => (p, q),
            (false, true) => (q, p),
            (false, false) => return false,
        };
        let plain = g.node(apart).opcode == Opcode::AddF;
        if let Some(x) = g.producer(product).map(|x| x.operands.clone())
            && let [s, t] = *x.as_slice()
            && plain
        {
            let crossed = self.likeness(a, t) + self.likeness(b, s)
                > self.likeness(a, s) + self.likeness(b, t);
            let (s, t) = if crossed { (t, s) } else { (s, t) };
            for (v, w) in [(a, s), (b, t), (c, rest)] {
                self.work.push(if left { (v, w) } else { (w, v) });
            }
        } else if !self.negated_match((a, b, c), product, rest, apart) {
            return false;
        }
        let change = match left {
            true => "fma -> multiply and add",
            false => "multiply and add -> fma",
        };
        let found = Found::new(
            Class::Numeric,
            Kind::Contraction,
            change.to_owned(),
            "The product is rounded before the addition on one side only.",
        );
        let (l, r) = (self.side(m), self.side(n));
        self.report(found, Some(l), Some(r));
        true
    }

    /// Whether a fused operation and a subtraction are the same but for a sign moved inside.
    fn negated_match(
        &self,
        (a, b, c): (ValueRef, ValueRef, ValueRef),
        product: ValueRef,
        rest: ValueRef,
        apart: NodeRef,
    ) -> bool {
        let g = self.g;
        let bare = |v: ValueRef| match g.producer(v) {
            Some(p) if p.opcode == Opcode::NegF => (p.operands[0], true),
            _ => (v, false),
        };
        let Some([s, t]) = g
            .producer(product)
            .and_then(|p| p.operands.first_chunk::<2>())
        else {
            return false;
        };
        let minuend = g.node(apart).operands.first() == Some(&product);
        let (terms, signs): (Vec<_>, Vec<_>) = [a, b, c].into_iter().map(bare).unzip();
        let negative_product = signs[0] != signs[1];
        let factors = (self.numbers.same(terms[0], *s) && self.numbers.same(terms[1], *t))
            || (self.numbers.same(terms[0], *t) && self.numbers.same(terms[1], *s));
        factors
            && self.numbers.same(terms[2], rest)
            && negative_product != minuend
            && signs[2] == minuend
    }

    /// A conversion on one side only: the values below are compared instead.
    fn conversion(&mut self, v: ValueRef, w: ValueRef, x: NodeRef, y: NodeRef) -> bool {
        let g = self.g;
        let converts = |v: ValueRef| {
            let node = g.producer(v)?;
            let converts = matches!(
                node.opcode,
                Opcode::FToF | Opcode::IToF | Opcode::FToI | Opcode::ExtI | Opcode::TruncI
            );
            Some((node.opcode, *node.operands.first()?)).filter(|_| converts)
        };
        let (opcode, inner, left) = match (converts(v), converts(w)) {
            (Some((opcode, inner)), None) => (opcode, inner, true),
            (None, Some((opcode, inner))) => (opcode, inner, false),
            _ => return false,
        };
        let other = if left { w } else { v };
        let kind = |v: ValueRef| g.producer(v).map(|p| p.opcode);
        let related = self.numbers.same(inner, other)
            || (kind(inner).is_some() && kind(inner) == kind(other));
        if !related {
            return false;
        }
        let floats = opcode == Opcode::FToF;
        let found = Found::new(
            if floats {
                Class::Numeric
            } else {
                Class::Semantic
            },
            Kind::Conversion,
            match left {
                true => format!("{} -> none", opcode.name()),
                false => format!("none -> {}", opcode.name()),
            },
            "A conversion stands elsewhere, or is missing: values are rounded at another point.",
        );
        let (l, r) = (self.value_side(v, x), self.value_side(w, y));
        self.report(found, Some(l), Some(r));
        self.work.push(if left { (inner, w) } else { (v, inner) });
        true
    }

    /// A change of shape on one side only.
    fn reshaped(&mut self, v: ValueRef, w: ValueRef, m: NodeRef, n: NodeRef) -> bool {
        let g = self.g;
        let shapes = |n: NodeRef| {
            matches!(
                g.node(n).opcode,
                Opcode::Reshape | Opcode::Broadcast | Opcode::Permute
            ) && !g.node(n).operands.is_empty()
        };
        let (left, right) = (shapes(m), shapes(n));
        if !left && !right {
            return false;
        }
        let v_in = if left { g.node(m).operands[0] } else { v };
        let w_in = if right { g.node(n).operands[0] } else { w };
        let found = Found::new(
            Class::Semantic,
            Kind::Shape,
            format!("{} -> {}", g.node(m).opcode.name(), g.node(n).opcode.name()),
            "Elements are arranged in another way.",
        );
        let (l, r) = (self.value_side(v, m), self.value_side(w, n));
        self.report(found, Some(l), Some(r));
        self.work.push((v_in, w_in));
        true
    }
}

fn element_type(ty: &Type) -> Option<ScalarType> {
    match ty {
        Type::Tile(t) => match t.element_type {
            TileElementType::Scalar(s) => Some(s),
            TileElementType::Pointer(_) => None,
        },
        _ => None,
    }
}
