//! Format specifications of f-strings, as Python's `format()` reads them.

use crate::diagnostic::{Error, Result};
use crate::lower::text;
use crate::mid::Const;

/// Width and precision beyond which a text is refused.
const MAX_WIDTH: usize = 10_000;

/// `[[fill]align][sign][#][0][width][,][.precision][type]`.
#[derive(Debug, Default)]
struct Spec {
    fill: Option<char>,
    align: Option<char>,
    sign: Option<char>,
    alternate: bool,
    zero: bool,
    width: usize,
    comma: bool,
    precision: Option<usize>,
    kind: Option<char>,
}

fn parse(text: &str) -> Option<Spec> {
    let mut spec = Spec::default();
    let mut chars: Vec<char> = text.chars().rev().collect();
    let is_align = |c: &char| matches!(c, '<' | '>' | '=' | '^');
    if let [.., align, fill] = chars[..]
        && is_align(&align)
    {
        (spec.fill, spec.align) = (Some(fill), Some(align));
        chars.truncate(chars.len() - 2);
    } else if let Some(align) = chars.pop_if(|c| is_align(c)) {
        spec.align = Some(align);
    }
    spec.sign = chars.pop_if(|c| matches!(c, '+' | '-' | ' '));
    spec.alternate = chars.pop_if(|c| *c == '#').is_some();
    spec.zero = chars.pop_if(|c| *c == '0').is_some();
    let number = |chars: &mut Vec<char>| {
        let mut digits = String::new();
        while let Some(c) = chars.pop_if(|c| c.is_ascii_digit()) {
            digits.push(c);
        }
        digits
    };
    let width = number(&mut chars);
    if !width.is_empty() {
        spec.width = width.parse().ok().filter(|w| *w <= MAX_WIDTH)?;
    }
    spec.comma = chars.pop_if(|c| *c == ',').is_some();
    if chars.pop_if(|c| *c == '.').is_some() {
        spec.precision = Some(
            number(&mut chars)
                .parse()
                .ok()
                .filter(|p| *p <= MAX_WIDTH)?,
        );
    }
    spec.kind = chars.pop_if(|c| c.is_ascii_alphabetic() || *c == '%');
    chars.is_empty().then_some(spec)
}

/// `format(value, spec)` of a number or a text.
///
/// # Errors
/// A specification that Python refuses for the value, or one that is not evaluated here.
pub(super) fn format(value: &Const, spec: &str) -> Result<String> {
    let refused =
        || Error::value("the format does not fit the value").found(format!("'{spec}' for {value}"));
    if spec.is_empty() {
        return text::str_of(value);
    }
    let parsed = parse(spec).ok_or_else(refused)?;
    let body = match value.untyped() {
        Const::Str(s) => {
            if parsed.kind.is_some_and(|k| k != 's') || parsed.sign.is_some() || parsed.comma {
                return Err(refused());
            }
            let shown: String = match parsed.precision {
                Some(p) => s.chars().take(p).collect(),
                None => s.to_string(),
            };
            return Ok(padded("", &shown, &parsed, '<'));
        }
        Const::Float(f) => float(*f, &parsed).ok_or_else(refused)?,
        other => match (other.as_int(), parsed.kind) {
            (Some(i), Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%')) => {
                float(i as f64, &parsed).ok_or_else(refused)?
            }
            (Some(i), _) if parsed.precision.is_none() => {
                integer(i, &parsed).ok_or_else(refused)?
            }
            _ => return Err(refused()),
        },
    };
    let (sign, digits) = match body.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => match parsed.sign {
            Some('+') => ("+", body.as_str()),
            Some(' ') => (" ", body.as_str()),
            _ => ("", body.as_str()),
        },
    };
    Ok(padded(sign, digits, &parsed, '>'))
}

fn padded(sign: &str, body: &str, spec: &Spec, default: char) -> String {
    let missing = spec
        .width
        .saturating_sub(sign.chars().count() + body.chars().count());
    let zero = spec.zero && spec.align.is_none();
    let fill = spec.fill.unwrap_or(if zero { '0' } else { ' ' });
    let align = spec.align.unwrap_or(if zero { '=' } else { default });
    let pad = |n: usize| fill.to_string().repeat(n);
    match align {
        '<' => format!("{sign}{body}{}", pad(missing)),
        '^' => format!(
            "{}{sign}{body}{}",
            pad(missing / 2),
            pad(missing - missing / 2)
        ),
        '=' => format!("{sign}{}{body}", pad(missing)),
        _ => format!("{}{sign}{body}", pad(missing)),
    }
}

fn grouped(digits: &str) -> String {
    let (whole, rest) = digits
        .find(|c: char| !c.is_ascii_digit())
        .map_or((digits, ""), |at| digits.split_at(at));
    let mut out = String::new();
    for (i, c) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out + rest
}

fn integer(value: i128, spec: &Spec) -> Option<String> {
    let magnitude = value.unsigned_abs();
    let (prefix, digits) = match spec.kind {
        None | Some('d' | 'n') => ("", magnitude.to_string()),
        Some('x') => ("0x", format!("{magnitude:x}")),
        Some('X') => ("0X", format!("{magnitude:X}")),
        Some('b') => ("0b", format!("{magnitude:b}")),
        Some('o') => ("0o", format!("{magnitude:o}")),
        _ => return None,
    };
    let digits = if spec.comma { grouped(&digits) } else { digits };
    let prefix = if spec.alternate { prefix } else { "" };
    let sign = if value < 0 { "-" } else { "" };
    Some(format!("{sign}{prefix}{digits}"))
}

fn float(value: f64, spec: &Spec) -> Option<String> {
    if !value.is_finite() {
        return Some(text::float(value));
    }
    let precision = spec.precision.unwrap_or(6);
    let shown = match spec.kind {
        Some('f' | 'F') => format!("{value:.precision$}"),
        Some('%') => format!("{:.precision$}%", value * 100.0),
        Some('e' | 'E') => {
            let lower = text::exponential(&format!("{value:.precision$e}"));
            if spec.kind == Some('E') {
                lower.to_uppercase()
            } else {
                lower
            }
        }
        Some('g' | 'G') => general(value, precision.max(1)),
        None => match spec.precision {
            Some(p) => {
                let shown = general(value, p.max(1));
                // Without a letter at least one digit stays behind the point.
                if shown.contains(['.', 'e']) {
                    shown
                } else {
                    format!("{shown}.0")
                }
            }
            None => text::float(value),
        },
        _ => return None,
    };
    let (sign, digits) = match shown.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", shown.as_str()),
    };
    Some(if spec.comma {
        format!("{sign}{}", grouped(digits))
    } else {
        shown
    })
}

/// So many significant digits, without zeros at the end; an exponent for small and large numbers.
fn general(value: f64, precision: usize) -> String {
    let shown = text::exponential(&format!("{value:.*e}", precision - 1));
    let exponent: i64 = shown
        .split_once('e')
        .and_then(|(_, e)| e.parse().ok())
        .unwrap_or(0);
    let trimmed = |s: &str| {
        if s.contains('.') {
            s.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            s.to_owned()
        }
    };
    if exponent < -4 || exponent >= precision as i64 {
        let (digits, rest) = shown.split_once('e').unwrap_or((&shown, "+00"));
        return format!("{}e{rest}", trimmed(digits));
    }
    let decimals = usize::try_from(precision as i64 - 1 - exponent).unwrap_or(0);
    trimmed(&format!("{value:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected texts are CPython's.
    #[test]
    fn formats_are_those_of_python() {
        let int = |i, s| format(&Const::Int(i), s).unwrap();
        let float = |f, s| format(&Const::Float(f), s).unwrap();
        let text = |t: &str, s| format(&Const::str(t), s).unwrap();
        assert_eq!(int(42, "5d"), "   42");
        assert_eq!(int(-42, "05"), "-0042");
        assert_eq!(int(42, "<5"), "42   ");
        assert_eq!(int(42, "*^6"), "**42**");
        assert_eq!(int(255, "#x"), "0xff");
        assert_eq!(int(5, "04b"), "0101");
        assert_eq!(int(1_234_567, ","), "1,234,567");
        assert_eq!(int(3, "+d"), "+3");
        assert_eq!(int(3, ".2f"), "3.00");
        assert_eq!(float(1.0 / 3.0, ".3f"), "0.333");
        assert_eq!(float(12345.678, ".2e"), "1.23e+04");
        assert_eq!(float(0.00001234, "g"), "1.234e-05");
        assert_eq!(float(1234567.0, "g"), "1.23457e+06");
        assert_eq!(float(2.5, ">8"), "     2.5");
        assert_eq!(float(0.25, ".0%"), "25%");
        assert_eq!(float(2.0, ".3"), "2.0");
        assert_eq!(float(1234.5, ",.1f"), "1,234.5");
        assert_eq!(text("ab", ">4"), "  ab");
        assert_eq!(text("abcdef", ".2"), "ab");
        assert!(format(&Const::str("ab"), "d").is_err());
        assert!(format(&Const::Int(1), "99999999").is_err());
    }
}
