//! The launches of a library, sorted by kernel, with duplicates folded.
//!
//! Many launches compile to the same thing: what counts is the *specialisation*, the facts that a
//! launch specialises on. Everything downstream works on distinct specialisations and remembers
//! how many launches share each.

mod describe;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use tileport_python::{Diagnostics, Package, Signature};

pub use tileport_operators::library::{Origin, configurations};
pub use tileport_operators::{Configuration, Problem};

/// A source root and the kernels that its launches name.
#[derive(Debug)]
pub struct Library {
    pub package: Arc<Package>,
    /// In order of file and kernel name.
    pub kernels: Vec<KernelCase>,
    /// Launch rows in all.
    pub launches: usize,
}

/// A kernel and what it is launched with.
#[derive(Debug, Clone)]
pub struct KernelCase {
    /// Path below the source root.
    pub file: String,
    pub kernel: String,
    /// Line of the kernel's definition, 1-based; 0 when it cannot be found.
    pub line: u32,
    /// Names of the kernel's parameters, in order.
    pub parameters: Vec<Arc<str>>,
    pub specialisations: Vec<Specialisation>,
    /// Launches that do not fit the kernel, or a kernel that cannot be found: said, never dropped.
    pub faults: Vec<Fault>,
}

/// What a set of launches specialises on.
#[derive(Debug, Clone)]
pub struct Specialisation {
    /// Stable over machines: the name of the first configuration that has it.
    pub id: String,
    pub signature: Signature,
    /// One launch that has it.
    pub launch: Configuration,
    /// How many launches have it.
    pub count: usize,
    /// The facts in a few words.
    pub summary: String,
}

/// A launch that could not be read against its kernel.
#[derive(Debug, Clone)]
pub struct Fault {
    pub launch: Configuration,
    pub diagnostics: Diagnostics,
}

impl Library {
    /// Sorts `launches` by kernel and folds those that specialise on the same facts.
    pub fn new(root: &Path, launches: Vec<Configuration>) -> Self {
        let package = Arc::new(Package::open(root));
        let total = launches.len();
        let mut by_kernel: HashMap<(String, String), Vec<Configuration>> = HashMap::new();
        for launch in launches {
            by_kernel
                .entry((launch.file.clone(), launch.kernel.clone()))
                .or_default()
                .push(launch);
        }
        let mut kernels: Vec<KernelCase> = by_kernel
            .into_iter()
            .map(|((file, kernel), launches)| KernelCase::new(&package, file, kernel, launches))
            .collect();
        kernels.sort_by(|a, b| (&a.file, &a.kernel).cmp(&(&b.file, &b.kernel)));
        Self {
            package,
            kernels,
            launches: total,
        }
    }

    /// Only the kernels of one file, and of these only the one called `kernel` where given.
    pub fn of_file(mut self, file: &str, kernel: Option<&str>) -> Self {
        self.kernels
            .retain(|k| k.file == file && kernel.is_none_or(|name| k.kernel == name));
        self
    }

    /// The same launches of the same kernels in another package, for comparing two revisions. The
    /// facts are kept: what changed is the source, not the launch.
    pub fn moved_to(&self, root: &Path, file: &str) -> Self {
        let kernels = self.kernels.iter().map(|case| KernelCase {
            file: file.to_owned(),
            faults: Vec::new(),
            ..case.clone()
        });
        Self {
            package: Arc::new(Package::open(root)),
            kernels: kernels.collect(),
            launches: self.launches,
        }
    }

    /// Every specialisation with its kernel.
    pub fn each(&self) -> impl Iterator<Item = (&KernelCase, &Specialisation)> {
        self.kernels
            .iter()
            .flat_map(|k| k.specialisations.iter().map(move |s| (k, s)))
    }

    /// Distinct specialisations in all.
    pub fn specialisations(&self) -> usize {
        self.kernels.iter().map(|k| k.specialisations.len()).sum()
    }
}

impl KernelCase {
    fn new(package: &Package, file: String, kernel: String, launches: Vec<Configuration>) -> Self {
        let mut case = Self {
            file,
            kernel,
            line: 0,
            parameters: Vec::new(),
            specialisations: Vec::new(),
            faults: Vec::new(),
        };
        let found = match package.kernel(&case.file, &case.kernel) {
            Ok(found) => found,
            Err(diagnostics) => {
                case.faults
                    .extend(launches.into_iter().take(1).map(|launch| Fault {
                        launch,
                        diagnostics: diagnostics.clone(),
                    }));
                return case;
            }
        };
        case.line = line_of(package, &found).unwrap_or_default();
        case.parameters = found
            .parameters
            .iter()
            .map(|(name, _)| name.clone())
            .collect();
        let annotations: Vec<_> = found
            .parameters
            .iter()
            .map(|(_, annotation)| annotation.clone())
            .collect();
        let mut known: HashMap<String, usize> = HashMap::new();
        for launch in launches {
            let hints = launch.hints().or(&found.hints);
            let signature =
                match Signature::from_launch(&launch.launch_arguments(), &annotations, hints) {
                    Ok(signature) => signature,
                    Err(error) => {
                        let place = tileport_python::diagnostic::Place {
                            file: case.file.clone(),
                            ..Default::default()
                        };
                        case.faults.push(Fault {
                            launch,
                            diagnostics: error.into_diagnostic(place, Vec::new()).into(),
                        });
                        continue;
                    }
                };
            let facts = describe::facts(&signature);
            if let Some(&at) = known.get(&facts) {
                if let Some(specialisation) = case.specialisations.get_mut(at) {
                    specialisation.count += 1;
                }
                continue;
            }
            known.insert(facts, case.specialisations.len());
            let id = launch.id.trim_start_matches('_').replace('/', "-");
            let summary = describe::summary(&found.parameters, &signature);
            case.specialisations.push(Specialisation {
                id,
                signature,
                launch,
                count: 1,
                summary,
            });
        }
        case
    }
}

fn line_of(package: &Package, kernel: &tileport_python::modules::Kernel) -> Option<u32> {
    let module = package.module_by_id(kernel.function.module)?;
    let function = module.functions.get(kernel.function.index as usize)?;
    Some(module.lines.position(function.span.start).line)
}
