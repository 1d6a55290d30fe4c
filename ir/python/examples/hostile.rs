//! Lowers the files of the robustness tests and prints how long each took, slowest first.
//!
//! `cargo run --release -p tileport-python --example hostile [NAME]`

#[path = "../tests/support/hostile.rs"]
mod hostile;

use std::time::{Duration, Instant};

use tileport_python::specialise::{Hints, LaunchArg, Signature};
use tileport_python::{Diagnostics, Options, Package, lower};

fn main() {
    let wanted = std::env::args().nth(1);
    if wanted.as_deref() == Some("--list") {
        let mut names: Vec<_> = cases().iter().map(|case| case.name).collect();
        names.dedup();
        return names.iter().for_each(|name| println!("{name}"));
    }
    let mut times: Vec<(Duration, &str, String)> = Vec::new();
    for case in cases() {
        if wanted.as_ref().is_some_and(|name| name != case.name) {
            continue;
        }
        eprintln!("{}", case.name);
        let start = Instant::now();
        let result = lowered(&case.source);
        let took = start.elapsed();
        let said = match result {
            Ok(()) => "lowers".to_owned(),
            Err(e) => e.to_string(),
        };
        let mark = if said == "lowers" && !case.lowers || said != "lowers" && case.lowers {
            "UNEXPECTED "
        } else {
            ""
        };
        let said: String = said.chars().take(160).collect();
        times.push((took, case.name, format!("{mark}{said}")));
    }
    times.sort_by_key(|(took, ..)| std::cmp::Reverse(*took));
    for (took, name, said) in times {
        println!("{:8.1} ms  {name}: {said}", took.as_secs_f64() * 1e3);
    }
}

fn cases() -> Vec<hostile::Case> {
    hostile::groups()
        .into_iter()
        .flat_map(|(_, cases)| cases)
        .collect()
}

fn lowered(source: &str) -> Result<(), Diagnostics> {
    let package = Package::from_source("hostile.py", source)?;
    let kernel = package.kernel("hostile.py", "k")?;
    let args = [
        LaunchArg::Tensor {
            dtype: "float32".into(),
            shape: vec![1000],
            stride: vec![1],
            align: 16,
        },
        LaunchArg::Int { value: 5 },
        LaunchArg::Int { value: 16 },
    ];
    let signature = Signature::from_launch(&args, &kernel.annotations(), Hints::default())
        .map_err(|e| e.into_diagnostic(Default::default(), Vec::new()))?;
    lower(&package, "hostile.py", "k", &signature, &Options::default()).map(drop)
}
