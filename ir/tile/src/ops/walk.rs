//! Visiting operations in program order.

use cutile_ir::ir::{BlockId, Module, OpId};

/// An operation on the way through a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The operation.
    pub op: OpId,
    /// The block it is in; `None` for entries.
    pub block: Option<BlockId>,
    /// How many operations it is nested in.
    pub depth: usize,
}

/// Iterator over operations, each before the operations of its regions.
///
/// It ends only if no operation is within itself, which holds for every module
/// that was read, built with `OpBuilder`, or verified.
#[derive(Debug, Clone)]
pub struct Walk<'m> {
    module: &'m Module,
    stack: Vec<Step>,
}

/// Every operation of a module, entries included.
pub fn walk(module: &Module) -> Walk<'_> {
    let steps = module.functions.iter().rev().map(|&op| Step {
        op,
        block: None,
        depth: 0,
    });
    Walk {
        module,
        stack: steps.collect(),
    }
}

/// Every operation of a block and of the regions in it.
pub fn walk_block(module: &Module, block: BlockId) -> Walk<'_> {
    let mut walk = Walk {
        module,
        stack: Vec::new(),
    };
    walk.push_block(block, 0);
    walk
}

impl Walk<'_> {
    fn push_block(&mut self, block: BlockId, depth: usize) {
        let ops = self.module.block(block).ops.iter().rev();
        self.stack.extend(ops.map(|&op| Step {
            op,
            block: Some(block),
            depth,
        }));
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.stack.pop()?;
        for &region in self.module.op(step.op).regions.iter().rev() {
            for &block in self.module.region(region).blocks.iter().rev() {
                self.push_block(block, step.depth + 1);
            }
        }
        Some(step)
    }
}
