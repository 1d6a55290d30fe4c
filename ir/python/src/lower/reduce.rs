//! Reductions and scans (official `ops.py`, parts on `reduce` and `scan`).

use super::arithmetic::{FloatOptions, MathFunction};
use super::call::CallArgs;
use super::dispatch::Args;
use super::promote::{broadcast_shapes, shape_of};
use super::require::normalize_axis;
use super::{Lowering, Restriction};
use crate::diagnostic::{Error, Result};
use crate::dtype::Dtype;
use crate::mid::op::{ArithmeticKind, BitwiseKind, Predicate};
use crate::mid::{BlockId, Const, Op, Shape, TileType, Type, Var};

/// How two partial results are combined.
#[derive(Debug, Clone, Copy)]
enum Combine {
    /// By arithmetic.
    Arithmetic(ArithmeticKind, FloatOptions),
    /// By keeping the better value and its index.
    Arg(Arg),
    /// By a function of the program; with several inputs it takes and gives several values.
    Function { function: Var, several: bool },
}

/// `argmax` and `argmin`: which value is better.
#[derive(Debug, Clone, Copy)]
struct Arg {
    better: Predicate,
    is_float: bool,
    propagate_nan: bool,
}

/// A reduction or scan: its inputs, brought to one shape, and the identities.
struct Inputs {
    xs: Vec<Var>,
    identities: Vec<Const>,
    combine: Combine,
}

impl Lowering<'_> {
    pub(super) fn ct_reduce(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x, axis, function, identity, keepdims] = args.vars()?;
        let (xs, several) = self.tiles(x)?;
        let axis = self.constant_int(axis)?;
        self.callable(function)?;
        let identities = self.identities(identity, several, xs.len())?;
        let keepdims = self.constant_bool(keepdims)?;
        let combine = Combine::Function { function, several };
        let inputs = Inputs {
            xs,
            identities,
            combine,
        };
        let out = self.reduce(inputs, Some(&[axis]), keepdims)?;
        self.one_or_tuple(&out, several).map(Some)
    }

    pub(super) fn ct_scan(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x, axis, function, identity, reverse] = args.vars()?;
        let (xs, several) = self.tiles(x)?;
        let axis = self.constant_int(axis)?;
        self.callable(function)?;
        let reverse = self.constant_bool(reverse)?;
        let (xs, shape) = self.broadcast_inputs(&xs)?;
        let axis = normalize_axis(axis, shape.len())?;
        let identities = self.identities(identity, several, xs.len())?;
        let combine = Combine::Function { function, several };
        let inputs = Inputs {
            xs,
            identities,
            combine,
        };
        let out = self.scan_raw(inputs, axis, reverse)?;
        self.one_or_tuple(&out, several).map(Some)
    }

    /// `sum` and `prod`.
    pub(super) fn ct_reduce_rounding(
        &mut self,
        kind: ArithmeticKind,
        args: &Args,
    ) -> Result<Option<Var>> {
        let [x, axis, keepdims, rounding_mode, flush_to_zero] = args.vars()?;
        let axis = self.reduce_axis(axis)?;
        let keepdims = self.constant_bool(keepdims)?;
        let options = FloatOptions {
            rounding_mode: self.rounding_arg(rounding_mode)?,
            flush_to_zero: self.constant_bool(flush_to_zero)?,
            propagate_nan: false,
        };
        self.reduce_simple(kind, x, axis.as_deref(), keepdims, options)
            .map(Some)
    }

    /// `min` and `max`.
    pub(super) fn ct_reduce_extremum(
        &mut self,
        kind: ArithmeticKind,
        args: &Args,
    ) -> Result<Option<Var>> {
        let [x, axis, keepdims, flush_to_zero, propagate_nan] = args.vars()?;
        let axis = self.reduce_axis(axis)?;
        let keepdims = self.constant_bool(keepdims)?;
        let options = FloatOptions {
            rounding_mode: None,
            flush_to_zero: self.constant_bool(flush_to_zero)?,
            propagate_nan: self.constant_bool(propagate_nan)?,
        };
        self.reduce_simple(kind, x, axis.as_deref(), keepdims, options)
            .map(Some)
    }

    /// `cumsum` and `cumprod`.
    pub(super) fn ct_scan_rounding(
        &mut self,
        kind: ArithmeticKind,
        args: &Args,
    ) -> Result<Option<Var>> {
        let [x, axis, reverse, rounding_mode, flush_to_zero] = args.vars()?;
        let axis = self.constant_int(axis)?;
        let reverse = self.constant_bool(reverse)?;
        let options = FloatOptions {
            rounding_mode: self.rounding_arg(rounding_mode)?,
            flush_to_zero: self.constant_bool(flush_to_zero)?,
            propagate_nan: false,
        };
        let (x, tile) = self.arithmetic_input(x, kind, options)?;
        let axis = normalize_axis(axis, tile.rank())?;
        let inputs = Inputs {
            xs: vec![x],
            identities: vec![neutral(kind)],
            combine: Combine::Arithmetic(kind, options),
        };
        let out = self.scan_raw(inputs, axis, reverse)?;
        self.one_or_tuple(&out, false).map(Some)
    }

    /// `argmax` (greater is better) and `argmin` (less is).
    pub(super) fn ct_arg(&mut self, better: Predicate, args: &Args) -> Result<Option<Var>> {
        let [x, axis, keepdims, propagate_nan] = args.vars()?;
        let axis = self.optional_int(axis)?;
        let mut keepdims = self.constant_bool(keepdims)?;
        let propagate_nan = self.constant_bool(propagate_nan)?;
        let (tile, _) = self.numeric_tile(x)?;
        let mut x = x;
        let mut final_shape = None;
        let axis = match axis {
            Some(axis) => normalize_axis(axis, tile.rank())?,
            None => {
                if keepdims {
                    final_shape = Some(Shape::splat(1, tile.rank()));
                    keepdims = false;
                }
                x = self.reshape(x, &[-1])?;
                0
            }
        };
        if tile.dtype() == Some(Dtype::Bool) {
            x = self.astype(x, Dtype::DEFAULT_INT)?;
        }
        let (tile, dtype) = self.numeric_tile(x)?;
        let size = tile.shape.get(axis).copied().unwrap_or(1);
        let indices = self.arange(size, Dtype::DEFAULT_INT)?;
        let mut along = Shape::splat(1, tile.rank());
        if let Some(slot) = along.get_mut(axis) {
            *slot = -1;
        }
        let indices = self.reshape(indices, &along)?;
        let (least, greatest) = limits(dtype)?;
        let worst = match better {
            Predicate::Lt => greatest,
            _ => least,
        };
        let inputs = Inputs {
            xs: vec![x, indices],
            identities: vec![worst, Const::Int(0)],
            combine: Combine::Arg(Arg {
                better,
                is_float: dtype.is_float(),
                propagate_nan,
            }),
        };
        let out = self.reduce(inputs, Some(&[axis as i64]), keepdims)?;
        let result = out
            .last()
            .copied()
            .ok_or_else(|| Error::ty("internal: a reduction without results"))?;
        match final_shape {
            Some(shape) => self.reshape(result, &shape).map(Some),
            None => Ok(Some(result)),
        }
    }

    /// A tile, or a tuple of tiles, and whether it is a tuple.
    fn tiles(&self, x: Var) -> Result<(Vec<Var>, bool)> {
        match self.body.ty(x)? {
            Type::Tile(_) => Ok((vec![x], false)),
            Type::Tuple(items) if items.iter().all(|t| matches!(t, Type::Tile(_))) => {
                Ok((self.tuple_items(x)?.to_vec(), true))
            }
            other => Err(Error::ty("expected a tile or a tuple of tiles").found(other)),
        }
    }

    fn identities(&self, identity: Var, several: bool, inputs: usize) -> Result<Vec<Const>> {
        if !several {
            return Ok(vec![self.constant_number(identity)?]);
        }
        let values = self.constant_numbers(identity)?;
        if values.len() != inputs {
            return Err(Error::ty(format!("expected {inputs} identities")).found(values.len()));
        }
        Ok(values)
    }

    fn one_or_tuple(&mut self, vars: &[Var], several: bool) -> Result<Var> {
        match vars {
            [one] if !several => Ok(*one),
            _ => self.tuple(vars),
        }
    }

    fn reduce_axis(&self, axis: Var) -> Result<Option<Vec<i64>>> {
        match self.body.ty(axis)? {
            Type::Tuple(_) => self.int_tuple(axis, false).map(Some),
            _ => Ok(self.optional_int(axis)?.map(|a| vec![a])),
        }
    }

    /// The input of an arithmetic reduction or scan; booleans become integers.
    fn arithmetic_input(
        &mut self,
        x: Var,
        kind: ArithmeticKind,
        options: FloatOptions,
    ) -> Result<(Var, TileType)> {
        let tile = self.tile(x)?;
        if !tile.dtype().is_some_and(Dtype::is_arithmetic) {
            return Err(Error::ty("type has no arithmetic").found(tile.element));
        }
        self.check_float_options(MathFunction::Binary(kind), options, tile.dtype())?;
        let x = match tile.dtype() {
            Some(Dtype::Bool) => self.astype(x, Dtype::DEFAULT_INT)?,
            _ => x,
        };
        Ok((x, tile))
    }

    fn reduce_simple(
        &mut self,
        kind: ArithmeticKind,
        x: Var,
        axis: Option<&[i64]>,
        keepdims: bool,
        options: FloatOptions,
    ) -> Result<Var> {
        let (x, tile) = self.arithmetic_input(x, kind, options)?;
        // For booleans the limits are those of their storage, not of the integers they become.
        let identity = match (kind, tile.dtype()) {
            (ArithmeticKind::Min, Some(dtype)) => limits(dtype)?.1,
            (ArithmeticKind::Max, Some(dtype)) => limits(dtype)?.0,
            _ => neutral(kind),
        };
        let inputs = Inputs {
            xs: vec![x],
            identities: vec![identity],
            combine: Combine::Arithmetic(kind, options),
        };
        let out = self.reduce(inputs, axis, keepdims)?;
        self.one_or_tuple(&out, false)
    }

    /// Inputs broadcast to their common shape.
    fn broadcast_inputs(&mut self, xs: &[Var]) -> Result<(Vec<Var>, Shape)> {
        if xs.is_empty() {
            return Err(Error::ty("expected at least one input"));
        }
        let mut shape = Shape::SCALAR;
        for &x in xs {
            let (tile, _) = self.numeric_tile(x)?;
            shape = broadcast_shapes(&shape, &tile.shape).ok_or_else(|| {
                Error::ty("inputs do not broadcast to a common shape")
                    .found(format!("{shape} and {}", tile.shape))
            })?;
        }
        let xs = xs
            .iter()
            .map(|x| self.broadcast_to(*x, &shape))
            .collect::<Result<_>>()?;
        Ok((xs, shape))
    }

    /// Reduces along axes, one after the other; all of them when none is given.
    fn reduce(&mut self, inputs: Inputs, axis: Option<&[i64]>, keepdims: bool) -> Result<Vec<Var>> {
        let Inputs {
            xs,
            identities,
            combine,
        } = inputs;
        // The official compiler checks shapes before axes and broadcasts after.
        let rank = self.common_rank(&xs)?;
        let axes = match axis {
            None => (0..rank).collect(),
            Some(given) => sorted_axes(given, rank)?,
        };
        let (mut xs, shape) = self.broadcast_inputs(&xs)?;
        for (done, axis) in axes.iter().enumerate() {
            let inputs = Inputs {
                xs,
                identities: identities.clone(),
                combine,
            };
            xs = self.reduce_raw(inputs, axis - done)?;
        }
        let mut result = Vec::new();
        for (i, &size) in shape.iter().enumerate() {
            match axes.contains(&i) {
                true if keepdims => result.push(1),
                true => {}
                false => result.push(size),
            }
        }
        xs.into_iter().map(|x| self.reshape(x, &result)).collect()
    }

    fn common_rank(&self, xs: &[Var]) -> Result<usize> {
        let mut shape = Shape::SCALAR;
        for &x in xs {
            let (tile, _) = self.numeric_tile(x)?;
            shape = broadcast_shapes(&shape, &tile.shape)
                .ok_or_else(|| Error::ty("inputs do not broadcast to a common shape"))?;
        }
        Ok(shape.len())
    }

    fn reduce_raw(&mut self, inputs: Inputs, axis: usize) -> Result<Vec<Var>> {
        let types = self.result_types(&inputs.xs, Some(axis))?;
        let body = self.combining_block(&inputs, Restriction::Reduction)?;
        let op = Op::Reduce {
            xs: inputs.xs,
            axis: axis as u32,
            identities: inputs.identities,
            body,
        };
        self.add_many(op, types)
    }

    fn scan_raw(&mut self, inputs: Inputs, axis: usize, reverse: bool) -> Result<Vec<Var>> {
        let types = self.result_types(&inputs.xs, None)?;
        let body = self.combining_block(&inputs, Restriction::Scan)?;
        let op = Op::Scan {
            xs: inputs.xs,
            axis: axis as u32,
            reverse,
            identities: inputs.identities,
            body,
        };
        self.add_many(op, types)
    }

    /// Types of the inputs, without one dimension where one is reduced.
    fn result_types(&self, xs: &[Var], axis: Option<usize>) -> Result<Vec<Type>> {
        let result_type = |&x: &Var| {
            let tile = self.tile(x)?;
            let mut dims = tile.shape.to_vec();
            if let Some(axis) = axis.filter(|a| *a < dims.len()) {
                dims.remove(axis);
            }
            Ok(Type::Tile(tile.with_shape(shape_of(&dims)?)))
        };
        xs.iter().map(result_type).collect()
    }

    /// The block that combines two partial results of each input.
    fn combining_block(&mut self, inputs: &Inputs, restriction: Restriction) -> Result<BlockId> {
        if self.restriction.is_some() {
            return Err(Error::syntax("reductions and scans cannot be nested"));
        }
        let (mut params, mut lhs, mut rhs) = (Vec::new(), Vec::new(), Vec::new());
        for &x in &inputs.xs {
            let scalar = self.tile(x)?.with_shape(Shape::SCALAR);
            let mut param = || self.body.new_typed(Type::Tile(scalar), self.loc);
            let (a, b) = (param(), param());
            params.extend([a, b]);
            lhs.push(a);
            rhs.push(b);
        }
        let outer = self.restriction.replace(restriction);
        let built = self.nested_block(self.loc, |lw| {
            let outputs = lw.combine(inputs, &lhs, &rhs)?;
            lw.add_void(Op::EndBranch { outputs })
        });
        self.restriction = outer;
        let (block, ()) = built?;
        self.body.block_mut(block).params = params;
        Ok(block)
    }

    fn combine(&mut self, inputs: &Inputs, lhs: &[Var], rhs: &[Var]) -> Result<Vec<Var>> {
        match (inputs.combine, lhs, rhs) {
            (Combine::Arithmetic(kind, options), [a], [b]) => {
                Ok(vec![self.arithmetic_with(kind, *a, *b, options)?])
            }
            (Combine::Arg(arg), [a, i], [b, j]) => self.combine_arg(arg, [*a, *i], [*b, *j]),
            (Combine::Function { function, several }, _, _) => {
                let args = [lhs, rhs].concat();
                let result = self.call(function, CallArgs::positional(args))?;
                let result =
                    result.ok_or_else(|| Error::ty("the combining function returns nothing"))?;
                self.checked_results(result, several, &inputs.xs)
            }
            (Combine::Arithmetic(..) | Combine::Arg(_), _, _) => {
                Err(Error::ty("internal: another number of inputs"))
            }
        }
    }

    /// What a combining function returned, converted to the types of the inputs.
    fn checked_results(&mut self, result: Var, several: bool, xs: &[Var]) -> Result<Vec<Var>> {
        let place = self.place_of_value(result);
        let results = if several {
            let Type::Tuple(items) = self.body.ty(result)? else {
                return Err(Error::ty("the combining function must return a tuple")
                    .found(self.body.ty(result)?)
                    .at(place));
            };
            if items.len() != xs.len() {
                return Err(Error::ty(format!(
                    "the combining function must return {} values",
                    xs.len()
                ))
                .found(items.len()));
            }
            self.tuple_items(result)?.to_vec()
        } else {
            vec![result]
        };
        let mut out = Vec::new();
        for (&r, &x) in results.iter().zip(xs) {
            match self.body.ty(r)? {
                Type::Tile(t) if t.is_scalar() => {}
                other => {
                    return Err(
                        Error::ty("the combining function must return scalars").found(other)
                    );
                }
            }
            let (_, dtype) = self.numeric_tile(x)?;
            let context = "the combining function returned another data type";
            out.push(self.implicit_cast(r, dtype, context)?);
        }
        Ok(out)
    }

    /// Keeps the better of two values and its index; equal values keep the lower index. NaN is
    /// the worst value, or the best where it propagates.
    fn combine_arg(&mut self, arg: Arg, lhs: [Var; 2], rhs: [Var; 2]) -> Result<Vec<Var>> {
        use BitwiseKind::{And, Or};
        let ([a, i], [b, j]) = (lhs, rhs);
        let mut wins = self.compare_raw(arg.better, a, b)?;
        let mut equal = self.compare_raw(Predicate::Eq, a, b)?;
        if arg.is_float {
            let a_nan = self.compare_raw(Predicate::Ne, a, a)?;
            let b_nan = self.compare_raw(Predicate::Ne, b, b)?;
            let decided = if arg.propagate_nan {
                let b_number = self.compare_raw(Predicate::Eq, b, b)?;
                self.bitwise_raw(And, a_nan, b_number)?
            } else {
                let a_number = self.compare_raw(Predicate::Eq, a, a)?;
                self.bitwise_raw(And, a_number, b_nan)?
            };
            wins = self.bitwise_raw(Or, wins, decided)?;
            let both_nan = self.bitwise_raw(And, a_nan, b_nan)?;
            equal = self.bitwise_raw(Or, equal, both_nan)?;
        }
        let earlier = self.compare_raw(Predicate::Lt, i, j)?;
        let tie = self.bitwise_raw(And, equal, earlier)?;
        let keep = self.bitwise_raw(Or, wins, tie)?;
        let value = self.select_raw(keep, a, b)?;
        let index = self.select_raw(keep, i, j)?;
        Ok(vec![value, index])
    }
}

/// The identity of sums and products.
fn neutral(kind: ArithmeticKind) -> Const {
    Const::Int(match kind {
        ArithmeticKind::Mul => 1,
        _ => 0,
    })
}

/// Least and greatest value of a type; infinities for floats.
fn limits(dtype: Dtype) -> Result<(Const, Const)> {
    if dtype.is_float() {
        if !dtype.is_unrestricted_float() {
            return Err(Error::ty("this float type has no order to reduce by").found(dtype));
        }
        let infinity = f64::INFINITY;
        return Ok((Const::Float(-infinity), Const::Float(infinity)));
    }
    let bits = dtype.bits();
    Ok(if dtype.is_signed() {
        let half = 1i128 << (bits - 1);
        (Const::Int(-half), Const::Int(half - 1))
    } else {
        (Const::Int(0), Const::Int((1 << bits) - 1))
    })
}

/// Axes in ascending order, each once.
fn sorted_axes(given: &[i64], rank: usize) -> Result<Vec<usize>> {
    let mut axes = given
        .iter()
        .map(|a| normalize_axis(*a, rank))
        .collect::<Result<Vec<_>>>()?;
    axes.sort_unstable();
    match axes.windows(2).find(|w| w.first() == w.last()) {
        Some(repeated) => Err(Error::ty("a reduction axis is given twice")
            .found(repeated.first().copied().unwrap_or(0))),
        None => Ok(axes),
    }
}
