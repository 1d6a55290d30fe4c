K = 3


def f(t):
    return t * K
