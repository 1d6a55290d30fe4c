"""indices that do not fit"""
# launch: out_of_range [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: float_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: text [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tile_by_number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tile_by_slice [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: two_ellipses [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: too_many_slices [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: array [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: slice_run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: step_zero [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: function [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: dtype [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def out_of_range(x, y, n, N: ct.Constant[int]):
    a = (1, 2)[2]


@ct.kernel
def run_time(x, y, n, N: ct.Constant[int]):
    a = (1, 2)[n]


@ct.kernel
def float_(x, y, n, N: ct.Constant[int]):
    a = (1, 2)[1.0]


@ct.kernel
def text(x, y, n, N: ct.Constant[int]):
    a = (1, 2)["a"]


@ct.kernel
def tile_by_number(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))[0]


@ct.kernel
def tile_by_slice(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))[1:3]


@ct.kernel
def two_ellipses(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))[..., ...]


@ct.kernel
def too_many_slices(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))[:, :]


@ct.kernel
def array(x, y, n, N: ct.Constant[int]):
    a = x[0]


@ct.kernel
def number(x, y, n, N: ct.Constant[int]):
    a = n[0]


@ct.kernel
def slice_run_time(x, y, n, N: ct.Constant[int]):
    a = (1, 2, 3)[n:]


@ct.kernel
def step_zero(x, y, n, N: ct.Constant[int]):
    a = (1, 2, 3)[::0]


@ct.kernel
def function(x, y, n, N: ct.Constant[int]):
    a = ct.load[0]


@ct.kernel
def dtype(x, y, n, N: ct.Constant[int]):
    a = ct.float32[0]
