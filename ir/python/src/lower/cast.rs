//! Conversions of element types (official `astype`, `cast_ops.py`).

use super::Lowering;
use super::builder::float_to_int;
use super::dispatch::Args;
use super::promote::{Tensor, dtype_of_number, fits, promote_dtypes};
use crate::diagnostic::{Error, Kind, Result};
use crate::dtype::{Category, Dtype, Element};
use crate::eval;
use crate::lower::BytecodeVersion;
use crate::mid::op::RoundingMode;
use crate::mid::{Const, Op, Shape, TileType, Type, Var};

/// `value` as Python's `bool`, `int` or `float` gives it, whichever stands for `dtype`.
///
/// # Errors
/// A float that is no integer value of Python's, text that is no number.
pub fn python_number(value: &Const, dtype: Dtype) -> Result<Const> {
    let not_a_number = || Error::ty("expected a number").found(value);
    Ok(match dtype.category() {
        Category::Boolean => Const::Bool(match value {
            Const::None => false,
            Const::Float(f) => *f != 0.0,
            Const::Str(s) => !s.is_empty(),
            Const::Tuple(items) => !items.is_empty(),
            Const::Dict(items) => !items.is_empty(),
            Const::Bool(_) | Const::Int(_) => value.as_int() != Some(0),
            // Other objects are true unless their class says otherwise.
            Const::Instance(_) => return Err(not_a_number()),
            _ => true,
        }),
        Category::Integral => Const::Int(match value {
            Const::Float(f) => float_to_int(*f)?,
            Const::Str(s) => eval::parse_int(s).ok_or_else(not_a_number)?,
            other => other.as_int().ok_or_else(not_a_number)?,
        }),
        Category::Float | Category::RestrictedFloat => Const::Float(match value {
            Const::Str(s) => eval::parse_float(s).ok_or_else(not_a_number)?,
            other => other.as_float().ok_or_else(not_a_number)?,
        }),
    })
}

impl Lowering<'_> {
    /// `x` converted to another element type; constants are converted here and now.
    ///
    /// # Errors
    /// A constant that cannot be converted.
    pub fn astype(&mut self, x: Var, element: impl Into<Element>) -> Result<Var> {
        self.astype_rounded(x, element, None)
    }

    /// [`Lowering::astype`] with a rounding mode.
    ///
    /// # Errors
    /// As for [`Lowering::astype`].
    pub fn astype_rounded(
        &mut self,
        x: Var,
        element: impl Into<Element>,
        rounding_mode: Option<RoundingMode>,
    ) -> Result<Var> {
        let element = element.into();
        let tile = self.tile(x)?;
        if tile.element == element {
            return Ok(x);
        }
        if let (Some(value), None | Some(RoundingMode::Rn), Some(dtype)) =
            (self.body.constant(x), rounding_mode, element.dtype())
        {
            let value = python_number(value, dtype)?;
            return self.typed_const(value, Type::scalar(dtype));
        }
        if element.dtype().is_none() || tile.dtype().is_none() {
            return Err(Error::ty("pointers cannot be converted")
                .found(format!("{} to {element}", tile.element)));
        }
        self.add(
            Op::AsType { x, rounding_mode },
            Type::Tile(tile.with_element(element)),
        )
    }

    /// Converts and broadcasts `x` to `ty`.
    ///
    /// # Errors
    /// A shape that does not broadcast, a constant that cannot be converted.
    pub fn promote_to(&mut self, x: Var, ty: TileType) -> Result<Var> {
        let x = self.astype(x, ty.element)?;
        self.broadcast_to(x, &ty.shape)
    }

    /// Converts `x` to `dtype` where the language does so by itself; `context` starts the
    /// message when it does not.
    ///
    /// # Errors
    /// A conversion that must be written out.
    pub fn implicit_cast(&mut self, x: Var, dtype: Dtype, context: &str) -> Result<Var> {
        let tensor = self.tensor(x)?;
        check_implicit_cast(&tensor, dtype).map_err(|e| e.context(context))?;
        self.astype(x, dtype)
    }

    /// A data type called like a function: `ct.float32(x)`.
    ///
    /// # Errors
    /// Anything but a scalar number.
    pub fn dtype_call(&mut self, dtype: Dtype, x: Var) -> Result<Var> {
        if let Some(value) = self.body.constant(x) {
            let value = python_number(value, dtype)?;
            return self.typed_const(value, Type::scalar(dtype));
        }
        self.numeric_scalar(x)?;
        self.astype(x, dtype)
    }

    pub(super) fn ct_astype(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x, dtype, rounding] = args.vars()?;
        let (_, from) = self.numeric_tile(x)?;
        let to = self.dtype_arg(dtype)?;
        let mut rounding = self.rounding_arg(rounding)?;
        let between_floats = from.is_float() && to.is_float();
        if !between_floats && rounding.is_some() {
            return Err(Error::ty(
                "rounding_mode is only for conversions between floats",
            ));
        }
        if from == to {
            return Ok(Some(x));
        }
        if between_floats {
            let (mode, since) = float_conversion(from, to, rounding)?;
            rounding = Some(mode);
            if let Some(since) = since {
                self.need_version(since, "this conversion and rounding mode")?;
            }
        }
        self.astype_rounded(x, to, rounding).map(Some)
    }

    /// Refuses a feature that needs a newer bytecode.
    ///
    /// # Errors
    /// The version asked for is older than `since`.
    pub fn need_version(&self, since: BytecodeVersion, what: &str) -> Result<()> {
        if self.options.version < since {
            return Err(
                Error::new(Kind::Version, format!("{what} needs bytecode {since}"))
                    .found(self.options.version)
                    .help("ask for a newer bytecode version"),
            );
        }
        Ok(())
    }

    /// `x` with its bits read as another type of the same width.
    ///
    /// # Errors
    /// Booleans, pointers, another width.
    pub fn bitcast(&mut self, x: Var, dtype: Dtype) -> Result<Var> {
        let (tile, from) = self.numeric_tile(x)?;
        if from == Dtype::Bool || dtype == Dtype::Bool {
            return Err(Error::ty("booleans cannot be bitcast").found(format!("{from} to {dtype}")));
        }
        if from.bits() != dtype.bits() {
            return Err(Error::ty("bitcast needs types of the same width")
                .found(format!("{from} to {dtype}")));
        }
        if from == dtype {
            return Ok(x);
        }
        self.add(Op::Bitcast { x }, Type::Tile(tile.with_element(dtype)))
    }

    pub(super) fn ct_bitcast(&mut self, args: &Args) -> Result<Option<Var>> {
        let [x, dtype] = args.vars()?;
        self.tile(x)?;
        let dtype = self.dtype_arg(dtype)?;
        self.bitcast(x, dtype).map(Some)
    }

    fn flatten_tile(&mut self, x: Var) -> Result<(Var, TileType, Dtype, i64)> {
        let x = self.reshape(x, &[-1])?;
        let (tile, dtype) = self.numeric_tile(x)?;
        let size = tile.shape.first().copied().unwrap_or(1);
        Ok((x, tile, dtype, size))
    }

    pub(super) fn ct_pack(&mut self, args: &Args) -> Result<Option<Var>> {
        self.need_version(BytecodeVersion::V13_3, "pack_to_bytes")?;
        let [x] = args.vars()?;
        self.numeric_tile(x)?;
        let (x, tile, dtype, size) = self.flatten_tile(x)?;
        if dtype == Dtype::Bool {
            return Err(Error::ty("booleans cannot be packed to bytes"));
        }
        if dtype.bits() == 8 {
            return self.bitcast(x, Dtype::UInt8).map(Some);
        }
        let bits = size.saturating_mul(dtype.bits().into());
        if bits % 8 != 0 {
            return Err(Error::ty("the tile does not fill whole bytes").found(Type::Tile(tile)));
        }
        let shape = Shape::splat(bits / 8, 1);
        self.add(Op::Pack { x }, Type::tile(Dtype::UInt8, shape))
            .map(Some)
    }

    pub(super) fn ct_unpack(&mut self, args: &Args) -> Result<Option<Var>> {
        self.need_version(BytecodeVersion::V13_3, "unpack_from_bytes")?;
        let [x, dtype] = args.vars()?;
        let (tile, from) = self.numeric_tile(x)?;
        let dtype = self.dtype_arg(dtype)?;
        let (&[size], Dtype::UInt8) = (&*tile.shape, from) else {
            return Err(Error::ty("expected a uint8 tile of rank 1").found(Type::Tile(tile)));
        };
        if dtype == Dtype::Bool {
            return Err(Error::ty("bytes cannot be unpacked to booleans"));
        }
        if dtype.bits() == 8 {
            return self.bitcast(x, dtype).map(Some);
        }
        let bits = size.saturating_mul(8);
        if bits % i64::from(dtype.bits()) != 0 {
            return Err(Error::ty("the bytes do not fill whole elements").found(Type::Tile(tile)));
        }
        let shape = Shape::splat(bits / i64::from(dtype.bits()), 1);
        self.add(Op::Unpack { x }, Type::tile(dtype, shape))
            .map(Some)
    }
}

/// Refuses conversions that the language wants written out.
fn check_implicit_cast(from: &Tensor, to: Dtype) -> Result<()> {
    let refuse = |what: String| {
        Err(Error::ty(format!("cannot convert implicitly to {to}"))
            .found(what)
            .help("convert with astype()"))
    };
    match from {
        Tensor::Loose(value) => {
            let (source, target) = (dtype_of_number(value)?.category(), to.category());
            if target == Category::Boolean {
                let zero_or_one = matches!(value.as_int(), Some(0 | 1));
                return if zero_or_one {
                    Ok(())
                } else {
                    refuse(value.to_string())
                };
            }
            if source > target {
                return refuse(value.to_string());
            }
            match (source, target, value) {
                (Category::Integral, Category::Integral, Const::Int(i)) if !fits(*i, to) => {
                    Err(Error::value(format!("constant is out of range of {to}")).found(i))
                }
                _ => Ok(()),
            }
        }
        Tensor::Tile(tile) => {
            let common = promote_dtypes(tile.element, to.into(), false).ok();
            if common == Some(to.into()) {
                Ok(())
            } else {
                refuse(tile.element.to_string())
            }
        }
    }
}

/// The rounding mode of a conversion between floats and the bytecode it needs.
///
/// # Errors
/// A pair of types or a rounding mode that has no conversion.
fn float_conversion(
    from: Dtype,
    to: Dtype,
    rounding: Option<RoundingMode>,
) -> Result<(RoundingMode, Option<BytecodeVersion>)> {
    use Dtype::*;
    use RoundingMode::*;
    let (v133, v134) = (Some(BytecodeVersion::V13_3), Some(BytecodeVersion::V13_4));
    let mode = rounding.unwrap_or(Rn);
    let wide_or_scale = matches!(
        from,
        Float64 | Float32 | TFloat32 | Float8E8M0FNU | Float8E5M3FNU
    );
    let scale_since = if matches!(from, Float64 | Float8E5M2 | Float8E4M3FN) {
        v134
    } else {
        v133
    };
    let since = match (mode, to) {
        (Rn, Float8E5M3FNU) => v134,
        (Rn, Float8E8M0FNU) => {
            return Err(Error::ty("this rounding mode has no conversion")
                .found(format!("{from} to {to}, {mode:?}"))
                .help("use rounding_mode=RoundingMode.RZ or RoundingMode.RP"));
        }
        (Rn, _) => None,
        (Rz, Float64 | Float32 | TFloat32 | Float16 | BFloat16) => v134,
        (Rz | Rp, Float8E8M0FNU) => scale_since,
        (Rm | Rp, Float64) => v134,
        (Rm | Rp, Float32) if from != Float8E8M0FNU => v134,
        (Rm | Rp | Ra, Float16) if !wide_or_scale => v134,
        (Ra, Float64) => v134,
        (Ra, Float32 | TFloat32) if !matches!(from, Float64 | Float8E8M0FNU) => v134,
        _ => {
            return Err(Error::ty("this rounding mode has no conversion")
                .found(format!("{from} to {to}, {mode:?}")));
        }
    };
    Ok((mode, since))
}
