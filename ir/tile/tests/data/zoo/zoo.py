"""Writes a module with every operation of Tile IR that a version has, through
the official encoder, so that reading and printing have something to read that
no kernel's compilation produces.

usage: zoo.py OUTDIR      (writes zoo-13.1.tileirbc to zoo-13.5.tileirbc)

Needs the package cuda-tile 1.7.0. The text beside each file is what
`tileirdisasm` prints for it.
"""
import sys

from cuda.tile._bytecode import attribute as at
from cuda.tile._bytecode.basic import encode_int_list, encode_varint
from cuda.tile._bytecode.encodings import *  # noqa: F403
from cuda.tile._bytecode.encodings import (
    encode_MultimemLoadReduceViewTkoOp, MultimemReductionKind,
)
from cuda.tile._bytecode.type import SimpleType
from cuda.tile._bytecode.type_base import PaddingValue, PtrAttr
from cuda.tile._bytecode.version import BytecodeVersion as V
from cuda.tile._bytecode.writer import write_bytecode
from cuda.tile._bytecode.debug_info import MISSING_DEBUG_ATTR_ID

S = SimpleType
R = RoundingMode
DYN = -(1 << 63)


class Zoo:
    """The types and helpers that the functions below share."""

    def __init__(self, writer, version):
        self.w, self.v, self.tt = writer, version, writer.type_table

    def s(self, t):
        return self.tt.simple(t)

    def tile(self, t, *shape):
        return self.tt.tile(self.s(t), shape)

    def ptr(self, t, *shape, attr=PtrAttr.Missing):
        return self.tt.tile(self.tt.pointer(self.s(t), attr), shape)

    def spread(self, b, make, shape, value):
        """An argument, which is a single element, as a tile."""
        if not shape:
            return value
        one = encode_ReshapeOp(b, make(*[1] * len(shape)), value)
        return encode_BroadcastOp(b, make(*shape), one)

    def view(self, t, shape, strides, attr=PtrAttr.Missing):
        return self.tt.tensor_view(self.s(t), shape, strides, attr)

    def integer(self, t, width, value):
        return at.Integer(self.s(t), width, value)

    def float(self, t, value):
        return at.Float(value, t, self.tt)


def elementwise(z, b, p):
    """Arithmetic, comparisons and conversions on `f, i, h`."""
    f, i, h, c = p
    F, I, H, C = (z.tile(t, 4, 8) for t in (S.F32, S.I32, S.F16, S.I1))
    for op in (encode_AbsFOp, encode_CeilOp, encode_CosOp, encode_CosHOp, encode_FloorOp, encode_LogOp,
               encode_Log2Op, encode_NegFOp, encode_SinOp, encode_SinHOp, encode_TanOp):
        op(b, F, f)
    for mode in (R.FULL, R.APPROX):
        if mode == R.FULL or z.v >= V.V_13_2:
            encode_TanHOp(b, F, f, mode)
        if mode == R.FULL or z.v >= V.V_13_3:
            encode_ExpOp(b, F, f, mode)
    for ftz in (False, True):
        encode_Exp2Op(b, F, f, ftz)
        encode_RsqrtOp(b, F, f, ftz)
        encode_SqrtOp(b, F, f, R.NEAREST_EVEN, ftz)
        for op in (encode_AddFOp, encode_SubFOp, encode_MulFOp, encode_DivFOp):
            op(b, F, f, f, R.NEAREST_EVEN, ftz)
            op(b, F, f, f, R.ZERO, ftz)
        encode_FmaOp(b, F, f, f, f, R.POSITIVE_INF, ftz)
        encode_FmaOp(b, F, f, f, f, R.NEAREST_EVEN, ftz)
        for nan in (False, True):
            encode_MaxFOp(b, F, f, f, nan, ftz)
            encode_MinFOp(b, F, f, f, nan, ftz)
    encode_SqrtOp(b, F, f, R.APPROX, False)
    encode_DivFOp(b, F, f, f, R.FULL, False)
    encode_DivFOp(b, F, f, f, R.APPROX, True)
    encode_FPowFOp(b, F, f, f)
    encode_RemFOp(b, F, f, f)
    if z.v >= V.V_13_2:
        encode_Atan2Op(b, F, f, f)
    if z.v >= V.V_13_4:
        encode_FPowIOp(b, F, f, i)
    encode_AbsIOp(b, I, i)
    for o in IntegerOverflow:
        for op in (encode_AddIOp, encode_SubIOp, encode_MulIOp, encode_ShLIOp):
            op(b, I, i, i, o)
    encode_NegIOp(b, I, i, IntegerOverflow.NONE)
    if z.v >= V.V_13_2:
        encode_NegIOp(b, I, i, IntegerOverflow.NSW)
    for op in (encode_AndIOp, encode_OrIOp, encode_XOrIOp, encode_MulhiIOp):
        op(b, I, i, i)
    for s in Signedness:
        for op in (encode_MaxIOp, encode_MinIOp, encode_RemIOp, encode_ShRIOp):
            op(b, I, i, i, s)
        encode_ExtIOp(b, z.tile(S.I64, 4, 8), i, s)
        encode_IToFOp(b, F, i, s, R.NEAREST_EVEN)
        encode_FToIOp(b, I, f, s, R.NEAREST_INT_TO_ZERO, False)
        encode_DivIOp(b, I, i, i, s, R.ZERO)
        encode_DivIOp(b, I, i, i, s, R.POSITIVE_INF)
        encode_CmpIOp(b, C, i, i, ComparisonPredicate.LESS_THAN, s)
    encode_DivIOp(b, I, i, i, Signedness.Signed, R.NEGATIVE_INF)
    if z.v >= V.V_13_4:
        encode_FToIOp(b, I, f, Signedness.Signed, R.NEAREST_INT_TO_ZERO, True)
    for q in ComparisonPredicate:
        for o in ComparisonOrdering:
            encode_CmpFOp(b, C, f, f, q, o)
        encode_CmpIOp(b, C, i, i, q, Signedness.Signed)
    encode_TruncIOp(b, z.tile(S.I8, 4, 8), i, IntegerOverflow.NONE)
    encode_TruncIOp(b, z.tile(S.I8, 4, 8), i, IntegerOverflow.NW)
    encode_FToFOp(b, H, f, R.NEAREST_EVEN)
    if z.v >= V.V_13_4:
        encode_FToFOp(b, H, f, R.ZERO)
    encode_BitcastOp(b, I, f)
    encode_SelectOp(b, F, c, f, f)


def shapes(z, b, p):
    """Moving elements about, on `x` of 4 by 8."""
    x, y, n, i = p
    encode_ReshapeOp(b, z.tile(S.F32, 32), x)
    one = encode_ReshapeOp(b, z.tile(S.F32, 4, 1, 8), x)
    encode_BroadcastOp(b, z.tile(S.F32, 4, 2, 8), one)
    encode_PermuteOp(b, z.tile(S.F32, 8, 4), x, [1, 0])
    encode_PermuteOp(b, z.tile(S.F32, 8, 4, 1), one, [2, 0, 1])
    encode_CatOp(b, z.tile(S.F32, 8, 8), x, x, 0)
    encode_IotaOp(b, z.tile(S.I32, 16))
    encode_ExtractOp(b, z.tile(S.F32, 2, 2), x, [n, n])
    if z.v >= V.V_13_4:
        sub = encode_ExtractOp(b, z.tile(S.F32, 2, 2), x, [n, n])
        encode_InsertOp(b, z.tile(S.F32, 4, 8), sub, x, [n, n])
    if z.v >= V.V_13_3:
        small = encode_UnpackOp(b, z.tile(S.F4E2M1FN, 64), y)
        encode_PackOp(b, z.tile(S.I8, 32), small)


def products(z, b, p):
    """Matrix products."""
    h, g, acc, i, j, iacc, q, r, ls, rs = p
    A = z.tile(S.F32, 16, 16)
    encode_MmaFOp(b, A, h, g, acc, False)
    encode_MmaIOp(b, z.tile(S.I32, 16, 16), i, j, iacc, Signedness.Signed, Signedness.Unsigned)
    if z.v >= V.V_13_3:
        encode_MmaFOp(b, A, q, r, acc, True)
        encode_MmaFScaledOp(b, A, q, r, acc, ls, rs)


def constants(z, b, p):
    """Elements of every kind, one for all and each by itself."""
    import struct
    for t, width in ((S.I1, 1), (S.I8, 8), (S.I16, 16), (S.I32, 32), (S.I64, 64)):
        size = max(1, width // 8)
        for v in (0, 1, -1, 5, (1 << (width - 1)) - 1):
            if width == 1:
                data = b"\xff" if v & 1 else b"\x00"
            else:
                data = (v & ((1 << width) - 1)).to_bytes(size, "little")
            encode_ConstantOp(b, z.tile(t), data)
    encode_ConstantOp(b, z.tile(S.I32, 2, 4), struct.pack("<8i", *range(-4, 4)))
    encode_ConstantOp(b, z.tile(S.I32, 4), struct.pack("<4i", 7, 7, 7, 7))
    encode_ConstantOp(b, z.tile(S.I32, 128), struct.pack("<128i", *range(128)))
    encode_ConstantOp(b, z.tile(S.I1, 8), b"\x05")
    encode_ConstantOp(b, z.tile(S.I1, 2, 2), b"\x0f")
    encode_ConstantOp(b, z.tile(S.I1, 16), b"\x05\x80")
    encode_ConstantOp(b, z.tile(S.I1, 2, 8), b"\xff\xff")
    f32 = lambda v: struct.pack("<f", v)
    for v in (0.0, -0.0, 1.0, -1.0, 3.0, 0.1, 1e-5, 1e10, 16777216.0, 16777215.0, 1.44269504, 3.14159274,
              0.0883883461, 1e-40, 3.4028234e38, float("inf"), float("-inf"), float("nan"), 123456.7, 0.001,
              0.00012345678, 1e20, 65504.0, 12345678.0, 100000.5):
        encode_ConstantOp(b, z.tile(S.F32, 4), f32(v))
    encode_ConstantOp(b, z.tile(S.F32), struct.pack("<I", 0xFFC00001))
    for v in (0.1, 1.0, 2.5, 1e300, 3.141592653589793, 5e-324, 1e16, 123456789.125):
        encode_ConstantOp(b, z.tile(S.F64), struct.pack("<d", v))
    for bits in (0x0000, 0x3C00, 0x7C00, 0xFC00, 0x7E00, 0x2E66, 0x0001, 0x7BFF, 0x5640, 0x3555):
        encode_ConstantOp(b, z.tile(S.F16, 2), struct.pack("<H", bits))
        encode_ConstantOp(b, z.tile(S.BF16, 2), struct.pack("<H", bits))
    for bits in (0x00, 0x38, 0x7E, 0x7F, 0x01, 0xB8, 0x3A):
        encode_ConstantOp(b, z.tile(S.F8E4M3FN, 2), bytes([bits]))
        encode_ConstantOp(b, z.tile(S.F8E5M2, 2), bytes([bits]))
    encode_ConstantOp(b, z.tile(S.TF32), struct.pack("<I", 0x3F800000 >> 13)[:3])
    encode_ConstantOp(b, z.tile(S.F32, 4), struct.pack("<4f", 1.0, float("nan"), 0.1, -2.5))
    encode_ConstantOp(b, z.tile(S.F32, 2, 1, 2), struct.pack("<4f", 1, 2, 3, 4))
    if z.v >= V.V_13_2:
        for bits in (0x7F, 0x80, 0x00, 0xFF, 0x7E):
            encode_ConstantOp(b, z.tile(S.F8E8M0FNU, 2), bytes([bits]))
    if z.v >= V.V_13_3:
        encode_ConstantOp(b, z.tile(S.F4E2M1FN, 2), b"\x02")
        encode_ConstantOp(b, z.tile(S.F4E2M1FN, 4), b"\x02\x03\x0a\x0f")


    if z.v >= V.V_13_4:
        for bits in (0x78, 0x01, 0xFF, 0x80):
            encode_ConstantOp(b, z.tile(S.FNV8E5M3FNU, 2), bytes([bits]))


def control(z, b, p):
    """Loops, branches, reductions, scans."""
    n, c, x, k = p
    I, F = z.tile(S.I32), z.tile(S.F32, 8)
    nested = encode_ForOp(b, [], n, n, n, [], False)
    with nested.new_block([I]):
        encode_ContinueOp(b, [])
    nested.done()
    nested = encode_ForOp(b, [F, I], n, n, n, [x, n], z.v >= V.V_13_2)
    with nested.new_block([I, F, I]) as (iv, a, m):
        inner = encode_IfOp(b, [F], c)
        with inner.new_block([]):
            encode_YieldOp(b, [a])
        with inner.new_block([]):
            encode_YieldOp(b, [x])
        (y,) = inner.done()
        encode_ContinueOp(b, [y, iv])
    nested.done()
    nested = encode_IfOp(b, [], c)
    with nested.new_block([]):
        encode_YieldOp(b, [])
    with nested.new_block([]):
        encode_AssertOp(b, c, "not \"here\"\n")
        encode_YieldOp(b, [])
    nested.done()
    nested = encode_IfOp(b, [F, I], c)
    for v in (x, x):
        with nested.new_block([]):
            encode_YieldOp(b, [v, n])
    nested.done()
    nested = encode_LoopOp(b, [], [])
    with nested.new_block([]):
        inner = encode_IfOp(b, [], c)
        with inner.new_block([]):
            encode_BreakOp(b, [])
        with inner.new_block([]):
            encode_YieldOp(b, [])
        inner.done()
        encode_ContinueOp(b, [])
    nested.done()
    nested = encode_LoopOp(b, [F, I], [n])
    with nested.new_block([I]) as (m,):
        inner = encode_IfOp(b, [], c)
        with inner.new_block([]):
            encode_BreakOp(b, [x, m])
        with inner.new_block([]):
            encode_ContinueOp(b, [m])
        inner.done()
        encode_ContinueOp(b, [m])
    nested.done()
    nested = encode_LoopOp(b, [I], [])
    with nested.new_block([]):
        encode_BreakOp(b, [n])
    nested.done()
    nested = encode_LoopOp(b, [], [n])
    with nested.new_block([I]) as (m,):
        encode_ContinueOp(b, [m])
    nested.done()
    f = z.tile(S.F32)
    nested = encode_ReduceOp(b, [f], [x], 0, [z.float(S.F32, 0.0)])
    with nested.new_block([f, f]) as (l, r):
        encode_YieldOp(b, [encode_AddFOp(b, f, l, r, R.NEAREST_EVEN, False)])
    nested.done()
    nested = encode_ReduceOp(b, [f, I], [x, k], 0, [z.float(S.F32, float("-inf")), z.integer(S.I32, 32, -1)])
    with nested.new_block([f, f, I, I]) as (l, r, li, ri):
        cond = encode_CmpFOp(b, z.tile(S.I1), l, r, ComparisonPredicate.GREATER_THAN, ComparisonOrdering.ORDERED)
        encode_YieldOp(b, [encode_SelectOp(b, f, cond, l, r), encode_SelectOp(b, I, cond, li, ri)])
    nested.done()
    nested = encode_ScanOp(b, [F], [x], 0, True, [z.float(S.F32, 1.0)])
    with nested.new_block([f, f]) as (l, r):
        encode_YieldOp(b, [encode_MulFOp(b, f, l, r, R.NEAREST_EVEN, False)])
    nested.done()
    K = z.tile(S.I32, 8)
    nested = encode_ScanOp(b, [F, K], [x, k], 0, False, [z.float(S.F32, 1.0), z.integer(S.I32, 32, 3)])
    with nested.new_block([f, f, I, I]) as (l, r, li, ri):
        encode_YieldOp(b, [l, li])
    nested.done()
    nested = encode_ReduceOp(b, [z.tile(S.I1)], [c8(z, b)], 0, [z.integer(S.I1, 1, 1)])
    with nested.new_block([z.tile(S.I1)] * 2) as (l, r):
        encode_YieldOp(b, [encode_AndIOp(b, z.tile(S.I1), l, r)])
    nested.done()
    nested = encode_IfOp(b, [], c)
    with nested.new_block([]):
        encode_ReturnOp(b, [])
    with nested.new_block([]):
        encode_YieldOp(b, [])
    nested.done()


def c8(z, b):
    return encode_ConstantOp(b, z.tile(S.I1, 8), b"\xff")


def pointers(z, b, p):
    """Memory through pointers."""
    base, off, mask, pad, i, ipad = p
    P, T, F, I = z.ptr(S.F32, 8), z.s(S.Token), z.tile(S.F32, 8), z.tile(S.I32, 8)
    q = encode_OffsetOp(b, P, base, off)
    a = encode_PtrToIntOp(b, z.tile(S.I64, 8), q)
    encode_IntToPtrOp(b, P, a)
    encode_PtrToPtrOp(b, z.ptr(S.I32, 8), q)
    W, O = MemoryOrderingSemantics, MemoryScope
    t = encode_MakeTokenOp(b, T)
    hints = at.make_load_store_hints({"sm_90": at.LoadStoreHints(latency=3)} if z.v >= V.V_13_3
                                     else {"sm_100": at.LoadStoreHints(latency=3)})
    encode_LoadPtrTkoOp(b, F, T, q, None, None, None, W.WEAK, None, None)
    _, t2 = encode_LoadPtrTkoOp(b, F, T, q, mask, None, t, W.WEAK, None, hints)
    encode_LoadPtrTkoOp(b, F, T, q, mask, pad, None, W.RELAXED, O.DEVICE, None)
    x, t3 = encode_LoadPtrTkoOp(b, F, T, q, mask, pad, t, W.ACQUIRE, O.SYS, hints)
    encode_StorePtrTkoOp(b, T, q, x, None, None, W.WEAK, None, None)
    encode_StorePtrTkoOp(b, T, q, x, mask, None, W.RELAXED, O.TL_BLK, None)
    encode_StorePtrTkoOp(b, T, q, x, mask, t3, W.RELEASE, O.DEVICE, hints)
    ip = encode_PtrToPtrOp(b, z.ptr(S.I32, 8), q)
    for mode in AtomicRMWMode:
        if mode == AtomicRMWMode.ADDF:
            encode_AtomicRMWTkoOp(b, F, T, q, x, None, t, W.RELAXED, O.DEVICE, mode)
        else:
            encode_AtomicRMWTkoOp(b, I, T, ip, i, mask, None, W.ACQ_REL, O.SYS, mode)
    encode_AtomicCASTkoOp(b, I, T, ip, i, i, None, None, W.ACQUIRE, O.DEVICE)
    encode_AtomicCASTkoOp(b, I, T, ip, i, i, mask, t, W.RELEASE, O.TL_BLK)
    encode_JoinTokensOp(b, T, [t, t2, t3])
    if z.v >= V.V_13_3:
        encode_AllocaOp(b, z.ptr(S.F32), 64, 128, False)
        encode_AllocaOp(b, z.ptr(S.F32), 16, 16, True)
    if z.v >= V.V_13_4:
        encode_GdcLaunchDependentsTkoOp(b, T, None)
        t4 = encode_GdcLaunchDependentsTkoOp(b, T, t)
        encode_GdcWaitTkoOp(b, T, None)
        t5 = encode_GdcWaitTkoOp(b, T, t4)
        encode_MemoryFenceAliasTkoOp(b, T, t5)
    if z.v >= V.V_13_2:
        encode_PrintTkoOp(b, T, [], None, "hello\n")
        encode_PrintTkoOp(b, T, [x, i], None, "%f \"%d\"")
        encode_PrintTkoOp(b, T, [x], t, "\t%f\\")
    else:
        encode_PrintTkoOp(b, None, [], None, "hello\n")
        encode_PrintTkoOp(b, None, [x, i], None, "%f \"%d\"")
    encode_GetGlobalOp(b, z.ptr(S.F32), "table")


def views(z, b, p):
    """Memory through views."""
    base, n, m, x, sparse, i64, hbase, hx = p
    T = z.s(S.Token)
    W, O = MemoryOrderingSemantics, MemoryScope
    tv = z.view(S.F32, [DYN, 64], [DYN, 1])
    v = encode_MakeTensorViewOp(b, tv, base, [n], [m])
    encode_MakeTensorViewOp(b, z.view(S.F32, [32, 64], [64, 1]), base, [], [])
    encode_MakeTensorViewOp(b, z.view(S.F32, [32, 64], [DYN, 1]), base, [], [i64])
    encode_MakeTensorViewOp(b, z.view(S.F32, [], []), base, [], [])
    encode_GetTensorShapeOp(b, [z.tile(S.I32)] * 2, v)
    plain = encode_MakePartitionViewOp(b, z.tt.partition_view([4, 8], tv, [0, 1], PaddingValue.Missing), v)
    for pad in (PaddingValue.Zero, PaddingValue.NegZero, PaddingValue.Nan, PaddingValue.PosInf, PaddingValue.NegInf):
        encode_MakePartitionViewOp(b, z.tt.partition_view([4, 8], tv, [1, 0], pad), v)
    encode_GetIndexSpaceShapeOp(b, [z.tile(S.I32)] * 2, plain)
    F = z.tile(S.F32, 4, 8)
    t = encode_MakeTokenOp(b, T)
    arch = "sm_90" if z.v >= V.V_13_3 else "sm_100"
    hints = at.make_load_store_hints({"sm_80": at.LoadStoreHints(allow_tma=False),
                                      arch: at.LoadStoreHints(latency=7, allow_tma=False)})
    no = [False, False]
    encode_LoadViewTkoOp(b, F, T, plain, [n, m], None, W.WEAK, None, None, no)
    encode_LoadViewTkoOp(b, F, T, plain, [n, m], t, W.RELAXED, O.DEVICE, hints, no)
    encode_StoreViewTkoOp(b, T, x, plain, [n, m], None, W.WEAK, None, None, no)
    encode_StoreViewTkoOp(b, T, x, plain, [n, m], t, W.RELAXED, O.SYS, hints, no)
    if z.v >= V.V_13_4:
        encode_LoadViewTkoOp(b, F, T, plain, [n, m], t, W.WEAK, None, None, [True, False])
        encode_StoreViewTkoOp(b, T, x, plain, [n, m], t, W.WEAK, None, hints, [True, True])
    if z.v >= V.V_13_3:
        gs = encode_MakeGatherScatterViewOp(
            b, z.tt.gather_scatter_view([4, 8], tv, 0, PaddingValue.Zero), v)
        encode_MakeGatherScatterViewOp(b, z.tt.gather_scatter_view([4, 8], tv, 0, PaddingValue.Missing), v)
        encode_LoadViewTkoOp(b, F, T, gs, [sparse, m], None, W.WEAK, None, None, no)
        encode_StoreViewTkoOp(b, T, x, gs, [sparse, m], t, W.WEAK, None, None, no)
        sv = encode_MakeStridedViewOp(
            b, z.tt.strided_view([4, 8], [2, 8], tv, [0, 1], PaddingValue.Missing), v)
        encode_MakeStridedViewOp(b, z.tt.strided_view([4, 8], [4, 4], tv, [1, 0], PaddingValue.Nan), v)
        encode_GetIndexSpaceShapeOp(b, [z.tile(S.I32)] * 2, sv)
        encode_LoadViewTkoOp(b, F, T, sv, [n, m], None, W.WEAK, None, None, no)
        encode_AtomicRedViewTkoOp(b, T, plain, [n, m], x, None, W.RELAXED, O.DEVICE, AtomicRMWMode.ADDF, no)
        encode_AtomicRedViewTkoOp(b, T, plain, [n, m], x, t, W.RELAXED, O.TL_BLK, AtomicRMWMode.ADDF,
                                  [z.v >= V.V_13_5] * 2)
    if z.v >= V.V_13_4:
        qualified = z.view(S.F16, [16, 64], [64, 1], PtrAttr.Default)
        encode_MakeTensorViewOp(b, qualified, hbase, [], [])
        encode_MakeTensorViewOp(b, z.view(S.F16, [DYN, 64], [64, 1], PtrAttr.Default), hbase, [n], [])
        encode_LoadViewTkoOp(b, z.tile(S.F16, 4, 8), T, encode_MakePartitionViewOp(
            b, z.tt.partition_view([4, 8], z.view(S.F16, [16, 64], [64, 1], PtrAttr.Default), [0, 1],
                                   PaddingValue.Missing),
            encode_MakeTensorViewOp(b, qualified, hbase, [], [])), [n, m], None, W.WEAK, None, None, no)


def assumptions(z, b, p):
    """Facts, the grid, names of values."""
    i, q, x, n = p
    I = z.tile(S.I32, 8)
    a = encode_AssumeOp(b, z.ptr(S.F32), q, at.DivBy(16))
    a = encode_AssumeOp(b, z.ptr(S.F32), a, at.DivBy(32))
    encode_AssumeOp(b, I, i, at.DivBy(4, every=2, along=0))
    c = encode_ConstantOp(b, I, (3).to_bytes(4, "little"))
    encode_AssumeOp(b, I, c, at.Bounded(0, 7))
    encode_AssumeOp(b, I, c, at.Bounded(None, 7))
    encode_AssumeOp(b, I, c, at.Bounded(-3, None))
    encode_AssumeOp(b, I, c, at.Bounded(None, None))
    r = encode_ReshapeOp(b, z.tile(S.I32, 2, 4), i)
    encode_AssumeOp(b, z.tile(S.I32, 2, 4), r, at.Bounded(0, None))
    s = encode_AddIOp(b, I, i, i, IntegerOverflow.NONE)
    encode_AssumeOp(b, I, s, at.Bounded(0, None))
    t = z.tile(S.I32)
    bx, by, bz = encode_GetTileBlockIdOp(b, t, t, t)
    encode_AssumeOp(b, t, by, at.Bounded(0, None))
    gx, gy, gz = encode_GetNumTileBlocksOp(b, t, t, t)
    encode_AssumeOp(b, t, gz, at.Bounded(0, None))
    nested = encode_ForOp(b, [t], n, n, n, [n], False)
    with nested.new_block([t, t]) as (iv, m):
        encode_AssumeOp(b, t, iv, at.Bounded(0, None))
        encode_AssumeOp(b, t, m, at.Bounded(0, None))
        inner = encode_ForOp(b, [], n, n, n, [], False)
        with inner.new_block([t]) as (jv,):
            encode_ConstantOp(b, I, (3).to_bytes(4, "little"))
            encode_ContinueOp(b, [])
        inner.done()
        encode_ContinueOp(b, [m])
    (w,) = nested.done()
    encode_AssumeOp(b, t, w, at.Bounded(0, None))
    encode_ConstantOp(b, I, (3).to_bytes(4, "little"))
    nested = encode_ForOp(b, [t, t], n, n, n, [n, n], False)
    with nested.new_block([t, t, t]) as (iv, m, k):
        encode_ContinueOp(b, [m, k])
    _, second = nested.done()
    encode_AssumeOp(b, t, second, at.Bounded(0, None))
    true = encode_ConstantOp(b, z.tile(S.I1), b"\xff")
    nested = encode_IfOp(b, [t], true)
    for _ in range(2):
        with nested.new_block([]):
            encode_YieldOp(b, [n])
    (branch,) = nested.done()
    encode_AssumeOp(b, t, branch, at.Bounded(0, None))
    nested = encode_LoopOp(b, [t], [])
    with nested.new_block([]):
        encode_BreakOp(b, [n])
    (last,) = nested.done()
    a = encode_AssumeOp(b, t, last, at.Bounded(0, None))
    encode_AssumeOp(b, t, a, at.DivBy(2))
    nested = encode_ScanOp(b, [I], [i], 0, False, [z.integer(S.I32, 32, 0)])
    with nested.new_block([t, t]) as (l, r):
        encode_YieldOp(b, [l])
    (sums,) = nested.done()
    encode_AssumeOp(b, I, sums, at.Bounded(0, None))
    nested = encode_ReduceOp(b, [t], [i], 0, [z.integer(S.I32, 32, -2147483648)])
    with nested.new_block([t, t]) as (l, r):
        encode_YieldOp(b, [l])
    (total,) = nested.done()
    encode_AssumeOp(b, t, total, at.Bounded(0, None))
    many = [encode_ConstantOp(b, z.tile(S.I1), b"\x00") for _ in range(3)]
    encode_AssertOp(b, many[2], "caf\u00e9")
    for e, width, v in ((S.I8, 8, 200), (S.I16, 16, 7), (S.I64, 64, -9)):
        nested = encode_ReduceOp(b, [z.tile(e)], [encode_ConstantOp(b, z.tile(e, 4), bytes(width // 8))], 0,
                                 [z.integer(e, width, v)])
        with nested.new_block([z.tile(e)] * 2) as (l, r):
            encode_YieldOp(b, [r])
        nested.done()
    for e, size in ((S.F16, 2), (S.BF16, 2), (S.F64, 8), (S.F8E4M3FN, 1), (S.F8E5M2, 1)):
        nested = encode_ReduceOp(b, [z.tile(e)], [encode_ConstantOp(b, z.tile(e, 4), bytes(size))], 0,
                                 [z.float(e, -1.5)])
        with nested.new_block([z.tile(e)] * 2) as (l, r):
            encode_YieldOp(b, [r])
        nested.done()


def multicast_pointer(z, t):
    """The encoder has no name for these types: the table is given their bytes."""
    raw = bytearray(b"\x0c\x01")
    encode_varint(z.s(t).type_id, raw)
    raw.append(2)
    return z.tt[bytes(raw)]


def multicast_view(z, t):
    raw = bytearray(b"\x0e\x01")
    encode_varint(z.s(t).type_id, raw)
    encode_int_list([64], 8, raw)
    encode_int_list([1], 8, raw)
    raw.append(2)
    return z.tt[bytes(raw)]


def multicast(z, b, p):
    """Memory of several devices (13.5)."""
    base, n, x, ibase, i = p
    tt, T = z.tt, z.s(S.Token)
    W, O = MemoryOrderingSemantics, MemoryScope
    tv = multicast_view(z, S.F32)
    v = encode_MakeTensorViewOp(b, tv, base, [], [])
    pv = encode_MakePartitionViewOp(b, tt.partition_view([8], tv, [0], PaddingValue.Missing), v)
    F, I = z.tile(S.F32, 8), z.tile(S.I32, 8)
    K = MultimemReductionKind
    y, t = encode_MultimemLoadReduceViewTkoOp(b, F, T, pv, [n], None, W.WEAK, None, K.ADD, [False])
    encode_MultimemLoadReduceViewTkoOp(b, F, T, pv, [n], t, W.RELAXED, O.SYS, K.ADD, [True])
    encode_MultimemReduceViewTkoOp(b, T, pv, x, [n], None, W.RELAXED, O.SYS, K.ADD, [False])
    encode_MultimemReduceViewTkoOp(b, T, pv, x, [n], t, W.RELEASE, O.DEVICE, K.ADD, [True])
    encode_MultimemStoreViewTkoOp(b, T, pv, x, [n], None, W.WEAK, None, [False])
    encode_MultimemStoreViewTkoOp(b, T, pv, x, [n], t, W.RELAXED, O.SYS, [True])
    iv = multicast_view(z, S.I32)
    ipv = encode_MakePartitionViewOp(b, tt.partition_view([8], iv, [0], PaddingValue.Missing),
                                     encode_MakeTensorViewOp(b, iv, ibase, [], []))
    for kind in K:
        encode_MultimemLoadReduceViewTkoOp(b, I, T, ipv, [n], t, W.RELAXED, O.SYS, kind, [True])
        encode_MultimemReduceViewTkoOp(b, T, ipv, i, [n], None, W.RELEASE, O.DEVICE, kind, [False])


def functions(z):
    def t(e, *shape):
        return (lambda *d: z.tile(e, *d)), shape

    def ptr(e, *shape):
        return (lambda *d: z.ptr(e, *d)), shape

    sm = {"sm_100": at.EntryHints(num_cta_in_cga=2, occupancy=3), "sm_80": at.EntryHints(occupancy=1)}
    if z.v >= V.V_13_3:
        sm["sm_90"] = at.EntryHints(num_worker_warps_per_cta=8, num_cta_in_cga=1)
        sm["default"] = at.EntryHints()
    yield elementwise, [t(S.F32, 4, 8), t(S.I32, 4, 8), t(S.F16, 4, 8), t(S.I1, 4, 8)], sm
    yield shapes, [t(S.F32, 4, 8), t(S.I8, 32), t(S.I32), t(S.I32, 8)], {}
    yield products, [t(S.F16, 16, 32), t(S.F16, 32, 16), t(S.F32, 16, 16), t(S.I8, 16, 32), t(S.I8, 32, 16),
                     t(S.I32, 16, 16), t(S.F8E4M3FN, 16, 32), t(S.F8E4M3FN, 32, 16),
                     t(S.F8E8M0FNU if z.v >= V.V_13_2 else S.I8, 16, 1),
                     t(S.F8E8M0FNU if z.v >= V.V_13_2 else S.I8, 1, 16)], {}
    yield constants, [], {}
    yield control, [t(S.I32), t(S.I1), t(S.F32, 8), t(S.I32, 8)], {}
    yield pointers, [ptr(S.F32, 8), t(S.I32, 8), t(S.I1, 8), t(S.F32, 8), t(S.I32, 8), t(S.I32, 8)], {}
    qualified = PtrAttr.Default if z.v >= V.V_13_4 else PtrAttr.Missing
    yield views, [ptr(S.F32), t(S.I32), t(S.I32), t(S.F32, 4, 8), t(S.I32, 4), t(S.I64),
                  (lambda *d: z.ptr(S.F16, *d, attr=qualified), ()), t(S.F16, 4, 8)], {}
    yield assumptions, [t(S.I32, 8), ptr(S.F32), t(S.F32, 8), t(S.I32)], {}
    if z.v >= V.V_13_5:
        yield multicast, [(lambda *d: z.tt.tile(multicast_pointer(z, S.F32), d), ()), t(S.I32), t(S.F32, 8),
                          (lambda *d: z.tt.tile(multicast_pointer(z, S.I32), d), ()), t(S.I32, 8)], {}


def write(version, only=None):
    buf = bytearray()
    names = [f for f in ("elementwise shapes products constants control pointers views assumptions multicast").split()
             if (f != "multicast" or version >= V.V_13_5) and (only is None or f == only)]
    with write_bytecode(len(names), buf, version) as w:
        z = Zoo(w, version)
        import struct
        w.global_section.define_global("table", z.tile(S.F32, 4), struct.pack("<4f", 1, 2, 3, 4), 16)
        w.global_section.define_global("zeros", z.tile(S.I32, 8), bytes(4), 4)
        if version >= V.V_13_3:
            w.global_section.define_global("fixed", z.tile(S.F32, 1), struct.pack("<f", 0.5), 8, constant=True,
                                           symbol_visibility=SymbolVisibility.Private)
        for build, params, hints in functions(z):
            if build.__name__ not in names:
                continue
            types = [make() for make, _ in params]
            with w.function(build.__name__, types, [], True, hints, MISSING_DEBUG_ATTR_ID) as (b, p):
                build(z, b, [z.spread(b, make, shape, v) for (make, shape), v in zip(params, p)])
                encode_ReturnOp(b, [])
    return buf


if __name__ == "__main__":
    only = sys.argv[2] if len(sys.argv) > 2 else None
    for version in (V.V_13_1, V.V_13_2, V.V_13_3, V.V_13_4, V.V_13_5):
        with open(f"{sys.argv[1]}/zoo-{version.as_string()}.tileirbc", "wb") as f:
            f.write(write(version, only))
