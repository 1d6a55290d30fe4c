//! Comments, docstrings and empty lines of the Python.

use super::block::Line;
use super::function::all_args;
use super::marks::Mark;
use super::value::Value;
use super::writer::Writer;
use crate::rules::names::snake_case;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::HashMap;
use std::rc::Rc;
use tileport_python::source::Span;
use tileport_python::tree::{Constant, ExprKind, FunctionDef, Stmt, StmtKind};

impl Writer<'_> {
    /// Notes the comments of a module, once.
    pub fn read_comments(&mut self, module: u32) {
        if self.comments.contains_key(&module) {
            return;
        }
        let comments = self
            .package
            .module_by_id(module)
            .and_then(|m| tileport_python::parse::parse(&m.source).ok())
            .map(|p| p.module.comments)
            .unwrap_or_default();
        self.comments.insert(module, Rc::new(comments));
    }

    /// Comments before this belong to the signature: the first statement's line, or the line
    /// after the docstring.
    pub(super) fn line_after_signature(&self, module: u32, def: &FunctionDef, first: &Stmt) -> u32 {
        let last_parameter = all_args(def).map(|a| a.span.end).max().unwrap_or(0);
        let comments = self.comments.get(&module).cloned().unwrap_or_default();
        let colon = self
            .package
            .module_by_id(module)
            .and_then(|m| {
                let text = Span::new(last_parameter, first.span.start);
                let text = text.text(&m.source).to_owned();
                // The colon that ends the signature, outside of comments.
                let mut at = 0;
                for line in text.split_inclusive('\n') {
                    let code = line.split('#').next().unwrap_or("");
                    if let Some(i) = code.rfind(':') {
                        return Some(last_parameter + (at + i) as u32);
                    }
                    at += line.len();
                }
                None
            })
            .unwrap_or(first.span.start);
        let _ = comments;
        colon
    }

    /// What the comments beside parameters say: Python name and text.
    pub fn parameter_comments(&self, module: u32, def: &FunctionDef) -> HashMap<String, String> {
        let Some(source) = self.package.module_by_id(module) else {
            return HashMap::new();
        };
        let comments = self.comments.get(&module).cloned().unwrap_or_default();
        let mut out = HashMap::new();
        for arg in all_args(def) {
            let line_end = source.source[arg.span.end as usize..]
                .find('\n')
                .map_or(source.source.len(), |i| i + arg.span.end as usize);
            let own = comments
                .iter()
                .find(|c| c.span.start >= arg.span.end && (c.span.start as usize) < line_end);
            if let Some(comment) = own {
                let text = comment.text.trim_start_matches('#').trim();
                out.insert(arg.arg.to_string(), text.to_owned());
            }
        }
        out
    }

    /// The documentation of a function: its docstring, then what comments say of parameters.
    pub fn docs(
        &self,
        module: u32,
        def: &FunctionDef,
        parameters: &[(String, Value)],
        bound: &[(String, Value)],
    ) -> Vec<String> {
        let mut lines = docstring(def);
        let comments = self.parameter_comments(module, def);
        let mut list = Vec::new();
        for arg in all_args(def) {
            let Some(text) = comments.get(arg.arg.as_str()) else {
                continue;
            };
            let value = bound.iter().find(|(n, _)| *n == *arg.arg).map(|(_, v)| v);
            let shown = parameters
                .iter()
                .find(|(n, _)| *n == snake_case(&arg.arg))
                .map(|(n, _)| n.clone())
                .or_else(|| value.and_then(|v| v.code.as_name()))
                .unwrap_or_else(|| arg.arg.to_string());
            list.push(format!("- `{shown}`: {text}"));
        }
        if !list.is_empty() {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.extend(list);
        }
        lines
    }

    /// Comments and empty lines before a statement.
    pub fn comments_before(&mut self, stmt: &Stmt) {
        let Some(module) = self.package.module_by_id(self.frame.module) else {
            return;
        };
        let comments = self
            .comments
            .get(&self.frame.module)
            .cloned()
            .unwrap_or_default();
        let simple = !matches!(
            stmt.kind,
            StmtKind::If { .. }
                | StmtKind::For { .. }
                | StmtKind::While { .. }
                | StmtKind::With { .. }
        );
        let until = if simple {
            stmt.span.end
        } else {
            stmt.span.start
        };
        let cursor = self.frame.cursor;
        let mine: Vec<_> = comments
            .iter()
            .filter(|c| c.span.start >= cursor && c.span.start < until)
            .collect();
        let first = mine
            .first()
            .map_or(stmt.span.start, |c| c.span.start.min(stmt.span.start));
        if has_blank_line(Span::new(cursor, first).text(&module.source)) {
            let number = self.shared.mark(Mark::Blank);
            self.push(Line::Mark(number));
        }
        for (i, comment) in mine.iter().enumerate() {
            let text = comment.text.trim_start_matches('#').trim().to_owned();
            let number = self.shared.mark(Mark::Comment(text));
            self.push(Line::Mark(number));
            let next = mine.get(i + 1).map_or(stmt.span.start, |c| c.span.start);
            if has_blank_line(Span::new(comment.span.end, next).text(&module.source)) {
                let number = self.shared.mark(Mark::Blank);
                self.push(Line::Mark(number));
            }
        }
        let end = if simple {
            stmt.span.end
        } else {
            stmt.span.start
        };
        self.frame.cursor = cursor.max(end);
    }

    /// A comment on the line that a statement ends on.
    pub(super) fn mark_after(&mut self, span: Span) {
        let Some(module) = self.package.module_by_id(self.frame.module) else {
            return;
        };
        self.frame.cursor = self.frame.cursor.max(span.end);
        let comments = self
            .comments
            .get(&self.frame.module)
            .cloned()
            .unwrap_or_default();
        let cursor = self.frame.cursor;
        let next = comments.iter().find(|c| c.span.start >= cursor);
        if let Some(comment) = next
            && !Span::new(cursor, comment.span.start)
                .text(&module.source)
                .contains('\n')
        {
            let text = comment.text.trim_start_matches('#').trim().to_owned();
            let carries = self
                .frame
                .blocks
                .last()
                .and_then(|b| b.last())
                .is_some_and(|l| !matches!(l, Line::Mark(_)));
            let mark = match carries {
                true => Mark::Trailing(text),
                false => Mark::Comment(text),
            };
            let number = self.shared.mark(mark);
            self.push(Line::Mark(number));
            self.frame.cursor = comment.span.end;
        }
    }
}

fn has_blank_line(text: &str) -> bool {
    let mut newlines = 0;
    for c in text.chars() {
        match c {
            '\n' => newlines += 1,
            c if c.is_whitespace() => {}
            _ => newlines = 0,
        }
        if newlines >= 2 {
            return true;
        }
    }
    false
}

/// The lines of a docstring, its indentation taken off.
pub fn docstring(def: &FunctionDef) -> Vec<String> {
    let Some(StmtKind::Expr { value }) = def.body.first().map(|s| &s.kind) else {
        return Vec::new();
    };
    let ExprKind::Constant(Constant::Str { value, .. }) = &value.kind else {
        return Vec::new();
    };
    let Some(text) = value.as_str() else {
        return Vec::new();
    };
    let mut lines: Vec<&str> = text.trim().lines().collect();
    let indent = lines
        .iter()
        .skip(1)
        .filter(|l| !l.trim().is_empty())
        .map(|l| l.len() - l.trim_start().len())
        .min()
        .unwrap_or(0);
    for line in lines.iter_mut().skip(1) {
        *line = line.get(indent..).unwrap_or("").trim_end();
    }
    lines.into_iter().map(str::to_owned).collect()
}

/// Documentation as attributes.
pub fn doc_tokens(lines: &[String]) -> TokenStream {
    lines
        .iter()
        .map(|line| {
            let text = match line.is_empty() {
                true => String::new(),
                false => format!(" {line}"),
            };
            quote!(#[doc = #text])
        })
        .collect()
}
