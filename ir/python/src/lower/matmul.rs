//! Products of matrices: `mma`, `matmul`, `mma_scaled`.

use super::Lowering;
use super::dispatch::Args;
use super::promote::{common_shape, promote_dtypes, shape_of};
use super::require::normalize_axis;
use crate::diagnostic::{Error, Result};
use crate::dtype::{Dtype, Element};
use crate::lower::BytecodeVersion;
use crate::mid::{Const, Op, Shape, TileType, Type, Var};

/// Shapes of a product.
struct ProductShapes {
    /// Left operand, broadcast.
    x: Shape,
    /// Right operand, broadcast.
    y: Shape,
    /// Accumulator.
    acc: Shape,
    /// Result, without the dimension that an operand of rank 1 lacks.
    output: Shape,
}

/// Shapes of the product of two operands; one of rank 1 stands for a row or a column.
fn product_shapes(x: &Shape, y: &Shape) -> Result<ProductShapes> {
    let refuse = || Error::ty("shapes do not fit a matrix product").found(format!("{x} and {y}"));
    let (x_dims, y_dims): (Vec<i64>, Vec<i64>) = (
        if x.len() == 1 {
            [&[1], &**x].concat()
        } else {
            x.to_vec()
        },
        if y.len() == 1 {
            [&**y, &[1]].concat()
        } else {
            y.to_vec()
        },
    );
    let ([x_batch @ .., m, k], [y_batch @ .., l, n]) = (&x_dims[..], &y_dims[..]) else {
        return Err(refuse());
    };
    if k != l {
        return Err(refuse());
    }
    let batch = common_shape(&shape_of(x_batch)?, &shape_of(y_batch)?).map_err(|_| refuse())?;
    let with = |rest: &[i64]| shape_of(&[&batch, rest].concat());
    let output = match (x.len() == 1, y.len() == 1) {
        (false, false) => with(&[*m, *n]),
        (true, false) => with(&[*n]),
        (false, true) => with(&[*m]),
        (true, true) => with(&[]),
    }?;
    Ok(ProductShapes {
        x: with(&[*m, *k])?,
        y: with(&[*l, *n])?,
        acc: with(&[*m, *n])?,
        output,
    })
}

/// Accumulator types of an operand type, the default first.
fn accumulators(dtype: Dtype) -> &'static [Dtype] {
    match dtype {
        Dtype::Float16 | Dtype::Float8E4M3FN | Dtype::Float8E5M2 => {
            &[Dtype::Float16, Dtype::Float32]
        }
        Dtype::BFloat16 | Dtype::Float32 | Dtype::TFloat32 => &[Dtype::Float32],
        Dtype::Float64 => &[Dtype::Float64],
        Dtype::Int8 | Dtype::UInt8 => &[Dtype::Int32],
        _ => &[],
    }
}

/// The accumulator type of a product: the given one if it fits, else the default.
fn accumulator(x: Dtype, y: Dtype, given: Option<Dtype>) -> Result<Dtype> {
    let bytes = |d| matches!(d, Dtype::Int8 | Dtype::UInt8);
    if x != y && !(bytes(x) && bytes(y)) {
        return Err(Error::ty(
            "operands of a matrix product must have one data type, or be int8 and uint8",
        )
        .found(format!("{x} and {y}")));
    }
    let candidates = accumulators(x);
    let Some(&default) = candidates.first() else {
        return Err(Error::ty("matrix products do not take operands of this data type").found(x));
    };
    match given {
        Some(acc) if !candidates.contains(&acc) => Err(Error::ty(format!(
            "the accumulator of a product of {x} cannot have this data type"
        ))
        .found(acc)),
        Some(acc) => Ok(acc),
        None => Ok(default),
    }
}

/// Scaling block sizes of an operand type with a scale type; results are `float32`.
fn scale_blocks(operand: Dtype, scale: Dtype) -> Result<&'static [i64]> {
    match (operand, scale) {
        (Dtype::Float8E4M3FN | Dtype::Float8E5M2, Dtype::Float8E8M0FNU) => Ok(&[32]),
        (Dtype::Float4E2M1FN, Dtype::Float8E8M0FNU | Dtype::Float8E5M3FNU) => Ok(&[16, 32]),
        (Dtype::Float4E2M1FN, Dtype::Float8E4M3FN) => Ok(&[16]),
        _ => Err(
            Error::ty("mma_scaled() does not take this pair of data types")
                .found(format!("{operand} scaled by {scale}")),
        ),
    }
}

impl Lowering<'_> {
    pub(super) fn ct_mma(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x, y, acc, use_fast_acc] = args.vars()?;
        let use_fast_acc = self.constant_bool(use_fast_acc)?;
        let (x_tile, x_dtype) = self.numeric_tile(x)?;
        let (y_tile, y_dtype) = self.numeric_tile(y)?;
        let (acc_tile, acc_dtype) = self.numeric_tile(acc)?;
        for tile in [x_tile, y_tile] {
            if tile.rank() < 2 {
                return Err(Error::ty("mma() takes operands of rank 2 or more").found(tile.shape));
            }
        }
        let shapes = product_shapes(&x_tile.shape, &y_tile.shape)?;
        check_accumulator_shape(&acc_tile, &shapes)?;
        if use_fast_acc {
            if !matches!(x_dtype, Dtype::Float8E4M3FN | Dtype::Float8E5M2) {
                return Err(Error::ty("use_fast_acc is for float8 operands").found(x_dtype));
            }
            self.need_version(BytecodeVersion::V13_3, "use_fast_acc")?;
        }
        accumulator(x_dtype, y_dtype, Some(acc_dtype))?;
        let x = self.promote_to(x, TileType::new(x_dtype, shapes.x))?;
        let y = self.promote_to(y, TileType::new(y_dtype, shapes.y))?;
        let op = Op::Mma {
            x,
            y,
            acc,
            use_fast_acc,
        };
        self.add(op, Type::Tile(acc_tile)).map(Some)
    }

    pub(super) fn ct_matmul(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x, y] = args.vars()?;
        self.matmul(x, y).map(Some)
    }

    /// `x @ y`, accumulated in the default type and converted back.
    ///
    /// # Errors
    /// Shapes that do not fit, types without a product.
    pub fn matmul(&mut self, x: Var, y: Var) -> Result<Var> {
        let (x_tile, _) = self.numeric_tile(x)?;
        let (y_tile, _) = self.numeric_tile(y)?;
        let shapes = product_shapes(&x_tile.shape, &y_tile.shape)?;
        let common = promote_dtypes(x_tile.element, y_tile.element, false)?;
        let Element::Scalar(common) = common else {
            return Err(Error::ty("matrix products take numbers").found(common));
        };
        let acc_dtype = accumulator(common, common, None)?;
        let x = self.promote_to(x, TileType::new(common, shapes.x))?;
        let mut y = y;
        if let [k] = *y_tile.shape {
            y = self.reshape(y, &[k, 1])?;
        }
        let y = self.promote_to(y, TileType::new(common, shapes.y))?;
        let ty = Type::tile(acc_dtype, shapes.acc);
        let acc = self.typed_const(Const::Int(0), ty.clone())?;
        let op = Op::Mma {
            x,
            y,
            acc,
            use_fast_acc: false,
        };
        let product = self.add(op, ty)?;
        let product = self.astype(product, common)?;
        self.reshape(product, &shapes.output)
    }

    pub(super) fn ct_mma_scaled(&mut self, args: &Args) -> Result<Option<Var>> {
        self.need_version(BytecodeVersion::V13_3, "mma_scaled()")?;
        let [x, x_scale, y, y_scale, acc] = args.vars()?;
        let (x_tile, x_dtype) = self.numeric_tile(x)?;
        let (y_tile, y_dtype) = self.numeric_tile(y)?;
        let (acc_tile, acc_dtype) = self.numeric_tile(acc)?;
        let (x_scale_tile, x_scale_dtype) = self.numeric_tile(x_scale)?;
        let (y_scale_tile, y_scale_dtype) = self.numeric_tile(y_scale)?;
        for tile in [x_tile, y_tile, acc_tile, x_scale_tile, y_scale_tile] {
            if !matches!(tile.rank(), 2 | 3) {
                return Err(
                    Error::ty("mma_scaled() takes operands of rank 2 or 3").found(tile.shape)
                );
            }
        }
        if x_dtype != y_dtype || x_scale_dtype != y_scale_dtype {
            return Err(Error::ty(
                "both operands of mma_scaled() must have one data type, and both scales",
            )
            .found(format!(
                "{x_dtype}, {y_dtype}, {x_scale_dtype}, {y_scale_dtype}"
            )));
        }
        let blocks = scale_blocks(x_dtype, x_scale_dtype)?;
        if acc_dtype != Dtype::Float32 {
            return Err(Error::ty("mma_scaled() accumulates in float32").found(acc_dtype));
        }
        check_scale(&x_tile, &x_scale_tile, -1, blocks)?;
        check_scale(&y_tile, &y_scale_tile, -2, blocks)?;
        let shapes = product_shapes(&x_tile.shape, &y_tile.shape)?;
        check_accumulator_shape(&acc_tile, &shapes)?;
        let batch = shapes.x.get(..shapes.x.len() - 2).unwrap_or_default();
        let scaled = |tile: &TileType| {
            let last = tile.shape.get(tile.rank() - 2..).unwrap_or_default();
            shape_of(&[batch, last].concat()).map(|s| tile.with_shape(s))
        };
        let (x_scale_ty, y_scale_ty) = (scaled(&x_scale_tile)?, scaled(&y_scale_tile)?);
        let x = self.promote_to(x, TileType::new(x_dtype, shapes.x))?;
        let y = self.promote_to(y, TileType::new(y_dtype, shapes.y))?;
        let x_scale = self.promote_to(x_scale, x_scale_ty)?;
        let y_scale = self.promote_to(y_scale, y_scale_ty)?;
        let op = Op::MmaScaled {
            x,
            x_scale,
            y,
            y_scale,
            acc,
        };
        self.add(op, Type::Tile(acc_tile)).map(Some)
    }
}

fn check_accumulator_shape(acc: &TileType, shapes: &ProductShapes) -> Result<()> {
    if acc.shape == shapes.output {
        return Ok(());
    }
    let expected = shapes.output;
    Err(Error::ty(format!("the accumulator must have shape {expected}")).found(acc.shape))
}

/// A scale has its operand's shape, divided along the summed axis by a block size.
fn check_scale(operand: &TileType, scale: &TileType, axis: i64, blocks: &[i64]) -> Result<()> {
    let axis = normalize_axis(axis, operand.rank())?;
    let refuse =
        || {
            Err(Error::ty(format!(
            "a scale must have its operand's shape, {} of them along axis {axis} sharing one scale",
            blocks.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
        ))
        .found(format!("{} scaled by {}", operand.shape, scale.shape)))
        };
    if operand.rank() != scale.rank() {
        return refuse();
    }
    for (i, (&size, &scales)) in operand.shape.iter().zip(scale.shape.iter()).enumerate() {
        let fits = if i == axis {
            scales > 0 && size % scales == 0 && blocks.contains(&(size / scales))
        } else {
            size == scales
        };
        if !fits {
            return refuse();
        }
    }
    Ok(())
}
