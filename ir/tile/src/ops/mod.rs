//! Operations taken apart: names and types instead of positions and strings.
//!
//! A [`Module`](cutile_ir::ir::Module) holds an operation as an opcode, a list
//! of operands and a list of named attributes. [`view`] turns that into
//! [`Op`], an enum of one variant for each opcode, whose fields are named as in
//! the Tile IR specification (in snake case) and typed by what they are:
//!
//! - operands: [`Value`](cutile_ir::ir::Value), `Option<Value>`, `&[Value]`;
//! - enumerations: the types of `cutile_ir::ir`, spelt by [`Enumeration`];
//! - flags: `bool`; `inbounds`: `Vec<bool>`, one for each dimension of the index;
//! - other attributes: borrowed from the module;
//! - regions: [`BlockId`], since every region has exactly one block.
//!
//! What a version or a compiler leaves out is filled in with its meaning, so
//! that two modules that mean the same have equal fields. Results and types
//! are not fields: [`Index::results`] and `Module::value_type` have them.
//!
//! ```
//! use tileport_ir::ops::{Op, view, walk};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let module = cutile_ir::ir::Module::new("empty");
//! for step in walk(&module) {
//!     if let Op::AddF { lhs, rhs, rounding_mode, .. } = view(&module, step.op)? {
//!         println!("{lhs:?} + {rhs:?}, {rounding_mode:?}");
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Beside views: [`walk`] visits operations in program order, [`Index`] knows
//! results, users and parents, [`effect`] says what an operation does to
//! memory, [`family`] which operations are treated alike, [`position`] where in a source it comes from.

mod effect;
mod index;
mod names;
mod position;
mod reader;
mod view;
mod walk;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, Bounded, DenseElements, DivBy, FuncType, OpId, OptimizationHints, SameElements,
    Value,
};

pub use cutile_ir::ir::BlockId;
pub use effect::{Effect, Family, effect, family, is_terminator};
pub use index::{Index, Use};
pub use names::{Enumeration, MultimemReduction};
pub use position::{Position, call_chain, position};
pub use view::{Op, view};
pub use walk::{Step, Walk, walk, walk_block};

/// What an `assume` says about its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Predicate<'m> {
    /// Divisible by a number (addresses: in bytes).
    DivBy(&'m DivBy),
    /// Equal within groups of elements.
    SameElements(&'m SameElements),
    /// Between two numbers, inclusive.
    Bounded(&'m Bounded),
}

/// An operand and the field it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand {
    /// The field of [`Op`].
    pub name: &'static str,
    /// The position in a field of several operands.
    pub index: Option<usize>,
    /// The operand.
    pub value: Value,
}

/// An attribute with its meaning, for comparing and printing all of them alike.
#[derive(Debug, Clone, PartialEq)]
pub enum Attr<'m> {
    /// A value of an enumeration, spelt.
    Enum(&'static str),
    /// A flag.
    Bool(bool),
    /// A flag for each dimension.
    Bools(Vec<bool>),
    /// A number.
    Int(i64),
    /// Numbers.
    Ints(&'m [i32]),
    /// Text.
    Text(&'m str),
    /// Any attributes.
    Array(&'m [Attribute]),
    /// Elements of a constant.
    Elements(&'m DenseElements),
    /// What is assumed.
    Predicate(Predicate<'m>),
    /// Hints by architecture.
    Hints(&'m OptimizationHints),
    /// A kernel's signature.
    Signature(&'m FuncType),
}

/// An operation that is not put together as its opcode demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("operation {}: {kind}", opcode.name())]
pub struct ViewError {
    /// The operation.
    pub op: OpId,
    /// Its opcode.
    pub opcode: Opcode,
    /// What is wrong with it.
    pub kind: ViewErrorKind,
}

/// What can be wrong with the parts of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ViewErrorKind {
    /// A required attribute is absent.
    #[error("attribute `{name}` is missing")]
    MissingAttribute {
        /// Its name.
        name: &'static str,
    },
    /// An attribute is of another form.
    #[error("attribute `{name}` is not {expected}")]
    WrongForm {
        /// Its name.
        name: &'static str,
        /// What it has to be.
        expected: &'static str,
    },
    /// A number that the enumeration does not have.
    #[error("attribute `{name}` has no value {found}")]
    NotAValue {
        /// Its name.
        name: &'static str,
        /// The number.
        found: i64,
    },
    /// Too few operands.
    #[error("operand `{name}` is missing")]
    MissingOperand {
        /// The first one missing.
        name: &'static str,
    },
    /// Too many operands.
    #[error("{count} operands too many")]
    ExtraOperands {
        /// How many.
        count: usize,
    },
    /// `operandSegmentSizes` does not divide up the operands as it has to.
    #[error("`operandSegmentSizes` does not match the operands")]
    BadSegments,
    /// A region is missing or has no block.
    #[error("region `{name}` is missing or has no block")]
    MissingRegion {
        /// Its name.
        name: &'static str,
    },
    /// Too many regions.
    #[error("a region too many")]
    ExtraRegion,
    /// A region of several blocks.
    #[error("region `{name}` has more than one block")]
    ManyBlocks {
        /// Its name.
        name: &'static str,
    },
}
