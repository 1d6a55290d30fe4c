use cutile_ir::bytecode::Opcode;

use crate::normalise::testing::{
    Build, assert_different, assert_equivalent, before_and_after, kernel,
};

fn storing(
    value: impl FnOnce(&mut Build, &[cutile_ir::ir::Value]) -> cutile_ir::ir::Value,
) -> cutile_ir::ir::Module {
    kernel(&["4x8xptr<f32>", "f32", "8xf32"], |b, p| {
        let v = value(b, &p[1..]);
        b.store(p[0], v, None);
    })
}

#[test]
fn a_detour_becomes_one_reshape_and_one_broadcast() {
    let module = storing(|b, p| {
        let one = b.one(Opcode::Reshape, &[p[0]], "1xf32", &[]);
        let row = b.one(Opcode::Broadcast, &[one], "8xf32", &[]);
        let flat = b.one(Opcode::Reshape, &[row], "1x8xf32", &[]);
        b.one(Opcode::Broadcast, &[flat], "4x8xf32", &[])
    });
    let direct = storing(|b, p| {
        let one = b.one(Opcode::Reshape, &[p[0]], "1x1xf32", &[]);
        b.one(Opcode::Broadcast, &[one], "4x8xf32", &[])
    });
    assert_equivalent(&module, &direct);
    insta::assert_snapshot!(before_and_after(&module));
}

#[test]
fn different_elements_are_not_a_splat() {
    let along = |shape: &'static str| {
        storing(move |b, p| {
            let flat = b.one(Opcode::Reshape, &[p[1]], shape, &[]);
            b.one(Opcode::Broadcast, &[flat], "4x8xf32", &[])
        })
    };
    let row = along("1x8xf32");
    let scalar = storing(|b, p| {
        let one = b.one(Opcode::Reshape, &[p[0]], "1x1xf32", &[]);
        b.one(Opcode::Broadcast, &[one], "4x8xf32", &[])
    });
    assert_different(&row, &scalar);
}
