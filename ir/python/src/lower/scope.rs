//! Variables and jumps in flight.

/// A scope of local variables: one for each function being inlined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScopeId(pub u32);

/// All scopes of a lowering.
#[derive(Debug, Default)]
pub struct Scopes {}
