//! Drops `Assign`: uses of the new name become uses of the value.
//!
//! Official `_passes/eliminate_assign_ops.py`. Parts of aggregates keep naming what they named.

use crate::mid::{BlockId, Body, Op, VarMap};

/// See the module.
pub fn run(body: &mut Body) {
    let mut names = VarMap::default();
    walk(body, body.root, &mut names);
}

fn walk(body: &mut Body, block: BlockId, names: &mut VarMap) {
    let mut ops = body.take_ops(block);
    ops.retain(|&id| {
        body.remap_operands(id, names);
        let operation = body.op(id);
        if let Op::Assign { value } = operation.op {
            if let Some(&name) = operation.results.first() {
                names.set(name, value);
            }
            return false;
        }
        for nested in operation.op.blocks() {
            walk(body, nested, names);
        }
        true
    });
    body.block_mut(block).ops = ops;
}

#[cfg(test)]
mod tests {
    use crate::mid::build::Sketch;
    use crate::mid::{Op, print};

    /// `y = x; if c { z = y; use z }` becomes `if c { use x }`.
    #[test]
    fn chains_resolve_to_the_first_value() {
        let mut s = Sketch::new();
        let (c, x) = (s.param_bool(), s.param_i32());
        let y = s.i32(Op::Assign { value: x });
        s.branch(
            c,
            |s| {
                let z = s.i32(Op::Assign { value: y });
                s.assert_nonzero(z);
            },
            |_| {},
        );
        let mut body = s.finish();
        super::run(&mut body);
        insta::assert_snapshot!(print::body(&body), @r#"
            entry(%0: bool_, %1: int32)
              IfElse(%0)
              then()
                %2: int32 = TypedConst() value=Int(0)
                %3: bool_ = Compare(%1, %2) predicate=Ne
                Assert(%3) message="zero"
                EndBranch()
              else()
                EndBranch()
              Return()
        "#);
    }
}
