//! All kernels in parallel, resumable, one report.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rayon::prelude::*;
use tileport_ir::Version;

use super::check::{self, Checks};
use super::folder::{self, Folder};
use super::kernel::{self, How, Work};
use super::report::{Frame, Outcome, Report};
use super::shard::Shard;
use super::store::{CUTILE, Store};
use super::{emit, html, markdown, pairs, refusal, times};
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
    /// Threads that work at once; 0: as many as there are cores.
    pub jobs: usize,
    /// Take over results of an earlier run where nothing they depend on has changed.
    pub resume: bool,
    /// Where results are remembered; by default in the output folder.
    pub store: Option<PathBuf>,
    /// Only this part of the kernels.
    pub shard: Option<Shard>,
    /// What rustc is asked about the emitted crate.
    pub checks: Checks,
    /// Compare our lowering of the Python with the official compiler's, which executes the sources.
    pub conform: bool,
    /// Name of the emitted crate; by default that of the Python package.
    pub crate_name: Option<String>,
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
    Oracle(OracleError),
}

/// A kernel that is done, for those who watch.
#[derive(Debug)]
pub struct Finished<'a> {
    pub work: &'a Work,
    /// Taken over from an earlier run.
    pub reused: bool,
}

/// What every kernel of a run shares.
struct Run<'a> {
    library: &'a Library,
    options: &'a Options,
    store: Store,
    assembler: Option<Assembler>,
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
    done: &(dyn Fn(&Finished) + Sync),
) -> Result<Report, MigrateError> {
    let started = Instant::now();
    let io = |source| MigrateError::Io {
        path: out.to_owned(),
        source,
    };
    let folder = Folder::open(out).map_err(io)?;
    let assembler = match options.assemble.as_slice() {
        [] => None,
        _ => Some(Assembler::new(&Toolchain::find(), pairs::cubin_cache(out))?),
    };
    let version = assembler.as_ref().map(Assembler::version);
    let remembered = match &options.store {
        Some(store) => store.clone(),
        None => folder::private(out).join("results"),
    };
    let store = Store::open(&remembered, library, options, version).map_err(io)?;
    let run = Run {
        library,
        options,
        store,
        assembler,
    };
    let mine: Vec<&KernelCase> = match options.shard {
        Some(shard) => shard.of(&library.kernels),
        None => library.kernels.iter().collect(),
    };
    let mut works = run.all(&mine, done)?;
    if options.conform {
        ask_official(library, &mine, &mut works, options)?;
    }
    run.finish(works, &folder, started)
}

/// Notes beside each specialisation what the official Python compiler makes of it.
fn ask_official(
    library: &Library,
    mine: &[&KernelCase],
    works: &mut [Work],
    options: &Options,
) -> Result<(), MigrateError> {
    let toolchain = Toolchain::find();
    let (root, version) = (library.package.root(), options.version.to_string());
    let oracle = Oracle::new(&toolchain, root, &version, &options.arch.to_string())?;
    let all = mine.iter().flat_map(|case| &case.specialisations);
    let launches: Vec<_> = all.map(|s| &s.launch).collect();
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
                .verdict
                .word()
                .to_owned(),
            None => "not lowered here".to_owned(),
        });
    }
    Ok(())
}

/// Runs `migrate`; a panic in it becomes a refusal of this kernel, and says so with `false`.
fn guarded(case: &KernelCase, migrate: impl FnOnce() -> Work) -> (Work, bool) {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(migrate)) {
        Ok(work) => (work, true),
        Err(panic) => {
            let message = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("no message");
            let refusal = refusal::of_fault(case, message);
            (Work::refused(case, vec![refusal]), false)
        }
    }
}

impl Run<'_> {
    /// All kernels, results in their order.
    ///
    /// As many are begun at once as there are threads, so that results come in (and are
    /// remembered) from early on. The threads help each other with a kernel's specialisations,
    /// whoever began it.
    fn all(
        &self,
        mine: &[&KernelCase],
        done: &(dyn Fn(&Finished) + Sync),
    ) -> Result<Vec<Work>, MigrateError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.options.jobs)
            .build()?;
        let next = AtomicUsize::new(0);
        let slots: Vec<OnceLock<Work>> = mine.iter().map(|_| OnceLock::new()).collect();
        let begin = || {
            while let Some((case, slot)) = {
                let at = next.fetch_add(1, Ordering::Relaxed);
                mine.get(at).zip(slots.get(at))
            } {
                let (work, reused) = pool.install(|| self.one(case));
                done(&Finished {
                    work: &work,
                    reused,
                });
                let _ = slot.set(work);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..pool.current_num_threads() {
                scope.spawn(begin);
            }
        });
        Ok(slots.into_iter().filter_map(OnceLock::into_inner).collect())
    }

    /// One kernel: taken over from an earlier run, or migrated now.
    fn one(&self, case: &KernelCase) -> (Work, bool) {
        let known = self.options.resume.then(|| self.store.load(case));
        if let Some(work) = known.flatten() {
            return (work, true);
        }
        let started = Instant::now();
        let (mut work, sound) = guarded(case, || {
            let how = How {
                version: self.options.version,
                arch: self.options.arch,
            };
            let mut work = kernel::migrate(self.library, case, how);
            if let Some(assembler) = &self.assembler {
                compare_code(&mut work, assembler, &self.options.assemble);
            }
            work
        });
        work.report.seconds = Some(started.elapsed().as_secs_f64());
        if sound {
            self.store.save(case, &work);
        }
        (work, false)
    }

    /// Writes everything that the kernels' results add up to.
    fn finish(
        &self,
        works: Vec<Work>,
        out: &Folder,
        started: Instant,
    ) -> Result<Report, MigrateError> {
        let root = out.root();
        let io = |source| MigrateError::Io {
            path: root.to_owned(),
            source,
        };
        write_pairs(&works, out).map_err(io)?;
        let files: Vec<&str> = works.iter().map(|w| w.report.file.as_str()).collect();
        let name = match &self.options.crate_name {
            Some(name) => name.clone(),
            None => emit::crate_name(self.library.package.root(), &files),
        };
        emit::write_crate(&works, &name, out).map_err(io)?;
        let anything = works.iter().any(|w| w.report.outcome != Outcome::Refused);
        let reports = works.into_iter().map(|w| w.report).collect();
        let mut report = Report::new(reports, self.frame());
        let checks = match anything {
            true => self.options.checks,
            false => Checks::default(),
        };
        (report.cargo_check, report.clippy) = check::run(out, checks, &Toolchain::find())?;
        write_report(&report, out).map_err(io)?;
        report.seconds = Some(started.elapsed().as_secs_f64());
        report.crate_folder = root.display().to_string();
        let times = Path::new(".tileport").join("times.json");
        out.write(times, times::json(&report).as_bytes())
            .map_err(io)?;
        Ok(report)
    }

    fn frame(&self) -> Frame {
        let mut tools = BTreeMap::from([
            ("tileport".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
            ("cutile".to_owned(), CUTILE.to_owned()),
        ]);
        if let Some(assembler) = &self.assembler {
            tools.insert("tileiras".to_owned(), assembler.version().to_owned());
        }
        Frame {
            tools,
            shard: self.options.shard,
            bytecode_version: self.options.version.to_string(),
            arch: self.options.arch.to_string(),
        }
    }
}

fn compare_code(work: &mut Work, assembler: &Assembler, archs: &[Arch]) {
    let both = work
        .report
        .specialisations
        .par_iter_mut()
        .zip(&mut work.pairs);
    both.for_each(|(specialisation, pair)| {
        let (Some(python), Some(rust)) = (&pair.python, &pair.rust) else {
            return;
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
    });
}

fn write_pairs(works: &[Work], out: &Folder) -> std::io::Result<()> {
    let all = || works.iter().flat_map(|w| &w.pairs);
    for pair in all() {
        for (side, bytecode) in [("python", &pair.python), ("rust", &pair.rust)] {
            if let Some(bytecode) = bytecode {
                out.write(pairs::side(&pair.id, side), bytecode)?;
            }
        }
    }
    let ids: std::collections::BTreeSet<&str> = all().map(|pair| pair.id.as_str()).collect();
    out.keep_only("pairs", &|id| ids.contains(id))
}

/// Writes the three forms of a report into a folder.
///
/// # Errors
/// One cannot be written.
pub fn write_report(report: &Report, out: &Folder) -> std::io::Result<()> {
    let report = report.without_times();
    let json = serde_json::to_string_pretty(&report).unwrap_or_default() + "\n";
    out.write("report.json", json.as_bytes())?;
    out.write("report.md", markdown::render(&report).as_bytes())?;
    out.write("report.html", html::render(&report).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::guarded;
    use crate::library::KernelCase;
    use crate::migrate::report::Outcome;

    #[test]
    fn a_panic_is_a_refusal_of_one_kernel() {
        let case = KernelCase {
            file: "k.py".into(),
            kernel: "k".into(),
            line: 7,
            parameters: Vec::new(),
            specialisations: Vec::new(),
            faults: Vec::new(),
        };
        let (work, sound) = guarded(&case, || panic!("odd input {}", 3));
        assert!(!sound, "it may not be remembered");
        assert_eq!(work.report.outcome, Outcome::Refused);
        let refusal = &work.report.refusals[0];
        assert_eq!((refusal.kernel.as_str(), refusal.line), ("k", 7));
        assert_eq!(refusal.reason, "the translator stopped: odd input 3");
    }
}
