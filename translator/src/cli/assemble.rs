//! `tileport assemble`: pairs to machine code, and whether it is the same.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;

use super::outcome::{Failure, Outcome};
use super::output;
use crate::assemble::{CodeVerdict, PairCode, assemble_pair};
use crate::migrate::pairs::{self, StoredPair};
use crate::report::Table;
use crate::toolchain::{Arch, Assembler, Toolchain};

#[derive(Debug, clap::Args)]
pub struct AssembleArgs {
    /// Folder that `tileport migrate` wrote, or the Python side's .tileirbc file of one pair.
    pairs: PathBuf,
    /// The Rust side's .tileirbc file, when the first names the Python side's.
    rust: Option<PathBuf>,
    /// Architectures to assemble for.
    #[arg(long, value_delimiter = ',', default_values_t = [Arch::SM_90, Arch::SM_100])]
    arch: Vec<Arch>,
    /// Keep the cubins in this folder, as `<id>.<side>.<arch>.cubin`.
    #[arg(long, value_name = "FOLDER")]
    cubins: Option<PathBuf>,
    /// How many to assemble at once; as many as there are cores without it.
    #[arg(long)]
    jobs: Option<usize>,
    /// Print one JSON document instead of a table.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Document {
    schema: &'static str,
    tileiras: String,
    pairs: usize,
    identical: usize,
    different: usize,
    not_assembled: usize,
    cases: Vec<Case>,
}

#[derive(Debug, Serialize)]
struct Case {
    id: String,
    code: Vec<PairCode>,
}

pub fn run(args: &AssembleArgs) -> Result<Outcome, Failure> {
    let stored = match &args.rust {
        Some(rust) => vec![StoredPair::of_files(&args.pairs, rust).map_err(Failure::input)?],
        None => pairs::read_all(&args.pairs).map_err(Failure::input)?,
    };
    let cache = match &args.rust {
        Some(_) => std::env::temp_dir().join("tileport-cubins"),
        None => pairs::cubin_cache(&args.pairs),
    };
    let assembler = Assembler::new(&Toolchain::find(), cache)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs.unwrap_or(0))
        .build()
        .map_err(Failure::input)?;
    let cases: Vec<Case> = pool.install(|| {
        stored
            .par_iter()
            .map(|pair| case(&assembler, pair, &args.arch))
            .collect()
    });
    if let Some(folder) = &args.cubins {
        keep(&assembler, &stored, &args.arch, folder)?;
    }
    let document = Document::new(&assembler, cases);
    if args.json {
        output::json(&document)?;
    } else {
        output::text(&document.summary(&args.arch));
    }
    Ok(Outcome::clean_if(document.different == 0))
}

fn case(assembler: &Assembler, pair: &StoredPair, archs: &[Arch]) -> Case {
    let code = archs
        .iter()
        .map(|&arch| assemble_pair(assembler, &pair.python, &pair.rust, arch))
        .collect();
    Case {
        id: pair.id.clone(),
        code,
    }
}

/// Writes the cubins of both sides; the assembler has them in its cache by now.
fn keep(
    assembler: &Assembler,
    stored: &[StoredPair],
    archs: &[Arch],
    folder: &Path,
) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|e| Failure::file(folder, &e))?;
    for pair in stored {
        for arch in archs {
            for (side, bytecode) in [("python", &pair.python), ("rust", &pair.rust)] {
                let Ok(cubin) = assembler.assemble(bytecode, *arch) else {
                    continue;
                };
                let path = folder.join(format!("{}.{side}.{arch}.cubin", pair.id));
                fs::write(&path, cubin).map_err(|e| Failure::file(&path, &e))?;
            }
        }
    }
    Ok(())
}

impl Document {
    fn new(assembler: &Assembler, cases: Vec<Case>) -> Self {
        let count = |wanted: fn(&CodeVerdict) -> bool| {
            cases
                .iter()
                .flat_map(|c| &c.code)
                .filter(|c| wanted(&c.verdict))
                .count()
        };
        Self {
            schema: "tileport.assemble/1",
            tileiras: assembler.version().to_owned(),
            pairs: cases.len(),
            identical: count(|v| matches!(v, CodeVerdict::Identical)),
            different: count(|v| {
                matches!(
                    v,
                    CodeVerdict::Different { .. } | CodeVerdict::RustRefused { .. }
                )
            }),
            not_assembled: count(|v| matches!(v, CodeVerdict::PythonRefused { .. })),
            cases,
        }
    }

    fn summary(&self, archs: &[Arch]) -> String {
        let archs: Vec<String> = archs.iter().map(ToString::to_string).collect();
        let mut heading = vec!["pair"];
        heading.extend(archs.iter().map(String::as_str));
        let mut table = Table::new(&heading);
        for case in &self.cases {
            table.row(
                std::iter::once(case.id.clone()).chain(case.code.iter().map(|c| word(&c.verdict))),
            );
        }
        format!(
            "{}\n{} pairs with tileiras {}: {} identical, {} different, {} that Python's own module does not assemble for\n",
            table.plain(),
            self.pairs,
            self.tileiras,
            self.identical,
            self.different,
            self.not_assembled
        )
    }
}

fn word(verdict: &CodeVerdict) -> String {
    match verdict {
        CodeVerdict::Identical => "identical".to_owned(),
        CodeVerdict::Different { differences } => {
            let parts: Vec<String> = differences.iter().map(ToString::to_string).collect();
            format!("different: {}", parts.join("; "))
        }
        CodeVerdict::PythonRefused { .. } => "not assembled".to_owned(),
        CodeVerdict::RustRefused { reason } => format!("only Python's assembles: {reason}"),
    }
}
