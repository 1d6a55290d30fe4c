//! Bytes choose the forms of a kernel, which lowers or is refused with a place.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/support/grammar.rs"]
mod grammar;
#[path = "../../tests/support/launch.rs"]
mod launch;

fuzz_target!(|input: &[u8]| {
    let (seed, rest) = input.split_at(input.len().min(4));
    let seed = seed.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
    let _ = launch::lower_all(&grammar::kernel(rest), seed);
});
