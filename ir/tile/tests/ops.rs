//! Typed views: every operation of the fixtures, field by field.

mod common;

use std::collections::BTreeSet;

use common::{fixture, fixtures};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module, OpId};
use cutile_ir::requirements::OPCODES;
use tileport_ir::bytecode::read;
use tileport_ir::ops::{Effect, Index, Op, ViewErrorKind, effect, is_terminator, view, walk};

fn find(module: &Module, opcode: Opcode) -> OpId {
    walk(module)
        .find(|s| module.op(s.op).opcode == opcode)
        .unwrap()
        .op
}

#[test]
fn operands_of_a_view_are_those_of_the_operation_in_order() {
    for f in fixtures() {
        let module = read(&f.bytes).unwrap().module;
        for step in walk(&module) {
            let op = view(&module, step.op).unwrap_or_else(|e| panic!("{}: {e}", f.name));
            let values: Vec<_> = op.operands().iter().map(|o| o.value).collect();
            assert_eq!(values, module.op(step.op).operands, "{}: {op:?}", f.name);
            assert_eq!(op.opcode(), module.op(step.op).opcode);
        }
    }
}

/// Only what no bytecode can hold in a body, and calls of foreign functions,
/// which the official encoder writes for preview builds only, are missing.
#[test]
fn the_fixtures_have_every_operation() {
    let mut seen = BTreeSet::new();
    for f in fixtures() {
        let module = read(&f.bytes).unwrap().module;
        seen.extend(walk(&module).map(|s| module.op(s.op).opcode.as_u16()));
    }
    let missing: Vec<_> = OPCODES
        .iter()
        .filter(|o| !seen.contains(&o.as_u16()))
        .collect();
    assert_eq!(
        missing,
        [&Opcode::Global, &Opcode::Module, &Opcode::PreviewCall]
    );
}

#[test]
fn what_an_old_version_leaves_out_has_its_meaning() {
    let old = read(&fixture("zoo-13.1").bytes).unwrap().module;
    let id = find(&old, Opcode::Exp);
    assert!(old.op(id).attributes.is_empty());
    let Op::Exp { rounding_mode, .. } = view(&old, id).unwrap() else {
        panic!("an exp");
    };
    assert_eq!(rounding_mode, cutile_ir::ir::RoundingMode::Full);

    let id = find(&old, Opcode::LoadViewTko);
    let Op::LoadViewTko {
        inbounds, index, ..
    } = view(&old, id).unwrap()
    else {
        panic!("a load");
    };
    assert_eq!(inbounds, vec![false; index.len()]);
}

#[test]
fn views_of_every_operation() {
    let module = read(&fixture("zoo-13.5").bytes).unwrap().module;
    let mut seen = BTreeSet::new();
    let mut text = String::new();
    for step in walk(&module) {
        let op = view(&module, step.op).unwrap();
        if !seen.insert(op.opcode().as_u16()) || matches!(op, Op::Constant { .. }) {
            continue;
        }
        let fields: Vec<_> = op
            .operands()
            .iter()
            .map(|o| match o.index {
                Some(i) => format!("{}[{i}]", o.name),
                None => o.name.to_owned(),
            })
            .chain(op.attributes().iter().map(|(n, a)| format!("{n}={a:?}")))
            .collect();
        text += &format!("{}: {}\n", op.opcode().name(), fields.join(", "));
    }
    insta::assert_snapshot!(text);
}

fn broken(change: impl FnOnce(&mut cutile_ir::ir::Operation)) -> ViewErrorKind {
    let mut module = read(&fixture("product-13.4").bytes).unwrap().module;
    let id = find(&module, Opcode::LoadViewTko);
    change(module.op_mut(id));
    view(&module, id).unwrap_err().kind
}

#[test]
fn operations_that_are_not_put_together_right_are_refused() {
    let name = "memory_ordering_semantics";
    assert_eq!(
        broken(|op| op.attributes.retain(|(n, _)| n != name)),
        ViewErrorKind::MissingAttribute { name }
    );
    assert_eq!(
        broken(|op| {
            op.attributes.retain(|(n, _)| n != name);
            op.attributes.push((name.into(), Attribute::i32(5)));
        }),
        ViewErrorKind::NotAValue { name, found: 5 }
    );
    assert_eq!(
        broken(|op| {
            op.attributes.retain(|(n, _)| n != name);
            op.attributes.push((name.into(), Attribute::Bool(true)));
        }),
        ViewErrorKind::WrongForm {
            name,
            expected: "an integer"
        }
    );
    assert_eq!(
        broken(|op| {
            op.operands.pop();
        }),
        ViewErrorKind::BadSegments
    );
    let mut module = read(&fixture("product-13.4").bytes).unwrap().module;
    let id = find(&module, Opcode::MmaF);
    module.op_mut(id).operands.pop();
    assert_eq!(
        view(&module, id).unwrap_err().to_string(),
        "operation mmaf: operand `acc` is missing"
    );
    let id = find(&module, Opcode::For);
    module.op_mut(id).regions.clear();
    assert_eq!(
        view(&module, id).unwrap_err().kind,
        ViewErrorKind::MissingRegion { name: "region" }
    );
}

#[test]
fn an_index_knows_results_users_and_parents() {
    let module = read(&fixture("product-13.4").bytes).unwrap().module;
    let index = Index::new(&module);
    let mma = find(&module, Opcode::MmaF);
    let [result] = index.results(mma) else {
        panic!("one result");
    };
    let [only] = index.users(*result) else {
        panic!("one user");
    };
    assert_eq!(module.op(only.op).opcode, Opcode::Continue);
    assert_eq!(only.operand, 0);
    let parent = index.parent(mma).unwrap();
    assert_eq!(module.op(parent).opcode, Opcode::For);
    assert_eq!(index.parent(parent), Some(module.functions[0]));
    assert_eq!(index.parent(module.functions[0]), None);
    let ids = find(&module, Opcode::GetTileBlockId);
    assert_eq!(index.results(ids).len(), 3);
    assert!(index.is_unused(index.results(ids)[2]));
}

#[test]
fn every_operation_has_one_class_of_effects() {
    for &opcode in OPCODES {
        let has_token = opcode.name().ends_with("_tko");
        let pure = matches!(effect(opcode), Effect::Pure | Effect::Fact | Effect::Fresh);
        assert!(!(has_token && pure), "{opcode:?}");
    }
    assert!(is_terminator(Opcode::Yield));
    assert!(!is_terminator(Opcode::If));
}
