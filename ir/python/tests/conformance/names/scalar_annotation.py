"""Scalars: annotations of parameters and helpers by `Scalar`, `Tile`, `Array`."""
# launch: annotated [{"t":"float32", "shape":[64]}, {"i":3}, {"f":2.5}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


def scaled(a: ct.Tile, by: ct.Scalar, out: ct.Array, at: ct.Scalar = 0) -> ct.Tile:
    ct.store(out, (at,), a * by)
    return a + by


@ct.kernel
def annotated(x: ct.Array, n: ct.Scalar, s: ct.Scalar, N: Const) -> None:
    a: ct.Tile = ct.load(x, (n,), (N,))
    view: ct.TiledView = x.tiled_view((N,))
    t: ct.DType = a.dtype
    b = scaled(a, s, x)
    view.store(0, scaled(b, 2, x, at=n).astype(t))
