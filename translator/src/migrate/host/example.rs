//! The example program of the emitted crate: each host function once, on zeros.

use tileport_operators::configuration::{Configuration, Tensor, Value};
use tileport_python::specialise::Parameter;
use tileport_rust::source::{GenericKind, Kernel, ParameterKind};

use super::describe::Served;
use super::{Launcher, Passed, element, layout};
use crate::pair::rust_element;

/// Memory that one launch of the example may take, in bytes.
const MAX_BYTES: i64 = 1 << 30;

/// Statements that call the host function in `module` as the smallest launch did whose arrays are
/// dense; none when there is no such launch.
pub fn statements(
    module: &str,
    kernel: &Kernel,
    parameters: &[Passed],
    served: &[Served],
    options: bool,
) -> Option<String> {
    if options || parameters.iter().any(|p| !p.whole) {
        return None;
    }
    let bytes = |launch: &Configuration| launch.tensors().iter().map(|t| t.bytes()).sum::<i64>();
    let (served, _) = served
        .iter()
        .map(|s| (s, bytes(&s.specialisation.launch)))
        .filter(|(s, bytes)| *bytes <= MAX_BYTES && all_dense(&s.specialisation.launch))
        .min_by_key(|(_, bytes)| *bytes)?;
    let launch = &served.specialisation.launch;
    let values = run_time_values(launch, &served.specialisation.signature.parameters);
    let mut text = String::new();
    let mut arguments = vec![format!(
        "({}, {}, {})",
        launch.grid[0], launch.grid[1], launch.grid[2]
    )];
    let mut turbofish = Vec::new();
    let mut texts = served.generics.iter();
    for generic in &kernel.generics {
        match &generic.kind {
            GenericKind::Type => turbofish.push(element(texts.next()?, kernel)),
            GenericKind::Const(_) => turbofish.push(constant(texts.next()?)),
            GenericKind::Array(length) => {
                let items: Vec<&str> = texts
                    .by_ref()
                    .take((*length)?)
                    .map(String::as_str)
                    .collect();
                arguments.push(format!("[{}]", items.join(", ")));
            }
        }
    }
    for parameter in parameters {
        let name = &parameter.rust.name;
        match (values.get(parameter.position)?, &parameter.rust.kind) {
            (Value::Tensor(tensor), ParameterKind::Tensor { .. }) => {
                let ty = element(rust_element(tensor.dtype), kernel);
                text.push_str(&zeros(name, &ty, tensor));
                arguments.push(format!("&{name}"));
            }
            (value, ParameterKind::Scalar { element }) => arguments.push(scalar(value, element)?),
            _ => return None,
        }
    }
    let turbofish = match turbofish.is_empty() {
        true => String::new(),
        false => format!("::<{}>", turbofish.join(", ")),
    };
    text.push_str("    // SAFETY: each array is an allocation of its own, as in the launch that this repeats.\n");
    let call = format!("kernels::{module}::{}{turbofish}", kernel.name);
    text.push_str(&layout::unsafe_launch(&call, &arguments));
    text.push_str("    launch.sync()?;\n    Ok(())\n");
    Some(text)
}

fn zeros(name: &str, element: &str, tensor: &Tensor) -> String {
    let shape: Vec<String> = tensor.shape.iter().map(ToString::to_string).collect();
    format!(
        "    let {name} = zeros::<{element}>(&[{}])?;\n",
        shape.join(", ")
    )
}

/// A const generic's value.
fn constant(text: &str) -> String {
    match text.starts_with('-') {
        true => format!("{{ {text} }}"),
        false => text.to_owned(),
    }
}

fn scalar(value: &Value, element: &str) -> Option<String> {
    Some(match value {
        Value::Int(i) => i.to_string(),
        Value::Bool(b) => b.to_string(),
        Value::Float(x) if x.is_nan() => format!("{element}::NAN"),
        Value::Float(x) if x.is_infinite() && *x > 0.0 => format!("{element}::INFINITY"),
        Value::Float(x) if x.is_infinite() => format!("{element}::NEG_INFINITY"),
        // Written with the digits that the element type holds: a longer literal would be a lie.
        Value::Float(x) if element == "f32" => format!("{:?}", *x as f32),
        Value::Float(x) => format!("{x:?}"),
        Value::Tensor(_) | Value::Tuple(_) | Value::List(_) | Value::Dtype(_) | Value::None => {
            return None;
        }
    })
}

/// Row-major without gaps and with elements in it, as a new allocation is.
fn all_dense(launch: &Configuration) -> bool {
    launch.tensors().iter().all(|tensor| {
        let mut expected = 1;
        let dims = tensor.shape.iter().zip(&tensor.stride).rev();
        dims.fold(true, |dense, (&extent, &stride)| {
            let fits = extent == 1 || stride == expected;
            expected *= extent.max(1);
            dense && fits && extent > 0
        })
    })
}

/// What a launch passes at run time, tuples taken apart as in the signature.
fn run_time_values<'a>(launch: &'a Configuration, parameters: &[Parameter]) -> Vec<&'a Value> {
    fn flatten<'a>(value: &'a Value, parameter: &Parameter, out: &mut Vec<&'a Value>) {
        match (parameter, value) {
            (Parameter::Constant(_), _) => {}
            (Parameter::Tuple(parts), Value::Tuple(values)) => {
                for (part, value) in parts.iter().zip(values) {
                    flatten(value, part, out);
                }
            }
            // The addresses, and their number.
            (Parameter::List { .. }, _) => out.extend([value, value]),
            (Parameter::Scalar(_) | Parameter::Array(_) | Parameter::Tuple(_), _) => {
                out.push(value);
            }
        }
    }
    let mut out = Vec::new();
    for (argument, parameter) in launch.arguments.iter().zip(parameters) {
        flatten(&argument.value, parameter, &mut out);
    }
    out
}

/// The example program: `launchers` by module of the crate called `name`; none where nothing could
/// be launched.
pub fn program(name: &str, launchers: &[(String, &Launcher)]) -> Option<String> {
    let mut rows = Vec::new();
    let mut functions = String::new();
    for (module, launcher) in launchers {
        let Some(example) = &launcher.example else {
            continue;
        };
        let function = match *module == launcher.name {
            true => launcher.name.clone(),
            false => format!("{module}_{}", launcher.name),
        };
        let shown = format!("{module}::{}", launcher.name);
        rows.push(vec![format!("\"{shown}\""), function.clone()]);
        functions.push_str(&format!(
            "\nfn {function}() -> Result<(), Error> {{\n{example}}}\n"
        ));
    }
    let table = layout::table("const KERNELS: &[Example] = &[", &rows, "];")?;
    Some(format!(
        r#"//! Launches each kernel once, on zeros: `cargo run --example launch -- [NAME]`. Needs a GPU.

use cutile::prelude::*;
use {name} as kernels;

/// A kernel's name and what launches it.
type Example = (&'static str, fn() -> Result<(), Error>);

/// Those kernels are left out that no recorded launch calls with dense arrays.
{table}

fn main() -> Result<(), Error> {{
    let wanted = std::env::args().nth(1).unwrap_or_default();
    for (name, run) in KERNELS.iter().filter(|(name, _)| name.contains(&wanted)) {{
        println!("{{name}}");
        run()?;
    }}
    Ok(())
}}

fn zeros<E: DType>(shape: &[usize]) -> Result<Tensor<E>, Error> {{
    let data = Arc::new(vec![E::zero(); shape.iter().product()]);
    let tensor = api::copy_host_vec_to_device(&data).reshape(shape);
    Ok(tensor.sync()?)
}}
{functions}"#
    ))
}
