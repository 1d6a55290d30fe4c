SCALE = 2


def scaled(t):
    return t * SCALE
