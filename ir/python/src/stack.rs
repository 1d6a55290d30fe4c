//! Room for recursion over what a file nests: depth is bounded by counters, and stack is made
//! to fit, so that neither a thread's small stack nor an unoptimised build matters.

/// Left when more stack is taken; more than any one step between two calls of [`enough`] needs.
const RED_ZONE: usize = 128 << 10;
/// Taken at a time.
const SEGMENT: usize = 2 << 20;

/// Runs `f` with enough stack for one more level of nesting.
pub(crate) fn enough<T>(f: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, SEGMENT, f)
}
