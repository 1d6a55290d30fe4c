//! Candidates of the two writers: one kernel for all specialisations where one can serve them,
//! otherwise the fewest variants.

mod exact;
mod readable;

pub use exact::{exact, exact_part};
pub use readable::readable;
