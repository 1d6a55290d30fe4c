"""Parameters of all kinds, and what annotations say about them."""
# launch: no_dimensions [{"t":"float32", "shape":[]}, {"t":"float32", "shape":[]}]
import cuda.tile as ct


@ct.kernel
def no_dimensions(x, out):
    v = ct.load(x, (), ())
    ct.store(out, (), v + 1)
    ct.scatter(out, (), ct.gather(x, ()))
