//! Tiles read and written through partition views.

use super::access::Pad;

pub(super) fn load_text(pad: Pad, after: bool) -> String {
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

pub(super) fn store_text(after: bool) -> &'static str {
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

pub(super) const NUM_TILES: &str = r#"
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
