//! The working form of modules: what the normal form and the diff compute on.
//!
//! A [`Graph`] holds the operations of one or more modules in flat arenas, with types and
//! attributes interned, so that two operations agree exactly when small numbers agree. Operations
//! know the block they are in, values know where they are defined, and both may be rewritten in
//! place. Source locations are not copied: a node remembers the operation it came from.

pub(crate) mod attributes;
pub(crate) mod effects;
mod export;
pub(crate) mod hash;
mod import;

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, MemoryOrdering, Module, OpId, Type};

use attributes::Attributes;
use effects::Effect;
use hash::Mixer;

pub use import::Malformed;

/// Deepest nesting of regions that is accepted.
pub const MAX_NESTING: usize = 128;

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) struct $name(pub(crate) u32);
        impl $name {
            pub(crate) fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

handle!(
    /// A value of a [`Graph`].
    ValueRef
);
handle!(
    /// An operation of a [`Graph`].
    NodeRef
);
handle!(
    /// A block of a [`Graph`].
    BlockRef
);
handle!(
    /// An interned type.
    TypeRef
);
handle!(
    /// An interned list of attributes.
    AttributesRef
);

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Def {
    Result(NodeRef, u32),
    Argument(BlockRef, u32),
}

#[derive(Debug, Clone)]
pub(crate) struct Slot {
    pub ty: TypeRef,
    pub def: Def,
}

/// An operation.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub opcode: Opcode,
    pub attributes: AttributesRef,
    pub operands: Vec<ValueRef>,
    /// Sizes of the operand groups, for operations with optional or variadic groups.
    pub groups: Vec<u32>,
    pub results: Vec<ValueRef>,
    /// The body of each region.
    pub blocks: Vec<BlockRef>,
    pub parent: Option<BlockRef>,
    /// Which imported module, and which of its operations.
    pub origin: (usize, OpId),
}

#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub arguments: Vec<ValueRef>,
    pub nodes: Vec<NodeRef>,
    /// The operation whose region this is.
    pub owner: NodeRef,
    /// Number of blocks around this one.
    pub depth: u32,
}

/// Instances of an operation that another is ordered after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct After {
    pub node: NodeRef,
    /// 0: the instances in the current iteration of all loops around both. `d` > 0: those in
    /// earlier iterations of the `d`-th of these loops, counted from the outermost.
    pub earlier: u8,
}

/// Modules under work.
#[derive(Debug, Default)]
pub(crate) struct Graph<'m> {
    pub modules: Vec<&'m Module>,
    pub nodes: Vec<Node>,
    pub values: Vec<Slot>,
    pub blocks: Vec<Block>,
    types: Vec<Type>,
    type_ids: HashMap<Type, TypeRef>,
    attributes: Vec<(Attributes, u64)>,
    attribute_ids: HashMap<Vec<u8>, AttributesRef>,
    type_hashes: Vec<u64>,
    /// Memory order, once tokens have been reduced to it.
    pub order: HashMap<NodeRef, Vec<After>>,
}

/// One imported module: its entries, in order.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    pub module: usize,
    pub entries: Vec<NodeRef>,
}

impl<'m> Graph<'m> {
    pub fn node(&self, n: NodeRef) -> &Node {
        &self.nodes[n.index()]
    }

    pub fn node_mut(&mut self, n: NodeRef) -> &mut Node {
        &mut self.nodes[n.index()]
    }

    pub fn block(&self, b: BlockRef) -> &Block {
        &self.blocks[b.index()]
    }

    pub fn block_mut(&mut self, b: BlockRef) -> &mut Block {
        &mut self.blocks[b.index()]
    }

    pub fn def(&self, v: ValueRef) -> Def {
        self.values[v.index()].def
    }

    pub fn type_ref(&self, v: ValueRef) -> TypeRef {
        self.values[v.index()].ty
    }

    pub fn ty(&self, v: ValueRef) -> &Type {
        &self.types[self.type_ref(v).index()]
    }

    pub fn type_hash(&self, v: ValueRef) -> u64 {
        self.type_hashes[self.type_ref(v).index()]
    }

    /// The operation that makes `v`, unless it is a block argument.
    pub fn producer(&self, v: ValueRef) -> Option<&Node> {
        match self.def(v) {
            Def::Result(n, _) => Some(self.node(n)),
            Def::Argument(..) => None,
        }
    }

    /// The block in which `v` is defined.
    pub fn home(&self, v: ValueRef) -> Option<BlockRef> {
        match self.def(v) {
            Def::Result(n, _) => self.node(n).parent,
            Def::Argument(b, _) => Some(b),
        }
    }

    pub fn attributes(&self, n: NodeRef) -> &Attributes {
        &self.attributes[self.node(n).attributes.index()].0
    }

    /// A hash of the attributes that depends on their content only.
    pub fn attributes_hash(&self, n: NodeRef) -> u64 {
        self.attributes[self.node(n).attributes.index()].1
    }

    pub fn attribute(&self, n: NodeRef, name: &str) -> Option<&Attribute> {
        self.attributes(n)
            .iter()
            .find_map(|(k, a)| (*k == name).then_some(a))
    }

    /// The whole number in attribute `name`.
    pub fn integer(&self, n: NodeRef, name: &str) -> Option<i64> {
        self.attribute(n, name).and_then(attributes::integer)
    }

    pub fn effect(&self, n: NodeRef) -> Effect {
        let weak = self
            .integer(n, "memory_ordering_semantics")
            .is_none_or(|o| o == MemoryOrdering::Weak as i64);
        let wraps = self.integer(n, "overflow").is_none_or(|o| o == 0);
        effects::effect(self.node(n).opcode, weak, wraps)
    }

    pub fn intern_type(&mut self, ty: &Type) -> TypeRef {
        if let Some(&id) = self.type_ids.get(ty) {
            return id;
        }
        let id = TypeRef(self.types.len() as u32);
        let mut mixer = Mixer::new(0x7479);
        ty.hash(&mut mixer);
        self.types.push(ty.clone());
        self.type_hashes.push(mixer.finish());
        self.type_ids.insert(ty.clone(), id);
        id
    }

    pub fn intern_attributes(&mut self, list: Attributes) -> AttributesRef {
        let mut bytes = Vec::new();
        attributes::encode(&list, &mut bytes);
        if let Some(&id) = self.attribute_ids.get(&bytes) {
            return id;
        }
        let id = AttributesRef(self.attributes.len() as u32);
        let mut mixer = Mixer::new(0x6174);
        mixer.write(&bytes);
        self.attributes.push((list, mixer.finish()));
        self.attribute_ids.insert(bytes, id);
        id
    }

    /// Puts `value` in attribute `name` of `n`, or takes the attribute away.
    pub fn set_attribute(&mut self, n: NodeRef, name: &'static str, value: Option<Attribute>) {
        let mut list = self.attributes(n).clone();
        let place = list.iter().position(|(k, _)| *k == name);
        match (place, value) {
            (Some(i), Some(v)) => list[i].1 = v,
            (Some(i), None) => {
                list.remove(i);
            }
            (None, Some(v)) => list.push((name, v)),
            (None, None) => return,
        }
        let id = self.intern_attributes(list);
        self.node_mut(n).attributes = id;
    }

    /// A new operation with one result, not yet in any block.
    pub fn new_node(
        &mut self,
        opcode: Opcode,
        attributes: Attributes,
        operands: Vec<ValueRef>,
        ty: TypeRef,
        like: NodeRef,
    ) -> NodeRef {
        let attributes = self.intern_attributes(attributes);
        let id = NodeRef(self.nodes.len() as u32);
        let result = ValueRef(self.values.len() as u32);
        self.values.push(Slot {
            ty,
            def: Def::Result(id, 0),
        });
        let (parent, origin) = (self.node(like).parent, self.node(like).origin);
        self.nodes.push(Node {
            opcode,
            attributes,
            operands,
            groups: Vec::new(),
            results: vec![result],
            blocks: Vec::new(),
            parent,
            origin,
        });
        id
    }

    pub fn type_at(&self, t: TypeRef) -> &Type {
        &self.types[t.index()]
    }

    /// The body of an entry.
    pub fn body(&self, entry: NodeRef) -> Option<BlockRef> {
        self.node(entry).blocks.first().copied()
    }

    /// All operations under `entry`, outer before inner, in order of appearance.
    pub fn walk(&self, entry: NodeRef) -> Vec<NodeRef> {
        let mut out = Vec::new();
        let mut stack: Vec<NodeRef> = Vec::new();
        let push = |stack: &mut Vec<NodeRef>, n: NodeRef| {
            for &b in self.node(n).blocks.iter().rev() {
                stack.extend(self.block(b).nodes.iter().rev());
            }
        };
        push(&mut stack, entry);
        while let Some(n) = stack.pop() {
            out.push(n);
            push(&mut stack, n);
        }
        out
    }

    /// Sets the depths of the blocks in `n` anew after it moved.
    pub fn relevel(&mut self, n: NodeRef) {
        for m in std::iter::once(n).chain(self.walk(n)) {
            let around = self.node(m).parent.map(|b| self.block(b).depth);
            for b in self.node(m).blocks.clone() {
                self.block_mut(b).depth = around.map_or(0, |d| d + 1);
            }
        }
    }

    /// The last operation of a block.
    pub fn terminator(&self, b: BlockRef) -> Option<NodeRef> {
        self.block(b).nodes.last().copied()
    }

    /// The operation whose results or carried values the operands of an exit go to.
    pub fn target(&self, exit: NodeRef) -> Option<NodeRef> {
        let opcode = self.node(exit).opcode;
        let mut at = self.node(exit).parent;
        while let Some(b) = at {
            let owner = self.block(b).owner;
            let found = match opcode {
                Opcode::Yield => true,
                Opcode::Break => self.node(owner).opcode == Opcode::Loop,
                Opcode::Continue => {
                    matches!(self.node(owner).opcode, Opcode::Loop | Opcode::For)
                }
                _ => self.node(owner).opcode == Opcode::Entry,
            };
            if found {
                return Some(owner);
            }
            at = self.node(owner).parent;
        }
        None
    }

    /// The initial values of a loop's carried values.
    pub fn initial(&self, n: NodeRef) -> &[ValueRef] {
        let node = self.node(n);
        match node.opcode {
            Opcode::For => node.operands.get(3..).unwrap_or(&[]),
            Opcode::Loop => &node.operands,
            _ => &[],
        }
    }

    /// The block arguments of a loop's carried values.
    pub fn carried(&self, n: NodeRef) -> &[ValueRef] {
        let node = self.node(n);
        let Some(&body) = node.blocks.first() else {
            return &[];
        };
        let arguments = &self.block(body).arguments;
        match node.opcode {
            Opcode::For => arguments.get(1..).unwrap_or(&[]),
            Opcode::Loop => arguments,
            _ => &[],
        }
    }
}
