//! How long lowering Python takes, here and in the official compiler, in one run.
//!
//! ```text
//! cargo bench -p tileport --bench lowering -- ROOT [LAUNCHES.jsonl]
//! ```
//!
//! Both sides are timed from a loaded package to bytecode, on one thread, the shortest of several repetitions for
//! each specialisation; imports, parsing of files and the start of processes are left out on both.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use tileport::library::{KernelCase, Library, Origin, Specialisation, configurations};
use tileport::official::{Answer, Oracle};
use tileport::report::Table;
use tileport::toolchain::Toolchain;
use tileport_ir::Version;
use tileport_python::lower::Options;

/// Repetitions of our own lowering, and of the official compiler's, which takes fifty times longer.
const OURS: usize = 20;
const OFFICIAL: u32 = 3;
const BYTECODE: &str = "13.3";

fn main() -> ExitCode {
    // Cargo adds a word of its own.
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    let Some(root) = arguments.next() else {
        eprintln!("usage: lowering ROOT [LAUNCHES.jsonl]");
        return ExitCode::from(2);
    };
    let origin = arguments
        .next()
        .map_or(Origin::Root, |file| Origin::Record(PathBuf::from(file)));
    match run(Path::new(&root), &origin) {
        Ok(table) => {
            println!("{table}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(root: &Path, origin: &Origin) -> Result<String, Box<dyn std::error::Error>> {
    let library = Library::new(root, configurations(root, origin)?);
    let version: Version = BYTECODE.parse()?;
    let mut oracle = Oracle::new(&Toolchain::find(), root, BYTECODE, "sm_90")?;
    oracle.repeat = OFFICIAL;
    let all: Vec<_> = library.each().collect();
    let launches: Vec<_> = all.iter().map(|(_, one)| &one.launch).collect();
    let answers = oracle.compile(&launches)?;
    let mut table = Table::new(&[
        "kernel",
        "#configurations",
        "#here, ms",
        "#official, ms",
        "#ratio",
    ]);
    let (mut ours, mut official, mut slowest) = (0.0, 0.0, 0.0f64);
    for kernel in &library.kernels {
        let (mut here, mut there, mut count) = (0.0, 0.0, 0);
        for ((case, one), answer) in all.iter().zip(&answers) {
            let Answer::Compiled { seconds, .. } = answer else {
                continue;
            };
            if std::ptr::eq(*case, kernel) {
                let shortest = lower(&library, case, one, version)?;
                slowest = slowest.max(shortest);
                here += shortest;
                there += seconds;
                count += 1;
            }
        }
        table.row([
            kernel.kernel.clone(),
            count.to_string(),
            each(here, count),
            each(there, count),
            format!("{:.0}", there / here),
        ]);
        ours += here;
        official += there;
    }
    Ok(format!(
        "{}\n{} specialisations: {:.1} ms here (the slowest {:.2} ms), {:.1} ms in the official compiler, {:.0} times as long; \
         peak memory here {}",
        table.plain(),
        all.len(),
        ours * 1e3,
        slowest * 1e3,
        official * 1e3,
        official / ours,
        peak_memory()
    ))
}

/// The most memory that this process ever held, as Linux counts it.
fn peak_memory() -> String {
    std::fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| {
            let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
            let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
            Some(format!("{} MB", kibibytes * 1024 / 1_000_000))
        })
        .unwrap_or_else(|| "unknown".to_owned())
}

/// The mean in milliseconds.
fn each(seconds: f64, count: u32) -> String {
    format!("{:.3}", seconds * 1e3 / f64::from(count.max(1)))
}

/// The shortest time from package to bytecode, in seconds.
fn lower(
    library: &Library,
    kernel: &KernelCase,
    one: &Specialisation,
    version: Version,
) -> Result<f64, Box<dyn std::error::Error>> {
    let options = Options {
        version: version.into(),
        ..Options::default()
    };
    let mut shortest = f64::INFINITY;
    for _ in 0..OURS {
        let start = Instant::now();
        let lowered = tileport_python::lower(
            &library.package,
            &kernel.file,
            &kernel.kernel,
            &one.signature,
            &options,
        )?;
        let bytecode = cutile_ir::bytecode::write_bytecode_version(&lowered.module, version.into())
            .map_err(|error| error.to_string())?;
        shortest = shortest.min(start.elapsed().as_secs_f64());
        std::hint::black_box(bytecode);
    }
    Ok(shortest)
}
