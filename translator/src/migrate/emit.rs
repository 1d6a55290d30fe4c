//! The emitted crate: `Cargo.toml`, `src/lib.rs`, one module for each Python file.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::files::write_whole;
use super::kernel::Work;

/// The versions this program was built and tested with; Cargo drops what the crate does not use.
const LOCK: &str = include_str!("../../../Cargo.lock");

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

/// Writes the crate of all kernels that were written into `out`.
pub fn write_crate(works: &[Work], out: &Path) -> io::Result<()> {
    let mut modules: BTreeMap<String, (String, Vec<&str>)> = BTreeMap::new();
    for work in works {
        if let Some(rust) = &work.rust {
            let file = &work.report.file;
            modules
                .entry(module_name(file))
                .or_insert_with(|| (file.clone(), Vec::new()))
                .1
                .push(rust);
        }
    }
    let mut root =
        String::from("//! cuTile Rust kernels, migrated from cuTile Python by tileport.\n\n");
    for (name, (file, items)) in &modules {
        root.push_str(&format!("pub mod {name};\n"));
        let text = format!("//! Kernels of `{file}`.\n\n{}", items.join("\n"));
        write_whole(&out.join("src").join(format!("{name}.rs")), text.as_bytes())?;
    }
    remove_others(&out.join("src"), &modules)?;
    write_whole(&out.join("src/lib.rs"), root.as_bytes())?;
    write_whole(&out.join("Cargo.toml"), manifest(out).as_bytes())?;
    if !out.join("Cargo.lock").exists() {
        write_whole(&out.join("Cargo.lock"), LOCK.as_bytes())?;
    }
    Ok(())
}

/// Modules of an earlier run whose Python file is no longer migrated.
fn remove_others(folder: &Path, modules: &BTreeMap<String, (String, Vec<&str>)>) -> io::Result<()> {
    let Ok(listing) = std::fs::read_dir(folder) else {
        return Ok(());
    };
    for entry in listing {
        let path = entry?.path();
        let stem = path
            .file_stem()
            .map(|s| s.to_string_lossy().into_owned())
            .unwrap_or_default();
        if path.extension().is_some_and(|e| e == "rs")
            && stem != "lib"
            && !modules.contains_key(&stem)
        {
            std::fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// An own workspace, so that the crate may lie inside another one's folder.
fn manifest(out: &Path) -> String {
    let name = out
        .file_name()
        .map(|n| module_name(&n.to_string_lossy()))
        .unwrap_or_default();
    format!(
        r#"[package]
name = "{}"
version = "0.1.0"
edition = "2024"
publish = false

[dependencies]
cutile = "=0.5.0"

[workspace]
"#,
        if name.is_empty() || name == "py_" {
            "kernels".to_owned()
        } else {
            name
        }
    )
}

#[cfg(test)]
mod tests {
    use super::module_name;

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
}
