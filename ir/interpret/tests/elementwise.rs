//! Every elementwise operation in every type and mode, against values from exact arithmetic (`fixtures/make.py`).

mod common;

use common::{kernel, run, value_of};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, ComparisonOrdering, ComparisonPredicate, IntegerOverflow, RoundingMode, ScalarType,
    Signedness,
};
use serde_json::Value as Json;
use tileport_interpret::End;
use tileport_ir::float::float_from_bits;

const OPERATIONS: [Opcode; 49] = [
    Opcode::AbsF,
    Opcode::AbsI,
    Opcode::AddF,
    Opcode::AddI,
    Opcode::AndI,
    Opcode::Atan2,
    Opcode::Ceil,
    Opcode::CmpF,
    Opcode::CmpI,
    Opcode::Cos,
    Opcode::CosH,
    Opcode::DivF,
    Opcode::DivI,
    Opcode::Exp,
    Opcode::Exp2,
    Opcode::ExtI,
    Opcode::FPowI,
    Opcode::FToF,
    Opcode::FToI,
    Opcode::Floor,
    Opcode::Fma,
    Opcode::IToF,
    Opcode::Log,
    Opcode::Log2,
    Opcode::MaxF,
    Opcode::MaxI,
    Opcode::MinF,
    Opcode::MinI,
    Opcode::MulF,
    Opcode::MulI,
    Opcode::MulhiI,
    Opcode::NegF,
    Opcode::NegI,
    Opcode::OrI,
    Opcode::Pow,
    Opcode::RemF,
    Opcode::RemI,
    Opcode::Rsqrt,
    Opcode::ShLI,
    Opcode::ShRI,
    Opcode::Sin,
    Opcode::SinH,
    Opcode::Sqrt,
    Opcode::SubF,
    Opcode::SubI,
    Opcode::Tan,
    Opcode::TanH,
    Opcode::TruncI,
    Opcode::XOrI,
];

/// Bytes of an element in memory, and bits of its pattern.
fn width(name: &str) -> (usize, u32) {
    match name {
        "i1" => (1, 1),
        "i8" | "f8E4M3FN" | "f8E5M2" | "f8E8M0FNU" => (1, 8),
        "i16" | "f16" | "bf16" => (2, 16),
        "i32" | "f32" => (4, 32),
        "tf32" => (4, 19),
        "i64" | "f64" => (8, 64),
        other => panic!("no type {other}"),
    }
}

/// `tf32` patterns are the upper bits of those in memory.
fn in_memory(name: &str, pattern: u64) -> u64 {
    if name == "tf32" {
        pattern << 13
    } else {
        pattern
    }
}

fn store(name: &str, patterns: &[Option<u64>]) -> Vec<u8> {
    let size = width(name).0;
    let bytes = patterns.iter().flat_map(|p| {
        in_memory(name, p.expect("operands have patterns")).to_le_bytes()[..size].to_vec()
    });
    bytes.collect()
}

fn patterns(text: &Json) -> Vec<Option<u64>> {
    let words = text.as_str().unwrap().split(' ');
    words.map(|w| u64::from_str_radix(w, 16).ok()).collect()
}

fn attributes(json: &Json) -> Vec<(&str, Attribute)> {
    let pairs = json.as_object().unwrap().iter();
    pairs
        .map(|(name, value)| {
            let text = value.as_str().unwrap_or_default();
            let attribute = match name.as_str() {
                "rounding_mode" | "rounding" => value_of::<RoundingMode>(text),
                "signedness" => value_of::<Signedness>(text),
                "overflow" => value_of::<IntegerOverflow>(text),
                "comparison_predicate" => value_of::<ComparisonPredicate>(text),
                "comparison_ordering" => value_of::<ComparisonOrdering>(text),
                _ => Attribute::Bool(value.as_bool().unwrap()),
            };
            (name.as_str(), attribute)
        })
        .collect()
}

/// Runs one case. Gives the results' patterns beside the expected ones.
fn results(case: &Json) -> Vec<(Option<u64>, u64)> {
    let name = case["op"].as_str().unwrap();
    let opcode = OPERATIONS.into_iter().find(|o| o.name() == name).unwrap();
    let (from, to) = (case["type"].as_str().unwrap(), case["to"].as_str().unwrap());
    let second = case["second"].as_str().unwrap_or(from);
    let operands: Vec<_> = case["in"]
        .as_array()
        .unwrap()
        .iter()
        .map(patterns)
        .collect();
    let count = operands[0].len();
    let names = [from, second, from];
    let mut attributes = attributes(&case["attributes"]);
    match opcode {
        Opcode::FToI => attributes.push((
            "rounding_mode",
            value_of::<RoundingMode>("nearest_int_to_zero"),
        )),
        Opcode::IToF => {
            attributes.push(("rounding_mode", value_of::<RoundingMode>("nearest_even")))
        }
        _ => {}
    }
    let parameters: Vec<String> = (0..operands.len())
        .map(|n| format!("ptr<{}>", names[n]))
        .chain([format!("ptr<{to}>")])
        .collect();
    let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
    let module = kernel(&parameters, |b, args| {
        let loaded: Vec<_> = (0..operands.len())
            .map(|n| b.load_row(args[n], names[n], count))
            .collect();
        let result = b.one(opcode, &loaded, &format!("{count}x{to}"), &attributes);
        b.store_row(args[operands.len()], to, count, result);
    });
    let (size, bits) = width(to);
    let mut buffers: Vec<Vec<u8>> = operands
        .iter()
        .enumerate()
        .map(|(n, patterns)| store(names[n], patterns))
        .collect();
    buffers.push(vec![0; size * count]);
    let (outcome, after) = run(&module, [1, 1, 1], &buffers);
    assert_eq!(outcome.end, End::Done, "{case}");
    let found = after.last().unwrap().chunks_exact(size).map(|bytes| {
        let word = bytes.iter().rev().fold(0u64, |n, &b| n << 8 | u64::from(b));
        if to == "tf32" {
            word >> 13
        } else {
            word & (u64::MAX >> (64 - bits))
        }
    });
    patterns(&case["out"]).into_iter().zip(found).collect()
}

fn scalar(name: &str) -> ScalarType {
    match name {
        "f8E4M3FN" => ScalarType::F8E4M3FN,
        "f8E5M2" => ScalarType::F8E5M2,
        "f8E8M0FNU" => ScalarType::F8E8M0FNU,
        other => ScalarType::parse(other).unwrap(),
    }
}

/// Whether a pattern is what is expected; `None` expects any NaN. Errors of `ulps` in the last place are permitted.
fn fits(name: &str, expected: Option<u64>, found: u64, ulps: u64) -> bool {
    match expected {
        Some(pattern) => pattern.abs_diff(found) <= ulps,
        None => float_from_bits(scalar(name), found).is_some_and(f64::is_nan),
    }
}

fn check(file: &str, text: &str, ulps: impl Fn(&Json) -> u64) {
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in text.lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        let to = case["to"].as_str().unwrap();
        for (index, (expected, found)) in results(&case).into_iter().enumerate() {
            count += 1;
            if !fits(to, expected, found, ulps(&case)) {
                let operands: Vec<String> = case["in"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|xs| {
                        xs.as_str()
                            .unwrap()
                            .split(' ')
                            .nth(index)
                            .unwrap()
                            .to_owned()
                    })
                    .collect();
                wrong.push(format!(
                    "{} {} to {to} {}: {operands:?} gives {found:x}, expected {}",
                    case["op"],
                    case["type"],
                    case["attributes"],
                    expected.map_or("nan".to_owned(), |e| format!("{e:x}")),
                ));
            }
        }
    }
    assert!(count > 3000, "{file} has too few cases");
    let shown = wrong
        .iter()
        .take(20)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n");
    assert!(
        wrong.is_empty(),
        "{} of {count} wrong:\n{shown}",
        wrong.len()
    );
}

#[test]
fn floats_are_rounded_correctly_in_every_mode() {
    check("floats", include_str!("fixtures/floats.jsonl"), |_| 0);
}

#[test]
fn conversions_are_rounded_correctly_in_every_mode() {
    check(
        "conversions",
        include_str!("fixtures/conversions.jsonl"),
        |_| 0,
    );
}

#[test]
fn integers_wrap_at_their_width() {
    check("integers", include_str!("fixtures/integers.jsonl"), |_| 0);
}

#[test]
fn functions_are_rounded_correctly_up_to_32_bits_and_closely_in_64() {
    check(
        "functions",
        include_str!("fixtures/functions.jsonl"),
        |case| {
            match (case["type"].as_str().unwrap(), case["op"].as_str().unwrap()) {
                // Computed in 64 bits: the machine's own functions, of two roundings for some.
                ("f64", "rsqrt" | "tan" | "sinh" | "cosh" | "tanh") => 2,
                ("f64", _) => 1,
                _ => 0,
            }
        },
    );
}
