//! `tileport conform`: the embedded Python front end against the official compiler.

use std::path::PathBuf;

use tileport_ir::Version;

use super::launches::LaunchOptions;
use super::outcome::{Failure, Outcome};
use super::output;
use crate::conform::{ARCHITECTURE, Conformance, Verdict, conform};
use crate::official::{Oracle, OracleError};
use crate::report::Table;
use crate::toolchain::Toolchain;

/// Imports, and so executes, the sources under ROOT: use it on code you trust.
#[derive(Debug, clap::Args)]
pub struct ConformArgs {
    /// Source root of the library.
    root: PathBuf,
    #[command(flatten)]
    launches: LaunchOptions,
    /// Version that both compilers write.
    #[arg(long, default_value = "13.3", value_name = "VERSION")]
    bytecode_version: Version,
    /// Compile each specialisation this often with the official compiler; the fastest time counts.
    #[arg(long, default_value_t = 1)]
    repeat: u32,
    /// Print one JSON document instead of a table.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ConformArgs) -> Result<Outcome, Failure> {
    let toolchain = Toolchain::find();
    let mut oracle = Oracle::new(
        &toolchain,
        &args.root,
        &args.bytecode_version.to_string(),
        ARCHITECTURE,
    )?;
    oracle.repeat = args.repeat.max(1);
    let library = args.launches.library(&args.root)?;
    let result =
        conform(&library, &oracle, args.bytecode_version).map_err(|error| match error {
            OracleError::Missing(missing) => Failure::Missing(missing),
            other => Failure::input(other),
        })?;
    if args.json {
        output::json(&result)?;
    } else {
        output::text(&summary(&result));
    }
    Ok(Outcome::clean_if(result.is_clean()))
}

fn summary(result: &Conformance) -> String {
    let mut table = Table::new(&[
        "kernel",
        "file",
        "#specialisations",
        "#identical",
        "#equivalent",
        "#other",
    ]);
    let mut kernels: Vec<(&str, &str)> = result
        .cases
        .iter()
        .map(|c| (c.file.as_str(), c.kernel.as_str()))
        .collect();
    kernels.sort_unstable();
    kernels.dedup();
    for (file, kernel) in kernels {
        let of = || {
            result
                .cases
                .iter()
                .filter(|c| c.file == file && c.kernel == kernel)
        };
        let count = |v| of().filter(|c| c.verdict == v).count();
        let (all, identical, equivalent) = (
            of().count(),
            count(Verdict::Identical),
            count(Verdict::Equivalent),
        );
        let cells =
            [all, identical, equivalent, all - identical - equivalent].map(|n| n.to_string());
        table.row(
            [kernel.to_owned(), file.to_owned()]
                .into_iter()
                .chain(cells),
        );
    }
    let mut text = table.plain();
    let objections = result
        .cases
        .iter()
        .filter(|c| !matches!(c.verdict, Verdict::Identical | Verdict::Equivalent));
    for case in objections {
        let word = case.verdict.word();
        text.push_str(&format!(
            "\n{}: {word}: {}\n",
            case.id,
            case.detail.as_deref().unwrap_or_default()
        ));
        if let Some(places) = case.places.as_ref().filter(|places| !places.agree) {
            text.push_str(&format!(
                "  at another line: {} here, {} there\n",
                places.ours, places.official
            ));
        }
    }
    text.push_str(&format!(
        "\n{} launches, {} specialisations at bytecode {}: {} identical, {} equivalent, {} different, {} unsupported, {} refused by both, of these {} at another line\n",
        result.launches, result.specialisations, result.bytecode_version, result.identical, result.equivalent,
        result.different, result.unsupported, result.both_reject, result.other_line
    ));
    text.push_str(&format!(
        "front end: {:.3} s here, {:.3} s in the official compiler\n",
        result.seconds.embedded, result.seconds.official
    ));
    text
}
