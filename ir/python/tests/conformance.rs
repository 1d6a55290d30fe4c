//! The front end against the official compiler, case by case.
//!
//! Each file of `conformance/{names,language,refusals}` and each folder of `conformance/packages`
//! is a case, which says itself how it is launched; `conformance/official` keeps what the official
//! compiler made of every launch at every version (`conformance/make.py` makes it again, and an
//! end-to-end test checks that it would).

use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tileport_python::diagnostic::{Kind, Place};
use tileport_python::lower::BytecodeVersion;
use tileport_python::specialise::{Hints, LaunchArg, Signature};
use tileport_python::{Diagnostics, Options, Package, lower};

const FOLDERS: [&str; 4] = ["names", "language", "packages", "refusals"];
const NEWEST: u8 = 4;
const VERSIONS: [u8; 4] = [4, 3, 2, 1];

/// Launches whose module is only equivalent to the official one, and why.
const EQUIVALENT: [(&str, &str); 0] = [];

struct Case {
    package: Package,
    /// Path of the file below the package's root.
    file: String,
    /// The same below the suite's folder.
    shown: String,
    launches: Vec<Launch>,
}

struct Launch {
    id: String,
    kernel: String,
    args: Vec<LaunchArg>,
    hints: Hints,
    arch: String,
}

/// What the official compiler said of a launch that it refused.
#[derive(Debug, Deserialize)]
struct Refusal {
    id: String,
    error: String,
    file: Option<String>,
    line: Option<u32>,
    /// 1-based.
    column: Option<u32>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance")
}

fn entries(path: &Path) -> Vec<String> {
    let listed = fs::read_dir(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut names: Vec<String> = listed
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for kind in FOLDERS {
        let at = folder().join(kind);
        if !at.exists() {
            continue;
        }
        for entry in entries(&at) {
            let (root, file, name) = if kind == "packages" {
                (format!("packages/{entry}"), "main.py".to_owned(), entry)
            } else if let Some(name) = entry.strip_suffix(".py") {
                (String::new(), format!("{kind}/{entry}"), name.to_owned())
            } else {
                continue;
            };
            let shown = format!("{root}/{file}").trim_start_matches('/').to_owned();
            if let Ok(text) = fs::read(folder().join(&shown)) {
                cases.push(Case {
                    package: Package::open(folder().join(root)),
                    launches: launches(&format!("{kind}.{name}"), &String::from_utf8_lossy(&text)),
                    file,
                    shown,
                });
            }
        }
    }
    cases
}

/// The launches that a case asks for: `# launch: KERNEL ARGS [OPTIONS]`.
fn launches(case: &str, text: &str) -> Vec<Launch> {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    text.lines()
        .filter_map(|line| line.strip_prefix("# launch: "))
        .map(|line| {
            let (kernel, rest) = line.split_once(' ').expect("a kernel and its arguments");
            let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
            let args = values.next().unwrap();
            let mut args = args.unwrap_or_else(|e| panic!("{case}: {line}: {e}"));
            complete(&mut args);
            let options = &rest[values.byte_offset()..];
            let mut pairs = options.split_whitespace();
            let arch = pairs.find_map(|pair| pair.strip_prefix("arch="));
            let number = count.entry(kernel).or_default();
            *number += 1;
            Launch {
                id: format!("{case}.{kernel}.{}", *number - 1),
                kernel: kernel.to_owned(),
                args: serde_json::from_value(args)
                    .unwrap_or_else(|e| panic!("{case}: {line}: {e}")),
                hints: Hints::from_launch_options(options),
                arch: arch.unwrap_or("sm_100").to_owned(),
            }
        })
        .collect()
}

/// Gives tensors the stride and the alignment of fresh ones where they are left out.
fn complete(args: &mut Value) {
    match args {
        Value::Array(items) => items.iter_mut().for_each(complete),
        Value::Object(fields) => {
            if let Some(shape) = fields.get("shape").cloned() {
                let mut step = 1;
                let sizes = shape.as_array().unwrap().iter().rev();
                let mut stride: Vec<i64> = sizes
                    .map(|size| {
                        let own = step;
                        step *= size.as_i64().unwrap();
                        own
                    })
                    .collect();
                stride.reverse();
                fields.entry("stride").or_insert_with(|| stride.into());
                fields.entry("align").or_insert_with(|| 256.into());
            }
            fields.values_mut().filter(|v| v.is_array()).for_each(|v| {
                if v.as_array().unwrap().iter().any(Value::is_object) {
                    complete(v);
                }
            });
        }
        _ => {}
    }
}

fn lowered(case: &Case, launch: &Launch, minor: u8) -> Result<cutile_ir::Module, Diagnostics> {
    let kernel = case.package.kernel(&case.file, &launch.kernel)?;
    let annotations = kernel.annotations();
    let signature = Signature::from_launch(&launch.args, &annotations, launch.hints.clone());
    let signature = signature.map_err(|e| e.into_diagnostic(Place::default(), Vec::new()))?;
    let options = Options {
        version: BytecodeVersion {
            minor,
            ..BytecodeVersion::V13_3
        },
        arch: Some(launch.arch.clone()),
        ..Options::default()
    };
    lower(
        &case.package,
        &case.file,
        &launch.kernel,
        &signature,
        &options,
    )
    .map(|l| l.module)
}

/// Whether a kind of failure goes with a class of the official compiler's errors.
fn is_kind_of(kind: Kind, class: &str) -> bool {
    match class {
        "TypeCheckingError" => kind == Kind::Type,
        "InvalidValueError" => kind == Kind::Value,
        // Names that do not exist are syntax errors there.
        "UnsupportedSyntaxError" => matches!(kind, Kind::Syntax | Kind::Missing),
        "UnsupportedFeatureError" => kind == Kind::Version,
        "StaticAssertionError" => kind == Kind::Static,
        _ => kind != Kind::Unsupported,
    }
}

/// What is wrong with our refusal, if anything.
fn refusal_fault(case: &Case, ours: &Diagnostics, theirs: &Refusal) -> Option<String> {
    let first = ours.0.first().expect("a refusal says why");
    // Before Python 3.12 all of an f-string has the place of its beginning. Where the official
    // compiler fails by a fault of its own, the place says nothing.
    let is_coarse = theirs.column.is_some_and(|column| {
        let text = fs::read_to_string(folder().join(theirs.file.as_deref().unwrap_or_default()));
        let text = text.unwrap_or_default();
        let line = text.lines().nth(first.line.saturating_sub(1) as usize);
        let rest = line.and_then(|l| l.get(column as usize - 1..));
        rest.is_some_and(|r| r.starts_with("f\"") || r.starts_with("f'"))
    });
    let is_fault = theirs.error == "InternalError";
    let is_elsewhere = theirs
        .line
        .is_some_and(|line| line != first.line && !is_fault)
        || theirs
            .column
            .is_some_and(|column| column != first.col + 1 && !is_coarse && !is_fault)
        || theirs.file.as_deref().is_some_and(|file| {
            let root = case.shown.strip_suffix(case.file.as_str());
            file != format!("{}{}", root.unwrap_or_default(), first.file)
        });
    (is_elsewhere || !is_kind_of(first.kind, &theirs.error))
        .then(|| format!("refused by {theirs:?}, here {:?}: {first}", first.kind))
}

/// What is wrong with a launch at a version, if anything.
fn fault(
    case: &Case,
    launch: &Launch,
    minor: u8,
    refused: &[BTreeMap<String, Refusal>],
) -> Option<String> {
    let ours = lowered(case, launch, minor);
    if let Some(theirs) = refused[usize::from(minor)].get(&launch.id) {
        return match ours {
            Ok(_) => Some(format!(
                "accepted what the official compiler refuses: {theirs:?}"
            )),
            Err(ours) => refusal_fault(case, &ours, theirs),
        };
    }
    let ours = match ours {
        Ok(module) => module,
        Err(e) => return Some(e.to_string()),
    };
    let theirs = match tileport_ir::bytecode::read(&kept(launch, minor)) {
        Ok(decoded) => decoded.module,
        Err(e) => return Some(format!("the official bytecode cannot be read: {e}")),
    };
    let compared = tileport_ir::compare::identical(&ours, &theirs).unwrap();
    let first = compared.mismatches.first()?;
    if EQUIVALENT.iter().any(|(id, _)| *id == launch.id) {
        let compared = tileport_ir::compare::equivalent(&ours, &theirs).unwrap();
        return compared
            .mismatches
            .first()
            .map(|m| format!("not even equivalent: {m:?}"));
    }
    Some(format!("{first:?}"))
}

/// The official bytecode. A version that differs from the next newer one in nothing but its number
/// has no file.
fn kept(launch: &Launch, minor: u8) -> Vec<u8> {
    let found = (minor..=NEWEST).find_map(|minor| {
        fs::read(folder().join(format!("official/13.{minor}/{}.tileirbc", launch.id))).ok()
    });
    found.unwrap_or_else(|| panic!("{} at 13.{minor}: run make.py", launch.id))
}

fn refusals(minor: u8) -> BTreeMap<String, Refusal> {
    let path = folder().join(format!("official/13.{minor}/refused.jsonl"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines()
        .map(|line| serde_json::from_str::<Refusal>(line).unwrap())
        .map(|refusal| (refusal.id.clone(), refusal))
        .collect()
}

#[test]
fn agrees_with_the_official_compiler() {
    let cases = cases();
    let refused: Vec<_> = (0..=NEWEST)
        .map(|minor| {
            if minor == 0 {
                BTreeMap::new()
            } else {
                refusals(minor)
            }
        })
        .collect();
    let next = AtomicUsize::new(0);
    let (faults, checked) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            for launch in &case.launches {
                for minor in VERSIONS {
                    checked.fetch_add(1, Ordering::Relaxed);
                    if let Some(fault) = fault(case, launch, minor, &refused) {
                        let line = format!("{} at 13.{minor}: {fault}", launch.id);
                        faults.lock().unwrap().push(line);
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            std::thread::Builder::new()
                .stack_size(64 << 20)
                .spawn_scoped(scope, work)
                .unwrap();
        }
    });
    let mut faults = faults.into_inner().unwrap();
    faults.sort();
    let checked = checked.into_inner();
    let mut report = format!("{} of {checked} launches:", faults.len());
    for fault in &faults {
        write!(report, "\n{fault}").unwrap();
    }
    assert!(faults.is_empty() && checked > 0, "{report}");
}

#[test]
fn every_case_is_launched_and_every_answer_has_a_case() {
    let cases = cases();
    let silent: Vec<&str> = cases
        .iter()
        .filter(|case| case.launches.is_empty())
        .map(|case| case.shown.as_str())
        .collect();
    assert!(silent.is_empty(), "cases without a launch: {silent:?}");
    let known: BTreeSet<&str> = cases
        .iter()
        .flat_map(|case| &case.launches)
        .map(|launch| launch.id.as_str())
        .collect();
    for minor in VERSIONS {
        for file in entries(&folder().join(format!("official/13.{minor}"))) {
            let id = file.strip_suffix(".tileirbc").unwrap_or("");
            assert!(
                file == "refused.jsonl" || known.contains(id),
                "13.{minor}: {file}"
            );
        }
        for (id, refusal) in refusals(minor) {
            assert!(known.contains(id.as_str()), "13.{minor}: {refusal:?}");
        }
    }
}

/// A refusal as a reader sees it: the line with a mark under what is meant, what is wrong, what was
/// found, what to do.
fn shown(case: &Case, refusal: &Diagnostics) -> String {
    let mut out = String::new();
    for d in &refusal.0 {
        let path = folder().join(&case.shown).with_file_name(
            Path::new(&d.file)
                .file_name()
                .expect("the place of a refusal"),
        );
        let text = fs::read_to_string(path).unwrap_or_default();
        let line = text.lines().nth(d.line.saturating_sub(1) as usize);
        let line = line.unwrap_or_default();
        let (start, end) = (d.col as usize, d.end.1 as usize);
        let width = if d.end.0 == d.line && end > start {
            end - start
        } else {
            line.len().saturating_sub(start).max(1)
        };
        writeln!(out, "{:>4} | {line}", d.line).unwrap();
        writeln!(out, "     | {}{}", " ".repeat(start), "^".repeat(width)).unwrap();
        writeln!(out, "     {:?}: {}", d.kind, d.message).unwrap();
        if let Some(found) = &d.found {
            writeln!(out, "     found: {found}").unwrap();
        }
        if let Some(help) = &d.help {
            writeln!(out, "     help: {help}").unwrap();
        }
        for (file, line, _) in &d.calls {
            writeln!(out, "     called from {file}:{line}").unwrap();
        }
    }
    out
}

/// The words of every refusal, a snapshot a case: `snapshots/messages/<case>.snap`.
#[test]
fn refusals_say_what_to_do() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots/messages");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for case in cases() {
        let Some(name) = case
            .shown
            .strip_prefix("refusals/")
            .and_then(|n| n.strip_suffix(".py"))
        else {
            continue;
        };
        let mut text = String::new();
        for launch in &case.launches {
            let mut last = None;
            for minor in VERSIONS {
                let said = match lowered(&case, launch, minor) {
                    Ok(_) => None,
                    Err(refusal) => Some(shown(&case, &refusal)),
                };
                if said != last
                    && let Some(said) = &said
                {
                    let from = if minor < NEWEST {
                        format!(" at 13.{minor}")
                    } else {
                        String::new()
                    };
                    write!(text, "{}{from}\n{said}\n", launch.kernel).unwrap();
                }
                last = said;
            }
        }
        settings.bind(|| insta::assert_snapshot!(name, text));
    }
}
