//! `tileport lower`: Python or Rust source to Tile IR.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use tileport_ir::Version;

use super::launches::LaunchOptions;
use super::outcome::{Failure, Outcome};
use super::output;

#[derive(Debug, clap::Args)]
pub struct LowerArgs {
    /// A .py or .rs file with kernels, or a .tileirbc file.
    source: PathBuf,
    /// Root of the package the file belongs to; its own folder without it.
    #[arg(long)]
    root: Option<PathBuf>,
    /// The kernel, where the file has several.
    #[arg(long)]
    kernel: Option<String>,
    #[command(flatten)]
    launches: LaunchOptions,
    /// What to print.
    #[arg(long, value_enum, default_value_t = Emit::Mlir)]
    emit: Emit,
    /// Which compiler reads Python. The official one executes the file.
    #[arg(long, value_enum, default_value_t = Frontend::Embedded)]
    frontend: Frontend,
    #[arg(long, default_value = "13.3", value_name = "VERSION")]
    bytecode_version: Version,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Emit {
    /// Text, as the official disassembler prints it.
    Mlir,
    /// Tile IR bytecode.
    Bytecode,
    /// One JSON document: specialisation, text, bytecode version.
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Frontend {
    /// Our own: reads the file, executes nothing.
    Embedded,
    /// NVIDIA's compiler package.
    Official,
}
