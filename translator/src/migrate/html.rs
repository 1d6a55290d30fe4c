//! The report as one self-contained HTML file.

use maud::{DOCTYPE, Markup, html};

use super::markdown::{made_with, place, sentence};
use super::report::{KernelReport, Report, SpecialisationReport};

const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8884; vertical-align: top; }
code { font: 13px ui-monospace, monospace; }
.identical, .equivalent, .migrated { color: light-dark(#176b2c, #7fd896); }
.partial, .different, .refused { color: light-dark(#a11, #ff8a80); }
";

/// The whole report: what was refused, then the kernels, each unfolding into its specialisations.
pub fn render(report: &Report) -> String {
    let archs: Vec<&String> = report.assembled.keys().collect();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Migration report" }
                style { (maud::PreEscaped(STYLE)) }
            }
            body {
                h1 { "Migration report" }
                p { (sentence(report)) }
                p { (made_with(report)) }
                @if !report.refused.is_empty() { (refused(report)) }
                @if !report.differences.is_empty() { (differences(report)) }
                h2 { "Kernels" }
                @for kernel in &report.by_kernel { (self::kernel(kernel, &archs)) }
            }
        }
    };
    page.into_string()
}

fn refused(report: &Report) -> Markup {
    html! {
        h2 { "Refused" }
        table {
            thead { tr {
                th { "kernel" } th { "place" } th { "construct" } th { "reason" } th { "to decide" }
                th { "configurations" }
            } }
            tbody {
                @for refusal in &report.refused {
                    tr {
                        td { (refusal.kernel) }
                        td { code { (place(refusal)) } }
                        td { (refusal.construct.as_deref().unwrap_or("-")) }
                        td { (refusal.reason) }
                        td { (refusal.decide) }
                        td { (refusal.specialisations) }
                    }
                }
            }
        }
    }
}

fn differences(report: &Report) -> Markup {
    html! {
        h2 { "Differences by class" }
        ul {
            @for (class, count) in &report.differences { li { (class) ": " (count) } }
        }
    }
}

fn kernel(kernel: &KernelReport, archs: &[&String]) -> Markup {
    let official = kernel.specialisations.iter().any(|s| s.official.is_some());
    html! {
        details {
            summary {
                b { (kernel.kernel) } " "
                code { (kernel.file) ":" (kernel.line) } " "
                span class=(kernel.outcome.word()) { (kernel.outcome.word()) }
                @if let Some(writer) = &kernel.writer { " by the " (writer) " writer" }
            }
            @if !kernel.notes.is_empty() {
                ul { @for note in &kernel.notes { li { (note) } } }
            }
            table {
                thead {
                    tr {
                        th { "specialisation" } th { "facts" } th { "launches" }
                        @if official { th { "Python against official" } }
                        th { "Rust against Python" }
                        @for arch in archs { th { "code " (arch) } }
                    }
                }
                tbody {
                    @for s in &kernel.specialisations { (specialisation(s, official, archs)) }
                }
            }
        }
    }
}

fn specialisation(s: &SpecialisationReport, official: bool, archs: &[&String]) -> Markup {
    html! {
        tr {
            td { code { (s.id) } }
            td { (s.summary) }
            td { (s.launches) }
            @if official { td { (s.official.as_deref().unwrap_or("-")) } }
            td class=(s.verdict.word()) {
                (s.verdict.word())
                @for line in &s.first { br; code { (line) } }
            }
            @for arch in archs { td { (s.code.get(*arch).map(String::as_str).unwrap_or("-")) } }
        }
    }
}
