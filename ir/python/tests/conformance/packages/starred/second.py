SHARED = 2
_private = 5


def public(t):
    return t * SHARED + _private
