//! The arguments of a launch as the kernel's entry takes them.
//!
//! Both languages pass an array as its pointer, then every size, then every stride (static ones too), as 32-bit
//! integers or 64-bit ones where the signature says so. Numbers follow by value, constants are compiled in and not
//! passed, tuples are passed item by item. Every parameter fits in eight bytes.

use serde::{Deserialize, Serialize};
use tileport_python::Signature;
use tileport_python::dtype::Dtype;
use tileport_python::specialise::{ArrayFacts, Parameter as Fact};

use crate::configuration::{Configuration, Tensor, Value};

/// A parameter of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parameter {
    /// The address of tensor number so-and-so, counted as [`Configuration::tensors`] lists them.
    Pointer(usize),
    Int32(i32),
    Int64(i64),
    /// The bits of a 32-bit float.
    Float32(u32),
    /// The bits of a 64-bit float.
    Float64(u64),
    Bool(bool),
}

/// Why a launch has no parameter list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MarshalError {
    #[error("{arguments} arguments for {parameters} parameters")]
    Count { arguments: usize, parameters: usize },
    #[error("argument {0} does not fit what the kernel was compiled for")]
    Mismatch(usize),
    #[error("argument {0}: the value does not fit the parameter's type")]
    Range(usize),
    #[error("argument {0}: lists of tensors cannot be launched yet")]
    List(usize),
}

impl Parameter {
    /// The parameter's bytes in the low end of a word; `addresses` are those of the tensors.
    pub fn word(self, addresses: &[u64]) -> Option<u64> {
        Some(match self {
            Self::Pointer(tensor) => *addresses.get(tensor)?,
            Self::Int32(value) => u64::from(value.cast_unsigned()),
            Self::Int64(value) => value.cast_unsigned(),
            Self::Float32(bits) => u64::from(bits),
            Self::Float64(bits) => bits,
            Self::Bool(value) => u64::from(value),
        })
    }
}

/// The parameters of `configuration` for a kernel that was compiled for `signature`.
///
/// # Errors
/// See [`MarshalError`]; arguments are counted from 1.
pub fn parameters(
    configuration: &Configuration,
    signature: &Signature,
) -> Result<Vec<Parameter>, MarshalError> {
    let arguments = &configuration.arguments;
    if arguments.len() != signature.parameters.len() {
        return Err(MarshalError::Count {
            arguments: arguments.len(),
            parameters: signature.parameters.len(),
        });
    }
    let mut marshaller = Marshaller::default();
    for (index, (argument, fact)) in arguments.iter().zip(&signature.parameters).enumerate() {
        marshaller.argument = index + 1;
        marshaller.value(&argument.value, fact)?;
    }
    Ok(marshaller.parameters)
}

#[derive(Default)]
struct Marshaller {
    parameters: Vec<Parameter>,
    /// Tensors met so far.
    tensors: usize,
    argument: usize,
}

impl Marshaller {
    fn value(&mut self, value: &Value, fact: &Fact) -> Result<(), MarshalError> {
        match (fact, value) {
            (Fact::Constant(_), _) => Ok(()),
            (Fact::Array(facts), Value::Tensor(tensor)) => self.array(tensor, facts),
            (Fact::Scalar(dtype), value) => {
                let parameter = self.scalar(*dtype, value)?;
                self.parameters.push(parameter);
                Ok(())
            }
            (Fact::Tuple(facts), Value::Tuple(items)) if facts.len() == items.len() => items
                .iter()
                .zip(facts)
                .try_for_each(|(item, fact)| self.value(item, fact)),
            (Fact::List { .. }, _) => Err(MarshalError::List(self.argument)),
            (Fact::Array(_) | Fact::Tuple(_), _) => Err(MarshalError::Mismatch(self.argument)),
        }
    }

    fn array(&mut self, tensor: &Tensor, facts: &ArrayFacts) -> Result<(), MarshalError> {
        if facts.dtype != tensor.dtype || facts.rank() != tensor.shape.len() {
            return Err(MarshalError::Mismatch(self.argument));
        }
        self.parameters.push(Parameter::Pointer(self.tensors));
        self.tensors += 1;
        for &extent in tensor.shape.iter().chain(&tensor.stride) {
            let parameter = if facts.index_dtype == Dtype::Int64 {
                Parameter::Int64(extent)
            } else {
                let narrow = i32::try_from(extent);
                Parameter::Int32(narrow.map_err(|_| MarshalError::Range(self.argument))?)
            };
            self.parameters.push(parameter);
        }
        Ok(())
    }

    fn scalar(&self, dtype: Dtype, value: &Value) -> Result<Parameter, MarshalError> {
        let range = || MarshalError::Range(self.argument);
        match (dtype, value) {
            (Dtype::Int32, Value::Int(value)) => i32::try_from(*value)
                .map(Parameter::Int32)
                .map_err(|_| range()),
            (Dtype::Int64, Value::Int(value)) => Ok(Parameter::Int64(*value)),
            (Dtype::Float32, Value::Float(value)) => {
                Ok(Parameter::Float32((*value as f32).to_bits()))
            }
            (Dtype::Float64, Value::Float(value)) => Ok(Parameter::Float64(value.to_bits())),
            (Dtype::Bool, Value::Bool(value)) => Ok(Parameter::Bool(*value)),
            _ => Err(MarshalError::Mismatch(self.argument)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::Argument;
    use tileport_python::specialise::{Annotation, Hints, LeafAnnotation};

    fn configuration(values: Vec<Value>) -> Configuration {
        Configuration {
            id: "k/c".to_owned(),
            file: "a.py".to_owned(),
            kernel: "k".to_owned(),
            grid: [1, 1, 1],
            arguments: values
                .into_iter()
                .map(|value| Argument { name: None, value })
                .collect(),
            options: String::new(),
            expectation: None,
        }
    }

    fn tensor(shape: &[i64], stride: &[i64]) -> Value {
        let tensor = Tensor::new(Dtype::Float16, shape.to_vec(), Some(stride.to_vec()), 256);
        Value::Tensor(tensor.unwrap())
    }

    fn marshal(values: Vec<Value>, constants: &[usize]) -> Result<Vec<Parameter>, MarshalError> {
        let configuration = configuration(values);
        let annotations: Vec<_> = (0..configuration.arguments.len())
            .map(|index| {
                Annotation::Leaf(LeafAnnotation {
                    constant: constants.contains(&index),
                    ..LeafAnnotation::default()
                })
            })
            .collect();
        let arguments = configuration.launch_arguments();
        let signature = Signature::from_launch(&arguments, &annotations, Hints::default()).unwrap();
        parameters(&configuration, &signature)
    }

    #[test]
    fn arrays_then_numbers_without_constants() {
        let values = vec![
            tensor(&[4, 8], &[8, 1]),
            Value::Int(7),
            Value::Int(128),
            tensor(&[3], &[1]),
            Value::Float(0.5),
            Value::Bool(true),
        ];
        use Parameter::{Bool, Float32, Int32, Pointer};
        let expected = vec![
            Pointer(0),
            Int32(4),
            Int32(8),
            Int32(8),
            Int32(1),
            Int32(7),
            Pointer(1),
            Int32(3),
            Int32(1),
            Float32(0.5f32.to_bits()),
            Bool(true),
        ];
        assert_eq!(marshal(values, &[2]), Ok(expected));
    }

    #[test]
    fn large_extents_and_numbers_are_passed_in_64_bits() {
        let values = vec![tensor(&[2, 2], &[1 << 31, 1]), Value::Int(1 << 40)];
        use Parameter::{Int64, Pointer};
        let expected = vec![
            Pointer(0),
            Int64(2),
            Int64(2),
            Int64(1 << 31),
            Int64(1),
            Int64(1 << 40),
        ];
        assert_eq!(marshal(values, &[]), Ok(expected));
    }

    #[test]
    fn tuples_are_passed_item_by_item() {
        let values = vec![Value::Tuple(vec![Value::Int(1), tensor(&[2], &[1])])];
        use Parameter::{Int32, Pointer};
        let expected = vec![Int32(1), Pointer(0), Int32(2), Int32(1)];
        assert_eq!(marshal(values, &[]), Ok(expected));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let list = Value::List(vec![tensor(&[2], &[1])]);
        assert_eq!(marshal(vec![list], &[]), Err(MarshalError::List(1)));
        let one = configuration(vec![Value::Int(1)]);
        let signature = Signature {
            parameters: Vec::new(),
            symbol: None,
            hints: Hints::default(),
        };
        assert!(matches!(
            parameters(&one, &signature),
            Err(MarshalError::Count { .. })
        ));
        let signature = Signature {
            parameters: vec![Fact::Scalar(Dtype::Float32)],
            ..signature
        };
        assert_eq!(parameters(&one, &signature), Err(MarshalError::Mismatch(1)));
    }

    #[test]
    fn words_hold_the_bytes_in_their_low_end() {
        let addresses = [0x7000_0000_0000];
        assert_eq!(Parameter::Int32(-1).word(&addresses), Some(0xFFFF_FFFF));
        assert_eq!(Parameter::Int64(-1).word(&addresses), Some(u64::MAX));
        assert_eq!(
            Parameter::Pointer(0).word(&addresses),
            Some(0x7000_0000_0000)
        );
        assert_eq!(Parameter::Pointer(1).word(&addresses), None);
        assert_eq!(Parameter::Bool(true).word(&addresses), Some(1));
    }
}
