//! The sections of a cubin (an ELF file) that decide what runs.

use std::fmt;

use object::Endianness;
use object::elf::FileHeader64;
use object::read::elf::{FileHeader, SectionHeader};
use serde::Serialize;

#[derive(Debug, thiserror::Error)]
#[error("not a cubin: {0}")]
pub struct CubinError(String);

/// What of a kernel's cubin decides how it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cubin {
    /// The instructions (`.text.<entry>`).
    pub text: Vec<u8>,
    /// Constant banks that hold data (all but bank 0, which holds the launch arguments), by name.
    pub constants: Vec<(String, Vec<u8>)>,
    /// Bytes of launch arguments (constant bank 0).
    pub arguments: u64,
    /// Registers a thread needs.
    pub registers: u32,
    /// Bytes of static shared memory.
    pub shared: u64,
    /// Initialised and zeroed global data, in bytes.
    pub globals: u64,
}

/// The name of the one kernel in a cubin.
///
/// # Errors
/// Something else than a cubin with one kernel.
pub fn entry_of(bytes: &[u8]) -> Result<String, CubinError> {
    let wrong = |e: object::Error| CubinError(e.to_string());
    let header = FileHeader64::<Endianness>::parse(bytes).map_err(wrong)?;
    let endian = header.endian().map_err(wrong)?;
    let sections = header.sections(endian, bytes).map_err(wrong)?;
    let mut entries = Vec::new();
    for section in sections.iter() {
        let name = sections.section_name(endian, section).map_err(wrong)?;
        if let Some(entry) = name.strip_prefix(b".text.") {
            entries.push(String::from_utf8_lossy(entry).into_owned());
        }
    }
    match <[String; 1]>::try_from(entries) {
        Ok([entry]) => Ok(entry),
        Err(entries) => Err(CubinError(format!(
            "expected one kernel, found {}",
            entries.len()
        ))),
    }
}

impl Cubin {
    /// Reads a cubin with one kernel, as `tileiras` writes it.
    pub fn parse(bytes: &[u8]) -> Result<Self, CubinError> {
        let wrong = |e: object::Error| CubinError(e.to_string());
        let header = FileHeader64::<Endianness>::parse(bytes).map_err(wrong)?;
        let endian = header.endian().map_err(wrong)?;
        let sections = header.sections(endian, bytes).map_err(wrong)?;
        let mut cubin = Self {
            text: Vec::new(),
            constants: Vec::new(),
            arguments: 0,
            registers: 0,
            shared: 0,
            globals: 0,
        };
        let mut kernels = 0;
        for section in sections.iter() {
            let name = sections.section_name(endian, section).map_err(wrong)?;
            let name = String::from_utf8_lossy(name).into_owned();
            let data = || {
                section
                    .data(endian, bytes)
                    .map(<[u8]>::to_vec)
                    .map_err(wrong)
            };
            let size = section.sh_size(endian);
            if name.starts_with(".text.") {
                kernels += 1;
                cubin.text = data()?;
                // The register count rides in the upper byte of the section's info word.
                cubin.registers = section.sh_info(endian) >> 24;
            } else if let Some(bank) = name.strip_prefix(".nv.constant") {
                if bank.starts_with("0.") || bank == "0" {
                    cubin.arguments = size;
                } else {
                    let bank = bank.split('.').next().unwrap_or(bank).to_owned();
                    cubin.constants.push((bank, data()?));
                }
            } else if name.starts_with(".nv.shared.") && !name.starts_with(".nv.shared.reserved") {
                cubin.shared = size;
            } else if name.starts_with(".nv.global") {
                cubin.globals += size;
            }
        }
        match kernels {
            1 => Ok(cubin),
            n => Err(CubinError(format!("expected one kernel, found {n}"))),
        }
    }

    /// The parts in which two kernels differ; empty when they run the same code.
    pub fn differences(&self, other: &Self) -> Vec<CodeDifference> {
        let mut found = Vec::new();
        if self.text != other.text {
            let first = self.text.iter().zip(&other.text).position(|(a, b)| a != b);
            let at = first.unwrap_or(self.text.len().min(other.text.len()));
            found.push(CodeDifference::Text {
                bytes: [self.text.len(), other.text.len()],
                first_differing_byte: at,
            });
        }
        if self.constants != other.constants {
            found.push(CodeDifference::Constants);
        }
        let mut counts = |what: Resource, a: u64, b: u64| {
            if a != b {
                found.push(CodeDifference::Resource {
                    what,
                    python: a,
                    rust: b,
                });
            }
        };
        counts(Resource::ArgumentBytes, self.arguments, other.arguments);
        counts(
            Resource::Registers,
            self.registers.into(),
            other.registers.into(),
        );
        counts(Resource::SharedBytes, self.shared, other.shared);
        counts(Resource::GlobalBytes, self.globals, other.globals);
        found
    }
}

/// One way in which the machine code of a pair differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CodeDifference {
    /// Instructions; the offset is into the section, and an instruction is 16 bytes.
    Text {
        bytes: [usize; 2],
        first_differing_byte: usize,
    },
    /// Data in a constant bank.
    Constants,
    Resource {
        what: Resource,
        python: u64,
        rust: u64,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    ArgumentBytes,
    Registers,
    SharedBytes,
    GlobalBytes,
}

impl fmt::Display for CodeDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text {
                bytes: [python, rust],
                first_differing_byte,
            } => write!(
                f,
                "instructions: {python} bytes from Python, {rust} from Rust, first difference in instruction {}",
                first_differing_byte / 16
            ),
            Self::Constants => f.write_str("constant data"),
            Self::Resource { what, python, rust } => {
                let what = match what {
                    Resource::ArgumentBytes => "bytes of arguments",
                    Resource::Registers => "registers",
                    Resource::SharedBytes => "bytes of shared memory",
                    Resource::GlobalBytes => "bytes of global data",
                };
                write!(f, "{what}: {python} from Python, {rust} from Rust")
            }
        }
    }
}
