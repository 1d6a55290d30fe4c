//! Copies partition views back to their uses, before bytecode 13.3.
//!
//! Official `_passes/unhoist_partition_views.py`. Older assemblers want a view in the block of
//! the operation that uses it.

use crate::mid::{BlockId, Body, Op, OpId, Var, VarMap};

/// See the module.
pub fn run(body: &mut Body) {
    let mut definitions = vec![None; body.vars.len()];
    walk(body, body.root, &mut definitions);
}

/// The operation that defines a variable and the block it stands in.
type Definition = Option<(OpId, BlockId)>;

fn walk(body: &mut Body, block: BlockId, definitions: &mut Vec<Definition>) {
    let mut out = Vec::new();
    for id in body.take_ops(block) {
        if let Some(view) = used_view(&body.op(id).op)
            && let Some((definition, home)) = definitions.get(view.index()).copied().flatten()
            && home != block
            && matches!(body.op(definition).op, Op::MakePartitionView { .. })
        {
            let mut names = VarMap::default();
            out.push(body.clone_op(definition, &mut names));
            replace_view(&mut body.op_mut(id).op, names.get(view));
        }
        for nested in body.op(id).op.blocks() {
            walk(body, nested, definitions);
        }
        out.push(id);
        for &result in &body.op(id).results {
            if let Some(slot) = definitions.get_mut(result.index()) {
                *slot = Some((id, block));
            }
        }
    }
    body.block_mut(block).ops = out;
}

fn used_view(op: &Op) -> Option<Var> {
    match op {
        Op::TileLoad { view, .. } | Op::TileStore { view, .. } | Op::NumTiles { view } => {
            Some(*view)
        }
        _ => None,
    }
}

fn replace_view(op: &mut Op, new: Var) {
    match op {
        Op::TileLoad { view, .. } | Op::TileStore { view, .. } | Op::NumTiles { view } => {
            *view = new;
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::mid::build::Sketch;
    use crate::mid::print;

    #[test]
    fn a_view_from_outside_the_loop_is_copied_into_it() {
        let mut s = Sketch::new();
        let a = s.param_array_f32(1);
        let n = s.param_i32();
        let view = s.partition(&a);
        s.counted(n, &[], |s, i, _| {
            let x = s.load(view, i);
            s.store(view, i, x);
            vec![]
        });
        let mut body = s.finish();
        super::run(&mut body);
        insta::assert_snapshot!(print::body(&body), @r"
            entry(%0: ptr<float32>, %1: int32, %2: int32, %3: int32)
              %4: int32 = TypedConst() value=Int(1)
              %5: Array[float32, rank 1] = MakeTensorView(%0, %1, %4)
              %6: PartitionView[(16,)] = MakePartitionView(%5)
              %7: int32 = TypedConst() value=Int(0)
              %8: int32 = TypedConst() value=Int(1)
              Loop(%7, %3, %8)
              do(%9: int32)
                %10: PartitionView[(16,)] = MakePartitionView(%5)
                %11: float32[16], %12: token = TileLoad(%10, %9) memory_order=Weak
                %13: PartitionView[(16,)] = MakePartitionView(%5)
                %14: token = TileStore(%13, %9, %11) memory_order=Weak
                Continue()
              Return()
        ");
    }
}
