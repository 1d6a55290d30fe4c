//! `tileport doctor`: what is installed, and what each missing part would enable.

use std::process::Command;
use std::time::Duration;

use serde::Serialize;

use super::outcome::{Failure, Outcome};
use super::output;
use crate::report::Table;
use crate::toolchain::{Toolchain, run_bounded};

#[derive(Debug, clap::Args)]
pub struct DoctorArgs {
    /// Print one JSON document instead of a table.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Doctor {
    schema: &'static str,
    version: &'static str,
    parts: Vec<Part>,
}

#[derive(Debug, Serialize)]
struct Part {
    name: &'static str,
    /// Version or place; absent when the part is missing.
    found: Option<String>,
    enables: &'static str,
    get: &'static str,
}

pub fn run(args: &DoctorArgs) -> Result<Outcome, Failure> {
    let doctor = Doctor {
        schema: "tileport.doctor/1",
        version: env!("CARGO_PKG_VERSION"),
        parts: examine(),
    };
    if args.json {
        output::json(&doctor)?;
    } else {
        let mut table = Table::new(&["part", "found", "enables"]);
        for part in &doctor.parts {
            let found = part
                .found
                .clone()
                .unwrap_or_else(|| format!("missing: {}", part.get));
            table.row([part.name.to_owned(), found, part.enables.to_owned()]);
        }
        output::text(&table.plain());
    }
    Ok(Outcome::Clean)
}

fn examine() -> Vec<Part> {
    let toolchain = Toolchain::find();
    const SET_UP: &str = "cargo xtask setup";
    let version = |tool: &Option<std::path::PathBuf>, args: &[&str]| {
        tool.as_ref()
            .and_then(|tool| first_version(Command::new(tool).args(args)))
    };
    let import = ["-c", "import cuda.tile, sys; print(cuda.tile.__version__)"];
    vec![
        Part {
            name: "cuTile Rust compiler",
            found: Some("0.5.0 (built in)".to_owned()),
            enables: "Rust kernels to Tile IR",
            get: "it is part of this program",
        },
        Part {
            name: "tileiras",
            found: version(&toolchain.tileiras, &["--version"]),
            enables: "assemble, machine code comparison, bench bundle",
            get: SET_UP,
        },
        Part {
            name: "tileirdisasm",
            found: toolchain.tileirdisasm.as_ref().map(|_| "yes".to_owned()),
            enables: "checking our printer against the official one",
            get: SET_UP,
        },
        Part {
            name: "cuTile Python compiler",
            found: version(&toolchain.python, &import),
            enables: "conform, lower --frontend official",
            get: SET_UP,
        },
        Part {
            name: "cargo",
            found: version(&toolchain.cargo, &["--version"]),
            enables: "checking the emitted crate with rustc",
            get: "install Rust",
        },
        Part {
            name: "GPU driver",
            found: first_version(
                Command::new("nvidia-smi")
                    .args(["--query-gpu=name,driver_version", "--format=csv,noheader"]),
            ),
            enables: "bench run",
            get: "a machine with an NVIDIA GPU; everything else works without",
        },
    ]
}

/// The word with the version in it, or the whole first line where there is none.
fn first_version(command: &mut Command) -> Option<String> {
    let finished = run_bounded(command, Duration::from_secs(20)).ok()?;
    if !finished.status.success() {
        return None;
    }
    let text = String::from_utf8_lossy(&finished.stdout).into_owned();
    let release = text
        .split_whitespace()
        .find_map(|word| word.strip_prefix('V').filter(|v| v.contains('.')));
    release
        .map(str::to_owned)
        .or_else(|| text.lines().next().map(|line| line.trim().to_owned()))
}
