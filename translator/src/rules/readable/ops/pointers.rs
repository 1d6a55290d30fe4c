//! Elements read and written through pointers.

pub(super) fn unit_suffix(unit: &[bool]) -> String {
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

pub(super) const STRIDES: &str = r#"
/// The strides of `tensor` that are known only at run time, in elements.
#[cuda_tile::variadic_op(N = 6)]
#[cuda_tile::compiler_op(name = "return_type_meta_field", type_meta_field = "strides")]
fn NAME<'s, E: ElementType, const S: [i32; N]>(tensor: &Tensor<E, S>) -> Shape<'s, S> {
    unreachable!()
}"#;

pub(super) const LOAD_PTR_PADDED: &str = r#"
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

pub(super) const SPLAT_INDEX: &str = r#"
/// `index` in every element, in the 64 bits that addresses are computed in.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<const S: [i32; N]>(index: i32, shape: Shape<S>) -> Tile<u64, S> {
    let index: Tile<i32, { [] }> = scalar_to_tile(index);
    let index: Tile<u64, { [] }> = exti(index);
    let ones: Shape<{ [1; N] }> = Shape::<{ [1; N] }> { dims: &[1i32; N] };
    index.reshape(ones).broadcast(shape)
}"#;

pub(super) const INSIDE: &str = r#"
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

pub(super) fn inside_all_text(rank: usize) -> String {
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

pub(super) fn addresses_text(unit: &[bool]) -> String {
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

pub(super) fn gather_text(
    unit: &[bool],
    checked: bool,
    masked: bool,
    padded: bool,
    after: bool,
) -> String {
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
{body}    let source: PointerTile<*mut E, S> = addresses{}(tensor, {});
    let (tile, {done}): (Tile<E, S>, Token) = unsafe {{
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

pub(super) fn scatter_text(unit: &[bool], checked: bool, masked: bool, after: bool) -> String {
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
{body}    let destination: PointerTile<*mut E, S> = addresses{}(tensor, {});
    {before}unsafe {{
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
