//! The exact writer: Tile IR to cuTile Rust, one typed binding an operation.
//!
//! The text means the module, operation by operation; the official Rust compiler lowers it to
//! the same operations under the launch facts that come with it. It is the form of last resort
//! for what the readable form does not reproduce.
//!
//! Inside, one file an idea: [`params`] (which parameters are one array), [`types`], [`modes`]
//! and [`hints`] (attributes), [`declare`] (operations that the kernel declares itself),
//! [`emit`] (what the writer knows), [`operation`] and [`numbers`] (one arm an operation), and a
//! file for each family of operations.

mod arith;
mod constants;
mod control;
mod declare;
mod emit;
mod hints;
mod memory;
mod modes;
mod numbers;
mod operation;
mod params;
mod refusal;
mod reserved;
mod shapes;
mod types;
mod views;

use std::collections::HashMap;

use cutile_ir::ir::{Module, Value};
use quote::quote;
use tileport_ir::ops::{self, Op};
use tileport_rust::Facts;

use crate::rules::names::snake_case;
use emit::Emitter;
use params::Params;

pub use params::EntryParameter;
pub use refusal::Refusal;

/// Preferred names of values, by their index.
pub type NameTable = HashMap<u32, String>;

/// What is known beside the module.
#[derive(Default)]
pub struct Options<'a> {
    /// Preferred names of values.
    pub names: Option<&'a NameTable>,
    /// The kernel's parameters. None: arrays are told by the views made of them.
    pub layout: Option<&'a [EntryParameter]>,
    /// Names of the parameters, in order; missing ones are numbered.
    pub parameter_names: &'a [String],
}

/// A kernel in Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// A `#[cutile::module]`, formatted.
    pub source: String,
    /// Name of the module, and of the kernel in it.
    pub name: String,
    /// Facts of the launch under which it means the module.
    pub facts: Facts,
}

/// Writes the only entry of a module.
///
/// # Errors
/// Everything that has no exact form, in program order.
pub fn write(module: &Module, options: &Options<'_>) -> Result<Written, Vec<Refusal>> {
    let [entry] = module.functions[..] else {
        let why = format!(
            "the module has {} entries, one is expected",
            module.functions.len()
        );
        return Err(vec![Refusal {
            op: "module",
            at: None,
            why,
        }]);
    };
    let refuse = |why: String| vec![Refusal::new(module, entry, why)];
    if !module.globals.is_empty() {
        return Err(refuse("the module has global variables".into()));
    }
    let (symbol, hints, body) = match ops::view(module, entry) {
        Ok(Op::Entry {
            sym_name,
            optimization_hints,
            body,
            ..
        }) => (sym_name, optimization_hints, body),
        Ok(_) => return Err(refuse("not an entry".into())),
        Err(e) => return Err(refuse(e.to_string())),
    };
    let attributes = hints::entry(hints).map_err(refuse)?;
    let params = Params::new(module, body, options.layout, options.parameter_names);
    let mut facts = Facts {
        arguments: params.facts(),
        ..Facts::default()
    };
    facts.options = tileport_rust::Options::default();
    let name = snake_case(symbol);
    let mut emitter = Emitter::new(module, params, options);
    emitter.reserve(&name);
    let arguments: Vec<Value> = module.block(body).args.iter().map(|(v, _)| *v).collect();
    let parameters = emitter.parameters(&arguments).map_err(refuse)?;
    let statements = emitter.kernel(body);
    if !emitter.refusals.is_empty() {
        return Err(emitter.refusals);
    }
    let function = types::ident(&name);
    let dynamic = emitter.uses_dynamic.then(|| {
        quote!(
            const DYNAMIC: i32 = -1;
        )
    });
    let tileir = emitter.uses_tileir.then(|| {
        quote!(
            use cutile::tileir::*;
        )
    });
    let declarations = emitter.declarations.items();
    let item = quote! {
        #[cutile::module]
        pub mod #function {
            use cutile::core::*;
            #tileir
            #dynamic
            #(#declarations)*
            #[cutile::entry(attributes_go_here)]
            pub unsafe fn #function(#(#parameters),*) {
                #statements
            }
        }
    };
    let file = syn::parse2(item).map_err(|e| refuse(format!("the text is not Rust: {e}")))?;
    {
        // The formatter drops the commas that make a tuple of one hint a tuple.
        let source = prettyplease::unparse(&file).replacen("attributes_go_here", &attributes, 1);
        Ok(Written {
            source,
            name,
            facts,
        })
    }
}
