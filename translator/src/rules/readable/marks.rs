//! Comments and empty lines: statements that stand for them while the Rust is printed, and their
//! text afterwards.

/// What a mark stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A comment on lines of its own, without `#`.
    Comment(String),
    /// A comment after the statement before it.
    Trailing(String),
    /// An empty line.
    Blank,
}

/// Replaces the marks in printed Rust.
pub fn restore(printed: &str, marks: &[Mark]) -> String {
    let mut out: Vec<String> = Vec::new();
    for line in printed.lines() {
        let trimmed = line.trim_start();
        let number = trimmed
            .strip_prefix("__mark!(")
            .and_then(|rest| rest.strip_suffix(");"))
            .map(|n| n.trim_end_matches("usize"))
            .and_then(|n| n.parse::<usize>().ok());
        let Some(mark) = number.and_then(|n| marks.get(n)) else {
            out.push(line.to_owned());
            continue;
        };
        let indent = &line[..line.len() - trimmed.len()];
        match mark {
            Mark::Comment(text) => out.push(format!("{indent}// {text}").trim_end().to_owned()),
            Mark::Trailing(text) => match out.last_mut() {
                Some(last) if can_carry(last, text) => {
                    last.push_str(" // ");
                    last.push_str(text);
                }
                _ => {
                    // Above the statement: where it starts is where its indentation returns.
                    let at = statement_start(&out, indent);
                    out.insert(at, format!("{indent}// {text}"));
                }
            },
            Mark::Blank => {
                let after_opening = out.last().is_some_and(|l| l.ends_with('{') || l.is_empty());
                if !after_opening {
                    out.push(String::new());
                }
            }
        }
    }
    let mut text = String::new();
    for (i, line) in out.iter().enumerate() {
        // No empty line before a closing brace.
        let closes = out
            .get(i + 1)
            .is_some_and(|l| l.trim_start().starts_with('}'));
        if !(line.is_empty() && closes) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

const MAX_WIDTH: usize = 100;

fn can_carry(line: &str, comment: &str) -> bool {
    line.ends_with(';') && line.chars().count() + comment.chars().count() + 4 <= MAX_WIDTH
        // A statement of several lines ends in less than it began with.
        && !line.trim_start().starts_with([')', '}', ']', '.'])
}

fn statement_start(lines: &[String], indent: &str) -> usize {
    let width = indent.len();
    let mut at = lines.len();
    while at > 0 {
        at -= 1;
        let line = &lines[at];
        let own = line.len() - line.trim_start().len();
        let opens = !line.trim_start().starts_with([')', '}', ']', '.']);
        if own == width && opens {
            return at;
        }
    }
    lines.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_return_to_their_places() {
        let marks = [
            Mark::Comment("Why.".into()),
            Mark::Trailing("rows".into()),
            Mark::Blank,
            Mark::Trailing("too many".into()),
        ];
        let printed = "fn f() {\n    __mark!(2usize);\n    __mark!(0usize);\n    let a = b;\n    __mark!(1usize);\n    __mark!(2usize);\n    let c = d(\n        e,\n    );\n    __mark!(3usize);\n    __mark!(2usize);\n}\n";
        let expected = "fn f() {\n    // Why.\n    let a = b; // rows\n\n    // too many\n    let c = d(\n        e,\n    );\n}\n";
        assert_eq!(restore(printed, &marks), expected);
    }
}
