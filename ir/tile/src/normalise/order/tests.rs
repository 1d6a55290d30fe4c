use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::Module;

use super::{memory, reduced};
use crate::graph::Graph;
use crate::normalise::testing::{assert_different, assert_equivalent, kernel};

/// The reduced order, as `operation: what it comes after`, by number; `'` marks earlier iterations.
fn relation(module: &Module) -> String {
    let mut g = Graph::default();
    let unit = g.import(module).expect("well-formed");
    super::reduce(&mut g, &unit);
    let entry = unit.entries[0];
    let all = memory(&g, entry);
    let number = |n| all.iter().position(|&m| m == n).unwrap();
    let mut out = Vec::new();
    for (y, after) in reduced(&g, entry) {
        let after: Vec<String> = after
            .iter()
            .map(|a| format!("{}{}", number(a.node), "'".repeat(a.earlier.into())))
            .collect();
        let name = if g.node(y).opcode == Opcode::StorePtrTko {
            "store"
        } else {
            "load"
        };
        out.push(format!("{name} {}: [{}]", number(y), after.join(" ")));
    }
    out.join("; ")
}

#[test]
fn no_token_a_fresh_one_and_a_shared_one_are_the_same() {
    let loads = |how: usize| {
        kernel(&["ptr<f32>", "ptr<f32>"], |b, p| {
            let shared = (how == 1).then(|| b.token());
            let token = |b: &mut super::super::testing::Build| match how {
                0 => None,
                1 => shared,
                _ => Some(b.token()),
            };
            let t = token(b);
            let (x, _) = b.load(p[0], "f32", t);
            let t = token(b);
            b.store(p[1], x, t);
        })
    };
    assert_equivalent(&loads(0), &loads(1));
    assert_equivalent(&loads(1), &loads(2));
    assert_eq!(relation(&loads(1)), "load 0: []; store 1: []");
}

/// Load and store of one element, the store after the load or not.
fn in_place(ordered: bool, join: bool) -> Module {
    kernel(&["ptr<f32>"], |b, p| {
        let root = b.token();
        let (x, after) = b.load(p[0], "f32", Some(root));
        let token = match (ordered, join) {
            (true, true) => b.join(&[root, after]),
            (true, false) => after,
            (false, _) => root,
        };
        b.store(p[0], x, Some(token));
    })
}

#[test]
fn joins_count_for_what_they_order() {
    assert_equivalent(&in_place(true, true), &in_place(true, false));
    assert_different(&in_place(true, true), &in_place(false, false));
    assert_eq!(relation(&in_place(true, true)), "load 0: []; store 1: [0]");
}

#[test]
fn order_between_loads_does_not_count_but_what_it_passes_on_does() {
    let chain = |through: bool| {
        kernel(&["ptr<f32>", "f32"], |b, p| {
            let t = b.store(p[0], p[1], None);
            let (x, t1) = b.load(p[0], "f32", Some(t));
            let (y, t2) = b.load(p[0], "f32", Some(if through { t1 } else { t }));
            let sum = b.two(Opcode::AddF, x, y);
            let t3 = if through { t2 } else { b.join(&[t1, t2]) };
            b.store(p[0], sum, Some(t3));
        })
    };
    assert_equivalent(&chain(true), &chain(false));
    assert_eq!(
        relation(&chain(true)),
        "store 0: []; load 1: [0]; load 2: [0]; store 3: [1 2]"
    );
}

/// A loop that reads and writes one element: with the token carried, or not.
fn read_modify_write(carried: bool) -> Module {
    kernel(&["ptr<f32>"], |b, p| {
        let (zero, one, ten) = (b.int(0, "i32"), b.int(1, "i32"), b.int(10, "i32"));
        let root = b.token();
        let initial: Vec<_> = carried.then_some(root).into_iter().collect();
        let out = b.repeat([zero, ten, one], &initial, |b, _, c| {
            let before = c.first().copied().unwrap_or(root);
            let (x, t) = b.load(p[0], "f32", Some(before));
            let y = b.two(Opcode::AddF, x, x);
            let t = b.store(p[0], y, Some(t));
            carried.then_some(t).into_iter().collect()
        });
        let (x, t) = b.load(p[0], "f32", out.first().copied());
        b.store(p[0], x, Some(t));
    })
}

#[test]
fn carried_tokens_order_iterations() {
    assert_eq!(
        relation(&read_modify_write(true)),
        "load 0: [1']; store 1: [0 0']; load 2: [1]; store 3: [0 2]"
    );
    assert_eq!(
        relation(&read_modify_write(false)),
        "load 0: []; store 1: [0]; load 2: []; store 3: [2]"
    );
    assert_different(&read_modify_write(true), &read_modify_write(false));
}

#[test]
fn an_extra_carried_token_changes_nothing() {
    let twice = kernel(&["ptr<f32>"], |b, p| {
        let (zero, one, ten) = (b.int(0, "i32"), b.int(1, "i32"), b.int(10, "i32"));
        let root = b.token();
        let out = b.repeat([zero, ten, one], &[root, root], |b, _, c| {
            let before = b.join(&[c[0], c[1]]);
            let (x, t) = b.load(p[0], "f32", Some(before));
            let y = b.two(Opcode::AddF, x, x);
            let t = b.store(p[0], y, Some(t));
            vec![t, t]
        });
        let (x, t) = b.load(p[0], "f32", Some(out[1]));
        b.store(p[0], x, Some(t));
    });
    assert_equivalent(&twice, &read_modify_write(true));
}

/// A store in a branch, and a load after it.
fn branch(yield_token: bool, else_joins: bool) -> Module {
    kernel(&["ptr<f32>", "f32", "i1"], |b, p| {
        let root = b.token();
        let out = b.branch(
            p[2],
            &["token"],
            |b| {
                let t = b.store(p[0], p[1], Some(root));
                vec![if yield_token { t } else { root }]
            },
            |b| {
                vec![if else_joins {
                    b.join(&[root, root])
                } else {
                    root
                }]
            },
        );
        let (x, t) = b.load(p[0], "f32", Some(out[0]));
        b.store(p[0], x, Some(t));
    })
}

#[test]
fn a_branch_orders_what_ran_in_it() {
    assert_eq!(
        relation(&branch(true, false)),
        "store 0: []; load 1: [0]; store 2: [1]"
    );
    assert_equivalent(&branch(true, true), &branch(true, false));
    assert_different(&branch(true, false), &branch(false, false));
}

#[test]
fn the_normal_form_keeps_the_order_when_it_is_normalised_again() {
    let module = read_modify_write(true);
    let once = crate::normalise::normalise(&module).expect("well-formed");
    let twice = crate::normalise::normalise(&once).expect("well-formed");
    assert!(
        crate::compare::identical(&once, &twice)
            .expect("well-formed")
            .holds()
    );
    let lost = crate::normalise::normalise(&read_modify_write(false)).expect("well-formed");
    assert!(
        !crate::compare::identical(&once, &lost)
            .expect("well-formed")
            .holds()
    );
}
