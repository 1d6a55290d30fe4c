//! Memory through pointers, tokens, assumptions.

use cutile_ir::ir::{AtomicRMWMode, MemoryOrdering, MemoryScope, OpId, OptimizationHints, Value};
use proc_macro2::TokenStream;
use quote::quote;
use tileport_ir::ops::Predicate;

use super::emit::{Emitter, Written};
use super::hints;
use super::modes;
use super::types::{ident, integer};

/// What orders an access.
#[derive(Clone, Copy)]
pub(super) struct Order {
    pub mask: Option<Value>,
    pub token: Option<Value>,
    pub ordering: MemoryOrdering,
    pub scope: Option<MemoryScope>,
}

impl Emitter<'_> {
    pub fn load_ptr(
        &mut self,
        op: OpId,
        source: Value,
        padding: Option<Value>,
        order: Order,
        hints: Option<&OptimizationHints>,
    ) -> Written {
        let latency = hints::latency_marker(hints::access(hints)?);
        let function = if self.is_scalar(source) {
            self.declarations.fixed("load_scalar")?
        } else if padding.is_some() {
            self.declarations.fixed("load_ptr")?
        } else {
            ident("load_ptr_tko")
        };
        let source = self.value(source);
        let (ordering, scope) = (
            modes::memory_ordering(order.ordering),
            optional_scope(order.scope),
        );
        let (mask, padding) = (self.option(order.mask), self.option(padding));
        let token = self.option(order.token);
        let call = quote!(#function(#source, #ordering, #scope, #mask, #padding, #token, #latency));
        self.bind_all(op, &["loaded", "token"], call)
    }

    pub fn store_ptr(
        &mut self,
        op: OpId,
        destination: Value,
        value: Value,
        order: Order,
        hints: Option<&OptimizationHints>,
    ) -> Written {
        let latency = hints::latency_marker(hints::access(hints)?);
        let function = if self.is_scalar(destination) {
            self.declarations.fixed("store_scalar")?
        } else {
            ident("store_ptr_tko")
        };
        let (destination, value) = (self.value(destination), self.value(value));
        let (ordering, scope) = (
            modes::memory_ordering(order.ordering),
            optional_scope(order.scope),
        );
        let (mask, token) = (self.option(order.mask), self.option(order.token));
        let call =
            quote!(#function(#destination, #value, #ordering, #scope, #mask, #token, #latency));
        self.bind_token(op, call)
    }

    pub fn atomic_rmw(
        &mut self,
        op: OpId,
        [pointers, argument]: [Value; 2],
        mode: AtomicRMWMode,
        order: Order,
    ) -> Written {
        let mode = modes::atomic(mode);
        self.atomic(op, "atomic_rmw", &[pointers, argument], Some(mode), order)
    }

    pub fn atomic_cas(&mut self, op: OpId, operands: [Value; 3], order: Order) -> Written {
        self.atomic(op, "atomic_cas", &operands, None, order)
    }

    fn atomic(
        &mut self,
        op: OpId,
        name: &str,
        operands: &[Value],
        mode: Option<TokenStream>,
        order: Order,
    ) -> Written {
        let function = if operands.iter().all(|v| self.is_scalar(*v)) {
            self.declarations.fixed(&format!("{name}_scalar"))?
        } else {
            ident(&format!("{name}_tko"))
        };
        let operands: Vec<_> = operands.iter().map(|v| self.value(*v)).collect();
        let scope = modes::memory_scope(order.scope.unwrap_or(MemoryScope::Device));
        let ordering = modes::memory_ordering(order.ordering);
        let (mask, token) = (self.option(order.mask), self.option(order.token));
        let mode = mode.map(|m| quote!(#m,));
        let call = quote!(#function(#(#operands,)* #mode #ordering, #scope, #mask, #token));
        self.bind_all(op, &["before", "token"], call)
    }

    pub fn offset(&mut self, op: OpId, pointer: Value, offset: Value) -> Written {
        let function = match (self.is_scalar(pointer), self.is_scalar(offset)) {
            (true, true) => self.declarations.fixed("offset_scalar")?,
            (false, false) => ident("addptr_tile"),
            (true, false) | (false, true) => {
                return Err("pointers and offsets of other ranks".into());
            }
        };
        let (pointer, offset) = (self.value(pointer), self.value(offset));
        let result = self.result(op)?;
        self.bind(result, "pointers", quote!(#function(#pointer, #offset)))
    }

    pub fn assume(&mut self, op: OpId, value: Value, predicate: Predicate<'_>) -> Written {
        let result = self.result(op)?;
        if self.params.parts.contains_key(&result) {
            // A fact of the launch, which the compiler assumes by itself.
            return Ok(TokenStream::new());
        }
        let option = |n: Option<i64>| match n {
            Some(n) => {
                let n = integer(n);
                quote!(Some(#n))
            }
            None => quote!(None),
        };
        let x = self.value(value);
        let call = match predicate {
            Predicate::Bounded(b) => {
                let (lower, upper) = (option(b.lb), option(b.ub));
                quote!(assume_bounds_raw(#x, #lower, #upper))
            }
            Predicate::DivBy(d) => {
                let divisor = i64::try_from(d.divisor).map_err(|_| "a divisor past 63 bits")?;
                let divisor = integer(divisor);
                let (every, along) = (option(d.every), option(d.along));
                quote!(assume_div_by_raw(#x, #divisor, #every, #along))
            }
            Predicate::SameElements(groups) => {
                let groups = groups.values.iter().map(|&n| integer(n));
                quote!(assume_same_elements_raw(#x, [#(#groups),*]))
            }
        };
        self.bind(result, "assumed", call)
    }

    pub fn make_token(&mut self, op: OpId, at_top: bool) -> Written {
        let result = self.result(op)?;
        let name = self.named(result, "token");
        if at_top {
            self.keep_token(&name);
        }
        Ok(quote!(let #name: Token = new_token_unordered();))
    }

    pub fn join_tokens(&mut self, op: OpId, tokens: &[Value]) -> Written {
        let tokens: Vec<_> = tokens.iter().map(|v| self.value(*v)).collect();
        self.bind_token(op, quote!(join_tokens(&[#(#tokens),*])))
    }

    /// `let token: Token = call;`, or the call alone where nothing waits for it.
    pub fn bind_token(&mut self, op: OpId, call: TokenStream) -> Written {
        let result = self.result(op)?;
        if self.index.is_unused(result) {
            return Ok(quote!(let _: Token = #call;));
        }
        self.bind(result, "token", call)
    }
}

/// `Some(scope)` or the absence of one.
fn optional_scope(scope: Option<MemoryScope>) -> TokenStream {
    match scope {
        Some(scope) => {
            let scope = modes::memory_scope(scope);
            quote!(Some(#scope))
        }
        None => quote!(None::<scope::TileBlock>),
    }
}
