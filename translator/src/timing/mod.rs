//! Bundles for timing pairs on a machine that has a GPU and no toolchain.
//!
//! The measuring itself is `tileport_operators::bench`; this is where its input comes from: a migration's pairs, the
//! launches they stand for, and the assembler.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;
use tileport_operators::bench::bundle::Bundle;
use tileport_operators::bench::marshal;
use tileport_operators::bench::plan::{PairCode, Plan, PlannedPair, SCHEMA};

use crate::assemble::{Cubin, entry_of};
use crate::library::{KernelCase, Library, Specialisation};
use crate::migrate::pairs::StoredPair;
use crate::toolchain::{Arch, Assembler};

/// What went into a bundle, and what did not.
#[derive(Debug, Serialize)]
pub struct Bundled {
    pub schema: &'static str,
    pub bundle: PathBuf,
    pub pairs: usize,
    /// Pairs whose two sides are the same machine code for every architecture.
    pub same_code: usize,
    pub left_out: Vec<LeftOut>,
}

/// A pair that cannot be timed, and why.
#[derive(Debug, Serialize)]
pub struct LeftOut {
    pub id: String,
    pub reason: String,
}

#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("no pair can be timed; the first: {0}")]
    Nothing(String),
}

/// Machine code of a pair's sides for one architecture, with the kernels' names.
type Sides = BTreeMap<String, [(Vec<u8>, String); 2]>;

/// Assembles `stored` pairs for `archs` and writes them to `folder` with the launches that `library` has of them.
///
/// # Errors
/// Those of the file system; no pair that can be timed.
pub fn bundle(
    library: &Library,
    stored: &[StoredPair],
    assembler: &Assembler,
    archs: &[Arch],
    runner: &Path,
    folder: &Path,
) -> Result<Bundled, BundleError> {
    let io = |source| BundleError::Io {
        path: folder.to_owned(),
        source,
    };
    let launches: BTreeMap<&str, (&KernelCase, &Specialisation)> = library
        .each()
        .map(|(kernel, specialisation)| (specialisation.id.as_str(), (kernel, specialisation)))
        .collect();
    let assembled: Vec<Result<(PlannedPair, Sides), String>> = stored
        .par_iter()
        .map(|pair| plan_pair(&launches, pair, assembler, archs))
        .collect();

    let mut writer = Bundle::create(folder).map_err(io)?;
    let mut plan = Plan {
        schema: SCHEMA.to_owned(),
        toolchain: BTreeMap::from([
            ("tileport".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
            ("tileiras".to_owned(), assembler.version().to_owned()),
        ]),
        pairs: Vec::new(),
    };
    let mut left_out = Vec::new();
    let mut same_code = 0;
    for (pair, planned) in stored.iter().zip(assembled) {
        let (mut planned, sides) = match planned {
            Ok(planned) => planned,
            Err(reason) => {
                left_out.push(LeftOut {
                    id: pair.id.clone(),
                    reason,
                });
                continue;
            }
        };
        let same: Vec<bool> = sides.values().map(same_machine_code).collect();
        same_code += usize::from(same.iter().all(|same| *same));
        for ((arch, sides), same) in sides.into_iter().zip(same) {
            let [python, rust] = sides.map(|(cubin, entry)| writer.add_code(&cubin, &entry));
            let code = PairCode {
                python: python.map_err(io)?,
                rust: rust.map_err(io)?,
                same,
            };
            planned.code.insert(arch, code);
        }
        plan.pairs.push(planned);
    }
    if let (true, Some(first)) = (plan.pairs.is_empty(), left_out.first()) {
        return Err(BundleError::Nothing(format!(
            "{}: {}",
            first.id, first.reason
        )));
    }
    writer.finish(&plan, runner).map_err(io)?;
    Ok(Bundled {
        schema: "tileport.bench.bundle/1",
        bundle: folder.to_owned(),
        pairs: plan.pairs.len(),
        same_code,
        left_out,
    })
}

fn plan_pair(
    launches: &BTreeMap<&str, (&KernelCase, &Specialisation)>,
    pair: &StoredPair,
    assembler: &Assembler,
    archs: &[Arch],
) -> Result<(PlannedPair, Sides), String> {
    let (kernel, specialisation) = launches
        .get(pair.id.as_str())
        .ok_or("no launch of the library has this specialisation")?;
    let configuration = specialisation.launch.clone();
    let parameters = marshal::parameters(&configuration, &specialisation.signature)
        .map_err(|error| error.to_string())?;
    let mut sides = Sides::new();
    for &arch in archs {
        let side = |bytecode: &[u8]| -> Result<(Vec<u8>, String), String> {
            let cubin = assembler
                .assemble(bytecode, arch)
                .map_err(|error| error.to_string())?;
            let entry = entry_of(&cubin).map_err(|error| error.to_string())?;
            Ok((cubin, entry))
        };
        sides.insert(arch.to_string(), [side(&pair.python)?, side(&pair.rust)?]);
    }
    let planned = PlannedPair {
        id: pair.id.clone(),
        operator: operator_of(&kernel.file).to_owned(),
        configuration,
        parameters,
        tolerance: BTreeMap::new(),
        code: BTreeMap::new(),
    };
    Ok((planned, sides))
}

/// Whether both sides run alike whatever their names.
fn same_machine_code([python, rust]: &[(Vec<u8>, String); 2]) -> bool {
    match (Cubin::parse(&python.0), Cubin::parse(&rust.0)) {
        (Ok(python), Ok(rust)) => python.differences(&rust).is_empty(),
        _ => false,
    }
}

/// What results are grouped by: the file's name, or its folder's where every file is called the same.
fn operator_of(file: &str) -> &str {
    let stem = file.strip_suffix(".py").unwrap_or(file);
    match stem.rsplit_once('/') {
        Some((folder, "source" | "__init__")) => folder.rsplit('/').next().unwrap_or(folder),
        Some((_, name)) => name,
        None => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::operator_of;

    #[test]
    fn operators_are_named_by_file_or_folder() {
        assert_eq!(operator_of("softmax/source.py"), "softmax");
        assert_eq!(operator_of("lib/ops/softmax.py"), "softmax");
        assert_eq!(operator_of("lib/ops/__init__.py"), "ops");
        assert_eq!(operator_of("gelu.py"), "gelu");
    }
}
