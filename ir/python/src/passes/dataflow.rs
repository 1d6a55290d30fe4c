//! What is known of each variable: alias set, divisibility, scalar constant.
//!
//! Official `_passes/dataflow_analysis.py`. Facts only ever weaken; the body is walked until none
//! does. Of a divisor only its power of two is kept: nothing later asks for more, and sums and
//! products of values keep it exact.

use crate::diagnostic::{Error, Result};
use crate::dtype::{Dtype, Element};
use crate::mid::types::TileType;
use crate::mid::{BlockId, Body, Const, Op, OpId, Operation, Var};
use crate::specialise::{ArrayFacts, Parameter};
use std::collections::HashMap;

/// Set of storage a pointer may point into: one bit an alias group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AliasSet(pub u128);

impl AliasSet {
    /// Everything.
    pub const UNIVERSE: AliasSet = AliasSet(u128::MAX);

    /// Whether both sets have storage in common.
    pub fn overlaps(self, other: AliasSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether it is exactly one group.
    pub fn is_single(self) -> bool {
        self.0.count_ones() <= 1
    }
}

/// Power of two that divides a value; 0 is divisible by every one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Divisor(u8);

impl Divisor {
    /// Nothing is known.
    pub const ONE: Divisor = Divisor(0);
    const OF_ZERO: Divisor = Divisor(u8::MAX);
    const LARGEST: u8 = 127;

    /// That of a known value.
    pub fn of(value: i128) -> Divisor {
        match value {
            0 => Divisor::OF_ZERO,
            v => Divisor(v.trailing_zeros() as u8),
        }
    }

    /// What divides both values.
    pub fn common(self, other: Divisor) -> Divisor {
        Divisor(self.0.min(other.0))
    }

    /// What divides the product.
    pub fn times(self, other: Divisor) -> Divisor {
        if self == Divisor::OF_ZERO || other == Divisor::OF_ZERO {
            Divisor::OF_ZERO
        } else {
            Divisor(self.0.saturating_add(other.0).min(Divisor::LARGEST))
        }
    }

    /// The power of two, at most `limit`, if it says anything: more than 1, and not that the
    /// value is 0.
    pub fn power_of_two(self, limit: i64) -> Option<i64> {
        let shift = u32::from(self.0).min(limit.max(1).ilog2());
        (self != Divisor::OF_ZERO && shift > 0).then(|| 1i64 << shift)
    }
}

/// What is known of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact {
    /// Storage it may point into.
    pub alias_set: AliasSet,
    /// Power of two that divides its value; bytes for pointers.
    pub div_by: Divisor,
    /// Whether two indices may meet in one element.
    pub may_alias_internally: bool,
    /// Its value, for integer and boolean scalars.
    pub const_value: Option<i128>,
}

impl Fact {
    /// Nothing is known.
    pub const NOTHING: Fact = Fact {
        alias_set: AliasSet::UNIVERSE,
        div_by: Divisor::ONE,
        may_alias_internally: true,
        const_value: None,
    };

    /// What holds for either of two values.
    fn either(self, other: Fact) -> Fact {
        Fact {
            alias_set: AliasSet(self.alias_set.0 | other.alias_set.0),
            div_by: self.div_by.common(other.div_by),
            may_alias_internally: self.may_alias_internally | other.may_alias_internally,
            const_value: self.const_value.filter(|v| other.const_value == Some(*v)),
        }
    }

    fn divided(div_by: Divisor) -> Fact {
        Fact {
            div_by,
            ..Fact::NOTHING
        }
    }
}

/// Facts by variable.
#[derive(Debug, Clone, Default)]
pub struct Facts(pub Vec<Option<Fact>>);

impl Facts {
    /// What is known of a variable.
    pub fn get(&self, var: Var) -> Fact {
        self.known(var).unwrap_or(Fact::NOTHING)
    }

    fn known(&self, var: Var) -> Option<Fact> {
        self.0.get(var.index()).copied().flatten()
    }

    /// Records what is known of a variable.
    pub fn set(&mut self, var: Var, fact: Fact) {
        if self.0.len() <= var.index() {
            self.0.resize(var.index() + 1, None);
        }
        if let Some(slot) = self.0.get_mut(var.index()) {
            *slot = Some(fact);
        }
    }
}

/// A parameter that is passed at run time: its entry parameters (base pointer, sizes, strides
/// for an array; base pointer and length for a list) and what the launch says about it.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryParameter {
    /// Entry parameters.
    pub vars: Vec<Var>,
    /// Facts of the launch.
    pub facts: Parameter,
}

/// Analyses a body to a fixed point.
///
/// # Errors
/// More alias groups than a set can hold.
pub fn analyse(body: &Body, params: &[EntryParameter]) -> Result<Facts> {
    let mut state = State::new(body);
    let mut groups = Groups::default();
    for param in params {
        state.parameter(&param.facts, &param.vars, &mut groups)?;
    }
    loop {
        state.changed = false;
        state.block(body, body.root, Around::default());
        if !state.changed {
            return Ok(state.facts);
        }
    }
}

/// Bits of alias groups.
#[derive(Default)]
struct Groups {
    next: u32,
    named: HashMap<String, u128>,
}

impl Groups {
    /// No group means storage of its own.
    fn set(&mut self, names: &[String]) -> Result<AliasSet> {
        if names.is_empty() {
            return self.bit().map(AliasSet);
        }
        let mut set = 0;
        for name in names {
            set |= match self.named.get(name) {
                Some(bit) => *bit,
                None => {
                    let bit = self.bit()?;
                    self.named.insert(name.clone(), bit);
                    bit
                }
            };
        }
        Ok(AliasSet(set))
    }

    fn bit(&mut self) -> Result<u128> {
        // The highest bit stays clear, so that no union reads as the universe.
        if self.next >= u128::BITS - 1 {
            return Err(Error::limit("too many arrays with storage of their own")
                .help("pass fewer arrays, or put some in one alias group"));
        }
        self.next += 1;
        Ok(1 << (self.next - 1))
    }
}

/// What is around an operation: the loop its jumps belong to, and what its block's terminator
/// gives values to.
#[derive(Clone, Copy, Default)]
struct Around {
    in_loop: Option<OpId>,
    target: Option<OpId>,
}

struct State {
    facts: Facts,
    /// For base pointers of lists: which entry of `elements` describes an array of the list.
    /// Entry 0 says nothing.
    element_of: Vec<Option<u32>>,
    elements: Vec<Vec<Fact>>,
    changed: bool,
}

impl State {
    fn new(body: &Body) -> State {
        State {
            facts: Facts(vec![None; body.vars.len()]),
            element_of: vec![None; body.vars.len()],
            elements: vec![Vec::new()],
            changed: false,
        }
    }

    fn parameter(&mut self, facts: &Parameter, vars: &[Var], groups: &mut Groups) -> Result<usize> {
        match facts {
            Parameter::Constant(_) => Ok(0),
            Parameter::Scalar(_) => {
                vars.iter()
                    .take(1)
                    .for_each(|v| self.set(*v, Fact::NOTHING));
                Ok(1)
            }
            Parameter::Array(array) => {
                let facts = array_facts(array, groups.set(&array.alias_groups)?);
                for (var, fact) in vars.iter().zip(&facts) {
                    self.set(*var, *fact);
                }
                Ok(facts.len())
            }
            Parameter::List {
                element,
                alias_groups,
                elements_may_alias,
            } => {
                let base = Fact {
                    alias_set: groups.set(alias_groups)?,
                    may_alias_internally: *elements_may_alias,
                    ..Fact::NOTHING
                };
                let element = array_facts(element, groups.set(&element.alias_groups)?);
                if let [base_ptr, length, ..] = vars {
                    self.update(*base_ptr, base);
                    let number = self.elements.len() as u32;
                    self.elements.push(element);
                    self.update_element(*base_ptr, number);
                    self.set(*length, Fact::NOTHING);
                }
                Ok(2)
            }
            Parameter::Tuple(items) => {
                let mut taken = 0;
                for item in items {
                    let rest = vars.get(taken..).unwrap_or_default();
                    taken += self.parameter(item, rest, groups)?;
                }
                Ok(taken)
            }
        }
    }

    /// Records one more value that a variable may have.
    fn update(&mut self, var: Var, fact: Fact) {
        let new = match self.facts.known(var) {
            None => fact,
            Some(old) => {
                let new = old.either(fact);
                if new == old {
                    return;
                }
                new
            }
        };
        self.changed = true;
        self.facts.set(var, new);
    }

    fn update_element(&mut self, var: Var, number: u32) {
        let Some(&old) = self.element_of.get(var.index()) else {
            return;
        };
        let new = match old {
            None => number,
            Some(old) => {
                let new = self.unify_elements(old, number);
                if new == old {
                    return;
                }
                new
            }
        };
        self.changed = true;
        if let Some(slot) = self.element_of.get_mut(var.index()) {
            *slot = Some(new);
        }
    }

    fn unify_elements(&mut self, a: u32, b: u32) -> u32 {
        if a == b || a == 0 {
            return a;
        }
        let get = |i: u32| self.elements.get(i as usize).map_or(&[][..], Vec::as_slice);
        let both: Vec<Fact> = get(a)
            .iter()
            .zip(get(b))
            .map(|(x, y)| x.either(*y))
            .collect();
        if both == get(a) {
            return a;
        }
        if both.iter().all(|f| *f == Fact::NOTHING) {
            return 0;
        }
        self.elements.push(both);
        self.elements.len() as u32 - 1
    }

    /// Records a value that points to no list.
    fn set(&mut self, var: Var, fact: Fact) {
        self.update(var, fact);
        self.update_element(var, 0);
    }

    fn propagate(&mut self, from: Var, to: Var) {
        self.update(to, self.facts.get(from));
        let element = self.element_of.get(from.index()).copied().flatten();
        self.update_element(to, element.unwrap_or(0));
    }

    fn propagate_all(&mut self, from: &[Var], to: &[Var]) {
        for (from, to) in from.iter().zip(to) {
            self.propagate(*from, *to);
        }
    }

    fn block(&mut self, body: &Body, block: BlockId, around: Around) {
        for &id in &body.block(block).ops {
            self.operation(body, id, around);
        }
    }

    fn operation(&mut self, body: &Body, id: OpId, around: Around) {
        let Operation { op, results, .. } = body.op(id);
        let result = results.first().copied();
        match op {
            Op::Assign { value: x }
            | Op::ForeignPointerCast { pointer: x }
            | Op::Broadcast { x }
            | Op::Reshape { x }
            | Op::Permute { x, .. }
            | Op::AssumeBounded { x, .. } => {
                if let Some(result) = result {
                    self.propagate(*x, result);
                }
            }
            Op::AssumeDivBy { x, divisor } => {
                if let Some(result) = result {
                    let fact = Fact {
                        div_by: Divisor::of((*divisor).into()),
                        ..self.facts.get(*x)
                    };
                    self.update(result, fact);
                    let element = self.element_of.get(x.index()).copied().flatten();
                    self.update_element(result, element.unwrap_or(0));
                }
            }
            Op::GetArrayListItem { x, .. } => {
                let list = body
                    .aggregate(*x)
                    .and_then(|parts| parts.0.first().copied());
                let element = list
                    .and_then(|list| self.element_of.get(list.index()).copied().flatten())
                    .unwrap_or(0) as usize;
                for (i, var) in results.iter().enumerate() {
                    let known = self.elements.get(element).and_then(|e| e.get(i)).copied();
                    self.set(*var, known.unwrap_or(Fact::NOTHING));
                }
            }
            Op::PointerOffset { pointer, offset } => {
                let fact = self.offset(body, *pointer, *offset);
                result.into_iter().for_each(|r| self.set(r, fact));
            }
            Op::AsType { x, .. } => {
                if let (Some(result), Some(from)) = (result, body.tile(*x)) {
                    let to = body.tile(result).unwrap_or(from);
                    let fact = convert(self.facts.get(*x), from, to);
                    self.set(result, fact);
                }
            }
            Op::TypedConst { value } => {
                if let Some(result) = result {
                    let scalar = body.tile(result).is_some_and(|t| t.is_scalar());
                    self.set(result, constant(value, scalar));
                }
            }
            Op::Arithmetic { lhs, rhs, kind, .. } => {
                let (x, y) = (self.facts.get(*lhs).div_by, self.facts.get(*rhs).div_by);
                if let Some(result) = result {
                    let div_by = if is_integral(body, result) {
                        arithmetic_divisor(*kind, x, y)
                    } else {
                        Divisor::ONE
                    };
                    self.set(result, Fact::divided(div_by));
                }
            }
            Op::Unary { operand, kind, .. } => {
                use crate::mid::op::UnaryKind::{Abs, Neg};
                let x = self.facts.get(*operand).div_by;
                if let Some(result) = result {
                    let keeps = matches!(kind, Abs | Neg) && is_integral(body, result);
                    let div_by = if keeps { x } else { Divisor::ONE };
                    self.set(result, Fact::divided(div_by));
                }
            }
            Op::Loop { .. } => self.enter_loop(body, id),
            Op::Continue { values } | Op::Break { values } => {
                if let Some(id) = around.in_loop {
                    let passes = matches!(op, Op::Continue { .. });
                    self.jump(body, id, values, passes);
                }
            }
            Op::IfElse {
                then_block,
                else_block,
                ..
            } => {
                let inside = Around {
                    target: Some(id),
                    ..around
                };
                self.block(body, *then_block, inside);
                self.block(body, *else_block, inside);
            }
            Op::EndBranch { outputs } => {
                if let Some(target) = around.target {
                    self.propagate_all(outputs, &body.op(target).results);
                }
            }
            Op::Reduce { body: inner, .. } | Op::Scan { body: inner, .. } => {
                for param in &body.block(*inner).params {
                    self.set(*param, Fact::NOTHING);
                }
                let inside = Around {
                    in_loop: None,
                    target: Some(id),
                };
                self.block(body, *inner, inside);
            }
            _ => results.iter().for_each(|r| self.set(*r, Fact::NOTHING)),
        }
    }

    fn offset(&self, body: &Body, pointer: Var, offset: Var) -> Fact {
        let base = self.facts.get(pointer);
        let Some(ty) = body.tile(pointer) else {
            return Fact::divided(Divisor::ONE);
        };
        // Tiles of addresses are left to the assembler.
        if ty.shape.iter().any(|&size| size != 1) {
            return Fact {
                div_by: Divisor::ONE,
                ..base
            };
        }
        let bits = match ty.element {
            Element::Pointer(d) | Element::ForeignPointer(d) | Element::Scalar(d) => d.bits(),
        };
        let step = if bits % 8 == 0 {
            let bytes = Divisor::of((bits / 8).into());
            self.facts.get(offset).div_by.times(bytes)
        } else {
            Divisor::ONE
        };
        Fact {
            div_by: base.div_by.common(step),
            ..base
        }
    }

    fn enter_loop(&mut self, body: &Body, id: OpId) {
        let Operation {
            op:
                Op::Loop {
                    range,
                    initial_values,
                    body: inner,
                },
            results,
            ..
        } = body.op(id)
        else {
            return;
        };
        let params = &body.block(*inner).params;
        if range.is_some() {
            params
                .iter()
                .take(1)
                .for_each(|v| self.set(*v, Fact::NOTHING));
        }
        let carried = params
            .get(usize::from(range.is_some())..)
            .unwrap_or_default();
        self.propagate_all(initial_values, carried);
        // A counted loop may run no iteration at all.
        if range.is_some() {
            self.propagate_all(initial_values, results);
        }
        let inside = Around {
            in_loop: Some(id),
            target: None,
        };
        self.block(body, *inner, inside);
    }

    fn jump(&mut self, body: &Body, id: OpId, values: &[Var], passes: bool) {
        let Operation {
            op: Op::Loop {
                range, body: inner, ..
            },
            results,
            ..
        } = body.op(id)
        else {
            return;
        };
        if passes {
            let params = &body.block(*inner).params;
            let carried = params
                .get(usize::from(range.is_some())..)
                .unwrap_or_default();
            self.propagate_all(values, carried);
        }
        if range.is_some() || !passes {
            self.propagate_all(values, results);
        }
    }
}

fn is_integral(body: &Body, var: Var) -> bool {
    let dtype = body.tile(var).and_then(|t| t.dtype());
    dtype.is_some_and(Dtype::is_integral)
}

fn arithmetic_divisor(kind: crate::mid::op::ArithmeticKind, x: Divisor, y: Divisor) -> Divisor {
    use crate::mid::op::ArithmeticKind::{Add, Mul, Sub};
    match kind {
        Add | Sub => x.common(y),
        Mul => x.times(y),
        _ => Divisor::ONE,
    }
}

fn constant(value: &Const, scalar: bool) -> Fact {
    match value.as_int() {
        Some(v) => Fact {
            const_value: scalar.then_some(v),
            ..Fact::divided(Divisor::of(v))
        },
        None => Fact::NOTHING,
    }
}

/// Between integer types a value keeps its residue modulo the width; others keep nothing.
fn convert(fact: Fact, from: TileType, to: TileType) -> Fact {
    let integral = |t: TileType| t.dtype().filter(|d| d.is_integral());
    let (Some(_), Some(to)) = (integral(from), integral(to)) else {
        return Fact {
            div_by: Divisor::ONE,
            const_value: None,
            ..fact
        };
    };
    Fact {
        div_by: fact.div_by.common(Divisor(to.bits() as u8)),
        const_value: fact.const_value.map(|v| wrap(v, to)),
        ..fact
    }
}

/// A value as an integer type holds it.
fn wrap(value: i128, dtype: Dtype) -> i128 {
    let unused = 128 - dtype.bits();
    if dtype.is_signed() {
        value << unused >> unused
    } else {
        ((value as u128) << unused >> unused) as i128
    }
}

/// Base pointer, sizes, strides.
fn array_facts(array: &ArrayFacts, alias_set: AliasSet) -> Vec<Fact> {
    let mut out = vec![Fact {
        alias_set,
        div_by: Divisor::of(array.base_addr_divisible_by.into()),
        may_alias_internally: array.may_alias_internally,
        const_value: None,
    }];
    let sizes = array.shape_constant.iter().zip(&array.shape_divisible_by);
    let strides = array.stride_constant.iter().zip(&array.stride_divisible_by);
    for (fixed, div_by) in sizes.chain(strides) {
        out.push(Fact {
            const_value: fixed.map(i128::from),
            ..Fact::divided(Divisor::of(fixed.unwrap_or(*div_by).into()))
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mid::build::Sketch;

    fn power(facts: &Facts, var: Var) -> Option<i64> {
        facts.get(var).div_by.power_of_two(1024)
    }

    #[test]
    fn divisors_follow_sums_and_products() {
        let of = Divisor::of;
        assert_eq!(of(48).power_of_two(1024), Some(16));
        assert_eq!(of(48).common(of(0)).power_of_two(1024), Some(16));
        assert_eq!(of(48).times(of(4)).power_of_two(1024), Some(64));
        assert_eq!(of(48).times(of(0)).power_of_two(1024), None);
        assert_eq!(of(1 << 20).power_of_two(1024), Some(1024));
        assert_eq!(of(3).power_of_two(1024), None);
        assert_eq!(of(-8).power_of_two(1024), Some(8));
    }

    #[test]
    fn a_loop_weakens_what_it_carries() {
        let mut s = Sketch::new();
        let n = s.param_i32();
        let start = s.const_i32(64);
        let step = s.const_i32(24);
        let mut inside = Vec::new();
        let after = s.counted(n, &[start], |s, _, carried| {
            inside.push(carried[0]);
            vec![s.add(carried[0], step)]
        });
        let body = s.finish();
        let facts = analyse(&body, &[]).unwrap();
        assert_eq!(power(&facts, start), Some(64));
        assert_eq!(facts.get(start).const_value, Some(64));
        assert_eq!(power(&facts, inside[0]), Some(8));
        assert_eq!(power(&facts, after[0]), Some(8));
        assert_eq!(facts.get(after[0]).const_value, None);
    }

    #[test]
    fn parameters_get_a_bit_each_and_groups_share() {
        let array = |groups: &[&str]| {
            Parameter::Array(ArrayFacts {
                dtype: Dtype::Float32,
                index_dtype: Dtype::Int32,
                shape_constant: vec![None],
                shape_divisible_by: vec![16],
                stride_constant: vec![Some(1)],
                stride_divisible_by: vec![1],
                base_addr_divisible_by: 16,
                alias_groups: groups.iter().map(ToString::to_string).collect(),
                may_alias_internally: false,
            })
        };
        let mut s = Sketch::new();
        let params: Vec<EntryParameter> = [&[][..], &["g"], &["g", "h"], &[]]
            .into_iter()
            .map(|groups| EntryParameter {
                vars: vec![s.param_i32(), s.param_i32(), s.param_i32()],
                facts: array(groups),
            })
            .collect();
        let body = s.finish();
        let facts = analyse(&body, &params).unwrap();
        let sets: Vec<u128> = params
            .iter()
            .map(|p| facts.get(p.vars[0]).alias_set.0)
            .collect();
        assert_eq!(sets, [1, 2, 2 | 4, 8]);
        assert_eq!(facts.get(params[0].vars[2]).const_value, Some(1));
        assert_eq!(power(&facts, params[0].vars[1]), Some(16));
    }

    #[test]
    fn conversions_wrap_constants() {
        assert_eq!(wrap(300, Dtype::UInt8), 44);
        assert_eq!(wrap(200, Dtype::Int8), -56);
        assert_eq!(wrap(-1, Dtype::UInt32), 0xffff_ffff);
        assert_eq!(wrap(-1, Dtype::Int64), -1);
    }
}
