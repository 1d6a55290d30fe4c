def twice(t):
    return t + t
