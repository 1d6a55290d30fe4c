//! Calls: what is called, with which arguments.

use super::code::Code;
use super::facts::Each;
use super::operators::{Numeric, rounding};
use super::refusal::Result;
use super::value::{Elem, Ty, Value};
use super::writer::Writer;
use quote::quote;
use std::collections::HashMap;
use tileport_python::dtype::{Dtype, Element};
use tileport_python::lower::builtin::{Builtin, ParameterKind};
use tileport_python::mid::types::Callee;
use tileport_python::mid::{Const, Type};
use tileport_python::source::Span;
use tileport_python::tree::{CmpOperator, Expr, ExprKind, Keyword};

/// The arguments of a call of a built-in, by parameter.
pub struct Args<'e> {
    /// The call.
    pub call: &'e Expr,
    /// The built-in.
    pub builtin: Builtin,
    /// The object of a method, where there is one.
    pub receiver: Option<&'e Expr>,
    by_name: HashMap<&'static str, &'e Expr>,
    /// Arguments of `*args`.
    pub rest: Vec<&'e Expr>,
}

impl<'e> Args<'e> {
    /// The argument of a parameter, if it was given.
    pub fn get(&self, name: &str) -> Option<&'e Expr> {
        self.by_name.get(name).copied()
    }
}

impl Writer<'_> {
    /// A call.
    pub fn call(
        &mut self,
        expr: &Expr,
        func: &Expr,
        args: &[Expr],
        keywords: &[Keyword],
    ) -> Result<Value> {
        let fact = self.fact(func);
        let callee = fact.as_ref().and_then(|f| f.value().cloned());
        match callee {
            Some(Const::Builtin(builtin)) => {
                let bound = self.bind_args(expr, builtin, None, args, keywords)?;
                self.builtin(&bound)
            }
            Some(Const::Function(function)) => self.helper(expr, function, args, keywords),
            Some(Const::Dtype(element)) => match (args, element) {
                ([value], Element::Scalar(dtype)) => {
                    let value = self.expr(value)?;
                    self.convert(value, &Elem::Known(dtype), expr.span)
                }
                _ => self.refuse(expr.span, "conversion", "of several arguments"),
            },
            _ => match fact.as_ref().and_then(|f| f.ty.uniform_or_same()) {
                Some(Type::BoundMethod(method)) => match (&method.function, &func.kind) {
                    (Callee::Builtin(builtin), ExprKind::Attribute { value, .. }) => {
                        let bound = self.bind_args(expr, *builtin, Some(value), args, keywords)?;
                        self.builtin(&bound)
                    }
                    _ => self.refuse(expr.span, "method call", "of a class of the package"),
                },
                _ => self.refuse(
                    expr.span,
                    "call",
                    "of something that is not known while compiling",
                ),
            },
        }
    }

    fn bind_args<'e>(
        &self,
        call: &'e Expr,
        builtin: Builtin,
        receiver: Option<&'e Expr>,
        args: &'e [Expr],
        keywords: &'e [Keyword],
    ) -> Result<Args<'e>> {
        let mut by_name = HashMap::new();
        let mut rest = Vec::new();
        let mut positional = receiver.into_iter().chain(args);
        for parameter in builtin.parameters() {
            match parameter.kind {
                ParameterKind::PositionalOnly | ParameterKind::Both => {
                    if let Some(arg) = positional.next() {
                        by_name.insert(&*parameter.name, arg);
                    }
                }
                ParameterKind::Rest => rest.extend(positional.by_ref()),
                ParameterKind::KeywordOnly | ParameterKind::Keywords => {}
            }
        }
        for keyword in keywords {
            let parameter = builtin
                .parameters()
                .iter()
                .find(|p| keyword.arg.as_ref().is_some_and(|a| *a.as_str() == *p.name));
            match parameter {
                Some(parameter) => {
                    by_name.insert(&*parameter.name, &keyword.value);
                }
                None => return self.refuse(call.span, "call", "with `**`"),
            }
        }
        if args
            .iter()
            .any(|a| matches!(a.kind, ExprKind::Starred { .. }))
        {
            return self.refuse(call.span, "call", "with `*`");
        }
        Ok(Args {
            call,
            builtin,
            receiver,
            by_name,
            rest,
        })
    }

    /// The value of an argument that is known while compiling; the parameter's default where it
    /// was not given.
    pub fn static_arg(&self, args: &Args, name: &str) -> Result<Const> {
        let Some(expr) = args.get(name) else {
            let default = args
                .builtin
                .parameters()
                .iter()
                .find(|p| *p.name == *name)
                .and_then(|p| p.default.clone());
            return Ok(default.unwrap_or(Const::None));
        };
        if let Some(value) = self.known(expr) {
            return Ok(value);
        }
        let construct = format!("`{name}`");
        match self.constants_of(expr) {
            Some(constant) => self.refuse_apart(
                expr.span,
                construct,
                "its value differs between launches",
                &constant,
            ),
            None => self.refuse(expr.span, construct, "not known while compiling"),
        }
    }

    /// A required argument.
    pub fn arg(&mut self, args: &Args, name: &str) -> Result<Value> {
        match args.get(name) {
            Some(expr) => self.expr(expr),
            None => self.refuse(
                args.call.span,
                format!("`{name}`"),
                "an argument that is missing",
            ),
        }
    }

    fn flag(&self, args: &Args, name: &str) -> Result<bool> {
        Ok(matches!(
            self.static_arg(args, name)?,
            Const::Bool(true) | Const::Int(1)
        ))
    }

    fn numeric(&self, args: &Args) -> Result<Numeric> {
        let has = |name: &str| args.builtin.parameters().iter().any(|p| *p.name == *name);
        Ok(Numeric {
            rounding: match has("rounding_mode") {
                true => rounding(&self.static_arg(args, "rounding_mode")?),
                false => None,
            },
            ftz: has("flush_to_zero") && self.flag(args, "flush_to_zero")?,
            nan: has("propagate_nan") && self.flag(args, "propagate_nan")?,
        })
    }

    fn builtin(&mut self, args: &Args) -> Result<Value> {
        use Builtin::*;
        let span = args.call.span;
        match args.builtin {
            CtBid | CtNumBlocks => self.block_coordinate(args),
            CtLoad => self.load(args),
            CtStore => self.store(args),
            CtGather => self.gather(args),
            CtScatter => self.scatter(args),
            CtNumTiles => self.num_tiles(args),
            CtFull | CtZeros | CtOnes => self.full(args),
            CtArange => self.arange(args),
            CtAstype | TileAstype => self.astype(args),
            CtReshape => self.reshape_call(args),
            CtExpandDims => self.expand_dims(args),
            CtBroadcastTo => self.broadcast_to(args),
            CtPermute => self.permute(args),
            CtTranspose => self.transpose(args),
            CtCat => self.cat(args),
            CtWhere => self.where_(args),
            CtMma => self.mma(args),
            CtMatmul => {
                let (x, y) = (self.arg(args, "x")?, self.arg(args, "y")?);
                self.matmul(span, x, y)
            }
            CtSum | CtProd | CtMax | CtMin => self.reduce(args),
            CtCumsum => self.cumsum(args),
            CtExtract => self.extract(args),
            TileItem => {
                let value = self.arg(args, "self")?;
                match value.elem() {
                    // Rust has no numbers of a generic type.
                    Some(Elem::Generic(_)) => self.reshape(value, &[], span),
                    _ => self.scalar(value, span),
                }
            }
            PyFloat | PyInt | PyBool => {
                let value = self.arg(args, "x")?;
                let to = match args.builtin {
                    PyFloat => Dtype::Float32,
                    PyInt => Dtype::Int32,
                    _ => Dtype::Bool,
                };
                self.convert(value, &Elem::Known(to), span)
            }
            PyRange => self.range(args),
            CtEqual | CtNotEqual | CtLess | CtLessEqual | CtGreater | CtGreaterEqual => {
                let op = match args.builtin {
                    CtEqual => CmpOperator::Eq,
                    CtNotEqual => CmpOperator::NotEq,
                    CtLess => CmpOperator::Lt,
                    CtLessEqual => CmpOperator::LtE,
                    CtGreater => CmpOperator::Gt,
                    _ => CmpOperator::GtE,
                };
                let (x, y) = (self.arg(args, "x")?, self.arg(args, "y")?);
                self.compare(op, x, y, span)
            }
            CtAdd | CtSub | CtMul | CtTruediv | CtFloordiv | CtMod | CtCdiv | CtPow | CtMaximum
            | CtMinimum | CtBitwiseAnd | CtBitwiseOr | CtBitwiseXor | CtBitwiseLshift
            | CtBitwiseRshift | PyMax | PyMin => {
                let (x, y) = (self.arg(args, "x")?, self.arg(args, "y")?);
                let numeric = self.numeric(args)?;
                self.binary(span, args.builtin, x, y, numeric)
            }
            CtAtan2 => {
                let (x, y) = (self.arg(args, "x1")?, self.arg(args, "x2")?);
                self.binary(span, CtAtan2, x, y, Numeric::default())
            }
            PyAbs | CtAbs | CtNegative | CtCeil | CtFloor | CtSin | CtCos | CtTan | CtSinh
            | CtCosh | CtLog | CtLog2 | CtTanh | CtExp | CtExp2 | CtRsqrt | CtSqrt => {
                let x = self.arg(args, "x")?;
                let numeric = self.numeric(args)?;
                self.unary(span, args.builtin, x, numeric)
            }
            _ => self.refuse(
                span,
                format!("`{}`", args.builtin.name()),
                "the writer has no form for it",
            ),
        }
    }

    fn block_coordinate(&mut self, args: &Args) -> Result<Value> {
        let axis = self.static_arg(args, "axis")?.as_int();
        let axis = match axis {
            Some(0) => quote!(0),
            Some(1) => quote!(1),
            Some(2) => quote!(2),
            _ => return self.refuse(args.call.span, "axis", "of the grid, other than 0, 1, 2"),
        };
        let code = match args.builtin {
            Builtin::CtBid => quote!(get_tile_block_id().#axis),
            _ => quote!(get_num_tile_blocks().#axis),
        };
        let axis_of = Ty::Scalar(Elem::Known(Dtype::Int32));
        Ok(Value::new(Code::atom(code), axis_of))
    }

    fn range(&mut self, args: &Args) -> Result<Value> {
        let values = args
            .rest
            .iter()
            .map(|e| self.expr(e))
            .collect::<Result<Vec<_>>>()?;
        let number = |i: i128, writer: &Self| {
            Value::new(Code::int(i), Ty::Scalar(Elem::Known(Dtype::Int32)))
                .with_constant(Some(writer.each(Const::Int(i))))
        };
        let mut values = values.into_iter();
        let parts = match (values.next(), values.next(), values.next()) {
            (Some(stop), None, None) => [number(0, self), stop, number(1, self)],
            (Some(start), Some(stop), None) => [start, stop, number(1, self)],
            (Some(start), Some(stop), Some(step)) => [start, stop, step],
            _ => return self.refuse(args.call.span, "`range`", "without arguments"),
        };
        Ok(Value::new(Code::atom(quote!()), Ty::Range(Box::new(parts))))
    }

    /// An argument that is a data type in every launch.
    pub fn dtype_arg(&mut self, args: &Args, name: &str) -> Result<Elem> {
        let Some(expr) = args.get(name) else {
            return self.refuse(
                args.call.span,
                format!("`{name}`"),
                "a data type that is missing",
            );
        };
        self.dtype_of(expr, args.call.span)
    }

    /// The element type that an expression stands for.
    pub fn dtype_of(&mut self, expr: &Expr, span: Span) -> Result<Elem> {
        // `x.dtype` is the element type of `x`, whatever else has the same one today.
        if let ExprKind::Attribute { value, attr, .. } = &expr.kind
            && *attr == "dtype"
        {
            let object = self.expr(value)?;
            match &object.ty {
                Ty::Array(array) => {
                    if let Some(array) = self.arrays.get(*array) {
                        return Ok(array.elem.clone());
                    }
                }
                Ty::Tile(elem, _) | Ty::Scalar(elem) => return Ok(elem.clone()),
                _ => {}
            }
        }
        let wanted = match &expr.kind {
            ExprKind::Name { id, .. } => id.to_string(),
            _ => "Element".to_owned(),
        };
        let constant = self.fact(expr).and_then(|f| f.constant);
        let dtypes: Option<Each<Dtype>> = constant.and_then(|c| {
            c.map(|c| match c {
                Const::Dtype(Element::Scalar(dtype)) => Some(*dtype),
                _ => None,
            })
        });
        match dtypes {
            Some(dtypes) => Ok(self.elem(&dtypes, &wanted)),
            None => self.refuse(span, "data type", "not known while compiling"),
        }
    }
}

impl Each<Type> {
    /// The type where all agree, or the first where they differ only in what they hold (bound
    /// methods of values of several types call the same function).
    pub fn uniform_or_same(&self) -> Option<&Type> {
        let mut types = self.0.iter().flatten();
        let first = types.next()?;
        let same = |other: &Type| match (first, other) {
            (Type::BoundMethod(a), Type::BoundMethod(b)) => a.function == b.function,
            _ => first == other,
        };
        types.all(same).then_some(first)
    }
}
