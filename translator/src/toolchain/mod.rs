//! Where the official tools are, and how to run them.
//!
//! The pinned toolchain sits in the project's `.toolchain` folder (`cargo xtask setup` fills it).
//! `TILEPORT_TOOLCHAIN` names another folder of the same layout. `tileiras` is also looked for in
//! an installed CUDA toolkit and on `PATH`, since it is a tool people install by itself.

mod find;
mod process;
mod tileiras;

pub use find::{Missing, Toolchain};
pub use process::{Finished, ProcessError, run_bounded};
pub use tileiras::{Arch, AssembleError, Assembler};
