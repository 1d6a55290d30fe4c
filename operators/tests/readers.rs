//! Properties of everything that reads files: what is written reads back, and no bytes bring a reader down.

use std::path::Path;

use proptest::prelude::*;
use tileport_operators::bench::outcome;
use tileport_operators::launch::read_from;
use tileport_operators::{Launch, Manifest};
use tileport_python::specialise::LaunchArg;

/// Floats of up to 15 digits. Longer ones can be off in the last bit: serde_json reads them exactly only with its
/// feature `float_roundtrip`.
fn decimal() -> impl Strategy<Value = f64> {
    (-999_999_999_999_999i64..=999_999_999_999_999, 0i32..=22)
        .prop_map(|(digits, places)| digits as f64 / 10f64.powi(places))
}

fn argument() -> impl Strategy<Value = LaunchArg> {
    let tensor = (
        prop::sample::select(vec!["float32", "bfloat16", "int64", "bool", "float8_e5m2"]),
        prop::collection::vec((0i64..1000, 0i64..1000), 0..4),
        0u32..10,
    )
        .prop_map(|(dtype, dimensions, align)| {
            let (shape, stride) = dimensions.into_iter().unzip();
            LaunchArg::Tensor {
                dtype: dtype.to_owned(),
                shape,
                stride,
                align: 1 << align,
            }
        });
    let leaf = prop_oneof![
        tensor.clone(),
        any::<i64>().prop_map(|value| LaunchArg::Int { value }),
        decimal().prop_map(|value| LaunchArg::Float { value }),
        Just(LaunchArg::Float {
            value: f64::NEG_INFINITY
        }),
        any::<bool>().prop_map(|value| LaunchArg::Bool { value }),
        Just(LaunchArg::Dtype {
            name: "float16".to_owned()
        }),
        Just(LaunchArg::None { one: 1 }),
    ];
    leaf.prop_recursive(3, 16, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(|items| LaunchArg::Tuple { items }),
            prop::collection::vec(tensor.clone(), 1..3).prop_map(|items| LaunchArg::List { items }),
        ]
    })
}

fn launch() -> impl Strategy<Value = Launch> {
    let text = "[a-zA-Z_/\\.\"\\\\ ü]{1,12}";
    let grid = [1u32..100_000, 1u32..100, 1u32..100];
    (
        text,
        "[a-z_]{1,8}",
        grid,
        prop::collection::vec(argument(), 0..5),
        text,
    )
        .prop_map(|(file, kernel, grid, args, opts)| Launch {
            file,
            kernel,
            grid,
            args,
            opts,
            tuned: false,
        })
}

const MANIFEST: &str = include_str!("../library/softmax/operator.toml");
const RESULTS: &str = include_str!("../../docs/results/h200-operators.jsonl");

/// `text` with some bytes replaced and the end perhaps cut off.
fn damaged(text: &str, changes: &[(usize, u8)], keep: usize) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (place, byte) in changes {
        let length = bytes.len();
        bytes[place % length] = *byte;
    }
    bytes.truncate(keep % (bytes.len() + 1));
    bytes
}

proptest! {
    #[test]
    fn launches_read_back(launches in prop::collection::vec(launch(), 1..4)) {
        let text: String = launches.iter().map(|one| one.to_json() + "\n").collect();
        let read = read_from(&mut text.as_bytes(), Path::new("l"));
        prop_assert_eq!(read.unwrap(), launches);
    }

    #[test]
    fn a_configuration_is_its_launch(launch in launch()) {
        if let Ok(configuration) = launch.to_configuration() {
            prop_assert_eq!(configuration.to_launch(), launch);
        }
    }

    #[test]
    fn damaged_files_end_in_a_problem_or_a_value(
        changes in prop::collection::vec((any::<usize>(), any::<u8>()), 0..6),
        keep in any::<usize>(),
        launch in launch(),
    ) {
        let bytes = damaged(&launch.to_json(), &changes, keep);
        let _ = read_from(&mut bytes.as_slice(), Path::new("l"));
        for (text, toml) in [(MANIFEST, true), (RESULTS, false)] {
            let bytes = damaged(text, &changes, keep);
            let text = String::from_utf8_lossy(&bytes);
            if toml {
                if let Err(problem) = Manifest::parse(&text, Path::new("operator.toml")) {
                    prop_assert!(problem.line > 0 && problem.column > 0, "{}", problem);
                }
            } else {
                let _ = outcome::parse(&text, Path::new("r"));
            }
        }
    }
}
