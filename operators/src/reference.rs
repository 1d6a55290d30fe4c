//! What an operator's outputs should be, one element at a time, in 64-bit floats.
//!
//! Written from the mathematics, not from the kernels: two kernels that agree can both be wrong. A manifest names the
//! function of a kernel (`reference = "softmax"`); tensors and numbers are found by the parameters' names.
//! The tests hold these functions against NumPy.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tileport_python::dtype::Dtype;

use crate::configuration::{Configuration, Role, Tensor, Value};
use crate::input::element::get;
use crate::input::{Comparison, Generator, Tolerance};

/// How many elements of an output are usually looked at.
pub const SAMPLE: u64 = 4096;

/// What is expected of a kernel's outputs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    pub function: Reference,
    /// How far results may be from it, by data type of the output.
    pub tolerance: BTreeMap<Dtype, Tolerance>,
}

/// The functions that are known here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reference {
    /// `out[i] = a[i] + b[i]`
    VectorAdd,
    /// `out[r, c] = silu(gate_up[r, c]) * gate_up[r, c + hidden]`
    SiluAndMul,
    /// `y[i] = gelu(x[i])`, by the logistic function where `LOGISTIC`, else by tanh.
    Gelu,
    /// `out[r, c] = exp(x[r, c]) / sum(exp(x[r, :]))`
    Softmax,
    /// `out[r, c] = x[r, c] / sqrt(mean(x[r, :] ** 2) + eps) * weight[c]`
    RmsNorm,
    /// Halves of the last dimension of `x[b, p, h, :]` rotated by the angles of `cos[p, :]` and `sin[p, :]`.
    RotaryEmbedding,
    /// `C = A @ B`, over the last two dimensions.
    Matmul,
}

/// Why there is nothing to compare with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the reference needs a parameter {0}, which the launch does not have")]
pub struct MissingParameter(String);

/// A launch's tensors with their memory, and its numbers, by parameter name.
pub struct Inputs<'a> {
    configuration: &'a Configuration,
    /// One for each of [`Configuration::tensors`], without anything around it.
    memory: &'a [&'a [u8]],
}

impl<'a> Inputs<'a> {
    pub fn new(configuration: &'a Configuration, memory: &'a [&'a [u8]]) -> Self {
        Self {
            configuration,
            memory,
        }
    }

    fn value(&self, name: &str) -> Result<&'a Value, MissingParameter> {
        self.configuration
            .arguments
            .iter()
            .find(|argument| argument.name.as_deref() == Some(name))
            .map(|argument| &argument.value)
            .ok_or_else(|| MissingParameter(name.to_owned()))
    }

    fn tensor(&self, name: &str) -> Result<View<'a>, MissingParameter> {
        let Value::Tensor(tensor) = self.value(name)? else {
            return Err(MissingParameter(name.to_owned()));
        };
        let number = self
            .configuration
            .tensors()
            .iter()
            .position(|other| std::ptr::eq(*other, tensor));
        let memory = number.and_then(|number| self.memory.get(number));
        Ok(View {
            tensor,
            memory: memory.ok_or_else(|| MissingParameter(name.to_owned()))?,
        })
    }

    fn float(&self, name: &str) -> Result<f64, MissingParameter> {
        match self.value(name)? {
            // The launcher passes floats in 32 bits.
            Value::Float(value) => Ok(f64::from(*value as f32)),
            _ => Err(MissingParameter(name.to_owned())),
        }
    }

    fn truth(&self, name: &str) -> Result<bool, MissingParameter> {
        match self.value(name)? {
            Value::Bool(value) => Ok(*value),
            _ => Err(MissingParameter(name.to_owned())),
        }
    }
}

/// A tensor to read from.
struct View<'a> {
    tensor: &'a Tensor,
    memory: &'a [u8],
}

impl View<'_> {
    /// The value at an index; NaN outside.
    fn at(&self, index: &[i64]) -> f64 {
        let inside = index.len() == self.tensor.shape.len()
            && index
                .iter()
                .zip(&self.tensor.shape)
                .all(|(at, size)| (0..*size).contains(at));
        if !inside {
            return f64::NAN;
        }
        let offset: i64 = index
            .iter()
            .zip(&self.tensor.stride)
            .map(|(at, step)| at * step)
            .sum();
        get(
            self.memory,
            self.tensor.dtype,
            usize::try_from(offset).unwrap_or(usize::MAX),
        )
    }

    /// The size of a dimension, counted from the last (0).
    fn size(&self, from_last: usize) -> i64 {
        self.tensor
            .shape
            .iter()
            .rev()
            .nth(from_last)
            .copied()
            .unwrap_or(0)
    }
}

impl Reference {
    /// The expected value of the output's element at `index`.
    fn element(self, inputs: &Inputs<'_>, index: &[i64]) -> Result<f64, MissingParameter> {
        let (&last, before) = index
            .split_last()
            .ok_or_else(|| MissingParameter("with dimensions".to_owned()))?;
        let with = |last: i64| -> Vec<i64> { before.iter().copied().chain([last]).collect() };
        Ok(match self {
            Self::VectorAdd => inputs.tensor("a")?.at(index) + inputs.tensor("b")?.at(index),
            Self::SiluAndMul => {
                let both = inputs.tensor("gate_up")?;
                let gate = both.at(index);
                gate / (1.0 + (-gate).exp()) * both.at(&with(last + both.size(0) / 2))
            }
            Self::Gelu => {
                let x = inputs.tensor("x")?.at(index);
                if inputs.truth("LOGISTIC")? {
                    x / (1.0 + (-1.702 * x).exp())
                } else {
                    let inner = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x.powi(3));
                    0.5 * x * (1.0 + inner.tanh())
                }
            }
            Self::Softmax => {
                let x = inputs.tensor("x")?;
                let row = || (0..x.size(0)).map(|column| x.at(&with(column)));
                let peak = row().fold(f64::NEG_INFINITY, f64::max);
                let sum: f64 = row().map(|value| (value - peak).exp()).sum();
                (x.at(index) - peak).exp() / sum
            }
            Self::RmsNorm => {
                let x = inputs.tensor("x")?;
                let columns = x.size(0);
                let squares: f64 = (0..columns).map(|column| x.at(&with(column)).powi(2)).sum();
                let scale = (squares / columns as f64 + inputs.float("eps")?).sqrt();
                x.at(index) / scale * inputs.tensor("weight")?.at(&[last])
            }
            Self::RotaryEmbedding => {
                let x = inputs.tensor("x")?;
                let half = x.size(0) / 2;
                let position = index.get(1).copied().unwrap_or(0);
                let angle = [position, last % half.max(1)];
                let (cos, sin) = (
                    inputs.tensor("cos")?.at(&angle),
                    inputs.tensor("sin")?.at(&angle),
                );
                if last < half {
                    x.at(index) * cos - x.at(&with(last + half)) * sin
                } else {
                    x.at(index) * cos + x.at(&with(last - half)) * sin
                }
            }
            Self::Matmul => {
                let (a, b) = (inputs.tensor("A")?, inputs.tensor("B")?);
                let (&row, batch) = before
                    .split_last()
                    .ok_or_else(|| MissingParameter("with two dimensions".to_owned()))?;
                let place = |row: i64, column: i64| -> Vec<i64> {
                    batch.iter().copied().chain([row, column]).collect()
                };
                (0..a.size(0))
                    .map(|k| a.at(&place(row, k)) * b.at(&place(k, last)))
                    .sum()
            }
        })
    }
}

impl Expectation {
    /// Compares what a kernel wrote with the reference, in all elements of its outputs or a drawn sample of `most`.
    ///
    /// `before` is the tensors' memory before the launch, `after` after it.
    ///
    /// # Errors
    /// A parameter that the function needs is not there.
    pub fn compare(
        &self,
        configuration: &Configuration,
        before: &[&[u8]],
        after: &[&[u8]],
        most: u64,
    ) -> Result<Comparison, MissingParameter> {
        let inputs = Inputs::new(configuration, before);
        let mut result = Comparison::default();
        for (number, tensor) in configuration.tensors().into_iter().enumerate() {
            let Some(memory) = after.get(number).filter(|_| tensor.role != Role::Input) else {
                continue;
            };
            let written = View { tensor, memory };
            let tolerance = self
                .tolerance
                .get(&tensor.dtype)
                .copied()
                .unwrap_or_default();
            for element in sample(tensor.elements(), most, number as u64) {
                let index = index_of(tensor, element);
                let expected = self.function.element(&inputs, &index)?;
                result.elements += 1;
                result.weigh(element, expected, written.at(&index), tolerance);
            }
        }
        Ok(result)
    }
}

/// Element numbers to look at: all, or as many drawn ones with the first and the last among them.
fn sample(elements: i64, most: u64, stream: u64) -> Vec<u64> {
    let elements = u64::try_from(elements).unwrap_or(0);
    if elements <= most {
        return (0..elements).collect();
    }
    let generator = Generator::new(0, stream);
    let drawn = (2..most).map(|draw| generator.word(draw) % elements);
    [0, elements - 1].into_iter().chain(drawn).collect()
}

/// The index of an element, counted with the last dimension fastest.
fn index_of(tensor: &Tensor, element: u64) -> Vec<i64> {
    let mut rest = i64::try_from(element).unwrap_or(0);
    let mut index: Vec<i64> = tensor
        .shape
        .iter()
        .rev()
        .map(|&size| {
            let at = rest % size.max(1);
            rest /= size.max(1);
            at
        })
        .collect();
    index.reverse();
    index
}

#[cfg(test)]
mod tests;
