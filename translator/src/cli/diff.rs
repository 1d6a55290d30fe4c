//! `tileport diff`: what two kernels do differently, and how grave that is.

use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use cutile_ir::Module;
use serde_json::{Value, json};
use tileport_ir::Version;
use tileport_ir::diff::{self, Class, Diff, text};

use super::launches::{LaunchOptions, split_root};
use super::outcome::{Failure, Outcome};
use super::output;
use crate::library::{KernelCase, Library, Specialisation};
use crate::pair::{Lowerer, Side};
use crate::review::{Checkout, Operand};
use crate::toolchain::Arch;

#[derive(Debug, clap::Args)]
pub struct DiffArgs {
    /// The reference: a .py, .rs or .tileirbc file, or one of a Git revision (REV:path).
    a: String,
    /// What is compared with it.
    b: String,
    /// Root of the Python package; the folder of the Python file without it.
    #[arg(long)]
    root: Option<PathBuf>,
    /// The Python file whose launches apply, when neither side is Python.
    #[arg(long, value_name = "FILE.py")]
    python: Option<PathBuf>,
    /// The kernel, where the Python file has several.
    #[arg(long)]
    kernel: Option<String>,
    #[command(flatten)]
    launches: LaunchOptions,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Exit with 1 when there is a difference of this class or a graver one:
    /// cosmetic, performance, numeric or semantic.
    #[arg(long, value_name = "CLASS")]
    deny: Option<Class>,
    #[arg(long, default_value = "13.3", value_name = "VERSION")]
    bytecode_version: Version,
    /// Architecture whose compiler hints apply.
    #[arg(long, default_value = "sm_90")]
    arch: Arch,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Markdown,
    Json,
}

/// The diff of one specialisation, or of two bytecode files.
struct Compared {
    id: String,
    summary: String,
    diff: Diff,
}

pub fn run(args: &DiffArgs) -> Result<Outcome, Failure> {
    let a = Checkout::of(&Operand::parse(&args.a)).map_err(Failure::input)?;
    let b = Checkout::of(&Operand::parse(&args.b)).map_err(Failure::input)?;
    let sides = (
        Side::of(&a.path).map_err(Failure::input)?,
        Side::of(&b.path).map_err(Failure::input)?,
    );
    let compared = match sides {
        (Side::Bytecode, Side::Bytecode) => vec![files(&a.path, &b.path)?],
        _ => specialisations(args, &a, &b)?,
    };
    let format = if args.json { Format::Json } else { args.format };
    let text = match format {
        Format::Text => plain(&compared),
        Format::Markdown => markdown(args, &compared),
        Format::Json => {
            serde_json::to_string_pretty(&document(args, &compared)).map_err(Failure::input)? + "\n"
        }
    };
    match &args.output {
        Some(path) => fs::write(path, text).map_err(|e| Failure::file(path, &e))?,
        None => output::text(&text),
    }
    Ok(Outcome::clean_if(!denied(args, &compared)))
}

fn denied(args: &DiffArgs, compared: &[Compared]) -> bool {
    args.deny
        .is_some_and(|class| compared.iter().any(|c| c.diff.denies(class)))
}

fn files(a: &Path, b: &Path) -> Result<Compared, Failure> {
    let (left, right) = (bytecode(a)?, bytecode(b)?);
    let diff = diff::diff(&left, &right).map_err(Failure::input)?;
    Ok(Compared {
        id: a.display().to_string(),
        summary: String::new(),
        diff,
    })
}

fn bytecode(path: &Path) -> Result<Module, Failure> {
    let bytes = fs::read(path).map_err(|e| Failure::file(path, &e))?;
    let decoded = tileport_ir::bytecode::read(&bytes);
    decoded
        .map(|d| d.module)
        .map_err(|e| Failure::input(format_args!("{}: {e}", path.display())))
}

/// Both sides, lowered for every specialisation that the launches of the Python file name.
fn specialisations(args: &DiffArgs, a: &Checkout, b: &Checkout) -> Result<Vec<Compared>, Failure> {
    let is_python = |checkout: &&Checkout| Side::of(&checkout.path) == Ok(Side::Python);
    let reference = [a, b].into_iter().find(is_python);
    let (root, file) = match (reference, &args.python) {
        (Some(checkout), _) => place(args, checkout)?,
        (None, Some(python)) => split_root(args.root.as_deref(), python)?,
        (None, None) => {
            return Err(Failure::input(
                "the launches of a Python kernel say what to compile Rust for: name its file with --python",
            ));
        }
    };
    let library = args
        .launches
        .library(&root)?
        .of_file(&file, args.kernel.as_deref());
    if library.kernels.is_empty() {
        return Err(Failure::input(format_args!(
            "no launch names a kernel of {file}; give --launches or --manifest"
        )));
    }
    // The other side may be the same package at another revision: then it has a library of its own.
    let other = match reference {
        Some(first) if is_python(&b) && !std::ptr::eq(first, b) => {
            let (root, file) = place(args, b)?;
            Some(library.moved_to(&root, &file))
        }
        _ => None,
    };
    let mut lowerers = (
        Lowerer::new(&library, args.bytecode_version, args.arch),
        Lowerer::new(
            other.as_ref().unwrap_or(&library),
            args.bytecode_version,
            args.arch,
        ),
    );
    let right = other.as_ref().unwrap_or(&library);
    let mut compared = Vec::new();
    for ((kernel, specialisation), (right_kernel, right_specialisation)) in
        library.each().zip(right.each())
    {
        let left = module(&mut lowerers.0, &library, &a.path, kernel, specialisation)?;
        let right = module(
            &mut lowerers.1,
            right,
            &b.path,
            right_kernel,
            right_specialisation,
        )?;
        let options = diff::Options {
            target: Some(args.arch.to_string()),
            ..diff::Options::default()
        };
        let diff = diff::diff_with(&left, &right, &options).map_err(Failure::input)?;
        compared.push(Compared {
            id: specialisation.id.clone(),
            summary: specialisation.summary.clone(),
            diff,
        });
    }
    Ok(compared)
}

/// Package root and path of a Python file; in a revision the root is taken relative to its top.
fn place(args: &DiffArgs, checkout: &Checkout) -> Result<(PathBuf, String), Failure> {
    let root = match (&args.root, &checkout.top) {
        (Some(root), Some(top)) => Some(top.join(root)),
        (Some(root), None) => Some(root.clone()),
        (None, _) => None,
    };
    split_root(root.as_deref(), &checkout.path)
}

fn module(
    lowerer: &mut Lowerer,
    library: &Library,
    path: &Path,
    kernel: &KernelCase,
    specialisation: &Specialisation,
) -> Result<Module, Failure> {
    match Side::of(path).map_err(Failure::input)? {
        Side::Python => lowerer
            .python(kernel, specialisation)
            .map_err(|d| Failure::input(super::diagnostics::python(&library.package, &d))),
        Side::Rust => lowerer
            .rust(path, kernel, specialisation)
            .map_err(Failure::input),
        Side::Bytecode => bytecode(path),
    }
}

fn plain(compared: &[Compared]) -> String {
    let mut out = String::new();
    for one in compared {
        if compared.len() > 1 {
            out.push_str(&format!("{} ({})\n", one.id, one.summary));
        }
        out.push_str(&text::text(
            &one.diff,
            text::Style {
                colour: output::colour(),
            },
        ));
        out.push('\n');
    }
    out
}

fn markdown(args: &DiffArgs, compared: &[Compared]) -> String {
    let mut out = format!("### tileport diff: `{}` against `{}`\n\n", args.b, args.a);
    for one in compared {
        out.push_str(&format!(
            "<details><summary><code>{}</code> {}</summary>\n\n",
            one.id,
            text::summary(&one.diff)
        ));
        out.push_str(&format!(
            "```\n{}```\n\n</details>\n",
            text::text(&one.diff, text::Style::default())
        ));
    }
    out
}

fn document(args: &DiffArgs, compared: &[Compared]) -> Value {
    let pairs: Vec<Value> = compared
        .iter()
        .map(|one| json!({ "id": one.id, "summary": one.summary, "diff": diff::json::json(&one.diff) }))
        .collect();
    let worst = compared.iter().filter_map(|one| one.diff.worst()).max();
    json!({
        "schema": "tileport.diff/1",
        "a": args.a,
        "b": args.b,
        "bytecode_version": args.bytecode_version.to_string(),
        "worst": worst.map(Class::name),
        "denied": denied(args, compared),
        "pairs": pairs,
    })
}
