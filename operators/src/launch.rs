//! Launch records: what a real program launched, a JSON object a line.
//!
//! ```json
//! {"file":"ops/add.py","kernel":"add","grid":[4,1,1],"args":[{"t":"float32","shape":[4000],"stride":[1],"align":256},{"i":1024}],"opts":"occupancy=2"}
//! ```
//!
//! Arguments: `{"t", "shape", "stride", "align"}` a tensor, `{"i"}` `{"f"}` `{"b"}` scalars, `{"tup": [...]}`,
//! `{"l": [...]}`, `{"dtype": name}`, `{"none": 1}`. Floats that JSON cannot write are `"nan"`, `"inf"`, `"-inf"`.
//! `"tuned": true` marks a launch that only a tuner made.
//! A key that is not known is an error: what is not understood must not be dropped from a launch.

use std::io::{BufRead, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tileport_python::specialise::LaunchArg;

use crate::configuration::{Argument, Configuration, Value, any_float};
use crate::problem::{Problem, name_the_nearest};

/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 1 << 20;
/// The most records of one file.
pub const MAX_RECORDS: usize = 1 << 20;
/// The most arguments of one launch, those inside tuples and lists counted.
pub const MAX_ARGUMENTS: usize = 1 << 12;

/// One recorded launch.
#[derive(Debug, Clone, PartialEq)]
pub struct Launch {
    /// Python source, a path under the source root with `/`.
    pub file: String,
    pub kernel: String,
    pub grid: [u32; 3],
    pub args: Vec<LaunchArg>,
    /// Compiler options, `name=value` pairs in any surroundings; empty when the kernel's own hold.
    pub opts: String,
    /// Only a tuner that looked for the best configuration launched it, not the program itself.
    pub tuned: bool,
}

impl Launch {
    /// The configuration that repeats this launch.
    ///
    /// # Errors
    /// An argument that is none (see [`Value::from_launch`]); the text says which.
    pub fn to_configuration(&self) -> Result<Configuration, String> {
        let arguments = self.args.iter().enumerate().map(|(index, argument)| {
            let value = Value::from_launch(argument)
                .map_err(|error| format!("argument {}: {error}", index + 1))?;
            Ok(Argument { name: None, value })
        });
        Ok(Configuration {
            id: format!("{}/{}", self.kernel, self.short_hash()),
            file: self.file.clone(),
            kernel: self.kernel.clone(),
            grid: self.grid,
            arguments: arguments.collect::<Result<_, String>>()?,
            options: self.opts.clone(),
            expectation: None,
        })
    }

    /// Ten hexadecimal digits that tell this launch from all others.
    fn short_hash(&self) -> String {
        // Who launched it is no part of what was launched.
        let what = Self {
            tuned: false,
            ..self.clone()
        };
        let digest = Sha256::digest(what.to_json().as_bytes());
        format!("{digest:x}").chars().take(10).collect()
    }

    /// The record's line, without the line end.
    pub fn to_json(&self) -> String {
        let record = Record {
            file: self.file.clone(),
            kernel: self.kernel.clone(),
            grid: RawGrid(self.grid.to_vec()),
            args: self.args.iter().map(RawArgument::from_argument).collect(),
            opts: self.opts.clone(),
            tuned: self.tuned,
        };
        // Maps with text keys and numbers that JSON can write: nothing here can fail to serialise.
        serde_json::to_string(&record).unwrap_or_default()
    }
}

/// Writes records, a line each.
///
/// # Errors
/// Those of the writer.
pub fn write(out: &mut impl Write, launches: &[Launch]) -> std::io::Result<()> {
    for launch in launches {
        writeln!(out, "{}", launch.to_json())?;
    }
    Ok(())
}

/// Reads a file of records. Empty lines are skipped.
///
/// # Errors
/// The first line that is no record, with its place; a file over the limits of this module.
pub fn read(file: &Path) -> Result<Vec<Launch>, Problem> {
    let open = std::fs::File::open(file)
        .map_err(|error| Problem::of_file(file, format!("cannot be read: {error}")))?;
    read_from(&mut std::io::BufReader::new(open), file)
}

/// Reads records from anything; `file` is the name that problems mention.
///
/// # Errors
/// As [`read`].
pub fn read_from(input: &mut impl BufRead, file: &Path) -> Result<Vec<Launch>, Problem> {
    let mut launches = Vec::new();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let taken = input
            .by_ref()
            .take(MAX_LINE as u64 + 1)
            .read_until(b'\n', &mut line)
            .map_err(|error| Problem::of_file(file, format!("cannot be read: {error}")))?;
        if taken == 0 {
            break;
        }
        let problem = |column: usize, message: String| Problem {
            line: number,
            column,
            ..Problem::of_file(file, message)
        };
        if line.len() > MAX_LINE {
            return Err(problem(
                1,
                format!("a line is longer than {MAX_LINE} bytes"),
            ));
        }
        let text = std::str::from_utf8(&line)
            .map_err(|error| problem(error.valid_up_to() + 1, "not UTF-8".to_owned()))?;
        if text.trim().is_empty() {
            continue;
        }
        if launches.len() == MAX_RECORDS {
            return Err(problem(1, format!("more than {MAX_RECORDS} records")));
        }
        launches.push(parse_line(text).map_err(|(column, message, help)| Problem {
            help,
            ..problem(column, message)
        })?);
    }
    Ok(launches)
}

type LineError = (usize, String, Option<String>);

fn parse_line(text: &str) -> Result<Launch, LineError> {
    let record: Record = serde_json::from_str(text).map_err(|error| {
        let full = error.to_string();
        let message = full
            .rsplit_once(" at line ")
            .map_or(full.as_str(), |(message, _)| message);
        let (message, help) = name_the_nearest(message);
        (error.column().max(1), message, help)
    })?;
    let mut budget = MAX_ARGUMENTS;
    let args = record
        .args
        .into_iter()
        .enumerate()
        .map(|(index, raw)| {
            raw.into_argument(&mut budget)
                .map_err(|error| (1, format!("argument {}: {error}", index + 1), None))
        })
        .collect::<Result<_, LineError>>()?;
    Ok(Launch {
        file: record.file,
        kernel: record.kernel,
        grid: record.grid.axes().map_err(|error| (1, error, None))?,
        args,
        opts: record.opts,
        tuned: record.tuned,
    })
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    file: String,
    kernel: String,
    grid: RawGrid,
    args: Vec<RawArgument>,
    #[serde(default)]
    opts: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    tuned: bool,
}

/// Blocks along one to three axes; programs leave off axes of one block.
#[derive(Serialize, Deserialize)]
struct RawGrid(Vec<u32>);

impl RawGrid {
    fn axes(&self) -> Result<[u32; 3], String> {
        match self.0.as_slice() {
            [x] => Ok([*x, 1, 1]),
            [x, y] => Ok([*x, *y, 1]),
            [x, y, z] => Ok([*x, *y, *z]),
            other => Err(format!("a grid has one to three axes, not {}", other.len())),
        }
    }
}

/// An argument as it is written: exactly one kind of key may be there.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawArgument {
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<Vec<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stride: Option<Vec<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    align: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    i: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    f: Option<RawFloat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tup: Option<Vec<RawArgument>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    l: Option<Vec<RawArgument>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtype: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    none: Option<i64>,
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct RawFloat(#[serde(with = "any_float")] f64);

impl RawArgument {
    fn from_argument(argument: &LaunchArg) -> Self {
        let all = |items: &[LaunchArg]| Some(items.iter().map(Self::from_argument).collect());
        let empty = Self::default();
        match argument {
            LaunchArg::Tensor {
                dtype,
                shape,
                stride,
                align,
            } => Self {
                t: Some(dtype.clone()),
                shape: Some(shape.clone()),
                stride: Some(stride.clone()),
                align: Some(*align),
                ..empty
            },
            LaunchArg::Int { value } => Self {
                i: Some(*value),
                ..empty
            },
            LaunchArg::Float { value } => Self {
                f: Some(RawFloat(*value)),
                ..empty
            },
            LaunchArg::Bool { value } => Self {
                b: Some(*value),
                ..empty
            },
            LaunchArg::Tuple { items } => Self {
                tup: all(items),
                ..empty
            },
            LaunchArg::List { items } => Self {
                l: all(items),
                ..empty
            },
            LaunchArg::Dtype { name } => Self {
                dtype: Some(name.clone()),
                ..empty
            },
            LaunchArg::None { .. } => Self {
                none: Some(1),
                ..empty
            },
        }
    }

    fn into_argument(self, budget: &mut usize) -> Result<LaunchArg, String> {
        *budget = budget
            .checked_sub(1)
            .ok_or_else(|| format!("more than {MAX_ARGUMENTS} arguments"))?;
        let kinds = [
            self.t.is_some(),
            self.i.is_some(),
            self.f.is_some(),
            self.b.is_some(),
            self.tup.is_some(),
            self.l.is_some(),
            self.dtype.is_some(),
            self.none.is_some(),
        ];
        if kinds.into_iter().filter(|&there| there).count() != 1 {
            return Err(
                "exactly one of t, i, f, b, tup, l, dtype, none has to be there".to_owned(),
            );
        }
        let layout = self.shape.is_some() || self.stride.is_some() || self.align.is_some();
        if layout && self.t.is_none() {
            return Err("shape, stride and align belong to a tensor (t)".to_owned());
        }
        let mut all = |items: Vec<Self>| {
            items
                .into_iter()
                .map(|item| item.into_argument(budget))
                .collect::<Result<Vec<_>, _>>()
        };
        if let Some(dtype) = self.t {
            return match (self.shape, self.stride, self.align) {
                (Some(shape), Some(stride), Some(align)) => Ok(LaunchArg::Tensor {
                    dtype,
                    shape,
                    stride,
                    align,
                }),
                _ => Err("a tensor needs shape, stride and align".to_owned()),
            };
        }
        if let Some(value) = self.i {
            return Ok(LaunchArg::Int { value });
        }
        if let Some(value) = self.f {
            return Ok(LaunchArg::Float { value: value.0 });
        }
        if let Some(value) = self.b {
            return Ok(LaunchArg::Bool { value });
        }
        if let Some(items) = self.tup {
            return Ok(LaunchArg::Tuple { items: all(items)? });
        }
        if let Some(items) = self.l {
            return Ok(LaunchArg::List { items: all(items)? });
        }
        if let Some(name) = self.dtype {
            return Ok(LaunchArg::Dtype { name });
        }
        Ok(LaunchArg::None { one: 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Vec<Launch>, Problem> {
        read_from(&mut text.as_bytes(), Path::new("l.jsonl"))
    }

    const LINE: &str = r#"{"file":"a.py","kernel":"k","grid":[4,1,1],"args":[{"t":"float32","shape":[4,2],"stride":[2,1],"align":16},{"i":-3},{"f":0.5},{"b":true},{"tup":[{"i":1},{"none":1}]},{"l":[{"t":"int8","shape":[1],"stride":[1],"align":1}]},{"dtype":"torch.float16"},{"f":"-inf"}],"opts":"occupancy=2"}"#;

    #[test]
    fn every_kind_of_argument_reads_and_writes_back() {
        let launches = read_text(&format!("{LINE}\n\n{LINE}")).unwrap();
        assert_eq!(launches.len(), 2);
        assert_eq!(launches[0].to_json(), LINE);
        assert_eq!(
            launches[0].args[7],
            LaunchArg::Float {
                value: f64::NEG_INFINITY
            }
        );
    }

    #[test]
    fn a_configuration_keeps_the_launch() {
        let launch = read_text(LINE).unwrap().remove(0);
        let configuration = launch.to_configuration().unwrap();
        assert_eq!(configuration.tensors().len(), 2);
        let mut expected = launch.clone();
        // Records name data types with or without "torch."; configurations know the type.
        expected.args[6] = LaunchArg::Dtype {
            name: "float16".to_owned(),
        };
        assert_eq!(configuration.to_launch(), expected);
    }

    #[test]
    fn ids_differ_when_anything_differs() {
        let one = read_text(LINE).unwrap().remove(0);
        let mut two = one.clone();
        two.args[1] = LaunchArg::Int { value: -4 };
        assert_ne!(
            one.to_configuration().unwrap().id,
            two.to_configuration().unwrap().id
        );
    }

    #[test]
    fn floats_are_read_to_the_last_bit() {
        // Numbers with 17 digits, which a reader that is only nearly right gets wrong by one unit
        // in the last place. The standard library's reader is correctly rounded.
        let written = [
            "9.560342718892495e-18",
            "2.361234071150621e-20",
            "99517767.05203319",
            "488.90645438351964",
            "2.7309973233714935e-07",
            "4.229176483896961e-19",
        ];
        for text in written {
            let line = format!(r#"{{"file":"a","kernel":"k","grid":[1],"args":[{{"f":{text}}}]}}"#);
            let value = text.parse::<f64>().unwrap();
            let launch = read_text(&line).unwrap().remove(0);
            assert_eq!(launch.args, [LaunchArg::Float { value }], "{text}");
        }
    }

    #[test]
    fn who_launched_it_is_kept_and_changes_no_id() {
        let line = LINE.replace(
            r#""opts":"occupancy=2"}"#,
            r#""opts":"occupancy=2","tuned":true}"#,
        );
        let tuned = read_text(&line).unwrap().remove(0);
        assert!(tuned.tuned);
        assert_eq!(tuned.to_json(), line);
        let plain = read_text(LINE).unwrap().remove(0);
        let id = |launch: &Launch| launch.to_configuration().unwrap().id;
        assert_eq!(id(&tuned), id(&plain));
    }

    #[test]
    fn axes_that_were_left_off_have_one_block() {
        let text = r#"{"file":"a","kernel":"k","grid":[7,2],"args":[]}"#;
        assert_eq!(read_text(text).unwrap().remove(0).grid, [7, 2, 1]);
    }

    #[test]
    fn faults_name_their_place() {
        let cases = [
            (
                "\n{\"file\":1}",
                "l.jsonl:2:9: invalid type: integer `1`, expected a string",
            ),
            (
                r#"{"file":"a","kernal":"k"}"#,
                "l.jsonl:1:20: unknown key `kernal`; did you mean `kernel`? (also valid: file, grid, args, opts, tuned)",
            ),
            (
                r#"{"file":"a","kernel":"k","grid":[1,1,1],"args":[{"i":1,"f":2}]}"#,
                "l.jsonl:1:1: argument 1: exactly one of t, i, f, b, tup, l, dtype, none has to be there",
            ),
            (
                r#"{"file":"a","kernel":"k","grid":[1,1,1],"args":[{"t":"int8","shape":[1]}]}"#,
                "l.jsonl:1:1: argument 1: a tensor needs shape, stride and align",
            ),
            (
                r#"{"file":"a","kernel":"k","grid":[1,1,1],"args":[{"i":1,"shape":[1]}]}"#,
                "l.jsonl:1:1: argument 1: shape, stride and align belong to a tensor (t)",
            ),
            (
                r#"{"file":"a","kernel":"k","grid":[],"args":[]}"#,
                "l.jsonl:1:1: a grid has one to three axes, not 0",
            ),
            (
                "{\"file\":\"a\"",
                "l.jsonl:1:11: EOF while parsing an object",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(read_text(text).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn hostile_files_end_in_a_problem() {
        let long = format!("{{\"file\":\"{}", "a".repeat(MAX_LINE));
        assert!(
            read_text(&long)
                .unwrap_err()
                .message
                .contains("longer than")
        );
        let deep = format!(
            r#"{{"file":"a","kernel":"k","grid":[1,1,1],"args":[{}"#,
            r#"{"tup":["#.repeat(10_000)
        );
        assert!(
            read_text(&deep)
                .unwrap_err()
                .message
                .contains("recursion limit")
        );
        let many = format!(
            r#"{{"file":"a","kernel":"k","grid":[1,1,1],"args":[{}]}}"#,
            vec![r#"{"i":1}"#; MAX_ARGUMENTS + 1].join(",")
        );
        assert!(read_text(&many).unwrap_err().message.contains("more than"));
        let mut bytes: &[u8] = b"{\xff";
        let problem = read_from(&mut bytes, Path::new("l")).unwrap_err();
        assert_eq!((problem.line, problem.column), (1, 2));
    }
}
