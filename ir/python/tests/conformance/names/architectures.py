"""What depends on the architecture: hints, data types, atomics."""
# launch: hinted [{"t":"float32", "shape":[64]}, {"i":16}] arch=sm_80
# launch: hinted [{"t":"float32", "shape":[64]}, {"i":16}] arch=sm_90
# launch: hinted [{"t":"float32", "shape":[64]}, {"i":16}] arch=sm_120
# launch: half_atomics [{"t":"float16", "shape":[64]}, {"i":16}] arch=sm_80
# launch: half_atomics [{"t":"bfloat16", "shape":[64]}, {"i":16}] arch=sm_80
# launch: half_atomics [{"t":"bfloat16", "shape":[64]}, {"i":16}] arch=sm_90
# launch: eight_bits [{"t":"float8_e4m3fn", "shape":[64]}, {"i":16}] arch=sm_80
# launch: eight_bits [{"t":"float8_e4m3fn", "shape":[64]}, {"i":16}] arch=sm_90
# launch: eight_bits [{"t":"float8_e5m2", "shape":[64]}, {"i":16}] arch=sm_89
# launch: eight_bits [{"t":"float8_e8m0fnu", "shape":[64]}, {"i":16}] arch=sm_90
# launch: view_atomics [{"t":"bfloat16", "shape":[64]}, {"i":16}] arch=sm_80
# launch: made_inside [{"t":"float32", "shape":[64]}, {"i":16}] arch=sm_80
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel(num_ctas=2)
def hinted(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,), latency=3, allow_tma=False), latency=4)
    ct.scatter(x, 0, ct.gather(x, 1, latency=2), latency=2)


@ct.kernel
def half_atomics(x, N: Const):
    ct.atomic_add(x, ct.arange(N, dtype=ct.int32), ct.ones((N,), x.dtype))


@ct.kernel
def eight_bits(x, N: Const):
    ct.store(x, (1,), ct.load(x, (0,), (N,)))


@ct.kernel
def view_atomics(x, N: Const):
    x.tiled_view((N,)).atomic_store_add((0,), ct.ones((N,), x.dtype))


@ct.kernel
def made_inside(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)).astype(ct.float8_e4m3fn).astype(ct.float32))
