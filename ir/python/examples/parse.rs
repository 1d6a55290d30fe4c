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

/// Reads all files first; the clock is processor time, so that a busy machine does not count.
fn time(paths: &[String]) -> io::Result<()> {
    let mut sources = Vec::new();
    for path in paths {
        sources.push(std::fs::read(path)?);
    }
    let bytes: usize = sources.iter().map(Vec::len).sum();
    let start = processor_seconds()?;
    let mut slowest = (Duration::ZERO, "");
    for (source, path) in sources.iter().zip(paths) {
        let start = Instant::now();
        drop(parse_bytes(source));
        slowest = slowest.max((start.elapsed(), path));
    }
    let spent = processor_seconds()? - start;
    writeln!(
        io::stdout(),
        "{} files, {bytes} bytes, {spent:.2} s, {:.2} MB/s; slowest {} in {:.3} s",
        paths.len(),
        bytes as f64 / spent / 1e6,
        slowest.1,
        slowest.0.as_secs_f64(),
    )
}

/// User and system time of this process, from fields 14 and 15 of its status line, in ticks of
/// a hundredth of a second.
fn processor_seconds() -> io::Result<f64> {
    let status = std::fs::read_to_string("/proc/self/stat")?;
    let after_name = status.rsplit(')').next().unwrap_or_default();
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = |index: usize| -> f64 {
        fields
            .get(index)
            .and_then(|field| field.parse().ok())
            .unwrap_or(0.0)
    };
    Ok((ticks(11) + ticks(12)) / 100.0)
}
