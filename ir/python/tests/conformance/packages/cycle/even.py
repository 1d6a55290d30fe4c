import odd

FACTOR = 2


def halve(t, n):
    if n <= 1:
        return t
    return odd.step(t, n // 2)
