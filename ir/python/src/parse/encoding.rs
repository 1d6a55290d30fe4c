//! The bytes of a file to text: byte order mark, coding cookie (PEP 263), declared encoding.

use std::borrow::Cow;

/// Why bytes are no text, and the line (from 1) that shows it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Undecodable {
    pub(crate) line: u32,
    pub(crate) message: String,
}

impl Undecodable {
    fn new(line: u32, message: String) -> Self {
        Self { line, message }
    }

    /// At a byte of the file.
    fn at(bytes: &[u8], at: usize, message: String) -> Self {
        let before = bytes.get(..at).unwrap_or(&[]);
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        Self::new(u32::try_from(line).unwrap_or(u32::MAX), message)
    }
}

/// Decodes a file. A byte order mark is dropped, as it is no part of the text.
pub(crate) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, Undecodable> {
    let (marked, text) = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(rest) => (true, rest),
        None => (false, bytes),
    };
    let Some(cookie) = cookie(text) else {
        return utf8(text);
    };
    let name = normal_name(cookie);
    // With a byte order mark CPython takes no other spelling.
    if marked && name != "utf-8" && !name.starts_with("utf-8-") {
        return Err(Undecodable::new(
            1,
            format!("encoding problem: {name} with a UTF-8 byte order mark"),
        ));
    }
    if is_utf8(&name) {
        return utf8(text);
    }
    decode_as(text, &name)
}

fn is_utf8(name: &str) -> bool {
    matches!(
        name,
        "utf-8" | "utf8" | "u8" | "utf" | "cp65001" | "utf8-ucs2" | "utf8-ucs4"
    ) || name.starts_with("utf-8-")
}

fn utf8(bytes: &[u8]) -> Result<Cow<'_, str>, Undecodable> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(error) => {
            let at = error.valid_up_to();
            let byte = bytes.get(at).copied().unwrap_or(0);
            Err(Undecodable::at(
                bytes,
                at,
                format!("the file is not valid UTF-8: byte 0x{byte:02x}; declare its encoding"),
            ))
        }
    }
}

fn decode_as<'a>(bytes: &'a [u8], name: &str) -> Result<Cow<'a, str>, Undecodable> {
    match name {
        "iso-8859-1" | "latin-1" | "latin1" | "iso8859-1" | "8859" | "cp819" | "l1" | "latin" => {
            Ok(bytes
                .iter()
                .map(|&byte| char::from(byte))
                .collect::<String>()
                .into())
        }
        "ascii" | "us-ascii" | "646" => match bytes.iter().position(|byte| !byte.is_ascii()) {
            None => utf8(bytes),
            Some(at) => Err(Undecodable::at(
                bytes,
                at,
                "a byte beyond ASCII in a file declared as ASCII".to_owned(),
            )),
        },
        _ => {
            let label = whatwg_label(name);
            let Some(encoding) = encoding_rs::Encoding::for_label(label.as_bytes()) else {
                return Err(Undecodable::new(1, format!("unknown encoding: {name}")));
            };
            encoding
                .decode_without_bom_handling_and_without_replacement(bytes)
                .ok_or_else(|| {
                    Undecodable::new(1, format!("the file is not valid in its encoding, {name}"))
                })
        }
    }
}

/// Python's spelling of a codec to the one of the Encoding Standard.
fn whatwg_label(name: &str) -> Cow<'_, str> {
    if let Some(page) = name.strip_prefix("cp125") {
        return format!("windows-125{page}").into();
    }
    match name {
        "cp932" | "ms932" | "mskanji" | "shift-jis" | "sjis" => "shift_jis".into(),
        "cp936" | "ms936" => "gbk".into(),
        "cp949" | "uhc" => "euc-kr".into(),
        "cp950" | "big5-tw" => "big5".into(),
        "cp866" => "ibm866".into(),
        "mac-roman" | "macroman" => "macintosh".into(),
        _ => match name.strip_prefix("iso8859-") {
            Some(part) => format!("iso-8859-{part}").into(),
            None => name.into(),
        },
    }
}

/// Lower case, `_` as `-`.
fn normal_name(cookie: &[u8]) -> String {
    cookie
        .iter()
        .map(|&byte| match byte {
            b'_' => '-',
            _ => char::from(byte.to_ascii_lowercase()),
        })
        .collect()
}

/// The encoding that a comment in one of the first two lines declares; in the second one only if
/// the first is blank or a comment.
fn cookie(bytes: &[u8]) -> Option<&[u8]> {
    let mut lines = bytes.split(|&byte| byte == b'\n' || byte == b'\r');
    let first = lines.next()?;
    if let Some(found) = cookie_in(first) {
        return Some(found);
    }
    let blank = first
        .iter()
        .find(|byte| !matches!(byte, b' ' | b'\t' | b'\x0c'));
    if !matches!(blank, None | Some(b'#')) {
        return None;
    }
    let mut second = lines.next()?;
    // The line feed of a CRLF makes an empty piece.
    if second.is_empty() && bytes.get(first.len()..first.len() + 2) == Some(b"\r\n") {
        second = lines.next()?;
    }
    cookie_in(second)
}

fn cookie_in(line: &[u8]) -> Option<&[u8]> {
    let start = line
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t' | b'\x0c'))?;
    let comment = line.get(start..)?;
    if comment.first() != Some(&b'#') {
        return None;
    }
    memchr::memmem::find_iter(comment, b"coding").find_map(|at| {
        let rest = comment.get(at + 6..)?;
        let (b':' | b'=', rest) = rest.split_first()? else {
            return None;
        };
        let skipped = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
        let rest = rest.get(skipped..)?;
        let length = rest
            .iter()
            .position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')))
            .unwrap_or(rest.len());
        if length == 0 {
            None
        } else {
            rest.get(..length)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        decode(bytes)
            .map(Cow::into_owned)
            .unwrap_or_else(|error| format!("! {}", error.message))
    }

    #[test]
    fn a_cookie_counts_in_the_first_two_lines() {
        assert_eq!(
            text(b"# coding: latin-1\n'\xe9'"),
            "# coding: latin-1\n'\u{e9}'"
        );
        assert_eq!(
            text(b"#!x\r\n# -*- coding: Latin_1 -*-\r\n\xe9")
                .chars()
                .last(),
            Some('\u{e9}')
        );
        assert!(
            text(b"x = 1\n# coding: latin-1\n\xe9").starts_with("! the file is not valid UTF-8")
        );
        assert!(text(b"#\n#\n# coding: latin-1\n\xe9").starts_with('!'));
    }

    #[test]
    fn a_byte_order_mark_allows_utf8_only() {
        assert_eq!(text(b"\xef\xbb\xbfx"), "x");
        assert_eq!(text(b"\xef\xbb\xbf#coding=UTF_8\n"), "#coding=UTF_8\n");
        assert!(text(b"\xef\xbb\xbf#coding=utf8\n").starts_with("! encoding problem"));
        assert!(text(b"\xef\xbb\xbf#coding=latin-1\n").starts_with("! encoding problem"));
    }

    #[test]
    fn other_encodings_are_decoded_or_named() {
        assert_eq!(
            text(b"# coding: koi8-r\n\xd0").chars().last(),
            Some('\u{43f}')
        );
        assert_eq!(
            text(b"# coding: cp1252\n\x80").chars().last(),
            Some('\u{20ac}')
        );
        assert_eq!(text(b"# coding: uft-8\n"), "! unknown encoding: uft-8");
        assert!(text(b"# coding: ascii\n\xff").starts_with("! a byte beyond ASCII"));
    }
}
