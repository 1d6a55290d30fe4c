//! Pairs to machine code, and whether the code is the same.
//!
//! Whole cubins never are: they carry symbol names and debug information. What decides how a
//! kernel runs is in a few sections, and those are compared byte for byte ([`cubin`]). Equal
//! sections mean equal device time by construction, also on architectures nobody here owns.

mod cubin;
mod pairs;

pub use cubin::{CodeDifference, Cubin, CubinError, entry_of};
pub use pairs::{CodeVerdict, PairCode, assemble_pair};
