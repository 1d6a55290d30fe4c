//! Functions of one or two operands, and comparisons.

use super::writer::Writer;
use proc_macro2::TokenStream;

use super::code::{Code, Level};
use super::operators::{Numeric, both_scalars, constant_name};
use super::ops::Own;
use super::refusal::Result;
use super::value::{Dim, Elem, Ty, Value};
use quote::quote;
use tileport_python::dtype::Dtype;
use tileport_python::lower::builtin::Builtin;
use tileport_python::mid::op::RoundingMode;
use tileport_python::source::Span;
use tileport_python::tree::CmpOperator;

impl Writer<'_> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn tile_function(
        &mut self,
        span: Span,
        builtin: Builtin,
        a: Value,
        b: Value,
        elem: &Elem,
        dims: &[Dim],
        numeric: Numeric,
    ) -> Result<Value> {
        use Builtin::*;
        let ty = Ty::Tile(elem.clone(), dims.to_vec());
        let float = self.is_float(elem);
        let wanted = constant_name(&b).unwrap_or("right");
        let b = self.close(b, wanted);
        let pair = [a.code, b.code];
        let code = match builtin {
            PyMax | CtMaximum | PyMin | CtMinimum => {
                let max = matches!(builtin, PyMax | CtMaximum);
                match (float, max) {
                    (true, _) => {
                        let [x, y] = pair;
                        let name = if max { "maxf" } else { "minf" };
                        Code::call(name, &[x, y, numeric.nan_code(), numeric.ftz_code()])
                    }
                    (false, true) => Code::call("maxi", &pair),
                    (false, false) => Code::call("mini", &pair),
                }
            }
            FloorDiv | CtFloordiv if !float => self.own(Own::FloorDivTile, &pair),
            CtCdiv if !float => self.own(Own::CeilDivTile, &pair),
            Mod | CtMod if !float && self.all_signed(elem) => self.own(Own::ModuloTile, &pair),
            Mod | CtMod if !float => Code::call("remi", &pair),
            Pow | CtPow if float => Code::call("pow", &pair),
            CtAtan2 if float => Code::call("atan2", &pair),
            _ => {
                return self.refuse(
                    span,
                    format!("`{}`", builtin.name()),
                    "the writer has no form for it with these operands",
                );
            }
        };
        Ok(Value::new(code, ty))
    }

    fn all_signed(&self, elem: &Elem) -> bool {
        self.dtypes(elem).0.iter().flatten().all(|d| d.is_signed())
    }

    /// A comparison.
    pub fn compare(
        &mut self,
        op: CmpOperator,
        left: Value,
        right: Value,
        span: Span,
    ) -> Result<Value> {
        let Some(tokens) = compare_tokens(op) else {
            return self.refuse(span, "comparison", "of what is only known at run time");
        };
        let elem = self.promoted(&left, &right, span, false)?;
        let truth = Elem::Known(Dtype::Bool);
        let native = matches!(
            elem,
            Elem::Known(Dtype::Int32 | Dtype::Float32 | Dtype::Bool)
        );
        let unordered = op == CmpOperator::NotEq && self.is_float(&elem);
        if both_scalars(&left, &right) && native && !unordered {
            let a = self.number_or_code(&left, &elem, span)?;
            let b = self.number_or_code(&right, &elem, span)?;
            let code = Code::binary(&a, tokens, &b, Level::Compare);
            return Ok(Value::new(code, Ty::Scalar(truth)));
        }
        let dims = self.joint_dims(&left, &right, span)?;
        let a = self.operand(left, &elem, &dims, span, "left")?;
        let b = self.operand(right, &elem, &dims, span, "right")?;
        let ty = Ty::Tile(truth, dims);
        let code = if unordered {
            Code::call(
                "cmpf",
                &[
                    a.code,
                    b.code,
                    Code::atom(quote!(predicate::NotEqual)),
                    Code::atom(quote!(cmp_ordering::Unordered)),
                ],
            )
        } else {
            let function = match op {
                CmpOperator::Eq => "eq_tile",
                CmpOperator::NotEq => "ne_tile",
                CmpOperator::Lt => "lt_tile",
                CmpOperator::LtE => "le_tile",
                CmpOperator::Gt => "gt_tile",
                _ => "ge_tile",
            };
            Code::call(function, &[a.code, b.code])
        };
        Ok(Value::new(code, ty))
    }

    /// A function of one operand.
    pub fn unary(
        &mut self,
        span: Span,
        builtin: Builtin,
        x: Value,
        numeric: Numeric,
    ) -> Result<Value> {
        use Builtin::*;
        let Some(elem) = x.elem().cloned() else {
            return self.refuse(span, "operand", "no number and no tile");
        };
        let float = self.is_float(&elem);
        if !float && !matches!(builtin, PyAbs | CtAbs | CtBitwiseNot) {
            // Integers become the default float first.
            let to = Elem::Known(Dtype::DEFAULT_FLOAT);
            let x = self.convert(x, &to, span)?;
            return self.unary(span, builtin, x, numeric);
        }
        let x = self.tile_of(x, span)?;
        let ty = x.ty.clone();
        let approx = numeric.rounding == Some(RoundingMode::Approx);
        let one = |name: &str| Code::call(name, std::slice::from_ref(&x.code));
        let code = match builtin {
            PyAbs | CtAbs if float => one("absf"),
            PyAbs | CtAbs => one("absi"),
            CtNegative => return self.negate(x, span),
            CtCeil => one("ceil"),
            CtFloor => one("floor"),
            CtSin => one("sin"),
            CtCos => one("cos"),
            CtTan => one("tan"),
            CtSinh => one("sinh"),
            CtCosh => one("cosh"),
            CtLog => one("log"),
            CtLog2 => one("log2"),
            CtTanh if numeric.is_plain() => one("tanh"),
            CtTanh if approx => Code::atom({
                let x = &x.code;
                quote!(unsafe { tanh_with_rounding(#x, rounding::Approx) })
            }),
            CtExp if numeric.is_plain() || numeric.rounding == Some(RoundingMode::Full) => {
                one("exp")
            }
            CtExp if approx => self.own(Own::ExpApprox, std::slice::from_ref(&x.code)),
            CtExp2 => Code::call("exp2", &[x.code, numeric.ftz_code()]),
            CtRsqrt => Code::call("rsqrt", &[x.code, numeric.ftz_code()]),
            CtSqrt => Code::call(
                "sqrt",
                &[x.code, numeric.rounding_code(), numeric.ftz_code()],
            ),
            _ => {
                return self.refuse(
                    span,
                    format!("`{}`", builtin.name()),
                    "the writer has no form for it",
                );
            }
        };
        Ok(Value::new(code, ty))
    }
}

/// The comparison operator of Rust.
pub fn compare_tokens(op: CmpOperator) -> Option<TokenStream> {
    Some(match op {
        CmpOperator::Eq => quote!(==),
        CmpOperator::NotEq => quote!(!=),
        CmpOperator::Lt => quote!(<),
        CmpOperator::LtE => quote!(<=),
        CmpOperator::Gt => quote!(>),
        CmpOperator::GtE => quote!(>=),
        _ => return None,
    })
}
