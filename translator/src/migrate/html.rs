//! The report as one self-contained HTML file.

use maud::{DOCTYPE, html};

use super::markdown::sentence;
use super::report::Report;

const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8884; vertical-align: top; }
code { font: 13px ui-monospace, monospace; }
.identical, .equivalent, .migrated { color: light-dark(#176b2c, #7fd896); }
.different, .refused { color: light-dark(#a11, #ff8a80); }
";

/// The whole report: a table of kernels, each unfolding into its specialisations.
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
                @for kernel in &report.by_kernel {
                    @let outcome = serde_json::to_value(kernel.outcome).ok();
                    @let outcome = outcome.as_ref().and_then(|v| v.as_str()).unwrap_or_default();
                    details {
                        summary {
                            b { (kernel.kernel) } " "
                            code { (kernel.file) ":" (kernel.line) } " "
                            span class=(outcome) { (outcome) }
                            @if let Some(writer) = &kernel.writer { " by the " (writer) " writer" }
                        }
                        @if !kernel.notes.is_empty() {
                            ul { @for note in &kernel.notes { li { (note) } } }
                        }
                        table {
                            thead {
                                tr {
                                    th { "specialisation" } th { "facts" } th { "launches" } th { "Rust against Python" }
                                    @for arch in &archs { th { "code " (arch) } }
                                }
                            }
                            tbody {
                                @for s in &kernel.specialisations {
                                    tr {
                                        td { code { (s.id) } }
                                        td { (s.summary) }
                                        td { (s.launches) }
                                        td class=(s.verdict.word()) {
                                            (s.verdict.word())
                                            @for line in &s.first { br; code { (line) } }
                                        }
                                        @for arch in &archs { td { (s.code.get(*arch).map(String::as_str).unwrap_or("-")) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    page.into_string()
}
