//! What several paths agree on about a variable (official `PhiState`).

use super::Lowering;
use super::scope::Origin;
use crate::diagnostic::Result;
use crate::mid::types::Invalid;
use crate::mid::{Const, LocId, Type, Var};
use std::sync::Arc;

/// What is known of a constant so far.
#[derive(Debug, Clone, PartialEq)]
enum State {
    Unset,
    Maybe(Const),
    No,
}

/// Type and constants of a variable where paths meet.
#[derive(Debug)]
pub(crate) struct Phi {
    /// The common type; `None` before the first path.
    pub ty: Option<Type>,
    /// Where the last value was stored.
    pub last: LocId,
    loose: Option<Type>,
    never_constant: bool,
    leaves: Option<Vec<State>>,
}

impl Phi {
    /// Where values meet.
    pub fn new() -> Phi {
        Phi {
            ty: None,
            last: LocId::UNKNOWN,
            loose: None,
            never_constant: false,
            leaves: None,
        }
    }

    /// As [`Phi::new`], but nothing is taken for constant: the start of a loop body.
    pub fn not_constant() -> Phi {
        Phi {
            never_constant: true,
            ..Phi::new()
        }
    }

    /// Whether all paths gave a type that can be used.
    pub fn is_valid(&self) -> bool {
        self.ty.as_ref().is_some_and(|t| !t.is_invalid())
    }
}

/// How [`Lowering::join`] treats a path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Join {
    /// Types that differ are an error here and now.
    pub eager: bool,
    /// Constants keep types that bend.
    pub loose: bool,
}

impl Join {
    pub const BRANCH: Join = Join {
        eager: false,
        loose: true,
    };
    pub const LOOP: Join = Join {
        eager: true,
        loose: true,
    };
    pub const START: Join = Join {
        eager: false,
        loose: false,
    };
}

impl Lowering<'_> {
    /// Adds the value of another path.
    ///
    /// # Errors
    /// Types that differ, where `how` is eager.
    pub(crate) fn join(
        &mut self,
        phi: &mut Phi,
        src: Var,
        origin: &Origin,
        how: Join,
    ) -> Result<()> {
        let ty = self.body.raw_type(src);
        let loose = match self.body.var(src).loose.clone() {
            Some(loose) if how.loose => loose,
            _ => ty.clone(),
        };
        match &phi.ty {
            None => {
                phi.ty = Some(ty.clone());
                phi.loose = Some(loose);
                phi.last = origin.place;
            }
            Some(old) if ty.is_invalid() => {
                if let (true, false, Type::Invalid(i)) = (how.eager, old.is_invalid(), &ty) {
                    return Err(i.error());
                }
                phi.ty = Some(ty.clone());
                phi.loose = Some(ty.clone());
            }
            Some(old) if !old.is_invalid() => {
                if ty == *old {
                    if phi.loose.as_ref() != Some(&loose) {
                        phi.loose = phi.ty.clone();
                    }
                } else {
                    let message = self.path_message(&ty, old, phi.last, origin);
                    let invalid = Invalid {
                        message,
                        loc: origin.place,
                        undefined: false,
                        unknown: false,
                    };
                    if how.eager {
                        return Err(invalid.error());
                    }
                    phi.ty = Some(Type::Invalid(Arc::new(invalid)));
                    phi.loose = phi.ty.clone();
                }
                phi.last = origin.place;
            }
            Some(_) => {
                if matches!(&ty, Type::Invalid(i) if i.unknown) {
                    phi.ty = Some(ty.clone());
                }
            }
        }
        self.join_constants(phi, src, &ty);
        Ok(())
    }

    fn path_message(&self, ty: &Type, old: &Type, last: LocId, origin: &Origin) -> String {
        let what = match origin.name.as_deref() {
            Some("$retval") => "the return value".to_string(),
            Some(name) if !name.starts_with('$') => format!("`{name}`"),
            _ => "the expression".to_string(),
        };
        let line = self.package.place(self.body.loc(last)).line;
        format!("type of {what} depends on the path taken: {ty} here, {old} in line {line}")
    }

    fn join_constants(&mut self, phi: &mut Phi, src: Var, ty: &Type) {
        if ty.is_invalid() {
            phi.leaves = None;
            phi.never_constant = true;
            return;
        }
        let mut leaves = Vec::new();
        self.body.flatten_into(src, &mut leaves);
        let start = if phi.never_constant {
            State::No
        } else {
            State::Unset
        };
        let states = phi.leaves.get_or_insert_with(|| vec![start; leaves.len()]);
        for (state, leaf) in states.iter_mut().zip(leaves) {
            let next = match (self.body.constant(leaf), &*state) {
                (Some(c), State::Unset) => State::Maybe(c.clone()),
                (Some(c), State::Maybe(old)) if c.py_eq(old) => continue,
                (Some(_), State::No) => continue,
                _ => State::No,
            };
            *state = next;
        }
    }

    /// Gives the variable that stands for the meeting what the paths agree on.
    pub(crate) fn finish_phi(&mut self, phi: &Phi, dst: Var) {
        let mut leaves = Vec::new();
        self.body.flatten_into(dst, &mut leaves);
        for (state, leaf) in phi.leaves.iter().flatten().zip(leaves) {
            if let State::Maybe(c) = state {
                self.body.var_mut(leaf).constant = Some(c.clone());
            }
        }
        self.body.var_mut(dst).loose = phi.loose.clone().filter(|t| !t.is_invalid());
    }

    /// The loose type that the paths agree on.
    pub(crate) fn phi_loose(&self, phi: &Phi) -> Option<Type> {
        phi.loose.clone()
    }

    /// Where the source stored a value last, else where it was made.
    pub(crate) fn place_of_value(&self, var: Var) -> LocId {
        let data = self.body.var(var);
        match data.stored.0 {
            LocId::UNKNOWN => data.loc.0,
            stored => stored,
        }
    }

    /// Where a variable was made.
    pub(crate) fn var_loc(&self, var: Var) -> LocId {
        self.body.var(var).loc.0
    }
}
