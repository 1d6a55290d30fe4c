//! The report in Markdown, for a terminal and for a comment.

use std::fmt::Write as _;

use super::report::{CargoCheck, KernelReport, Outcome, Report, Verdict};
use crate::report::Table;

/// The whole report.
pub fn render(report: &Report) -> String {
    let mut out = String::from("# Migration report\n\n");
    let _ = writeln!(out, "{}\n\n{}", sentence(report), table(report).markdown());
    for kernel in report
        .by_kernel
        .iter()
        .filter(|k| k.outcome != Outcome::Migrated || !k.notes.is_empty())
    {
        let _ = writeln!(
            out,
            "## {} ({}:{})\n",
            kernel.kernel, kernel.file, kernel.line
        );
        for note in &kernel.notes {
            let _ = writeln!(out, "- {note}");
        }
        for specialisation in kernel
            .specialisations
            .iter()
            .filter(|s| !s.first.is_empty())
        {
            let _ = writeln!(
                out,
                "- `{}`: {}",
                specialisation.id,
                specialisation.first.join("; ")
            );
        }
        out.push('\n');
    }
    out
}

/// The table and the sentence, for a terminal.
pub fn summary(report: &Report) -> String {
    let mut out = format!("{}\n{}\n", table(report).plain(), sentence(report));
    for refusal in &report.refused {
        let _ = writeln!(
            out,
            "refused: {}:{}: {}: {}",
            refusal.file, refusal.line, refusal.kernel, refusal.reason
        );
    }
    out
}

/// What came of it, in one sentence.
pub fn sentence(report: &Report) -> String {
    let check = match report.cargo_check {
        CargoCheck::Passed => "the crate passes cargo check",
        CargoCheck::Failed => "the crate does NOT pass cargo check (cargo-check.txt)",
        CargoCheck::NotRun => "cargo check was not run",
    };
    format!(
        "{} of {} kernels migrated, {} specialisations at bytecode {}: {} identical, {} equivalent, {} different, {} refused; {check}.",
        report.migrated,
        report.kernels,
        report.specialisations,
        report.bytecode_version,
        report.identical,
        report.equivalent,
        report.different,
        report.specialisations - report.identical - report.equivalent - report.different,
    )
}

/// A row a kernel.
pub fn table(report: &Report) -> Table {
    let archs: Vec<&String> = report.assembled.keys().collect();
    let codes: Vec<String> = archs.iter().map(|arch| format!("code {arch}")).collect();
    let mut heading = vec![
        "kernel",
        "written by",
        "#configurations",
        "Rust against Python",
    ];
    let mut all = report.by_kernel.iter().flat_map(|k| &k.specialisations);
    let official = all.any(|s| s.official.is_some());
    if official {
        heading.insert(3, "Python against official");
    }
    heading.extend(codes.iter().map(String::as_str));
    let mut table = Table::new(&heading);
    for kernel in &report.by_kernel {
        let mut cells = vec![
            kernel.kernel.clone(),
            kernel
                .writer
                .clone()
                .unwrap_or_else(|| "refused".to_owned()),
            kernel.specialisations.len().to_string(),
            verdicts(kernel),
        ];
        if official {
            cells.insert(3, against_official(kernel));
        }
        table.row(
            cells
                .into_iter()
                .chain(archs.iter().map(|arch| code(kernel, arch))),
        );
    }
    table
}

fn verdicts(kernel: &KernelReport) -> String {
    let all = [
        Verdict::Identical,
        Verdict::Equivalent,
        Verdict::Different,
        Verdict::Refused,
    ];
    let count = |v| {
        kernel
            .specialisations
            .iter()
            .filter(|s| s.verdict == v)
            .count()
    };
    let parts: Vec<String> = all
        .into_iter()
        .map(|v| (count(v), v))
        .filter(|(n, _)| *n > 0)
        .map(|(n, v)| format!("{n} {}", v.word()))
        .collect();
    parts.join(", ")
}

/// How our lowering of the Python compares with the official compiler's: a count for each verdict.
fn against_official(kernel: &KernelReport) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for word in kernel
        .specialisations
        .iter()
        .map(|s| s.official.as_deref().unwrap_or("not asked"))
    {
        match counts.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => counts.push((word, 1)),
        }
    }
    let parts: Vec<String> = counts
        .into_iter()
        .map(|(word, count)| format!("{count} {word}"))
        .collect();
    parts.join(", ")
}

/// How many of a kernel's specialisations have the same machine code, of those that assemble.
fn code(kernel: &KernelReport, arch: &str) -> String {
    let results: Vec<&str> = kernel
        .specialisations
        .iter()
        .filter_map(|s| s.code.get(arch))
        .map(String::as_str)
        .collect();
    let assembled = results.iter().filter(|r| **r != "not assembled").count();
    let identical = results.iter().filter(|r| **r == "identical").count();
    match assembled {
        0 => "-".to_owned(),
        n if n == identical => "identical".to_owned(),
        n => format!("{identical} of {n} identical"),
    }
}
