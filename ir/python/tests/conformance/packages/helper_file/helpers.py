"""Helpers."""
FACTOR = 2.5


def scaled(t, by=FACTOR):
    return shifted(t * by)


def shifted(t):
    return t + FACTOR
