//! Type parameters and const generics: what differs between launches.

use super::code::{Code, ident};
use super::facts::{Each, Fact};
use super::refusal::Result;
use super::value::{Dim, DimText, Elem, Ty, Value};
use super::writer::Writer;
use super::writer::{ConstGeneric, TypeGeneric};
use crate::rules::names::{Names, camel_case, shout};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;
use tileport_python::dtype::Dtype;
use tileport_python::mid::Const;
use tileport_python::source::Span;

impl Writer<'_> {
    /// The element type that is `dtypes` in each configuration; `None` when nothing is.
    pub fn find_elem(&self, dtypes: &Each<Dtype>) -> Option<Elem> {
        if let Some(dtype) = dtypes.uniform() {
            return Some(Elem::Known(*dtype));
        }
        self.types
            .iter()
            .find(|g| g.dtypes.agrees(dtypes))
            .map(|g| Elem::Generic(g.name.clone()))
    }

    /// The element type that is `dtypes` in each configuration; a new type parameter, named like
    /// `wanted`, when there is none.
    pub fn elem(&mut self, dtypes: &Each<Dtype>, wanted: &str) -> Elem {
        if let Some(elem) = self.find_elem(dtypes) {
            return elem;
        }
        let mut taken = Names::new(self.types.iter().map(|g| g.name.clone()));
        let name = taken.take(&camel_case(wanted), "");
        self.types.push(TypeGeneric {
            name: name.clone(),
            dtypes: dtypes.clone(),
        });
        Elem::Generic(name)
    }

    /// What an element type is in each active configuration.
    pub fn dtypes(&self, elem: &Elem) -> Each<Dtype> {
        match elem {
            Elem::Known(dtype) => self.each(*dtype),
            Elem::Generic(name) => {
                let generic = self.types.iter().find(|g| g.name == *name);
                let all = generic.map(|g| g.dtypes.0.as_slice()).unwrap_or(&[]);
                Each(
                    self.active
                        .iter()
                        .enumerate()
                        .map(|(i, a)| a.then(|| all.get(i).copied().flatten()).flatten())
                        .collect(),
                )
            }
        }
    }

    /// Whether an element type is a float of a category in every configuration.
    pub fn is_float(&self, elem: &Elem) -> bool {
        let dtypes = self.dtypes(elem);
        dtypes.0.iter().flatten().all(|d| d.is_float())
    }

    /// A constant integer as a size of a tile.
    pub fn dim(&mut self, value: &Value, wanted: &str, span: Span) -> Result<Dim> {
        let values = value
            .constant
            .as_ref()
            .and_then(|c| c.map(|c| c.as_int().and_then(|i| i64::try_from(i).ok())));
        let Some(values) = values else {
            return self.refuse(span, "shape", "a size that is only known at run time");
        };
        if let Some(name) = value.code.as_name()
            && (self.consts.iter().any(|c| c.name == name)
                || self.shared.constants.contains_key(&name))
        {
            return Ok(Dim {
                text: DimText::Name(name),
                values,
            });
        }
        Ok(self.dim_of(values, wanted))
    }

    /// A size by what it is in each configuration.
    pub fn dim_of(&mut self, values: Each<i64>, wanted: &str) -> Dim {
        if let Some(&value) = values.uniform() {
            return Dim {
                text: DimText::Lit(value),
                values,
            };
        }
        let known = self.consts.iter().find(|c| {
            c.ty == "i32"
                && c.values
                    .map(|v| v.as_int().and_then(|i| i64::try_from(i).ok()))
                    .is_some_and(|v| v.agrees(&values))
        });
        if let Some(known) = known {
            return Dim {
                text: DimText::Name(known.name.clone()),
                values,
            };
        }
        let mut taken = Names::new(self.consts.iter().map(|c| c.name.clone()));
        let name = taken.take(&shout(wanted), "");
        let constants = values.map(|v| Some(Const::Int((*v).into())));
        self.consts.push(ConstGeneric {
            name: name.clone(),
            ty: "i32",
            values: constants.unwrap_or(Each(Vec::new())),
        });
        Dim {
            text: DimText::Name(name),
            values,
        }
    }

    /// Whether sizes are what the lowering found, in every active configuration.
    pub fn check_dims(&self, dims: &[Dim], fact: &Fact, span: Span) -> Result<()> {
        let Some(tiles) = fact.tile() else {
            return Ok(());
        };
        for (i, tile) in tiles.0.iter().enumerate() {
            let Some(tile) = tile else { continue };
            let ours: Vec<Option<i64>> = dims
                .iter()
                .map(|d| d.values.0.get(i).copied().flatten())
                .collect();
            let same = tile.shape.len() == ours.len()
                && tile
                    .shape
                    .iter()
                    .zip(&ours)
                    .all(|(a, b)| b.is_none_or(|b| b == *a));
            if !same {
                return self.refuse(
                    span,
                    "shape",
                    format!(
                        "the writer expects {ours:?}, the lowering found {}",
                        tile.shape
                    ),
                );
            }
        }
        Ok(())
    }

    /// Declares a const generic for a compile-time parameter.
    pub fn const_generic(&mut self, python: &str, ty: &'static str, values: Each<Const>) -> Value {
        let mut taken = Names::new(self.consts.iter().map(|c| c.name.clone()));
        let name = taken.take(&shout(python), "");
        self.consts.push(ConstGeneric {
            name: name.clone(),
            ty,
            values: values.clone(),
        });
        let dtype = match ty {
            "bool" => Dtype::Bool,
            _ => Dtype::Int32,
        };
        Value::new(Code::name(&name), Ty::Scalar(Elem::Known(dtype))).with_constant(Some(values))
    }

    /// The generics among names, in their order, with their declarations.
    pub fn generics_used(&self, names: &BTreeSet<String>) -> Vec<(String, TokenStream)> {
        let types = self.types.iter().map(|g| {
            let name = ident(&g.name);
            (g.name.clone(), quote!(#name: ElementType))
        });
        let consts = self.consts.iter().map(|g| {
            let (name, ty) = (ident(&g.name), ident(g.ty));
            (g.name.clone(), quote!(const #name: #ty))
        });
        types
            .chain(consts)
            .filter(|(name, _)| names.contains(name))
            .collect()
    }
}
