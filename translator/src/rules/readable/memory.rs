//! Reads and writes of arrays.

use super::block::Line;
use super::call::Args;
use super::code::Code;
use super::code::ident;
use super::facts::Each;
use super::ops::{Access, Own, Pad};
use super::order::Order;
use super::refusal::Result;
use super::value::{Dim, Elem, Ty, Value, shape_macro, type_tokens};
use super::writer::{Unit, Writer};
use crate::rules::names::snake_case;
use quote::quote;
use tileport_python::dtype::Dtype;
use tileport_python::mid::op::{MemoryOrder, PaddingMode};
use tileport_python::mid::{Const, EnumValue};
use tileport_python::source::Span;
use tileport_python::tree::{Expr, ExprKind};

/// An array in use.
struct Array {
    code: Code,
    elem: Elem,
    rank: usize,
    unit: Option<Each<Unit>>,
    order: Order,
}

impl Writer<'_> {
    fn array(&mut self, args: &Args) -> Result<Array> {
        let value = self.arg(args, "array")?;
        let Ty::Array(number) = value.ty else {
            return self.refuse(
                args.call.span,
                "array",
                "that is no parameter of the kernel",
            );
        };
        let Some(info) = self.arrays.get(number).cloned() else {
            return self.refuse(
                args.call.span,
                "array",
                "that is no parameter of the kernel",
            );
        };
        if info.order == Order::Unknown {
            return self.refuse(
                args.call.span,
                "memory order",
                "of an array that atomics use, or that helpers read and write",
            );
        }
        Ok(Array {
            code: value.code,
            elem: info.elem,
            rank: info.rank,
            unit: info.unit,
            order: info.order,
        })
    }

    fn access(&mut self, args: &Args, order: Order) -> Result<Access> {
        let has = |name: &str| args.builtin.parameters().iter().any(|p| *p.name == *name);
        let mut access = Access {
            after: order != Order::Free,
            ..Access::default()
        };
        if has("latency") {
            access.latency = match self.static_arg(args, "latency")? {
                Const::Int(n) => i64::try_from(n).ok(),
                _ => None,
            };
        }
        if has("allow_tma") {
            access.no_tma = self.static_arg(args, "allow_tma")? == Const::Bool(false);
        }
        if has("order") {
            access.order = match self.static_arg(args, "order")? {
                Const::Str(s) if &*s == "C" => None,
                Const::Tuple(dims) => dims
                    .iter()
                    .map(|d| d.as_int().and_then(|d| u32::try_from(d).ok()))
                    .collect(),
                _ => return self.refuse(args.call.span, "`order`", "other than \"C\" and a tuple"),
            };
            let identity = access
                .order
                .as_ref()
                .is_some_and(|o| o.iter().enumerate().all(|(i, d)| i == *d as usize));
            if identity {
                access.order = None;
            }
        }
        if has("memory_order") {
            let weak = Const::Enum(EnumValue::Order(MemoryOrder::Weak));
            if self.static_arg(args, "memory_order")? != weak {
                return self.refuse(args.call.span, "`memory_order`", "other than weak");
            }
        }
        Ok(access)
    }

    fn always_checked(&self, args: &Args) -> Result<()> {
        match self.static_arg(args, "check_bounds")? {
            Const::Bool(true) => Ok(()),
            _ => self.refuse(args.call.span, "`check_bounds=False`", "of a tile"),
        }
    }

    /// The sizes that an argument lists.
    pub fn dims_arg(&mut self, args: &Args, name: &str) -> Result<Vec<Dim>> {
        let value = self.arg(args, name)?;
        let items = match value.ty {
            Ty::Tuple(items) => items,
            _ => vec![value],
        };
        let wanted = self.wanted();
        items
            .iter()
            .enumerate()
            .map(|(i, item)| self.dim(item, &format!("{wanted}_{name}_{i}"), args.call.span))
            .collect()
    }

    /// The values that an argument lists.
    fn list(&mut self, args: &Args, name: &str) -> Result<Vec<Value>> {
        let value = self.arg(args, name)?;
        Ok(match value.ty {
            Ty::Tuple(items) => items,
            _ => vec![value],
        })
    }

    fn indices(&mut self, args: &Args, name: &str, rank: usize) -> Result<Code> {
        let items = self.list(args, name)?;
        if items.len() != rank {
            return self.refuse(args.call.span, "index", "of another rank than the array");
        }
        let literal = items
            .iter()
            .all(|v| v.is_constant_number() && v.code.as_name().is_none());
        let first = items
            .first()
            .and_then(|v| v.uniform_number().and_then(Const::as_int));
        let mut codes = items
            .into_iter()
            .map(|v| self.index(v, args.call.span))
            .collect::<Result<Vec<_>>>()?;
        // Nothing else would tell the type of an array of bare numbers.
        if let (true, Some(first), Some(code)) = (literal, first, codes.first_mut()) {
            *code = Code::int_as(first, "i32");
        }
        Ok(Code::atom(quote!([#(#codes),*])))
    }

    /// `ct.load`.
    pub fn load(&mut self, args: &Args) -> Result<Value> {
        let array = self.array(args)?;
        self.always_checked(args)?;
        let access = self.access(args, array.order_of_reads())?;
        let pad = match self.static_arg(args, "padding_mode")? {
            Const::Enum(EnumValue::Padding(mode)) => match mode {
                PaddingMode::Undetermined => Pad::None,
                PaddingMode::Zero => Pad::Zero,
                PaddingMode::NegZero => Pad::NegZero,
                PaddingMode::Nan => Pad::Nan,
                PaddingMode::PosInf => Pad::PosInf,
                PaddingMode::NegInf => Pad::NegInf,
            },
            _ => return self.refuse(args.call.span, "`padding_mode`", "that is no padding mode"),
        };
        let index = self.indices(args, "index", array.rank)?;
        let wanted = self.dims_arg(args, "shape")?;
        // A single element is a tile of one element in every dimension.
        let dims = match wanted.is_empty() {
            true => vec![Dim::lit(1, self.configurations()); array.rank],
            false => wanted.clone(),
        };
        if dims.len() != array.rank {
            return self.refuse(args.call.span, "shape", "of another rank than the array");
        }
        let shape = shape_macro(&dims);
        let ty = Ty::Tile(array.elem.clone(), dims);
        let own = Own::Load(pad, access.clone());
        let value = if pad == Pad::Zero && access == Access::default() {
            Value::new(array.code.method("load_tile", &[shape, index]), ty)
        } else if !access.after {
            Value::new(self.own(own, &[array.code, shape, index]), ty)
        } else {
            let token = order_name(&array.code, "written");
            let call = self.own(own, &[array.code.clone(), shape, index, Code::name(&token)]);
            self.ordered_read(&array.code, call, ty)
        };
        self.reshape(value, &wanted, args.call.span)
    }

    /// A read that waits for the writes before it, and that later writes wait for.
    fn ordered_read(&mut self, array: &Code, call: Code, ty: Ty) -> Value {
        let wanted = snake_case(&self.wanted());
        let wanted = match wanted.as_str() {
            "value" => "tile".to_owned(),
            _ => wanted,
        };
        let name = self.frame.taken.take(&wanted, "_tile");
        let read = self.frame.taken.take(&order_name(array, "read"), "");
        let ids = vec![self.frame.lets.fresh(), self.frame.lets.fresh()];
        let id = ids[0];
        self.push(Line::LetTuple {
            ids,
            names: vec![name.clone(), read.clone()],
            // The official compiler loses track of tiles that come in a tuple.
            ty: type_tokens(&ty).map(|ty| quote!((#ty, Token))),
            value: call,
        });
        let used = order_name(array, "used");
        let (u, r) = (ident(&used), ident(&read));
        self.push(Line::Assign {
            id: 0,
            name: used,
            value: Code::atom(quote!(join_tokens(&[#u, #r]))),
            order: true,
        });
        let mut value = Value::new(Code::name(&name), ty);
        value.from_tuple = matches!(value.elem(), Some(Elem::Generic(_)));
        value.binding = Some(id);
        value
    }

    /// A write that keeps its place among the accesses to an array.
    fn ordered_write(&mut self, array: &Array, own: Own, mut arguments: Vec<Code>) {
        let token = match array.order {
            Order::Free | Order::Unknown => {
                let call = self.own(own, &arguments);
                return self.push(Line::Run(call));
            }
            Order::Writes => order_name(&array.code, "written"),
            Order::All => order_name(&array.code, "used"),
        };
        arguments.push(Code::name(&token));
        let call = self.own(own, &arguments);
        self.push(Line::Assign {
            id: 0,
            name: token.clone(),
            value: call,
            order: true,
        });
        if array.order == Order::All {
            self.push(Line::Assign {
                id: 0,
                name: order_name(&array.code, "written"),
                value: Code::name(&token),
                order: true,
            });
        }
    }

    /// `ct.store`.
    pub fn store(&mut self, args: &Args) -> Result<Value> {
        let array = self.array(args)?;
        self.always_checked(args)?;
        let access = self.access(args, array.order)?;
        let span = args.call.span;
        let index = self.indices(args, "index", array.rank)?;
        let tile = self.arg(args, "tile")?;
        let name = self.cast_name(args.get("tile"), "tile");
        let tile = self.convert(tile, &array.elem, span)?;
        let dims = tile.dims().unwrap_or(&[]).to_vec();
        let missing = array.rank.saturating_sub(dims.len());
        let ones = std::iter::repeat_n(Dim::lit(1, self.configurations()), missing);
        let dims: Vec<Dim> = ones.chain(dims).collect();
        let tile = self.reshape(tile, &dims, span)?;
        let tile = self.close(tile, &name);
        self.ordered_write(
            &array,
            Own::Store(access),
            vec![array.code.clone(), index, tile.code],
        );
        Ok(self.nothing())
    }

    /// What a call that returns nothing gives.
    pub fn nothing(&self) -> Value {
        Value::of_constant(self.each(Const::None))
    }

    /// A name for a converted operand: that of the variable it comes from.
    pub fn cast_name(&self, expr: Option<&Expr>, fallback: &str) -> String {
        let mut at = expr;
        while let Some(expr) = at {
            at = match &expr.kind {
                ExprKind::Name { id, .. } => return snake_case(id),
                ExprKind::Call { func, args, .. } => match &func.kind {
                    ExprKind::Attribute { value, attr, .. }
                        if *attr == "astype" || *attr == "reshape" =>
                    {
                        match args.first() {
                            // `ct.astype(x, …)`
                            Some(first) if args.len() > 1 => Some(first),
                            _ => Some(value),
                        }
                    }
                    _ => None,
                },
                _ => None,
            };
        }
        fallback.to_owned()
    }

    /// `ct.gather`.
    pub fn gather(&mut self, args: &Args) -> Result<Value> {
        let array = self.array(args)?;
        let access = self.access(args, array.order_of_reads())?;
        let span = args.call.span;
        let (mut arguments, dims) = self.addresses(args, &array)?;
        let checked = self.static_arg(args, "check_bounds")? == Const::Bool(true);
        let masked = self.mask(args, &dims, &mut arguments)?;
        let padding = args.get("padding_value");
        let zero = match padding {
            None => true,
            Some(expr) => self
                .known(expr)
                .and_then(|c| c.as_float())
                .is_some_and(|f| f == 0.0 && f.is_sign_positive()),
        };
        if let (false, Some(expr)) = (zero, padding) {
            let value = self.expr(expr)?;
            let value = self.operand(value, &array.elem, &dims, span, "padding")?;
            arguments.push(value.code);
        }
        let own = Own::Gather {
            unit: self.unit(&array, span)?,
            checked,
            masked,
            padded: !zero,
            access: access.clone(),
        };
        let ty = Ty::Tile(array.elem.clone(), dims);
        if !access.after {
            return Ok(Value::new(self.own(own, &arguments), ty));
        }
        arguments.push(Code::name(&order_name(&array.code, "written")));
        let call = self.own(own, &arguments);
        Ok(self.ordered_read(&array.code, call, ty))
    }

    /// `ct.scatter`.
    pub fn scatter(&mut self, args: &Args) -> Result<Value> {
        let array = self.array(args)?;
        let access = self.access(args, array.order)?;
        let span = args.call.span;
        let (mut arguments, dims) = self.addresses(args, &array)?;
        let value = self.arg(args, "value")?;
        let name = self.cast_name(args.get("value"), "tile");
        let value = self.operand(value, &array.elem, &dims, span, &name)?;
        arguments.push(value.code);
        let checked = self.static_arg(args, "check_bounds")? == Const::Bool(true);
        let masked = self.mask(args, &dims, &mut arguments)?;
        let own = Own::Scatter {
            unit: self.unit(&array, span)?,
            checked,
            masked,
            access,
        };
        self.ordered_write(&array, own, arguments);
        Ok(self.nothing())
    }

    fn mask(&mut self, args: &Args, dims: &[Dim], arguments: &mut Vec<Code>) -> Result<bool> {
        let Some(expr) = args.get("mask") else {
            return Ok(false);
        };
        let value = self.expr(expr)?;
        if value.constant.as_ref().and_then(|c| c.uniform()) == Some(&Const::None) {
            return Ok(false);
        }
        let truth = Elem::Known(Dtype::Bool);
        let value = self.operand(value, &truth, dims, args.call.span, "mask")?;
        arguments.push(value.code);
        Ok(true)
    }

    /// The array and its index tiles, in 64 bits and spread to one shape.
    fn addresses(&mut self, args: &Args, array: &Array) -> Result<(Vec<Code>, Vec<Dim>)> {
        let span = args.call.span;
        let items = self.list(args, "indices")?;
        if items.len() != array.rank {
            return self.refuse(span, "indices", "of another rank than the array");
        }
        let mut dims = Vec::new();
        for item in &items {
            let shape = Value::new(
                Code::atom(quote!()),
                Ty::Tile(Elem::Known(Dtype::Int32), dims),
            );
            dims = self.joint_dims(&shape, item, span)?;
        }
        let mut arguments = vec![array.code.clone()];
        for item in items {
            let index = self.wide_index(item, &dims, span)?;
            arguments.push(index);
        }
        Ok((arguments, dims))
    }

    /// Which strides are 1, the same in every launch.
    fn unit(&self, array: &Array, span: Span) -> Result<Vec<bool>> {
        let Some(unit) = &array.unit else {
            return self.refuse(span, "strides", "that are constants other than 1");
        };
        match unit.uniform() {
            Some(Unit(unit)) => Ok(unit.clone()),
            None => self.refuse_apart(span, "strides", "that are 1 in some launches only", unit),
        }
    }

    fn wide_index(&mut self, value: Value, dims: &[Dim], span: Span) -> Result<Code> {
        if matches!(value.ty, Ty::Scalar(_)) {
            let code = self.index(value, span)?;
            return Ok(self.own(Own::SplatIndex, &[code, shape_macro(dims)]));
        }
        let wide = Elem::Known(Dtype::UInt64);
        Ok(self.operand(value, &wide, dims, span, "index")?.code)
    }

    /// `ct.num_tiles`.
    pub fn num_tiles(&mut self, args: &Args) -> Result<Value> {
        let array = self.array(args)?;
        let dims = self.dims_arg(args, "shape")?;
        let axis = self.static_arg(args, "axis")?.as_int();
        let axis = axis.map(|a| if a < 0 { a + array.rank as i128 } else { a });
        let Some(axis) = axis else {
            return self.refuse(args.call.span, "`axis`", "not known while compiling");
        };
        if self.static_arg(args, "order")? != Const::str("C") {
            return self.refuse(args.call.span, "`order`", "other than \"C\"");
        }
        let arguments = [array.code, Code::int(axis), shape_macro(&dims)];
        let code = self.own(Own::NumTiles, &arguments);
        Ok(Value::new(code, Ty::Scalar(Elem::Known(Dtype::Int32))))
    }

    /// Declares the tokens that keep the order of accesses to an array.
    pub fn declare_order(&mut self, array: &Code, order: Order) {
        let roles: &[&str] = match order {
            Order::Free | Order::Unknown => &[],
            Order::Writes => &["written"],
            Order::All => &["written", "used"],
        };
        for role in roles {
            let name = self.frame.taken.take(&order_name(array, role), "");
            let id = self.frame.lets.fresh();
            self.frame.lets.mutable.insert(id);
            self.push(Line::Let {
                id,
                name,
                ty: None,
                of: None,
                value: array.method("token", &[]),
            });
        }
    }
}

impl Array {
    /// Reads of an array that is only written need no token.
    fn order_of_reads(&self) -> Order {
        self.order
    }
}

fn order_name(array: &Code, role: &str) -> String {
    format!("{}_{role}", array.as_name().unwrap_or_default())
}
