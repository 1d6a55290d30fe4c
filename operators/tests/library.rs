//! The operators of `library/`: what their manifests promise, and that the official compiler takes them all.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tileport_operators::input::fill;
use tileport_operators::library::{Origin, configurations};
use tileport_operators::{Configuration, Role, Tensor};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("library")
}

fn all() -> Vec<Configuration> {
    configurations(&root(), &Origin::Root).unwrap_or_else(|problem| panic!("{problem}"))
}

#[test]
fn every_kernel_has_two_data_types_and_at_least_four_configurations() {
    let mut kernels: BTreeMap<String, Vec<Configuration>> = BTreeMap::new();
    for configuration in all() {
        kernels
            .entry(configuration.kernel.clone())
            .or_default()
            .push(configuration);
    }
    assert_eq!(
        kernels.len(),
        9,
        "eight operators, softmax with two kernels"
    );
    for (kernel, configurations) in kernels {
        assert!(configurations.len() >= 4, "{kernel}");
        let dtypes: BTreeSet<_> = configurations
            .iter()
            .flat_map(Configuration::tensors)
            .map(|tensor| tensor.dtype)
            .collect();
        assert!(dtypes.len() >= 2, "{kernel}");
        for shape in ["aligned", "ragged"] {
            assert!(
                configurations.iter().any(|one| one.id.ends_with(shape)),
                "{kernel} {shape}"
            );
        }
        for one in configurations {
            assert!(
                one.tensors()
                    .iter()
                    .any(|tensor| tensor.role == Role::Output),
                "{}",
                one.id
            );
        }
    }
}

#[test]
fn every_output_has_a_reference_and_a_tolerance() {
    for configuration in all() {
        let id = &configuration.id;
        let expectation = configuration.expectation.as_ref();
        let expectation = expectation.unwrap_or_else(|| panic!("{id} has no reference"));
        for tensor in configuration.tensors() {
            let known = expectation.tolerance.contains_key(&tensor.dtype);
            assert!(
                tensor.role == Role::Input || known,
                "{id}: {:?}",
                tensor.dtype
            );
        }
    }
}

/// Memory of a tensor with a few thousand random numbers over and over: quicker than as many as it has elements.
fn numbers(tensor: &Tensor, stream: u64) -> Vec<u8> {
    let few = Tensor::new(tensor.dtype, vec![4099], None, 256).unwrap();
    let bytes = usize::try_from(tensor.bytes()).unwrap();
    fill(&few, 1, stream)
        .into_iter()
        .cycle()
        .take(bytes)
        .collect()
}

#[test]
fn every_reference_finds_its_parameters() {
    for configuration in all() {
        let tensors = configuration.tensors();
        let memory: Vec<Vec<u8>> = tensors
            .iter()
            .enumerate()
            .map(|(position, tensor)| numbers(tensor, position as u64))
            .collect();
        let memory: Vec<&[u8]> = memory.iter().map(Vec::as_slice).collect();
        let expectation = configuration.expectation.as_ref().unwrap();
        let compared = expectation.compare(&configuration, &memory, &memory, 50);
        let compared = compared.unwrap_or_else(|error| panic!("{}: {error}", configuration.id));
        // Outputs hold random numbers here: a reference that agrees with them would agree with anything.
        assert!(
            compared.beyond > compared.elements / 2,
            "{}",
            configuration.id
        );
    }
}

/// The answers of the official compiler to all configurations, at a bytecode version.
fn compile_all(version: &str) -> Vec<serde_json::Value> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let python = project.join(".toolchain/python/bin/python");
    assert!(
        python.is_file(),
        "{} is missing: run `cargo xtask setup`",
        python.display()
    );
    let out = tempfile::tempdir().unwrap();
    let mut oracle = Command::new(python)
        .arg(project.join("translator/src/official/oracle.py"))
        .arg(root())
        .args(["--bytecode-version", version, "--out"])
        .arg(out.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = oracle.stdin.take().unwrap();
    let lines: Vec<String> = all().iter().map(|one| one.to_launch().to_json()).collect();
    let writer = std::thread::spawn(move || input.write_all(lines.join("\n").as_bytes()));
    let output = oracle.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn the_official_compiler_takes_every_configuration() {
    let expected = all().len();
    for version in ["13.3", "13.4"] {
        let answers = compile_all(version);
        let compiled: BTreeSet<_> = answers
            .iter()
            .filter(|answer| answer["status"] == "compiled")
            .map(|answer| answer["id"].to_string())
            .collect();
        assert_eq!(answers.len(), expected);
        assert_eq!(
            compiled.len(),
            expected,
            "each a specialisation of its own: {answers:#?}"
        );
    }
}
