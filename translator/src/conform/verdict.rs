//! Comparing what the two compilers made of one specialisation.

use std::path::Path;

use cutile_ir::Module;
use serde::Serialize;
use tileport_ir::compare;
use tileport_python::Diagnostics;

use crate::official::{Answer, OracleRejection};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The same operations in the same order with the same attributes.
    Identical,
    /// The same in normal form.
    Equivalent,
    Different,
    /// The official compiler accepts it, we do not.
    Unsupported,
    BothReject,
    /// The official compiler refuses it, we do not.
    OfficialRejects,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::Equivalent => "equivalent",
            Self::Different => "different",
            Self::Unsupported => "unsupported",
            Self::BothReject => "refused by both",
            Self::OfficialRejects => "refused by the official compiler",
        }
    }
}

/// What is found of one specialisation.
#[derive(Debug)]
pub struct Judgement {
    pub verdict: Verdict,
    /// What the verdict rests on where they are not identical.
    pub detail: Option<String>,
    /// Where each refuses it, when both do and the official compiler says where.
    pub places: Option<Places>,
}

/// The lines that two refusals of one specialisation name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Places {
    /// `file:line` of our first diagnostic.
    pub ours: String,
    /// `file:line` of the official compiler's, the file as we name it where it is the same.
    pub official: String,
    pub agree: bool,
}

impl Places {
    fn of(ours: &Diagnostics, theirs: &OracleRejection) -> Option<Self> {
        let ours = ours.0.first()?;
        let (file, line) = (theirs.file.as_ref()?, theirs.line?);
        // The official compiler names files by absolute paths.
        let is_same = Path::new(file).ends_with(&ours.file);
        let file = if is_same { &ours.file } else { file };
        Some(Self {
            ours: format!("{}:{}", ours.file, ours.line),
            official: format!("{file}:{line}"),
            agree: is_same && line == ours.line,
        })
    }
}

/// Compares what we made of a specialisation with what the official compiler did.
pub fn judge(ours: Result<Module, Diagnostics>, official: &Answer) -> Judgement {
    let mut places = None;
    let (verdict, detail) = match (ours, official) {
        (Ok(module), Answer::Compiled { bytecode, .. }) => compare(&module, bytecode),
        (Err(refusal), Answer::Compiled { .. }) => {
            (Verdict::Unsupported, Some(refusal.to_string()))
        }
        (Ok(_), Answer::Rejected(theirs)) => (
            Verdict::OfficialRejects,
            Some(format!("official: {}", theirs)),
        ),
        (Err(ours), Answer::Rejected(theirs)) => {
            places = Places::of(&ours, theirs);
            let detail = format!("ours: {ours}; official: {}", theirs);
            (Verdict::BothReject, Some(detail))
        }
    };
    Judgement {
        verdict,
        detail,
        places,
    }
}

fn compare(ours: &Module, official: &[u8]) -> (Verdict, Option<String>) {
    let official = match tileport_ir::bytecode::read(official) {
        Ok(decoded) => decoded.module,
        Err(error) => {
            return (
                Verdict::Different,
                Some(format!("the official bytecode cannot be read: {error}")),
            );
        }
    };
    let identical = match compare::identical(ours, &official) {
        Ok(comparison) => comparison,
        Err(malformed) => return (Verdict::Different, Some(malformed.to_string())),
    };
    if identical.holds() {
        return (Verdict::Identical, None);
    }
    let first = identical.mismatches.first().map(ToString::to_string);
    match compare::equivalent(ours, &official) {
        Ok(comparison) if comparison.holds() => (Verdict::Equivalent, first),
        Ok(_) => (Verdict::Different, first),
        Err(malformed) => (Verdict::Different, Some(malformed.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejected(file: &str, line: u32) -> OracleRejection {
        OracleRejection {
            kind: "TileTypeError".to_owned(),
            message: "no".to_owned(),
            file: Some(file.to_owned()),
            line: Some(line),
            column: None,
        }
    }

    #[test]
    fn refusals_agree_on_the_same_line_of_the_same_file() {
        let source = "import cuda.tile as ct\n@ct.kernel\ndef k(x):\n  with x: pass\n";
        let package = tileport_python::Package::from_source("ops/k.py", source).unwrap();
        let signature = tileport_python::Signature {
            parameters: vec![tileport_python::specialise::Parameter::Constant(
                tileport_python::mid::Const::None,
            )],
            symbol: None,
            hints: Default::default(),
        };
        let ours =
            tileport_python::lower(&package, "ops/k.py", "k", &signature, &Default::default())
                .expect_err("None is no context manager");
        let agree = |file, line| Places::of(&ours, &rejected(file, line)).unwrap().agree;
        assert!(agree("/sources/ops/k.py", 4));
        assert!(!agree("/sources/ops/k.py", 5));
        assert!(!agree("/sources/ops/other.py", 4));
        assert!(!agree("/sources/drops/k.py", 4));
    }
}
