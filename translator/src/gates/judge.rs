//! One specialisation of a candidate: lowered by the official compiler, compared with the Python.

use std::fmt;

use cutile_ir::Module;
use tileport_ir::{Version, compare};
use tileport_rust::{Prepared, Source, Target};

use crate::library::{KernelCase, Specialisation};
use crate::pair::{rust_facts, rust_facts_with};
use crate::toolchain::Arch;

/// How a candidate compares with the Python for one specialisation, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Identical,
    Equivalent,
    Different,
    /// The official compiler refuses the candidate.
    Refused,
}

/// What was found for one specialisation.
#[derive(Debug, Clone)]
pub struct Evidence {
    pub verdict: Verdict,
    /// The candidate's module, where the compiler made one.
    pub rust: Option<Module>,
    /// The compiler's complaint, or the first mismatches.
    pub details: Vec<String>,
}

/// Judges specialisations of one candidate kernel; the parsed and linked modules are shared.
pub struct Judge {
    prepared: Prepared,
    arch: Arch,
    version: Version,
}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge")
            .field("kernel", &self.prepared.kernel().name)
            .finish_non_exhaustive()
    }
}

impl Judge {
    /// Prepares the kernel called `entry` of `source`.
    ///
    /// # Errors
    /// There is no such kernel, or the official compiler refuses its modules.
    pub fn new(
        source: &Source,
        entry: &str,
        arch: Arch,
        version: Version,
    ) -> Result<Self, tileport_rust::Diagnostic> {
        Ok(Self {
            prepared: Prepared::new(source, source.kernel(entry)?)?,
            arch,
            version,
        })
    }

    /// Lowers the candidate under the facts of `specialisation` and compares it with `python`.
    /// `generics` are the values of its generics where whoever wrote it says them; otherwise they
    /// are found by name.
    pub fn judge(
        &self,
        kernel: &KernelCase,
        specialisation: &Specialisation,
        generics: Option<&[String]>,
        python: &Module,
    ) -> Evidence {
        match self.lower(kernel, specialisation, generics) {
            Ok(rust) => compared(python, rust),
            Err(complaint) => Evidence {
                verdict: Verdict::Refused,
                rust: None,
                details: vec![complaint],
            },
        }
    }

    fn lower(
        &self,
        kernel: &KernelCase,
        specialisation: &Specialisation,
        generics: Option<&[String]>,
    ) -> Result<Module, String> {
        let names: Vec<&str> = kernel.parameters.iter().map(|name| &**name).collect();
        let (rust, signature) = (self.prepared.kernel(), &specialisation.signature);
        let arch = self.arch.to_string();
        let facts = match generics {
            Some(generics) => rust_facts_with(rust, &names, signature, &arch, generics.to_vec()),
            None => rust_facts(rust, &names, signature, &arch),
        }
        .map_err(|e| e.to_string())?;
        let target = Target::new(&self.arch.to_string(), &self.version.to_string())
            .map_err(|e| e.to_string())?;
        self.prepared
            .lower(&facts, &target)
            .map_err(|e| e.to_string())
    }
}

fn compared(python: &Module, rust: Module) -> Evidence {
    let identical = compare::identical(python, &rust).is_ok_and(|c| c.holds());
    let (verdict, details) = match compare::equivalent(python, &rust) {
        _ if identical => (Verdict::Identical, Vec::new()),
        Ok(comparison) if comparison.holds() => (Verdict::Equivalent, Vec::new()),
        Ok(comparison) => (
            Verdict::Different,
            comparison
                .mismatches
                .iter()
                .map(ToString::to_string)
                .collect(),
        ),
        Err(malformed) => (Verdict::Refused, vec![malformed.to_string()]),
    };
    Evidence {
        verdict,
        rust: Some(rust),
        details,
    }
}
