def step(t):
    return t * 2
