//! Showing diagnostics with the source around them.

use std::fs;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, Report,
};
use tileport_python::source::LineIndex;
use tileport_python::{Diagnostics, Package};

/// Diagnostics of the Python front end, each with the line it is about where the file can be read.
pub fn python(package: &Package, diagnostics: &Diagnostics) -> String {
    let shown: Vec<String> = diagnostics.0.iter().map(|d| one(package, d)).collect();
    shown.join("\n")
}

fn one(package: &Package, diagnostic: &tileport_python::Diagnostic) -> String {
    let plain = diagnostic.to_string();
    let path = package.root().join(&diagnostic.file);
    let Ok(text) = fs::read_to_string(&path) else {
        return plain;
    };
    let index = LineIndex::new(&text);
    let offset = |line: u32, column: u32| Some(index.line_start(line)? + column);
    let start = offset(diagnostic.line, diagnostic.col);
    let end = offset(diagnostic.end.0, diagnostic.end.1);
    let (Some(start), Some(end)) = (start, end) else {
        return plain;
    };
    let label = diagnostic
        .found
        .as_ref()
        .map(|found| format!("found {found}"));
    let span = LabeledSpan::new(label, start as usize, (end.saturating_sub(start)) as usize);
    let mut shown = MietteDiagnostic::new(diagnostic.message.clone()).with_label(span);
    shown.help = diagnostic.help.clone();
    let report = Report::new(shown).with_source_code(NamedSource::new(&diagnostic.file, text));
    let mut out = String::new();
    let theme = if color() {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    match GraphicalReportHandler::new_themed(theme).render_report(&mut out, report.as_ref()) {
        Ok(()) => format!("{plain}\n{out}"),
        Err(_) => plain,
    }
}

fn color() -> bool {
    use std::io::IsTerminal as _;
    std::env::var_os("NO_COLOR").is_none() && std::io::stderr().is_terminal()
}
