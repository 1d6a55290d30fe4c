//! One kernel: both languages lowered under the same facts, candidates judged, the best kept.

use std::collections::BTreeMap;

use cutile_ir::Module;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tileport_ir::Version;
use tileport_ir::diff;
use tileport_python::Diagnostics;
use tileport_python::lower::Lowered;

use super::host::{self, Launcher};
use super::refusal;
use super::report::{KernelReport, Outcome, Refusal, SpecialisationReport, Verdict};
use crate::gates::{self, Evidence};
use crate::library::{KernelCase, Library, Specialisation};
use crate::rules::{self, Translation};
use crate::toolchain::Arch;

/// What a kernel's modules are compiled for.
#[derive(Debug, Clone, Copy)]
pub struct How {
    pub version: Version,
    /// Architecture whose compiler hints apply.
    pub arch: Arch,
}

/// What came of one kernel.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Work {
    pub report: KernelReport,
    /// Rust items for the kernel's file of the emitted crate; none where it was refused.
    pub rust: Option<String>,
    /// Host functions that launch it, one for each entry.
    pub launchers: Vec<Launcher>,
    /// In the order of the report's specialisations.
    pub pairs: Vec<PairBytes>,
}

/// Bytecode of both sides of one specialisation, as far as there is any.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct PairBytes {
    pub id: String,
    #[serde(skip)]
    pub python: Option<Vec<u8>>,
    #[serde(skip)]
    pub rust: Option<Vec<u8>>,
}

impl Work {
    /// A kernel that could not be migrated at all.
    pub fn refused(case: &KernelCase, refusals: Vec<Refusal>) -> Self {
        let line = refusals.iter().find(|r| r.file == case.file && r.line > 0);
        let report = KernelReport {
            kernel: case.kernel.clone(),
            file: case.file.clone(),
            line: line.map_or(case.line as usize, |r| r.line),
            outcome: Outcome::Refused,
            writer: None,
            notes: Vec::new(),
            module: None,
            refusals,
            seconds: None,
            specialisations: case
                .specialisations
                .iter()
                .map(|s| specialisation(s, Verdict::Refused, Vec::new()))
                .collect(),
        };
        Self {
            report,
            rust: None,
            launchers: Vec::new(),
            pairs: Vec::new(),
        }
    }
}

/// A specialisation that was lowered, or why not.
type Lowering = Result<Lowered, Diagnostics>;

/// Migrates one kernel for all its specialisations. Those that the Python front end refuses do not
/// stop the others.
pub fn migrate(library: &Library, case: &KernelCase, how: How) -> Work {
    let lowered: Vec<Lowering> = case
        .specialisations
        .par_iter()
        .map(|s| lower(library, case, s, how))
        .collect();
    let failed = lowered.iter().filter_map(|l| l.as_ref().err());
    let faults = case.faults.iter().map(|f| &f.diagnostics);
    let refusals = refusal::of_diagnostics(case, faults.chain(failed));
    let able: Vec<usize> = lowered
        .iter()
        .enumerate()
        .filter_map(|(at, l)| l.is_ok().then_some(at))
        .collect();
    let part = KernelCase {
        specialisations: able
            .iter()
            .filter_map(|&at| case.specialisations.get(at).cloned())
            .collect(),
        ..case.clone()
    };
    if part.specialisations.is_empty() {
        return Work::refused(case, refusals);
    }
    let modules: Vec<Lowered> = lowered.into_iter().flatten().collect();
    match rules::translate(library, &part, &modules, how.arch, how.version) {
        Ok(translation) => {
            let work = accepted(&part, &modules, translation, how);
            with_refused(work, case, &able, refusals)
        }
        Err(reason) => {
            let count = part.specialisations.len();
            let mut all = vec![refusal::of_writers(case, &reason, count)];
            all.extend(refusals);
            Work::refused(case, all)
        }
    }
}

/// Puts specialisations that were refused back among those that were judged (at `able`).
fn with_refused(mut work: Work, case: &KernelCase, able: &[usize], refusals: Vec<Refusal>) -> Work {
    if refusals.is_empty() {
        return work;
    }
    if work.report.outcome == Outcome::Migrated {
        work.report.outcome = Outcome::Partial;
    }
    work.report.refusals = refusals;
    let mut judged = std::mem::take(&mut work.report.specialisations).into_iter();
    let mut pairs = std::mem::take(&mut work.pairs).into_iter();
    for (at, refused) in case.specialisations.iter().enumerate() {
        let (report, pair) = match able.binary_search(&at) {
            Ok(_) => (judged.next(), pairs.next()),
            Err(_) => (None, None),
        };
        let refused_report = || specialisation(refused, Verdict::Refused, Vec::new());
        work.report
            .specialisations
            .push(report.unwrap_or_else(refused_report));
        work.pairs.push(pair.unwrap_or_else(|| PairBytes {
            id: refused.id.clone(),
            ..PairBytes::default()
        }));
    }
    work
}

fn lower(
    library: &Library,
    case: &KernelCase,
    specialisation: &Specialisation,
    how: How,
) -> Lowering {
    let options = tileport_python::Options {
        version: how.version.into(),
        arch: Some(how.arch.to_string()),
        trace: true,
    };
    tileport_python::lower(
        &library.package,
        &case.file,
        &case.kernel,
        &specialisation.signature,
        &options,
    )
}

fn accepted(case: &KernelCase, lowered: &[Lowered], translation: Translation, how: How) -> Work {
    let verdicts = translation.evidence.iter().map(|e| e.verdict);
    let migrated = verdicts.clone().all(|v| v <= gates::Verdict::Equivalent);
    let write = |module: &Module| {
        cutile_ir::bytecode::write_bytecode_version(module, how.version.into()).ok()
    };
    let sides = case
        .specialisations
        .iter()
        .zip(lowered)
        .zip(&translation.evidence);
    let pairs = sides.map(|((specialisation, python), evidence)| PairBytes {
        id: specialisation.id.clone(),
        python: write(&python.module),
        rust: evidence.rust.as_ref().and_then(write),
    });
    let pairs = pairs.collect();
    let specialisations = case
        .specialisations
        .iter()
        .zip(lowered)
        .zip(&translation.evidence)
        .map(|((s, python), e)| judged(s, &python.module, e, how))
        .collect();
    let report = KernelReport {
        kernel: case.kernel.clone(),
        file: case.file.clone(),
        line: case.line as usize,
        outcome: if migrated {
            Outcome::Migrated
        } else {
            Outcome::Different
        },
        writer: Some(translation.writer.word().to_owned()),
        notes: translation.notes,
        module: Some(super::emit::module_name(&case.file)),
        refusals: Vec::new(),
        seconds: None,
        specialisations,
    };
    let arch = how.arch.to_string();
    Work {
        report,
        launchers: host::launchers(case, &translation.rust, &translation.variants, &arch),
        rust: Some(translation.rust),
        pairs,
    }
}

fn judged(
    specialisation: &Specialisation,
    python: &Module,
    evidence: &Evidence,
    how: How,
) -> SpecialisationReport {
    let verdict = match evidence.verdict {
        gates::Verdict::Identical => Verdict::Identical,
        gates::Verdict::Equivalent => Verdict::Equivalent,
        gates::Verdict::Different => Verdict::Different,
        gates::Verdict::Refused => Verdict::Refused,
    };
    let first = evidence.details.iter().take(3).cloned().collect();
    let mut report = self::specialisation(specialisation, verdict, first);
    if let (Verdict::Different, Some(rust)) = (verdict, &evidence.rust) {
        classify(&mut report, python, rust, how);
    }
    report
}

/// Counts what differs by class; the gravest differences are told as sentences.
fn classify(report: &mut SpecialisationReport, python: &Module, rust: &Module, how: How) {
    let options = diff::Options {
        target: Some(how.arch.to_string()),
        ..diff::Options::default()
    };
    let Ok(found) = diff::diff_with(python, rust, &options) else {
        return;
    };
    for difference in &found.differences {
        let class = difference.class.name().to_owned();
        *report.differences.entry(class).or_default() += difference.count;
    }
    let sentence =
        |d: &diff::Difference| format!("{}: {} ({})", d.class.name(), d.meaning, d.change);
    let sentences: Vec<String> = found.differences.iter().take(3).map(sentence).collect();
    if !sentences.is_empty() {
        report.first = sentences;
    }
}

fn specialisation(
    specialisation: &Specialisation,
    verdict: Verdict,
    first: Vec<String>,
) -> SpecialisationReport {
    SpecialisationReport {
        id: specialisation.id.clone(),
        summary: specialisation.summary.clone(),
        launches: specialisation.count,
        verdict,
        official: None,
        differences: BTreeMap::new(),
        first,
        code: BTreeMap::new(),
    }
}
