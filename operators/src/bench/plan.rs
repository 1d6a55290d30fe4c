//! `plan.json`: the pairs of a bundle and all that is needed to run them.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tileport_python::dtype::Dtype;

use super::marshal::Parameter;
use crate::configuration::Configuration;
use crate::input::Tolerance;
use crate::problem::Problem;

/// The name of the file in a bundle.
pub const FILE_NAME: &str = "plan.json";
/// The form of the file that this version reads and writes.
pub const SCHEMA: &str = "tileport-bench-plan/1";
/// The largest plan that is read, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// What a bundle holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub schema: String,
    /// What made the code: names of tools and their versions.
    pub toolchain: BTreeMap<String, String>,
    pub pairs: Vec<PlannedPair>,
}

/// Two kernels that should be one, and how to launch them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedPair {
    /// Unique in the plan.
    pub id: String,
    /// What results are grouped by.
    pub operator: String,
    pub configuration: Configuration,
    /// The entry's parameters: the same for both sides.
    pub parameters: Vec<Parameter>,
    /// How far the sides may be apart, by data type of an output; what is not named takes the usual.
    #[serde(default)]
    pub tolerance: BTreeMap<Dtype, Tolerance>,
    /// Machine code by architecture, such as `sm_90`.
    pub code: BTreeMap<String, PairCode>,
}

/// Machine code of both sides for one architecture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairCode {
    pub python: Code,
    pub rust: Code,
    /// What decides how they run is the same, section by section; names and debug information may differ.
    pub same: bool,
}

/// One side's machine code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Code {
    /// Path in the bundle, with `/`.
    pub file: String,
    /// The name of the kernel in it.
    pub entry: String,
}

impl Plan {
    /// Reads the plan of a bundle and checks that it stays inside of it.
    ///
    /// # Errors
    /// A file that cannot be read, that is no plan, or that names files outside of the bundle.
    pub fn read(bundle: &Path) -> Result<Self, Problem> {
        let file = bundle.join(FILE_NAME);
        let unreadable = |error| Problem::of_file(&file, format!("cannot be read: {error}"));
        if std::fs::metadata(&file).map_err(unreadable)?.len() > MAX_BYTES {
            return Err(Problem::of_file(
                &file,
                format!("larger than {MAX_BYTES} bytes"),
            ));
        }
        let text = std::fs::read_to_string(&file).map_err(unreadable)?;
        Self::parse(&text, &file)
    }

    fn parse(text: &str, file: &Path) -> Result<Self, Problem> {
        let plan: Self = serde_json::from_str(text).map_err(|error| Problem {
            line: error.line(),
            column: error.column(),
            ..Problem::of_file(file, error.to_string())
        })?;
        if plan.schema != SCHEMA {
            let found = format!("a plan of another form: {:?}", plan.schema);
            return Err(Problem::of_file(file, found)
                .help(format!("make the bundle again; this runner reads {SCHEMA}")));
        }
        for pair in &plan.pairs {
            for code in pair
                .code
                .values()
                .flat_map(|code| [&code.python, &code.rust])
            {
                let inside = Path::new(&code.file)
                    .components()
                    .all(|part| matches!(part, Component::Normal(_)));
                if !inside {
                    let found =
                        format!("pair {}: {:?} is outside of the bundle", pair.id, code.file);
                    return Err(Problem::of_file(file, found));
                }
            }
        }
        Ok(plan)
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        // Text keys and numbers that JSON can write: nothing here can fail to serialise.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

impl PlannedPair {
    /// A hash of everything that a result of this pair depends on, for resuming: the plan's entry with the code's
    /// content-addressed file names.
    pub fn fingerprint(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        let digest = format!("{:x}", Sha256::digest(text.as_bytes()));
        digest.chars().take(16).collect()
    }

    /// How far the sides may be apart in an output of this type.
    pub fn tolerance(&self, dtype: Dtype) -> Tolerance {
        self.tolerance
            .get(&dtype)
            .copied()
            .unwrap_or_else(|| usual_tolerance(dtype))
    }
}

/// A few units in the last place of values near one.
fn usual_tolerance(dtype: Dtype) -> Tolerance {
    let close = match dtype {
        Dtype::Float64 => 1e-12,
        Dtype::Float32 | Dtype::TFloat32 => 1e-5,
        Dtype::Float16 => 2e-3,
        Dtype::BFloat16 => 1.6e-2,
        Dtype::Float8E4M3FN | Dtype::Float8E5M3FNU => 0.125,
        Dtype::Float8E5M2 => 0.25,
        Dtype::Float8E8M0FNU | Dtype::Float4E2M1FN => 0.0,
        Dtype::Bool
        | Dtype::UInt8
        | Dtype::UInt16
        | Dtype::UInt32
        | Dtype::UInt64
        | Dtype::Int8
        | Dtype::Int16
        | Dtype::Int32
        | Dtype::Int64 => 0.0,
    };
    Tolerance {
        absolute: close,
        relative: close,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A plan with one pair that adds two vectors.
    pub(crate) fn example() -> Plan {
        let text = r#"{"file":"add/source.py","kernel":"add","grid":[4,1,1],"args":[{"t":"float32","shape":[100],"stride":[1],"align":256},{"t":"float32","shape":[100],"stride":[1],"align":256}],"opts":""}"#;
        let launches = crate::launch::read_from(&mut text.as_bytes(), Path::new("l")).unwrap();
        let code = |name: &str| Code {
            file: format!("code/{name}.cubin"),
            entry: "add".to_owned(),
        };
        Plan {
            schema: SCHEMA.to_owned(),
            toolchain: BTreeMap::from([("tileiras".to_owned(), "13.5".to_owned())]),
            pairs: vec![PlannedPair {
                id: "add-1".to_owned(),
                operator: "add".to_owned(),
                configuration: launches[0].to_configuration().unwrap(),
                parameters: vec![Parameter::Pointer(0), Parameter::Pointer(1)],
                tolerance: BTreeMap::from([(Dtype::Float32, Tolerance::default())]),
                code: BTreeMap::from([(
                    "sm_90".to_owned(),
                    PairCode {
                        python: code("a"),
                        rust: code("b"),
                        same: false,
                    },
                )]),
            }],
        }
    }

    #[test]
    fn a_plan_reads_back() {
        let plan = example();
        assert_eq!(Plan::parse(&plan.to_json(), Path::new("p")), Ok(plan));
    }

    #[test]
    fn plans_of_another_form_and_escaping_files_are_refused() {
        let mut plan = example();
        plan.schema = "tileport-bench-plan/2".to_owned();
        let problem = Plan::parse(&plan.to_json(), Path::new("p")).unwrap_err();
        assert!(problem.to_string().contains("another form"), "{problem}");
        for file in ["../x", "/etc/passwd", "code/../../x"] {
            let mut plan = example();
            plan.pairs[0].code.get_mut("sm_90").unwrap().rust.file = file.to_owned();
            let problem = Plan::parse(&plan.to_json(), Path::new("p")).unwrap_err();
            assert!(
                problem.message.contains("outside of the bundle"),
                "{problem}"
            );
        }
        let problem = Plan::parse("{\n  \"schema\": 1", Path::new("p")).unwrap_err();
        assert_eq!(problem.line, 2);
    }

    #[test]
    fn the_fingerprint_follows_the_code_and_the_launch() {
        let one = example().pairs.remove(0);
        let mut two = one.clone();
        two.configuration.grid = [5, 1, 1];
        assert_ne!(one.fingerprint(), two.fingerprint());
        let mut three = one.clone();
        three.code.get_mut("sm_90").unwrap().rust.file = "code/c.cubin".to_owned();
        assert_ne!(one.fingerprint(), three.fingerprint());
        assert_eq!(one.fingerprint(), one.clone().fingerprint());
    }
}
