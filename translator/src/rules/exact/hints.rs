//! Optimisation hints, which the two languages write differently: Python by architecture with a
//! default, cuTile Rust for the architecture that is compiled for.

use cutile_ir::ir::{Attribute, OptimizationHints};
use proc_macro2::TokenStream;
use quote::quote;

use super::types::integer;
use std::collections::BTreeSet;

/// The hints of a memory access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AccessHints {
    pub latency: Option<i64>,
    pub allow_tma: bool,
}

/// Architectures that a default is written out for.
pub(super) const ARCHITECTURES: &[&str] = &[
    "sm_80", "sm_86", "sm_87", "sm_88", "sm_89", "sm_90", "sm_100", "sm_103", "sm_110", "sm_120",
    "sm_121",
];

/// The hints of an access, which cuTile Rust gives for whatever architecture is compiled for; or
/// why they cannot be given so.
pub(super) fn access(hints: Option<&OptimizationHints>) -> Result<AccessHints, String> {
    let mut found = AccessHints {
        latency: None,
        allow_tma: true,
    };
    let listed = hints.map_or(&[][..], |h| &h.entries);
    let mut listed = listed.iter().filter(|(_, entries)| !entries.is_empty());
    let (first, second) = (listed.next(), listed.next());
    if second.is_some() {
        return Err("hints that differ between architectures".into());
    }
    for (name, value) in first.map_or(&[][..], |(_, entries)| entries) {
        match (name.as_str(), value) {
            ("latency", Attribute::Integer(cycles, _)) => found.latency = Some(*cycles),
            ("allow_tma", Attribute::Bool(allow)) => found.allow_tma = *allow,
            _ => return Err(format!("unknown hint `{name}`")),
        }
    }
    Ok(found)
}

pub(super) fn tma(hints: AccessHints) -> TokenStream {
    if hints.allow_tma {
        quote!(tma::Enabled)
    } else {
        quote!(tma::Disabled)
    }
}

/// `Some(cycles)` or `None`.
pub(super) fn latency(hints: AccessHints) -> TokenStream {
    match hints.latency {
        Some(cycles) => {
            let cycles = integer(cycles);
            quote!(Some(#cycles))
        }
        None => quote!(None),
    }
}

/// `Latency::<cycles>`, 0 for none.
pub(super) fn latency_marker(hints: AccessHints) -> TokenStream {
    let cycles = integer(hints.latency.unwrap_or(0));
    quote!(Latency::<#cycles>)
}

/// The arguments of `#[cutile::entry(..)]` for an entry's hints, defaults written out for every
/// architecture.
pub(super) fn entry(hints: Option<&OptimizationHints>) -> Result<String, String> {
    let of = |architecture: &str| {
        let entries = hints.map_or(&[][..], |h| &h.entries);
        entries
            .iter()
            .find(|(a, _)| a == architecture)
            .map_or(&[][..], |(_, e)| e)
    };
    let default = of("default");
    let mut architectures = String::new();
    for &architecture in ARCHITECTURES {
        let own = of(architecture);
        let names: BTreeSet<&str> = default.iter().chain(own).map(|(n, _)| n.as_str()).collect();
        let mut values = String::new();
        for name in names {
            let value = own.iter().chain(default).find(|(n, _)| n == name);
            match value {
                Some((_, Attribute::Integer(value, _))) if ENTRY_HINTS.contains(&name) => {
                    values += &format!("{name} = {value}, ");
                }
                _ => return Err(format!("unknown hint `{name}`")),
            }
        }
        if !values.is_empty() {
            architectures += &format!("        {architecture} = ({}),\n", values.trim_end());
        }
    }
    if architectures.is_empty() {
        return Ok("unchecked_accesses = true".to_owned());
    }
    Ok(format!(
        "unchecked_accesses = true, optimization_hints = (\n{architectures}    )"
    ))
}

const ENTRY_HINTS: &[&str] = &[
    "num_cta_in_cga",
    "occupancy",
    "num_worker_warps_per_cta",
    "min_ctas_per_sm",
];
