//! Constants folded: integer arithmetic on them, and reshapes, broadcasts and permutations of them.
//!
//! Sound because the folded value is what the operation returns, bit for bit: integers wrap at
//! their width, and an operation that promises not to wrap is left alone when it would. Floating
//! point arithmetic and conversions are not folded: the assembler may not fold them either, so
//! that the two forms need not give the same code. The one exception is an integer that `f32` or
//! `f64` holds exactly: the assembler folds its conversion.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, DenseElements, ScalarType, TileElementType, TileType, Type};

use super::merge::Rewrite;
use crate::graph::{Graph, NodeRef, TypeRef, ValueRef};

/// The elements of `v`, if it is a constant.
pub(crate) fn elements<'a>(g: &'a Graph<'_>, v: ValueRef) -> Option<&'a DenseElements> {
    let crate::graph::Def::Result(n, _) = g.def(v) else {
        return None;
    };
    if g.node(n).opcode != Opcode::Constant {
        return None;
    }
    match g.attribute(n, "value") {
        Some(Attribute::DenseElements(d)) => Some(d),
        _ => None,
    }
}

/// The tile type of `v`, if its elements are numbers.
pub(super) fn tile<'a>(g: &'a Graph<'_>, v: ValueRef) -> Option<(&'a TileType, ScalarType)> {
    match g.ty(v) {
        Type::Tile(t) => match &t.element_type {
            TileElementType::Scalar(s) => Some((t, *s)),
            TileElementType::Pointer(_) => None,
        },
        _ => None,
    }
}

/// Bits of an integer type; 4-bit integers are left alone.
fn bits(s: ScalarType) -> Option<u32> {
    match s {
        ScalarType::I1 => Some(1),
        ScalarType::I8 => Some(8),
        ScalarType::I16 => Some(16),
        ScalarType::I32 => Some(32),
        ScalarType::I64 => Some(64),
        _ => None,
    }
}

/// The integer that every element of `v` is, sign-extended.
pub(crate) fn splat_integer(g: &Graph<'_>, v: ValueRef) -> Option<i64> {
    let (_, scalar) = tile(g, v)?;
    let width = bits(scalar)?;
    let d = elements(g, v)?;
    if d.data.len() != scalar.byte_width() {
        return None;
    }
    let mut bytes = [0; 8];
    bytes.get_mut(..d.data.len())?.copy_from_slice(&d.data);
    Some(wrap(i64::from_le_bytes(bytes), width))
}

/// `v` as a signed number of `width` bits; a boolean is 0 or 1.
fn wrap(v: i64, width: u32) -> i64 {
    match width {
        1 => v & 1,
        64 => v,
        w => v << (64 - w) >> (64 - w),
    }
}

/// `v` as an unsigned number of `width` bits.
fn unsigned(v: i64, width: u32) -> u64 {
    match width {
        64 => v as u64,
        w => v as u64 & ((1 << w) - 1),
    }
}

pub(super) fn fold(g: &mut Graph<'_>, n: NodeRef, _: &mut Vec<NodeRef>) -> Option<Rewrite> {
    let node = g.node(n);
    let [result] = node.results.as_slice() else {
        return None;
    };
    let result = *result;
    let data = match node.opcode {
        Opcode::Reshape => elements(g, *node.operands.first()?)?.data.clone(),
        Opcode::Broadcast | Opcode::Permute => {
            let source = *node.operands.first()?;
            let d = elements(g, source)?;
            let width = tile(g, source)?.1.byte_width();
            if d.data.len() != width {
                return None;
            }
            d.data.clone()
        }
        Opcode::Select => {
            let c = splat_integer(g, *node.operands.first()?)?;
            let chosen = node.operands.get(if c == 0 { 2 } else { 1 })?;
            return Some(Rewrite::Forward(*chosen));
        }
        Opcode::IToF => exact_float_bytes(g, n, result)?,
        _ => integer_bytes(g, n, result)?,
    };
    to_constant(g, n, g.type_ref(result), data);
    Some(Rewrite::Changed)
}

/// Turns `n` into a constant.
fn to_constant(g: &mut Graph<'_>, n: NodeRef, ty: TypeRef, data: Vec<u8>) {
    let element_type = g.type_at(ty).clone();
    let shape = match &element_type {
        Type::Tile(t) => t.shape.clone(),
        _ => Vec::new(),
    };
    let value = Attribute::DenseElements(DenseElements {
        element_type,
        shape,
        data,
    });
    let attributes = g.intern_attributes(vec![("value", value)]);
    let node = g.node_mut(n);
    node.opcode = Opcode::Constant;
    node.operands.clear();
    node.groups.clear();
    node.attributes = attributes;
}

/// The float that an integer constant is, if no bit is lost.
fn exact_float_bytes(g: &Graph<'_>, n: NodeRef, result: ValueRef) -> Option<Vec<u8>> {
    let (_, out) = tile(g, result)?;
    let a = *g.node(n).operands.first()?;
    let x = splat_integer(g, a)?;
    let width = bits(tile(g, a)?.1)?;
    let x = match signed(g, n)? {
        true if width == 1 => -i128::from(x),
        true => i128::from(x),
        false => i128::from(unsigned(x, width)),
    };
    match out {
        ScalarType::F32 => {
            let f = x as f32;
            (f as i128 == x).then(|| f.to_le_bytes().to_vec())
        }
        ScalarType::F64 => {
            let f = x as f64;
            (f as i128 == x).then(|| f.to_le_bytes().to_vec())
        }
        _ => None,
    }
}

fn integer_bytes(g: &Graph<'_>, n: NodeRef, result: ValueRef) -> Option<Vec<u8>> {
    let node = g.node(n);
    let (_, out) = tile(g, result)?;
    let out_bits = bits(out)?;
    let a = *node.operands.first()?;
    let width = bits(tile(g, a)?.1)?;
    let x = splat_integer(g, a)?;
    let value = match node.operands.as_slice() {
        [_] => unary(g, n, x, width, out_bits)?,
        [_, b] => binary(g, n, x, splat_integer(g, *b)?, width)?,
        _ => return None,
    };
    let bytes = wrap(value, out_bits).to_le_bytes();
    Some(bytes.get(..out.byte_width())?.to_vec())
}

fn signed(g: &Graph<'_>, n: NodeRef) -> Option<bool> {
    g.integer(n, "signedness").map(|s| s == 1)
}

fn unary(g: &Graph<'_>, n: NodeRef, x: i64, width: u32, out: u32) -> Option<i64> {
    match g.node(n).opcode {
        Opcode::ExtI if width == 1 => match signed(g, n)? {
            true => Some(-x),
            false => Some(x),
        },
        Opcode::ExtI => match signed(g, n)? {
            true => Some(x),
            false => Some(unsigned(x, width) as i64),
        },
        Opcode::TruncI => promised(g, n, i128::from(x), x as u64, out),
        Opcode::NegI => promised(g, n, -i128::from(x), x.wrapping_neg() as u64, width),
        _ => None,
    }
}

/// The wrapped result, unless the operation promises that it does not wrap and it does.
fn promised(g: &Graph<'_>, n: NodeRef, exact: i128, wrapped: u64, width: u32) -> Option<i64> {
    let value = wrap(wrapped as i64, width);
    let keeps = g.integer(n, "overflow").is_none_or(|o| o == 0) || exact == i128::from(value);
    keeps.then_some(value)
}

fn binary(g: &Graph<'_>, n: NodeRef, x: i64, y: i64, width: u32) -> Option<i64> {
    let (ux, uy) = (unsigned(x, width), unsigned(y, width));
    // A boolean is held as 0 or 1, and is 0 or -1 when it is signed.
    let (sx, sy) = if width == 1 { (-x, -y) } else { (x, y) };
    let (ex, ey) = (i128::from(x), i128::from(y));
    Some(match g.node(n).opcode {
        Opcode::AddI => promised(g, n, ex + ey, x.wrapping_add(y) as u64, width)?,
        Opcode::SubI => promised(g, n, ex - ey, x.wrapping_sub(y) as u64, width)?,
        Opcode::MulI => promised(g, n, ex * ey, x.wrapping_mul(y) as u64, width)?,
        Opcode::AndI => x & y,
        Opcode::OrI => x | y,
        Opcode::XOrI => x ^ y,
        Opcode::MaxI if signed(g, n)? => sx.max(sy),
        Opcode::MinI if signed(g, n)? => sx.min(sy),
        Opcode::MaxI => ux.max(uy) as i64,
        Opcode::MinI => ux.min(uy) as i64,
        Opcode::ShLI if uy < u64::from(width) && g.integer(n, "overflow") == Some(0) => x << uy,
        Opcode::ShRI if uy < u64::from(width) && signed(g, n)? => x >> uy,
        Opcode::ShRI if uy < u64::from(width) => (ux >> uy) as i64,
        Opcode::CmpI if signed(g, n)? => i64::from(holds(g, n, sx.cmp(&sy))?),
        Opcode::CmpI => i64::from(holds(g, n, ux.cmp(&uy))?),
        Opcode::RemI if y != 0 && width > 1 => match signed(g, n)? {
            true => x.checked_rem(y)?,
            false => (ux % uy) as i64,
        },
        Opcode::DivI if y != 0 && width > 1 => divide(g, n, (x, y), (ux, uy))?,
        _ => return None,
    })
}

/// Division with the rounding the operation asks for: 1 towards zero, 2 down, 3 up.
fn divide(g: &Graph<'_>, n: NodeRef, (x, y): (i64, i64), (ux, uy): (u64, u64)) -> Option<i64> {
    let rounding = g.integer(n, "rounding")?;
    if !signed(g, n)? {
        let up = rounding == 3 && ux % uy != 0;
        return Some((ux / uy + u64::from(up)) as i64);
    }
    let quotient = x.checked_div(y)?;
    let rest = x.checked_rem(y)?;
    let negative = (x < 0) != (y < 0);
    Some(match rounding {
        1 => quotient,
        2 => quotient - i64::from(rest != 0 && negative),
        3 => quotient + i64::from(rest != 0 && !negative),
        _ => return None,
    })
}

fn holds(g: &Graph<'_>, n: NodeRef, order: std::cmp::Ordering) -> Option<bool> {
    Some(match g.integer(n, "comparison_predicate")? {
        0 => order.is_eq(),
        1 => order.is_ne(),
        2 => order.is_lt(),
        3 => order.is_le(),
        4 => order.is_gt(),
        5 => order.is_ge(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
