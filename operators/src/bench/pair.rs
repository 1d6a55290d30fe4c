//! One pair on a device: checked, timed, checked again.

use super::arena::Region;
use super::check::{Correctness, Memory, Runs, Verdict, check, check_reference};
use super::device::{Device, DeviceError};
use super::measure::{Contest, Effort, InputSet};
use super::outcome::{Flag, Mode, Outcome, SideOutcome};
use super::plan::PlannedPair;
use super::statistics::{Ratio, ratio_of_medians};
use crate::configuration::{Role, Tensor};
use crate::input::{fill, poisoned};

/// How a pair is run.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    pub seed: u64,
    pub effort: Effort,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 20_240_601,
            effort: Effort::default(),
        }
    }
}

/// Input sets that launches take in turn, where memory allows.
const SETS: usize = 2;

/// Runs a pair and fills in what is measured; provenance is the caller's.
///
/// # Errors
/// Those of the device, and a plan whose parameters name tensors that are not there.
pub fn run<D: Device>(
    device: &mut D,
    pair: &PlannedPair,
    code: [&[u8]; 2],
    settings: &Settings,
) -> Result<Outcome, DeviceError> {
    let [python_code, rust_code] = code;
    let entries = pair.code.get(&device.facts().architecture);
    let (python_entry, rust_entry, same_code) = entries
        .map(|code| {
            (
                code.python.entry.clone(),
                code.rust.entry.clone(),
                code.same,
            )
        })
        .unwrap_or_default();
    let python = device.load(python_code, &python_entry)?;
    let rust = device.load(rust_code, &rust_entry)?;
    // A second load of Python's kernel, so that the control too compares two places in memory.
    let control = device.load(python_code, &python_entry)?;

    let mut bench = Bench::new(device, pair, settings)?;
    let mut correct = Correctness::default();
    let mut after = Vec::new();
    for set in 0..bench.sets.len() {
        let python_memory = bench.run_once(set, &python)?;
        let again = bench.run_once(set, &python)?;
        bench.note_repetition(set, &python, &again)?;
        let rust_memory = bench.run_once(set, &rust)?;
        correct.merge(bench.judge(set, &python_memory, &rust_memory));
        correct.merge(bench.judge_reference(set, &python_memory));
        correct.varies |= python_memory != again;
        after.push(python_memory);
    }
    let mut outcome = Outcome {
        same_code,
        python: SideOutcome {
            kernel: bench.device.kernel_facts(&python)?,
            ..SideOutcome::default()
        },
        rust: SideOutcome {
            kernel: bench.device.kernel_facts(&rust)?,
            ..SideOutcome::default()
        },
        seed: settings.seed,
        input_sets: bench.sets.len(),
        ..Outcome::default()
    };
    // The time of a kernel that does something else is not worth having.
    if correct.verdict != Verdict::Wrong {
        bench.time(&mut outcome, [&python, &rust, &control], settings.effort)?;
        correct.merge(bench.judge_again(&after, &rust)?);
    }
    outcome.memory_bytes = bench.device.memory_in_use()?;
    outcome.correct = correct;
    Ok(outcome)
}

/// A pair's tensors in device memory.
struct Bench<'a, D: Device> {
    device: &'a mut D,
    pair: &'a PlannedPair,
    tensors: Vec<&'a Tensor>,
    sets: Vec<Set<D>>,
    /// A launch reads what an earlier one wrote: memory has to be restored in between.
    accumulates: bool,
}

/// One set of inputs: what memory holds before a launch, on both machines.
struct Set<D: Device> {
    initial: Memory,
    masters: Vec<D::Buffer>,
    work: Vec<D::Buffer>,
    words: Vec<u64>,
}

impl<'a, D: Device> Bench<'a, D> {
    fn new(
        device: &'a mut D,
        pair: &'a PlannedPair,
        settings: &Settings,
    ) -> Result<Self, DeviceError> {
        let tensors = pair.configuration.tensors();
        let need: u64 = tensors
            .iter()
            .map(|tensor| Region::of(tensor).allocation as u64)
            .sum();
        // Each set lies in memory twice, and half of the memory is enough for a benchmark.
        let fits = device.facts().memory_bytes / 2 / (2 * need).max(1);
        let count = SETS.min(usize::try_from(fits).unwrap_or(SETS)).max(1);
        let mut sets = Vec::with_capacity(count);
        for number in 0..count {
            let seed = settings.seed.wrapping_add(number as u64);
            sets.push(Set::new(device, pair, &tensors, seed)?);
        }
        Ok(Self {
            device,
            pair,
            tensors,
            sets,
            accumulates: false,
        })
    }

    /// Notes whether launching again, on what a launch left, gives something else.
    ///
    /// Launch records do not say whether a tensor that is written is read too; this does.
    fn note_repetition(
        &mut self,
        set: usize,
        kernel: &D::Kernel,
        once: &Memory,
    ) -> Result<(), DeviceError> {
        let unknown = self.tensors.iter().any(|tensor| tensor.role == Role::InOut);
        let Some(set) = self.sets.get(set).filter(|_| unknown) else {
            return Ok(());
        };
        self.device
            .launch(kernel, self.pair.configuration.grid, &set.words)?;
        self.device.synchronize()?;
        self.accumulates |= set.read(self.device)? != *once;
        Ok(())
    }

    /// Memory after one launch from the set's initial memory.
    fn run_once(&mut self, set: usize, kernel: &D::Kernel) -> Result<Memory, DeviceError> {
        let Some(set) = self.sets.get(set) else {
            return Ok(Memory::new());
        };
        for (master, work) in set.masters.iter().zip(&set.work) {
            self.device.copy(master, work)?;
        }
        self.device
            .launch(kernel, self.pair.configuration.grid, &set.words)?;
        self.device.synchronize()?;
        set.read(self.device)
    }

    fn judge(&self, set: usize, python: &Memory, rust: &Memory) -> Correctness {
        let Some(set) = self.sets.get(set) else {
            return Correctness::default();
        };
        let runs = Runs {
            initial: &set.initial,
            python,
            rust,
        };
        check(self.pair, &runs)
    }

    fn judge_reference(&self, set: usize, python: &Memory) -> Correctness {
        self.sets.get(set).map_or_else(Correctness::default, |set| {
            check_reference(self.pair, &set.initial, python)
        })
    }

    /// Checks what the last timed launches left, and Rust's kernel once more, against what Python wrote at first.
    fn judge_again(
        &mut self,
        expected: &[Memory],
        rust: &D::Kernel,
    ) -> Result<Correctness, DeviceError> {
        let mut result = Correctness::default();
        for (number, python) in expected.iter().enumerate() {
            let Some(set) = self.sets.get(number) else {
                continue;
            };
            let left = set.read(self.device)?;
            let later = self.run_once(number, rust)?;
            for memory in [left, later] {
                let mut found = self.judge(number, python, &memory);
                found
                    .faults
                    .iter_mut()
                    .for_each(|fault| fault.push_str(" (after timing)"));
                result.merge(found);
            }
        }
        Ok(result)
    }

    fn time(
        &mut self,
        outcome: &mut Outcome,
        [python, rust, control]: [&D::Kernel; 3],
        effort: Effort,
    ) -> Result<(), DeviceError> {
        let grid = self.pair.configuration.grid;
        let inputs: Vec<InputSet<'_, D>> = self
            .sets
            .iter()
            .map(|set| InputSet {
                words: set.words.clone(),
                restore: self.restored(set),
            })
            .collect();
        let mut contest = Contest {
            device: self.device,
            grid,
            sets: &inputs,
            effort,
        };
        let timed = contest.run(python, rust, Mode::None)?;
        outcome.mode = timed.mode;
        outcome.python.time = timed.first();
        outcome.rust.time = timed.second();
        if inputs.len() < SETS {
            outcome.flags.push(Flag::OneInputSet);
        }
        if timed.mode == Mode::None {
            outcome.flags.push(Flag::TooShort);
            return Ok(());
        }
        let half = Effort {
            time: effort.time / 2,
            most_blocks: effort.most_blocks.div_ceil(2),
            ..effort
        };
        contest.effort = half;
        let same = contest.run(python, control, timed.mode)?;
        let ratio = ratio_of_medians(&timed.blocks);
        let chance = ratio_of_medians(&same.blocks);
        let away = |ratio: &Ratio| ratio.value.ln().abs();
        // Two percent is beyond what a quiet device shows.
        if away(&chance) > away(&ratio) && away(&chance) > 0.02 {
            outcome.flags.push(Flag::NoisyControl);
        }
        if self.faster_than_memory(outcome) {
            outcome.flags.push(Flag::FasterThanMemory);
        }
        (outcome.ratio, outcome.control) = (Some(ratio), Some(chance));
        Ok(())
    }

    /// The buffers whose content a launch both reads and changes.
    fn restored<'s>(&self, set: &'s Set<D>) -> Vec<(&'s D::Buffer, &'s D::Buffer)> {
        let pairs = self.tensors.iter().zip(set.masters.iter().zip(&set.work));
        pairs
            .filter(|(tensor, _)| self.accumulates && tensor.role == Role::InOut)
            .map(|(_, buffers)| buffers)
            .collect()
    }

    /// Whether the shorter side took less time than reading all inputs from memory takes at the device's best.
    fn faster_than_memory(&self, outcome: &Outcome) -> bool {
        let bandwidth = self.device.facts().memory_bandwidth;
        if bandwidth <= 0.0 || outcome.mode != Mode::Event {
            return false;
        }
        let inputs: i64 = self
            .tensors
            .iter()
            .filter(|tensor| tensor.role == Role::Input)
            .map(|tensor| tensor.bytes())
            .sum();
        let least = inputs as f64 / bandwidth * 1e6;
        outcome.python.time.median.min(outcome.rust.time.median) < least
    }
}

impl<D: Device> Set<D> {
    fn new(
        device: &mut D,
        pair: &PlannedPair,
        tensors: &[&Tensor],
        seed: u64,
    ) -> Result<Self, DeviceError> {
        let initial = initial_memory(tensors, seed);
        let mut masters = Vec::with_capacity(tensors.len());
        let mut work = Vec::with_capacity(tensors.len());
        let mut addresses = Vec::with_capacity(tensors.len());
        for (tensor, bytes) in tensors.iter().zip(&initial) {
            let region = Region::of(tensor);
            let master = device.allocate(region.allocation)?;
            device.write(&master, bytes)?;
            let buffer = device.allocate(region.allocation)?;
            device.write(&buffer, bytes)?;
            addresses.push(device.address(&buffer) + region.start as u64);
            masters.push(master);
            work.push(buffer);
        }
        let words: Option<Vec<u64>> = pair
            .parameters
            .iter()
            .map(|parameter| parameter.word(&addresses))
            .collect();
        Ok(Self {
            initial,
            masters,
            work,
            words: words.ok_or(DeviceError::Call {
                call: "plan",
                message: "a parameter names a tensor that is not there".to_owned(),
            })?,
        })
    }

    fn read(&self, device: &mut D) -> Result<Memory, DeviceError> {
        let mut memory = Memory::with_capacity(self.work.len());
        for (buffer, like) in self.work.iter().zip(&self.initial) {
            let mut bytes = vec![0; like.len()];
            device.read(buffer, &mut bytes)?;
            memory.push(bytes);
        }
        Ok(memory)
    }
}

/// What the allocations of a launch's tensors hold before it: outputs are poisoned, the rest is filled.
fn initial_memory(tensors: &[&Tensor], seed: u64) -> Memory {
    std::thread::scope(|scope| {
        let filled: Vec<_> = tensors
            .iter()
            .enumerate()
            .map(|(position, tensor)| {
                scope.spawn(move || {
                    let memory = match tensor.role {
                        Role::Output => poisoned(tensor),
                        Role::Input | Role::InOut => fill(tensor, seed, position as u64),
                    };
                    Region::of(tensor).surround(&memory)
                })
            })
            .collect();
        filled
            .into_iter()
            .map(|thread| thread.join().unwrap_or_default())
            .collect()
    })
}

#[cfg(test)]
mod tests;
