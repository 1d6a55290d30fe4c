"""Statements over several lines, semicolons, comments, tabs of one line"""
# launch: joined [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def joined(x, y, n, N: ct.Constant[int]):
    a = ct.load(
        x,
        (0,),  # the first
        (N,),
    )
    b = a + \
        1 \
        + n
    c = (a +
         # a comment
         b)
    if (n > 3 and
            n < 10): c = c + 1; c = c * 2
    else: pass
    ct.store(y, (0,), c); ct.store(y, (1,), b);
