//! Loads, stores and atomic operations.

use super::builder::{Emitter, segments};
use super::hints;
use crate::diagnostic::{Error, Result};
use crate::lower::BytecodeVersion;
use crate::mid::op::{AtomicMode, MemoryOrder, MemoryScope};
use crate::mid::{Op, Type, Var};
use cutile_ir::OpBuilder;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{self, AtomicRMWMode, Attribute, MemoryOrdering, Value};

fn ordering(draft: OpBuilder, order: MemoryOrder) -> OpBuilder {
    let order = match order {
        MemoryOrder::Weak => MemoryOrdering::Weak,
        MemoryOrder::Relaxed => MemoryOrdering::Relaxed,
        MemoryOrder::Acquire => MemoryOrdering::Acquire,
        MemoryOrder::Release => MemoryOrdering::Release,
        MemoryOrder::AcqRel => MemoryOrdering::AcqRel,
    };
    draft.attr("memory_ordering_semantics", Attribute::i32(order as i64))
}

/// The scope attribute; absent without one.
fn optional_scope(draft: OpBuilder, scope: MemoryScope) -> Result<OpBuilder> {
    let scope = match scope {
        MemoryScope::None => return Ok(draft),
        MemoryScope::Block => ir::MemoryScope::TileBlock,
        MemoryScope::Device => ir::MemoryScope::Device,
        MemoryScope::Sys => ir::MemoryScope::System,
        MemoryScope::Cluster => {
            return Err(Error::value("memory scope CLUSTER is not available here"));
        }
    };
    Ok(draft.attr("memory_scope", Attribute::i32(scope as i64)))
}

/// The scope attribute of an operation that must have one.
fn scope(draft: OpBuilder, scope: MemoryScope) -> Result<OpBuilder> {
    match scope {
        MemoryScope::None => Err(Error::value("an atomic operation needs a memory scope")),
        _ => optional_scope(draft, scope),
    }
}

fn mode(draft: OpBuilder, mode: AtomicMode) -> OpBuilder {
    let mode = match mode {
        AtomicMode::And => AtomicRMWMode::And,
        AtomicMode::Or => AtomicRMWMode::Or,
        AtomicMode::Xor => AtomicRMWMode::Xor,
        AtomicMode::AddInt => AtomicRMWMode::Add,
        AtomicMode::AddFloat => AtomicRMWMode::AddF,
        AtomicMode::MaxSigned => AtomicRMWMode::Max,
        AtomicMode::MinSigned => AtomicRMWMode::Min,
        AtomicMode::MaxUnsigned => AtomicRMWMode::UMax,
        AtomicMode::MinUnsigned => AtomicRMWMode::UMin,
        AtomicMode::Exchange => AtomicRMWMode::Xchg,
    };
    draft.attr("mode", Attribute::i32(mode as i64))
}

/// Operands group by group, with their sizes.
fn grouped(draft: OpBuilder, groups: &[&[Value]]) -> OpBuilder {
    let draft = draft.attr("operandSegmentSizes", segments(groups));
    groups
        .iter()
        .fold(draft, |draft, group| draft.operands(group.iter().copied()))
}

impl Emitter<'_> {
    pub fn tile_load(&mut self, op: &Op, results: &[Var]) -> Result<()> {
        let Op::TileLoad {
            view,
            index,
            token,
            latency,
            allow_tma,
            memory_order,
            memory_scope,
            inbounds,
        } = op
        else {
            return Ok(());
        };
        let index_values = self.index(*view, index)?;
        let view = [self.value(*view)?];
        let token = self.optional(*token)?;
        let draft = ordering(self.draft(Opcode::LoadViewTko), *memory_order);
        let draft = optional_scope(draft, *memory_scope)?;
        let draft = self.hinted(draft, *latency, *allow_tma)?;
        let draft = self.inbounds(draft, &in_bounds(inbounds, index.len()))?;
        self.complete(grouped(draft, &[&view, &index_values, &token]), results)
    }

    pub fn tile_store(&mut self, op: &Op, results: &[Var]) -> Result<()> {
        let Op::TileStore {
            view,
            index,
            tile,
            token,
            latency,
            allow_tma,
            memory_order,
            memory_scope,
            inbounds,
        } = op
        else {
            return Ok(());
        };
        let tile = [self.value(*tile)?];
        let index_values = self.index(*view, index)?;
        let view = [self.value(*view)?];
        let token = self.optional(*token)?;
        let draft = ordering(self.draft(Opcode::StoreViewTko), *memory_order);
        let draft = optional_scope(draft, *memory_scope)?;
        let draft = self.hinted(draft, *latency, *allow_tma)?;
        let draft = self.inbounds(draft, &in_bounds(inbounds, index.len()))?;
        let groups: [&[Value]; 4] = [&tile, &view, &index_values, &token];
        self.complete(grouped(draft, &groups), results)
    }

    pub fn load_pointer(&mut self, op: &Op, results: &[Var]) -> Result<()> {
        let &Op::LoadPointer {
            pointer,
            mask,
            padding_value,
            token,
            latency,
        } = op
        else {
            return Ok(());
        };
        if padding_value.is_none() {
            return Err(Error::ty("a load through pointers needs a padding value")
                .help("pass padding_value=0"));
        }
        let source = [self.value(pointer)?];
        let mask = self.optional(mask)?;
        let padding = self.optional(padding_value)?;
        let token = self.optional(token)?;
        let draft = ordering(self.draft(Opcode::LoadPtrTko), MemoryOrder::Weak);
        let draft = self.hinted(draft, latency, None)?;
        let groups: [&[Value]; 4] = [&source, &mask, &padding, &token];
        self.complete(grouped(draft, &groups), results)
    }

    pub fn store_pointer(&mut self, op: &Op, results: &[Var]) -> Result<()> {
        let &Op::StorePointer {
            pointer,
            value,
            mask,
            token,
            latency,
        } = op
        else {
            return Ok(());
        };
        let destination = [self.value(pointer)?];
        let value = [self.value(value)?];
        let mask = self.optional(mask)?;
        let token = self.optional(token)?;
        let draft = ordering(self.draft(Opcode::StorePtrTko), MemoryOrder::Weak);
        let draft = self.hinted(draft, latency, None)?;
        let groups: [&[Value]; 4] = [&destination, &value, &mask, &token];
        self.complete(grouped(draft, &groups), results)
    }

    pub fn atomic_cas(&mut self, op: &Op, results: &[Var]) -> Result<()> {
        let &Op::AtomicCas {
            pointer,
            expected,
            desired,
            mask,
            token,
            memory_order,
            memory_scope,
        } = op
        else {
            return Ok(());
        };
        let pointers = [self.value(pointer)?];
        let (expected, desired) = ([self.value(expected)?], [self.value(desired)?]);
        let mask = self.optional(mask)?;
        let token = self.optional(token)?;
        let draft = ordering(self.draft(Opcode::AtomicCAS), memory_order);
        let draft = scope(draft, memory_scope)?;
        let groups: [&[Value]; 5] = [&pointers, &expected, &desired, &mask, &token];
        self.complete(grouped(draft, &groups), results)
    }

    pub fn atomic_rmw(&mut self, op: &Op, results: &[Var]) -> Result<()> {
        let &Op::AtomicRmw {
            pointer,
            update,
            mask,
            token,
            mode: function,
            memory_order,
            memory_scope,
        } = op
        else {
            return Ok(());
        };
        let pointers = [self.value(pointer)?];
        let update = [self.value(update)?];
        let mask = self.optional(mask)?;
        let token = self.optional(token)?;
        let draft = ordering(self.draft(Opcode::AtomicRMW), memory_order);
        let draft = mode(scope(draft, memory_scope)?, function);
        let groups: [&[Value]; 4] = [&pointers, &update, &mask, &token];
        self.complete(grouped(draft, &groups), results)
    }

    pub fn atomic_red_view(&mut self, op: &Op, results: &[Var]) -> Result<()> {
        let Op::AtomicRedView {
            view,
            index,
            update,
            token,
            mode: function,
            memory_order,
            memory_scope,
        } = op
        else {
            return Ok(());
        };
        self.require_opcode(Opcode::AtomicRedViewTko)?;
        let index_values = self.narrow_index(index)?;
        let view = [self.value(*view)?];
        let update = [self.value(*update)?];
        let token = self.optional(*token)?;
        let draft = ordering(self.draft(Opcode::AtomicRedViewTko), *memory_order);
        let mut draft = mode(scope(draft, *memory_scope)?, *function);
        if self.options.version >= BytecodeVersion::V13_5 {
            let values = vec![false; index.len()];
            draft = draft.attr("inbounds", Attribute::dense_bool_array(values));
        }
        let groups: [&[Value]; 4] = [&view, &index_values, &update, &token];
        self.complete(grouped(draft, &groups), results)
    }

    fn hinted(
        &self,
        draft: OpBuilder,
        latency: Option<i64>,
        allow_tma: Option<bool>,
    ) -> Result<OpBuilder> {
        Ok(match hints::access(latency, allow_tma, self.options)? {
            Some(hints) => draft.attr("optimization_hints", hints),
            None => draft,
        })
    }

    /// Which indices are promised to be inside the array; versions before 13.4 cannot say so.
    pub fn inbounds(&self, draft: OpBuilder, values: &[bool]) -> Result<OpBuilder> {
        if self.options.version >= BytecodeVersion::V13_4 {
            let values = values.iter().copied();
            return Ok(draft.attr("inbounds", Attribute::dense_bool_array(values)));
        }
        if values.contains(&true) {
            self.require(BytecodeVersion::V13_4, "check_bounds=False")?;
        }
        Ok(draft)
    }

    /// Index values of an access: wide ones stay wide only for partition views of arrays that
    /// have wide extents.
    fn index(&mut self, view: Var, index: &[Var]) -> Result<Vec<Value>> {
        match self.body.ty(view)? {
            Type::PartitionView(v) if v.array.index_dtype.bits() > 32 => self.values(index),
            _ => self.narrow_index(index),
        }
    }

    fn narrow_index(&mut self, index: &[Var]) -> Result<Vec<Value>> {
        let mut out = self.values(index)?;
        for (value, &var) in out.iter_mut().zip(index) {
            if self.tile(var)?.element.bits() > 32 {
                *value = self.truncate_to_i32(*value)?;
            }
        }
        Ok(out)
    }
}

/// One promise an index; none was given for any.
fn in_bounds(given: &[bool], rank: usize) -> Vec<bool> {
    if given.is_empty() {
        vec![false; rank]
    } else {
        given.to_vec()
    }
}
