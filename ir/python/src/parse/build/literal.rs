//! Numbers and strings: the text of a token to its value.

use super::{Build, Built};
use crate::parse::Fault;
use crate::parse::scan::Prefix;
use crate::source::Span;
use crate::tree::{Constant, Int};

/// Decimal integers of more digits are refused, as CPython does; their conversion is quadratic.
const DECIMAL_DIGITS: usize = 4300;

impl Build<'_> {
    /// The value of a number token.
    pub(super) fn number(&self, span: Span) -> Built<Constant> {
        let text = span.text(self.source);
        if text.len() < 19 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let value = text
                .bytes()
                .fold(0, |value, byte| value * 10 + i64::from(byte - b'0'));
            return Ok(Constant::Int(Int::Small(value)));
        }
        let cleaned: String = text.chars().filter(|&found| found != '_').collect();
        let lower = cleaned.to_ascii_lowercase();
        let radix = match lower.get(..2) {
            Some("0x") => 16,
            Some("0o") => 8,
            Some("0b") => 2,
            _ => 10,
        };
        if radix != 10 {
            let digits = lower.get(2..).unwrap_or("");
            return Ok(Constant::Int(power_of_two_radix(digits, radix)));
        }
        if let Some(imaginary) = lower.strip_suffix('j') {
            return Ok(Constant::Imaginary(self.float(imaginary, span)?));
        }
        if lower.bytes().all(|byte| byte.is_ascii_digit()) {
            if lower.len() > DECIMAL_DIGITS {
                return Err(Fault::boxed(
                    span,
                    format!(
                        "an integer of more than {DECIMAL_DIGITS} decimal digits; \
                         write it in hexadecimal"
                    ),
                ));
            }
            return Ok(Constant::Int(decimal(&lower)));
        }
        Ok(Constant::Float(self.float(&lower, span)?))
    }

    fn float(&self, text: &str, span: Span) -> Built<f64> {
        text.parse()
            .map_err(|_| Fault::boxed(span, "not a floating point number"))
    }

    /// Appends the value of a string token (UTF-8 or bytes, as its prefix says) to `out`.
    pub(super) fn string_value(&self, span: Span, out: &mut Vec<u8>) -> Built<Prefix> {
        let text = span.text(self.source);
        let quote_at = text.find(['\'', '"']).unwrap_or(0);
        let prefix = Prefix::of(text.as_bytes().get(..quote_at).unwrap_or(&[])).unwrap_or_default();
        let quoted = text.get(quote_at..).unwrap_or("");
        let quotes = match quoted.get(..3) {
            Some("'''" | "\"\"\"") if quoted.len() >= 6 => 3,
            _ => 1,
        };
        let body = quoted
            .get(quotes..quoted.len().saturating_sub(quotes))
            .unwrap_or("");
        if prefix.bytes && !body.is_ascii() {
            return Err(Fault::boxed(
                span,
                "bytes can only contain ASCII literal characters",
            ));
        }
        let kind = Escapes {
            bytes: prefix.bytes,
            raw: prefix.raw,
        };
        unescape(body, kind, out).map_err(|message| Fault::boxed(span, message))?;
        Ok(prefix)
    }
}

/// A decimal integer of bounded length.
fn decimal(digits: &str) -> Int {
    if let Ok(value) = digits.parse() {
        return Int::Small(value);
    }
    // Base 2^32, least significant first.
    let mut limbs: Vec<u32> = Vec::new();
    for digit in digits.bytes() {
        let mut carry = u64::from(digit - b'0');
        for limb in &mut limbs {
            let value = u64::from(*limb) * 10 + carry;
            *limb = (value & 0xffff_ffff) as u32;
            carry = value >> 32;
        }
        if carry > 0 {
            limbs.push(carry as u32);
        }
    }
    let mut hex = String::new();
    for limb in limbs.iter().rev() {
        hex.push_str(&format!("{limb:08x}"));
    }
    big(&hex)
}

/// Digits of a radix that is a power of two.
fn power_of_two_radix(digits: &str, radix: u32) -> Int {
    if let Ok(value) = i64::from_str_radix(digits, radix) {
        return Int::Small(value);
    }
    if radix == 16 {
        return big(digits);
    }
    let width = radix.trailing_zeros();
    let mut nibbles = Vec::with_capacity(digits.len());
    let (mut bits, mut count) = (0u32, 0u32);
    for digit in digits.bytes().rev() {
        bits |= u32::from(digit - b'0') << count;
        count += width;
        while count >= 4 {
            nibbles.push(bits & 15);
            bits >>= 4;
            count -= 4;
        }
    }
    nibbles.push(bits & 15);
    let hex: String = nibbles
        .iter()
        .rev()
        .filter_map(|&nibble| char::from_digit(nibble, 16))
        .collect();
    big(&hex)
}

/// Hexadecimal digits of a number, leading zeros and all.
fn big(hex: &str) -> Int {
    let digits = hex.trim_start_matches('0');
    match i64::from_str_radix(if digits.is_empty() { "0" } else { digits }, 16) {
        Ok(value) => Int::Small(value),
        Err(_) => Int::Big(digits.into()),
    }
}

/// How backslashes are read.
#[derive(Clone, Copy)]
pub(super) struct Escapes {
    pub(super) bytes: bool,
    pub(super) raw: bool,
}

/// Appends the value of the text between the quotes to `out`: WTF-8, or plain bytes. Line ends
/// become `\n`. The error is a message.
pub(super) fn unescape(text: &str, kind: Escapes, out: &mut Vec<u8>) -> Result<(), String> {
    let bytes = text.as_bytes();
    if kind.raw {
        push_lines(bytes, out);
        return Ok(());
    }
    let mut rest = bytes;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        let (plain, escape) = rest.split_at(at);
        push_lines(plain, out);
        let length = one_escape(escape, kind.bytes, out)?;
        rest = escape.get(length..).unwrap_or(&[]);
    }
    push_lines(rest, out);
    Ok(())
}

/// Copies text with `\r\n` and `\r` as `\n`.
fn push_lines(text: &[u8], out: &mut Vec<u8>) {
    if memchr::memchr(b'\r', text).is_none() {
        out.extend_from_slice(text);
        return;
    }
    let mut previous = 0;
    for &byte in text {
        match byte {
            b'\r' => out.push(b'\n'),
            b'\n' if previous == b'\r' => {}
            _ => out.push(byte),
        }
        previous = byte;
    }
}

/// Reads one escape at the start of `text`, which is a backslash; returns its length.
fn one_escape(text: &[u8], bytes: bool, out: &mut Vec<u8>) -> Result<usize, String> {
    let Some(&kind) = text.get(1) else {
        out.push(b'\\');
        return Ok(1);
    };
    let simple = match kind {
        b'\n' => return Ok(2),
        b'\r' => return Ok(if text.get(2) == Some(&b'\n') { 3 } else { 2 }),
        b'\\' | b'\'' | b'"' => kind,
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 11,
        b'0'..=b'7' => return Ok(octal(text, bytes, out)),
        b'x' => return hexadecimal(text, 2, bytes, out),
        b'u' if !bytes => return hexadecimal(text, 4, bytes, out),
        b'U' if !bytes => return hexadecimal(text, 8, bytes, out),
        b'N' if !bytes => return named(text, out),
        // Not an escape: the backslash stays, and so does what follows it.
        _ => {
            out.push(b'\\');
            return Ok(1);
        }
    };
    out.push(simple);
    Ok(2)
}

fn octal(text: &[u8], bytes: bool, out: &mut Vec<u8>) -> usize {
    let digits = text
        .iter()
        .skip(1)
        .take(3)
        .take_while(|byte| matches!(byte, b'0'..=b'7'));
    let (mut value, mut count) = (0u32, 0);
    for digit in digits {
        value = value * 8 + u32::from(digit - b'0');
        count += 1;
    }
    if bytes {
        out.push((value & 0xff) as u8);
    } else {
        push_code_point(value, out);
    }
    1 + count
}

fn hexadecimal(text: &[u8], count: usize, bytes: bool, out: &mut Vec<u8>) -> Result<usize, String> {
    let digits = text.get(2..2 + count).unwrap_or(&[]);
    let value = std::str::from_utf8(digits)
        .ok()
        .filter(|digits| digits.len() == count && digits.bytes().all(|b| b.is_ascii_hexdigit()))
        .and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let letter = text.get(1).copied().map_or('x', char::from);
    match value {
        None => Err(format!(
            "truncated \\{letter} escape: {count} hexadecimal digits are needed"
        )),
        Some(value) if value > 0x10_ffff => Err("illegal Unicode character".to_owned()),
        Some(value) if bytes => {
            out.push((value & 0xff) as u8);
            Ok(2 + count)
        }
        Some(value) => {
            push_code_point(value, out);
            Ok(2 + count)
        }
    }
}

/// `\N{name}`.
fn named(text: &[u8], out: &mut Vec<u8>) -> Result<usize, String> {
    let inside = text
        .get(2..)
        .and_then(|rest| rest.strip_prefix(b"{"))
        .and_then(|rest| Some(rest.split_at(memchr::memchr(b'}', rest)?).0));
    let Some(name) = inside.filter(|name| !name.is_empty()) else {
        return Err("malformed \\N character escape".to_owned());
    };
    let name = std::str::from_utf8(name).unwrap_or("");
    match unicode_names2::character(name) {
        Some(found) => {
            push_code_point(u32::from(found), out);
            Ok(name.len() + 4)
        }
        None => Err(format!("unknown Unicode character name '{name}'")),
    }
}

/// Appends a code point, surrogates in the form that WTF-8 gives them.
fn push_code_point(value: u32, out: &mut Vec<u8>) {
    match char::from_u32(value) {
        Some(found) => {
            let mut buffer = [0; 4];
            out.extend_from_slice(found.encode_utf8(&mut buffer).as_bytes());
        }
        None => out.extend_from_slice(&[
            0xe0 | ((value >> 12) & 0x0f) as u8,
            0x80 | ((value >> 6) & 0x3f) as u8,
            0x80 | (value & 0x3f) as u8,
        ]),
    }
}
