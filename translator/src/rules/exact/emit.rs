//! What the writer knows while it writes: names of values, declarations, refusals.

use cutile_ir::ir::{Module, OpId, Value};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::HashMap;
use tileport_ir::ops::Index;

use super::Options;
use super::declare::Declarations;
use super::params::{Item, Params, Part};
use super::refusal::Refusal;
use super::types::{self, Element, TileShape, ident};
use crate::rules::names::Names;

/// Statements, or why there are none.
pub(super) type Written<T = TokenStream> = Result<T, String>;

pub(super) struct Emitter<'m> {
    pub module: &'m Module,
    pub index: Index,
    pub params: Params,
    pub declarations: Declarations,
    pub refusals: Vec<Refusal>,
    /// Statements at the start of the kernel, made when first needed.
    pub prologue: Vec<TokenStream>,
    /// Whether sizes of views come at run time.
    pub uses_dynamic: bool,
    /// Whether `cutile::tileir` is needed.
    pub uses_tileir: bool,
    /// How many conditions are around the statement being written.
    pub depth: usize,
    options: &'m Options<'m>,
    names: Names,
    bound: HashMap<Value, TokenStream>,
    /// Names of the Rust kernel's parameters.
    parameters: Vec<String>,
    token: Option<TokenStream>,
}

impl<'m> Emitter<'m> {
    pub fn new(module: &'m Module, params: Params, options: &'m Options<'m>) -> Self {
        let mut names = Names::default();
        names.reserve(super::reserved::FUNCTIONS.iter().copied());
        names.reserve(super::declare::FIXED.iter().map(|(name, _)| *name));
        Emitter {
            module,
            index: Index::new(module),
            params,
            declarations: Declarations::default(),
            refusals: Vec::new(),
            prologue: Vec::new(),
            uses_dynamic: false,
            uses_tileir: false,
            depth: 0,
            options,
            names,
            bound: HashMap::new(),
            parameters: Vec::new(),
            token: None,
        }
    }

    /// Keeps a name for the kernel itself.
    pub fn reserve(&mut self, name: &str) {
        self.names.reserve([name]);
    }

    /// A new name.
    pub fn name(&mut self, wanted: &str) -> proc_macro2::Ident {
        ident(&self.names.unique(wanted))
    }

    /// The kernel's parameters as Rust.
    pub fn parameters(&mut self, arguments: &[Value]) -> Written<Vec<TokenStream>> {
        let mut written = Vec::new();
        for i in 0..self.params.items.len() {
            let wanted = self
                .params
                .names
                .get(i)
                .map_or("arg", String::as_str)
                .to_owned();
            let name = self.names.unique(&wanted);
            let rust = ident(&name);
            self.parameters.push(name);
            let ty = match self.params.items.get(i) {
                Some(Item::Tensor(tensor)) => {
                    let element = types::scalar(tensor.element);
                    let shape = types::dimensions(&tensor.view.shape);
                    quote!(&Tensor<#element, #shape>)
                }
                Some(Item::Plain(number)) => {
                    let value = *arguments.get(*number).ok_or("no such parameter")?;
                    self.bound.insert(value, quote!(#rust));
                    types::rust(self.module.value_type(value))?
                }
                None => continue,
            };
            written.push(quote!(#rust: #ty));
        }
        Ok(written)
    }

    /// The name of the parameter that is this item.
    pub fn parameter(&self, item: usize) -> proc_macro2::Ident {
        ident(self.parameters.get(item).map_or("missing", String::as_str))
    }

    /// The Rust expression of a value; scalars for tiles of rank 0.
    pub fn value(&mut self, value: Value) -> TokenStream {
        if let Some(known) = self.bound.get(&value) {
            return known.clone();
        }
        match self.params.parts.get(&value).copied() {
            Some((item, part)) => self.part(value, item, part),
            // Only after a refusal, which withholds the text anyway.
            None => quote!(missing),
        }
    }

    fn part(&mut self, value: Value, item: usize, part: Part) -> TokenStream {
        // All values with the same part share one binding.
        let same = self
            .params
            .parts
            .iter()
            .filter(|(_, p)| **p == (item, part));
        let same: Vec<Value> = same.map(|(v, _)| *v).collect();
        let tensor = self.parameter(item);
        let (suffix, expression) = match part {
            Part::Base => (
                "base".to_owned(),
                quote!(tile_to_pointer(get_tensor_base(#tensor))),
            ),
            Part::Size { axis, dynamic } => {
                let number = types::integer(i64::try_from(dynamic).unwrap_or(0));
                (
                    format!("size_{axis}"),
                    quote!(get_shape_dim(#tensor.shape(), #number)),
                )
            }
            Part::Stride { axis, dynamic } => {
                let number = types::integer(i64::try_from(dynamic).unwrap_or(0));
                let strides = self
                    .declarations
                    .fixed("strides")
                    .unwrap_or_else(|_| ident("strides"));
                (
                    format!("stride_{axis}"),
                    quote!(get_shape_dim(#strides(#tensor), #number)),
                )
            }
            Part::Known => return quote!(missing),
        };
        let name = self.name(&format!("{tensor}_{suffix}"));
        let ty = types::rust(self.module.value_type(value)).unwrap_or_default();
        self.prologue.push(quote!(let #name: #ty = #expression;));
        for value in same {
            self.bound.insert(value, quote!(#name));
        }
        quote!(#name)
    }

    /// A value as a tile: rank 0 too.
    pub fn tile(&mut self, value: Value) -> TokenStream {
        let expression = self.value(value);
        match self.shape(value) {
            Some(tile) if tile.shape.is_empty() => match tile.element {
                Element::Number(_) => quote!(scalar_to_tile(#expression)),
                Element::Pointer(_) => quote!(pointer_to_tile(#expression)),
            },
            _ => expression,
        }
    }

    /// Elements and shape of a value that is a tile.
    pub fn shape(&self, value: Value) -> Option<TileShape> {
        types::tile(self.module.value_type(value))
    }

    /// Whether a value is a tile of rank 0.
    pub fn is_scalar(&self, value: Value) -> bool {
        self.shape(value).is_some_and(|t| t.shape.is_empty())
    }

    /// Whether a value is a tile of pointers.
    pub fn is_pointer(&self, value: Value) -> bool {
        matches!(
            self.shape(value),
            Some(TileShape {
                element: Element::Pointer(_),
                ..
            })
        )
    }

    /// Takes an expression for a value without writing anything.
    pub fn alias(&mut self, value: Value, expression: TokenStream) {
        self.bound.insert(value, expression);
    }

    /// What a value would best be called: as in the name table, or else `wanted`.
    fn wish(&self, value: Value, wanted: &str) -> String {
        let preferred = self.options.names.and_then(|n| n.get(&value.index()));
        preferred.map_or(wanted, String::as_str).to_owned()
    }

    /// Names a value after its place in the name table, or else `wanted`.
    pub fn named(&mut self, value: Value, wanted: &str) -> proc_macro2::Ident {
        let wish = self.wish(value, wanted);
        let name = self.name(&wish);
        self.alias(value, quote!(#name));
        name
    }

    /// Names variables that are carried together. The official compiler carries them in the order
    /// of their names, and the assembler's choices follow that order; so where the wished names
    /// are not in it, numbers are put before them.
    pub fn named_in_order(&mut self, values: &[Value], wanted: &str) -> Vec<proc_macro2::Ident> {
        let wishes: Vec<String> = values.iter().map(|v| self.wish(*v, wanted)).collect();
        let mut trial = self.names.clone();
        let mut names: Vec<String> = wishes.iter().map(|wish| trial.unique(wish)).collect();
        if !names.is_sorted() {
            trial = self.names.clone();
            let width = values.len().to_string().len();
            let numbered = wishes.iter().enumerate();
            names = numbered
                .map(|(i, wish)| trial.unique(&format!("c{i:0width$}_{wish}")))
                .collect();
        }
        self.names = trial;
        let names: Vec<_> = names.iter().map(|name| ident(name)).collect();
        for (value, name) in values.iter().zip(&names) {
            self.alias(*value, quote!(#name));
        }
        names
    }

    /// `let name: type = expression;` for a result that the expression gives as a scalar where
    /// its rank is 0.
    pub fn bind(&mut self, value: Value, wanted: &str, expression: TokenStream) -> Written {
        let ty = types::rust(self.module.value_type(value))?;
        let name = self.named(value, wanted);
        Ok(quote!(let #name: #ty = #expression;))
    }

    /// The same for an expression that gives a tile whatever the rank.
    pub fn bind_tile(&mut self, value: Value, wanted: &str, expression: TokenStream) -> Written {
        let expression = match self.shape(value) {
            Some(tile) if tile.shape.is_empty() => match tile.element {
                Element::Number(_) => quote!(tile_to_scalar(#expression)),
                Element::Pointer(_) => quote!(tile_to_pointer(#expression)),
            },
            _ => expression,
        };
        self.bind(value, wanted, expression)
    }

    /// `let (a, b): (A, B) = expression;` for the results of an operation.
    pub fn bind_all(&mut self, op: OpId, wanted: &[&str], expression: TokenStream) -> Written {
        let results = self.index.results(op).to_vec();
        let mut names = Vec::new();
        let mut types = Vec::new();
        for (value, wanted) in results.iter().zip(wanted) {
            types.push(types::rust(self.module.value_type(*value))?);
            names.push(if self.index.is_unused(*value) {
                self.alias(*value, quote!(missing));
                quote!(_)
            } else {
                let name = self.named(*value, wanted);
                quote!(#name)
            });
        }
        Ok(quote!(let (#(#names),*): (#(#types),*) = #expression;))
    }

    /// The only result of an operation.
    pub fn result(&self, op: OpId) -> Written<Value> {
        match self.index.results(op) {
            [result] => Ok(*result),
            results => Err(format!("{} results where one is expected", results.len())),
        }
    }

    /// A token for the official constructors of views, which only keep it.
    pub fn any_token(&mut self) -> TokenStream {
        match &self.token {
            Some(token) => token.clone(),
            None => {
                let name = self.name("token");
                self.prologue
                    .push(quote!(let #name: Token = new_token_unordered();));
                self.token = Some(quote!(#name));
                quote!(#name)
            }
        }
    }

    /// Remembers a token that is in scope everywhere.
    pub fn keep_token(&mut self, token: &proc_macro2::Ident) {
        self.token.get_or_insert(quote!(#token));
    }

    /// An optional operand, as the official functions take it.
    pub fn option(&mut self, value: Option<Value>) -> TokenStream {
        match value {
            Some(value) => {
                let value = self.value(value);
                quote!(Some(#value))
            }
            None => quote!(None),
        }
    }
}
