//! Files that are not as they should be: never a panic, never absurd memory.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::{fixture, fixtures};
use proptest::prelude::*;
use tileport_ir::bytecode::read;
use tileport_ir::ops::{view, walk};
use tileport_ir::print::print;

/// Counts what a thread holds, and the most it ever held.
struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.get().saturating_add(layout.size());
        HELD.set(held);
        MOST.set(MOST.get().max(held));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.set(HELD.get().saturating_sub(layout.size()));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most bytes held at once while `work` runs.
fn peak(work: impl FnOnce()) -> usize {
    let before = HELD.get();
    MOST.set(before);
    work();
    MOST.get() - before
}

/// Reads, and if there is a module, views and prints it.
fn exercise(bytes: &[u8]) {
    if let Ok(decoded) = read(bytes) {
        for step in walk(&decoded.module) {
            let _ = view(&decoded.module, step.op).map(|op| op.attributes());
        }
        print(&decoded.module);
    }
}

/// The allowance for copies that the reader states, and as much again for the
/// module's own records.
fn limit(len: usize) -> usize {
    2 * (512 * len + (1 << 20))
}

#[test]
fn files_cut_off_anywhere_are_errors() {
    let bytes = fixture("row_norm-13.4").bytes;
    for len in 0..bytes.len() {
        let error = read(&bytes[..len]).unwrap_err();
        assert!(error.offset <= len, "{error}");
    }
}

#[test]
fn every_flipped_bit_gives_a_module_or_an_error() {
    let bytes = fixture("row_norm-13.4").bytes;
    let mut refused = 0;
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            refused += usize::from(read(&changed).is_err());
            exercise(&changed);
        }
    }
    // Most bits are lengths, indices and tags: a wrong one is noticed.
    assert!(refused > 8 * bytes.len() / 3, "{refused}");
}

#[test]
fn every_byte_may_be_the_largest() {
    let bytes = fixture("histogram-13.1").bytes;
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] = 0xFF;
        let most = peak(|| {
            let _ = read(&changed);
        });
        assert!(most < limit(bytes.len()), "byte {at}: {most}");
    }
}

#[test]
fn modules_take_a_moderate_multiple_of_their_files() {
    for f in fixtures() {
        let most = peak(|| {
            read(&f.bytes).unwrap();
        });
        assert!(most < 200 * f.bytes.len(), "{}: {most}", f.name);
    }
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
        let most = peak(|| {
            let _ = read(&bytes);
        });
        prop_assert!(most < limit(bytes.len()));
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
