"""Conversions of element types."""
# launch: scalar_conversions [{"i":7}, {"f":2.5}, {"t":"float32", "shape":[4]}]
import cuda.tile as ct


@ct.kernel
def scalar_conversions(n, f, out):
    a = ct.int16(n) + ct.int16(3)
    b = ct.float16(f) * 2
    c = ct.float32(n) + ct.float32(a) + b + bool(n)
    ct.store(out, 0, c)
