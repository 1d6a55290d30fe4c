"""Conversions of element types."""
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def from_integers(x, u, out, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(u, (0,), (N,))
    r = a.astype(ct.int8).astype(ct.int64).astype(ct.float32)
    r = r + b.astype(ct.uint8).astype(ct.uint32).astype(ct.float32)
    r = r + a.astype(ct.bool_).astype(ct.float32) + b.astype(ct.int32).astype(ct.float16)
    r = r + a.astype(ct.uint16).astype(ct.bfloat16) + a.astype(ct.float64).astype(ct.float32)
    ct.store(out, (0,), r)


@ct.kernel
def from_floats(x, out, N: Const):
    a = ct.load(x, (0,), (N,))
    r = a.astype(ct.int32) + a.astype(ct.uint8).astype(ct.int32)
    r = r + a.astype(ct.float16).astype(ct.int32) + a.astype(ct.bfloat16).astype(ct.int64).astype(ct.int32)
    r = r + a.astype(ct.tfloat32).astype(ct.float32).astype(ct.int32)
    r = r + a.astype(ct.float8_e4m3fn).astype(ct.float32).astype(ct.int32)
    r = r + a.astype(ct.float8_e5m2).astype(ct.float32).astype(ct.int32)
    r = r + a.astype(ct.bool_).astype(ct.int32) + (a > 1).astype(ct.uint64).astype(ct.int32)
    ct.store(out, (0,), r)


@ct.kernel
def bits(x, out, N: Const):
    a = ct.load(x, (0,), (N,))
    i = ct.bitcast(a, ct.int32)
    h = ct.bitcast(i >> 16, ct.uint32)
    r = ct.bitcast(i ^ ct.bitcast(h, ct.int32), ct.float32)
    b = ct.pack_to_bytes(r)
    r = r + ct.unpack_from_bytes(b, ct.float32)
    ct.store(out, (0,), r)


@ct.kernel
def scalar_conversions(n, f, out):
    a = ct.int16(n) + ct.int16(3)
    b = ct.float16(f) * 2
    c = ct.float32(n) + ct.float32(a) + b + bool(n)
    ct.store(out, 0, c)
