"""Waiting for the launch before (13.4 on)."""
# launch: wait [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: in_a_branch [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: with_an_argument [{"t":"float32", "shape":[64]}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def wait(x, y, n, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.grid_dependency_control_wait()
    ct.store(y, (0,), a + ct.load(x, (1,), (N,)))


@ct.kernel
def in_a_branch(x, y, n, N: Const):
    if n > 3:
        ct.grid_dependency_control_wait()
    for i in range(n):
        ct.store(y, (i,), ct.load(x, (i,), (N,)))
        ct.grid_dependency_control_wait()


@ct.kernel
def with_an_argument(x):
    ct.grid_dependency_control_wait(1)
