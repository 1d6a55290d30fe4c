//! Whether two kernels did the same, and nothing else.

use serde::{Deserialize, Serialize};
use tileport_python::dtype::Category;

use super::arena::Region;
use super::plan::PlannedPair;
use crate::configuration::{Role, Tensor};
use crate::input::storage::for_each_element;
use crate::input::{Comparison, POISON, compare};
use crate::reference::SAMPLE;

/// What a check came to, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every output has the same bits.
    #[default]
    Equal,
    /// Some bits differ, all values are within the tolerance.
    Within,
    /// A value is beyond the tolerance, or memory was written that is none of the kernel's.
    Wrong,
}

/// The result of checking a pair.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Correctness {
    pub verdict: Verdict,
    /// Outputs whose bits differ between the sides.
    pub outputs: Vec<OutputDifference>,
    /// What a kernel did that it must not.
    pub faults: Vec<String>,
    /// How far Python's results are from the reference, at worst, where there is one.
    pub reference: Option<Comparison>,
    /// Python's own results differ from run to run: equal bits cannot be asked for.
    pub varies: bool,
}

/// Differences in one output.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OutputDifference {
    /// The tensor's number among the launch's tensors.
    pub tensor: usize,
    pub comparison: Comparison,
}

/// The allocations of a launch's tensors, one each.
pub type Memory = Vec<Vec<u8>>;

/// Memory before a launch, and after it on both sides.
pub struct Runs<'a> {
    pub initial: &'a [Vec<u8>],
    pub python: &'a [Vec<u8>],
    pub rust: &'a [Vec<u8>],
}

impl Correctness {
    /// Adds what another check of the same pair found.
    pub fn merge(&mut self, other: Self) {
        self.verdict = self.verdict.max(other.verdict);
        self.outputs.extend(other.outputs);
        self.faults.extend(other.faults);
        self.varies |= other.varies;
        self.reference = match (self.reference.take(), other.reference) {
            (Some(one), Some(two)) if two.beyond > one.beyond => Some(two),
            (one, two) => one.or(two),
        };
    }
}

/// Holds what Python's kernel wrote against the reference of its configuration.
pub fn check_reference(pair: &PlannedPair, initial: &[Vec<u8>], after: &[Vec<u8>]) -> Correctness {
    let Some(expectation) = &pair.configuration.expectation else {
        return Correctness::default();
    };
    let regions = pair.configuration.tensors().into_iter().map(Region::of);
    let (mut before, mut now) = (Vec::new(), Vec::new());
    for (region, (initial, after)) in regions.zip(initial.iter().zip(after)) {
        before.push(region.tensor(initial));
        now.push(region.tensor(after));
    }
    let fault = match expectation.compare(&pair.configuration, &before, &now, SAMPLE) {
        Ok(comparison) if comparison.within() => {
            return Correctness {
                reference: Some(comparison),
                ..Correctness::default()
            };
        }
        Ok(comparison) => (
            format!(
                "{} elements are beyond the reference's tolerance",
                comparison.beyond
            ),
            Some(comparison),
        ),
        Err(error) => (error.to_string(), None),
    };
    Correctness {
        verdict: Verdict::Wrong,
        faults: vec![format!("Python: {}", fault.0)],
        reference: fault.1,
        ..Correctness::default()
    }
}

/// Compares two runs from the same memory.
pub fn check(pair: &PlannedPair, runs: &Runs<'_>) -> Correctness {
    let mut result = Correctness::default();
    for (number, tensor) in pair.configuration.tensors().into_iter().enumerate() {
        let region = Region::of(tensor);
        let (Some(initial), Some(python), Some(rust)) = (
            runs.initial.get(number),
            runs.python.get(number),
            runs.rust.get(number),
        ) else {
            continue;
        };
        for (side, after) in [("Python", python), ("Rust", rust)] {
            result.faults.extend(
                faults(tensor, &region, initial, after)
                    .map(|fault| format!("{side}, tensor {number}: {fault}")),
            );
        }
        let comparison = compare(
            tensor,
            region.tensor(python),
            region.tensor(rust),
            pair.tolerance(tensor.dtype),
        );
        if comparison.bits_differ > 0 {
            let verdict = if comparison.within() {
                Verdict::Within
            } else {
                Verdict::Wrong
            };
            result.verdict = result.verdict.max(verdict);
            result.outputs.push(OutputDifference {
                tensor: number,
                comparison,
            });
        }
    }
    if !result.faults.is_empty() {
        result.verdict = Verdict::Wrong;
    }
    result
}

/// What a launch did to a tensor that it must not do.
fn faults(
    tensor: &Tensor,
    region: &Region,
    initial: &[u8],
    after: &[u8],
) -> impl Iterator<Item = String> {
    let trespass = region.trespass(after).map(|place| {
        format!(
            "wrote outside of it ({place} bytes from its {})",
            edge(place)
        )
    });
    let (before, now) = (region.tensor(initial), region.tensor(after));
    let changed = match tensor.role {
        Role::Input if before != now => Some("changed an input".to_owned()),
        Role::Input => None,
        Role::Output | Role::InOut => {
            gap_written(tensor, before, now).then(|| "wrote between its elements".to_owned())
        }
    };
    let unwritten = if tensor.role == Role::Output {
        unwritten(tensor, now)
            .map(|element| format!("left an output unwritten (first at element {element})"))
    } else {
        None
    };
    trespass.into_iter().chain(changed).chain(unwritten)
}

fn edge(place: i64) -> &'static str {
    if place < 0 { "start" } else { "end" }
}

/// Whether bytes that belong to no element changed.
fn gap_written(tensor: &Tensor, before: &[u8], now: &[u8]) -> bool {
    if before == now || tensor.elements() >= tensor.extent() {
        return false;
    }
    let mut expected = before.to_vec();
    for_each_element(tensor, |range| {
        if let (Some(to), Some(from)) = (expected.get_mut(range.clone()), now.get(range)) {
            to.copy_from_slice(from);
        }
    });
    expected != now
}

/// The first element that still is what memory was poisoned with. Only floats of 16 bits and more tell: the poison
/// is a NaN that no operation makes.
fn unwritten(tensor: &Tensor, now: &[u8]) -> Option<u64> {
    if tensor.dtype.category() != Category::Float {
        return None;
    }
    let mut number = 0;
    let mut first = None;
    for_each_element(tensor, |range| {
        let poisoned = now
            .get(range)
            .is_some_and(|bytes| bytes.iter().all(|&byte| byte == POISON));
        if poisoned && first.is_none() {
            first = Some(number);
        }
        number += 1;
    });
    first
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::example;
    use super::*;
    use crate::configuration::{Argument, Value};
    use crate::input::element::put;
    use crate::reference::{Expectation, Reference};

    /// A pair with an input and an output of four floats two elements apart; both sides' memory after an honest run.
    fn honest() -> (PlannedPair, Memory, Memory) {
        let mut pair = example().pairs.remove(0);
        for (index, argument) in pair.configuration.arguments.iter_mut().enumerate() {
            let Value::Tensor(tensor) = &mut argument.value else {
                panic!("not a tensor");
            };
            (tensor.shape, tensor.stride) = (vec![4], vec![2]);
            tensor.role = if index == 0 {
                Role::Input
            } else {
                Role::Output
            };
        }
        let memory = |written: bool| -> Memory {
            let tensors = pair.configuration.tensors();
            tensors
                .iter()
                .enumerate()
                .map(|(index, tensor)| {
                    let mut bytes = vec![POISON; 28];
                    if index == 0 || written {
                        (0..4).for_each(|n| put(&mut bytes, tensor.dtype, 2 * n, n as f64));
                    }
                    Region::of(tensor).surround(&bytes)
                })
                .collect()
        };
        let (initial, after) = (memory(false), memory(true));
        (pair, initial, after)
    }

    fn judge(pair: &PlannedPair, initial: &Memory, python: &Memory, rust: &Memory) -> Correctness {
        check(
            pair,
            &Runs {
                initial,
                python,
                rust,
            },
        )
    }

    fn start(pair: &PlannedPair, tensor: usize) -> usize {
        Region::of(pair.configuration.tensors()[tensor]).start
    }

    #[test]
    fn the_same_work_is_equal() {
        let (pair, initial, after) = honest();
        let result = judge(&pair, &initial, &after, &after);
        assert_eq!(result, Correctness::default());
    }

    #[test]
    fn a_different_value_is_within_or_wrong() {
        let (mut pair, initial, after) = honest();
        let mut other = after.clone();
        let at = start(&pair, 1);
        put(
            &mut other[1][at..],
            tileport_python::Dtype::Float32,
            2,
            1.0001,
        );
        assert_eq!(
            judge(&pair, &initial, &after, &other).verdict,
            Verdict::Wrong
        );
        pair.tolerance.clear();
        put(
            &mut other[1][at..],
            tileport_python::Dtype::Float32,
            2,
            1.000_001,
        );
        let result = judge(&pair, &initial, &after, &other);
        assert_eq!(result.verdict, Verdict::Within);
        assert_eq!(result.outputs[0].comparison.bits_differ, 1);
    }

    #[test]
    fn results_are_held_against_the_reference() {
        let (mut pair, initial, after) = honest();
        // The example copies its input; seen as a + b of the same vector, it is off by a factor of two.
        pair.configuration.arguments[0].name = Some("a".to_owned());
        assert_eq!(
            check_reference(&pair, &initial, &after),
            Correctness::default()
        );
        pair.configuration.expectation = Some(Expectation {
            function: Reference::VectorAdd,
            tolerance: Default::default(),
        });
        let missing = check_reference(&pair, &initial, &after);
        assert!(missing.faults[0].contains("needs a parameter b"));
        let both = pair.configuration.arguments[0].clone();
        pair.configuration.arguments.push(Argument {
            name: Some("b".to_owned()),
            ..both
        });
        let with_b = |memory: &Memory| [memory.as_slice(), &memory[..1]].concat();
        let wrong = check_reference(&pair, &with_b(&initial), &with_b(&after));
        assert_eq!(wrong.verdict, Verdict::Wrong);
        // 0 + 0 is 0: one of four elements is right.
        assert_eq!(wrong.reference.unwrap().beyond, 3);
        let mut twice = after.clone();
        let at = start(&pair, 1);
        (0..4).for_each(|n| {
            put(
                &mut twice[1][at..],
                tileport_python::Dtype::Float32,
                2 * n,
                2.0 * n as f64,
            )
        });
        let right = check_reference(&pair, &with_b(&initial), &with_b(&twice));
        assert_eq!(right.verdict, Verdict::Equal);
        assert_eq!(right.reference.unwrap().elements, 4);
    }

    #[test]
    fn every_trespass_is_a_fault() {
        let (pair, initial, after) = honest();
        let fault = |tensor: usize, offset: i64| {
            let mut rust = after.clone();
            let at = start(&pair, tensor) as i64 + offset;
            rust[tensor][at as usize] ^= 1;
            let result = judge(&pair, &initial, &after, &rust);
            assert_eq!(result.verdict, Verdict::Wrong);
            result.faults.join("; ")
        };
        assert!(
            fault(1, -1)
                .starts_with("Rust, tensor 1: wrote outside of it (-1 bytes from its start)")
        );
        assert!(fault(1, 28).contains("wrote outside of it (0 bytes from its end)"));
        assert!(fault(1, 5).contains("wrote between its elements"));
        assert!(fault(0, 0).contains("changed an input"));
    }

    #[test]
    fn an_output_that_both_sides_leave_alone_is_a_fault() {
        let (pair, initial, _) = honest();
        let result = judge(&pair, &initial, &initial, &initial);
        assert_eq!(result.verdict, Verdict::Wrong);
        assert_eq!(result.faults.len(), 2);
        assert!(result.faults[0].contains("left an output unwritten (first at element 0)"));
    }
}
