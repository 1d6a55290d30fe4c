//! Attributes, items, lengths, membership, tuples, slices, ranges, conversions of constants
//! (official `core_ops.py` and the attribute part of `ops.py`).

use super::Lowering;
use super::builder::float_to_int;
use super::builtin::{Builtin, Home};
use super::call::CallArgs;
use super::dispatch::Args;
use super::promote::promote_dtypes;
use super::require::normalize_axis;
use crate::classes;
use crate::diagnostic::{Error, Kind, Result};
use crate::dtype::Dtype;
use crate::eval;
use crate::mid::op::BitwiseKind;
use crate::mid::types::Callee;
use crate::mid::{Const, Type, Var};
use crate::modules::tile_method;
use std::sync::Arc;

impl Lowering<'_> {
    // ---- attributes ----------------------------------------------------------------------

    /// `object.name`.
    ///
    /// # Errors
    /// No such attribute.
    pub fn getattr(&mut self, object: Var, name: &str) -> Result<Var> {
        let ty = self.body.ty(object)?.clone();
        match &ty {
            Type::Tile(t) => match name {
                "dtype" => return self.const_var(&Const::Dtype(t.element)),
                "shape" => return self.const_var(&Const::ints(t.shape.iter().copied())),
                "ndim" => return self.const_var(&Const::Int(t.rank() as i128)),
                _ => {
                    if let Some(method) = tile_method(name) {
                        return self.bound_method(object, Callee::Builtin(method));
                    }
                }
            },
            Type::Array(a) => {
                let rank = a.rank();
                match name {
                    "dtype" => return self.const_var(&Const::Dtype(a.dtype.into())),
                    "ndim" => return self.const_var(&Const::Int(rank as i128)),
                    "shape" | "strides" => {
                        let parts = self.parts(object)?;
                        let at = if name == "shape" { 1 } else { 1 + rank };
                        let items = parts.get(at..at + rank).unwrap_or_default().to_vec();
                        return self.tuple(&items);
                    }
                    "foreign_pointer" => return self.foreign_pointer(object, a.dtype),
                    // A static method, which arrays themselves do not have.
                    "from_foreign" => {}
                    _ => {
                        if let Some(var) = self.method(object, Home::ArrayMethod, name)? {
                            return Ok(var);
                        }
                    }
                }
            }
            Type::TiledView(v) => match name {
                "dtype" => return self.const_var(&Const::Dtype(v.array.dtype.into())),
                "tile_shape" => return self.const_var(&Const::ints(v.tile_shape.iter().copied())),
                "traversal_steps" => {
                    return self.const_var(&Const::ints(v.traversal_steps.iter().copied()));
                }
                _ => {
                    if let Some(var) = self.method(object, Home::ViewMethod, name)? {
                        return Ok(var);
                    }
                }
            },
            Type::RawMemory(dtype) => {
                if name == "dtype" {
                    return self.const_var(&Const::Dtype((*dtype).into()));
                }
                if let Some(var) = self.method(object, Home::RawMethod, name)? {
                    return Ok(var);
                }
            }
            Type::Module(m) => {
                let value = self.package.module_attribute(m, name);
                return match value {
                    Ok(Const::Opaque(what)) => {
                        Err(Error::ty("this cannot be used in a kernel").found(what))
                    }
                    Ok(value) => self.const_var(&value),
                    Err(e) if e.kind() == Kind::Missing => {
                        let error = Error::ty(format!("the module has no attribute `{name}`"));
                        Err(match self.package.nearest_attribute(m, name) {
                            Some(near) => error.help(format!("did you mean `{near}`?")),
                            None => error,
                        })
                    }
                    Err(e) => Err(e),
                };
            }
            Type::Class(class) => {
                if let Some(method) = classes::method(self.package, *class, name)
                    && method.is_class
                {
                    return self.bound_method(object, Callee::Function(method.function));
                }
                let value = classes::attribute(self.package, *class, name)?;
                return self.const_var(&value);
            }
            Type::TileClass(class) => {
                if let Some(value) = class.attribute(name) {
                    return self.const_var(&value);
                }
            }
            Type::UserEnum(member) => match name {
                "name" => return self.const_var(&Const::Str(member.name.clone())),
                "value" => return self.const_var(&member.value),
                _ => {}
            },
            Type::Dataclass(d) => return self.dataclass_attribute(object, d.class, name),
            Type::Str(_) | Type::FormattedString(_) if name == "join" => {
                return self.bound_method(object, Callee::Builtin(Builtin::StrJoin));
            }
            Type::Dict(_) if name == "get" => {
                return self.bound_method(object, Callee::Builtin(Builtin::DictGet));
            }
            _ => {}
        }
        let error = Error::ty(format!("there is no attribute `{name}`")).found(&ty);
        Err(match &ty {
            Type::Tile(_) => error.help(
                "tiles have dtype, shape, ndim, astype, reshape, permute, transpose, extract, \
                 insert and item; other functions are ct.name(tile)",
            ),
            Type::Array(_) => error.help(
                "arrays have dtype, shape, strides, ndim, slice, tiled_view and get_raw_memory",
            ),
            _ => error,
        })
    }

    fn method(&mut self, object: Var, home: Home, name: &str) -> Result<Option<Var>> {
        match Builtin::find(home, name) {
            Some(method) => self.bound_method(object, Callee::Builtin(method)).map(Some),
            None => Ok(None),
        }
    }

    fn dataclass_attribute(
        &mut self,
        object: Var,
        class: crate::modules::ClassRef,
        name: &str,
    ) -> Result<Var> {
        let info = classes::dataclass(self.package, class)?;
        if let Some(i) = info.field_index(name)
            && let Some(var) = self.parts(object)?.get(i)
        {
            return Ok(*var);
        }
        match classes::method(self.package, class, name) {
            Some(m) if m.is_property => self
                .call_function(m.function, CallArgs::positional([object]))?
                .ok_or_else(|| Error::unsupported("internal: a property ended its block")),
            Some(m) if m.is_class => {
                let class = self.const_var(&Const::Class(class))?;
                self.bound_method(class, Callee::Function(m.function))
            }
            // Static methods get the object too: that is how the official compiler calls them.
            Some(m) => self.bound_method(object, Callee::Function(m.function)),
            None => {
                let value = classes::attribute(self.package, class, name)?;
                self.const_var(&value)
            }
        }
    }

    pub(super) fn py_getattr(&mut self, args: &Args) -> Result<Option<Var>> {
        let [object, name] = args.vars()?;
        let name = self.constant_str(name)?;
        self.getattr(object, &name).map(Some)
    }

    // ---- items ---------------------------------------------------------------------------

    pub(super) fn op_getitem(&mut self, args: &Args) -> Result<Option<Var>> {
        let [object, key] = args.vars()?;
        match (self.body.ty(object)?.clone(), self.body.ty(key)?.clone()) {
            (Type::Tuple(_), Type::Tile(t)) => {
                if !t.is_scalar() || !t.dtype().is_some_and(Dtype::is_integral) {
                    return Err(Error::ty("a tuple index must be an integer").found(Type::Tile(t)));
                }
                let items = self.tuple_items(object)?;
                let index = self.constant_int(key)?;
                let at = if index < 0 {
                    index + items.len() as i64
                } else {
                    index
                };
                usize::try_from(at)
                    .ok()
                    .and_then(|i| items.get(i).copied())
                    .map(Some)
                    .ok_or_else(|| {
                        Error::ty(format!(
                            "index is out of range for a tuple of {}",
                            items.len()
                        ))
                        .found(index)
                    })
            }
            (Type::Tuple(_), Type::Slice(_)) => {
                let Some(Const::Slice(parts)) = self.body.constant(key).cloned() else {
                    return Err(Error::ty("a slice of a tuple must be constant"));
                };
                let items = self.tuple_items(object)?;
                let picked: Vec<Var> = eval::slice_indices(&parts, items.len())?
                    .into_iter()
                    .filter_map(|i| items.get(i).copied())
                    .collect();
                self.tuple(&picked).map(Some)
            }
            (Type::Tuple(_), other) => {
                Err(Error::ty("a tuple index must be an integer or a slice").found(other))
            }
            (Type::Dataclass(d), _) => self.dunder(d.class, "__getitem__", &[object, key], "items"),
            (Type::Dict(d), _) => match self.dict_index(&d.keys, key)? {
                Some(i) => Ok(self.parts(object)?.get(i).copied()),
                None => Err(Error::ty("key is not in the dictionary").found(self.body.ty(key)?)),
            },
            (Type::Tile(_), Type::None) => self.expand_by(object, &[Const::None]).map(Some),
            (Type::Tile(_), Type::Tuple(_)) => match self.body.constant(key).cloned() {
                Some(Const::Tuple(items)) => self.expand_by(object, &items).map(Some),
                _ => Err(Error::ty("a tile can only be indexed by a constant tuple")),
            },
            (Type::Tile(_), _) => {
                Err(Error::ty("a tile cannot be indexed").help("use ct.extract() or Tile.item()"))
            }
            (Type::List(_), _) => self.list_item(object, key).map(Some),
            (Type::Array(_), _) => {
                Err(Error::ty("an array cannot be indexed").help("use ct.load() or ct.gather()"))
            }
            (other, _) => Err(Error::ty("object has no items").found(other)),
        }
    }

    /// `tile[None, :, ...]`: new axes of size 1.
    fn expand_by(&mut self, x: Var, index: &[Const]) -> Result<Var> {
        let tile = self.tile(x)?;
        let mut slices = 0;
        let mut ellipsis = None;
        let mut axes: Vec<i64> = Vec::new();
        for (i, item) in index.iter().enumerate() {
            match item {
                Const::None => axes.push(match ellipsis {
                    Some(e) if i > e => i as i64 - index.len() as i64,
                    _ => i as i64,
                }),
                Const::Ellipsis if ellipsis.is_some() => {
                    return Err(Error::ty("only one ellipsis is allowed"));
                }
                Const::Ellipsis => ellipsis = Some(i),
                Const::Slice(parts) if parts.iter().all(|p| *p == Const::None) => slices += 1,
                other => {
                    return Err(
                        Error::ty("a tile can be indexed by None, `:` and `...` only")
                            .found(other)
                            .help("use ct.extract() or Tile.item()"),
                    );
                }
            }
        }
        if slices > tile.rank() {
            return Err(Error::ty("more slices than dimensions").found(slices));
        }
        let rank = (tile.rank() + axes.len()) as i64;
        let mut shape = tile.shape.to_vec();
        for axis in axes {
            let at = if axis < 0 { axis + rank } else { axis };
            let at = usize::try_from(at).unwrap_or(0).min(shape.len());
            shape.insert(at, 1);
        }
        self.reshape(x, &shape)
    }

    fn dict_index(&self, keys: &[Arc<str>], key: Var) -> Result<Option<usize>> {
        match self.body.ty(key)? {
            Type::Str(s) => Ok(keys.iter().position(|k| k == s)),
            other => Err(Error::ty("dictionary keys must be strings").found(other)),
        }
    }

    pub(super) fn py_dict_get(&mut self, args: &Args) -> Result<Option<Var>> {
        let [object, key, default] = args.vars()?;
        match self.body.ty(object)?.clone() {
            Type::Dict(d) => match self.dict_index(&d.keys, key)? {
                Some(i) => Ok(self.parts(object)?.get(i).copied()),
                None => Ok(Some(default)),
            },
            other => Err(Error::ty("expected a dictionary").found(other)),
        }
    }

    pub(super) fn op_setitem(&mut self, args: &Args) -> Result<Option<Var>> {
        let [object, key, value] = args.vars()?;
        let help = match self.body.ty(object)?.clone() {
            Type::Dataclass(d) => {
                return self.dunder(
                    d.class,
                    "__setitem__",
                    &[object, key, value],
                    "assignable items",
                );
            }
            Type::Array(_) => "use ct.store() or ct.scatter()",
            Type::Tile(_) => "tiles do not change: make a new one, with ct.insert() or ct.where()",
            Type::Tuple(_) => "tuples do not change: make a new one",
            _ => "only dataclasses with __setitem__ can",
        };
        Err(Error::ty("object does not support item assignment")
            .found(self.body.ty(object)?)
            .help(help))
    }

    /// Calls a method of a dataclass that Python finds by name.
    fn dunder(
        &mut self,
        class: crate::modules::ClassRef,
        name: &str,
        args: &[Var],
        what: &str,
    ) -> Result<Option<Var>> {
        match classes::method(self.package, class, name) {
            Some(m) => self.call_function(m.function, CallArgs::positional(args)),
            None => Err(Error::ty(format!("object has no {what}")).found("dataclass instance")),
        }
    }

    pub(super) fn py_len(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x] = args.vars()?;
        match self.body.ty(x)?.clone() {
            Type::Tuple(items) => self.const_var(&Const::Int(items.len() as i128)).map(Some),
            Type::List(_) => Ok(self.parts(x)?.get(1).copied()),
            Type::Dataclass(d) => {
                let len = self.dunder(d.class, "__len__", &[x], "length")?;
                if let Some(len) = len
                    && !self.numeric_scalar(len)?.is_integral()
                {
                    return Err(Error::ty("__len__() must return an integer"));
                }
                Ok(len)
            }
            other => Err(Error::ty("object has no length").found(other)),
        }
    }

    pub(super) fn py_tuple(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x] = args.vars()?;
        self.tuple_items(x)?;
        Ok(Some(x))
    }

    /// Checks that a tuple has as many items as there are targets.
    pub(crate) fn unpack(&mut self, value: Var, count: u32) -> Result<Var> {
        let place = self.place_of_value(value);
        let items = self.tuple_items(value).map_err(|e| e.at(place))?;
        if items.len() != count as usize {
            return Err(
                Error::value(format!("expected {count} values to unpack")).found(items.len())
            );
        }
        Ok(value)
    }

    pub(super) fn op_in(&mut self, args: &Args, negate: bool) -> Result<Option<Var>> {
        let [x, y] = args.vars()?;
        let found = match self.body.ty(y)?.clone() {
            Type::Tuple(_) => self.is_in_tuple(x, y)?,
            Type::Dict(d) => {
                let found = self.dict_index(&d.keys, x)?.is_some();
                self.const_var(&Const::Bool(found))?
            }
            other => return Err(Error::ty("membership is not supported").found(other)),
        };
        if negate {
            self.apply(Builtin::Not, &[found]).map(Some)
        } else {
            Ok(Some(found))
        }
    }

    fn is_in_tuple(&mut self, x: Var, y: Var) -> Result<Var> {
        let mut result: Option<Var> = None;
        for item in self.tuple_items(y)?.iter() {
            let equal = self.apply(Builtin::Eq, &[x, *item])?;
            if let Some(t) = self.body.tile(equal)
                && !t.is_scalar()
            {
                return Err(Error::ty("`in` needs scalar operands").found(t.shape));
            }
            if matches!(self.body.constant(equal), Some(Const::Bool(true))) {
                return Ok(equal);
            }
            result = Some(match result {
                Some(so_far) => self.bitwise(BitwiseKind::Or, so_far, equal)?,
                None => equal,
            });
        }
        match result {
            Some(var) => Ok(var),
            None => self.const_var(&Const::Bool(false)),
        }
    }

    pub(super) fn op_is(&mut self, args: &Args, negate: bool) -> Result<Option<Var>> {
        let [x, y] = args.vars()?;
        let (a, b) = (
            matches!(self.body.ty(x)?, Type::None),
            matches!(self.body.ty(y)?, Type::None),
        );
        if !a && !b {
            return Err(Error::ty("`is` needs None on one side"));
        }
        self.const_var(&Const::Bool((a == b) != negate)).map(Some)
    }

    // ---- constants -----------------------------------------------------------------------

    fn constant_arg(&self, x: Var, what: &str) -> Result<Const> {
        self.body
            .constant(x)
            .cloned()
            .ok_or_else(|| Error::ty(format!("{what}() needs a constant")).help("use astype()"))
    }

    pub(super) fn py_int(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x] = args.vars()?;
        let i = match self.constant_arg(x, "int")? {
            Const::Float(f) => float_to_int(f)?,
            Const::Str(s) => {
                eval::parse_int(&s).ok_or_else(|| Error::ty("text is no integer").found(&s))?
            }
            other => other
                .as_int()
                .ok_or_else(|| Error::ty("expected a number").found(&other))?,
        };
        self.const_var(&Const::Int(i)).map(Some)
    }

    pub(super) fn py_float(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x] = args.vars()?;
        let value = self.constant_arg(x, "float")?;
        let f = match &value {
            Const::Str(s) => eval::parse_float(s),
            other => other.as_float(),
        };
        let f = f.ok_or_else(|| Error::ty("expected a number").found(&value))?;
        self.const_var(&Const::Float(f)).map(Some)
    }

    pub(super) fn py_bool(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x] = args.vars()?;
        if let Some(value) = self.body.constant(x) {
            let truth = match value {
                Const::None => false,
                Const::Bool(b) => *b,
                Const::Int(i) => *i != 0,
                Const::Float(f) => *f != 0.0,
                Const::Str(s) => !s.is_empty(),
                Const::Tuple(t) => !t.is_empty(),
                _ => true,
            };
            return self.const_var(&Const::Bool(truth)).map(Some);
        }
        self.numeric_scalar(x)?;
        self.astype(x, Dtype::Bool).map(Some)
    }

    pub(super) fn py_range(&mut self, args: &Args) -> Result<Option<Var>> {
        let items = args.rest(0)?.to_vec();
        if items.is_empty() || items.len() > 3 {
            return Err(Error::ty("range takes one to three arguments").found(items.len()));
        }
        let mut dtype = Dtype::DEFAULT_INT;
        for item in &items {
            let own = self.signed_scalar(*item)?;
            dtype = promote_dtypes(dtype.into(), own.into(), false)?
                .dtype()
                .unwrap_or(dtype);
        }
        let items = items
            .iter()
            .map(|i| self.astype(*i, dtype))
            .collect::<Result<Vec<_>>>()?;
        let ty = Type::scalar(dtype);
        let (start, stop, step) = match items[..] {
            [stop] => {
                let start = self.typed_const(Const::Int(0), ty.clone())?;
                (start, stop, self.typed_const(Const::Int(1), ty)?)
            }
            [start, stop] => (start, stop, self.typed_const(Const::Int(1), ty)?),
            [start, stop, step] => {
                if let Some(Const::Int(i)) = self.body.constant(step)
                    && *i <= 0
                {
                    return Err(Error::ty("the step of a range must be positive").found(i));
                }
                (start, stop, step)
            }
            _ => return Err(Error::ty("range takes one to three arguments")),
        };
        self.aggregate([start, stop, step], Type::Range(dtype))
            .map(Some)
    }

    pub(super) fn py_slice(&mut self, args: &Args) -> Result<Option<Var>> {
        let parts: [Var; 3] = args.vars()?;
        if parts.iter().any(|p| self.body.constant(*p).is_none()) {
            return Err(Error::ty("the parts of a slice must be constant"));
        }
        self.slice(parts).map(Some)
    }

    pub(super) fn ct_ensure_constant(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x] = args.vars()?;
        if self.body.constant(x).is_none() {
            return Err(Error::new(
                Kind::Static,
                "value is not known while compiling",
            ));
        }
        Ok(Some(x))
    }

    pub(super) fn py_dataclasses_replace(&mut self, args: &Args) -> Result<Option<Var>> {
        let object = args.var(0)?;
        let changes = args.keywords(1)?;
        let Type::Dataclass(d) = self.body.ty(object)?.clone() else {
            return Err(Error::ty("expected a dataclass instance").found(self.body.ty(object)?));
        };
        let info = classes::dataclass(self.package, d.class)?;
        let mut fields = self.parts(object)?.to_vec();
        for (name, value) in changes {
            match info.field_index(name).and_then(|i| fields.get_mut(i)) {
                Some(slot) => *slot = *value,
                None => return Err(Error::ty("dataclass has no such field").found(name)),
            }
        }
        let instance = self.instance(d.class, &fields)?;
        if let Some(m) = classes::method(self.package, d.class, "__post_init__") {
            self.call_function(m.function, CallArgs::positional([instance]))?;
        }
        Ok(Some(instance))
    }

    /// Axis of a rank, from a constant argument.
    ///
    /// # Errors
    /// No such axis, something other than a constant integer.
    pub fn axis_arg(&self, axis: Var, rank: usize) -> Result<usize> {
        normalize_axis(self.constant_int(axis)?, rank)
    }
}
