//! print, printf, assert, f-strings (official `core_ops.py`, part on strings).

use super::Lowering;
use super::call::CallArgs;
use super::dispatch::Args;
use super::text;
use crate::classes;
use crate::diagnostic::{Error, Result};
use crate::dtype::Dtype;
use crate::mid::types::{DataclassType, FormattedStringType, Piece};
use crate::mid::{Const, Op, Type, Var};
use std::sync::Arc;

/// A string with places for values, under construction: neighbouring texts are one piece.
#[derive(Default)]
struct Builder {
    pieces: Vec<Piece>,
    values: Vec<Var>,
}

impl Builder {
    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(Piece::Text(last)) = self.pieces.last_mut() {
            *last = format!("{last}{text}").into();
        } else {
            self.pieces.push(Piece::Text(text.into()));
        }
    }

    fn value(&mut self, value: Var, format: Option<Arc<str>>) {
        let index = self.values.len() as u32;
        self.pieces.push(Piece::Value { index, format });
        self.values.push(value);
    }
}

impl Lowering<'_> {
    /// Appends a string, formatted or not.
    fn append_string(&self, builder: &mut Builder, string: Var) -> Result<()> {
        match self.body.ty(string)? {
            Type::Str(s) => builder.text(s),
            Type::FormattedString(f) => {
                let values = self.parts(string)?;
                for piece in &f.pieces {
                    match piece {
                        Piece::Text(text) => builder.text(text),
                        Piece::Value { index, format } => {
                            let value = values.get(*index as usize);
                            let value = value.ok_or_else(|| {
                                Error::ty("internal: a formatted string without its values")
                            })?;
                            builder.value(*value, format.clone());
                        }
                    }
                }
            }
            other => return Err(Error::ty("expected a string").found(other)),
        }
        Ok(())
    }

    fn finish_string(&mut self, builder: Builder) -> Result<Var> {
        let Builder { pieces, values } = builder;
        match pieces.as_slice() {
            [] => self.const_var(&Const::str("")),
            [Piece::Text(text)] => self.const_var(&Const::Str(text.clone())),
            _ => {
                let types = values
                    .iter()
                    .map(|v| self.body.ty(*v).cloned())
                    .collect::<Result<_>>()?;
                let ty = Type::FormattedString(Arc::new(FormattedStringType {
                    pieces,
                    values: types,
                }));
                self.aggregate(values, ty)
            }
        }
    }

    /// An f-string.
    ///
    /// # Errors
    /// Values that have no text, formats for values that are no numbers.
    pub(crate) fn format_string(&mut self, pieces: &[Piece], values: &[Var]) -> Result<Var> {
        let mut builder = Builder::default();
        for piece in pieces {
            let (index, format) = match piece {
                Piece::Text(text) => {
                    builder.text(text);
                    continue;
                }
                Piece::Value { index, format } => (*index, format),
            };
            let value = values.get(index as usize).copied();
            let value =
                value.ok_or_else(|| Error::ty("internal: an f-string without its values"))?;
            match self.body.ty(value)? {
                Type::Tile(_) => {
                    builder.value(value, format.clone());
                    continue;
                }
                Type::Dataclass(d)
                    if classes::method(self.package, d.class, "__format__").is_some() =>
                {
                    return Err(Error::ty(
                        "formatting by a class's own __format__ is not supported",
                    ));
                }
                other if format.is_some() => {
                    let place = self.place_of_value(value);
                    return Err(Error::ty("a format is for numbers only")
                        .found(other)
                        .help("leave the format out, or apply it to a number")
                        .at(place));
                }
                _ => {}
            }
            let text = self.py_text(value)?;
            self.append_string(&mut builder, text)?;
        }
        self.finish_string(builder)
    }

    /// Strings joined end to end.
    ///
    /// # Errors
    /// Something other than strings.
    pub(crate) fn concat_strings(&mut self, strings: &[Var]) -> Result<Var> {
        let mut builder = Builder::default();
        for &string in strings {
            self.append_string(&mut builder, string)?;
        }
        self.finish_string(builder)
    }

    pub(super) fn py_str_join(&mut self, args: &Args) -> Result<Option<Var>> {
        let [separator, items] = args.vars()?;
        let mut builder = Builder::default();
        for (i, &item) in self.tuple_items(items)?.iter().enumerate() {
            if i > 0 {
                self.append_string(&mut builder, separator)?;
            }
            self.append_string(&mut builder, item)?;
        }
        self.finish_string(builder).map(Some)
    }

    pub(super) fn py_str(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x] = args.vars()?;
        self.py_text(x).map(Some)
    }

    pub(super) fn py_repr(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x] = args.vars()?;
        self.repr(x).map(Some)
    }

    /// `str(x)`.
    fn py_text(&mut self, x: Var) -> Result<Var> {
        match self.body.ty(x)?.clone() {
            Type::Str(_) | Type::FormattedString(_) => Ok(x),
            Type::Dataclass(d) => match classes::method(self.package, d.class, "__str__") {
                Some(method) => self.text_by_method(method, x),
                None => self.repr(x),
            },
            _ => match self.body.constant(x).cloned() {
                Some(value) => self.const_var(&Const::str(text::str_of(&value)?)),
                None => self.repr(x),
            },
        }
    }

    fn text_by_method(&mut self, method: classes::Method, x: Var) -> Result<Var> {
        let result = self.call_function(method.function, CallArgs::positional([x]))?;
        let result = result.ok_or_else(|| Error::ty("a class's text must be a string"))?;
        match self.body.ty(result)? {
            Type::Str(_) | Type::FormattedString(_) => Ok(result),
            other => Err(Error::ty("a class's text must be a string").found(other)),
        }
    }

    /// `repr(x)`.
    fn repr(&mut self, x: Var) -> Result<Var> {
        let mut builder = Builder::default();
        match self.body.ty(x)?.clone() {
            Type::FormattedString(f) => {
                let texts = f.pieces.iter().filter_map(|p| match p {
                    Piece::Text(text) => Some(&**text),
                    Piece::Value { .. } => None,
                });
                let quote = text::quote_for(texts);
                let mark = quote.to_string();
                let values = self.parts(x)?;
                builder.text(&mark);
                for piece in &f.pieces {
                    match piece {
                        Piece::Text(text) => builder.text(&text::escaped(text, quote)),
                        Piece::Value { index, format } => {
                            if let Some(value) = values.get(*index as usize) {
                                builder.value(*value, format.clone());
                            }
                        }
                    }
                }
                builder.text(&mark);
            }
            Type::Tile(_) if self.body.constant(x).is_none() => builder.value(x, None),
            Type::Tuple(_) => {
                let items = self.tuple_items(x)?;
                builder.text("(");
                for (i, &item) in items.iter().enumerate() {
                    let item = self.repr(item)?;
                    builder.text(if i > 0 { ", " } else { "" });
                    self.append_string(&mut builder, item)?;
                }
                builder.text(if items.len() == 1 { ",)" } else { ")" });
            }
            Type::Dataclass(d) => return self.repr_instance(x, &d),
            ty => {
                let text = match self.body.constant(x) {
                    Some(value) => text::repr_of(value)?,
                    None => {
                        return Err(
                            Error::unsupported("the text of this object is not known").found(&ty)
                        );
                    }
                };
                builder.text(&text);
            }
        }
        self.finish_string(builder)
    }

    fn repr_instance(&mut self, x: Var, ty: &DataclassType) -> Result<Var> {
        if let Some(method) = classes::method(self.package, ty.class, "__repr__") {
            return self.text_by_method(method, x);
        }
        let info = classes::dataclass(self.package, ty.class)?;
        let parts = self.parts(x)?;
        let mut builder = Builder::default();
        builder.text(&format!("{}(", info.name));
        if !info.repr {
            return self.const_var(&Const::str(format!("<{} object>", info.name)));
        }
        let shown = info.fields.iter().zip(parts.iter());
        for (i, (field, &part)) in shown.filter(|(f, _)| f.repr).enumerate() {
            let part = self.repr(part)?;
            builder.text(&format!("{}{}=", if i > 0 { ", " } else { "" }, field.name));
            self.append_string(&mut builder, part)?;
        }
        builder.text(")");
        self.finish_string(builder)
    }

    /// `print()` of Python and of `cuda.tile`.
    pub(super) fn ct_print(&mut self, args: &Args) -> Result<Option<Var>> {
        let items = args.rest(0)?.to_vec();
        let (separator, end) = (args.var(1)?, args.var(2)?);
        for string in [separator, end] {
            if !matches!(
                self.body.ty(string)?,
                Type::Str(_) | Type::FormattedString(_)
            ) {
                return Err(Error::ty("expected a string").found(self.body.ty(string)?));
            }
        }
        let mut builder = Builder::default();
        for (i, &item) in items.iter().enumerate() {
            if i > 0 {
                self.append_string(&mut builder, separator)?;
            }
            let item = self.py_text(item)?;
            self.append_string(&mut builder, item)?;
        }
        self.append_string(&mut builder, end)?;
        let mut format = String::new();
        for piece in &builder.pieces {
            match piece {
                Piece::Text(text) => format.push_str(&text.replace('%', "%%")),
                Piece::Value {
                    index,
                    format: spec,
                } => {
                    let value = builder.values.get(*index as usize).copied();
                    let dtype = value.map(|v| self.numeric_tile(v)).transpose()?;
                    let dtype = dtype.map_or(Dtype::Int32, |(_, d)| d);
                    format.push_str(&match spec {
                        Some(spec) => c_format_of_spec(spec, dtype)?,
                        None => format!("%{}", c_specifier(dtype)),
                    });
                }
            }
        }
        self.print_values(format, builder.values)
    }

    pub(super) fn ct_printf(&mut self, args: &Args) -> Result<Option<Var>> {
        let format = self.constant_str(args.var(0)?)?;
        let values = args.rest(1)?.to_vec();
        let types = values
            .iter()
            .map(|v| self.tile(*v).map(|t| t.dtype()))
            .collect::<Result<Vec<_>>>()?;
        check_c_format(&format, &types)?;
        self.print_values(format.to_string(), values)
    }

    fn print_values(&mut self, format: String, args: Vec<Var>) -> Result<Option<Var>> {
        let op = Op::Printf {
            args,
            token: None,
            format: format.into(),
        };
        self.add(op, Type::Token)?;
        Ok(None)
    }

    pub(super) fn ct_assert(&mut self, args: &Args) -> Result<Option<Var>> {
        let [cond, message] = args.vars()?;
        let tile = self.tile(cond)?;
        if tile.dtype() != Some(Dtype::Bool) {
            return Err(Error::ty("an assertion's condition must be boolean").found(tile.element));
        }
        let message = self.optional_str(message)?.unwrap_or_else(|| "".into());
        self.add_void(Op::Assert { cond, message })?;
        Ok(None)
    }
}

/// What follows `%` for a value of a type.
fn c_specifier(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::Bool => "d",
        Dtype::Float64 => "lf",
        d if d.is_float() => "f",
        d => match (d.bits(), d.is_signed()) {
            (64, true) => "lld",
            (64, false) => "llu",
            (_, true) => "d",
            (_, false) => "u",
        },
    }
}

/// Whether C's conversion character fits a type.
fn specifier_fits(specifier: char, dtype: Option<Dtype>) -> bool {
    match dtype {
        Some(d) if d.is_float() => "eEfFgGaA".contains(specifier),
        Some(_) => "diuoxX".contains(specifier),
        None => false,
    }
}

/// A C conversion for a Python format: `[<>^][+ -][#][0][width][.precision][type]`.
fn c_format_of_spec(spec: &str, dtype: Dtype) -> Result<String> {
    let refuse = || Error::ty("this format is not supported in kernels").found(spec);
    let mut rest = spec;
    let mut take = |set: &str| -> Option<char> {
        let c = rest.chars().next().filter(|c| set.contains(*c))?;
        rest = &rest[c.len_utf8()..];
        Some(c)
    };
    let align = take("<>^");
    let sign = take("+ -");
    let alternate = take("#");
    let zero = take("0");
    let digits = |text: &mut &str| -> String {
        let end = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let (number, after) = text.split_at(end);
        *text = after;
        number.to_owned()
    };
    let width = digits(&mut rest);
    let mut precision = String::new();
    if let Some(after) = rest.strip_prefix('.') {
        rest = after;
        let number = digits(&mut rest);
        if number.is_empty() {
            return Err(refuse());
        }
        precision = format!(".{number}");
    }
    let mut chars = rest.chars();
    let specifier = match (chars.next(), chars.next()) {
        (None, _) => c_specifier(dtype).to_owned(),
        (Some(c), None) if "diouxXeEfFgGaA".contains(c) => {
            if !specifier_fits(c, Some(dtype)) {
                return Err(Error::ty(format!("format `{spec}` does not fit {dtype}")));
            }
            c.to_string()
        }
        _ => return Err(refuse()),
    };
    let mut flags = String::new();
    if align == Some('<') {
        flags.push('-');
    }
    flags.extend(sign.filter(|c| *c != '-'));
    flags.extend(alternate);
    flags.extend(zero.filter(|_| align != Some('<')));
    Ok(format!("%{flags}{width}{precision}{specifier}"))
}

/// Refuses a C format that does not fit its arguments.
fn check_c_format(format: &str, types: &[Option<Dtype>]) -> Result<()> {
    let refuse = |what: &str| Error::ty(what.to_owned()).found(format);
    let mut types = types.iter();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            rest = after;
            continue;
        }
        let (specifier, after) =
            c_conversion(rest).ok_or_else(|| refuse("format has an unknown conversion"))?;
        rest = after;
        if !"diuoxXeEfFgGaA".contains(specifier) {
            return Err(refuse("format has a conversion that is not supported"));
        }
        let Some(dtype) = types.next() else {
            return Err(refuse("format has more conversions than there are values"));
        };
        if !specifier_fits(specifier, *dtype) {
            return Err(refuse("a conversion does not fit its value"));
        }
    }
    match types.next() {
        Some(_) => Err(refuse("format has fewer conversions than there are values")),
        None => Ok(()),
    }
}

/// The conversion character after `%[flag][width][.precision][length]`, and what follows.
fn c_conversion(text: &str) -> Option<(char, &str)> {
    let text = text.strip_prefix(['0', ' ', '#', '+', '-']).unwrap_or(text);
    let mut text = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if let Some(after) = text.strip_prefix('.') {
        let digits = after.trim_start_matches(|c: char| c.is_ascii_digit());
        if digits.len() < after.len() {
            text = digits;
        }
    }
    for length in ["hh", "h", "ll", "l"] {
        if let Some(after) = text.strip_prefix(length) {
            text = after;
            break;
        }
    }
    let specifier = text.chars().next()?;
    "diuoxXeEfFgGaAcspn"
        .contains(specifier)
        .then(|| (specifier, &text[specifier.len_utf8()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of the official `PrintfValidator.apply_python_spec`.
    #[test]
    fn python_formats_become_conversions() {
        let of = |spec: &str, dtype| c_format_of_spec(spec, dtype).ok();
        assert_eq!(of(".2f", Dtype::Float32).as_deref(), Some("%.2f"));
        assert_eq!(of("<8", Dtype::Int32).as_deref(), Some("%-8d"));
        assert_eq!(of("+08.3e", Dtype::Float64).as_deref(), Some("%+08.3e"));
        assert_eq!(of("#x", Dtype::UInt8).as_deref(), Some("%#x"));
        assert_eq!(of("5", Dtype::Int64).as_deref(), Some("%5lld"));
        assert_eq!(of("d", Dtype::Float32), None);
        assert_eq!(of("s", Dtype::Float32), None);
        assert_eq!(of("10.", Dtype::Float32), None);
    }

    #[test]
    fn c_formats_are_checked_against_their_values() {
        let ok = |format: &str, types: &[Dtype]| {
            let types: Vec<_> = types.iter().copied().map(Some).collect();
            check_c_format(format, &types).is_ok()
        };
        assert!(ok(
            "%d %5.2f %% %llx",
            &[Dtype::Int32, Dtype::Float32, Dtype::Int64]
        ));
        assert!(!ok("%d", &[]));
        assert!(!ok("%d", &[Dtype::Float32]));
        assert!(!ok("x", &[Dtype::Int32]));
        assert!(!ok("%s", &[Dtype::Int32]));
        assert!(!ok("50%", &[]));
    }
}
