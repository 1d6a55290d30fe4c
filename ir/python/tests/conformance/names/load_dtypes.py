"""Arrays of every data type, read and written."""
# launch: load_dtypes [{"t":"bool", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"int8", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"int16", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"int32", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"int64", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"uint8", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"uint16", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"uint32", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"uint64", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"float16", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"bfloat16", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"float64", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"float8_e4m3fn", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"float8_e5m2", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"float8_e8m0fnu", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"float8_e5m3fnu", "shape":[64]}, {"i":16}]
# launch: load_dtypes [{"t":"float4_e2m1fn", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def load_dtypes(x, N: Const):
    ct.store(x, (1,), ct.load(x, (0,), (N,)))
