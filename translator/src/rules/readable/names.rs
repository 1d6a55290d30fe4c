//! Names in the style of Rust: snake case for values, capitals for constants, camel case for
//! types; keywords escaped; no two things of a scope under one name.

use std::collections::BTreeSet;

/// Words that cannot be names, `r#` or not.
const UNUSABLE: &[&str] = &["self", "Self", "super", "crate", "_"];

/// `HalfDim`, `half_dim` and `HALF_DIM` as `half_dim`.
pub fn snake(name: &str) -> String {
    let mut out = String::new();
    let chars: Vec<char> = name.chars().collect();
    for (i, &c) in chars.iter().enumerate() {
        if c.is_uppercase() {
            let after_lower =
                i > 0 && (chars[i - 1].is_lowercase() || chars[i - 1].is_ascii_digit());
            let before_lower = i > 0
                && chars[i - 1].is_uppercase()
                && chars.get(i + 1).is_some_and(|n| n.is_lowercase());
            if (after_lower || before_lower) && !out.ends_with('_') {
                out.push('_');
            }
            out.extend(c.to_lowercase());
        } else {
            out.push(c);
        }
    }
    escape(out)
}

/// `tile_m` as `TILE_M`.
pub fn shout(name: &str) -> String {
    let snake = snake(name);
    escape(snake.trim_start_matches("r#").to_uppercase())
}

/// `acc_dtype` as `AccDtype`.
pub fn camel(name: &str) -> String {
    let snake = snake(name);
    let mut out = String::new();
    for word in snake.trim_start_matches("r#").split('_') {
        let mut chars = word.chars();
        if let Some(first) = chars.next() {
            out.extend(first.to_uppercase());
            out.push_str(chars.as_str());
        }
    }
    escape(out)
}

fn escape(name: String) -> String {
    if UNUSABLE.contains(&name.as_str()) || name.is_empty() {
        return format!("{name}_");
    }
    match syn::parse_str::<syn::Ident>(&name) {
        Ok(_) => name,
        Err(_) => format!("r#{name}"),
    }
}

/// The names taken in a scope and those around it.
#[derive(Clone, Debug, Default)]
pub struct Taken(BTreeSet<String>);

impl Taken {
    /// With these names taken.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Taken(names.into_iter().map(Into::into).collect())
    }

    /// Whether a name is taken.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// Takes `wanted`, or the first free one of `wanted` and `suffix`, then of numbered ones.
    pub fn take(&mut self, wanted: &str, suffix: &str) -> String {
        let bare = wanted.trim_start_matches("r#");
        let mut name = wanted.to_owned();
        if self.0.contains(&name) && !suffix.is_empty() {
            name = format!("{bare}{suffix}");
        }
        let mut number = 2;
        while self.0.contains(&name) {
            name = format!("{bare}_{number}");
            number += 1;
        }
        self.0.insert(name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases() {
        assert_eq!(snake("A"), "a");
        assert_eq!(snake("numBidM"), "num_bid_m");
        assert_eq!(snake("TILE_M"), "tile_m");
        assert_eq!(snake("X2D"), "x2_d");
        assert_eq!(snake("match"), "r#match");
        assert_eq!(snake("self"), "self_");
        assert_eq!(shout("tile_m"), "TILE_M");
        assert_eq!(camel("acc_dtype"), "AccDtype");
    }

    #[test]
    fn names_are_taken_once() {
        let mut taken = Taken::new(["a"]);
        assert_eq!(taken.take("a", "_tile"), "a_tile");
        assert_eq!(taken.take("a", "_tile"), "a_2");
        assert_eq!(taken.take("b", ""), "b");
        assert_eq!(taken.take("b", ""), "b_2");
    }
}
