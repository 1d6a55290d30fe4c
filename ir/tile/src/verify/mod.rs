//! Whether a module is valid Tile IR.
//!
//! [`verify`] looks at everything and reports all it finds, each fault with the
//! rule it breaks, the path to the operation and its place in the source. The
//! rules are those of the dialect's own verifier (13.5):
//!
//! **Form**
//! - operations have the operands, attributes and regions of their opcode, and
//!   `operandSegmentSizes` divides up the operands;
//! - results are as many as the opcode demands, each is a value of the module
//!   whose type is the stated one; the same holds for block arguments;
//! - no operation, block or region occurs twice; nesting is bounded.
//!
//! **Dominance**
//! - operands are results of earlier operations of the block, arguments of the
//!   block, or the same of a block around it.
//!
//! **Structure**
//! - the last operation of every block, and only that one, ends it;
//! - bodies of `for` end in `continue`, of `loop` in `continue`, `break` or
//!   `return`, branches of `if` in any of these or `yield`, of `reduce` and
//!   `scan` in `yield`, of entries in `return`;
//! - `break` is in a `loop`, `continue` in a `for` or `loop`, with only `if`s
//!   in between; `return` is not in a `for`;
//! - bodies of `reduce` and `scan` have pure operations only;
//! - what a terminator carries has the types that the operation around it gives
//!   or takes; an `if` with results has two branches.
//!
//! **Types**
//! - tiles have power-of-two dimensions and at most 2^24 elements; views fit
//!   their tensor; special padding is for floats;
//! - operands and results have the element types, shapes and ranks of the
//!   opcode, see [`arithmetic`], [`shape`] and [`memory`]; matrix products have
//!   matching shapes and a permitted accumulator;
//! - loops carry no views; a `for`'s bounds and variable have one integer type.
//!
//! **Attributes**
//! - enumerations have values that the opcode permits (rounding, signedness of
//!   `negi`, memory order with its scope, atomic mode with its element type);
//! - `flush_to_zero` and approximations are for `f32`;
//! - predicates fit the type of what they are about; identities are as many as
//!   operands and of their types; `dim` and permutations are in range;
//! - elements of constants have the type's size; hints have values in range;
//! - `inbounds` has a flag for each index.
//!
//! **Tokens**
//! - token operands and results are tokens; joins have two or more.
//!
//! **Signature**
//! - entries have a name of their own, no results, single elements as
//!   arguments, and arguments as the function type says.
//!
//! **Symbols**
//! - globals have names of their own and one dimension; `get_global` names one
//!   and points to its element type.
//!
//! **Version** (with [`verify_for`])
//! - the version has every operation, type and attribute that is used.
//!
//! Not checked: whether assumptions are true, indices in bounds, loops finite.

mod arithmetic;
mod attribute;
mod context;
mod control;
mod fault;
mod memory;
mod shape;
mod ty;
mod version;

use std::collections::{HashMap, HashSet};

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{BlockId, Module, OpId, Type, Value, ValueProducer};

use crate::Version;
use crate::bytecode::layout::{Results, layout};
use crate::ops::{Enumeration, Family, Op, family, is_terminator, view};

pub use fault::{Fault, Place, Rule, Step};

/// So many faults are reported at most.
const MAX_FAULTS: usize = 256;
/// Deepest nesting of operations.
const MAX_DEPTH: usize = 256;

/// Checks a module against every rule but the version's. An empty list means
/// that it is valid.
pub fn verify(module: &Module) -> Vec<Fault> {
    Verifier::new(module, None).run()
}

/// Checks a module that is to be written in, or was read from, a version.
pub fn verify_for(module: &Module, version: Version) -> Vec<Fault> {
    Verifier::new(module, Some(version)).run()
}

/// Walks a module and collects faults.
struct Verifier<'m> {
    module: &'m Module,
    version: Option<Version>,
    results: HashMap<OpId, Vec<Value>>,
    /// By value, whether it is visible where the walk is.
    visible: Vec<bool>,
    seen_ops: HashSet<OpId>,
    seen_blocks: HashSet<BlockId>,
    /// The operations around the current one, and that one.
    path: Vec<Step>,
    faults: Vec<Fault>,
}

impl<'m> Verifier<'m> {
    fn new(module: &'m Module, version: Option<Version>) -> Self {
        let mut results: HashMap<OpId, Vec<Value>> = HashMap::new();
        for (value, data) in module.values_since(0) {
            if let ValueProducer::OpResult { op, .. } = data.producer {
                results.entry(op).or_default().push(value);
            }
        }
        Self {
            module,
            version,
            results,
            visible: vec![false; module.num_values()],
            seen_ops: HashSet::new(),
            seen_blocks: HashSet::new(),
            path: Vec::new(),
            faults: Vec::new(),
        }
    }

    fn run(mut self) -> Vec<Fault> {
        self.globals();
        let mut names = HashSet::new();
        for (position, &entry) in self.module.functions.iter().enumerate() {
            self.enter(entry, position);
            if self.module.op(entry).opcode != Opcode::Entry {
                self.fault(Rule::Form, "only entries may be functions of a module");
            } else if let Ok(Op::Entry { sym_name, .. }) = view(self.module, entry)
                && !names.insert(sym_name)
            {
                self.fault(Rule::Signature, format!("a second entry named @{sym_name}"));
            }
            self.operation(entry);
            self.path.pop();
        }
        self.faults
    }

    fn enter(&mut self, op: OpId, position: usize) {
        self.path.push(Step {
            op,
            opcode: self.module.op(op).opcode,
            position,
        });
    }

    /// Reports a fault of the current operation.
    fn fault(&mut self, rule: Rule, message: impl Into<String>) {
        if self.faults.len() < MAX_FAULTS {
            let message = message.into();
            self.faults
                .push(Fault::new(self.module, &self.path, rule, message));
        }
    }

    fn type_of(&self, value: Value) -> &'m Type {
        self.module.value_type(value)
    }

    fn operation(&mut self, id: OpId) {
        if !self.seen_ops.insert(id) {
            return self.fault(Rule::Form, "the operation occurs twice in the module");
        }
        if self.path.len() > MAX_DEPTH {
            return self.fault(
                Rule::Form,
                format!("operations are nested more than {MAX_DEPTH} deep"),
            );
        }
        self.dominance(id);
        let results_are_sound = self.results(id);
        let op = match view(self.module, id) {
            Ok(op) => op,
            Err(error) => {
                self.fault(Rule::Form, error.kind.to_string());
                return self.regions(id);
            }
        };
        self.version(id, &op);
        if results_are_sound {
            self.attributes(&op);
            self.types(id, &op);
        }
        self.regions(id);
    }

    /// Every operand has to be visible.
    fn dominance(&mut self, id: OpId) {
        for (position, value) in self.module.op(id).operands.iter().enumerate() {
            let visible = self.visible.get(value.index() as usize);
            if visible != Some(&true) {
                self.fault(
                    Rule::Dominance,
                    format!("operand {position} is not defined before it is used"),
                );
            }
        }
    }

    /// The results' number and types. Returns whether they can be relied on.
    fn results(&mut self, id: OpId) -> bool {
        let operation = self.module.op(id);
        let values = self.results.get(&id).cloned().unwrap_or_default();
        let stated = &operation.result_types;
        let expected = expected_results(operation.opcode, stated.len());
        if stated.len() != expected {
            self.fault(
                Rule::Form,
                format!("{expected} results expected, {} found", stated.len()),
            );
            return false;
        }
        let types: Vec<_> = values.iter().map(|&v| self.type_of(v)).collect();
        if types.len() != stated.len() || types.iter().zip(stated).any(|(a, b)| *a != b) {
            self.fault(
                Rule::Form,
                "the values of the results are not those that their types state",
            );
            return false;
        }
        for ty in stated {
            self.valid_type(ty);
        }
        true
    }

    fn regions(&mut self, id: OpId) {
        for &region in &self.module.op(id).regions {
            for &block in &self.module.region(region).blocks {
                self.block(block);
            }
        }
        // Results are visible after the operation, not in its regions.
        self.set_visible(self.results.get(&id).cloned().unwrap_or_default(), true);
    }

    fn set_visible(&mut self, values: impl IntoIterator<Item = Value>, visible: bool) {
        for value in values {
            if let Some(slot) = self.visible.get_mut(value.index() as usize) {
                *slot = visible;
            }
        }
    }

    fn block(&mut self, block: BlockId) {
        if !self.seen_blocks.insert(block) {
            return self.fault(Rule::Form, "a block occurs twice in the module");
        }
        let contents = self.module.block(block);
        let mut defined: Vec<Value> = Vec::new();
        for (position, (value, ty)) in contents.args.iter().enumerate() {
            if self.type_of(*value) != ty {
                self.fault(
                    Rule::Form,
                    format!("block argument {position} does not have its value's type"),
                );
            }
            self.valid_type(ty);
            defined.push(*value);
        }
        self.set_visible(defined.iter().copied(), true);
        for (position, &op) in contents.ops.iter().enumerate() {
            let last = position + 1 == contents.ops.len();
            self.enter(op, position);
            if is_terminator(self.module.op(op).opcode) != last {
                self.fault(
                    Rule::Structure,
                    match last {
                        true => "the last operation of a block has to end it",
                        false => "only the last operation of a block may end it",
                    },
                );
            }
            self.operation(op);
            self.path.pop();
            defined.extend(self.results.get(&op).into_iter().flatten());
        }
        if contents.ops.is_empty() {
            self.fault(Rule::Structure, "a block has no operation to end it");
        }
        self.set_visible(defined, false);
    }

    fn globals(&mut self) {
        let mut names = HashSet::new();
        for global in &self.module.globals {
            let name = global.sym_name.as_str();
            if !names.insert(name) {
                self.fault(Rule::Symbol, format!("a second global named @{name}"));
            }
            let rank = ty::tile(&global.value.element_type).map(|t| t.shape.len());
            if rank != Some(1) {
                self.fault(
                    Rule::Symbol,
                    format!("global @{name} is not a tile of one dimension"),
                );
            }
            self.valid_type(&global.value.element_type);
            self.elements(&global.value, &global.value.element_type);
        }
    }

    /// Types, by family.
    fn types(&mut self, id: OpId, op: &Op<'m>) {
        match family(op.opcode()) {
            Family::Declaration => self.declaration(op),
            Family::Control => self.control(id, op),
            Family::Arithmetic => self.arithmetic(id, op),
            Family::Shape => self.shapes(id, op),
            Family::Context => self.context(id, op),
            Family::View => self.views(op, &self.module.op(id).result_types),
            Family::Memory => self.memory(id, op),
        }
    }

    fn declaration(&mut self, op: &Op<'_>) {
        let Op::Entry {
            function_type,
            body,
            ..
        } = op
        else {
            return self.fault(
                Rule::Structure,
                format!("{} is not an operation of a body", op.opcode().name()),
            );
        };
        if !function_type.results.is_empty() {
            self.fault(Rule::Signature, "an entry has no results");
        }
        for (position, ty) in function_type.inputs.iter().enumerate() {
            if ty::tile(ty).is_some_and(|t| !t.shape.is_empty()) {
                self.fault(
                    Rule::Signature,
                    format!(
                        "argument {position} is {}, not a single element",
                        crate::print::type_text(ty)
                    ),
                );
            }
        }
        let args = &self.module.block(*body).args;
        if !args.iter().map(|(_, ty)| ty).eq(&function_type.inputs) {
            self.fault(
                Rule::Signature,
                "the arguments of the body are not those of the function type",
            );
        }
    }
}

/// How many results an operation has that states `stated`.
fn expected_results(opcode: Opcode, stated: usize) -> usize {
    match opcode {
        Opcode::LoadViewTko | Opcode::MultimemLoadReduceViewTko => 2,
        Opcode::StoreViewTko
        | Opcode::AtomicRedViewTko
        | Opcode::MultimemReduceViewTko
        | Opcode::MultimemStoreViewTko
        | Opcode::MakeTensorView
        | Opcode::JoinTokens
        | Opcode::Extract
        | Opcode::Insert
        | Opcode::Print => 1,
        Opcode::Break | Opcode::Continue | Opcode::Return | Opcode::Yield => 0,
        _ => match layout(opcode).map(|l| l.results) {
            Some(Results::Fixed(count)) => count,
            Some(Results::Counted) => stated,
            None => 0,
        },
    }
}

/// The spelling of a value of an enumeration, in quotes.
fn spelt<E: Enumeration>(value: E) -> String {
    format!("`{}`", value.name())
}
