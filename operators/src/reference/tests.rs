//! The reference functions against NumPy.

use super::*;
use crate::configuration::{Argument, Fill};
use crate::input::element::put;

#[derive(Deserialize)]
struct Case {
    function: Reference,
    arguments: Vec<CaseArgument>,
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
struct CaseArgument {
    name: String,
    shape: Option<Vec<i64>>,
    data: Vec<f64>,
    output: bool,
    bool: Option<bool>,
    float: Option<f64>,
}

/// The case's launch, with memory that holds NumPy's outputs.
fn launch(case: &Case) -> (Configuration, Vec<Vec<u8>>) {
    let mut memory = Vec::new();
    let mut arguments = Vec::new();
    for argument in &case.arguments {
        let value = if let Some(shape) = &argument.shape {
            let mut tensor = Tensor::new(Dtype::Float64, shape.clone(), None, 256).unwrap();
            tensor.role = if argument.output {
                Role::Output
            } else {
                Role::Input
            };
            tensor.fill = Fill::Normal;
            let mut bytes = vec![0; argument.data.len() * 8];
            for (index, value) in argument.data.iter().enumerate() {
                put(&mut bytes, Dtype::Float64, index, *value);
            }
            memory.push(bytes);
            Value::Tensor(tensor)
        } else if let Some(value) = argument.bool {
            Value::Bool(value)
        } else {
            Value::Float(argument.float.unwrap())
        };
        arguments.push(Argument {
            name: Some(argument.name.clone()),
            value,
        });
    }
    let configuration = Configuration {
        id: "k/c".to_owned(),
        file: "a.py".to_owned(),
        kernel: "k".to_owned(),
        grid: [1, 1, 1],
        arguments,
        options: String::new(),
        expectation: Some(Expectation {
            function: case.function,
            tolerance: BTreeMap::from([(
                Dtype::Float64,
                Tolerance {
                    absolute: 1e-13,
                    relative: 1e-13,
                },
            )]),
        }),
    };
    (configuration, memory)
}

fn compare(configuration: &Configuration, memory: &[Vec<u8>]) -> Comparison {
    let memory: Vec<&[u8]> = memory.iter().map(Vec::as_slice).collect();
    let expectation = configuration.expectation.as_ref().unwrap();
    expectation
        .compare(configuration, &memory, &memory, SAMPLE)
        .unwrap()
}

#[test]
fn every_function_agrees_with_numpy() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("numpy_cases.json")).unwrap();
    assert_eq!(cases.len(), 9);
    for case in &cases {
        let (configuration, mut memory) = launch(case);
        let result = compare(&configuration, &memory);
        assert_eq!(result.beyond, 0, "{:?}: {result:?}", case.function);
        let outputs = configuration.tensors();
        let output = outputs
            .iter()
            .position(|tensor| tensor.role == Role::Output)
            .unwrap();
        assert_eq!(result.elements as i64, outputs[output].elements());
        // One changed element is one beyond.
        let changed = get(&memory[output], Dtype::Float64, 1) + 1e-6;
        put(&mut memory[output], Dtype::Float64, 1, changed);
        let result = compare(&configuration, &memory);
        assert_eq!(result.first.unwrap().element, 1, "{:?}", case.function);
        assert_eq!(result.beyond, 1);
    }
}

#[test]
fn a_missing_parameter_is_named() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("numpy_cases.json")).unwrap();
    let (mut configuration, memory) = launch(&cases[0]);
    configuration.arguments[1].name = None;
    let memory: Vec<&[u8]> = memory.iter().map(Vec::as_slice).collect();
    let expectation = configuration.expectation.clone().unwrap();
    let error = expectation
        .compare(&configuration, &memory, &memory, SAMPLE)
        .unwrap_err();
    assert!(error.to_string().contains("needs a parameter b"));
}

#[test]
fn large_outputs_are_sampled_at_both_ends() {
    let sampled = sample(1 << 30, SAMPLE, 0);
    assert_eq!(sampled.len() as u64, SAMPLE);
    assert!(sampled.contains(&0) && sampled.contains(&((1 << 30) - 1)));
    assert!(sampled.iter().all(|&element| element < 1 << 30));
    assert_eq!(sample(10, SAMPLE, 0), (0..10).collect::<Vec<_>>());
    assert!(sample(0, SAMPLE, 0).is_empty());
}

#[test]
fn indices_count_the_last_dimension_fastest() {
    let tensor = Tensor::new(Dtype::Int8, vec![2, 3, 4], None, 1).unwrap();
    assert_eq!(index_of(&tensor, 0), [0, 0, 0]);
    assert_eq!(index_of(&tensor, 17), [1, 1, 1]);
    assert_eq!(index_of(&tensor, 23), [1, 2, 3]);
}
