//! The state of writing one kernel, and the conversions between values that everything needs.

use super::block::{Lets, Line};
use super::code::{Code, Level, ident};
use super::facts::{Each, Fact, Facts};
use super::liveness::Liveness;
use super::marks::Mark;
use super::names::{self, Taken};
use super::ops::{Own, Route, Used, element};
use super::order::Order;
use super::refusal::{Refusal, Result};
use super::value::{Dim, DimText, Elem, Ty, Value, shape_macro, type_tokens};
use quote::quote;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use tileport_python::Package;
use tileport_python::dtype::{Category, Dtype};
use tileport_python::mid::Const;
use tileport_python::modules::FunctionRef;
use tileport_python::source::Span;
use tileport_python::tree::{Comment, Expr};

/// What the kernels of one emitted module share.
#[derive(Debug, Default)]
pub struct Shared {
    /// Own operations used.
    pub used: Used,
    /// Constants of the Python module: name, and tokens of the item.
    pub constants: BTreeMap<String, (proc_macro2::TokenStream, String)>,
    /// Functions written for helpers: name and tokens, in order of need.
    pub functions: Vec<(String, proc_macro2::TokenStream)>,
    /// Names of items.
    pub items: Taken,
    /// Comments and empty lines.
    pub marks: Vec<Mark>,
    /// Whether a variable starts with a value that is never read.
    pub placeholders: bool,
}

impl Shared {
    /// The number of a mark.
    pub fn mark(&mut self, mark: Mark) -> usize {
        match self.marks.iter().position(|m| *m == mark) {
            Some(number) => number,
            None => {
                self.marks.push(mark);
                self.marks.len() - 1
            }
        }
    }
}

/// A type parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeGeneric {
    /// Its name.
    pub name: String,
    /// What it stands for.
    pub dtypes: Each<Dtype>,
}

/// A const generic.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstGeneric {
    /// Its name.
    pub name: String,
    /// `i32` or `bool`.
    pub ty: &'static str,
    /// Its values.
    pub values: Each<Const>,
}

/// An array parameter.
#[derive(Clone, Debug)]
pub struct ArrayInfo {
    /// Element type.
    pub elem: Elem,
    /// Number of dimensions.
    pub rank: usize,
    /// Which strides are 1; `None` when configurations differ.
    pub unit: Option<Vec<bool>>,
    /// How its accesses are ordered.
    pub order: Order,
}

/// A variable of the Python function.
#[derive(Clone, Debug)]
pub struct Variable {
    /// What it holds; its code is its name.
    pub value: Value,
    /// Depth of the block that declares it.
    pub depth: usize,
    /// The `let` that declares it; parameters have none.
    pub declared: Option<usize>,
}

/// The state of writing one function.
#[derive(Debug, Default)]
pub struct Frame {
    /// Module of the package.
    pub module: u32,
    /// Evaluation number in each configuration.
    pub nth: Vec<usize>,
    /// Variables in sight, by Python name.
    pub scope: HashMap<String, Variable>,
    /// Rust names taken.
    pub taken: Taken,
    /// Statements of the blocks being written, innermost last.
    pub blocks: Vec<Vec<Line>>,
    /// Facts about `let`s.
    pub lets: Lets,
    /// What is read after each statement.
    pub live: Liveness,
    /// Whether it is the kernel itself.
    pub is_entry: bool,
    /// Span of the statement being written.
    pub statement: Span,
    /// Where comments have been taken up to.
    pub cursor: u32,
    /// Rust name of each Python variable.
    pub names: HashMap<String, String>,
    /// Last statements of the blocks being written, innermost last.
    pub ends: Vec<Span>,
    /// Variables assigned again, by Python name.
    pub assigned: HashSet<String>,
    /// When each Rust name was last bound or assigned.
    pub bound_at: HashMap<String, usize>,
    /// Bindings and assignments so far.
    pub clock: usize,
    /// Branches that are known to go one way where they stand.
    pub forced: HashMap<Span, bool>,
}

/// Writes one kernel.
pub struct Writer<'a> {
    /// Sources.
    pub package: &'a Package,
    /// What everything is.
    pub facts: &'a Facts,
    /// What the module shares.
    pub shared: &'a mut Shared,
    /// Type parameters.
    pub types: Vec<TypeGeneric>,
    /// Const generics.
    pub consts: Vec<ConstGeneric>,
    /// Array parameters.
    pub arrays: Vec<ArrayInfo>,
    /// Calls of each helper so far, in each configuration.
    pub calls: HashMap<FunctionRef, Vec<usize>>,
    /// Configurations that reach the syntax being written.
    pub active: Vec<bool>,
    /// The function being written.
    pub frame: Frame,
    /// Depth of helpers being written.
    pub depth: usize,
    /// Calls of helpers that have to be written out where they stand.
    pub inline: HashSet<(u32, Span)>,
    /// Comments of each module of the package.
    pub comments: HashMap<u32, Rc<Vec<Comment>>>,
}

impl Writer<'_> {
    /// A refusal at `span` of the function being written.
    pub fn refuse<T>(
        &self,
        span: Span,
        construct: impl Into<String>,
        reason: impl Into<String>,
    ) -> Result<T> {
        Err(Refusal::new(self.frame.module, span, construct, reason))
    }

    /// What an expression was.
    pub fn fact(&self, expr: &Expr) -> Option<Fact> {
        self.fact_at(expr.span)
    }

    /// What the syntax at a span was.
    pub fn fact_at(&self, span: Span) -> Option<Fact> {
        self.facts
            .at(self.frame.module, span, &self.frame.nth, &self.active)
    }

    /// Number of configurations.
    pub fn configurations(&self) -> usize {
        self.facts.len()
    }

    /// The same value in every active configuration.
    pub fn each<T: Clone + PartialEq>(&self, value: T) -> Each<T> {
        Each(
            self.active
                .iter()
                .map(|a| a.then(|| value.clone()))
                .collect(),
        )
    }

    /// Notes the use of an own operation and calls it.
    pub fn own(&mut self, own: Own, arguments: &[Code]) -> Code {
        let name = self.shared.used.note(own);
        Code::call(&name, arguments)
    }

    /// Notes that a Rust name holds something new.
    pub fn rebound(&mut self, name: &str) {
        self.frame.clock += 1;
        self.frame
            .bound_at
            .insert(name.to_owned(), self.frame.clock);
    }

    /// Appends a statement.
    pub fn push(&mut self, line: Line) {
        match self.frame.blocks.last_mut() {
            Some(block) => block.push(line),
            None => self.frame.blocks.push(vec![line]),
        }
    }

    /// Binds a value to a new name like `wanted`; what stands for it afterwards.
    pub fn bind(&mut self, value: Value, wanted: &str) -> Value {
        let name = self.frame.taken.take(wanted, "");
        self.bind_as(value, &name)
    }

    /// Binds a value to a name that is free or may be shadowed.
    pub fn bind_as(&mut self, value: Value, name: &str) -> Value {
        let id = self.frame.lets.fresh();
        if value.constant.is_some() {
            self.frame.lets.idle.insert(id);
        }
        let ty = value.open.then(|| type_tokens(&value.ty)).flatten();
        self.rebound(name);
        self.push(Line::Let {
            id,
            name: name.to_owned(),
            ty,
            value: value.code.clone(),
        });
        Value {
            code: Code::name(name),
            open: false,
            binding: Some(id),
            ..value
        }
    }

    /// The value behind a name, so that it can stand anywhere and more than once.
    pub fn settle(&mut self, value: Value, wanted: &str) -> Value {
        if !value.open && value.code.is_simple() {
            return value;
        }
        self.bind(value, wanted)
    }

    /// The value with its type told by its code.
    pub fn close(&mut self, value: Value, wanted: &str) -> Value {
        match value.open {
            true => self.bind(value, wanted),
            false => value,
        }
    }

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
        let mut taken = Taken::new(self.types.iter().map(|g| g.name.clone()));
        let name = taken.take(&names::camel(wanted), "");
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

    /// The value of a name or literal known while compiling, in code of type `i32`, `f32`, `bool`…
    pub fn number(&mut self, value: &Value, elem: &Elem, span: Span) -> Result<Code> {
        let Elem::Known(dtype) = elem else {
            return self.refuse(
                span,
                "constant",
                "a number of a generic type has no literal",
            );
        };
        if value.elem() == Some(elem) && !is_bare_literal(&value.code) {
            return Ok(value.code.clone());
        }
        let infinite = value
            .uniform_number()
            .and_then(Const::as_float)
            .is_some_and(f64::is_infinite);
        if infinite && *dtype == Dtype::Float32 {
            // The official compiler takes infinities as constant tiles only.
            let tile = self.splat(value.clone(), elem, &[], span)?;
            return Ok(self.scalar(tile, span)?.code);
        }
        match (value.uniform_number(), dtype) {
            (Some(constant), _) => literal(constant, *dtype).map_or_else(
                || {
                    self.refuse(
                        span,
                        "constant",
                        format!("{constant} cannot be written as {dtype}"),
                    )
                },
                Ok,
            ),
            (None, Dtype::Float32) if value.elem() == Some(&Elem::Known(Dtype::Int32)) => {
                let code = Code::call("convert_scalar", std::slice::from_ref(&value.code));
                let wanted = value
                    .code
                    .as_name()
                    .map_or("value".into(), |n| names::snake(&n));
                let open = Value::open(code, Ty::Scalar(elem.clone()));
                Ok(self.bind(open, &wanted).code)
            }
            (None, _) => self.refuse(
                span,
                "constant",
                format!("its value differs between launches and is wanted as {dtype}"),
            ),
        }
    }

    /// The value as a Rust number of its own type.
    pub fn scalar(&mut self, value: Value, span: Span) -> Result<Value> {
        match &value.ty {
            Ty::Scalar(_) => Ok(value),
            Ty::Tile(Elem::Known(dtype), dims) if dims.is_empty() => {
                let dtype = *dtype;
                let value = self.close(value, "element");
                let code = self.own(Own::Item(dtype), &[value.code]);
                Ok(Value::new(code, Ty::Scalar(Elem::Known(dtype))))
            }
            Ty::Tile(_, dims) if dims.iter().all(Dim::is_one) => {
                let reshaped = self.reshape(value, &[], span)?;
                self.scalar(reshaped, span)
            }
            _ => self.refuse(span, "scalar", "a tile stands where one number is wanted"),
        }
    }

    /// The value as an index: an `i32`.
    pub fn index(&mut self, value: Value, span: Span) -> Result<Code> {
        let value = self.scalar(value, span)?;
        match value.elem() {
            Some(Elem::Known(Dtype::Int32)) => Ok(value.code),
            _ => self.refuse(span, "index", "an index of another type than int32"),
        }
    }

    /// The value as a tile of these sizes, its element type unchanged.
    pub fn spread(&mut self, value: Value, dims: &[Dim], span: Span) -> Result<Value> {
        let Some(elem) = value.elem().cloned() else {
            return self.refuse(span, "operand", "no number and no tile");
        };
        match &value.ty {
            Ty::Scalar(_) => self.splat(value, &elem, dims, span),
            Ty::Tile(_, old)
                if old.len() == dims.len() && old.iter().zip(dims).all(|(a, b)| a.same(b)) =>
            {
                Ok(value)
            }
            Ty::Tile(_, old) => {
                let missing = dims.len().saturating_sub(old.len());
                let ones = std::iter::repeat_n(Dim::lit(1, self.configurations()), missing);
                let ranked: Vec<Dim> = ones.chain(old.iter().cloned()).collect();
                let ranked: Vec<Dim> = ranked
                    .into_iter()
                    .zip(dims)
                    .map(|(a, b)| match a.is_one() && !b.is_one() {
                        true => a,
                        false => b.clone(),
                    })
                    .collect();
                let value = self.reshape(value, &ranked, span)?;
                if ranked.iter().zip(dims).all(|(a, b)| a.same(b)) {
                    return Ok(value);
                }
                let value = self.close(value, "tile");
                let code = value.code.method("broadcast", &[shape_macro(dims)]);
                Ok(Value::new(code, Ty::Tile(elem, dims.to_vec())))
            }
            _ => self.refuse(span, "operand", "no number and no tile"),
        }
    }

    /// A number in every element of a tile.
    pub fn splat(&mut self, value: Value, elem: &Elem, dims: &[Dim], span: Span) -> Result<Value> {
        let ty = Ty::Tile(elem.clone(), dims.to_vec());
        let shape = shape_macro(dims);
        if value.is_constant_number() {
            let zero = value.uniform_number().is_some_and(|c| {
                c.as_float()
                    .is_some_and(|f| f == 0.0 && f.is_sign_positive())
            });
            let method = |e: &Elem| {
                matches!(
                    e,
                    Elem::Known(Dtype::Float32 | Dtype::Int32 | Dtype::Int64 | Dtype::Bool)
                )
            };
            let infinite = value
                .uniform_number()
                .and_then(Const::as_float)
                .is_some_and(f64::is_infinite);
            if method(elem) && !infinite {
                let code = self.number(&value, elem, span)?;
                return Ok(self.splat_code(code, ty, dims));
            }
            if elem.is(Dtype::Float32)
                && let Some(code) = value
                    .uniform_number()
                    .and_then(|c| literal(c, Dtype::Float32))
            {
                return Ok(Value::open(Code::call("constant", &[code, shape]), ty));
            }
            if zero {
                let path = match elem {
                    Elem::Known(dtype) => ident(element(*dtype)),
                    Elem::Generic(name) => ident(name),
                };
                let code = Code::call("constant", &[Code::atom(quote!(#path::ZERO)), shape]);
                return Ok(Value::open(code, ty));
            }
            let Some(constant) = value.uniform_number().cloned() else {
                return self.refuse(span, "constant", "its value differs between launches");
            };
            let code = if self.is_float(elem) {
                let Some(literal) = constant.as_float().and_then(wide_literal) else {
                    return self.refuse(span, "constant", format!("{constant} has no literal"));
                };
                self.own(Own::Lit, &[literal, shape])
            } else {
                let bits = constant
                    .as_int()
                    .and_then(|i| as_signed(i, &self.dtypes(elem)));
                let Some(bits) = bits else {
                    return self.refuse(span, "constant", format!("{constant} has no literal"));
                };
                self.own(Own::LitInt, &[Code::int(bits), shape])
            };
            return Ok(Value::open(code, ty));
        }
        let value = self.close(value, "value");
        Ok(self.splat_code(value.code, ty, dims))
    }

    fn splat_code(&mut self, code: Code, ty: Ty, dims: &[Dim]) -> Value {
        if dims.is_empty() {
            return Value::open(Code::call("scalar_to_tile", &[code]), ty);
        }
        Value::new(code.method("broadcast", &[shape_macro(dims)]), ty)
    }

    /// The value in another shape of as many elements.
    pub fn reshape(&mut self, value: Value, dims: &[Dim], span: Span) -> Result<Value> {
        match &value.ty {
            Ty::Tile(elem, old) => {
                if old.len() == dims.len() && old.iter().zip(dims).all(|(a, b)| a.same(b)) {
                    return Ok(value);
                }
                let elem = elem.clone();
                let value = self.close(value, "tile");
                let code = value.code.method("reshape", &[shape_macro(dims)]);
                Ok(Value::new(code, Ty::Tile(elem, dims.to_vec())))
            }
            Ty::Scalar(elem) => {
                let elem = elem.clone();
                self.splat(value, &elem, dims, span)
            }
            _ => self.refuse(span, "reshape", "no tile"),
        }
    }

    /// The value with another element type.
    pub fn convert(&mut self, value: Value, to: &Elem, span: Span) -> Result<Value> {
        let Some(from) = value.elem().cloned() else {
            return self.refuse(span, "conversion", "no number and no tile");
        };
        if from == *to {
            return Ok(value);
        }
        let dims = match &value.ty {
            Ty::Scalar(_) if value.is_constant_number() => {
                if let Elem::Known(dtype) = to
                    && let Some(code) = value.uniform_number().and_then(|c| literal(c, *dtype))
                {
                    let constant = value.constant.clone();
                    return Ok(Value::new(code, Ty::Scalar(to.clone())).with_constant(constant));
                }
                return self.splat(value, to, &[], span);
            }
            Ty::Scalar(_) => {
                let value = self.close(value, "value");
                return self.convert_scalar(value, &from, to, span);
            }
            Ty::Tile(_, dims) => dims.clone(),
            _ => return self.refuse(span, "conversion", "no tile"),
        };
        let ty = Ty::Tile(to.clone(), dims);
        let value = self.close(value, "tile");
        let route = self.route(&from, to, span)?;
        match (to, route) {
            (Elem::Known(dtype), route) => {
                let code = self.own(Own::To(*dtype, route), &[value.code]);
                Ok(Value::new(code, ty))
            }
            (Elem::Generic(_), Route::Convert) => {
                Ok(Value::open(Code::call("convert_tile", &[value.code]), ty))
            }
            (Elem::Generic(_), _) => {
                self.refuse(span, "conversion", "between integers, to a generic type")
            }
        }
    }

    fn convert_scalar(
        &mut self,
        value: Value,
        from: &Elem,
        to: &Elem,
        span: Span,
    ) -> Result<Value> {
        match (from, to) {
            (Elem::Known(Dtype::Int32), Elem::Known(Dtype::Float32)) => {
                let code = Code::call("convert_scalar", &[value.code]);
                Ok(Value::open(code, Ty::Scalar(to.clone())))
            }
            _ => {
                let tile = self.splat(value, from, &[], span)?;
                self.convert(tile, to, span)
            }
        }
    }

    /// How elements are converted, the same way in every configuration.
    fn route(&self, from: &Elem, to: &Elem, span: Span) -> Result<Route> {
        let (from, to) = (self.dtypes(from), self.dtypes(to));
        let mut found = None;
        for pair in from.0.iter().zip(&to.0) {
            let (Some(a), Some(b)) = pair else { continue };
            let route = route(*a, *b);
            if found.is_some_and(|f| f != route) {
                return self.refuse(
                    span,
                    "conversion",
                    "of a kind that differs between launches",
                );
            }
            found = Some(route);
        }
        Ok(found.unwrap_or(Route::Convert))
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
        self.dim_of(values, wanted, span)
    }

    /// A size by what it is in each configuration.
    pub fn dim_of(&mut self, values: Each<i64>, wanted: &str, span: Span) -> Result<Dim> {
        if let Some(&value) = values.uniform() {
            return Ok(Dim {
                text: DimText::Lit(value),
                values,
            });
        }
        let known = self.consts.iter().find(|c| {
            c.ty == "i32"
                && c.values
                    .map(|v| v.as_int().and_then(|i| i64::try_from(i).ok()))
                    .is_some_and(|v| v.agrees(&values))
        });
        if let Some(known) = known {
            return Ok(Dim {
                text: DimText::Name(known.name.clone()),
                values,
            });
        }
        if !self.frame.is_entry {
            return self.refuse(
                span,
                "shape",
                "a size that a helper derives and that varies",
            );
        }
        let mut taken = Taken::new(self.consts.iter().map(|c| c.name.clone()));
        let name = taken.take(&names::shout(wanted), "");
        let constants = values.map(|v| Some(Const::Int((*v).into())));
        self.consts.push(ConstGeneric {
            name: name.clone(),
            ty: "i32",
            values: constants.unwrap_or(Each(Vec::new())),
        });
        Ok(Dim {
            text: DimText::Name(name),
            values,
        })
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
}

/// How elements of one type become another's.
fn route(from: Dtype, to: Dtype) -> Route {
    use Category::*;
    match (from.category(), to.category()) {
        _ if from == to => Route::Convert,
        (Boolean, Integral) => Route::Extend,
        (Integral, Boolean) => Route::IntToBool,
        (Float | RestrictedFloat, Boolean) => Route::FloatToBool,
        (Integral, Integral) if from.bits() < to.bits() => Route::Extend,
        (Integral, Integral) if from.bits() > to.bits() => Route::Truncate,
        (Integral, Integral) => Route::Bitcast,
        _ => Route::Convert,
    }
}

/// Whether code is a number without a suffix.
fn is_bare_literal(code: &Code) -> bool {
    use proc_macro2::TokenTree;
    use quote::ToTokens;
    let last = code.to_token_stream().into_iter().last();
    code.is_simple() && matches!(last, Some(TokenTree::Literal(_)))
}

/// A literal of a type, with its suffix.
pub fn literal(constant: &Const, dtype: Dtype) -> Option<Code> {
    match dtype {
        Dtype::Float32 => {
            let value = constant.as_float()? as f32;
            if value.is_infinite() {
                let path = match value > 0.0 {
                    true => quote!(f32::INFINITY),
                    false => quote!(f32::NEG_INFINITY),
                };
                return Some(Code::atom(path));
            }
            (!value.is_nan()).then(|| Code::float(value, "f32"))
        }
        Dtype::Int32 | Dtype::Int64 => {
            let (low, high) = dtype.integer_range()?;
            let value = constant.as_int()?;
            (low..=high)
                .contains(&value)
                .then(|| Code::int_as(value, element(dtype)))
        }
        Dtype::Bool => {
            let truth = match constant {
                Const::Bool(b) => *b,
                other => other.as_float()? != 0.0,
            };
            Some(Code::name(if truth { "true" } else { "false" }))
        }
        _ => None,
    }
}

/// A literal of type `f64`.
fn wide_literal(value: f64) -> Option<Code> {
    // Beyond what any of the types hold: what the compiler rounds to infinity.
    let value = match value {
        v if v.is_nan() => return None,
        v if v.is_infinite() => 1e39f64.copysign(v),
        v => v,
    };
    let text = format!("{:?}", value.abs());
    let literal: proc_macro2::Literal = text.parse().ok()?;
    Some(match value.is_sign_negative() {
        true => Code::new(quote!(-#literal), Level::Unary),
        false => Code::atom(quote!(#literal)),
    })
}

/// An integer as the signed number with the same bits in every one of the types.
fn as_signed(value: i128, dtypes: &Each<Dtype>) -> Option<i128> {
    let mut found = None;
    for dtype in dtypes.0.iter().flatten() {
        let bits = match dtype {
            Dtype::Bool => 1,
            d => d.integer_range().map(|_| d.bits())?,
        };
        let signed = match dtype {
            Dtype::Bool => value & 1,
            d if d.is_signed() => value,
            _ => {
                let modulus = 1i128 << bits;
                let low = value.rem_euclid(modulus);
                if low >= modulus / 2 {
                    low - modulus
                } else {
                    low
                }
            }
        };
        if found.is_some_and(|f| f != signed) {
            return None;
        }
        found = Some(signed);
    }
    found
}
