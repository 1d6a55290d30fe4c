//! Sums that absorb a product, as the official Python compiler contracts them.

use super::code::collect_names;
use super::operators::Numeric;
use super::ops::Own;
use super::refusal::{Hint, Refusal, Result};
use super::value::{Elem, Ty, Value};
use super::writer::Writer;
use quote::ToTokens;
use std::collections::BTreeSet;
use tileport_python::lower::builtin::Builtin;
use tileport_python::source::Span;

impl Writer<'_> {
    /// Whether the sum at a span absorbed a product.
    pub(super) fn fused(&self, span: Span) -> Result<bool> {
        let fused = self.facts.fused(self.frame.module, span, &self.active);
        match fused.uniform() {
            Some(fused) => Ok(*fused),
            None if !fused.is_known() => Ok(false),
            None => self.refuse_apart(
                span,
                "sum",
                "fused with a product in some launches only",
                &fused,
            ),
        }
    }

    pub(super) fn fuse(
        &mut self,
        span: Span,
        builtin: Builtin,
        left: Value,
        right: Value,
        elem: &Elem,
        numeric: Numeric,
    ) -> Result<Value> {
        let dims = self.joint_dims(&left, &right, span)?;
        let is_product = |v: &Value| v.factors.is_some() || v.product_of.is_some();
        let (product, other, product_is_right) = match (is_product(&left), is_product(&right)) {
            (true, _) => (left, right, false),
            (false, true) => (right, left, true),
            (false, false) => {
                return self.refuse(span, "sum", "fused with a product the writer does not see");
            }
        };
        if let (None, Some((module, call))) = (&product.factors, product.product_of) {
            let reason = "fused with a product that a helper returns";
            return Err(Refusal::new(self.frame.module, span, "sum", reason)
                .hint(Hint::Inline(module, call)));
        }
        self.still_current(&product, span)?;
        if let Some(binding) = product.binding {
            self.frame.lets.dropped.insert(binding);
        }
        let Some(factors) = product.factors else {
            return self.refuse(span, "sum", "fused with a product the writer does not see");
        };
        let [mut a, b] = *factors;
        let mut c = self.operand(other, elem, &dims, span, "sum")?;
        if matches!(builtin, Builtin::Sub | Builtin::CtSub) {
            match product_is_right {
                true => a = self.negate(a, span)?,
                false => c = self.negate(c, span)?,
            }
        }
        let a = self.close(a, "factor");
        let b = self.close(b, "factor");
        let code = self.own(Own::MulAdd(numeric.ftz), &[a.code, b.code, c.code]);
        Ok(Value::new(code, Ty::Tile(elem.clone(), dims)))
    }

    /// Whether the factors of a product still hold what they held when it was made.
    fn still_current(&self, product: &Value, span: Span) -> Result<()> {
        let mut names = BTreeSet::new();
        for factor in product.factors.iter().flat_map(|f| f.iter()) {
            collect_names(factor.code.to_token_stream(), &mut names);
        }
        let own = product.code.as_name();
        let moved = names.iter().any(|name| {
            let bound = self.frame.bound_at.get(name).copied().unwrap_or(0);
            Some(name) != own.as_ref() && bound > product.factored_at
        });
        match moved {
            true => self.refuse(
                span,
                "sum",
                "fused with a product whose factors have changed since",
            ),
            false => Ok(()),
        }
    }
}
