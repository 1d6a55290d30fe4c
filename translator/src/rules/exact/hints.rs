//! Optimisation hints, which the two languages write differently: Python by architecture with a
//! default, cuTile Rust for the architecture that is compiled for.

use cutile_ir::ir::{Attribute, OptimizationHints};
use proc_macro2::TokenStream;
use quote::quote;

use super::types::{ident, integer};

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

/// The hints of an access that are the same on every architecture, or why they are not.
pub(super) fn access(hints: Option<&OptimizationHints>) -> Result<AccessHints, String> {
    let mut found = AccessHints {
        latency: None,
        allow_tma: true,
    };
    for (architecture, entries) in hints.map_or(&[][..], |h| &h.entries) {
        if architecture != "default" && !entries.is_empty() {
            return Err(format!("hints for {architecture} only"));
        }
        for (name, value) in entries {
            match (name.as_str(), value) {
                ("latency", Attribute::Integer(cycles, _)) => found.latency = Some(*cycles),
                ("allow_tma", Attribute::Bool(allow)) => found.allow_tma = *allow,
                _ => return Err(format!("unknown hint `{name}`")),
            }
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
pub(super) fn entry(hints: Option<&OptimizationHints>) -> Result<TokenStream, String> {
    let of = |architecture: &str| {
        let entries = hints.map_or(&[][..], |h| &h.entries);
        entries
            .iter()
            .find(|(a, _)| a == architecture)
            .map_or(&[][..], |(_, e)| e)
    };
    let default = of("default");
    let mut architectures = Vec::new();
    for &architecture in ARCHITECTURES {
        let own = of(architecture);
        let names = default.iter().chain(own).map(|(name, _)| name.as_str());
        let names: std::collections::BTreeSet<_> = names.collect();
        let mut values = Vec::new();
        for name in names {
            let value = own
                .iter()
                .chain(default)
                .find(|(n, _)| n == name)
                .map(|(_, v)| v);
            let (Some(Attribute::Integer(value, _)), true) = (value, ENTRY_HINTS.contains(&name))
            else {
                return Err(format!("unknown hint `{name}`"));
            };
            let (name, value) = (ident(name), integer(*value));
            values.push(quote!(#name = #value,));
        }
        if !values.is_empty() {
            let architecture = ident(architecture);
            architectures.push(quote!(#architecture = (#(#values)*),));
        }
    }
    if architectures.is_empty() {
        return Ok(quote!(unchecked_accesses = true));
    }
    Ok(quote!(unchecked_accesses = true, optimization_hints = (#(#architectures)*)))
}

const ENTRY_HINTS: &[&str] = &[
    "num_cta_in_cga",
    "occupancy",
    "num_worker_warps_per_cta",
    "min_ctas_per_sm",
];
