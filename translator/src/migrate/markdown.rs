//! The report in Markdown, for a terminal and for a comment.

use std::fmt::Write as _;

use super::report::{CargoCheck, KernelReport, Outcome, Refusal, Report, Verdict};
use crate::report::Table;

/// How many of the slowest kernels the terminal names.
const SLOWEST: usize = 3;

/// The whole report.
pub fn render(report: &Report) -> String {
    let mut out = String::from("# Migration report\n\n");
    let _ = writeln!(out, "{}\n", sentence(report));
    let _ = writeln!(out, "{}\n", made_with(report));
    let _ = writeln!(out, "{}", table(report).markdown());
    if !report.refused.is_empty() {
        let _ = writeln!(out, "## Refused\n\n{}", refusals(report).markdown());
    }
    if !report.differences.is_empty() {
        let _ = writeln!(
            out,
            "## Differences by class\n\n{}",
            differences(report).markdown()
        );
    }
    for kernel in report.by_kernel.iter().filter(|k| has_more(k)) {
        details(kernel, &mut out);
    }
    out
}

/// Whether there is more to say of a kernel than its line of the table.
fn has_more(kernel: &KernelReport) -> bool {
    !kernel.notes.is_empty() || kernel.specialisations.iter().any(|s| !s.first.is_empty())
}

fn details(kernel: &KernelReport, out: &mut String) {
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

/// The table and the sentence, for a terminal.
pub fn summary(report: &Report) -> String {
    let mut out = format!("{}\n{}\n", table(report).plain(), sentence(report));
    if let Some(seconds) = report.seconds {
        let _ = writeln!(out, "It took {seconds:.1} s{}.", slowest(report));
    }
    for refusal in &report.refused {
        let _ = writeln!(out, "refused: {}", refusal_line(refusal));
    }
    out
}

fn slowest(report: &Report) -> String {
    let mut all: Vec<(f64, &str)> = report
        .by_kernel
        .iter()
        .filter_map(|k| Some((k.seconds?, k.kernel.as_str())))
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let parts: Vec<String> = all
        .iter()
        .take(SLOWEST)
        .map(|(seconds, kernel)| format!("{kernel} {seconds:.1} s"))
        .collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!("; the kernels that took longest: {}", parts.join(", ")),
    }
}

/// A refusal in one line: place, kernel, construct, reason, what is left to decide.
fn refusal_line(refusal: &Refusal) -> String {
    let construct = match &refusal.construct {
        Some(construct) => format!(" ({construct})"),
        None => String::new(),
    };
    format!(
        "{}: {}: {}{construct}; to decide: {}",
        place(refusal),
        refusal.kernel,
        refusal.reason,
        refusal.decide
    )
}

/// `file:line:column`, as far as it is known.
pub fn place(refusal: &Refusal) -> String {
    match (refusal.line, refusal.column) {
        (0, _) => refusal.file.clone(),
        (line, 0) => format!("{}:{line}", refusal.file),
        (line, column) => format!("{}:{line}:{column}", refusal.file),
    }
}

/// A row for each reason.
fn refusals(report: &Report) -> Table {
    let mut table = Table::new(&[
        "kernel",
        "place",
        "construct",
        "reason",
        "to decide",
        "#configurations",
    ]);
    for refusal in &report.refused {
        table.row([
            refusal.kernel.clone(),
            place(refusal),
            refusal.construct.clone().unwrap_or_default(),
            refusal.reason.clone(),
            refusal.decide.clone(),
            refusal.specialisations.to_string(),
        ]);
    }
    table
}

/// A row for each class, gravest first.
fn differences(report: &Report) -> Table {
    let mut table = Table::new(&["class", "#differences"]);
    for class in tileport_ir::diff::Class::ALL.into_iter().rev() {
        if let Some(count) = report.differences.get(class.name()) {
            table.row([class.name().to_owned(), count.to_string()]);
        }
    }
    table
}

/// What came of it, in one sentence.
pub fn sentence(report: &Report) -> String {
    let check = match report.cargo_check {
        CargoCheck::Passed => "the crate passes cargo check",
        CargoCheck::Failed => "the crate does NOT pass cargo check (cargo-check.txt)",
        CargoCheck::NotRun => "cargo check was not run",
    };
    let clippy = match report.clippy {
        CargoCheck::Passed => " and clippy",
        CargoCheck::Failed => " and does NOT pass clippy (cargo-clippy.txt)",
        CargoCheck::NotRun => "",
    };
    let part = match report.shard {
        Some(shard) => format!("Part {shard}: "),
        None => String::new(),
    };
    format!(
        "{part}{} of {} kernels migrated, {} specialisations of {} launches at bytecode {}: {} identical, {} equivalent, {} different, {} refused; {check}{clippy}.",
        report.migrated,
        report.kernels,
        report.specialisations,
        report.launches,
        report.bytecode_version,
        report.identical,
        report.equivalent,
        report.different,
        report.specialisations - report.identical - report.equivalent - report.different,
    )
}

/// The versions behind the results.
pub fn made_with(report: &Report) -> String {
    let tools: Vec<String> = report
        .tools
        .iter()
        .map(|(tool, version)| format!("{tool} {version}"))
        .collect();
    format!(
        "Made with {}; hints for {}. Times are in `.tileport/times.json`.",
        tools.join(", "),
        report.arch
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
        let writer = kernel.writer.clone();
        let mut cells = vec![
            kernel.kernel.clone(),
            writer.unwrap_or_else(|| Outcome::Refused.word().to_owned()),
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
