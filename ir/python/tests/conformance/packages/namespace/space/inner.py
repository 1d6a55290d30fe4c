def f(t):
    return t + 7
