//! Assembling the two sides of a pair and comparing the result.

use serde::Serialize;

use super::cubin::{CodeDifference, Cubin};
use crate::toolchain::{Arch, AssembleError, Assembler};

/// What the assembler said of a pair for one architecture.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum CodeVerdict {
    /// The same machine code, section by section.
    Identical,
    Different {
        differences: Vec<CodeDifference>,
    },
    /// Python's own module is not accepted for this architecture: nothing to compare with.
    PythonRefused {
        reason: String,
    },
    /// Python's module is accepted and Rust's is not.
    RustRefused {
        reason: String,
    },
}

/// The machine code of a pair: the verdict, and sizes where both sides assembled.
#[derive(Debug, Clone, Serialize)]
pub struct PairCode {
    pub arch: String,
    #[serde(flatten)]
    pub verdict: CodeVerdict,
}

/// Assembles both sides of a pair for `arch`. Equal bytecode is assembled once.
pub fn assemble_pair(assembler: &Assembler, python: &[u8], rust: &[u8], arch: Arch) -> PairCode {
    let verdict = match side(assembler, python, arch) {
        Err(reason) => CodeVerdict::PythonRefused { reason },
        Ok(_) if python == rust => CodeVerdict::Identical,
        Ok(python) => match side(assembler, rust, arch) {
            Err(reason) => CodeVerdict::RustRefused { reason },
            Ok(rust) => {
                let differences = python.differences(&rust);
                if differences.is_empty() {
                    CodeVerdict::Identical
                } else {
                    CodeVerdict::Different { differences }
                }
            }
        },
    };
    PairCode {
        arch: arch.to_string(),
        verdict,
    }
}

fn side(assembler: &Assembler, bytecode: &[u8], arch: Arch) -> Result<Cubin, String> {
    let bytes = assembler
        .assemble(bytecode, arch)
        .map_err(|e: AssembleError| e.to_string())?;
    Cubin::parse(&bytes).map_err(|e| e.to_string())
}
