//! A power of two that divides a value, from what the value is made of and what is assumed of that.
//!
//! Sound because every rule holds for each element and for wrapping arithmetic: a multiple of 2^k,
//! wrapped at w bits, is still one for k up to w, and zero beyond. An address counts bytes. Facts
//! are only followed from a value to its operands, so that no fact is dropped because of itself.

use std::collections::HashMap;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, ScalarType, TileElementType, Type};

use crate::graph::{Def, Graph, ValueRef};
use crate::normalise::constant::splat_integer;

/// How far divisors are followed from a value to what it is made of.
const MAX_STEPS: u32 = 16;

/// Largest power of two that is told.
const MAX_DIVISOR: u64 = 1 << 30;

/// A power of two that divides every element of `v`.
pub(super) fn of(g: &Graph<'_>, v: ValueRef) -> u64 {
    Search {
        g,
        found: HashMap::new(),
    }
    .divisor(v, MAX_STEPS)
}

struct Search<'g, 'm> {
    g: &'g Graph<'m>,
    /// By value and steps left, so that shared operands are looked at once.
    found: HashMap<(ValueRef, u32), u64>,
}

impl Search<'_, '_> {
    fn divisor(&mut self, v: ValueRef, steps: u32) -> u64 {
        let Some(steps) = steps.checked_sub(1) else {
            return 1;
        };
        if let Some(&known) = self.found.get(&(v, steps)) {
            return known;
        }
        let found = self.rule(v, steps).clamp(1, MAX_DIVISOR);
        self.found.insert((v, steps), found);
        found
    }

    fn rule(&mut self, v: ValueRef, steps: u32) -> u64 {
        let g = self.g;
        let Def::Result(n, _) = g.def(v) else {
            return 1;
        };
        let p = g.node(n);
        let mut of = |i: usize| {
            let operand = p.operands.get(i);
            operand.map_or(1, |&o| self.divisor(o, steps))
        };
        match p.opcode {
            Opcode::Constant => match splat_integer(g, v) {
                Some(0) => MAX_DIVISOR,
                Some(x) => 1 << x.trailing_zeros().min(30),
                None => 1,
            },
            Opcode::Assume => {
                let said = match g.attribute(n, "predicate") {
                    Some(Attribute::DivBy(d)) if d.every.is_none() && d.along.is_none() => {
                        d.divisor & d.divisor.wrapping_neg()
                    }
                    _ => 1,
                };
                said.max(of(0))
            }
            Opcode::MulI => of(0).saturating_mul(of(1)),
            Opcode::AddI | Opcode::SubI => of(0).min(of(1)),
            Opcode::ExtI | Opcode::Broadcast | Opcode::Reshape | Opcode::Permute => of(0),
            Opcode::Offset => {
                let bytes = of(1).saturating_mul(element_bits(g, v)) / 8;
                of(0).min(bytes)
            }
            _ => 1,
        }
    }
}

/// Bits of what an address points at, if that is known to be a power of two.
fn element_bits(g: &Graph<'_>, v: ValueRef) -> u64 {
    let Type::Tile(t) = g.ty(v) else { return 1 };
    match &t.element_type {
        TileElementType::Pointer(p) => match p.pointee {
            ScalarType::I4 | ScalarType::F4E2M1FN => 4,
            other => 8 * other.byte_width() as u64,
        },
        TileElementType::Scalar(_) => 1,
    }
}
