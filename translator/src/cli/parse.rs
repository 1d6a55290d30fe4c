//! `tileport parse`: the syntax tree of a Python file, for checking the parser.

use std::fs;
use std::path::PathBuf;

use tileport_python::parse::parse_bytes;
use tileport_python::tree::dump;

use super::outcome::{Failure, Outcome};
use super::output;

#[derive(Debug, clap::Args)]
pub struct ParseArgs {
    /// A Python file.
    source: PathBuf,
    /// Print the tree in the shape of CPython's `ast`, as one JSON document.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ParseArgs) -> Result<Outcome, Failure> {
    let bytes = fs::read(&args.source).map_err(|e| Failure::file(&args.source, &e))?;
    match parse_bytes(&bytes) {
        Ok(parsed) if args.json => {
            output::text(&dump::to_json(&parsed));
            output::text("\n");
        }
        Ok(_) => output::note(format_args!("{}: no syntax errors", args.source.display())),
        Err(errors) => {
            let shown: Vec<String> = errors
                .iter()
                .map(|e| {
                    format!(
                        "{}:{}:{}: {}",
                        args.source.display(),
                        e.line,
                        e.column + 1,
                        e.message
                    )
                })
                .collect();
            return Err(Failure::input(shown.join("\n")));
        }
    }
    Ok(Outcome::Clean)
}
