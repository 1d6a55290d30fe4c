//! The launch facts of the Python side, said to the Rust compiler.
//!
//! The two official launchers derive different facts from one tensor. A translation is judged
//! under the same facts on both sides, so Python's signature is the one that both get:
//! parameters that are passed at run time correspond in order, compile-time constants become
//! const generics of the same name.

use tileport_python::Dtype;
use tileport_python::mid::Const;
use tileport_python::specialise::{ArrayFacts, ByTarget, Hints, Parameter, Signature};
use tileport_rust::source::{Generic, GenericKind, Kernel, ParameterKind};
use tileport_rust::{ArgumentFacts, Divisor, Facts, Options, Stride, TensorFacts};

/// Why a Rust kernel cannot be compiled for a Python signature.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FactsError {
    #[error(
        "generic `{generic}` of `{kernel}` has no value: no compile-time parameter of the Python kernel is called so, and no parameter has it as its element type"
    )]
    Generic { kernel: String, generic: String },
    #[error("constant `{name}` is {value}, which a const generic cannot be")]
    Constant { name: String, value: String },
    #[error("`{kernel}` takes {rust} run-time parameters, the Python kernel {python}")]
    Count {
        kernel: String,
        rust: usize,
        python: usize,
    },
}

/// A parameter of the Python kernel that a launch passes at run time, tuples taken apart.
#[derive(Debug, Clone, Copy)]
pub enum RunTime<'a> {
    Array(&'a ArrayFacts),
    Scalar(Dtype),
    /// A list of arrays: a pointer to their descriptors, and their number.
    ListPart,
}

/// A parameter after tuples are taken apart.
enum Flat<'a> {
    Constant(String, &'a Const),
    RunTime(String, RunTime<'a>),
}

/// The parameters that a launch passes, in order, with their names; items of a tuple are numbered.
pub fn run_time_parameters<'a>(
    names: &[&str],
    signature: &'a Signature,
) -> Vec<(String, RunTime<'a>)> {
    let all = flatten_all(names, signature).into_iter();
    all.filter_map(|flat| match flat {
        Flat::Constant(..) => None,
        Flat::RunTime(name, parameter) => Some((name, parameter)),
    })
    .collect()
}

fn flatten_all<'a>(names: &[&str], signature: &'a Signature) -> Vec<Flat<'a>> {
    let mut flat = Vec::new();
    for (name, parameter) in names.iter().zip(&signature.parameters) {
        flatten((*name).to_owned(), parameter, &mut flat);
    }
    flat
}

/// Facts under which `kernel` compiles to what the Python kernel with parameters `names` compiles
/// to for `signature`, on `arch` (which chooses among the compiler hints).
///
/// # Errors
/// The parameters of the two kernels do not correspond.
pub fn rust_facts(
    kernel: &Kernel,
    names: &[&str],
    signature: &Signature,
    arch: &str,
) -> Result<Facts, FactsError> {
    let flat = flatten_all(names, signature);
    let at_run_time = at_run_time(&flat);
    let mut generics = Vec::new();
    for generic in &kernel.generics {
        generic_values(kernel, generic, &flat, &at_run_time, &mut generics)?;
    }
    rust_facts_with(kernel, names, signature, arch, generics)
}

/// The same with the values of the generics given, in order, by whoever wrote the kernel.
///
/// # Errors
/// The run-time parameters of the two kernels do not correspond.
pub fn rust_facts_with(
    kernel: &Kernel,
    names: &[&str],
    signature: &Signature,
    arch: &str,
    generics: Vec<String>,
) -> Result<Facts, FactsError> {
    let flat = flatten_all(names, signature);
    let mut arguments = Vec::new();
    for parameter in at_run_time(&flat) {
        match (parameter, kernel.parameters.get(arguments.len())) {
            (RunTime::Array(facts), Some(first)) if is_pointer(first) => {
                arguments.extend(taken_apart(facts));
            }
            _ => arguments.push(argument(&parameter)),
        }
    }
    if arguments.len() != kernel.parameters.len() {
        let (rust, python) = (kernel.parameters.len(), arguments.len());
        return Err(FactsError::Count {
            kernel: kernel.name.clone(),
            rust,
            python,
        });
    }
    Ok(Facts {
        generics,
        arguments,
        options: options(&signature.hints, arch),
    })
}

fn is_pointer(parameter: &tileport_rust::Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Pointer { .. })
}

/// Facts about the pointer, the sizes and the strides of an array, each a parameter of its own.
fn taken_apart(facts: &ArrayFacts) -> impl Iterator<Item = ArgumentFacts> {
    let facts = tensor(facts);
    let strides = facts.strides.into_iter().map(|stride| match stride {
        Stride::Static(_) => ArgumentFacts::Unknown,
        Stride::Divisible(divisor) => ArgumentFacts::Divisible(divisor),
    });
    let sizes = facts.shape.into_iter().map(ArgumentFacts::Divisible);
    std::iter::once(ArgumentFacts::Divisible(facts.base))
        .chain(sizes)
        .chain(strides)
}

fn at_run_time<'a>(flat: &[Flat<'a>]) -> Vec<RunTime<'a>> {
    flat.iter()
        .filter_map(|flat| match flat {
            Flat::Constant(..) => None,
            Flat::RunTime(_, parameter) => Some(*parameter),
        })
        .collect()
}

fn flatten<'a>(name: String, parameter: &'a Parameter, out: &mut Vec<Flat<'a>>) {
    match parameter {
        Parameter::Scalar(dtype) => out.push(Flat::RunTime(name, RunTime::Scalar(*dtype))),
        Parameter::Array(facts) => out.push(Flat::RunTime(name, RunTime::Array(facts))),
        Parameter::List { .. } => out.extend([
            Flat::RunTime(name.clone(), RunTime::ListPart),
            Flat::RunTime(format!("{name}_len"), RunTime::ListPart),
        ]),
        Parameter::Constant(value) => out.push(Flat::Constant(name, value)),
        Parameter::Tuple(items) => {
            for (i, item) in items.iter().enumerate() {
                flatten(format!("{name}_{i}"), item, out);
            }
        }
    }
}

fn argument(parameter: &RunTime) -> ArgumentFacts {
    match parameter {
        RunTime::Array(facts) => ArgumentFacts::Tensor(tensor(facts)),
        RunTime::Scalar(_) | RunTime::ListPart => ArgumentFacts::Unknown,
    }
}

fn tensor(facts: &ArrayFacts) -> TensorFacts {
    let strides = facts.stride_constant.iter().zip(&facts.stride_divisible_by);
    TensorFacts {
        shape: facts
            .shape_divisible_by
            .iter()
            .map(|&d| Divisor::of(d))
            .collect(),
        strides: strides
            .map(
                |(constant, &divisor)| match constant.and_then(|n| i32::try_from(n).ok()) {
                    Some(n) => Stride::Static(n),
                    None => Stride::Divisible(Divisor::of(divisor)),
                },
            )
            .collect(),
        base: Divisor::of(facts.base_addr_divisible_by),
        may_alias_internally: facts.may_alias_internally,
    }
}

/// Appends the value or values of one generic, as text.
fn generic_values(
    kernel: &Kernel,
    generic: &Generic,
    flat: &[Flat],
    at_run_time: &[RunTime],
    out: &mut Vec<String>,
) -> Result<(), FactsError> {
    let missing = || FactsError::Generic {
        kernel: kernel.name.clone(),
        generic: generic.name.clone(),
    };
    let constant = flat.iter().find_map(|f| match f {
        Flat::Constant(name, value) if same_name(name, &generic.name) => Some(*value),
        _ => None,
    });
    match (&generic.kind, constant) {
        (GenericKind::Type, Some(Const::Dtype(element))) => {
            let dtype = Dtype::from_name(&element.to_string()).ok_or_else(missing)?;
            out.push(rust_element(dtype).to_owned());
        }
        (GenericKind::Type, _) => {
            out.push(
                element_of(kernel, &generic.name, at_run_time)
                    .ok_or_else(missing)?
                    .to_owned(),
            );
        }
        (GenericKind::Const(_), Some(value)) => out.push(const_generic(&generic.name, value)?),
        (GenericKind::Array(_), Some(Const::Tuple(items))) => {
            for item in items.iter() {
                out.push(const_generic(&generic.name, item)?);
            }
        }
        (GenericKind::Array(Some(length)), None) => {
            for i in 0..*length {
                let wanted = format!("{}_{i}", generic.name);
                let item = flat.iter().find_map(|f| match f {
                    Flat::Constant(name, value) if same_name(name, &wanted) => Some(*value),
                    _ => None,
                });
                out.push(const_generic(&wanted, item.ok_or_else(missing)?)?);
            }
        }
        (GenericKind::Const(_) | GenericKind::Array(_), _) => return Err(missing()),
    }
    Ok(())
}

/// The element type that the launch gives to parameters declared with the generic `name`.
fn element_of(kernel: &Kernel, name: &str, at_run_time: &[RunTime]) -> Option<&'static str> {
    kernel
        .parameters
        .iter()
        .zip(at_run_time)
        .find_map(|(parameter, parameter_facts)| {
            let element = match &parameter.kind {
                ParameterKind::Tensor { element, .. }
                | ParameterKind::Pointer { element }
                | ParameterKind::Scalar { element } => element,
                ParameterKind::Other(_) => return None,
            };
            let dtype = match parameter_facts {
                RunTime::Array(facts) => facts.dtype,
                RunTime::Scalar(dtype) => *dtype,
                RunTime::ListPart => return None,
            };
            (element == name).then(|| rust_element(dtype))
        })
}

fn const_generic(name: &str, value: &Const) -> Result<String, FactsError> {
    match value {
        Const::Bool(b) => Ok(b.to_string()),
        Const::Int(i) => Ok(i.to_string()),
        other => Err(FactsError::Constant {
            name: name.to_owned(),
            value: other.to_string(),
        }),
    }
}

/// `block_size`, `BLOCK_SIZE` and `BlockSize` name the same thing in the two languages' styles.
fn same_name(a: &str, b: &str) -> bool {
    let plain = |name: &str| {
        name.chars()
            .filter(|c| *c != '_')
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    plain(a) == plain(b)
}

fn options(hints: &Hints, arch: &str) -> Options {
    let pick = |by: &ByTarget| {
        let own = by
            .targets
            .iter()
            .find(|(target, _)| target == arch)
            .map(|(_, value)| *value);
        own.or(by.default).and_then(|n| i32::try_from(n).ok())
    };
    Options {
        occupancy: pick(&hints.occupancy),
        num_ctas: pick(&hints.num_ctas),
        num_worker_warps: pick(&hints.num_worker_warps),
    }
}

/// The name of an element type in cuTile Rust.
pub fn rust_element(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::Bool => "bool",
        Dtype::UInt8 => "u8",
        Dtype::UInt16 => "u16",
        Dtype::UInt32 => "u32",
        Dtype::UInt64 => "u64",
        Dtype::Int8 => "i8",
        Dtype::Int16 => "i16",
        Dtype::Int32 => "i32",
        Dtype::Int64 => "i64",
        Dtype::Float16 => "f16",
        Dtype::BFloat16 => "bf16",
        Dtype::Float32 => "f32",
        Dtype::Float64 => "f64",
        Dtype::TFloat32 => "tf32",
        Dtype::Float8E4M3FN => "f8e4m3fn",
        Dtype::Float8E5M2 => "f8e5m2",
        Dtype::Float8E8M0FNU => "f8e8m0fnu",
        Dtype::Float8E5M3FNU => "f8e5m3fnu",
        Dtype::Float4E2M1FN => "f4e2m1fn",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileport_rust::Source;

    fn kernel(text: &str) -> Kernel {
        let source = Source::parse("kernel.rs", text).unwrap();
        source.kernels().first().unwrap().clone()
    }

    fn array(dtype: Dtype) -> Parameter {
        Parameter::Array(ArrayFacts {
            dtype,
            index_dtype: Dtype::Int32,
            shape_constant: vec![None, None],
            shape_divisible_by: vec![1, 16],
            stride_constant: vec![None, Some(1)],
            stride_divisible_by: vec![8, 1],
            base_addr_divisible_by: 16,
            alias_groups: Vec::new(),
            may_alias_internally: false,
        })
    }

    const TEXT: &str = "#[cutile::module] mod m { use cutile::core::*;
        #[cutile::entry()] unsafe fn k<E: ElementType, const BLOCK: i32>(x: &Tensor<E, {[-1, -1]}>, n: i32) {} }";

    #[test]
    fn an_array_may_be_taken_apart() {
        let text = "#[cutile::module] mod m { use cutile::core::*; #[cutile::entry()] unsafe fn k(
            x: *mut bf16, rows: i32, columns: i32, row: i32, column: i32, n: i32) {} }";
        let signature = Signature {
            parameters: vec![array(Dtype::BFloat16), Parameter::Scalar(Dtype::Int32)],
            symbol: None,
            hints: Hints::default(),
        };
        let facts = rust_facts(&kernel(text), &["x", "n"], &signature, "sm_90").unwrap();
        let divisible = |n| ArgumentFacts::Divisible(Divisor::of(n));
        let unknown = ArgumentFacts::Unknown;
        let expected = [
            divisible(16),
            divisible(1),
            divisible(16),
            divisible(8),
            unknown.clone(),
            unknown,
        ];
        assert_eq!(facts.arguments, expected);
    }

    #[test]
    fn constants_become_generics_and_elements_are_found() {
        let signature = Signature {
            parameters: vec![
                array(Dtype::BFloat16),
                Parameter::Constant(Const::Int(128)),
                Parameter::Scalar(Dtype::Int32),
            ],
            symbol: None,
            hints: Hints {
                occupancy: ByTarget::all(2),
                ..Hints::default()
            },
        };
        let facts = rust_facts(&kernel(TEXT), &["x", "block", "n"], &signature, "sm_90").unwrap();
        assert_eq!(facts.generics, ["bf16", "128"]);
        assert_eq!(facts.options.occupancy, Some(2));
        let ArgumentFacts::Tensor(tensor) = &facts.arguments[0] else {
            panic!("{facts:?}")
        };
        assert_eq!(
            tensor.strides,
            [Stride::Divisible(Divisor::of(8)), Stride::Static(1)]
        );
    }

    #[test]
    fn a_generic_without_a_value_is_named() {
        let signature = Signature {
            parameters: vec![array(Dtype::Float32), Parameter::Scalar(Dtype::Int32)],
            symbol: None,
            hints: Hints::default(),
        };
        let error = rust_facts(&kernel(TEXT), &["x", "n"], &signature, "sm_90").unwrap_err();
        assert!(
            matches!(&error, FactsError::Generic { generic, .. } if generic == "BLOCK"),
            "{error}"
        );
    }
}
