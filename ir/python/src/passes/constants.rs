//! Replaces variables that the analysis proved constant.
//!
//! Official `_passes/materialize_constants.py`. The constants stand at the front of the body, in
//! the order in which the variables are defined; those nobody uses are dropped later.

use super::dataflow::Facts;
use crate::dtype::Dtype;
use crate::mid::{Body, Const, Op, VarMap};

/// See the module.
pub fn run(body: &mut Body, facts: &mut Facts) {
    let mut defined = Vec::new();
    body.defined_vars_into(body.root, &mut defined);
    let mut names = VarMap::default();
    let mut ops = Vec::new();
    for var in defined {
        let fact = facts.get(var);
        let Some(value) = fact.const_value.filter(|_| body.constant(var).is_none()) else {
            continue;
        };
        let boolean = body.tile(var).and_then(|t| t.dtype()) == Some(Dtype::Bool);
        let value = if boolean {
            Const::Bool(value != 0)
        } else {
            Const::Int(value)
        };
        let constant = body.clone_mapped(var, &mut names);
        facts.set(constant, fact);
        let loc = body.var(var).loc.0;
        ops.push(body.new_op(Op::TypedConst { value }, vec![constant], loc));
    }
    for id in body.traversal(body.root) {
        body.remap_operands(id, &names);
    }
    ops.append(&mut body.block_mut(body.root).ops);
    body.block_mut(body.root).ops = ops;
}

#[cfg(test)]
mod tests {
    use crate::mid::build::Sketch;
    use crate::mid::print;
    use crate::passes::dataflow;

    /// Both branches give 4, which lowering does not see when the branches' variables differ.
    #[test]
    fn a_result_that_is_the_same_on_all_paths_is_a_constant() {
        let mut s = Sketch::new();
        let c = s.param_bool();
        let four = s.const_i32(4);
        let x = s.choose(c, |_| four, |_| four);
        s.assert_nonzero(x);
        let mut body = s.finish();
        let mut facts = dataflow::analyse(&body, &[]).unwrap();
        super::run(&mut body, &mut facts);
        insta::assert_snapshot!(print::body(&body), @r#"
            entry(%0: bool_)
              %1: int32 = TypedConst() value=Int(4)
              %2: int32 = TypedConst() value=Int(4)
              %3: int32 = IfElse(%0)
              then()
                EndBranch(%2)
              else()
                EndBranch(%2)
              %4: int32 = TypedConst() value=Int(0)
              %5: bool_ = Compare(%1, %4) predicate=Ne
              Assert(%5) message="zero"
              Return()
        "#);
    }
}
