//! Operations that a kernel module declares itself.
//!
//! The official declarations miss some attributes, take no scalars, and encode some constants
//! wrongly. A kernel module may declare an operation under a name of its own; both the official
//! compiler and rustc accept that. Only what a kernel uses is declared.

use super::types::ident;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::BTreeMap;

/// An element-wise operation.
pub(super) struct Spec {
    /// The official function's name.
    pub name: &'static str,
    /// The operation.
    pub op: &'static str,
    /// Operands.
    pub params: &'static [(&'static str, Class)],
    /// Result.
    pub result: Class,
    /// Attributes chosen by marker types, after the operands.
    pub modes: &'static [Mode],
}

/// The element type of an operand or a result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// The one that most operands share.
    Same,
    /// That of a conversion's operand.
    From,
    /// That of a conversion's result.
    To,
    /// Truth.
    Bool,
}

/// An attribute chosen by a marker type.
pub(super) struct Mode {
    /// The parameter.
    pub param: &'static str,
    /// Its generic.
    pub generic: &'static str,
    /// What bounds the generic.
    pub bound: &'static str,
    /// From marker to attribute, as `cuda_tile::op` has it.
    pub map: &'static str,
}

pub(super) const ROUNDING: Mode = Mode {
    param: "rounding",
    generic: "R",
    bound: "rounding::Mode",
    map: "rounding={NearestEven: rounding_mode=#cuda_tile.rounding<nearest_even>, \
          Zero: rounding_mode=#cuda_tile.rounding<zero>, \
          NegativeInf: rounding_mode=#cuda_tile.rounding<negative_inf>, \
          PositiveInf: rounding_mode=#cuda_tile.rounding<positive_inf>, \
          Approx: rounding_mode=#cuda_tile.rounding<approx>, \
          Full: rounding_mode=#cuda_tile.rounding<full>, \
          NearestIntToZero: rounding_mode=#cuda_tile.rounding<nearest_int_to_zero>, \
          NearestAway: rounding_mode=#cuda_tile.rounding<nearest_away>}",
};

pub(super) const INTEGER_ROUNDING: Mode = Mode {
    param: "rounding",
    generic: "R",
    bound: "rounding::Mode",
    map: "rounding={Zero: rounding=#cuda_tile.rounding<zero>, \
          NegativeInf: rounding=#cuda_tile.rounding<negative_inf>, \
          PositiveInf: rounding=#cuda_tile.rounding<positive_inf>}",
};

pub(super) const FTZ: Mode = Mode {
    param: "ftz",
    generic: "F",
    bound: "ftz::Mode",
    map: "ftz={Enabled: flush_to_zero=unit}",
};

pub(super) const NAN: Mode = Mode {
    param: "nan",
    generic: "P",
    bound: "nan::Mode",
    map: "nan={Enabled: propagate_nan=unit}",
};

pub(super) const OVERFLOW: Mode = Mode {
    param: "overflow",
    generic: "O",
    bound: "overflow::Mode",
    map: "overflow={None: overflow=#cuda_tile.overflow<none>, \
          NoSignedWrap: overflow=#cuda_tile.overflow<no_signed_wrap>, \
          NoUnsignedWrap: overflow=#cuda_tile.overflow<no_unsigned_wrap>, \
          NoWrap: overflow=#cuda_tile.overflow<no_wrap>}",
};

pub(super) const SIGNEDNESS: Mode = Mode {
    param: "signedness",
    generic: "Sg",
    bound: "signedness::Mode",
    map: "signedness={Signed: signedness=#cuda_tile.signedness<signed>, \
          Unsigned: signedness=#cuda_tile.signedness<unsigned>}",
};

pub(super) const PREDICATE: Mode = Mode {
    param: "predicate",
    generic: "P",
    bound: "predicate::Mode",
    map: "predicate={Equal: comparison_predicate=#cuda_tile.cmp_predicate<equal>, \
          NotEqual: comparison_predicate=#cuda_tile.cmp_predicate<not_equal>, \
          LessThan: comparison_predicate=#cuda_tile.cmp_predicate<less_than>, \
          LessThanOrEqual: comparison_predicate=#cuda_tile.cmp_predicate<less_than_or_equal>, \
          GreaterThan: comparison_predicate=#cuda_tile.cmp_predicate<greater_than>, \
          GreaterThanOrEqual: comparison_predicate=#cuda_tile.cmp_predicate<greater_than_or_equal>}",
};

pub(super) const FLOAT_ORDERING: Mode = Mode {
    param: "ordering",
    generic: "C",
    bound: "cmp_ordering::Mode",
    map: "ordering={Unordered: comparison_ordering=#cuda_tile.comparison_ordering<unordered>, \
          Ordered: comparison_ordering=#cuda_tile.comparison_ordering<ordered>}",
};

/// What a kernel module declares, by name.
#[derive(Default)]
pub(super) struct Declarations {
    items: BTreeMap<String, TokenStream>,
}

impl Declarations {
    /// The declarations, in the order of their names.
    pub fn items(&self) -> impl Iterator<Item = &TokenStream> {
        self.items.values()
    }

    /// Declares an element-wise operation on scalars or on tiles, and names it.
    pub fn elementwise(&mut self, spec: &Spec, on_scalars: bool) -> Ident {
        let form = if on_scalars { "scalar" } else { "tile" };
        let name = format!("{}_{form}", spec.name);
        let function = ident(&name);
        self.items
            .entry(name)
            .or_insert_with(|| elementwise(spec, &function, on_scalars));
        function
    }

    /// Declares one of the [`FIXED`] operations.
    ///
    /// # Errors
    /// There is no such operation.
    pub fn fixed(&mut self, name: &str) -> Result<Ident, String> {
        if !self.items.contains_key(name) {
            let missing = || format!("`{name}` is not declared");
            let (_, text) = FIXED.iter().find(|(n, _)| *n == name).ok_or_else(missing)?;
            let item = text.parse().map_err(|e| format!("`{name}`: {e}"))?;
            self.items.insert(name.to_owned(), item);
        }
        Ok(ident(name))
    }
}

fn elementwise(spec: &Spec, name: &Ident, on_scalars: bool) -> TokenStream {
    let op = format!("cuda_tile.{}", spec.op);
    let operands: Vec<&str> = spec.params.iter().map(|(name, _)| *name).collect();
    let maps: Vec<&str> = spec.modes.iter().map(|m| m.map).collect();
    let ty = |class: Class| {
        let element = match class {
            Class::Same => quote!(E),
            Class::From => quote!(EIn),
            Class::To => quote!(EOut),
            Class::Bool => quote!(bool),
        };
        if on_scalars {
            element
        } else {
            quote!(Tile<#element, S>)
        }
    };
    let classes = || spec.params.iter().map(|(_, c)| *c).chain([spec.result]);
    let mut generics = Vec::new();
    for (class, name) in [
        (Class::Same, "E"),
        (Class::From, "EIn"),
        (Class::To, "EOut"),
    ] {
        if classes().any(|c| c == class) {
            let name = ident(name);
            generics.push(quote!(#name: ElementType));
        }
    }
    if !on_scalars {
        generics.push(quote!(const S: [i32; N]));
    }
    let mut params: Vec<TokenStream> = spec
        .params
        .iter()
        .map(|(name, class)| {
            let (name, ty) = (ident(name), ty(*class));
            quote!(#name: #ty)
        })
        .collect();
    for mode in spec.modes {
        let (generic, param) = (ident(mode.generic), ident(mode.param));
        // Written here, so it parses.
        let bound: TokenStream = mode.bound.parse().unwrap_or_default();
        generics.push(quote!(#generic: #bound));
        params.push(quote!(#param: #generic));
    }
    let variadic = (!on_scalars).then(|| quote!(#[cuda_tile::variadic_op(N = 6)]));
    let statics = (!maps.is_empty()).then(|| quote!(, static_params = [#(#maps),*]));
    let result = ty(spec.result);
    quote! {
        #[cuda_tile::op(name = #op, since = "V13_2", params = [#(#operands),*] #statics)]
        #variadic
        pub fn #name<#(#generics),*>(#(#params),*) -> #result {
            unreachable!()
        }
    }
}

/// Operations of their own form: constants that keep their bits, memory accesses on scalars,
/// padding of any rank, views without promises about bounds, strides of tensors.
pub(super) const FIXED: &[(&str, &str)] = &[
    (
        "int",
        r#"#[cuda_tile::op(name = "cuda_tile.constant", since = "V13_2", params = [], attribute_params = ["value:dense"])]
        pub fn int<E: ElementType>(value: i64) -> E { unreachable!() }"#,
    ),
    (
        "float",
        r#"#[cuda_tile::op(name = "cuda_tile.constant", since = "V13_2", params = [], attribute_params = ["value:dense"])]
        pub fn float<E: ElementType>(value: f64) -> E { unreachable!() }"#,
    ),
    (
        "int_tile",
        r#"#[cuda_tile::op(name = "cuda_tile.constant", since = "V13_2", params = [], attribute_params = ["value:dense"])]
        #[cuda_tile::variadic_op(N = 6)]
        pub fn int_tile<E: ElementType, const S: [i32; N]>(value: i64, shape: Shape<S>) -> Tile<E, S> { unreachable!() }"#,
    ),
    (
        "float_tile",
        r#"#[cuda_tile::op(name = "cuda_tile.constant", since = "V13_2", params = [], attribute_params = ["value:dense"])]
        #[cuda_tile::variadic_op(N = 6)]
        pub fn float_tile<E: ElementType, const S: [i32; N]>(value: f64, shape: Shape<S>) -> Tile<E, S> { unreachable!() }"#,
    ),
    (
        "ptr_to_int_tile",
        r#"#[cuda_tile::op(name = "cuda_tile.ptr_to_int", since = "V13_2", params = ["source"])]
        #[cuda_tile::variadic_op(N = 6)]
        pub fn ptr_to_int_tile<P: Pointer, const S: [i32; N]>(source: PointerTile<P, S>) -> Tile<i64, S> { unreachable!() }"#,
    ),
    (
        "offset_scalar",
        r#"#[cuda_tile::op(name = "cuda_tile.offset", since = "V13_2", params = ["ptr", "offset"])]
        pub fn offset_scalar<E: ElementType, I: ElementType>(ptr: *mut E, offset: I) -> *mut E { unreachable!() }"#,
    ),
    (
        "load_ptr",
        r#"#[cuda_tile::op(name = "cuda_tile.load_ptr_tko", since = "V13_2", params = ["source"])]
        #[cuda_tile::variadic_op(N = 6)]
        pub unsafe fn load_ptr<E: ElementType, P: PointerTo<E>, const S: [i32; N], O: ordering::LoadMode, Sc: scope::Mode, const CYCLES: i32>(
            source: PointerTile<P, S>, memory_ordering: O, memory_scope: Option<Sc>, mask: Option<Tile<bool, S>>,
            padding_value: Option<Tile<E, S>>, token: Option<Token>, latency: Latency<CYCLES>,
        ) -> (Tile<E, S>, Token) { unreachable!() }"#,
    ),
    (
        "load_scalar",
        r#"#[cuda_tile::op(name = "cuda_tile.load_ptr_tko", since = "V13_2", params = ["source"])]
        pub unsafe fn load_scalar<E: ElementType, O: ordering::LoadMode, Sc: scope::Mode, const CYCLES: i32>(
            source: *mut E, memory_ordering: O, memory_scope: Option<Sc>, mask: Option<bool>,
            padding_value: Option<E>, token: Option<Token>, latency: Latency<CYCLES>,
        ) -> (E, Token) { unreachable!() }"#,
    ),
    (
        "store_scalar",
        r#"#[cuda_tile::op(name = "cuda_tile.store_ptr_tko", since = "V13_2", params = ["destination", "value"])]
        pub unsafe fn store_scalar<E: ElementType, O: ordering::StoreMode, Sc: scope::Mode, const CYCLES: i32>(
            destination: *mut E, value: E, memory_ordering: O, memory_scope: Option<Sc>, mask: Option<bool>,
            token: Option<Token>, latency: Latency<CYCLES>,
        ) -> Token { unreachable!() }"#,
    ),
    (
        "atomic_rmw_scalar",
        r#"#[cuda_tile::op(name = "cuda_tile.atomic_rmw_tko", since = "V13_2", params = ["pointers", "arg"])]
        pub unsafe fn atomic_rmw_scalar<E: ElementType, M: atomic::Mode, O: ordering::AtomicMode, Sc: scope::Mode>(
            pointers: *mut E, arg: E, mode: M, memory_ordering: O, memory_scope: Sc, mask: Option<bool>, token: Option<Token>,
        ) -> (E, Token) { unreachable!() }"#,
    ),
    (
        "atomic_cas_scalar",
        r#"#[cuda_tile::op(name = "cuda_tile.atomic_cas_tko", since = "V13_2", params = ["pointers", "cmp", "val"])]
        pub unsafe fn atomic_cas_scalar<E: ElementType, O: ordering::AtomicMode, Sc: scope::Mode>(
            pointers: *mut E, cmp: E, val: E, memory_ordering: O, memory_scope: Sc, mask: Option<bool>, token: Option<Token>,
        ) -> (E, Token) { unreachable!() }"#,
    ),
    (
        "load_view",
        r#"#[cuda_tile::op(name = "cuda_tile.load_view_tko", since = "V13_2")]
        #[cuda_tile::variadic_op(N = 6)]
        pub unsafe fn load_view<E: ElementType, const S: [i32; N], V, I, O: ordering::LoadMode, Sc: scope::Mode, T: tma::Mode>(
            view: &V, index: I, token: Option<Token>, memory_ordering: O, memory_scope: Sc, tma: T,
            latency: Option<i32>, shape: Shape<S>,
        ) -> (Tile<E, S>, Token) { unreachable!() }"#,
    ),
    (
        "store_view",
        r#"#[cuda_tile::op(name = "cuda_tile.store_view_tko", since = "V13_2")]
        #[cuda_tile::variadic_op(N = 6)]
        pub unsafe fn store_view<E: ElementType, const S: [i32; N], V, I, O: ordering::StoreMode, Sc: scope::Mode, T: tma::Mode>(
            view: &V, value: Tile<E, S>, index: I, token: Option<Token>, memory_ordering: O, memory_scope: Sc, tma: T,
            latency: Option<i32>,
        ) -> Token { unreachable!() }"#,
    ),
    (
        "make_wide_tensor_view",
        r#"#[cuda_tile::op(name = "cuda_tile.make_tensor_view", since = "V13_2", params = ["base", "sizes", "steps"],
            has_variadic_params = true, output_type_params = ["strides"], output_type_meta = ["base", "shape", "strides", "token"])]
        #[cuda_tile::variadic_op(N = 6)]
        pub unsafe fn make_wide_tensor_view<E: ElementType, const D: [i32; N], const C: [i32; N]>(
            base: PointerTile<*mut E, { [] }>, sizes: &[i64], steps: &[i64], shape: Shape<D>, strides: Array<C>, token: Token,
        ) -> Tensor<E, D> { unreachable!() }"#,
    ),
    (
        "strides",
        r#"#[cuda_tile::compiler_op(name = "return_type_meta_field", type_meta_field = "strides")]
        #[cuda_tile::variadic_op(N = 6)]
        pub fn strides<'s, E: ElementType, const S: [i32; N]>(tensor: &Tensor<E, S>) -> Shape<'s, S> { unreachable!() }"#,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fixed_declaration_is_a_function_of_its_name() {
        let mut declarations = Declarations::default();
        for (name, _) in FIXED {
            declarations.fixed(name).unwrap();
            let item: syn::ItemFn = syn::parse2(declarations.items[*name].clone()).unwrap();
            assert_eq!(item.sig.ident, name);
        }
        assert!(declarations.fixed("other").is_err());
    }
}
