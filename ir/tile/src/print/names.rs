//! Names of values, chosen as MLIR's printer does.
//!
//! Operations suggest names for their results; a name that is taken gets a
//! number appended, counted for the whole region. Values without a suggestion
//! are numbered. A region's values are named before those of the regions in
//! it, and regions side by side do not see each other's names.

use std::collections::HashSet;

use cutile_ir::ir::{BlockId, Module, OpId, ScalarType, Value, ValueProducer};

use super::types::{Elements, scalar_text, signed};
use crate::float::float_from_bits;
use crate::ops::{Index, Op, view};

/// So many assumptions about one value are reflected in its name. The official
/// printer has no limit, and names that grow with the square of a file.
const LONGEST_CHAIN: usize = 64;

/// The names of a module's values.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// By value.
    names: Vec<Option<Name>>,
}

#[derive(Debug, Clone)]
struct Name {
    text: String,
    /// The position in a group of results that share a name.
    position: Option<u32>,
}

/// The counters that a region hands to the regions in it.
#[derive(Debug, Clone, Copy, Default)]
struct Counters {
    value: u32,
    argument: u32,
    conflict: u32,
}

impl Names {
    /// Names the values that the module's entries reach.
    pub fn of(module: &Module, index: &Index) -> Self {
        let mut namer = Namer {
            module,
            index,
            names: vec![None; module.num_values()],
            used: HashSet::new(),
        };
        for &entry in &module.functions {
            let counters = Counters::default();
            for &region in &module.op(entry).regions {
                namer.region(entry, &module.region(region).blocks, counters);
            }
        }
        Self { names: namer.names }
    }

    /// A value as operands refer to it: `%for#1`. Values that no entry reaches
    /// have no name and appear as `%<index>`.
    pub fn operand(&self, value: Value) -> String {
        match self.names.get(value.index() as usize) {
            Some(Some(name)) => match name.position {
                Some(position) => format!("%{}#{position}", name.text),
                None => format!("%{}", name.text),
            },
            _ => format!("%<{}>", value.index()),
        }
    }

    /// The results of an operation as they are defined: `%for:2`.
    pub fn results(&self, results: &[Value]) -> String {
        let names = results.iter().map(|v| {
            let name = self.names.get(v.index() as usize);
            name.and_then(Option::as_ref)
        });
        let mut groups: Vec<(String, u32)> = Vec::new();
        for (name, &value) in names.zip(results) {
            match (name, groups.last_mut()) {
                (Some(name), Some((_, count))) if name.position.is_some_and(|p| p > 0) => {
                    *count += 1;
                }
                (Some(name), _) => groups.push((format!("%{}", name.text), 1)),
                (None, _) => groups.push((self.operand(value), 1)),
            }
        }
        let texts: Vec<_> = groups
            .into_iter()
            .map(|(name, count)| match count {
                1 => name,
                _ => format!("{name}:{count}"),
            })
            .collect();
        texts.join(", ")
    }
}

struct Namer<'m> {
    module: &'m Module,
    index: &'m Index,
    names: Vec<Option<Name>>,
    /// Names taken in this region and those around it.
    used: HashSet<String>,
}

impl Namer<'_> {
    fn region(&mut self, parent: OpId, blocks: &[BlockId], mut counters: Counters) {
        let mut taken = Vec::new();
        for (number, &block) in blocks.iter().enumerate() {
            self.arguments(parent, block, number == 0, &mut counters, &mut taken);
            for &op in &self.module.block(block).ops {
                self.results(op, &mut counters, &mut taken);
            }
        }
        for &block in blocks {
            for &op in &self.module.block(block).ops {
                for &region in &self.module.op(op).regions {
                    self.region(op, &self.module.region(region).blocks, counters);
                }
            }
        }
        for name in taken {
            self.used.remove(&name);
        }
    }

    fn arguments(
        &mut self,
        parent: OpId,
        block: BlockId,
        first: bool,
        counters: &mut Counters,
        taken: &mut Vec<String>,
    ) {
        let parent = view(self.module, parent).ok();
        let args = &self.module.block(block).args;
        for (i, (value, _)) in args.iter().enumerate() {
            let suggestion = match &parent {
                Some(Op::For { .. }) if i == 0 => Some("loopIdx".to_owned()),
                Some(Op::For { .. }) => Some(format!("iterArg{}", i - 1)),
                Some(Op::Reduce { .. }) => {
                    let side = if i % 2 == 0 { "lhs" } else { "rhs" };
                    let number = match args.len() {
                        0..=2 => String::new(),
                        _ => (i / 2).to_string(),
                    };
                    Some(format!("reduce_{side}{number}"))
                }
                _ if first => {
                    let name = format!("arg{}", counters.argument);
                    counters.argument += 1;
                    Some(name)
                }
                _ => None,
            };
            self.name(*value, suggestion, counters, taken);
        }
    }

    fn results(&mut self, op: OpId, counters: &mut Counters, taken: &mut Vec<String>) {
        let suggestions = suggestions(self.module, op);
        let results = self.index.results(op);
        let Some((&first, rest)) = results.split_first() else {
            return;
        };
        self.name(first, suggestions.first().cloned(), counters, taken);
        let shared = self.text(first);
        for (i, &value) in rest.iter().enumerate() {
            match suggestions.get(i + 1) {
                Some(name) => self.name(value, Some(name.clone()), counters, taken),
                None => self.set(value, shared.clone(), Some(i as u32 + 1)),
            }
        }
        if suggestions.len() < 2 && !rest.is_empty() {
            self.set(first, shared, Some(0));
        }
    }

    fn text(&self, value: Value) -> String {
        match self.names.get(value.index() as usize) {
            Some(Some(name)) => name.text.clone(),
            _ => String::new(),
        }
    }

    fn set(&mut self, value: Value, text: String, position: Option<u32>) {
        if let Some(slot) = self.names.get_mut(value.index() as usize) {
            *slot = Some(Name { text, position });
        }
    }

    fn name(
        &mut self,
        value: Value,
        suggestion: Option<String>,
        counters: &mut Counters,
        taken: &mut Vec<String>,
    ) {
        let Some(suggestion) = suggestion else {
            self.set(value, counters.value.to_string(), None);
            counters.value += 1;
            return;
        };
        let mut name = suggestion.clone();
        while self.used.contains(&name) {
            name = format!("{suggestion}_{}", counters.conflict);
            counters.conflict += 1;
        }
        self.used.insert(name.clone());
        taken.push(name.clone());
        self.set(value, name, None);
    }
}

/// The names that an operation suggests for its first results.
fn suggestions(module: &Module, op: OpId) -> Vec<String> {
    let names: &[&str] = match view(module, op) {
        Ok(Op::Assume { value, .. }) => return vec![assumed(module, value)],
        Ok(Op::Constant { value }) => return vec![constant(value)],
        Ok(Op::Broadcast { .. }) => &["bcast"],
        Ok(Op::Reshape { .. }) => &["reshape"],
        Ok(Op::For { .. }) => &["for"],
        Ok(Op::Reduce { .. }) => &["reduce"],
        Ok(Op::MakeTensorView { .. }) => &["tview"],
        Ok(Op::MakePartitionView { .. }) => &["pview"],
        Ok(Op::MakeStridedView { .. }) => &["sview"],
        Ok(Op::MakeGatherScatterView { .. }) => &["gsview"],
        Ok(Op::GetTileBlockId {}) => &["blockId_x", "blockId_y", "blockId_z"],
        Ok(Op::GetNumTileBlocks {}) => &["gridSize_x", "gridSize_y", "gridSize_z"],
        Ok(Op::LoadPtrTko { .. } | Op::AtomicRMW { .. } | Op::AtomicCAS { .. }) => {
            &["result", "result_token"]
        }
        Ok(Op::LoadViewTko { .. }) => &["tile", "result_token"],
        Ok(Op::MultimemLoadReduceViewTko { .. }) => &["reduced_values", "result_token"],
        _ => &[],
    };
    names.iter().map(|&name| name.to_owned()).collect()
}

/// `assume_` and what the assumed value would be called.
fn assumed(module: &Module, value: Value) -> String {
    let mut name = "assume".to_owned();
    let mut value = value;
    for _ in 0..LONGEST_CHAIN {
        let ValueProducer::OpResult { op, result_index } = module.value_data(value).producer else {
            return name;
        };
        match view(module, op) {
            Ok(Op::Assume { value: inner, .. }) => {
                name += "_assume";
                value = inner;
                continue;
            }
            // These take part in naming, but suggest nothing.
            Ok(Op::If { .. } | Op::Loop { .. } | Op::Scan { .. }) => return name + "_",
            _ => {}
        }
        let suggested = suggestions(module, op);
        if suggested.is_empty() {
            return name;
        }
        let own = suggested.get(result_index as usize);
        return name + "_" + own.map_or("", String::as_str);
    }
    name
}

/// `cst_` and the value, where it is one integer, and the element type.
fn constant(value: &cutile_ir::ir::DenseElements) -> String {
    let Some(elements) = Elements::of(value) else {
        return "cst".to_owned();
    };
    let ty = scalar_text(elements.scalar);
    let one = match elements.bits.as_slice() {
        [one] => *one,
        _ => return format!("cst_{ty}"),
    };
    if elements.scalar == ScalarType::I1 {
        return (one == 1).to_string();
    }
    if elements.scalar.is_integer() {
        return format!("cst_{}_{ty}", signed(elements.scalar, one));
    }
    match float_from_bits(elements.scalar, one) {
        Some(v) if v.is_nan() => format!("cst_NaN_{ty}"),
        Some(v) if v.fract() == 0.0 && v.is_sign_positive() && v < 18_446_744_073_709_551_616.0 => {
            format!("cst_{}_{ty}", v as u64)
        }
        _ => format!("cst_{ty}"),
    }
}
