//! Refusals as results: where, what was met, and what a person would have to decide.

use std::collections::BTreeMap;

use tileport_python::diagnostic::Kind;
use tileport_python::{Diagnostic, Diagnostics};

use super::report::Refusal;
use crate::library::KernelCase;
use crate::rules;

/// One refusal for each distinct reason; specialisations refused for the same one are counted.
pub fn of_diagnostics<'a>(
    case: &KernelCase,
    failed: impl Iterator<Item = &'a Diagnostics>,
) -> Vec<Refusal> {
    let mut found: BTreeMap<Refusal, usize> = BTreeMap::new();
    for diagnostics in failed {
        let refusal = match diagnostics.0.first() {
            Some(first) => of_diagnostic(case, first),
            None => plain(case, "the launch does not fit the kernel".to_owned()),
        };
        *found.entry(refusal).or_default() += 1;
    }
    found
        .into_iter()
        .map(|(refusal, count)| Refusal {
            specialisations: count,
            ..refusal
        })
        .collect()
}

/// Why no writer could express `count` specialisations.
pub fn of_writers(case: &KernelCase, reason: &rules::Refusal, count: usize) -> Refusal {
    let (construct, reason_text) = match reason.reason.split_once(": ") {
        Some((construct, text)) => (Some(construct.to_owned()), text.to_owned()),
        None => (None, reason.reason.clone()),
    };
    Refusal {
        line: reason.line as usize,
        construct,
        reason: reason_text,
        decide: "how this part is written in cuTile Rust, by hand or with another translator"
            .to_owned(),
        specialisations: count,
        ..plain(case, String::new())
    }
}

/// A kernel on which this program itself stopped.
pub fn of_fault(case: &KernelCase, message: &str) -> Refusal {
    Refusal {
        construct: Some("the kernel as a whole".to_owned()),
        decide: "nothing in the kernel: report it as a fault of tileport".to_owned(),
        specialisations: case.specialisations.len(),
        ..plain(case, format!("the translator stopped: {message}"))
    }
}

fn plain(case: &KernelCase, reason: String) -> Refusal {
    Refusal {
        kernel: case.kernel.clone(),
        file: case.file.clone(),
        line: case.line as usize,
        column: 0,
        construct: None,
        reason,
        decide: "whether the launch or the kernel is what was meant".to_owned(),
        specialisations: 0,
    }
}

fn of_diagnostic(case: &KernelCase, diagnostic: &Diagnostic) -> Refusal {
    let placed = diagnostic.line > 0;
    Refusal {
        kernel: case.kernel.clone(),
        file: if placed {
            diagnostic.file.clone()
        } else {
            case.file.clone()
        },
        line: if placed {
            diagnostic.line as usize
        } else {
            case.line as usize
        },
        column: if placed {
            diagnostic.col as usize + 1
        } else {
            0
        },
        construct: diagnostic.found.clone(),
        reason: diagnostic.message.clone(),
        decide: diagnostic
            .help
            .clone()
            .unwrap_or_else(|| decision(diagnostic.kind).to_owned()),
        specialisations: 0,
    }
}

/// What is left to decide where the diagnostic itself has no advice.
fn decision(kind: Kind) -> &'static str {
    match kind {
        Kind::Syntax => "how the kernel is written in the Python that kernels may use",
        Kind::Type | Kind::Value | Kind::Static => {
            "whether this launch is meant to work: the official compiler refuses it too"
        }
        Kind::Version => "whether a newer --bytecode-version or another --arch is wanted",
        Kind::Unsupported => {
            "how this construct is rewritten in Python, or written in Rust by hand"
        }
        Kind::Missing => "which file, name or kernel the launch means",
        Kind::Signature => "whether the launch or the kernel's parameters are what was meant",
        Kind::Limit => "how the kernel is made smaller, or split",
    }
}
