//! What a launch specialises a kernel on, in neutral terms.
//!
//! The two official launchers derive different facts from one tensor. A translation is judged
//! under the same facts on both sides, so the facts are stated here and expressed as the Rust
//! compiler's `SpecializationBits`, strides and hints, whoever derived them.

use crate::diagnostic::{Diagnostic, Kind};
use crate::source::{Kernel, Parameter, ParameterKind};
use cutile_compiler::hints::{CompileOptions, DebugInfoLevel};
use cutile_compiler::specialization::{DivHint, SpecializationBits};
use cutile_ir::bytecode::BytecodeVersion;

/// Facts about every parameter of a kernel, its generics and compiler options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Values of the generics, in order, as text (`bf16`, `128`, `true`); an array generic
    /// takes one value an element.
    pub generics: Vec<String>,
    /// One a parameter, in order. Missing ones at the end: nothing is known.
    pub arguments: Vec<ArgumentFacts>,
    /// Compiler options of the entry.
    pub options: Options,
}

/// Facts about an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentFacts {
    /// Nothing is known.
    Unknown,
    /// A tensor.
    Tensor(TensorFacts),
    /// An integer divisible by this, or a pointer whose address is, in bytes.
    Divisible(Divisor),
}

/// A power of two that divides a value; 1 says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divisor(u32);

impl Divisor {
    /// Says nothing.
    pub const ONE: Divisor = Divisor(1);
    /// Largest that is passed on.
    pub const MAX: u32 = 1 << 30;

    /// The largest power of two in `n`, at most [`Divisor::MAX`]. Zero and negative numbers
    /// say nothing.
    pub fn of(n: i64) -> Divisor {
        match u32::try_from(n) {
            Ok(n) if n > 0 => Divisor(1 << n.trailing_zeros().min(30)),
            _ => Divisor::ONE,
        }
    }

    /// As a number.
    pub fn get(self) -> u32 {
        self.0
    }

    fn hint(self) -> DivHint {
        let divisor = i32::try_from(self.0).unwrap_or(1);
        DivHint {
            divisor,
            max: divisor.max(16),
        }
    }
}

/// Facts about a tensor. The lists have one entry a dimension, counted in elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorFacts {
    /// What divides each size.
    pub shape: Vec<Divisor>,
    /// What is known of each stride.
    pub strides: Vec<Stride>,
    /// What divides the base address, in bytes.
    pub base: Divisor,
    /// Whether two indices may meet in one element.
    pub may_alias_internally: bool,
}

/// What is known of a stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// Its value.
    Static(i32),
    /// A divisor of it.
    Divisible(Divisor),
}

/// Compiler options of an entry; None leaves the entry's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Tile blocks wanted on a multiprocessor at once.
    pub occupancy: Option<i32>,
    /// Thread blocks that work together on a tile block.
    pub num_ctas: Option<i32>,
    /// Worker warps of a tile block.
    pub num_worker_warps: Option<i32>,
}

/// What is compiled for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    sm: String,
    version: BytecodeVersion,
}

impl Target {
    /// An architecture (`sm_90`) and a bytecode version (`13.3`).
    ///
    /// # Errors
    /// The official writer knows no such version, or the architecture is not `sm_` and a
    /// number.
    pub fn new(sm: &str, version: &str) -> Result<Target, Diagnostic> {
        let refuse = |found: String| Diagnostic::new(Kind::Target, "<target>", found);
        let digits = sm.strip_prefix("sm_").unwrap_or_default();
        if digits.is_empty() || digits.len() > 4 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(
                refuse(format!("`{sm}` is no architecture")).advice("write it like `sm_90`")
            );
        }
        let known = BytecodeVersion::SUPPORTED;
        let version = known
            .iter()
            .find(|v| v.to_string() == version)
            .ok_or_else(|| {
                let known: Vec<_> = known.iter().map(ToString::to_string).collect();
                refuse(format!("bytecode version `{version}` cannot be written"))
                    .advice(format!("choose one of {}", known.join(", ")))
            })?;
        Ok(Target {
            sm: sm.to_owned(),
            version: *version,
        })
    }

    /// The architecture, like `sm_90`.
    pub fn sm(&self) -> &str {
        &self.sm
    }

    /// The bytecode version.
    pub fn version(&self) -> BytecodeVersion {
        self.version
    }
}

/// Facts in the terms of the official compiler.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    pub generics: Vec<String>,
    pub strides: Vec<(String, Vec<i32>)>,
    pub bits: Vec<(String, SpecializationBits)>,
    pub hints: Vec<(String, DivHint)>,
    pub options: Option<CompileOptions>,
}

impl Facts {
    /// Checks the facts against a kernel and expresses them as the official compiler's.
    pub(crate) fn resolve(&self, file: &str, kernel: &Kernel) -> Result<Resolved, Diagnostic> {
        let mut resolved = Resolved {
            generics: self.generics.clone(),
            options: Some(self.options.compile_options()),
            ..Resolved::default()
        };
        if self.arguments.len() > kernel.parameters.len() {
            return Err(Diagnostic::new(
                Kind::Facts,
                file,
                format!(
                    "facts about {} arguments, but `{}` takes {}",
                    self.arguments.len(),
                    kernel.name,
                    kernel.parameters.len()
                ),
            )
            .at(kernel.at)
            .advice("give at most one for each parameter of the kernel"));
        }
        let unknown = std::iter::repeat(&ArgumentFacts::Unknown);
        for (parameter, facts) in kernel
            .parameters
            .iter()
            .zip(self.arguments.iter().chain(unknown))
        {
            resolved.add(parameter, facts).map_err(|found| {
                Diagnostic::new(Kind::Facts, file, found)
                    .at(kernel.at)
                    .advice("make the parameter and the launch argument agree")
            })?;
        }
        Ok(resolved)
    }
}

impl Resolved {
    fn add(&mut self, parameter: &Parameter, facts: &ArgumentFacts) -> Result<(), String> {
        let name = parameter.name.clone();
        match (&parameter.kind, facts) {
            (ParameterKind::Tensor { dynamic, .. }, ArgumentFacts::Tensor(facts)) => {
                self.add_tensor(name, dynamic.as_deref(), facts)
            }
            (
                ParameterKind::Tensor {
                    dynamic: Some(dynamic),
                    ..
                },
                ArgumentFacts::Unknown,
            ) => {
                self.strides.push((name, vec![-1; dynamic.len()]));
                Ok(())
            }
            (ParameterKind::Tensor { dynamic: None, .. }, ArgumentFacts::Unknown) => Err(format!(
                "the rank of tensor `{name}` is generic, so its strides are needed"
            )),
            (
                ParameterKind::Pointer { .. } | ParameterKind::Scalar { .. },
                ArgumentFacts::Divisible(divisor),
            ) => {
                self.hints.push((name, divisor.hint()));
                Ok(())
            }
            (_, ArgumentFacts::Unknown) => Ok(()),
            (_, ArgumentFacts::Tensor(_)) => Err(format!("parameter `{name}` is not a tensor")),
            (_, ArgumentFacts::Divisible(_)) => Err(format!(
                "parameter `{name}` is neither a pointer nor a number"
            )),
        }
    }

    fn add_tensor(
        &mut self,
        name: String,
        dynamic: Option<&[bool]>,
        facts: &TensorFacts,
    ) -> Result<(), String> {
        let rank = dynamic.map_or(facts.strides.len(), <[bool]>::len);
        if facts.shape.len() != rank || facts.strides.len() != rank {
            return Err(format!(
                "tensor `{name}` has {rank} dimensions, the facts are about {} sizes and {} strides",
                facts.shape.len(),
                facts.strides.len()
            ));
        }
        let is_dynamic = |i: usize| dynamic.is_none_or(|d| d.get(i).copied().unwrap_or(true));
        // The compiler numbers divisors by run-time sizes and strides only.
        let shape_div = (facts.shape.iter().enumerate())
            .filter(|(i, _)| is_dynamic(*i))
            .map(|(_, d)| d.hint())
            .collect();
        let stride_div = facts
            .strides
            .iter()
            .filter_map(|s| match s {
                Stride::Static(_) => None,
                Stride::Divisible(d) => Some(d.hint()),
            })
            .collect();
        let strides: Vec<i32> = facts
            .strides
            .iter()
            .map(|s| match s {
                Stride::Static(n) => *n,
                Stride::Divisible(_) => -1,
            })
            .collect();
        let bits = SpecializationBits {
            shape_div,
            stride_div,
            stride_one: strides.iter().map(|&s| s == 1).collect(),
            base_ptr_div: facts.base.hint(),
            elements_disjoint: !facts.may_alias_internally,
        };
        self.strides.push((name.clone(), strides));
        self.bits.push((name, bits));
        Ok(())
    }
}

impl Options {
    /// Without debug information, whatever profile this crate was built in.
    fn compile_options(self) -> CompileOptions {
        let mut options = CompileOptions::new().debug_info(DebugInfoLevel::None);
        options.occupancy = self.occupancy;
        options.num_cta_in_cga = self.num_ctas;
        options.num_worker_warps_per_cta = self.num_worker_warps;
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_are_powers_of_two() {
        assert_eq!(
            [0, -4, 1, 24, 48, i64::MAX].map(|n| Divisor::of(n).get()),
            [1, 1, 1, 8, 16, 1]
        );
        assert_eq!(Divisor::of(1 << 30).get(), Divisor::MAX);
    }

    #[test]
    fn targets_are_checked() {
        assert!(Target::new("sm_90", "13.3").is_ok());
        for (sm, version) in [
            ("sm_", "13.3"),
            ("90", "13.3"),
            ("sm_90", "13.1"),
            ("sm_9x", "13.3"),
        ] {
            assert!(Target::new(sm, version).is_err(), "{sm} {version}");
        }
    }
}
