"""Parameters of all kinds, and what annotations say about them."""
# launch: alignments [{"t":"float32", "shape":[64, 64], "align":4}, {"t":"float32", "shape":[64, 60], "align":8}, {"t":"float32", "shape":[64, 64], "stride":[128, 1]}, {"t":"float32", "shape":[64, 64], "stride":[1, 64]}, {"i":16}]
# launch: alignments [{"t":"float32", "shape":[1, 64]}, {"t":"float32", "shape":[64, 1]}, {"t":"float32", "shape":[64, 64], "stride":[0, 1]}, {"t":"float32", "shape":[60, 60], "stride":[61, 1]}, {"i":16}]
# launch: alignments [{"t":"float32", "shape":[0, 64]}, {"t":"float32", "shape":[16, 16], "stride":[0, 0]}, {"t":"float32", "shape":[64, 64], "stride":[2, 128]}, {"t":"float32", "shape":[64, 64], "stride":[4000000000, 1]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def alignments(a, b, c, d, N: Const):
    r = ct.load(a, (0, 0), (N, N)) + ct.load(b, (0, 0), (N, N)) + ct.load(c, (0, 0), (N, N))
    ct.store(d, (0, 0), r)
