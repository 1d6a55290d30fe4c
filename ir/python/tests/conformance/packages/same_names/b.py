SCALE = 3


def scaled(t, SCALE=SCALE + 1):
    return t * SCALE
