//! Kernels of the fuzz target `kernel`, without the fuzzer:
//!
//! - `generated show FILE…` prints the kernels that files of bytes make;
//! - `generated run COUNT [SEED]` lowers kernels of random bytes and counts what came of them.

#[path = "../tests/support/grammar.rs"]
mod grammar;
#[path = "../tests/support/launch.rs"]
mod launch;

use std::collections::BTreeMap;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((mode, paths)) if mode == "show" => {
            for path in paths {
                let bytes = std::fs::read(path)?;
                println!("{}", grammar::kernel(bytes.get(4..).unwrap_or_default()));
            }
        }
        Some((mode, rest)) if mode == "run" => {
            let number = |at: usize| rest.get(at).and_then(|text| text.parse().ok());
            run(number(0).unwrap_or(1000), number(1).unwrap_or(1));
        }
        _ => eprintln!("usage: generated show FILE… | run COUNT [SEED]"),
    }
    Ok(())
}

fn run(count: u64, seed: u64) {
    let mut outcomes: BTreeMap<String, u64> = BTreeMap::new();
    let mut state = seed;
    let mut next = || {
        // xorshift64*
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    for _ in 0..count {
        let length = next() % 300;
        let bytes: Vec<u8> = (0..length).map(|_| (next() >> 32) as u8).collect();
        let source = grammar::kernel(&bytes);
        let seed = next();
        let outcome = std::panic::catch_unwind(|| launch::lower_all(&source, seed));
        let outcome = match outcome {
            Ok(None) => "lowers".to_owned(),
            Ok(Some(diagnostics)) => diagnostics.0[0].message.clone(),
            Err(_) => {
                println!("PANIC with seed {seed}\n{source}");
                "panic".to_owned()
            }
        };
        *outcomes.entry(outcome).or_default() += 1;
    }
    let mut list: Vec<_> = outcomes.into_iter().collect();
    list.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (outcome, count) in list {
        println!("{count:8} {outcome}");
    }
}
