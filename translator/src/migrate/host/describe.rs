//! The documentation of a host function: what each argument is, and what it was launched with.

use std::collections::BTreeSet;

use tileport_python::specialise::ArrayFacts;
use tileport_rust::source::Kernel;

use super::Passed;
use crate::library::{KernelCase, Specialisation};
use crate::pair::{RunTime, run_time_parameters};

/// The most values that are listed of a constant.
const LISTED: usize = 6;

/// A specialisation that an entry serves, with the values of the entry's generics.
pub struct Served<'a> {
    pub specialisation: &'a Specialisation,
    pub generics: Vec<String>,
}

/// The documentation comment, `# Safety` included.
pub fn documentation(
    case: &KernelCase,
    kernel: &Kernel,
    parameters: &[Passed],
    served: &[Served],
    options: bool,
) -> String {
    let launches: usize = served.iter().map(|s| s.specialisation.count).sum();
    let mut lines = vec![
        format!(
            "Launches [`{0}::{1}`] on `grid` blocks.",
            kernel.module, kernel.name
        ),
        String::new(),
    ];
    for parameter in parameters {
        if let Some(line) = argument(case, parameter, served) {
            lines.push(line);
        }
    }
    lines.extend(constants(kernel, served));
    if options {
        lines.push("- `options`: compiler hints; its launches had different ones".to_owned());
    }
    lines.push(String::new());
    let specialisations = served.len();
    lines.push(format!(
        "Checked for {specialisations} specialisation{} of {launches} launch{}.",
        if specialisations == 1 { "" } else { "s" },
        if launches == 1 { "" } else { "es" },
    ));
    lines.extend([
        String::new(),
        "# Safety".to_owned(),
        String::new(),
        "Arrays written must not overlap others, blocks must not write the same element, and indices"
            .to_owned(),
        "that the kernel reads from arrays must lie inside the arrays they are used for.".to_owned(),
    ]);
    let comment = |line: &String| match line.is_empty() {
        true => "///\n".to_owned(),
        false => format!("/// {line}\n"),
    };
    lines.iter().map(comment).collect()
}

/// One line for an argument that is passed at run time.
fn argument(case: &KernelCase, parameter: &Passed, served: &[Served]) -> Option<String> {
    let python = parameter.python.as_ref()?;
    let names: Vec<&str> = case.parameters.iter().map(|name| &**name).collect();
    let mut types = BTreeSet::new();
    let mut ranks = BTreeSet::new();
    let mut dense = true;
    let mut kind = "";
    for s in served {
        let all = run_time_parameters(&names, &s.specialisation.signature);
        match all.get(parameter.position) {
            Some((_, RunTime::Array(facts))) => {
                types.insert(facts.dtype.to_string());
                ranks.insert(facts.rank());
                dense &= rows_dense(facts);
            }
            Some((_, RunTime::Scalar(dtype))) => {
                types.insert(dtype.to_string());
            }
            Some((_, RunTime::ListPart)) => kind = "a list of arrays: addresses, or their number",
            None => {}
        }
    }
    let types: Vec<String> = types.into_iter().collect();
    let mut line = format!("- `{}`", parameter.rust.name);
    if *python != parameter.rust.name {
        line.push_str(&format!(" (`{python}` in Python)"));
    }
    line.push_str(": ");
    line.push_str(&match ranks.iter().next() {
        Some(rank) if parameter.whole => format!(
            "tensor of {}, rank {rank}{}",
            types.join(" or "),
            if dense && *rank > 0 {
                ", rows dense"
            } else {
                ""
            }
        ),
        Some(rank) => format!(
            "address of a tensor of {}, rank {rank}; its sizes and strides follow",
            types.join(" or ")
        ),
        None if types.is_empty() => kind.to_owned(),
        None => types.join(" or "),
    });
    Some(line)
}

/// Whether the last dimension has stride 1.
fn rows_dense(facts: &ArrayFacts) -> bool {
    facts.stride_constant.last().is_none_or(|s| *s == Some(1))
}

/// A line for each generic: the values it was launched with.
fn constants(kernel: &Kernel, served: &[Served]) -> Vec<String> {
    let mut at = 0;
    let mut lines = Vec::new();
    for generic in &kernel.generics {
        let width = match &generic.kind {
            tileport_rust::GenericKind::Array(Some(length)) => *length,
            _ => 1,
        };
        let mut values: Vec<String> = Vec::new();
        for s in served {
            let value = s
                .generics
                .get(at..at + width)
                .unwrap_or_default()
                .join(", ");
            if !values.contains(&value) {
                values.push(value);
            }
        }
        at += width;
        let more = values.len().saturating_sub(LISTED);
        values.truncate(LISTED);
        let mut line = format!("- `{}`: {}", generic.name, values.join(" or "));
        if more > 0 {
            line.push_str(&format!(" or one of {more} more"));
        }
        lines.push(line);
    }
    lines
}
