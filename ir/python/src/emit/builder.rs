//! The state of emission, and the operations that every family uses.

use super::{constant, types};
use crate::diagnostic::{Error, Kind, Result};
use crate::lower::{BytecodeVersion, Options};
use crate::mid::types::TileType;
use crate::mid::{Body, Const, LocId, Type, Var};
use crate::passes::dataflow::Facts;
use cutile_ir::OpBuilder;
use cutile_ir::builder::{append_op, build_single_block_region};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{self, Attribute, Location, Module, RegionId, Value};
use std::sync::Arc;

/// A module under construction.
pub(super) struct Emitter<'a> {
    pub body: &'a Body,
    pub facts: &'a Facts,
    pub options: &'a Options,
    pub module: Module,
    /// Where operations are appended; none until the entry's block exists.
    block: Option<ir::BlockId>,
    values: Vec<Option<Value>>,
    /// Type of the tensor view of an array variable: its static sizes and strides come from the
    /// operands of the view, which the variable's type does not know.
    tensor_views: Vec<Option<ir::TensorViewType>>,
    locate: &'a dyn Fn(LocId) -> Location,
    locations: Vec<Option<Location>>,
    location: LocId,
}

impl<'a> Emitter<'a> {
    pub fn new(
        body: &'a Body,
        facts: &'a Facts,
        options: &'a Options,
        locate: &'a dyn Fn(LocId) -> Location,
    ) -> Self {
        Emitter {
            body,
            facts,
            options,
            module: Module::new("kernels"),
            block: None,
            values: vec![None; body.vars.len()],
            tensor_views: vec![None; body.vars.len()],
            locate,
            locations: vec![None; body.locs.len()],
            location: LocId::UNKNOWN,
        }
    }

    /// Adds the entry and gives the module.
    pub fn finish(mut self, entry: OpBuilder) -> super::Emitted {
        let (entry, _) = entry.build(&mut self.module);
        self.module.functions.push(entry);
        // Descriptions of what has no name start with `$`.
        let named = self.body.vars.iter().zip(&self.values);
        let names = named.filter_map(|(var, value)| {
            let name = var.name.as_ref().filter(|n| !n.starts_with('$'))?;
            Some(((*value)?.index(), Arc::clone(name)))
        });
        super::Emitted {
            names: names.collect(),
            module: self.module,
        }
    }

    /// Operations from here on come from this place.
    pub fn at(&mut self, loc: LocId) {
        self.location = loc;
    }

    /// An operation at the current place, not built yet.
    pub fn draft(&mut self, opcode: Opcode) -> OpBuilder {
        let loc = self.location;
        let location = match self.locations.get_mut(loc.index()) {
            Some(slot) => slot.get_or_insert_with(|| (self.locate)(loc)).clone(),
            None => Location::Unknown,
        };
        OpBuilder::new(opcode, location)
    }

    /// Builds a drafted operation at the end of the current block.
    pub fn push(&mut self, draft: OpBuilder) -> Vec<Value> {
        let (op, results) = draft.build(&mut self.module);
        if let Some(block) = self.block {
            append_op(&mut self.module, block, op);
        }
        results
    }

    /// Emits an operation with one result and no attributes.
    ///
    /// # Errors
    /// An operation that the version lacks.
    pub fn one(&mut self, opcode: Opcode, operands: &[Value], ty: ir::Type) -> Result<Value> {
        self.require_opcode(opcode)?;
        let draft = self.draft(opcode);
        self.push_one(draft.operands(operands.iter().copied()).result(ty))
    }

    /// Builds an operation with one result.
    ///
    /// # Errors
    /// Another number of results.
    pub fn push_one(&mut self, draft: OpBuilder) -> Result<Value> {
        let results = self.push(draft);
        let one = results.first().copied();
        one.ok_or_else(|| Error::ty("internal: an operation without a result"))
    }

    /// Emits an operation whose operands, results and opcode are all there is to it.
    ///
    /// # Errors
    /// An operation that the version lacks; an undefined operand.
    pub fn simple(&mut self, opcode: Opcode, operands: &[Var], results: &[Var]) -> Result<()> {
        self.require_opcode(opcode)?;
        let operands = self.values(operands)?;
        let draft = self.draft(opcode).operands(operands);
        self.complete(draft, results)
    }

    /// Gives a drafted operation the types of `results`, builds it and defines them.
    ///
    /// # Errors
    /// A result of a type that no value has.
    pub fn complete(&mut self, draft: OpBuilder, results: &[Var]) -> Result<()> {
        let types: Vec<ir::Type> = results
            .iter()
            .map(|v| self.value_type(*v))
            .collect::<Result<_>>()?;
        let values = self.push(draft.results(types));
        self.define(results, &values)
    }

    /// Says which values variables stand for.
    ///
    /// # Errors
    /// Another number of values than variables.
    pub fn define(&mut self, vars: &[Var], values: &[Value]) -> Result<()> {
        if vars.len() != values.len() {
            return Err(Error::ty("internal: results and their variables differ"));
        }
        for (var, value) in vars.iter().zip(values) {
            if let Some(slot) = self.values.get_mut(var.index()) {
                *slot = Some(*value);
            }
        }
        Ok(())
    }

    /// The value of a variable.
    ///
    /// # Errors
    /// A variable that is not defined before its use.
    pub fn value(&self, var: Var) -> Result<Value> {
        let value = self.values.get(var.index()).copied().flatten();
        value.ok_or_else(|| Error::ty("internal: a value is used where it is not defined"))
    }

    /// The values of variables.
    ///
    /// # Errors
    /// As for [`Emitter::value`].
    pub fn values(&self, vars: &[Var]) -> Result<Vec<Value>> {
        vars.iter().map(|v| self.value(*v)).collect()
    }

    /// The value of a variable that may be absent, as a group of none or one.
    ///
    /// # Errors
    /// As for [`Emitter::value`].
    pub fn optional(&self, var: Option<Var>) -> Result<Vec<Value>> {
        var.iter().map(|v| self.value(*v)).collect()
    }

    /// The type of a variable's value.
    ///
    /// # Errors
    /// A type that no value has.
    pub fn value_type(&self, var: Var) -> Result<ir::Type> {
        types::value(self.body.ty(var)?)
    }

    /// The tile type of a variable.
    ///
    /// # Errors
    /// Another type.
    pub fn tile(&self, var: Var) -> Result<TileType> {
        match self.body.ty(var)? {
            Type::Tile(t) => Ok(*t),
            other => Err(Error::ty("internal: a tile was expected").found(other)),
        }
    }

    /// The element type of a variable that is a tile of numbers.
    ///
    /// # Errors
    /// Another type.
    pub fn dtype(&self, var: Var) -> Result<crate::dtype::Dtype> {
        let ty = self.tile(var)?;
        ty.dtype()
            .ok_or_else(|| Error::ty("internal: numbers were expected").found(ty.element))
    }

    /// The tensor view type of an array variable.
    ///
    /// # Errors
    /// A variable that is not a tensor view.
    pub fn tensor_view(&self, array: Var) -> Result<ir::TensorViewType> {
        let found = self
            .tensor_views
            .get(array.index())
            .and_then(Option::as_ref);
        let found = found.cloned();
        found.ok_or_else(|| Error::ty("internal: an array without a tensor view"))
    }

    /// Says what the tensor view type of an array variable is.
    pub fn set_tensor_view(&mut self, array: Var, ty: ir::TensorViewType) {
        if let Some(slot) = self.tensor_views.get_mut(array.index()) {
            *slot = Some(ty);
        }
    }

    /// Emits a constant.
    ///
    /// # Errors
    /// A value that the type cannot hold.
    pub fn constant(&mut self, value: &Const, ty: TileType) -> Result<Value> {
        let elements = constant::dense(value, ty)?;
        let draft = self.draft(Opcode::Constant).attr("value", elements);
        self.push_one(draft.result(types::tile(ty)))
    }

    /// A region of one block with parameters of the given types, which `params` stand for.
    ///
    /// # Errors
    /// Whatever `fill` objects to.
    pub fn region(
        &mut self,
        types: &[ir::Type],
        params: &[Var],
        fill: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<RegionId> {
        let (region, block, values) = build_single_block_region(&mut self.module, types);
        let outer = self.block.replace(block);
        self.define(params, &values)?;
        fill(self)?;
        self.block = outer;
        Ok(region)
    }

    /// Refuses an operation that the version lacks.
    ///
    /// # Errors
    /// See above.
    pub fn require_opcode(&self, opcode: Opcode) -> Result<()> {
        let since = match opcode {
            Opcode::Atan2 => BytecodeVersion::V13_2,
            Opcode::MakeStridedView
            | Opcode::MakeGatherScatterView
            | Opcode::AtomicRedViewTko
            | Opcode::MmaFScaled
            | Opcode::Pack
            | Opcode::Unpack => BytecodeVersion::V13_3,
            Opcode::FPowI
            | Opcode::Insert
            | Opcode::GdcWaitTko
            | Opcode::GdcLaunchDependentsTko => BytecodeVersion::V13_4,
            _ => return Ok(()),
        };
        self.require(since, opcode.name())
    }

    /// Refuses something that the version lacks.
    ///
    /// # Errors
    /// See above.
    pub fn require(&self, since: BytecodeVersion, what: &str) -> Result<()> {
        if self.options.version >= since {
            return Ok(());
        }
        let message = format!("{what} needs bytecode version {since} or newer");
        Err(Error::new(Kind::Version, message)
            .found(format!("version {}", self.options.version))
            .help(format!("lower for version {since}")))
    }
}

/// The sizes of groups of operands, as the writer of bytecode wants them.
pub(super) fn segments(groups: &[&[Value]]) -> Attribute {
    let sizes = groups.iter().map(|g| Attribute::i32(g.len() as i64));
    Attribute::Array(sizes.collect())
}
