//! Building operations: every family goes through these.

use super::promote::dtype_of_number;
use super::{Lowering, Restriction};
use crate::diagnostic::{Error, Result};
use crate::dtype::{Category, Dtype};
use crate::float;
use crate::mid::constant::Instance;
use crate::mid::types::{BoundMethodType, Callee, DataclassType, DictType};
use crate::mid::{Aggregate, Const, MemoryEffect, Op, TileType, Type, Var};
use crate::modules::{ClassRef, Decoration};
use std::sync::Arc;

impl Lowering<'_> {
    /// Appends an operation with one result of type `ty`.
    ///
    /// # Errors
    /// An operation that may not stand in a reduction or scan body.
    pub fn add(&mut self, op: Op, ty: Type) -> Result<Var> {
        let var = self.body.new_typed(ty, self.loc);
        self.append(op, vec![var])?;
        Ok(var)
    }

    /// Appends an operation with results of the given types.
    ///
    /// # Errors
    /// As for [`Lowering::add`].
    pub fn add_many(&mut self, op: Op, types: Vec<Type>) -> Result<Vec<Var>> {
        let vars: Vec<Var> = types
            .into_iter()
            .map(|ty| self.body.new_typed(ty, self.loc))
            .collect();
        self.append(op, vars.clone())?;
        Ok(vars)
    }

    /// Appends an operation without results.
    ///
    /// # Errors
    /// As for [`Lowering::add`].
    pub fn add_void(&mut self, op: Op) -> Result<()> {
        self.append(op, Vec::new())
    }

    /// Appends an operation that defines `results`.
    ///
    /// # Errors
    /// As for [`Lowering::add`].
    pub fn append(&mut self, op: Op, results: Vec<Var>) -> Result<()> {
        if let Some(restriction) = self.restriction {
            check_restriction(&op, restriction)?;
        }
        let ends = op.is_terminator();
        let id = self.body.new_op(op, results, self.loc);
        self.body.block_mut(self.block).ops.push(id);
        self.terminated |= ends;
        Ok(())
    }

    /// A constant whose type bends to its partner, as literals do: its plain type is what
    /// Python's value has by itself.
    ///
    /// # Errors
    /// An integer out of range of every type, a value that cannot be used in a kernel.
    pub fn loose_const(&mut self, value: Const) -> Result<Var> {
        let ty = type_of_constant(&value)?;
        let mass = value.mass().checked()?;
        if !value.is_number() {
            let var = self.body.new_typed(ty, self.loc);
            let data = self.body.var_mut(var);
            data.constant = Some(value);
            data.mass = mass;
            return Ok(var);
        }
        self.loose_const_as(value.clone(), ty, Type::Loose(value))
    }

    /// A number of plain type `ty` that takes part in promotion as `loose`.
    ///
    /// # Errors
    /// As for [`Lowering::typed_const`].
    pub fn loose_const_as(&mut self, value: Const, ty: Type, loose: Type) -> Result<Var> {
        let var = self.typed_const(value, ty)?;
        self.body.var_mut(var).loose = Some(loose);
        Ok(var)
    }

    /// A constant of exactly this type, wrapped or rounded to it; `value` is a number, or a
    /// nested tuple of numbers for a tile with rank.
    ///
    /// # Errors
    /// A float that the type cannot hold.
    pub fn typed_const(&mut self, value: Const, ty: Type) -> Result<Var> {
        let tile = ty
            .as_tile()
            .ok_or_else(|| Error::ty("expected a type of numbers").found(&ty))?;
        let value = canonical(&value, tile)?;
        let var = self.add(
            Op::TypedConst {
                value: value.clone(),
            },
            ty,
        )?;
        if tile.is_scalar() {
            self.body.var_mut(var).constant = Some(value);
        }
        Ok(var)
    }

    /// A variable for an aggregate of the given parts.
    ///
    /// # Errors
    /// A value that is too large or nests too deeply.
    pub fn aggregate(&mut self, parts: impl Into<Arc<[Var]>>, ty: Type) -> Result<Var> {
        let parts = parts.into();
        let mass = self.body.mass_of(&parts).checked()?;
        let var = self.body.new_typed(ty, self.loc);
        let data = self.body.var_mut(var);
        data.aggregate = Some(Aggregate(parts));
        data.mass = mass;
        Ok(var)
    }

    /// A tuple; constant when all items are.
    ///
    /// # Errors
    /// An item that may not be used.
    pub fn tuple(&mut self, items: &[Var]) -> Result<Var> {
        let types: Arc<[Type]> = items
            .iter()
            .map(|v| self.body.ty(*v).cloned())
            .collect::<Result<_>>()?;
        let constant: Option<Arc<[Const]>> = items
            .iter()
            .map(|v| self.body.constant(*v).cloned())
            .collect();
        let var = self.aggregate(items, Type::Tuple(types))?;
        self.body.var_mut(var).constant = constant.map(Const::Tuple);
        Ok(var)
    }

    /// `slice(start, stop, step)`; constant when all are.
    ///
    /// # Errors
    /// An item that may not be used.
    pub fn slice(&mut self, items: [Var; 3]) -> Result<Var> {
        let [a, b, c] = items;
        let types = [
            self.body.ty(a)?.clone(),
            self.body.ty(b)?.clone(),
            self.body.ty(c)?.clone(),
        ];
        let constant = match items.map(|v| self.body.constant(v).cloned()) {
            [Some(a), Some(b), Some(c)] => Some(Const::Slice(Arc::new([a, b, c]))),
            _ => None,
        };
        let var = self.aggregate(items, Type::Slice(Arc::new(types)))?;
        self.body.var_mut(var).constant = constant;
        Ok(var)
    }

    /// `**kwargs`; constant when all values are.
    ///
    /// # Errors
    /// A value that may not be used.
    pub fn dict(&mut self, items: &[(Arc<str>, Var)]) -> Result<Var> {
        let values: Vec<Var> = items.iter().map(|(_, v)| *v).collect();
        let ty = DictType {
            keys: items.iter().map(|(k, _)| k.clone()).collect(),
            values: values
                .iter()
                .map(|v| self.body.ty(*v).cloned())
                .collect::<Result<_>>()?,
        };
        let constant: Option<Arc<[(Const, Const)]>> = items
            .iter()
            .map(|(k, v)| Some((Const::Str(k.clone()), self.body.constant(*v)?.clone())))
            .collect();
        let var = self.aggregate(values, Type::Dict(Arc::new(ty)))?;
        self.body.var_mut(var).constant = constant.map(Const::Dict);
        Ok(var)
    }

    /// An instance of a dataclass; constant when all fields are.
    ///
    /// # Errors
    /// A field that may not be used.
    pub fn instance(&mut self, class: ClassRef, fields: &[Var]) -> Result<Var> {
        let ty = DataclassType {
            class,
            fields: fields
                .iter()
                .map(|v| self.body.ty(*v).cloned())
                .collect::<Result<_>>()?,
        };
        let constant: Option<Vec<Const>> = fields
            .iter()
            .map(|v| self.body.constant(*v).cloned())
            .collect();
        let var = self.aggregate(fields, Type::Dataclass(Arc::new(ty)))?;
        self.body.var_mut(var).constant =
            constant.map(|fields| Const::Instance(Arc::new(Instance { class, fields })));
        Ok(var)
    }

    /// A method bound to an object.
    ///
    /// # Errors
    /// An object that may not be used.
    pub fn bound_method(&mut self, object: Var, function: Callee) -> Result<Var> {
        let receiver = self.body.ty(object)?.clone();
        let ty = Type::BoundMethod(Arc::new(BoundMethodType { receiver, function }));
        self.aggregate([object], ty)
    }

    /// A variable for a compile-time value of any kind, tuples and dataclasses included
    /// (the official `sym2var`).
    ///
    /// # Errors
    /// As for [`Lowering::loose_const`].
    pub fn const_var(&mut self, value: &Const) -> Result<Var> {
        match value {
            Const::Tuple(items) => {
                let vars = items
                    .iter()
                    .map(|x| self.const_var(x))
                    .collect::<Result<Vec<_>>>()?;
                self.tuple(&vars)
            }
            Const::Slice(parts) => {
                let [a, b, c] = &**parts;
                let items = [self.const_var(a)?, self.const_var(b)?, self.const_var(c)?];
                self.slice(items)
            }
            Const::Instance(instance) => {
                let vars = instance
                    .fields
                    .iter()
                    .map(|x| self.const_var(x))
                    .collect::<Result<Vec<_>>>()?;
                self.instance(instance.class, &vars)
            }
            Const::Function(f) if self.package.decoration(*f) == Decoration::Kernel => {
                Err(Error::ty("a kernel cannot be used inside a kernel")
                    .help("put what both do into a function without @ct.kernel"))
            }
            Const::Typed(typed) => self.typed_const(typed.0.clone(), Type::scalar(typed.1)),
            // A member of an `IntEnum` is an integer first.
            Const::UserEnum(member) if member.is_int => self.const_var(&member.value),
            other => self.loose_const(other.clone()),
        }
    }
}

/// The type of a compile-time value that has no parts.
///
/// # Errors
/// An integer out of range of every type, a value that cannot be used in a kernel.
pub fn type_of_constant(value: &Const) -> Result<Type> {
    Ok(match value {
        Const::Bool(_) | Const::Int(_) | Const::Float(_) => Type::scalar(dtype_of_number(value)?),
        Const::None => Type::None,
        Const::Ellipsis => Type::Ellipsis,
        Const::NotImplemented => Type::NotImplemented,
        Const::Str(s) => Type::Str(s.clone()),
        Const::Dtype(d) => Type::Dtype(*d),
        Const::Enum(e) => Type::Enum(*e),
        Const::UserEnum(e) => Type::UserEnum(e.clone()),
        Const::Builtin(b) => Type::Builtin(*b),
        Const::Function(f) => Type::Function(*f),
        Const::Class(c) => Type::Class(*c),
        Const::TileClass(c) => Type::TileClass(*c),
        Const::Module(m) => Type::Module(m.clone()),
        Const::Tuple(_)
        | Const::Slice(_)
        | Const::Instance(_)
        | Const::List(_)
        | Const::Dict(_)
        | Const::ByTarget(_)
        | Const::Typed(_)
        | Const::Record(_)
        | Const::Annotation(_)
        | Const::Opaque(_) => {
            return Err(Error::ty("this value cannot be used in a kernel").found(value));
        }
    })
}

/// `value` as the type holds it: integers wrap, floats round, nested tuples element by element.
///
/// # Errors
/// A float that the type cannot hold.
pub fn canonical(value: &Const, tile: TileType) -> Result<Const> {
    if let Const::Tuple(items) = value {
        return Ok(Const::Tuple(
            items
                .iter()
                .map(|x| canonical(x, tile))
                .collect::<Result<_>>()?,
        ));
    }
    let Some(dtype) = tile.dtype() else {
        return Ok(value.clone());
    };
    match dtype.category() {
        Category::Boolean => Ok(value.clone()),
        Category::Integral => {
            let i = match value {
                Const::Float(f) => float_to_int(*f)?,
                other => other
                    .as_int()
                    .ok_or_else(|| Error::ty("expected a number").found(value))?,
            };
            Ok(Const::Int(wrap(i, dtype)))
        }
        Category::Float | Category::RestrictedFloat => {
            let f = value
                .as_float()
                .ok_or_else(|| Error::ty("expected a number").found(value))?;
            float::round_to(f, dtype)
                .map(Const::Float)
                .map_err(|e| Error::value(e).found(f))
        }
    }
}

/// Truncates towards zero, as Python's `int()`.
///
/// # Errors
/// Infinity, NaN, a number beyond 128 bits.
pub fn float_to_int(f: f64) -> Result<i128> {
    let t = f.trunc();
    if t.abs() < 1.7e38 {
        Ok(t as i128)
    } else {
        Err(Error::value("cannot convert float to integer").found(f))
    }
}

/// The low bits of `value`, as the integer type reads them.
pub fn wrap(value: i128, dtype: Dtype) -> i128 {
    let shift = 128 - dtype.bits();
    if dtype.is_signed() {
        value << shift >> shift
    } else {
        ((value as u128) << shift >> shift) as i128
    }
}

/// Refuses what may not stand in a reduction or scan body.
pub(crate) fn check_restriction(op: &Op, restriction: Restriction) -> Result<()> {
    let place = match restriction {
        Restriction::Reduction => "reduction",
        Restriction::Scan => "scan",
    };
    if op.memory_effect() != MemoryEffect::None {
        return Err(Error::syntax(format!(
            "memory accesses are not allowed inside a {place} body"
        )));
    }
    match op {
        Op::Loop { .. } => Err(Error::syntax(format!(
            "loops are not allowed inside a {place} body"
        ))),
        Op::IfElse { .. } => Err(Error::syntax(format!(
            "branches are not allowed inside a {place} body"
        ))
        .help("use ct.where()")),
        _ => Ok(()),
    }
}
