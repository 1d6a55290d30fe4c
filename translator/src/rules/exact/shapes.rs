//! Operations that move elements: reshapes, broadcasts, permutations, products, reductions.

use cutile_ir::ir::{Attribute, BlockId, OpId, ScalarType, Value};
use quote::quote;
use tileport_ir::ops::{self, Op};

use super::arith::noun;
use super::emit::{Emitter, Written};
use super::types::{array_value, ident, integer, shape_value};

/// How a reduction combines two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Combine {
    Sum,
    Product,
    Max,
    Min,
}

impl Emitter<'_> {
    /// `reshape` and `broadcast`, of numbers and of pointers.
    pub fn reshape(&mut self, op: OpId, source: Value, function: &str) -> Written {
        let result = self.result(op)?;
        let shape = self.shape(result).ok_or("the result is no tile")?.shape;
        let name = if self.is_pointer(result) {
            "pointers"
        } else {
            noun(function)
        };
        let function = match self.is_pointer(result) {
            true => ident(&format!("{function}_ptr")),
            false => ident(function),
        };
        let (source, shape) = (self.tile(source), shape_value(&shape));
        self.bind_tile(result, name, quote!(#function(#source, #shape)))
    }

    pub fn permute(&mut self, op: OpId, source: Value, permutation: &[i32]) -> Written {
        if self.is_pointer(source) {
            return Err("permutations of pointers".into());
        }
        let (source, permutation) = (self.value(source), array_value(permutation));
        let result = self.result(op)?;
        self.bind(result, "permuted", quote!(permute(#source, #permutation)))
    }

    pub fn iota(&mut self, op: OpId) -> Written {
        let result = self.result(op)?;
        let shape = self.shape(result).ok_or("the result is no tile")?.shape;
        if shape.len() != 1 {
            return Err(format!("of rank {}", shape.len()));
        }
        let shape = shape_value(&shape);
        self.bind(result, "lanes", quote!(iota(#shape)))
    }

    /// `extract` and `insert`.
    pub fn slice(&mut self, op: OpId, tiles: &[Value], indices: &[Value]) -> Written {
        let function = ident(self.module.op(op).opcode.name());
        let tiles: Vec<_> = tiles.iter().map(|v| self.tile(*v)).collect();
        let indices: Vec<_> = indices.iter().map(|v| self.tile(*v)).collect();
        let result = self.result(op)?;
        self.bind_tile(
            result,
            "part",
            quote!(#function(#(#tiles,)* [#(#indices),*])),
        )
    }

    /// A function of tiles whose result type says the rest.
    pub fn of_tiles(
        &mut self,
        op: OpId,
        function: &str,
        operands: &[Value],
        more: &[proc_macro2::TokenStream],
    ) -> Written {
        let (name, function) = (noun(self.module.op(op).opcode.name()), ident(function));
        let operands: Vec<_> = operands.iter().map(|v| self.tile(*v)).collect();
        let result = self.result(op)?;
        self.bind_tile(result, name, quote!(#function(#(#operands,)* #(#more),*)))
    }

    pub fn reduce(
        &mut self,
        op: OpId,
        operands: &[Value],
        dim: i64,
        identities: &[Attribute],
        body: BlockId,
    ) -> Written {
        let ([operand], [identity]) = (operands, identities) else {
            return Err(format!("of {} operands at once", operands.len()));
        };
        let element = self.element(*operand).ok_or("of pointers")?;
        let combine = self.combination(body)?;
        if !is_identity(combine, element, identity) {
            return Err(format!("a {combine:?} that starts from {identity:?}"));
        }
        let function = ident(match combine {
            Combine::Sum => "reduce_sum",
            Combine::Product => "reduce_prod",
            Combine::Max => "reduce_max",
            Combine::Min => "reduce_min",
        });
        let (operand, dim) = (self.tile(*operand), integer(dim));
        let result = self.result(op)?;
        self.bind_tile(result, "reduced", quote!(#function(#operand, #dim)))
    }

    pub fn scan(
        &mut self,
        op: OpId,
        operands: &[Value],
        (dim, reverse): (i64, bool),
        identities: &[Attribute],
        body: BlockId,
    ) -> Written {
        let ([operand], [identity]) = (operands, identities) else {
            return Err(format!("of {} operands at once", operands.len()));
        };
        let element = self.element(*operand).ok_or("of pointers")?;
        let combine = self.combination(body)?;
        if dim != 0 || combine != Combine::Sum || !is_identity(combine, element, identity) {
            return Err(format!("a {combine:?} along dimension {dim}"));
        }
        let direction = if reverse {
            quote!(reverse::Reverse)
        } else {
            quote!(reverse::Forward)
        };
        // The value is not used; the type is.
        let zero = match element {
            ScalarType::F16 => quote!(f16::ZERO),
            ScalarType::BF16 => quote!(bf16::ZERO),
            _ if element.is_float() => quote!(0.0),
            _ => quote!(0),
        };
        let operand = self.tile(*operand);
        let result = self.result(op)?;
        self.bind(
            result,
            "running",
            quote!(scan_sum(#operand, 0, #direction, #zero)),
        )
    }

    /// What the region of a reduction does, if it is one operation on its two arguments.
    fn combination(&self, body: BlockId) -> Result<Combine, String> {
        let block = self.module.block(body);
        let other = || "its region is not one addition, product, maximum or minimum".to_owned();
        let ([(a, _), (b, _)], [first, last]) = (&block.args[..], &block.ops[..]) else {
            return Err(other());
        };
        let view = |op: OpId| ops::view(self.module, op).map_err(|e| e.to_string());
        let result = self.index.results(*first);
        if !matches!(view(*last)?, Op::Yield { operands } if operands == result) {
            return Err(other());
        }
        use cutile_ir::ir::{IntegerOverflow, RoundingMode, Signedness};
        let (lhs, rhs, combine) = match view(*first)? {
            Op::AddF {
                lhs,
                rhs,
                rounding_mode: RoundingMode::NearestEven,
                flush_to_zero: false,
            } => (lhs, rhs, Combine::Sum),
            Op::MulF {
                lhs,
                rhs,
                rounding_mode: RoundingMode::NearestEven,
                flush_to_zero: false,
            } => (lhs, rhs, Combine::Product),
            Op::AddI {
                lhs,
                rhs,
                overflow: IntegerOverflow::None,
            } => (lhs, rhs, Combine::Sum),
            Op::MulI {
                lhs,
                rhs,
                overflow: IntegerOverflow::None,
            } => (lhs, rhs, Combine::Product),
            Op::MaxF {
                lhs,
                rhs,
                propagate_nan: false,
                flush_to_zero: false,
            }
            | Op::MaxI {
                lhs,
                rhs,
                signedness: Signedness::Signed,
            } => (lhs, rhs, Combine::Max),
            Op::MinF {
                lhs,
                rhs,
                propagate_nan: false,
                flush_to_zero: false,
            }
            | Op::MinI {
                lhs,
                rhs,
                signedness: Signedness::Signed,
            } => (lhs, rhs, Combine::Min),
            _ => return Err(other()),
        };
        if (lhs, rhs) == (*a, *b) {
            Ok(combine)
        } else {
            Err(other())
        }
    }
}

/// Whether the official function starts from this value. It has no identities of other types.
fn is_identity(combine: Combine, element: ScalarType, identity: &Attribute) -> bool {
    let float = match identity {
        Attribute::Float(x, _) => Some(*x),
        _ => None,
    };
    let integer = match identity {
        Attribute::Integer(n, _) => Some(*n),
        _ => None,
    };
    let extreme = |is_max: bool| match element {
        ScalarType::I32 if is_max => Some(i64::from(i32::MIN)),
        ScalarType::I32 => Some(i64::from(i32::MAX)),
        ScalarType::I64 if is_max => Some(i64::MIN),
        ScalarType::I64 => Some(i64::MAX),
        _ => None,
    };
    match (element, combine) {
        (ScalarType::F32 | ScalarType::F64, Combine::Sum) => float == Some(0.0),
        (ScalarType::F32 | ScalarType::F64, Combine::Product) => float == Some(1.0),
        (ScalarType::F32 | ScalarType::F64, Combine::Max) => float == Some(f64::NEG_INFINITY),
        (ScalarType::F32 | ScalarType::F64, Combine::Min) => float == Some(f64::INFINITY),
        (ScalarType::F16 | ScalarType::BF16, Combine::Sum) => float == Some(0.0),
        (ScalarType::I32 | ScalarType::I64, Combine::Sum) => integer == Some(0),
        (ScalarType::I32 | ScalarType::I64, Combine::Product) => integer == Some(1),
        (ScalarType::I32 | ScalarType::I64, Combine::Max) => integer == extreme(true),
        (ScalarType::I32 | ScalarType::I64, Combine::Min) => integer == extreme(false),
        _ => false,
    }
}
