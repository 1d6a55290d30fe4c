//! Running a kernel on a grid of blocks.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cutile_ir::ir::OpId;

use crate::end::{End, Fault, FaultKind, Finding, Poison, Unsupported};
use crate::exec::{Block, Halt, Shared, Stop, Value};
use crate::memory::{Memory, Record, conflicts};
use crate::program::{Parameter, Program};
use crate::tile::{Elements, Tile};

/// What elements are that a load finds outside of a tensor or behind a mask, where no padding is stated.
///
/// A result that depends on it differs between kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Undetermined {
    /// NaN, and the smallest integer.
    #[default]
    Loud,
    /// An ordinary number.
    Quiet,
    Zero,
}

/// How a launch is run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Elements that may be computed in all. A product counts one for each pair of factors.
    pub fuel: u64,
    /// Bytes that all blocks at work may hold in tiles, together.
    pub memory: usize,
    /// Blocks at work at once; 0: as many as the machine has cores.
    pub threads: usize,
    /// Shuffles the order of blocks. `None`: in the order of the grid.
    pub order: Option<u64>,
    pub undetermined: Undetermined,
    /// Whether to look for data races between blocks.
    pub races: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            fuel: 1 << 36,
            memory: 512 << 20,
            threads: 0,
            order: None,
            undetermined: Undetermined::default(),
            races: true,
        }
    }
}

/// An argument of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// The start of a buffer.
    Buffer(usize),
    /// The bit pattern of a number, in the low end.
    Bits(u64),
}

/// What a launch came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    pub end: End,
    /// Operations whose results the specification leaves undefined, in the order of the program.
    pub findings: Vec<Finding>,
    /// What was printed, in the order of blocks.
    pub printed: String,
    /// Whether everything that was done to memory was searched for races.
    pub races_searched: bool,
    /// Elements computed.
    pub work: u64,
}

/// Why a launch cannot start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    #[error("the kernel takes {parameters} arguments, not {arguments}")]
    Count { parameters: usize, arguments: usize },
    #[error("argument {0} is of another kind than the kernel's parameter")]
    Kind(usize),
    #[error("argument {0}: there is no such buffer")]
    NoBuffer(usize),
    #[error("the blocks' threads cannot be started")]
    Threads,
}

/// Stack of a thread: enough for the deepest nesting that a valid module has.
const STACK: usize = 64 << 20;
/// Spans of memory that are kept for the search for races.
const MOST_SPANS: u64 = 1 << 24;
/// Bytes of what is printed that are kept.
const MOST_PRINTED: usize = 16 << 20;

/// Runs a kernel. What it wrote is in `memory`, up to where it stopped if it did.
///
/// # Errors
/// See [`LaunchError`]. What the kernel itself does wrong is in the [`Outcome`].
pub fn launch(
    program: &Program,
    memory: &mut Memory,
    grid: [u32; 3],
    arguments: &[Argument],
    options: &Options,
) -> Result<Outcome, LaunchError> {
    let arguments = values(program, memory, arguments)?;
    let globals = memory.len();
    for global in &program.globals {
        let number = memory.add(&global.contents, global.alignment);
        if let Some(buffer) = memory.buffer_mut(number).filter(|_| global.constant) {
            buffer.protect();
        }
    }
    let outcome = run(program, memory, globals, grid, &arguments, options);
    memory.truncate(globals);
    outcome
}

fn values(
    program: &Program,
    memory: &Memory,
    arguments: &[Argument],
) -> Result<Vec<Value>, LaunchError> {
    if arguments.len() != program.parameters.len() {
        return Err(LaunchError::Count {
            parameters: program.parameters.len(),
            arguments: arguments.len(),
        });
    }
    let pairs = program.parameters.iter().zip(arguments).enumerate();
    let value = |(number, (parameter, argument)): (usize, (&Parameter, &Argument))| {
        Ok(Value::Tile(match (parameter, argument) {
            (Parameter::Pointer(_), Argument::Buffer(buffer)) => {
                let buffer = memory
                    .buffer(*buffer)
                    .ok_or(LaunchError::NoBuffer(number))?;
                Tile::Pointer(Elements::Same(buffer.address()))
            }
            (Parameter::Number(scalar), Argument::Bits(bits)) => {
                Tile::from_bits(*scalar, Elements::Same(*bits))
            }
            _ => return Err(LaunchError::Kind(number)),
        }))
    };
    pairs.map(value).collect()
}

/// What the threads of a launch bring together.
#[derive(Default)]
struct Gathered {
    /// By place in the order of blocks.
    halts: BTreeMap<u64, (u64, Halt)>,
    records: Vec<(u32, Record)>,
    spans: u64,
    findings: BTreeMap<(usize, Poison), (OpId, u64)>,
    printed: BTreeMap<u64, String>,
    printed_bytes: usize,
}

fn run(
    program: &Program,
    memory: &Memory,
    globals: usize,
    grid: [u32; 3],
    arguments: &[Value],
    options: &Options,
) -> Result<Outcome, LaunchError> {
    let blocks = grid
        .iter()
        .fold(1u64, |n, &d| n.saturating_mul(u64::from(d)));
    let fuel = AtomicU64::new(options.fuel);
    let mut outcome = Outcome {
        end: End::OutOfFuel,
        findings: Vec::new(),
        printed: String::new(),
        races_searched: false,
        work: 0,
    };
    // Every block costs at least one.
    if blocks > options.fuel || blocks > u64::from(u32::MAX) {
        return Ok(outcome);
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = match options.threads {
        0 => cores,
        threads => threads,
    };
    let threads = threads
        .clamp(1, 256)
        .min(usize::try_from(blocks).unwrap_or(1).max(1));
    let shared = Shared {
        program,
        memory,
        globals,
        grid,
        fuel: &fuel,
        limit: options.memory / threads,
        undetermined: options.undetermined,
        races: options.races,
    };
    let order = Order::new(blocks, options.order);
    let next = AtomicU64::new(0);
    let stop = AtomicU64::new(u64::MAX);
    let gathered = Mutex::new(Gathered::default());
    std::thread::scope(|scope| {
        let work = || work(&shared, arguments, &order, [&next, &stop], &gathered);
        for _ in 0..threads {
            let builder = std::thread::Builder::new().stack_size(STACK);
            builder
                .spawn_scoped(scope, work)
                .map_err(|_| LaunchError::Threads)?;
        }
        Ok(())
    })?;
    let gathered = gathered
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    finish(program, grid, options, gathered, &mut outcome);
    outcome.work = options.fuel.saturating_sub(fuel.load(Relaxed));
    Ok(outcome)
}

/// The blocks that one thread runs.
fn work(
    shared: &Shared<'_>,
    arguments: &[Value],
    order: &Order,
    [next, stop]: [&AtomicU64; 2],
    gathered: &Mutex<Gathered>,
) {
    loop {
        let place = next.fetch_add(1, Relaxed);
        if place >= order.count || place > stop.load(Relaxed) {
            return;
        }
        let number = order.at(place);
        let mut block = Block::new(shared, coordinates(number, shared.grid));
        let result = block.run_kernel(arguments);
        if result.is_err() {
            stop.fetch_min(place, Relaxed);
        }
        let mut all = gathered
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        all.add(place, number, block, result);
    }
}

impl Gathered {
    fn add(&mut self, place: u64, number: u64, block: Block<'_>, result: Result<(), Halt>) {
        if let Err(halt) = result {
            self.halts.insert(place, (number, halt));
        }
        for (poison, op) in block.findings {
            let entry = self
                .findings
                .entry((op_order(op), poison))
                .or_insert((op, 0));
            entry.1 += 1;
        }
        if !block.printed.is_empty() && self.printed_bytes < MOST_PRINTED {
            self.printed_bytes += block.printed.len();
            self.printed.insert(number, block.printed);
        }
        for record in block.journal.records() {
            if self.spans > MOST_SPANS {
                return;
            }
            self.spans += record.spans.len() as u64;
            self.records.push((number as u32, record));
        }
    }
}

/// Operations in the order of their numbers.
fn op_order(op: OpId) -> usize {
    // The number itself is private to the crate that has it.
    let text = format!("{op:?}");
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

fn finish(
    program: &Program,
    grid: [u32; 3],
    options: &Options,
    all: Gathered,
    outcome: &mut Outcome,
) {
    let place = |op: OpId| program.place(op).map(str::to_owned);
    let findings = all.findings.into_iter();
    outcome.findings = findings
        .map(|((_, poison), (op, times))| Finding {
            poison,
            op,
            place: place(op),
            times,
        })
        .collect();
    outcome.printed = all.printed.into_values().collect();
    outcome.races_searched = options.races && all.spans <= MOST_SPANS;
    if let Some((_, (number, halt))) = all.halts.into_iter().next() {
        outcome.end = match halt.stop {
            Stop::Fault(kind) => End::Fault(Fault {
                kind,
                op: Some(halt.op),
                block: coordinates(number, grid),
                place: place(halt.op),
            }),
            Stop::Unsupported(operation) => End::Unsupported(Unsupported {
                operation,
                op: halt.op,
            }),
            Stop::Fuel => End::OutOfFuel,
            Stop::Memory => End::OutOfMemory,
        };
        return;
    }
    let mut records = all.records;
    records.sort_by_key(|(block, record)| (*block, record.buffer, record.access));
    outcome.end = match conflicts(records).first() {
        Some(conflict) => {
            let [first, second] = conflict.blocks.map(|b| coordinates(u64::from(b), grid));
            End::Fault(Fault {
                kind: FaultKind::Race {
                    buffer: conflict.buffer,
                    offset: conflict.offset as i64,
                    other: first,
                },
                op: None,
                block: second,
                place: None,
            })
        }
        None => End::Done,
    };
}

/// The coordinates of a block, the first axis fastest.
fn coordinates(number: u64, [x, y, _]: [u32; 3]) -> [u32; 3] {
    let (x, y) = (u64::from(x.max(1)), u64::from(y.max(1)));
    [
        (number % x) as u32,
        (number / x % y) as u32,
        (number / x / y) as u32,
    ]
}

/// The order in which blocks are started.
struct Order {
    count: u64,
    factor: u64,
    shift: u64,
}

impl Order {
    fn new(count: u64, seed: Option<u64>) -> Self {
        let Some(seed) = seed.filter(|_| count > 1) else {
            return Self {
                count,
                factor: 1,
                shift: 0,
            };
        };
        // A multiple that shares no factor with the count meets every block once.
        let mixed = mix(seed);
        let mut factor = mixed % count;
        while gcd(factor, count) != 1 {
            factor = (factor + 1) % count;
        }
        Self {
            count,
            factor,
            shift: mix(mixed) % count,
        }
    }

    fn at(&self, place: u64) -> u64 {
        let number = u128::from(place) * u128::from(self.factor) + u128::from(self.shift);
        (number % u128::from(self.count.max(1))) as u64
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A number that shares nothing visible with its seed (the finaliser of SplitMix64).
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_meets_every_block_once() {
        for count in [1, 2, 3, 7, 12, 64, 1000] {
            for seed in [None, Some(0), Some(1), Some(99)] {
                let order = Order::new(count, seed);
                let mut met: Vec<u64> = (0..count).map(|place| order.at(place)).collect();
                met.sort_unstable();
                assert!(met.into_iter().eq(0..count), "{count} {seed:?}");
            }
        }
        let orders = [1, 2, 3].map(|s| Order::new(1000, Some(s)));
        assert!(orders.iter().all(|o| o.at(0) != 0 || o.at(1) != 1));
    }

    #[test]
    fn coordinates_count_the_first_axis_fastest() {
        let all: Vec<_> = (0..12).map(|n| coordinates(n, [3, 2, 2])).collect();
        assert_eq!(all[0], [0, 0, 0]);
        assert_eq!(all[1], [1, 0, 0]);
        assert_eq!(all[3], [0, 1, 0]);
        assert_eq!(all[6], [0, 0, 1]);
        assert_eq!(all[11], [2, 1, 1]);
    }
}
