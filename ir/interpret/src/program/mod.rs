//! A kernel made ready to run.

pub mod code;
mod decode;
mod liveness;
mod parts;
mod types;

use std::collections::HashMap;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Module, OpId, ScalarType, TileElementType, Type};
use tileport_ir::ops::{Index, Op, ViewError, position, view};
use tileport_ir::verify::{Fault, verify};

use code::Body;
use decode::Decoder;

/// What an entry takes for a parameter: all are single elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    Number(ScalarType),
    /// To elements of a type.
    Pointer(ScalarType),
}

/// A kernel made ready to run.
#[derive(Debug, Clone)]
pub struct Program {
    /// The entry's name.
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub(crate) body: Body,
    /// Values that a block holds at most.
    pub(crate) slots: usize,
    pub(crate) globals: Vec<Global>,
    /// The place of each operation in the source.
    places: HashMap<OpId, String>,
}

/// A variable of the module.
#[derive(Debug, Clone)]
pub(crate) struct Global {
    pub contents: Vec<u8>,
    pub alignment: u64,
    pub constant: bool,
}

/// Why a module cannot be run.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ProgramError {
    /// It is not valid.
    #[error("the module is not valid: {}", .0.first().map(ToString::to_string).unwrap_or_default())]
    Invalid(Vec<Fault>),
    /// It has no entry of the name.
    #[error("the module has no entry {0}")]
    NoEntry(String),
    /// It has several, and none was named.
    #[error("the module has {0} entries: name one")]
    ManyEntries(usize),
    #[error(transparent)]
    View(#[from] ViewError),
}

impl Program {
    /// The module's only entry.
    ///
    /// # Errors
    /// See [`ProgramError`].
    pub fn new(module: &Module) -> Result<Self, ProgramError> {
        let entries = module.functions.iter().copied();
        let entries: Vec<OpId> = entries
            .filter(|&op| module.op(op).opcode == Opcode::Entry)
            .collect();
        match entries.as_slice() {
            [one] => Self::of(module, *one),
            many => Err(ProgramError::ManyEntries(many.len())),
        }
    }

    /// The entry of a name.
    ///
    /// # Errors
    /// See [`ProgramError`].
    pub fn named(module: &Module, name: &str) -> Result<Self, ProgramError> {
        let found = module.functions.iter().copied().find(
            |&op| matches!(view(module, op), Ok(Op::Entry { sym_name, .. }) if sym_name == name),
        );
        match found {
            Some(op) => Self::of(module, op),
            None => Err(ProgramError::NoEntry(name.to_owned())),
        }
    }

    fn of(module: &Module, entry: OpId) -> Result<Self, ProgramError> {
        let faults = verify(module);
        if !faults.is_empty() {
            return Err(ProgramError::Invalid(faults));
        }
        let Op::Entry { sym_name, body, .. } = view(module, entry)? else {
            return Err(ProgramError::NoEntry(String::new()));
        };
        let decoder = Decoder {
            module,
            index: Index::new(module),
        };
        let mut code = decoder.body(body)?;
        let slots = liveness::prepare(&mut code);
        let arguments = module.block(body).args.iter();
        let mut places = HashMap::new();
        note_places(module, &code, &mut places);
        Ok(Self {
            name: sym_name.to_owned(),
            parameters: arguments.map(|(_, ty)| parameter(ty)).collect(),
            body: code,
            slots,
            globals: globals(module),
            places,
        })
    }

    /// The place of an operation in the source, as `file:line:column`.
    pub fn place(&self, op: OpId) -> Option<&str> {
        self.places.get(&op).map(String::as_str)
    }
}

fn note_places(module: &Module, body: &Body, places: &mut HashMap<OpId, String>) {
    for step in &body.steps {
        if let Some(p) = position(module.op_location(step.op)) {
            places.insert(step.op, format!("{}:{}:{}", p.file, p.line, p.column));
        }
        for nested in step.code.bodies() {
            note_places(module, nested, places);
        }
    }
}

fn parameter(ty: &Type) -> Parameter {
    match ty.without_pointer_attribute() {
        Type::Tile(tile) => match &tile.element_type {
            TileElementType::Scalar(scalar) => Parameter::Number(*scalar),
            TileElementType::Pointer(p) => Parameter::Pointer(p.pointee),
        },
        Type::Pointer(p) => Parameter::Pointer(p.pointee),
        Type::Scalar(scalar) => Parameter::Number(*scalar),
        _ => Parameter::Number(ScalarType::I64),
    }
}

fn globals(module: &Module) -> Vec<Global> {
    let of = |global: &cutile_ir::ir::Global| {
        let data = &global.value.data;
        let count = types::shape(&global.value.element_type).count;
        let one = types::scalar(&global.value.element_type).and_then(crate::number::stored_bytes);
        // One element may stand for all.
        let repeats = if one == Some(data.len()) {
            count.min(1 << 24)
        } else {
            1
        };
        Global {
            contents: data.repeat(repeats),
            alignment: global.alignment.max(1).next_power_of_two().min(256),
            constant: global.constant,
        }
    };
    module.globals.iter().map(of).collect()
}
