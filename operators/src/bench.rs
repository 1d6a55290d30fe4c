//! Timing pairs on a GPU.
//!
//! Where the toolchain is, [`bundle`] puts the machine code of pairs, a [`plan`] and the runner into one folder. Where
//! the GPU is, the runner (`tileport-bench-run`, a driver is all it needs) works through the plan: [`supervise`]
//! restarts a [`worker`] process that a faulty kernel takes down, and appends one line a pair to the results.
//! [`report`] sums results up, anywhere.
//!
//! For a pair, the worker
//! - lays out memory with guard zones ([`arena`]) and passes arguments as [`marshal`] says;
//! - checks that both kernels write the same and nothing else ([`check`]);
//! - times them interleaved, with an A/A control ([`measure`], [`statistics`]);
//! - writes down an [`outcome`] with all that a reader needs to judge the number.
//!
//! [`device`] is what it asks of a GPU, [`cuda`] a real one; tests use one made of closures.

pub mod arena;
pub mod bundle;
pub mod check;
pub mod cuda;
pub mod device;
pub mod marshal;
pub mod measure;
pub mod outcome;
pub mod pair;
pub mod plan;
pub mod report;
pub mod statistics;
pub mod supervise;
pub mod worker;
