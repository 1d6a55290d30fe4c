//! Compiler options of an entry and hints of memory accesses.

use crate::diagnostic::{Error, Kind, Result};
use crate::lower::{BytecodeVersion, Options};
use crate::specialise::{ByTarget, Hints};
use cutile_ir::ir::{Attribute, OptimizationHints};

/// Name under which hints for any architecture are kept.
const DEFAULT: &str = "default";

/// The entry's hints, by architecture. Versions before 13.3 know no default: there the hints are
/// those of the architecture the module is for.
///
/// # Errors
/// A value out of range; a version before 13.3 without an architecture.
pub(super) fn entry(hints: &Hints, options: &Options) -> Result<Attribute> {
    check(hints)?;
    let old = options.version < BytecodeVersion::V13_3;
    let entries = if old {
        let arch = arch(options)?;
        let value = |option: &ByTarget| of_target(option, arch).or(option.default);
        vec![(arch.to_owned(), dictionary(hints, options, value)?)]
    } else {
        let one = |target: &str| {
            let value = |option: &ByTarget| match target {
                DEFAULT => option.default,
                _ => of_target(option, target),
            };
            Ok((target.to_owned(), dictionary(hints, options, value)?))
        };
        targets(hints).into_iter().map(one).collect::<Result<_>>()?
    };
    Ok(Attribute::OptimizationHints(OptimizationHints { entries }))
}

/// Options that become hints, with their names in Tile IR.
fn fields(hints: &Hints) -> impl Iterator<Item = (&'static str, &ByTarget)> {
    [
        ("num_cta_in_cga", &hints.num_ctas),
        ("occupancy", &hints.occupancy),
        ("num_worker_warps_per_cta", &hints.num_worker_warps),
    ]
    .into_iter()
}

/// Targets in the order in which the options name them; the optimisation level, which is no hint,
/// names targets too.
fn targets(hints: &Hints) -> Vec<&str> {
    let mut out = Vec::new();
    for option in [
        &hints.num_ctas,
        &hints.occupancy,
        &hints.opt_level,
        &hints.num_worker_warps,
    ] {
        let names = option.targets.iter().map(|(name, _)| name.as_str());
        for name in names.chain([DEFAULT]) {
            if !out.contains(&name) {
                out.push(name);
            }
        }
    }
    out
}

fn of_target(option: &ByTarget, target: &str) -> Option<i64> {
    let mut targets = option.targets.iter();
    targets.find(|(name, _)| name == target).map(|(_, v)| *v)
}

fn dictionary(
    hints: &Hints,
    options: &Options,
    value: impl Fn(&ByTarget) -> Option<i64>,
) -> Result<Vec<(String, Attribute)>> {
    let mut out = Vec::new();
    for (name, option) in fields(hints) {
        let Some(value) = value(option) else {
            continue;
        };
        if std::ptr::eq(option, &hints.num_worker_warps) {
            if options.version < BytecodeVersion::V13_3 {
                continue;
            }
            if options.version < BytecodeVersion::V13_5 && value != 4 && value != 8 {
                let message = "this number of worker warps needs bytecode version 13.5 or newer";
                return Err(Error::new(Kind::Version, message)
                    .found(format!("num_worker_warps={value}"))
                    .help("use 4 or 8"));
            }
        }
        out.push((name.to_owned(), Attribute::i32(value)));
    }
    Ok(out)
}

/// Refuses values that the official compiler's options refuse.
fn check(hints: &Hints) -> Result<()> {
    let power_up_to = |limit: i64| move |v: i64| (1..=limit).contains(&v) && v & (v - 1) == 0;
    check_option("num_ctas", &hints.num_ctas, power_up_to(16))?;
    check_option("occupancy", &hints.occupancy, |v| (1..=32).contains(&v))?;
    check_option("opt_level", &hints.opt_level, |v| (0..=3).contains(&v))?;
    check_option("num_worker_warps", &hints.num_worker_warps, power_up_to(32))
}

fn check_option(name: &str, option: &ByTarget, valid: impl Fn(i64) -> bool) -> Result<()> {
    let values = option.targets.iter().map(|(_, v)| *v).chain(option.default);
    for value in values {
        if !valid(value) {
            return Err(
                Error::value(format!("compiler option {name} is out of range")).found(value),
            );
        }
    }
    Ok(())
}

fn arch(options: &Options) -> Result<&str> {
    options.arch.as_deref().ok_or_else(|| {
        Error::new(
            Kind::Version,
            "bytecode before version 13.3 is for one architecture",
        )
        .help("name the architecture, or lower for version 13.3 or newer")
    })
}

/// Hints of a load or store; `None` where neither is given.
///
/// # Errors
/// A version before 13.3 without an architecture.
pub(super) fn access(
    latency: Option<i64>,
    allow_tma: Option<bool>,
    options: &Options,
) -> Result<Option<Attribute>> {
    if latency.is_none() && allow_tma.is_none() {
        return Ok(None);
    }
    let mut values = Vec::new();
    if allow_tma == Some(false) {
        values.push(("allow_tma".to_owned(), Attribute::Bool(false)));
    }
    if let Some(latency) = latency {
        values.push(("latency".to_owned(), Attribute::i32(latency)));
    }
    let target = if options.version < BytecodeVersion::V13_3 {
        arch(options)?
    } else {
        DEFAULT
    };
    let entries = vec![(target.to_owned(), values)];
    Ok(Some(Attribute::OptimizationHints(OptimizationHints {
        entries,
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(hints: &Hints, minor: u8, arch: Option<&str>) -> Result<String> {
        let options = Options {
            version: BytecodeVersion {
                minor,
                ..BytecodeVersion::V13_3
            },
            arch: arch.map(str::to_owned),
            ..Options::default()
        };
        let Attribute::OptimizationHints(hints) = entry(hints, &options)? else {
            panic!("not hints")
        };
        let show = |(name, values): &(String, Vec<(String, Attribute)>)| {
            let value = |(k, v): &(String, Attribute)| match v {
                Attribute::Integer(v, _) => format!("{k}={v}"),
                other => format!("{k}={other:?}"),
            };
            let values: Vec<String> = values.iter().map(value).collect();
            format!("{name}: {}", values.join(" "))
        };
        let entries: Vec<String> = hints.entries.iter().map(show).collect();
        Ok(entries.join("; "))
    }

    /// Texts follow the official `hints_by_target`.
    #[test]
    fn targets_come_in_the_order_of_the_options() {
        let plain = Hints::default();
        assert_eq!(shown(&plain, 3, None).unwrap(), "default: ");
        let hints = Hints {
            num_ctas: ByTarget {
                default: Some(2),
                targets: vec![("sm_100".into(), 4)],
            },
            occupancy: ByTarget {
                default: None,
                targets: vec![("sm_90".into(), 3)],
            },
            opt_level: ByTarget::all(3),
            num_worker_warps: ByTarget::all(8),
        };
        assert_eq!(
            shown(&hints, 4, None).unwrap(),
            "sm_100: num_cta_in_cga=4; \
             default: num_cta_in_cga=2 num_worker_warps_per_cta=8; \
             sm_90: occupancy=3"
        );
        assert_eq!(
            shown(&hints, 2, Some("sm_90")).unwrap(),
            "sm_90: num_cta_in_cga=2 occupancy=3"
        );
        assert!(shown(&hints, 2, None).is_err());
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let with = |value| Hints {
            num_ctas: ByTarget::all(value),
            ..Hints::default()
        };
        assert!(shown(&with(3), 3, None).is_err());
        assert!(shown(&with(16), 3, None).is_ok());
        let warps = Hints {
            num_worker_warps: ByTarget::all(16),
            ..Hints::default()
        };
        assert!(shown(&warps, 4, None).is_err());
    }
}
