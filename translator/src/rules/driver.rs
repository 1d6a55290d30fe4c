//! Candidates in order of readability; the first that every specialisation accepts is kept.

use std::ops::Range;

use rayon::prelude::*;
use tileport_ir::Version;
use tileport_python::lower::Lowered;
use tileport_rust::Source;

use crate::gates::{Evidence, Judge, Verdict};
use crate::library::{KernelCase, Library};
use crate::rules::names::snake_case;
use crate::toolchain::Arch;

/// Which writer wrote the Rust.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writer {
    Readable,
    Exact,
}

impl Writer {
    pub fn word(self) -> &'static str {
        match self {
            Self::Readable => "readable",
            Self::Exact => "exact",
        }
    }
}

/// Rust for a kernel, not judged yet.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub writer: Writer,
    /// One where a single generic kernel serves all specialisations.
    pub variants: Vec<Variant>,
    /// Why more than one variant was needed, and other things to tell.
    pub notes: Vec<String>,
}

/// A Rust kernel that serves some of the specialisations.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Complete items: one `#[cutile::module]`.
    pub rust: String,
    /// Name of the entry function.
    pub entry: String,
    /// Positions among the kernel's specialisations.
    pub serves: Vec<usize>,
    /// For each of them the values of the entry's generics, in order; none: found by name.
    pub generics: Vec<Vec<String>>,
}

/// Rust for a kernel, with the evidence for each of its specialisations.
#[derive(Debug, Clone)]
pub struct Translation {
    pub writer: Writer,
    pub rust: String,
    pub variants: Vec<Variant>,
    /// In the order of the kernel's specialisations.
    pub evidence: Vec<Evidence>,
    pub notes: Vec<String>,
}

/// Why no writer could express a kernel: where, and what a person would have to decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Line in the kernel's file, 1-based; 0 when it has no place.
    pub line: u32,
    pub reason: String,
}

/// Translates a kernel; `lowered` has one module for each of its specialisations.
///
/// The readable writer's kernels are kept for the specialisations they are equivalent for; the
/// exact writer takes the others. The result may still differ from the Python: its evidence says
/// so, and the caller decides.
///
/// # Errors
/// No writer can express the kernel.
pub fn translate(
    library: &Library,
    case: &KernelCase,
    lowered: &[Lowered],
    arch: Arch,
    version: Version,
) -> Result<Translation, Refusal> {
    let task = Task {
        case,
        lowered,
        arch,
        version,
    };
    let mut notes = Vec::new();
    match super::propose::readable(library, case, lowered) {
        Ok(candidate) => {
            let evidence = task.judge(&candidate);
            let faults: Vec<usize> = task.faults(&evidence);
            if faults.is_empty() {
                return Ok(candidate.with(evidence));
            }
            if faults.len() < lowered.len() {
                return task.repaired(candidate, evidence, &faults);
            }
            notes.push(format!(
                "the readable form was not kept: {}",
                first_detail(&evidence, &faults)
            ));
        }
        Err(refusal) => notes.push(format!(
            "the readable writer refused line {}: {}",
            refusal.line, refusal.reason
        )),
    }
    let mut candidate = super::propose::exact(case, lowered)?;
    candidate.notes.extend(notes);
    let evidence = task.judge(&candidate);
    Ok(candidate.with(evidence))
}

/// A kernel and what it is judged by.
struct Task<'a> {
    case: &'a KernelCase,
    lowered: &'a [Lowered],
    arch: Arch,
    version: Version,
}

impl Task<'_> {
    /// Positions of the specialisations for which the Rust is not equivalent.
    fn faults(&self, evidence: &[Evidence]) -> Vec<usize> {
        let all = evidence.iter().enumerate();
        all.filter(|(_, e)| e.verdict > Verdict::Equivalent)
            .map(|(at, _)| at)
            .collect()
    }

    /// The candidate with exact kernels for the specialisations at `faults`.
    fn repaired(
        &self,
        mut candidate: Candidate,
        mut evidence: Vec<Evidence>,
        faults: &[usize],
    ) -> Result<Translation, Refusal> {
        candidate.give_up(faults);
        let known = candidate.variants.len();
        let why = format!(
            "the readable form differs ({})",
            first_detail(&evidence, faults)
        );
        candidate.add_exact(self.case, self.lowered, faults, &why)?;
        let parts = candidate.variants.iter().skip(known);
        for (at, found) in self.judge_variants(parts) {
            if let Some(slot) = evidence.get_mut(at) {
                *slot = found;
            }
        }
        Ok(candidate.with(evidence))
    }

    /// Evidence for every specialisation.
    fn judge(&self, candidate: &Candidate) -> Vec<Evidence> {
        let unserved = refused("no variant serves it".to_owned());
        let mut evidence = vec![unserved; self.lowered.len()];
        for (at, found) in self.judge_variants(candidate.variants.iter()) {
            if let Some(slot) = evidence.get_mut(at) {
                *slot = found;
            }
        }
        evidence
    }

    /// Evidence for what variants serve, by position among the specialisations.
    fn judge_variants<'v>(
        &self,
        variants: impl Iterator<Item = &'v Variant>,
    ) -> Vec<(usize, Evidence)> {
        let path = format!("{}.rs", self.case.kernel);
        let sources: Vec<_> = variants
            .map(|variant| (variant, Source::parse(&path, &variant.rust)))
            .collect();
        let parts: Vec<_> = sources
            .iter()
            .flat_map(|(variant, source)| variant.parts().map(move |p| (*variant, source, p)))
            .collect();
        let judged: Vec<Vec<(usize, Evidence)>> = parts
            .into_par_iter()
            .map(|(variant, source, part)| {
                let judge = match source {
                    Ok(source) => Judge::new(source, &variant.entry, self.arch, self.version),
                    Err(diagnostic) => Err(diagnostic.clone()),
                };
                self.judge_part(judge.as_ref(), variant, part)
            })
            .collect();
        judged.into_iter().flatten().collect()
    }

    fn judge_part(
        &self,
        judge: Result<&Judge, &tileport_rust::Diagnostic>,
        variant: &Variant,
        part: Range<usize>,
    ) -> Vec<(usize, Evidence)> {
        part.filter_map(|i| {
            let at = *variant.serves.get(i)?;
            let generics = variant.generics.get(i).map(Vec::as_slice);
            let specialisation = self.case.specialisations.get(at)?;
            let python = self.lowered.get(at)?;
            let evidence = match judge {
                Ok(judge) => judge.judge(self.case, specialisation, generics, &python.module),
                Err(diagnostic) => refused(diagnostic.to_string()),
            };
            Some((at, evidence))
        })
        .collect()
    }
}

/// Specialisations that share a linked copy of a candidate. Linking takes about half as long as
/// lowering one of them, and a copy serves one thread.
const SHARE: usize = 8;

impl Variant {
    /// What it serves, cut into parts that are judged side by side.
    fn parts(&self) -> impl Iterator<Item = Range<usize>> {
        let all = self.serves.len();
        (0..all)
            .step_by(SHARE)
            .map(move |from| from..(from + SHARE).min(all))
    }
}

impl Candidate {
    /// Without variants yet.
    pub fn new(writer: Writer) -> Self {
        Self {
            writer,
            variants: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds exact kernels for some of the specialisations; `why` is told.
    ///
    /// # Errors
    /// The exact writer cannot express them either.
    pub fn add_exact(
        &mut self,
        case: &KernelCase,
        lowered: &[Lowered],
        members: &[usize],
        why: &str,
    ) -> Result<(), Refusal> {
        let stem = format!("{}_exact", snake_case(&case.kernel));
        let exact = super::propose::exact_part(case, lowered, members, Some(&stem))?;
        self.variants.extend(exact.variants);
        self.notes.push(format!(
            "{} of {} specialisations by the exact writer: {why}",
            members.len(),
            case.specialisations.len(),
        ));
        Ok(())
    }

    /// Takes specialisations from the variants that serve them.
    fn give_up(&mut self, members: &[usize]) {
        for variant in &mut self.variants {
            let kept: Vec<bool> = variant
                .serves
                .iter()
                .map(|at| !members.contains(at))
                .collect();
            let mut keep = kept.iter().copied();
            variant.serves.retain(|_| keep.next().unwrap_or(true));
            let mut keep = kept.iter().copied();
            variant.generics.retain(|_| keep.next().unwrap_or(true));
        }
        self.variants.retain(|variant| !variant.serves.is_empty());
    }

    fn with(self, evidence: Vec<Evidence>) -> Translation {
        let texts: Vec<&str> = self.variants.iter().map(|v| v.rust.trim_end()).collect();
        Translation {
            writer: self.writer,
            rust: texts.join("\n\n") + "\n",
            variants: self.variants,
            evidence,
            notes: self.notes,
        }
    }
}

fn first_detail(evidence: &[Evidence], faults: &[usize]) -> String {
    let first = faults.first().and_then(|at| evidence.get(*at));
    let detail = first.and_then(|e| e.details.first());
    detail.cloned().unwrap_or_else(|| "no detail".to_owned())
}

fn refused(reason: String) -> Evidence {
    Evidence {
        verdict: Verdict::Refused,
        rust: None,
        details: vec![reason],
    }
}
