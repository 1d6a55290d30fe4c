"""What the front end itself needs written in the language of kernels."""
from operator import eq, ne

from cuda.tile import ensure_constant


def compare_fields(compare, *pairs):
    """Generated comparisons of dataclasses: the first pair of fields that differs decides."""
    if ensure_constant(len(pairs) == 0):
        return compare(0, 0)
    mine, theirs = pairs[:2]
    if mine == theirs:
        return compare_fields(compare, *pairs[2:])
    if ensure_constant(compare == eq):
        return False
    if ensure_constant(compare == ne):
        return True
    return compare(mine, theirs)
