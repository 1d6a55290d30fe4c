"""Limits of data types"""
# launch: limits [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import numpy as np

import cuda.tile as ct

LOWEST = np.finfo(np.float32).min
HIGHEST = float(np.finfo(np.float16).max)
INTEGER = np.iinfo(np.int32).max
EPS = np.finfo(np.float32).eps


@ct.kernel
def limits(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), ct.maximum(a, LOWEST))
    ct.store(y, (1,), ct.minimum(a, HIGHEST) + INTEGER)
    ct.store(y, (2,), a * EPS)
