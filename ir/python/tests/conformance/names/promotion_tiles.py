"""The type of a sum of two tiles, for every pair of data types that has one."""
# launch: pairs [{"t":"float32", "shape":[64]}]
# launch: signed_and_unsigned [{"t":"float32", "shape":[64]}]
# launch: halves [{"t":"float32", "shape":[64]}]
# launch: wide_and_double [{"t":"float32", "shape":[64]}]
import cuda.tile as ct

SIGNED = (ct.bool_, ct.int8, ct.int16, ct.int32, ct.int64, ct.float32, ct.float64)
UNSIGNED = (ct.bool_, ct.uint8, ct.uint16, ct.uint32, ct.uint64, ct.float16, ct.float32, ct.float64)


@ct.kernel
def pairs(x):
    for types in ct.static_iter((SIGNED, UNSIGNED)):
        for a in ct.static_iter(types):
            for b in ct.static_iter(types):
                if a != ct.bool_ or b != ct.bool_:
                    c = ct.load(x, (0,), (4,)).astype(a) + ct.load(x, (0,), (4,)).astype(b)
                    ct.store(x, (0,), c.astype(ct.float32))


@ct.kernel
def signed_and_unsigned(x):
    a = ct.load(x, (0,), (4,))
    ct.store(x, (0,), (a.astype(ct.int32) + a.astype(ct.uint8)).astype(ct.float32))


@ct.kernel
def halves(x):
    a = ct.load(x, (0,), (4,))
    ct.store(x, (0,), (a.astype(ct.float16) + a.astype(ct.bfloat16)).astype(ct.float32))


@ct.kernel
def wide_and_double(x):
    a = ct.load(x, (0,), (4,))
    ct.store(x, (0,), (a.astype(ct.int64) * a.astype(ct.float16)).astype(ct.float32))
