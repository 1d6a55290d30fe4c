//! The structural diff: what two modules do differently, and how grave that is.
//!
//! Both modules are brought to the [normal form](crate::normalise). Then loops, branches, loads,
//! stores and other effects are aligned, by what they compute first and by their kind where that
//! changed; whatever they depend on is matched along the flow of data from there. So an operation
//! that moved, was renamed or had its operands swapped is not a difference, and a change deep in an
//! address is reported once, where it is.
//!
//! Every difference has a [`Class`]; where it is not certain, the graver one:
//!
//! | class | examples |
//! | --- | --- |
//! | semantic | another constant, predicate, operand or mask; padding; a lost memory order; parameters |
//! | numeric | rounding, flushing of denormals, contraction, element type, a moved conversion |
//! | performance | hints, tile shape, missing or added facts about parameters, stricter memory order |
//! | cosmetic | names, the order of independent effects, a refinement |
//!
//! The left side is the reference: losing a promise is judged differently from gaining it. Padding
//! that is undetermined on the left and determined on the right is a *refinement*: allowed, and
//! marked as such.
//!
//! [`text`] renders a diff for people, [`json`] for programs.

mod attributes;
mod entry;
pub mod expression;
mod facts;
pub mod json;
mod number;
mod order;
mod pair;
mod run;
pub mod text;
mod types;
mod values;

use cutile_ir::ir::Module;
use serde::Serialize;

use crate::compare::Place;
use crate::graph::Malformed;

/// How grave a difference is; a later one is graver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Nothing that runs is different.
    Cosmetic,
    /// The same values at another speed.
    Performance,
    /// Values that differ by rounding.
    Numeric,
    /// Different values, different memory, or not decided.
    Semantic,
}

impl Class {
    /// All classes, gravest first.
    pub const ALL: [Class; 4] = [
        Class::Semantic,
        Class::Numeric,
        Class::Performance,
        Class::Cosmetic,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Class::Cosmetic => "cosmetic",
            Class::Performance => "performance",
            Class::Numeric => "numeric",
            Class::Semantic => "semantic",
        }
    }
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no class.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a class; expected semantic, numeric, performance or cosmetic")]
pub struct UnknownClass(pub String);

impl std::str::FromStr for Class {
    type Err = UnknownClass;

    fn from_str(s: &str) -> Result<Self, UnknownClass> {
        let found = Class::ALL.into_iter().find(|c| c.name() == s);
        found.ok_or_else(|| UnknownClass(s.to_owned()))
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal),* $(,)?) => {
        /// What differs. The names are stable: they identify findings in JSON and SARIF.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            /// All kinds.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind),*];

            /// The stable name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    /// Memory is accessed with another address space promise, in bounds or not.
    AccessPromise = "access-promise",
    /// A fact is assumed on the right only.
    AssumptionAdded = "assumption-added",
    /// A fact is assumed on the left only.
    AssumptionMissing = "assumption-missing",
    /// An attribute without a kind of its own.
    Attribute = "attribute",
    /// A value is carried through a loop, or results from a branch, on one side only.
    CarriedValue = "carried-value",
    /// A constant.
    Constant = "constant",
    /// Multiplication and addition are fused on one side only.
    Contraction = "contraction",
    /// A conversion is on one side only.
    Conversion = "conversion",
    /// An effect (a store, a load, a loop, ...) on the right only.
    EffectAdded = "effect-added",
    /// An effect on the left only.
    EffectMissing = "effect-missing",
    /// The type of elements.
    ElementType = "element-type",
    /// An entry exists on one side only, or globals differ.
    Entry = "entry",
    /// Denormals are flushed on one side only.
    FlushToZero = "flush-to-zero",
    /// A hint to the assembler.
    Hint = "hint",
    /// The form of a loop.
    LoopForm = "loop-form",
    /// A mask is present on one side only.
    Mask = "mask",
    /// The atomicity or scope of an access.
    MemoryOrdering = "memory-ordering",
    /// Independent effects in another order.
    Moved = "moved",
    /// A symbol name.
    Name = "name",
    /// Something else is computed.
    Operation = "operation",
    /// The operands of an operation are swapped.
    OperandsSwapped = "operands-swapped",
    /// Memory order imposed on the right only.
    OrderAdded = "order-added",
    /// Memory order imposed on the left only.
    OrderLost = "order-lost",
    /// A promise that integer arithmetic does not wrap.
    Overflow = "overflow",
    /// What is read out of bounds.
    Padding = "padding",
    /// The parameters of an entry.
    Parameters = "parameters",
    /// A comparison.
    Predicate = "predicate",
    /// How a result is rounded.
    Rounding = "rounding",
    /// The arrangement of elements: reshape, broadcast, permutation.
    Shape = "shape",
    /// The signedness of an integer operation.
    Signedness = "signedness",
    /// The shape of tiles.
    TileShape = "tile-shape",
    /// The modules differ in a way that could not be traced.
    Untraced = "untraced",
    /// The layout of a view of memory.
    View = "view",
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// One side of a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Side {
    /// The name of the operation.
    pub op: &'static str,
    /// The operation with its operands written out, shortened.
    pub expression: String,
    pub place: Option<Place>,
}

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    pub class: Class,
    pub kind: Kind,
    /// The right side determines what the left side leaves open.
    pub refinement: bool,
    /// The entry it is in, by its name on the left.
    pub entry: String,
    /// What changed, shortest: `nearest_even -> approx`.
    pub change: String,
    pub left: Option<Side>,
    pub right: Option<Side>,
    /// One sentence on what it means for results or speed.
    pub meaning: String,
    /// How often the same change was met.
    pub count: usize,
}

/// How two modules compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Identical,
    Equivalent,
    Different,
}

impl Verdict {
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Identical => "identical",
            Verdict::Equivalent => "equivalent",
            Verdict::Different => "different",
        }
    }
}

/// What to compare.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The architecture whose hints count, such as `sm_90`; by default those that the modules name.
    pub target: Option<String>,
    /// Names of the entry's parameters, for expressions; `arg0`, `arg1`, ... by default.
    pub parameters: Vec<String>,
}

/// The differences between two modules, gravest first, then in order of appearance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diff {
    pub verdict: Verdict,
    /// The architectures on which hints were compared; `default` stands for all others.
    pub targets: Vec<String>,
    pub differences: Vec<Difference>,
}

impl Diff {
    /// The gravest class of the differences.
    pub fn worst(&self) -> Option<Class> {
        self.differences.iter().map(|d| d.class).max()
    }

    /// Whether there is a difference of `class` or a graver one.
    pub fn denies(&self, class: Class) -> bool {
        self.worst().is_some_and(|w| w >= class)
    }

    /// How many differences are of `class`.
    pub fn count(&self, class: Class) -> usize {
        self.differences.iter().filter(|d| d.class == class).count()
    }
}

/// Compares two modules. `left` is the reference.
///
/// # Errors
/// [`Malformed`] when a module is not structured as Tile IR requires.
pub fn diff(left: &Module, right: &Module) -> Result<Diff, Malformed> {
    diff_with(left, right, &Options::default())
}

/// [`diff`], with options.
///
/// # Errors
/// As [`diff`].
pub fn diff_with(left: &Module, right: &Module, options: &Options) -> Result<Diff, Malformed> {
    run::run(left, right, options)
}

#[cfg(test)]
mod tests;
