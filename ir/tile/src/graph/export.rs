//! From the working form back to a module.

use std::collections::HashMap;

use cutile_ir::builder::{OpBuilder, append_op, build_block};
use cutile_ir::ir::{Attribute, BlockId, FuncType, Module, OpId, Region, Type, Value};

use super::{BlockRef, Graph, NodeRef, Unit, ValueRef};

impl Graph<'_> {
    /// A module with the operations of `unit` as they now are.
    pub fn export(&self, unit: &Unit) -> Module {
        let source = self.modules[unit.module];
        let mut module = Module::new(source.name.clone());
        module.producer = source.producer.clone();
        module.globals = source.globals.clone();
        let mut exporter = Exporter {
            graph: self,
            module: &mut module,
            values: HashMap::new(),
        };
        let entries: Vec<OpId> = unit.entries.iter().map(|&e| exporter.node(e)).collect();
        module.functions = entries;
        module
    }
}

struct Exporter<'a, 'm> {
    graph: &'a Graph<'m>,
    module: &'a mut Module,
    values: HashMap<ValueRef, Value>,
}

impl Exporter<'_, '_> {
    /// Nesting is bounded by the import.
    fn node(&mut self, n: NodeRef) -> OpId {
        let node = self.graph.node(n);
        let (unit, origin) = node.origin;
        let source = self.graph.modules[unit].op(origin);
        let mut builder = OpBuilder::new(node.opcode, source.location.clone()).operands(
            node.operands
                .iter()
                .filter_map(|v| self.values.get(v).copied()),
        );
        for (name, a) in self.graph.attributes(n) {
            builder = builder.attr(*name, a.clone());
        }
        if !node.groups.is_empty() {
            let sizes = node.groups.iter().map(|&s| Attribute::i32(i64::from(s)));
            builder = builder.attr("operandSegmentSizes", Attribute::Array(sizes.collect()));
        }
        if node.parent.is_none()
            && let Some(&body) = node.blocks.first()
        {
            builder = builder.attr("function_type", Attribute::Type(self.signature(body)));
        }
        for &v in &node.results {
            builder = builder.result(self.graph.ty(v).clone());
        }
        for &b in &node.blocks {
            let block = self.block(b);
            let region = self.module.alloc_region(Region {
                blocks: vec![block],
            });
            builder = builder.region(region);
        }
        let (id, results) = builder.build(self.module);
        for (v, value) in node.results.iter().zip(results) {
            self.values.insert(*v, value);
        }
        id
    }

    fn signature(&self, body: BlockRef) -> Type {
        let arguments = &self.graph.block(body).arguments;
        Type::Func(FuncType {
            inputs: arguments
                .iter()
                .map(|&v| self.graph.ty(v).clone())
                .collect(),
            results: Vec::new(),
        })
    }

    fn block(&mut self, b: BlockRef) -> BlockId {
        let block = self.graph.block(b);
        let types: Vec<Type> = block
            .arguments
            .iter()
            .map(|&v| self.graph.ty(v).clone())
            .collect();
        let (id, values) = build_block(self.module, &types);
        for (v, value) in block.arguments.iter().zip(values) {
            self.values.insert(*v, value);
        }
        for &n in &block.nodes {
            let op = self.node(n);
            append_op(self.module, id, op);
        }
        id
    }
}
