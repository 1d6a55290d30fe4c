//! The embedded Python front end against the official compiler, specialisation by specialisation.

mod verdict;

use std::time::Instant;

use serde::Serialize;
use tileport_ir::Version;
use tileport_python::lower::Options;

use crate::library::Library;
use crate::official::{Answer, Oracle, OracleError};

pub use verdict::{Judgement, Places, Verdict, judge};

/// Name and version of the JSON document.
pub const SCHEMA: &str = "tileport.conform/1";

/// Architecture that both compilers take hints and data types for.
pub const ARCHITECTURE: &str = "sm_90";

/// What was found. `launches` counts rows, the other counts are of distinct specialisations.
#[derive(Debug, Serialize)]
pub struct Conformance {
    pub schema: &'static str,
    pub bytecode_version: String,
    pub launches: usize,
    pub specialisations: usize,
    /// Refused by the official compiler; of these, `both_reject` are refused here too.
    pub official_rejects: usize,
    pub both_reject: usize,
    /// Of these, refused at another line than the official compiler names.
    pub other_line: usize,
    pub identical: usize,
    pub equivalent: usize,
    pub different: usize,
    pub unsupported: usize,
    pub cases: Vec<Case>,
    pub seconds: Seconds,
}

#[derive(Debug, Serialize)]
pub struct Case {
    pub kernel: String,
    pub file: String,
    pub id: String,
    pub summary: String,
    pub launches: usize,
    pub verdict: Verdict,
    /// The first difference, or both refusals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Where each refuses it, when both do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Places>,
}

/// Front-end time over all specialisations, bytecode included, imports and parsing of files excluded.
#[derive(Debug, Default, Serialize)]
pub struct Seconds {
    pub embedded: f64,
    pub official: f64,
}

/// Lowers every specialisation of `library` with both compilers and compares.
///
/// # Errors
/// The official compiler is missing or ended without answering.
pub fn conform(
    library: &Library,
    oracle: &Oracle,
    version: Version,
) -> Result<Conformance, OracleError> {
    let all: Vec<_> = library.each().collect();
    let launches: Vec<_> = all.iter().map(|(_, s)| &s.launch).collect();
    let answers = oracle.compile(&launches)?;
    let mut seconds = Seconds::default();
    let options = Options {
        version: version.into(),
        arch: Some(ARCHITECTURE.to_owned()),
        ..Options::default()
    };
    let mut cases = faults(library);
    for ((kernel, specialisation), answer) in all.into_iter().zip(&answers) {
        let started = Instant::now();
        let ours = tileport_python::lower(
            &library.package,
            &kernel.file,
            &kernel.kernel,
            &specialisation.signature,
            &options,
        );
        seconds.embedded += started.elapsed().as_secs_f64();
        if let Answer::Compiled {
            seconds: official, ..
        } = answer
        {
            seconds.official += official;
        }
        let Judgement {
            verdict,
            detail,
            places,
        } = judge(ours.map(|lowered| lowered.module), answer);
        cases.push(Case {
            kernel: kernel.kernel.clone(),
            file: kernel.file.clone(),
            id: specialisation.id.clone(),
            summary: specialisation.summary.clone(),
            launches: specialisation.count,
            verdict,
            detail,
            places,
        });
    }
    Ok(Conformance::new(library, version, cases, seconds))
}

/// Launches that our reading of the package refuses before any compiler is asked.
fn faults(library: &Library) -> Vec<Case> {
    let all = library
        .kernels
        .iter()
        .flat_map(|k| k.faults.iter().map(move |f| (k, f)));
    all.map(|(kernel, fault)| Case {
        kernel: kernel.kernel.clone(),
        file: kernel.file.clone(),
        id: String::new(),
        summary: String::new(),
        launches: 1,
        verdict: Verdict::Unsupported,
        detail: Some(fault.diagnostics.to_string()),
        places: None,
    })
    .collect()
}

impl Conformance {
    fn new(library: &Library, version: Version, cases: Vec<Case>, seconds: Seconds) -> Self {
        let count = |verdict| cases.iter().filter(|case| case.verdict == verdict).count();
        let both_reject = count(Verdict::BothReject);
        let differ = |case: &&Case| case.places.as_ref().is_some_and(|places| !places.agree);
        let other_line = cases.iter().filter(differ).count();
        Self {
            schema: SCHEMA,
            bytecode_version: version.to_string(),
            launches: library.launches,
            specialisations: cases.len(),
            official_rejects: both_reject + count(Verdict::OfficialRejects),
            both_reject,
            other_line,
            identical: count(Verdict::Identical),
            equivalent: count(Verdict::Equivalent),
            different: count(Verdict::Different),
            unsupported: count(Verdict::Unsupported),
            cases,
            seconds,
        }
    }

    /// Whether both compilers agree everywhere, lines of refusals included.
    pub fn is_clean(&self) -> bool {
        self.different == 0
            && self.unsupported == 0
            && self.other_line == 0
            && self.official_rejects == self.both_reject
    }
}
