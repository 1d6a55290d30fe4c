"""Numbers and data types of NumPy as constants"""
# launch: typed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: dtypes [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import numpy as np
from numpy import float16 as half

import cuda.tile as ct

LIMIT = np.float32(2.5)
COUNT = np.int64(3)
SMALL = np.int16(5)
FLAG = np.bool_(True)


@ct.kernel
def typed(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a * LIMIT)
    ct.store(y, (COUNT,), a + SMALL)
    ct.store(y, (0,), a.astype(half).astype(np.float32) + np.pi)


@ct.kernel
def dtypes(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    if x.dtype == np.float32:
        a = a + ct.zeros((N,), np.float32)
    ct.store(y, (0,), a[None, :][0, :] if False else a.reshape((1, N))[np.newaxis, :, :].reshape((N,)))
