//! What a launch specialises a kernel on, and how launch arguments become it.
//!
//! [`Signature`] holds the facts the official compiler takes (its `KernelSignature`), and
//! [`Signature::from_launch`] derives them from arguments the way its launcher does: a base
//! address, a stride or a size is divisible by 16 (bytes for addresses and strides, elements
//! for sizes) or nothing is known.

use crate::diagnostic::{Error, Kind, Result};
use crate::dtype::Dtype;
use crate::mid::Const;
use serde::{Deserialize, Serialize};

/// Facts about every parameter of a kernel.
#[derive(Debug, Clone, PartialEq)]
pub struct Signature {
    /// One for each parameter, in order.
    pub parameters: Vec<Parameter>,
    /// Name of the entry; the kernel's own name when absent.
    pub symbol: Option<String>,
    /// Compiler options that replace those of the kernel's decorator.
    pub hints: Hints,
}

/// Facts about a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Parameter {
    /// A number passed at run time.
    Scalar(Dtype),
    /// An array: base pointer, sizes, strides.
    Array(ArrayFacts),
    /// A list of arrays.
    List {
        /// Facts that hold for each array.
        element: ArrayFacts,
        /// Groups of parameters that the list's storage may alias; none: it aliases nothing.
        alias_groups: Vec<String>,
        /// Whether two arrays of the list may alias.
        elements_may_alias: bool,
    },
    /// A tuple.
    Tuple(Vec<Parameter>),
    /// A value known while compiling.
    Constant(Const),
}

/// Facts about an array. Lists have one entry a dimension; strides count elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrayFacts {
    /// Element type.
    pub dtype: Dtype,
    /// `int32`, or `int64` when extents overflow it.
    pub index_dtype: Dtype,
    /// Sizes known exactly.
    pub shape_constant: Vec<Option<i64>>,
    /// Divisors of sizes, 1 when nothing is known.
    pub shape_divisible_by: Vec<i64>,
    /// Strides known exactly.
    pub stride_constant: Vec<Option<i64>>,
    /// Divisors of strides, 1 when nothing is known.
    pub stride_divisible_by: Vec<i64>,
    /// Divisor of the base address in bytes, 1 when nothing is known.
    pub base_addr_divisible_by: i64,
    /// Groups of parameters that this array may alias; none: it aliases nothing.
    pub alias_groups: Vec<String>,
    /// Whether two indices may meet in one element.
    pub may_alias_internally: bool,
}

impl ArrayFacts {
    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape_constant.len()
    }
}

/// Compiler options of an entry, by architecture (`sm_90`) or `default`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hints {
    /// Thread blocks that work together on a tile block.
    pub num_ctas: ByTarget,
    /// Tile blocks wanted on a multiprocessor at once.
    pub occupancy: ByTarget,
    /// Optimisation level, 0 to 3.
    pub opt_level: ByTarget,
    /// Worker warps of a tile block.
    pub num_worker_warps: ByTarget,
}

/// A compiler option that may depend on the architecture.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByTarget {
    /// Where no architecture is listed.
    pub default: Option<i64>,
    /// `(architecture, value)`.
    pub targets: Vec<(String, i64)>,
}

impl ByTarget {
    /// The same value everywhere.
    pub fn all(value: i64) -> Self {
        ByTarget {
            default: Some(value),
            targets: Vec::new(),
        }
    }

    /// `sm_100=2, default=1`, as the official package prints such a value.
    fn parse(list: &str) -> Self {
        let mut found = ByTarget::default();
        for (name, value) in list.split(',').filter_map(|part| part.split_once('=')) {
            let Ok(value) = value.trim().parse() else {
                continue;
            };
            match name.trim() {
                "default" => found.default = Some(value),
                target => found.targets.push((target.to_owned(), value)),
            }
        }
        found
    }

    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        self.default.is_none() && self.targets.is_empty()
    }
}

impl Hints {
    /// These options where they are set, `base`'s elsewhere.
    pub fn or(self, base: &Hints) -> Hints {
        let pick = |a: ByTarget, b: &ByTarget| if a.is_empty() { b.clone() } else { a };
        Hints {
            num_ctas: pick(self.num_ctas, &base.num_ctas),
            occupancy: pick(self.occupancy, &base.occupancy),
            opt_level: pick(self.opt_level, &base.opt_level),
            num_worker_warps: pick(self.num_worker_warps, &base.num_worker_warps),
        }
    }

    /// Options from a launch record's `opts` text: `num_ctas=1 occupancy=None ...`, in any
    /// surroundings.
    pub fn from_launch_options(text: &str) -> Hints {
        let mut hints = Hints::default();
        let named = |c: char| c.is_ascii_alphanumeric() || c == '_';
        for (at, _) in text.match_indices('=') {
            let (before, after) = text.split_at(at);
            let after = after.trim_start_matches('=');
            let name = before.rsplit(|c: char| !named(c)).next();
            let option = match name.unwrap_or_default() {
                "num_ctas" => &mut hints.num_ctas,
                "occupancy" => &mut hints.occupancy,
                "opt_level" => &mut hints.opt_level,
                "num_worker_warps" => &mut hints.num_worker_warps,
                _ => continue,
            };
            let by_target = after
                .strip_prefix("ByTarget(")
                .and_then(|rest| rest.split_once(')'));
            let value = after.split(|c: char| !named(c)).next();
            match (by_target, value.and_then(|v| v.parse().ok())) {
                (Some((list, _)), _) => *option = ByTarget::parse(list),
                (None, Some(value)) => *option = ByTarget::all(value),
                (None, None) => {}
            }
        }
        hints
    }
}

/// A launch argument, in the form of a launch record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum LaunchArg {
    /// A tensor.
    Tensor {
        /// Element type, PyTorch's name without `torch.`.
        #[serde(rename = "t")]
        dtype: String,
        /// Sizes.
        shape: Vec<i64>,
        /// Strides in elements.
        stride: Vec<i64>,
        /// Largest power of two that divides the address.
        align: i64,
    },
    /// An integer.
    Int {
        /// Its value.
        #[serde(rename = "i")]
        value: i64,
    },
    /// A float.
    Float {
        /// Its value.
        #[serde(rename = "f")]
        value: f64,
    },
    /// A boolean.
    Bool {
        /// Its value.
        #[serde(rename = "b")]
        value: bool,
    },
    /// A tuple.
    Tuple {
        /// Its items.
        #[serde(rename = "tup")]
        items: Vec<LaunchArg>,
    },
    /// A list of tensors.
    List {
        /// Its items.
        #[serde(rename = "l")]
        items: Vec<LaunchArg>,
    },
    /// A data type.
    Dtype {
        /// Its name, with or without `torch.`.
        #[serde(rename = "dtype")]
        name: String,
    },
    /// `None`.
    None {
        /// Always 1.
        #[serde(rename = "none")]
        one: i64,
    },
}

/// How a parameter is annotated; decides whether a number is compiled in.
#[derive(Debug, Clone, PartialEq)]
pub enum Annotation {
    /// Anything but a tuple.
    Leaf(LeafAnnotation),
    /// `tuple[T, ...]`.
    Each(Box<Annotation>),
    /// `tuple[A, B]`.
    Items(Vec<Annotation>),
}

/// What the annotation of a parameter says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeafAnnotation {
    /// `ct.Constant`: compiled in.
    pub constant: bool,
    /// `ct.ScalarInt64` and the like: type of the number.
    pub scalar: Option<Dtype>,
    /// Facts about an array, or about the arrays of a list.
    pub array: Option<ArrayAnnotation>,
}

/// What the annotation of an array parameter says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArrayAnnotation {
    /// Index type where it is not the launcher's choice.
    pub index_dtype: Option<Dtype>,
    /// Dimensions whose size is compiled in; negative ones count from the end.
    pub static_shape_dims: Vec<i64>,
    /// Dimensions whose stride is compiled in.
    pub static_stride_dims: Vec<i64>,
}

impl Annotation {
    /// Nothing is said.
    pub fn none() -> Self {
        Annotation::Leaf(LeafAnnotation::default())
    }

    /// The annotation of item `i` of a tuple parameter.
    pub(crate) fn item(&self, i: usize) -> &Annotation {
        match self {
            Annotation::Leaf(_) => self,
            Annotation::Each(each) => each,
            Annotation::Items(items) => items.get(i).unwrap_or(self),
        }
    }

    fn leaf(&self) -> LeafAnnotation {
        match self {
            Annotation::Leaf(leaf) => leaf.clone(),
            _ => LeafAnnotation::default(),
        }
    }
}

impl Signature {
    /// The signature of a launch with `args`, given how the kernel annotates its parameters.
    ///
    /// # Errors
    /// Another number of arguments than parameters, an unknown data type, a list of something
    /// other than tensors.
    pub fn from_launch(
        args: &[LaunchArg],
        annotations: &[Annotation],
        hints: Hints,
    ) -> Result<Self> {
        if args.len() != annotations.len() {
            return Err(Error::new(
                Kind::Signature,
                format!("the kernel takes {} arguments", annotations.len()),
            )
            .found(format!("{} arguments", args.len()))
            .help("give one argument for each parameter of the kernel"));
        }
        let parameters = args
            .iter()
            .zip(annotations)
            .enumerate()
            .map(|(i, (arg, ann))| {
                parameter(arg, ann).map_err(|e| e.context(&format!("argument {}", i + 1)))
            })
            .collect::<Result<_>>()?;
        Ok(Signature {
            parameters,
            symbol: None,
            hints,
        })
    }
}

fn parameter(arg: &LaunchArg, annotation: &Annotation) -> Result<Parameter> {
    let leaf = annotation.leaf();
    let number = |value: Const, dtype: Dtype| {
        if leaf.constant {
            Parameter::Constant(value)
        } else {
            Parameter::Scalar(leaf.scalar.unwrap_or(dtype))
        }
    };
    Ok(match arg {
        LaunchArg::Tensor {
            dtype,
            shape,
            stride,
            align,
        } => Parameter::Array(tensor_facts(dtype, shape, stride, *align, &leaf)?),
        LaunchArg::Bool { value } => number(Const::Bool(*value), Dtype::Bool),
        LaunchArg::Int { value } => number(
            Const::Int((*value).into()),
            if i32::try_from(*value).is_ok() {
                Dtype::Int32
            } else {
                Dtype::Int64
            },
        ),
        LaunchArg::Float { value } => number(Const::Float(*value), Dtype::Float32),
        LaunchArg::Tuple { items } => Parameter::Tuple(
            items
                .iter()
                .enumerate()
                .map(|(i, item)| parameter(item, annotation.item(i)))
                .collect::<Result<_>>()?,
        ),
        LaunchArg::List { items } => match items.first() {
            Some(LaunchArg::Tensor {
                dtype,
                shape,
                stride,
                align,
            }) => Parameter::List {
                element: tensor_facts(dtype, shape, stride, *align, &leaf)?,
                alias_groups: Vec::new(),
                elements_may_alias: false,
            },
            _ => {
                return Err(
                    Error::new(Kind::Signature, "only lists of tensors can be passed")
                        .help("pass a non-empty list of tensors, or a tuple"),
                );
            }
        },
        LaunchArg::Dtype { name } => {
            launch_dtype(name)?;
            return Err(Error::new(
                Kind::Signature,
                "a data type cannot be an argument of a kernel",
            )
            .found(name)
            .help("choose the type by a number or by the data type of an array"));
        }
        LaunchArg::None { .. } => {
            return Err(
                Error::new(Kind::Signature, "None cannot be an argument of a kernel")
                    .help("pass a number that stands for it"),
            );
        }
    })
}

fn launch_dtype(name: &str) -> Result<Dtype> {
    let short = name.strip_prefix("torch.").unwrap_or(name);
    Dtype::from_name(short).ok_or_else(|| {
        Error::new(Kind::Signature, "unknown data type")
            .found(name)
            .help("use names such as float32")
    })
}

fn tensor_facts(
    dtype: &str,
    shape: &[i64],
    stride: &[i64],
    align: i64,
    leaf: &LeafAnnotation,
) -> Result<ArrayFacts> {
    let dtype = launch_dtype(dtype)?;
    if shape.len() != stride.len() {
        return Err(Error::new(
            Kind::Signature,
            "shape and stride differ in length",
        ));
    }
    if shape.len() > crate::mid::types::MAX_RANK {
        return Err(Error::limit("tensor has too many dimensions").found(shape.len()));
    }
    if shape.iter().chain(stride).any(|&x| x < 0) || align < 1 {
        return Err(Error::new(
            Kind::Signature,
            "sizes, strides and alignment cannot be negative",
        ));
    }
    let rank = shape.len();
    let annotation = leaf.array.clone().unwrap_or_default();
    let named = |dims: &[i64], d: usize| dims.iter().any(|&a| axis(a, rank) == Some(d));
    // Naming a static stride turns off the guess that a stride of 1 is one.
    let guess = annotation.static_stride_dims.is_empty();
    let stride_constant: Vec<_> = (0..rank)
        .zip(stride)
        .map(|(d, &s)| {
            let fixed = if guess {
                s == 1
            } else {
                named(&annotation.static_stride_dims, d)
            };
            fixed.then_some(s)
        })
        .collect();
    let per_16_bytes = i64::from((128 / dtype.bits()).max(1));
    let stride_divisible_by = stride
        .iter()
        .zip(&stride_constant)
        .map(|(&s, fixed)| {
            let bytes_divisible = i128::from(s) * i128::from(dtype.bits()) / 8 % 16 == 0;
            if fixed.is_none() && bytes_divisible {
                per_16_bytes
            } else {
                1
            }
        })
        .collect();
    let shape_divisible_by = (0..rank)
        .zip(shape)
        .map(|(d, &n)| {
            let fixed = named(&annotation.static_shape_dims, d);
            if !fixed && n != 0 && n % 16 == 0 {
                16
            } else {
                1
            }
        })
        .collect();
    let extent: i128 = shape
        .iter()
        .zip(stride)
        .map(|(&n, &s)| i128::from(n - 1) * i128::from(s))
        .sum();
    let big = 1i64 << 31;
    let overflows = shape.iter().chain(stride).any(|&x| x >= big) || extent >= big.into();
    let shape_constant: Vec<_> = (0..rank)
        .zip(shape)
        .map(|(d, &n)| named(&annotation.static_shape_dims, d).then_some(n))
        .collect();
    Ok(ArrayFacts {
        dtype,
        index_dtype: annotation.index_dtype.unwrap_or(if overflows {
            Dtype::Int64
        } else {
            Dtype::Int32
        }),
        shape_constant,
        shape_divisible_by,
        stride_constant,
        stride_divisible_by,
        base_addr_divisible_by: align.min(16),
        alias_groups: Vec::new(),
        may_alias_internally: overlaps(shape, stride),
    })
}

/// Axis `a` of `rank`, counted from the end when negative.
fn axis(a: i64, rank: usize) -> Option<usize> {
    let a = if a < 0 {
        a.checked_add(i64::try_from(rank).ok()?)?
    } else {
        a
    };
    usize::try_from(a).ok().filter(|&a| a < rank)
}

/// Whether two different indices may meet, judging by sizes and strides alone.
fn overlaps(shape: &[i64], stride: &[i64]) -> bool {
    let mut dims: Vec<(i64, i64)> = shape
        .iter()
        .zip(stride)
        .filter(|(n, _)| **n > 1)
        .map(|(&n, &s)| (n, s))
        .collect();
    dims.sort_by_key(|&(_, s)| s);
    let mut extent: i128 = 1;
    let mut overlap = false;
    for (n, s) in dims {
        overlap |= i128::from(s) < extent;
        extent += i128::from(n - 1) * i128::from(s);
    }
    overlap
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(dtype: &str, shape: &[i64], stride: &[i64], align: i64) -> ArrayFacts {
        tensor_facts(dtype, shape, stride, align, &LeafAnnotation::default()).unwrap()
    }

    #[test]
    fn strides_are_divisible_by_sixteen_bytes_or_unknown() {
        let f = facts("bfloat16", &[100, 128], &[128, 1], 256);
        assert_eq!(f.stride_constant, [None, Some(1)]);
        assert_eq!(f.stride_divisible_by, [8, 1]);
        assert_eq!(f.shape_divisible_by, [1, 16]);
        assert_eq!(f.base_addr_divisible_by, 16);
        assert_eq!(f.index_dtype, Dtype::Int32);
    }

    #[test]
    fn zero_stride_counts_as_divisible_and_overlaps() {
        let f = facts("float32", &[4, 8], &[0, 1], 4);
        assert_eq!(f.stride_divisible_by, [4, 1]);
        assert!(f.may_alias_internally);
        assert!(!facts("float32", &[4, 8], &[8, 1], 4).may_alias_internally);
    }

    #[test]
    fn large_extents_need_wide_indices() {
        assert_eq!(
            facts("int8", &[1 << 31], &[1], 16).index_dtype,
            Dtype::Int64
        );
    }

    #[test]
    fn constants_follow_the_annotation() {
        let constant = Annotation::Leaf(LeafAnnotation {
            constant: true,
            ..Default::default()
        });
        let args = [
            LaunchArg::Int { value: 5 },
            LaunchArg::Int { value: 1 << 40 },
        ];
        let sig = Signature::from_launch(&args, &[constant, Annotation::none()], Hints::default());
        assert_eq!(
            sig.unwrap().parameters,
            [
                Parameter::Constant(Const::Int(5)),
                Parameter::Scalar(Dtype::Int64)
            ]
        );
        assert!(Signature::from_launch(&args, &[], Hints::default()).is_err());
    }

    #[test]
    fn options_may_depend_on_the_architecture() {
        let text = "num_ctas=ByTarget(sm_100=2, default=1) occupancy=ByTarget(sm_90=4) opt_level=3";
        let hints = Hints::from_launch_options(text);
        let target = |name: &str, value| (name.to_owned(), value);
        assert_eq!(hints.num_ctas.default, Some(1));
        assert_eq!(hints.num_ctas.targets, [target("sm_100", 2)]);
        assert_eq!(hints.occupancy.default, None);
        assert_eq!(hints.occupancy.targets, [target("sm_90", 4)]);
        assert_eq!(hints.opt_level, ByTarget::all(3));
    }

    #[test]
    fn options_are_read_from_a_record() {
        let h =
            Hints::from_launch_options("CompilerOptions(num_ctas=2, occupancy=None, opt_level=3)");
        assert_eq!(h.num_ctas.default, Some(2));
        assert_eq!(h.occupancy.default, None);
        assert_eq!(h.opt_level.default, Some(3));
    }
}
