"""functions of math on run-time values and constants"""
# launch: run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: constant [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: missing [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: from_operator [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import math

import cuda.tile as ct


@ct.kernel
def run_time(x, y, n, N: ct.Constant[int]):
    a = math.exp(n)


@ct.kernel
def constant(x, y, n, N: ct.Constant[int]):
    a = math.sqrt(2.0)


@ct.kernel
def missing(x, y, n, N: ct.Constant[int]):
    a = math.nothing


@ct.kernel
def from_operator(x, y, n, N: ct.Constant[int]):
    a = __import__("math")
