"""what f-strings may not hold"""
# launch: conversion [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: nested_spec [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: spec_of_text [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: bad_spec [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: spec_of_float [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tuple_spec [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def conversion(x, y, n, N: ct.Constant[int]):
    print(f"{n!r}")


@ct.kernel
def nested_spec(x, y, n, N: ct.Constant[int]):
    print(f"{n:{N}d}")


@ct.kernel
def spec_of_text(x, y, n, N: ct.Constant[int]):
    s = "a"
    print(f"{s:>5}")


@ct.kernel
def bad_spec(x, y, n, N: ct.Constant[int]):
    print(f"{n:q}")


@ct.kernel
def spec_of_float(x, y, n, N: ct.Constant[int]):
    print(f"{n:.3f}")


@ct.kernel
def tuple_spec(x, y, n, N: ct.Constant[int]):
    print(f"{(1, n):d}")
