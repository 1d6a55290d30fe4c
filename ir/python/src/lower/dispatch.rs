//! Which family lowers a built-in, and the arguments it gets.

use super::Lowering;
use super::arithmetic::FloatOptions;
use super::atomic::AtomicFunction;
use super::builtin::Builtin;
use crate::diagnostic::{Error, Result};
use crate::lower::BytecodeVersion;
use crate::mid::op::{ArithmeticKind, Predicate, UnaryKind};
use crate::mid::{Op, Type, Var};
use std::sync::Arc;

/// Options of operators, which take none.
const PLAIN: FloatOptions = FloatOptions {
    rounding_mode: None,
    flush_to_zero: false,
    propagate_nan: false,
};

/// Arguments bound to the parameters of a built-in, in the order of its signature.
#[derive(Debug, Clone)]
pub struct Args(pub Vec<BoundArg>);

/// An argument bound to a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum BoundArg {
    /// For most parameters.
    Var(Var),
    /// For `*args`.
    Rest(Vec<Var>),
    /// For `**kwargs`.
    Keywords(Vec<(Arc<str>, Var)>),
}

impl Args {
    /// The first `N` arguments, for functions without `*args`.
    ///
    /// # Errors
    /// Fewer arguments: a fault of the table.
    pub fn vars<const N: usize>(&self) -> Result<[Var; N]> {
        let mut out = [Var(0); N];
        for (i, slot) in out.iter_mut().enumerate() {
            *slot = self.var(i)?;
        }
        Ok(out)
    }

    /// Argument `i`.
    ///
    /// # Errors
    /// No such argument: a fault of the table.
    pub fn var(&self, i: usize) -> Result<Var> {
        match self.0.get(i) {
            Some(BoundArg::Var(v)) => Ok(*v),
            _ => Err(Error::unsupported(
                "internal: signature and implementation differ",
            )),
        }
    }

    /// Argument `i` as `*args`.
    ///
    /// # Errors
    /// Not `*args`: a fault of the table.
    pub fn rest(&self, i: usize) -> Result<&[Var]> {
        match self.0.get(i) {
            Some(BoundArg::Rest(v)) => Ok(v),
            _ => Err(Error::unsupported(
                "internal: signature and implementation differ",
            )),
        }
    }
}

impl Args {
    /// Argument `i` as `**kwargs`.
    ///
    /// # Errors
    /// Not `**kwargs`: a fault of the table.
    pub fn keywords(&self, i: usize) -> Result<&[(Arc<str>, Var)]> {
        match self.0.get(i) {
            Some(BoundArg::Keywords(v)) => Ok(v),
            _ => Err(Error::unsupported(
                "internal: signature and implementation differ",
            )),
        }
    }
}

impl Lowering<'_> {
    /// Lowers a call of a built-in. `None` means the value `None`.
    ///
    /// # Errors
    /// Whatever the family objects to.
    pub fn call_builtin(&mut self, function: Builtin, args: &Args) -> Result<Option<Var>> {
        use Builtin as B;
        match function {
            B::Eq | B::Ne | B::Lt | B::Le | B::Gt | B::Ge => self.op_compare(function, args),
            B::Add
            | B::Sub
            | B::Mul
            | B::TrueDiv
            | B::FloorDiv
            | B::Mod
            | B::Pow
            | B::MatMul
            | B::And
            | B::Or
            | B::Xor
            | B::LShift
            | B::RShift
            | B::PyMin
            | B::PyMax
            | B::PyDivmod => self.op_binary(function, args),
            B::Is => self.op_is(args, false),
            B::IsNot => self.op_is(args, true),
            B::In => self.op_in(args, false),
            B::NotIn => self.op_in(args, true),
            B::GetItem => self.op_getitem(args),
            B::SetItem => self.op_setitem(args),

            B::PyGetattr => self.py_getattr(args),
            B::PyLen => self.py_len(args),
            B::PyTuple => self.py_tuple(args),
            B::PyInt => self.py_int(args),
            B::PyFloat => self.py_float(args),
            B::PyBool => self.py_bool(args),
            B::PyRange => self.py_range(args),
            B::PySlice => self.py_slice(args),
            B::DictGet => self.py_dict_get(args),
            B::DataclassesReplace => self.py_dataclasses_replace(args),
            B::EnsureConstant => self.ct_ensure_constant(args),

            B::CtEqual
            | B::CtNotEqual
            | B::CtLess
            | B::CtLessEqual
            | B::CtGreater
            | B::CtGreaterEqual
            | B::CtBitwiseAnd
            | B::CtBitwiseOr
            | B::CtBitwiseXor
            | B::CtBitwiseLshift
            | B::CtBitwiseRshift
            | B::CtCdiv
            | B::CtFloordiv
            | B::CtPow
            | B::CtAtan2
            | B::CtMod
            | B::CtDivmod => self.ct_operator(function, args),
            B::CtMaximum | B::CtMinimum | B::CtAdd | B::CtSub | B::CtMul | B::CtTruediv => {
                self.ct_arithmetic(function, args)
            }
            B::CtWhere => self.ct_where(args),
            B::CtAstype | B::TileAstype => self.ct_astype(args),
            B::CtBitcast => self.ct_bitcast(args),
            B::CtPack => self.ct_pack(args),
            B::CtUnpack => self.ct_unpack(args),
            B::CtBid => self.ct_bid(args, false),
            B::CtNumBlocks => self.ct_bid(args, true),
            B::CtAssumeDivisibleBy => self.ct_assume_divisible_by(args),

            B::CtLoad => self.ct_load(args),
            B::CtStore => self.ct_store(args),

            B::Not => self.op_unary(args, Self::logical_not),
            B::Pos => self.op_unary(args, Self::positive),
            B::Neg => self.op_unary(args, |lw, x| lw.unary(UnaryKind::Neg, x, PLAIN)),
            B::Invert => self.op_unary(args, |lw, x| lw.unary(UnaryKind::Invert, x, PLAIN)),
            B::PyAbs | B::CtAbs => self.ct_unary(UnaryKind::Abs, args),
            B::CtNegative => self.ct_unary(UnaryKind::Neg, args),
            B::CtBitwiseNot => self.ct_unary(UnaryKind::BitwiseNot, args),
            B::CtFloor => self.ct_unary(UnaryKind::Floor, args),
            B::CtCeil => self.ct_unary(UnaryKind::Ceil, args),
            B::CtSin => self.ct_unary(UnaryKind::Sin, args),
            B::CtCos => self.ct_unary(UnaryKind::Cos, args),
            B::CtTan => self.ct_unary(UnaryKind::Tan, args),
            B::CtSinh => self.ct_unary(UnaryKind::Sinh, args),
            B::CtCosh => self.ct_unary(UnaryKind::Cosh, args),
            B::CtLog => self.ct_unary(UnaryKind::Log, args),
            B::CtLog2 => self.ct_unary(UnaryKind::Log2, args),
            B::CtExp2 => self.ct_unary_flushing(UnaryKind::Exp2, args),
            B::CtRsqrt => self.ct_unary_flushing(UnaryKind::Rsqrt, args),
            B::CtExp => self.ct_unary_rounding(UnaryKind::Exp, args),
            B::CtTanh => self.ct_unary_rounding(UnaryKind::Tanh, args),
            B::CtSqrt => self.ct_sqrt(args),
            B::CtIsnan => self.ct_isnan(args),

            B::CtFull => self.ct_full(args),
            B::CtOnes => self.ct_filled(1, args),
            B::CtZeros => self.ct_filled(0, args),
            B::CtAstile => self.ct_astile(args),
            B::CtArange => self.ct_arange(args),
            B::CtForeignPointerDtype => self.ct_foreign_pointer_dtype(args),

            B::CtMma => self.ct_mma(args),
            B::CtMatmul => self.ct_matmul(args),
            B::CtMmaScaled => self.ct_mma_scaled(args),

            B::CtReduce => self.ct_reduce(args),
            B::CtSum => self.ct_reduce_rounding(ArithmeticKind::Add, args),
            B::CtProd => self.ct_reduce_rounding(ArithmeticKind::Mul, args),
            B::CtMin => self.ct_reduce_extremum(ArithmeticKind::Min, args),
            B::CtMax => self.ct_reduce_extremum(ArithmeticKind::Max, args),
            B::CtArgmin => self.ct_arg(Predicate::Lt, args),
            B::CtArgmax => self.ct_arg(Predicate::Gt, args),
            B::CtScan => self.ct_scan(args),
            B::CtCumsum => self.ct_scan_rounding(ArithmeticKind::Add, args),
            B::CtCumprod => self.ct_scan_rounding(ArithmeticKind::Mul, args),

            B::CtReshape => self.ct_reshape(args),
            B::CtBroadcastTo => self.ct_broadcast_to(args),
            B::CtExpandDims => self.ct_expand_dims(args),
            B::CtPermute => self.ct_permute(args),
            B::CtTranspose => self.ct_transpose(args),
            B::CtCat => self.ct_cat(args),
            B::CtExtract => self.ct_extract(args),
            B::CtInsert => self.ct_insert(args),
            B::TileItem => self.tile_item(args),

            B::CtNumTiles => self.ct_num_tiles(args),
            B::ArrayTiledView => self.array_tiled_view(args),
            B::ArraySlice => self.array_slice(args),
            B::ArrayRawMemory => self.array_raw_memory(args),
            B::ArrayFromForeign => self.array_from_foreign(args),
            B::ViewNumTiles => self.view_num_tiles(args),
            B::ViewLoad => self.view_load(args),
            B::ViewStore => self.view_store(args),
            B::CtSlice => self.ct_slice(args),
            B::CtLoadAdvanced => self.ct_load_advanced(args),
            B::CtStoreAdvanced => self.ct_store_advanced(args),

            B::CtGather => self.ct_gather(args),
            B::CtScatter => self.ct_scatter(args),
            B::RawLoad => self.raw_load(args),
            B::RawStore => self.raw_store(args),

            B::CtAtomicCas => self.ct_atomic_cas(args),
            B::RawAtomicCas => self.raw_atomic_cas(args),
            B::CtAtomicXchg
            | B::CtAtomicAdd
            | B::CtAtomicMin
            | B::CtAtomicMax
            | B::CtAtomicAnd
            | B::CtAtomicOr
            | B::CtAtomicXor => match AtomicFunction::of(function) {
                Some(atomic) => self.ct_atomic_rmw(atomic, args),
                None => compile_time_only(function),
            },
            B::RawAtomicXchg
            | B::RawAtomicAdd
            | B::RawAtomicMin
            | B::RawAtomicMax
            | B::RawAtomicAnd
            | B::RawAtomicOr
            | B::RawAtomicXor => match AtomicFunction::of(function) {
                Some(atomic) => self.raw_atomic_rmw(atomic, args),
                None => compile_time_only(function),
            },
            B::ViewAtomicAdd
            | B::ViewAtomicMin
            | B::ViewAtomicMax
            | B::ViewAtomicAnd
            | B::ViewAtomicOr
            | B::ViewAtomicXor => match AtomicFunction::of(function) {
                Some(atomic) => self.view_atomic(atomic, args),
                None => compile_time_only(function),
            },

            B::CtGdcWait => self.grid_dependency(Op::GridDependencyWait { token: None }),
            B::CtGdcLaunch => self.grid_dependency(Op::GridDependencyLaunch { token: None }),

            B::PyStr => self.py_str(args),
            B::PyRepr => self.py_repr(args),
            B::StrJoin => self.py_str_join(args),
            B::PyPrint | B::CtPrint => self.ct_print(args),
            B::CtPrintf => self.ct_printf(args),
            B::CtAssert => self.ct_assert(args),

            other => compile_time_only(other),
        }
    }

    /// An operator of one operand.
    fn op_unary(
        &mut self,
        args: &Args,
        apply: impl FnOnce(&mut Self, Var) -> Result<Var>,
    ) -> Result<Option<Var>> {
        let [x] = args.vars()?;
        apply(self, x).map(Some)
    }

    /// Ordering of dependent launches.
    fn grid_dependency(&mut self, op: Op) -> Result<Option<Var>> {
        self.need_version(BytecodeVersion::V13_4, "grid dependency control")?;
        self.add(op, Type::Token)?;
        Ok(None)
    }
}

fn compile_time_only(function: Builtin) -> Result<Option<Var>> {
    use Builtin as B;
    if let B::StaticEval | B::StaticAssert | B::StaticIter | B::StaticException = function {
        return Err(Error::syntax("this has to be called by its own name")
            .found(function.name())
            .help(format!("write ct.{}(...)", function.name())));
    }
    Err(Error::ty("this function cannot be called in a kernel")
        .found(function.name())
        .help("kernels have the functions of cuda.tile, and Python's inside ct.static_eval()"))
}
