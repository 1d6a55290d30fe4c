import even


def step(t, n):
    return even.halve(t * even.FACTOR, n)
