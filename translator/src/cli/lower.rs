//! `tileport lower`: Python or Rust source to Tile IR.

use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use cutile_ir::Module;
use serde::Serialize;
use tileport_ir::Version;
use tileport_python::{Diagnostic, Diagnostics};

use super::launches::LaunchOptions;
use super::outcome::{Failure, Outcome};
use super::output;
use crate::library::{KernelCase, Library, Specialisation};
use crate::official::{Answer, Oracle, OracleError};
use crate::pair::{Lowerer, Side};
use crate::toolchain::Toolchain;

#[derive(Debug, clap::Args)]
pub struct LowerArgs {
    /// A .py or .rs file with kernels, or a .tileirbc file.
    source: PathBuf,
    /// Root of the Python package; the folder of the Python file without it.
    #[arg(long)]
    root: Option<PathBuf>,
    /// The Python file whose kernel a Rust kernel stands for: its launches and parameter names apply.
    #[arg(long, value_name = "FILE.py")]
    python: Option<PathBuf>,
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
    /// Architecture, which chooses among compiler hints.
    #[arg(long, default_value = "sm_90")]
    arch: crate::toolchain::Arch,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Emit {
    /// Text, as the official disassembler prints it.
    Mlir,
    /// Tile IR bytecode of one specialisation.
    Bytecode,
    /// One JSON document with every specialisation.
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Frontend {
    /// Our own: reads the file, executes nothing.
    Embedded,
    /// NVIDIA's compiler package.
    Official,
}

/// One specialisation's module, with what it is of.
struct Product {
    kernel: String,
    id: String,
    summary: String,
    module: Module,
}

#[derive(Serialize)]
struct Document {
    schema: &'static str,
    bytecode_version: String,
    modules: Vec<ModuleDocument>,
}

#[derive(Serialize)]
struct ModuleDocument {
    kernel: String,
    id: String,
    summary: String,
    mlir: String,
}

pub fn run(args: &LowerArgs) -> Result<Outcome, Failure> {
    let products = match Side::of(&args.source).map_err(Failure::input)? {
        Side::Bytecode => vec![bytecode(&args.source)?],
        Side::Python => sources(args, &args.source)?,
        Side::Rust => {
            let python = args.python.as_ref().ok_or_else(|| {
                Failure::input("a Rust kernel is compiled for the launches of the Python kernel it stands for: name its file with --python")
            })?;
            sources(args, python)?
        }
    };
    let text = match args.emit {
        Emit::Mlir => mlir(&products).into_bytes(),
        Emit::Bytecode => one_bytecode(&products, args.bytecode_version)?,
        Emit::Json => json(&products, args.bytecode_version)?.into_bytes(),
    };
    match &args.output {
        Some(path) => fs::write(path, text).map_err(|e| Failure::file(path, &e))?,
        None => output::bytes(&text),
    }
    Ok(Outcome::Clean)
}

fn bytecode(path: &Path) -> Result<Product, Failure> {
    let bytes = fs::read(path).map_err(|e| Failure::file(path, &e))?;
    let decoded = tileport_ir::bytecode::read(&bytes)
        .map_err(|e| Failure::input(format_args!("{}: {e}", path.display())))?;
    let (kernel, id, summary) = Default::default();
    Ok(Product {
        kernel,
        id,
        summary,
        module: decoded.module,
    })
}

/// Every specialisation of the kernels of the Python file `python`, lowered from `args.source`.
fn sources(args: &LowerArgs, python: &Path) -> Result<Vec<Product>, Failure> {
    let (root, file) = super::launches::split_root(args.root.as_deref(), python)?;
    let library = args
        .launches
        .library(&root)?
        .of_file(&file, args.kernel.as_deref());
    if library.kernels.is_empty() {
        return Err(Failure::input(format_args!(
            "no launch names a kernel of {file}; give --launches or --manifest"
        )));
    }
    let mut refused: Vec<Diagnostic> = Vec::new();
    let mut refuse = |diagnostics: &Diagnostics| {
        for diagnostic in &diagnostics.0 {
            if !refused.contains(diagnostic) {
                refused.push(diagnostic.clone());
            }
        }
    };
    for fault in library.kernels.iter().flat_map(|k| &k.faults) {
        refuse(&fault.diagnostics);
    }
    if args.frontend == Frontend::Official {
        return official(args, &root, &library);
    }
    let mut lowerer = Lowerer::new(&library, args.bytecode_version, args.arch);
    let mut products = Vec::new();
    for (kernel, specialisation) in library.each() {
        let module = match Side::of(&args.source).map_err(Failure::input)? {
            Side::Rust => lowerer
                .rust(&args.source, kernel, specialisation)
                .map_err(Failure::input)?,
            Side::Python | Side::Bytecode => match lowerer.python(kernel, specialisation) {
                Ok(module) => module,
                Err(diagnostics) => {
                    refuse(&diagnostics);
                    continue;
                }
            },
        };
        products.push(product(kernel, specialisation, module));
    }
    if refused.is_empty() {
        return Ok(products);
    }
    // Every kernel of the file is looked at before any is refused.
    let refused = super::diagnostics::python(&library.package, &Diagnostics(refused));
    Err(Failure::input(refused))
}

fn official(args: &LowerArgs, root: &Path, library: &Library) -> Result<Vec<Product>, Failure> {
    let oracle = Oracle::new(
        &Toolchain::find(),
        root,
        &args.bytecode_version.to_string(),
        &args.arch.to_string(),
    )?;
    let launches: Vec<_> = library.each().map(|(_, s)| &s.launch).collect();
    let answers = oracle.compile(&launches).map_err(|error| match error {
        OracleError::Missing(missing) => Failure::Missing(missing),
        other => Failure::input(other),
    })?;
    let modules =
        library
            .each()
            .zip(answers)
            .map(|((kernel, specialisation), answer)| match answer {
                Answer::Rejected(rejection) => Err(Failure::input(rejection)),
                Answer::Compiled { bytecode, .. } => {
                    let decoded = tileport_ir::bytecode::read(&bytecode).map_err(Failure::input)?;
                    Ok(product(kernel, specialisation, decoded.module))
                }
            });
    modules.collect()
}

fn product(kernel: &KernelCase, specialisation: &Specialisation, module: Module) -> Product {
    Product {
        kernel: kernel.kernel.clone(),
        id: specialisation.id.clone(),
        summary: specialisation.summary.clone(),
        module,
    }
}

fn mlir(products: &[Product]) -> String {
    let mut text = String::new();
    for product in products {
        if products.len() > 1 {
            text.push_str(&format!("// {} ({})\n", product.id, product.summary));
        }
        text.push_str(&tileport_ir::print::print(&product.module));
    }
    text
}

fn one_bytecode(products: &[Product], version: Version) -> Result<Vec<u8>, Failure> {
    match products {
        [one] => cutile_ir::bytecode::write_bytecode_version(&one.module, version.into())
            .map_err(Failure::input),
        several => {
            let ids: Vec<&str> = several.iter().map(|p| p.id.as_str()).collect();
            Err(Failure::input(format_args!(
                "bytecode is one specialisation; pick one with --config: {}",
                ids.join(", ")
            )))
        }
    }
}

fn json(products: &[Product], version: Version) -> Result<String, Failure> {
    let modules = products.iter().map(|p| ModuleDocument {
        kernel: p.kernel.clone(),
        id: p.id.clone(),
        summary: p.summary.clone(),
        mlir: tileport_ir::print::print(&p.module),
    });
    let document = Document {
        schema: "tileport.lower/1",
        bytecode_version: version.to_string(),
        modules: modules.collect(),
    };
    serde_json::to_string_pretty(&document)
        .map(|text| text + "\n")
        .map_err(Failure::input)
}
