//! Methods of text while compiling.

use super::Sym;
use super::expr::bounded;
use crate::diagnostic::{Error, Result};
use crate::mid::Const;

/// `text.name(args)`; `None` if there is no such method here.
///
/// # Errors
/// A result that is too large, an empty separator.
pub(super) fn call(text: &str, name: &str, args: &[Sym]) -> Result<Option<Sym>> {
    let string = |s: &str| Some(Sym::Const(Const::str(s)));
    let truth = |b: bool| Some(Sym::Const(Const::Bool(b)));
    let all = |test: fn(char) -> bool| truth(!text.is_empty() && text.chars().all(test));
    let given: Option<Vec<&Const>> = args
        .iter()
        .map(|x| match x {
            Sym::Const(c) => Some(c),
            _ => None,
        })
        .collect();
    let Some(given) = given else {
        return Ok(None);
    };
    Ok(match (name, given.as_slice()) {
        ("strip", []) => string(text.trim()),
        ("lstrip", []) => string(text.trim_start()),
        ("rstrip", []) => string(text.trim_end()),
        ("strip", [Const::Str(set)]) => string(text.trim_matches(|c| set.contains(c))),
        ("lstrip", [Const::Str(set)]) => string(text.trim_start_matches(|c| set.contains(c))),
        ("rstrip", [Const::Str(set)]) => string(text.trim_end_matches(|c| set.contains(c))),
        ("removeprefix", [Const::Str(p)]) => string(text.strip_prefix(&**p).unwrap_or(text)),
        ("removesuffix", [Const::Str(p)]) => string(text.strip_suffix(&**p).unwrap_or(text)),
        ("replace", [Const::Str(from), Const::Str(to)]) => {
            bounded((text.len() + 1).saturating_mul(to.len() + 1))?;
            string(&text.replace(&**from, to))
        }
        ("split", []) => Some(list(text.split_whitespace())),
        ("split", [Const::Str(by)]) if by.is_empty() => {
            return Err(Error::value("empty separator"));
        }
        ("split", [Const::Str(by)]) => Some(list(text.split(&**by))),
        ("splitlines", []) => Some(list(text.lines())),
        ("find", [Const::Str(part)]) => {
            let at = text.find(&**part);
            let at = at.and_then(|at| text.get(..at)).map(|t| t.chars().count());
            let at = at.map_or(-1, |at| at as i128);
            Some(Sym::Const(Const::Int(at)))
        }
        ("capitalize", []) => {
            let mut chars = text.chars();
            let first = chars.next().map(|c| c.to_uppercase().to_string());
            string(&(first.unwrap_or_default() + &chars.as_str().to_lowercase()))
        }
        ("isdigit", []) => all(|c| c.is_ascii_digit()),
        ("isalpha", []) => all(char::is_alphabetic),
        ("isalnum", []) => all(char::is_alphanumeric),
        ("isspace", []) => all(char::is_whitespace),
        ("isidentifier", []) => truth(unicode_ident_like(text)),
        ("zfill", [Const::Int(width)]) => {
            let (sign, digits) = match text.strip_prefix(['+', '-']) {
                Some(digits) => text.split_at(text.len() - digits.len()),
                None => ("", text),
            };
            let width = padding(*width, text)?;
            string(&format!("{sign}{}{digits}", "0".repeat(width)))
        }
        ("ljust", [Const::Int(width)]) => {
            string(&format!("{text}{}", " ".repeat(padding(*width, text)?)))
        }
        ("rjust", [Const::Int(width)]) => {
            string(&format!("{}{text}", " ".repeat(padding(*width, text)?)))
        }
        _ => None,
    })
}

fn list<'a>(parts: impl Iterator<Item = &'a str>) -> Sym {
    Sym::List(parts.map(|p| Sym::Const(Const::str(p))).collect())
}

fn unicode_ident_like(text: &str) -> bool {
    let mut chars = text.chars();
    let begins = |c: char| c == '_' || unicode_ident::is_xid_start(c);
    chars.next().is_some_and(begins) && chars.all(unicode_ident::is_xid_continue)
}

/// How many characters are missing to a width.
fn padding(width: i128, text: &str) -> Result<usize> {
    let missing = (width - text.chars().count() as i128).max(0);
    let missing = usize::try_from(missing).unwrap_or(usize::MAX);
    bounded(missing)?;
    Ok(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, name: &str, args: &[&str]) -> String {
        let args: Vec<Sym> = args.iter().map(|a| Sym::Const(Const::str(*a))).collect();
        match call(text, name, &args).unwrap() {
            Some(Sym::Const(c)) => c.to_string(),
            Some(Sym::List(items)) => format!("{} items", items.len()),
            other => format!("{other:?}"),
        }
    }

    /// What CPython gives.
    #[test]
    fn methods_give_what_python_gives() {
        assert_eq!(of("  a ", "strip", &[]), "'a'");
        assert_eq!(of("xxaxx", "rstrip", &["x"]), "'xxa'");
        assert_eq!(of("a_b", "replace", &["_", "-"]), "'a-b'");
        assert_eq!(of("a b  c", "split", &[]), "3 items");
        assert_eq!(of("a,b,", "split", &[","]), "3 items");
        assert_eq!(of("äbc", "find", &["c"]), "2");
        assert_eq!(of("hELLO", "capitalize", &[]), "'Hello'");
        assert_eq!(of("", "isdigit", &[]), "False");
        assert_eq!(of("2a", "isidentifier", &[]), "False");
        let width = [Sym::Const(Const::Int(5))];
        let filled = call("-42", "zfill", &width).unwrap();
        assert!(matches!(filled, Some(Sym::Const(Const::Str(s))) if &*s == "-0042"));
        assert!(call("a", "rjust", &[Sym::Const(Const::Int(i128::MAX))]).is_err());
        assert!(call("a", "split", &[Sym::Const(Const::str(""))]).is_err());
    }
}
