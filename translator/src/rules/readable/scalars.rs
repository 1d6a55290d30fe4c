//! Arithmetic of single numbers.

use super::code::{Code, Level};
use super::operators::Numeric;
use super::ops::Own;
use super::refusal::Result;
use super::value::{Elem, Ty, Value};
use super::writer::Writer;
use quote::quote;
use tileport_python::dtype::Dtype;
use tileport_python::lower::builtin::Builtin;
use tileport_python::source::Span;

impl Writer<'_> {
    pub(super) fn scalar_binary(
        &mut self,
        span: Span,
        builtin: Builtin,
        left: Value,
        right: Value,
        elem: &Elem,
        numeric: Numeric,
    ) -> Result<Value> {
        use Builtin::*;
        let ints = elem.is(Dtype::Int32);
        let floats = elem.is(Dtype::Float32);
        let bools = elem.is(Dtype::Bool);
        let is_number = |v: &Value| v.is_constant_number() || v.elem().is_some_and(|e| *e == *elem);
        if !(ints || floats || bools)
            || !is_number(&left)
            || !is_number(&right)
            || !numeric.is_plain()
        {
            return self.scalar_as_tile(span, builtin, left, right, elem, numeric);
        }
        let a = self.number_or_code(&left, elem, span)?;
        let b = self.number_or_code(&right, elem, span)?;
        let ty = Ty::Scalar(elem.clone());
        let (op, level) = match builtin {
            Add | CtAdd => (quote!(+), Level::Sum),
            Sub | CtSub => (quote!(-), Level::Sum),
            Mul | CtMul => (quote!(*), Level::Product),
            TrueDiv | CtTruediv if floats => (quote!(/), Level::Product),
            And | CtBitwiseAnd if !floats => (quote!(&), Level::BitAnd),
            Or | CtBitwiseOr if !floats => (quote!(|), Level::BitOr),
            Xor | CtBitwiseXor if !floats => (quote!(^), Level::BitXor),
            LShift | CtBitwiseLshift if ints => (quote!(<<), Level::Shift),
            RShift | CtBitwiseRshift if ints => (quote!(>>), Level::Shift),
            FloorDiv | CtFloordiv if ints => {
                return Ok(Value::new(self.own(Own::FloorDiv, &[a, b]), ty));
            }
            Mod | CtMod if ints => return Ok(Value::new(self.own(Own::Modulo, &[a, b]), ty)),
            CtCdiv if ints => return Ok(Value::new(Code::call("ceil_div", &[a, b]), ty)),
            PyMin | CtMinimum | PyMax | CtMaximum if ints => {
                let name = match builtin {
                    PyMin | CtMinimum => "min",
                    _ => "max",
                };
                // Nested calls of these lose their type in the official compiler.
                let value = Value::new(Code::call(name, &[a, b]), ty);
                return Ok(self.bind_if_nested(value, name));
            }
            _ => return self.scalar_as_tile(span, builtin, left, right, elem, numeric),
        };
        Ok(Value::new(Code::binary(&a, op, &b, level), ty))
    }

    fn bind_if_nested(&mut self, value: Value, wanted: &str) -> Value {
        match self.is_whole_statement() {
            true => value,
            false => {
                let wanted = match wanted {
                    "min" => "smaller",
                    _ => "larger",
                };
                self.bind(value, wanted)
            }
        }
    }

    /// Whether the statement being written is an assignment of nothing but a call.
    fn is_whole_statement(&self) -> bool {
        let Some(module) = self.package.module_by_id(self.frame.module) else {
            return false;
        };
        let text = self.frame.statement.text(&module.source);
        text.split_once('=').is_some_and(|(_, value)| {
            let value = value.trim_start();
            ["min(", "max(", "ct.minimum(", "ct.maximum("]
                .iter()
                .any(|f| value.starts_with(f))
        })
    }

    pub(super) fn number_or_code(
        &mut self,
        value: &Value,
        elem: &Elem,
        span: Span,
    ) -> Result<Code> {
        match value.is_constant_number() && value.elem() != Some(elem) {
            true => self.number(value, elem, span),
            false => Ok(value.code.clone()),
        }
    }

    fn scalar_as_tile(
        &mut self,
        span: Span,
        builtin: Builtin,
        left: Value,
        right: Value,
        elem: &Elem,
        numeric: Numeric,
    ) -> Result<Value> {
        let a = self.operand(left, elem, &[], span, "left")?;
        let b = self.operand(right, elem, &[], span, "right")?;
        let factors = matches!(builtin, Builtin::Mul | Builtin::CtMul) && self.is_float(elem);
        let mut out = self.tile_binary(span, builtin, a.clone(), b.clone(), elem, &[], numeric)?;
        if factors {
            out.factors = Some(Box::new([a, b]));
            out.factored_at = self.frame.clock;
        }
        Ok(out)
    }
}
