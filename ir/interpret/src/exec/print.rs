//! What kernels print.

use std::fmt::Write;

use tileport_ir::float::float_from_bits;

use super::{Block, Error, Stop, Value};
use crate::number::bits;
use crate::program::code::{Printed, Shape, Step};
use crate::tile::Elements;

/// A block prints at most so many bytes.
const MOST_PRINTED: usize = 1 << 20;

impl Block<'_> {
    /// Appends to what was printed: the text with its conversions replaced by the tiles, elements in brackets.
    pub(super) fn print(
        &mut self,
        step: &Step,
        text: &str,
        arguments: &[(Shape, Printed)],
    ) -> Result<(), Error> {
        let mut rest = text;
        let mut next = 0;
        while let Some(start) = rest.find('%') {
            self.write(rest.get(..start).unwrap_or_default());
            let after = rest.get(start + 1..).unwrap_or_default();
            if let Some(plain) = after.strip_prefix('%') {
                self.write("%");
                rest = plain;
                continue;
            }
            let end = after.find(|c: char| c.is_ascii_alphabetic() && !"hlLqjzt".contains(c));
            rest = end.and_then(|end| after.get(end + 1..)).unwrap_or_default();
            if let Some((shape, printed)) = arguments.get(next) {
                let elements = self.tile(step, next)?.to_bits();
                self.write_tile(&elements, shape, *printed);
            }
            next += 1;
        }
        self.write(rest);
        let token = step.results.iter().map(|_| Value::Token).collect();
        Ok(self.give(step, token).map_err(|stop: Stop| stop)?)
    }

    fn write(&mut self, text: &str) {
        if self.printed.len() < MOST_PRINTED {
            self.printed.push_str(text);
        }
    }

    fn write_tile(&mut self, elements: &Elements<u64>, shape: &Shape, printed: Printed) {
        if shape.sizes.is_empty() {
            return self.write(&element(elements.at(0), printed));
        }
        for index in 0..shape.count {
            if self.printed.len() >= MOST_PRINTED {
                return;
            }
            // A bracket for each dimension that starts or ends here.
            let mut span = 1;
            let (mut opens, mut closes) = (0, 0);
            for size in shape.sizes.iter().rev() {
                span *= size;
                opens += usize::from(index % span == 0);
                closes += usize::from((index + 1) % span == 0);
            }
            if index > 0 {
                self.write(", ");
            }
            self.write(&"[".repeat(opens));
            self.write(&element(elements.at(index), printed));
            self.write(&"]".repeat(closes));
        }
    }
}

fn element(pattern: u64, printed: Printed) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = match printed {
        Printed::Pointer => write!(out, "{pattern:#x}"),
        Printed::Number(scalar) if scalar.is_float() => {
            let value = match scalar {
                cutile_ir::ir::ScalarType::TF32 => float_from_bits(scalar, pattern >> 13),
                _ => float_from_bits(scalar, pattern),
            };
            write!(out, "{:?}", value.unwrap_or(f64::NAN))
        }
        Printed::Number(scalar) => {
            let unused = 64 - bits(scalar);
            let signed = (pattern << unused) as i64 >> unused;
            let value = if bits(scalar) == 1 {
                signed & 1
            } else {
                signed
            };
            write!(out, "{value}")
        }
    };
    out
}
