//! Files that are not as they should be: a module or an error, never a panic.

mod common;

use common::{fixture, fixtures};
use proptest::prelude::*;
use tileport_ir::bytecode::read;
use tileport_ir::ops::{view, walk};
use tileport_ir::print::print;

/// Reads, and if there is a module, views and prints it.
fn exercise(bytes: &[u8]) {
    if let Ok(decoded) = read(bytes) {
        for step in walk(&decoded.module) {
            let _ = view(&decoded.module, step.op).map(|op| op.attributes());
        }
        print(&decoded.module);
    }
}

#[test]
fn files_cut_off_anywhere_are_errors() {
    let bytes = fixture("row_norm-13.4").bytes;
    for len in 0..bytes.len() {
        let error = read(&bytes[..len]).unwrap_err();
        assert!(error.offset <= len, "{error}");
    }
}

/// Two bits of every byte: all of them take long without optimisation.
#[test]
fn a_flipped_bit_gives_a_module_or_an_error() {
    let bytes = fixture("row_norm-13.4").bytes;
    let mut refused = 0;
    for at in 0..bytes.len() {
        for bit in [at % 8, (at + 3) % 8] {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            refused += usize::from(read(&changed).is_err());
            if at % 4 == 0 {
                exercise(&changed);
            }
        }
    }
    // Most bits are lengths, indices and tags: a wrong one is noticed.
    assert!(refused > 2 * bytes.len() / 3, "{refused}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn changed_files_never_panic(
        which in 0usize..11,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let f = &fixtures()[which];
        let mut bytes = f.bytes.clone();
        for (at, value) in &changes {
            let at = at.index(bytes.len());
            bytes[at] = *value;
        }
        exercise(&bytes);
    }

    #[test]
    fn bytes_put_in_or_taken_out_never_panic(
        which in 0usize..11,
        at in any::<prop::sample::Index>(),
        taken in 0usize..16,
        put in prop::collection::vec(any::<u8>(), 0..16),
    ) {
        let f = &fixtures()[which];
        let mut bytes = f.bytes.clone();
        let at = at.index(bytes.len());
        let end = (at + taken).min(bytes.len());
        bytes.splice(at..end, put);
        exercise(&bytes);
    }

    #[test]
    fn noise_behind_a_header_never_panics(
        version in 1u8..6,
        noise in prop::collection::vec(any::<u8>(), 0..256),
    ) {
        let mut bytes = b"\x7FTileIR\0\x0D".to_vec();
        bytes.extend([version, 0, 0]);
        bytes.extend(noise);
        exercise(&bytes);
    }
}
