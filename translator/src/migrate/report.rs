//! The outcome of a migration: one document, in JSON as it is, in Markdown and HTML for people.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Name and version of the JSON document.
pub const SCHEMA: &str = "tileport.migrate/1";

/// What a run of `tileport migrate` did. Counts of specialisations are of distinct ones.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Report {
    pub schema: String,
    /// Kernels that the launches name.
    pub kernels: usize,
    /// Kernels of which every specialisation passed the gates.
    pub migrated: usize,
    pub refused: Vec<Refusal>,
    pub specialisations: usize,
    pub identical: usize,
    pub equivalent: usize,
    pub different: usize,
    /// By architecture; empty when nothing was assembled.
    pub assembled: BTreeMap<String, CodeCounts>,
    /// Folder of the emitted crate.
    #[serde(rename = "crate")]
    pub crate_folder: String,
    pub cargo_check: CargoCheck,
    pub bytecode_version: String,
    pub seconds: f64,
    /// One entry a kernel, in the order of file and line.
    pub by_kernel: Vec<KernelReport>,
}

/// Why a kernel was not migrated: where, and what a person would have to decide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    pub kernel: String,
    pub file: String,
    /// 1-based; 0 when the reason has no place in the source.
    pub line: usize,
    pub reason: String,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeCounts {
    pub identical: usize,
    pub different: usize,
    /// Specialisations that the assembler refuses from Python's own module.
    pub not_assembled: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CargoCheck {
    Passed,
    Failed,
    NotRun,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct KernelReport {
    pub kernel: String,
    pub file: String,
    pub line: usize,
    pub outcome: Outcome,
    /// Which writer wrote the Rust that was accepted: `readable`, `exact`, or both of them.
    pub writer: Option<String>,
    /// Why more than one Rust kernel was needed, or why the readable form was not kept.
    pub notes: Vec<String>,
    /// The module of the emitted crate.
    pub module: Option<String>,
    pub specialisations: Vec<SpecialisationReport>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Migrated,
    /// Rust was written, and differs from the Python in at least one specialisation.
    Different,
    Refused,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SpecialisationReport {
    pub id: String,
    /// What it specialises on, in short: dtypes, ranks, constants.
    pub summary: String,
    /// How many launches share it.
    pub launches: usize,
    pub verdict: Verdict,
    /// Our lowering of the Python against the official compiler's, where that was asked for:
    /// `identical`, `equivalent`, or what differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub official: Option<String>,
    /// Differences that remain, by class, in order of gravity.
    pub differences: BTreeMap<String, usize>,
    /// The first differences, as sentences.
    pub first: Vec<String>,
    /// By architecture: `identical`, `different` or the assembler's complaint.
    pub code: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Identical,
    Equivalent,
    Different,
    Refused,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::Equivalent => "equivalent",
            Self::Different => "different",
            Self::Refused => "refused",
        }
    }
}

impl Report {
    /// Builds the totals from the kernels.
    pub fn new(
        by_kernel: Vec<KernelReport>,
        crate_folder: String,
        bytecode_version: String,
    ) -> Self {
        let all = || by_kernel.iter().flat_map(|k| &k.specialisations);
        let count = |verdict| all().filter(|s| s.verdict == verdict).count();
        let mut assembled = BTreeMap::<String, CodeCounts>::new();
        for (arch, result) in all().flat_map(|s| &s.code) {
            let counts = assembled.entry(arch.clone()).or_default();
            match result.as_str() {
                "identical" => counts.identical += 1,
                "not assembled" => counts.not_assembled += 1,
                _ => counts.different += 1,
            }
        }
        Self {
            schema: SCHEMA.to_owned(),
            kernels: by_kernel.len(),
            migrated: by_kernel
                .iter()
                .filter(|k| k.outcome == Outcome::Migrated)
                .count(),
            refused: by_kernel.iter().filter_map(KernelReport::refusal).collect(),
            specialisations: all().count(),
            identical: count(Verdict::Identical),
            equivalent: count(Verdict::Equivalent),
            different: count(Verdict::Different),
            assembled,
            crate_folder,
            cargo_check: CargoCheck::NotRun,
            bytecode_version,
            seconds: 0.0,
            by_kernel,
        }
    }

    /// Whether there is nothing to object to.
    pub fn is_clean(&self) -> bool {
        self.migrated == self.kernels
            && self.cargo_check != CargoCheck::Failed
            && self.assembled.values().all(|counts| counts.different == 0)
    }
}

impl KernelReport {
    fn refusal(&self) -> Option<Refusal> {
        (self.outcome == Outcome::Refused).then(|| Refusal {
            kernel: self.kernel.clone(),
            file: self.file.clone(),
            line: self.line,
            reason: self.notes.first().cloned().unwrap_or_default(),
        })
    }
}
