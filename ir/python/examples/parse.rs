//! Parses Python files, in three ways:
//!
//! - `parse dump FILE…`: each file's tree as a line of JSON, or its errors;
//! - `parse serve`: the same for each path that comes on a line of standard input;
//! - `parse time FILE…` (paths on standard input if there are none): bytes a second, one thread.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use tileport_python::parse::parse_bytes;
use tileport_python::tree::dump::to_json;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_default();
    let mut paths: Vec<String> = arguments.collect();
    match mode.as_str() {
        "dump" => {
            for path in paths {
                writeln!(io::stdout(), "{}", answer(&path)?)?;
            }
        }
        "serve" => {
            for path in io::stdin().lock().lines() {
                writeln!(io::stdout(), "{}", answer(&path?)?)?;
                io::stdout().flush()?;
            }
        }
        "time" => {
            if paths.is_empty() {
                paths = io::stdin().lock().lines().collect::<io::Result<_>>()?;
            }
            time(&paths)?;
        }
        _ => writeln!(io::stderr(), "usage: parse dump|serve|time [FILE…]")?,
    }
    Ok(())
}

/// The tree, or `{"errors": [{"line", "column", "message"}]}`.
fn answer(path: &str) -> io::Result<String> {
    Ok(match parse_bytes(&std::fs::read(path)?) {
        Ok(parsed) => to_json(&parsed),
        Err(errors) => {
            let errors: Vec<_> = errors
                .iter()
                .map(|error| {
                    serde_json::json!({
                        "line": error.line, "column": error.column, "message": error.message,
                    })
                })
                .collect();
            serde_json::json!({ "errors": errors }).to_string()
        }
    })
}

fn time(paths: &[String]) -> io::Result<()> {
    let (mut bytes, mut spent, mut slowest) = (0, Duration::ZERO, (Duration::ZERO, ""));
    for path in paths {
        let source = std::fs::read(path)?;
        let start = Instant::now();
        let parsed = parse_bytes(&source);
        let elapsed = start.elapsed();
        drop(parsed);
        bytes += source.len();
        spent += elapsed;
        slowest = slowest.max((elapsed, path));
    }
    let rate = bytes as f64 / spent.as_secs_f64() / 1e6;
    writeln!(
        io::stdout(),
        "{} files, {bytes} bytes, {:.3} s, {rate:.2} MB/s; slowest {} in {:.3} s",
        paths.len(),
        spent.as_secs_f64(),
        slowest.1,
        slowest.0.as_secs_f64(),
    )
}
