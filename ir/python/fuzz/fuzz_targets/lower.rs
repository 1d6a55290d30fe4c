//! The first four bytes choose arguments and version, the rest is a file: its kernels lower, or are refused with a
//! place.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/support/launch.rs"]
mod launch;

fuzz_target!(|input: &[u8]| {
    let (seed, text) = input.split_at(input.len().min(4));
    let seed = seed.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
    if let Ok(text) = std::str::from_utf8(text) {
        let _ = launch::lower_all(text, seed);
    }
});
