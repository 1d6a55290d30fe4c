from ..constants import WIDTH


def doubled(t):
    return t * WIDTH
