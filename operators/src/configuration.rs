//! A launch of a kernel with everything that is needed to repeat it.

use serde::{Deserialize, Serialize};
use tileport_python::dtype::Dtype;
use tileport_python::specialise::{Hints, LaunchArg};

use crate::launch::Launch;
use crate::reference::Expectation;

/// Most dimensions of a tensor.
pub const MAX_RANK: usize = 8;
/// Most bytes that one tensor may span.
pub const MAX_TENSOR_BYTES: i64 = 1 << 40;
/// Address alignment of a fresh allocation, in bytes: what frameworks and the driver give.
pub const ALLOCATION_ALIGNMENT: i64 = 256;

/// A launch of a kernel: arguments, grid, and which arguments are outputs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Configuration {
    /// Unique in its library: `kernel/name` from a manifest, `kernel/hash` from a launch record.
    pub id: String,
    /// Python source, a path under the library's root with `/`.
    pub file: String,
    pub kernel: String,
    /// Blocks along each axis.
    pub grid: [u32; 3],
    /// In the kernel's order of parameters.
    pub arguments: Vec<Argument>,
    /// Compiler options that replace the kernel's own: `name=value` pairs, as in a launch record. Empty: none.
    pub options: String,
    /// What outputs should be, where a manifest says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expectation: Option<Expectation>,
}

/// An argument of a launch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Argument {
    /// The parameter's name, where it is known.
    pub name: Option<String>,
    pub value: Value,
}

/// What is passed for a parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    Tensor(Tensor),
    Int(i64),
    Float(#[serde(with = "any_float")] f64),
    Bool(bool),
    Tuple(Vec<Value>),
    /// Tensors only.
    List(Vec<Value>),
    /// A data type, which is always compiled in.
    Dtype(Dtype),
    None,
}

/// A tensor argument: layout, initial values, and what the kernel does with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tensor {
    pub dtype: Dtype,
    /// Elements along each dimension.
    pub shape: Vec<i64>,
    /// Elements from one index to the next, for each dimension.
    pub stride: Vec<i64>,
    /// The largest power of two that divides the base address, in bytes.
    pub align: i64,
    pub fill: Fill,
    pub role: Role,
}

/// What a kernel does with a tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Read only; any change to it is an error.
    #[default]
    Input,
    /// Written whole; what it held before must not matter.
    Output,
    /// Read and written, or not known.
    InOut,
}

/// Initial values of a tensor. All but `Hostile` and `Constant` are drawn with the seed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fill {
    /// Mean 0, standard deviation 1.
    Normal,
    /// Even between the two bounds, the upper excluded.
    Uniform(f64, f64),
    /// Whole numbers from the first to the second bound, the latter excluded.
    Integers(i64, i64),
    /// The same value everywhere.
    Constant(f64),
    /// The element's index in its dimension order: 0, 1, 2, ...
    Arange,
    /// Values that break kernels: infinities, NaN, signed zeros, subnormals, extremes, between ordinary ones.
    Hostile,
}

impl Fill {
    /// What a tensor is filled with when nothing is said: ordinary numbers that no sum overflows.
    pub fn default_for(dtype: Dtype) -> Self {
        use tileport_python::dtype::Category;
        match dtype.category() {
            Category::Float | Category::RestrictedFloat => Self::Normal,
            Category::Boolean => Self::Integers(0, 2),
            // Integers are often indices: zero stays inside every array.
            Category::Integral => Self::Constant(0.0),
        }
    }
}

/// Why a tensor's layout is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    #[error("a tensor has at most {MAX_RANK} dimensions, not {0}")]
    Rank(usize),
    #[error("shape has {shape} dimensions and stride {stride}")]
    StrideRank { shape: usize, stride: usize },
    #[error("sizes and strides cannot be negative")]
    Negative,
    #[error("alignment has to be a power of two, not {0}")]
    Alignment(i64),
    #[error("the tensor spans more than {MAX_TENSOR_BYTES} bytes")]
    TooLarge,
}

impl Tensor {
    /// A tensor; row-major where no strides are given.
    ///
    /// # Errors
    /// See [`LayoutError`].
    pub fn new(
        dtype: Dtype,
        shape: Vec<i64>,
        stride: Option<Vec<i64>>,
        align: i64,
    ) -> Result<Self, LayoutError> {
        if shape.len() > MAX_RANK {
            return Err(LayoutError::Rank(shape.len()));
        }
        if shape.iter().any(|&size| size < 0) {
            return Err(LayoutError::Negative);
        }
        let stride = match stride {
            Some(stride) => stride,
            None => row_major(&shape).ok_or(LayoutError::TooLarge)?,
        };
        if shape.len() != stride.len() {
            return Err(LayoutError::StrideRank {
                shape: shape.len(),
                stride: stride.len(),
            });
        }
        if stride.iter().any(|&step| step < 0) {
            return Err(LayoutError::Negative);
        }
        if align < 1 || align.count_ones() != 1 {
            return Err(LayoutError::Alignment(align));
        }
        let tensor = Self {
            fill: Fill::default_for(dtype),
            role: Role::InOut,
            dtype,
            shape,
            stride,
            align,
        };
        match tensor.checked_bytes() {
            Some(bytes) if bytes <= MAX_TENSOR_BYTES => Ok(tensor),
            _ => Err(LayoutError::TooLarge),
        }
    }

    /// Number of elements that indices reach, each counted once for each index.
    pub fn elements(&self) -> i64 {
        self.shape.iter().product()
    }

    /// Elements from the first to the last one reached, gaps included; 0 when a size is 0.
    pub fn extent(&self) -> i64 {
        self.checked_extent().unwrap_or(0)
    }

    /// Bytes from the first to the last element reached.
    pub fn bytes(&self) -> i64 {
        self.checked_bytes().unwrap_or(0)
    }

    fn checked_extent(&self) -> Option<i64> {
        if self.shape.contains(&0) {
            return Some(0);
        }
        self.shape
            .iter()
            .zip(&self.stride)
            .try_fold(1i64, |extent, (&size, &step)| {
                extent.checked_add(size.checked_sub(1)?.checked_mul(step)?)
            })
    }

    fn checked_bytes(&self) -> Option<i64> {
        // Elements of four bits are stored in pairs.
        let bits = self
            .checked_extent()?
            .checked_mul(i64::from(self.dtype.bits()))?;
        // The product of sizes has to be countable too, though strides of 0 make it larger than the extent.
        self.shape
            .iter()
            .try_fold(1i64, |count, &size| count.checked_mul(size))?;
        Some(bits.checked_add(7)? / 8)
    }
}

/// Strides of a gapless tensor whose last dimension is contiguous.
fn row_major(shape: &[i64]) -> Option<Vec<i64>> {
    let mut step = 1i64;
    let mut stride = Vec::with_capacity(shape.len());
    for &size in shape.iter().rev() {
        stride.push(step);
        step = step.checked_mul(size.max(1))?;
    }
    stride.reverse();
    Some(stride)
}

impl Value {
    /// The launch record's form.
    pub fn to_launch(&self) -> LaunchArg {
        match self {
            Self::Tensor(tensor) => LaunchArg::Tensor {
                dtype: record_name(tensor.dtype).to_owned(),
                shape: tensor.shape.clone(),
                stride: tensor.stride.clone(),
                align: tensor.align,
            },
            Self::Int(value) => LaunchArg::Int { value: *value },
            Self::Float(value) => LaunchArg::Float { value: *value },
            Self::Bool(value) => LaunchArg::Bool { value: *value },
            Self::Tuple(items) => LaunchArg::Tuple {
                items: items.iter().map(Self::to_launch).collect(),
            },
            Self::List(items) => LaunchArg::List {
                items: items.iter().map(Self::to_launch).collect(),
            },
            Self::Dtype(dtype) => LaunchArg::Dtype {
                name: record_name(*dtype).to_owned(),
            },
            Self::None => LaunchArg::None { one: 1 },
        }
    }

    /// The value that a launch record describes. Tensors of a record are filled by type and of unknown role.
    ///
    /// # Errors
    /// An unknown data type, a layout that no tensor can have.
    pub fn from_launch(argument: &LaunchArg) -> Result<Self, String> {
        let all = |items: &[LaunchArg]| -> Result<Vec<Self>, String> {
            items.iter().map(Self::from_launch).collect()
        };
        Ok(match argument {
            LaunchArg::Tensor {
                dtype,
                shape,
                stride,
                align,
            } => Self::Tensor(
                Tensor::new(
                    record_dtype(dtype)?,
                    shape.clone(),
                    Some(stride.clone()),
                    *align,
                )
                .map_err(|error| error.to_string())?,
            ),
            LaunchArg::Int { value } => Self::Int(*value),
            LaunchArg::Float { value } => Self::Float(*value),
            LaunchArg::Bool { value } => Self::Bool(*value),
            LaunchArg::Tuple { items } => Self::Tuple(all(items)?),
            LaunchArg::List { items } => Self::List(all(items)?),
            LaunchArg::Dtype { name } => Self::Dtype(record_dtype(name)?),
            LaunchArg::None { .. } => Self::None,
        })
    }
}

/// The name of a data type in launch records and manifests: PyTorch's.
pub fn record_name(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::Bool => "bool",
        other => other.name(),
    }
}

/// The data type of a name in launch records and manifests.
pub fn record_dtype(name: &str) -> Result<Dtype, String> {
    let short = name.strip_prefix("torch.").unwrap_or(name);
    Dtype::from_name(short).ok_or_else(|| format!("unknown data type `{name}`"))
}

/// Floats in JSON, which has no word for some of them: those are `"nan"`, `"inf"`, `"-inf"`.
pub(crate) mod any_float {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Form {
        Number(f64),
        Word(String),
    }

    pub fn serialize<S: Serializer>(value: &f64, out: S) -> Result<S::Ok, S::Error> {
        let form = match *value {
            value if value.is_finite() => Form::Number(value),
            value if value.is_nan() => Form::Word("nan".to_owned()),
            value if value > 0.0 => Form::Word("inf".to_owned()),
            _ => Form::Word("-inf".to_owned()),
        };
        form.serialize(out)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<f64, D::Error> {
        match Form::deserialize(input)? {
            Form::Number(value) => Ok(value),
            Form::Word(word) => match word.as_str() {
                "nan" => Ok(f64::NAN),
                "inf" => Ok(f64::INFINITY),
                "-inf" => Ok(f64::NEG_INFINITY),
                other => Err(D::Error::custom(format!(
                    "`{other}` is no float (a number, nan, inf or -inf)"
                ))),
            },
        }
    }
}

impl Configuration {
    /// The launch record of this configuration.
    pub fn to_launch(&self) -> Launch {
        Launch {
            file: self.file.clone(),
            kernel: self.kernel.clone(),
            grid: self.grid,
            args: self.launch_arguments(),
            opts: self.options.clone(),
            tuned: false,
        }
    }

    /// The arguments in the form that specialisation takes them.
    pub fn launch_arguments(&self) -> Vec<LaunchArg> {
        self.arguments
            .iter()
            .map(|argument| argument.value.to_launch())
            .collect()
    }

    /// Compiler options that replace the kernel's own.
    pub fn hints(&self) -> Hints {
        Hints::from_launch_options(&self.options)
    }

    /// The tensors among the arguments, those in tuples and lists included, in order.
    pub fn tensors(&self) -> Vec<&Tensor> {
        fn walk<'a>(value: &'a Value, found: &mut Vec<&'a Tensor>) {
            match value {
                Value::Tensor(tensor) => found.push(tensor),
                Value::Tuple(items) | Value::List(items) => {
                    items.iter().for_each(|item| walk(item, found));
                }
                Value::Int(_)
                | Value::Float(_)
                | Value::Bool(_)
                | Value::Dtype(_)
                | Value::None => {}
            }
        }
        let mut found = Vec::new();
        self.arguments
            .iter()
            .for_each(|argument| walk(&argument.value, &mut found));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(shape: &[i64], stride: Option<&[i64]>) -> Result<Tensor, LayoutError> {
        Tensor::new(
            Dtype::Float16,
            shape.to_vec(),
            stride.map(<[i64]>::to_vec),
            16,
        )
    }

    #[test]
    fn row_major_by_default() {
        assert_eq!(tensor(&[2, 3, 4], None).unwrap().stride, [12, 4, 1]);
        assert_eq!(tensor(&[], None).unwrap().stride, [0i64; 0]);
        assert_eq!(tensor(&[2, 0, 4], None).unwrap().stride, [4, 4, 1]);
    }

    #[test]
    fn extent_reaches_the_last_element() {
        assert_eq!(tensor(&[2, 3], Some(&[10, 1])).unwrap().extent(), 13);
        assert_eq!(tensor(&[2, 3], Some(&[10, 1])).unwrap().bytes(), 26);
        assert_eq!(tensor(&[4, 3], Some(&[0, 1])).unwrap().extent(), 3);
        assert_eq!(tensor(&[0, 3], None).unwrap().bytes(), 0);
        assert_eq!(tensor(&[], None).unwrap().extent(), 1);
    }

    #[test]
    fn layouts_that_no_tensor_has_are_refused() {
        assert_eq!(tensor(&[1; 9], None), Err(LayoutError::Rank(9)));
        assert_eq!(tensor(&[-1], None), Err(LayoutError::Negative));
        assert_eq!(tensor(&[2], Some(&[-1])), Err(LayoutError::Negative));
        assert_eq!(
            tensor(&[i64::MAX, i64::MAX], None),
            Err(LayoutError::TooLarge)
        );
        assert_eq!(
            tensor(&[i64::MAX], Some(&[i64::MAX])),
            Err(LayoutError::TooLarge)
        );
        assert_eq!(
            tensor(&[i64::MAX, i64::MAX], Some(&[0, 0])),
            Err(LayoutError::TooLarge)
        );
        assert_eq!(
            tensor(&[2], Some(&[1, 1])),
            Err(LayoutError::StrideRank {
                shape: 1,
                stride: 2
            })
        );
        assert_eq!(
            Tensor::new(Dtype::Int8, vec![1], None, 24),
            Err(LayoutError::Alignment(24))
        );
    }

    #[test]
    fn a_configuration_survives_json() {
        let configuration = Configuration {
            id: "k/c".to_owned(),
            file: "a.py".to_owned(),
            kernel: "k".to_owned(),
            grid: [1, 2, 3],
            arguments: vec![
                Argument {
                    name: Some("x".to_owned()),
                    value: Value::Tensor(tensor(&[2, 3], None).unwrap()),
                },
                Argument {
                    name: None,
                    value: Value::Tuple(vec![
                        Value::Float(f64::NEG_INFINITY),
                        Value::Float(0.1),
                        Value::Dtype(Dtype::Float8E4M3FN),
                        Value::None,
                        Value::Bool(true),
                    ]),
                },
            ],
            options: String::new(),
            expectation: None,
        };
        let text = serde_json::to_string(&configuration).unwrap();
        assert_eq!(
            serde_json::from_str::<Configuration>(&text).unwrap(),
            configuration
        );
    }

    #[test]
    fn every_data_type_has_a_name_that_reads_back() {
        for dtype in Dtype::ALL {
            assert_eq!(record_dtype(record_name(dtype)), Ok(dtype));
        }
        assert_eq!(record_dtype("torch.bool"), Ok(Dtype::Bool));
        assert!(record_dtype("float12").is_err());
    }
}
