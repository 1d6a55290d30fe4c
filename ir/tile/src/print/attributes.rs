//! Attributes as text.

use cutile_ir::ir::{Attribute, OptimizationHints, PreviewConstArg, ScalarType, Type};

use super::types::{Elements, element_text, join, scalar_text, type_text};
use crate::float::float_to_bits;
use crate::ops::Predicate;

/// `div_by<16>`, `bounded<0, ?>`, `same_elements<[1, 2]>`.
pub(super) fn predicate(predicate: Predicate<'_>) -> String {
    match predicate {
        Predicate::DivBy(p) => match (p.every, p.along) {
            (Some(every), along) => format!(
                "div_by<{}, every {every} along {}>",
                p.divisor,
                along.unwrap_or(0)
            ),
            (None, _) => format!("div_by<{}>", p.divisor),
        },
        Predicate::Bounded(p) => {
            let bound = |b: Option<i64>| b.map_or("?".to_owned(), |n| n.to_string());
            format!("bounded<{}, {}>", bound(p.lb), bound(p.ub))
        }
        Predicate::SameElements(p) => {
            let texts: Vec<_> = p.values.iter().map(i64::to_string).collect();
            format!("same_elements<[{}]>", texts.join(", "))
        }
    }
}

/// `<default = {}, sm_90 = {latency = 3}>`, sorted by name as dictionaries are.
pub(super) fn hints(hints: &OptimizationHints) -> String {
    let mut entries: Vec<_> = hints.entries.iter().collect();
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    let texts: Vec<_> = entries
        .into_iter()
        .map(|(architecture, values)| format!("{architecture} = {}", dictionary(values)))
        .collect();
    format!("<{}>", texts.join(", "))
}

fn dictionary(values: &[(String, Attribute)]) -> String {
    let mut entries: Vec<_> = values.iter().collect();
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    let texts: Vec<_> = entries
        .into_iter()
        .map(|(name, value)| format!("{name} = {}", untyped(value)))
        .collect();
    format!("{{{}}}", texts.join(", "))
}

/// A number without its type, or another attribute.
fn untyped(attribute: &Attribute) -> String {
    match attribute {
        Attribute::Integer(bits, Type::Scalar(scalar)) => {
            element_text(*scalar, bits.cast_unsigned())
        }
        Attribute::Integer(value, _) => value.to_string(),
        Attribute::Float(value, ty) => match ty {
            Type::Scalar(scalar) => match float_to_bits(*scalar, *value) {
                Some(bits) => element_text(*scalar, bits),
                None => value.to_string(),
            },
            _ => value.to_string(),
        },
        other => self::attribute(other),
    }
}

/// An attribute; numbers with their type unless it is `i1`, `i64` or `f64`.
pub(super) fn attribute(attribute: &Attribute) -> String {
    match attribute {
        Attribute::Integer(_, ty) | Attribute::Float(_, ty) => {
            let silent = matches!(
                ty,
                Type::Scalar(ScalarType::I1 | ScalarType::I64 | ScalarType::F64)
            );
            match silent {
                true => untyped(attribute),
                false => format!("{} : {}", untyped(attribute), type_text(ty)),
            }
        }
        Attribute::Bool(value) => value.to_string(),
        Attribute::Type(ty) => type_text(ty),
        Attribute::String(text) => quoted(text),
        Attribute::Array(items) => array(items),
        Attribute::DenseElements(dense) => match Elements::of(dense) {
            Some(e) => format!(
                "<{}: {}> : {}",
                scalar_text(e.scalar),
                e.text(),
                type_text(&dense.element_type)
            ),
            None => format!("<{} bytes>", dense.data.len()),
        },
        Attribute::DenseI32Array(values) => format!("[{}]", join(values, ", ")),
        Attribute::DivBy(p) => predicate(Predicate::DivBy(p)),
        Attribute::SameElements(p) => predicate(Predicate::SameElements(p)),
        Attribute::Bounded(p) => predicate(Predicate::Bounded(p)),
        Attribute::Dictionary(values) => dictionary(values),
        Attribute::OptimizationHints(values) => hints(values),
        Attribute::PreviewConstArg(PreviewConstArg::Int(value)) => value.to_string(),
        Attribute::PreviewConstArg(PreviewConstArg::Str(text)) => quoted(text),
        Attribute::PreviewConstArg(PreviewConstArg::Datatype(ty)) => type_text(ty),
    }
}

pub(super) fn array(items: &[Attribute]) -> String {
    let texts: Vec<_> = items.iter().map(attribute).collect();
    format!("[{}]", texts.join(", "))
}

/// Text in quotes; quotes and what is not printable as two hexadecimal digits.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'"' => out.push_str("\\22"),
            0x20..=0x7E => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\{byte:02X}")),
        }
    }
    out + "\""
}

/// `@name`, in quotes if it is not a plain identifier.
pub(super) fn symbol(name: &str) -> String {
    let mut bytes = name.bytes();
    let first = bytes
        .next()
        .is_some_and(|b| b.is_ascii_alphabetic() || b == b'_');
    let plain = first && bytes.all(|b| b.is_ascii_alphanumeric() || b"_$.".contains(&b));
    match plain {
        true => format!("@{name}"),
        false => format!("@{}", quoted(name)),
    }
}
