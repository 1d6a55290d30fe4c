//! Memory through views.

use cutile_ir::ir::{
    AtomicRMWMode, DYNAMIC, MemoryScope, OpId, OptimizationHints, ScalarType, Type, Value,
};
use proc_macro2::TokenStream;
use quote::quote;

use super::emit::{Emitter, Written};
use super::hints;
use super::memory::Order;
use super::modes;
use super::types::{self, array_value, ident, padding, shape_value};

impl Emitter<'_> {
    pub fn make_tensor_view(
        &mut self,
        op: OpId,
        base: Value,
        sizes: &[Value],
        strides: &[Value],
    ) -> Written {
        let result = self.result(op)?;
        let Type::TensorView(view) = self.module.value_type(result) else {
            return Err("of a classified pointer".into());
        };
        let view = view.clone();
        let whole = self.params.base(base).filter(|(item, tensor)| {
            tensor.view == view && self.params.is_whole(*item, sizes, strides)
        });
        if let Some((item, _)) = whole {
            let name = self.parameter(item);
            self.alias(result, quote!(#name));
            return Ok(TokenStream::new());
        }
        // The official constructor wants plain names for its arguments, and 32-bit sizes.
        let is_wide = sizes
            .iter()
            .chain(strides)
            .any(|v| self.element(*v) != Some(ScalarType::I32));
        let pointer = self.name("base");
        let element = types::scalar(view.element_type);
        let base = self.value(base);
        let (listed, stepped) = if is_wide {
            (&[][..], &[][..])
        } else {
            (sizes, strides)
        };
        let (shape, shape_binding) = self.witness("Shape", "shape", &view.shape, listed);
        let (steps, steps_binding) = self.witness("Array", "strides", &view.strides, stepped);
        let token = self.any_token();
        let call = if is_wide {
            let function = self.declarations.fixed("make_wide_tensor_view")?;
            let sizes: Vec<_> = sizes.iter().map(|v| self.value(*v)).collect();
            let strides: Vec<_> = strides.iter().map(|v| self.value(*v)).collect();
            quote!(#function(#pointer, &[#(#sizes),*], &[#(#strides),*], #shape, #steps, #token))
        } else {
            quote!(make_tensor_view(#pointer, #shape, #steps, #token))
        };
        let name = self.named(result, "tensor");
        let ty = types::rust(self.module.value_type(result))?;
        self.alias(result, quote!(&#name));
        Ok(quote! {
            let #pointer: PointerTile<*mut #element, { [] }> = pointer_to_tile(#base);
            #shape_binding
            #steps_binding
            let #name: #ty = #call;
        })
    }

    /// A `Shape` or an `Array` of static and of run-time numbers.
    fn witness(
        &mut self,
        kind: &str,
        wanted: &str,
        list: &[i64],
        values: &[Value],
    ) -> (proc_macro2::Ident, TokenStream) {
        let (name, kind) = (self.name(wanted), ident(kind));
        let values: Vec<_> = values.iter().map(|v| self.value(*v)).collect();
        let ty = types::dimensions(list);
        // A negative number among the generics of an expression makes the compiler panic.
        let entries = list.iter().map(|&n| {
            if n == DYNAMIC {
                quote!(DYNAMIC)
            } else {
                types::integer(n)
            }
        });
        let entries: Vec<_> = entries.collect();
        self.uses_dynamic |= list.contains(&DYNAMIC);
        let binding = quote! {
            let #name: #kind<#ty> = #kind::<{ [#(#entries),*] }> { dims: &[#(#values),*] };
        };
        (name, binding)
    }

    pub fn make_partition_view(&mut self, op: OpId, tensor: Value) -> Written {
        let result = self.result(op)?;
        let Type::PartitionView(view) = self.module.value_type(result) else {
            return Err("of a classified pointer".into());
        };
        let is_identity = view.dim_map.iter().zip(0..).all(|(&d, i)| d == i);
        let map = match is_identity {
            true => quote!(dim_map::Identity),
            false => array_value(&view.dim_map),
        };
        let shape = shape_value(&wide(&view.tile_shape));
        let padding = padding(view.padding_value);
        let (tensor, token) = (self.value(tensor), self.any_token());
        let call = quote!(make_partition_view(#tensor, #shape, #padding, #map, #token));
        self.bind(result, "tiles", call)
    }

    /// `make_gather_scatter_view` and `make_strided_view`: the result type says the rest.
    pub fn make_sparse_view(&mut self, op: OpId, tensor: Value) -> Written {
        let result = self.result(op)?;
        let (tile, pad) = match self.module.value_type(result) {
            Type::GatherScatterView(view) => (wide(&view.tile_shape), view.padding_value),
            Type::StridedView(view) => (wide(&view.tile_shape), view.padding_value),
            _ => return Err("of a classified pointer".into()),
        };
        self.uses_tileir = true;
        let function = ident(self.module.op(op).opcode.name());
        let (tensor, shape, padding) = (self.value(tensor), shape_value(&tile), padding(pad));
        self.bind(
            result,
            "tiles",
            quote!(#function(#tensor, #shape, #padding)),
        )
    }

    /// `get_index_space_shape` and `get_tensor_shape`: one result a dimension.
    pub fn shape_of(&mut self, op: OpId, source: Value) -> Written {
        let results = self.index.results(op).to_vec();
        let is_tensor = matches!(self.module.value_type(source), Type::TensorView(_));
        if !is_tensor && !matches!(self.module.value_type(source), Type::PartitionView(_)) {
            return Err("of a view that is not a partition".into());
        }
        let function = ident(self.module.op(op).opcode.name());
        let source = self.value(source);
        let source = if is_tensor { source } else { quote!(&#source) };
        let (array, rank) = (
            self.name("space"),
            proc_macro2::Literal::usize_unsuffixed(results.len()),
        );
        let mut parts = quote!(let #array: [i32; #rank] = #function(#source););
        for (i, value) in results.into_iter().enumerate() {
            let i = proc_macro2::Literal::usize_unsuffixed(i);
            parts.extend(self.bind(value, "extent", quote!(#array[#i]))?);
        }
        Ok(parts)
    }

    pub fn load_view(
        &mut self,
        op: OpId,
        (view, index): (Value, &[Value]),
        order: Order,
        hints: Option<&OptimizationHints>,
        inbounds: &[bool],
    ) -> Written {
        let hints = hints::access(hints)?;
        let (latency, tma) = (hints::latency(hints), hints::tma(hints));
        let loaded = self.index.results(op).first().copied().ok_or("no result")?;
        let shape = self.shape(loaded).ok_or("the result is no tile")?.shape;
        let shape = shape_value(&shape);
        let (ordering, scope) = ordering_and_scope(order);
        let token = self.option(order.token);
        let (view, index) = (self.value(view), self.indices(index));
        let call = if inbounds.contains(&true) {
            quote!(load_view_raw(&#view, #index, #token, #ordering, #scope, #tma, #latency, [#(#inbounds),*], #shape))
        } else {
            let load = self.declarations.fixed("load_view")?;
            quote!(#load(&#view, #index, #token, #ordering, #scope, #tma, #latency, #shape))
        };
        self.bind_all(op, &["loaded", "token"], call)
    }

    pub fn store_view(
        &mut self,
        op: OpId,
        (view, index, tile): (Value, &[Value], Value),
        order: Order,
        hints: Option<&OptimizationHints>,
        inbounds: &[bool],
    ) -> Written {
        let hints = hints::access(hints)?;
        let (latency, tma) = (hints::latency(hints), hints::tma(hints));
        let (ordering, scope) = ordering_and_scope(order);
        let token = self.option(order.token);
        let (view, index, tile) = (self.value(view), self.indices(index), self.tile(tile));
        let call = if inbounds.contains(&true) {
            quote!(store_view_raw(&#view, #tile, #index, #token, #ordering, #scope, #tma, #latency, [#(#inbounds),*]))
        } else {
            let store = self.declarations.fixed("store_view")?;
            quote!(#store(&#view, #tile, #index, #token, #ordering, #scope, #tma, #latency))
        };
        self.bind_token(op, call)
    }

    pub fn atomic_red_view(
        &mut self,
        op: OpId,
        (view, index, value): (Value, &[Value], Value),
        mode: AtomicRMWMode,
        order: Order,
        inbounds: &[bool],
    ) -> Written {
        let (ordering, scope) = ordering_and_scope(order);
        let (mode, token) = (modes::atomic(mode), self.option(order.token));
        let (view, index, value) = (self.value(view), self.indices(index), self.tile(value));
        let call = if inbounds.contains(&true) {
            self.uses_tileir = true;
            quote!(atomic_red_view_tko_with_inbounds(&#view, #value, #index, #mode, #ordering, #scope, #token, [#(#inbounds),*]))
        } else {
            quote!(atomic_red_view_raw(&#view, #value, #index, #mode, #ordering, #scope, #token))
        };
        self.bind_token(op, call)
    }

    /// An array where all indices are scalars, else a tuple.
    fn indices(&mut self, index: &[Value]) -> TokenStream {
        let scalars = index.iter().all(|v| self.is_scalar(*v));
        let index: Vec<_> = index.iter().map(|v| self.value(*v)).collect();
        if scalars {
            quote!([#(#index),*])
        } else {
            quote!((#(#index,)*))
        }
    }
}

fn ordering_and_scope(order: Order) -> (TokenStream, TokenStream) {
    // The scope of a weak access is not used.
    let scope = modes::memory_scope(order.scope.unwrap_or(MemoryScope::TileBlock));
    (modes::memory_ordering(order.ordering), scope)
}

fn wide(shape: &[i32]) -> Vec<i64> {
    shape.iter().map(|&n| n.into()).collect()
}
