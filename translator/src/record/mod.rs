//! Launch records of somebody's program: what it launches, written down while it runs.
//!
//! The program runs as it is, with a folder of ours on `PYTHONPATH`. Python imports
//! `sitecustomize` from there before anything else, which replaces the launch functions of the
//! official package the moment it is loaded. Every process the program starts does the same, so
//! that parallel test runners are recorded as well. None of the program's files is touched.

mod run;

pub use run::{Options, RecordError, Recorded, Unrecorded, record};
