//! Text of compile-time values, as Python's `str()` and `repr()` give it.

use crate::diagnostic::{Error, Result};
use crate::mid::Const;
use crate::mid::constant::EnumValue;
use crate::mid::op::{MemoryOrder, MemoryScope, PaddingMode, RoundingMode};

/// `str(value)`.
///
/// # Errors
/// A value whose text only running Python could tell.
pub fn str_of(value: &Const) -> Result<String> {
    match value {
        Const::Str(s) => Ok(s.to_string()),
        Const::Dtype(d) => Ok(d.to_string()),
        Const::Enum(e) => Ok(member(*e)),
        Const::UserEnum(e) => Ok(format!("{}.{}", e.class_name, e.name)),
        other => repr_of(other),
    }
}

/// `repr(value)`.
///
/// # Errors
/// As for [`str_of`].
pub fn repr_of(value: &Const) -> Result<String> {
    Ok(match value {
        Const::None => "None".to_owned(),
        Const::Ellipsis => "Ellipsis".to_owned(),
        Const::NotImplemented => "NotImplemented".to_owned(),
        Const::Bool(true) => "True".to_owned(),
        Const::Bool(false) => "False".to_owned(),
        Const::Int(i) => i.to_string(),
        Const::Float(f) => float(*f),
        Const::Str(s) => quoted(s, quote_for([&**s])),
        Const::Dtype(d) => format!("<DType '{d}'>"),
        Const::Tuple(items) => match &**items {
            [one] => format!("({},)", repr_of(one)?),
            items => format!("({})", list(items)?),
        },
        Const::List(items) => format!("[{}]", list(items)?),
        Const::Slice(parts) => format!("slice({})", list(&**parts)?),
        Const::UserEnum(e) => {
            format!("<{}.{}: {}>", e.class_name, e.name, repr_of(&e.value)?)
        }
        other => {
            return Err(Error::unsupported("the text of this value is not known").found(other));
        }
    })
}

fn list(items: &[Const]) -> Result<String> {
    let items = items.iter().map(repr_of).collect::<Result<Vec<_>>>()?;
    Ok(items.join(", "))
}

/// The shortest text that reads back as the number; exponents from 16 digits on and below 1e-4.
pub fn float(f: f64) -> String {
    if f.is_nan() {
        return "nan".to_owned();
    }
    if f.is_infinite() {
        return if f > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{f:e}");
    let exponent = scientific.split_once('e').map_or("0", |(_, e)| e);
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if f != 0.0 && !(-4..16).contains(&exponent) {
        return exponential(&scientific);
    }
    let plain = format!("{f}");
    if plain.contains('.') {
        plain
    } else {
        format!("{plain}.0")
    }
}

/// A number in Rust's scientific notation in Python's: the exponent has a sign and at least two digits.
pub fn exponential(scientific: &str) -> String {
    let (digits, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let (sign, size) = match exponent.strip_prefix('-') {
        Some(size) => ('-', size),
        None => ('+', exponent),
    };
    format!("{digits}e{sign}{size:0>2}")
}

/// The quote that `repr()` puts around texts: a double one if only single ones are in it.
pub fn quote_for<'a>(texts: impl IntoIterator<Item = &'a str>) -> char {
    let (mut single, mut double) = (false, false);
    for text in texts {
        single |= text.contains('\'');
        double |= text.contains('"');
    }
    if single && !double { '"' } else { '\'' }
}

fn quoted(text: &str, quote: char) -> String {
    format!("{quote}{}{quote}", escaped(text, quote))
}

/// A text as it stands between quotes in `repr()`.
pub fn escaped(text: &str, quote: char) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => out.extend(['\\', c]),
            c if c.is_control() && u32::from(c) < 0x100 => {
                out.push_str(&format!("\\x{:02x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}

/// Class and name of a member of an enumeration.
fn member(value: EnumValue) -> String {
    let (class, name) = match value {
        EnumValue::Rounding(r) => (
            "RoundingMode",
            match r {
                RoundingMode::Rn => "RN",
                RoundingMode::Rz => "RZ",
                RoundingMode::Rm => "RM",
                RoundingMode::Rp => "RP",
                RoundingMode::Ra => "RA",
                RoundingMode::Full => "FULL",
                RoundingMode::Approx => "APPROX",
                RoundingMode::Rzi => "RZI",
            },
        ),
        EnumValue::Padding(p) => (
            "PaddingMode",
            match p {
                PaddingMode::Undetermined => "UNDETERMINED",
                PaddingMode::Zero => "ZERO",
                PaddingMode::NegZero => "NEG_ZERO",
                PaddingMode::Nan => "NAN",
                PaddingMode::PosInf => "POS_INF",
                PaddingMode::NegInf => "NEG_INF",
            },
        ),
        EnumValue::Order(o) => (
            "MemoryOrder",
            match o {
                MemoryOrder::Weak => "WEAK",
                MemoryOrder::Relaxed => "RELAXED",
                MemoryOrder::Acquire => "ACQUIRE",
                MemoryOrder::Release => "RELEASE",
                MemoryOrder::AcqRel => "ACQ_REL",
            },
        ),
        EnumValue::Scope(s) => (
            "MemoryScope",
            match s {
                MemoryScope::None => "NONE",
                MemoryScope::Block => "BLOCK",
                MemoryScope::Cluster => "CLUSTER",
                MemoryScope::Device => "DEVICE",
                MemoryScope::Sys => "SYS",
            },
        ),
    };
    format!("{class}.{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts printed by CPython.
    #[test]
    fn numbers_read_as_in_python() {
        let cases = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.5, "1.5"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1e22, "1e+22"),
            (1.5e300, "1.5e+300"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (1.25e-7, "1.25e-07"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "nan"),
        ];
        for (value, text) in cases {
            assert_eq!(float(value), text);
        }
    }

    #[test]
    fn containers_and_texts_are_quoted() {
        let text = Const::tuple([Const::str("it's"), Const::Int(1), Const::None]);
        assert_eq!(repr_of(&text).unwrap(), "(\"it's\", 1, None)");
        assert_eq!(
            repr_of(&Const::tuple([Const::Bool(true)])).unwrap(),
            "(True,)"
        );
        assert_eq!(repr_of(&Const::str("a\n'\"")).unwrap(), "'a\\n\\'\"'");
        assert_eq!(str_of(&Const::str("x")).unwrap(), "x");
    }
}
