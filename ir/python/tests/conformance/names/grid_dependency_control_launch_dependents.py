"""Letting the next launch begin (13.4 on)."""
# launch: launch_dependents [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: as_a_value [{"t":"float32", "shape":[64]}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def launch_dependents(x, y, n, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.grid_dependency_control_launch_dependents()
    ct.store(y, (0,), a)
    ct.grid_dependency_control_wait()
    for i in range(n):
        ct.grid_dependency_control_launch_dependents()
        ct.store(x, (i,), a)


@ct.kernel
def as_a_value(x):
    a = ct.grid_dependency_control_launch_dependents()
    if a is None:
        ct.store(x, (0,), 1.0)
