//! The functions a kernel can call: `cuda.tile`, operators, Python's own, and `math`.
//!
//! One line each: variant, where it lives, Python signature. Signatures are read once and used
//! to bind arguments; a default is `None`, a boolean, a number, a string or a member of
//! one of `cuda.tile`'s enumerations.

use crate::mid::constant::{Const, EnumValue};
use crate::mid::op::{MemoryOrder, MemoryScope, PaddingMode};
use crate::tree::Operator;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// Where a built-in is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Home {
    /// `cuda.tile`.
    Tile,
    /// Method of `cuda.tile.Tile`.
    TileMethod,
    /// Method of `cuda.tile.Array`.
    ArrayMethod,
    /// Method of `cuda.tile.TiledView`.
    ViewMethod,
    /// Method of `RawArrayMemory`.
    RawMethod,
    /// An operator; also found in module `operator`.
    Operator,
    /// Python's built-in functions and classes.
    Python,
    /// Methods of Python's `str` and `dict`.
    PythonMethod,
    /// Module `math`, compile time only.
    Math,
    /// `dataclasses`.
    Dataclasses,
    /// `contextlib`.
    Contextlib,
}

/// Kind of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    /// Before `/`.
    PositionalOnly,
    /// Either way.
    Both,
    /// `*args`.
    Rest,
    /// After `*`.
    KeywordOnly,
    /// `**kwargs`.
    Keywords,
}

/// A parameter of a function.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterSpec {
    /// Its name.
    pub name: Arc<str>,
    /// How it can be given.
    pub kind: ParameterKind,
    /// Its default.
    pub default: Option<Const>,
}

macro_rules! builtins {
    ($( $(#[$doc:meta])* $variant:ident $home:ident $signature:literal; )*) => {
        /// A function that the lowering knows. See the table in this file.
        #[allow(missing_docs)] // The table is the documentation.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum Builtin { $( $(#[$doc])* $variant, )* }

        impl Builtin {
            /// Every built-in, in the order of the table.
            pub const ALL: &[Builtin] = &[$( Builtin::$variant, )*];

            /// Where it is found.
            pub fn home(self) -> Home {
                match self { $( Builtin::$variant => Home::$home, )* }
            }

            fn signature_text(self) -> &'static str {
                match self { $( Builtin::$variant => $signature, )* }
            }
        }
    };
}

builtins! {
    // Operators. `abs`, `min` and others of Python's own are further down.
    Add Operator "add(x, y, /)";
    Sub Operator "sub(x, y, /)";
    Mul Operator "mul(x, y, /)";
    TrueDiv Operator "truediv(x, y, /)";
    FloorDiv Operator "floordiv(x, y, /)";
    Mod Operator "mod(x, y, /)";
    Pow Operator "pow(x, y, /)";
    MatMul Operator "matmul(x, y, /)";
    And Operator "and_(x, y, /)";
    Or Operator "or_(x, y, /)";
    Xor Operator "xor(x, y, /)";
    LShift Operator "lshift(x, y, /)";
    RShift Operator "rshift(x, y, /)";
    Eq Operator "eq(x, y, /)";
    Ne Operator "ne(x, y, /)";
    Lt Operator "lt(x, y, /)";
    Le Operator "le(x, y, /)";
    Gt Operator "gt(x, y, /)";
    Ge Operator "ge(x, y, /)";
    Is Operator "is_(x, y, /)";
    IsNot Operator "is_not(x, y, /)";
    In Operator "in(x, y, /)";
    NotIn Operator "not_in(x, y, /)";
    Not Operator "not_(x, /)";
    Pos Operator "pos(x, /)";
    Neg Operator "neg(x, /)";
    Invert Operator "invert(x, /)";
    GetItem Operator "getitem(object, key, /)";
    SetItem Operator "setitem(object, key, value, /)";

    // Python.
    PyAbs Python "abs(x)";
    PyBool Python "bool(x=False, /)";
    PyDivmod Python "divmod(x, y, /)";
    PyFloat Python "float(x=0, /)";
    PyGetattr Python "getattr(object, name, /)";
    PyInt Python "int(x=0, /)";
    PyLen Python "len(x, /)";
    PyMax Python "max(x, y, /)";
    PyMin Python "min(x, y, /)";
    PyPrint Python "print(*args, sep=' ', end='\\n')";
    PyRange Python "range(*args)";
    PyRepr Python "repr(x, /)";
    PySlice Python "slice(start, stop, step)";
    PyStr Python "str(x, /)";
    PyTuple Python "tuple(iterable=(), /)";
    StrJoin PythonMethod "join(self, iterable, /)";
    DictGet PythonMethod "get(self, key, default=None, /)";
    DataclassesReplace Dataclasses "replace(obj, /, **changes)";
    ContextManagerNew Contextlib "_GeneratorContextManager(func, args, kwargs)";
    // Compile time only: no kernel may call these outside of static evaluation.
    PyAll Python "all(iterable, /)";
    PyAny Python "any(iterable, /)";
    PyEnumerate Python "enumerate(iterable, start=0)";
    PyHasattr Python "hasattr(object, name, /)";
    PyIsinstance Python "isinstance(object, cls, /)";
    PyIter Python "iter(iterable, /)";
    PyList Python "list(iterable=(), /)";
    PyDict Python "dict(*args, **kwargs)";
    PySet Python "set(iterable=(), /)";
    PyMap Python "map(func, *iterables)";
    PyReversed Python "reversed(iterable, /)";
    PyRound Python "round(x, digits=None)";
    PySorted Python "sorted(iterable, /)";
    PySum Python "sum(iterable, start=0)";
    PyType Python "type(object, /)";
    PyZip Python "zip(*iterables)";
    PyPow Python "pow(x, y)";

    // Compile-time forms. The first four are keywords: they never reach the lowering as calls.
    StaticEval Tile "static_eval(expr, /)";
    StaticAssert Tile "static_assert(condition, message=None, /)";
    StaticIter Tile "static_iter(iterable)";
    StaticException Tile "static_exception(exc, /)";
    EnsureConstant Tile "ensure_constant(value, /)";

    // Arithmetic.
    CtEqual Tile "equal(x, y, /)";
    CtNotEqual Tile "not_equal(x, y, /)";
    CtLess Tile "less(x, y, /)";
    CtLessEqual Tile "less_equal(x, y, /)";
    CtGreater Tile "greater(x, y, /)";
    CtGreaterEqual Tile "greater_equal(x, y, /)";
    CtBitwiseAnd Tile "bitwise_and(x, y, /)";
    CtBitwiseOr Tile "bitwise_or(x, y, /)";
    CtBitwiseXor Tile "bitwise_xor(x, y, /)";
    CtBitwiseLshift Tile "bitwise_lshift(x, y, /)";
    CtBitwiseRshift Tile "bitwise_rshift(x, y, /)";
    CtCdiv Tile "cdiv(x, y, /)";
    CtFloordiv Tile "floordiv(x, y, /)";
    CtPow Tile "pow(x, y, /)";
    CtAtan2 Tile "atan2(x1, x2, /)";
    CtMaximum Tile "maximum(x, y, /, *, flush_to_zero=False, propagate_nan=False)";
    CtMinimum Tile "minimum(x, y, /, *, flush_to_zero=False, propagate_nan=False)";
    CtTruediv Tile "truediv(x, y, /, *, rounding_mode=None, flush_to_zero=False)";
    CtMul Tile "mul(x, y, /, *, rounding_mode=None, flush_to_zero=False)";
    CtSub Tile "sub(x, y, /, *, rounding_mode=None, flush_to_zero=False)";
    CtAdd Tile "add(x, y, /, *, rounding_mode=None, flush_to_zero=False)";
    CtMod Tile "mod(x, y, /)";
    CtDivmod Tile "divmod(x, y, /)";
    CtAbs Tile "abs(x, /)";
    CtNegative Tile "negative(x, /)";
    CtCeil Tile "ceil(x, /)";
    CtFloor Tile "floor(x, /)";
    CtBitwiseNot Tile "bitwise_not(x, /)";
    CtCosh Tile "cosh(x, /)";
    CtCos Tile "cos(x, /)";
    CtSinh Tile "sinh(x, /)";
    CtSin Tile "sin(x, /)";
    CtTan Tile "tan(x, /)";
    CtLog2 Tile "log2(x, /)";
    CtLog Tile "log(x, /)";
    CtExp2 Tile "exp2(x, /, *, flush_to_zero=False)";
    CtRsqrt Tile "rsqrt(x, /, *, flush_to_zero=False)";
    CtSqrt Tile "sqrt(x, /, *, rounding_mode=None, flush_to_zero=False)";
    CtExp Tile "exp(x, /, *, rounding_mode=None)";
    CtTanh Tile "tanh(x, /, *, rounding_mode=None)";
    CtIsnan Tile "isnan(x, /)";
    CtWhere Tile "where(cond, x, y, /)";
    CtAstype Tile "astype(x, dtype, /, *, rounding_mode=None)";
    CtBitcast Tile "bitcast(x, /, dtype)";

    // Grid and assumptions.
    CtBid Tile "bid(axis)";
    CtNumBlocks Tile "num_blocks(axis)";
    CtAssumeDivisibleBy Tile "assume_divisible_by(x, divisor)";

    // Memory.
    CtLoad Tile "load(array, /, index, shape, *, order='C', padding_mode=UNDETERMINED, check_bounds=True, latency=None, allow_tma=None, memory_order=WEAK, memory_scope=NONE)";
    CtStore Tile "store(array, /, index, tile, *, order='C', check_bounds=True, latency=None, allow_tma=None, memory_order=WEAK, memory_scope=NONE)";
    CtGather Tile "gather(array, indices, /, *, mask=None, padding_value=0, check_bounds=True, latency=None)";
    CtScatter Tile "scatter(array, indices, value, /, *, mask=None, check_bounds=True, latency=None)";
    CtLoadAdvanced Tile "load_advanced_indexing(array, indices, /, *, padding_mode=UNDETERMINED, latency=None, allow_tma=None)";
    CtStoreAdvanced Tile "store_advanced_indexing(array, indices, tile, /, *, latency=None, allow_tma=None)";
    CtSlice Tile "Slice(start, length, /)";
    CtNumTiles Tile "num_tiles(array, /, axis, shape, order='C')";
    CtAtomicCas Tile "atomic_cas(array, indices, expected, desired, /, *, check_bounds=True, memory_order=ACQ_REL, memory_scope=DEVICE)";
    CtAtomicXchg Tile "atomic_xchg(array, indices, update, /, *, check_bounds=True, memory_order=ACQ_REL, memory_scope=DEVICE)";
    CtAtomicAdd Tile "atomic_add(array, indices, update, /, *, check_bounds=True, memory_order=ACQ_REL, memory_scope=DEVICE)";
    CtAtomicMin Tile "atomic_min(array, indices, update, /, *, check_bounds=True, memory_order=ACQ_REL, memory_scope=DEVICE)";
    CtAtomicMax Tile "atomic_max(array, indices, update, /, *, check_bounds=True, memory_order=ACQ_REL, memory_scope=DEVICE)";
    CtAtomicAnd Tile "atomic_and(array, indices, update, /, *, check_bounds=True, memory_order=ACQ_REL, memory_scope=DEVICE)";
    CtAtomicOr Tile "atomic_or(array, indices, update, /, *, check_bounds=True, memory_order=ACQ_REL, memory_scope=DEVICE)";
    CtAtomicXor Tile "atomic_xor(array, indices, update, /, *, check_bounds=True, memory_order=ACQ_REL, memory_scope=DEVICE)";
    CtGdcWait Tile "grid_dependency_control_wait()";
    CtGdcLaunch Tile "grid_dependency_control_launch_dependents()";
    ArraySlice ArrayMethod "slice(self, axis, start, stop)";
    ArrayTiledView ArrayMethod "tiled_view(self, tile_shape, *, padding_mode=UNDETERMINED, traversal_steps=None)";
    ArrayRawMemory ArrayMethod "get_raw_memory(self)";
    ArrayFromForeign ArrayMethod "from_foreign(pointer, shape, strides)";
    ViewNumTiles ViewMethod "num_tiles(self, axis)";
    ViewLoad ViewMethod "load(self, index, *, check_bounds=True, latency=None, allow_tma=None)";
    ViewStore ViewMethod "store(self, index, tile, *, check_bounds=True, latency=None, allow_tma=None)";
    ViewAtomicAdd ViewMethod "atomic_store_add(self, index, update, /)";
    ViewAtomicMin ViewMethod "atomic_store_min(self, index, update, /)";
    ViewAtomicMax ViewMethod "atomic_store_max(self, index, update, /)";
    ViewAtomicAnd ViewMethod "atomic_store_and(self, index, update, /)";
    ViewAtomicOr ViewMethod "atomic_store_or(self, index, update, /)";
    ViewAtomicXor ViewMethod "atomic_store_xor(self, index, update, /)";
    RawLoad RawMethod "load_offset(self, offset, /, *, mask=None, padding_value=0, latency=None)";
    RawStore RawMethod "store_offset(self, offset, value, /, *, mask=None, latency=None)";
    RawAtomicCas RawMethod "atomic_cas_offset(self, offset, expected, desired, /, *, mask=None, memory_order=ACQ_REL, memory_scope=DEVICE)";
    RawAtomicXchg RawMethod "atomic_xchg_offset(self, offset, update, /, *, mask=None, memory_order=ACQ_REL, memory_scope=DEVICE)";
    RawAtomicAdd RawMethod "atomic_add_offset(self, offset, update, /, *, mask=None, memory_order=ACQ_REL, memory_scope=DEVICE)";
    RawAtomicMin RawMethod "atomic_min_offset(self, offset, update, /, *, mask=None, memory_order=ACQ_REL, memory_scope=DEVICE)";
    RawAtomicMax RawMethod "atomic_max_offset(self, offset, update, /, *, mask=None, memory_order=ACQ_REL, memory_scope=DEVICE)";
    RawAtomicAnd RawMethod "atomic_and_offset(self, offset, update, /, *, mask=None, memory_order=ACQ_REL, memory_scope=DEVICE)";
    RawAtomicOr RawMethod "atomic_or_offset(self, offset, update, /, *, mask=None, memory_order=ACQ_REL, memory_scope=DEVICE)";
    RawAtomicXor RawMethod "atomic_xor_offset(self, offset, update, /, *, mask=None, memory_order=ACQ_REL, memory_scope=DEVICE)";

    // Making tiles.
    CtFull Tile "full(shape, fill_value, dtype)";
    CtOnes Tile "ones(shape, dtype)";
    CtZeros Tile "zeros(shape, dtype)";
    CtAstile Tile "astile(value, /, *, dtype)";
    CtArange Tile "arange(size, /, *, dtype, start=0, step=1)";
    CtForeignPointerDtype Tile "foreign_pointer_dtype(pointee_dtype)";

    // Products.
    CtMma Tile "mma(x, y, /, acc, *, use_fast_acc=False)";
    CtMatmul Tile "matmul(x, y, /)";
    CtMmaScaled Tile "mma_scaled(x, x_scale, y, y_scale, /, acc)";

    // Reductions and scans.
    CtReduce Tile "reduce(x, /, axis, func, identity, *, keepdims=False)";
    CtSum Tile "sum(x, /, axis=None, *, keepdims=False, rounding_mode=None, flush_to_zero=False)";
    CtProd Tile "prod(x, /, axis=None, *, keepdims=False, rounding_mode=None, flush_to_zero=False)";
    CtMin Tile "min(x, /, axis=None, *, keepdims=False, flush_to_zero=False, propagate_nan=False)";
    CtMax Tile "max(x, /, axis=None, *, keepdims=False, flush_to_zero=False, propagate_nan=False)";
    CtArgmin Tile "argmin(x, /, axis=None, *, keepdims=False, propagate_nan=False)";
    CtArgmax Tile "argmax(x, /, axis=None, *, keepdims=False, propagate_nan=False)";
    CtScan Tile "scan(x, /, axis, func, identity, *, reverse=False)";
    CtCumsum Tile "cumsum(x, /, axis=0, *, reverse=False, rounding_mode=None, flush_to_zero=False)";
    CtCumprod Tile "cumprod(x, /, axis=0, *, reverse=False, rounding_mode=None, flush_to_zero=False)";

    // Shapes.
    CtReshape Tile "reshape(x, /, shape)";
    CtBroadcastTo Tile "broadcast_to(x, /, shape)";
    CtExpandDims Tile "expand_dims(x, /, axis)";
    CtPermute Tile "permute(x, /, axes)";
    CtTranspose Tile "transpose(x, /, axis0=None, axis1=None)";
    CtCat Tile "cat(tiles, /, axis)";
    CtExtract Tile "extract(x, /, index, shape)";
    CtInsert Tile "insert(x, /, index, value)";
    CtPack Tile "pack_to_bytes(x, /)";
    CtUnpack Tile "unpack_from_bytes(x, /, dtype)";
    TileItem TileMethod "item(self)";
    TileAstype TileMethod "astype(x, /, dtype, *, rounding_mode=None)";

    // Output and checks.
    CtPrintf Tile "printf(format, *args)";
    CtPrint Tile "print(*args, sep=' ', end='\\n')";
    CtAssert Tile "assert_(cond, /, message=None)";

    // `math`, compile time only.
    MathCeil Math "ceil(x, /)";
    MathFloor Math "floor(x, /)";
    MathLog Math "log(x, base=None, /)";
    MathLog2 Math "log2(x, /)";
    MathLog10 Math "log10(x, /)";
    MathExp Math "exp(x, /)";
    MathSqrt Math "sqrt(x, /)";
    MathPow Math "pow(x, y, /)";
    MathProd Math "prod(iterable, /, *, start=1)";
    MathGcd Math "gcd(*args)";
    MathIsnan Math "isnan(x, /)";
    MathIsinf Math "isinf(x, /)";
}

impl Builtin {
    /// The built-in behind an operator.
    pub fn of_operator(op: Operator) -> Builtin {
        match op {
            Operator::Add => Builtin::Add,
            Operator::Sub => Builtin::Sub,
            Operator::Mult => Builtin::Mul,
            Operator::MatMult => Builtin::MatMul,
            Operator::Div => Builtin::TrueDiv,
            Operator::Mod => Builtin::Mod,
            Operator::Pow => Builtin::Pow,
            Operator::LShift => Builtin::LShift,
            Operator::RShift => Builtin::RShift,
            Operator::BitOr => Builtin::Or,
            Operator::BitXor => Builtin::Xor,
            Operator::BitAnd => Builtin::And,
            Operator::FloorDiv => Builtin::FloorDiv,
        }
    }

    /// Python name, without its module.
    pub fn name(self) -> &'static str {
        let text = self.signature_text();
        text.split_once('(').map_or(text, |(name, _)| name)
    }

    /// Its parameters.
    pub fn parameters(self) -> &'static [ParameterSpec] {
        static ALL: LazyLock<Vec<Vec<ParameterSpec>>> = LazyLock::new(|| {
            Builtin::ALL
                .iter()
                .map(|b| parse_signature(b.signature_text()))
                .collect()
        });
        ALL.get(self as usize).map_or(&[], Vec::as_slice)
    }

    /// The built-in called `name` in `home`. Methods of tiles are functions of `cuda.tile` too.
    pub fn find(home: Home, name: &str) -> Option<Builtin> {
        static INDEX: LazyLock<HashMap<(Home, &'static str), Builtin>> = LazyLock::new(|| {
            Builtin::ALL
                .iter()
                .map(|b| ((b.home(), b.name()), *b))
                .collect()
        });
        INDEX.get(&(home, name)).copied()
    }
}

fn parse_signature(text: &str) -> Vec<ParameterSpec> {
    let inner = text.split_once('(').map_or("", |(_, rest)| rest);
    let inner = inner.strip_suffix(')').unwrap_or(inner);
    let mut out: Vec<ParameterSpec> = Vec::new();
    let mut kind = ParameterKind::Both;
    // Defaults hold no `, `, so a plain split is enough.
    for part in inner.split(", ").filter(|p| !p.is_empty()) {
        match part {
            "/" => out
                .iter_mut()
                .for_each(|p| p.kind = ParameterKind::PositionalOnly),
            "*" => kind = ParameterKind::KeywordOnly,
            _ => {
                let (name, default) = match part.split_once('=') {
                    Some((name, default)) => (name, Some(parse_default(default))),
                    None => (part, None),
                };
                let (name, this_kind) = if let Some(name) = name.strip_prefix("**") {
                    (name, ParameterKind::Keywords)
                } else if let Some(name) = name.strip_prefix('*') {
                    kind = ParameterKind::KeywordOnly;
                    (name, ParameterKind::Rest)
                } else {
                    (name, kind)
                };
                out.push(ParameterSpec {
                    name: name.into(),
                    kind: this_kind,
                    default,
                });
            }
        }
    }
    out
}

fn parse_default(text: &str) -> Const {
    match text {
        "None" => Const::None,
        "True" => Const::Bool(true),
        "False" => Const::Bool(false),
        "()" => Const::tuple([]),
        "UNDETERMINED" => Const::Enum(EnumValue::Padding(PaddingMode::Undetermined)),
        "WEAK" => Const::Enum(EnumValue::Order(MemoryOrder::Weak)),
        "ACQ_REL" => Const::Enum(EnumValue::Order(MemoryOrder::AcqRel)),
        "NONE" => Const::Enum(EnumValue::Scope(MemoryScope::None)),
        "DEVICE" => Const::Enum(EnumValue::Scope(MemoryScope::Device)),
        _ => match text.parse::<i128>() {
            Ok(i) => Const::Int(i),
            Err(_) => Const::str(text.trim_matches('\'').replace("\\n", "\n")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_read() {
        let p = Builtin::CtLoad.parameters();
        assert_eq!(Builtin::CtLoad.name(), "load");
        assert_eq!(p.len(), 10);
        assert_eq!(p[0].kind, ParameterKind::PositionalOnly);
        assert_eq!(p[1].kind, ParameterKind::Both);
        assert_eq!(p[3].kind, ParameterKind::KeywordOnly);
        assert_eq!(p[3].default, Some(Const::str("C")));
        assert_eq!(p[6].default, Some(Const::None));
        let p = Builtin::PyPrint.parameters();
        assert_eq!(p[0].kind, ParameterKind::Rest);
        assert_eq!(p[1].default, Some(Const::str(" ")));
        assert_eq!(p[2].default, Some(Const::str("\n")));
        assert!(Builtin::ALL.iter().all(|b| !b.name().is_empty()));
    }

    #[test]
    fn names_lead_back() {
        for &b in Builtin::ALL {
            assert_eq!(Builtin::find(b.home(), b.name()), Some(b));
        }
    }
}
