//! Tiles made, reshaped, converted, multiplied and reduced.

use super::call::Args;
use super::code::Code;
use super::facts::Each;
use super::literal::literal;
use super::ops::{Fold, Own};
use super::refusal::Result;
use super::value::{Dim, Elem, Ty, Value, shape_macro};
use super::writer::Writer;
use quote::quote;
use tileport_python::dtype::Dtype;
use tileport_python::lower::builtin::Builtin;
use tileport_python::mid::Const;
use tileport_python::source::Span;

impl Writer<'_> {
    /// `ct.full`, `ct.zeros`, `ct.ones`.
    pub fn full(&mut self, args: &Args) -> Result<Value> {
        let dims = self.dims_arg(args, "shape")?;
        let elem = self.dtype_arg(args, "dtype")?;
        let span = args.call.span;
        let fill = match args.builtin {
            Builtin::CtFull => self.arg(args, "fill_value")?,
            other => {
                let value = Const::Int(i128::from(other == Builtin::CtOnes));
                let code = Code::int(value.as_int().unwrap_or(0));
                Value::new(code, Ty::Scalar(Elem::Known(Dtype::Int32)))
                    .with_constant(Some(self.each(value)))
            }
        };
        if let (Elem::Known(dtype @ (Dtype::Float32 | Dtype::Int32 | Dtype::Int64)), Some(c)) =
            (&elem, fill.uniform_number())
            && let Some(value) = literal(c, *dtype)
        {
            let code = Code::call("constant", &[value, shape_macro(&dims)]);
            return Ok(Value::open(code, Ty::Tile(elem, dims)));
        }
        match fill.is_constant_number() {
            true => self.splat(fill, &elem, &dims, span),
            false => self.operand_open(fill, &elem, &dims, span),
        }
    }

    /// `ct.arange`.
    pub fn arange(&mut self, args: &Args) -> Result<Value> {
        let plain = self.static_arg(args, "start")?.as_int() == Some(0)
            && self.static_arg(args, "step")?.as_int() == Some(1);
        if !plain {
            return self.refuse(args.call.span, "`arange`", "with a start or a step");
        }
        let size = self.arg(args, "size")?;
        let wanted = self.wanted();
        let dim = self.dim(&size, &wanted, args.call.span)?;
        let Elem::Known(dtype) = self.dtype_arg(args, "dtype")? else {
            return self.refuse(args.call.span, "`arange`", "of a generic type");
        };
        if !dtype.is_integral() {
            return self.refuse(args.call.span, "`arange`", format!("of {dtype}"));
        }
        let code = self.own(
            Own::Arange(dtype),
            &[shape_macro(std::slice::from_ref(&dim))],
        );
        Ok(Value::new(code, Ty::Tile(Elem::Known(dtype), vec![dim])))
    }

    /// `ct.astype`.
    pub fn astype(&mut self, args: &Args) -> Result<Value> {
        if args.get("rounding_mode").is_some() {
            return self.refuse(args.call.span, "`rounding_mode`", "of a conversion");
        }
        let value = self.arg(args, "x")?;
        let elem = self.dtype_arg(args, "dtype")?;
        self.convert(value, &elem, args.call.span)
    }

    /// `ct.reshape`.
    pub fn reshape_call(&mut self, args: &Args) -> Result<Value> {
        let value = self.arg(args, "x")?;
        let dims = self.result_dims(args, "shape")?;
        self.reshape(value, &dims, args.call.span)
    }

    /// Sizes that an argument lists, of which one may be -1.
    fn result_dims(&mut self, args: &Args, name: &str) -> Result<Vec<Dim>> {
        let value = self.arg(args, name)?;
        let items = match value.ty {
            Ty::Tuple(items) => items,
            _ => vec![value],
        };
        let found = self.fact(args.call).and_then(|f| f.tile());
        let wanted = self.wanted();
        let mut dims = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            let is_rest = item
                .constant
                .as_ref()
                .is_some_and(|c| c.0.iter().flatten().any(|c| c.as_int() == Some(-1)));
            let wanted = format!("{wanted}_{name}_{i}");
            if !is_rest {
                dims.push(self.dim(item, &wanted, args.call.span)?);
                continue;
            }
            let sizes: Option<Each<i64>> = found
                .as_ref()
                .and_then(|t| t.map(|t| t.shape.get(i).copied()));
            match sizes {
                Some(sizes) => dims.push(self.dim_of(sizes, &wanted)),
                None => return self.refuse(args.call.span, "shape", "with -1"),
            }
        }
        Ok(dims)
    }

    /// `ct.expand_dims`.
    pub fn expand_dims(&mut self, args: &Args) -> Result<Value> {
        let value = self.arg(args, "x")?;
        let mut dims = value.dims().unwrap_or(&[]).to_vec();
        let axis = self.axis(args, "axis", dims.len() + 1)?;
        dims.insert(axis.min(dims.len()), Dim::lit(1, self.configurations()));
        self.reshape(value, &dims, args.call.span)
    }

    fn axis(&self, args: &Args, name: &str, rank: usize) -> Result<usize> {
        let axis = self.static_arg(args, name)?.as_int();
        let axis = axis.map(|a| if a < 0 { a + rank as i128 } else { a });
        match axis.and_then(|a| usize::try_from(a).ok()) {
            Some(axis) if axis < rank => Ok(axis),
            _ => self.refuse(
                args.call.span,
                format!("`{name}`"),
                "not an axis known while compiling",
            ),
        }
    }

    /// `ct.broadcast_to`.
    pub fn broadcast_to(&mut self, args: &Args) -> Result<Value> {
        let value = self.arg(args, "x")?;
        let dims = self.dims_arg(args, "shape")?;
        match value.is_constant_number() {
            true => {
                let Some(elem) = value.elem().cloned() else {
                    return self.refuse(args.call.span, "`broadcast_to`", "of no tile");
                };
                self.splat(value, &elem, &dims, args.call.span)
            }
            false => self.spread(value, &dims, args.call.span),
        }
    }

    /// `ct.permute`.
    pub fn permute(&mut self, args: &Args) -> Result<Value> {
        let value = self.arg(args, "x")?;
        let Const::Tuple(axes) = self.static_arg(args, "axes")? else {
            return self.refuse(args.call.span, "`axes`", "no tuple");
        };
        let rank = value.dims().map_or(0, <[Dim]>::len);
        let axes: Option<Vec<usize>> = axes
            .iter()
            .map(|a| {
                let a = a.as_int()?;
                usize::try_from(if a < 0 { a + rank as i128 } else { a }).ok()
            })
            .collect();
        match axes {
            Some(axes) if axes.len() == rank && axes.iter().all(|a| *a < rank) => {
                self.permuted(value, &axes, args.call.span)
            }
            _ => self.refuse(args.call.span, "`axes`", "no permutation"),
        }
    }

    fn permuted(&mut self, value: Value, axes: &[usize], span: Span) -> Result<Value> {
        let Ty::Tile(elem, dims) = &value.ty else {
            return self.refuse(span, "permutation", "of no tile");
        };
        let ty = Ty::Tile(
            elem.clone(),
            axes.iter().filter_map(|a| dims.get(*a).cloned()).collect(),
        );
        let value = self.close(value, "tile");
        if axes == [1, 0] {
            return Ok(Value::new(value.code.method("transpose", &[]), ty));
        }
        let list = axes.iter().map(|a| Code::int(*a as i128));
        let map = Code::atom(quote!(const_array![#(#list),*]));
        Ok(Value::open(Code::call("permute", &[value.code, map]), ty))
    }

    /// `ct.transpose`.
    pub fn transpose(&mut self, args: &Args) -> Result<Value> {
        let value = self.arg(args, "x")?;
        let rank = value.dims().map_or(0, <[Dim]>::len);
        let (a, b) = match args.get("axis0") {
            None if rank == 2 => (0, 1),
            None => return self.refuse(args.call.span, "`transpose`", "of another rank than 2"),
            Some(_) => (
                self.axis(args, "axis0", rank)?,
                self.axis(args, "axis1", rank)?,
            ),
        };
        let mut axes: Vec<usize> = (0..rank).collect();
        axes.swap(a, b);
        self.permuted(value, &axes, args.call.span)
    }

    /// `ct.cat`.
    pub fn cat(&mut self, args: &Args) -> Result<Value> {
        let span = args.call.span;
        let tiles = self.arg(args, "tiles")?;
        let Ty::Tuple(items) = tiles.ty else {
            return self.refuse(span, "`cat`", "of no tuple");
        };
        let [a, b] = items.as_slice() else {
            return self.refuse(span, "`cat`", "of more or fewer than two tiles");
        };
        let (Ty::Tile(elem, da), Ty::Tile(_, db)) = (&a.ty, &b.ty) else {
            return self.refuse(span, "`cat`", "of no tiles");
        };
        let axis = self.axis(args, "axis", da.len())?;
        let (Some(x), Some(y)) = (da.get(axis), db.get(axis)) else {
            return self.refuse(span, "`cat`", "of tiles of different ranks");
        };
        let sum = x.values.0.iter().zip(&y.values.0);
        let sum = Each(sum.map(|(x, y)| Some((*x)? + (*y)?)).collect());
        let mut dims = da.clone();
        let wanted = self.wanted();
        dims[axis] = self.dim_of(sum, &wanted);
        let elem = elem.clone();
        let (a, b) = (
            self.close(a.clone(), "left"),
            self.close(b.clone(), "right"),
        );
        let code = Code::call("cat", &[a.code, b.code, Code::int(axis as i128)]);
        Ok(Value::open(code, Ty::Tile(elem, dims)))
    }

    /// `ct.where`.
    pub fn where_(&mut self, args: &Args) -> Result<Value> {
        let span = args.call.span;
        let (cond, x, y) = (
            self.arg(args, "cond")?,
            self.arg(args, "x")?,
            self.arg(args, "y")?,
        );
        let found = self.fact(args.call).and_then(|f| f.dtype());
        let elem = match found {
            Some(dtypes) => {
                let of = |v: &Value| v.elem().cloned().filter(|_| !v.is_constant_number());
                let same = [of(&x), of(&y)]
                    .into_iter()
                    .flatten()
                    .find(|e| self.dtypes(e) == dtypes);
                match same {
                    Some(elem) => elem,
                    None => self.elem(&dtypes, "Element"),
                }
            }
            None => return self.refuse(span, "`where`", "of a type that is not known"),
        };
        let dims = self.joint_dims(&x, &y, span)?;
        let shape = Value::new(Code::atom(quote!()), Ty::Tile(elem.clone(), dims));
        let dims = self.joint_dims(&shape, &cond, span)?;
        let cond = self.operand(cond, &Elem::Known(Dtype::Bool), &dims, span, "mask")?;
        let x = self.operand(x, &elem, &dims, span, "chosen")?;
        let y = self.operand(y, &elem, &dims, span, "otherwise")?;
        let code = Code::call("select", &[cond.code, x.code, y.code]);
        Ok(Value::new(code, Ty::Tile(elem, dims)))
    }

    /// `ct.mma`.
    pub fn mma(&mut self, args: &Args) -> Result<Value> {
        let span = args.call.span;
        if self.static_arg(args, "use_fast_acc")? == Const::Bool(true) {
            return self.refuse(span, "`use_fast_acc`", "the writer has no form for it");
        }
        let x = self.arg(args, "x")?;
        let x = self.close(x, "left");
        let y = self.arg(args, "y")?;
        let y = self.close(y, "right");
        let acc = self.arg(args, "acc")?;
        let acc = self.close(acc, "sum");
        self.product(x, y, acc, span)
    }

    fn product(&mut self, x: Value, y: Value, acc: Value, span: Span) -> Result<Value> {
        let (Some(xe), Some(ye)) = (x.elem().cloned(), y.elem().cloned()) else {
            return self.refuse(span, "product", "of no tiles");
        };
        let ty = acc.ty.clone();
        let code = if self.is_float(&xe) {
            Code::call("mmaf", &[x.code, y.code, acc.code])
        } else {
            let sign = |e: &Elem, w: &Self| {
                let signed = w.dtypes(e).0.iter().flatten().all(|d| d.is_signed());
                Code::atom(match signed {
                    true => quote!(signedness::Signed),
                    false => quote!(signedness::Unsigned),
                })
            };
            let (sx, sy) = (sign(&xe, self), sign(&ye, self));
            Code::call("mmai", &[x.code, y.code, acc.code, sx, sy])
        };
        Ok(Value::new(code, ty))
    }

    /// `x @ y`: accumulated from zero in the wider type, and converted back.
    pub fn matmul(&mut self, span: Span, x: Value, y: Value) -> Result<Value> {
        let (Ty::Tile(ex, dx), Ty::Tile(ey, dy)) = (&x.ty, &y.ty) else {
            return self.refuse(span, "product", "of no tiles");
        };
        let ([m, _], [_, n]) = (dx.as_slice(), dy.as_slice()) else {
            return self.refuse(span, "product", "of another rank than 2");
        };
        let dims = vec![m.clone(), n.clone()];
        let same = ex == ey;
        let narrow = self
            .dtypes(ex)
            .0
            .iter()
            .flatten()
            .all(|d| matches!(d, Dtype::BFloat16 | Dtype::Float32 | Dtype::TFloat32));
        if !same || !narrow {
            return self.refuse(
                span,
                "product",
                "of types that are not accumulated in float32",
            );
        }
        let elem = ex.clone();
        let wide = Elem::Known(Dtype::Float32);
        let zero = Value::open(
            Code::call("constant", &[Code::float(0.0, "f32"), shape_macro(&dims)]),
            Ty::Tile(wide, dims),
        );
        let zero = self.close(zero, "zero");
        let (x, y) = (self.close(x, "left"), self.close(y, "right"));
        let product = self.product(x, y, zero, span)?;
        self.convert(product, &elem, span)
    }

    /// `ct.cumsum`.
    pub fn cumsum(&mut self, args: &Args) -> Result<Value> {
        let span = args.call.span;
        let x = self.arg(args, "x")?;
        let x = self.tile_of(x, span)?;
        let Ty::Tile(elem, dims) = x.ty.clone() else {
            return self.refuse(span, "`cumsum`", "of no tile");
        };
        for flag in ["flush_to_zero", "rounding_mode"] {
            let given = args.get(flag).and_then(|e| self.known(e));
            if !matches!(given, None | Some(Const::None | Const::Bool(false))) {
                return self.refuse(span, format!("`{flag}`"), "of a scan");
            }
        }
        let float = match elem {
            Elem::Known(Dtype::Float32) => true,
            Elem::Known(Dtype::Int32) => false,
            _ => return self.refuse(span, "`cumsum`", "of other types than int32 and float32"),
        };
        let own = Own::Cumsum {
            axis: self.axis(args, "axis", dims.len())?,
            reverse: self.static_arg(args, "reverse")? == Const::Bool(true),
            float,
        };
        let code = self.own(own, &[x.code]);
        Ok(Value::new(code, Ty::Tile(elem, dims)))
    }

    /// `ct.extract`.
    pub fn extract(&mut self, args: &Args) -> Result<Value> {
        let span = args.call.span;
        let x = self.arg(args, "x")?;
        let x = self.close(x, "tile");
        let Ty::Tile(elem, whole) = x.ty.clone() else {
            return self.refuse(span, "`extract`", "of no tile");
        };
        let wanted = self.dims_arg(args, "shape")?;
        let part = match wanted.is_empty() {
            true => vec![Dim::lit(1, self.configurations()); whole.len()],
            false => wanted.clone(),
        };
        let index = self.arg(args, "index")?;
        let items = match index.ty {
            Ty::Tuple(items) => items,
            _ => vec![index],
        };
        if items.len() != whole.len() {
            return self.refuse(span, "`index`", "of another rank than the tile");
        }
        let mut codes = Vec::new();
        for item in items {
            let elem = Elem::Known(Dtype::Int32);
            let item = self.operand(item, &elem, &[], span, "index")?;
            codes.push(item.code);
        }
        let indices = Code::atom(quote!([#(#codes),*]));
        let code = Code::call("extract", &[x.code, indices]);
        let value = Value::open(code, Ty::Tile(elem, part));
        self.reshape(value, &wanted, span)
    }

    /// `ct.sum` and its relatives.
    pub fn reduce(&mut self, args: &Args) -> Result<Value> {
        let span = args.call.span;
        let fold = match args.builtin {
            Builtin::CtSum => Fold::Sum,
            Builtin::CtProd => Fold::Prod,
            Builtin::CtMax => Fold::Max,
            _ => Fold::Min,
        };
        for flag in ["flush_to_zero", "propagate_nan", "rounding_mode"] {
            if let Some(expr) = args.get(flag) {
                let value = self.known(expr);
                if !matches!(value, Some(Const::None | Const::Bool(false))) {
                    return self.refuse(span, format!("`{flag}`"), "of a reduction");
                }
            }
        }
        let x = self.arg(args, "x")?;
        let x = self.tile_of(x, span)?;
        let (Some(elem), Some(dims)) = (x.elem().cloned(), x.dims().map(<[Dim]>::to_vec)) else {
            return self.refuse(span, "reduction", "of no tile");
        };
        if let Some(found) = self.fact(args.call).and_then(|f| f.dtype())
            && found != self.dtypes(&elem)
        {
            let to = self.elem(&found, "Element");
            let x = self.convert(x, &to, span)?;
            let x = self.close(x, "tile");
            return self.reduce_axis(args, fold, x, to, dims);
        }
        self.reduce_axis(args, fold, x, elem, dims)
    }

    fn reduce_axis(
        &mut self,
        args: &Args,
        fold: Fold,
        x: Value,
        elem: Elem,
        dims: Vec<Dim>,
    ) -> Result<Value> {
        let rank = dims.len();
        let axis = match self.static_arg(args, "axis")? {
            Const::None if rank == 1 => 0,
            Const::Tuple(list) => match &*list {
                [one] => {
                    let axis = one.as_int().unwrap_or(0);
                    let axis = if axis < 0 { axis + rank as i128 } else { axis };
                    usize::try_from(axis).unwrap_or(0)
                }
                _ => return self.refuse(args.call.span, "`axis`", "of several axes"),
            },
            Const::Int(_) => self.axis(args, "axis", rank)?,
            _ => return self.refuse(args.call.span, "`axis`", "of all axes of a matrix"),
        };
        if axis >= rank || rank > 6 {
            return self.refuse(args.call.span, "`axis`", "out of range");
        }
        let keep = self.static_arg(args, "keepdims")? == Const::Bool(true);
        let own = Own::Reduce {
            fold,
            rank,
            axis,
            keep,
        };
        let code = self.own(own, &[x.code]);
        let mut out = dims;
        match keep {
            true => out[axis] = Dim::lit(1, self.configurations()),
            false => {
                out.remove(axis);
            }
        }
        Ok(Value::new(code, Ty::Tile(elem, out)))
    }
}
