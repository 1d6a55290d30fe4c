"""`Array.get_raw_memory`: the memory behind an array."""
# launch: raw_memory [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: of_a_slice [{"t":"float32", "shape":[64, 64]}, {"i":7}, {"i":16}]
# launch: attributes [{"t":"float32", "shape":[64]}]
# launch: unknown [{"t":"float32", "shape":[64]}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def raw_memory(x, n, N: Const):
    m = x.get_raw_memory()
    m.store_offset(n, m.load_offset(n + 1))


@ct.kernel
def of_a_slice(x, n, N: Const):
    m = x.slice(0, n, n + 4).get_raw_memory()
    o = ct.arange(N, dtype=ct.int32)
    for i in range(n):
        m.store_offset(o + i, m.load_offset(o) + 1)


@ct.kernel
def attributes(x):
    m = x.get_raw_memory()
    if m.dtype == ct.float32:
        m.store_offset(0, ct.zeros((), m.dtype))


@ct.kernel
def unknown(x):
    x.get_raw_memory().shape
