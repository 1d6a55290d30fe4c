//! Adds `AssumeDivBy` where views and pointers profit.
//!
//! Official `_passes/propagate_divby.py`. All parameters of blocks and all operands of views and
//! of loads and stores through pointers get one, as far as something is known; those nobody uses
//! are dropped later.

use super::dataflow::{Divisor, Fact, Facts};
use crate::mid::{BlockId, Body, Op, OpId, Var, VarMap};

/// Largest power of two that is told to the assembler.
const LARGEST: i64 = 1024;

/// See the module.
pub fn run(body: &mut Body, facts: &mut Facts) {
    let mut candidates = vec![false; body.vars.len()];
    body.traverse(body.root, &mut |_, operation| {
        if let Op::MakeTensorView { .. } | Op::LoadPointer { .. } | Op::StorePointer { .. } =
            operation.op
        {
            operation.op.for_each_operand(|v| {
                if let Some(candidate) = candidates.get_mut(v.index()) {
                    *candidate = true;
                }
            });
        }
    });
    let mut pass = Pass {
        facts,
        names: VarMap::default(),
        candidates,
    };
    pass.block(body, body.root);
}

struct Pass<'a> {
    facts: &'a mut Facts,
    names: VarMap,
    candidates: Vec<bool>,
}

impl Pass<'_> {
    fn block(&mut self, body: &mut Body, block: BlockId) {
        let mut out = Vec::new();
        for param in body.block(block).params.clone() {
            self.assume(body, param, &mut out);
        }
        for id in body.take_ops(block) {
            body.remap_operands(id, &self.names);
            out.push(id);
            for result in body.op(id).results.clone() {
                if self.candidates.get(result.index()) == Some(&true) {
                    self.assume(body, result, &mut out);
                }
            }
            for nested in body.op(id).op.blocks() {
                self.block(body, nested);
            }
        }
        body.block_mut(block).ops = out;
    }

    fn assume(&mut self, body: &mut Body, x: Var, out: &mut Vec<OpId>) {
        let fact = self.facts.get(x);
        // A known value says more than its divisor.
        if self.names.contains(x) || fact.const_value.is_some() {
            return;
        }
        let Some(divisor) = fact.div_by.power_of_two(LARGEST) else {
            return;
        };
        let result = body.var_like(x);
        let loc = body.var(x).loc.0;
        out.push(body.new_op(Op::AssumeDivBy { x, divisor }, vec![result], loc));
        self.names.set(x, result);
        let div_by = Divisor::of(divisor.into());
        self.facts.set(result, Fact { div_by, ..fact });
    }
}

#[cfg(test)]
mod tests {
    use crate::mid::build::Sketch;
    use crate::mid::print;
    use crate::passes::dataflow;

    #[test]
    fn operands_of_views_and_parameters_get_assumptions() {
        let mut s = Sketch::new();
        let array = s.param_array_f32(16);
        let n = s.param_i32();
        let sixteen = s.const_i32(16);
        let length = s.mul(n, sixteen);
        let unused = s.mul(n, sixteen);
        s.view_f32(array[0], length);
        s.assert_nonzero(unused);
        let (mut body, params) = s.finish_with_parameters();
        let mut facts = dataflow::analyse(&body, &params).unwrap();
        super::run(&mut body, &mut facts);
        insta::assert_snapshot!(print::body(&body), @r#"
            entry(%0: ptr<float32>, %1: int32, %2: int32, %3: int32)
              %4: ptr<float32> = AssumeDivBy(%0) divisor=16
              %5: int32 = AssumeDivBy(%1) divisor=16
              %6: int32 = TypedConst() value=Int(16)
              %7: int32 = Arithmetic(%3, %6) kind=Mul
              %8: int32 = AssumeDivBy(%7) divisor=16
              %9: int32 = Arithmetic(%3, %6) kind=Mul
              %10: int32 = TypedConst() value=Int(1)
              %11: Array[float32, rank 1] = MakeTensorView(%4, %8, %10)
              %12: int32 = TypedConst() value=Int(0)
              %13: bool_ = Compare(%9, %12) predicate=Ne
              Assert(%13) message="zero"
              Return()
        "#);
    }
}
