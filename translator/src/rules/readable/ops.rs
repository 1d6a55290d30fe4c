//! The writer's own operations: small functions of the emitted module for what the official
//! library lacks, wraps with other defaults, or gets wrong.
//!
//! Only those a module uses are printed, in the order of [`Own`], with a doc comment each.

use std::collections::BTreeSet;
use tileport_python::dtype::Dtype;

/// What a view load gives outside of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pad {
    /// Anything.
    None,
    /// Zero.
    Zero,
    /// Minus zero.
    NegZero,
    /// Not a number.
    Nan,
    /// Infinity.
    PosInf,
    /// Minus infinity.
    NegInf,
}

impl Pad {
    fn suffix(self) -> &'static str {
        match self {
            Pad::None => "",
            Pad::Zero => "_or_zero",
            Pad::NegZero => "_or_neg_zero",
            Pad::Nan => "_or_nan",
            Pad::PosInf => "_or_inf",
            Pad::NegInf => "_or_neg_inf",
        }
    }

    fn variant(self) -> &'static str {
        match self {
            Pad::None => "None",
            Pad::Zero => "Zero",
            Pad::NegZero => "NegZero",
            Pad::Nan => "Nan",
            Pad::PosInf => "PosInf",
            Pad::NegInf => "NegInf",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Pad::None => "are undetermined",
            Pad::Zero => "are zero",
            Pad::NegZero => "are minus zero",
            Pad::Nan => "are not a number",
            Pad::PosInf => "are infinity",
            Pad::NegInf => "are minus infinity",
        }
    }
}

/// How a memory operation is to be carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Access {
    /// Expected latency, from 1 to 10.
    pub latency: Option<i64>,
    /// Whether the tensor memory accelerator may be used.
    pub no_tma: bool,
    /// Array dimension of each tile dimension, if not in order.
    pub order: Option<Vec<u32>>,
    /// Whether it waits for a token and gives one.
    pub after: bool,
}

impl Access {
    fn suffix(&self) -> String {
        let mut out = String::new();
        if let Some(order) = &self.order {
            out.push_str("_order");
            order.iter().for_each(|d| out.push_str(&format!("_{d}")));
        }
        if let Some(latency) = self.latency {
            out.push_str(&format!("_latency_{latency}"));
        }
        if self.no_tma {
            out.push_str("_without_tma");
        }
        if self.after {
            out.push_str("_after");
        }
        out
    }

    fn fill(&self, text: &str) -> String {
        let latency = match self.latency {
            Some(n) => format!("Some({n})"),
            None => "None".to_owned(),
        };
        let dim_map = match &self.order {
            Some(order) => {
                let list: Vec<_> = order.iter().map(ToString::to_string).collect();
                format!("const_array![{}]", list.join(", "))
            }
            None => "dim_map::Identity".to_owned(),
        };
        text.replace("LATENCY", &latency)
            .replace("CYCLES", &self.latency.unwrap_or(0).to_string())
            .replace(
                "TMA",
                if self.no_tma {
                    "tma::Disabled"
                } else {
                    "tma::Enabled"
                },
            )
            .replace("DIM_MAP", &dim_map)
    }
}

/// A reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fold {
    /// Sum.
    Sum,
    /// Product.
    Prod,
    /// Largest.
    Max,
    /// Smallest.
    Min,
}

impl Fold {
    fn name(self) -> &'static str {
        match self {
            Fold::Sum => "sum",
            Fold::Prod => "prod",
            Fold::Max => "max",
            Fold::Min => "min",
        }
    }
}

/// An operation of the emitted module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Own {
    /// Read a tile.
    Load(Pad, Access),
    /// Write a tile.
    Store(Access),
    /// Number of tiles along an axis.
    NumTiles,
    /// Strides of a tensor.
    Strides,
    /// A load through pointers whose padding is a tile.
    LoadPtrPadded,
    /// A scalar index in every element.
    SplatIndex,
    /// Which indices lie inside a dimension.
    Inside,
    /// Addresses of elements of an array; which strides are 1.
    Addresses(Vec<bool>),
    /// Which index tuples lie inside an array.
    InsideAll(usize),
    /// Read elements: strides of 1, bounds checked, masked, padded with a given tile.
    Gather {
        /// Which strides are 1.
        unit: Vec<bool>,
        /// Whether indices are checked.
        checked: bool,
        /// Whether there is a mask.
        masked: bool,
        /// Whether the padding is given; zero otherwise.
        padded: bool,
        /// How.
        access: Access,
    },
    /// Write elements.
    Scatter {
        /// Which strides are 1.
        unit: Vec<bool>,
        /// Whether indices are checked.
        checked: bool,
        /// Whether there is a mask.
        masked: bool,
        /// How.
        access: Access,
    },
    /// Convert every element.
    To(Dtype, Route),
    /// A float constant of any element type.
    Lit,
    /// An integer constant of any element type.
    LitInt,
    /// `a * b + c`, rounded once; flushing denormals or not.
    MulAdd(bool),
    /// A reduction along an axis of a rank; keeping the axis or not.
    Reduce {
        /// Which.
        fold: Fold,
        /// Rank of the operand.
        rank: usize,
        /// Axis.
        axis: usize,
        /// Whether the axis stays, with size 1.
        keep: bool,
    },
    /// Sums of all elements up to each, along an axis; from the end or not.
    Cumsum {
        /// Axis.
        axis: usize,
        /// Whether from the end.
        reverse: bool,
        /// Whether the elements are floats.
        float: bool,
    },
    /// `0, 1, 2, …`
    Arange(Dtype),
    /// Exponential, approximate.
    ExpApprox,
    /// Quotient of tiles, rounded down.
    FloorDivTile,
    /// Quotient of tiles, rounded up.
    CeilDivTile,
    /// Remainder of tiles with the sign of the divisor.
    ModuloTile,
    /// Quotient of scalars, rounded down.
    FloorDiv,
    /// Remainder of scalars with the sign of the divisor.
    Modulo,
    /// The value of a tile of one element.
    Item(Dtype),
    /// A number that the compiler does not reason about.
    Opaque,
    /// Truncation of integers.
    Trunci,
    /// The value, its type written out.
    Same,
}

/// How a conversion is expressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Route {
    /// `convert_tile`.
    Convert,
    /// Widening of integers.
    Extend,
    /// Narrowing of integers.
    Truncate,
    /// The other signedness of the same width.
    Bitcast,
    /// Comparison of a float with zero.
    FloatToBool,
    /// Comparison of an integer with zero.
    IntToBool,
}

/// Name of an element type in Rust.
pub fn element(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::Bool => "bool",
        Dtype::UInt8 => "u8",
        Dtype::UInt16 => "u16",
        Dtype::UInt32 => "u32",
        Dtype::UInt64 => "u64",
        Dtype::Int8 => "i8",
        Dtype::Int16 => "i16",
        Dtype::Int32 => "i32",
        Dtype::Int64 => "i64",
        Dtype::Float16 => "f16",
        Dtype::BFloat16 => "bf16",
        Dtype::Float32 => "f32",
        Dtype::Float64 => "f64",
        Dtype::TFloat32 => "tf32",
        Dtype::Float8E4M3FN => "f8e4m3fn",
        Dtype::Float8E5M2 => "f8e5m2",
        Dtype::Float8E8M0FNU => "f8e8m0fnu",
        Dtype::Float8E5M3FNU => "f8e5m3fnu",
        Dtype::Float4E2M1FN => "f4e2m1fn",
    }
}

const DIMS: [&str; 6] = ["A", "B", "C", "D", "F", "G"];

impl Own {
    /// Its name in the emitted module.
    pub fn name(&self) -> String {
        match self {
            Own::Load(pad, access) => format!("load{}{}", pad.suffix(), access.suffix()),
            Own::Store(access) => format!("store{}", access.suffix()),
            Own::NumTiles => "count_tiles".into(),
            Own::Strides => "strides".into(),
            Own::LoadPtrPadded => "load_ptr_padded".into(),
            Own::SplatIndex => "splat_index".into(),
            Own::Inside => "inside".into(),
            Own::Addresses(unit) => format!("addresses{}", unit_suffix(unit)),
            Own::InsideAll(rank) => format!("inside_{rank}d"),
            Own::Gather {
                unit,
                checked,
                masked,
                padded,
                access,
            } => format!(
                "gather{}{}{}{}{}",
                unit_suffix(unit),
                if *checked { "" } else { "_unchecked" },
                if *masked { "_where" } else { "" },
                if *padded { "_or" } else { "" },
                access.suffix()
            ),
            Own::Scatter {
                unit,
                checked,
                masked,
                access,
            } => format!(
                "scatter{}{}{}{}",
                unit_suffix(unit),
                if *checked { "" } else { "_unchecked" },
                if *masked { "_where" } else { "" },
                access.suffix()
            ),
            Own::To(dtype, route) => match route {
                Route::Convert => format!("to_{}", element(*dtype)),
                Route::Extend => format!("extend_to_{}", element(*dtype)),
                Route::Truncate => format!("truncate_to_{}", element(*dtype)),
                Route::Bitcast => format!("as_{}", element(*dtype)),
                Route::FloatToBool => "is_nonzero".into(),
                Route::IntToBool => "is_set".into(),
            },
            Own::Lit => "lit".into(),
            Own::LitInt => "lit_int".into(),
            Own::MulAdd(false) => "mul_add".into(),
            Own::MulAdd(true) => "mul_add_ftz".into(),
            Own::Reduce {
                fold,
                rank,
                axis,
                keep,
            } => format!(
                "{}_{}{}",
                fold.name(),
                reduce_suffix(*rank, *axis),
                if *keep { "_keep" } else { "" }
            ),
            Own::Cumsum {
                axis,
                reverse,
                float,
            } => format!(
                "cumsum{}_{axis}{}",
                if *float { "" } else { "_int" },
                if *reverse { "_reverse" } else { "" }
            ),
            Own::Arange(Dtype::Int32) => "arange".into(),
            Own::Arange(dtype) => format!("arange_{}", element(*dtype)),
            Own::ExpApprox => "exp_approx".into(),
            Own::FloorDivTile => "floor_div_tile".into(),
            Own::CeilDivTile => "ceil_div_tile".into(),
            Own::ModuloTile => "modulo_tile".into(),
            Own::FloorDiv => "floor_div".into(),
            Own::Modulo => "modulo".into(),
            Own::Item(dtype) => format!("item_{}", element(*dtype)),
            Own::Opaque => "opaque".into(),
            Own::Trunci => "trunci_wrapping".into(),
            Own::Same => "same".into(),
        }
    }

    /// Operations that its text calls.
    fn needs(&self) -> Vec<Own> {
        match self {
            Own::Load(_, access) if access.after => vec![Own::Same],
            Own::Inside => vec![Own::SplatIndex],
            Own::InsideAll(_) => vec![Own::Inside],
            Own::Addresses(unit) if unit.contains(&false) => vec![Own::Strides, Own::SplatIndex],
            Own::Gather {
                unit,
                checked,
                masked,
                access,
                ..
            } => {
                let mut out = vec![Own::Addresses(unit.clone())];
                if *checked {
                    out.push(Own::InsideAll(unit.len()));
                }
                let _ = masked;
                out.push(Own::LoadPtrPadded);
                if access.after {
                    out.push(Own::Same);
                }
                out
            }
            Own::Scatter { unit, checked, .. } => {
                let mut out = vec![Own::Addresses(unit.clone())];
                if *checked {
                    out.push(Own::InsideAll(unit.len()));
                }
                out
            }
            Own::To(_, Route::Truncate) => vec![Own::Trunci],
            _ => Vec::new(),
        }
    }

    /// Its Rust text.
    pub fn source(&self) -> String {
        let text = match self {
            Own::Load(pad, access) => access.fill(&load_text(*pad, access.after)),
            Own::Store(access) => access.fill(store_text(access.after)),
            Own::NumTiles => NUM_TILES.into(),
            Own::Strides => STRIDES.into(),
            Own::LoadPtrPadded => LOAD_PTR_PADDED.into(),
            Own::SplatIndex => SPLAT_INDEX.into(),
            Own::Inside => INSIDE.into(),
            Own::Addresses(unit) => addresses_text(unit),
            Own::InsideAll(rank) => inside_all_text(*rank),
            Own::Gather {
                unit,
                checked,
                masked,
                padded,
                access,
            } => access.fill(&gather_text(unit, *checked, *masked, *padded, access.after)),
            Own::Scatter {
                unit,
                checked,
                masked,
                access,
            } => access.fill(&scatter_text(unit, *checked, *masked, access.after)),
            Own::To(dtype, route) => to_text(*dtype, *route),
            Own::Lit => LIT.into(),
            Own::LitInt => LIT_INT.into(),
            Own::MulAdd(ftz) => mul_add_text(*ftz),
            Own::Reduce {
                fold,
                rank,
                axis,
                keep,
            } => reduce_text(*fold, *rank, *axis, *keep),
            Own::Cumsum {
                axis,
                reverse,
                float,
            } => cumsum_text(*axis, *reverse, *float),
            Own::Arange(dtype) => ARANGE.replace("DTYPE", element(*dtype)),
            Own::ExpApprox => EXP_APPROX.into(),
            Own::FloorDivTile => FLOOR_DIV_TILE.into(),
            Own::CeilDivTile => FLOOR_DIV_TILE
                .replace("towards negative infinity", "towards infinity")
                .replace("NegativeInf", "PositiveInf"),
            Own::ModuloTile => MODULO_TILE.into(),
            Own::FloorDiv => FLOOR_DIV.into(),
            Own::Modulo => MODULO.into(),
            Own::Item(dtype) => ITEM.replace("DTYPE", element(*dtype)),
            Own::Opaque => OPAQUE.into(),
            Own::Trunci => TRUNCI.into(),
            Own::Same => SAME.into(),
        };
        text.replace("NAME", &self.name())
    }
}

/// Operations a module uses.
#[derive(Clone, Debug, Default)]
pub struct Used(BTreeSet<Own>);

impl Used {
    /// Notes a use, of what it needs too; the name to call it by.
    pub fn note(&mut self, own: Own) -> String {
        let name = own.name();
        if self.0.insert(own.clone()) {
            for needed in own.needs() {
                self.note(needed);
            }
        }
        name
    }

    /// In the order they are printed in.
    pub fn iter(&self) -> impl Iterator<Item = &Own> {
        self.0.iter()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn unit_suffix(unit: &[bool]) -> String {
    let rank = unit.len();
    // A row-major array is the usual case and needs no mention.
    let usual = unit
        .iter()
        .enumerate()
        .all(|(i, one)| *one == (i + 1 == rank));
    let mut out = format!("_{rank}d");
    if !usual {
        out.push_str("_strides");
        for one in unit {
            out.push_str(if *one { "_1" } else { "_n" });
        }
    }
    out
}

fn reduce_suffix(rank: usize, axis: usize) -> String {
    match (rank, axis) {
        (1, 0) => "all".into(),
        (2, 0) => "rows".into(),
        (2, 1) => "columns".into(),
        _ => format!("axis_{axis}_of_{rank}"),
    }
}

fn load_text(pad: Pad, after: bool) -> String {
    let text = if after {
        r#"
/// Reads the tile of `tensor` at `index`, after what `token` stands for; elements outside WORDS.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N], const R: [i32; N]>(
    tensor: &Tensor<E, S>,
    shape: Shape<R>,
    index: [i32; N],
    token: Token,
) -> (Tile<E, R>, Token) {
    let view: Partition<E, R> =
        unsafe { make_partition_view(tensor, shape, padding::PAD, DIM_MAP, token) };
    let tile: Tile<E, R> =
        load_view_tko(&view, index, ordering::Weak, scope::TileBlock, LATENCY, TMA);
    let done: Token = get_partition_token(&view);
    (same(tile), done)
}"#
    } else {
        r#"
/// Reads the tile of `tensor` at `index`; elements outside WORDS.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N], const R: [i32; N]>(
    tensor: &Tensor<E, S>,
    shape: Shape<R>,
    index: [i32; N],
) -> Tile<E, R> {
    let token: Token = get_tensor_token(tensor);
    let view: Partition<E, R> =
        unsafe { make_partition_view(tensor, shape, padding::PAD, DIM_MAP, token) };
    let tile: Tile<E, R> =
        load_view_tko(&view, index, ordering::Weak, scope::TileBlock, LATENCY, TMA);
    tile
}"#
    };
    text.replace("WORDS", pad.words())
        .replace("padding::PAD", &format!("padding::{}", pad.variant()))
}

fn store_text(after: bool) -> &'static str {
    if after {
        r#"
/// Writes `tile` to `tensor` at `index`, after what `token` stands for.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N], const R: [i32; N]>(
    tensor: &Tensor<E, S>,
    index: [i32; N],
    tile: Tile<E, R>,
    token: Token,
) -> Token {
    let shape: Shape<R> = Shape::<R> { dims: &[] };
    let view: Partition<E, R> =
        unsafe { make_partition_view(tensor, shape, padding::None, DIM_MAP, token) };
    let done: Token = unsafe {
        store_view_raw(
            &view,
            tile,
            index,
            Some(token),
            ordering::Weak,
            scope::TileBlock,
            TMA,
            LATENCY,
            [false; N],
        )
    };
    done
}"#
    } else {
        r#"
/// Writes `tile` to `tensor` at `index`. Callers write every element from one block only.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N], const R: [i32; N]>(
    tensor: &Tensor<E, S>,
    index: [i32; N],
    tile: Tile<E, R>,
) {
    let token: Token = get_tensor_token(tensor);
    let shape: Shape<R> = Shape::<R> { dims: &[] };
    let view: Partition<E, R> =
        unsafe { make_partition_view(tensor, shape, padding::None, DIM_MAP, token) };
    unsafe {
        store_view_raw(
            &view,
            tile,
            index,
            Some(token),
            ordering::Weak,
            scope::TileBlock,
            TMA,
            LATENCY,
            [false; N],
        )
    };
}"#
    }
}

const NUM_TILES: &str = r#"
/// Number of tiles of `shape` that `tensor` is covered by along `axis`.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N], const R: [i32; N]>(
    tensor: &Tensor<E, S>,
    axis: i32,
    shape: Shape<R>,
) -> i32 {
    let token: Token = get_tensor_token(tensor);
    let view: Partition<E, R> = unsafe {
        make_partition_view(tensor, shape, padding::None, dim_map::Identity, token)
    };
    num_tiles(&view, axis)
}"#;

const STRIDES: &str = r#"
/// The strides of `tensor` that are known only at run time, in elements.
#[cuda_tile::variadic_op(N = 6)]
#[cuda_tile::compiler_op(name = "return_type_meta_field", type_meta_field = "strides")]
fn NAME<'s, E: ElementType, const S: [i32; N]>(tensor: &Tensor<E, S>) -> Shape<'s, S> {
    unreachable!()
}"#;

const LOAD_PTR_PADDED: &str = r#"
/// Reads what `source` points at where `mask` holds, `padding_value` elsewhere.
#[cuda_tile::op(name = "cuda_tile.load_ptr_tko", since = "V13_2", params = ["source"])]
#[cuda_tile::variadic_op(N = 6)]
unsafe fn NAME<
    E: ElementType,
    P: PointerTo<E>,
    const S: [i32; N],
    O: ordering::LoadMode,
    Sc: scope::Mode,
    const CYCLES: i32,
>(
    source: PointerTile<P, S>,
    memory_ordering: O,
    memory_scope: Option<Sc>,
    mask: Option<Tile<bool, S>>,
    padding_value: Option<Tile<E, S>>,
    token: Option<Token>,
    latency: Latency<CYCLES>,
) -> (Tile<E, S>, Token) {
    unreachable!()
}"#;

const SPLAT_INDEX: &str = r#"
/// `index` in every element, in the 64 bits that addresses are computed in.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<const S: [i32; N]>(index: i32, shape: Shape<S>) -> Tile<u64, S> {
    let index: Tile<i32, { [] }> = scalar_to_tile(index);
    let index: Tile<u64, { [] }> = exti(index);
    let ones: Shape<{ [1; N] }> = Shape::<{ [1; N] }> { dims: &[1i32; N] };
    index.reshape(ones).broadcast(shape)
}"#;

const INSIDE: &str = r#"
/// Which indices lie inside a dimension of `len` elements; negative ones do not.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<const S: [i32; N]>(index: Tile<u64, S>, len: i32) -> Tile<bool, S> {
    let shape: Shape<S> = Shape::<S> { dims: &[] };
    lt_tile(index, splat_index(len, shape))
}"#;

fn any(rank: usize) -> String {
    vec!["-1"; rank].join(", ")
}

fn index_parameters(rank: usize) -> String {
    (0..rank)
        .map(|i| format!("    at{i}: Tile<u64, S>,\n"))
        .collect()
}

fn index_arguments(rank: usize) -> String {
    let list: Vec<_> = (0..rank).map(|i| format!("at{i}")).collect();
    list.join(", ")
}

fn inside_all_text(rank: usize) -> String {
    let mut body = String::new();
    for i in 0..rank {
        let test = format!("inside(at{i}, tensor.shape()[{i}])");
        body.push_str(&match i {
            0 => format!("    let mask = {test};\n"),
            _ => format!("    let mask = andi(mask, {test});\n"),
        });
    }
    format!(
        "
/// Which index tuples lie inside `tensor`.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(
    tensor: &Tensor<E, {{ [{}] }}>,
{}) -> Tile<bool, S> {{
{body}    mask
}}",
        any(rank),
        index_parameters(rank)
    )
}

fn addresses_text(unit: &[bool]) -> String {
    let rank = unit.len();
    let mut body = String::new();
    let mut dynamic = 0;
    for (i, one) in unit.iter().enumerate() {
        let term = if *one {
            format!("at{i}")
        } else {
            dynamic += 1;
            format!("at{i} * splat_index(strides[{}], shape)", dynamic - 1)
        };
        body.push_str(&match i {
            0 => format!("    let offset = {term};\n"),
            _ => format!("    let offset = offset + {term};\n"),
        });
    }
    let strides = match dynamic {
        0 => String::new(),
        _ => format!(
            "    let strides: Shape<{{ [{}] }}> = strides(tensor);\n",
            any(rank)
        ),
    };
    format!(
        "
/// Addresses of elements of `tensor`, for the strides that its launches have.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(
    tensor: &Tensor<E, {{ [{}] }}>,
{}) -> PointerTile<*mut E, S> {{
    let shape: Shape<S> = Shape::<S> {{ dims: &[] }};
{strides}{body}    let base: PointerTile<*mut E, {{ [] }}> = get_tensor_base(tensor);
    let ones: Shape<{{ [1; N] }}> = Shape::<{{ [1; N] }}> {{ dims: &[1i32; N] }};
    let base: PointerTile<*mut E, {{ [1; N] }}> = reshape_ptr(base, ones);
    let base: PointerTile<*mut E, S> = broadcast_ptr(base, shape);
    addptr_tile(base, offset)
}}",
        any(rank),
        index_parameters(rank)
    )
}

fn mask_text(checked: bool, masked: bool, rank: usize) -> String {
    let all = format!("inside_{rank}d(tensor, {})", index_arguments(rank));
    match (checked, masked) {
        (true, true) => format!("    let mask: Tile<bool, S> = andi({all}, mask);\n"),
        (true, false) => format!("    let mask: Tile<bool, S> = {all};\n"),
        (false, _) => String::new(),
    }
}

fn gather_text(unit: &[bool], checked: bool, masked: bool, padded: bool, after: bool) -> String {
    let rank = unit.len();
    let outside = match (checked || masked, padded) {
        (false, _) => "; all must lie inside of it",
        (true, true) => "; `padding` elsewhere",
        (true, false) => "; zero elsewhere",
    };
    let mut extra = String::new();
    if masked {
        extra.push_str("    mask: Tile<bool, S>,\n");
    }
    if padded {
        extra.push_str("    padding: Tile<E, S>,\n");
    }
    if after {
        extra.push_str("    token: Token,\n");
    }
    let mut body = mask_text(checked, masked, rank);
    if !padded {
        body.push_str("    let shape: Shape<S> = Shape::<S> { dims: &[] };\n");
        body.push_str("    let padding: Tile<E, S> = constant(E::ZERO, shape);\n");
    }
    let mask = match checked || masked {
        true => "Some(mask)",
        false => "None",
    };
    if !after {
        body.push_str("    let token: Token = get_tensor_token(tensor);\n");
    }
    let (result, tail) = match after {
        true => ("(Tile<E, S>, Token)", "(same(tile), done)"),
        false => ("Tile<E, S>", "tile"),
    };
    let done = if after { "done" } else { "_done" };
    format!(
        "
/// Elements of `tensor` at the given indices{outside}.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(
    tensor: &Tensor<E, {{ [{}] }}>,
{}{extra}) -> {result} {{
    let source: PointerTile<*mut E, S> = addresses{}(tensor, {});
{body}    let (tile, {done}): (Tile<E, S>, Token) = unsafe {{
        load_ptr_padded(
            source,
            ordering::Weak,
            None::<scope::TileBlock>,
            {mask},
            Some(padding),
            Some(token),
            Latency::<CYCLES>,
        )
    }};
    {tail}
}}",
        any(rank),
        index_parameters(rank),
        unit_suffix(unit),
        index_arguments(rank),
    )
}

fn scatter_text(unit: &[bool], checked: bool, masked: bool, after: bool) -> String {
    let rank = unit.len();
    let outside = match (checked, masked) {
        (true, false) => "; what lies outside of it is dropped",
        (true, true) => " where `mask` holds; what lies outside of it is dropped",
        (false, true) => " where `mask` holds; indices must lie inside of it there",
        (false, false) => "; indices must lie inside of it",
    };
    let mut extra = String::from("    tile: Tile<E, S>,\n");
    if masked {
        extra.push_str("    mask: Tile<bool, S>,\n");
    }
    if after {
        extra.push_str("    token: Token,\n");
    }
    let mut body = mask_text(checked, masked, rank);
    let mask = match checked || masked {
        true => "Some(mask)",
        false => "None",
    };
    if !after {
        body.push_str("    let token: Token = get_tensor_token(tensor);\n");
    }
    let (result, before, tail) = match after {
        true => (" -> Token", "let done: Token = ", "\n    done"),
        false => ("", "", ""),
    };
    format!(
        "
/// Writes `tile` to the given indices of `tensor`{outside}.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(
    tensor: &Tensor<E, {{ [{}] }}>,
{}{extra}){result} {{
    let destination: PointerTile<*mut E, S> = addresses{}(tensor, {});
{body}    {before}unsafe {{
        store_ptr_tko(
            destination,
            tile,
            ordering::Weak,
            None::<scope::TileBlock>,
            {mask},
            Some(token),
            Latency::<CYCLES>,
        )
    }};{tail}
}}",
        any(rank),
        index_parameters(rank),
        unit_suffix(unit),
        index_arguments(rank),
    )
}

fn to_text(dtype: Dtype, route: Route) -> String {
    let name = element(dtype);
    let (doc, body) = match route {
        Route::Convert => (
            format!("Every element converted to `{name}`."),
            "convert_tile(x)",
        ),
        Route::Extend => (format!("Every element extended to `{name}`."), "exti(x)"),
        Route::Truncate => (
            format!("The low bits of every element, as `{name}`."),
            "trunci_wrapping(x, overflow::None)",
        ),
        Route::Bitcast => (
            format!("The bits of every element, as `{name}`."),
            "bitcast(x)",
        ),
        Route::FloatToBool => (
            "Which elements are not zero; not a number is not.".into(),
            "cmpf(x, zero, predicate::NotEqual, cmp_ordering::Unordered)",
        ),
        Route::IntToBool => (
            "Which elements are not zero.".into(),
            "cmpi(x, zero, predicate::NotEqual)",
        ),
    };
    let zero = match route {
        Route::FloatToBool | Route::IntToBool => {
            "    let shape: Shape<S> = Shape::<S> { dims: &[] };
    let zero: Tile<E, S> = constant(E::ZERO, shape);\n"
        }
        _ => "",
    };
    format!(
        "
/// {doc}
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(x: Tile<E, S>) -> Tile<{name}, S> {{
{zero}    let x: Tile<{name}, S> = {body};
    x
}}"
    )
}

const LIT: &str = r#"
/// A constant of any float type, rounded to it.
#[cuda_tile::op(
    name = "cuda_tile.constant",
    since = "V13_2",
    params = [],
    attribute_params = ["value:dense"]
)]
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(value: f64, shape: Shape<S>) -> Tile<E, S> {
    unreachable!()
}"#;

const LIT_INT: &str = r#"
/// A constant of any integer type, given as a signed number of its bits.
#[cuda_tile::op(
    name = "cuda_tile.constant",
    since = "V13_2",
    params = [],
    attribute_params = ["value:dense"]
)]
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(value: i64, shape: Shape<S>) -> Tile<E, S> {
    unreachable!()
}"#;

fn mul_add_text(ftz: bool) -> String {
    let (words, mode) = match ftz {
        true => (", denormals flushed to zero", "Enabled"),
        false => ("", "Disabled"),
    };
    format!(
        "
/// `a * b + c`, rounded once{words}.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(
    a: Tile<E, S>,
    b: Tile<E, S>,
    c: Tile<E, S>,
) -> Tile<E, S> {{
    fma(a, b, c, rounding::NearestEven, ftz::{mode})
}}"
    )
}

fn reduce_text(fold: Fold, rank: usize, axis: usize, keep: bool) -> String {
    let dims = DIMS.get(..rank).unwrap_or(&DIMS);
    let generics: String = dims.iter().map(|d| format!(", const {d}: i32")).collect();
    let without: Vec<&str> = (dims.iter().enumerate())
        .filter(|(i, _)| *i != axis)
        .map(|(_, d)| *d)
        .collect();
    let kept: Vec<&str> = (dims.iter().enumerate())
        .map(|(i, d)| if i == axis { "1" } else { *d })
        .collect();
    let words = match fold {
        Fold::Sum => "Sum",
        Fold::Prod => "Product",
        Fold::Max => "Largest element",
        Fold::Min => "Smallest element",
    };
    let along = match (rank, axis) {
        (1, 0) => "of all elements".to_owned(),
        (2, 0) => "over the rows".to_owned(),
        (2, 1) => "over the columns".to_owned(),
        _ => format!("along axis {axis}"),
    };
    let (words, along) = match (fold, rank) {
        (Fold::Max | Fold::Min, 1) => (words, String::new()),
        _ => (words, format!(" {along}")),
    };
    let (result, keeping, tail) = if keep {
        let kept = kept.join(", ");
        (
            format!("{{ [{kept}] }}"),
            ", which stays with size 1",
            format!("    x.reshape(shape![{kept}])"),
        )
    } else {
        (
            format!("{{ [{}] }}", without.join(", ")),
            "",
            "    x".to_owned(),
        )
    };
    format!(
        "
/// {words}{along}{keeping}.
fn NAME<E: ElementType{generics}>(x: Tile<E, {{ [{}] }}>) -> Tile<E, {result}> {{
    let x: Tile<E, {{ [{}] }}> = reduce_{}(x, {axis});
{tail}
}}",
        dims.join(", "),
        without.join(", "),
        fold.name()
    )
}

fn cumsum_text(axis: usize, reverse: bool, float: bool) -> String {
    let (words, mode) = match reverse {
        true => ("from each to the end", "Reverse"),
        false => ("up to each", "Forward"),
    };
    let (element, zero) = match float {
        true => ("f32", "0.0f32"),
        false => ("i32", "0i32"),
    };
    format!(
        "
/// Sums of the elements {words}, along axis {axis}.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<const S: [i32; N]>(x: Tile<{element}, S>) -> Tile<{element}, S> {{
    let x: Tile<{element}, S> = scan_sum(x, {axis}, reverse::{mode}, {zero});
    x
}}"
    )
}

const ARANGE: &str = r#"
/// `0, 1, 2, …`
fn NAME<const A: i32>(shape: Shape<{ [A] }>) -> Tile<DTYPE, { [A] }> {
    let x: Tile<DTYPE, { [A] }> = iota(shape);
    x
}"#;

const EXP_APPROX: &str = r#"
/// Exponential, in the fast approximation.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(x: Tile<E, S>) -> Tile<E, S> {
    unsafe { exp_with_rounding(x, rounding::Approx) }
}"#;

const FLOOR_DIV_TILE: &str = r#"
/// Quotients, rounded towards negative infinity.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(a: Tile<E, S>, b: Tile<E, S>) -> Tile<E, S> {
    divi(a, b, rounding::NegativeInf)
}"#;

const MODULO_TILE: &str = r#"
/// Remainders that have the sign of the divisor.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(a: Tile<E, S>, b: Tile<E, S>) -> Tile<E, S> {
    let shape: Shape<S> = Shape::<S> { dims: &[] };
    let zero: Tile<E, S> = constant(E::ZERO, shape);
    let r: Tile<E, S> = remi(a, b);
    let signs_differ: Tile<bool, S> = xori(lt_tile(r, zero), lt_tile(b, zero));
    let wrong: Tile<bool, S> = andi(signs_differ, ne_tile(r, zero));
    select(wrong, r + b, r)
}"#;

const FLOOR_DIV: &str = r#"
/// The quotient, rounded towards negative infinity.
fn NAME(a: i32, b: i32) -> i32 {
    let a: Tile<i32, { [] }> = scalar_to_tile(a);
    let b: Tile<i32, { [] }> = scalar_to_tile(b);
    let q: Tile<i32, { [] }> = divi(a, b, rounding::NegativeInf);
    tile_to_scalar(q)
}"#;

const MODULO: &str = r#"
/// The remainder that has the sign of the divisor.
fn NAME(a: i32, b: i32) -> i32 {
    let a: Tile<i32, { [] }> = scalar_to_tile(a);
    let b: Tile<i32, { [] }> = scalar_to_tile(b);
    let zero: Tile<i32, { [] }> = constant(0i32, shape![]);
    let r: Tile<i32, { [] }> = remi(a, b);
    let signs_differ: Tile<bool, { [] }> = xori(lt_tile(r, zero), lt_tile(b, zero));
    let wrong: Tile<bool, { [] }> = andi(signs_differ, ne_tile(r, zero));
    let r: Tile<i32, { [] }> = select(wrong, r + b, r);
    tile_to_scalar(r)
}"#;

const ITEM: &str = r#"
/// The one element.
fn NAME(x: Tile<DTYPE, { [] }>) -> DTYPE {
    tile_to_scalar(x)
}"#;

const OPAQUE: &str = r#"
/// `n`, about whose value the compiler makes no assumption.
fn NAME(n: i32) -> i32 {
    let n: Tile<i32, { [] }> = scalar_to_tile(n);
    let n: Tile<i32, { [] }> = bitcast(n);
    tile_to_scalar(n)
}"#;

const TRUNCI: &str = r#"
/// The low bits of every element.
#[cuda_tile::op(
    name = "cuda_tile.trunci",
    since = "V13_2",
    params = ["from"],
    static_params = ["overflow={None: overflow=#cuda_tile.overflow<none>}"]
)]
#[cuda_tile::variadic_op(N = 6)]
fn NAME<EIn: ElementType, EOut: ElementType, const S: [i32; N], O: overflow::Mode>(
    from: Tile<EIn, S>,
    overflow: O,
) -> Tile<EOut, S> {
    unreachable!()
}"#;

const SAME: &str = r#"
/// `x`.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<E: ElementType, const S: [i32; N]>(x: Tile<E, S>) -> Tile<E, S> {
    x
}"#;

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Own> {
        let plain = Access::default();
        let after = Access {
            after: true,
            latency: Some(3),
            no_tma: true,
            order: Some(vec![1, 0]),
        };
        let mut out = vec![
            Own::NumTiles,
            Own::Lit,
            Own::LitInt,
            Own::ExpApprox,
            Own::FloorDivTile,
            Own::CeilDivTile,
            Own::ModuloTile,
            Own::FloorDiv,
            Own::Modulo,
            Own::Opaque,
            Own::Item(Dtype::Int32),
            Own::Arange(Dtype::Int32),
            Own::MulAdd(false),
            Own::MulAdd(true),
        ];
        for access in [&plain, &after] {
            out.push(Own::Load(Pad::NegInf, access.clone()));
            out.push(Own::Store(access.clone()));
            for (checked, masked, padded) in [(true, true, true), (false, false, false)] {
                out.push(Own::Gather {
                    unit: vec![false, true],
                    checked,
                    masked,
                    padded,
                    access: access.clone(),
                });
                out.push(Own::Scatter {
                    unit: vec![true],
                    checked,
                    masked,
                    access: access.clone(),
                });
            }
        }
        for route in [
            Route::Convert,
            Route::Extend,
            Route::Truncate,
            Route::Bitcast,
            Route::FloatToBool,
            Route::IntToBool,
        ] {
            out.push(Own::To(Dtype::Int16, route));
        }
        for (rank, axis, keep) in [(1, 0, false), (2, 1, true), (3, 0, false)] {
            out.push(Own::Reduce {
                fold: Fold::Max,
                rank,
                axis,
                keep,
            });
        }
        out
    }

    #[test]
    fn every_text_is_a_function_of_its_name() {
        let mut used = Used::default();
        samples().into_iter().for_each(|own| {
            used.note(own);
        });
        for own in used.iter() {
            let function: syn::ItemFn = syn::parse_str(&own.source())
                .unwrap_or_else(|e| panic!("{}: {e}\n{}", own.name(), own.source()));
            assert_eq!(function.sig.ident.to_string(), own.name());
        }
    }

    #[test]
    fn names_are_different() {
        let all = samples();
        let names: BTreeSet<String> = all.iter().map(Own::name).collect();
        assert_eq!(names.len(), all.len());
    }
}
