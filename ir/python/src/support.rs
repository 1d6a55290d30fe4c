//! What of the public names of `cuda.tile` this front end takes: `docs/python-support.md`.
//!
//! The names come from the official package (`tests/conformance/official/names.jsonl`), what is known of
//! them from the tables that lowering itself uses, and the proof from the conformance cases.

use crate::diagnostic::{Error, Result};
use crate::lower::builtin::{Builtin, Home, ParameterKind};
use crate::mid::Const;
use crate::modules::{TileClass, tile_attribute, tile_method};
use serde::Deserialize;
use std::fmt::Write as _;

/// A public name of the official package.
#[derive(Debug, Clone, Deserialize)]
pub struct Name {
    /// The name below `cuda.tile`, as `load`, `Tile.astype`, `compilation.export_kernel`.
    pub name: String,
    /// What it is there.
    pub kind: NameKind,
    /// Parameters and their kinds, of functions and methods that tell.
    pub parameters: Option<Vec<(String, String)>>,
}

/// What a public name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // The names are the documentation.
pub enum NameKind {
    Function,
    Class,
    Enumeration,
    Member,
    Method,
    #[serde(rename = "static method")]
    StaticMethod,
    Operator,
    Property,
    Annotation,
    Dtype,
    Exception,
    Module,
}

/// What becomes of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Kernels may use it.
    Supported,
    /// Host code only: read past, and refused in kernels as the official compiler does.
    Host(&'static str),
    /// Refused, as by the official compiler.
    Refused(&'static str),
}

/// A conformance case, for finding proofs.
#[derive(Debug, Clone)]
pub struct Case {
    path: String,
    /// Its text without comments and without what stands at its top.
    code: String,
    is_accepted: bool,
}

impl Case {
    /// The case at `path` below the suite (`names/load.py`) with this text; whether the official
    /// compiler accepts one of its launches.
    pub fn new(path: String, text: &str, is_accepted: bool) -> Self {
        let code = text.splitn(3, "\"\"\"").last().unwrap_or(text);
        let is_code = |line: &&str| !line.trim_start().starts_with('#');
        Case {
            path,
            code: code.lines().filter(is_code).collect::<Vec<_>>().join("\n"),
            is_accepted,
        }
    }
}

/// Names that only matter outside of kernels.
const HOST: [(&str, &str); 4] = [
    ("launch", "launches kernels"),
    ("compiler_timeout", "bounds compilation"),
    ("tune", "chooses among configurations"),
    ("compilation", "compiles ahead of launches"),
];

/// Names that no operation takes.
const REFUSED: [(&str, &str); 3] = [
    ("MemoryScope.CLUSTER", "no operation has this scope"),
    ("RoundingMode.RZI", "no operation rounds this way"),
    ("kernel.__call__", "kernels are launched, not called"),
];

/// Operators of tiles, as they are written.
const OPERATORS: [(&str, &str); 22] = [
    ("add", " + "),
    ("sub", " - "),
    ("mul", " * "),
    ("truediv", " / "),
    ("floordiv", " // "),
    ("mod", " % "),
    ("pow", " ** "),
    ("divmod", "divmod("),
    ("matmul", " @ "),
    ("and", " & "),
    ("or", " | "),
    ("xor", " ^ "),
    ("lshift", " << "),
    ("rshift", " >> "),
    ("neg", "-b"),
    ("invert", "~"),
    ("eq", " == "),
    ("ne", " != "),
    ("lt", " < "),
    ("le", " <= "),
    ("gt", " > "),
    ("ge", " >= "),
];

/// The names of `names.jsonl`.
///
/// # Errors
/// A line that is no such row.
pub fn read(text: &str) -> Result<Vec<Name>> {
    text.lines()
        .map(|line| {
            serde_json::from_str(line)
                .map_err(|e| Error::value(format!("not a public name: {e}")).found(line))
        })
        .collect()
}

impl Name {
    fn parts(&self) -> (&str, &str) {
        self.name.split_once('.').unwrap_or(("", &self.name))
    }

    /// The symbol of an operator.
    fn symbol(&self) -> Option<&'static str> {
        let bare = self.parts().1.strip_prefix("__")?.strip_suffix("__")?;
        let of = |name: &str| OPERATORS.iter().find(|(n, _)| *n == name);
        match bare {
            "index" => Some("range("),
            "getitem" => Some("[None"),
            _ => of(bare)
                .or_else(|| of(bare.strip_prefix('r')?))
                .map(|(_, symbol)| *symbol),
        }
    }

    /// The built-in behind a function or method.
    pub fn builtin(&self) -> Option<Builtin> {
        let (class, name) = self.parts();
        match class {
            "" => Builtin::find(Home::Tile, name),
            "Array" => Builtin::find(Home::ArrayMethod, name),
            "TiledView" => Builtin::find(Home::ViewMethod, name),
            "RawArrayMemory" => Builtin::find(Home::RawMethod, name),
            "Tile" => tile_method(name),
            _ => None,
        }
    }

    /// What becomes of the name; `None` if nothing here knows it.
    pub fn status(&self) -> Option<Status> {
        let (class, name) = self.parts();
        let outer = if class.is_empty() { name } else { class };
        if let Some((_, why)) = HOST.iter().find(|(n, _)| *n == outer) {
            return Some(Status::Host(why));
        }
        if let Some((_, why)) = REFUSED.iter().find(|(n, _)| *n == self.name) {
            return Some(Status::Refused(why));
        }
        if self.name == "kernel.replace_hints" {
            return Some(Status::Host("changes options before a launch"));
        }
        let is_known = match (self.kind, class) {
            (NameKind::Operator, "DType") => name == "__call__",
            (NameKind::Operator, _) => self.symbol().is_some(),
            (NameKind::Member, _) => enumeration(class)?.attribute(name).is_some(),
            (NameKind::Property, _) => properties(class).contains(&name),
            (NameKind::Method | NameKind::StaticMethod, _) => self.builtin().is_some(),
            (NameKind::Class, "") if name == "RawArrayMemory" => true,
            (_, "") => {
                let value = tile_attribute(name)?;
                if let Const::TileClass(TileClass::Exception) = value {
                    return Some(Status::Host("host code catches it"));
                }
                true
            }
            _ => false,
        };
        is_known.then_some(Status::Supported)
    }

    /// How our parameters differ from the official ones, if they do.
    pub fn difference(&self) -> Option<String> {
        let (Some(theirs), Some(builtin)) = (&self.parameters, self.builtin()) else {
            return None;
        };
        let kind = |k: ParameterKind| match k {
            ParameterKind::PositionalOnly => "positional_only",
            ParameterKind::Both => "positional_or_keyword",
            ParameterKind::Rest => "var_positional",
            ParameterKind::KeywordOnly => "keyword_only",
            ParameterKind::Keywords => "var_keyword",
        };
        // What a method belongs to comes first and always by position.
        let skipped = usize::from(theirs.first().is_some_and(|(name, _)| name == "self"));
        let ours = builtin.parameters().iter().skip(skipped);
        let ours: Vec<_> = ours.map(|p| (&*p.name, kind(p.kind))).collect();
        let theirs: Vec<_> = theirs.iter().skip(skipped).collect();
        let theirs: Vec<_> = theirs.iter().map(|(n, k)| (&**n, &**k)).collect();
        (ours != theirs).then(|| format!("{}: {ours:?} here, {theirs:?} there", self.name))
    }

    /// The case that shows the name at work: the one called after it, or the first that uses it.
    pub fn proof<'a>(&self, cases: &'a [Case]) -> Option<&'a Case> {
        let own = self.stem();
        let (class, name) = self.parts();
        let family = prefix(if class.is_empty() { name } else { class });
        let rank = |case: &Case| {
            let stem = case.path.trim_start_matches("names/");
            let stem = stem.trim_end_matches(".py");
            let is_own = stem == own || stem.strip_suffix('s') == Some(&own);
            match (is_own, !family.is_empty() && stem.starts_with(family)) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2 + u8::from(!case.path.starts_with("names/")),
            }
        };
        let used = cases
            .iter()
            .filter(|c| c.is_accepted && self.is_used(&c.code));
        used.min_by_key(|case| (rank(case), case.path.clone()))
    }

    /// The name a case of its own would have.
    fn stem(&self) -> String {
        let (class, name) = self.parts();
        match (class, self.kind) {
            ("", NameKind::Dtype) => format!("dtype_{name}"),
            ("", _) => snake(name),
            ("Tile", NameKind::Operator) if name == "__index__" => "tile_index".to_owned(),
            ("Tile", NameKind::Operator) => "tile_operators".to_owned(),
            ("Tile", NameKind::Method) => name.to_owned(),
            (_, NameKind::Property) => format!("{}properties", prefix(class)),
            _ => format!("{}{}", prefix(class), name),
        }
    }

    /// Whether code uses the name.
    fn is_used(&self, code: &str) -> bool {
        let (class, name) = self.parts();
        match (class, self.kind) {
            (_, NameKind::Operator) if class == "DType" => has_word(code, "ct.float32("),
            (_, NameKind::Operator) => self.symbol().is_some_and(|s| code.contains(s)),
            ("", _) if name == "RawArrayMemory" => has_word(code, ".get_raw_memory"),
            ("", _) => {
                has_word(code, &format!("ct.{name}"))
                    || (code.contains("from cuda.tile import") && code.matches(name).count() > 1)
            }
            (_, NameKind::Member) => has_word(code, &self.name),
            (_, NameKind::Property) if class.ends_with("Annotation") => {
                code.contains(&format!("{name}="))
            }
            _ => has_word(code, &format!(".{name}")),
        }
    }
}

/// `ArrayAnnotation` as `array_annotation`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for (i, c) in name.chars().enumerate() {
        if c.is_ascii_uppercase() && i > 0 {
            text.push('_');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

/// Beginning of the names of the cases about a class.
fn prefix(class: &str) -> &'static str {
    match class {
        "Array" => "array_",
        "Tile" => "tile_",
        "TiledView" => "tiled_view_",
        "RawArrayMemory" => "raw_memory_",
        "DType" => "dtype_",
        "ArrayAnnotation" => "array_annotation",
        "RoundingMode" => "rounding_modes",
        "PaddingMode" => "padding_modes",
        "MemoryOrder" | "MemoryScope" => "memory_orders",
        "Slice" => "slice_index",
        _ => "",
    }
}

fn has_word(text: &str, word: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|t| t.chars().next());
        let starts = word.starts_with('.') || !before.is_some_and(is_word);
        starts && (word.ends_with('(') || !after.is_some_and(is_word))
    })
}

fn enumeration(class: &str) -> Option<TileClass> {
    Some(match class {
        "MemoryOrder" => TileClass::MemoryOrder,
        "MemoryScope" => TileClass::MemoryScope,
        "PaddingMode" => TileClass::PaddingMode,
        "RoundingMode" => TileClass::RoundingMode,
        _ => return None,
    })
}

/// Attributes that lowering or evaluation gives.
fn properties(class: &str) -> &'static [&'static str] {
    match class {
        "Array" => &["dtype", "foreign_pointer", "ndim", "shape", "strides"],
        "Tile" => &["dtype", "ndim", "shape"],
        "TiledView" => &["dtype", "tile_shape", "traversal_steps"],
        "RawArrayMemory" => &["dtype"],
        "DType" => &["bitwidth", "name"],
        "ArrayAnnotation" => &["index_dtype", "static_shape_dims", "static_stride_dims"],
        _ => &[],
    }
}

/// The table, in Markdown.
///
/// # Errors
/// A name that nothing here knows, and a supported one without a case.
pub fn table(names: &[Name], cases: &[Case]) -> Result<String> {
    let mut text = String::from(HEAD);
    let of = |class: &str| -> Vec<&Name> {
        let inside = |n: &&Name| n.parts().0 == class;
        names.iter().filter(inside).collect()
    };
    section(&mut text, "cuda.tile", &of(""), cases)?;
    for class in names.iter().filter(|n| n.parts().0.is_empty()) {
        let members = of(&class.name);
        if !members.is_empty() {
            section(&mut text, &class.name, &members, cases)?;
        }
    }
    Ok(text)
}

const HEAD: &str = "\
# What of `cuda.tile` is supported

Every public name of cuda-tile 1.7.0, and what becomes of it. *Yes* names a conformance case (below
`ir/python/tests/conformance`) that uses it and whose bytecode is identical to the official compiler's.
*Host* is for code around kernels: such code is read past, and in a kernel the name is refused, as by the
official compiler. *No* is refused by both.

Written by `cargo run -p tileport-python --example support`; a test fails when it is out of date.
";

fn section(text: &mut String, title: &str, names: &[&Name], cases: &[Case]) -> Result<()> {
    let _ = write!(
        text,
        "\n## `{title}`\n\n| name | kind | in kernels | |\n|---|---|---|---|\n"
    );
    for name in names {
        let unknown = || Error::value("a public name that nothing here knows").found(&name.name);
        let (answer, note) = match name.status().ok_or_else(unknown)? {
            Status::Supported => {
                let unproved = || Error::value("no case uses this name").found(&name.name);
                let case = name.proof(cases).ok_or_else(unproved)?;
                ("yes", format!("`{}`", case.path))
            }
            Status::Host(why) => ("host", why.to_owned()),
            Status::Refused(why) => ("no", why.to_owned()),
        };
        let (bare, kind) = (name.parts().1, name.kind.text());
        let _ = writeln!(text, "| `{bare}` | {kind} | {answer} | {note} |");
    }
    Ok(())
}

impl NameKind {
    fn text(self) -> &'static str {
        match self {
            NameKind::Function => "function",
            NameKind::Class => "class",
            NameKind::Enumeration => "enumeration",
            NameKind::Member => "member",
            NameKind::Method => "method",
            NameKind::StaticMethod => "static method",
            NameKind::Operator => "operator",
            NameKind::Property => "attribute",
            NameKind::Annotation => "annotation",
            NameKind::Dtype => "data type",
            NameKind::Exception => "exception",
            NameKind::Module => "module",
        }
    }
}
