//! All kernels in parallel, resumable, one report.

use std::path::{Path, PathBuf};
use std::time::Instant;

use rayon::prelude::*;
use tileport_ir::Version;

use super::kernel::{self, How, Work};
use super::report::{CargoCheck, Outcome, Report};
use super::store::Store;
use super::{check, emit, files, html, markdown, pairs};
use crate::assemble::{CodeVerdict, assemble_pair};
use crate::conform;
use crate::library::{KernelCase, Library};
use crate::official::{Oracle, OracleError};
use crate::toolchain::{Arch, Assembler, Toolchain};

/// How to migrate.
#[derive(Debug, Clone)]
pub struct Options {
    pub version: Version,
    /// Architecture whose compiler hints apply while lowering.
    pub arch: Arch,
    /// Architectures to compare machine code for; none: nothing is assembled.
    pub assemble: Vec<Arch>,
    /// Kernels at once; 0: as many as there are cores.
    pub jobs: usize,
    /// Take over results of an earlier run where nothing they depend on has changed.
    pub resume: bool,
    pub cargo_check: bool,
    /// Compare our lowering of the Python with the official compiler's, which executes the sources.
    pub conform: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error(transparent)]
    Missing(#[from] crate::toolchain::Missing),
    #[error("{0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error(transparent)]
    Pairs(#[from] pairs::PairsError),
    #[error(transparent)]
    Oracle(OracleError),
}

/// Migrates `library` into the folder `out`. `done` is called with each finished kernel.
///
/// # Errors
/// The output cannot be written or a tool that was asked for is missing. A kernel that cannot be
/// migrated is no error but part of the report.
pub fn run(
    library: &Library,
    out: &Path,
    options: &Options,
    done: &(dyn Fn(&KernelCase) + Sync),
) -> Result<Report, MigrateError> {
    let started = Instant::now();
    let store = Store::open(out, library, options).map_err(|source| MigrateError::Io {
        path: out.to_owned(),
        source,
    })?;
    let assembler = match options.assemble.as_slice() {
        [] => None,
        _ => Some(Assembler::new(&Toolchain::find(), pairs::cubin_cache(out))?),
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.jobs)
        .build()?;
    let mut works: Vec<Work> = pool.install(|| {
        let each = library.kernels.par_iter().map(|case| {
            let work = one(library, case, options, &store, assembler.as_ref());
            done(case);
            work
        });
        each.collect()
    });
    if options.conform {
        ask_official(library, &mut works, options)?;
    }
    finish(works, out, options, started)
}

/// Notes beside each specialisation what the official Python compiler makes of it.
fn ask_official(
    library: &Library,
    works: &mut [Work],
    options: &Options,
) -> Result<(), MigrateError> {
    let toolchain = Toolchain::find();
    let (root, version) = (library.package.root(), options.version.to_string());
    let oracle = Oracle::new(&toolchain, root, &version, &options.arch.to_string())?;
    let launches: Vec<_> = library.each().map(|(_, s)| &s.launch).collect();
    let answers = oracle.compile(&launches).map_err(|error| match error {
        OracleError::Missing(missing) => MigrateError::Missing(missing),
        other => MigrateError::Oracle(other),
    })?;
    let specialisations = works.iter_mut().flat_map(|work| {
        let pairs = work.pairs.iter().map(Some).chain(std::iter::repeat(None));
        work.report.specialisations.iter_mut().zip(pairs)
    });
    for ((specialisation, pair), answer) in specialisations.zip(&answers) {
        let ours = pair.and_then(|pair| pair.python.as_deref());
        let module = ours.and_then(|bytes| tileport_ir::bytecode::read(bytes).ok());
        specialisation.official = Some(match module {
            Some(decoded) => conform::judge(Ok(decoded.module), answer)
                .0
                .word()
                .to_owned(),
            None => "not lowered here".to_owned(),
        });
    }
    Ok(())
}

/// One kernel: taken over from an earlier run, or migrated now; a panic becomes a refusal.
fn one(
    library: &Library,
    case: &KernelCase,
    options: &Options,
    store: &Store,
    assembler: Option<&Assembler>,
) -> Work {
    if let Some(work) = options.resume.then(|| store.load(case)).flatten() {
        return work;
    }
    let attempt = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut work = kernel::migrate(
            library,
            case,
            How {
                version: options.version,
                arch: options.arch,
            },
        );
        if let Some(assembler) = assembler {
            compare_code(&mut work, assembler, &options.assemble);
        }
        work
    }));
    let work = attempt.unwrap_or_else(|_| {
        Work::refused(
            case,
            "the translator stopped with an internal fault; please report the kernel",
        )
    });
    store.save(case, &work);
    work
}

fn compare_code(work: &mut Work, assembler: &Assembler, archs: &[Arch]) {
    for (specialisation, pair) in work.report.specialisations.iter_mut().zip(&work.pairs) {
        let (Some(python), Some(rust)) = (&pair.python, &pair.rust) else {
            continue;
        };
        for &arch in archs {
            let word = match assemble_pair(assembler, python, rust, arch).verdict {
                CodeVerdict::Identical => "identical".to_owned(),
                CodeVerdict::PythonRefused { .. } => "not assembled".to_owned(),
                CodeVerdict::RustRefused { reason } => format!("only Python's assembles: {reason}"),
                CodeVerdict::Different { differences } => {
                    let parts: Vec<String> = differences.iter().map(ToString::to_string).collect();
                    format!("different: {}", parts.join("; "))
                }
            };
            specialisation.code.insert(arch.to_string(), word);
        }
    }
}

/// Writes everything that the kernels' results add up to.
fn finish(
    works: Vec<Work>,
    out: &Path,
    options: &Options,
    started: Instant,
) -> Result<Report, MigrateError> {
    let io = |path: PathBuf| move |source| MigrateError::Io { path, source };
    for pair in works.iter().flat_map(|w| &w.pairs) {
        for (side, bytecode) in [("python", &pair.python), ("rust", &pair.rust)] {
            if let Some(bytecode) = bytecode {
                pairs::write(out, &pair.id, side, bytecode)?;
            }
        }
    }
    emit::write_crate(&works, out).map_err(io(out.to_owned()))?;
    let anything = works.iter().any(|w| w.report.outcome != Outcome::Refused);
    let reports = works.into_iter().map(|w| w.report).collect();
    let mut report = Report::new(
        reports,
        out.display().to_string(),
        options.version.to_string(),
    );
    if options.cargo_check && anything {
        report.cargo_check = check::cargo_check(out, &Toolchain::find())?;
    } else {
        report.cargo_check = CargoCheck::NotRun;
    }
    report.seconds = started.elapsed().as_secs_f64();
    let json = serde_json::to_string_pretty(&report).unwrap_or_default() + "\n";
    for (name, text) in [
        ("report.json", json),
        ("report.md", markdown::render(&report)),
        ("report.html", html::render(&report)),
    ] {
        let path = out.join(name);
        files::write_whole(&path, text.as_bytes()).map_err(io(path.clone()))?;
    }
    Ok(report)
}
