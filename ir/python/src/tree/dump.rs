//! The tree as JSON in the shape of CPython 3.13's `ast`.
//!
//! Every `ast` object is a JSON object: `_type` is its class, then come its fields in `ast`'s
//! order, then `lineno`, `col_offset`, `end_lineno`, `end_col_offset` where `ast` has them.
//! Values that JSON lacks are objects with `_const`: `int` (hexadecimal, beyond 64 bits), `float`,
//! `complex` (its imaginary part), `bytes` (hexadecimal), `Ellipsis`, and `str` (hexadecimal UTF-8
//! in which surrogates have their three-byte form) for strings that hold surrogates.

mod expression;
mod pattern;
mod statement;

use super::{Constant, Ident, Int, PyStr, Span};
use crate::parse::Parsed;
use crate::source::LineIndex;

/// The whole file as one JSON document.
pub fn to_json(parsed: &Parsed) -> String {
    let mut dump = Dump {
        out: String::with_capacity(parsed.source.len() * 16),
        lines: &parsed.lines,
    };
    dump.object("Module", None, |dump| {
        dump.list("body", &parsed.module.body, Dump::stmt);
        dump.field("type_ignores");
        dump.out.push_str("[]");
    });
    dump.out
}

struct Dump<'a> {
    out: String,
    lines: &'a LineIndex,
}

impl Dump<'_> {
    /// An object of class `name`, with what `fields` writes and the position.
    fn object(&mut self, name: &str, span: Option<Span>, fields: impl FnOnce(&mut Self)) {
        self.out.push_str("{\"_type\":\"");
        self.out.push_str(name);
        self.out.push('"');
        fields(self);
        if let Some(span) = span {
            let (start, end) = self.lines.range(span);
            for (key, value) in [
                ("lineno", start.line),
                ("col_offset", start.column),
                ("end_lineno", end.line),
                ("end_col_offset", end.column),
            ] {
                self.field(key);
                self.out.push_str(&value.to_string());
            }
        }
        self.out.push('}');
    }

    /// An object without fields or position: an operator or a context.
    fn bare(&mut self, name: &str) {
        self.object(name, None, |_| {});
    }

    fn field(&mut self, key: &str) {
        self.out.push_str(",\"");
        self.out.push_str(key);
        self.out.push_str("\":");
    }

    fn null(&mut self, key: &str) {
        self.field(key);
        self.out.push_str("null");
    }

    fn list<T>(&mut self, key: &str, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.field(key);
        self.out.push('[');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            each(self, item);
        }
        self.out.push(']');
    }

    fn optional<T>(&mut self, key: &str, item: Option<&T>, each: impl FnOnce(&mut Self, &T)) {
        self.field(key);
        match item {
            Some(item) => each(self, item),
            None => self.out.push_str("null"),
        }
    }

    fn name(&mut self, key: &str, name: Option<&Ident>) {
        self.optional(key, name, |dump, name| dump.text(name.as_str()));
    }

    fn names(&mut self, key: &str, names: &[Ident]) {
        self.list(key, names, |dump, name| dump.text(name.as_str()));
    }

    fn number(&mut self, key: &str, value: impl std::fmt::Display) {
        self.field(key);
        self.out.push_str(&value.to_string());
    }

    fn text(&mut self, text: &str) {
        self.out.push('"');
        for found in text.chars() {
            match found {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\u{0}'..='\u{1f}' | '\u{7f}' => {
                    self.out.push_str(&format!("\\u{:04x}", u32::from(found)));
                }
                _ => self.out.push(found),
            }
        }
        self.out.push('"');
    }

    fn string(&mut self, value: &PyStr) {
        match value.as_str() {
            Some(text) => self.text(text),
            None => self.special("str", &hexadecimal(value.as_wtf8())),
        }
    }

    fn constant(&mut self, value: &Constant) {
        match value {
            Constant::None => self.out.push_str("null"),
            Constant::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            Constant::Ellipsis => self.special("Ellipsis", ""),
            Constant::Int(Int::Small(value)) => self.out.push_str(&value.to_string()),
            Constant::Int(Int::Big(digits)) => self.special("int", digits),
            Constant::Float(value) => self.special("float", &format!("{value:?}")),
            Constant::Imaginary(value) => self.special("complex", &format!("{value:?}")),
            Constant::Str { value, .. } => self.string(value),
            Constant::Bytes(bytes) => self.special("bytes", &hexadecimal(bytes)),
        }
    }

    fn special(&mut self, kind: &str, value: &str) {
        self.out.push_str("{\"_const\":\"");
        self.out.push_str(kind);
        self.out.push_str("\",\"value\":\"");
        self.out.push_str(value);
        self.out.push_str("\"}");
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
