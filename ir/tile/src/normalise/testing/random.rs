//! Random kernels: any list of steps gives a well-formed module in which everything is used.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module, Value};
use proptest::prelude::*;

use super::{Build, kernel};

/// One step, with places of earlier values to work on (taken modulo their number).
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Constant(i8),
    Binary(u8, u8, u8),
    Select(u8, u8, u8),
    Load(bool, u8),
    Store(bool, u8, u8),
    Assume(u8, u8),
    Loop(Vec<Step>, u8, u8),
    Branch(Vec<Step>, Vec<Step>, u8, u8),
}

pub(crate) fn steps() -> impl Strategy<Value = Vec<Step>> {
    let leaf = prop_oneof![
        2 => any::<i8>().prop_map(Step::Constant),
        6 => any::<(u8, u8, u8)>().prop_map(|(o, a, b)| Step::Binary(o, a, b)),
        1 => any::<(u8, u8, u8)>().prop_map(|(a, b, c)| Step::Select(a, b, c)),
        2 => any::<(bool, u8)>().prop_map(|(p, a)| Step::Load(p, a)),
        2 => any::<(bool, u8, u8)>().prop_map(|(p, a, b)| Step::Store(p, a, b)),
        1 => (0u8..2, any::<u8>()).prop_map(|(f, a)| Step::Assume(f, a)),
    ];
    let step = leaf.prop_recursive(3, 24, 6, |inner| {
        let list = prop::collection::vec(inner, 0..6);
        prop_oneof![
            any::<(u8, u8)>()
                .prop_flat_map({
                    let list = list.clone();
                    move |(a, b)| (list.clone(), Just(a), Just(b))
                })
                .prop_map(|(s, a, b)| Step::Loop(s, a, b)),
            (list.clone(), list, any::<u8>(), any::<u8>())
                .prop_map(|(s, t, a, b)| Step::Branch(s, t, a, b)),
        ]
    });
    prop::collection::vec(step, 1..24)
}

/// The kernel of some steps: two pointers, two integers and a condition, one token chain for each
/// pointer; the last values are stored so that they are used.
pub(crate) fn module(steps: &[Step]) -> Module {
    kernel(&["ptr<i32>", "ptr<i32>", "i32", "i32", "i1"], |b, p| {
        let root = b.token();
        let mut state = State {
            pointers: [p[0], p[1]],
            condition: p[4],
            values: vec![p[2], p[3]],
            tokens: [root, root],
        };
        state.run(b, steps);
        let end = state.values.len();
        let last = state.values[end.saturating_sub(3)..].to_vec();
        for v in last {
            state.tokens[0] = b.store(p[0], v, Some(state.tokens[0]));
        }
    })
}

#[derive(Clone)]
struct State {
    pointers: [Value; 2],
    condition: Value,
    values: Vec<Value>,
    tokens: [Value; 2],
}

impl State {
    fn at(&self, i: u8) -> Value {
        self.values[usize::from(i) % self.values.len()]
    }

    fn run(&mut self, b: &mut Build, steps: &[Step]) {
        for step in steps {
            self.step(b, step);
        }
    }

    fn step(&mut self, b: &mut Build, step: &Step) {
        match step {
            Step::Constant(v) => {
                let v = b.int(i64::from(*v), "i32");
                self.values.push(v);
            }
            Step::Binary(o, x, y) => {
                let opcodes = [
                    Opcode::AddI,
                    Opcode::SubI,
                    Opcode::MulI,
                    Opcode::MaxI,
                    Opcode::MinI,
                    Opcode::XOrI,
                    Opcode::DivI,
                    Opcode::RemI,
                ];
                let opcode = opcodes[usize::from(*o) % opcodes.len()];
                let v = b.two(opcode, self.at(*x), self.at(*y));
                self.values.push(v);
            }
            Step::Select(x, y, z) => {
                let c = b.compare(i64::from(x % 6), self.at(*x), self.at(*y));
                let v = b.one(Opcode::Select, &[c, self.at(*y), self.at(*z)], "i32", &[]);
                self.values.push(v);
            }
            Step::Load(p, i) => {
                let side = usize::from(*p);
                let at = self.pointer(b, side, *i);
                let (v, t) = b.load(at, "i32", Some(self.tokens[side]));
                self.tokens[side] = b.join(&[self.tokens[side], t]);
                self.values.push(v);
            }
            Step::Store(p, i, v) => {
                let side = usize::from(*p);
                let at = self.pointer(b, side, *i);
                self.tokens[side] = b.store(at, self.at(*v), Some(self.tokens[side]));
            }
            Step::Assume(f, x) => {
                let predicate = match f {
                    0 => Attribute::DivBy(cutile_ir::ir::DivBy {
                        divisor: 8,
                        every: None,
                        along: None,
                    }),
                    _ => Attribute::Bounded(cutile_ir::ir::Bounded {
                        lb: Some(0),
                        ub: None,
                    }),
                };
                let v = b.assume(self.at(*x), predicate);
                self.values.push(v);
            }
            Step::Loop(body, x, y) => self.repeat(b, body, *x, *y),
            Step::Branch(yes, no, x, y) => self.branch(b, yes, no, *x, *y),
        }
    }

    fn pointer(&self, b: &mut Build, side: usize, i: u8) -> Value {
        b.one(
            Opcode::Offset,
            &[self.pointers[side], self.at(i)],
            "ptr<i32>",
            &[],
        )
    }

    fn repeat(&mut self, b: &mut Build, body: &[Step], x: u8, y: u8) {
        let (zero, one) = (b.int(0, "i32"), b.int(1, "i32"));
        let end = self.at(x);
        let initial = [self.at(y), end, self.tokens[0], self.tokens[1]];
        let state = self.clone();
        let out = b.repeat([zero, end, one], &initial, |b, i, c| {
            let mut inner = state;
            inner.values.extend([i, c[0], c[1]]);
            inner.tokens = [c[2], c[3]];
            inner.run(b, body);
            let last = *inner.values.last().unwrap();
            vec![last, c[0], inner.tokens[0], inner.tokens[1]]
        });
        self.values.extend([out[1], out[0]]);
        self.tokens = [out[2], out[3]];
    }

    fn branch(&mut self, b: &mut Build, yes: &[Step], no: &[Step], x: u8, y: u8) {
        let condition = match x % 3 {
            0 => self.condition,
            _ => b.compare(2, self.at(x), self.at(y)),
        };
        let side = |state: State, steps: Vec<Step>| {
            move |b: &mut Build| {
                let mut state = state;
                state.run(b, &steps);
                let last = *state.values.last().unwrap();
                vec![last, state.tokens[0], state.tokens[1]]
            }
        };
        let out = b.branch(
            condition,
            &["i32", "token", "token"],
            side(self.clone(), yes.to_vec()),
            side(self.clone(), no.to_vec()),
        );
        self.values.push(out[0]);
        self.tokens = [out[1], out[2]];
    }
}
