//! Text form of a body, for tests and debugging: one operation a line, nested blocks indented.
//!
//! Variables are numbered in the order in which they appear, so that two bodies that differ only
//! in arena positions print the same. Attributes at `None`, `false` or empty are left out.

use super::{BlockId, Body, Op, OpId, Type, Var};
use crate::dtype::Element;
use std::fmt::Write;

/// The body as text.
pub fn body(body: &Body) -> String {
    let mut printer = Printer {
        body,
        numbers: vec![None; body.vars.len()],
        next: 0,
        out: String::new(),
    };
    let params = printer.defined(&body.block(body.root).params);
    let _ = writeln!(printer.out, "entry({params})");
    printer.block(body.root, 1);
    printer.out
}

struct Printer<'a> {
    body: &'a Body,
    numbers: Vec<Option<u32>>,
    next: u32,
    out: String,
}

impl Printer<'_> {
    fn block(&mut self, block: BlockId, indent: usize) {
        for &id in &self.body.block(block).ops {
            self.operation(id, indent);
        }
    }

    fn operation(&mut self, id: OpId, indent: usize) {
        let operation = self.body.op(id);
        let mut operands = Vec::new();
        operation.op.for_each_operand(|v| operands.push(v));
        let operands = self.list(&operands);
        let results = self.defined(&operation.results);
        let mut line = "  ".repeat(indent);
        if !results.is_empty() {
            let _ = write!(line, "{results} = ");
        }
        let _ = write!(line, "{}({operands})", operation.op.name());
        operation.op.for_each_attribute(|name, value| {
            let value = format!("{value:?}");
            if !matches!(value.as_str(), "None" | "false" | "[]") {
                let _ = write!(line, " {name}={value}");
            }
        });
        line.push('\n');
        self.out.push_str(&line);
        let headings = match operation.op {
            Op::IfElse { .. } => ["then", "else"],
            _ => ["do", ""],
        };
        for (nested, heading) in operation.op.blocks().into_iter().zip(headings) {
            let params = self.defined(&self.body.block(nested).params);
            let _ = writeln!(self.out, "{}{heading}({params})", "  ".repeat(indent));
            self.block(nested, indent + 1);
        }
    }

    fn defined(&mut self, vars: &[Var]) -> String {
        let mut out = Vec::new();
        for &var in vars {
            let ty = self.body.var(var).ty.as_ref().map_or_else(String::new, ty);
            out.push(format!("{}: {ty}", self.name(var)));
        }
        out.join(", ")
    }

    fn list(&mut self, vars: &[Var]) -> String {
        let names: Vec<String> = vars.iter().map(|v| self.name(*v)).collect();
        names.join(", ")
    }

    fn name(&mut self, var: Var) -> String {
        match self.numbers.get_mut(var.index()) {
            Some(Some(number)) => format!("%{number}"),
            Some(slot) => {
                let number = self.next;
                *slot = Some(number);
                self.next += 1;
                format!("%{number}")
            }
            None => format!("%?{}", var.0),
        }
    }
}

fn ty(ty: &Type) -> String {
    match ty {
        Type::Tile(t) => {
            let element = match t.element {
                Element::Scalar(d) => d.to_string(),
                Element::Pointer(d) => format!("ptr<{d}>"),
                Element::ForeignPointer(d) => format!("foreign<{d}>"),
            };
            let sizes: Vec<String> = t.shape.iter().map(ToString::to_string).collect();
            match sizes.is_empty() {
                true => element,
                false => format!("{element}[{}]", sizes.join("x")),
            }
        }
        Type::Token => "token".to_owned(),
        other => other.to_string(),
    }
}
