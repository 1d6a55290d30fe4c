"""`kernel.replace_hints`, called by host code beside the kernel."""
# launch: scaled [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: scaled [{"t":"float32", "shape":[64]}, {"i":16}] occupancy=4
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel(occupancy=2)
def scaled(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) * 2)


busy = scaled.replace_hints(occupancy=4)


def launch(stream, x):
    ct.launch(stream, (1,), busy, (x, 16))
