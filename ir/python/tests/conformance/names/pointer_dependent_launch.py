"""Accesses through pointers and atomic operations."""
# launch: dependent_launch [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def dependent_launch(x, out, N: Const):
    ct.grid_dependency_control_wait()
    a = ct.load(x, (0,), (N,))
    ct.grid_dependency_control_launch_dependents()
    ct.store(out, (0,), a)
