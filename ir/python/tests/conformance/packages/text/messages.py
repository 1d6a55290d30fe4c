PREFIX = "width " + "of"


def describe(n, N):
    return f"{PREFIX} {N} for {n}"
