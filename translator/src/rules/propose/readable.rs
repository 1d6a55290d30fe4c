//! Candidates of the readable writer: one generic kernel, or one for each structure.
//!
//! Element types, integers and truth values are generic in Rust. What is not (a float compiled
//! in, an argument that is `None` in some launches, another rank) splits the specialisations. A
//! group that the writer refuses is split further: by what the refusal says, or else ever finer by
//! the launches' facts.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

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

/// Groups that can be written; groups that cannot, with the reason; reasons for splitting.
type Grouping = (Vec<Vec<usize>>, Vec<(Refusal, Vec<usize>)>, Vec<String>);

/// What there is to write.
struct Task<'a> {
    library: &'a Library,
    case: &'a KernelCase,
    kernel: Kernel,
    lowered: &'a [Lowered],
}

/// Writes the kernel as a person would, for as many of the specialisations as possible; the exact
/// writer's kernels serve the rest.
///
/// # Errors
/// Nothing can be written.
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
    let task = Task {
        library,
        case,
        kernel,
        lowered,
    };
    let all: Vec<usize> = (0..case.specialisations.len()).collect();
    let (groups, refused, reasons) = task.groups(all);
    if groups.is_empty() {
        return Err(refused.into_iter().next().map_or_else(
            || Refusal {
                line: case.line,
                reason: "no specialisations".to_owned(),
            },
            |(refusal, _)| refusal,
        ));
    }
    task.candidate(groups, refused, &reasons)
}

impl Task<'_> {
    /// The coarsest groups that can be written, in order of their first members; what cannot be,
    /// each with the reason; why groups were split.
    fn groups(&self, all: Vec<usize>) -> Grouping {
        let mut reasons = BTreeSet::new();
        let mut open: VecDeque<Vec<usize>> = self.split(&all, Split::Structure).into();
        let (mut written, mut refused) = (Vec::new(), Vec::new());
        while let Some(members) = open.pop_front() {
            let Err((refusal, hint)) = self.write(&members, &self.base()) else {
                written.push(members);
                continue;
            };
            let told = match hint {
                Some(Hint::Apart(keys)) => apart(&members, &keys),
                _ => Vec::new(),
            };
            let finer = std::iter::once(told)
                .chain(SPLITS.iter().map(|split| self.split(&members, *split)))
                .find(|parts| parts.len() > 1);
            let room = MAX_VARIANTS.saturating_sub(written.len() + open.len());
            match finer {
                Some(parts) if parts.len() <= room => {
                    reasons.insert((refusal.line, refusal.reason));
                    open.extend(parts);
                }
                _ => refused.push((refusal, members)),
            }
        }
        written.sort();
        let reasons = reasons.into_iter();
        let reasons = reasons.map(|(line, reason)| format!("line {line}: {reason}"));
        (written, refused, reasons.collect())
    }

    /// The specialisations of a group that differ in what `split` tells apart.
    fn split(&self, members: &[usize], split: Split) -> Vec<Vec<usize>> {
        let keys = members.iter().map(|at| {
            let specialisation = self.case.specialisations.get(*at);
            specialisation.map(|s| key(&s.signature, split))
        });
        apart(members, &keys.collect::<Vec<_>>())
    }

    fn base(&self) -> String {
        snake_case(&self.case.kernel)
    }

    /// The candidate: one kernel for each group, the exact writer's for what was refused.
    fn candidate(
        &self,
        groups: Vec<Vec<usize>>,
        refused: Vec<(Refusal, Vec<usize>)>,
        reasons: &[String],
    ) -> Result<Candidate, Refusal> {
        let several = groups.len() > 1 || !refused.is_empty();
        let mut candidate = Candidate::new(Writer::Readable);
        if groups.len() > 1 {
            candidate.notes.push(format!(
                "{} variants, for launches that differ in what Rust has no generics for{}{}",
                groups.len(),
                if reasons.is_empty() { "" } else { "; " },
                reasons.join("; "),
            ));
        }
        for (number, members) in groups.into_iter().enumerate() {
            let entry = match several {
                true => format!("{}_{}", self.base(), number + 1),
                false => self.base(),
            };
            let written = self.write(&members, &entry).map_err(|(r, _)| r)?;
            let first = members
                .first()
                .and_then(|at| self.case.specialisations.get(*at));
            let like = first.filter(|_| several).map(|s| {
                let kernel = &self.case.kernel;
                format!("// `{kernel}` for launches like {}.\n", s.summary)
            });
            candidate.variants.push(Variant {
                rust: like.unwrap_or_default() + &written.rust,
                entry: written.entry,
                serves: members,
                generics: written.generics,
            });
        }
        if !refused.is_empty() {
            let reasons: Vec<&str> = refused.iter().map(|(r, _)| r.reason.as_str()).collect();
            let note = reasons.join("; ");
            let mut left: Vec<usize> = refused.iter().flat_map(|(_, m)| m.clone()).collect();
            left.sort_unstable();
            candidate.add_exact(self.case, self.lowered, &left, &note)?;
        }
        Ok(candidate)
    }

    fn write(&self, members: &[usize], entry: &str) -> Result<Written, (Refusal, Option<Hint>)> {
        let lowered = || members.iter().filter_map(|&at| self.lowered.get(at));
        let mut facts = Facts::new(lowered().map(|l| l.trace.as_slice()));
        for (i, lowered) in lowered().enumerate() {
            facts.fuse(i, lowered.fused.iter().copied());
        }
        let specialisations = members
            .iter()
            .filter_map(|&at| self.case.specialisations.get(at));
        let signatures: Vec<&Signature> = specialisations.map(|s| &s.signature).collect();
        let package = &self.library.package;
        let module = format!("{entry}_kernel");
        readable::write(package, &self.kernel, &facts, &signatures, &module, entry).map_err(|r| {
            let line = package
                .module_by_id(r.module)
                .map_or(self.case.line, |m| m.lines.position(r.span.start).line);
            let reason = r.to_string();
            (Refusal { line, reason }, r.hint)
        })
    }
}

/// Members with the same key, in order of the first of each.
fn apart<K: PartialEq + Clone>(members: &[usize], keys: &[K]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(K, Vec<usize>)> = Vec::new();
    for (at, key) in members.iter().zip(keys) {
        match groups.iter_mut().find(|(k, _)| k == key) {
            Some((_, members)) => members.push(*at),
            None => groups.push((key.clone(), vec![*at])),
        }
    }
    groups.into_iter().map(|(_, members)| members).collect()
}

/// What tells specialisations of different groups apart.
fn key(signature: &Signature, split: Split) -> String {
    let mut parts = Vec::new();
    let mut types: BTreeMap<String, usize> = BTreeMap::new();
    for parameter in &signature.parameters {
        parts.push(match parameter {
            Parameter::Array(facts) => {
                let mut part = format!("array{}{}", facts.rank(), facts.index_dtype);
                let dtype = facts.dtype.to_string();
                // Integers and floats differ in the operations that compute on them.
                part.push_str(if facts.dtype.is_float() { "f" } else { &dtype });
                // Arrays of one type stay apart from arrays of several.
                let next = types.len();
                let number = *types.entry(dtype.clone()).or_insert(next);
                if split >= Split::Types {
                    part.push_str(&format!("{dtype}#{number}"));
                }
                part
            }
            Parameter::Scalar(dtype) => format!("scalar{dtype}"),
            Parameter::Constant(constant) => constant_key(constant, split),
            Parameter::List { .. } => "list".to_owned(),
            Parameter::Tuple(items) => format!("tuple{}", items.len()),
        });
    }
    parts.join(",")
}

fn constant_key(constant: &Const, split: Split) -> String {
    let open = match constant {
        Const::Int(i) => i32::try_from(*i).is_ok() && split < Split::Constants,
        Const::Float(_) => split < Split::Constants,
        Const::Bool(_) => split < Split::Truths,
        Const::Dtype(_) => split < Split::Types,
        _ => false,
    };
    match (open, constant) {
        (false, constant) => format!("constant {constant}"),
        (true, Const::Int(_)) => "int".to_owned(),
        (true, Const::Float(_)) => "float".to_owned(),
        (true, Const::Bool(_)) => "bool".to_owned(),
        (true, _) => "dtype".to_owned(),
    }
}
