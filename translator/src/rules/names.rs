//! Rust names for things that had other names: in the cases that Rust uses, no keywords, no
//! collisions.

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

/// A name as constants have it: `tile_m` as `TILE_M`.
pub fn shout(name: &str) -> String {
    snake_case(name).to_uppercase()
}

/// A name as types have it: `acc_dtype` as `AccDtype`.
pub fn camel_case(name: &str) -> String {
    let mut out = String::new();
    for word in snake_case(name).split('_') {
        let mut characters = word.chars();
        if let Some(first) = characters.next() {
            out.extend(first.to_uppercase());
            out.push_str(characters.as_str());
        }
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
        "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
        "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
        "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv",
        "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try",
        "type", "typeof", "union", "unsafe", "unsized", "use", "virtual", "where", "while",
        "yield",
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
    /// With these names taken.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Self {
            taken: names.into_iter().map(Into::into).collect(),
            next: HashMap::new(),
        }
    }

    /// Names that are never handed out.
    pub fn reserve<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        self.taken.extend(names.into_iter().map(str::to_owned));
    }

    /// Whether a name was handed out or reserved.
    pub fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// `wanted` in snake case, or the same with the lowest number from 2 that makes it new.
    pub fn unique(&mut self, wanted: &str) -> String {
        self.take(&snake_case(wanted), "")
    }

    /// The first new one of `wanted` as it is, with `suffix`, and with numbers from 2 after that.
    pub fn take(&mut self, wanted: &str, suffix: &str) -> String {
        if self.taken.insert(wanted.to_owned()) {
            return wanted.to_owned();
        }
        let base = format!("{wanted}{suffix}");
        if !suffix.is_empty() && self.taken.insert(base.clone()) {
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
            ("numBidM", "num_bid_m"),
            ("numTiles2D", "num_tiles2_d"),
            ("HTTPServer", "http_server"),
            ("_private", "private"),
            ("__", "v_"),
            ("type", "type_"),
            ("Type", "type_"),
            ("self", "self_"),
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
        assert_eq!(shout("tileM"), "TILE_M");
        assert_eq!(camel_case("acc_dtype"), "AccDtype");
        assert_eq!(camel_case("self"), "Self_");
    }

    #[test]
    fn collisions_are_numbered() {
        let mut names = Names::default();
        names.reserve(["exp", "sum_2"]);
        let given: Vec<_> = ["exp", "sum", "sum", "SUM", "exp"]
            .map(|n| names.unique(n))
            .into();
        assert_eq!(given, ["exp_2", "sum", "sum_3", "sum_4", "exp_3"]);
        assert_eq!(names.take("sum", "_tile"), "sum_tile");
        assert_eq!(names.take("sum", "_tile"), "sum_tile_2");
    }
}
