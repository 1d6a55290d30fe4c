//! Candidates of the readable writer: one generic kernel, or one for each structure.
//!
//! Element types, integers and truth values are generic in Rust. What is not (a float compiled
//! in, an argument that is `None` in some launches, another rank) splits the specialisations; so
//! does a branch that the writer refuses to keep open. The coarsest split that can be written is
//! taken.

use std::collections::{BTreeMap, BTreeSet};

use tileport_python::lower::Lowered;
use tileport_python::mid::Const;
use tileport_python::modules::Kernel;
use tileport_python::specialise::{Parameter, Signature};

use crate::library::{KernelCase, Library};
use crate::rules::driver::{Candidate, Refusal, Variant, Writer};
use crate::rules::names::snake_case;
use crate::rules::readable::refusal::Hint;
use crate::rules::readable::{self, Facts, Written};

/// More variants than this are no translation any more.
const MAX_VARIANTS: usize = 24;

/// How finely specialisations are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Split {
    /// What Rust has no generics for.
    Structure,
    /// Also truth values.
    Truths,
    /// Also integers.
    Constants,
    /// Also element types.
    Types,
}

const SPLITS: [Split; 4] = [
    Split::Structure,
    Split::Truths,
    Split::Constants,
    Split::Types,
];

/// Writes the kernel as a person would.
pub fn readable(
    library: &Library,
    case: &KernelCase,
    lowered: &[Lowered],
) -> Result<Candidate, Refusal> {
    let kernel = library
        .package
        .kernel(&case.file, &case.kernel)
        .map_err(|d| Refusal {
            line: case.line,
            reason: d.to_string(),
        })?;
    let mut first = None;
    let mut best: Option<Part> = None;
    let mut tried = 0;
    // Parameters whose strides tell launches apart, where that turned out to matter.
    let mut strides = BTreeSet::new();
    let mut splits = SPLITS.iter().peekable();
    while let Some(&&split) = splits.peek() {
        let groups = groups(case, split, &strides);
        if groups.len() == tried || groups.len() > MAX_VARIANTS {
            splits.next();
            continue;
        }
        tried = groups.len();
        let part = write_all(library, case, &kernel, lowered, groups);
        let Some((refusal, hint)) = part.refusals.first().cloned() else {
            return Ok(part.finish(case));
        };
        first = first.or(Some(refusal));
        if best.as_ref().is_none_or(|b| part.left.len() < b.left.len()) {
            best = Some(part);
        }
        match hint {
            Some(Hint::Strides(name)) if strides.insert(name.clone()) => {}
            _ => {
                splits.next();
            }
        }
    }
    match best {
        Some(part) if !part.written.is_empty() => part.with_exact(case, lowered),
        _ => Err(first.unwrap_or(Refusal {
            line: case.line,
            reason: "no specialisations".to_owned(),
        })),
    }
}

/// What came of one way to split a kernel.
struct Part {
    written: Vec<(Written, Vec<usize>)>,
    refusals: Vec<(Refusal, Option<Hint>)>,
    /// Specialisations that were refused.
    left: Vec<usize>,
}

impl Part {
    /// The candidate of what was written.
    fn finish(self, case: &KernelCase) -> Candidate {
        let several = self.written.len() > 1 || !self.left.is_empty();
        let mut candidate = Candidate {
            writer: Writer::Readable,
            rust: String::new(),
            variants: Vec::new(),
            notes: Vec::new(),
        };
        if self.written.len() > 1 {
            candidate.notes.push(format!(
                "{} variants: launches differ in what Rust has no generics for, or in the branches they take",
                self.written.len(),
            ));
        }
        for (written, serves) in self.written {
            if several {
                let first = serves.first().and_then(|&at| case.specialisations.get(at));
                let like = first.map(|s| s.summary.clone()).unwrap_or_default();
                let line = format!("// `{}` for launches like {like}.\n", case.kernel);
                candidate.rust.push_str(&line);
            }
            candidate.rust.push_str(&written.rust);
            candidate.rust.push('\n');
            candidate.variants.push(Variant {
                entry: written.entry,
                serves,
                generics: written.generics,
            });
        }
        candidate
    }

    /// The candidate, with the exact writer's kernels for what was refused.
    fn with_exact(self, case: &KernelCase, lowered: &[Lowered]) -> Result<Candidate, Refusal> {
        let left = self.left.clone();
        let reasons: Vec<String> = self
            .refusals
            .iter()
            .map(|(r, _)| r.reason.clone())
            .collect();
        let mut candidate = self.finish(case);
        let stem = format!("{}_exact", snake_case(&case.kernel));
        let exact = super::exact::exact_part(case, lowered, &left, Some(&stem))?;
        candidate.rust.push_str(&exact.rust);
        candidate.variants.extend(exact.variants);
        candidate.notes.push(format!(
            "{} of {} specialisations by the exact writer: {}",
            left.len(),
            case.specialisations.len(),
            reasons.join("; ")
        ));
        Ok(candidate)
    }
}

fn groups(
    case: &KernelCase,
    split: Split,
    strides: &BTreeSet<String>,
) -> Vec<(String, Vec<usize>)> {
    let apart: Vec<bool> = case
        .parameters
        .iter()
        .map(|name| strides.contains(&**name))
        .collect();
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for (at, specialisation) in case.specialisations.iter().enumerate() {
        let key = key(&specialisation.signature, split, &apart);
        match groups.iter_mut().find(|(k, _)| *k == key) {
            Some((_, members)) => members.push(at),
            None => groups.push((key, vec![at])),
        }
    }
    groups
}

/// What tells specialisations of different groups apart.
fn key(signature: &Signature, split: Split, strides: &[bool]) -> String {
    let mut parts = Vec::new();
    let mut types: BTreeMap<String, usize> = BTreeMap::new();
    for (i, parameter) in signature.parameters.iter().enumerate() {
        parts.push(match parameter {
            Parameter::Array(facts) => {
                let mut part = format!("array{}{}", facts.rank(), facts.index_dtype);
                let dtype = facts.dtype.to_string();
                // Integers and floats differ in the operations that compute on them.
                part.push_str(if facts.dtype.is_float() { "f" } else { &dtype });
                if split >= Split::Types {
                    part.push_str(&dtype);
                }
                if strides.get(i) == Some(&true) {
                    part.push_str(&format!("{:?}", facts.stride_constant));
                }
                // Arrays of one type stay apart from arrays of several.
                let next = types.len();
                let number = *types.entry(dtype).or_insert(next);
                if split >= Split::Types {
                    part.push_str(&format!("#{number}"));
                }
                part
            }
            Parameter::Scalar(dtype) => format!("scalar{dtype}"),
            Parameter::Constant(Const::Int(i)) if i32::try_from(*i).is_ok() => {
                match split >= Split::Constants {
                    true => format!("int{i}"),
                    false => "int".to_owned(),
                }
            }
            Parameter::Constant(Const::Bool(b)) => match split >= Split::Truths {
                true => format!("bool{b}"),
                false => "bool".to_owned(),
            },
            Parameter::Constant(Const::Dtype(d)) => match split >= Split::Types {
                true => format!("dtype{d}"),
                false => "dtype".to_owned(),
            },
            Parameter::Constant(c) => format!("constant{c}"),
            Parameter::List { .. } => "list".to_owned(),
            Parameter::Tuple(items) => format!("tuple{}", items.len()),
        });
    }
    parts.join(",")
}

fn write_all(
    library: &Library,
    case: &KernelCase,
    kernel: &Kernel,
    lowered: &[Lowered],
    groups: Vec<(String, Vec<usize>)>,
) -> Part {
    let several = groups.len() > 1;
    let mut part = Part {
        written: Vec::new(),
        refusals: Vec::new(),
        left: Vec::new(),
    };
    let base = snake_case(&case.kernel);
    for (number, (_, members)) in groups.into_iter().enumerate() {
        let entry = match several {
            true => format!("{base}_{}", number + 1),
            false => base.clone(),
        };
        match write(library, case, kernel, lowered, &members, &entry) {
            Ok(written) => part.written.push((written, members)),
            Err(refused) => {
                part.refusals.push(refused);
                part.left.extend(members);
            }
        }
    }
    part
}

fn write(
    library: &Library,
    case: &KernelCase,
    kernel: &Kernel,
    lowered: &[Lowered],
    members: &[usize],
    entry: &str,
) -> Result<Written, (Refusal, Option<Hint>)> {
    let traces = members
        .iter()
        .filter_map(|&at| lowered.get(at))
        .map(|l| l.trace.as_slice());
    let mut facts = Facts::new(traces);
    for (i, &at) in members.iter().enumerate() {
        if let Some(lowered) = lowered.get(at) {
            facts.fuse(i, lowered.fused.iter().copied());
        }
    }
    let signatures: Vec<&Signature> = members
        .iter()
        .filter_map(|&at| case.specialisations.get(at))
        .map(|s| &s.signature)
        .collect();
    let module = format!("{entry}_kernel");
    readable::write(
        &library.package,
        kernel,
        &facts,
        &signatures,
        &module,
        entry,
    )
    .map_err(|r| {
        let line = library
            .package
            .module_by_id(r.module)
            .map_or(case.line, |m| m.lines.position(r.span.start).line);
        let reason = r.to_string();
        (Refusal { line, reason }, r.hint)
    })
}
