//! A diff for people.
//!
//! ```text
//! different: 1 semantic, 1 performance
//!
//! semantic  padding  zero -> undetermined
//!   - matmul.py:31:9   make_partition_view(arg0)
//!   + matmul.rs:40:17  make_partition_view(arg0)
//!   Elements out of bounds had a value and are now undetermined.
//! ```

use std::fmt::Write;

use super::{Class, Diff, Difference, Side};

/// How to render.
#[derive(Debug, Clone, Copy, Default)]
pub struct Style {
    /// With ANSI colours.
    pub colour: bool,
}

/// The diff as unified text.
pub fn text(diff: &Diff, style: Style) -> String {
    let mut out = summary(diff);
    out.push('\n');
    for d in &diff.differences {
        out.push('\n');
        difference(d, style, &mut out);
    }
    out
}

/// One line: the verdict and how many differences there are of each class.
pub fn summary(diff: &Diff) -> String {
    let counts: Vec<String> = Class::ALL
        .into_iter()
        .filter(|&c| diff.count(c) > 0)
        .map(|c| format!("{} {c}", diff.count(c)))
        .collect();
    match counts.is_empty() {
        true => diff.verdict.name().to_owned(),
        false => format!("{}: {}", diff.verdict.name(), counts.join(", ")),
    }
}

fn colour(class: Class) -> &'static str {
    match class {
        Class::Semantic => "1;31",
        Class::Numeric => "1;35",
        Class::Performance => "1;33",
        Class::Cosmetic => "1;36",
    }
}

fn paint(code: &str, text: &str, style: Style) -> String {
    match style.colour {
        true => format!("\x1b[{code}m{text}\x1b[0m"),
        false => text.to_owned(),
    }
}

fn difference(d: &Difference, style: Style, out: &mut String) {
    let class = paint(colour(d.class), d.class.name(), style);
    let _ = write!(out, "{class}  {}  {}", d.kind, d.change);
    if d.refinement {
        out.push_str("  (refinement)");
    }
    if d.count > 1 {
        let _ = write!(out, "  ({} times)", d.count);
    }
    out.push('\n');
    let place = |s: &Option<Side>| {
        let place = s.as_ref().and_then(|s| s.place.as_ref());
        place.map_or_else(String::new, |p| format!("{p}  "))
    };
    let (l, r) = (place(&d.left), place(&d.right));
    let width = l.chars().count().max(r.chars().count());
    for (sign, code, side, place) in [("-", "31", &d.left, l), ("+", "32", &d.right, r)] {
        if let Some(side) = side {
            let line = format!("  {sign} {place:width$}{}", side.expression);
            out.push_str(&paint(code, &line, style));
            out.push('\n');
        }
    }
    let _ = writeln!(out, "  {}", d.meaning);
}
