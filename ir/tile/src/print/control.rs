//! Operations with regions and the operations that end blocks, as text.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, BlockId, OpId, Value};

use super::Printer;
use super::attributes;
use crate::ops::Op;

impl Printer<'_> {
    pub(super) fn control(&mut self, id: OpId, op: &Op<'_>) {
        match op {
            Op::Break { operands }
            | Op::Continue { operands }
            | Op::Return { operands }
            | Op::Yield { operands } => self.terminator(operands),
            Op::For {
                lower_bound,
                upper_bound,
                step,
                init_values,
                unsigned_cmp,
                region,
            } => {
                self.push(if *unsigned_cmp { " unsigned " } else { " " });
                self.for_header([*lower_bound, *upper_bound, *step], init_values, *region);
                self.block(*region, Some(Opcode::Continue));
            }
            Op::If {
                condition,
                then_region,
                else_region,
            } => self.branch(id, *condition, *then_region, *else_region),
            Op::Loop {
                init_values,
                region,
            } => {
                self.loop_header(id, init_values, *region);
                self.block(*region, Some(Opcode::Continue));
            }
            Op::Reduce {
                operands,
                dim,
                identities,
                body,
            } => {
                let words = format!("dim={dim}");
                self.aggregate(id, operands, &words, identities, *body);
            }
            Op::Scan {
                operands,
                dim,
                reverse,
                identities,
                body,
            } => {
                let words = format!("dim={dim} reverse={reverse}");
                self.aggregate(id, operands, &words, identities, *body);
            }
            _ => self.generic(id),
        }
    }

    fn terminator(&mut self, operands: &[Value]) {
        if !operands.is_empty() {
            let text = format!(" {} : {}", self.values(operands), self.types_of(operands));
            self.push(&text);
        }
    }

    fn for_header(&mut self, [lower, upper, step]: [Value; 3], init: &[Value], region: BlockId) {
        let args = &self.module.block(region).args;
        let variable = args.first().map(|(v, _)| *v);
        let (name, ty) = match variable {
            Some(v) => (self.value(v), self.type_of(v)),
            None => ("%<missing>".to_owned(), "?".to_owned()),
        };
        let range = format!(
            "{name} in ({} to {}, step {}) : {ty} ",
            self.value(lower),
            self.value(upper),
            self.value(step)
        );
        self.push(&range);
        if !init.is_empty() {
            let text = format!(
                "iter_values({}) -> ({}) ",
                self.assignments(region, 1, init),
                self.types_of(init)
            );
            self.push(&text);
        }
    }

    /// `%inner = %outer`, for the values that a loop carries around.
    fn assignments(&self, region: BlockId, skip: usize, init: &[Value]) -> String {
        let args = self.module.block(region).args.iter().skip(skip);
        let texts: Vec<_> = args
            .zip(init)
            .map(|((inner, _), &outer)| format!("{} = {}", self.value(*inner), self.value(outer)))
            .collect();
        texts.join(", ")
    }

    fn loop_header(&mut self, id: OpId, init: &[Value], region: BlockId) {
        let results = self.result_types(id);
        let mut text = String::from(" ");
        if !init.is_empty() {
            text += &format!("iter_values({}) ", self.assignments(region, 0, init));
        }
        if !init.is_empty() || !results.is_empty() {
            text += ": ";
        }
        if !init.is_empty() {
            text += &format!("{} ", self.types_of(init));
            if !results.is_empty() {
                text += "-> ";
            }
        }
        if !results.is_empty() {
            text += &format!("{results} ");
        }
        self.push(&text);
    }

    fn branch(&mut self, id: OpId, condition: Value, then: BlockId, otherwise: Option<BlockId>) {
        let results = self.result_types(id);
        let mut text = format!(" {}", self.value(condition));
        if !results.is_empty() {
            text += &format!(" -> ({results})");
        }
        self.push(&text);
        self.push(" ");
        self.block(then, Some(Opcode::Yield));
        if let Some(otherwise) = otherwise {
            self.push(" else ");
            self.block(otherwise, Some(Opcode::Yield));
        }
    }

    fn aggregate(
        &mut self,
        id: OpId,
        operands: &[Value],
        words: &str,
        identities: &[Attribute],
        body: BlockId,
    ) {
        let text = format!(
            " {} {words} identities={} : {} -> {} \n",
            self.values(operands),
            attributes::array(identities),
            self.types_of(operands),
            self.result_types(id)
        );
        self.push(&text);
        self.begin();
        self.arguments(body);
        self.push(" ");
        self.block(body, None);
    }
}
