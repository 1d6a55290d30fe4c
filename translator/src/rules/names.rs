//! Rust names for things that had other names: in snake case, no keywords, no collisions.

use std::collections::{HashMap, HashSet};

/// A name in snake case: `numTiles`, `NUM_TILES` and `_num_tiles` are all `num_tiles`. Characters
/// that Rust does not allow become underscores; keywords get one appended.
pub fn snake_case(name: &str) -> String {
    let mut out = String::new();
    let characters: Vec<char> = name.trim_start_matches('_').chars().collect();
    for (i, &c) in characters.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|i| characters.get(i)).copied();
        let after = characters.get(i + 1).copied();
        if c.is_uppercase() && starts_word(before, after) && !out.ends_with('_') {
            out.push('_');
        }
        if c.is_alphanumeric() || c == '_' {
            out.extend(c.to_lowercase());
        } else if !out.ends_with('_') {
            out.push('_');
        }
    }
    if out.starts_with(|c: char| !c.is_alphabetic()) || out.is_empty() {
        out.insert_str(0, "v_");
    }
    if is_keyword(&out) {
        out.push('_');
    }
    out
}

/// Whether a capital between these characters starts a new word.
fn starts_word(before: Option<char>, after: Option<char>) -> bool {
    match before {
        None => false,
        Some(b) if b.is_lowercase() || b.is_ascii_digit() => true,
        Some(b) => b.is_uppercase() && after.is_some_and(char::is_lowercase),
    }
}

/// Whether Rust reserves the word.
pub fn is_keyword(word: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
        "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
        "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
        "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type",
        "typeof", "union", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
    ];
    KEYWORDS.contains(&word)
}

/// Names handed out, none of them twice.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: HashSet<String>,
    next: HashMap<String, usize>,
}

impl Names {
    /// Names that are never handed out.
    pub fn reserve<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        self.taken.extend(names.into_iter().map(str::to_owned));
    }

    /// `wanted` in snake case, or the same with the lowest number from 2 that makes it new.
    pub fn unique(&mut self, wanted: &str) -> String {
        let base = snake_case(wanted);
        if self.taken.insert(base.clone()) {
            return base;
        }
        let next = self.next.entry(base.clone()).or_insert(2);
        loop {
            let name = format!("{base}_{next}");
            *next += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_and_keywords_escaped() {
        let cases = [
            ("x", "x"),
            ("BLOCK_M", "block_m"),
            ("numTiles2D", "num_tiles2_d"),
            ("HTTPServer", "http_server"),
            ("_private", "private"),
            ("__", "v_"),
            ("type", "type_"),
            ("Type", "type_"),
            ("a.b c", "a_b_c"),
            ("2d", "v_2d"),
            ("größe", "größe"),
        ];
        for (python, rust) in cases {
            assert_eq!(snake_case(python), rust, "{python}");
            assert!(
                syn::parse_str::<syn::Ident>(&snake_case(python)).is_ok(),
                "{python}"
            );
        }
    }

    #[test]
    fn collisions_are_numbered() {
        let mut names = Names::default();
        names.reserve(["exp", "sum_2"]);
        let given: Vec<_> = ["exp", "sum", "sum", "SUM", "exp"]
            .map(|n| names.unique(n))
            .into();
        assert_eq!(given, ["exp_2", "sum", "sum_3", "sum_4", "exp_3"]);
    }
}
