//! What a module does not store: results of operations, users, parents.

use std::collections::HashMap;

use cutile_ir::ir::{BlockId, Module, OpId, Value, ValueProducer};

use super::walk::walk;

/// A place where a value is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Use {
    /// The operation.
    pub op: OpId,
    /// The position in its `operands`.
    pub operand: usize,
}

/// Lookups over one module, valid until the module changes.
///
/// Building it takes time linear in the module, every lookup is constant.
#[derive(Debug, Clone, Default)]
pub struct Index {
    results: HashMap<OpId, Vec<Value>>,
    /// By value.
    users: Vec<Vec<Use>>,
    block_of: HashMap<OpId, BlockId>,
    owner_of: HashMap<BlockId, OpId>,
}

impl Index {
    /// Indexes a module. Only operations that an entry reaches are users.
    pub fn new(module: &Module) -> Self {
        let mut index = Self {
            users: vec![Vec::new(); module.num_values()],
            ..Self::default()
        };
        for (value, data) in module.values_since(0) {
            if let ValueProducer::OpResult { op, result_index } = data.producer {
                let results = index.results.entry(op).or_default();
                // Values of one operation are allocated in order; a module
                // that does otherwise is sorted out here.
                let at = results.len().min(result_index as usize);
                results.insert(at, value);
            }
        }
        for step in walk(module) {
            let op = module.op(step.op);
            if let Some(block) = step.block {
                index.block_of.insert(step.op, block);
            }
            for (operand, value) in op.operands.iter().enumerate() {
                if let Some(users) = index.users.get_mut(value.index() as usize) {
                    users.push(Use {
                        op: step.op,
                        operand,
                    });
                }
            }
            for &region in &op.regions {
                for &block in &module.region(region).blocks {
                    index.owner_of.insert(block, step.op);
                }
            }
        }
        index
    }

    /// The results of an operation, in order.
    pub fn results(&self, op: OpId) -> &[Value] {
        self.results.get(&op).map_or(&[], Vec::as_slice)
    }

    /// The uses of a value, in program order.
    pub fn users(&self, value: Value) -> &[Use] {
        self.users
            .get(value.index() as usize)
            .map_or(&[], Vec::as_slice)
    }

    /// Whether nothing uses a value.
    pub fn is_unused(&self, value: Value) -> bool {
        self.users(value).is_empty()
    }

    /// The block an operation is in; `None` for entries.
    pub fn block(&self, op: OpId) -> Option<BlockId> {
        self.block_of.get(&op).copied()
    }

    /// The operation whose region a block is in.
    pub fn owner(&self, block: BlockId) -> Option<OpId> {
        self.owner_of.get(&block).copied()
    }

    /// The operation around an operation; `None` for entries.
    pub fn parent(&self, op: OpId) -> Option<OpId> {
        self.owner(self.block(op)?)
    }
}
