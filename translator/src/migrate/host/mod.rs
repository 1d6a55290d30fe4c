//! Host functions of the emitted crate: one for each entry, typed, with what it was launched with
//! in its documentation.
//!
//! The official macro makes a launcher for each entry already, whose generics are a list of texts
//! and whose grid is set apart. The functions here put names and types to both, so that a launch
//! that compiles has its constants in the right order.

mod describe;
mod example;
mod layout;

use serde::{Deserialize, Serialize};
use tileport_rust::Source;
use tileport_rust::source::{Generic, GenericKind, Kernel, Parameter, ParameterKind};

pub use example::program;

use super::emit;
use crate::library::{KernelCase, Specialisation};
use crate::pair::{RunTime, run_time_parameters, rust_facts};
use crate::rules::Variant;
use describe::Served;

/// A host function of the emitted crate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launcher {
    /// Its name, which is that of the entry.
    pub name: String,
    /// Its text, documentation included.
    pub text: String,
    /// Statements that launch it once; none where no recorded launch can be repeated simply.
    pub example: Option<String>,
}

/// Host functions for the entries of `rust`, in the order of `variants`.
///
/// A kernel whose parameters have a form that the host cannot pass has none.
pub fn launchers(case: &KernelCase, rust: &str, variants: &[Variant], arch: &str) -> Vec<Launcher> {
    let Ok(source) = Source::parse("kernel.rs", rust) else {
        return Vec::new();
    };
    let one = |variant: &Variant| {
        let kernel = source.kernel(&variant.entry).ok()?;
        launcher(case, kernel, variant, arch)
    };
    variants.iter().filter_map(one).collect()
}

fn launcher(case: &KernelCase, kernel: &Kernel, variant: &Variant, arch: &str) -> Option<Launcher> {
    let names: Vec<&str> = case.parameters.iter().map(|name| &**name).collect();
    let served: Vec<Served> = variant
        .serves
        .iter()
        .enumerate()
        .filter_map(|(i, &at)| {
            let specialisation = case.specialisations.get(at)?;
            let given = variant.generics.get(i).cloned();
            let generics = given.or_else(|| {
                let found = rust_facts(kernel, &names, &specialisation.signature, arch);
                Some(found.ok()?.generics)
            })?;
            Some(Served {
                specialisation,
                generics,
            })
        })
        .collect();
    let first = served.first()?;
    let parameters = parameters(case, kernel, first.specialisation);
    if kernel
        .parameters
        .iter()
        .any(|p| host_type(p, kernel).is_none())
    {
        return None;
    }
    let options = served
        .iter()
        .any(|s| s.specialisation.signature.hints != first.specialisation.signature.hints);
    let text = function(case, kernel, &parameters, &served, options)?;
    let example = example::statements(
        &emit::module_name(&case.file),
        kernel,
        &parameters,
        &served,
        options,
    );
    Some(Launcher {
        name: kernel.name.clone(),
        text,
        example,
    })
}

/// A parameter of the entry, and the Python's parameter that it stands for.
struct Passed<'a> {
    rust: &'a Parameter,
    /// What Python calls it; none for a part of an array that is taken apart.
    python: Option<String>,
    /// Its position among the parameters that Python passes at run time.
    position: usize,
    /// Whether it is the whole of the Python's parameter.
    whole: bool,
}

fn parameters<'a>(
    case: &KernelCase,
    kernel: &'a Kernel,
    specialisation: &Specialisation,
) -> Vec<Passed<'a>> {
    let names: Vec<&str> = case.parameters.iter().map(|name| &**name).collect();
    let mut rust = kernel.parameters.iter();
    let mut passed = Vec::new();
    let python = run_time_parameters(&names, &specialisation.signature);
    for (position, (name, parameter)) in python.into_iter().enumerate() {
        let Some(first) = rust.next() else { break };
        let apart = matches!(first.kind, ParameterKind::Pointer { .. });
        let parts = match parameter {
            RunTime::Array(facts) if apart => 2 * facts.rank(),
            RunTime::Array(_) | RunTime::Scalar(_) | RunTime::ListPart => 0,
        };
        passed.push(Passed {
            rust: first,
            python: Some(name),
            position,
            whole: !apart,
        });
        passed.extend(rust.by_ref().take(parts).map(|rust| Passed {
            rust,
            python: None,
            position,
            whole: false,
        }));
    }
    passed
}

/// The host's type of a parameter.
fn host_type(parameter: &Parameter, kernel: &Kernel) -> Option<String> {
    let element = |name: &str| element(name, kernel);
    Some(match &parameter.kind {
        ParameterKind::Tensor {
            element: e,
            mutable: false,
            ..
        } => format!("&Tensor<{}>", element(e)),
        ParameterKind::Pointer { element: e } => {
            format!(
                "cutile::cuda_async::device_buffer::DevicePointer<{}>",
                element(e)
            )
        }
        ParameterKind::Scalar { element: e } => element(e),
        ParameterKind::Tensor { mutable: true, .. } | ParameterKind::Other(_) => return None,
    })
}

/// An element type as the host names it.
fn element(name: &str, kernel: &Kernel) -> String {
    let generic = kernel.generics.iter().any(|g| g.name == name);
    match name {
        _ if generic => name.to_owned(),
        "f16" | "bf16" => format!("cutile::half::{name}"),
        _ if name.starts_with("f8") || name.starts_with("f4") || name == "tf32" => {
            format!("cutile::cuda_core::{name}")
        }
        _ => name.to_owned(),
    }
}

/// A generic parameter of the host function; those that are arrays are arguments instead, since
/// Rust has no const generics of that kind.
fn generic(generic: &Generic, kernel: &Kernel) -> Option<String> {
    let name = &generic.name;
    match &generic.kind {
        GenericKind::Type => {
            let scalar = kernel
                .parameters
                .iter()
                .any(|p| matches!(&p.kind, ParameterKind::Scalar { element } if element == name));
            Some(match scalar {
                true => format!("{name}: DType + cutile::cuda_core::DeviceCopy"),
                false => format!("{name}: DType"),
            })
        }
        GenericKind::Const(ty) => Some(format!("const {name}: {ty}")),
        GenericKind::Array(_) => None,
    }
}

/// An argument that stands for a generic which is an array.
fn array_argument(generic: &Generic) -> Option<String> {
    match &generic.kind {
        GenericKind::Array(Some(length)) => {
            let name = generic.name.to_ascii_lowercase();
            Some(format!("{name}: [i32; {length}]"))
        }
        GenericKind::Array(None) | GenericKind::Type | GenericKind::Const(_) => None,
    }
}

/// The values of the generics, as the official launcher takes them.
fn generic_texts(kernel: &Kernel) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut arrays: Vec<String> = Vec::new();
    for generic in &kernel.generics {
        let name = &generic.name;
        match &generic.kind {
            GenericKind::Type => parts.push(format!("{name}::DTYPE.as_str().to_owned()")),
            GenericKind::Const(_) => parts.push(format!("{name}.to_string()")),
            GenericKind::Array(Some(length)) => {
                let argument = name.to_ascii_lowercase();
                parts.extend((0..*length).map(|i| format!("{argument}[{i}].to_string()")));
                arrays.push(argument);
            }
            GenericKind::Array(None) => return None,
        }
    }
    Some(layout::list("    let generics = vec![", &parts, "];", 4))
}

/// More arguments than clippy takes without a word.
const MANY: usize = 7;

fn function(
    case: &KernelCase,
    kernel: &Kernel,
    parameters: &[Passed],
    served: &[Served],
    options: bool,
) -> Option<String> {
    let mut arguments = vec!["grid: (u32, u32, u32)".to_owned()];
    if options {
        arguments.push("options: cutile::tile_kernel::CompileOptions".to_owned());
    }
    arguments.extend(kernel.generics.iter().filter_map(array_argument));
    for parameter in &kernel.parameters {
        arguments.push(format!(
            "{}: {}",
            parameter.name,
            host_type(parameter, kernel)?
        ));
    }
    let generics: Vec<String> = kernel
        .generics
        .iter()
        .filter_map(|g| generic(g, kernel))
        .collect();
    let names: Vec<String> = kernel.parameters.iter().map(|p| p.name.clone()).collect();

    let mut text = describe::documentation(case, kernel, parameters, served, options);
    if arguments.len() > MANY {
        text.push_str(
            "#[allow(clippy::too_many_arguments, reason = \"as many as the kernel takes\")]\n",
        );
    }
    let head = format!("pub unsafe fn {}", kernel.name);
    text.push_str(&layout::signature(
        &head,
        &generics,
        &arguments,
        "impl DeviceOp",
    ));
    let call = format!("{}::{}", kernel.module, kernel.name);
    text.push_str("    // SAFETY: what the kernel asks for is asked of the caller.\n");
    text.push_str(&layout::unsafe_launch(&call, &names));
    let mut chain = vec!["launch".to_owned()];
    if !kernel.generics.is_empty() {
        text.push_str(&generic_texts(kernel)?);
        chain.push(".generics(generics)".to_owned());
    }
    if options {
        chain.push(".compile_options(options)".to_owned());
    }
    chain.push(".grid(grid)".to_owned());
    text.push_str(&format!("    {}\n}}\n", chain.concat()));
    Some(text)
}
