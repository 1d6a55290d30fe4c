//! The outcome of a migration: one document, in JSON as it is, in Markdown and HTML for people.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::shard::Shard;

/// Name and version of the JSON document.
pub const SCHEMA: &str = "tileport.migrate/1";

/// What a run of `tileport migrate` did. Counts of specialisations are of distinct ones.
///
/// The files in the output folder say nothing that differs between two runs on the same input:
/// times and the folder's own path are in the document on standard output only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub schema: String,
    /// This program and the compilers behind the results, with their versions.
    pub tools: BTreeMap<String, String>,
    /// The part of the kernels that this run was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Kernels that the launches name.
    pub kernels: usize,
    /// Kernels of which every specialisation passed the gates.
    pub migrated: usize,
    /// What was refused, one entry for each kernel and reason.
    pub refused: Vec<Refusal>,
    /// Launches, those that share a specialisation counted each.
    pub launches: usize,
    pub specialisations: usize,
    pub identical: usize,
    pub equivalent: usize,
    pub different: usize,
    /// Differences that remain, by class, in all specialisations.
    pub differences: BTreeMap<String, usize>,
    /// By architecture; empty when nothing was assembled.
    pub assembled: BTreeMap<String, CodeCounts>,
    /// Folder of the emitted crate; in the files, which lie in it, `.`.
    #[serde(rename = "crate")]
    pub crate_folder: String,
    pub cargo_check: CargoCheck,
    pub clippy: CargoCheck,
    pub bytecode_version: String,
    /// Architecture whose compiler hints applied.
    pub arch: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// One entry a kernel, in the order of file and name.
    pub by_kernel: Vec<KernelReport>,
}

/// Why a kernel, or some of its specialisations, were not migrated: where, and what a person would
/// have to decide.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Refusal {
    pub kernel: String,
    /// The file that `line` is in: the kernel's, or that of a helper.
    pub file: String,
    /// 1-based; 0 when the reason has no place in the source.
    pub line: usize,
    /// 1-based; 0 when only the line is known.
    pub column: usize,
    /// The construct that was met: a call, a type, a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub construct: Option<String>,
    pub reason: String,
    /// What a person, or the agent, would have to decide.
    pub decide: String,
    /// How many of the kernel's specialisations it concerns.
    pub specialisations: usize,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeCounts {
    pub identical: usize,
    pub different: usize,
    /// Specialisations that the assembler refuses from Python's own module.
    pub not_assembled: usize,
}

/// What a check of the emitted crate said, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CargoCheck {
    Passed,
    NotRun,
    Failed,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refusals: Vec<Refusal>,
    /// How long it took when it was done; results that were taken over keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    pub specialisations: Vec<SpecialisationReport>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Migrated,
    /// Rust was written for some specialisations; the others were refused.
    Partial,
    /// Rust was written, and differs from the Python in at least one specialisation.
    Different,
    Refused,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

impl Outcome {
    pub fn word(self) -> &'static str {
        match self {
            Self::Migrated => "migrated",
            Self::Partial => "partial",
            Self::Different => "different",
            Self::Refused => "refused",
        }
    }
}

impl CodeCounts {
    /// Counts the results of `code` fields.
    fn add(&mut self, result: &str) {
        match result {
            "identical" => self.identical += 1,
            "not assembled" => self.not_assembled += 1,
            _ => self.different += 1,
        }
    }
}

/// What a report says beside its kernels.
#[derive(Debug, Clone)]
pub struct Frame {
    pub tools: BTreeMap<String, String>,
    pub shard: Option<Shard>,
    pub bytecode_version: String,
    pub arch: String,
}

impl Report {
    /// Builds the totals from the kernels.
    pub fn new(by_kernel: Vec<KernelReport>, frame: Frame) -> Self {
        let all = || by_kernel.iter().flat_map(|k| &k.specialisations);
        let count = |verdict| all().filter(|s| s.verdict == verdict).count();
        let mut assembled = BTreeMap::<String, CodeCounts>::new();
        for (arch, result) in all().flat_map(|s| &s.code) {
            assembled.entry(arch.clone()).or_default().add(result);
        }
        let mut differences = BTreeMap::new();
        for (class, count) in all().flat_map(|s| &s.differences) {
            *differences.entry(class.clone()).or_default() += count;
        }
        Self {
            schema: SCHEMA.to_owned(),
            tools: frame.tools,
            shard: frame.shard,
            kernels: by_kernel.len(),
            migrated: by_kernel
                .iter()
                .filter(|k| k.outcome == Outcome::Migrated)
                .count(),
            refused: by_kernel
                .iter()
                .flat_map(|k| &k.refusals)
                .cloned()
                .collect(),
            launches: all().map(|s| s.launches).sum(),
            specialisations: all().count(),
            identical: count(Verdict::Identical),
            equivalent: count(Verdict::Equivalent),
            different: count(Verdict::Different),
            differences,
            assembled,
            crate_folder: ".".to_owned(),
            cargo_check: CargoCheck::NotRun,
            clippy: CargoCheck::NotRun,
            bytecode_version: frame.bytecode_version,
            arch: frame.arch,
            seconds: None,
            by_kernel,
        }
    }

    /// The part that is the same for every run on the same input.
    pub fn without_times(&self) -> Self {
        let mut report = self.clone();
        report.seconds = None;
        report.crate_folder = ".".to_owned();
        for kernel in &mut report.by_kernel {
            kernel.seconds = None;
        }
        report
    }

    /// Whether there is nothing to object to.
    pub fn is_clean(&self) -> bool {
        self.migrated == self.kernels
            && self.cargo_check != CargoCheck::Failed
            && self.clippy != CargoCheck::Failed
            && self.assembled.values().all(|counts| counts.different == 0)
    }
}
