//! Operations as text: one line, by the shape of the line.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{IntegerOverflow, OpId, RoundingMode, Value};

use super::Printer;
use super::attributes;
use super::types::{Elements, join, scalar_text};
use crate::ops::{Enumeration, Family, Op, family, view};

/// What stands behind the colon.
enum Types {
    /// The first result's type.
    Result,
    /// The first operand's type and the first result's.
    Conversion,
    /// The types of these values.
    Of(Vec<Value>),
}

impl Printer<'_> {
    /// A whole operation, indented and with its end of line.
    pub(super) fn operation(&mut self, id: OpId) {
        self.begin();
        let results = self.index.results(id);
        if !results.is_empty() {
            let text = self.names.results(results);
            self.push(&text);
            self.push(" = ");
        }
        match view(self.module, id) {
            Ok(op) => {
                self.push(mnemonic(op.opcode()));
                self.body(id, &op);
            }
            Err(_) => self.generic(id),
        }
        self.push("\n");
    }

    fn body(&mut self, id: OpId, op: &Op<'_>) {
        match family(op.opcode()) {
            Family::Declaration | Family::Control => self.control(id, op),
            Family::Arithmetic => self.arithmetic(id, op),
            Family::Shape | Family::Context => self.particular(id, op),
            Family::View | Family::Memory => self.memory(id, op),
        }
    }

    /// Operands, words, types: most operations.
    fn arithmetic(&mut self, id: OpId, op: &Op<'_>) {
        let operands: Vec<Value> = op.operands().iter().map(|o| o.value).collect();
        let text = self.values(&operands);
        match op {
            Op::CmpI {
                comparison_predicate,
                signedness,
                ..
            } => {
                let predicate = comparison_predicate.name();
                self.push(&format!(" {predicate} {text}, {}", signedness.name()));
            }
            Op::CmpF {
                comparison_predicate,
                comparison_ordering,
                ..
            } => {
                let predicate = comparison_predicate.name();
                self.push(&format!(
                    " {predicate} {} {text}",
                    comparison_ordering.name()
                ));
            }
            _ => {
                self.push(" ");
                self.push(&text);
                for word in words(op) {
                    self.push(" ");
                    self.push(&word);
                }
            }
        }
        self.push(" : ");
        let types = match types(op) {
            Types::Result => self.result_types(id),
            Types::Conversion => {
                let from = operands.first().map(|&v| self.type_of(v));
                format!("{} -> {}", from.unwrap_or_default(), self.result_types(id))
            }
            Types::Of(values) => self.types_of(&values),
        };
        self.push(&types);
        if let Op::Offset { .. } = op {
            let result = self.result_types(id);
            self.push(&format!(" -> {result}"));
        }
    }

    /// Operations that look like no other; those that look like arithmetic go there.
    fn particular(&mut self, id: OpId, op: &Op<'_>) {
        let result = self.result_types(id);
        let first_result = result.split(", ").next().unwrap_or_default().to_owned();
        let text = match op {
            Op::Constant { value } => match Elements::of(value) {
                Some(e) => format!(" <{}: {}> : {result}", scalar_text(e.scalar), e.text()),
                None => format!(" <invalid> : {result}"),
            },
            Op::GetTileBlockId {} | Op::GetNumTileBlocks {} => format!(" : {first_result}"),
            Op::GetGlobal { name } => format!(" {} : {result}", attributes::symbol(name)),
            Op::Assume { value, predicate } => format!(
                " {}, {} : {}",
                attributes::predicate(*predicate),
                self.value(*value),
                self.type_of(*value)
            ),
            Op::JoinTokens { tokens } => format!(" {} : {result}", self.values(tokens)),
            Op::Cat { lhs, rhs, dim } => format!(
                " {} dim = {dim} : {} -> {result}",
                self.values(&[*lhs, *rhs]),
                self.types_of(&[*lhs, *rhs])
            ),
            Op::Permute {
                source,
                permutation,
            } => format!(
                " {} [{}] : {} -> {result}",
                self.value(*source),
                join(permutation, ", "),
                self.type_of(*source)
            ),
            Op::Extract { source, indices } => format!(
                " {}[{}] : {} -> {result}",
                self.value(*source),
                self.values(indices),
                self.type_of(*source)
            ),
            Op::Insert {
                source,
                destination,
                indices,
            } => format!(
                " {}, {}[{}] : {}",
                self.value(*source),
                self.value(*destination),
                self.values(indices),
                self.types_of(&[*source, *destination])
            ),
            Op::Iota {} | Op::MakeToken {} => format!(" : {result}"),
            _ => return self.arithmetic(id, op),
        };
        self.push(&text);
    }
}

/// The words between operands and types. An empty one leaves its space behind.
fn words(op: &Op<'_>) -> Vec<String> {
    let overflow = |o: IntegerOverflow| match o {
        IntegerOverflow::None => vec![],
        other => vec![format!("overflow<{}>", other.name())],
    };
    let rounded = |mode: RoundingMode, silent: RoundingMode, ftz: bool| {
        let mut words = vec![rounding(mode, silent)];
        words.extend(ftz.then(|| "flush_to_zero".to_owned()));
        words
    };
    let flags = |flags: &[(bool, &str)]| -> Vec<String> {
        let set = flags.iter().filter(|(set, _)| *set);
        set.map(|(_, word)| (*word).to_owned()).collect()
    };
    let even = RoundingMode::NearestEven;
    match op {
        Op::AddI { overflow: o, .. }
        | Op::SubI { overflow: o, .. }
        | Op::MulI { overflow: o, .. }
        | Op::ShLI { overflow: o, .. }
        | Op::NegI { overflow: o, .. }
        | Op::TruncI { overflow: o, .. } => overflow(*o),
        Op::MaxI { signedness, .. }
        | Op::MinI { signedness, .. }
        | Op::RemI { signedness, .. }
        | Op::ShRI { signedness, .. }
        | Op::ExtI { signedness, .. } => vec![signedness.name().to_owned()],
        Op::DivI {
            signedness,
            rounding: mode,
            ..
        } => {
            let mut words = vec![signedness.name().to_owned()];
            words.extend(Some(rounding(*mode, RoundingMode::Zero)).filter(|w| !w.is_empty()));
            words
        }
        Op::MmaI {
            signedness_lhs,
            signedness_rhs,
            ..
        } => vec![
            signedness_lhs.name().to_owned(),
            signedness_rhs.name().to_owned(),
        ],
        Op::AddF {
            rounding_mode: mode,
            flush_to_zero: ftz,
            ..
        }
        | Op::SubF {
            rounding_mode: mode,
            flush_to_zero: ftz,
            ..
        }
        | Op::MulF {
            rounding_mode: mode,
            flush_to_zero: ftz,
            ..
        }
        | Op::DivF {
            rounding_mode: mode,
            flush_to_zero: ftz,
            ..
        }
        | Op::Fma {
            rounding_mode: mode,
            flush_to_zero: ftz,
            ..
        }
        | Op::Sqrt {
            rounding_mode: mode,
            flush_to_zero: ftz,
            ..
        } => rounded(*mode, even, *ftz),
        Op::Exp2 { flush_to_zero, .. } | Op::Rsqrt { flush_to_zero, .. } => {
            flags(&[(*flush_to_zero, "flush_to_zero")])
        }
        Op::MaxF {
            propagate_nan,
            flush_to_zero,
            ..
        }
        | Op::MinF {
            propagate_nan,
            flush_to_zero,
            ..
        } => flags(&[
            (*flush_to_zero, "flush_to_zero"),
            (*propagate_nan, "propagate_nan"),
        ]),
        Op::MmaF { fast_acc, .. } => flags(&[(*fast_acc, "fast_acc")]),
        Op::Exp { rounding_mode, .. } | Op::TanH { rounding_mode, .. } => {
            rounded(*rounding_mode, RoundingMode::Full, false)
        }
        Op::FToF { rounding_mode, .. } => rounded(*rounding_mode, even, false),
        Op::IToF {
            signedness,
            rounding_mode,
            ..
        } => vec![signedness.name().to_owned(), rounding(*rounding_mode, even)],
        Op::FToI {
            signedness,
            rounding_mode,
            saturating,
            ..
        } => {
            let mut words = vec![
                signedness.name().to_owned(),
                rounding(*rounding_mode, RoundingMode::NearestIntToZero),
            ];
            words.extend(saturating.then(|| "saturating".to_owned()));
            words
        }
        _ => vec![],
    }
}

/// `rounding<zero>`, or nothing for the mode that goes without saying.
fn rounding(mode: RoundingMode, silent: RoundingMode) -> String {
    match mode {
        mode if mode == silent => String::new(),
        mode => format!("rounding<{}>", mode.name()),
    }
}

fn types(op: &Op<'_>) -> Types {
    match op {
        Op::Bitcast { .. }
        | Op::Broadcast { .. }
        | Op::CmpF { .. }
        | Op::CmpI { .. }
        | Op::ExtI { .. }
        | Op::FToF { .. }
        | Op::FToI { .. }
        | Op::IToF { .. }
        | Op::IntToPtr { .. }
        | Op::Pack { .. }
        | Op::PtrToInt { .. }
        | Op::PtrToPtr { .. }
        | Op::Reshape { .. }
        | Op::TruncI { .. }
        | Op::Unpack { .. } => Types::Conversion,
        Op::MmaF { .. } | Op::MmaI { .. } | Op::MmaFScaled { .. } => {
            Types::Of(op.operands().iter().map(|o| o.value).collect())
        }
        Op::Offset { ptr, offset } => Types::Of(vec![*ptr, *offset]),
        Op::FPowI { source, exponent } => Types::Of(vec![*source, *exponent]),
        Op::Select {
            cond, val_if_true, ..
        } => Types::Of(vec![*cond, *val_if_true]),
        _ => Types::Result,
    }
}

/// The operation's name in the 13.5 dialect.
fn mnemonic(opcode: Opcode) -> &'static str {
    match opcode {
        Opcode::Pow => "fpowf",
        other => other.name(),
    }
}
