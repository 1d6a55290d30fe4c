//! Operations written as short expressions.
//!
//! `load arg0[block.x * 128 + iota(128)]` rather than a chain of numbered values: operands are
//! written out to a small depth, changes of shape are left out below the top, arithmetic is infix,
//! constants are numbers. The result is for reading; it is cut at [`LONGEST`] characters.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{DenseElements, ScalarType, TileElementType, Type};

use crate::graph::{BlockRef, Def, Graph, NodeRef, ValueRef};
use crate::normalise::constant_elements;

/// Characters of an expression at most.
pub const LONGEST: usize = 160;

/// Nesting of operands that is written out.
const DEPTH: usize = 5;

pub(crate) struct Writer<'g, 'm> {
    pub g: &'g Graph<'m>,
    /// Names of the entry's parameters.
    pub parameters: &'g [String],
}

impl Writer<'_, '_> {
    /// Operation `n` with its operands.
    pub fn node(&self, n: NodeRef) -> String {
        let mut out = String::new();
        self.operation(n, DEPTH, true, &mut out);
        cut(out)
    }

    /// A value.
    pub fn value(&self, v: ValueRef) -> String {
        let mut out = String::new();
        self.term(v, DEPTH, false, &mut out);
        cut(out)
    }

    fn term(&self, v: ValueRef, depth: usize, tight: bool, out: &mut String) {
        if out.len() > LONGEST {
            return;
        }
        match self.g.def(peel(self.g, v)) {
            Def::Argument(b, i) => out.push_str(&self.argument(b, i)),
            Def::Result(n, i) => self.result(n, i, depth, tight, out),
        }
    }

    fn argument(&self, b: BlockRef, i: u32) -> String {
        let owner = self.g.block(b).owner;
        match self.g.node(owner).opcode {
            Opcode::Entry => match self.parameters.get(i as usize) {
                Some(name) => name.clone(),
                None => format!("arg{i}"),
            },
            Opcode::For if i == 0 => "i".to_owned(),
            Opcode::For => format!("carried{}", i - 1),
            Opcode::Reduce | Opcode::Scan => if i.is_multiple_of(2) { "a" } else { "b" }.to_owned(),
            _ => format!("carried{i}"),
        }
    }

    fn result(&self, n: NodeRef, i: u32, depth: usize, tight: bool, out: &mut String) {
        let g = self.g;
        let node = g.node(n);
        let axis = ["x", "y", "z"].get(i as usize).copied().unwrap_or("?");
        match node.opcode {
            Opcode::Constant => match constant_elements(g, node.results[0]) {
                Some(d) => out.push_str(&number(d)),
                None => out.push('?'),
            },
            Opcode::GetTileBlockId => out.push_str(&format!("block.{axis}")),
            Opcode::GetNumTileBlocks => out.push_str(&format!("grid.{axis}")),
            Opcode::For | Opcode::Loop | Opcode::If => {
                out.push_str(&format!("{}#{i}", node.opcode.name()));
            }
            _ if depth == 0 => out.push('…'),
            _ => {
                let parenthesise = tight && infix(g, n).is_some();
                if parenthesise {
                    out.push('(');
                }
                self.operation(n, depth - 1, false, out);
                if parenthesise {
                    out.push(')');
                }
            }
        }
    }

    fn operation(&self, n: NodeRef, depth: usize, top: bool, out: &mut String) {
        let g = self.g;
        let node = g.node(n);
        if let (Some(sign), [a, b, ..]) = (infix(g, n), node.operands.as_slice()) {
            self.term(*a, depth, true, out);
            out.push_str(&format!(" {sign} "));
            self.term(*b, depth, true, out);
            return;
        }
        match node.opcode {
            Opcode::LoadPtrTko | Opcode::LoadViewTko => self.access("load", n, 0, depth, out),
            Opcode::StorePtrTko => {
                self.access("store", n, 0, depth, out);
                self.stored(n, 1, depth, out);
            }
            Opcode::StoreViewTko => {
                self.access("store", n, 1, depth, out);
                self.stored(n, 0, depth, out);
            }
            Opcode::Iota => out.push_str(&format!("iota({})", shape(g, n))),
            Opcode::Constant => self.result(n, 0, depth, false, out),
            Opcode::For => {
                out.push_str("for i in ");
                self.term(node.operands[0], depth, true, out);
                out.push_str("..");
                self.term(node.operands[1], depth, true, out);
                out.push_str(" step ");
                self.term(node.operands[2], depth, true, out);
            }
            _ => {
                out.push_str(node.opcode.name());
                self.list(&node.operands, depth, top, out);
            }
        }
    }

    fn list(&self, operands: &[ValueRef], depth: usize, top: bool, out: &mut String) {
        if operands.is_empty() && top {
            return;
        }
        out.push('(');
        for (k, &v) in operands.iter().enumerate() {
            if k > 0 {
                out.push_str(", ");
            }
            self.term(v, depth, false, out);
        }
        out.push(')');
    }

    /// `load base[index]`: the index of a view, or the offset of a pointer.
    fn access(&self, verb: &str, n: NodeRef, address: usize, depth: usize, out: &mut String) {
        let g = self.g;
        let node = g.node(n);
        out.push_str(verb);
        out.push(' ');
        let Some(&at) = node.operands.get(address) else {
            return;
        };
        let index: Vec<ValueRef> = match node.opcode {
            Opcode::LoadViewTko => group(g, n, 1),
            Opcode::StoreViewTko => group(g, n, 2),
            _ => self.offset(at).into_iter().collect(),
        };
        match super::pair::base(g, n) {
            Some(base) => self.term(base, 1, true, out),
            None => out.push('?'),
        }
        out.push('[');
        for (k, &v) in index.iter().enumerate() {
            if k > 0 {
                out.push_str(", ");
            }
            self.term(v, depth, false, out);
        }
        out.push(']');
        let mask = match node.opcode {
            Opcode::LoadPtrTko => group(g, n, 1),
            Opcode::StorePtrTko => group(g, n, 2),
            _ => Vec::new(),
        };
        if let Some(&mask) = mask.first() {
            out.push_str(" if ");
            self.term(mask, depth, false, out);
        }
    }

    fn stored(&self, n: NodeRef, operand: usize, depth: usize, out: &mut String) {
        if let Some(&v) = self.g.node(n).operands.get(operand) {
            out.push_str(" = ");
            self.term(v, depth, false, out);
        }
    }

    fn offset(&self, pointer: ValueRef) -> Option<ValueRef> {
        let p = self.g.producer(peel(self.g, pointer))?;
        match p.opcode {
            Opcode::Offset => p.operands.get(1).copied(),
            _ => None,
        }
    }
}

/// The value below changes of shape and assumptions.
pub(super) fn peel(g: &Graph<'_>, v: ValueRef) -> ValueRef {
    let mut at = v;
    // Longer chains do not survive the normal form.
    for _ in 0..32 {
        match g.producer(at) {
            Some(p)
                if matches!(
                    p.opcode,
                    Opcode::Reshape | Opcode::Broadcast | Opcode::Assume
                ) && !p.operands.is_empty() =>
            {
                at = p.operands[0];
            }
            _ => break,
        }
    }
    at
}

/// The operands in group `k` of `n`.
pub(super) fn group(g: &Graph<'_>, n: NodeRef, k: usize) -> Vec<ValueRef> {
    let node = g.node(n);
    let skip: usize = node.groups.iter().take(k).map(|&s| s as usize).sum();
    let size = node.groups.get(k).map_or(0, |&s| s as usize);
    node.operands
        .iter()
        .skip(skip)
        .take(size)
        .copied()
        .collect()
}

fn infix(g: &Graph<'_>, n: NodeRef) -> Option<&'static str> {
    Some(match g.node(n).opcode {
        Opcode::AddF | Opcode::AddI | Opcode::Offset => "+",
        Opcode::SubF | Opcode::SubI => "-",
        Opcode::MulF | Opcode::MulI => "*",
        Opcode::DivF | Opcode::DivI => "/",
        Opcode::RemF | Opcode::RemI => "%",
        Opcode::AndI => "&",
        Opcode::OrI => "|",
        Opcode::XOrI => "^",
        Opcode::ShLI => "<<",
        Opcode::ShRI => ">>",
        Opcode::CmpF | Opcode::CmpI => match g.integer(n, "comparison_predicate")? {
            0 => "==",
            1 => "!=",
            2 => "<",
            3 => "<=",
            4 => ">",
            5 => ">=",
            _ => return None,
        },
        _ => return None,
    })
}

fn shape(g: &Graph<'_>, n: NodeRef) -> String {
    let node = g.node(n);
    match node.results.first().map(|&v| g.ty(v)) {
        Some(Type::Tile(t)) => join(&t.shape),
        _ => String::new(),
    }
}

pub(super) fn join(dims: &[i64]) -> String {
    let dims: Vec<String> = dims.iter().map(i64::to_string).collect();
    dims.join("x")
}

/// The value of a constant: one number if all elements are the same.
pub(crate) fn number(d: &DenseElements) -> String {
    let scalar = match &d.element_type {
        Type::Tile(t) => match t.element_type {
            TileElementType::Scalar(s) => s,
            TileElementType::Pointer(_) => ScalarType::I64,
        },
        Type::Scalar(s) => *s,
        _ => return "?".to_owned(),
    };
    let width = scalar.byte_width();
    if d.data.len() != width {
        let first = element(scalar, d.data.get(..width).unwrap_or(&[]));
        return format!("[{first}, …]");
    }
    element(scalar, &d.data)
}

fn element(scalar: ScalarType, data: &[u8]) -> String {
    let mut bytes = [0; 8];
    let Some(place) = bytes.get_mut(..data.len()) else {
        return "?".to_owned();
    };
    place.copy_from_slice(data);
    let bits = u64::from_le_bytes(bytes);
    match scalar {
        ScalarType::I1 => (bits != 0).to_string(),
        ScalarType::I4 | ScalarType::I8 => (bits as u8 as i8).to_string(),
        ScalarType::I16 => (bits as u16 as i16).to_string(),
        ScalarType::I32 => (bits as u32 as i32).to_string(),
        ScalarType::I64 => (bits as i64).to_string(),
        ScalarType::F16 => float(f64::from(half::f16::from_bits(bits as u16))),
        ScalarType::BF16 => float(f64::from(half::bf16::from_bits(bits as u16))),
        ScalarType::F32 | ScalarType::TF32 => {
            let v = f32::from_bits(bits as u32);
            format!("{v:?}")
        }
        ScalarType::F64 => float(f64::from_bits(bits)),
        ScalarType::F8E4M3FN
        | ScalarType::F8E5M2
        | ScalarType::F8E8M0FNU
        | ScalarType::F4E2M1FN
        | ScalarType::F8E5M3FNU => format!("0x{bits:02x}"),
    }
}

fn float(v: f64) -> String {
    format!("{v:?}")
}

fn cut(mut s: String) -> String {
    if s.chars().count() > LONGEST {
        s = s.chars().take(LONGEST - 1).collect();
        s.push('…');
    }
    s
}
