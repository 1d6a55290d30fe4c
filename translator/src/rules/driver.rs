//! Candidates in order of readability; the first that every specialisation accepts is kept.

use std::ops::Range;

use rayon::prelude::*;
use tileport_ir::Version;
use tileport_python::lower::Lowered;
use tileport_rust::Source;

use crate::gates::{Evidence, Judge, Verdict};
use crate::library::{KernelCase, Library};
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
    /// Complete items: one `#[cutile::module]`, or one for each variant.
    pub rust: String,
    /// One where a single generic kernel serves all specialisations.
    pub variants: Vec<Variant>,
    /// Why more than one variant was needed, and other things to tell.
    pub notes: Vec<String>,
}

/// A Rust kernel that serves some of the specialisations.
#[derive(Debug, Clone)]
pub struct Variant {
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
/// The result may differ from the Python: its evidence says so, and the caller decides.
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
    let mut best: Option<Translation> = None;
    let mut refusals = Vec::new();
    for writer in [Writer::Readable, Writer::Exact] {
        let candidate = match propose(writer, library, case, lowered) {
            Ok(candidate) => candidate,
            Err(refusal) => {
                refusals.push((writer, refusal));
                continue;
            }
        };
        let mut translation = judge(candidate, case, lowered, arch, version);
        translation.notes.extend(refusals.drain(..).map(|(w, r)| {
            format!(
                "the {} writer refused line {}: {}",
                w.word(),
                r.line,
                r.reason
            )
        }));
        if let Some(rejected) = &best {
            translation.notes.extend(why_not(rejected));
        }
        if faults(&translation) == 0 {
            return Ok(translation);
        }
        if best
            .as_ref()
            .is_none_or(|b| faults(&translation) < faults(b))
        {
            best = Some(translation);
        }
    }
    best.ok_or_else(|| {
        refusals
            .into_iter()
            .next_back()
            .map(|(_, r)| r)
            .unwrap_or(Refusal {
                line: 0,
                reason: "no writer".to_owned(),
            })
    })
}

fn propose(
    writer: Writer,
    library: &Library,
    case: &KernelCase,
    lowered: &[Lowered],
) -> Result<Candidate, Refusal> {
    match writer {
        Writer::Readable => super::propose::readable(library, case, lowered),
        Writer::Exact => super::propose::exact(case, lowered),
    }
}

/// Specialisations for which the Rust is not equivalent.
fn faults(translation: &Translation) -> usize {
    translation
        .evidence
        .iter()
        .filter(|e| e.verdict > Verdict::Equivalent)
        .count()
}

fn why_not(rejected: &Translation) -> Option<String> {
    let bad = rejected
        .evidence
        .iter()
        .find(|e| e.verdict > Verdict::Equivalent)?;
    let detail = bad
        .details
        .first()
        .map(String::as_str)
        .unwrap_or("no detail");
    Some(format!(
        "the {} form was not kept: {} of its specialisations differ ({detail})",
        rejected.writer.word(),
        faults(rejected)
    ))
}

/// Specialisations that share a linked copy of a candidate. Linking takes about half as long as
/// lowering one of them, and a copy serves one thread.
const SHARE: usize = 8;

fn judge(
    candidate: Candidate,
    case: &KernelCase,
    lowered: &[Lowered],
    arch: Arch,
    version: Version,
) -> Translation {
    let mut evidence = vec![refused("no variant serves it".to_owned()); lowered.len()];
    match Source::parse(&format!("{}.rs", case.kernel), &candidate.rust) {
        Ok(source) => {
            let parts: Vec<(&Variant, Range<usize>)> =
                candidate.variants.iter().flat_map(Variant::parts).collect();
            let judged: Vec<Vec<(usize, Evidence)>> = parts
                .into_par_iter()
                .map(|(variant, part)| {
                    let judge = Judge::new(&source, &variant.entry, arch, version);
                    judge_part(judge.as_ref(), variant, part, case, lowered)
                })
                .collect();
            for (at, found) in judged.into_iter().flatten() {
                if let Some(slot) = evidence.get_mut(at) {
                    *slot = found;
                }
            }
        }
        Err(diagnostic) => evidence.fill(refused(diagnostic.to_string())),
    }
    Translation {
        writer: candidate.writer,
        rust: candidate.rust,
        variants: candidate.variants,
        evidence,
        notes: candidate.notes,
    }
}

impl Variant {
    /// What it serves, cut into parts that are judged side by side.
    fn parts(&self) -> impl Iterator<Item = (&Self, Range<usize>)> {
        let all = self.serves.len();
        (0..all)
            .step_by(SHARE)
            .map(move |from| (self, from..(from + SHARE).min(all)))
    }
}

/// Evidence for a part of what a variant serves, by position among the specialisations.
fn judge_part(
    judge: Result<&Judge, &tileport_rust::Diagnostic>,
    variant: &Variant,
    part: Range<usize>,
    case: &KernelCase,
    lowered: &[Lowered],
) -> Vec<(usize, Evidence)> {
    part.filter_map(|i| {
        let at = *variant.serves.get(i)?;
        let generics = variant.generics.get(i).map(Vec::as_slice);
        let (specialisation, python) = (case.specialisations.get(at)?, lowered.get(at)?);
        let evidence = match judge {
            Ok(judge) => judge.judge(case, specialisation, generics, &python.module),
            Err(diagnostic) => refused(diagnostic.to_string()),
        };
        Some((at, evidence))
    })
    .collect()
}

fn refused(reason: String) -> Evidence {
    Evidence {
        verdict: Verdict::Refused,
        rust: None,
        details: vec![reason],
    }
}
