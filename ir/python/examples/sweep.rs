//! Lowers every recorded launch and compares with the official compiler's bytecode.
//!
//! ```text
//! cargo run --release -p tileport-python --example sweep -- INDEX.jsonl SOURCES BYTECODE [--only TEXT] [--show ID] [--time]
//! ```
//!
//! `INDEX.jsonl` is a launch record whose rows also have an `id`; `BYTECODE/<id>.tileirbc` is what
//! the official compiler made of it. Prints a line for each kind of failure, commonest first.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use tileport_python::specialise::{Hints, LaunchArg, Signature};
use tileport_python::{Package, lower, lower::Options};

#[derive(serde::Deserialize)]
struct Row {
    file: String,
    kernel: String,
    args: Vec<LaunchArg>,
    #[serde(default)]
    opts: String,
    id: String,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let flag = |name: &str| {
        args.iter()
            .position(|a| a == name)
            .and_then(|i| args.get(i + 1))
    };
    let (Some(index), Some(root), Some(official)) = (args.first(), args.get(1), args.get(2)) else {
        eprintln!(
            "usage: sweep INDEX.jsonl SOURCES BYTECODE [--only TEXT] [--show ID] [--version 13.3] [--time]"
        );
        std::process::exit(2);
    };
    let package = Package::open(root);
    let version = match flag("--version").map_or("13.3", |s| s.as_str()) {
        "13.2" => tileport_python::lower::BytecodeVersion::V13_2,
        "13.4" => tileport_python::lower::BytecodeVersion::V13_4,
        _ => tileport_python::lower::BytecodeVersion::V13_3,
    };
    let options = Options {
        version,
        arch: Some("sm_90".into()),
        ..Options::default()
    };
    let text = std::fs::read_to_string(index).expect("index can be read");
    let mut outcomes: BTreeMap<String, (usize, BTreeSet<String>)> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let (mut same, mut different, mut failed) = (0, 0, 0);
    let mut times: Vec<(Duration, String)> = Vec::new();
    for line in text.lines() {
        let row: Row = serde_json::from_str(line).expect("row can be read");
        if !seen.insert(row.id.clone())
            || flag("--only")
                .is_some_and(|only| !format!("{}:{}", row.file, row.id).contains(only.as_str()))
            || flag("--show").is_some_and(|id| *id != row.id)
        {
            continue;
        }
        let mut note = |what: String| {
            let entry = outcomes.entry(what).or_default();
            entry.0 += 1;
            entry.1.insert(row.id.clone());
        };
        let kernel = match package.kernel(&row.file, &row.kernel) {
            Ok(kernel) => kernel,
            Err(e) => {
                failed += 1;
                note(format!("FAIL {e}"));
                continue;
            }
        };
        // The tool that wrote the bytecode passes on all options but this one.
        let opts = row.opts.replace("num_worker_warps", "_");
        let hints = Hints::from_launch_options(&opts);
        let signature = match Signature::from_launch(&row.args, &kernel.annotations(), hints) {
            Ok(signature) => signature,
            Err(e) => {
                failed += 1;
                note(format!("FAIL {}", e.message()));
                continue;
            }
        };
        let start = Instant::now();
        let lowered = lower(&package, &row.file, &row.kernel, &signature, &options);
        if args.iter().any(|a| a == "--time") {
            // The first run reads files and builds HIR.
            let runs = 5;
            let start = Instant::now();
            for _ in 0..runs {
                let _ = lower(&package, &row.file, &row.kernel, &signature, &options);
            }
            times.push((start.elapsed() / runs, row.id.clone()));
        } else {
            times.push((start.elapsed(), row.id.clone()));
        }
        let lowered = match lowered {
            Ok(lowered) => lowered,
            Err(e) => {
                failed += 1;
                note(format!("FAIL {e}"));
                continue;
            }
        };
        let bytes =
            std::fs::read(format!("{official}/{}.tileirbc", row.id)).expect("bytecode can be read");
        let theirs = match tileport_ir::bytecode::read(&bytes) {
            Ok(decoded) => decoded.module,
            Err(e) => {
                note(format!("READ {e}"));
                continue;
            }
        };
        if flag("--show").is_some() {
            println!("---- ours\n{}", tileport_ir::print::print(&lowered.module));
            println!("---- official\n{}", tileport_ir::print::print(&theirs));
        }
        match tileport_ir::compare::identical(&lowered.module, &theirs) {
            Ok(c) if c.holds() => same += 1,
            Ok(c) => {
                different += 1;
                let first = c
                    .mismatches
                    .first()
                    .map(|m| m.what.clone())
                    .unwrap_or_default();
                note(format!("DIFF {}: {first}", row.kernel));
            }
            Err(e) => {
                different += 1;
                note(format!("MALFORMED {}: {e}", row.kernel));
            }
        }
    }
    let mut list: Vec<_> = outcomes.into_iter().collect();
    list.sort_by_key(|(_, (n, _))| std::cmp::Reverse(*n));
    for (what, (n, ids)) in list {
        println!(
            "{n:4} {what}  [{}]",
            ids.iter().next().map_or("", String::as_str)
        );
    }
    println!("identical {same}, different {different}, failed {failed}");
    times.sort();
    if let (Some(median), Some(worst)) = (times.get(times.len() / 2), times.last()) {
        println!("median {:?}, worst {:?} ({})", median.0, worst.0, worst.1);
    }
}
