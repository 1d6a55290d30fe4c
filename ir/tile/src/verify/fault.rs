//! What is wrong, and where.

use std::fmt;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Module, OpId};

use crate::ops::{Op, position, view};

/// The kinds of rules; the [module](super) lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// How operations, blocks and values are put together.
    Form,
    /// Values are defined before they are used.
    Dominance,
    /// Which operations may be where, and how blocks end.
    Structure,
    /// Types of operands and results.
    Type,
    /// Values of attributes.
    Attribute,
    /// Tokens.
    Token,
    /// Entries.
    Signature,
    /// Globals.
    Symbol,
    /// What a bytecode version has.
    Version,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rule::Form => "form",
            Rule::Dominance => "dominance",
            Rule::Structure => "structure",
            Rule::Type => "type",
            Rule::Attribute => "attribute",
            Rule::Token => "token",
            Rule::Signature => "signature",
            Rule::Symbol => "symbol",
            Rule::Version => "version",
        })
    }
}

/// One step on the way from an entry to an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The operation.
    pub op: OpId,
    /// Its opcode.
    pub opcode: Opcode,
    /// Its position in its block, or among the entries.
    pub position: usize,
}

/// A place in a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, as the compiler was given it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, as the compiler counts (Python's counts from 0).
    pub column: u32,
}

/// A fault of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of rule that is broken.
    pub rule: Rule,
    /// What was found and what was expected.
    pub message: String,
    /// The operations around the faulty one, outermost first, and that one.
    /// Empty for faults of globals.
    pub path: Vec<Step>,
    /// Where the operation comes from, if the module says so.
    pub place: Option<Place>,
    /// The entry's name.
    entry: String,
}

impl Fault {
    pub(super) fn new(module: &Module, path: &[Step], rule: Rule, message: String) -> Self {
        let place = path
            .last()
            .and_then(|step| position(module.op_location(step.op)))
            .map(|p| Place {
                file: p.file.to_owned(),
                line: p.line,
                column: p.column,
            });
        let entry = match path.first().map(|step| view(module, step.op)) {
            Some(Ok(Op::Entry { sym_name, .. })) => sym_name.to_owned(),
            _ => String::new(),
        };
        Self {
            rule,
            message,
            path: path.to_vec(),
            place,
            entry,
        }
    }

    /// The faulty operation; `None` for faults of globals.
    pub fn op(&self) -> Option<OpId> {
        self.path.last().map(|step| step.op)
    }
}

/// `@kernel, 12 for, 3 addf (file.py:7:5): type: ...`, positions from 0.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str("globals")?;
        } else {
            write!(f, "@{}", self.entry)?;
        }
        for step in self.path.iter().skip(1) {
            write!(f, ", {} {}", step.position, step.opcode.name())?;
        }
        if let Some(place) = &self.place {
            write!(f, " ({}:{}:{})", place.file, place.line, place.column)?;
        }
        write!(f, ": {}: {}", self.rule, self.message)
    }
}
