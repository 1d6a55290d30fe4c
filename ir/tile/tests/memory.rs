//! How much memory reading takes. One test only: the allocator that counts is
//! the whole program's.

mod common;

use common::{fixture, fixtures};
use peak_alloc::PeakAlloc;
use tileport_ir::bytecode::read;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The most bytes held at once while a file is read, beyond what was held before.
fn peak(bytes: &[u8]) -> usize {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let _ = read(bytes);
    ALLOCATOR.peak_usage() - before
}

#[test]
fn memory_is_a_moderate_multiple_of_the_file() {
    valid_files();
    changed_files();
    call_sites_of_call_sites();
}

fn valid_files() {
    for f in fixtures() {
        let most = peak(&f.bytes);
        assert!(most < 200 * f.bytes.len(), "{}: {most}", f.name);
    }
}

/// Twice what the reader allows itself for copies: the other half is for the
/// module's own records.
fn limit(len: usize) -> usize {
    2 * (512 * len + (1 << 20))
}

fn changed_files() {
    let bytes = fixture("histogram-13.1").bytes;
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] = 0xFF;
        let most = peak(&changed);
        assert!(most < limit(bytes.len()), "byte {at}: {most}");
    }
}

/// Each call site refers to the one before it twice, so that the last stands
/// for 2^40 places.
fn call_sites_of_call_sites() {
    let (file, unit, subprogram, place) = (1, 2, 3, 4);
    let mut entries = vec![
        vec![2, 0, 0],
        vec![1, file],
        vec![5, file, 1, 0, 0, unit, 1],
        vec![4, subprogram, 0, 1, 1],
    ];
    for previous in place..place + 40 {
        entries.push(vec![6, previous, previous]);
    }
    let last = entries.len() as u64;

    let mut debug = vec![1, 0xCB, 0xCB, 0xCB];
    debug.extend([0; 4]);
    debug.push(2);
    debug.extend([0xCB; 7]);
    for number in [last, last] {
        debug.extend(number.to_le_bytes());
    }
    debug.extend(table(&entries));

    let function = [1, 0, 0, 2, 1, 3, 0x5C, 0, 0];
    let mut bytes = b"\x7FTileIR\0\x0D\x03\0\0".to_vec();
    for (id, data) in [
        (1, table(&[b"f".to_vec()])),
        (5, table(&[vec![16, 0, 0]])),
        (2, function.to_vec()),
        (3, debug),
    ] {
        bytes.push(id);
        let len = data.len();
        bytes.extend([len as u8 & 0x7F | 0x80, (len >> 7) as u8]);
        bytes.extend(data);
    }
    bytes.push(0);

    let most = peak(&bytes);
    assert!(most < limit(bytes.len()), "{most}");
    let error = read(&bytes).unwrap_err().to_string();
    assert!(
        error.contains("too much for a file of this size"),
        "{error}"
    );
}

/// A table of entries with offsets of four bytes.
fn table(entries: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![entries.len() as u8, 0xCB, 0xCB, 0xCB];
    let mut offset = 0u32;
    for entry in entries {
        bytes.extend(offset.to_le_bytes());
        offset += entry.len() as u32;
    }
    bytes.extend(entries.concat());
    bytes
}
