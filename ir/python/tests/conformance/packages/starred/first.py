__all__ = ["SHARED", "ONLY_FIRST", "_listed"]
SHARED, ONLY_FIRST, UNLISTED = 1, 10, 100
_listed = 3
