//! Times reading, comparing and normalising over a folder of bytecode files, and checks that every
//! file is equivalent to itself and that normalising twice changes nothing.
//!
//! `cargo run --release -p tileport-ir --example measure -- FOLDER`

use std::error::Error;
use std::time::{Duration, Instant};

use tileport_ir::bytecode::read;
use tileport_ir::compare::{equivalent, identical};
use tileport_ir::diff::{Kind, diff};
use tileport_ir::normalise::normalise;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: measure FOLDER")?;
    let mut files: Vec<_> = std::fs::read_dir(&folder)?
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "tileirbc"))
        .collect();
    files.sort();
    let mut times: Vec<(Duration, String)> = Vec::new();
    let mut diffs: Vec<(Duration, String)> = Vec::new();
    let mut bad = 0;
    let mut before: Option<(String, cutile_ir::ir::Module)> = None;
    for path in &files {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let module = read(&std::fs::read(path)?)?.module;
        let equal = equivalent(&module, &module)?;
        let time = best(|| equivalent(&module, &module).map(drop))?;
        times.push((time, name.to_string()));
        let once = normalise(&module)?;
        let twice = normalise(&once)?;
        let again = identical(&once, &twice)?;
        for m in equal.mismatches.iter().chain(&again.mismatches).take(3) {
            println!("{name}: {m}");
        }
        if let Some((other, left)) = &before {
            let found = diff(left, &module)?;
            let time = best(|| diff(left, &module).map(drop))?;
            diffs.push((time, format!("{other} {name}")));
            if found.differences.iter().any(|d| d.kind == Kind::Untraced) {
                println!("untraced: {other} {name}");
                bad += 1;
            }
        }
        before = Some((name.to_string(), module));
        bad += usize::from(!equal.holds() || !again.holds());
    }
    println!("{} files, {bad} bad", files.len());
    report("equivalent, a file and itself", times);
    report("diff, a file and the next", diffs);
    Ok(())
}

/// The shortest of a few runs: others share the machine.
fn best<E>(mut run: impl FnMut() -> Result<(), E>) -> Result<Duration, E> {
    let mut shortest = Duration::MAX;
    for _ in 0..3 {
        let start = Instant::now();
        run()?;
        shortest = shortest.min(start.elapsed());
    }
    Ok(shortest)
}

fn report(what: &str, mut times: Vec<(Duration, String)>) {
    times.sort();
    if let (Some(median), Some(longest)) = (times.get(times.len() / 2), times.last()) {
        let (median, longest, which) = (median.0, longest.0, &longest.1);
        println!("{what}: median {median:?}, longest {longest:?} ({which})");
    }
}
