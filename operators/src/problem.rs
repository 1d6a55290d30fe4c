//! What is wrong with a file, and where.

use std::fmt;
use std::path::Path;

use serde::Serialize;

/// A fault in an input file: place, what was found, what to do.
///
/// Lines and columns count from 1, columns in characters; both are 0 when the fault is the file as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Path of the file, as it was given.
    pub file: String,
    pub line: usize,
    pub column: usize,
    /// What was found.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Problem {
    /// A fault of the whole file.
    pub fn of_file(file: &Path, message: impl Into<String>) -> Self {
        Self {
            file: file.display().to_string(),
            line: 0,
            column: 0,
            message: message.into(),
            help: None,
        }
    }

    /// A fault at byte `offset` of `text`.
    pub fn at(file: &Path, text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before.get(line_start..).unwrap_or("").chars().count() + 1,
            ..Self::of_file(file, message)
        }
    }

    /// Adds what to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            write!(out, "{}: {}", self.file, self.message)?;
        } else {
            write!(
                out,
                "{}:{}:{}: {}",
                self.file, self.line, self.column, self.message
            )?;
        }
        match &self.help {
            Some(help) => write!(out, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}

/// Turns serde's complaint about an unknown field or variant into a sentence that names the nearest valid one.
pub(crate) fn name_the_nearest(message: &str) -> (String, Option<String>) {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let unknown = message.starts_with("unknown field") || message.starts_with("unknown variant");
    let Some(found) = quoted.next().filter(|_| unknown) else {
        return (message.to_owned(), None);
    };
    let what = if message.starts_with("unknown field") {
        "unknown key"
    } else {
        "unknown value"
    };
    let valid: Vec<&str> = quoted.collect();
    let nearest = valid
        .iter()
        .min_by_key(|candidate| distance(found, candidate));
    let help = nearest.map(|nearest| {
        let others: Vec<&str> = valid
            .iter()
            .copied()
            .filter(|name| name != nearest)
            .collect();
        if others.is_empty() {
            format!("did you mean `{nearest}`?")
        } else {
            format!(
                "did you mean `{nearest}`? (also valid: {})",
                others.join(", ")
            )
        }
    });
    (format!("{what} `{found}`"), help)
}

/// Edits that turn `a` into `b`: insertions, deletions, replacements.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (to, above) in b.iter().zip(row.iter_mut().skip(1)) {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = *above;
            left = replaced.min(left + 1).min(diagonal + 1);
            *above = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters_from_one() {
        let text = "a\nüb\n";
        let place = |offset| {
            let problem = Problem::at(Path::new("f"), text, offset, "m");
            (problem.line, problem.column)
        };
        assert_eq!(place(0), (1, 1));
        assert_eq!(place(2), (2, 1));
        assert_eq!(place(4), (2, 2));
        assert_eq!(place(100), (3, 1));
    }

    #[test]
    fn edit_distances() {
        for (a, b, expected) in [
            ("", "", 0),
            ("abc", "abc", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("shpae", "shape", 2),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
        }
    }

    #[test]
    fn an_unknown_key_names_the_nearest() {
        let (what, help) =
            name_the_nearest("unknown field `shpae`, expected one of `tensor`, `shape`, `stride`");
        assert_eq!(what, "unknown key `shpae`");
        assert_eq!(
            help.as_deref(),
            Some("did you mean `shape`? (also valid: tensor, stride)")
        );
    }
}
