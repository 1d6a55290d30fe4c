//! From TOML to a checked manifest.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::{Kernel, Manifest};
use crate::configuration::{
    ALLOCATION_ALIGNMENT, Argument, Configuration, Fill, Role, Tensor, Value, record_dtype,
};
use crate::input::Tolerance;
use crate::problem::{Problem, name_the_nearest};
use crate::reference::{Expectation, Reference};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ManifestTable {
    name: Spanned<String>,
    source: Spanned<String>,
    kernel: Vec<KernelTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KernelTable {
    name: Spanned<String>,
    reference: Option<Spanned<Reference>>,
    #[serde(default)]
    tolerance: BTreeMap<Spanned<String>, Tolerance>,
    configuration: Vec<ConfigurationTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigurationTable {
    name: Spanned<String>,
    grid: [u32; 3],
    #[serde(default)]
    options: OptionsTable,
    arguments: Vec<Spanned<ArgumentTable>>,
}

/// Compiler options of a launch.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct OptionsTable {
    num_ctas: Option<u32>,
    occupancy: Option<u32>,
    opt_level: Option<u32>,
    num_worker_warps: Option<u32>,
}

/// An argument as it is written: exactly one kind of key may be there.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ArgumentTable {
    name: Option<String>,
    tensor: Option<String>,
    shape: Option<Vec<i64>>,
    stride: Option<Vec<i64>>,
    align: Option<i64>,
    fill: Option<Fill>,
    role: Option<Role>,
    int: Option<i64>,
    float: Option<f64>,
    bool: Option<bool>,
    dtype: Option<String>,
    tuple: Option<Vec<ArgumentTable>>,
    list: Option<Vec<ArgumentTable>>,
    none: Option<bool>,
}

impl OptionsTable {
    /// In the form of a launch record.
    fn to_text(&self) -> String {
        let pairs = [
            ("num_ctas", self.num_ctas),
            ("occupancy", self.occupancy),
            ("opt_level", self.opt_level),
            ("num_worker_warps", self.num_worker_warps),
        ];
        let given = pairs
            .iter()
            .filter_map(|(name, value)| value.map(|value| format!("{name}={value}")));
        given.collect::<Vec<_>>().join(" ")
    }
}

/// Where problems are: the text and its file's name.
struct Place<'a> {
    text: &'a str,
    file: &'a Path,
}

impl Place<'_> {
    fn at<T>(&self, spanned: &Spanned<T>, message: impl Into<String>) -> Problem {
        Problem::at(self.file, self.text, spanned.span().start, message)
    }
}

pub(super) fn manifest(text: &str, file: &Path) -> Result<Manifest, Problem> {
    let table: ManifestTable = toml::from_str(text).map_err(|error| {
        let (message, help) = name_the_nearest(error.message());
        let offset = error.span().map_or(0, |span| span.start);
        Problem {
            help,
            ..Problem::at(file, text, offset, message)
        }
    })?;
    let place = Place { text, file };
    check_name(&place, &table.name)?;
    let source = table.source.get_ref();
    let inside = Path::new(source)
        .components()
        .all(|part| matches!(part, std::path::Component::Normal(_)));
    if !inside || !source.ends_with(".py") {
        return Err(place
            .at(&table.source, "not a Python file in the manifest's folder")
            .help("name the file relative to the manifest, such as \"source.py\""));
    }
    let mut names = BTreeSet::new();
    let mut kernels = Vec::with_capacity(table.kernel.len());
    for kernel in &table.kernel {
        if !names.insert(kernel.name.get_ref().as_str()) {
            return Err(place.at(&kernel.name, "a second kernel of this name"));
        }
        kernels.push(self::kernel(&place, kernel, source)?);
    }
    if kernels.is_empty() {
        return Err(place.at(&table.name, "an operator needs at least one [[kernel]]"));
    }
    Ok(Manifest {
        path: file.to_path_buf(),
        name: table.name.into_inner(),
        source: source.clone(),
        kernels,
    })
}

/// Names of operators and configurations are parts of file names and identifiers.
fn check_name(place: &Place<'_>, name: &Spanned<String>) -> Result<(), Problem> {
    let text = name.get_ref();
    let valid = !text.is_empty()
        && text.len() <= 100
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if valid {
        return Ok(());
    }
    Err(place
        .at(name, format!("{text:?} is no name"))
        .help("use letters, digits, - and _"))
}

fn kernel(place: &Place<'_>, table: &KernelTable, source: &str) -> Result<Kernel, Problem> {
    check_name(place, &table.name)?;
    let name = table.name.get_ref();
    let mut tolerance = BTreeMap::new();
    for (dtype, allowed) in &table.tolerance {
        let known = record_dtype(dtype.get_ref()).map_err(|error| place.at(dtype, error))?;
        tolerance.insert(known, *allowed);
    }
    let expectation = match &table.reference {
        Some(reference) if tolerance.is_empty() => {
            return Err(place
                .at(reference, "a reference needs a tolerance")
                .help("add `tolerance = { float32 = { absolute = 1e-6, relative = 1e-5 } }`, a type an output"));
        }
        Some(reference) => Some(Expectation {
            function: *reference.get_ref(),
            tolerance,
        }),
        None => None,
    };
    let mut names = BTreeSet::new();
    let mut configurations = Vec::with_capacity(table.configuration.len());
    for configuration in &table.configuration {
        check_name(place, &configuration.name)?;
        if !names.insert(configuration.name.get_ref().as_str()) {
            return Err(place.at(&configuration.name, "a second configuration of this name"));
        }
        configurations.push(Configuration {
            id: format!("{name}/{}", configuration.name.get_ref()),
            file: source.to_owned(),
            kernel: name.clone(),
            grid: configuration.grid,
            arguments: arguments(place, configuration)?,
            options: configuration.options.to_text(),
            expectation: expectation.clone(),
        });
    }
    Ok(Kernel {
        name: name.clone(),
        expectation,
        configurations,
    })
}

fn arguments(
    place: &Place<'_>,
    configuration: &ConfigurationTable,
) -> Result<Vec<Argument>, Problem> {
    let mut names = BTreeSet::new();
    let mut all = Vec::with_capacity(configuration.arguments.len());
    for argument in &configuration.arguments {
        let table = argument.get_ref();
        if let Some(name) = &table.name
            && !names.insert(name.as_str())
        {
            return Err(place.at(argument, format!("a second argument called {name}")));
        }
        all.push(Argument {
            name: table.name.clone(),
            value: value(table).map_err(|error| place.at(argument, error))?,
        });
    }
    Ok(all)
}

/// What an argument's table says. Nesting is bounded by the TOML reader.
fn value(table: &ArgumentTable) -> Result<Value, String> {
    let kinds = [
        table.tensor.is_some(),
        table.int.is_some(),
        table.float.is_some(),
        table.bool.is_some(),
        table.dtype.is_some(),
        table.tuple.is_some(),
        table.list.is_some(),
        table.none.is_some(),
    ];
    if kinds.into_iter().filter(|&there| there).count() != 1 {
        return Err(
            "an argument is exactly one of tensor, int, float, bool, dtype, tuple, list, none"
                .to_owned(),
        );
    }
    if let Some(dtype) = &table.tensor {
        return tensor(dtype, table).map(Value::Tensor);
    }
    let layout = table.shape.is_some() || table.stride.is_some() || table.align.is_some();
    if layout || table.fill.is_some() || table.role.is_some() {
        return Err("shape, stride, align, fill and role belong to a tensor".to_owned());
    }
    let items = |tables: &[ArgumentTable]| -> Result<Vec<Value>, String> {
        tables.iter().map(value).collect()
    };
    if let Some(number) = table.int {
        Ok(Value::Int(number))
    } else if let Some(number) = table.float {
        Ok(Value::Float(number))
    } else if let Some(truth) = table.bool {
        Ok(Value::Bool(truth))
    } else if let Some(name) = &table.dtype {
        record_dtype(name).map(Value::Dtype)
    } else if let Some(tables) = &table.tuple {
        items(tables).map(Value::Tuple)
    } else if let Some(tables) = &table.list {
        match items(tables)? {
            list if list.iter().all(|item| matches!(item, Value::Tensor(_))) => {
                Ok(Value::List(list))
            }
            _ => Err("a list holds tensors only".to_owned()),
        }
    } else {
        Ok(Value::None)
    }
}

fn tensor(dtype: &str, table: &ArgumentTable) -> Result<Tensor, String> {
    let dtype = record_dtype(dtype)?;
    let shape = table.shape.clone().ok_or("a tensor needs a shape")?;
    let align = table.align.unwrap_or(ALLOCATION_ALIGNMENT);
    let mut tensor = Tensor::new(dtype, shape, table.stride.clone(), align)
        .map_err(|error| error.to_string())?;
    if let Some(fill) = table.fill {
        check_fill(fill)?;
        tensor.fill = fill;
    }
    tensor.role = table.role.unwrap_or_default();
    Ok(tensor)
}

fn check_fill(fill: Fill) -> Result<(), String> {
    let ordered = match fill {
        Fill::Uniform(low, high) => low.is_finite() && high.is_finite() && low < high,
        Fill::Integers(low, high) => low < high,
        Fill::Constant(value) => value.is_finite(),
        Fill::Normal | Fill::Arange | Fill::Hostile => true,
    };
    ordered.then_some(()).ok_or_else(|| {
        "a fill has finite values, and its lower bound is below the upper".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Manifest, String> {
        manifest(text, Path::new("operator.toml")).map_err(|problem| problem.to_string())
    }

    /// A manifest whose first argument's table is `argument`, which starts at 9:3.
    fn with_argument(argument: &str) -> String {
        format!(
            "name = \"o\"\nsource = \"source.py\"\n[[kernel]]\nname = \"k\"\n[[kernel.configuration]]\n\
             name = \"c\"\ngrid = [1, 1, 1]\narguments = [\n  {argument},\n]\n"
        )
    }

    fn first(argument: &str) -> Value {
        let manifest = parse(&with_argument(argument)).unwrap();
        manifest.kernels[0].configurations[0].arguments[0]
            .value
            .clone()
    }

    #[test]
    fn a_tensor_has_defaults() {
        let Value::Tensor(tensor) = first(r#"{ tensor = "float16", shape = [2, 3] }"#) else {
            panic!("not a tensor");
        };
        assert_eq!(tensor.stride, [3, 1]);
        assert_eq!(tensor.align, 256);
        assert_eq!(tensor.fill, Fill::Normal);
        assert_eq!(tensor.role, Role::Input);
    }

    #[test]
    fn a_tensor_says_what_is_unusual() {
        let text = r#"{ tensor = "int32", shape = [2], stride = [4], align = 4, fill = { integers = [0, 9] }, role = "inout" }"#;
        let Value::Tensor(tensor) = first(text) else {
            panic!("not a tensor");
        };
        assert_eq!(tensor.stride, [4]);
        assert_eq!(tensor.align, 4);
        assert_eq!(tensor.fill, Fill::Integers(0, 9));
        assert_eq!(tensor.role, Role::InOut);
    }

    #[test]
    fn every_other_kind_of_argument() {
        assert_eq!(first("{ int = -1 }"), Value::Int(-1));
        assert_eq!(first("{ float = 1e-6 }"), Value::Float(1e-6));
        assert_eq!(first("{ float = inf }"), Value::Float(f64::INFINITY));
        assert_eq!(first("{ bool = true }"), Value::Bool(true));
        assert_eq!(first("{ none = true }"), Value::None);
        assert_eq!(
            first("{ tuple = [{ int = 1 }, { bool = false }] }"),
            Value::Tuple(vec![Value::Int(1), Value::Bool(false)])
        );
        assert!(matches!(
            first(r#"{ list = [{ tensor = "int8", shape = [1] }] }"#),
            Value::List(_)
        ));
        assert!(matches!(first(r#"{ dtype = "float16" }"#), Value::Dtype(_)));
    }

    #[test]
    fn faults_name_their_place_and_the_nearest_key() {
        let cases = [
            (
                "{ tensor = \"float16\", shpae = [2] }",
                "operator.toml:9:25: unknown key `shpae`; did you mean `shape`?",
            ),
            (
                "{ tensor = \"float17\", shape = [2] }",
                "operator.toml:9:3: unknown data type `float17`",
            ),
            (
                "{ tensor = \"float16\" }",
                "operator.toml:9:3: a tensor needs a shape",
            ),
            (
                "{ int = 1, float = 2.0 }",
                "operator.toml:9:3: an argument is exactly one of",
            ),
            (
                "{ int = 1, shape = [1] }",
                "operator.toml:9:3: shape, stride, align, fill and role belong to a tensor",
            ),
            (
                "{ list = [{ int = 1 }] }",
                "operator.toml:9:3: a list holds tensors only",
            ),
            (
                "{ tensor = \"int8\", shape = [2], fill = { integers = [3, 3] } }",
                "its lower bound is below the upper",
            ),
            (
                "{ tensor = \"int8\", shape = [2], fill = \"norml\" }",
                "unknown value `norml`; did you mean `normal`?",
            ),
            (
                "{ tensor = \"int8\", shape = [-2] }",
                "operator.toml:9:3: sizes and strides cannot be negative",
            ),
            ("{ int = }", "operator.toml:9:11:"),
        ];
        for (argument, expected) in cases {
            let found = parse(&with_argument(argument)).unwrap_err();
            assert!(
                found.contains(expected),
                "{found}\n  does not contain {expected}"
            );
        }
    }

    #[test]
    fn names_are_unique_and_plain() {
        let text = with_argument("{ int = 1 }");
        let twice = format!(
            "{text}[[kernel.configuration]]\nname = \"c\"\ngrid = [1, 1, 1]\narguments = []\n"
        );
        assert!(
            parse(&twice)
                .unwrap_err()
                .contains("12:8: a second configuration")
        );
        let twice = format!("{text}[[kernel]]\nname = \"k\"\nconfiguration = []\n");
        assert!(parse(&twice).unwrap_err().contains("12:8: a second kernel"));
        let odd = text.replace("\"c\"", "\"../c\"");
        assert!(
            parse(&odd)
                .unwrap_err()
                .contains("6:8: \"../c\" is no name")
        );
        let outside = text.replace("source.py", "../source.py");
        assert!(
            parse(&outside)
                .unwrap_err()
                .contains("2:10: not a Python file")
        );
    }

    #[test]
    fn a_reference_is_known_and_has_a_tolerance() {
        let kernel = |lines: &str| with_argument("{ int = 1 }").replace("name = \"k\"", lines);
        let known =
            "name = \"k\"\nreference = \"softmax\"\ntolerance.float32 = { absolute = 1e-6 }";
        let manifest = parse(&kernel(known)).unwrap();
        let expectation = manifest.kernels[0].configurations[0].expectation.as_ref();
        assert_eq!(expectation.unwrap().function, Reference::Softmax);
        let unknown = parse(&kernel(&known.replace("softmax", "softmux"))).unwrap_err();
        assert!(
            unknown.contains("5:13: unknown value `softmux`; did you mean `softmax`?"),
            "{unknown}"
        );
        let bare = parse(&kernel("name = \"k\"\nreference = \"softmax\"")).unwrap_err();
        assert!(
            bare.contains("5:13: a reference needs a tolerance"),
            "{bare}"
        );
    }

    #[test]
    fn deep_nesting_ends_in_a_problem() {
        let deep = format!("{}{}", "{ tuple = [".repeat(5000), "{ int = 1 }");
        assert!(parse(&with_argument(&deep)).is_err());
    }
}
