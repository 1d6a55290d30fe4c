//! The command line: one file a command, each a thin shell over the library.

mod assemble;
mod bench;
mod conform;
mod diagnostics;
mod diff;
mod doctor;
mod launches;
mod lower;
mod migrate;
mod outcome;
mod output;
mod parse;
mod progress;
mod record;
mod report;
mod translate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Migrates GPU operator libraries from cuTile Python to cuTile Rust and proves what it did.
///
/// Exit codes: 0 done, nothing to object to; 1 done, with findings; 2 the input or the usage is
/// wrong; 3 a needed tool or device is missing.
#[derive(Debug, Parser)]
#[command(name = "tileport", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say what is installed, and what each missing part would enable.
    Doctor(doctor::DoctorArgs),
    /// Print the syntax tree of a Python file.
    Parse(parse::ParseArgs),
    /// Translate the kernels of a Python file to Rust.
    Translate(translate::TranslateArgs),
    /// Lower a Python or Rust kernel to Tile IR.
    Lower(lower::LowerArgs),
    /// Assemble pairs and say whether their machine code is the same.
    Assemble(assemble::AssembleArgs),
    /// Migrate every kernel that a library launches, into a Rust crate with a report.
    Migrate(migrate::MigrateArgs),
    /// Run a program and write its launches as a launch record.
    Record(record::RecordArgs),
    /// Join the reports of a migration's parts.
    Report(report::ReportArgs),
    /// Say what two kernels do differently, and how grave that is.
    Diff(diff::DiffArgs),
    /// Time pairs on a GPU: make a bundle, run it where the GPU is, report.
    Bench(bench::BenchArgs),
    /// Compare the embedded Python front end with the official compiler, launch by launch.
    Conform(conform::ConformArgs),
}

/// Parses the arguments, runs the command, and turns its result into an exit code.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Command::Doctor(args) => doctor::run(args),
        Command::Parse(args) => parse::run(args),
        Command::Translate(args) => translate::run(args),
        Command::Lower(args) => lower::run(args),
        Command::Assemble(args) => assemble::run(args),
        Command::Migrate(args) => migrate::run(args),
        Command::Record(args) => record::run(args),
        Command::Report(args) => report::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Conform(args) => conform::run(args),
    };
    if let Err(failure) = &result {
        output::note(format_args!("error: {failure}"));
    }
    outcome::exit_code(&result)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Cli::command().debug_assert();
    }
}
