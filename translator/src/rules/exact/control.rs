//! Blocks, loops and conditions.

use cutile_ir::ir::{BlockId, OpId, Value};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use tileport_ir::ops::{self, Op};

use super::emit::{Emitter, Written};
use super::types;

/// How a block goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    Yield(Vec<Value>),
    Continue(Vec<Value>),
    Break(Vec<Value>),
    /// The end of the kernel, or of a block without terminator.
    Return,
}

/// The variables that a loop carries.
struct Carried {
    /// By position; assigned before the next round.
    names: Vec<Ident>,
    arguments: Vec<Value>,
    /// What a `loop` gives when left; the same variables where the types allow it.
    results: Vec<Ident>,
}

/// Deepest nest of regions that is written.
const MAX_DEPTH: usize = 64;

impl Emitter<'_> {
    /// The statements of the kernel.
    pub fn kernel(&mut self, body: BlockId) -> TokenStream {
        match self.block(body, &mut Vec::new()) {
            Ok((statements, End::Return)) => {
                let prologue = std::mem::take(&mut self.prologue);
                quote!(#(#prologue)* #(#statements)*)
            }
            Ok((_, end)) => {
                self.refuse_last(body, format!("the kernel ends in {end:?}"));
                TokenStream::new()
            }
            Err(why) => {
                self.refuse_last(body, why);
                TokenStream::new()
            }
        }
    }

    fn refuse_last(&mut self, body: BlockId, why: String) {
        if let Some(op) = self.module.block(body).ops.last() {
            self.refuse(*op, why);
        }
    }

    fn block(
        &mut self,
        block: BlockId,
        loops: &mut Vec<Carried>,
    ) -> Written<(Vec<TokenStream>, End)> {
        let ops = self.module.block(block).ops.clone();
        self.sequence(&ops, loops)
    }

    fn sequence(
        &mut self,
        ops: &[OpId],
        loops: &mut Vec<Carried>,
    ) -> Written<(Vec<TokenStream>, End)> {
        if loops.len() + self.depth > MAX_DEPTH {
            return Err(format!("regions nest deeper than {MAX_DEPTH}"));
        }
        let mut statements = Vec::new();
        for &op in ops {
            let view = match ops::view(self.module, op) {
                Ok(view) => view,
                Err(e) => {
                    self.refuse(op, e.kind.to_string());
                    continue;
                }
            };
            let end = match &view {
                Op::Yield { operands } => Some(End::Yield(operands.to_vec())),
                Op::Continue { operands } => Some(End::Continue(operands.to_vec())),
                Op::Break { operands } => Some(End::Break(operands.to_vec())),
                Op::Return { .. } => Some(End::Return),
                _ => None,
            };
            if let Some(end) = end {
                return Ok((statements, end));
            }
            let written = match view {
                Op::For {
                    lower_bound,
                    upper_bound,
                    step,
                    init_values,
                    unsigned_cmp,
                    region,
                } => {
                    let range = [lower_bound, upper_bound, step];
                    self.for_loop(op, range, init_values, unsigned_cmp, region, loops)
                }
                Op::Loop {
                    init_values,
                    region,
                } => self.endless(op, init_values, region, loops),
                Op::If {
                    condition,
                    then_region,
                    else_region,
                } => self.condition(op, condition, then_region, else_region, loops),
                other => self.operation(op, &other, loops.is_empty() && self.depth == 0),
            };
            match written {
                Ok(written) => statements.push(written),
                Err(why) => self.refuse(op, why),
            }
        }
        Ok((statements, End::Return))
    }

    fn for_loop(
        &mut self,
        op: OpId,
        [lower, upper, step]: [Value; 3],
        inits: &[Value],
        unsigned: bool,
        region: BlockId,
        loops: &mut Vec<Carried>,
    ) -> Written {
        if unsigned {
            return Err("with unsigned bounds".into());
        }
        let arguments: Vec<Value> = self
            .module
            .block(region)
            .args
            .iter()
            .map(|(v, _)| *v)
            .collect();
        let [counter, arguments @ ..] = &arguments[..] else {
            return Err("without a counter".into());
        };
        let (declared, carried) = self.carry(inits, arguments, &[])?;
        let results = self.index.results(op).to_vec();
        let counter = self.named(*counter, "i");
        let is_one = self.is_one(step);
        let [lower, upper, step] = [lower, upper, step].map(|v| self.value(v));
        let range = match is_one {
            true => quote!(#lower..#upper),
            false => quote!((#lower..#upper).step_by(#step as usize)),
        };
        loops.push(carried);
        let body = self.block(region, loops);
        let carried = loops.pop().ok_or("lost a loop")?;
        let (statements, end) = body?;
        let End::Continue(next) = end else {
            return Err(format!("its body ends in {end:?}"));
        };
        let assigned = self.assign(&carried, &next)?;
        for (value, name) in results.into_iter().zip(&carried.names) {
            self.alias(value, quote!(#name));
        }
        Ok(quote! {
            #declared
            for #counter in #range {
                #(#statements)*
                #assigned
            }
        })
    }

    fn endless(
        &mut self,
        op: OpId,
        inits: &[Value],
        region: BlockId,
        loops: &mut Vec<Carried>,
    ) -> Written {
        let arguments: Vec<Value> = self
            .module
            .block(region)
            .args
            .iter()
            .map(|(v, _)| *v)
            .collect();
        let results = self.index.results(op).to_vec();
        let (declared, carried) = self.carry(inits, &arguments, &results)?;
        loops.push(carried);
        let body = self.block(region, loops);
        let carried = loops.pop().ok_or("lost a loop")?;
        let (statements, end) = body?;
        let last = match end {
            End::Continue(next) => self.assign(&carried, &next)?,
            End::Break(values) => {
                let assigned = self.assign_results(&carried, &values)?;
                quote!(#assigned break;)
            }
            End::Yield(_) | End::Return => return Err(format!("its body ends in {end:?}")),
        };
        for (value, name) in results.into_iter().zip(&carried.results) {
            self.alias(value, quote!(#name));
        }
        Ok(quote! {
            #declared
            loop {
                #(#statements)*
                #last
            }
        })
    }

    /// Declares the variables of a loop.
    fn carry(
        &mut self,
        inits: &[Value],
        arguments: &[Value],
        results: &[Value],
    ) -> Written<(TokenStream, Carried)> {
        if inits.len() != arguments.len() {
            return Err("as many values come in as are carried".into());
        }
        let mut declared = TokenStream::new();
        let names = self.named_in_order(arguments, "carried");
        for ((init, argument), name) in inits.iter().zip(arguments).zip(&names) {
            let ty = types::rust(self.module.value_type(*argument))?;
            let init = self.value(*init);
            declared.extend(quote!(let mut #name: #ty = #init;));
        }
        let types_of = |values: &[Value]| -> Vec<_> {
            values
                .iter()
                .map(|v| self.module.value_type(*v).clone())
                .collect()
        };
        let same = types_of(arguments) == types_of(results);
        let result_names = if same || results.is_empty() {
            names.clone()
        } else {
            let (bindings, own) = self.placeholders(results, "result")?;
            declared.extend(bindings);
            own
        };
        let carried = Carried {
            names,
            arguments: arguments.to_vec(),
            results: result_names,
        };
        Ok((declared, carried))
    }

    /// Assigns the values of the next round, all at once.
    fn assign(&mut self, carried: &Carried, next: &[Value]) -> Written {
        if next.len() != carried.names.len() {
            return Err("the next round takes another number of values".into());
        }
        let mut saved = TokenStream::new();
        let mut assigned = TokenStream::new();
        for (i, value) in next.iter().enumerate() {
            let (Some(name), Some(argument)) = (carried.names.get(i), carried.arguments.get(i))
            else {
                continue;
            };
            if value == argument {
                continue;
            }
            let mut source = self.value(*value);
            if carried.arguments.contains(value) {
                // Another variable of the loop, which is assigned too.
                let ty = types::rust(self.module.value_type(*value))?;
                let kept = self.name("kept");
                saved.extend(quote!(let #kept: #ty = #source;));
                source = quote!(#kept);
            }
            assigned.extend(quote!(#name = #source;));
        }
        Ok(quote!(#saved #assigned))
    }

    fn assign_results(&mut self, carried: &Carried, values: &[Value]) -> Written {
        let same = carried.results == carried.names;
        if same {
            return self.assign(carried, values);
        }
        let mut assigned = TokenStream::new();
        for (name, value) in carried.results.iter().zip(values) {
            let value = self.value(*value);
            assigned.extend(quote!(#name = #value;));
        }
        Ok(assigned)
    }

    /// Variables that are assigned before they are read.
    fn placeholders(
        &mut self,
        values: &[Value],
        wanted: &str,
    ) -> Written<(TokenStream, Vec<Ident>)> {
        let names = self.named_in_order(values, wanted);
        let mut declared = TokenStream::new();
        for (value, name) in values.iter().zip(&names) {
            let ty = self.module.value_type(*value);
            let rust = types::rust(ty)?;
            let start = match types::tile(ty) {
                None if *ty == cutile_ir::ir::Type::Token => quote!(new_token_unordered()),
                None => return Err("a view chosen at run time".into()),
                Some(tile) => self.placeholder_tile(&tile)?,
            };
            declared.extend(quote!(let mut #name: #rust = #start;));
        }
        Ok((declared, names))
    }

    fn placeholder_tile(&mut self, tile: &types::TileShape) -> Written {
        let types::Element::Number(element) = tile.element else {
            return Err("pointers chosen at run time".into());
        };
        let (suffix, zero) = if element.is_float() && element.byte_width() > 1 {
            ("float", quote!(0.0))
        } else {
            ("int", quote!(0))
        };
        if tile.shape.is_empty() {
            let function = self.declarations.fixed(suffix)?;
            return Ok(quote!(#function(#zero)));
        }
        let function = self.declarations.fixed(&format!("{suffix}_tile"))?;
        let shape = types::shape_value(&tile.shape);
        Ok(quote!(#function(#zero, #shape)))
    }

    fn condition(
        &mut self,
        op: OpId,
        condition: Value,
        then_block: BlockId,
        else_block: Option<BlockId>,
        loops: &mut Vec<Carried>,
    ) -> Written {
        let condition = self.value(condition);
        let results = self.index.results(op).to_vec();
        self.depth += 1;
        let then = self.block(then_block, loops);
        let otherwise = else_block.map(|b| self.block(b, loops)).transpose();
        self.depth -= 1;
        let (then, then_end) = then?;
        let (otherwise, else_end) = otherwise?.unwrap_or((Vec::new(), End::Yield(Vec::new())));
        match (then_end, else_end) {
            (End::Yield(a), End::Yield(b)) => {
                self.joined(&results, &condition, (&then, &a), (&otherwise, &b))
            }
            (End::Break(values), End::Yield(kept)) => {
                let left = self.leave(loops, &values)?;
                self.keep(&results, &kept);
                Ok(quote!(if #condition { #(#then)* #left } #(#otherwise)*))
            }
            (End::Yield(kept), End::Break(values)) => {
                let left = self.leave(loops, &values)?;
                self.keep(&results, &kept);
                Ok(quote!(if #condition {} else { #(#otherwise)* #left } #(#then)*))
            }
            (a, b) => Err(format!(
                "branches that end in {} and {}",
                name(&a),
                name(&b)
            )),
        }
    }

    /// After a branch that leaves the loop, the other one simply goes on.
    fn keep(&mut self, results: &[Value], kept: &[Value]) {
        for (result, value) in results.iter().zip(kept) {
            let value = self.value(*value);
            self.alias(*result, value);
        }
    }

    fn leave(&mut self, loops: &mut Vec<Carried>, values: &[Value]) -> Written {
        let carried = loops.pop().ok_or("a break outside of a loop")?;
        let assigned = self.assign_results(&carried, values);
        loops.push(carried);
        let assigned = assigned?;
        Ok(quote!(#assigned break;))
    }

    /// A condition whose branches meet again.
    fn joined(
        &mut self,
        results: &[Value],
        condition: &TokenStream,
        (then, a): (&[TokenStream], &[Value]),
        (otherwise, b): (&[TokenStream], &[Value]),
    ) -> Written {
        let values = |emitter: &mut Self, values: &[Value]| -> Vec<TokenStream> {
            values.iter().map(|v| emitter.value(*v)).collect()
        };
        let (a, b) = (values(self, a), values(self, b));
        match results {
            [] if otherwise.is_empty() => Ok(quote!(if #condition { #(#then)* })),
            [] => Ok(quote!(if #condition { #(#then)* } else { #(#otherwise)* })),
            [result] => {
                let ty = types::rust(self.module.value_type(*result))?;
                let name = self.named(*result, "chosen");
                Ok(quote! {
                    let #name: #ty = if #condition { #(#then)* #(#a)* } else { #(#otherwise)* #(#b)* };
                })
            }
            results => {
                let (declared, names) = self.placeholders(results, "chosen")?;
                Ok(quote! {
                    #declared
                    if #condition { #(#then)* #(#names = #a;)* } else { #(#otherwise)* #(#names = #b;)* }
                })
            }
        }
    }

    /// Whether a value is the constant 1, which a range counts by.
    fn is_one(&self, value: Value) -> bool {
        use cutile_ir::ir::{ScalarType, ValueProducer};
        let ValueProducer::OpResult { op, .. } = self.module.value_data(value).producer else {
            return false;
        };
        match ops::view(self.module, op) {
            // The official compiler counts in i32.
            Ok(Op::Constant { value: elements }) => {
                self.element(value) == Some(ScalarType::I32) && elements.data == 1i32.to_le_bytes()
            }
            _ => false,
        }
    }
}

fn name(end: &End) -> &'static str {
    match end {
        End::Yield(_) => "yield",
        End::Continue(_) => "continue",
        End::Break(_) => "break",
        End::Return => "return",
    }
}
