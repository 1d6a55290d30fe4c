//! Which use of a value is its last, and numbers for values without gaps.
//!
//! What is used last can be taken instead of copied: operations then work in place, and memory is free when it can be.

use std::collections::{HashMap, HashSet};

use super::code::{Body, Code, Step};

/// Renumbers values and marks last uses. Gives the number of values.
pub fn prepare(body: &mut Body) -> usize {
    let mut numbers = HashMap::new();
    renumber(body, &mut numbers);
    last_uses(body);
    numbers.len()
}

fn renumber(body: &mut Body, numbers: &mut HashMap<usize, usize>) {
    let mut to = |slot: &mut usize| {
        let next = numbers.len();
        *slot = *numbers.entry(*slot).or_insert(next);
    };
    body.arguments.iter_mut().for_each(&mut to);
    for step in &mut body.steps {
        step.operands
            .iter_mut()
            .for_each(|slot| to(&mut slot.index));
        step.results.iter_mut().for_each(&mut to);
    }
    for step in &mut body.steps {
        for nested in step.code.bodies_mut() {
            renumber(nested, numbers);
        }
    }
}

/// Marks last uses. Gives the values of other blocks that this one uses.
fn last_uses(body: &mut Body) -> HashSet<usize> {
    let results = body.steps.iter().flat_map(|step| &step.results);
    let own: HashSet<usize> = body.arguments.iter().chain(results).copied().collect();
    let mut used = HashSet::new();
    let mut foreign = HashSet::new();
    for step in body.steps.iter_mut().rev() {
        step.clear = step
            .results
            .iter()
            .copied()
            .filter(|slot| !used.contains(slot))
            .collect();
        let mut nested = HashSet::new();
        for inner in step.code.bodies_mut() {
            nested.extend(last_uses(inner));
        }
        mark(step, &own, &nested, &mut used, &mut foreign);
    }
    foreign
}

fn mark(
    step: &mut Step,
    own: &HashSet<usize>,
    nested: &HashSet<usize>,
    used: &mut HashSet<usize>,
    foreign: &mut HashSet<usize>,
) {
    for &slot in nested {
        if !own.contains(&slot) {
            foreign.insert(slot);
        } else if used.insert(slot) {
            step.clear.push(slot);
        }
    }
    for operand in step.operands.iter_mut().rev() {
        if own.contains(&operand.index) {
            operand.last = used.insert(operand.index);
        } else {
            foreign.insert(operand.index);
        }
    }
    step.clear.sort_unstable();
}

impl Code {
    /// The blocks within an operation.
    pub fn bodies(&self) -> Vec<&Body> {
        match self {
            Self::If { then, otherwise } => vec![then, otherwise],
            Self::For { body, .. }
            | Self::Loop { body }
            | Self::Reduce { body, .. }
            | Self::Scan { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }

    fn bodies_mut(&mut self) -> Vec<&mut Body> {
        match self {
            Self::If { then, otherwise } => vec![then, otherwise],
            Self::For { body, .. }
            | Self::Loop { body }
            | Self::Reduce { body, .. }
            | Self::Scan { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }
}
