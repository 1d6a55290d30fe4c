//! One block of the grid at work.

mod aggregate;
mod assume;
mod convert;
mod elementwise;
mod integers;
mod memory;
mod pointers;
mod print;
mod product;
mod shape;
mod step;
mod views;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cutile_ir::ir::{OpId, ScalarType};

use crate::end::{FaultKind, Poison};
use crate::launch::Undetermined;
use crate::memory::{Buffer, Journal, Memory};
use crate::program::Program;
use crate::program::code::{Body, Code, Slot, Step, ViewKind};
use crate::tile::{Elements, Tile};

/// A value of the program.
#[derive(Debug, Clone, Default)]
pub(crate) enum Value {
    /// Taken, or not there yet.
    #[default]
    Absent,
    Token,
    Tile(Tile),
    Tensor(Arc<Tensor>),
    View(Arc<Tensor>, Arc<ViewKind>),
}

impl Value {
    fn size(&self) -> usize {
        match self {
            Self::Tile(tile) => tile.size(),
            _ => 0,
        }
    }
}

/// A tensor in memory.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tensor {
    pub address: u64,
    pub element: ScalarType,
    pub sizes: Vec<i64>,
    /// In elements.
    pub strides: Vec<i64>,
}

/// Why a block stops before its end.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Stop {
    Fault(FaultKind),
    Unsupported(String),
    Fuel,
    Memory,
}

impl From<FaultKind> for Stop {
    fn from(kind: FaultKind) -> Self {
        Self::Fault(kind)
    }
}

/// A stop and the operation where it happened.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Halt {
    pub stop: Stop,
    pub op: OpId,
}

/// How a block of operations ends.
pub(crate) enum Flow {
    Yield(Vec<Value>),
    Continue(Vec<Value>),
    Break(Vec<Value>),
    Return,
}

/// What an operation that goes on has to say.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    poison: Vec<Poison>,
}

impl Notes {
    pub fn poison(&mut self, poison: Poison) {
        self.poison.push(poison);
    }
}

/// What all blocks of a launch share.
pub(crate) struct Shared<'l> {
    pub program: &'l Program,
    pub memory: &'l Memory,
    /// The number of the first of the module's variables among the buffers.
    pub globals: usize,
    pub grid: [u32; 3],
    pub fuel: &'l AtomicU64,
    /// Bytes that a block may hold in tiles.
    pub limit: usize,
    pub undetermined: Undetermined,
    pub races: bool,
}

/// Fuel that a block takes at a time from what all share.
const RATION: u64 = 1 << 16;

/// A block of the grid.
pub(crate) struct Block<'l> {
    shared: &'l Shared<'l>,
    id: [u32; 3],
    slots: Vec<Value>,
    /// Bytes in `slots`.
    held: usize,
    fuel: u64,
    /// Memory of its own.
    own: Vec<Buffer>,
    pub journal: Journal,
    notes: Notes,
    pub findings: Vec<(Poison, OpId)>,
    pub printed: String,
}

impl<'l> Block<'l> {
    pub fn new(shared: &'l Shared<'l>, id: [u32; 3]) -> Self {
        Self {
            shared,
            id,
            slots: vec![Value::Absent; shared.program.slots],
            held: 0,
            fuel: 0,
            own: Vec::new(),
            journal: Journal::default(),
            notes: Notes::default(),
            findings: Vec::new(),
            printed: String::new(),
        }
    }

    /// Runs the kernel to its end.
    pub fn run_kernel(&mut self, arguments: &[Value]) -> Result<(), Halt> {
        let shared = self.shared;
        self.enter(&shared.program.body, arguments.to_vec());
        let end = self.run(&shared.program.body).map(|_| ());
        // What was not needed is for others.
        shared.fuel.fetch_add(self.fuel, Relaxed);
        end
    }

    /// Gives a body its arguments.
    fn enter(&mut self, body: &Body, arguments: Vec<Value>) {
        for (&slot, value) in body.arguments.iter().zip(arguments) {
            self.set(slot, value);
        }
    }

    fn run(&mut self, body: &Body) -> Result<Flow, Halt> {
        for step in &body.steps {
            let flow = self.step(step).map_err(|error| match error {
                Error::Stop(stop) => Halt { stop, op: step.op },
                Error::Halt(halt) => halt,
            })?;
            for poison in self.notes.poison.drain(..) {
                self.findings.push((poison, step.op));
            }
            if self.findings.len() > MOST_FINDINGS {
                self.findings.dedup();
                self.findings.truncate(MOST_FINDINGS);
            }
            for &slot in &step.clear {
                self.set(slot, Value::Absent);
            }
            if let Some(flow) = flow {
                return Ok(flow);
            }
        }
        Ok(Flow::Yield(Vec::new()))
    }

    /// Executes an operation. `Some` ends the body that it is in.
    fn step(&mut self, step: &Step) -> Result<Option<Flow>, Error> {
        self.spend(step.cost)?;
        match &step.code {
            Code::Yield => Ok(Some(Flow::Yield(self.all(&step.operands)))),
            Code::Continue => Ok(Some(Flow::Continue(self.all(&step.operands)))),
            Code::Break => Ok(Some(Flow::Break(self.all(&step.operands)))),
            Code::Return => Ok(Some(Flow::Return)),
            Code::If { then, otherwise } => self.branch(step, then, otherwise),
            Code::For { body, unsigned } => self.count(step, body, *unsigned),
            Code::Loop { body } => self.repeat(step, body),
            _ => {
                self.execute(step)?;
                Ok(None)
            }
        }
    }

    fn branch(
        &mut self,
        step: &Step,
        then: &Body,
        otherwise: &Body,
    ) -> Result<Option<Flow>, Error> {
        let condition = self.integer(step, 0)? & 1 == 1;
        match self.run(if condition { then } else { otherwise })? {
            Flow::Yield(values) => {
                self.give(step, values)?;
                Ok(None)
            }
            flow => Ok(Some(flow)),
        }
    }

    fn count(&mut self, step: &Step, body: &Body, unsigned: bool) -> Result<Option<Flow>, Error> {
        let mut bounds = Vec::new();
        let mut element = None;
        for index in 0..3 {
            let tile = self.tile(step, index)?;
            let scalar = element.get_or_insert(scalar_of(&tile));
            let mask = u64::MAX >> (64 - crate::number::bits(*scalar));
            let signed = tile_integer(&tile);
            let unsigned_value = i128::from(signed as u64 & mask);
            bounds.push(if unsigned {
                unsigned_value
            } else {
                i128::from(signed)
            });
        }
        let [first, end, by] = bounds.as_slice() else {
            return Err(broken().into());
        };
        let scalar = element.unwrap_or(ScalarType::I32);
        let mut carried: Vec<Value> = Vec::new();
        for index in 3..step.operands.len() {
            carried.push(self.value(step, index)?);
        }
        if *by <= 0 {
            return Err(FaultKind::Step.into());
        }
        let mut at = *first;
        while at < *end {
            self.spend(1)?;
            let variable = Tile::from_bits(scalar, Elements::Same(at as u64));
            let mut arguments = vec![Value::Tile(variable)];
            arguments.append(&mut carried);
            self.enter(body, arguments);
            match self.run(body)? {
                Flow::Continue(values) | Flow::Yield(values) => carried = values,
                flow => return Ok(Some(flow)),
            }
            at += by;
        }
        self.give(step, carried)?;
        Ok(None)
    }

    fn repeat(&mut self, step: &Step, body: &Body) -> Result<Option<Flow>, Error> {
        let mut carried = self.all(&step.operands);
        loop {
            self.spend(1)?;
            self.enter(body, carried);
            match self.run(body)? {
                Flow::Continue(values) | Flow::Yield(values) => carried = values,
                Flow::Break(values) => {
                    self.give(step, values)?;
                    return Ok(None);
                }
                Flow::Return => return Ok(Some(Flow::Return)),
            }
        }
    }

    /// Uses up fuel.
    fn spend(&mut self, cost: u64) -> Result<(), Stop> {
        if let Some(left) = self.fuel.checked_sub(cost.max(1)) {
            self.fuel = left;
            return Ok(());
        }
        let needed = cost.max(1) - self.fuel;
        let take = |all: u64| all.checked_sub(needed).map(|rest| rest - rest.min(RATION));
        match self.shared.fuel.fetch_update(Relaxed, Relaxed, take) {
            Ok(all) => {
                self.fuel = (all - needed).min(RATION);
                Ok(())
            }
            Err(_) => Err(Stop::Fuel),
        }
    }

    /// Puts a value where a step wants it, or nothing.
    fn set(&mut self, slot: usize, value: Value) {
        if let Some(place) = self.slots.get_mut(slot) {
            self.held = self
                .held
                .saturating_add(value.size())
                .saturating_sub(place.size());
            *place = value;
        }
    }

    /// Gives a step its results.
    fn give(&mut self, step: &Step, values: Vec<Value>) -> Result<(), Stop> {
        for (&slot, value) in step.results.iter().zip(values) {
            self.set(slot, value);
        }
        if self.held > self.shared.limit {
            return Err(Stop::Memory);
        }
        Ok(())
    }

    fn take(&mut self, slot: Slot) -> Value {
        let Some(place) = self.slots.get_mut(slot.index) else {
            return Value::Absent;
        };
        if slot.last {
            let value = std::mem::take(place);
            self.held = self.held.saturating_sub(value.size());
            value
        } else {
            place.clone()
        }
    }

    fn all(&mut self, slots: &[Slot]) -> Vec<Value> {
        slots.iter().map(|&slot| self.take(slot)).collect()
    }

    /// The operand of a number.
    fn value(&mut self, step: &Step, index: usize) -> Result<Value, Stop> {
        let slot = step.operands.get(index).copied().ok_or_else(broken)?;
        Ok(self.take(slot))
    }

    fn tile(&mut self, step: &Step, index: usize) -> Result<Tile, Stop> {
        match self.value(step, index)? {
            Value::Tile(tile) => Ok(tile),
            _ => Err(broken()),
        }
    }

    /// The operand of a number as an integer, read as signed.
    fn integer(&mut self, step: &Step, index: usize) -> Result<i64, Stop> {
        Ok(tile_integer(&self.tile(step, index)?))
    }
}

/// Findings that a block keeps at most.
const MOST_FINDINGS: usize = 4096;

/// An error in an operation, or in one within it.
pub(crate) enum Error {
    Stop(Stop),
    Halt(Halt),
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<FaultKind> for Error {
    fn from(kind: FaultKind) -> Self {
        Self::Stop(Stop::Fault(kind))
    }
}

impl From<Halt> for Error {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

/// What a verified module does not do.
fn broken() -> Stop {
    Stop::Unsupported("an operand of another kind".to_owned())
}

/// The first element as an integer: an `i1` is 0 or 1, others are read as signed.
fn tile_integer(tile: &Tile) -> i64 {
    tile.integer(0)
}

fn scalar_of(tile: &Tile) -> ScalarType {
    match tile {
        Tile::I1(_) => ScalarType::I1,
        Tile::I8(_) => ScalarType::I8,
        Tile::I16(_) => ScalarType::I16,
        Tile::I32(_) => ScalarType::I32,
        _ => ScalarType::I64,
    }
}
