//! Pairs on a device that is made of closures and a clock.

use std::time::Duration;

use super::super::device::{DeviceFacts, KernelFacts};
use super::super::plan::{Code, PairCode, tests::example};
use super::*;
use crate::configuration::Value;
use crate::input::element::{get, put};
use tileport_python::dtype::Dtype;

/// Elements of both tensors.
const COUNT: usize = 100;

/// A device whose kernels are named by their entry and last as many microseconds as their code says.
#[derive(Default)]
struct Fake {
    facts: DeviceFacts,
    buffers: Vec<Vec<u8>>,
    clock: f64,
    launches: usize,
}

struct FakeKernel {
    entry: String,
    microseconds: f64,
}

/// Buffers lie this far apart.
const APART: u64 = 1 << 32;

impl Fake {
    fn apply(&mut self, kernel: &FakeKernel, words: &[u64]) {
        let place = |word: u64| ((word / APART - 1) as usize, (word % APART) as usize);
        let ((input, from), (output, to)) = (place(words[0]), place(words[1]));
        self.launches += 1;
        self.clock += kernel.microseconds;
        for n in 0..COUNT {
            let source = get(&self.buffers[input][from..], Dtype::Float32, n);
            let target = &mut self.buffers[output][to..];
            let value = match kernel.entry.as_str() {
                "add" => source + get(target, Dtype::Float32, n),
                "off" => source * 1.5,
                "near" => source * (1.0 + 1e-6),
                "vary" => source + (self.launches % 7) as f64 * 1e-7,
                _ => source,
            };
            put(target, Dtype::Float32, n, value);
        }
        match kernel.entry.as_str() {
            "wild" => self.buffers[output][to + 4 * COUNT] = 0,
            "greedy" => self.buffers[input][from] ^= 1,
            "tired" if self.launches > 50 => self.buffers[output][to + 3] ^= 0x40,
            _ => {}
        }
    }
}

impl Device for Fake {
    type Kernel = FakeKernel;
    type Buffer = usize;
    type Mark = f64;
    type Graph = (FakeKernel, Vec<Vec<u64>>);

    fn facts(&self) -> &DeviceFacts {
        &self.facts
    }

    fn load(&mut self, code: &[u8], entry: &str) -> Result<FakeKernel, DeviceError> {
        Ok(FakeKernel {
            entry: entry.to_owned(),
            microseconds: std::str::from_utf8(code).unwrap().parse().unwrap(),
        })
    }

    fn kernel_facts(&self, _: &FakeKernel) -> Result<KernelFacts, DeviceError> {
        Ok(KernelFacts {
            registers: 32,
            ..KernelFacts::default()
        })
    }

    fn allocate(&mut self, bytes: usize) -> Result<usize, DeviceError> {
        self.buffers.push(vec![0; bytes]);
        Ok(self.buffers.len() - 1)
    }

    fn address(&self, buffer: &usize) -> u64 {
        (*buffer as u64 + 1) * APART
    }

    fn write(&mut self, buffer: &usize, bytes: &[u8]) -> Result<(), DeviceError> {
        self.buffers[*buffer].copy_from_slice(bytes);
        Ok(())
    }

    fn read(&mut self, buffer: &usize, bytes: &mut [u8]) -> Result<(), DeviceError> {
        bytes.copy_from_slice(&self.buffers[*buffer]);
        Ok(())
    }

    fn copy(&mut self, from: &usize, to: &usize) -> Result<(), DeviceError> {
        self.buffers[*to] = self.buffers[*from].clone();
        Ok(())
    }

    fn flush_cache(&mut self) -> Result<(), DeviceError> {
        self.clock += 100.0;
        Ok(())
    }

    fn launch(
        &mut self,
        kernel: &FakeKernel,
        _: [u32; 3],
        words: &[u64],
    ) -> Result<(), DeviceError> {
        self.apply(kernel, words);
        Ok(())
    }

    fn mark(&mut self) -> Result<f64, DeviceError> {
        Ok(self.clock)
    }

    fn elapsed(&mut self, from: &f64, to: &f64) -> Result<f64, DeviceError> {
        Ok(to - from)
    }

    fn record(
        &mut self,
        kernel: &FakeKernel,
        _: [u32; 3],
        words: &[&[u64]],
    ) -> Result<Self::Graph, DeviceError> {
        let kernel = FakeKernel {
            entry: kernel.entry.clone(),
            microseconds: kernel.microseconds,
        };
        Ok((kernel, words.iter().map(|words| words.to_vec()).collect()))
    }

    fn replay(&mut self, graph: &Self::Graph) -> Result<(), DeviceError> {
        for words in &graph.1 {
            self.apply(&graph.0, words);
        }
        Ok(())
    }

    fn synchronize(&mut self) -> Result<(), DeviceError> {
        Ok(())
    }

    fn memory_in_use(&mut self) -> Result<u64, DeviceError> {
        Ok(self.buffers.iter().map(|buffer| buffer.len() as u64).sum())
    }
}

/// Runs a pair of kernels, each `(entry, microseconds)`, on an input and a tensor of the given role.
fn run_with(python: (&str, &str), rust: (&str, &str), role: Role, memory: u64) -> Outcome {
    let mut pair = example().pairs.remove(0);
    for (index, argument) in pair.configuration.arguments.iter_mut().enumerate() {
        if let Value::Tensor(tensor) = &mut argument.value {
            tensor.role = if index == 0 { Role::Input } else { role };
        }
    }
    pair.tolerance.clear();
    let code = |entry: &str| Code {
        file: "code/x.cubin".to_owned(),
        entry: entry.to_owned(),
    };
    let both = PairCode {
        python: code(python.0),
        rust: code(rust.0),
        same: python == rust,
    };
    pair.code.insert("sm_90".to_owned(), both);
    let mut device = Fake {
        facts: DeviceFacts {
            architecture: "sm_90".to_owned(),
            memory_bytes: memory,
            ..DeviceFacts::default()
        },
        ..Fake::default()
    };
    let settings = Settings {
        effort: Effort {
            warm_up: Duration::ZERO,
            time: Duration::ZERO,
            ..Effort::default()
        },
        ..Settings::default()
    };
    let code = [python.1.as_bytes(), rust.1.as_bytes()];
    run(&mut device, &pair, code, &settings).unwrap()
}

fn run_pair(python: (&str, &str), rust: (&str, &str), role: Role) -> Outcome {
    run_with(python, rust, role, 1 << 40)
}

#[test]
fn equal_kernels_have_the_ratio_of_their_times() {
    let outcome = run_pair(("copy", "30"), ("copy", "20"), Role::Output);
    assert_eq!(outcome.correct, Correctness::default());
    assert_eq!(outcome.mode, Mode::Event);
    let ratio = outcome.ratio.unwrap();
    assert_eq!((ratio.value, ratio.low, ratio.high), (1.5, 1.5, 1.5));
    assert_eq!(outcome.control.unwrap().value, 1.0);
    assert_eq!(outcome.python.time.median, 30.0);
    assert_eq!(outcome.rust.time.samples, 32);
    assert_eq!(outcome.rust.kernel.registers, 32);
    assert!(outcome.flags.is_empty() && !outcome.same_code);
    assert!(run_pair(("copy", "30"), ("copy", "30"), Role::Output).same_code);
}

#[test]
fn short_kernels_are_replayed_and_shorter_ones_have_no_ratio() {
    let outcome = run_pair(("copy", "2"), ("copy", "1"), Role::Output);
    assert_eq!(outcome.mode, Mode::Graph);
    assert!((outcome.ratio.unwrap().value - 2.0).abs() < 1e-9);
    assert!((outcome.rust.time.median - 1.0).abs() < 1e-9);
    let outcome = run_pair(("copy", "0.01"), ("copy", "0.01"), Role::Output);
    assert_eq!((outcome.mode, outcome.ratio), (Mode::None, None));
    assert_eq!(outcome.flags, [Flag::TooShort]);
}

#[test]
fn a_kernel_that_does_something_else_is_not_timed() {
    let outcome = run_pair(("copy", "30"), ("off", "20"), Role::Output);
    assert_eq!(outcome.correct.verdict, Verdict::Wrong);
    assert_eq!((outcome.mode, outcome.ratio), (Mode::None, None));
    assert_eq!(outcome.correct.outputs.len(), 2, "one for each input set");
}

#[test]
fn other_bits_within_the_tolerance_are_said() {
    let outcome = run_pair(("copy", "30"), ("near", "20"), Role::Output);
    assert_eq!(outcome.correct.verdict, Verdict::Within);
    assert!(outcome.ratio.is_some() && !outcome.correct.varies);
}

#[test]
fn results_that_vary_from_run_to_run_are_said() {
    let outcome = run_pair(("vary", "30"), ("vary", "30"), Role::Output);
    assert!(outcome.correct.varies);
    assert_eq!(outcome.correct.verdict, Verdict::Within);
}

#[test]
fn writing_elsewhere_is_wrong() {
    let outcome = run_pair(("copy", "30"), ("wild", "30"), Role::Output);
    assert!(outcome.correct.faults[0].starts_with("Rust, tensor 1: wrote outside of it"));
    let outcome = run_pair(("greedy", "30"), ("copy", "30"), Role::Output);
    assert!(outcome.correct.faults[0].starts_with("Python, tensor 0: changed an input"));
}

#[test]
fn a_kernel_that_goes_wrong_while_it_is_timed_is_caught() {
    let outcome = run_pair(("copy", "30"), ("tired", "30"), Role::Output);
    assert_eq!(outcome.correct.verdict, Verdict::Wrong);
}

#[test]
fn memory_that_is_read_and_written_is_restored_before_each_launch() {
    let outcome = run_pair(("add", "30"), ("add", "30"), Role::InOut);
    assert_eq!(outcome.correct, Correctness::default());
    assert_eq!(outcome.mode, Mode::Event);
    // A graph cannot restore in between.
    let outcome = run_pair(("add", "1"), ("add", "1"), Role::InOut);
    assert_eq!(outcome.flags, [Flag::TooShort]);
}

#[test]
fn an_unknown_role_is_found_out_by_launching_twice() {
    let outcome = run_pair(("copy", "1"), ("copy", "1"), Role::InOut);
    assert_eq!(outcome.mode, Mode::Graph);
}

#[test]
fn little_memory_leaves_one_input_set() {
    let need = 4 * (2 * super::super::arena::GUARD as u64 + 400);
    let outcome = run_with(("copy", "30"), ("copy", "30"), Role::Output, 3 * need);
    assert_eq!(outcome.input_sets, 1);
    assert_eq!(outcome.flags, [Flag::OneInputSet]);
}

#[test]
fn a_plan_that_names_a_tensor_too_many_is_refused() {
    let mut pair = example().pairs.remove(0);
    pair.parameters
        .push(super::super::marshal::Parameter::Pointer(2));
    let error = run(
        &mut Fake::default(),
        &pair,
        [b"1", b"1"],
        &Settings::default(),
    )
    .unwrap_err();
    assert!(error.to_string().contains("a tensor that is not there"));
}
