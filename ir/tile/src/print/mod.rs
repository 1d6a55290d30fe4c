//! Modules as text, the same as `tileirdisasm` prints for their bytecode.
//!
//! The text is that of the 13.5 disassembler to the byte, including the names
//! of values (`%assume_cst_1_i32_3`), two spaces where an optional word is
//! left out, and six-digit floats. What it does not show, because the official
//! text does not: locations and the producer.
//!
//! Operations that cannot be taken apart (see [`crate::ops::view`]), which the
//! official tool refuses to print, appear in a generic form.

mod attributes;
mod control;
mod decimal;
mod memory;
mod names;
mod operation;
mod types;

use std::fmt::Write;

use cutile_ir::ir::{Attribute, BlockId, Global, Module, OpId, SymbolVisibility, Type, Value};

pub use names::Names;
pub use types::{scalar_text, type_text};

use crate::ops::{Index, Op, view};
use types::Elements;

/// The text of a module: its globals, then its entries.
pub fn print(module: &Module) -> String {
    let index = Index::new(module);
    let names = Names::of(module, &index);
    let mut printer = Printer::new(module, &index, &names);
    for global in &module.globals {
        printer.global(global);
    }
    for &entry in &module.functions {
        printer.entry(entry);
    }
    printer.out
}

/// The text of one operation and of the regions in it, without indentation.
pub fn print_operation(module: &Module, index: &Index, names: &Names, op: OpId) -> String {
    let mut printer = Printer::new(module, index, names);
    match view(module, op) {
        Ok(Op::Entry { .. }) => printer.entry(op),
        _ => printer.operation(op),
    }
    printer.out.truncate(printer.out.trim_end().len());
    printer.out
}

/// Prints one module. Nothing fails: text goes to a string.
struct Printer<'m> {
    module: &'m Module,
    index: &'m Index,
    names: &'m Names,
    out: String,
    indent: usize,
}

impl<'m> Printer<'m> {
    fn new(module: &'m Module, index: &'m Index, names: &'m Names) -> Self {
        Self {
            module,
            index,
            names,
            out: String::new(),
            indent: 0,
        }
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Begins a line.
    fn begin(&mut self) {
        self.out.extend(std::iter::repeat_n(' ', 2 * self.indent));
    }

    fn value(&self, value: Value) -> String {
        self.names.operand(value)
    }

    fn values(&self, values: &[Value]) -> String {
        let texts: Vec<_> = values.iter().map(|&v| self.value(v)).collect();
        texts.join(", ")
    }

    fn type_of(&self, value: Value) -> String {
        type_text(self.module.value_type(value))
    }

    fn types_of(&self, values: &[Value]) -> String {
        let texts: Vec<_> = values.iter().map(|&v| self.type_of(v)).collect();
        texts.join(", ")
    }

    /// The types of an operation's results.
    fn result_types(&self, op: OpId) -> String {
        types(&self.module.op(op).result_types)
    }

    fn global(&mut self, global: &Global) {
        let visibility = match global.symbol_visibility {
            SymbolVisibility::Public => "",
            SymbolVisibility::Private => "private ",
        };
        let constant = if global.constant { " constant" } else { "" };
        let elements = match Elements::of(&global.value) {
            Some(e) => format!("<{}: {}>", scalar_text(e.scalar), e.text()),
            None => "<invalid>".to_owned(),
        };
        let alignment = match global.alignment {
            0 => String::new(),
            bytes => format!(" alignment = {bytes}"),
        };
        let _ = writeln!(
            self.out,
            "global {visibility}{constant} {}{alignment} {elements} : {}",
            attributes::symbol(&global.sym_name),
            type_text(&global.value.element_type),
        );
    }

    fn entry(&mut self, op: OpId) {
        let Ok(Op::Entry {
            sym_name,
            function_type,
            optimization_hints,
            arg_attrs: _,
            res_attrs: _,
            body,
        }) = view(self.module, op)
        else {
            return self.operation(op);
        };
        self.begin();
        let _ = write!(self.out, "entry {}", attributes::symbol(sym_name));
        self.arguments(body);
        if !function_type.results.is_empty() {
            let _ = write!(self.out, " -> {}", types(&function_type.results));
        }
        if let Some(hints) = optimization_hints.filter(|hints| !hints.entries.is_empty()) {
            let _ = write!(self.out, " optimization_hints={}", attributes::hints(hints));
        }
        self.push(" ");
        self.block(body, None);
        self.push("\n");
    }

    /// `(%a: tile<i32>, %b: tile<i32>)`, the arguments of a block.
    fn arguments(&mut self, block: BlockId) {
        let args = &self.module.block(block).args;
        let texts: Vec<_> = args
            .iter()
            .map(|(value, ty)| format!("{}: {}", self.value(*value), type_text(ty)))
            .collect();
        let _ = write!(self.out, "({})", texts.join(", "));
    }

    /// A block in braces. A last operation with the opcode `implicit` and
    /// without operands goes without saying.
    fn block(&mut self, block: BlockId, implicit: Option<cutile_ir::bytecode::Opcode>) {
        self.push("{\n");
        self.indent += 1;
        let ops = self.module.block(block).ops.clone();
        for (i, &op) in ops.iter().enumerate() {
            let operation = self.module.op(op);
            let last = i + 1 == ops.len();
            if last && Some(operation.opcode) == implicit && operation.operands.is_empty() {
                continue;
            }
            self.operation(op);
        }
        self.indent -= 1;
        self.begin();
        self.push("}");
    }

    /// An operation that is not as it should be: everything it has.
    fn generic(&mut self, op: OpId) {
        let operation = self.module.op(op);
        let attributes: Vec<_> = operation
            .attributes
            .iter()
            .map(|(name, value)| format!("{name} = {}", attributes::attribute(value)))
            .collect();
        let _ = write!(
            self.out,
            "\"cuda_tile.{}\"({}) {{{}}} : ({}) -> ({})",
            operation.opcode.name(),
            self.values(&operation.operands),
            attributes.join(", "),
            self.types_of(&operation.operands),
            self.result_types(op),
        );
        for &region in &operation.regions {
            for &block in &self.module.region(region).blocks {
                self.push(" ");
                self.arguments(block);
                self.push(" ");
                self.block(block, None);
            }
        }
    }
}

fn types(types: &[Type]) -> String {
    let texts: Vec<_> = types.iter().map(type_text).collect();
    texts.join(", ")
}

/// An attribute as text, for messages.
pub fn attribute_text(attribute: &Attribute) -> String {
    attributes::attribute(attribute)
}
