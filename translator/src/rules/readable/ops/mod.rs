//! The writer's own operations: small functions of the emitted module for what the official
//! library lacks, wraps with other defaults, or gets wrong.
//!
//! Only those a module uses are printed, in the order of [`Own`], with a doc comment each.

mod access;
mod folds;
mod numbers;
mod pointers;
mod views;

pub use access::{Access, Pad};
pub use folds::Fold;

use crate::pair::rust_element;
use std::collections::BTreeSet;
use tileport_python::dtype::Dtype;

/// An operation of the emitted module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Own {
    /// Read a tile.
    Load(Pad, Access),
    /// Write a tile.
    Store(Access),
    /// Number of tiles along an axis.
    NumTiles,
    /// Strides of a tensor.
    Strides,
    /// A load through pointers whose padding is a tile.
    LoadPtrPadded,
    /// A scalar index in every element.
    SplatIndex,
    /// Which indices lie inside a dimension.
    Inside,
    /// Addresses of elements of an array; which strides are 1.
    Addresses(Vec<bool>),
    /// Which index tuples lie inside an array.
    InsideAll(usize),
    /// Read elements: strides of 1, bounds checked, masked, padded with a given tile.
    Gather {
        /// Which strides are 1.
        unit: Vec<bool>,
        /// Whether indices are checked.
        checked: bool,
        /// Whether there is a mask.
        masked: bool,
        /// Whether the padding is given; zero otherwise.
        padded: bool,
        /// How.
        access: Access,
    },
    /// Write elements.
    Scatter {
        /// Which strides are 1.
        unit: Vec<bool>,
        /// Whether indices are checked.
        checked: bool,
        /// Whether there is a mask.
        masked: bool,
        /// How.
        access: Access,
    },
    /// Convert every element.
    To(Dtype, Route),
    /// A float constant of any element type.
    Lit,
    /// An integer constant of any element type.
    LitInt,
    /// `a * b + c`, rounded once; flushing denormals or not.
    MulAdd(bool),
    /// A reduction along an axis of a rank; keeping the axis or not.
    Reduce {
        /// Which.
        fold: Fold,
        /// Rank of the operand.
        rank: usize,
        /// Axis.
        axis: usize,
        /// Whether the axis stays, with size 1.
        keep: bool,
    },
    /// Sums of all elements up to each, along an axis; from the end or not.
    Cumsum {
        /// Axis.
        axis: usize,
        /// Whether from the end.
        reverse: bool,
        /// Whether the elements are floats.
        float: bool,
    },
    /// `0, 1, 2, …`
    Arange(Dtype),
    /// Exponential, approximate.
    ExpApprox,
    /// Quotient of tiles, rounded down.
    FloorDivTile,
    /// Quotient of tiles, rounded up.
    CeilDivTile,
    /// Remainder of tiles with the sign of the divisor.
    ModuloTile,
    /// Quotient of scalars, rounded down.
    FloorDiv,
    /// Remainder of scalars with the sign of the divisor.
    Modulo,
    /// The value of a tile of one element.
    Item(Dtype),
    /// A number that the compiler does not reason about.
    Opaque,
    /// Truncation of integers.
    Trunci,
    /// The value, its type written out.
    Same,
}

/// How a conversion is expressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Route {
    /// `convert_tile`.
    Convert,
    /// Widening of integers.
    Extend,
    /// Narrowing of integers.
    Truncate,
    /// The other signedness of the same width.
    Bitcast,
    /// Comparison of a float with zero.
    FloatToBool,
    /// Comparison of an integer with zero.
    IntToBool,
}

impl Own {
    /// Its name in the emitted module.
    pub fn name(&self) -> String {
        match self {
            Own::Load(pad, access) => format!("load{}{}", pad.suffix(), access.suffix()),
            Own::Store(access) => format!("store{}", access.suffix()),
            Own::NumTiles => "count_tiles".into(),
            Own::Strides => "strides".into(),
            Own::LoadPtrPadded => "load_ptr_padded".into(),
            Own::SplatIndex => "splat_index".into(),
            Own::Inside => "inside".into(),
            Own::Addresses(unit) => format!("addresses{}", pointers::unit_suffix(unit)),
            Own::InsideAll(rank) => format!("inside_{rank}d"),
            Own::Gather {
                unit,
                checked,
                masked,
                padded,
                access,
            } => format!(
                "gather{}{}{}{}{}",
                pointers::unit_suffix(unit),
                if *checked { "" } else { "_unchecked" },
                if *masked { "_where" } else { "" },
                if *padded { "_or" } else { "" },
                access.suffix()
            ),
            Own::Scatter {
                unit,
                checked,
                masked,
                access,
            } => format!(
                "scatter{}{}{}{}",
                pointers::unit_suffix(unit),
                if *checked { "" } else { "_unchecked" },
                if *masked { "_where" } else { "" },
                access.suffix()
            ),
            Own::To(dtype, route) => match route {
                Route::Convert => format!("to_{}", rust_element(*dtype)),
                Route::Extend => format!("extend_to_{}", rust_element(*dtype)),
                Route::Truncate => format!("truncate_to_{}", rust_element(*dtype)),
                Route::Bitcast => format!("as_{}", rust_element(*dtype)),
                Route::FloatToBool => "is_nonzero".into(),
                Route::IntToBool => "is_set".into(),
            },
            Own::Lit => "lit".into(),
            Own::LitInt => "lit_int".into(),
            Own::MulAdd(false) => "mul_add".into(),
            Own::MulAdd(true) => "mul_add_ftz".into(),
            Own::Reduce {
                fold,
                rank,
                axis,
                keep,
            } => format!(
                "{}_{}{}",
                fold.name(),
                folds::reduce_suffix(*rank, *axis),
                if *keep { "_keep" } else { "" }
            ),
            Own::Cumsum {
                axis,
                reverse,
                float,
            } => format!(
                "cumsum{}_{axis}{}",
                if *float { "" } else { "_int" },
                if *reverse { "_reverse" } else { "" }
            ),
            Own::Arange(Dtype::Int32) => "arange".into(),
            Own::Arange(dtype) => format!("arange_{}", rust_element(*dtype)),
            Own::ExpApprox => "exp_approx".into(),
            Own::FloorDivTile => "floor_div_tile".into(),
            Own::CeilDivTile => "ceil_div_tile".into(),
            Own::ModuloTile => "modulo_tile".into(),
            Own::FloorDiv => "floor_div".into(),
            Own::Modulo => "modulo".into(),
            Own::Item(dtype) => format!("item_{}", rust_element(*dtype)),
            Own::Opaque => "opaque".into(),
            Own::Trunci => "trunci_wrapping".into(),
            Own::Same => "same".into(),
        }
    }

    /// Operations that its text calls.
    fn needs(&self) -> Vec<Own> {
        match self {
            Own::Load(_, access) if access.after => vec![Own::Same],
            Own::Inside => vec![Own::SplatIndex],
            Own::InsideAll(_) => vec![Own::Inside],
            Own::Addresses(unit) if unit.contains(&false) => vec![Own::Strides, Own::SplatIndex],
            Own::Gather {
                unit,
                checked,
                masked,
                access,
                ..
            } => {
                let mut out = vec![Own::Addresses(unit.clone())];
                if *checked {
                    out.push(Own::InsideAll(unit.len()));
                }
                let _ = masked;
                out.push(Own::LoadPtrPadded);
                if access.after {
                    out.push(Own::Same);
                }
                out
            }
            Own::Scatter { unit, checked, .. } => {
                let mut out = vec![Own::Addresses(unit.clone())];
                if *checked {
                    out.push(Own::InsideAll(unit.len()));
                }
                out
            }
            Own::To(_, Route::Truncate) => vec![Own::Trunci],
            _ => Vec::new(),
        }
    }

    /// Its Rust text.
    pub fn source(&self) -> String {
        let text = match self {
            Own::Load(pad, access) => access.fill(&views::load_text(*pad, access.after)),
            Own::Store(access) => access.fill(views::store_text(access.after)),
            Own::NumTiles => views::NUM_TILES.into(),
            Own::Strides => pointers::STRIDES.into(),
            Own::LoadPtrPadded => pointers::LOAD_PTR_PADDED.into(),
            Own::SplatIndex => pointers::SPLAT_INDEX.into(),
            Own::Inside => pointers::INSIDE.into(),
            Own::Addresses(unit) => pointers::addresses_text(unit),
            Own::InsideAll(rank) => pointers::inside_all_text(*rank),
            Own::Gather {
                unit,
                checked,
                masked,
                padded,
                access,
            } => access.fill(&pointers::gather_text(
                unit,
                *checked,
                *masked,
                *padded,
                access.after,
            )),
            Own::Scatter {
                unit,
                checked,
                masked,
                access,
            } => access.fill(&pointers::scatter_text(
                unit,
                *checked,
                *masked,
                access.after,
            )),
            Own::To(dtype, route) => numbers::to_text(*dtype, *route),
            Own::Lit => numbers::LIT.into(),
            Own::LitInt => numbers::LIT_INT.into(),
            Own::MulAdd(ftz) => numbers::mul_add_text(*ftz),
            Own::Reduce {
                fold,
                rank,
                axis,
                keep,
            } => folds::reduce_text(*fold, *rank, *axis, *keep),
            Own::Cumsum {
                axis,
                reverse,
                float,
            } => folds::cumsum_text(*axis, *reverse, *float),
            Own::Arange(dtype) => numbers::ARANGE.replace("DTYPE", rust_element(*dtype)),
            Own::ExpApprox => numbers::EXP_APPROX.into(),
            Own::FloorDivTile => numbers::FLOOR_DIV_TILE.into(),
            Own::CeilDivTile => numbers::FLOOR_DIV_TILE
                .replace("towards negative infinity", "towards infinity")
                .replace("NegativeInf", "PositiveInf"),
            Own::ModuloTile => numbers::MODULO_TILE.into(),
            Own::FloorDiv => numbers::FLOOR_DIV.into(),
            Own::Modulo => numbers::MODULO.into(),
            Own::Item(dtype) => numbers::ITEM.replace("DTYPE", rust_element(*dtype)),
            Own::Opaque => numbers::OPAQUE.into(),
            Own::Trunci => numbers::TRUNCI.into(),
            Own::Same => numbers::SAME.into(),
        };
        text.replace("NAME", &self.name())
    }
}

/// Operations a module uses.
#[derive(Clone, Debug, Default)]
pub struct Used(BTreeSet<Own>);

impl Used {
    /// Notes a use, of what it needs too; the name to call it by.
    pub fn note(&mut self, own: Own) -> String {
        let name = own.name();
        if self.0.insert(own.clone()) {
            for needed in own.needs() {
                self.note(needed);
            }
        }
        name
    }

    /// In the order they are printed in.
    pub fn iter(&self) -> impl Iterator<Item = &Own> {
        self.0.iter()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Own> {
        let plain = Access::default();
        let after = Access {
            after: true,
            latency: Some(3),
            no_tma: true,
            order: Some(vec![1, 0]),
        };
        let mut out = vec![
            Own::NumTiles,
            Own::Lit,
            Own::LitInt,
            Own::ExpApprox,
            Own::FloorDivTile,
            Own::CeilDivTile,
            Own::ModuloTile,
            Own::FloorDiv,
            Own::Modulo,
            Own::Opaque,
            Own::Item(Dtype::Int32),
            Own::Arange(Dtype::Int32),
            Own::MulAdd(false),
            Own::MulAdd(true),
        ];
        for access in [&plain, &after] {
            out.push(Own::Load(Pad::NegInf, access.clone()));
            out.push(Own::Store(access.clone()));
            for (checked, masked, padded) in [(true, true, true), (false, false, false)] {
                out.push(Own::Gather {
                    unit: vec![false, true],
                    checked,
                    masked,
                    padded,
                    access: access.clone(),
                });
                out.push(Own::Scatter {
                    unit: vec![true],
                    checked,
                    masked,
                    access: access.clone(),
                });
            }
        }
        for route in [
            Route::Convert,
            Route::Extend,
            Route::Truncate,
            Route::Bitcast,
            Route::FloatToBool,
            Route::IntToBool,
        ] {
            out.push(Own::To(Dtype::Int16, route));
        }
        for (rank, axis, keep) in [(1, 0, false), (2, 1, true), (3, 0, false)] {
            out.push(Own::Reduce {
                fold: Fold::Max,
                rank,
                axis,
                keep,
            });
        }
        out
    }

    #[test]
    fn every_text_is_a_function_of_its_name() {
        let mut used = Used::default();
        samples().into_iter().for_each(|own| {
            used.note(own);
        });
        for own in used.iter() {
            let function: syn::ItemFn = syn::parse_str(&own.source())
                .unwrap_or_else(|e| panic!("{}: {e}\n{}", own.name(), own.source()));
            assert_eq!(function.sig.ident.to_string(), own.name());
        }
    }

    #[test]
    fn names_are_different() {
        let all = samples();
        let names: BTreeSet<String> = all.iter().map(Own::name).collect();
        assert_eq!(names.len(), all.len());
    }
}
