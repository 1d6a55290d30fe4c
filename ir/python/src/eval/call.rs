//! Calls: built-in functions, methods of Python's own types, functions of the package.

use super::expr::{bounded, is_list, range_len, tuple};
use super::typed;
use super::{Evaluator, MAX_CALLS, Sym, device, opaque, strings};
use crate::classes;
use crate::diagnostic::{Error, Kind, Result};
use crate::dtype::{Dtype, Element};
use crate::lower::builtin::Builtin;
use crate::lower::cast::python_number;
use crate::lower::number;
use crate::mid::Const;
use crate::mid::op::{ArithmeticKind, Predicate, UnaryKind};
use crate::modules::TileClass;
use crate::specialise::{Annotation, ArrayAnnotation, LeafAnnotation};
use crate::tree::{self, Expr};
use std::sync::Arc;

pub(super) type Keywords = Vec<(Arc<str>, Sym)>;

impl Evaluator<'_> {
    pub(super) fn call_expr(
        &mut self,
        func: &Expr,
        args: &[Expr],
        keywords: &[tree::Keyword],
    ) -> Result<Sym> {
        let callee = self.expr(func)?;
        if let Sym::Const(Const::Opaque(what)) = &callee {
            if what.ends_with("info")
                && let Ok(args) = self.elements(args)
                && let Some(info) = typed::info(what, &args)
            {
                return Ok(info);
            }
            return Ok(opaque(&format!("result of {what}")));
        }
        let args = self.elements(args)?;
        let mut named = Vec::new();
        for keyword in keywords {
            let value = self.expr(&keyword.value)?;
            match (&keyword.arg, value) {
                (Some(name), value) => named.push((Arc::from(name.as_str()), value)),
                (None, Sym::Const(Const::Dict(items))) => {
                    for (k, v) in items.iter() {
                        let Const::Str(name) = k else {
                            return Err(Error::ty("keywords must be strings"));
                        };
                        named.push((name.clone(), Sym::Const(v.clone())));
                    }
                }
                _ => return Err(Error::ty("expected a dictionary after **")),
            }
        }
        self.call(callee, args, named)
    }

    /// Calls a value.
    ///
    /// # Errors
    /// Whatever the callee raises, a value that cannot be called.
    pub fn call(&mut self, callee: Sym, args: Vec<Sym>, keywords: Keywords) -> Result<Sym> {
        self.step()?;
        match callee {
            Sym::Const(Const::Builtin(b)) => {
                let value = self.call_builtin(b, args, keywords)?;
                self.made(value)
            }
            Sym::Const(Const::Function(f)) => self.deeper(|e| e.call_function(f, args, keywords)),
            Sym::Lambda(lambda) => self.deeper(|e| e.call_lambda(&lambda, args, keywords)),
            Sym::Method(object, name) => {
                let value = self.call_method(*object, &name, args, keywords)?;
                self.made(value)
            }
            Sym::Const(Const::Dtype(Element::Scalar(dtype))) => match args.as_slice() {
                // Outside of kernels it is a type of NumPy.
                [Sym::Const(c)] if self.device.is_none() => {
                    typed::typed(&python_number(c.untyped(), dtype)?, dtype).map(Sym::Const)
                }
                [Sym::Const(c)] => python_number(c, dtype).map(Sym::Const),
                _ => Err(Error::ty("a data type takes one constant")),
            },
            Sym::Const(Const::Class(class)) => {
                let value = self.construct(class, args, keywords)?;
                self.made(value)
            }
            Sym::Const(Const::TileClass(class)) => self.call_class(class, args, keywords),
            Sym::Const(Const::Opaque(what)) => Ok(opaque(&format!("result of {what}"))),
            other => Err(Error::ty("value cannot be called").found(self.text(&other))),
        }
    }

    fn deeper(&mut self, f: impl FnOnce(&mut Self) -> Result<Sym>) -> Result<Sym> {
        if self.depth >= MAX_CALLS {
            return Err(Error::limit("calls are nested too deeply while compiling"));
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    fn construct(
        &mut self,
        class: crate::modules::ClassRef,
        args: Vec<Sym>,
        keywords: Keywords,
    ) -> Result<Sym> {
        if let Some(members) = classes::enum_members(self.package, class)? {
            let [Sym::Const(value)] = args.as_slice() else {
                return Err(Error::ty("an enumeration takes one constant"));
            };
            return members
                .iter()
                .find(|(_, m)| m.value.py_eq(value))
                .map(|(_, m)| Sym::Const(Const::UserEnum(m.clone())))
                .ok_or_else(|| Error::value("not a value of the enumeration").found(value));
        }
        let named_tuple = classes::named_tuple(self.package, class)?;
        let is_tuple = named_tuple.is_some();
        let info = match named_tuple {
            Some(info) => info,
            None => classes::dataclass(self.package, class)?,
        };
        let mut fields: Vec<Option<Sym>> = args.into_iter().map(Some).collect();
        if fields.len() > info.fields.len() {
            return Err(Error::ty("too many arguments for the dataclass"));
        }
        fields.resize(info.fields.len(), None);
        for (name, value) in keywords {
            match info.field_index(&name).and_then(|i| fields.get_mut(i)) {
                Some(slot @ None) => *slot = Some(value),
                _ => return Err(Error::ty("unexpected argument of the dataclass").found(name)),
            }
        }
        let fields = fields
            .into_iter()
            .zip(&info.fields)
            .map(|(value, field)| match (value, &field.default) {
                (Some(v), _) => Ok(v),
                (None, Some(default)) => Ok(Sym::Const(default.clone())),
                (None, None) => {
                    Err(Error::ty("missing argument of the dataclass").found(&field.name))
                }
            })
            .collect::<Result<Vec<_>>>()?;
        if is_tuple {
            return Ok(tuple(fields));
        }
        let constants: Option<Vec<Const>> = fields
            .iter()
            .map(|f| {
                if let Sym::Const(c) = f {
                    Some(c.clone())
                } else {
                    None
                }
            })
            .collect();
        Ok(match constants {
            Some(fields) => Sym::Const(Const::Instance(Arc::new(crate::mid::constant::Instance {
                class,
                fields,
            }))),
            None => Sym::Instance(class, fields),
        })
    }

    fn call_class(&mut self, class: TileClass, args: Vec<Sym>, keywords: Keywords) -> Result<Sym> {
        let leaf = |leaf| {
            Ok(Sym::Const(Const::Annotation(Arc::new(Annotation::Leaf(
                leaf,
            )))))
        };
        match class {
            TileClass::ConstantAnnotation => leaf(LeafAnnotation {
                constant: true,
                ..Default::default()
            }),
            TileClass::ScalarAnnotation => {
                let scalar = keywords.iter().find_map(|(n, v)| match (&**n, v) {
                    ("dtype", Sym::Const(Const::Dtype(Element::Scalar(d)))) => Some(*d),
                    _ => None,
                });
                leaf(LeafAnnotation {
                    scalar,
                    ..Default::default()
                })
            }
            TileClass::ArrayAnnotation => {
                let mut array = ArrayAnnotation {
                    index_dtype: Some(Dtype::Int32),
                    ..Default::default()
                };
                for (name, value) in &keywords {
                    let ints = || -> Result<Vec<i64>> {
                        self.iterate(value)?
                            .iter()
                            .map(|v| match v {
                                Sym::Const(Const::Int(i)) => i64::try_from(*i)
                                    .map_err(|_| Error::value("axis is out of range")),
                                _ => Err(Error::ty("axes must be integers")),
                            })
                            .collect()
                    };
                    match (&**name, value) {
                        ("index_dtype", Sym::Const(Const::Dtype(Element::Scalar(d)))) => {
                            array.index_dtype = Some(*d);
                        }
                        ("static_shape_dims", _) => array.static_shape_dims = ints()?,
                        ("static_stride_dims", _) => array.static_stride_dims = ints()?,
                        _ => return Err(Error::ty("unexpected argument").found(name)),
                    }
                }
                leaf(LeafAnnotation {
                    array: Some(array),
                    ..Default::default()
                })
            }
            TileClass::ListAnnotation => {
                let element = keywords
                    .into_iter()
                    .find(|(n, _)| &**n == "element")
                    .map(|(_, v)| v);
                match element {
                    Some(Sym::Const(Const::Annotation(a))) => Ok(Sym::Const(Const::Annotation(a))),
                    _ => Err(Error::ty("a list annotation needs an array annotation")),
                }
            }
            TileClass::ByTarget => {
                let values = keywords
                    .into_iter()
                    .map(|(name, value)| Ok((name, self.into_const(value)?)))
                    .collect::<Result<_>>()?;
                Ok(Sym::Const(Const::ByTarget(values)))
            }
            TileClass::RoundingMode | TileClass::PaddingMode => match args.as_slice() {
                [Sym::Const(Const::Str(s))] => class
                    .member_by_value(s)
                    .map(|e| Sym::Const(Const::Enum(e)))
                    .ok_or_else(|| Error::value("not a value of the enumeration").found(s)),
                _ => Err(Error::ty("an enumeration takes one constant")),
            },
            // Decorators leave what they decorate.
            TileClass::Kernel | TileClass::Function | TileClass::StaticDef => Ok(args
                .into_iter()
                .next()
                .unwrap_or(Sym::Const(Const::TileClass(class)))),
            _ => Ok(Sym::Const(Const::Opaque(
                format!("result of {class:?}").into(),
            ))),
        }
    }

    fn call_builtin(&mut self, b: Builtin, args: Vec<Sym>, keywords: Keywords) -> Result<Sym> {
        let is_known = args.iter().all(|x| matches!(x, Sym::Const(_)));
        if device::is_allowed(b) && self.device.is_some() {
            return self.on_device(b, args, keywords);
        }
        if !is_known && self.are_tiles(&args.iter().collect::<Vec<_>>()) {
            match b {
                Builtin::PyDivmod => return self.on_device(Builtin::CtDivmod, args, keywords),
                Builtin::CtCdiv => return self.tile_cdiv(args),
                _ => {}
            }
        }
        let constant = |c: Const| Ok(Sym::Const(c));
        let int = |i: i128| Ok(Sym::Const(Const::Int(i)));
        let arity = || Error::ty("wrong number of arguments").found(b.name());
        let first = args.first().cloned();
        let number_arg = |i: usize| match args.get(i) {
            Some(Sym::Const(c)) => Ok(c.untyped().clone()),
            Some(_) => Err(Error::value(
                "a run-time value cannot be used while compiling",
            )),
            None => Err(arity()),
        };
        let unary = |kind| {
            number_arg(0)
                .and_then(|c| number::unary(kind, &c))
                .map(Sym::Const)
        };
        let binary = |kind| {
            let (a, b) = (number_arg(0)?, number_arg(1)?);
            number::arithmetic(kind, &a, &b).map(Sym::Const)
        };
        match b {
            Builtin::PyLen => match first.ok_or_else(arity)? {
                Sym::Range(a, b, s) => int(range_len(a, b, s)),
                x => int(self.iterate(&x)?.len() as i128),
            },
            Builtin::PyRange => {
                let ints: Vec<i128> = (0..args.len())
                    .map(|i| {
                        number_arg(i)?
                            .as_int()
                            .ok_or_else(|| Error::ty("range needs integers"))
                    })
                    .collect::<Result<_>>()?;
                match ints[..] {
                    [stop] => Ok(Sym::Range(0, stop, 1)),
                    [start, stop] => Ok(Sym::Range(start, stop, 1)),
                    [_, _, 0] => Err(Error::value("range step cannot be zero")),
                    [start, stop, step] => Ok(Sym::Range(start, stop, step)),
                    _ => Err(arity()),
                }
            }
            Builtin::PyInt => match number_arg(0)? {
                Const::Str(s) => parse_int(&s)
                    .map(|i| Sym::Const(Const::Int(i)))
                    .ok_or_else(|| Error::value("text is no integer").found(s)),
                c => python_number(&c, Dtype::Int64).map(Sym::Const),
            },
            Builtin::PyFloat => match number_arg(0)? {
                Const::Str(s) => parse_float(&s)
                    .map(|f| Sym::Const(Const::Float(f)))
                    .ok_or_else(|| Error::value("text is no float").found(s)),
                c => python_number(&c, Dtype::Float64).map(Sym::Const),
            },
            Builtin::PyBool => {
                let x = first.unwrap_or(Sym::Const(Const::Bool(false)));
                self.truth(&x).and_then(|b| constant(Const::Bool(b)))
            }
            Builtin::PyStr | Builtin::PyRepr => {
                let x = first.ok_or_else(arity)?;
                constant(Const::str(self.text(&x)))
            }
            Builtin::PyAbs | Builtin::CtAbs => unary(UnaryKind::Abs),
            Builtin::PyMin | Builtin::PyMax => {
                let items = if args.len() == 1 {
                    self.iterate(&first.ok_or_else(arity)?)?
                } else {
                    args.clone()
                };
                self.extreme(b == Builtin::PyMax, items, &keywords)
            }
            Builtin::PyDivmod => {
                let (x, y) = (number_arg(0)?, number_arg(1)?);
                let q = number::arithmetic(ArithmeticKind::FloorDiv, &x, &y)?;
                constant(Const::tuple([q, number::modulo(&x, &y)?]))
            }
            Builtin::PyPow => binary(ArithmeticKind::Pow),
            Builtin::MathPow => {
                let f = |i| {
                    number_arg(i)?
                        .as_float()
                        .ok_or_else(|| Error::ty("expected a number"))
                };
                let (x, y) = (Const::Float(f(0)?), Const::Float(f(1)?));
                number::arithmetic(ArithmeticKind::Pow, &x, &y).map(Sym::Const)
            }
            Builtin::PyRound => match (number_arg(0)?, args.len()) {
                (Const::Float(f), 1) => int(f.round_ties_even() as i128),
                (c, 1) => constant(c),
                _ => Err(Error::unsupported(
                    "round() with digits is not evaluated while compiling",
                )),
            },
            Builtin::PySum => {
                let mut total = args.get(1).cloned().unwrap_or(Sym::Const(Const::Int(0)));
                for x in self.iterate(&first.ok_or_else(arity)?)? {
                    total = self.binary(tree::Operator::Add, total, x)?;
                }
                Ok(total)
            }
            Builtin::MathProd => {
                let mut total = Sym::Const(Const::Int(1));
                for x in self.iterate(&first.ok_or_else(arity)?)? {
                    total = self.binary(tree::Operator::Mult, total, x)?;
                }
                Ok(total)
            }
            Builtin::PyAll | Builtin::PyAny => {
                let stop = b == Builtin::PyAny;
                for x in self.iterate(&first.ok_or_else(arity)?)? {
                    if self.truth(&x)? == stop {
                        return constant(Const::Bool(stop));
                    }
                }
                constant(Const::Bool(!stop))
            }
            Builtin::PyTuple => match first {
                Some(x) => Ok(tuple(self.iterate(&x)?)),
                None => Ok(tuple(Vec::new())),
            },
            Builtin::PyList | Builtin::PyIter | Builtin::PySet => match first {
                Some(x) => Ok(Sym::List(self.iterate(&x)?)),
                None => Ok(Sym::List(Vec::new())),
            },
            Builtin::PyDict => {
                let items = keywords
                    .into_iter()
                    .map(|(k, v)| Ok((Const::Str(k), self.into_const(v)?)))
                    .collect::<Result<Vec<_>>>()?;
                constant(Const::Dict(items.into()))
            }
            Builtin::PyReversed => {
                let mut items = self.iterate(&first.ok_or_else(arity)?)?;
                items.reverse();
                Ok(Sym::List(items))
            }
            Builtin::PySorted => {
                let mut items = self.iterate(&first.ok_or_else(arity)?)?;
                for i in 1..items.len() {
                    let mut j = i;
                    while j > 0 {
                        self.step()?;
                        let less = match (items.get(j), items.get(j - 1)) {
                            (Some(Sym::Const(x)), Some(Sym::Const(y))) => {
                                number::compare(Predicate::Lt, x, y)?
                            }
                            _ => return Err(Error::ty("run-time values cannot be sorted")),
                        };
                        if !less {
                            break;
                        }
                        items.swap(j, j - 1);
                        j -= 1;
                    }
                }
                if keywords
                    .iter()
                    .any(|(n, v)| &**n == "reverse" && self.truth(v).unwrap_or(false))
                {
                    items.reverse();
                }
                Ok(Sym::List(items))
            }
            Builtin::PyEnumerate => {
                let start = match args.get(1) {
                    Some(Sym::Const(c)) => c.as_int().unwrap_or(0),
                    _ => 0,
                };
                let items = self.iterate(&first.ok_or_else(arity)?)?;
                let pairs = (start..)
                    .zip(items)
                    .map(|(i, x)| tuple(vec![Sym::Const(Const::Int(i)), x]));
                Ok(Sym::List(pairs.collect()))
            }
            Builtin::PyZip => {
                let columns = args
                    .iter()
                    .map(|a| self.iterate(a))
                    .collect::<Result<Vec<_>>>()?;
                let rows = columns.iter().map(Vec::len).min().unwrap_or(0);
                let row =
                    |i: usize| tuple(columns.iter().filter_map(|c| c.get(i).cloned()).collect());
                Ok(Sym::List((0..rows).map(row).collect()))
            }
            Builtin::PyMap => {
                let f = first.ok_or_else(arity)?;
                let items = self.iterate(args.get(1).ok_or_else(arity)?)?;
                let out = items
                    .into_iter()
                    .map(|x| self.call(f.clone(), vec![x], Vec::new()))
                    .collect::<Result<Vec<_>>>()?;
                Ok(Sym::List(out))
            }
            Builtin::PyIsinstance => self.isinstance(&args),
            Builtin::PyHasattr => {
                let (Some(object), Ok(Const::Str(name))) = (first, number_arg(1)) else {
                    return Err(arity());
                };
                let found = self.attribute(object, &name).is_ok();
                constant(Const::Bool(found))
            }
            Builtin::PyGetattr => {
                let (Some(object), Ok(Const::Str(name))) = (first, number_arg(1)) else {
                    return Err(arity());
                };
                self.attribute(object, &name)
            }
            Builtin::PySlice => {
                let parts = match args.len() {
                    1 => [Const::None, number_arg(0)?, Const::None],
                    2 => [number_arg(0)?, number_arg(1)?, Const::None],
                    _ => [number_arg(0)?, number_arg(1)?, number_arg(2)?],
                };
                constant(Const::Slice(Arc::new(parts)))
            }
            Builtin::MathCeil => unary(UnaryKind::Ceil),
            Builtin::MathFloor => unary(UnaryKind::Floor),
            Builtin::MathExp => unary(UnaryKind::Exp),
            Builtin::MathSqrt => unary(UnaryKind::Sqrt),
            Builtin::MathLog2 => unary(UnaryKind::Log2),
            Builtin::MathLog if args.len() == 2 => {
                let (x, base) = (number_arg(0)?, number_arg(1)?);
                let (x, base) = (
                    number::unary(UnaryKind::Log, &x)?,
                    number::unary(UnaryKind::Log, &base)?,
                );
                number::arithmetic(ArithmeticKind::TrueDiv, &x, &base).map(Sym::Const)
            }
            Builtin::MathLog => unary(UnaryKind::Log),
            Builtin::MathLog10 => {
                let f = number_arg(0)?.as_float().filter(|f| *f > 0.0);
                f.map(|f| Sym::Const(Const::Float(f.log10())))
                    .ok_or_else(|| Error::value("math domain error"))
            }
            Builtin::MathGcd => {
                let mut gcd = 0i128;
                for i in 0..args.len() {
                    let mut a = number_arg(i)?
                        .as_int()
                        .ok_or_else(|| Error::ty("gcd needs integers"))?;
                    while a != 0 {
                        (gcd, a) = (a, gcd.checked_rem(a).unwrap_or(0));
                    }
                    gcd = gcd.saturating_abs();
                }
                int(gcd)
            }
            Builtin::MathIsnan | Builtin::MathIsinf => {
                let f = number_arg(0)?
                    .as_float()
                    .ok_or_else(|| Error::ty("expected a number"))?;
                constant(Const::Bool(if b == Builtin::MathIsnan {
                    f.is_nan()
                } else {
                    f.is_infinite()
                }))
            }
            Builtin::CtCdiv => binary(ArithmeticKind::CDiv),
            Builtin::Add => binary(ArithmeticKind::Add),
            Builtin::Sub => binary(ArithmeticKind::Sub),
            Builtin::Mul => binary(ArithmeticKind::Mul),
            _ => Err(Error::ty("function cannot be called while compiling").found(b.name())),
        }
    }

    fn extreme(&mut self, max: bool, items: Vec<Sym>, keywords: &Keywords) -> Result<Sym> {
        let mut best: Option<Const> = None;
        for item in items {
            let Sym::Const(c) = item else {
                return Err(Error::value(
                    "a run-time value cannot be used while compiling",
                ));
            };
            let predicate = if max { Predicate::Gt } else { Predicate::Lt };
            let better = match &best {
                Some(b) => number::compare(predicate, &c, b)?,
                None => true,
            };
            if better {
                best = Some(c);
            }
        }
        let default = || {
            keywords
                .iter()
                .find(|(n, _)| &**n == "default")
                .map(|(_, v)| v.clone())
        };
        best.map(Sym::Const)
            .or_else(default)
            .ok_or_else(|| Error::value("no values to choose from"))
    }

    fn isinstance(&self, args: &[Sym]) -> Result<Sym> {
        let [object, Sym::Const(class)] = args else {
            return Err(Error::ty("isinstance needs a value and a class"));
        };
        let classes: Vec<&Const> = match class {
            Const::Tuple(items) => items.iter().collect(),
            other => vec![other],
        };
        let is = classes.iter().any(|c| match (c, object) {
            (Const::Builtin(Builtin::PyInt), Sym::Const(Const::Int(_) | Const::Bool(_))) => true,
            (Const::Builtin(Builtin::PyBool), Sym::Const(Const::Bool(_))) => true,
            (Const::Builtin(Builtin::PyFloat), Sym::Const(Const::Float(_))) => true,
            (Const::Builtin(Builtin::PyStr), Sym::Const(Const::Str(_))) => true,
            (Const::Builtin(Builtin::PyTuple), Sym::Const(Const::Tuple(_)) | Sym::Tuple(_)) => true,
            (Const::Builtin(Builtin::PyList), x) => is_list(x),
            (Const::Builtin(Builtin::PyDict), Sym::Const(Const::Dict(_))) => true,
            (Const::TileClass(TileClass::Tile), Sym::Var(v)) => {
                self.body().is_some_and(|b| b.tile(*v).is_some())
            }
            (Const::TileClass(TileClass::Array), Sym::Var(v)) => self
                .body()
                .is_some_and(|b| matches!(b.var(*v).ty, Some(crate::mid::Type::Array(_)))),
            (Const::Class(c), Sym::Const(Const::Instance(i))) => i.class == *c,
            (Const::Class(c), Sym::Instance(class, _)) => class == c,
            (Const::Class(c), Sym::Const(Const::UserEnum(e))) => e.class == *c,
            _ => false,
        });
        Ok(Sym::Const(Const::Bool(is)))
    }

    fn call_method(
        &mut self,
        object: Sym,
        name: &str,
        args: Vec<Sym>,
        keywords: Keywords,
    ) -> Result<Sym> {
        let unknown =
            || Error::new(Kind::Unsupported, "method is not evaluated while compiling").found(name);
        let class = match &object {
            Sym::Const(Const::Instance(i)) => Some(i.class),
            Sym::Instance(class, _) => Some(*class),
            _ => None,
        };
        if let Some(class) = class {
            let method = classes::method(self.package, class, name).ok_or_else(unknown)?;
            let receiver = match (method.is_class, method.is_static) {
                (true, _) => Some(Sym::Const(Const::Class(class))),
                (_, true) => None,
                _ => Some(object),
            };
            let mut all = Vec::from_iter(receiver);
            all.extend(args);
            return self.call(Sym::Const(Const::Function(method.function)), all, keywords);
        }
        if let Sym::Const(Const::Class(class)) = object {
            let method = classes::method(self.package, class, name).ok_or_else(unknown)?;
            let receiver = method.is_class.then_some(object);
            let all = receiver.into_iter().chain(args).collect();
            return self.call(Sym::Const(Const::Function(method.function)), all, keywords);
        }
        match (&object, name, args.as_slice()) {
            (Sym::Const(Const::Dict(items)), "get", [Sym::Const(key), rest @ ..]) => Ok(items
                .iter()
                .find(|(k, _)| k.py_eq(key))
                .map(|(_, v)| Sym::Const(v.clone()))
                .unwrap_or_else(|| rest.first().cloned().unwrap_or(Sym::Const(Const::None)))),
            (Sym::Const(Const::Dict(items)), "items", []) => Ok(Sym::List(
                items
                    .iter()
                    .map(|(k, v)| Sym::Const(Const::tuple([k.clone(), v.clone()])))
                    .collect(),
            )),
            (Sym::Const(Const::Dict(items)), "values", []) => Ok(Sym::List(
                items.iter().map(|(_, v)| Sym::Const(v.clone())).collect(),
            )),
            (Sym::Const(Const::Dict(_)), "keys", []) => Ok(Sym::List(self.iterate(&object)?)),
            (Sym::Const(Const::Int(i)), "bit_length", []) => Ok(Sym::Const(Const::Int(
                (128 - i.unsigned_abs().leading_zeros()).into(),
            ))),
            (Sym::Const(Const::Int(i)), "bit_count", []) => {
                Ok(Sym::Const(Const::Int(i.unsigned_abs().count_ones().into())))
            }
            (Sym::Const(Const::Str(s)), "join", [items]) => {
                let parts: Vec<String> =
                    self.iterate(items)?.iter().map(|x| self.text(x)).collect();
                bounded(parts.iter().map(String::len).sum())?;
                Ok(Sym::Const(Const::str(parts.join(s))))
            }
            (Sym::Const(Const::Str(s)), "startswith", [Sym::Const(Const::Str(p))]) => {
                Ok(Sym::Const(Const::Bool(s.starts_with(&**p))))
            }
            (Sym::Const(Const::Str(s)), "endswith", [Sym::Const(Const::Str(p))]) => {
                Ok(Sym::Const(Const::Bool(s.ends_with(&**p))))
            }
            (Sym::Const(Const::Str(s)), "lower", []) => {
                Ok(Sym::Const(Const::str(s.to_lowercase())))
            }
            (Sym::Const(Const::Str(s)), "upper", []) => {
                Ok(Sym::Const(Const::str(s.to_uppercase())))
            }
            (_, "index", [item]) => {
                for (i, x) in self.iterate(&object)?.iter().enumerate() {
                    if self.equal(x, item)? {
                        return Ok(Sym::Const(Const::Int(i as i128)));
                    }
                }
                Err(Error::value("value is not in the list"))
            }
            (_, "count", [item]) => {
                let mut n = 0;
                for x in self.iterate(&object)? {
                    n += i128::from(self.equal(&x, item)?);
                }
                Ok(Sym::Const(Const::Int(n)))
            }
            (Sym::Const(Const::Str(s)), _, args) if keywords.is_empty() => {
                strings::call(s, name, args)?.ok_or_else(unknown)
            }
            _ => Err(unknown()),
        }
    }
}

/// An integer as Python's `int()` reads text: digits with single underscores between them.
pub fn parse_int(text: &str) -> Option<i128> {
    let text = text.trim();
    let digits = text.trim_start_matches(['+', '-']);
    let is_grouped = !digits.starts_with('_') && !digits.ends_with('_') && !digits.contains("__");
    is_grouped.then(|| text.replace('_', "").parse().ok())?
}

/// A float as Python's `float()` reads text.
pub fn parse_float(text: &str) -> Option<f64> {
    let text = text.trim().replace('_', "");
    let lower = text.to_ascii_lowercase();
    match lower.trim_start_matches(['+', '-']) {
        "inf" | "infinity" => {
            Some(f64::INFINITY.copysign(if lower.starts_with('-') { -1.0 } else { 1.0 }))
        }
        "nan" => Some(f64::NAN),
        _ => text.parse().ok().filter(|f: &f64| !f.is_nan()),
    }
}
