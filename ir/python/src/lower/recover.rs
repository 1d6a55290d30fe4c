//! Going on after an error, so that independent errors of a kernel are all reported.
//!
//! An instruction that fails leaves values *unknown*: its own, and those of the variables that its blocks store. Using
//! one is an error without a message of its own, so that what follows from an error is not reported again. Nothing is
//! emitted for a kernel with errors; going on only finds more of them.

use super::Lowering;
use crate::diagnostic::{Error, Kind, Result};
use crate::hir::{Instr, InstrKind};
use crate::mid::types::Invalid;
use crate::mid::{BlockId, Loc, LocId, Type, Var};
use std::sync::Arc;

/// Errors that one lowering reports.
const MAX_ERRORS: usize = 20;

/// The state before an instruction, to come back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    frames: usize,
    loops: usize,
    branches: usize,
    contexts: usize,
    loop_contexts: usize,
    block: BlockId,
    terminated: bool,
    restriction: Option<super::Restriction>,
    nesting: u32,
    loc: LocId,
    errors: usize,
}

impl Lowering<'_> {
    pub(super) fn mark(&self) -> Mark {
        let frame = self.scopes.frames.last();
        Mark {
            frames: self.scopes.frames.len(),
            loops: frame.map_or(0, |f| f.loops.len()),
            branches: frame.map_or(0, |f| f.branches.len()),
            contexts: frame.map_or(0, |f| f.contexts.len()),
            loop_contexts: frame.map_or(0, |f| f.loop_contexts.len()),
            block: self.block,
            terminated: self.terminated,
            restriction: self.restriction,
            nesting: self.nesting,
            loc: self.loc,
            errors: self.errors.len(),
        }
    }

    /// Notes an error of an instruction and leaves unknown what the instruction would have made.
    ///
    /// # Errors
    /// The error, where going on would make no sense.
    pub(super) fn recover(&mut self, instr: &Instr, error: Error, mark: Mark) -> Result<()> {
        // A bound that was hit would be hit again, and what a failed assertion says is not so
        // is what the rest takes for granted.
        let is_final = matches!(error.kind(), Kind::Limit | Kind::Static);
        if is_final || self.errors.len() >= MAX_ERRORS {
            return Err(error);
        }
        // Where something inside failed, what the whole makes of it is no news.
        if self.errors.len() == mark.errors {
            self.note(error);
        }
        self.scopes.frames.truncate(mark.frames);
        let frame = self.frame()?;
        frame.loops.truncate(mark.loops);
        frame.branches.truncate(mark.branches);
        frame.contexts.truncate(mark.contexts);
        frame.loop_contexts.truncate(mark.loop_contexts);
        self.block = mark.block;
        self.terminated = mark.terminated;
        self.restriction = mark.restriction;
        self.nesting = mark.nesting;
        self.loc = mark.loc;
        let unknown = self.unknown();
        if let Some(id) = instr.result {
            self.set_value(id, unknown)?;
        }
        if let InstrKind::StoreVar { index, .. } = &instr.kind {
            self.store_var(*index, unknown)?;
        }
        for block in instr.kind.blocks() {
            for index in &block.stored {
                self.store_var(*index, unknown)?;
            }
        }
        Ok(())
    }

    /// A variable of which nothing is known.
    fn unknown(&mut self) -> Var {
        let ty = Type::Invalid(Arc::new(Invalid {
            message: "value of code that has an error".to_owned(),
            loc: self.loc,
            undefined: false,
            unknown: true,
        }));
        self.body.new_typed(ty, self.loc)
    }

    /// Keeps an error for later, unless it follows from one that is kept or says the same: code that is inlined or
    /// unrolled fails each time.
    fn note(&mut self, error: Error) {
        let place = |lw: &Self, e: &Error| match (e.span(), e.loc()) {
            (Some(span), _) => Some(span),
            (None, Some(loc)) => {
                let Loc {
                    module, start, end, ..
                } = *lw.body.loc(loc);
                Some((module, crate::source::Span::new(start, end)))
            }
            (None, None) => None,
        };
        // Faults of this crate may come of going on.
        if error.is_consequence() || error.is_internal() && !self.errors.is_empty() {
            return;
        }
        let is_known = self.errors.iter().any(|known| {
            known.message() == error.message() && place(self, known) == place(self, &error)
        });
        if !is_known {
            self.errors.push(error);
        }
    }

    /// What was noted, together with what ended the lowering, if something did.
    pub(super) fn all_errors(&mut self, last: Result<()>) -> Result<()> {
        let mut errors = std::mem::take(&mut self.errors);
        if let Err(last) = last
            && (errors.is_empty() || !(last.is_consequence() || last.is_internal()))
        {
            errors.push(last);
        }
        Error::all(errors).map_or(Ok(()), Err)
    }
}
