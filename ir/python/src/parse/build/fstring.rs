//! String literals side by side, and the parts of f-strings.

use super::literal::{Escapes, unescape};
use super::{Build, Built};
use crate::parse::Fault;
use crate::parse::grammar::{Node, Nodes, Rule};
use crate::parse::scan::Prefix;
use crate::parse::token::Token;
use crate::source::Span;
use crate::tree::{Constant, Conversion, Expr, ExprKind, PyStr};

/// The values of an f-string so far, and the text since the last of them.
#[derive(Default)]
struct Parts {
    values: Vec<Expr>,
    text: Vec<u8>,
    /// Where the text stands, once there is some.
    span: Option<Span>,
    /// The first literal of the text has a `u`.
    unicode_prefix: bool,
}

impl Parts {
    /// Notes that a literal at `span`, whose text is being appended, belongs to the text.
    fn extend(&mut self, span: Span, unicode_prefix: bool) {
        match &mut self.span {
            Some(whole) => whole.end = span.end,
            None => {
                self.span = Some(span);
                self.unicode_prefix = unicode_prefix;
            }
        }
    }

    /// Makes the text a value; empty text is none.
    fn flush(&mut self) {
        let Some(span) = self.span.take() else {
            return;
        };
        if self.text.is_empty() {
            return;
        }
        let value = PyStr::from_wtf8(std::mem::take(&mut self.text));
        self.values.push(Expr {
            span,
            kind: ExprKind::Constant(Constant::Str {
                value,
                unicode_prefix: self.unicode_prefix,
            }),
        });
    }
}

impl Build<'_> {
    /// The rule `strings`: literals side by side make one value.
    pub(super) fn strings(&mut self, node: Node, nodes: Nodes<'_>) -> Built<Expr> {
        let mut is_bytes = false;
        let mut joined = false;
        let mut parts = Parts::default();
        for (index, (part, children)) in nodes.enumerate() {
            let bytes = match part.rule {
                Rule::fstring => {
                    joined = true;
                    let prefix = self.prefix(part.first());
                    self.fstring_parts(children, prefix.raw, &mut parts)?;
                    false
                }
                _ => {
                    let span = self.span(part);
                    let prefix = self.string_value(span, &mut parts.text)?;
                    parts.extend(span, prefix.small_u);
                    prefix.bytes
                }
            };
            if index > 0 && bytes != is_bytes {
                return Err(self.fault(part, "bytes and text cannot be joined"));
            }
            is_bytes = bytes;
        }
        let span = self.span(node);
        let kind = if joined {
            parts.flush();
            ExprKind::JoinedStr {
                values: parts.values,
            }
        } else if is_bytes {
            ExprKind::Constant(Constant::Bytes(parts.text.into()))
        } else {
            ExprKind::Constant(Constant::Str {
                value: PyStr::from_wtf8(parts.text),
                unicode_prefix: parts.unicode_prefix,
            })
        };
        Ok(Expr { span, kind })
    }

    /// The prefix of the f-string whose first token this is.
    fn prefix(&self, token: usize) -> Prefix {
        let text = self.text(token);
        let letters = text.trim_end_matches(['\'', '"']);
        Prefix::of(letters.as_bytes()).unwrap_or_default()
    }

    fn fstring_parts(&mut self, nodes: Nodes<'_>, raw: bool, parts: &mut Parts) -> Built<()> {
        for (node, children) in nodes {
            if node.rule == Rule::f_text {
                let span = self.span(node);
                unescape_braces(span.text(self.source), raw, &mut parts.text)
                    .map_err(|message| Fault::boxed(span, message))?;
                parts.extend(span, false);
            } else {
                self.field(node, children, raw, parts)?;
            }
        }
        Ok(())
    }

    /// `{value = !conversion :format_spec}`.
    fn field(
        &mut self,
        node: Node,
        mut nodes: Nodes<'_>,
        raw: bool,
        parts: &mut Parts,
    ) -> Built<()> {
        self.enter(2, node)?;
        let (value, children) = self.required(&mut nodes, node)?;
        let debug = self.tokens.is(value.after(), Token::Equal);
        if debug {
            self.debug_text(node, value, parts);
        }
        parts.flush();
        let value = Box::new(match value.rule {
            Rule::yield_expression => self.yield_expression(value, children)?,
            _ => self.expressions(value, children)?,
        });
        let mut conversion = match nodes.next_if(Rule::conversion) {
            Some((inner, _)) => Some(self.conversion(inner)?),
            None => None,
        };
        let mut format_spec = None;
        if let Some((spec, children)) = nodes.next() {
            let mut inner = Parts::default();
            self.fstring_parts(children, raw, &mut inner)?;
            inner.flush();
            format_spec = Some(Box::new(Expr {
                span: self.span(spec),
                kind: ExprKind::JoinedStr {
                    values: inner.values,
                },
            }));
        }
        if debug && conversion.is_none() && format_spec.is_none() {
            conversion = Some(Conversion::Repr);
        }
        self.leave(2);
        parts.values.push(Expr {
            span: self.span(node),
            kind: ExprKind::FormattedValue {
                value,
                conversion,
                format_spec,
            },
        });
        Ok(())
    }

    fn conversion(&self, node: Node) -> Built<Conversion> {
        let name = node.first() + 1;
        match self.text(name) {
            "s" => Ok(Conversion::Str),
            "r" => Ok(Conversion::Repr),
            "a" => Ok(Conversion::Ascii),
            found => Err(self.fault_at(
                name,
                format!("invalid conversion '{found}': 's', 'r' or 'a' is expected"),
            )),
        }
    }

    /// The source text of `{value=`, from the brace to what follows the `=`, is text of the
    /// f-string; comments in it are not.
    fn debug_text(&self, field: Node, value: Node, parts: &mut Parts) {
        let start = self.tokens.span(field.first()).end;
        let end = self.tokens.span(value.after() + 1).start;
        let first = self
            .comments
            .partition_point(|comment| comment.span.end <= start);
        let mut at = start;
        let inside = self.comments.iter().skip(first);
        for comment in inside.take_while(|comment| comment.span.start < end) {
            let span = Span::new(at, comment.span.start);
            push_lines(span.text(self.source), &mut parts.text);
            at = comment.span.end;
        }
        push_lines(Span::new(at, end).text(self.source), &mut parts.text);
        parts.extend(Span::new(start, end), false);
    }
}

/// Appends source text with its line ends as `\n`.
fn push_lines(text: &str, out: &mut Vec<u8>) {
    let raw = Escapes {
        bytes: false,
        raw: true,
    };
    // Raw text has no escapes that could be wrong.
    let _ = unescape(text, raw, out);
}

/// As [`unescape`], with `{{` and `}}` as single braces; `\N{…}` keeps its own.
fn unescape_braces(text: &str, raw: bool, out: &mut Vec<u8>) -> Result<(), String> {
    let kind = Escapes { bytes: false, raw };
    let bytes = text.as_bytes();
    let mut done = 0;
    let mut at = 0;
    while let Some(found) = bytes
        .get(at..)
        .and_then(|rest| memchr::memchr3(b'{', b'}', b'\\', rest))
    {
        at += found;
        let next = bytes.get(at + 1).copied().unwrap_or(0);
        if bytes.get(at) == Some(&b'\\') {
            at += match next {
                b'{' | b'}' => 1,
                b'N' if !raw && bytes.get(at + 2) == Some(&b'{') => {
                    let rest = bytes.get(at..).unwrap_or(&[]);
                    memchr::memchr(b'}', rest).map_or(2, |end| end + 1)
                }
                _ => 2,
            };
            continue;
        }
        // The first brace is text, the second is not.
        let chunk = text.get(done..at + 1).unwrap_or("");
        unescape(chunk, kind, out)?;
        at += 2;
        done = at;
    }
    unescape(text.get(done..).unwrap_or(""), kind, out)
}
