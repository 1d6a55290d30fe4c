"""Loops, branches, jumps, functions."""
# launch: grid [{"t":"int32", "shape":[512]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def grid(out, N: Const):
    s = ct.bid(0) + ct.bid(1) * ct.num_blocks(0) + ct.bid(2) * ct.num_blocks(1) * ct.num_blocks(2)
    for i in range(s, N, ct.num_blocks(0)):
        ct.store(out, (i,), ct.full((N,), i, ct.int32))
