//! The mid-level IR: typed operations in structured blocks, before Tile IR.
//!
//! It is what lowering produces, what the passes rewrite and what [`emit`](crate::emit) turns
//! into a `cutile_ir::Module`. Everything lives in arenas of one [`Body`], addressed by `u32`
//! ids; a kernel after inlining is one body.

pub mod constant;
mod mass;
pub mod op;
pub mod print;
pub mod types;

#[cfg(test)]
pub mod build;

pub use constant::{Const, EnumValue};
pub use mass::Mass;
pub use op::{Blocks, MemoryEffect, Op, Operand, Range};
pub use types::{Aggregate, Shape, TileType, Type};

use crate::diagnostic::{Error, Result};
use std::sync::Arc;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// Position in its arena.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A variable: assigned once, typed, perhaps constant, perhaps an aggregate.
    Var
);
id!(
    /// An operation. Identity survives edits in place.
    OpId
);
id!(
    /// A block: parameters and operations.
    BlockId
);
id!(
    /// A place in the sources, with the calls that led there. 0 is "unknown".
    LocId
);

impl LocId {
    /// No place.
    pub const UNKNOWN: LocId = LocId(0);
}

/// A place in the sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Loc {
    /// Module of the package.
    pub module: u32,
    /// Byte range in the module's text.
    pub start: u32,
    /// End of the byte range.
    pub end: u32,
    /// Call through which this code was inlined.
    pub call_site: Option<LocId>,
}

/// What is known of a variable.
#[derive(Debug, Clone, Default)]
pub struct VarData {
    /// Name in the source, or a description starting with `$`.
    pub name: Option<Arc<str>>,
    /// Its type; every variable of a finished body has one.
    pub ty: Option<Type>,
    /// Type for promotion where it differs from `ty`: constants stay flexible.
    pub loose: Option<Type>,
    /// Its value, when known.
    pub constant: Option<Const>,
    /// Its parts, when it is an aggregate or a view.
    pub aggregate: Option<Aggregate>,
    /// How large it is, its parts included.
    pub mass: Mass,
    /// Where it was made.
    pub loc: LocIdOrUnknown,
    /// Where it was last stored in a variable of the source.
    pub stored: LocIdOrUnknown,
}

/// [`LocId`] with a default of "unknown".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocIdOrUnknown(pub LocId);

impl Default for LocIdOrUnknown {
    fn default() -> Self {
        LocIdOrUnknown(LocId::UNKNOWN)
    }
}

/// An operation with its results and place.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// What it does, with operands, attributes and blocks.
    pub op: Op,
    /// Variables it defines.
    pub results: Vec<Var>,
    /// Where it comes from.
    pub loc: LocId,
}

/// Parameters and operations; a finished block ends in a terminator.
#[derive(Debug, Clone, Default)]
pub struct Block {
    /// Variables defined on entry.
    pub params: Vec<Var>,
    /// Operations in order.
    pub ops: Vec<OpId>,
}

/// A kernel: arenas and the root block, whose parameters are the entry's.
#[derive(Debug, Clone)]
pub struct Body {
    /// All variables ever made.
    pub vars: Vec<VarData>,
    /// All operations ever made; those in no block are dead.
    pub ops: Vec<Operation>,
    /// All blocks ever made.
    pub blocks: Vec<Block>,
    /// All places; entry 0 is "unknown".
    pub locs: Vec<Loc>,
    /// The outermost block.
    pub root: BlockId,
    /// Place of the entry.
    pub loc: LocId,
}

impl Default for Body {
    fn default() -> Self {
        Body {
            vars: Vec::new(),
            ops: Vec::new(),
            blocks: vec![Block::default()],
            locs: vec![Loc::default()],
            root: BlockId(0),
            loc: LocId::UNKNOWN,
        }
    }
}

impl Body {
    /// A new variable without a type.
    pub fn new_var(&mut self, name: Option<Arc<str>>, loc: LocId) -> Var {
        let var = Var(self.vars.len() as u32);
        self.vars.push(VarData {
            name,
            loc: LocIdOrUnknown(loc),
            ..VarData::default()
        });
        var
    }

    /// A new variable of a type.
    pub fn new_typed(&mut self, ty: Type, loc: LocId) -> Var {
        let var = self.new_var(None, loc);
        self.vars[var.index()].ty = Some(ty);
        var
    }

    /// A copy of a variable: name, place, type, loose type, constant and parts.
    pub fn clone_var(&mut self, var: Var) -> Var {
        let new = Var(self.vars.len() as u32);
        let data = self.vars[var.index()].clone();
        self.vars.push(data);
        new
    }

    /// A variable of the same name, place and type, but not its constant or parts.
    pub fn var_like(&mut self, var: Var) -> Var {
        let VarData { name, ty, loc, .. } = self.vars[var.index()].clone();
        let new = Var(self.vars.len() as u32);
        self.vars.push(VarData {
            name,
            ty,
            loc,
            ..VarData::default()
        });
        new
    }

    /// Number of variables.
    pub fn variables(&self) -> usize {
        self.vars.len()
    }

    /// The mass of an aggregate of these parts.
    pub fn mass_of(&self, parts: &[Var]) -> Mass {
        Mass::around(parts.iter().map(|part| self.var(*part).mass))
    }

    /// What is known of a variable.
    pub fn var(&self, var: Var) -> &VarData {
        &self.vars[var.index()]
    }

    /// For changing what is known of a variable.
    pub fn var_mut(&mut self, var: Var) -> &mut VarData {
        &mut self.vars[var.index()]
    }

    /// The type of a variable, an invalid one included.
    ///
    /// A variable without a type is a fault of this crate; it reads as invalid.
    pub fn raw_type(&self, var: Var) -> Type {
        self.var(var).ty.clone().unwrap_or_else(|| {
            Type::Invalid(Arc::new(types::Invalid {
                message: "variable without a type".into(),
                loc: self.var(var).loc.0,
                undefined: true,
                unknown: false,
            }))
        })
    }

    /// The type of a variable that may be used.
    ///
    /// # Errors
    /// The message of an invalid type.
    pub fn ty(&self, var: Var) -> Result<&Type> {
        match &self.var(var).ty {
            Some(Type::Invalid(i)) => Err(i.error()),
            Some(ty) => Ok(ty),
            None => Err(Error::ty("internal: variable without a type")),
        }
    }

    /// The tile type of a variable, `None` for everything else.
    pub fn tile(&self, var: Var) -> Option<TileType> {
        self.var(var).ty.as_ref().and_then(Type::as_tile)
    }

    /// The type a variable takes part in promotion with: [`Type::Loose`] for flexible constants.
    pub fn loose_type(&self, var: Var) -> Result<&Type> {
        match &self.var(var).loose {
            Some(ty) => Ok(ty),
            None => self.ty(var),
        }
    }

    /// The value of a variable, when known.
    pub fn constant(&self, var: Var) -> Option<&Const> {
        self.var(var).constant.as_ref()
    }

    /// The parts of a variable, when it has some.
    pub fn aggregate(&self, var: Var) -> Option<&Aggregate> {
        self.var(var).aggregate.as_ref()
    }

    /// Appends the leaves of a variable: itself when it has no parts.
    pub fn flatten_into(&self, var: Var, out: &mut Vec<Var>) {
        match self.aggregate(var) {
            Some(parts) => {
                let parts = parts.0.clone();
                parts.iter().for_each(|p| self.flatten_into(*p, out))
            }
            None => out.push(var),
        }
    }

    /// A new empty block.
    pub fn new_block(&mut self) -> BlockId {
        let id = BlockId(self.blocks.len() as u32);
        self.blocks.push(Block::default());
        id
    }

    /// A block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// A block, for editing.
    pub fn block_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.blocks[id.index()]
    }

    /// Takes the operations out of a block, to be put back rewritten.
    pub fn take_ops(&mut self, id: BlockId) -> Vec<OpId> {
        std::mem::take(&mut self.blocks[id.index()].ops)
    }

    /// A new operation, in no block yet.
    pub fn new_op(&mut self, op: Op, results: Vec<Var>, loc: LocId) -> OpId {
        let id = OpId(self.ops.len() as u32);
        self.ops.push(Operation { op, results, loc });
        id
    }

    /// An operation.
    pub fn op(&self, id: OpId) -> &Operation {
        &self.ops[id.index()]
    }

    /// An operation, for editing.
    pub fn op_mut(&mut self, id: OpId) -> &mut Operation {
        &mut self.ops[id.index()]
    }

    /// A new place.
    pub fn new_loc(&mut self, loc: Loc) -> LocId {
        let id = LocId(self.locs.len() as u32);
        self.locs.push(loc);
        id
    }

    /// A place.
    pub fn loc(&self, id: LocId) -> &Loc {
        &self.locs[id.index()]
    }

    /// Visits every operation under `block`: nested ones before the operation they belong to.
    pub fn traverse(&self, block: BlockId, f: &mut impl FnMut(OpId, &Operation)) {
        for &id in &self.block(block).ops {
            for nested in self.op(id).op.blocks() {
                self.traverse(nested, f);
            }
            f(id, self.op(id));
        }
    }

    /// Operations under `block` in the order of [`Body::traverse`].
    pub fn traversal(&self, block: BlockId) -> Vec<OpId> {
        let mut out = Vec::new();
        self.traverse(block, &mut |id, _| out.push(id));
        out
    }

    /// Appends every variable defined under `block`: parameters, then for each operation its
    /// results and those of its nested blocks.
    pub fn defined_vars_into(&self, block: BlockId, out: &mut Vec<Var>) {
        out.extend(&self.block(block).params);
        for &id in &self.block(block).ops {
            out.extend(&self.op(id).results);
            for nested in self.op(id).op.blocks() {
                self.defined_vars_into(nested, out);
            }
        }
    }

    /// Replaces the operands of one operation, nested blocks excepted.
    pub fn remap_operands(&mut self, id: OpId, map: &VarMap) {
        self.op_mut(id)
            .op
            .for_each_operand_mut(|v| *v = map.get(*v));
    }

    /// Copies an operation with fresh results and fresh nested blocks; `map` gains the new names.
    pub fn clone_op(&mut self, id: OpId, map: &mut VarMap) -> OpId {
        let Operation {
            mut op,
            results,
            loc,
        } = self.op(id).clone();
        let results = results.iter().map(|v| self.clone_mapped(*v, map)).collect();
        op.for_each_operand_mut(|v| *v = map.get(*v));
        let blocks: Vec<BlockId> = op
            .blocks()
            .into_iter()
            .map(|b| self.clone_block(b, map))
            .collect();
        op.set_blocks(&blocks);
        self.new_op(op, results, loc)
    }

    fn clone_block(&mut self, id: BlockId, map: &mut VarMap) -> BlockId {
        let Block { params, ops } = self.block(id).clone();
        let params = params.iter().map(|v| self.clone_mapped(*v, map)).collect();
        let ops = ops.iter().map(|op| self.clone_op(*op, map)).collect();
        let new = self.new_block();
        self.blocks[new.index()] = Block { params, ops };
        new
    }

    /// Copies a variable and records the copy in `map`.
    pub fn clone_mapped(&mut self, var: Var, map: &mut VarMap) -> Var {
        let new = self.clone_var(var);
        map.set(var, new);
        new
    }
}

impl Op {
    /// Replaces the nested blocks, in the order of [`Op::blocks`].
    pub fn set_blocks(&mut self, blocks: &[BlockId]) {
        match (self, blocks) {
            (Op::Loop { body, .. } | Op::Reduce { body, .. } | Op::Scan { body, .. }, [b]) => {
                *body = *b
            }
            (
                Op::IfElse {
                    then_block,
                    else_block,
                    ..
                },
                [t, e],
            ) => {
                *then_block = *t;
                *else_block = *e;
            }
            _ => {}
        }
    }
}

/// Replacements of variables; those not set stand for themselves.
#[derive(Debug, Clone, Default)]
pub struct VarMap(Vec<Option<Var>>);

impl VarMap {
    /// The replacement of a variable.
    pub fn get(&self, var: Var) -> Var {
        self.0.get(var.index()).copied().flatten().unwrap_or(var)
    }

    /// Whether a variable has a replacement.
    pub fn contains(&self, var: Var) -> bool {
        self.0.get(var.index()).is_some_and(Option::is_some)
    }

    /// Sets the replacement of a variable.
    pub fn set(&mut self, old: Var, new: Var) {
        if self.0.len() <= old.index() {
            self.0.resize(old.index() + 1, None);
        }
        if let Some(slot) = self.0.get_mut(old.index()) {
            *slot = Some(new);
        }
    }
}
