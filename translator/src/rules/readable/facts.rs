//! What each piece of syntax was in each configuration of a kernel.
//!
//! The lowering traces every evaluation of an expression. Here the traces of all configurations
//! lie side by side, so that the writer can ask what an expression is in all of them: a type or
//! a constant that varies becomes generic.

use std::collections::HashMap;
use tileport_python::dtype::Dtype;
use tileport_python::lower::TraceEntry;
use tileport_python::mid::{Const, TileType, Type};
use tileport_python::source::Span;

/// A value for each configuration; `None` where the syntax was not evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Each<T>(pub Vec<Option<T>>);

impl<T: Clone + PartialEq> Each<T> {
    /// The same value everywhere.
    pub fn all(value: T, configurations: usize) -> Self {
        Each(vec![Some(value); configurations])
    }

    /// The value, if it is the same wherever there is one.
    pub fn uniform(&self) -> Option<&T> {
        let mut values = self.0.iter().flatten();
        let first = values.next()?;
        values.all(|v| v == first).then_some(first)
    }

    /// Whether both have the same value wherever both have one, and both have one somewhere.
    pub fn agrees(&self, other: &Each<T>) -> bool {
        let mut met = false;
        self.0.iter().zip(&other.0).all(|pair| match pair {
            (Some(a), Some(b)) => {
                met = true;
                a == b
            }
            _ => true,
        }) && met
    }

    /// Another value in each configuration; `None` if `f` fails in one that has a value.
    pub fn map<U>(&self, mut f: impl FnMut(&T) -> Option<U>) -> Option<Each<U>> {
        let mut out = Vec::with_capacity(self.0.len());
        for value in &self.0 {
            out.push(match value {
                Some(value) => Some(f(value)?),
                None => None,
            });
        }
        Some(Each(out))
    }

    /// Whether there is a value anywhere.
    pub fn is_known(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }
}

/// What an expression was.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Its type.
    pub ty: Each<Type>,
    /// Its value, where it was known in every configuration that evaluated it.
    pub constant: Option<Each<Const>>,
    /// Its value in those configurations where it was known.
    pub partly: Each<Const>,
}

impl Fact {
    /// Where it was evaluated, whether its value was known.
    pub fn known(&self) -> Each<bool> {
        let both = self.ty.0.iter().zip(&self.partly.0);
        Each(
            both.map(|(ty, c)| ty.as_ref().map(|_| c.is_some()))
                .collect(),
        )
    }

    /// The tile types, scalars included; `None` when it is something else anywhere.
    pub fn tile(&self) -> Option<Each<TileType>> {
        self.ty.map(Type::as_tile)
    }

    /// The element types; `None` when it is no tile of numbers anywhere.
    pub fn dtype(&self) -> Option<Each<Dtype>> {
        self.tile()?.map(TileType::dtype)
    }

    /// The value, when it is the same everywhere.
    pub fn value(&self) -> Option<&Const> {
        self.constant.as_ref()?.uniform()
    }
}

/// An evaluation: in which call of the function around it, and what it gave.
#[derive(Debug, PartialEq)]
struct Evaluation {
    call: usize,
    ty: Type,
    constant: Option<Const>,
}

impl Evaluation {
    /// Whether it is nothing but the truth value that a condition takes of `before`.
    fn is_truth_of(&self, before: &Evaluation) -> bool {
        let is_bool = |ty: &Type| ty.as_tile().and_then(|t| t.dtype()) == Some(Dtype::Bool);
        self.call == before.call && is_bool(&self.ty) && !is_bool(&before.ty)
    }

    fn gave_the_same(&self, other: &Evaluation) -> bool {
        self.ty == other.ty && self.constant == other.constant
    }
}

type Evaluations = HashMap<(u32, Span), Vec<Evaluation>>;

/// The traces of all configurations of a kernel.
#[derive(Debug, Default)]
pub struct Facts {
    configurations: Vec<Evaluations>,
    fused: Vec<std::collections::HashSet<(u32, Span)>>,
}

impl Facts {
    /// Gathers traces, one a configuration.
    pub fn new<'a>(traces: impl IntoIterator<Item = &'a [TraceEntry]>) -> Self {
        let configurations: Vec<Evaluations> = traces
            .into_iter()
            .map(|trace| {
                let mut map = Evaluations::new();
                for entry in trace {
                    let found = Evaluation {
                        call: entry.call as usize,
                        ty: entry.ty.clone(),
                        constant: entry.constant.clone(),
                    };
                    let list = map.entry((entry.module, entry.span)).or_default();
                    if !list.last().is_some_and(|last| found.is_truth_of(last)) {
                        list.push(found);
                    }
                }
                map
            })
            .collect();
        let fused = vec![Default::default(); configurations.len()];
        Facts {
            configurations,
            fused,
        }
    }

    /// Adds the places of additions and subtractions that a configuration fused with a product.
    pub fn fuse(&mut self, configuration: usize, places: impl IntoIterator<Item = (u32, Span)>) {
        if let Some(set) = self.fused.get_mut(configuration) {
            set.extend(places);
        }
    }

    /// Number of configurations.
    pub fn len(&self) -> usize {
        self.configurations.len()
    }

    /// Whether there is no configuration.
    pub fn is_empty(&self) -> bool {
        self.configurations.is_empty()
    }

    /// What the expression at `span` was in call number `nth` of the function around it (one number
    /// for each configuration; an expression whose evaluations all agree needs none). `None` where
    /// no configuration evaluated it, or where an evaluation cannot be told from others.
    pub fn at(&self, module: u32, span: Span, nth: &[usize], active: &[bool]) -> Option<Fact> {
        let mut types = Vec::with_capacity(self.len());
        let mut constants = Vec::with_capacity(self.len());
        let mut all_constant = true;
        for (i, map) in self.configurations.iter().enumerate() {
            let is_active = active.get(i).copied().unwrap_or(true);
            let found = match map.get(&(module, span)) {
                Some(list) if is_active => Some(pick(list, nth.get(i).copied().unwrap_or(0))?),
                _ => None,
            };
            all_constant &= found.is_none_or(|e| e.constant.is_some());
            types.push(found.map(|e| e.ty.clone()));
            constants.push(found.and_then(|e| e.constant.clone()));
        }
        let ty = Each(types);
        if !ty.is_known() {
            return None;
        }
        Some(Fact {
            ty,
            constant: all_constant.then(|| Each(constants.clone())),
            partly: Each(constants),
        })
    }

    /// Whether the addition or subtraction at `span` was fused.
    pub fn fused(&self, module: u32, span: Span, active: &[bool]) -> Each<bool> {
        let all = self.fused.iter().zip(&self.configurations).enumerate();
        let answers = all.map(|(i, (set, seen))| {
            let is_active = active.get(i).copied().unwrap_or(true);
            (is_active && seen.contains_key(&(module, span))).then(|| set.contains(&(module, span)))
        });
        Each(answers.collect())
    }
}

/// What all evaluations agree on, or those of call number `nth`.
fn pick(list: &[Evaluation], nth: usize) -> Option<&Evaluation> {
    let first = list.first()?;
    if list.iter().all(|e| e.gave_the_same(first)) {
        return Some(first);
    }
    let mut own = list.iter().filter(|e| e.call == nth);
    let found = own.next()?;
    own.all(|e| e.gave_the_same(found)).then_some(found)
}
