//! Printing and assertions.

use super::builder::{Emitter, segments};
use super::types;
use crate::diagnostic::Result;
use crate::dtype::{Dtype, Element};
use crate::lower::BytecodeVersion;
use crate::mid::types::TileType;
use crate::mid::{Const, Shape, Var};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    self, AtomicRMWMode, Attribute, ComparisonPredicate, DenseElements, Global, MemoryOrdering,
    MemoryScope, ScalarType, Signedness, SymbolVisibility, Value,
};

/// Name of the lock that keeps what blocks print apart, before tokens order it.
const MUTEX: &str = "print_mutex";
const LOCKED: i128 = 0;
const UNLOCKED: i128 = 1;

impl Emitter<'_> {
    pub fn printf(
        &mut self,
        args: &[Var],
        token: Option<Var>,
        format: &str,
        results: &[Var],
    ) -> Result<()> {
        let args = self.values(args)?;
        if self.options.version >= BytecodeVersion::V13_2 {
            let token = self.optional(token)?;
            let draft = self
                .draft(Opcode::Print)
                .attr("str", Attribute::String(format.to_owned()))
                .attr("operandSegmentSizes", segments(&[&args, &token]))
                .operands(args)
                .operands(token);
            return self.complete(draft, results);
        }
        let mutex = self.lock()?;
        let draft = self
            .draft(Opcode::Print)
            .attr("str", Attribute::String(format.to_owned()))
            .attr("operandSegmentSizes", segments(&[&args, &[]]))
            .operands(args)
            .result(ir::Type::Token);
        // The first version writes no result; in memory the operation has one in every version.
        self.push(draft);
        // Nothing consumes it in this version, but the variable has to stand for something.
        self.simple(Opcode::MakeToken, &[], results)?;
        self.unlock(&mutex)
    }

    pub fn assert(&mut self, cond: Var, message: &str) -> Result<()> {
        let cond = self.value(cond)?;
        let message = Attribute::String(message.to_owned());
        let draft = self.draft(Opcode::Assert).attr("message", message);
        self.push(draft.operand(cond));
        Ok(())
    }

    /// Waits until the lock is this block's.
    fn lock(&mut self) -> Result<Mutex> {
        let number = TileType::new(Dtype::Int32, Shape::SCALAR);
        let pointer = number.with_element(Element::Pointer(Dtype::Int32));
        self.define_mutex();
        let name = Attribute::String(MUTEX.to_owned());
        let draft = self.draft(Opcode::GetGlobal).attr("name", name);
        let pointer = self.push_one(draft.result(types::tile(pointer)))?;
        let locked = self.constant(&Const::Int(LOCKED), number)?;
        let unlocked = self.constant(&Const::Int(UNLOCKED), number)?;
        let mutex = Mutex { pointer, unlocked };
        let region = self.region(&[], &[], |e| e.spin(&mutex, locked))?;
        let draft = self.draft(Opcode::Loop).region(region);
        self.push(draft);
        Ok(mutex)
    }

    fn define_mutex(&mut self) {
        if self.module.globals.iter().any(|g| g.sym_name == MUTEX) {
            return;
        }
        let ty = types::tile_of(ScalarType::I32, &[1]);
        self.module.globals.push(Global {
            sym_name: MUTEX.to_owned(),
            value: DenseElements {
                element_type: ty,
                shape: Vec::new(),
                data: (UNLOCKED as i32).to_le_bytes().to_vec(),
            },
            alignment: 0,
            constant: false,
            symbol_visibility: SymbolVisibility::Public,
        });
    }

    /// One attempt to take the lock; leaves the loop when it succeeds.
    fn spin(&mut self, mutex: &Mutex, locked: Value) -> Result<()> {
        let number = types::tile_of(ScalarType::I32, &[]);
        let &Mutex { pointer, unlocked } = mutex;
        let draft = self
            .draft(Opcode::AtomicCAS)
            .attr(
                "memory_ordering_semantics",
                Attribute::i32(MemoryOrdering::AcqRel as i64),
            )
            .attr("memory_scope", Attribute::i32(MemoryScope::Device as i64))
            .attr(
                "operandSegmentSizes",
                segments(&[&[pointer], &[unlocked], &[locked], &[], &[]]),
            )
            .operands([pointer, unlocked, locked])
            .result(number)
            .result(ir::Type::Token);
        let previous = self.push_one(draft)?;
        let draft = self
            .draft(Opcode::CmpI)
            .attr(
                "comparison_predicate",
                Attribute::i32(ComparisonPredicate::Equal as i64),
            )
            .attr("signedness", Attribute::i32(Signedness::Unsigned as i64))
            .operands([previous, unlocked])
            .result(types::tile_of(ScalarType::I1, &[]));
        let taken = self.push_one(draft)?;
        let leave = self.region(&[], &[], |e| e.terminator(Opcode::Break, &[]))?;
        let stay = self.region(&[], &[], |e| e.terminator(Opcode::Yield, &[]))?;
        let draft = self.draft(Opcode::If).operand(taken);
        self.push(draft.region(leave).region(stay));
        self.terminator(Opcode::Continue, &[])
    }

    fn unlock(&mut self, mutex: &Mutex) -> Result<()> {
        let &Mutex { pointer, unlocked } = mutex;
        let draft = self
            .draft(Opcode::AtomicRMW)
            .attr(
                "memory_ordering_semantics",
                Attribute::i32(MemoryOrdering::AcqRel as i64),
            )
            .attr("memory_scope", Attribute::i32(MemoryScope::Device as i64))
            .attr("mode", Attribute::i32(AtomicRMWMode::Xchg as i64))
            .attr(
                "operandSegmentSizes",
                segments(&[&[pointer], &[unlocked], &[], &[]]),
            )
            .operands([pointer, unlocked])
            .result(types::tile_of(ScalarType::I32, &[]))
            .result(ir::Type::Token);
        self.push(draft);
        Ok(())
    }
}

/// The lock, and the value that says that it is free.
struct Mutex {
    pointer: Value,
    unlocked: Value,
}
