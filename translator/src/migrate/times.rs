//! How long each kernel took, kept apart from the report: the report of two runs is the same.

use serde::Serialize;

use super::report::Report;

#[derive(Serialize)]
struct Times<'a> {
    schema: &'static str,
    seconds: Option<f64>,
    kernels: Vec<Kernel<'a>>,
}

#[derive(Serialize)]
struct Kernel<'a> {
    file: &'a str,
    kernel: &'a str,
    seconds: Option<f64>,
}

/// The times of a report as a JSON document.
pub fn json(report: &Report) -> String {
    let kernels = report.by_kernel.iter().map(|k| Kernel {
        file: &k.file,
        kernel: &k.kernel,
        seconds: k.seconds,
    });
    let times = Times {
        schema: "tileport.times/1",
        seconds: report.seconds,
        kernels: kernels.collect(),
    };
    serde_json::to_string_pretty(&times).unwrap_or_default() + "\n"
}
