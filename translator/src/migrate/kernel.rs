//! One kernel: both languages lowered under the same facts, candidates judged, the best kept.

use std::collections::BTreeMap;

use cutile_ir::Module;
use serde::{Deserialize, Serialize};
use tileport_ir::Version;
use tileport_python::Diagnostics;
use tileport_python::lower::Lowered;

use super::report::{KernelReport, Outcome, SpecialisationReport, Verdict};
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
    pub fn refused(case: &KernelCase, reason: impl Into<String>) -> Self {
        let report = KernelReport {
            kernel: case.kernel.clone(),
            file: case.file.clone(),
            line: case.line as usize,
            outcome: Outcome::Refused,
            writer: None,
            notes: vec![reason.into()],
            module: None,
            specialisations: case
                .specialisations
                .iter()
                .map(|s| specialisation(s, Verdict::Refused, Vec::new()))
                .collect(),
        };
        Self {
            report,
            rust: None,
            pairs: Vec::new(),
        }
    }

    fn refused_at(case: &KernelCase, diagnostics: &Diagnostics) -> Self {
        let mut work = Self::refused(case, diagnostics.to_string());
        if let Some(first) = diagnostics
            .0
            .iter()
            .find(|d| d.line > 0 && d.file == case.file)
        {
            work.report.line = first.line as usize;
        }
        work
    }
}

/// Migrates one kernel for all its specialisations.
pub fn migrate(library: &Library, case: &KernelCase, how: How) -> Work {
    if let Some(fault) = case.faults.first() {
        return Work::refused_at(case, &fault.diagnostics);
    }
    let lowered: Result<Vec<Lowered>, Diagnostics> = case
        .specialisations
        .iter()
        .map(|s| lower(library, case, s, how))
        .collect();
    let lowered = match lowered {
        Ok(lowered) => lowered,
        Err(diagnostics) => return Work::refused_at(case, &diagnostics),
    };
    match rules::translate(library, case, &lowered, how.arch, how.version) {
        Ok(translation) => accepted(case, &lowered, translation, how),
        Err(refusal) => {
            let mut work = Work::refused(case, refusal.reason);
            work.report.line = refusal.line.max(1) as usize;
            work
        }
    }
}

fn lower(
    library: &Library,
    case: &KernelCase,
    specialisation: &Specialisation,
    how: How,
) -> Result<Lowered, Diagnostics> {
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
        .zip(&translation.evidence)
        .map(|(s, e)| judged(s, e))
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
        specialisations,
    };
    Work {
        report,
        rust: Some(translation.rust),
        pairs,
    }
}

fn judged(specialisation: &Specialisation, evidence: &Evidence) -> SpecialisationReport {
    let verdict = match evidence.verdict {
        gates::Verdict::Identical => Verdict::Identical,
        gates::Verdict::Equivalent => Verdict::Equivalent,
        gates::Verdict::Different => Verdict::Different,
        gates::Verdict::Refused => Verdict::Refused,
    };
    self::specialisation(
        specialisation,
        verdict,
        evidence.details.iter().take(3).cloned().collect(),
    )
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
