//! From a module to the working form, checking what everything after relies on.

use std::collections::HashMap;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, BlockId, Module, OpId, Operation, Type, Value, ValueProducer};

use super::{
    Block, BlockRef, Def, Graph, MAX_NESTING, Node, NodeRef, Slot, Unit, ValueRef, attributes,
};

/// Why a module cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    #[error("{op}: a region with {found} blocks, where one is expected")]
    Blocks { op: &'static str, found: usize },
    #[error("{op}: regions nested deeper than {MAX_NESTING}")]
    Nesting { op: &'static str },
    #[error("{op}: operand {operand} is not defined before it is used")]
    Undefined { op: &'static str, operand: usize },
    #[error("{op}: result {result} has no value")]
    Result { op: &'static str, result: usize },
    #[error("{op}: operand groups need {expected} operands, but there are {found}")]
    Groups {
        op: &'static str,
        expected: usize,
        found: usize,
    },
    #[error("{op} is not expected here")]
    Misplaced { op: &'static str },
    #[error("{op}: has {found} values where {expected} are carried")]
    Carried {
        op: &'static str,
        expected: usize,
        found: usize,
    },
}

struct Importer<'g, 'm> {
    graph: &'g mut Graph<'m>,
    module: &'m Module,
    unit: usize,
    results: HashMap<OpId, Vec<Value>>,
    values: HashMap<Value, ValueRef>,
}

impl<'m> Graph<'m> {
    /// Takes a module in.
    ///
    /// # Errors
    /// [`Malformed`] when the module is not structured, values do not dominate their uses, or the
    /// operands do not fit the operation's groups.
    pub fn import(&mut self, module: &'m Module) -> Result<Unit, Malformed> {
        let unit = self.modules.len();
        self.modules.push(module);
        let mut results: HashMap<OpId, Vec<Value>> = HashMap::new();
        for (value, data) in module.values_since(0) {
            if let ValueProducer::OpResult { op, result_index } = data.producer {
                let list = results.entry(op).or_default();
                // Results are made in order; anything else is caught by the count below.
                if list.len() == result_index as usize {
                    list.push(value);
                }
            }
        }
        let mut importer = Importer {
            graph: self,
            module,
            unit,
            results,
            values: HashMap::new(),
        };
        let mut entries = Vec::new();
        for &function in &module.functions {
            if module.op(function).opcode != Opcode::Entry {
                return Err(Malformed::Misplaced {
                    op: module.op(function).opcode.name(),
                });
            }
            entries.push(importer.node(function, None, 0)?);
        }
        let unit = Unit {
            module: unit,
            entries,
        };
        for &entry in &unit.entries {
            self.check(entry)?;
        }
        Ok(unit)
    }

    /// Values passed along by exits and loops are as many as those that receive them.
    fn check(&self, entry: NodeRef) -> Result<(), Malformed> {
        for n in self.walk(entry) {
            let node = self.node(n);
            let op = node.opcode.name();
            let (expected, found) = match node.opcode {
                Opcode::For | Opcode::Loop => (self.initial(n).len(), self.carried(n).len()),
                Opcode::Continue | Opcode::Break | Opcode::Yield => {
                    let target = self.target(n).ok_or(Malformed::Misplaced { op })?;
                    let expected = match (node.opcode, self.node(target).opcode) {
                        (Opcode::Continue, _) => self.carried(target).len(),
                        (Opcode::Yield, Opcode::If | Opcode::Reduce | Opcode::Scan)
                        | (Opcode::Break, _) => self.node(target).results.len(),
                        _ => return Err(Malformed::Misplaced { op }),
                    };
                    (expected, node.operands.len())
                }
                Opcode::If => (1, node.operands.len()),
                _ => continue,
            };
            if expected != found {
                return Err(Malformed::Carried {
                    op,
                    expected,
                    found,
                });
            }
            if node.opcode == Opcode::For
                && (node.operands.len() < 3 || self.carried(n).len() != node.results.len())
            {
                return Err(Malformed::Carried {
                    op,
                    expected: node.results.len(),
                    found,
                });
            }
        }
        Ok(())
    }
}

impl<'m> Importer<'_, 'm> {
    fn node(
        &mut self,
        id: OpId,
        parent: Option<BlockRef>,
        depth: usize,
    ) -> Result<NodeRef, Malformed> {
        let op = self.module.op(id);
        let name = op.opcode.name();
        let container = matches!(op.opcode, Opcode::Entry | Opcode::Module | Opcode::Global);
        if container && parent.is_some() {
            return Err(Malformed::Misplaced { op: name });
        }
        if depth > MAX_NESTING {
            return Err(Malformed::Nesting { op: name });
        }
        let mut operands = Vec::with_capacity(op.operands.len());
        for (i, v) in op.operands.iter().enumerate() {
            operands.push(*self.values.get(v).ok_or(Malformed::Undefined {
                op: name,
                operand: i,
            })?);
        }
        let groups = groups(op, self.module)?;
        let attributes = attributes::canonical(op);
        let attributes = self.graph.intern_attributes(attributes);
        let node = NodeRef(self.graph.nodes.len() as u32);
        self.graph.nodes.push(Node {
            opcode: op.opcode,
            attributes,
            operands,
            groups,
            results: Vec::new(),
            blocks: Vec::new(),
            parent,
            origin: (self.unit, id),
        });
        for &region in &op.regions {
            let blocks = &self.module.region(region).blocks;
            let [block] = blocks.as_slice() else {
                return Err(Malformed::Blocks {
                    op: name,
                    found: blocks.len(),
                });
            };
            let b = self.block(*block, node, depth)?;
            self.graph.node_mut(node).blocks.push(b);
        }
        self.take_results(id, op, node)?;
        Ok(node)
    }

    fn take_results(&mut self, id: OpId, op: &Operation, node: NodeRef) -> Result<(), Malformed> {
        let values = self.results.get(&id).cloned().unwrap_or_default();
        for (i, ty) in op.result_types.iter().enumerate() {
            let Some(&value) = values.get(i) else {
                return Err(Malformed::Result {
                    op: op.opcode.name(),
                    result: i,
                });
            };
            let slot = self.slot(ty, Def::Result(node, i as u32));
            self.values.insert(value, slot);
            self.graph.node_mut(node).results.push(slot);
        }
        Ok(())
    }

    fn slot(&mut self, ty: &Type, def: Def) -> ValueRef {
        let ty = self.graph.intern_type(ty);
        let v = ValueRef(self.graph.values.len() as u32);
        self.graph.values.push(Slot { ty, def });
        v
    }

    fn block(&mut self, id: BlockId, owner: NodeRef, depth: usize) -> Result<BlockRef, Malformed> {
        let source = self.module.block(id);
        let block = BlockRef(self.graph.blocks.len() as u32);
        self.graph.blocks.push(Block {
            arguments: Vec::new(),
            nodes: Vec::new(),
            owner,
            depth: depth as u32,
        });
        let mut inner = Vec::new();
        for (i, (value, ty)) in source.args.iter().enumerate() {
            let slot = self.slot(ty, Def::Argument(block, i as u32));
            self.values.insert(*value, slot);
            self.graph.block_mut(block).arguments.push(slot);
            inner.push(*value);
        }
        for &op in &source.ops {
            let node = self.node(op, Some(block), depth + 1)?;
            self.graph.block_mut(block).nodes.push(node);
            inner.extend(self.results.get(&op).into_iter().flatten());
        }
        // Values of the block are not visible after it.
        for v in inner {
            self.values.remove(&v);
        }
        Ok(block)
    }
}

/// Sizes of the operand groups, read as the bytecode writer reads them.
fn groups(op: &Operation, module: &Module) -> Result<Vec<u32>, Malformed> {
    use Opcode::*;
    let count = match op.opcode {
        AtomicCAS => 5,
        AtomicRMW
        | AtomicRedViewTko
        | LoadPtrTko
        | StorePtrTko
        | StoreViewTko
        | MultimemReduceViewTko
        | MultimemStoreViewTko => 4,
        LoadViewTko | MakeTensorView | MultimemLoadReduceViewTko => 3,
        Print => 2,
        _ => return Ok(Vec::new()),
    };
    let given = op.attributes.iter().find_map(|(name, a)| match a {
        Attribute::Array(items) if name == "operandSegmentSizes" => Some(items),
        _ => None,
    });
    let mut sizes: Vec<u32> = match given {
        Some(items) => items
            .iter()
            .map(|a| attributes::integer(a).unwrap_or(0).clamp(0, 1 << 20) as u32)
            .collect(),
        None if op.opcode == Print => {
            let last = op.operands.last();
            let token = last.is_some_and(|&v| {
                (v.index() as usize) < module.num_values()
                    && matches!(module.value_type(v), Type::Token)
            });
            let token = u32::from(token);
            vec![op.operands.len() as u32 - token, token]
        }
        None => vec![1; op.operands.len()],
    };
    sizes.resize(count.max(sizes.len()), 0);
    let expected: usize = sizes.iter().map(|&s| s as usize).sum();
    if expected != op.operands.len() || sizes.len() != count {
        return Err(Malformed::Groups {
            op: op.opcode.name(),
            expected,
            found: op.operands.len(),
        });
    }
    Ok(sizes)
}
