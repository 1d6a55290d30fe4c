//! How long parsing the standard library of the toolchain's Python takes, here and in its own `ast.parse`, in one
//! run.
//!
//! Both sides go from bytes in memory to a tree with positions, on one thread, the shortest of several repetitions
//! for each file; files that CPython refuses are left out.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use serde::Deserialize;
use tileport::toolchain::Toolchain;
use tileport_python::parse::parse_bytes;

const REPEAT: u32 = 3;

/// A file, as `parsing.py` prints it.
#[derive(Deserialize)]
struct Timed {
    path: String,
    bytes: u32,
    seconds: f64,
}

fn main() -> ExitCode {
    match run() {
        Ok(says) => {
            println!("{says}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<String, Box<dyn std::error::Error>> {
    let toolchain = Toolchain::find();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/parsing.py");
    let output = Command::new(toolchain.need_python()?)
        .arg(script)
        .arg(REPEAT.to_string())
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let (mut files, mut bytes, mut here, mut there) = (0, 0.0, 0.0, 0.0);
    for line in String::from_utf8(output.stdout)?.lines() {
        let file: Timed = serde_json::from_str(line)?;
        here += shortest(&file)?;
        there += file.seconds;
        bytes += f64::from(file.bytes);
        files += 1;
    }
    Ok(format!(
        "{files} files, {:.1} MB: {:.1} MB/s here, {:.1} MB/s in ast.parse, {:.2} times as fast",
        bytes / 1e6,
        bytes / 1e6 / here,
        bytes / 1e6 / there,
        there / here
    ))
}

/// The shortest time from bytes to tree, in seconds.
fn shortest(file: &Timed) -> Result<f64, Box<dyn std::error::Error>> {
    let source = std::fs::read(&file.path)?;
    let mut shortest = f64::INFINITY;
    for _ in 0..REPEAT {
        let start = Instant::now();
        let parsed = parse_bytes(&source);
        shortest = shortest.min(start.elapsed().as_secs_f64());
        if parsed.is_err() {
            return Err(format!("{} is refused here, but not by CPython", file.path).into());
        }
        std::hint::black_box(parsed).ok();
    }
    Ok(shortest)
}
