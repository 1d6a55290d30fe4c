//! Making tiles: `full`, `ones`, `zeros`, `astile`, `arange`.

use super::Lowering;
use super::dispatch::Args;
use super::promote::shape_of;
use super::require::ShapeRule;
use crate::diagnostic::{Error, Result};
use crate::dtype::{Dtype, Element};
use crate::mid::op::ArithmeticKind;
use crate::mid::{Const, Op, Shape, Type, Var};

const SHAPE: ShapeRule = ShapeRule {
    single_int: true,
    rank: None,
    allow_0d: false,
    any_size: false,
};

impl Lowering<'_> {
    /// A tile of one number.
    ///
    /// # Errors
    /// A constant that the type cannot hold.
    pub fn full(&mut self, shape: &Shape, value: Var, dtype: Dtype) -> Result<Var> {
        if let Some(value) = self.body.constant(value).cloned() {
            return self.typed_const(value, Type::tile(dtype, *shape));
        }
        let value = self.astype(value, dtype)?;
        self.broadcast_to(value, shape)
    }

    pub(super) fn ct_full(&mut self, args: &Args) -> Result<Option<Var>> {
        let [shape, value, dtype] = args.vars()?;
        self.numeric_scalar(value)?;
        let shape = self.shape_arg(shape, SHAPE)?;
        let dtype = self.dtype_arg(dtype)?;
        self.full(&shape, value, dtype).map(Some)
    }

    /// `ones` and `zeros`.
    pub(super) fn ct_filled(&mut self, value: i128, args: &Args) -> Result<Option<Var>> {
        let [shape, dtype] = args.vars()?;
        let shape = self.shape_arg(shape, SHAPE)?;
        let dtype = self.dtype_arg(dtype)?;
        self.typed_const(Const::Int(value), Type::tile(dtype, shape))
            .map(Some)
    }

    pub(super) fn ct_astile(&mut self, args: &Args) -> Result<Option<Var>> {
        let [value, dtype] = args.vars()?;
        let dtype = self.dtype_arg(dtype)?;
        let ty = self.body.ty(value)?.clone();
        if let Type::Tile(t) = ty
            && t.is_scalar()
            && t.dtype().is_some()
        {
            return self.astype(value, dtype).map(Some);
        }
        if !matches!(ty, Type::Tuple(_)) {
            return Err(Error::ty("expected a scalar or a nested tuple of scalars").found(&ty));
        }
        let mut dims = Vec::new();
        tuple_shape(&ty, &mut dims)?;
        let shape = shape_of(&dims)?;
        if let Some(value) = self.body.constant(value).cloned() {
            return self.typed_const(value, Type::tile(dtype, shape)).map(Some);
        }
        let mut items = Vec::new();
        self.body.flatten_into(value, &mut items);
        let items = items
            .into_iter()
            .map(|v| self.astype(v, dtype))
            .collect::<Result<Vec<_>>>()?;
        let flat = self.concatenate(&items)?;
        self.reshape(flat, &shape).map(Some)
    }

    /// A tile of rank 1 of scalars, joined two halves at a time.
    fn concatenate(&mut self, items: &[Var]) -> Result<Var> {
        match items {
            [] => Err(Error::ty("an empty tuple cannot become a tile")),
            [one] => {
                self.scalar(*one)?;
                self.reshape(*one, &[1])
            }
            _ => {
                let (left, right) = items.split_at(items.len() / 2);
                let left = self.concatenate(left)?;
                let right = self.concatenate(right)?;
                self.cat(&[left, right], 0)
            }
        }
    }

    /// `0, 1, 2, ...`; floats are converted from integers.
    ///
    /// # Errors
    /// None: the size has been checked.
    pub fn arange(&mut self, size: i64, dtype: Dtype) -> Result<Var> {
        let counted = if dtype.is_integral() {
            dtype
        } else {
            Dtype::DEFAULT_INT
        };
        let ty = Type::tile(counted, Shape::splat(size, 1));
        let numbers = self.add(Op::Arange {}, ty)?;
        self.astype(numbers, dtype)
    }

    pub(super) fn ct_arange(&mut self, args: &Args) -> Result<Option<Var>> {
        let [size, dtype, start, step] = args.vars()?;
        let size = self.constant_int(size)?;
        let dtype = self.dtype_arg(dtype)?;
        if size <= 0 || size & (size - 1) != 0 {
            return Err(Error::ty("sizes of a tile must be powers of two")
                .found(size)
                .help("take the next power of two, and mask what is beyond"));
        }
        let mut result = self.arange(size, dtype)?;
        if !self.is_number(step, 1) {
            let step = self.astype(step, dtype)?;
            result = self.arithmetic(ArithmeticKind::Mul, result, step)?;
        }
        if !self.is_number(start, 0) {
            let start = self.astype(start, dtype)?;
            result = self.arithmetic(ArithmeticKind::Add, result, start)?;
        }
        Ok(Some(result))
    }

    /// Whether a variable is a constant that equals `number`.
    fn is_number(&self, var: Var, number: i128) -> bool {
        let number = Const::Int(number);
        self.body.constant(var).is_some_and(|c| c.py_eq(&number))
    }

    pub(super) fn ct_foreign_pointer_dtype(&mut self, args: &Args) -> Result<Option<Var>> {
        let [pointee] = args.vars()?;
        let pointee = self.dtype_arg(pointee)?;
        self.loose_const(Const::Dtype(Element::ForeignPointer(pointee)))
            .map(Some)
    }
}

/// Sizes of a nested tuple of scalars; all tuples of a level must be of one shape.
fn tuple_shape(ty: &Type, out: &mut Vec<i64>) -> Result<()> {
    match ty {
        Type::Tuple(items) => {
            let n = items.len() as i64;
            if n == 0 || n & (n - 1) != 0 {
                return Err(Error::ty("a tuple's length must be a power of two").found(n));
            }
            let mut shapes = Vec::new();
            for item in items.iter() {
                let mut inner = Vec::new();
                tuple_shape(item, &mut inner)?;
                shapes.push(inner);
            }
            if shapes.windows(2).any(|w| w.first() != w.last()) {
                return Err(Error::ty("the items of a tuple have different shapes"));
            }
            out.push(n);
            out.extend(shapes.into_iter().next().unwrap_or_default());
            Ok(())
        }
        Type::Tile(t) if t.is_scalar() => Ok(()),
        other => Err(Error::ty("expected a scalar in the tuple").found(other)),
    }
}
