"""kernels and host functions called from kernels"""
# launch: kernel_in_kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: launch_in_kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: host_function [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def other(x, y, n, N: ct.Constant[int]):
    pass


@ct.function(host=True, tile=False)
def host_only(t):
    return t


@ct.kernel
def kernel_in_kernel(x, y, n, N: ct.Constant[int]):
    other(x, y, n, N)


@ct.kernel
def launch_in_kernel(x, y, n, N: ct.Constant[int]):
    ct.launch(None, (1,), other, (x, y, n, N))


@ct.kernel
def host_function(x, y, n, N: ct.Constant[int]):
    a = host_only(ct.load(x, (0,), (N,)))
