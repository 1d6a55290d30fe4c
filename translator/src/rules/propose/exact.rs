//! Candidates of the exact writer: one kernel for all specialisations where their texts are the
//! same, otherwise the fewest variants.

use std::sync::Arc;

use cutile_ir::Module;
use cutile_ir::ir::Attribute;
use tileport_python::lower::Lowered;

use crate::library::{KernelCase, Specialisation};
use crate::pair::{RunTime, run_time_parameters};
use crate::rules::driver::{Candidate, Refusal, Variant, Writer};
use crate::rules::exact::{self, EntryParameter, Options, Written};

/// Writes every specialisation and folds those that came out the same.
pub fn exact(case: &KernelCase, lowered: &[Lowered]) -> Result<Candidate, Refusal> {
    let all: Vec<usize> = (0..case.specialisations.len()).collect();
    exact_part(case, lowered, &all, None)
}

/// Writes some of the specialisations; with a `stem`, the kernels are named after it.
pub fn exact_part(
    case: &KernelCase,
    lowered: &[Lowered],
    members: &[usize],
    stem: Option<&str>,
) -> Result<Candidate, Refusal> {
    let mut groups: Vec<(Written, Vec<usize>)> = Vec::new();
    for &at in members {
        let (Some(specialisation), Some(lowered)) = (case.specialisations.get(at), lowered.get(at))
        else {
            continue;
        };
        let written = write(case, specialisation, &lowered.module, &lowered.names)?;
        match groups
            .iter_mut()
            .find(|(known, _)| known.source == written.source)
        {
            Some((_, serves)) => serves.push(at),
            None => groups.push((written, vec![at])),
        }
    }
    let mut candidate = Candidate::new(Writer::Exact);
    if groups.len() > 1 {
        let count = groups.len();
        candidate.notes.push(format!("{count} exact kernels: the IR of its specialisations differs in more than facts about parameters"));
    }
    if groups.len() > 1 || stem.is_some() {
        rename(case, lowered, &mut groups, stem.unwrap_or(&case.kernel))?;
    }
    for (written, serves) in groups {
        candidate.variants.push(Variant {
            rust: written.source,
            entry: written.name,
            serves,
            generics: Vec::new(),
        });
    }
    Ok(candidate)
}

/// Gives variants names of their own: `kernel_1`, `kernel_2`, ...
fn rename(
    case: &KernelCase,
    lowered: &[Lowered],
    groups: &mut [(Written, Vec<usize>)],
    stem: &str,
) -> Result<(), Refusal> {
    for (number, (written, serves)) in groups.iter_mut().enumerate() {
        let first = serves
            .first()
            .and_then(|&at| Some((case.specialisations.get(at)?, lowered.get(at)?)));
        if let Some((specialisation, lowered)) = first {
            let mut module = lowered.module.clone();
            set_symbol(&mut module, &format!("{stem}_{}", number + 1));
            *written = write(case, specialisation, &module, &lowered.names)?;
        }
    }
    Ok(())
}

fn set_symbol(module: &mut Module, symbol: &str) {
    for entry in module.functions.clone() {
        for (name, value) in &mut module.op_mut(entry).attributes {
            if name == "sym_name" {
                *value = Attribute::String(symbol.to_owned());
            }
        }
    }
}

fn write(
    case: &KernelCase,
    specialisation: &Specialisation,
    module: &Module,
    names: &[(u32, Arc<str>)],
) -> Result<Written, Refusal> {
    let values = names
        .iter()
        .map(|(v, name)| (*v, name.to_string()))
        .collect();
    let names: Vec<&str> = case.parameters.iter().map(|name| &**name).collect();
    let mut parameter_names = Vec::new();
    let mut layout = Vec::new();
    for (name, parameter) in run_time_parameters(&names, &specialisation.signature) {
        parameter_names.push(name);
        layout.push(match parameter {
            RunTime::Array(facts) => EntryParameter::Array {
                shape: facts.shape_constant.clone(),
                strides: facts.stride_constant.clone(),
            },
            RunTime::Scalar(_) | RunTime::ListPart => EntryParameter::Scalar,
        });
    }
    let options = Options {
        names: Some(&values),
        layout: Some(&layout),
        parameter_names: &parameter_names,
    };
    exact::write(module, &options).map_err(|refusals| refusal(case, &refusals))
}

fn refusal(case: &KernelCase, refusals: &[exact::Refusal]) -> Refusal {
    let line = refusals
        .iter()
        .find_map(|r| r.at.as_ref())
        .map_or(case.line, |(_, line, _)| *line);
    let reasons: Vec<String> = refusals.iter().map(ToString::to_string).collect();
    Refusal {
        line,
        reason: reasons.join("; "),
    }
}
