//! The emitted crate: `Cargo.toml`, `src/lib.rs`, one module for each Python file.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::folder::Folder;
use super::host;
use super::kernel::Work;
use super::store::CUTILE;

/// The versions this program was built and tested with; Cargo drops what the crate does not use.
const LOCK: &str = include_str!("../../../Cargo.lock");

/// What stands before the modules in `src/lib.rs`.
const LIBRARY: &str = "\
//! cuTile Rust kernels, migrated from cuTile Python by tileport.
//!
//! There is a module for each Python file. In it a kernel is a module of its own, and beside that a
//! host function of the entry's name launches it: the grid first, compile-time constants as const
//! generics, arguments in the kernel's order. `examples/launch.rs` calls each of them once.

";

/// What becomes one Rust file.
struct Module<'a> {
    /// The Python file.
    file: &'a str,
    works: Vec<&'a Work>,
}

impl Module<'_> {
    fn text(&self) -> String {
        let mut text = format!("//! Kernels of `{}`.\n\n", self.file);
        if self.works.iter().any(|work| !work.launchers.is_empty()) {
            text.push_str("use cutile::prelude::*;\n\n");
        }
        let items = self.works.iter().flat_map(|work| {
            let launchers = work.launchers.iter().map(|l| l.text.as_str());
            work.rust.as_deref().into_iter().chain(launchers)
        });
        let items: Vec<&str> = items.map(str::trim_end).collect();
        text.push_str(&items.join("\n\n"));
        text.push('\n');
        text
    }
}

/// The kernels that were written, by the module they go to.
fn modules(works: &[Work]) -> BTreeMap<String, Module<'_>> {
    let mut modules: BTreeMap<String, Module> = BTreeMap::new();
    for work in works.iter().filter(|work| work.rust.is_some()) {
        let file = work.report.file.as_str();
        let module = modules.entry(module_name(file)).or_insert_with(|| Module {
            file,
            works: Vec::new(),
        });
        module.works.push(work);
    }
    modules
}

/// The Rust module for a Python file: `ops/flash-attn.py` becomes `ops_flash_attn`, and
/// `softmax/source.py` becomes `softmax`, since a file called `source` says nothing.
pub fn module_name(file: &str) -> String {
    let stem = file.strip_suffix(".py").unwrap_or(file);
    let stem = stem
        .strip_suffix("/source")
        .or_else(|| stem.strip_suffix("/__init__"))
        .unwrap_or(stem);
    let mut name: String = stem
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '_'
            }
        })
        .collect();
    if name.starts_with(|c: char| c.is_ascii_digit())
        || name.is_empty()
        || syn::parse_str::<syn::Ident>(&name).is_err()
    {
        name.insert_str(0, "py_");
    }
    name
}

/// Writes the crate called `name` of all kernels that were written.
///
/// # Errors
/// A file cannot be written.
pub fn write_crate(works: &[Work], name: &str, out: &Folder) -> io::Result<()> {
    let modules = modules(works);
    let mut root = LIBRARY.to_owned();
    let mut examples = Vec::new();
    for (name, module) in &modules {
        root.push_str(&format!("pub mod {name};\n"));
        out.write(format!("src/{name}.rs"), module.text().as_bytes())?;
        let launchers = module.works.iter().flat_map(|work| &work.launchers);
        examples.extend(launchers.map(|launcher| (name.clone(), launcher)));
    }
    let program = host::program(&name.replace('-', "_"), &examples);
    if let Some(program) = &program {
        out.write("examples/launch.rs", program.as_bytes())?;
    }
    out.keep_only("examples", &|file| file != "launch.rs" || program.is_some())?;
    // Modules of an earlier run whose Python file is no longer migrated go.
    out.keep_only("src", &|file| {
        let stem = file.strip_suffix(".rs");
        stem.is_none_or(|stem| stem == "lib" || modules.contains_key(stem))
    })?;
    out.write("src/lib.rs", root.as_bytes())?;
    out.write("Cargo.toml", manifest(name).as_bytes())?;
    if !out.root().join("Cargo.lock").exists() {
        out.write("Cargo.lock", LOCK.as_bytes())?;
    }
    Ok(())
}

/// What the crate is called: the Python package, where all kernels are in one, otherwise the
/// source root's folder.
pub fn crate_name(root: &Path, files: &[&str]) -> String {
    let mut packages = files
        .iter()
        .map(|file| file.split_once('/').map(|(p, _)| p));
    let package = match packages.next() {
        Some(Some(first)) if packages.all(|p| p == Some(first)) => Some(first.to_owned()),
        _ => None,
    };
    let folder = || {
        Some(
            root.canonicalize()
                .ok()?
                .file_name()?
                .to_string_lossy()
                .into_owned(),
        )
    };
    let name = module_name(&package.or_else(folder).unwrap_or_default());
    match name.trim_matches('_') {
        "" | "py" => "kernels".to_owned(),
        _ => name,
    }
}

/// An own workspace, so that the crate may lie inside another one's folder.
fn manifest(name: &str) -> String {
    format!(
        r#"[package]
name = "{name}"
version = "0.1.0"
edition = "2024"
publish = false

[dependencies]
cutile = "={CUTILE}"

[workspace]
"#
    )
}

#[cfg(test)]
mod tests {
    use super::{crate_name, module_name};
    use std::path::Path;

    #[test]
    fn module_names_are_identifiers() {
        let names = [
            "softmax/source.py",
            "tilegym/ops/cutile/activation/geglu.py",
            "3d-conv.py",
            "match.py",
            "a/__init__.py",
        ]
        .map(module_name);
        assert_eq!(
            names,
            [
                "softmax",
                "tilegym_ops_cutile_activation_geglu",
                "py_3d_conv",
                "py_match",
                "a"
            ]
        );
    }

    #[test]
    fn a_crate_is_called_what_the_package_is_called() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let named = |files: &[&str]| crate_name(root, files);
        assert_eq!(named(&["gym/a.py", "gym/b/c.py"]), "gym");
        assert_eq!(named(&["gym/a.py", "other/c.py"]), "translator");
        assert_eq!(named(&["a.py"]), "translator");
        assert_eq!(crate_name(Path::new("/"), &["a.py"]), "kernels");
    }
}
