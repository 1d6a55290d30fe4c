//! The facts of a specialisation: all of them, and in a few words.

use std::sync::Arc;

use tileport_python::Signature;
use tileport_python::specialise::{Annotation, ArrayFacts, Parameter};

/// Every fact of a signature, as text: equal texts mean equal facts.
pub fn facts(signature: &Signature) -> String {
    // The debug form lists every field, which is what has to be told apart.
    format!("{signature:?}")
}

/// Arrays with dtype and divisibility of each dimension, then constants by name.
pub fn summary(parameters: &[(Arc<str>, Annotation)], signature: &Signature) -> String {
    let mut arrays: Vec<String> = Vec::new();
    let mut constants: Vec<String> = Vec::new();
    for ((name, _), parameter) in parameters.iter().zip(&signature.parameters) {
        match parameter {
            Parameter::Array(facts) | Parameter::List { element: facts, .. } => {
                arrays.push(array(name, facts))
            }
            Parameter::Constant(value) => constants.push(format!("{name}={value}")),
            Parameter::Scalar(_) | Parameter::Tuple(_) => {}
        }
    }
    [arrays.join(" "), constants.join(" ")]
        .into_iter()
        .filter(|s| !s.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Name, dtype, and for each dimension whether its size is known to be divisible (`16`) or not (`?`).
fn array(name: &str, facts: &ArrayFacts) -> String {
    let dims = facts.shape_constant.iter().zip(&facts.shape_divisible_by);
    let dims: Vec<String> = dims
        .map(|(constant, divisor)| match (constant, divisor) {
            (Some(size), _) => size.to_string(),
            (None, 1) => "?".to_owned(),
            (None, divisor) => format!("?%{divisor}"),
        })
        .collect();
    format!("{name}:{}[{}]", facts.dtype, dims.join(","))
}
