//! Fuses float multiply and add or subtract into `Fma`.
//!
//! Official `_passes/rewrite_patterns.py`. The product must have no other use and both operations
//! the same rounding; the fused operation stands where the sum stood.

use crate::dtype::Dtype;
use crate::mid::op::{ArithmeticKind, RoundingMode, UnaryKind};
use crate::mid::{BlockId, Body, Op, OpId, Type, Var};

/// See the module.
pub fn run(body: &mut Body) {
    let mut pass = Pass {
        products: vec![None; body.vars.len()],
        uses: vec![Uses::None; body.vars.len()],
        state: vec![State::Kept; body.ops.len()],
    };
    let order = body.traversal(body.root);
    let sums: Vec<(OpId, OpId, Fused)> = order
        .iter()
        .filter_map(|&id| pass.visit(body, id))
        .collect();
    let mut changed = false;
    for (product, sum, fused) in sums {
        changed |= pass.fuse(body, product, sum, fused);
    }
    if changed {
        pass.apply(body, body.root);
    }
}

/// Who uses a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Uses {
    None,
    One(OpId),
    Several,
}

/// What becomes of an operation.
#[derive(Clone)]
enum State {
    Kept,
    Dropped,
    Replaced(Vec<OpId>),
}

struct Pass {
    /// The float product that defines a variable.
    products: Vec<Option<OpId>>,
    uses: Vec<Uses>,
    state: Vec<State>,
}

/// Operands of the fused operation, before the negation that a difference needs.
struct Fused {
    lhs: Var,
    rhs: Var,
    acc: Var,
    negate: Option<Negate>,
    rounding_mode: RoundingMode,
    flush_to_zero: bool,
}

/// Which operand a difference negates.
#[derive(Clone, Copy)]
enum Negate {
    Lhs,
    Acc,
}

impl Pass {
    /// Notes products and uses; gives the fusion of a sum with an earlier product.
    fn visit(&mut self, body: &Body, id: OpId) -> Option<(OpId, OpId, Fused)> {
        let op = &body.op(id).op;
        let mut found = None;
        if let Op::Arithmetic { kind, .. } = op {
            match kind {
                ArithmeticKind::Mul => {
                    if let Some(&result) = body.op(id).results.first()
                        && is_unrestricted_float(body, result)
                        && let Some(slot) = self.products.get_mut(result.index())
                    {
                        *slot = Some(id);
                    }
                }
                ArithmeticKind::Add | ArithmeticKind::Sub => found = self.fusion(body, id),
                _ => {}
            }
        }
        op.for_each_operand(|v| {
            if let Some(uses) = self.uses.get_mut(v.index()) {
                *uses = match *uses {
                    Uses::None => Uses::One(id),
                    Uses::One(other) if other == id => Uses::One(id),
                    _ => Uses::Several,
                };
            }
        });
        found
    }

    fn fusion(&self, body: &Body, id: OpId) -> Option<(OpId, OpId, Fused)> {
        let &Op::Arithmetic {
            lhs,
            rhs,
            kind,
            rounding_mode,
            flush_to_zero,
            ..
        } = &body.op(id).op
        else {
            return None;
        };
        let product = |v: Var| self.products.get(v.index()).copied().flatten();
        let (mul, acc, product_is_rhs) = match (product(lhs), product(rhs)) {
            (Some(mul), _) => (mul, rhs, false),
            (None, Some(mul)) => (mul, lhs, true),
            (None, None) => return None,
        };
        let &Op::Arithmetic {
            lhs,
            rhs,
            rounding_mode: mul_rounding,
            flush_to_zero: mul_flush,
            ..
        } = &body.op(mul).op
        else {
            return None;
        };
        let rounding = rounding_mode.unwrap_or(RoundingMode::Rn);
        if rounding != mul_rounding.unwrap_or(RoundingMode::Rn) || flush_to_zero != mul_flush {
            return None;
        }
        let negate = match kind {
            ArithmeticKind::Sub if product_is_rhs => Some(Negate::Lhs),
            ArithmeticKind::Sub => Some(Negate::Acc),
            _ => None,
        };
        let fused = Fused {
            lhs,
            rhs,
            acc,
            negate,
            rounding_mode: rounding,
            flush_to_zero,
        };
        Some((mul, id, fused))
    }

    /// Records a fusion unless one of the operations is taken or the product has other uses.
    fn fuse(&mut self, body: &mut Body, mul: OpId, sum: OpId, fused: Fused) -> bool {
        let kept = |id: OpId| matches!(self.state.get(id.index()), Some(State::Kept));
        let Some(&product) = body.op(mul).results.first() else {
            return false;
        };
        let only_use = self.uses.get(product.index()) == Some(&Uses::One(sum));
        let Fused { lhs, rhs, acc, .. } = fused;
        if !kept(mul) || !kept(sum) || !only_use || [lhs, rhs, acc].contains(&product) {
            return false;
        }
        let replacement = build(body, sum, fused);
        for (id, state) in [(mul, State::Dropped), (sum, State::Replaced(replacement))] {
            if let Some(slot) = self.state.get_mut(id.index()) {
                *slot = state;
            }
        }
        true
    }

    fn apply(&self, body: &mut Body, block: BlockId) {
        let mut out = Vec::new();
        for id in body.take_ops(block) {
            for nested in body.op(id).op.blocks() {
                self.apply(body, nested);
            }
            match self.state.get(id.index()) {
                Some(State::Dropped) => {}
                Some(State::Replaced(ops)) => out.extend(ops),
                Some(State::Kept) | None => out.push(id),
            }
        }
        body.block_mut(block).ops = out;
    }
}

fn is_unrestricted_float(body: &Body, var: Var) -> bool {
    let dtype = body.tile(var).and_then(|t| t.dtype());
    dtype.is_some_and(Dtype::is_unrestricted_float)
}

/// The negation, if any, and the fused operation in the place of `sum`.
fn build(body: &mut Body, sum: OpId, mut fused: Fused) -> Vec<OpId> {
    let (results, loc) = (body.op(sum).results.clone(), body.op(sum).loc);
    let mut out = Vec::new();
    if let Some(which) = fused.negate {
        let operand = match which {
            Negate::Lhs => &mut fused.lhs,
            Negate::Acc => &mut fused.acc,
        };
        let ty: Type = body.raw_type(*operand);
        let negated = body.new_typed(ty, loc);
        let op = Op::Unary {
            operand: *operand,
            kind: UnaryKind::Neg,
            rounding_mode: None,
            flush_to_zero: false,
        };
        *operand = negated;
        out.push(body.new_op(op, vec![negated], loc));
    }
    let op = Op::Fma {
        lhs: fused.lhs,
        rhs: fused.rhs,
        acc: fused.acc,
        rounding_mode: fused.rounding_mode,
        flush_to_zero: fused.flush_to_zero,
    };
    out.push(body.new_op(op, results, loc));
    out
}

#[cfg(test)]
mod tests {
    use crate::mid::build::Sketch;
    use crate::mid::op::ArithmeticKind::{Add, Mul, Sub};
    use crate::mid::print;

    #[test]
    fn sums_and_differences_with_a_product_fuse() {
        let mut s = Sketch::new();
        let (a, b, c) = (s.param_f32(), s.param_f32(), s.param_f32());
        let p = s.f32(Mul, a, b);
        let x = s.f32(Add, p, c);
        let q = s.f32(Mul, a, x);
        let y = s.f32(Sub, q, c);
        let r = s.f32(Mul, a, y);
        let z = s.f32(Sub, c, r);
        s.print_f32(z);
        let mut body = s.finish();
        super::run(&mut body);
        insta::assert_snapshot!(print::body(&body), @r#"
            entry(%0: float32, %1: float32, %2: float32)
              %3: float32 = Fma(%0, %1, %2) rounding_mode=Rn
              %4: float32 = Unary(%2) kind=Neg
              %5: float32 = Fma(%0, %3, %4) rounding_mode=Rn
              %6: float32 = Unary(%0) kind=Neg
              %7: float32 = Fma(%6, %5, %2) rounding_mode=Rn
              %8: token = Printf(%7) format="%f"
              Return()
        "#);
    }

    #[test]
    fn a_product_with_two_uses_or_used_twice_stays() {
        let mut s = Sketch::new();
        let (a, b, c) = (s.param_f32(), s.param_f32(), s.param_f32());
        let p = s.f32(Mul, a, b);
        let x = s.f32(Add, p, c);
        let y = s.f32(Add, p, b);
        let q = s.f32(Mul, x, y);
        let z = s.f32(Add, q, q);
        s.print_f32(z);
        let body = s.finish();
        let mut after = body.clone();
        super::run(&mut after);
        assert_eq!(print::body(&after), print::body(&body));
    }

    #[test]
    fn integers_stay() {
        let mut s = Sketch::new();
        let (a, b) = (s.param_i32(), s.param_i32());
        let p = s.mul(a, b);
        let x = s.add(p, b);
        s.assert_nonzero(x);
        let body = s.finish();
        let mut after = body.clone();
        super::run(&mut after);
        assert_eq!(print::body(&after), print::body(&body));
    }
}
